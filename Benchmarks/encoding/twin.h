/* The frame that the C programs write, and what they do with it. */

#ifndef TWIN_H
#define TWIN_H

#include <stddef.h>
#include <stdint.h>

enum { VIEWS = 100 };

struct view {
  double left, top, right, bottom;
  double dx, dy, rotation, shear, scale_x, scale_y;
  double alpha;
  uint8_t red, green, blue, has_color, visible;
  double a, b, c, d, tx, ty;
  double rates[10];
};

extern struct view views[VIEWS];
/* The views that are to be written, as the daemon has found them. */
extern uint32_t news[VIEWS];

/* The bytes of a frame as a message; how many there are. */
extern unsigned char out[];
size_t write_frame(const uint32_t *list, uint32_t count);

/* Shared memory: what it is made of, and what was read of it. Each ends the program when the system
 * refuses. */
void shared_create(void);
size_t shared_publish(const uint32_t *list, uint32_t count);
size_t shared_read(void);
const unsigned char *shared_bytes(size_t *size);
extern struct view shared_views[VIEWS];

#endif
