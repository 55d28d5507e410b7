#include "fingers.h"

#include <stdio.h>

static void say(snapback *daemon, int place, const char *phase, double x, double y) {
  char text[200];
  int size = snprintf(
    text, sizeof text,
    "{\"inject\":{\"touches\":[{\"id\":%d,\"phase\":\"%s\",\"x\":%.3f,\"y\":%.3f}]}}", place + 1,
    phase, x, y);
  /* The next touch makes up for one that is not sent, and the daemon cancels the contacts of a
     closed connection. */
  if (size > 0 && size < (int)sizeof text) snapback_send_text(daemon, text, (size_t)size);
}

/* Returns the index of a finger, or a free index for a finger that comes down, or -1. */
static int place_of(fingers *self, const SDL_TouchFingerEvent *finger, int comes) {
  int place, free = -1;
  for (place = 1; place < FINGER_LIMIT; place++) {
    if (!self->is_down[place]) {
      if (free < 0) free = place;
    } else if (self->ids[place] == finger->fingerId && self->devices[place] == finger->touchId) {
      return place;
    }
  }
  if (!comes || free < 0) return -1;
  self->ids[free] = finger->fingerId;
  self->devices[free] = finger->touchId;
  return free;
}

void fingers_take(
  fingers *self, snapback *daemon, const SDL_Event *event, placement where, int width, int height,
  double density
) {
  int place = 0, comes = 0, goes = 0;
  double x, y;
  switch (event->type) {
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEBUTTONUP:
    /* SDL also emulates a mouse for each finger; the finger itself is already handled. */
    if (event->button.which == SDL_TOUCH_MOUSEID || event->button.button != SDL_BUTTON_LEFT) return;
    comes = event->type == SDL_MOUSEBUTTONDOWN;
    goes = !comes;
    x = event->button.x * density;
    y = event->button.y * density;
    break;
  case SDL_MOUSEMOTION:
    if (event->motion.which == SDL_TOUCH_MOUSEID) return;
    x = event->motion.x * density;
    y = event->motion.y * density;
    break;
  case SDL_FINGERDOWN:
  case SDL_FINGERUP:
  case SDL_FINGERMOTION:
    comes = event->type == SDL_FINGERDOWN;
    goes = event->type == SDL_FINGERUP;
    place = place_of(self, &event->tfinger, comes);
    x = event->tfinger.x * (double)width;
    y = event->tfinger.y * (double)height;
    break;
  default: return;
  }
  if (place < 0 || self->is_down[place] == comes) return;
  self->is_down[place] = !goes;
  say(
    daemon, place, comes ? "began" : goes ? "ended" : "moved", (x - where.x) / where.zoom,
    (y - where.y) / where.zoom);
}

void fingers_cancel(fingers *self, snapback *daemon) {
  int place;
  for (place = 0; place < FINGER_LIMIT; place++) {
    if (self->is_down[place]) say(daemon, place, "cancelled", 0, 0);
    self->is_down[place] = 0;
  }
}
