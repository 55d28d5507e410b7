/* A viewer of the scene in a window: see README.md.

   sdl_viewer [--font FILE] [--bold FILE] [--frames] [--fullscreen] [--zoom Z] [--still FILE.bmp]
     [SOCKET] */

#define SNAPBACK_IMPLEMENTATION
#define SNAPBACK_SDL_IMPLEMENTATION
#include "../../snapback-sdl.h"

typedef struct viewer {
  const char *socket, *still, *font, *bold;
  double zoom; /* initial pixels per point of the window */
  int by_frames, is_fullscreen;
  SDL_Window *window;
  SDL_Surface *surface; /* of a renderer without a window */
  SDL_Renderer *renderer;
  snapback_sdl *scene;
  float width, height;
} viewer;

static snapback_options options_of(const viewer *self) {
  snapback_options options;
  memset(&options, 0, sizeof options);
  options.path = self->socket;
  options.name = "sdl_viewer";
  options.want = self->by_frames ? SNAPBACK_FRAMES : SNAPBACK_SEGMENTS;
  options.acknowledge = self->by_frames && !self->still;
  options.reconnect = !self->still;
  return options;
}

/* Returns 0 after an error. */
static int add_fonts(const viewer *self) {
#ifdef SNAPBACK_SDL_TEXT
  int code = SNAPBACK_OK;
  if (self->font) code = snapback_sdl_add_font(self->scene, self->font, 1, 1000);
  if (self->bold && code == SNAPBACK_OK) {
    code = snapback_sdl_add_font(self->scene, self->bold, 600, 1000);
  }
  return code == SNAPBACK_OK;
#else
  if (self->font || self->bold) SDL_SetError("this viewer was built without SDL2_ttf");
  return !self->font && !self->bold;
#endif
}

/* Adapts the window to the screen of the scene, which a snapshot may rotate. */
static void follow_screen(viewer *self) {
  const snapback_screen *screen = snapback_screen_of(snapback_sdl_connection(self->scene));
  if (screen->width == self->width && screen->height == self->height) return;
  self->width = screen->width;
  self->height = screen->height;
  if (!self->is_fullscreen) {
    SDL_SetWindowSize(
      self->window, (int)(screen->width * self->zoom + 0.5),
      (int)(screen->height * self->zoom + 0.5));
  }
}

static void take_message(viewer *self, const snapback_message *message) {
  if (message->type == SNAPBACK_TYPE_SNAPSHOT) {
    follow_screen(self);
  } else if (message->type == SNAPBACK_TYPE_LOST) {
    fprintf(
      stderr, "sdl_viewer: %s; again in %d ms\n", message->as.lost.reason, message->as.lost.wait);
  } else if (message->type == SNAPBACK_TYPE_ERROR) {
    fprintf(stderr, "sdl_viewer: %s\n", message->as.error.message);
  }
}

static int is_end(const SDL_Event *event) {
  return event->type == SDL_QUIT ||
         (event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_ESCAPE);
}

static int run(viewer *self) {
  snapback_message message;
  SDL_Event event;
  int code;
  for (;;) {
    while (SDL_PollEvent(&event)) {
      if (is_end(&event)) return 0;
      snapback_sdl_take_event(self->scene, &event);
    }
    while ((code = snapback_sdl_poll(self->scene, &message)) > 0) take_message(self, &message);
    if (code < 0) return 1;
    if (snapback_sdl_is_due(self->scene)) {
      snapback_sdl_draw(self->scene, snapback_sdl_time(self->scene));
      snapback_sdl_present(self->scene);
    } else {
      snapback_sdl_wait(self->scene);
    }
  }
}

static int open_window(viewer *self) {
  snapback_options options = options_of(self);
  Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
  if (self->is_fullscreen) flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return 0;
  if (self->is_fullscreen) SDL_ShowCursor(SDL_DISABLE);
  self->window = SDL_CreateWindow(
    "Snapback", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 390, 844, flags);
  if (!self->window) return 0;
  self->renderer = SDL_CreateRenderer(self->window, -1, SDL_RENDERER_PRESENTVSYNC);
  if (!self->renderer) self->renderer = SDL_CreateRenderer(self->window, -1, 0);
  if (!self->renderer) return 0;
  self->scene = snapback_sdl_create(self->window, self->renderer, &options);
  return self->scene && add_fonts(self);
}

