#include "snapback-lvgl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct snapback_lvgl {
  lv_obj_t *parent, **objects; /* an object for each view, by handle */
  uint32_t count;
  int is_stale; /* the objects are not where their views are, or move */
  snapback *daemon;
  lv_timer_t *timer;
  snapback_lvgl_made made;
  void *context;
};

/* The nearest ancestor that clips, whose object contains that of the view; 0 for the screen. If
   poses are given, multiplies `alpha` by the opacities of the ancestors between both. */
static uint32_t clip_of(
  const snapback *daemon, uint32_t view, const snapback_pose *poses, double *alpha) {
  for (;;) {
    view = snapback_view_at(daemon, view)->parent;
    if (view == 0 || snapback_view_at(daemon, view)->clips) return view;
    if (poses) *alpha *= poses[view].alpha;
  }
}

/* Makes the objects of a snapshot. Without memory, there are none. */
static void make_objects(snapback_lvgl *self) {
  uint32_t count = snapback_view_count(self->daemon);
  if (self->count > 0) lv_obj_delete(self->objects[0]);
  free(self->objects);
  self->objects = calloc(count, sizeof(lv_obj_t *));
  self->count = self->objects ? count : 0;
  for (uint32_t number = 0; number < self->count; number++) {
    const snapback_view *view = snapback_view_at(self->daemon, number);
    lv_obj_t *object = lv_obj_create(
      number == 0 ? self->parent : self->objects[clip_of(self->daemon, number, NULL, NULL)]);
    lv_obj_remove_style_all(object);
    lv_obj_remove_flag(object, LV_OBJ_FLAG_CLICKABLE | LV_OBJ_FLAG_SCROLLABLE);
    lv_obj_set_style_clip_corner(object, number > 0 && view->clips, 0);
    self->objects[number] = object;
    if (self->made) self->made(self->context, view->name, object);
  }
}

/* Pixels of a point, or 0 without a screen. */
static double zoom_of(const snapback_lvgl *self) {
  const snapback_screen *screen = snapback_screen_of(self->daemon);
  double across = lv_obj_get_content_width(self->parent) / (double)screen->width;
  double down = lv_obj_get_content_height(self->parent) / (double)screen->height;
  return screen->width > 0 && screen->height > 0 ? fmin(across, down) : 0;
}

/* The nearest integer; farther coordinates are not drawn anyway, and NaN is 0. */
static int32_t rounded(double value) {
  return value >= -1e6 && value <= 1e6 ? (int32_t)lround(value) : 0;
}

/* Puts an object where a matrix maps its view. LVGL turns it about its middle, in 0.1 degrees. */
static void place(lv_obj_t *object, const double m[6], double zoom, const snapback_pose *pose) {
  int32_t width = rounded(zoom * pose->frame[2]), height = rounded(zoom * pose->frame[3]);
  double x = m[0] * pose->frame[2] / 2 + m[2] * pose->frame[3] / 2 + m[4];
  double y = m[1] * pose->frame[2] / 2 + m[3] * pose->frame[3] / 2 + m[5];
  double across = hypot(m[0], m[1]), down = (m[0] * m[3] - m[1] * m[2]) / across;
  lv_obj_set_size(object, width, height);
  lv_obj_set_pos(object, rounded(zoom * x - width / 2.0), rounded(zoom * y - height / 2.0));
  lv_obj_set_style_transform_pivot_x(object, width / 2, 0);
  lv_obj_set_style_transform_pivot_y(object, height / 2, 0);
  lv_obj_set_style_transform_rotation(object, rounded(572.957795 * atan2(m[1], m[0])), 0);
  lv_obj_set_style_transform_scale_x(object, rounded(256 * across), 0);
  lv_obj_set_style_transform_scale_y(object, rounded(256 * down), 0);
  lv_obj_set_style_radius(object, rounded(zoom * pose->corner_radius), 0);
  lv_obj_set_flag(object, LV_OBJ_FLAG_HIDDEN, !pose->visible);
  lv_obj_set_style_bg_color(object, lv_color_hex(pose->color & 0xffffff), 0);
  lv_obj_set_style_bg_opa(object, pose->color >> 24 ? LV_OPA_COVER : LV_OPA_TRANSP, 0);
}

