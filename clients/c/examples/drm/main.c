/* Shows the scene with KMS, without a desktop: see README.md.

   drm [--card PATH] [--log] [SOCKET] */

#define _GNU_SOURCE /* for ppoll */

#define SNAPBACK_IMPLEMENTATION
#include "../../snapback.h"

#include "display.h"
#include "raster.h"

#include <signal.h>

static volatile sig_atomic_t is_over;

static void end(int number) {
  (void)number;
  is_over = 1;
}

/* Lets SIGINT and SIGTERM end the program, but only while it waits. `waiting` is the mask for
   that. */
static void take_signals(sigset_t *waiting) {
  struct sigaction action;
  sigset_t blocked;
  memset(&action, 0, sizeof action);
  action.sa_handler = end;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, waiting);
}

/* Handles messages. Returns whether a picture has to be drawn, or -1 after printing an error. */
static int take_messages(snapback *daemon) {
  snapback_message message;
  int code, is_stale = 0;
  while ((code = snapback_poll(daemon, &message)) > 0) {
    switch (message.type) {
    case SNAPBACK_TYPE_WELCOME:
      if (message.as.welcome.clock != 0) {
        fprintf(stderr, "drm: the daemon replays at another speed; start it without --speed\n");
        return -1;
      }
      break;
    case SNAPBACK_TYPE_SNAPSHOT:
    case SNAPBACK_TYPE_SEGMENT: is_stale = 1; break;
    case SNAPBACK_TYPE_ERROR: fprintf(stderr, "drm: %s\n", message.as.error.message); break;
    case SNAPBACK_TYPE_LOST:
      fprintf(
        stderr, "drm: %s; again in %d ms\n", message.as.lost.reason, message.as.lost.wait);
      break;
    default: break;
    }
  }
  if (code == 0) return is_stale;
  fprintf(stderr, "drm: %s\n", snapback_error(daemon));
  return -1;
}

/* Draws the picture of the next refresh and requests the flip. Returns whether something moves
   after it, or -1 after printing an error. */
static int show_next(display *screen, snapback *daemon) {
  uint64_t time = display_next(screen);
  const buffer *back = display_back(screen);
  raster picture;
  picture.pixels = back->pixels;
  picture.stride = back->stride;
  picture.width = screen->mode.hdisplay;
  picture.height = screen->mode.vdisplay;
  raster_draw(&picture, daemon, time);
  if (display_flip(screen, time) != 0) return -1;
  return time < snapback_motion_end(daemon);
}

/* Waits for the daemon, the card, a signal, and until `time` unless that is 0. */
static void wait_for_news(
  const display *screen, const snapback *daemon, uint64_t time, const sigset_t *waiting) {
  struct pollfd watched[2];
  struct timespec limit;
  uint64_t now = snapback_now();
  int again = snapback_timeout(daemon);
  int64_t span = again < 0 ? -1 : again * (int64_t)1000000;
  if (time > 0 && (span < 0 || time < now + (uint64_t)span)) {
    span = time > now ? (int64_t)(time - now) : 0;
  }
  watched[0].fd = screen->card;
  watched[0].events = POLLIN;
  watched[1].fd = snapback_descriptor(daemon);
  watched[1].events = (short)(snapback_wants_write(daemon) ? POLLIN | POLLOUT : POLLIN);
  limit.tv_sec = (time_t)(span / 1000000000);
  limit.tv_nsec = (long)(span % 1000000000);
  ppoll(watched, 2, span < 0 ? NULL : &limit, waiting);
}

static int run(display *screen, snapback *daemon, int logs, const sigset_t *waiting) {
  int is_stale = 1;
  while (!is_over) {
    int code = take_messages(daemon);
    if (code < 0) return 1;
    is_stale = is_stale || code;
    if (is_stale && !screen->is_flipping && snapback_now() >= screen->shown) {
      is_stale = show_next(screen, daemon);
      if (is_stale < 0) return 1;
    }
    wait_for_news(
      screen, daemon, is_stale && !screen->is_flipping ? screen->shown : 0, waiting);
    code = display_take_events(screen);
    if (code < 0) return 1;
    if (code > 0 && logs) {
      printf(
        "%llu %llu\n", (unsigned long long)screen->aimed, (unsigned long long)screen->shown);
      fflush(stdout);
    }
  }
  return 0;
}

int main(int count, char **arguments) {
  snapback_options options;
  const char *card = "/dev/dri/card0";
  snapback *daemon = NULL;
  display screen;
  sigset_t waiting;
  int place, logs = 0, code = 69;
  memset(&options, 0, sizeof options);
  options.name = "drm";
  options.want = SNAPBACK_SEGMENTS | SNAPBACK_SCHEDULE;
  options.reconnect = 1;
  for (place = 1; place < count; place++) {
    if (strcmp(arguments[place], "--log") == 0) {
      logs = 1;
    } else if (strcmp(arguments[place], "--card") == 0 && place + 1 < count) {
      card = arguments[++place];
    } else if (arguments[place][0] != '-' && !options.path) {
      options.path = arguments[place];
    } else {
      fprintf(stderr, "usage: drm [--card PATH] [--log] [SOCKET]\n");
      return 64;
    }
  }
  take_signals(&waiting);
  if (display_open(&screen, card) == 0) {
    code = snapback_connect(&options, &daemon);
    if (code != SNAPBACK_OK) fprintf(stderr, "drm: cannot connect (code %d)\n", code);
    code = code == SNAPBACK_OK ? run(&screen, daemon, logs, &waiting) : 69;
  }
  snapback_close(daemon);
  display_close(&screen);
  return code;
}