/* Opens a renderer without a window. Returns 0 after an error. */
static int open_still(viewer *self) {
  snapback_options options = options_of(self);
  self->surface = SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, SDL_PIXELFORMAT_ARGB8888);
  self->renderer = self->surface ? SDL_CreateSoftwareRenderer(self->surface) : NULL;
  if (self->renderer) self->scene = snapback_sdl_create(NULL, self->renderer, &options);
  return self->scene && add_fonts(self);
}

/* Draws the scene to the file. Returns 0 after an error. */
static int write_picture(const viewer *self, uint64_t time) {
  const snapback_screen *screen = snapback_screen_of(snapback_sdl_connection(self->scene));
  int width = (int)(screen->width * self->zoom + 0.5), is_written = 0;
  int height = (int)(screen->height * self->zoom + 0.5);
  SDL_Surface *picture =
    SDL_CreateRGBSurfaceWithFormat(0, width, height, 24, SDL_PIXELFORMAT_BGR24);
  SDL_Texture *target = SDL_CreateTexture(
    self->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, width, height);
  if (picture && target && SDL_SetRenderTarget(self->renderer, target) == 0) {
    snapback_sdl_draw(self->scene, time);
    is_written = SDL_RenderReadPixels(
      self->renderer, NULL, SDL_PIXELFORMAT_BGR24, picture->pixels, picture->pitch) == 0 &&
      SDL_SaveBMP(picture, self->still) == 0;
  }
  SDL_FreeSurface(picture);
  return is_written;
}

/* Writes a picture once the daemon is idle. Returns 0 after an error. */
static int write_still(const viewer *self) {
  uint64_t end = snapback_now() + (uint64_t)10000000000;
  snapback_message message;
  int code;
  do {
    code = snapback_sdl_poll(self->scene, &message);
    if (code > 0 && message.type == SNAPBACK_TYPE_IDLE) return write_picture(self, message.time);
    if (code == 0) SDL_Delay(1);
  } while (code >= 0 && snapback_now() < end);
  if (code >= 0) SDL_SetError("the scene does not come to rest within 10 s");
  return 0;
}

static int usage(void) {
  fprintf(
    stderr,
    "usage: sdl_viewer [--font FILE] [--bold FILE] [--frames] [--fullscreen] [--zoom Z]\n"
    "         [--still FILE.bmp] [SOCKET]\n");
  return 64;
}

static int read_arguments(viewer *self, int count, char **arguments) {
  int place;
  self->zoom = 1;
  for (place = 1; place < count; place++) {
    const char *word = arguments[place];
    int has_value = place + 1 < count;
    if (strcmp(word, "--frames") == 0) {
      self->by_frames = 1;
    } else if (strcmp(word, "--fullscreen") == 0) {
      self->is_fullscreen = 1;
    } else if (strcmp(word, "--zoom") == 0 && has_value) {
      self->zoom = strtod(arguments[++place], NULL);
      if (!(self->zoom >= 0.1 && self->zoom <= 10)) return 0;
    } else if (strcmp(word, "--still") == 0 && has_value) {
      self->still = arguments[++place];
    } else if (strcmp(word, "--font") == 0 && has_value) {
      self->font = arguments[++place];
    } else if (strcmp(word, "--bold") == 0 && has_value) {
      self->bold = arguments[++place];
    } else if (word[0] != '-' && !self->socket) {
      self->socket = word;
    } else {
      return 0;
    }
  }
  return 1;
}

int main(int count, char **arguments) {
  viewer self;
  int result = 69;
  memset(&self, 0, sizeof self);
  if (!read_arguments(&self, count, arguments)) return usage();
  if (self.still ? open_still(&self) : open_window(&self)) {
    result = self.still ? !write_still(&self) : run(&self);
  }
  if (result != 0) fprintf(stderr, "sdl_viewer: %s\n", SDL_GetError());
  snapback_sdl_destroy(self.scene);
  if (self.renderer) SDL_DestroyRenderer(self.renderer);
  if (self.window) SDL_DestroyWindow(self.window);
  SDL_FreeSurface(self.surface);
  SDL_Quit();
  return result;
}
