/* snapback-sdl.h: shows the daemon's scene with SDL 2.0.18 or newer, C99 and C++11.

   In one file of a program, before any other header:

     #define SNAPBACK_IMPLEMENTATION
     #define SNAPBACK_SDL_IMPLEMENTATION
     #include "snapback-sdl.h"

   All other files only include it. Link with SDL 2 and -lm. examples/sdl/card.c is a whole program.
   For texts, define SNAPBACK_SDL_TEXT before each include, and link with SDL2_ttf 2.20 or newer as
   well.

   A snapback_sdl, called a scene here, draws all views of the daemon's scene with an SDL_Renderer.
   Views are rectangles with round corners, and may be tilted, scaled, clipped and translucent. They
   may have borders, shadows, images, and textures that the program sets by the name of the view.
   Texts are drawn if the program has added a font. The scene sends the mouse and fingers on the
   window to the daemon as touches. It evaluates motion in closed form for the time at which the
   picture will be shown. If the daemon's clock is not CLOCK_MONOTONIC, or a motion has a part that
   this version does not know, the scene is drawn from frames.

   A scene belongs to the thread of its renderer. Places are in pixels of the renderer's output,
   which has more pixels than the window has units if the display has a scale factor. */

#ifndef SNAPBACK_SDL_H
#define SNAPBACK_SDL_H

#include "snapback.h"

#include <SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A connection and the state of a window. Its contents are private. */
typedef struct snapback_sdl snapback_sdl;

/* The position of the scene's screen in the output: a point is `zoom` pixels, and the corner (0, 0)
   is at (x, y). */
typedef struct snapback_sdl_place {
  double zoom, x, y;
} snapback_sdl_place;

/* Connects to the daemon. `window` is the one whose events are taken; NULL if the renderer draws on
   a surface. `options` may be NULL: segments, and a new connection after each loss. Its strings
   have to stay valid until snapback_sdl_destroy. Without SNAPBACK_SEGMENTS in `want`, the scene is
   drawn from frames. Returns NULL after an error, for which SDL_GetError has a message. */
snapback_sdl *snapback_sdl_create(
  SDL_Window *window, SDL_Renderer *renderer, const snapback_options *options);

/* Closes the connection. The program destroys the window, the renderer and its own textures
   afterwards, not before. NULL is allowed. */
void snapback_sdl_destroy(snapback_sdl *scene);

/* Handles what the daemon has sent, and never waits. Returns 1 after filling `message`, 0 if there
   is no further message, or an error code after which the connection is closed; without
   `reconnect` a loss is such an error. Call it until it does not return 1. */
int snapback_sdl_poll(snapback_sdl *scene, snapback_message *message);

/* Sends a mouse or touch event of SDL to the daemon. Pass all events: after some, the scene has to
   be drawn again. */
void snapback_sdl_take_event(snapback_sdl *scene, const SDL_Event *event);

/* Whether a picture has to be drawn now: something has changed or moves, and the window is not
   minimized. */
int snapback_sdl_is_due(snapback_sdl *scene);

/* The time at which a picture that is drawn now will be shown, in nanoseconds of CLOCK_MONOTONIC:
   the first refresh of the display after now, counted from the last snapback_sdl_present. */
uint64_t snapback_sdl_time(const snapback_sdl *scene);

/* Draws all views as they are at a time, centered and as large as they fit. Clears the output
   before. O(views and their ancestors). */
void snapback_sdl_draw(snapback_sdl *scene, uint64_t time);

/* Presents the picture. Without vertical synchronization, waits for the time of the refresh. */
void snapback_sdl_present(snapback_sdl *scene);

/* Sleeps until there is an SDL event, a message of the daemon, or a reason to connect again. */
void snapback_sdl_wait(snapback_sdl *scene);

/* Sets the texture that covers the view with this name, over its color; NULL removes it. The
   texture has to exist until it is replaced. Returns SNAPBACK_OK or SNAPBACK_NO_MEMORY. */
int snapback_sdl_set_texture(snapback_sdl *scene, const char *view, SDL_Texture *texture);

/* Sets the texture of the image with this name; NULL removes it. It covers the views whose `image`
   has the name: scaled to the smallest size that covers the view, and centered. The texture
   has to exist until it is replaced. Returns SNAPBACK_OK or SNAPBACK_NO_MEMORY. */
int snapback_sdl_set_image(snapback_sdl *scene, const char *image, SDL_Texture *texture);

#ifdef SNAPBACK_SDL_TEXT
/* Adds a font file for texts with a weight from `lightest` to `heaviest`; with 1 and 1000, for all
   texts. If the ranges of several fonts contain a weight, the font that was added last is used. If
   no range contains it, the font with the nearest range is used. Without a font, no texts are
   drawn. Returns SNAPBACK_OK, SNAPBACK_INVALID or SNAPBACK_NO_MEMORY. After an error, SDL_GetError
   has a message. */
int snapback_sdl_add_font(snapback_sdl *scene, const char *file, int lightest, int heaviest);
#endif

/* With 0, the mouse and fingers are not sent, and those that are down are cancelled. They are sent
   by default. Turn this off if the daemon reads the touchscreen itself. */
void snapback_sdl_send_touches(snapback_sdl *scene, int sends);

/* The position of the screen in the output at its present size. */
snapback_sdl_place snapback_sdl_place_of(const snapback_sdl *scene);

/* The connection, for commands and queries. snapback_sdl_poll may replace it. */
snapback *snapback_sdl_connection(const snapback_sdl *scene);

/* The position that centers a connection's screen in an output of this size in pixels, as large as
   it fits. */
snapback_sdl_place snapback_sdl_fit(const snapback *daemon, int width, int height);

#ifdef __cplusplus
}
#endif

#endif /* SNAPBACK_SDL_H */

/* ============================================================================================= */

#if defined(SNAPBACK_SDL_IMPLEMENTATION) && !defined(SNAPBACK_SDL_IMPLEMENTED)
#define SNAPBACK_SDL_IMPLEMENTED

#ifdef SNAPBACK_SDL_TEXT
#include <SDL_ttf.h>
#endif
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Outlines ------------------------------------------------------------------------------- */

/* The number of straight pieces in a corner: 0.2 pixels off at a radius of 90 pixels. */
#define SNAPBACK_SDL__PIECES 12
#define SNAPBACK_SDL__POINTS 512
/* Outlines with larger coordinates are not drawn; up to here, floats are accurate to a pixel. */
#define SNAPBACK_SDL__FARTHEST 1e6
/* The largest width and height of a tile of a texture, in pixels of the output. */
#define SNAPBACK_SDL__TILE 128
/* Points closer together than this are merged. */
#define SNAPBACK_SDL__NEAR 1e-3f

/* A convex outline in pixels, clockwise on the screen. It is empty if it has no points. */
typedef struct snapback_sdl__shape {
  int count;
  SDL_FPoint points[SNAPBACK_SDL__POINTS];
} snapback_sdl__shape;

/* How to fill an outline. `back` maps pixels to texture coordinates; without a texture, it is not
   read. */
typedef struct snapback_sdl__fill {
  SDL_Color color;
  SDL_Texture *texture;
  double back[6];
} snapback_sdl__fill;

static double snapback_sdl__cross(SDL_FPoint from, SDL_FPoint to, SDL_FPoint point) {
  return ((double)to.x - from.x) * ((double)point.y - from.y) -
         ((double)to.y - from.y) * ((double)point.x - from.x);
}

static int snapback_sdl__is_near(SDL_FPoint one, SDL_FPoint other) {
  return fabsf(one.x - other.x) < SNAPBACK_SDL__NEAR && fabsf(one.y - other.y) < SNAPBACK_SDL__NEAR;
}

static void snapback_sdl__append(snapback_sdl__shape *shape, SDL_FPoint point) {
  if (shape->count > 0 && snapback_sdl__is_near(shape->points[shape->count - 1], point)) return;
  if (shape->count < SNAPBACK_SDL__POINTS) shape->points[shape->count++] = point;
}

static void snapback_sdl__close(snapback_sdl__shape *shape) {
  int last = shape->count - 1;
  if (last > 0 && snapback_sdl__is_near(shape->points[last], shape->points[0])) shape->count--;
  if (shape->count < 3) shape->count = 0;
}

/* The rectangle from (0, 0) to (width, height) with round corners, transformed by a matrix: x' =
   m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5]. It is empty if it has no area or is too far
   away for the coordinates of pixels. */
static void snapback_sdl__outline(
  snapback_sdl__shape *shape, const double m[6], double width, double height, double radius) {
  static const int right[4] = {0, 1, 1, 0}, below[4] = {0, 0, 1, 1};
  double half = (width < height ? width : height) / 2;
  int mirrored = m[0] * m[3] - m[1] * m[2] < 0, corner, piece, last;
  shape->count = 0;
  if (!(width > 0) || !(height > 0)) return;
  if (!(radius > 0)) radius = 0;
  if (radius > half) radius = half;
  last = radius > 0 ? SNAPBACK_SDL__PIECES : 0;
  for (corner = 0; corner < 4; corner++) {
    for (piece = 0; piece <= last; piece++) {
      /* The outline starts at the left edge, going up. A mirrored outline is traversed backwards,
         so that it is clockwise again. */
      int place = mirrored ? 3 - corner : corner, step = mirrored ? last - piece : piece;
      double angle = 1.5707963267948966 * (place + (last > 0 ? (double)step / last : 0));
      double x = (right[place] ? width - radius : radius) - radius * cos(angle);
      double y = (below[place] ? height - radius : radius) - radius * sin(angle);
      double across = m[0] * x + m[2] * y + m[4], down = m[1] * x + m[3] * y + m[5];
      SDL_FPoint point;
      if (!(fabs(across) < SNAPBACK_SDL__FARTHEST) || !(fabs(down) < SNAPBACK_SDL__FARTHEST)) {
        shape->count = 0;
        return;
      }
      point.x = (float)across;
      point.y = (float)down;
      snapback_sdl__append(shape, point);
    }
  }
  snapback_sdl__close(shape);
}

/* Clips a shape to the inside of an edge: Sutherland and Hodgman, Reentrant polygon clipping,
   Communications of the ACM 17, 1974. O(points of both). */
static void snapback_sdl__clip(snapback_sdl__shape *shape, const snapback_sdl__shape *edge) {
  snapback_sdl__shape before;
  int side, place;
  if (edge->count == 0) shape->count = 0;
  for (side = 0; side < edge->count && shape->count > 0; side++) {
    SDL_FPoint from = edge->points[side], to = edge->points[(side + 1) % edge->count];
    before = *shape;
    shape->count = 0;
    for (place = 0; place < before.count; place++) {
      SDL_FPoint here = before.points[place], next = before.points[(place + 1) % before.count];
      double inside = snapback_sdl__cross(from, to, here);
      double then = snapback_sdl__cross(from, to, next);
      if (inside >= 0) snapback_sdl__append(shape, here);
      if ((inside > 0 && then < 0) || (inside < 0 && then > 0)) {
        double share = inside / (inside - then);
        SDL_FPoint point;
        point.x = (float)(here.x + share * ((double)next.x - here.x));
        point.y = (float)(here.y + share * ((double)next.y - here.y));
        snapback_sdl__append(shape, point);
      }
    }
    snapback_sdl__close(shape);
  }
}

/* The direction away from the outline at a point, scaled so that both edges move by 1. */
static SDL_FPoint snapback_sdl__outwards(const snapback_sdl__shape *shape, int place) {
  SDL_FPoint here = shape->points[place];
  SDL_FPoint before = shape->points[(place + shape->count - 1) % shape->count];
  SDL_FPoint after = shape->points[(place + 1) % shape->count];
  double ax = here.x - before.x, ay = here.y - before.y;
  double bx = after.x - here.x, by = after.y - here.y;
  double a = hypot(ax, ay), b = hypot(bx, by), x = ay / a + by / b, y = -ax / a - bx / b;
  double size = (x * x + y * y) / 2;
  SDL_FPoint result;
  if (!(size > 0.5)) size = 0.5; /* corners sharper than 60 degrees are rounded */
  result.x = (float)(x / size);
  result.y = (float)(y / size);
  return result;
}

