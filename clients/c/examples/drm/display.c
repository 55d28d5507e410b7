#define _POSIX_C_SOURCE 200809L

#include "display.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define OBJECT_LIMIT 32
#define MODE_LIMIT 128
/* Nanoseconds after which the time of the last flip is no longer used, because the error of the
   refresh interval has added up by then. */
#define MEMORY 1000000000

static uint64_t now_of_clock(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int fail(const char *what) {
  fprintf(stderr, "drm: %s: %s\n", what, strerror(errno));
  return -1;
}

static int call(const display *self, unsigned long request, void *argument) {
  int code;
  do {
    code = ioctl(self->card, request, argument);
  } while (code != 0 && (errno == EINTR || errno == EAGAIN));
  return code;
}

/* ---- Choosing a display --------------------------------------------------------------------- */

/* Sets the connector and its preferred mode if a display is connected. Returns 1 if it is. */
static int try_connector(display *self, uint32_t connector, uint32_t *encoders, uint32_t *count) {
  static struct drm_mode_modeinfo modes[MODE_LIMIT];
  struct drm_mode_get_connector get;
  uint32_t number;
  memset(&get, 0, sizeof get);
  get.connector_id = connector;
  get.modes_ptr = (uintptr_t)modes;
  get.encoders_ptr = (uintptr_t)encoders;
  get.count_modes = MODE_LIMIT;
  get.count_encoders = OBJECT_LIMIT;
  if (call(self, DRM_IOCTL_MODE_GETCONNECTOR, &get) != 0) return 0;
  /* The kernel fills arrays that are large enough. 1 is a connected display. */
  if (get.connection != 1 || get.count_modes == 0 || get.count_modes > MODE_LIMIT ||
      get.count_encoders > OBJECT_LIMIT) {
    return 0;
  }
  self->connector = connector;
  self->mode = modes[0];
  for (number = 0; number < get.count_modes; number++) {
    if (modes[number].type & DRM_MODE_TYPE_PREFERRED) {
      self->mode = modes[number];
      break;
    }
  }
  *count = get.count_encoders;
  return 1;
}

/* Sets a CRTC, the part of the hardware that scans pictures, which one of the encoders can use. */
static int choose_crtc(
  display *self, const uint32_t *encoders, uint32_t encoder_count, const uint32_t *crtcs,
  uint32_t crtc_count) {
  uint32_t number, place;
  for (number = 0; number < encoder_count; number++) {
    struct drm_mode_get_encoder get;
    memset(&get, 0, sizeof get);
    get.encoder_id = encoders[number];
    if (call(self, DRM_IOCTL_MODE_GETENCODER, &get) != 0) continue;
    for (place = 0; place < crtc_count; place++) {
      if (get.possible_crtcs & (1u << place)) {
        self->crtc = crtcs[place];
        return 1;
      }
    }
  }
  return 0;
}

static int choose(display *self) {
  uint32_t connectors[OBJECT_LIMIT], crtcs[OBJECT_LIMIT], encoders[OBJECT_LIMIT];
  uint32_t count = 0, number;
  struct drm_mode_card_res get;
  memset(&get, 0, sizeof get);
  get.connector_id_ptr = (uintptr_t)connectors;
  get.crtc_id_ptr = (uintptr_t)crtcs;
  get.count_connectors = get.count_crtcs = OBJECT_LIMIT;
  if (call(self, DRM_IOCTL_MODE_GETRESOURCES, &get) != 0) return fail("the card has no displays");
  for (number = 0; number < get.count_connectors && number < OBJECT_LIMIT; number++) {
    if (try_connector(self, connectors[number], encoders, &count) &&
        choose_crtc(self, encoders, count, crtcs, get.count_crtcs)) {
      return 0;
    }
  }
  fprintf(stderr, "drm: no display is connected to the card\n");
  return -1;
}

/* ---- Buffers -------------------------------------------------------------------------------- */

static int make_buffer(display *self, buffer *made) {
  struct drm_mode_create_dumb create;
  struct drm_mode_map_dumb map;
  struct drm_mode_fb_cmd frame;
  void *at;
  memset(&create, 0, sizeof create);
  create.width = self->mode.hdisplay;
  create.height = self->mode.vdisplay;
  create.bpp = 32;
  if (call(self, DRM_IOCTL_MODE_CREATE_DUMB, &create) != 0) return fail("cannot make a buffer");
  made->handle = create.handle;
  made->stride = create.pitch / 4;
  made->size = create.size;
  memset(&frame, 0, sizeof frame);
  frame.width = create.width;
  frame.height = create.height;
  frame.pitch = create.pitch;
  frame.bpp = 32;
  frame.depth = 24;
  frame.handle = create.handle;
  if (call(self, DRM_IOCTL_MODE_ADDFB, &frame) != 0) return fail("cannot show a buffer");
  made->id = frame.fb_id;
  memset(&map, 0, sizeof map);
  map.handle = create.handle;
  if (call(self, DRM_IOCTL_MODE_MAP_DUMB, &map) != 0) return fail("cannot map a buffer");
  at = mmap(NULL, create.size, PROT_READ | PROT_WRITE, MAP_SHARED, self->card, (off_t)map.offset);
  if (at == MAP_FAILED) return fail("cannot map a buffer");
  made->pixels = (uint32_t *)at;
  memset(made->pixels, 0, made->size);
  return 0;
}

static void free_buffer(display *self, buffer *made) {
  struct drm_mode_destroy_dumb destroy;
  if (made->pixels) munmap(made->pixels, made->size);
  if (made->id) call(self, DRM_IOCTL_MODE_RMFB, &made->id);
  if (made->handle) {
    destroy.handle = made->handle;
    call(self, DRM_IOCTL_MODE_DESTROY_DUMB, &destroy);
  }
  memset(made, 0, sizeof *made);
}

/* ---- The display ---------------------------------------------------------------------------- */

static int set_mode(display *self) {
  struct drm_mode_crtc set;
  memset(&set, 0, sizeof set);
  set.crtc_id = self->crtc;
  set.fb_id = self->buffers[0].id;
  set.set_connectors_ptr = (uintptr_t)&self->connector;
  set.count_connectors = 1;
  set.mode = self->mode;
  set.mode_valid = 1;
  if (call(self, DRM_IOCTL_MODE_SETCRTC, &set) == 0) return 0;
  return fail("cannot set the mode; does another program use the display?");
}

int display_open(display *self, const char *path) {
  memset(self, 0, sizeof *self);
  self->card = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (self->card < 0) return fail(path);
  if (choose(self) != 0) return -1;
  self->before.crtc_id = self->crtc;
  call(self, DRM_IOCTL_MODE_GETCRTC, &self->before);
  if (make_buffer(self, &self->buffers[0]) != 0 || make_buffer(self, &self->buffers[1]) != 0 ||
      set_mode(self) != 0) {
    return -1;
  }
  self->back = 1;
  self->refresh = 1000000000 / 60;
  if (self->mode.clock > 0) {
    /* The clock is in thousands of pixels per second. */
    self->refresh =
      (uint64_t)self->mode.htotal * self->mode.vtotal * 1000000 / self->mode.clock;
  } else if (self->mode.vrefresh > 0) {
    self->refresh = 1000000000 / self->mode.vrefresh;
  }
  return 0;
}

void display_close(display *self) {
  if (self->card < 0) return;
  if (self->before.mode_valid) {
    self->before.set_connectors_ptr = (uintptr_t)&self->connector;
    self->before.count_connectors = 1;
    call(self, DRM_IOCTL_MODE_SETCRTC, &self->before);
  }
  free_buffer(self, &self->buffers[0]);
  free_buffer(self, &self->buffers[1]);
  close(self->card);
  self->card = -1;
}

buffer *display_back(display *self) { return &self->buffers[self->back]; }

uint64_t display_next(const display *self) {
  uint64_t now = now_of_clock();
  if (self->shown == 0 || now < self->shown || now - self->shown > MEMORY) {
    return now + self->refresh;
  }
  return self->shown + ((now - self->shown) / self->refresh + 1) * self->refresh;
}

int display_flip(display *self, uint64_t aimed) {
  struct drm_mode_crtc_page_flip flip;
  memset(&flip, 0, sizeof flip);
  flip.crtc_id = self->crtc;
  flip.fb_id = display_back(self)->id;
  flip.flags = DRM_MODE_PAGE_FLIP_EVENT;
  if (call(self, DRM_IOCTL_MODE_PAGE_FLIP, &flip) != 0) return fail("cannot flip");
  self->aimed = aimed;
  self->is_flipping = 1;
  return 0;
}

/* A driver without vertical blanking flips at once. Its picture then counts as shown at the time
   for which it was drawn, and the next one is not drawn before. */
static void note_flip(display *self, uint64_t time) {
  self->shown = time + self->refresh / 2 < self->aimed ? self->aimed : time;
  self->is_flipping = 0;
  self->back = 1 - self->back;
}

int display_take_events(display *self) {
  char bytes[1024];
  ssize_t size = read(self->card, bytes, sizeof bytes), place = 0;
  int has_flipped = 0;
  if (size < 0) return errno == EAGAIN || errno == EINTR ? 0 : fail("cannot read events");
  while (place + (ssize_t)sizeof(struct drm_event) <= size) {
    struct drm_event_vblank event;
    memset(&event, 0, sizeof event);
    memcpy(&event.base, bytes + place, sizeof event.base);
    if (event.base.type == DRM_EVENT_FLIP_COMPLETE &&
        place + (ssize_t)sizeof event <= size) {
      memcpy(&event, bytes + place, sizeof event);
      /* The times of events are those of CLOCK_MONOTONIC since Linux 4.15. */
      note_flip(self, event.tv_sec * (uint64_t)1000000000 + event.tv_usec * (uint64_t)1000);
      has_flipped = 1;
    }
    if (event.base.length < sizeof event.base) break;
    place += event.base.length;
  }
  return has_flipped;
}
