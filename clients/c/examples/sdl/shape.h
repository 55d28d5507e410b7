/* Convex outlines in pixels: rectangles with round corners behind a matrix, cut off by others. */

#ifndef SHAPE_H
#define SHAPE_H

#include <SDL.h>

#define SHAPE_LIMIT 512

/* A convex outline, clockwise as seen on a screen. Without points it is empty. */
typedef struct shape {
  int count;
  SDL_FPoint points[SHAPE_LIMIT];
} shape;

/* The rectangle from (0, 0) to (width, height) with round corners, behind a matrix as the protocol
   has them: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5]. What has no area, or is too
   far away to be counted in pixels, is empty. */
void shape_rectangle(
  shape *result, const double matrix[6], double width, double height, double radius);

/* Keeps of `subject` what is inside of `edge`. O(points of both). */
void shape_clip(shape *subject, const shape *edge);

/* Fills it, with edges that are smooth over a pixel. */
void shape_fill(SDL_Renderer *renderer, const shape *outline, SDL_Color color);

#endif
