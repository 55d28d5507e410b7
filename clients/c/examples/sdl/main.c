/* A viewer of the scene in a window: see README.md.

   sdl_viewer [--frames] [--fullscreen] [--zoom Z] [--still FILE.bmp] [SOCKET] */

#define SNAPBACK_IMPLEMENTATION
#include "picture.h"

#include "fingers.h"
#include "wake.h"

#define ROLE_INJECT 8 /* the bit of snapback_welcome.roles */

typedef struct viewer {
  const char *socket, *still;
  double zoom; /* initial pixels per point of the window */
  int by_frames, is_fullscreen;
  snapback *daemon;
  SDL_Window *window;
  SDL_Renderer *renderer;
  wake *wake;
  Uint32 news; /* the type of the event that wakes the loop */
  fingers fingers;
  int may_inject, is_stale, waits_for_refresh;
  uint64_t refresh; /* of the screen, in nanoseconds */
  uint64_t frame;   /* with --frames: the frame that is not shown yet, or 0 */
  uint64_t frame_time;
  int is_replay;    /* the daemon's clock runs at another speed */
  float width, height;
} viewer;

static int connect_to(viewer *self) {
  snapback_options options;
  int code;
  memset(&options, 0, sizeof options);
  options.path = self->socket;
  options.name = "sdl_viewer";
  options.want = self->by_frames ? SNAPBACK_FRAMES : SNAPBACK_SEGMENTS;
  options.acknowledge = self->by_frames && !self->still;
  options.reconnect = !self->still;
  code = snapback_connect(&options, &self->daemon);
  if (code != SNAPBACK_OK) fprintf(stderr, "sdl_viewer: no daemon listens (code %d)\n", code);
  return code == SNAPBACK_OK;
}

/* Adapts the window to the screen of the scene, which a snapshot may rotate. */
static void follow_screen(viewer *self) {
  const snapback_screen *screen = snapback_screen_of(self->daemon);
  if (screen->width == self->width && screen->height == self->height) return;
  self->width = screen->width;
  self->height = screen->height;
  if (!self->is_fullscreen) {
    SDL_SetWindowSize(
      self->window, (int)(screen->width * self->zoom + 0.5),
      (int)(screen->height * self->zoom + 0.5));
  }
}

/* Reports when the frame was shown or that it was skipped; the daemon then sends the next one. */
static void say_presented(viewer *self, uint64_t time, int discarded) {
  if (self->frame == 0) return;
  snapback_presented(
    self->daemon, self->frame, self->is_replay ? self->frame_time : time,
    self->is_replay ? 0 : self->refresh, discarded);
  self->frame = 0;
}

static void take_message(viewer *self, const snapback_message *message) {
  switch (message->type) {
  case SNAPBACK_TYPE_WELCOME:
    self->may_inject = (message->as.welcome.roles & ROLE_INJECT) != 0;
    self->is_replay = message->as.welcome.clock != 0;
    if (self->is_replay && !self->by_frames) {
      fprintf(stderr, "sdl_viewer: the daemon's time is not ours; --frames shows it\n");
    }
    break;
  case SNAPBACK_TYPE_SNAPSHOT: follow_screen(self); /* fall through */
  case SNAPBACK_TYPE_FRAME:
    /* A frame that was replaced before it was drawn was never shown. */
    say_presented(self, snapback_now(), 1);
    self->frame = self->by_frames && message->type == SNAPBACK_TYPE_FRAME ? message->seq : 0;
    self->frame_time = message->time;
    break;
  case SNAPBACK_TYPE_LOST:
    self->frame = 0;
    /* The daemon has cancelled our contacts. */
    memset(&self->fingers, 0, sizeof self->fingers);
    fprintf(
      stderr, "sdl_viewer: %s; again in %d ms\n", message->as.lost.reason, message->as.lost.wait);
    break;
  case SNAPBACK_TYPE_ERROR:
    fprintf(stderr, "sdl_viewer: %s\n", message->as.error.message);
    break;
  default: return;
  }
  self->is_stale = 1;
}

static void draw(viewer *self) {
  uint64_t begin = snapback_now(), now;
  int width, height;
  SDL_GetRendererOutputSize(self->renderer, &width, &height);
  /* Draw for the time of display, one refresh from now. */
  picture_draw(
    self->renderer, self->daemon, begin + self->refresh, self->by_frames,
    picture_fit(self->daemon, width, height));
  SDL_RenderPresent(self->renderer);
  now = snapback_now();
  if (!self->waits_for_refresh && now < begin + self->refresh) {
    SDL_Delay((Uint32)((begin + self->refresh - now) / 1000000));
  }
  say_presented(self, now, 0);
  self->is_stale = 0;
}

