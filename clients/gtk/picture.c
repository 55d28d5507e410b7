#include "picture.h"

#include <math.h>
#include <string.h>

/* Views whose areas a matrix multiplies or divides by more than this are not drawn. */
#define AREA_LIMIT 1e9
/* Views that are larger or farther away, in units of the widget, are not drawn. Up to here, the
   floats of GTK are accurate to a pixel. */
#define LENGTH_LIMIT 1e6
/* The largest blur radius and offset of a shadow that is drawn, in points. */
#define SHADOW_LIMIT 1000

Fit fit_screen(const snapback_screen *screen, int width, int height, int scale_factor) {
  Fit result = {1, 0, 0};
  if (!(screen->width > 0) || !(screen->height > 0) || width <= 0 || height <= 0) return result;
  result.zoom = MIN(width / (double)screen->width, height / (double)screen->height);
  result.x = round((width - result.zoom * screen->width) / 2 * scale_factor) / scale_factor;
  result.y = round((height - result.zoom * screen->height) / 2 * scale_factor) / scale_factor;
  return result;
}

void picture_init(Picture *self) {
  self->looks = g_array_new(FALSE, FALSE, sizeof(Look));
  shadows_init(&self->shadows);
}

void picture_clear(Picture *self) {
  g_clear_pointer(&self->looks, g_array_unref);
  shadows_clear(&self->shadows);
}

const Look *picture_look(const Picture *self, guint32 view) {
  return view < self->looks->len ? &g_array_index(self->looks, Look, view) : NULL;
}

static double area_of(const double m[6]) { return m[0] * m[3] - m[1] * m[2]; }

/* A length of a shadow that GTK can draw. */
static double limited(double length) { return CLAMP(length, -SHADOW_LIMIT, SHADOW_LIMIT); }

/* Whether the view takes up an area that can be drawn. Numbers that are not finite fail. */
static gboolean has_area(const Look *look) {
  double area = fabs(area_of(look->matrix));
  return look->width > 0 && look->width < LENGTH_LIMIT && look->height > 0
    && look->height < LENGTH_LIMIT && fabs(look->matrix[4]) < LENGTH_LIMIT
    && fabs(look->matrix[5]) < LENGTH_LIMIT && area > 1 / AREA_LIMIT && area < AREA_LIMIT;
}

/* The look of a view; the default without one. */
static void make_style(snapback_look *style, snapback *daemon, guint32 view, guint64 time) {
  if (snapback_look_at(daemon, view, time, style) != 1) {
    memset(style, 0, sizeof *style);
    style->text_color = 0xff000000;
    style->fill_alpha = 1;
  }
  /* The strings are valid only until the next message. */
  style->image = style->data = NULL;
}

static void make_look(
  Look *look, const snapback_view *view, const snapback_pose *pose, const Look *parent,
  const Picture *picture
) {
  int number;
  for (number = 0; number < 6; number++) {
    look->matrix[number] = picture->fit.zoom * pose->matrix[number];
  }
  look->matrix[4] += picture->fit.x;
  look->matrix[5] += picture->fit.y;
  look->width = pose->frame[2];
  look->height = pose->frame[3];
  look->radius = CLAMP(pose->corner_radius, 0, MIN(look->width, look->height) / 2);
  look->alpha = pose->alpha * (parent ? parent->alpha : 1);
  look->clip = SNAPBACK_NO_VIEW;
  if (parent) {
    const snapback_view *above = snapback_view_at(picture->daemon, view->parent);
    look->clip = above->clips ? view->parent : parent->clip;
  }
  look->color = pose->color >> 24 != 0 ? pose->color : 0;
  look->is_drawn = pose->visible && look->alpha > 0 && has_area(look);
  /* A clip without an area cuts everything off. */
  if (look->clip != SNAPBACK_NO_VIEW && !picture_look(picture, look->clip)->is_drawn) {
    look->is_drawn = FALSE;
  }
}

