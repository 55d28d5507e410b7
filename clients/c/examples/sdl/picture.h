/* The scene as it is to be seen at a moment. */

#ifndef PICTURE_H
#define PICTURE_H

#include <SDL.h>

#include "../../snapback.h"

/* Where the screen of the scene lies in the window: a point is `zoom` pixels, and the corner at
   (0, 0) is at (x, y). */
typedef struct placement {
  double zoom, x, y;
} placement;

/* The screen as large as fits into so many pixels, in the middle. */
placement picture_fit(const snapback *daemon, int width, int height);

/* Draws all views for `time`: by their segments, or with `by_frames` as the last frame has them.
   O(views and what they are in). */
void picture_draw(
  SDL_Renderer *renderer, snapback *daemon, uint64_t time, int by_frames, placement where);

#endif
