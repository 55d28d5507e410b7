/* Shows the daemon's scene with the objects of LVGL 9: one lv_obj_t for each view. */

#ifndef SNAPBACK_LVGL_H
#define SNAPBACK_LVGL_H

#include "../../snapback.h"

#include <lvgl.h>

typedef struct snapback_lvgl snapback_lvgl;

/* Is called for each object that was made for a view, to add widgets to it or to style it. Each
   snapshot deletes the objects and makes new ones. */
typedef void (*snapback_lvgl_made)(void *context, const char *view, lv_obj_t *object);

/* Connects to a daemon (NULL: the usual sockets), and shows its scene in `parent`, centered and as
   large as it fits. A timer of LVGL evaluates motion in closed form for each refresh. Presses in
   `parent` are sent as touches, except those on widgets of your own. `made` may be NULL. Returns
   NULL if the connection cannot be made. */
snapback_lvgl *snapback_lvgl_create(
  lv_obj_t *parent, const char *socket, snapback_lvgl_made made, void *context);
void snapback_lvgl_destroy(snapback_lvgl *self);

/* Handles messages and puts all objects where their views are at a time, in nanoseconds of
   CLOCK_MONOTONIC. The timer calls it. */
void snapback_lvgl_update(snapback_lvgl *self, uint64_t time);

#endif