gboolean picture_evaluate(
  Picture *self, snapback *daemon, guint64 time, Fit fit, int scale_factor
) {
  const snapback_pose *poses = NULL;
  guint32 count = snapback_view_count(daemon), handle;
  gboolean is_exact = TRUE;
  self->daemon = daemon;
  self->fit = fit;
  /* It has steps, so that a window that is resized does not need new shadows for each size. */
  self->density = CLAMP(ceil(4 * fit.zoom * scale_factor) / 4, 0.25, 4);
  g_array_set_size(self->looks, 0);
  if (snapback_evaluate_all(daemon, time, &poses) != SNAPBACK_OK) return TRUE;
  g_array_set_size(self->looks, count);
  shadows_limit(&self->shadows, count);
  for (handle = 0; handle < count; handle++) {
    const snapback_view *view = snapback_view_at(daemon, handle);
    /* Parents come before their children. */
    const Look *parent = view->parent < handle ? picture_look(self, view->parent) : NULL;
    Look *look = &g_array_index(self->looks, Look, handle);
    make_look(look, view, poses + handle, parent, self);
    make_style(&look->style, daemon, handle, time);
    is_exact = is_exact && poses[handle].exact;
  }
  return is_exact;
}

static void invert(const double m[6], double result[6]) {
  double area = area_of(m);
  result[0] = m[3] / area;
  result[1] = -m[1] / area;
  result[2] = -m[2] / area;
  result[3] = m[0] / area;
  result[4] = (m[2] * m[5] - m[3] * m[4]) / area;
  result[5] = (m[1] * m[4] - m[0] * m[5]) / area;
}

GskTransform *transform_of(const double m[6]) {
  double across = hypot(m[0], m[1]), down = area_of(m) / across;
  double shear = (m[0] * m[2] + m[1] * m[3]) / (across * across);
  GskTransform *result =
    gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float)m[4], (float)m[5]));
  /* With rounding errors, a transform that only moves a view would be a general one. */
  const double tiny = 1e-9;
  if (fabs(m[1]) > tiny * across || m[0] < 0) {
    result = gsk_transform_rotate(result, (float)(atan2(m[1], m[0]) * 180 / G_PI));
  }
  if (fabs(across - 1) > tiny || fabs(down - 1) > tiny) {
    result = gsk_transform_scale(result, (float)across, (float)down);
  }
  /* The shear is applied to a point before the scale. */
  if (fabs(shear) > tiny) {
    result = gsk_transform_skew(result, (float)(atan(shear) * 180 / G_PI), 0);
  }
  return result;
}

static void push_transform(GtkSnapshot *snapshot, const double matrix[6]) {
  GskTransform *transform = transform_of(matrix);
  gtk_snapshot_transform(snapshot, transform);
  gsk_transform_unref(transform);
}

static GskRoundedRect outline_of(const Look *look) {
  GskRoundedRect result;
  gsk_rounded_rect_init_from_rect(
    &result, &GRAPHENE_RECT_INIT(0, 0, (float)look->width, (float)look->height),
    (float)look->radius);
  return result;
}

/* Clips to a view and its ancestors that clip; returns by how many views. */
static int push_clips(const Picture *self, GtkSnapshot *snapshot, guint32 view) {
  const Look *look = picture_look(self, view);
  GskRoundedRect outline;
  double inverse[6];
  int count;
  if (look == NULL) return 0;
  count = push_clips(self, snapshot, look->clip);
  outline = outline_of(look);
  invert(look->matrix, inverse);
  gtk_snapshot_save(snapshot);
  push_transform(snapshot, look->matrix);
  gtk_snapshot_push_rounded_clip(snapshot, &outline);
  push_transform(snapshot, inverse);
  return count + 1;
}

static void pop_clips(GtkSnapshot *snapshot, int count) {
  for (; count > 0; count--) {
    gtk_snapshot_pop(snapshot);
    gtk_snapshot_restore(snapshot);
  }
}

static GdkRGBA rgba(guint32 color, double alpha) {
  GdkRGBA result;
  result.red = (float)((color >> 16 & 255) / 255.0);
  result.green = (float)((color >> 8 & 255) / 255.0);
  result.blue = (float)((color & 255) / 255.0);
  result.alpha = (float)alpha;
  return result;
}

static double opacity_of(guint32 color) { return (color >> 24) / 255.0; }

