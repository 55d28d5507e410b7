/* Draws the scene in memory, without a graphics processor. */

#ifndef RASTER_H
#define RASTER_H

#include "../../snapback.h"

/* A picture of 32 bits per pixel, 0x00RRGGBB; `stride` pixels from one row to the next. */
typedef struct raster {
  uint32_t *pixels;
  uint32_t stride, width, height;
} raster;

/* Draws all views at a time, centered and as large as they fit. Each pixel at an edge gets as much
   of a color as the view covers of it. O(pixels of all views and of their clipping ancestors). */
void raster_draw(const raster *self, snapback *daemon, uint64_t time);

#endif