static SDL_Vertex snapback_sdl__vertex(
  SDL_FPoint here, SDL_FPoint way, float distance, const snapback_sdl__fill *fill) {
  SDL_Vertex result;
  memset(&result, 0, sizeof result);
  result.position.x = here.x + distance * way.x;
  result.position.y = here.y + distance * way.y;
  result.color = fill->color;
  if (distance > 0) result.color.a = 0;
  if (fill->texture) {
    const double *m = fill->back;
    double u = m[0] * result.position.x + m[2] * result.position.y + m[4];
    double v = m[1] * result.position.x + m[3] * result.position.y + m[5];
    result.tex_coord.x = (float)(u < 0 ? 0 : u > 1 ? 1 : u);
    result.tex_coord.y = (float)(v < 0 ? 0 : v > 1 ? 1 : v);
  }
  return result;
}

/* Fills an outline with a texture, without antialiased edges. */
static void snapback_sdl__draw_plain(
  SDL_Renderer *renderer, const snapback_sdl__shape *shape, const snapback_sdl__fill *fill) {
  static const SDL_FPoint nowhere = {0, 0};
  SDL_Vertex vertices[SNAPBACK_SDL__POINTS];
  int place;
  for (place = 0; place < shape->count; place++) {
    vertices[place] = snapback_sdl__vertex(shape->points[place], nowhere, 0, fill);
  }
  /* One by one, see snapback_sdl__draw_band. */
  for (place = 2; place < shape->count; place++) {
    int indices[3] = {0, 0, 0};
    indices[1] = place - 1;
    indices[2] = place;
    SDL_RenderGeometry(renderer, fill->texture, vertices, shape->count, indices, 3);
  }
}

/* Whether a texture has to be drawn in tiles. SDL 2.26's software renderer multiplies the area of a
   triangle, in quarters of a square pixel, by a coordinate in the texture. If the product does not
   fit into 32 bits, the renderer reads beyond the texture. The rectangle around the shape gives an
   upper bound of the area. Other renderers need no tiles. */
static int snapback_sdl__needs_tiles(
  SDL_Renderer *renderer, const snapback_sdl__shape *shape, SDL_Texture *texture) {
  SDL_RendererInfo info;
  int size[2], place;
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL}, area;
  if (SDL_GetRendererInfo(renderer, &info) != 0 || (info.flags & SDL_RENDERER_SOFTWARE) == 0 ||
      SDL_QueryTexture(texture, NULL, NULL, &size[0], &size[1]) != 0) {
    return 0;
  }
  for (place = 0; place < shape->count; place++) {
    low[0] = fmin(low[0], shape->points[place].x);
    low[1] = fmin(low[1], shape->points[place].y);
    high[0] = fmax(high[0], shape->points[place].x);
    high[1] = fmax(high[1], shape->points[place].y);
  }
  area = 4 * (high[0] - low[0] + 2) * (high[1] - low[1] + 2);
  return area * (size[0] > size[1] ? size[0] : size[1]) >= 2147483648.0;
}

/* Fills the visible part of an outline with the tiles of a texture. */
static void snapback_sdl__draw_tiles(
  SDL_Renderer *renderer, const snapback_sdl__shape *shape, const snapback_sdl__fill *fill) {
  const double *back = fill->back;
  double size = back[0] * back[3] - back[1] * back[2], m[6], low[2] = {1, 1}, high[2] = {0, 0};
  double screen[6] = {0, 0, 0, 0, 0, 0};
  snapback_sdl__shape seen = *shape, bounds;
  SDL_Rect pixels;
  int columns, rows, column, row, place, side;
  if (!(fabs(size) > 0)) return;
  /* The matrix from the coordinates of the texture to pixels. */
  m[0] = back[3] / size;
  m[1] = -back[1] / size;
  m[2] = -back[2] / size;
  m[3] = back[0] / size;
  m[4] = -(m[0] * back[4] + m[2] * back[5]);
  m[5] = -(m[1] * back[4] + m[3] * back[5]);
  SDL_RenderGetClipRect(renderer, &pixels);
  screen[0] = pixels.w;
  screen[3] = pixels.h;
  screen[4] = pixels.x;
  screen[5] = pixels.y;
  snapback_sdl__outline(&bounds, screen, 1, 1, 0);
  snapback_sdl__clip(&seen, &bounds);
  for (place = 0; place < seen.count; place++) {
    for (side = 0; side < 2; side++) {
      double part = back[side] * seen.points[place].x + back[side + 2] * seen.points[place].y
                    + back[side + 4];
      low[side] = fmin(low[side], part < 0 ? 0 : part);
      high[side] = fmax(high[side], part > 1 ? 1 : part);
    }
  }
  columns = (int)fmin(hypot(m[0], m[1]) / SNAPBACK_SDL__TILE, 1e6) + 1;
  rows = (int)fmin(hypot(m[2], m[3]) / SNAPBACK_SDL__TILE, 1e6) + 1;
  for (row = (int)(low[1] * rows); row < rows && row <= high[1] * rows; row++) {
    for (column = (int)(low[0] * columns); column < columns && column <= high[0] * columns;
         column++) {
      double across = (double)column / columns, down = (double)row / rows, tile[6];
      snapback_sdl__shape part;
      for (place = 0; place < 4; place++) tile[place] = m[place] / (place < 2 ? columns : rows);
      tile[4] = m[4] + m[0] * across + m[2] * down;
      tile[5] = m[5] + m[1] * across + m[3] * down;
      snapback_sdl__outline(&part, tile, 1, 1, 0);
      snapback_sdl__clip(&part, &seen);
      snapback_sdl__draw_plain(renderer, &part, fill);
    }
  }
}

/* Fills an outline. At its edges, the opacity falls to 0 over a pixel. If the texture has to be
   drawn in tiles, the edges are not antialiased. */
static void snapback_sdl__draw_shape(
  SDL_Renderer *renderer, const snapback_sdl__shape *shape, const snapback_sdl__fill *fill) {
  SDL_Vertex vertices[2 * SNAPBACK_SDL__POINTS];
  int indices[9 * SNAPBACK_SDL__POINTS], count = shape->count, used = 0, place;
  if (count < 3) return;
  if (fill->texture && snapback_sdl__needs_tiles(renderer, shape, fill->texture)) {
    snapback_sdl__draw_tiles(renderer, shape, fill);
    return;
  }
  for (place = 0; place < count; place++) {
    SDL_FPoint here = shape->points[place], way = snapback_sdl__outwards(shape, place);
    int next = (place + 1) % count;
    vertices[place] = snapback_sdl__vertex(here, way, -0.5f, fill);
    vertices[count + place] = snapback_sdl__vertex(here, way, 0.5f, fill);
    if (place > 0 && next > 0) {
      indices[used++] = 0, indices[used++] = place, indices[used++] = next;
    }
    indices[used++] = place, indices[used++] = count + place, indices[used++] = count + next;
    indices[used++] = place, indices[used++] = count + next, indices[used++] = next;
  }
  SDL_RenderGeometry(renderer, fill->texture, vertices, 2 * count, indices, used);
}

/* ---- Bands ---------------------------------------------------------------------------------- */

/* Borders and shadows are not convex. They are drawn as bands between rings around a view; the
   opacity is given at the points of the rings. */

/* The number of straight pieces in a corner of a ring, and of points on a side of it. */
#define SNAPBACK_SDL__BENDS 12
#define SNAPBACK_SDL__STOPS 16
#define SNAPBACK_SDL__RING (4 * (SNAPBACK_SDL__BENDS + 1 + SNAPBACK_SDL__STOPS))
/* A triangle that is clipped has at most this many corners. */
#define SNAPBACK_SDL__CORNERS (SNAPBACK_SDL__POINTS + 3)

/* A ring in pixels, with the opacity at each point, 0 to 255. */
typedef struct snapback_sdl__ring {
  int count;
  SDL_Vertex points[SNAPBACK_SDL__RING];
} snapback_sdl__ring;

/* The rectangle whose rings are drawn, and its matrix to pixels. `reach` is the distance from the
   corners within which sides have points of their own, 0 for none. */
typedef struct snapback_sdl__frame {
  const double *matrix;
  double width, height, radius, reach;
  SDL_Color color;
} snapback_sdl__frame;

/* The opacity at a point of a view, 0 to 1. */
typedef double snapback_sdl__opacity(const void *context, double x, double y);

static double snapback_sdl__at_least(double value, double least) {
  return value > least ? value : least;
}

static void snapback_sdl__add_point(
  snapback_sdl__ring *ring, const snapback_sdl__frame *frame, double x, double y,
  snapback_sdl__opacity *opacity, const void *context) {
  const double *m = frame->matrix;
  SDL_Vertex *vertex = ring->points + ring->count++;
  double alpha = opacity(context, x, y) * 255 + 0.5;
  memset(vertex, 0, sizeof *vertex);
  vertex->position.x = (float)(m[0] * x + m[2] * y + m[4]);
  vertex->position.y = (float)(m[1] * x + m[3] * y + m[5]);
  vertex->color = frame->color;
  vertex->color.a = (Uint8)(alpha > 255 ? 255 : alpha > 0 ? alpha : 0);
}

/* The ring at a distance outside of a rectangle with round corners, in points of the view. All
   rings of a frame have the same number of points. */
static void snapback_sdl__make_ring(
  snapback_sdl__ring *ring, const snapback_sdl__frame *frame, double distance,
  snapback_sdl__opacity *opacity, const void *context) {
  /* Clockwise from the upper left corner: where the corners are, and where the sides lead. */
  static const int right[4] = {0, 1, 1, 0}, below[4] = {0, 0, 1, 1};
  static const int along[4] = {1, 0, -1, 0}, down[4] = {0, 1, 0, -1};
  double half = (frame->width < frame->height ? frame->width : frame->height) / 2;
  double inset = snapback_sdl__at_least(distance, -half);
  double radius = snapback_sdl__at_least(frame->radius + inset, 0);
  int corner, piece;
  ring->count = 0;
  for (corner = 0; corner < 4; corner++) {
    double x = right[corner] ? frame->width + inset - radius : radius - inset;
    double y = below[corner] ? frame->height + inset - radius : radius - inset;
    double side = corner % 2 == 0 ? frame->width - 2 * (radius - inset)
                                  : frame->height - 2 * (radius - inset);
    for (piece = 0; piece <= SNAPBACK_SDL__BENDS; piece++) {
      double angle = 1.5707963267948966 * (corner + (double)piece / SNAPBACK_SDL__BENDS);
      snapback_sdl__add_point(
        ring, frame, x - radius * cos(angle), y - radius * sin(angle), opacity, context);
    }
    for (piece = 1; frame->reach > 0 && piece <= SNAPBACK_SDL__STOPS; piece++) {
      int is_late = piece > SNAPBACK_SDL__STOPS / 2;
      int step = is_late ? SNAPBACK_SDL__STOPS + 1 - piece : piece;
      double way = frame->reach * step / (SNAPBACK_SDL__STOPS / 2.0);
      if (way > side / 2) way = snapback_sdl__at_least(side / 2, 0);
      if (is_late) way = side - way;
      /* From the end of this corner towards the next. */
      snapback_sdl__add_point(
        ring, frame, x + radius * down[corner] + way * along[corner],
        y - radius * along[corner] + way * down[corner], opacity, context);
    }
  }
}

/* Clips a polygon to the inside of one side of an edge. The opacity is interpolated. */
static int snapback_sdl__cut(
  const SDL_Vertex *points, int count, SDL_FPoint from, SDL_FPoint to, SDL_Vertex *result) {
  int place, used = 0;
  for (place = 0; place < count; place++) {
    const SDL_Vertex *here = points + place, *next = points + (place + 1) % count;
    double inside = snapback_sdl__cross(from, to, here->position);
    double then = snapback_sdl__cross(from, to, next->position);
    if (inside >= 0) result[used++] = *here;
    if ((inside > 0 && then < 0) || (inside < 0 && then > 0)) {
      double share = inside / (inside - then);
      SDL_Vertex point = *here;
      point.position.x += (float)(share * ((double)next->position.x - here->position.x));
      point.position.y += (float)(share * ((double)next->position.y - here->position.y));
      point.color.a = (Uint8)(here->color.a + share * (next->color.a - here->color.a) + 0.5);
      result[used++] = point;
    }
  }
  return used;
}

static void snapback_sdl__draw_triangle(
  SDL_Renderer *renderer, const SDL_Vertex corners[3], const snapback_sdl__shape *edge) {
  SDL_Vertex one[SNAPBACK_SDL__CORNERS], other[SNAPBACK_SDL__CORNERS];
  int count = 3, side;
  memcpy(one, corners, 3 * sizeof *one);
  for (side = 0; side < edge->count && count > 0; side++) {
    count = snapback_sdl__cut(
      one, count, edge->points[side], edge->points[(side + 1) % edge->count], other);
    memcpy(one, other, (size_t)count * sizeof *one);
  }
  /* One by one, see snapback_sdl__draw_band. */
  for (side = 2; side < count; side++) {
    int indices[3] = {0, 0, 0};
    indices[1] = side - 1;
    indices[2] = side;
    SDL_RenderGeometry(renderer, NULL, one, count, indices, 3);
  }
}

