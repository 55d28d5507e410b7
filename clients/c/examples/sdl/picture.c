#include "picture.h"

#include "shape.h"

placement picture_fit(const snapback *daemon, int width, int height) {
  const snapback_screen *screen = snapback_screen_of(daemon);
  placement result = {1, 0, 0};
  if (screen->width > 0 && screen->height > 0) {
    double across = width / (double)screen->width, down = height / (double)screen->height;
    result.zoom = across < down ? across : down;
    result.x = (width - result.zoom * screen->width) / 2;
    result.y = (height - result.zoom * screen->height) / 2;
  }
  return result;
}

/* A view at the time that is drawn. */
typedef struct look {
  double matrix[6], width, height, radius, alpha;
  uint32_t color, visible;
} look;

static look look_of(
  const snapback *daemon, const snapback_pose *poses, uint32_t view, placement where
) {
  const snapback_state *state = &snapback_view_at(daemon, view)->state;
  look result;
  int number;
  for (number = 0; number < 6; number++) {
    double value = poses ? poses[view].matrix[number] : state->to_screen[number];
    result.matrix[number] = where.zoom * value;
  }
  result.matrix[4] += where.x;
  result.matrix[5] += where.y;
  result.width = poses ? poses[view].frame[2] : state->frame[2];
  result.height = poses ? poses[view].frame[3] : state->frame[3];
  result.alpha = poses ? poses[view].alpha : state->alpha;
  result.radius = poses ? poses[view].corner_radius : state->corner_radius;
  result.color = poses ? poses[view].color : state->color;
  result.visible = poses ? poses[view].visible : state->visible;
  return result;
}

static void outline(const look *now, shape *result) {
  shape_rectangle(result, now->matrix, now->width, now->height, now->radius);
}

static void draw_view(
  SDL_Renderer *renderer, const snapback *daemon, const snapback_pose *poses, uint32_t number,
  placement where
) {
  const snapback_view *view = snapback_view_at(daemon, number);
  look now = look_of(daemon, poses, number, where);
  double alpha = now.alpha;
  SDL_Color color;
  shape body;
  if (!now.visible || now.color >> 24 == 0) return;
  outline(&now, &body);
  /* Ancestors make a view fainter and clip it. Parents come first, so this loop ends. */
  for (number = view->parent; number != SNAPBACK_NO_VIEW && body.count > 0;
       number = view->parent) {
    look above = look_of(daemon, poses, number, where);
    view = snapback_view_at(daemon, number);
    alpha *= above.alpha;
    if (view->clips) {
      shape edge;
      outline(&above, &edge);
      shape_clip(&body, &edge);
    }
  }
  color.r = (Uint8)(now.color >> 16);
  color.g = (Uint8)(now.color >> 8);
  color.b = (Uint8)now.color;
  color.a = (Uint8)(alpha * 255 + 0.5);
  if (color.a > 0) shape_fill(renderer, &body, color);
}

void picture_draw(
  SDL_Renderer *renderer, snapback *daemon, uint64_t time, int by_frames, placement where
) {
  const snapback_screen *screen = snapback_screen_of(daemon);
  const snapback_pose *poses = NULL;
  SDL_FRect edge;
  SDL_Rect pixels;
  uint32_t view;
  SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);
  SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
  SDL_RenderClear(renderer);
  if (!by_frames && snapback_evaluate_all(daemon, time, &poses) != SNAPBACK_OK) return;
  edge.x = (float)where.x;
  edge.y = (float)where.y;
  edge.w = (float)(where.zoom * screen->width);
  edge.h = (float)(where.zoom * screen->height);
  SDL_SetRenderDrawColor(
    renderer, (Uint8)(screen->background >> 16), (Uint8)(screen->background >> 8),
    (Uint8)screen->background, 255);
  SDL_RenderFillRectF(renderer, &edge);
  /* Nothing outside of the screen is visible. */
  pixels.x = (int)edge.x;
  pixels.y = (int)edge.y;
  pixels.w = (int)(edge.w + 0.5f);
  pixels.h = (int)(edge.h + 0.5f);
  SDL_RenderSetClipRect(renderer, &pixels);
  /* Parents come first, later siblings are in front. */
  for (view = 0; view < snapback_view_count(daemon); view++) {
    draw_view(renderer, daemon, poses, view, where);
  }
  SDL_RenderSetClipRect(renderer, NULL);
}
