/* Draws the scene at a given time. */

#ifndef PICTURE_H
#define PICTURE_H

#include <SDL.h>

#include "../../snapback.h"

/* The position of the scene's screen in the window: a point is `zoom` pixels, and the corner (0, 0)
   is at (x, y). */
typedef struct placement {
  double zoom, x, y;
} placement;

/* Centers the screen in a window of this size, as large as fits. */
placement picture_fit(const snapback *daemon, int width, int height);

/* Draws all views for `time`: from their segments or, with `by_frames`, from the last frame.
   O(views and their ancestors). */
void picture_draw(
  SDL_Renderer *renderer, snapback *daemon, uint64_t time, int by_frames, placement where);

#endif
