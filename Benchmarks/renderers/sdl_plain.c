/* The boxes of moving.py in SDL 2 without Snapback, in the loop of clients/c/examples/sdl. */

#include "boxes.h"

#include <SDL.h>
#include <stdio.h>

/* The radius, and the straight pieces of a corner, as in clients/c/examples/sdl. */
enum { CORNER = 12, PIECES = 12 };

/* Appends the triangles of a box with round corners, as a fan about its center. */
static void append(SDL_Vertex *vertices, double x, double y) {
  SDL_Color blue = {10, 132, 255, 255};
  SDL_FPoint edge[4 * PIECES + 4];
  int corner, step, count = 0, place;
  for (corner = 0; corner < 4; corner++) {
    double middle_x = x + (corner == 0 || corner == 3 ? BOX_SIDE - CORNER : CORNER);
    double middle_y = y + (corner < 2 ? BOX_SIDE - CORNER : CORNER);
    for (step = 0; step <= PIECES; step++) {
      double angle = 1.5707963267948966 * (corner + (double)step / PIECES);
      edge[count].x = (float)(middle_x + CORNER * cos(angle));
      edge[count++].y = (float)(middle_y + CORNER * sin(angle));
    }
  }
  for (place = 0; place < count; place++) {
    SDL_Vertex *three = vertices + 3 * place;
    three[0].position.x = (float)(x + BOX_SIDE / 2.0);
    three[0].position.y = (float)(y + BOX_SIDE / 2.0);
    three[1].position = edge[place];
    three[2].position = edge[(place + 1) % count];
    three[0].color = three[1].color = three[2].color = blue;
  }
}

int main(int count, char **arguments) {
  enum { TRIANGLES = 4 * PIECES + 4 };
  static SDL_Vertex vertices[BOX_COUNT][3 * TRIANGLES];
  SDL_Window *window;
  SDL_Renderer *renderer;
  SDL_RendererInfo info;
  SDL_Event event;
  Uint64 start;
  (void)count;
  (void)arguments;
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return 69;
  window = SDL_CreateWindow(
    "Plain", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 390, 844, SDL_WINDOW_RESIZABLE);
  renderer = window ? SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC) : NULL;
  if (window && !renderer) renderer = SDL_CreateRenderer(window, -1, 0);
  if (!renderer) {
    fprintf(stderr, "sdl_plain: %s\n", SDL_GetError());
    return 69;
  }
  SDL_GetRendererInfo(renderer, &info);
  start = SDL_GetPerformanceCounter();
  for (;;) {
    Uint64 begin = SDL_GetPerformanceCounter(), unit = SDL_GetPerformanceFrequency(), now;
    int place;
    while (SDL_PollEvent(&event)) {
      if (event.type == SDL_QUIT) return 0;
    }
    SDL_SetRenderDrawColor(renderer, 28, 28, 30, 255);
    SDL_RenderClear(renderer);
    for (place = 0; place < BOX_COUNT; place++) {
      append(vertices[place], box_x(place, (double)(begin - start) / (double)unit), box_y(place));
      SDL_RenderGeometry(renderer, NULL, vertices[place], 3 * TRIANGLES, NULL, 0);
    }
    SDL_RenderPresent(renderer);
    now = SDL_GetPerformanceCounter();
    if (!(info.flags & SDL_RENDERER_PRESENTVSYNC) && now < begin + unit / 60) {
      SDL_Delay((Uint32)(1000 * (begin + unit / 60 - now) / unit));
    }
  }
}
