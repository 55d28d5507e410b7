/* A window that shows a scene at one moment: window SOCKET TIME WIDTH HEIGHT [VIEW=#RRGGBB]...

   It is in the corner of the display, without a border. Each VIEW is covered by a texture of this
   color. TIME is in nanoseconds of the daemon's clock. */

#define SNAPBACK_IMPLEMENTATION
#define SNAPBACK_SDL_IMPLEMENTATION
#include "snapback-sdl.h"

/* Covers a view as a word says. Returns 0 after an error. */
static int cover(SDL_Renderer *renderer, snapback_sdl *scene, char *word) {
  char *color = strchr(word, '=');
  Uint32 pixel;
  SDL_Texture *texture;
  if (!color || color[1] != '#') return 0;
  *color = 0;
  pixel = 0xff000000u | (Uint32)strtoul(color + 2, NULL, 16);
  texture = SDL_CreateTexture(
    renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, 1, 1);
  return texture && SDL_UpdateTexture(texture, NULL, &pixel, sizeof pixel) == 0 &&
         snapback_sdl_set_texture(scene, word, texture) == SNAPBACK_OK;
}

static int run(snapback_sdl *scene, uint64_t time) {
  snapback_message message;
  SDL_Event event;
  int code;
  for (;;) {
    while (SDL_PollEvent(&event)) {
      if (event.type == SDL_QUIT) return 0;
      snapback_sdl_take_event(scene, &event);
    }
    while ((code = snapback_sdl_poll(scene, &message)) > 0) continue;
    if (code < 0) return code;
    if (snapback_sdl_is_due(scene)) {
      snapback_sdl_draw(scene, time);
      snapback_sdl_present(scene);
    } else {
      snapback_sdl_wait(scene);
    }
  }
}

int main(int count, char **words) {
  snapback_options options;
  snapback_sdl *scene = NULL;
  SDL_Window *window;
  SDL_Renderer *renderer;
  int number, code = 1;
  if (count < 5) return 64;
  memset(&options, 0, sizeof options);
  options.path = words[1];
  options.want = SNAPBACK_SEGMENTS;
  SDL_Init(SDL_INIT_VIDEO);
  window = SDL_CreateWindow(
    "Scene", 0, 0, atoi(words[3]), atoi(words[4]), SDL_WINDOW_BORDERLESS);
  renderer = window ? SDL_CreateRenderer(window, -1, 0) : NULL;
  if (renderer) scene = snapback_sdl_create(window, renderer, &options);
  if (scene) {
    code = 0;
    for (number = 5; code == 0 && number < count; number++) {
      code = !cover(renderer, scene, words[number]);
    }
    if (code == 0) code = run(scene, strtoull(words[2], NULL, 10));
  }
  if (code != 0) fprintf(stderr, "window: %s\n", SDL_GetError());
  snapback_sdl_destroy(scene);
  SDL_Quit();
  return code != 0;
}