static void draw_shadow(Picture *self, GtkSnapshot *snapshot, guint32 handle) {
  const Look *look = picture_look(self, handle);
  const snapback_look *style = &look->style;
  double alpha = style->fill_alpha * style->shadow_opacity;
  double x = limited(style->shadow_offset[0]), y = limited(style->shadow_offset[1]);
  ShadowKey key = {
    look->width, look->height, look->radius, limited(style->shadow_radius) / 2, 0, 0,
    self->density, (style->shadow_color & 0xffffff) | (guint32)lround(255 * alpha) << 24,
    style->fill_alpha * look->alpha < 1};
  if (look->color == 0 || !(alpha > 0)) return;
  if (key.has_hole) {
    key.x = x;
    key.y = y;
  }
  if (look->alpha < 1) gtk_snapshot_push_opacity(snapshot, look->alpha);
  shadows_draw(&self->shadows, snapshot, handle, &key, x, y);
  if (look->alpha < 1) gtk_snapshot_pop(snapshot);
}

static void draw_border(GtkSnapshot *snapshot, const Look *look) {
  GskRoundedRect outline = outline_of(look);
  double alpha = look->alpha * opacity_of(look->style.border_color);
  GdkRGBA paint = rgba(look->style.border_color, alpha);
  float width = (float)MIN(look->style.border_width, MIN(look->width, look->height) / 2);
  if (!(width > 0) || !(alpha > 0)) return;
  gtk_snapshot_append_border(
    snapshot, &outline, (float[4]){width, width, width, width},
    (GdkRGBA[4]){paint, paint, paint, paint});
}

/* Draws an image in the smallest size that covers the view, cut to its shape. */
static void draw_image(GtkSnapshot *snapshot, const Look *look, GdkPaintable *image) {
  GskRoundedRect outline = outline_of(look);
  double across = gdk_paintable_get_intrinsic_width(image);
  double down = gdk_paintable_get_intrinsic_height(image), scale;
  if (!(across > 0) || !(down > 0)) {
    across = look->width;
    down = look->height;
  }
  scale = MAX(look->width / across, look->height / down);
  if (look->alpha < 1) gtk_snapshot_push_opacity(snapshot, look->alpha);
  gtk_snapshot_push_rounded_clip(snapshot, &outline);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(
    snapshot, &GRAPHENE_POINT_INIT(
                (float)((look->width - scale * across) / 2),
                (float)((look->height - scale * down) / 2)));
  gdk_paintable_snapshot(image, snapshot, scale * across, scale * down);
  gtk_snapshot_restore(snapshot);
  gtk_snapshot_pop(snapshot);
  if (look->alpha < 1) gtk_snapshot_pop(snapshot);
}

static void fill(GtkSnapshot *snapshot, const Look *look) {
  GskRoundedRect outline = outline_of(look);
  GdkRGBA paint = rgba(look->color, look->alpha * look->style.fill_alpha);
  if (look->radius > 0) gtk_snapshot_push_rounded_clip(snapshot, &outline);
  gtk_snapshot_append_color(snapshot, &paint, &outline.bounds);
  if (look->radius > 0) gtk_snapshot_pop(snapshot);
}

/* Whether there is something to draw for the view itself. */
static gboolean has_content(const Picture *self, const Painter *painter, guint32 view) {
  const Look *look = picture_look(self, view);
  return look->is_drawn
    && (look->color != 0 || look->style.border_width > 0
        || snapback_view_at(self->daemon, view)->has_text
        || painter->child_of(painter->data, view) != NULL
        || painter->image_of(painter->data, view) != NULL);
}

static void draw_child(
  const Painter *painter, GtkSnapshot *snapshot, GtkWidget *child, double alpha
) {
  if (alpha < 1) gtk_snapshot_push_opacity(snapshot, alpha);
  gtk_widget_snapshot_child(painter->parent, child, snapshot);
  if (alpha < 1) gtk_snapshot_pop(snapshot);
}

/* A picture that is being drawn, and what the snapshot is clipped to. */
typedef struct Drawing {
  Picture *picture;
  const Painter *painter;
  GtkSnapshot *snapshot;
  guint32 clip;       /* the view, with the ancestors that clip it, or SNAPBACK_NO_VIEW */
  int clips;          /* by how many views */
} Drawing;

/* Clips to a view, or to nothing for SNAPBACK_NO_VIEW. */
static void set_clip(Drawing *self, guint32 clip) {
  if (clip == self->clip) return;
  pop_clips(self->snapshot, self->clips);
  self->clip = clip;
  self->clips = push_clips(self->picture, self->snapshot, clip);
}

