#include "shape.h"

#include <math.h>

/* The number of straight pieces in a corner: 0.2 pixels off at a radius of 90 pixels. */
#define PIECES 12
/* Shapes with larger coordinates are not drawn; up to here, floats are accurate to a pixel. */
#define FARTHEST 1e6
/* Points closer together than this are merged. */
#define NEAR 1e-3f

static double cross(SDL_FPoint from, SDL_FPoint to, SDL_FPoint point) {
  return ((double)to.x - from.x) * ((double)point.y - from.y) -
         ((double)to.y - from.y) * ((double)point.x - from.x);
}

static void append(shape *result, SDL_FPoint point) {
  const SDL_FPoint *last = result->points + result->count - 1;
  if (result->count > 0 && fabsf(last->x - point.x) < NEAR && fabsf(last->y - point.y) < NEAR) {
    return;
  }
  if (result->count < SHAPE_LIMIT) result->points[result->count++] = point;
}

static void close_up(shape *result) {
  const SDL_FPoint *first = result->points, *last = first + result->count - 1;
  if (result->count > 1 && fabsf(last->x - first->x) < NEAR && fabsf(last->y - first->y) < NEAR) {
    result->count--;
  }
  if (result->count < 3) result->count = 0;
}

void shape_rectangle(
  shape *result, const double matrix[6], double width, double height, double radius
) {
  static const int right[4] = {0, 1, 1, 0}, below[4] = {0, 0, 1, 1};
  const double *m = matrix;
  double half = (width < height ? width : height) / 2;
  int mirrored = m[0] * m[3] - m[1] * m[2] < 0, corner, piece, last;
  result->count = 0;
  if (!(width > 0) || !(height > 0)) return;
  if (!(radius > 0)) radius = 0;
  if (radius > half) radius = half;
  last = radius > 0 ? PIECES : 0;
  for (corner = 0; corner < 4; corner++) {
    for (piece = 0; piece <= last; piece++) {
      /* The outline starts at the left edge, going up. A mirrored outline is traversed backwards,
         so that it is clockwise again. */
      int place = mirrored ? 3 - corner : corner;
      int step = mirrored ? last - piece : piece;
      double angle = 1.5707963267948966 * (place + (last > 0 ? (double)step / last : 0));
      double x = (right[place] ? width - radius : radius) - radius * cos(angle);
      double y = (below[place] ? height - radius : radius) - radius * sin(angle);
      double across = m[0] * x + m[2] * y + m[4], down = m[1] * x + m[3] * y + m[5];
      SDL_FPoint point;
      if (!(fabs(across) < FARTHEST) || !(fabs(down) < FARTHEST)) {
        result->count = 0;
        return;
      }
      point.x = (float)across;
      point.y = (float)down;
      append(result, point);
    }
  }
  close_up(result);
}

/* Sutherland and Hodgman, Reentrant polygon clipping, Communications of the ACM 17, 1974. */
void shape_clip(shape *subject, const shape *edge) {
  shape before;
  int side, place;
  if (edge->count == 0) subject->count = 0;
  for (side = 0; side < edge->count && subject->count > 0; side++) {
    SDL_FPoint from = edge->points[side], to = edge->points[(side + 1) % edge->count];
    before = *subject;
    subject->count = 0;
    for (place = 0; place < before.count; place++) {
      SDL_FPoint here = before.points[place], next = before.points[(place + 1) % before.count];
      double inside = cross(from, to, here), then = cross(from, to, next);
      if (inside >= 0) append(subject, here);
      if ((inside > 0 && then < 0) || (inside < 0 && then > 0)) {
        double share = inside / (inside - then);
        SDL_FPoint point;
        point.x = (float)(here.x + share * ((double)next.x - here.x));
        point.y = (float)(here.y + share * ((double)next.y - here.y));
        append(subject, point);
      }
    }
    close_up(subject);
  }
}

/* The direction away from the outline at a point, scaled so that both edges move by 1. */
static SDL_FPoint outwards(const shape *outline, int place) {
  SDL_FPoint here = outline->points[place];
  SDL_FPoint before = outline->points[(place + outline->count - 1) % outline->count];
  SDL_FPoint after = outline->points[(place + 1) % outline->count];
  double ax = here.x - before.x, ay = here.y - before.y, bx = after.x - here.x,
         by = after.y - here.y;
  double a = hypot(ax, ay), b = hypot(bx, by), x = ay / a + by / b, y = -ax / a - bx / b;
  double size = (x * x + y * y) / 2;
  SDL_FPoint result;
  if (!(size > 0.5)) size = 0.5; /* corners sharper than 60 degrees are rounded */
  result.x = (float)(x / size);
  result.y = (float)(y / size);
  return result;
}

void shape_fill(SDL_Renderer *renderer, const shape *outline, SDL_Color color) {
  SDL_Vertex vertices[2 * SHAPE_LIMIT];
  int indices[9 * SHAPE_LIMIT], count = outline->count, used = 0, place;
  if (count < 3) return;
  for (place = 0; place < count; place++) {
    SDL_FPoint here = outline->points[place], way = outwards(outline, place);
    int next = (place + 1) % count;
    SDL_Vertex inner = {{here.x - way.x / 2, here.y - way.y / 2}, color, {0, 0}};
    SDL_Vertex outer = {{here.x + way.x / 2, here.y + way.y / 2}, color, {0, 0}};
    outer.color.a = 0;
    vertices[place] = inner;
    vertices[count + place] = outer;
    if (place > 0 && next > 0) {
      indices[used++] = 0, indices[used++] = place, indices[used++] = next;
    }
    indices[used++] = place, indices[used++] = count + place, indices[used++] = count + next;
    indices[used++] = place, indices[used++] = count + next, indices[used++] = next;
  }
  SDL_RenderGeometry(renderer, NULL, vertices, 2 * count, indices, used);
}