/* Draws what is between two rings, inside of an edge; NULL for everywhere. */
static void snapback_sdl__draw_band(
  SDL_Renderer *renderer, const snapback_sdl__ring *outer, const snapback_sdl__ring *inner,
  const snapback_sdl__shape *edge) {
  SDL_Vertex vertices[2 * SNAPBACK_SDL__RING];
  int indices[6 * SNAPBACK_SDL__RING], count = outer->count, used = 0, place, half;
  memcpy(vertices, outer->points, (size_t)count * sizeof *vertices);
  memcpy(vertices + count, inner->points, (size_t)count * sizeof *vertices);
  /* SDL's software renderer leaves out some rectangles that two successive triangles form, so the
     two triangles of a part of the band are not next to each other. */
  for (half = 0; half < 2; half++) {
    for (place = 0; place < count; place++) {
      int next = (place + 1) % count;
      if (vertices[place].color.a == 0 && vertices[next].color.a == 0 &&
          vertices[count + place].color.a == 0 && vertices[count + next].color.a == 0) {
        continue;
      }
      indices[used++] = place;
      indices[used++] = half == 0 ? next : count + next;
      indices[used++] = half == 0 ? count + next : count + place;
    }
  }
  if (!edge) {
    if (used > 0) SDL_RenderGeometry(renderer, NULL, vertices, 2 * count, indices, used);
    return;
  }
  for (place = 0; place < used; place += 3) {
    SDL_Vertex corners[3];
    corners[0] = vertices[indices[place]];
    corners[1] = vertices[indices[place + 1]];
    corners[2] = vertices[indices[place + 2]];
    snapback_sdl__draw_triangle(renderer, corners, edge);
  }
}

static double snapback_sdl__constant(const void *context, double x, double y) {
  (void)x;
  (void)y;
  return *(const double *)context;
}

/* Draws a border of a width inside of a frame, with antialiased edges. */
static void snapback_sdl__draw_border(
  SDL_Renderer *renderer, const snapback_sdl__frame *frame, double width, double alpha,
  const snapback_sdl__shape *edge) {
  const double *m = frame->matrix, none = 0;
  double zoom = sqrt(fabs(m[0] * m[3] - m[1] * m[2])), soft, solid;
  snapback_sdl__ring one, other;
  if (!(zoom > 0)) return;
  /* Edges fall to 0 over a pixel, so a border that is narrower is fainter instead. */
  soft = 0.5 / zoom;
  solid = soft < width / 2 ? soft : width / 2;
  alpha *= width / (soft < width / 2 ? width : soft + width / 2);
  snapback_sdl__make_ring(&one, frame, soft, snapback_sdl__constant, &none);
  snapback_sdl__make_ring(&other, frame, -solid, snapback_sdl__constant, &alpha);
  snapback_sdl__draw_band(renderer, &one, &other, edge);
  snapback_sdl__make_ring(&one, frame, solid - width, snapback_sdl__constant, &alpha);
  snapback_sdl__draw_band(renderer, &other, &one, edge);
  snapback_sdl__make_ring(&other, frame, -soft - width, snapback_sdl__constant, &none);
  snapback_sdl__draw_band(renderer, &one, &other, edge);
}

/* A blurred rectangle with round corners; lengths are in points of the view. */
typedef struct snapback_sdl__blur {
  double x, y; /* its middle */
  double half_width, half_height, radius, deviation, opacity;
} snapback_sdl__blur;

/* The rings of a shadow, and the rows in which the height of a corner is summed. */
#define SNAPBACK_SDL__RINGS 14
#define SNAPBACK_SDL__ROWS 4

/* The part of a normal distribution that is between two numbers. */
static double snapback_sdl__normal(double low, double high) {
  return 0.5 * (erf(high * 0.7071067811865476) - erf(low * 0.7071067811865476));
}

/* The opacity of the blurred rectangle: a sum over rows, exact if the corners are square. */
static double snapback_sdl__shade(const void *context, double x, double y) {
  const snapback_sdl__blur *self = (const snapback_sdl__blur *)context;
  double across = (x - self->x) / self->deviation, below = 0, above, sum = 0;
  double straight = self->half_height - self->radius;
  int row, count = self->radius > 0 ? 2 * SNAPBACK_SDL__ROWS + 1 : 1;
  for (row = 0; row <= count; row++) {
    /* The end of the row; the row in the middle has all that is straight. */
    double end = self->half_height, half = self->half_width, corner, middle;
    double step = self->radius / SNAPBACK_SDL__ROWS;
    if (count > 1 && row <= SNAPBACK_SDL__ROWS) end = row * step - self->half_height;
    if (count > 1 && row > SNAPBACK_SDL__ROWS) {
      end = straight + (row - SNAPBACK_SDL__ROWS - 1) * step;
    }
    if (count == 1 && row == 0) end = -self->half_height;
    above = below;
    below = erf((end + self->y - y) / self->deviation * 0.7071067811865476);
    if (row == 0 || below <= above) continue;
    middle = end - step / 2;
    if (count == 1 || row == SNAPBACK_SDL__ROWS + 1) middle = 0;
    corner = snapback_sdl__at_least(fabs(middle) - straight, 0);
    half += sqrt(snapback_sdl__at_least(self->radius * self->radius - corner * corner, 0))
      - self->radius;
    half /= self->deviation;
    sum += (below - above) / 2 * snapback_sdl__normal(-half - across, half - across);
  }
  return self->opacity * sum;
}

/* Draws a shadow outside of the shape of a frame. O(rings × their points). */
static void snapback_sdl__draw_shadow(
  SDL_Renderer *renderer, snapback_sdl__frame *frame, const float offset[2], double radius,
  double opacity, const snapback_sdl__shape *edge) {
  const double *m = frame->matrix;
  double zoom = sqrt(fabs(m[0] * m[3] - m[1] * m[2])), far_away;
  snapback_sdl__blur blur;
  snapback_sdl__ring one, other;
  int number;
  if (!(zoom > 0)) return;
  blur.x = frame->width / 2 + offset[0];
  blur.y = frame->height / 2 + offset[1];
  blur.half_width = frame->width / 2;
  blur.half_height = frame->height / 2;
  blur.radius = frame->radius;
  /* At least half a pixel, because a sharper edge would need more rings. */
  blur.deviation = snapback_sdl__at_least(radius / 2, 0.5 / zoom);
  blur.opacity = opacity;
  far_away = 3 * blur.deviation + snapback_sdl__at_least(fabs(offset[0]), fabs(offset[1]));
  frame->reach = far_away + 3 * blur.deviation;
  snapback_sdl__make_ring(&one, frame, 0, snapback_sdl__shade, &blur);
  for (number = 1; number <= SNAPBACK_SDL__RINGS; number++) {
    snapback_sdl__make_ring(
      &other, frame, far_away * number / SNAPBACK_SDL__RINGS, snapback_sdl__shade, &blur);
    snapback_sdl__draw_band(renderer, &other, &one, edge);
    one = other;
  }
}

/* ---- Texts ---------------------------------------------------------------------------------- */

#ifdef SNAPBACK_SDL_TEXT

/* The pixels of the font size at which texts are measured, so that their lines do not depend on the
   size at which they are drawn. */
#define SNAPBACK_SDL__EM 256
/* Widths in points that differ by less are taken as equal. */
#define SNAPBACK_SDL__ALIKE 1e-3
/* The daemon estimates widths without fonts. A line that is too wide by up to this factor is
   condensed; a wider one is wrapped or shortened. */
#define SNAPBACK_SDL__TOO_WIDE 1.3
/* The largest number of bytes of a text that are drawn, and of its lines. */
#define SNAPBACK_SDL__LONGEST 16384
#define SNAPBACK_SDL__LINES 1000
/* The largest font size in pixels, and the largest width of a texture if the renderer states no
   limit. A text that would exceed them gets a smaller texture, which is stretched. */
#define SNAPBACK_SDL__LARGEST 1000
#define SNAPBACK_SDL__WIDEST 8192
/* If the textures of all texts need more bytes, those that the last picture did not need are
   freed. */
#define SNAPBACK_SDL__TEXT_BYTES ((size_t)64 << 20)
/* The values of snapback_look.truncation. */
#define SNAPBACK_SDL__TAIL 0
#define SNAPBACK_SDL__MIDDLE 1
#define SNAPBACK_SDL__HEAD 2
#define SNAPBACK_SDL__CUT 3

/* A font file, opened twice: SDL_ttf forgets all letters when the size of a font changes. */
typedef struct snapback_sdl__font {
  TTF_Font *ruler; /* measures texts */
  TTF_Font *pen;   /* draws texts at any size */
  int lightest, heaviest;
  unsigned dpi[2]; /* of the pen, whose font size is 1: 72 times the size in pixels */
} snapback_sdl__font;

/* A line of a text. Lengths are in points of the view. */
typedef struct snapback_sdl__line {
  char *string;
  double left, width;   /* the width is that before the line is condensed */
  SDL_Texture *texture; /* NULL before the line is drawn */
  int size[2];          /* of the texture */
  int origin[2];        /* the pixel of the texture at which the baseline begins */
  double wanted[2];     /* the pixels of a point for which the texture was made */
  double density[2];    /* the pixels of a point in the texture */
} snapback_sdl__line;

/* The text of a view as it was last drawn. */
typedef struct snapback_sdl__text {
  /* What the lines were made from. The string is NULL before the first picture. */
  char *string;
  size_t font;
  double size, width, share;
  int limit, truncation, script;
  snapback_sdl__line *lines;
  int count;
  double across;    /* the factor by which all lines are condensed */
  double matrix[6]; /* in the last picture that had the text, and the pixels of a point */
  double wanted[2];
  uint64_t picture; /* the number of that picture */
} snapback_sdl__text;

/* The fonts of a scene and its texts, by the handles of their views. */
typedef struct snapback_sdl__texts {
  snapback_sdl__font *fonts;
  size_t font_count;
  snapback_sdl__text *texts;
  uint32_t count;
  int is_started;
  int is_soft; /* a text moved in the last picture, so another picture draws it sharper */
  uint64_t picture;
  size_t bytes; /* of all textures */
} snapback_sdl__texts;

/* Measures the lines of one text. */
typedef struct snapback_sdl__ruler {
  TTF_Font *font;
  double pixel; /* of the font, in points */
  double room;  /* the width that a line may have */
  int spaces;   /* the pixels of two spaces */
  const char *dots;
  char *text;
  char *buffer;   /* for a part of the text and the dots; a space is before it */
  size_t *places; /* where letters begin, and the end of the last one */
} snapback_sdl__ruler;

/* Reads a code point and returns the number of its bytes. */
static size_t snapback_sdl__read_letter(const char *text, Uint32 *letter) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t size = bytes[0] < 0xc0 ? 1 : bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4, place;
  *letter = size == 1 ? bytes[0] : bytes[0] & (0xffu >> (size + 1));
  for (place = 1; place < size && (bytes[place] & 0xc0) == 0x80; place++) {
    *letter = *letter << 6 | (bytes[place] & 0x3fu);
  }
  return place;
}

/* Whether a code point is a part of the letter before it: an accent, or a part of an emoji. */
static int snapback_sdl__is_mark(Uint32 letter) {
  static const Uint32 ranges[][2] = {
    {0x300, 0x36f}, {0x591, 0x5bd}, {0x64b, 0x65f}, {0x200d, 0x200d}, {0x20d0, 0x20ff},
    {0xfe00, 0xfe0f}, {0x1f3fb, 0x1f3ff}};
  size_t number;
  for (number = 0; number < sizeof ranges / sizeof ranges[0]; number++) {
    if (letter >= ranges[number][0] && letter <= ranges[number][1]) return 1;
  }
  return 0;
}

/* Notes where the letters of a line begin and where the last one ends; returns their number. */
static size_t snapback_sdl__find_letters(snapback_sdl__ruler *self, const char *line, size_t size) {
  size_t place = 0, count = 0;
  int joins = 0;
  while (place < size) {
    Uint32 letter;
    size_t length = snapback_sdl__read_letter(line + place, &letter);
    if (count == 0 || !(joins || snapback_sdl__is_mark(letter))) self->places[count++] = place;
    joins = letter == 0x200d;
    place += length;
  }
  self->places[count] = size;
  return count;
}

