#include "shadows.h"

#include <math.h>

/* A Gaussian ends after this many standard deviations, beyond which an opacity is below 1/255. */
#define REACH 3
/* The pixels of a texture are at most this share of the standard deviation wide, unless the pixels
   of the display are larger. Between them, GTK interpolates. */
#define FINE 3
/* The largest number of pixels of a texture. */
#define PIXEL_LIMIT 1e6
/* The number of rows of the shape that are added up for a pixel. */
#define STEPS 16

typedef struct Kept {
  ShadowKey key;
  GdkTexture *texture;
} Kept;

static void clear_kept(gpointer kept) { g_clear_object(&((Kept *)kept)->texture); }

void shadows_init(Shadows *self) {
  self->kept = g_array_new(FALSE, TRUE, sizeof(Kept));
  g_array_set_clear_func(self->kept, clear_kept);
}

void shadows_clear(Shadows *self) { g_clear_pointer(&self->kept, g_array_unref); }

void shadows_limit(Shadows *self, guint32 count) {
  if (self->kept->len > count) g_array_set_size(self->kept, count);
}

static gboolean is_equal(const ShadowKey *one, const ShadowKey *other) {
  return one->width == other->width && one->height == other->height && one->radius == other->radius
    && one->deviation == other->deviation && one->x == other->x && one->y == other->y
    && one->density == other->density && one->color == other->color
    && one->has_hole == other->has_hole;
}

/* The integral of the normal distribution up to x. */
static double normal(double x) { return 0.5 * erfc(-x * G_SQRT2 / 2); }

/* The share of a pixel around a point that is in the view. */
static double coverage(const ShadowKey *key, double x, double y, double density) {
  double across = fabs(x - key->width / 2) - key->width / 2 + key->radius;
  double down = fabs(y - key->height / 2) - key->height / 2 + key->radius;
  double away = hypot(MAX(across, 0), MAX(down, 0)) + MIN(MAX(across, down), 0) - key->radius;
  return CLAMP(0.5 - away * density, 0, 1);
}

/* The opacity of the blurred shape at a point: its rows in closed form, and their sum by the
   midpoint rule. */
static double blurred(const ShadowKey *key, double x, double y, double density) {
  double reach = REACH * key->deviation, sum = 0, step, first, last;
  int number;
  if (!(key->deviation > 0)) return coverage(key, x, y, density);
  first = MAX(y - reach, 0);
  last = MIN(y + reach, key->height);
  if (!(last > first)) return 0;
  step = (last - first) / STEPS;
  for (number = 0; number < STEPS; number++) {
    double row = first + (number + 0.5) * step, away = (row - y) / key->deviation;
    double beyond = MAX(fabs(row - key->height / 2) - key->height / 2 + key->radius, 0);
    double inset =
      key->radius - sqrt(MAX(key->radius * key->radius - beyond * beyond, 0));
    sum += exp(-away * away / 2)
      * (normal((x - inset) / key->deviation)
         - normal((x - key->width + inset) / key->deviation));
  }
  sum *= step / (key->deviation * sqrt(2 * G_PI)) / erf(REACH * G_SQRT2 / 2);
  return MIN(sum, 1);
}

/* Where the texture is in the view, and the size of its pixels in points. */
typedef struct Grid {
  double left, top, width, height, pixel;
  int columns, rows;
} Grid;

static Grid grid_of(const ShadowKey *key) {
  double margin = REACH * key->deviation + 1 / key->density, pixels;
  Grid result = {
    -margin, -margin, key->width + 2 * margin, key->height + 2 * margin, 1 / key->density, 0, 0};
  /* The edge of a hole is sharp. */
  if (!key->has_hole) result.pixel = MAX(result.pixel, key->deviation / FINE);
  pixels = result.width / result.pixel * (result.height / result.pixel);
  if (pixels > PIXEL_LIMIT) result.pixel *= sqrt(pixels / PIXEL_LIMIT);
  result.columns = (int)ceil(result.width / result.pixel);
  result.rows = (int)ceil(result.height / result.pixel);
  return result;
}

static double column_of(const Grid *grid, int column) {
  return grid->left + (column + 0.5) * grid->width / grid->columns;
}

static double row_of(const Grid *grid, int row) {
  return grid->top + (row + 0.5) * grid->height / grid->rows;
}

static void set_pixel(guint8 *pixel, guint32 color, double opacity) {
  double alpha = (color >> 24) / 255.0 * opacity;
  pixel[0] = (guint8)lround((color >> 16 & 255) * alpha);
  pixel[1] = (guint8)lround((color >> 8 & 255) * alpha);
  pixel[2] = (guint8)lround((color & 255) * alpha);
  pixel[3] = (guint8)lround(255 * alpha);
}

/* The opacities of a quarter of the shape; the others are its mirror images. */
static float *quarter_of(const ShadowKey *key, const Grid *grid) {
  int columns = (grid->columns + 1) / 2, rows = (grid->rows + 1) / 2, column, row;
  float *result = g_new(float, (gsize)columns * (gsize)rows);
  for (row = 0; row < rows; row++) {
    for (column = 0; column < columns; column++) {
      result[row * columns + column] = (float)blurred(
        key, column_of(grid, column), row_of(grid, row), 1 / grid->pixel);
    }
  }
  return result;
}

static GdkTexture *make_texture(const ShadowKey *key, const Grid *grid) {
  int half = (grid->columns + 1) / 2, column, row;
  gsize stride = 4 * (gsize)grid->columns, size = stride * (gsize)grid->rows;
  guint8 *pixels = g_malloc(size);
  float *quarter = quarter_of(key, grid);
  GBytes *bytes;
  GdkTexture *result;
  for (row = 0; row < grid->rows; row++) {
    for (column = 0; column < grid->columns; column++) {
      double opacity = (double)quarter[
        MIN(row, grid->rows - 1 - row) * half + MIN(column, grid->columns - 1 - column)];
      if (key->has_hole) {
        opacity *= 1 - coverage(
          key, column_of(grid, column) + key->x, row_of(grid, row) + key->y, 1 / grid->pixel);
      }
      set_pixel(pixels + (gsize)row * stride + 4 * (gsize)column, key->color, opacity);
    }
  }
  g_free(quarter);
  bytes = g_bytes_new_take(pixels, size);
  result = gdk_memory_texture_new(
    grid->columns, grid->rows, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED, bytes, stride);
  g_bytes_unref(bytes);
  return result;
}

void shadows_draw(
  Shadows *self, GtkSnapshot *snapshot, guint32 handle, const ShadowKey *key, double x, double y
) {
  Grid grid = grid_of(key);
  Kept *kept;
  if (self->kept->len <= handle) g_array_set_size(self->kept, handle + 1);
  kept = &g_array_index(self->kept, Kept, handle);
  if (kept->texture == NULL || !is_equal(&kept->key, key)) {
    g_clear_object(&kept->texture);
    kept->key = *key;
    kept->texture = make_texture(key, &grid);
  }
  gtk_snapshot_append_texture(
    snapshot, kept->texture,
    &GRAPHENE_RECT_INIT(
      (float)(grid.left + x), (float)(grid.top + y), (float)grid.width, (float)grid.height));
}
