/* The card of configs/scenes/card.json5 in a window, with stripes on it:
   card [SOCKET], built by `make card`. */

#define SNAPBACK_IMPLEMENTATION
#define SNAPBACK_SDL_IMPLEMENTATION
#include "../../snapback-sdl.h"

/* A picture for the card. */
static SDL_Texture *stripes(SDL_Renderer *renderer) {
  static const Uint32 pixels[4] = {0x00ffffff, 0x00ffffff, 0x18ffffff, 0x18ffffff};
  SDL_Texture *result = SDL_CreateTexture(
    renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, 1, 4);
  SDL_UpdateTexture(result, NULL, pixels, sizeof pixels[0]);
  SDL_SetTextureBlendMode(result, SDL_BLENDMODE_BLEND);
  return result;
}

/* Returns 0 when the window is closed, or a code if the connection cannot continue. */
static int run(snapback_sdl *scene) {
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
      snapback_sdl_draw(scene, snapback_sdl_time(scene));
      snapback_sdl_present(scene);
    } else {
      snapback_sdl_wait(scene);
    }
  }
}

int main(int count, char **arguments) {
  snapback_options options = {0};
  snapback_sdl *scene = NULL;
  SDL_Window *window;
  SDL_Renderer *renderer;
  int code = SNAPBACK_NO_DAEMON;
  options.path = count > 1 ? arguments[1] : NULL;
  options.want = SNAPBACK_SEGMENTS | SNAPBACK_SCHEDULE;
  options.reconnect = 1;
  SDL_Init(SDL_INIT_VIDEO);
  window = SDL_CreateWindow(
    "Card", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 390, 844,
    SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
  if (renderer) scene = snapback_sdl_create(window, renderer, &options);
  if (scene) {
    snapback_sdl_set_texture(scene, "card", stripes(renderer));
    code = run(scene);
  }
  if (code != 0) fprintf(stderr, "card: %s\n", SDL_GetError());
  snapback_sdl_destroy(scene);
  SDL_Quit();
  return code == 0 ? 0 : 69;
}