/* The script of a text that is written from the right to the left, by its first letter that has a
   direction; else 0. */
static int snapback_sdl__script_of(const char *text) {
  while (*text != 0) {
    Uint32 letter;
    text += snapback_sdl__read_letter(text, &letter);
    if ((letter >= 0x5be && letter <= 0x5ff) || (letter >= 0xfb1d && letter <= 0xfb4f)) return 1;
    if ((letter >= 0x608 && letter <= 0x8ff) || (letter >= 0xfb50 && letter <= 0xfeff)) return 2;
    if (letter >= 0xc0 || (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z')) {
      return 0;
    }
  }
  return 0;
}

static void snapback_sdl__set_script(TTF_Font *font, int script) {
  static const char *const names[] = {"Zzzz", "Hebr", "Arab"};
  /* Without HarfBuzz, these have no effect. */
  TTF_SetFontDirection(font, script == 0 ? TTF_DIRECTION_LTR : TTF_DIRECTION_RTL);
  TTF_SetFontScriptName(font, names[script]);
}

/* The width of a part of a text, which is in the buffer afterwards. */
static double snapback_sdl__width_of(snapback_sdl__ruler *self, const char *part, size_t size) {
  int width = 0;
  if (part != self->buffer) memcpy(self->buffer, part, size);
  /* SDL_ttf counts ink beyond the ends of a text. A text between two spaces has no such ink. */
  memcpy(self->buffer + size, " ", 2);
  if (TTF_SizeUTF8(self->font, self->buffer - 1, &width, NULL) != 0) width = self->spaces;
  self->buffer[size] = 0;
  return (width - self->spaces) * self->pixel;
}

static int snapback_sdl__fits(snapback_sdl__ruler *self, const char *part, size_t size) {
  return snapback_sdl__width_of(self, part, size) <= self->room + SNAPBACK_SDL__ALIKE;
}

/* Writes a line with `kept` of its `count` letters to the buffer; returns its size. */
static size_t snapback_sdl__keep(
  snapback_sdl__ruler *self, const char *line, size_t count, size_t kept, int truncation) {
  size_t before = truncation == SNAPBACK_SDL__MIDDLE ? (kept + 1) / 2
                  : truncation == SNAPBACK_SDL__HEAD ? 0
                                                     : kept;
  size_t size = self->places[before], end = self->places[count];
  size_t after = self->places[count - (kept - before)];
  while (truncation == SNAPBACK_SDL__TAIL && size > 0 && line[size - 1] == ' ') size--;
  while (truncation == SNAPBACK_SDL__HEAD && after < end && line[after] == ' ') after++;
  memcpy(self->buffer, line, size);
  if (truncation != SNAPBACK_SDL__CUT) {
    memcpy(self->buffer + size, self->dots, strlen(self->dots));
    size += strlen(self->dots);
  }
  memcpy(self->buffer + size, line + after, end - after);
  return size + end - after;
}

/* The largest number of letters that fit. */
static size_t snapback_sdl__most(
  snapback_sdl__ruler *self, const char *line, size_t count, int truncation) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high + 1) / 2;
    size_t size = snapback_sdl__keep(self, line, count, middle, truncation);
    if (snapback_sdl__fits(self, self->buffer, size)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/* Whether a word ends where a line is shortened to a number of letters. */
static int snapback_sdl__is_between_words(
  const snapback_sdl__ruler *self, const char *line, size_t count, size_t kept, int truncation) {
  size_t last = truncation == SNAPBACK_SDL__HEAD ? count - kept : kept - 1;
  size_t removed = truncation == SNAPBACK_SDL__HEAD ? last - 1 : kept;
  if (kept >= count) return 0;
  return line[self->places[last]] != ' ' && line[self->places[removed]] == ' ';
}

/* Writes a line to the buffer, shortened to the room; returns its size. */
static size_t snapback_sdl__shorten(
  snapback_sdl__ruler *self, const char *line, size_t size, int truncation) {
  size_t count = snapback_sdl__find_letters(self, line, size);
  size_t kept = snapback_sdl__most(self, line, count, truncation), words = kept;
  if (truncation != SNAPBACK_SDL__MIDDLE) {
    while (words > 0 && !snapback_sdl__is_between_words(self, line, count, words, truncation)) {
      words--;
    }
    if (words > 0) kept = words;
  }
  return snapback_sdl__keep(self, line, count, kept, truncation);
}

/* The end of the line that begins at `start`: between words, or between the letters of a word that
   is wider than the room. `next` is where the next line begins, or SIZE_MAX. */
static size_t snapback_sdl__end_of_line(snapback_sdl__ruler *self, size_t start, size_t *next) {
  const char *text = self->text;
  size_t end = start, word, stop;
  for (;;) {
    word = end + strspn(text + end, " ");
    stop = word + strcspn(text + word, " \n");
    if (stop == word || !snapback_sdl__fits(self, text + start, stop - start)) break;
    end = stop;
  }
  if (stop == word) {
    *next = text[word] == '\n' ? word + 1 : SIZE_MAX;
  } else if (end > start) {
    *next = word;
  } else {
    size_t count = snapback_sdl__find_letters(self, text + start, stop - start);
    size_t kept = snapback_sdl__most(self, text + start, count, SNAPBACK_SDL__CUT);
    *next = end = start + self->places[kept > 0 ? kept : 1];
  }
  return end;
}

/* Appends a line. Returns 0 if there is no memory. */
static int snapback_sdl__add_line(
  snapback_sdl__text *self, snapback_sdl__ruler *ruler, const char *line, size_t size) {
  snapback_sdl__line *lines = (snapback_sdl__line *)realloc(
    self->lines, (size_t)(self->count + 1) * sizeof *lines);
  snapback_sdl__line *added;
  if (!lines) return 0;
  self->lines = lines;
  added = lines + self->count;
  memset(added, 0, sizeof *added);
  added->width = snapback_sdl__width_of(ruler, line, size);
  added->string = SDL_strdup(ruler->buffer);
  if (!added->string) return 0;
  self->count++;
  return 1;
}

/* Appends the rest of a text as the last line. */
static int snapback_sdl__add_rest(
  snapback_sdl__text *self, snapback_sdl__ruler *ruler, size_t start) {
  char *rest = ruler->text + start, *letter;
  size_t size = strlen(rest);
  for (letter = rest; *letter != 0; letter++) {
    if (*letter == '\n') *letter = ' ';
  }
  while (size > 0 && rest[size - 1] == ' ') size--;
  if (self->truncation == SNAPBACK_SDL__CUT || snapback_sdl__fits(ruler, rest, size)) {
    return snapback_sdl__add_line(self, ruler, rest, size);
  }
  size = snapback_sdl__shorten(ruler, rest, size, self->truncation);
  return snapback_sdl__add_line(self, ruler, ruler->buffer, size);
}

/* Removes the letters of a line that are completely outside of its view, because the width of a
   texture is limited. A letter that an edge of the view cuts remains. */
static void snapback_sdl__remove_hidden(
  snapback_sdl__line *line, snapback_sdl__ruler *ruler, double width) {
  size_t size = strlen(line->string), count, kept;
  count = snapback_sdl__find_letters(ruler, line->string, size);
  ruler->room = -line->left;
  kept = snapback_sdl__most(ruler, line->string, count, SNAPBACK_SDL__CUT);
  line->left += snapback_sdl__width_of(ruler, line->string, ruler->places[kept]);
  size -= ruler->places[kept];
  memmove(line->string, line->string + ruler->places[kept], size + 1);
  count = snapback_sdl__find_letters(ruler, line->string, size);
  ruler->room = width - line->left;
  kept = snapback_sdl__most(ruler, line->string, count, SNAPBACK_SDL__CUT);
  line->string[ruler->places[kept < count ? kept + 1 : count]] = 0;
  line->width = snapback_sdl__width_of(ruler, line->string, strlen(line->string));
}

/* Breaks a text into lines and arranges them in the width of its view. Returns 0 if there is no
   memory. */
static int snapback_sdl__arrange(snapback_sdl__text *self, snapback_sdl__ruler *ruler) {
  int is_cut = self->truncation == SNAPBACK_SDL__CUT, number;
  size_t start = 0, next = 0;
  double widest = 0;
  ruler->room = is_cut ? self->width : self->width * SNAPBACK_SDL__TOO_WIDE;
  for (; next != SIZE_MAX && self->count < self->limit; start = next) {
    size_t end = snapback_sdl__end_of_line(ruler, start, &next);
    int is_rest = next != SIZE_MAX && self->count + 1 == self->limit;
    int code = is_rest ? snapback_sdl__add_rest(self, ruler, start)
                       : snapback_sdl__add_line(self, ruler, ruler->text + start, end - start);
    if (!code) return 0;
  }
  for (number = 0; number < self->count; number++) {
    widest = snapback_sdl__at_least(widest, self->lines[number].width);
  }
  self->across = !is_cut && widest > self->width ? self->width / widest : 1;
  for (number = 0; number < self->count; number++) {
    snapback_sdl__line *line = self->lines + number;
    line->left = self->share * (self->width - line->width * self->across);
    if (is_cut && line->width > self->width) {
      snapback_sdl__remove_hidden(line, ruler, self->width);
    }
  }
  return 1;
}

static void snapback_sdl__free_line(snapback_sdl__texts *self, snapback_sdl__line *line) {
  if (line->texture) {
    SDL_DestroyTexture(line->texture);
    self->bytes -= (size_t)line->size[0] * (size_t)line->size[1] * 4;
  }
  SDL_free(line->string);
}

static void snapback_sdl__forget_text(snapback_sdl__texts *self, snapback_sdl__text *text) {
  while (text->count > 0) snapback_sdl__free_line(self, text->lines + --text->count);
  free(text->lines);
  SDL_free(text->string);
  memset(text, 0, sizeof *text);
}

static void snapback_sdl__forget_texts(snapback_sdl__texts *self) {
  while (self->count > 0) snapback_sdl__forget_text(self, self->texts + --self->count);
  free(self->texts);
  self->texts = NULL;
}

/* Gives the textures of lines to the same lines of a new arrangement, and frees all others. */
static void snapback_sdl__pass_textures(
  snapback_sdl__texts *self, snapback_sdl__text *from, snapback_sdl__text *to) {
  int number;
  for (number = 0; number < from->count && number < to->count; number++) {
    snapback_sdl__line *old = from->lines + number, *line = to->lines + number;
    if (from->font != to->font || from->size != to->size) break;
    if (strcmp(old->string, line->string) != 0) continue;
    line->texture = old->texture;
    old->texture = NULL;
    memcpy(line->size, old->size, sizeof line->size);
    memcpy(line->origin, old->origin, sizeof line->origin);
    memcpy(line->wanted, old->wanted, sizeof line->wanted);
    memcpy(line->density, old->density, sizeof line->density);
  }
  memcpy(to->matrix, from->matrix, sizeof to->matrix);
  memcpy(to->wanted, from->wanted, sizeof to->wanted);
  to->picture = from->picture;
  snapback_sdl__forget_text(self, from);
}

/* Makes the lines of a text from its settings. Returns 0 if there is no memory. */
static int snapback_sdl__make_lines(
  snapback_sdl__texts *self, snapback_sdl__text *text, const char *string) {
  snapback_sdl__ruler ruler;
  size_t size = strlen(string);
  char *letter, *block;
  int code = 0;
  if (size > SNAPBACK_SDL__LONGEST) {
    /* A letter of several bytes is not divided. */
    for (size = SNAPBACK_SDL__LONGEST; (string[size] & 0xc0) == 0x80; size--) continue;
  }
  memset(&ruler, 0, sizeof ruler);
  ruler.font = self->fonts[text->font].ruler;
  ruler.pixel = text->size / SNAPBACK_SDL__EM;
  ruler.dots = TTF_GlyphIsProvided32(ruler.font, 0x2026) ? "\xe2\x80\xa6" : "...";
  ruler.text = (char *)malloc(size + 1);
  block = (char *)malloc(size + 6);
  ruler.places = (size_t *)malloc((size + 1) * sizeof *ruler.places);
  text->string = SDL_strdup(string);
  if (ruler.text && block && ruler.places && text->string) {
    block[0] = ' ';
    ruler.buffer = block + 1;
    memcpy(ruler.text, string, size);
    ruler.text[size] = 0;
    for (letter = ruler.text; *letter != 0; letter++) {
      if (*letter == '\t' || *letter == '\r') *letter = ' ';
    }
    snapback_sdl__set_script(ruler.font, text->script);
    TTF_SizeUTF8(ruler.font, "  ", &ruler.spaces, NULL);
    code = snapback_sdl__arrange(text, &ruler);
  }
  free(ruler.text);
  free(block);
  free(ruler.places);
  return code;
}

/* The number of the font for a weight. There is at least one. */
static size_t snapback_sdl__font_for(const snapback_sdl__texts *self, int weight) {
  size_t number, best = 0;
  int least = INT_MAX;
  for (number = 0; number < self->font_count; number++) {
    const snapback_sdl__font *font = self->fonts + number;
    int away = weight < font->lightest   ? font->lightest - weight
               : weight > font->heaviest ? weight - font->heaviest
                                         : 0;
    if (away <= least) {
      least = away;
      best = number;
    }
  }
  return best;
}

/* The text of a view, arranged in a room of this size; NULL if there is no memory. */
static snapback_sdl__text *snapback_sdl__text_for(
  snapback_sdl__texts *self, uint32_t number, const snapback_text *text,
  const snapback_look *style, double width, double height) {
  snapback_sdl__text *old, fresh;
  double rows = 1, share = style->text_alignment == 1 ? 0.5 : 0;
  int weight = style->font_weight;
  /* The only text style whose weight is not regular, docs/layout.md. */
  if (weight == 0) weight = strcmp(text->style, "headline") == 0 ? 600 : 400;
  if (text->line_height > 0) rows = (height + SNAPBACK_SDL__ALIKE) / (double)text->line_height;
  if (text->lines > 0 && rows > text->lines) rows = text->lines;
  memset(&fresh, 0, sizeof fresh);
  fresh.font = snapback_sdl__font_for(self, weight);
  fresh.size = snapback_sdl__at_least((double)text->size, 1);
  fresh.width = width;
  fresh.limit = rows < 1 ? 1 : rows > SNAPBACK_SDL__LINES ? SNAPBACK_SDL__LINES : (int)rows;
  fresh.truncation = style->truncation;
  fresh.script = snapback_sdl__script_of(text->string);
  if (style->text_alignment == (fresh.script == 0 ? 2 : 0) || style->text_alignment == 4) share = 1;
  fresh.share = share;
  if (number >= self->count) {
    snapback_sdl__text *more =
      (snapback_sdl__text *)realloc(self->texts, (number + (size_t)1) * sizeof *more);
    if (!more) return NULL;
    memset(more + self->count, 0, (number + (size_t)1 - self->count) * sizeof *more);
    self->texts = more;
    self->count = number + 1;
  }
  old = self->texts + number;
  if (old->string && strcmp(old->string, text->string) == 0 && old->font == fresh.font &&
      old->size == fresh.size && old->width == width && old->limit == fresh.limit &&
      old->truncation == fresh.truncation && old->share == share) {
    return old;
  }
  if (!snapback_sdl__make_lines(self, &fresh, text->string)) {
    snapback_sdl__forget_text(self, &fresh);
    return NULL;
  }
  snapback_sdl__pass_textures(self, old, &fresh);
  *old = fresh;
  return old;
}

/* The number of rows above the baseline of a line that the pen has drawn. */
static int snapback_sdl__rise_of(TTF_Font *pen, const char *string, int height) {
  int ascent = TTF_FontAscent(pen), top = 0, highest = 0;
  int spare = height - TTF_FontHeight(pen);
  while (spare > 0 && *string != 0) {
    Uint32 letter;
    string += snapback_sdl__read_letter(string, &letter);
    if (TTF_GlyphMetrics32(pen, letter, NULL, NULL, NULL, &top, NULL) == 0 && top > highest) {
      highest = top;
    }
  }
  /* SDL_ttf adds rows for letters that are higher than those of the font usually are. */
  if (highest <= ascent) return ascent;
  return highest - ascent < spare ? highest : ascent + spare;
}

/* Draws a line into a texture with the wanted pixels of a point, or fewer if there would be too
   many. */
static void snapback_sdl__render_line(
  snapback_sdl__texts *self, SDL_Renderer *renderer, const snapback_sdl__text *text,
  snapback_sdl__line *line) {
  static const SDL_Color white = {255, 255, 255, 255};
  snapback_sdl__font *font = self->fonts + text->font;
  SDL_RendererInfo info;
  SDL_Surface *surface;
  Uint32 first;
  unsigned dpi[2];
  int axis, left = 0, most = 0;
  if (SDL_GetRendererInfo(renderer, &info) == 0) most = info.max_texture_width;
  if (most < 1) most = SNAPBACK_SDL__WIDEST;
  for (axis = 0; axis < 2; axis++) {
    double pixels = text->size * text->wanted[axis], limit = SNAPBACK_SDL__LARGEST;
    if (axis == 0) limit = fmin(limit, most * text->size / (line->width + 2 * text->size));
    dpi[axis] = (unsigned)(72 * fmax(fmin(pixels, limit), 1) + 0.5);
    line->wanted[axis] = text->wanted[axis];
    line->density[axis] = dpi[axis] / 72.0 / text->size;
  }
  if (line->texture) {
    SDL_DestroyTexture(line->texture);
    line->texture = NULL;
    self->bytes -= (size_t)line->size[0] * (size_t)line->size[1] * 4;
  }
  if (line->string[0] == 0) return;
  if (dpi[0] != font->dpi[0] || dpi[1] != font->dpi[1]) {
    memset(font->dpi, 0, sizeof font->dpi);
    if (TTF_SetFontSizeDPI(font->pen, 1, dpi[0], dpi[1]) != 0) return;
    memcpy(font->dpi, dpi, sizeof dpi);
  }
  snapback_sdl__set_script(font->pen, text->script);
  surface = TTF_RenderUTF8_Blended(font->pen, line->string, white);
  if (!surface) return;
  line->texture = SDL_CreateTextureFromSurface(renderer, surface);
  line->size[0] = surface->w;
  line->size[1] = surface->h;
  /* The texture begins further left if the first letter does. */
  snapback_sdl__read_letter(line->string, &first);
  TTF_GlyphMetrics32(font->pen, first, &left, NULL, NULL, NULL, NULL);
  line->origin[0] = left < 0 ? -left : 0;
  line->origin[1] = snapback_sdl__rise_of(font->pen, line->string, surface->h);
  SDL_FreeSurface(surface);
  if (!line->texture) return;
  self->bytes += (size_t)line->size[0] * (size_t)line->size[1] * 4;
  SDL_SetTextureBlendMode(line->texture, SDL_BLENDMODE_BLEND);
  SDL_SetTextureScaleMode(line->texture, SDL_ScaleModeLinear);
}

/* Makes the textures for the lines of a text that is drawn with a matrix. A line keeps a texture
   that was made for the same number of pixels of a point. While the text moves, it also keeps a
   texture if the numbers differ by a factor below 1.5. Returns whether the text rests. */
static int snapback_sdl__render_text(
  snapback_sdl__texts *self, SDL_Renderer *renderer, snapback_sdl__text *text,
  const double matrix[6]) {
  double wanted[2];
  int number, rests = 1;
  wanted[0] = hypot(matrix[0], matrix[1]) * text->across;
  wanted[1] = hypot(matrix[2], matrix[3]);
  for (number = 0; text->picture > 0 && number < 6; number++) {
    if (!(fabs(matrix[number] - text->matrix[number]) < 1e-6)) rests = 0;
  }
  for (number = 0; text->picture > 0 && number < 2; number++) {
    if (!(fabs(wanted[number] - text->wanted[number]) < 1e-6)) rests = 0;
  }
  memcpy(text->matrix, matrix, sizeof text->matrix);
  memcpy(text->wanted, wanted, sizeof wanted);
  text->picture = self->picture;
  for (number = 0; number < text->count; number++) {
    snapback_sdl__line *line = text->lines + number;
    double across = line->wanted[0] / wanted[0], down = line->wanted[1] / wanted[1];
    int is_same = fabs(across - 1) < 1e-3 && fabs(down - 1) < 1e-3;
    int is_similar = fabs(log(across)) < 0.4 && fabs(log(down)) < 0.4;
    if (is_same || (!rests && is_similar)) continue;
    snapback_sdl__render_line(self, renderer, text, line);
  }
  if (!rests) self->is_soft = 1;
  return rests;
}

/* Frees the texts of views that no longer have one. */
static void snapback_sdl__prune_texts(snapback_sdl__texts *self, const snapback *daemon) {
  uint32_t number, views = snapback_view_count(daemon);
  for (number = 0; number < self->count; number++) {
    if (number >= views || !snapback_view_at(daemon, number)->has_text) {
      snapback_sdl__forget_text(self, self->texts + number);
    }
  }
}

/* Frees textures if there are too many. */
static void snapback_sdl__limit_texts(snapback_sdl__texts *self) {
  uint32_t number;
  if (self->bytes <= SNAPBACK_SDL__TEXT_BYTES) return;
  for (number = 0; number < self->count; number++) {
    if (self->texts[number].picture != self->picture) {
      snapback_sdl__forget_text(self, self->texts + number);
    }
  }
}

static void snapback_sdl__close_font(snapback_sdl__font *font) {
  if (font->ruler) TTF_CloseFont(font->ruler);
  if (font->pen) TTF_CloseFont(font->pen);
}

static void snapback_sdl__end_texts(snapback_sdl__texts *self) {
  snapback_sdl__forget_texts(self);
  while (self->font_count > 0) snapback_sdl__close_font(self->fonts + --self->font_count);
  free(self->fonts);
  if (self->is_started) TTF_Quit();
}

/* Opens a font file; returns a code. */
static int snapback_sdl__add_font(
  snapback_sdl__texts *self, const char *file, int lightest, int heaviest) {
  snapback_sdl__font *fonts, font;
  if (!self->is_started && TTF_Init() != 0) return SNAPBACK_INVALID;
  self->is_started = 1;
  fonts = (snapback_sdl__font *)realloc(self->fonts, (self->font_count + 1) * sizeof *fonts);
  if (!fonts) {
    SDL_OutOfMemory();
    return SNAPBACK_NO_MEMORY;
  }
  self->fonts = fonts;
  memset(&font, 0, sizeof font);
  font.lightest = lightest;
  font.heaviest = heaviest;
  font.ruler = TTF_OpenFont(file, SNAPBACK_SDL__EM);
  if (font.ruler) font.pen = TTF_OpenFont(file, 1);
  if (!font.pen) {
    snapback_sdl__close_font(&font);
    return SNAPBACK_INVALID;
  }
  /* The widths of letters are in proportion to their size. */
  TTF_SetFontHinting(font.ruler, TTF_HINTING_NONE);
  TTF_SetFontHinting(font.pen, TTF_HINTING_LIGHT_SUBPIXEL);
  self->fonts[self->font_count++] = font;
  return SNAPBACK_OK;
}

#endif /* SNAPBACK_SDL_TEXT */

/* ---- Pictures ------------------------------------------------------------------------------- */

/* A texture and the name of its view or of its image. */
typedef struct snapback_sdl__cover {
  char *name;
  int is_image;
  SDL_Texture *texture;
} snapback_sdl__cover;

/* What a picture is drawn from. `poses` is NULL if it is drawn from the last frame. */
typedef struct snapback_sdl__picture {
  SDL_Renderer *renderer;
  snapback *daemon;
  const snapback_pose *poses;
  uint64_t time;
  snapback_sdl_place place;
  const snapback_sdl__cover *covers;
  size_t cover_count;
#ifdef SNAPBACK_SDL_TEXT
  snapback_sdl__texts *texts; /* NULL without fonts */
#endif
} snapback_sdl__picture;

/* A view at the time of the picture; its matrix is to pixels. */
typedef struct snapback_sdl__look {
  double matrix[6], width, height, radius, alpha;
  uint32_t color, visible;
} snapback_sdl__look;

static snapback_sdl__look snapback_sdl__look_of(const snapback_sdl__picture *self, uint32_t view) {
  const snapback_state *state = &snapback_view_at(self->daemon, view)->state;
  const snapback_pose *pose = self->poses ? self->poses + view : NULL;
  snapback_sdl__look result;
  int number;
  for (number = 0; number < 6; number++) {
    result.matrix[number] =
      self->place.zoom * (pose ? pose->matrix[number] : (double)state->to_screen[number]);
  }
  result.matrix[4] += self->place.x;
  result.matrix[5] += self->place.y;
  result.width = pose ? pose->frame[2] : state->frame[2];
  result.height = pose ? pose->frame[3] : state->frame[3];
  result.alpha = pose ? pose->alpha : state->alpha;
  result.radius = pose ? pose->corner_radius : state->corner_radius;
  result.color = pose ? pose->color : state->color;
  result.visible = pose ? pose->visible : state->visible;
  return result;
}

static SDL_Texture *snapback_sdl__texture_of(
  const snapback_sdl__picture *self, const char *name, int is_image) {
  size_t number;
  for (number = 0; number < self->cover_count; number++) {
    const snapback_sdl__cover *cover = self->covers + number;
    if (cover->is_image == is_image && strcmp(cover->name, name) == 0) return cover->texture;
  }
  return NULL;
}

/* Sets the map from pixels to the coordinates of a texture on a view. Returns 0 if there is none,
   because the view has no area. */
static int snapback_sdl__invert(const snapback_sdl__look *look, double back[6]) {
  const double *m = look->matrix;
  double size = m[0] * m[3] - m[1] * m[2];
  if (!(fabs(size * look->width * look->height) > 0)) return 0;
  back[0] = m[3] / size / look->width;
  back[1] = -m[1] / size / look->height;
  back[2] = -m[2] / size / look->width;
  back[3] = m[0] / size / look->height;
  back[4] = -(back[0] * m[4] + back[2] * m[5]);
  back[5] = -(back[1] * m[4] + back[3] * m[5]);
  return 1;
}

/* Makes the coordinates of a texture those of an image that covers the view with its sides in
   proportion. */
static void snapback_sdl__fit_image(
  const snapback_sdl__look *look, SDL_Texture *texture, double back[6]) {
  int width, height, part;
  double across, down;
  if (SDL_QueryTexture(texture, NULL, NULL, &width, &height) != 0) return;
  if (width < 1 || height < 1) return;
  across = look->width / width;
  down = look->height / height;
  for (part = 0; part < 2; part++) {
    /* The part of the image that is seen along this axis, of its whole. */
    double seen = part == 0 ? across / snapback_sdl__at_least(across, down)
                            : down / snapback_sdl__at_least(across, down);
    back[part] *= seen;
    back[part + 2] *= seen;
    back[part + 4] = back[part + 4] * seen + (1 - seen) / 2;
  }
}

/* The opacity of a view with its ancestors, and what they leave of it: `edge` is clipped to those
   that clip. Returns whether there are any. */
static int snapback_sdl__pass_ancestors(
  const snapback_sdl__picture *self, const snapback_view *view, double *alpha,
  snapback_sdl__shape *edge) {
  uint32_t number;
  int is_clipped = 0;
  /* Parents come first, so this loop ends. */
  for (number = view->parent; number != SNAPBACK_NO_VIEW; number = view->parent) {
    snapback_sdl__look above = snapback_sdl__look_of(self, number);
    view = snapback_view_at(self->daemon, number);
    *alpha *= above.alpha;
    if (view->clips) {
      snapback_sdl__shape clip;
      snapback_sdl__outline(&clip, above.matrix, above.width, above.height, above.radius);
      if (is_clipped) {
        snapback_sdl__clip(edge, &clip);
      } else {
        *edge = clip;
      }
      is_clipped = 1;
    }
  }
  return is_clipped;
}

static snapback_sdl__frame snapback_sdl__frame_of(
  const snapback_sdl__look *look, uint32_t color) {
  double half = (look->width < look->height ? look->width : look->height) / 2;
  snapback_sdl__frame result;
  memset(&result, 0, sizeof result);
  result.matrix = look->matrix;
  result.width = look->width;
  result.height = look->height;
  result.radius = look->radius < half ? look->radius : half;
  if (!(result.radius > 0)) result.radius = 0;
  result.color.r = (Uint8)(color >> 16);
  result.color.g = (Uint8)(color >> 8);
  result.color.b = (Uint8)color;
  return result;
}

static void snapback_sdl__cover_shape(
  const snapback_sdl__picture *self, const snapback_sdl__look *look,
  const snapback_sdl__shape *shape, SDL_Texture *texture, int is_image, double alpha) {
  snapback_sdl__fill fill;
  memset(&fill, 0, sizeof fill);
  if (!texture || !snapback_sdl__invert(look, fill.back)) return;
  if (is_image) snapback_sdl__fit_image(look, texture, fill.back);
  fill.texture = texture;
  fill.color.r = fill.color.g = fill.color.b = 255;
  fill.color.a = (Uint8)(alpha * 255 + 0.5);
  snapback_sdl__draw_shape(self->renderer, shape, &fill);
}

#ifdef SNAPBACK_SDL_TEXT

/* Draws a texture with SDL_RenderCopyF, cut to a shape, if each pixel of the texture is one of the
   output and the shape is an upright rectangle. If the texture were drawn as triangles, SDL's
   software renderer would move it by a pixel. Returns 0 if the texture has to be drawn as triangles
   nevertheless. */
static int snapback_sdl__copy(
  SDL_Renderer *renderer, const snapback_sdl__fill *fill, const double matrix[6],
  const snapback_sdl__shape *shape) {
  int width, height, place;
  SDL_FPoint low, high;
  SDL_Rect from;
  SDL_FRect to;
  if (SDL_QueryTexture(fill->texture, NULL, NULL, &width, &height) != 0 || shape->count != 4 ||
      matrix[0] != width || matrix[1] != 0 || matrix[2] != 0 || matrix[3] != height) {
    return 0;
  }
  low = high = shape->points[0];
  for (place = 1; place < 4; place++) {
    SDL_FPoint here = shape->points[place], before = shape->points[place - 1];
    if (fabsf(here.x - before.x) > SNAPBACK_SDL__NEAR &&
        fabsf(here.y - before.y) > SNAPBACK_SDL__NEAR) {
      return 0;
    }
    low.x = fminf(low.x, here.x);
    low.y = fminf(low.y, here.y);
    high.x = fmaxf(high.x, here.x);
    high.y = fmaxf(high.y, here.y);
  }
  from.x = (int)lround(low.x - matrix[4]);
  from.y = (int)lround(low.y - matrix[5]);
  from.w = (int)lround(high.x - matrix[4]) - from.x;
  from.h = (int)lround(high.y - matrix[5]) - from.y;
  if (from.w < 1 || from.h < 1) return 1;
  to.x = (float)(matrix[4] + from.x);
  to.y = (float)(matrix[5] + from.y);
  to.w = (float)from.w;
  to.h = (float)from.h;
  SDL_SetTextureColorMod(fill->texture, fill->color.r, fill->color.g, fill->color.b);
  SDL_SetTextureAlphaMod(fill->texture, fill->color.a);
  SDL_RenderCopyF(renderer, fill->texture, &from, &to);
  return 1;
}

/* Draws a texture of white letters on what a matrix makes of the square from (0, 0) to (1, 1),
   inside of an edge; NULL for everywhere. */
static void snapback_sdl__draw_letters(
  SDL_Renderer *renderer, SDL_Texture *texture, const double matrix[6], SDL_Color color,
  const snapback_sdl__shape *edge) {
  snapback_sdl__look square;
  snapback_sdl__fill fill;
  snapback_sdl__shape shape;
  memset(&square, 0, sizeof square);
  memcpy(square.matrix, matrix, sizeof square.matrix);
  square.width = square.height = 1;
  memset(&fill, 0, sizeof fill);
  fill.texture = texture;
  fill.color = color;
  if (!snapback_sdl__invert(&square, fill.back)) return;
  snapback_sdl__outline(&shape, matrix, 1, 1, 0);
  if (edge) snapback_sdl__clip(&shape, edge);
  if (snapback_sdl__copy(renderer, &fill, matrix, &shape)) return;
  if (snapback_sdl__needs_tiles(renderer, &shape, texture)) {
    snapback_sdl__draw_tiles(renderer, &shape, &fill);
  } else {
    snapback_sdl__draw_plain(renderer, &shape, &fill);
  }
}

/* Sets the matrix that maps the square from (0, 0) to (1, 1) to the pixels that the texture of a
   line covers. A line that rests begins at a whole pixel, unless its view is turned or mirrored or
   its texture is stretched. */
static void snapback_sdl__place_line(
  const snapback_sdl__text *text, const snapback_sdl__line *line, const double m[6],
  double baseline, int rests, double result[6]) {
  double across = text->across / line->density[0], down = 1 / line->density[1];
  double left = line->left - across * line->origin[0], top = baseline - down * line->origin[1];
  int is_exact = text->size * fabs(line->density[0] - text->wanted[0]) < 0.01 &&
                 text->size * fabs(line->density[1] - text->wanted[1]) < 0.01;
  result[0] = m[0] * across * line->size[0];
  result[1] = m[1] * across * line->size[0];
  result[2] = m[2] * down * line->size[1];
  result[3] = m[3] * down * line->size[1];
  result[4] = m[0] * left + m[2] * top + m[4];
  result[5] = m[1] * left + m[3] * top + m[5];
  if (!is_exact || m[0] < 0 || m[3] < 0 || !(fabs(m[1]) + fabs(m[2]) < 1e-9)) return;
  result[0] = line->size[0];
  result[1] = result[2] = 0;
  result[3] = line->size[1];
  if (rests) {
    result[4] = floor(result[4] + 0.5);
    result[5] = floor(result[5] + 0.5);
  }
}

/* Draws the text of a view inside of an edge; NULL for everywhere. */
static void snapback_sdl__draw_text(
  const snapback_sdl__picture *self, uint32_t number, const snapback_sdl__look *look,
  const snapback_look *style, double alpha, const snapback_sdl__shape *edge) {
  const snapback_view *view = snapback_view_at(self->daemon, number);
  double free_part, baseline = (double)view->text.first_baseline, matrix[6];
  double line_height = (double)view->text.line_height;
  snapback_sdl__shape bounds;
  snapback_sdl__text *text;
  SDL_Color color;
  int place, rests;
  color.r = (Uint8)(style->text_color >> 16);
  color.g = (Uint8)(style->text_color >> 8);
  color.b = (Uint8)style->text_color;
  color.a = (Uint8)(alpha * (style->text_color >> 24) + 0.5);
  if (color.a == 0) return;
  text = snapback_sdl__text_for(
    self->texts, number, &view->text, style, look->width, look->height);
  if (!text) return;
  if (style->truncation == SNAPBACK_SDL__CUT) {
    snapback_sdl__outline(&bounds, look->matrix, look->width, look->height, 0);
    if (edge) snapback_sdl__clip(&bounds, edge);
    edge = &bounds;
  }
  free_part = snapback_sdl__at_least(look->height - text->count * line_height, 0);
  baseline += free_part * style->vertical_alignment / 2;
  rests = snapback_sdl__render_text(self->texts, self->renderer, text, look->matrix);
  for (place = 0; place < text->count; place++) {
    const snapback_sdl__line *line = text->lines + place;
    if (!line->texture) continue;
    snapback_sdl__place_line(
      text, line, look->matrix, baseline + place * line_height, rests, matrix);
    snapback_sdl__draw_letters(self->renderer, line->texture, matrix, color, edge);
  }
}

#endif /* SNAPBACK_SDL_TEXT */

/* Draws a view without its border. */
static void snapback_sdl__draw_view(const snapback_sdl__picture *self, uint32_t number) {
  const snapback_view *view = snapback_view_at(self->daemon, number);
  snapback_sdl__look look = snapback_sdl__look_of(self, number);
  snapback_look style;
  double alpha = look.alpha, filled;
  snapback_sdl__fill fill;
  snapback_sdl__shape shape, edge;
  int is_clipped;
  if (!look.visible) return;
  snapback_sdl__outline(&shape, look.matrix, look.width, look.height, look.radius);
  if (shape.count == 0) return;
  is_clipped = snapback_sdl__pass_ancestors(self, view, &alpha, &edge);
  if (is_clipped && edge.count == 0) return;
  if (snapback_look_at(self->daemon, number, self->time, &style) != 1) {
    memset(&style, 0, sizeof style);
    style.fill_alpha = 1;
    style.text_color = 0xff000000u;
    style.image = "";
  }
  filled = look.color >> 24 != 0 ? alpha * style.fill_alpha : 0;
  if (filled > 0 && style.shadow_opacity > 0) {
    snapback_sdl__frame frame = snapback_sdl__frame_of(&look, style.shadow_color);
    snapback_sdl__draw_shadow(
      self->renderer, &frame, style.shadow_offset, style.shadow_radius,
      filled * style.shadow_opacity, is_clipped ? &edge : NULL);
  }
  if (is_clipped) snapback_sdl__clip(&shape, &edge);
  memset(&fill, 0, sizeof fill);
  fill.color.a = (Uint8)(filled * 255 + 0.5);
  fill.color.r = (Uint8)(look.color >> 16);
  fill.color.g = (Uint8)(look.color >> 8);
  fill.color.b = (Uint8)look.color;
  if (fill.color.a > 0) snapback_sdl__draw_shape(self->renderer, &shape, &fill);
  if (style.image[0] != 0) {
    snapback_sdl__cover_shape(
      self, &look, &shape, snapback_sdl__texture_of(self, style.image, 1), 1, alpha);
  }
  snapback_sdl__cover_shape(
    self, &look, &shape, snapback_sdl__texture_of(self, view->name, 0), 0, alpha);
#ifdef SNAPBACK_SDL_TEXT
  if (self->texts && view->has_text && shape.count > 0) {
    const snapback_sdl__shape *bounds = view->clips ? &shape : is_clipped ? &edge : NULL;
    snapback_sdl__draw_text(self, number, &look, &style, alpha, bounds);
  }
#endif
}

/* Draws the border of a view over its children. */
static void snapback_sdl__finish_view(const snapback_sdl__picture *self, uint32_t number) {
  snapback_sdl__look look;
  snapback_look style;
  snapback_sdl__shape edge;
  double alpha;
  int is_clipped;
  if (snapback_look_at(self->daemon, number, self->time, &style) != 1) return;
  if (!(style.border_width > 0) || style.border_color >> 24 == 0) return;
  look = snapback_sdl__look_of(self, number);
  if (!look.visible) return;
  /* A view without an outline has no area, or is too far away. */
  snapback_sdl__outline(&edge, look.matrix, look.width, look.height, look.radius);
  if (edge.count == 0) return;
  alpha = look.alpha * (style.border_color >> 24) / 255;
  is_clipped = snapback_sdl__pass_ancestors(
    self, snapback_view_at(self->daemon, number), &alpha, &edge);
  if (!(alpha > 0) || (is_clipped && edge.count == 0)) return;
  {
    snapback_sdl__frame frame = snapback_sdl__frame_of(&look, style.border_color);
    snapback_sdl__draw_border(
      self->renderer, &frame, style.border_width, alpha, is_clipped ? &edge : NULL);
  }
}

static void snapback_sdl__draw_all(const snapback_sdl__picture *self) {
  const snapback_screen *screen = snapback_screen_of(self->daemon);
  SDL_FRect edge;
  SDL_Rect pixels;
  uint32_t view, count = snapback_view_count(self->daemon);
  SDL_SetRenderDrawBlendMode(self->renderer, SDL_BLENDMODE_BLEND);
  SDL_SetRenderDrawColor(self->renderer, 0, 0, 0, 255);
  SDL_RenderClear(self->renderer);
  edge.x = (float)self->place.x;
  edge.y = (float)self->place.y;
  edge.w = (float)(self->place.zoom * screen->width);
  edge.h = (float)(self->place.zoom * screen->height);
  SDL_SetRenderDrawColor(
    self->renderer, (Uint8)(screen->background >> 16), (Uint8)(screen->background >> 8),
    (Uint8)screen->background, 255);
  SDL_RenderFillRectF(self->renderer, &edge);
  /* Nothing outside of the screen is visible. */
  pixels.x = (int)edge.x;
  pixels.y = (int)edge.y;
  pixels.w = (int)(edge.w + 0.5f);
  pixels.h = (int)(edge.h + 0.5f);
  SDL_RenderSetClipRect(self->renderer, &pixels);
  /* Parents come first, later siblings are in front. A border is over the children of its view. */
  for (view = 0; view < count; view++) {
    uint32_t next = view + 1 < count ? snapback_view_at(self->daemon, view + 1)->parent
                                     : SNAPBACK_NO_VIEW;
    uint32_t done = view;
    snapback_sdl__draw_view(self, view);
    for (; done != next && done != SNAPBACK_NO_VIEW;
         done = snapback_view_at(self->daemon, done)->parent) {
      snapback_sdl__finish_view(self, done);
    }
  }
  SDL_RenderSetClipRect(self->renderer, NULL);
}

snapback_sdl_place snapback_sdl_fit(const snapback *daemon, int width, int height) {
  const snapback_screen *screen = snapback_screen_of(daemon);
  snapback_sdl_place result = {1, 0, 0};
  if (screen->width > 0 && screen->height > 0) {
    double across = width / (double)screen->width, down = height / (double)screen->height;
    result.zoom = across < down ? across : down;
    result.x = (width - result.zoom * screen->width) / 2;
    result.y = (height - result.zoom * screen->height) / 2;
  }
  return result;
}

/* ---- Waking --------------------------------------------------------------------------------- */

/* SDL waits only for its own events. This thread waits for a descriptor and posts an SDL event; it
   never touches the connection. */
typedef struct snapback_sdl__wake {
  SDL_Thread *thread;
  SDL_mutex *lock;
  SDL_cond *asked;
  int alarm[2]; /* a pipe that ends the wait early */
  int descriptor, events, is_over;
  Uint32 type; /* of the event */
} snapback_sdl__wake;

static int SDLCALL snapback_sdl__wait_for_news(void *context) {
  snapback_sdl__wake *self = (snapback_sdl__wake *)context;
  char bytes[64];
  SDL_LockMutex(self->lock);
  while (!self->is_over) {
    struct pollfd watched[2];
    SDL_Event event;
    if (self->descriptor < 0) {
      SDL_CondWait(self->asked, self->lock);
      continue;
    }
    watched[0].fd = self->alarm[0];
    watched[0].events = POLLIN;
    watched[1].fd = self->descriptor;
    watched[1].events = (short)self->events;
    watched[0].revents = watched[1].revents = 0;
    SDL_UnlockMutex(self->lock);
    poll(watched, 2, -1);
    SDL_LockMutex(self->lock);
    while (read(self->alarm[0], bytes, sizeof bytes) > 0) continue;
    if (watched[1].revents == 0 || watched[1].fd != self->descriptor) continue;
    self->descriptor = -1;
    memset(&event, 0, sizeof event);
    event.type = self->type;
    SDL_PushEvent(&event);
  }
  SDL_UnlockMutex(self->lock);
  return 0;
}

static int snapback_sdl__start_waking(snapback_sdl__wake *self) {
  self->type = SDL_RegisterEvents(1);
  self->descriptor = -1;
  self->lock = SDL_CreateMutex();
  self->asked = SDL_CreateCond();
  if (pipe(self->alarm) != 0) {
    self->alarm[0] = self->alarm[1] = -1;
    return 0;
  }
  fcntl(self->alarm[0], F_SETFL, O_NONBLOCK);
  fcntl(self->alarm[1], F_SETFL, O_NONBLOCK);
  self->thread = SDL_CreateThread(snapback_sdl__wait_for_news, "snapback", self);
  return self->thread != NULL;
}

static void snapback_sdl__alarm(snapback_sdl__wake *self) {
  SDL_CondSignal(self->asked);
  /* A full pipe ends the wait as well. */
  if (write(self->alarm[1], "", 1) < 0) return;
}

/* Requests one event when the descriptor becomes readable or, if `writes`, writable. With -1,
   requests nothing. Repeating a request has no effect. */
static void snapback_sdl__watch(snapback_sdl__wake *self, int descriptor, int writes) {
  int events = writes ? POLLIN | POLLOUT : POLLIN;
  SDL_LockMutex(self->lock);
  if (descriptor != self->descriptor || events != self->events) {
    self->descriptor = descriptor;
    self->events = events;
    snapback_sdl__alarm(self);
  }
  SDL_UnlockMutex(self->lock);
}

static void snapback_sdl__stop_waking(snapback_sdl__wake *self) {
  if (self->thread) {
    SDL_LockMutex(self->lock);
    self->is_over = 1;
    snapback_sdl__alarm(self);
    SDL_UnlockMutex(self->lock);
    SDL_WaitThread(self->thread, NULL);
  }
  if (self->alarm[0] >= 0) close(self->alarm[0]);
  if (self->alarm[1] >= 0) close(self->alarm[1]);
  SDL_DestroyCond(self->asked);
  SDL_DestroyMutex(self->lock);
}

/* ---- Scenes --------------------------------------------------------------------------------- */

/* The mouse, and as many fingers as the daemon allows a client. */
#define SNAPBACK_SDL__FINGERS 10
/* The bit of snapback_welcome.roles for injecting touches. */
#define SNAPBACK_SDL__INJECT 8
/* Nanoseconds after which the last present says nothing about the next refresh: the display may
   have changed its rate meanwhile, and the error of the refresh interval has added up. */
#define SNAPBACK_SDL__MEMORY 1000000000

struct snapback_sdl {
  SDL_Window *window;
  SDL_Renderer *renderer;
  snapback *daemon;
  snapback_options options;
  snapback_sdl__wake wake;
  snapback_sdl__cover *covers;
  size_t cover_count;
#ifdef SNAPBACK_SDL_TEXT
  snapback_sdl__texts texts;
#endif
  int by_frames, is_stale, is_synchronized, is_replay;
  int has_segment;  /* since the snapshot */
  int needs_frames; /* a motion has a part that this version does not know */
  uint64_t refresh; /* of the display, in nanoseconds */
  uint64_t shown;   /* the time of the last present, or 0 */
  uint64_t aimed;   /* the time that the picture was drawn for */
  uint64_t frame;   /* the frame that is not shown yet, or 0 */
  uint64_t frame_time;
  int may_inject, sends;
  /* The contacts that are down. Index 0 is the mouse. */
  int is_down[SNAPBACK_SDL__FINGERS];
  double last[SNAPBACK_SDL__FINGERS][2]; /* their points on the screen */
  SDL_TouchID devices[SNAPBACK_SDL__FINGERS];
  SDL_FingerID ids[SNAPBACK_SDL__FINGERS];
};

static int snapback_sdl__connect(snapback_sdl *self) {
  int code = snapback_connect(&self->options, &self->daemon);
  if (code == SNAPBACK_OK) return code;
  SDL_SetError("no daemon listens at the socket (code %d)", code);
  return code;
}

static void snapback_sdl__learn_display(snapback_sdl *self) {
  SDL_RendererInfo info;
  SDL_DisplayMode mode;
  self->is_synchronized = SDL_GetRendererInfo(self->renderer, &info) == 0 &&
                          (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
  self->refresh = 1000000000 / 60;
  if (self->window && SDL_GetWindowDisplayMode(self->window, &mode) == 0 && mode.refresh_rate > 0) {
    self->refresh = 1000000000 / (uint64_t)mode.refresh_rate;
  }
}

snapback_sdl *snapback_sdl_create(
  SDL_Window *window, SDL_Renderer *renderer, const snapback_options *options) {
  snapback_sdl *self = (snapback_sdl *)calloc(1, sizeof *self);
  if (!self) {
    SDL_OutOfMemory();
    return NULL;
  }
  self->window = window;
  self->renderer = renderer;
  if (options) {
    self->options = *options;
  } else {
    self->options.want = SNAPBACK_SEGMENTS | SNAPBACK_SCHEDULE;
    self->options.reconnect = 1;
  }
  self->by_frames = (self->options.want & SNAPBACK_SEGMENTS) == 0;
  self->is_stale = self->sends = 1;
  snapback_sdl__learn_display(self);
  if (!snapback_sdl__start_waking(&self->wake)) {
    SDL_SetError("there is no thread to wait for the daemon");
  } else if (snapback_sdl__connect(self) == SNAPBACK_OK) {
    return self;
  }
  snapback_sdl_destroy(self);
  return NULL;
}

void snapback_sdl_destroy(snapback_sdl *self) {
  if (!self) return;
  snapback_sdl__stop_waking(&self->wake);
  snapback_close(self->daemon);
  while (self->cover_count > 0) free(self->covers[--self->cover_count].name);
  free(self->covers);
#ifdef SNAPBACK_SDL_TEXT
  snapback_sdl__end_texts(&self->texts);
#endif
  free(self);
}

snapback *snapback_sdl_connection(const snapback_sdl *self) { return self->daemon; }

static void snapback_sdl__size(const snapback_sdl *self, int *width, int *height) {
  *width = *height = 0;
  SDL_GetRendererOutputSize(self->renderer, width, height);
}

snapback_sdl_place snapback_sdl_place_of(const snapback_sdl *self) {
  int width, height;
  snapback_sdl__size(self, &width, &height);
  return snapback_sdl_fit(self->daemon, width, height);
}

static int snapback_sdl__set_cover(
  snapback_sdl *self, const char *name, int is_image, SDL_Texture *texture) {
  size_t number, size = strlen(name) + 1;
  snapback_sdl__cover *covers;
  char *copy;
  self->is_stale = 1;
  for (number = 0; number < self->cover_count; number++) {
    covers = self->covers + number;
    if (covers->is_image == is_image && strcmp(covers->name, name) == 0) {
      covers->texture = texture;
      return SNAPBACK_OK;
    }
  }
  covers = (snapback_sdl__cover *)realloc(self->covers, (number + 1) * sizeof *covers);
  if (!covers) return SNAPBACK_NO_MEMORY;
  self->covers = covers;
  copy = (char *)malloc(size);
  if (!copy) return SNAPBACK_NO_MEMORY;
  memcpy(copy, name, size);
  covers[number].name = copy;
  covers[number].is_image = is_image;
  covers[number].texture = texture;
  self->cover_count = number + 1;
  return SNAPBACK_OK;
}

int snapback_sdl_set_texture(snapback_sdl *self, const char *view, SDL_Texture *texture) {
  return snapback_sdl__set_cover(self, view, 0, texture);
}

int snapback_sdl_set_image(snapback_sdl *self, const char *image, SDL_Texture *texture) {
  return snapback_sdl__set_cover(self, image, 1, texture);
}

#ifdef SNAPBACK_SDL_TEXT
int snapback_sdl_add_font(snapback_sdl *self, const char *file, int lightest, int heaviest) {
  self->is_stale = 1;
  return snapback_sdl__add_font(&self->texts, file, lightest, heaviest);
}
#endif

/* ---- Messages ------------------------------------------------------------------------------- */

/* Reports when the frame was shown, or that it was skipped; the daemon then sends the next one. */
static void snapback_sdl__report(snapback_sdl *self, uint64_t time, int discarded) {
  if (self->frame == 0) return;
  if (self->options.acknowledge) {
    snapback_presented(
      self->daemon, self->frame, self->is_replay ? self->frame_time : time,
      self->is_replay ? 0 : self->refresh, discarded);
  }
  self->frame = 0;
}

/* Connects again for frames: the times of segments are those of another clock, or a segment has a
   part that this version does not know. */
static int snapback_sdl__ask_for_frames(snapback_sdl *self) {
  self->options.want &= ~(uint32_t)(SNAPBACK_SEGMENTS | SNAPBACK_SCHEDULE);
  self->options.want |= SNAPBACK_FRAMES;
  self->options.acknowledge = 1;
  self->by_frames = 1;
  self->needs_frames = 0;
  snapback_sdl__watch(&self->wake, -1, 0);
  snapback_close(self->daemon);
  self->daemon = NULL;
  return snapback_sdl__connect(self);
}

static void snapback_sdl__take(snapback_sdl *self, const snapback_message *message) {
  switch (message->type) {
  case SNAPBACK_TYPE_WELCOME:
    self->may_inject = (message->as.welcome.roles & SNAPBACK_SDL__INJECT) != 0;
    self->is_replay = message->as.welcome.clock != 0;
    break;
  case SNAPBACK_TYPE_SNAPSHOT:
  case SNAPBACK_TYPE_FRAME:
    /* A frame that was replaced before it was drawn was never shown. */
    snapback_sdl__report(self, snapback_now(), 1);
    self->frame = self->by_frames && message->type == SNAPBACK_TYPE_FRAME ? message->seq : 0;
    self->frame_time = message->time;
    self->is_stale = 1;
    if (message->type == SNAPBACK_TYPE_SNAPSHOT) {
      self->has_segment = 0;
#ifdef SNAPBACK_SDL_TEXT
      snapback_sdl__prune_texts(&self->texts, self->daemon);
#endif
    }
    break;
  case SNAPBACK_TYPE_SEGMENT: self->has_segment = self->is_stale = 1; break;
  case SNAPBACK_TYPE_LOOKS: self->is_stale = 1; break;
  case SNAPBACK_TYPE_LOST:
    self->frame = 0;
    /* The daemon has cancelled the contacts of the connection. */
    memset(self->is_down, 0, sizeof self->is_down);
    break;
  default: break;
  }
}

int snapback_sdl_poll(snapback_sdl *self, snapback_message *message) {
  int code;
  if (!self->daemon) return SNAPBACK_CLOSED;
  if (self->needs_frames) {
    code = snapback_sdl__ask_for_frames(self);
    if (code != SNAPBACK_OK) return code;
  }
  code = snapback_poll(self->daemon, message);
  if (code > 0) {
    snapback_sdl__take(self, message);
    if (self->is_replay && !self->by_frames) {
      int again = snapback_sdl__ask_for_frames(self);
      return again == SNAPBACK_OK ? snapback_sdl_poll(self, message) : again;
    }
  } else if (code < 0) {
    SDL_SetError("%s", snapback_error(self->daemon));
  }
  return code;
}

void snapback_sdl_wait(snapback_sdl *self) {
  if (!self->daemon) return;
  snapback_sdl__watch(
    &self->wake, snapback_descriptor(self->daemon), snapback_wants_write(self->daemon));
  SDL_WaitEventTimeout(NULL, snapback_timeout(self->daemon));
}

/* ---- Time ----------------------------------------------------------------------------------- */

int snapback_sdl_is_due(snapback_sdl *self) {
  int is_hidden =
    self->window && (SDL_GetWindowFlags(self->window) & SDL_WINDOW_MINIMIZED) != 0;
  return self->daemon && self->is_stale && !is_hidden;
}

uint64_t snapback_sdl_time(const snapback_sdl *self) {
  uint64_t now = snapback_now();
  if (self->shown == 0 || now < self->shown || now - self->shown > SNAPBACK_SDL__MEMORY) {
    return now + self->refresh;
  }
  return self->shown + ((now - self->shown) / self->refresh + 1) * self->refresh;
}

/* Whether all views are evaluated from segments. */
static int snapback_sdl__is_exact(const snapback_sdl__picture *picture) {
  uint32_t view, count = snapback_view_count(picture->daemon);
  for (view = 0; view < count; view++) {
    if (!picture->poses[view].exact) return 0;
  }
  return 1;
}

void snapback_sdl_draw(snapback_sdl *self, uint64_t time) {
  snapback_sdl__picture picture;
  memset(&picture, 0, sizeof picture);
  if (!self->daemon) return;
  picture.renderer = self->renderer;
  picture.daemon = self->daemon;
  picture.time = time;
  picture.place = snapback_sdl_place_of(self);
  picture.covers = self->covers;
  picture.cover_count = self->cover_count;
#ifdef SNAPBACK_SDL_TEXT
  if (self->texts.font_count > 0) picture.texts = &self->texts;
  self->texts.is_soft = 0;
  self->texts.picture++;
#endif
  self->aimed = time;
  /* While something moves, the next refresh needs another picture. */
  self->is_stale = !self->by_frames && time < snapback_motion_end(self->daemon);
  if (!self->by_frames &&
      snapback_evaluate_all(self->daemon, time, &picture.poses) != SNAPBACK_OK) {
    return;
  }
  if (!self->by_frames && self->has_segment && !snapback_sdl__is_exact(&picture)) {
    self->needs_frames = self->is_stale = 1;
  }
  snapback_sdl__draw_all(&picture);
#ifdef SNAPBACK_SDL_TEXT
  if (self->texts.is_soft) self->is_stale = 1;
  snapback_sdl__limit_texts(&self->texts);
#endif
}

void snapback_sdl_present(snapback_sdl *self) {
  uint64_t now;
  SDL_RenderPresent(self->renderer);
  now = snapback_now();
  if (!self->is_synchronized && now < self->aimed && self->aimed - now <= self->refresh) {
    SDL_Delay((Uint32)((self->aimed - now) / 1000000));
    now = self->aimed;
  }
  self->shown = now;
  if (self->daemon) snapback_sdl__report(self, now, 0);
}

/* ---- Touches -------------------------------------------------------------------------------- */

/* Sends a contact at its last point. */
static void snapback_sdl__say(snapback_sdl *self, int place, const char *phase) {
  char text[200];
  /* In thousandths, because the decimal point of printf depends on the locale. */
  long across = lround(1000 * self->last[place][0]), down = lround(1000 * self->last[place][1]);
  int size = snprintf(
    text, sizeof text,
    "{\"inject\":{\"touches\":[{\"id\":%d,\"phase\":\"%s\",\"x\":%lde-3,\"y\":%lde-3}]}}",
    place + 1, phase, across, down);
  /* The next touch makes up for one that is not sent, and the daemon cancels the contacts of a
     closed connection. */
  if (size > 0 && size < (int)sizeof text) snapback_send_text(self->daemon, text, (size_t)size);
}

/* Returns the index of a finger, or a free index for a finger that comes down, or -1. */
static int snapback_sdl__index_of(
  snapback_sdl *self, const SDL_TouchFingerEvent *finger, int comes) {
  int place, free_place = -1;
  for (place = 1; place < SNAPBACK_SDL__FINGERS; place++) {
    if (!self->is_down[place]) {
      if (free_place < 0) free_place = place;
    } else if (self->ids[place] == finger->fingerId && self->devices[place] == finger->touchId) {
      return place;
    }
  }
  if (!comes || free_place < 0) return -1;
  self->ids[free_place] = finger->fingerId;
  self->devices[free_place] = finger->touchId;
  return free_place;
}

static void snapback_sdl__cancel(snapback_sdl *self) {
  int place;
  for (place = 0; place < SNAPBACK_SDL__FINGERS; place++) {
    if (self->is_down[place]) snapback_sdl__say(self, place, "cancelled");
    self->is_down[place] = 0;
  }
}

void snapback_sdl_send_touches(snapback_sdl *self, int sends) {
  if (!sends && self->daemon) snapback_sdl__cancel(self);
  self->sends = sends;
}

/* Sends a mouse or touch event; ignores other events. */
static void snapback_sdl__touch(snapback_sdl *self, const SDL_Event *event) {
  int index = 0, comes = 0, goes = 0, width, height, across = 0, down = 0;
  snapback_sdl_place place;
  double x, y;
  snapback_sdl__size(self, &width, &height);
  if (self->window) SDL_GetWindowSize(self->window, &across, &down);
  switch (event->type) {
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEBUTTONUP:
    /* SDL also emulates a mouse for each finger; the finger itself is already handled. */
    if (event->button.which == SDL_TOUCH_MOUSEID || event->button.button != SDL_BUTTON_LEFT) return;
    comes = event->type == SDL_MOUSEBUTTONDOWN;
    goes = !comes;
    x = event->button.x;
    y = event->button.y;
    break;
  case SDL_MOUSEMOTION:
    if (event->motion.which == SDL_TOUCH_MOUSEID) return;
    x = event->motion.x;
    y = event->motion.y;
    break;
  case SDL_FINGERDOWN:
  case SDL_FINGERUP:
  case SDL_FINGERMOTION:
    comes = event->type == SDL_FINGERDOWN;
    goes = event->type == SDL_FINGERUP;
    index = snapback_sdl__index_of(self, &event->tfinger, comes);
    /* As shares of the window's size. */
    x = event->tfinger.x * (double)width;
    y = event->tfinger.y * (double)height;
    across = down = 0;
    break;
  default: return;
  }
  if (index < 0 || self->is_down[index] == comes) return;
  self->is_down[index] = !goes;
  /* The mouse is in units of the window. */
  if (across > 0) x *= width / (double)across;
  if (down > 0) y *= height / (double)down;
  place = snapback_sdl_fit(self->daemon, width, height);
  self->last[index][0] = (x - place.x) / place.zoom;
  self->last[index][1] = (y - place.y) / place.zoom;
  snapback_sdl__say(self, index, comes ? "began" : goes ? "ended" : "moved");
}

void snapback_sdl_take_event(snapback_sdl *self, const SDL_Event *event) {
  if (!self->daemon) return;
  if (event->type == SDL_WINDOWEVENT) {
    self->is_stale = 1;
    if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST) snapback_sdl__cancel(self);
    if (event->window.event == SDL_WINDOWEVENT_DISPLAY_CHANGED) snapback_sdl__learn_display(self);
  } else if (event->type == SDL_RENDER_TARGETS_RESET || event->type == SDL_RENDER_DEVICE_RESET) {
    self->is_stale = 1;
#ifdef SNAPBACK_SDL_TEXT
    snapback_sdl__forget_texts(&self->texts);
#endif
  } else if (self->may_inject && self->sends) {
    snapback_sdl__touch(self, event);
  }
}

#ifdef __cplusplus
}
#endif

#endif /* SNAPBACK_SDL_IMPLEMENTATION */
