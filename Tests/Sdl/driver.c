/* A scene that a test drives: driver SOCKET WIDTH HEIGHT RATIO

   With a RATIO other than 1, the scene is drawn on a surface with this many pixels for a unit of
   the window, as on a display with a scale factor. Commands are lines of the standard input, and
   each is answered by a line:

     resize WIDTH HEIGHT         0
     mouse PHASE X Y             0; PHASE is began, moved, ended or left
     finger PHASE ID X Y         0; X and Y are shares of the window
     touches 0|1                 0
     image NAME WIDTH HEIGHT COLOR...
                                 0 after setting the image: stripes next to each other, RRGGBB
     font FILE LIGHTEST HEAVIEST 0 after adding the font
     draw TIME FILE              0 after writing the picture of a time, 0 for the last picture's
     pictures                    the number of pictures that were drawn
     rendered                    the number of lines of text that SDL_ttf has drawn
     textures                    the number of textures that the library has now
     lead                        nanoseconds from now to the next frame time
     state                       1 if there is a connection, 2 if it is drawn from frames, else 0 */

#include <SDL_ttf.h>

static long rendered, textures;

static SDL_Surface *render(TTF_Font *font, const char *text, SDL_Color color) {
  rendered++;
  return TTF_RenderUTF8_Blended(font, text, color);
}

static SDL_Texture *create(SDL_Renderer *renderer, SDL_Surface *surface) {
  textures++;
  return SDL_CreateTextureFromSurface(renderer, surface);
}

static void destroy(SDL_Texture *texture) {
  textures--;
  SDL_DestroyTexture(texture);
}

/* The library creates and destroys only the textures of texts. */
#define TTF_RenderUTF8_Blended render
#define SDL_CreateTextureFromSurface create
#define SDL_DestroyTexture destroy
#define SNAPBACK_SDL_TEXT
#define SNAPBACK_IMPLEMENTATION
#define SNAPBACK_SDL_IMPLEMENTATION
#include "snapback-sdl.h"
#undef SDL_CreateTextureFromSurface

#define LINE 400

typedef struct driver {
  SDL_Window *window;
  SDL_Surface *surface; /* NULL if the renderer draws on the window */
  SDL_Renderer *renderer;
  snapback_sdl *scene;
  uint64_t time; /* of the last picture */
  long pictures;
  int state;
} driver;

/* Posts each line of the input as an event, and SDL_QUIT at its end. */
static int SDLCALL read_lines(void *context) {
  SDL_Event event;
  char line[LINE];
  while (fgets(line, sizeof line, stdin)) {
    memset(&event, 0, sizeof event);
    event.type = *(Uint32 *)context;
    event.user.data1 = SDL_strdup(line);
    SDL_PushEvent(&event);
  }
  memset(&event, 0, sizeof event);
  event.type = SDL_QUIT;
  SDL_PushEvent(&event);
  return 0;
}

static int open_driver(driver *self, char **words) {
  snapback_options options;
  int width = atoi(words[2]), height = atoi(words[3]), ratio = atoi(words[4]);
  memset(&options, 0, sizeof options);
  options.path = words[1];
  options.want = SNAPBACK_SEGMENTS | SNAPBACK_SCHEDULE;
  options.reconnect = 1;
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return 0;
  self->window = SDL_CreateWindow("Driver", 0, 0, width, height, SDL_WINDOW_RESIZABLE);
  if (!self->window) return 0;
  if (ratio == 1) {
    self->renderer = SDL_CreateRenderer(self->window, -1, 0);
  } else {
    self->surface = SDL_CreateRGBSurfaceWithFormat(
      0, ratio * width, ratio * height, 32, SDL_PIXELFORMAT_ARGB8888);
    self->renderer = self->surface ? SDL_CreateSoftwareRenderer(self->surface) : NULL;
  }
  if (!self->renderer) return 0;
  self->scene = snapback_sdl_create(self->window, self->renderer, &options);
  return self->scene != NULL;
}

static int write_picture(driver *self, uint64_t time, const char *file) {
  SDL_Surface *picture;
  int width, height, code;
  SDL_GetRendererOutputSize(self->renderer, &width, &height);
  picture = SDL_CreateRGBSurfaceWithFormat(0, width, height, 24, SDL_PIXELFORMAT_BGR24);
  if (!picture) return 1;
  snapback_sdl_draw(self->scene, time > 0 ? time : self->time);
  code = SDL_RenderReadPixels(
    self->renderer, NULL, SDL_PIXELFORMAT_BGR24, picture->pixels, picture->pitch);
  if (code == 0) code = SDL_SaveBMP(picture, file);
  SDL_FreeSurface(picture);
  return code != 0;
}

static void push_mouse(const driver *self, const char *phase, int x, int y) {
  SDL_Event event;
  memset(&event, 0, sizeof event);
  event.type = strcmp(phase, "began") == 0   ? SDL_MOUSEBUTTONDOWN
               : strcmp(phase, "ended") == 0 ? SDL_MOUSEBUTTONUP
               : strcmp(phase, "moved") == 0 ? SDL_MOUSEMOTION
                                             : SDL_WINDOWEVENT;
  if (event.type == SDL_MOUSEMOTION) {
    event.motion.x = x;
    event.motion.y = y;
  } else if (event.type == SDL_WINDOWEVENT) {
    event.window.windowID = SDL_GetWindowID(self->window);
    event.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
  } else {
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = x;
    event.button.y = y;
  }
  SDL_PushEvent(&event);
}

