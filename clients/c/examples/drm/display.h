/* A display of KMS with two dumb buffers that are shown in turn: ioctls of the kernel, without a
   library. */

#ifndef DISPLAY_H
#define DISPLAY_H

#include <drm_mode.h>
#include <stdint.h>

/* A picture in memory that the display can show: 32 bits per pixel, 0x00RRGGBB. */
typedef struct buffer {
  uint32_t handle, id;
  uint32_t stride; /* pixels from one row to the next */
  uint64_t size;   /* bytes */
  uint32_t *pixels;
} buffer;

typedef struct display {
  int card; /* the descriptor; wait until it is readable, then call display_take_events */
  uint32_t connector, crtc;
  struct drm_mode_modeinfo mode;
  struct drm_mode_crtc before; /* what was shown before */
  buffer buffers[2];
  int back;         /* the index of the buffer that is not shown */
  int is_flipping;  /* a flip was requested and has not happened */
  uint64_t refresh; /* the interval of refreshes, in nanoseconds */
  uint64_t aimed;   /* the time for which the last picture was drawn */
  uint64_t shown;   /* the time of the last flip, or 0 */
} display;

/* Opens a card, chooses the first connected display and its preferred mode, and shows black.
   Returns 0, or -1 after printing an error. */
int display_open(display *self, const char *path);

/* Shows again what was shown before, and closes the card. */
void display_close(display *self);

/* The buffer to draw in. */
buffer *display_back(display *self);

/* The time at which a picture that is drawn now will be shown: the first refresh after now, counted
   from the last flip. */
uint64_t display_next(const display *self);

/* Requests that the buffer that was drawn for a time is shown from the next refresh on. Returns 0,
   or -1 after printing an error. */
int display_flip(display *self, uint64_t aimed);

/* Handles the events of the card. Returns 1 if the flip has happened, else 0, or -1 after printing
   an error. */
int display_take_events(display *self);

#endif
