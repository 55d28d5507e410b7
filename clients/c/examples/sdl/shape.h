/* Convex outlines in pixels: transformed rectangles with round corners, clipped to others. */

#ifndef SHAPE_H
#define SHAPE_H

#include <SDL.h>

#define SHAPE_LIMIT 512

/* A convex outline, clockwise on the screen. It is empty if it has no points. */
typedef struct shape {
  int count;
  SDL_FPoint points[SHAPE_LIMIT];
} shape;

/* The rectangle from (0, 0) to (width, height) with round corners, transformed by a matrix of the
   protocol: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5]. It is empty if it has no
   area or is too far away for pixel coordinates. */
void shape_rectangle(
  shape *result, const double matrix[6], double width, double height, double radius);

/* Clips `subject` to the inside of `edge`. O(points of both). */
void shape_clip(shape *subject, const shape *edge);

/* Fills the outline, with antialiased edges. */
void shape_fill(SDL_Renderer *renderer, const shape *outline, SDL_Color color);

#endif