/* Returns 0 when the window is to be closed. */
static int take_event(viewer *self, const SDL_Event *event) {
  int width, height, across, down;
  if (event->type == SDL_QUIT) return 0;
  if (event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_ESCAPE) return 0;
  if (event->type == SDL_WINDOWEVENT) {
    self->is_stale = 1;
    if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
      fingers_cancel(&self->fingers, self->daemon);
    }
  } else if (self->may_inject) {
    SDL_GetRendererOutputSize(self->renderer, &width, &height);
    SDL_GetWindowSize(self->window, &across, &down);
    fingers_take(
      &self->fingers, self->daemon, event, picture_fit(self->daemon, width, height), width, height,
      across > 0 ? width / (double)across : 1);
  }
  return 1;
}

static int run(viewer *self) {
  snapback_message message;
  SDL_Event event;
  int code;
  for (;;) {
    while ((code = snapback_poll(self->daemon, &message)) > 0) take_message(self, &message);
    if (code < 0) {
      fprintf(stderr, "sdl_viewer: %s\n", snapback_error(self->daemon));
      return 1;
    }
    int is_hidden = (SDL_GetWindowFlags(self->window) & SDL_WINDOW_MINIMIZED) != 0;
    int moves = !self->by_frames && !is_hidden &&
                snapback_now() < snapback_motion_end(self->daemon);
    if (moves || self->is_stale) draw(self);
    if (moves) {
      self->is_stale = 1;
    } else {
      /* Nothing to draw: sleep until a message arrives. */
      wake_watch(
        self->wake, snapback_descriptor(self->daemon), snapback_wants_write(self->daemon));
      SDL_WaitEventTimeout(NULL, snapback_timeout(self->daemon));
    }
    while (SDL_PollEvent(&event)) {
      if (!take_event(self, &event)) return 0;
    }
  }
}

static int open_window(viewer *self) {
  SDL_DisplayMode mode;
  SDL_RendererInfo info;
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
  SDL_GetRendererInfo(self->renderer, &info);
  self->waits_for_refresh = (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
  self->refresh = 1000000000 / 60;
  if (SDL_GetWindowDisplayMode(self->window, &mode) == 0 && mode.refresh_rate > 0) {
    self->refresh = 1000000000 / (uint64_t)mode.refresh_rate;
  }
  self->wake = wake_create(&self->news);
  return self->wake != NULL;
}

/* Draws the scene, once the daemon is idle, to a file. */
static int write_still(viewer *self) {
  snapback_message message;
  const snapback_screen *screen = snapback_screen_of(self->daemon);
  placement where = {self->zoom, 0, 0};
  SDL_Surface *surface;
  SDL_Renderer *renderer;
  int code, is_written = 0;
  do {
    code = snapback_next(self->daemon, &message, 10000);
  } while (code > 0 && message.type != SNAPBACK_TYPE_IDLE);
  if (code <= 0) {
    fprintf(
      stderr, "sdl_viewer: %s\n",
      code < 0 ? snapback_error(self->daemon) : "the scene does not come to rest within 10 s");
    return 1;
  }
  surface = SDL_CreateRGBSurfaceWithFormat(
    0, (int)(screen->width * self->zoom + 0.5), (int)(screen->height * self->zoom + 0.5), 24,
    SDL_PIXELFORMAT_BGR24);
  renderer = surface ? SDL_CreateSoftwareRenderer(surface) : NULL;
  if (renderer) {
    picture_draw(renderer, self->daemon, message.time, self->by_frames, where);
    SDL_RenderPresent(renderer);
    is_written = SDL_SaveBMP(surface, self->still) == 0;
    SDL_DestroyRenderer(renderer);
  }
  if (!is_written) fprintf(stderr, "sdl_viewer: %s\n", SDL_GetError());
  SDL_FreeSurface(surface);
  return !is_written;
}

static int usage(void) {
  fprintf(
    stderr,
    "usage: sdl_viewer [--frames] [--fullscreen] [--zoom Z] [--still FILE.bmp] [SOCKET]\n");
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
  if (!connect_to(&self)) return result;
  if (self.still) {
    result = write_still(&self);
  } else if (open_window(&self)) {
    result = run(&self);
  } else {
    fprintf(stderr, "sdl_viewer: %s\n", SDL_GetError());
  }
  wake_destroy(self.wake);
  snapback_close(self.daemon);
  if (self.renderer) SDL_DestroyRenderer(self.renderer);
  if (self.window) SDL_DestroyWindow(self.window);
  SDL_Quit();
  return result;
}
