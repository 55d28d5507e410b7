/* Sends the mouse and the fingers on the window as touches of the scene. */

#ifndef FINGERS_H
#define FINGERS_H

#include "picture.h"

/* The mouse, and as many fingers as the daemon allows a client. */
#define FINGER_LIMIT 10

typedef struct fingers {
  int is_down[FINGER_LIMIT];
  SDL_TouchID devices[FINGER_LIMIT];
  SDL_FingerID ids[FINGER_LIMIT]; /* of those that are down; index 0 is the mouse */
} fingers;

/* Sends a mouse or touch event; ignores other events. `width` and `height` are the window's size in
   pixels; `density` is the number of pixels per unit of the mouse's coordinates. */
void fingers_take(
  fingers *self, snapback *daemon, const SDL_Event *event, placement where, int width, int height,
  double density);

/* Lifts all contacts, for example when the window is hidden. */
void fingers_cancel(fingers *self, snapback *daemon);

#endif