static void push_finger(const char *phase, int id, float x, float y) {
  SDL_Event event;
  memset(&event, 0, sizeof event);
  event.type = strcmp(phase, "began") == 0   ? SDL_FINGERDOWN
               : strcmp(phase, "ended") == 0 ? SDL_FINGERUP
                                             : SDL_FINGERMOTION;
  event.tfinger.touchId = 7;
  event.tfinger.fingerId = id;
  event.tfinger.x = x;
  event.tfinger.y = y;
  SDL_PushEvent(&event);
}

/* Sets an image of stripes next to each other. It exists until the process ends. */
static long set_image(driver *self, char *words) {
  const char *name = strtok(words, " "), *width = strtok(NULL, " "), *height = strtok(NULL, " ");
  const char *color = strtok(NULL, " \n");
  Uint32 colors[8];
  SDL_Surface *surface;
  SDL_Texture *texture;
  SDL_Rect stripe = {0, 0, 0, 0};
  int count = 0, place;
  for (; color && count < 8; color = strtok(NULL, " \n")) {
    colors[count++] = 0xff000000u | (Uint32)strtoul(color, NULL, 16);
  }
  if (count == 0) return 1;
  surface = SDL_CreateRGBSurfaceWithFormat(
    0, atoi(width), atoi(height), 32, SDL_PIXELFORMAT_ARGB8888);
  if (!surface) return 1;
  stripe.w = surface->w / count;
  stripe.h = surface->h;
  for (place = 0; place < count; place++, stripe.x += stripe.w) {
    SDL_FillRect(surface, &stripe, colors[place]);
  }
  texture = SDL_CreateTextureFromSurface(self->renderer, surface);
  SDL_FreeSurface(surface);
  return !texture || snapback_sdl_set_image(self->scene, name, texture) != SNAPBACK_OK;
}

/* Obeys a line; returns the answer, or -1 to a line that it does not understand. */
static long obey(driver *self, char *line) {
  char word[LINE];
  int first, second, id;
  float x, y;
  unsigned long long time;
  if (sscanf(line, "resize %d %d", &first, &second) == 2) {
    SDL_SetWindowSize(self->window, first, second);
  } else if (sscanf(line, "mouse %s %d %d", word, &first, &second) == 3) {
    push_mouse(self, word, first, second);
  } else if (sscanf(line, "finger %s %d %f %f", word, &id, &x, &y) == 4) {
    push_finger(word, id, x, y);
  } else if (sscanf(line, "touches %d", &first) == 1) {
    snapback_sdl_send_touches(self->scene, first);
  } else if (strncmp(line, "image ", 6) == 0) {
    return set_image(self, line + 6);
  } else if (sscanf(line, "font %s %d %d", word, &first, &second) == 3) {
    return snapback_sdl_add_font(self->scene, word, first, second) != SNAPBACK_OK;
  } else if (sscanf(line, "draw %llu %s", &time, word) == 2) {
    return write_picture(self, time, word);
  } else if (strcmp(line, "pictures\n") == 0) {
    return self->pictures;
  } else if (strcmp(line, "rendered\n") == 0) {
    return rendered;
  } else if (strcmp(line, "textures\n") == 0) {
    return textures;
  } else if (strcmp(line, "lead\n") == 0) {
    return (long)(snapback_sdl_time(self->scene) - snapback_now());
  } else if (strcmp(line, "state\n") == 0) {
    return self->state;
  } else {
    return -1;
  }
  return 0;
}

static void take_message(driver *self, const snapback_message *message) {
  if (message->type == SNAPBACK_TYPE_LOST) self->state = 0;
  if (message->type == SNAPBACK_TYPE_SNAPSHOT && self->state == 0) self->state = 1;
  if (message->type == SNAPBACK_TYPE_FRAME) self->state = 2;
}

static int run(driver *self) {
  static Uint32 type;
  snapback_message message;
  SDL_Event event;
  int code;
  type = SDL_RegisterEvents(1);
  SDL_DetachThread(SDL_CreateThread(read_lines, "lines", &type));
  for (;;) {
    while (SDL_PollEvent(&event)) {
      if (event.type == SDL_QUIT) return 0;
      snapback_sdl_take_event(self->scene, &event);
      if (event.type == type) {
        printf("%ld\n", obey(self, (char *)event.user.data1));
        fflush(stdout);
        SDL_free(event.user.data1);
      }
    }
    while ((code = snapback_sdl_poll(self->scene, &message)) > 0) take_message(self, &message);
    if (code < 0) return code;
    if (snapback_sdl_is_due(self->scene)) {
      self->time = snapback_sdl_time(self->scene);
      snapback_sdl_draw(self->scene, self->time);
      snapback_sdl_present(self->scene);
      self->pictures++;
    } else {
      snapback_sdl_wait(self->scene);
    }
  }
}

int main(int count, char **words) {
  driver self;
  int code = 1;
  if (count != 5) return 64;
  memset(&self, 0, sizeof self);
  if (open_driver(&self, words)) code = run(&self);
  if (code != 0) fprintf(stderr, "driver: %s\n", SDL_GetError());
  snapback_sdl_destroy(self.scene);
  if (self.renderer) SDL_DestroyRenderer(self.renderer);
  SDL_FreeSurface(self.surface);
  SDL_Quit();
  return code != 0;
}
