#include "raster.h"

#include <math.h>
#include <string.h>

/* The maximum number of ancestors that clip a view. The nearest ones are used. */
#define CLIP_LIMIT 16

/* A rectangle with round corners, and the map from pixels to its points. */
typedef struct shape {
  float back[6];
  float half_width, half_height, radius;
  float left, top, right, bottom; /* the bounding box in pixels */
} shape;

/* Sets the shape of a rectangle that a matrix puts into the picture. Returns 0 if it has no
   area. */
static int make_shape(
  shape *self, const double m[6], double width, double height, double radius) {
  double size = m[0] * m[3] - m[1] * m[2];
  double half = (width < height ? width : height) / 2;
  double across = fabs(m[0]) * width + fabs(m[2]) * height;
  double down = fabs(m[1]) * width + fabs(m[3]) * height;
  double x = m[4] + (m[0] * width + m[2] * height) / 2;
  double y = m[5] + (m[1] * width + m[3] * height) / 2;
  if (!(fabs(size) > 1e-9) || !(width > 0) || !(height > 0)) return 0;
  self->back[0] = (float)(m[3] / size);
  self->back[1] = (float)(-m[1] / size);
  self->back[2] = (float)(-m[2] / size);
  self->back[3] = (float)(m[0] / size);
  /* Points are counted from the middle of the rectangle. */
  self->back[4] = (float)(-(m[3] * x - m[2] * y) / size);
  self->back[5] = (float)((m[1] * x - m[0] * y) / size);
  self->half_width = (float)(width / 2);
  self->half_height = (float)(height / 2);
  self->radius = (float)(radius > 0 ? fmin(radius, half) : 0);
  self->left = (float)(x - across / 2);
  self->right = (float)(x + across / 2);
  self->top = (float)(y - down / 2);
  self->bottom = (float)(y + down / 2);
  return 1;
}

/* The part of a pixel that a shape covers, from the distance of the pixel's middle to the edge. */
static float coverage(const shape *self, float x, float y) {
  const float *m = self->back;
  float u = m[0] * x + m[2] * y + m[4], v = m[1] * x + m[3] * y + m[5];
  float across = fabsf(u) - (self->half_width - self->radius);
  float down = fabsf(v) - (self->half_height - self->radius);
  float distance, gx, gy, steepness, result;
  if (across > 0 && down > 0) {
    float length = sqrtf(across * across + down * down);
    distance = length - self->radius;
    gx = across / length;
    gy = down / length;
  } else {
    distance = (across > down ? across : down) - self->radius;
    gx = across > down ? 1 : 0;
    gy = 1 - gx;
  }
  if (u < 0) gx = -gx;
  if (v < 0) gy = -gy;
  /* By how much the distance grows from one pixel to the next. */
  x = gx * m[0] + gy * m[1];
  y = gx * m[2] + gy * m[3];
  steepness = sqrtf(x * x + y * y);
  result = 0.5f - distance / steepness;
  return result < 0 ? 0 : result > 1 ? 1 : result;
}

static uint32_t mixed(uint32_t below, uint32_t color, float part) {
  uint32_t share = (uint32_t)(part * 256 + 0.5f), rest = 256 - share;
  uint32_t red_blue = ((below & 0xff00ff) * rest + (color & 0xff00ff) * share) >> 8;
  uint32_t green = ((below & 0x00ff00) * rest + (color & 0x00ff00) * share) >> 8;
  return (red_blue & 0xff00ff) | (green & 0x00ff00);
}

/* A bound of a picture: a coordinate that may lie outside of it, or not be a number. */
static uint32_t clamped(float value, uint32_t limit) {
  if (!(value > 0)) return 0;
  return value < (float)limit ? (uint32_t)value : limit;
}

static void fill(
  const raster *self, const shape *body, const shape *clips, int clip_count, uint32_t color,
  float alpha) {
  uint32_t left = clamped(body->left - 1, self->width);
  uint32_t right = clamped(body->right + 2, self->width);
  uint32_t bottom = clamped(body->bottom + 2, self->height), x, y;
  for (y = clamped(body->top - 1, self->height); y < bottom; y++) {
    uint32_t *row = self->pixels + (size_t)y * self->stride;
    for (x = left; x < right; x++) {
      float part = alpha * coverage(body, (float)x + 0.5f, (float)y + 0.5f);
      int number;
      for (number = 0; number < clip_count && part > 0; number++) {
        part *= coverage(clips + number, (float)x + 0.5f, (float)y + 0.5f);
      }
      if (part > 0) row[x] = mixed(row[x], color, part);
    }
  }
}

/* The position of the scene's screen in the picture: a point is `zoom` pixels. */
typedef struct placement {
  double zoom, x, y;
} placement;

static int shape_of(shape *self, const snapback_pose *pose, const placement *place) {
  double matrix[6];
  int number;
  for (number = 0; number < 6; number++) matrix[number] = place->zoom * pose->matrix[number];
  matrix[4] += place->x;
  matrix[5] += place->y;
  return make_shape(self, matrix, pose->frame[2], pose->frame[3], pose->corner_radius);
}

static void draw_view(
  const raster *self, const snapback *daemon, const snapback_pose *poses, uint32_t number,
  const placement *place) {
  const snapback_pose *pose = poses + number;
  double alpha = pose->alpha;
  shape body, clips[CLIP_LIMIT];
  int clip_count = 0;
  if (!pose->visible || pose->color >> 24 == 0 || !shape_of(&body, pose, place)) return;
  /* Ancestors make a view fainter and clip it. Parents come first, so this loop ends. */
  for (number = snapback_view_at(daemon, number)->parent; number != SNAPBACK_NO_VIEW;
       number = snapback_view_at(daemon, number)->parent) {
    alpha *= poses[number].alpha;
    if (snapback_view_at(daemon, number)->clips && clip_count < CLIP_LIMIT) {
      if (!shape_of(clips + clip_count, poses + number, place)) return;
      clip_count++;
    }
  }
  fill(self, &body, clips, clip_count, pose->color, (float)alpha);
}

void raster_draw(const raster *self, snapback *daemon, uint64_t time) {
  const snapback_screen *screen = snapback_screen_of(daemon);
  const snapback_pose *poses;
  placement place = {0, 0, 0};
  double matrix[6] = {0, 0, 0, 0, 0, 0};
  shape ground;
  uint32_t view, row;
  for (row = 0; row < self->height; row++) {
    memset(self->pixels + (size_t)row * self->stride, 0, self->width * sizeof *self->pixels);
  }
  if (!(screen->width > 0) || !(screen->height > 0)) return;
  if (snapback_evaluate_all(daemon, time, &poses) != SNAPBACK_OK) return;
  place.zoom = fmin(
    self->width / (double)screen->width, self->height / (double)screen->height);
  place.x = (self->width - place.zoom * screen->width) / 2;
  place.y = (self->height - place.zoom * screen->height) / 2;
  matrix[0] = matrix[3] = place.zoom;
  matrix[4] = place.x;
  matrix[5] = place.y;
  if (make_shape(&ground, matrix, screen->width, screen->height, 0)) {
    fill(self, &ground, NULL, 0, screen->background, 1);
  }
  /* Parents come first, later siblings are in front. */
  for (view = 0; view < snapback_view_count(daemon); view++) {
    draw_view(self, daemon, poses, view, &place);
  }
}