/* Sets `m` to the inverse of the matrix `to`, times the matrix `from`. */
static void relative(double m[6], const double to[6], const double from[6]) {
  double size = to[0] * to[3] - to[1] * to[2];
  for (int column = 0; column < 6; column += 2) {
    double x = from[column] - (column == 4 ? to[4] : 0);
    double y = from[column + 1] - (column == 4 ? to[5] : 0);
    m[column] = (to[3] * x - to[2] * y) / size;
    m[column + 1] = (to[0] * y - to[1] * x) / size;
  }
}

void snapback_lvgl_update(snapback_lvgl *self, uint64_t time) {
  const snapback_pose *poses;
  snapback_message message;
  for (; snapback_poll(self->daemon, &message) > 0; self->is_stale = 1) {
    if (message.type == SNAPBACK_TYPE_SNAPSHOT) make_objects(self);
  }
  if (!self->is_stale || self->count == 0) return;
  if (snapback_evaluate_all(self->daemon, time, &poses) != SNAPBACK_OK) return;
  self->is_stale = time < snapback_motion_end(self->daemon);
  double zoom = zoom_of(self);
  snapback_pose ground = poses[0];
  ground.color = snapback_screen_of(self->daemon)->background | 0xff000000u;
  place(self->objects[0], ground.matrix, zoom, &ground);
  lv_obj_center(self->objects[0]);
  for (uint32_t view = 1; view < self->count; view++) {
    double m[6], alpha = poses[view].alpha;
    relative(m, poses[clip_of(self->daemon, view, poses, &alpha)].matrix, poses[view].matrix);
    place(self->objects[view], m, zoom, poses + view);
    /* LVGL multiplies it by the opacities of the objects that contain this one. */
    lv_obj_set_style_opa(self->objects[view], (lv_opa_t)rounded(255 * alpha), 0);
  }
}

static void tick(lv_timer_t *timer) {
  uint64_t time = snapback_now() + LV_DEF_REFR_PERIOD * 1000000u;
  snapback_lvgl_update(lv_timer_get_user_data(timer), time);
}

static void take_event(lv_event_t *event) {
  snapback_lvgl *self = lv_event_get_user_data(event);
  lv_event_code_t code = lv_event_get_code(event);
  const char *phase = code == LV_EVENT_PRESSED      ? "began"
                      : code == LV_EVENT_PRESSING   ? "moved"
                      : code == LV_EVENT_RELEASED   ? "ended"
                      : code == LV_EVENT_PRESS_LOST ? "cancelled" : NULL;
  double zoom = zoom_of(self);
  char text[160];
  lv_point_t point;
  lv_area_t area;
  if (code == LV_EVENT_SIZE_CHANGED) self->is_stale = 1;
  if (!phase || !lv_event_get_indev(event) || self->count == 0 || !(zoom > 0)) return;
  lv_indev_get_point(lv_event_get_indev(event), &point);
  lv_obj_get_coords(self->objects[0], &area);
  /* In thousandths, because the decimal point of printf depends on the locale. */
  snprintf(
    text, sizeof text, "[{\"id\":1,\"phase\":\"%s\",\"x\":%lde-3,\"y\":%lde-3}]", phase,
    lround(1000 * (point.x - area.x1) / zoom), lround(1000 * (point.y - area.y1) / zoom));
  snapback_inject(self->daemon, 0, text, -1);
}

snapback_lvgl *snapback_lvgl_create(
  lv_obj_t *parent, const char *socket, snapback_lvgl_made made, void *context) {
  snapback_options options = {
    .path = socket, .want = SNAPBACK_SEGMENTS | SNAPBACK_SCHEDULE, .reconnect = 1};
  snapback_lvgl *self = calloc(1, sizeof *self);
  if (!self || snapback_connect(&options, &self->daemon) != SNAPBACK_OK) {
    free(self);
    return NULL;
  }
  self->parent = parent, self->made = made, self->context = context;
  self->timer = lv_timer_create(tick, LV_DEF_REFR_PERIOD, self);
  lv_obj_remove_flag(parent, LV_OBJ_FLAG_SCROLLABLE);
  lv_obj_add_event_cb(parent, take_event, LV_EVENT_ALL, self);
  return self;
}

void snapback_lvgl_destroy(snapback_lvgl *self) {
  lv_timer_delete(self->timer);
  lv_obj_remove_event_cb_with_user_data(self->parent, take_event, self);
  if (self->count > 0) lv_obj_delete(self->objects[0]);
  free(self->objects);
  snapback_close(self->daemon);
  free(self);
}