static void draw_view(Drawing *self, guint32 handle) {
  const Look *look = picture_look(self->picture, handle);
  const snapback_view *view = snapback_view_at(self->picture->daemon, handle);
  const Painter *painter = self->painter;
  GtkWidget *child = painter->child_of(painter->data, handle);
  GdkPaintable *image = painter->image_of(painter->data, handle);
  if (!has_content(self->picture, painter, handle)) return;
  set_clip(self, look->clip);
  gtk_snapshot_save(self->snapshot);
  push_transform(self->snapshot, look->matrix);
  draw_shadow(self->picture, self->snapshot, handle);
  if (look->color != 0) fill(self->snapshot, look);
  if (child == NULL && image != NULL) draw_image(self->snapshot, look, image);
  if (child == NULL && view->has_text) {
    painter->draw_text(painter->data, self->snapshot, handle, look);
  }
  gtk_snapshot_restore(self->snapshot);
  if (child == NULL) return;
  /* The child is a part of the contents of its view. */
  if (view->clips) set_clip(self, handle);
  draw_child(painter, self->snapshot, child, look->alpha);
}

/* Draws the border of a view, after all views in it. */
static void finish_view(Drawing *self, guint32 handle) {
  const Look *look = picture_look(self->picture, handle);
  if (!look->is_drawn || !(look->style.border_width > 0)) return;
  set_clip(self, look->clip);
  gtk_snapshot_save(self->snapshot);
  push_transform(self->snapshot, look->matrix);
  draw_border(self->snapshot, look);
  gtk_snapshot_restore(self->snapshot);
}

void picture_snapshot(Picture *self, const Painter *painter, GtkSnapshot *snapshot) {
  const snapback_screen *screen = snapback_screen_of(self->daemon);
  graphene_rect_t edge = GRAPHENE_RECT_INIT(
    (float)self->fit.x, (float)self->fit.y, (float)(self->fit.zoom * screen->width),
    (float)(self->fit.zoom * screen->height));
  GdkRGBA background = rgba(screen->background, opacity_of(screen->background));
  Drawing drawing = {self, painter, snapshot, SNAPBACK_NO_VIEW, 0};
  guint32 open = SNAPBACK_NO_VIEW, handle; /* the last view that was drawn */
  if (self->looks->len == 0) return;
  gtk_snapshot_append_color(snapshot, &background, &edge);
  /* Nothing beside the screen is visible. */
  gtk_snapshot_push_clip(snapshot, &edge);
  for (handle = 0; handle <= self->looks->len; handle++) {
    guint32 parent = handle < self->looks->len ? snapback_view_at(self->daemon, handle)->parent
                                               : SNAPBACK_NO_VIEW;
    while (open != parent && open != SNAPBACK_NO_VIEW) {
      finish_view(&drawing, open);
      open = snapback_view_at(self->daemon, open)->parent;
    }
    if (handle < self->looks->len) draw_view(&drawing, handle);
    open = handle;
  }
  set_clip(&drawing, SNAPBACK_NO_VIEW);
  gtk_snapshot_pop(snapshot);
}

static gboolean contains(const Look *look, double x, double y) {
  double inverse[6], u, v, dx, dy;
  invert(look->matrix, inverse);
  u = inverse[0] * x + inverse[2] * y + inverse[4];
  v = inverse[1] * x + inverse[3] * y + inverse[5];
  if (!(u >= 0 && v >= 0 && u <= look->width && v <= look->height)) return FALSE;
  /* How far the point is beyond the middle of the nearest corner, along both axes. */
  dx = MAX(fabs(u - look->width / 2) - (look->width / 2 - look->radius), 0);
  dy = MAX(fabs(v - look->height / 2) - (look->height / 2 - look->radius), 0);
  return dx * dx + dy * dy <= look->radius * look->radius;
}

guint32 picture_view_at(const Picture *self, const Painter *painter, double x, double y) {
  guint32 handle = self->looks->len;
  while (handle-- > 0) {
    const Look *look = picture_look(self, handle);
    if (!has_content(self, painter, handle)) continue;
    while (look != NULL && contains(look, x, y)) look = picture_look(self, look->clip);
    if (look == NULL) return handle;
  }
  return SNAPBACK_NO_VIEW;
}
