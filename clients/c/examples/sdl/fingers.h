/* The mouse and the fingers on the window, as touches of the scene. */

#ifndef FINGERS_H
#define FINGERS_H

#include "picture.h"

/* The mouse, and as many fingers as the daemon lets a client have. */
#define FINGER_LIMIT 10

typedef struct fingers {
  int is_down[FINGER_LIMIT];
  SDL_TouchID devices[FINGER_LIMIT];
  SDL_FingerID ids[FINGER_LIMIT]; /* of those that are down; the mouse is in the first place */
} fingers;

/* Sends what a mouse or touch event says; others are ignored. `width` and `height` are the
   window's, in pixels; `density` is how many of them a unit of the mouse's coordinates is. */
void fingers_take(
  fingers *self, snapback *daemon, const SDL_Event *event, placement where, int width, int height,
  double density);

/* Lets go of everything, as when the window is put away. */
void fingers_cancel(fingers *self, snapback *daemon);

#endif
