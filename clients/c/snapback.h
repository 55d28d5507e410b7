/* snapback.h: a client of the Snapback daemon in one header, C99 and C++11.

   In one file of a program:

     #define SNAPBACK_IMPLEMENTATION
     #include "snapback.h"

   before any other header of the system, and link with -lm. All other files only include it. It
   needs POSIX and the atomic functions that GCC and Clang have built in. It speaks the binary
   encoding of protocol snapback/1; docs/protocol-binary.md, docs/segments.md and
   docs/shared-memory.md say what goes over the wire.

   A connection is a `snapback *`. It belongs to one thread at a time. All memory belongs to it and
   is freed by snapback_close. Nothing is allocated for a frame: arrays grow and are kept. What the
   daemon sends is not trusted: every length is checked, and memory ends at a limit.

   Functions that return int return SNAPBACK_OK (0), a number above 0 where they say so, or one of
   the negative codes below; snapback_error then says more in words.

   Lengths are points, y runs down, angles are radians and turn clockwise, moments are nanoseconds
   of the daemon's clock (CLOCK_MONOTONIC unless the welcome says otherwise), rates are per
   second. */

#ifndef SNAPBACK_H
#define SNAPBACK_H

#if defined(SNAPBACK_IMPLEMENTATION) && !defined(_POSIX_C_SOURCE) && !defined(_GNU_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Codes ---------------------------------------------------------------------------------- */

enum {
  SNAPBACK_OK = 0,
  SNAPBACK_NO_DAEMON = -1,   /* nobody listens at any of the places */
  SNAPBACK_CLOSED = -2,      /* the connection is closed */
  SNAPBACK_BAD_MESSAGE = -3, /* the daemon sent what cannot be read */
  SNAPBACK_LIMIT = -4,       /* more memory than the limit would be needed */
  SNAPBACK_NO_MEMORY = -5,   /* the system has no more memory */
  SNAPBACK_SYSTEM = -6,      /* a call of the system failed */
  SNAPBACK_INVALID = -7,     /* an argument is not in its range */
  SNAPBACK_FULL = -8,        /* the daemon does not read; nothing was sent */
  SNAPBACK_BUSY = -9,        /* the shared memory was being written at every attempt */
  SNAPBACK_DETACHED = -10    /* there is no shared memory */
};

/* The bits of snapback_options.want and of snapback_welcome.features. */
enum {
  SNAPBACK_FRAMES = 1,
  SNAPBACK_SEGMENTS = 2,
  SNAPBACK_GESTURES = 4,
  SNAPBACK_TOUCHES = 8,
  SNAPBACK_LAYOUT = 16,
  SNAPBACK_DONE = 32,
  SNAPBACK_DEVICES = 64,
  SNAPBACK_MEASURE = 128,
  SNAPBACK_ACK = 256, /* only in features: frames are acknowledged by snapback_presented */
  SNAPBACK_DECISIONS = 512, /* they come as text */
  SNAPBACK_SCHEDULE = 1024 /* segments are sent ahead of their time, and the library keeps them */
};

/* When frames are sent. */
enum {
  SNAPBACK_TIMER = 0, /* at the rate, while something moves */
  SNAPBACK_PULL = 1,  /* each one on snapback_frame_request */
  SNAPBACK_PUSH = 2   /* at once on input, else as with the timer */
};

/* The numbers of a view's channels. */
enum {
  SNAPBACK_LEFT, SNAPBACK_TOP, SNAPBACK_RIGHT, SNAPBACK_BOTTOM,
  SNAPBACK_SCROLL_X, SNAPBACK_SCROLL_Y,
  SNAPBACK_TRANSLATION_X, SNAPBACK_TRANSLATION_Y,
  SNAPBACK_ROTATION, SNAPBACK_SHEAR, SNAPBACK_SCALE_X, SNAPBACK_SCALE_Y,
  SNAPBACK_ALPHA, SNAPBACK_RED, SNAPBACK_GREEN, SNAPBACK_BLUE,
  SNAPBACK_LEVER_X, SNAPBACK_LEVER_Y,
  SNAPBACK_CHANNELS /* how many there are */
};

/* The types of messages. */
enum {
  SNAPBACK_TYPE_TEXT = 1,
  SNAPBACK_TYPE_WELCOME = 16,
  SNAPBACK_TYPE_SNAPSHOT = 18,
  SNAPBACK_TYPE_FRAME = 19,
  SNAPBACK_TYPE_SEGMENT = 20,
  SNAPBACK_TYPE_GESTURE = 21,
  SNAPBACK_TYPE_LAYOUT = 22,
  SNAPBACK_TYPE_DONE = 23,
  SNAPBACK_TYPE_IDLE = 24,
  SNAPBACK_TYPE_LAGGED = 25,
  SNAPBACK_TYPE_ERROR = 26,
  SNAPBACK_TYPE_PONG = 27,
  SNAPBACK_TYPE_DEVICE = 29,
  SNAPBACK_TYPE_TOUCH = 30,
  SNAPBACK_TYPE_SHM = 32,
  SNAPBACK_TYPE_LOST = 0x10000 /* not from the wire: the connection is lost, and tried again */
};

#define SNAPBACK_NO_VIEW UINT32_MAX
/* An end that never comes. */
#define SNAPBACK_NEVER UINT64_MAX
/* The memory of a connection if its options name no other limit, in bytes. */
#define SNAPBACK_MEMORY_LIMIT ((size_t)16 << 20)

/* ---- The scene ------------------------------------------------------------------------------ */

/* Where a view is drawn, as snapshots, frames and the shared memory say it. Numbers that came by
   the socket are finite; what is in the shared memory is not checked. */
typedef struct snapback_state {
  float frame[4];              /* x, y, width, height in the parent's coordinates */
  float translation[2];        /* of the transform, in points of the parent */
  float rotation;
  float scale[2];
  float shear;
  float to_screen[6];          /* a, b, c, d, tx, ty: x' = a x + c y + tx, y' = b x + d y + ty */
  float alpha;                 /* opacity of the view itself, 0 to 1 */
  uint32_t color;              /* 0xAARRGGBB; AA is 0 where the view has no fill */
  uint32_t visible;            /* 1 if it and all its ancestors are there, else 0 */
  float box[4];                /* bounding box on the screen: x, y, width, height */
  float frame_velocity[4];
  float translation_velocity[2];
  float rotation_velocity;
  float scale_velocity[2];
  float shear_velocity;
} snapback_state;

/* What a view says. Strings are UTF-8 and end in a zero; one that has a zero inside ends there. */
typedef struct snapback_text {
  const char *string;
  const char *style;           /* such as "body"; empty for a fixed font */
  float size;                  /* of the font, in points */
  float line_height;
  float first_baseline;        /* from the top of the view */
  float last_baseline;
  uint32_t lines;              /* at most so many; 0 for any number */
} snapback_text;

/* A view. Its handle is its place: parents come first, later siblings are in front. */
typedef struct snapback_view {
  const char *name;
  uint32_t parent;             /* SNAPBACK_NO_VIEW for the first, the screen */
  uint32_t clips;              /* 1 if what is in it is cut off at its edges, else 0 */
  float corner_radius;
  float anchor[2];             /* 0 to 1: what the transform is about */
  uint32_t has_text;           /* 1 if `text` says something, else 0 */
  snapback_text text;
  snapback_state state;
} snapback_view;

typedef struct snapback_screen {
  float width, height;         /* points */
  float scale;                 /* pixels a point */
  uint32_t background;         /* 0xAARRGGBB */
} snapback_screen;

/* ---- Motion --------------------------------------------------------------------------------- */

typedef struct snapback_value {
  double value;
  double velocity;             /* per second */
} snapback_value;

/* The kinds of terms; docs/segments.md has the formulas. */
enum {
  SNAPBACK_SPRING = 1,         /* x, v, beta, omega2 */
  SNAPBACK_DECAY = 2,          /* x, v, lambda */
  SNAPBACK_CURVE = 3,          /* x, delay, repeat, duration, x1, y1, x2, y2 */
  SNAPBACK_KEYFRAMES = 4,      /* x, delay, repeat, duration, and keys */
  SNAPBACK_SPRING_CURVE = 5    /* x, delay, repeat, duration, beta, omega2, velocity */
};

/* The flags of a term. */
enum { SNAPBACK_LATER = 1, SNAPBACK_REVERSED = 2, SNAPBACK_AUTOREVERSES = 4 };

/* One motion in closed form, which adds to its channel until `end`. */
typedef struct snapback_term {
  uint8_t kind;
  uint8_t flags;
  uint16_t key_count;
  uint32_t first_key;          /* where its keys begin among those of the channel */
  uint64_t anchor, end;        /* nanoseconds */
  double local, rate;          /* its own time at the anchor in seconds, and how fast it runs */
  double numbers[8];           /* what its kind needs, in the order above */
} snapback_term;

/* A key: it reaches `value` at `time`, a share of the duration, by a Bezier curve. */
typedef struct snapback_key {
  double time, value, x1, y1, x2, y2;
} snapback_key;

/* What a channel does until the next segment. The pointers hold until the next message. */
typedef struct snapback_channel {
  uint64_t generation;
  double held;                 /* constant part of the value */
  double velocity;             /* of what is held: how fast a finger moves it */
  int is_known;                /* 0 if it has a part that this version cannot evaluate */
  int has_map;                 /* 1 if angle * tanh(source / reach) is added */
  uint16_t source;             /* a channel of the same view */
  double angle, reach;
  size_t term_count;
  const snapback_term *terms;
  const snapback_key *keys;
} snapback_channel;

/* Where a view is drawn at a moment, by its segments. Sums may overflow: check that what becomes a
   whole number is in its range. */
typedef struct snapback_pose {
  double frame[4];             /* x, y, width, height in the parent's coordinates */
  double translation[2];
  double rotation;
  double scale[2];
  double shear;
  double matrix[6];            /* to the screen: a, b, c, d, tx, ty */
  double alpha;                /* 0 to 1 */
  uint32_t color;              /* 0xAARRGGBB; AA is 0 where the view has no fill */
  uint32_t visible;            /* 1 if it and all its ancestors have an opacity above 0 */
  uint32_t exact;              /* 1 if evaluated, 0 if it or an ancestor is drawn from frames */
} snapback_pose;

/* ---- Messages ------------------------------------------------------------------------------- */

typedef struct snapback_welcome {
  uint32_t version, roles, features;
  uint64_t session, epoch;
  double rate;                 /* frames per second at most */
  uint32_t clock;              /* 0 monotonic, 1 a replay at another speed */
  uint32_t pacing;
  uint32_t unacknowledged;     /* frames that may be; 0 without acknowledgement */
  int continues;               /* 1 if this is the session and epoch of the connection before: only
                                  frames were missed. If not, gestures that began are over. */
} snapback_welcome;

typedef struct snapback_gesture {
  uint64_t id;
  uint32_t view;               /* SNAPBACK_NO_VIEW if it is on none that is known */
  uint8_t kind;                /* 0 tap, 1 longPress, 2 pan, 3 swipe, 4 pinch, 5 rotation,
                                  6 edgePan, 7 scroll, 8 hover */
  uint8_t phase;               /* 0 recognized, 1 began, 2 changed, 3 ended, 4 cancelled */
  uint8_t flags;               /* bit 0 has a scale, 1 has a rotation, 2 injected */
  float location[2], translation[2], velocity[2];
  float scale, scale_velocity, rotation, rotation_velocity;
  const char *name;
} snapback_gesture;

typedef struct snapback_layout {
  uint32_t view;
  float from[4], to[4];        /* x, y, width, height in the parent's coordinates */
} snapback_layout;

typedef struct snapback_contact {
  uint64_t id;
  uint8_t phase;               /* 0 began, 1 moved, 2 ended, 3 cancelled */
  uint8_t flags;               /* bit 0 injected */
  float x, y;                  /* points of the screen */
} snapback_contact;

/* A message. What it points to belongs to the connection and holds until the next call of poll,
   next, take or feed. A string ends in a zero. */
typedef struct snapback_message {
  uint32_t type;
  uint64_t seq;                /* of snapshots, frames, segments and idles; else 0 */
  uint64_t time;               /* the moment that it is for */
  union {
    snapback_welcome welcome;
    struct { uint64_t revision, epoch; uint32_t views; } snapshot;
    /* `changed` has the handles of `count` views. */
    struct { uint64_t revision, computed; uint32_t count; const uint32_t *changed; } frame;
    /* With `ahead`, the library applies it at its time, unless another segment comes before. */
    struct { uint64_t revision; uint32_t channels; int ahead; } segment;
    snapback_gesture gesture;
    struct { uint64_t transaction; uint32_t count; const snapback_layout *views; } layout;
    struct { uint64_t id; uint8_t settled, interrupted; } done; /* settled 0: finished */
    struct { uint64_t dropped; } lagged;
    struct { const char *code, *message; } error;
    struct { uint64_t id; } pong;
    struct { uint64_t id; uint8_t added; const char *name, *kind; } device;
    struct { uint32_t count; const snapback_contact *contacts; } touch;
    struct { const char *json; size_t size; } text; /* a reply, measure or decision: an object */
    /* `code` is SNAPBACK_OK if snapback_shm_read now reads it, else why not. */
    struct { uint64_t size; int code; } shm;
    /* Why it was lost, and after how many milliseconds it will be tried again. */
    struct { int code; const char *reason; int wait; } lost;
  } as;
} snapback_message;

/* ---- Connections ---------------------------------------------------------------------------- */

/* A connection; what is in it is its own. */
typedef struct snapback snapback;

/* What a connection shall be. All zero is a good choice. Nothing is kept of what it points to. */
typedef struct snapback_options {
  const char *path;            /* of the socket; NULL: $SNAPBACK_SOCKET, else the usual places */
  const char *name;            /* for the daemon's log; NULL: none */
  uint32_t want;               /* SNAPBACK_FRAMES and so on; 0: frames, gestures, done, devices */
  const char *const *views;    /* names, `*` at the end matches any rest; NULL: all */
  size_t view_count;
  double rate;                 /* frames per second, 1 to 1000; 0: the daemon's */
  int pacing;                  /* SNAPBACK_TIMER, SNAPBACK_PULL, SNAPBACK_PUSH */
  int acknowledge;             /* 1: at most 2 frames come before snapback_presented */
  int reconnect;               /* 1: a lost connection is tried again, after 0.1 s up to 5 s */
  size_t limit;                /* bytes of memory; 0: SNAPBACK_MEMORY_LIMIT */
} snapback_options;

/* Connects and says hello; `options` may be NULL. The answer comes as a welcome and a snapshot.
   `*result` is the connection, or NULL after an error. With `reconnect` a daemon that is not there
   is no error: the first message says then that the connection is lost. Never waits.
   SNAPBACK_NO_DAEMON, SNAPBACK_INVALID, SNAPBACK_NO_MEMORY, SNAPBACK_SYSTEM. */
int snapback_connect(const snapback_options *options, snapback **result);

/* A connection without a socket, for bytes that come from elsewhere; NULL without memory. `limit`
   as in the options. */
snapback *snapback_create(size_t limit);

/* Closes and frees. NULL is fine. */
void snapback_close(snapback *connection);

/* The next message, without waiting: 1 and `message` filled, 0 if there is none now, or a code,
   after which the connection is closed. Snapshots, frames and segments have been applied to the
   scene. Call it until it returns 0, then wait for the descriptor. */
int snapback_poll(snapback *connection, snapback_message *message);

/* The same, but waits up to `timeout` milliseconds, for ever if it is negative. */
int snapback_next(snapback *connection, snapback_message *message, int timeout);

/* The descriptor to wait for, -1 while there is none. It changes with a reconnection. */
int snapback_descriptor(const snapback *connection);

/* Whether to wait for the descriptor to be writable as well: the daemon has not read all. */
int snapback_wants_write(const snapback *connection);

/* Milliseconds after which snapback_poll wants to be called at the latest, -1 for never: it is when
   a lost connection is tried again. */
int snapback_timeout(const snapback *connection);

/* What the last code meant, in words; never NULL, holds until the next call. */
const char *snapback_error(const snapback *connection);

/* The bytes of memory that it holds. */
size_t snapback_memory(const snapback *connection);

/* CLOCK_MONOTONIC now, in nanoseconds. */
uint64_t snapback_now(void);

/* Takes bytes of the daemon's that were read elsewhere; messages are then had by snapback_take.
   SNAPBACK_LIMIT, SNAPBACK_NO_MEMORY. Take all messages before feeding more. */
int snapback_feed(snapback *connection, const void *bytes, size_t size);

/* The next whole message of what was fed: 1, 0 if there is none yet, or a code, after which no
   message can be had. */
int snapback_take(snapback *connection, snapback_message *message);

/* ---- Asking --------------------------------------------------------------------------------- */

/* These return SNAPBACK_OK, SNAPBACK_CLOSED, SNAPBACK_FULL (more than 2 MiB wait; try later),
   SNAPBACK_LIMIT or SNAPBACK_NO_MEMORY. What the socket does not take at once goes with the next
   poll or next. */

/* Sends a message of docs/protocol.md: one JSON object, `size` bytes, which are not checked. A
   command with an "id" is answered by a text message with that id. */
int snapback_send_text(snapback *connection, const char *json, size_t size);

/* Pacing pull: asks for the frame that will be seen at `time`; `refresh` is the screen's interval
   in ns, 0 if unknown or variable. */
int snapback_frame_request(snapback *connection, uint64_t time, uint64_t refresh);

/* Says that a frame was shown at `time`; or, with `discarded`, that a later one took its place. */
int snapback_presented(
  snapback *connection, uint64_t seq, uint64_t time, uint64_t refresh, int discarded);

/* Asks for a pong with the same id. */
int snapback_ping(snapback *connection, uint64_t id);

/* Asks for a snapshot. */
int snapback_resync(snapback *connection);

/* Asks for shared memory. It is there when a message of SNAPBACK_TYPE_SHM has code 0, and has to be
   asked for again after each welcome. */
int snapback_shm_attach(snapback *connection);

/* ---- Looking -------------------------------------------------------------------------------- */

/* How many views the last snapshot had. */
uint32_t snapback_view_count(const snapback *connection);

/* A view, NULL if there is none with that handle. Holds until the next snapshot. */
const snapback_view *snapback_view_at(const snapback *connection, uint32_t handle);

/* The handle of the view with a name, SNAPBACK_NO_VIEW if there is none. O(views). */
uint32_t snapback_find(const snapback *connection, const char *name);

/* The screen; all zero before the first snapshot. */
const snapback_screen *snapback_screen_of(const snapback *connection);

/* What a channel does: 1, or 0 if it is at its default and `channel` is filled with that.
   SNAPBACK_INVALID if there is no such view or channel. */
int snapback_channel_at(
  const snapback *connection, uint32_t view, uint32_t number, snapback_channel *channel);

/* The value of a channel at a moment, and its rate of change with that of a finger. O(terms).
   SNAPBACK_INVALID as above. What the channel has of a later version counts as 0. */
int snapback_channel_value(
  const snapback *connection, uint32_t view, uint32_t number, uint64_t time,
  snapback_value *result);

/* Where a view is drawn at a moment. Evaluate at the moment the picture will be seen. Views without
   segments are as their last frame said. O(ancestors and their terms). SNAPBACK_INVALID. */
int snapback_evaluate(
  snapback *connection, uint32_t view, uint64_t time, snapback_pose *pose);

/* The same for all views at once, in their order: `*poses` has snapback_view_count of them and
   holds until the next call of an evaluation or the next snapshot. O(views and their terms). */
int snapback_evaluate_all(snapback *connection, uint64_t time, const snapback_pose **poses);

/* From when on everything only holds: the latest end of all terms. 0 if nothing moves,
   SNAPBACK_NEVER if something always will. O(channels that move). */
uint64_t snapback_motion_end(const snapback *connection);

/* ---- Formulas ------------------------------------------------------------------------------- */

/* A damped spring `seconds` after it was at x with velocity v: x'' + 2 beta x' + omega2 x = 0.
   Before that it is at x and still. */
snapback_value snapback_spring(double x, double v, double beta, double omega2, double seconds);

/* The y of a cubic Bezier curve from (0, 0) to (1, 1) where its x is `fraction`, and its slope
   dy/dx within 1e6 up or down; CSS Easing Functions, level 1. Exactly 0 and 1 at the ends. */
snapback_value snapback_bezier(double x1, double y1, double x2, double y2, double fraction);

/* What a term adds at a moment. `keys` are those of its channel. */
snapback_value snapback_term_value(
  const snapback_term *term, const snapback_key *keys, uint64_t time);

/* ---- Shared memory -------------------------------------------------------------------------- */

/* A frame of the shared memory. */
typedef struct snapback_shm_frame {
  uint64_t epoch;              /* compare it with that of the snapshot before using handles */
  uint64_t time, revision;
  int idle;                    /* 1: nothing moves */
  uint32_t count;
  const snapback_state *states; /* by handle; holds until the next read */
} snapback_shm_frame;

/* Reads the frame that is in the memory now. Never waits: after 1000 attempts it gives up with
   SNAPBACK_BUSY. SNAPBACK_DETACHED without a memory. O(views). */
int snapback_shm_read(snapback *connection, snapback_shm_frame *frame);

/* The descriptor that becomes readable with each frame, -1 without a memory. Reading a frame makes
   it unreadable again. */
int snapback_shm_descriptor(const snapback *connection);

/* Attaches a memory that was had elsewhere. Takes both descriptors, also after an error; the second
   may be -1. The connection does this by itself for those that the daemon sends. SNAPBACK_SYSTEM,
   or SNAPBACK_BAD_MESSAGE if what is in it does not fit it or it can shrink. */
int snapback_shm_open(snapback *connection, int memory, int event, uint64_t size);

#ifdef __cplusplus
}
#endif

#endif /* SNAPBACK_H */

/* ============================================================================================= */

#if defined(SNAPBACK_IMPLEMENTATION) && !defined(SNAPBACK_IMPLEMENTED)
#define SNAPBACK_IMPLEMENTED

#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What there is -------------------------------------------------------------------------- */

enum {
  SNAPBACK__HEADER = 24,
  SNAPBACK__READ = 65536,      /* bytes that one read takes at most */
  SNAPBACK__TURNS = 16,        /* reads in one call of poll */
  SNAPBACK__FDS = 4,           /* descriptors that may wait for their message */
  SNAPBACK__ATTEMPTS = 1000,   /* at reading the shared memory */
  SNAPBACK__FIRST_WAIT = 100,  /* ms until a lost connection is tried again; doubles */
  SNAPBACK__LAST_WAIT = 5000,
  SNAPBACK__SLOT = 116         /* bytes of a slot that are known */
};
#define SNAPBACK__OUTBOUND ((size_t)2 << 20)
#define SNAPBACK__NONE UINT32_MAX

/* Memory that grows and is kept. */
typedef struct snapback__array {
  void *at;
  size_t capacity;             /* bytes */
} snapback__array;

/* A channel that is not at its default. */
typedef struct snapback__record {
  double held, velocity;
  uint64_t generation;
  uint32_t motion;             /* SNAPBACK__NONE if it only holds */
} snapback__record;

/* The terms and the map of a channel; kept for another one when the channel comes to rest. */
typedef struct snapback__motion {
  snapback__array terms, keys;
  uint32_t term_count, key_count, next_free;
  uint16_t source;
  uint8_t has_map, is_known, is_used;
  double angle, reach;
} snapback__motion;

/* What the children of a view need besides its pose. */
typedef struct snapback__place {
  double left, top, scroll_x, scroll_y;
} snapback__place;

struct snapback {
  size_t limit, used;
  int code;                    /* why there is no connection */
  char text[256];
  /* What came in and what waits to go out. */
  snapback__array in, out, scratch, items;
  size_t in_start, in_end, out_start, out_end, scratch_used;
  uint64_t skip;
  /* The connection. */
  char *path, *hello;
  size_t hello_size;
  int fd, reconnects, is_lost, wait, pending_wait;
  int fds[SNAPBACK__FDS], fd_count;
  uint64_t retry;
  int was_welcomed, is_filtered;
  uint64_t session, epoch;
  /* The scene. */
  snapback_screen screen;
  snapback__array views, names, slots, records, motions, poses, places, chain;
  uint32_t view_count, record_count, motion_count, free_motion;
  size_t names_used;
  int has_segments;
  /* The payload of the segment that was sent ahead of its time; its size is 0 if there is none. */
  snapback__array ahead;
  size_t ahead_size;
  uint64_t ahead_time;
  /* The shared memory. */
  const unsigned char *shm;
  size_t shm_size;
  uint32_t shm_first, shm_stride, shm_count;
  int shm_event;
  snapback__array shm_words, shm_states;
};

static int snapback__fail(snapback *c, int code, const char *text) {
  snprintf(c->text, sizeof c->text, "%s", text);
  return code;
}

static int snapback__fail_system(snapback *c, int code, const char *what, int number) {
  snprintf(c->text, sizeof c->text, "%s: %s", what, strerror(number));
  return code;
}

/* Makes room for `need` bytes in all and keeps what is there. */
static int snapback__reserve(snapback *c, snapback__array *array, size_t need) {
  size_t size = array->capacity + array->capacity / 2, room = c->limit - c->used;
  void *at;
  if (need <= array->capacity) return SNAPBACK_OK;
  if (size < need) size = need;
  if (size < 64) size = 64;
  if (size - array->capacity > room) size = need;
  if (size - array->capacity > room) {
    return snapback__fail(c, SNAPBACK_LIMIT, "the daemon's data need more memory than the limit");
  }
  at = realloc(array->at, size);
  if (at == NULL) return snapback__fail(c, SNAPBACK_NO_MEMORY, "the system has no more memory");
  c->used += size - array->capacity;
  array->at = at;
  array->capacity = size;
  return SNAPBACK_OK;
}

static snapback_view *snapback__views(const snapback *c) { return (snapback_view *)c->views.at; }

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* Reads numbers from a message. Beyond its end they are 0, and `failed` says so. */
typedef struct snapback__reader {
  const unsigned char *at;
  size_t size, offset;
  int failed;
} snapback__reader;

static size_t snapback__left(const snapback__reader *r) { return r->size - r->offset; }

static const unsigned char *snapback__bytes(snapback__reader *r, size_t count) {
  const unsigned char *at = r->at + r->offset;
  if (r->failed || count > snapback__left(r)) {
    r->failed = 1;
    return NULL;
  }
  r->offset += count;
  return at;
}

static uint64_t snapback__number(const unsigned char *at, int count) {
  uint64_t value = 0;
  while (count > 0) value = value << 8 | at[--count];
  return value;
}

static uint64_t snapback__integer(snapback__reader *r, int count) {
  const unsigned char *at = snapback__bytes(r, (size_t)count);
  return at == NULL ? 0 : snapback__number(at, count);
}

static uint8_t snapback__u8(snapback__reader *r) { return (uint8_t)snapback__integer(r, 1); }
static uint16_t snapback__u16(snapback__reader *r) { return (uint16_t)snapback__integer(r, 2); }
static uint32_t snapback__u32(snapback__reader *r) { return (uint32_t)snapback__integer(r, 4); }
static uint64_t snapback__u64(snapback__reader *r) { return snapback__integer(r, 8); }

static float snapback__float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Numbers of the wire are finite. */
static float snapback__f32(snapback__reader *r) {
  uint32_t bits = snapback__u32(r);
  if ((bits & 0x7f800000u) == 0x7f800000u) r->failed = 1;
  return snapback__float(bits);
}

static void snapback__f32s(snapback__reader *r, float *values, int count) {
  int i;
  for (i = 0; i < count; i++) values[i] = snapback__f32(r);
}

/* Not-a-number is never right, +infinity where a motion may last for ever. */
static double snapback__f64_or_infinity(snapback__reader *r) {
  uint64_t bits = snapback__u64(r), infinity = (uint64_t)0x7ff << 52;
  double value;
  if ((bits & infinity) == infinity && bits != infinity) r->failed = 1;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static double snapback__f64(snapback__reader *r) {
  double value = snapback__f64_or_infinity(r);
  if (value > DBL_MAX) r->failed = 1;
  return value;
}

/* Whether bytes are UTF-8: the shortest form, no surrogates, up to U+10FFFF (RFC 3629). */
static int snapback__is_utf8(const unsigned char *at, size_t size) {
  size_t i = 0;
  while (i < size) {
    unsigned char first = at[i++], low = 0x80, high = 0xbf;
    int more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (more > 0 && (first < 0xc2 || first > 0xf4)) return 0;
    if (first == 0xe0) low = 0xa0;
    if (first == 0xed) high = 0x9f;
    if (first == 0xf0) low = 0x90;
    if (first == 0xf4) high = 0x8f;
    for (; more > 0; more--, i++, low = 0x80, high = 0xbf) {
      if (i >= size || at[i] < low || at[i] > high) return 0;
    }
  }
  return 1;
}

/* A string, copied behind `*used` in memory that has room for the whole message, with a zero. */
static const char *snapback__string(snapback__reader *r, snapback__array *to, size_t *used) {
  size_t size = snapback__u16(r);
  const unsigned char *at = snapback__bytes(r, size);
  char *copy;
  if (at == NULL || size >= to->capacity - *used || !snapback__is_utf8(at, size)) {
    r->failed = 1;
    return "";
  }
  copy = (char *)to->at + *used;
  memcpy(copy, at, size);
  copy[size] = 0;
  *used += size + 1;
  return copy;
}

static int snapback__bad(snapback *c, const snapback__reader *r, const char *what) {
  snprintf(
    c->text, sizeof c->text, "%s: cannot be read at byte %lu of %lu", what,
    (unsigned long)r->offset, (unsigned long)r->size);
  return SNAPBACK_BAD_MESSAGE;
}

/* ---- Messages about the scene --------------------------------------------------------------- */

/* Reads a state over an old one. Returns whether all of it was known: after an unknown bit nothing
   of the message can be read. */
static int snapback__state(snapback__reader *r, uint32_t *handle, snapback_state *s) {
  uint16_t mask;
  *handle = snapback__u32(r);
  mask = snapback__u16(r);
  snapback__u16(r);
  if (mask & 1) snapback__f32s(r, s->frame, 4);
  if (mask & 2) {
    snapback__f32s(r, s->translation, 2);
    s->rotation = snapback__f32(r);
    snapback__f32s(r, s->scale, 2);
    s->shear = snapback__f32(r);
  }
  if (mask & 4) snapback__f32s(r, s->to_screen, 6);
  if (mask & 8) {
    s->alpha = snapback__f32(r);
    s->color = snapback__u32(r);
    s->visible = snapback__u32(r) & 1;
  }
  if (mask & 16) snapback__f32s(r, s->box, 4);
  memset(s->frame_velocity, 0, sizeof s->frame_velocity);
  memset(s->translation_velocity, 0, sizeof s->translation_velocity);
  memset(s->scale_velocity, 0, sizeof s->scale_velocity);
  s->rotation_velocity = s->shear_velocity = 0;
  if (mask & 32) {
    snapback__f32s(r, s->frame_velocity, 4);
    snapback__f32s(r, s->translation_velocity, 2);
    s->rotation_velocity = snapback__f32(r);
    snapback__f32s(r, s->scale_velocity, 2);
    s->shear_velocity = snapback__f32(r);
  }
  return mask < 64;
}

static void snapback__forget_segments(snapback *c) {
  uint32_t i;
  c->has_segments = 0;
  c->ahead_size = 0;
  c->record_count = 0;
  c->free_motion = SNAPBACK__NONE;
  for (i = 0; i < c->motion_count; i++) {
    snapback__motion *motion = (snapback__motion *)c->motions.at + i;
    motion->is_used = 0;
    motion->next_free = c->free_motion;
    c->free_motion = i;
  }
}

/* The size of a new scene: room for all that depends on it. */
static int snapback__make_room(snapback *c, size_t views, size_t text) {
  int code = snapback__reserve(c, &c->views, views * sizeof(snapback_view));
  if (code == 0) code = snapback__reserve(c, &c->names, text);
  if (code == 0) code = snapback__reserve(c, &c->chain, views * sizeof(uint32_t));
  if (code == 0) {
    code = snapback__reserve(c, &c->slots, views * SNAPBACK_CHANNELS * sizeof(uint32_t));
  }
  return code;
}

static void snapback__text(snapback *c, snapback__reader *r, snapback_text *text) {
  text->string = snapback__string(r, &c->names, &c->names_used);
  text->style = snapback__string(r, &c->names, &c->names_used);
  text->size = snapback__f32(r);
  text->line_height = snapback__f32(r);
  text->first_baseline = snapback__f32(r);
  text->last_baseline = snapback__f32(r);
  text->lines = snapback__u32(r);
}

static int snapback__snapshot(snapback *c, snapback__reader *r, snapback_message *m) {
  uint32_t count, i, flags, handle;
  int code;
  c->view_count = 0;
  c->names_used = 0;
  snapback__forget_segments(c);
  m->as.snapshot.revision = snapback__u64(r);
  m->as.snapshot.epoch = snapback__u64(r);
  c->screen.width = snapback__f32(r);
  c->screen.height = snapback__f32(r);
  c->screen.scale = snapback__f32(r);
  c->screen.background = snapback__u32(r);
  count = snapback__u32(r);
  snapback__u32(r);
  /* A view has at least 30 bytes, so the count cannot ask for more than there is. */
  if (r->failed || count > snapback__left(r) / 30) return snapback__bad(c, r, "snapshot");
  code = snapback__make_room(c, count, r->size);
  if (code != 0) return code;
  for (i = 0; i < count; i++) {
    snapback_view *view = snapback__views(c) + i;
    memset(view, 0, sizeof *view);
    view->state.scale[0] = view->state.scale[1] = 1;
    view->state.to_screen[0] = view->state.to_screen[3] = 1;
    view->parent = snapback__u32(r);
    flags = snapback__u32(r);
    view->clips = flags & 1;
    view->has_text = flags >> 1 & 1;
    view->corner_radius = snapback__f32(r);
    snapback__f32s(r, view->anchor, 2);
    /* Behind fields that are not known its name cannot be found. */
    if (!snapback__state(r, &handle, &view->state)) return snapback__bad(c, r, "snapshot");
    view->name = snapback__string(r, &c->names, &c->names_used);
    view->text.string = view->text.style = "";
    if (view->has_text) snapback__text(c, r, &view->text);
    if (r->failed || handle != i) return snapback__bad(c, r, "snapshot");
    if (i == 0 ? view->parent != SNAPBACK_NO_VIEW : view->parent >= i) {
      return snapback__bad(c, r, "snapshot");
    }
  }
  c->view_count = m->as.snapshot.views = i;
  if (i > 0) memset(c->slots.at, 0xff, (size_t)i * SNAPBACK_CHANNELS * sizeof(uint32_t));
  c->epoch = m->as.snapshot.epoch;
  c->wait = 0;
  return 1;
}

static int snapback__frame(snapback *c, snapback__reader *r, snapback_message *m) {
  uint32_t count, i, handle = 0, *changed;
  int code;
  m->as.frame.revision = snapback__u64(r);
  m->as.frame.computed = snapback__u64(r);
  count = snapback__u32(r);
  snapback__u32(r);
  if (r->failed || count > snapback__left(r) / 8) return snapback__bad(c, r, "frame");
  code = snapback__reserve(c, &c->items, (size_t)count * sizeof(uint32_t));
  if (code != 0) return code;
  changed = (uint32_t *)c->items.at;
  m->as.frame.changed = changed;
  for (i = 0; i < count; i++) {
    snapback_state ignored, *state = &ignored;
    int is_whole;
    memset(&ignored, 0, sizeof ignored);
    if (snapback__left(r) >= 4) handle = (uint32_t)snapback__number(r->at + r->offset, 4);
    if (handle < c->view_count) state = &snapback__views(c)[handle].state;
    is_whole = snapback__state(r, &handle, state);
    if (r->failed) return snapback__bad(c, r, "frame");
    if (state != &ignored) changed[m->as.frame.count++] = handle;
    if (!is_whole) break;
  }
  return 1;
}

/* ---- Segments ------------------------------------------------------------------------------- */

/* A motion that nobody uses; it has the memory of whoever had it last. */
static int snapback__take_motion(snapback *c, uint32_t *place) {
  snapback__motion *motion;
  if (c->free_motion == SNAPBACK__NONE) {
    int code = snapback__reserve(
      c, &c->motions, ((size_t)c->motion_count + 1) * sizeof(snapback__motion));
    if (code != 0) return code;
    motion = (snapback__motion *)c->motions.at + c->motion_count;
    memset(motion, 0, sizeof *motion);
    *place = c->motion_count++;
  } else {
    *place = c->free_motion;
    motion = (snapback__motion *)c->motions.at + *place;
    c->free_motion = motion->next_free;
  }
  motion->is_used = 1;
  return SNAPBACK_OK;
}

static void snapback__drop_motion(snapback *c, snapback__record *record) {
  if (record->motion != SNAPBACK__NONE) {
    snapback__motion *motion = (snapback__motion *)c->motions.at + record->motion;
    motion->is_used = 0;
    motion->next_free = c->free_motion;
    c->free_motion = record->motion;
    record->motion = SNAPBACK__NONE;
  }
}

/* Reads one term; what is beyond its own bytes it does not see. */
static int snapback__read_term(snapback *c, snapback__reader *r, snapback__motion *motion) {
  static const int counts[] = {0, 4, 3, 8, 4, 7};
  snapback_term term;
  snapback__reader own = *r;
  uint32_t size, i;
  int code;
  memset(&term, 0, sizeof term);
  term.kind = snapback__u8(&own);
  term.flags = snapback__u8(&own);
  term.key_count = snapback__u16(&own);
  size = snapback__u32(&own);
  if (own.failed || size < 40 || size > snapback__left(r)) return SNAPBACK_BAD_MESSAGE;
  r->offset += size;
  own.size = r->offset;
  term.anchor = snapback__u64(&own);
  term.end = snapback__u64(&own);
  term.local = snapback__f64(&own);
  term.rate = snapback__f64(&own);
  if (term.kind < SNAPBACK_SPRING || term.kind > SNAPBACK_SPRING_CURVE) {
    motion->is_known = 0;
    return SNAPBACK_OK;
  }
  for (i = 0; i < (uint32_t)counts[term.kind]; i++) {
    /* Repeat and duration. */
    int may_last = term.kind >= SNAPBACK_CURVE && (i == 2 || i == 3);
    term.numbers[i] = may_last ? snapback__f64_or_infinity(&own) : snapback__f64(&own);
  }
  if (term.kind != SNAPBACK_KEYFRAMES) term.key_count = 0;
  if (own.failed || snapback__left(&own) / 48 < term.key_count) return SNAPBACK_BAD_MESSAGE;
  term.first_key = motion->key_count;
  motion->key_count += term.key_count;
  code = snapback__reserve(c, &motion->keys, (size_t)motion->key_count * sizeof(snapback_key));
  if (code != 0) return code;
  for (i = 0; i < term.key_count; i++) {
    snapback_key *key = (snapback_key *)motion->keys.at + term.first_key + i;
    key->time = snapback__f64(&own);
    key->value = snapback__f64(&own);
    key->x1 = snapback__f64(&own);
    key->y1 = snapback__f64(&own);
    key->x2 = snapback__f64(&own);
    key->y2 = snapback__f64(&own);
  }
  if (own.failed) return SNAPBACK_BAD_MESSAGE;
  code = snapback__reserve(
    c, &motion->terms, ((size_t)motion->term_count + 1) * sizeof(snapback_term));
  if (code == 0) ((snapback_term *)motion->terms.at)[motion->term_count++] = term;
  return code;
}

/* Reads the map and the terms of a channel into `motion`. */
static int snapback__read_motion(
  snapback *c, snapback__reader *r, snapback__motion *motion, int map, int terms) {
  motion->term_count = motion->key_count = 0;
  motion->is_known = 1;
  motion->has_map = 0;
  if (map != 0) {
    motion->source = snapback__u16(r);
    snapback__u16(r);
    snapback__u32(r);
    motion->angle = snapback__f64(r);
    motion->reach = snapback__f64(r);
    motion->has_map = map == 1 && motion->source < SNAPBACK_CHANNELS;
    motion->is_known = motion->has_map;
  }
  for (; terms > 0 && !r->failed; terms--) {
    int code = snapback__read_term(c, r, motion);
    if (code != 0) return code;
  }
  return r->failed ? SNAPBACK_BAD_MESSAGE : SNAPBACK_OK;
}

/* The place of a channel's record, made if there is none. */
static int snapback__record_of(
  snapback *c, uint32_t view, uint32_t number, snapback__record **record) {
  uint32_t *slot = (uint32_t *)c->slots.at + (size_t)view * SNAPBACK_CHANNELS + number;
  if (*slot == SNAPBACK__NONE) {
    int code = snapback__reserve(
      c, &c->records, ((size_t)c->record_count + 1) * sizeof(snapback__record));
    if (code != 0) return code;
    *slot = c->record_count++;
    ((snapback__record *)c->records.at)[*slot].motion = SNAPBACK__NONE;
  }
  *record = (snapback__record *)c->records.at + *slot;
  return SNAPBACK_OK;
}

/* Reads the channels of a segment; they are kept only if it `is_applied`. */
static int snapback__channels(
  snapback *c, snapback__reader *r, uint32_t count, int is_applied) {
  uint32_t i;
  for (i = 0; i < count; i++) {
    snapback__record unknown, *record = &unknown;
    uint32_t view = snapback__u32(r), number = snapback__u16(r);
    int map = snapback__u8(r), terms = snapback__u8(r), code = 0;
    unknown.motion = SNAPBACK__NONE;
    if (is_applied && view < c->view_count && number < SNAPBACK_CHANNELS) {
      code = snapback__record_of(c, view, number, &record);
      if (code != 0) return code;
    }
    record->generation = snapback__u64(r);
    record->held = snapback__f64(r);
    record->velocity = snapback__f64(r);
    if (map == 0 && terms == 0) {
      snapback__drop_motion(c, record);
    } else {
      if (record->motion == SNAPBACK__NONE) code = snapback__take_motion(c, &record->motion);
      if (code == 0) {
        code = snapback__read_motion(
          c, r, (snapback__motion *)c->motions.at + record->motion, map, terms);
      }
      if (record == &unknown) snapback__drop_motion(c, record);
    }
    if (code == SNAPBACK_BAD_MESSAGE || r->failed) return snapback__bad(c, r, "segment");
    if (code != 0) return code;
  }
  if (is_applied) c->has_segments = 1;
  return 1;
}

static int snapback__segment(snapback *c, snapback__reader *r, snapback_message *m) {
  uint32_t count;
  int code;
  m->as.segment.revision = snapback__u64(r);
  count = m->as.segment.channels = snapback__u32(r);
  m->as.segment.ahead = snapback__u32(r) & 1;
  if (r->failed || count > snapback__left(r) / 32) return snapback__bad(c, r, "segment");
  c->ahead_size = 0;
  if (m->as.segment.ahead) {
    code = snapback__reserve(c, &c->ahead, r->size);
    if (code != 0) return code;
    memcpy(c->ahead.at, r->at, r->size);
  }
  code = snapback__channels(c, r, count, !m->as.segment.ahead);
  if (code == 1 && m->as.segment.ahead) {
    c->ahead_size = r->size;
    c->ahead_time = m->time;
  }
  return code;
}

/* Applies the segment that was sent ahead of its time if its time has come. */
static int snapback__advance(snapback *c, uint64_t time) {
  snapback__reader r;
  uint32_t count;
  int code;
  if (c->ahead_size == 0 || time < c->ahead_time) return SNAPBACK_OK;
  memset(&r, 0, sizeof r);
  r.at = (const unsigned char *)c->ahead.at;
  r.size = c->ahead_size;
  c->ahead_size = 0;
  snapback__u64(&r);
  count = snapback__u32(&r);
  snapback__u32(&r);
  code = snapback__channels(c, &r, count, 1);
  return code == 1 ? SNAPBACK_OK : code;
}

/* ---- Other messages ------------------------------------------------------------------------- */

static int snapback__welcome(snapback *c, snapback__reader *r, snapback_message *m) {
  snapback_welcome *welcome = &m->as.welcome;
  welcome->version = snapback__u16(r);
  welcome->roles = snapback__u16(r);
  welcome->features = snapback__u32(r);
  welcome->session = snapback__u64(r);
  welcome->epoch = snapback__u64(r);
  welcome->rate = snapback__f64(r);
  welcome->clock = snapback__u8(r);
  welcome->pacing = snapback__u8(r);
  snapback__u16(r);
  welcome->unacknowledged = snapback__u32(r);
  if (r->failed) return snapback__bad(c, r, "welcome");
  welcome->continues =
    c->was_welcomed && c->session == welcome->session && c->epoch == welcome->epoch;
  c->was_welcomed = 1;
  c->session = welcome->session;
  c->epoch = welcome->epoch;
  return 1;
}

static int snapback__gesture(snapback *c, snapback__reader *r, snapback_message *m) {
  snapback_gesture *gesture = &m->as.gesture;
  gesture->id = snapback__u64(r);
  gesture->view = snapback__u32(r);
  if (gesture->view >= c->view_count) gesture->view = SNAPBACK_NO_VIEW;
  gesture->kind = snapback__u8(r);
  gesture->phase = snapback__u8(r);
  gesture->flags = snapback__u8(r);
  snapback__u8(r);
  snapback__f32s(r, gesture->location, 2);
  snapback__f32s(r, gesture->translation, 2);
  snapback__f32s(r, gesture->velocity, 2);
  gesture->scale = snapback__f32(r);
  gesture->scale_velocity = snapback__f32(r);
  gesture->rotation = snapback__f32(r);
  gesture->rotation_velocity = snapback__f32(r);
  gesture->name = snapback__string(r, &c->scratch, &c->scratch_used);
  return 1;
}

static int snapback__layout(snapback *c, snapback__reader *r, snapback_message *m) {
  uint32_t count, i;
  int code;
  m->as.layout.transaction = snapback__u64(r);
  count = snapback__u32(r);
  snapback__u32(r);
  if (r->failed || count > snapback__left(r) / 40) return snapback__bad(c, r, "layout");
  code = snapback__reserve(c, &c->items, (size_t)count * sizeof(snapback_layout));
  if (code != 0) return code;
  m->as.layout.count = count;
  m->as.layout.views = (snapback_layout *)c->items.at;
  for (i = 0; i < count; i++) {
    snapback_layout *layout = (snapback_layout *)c->items.at + i;
    layout->view = snapback__u32(r);
    if (layout->view >= c->view_count) layout->view = SNAPBACK_NO_VIEW;
    snapback__u32(r);
    snapback__f32s(r, layout->from, 4);
    snapback__f32s(r, layout->to, 4);
  }
  return 1;
}

static int snapback__touch(snapback *c, snapback__reader *r, snapback_message *m) {
  uint32_t count = snapback__u32(r), i;
  int code;
  snapback__u32(r);
  if (r->failed || count > snapback__left(r) / 24) return snapback__bad(c, r, "touch");
  code = snapback__reserve(c, &c->items, (size_t)count * sizeof(snapback_contact));
  if (code != 0) return code;
  m->as.touch.count = count;
  m->as.touch.contacts = (snapback_contact *)c->items.at;
  for (i = 0; i < count; i++) {
    snapback_contact *contact = (snapback_contact *)c->items.at + i;
    contact->id = snapback__u64(r);
    contact->phase = snapback__u8(r);
    contact->flags = snapback__u8(r);
    snapback__u16(r);
    contact->x = snapback__f32(r);
    contact->y = snapback__f32(r);
    snapback__u32(r);
  }
  return 1;
}

static void snapback__take_descriptors(snapback *c, snapback_message *m) {
  int i, memory = c->fd_count > 0 ? c->fds[0] : -1, event = c->fd_count > 1 ? c->fds[1] : -1;
  c->fd_count = c->fd_count > 2 ? c->fd_count - 2 : 0;
  for (i = 0; i < c->fd_count; i++) c->fds[i] = c->fds[i + 2];
  m->as.shm.code = snapback_shm_open(c, memory, event, m->as.shm.size);
}

/* The messages that need little. Returns 1, 0 for a type that is not known, or a code. */
static int snapback__small(snapback *c, snapback__reader *r, snapback_message *m) {
  snapback__array *to = &c->scratch;
  size_t *used = &c->scratch_used;
  switch (m->type) {
  case SNAPBACK_TYPE_DONE:
    m->as.done.id = snapback__u64(r);
    m->as.done.settled = snapback__u8(r) == 1;
    m->as.done.interrupted = snapback__u8(r) & 1;
    return 1;
  case SNAPBACK_TYPE_IDLE: return 1;
  case SNAPBACK_TYPE_LAGGED: m->as.lagged.dropped = snapback__u64(r); return 1;
  case SNAPBACK_TYPE_ERROR:
    m->as.error.code = snapback__string(r, to, used);
    m->as.error.message = snapback__string(r, to, used);
    return 1;
  case SNAPBACK_TYPE_PONG: m->as.pong.id = snapback__u64(r); return 1;
  case SNAPBACK_TYPE_DEVICE:
    m->as.device.id = snapback__u64(r);
    m->as.device.added = snapback__u8(r) == 1;
    snapback__bytes(r, 7);
    m->as.device.name = snapback__string(r, to, used);
    m->as.device.kind = snapback__string(r, to, used);
    return 1;
  case SNAPBACK_TYPE_SHM:
    m->as.shm.size = snapback__u64(r);
    if (!r->failed) snapback__take_descriptors(c, m);
    return 1;
  case SNAPBACK_TYPE_TEXT:
    /* No more is looked at than that it can be an object. */
    if (r->size < 2 || r->at[0] != '{' || r->at[r->size - 1] != '}') r->failed = 1;
    if (!snapback__is_utf8(r->at, r->size)) r->failed = 1;
    if (r->size > 0) memcpy(to->at, r->at, r->size);
    ((char *)to->at)[r->size] = 0;
    m->as.text.json = (char *)to->at;
    m->as.text.size = r->size;
    return 1;
  default: return 0;
  }
}

static int snapback__read_message(snapback *c, snapback__reader *r, snapback_message *m) {
  int code;
  c->scratch_used = 0;
  code = snapback__reserve(c, &c->scratch, r->size + 2);
  if (code != 0) return code;
  switch (m->type) {
  case SNAPBACK_TYPE_WELCOME: code = snapback__welcome(c, r, m); break;
  case SNAPBACK_TYPE_SNAPSHOT: code = snapback__snapshot(c, r, m); break;
  case SNAPBACK_TYPE_FRAME: code = snapback__frame(c, r, m); break;
  case SNAPBACK_TYPE_SEGMENT: code = snapback__segment(c, r, m); break;
  case SNAPBACK_TYPE_GESTURE: code = snapback__gesture(c, r, m); break;
  case SNAPBACK_TYPE_LAYOUT: code = snapback__layout(c, r, m); break;
  case SNAPBACK_TYPE_TOUCH: code = snapback__touch(c, r, m); break;
  default: code = snapback__small(c, r, m);
  }
  if (code == 1 && r->failed) {
    char what[32];
    snprintf(what, sizeof what, "message of type %u", (unsigned)m->type);
    return snapback__bad(c, r, what);
  }
  return code;
}

static int snapback__is_known(uint32_t type) {
  return type == SNAPBACK_TYPE_TEXT || type == SNAPBACK_TYPE_WELCOME
    || (type >= SNAPBACK_TYPE_SNAPSHOT && type <= SNAPBACK_TYPE_PONG)
    || type == SNAPBACK_TYPE_DEVICE || type == SNAPBACK_TYPE_TOUCH || type == SNAPBACK_TYPE_SHM;
}

int snapback_take(snapback *c, snapback_message *m) {
  for (;;) {
    const unsigned char *at = (const unsigned char *)c->in.at + c->in_start;
    size_t size = c->in_end - c->in_start;
    snapback__reader reader;
    uint64_t length;
    int code;
    if (c->code != 0) return c->code;
    if (c->skip > 0) {
      size_t gone = c->skip < size ? (size_t)c->skip : size;
      c->skip -= gone;
      c->in_start += gone;
      if (c->skip > 0) return 0;
      continue;
    }
    if (size < SNAPBACK__HEADER) return 0;
    length = snapback__number(at, 4);
    memset(m, 0, sizeof *m);
    m->type = (uint32_t)snapback__number(at + 4, 2);
    m->seq = snapback__number(at + 8, 8);
    m->time = snapback__number(at + 16, 8);
    if (at[6] != 1) {
      snapback__fail(c, SNAPBACK_BAD_MESSAGE, "a message of another version than 1");
      return c->code = SNAPBACK_BAD_MESSAGE;
    }
    if (!snapback__is_known(m->type)) {
      c->skip = SNAPBACK__HEADER + length;
      continue;
    }
    if (length > c->limit) {
      snapback__fail(c, SNAPBACK_LIMIT, "a message is longer than the limit");
      return c->code = SNAPBACK_LIMIT;
    }
    if (size - SNAPBACK__HEADER < length) return 0;
    reader.at = at + SNAPBACK__HEADER;
    reader.size = (size_t)length;
    reader.offset = 0;
    reader.failed = 0;
    c->in_start += SNAPBACK__HEADER + (size_t)length;
    code = snapback__read_message(c, &reader, m);
    if (code < 0) c->code = code;
    if (code != 0) return code;
  }
}

/* Room for `size` bytes behind what came in. */
static int snapback__make_inbound(snapback *c, size_t size) {
  if (c->in_start > 0) {
    memmove(c->in.at, (char *)c->in.at + c->in_start, c->in_end - c->in_start);
    c->in_end -= c->in_start;
    c->in_start = 0;
  }
  return snapback__reserve(c, &c->in, c->in_end + size);
}

int snapback_feed(snapback *c, const void *bytes, size_t size) {
  int code = SNAPBACK_LIMIT;
  if (size > c->limit) return snapback__fail(c, code, "more bytes at once than the limit");
  code = snapback__make_inbound(c, size);
  if (code != 0) return code;
  if (size > 0) memcpy((char *)c->in.at + c->in_end, bytes, size);
  c->in_end += size;
  return SNAPBACK_OK;
}

/* ---- Formulas ------------------------------------------------------------------------------- */

static snapback_value snapback__pair(double value, double velocity) {
  snapback_value pair;
  pair.value = value;
  pair.velocity = velocity;
  return pair;
}

snapback_value snapback_spring(double x, double v, double beta, double omega2, double s) {
  double d = beta * beta - omega2, root = sqrt(fabs(d)), exponent = -beta, c, sine, factor;
  if (!(s > 0)) return snapback__pair(x, s < 0 ? 0 : v);
  /* What has died out would be 0 times infinity after an infinite time. */
  if (s > 1e150) s = 1e150;
  if (root * s < 1e-3) {
    double q = d * s * s;
    c = 1 + q * (0.5 + q / 24);
    sine = s * (1 + q * (1.0 / 6 + q / 120));
  } else if (d < 0) {
    c = cos(root * s);
    sine = sin(root * s) / root;
  } else {
    /* By the two rates of decay, because cosh overflows where e^(-beta s) is 0. */
    double less = expm1(-2 * root * s);
    c = 1 + less / 2;
    sine = -less / (2 * root);
    exponent = -omega2 / (beta + root);
  }
  factor = exp(exponent * s);
  return snapback__pair(
    factor * (x * c + (v + beta * x) * sine), factor * (v * c - (beta * v + omega2 * x) * sine));
}

/* One coordinate of a Bezier curve from 0 to 1, ((a s + b) s + c) s. */
typedef struct snapback__cubic {
  double a, b, c;
} snapback__cubic;

static snapback__cubic snapback__cubic_by(double first, double second) {
  snapback__cubic cubic;
  cubic.c = 3 * first;
  cubic.b = 3 * (second - first) - cubic.c;
  cubic.a = 1 - cubic.c - cubic.b;
  return cubic;
}

static double snapback__cubic_at(snapback__cubic q, double s) {
  return ((q.a * s + q.b) * s + q.c) * s;
}

static double snapback__cubic_slope(snapback__cubic q, double s) {
  return (3 * q.a * s + 2 * q.b) * s + q.c;
}

static double snapback__clamp(double value, double low, double high) {
  /* Not-a-number becomes the lower end. */
  return value > high ? high : value > low ? value : low;
}

/* The slope at the start of a curve: toward the first control point that is not the start. */
static double snapback__start_slope(double x1, double y1, double x2, double y2) {
  if (x1 == 0 && y1 == 0) {
    if (x2 == 0 && y2 == 0) return 1;
    x1 = x2;
    y1 = y2;
  }
  if (x1 > 0) return snapback__clamp(y1 / x1, -1e6, 1e6);
  return y1 > 0 ? 1e6 : -1e6;
}

snapback_value snapback_bezier(double x1, double y1, double x2, double y2, double fraction) {
  snapback__cubic x = snapback__cubic_by(x1, x2), y = snapback__cubic_by(y1, y2);
  double low = 0, high = 1, s = fraction, last = HUGE_VAL;
  int i;
  if (!(fraction > 0)) return snapback__pair(0, snapback__start_slope(x1, y1, x2, y2));
  if (!(fraction < 1)) {
    return snapback__pair(1, snapback__start_slope(1 - x2, 1 - y2, 1 - x1, 1 - y1));
  }
  /* x rises with s: Newton's steps while they halve the error and stay in the bracket, else
     halving the bracket. */
  for (i = 0; i < 96; i++) {
    double error = snapback__cubic_at(x, s) - fraction, next;
    if (fabs(error) <= 1e-16) break;
    if (error > 0) high = s;
    else low = s;
    next = s - error / snapback__cubic_slope(x, s);
    if (!(fabs(error) < last / 2 && next > low && next < high)) next = low + (high - low) / 2;
    if (next == s) break;
    s = next;
    last = fabs(error);
  }
  high = snapback__cubic_slope(x, s);
  if (!(high > 1e-15)) high = 1e-15;
  return snapback__pair(
    snapback__cubic_at(y, s), snapback__clamp(snapback__cubic_slope(y, s) / high, -1e6, 1e6));
}

/* Progress of keys at a share of the duration above 0 and below 1, and its rate by that share. */
static snapback_value snapback__keyframes(
  const snapback_key *keys, uint32_t count, double fraction) {
  uint32_t low = 0, high = count - 1;
  double start = 0, from = 0, span, way;
  snapback_value part;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (keys[middle].time > fraction) high = middle;
    else low = middle + 1;
  }
  if (low > 0) {
    start = keys[low - 1].time;
    from = keys[low - 1].value;
  }
  span = keys[low].time - start;
  way = keys[low].value - from;
  part = snapback_bezier(
    keys[low].x1, keys[low].y1, keys[low].x2, keys[low].y2, (fraction - start) / span);
  return snapback__pair(from + way * part.value, way * part.velocity / span);
}

/* f of docs/segments.md: the progress of one run, r seconds after it began. */
static snapback_value snapback__run(
  const snapback_term *term, const snapback_key *keys, double r) {
  const double *n = term->numbers;
  double duration = n[3];
  snapback_value f;
  if (!(r > 0)) return snapback__pair(0, 0);
  if (term->kind == SNAPBACK_SPRING_CURVE) {
    f = snapback_spring(-1, n[6], n[4], n[5], r);
    f.value += 1;
    return f;
  }
  if (!(r < duration)) return snapback__pair(1, 0);
  if (term->kind == SNAPBACK_CURVE) f = snapback_bezier(n[4], n[5], n[6], n[7], r / duration);
  else if (term->key_count == 0) f = snapback__pair(r / duration, 1);
  else f = snapback__keyframes(keys + term->first_key, term->key_count, r / duration);
  f.velocity /= duration;
  return f;
}

/* p of docs/segments.md: delay, repeats and ways back counted. */
static snapback_value snapback__progress(
  const snapback_term *term, const snapback_key *keys, double s) {
  double r = s - term->numbers[1], repeat = term->numbers[2], duration = term->numbers[3], into;
  int turns = (term->flags & SNAPBACK_AUTOREVERSES) != 0;
  snapback_value f;
  if (!(r > 0)) return snapback__pair(0, 0);
  if (repeat == 1 && !turns) return snapback__run(term, keys, r);
  if (!(duration > 0) || !(repeat > 0) || !(r < repeat * duration * (turns ? 2 : 1))) {
    return snapback__pair(1, 0);
  }
  into = fmod(r, duration);
  if (!turns || !(fmod(r, 2 * duration) >= duration)) return snapback__run(term, keys, into);
  f = snapback__run(term, keys, duration - into);
  f.velocity = -f.velocity;
  return f;
}

/* The seconds from `anchor` to `time`. */
static double snapback__seconds(uint64_t time, uint64_t anchor) {
  return time >= anchor ? (double)(time - anchor) / 1e9 : -((double)(anchor - time) / 1e9);
}

snapback_value snapback_term_value(
  const snapback_term *term, const snapback_key *keys, uint64_t time) {
  const double *n = term->numbers;
  double s = term->local + term->rate * snapback__seconds(time, term->anchor);
  snapback_value result;
  if (time >= term->end) return snapback__pair(0, 0);
  if (s < 0 && (term->flags & SNAPBACK_LATER)) return snapback__pair(0, 0);
  switch (term->kind) {
  case SNAPBACK_SPRING: result = snapback_spring(n[0], n[1], n[2], n[3], s); break;
  case SNAPBACK_DECAY:
    if (!(s >= 0)) return snapback__pair(n[0], 0);
    result.value = n[0] + n[1] * (n[2] == 0 ? s : -expm1(-n[2] * s) / n[2]);
    result.velocity = n[1] * exp(-n[2] * s);
    break;
  case SNAPBACK_CURVE:
  case SNAPBACK_KEYFRAMES:
  case SNAPBACK_SPRING_CURVE:
    result = snapback__progress(term, keys, s);
    result.value = n[0] * (term->flags & SNAPBACK_REVERSED ? -result.value : 1 - result.value);
    result.velocity *= -n[0];
    break;
  default: return snapback__pair(0, 0);
  }
  result.velocity *= term->rate;
  return result;
}

/* ---- Evaluation ----------------------------------------------------------------------------- */

/* The record of a channel, NULL if it is at its default. The view has to be there. */
static const snapback__record *snapback__find_record(
  const snapback *c, uint32_t view, uint32_t number) {
  uint32_t slot = ((uint32_t *)c->slots.at)[(size_t)view * SNAPBACK_CHANNELS + number];
  return slot == SNAPBACK__NONE ? NULL : (snapback__record *)c->records.at + slot;
}

static double snapback__default(uint32_t number) {
  return number >= SNAPBACK_SCALE_X && number <= SNAPBACK_ALPHA ? 1 : 0;
}

/* Value and velocity without the map; `motion` is set where there are terms or a map. */
static snapback_value snapback__own_value(
  const snapback *c, uint32_t view, uint32_t number, uint64_t time,
  const snapback__motion **motion) {
  const snapback__record *record = snapback__find_record(c, view, number);
  snapback_value sum;
  uint32_t i;
  *motion = NULL;
  if (record == NULL) return snapback__pair(snapback__default(number), 0);
  sum = snapback__pair(record->held, record->velocity);
  if (record->motion == SNAPBACK__NONE) return sum;
  *motion = (snapback__motion *)c->motions.at + record->motion;
  for (i = 0; i < (*motion)->term_count; i++) {
    snapback_value part = snapback_term_value(
      (const snapback_term *)(*motion)->terms.at + i, (const snapback_key *)(*motion)->keys.at,
      time);
    sum.value += part.value;
    sum.velocity += part.velocity;
  }
  return sum;
}

/* Value and velocity of a channel; `*is_known` becomes 0 if a part of it is not known. */
static snapback_value snapback__value(
  const snapback *c, uint32_t view, uint32_t number, uint64_t time, int *is_known) {
  const snapback__motion *motion, *ignored;
  snapback_value sum = snapback__own_value(c, view, number, time, &motion);
  if (motion == NULL) return sum;
  if (!motion->is_known) *is_known = 0;
  if (motion->has_map) {
    /* The map of the source is not followed: no channel is mapped from one that is. */
    snapback_value source = snapback__own_value(c, view, motion->source, time, &ignored);
    double t = tanh(source.value / motion->reach);
    if (ignored != NULL && !ignored->is_known) *is_known = 0;
    sum.value += motion->angle * t;
    sum.velocity += motion->angle / motion->reach * (1 - t * t) * source.velocity;
  }
  return sum;
}

static uint32_t snapback__byte(double value) {
  return (uint32_t)floor(snapback__clamp(value, 0, 255) + 0.5);
}

/* What the last snapshot or frame said of a view. */
static void snapback__pose_from_state(const snapback_state *s, snapback_pose *pose) {
  int i;
  for (i = 0; i < 4; i++) pose->frame[i] = s->frame[i];
  for (i = 0; i < 2; i++) pose->translation[i] = s->translation[i];
  for (i = 0; i < 2; i++) pose->scale[i] = s->scale[i];
  for (i = 0; i < 6; i++) pose->matrix[i] = s->to_screen[i];
  pose->rotation = s->rotation;
  pose->shear = s->shear;
  pose->alpha = snapback__clamp(s->alpha, 0, 1);
  pose->color = s->color;
  pose->visible = s->visible && s->alpha > 0;
  pose->exact = 0;
}

/* The matrix of a view from its other parts and its parent's: toScreen(parent), then to the place
   of the anchor and by the translation, then turn, shear and scale about the anchor. */
static void snapback__set_matrix(
  const snapback_view *view, const snapback_pose *parent, snapback_pose *pose) {
  double c = cos(pose->rotation), s = sin(pose->rotation), kx = pose->scale[0];
  double ky = pose->scale[1], kxy = pose->shear * ky;
  double a = c * kx, b = s * kx, e = c * kxy - s * ky, d = s * kxy + c * ky;
  double ax = view->anchor[0] * pose->frame[2], ay = view->anchor[1] * pose->frame[3];
  double tx = pose->frame[0] + pose->translation[0] + ax - (a * ax + e * ay);
  double ty = pose->frame[1] + pose->translation[1] + ay - (b * ax + d * ay);
  const double *p = parent->matrix;
  pose->matrix[0] = p[0] * a + p[2] * b;
  pose->matrix[1] = p[1] * a + p[3] * b;
  pose->matrix[2] = p[0] * e + p[2] * d;
  pose->matrix[3] = p[1] * e + p[3] * d;
  pose->matrix[4] = p[0] * tx + p[2] * ty + p[4];
  pose->matrix[5] = p[1] * tx + p[3] * ty + p[5];
}

/* What scale and shear make of the lever, less what the turn makes of that, goes to the
   translation: the grabbed point stays where the finger is. */
static void snapback__add_lever(snapback_pose *pose, double x, double y) {
  double c = cos(pose->rotation), s = sin(pose->rotation);
  double gx = pose->scale[0] * x + pose->shear * pose->scale[1] * y, gy = pose->scale[1] * y;
  pose->translation[0] += gx - (c * gx - s * gy);
  pose->translation[1] += gy - (s * gx + c * gy);
}

/* Whether segments say all of a view. With a filter those of some views are not sent. */
static int snapback__has_segments(const snapback *c, uint32_t view) {
  uint32_t number;
  if (!c->has_segments) return 0;
  for (number = 0; c->is_filtered && snapback__find_record(c, view, number) == NULL; number++) {
    if (number + 1 == SNAPBACK_CHANNELS) return 0;
  }
  return 1;
}

/* The pose of a view whose parent's pose and place are known; NULL for the first view. */
static void snapback__evaluate(
  const snapback *c, uint32_t handle, uint64_t time, const snapback_pose *parent,
  const snapback__place *origin, snapback_pose *pose, snapback__place *place) {
  const snapback_view *view = snapback__views(c) + handle;
  double v[SNAPBACK_CHANNELS], left = 0, top = 0;
  int is_known = snapback__has_segments(c, handle);
  uint32_t i;
  for (i = 0; is_known && i < SNAPBACK_CHANNELS; i++) {
    v[i] = snapback__value(c, handle, i, time, &is_known).value;
  }
  if (origin != NULL) {
    left = origin->left + origin->scroll_x;
    top = origin->top + origin->scroll_y;
  }
  snapback__pose_from_state(&view->state, pose);
  if (!is_known) {
    place->left = pose->frame[0] + left;
    place->top = pose->frame[1] + top;
    place->scroll_x = place->scroll_y = 0;
    return;
  }
  place->left = v[SNAPBACK_LEFT];
  place->top = v[SNAPBACK_TOP];
  place->scroll_x = v[SNAPBACK_SCROLL_X];
  place->scroll_y = v[SNAPBACK_SCROLL_Y];
  pose->frame[0] = place->left - left;
  pose->frame[1] = place->top - top;
  pose->frame[2] = snapback__clamp(v[SNAPBACK_RIGHT] - place->left, 0, HUGE_VAL);
  pose->frame[3] = snapback__clamp(v[SNAPBACK_BOTTOM] - place->top, 0, HUGE_VAL);
  pose->translation[0] = v[SNAPBACK_TRANSLATION_X];
  pose->translation[1] = v[SNAPBACK_TRANSLATION_Y];
  pose->rotation = v[SNAPBACK_ROTATION];
  pose->shear = v[SNAPBACK_SHEAR];
  pose->scale[0] = v[SNAPBACK_SCALE_X];
  pose->scale[1] = v[SNAPBACK_SCALE_Y];
  pose->alpha = snapback__clamp(v[SNAPBACK_ALPHA], 0, 1);
  if (pose->color >> 24 != 0) {
    pose->color = 0xff000000u | snapback__byte(v[SNAPBACK_RED]) << 16
      | snapback__byte(v[SNAPBACK_GREEN]) << 8 | snapback__byte(v[SNAPBACK_BLUE]);
  }
  /* What is hidden has the opacity 0 in segments, so they say what is seen. */
  pose->visible = pose->alpha > 0 && (parent == NULL || parent->visible);
  pose->exact = parent == NULL || parent->exact;
  snapback__add_lever(pose, v[SNAPBACK_LEVER_X], v[SNAPBACK_LEVER_Y]);
  if (parent != NULL) snapback__set_matrix(view, parent, pose);
  else {
    for (i = 0; i < 6; i++) pose->matrix[i] = i == 0 || i == 3;
  }
}

int snapback_evaluate(snapback *c, uint32_t handle, uint64_t time, snapback_pose *pose) {
  uint32_t *chain = (uint32_t *)c->chain.at, count = 0, view = handle;
  snapback_pose poses[2];
  snapback__place places[2];
  int code = snapback__advance(c, time);
  if (code != 0) return code;
  if (handle >= c->view_count) return snapback__fail(c, SNAPBACK_INVALID, "there is no such view");
  /* Each parent is before its child, so there are at most as many as views. */
  for (; view != SNAPBACK_NO_VIEW; view = snapback__views(c)[view].parent) chain[count++] = view;
  for (view = 0; count > 0; view = !view) {
    int is_first = chain[--count] == 0;
    snapback__evaluate(
      c, chain[count], time, is_first ? NULL : &poses[!view], is_first ? NULL : &places[!view],
      &poses[view], &places[view]);
  }
  *pose = poses[!view];
  return SNAPBACK_OK;
}

int snapback_evaluate_all(snapback *c, uint64_t time, const snapback_pose **result) {
  snapback_pose *poses;
  snapback__place *places;
  uint32_t i;
  int code = snapback__advance(c, time);
  if (code == 0) code = snapback__reserve(c, &c->poses, c->view_count * sizeof(snapback_pose));
  if (code == 0) code = snapback__reserve(c, &c->places, c->view_count * sizeof(snapback__place));
  if (code != 0) return code;
  poses = (snapback_pose *)c->poses.at;
  places = (snapback__place *)c->places.at;
  for (i = 0; i < c->view_count; i++) {
    uint32_t parent = snapback__views(c)[i].parent;
    int is_first = parent == SNAPBACK_NO_VIEW;
    snapback__evaluate(
      c, i, time, is_first ? NULL : poses + parent, is_first ? NULL : places + parent, poses + i,
      places + i);
  }
  *result = poses;
  return SNAPBACK_OK;
}

int snapback_channel_at(
  const snapback *c, uint32_t view, uint32_t number, snapback_channel *channel) {
  const snapback__record *record;
  memset(channel, 0, sizeof *channel);
  if (view >= c->view_count || number >= SNAPBACK_CHANNELS) return SNAPBACK_INVALID;
  record = snapback__find_record(c, view, number);
  channel->is_known = 1;
  channel->held = snapback__default(number);
  if (record == NULL) return 0;
  channel->generation = record->generation;
  channel->held = record->held;
  channel->velocity = record->velocity;
  if (record->motion != SNAPBACK__NONE) {
    const snapback__motion *motion = (snapback__motion *)c->motions.at + record->motion;
    channel->is_known = motion->is_known;
    channel->has_map = motion->has_map;
    channel->source = motion->source;
    channel->angle = motion->angle;
    channel->reach = motion->reach;
    channel->term_count = motion->term_count;
    channel->terms = (const snapback_term *)motion->terms.at;
    channel->keys = (const snapback_key *)motion->keys.at;
  }
  return 1;
}

int snapback_channel_value(
  const snapback *c, uint32_t view, uint32_t number, uint64_t time, snapback_value *result) {
  int is_known = 1;
  if (view >= c->view_count || number >= SNAPBACK_CHANNELS) return SNAPBACK_INVALID;
  *result = snapback__value(c, view, number, time, &is_known);
  return SNAPBACK_OK;
}

uint64_t snapback_motion_end(const snapback *c) {
  uint64_t end = 0;
  uint32_t i, j;
  for (i = 0; i < c->motion_count; i++) {
    const snapback__motion *motion = (snapback__motion *)c->motions.at + i;
    for (j = 0; motion->is_used && j < motion->term_count; j++) {
      const snapback_term *term = (const snapback_term *)motion->terms.at + j;
      if (term->end > end) end = term->end;
    }
  }
  return end;
}

uint32_t snapback_view_count(const snapback *c) { return c->view_count; }

const snapback_view *snapback_view_at(const snapback *c, uint32_t handle) {
  return handle < c->view_count ? snapback__views(c) + handle : NULL;
}

uint32_t snapback_find(const snapback *c, const char *name) {
  uint32_t i;
  for (i = 0; i < c->view_count; i++) {
    if (strcmp(snapback__views(c)[i].name, name) == 0) return i;
  }
  return SNAPBACK_NO_VIEW;
}

const snapback_screen *snapback_screen_of(const snapback *c) { return &c->screen; }

/* ---- Shared memory -------------------------------------------------------------------------- */

static void snapback__close_fd(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

static void snapback__detach(snapback *c) {
  if (c->shm != NULL) munmap((void *)(uintptr_t)c->shm, c->shm_size);
  c->shm = NULL;
  snapback__close_fd(&c->shm_event);
}

/* Whether nobody can make the memory shorter, which would end a reader by a signal. */
static int snapback__cannot_shrink(int fd) {
#ifdef __linux__
  int seals = fcntl(fd, 1034); /* F_GET_SEALS, which POSIX hides */
  return seals >= 0 && (seals & 2) != 0; /* F_SEAL_SHRINK */
#else
  return fd >= 0;
#endif
}

/* What is wrong with a memory, or NULL. Sets all but the descriptor of events. */
static const char *snapback__check_shm(snapback *c, uint64_t size) {
  const unsigned char *at = c->shm;
  uint64_t first = snapback__number(at + 12, 4), stride = snapback__number(at + 16, 4);
  uint64_t count = snapback__number(at + 20, 4);
  if (memcmp(at, "SNAPSHM1", 8) != 0) return "shared memory: it does not begin with SNAPSHM1";
  if (snapback__number(at + 8, 4) != 1) return "shared memory: its version is not 1";
  if (first < 64 || stride < SNAPBACK__SLOT || first % 8 != 0 || stride % 8 != 0) {
    return "shared memory: its slots are not where they can be";
  }
  /* All three are below 2^32, so nothing overflows. */
  if (first + count * stride > size) return "shared memory: its slots do not fit into it";
  c->shm_first = (uint32_t)first;
  c->shm_stride = (uint32_t)stride;
  c->shm_count = (uint32_t)count;
  return NULL;
}

int snapback_shm_open(snapback *c, int memory, int event, uint64_t size) {
  struct stat status;
  const char *wrong = NULL;
  void *at = MAP_FAILED;
  int number = 0;
  snapback__detach(c);
  if (memory < 0) wrong = "shared memory: its descriptors did not come";
  else if (fstat(memory, &status) != 0) number = errno;
  else if (size < 64 || size > SIZE_MAX || status.st_size < 0
    || (uint64_t)status.st_size < size) {
    wrong = "shared memory: it has another size than was said";
  } else if (!snapback__cannot_shrink(memory)) wrong = "shared memory: it is not sealed";
  else {
    at = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, memory, 0);
    if (at == MAP_FAILED) number = errno;
  }
  snapback__close_fd(&memory);
  if (at != MAP_FAILED) {
    c->shm = (const unsigned char *)at;
    c->shm_size = (size_t)size;
    wrong = snapback__check_shm(c, size);
  }
  if (wrong == NULL && number == 0) {
    c->shm_event = event;
    return SNAPBACK_OK;
  }
  snapback__close_fd(&event);
  snapback__detach(c);
  if (wrong != NULL) return snapback__fail(c, SNAPBACK_BAD_MESSAGE, wrong);
  return snapback__fail_system(c, SNAPBACK_SYSTEM, "shared memory", number);
}

/* A word of the memory. The daemon may write it meanwhile, so it is loaded as an atomic. */
static uint32_t snapback__word(const unsigned char *at) {
  uint32_t word = __atomic_load_n((const uint32_t *)(const void *)at, __ATOMIC_RELAXED);
  return (uint32_t)snapback__number((const unsigned char *)&word, 4);
}

static uint64_t snapback__sequence(const snapback *c, int order) {
  const uint64_t *at = (const uint64_t *)(const void *)(c->shm + 32);
  uint64_t word = order == __ATOMIC_ACQUIRE ? __atomic_load_n(at, __ATOMIC_ACQUIRE)
                                            : __atomic_load_n(at, __ATOMIC_RELAXED);
  return snapback__number((const unsigned char *)&word, 8);
}

/* A slot's words, which are of one moment, as a state. */
static void snapback__slot(const uint32_t *words, snapback_state *s) {
  float f[27];
  int i;
  for (i = 0; i < 27; i++) f[i] = snapback__float(words[i]);
  memset(s, 0, sizeof *s);
  memcpy(s->frame, f, sizeof s->frame);
  memcpy(s->translation, f + 4, sizeof s->translation);
  s->rotation = f[6];
  memcpy(s->scale, f + 7, sizeof s->scale);
  s->shear = f[9];
  memcpy(s->to_screen, f + 10, sizeof s->to_screen);
  memcpy(s->frame_velocity, f + 16, sizeof s->frame_velocity);
  memcpy(s->translation_velocity, f + 20, sizeof s->translation_velocity);
  s->rotation_velocity = f[22];
  memcpy(s->scale_velocity, f + 23, sizeof s->scale_velocity);
  s->shear_velocity = f[25];
  s->alpha = f[26];
  s->color = words[27];
  s->visible = words[28] & 1;
  for (i = 0; i < 2; i++) {
    /* The image of an interval of numbers: its ends are those of the two products, added up. */
    float across = s->to_screen[i] * s->frame[2], down = s->to_screen[2 + i] * s->frame[3];
    s->box[i] = s->to_screen[4 + i] + (across < 0 ? across : 0) + (down < 0 ? down : 0);
    s->box[2 + i] = fabsf(across) + fabsf(down);
  }
}

int snapback_shm_read(snapback *c, snapback_shm_frame *frame) {
  enum { words = SNAPBACK__SLOT / 4 };
  size_t all = (size_t)c->shm_count * words, i, k;
  uint32_t *copy, head[9];
  int attempt, code;
  memset(frame, 0, sizeof *frame);
  if (c->shm == NULL) return snapback__fail(c, SNAPBACK_DETACHED, "there is no shared memory");
  code = snapback__reserve(c, &c->shm_words, all * 4 + 4);
  if (code == 0) {
    code = snapback__reserve(
      c, &c->shm_states, ((size_t)c->shm_count + 1) * sizeof(snapback_state));
  }
  if (code != 0) return code;
  if (c->shm_event >= 0) {
    struct pollfd event;
    char counter[8];
    memset(&event, 0, sizeof event);
    event.fd = c->shm_event;
    event.events = POLLIN;
    if (poll(&event, 1, 0) > 0 && event.revents & POLLIN) {
      if (read(c->shm_event, counter, sizeof counter) < 0) errno = 0;
    }
  }
  copy = (uint32_t *)c->shm_words.at;
  for (attempt = 0; attempt < SNAPBACK__ATTEMPTS; attempt++) {
    uint64_t before = snapback__sequence(c, __ATOMIC_ACQUIRE);
    if (before & 1) continue;
    for (i = 0; i < 9; i++) head[i] = snapback__word(c->shm + 24 + 4 * i);
    for (k = 0; k < c->shm_count; k++) {
      const unsigned char *slot = c->shm + c->shm_first + k * (size_t)c->shm_stride;
      for (i = 0; i < words; i++) copy[k * words + i] = snapback__word(slot + 4 * i);
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (snapback__sequence(c, __ATOMIC_RELAXED) != before) continue;
    frame->epoch = head[0] | (uint64_t)head[1] << 32;
    frame->time = head[4] | (uint64_t)head[5] << 32;
    frame->revision = head[6] | (uint64_t)head[7] << 32;
    frame->idle = (int)(head[8] & 1);
    frame->count = c->shm_count;
    frame->states = (const snapback_state *)c->shm_states.at;
    for (k = 0; k < c->shm_count; k++) {
      snapback__slot(copy + k * words, (snapback_state *)c->shm_states.at + k);
    }
    return SNAPBACK_OK;
  }
  return snapback__fail(c, SNAPBACK_BUSY, "the shared memory was written at every attempt");
}

int snapback_shm_descriptor(const snapback *c) { return c->shm == NULL ? -1 : c->shm_event; }

/* ---- The socket ----------------------------------------------------------------------------- */

uint64_t snapback_now(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void snapback__set(unsigned char *at, uint64_t value, int count) {
  for (; count > 0; count--, value >>= 8) *at++ = (unsigned char)value;
}

static int snapback__append(snapback *c, const void *bytes, size_t size) {
  int code = snapback__reserve(c, &c->out, c->out_end + size);
  if (code != 0) return code;
  if (size > 0) memcpy((char *)c->out.at + c->out_end, bytes, size);
  c->out_end += size;
  return SNAPBACK_OK;
}

/* Writes what the socket takes. What is wrong with it shows when it is read. */
static void snapback__flush(snapback *c) {
  while (c->fd >= 0 && c->out_start < c->out_end) {
    ssize_t count = send(
      c->fd, (char *)c->out.at + c->out_start, c->out_end - c->out_start, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    c->out_start += (size_t)count;
  }
  c->out_start = c->out_end = 0;
}

/* Sends a message whose payload is in two parts. */
static int snapback__send(
  snapback *c, int type, const void *first, size_t first_size, const void *second,
  size_t second_size) {
  unsigned char header[SNAPBACK__HEADER];
  size_t size = first_size + second_size, was = c->out_end;
  int code;
  if (c->fd < 0) return SNAPBACK_CLOSED;
  snapback__flush(c);
  was = c->out_end;
  if (size > SNAPBACK__OUTBOUND || c->out_end - c->out_start > SNAPBACK__OUTBOUND - size) {
    return snapback__fail(c, SNAPBACK_FULL, "the daemon does not read");
  }
  memset(header, 0, sizeof header);
  snapback__set(header, size, 4);
  snapback__set(header + 4, (uint64_t)type, 2);
  header[6] = 1;
  if (c->out_start > 0) {
    memmove(c->out.at, (char *)c->out.at + c->out_start, c->out_end - c->out_start);
    was = c->out_end -= c->out_start;
    c->out_start = 0;
  }
  code = snapback__append(c, header, sizeof header);
  if (code == 0) code = snapback__append(c, first, first_size);
  if (code == 0) code = snapback__append(c, second, second_size);
  if (code != 0) c->out_end = was;
  snapback__flush(c);
  return code;
}

int snapback_send_text(snapback *c, const char *json, size_t size) {
  return snapback__send(c, 1, json, size, NULL, 0);
}

int snapback_frame_request(snapback *c, uint64_t time, uint64_t refresh) {
  unsigned char bytes[16];
  snapback__set(bytes, time, 8);
  snapback__set(bytes + 8, refresh, 8);
  return snapback__send(c, 2, bytes, sizeof bytes, NULL, 0);
}

int snapback_presented(
  snapback *c, uint64_t seq, uint64_t time, uint64_t refresh, int discarded) {
  unsigned char bytes[32];
  snapback__set(bytes, seq, 8);
  snapback__set(bytes + 8, time, 8);
  snapback__set(bytes + 16, refresh, 8);
  snapback__set(bytes + 24, discarded != 0, 8);
  return snapback__send(c, 3, bytes, sizeof bytes, NULL, 0);
}

int snapback_ping(snapback *c, uint64_t id) {
  unsigned char bytes[8];
  snapback__set(bytes, id, 8);
  return snapback__send(c, 4, bytes, sizeof bytes, NULL, 0);
}

int snapback_resync(snapback *c) { return snapback__send(c, 5, NULL, 0, NULL, 0); }

int snapback_shm_attach(snapback *c) { return snapback_send_text(c, "{\"shm_attach\":{}}", 17); }

/* ---- Hello ---------------------------------------------------------------------------------- */

/* Writes the hello behind what waits to go out; it is then kept for every connection. */
static int snapback__put(snapback *c, const char *text) {
  return snapback__append(c, text, strlen(text));
}

static int snapback__put_string(snapback *c, const char *text) {
  int code = snapback__put(c, "\"");
  for (; code == 0 && *text != 0; text++) {
    char escaped[8];
    unsigned char byte = (unsigned char)*text;
    if (byte < 0x20) snprintf(escaped, sizeof escaped, "\\u%04x", byte);
    else snprintf(escaped, sizeof escaped, byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
    code = snapback__put(c, escaped);
  }
  return code == 0 ? snapback__put(c, "\"") : code;
}

static int snapback__put_wants(snapback *c, uint32_t want) {
  static const char *const names[] = {
    "frames", "segments", "gestures", "touches", "layout", "done", "devices", "measure", "",
    "decisions", "schedule"};
  const char *comma = "";
  int bit, code = snapback__put(c, ",\"want\":[");
  for (bit = 0; bit < 11 && code == 0; bit++) {
    if ((want >> bit & 1) == 0 || names[bit][0] == 0) continue;
    code = snapback__put(c, comma);
    if (code == 0) code = snapback__put_string(c, names[bit]);
    comma = ",";
  }
  return code == 0 ? snapback__put(c, "]") : code;
}

static int snapback__put_hello(snapback *c, const snapback_options *options) {
  static const char *const pacings[] = {"timer", "pull", "push"};
  char number[48];
  size_t i;
  int code = snapback__put(c, "{\"hello\":{\"versions\":[1]");
  if (code == 0 && options->name != NULL) {
    code = snapback__put(c, ",\"name\":");
    if (code == 0) code = snapback__put_string(c, options->name);
  }
  if (code == 0 && options->want != 0) code = snapback__put_wants(c, options->want);
  if (code == 0 && options->views != NULL) {
    code = snapback__put(c, ",\"views\":[");
    for (i = 0; i < options->view_count && code == 0; i++) {
      if (i > 0) code = snapback__put(c, ",");
      if (code == 0) code = snapback__put_string(c, options->views[i]);
    }
    if (code == 0) code = snapback__put(c, "]");
  }
  if (code == 0 && options->rate > 0) {
    /* By hand, because printf writes the point as the locale has it. */
    unsigned long thousandths = (unsigned long)(options->rate * 1000 + 0.5);
    snprintf(
      number, sizeof number, ",\"rate\":%lu.%03lu", thousandths / 1000, thousandths % 1000);
    code = snapback__put(c, number);
  }
  if (code == 0) code = snapback__put(c, ",\"pacing\":");
  if (code == 0) code = snapback__put_string(c, pacings[options->pacing]);
  if (code == 0) code = snapback__put(c, options->acknowledge ? ",\"ack\":true}}" : "}}");
  return code;
}

/* The first bytes of every connection: the encoding, then hello as text. */
static int snapback__make_hello(snapback *c, const snapback_options *options) {
  unsigned char start[8 + SNAPBACK__HEADER];
  int code;
  memset(start, 0, sizeof start);
  memcpy(start, "SNAPBK1\n", 8);
  start[12] = 1;
  start[14] = 1;
  code = snapback__append(c, start, sizeof start);
  if (code == 0) code = snapback__put_hello(c, options);
  if (code != 0) return code;
  snapback__set((unsigned char *)c->out.at + 8, c->out_end - sizeof start, 4);
  c->hello = (char *)c->out.at;
  c->hello_size = c->out_end;
  /* The memory changes hands; it is counted for as long as the connection lives. */
  c->out.at = NULL;
  c->out.capacity = 0;
  c->out_end = 0;
  return SNAPBACK_OK;
}

/* ---- Connecting ----------------------------------------------------------------------------- */

static int snapback__open_path(snapback *c, const char *path) {
  struct sockaddr_un address;
  int fd, number;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (path[0] == 0 || strlen(path) >= sizeof address.sun_path) {
    return snapback__fail(c, SNAPBACK_NO_DAEMON, "the path of the socket is empty or too long");
  }
  memcpy(address.sun_path, path, strlen(path));
  fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) return snapback__fail_system(c, SNAPBACK_SYSTEM, "socket", errno);
  if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 || fcntl(fd, F_SETFL, O_NONBLOCK) != 0
    || connect(fd, (const struct sockaddr *)(const void *)&address, sizeof address) != 0) {
    number = errno;
    close(fd);
    return snapback__fail_system(c, SNAPBACK_NO_DAEMON, path, number);
  }
  c->fd = fd;
  return SNAPBACK_OK;
}

/* Connects to the first place that answers and says hello. */
static int snapback__open(snapback *c) {
  const char *named = c->path != NULL ? c->path : getenv("SNAPBACK_SOCKET");
  const char *folder = getenv("XDG_RUNTIME_DIR"), *system = "/run/snapback/snapback.sock";
  char own[sizeof(((struct sockaddr_un *)0)->sun_path)];
  int code = SNAPBACK_NO_DAEMON, turn, has_own;
  if (named != NULL && (c->path != NULL || named[0] != 0)) {
    code = snapback__open_path(c, named);
  } else {
    own[0] = 0;
    has_own = folder != NULL && folder[0] != 0
      && (size_t)snprintf(own, sizeof own, "%s/snapback/snapback.sock", folder) < sizeof own;
    for (turn = 0; turn < 2 && code != 0; turn++) {
      int is_system = (geteuid() == 0) == (turn == 0);
      if (is_system || has_own) code = snapback__open_path(c, is_system ? system : own);
    }
  }
  if (code != 0) return code;
  c->code = 0;
  code = snapback__append(c, c->hello, c->hello_size);
  if (code != 0) snapback__close_fd(&c->fd);
  snapback__flush(c);
  return code;
}

/* Ends the connection, for `code` and the words that are there. */
static void snapback__drop(snapback *c, int code) {
  int i;
  snapback__close_fd(&c->fd);
  for (i = 0; i < c->fd_count; i++) close(c->fds[i]);
  c->fd_count = 0;
  c->in_start = c->in_end = c->out_start = c->out_end = 0;
  c->skip = 0;
  c->code = code;
  if (!c->reconnects) return;
  c->wait = c->wait == 0 ? SNAPBACK__FIRST_WAIT : c->wait * 2;
  if (c->wait > SNAPBACK__LAST_WAIT) c->wait = SNAPBACK__LAST_WAIT;
  c->retry = snapback_now() + (uint64_t)c->wait * 1000000u;
  c->is_lost = 1;
}

/* Keeps the descriptors that came with bytes, as many as a message can have. */
static void snapback__keep_descriptors(snapback *c, struct msghdr *header) {
  struct cmsghdr *part = CMSG_FIRSTHDR(header);
  for (; part != NULL; part = CMSG_NXTHDR(header, part)) {
    size_t size = part->cmsg_len - CMSG_LEN(0), i;
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    for (i = 0; i + sizeof(int) <= size; i += sizeof(int)) {
      int fd;
      memcpy(&fd, CMSG_DATA(part) + i, sizeof fd);
      if (c->fd_count < SNAPBACK__FDS && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0) {
        c->fds[c->fd_count++] = fd;
      } else {
        close(fd);
      }
    }
  }
}

/* Reads once: 1 if something came, 0 if there is nothing now, or a code. */
static int snapback__receive(snapback *c) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(8 * sizeof(int))];
  } control;
  struct msghdr message;
  struct iovec part;
  ssize_t count;
  int code = snapback__make_inbound(c, SNAPBACK__READ);
  if (code != 0) return code;
  memset(&message, 0, sizeof message);
  part.iov_base = (char *)c->in.at + c->in_end;
  part.iov_len = SNAPBACK__READ;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  do count = recvmsg(c->fd, &message, 0);
  while (count < 0 && errno == EINTR);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
  if (count < 0) return snapback__fail_system(c, SNAPBACK_CLOSED, "reading the socket", errno);
  snapback__keep_descriptors(c, &message);
  c->in_end += (size_t)count;
  if (count > 0) return 1;
  return snapback__fail(c, SNAPBACK_CLOSED, "the daemon has closed the connection");
}

static int snapback__poll_open(snapback *c, snapback_message *m) {
  int turn;
  snapback__flush(c);
  for (turn = 0; turn < SNAPBACK__TURNS; turn++) {
    int code = snapback_take(c, m);
    if (code != 0) return code;
    code = snapback__receive(c);
    if (code <= 0) return code;
  }
  return snapback_take(c, m);
}

int snapback_poll(snapback *c, snapback_message *m) {
  int code;
  if (c->fd < 0 && !c->is_lost) {
    if (!c->reconnects) return c->code != 0 ? c->code : SNAPBACK_CLOSED;
    if (snapback_now() < c->retry) return 0;
    code = snapback__open(c);
    if (code != 0) snapback__drop(c, code);
  }
  if (c->fd >= 0) {
    code = snapback__poll_open(c, m);
    if (code >= 0) return code;
    snapback__drop(c, code);
    if (!c->reconnects) return code;
  }
  memset(m, 0, sizeof *m);
  m->type = SNAPBACK_TYPE_LOST;
  m->as.lost.code = c->code;
  m->as.lost.reason = c->text;
  m->as.lost.wait = c->wait;
  c->is_lost = 0;
  return 1;
}

int snapback_timeout(const snapback *c) {
  uint64_t now;
  if (c->is_lost) return 0;
  if (c->fd >= 0 || !c->reconnects) return -1;
  now = snapback_now();
  return now >= c->retry ? 0 : (int)((c->retry - now) / 1000000u) + 1;
}

int snapback_next(snapback *c, snapback_message *m, int timeout) {
  uint64_t start = snapback_now();
  for (;;) {
    struct pollfd event;
    int wait = timeout, due, code = snapback_poll(c, m);
    if (code != 0) return code;
    if (timeout >= 0) {
      uint64_t gone = (snapback_now() - start) / 1000000u;
      if (gone >= (uint64_t)timeout) return 0;
      wait = timeout - (int)gone;
    }
    due = snapback_timeout(c);
    if (due >= 0 && (wait < 0 || due < wait)) wait = due;
    memset(&event, 0, sizeof event);
    event.fd = c->fd;
    event.events = (short)(POLLIN | (snapback_wants_write(c) ? POLLOUT : 0));
    if (poll(&event, 1, wait) < 0 && errno != EINTR) {
      return snapback__fail_system(c, SNAPBACK_SYSTEM, "poll", errno);
    }
  }
}

snapback *snapback_create(size_t limit) {
  snapback *c = (snapback *)calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  c->limit = limit != 0 ? limit : SNAPBACK_MEMORY_LIMIT;
  c->fd = c->shm_event = -1;
  c->free_motion = SNAPBACK__NONE;
  if (snapback__reserve(c, &c->in, 64) != 0) {
    free(c);
    return NULL;
  }
  return c;
}

int snapback_connect(const snapback_options *options, snapback **result) {
  snapback_options none;
  snapback *c;
  int code;
  memset(&none, 0, sizeof none);
  *result = NULL;
  if (options == NULL) options = &none;
  if (options->pacing < SNAPBACK_TIMER || options->pacing > SNAPBACK_PUSH
    || !(options->rate >= 0 && options->rate <= 1000)
    || (options->path != NULL && options->path[0] == 0)) {
    return SNAPBACK_INVALID;
  }
  c = snapback_create(options->limit);
  if (c == NULL) return SNAPBACK_NO_MEMORY;
  c->reconnects = options->reconnect != 0;
  c->is_filtered = options->views != NULL;
  code = snapback__make_hello(c, options);
  if (code == 0 && options->path != NULL) {
    size_t size = strlen(options->path) + 1;
    c->path = (char *)malloc(size);
    if (c->path == NULL) code = SNAPBACK_NO_MEMORY;
    else memcpy(c->path, options->path, size);
  }
  if (code == 0) {
    code = snapback__open(c);
    if (code != 0 && c->reconnects) {
      snapback__drop(c, code);
      code = 0;
    }
  }
  if (code != 0) snapback_close(c);
  else *result = c;
  return code;
}

void snapback_close(snapback *c) {
  uint32_t i;
  if (c == NULL) return;
  c->reconnects = 0;
  snapback__drop(c, SNAPBACK_CLOSED);
  snapback__detach(c);
  for (i = 0; i < c->motion_count; i++) {
    snapback__motion *motion = (snapback__motion *)c->motions.at + i;
    free(motion->terms.at);
    free(motion->keys.at);
  }
  free(c->in.at);
  free(c->out.at);
  free(c->scratch.at);
  free(c->items.at);
  free(c->views.at);
  free(c->names.at);
  free(c->slots.at);
  free(c->records.at);
  free(c->motions.at);
  free(c->poses.at);
  free(c->places.at);
  free(c->chain.at);
  free(c->ahead.at);
  free(c->shm_words.at);
  free(c->shm_states.at);
  free(c->path);
  free(c->hello);
  free(c);
}

int snapback_descriptor(const snapback *c) { return c->fd; }
int snapback_wants_write(const snapback *c) { return c->fd >= 0 && c->out_start < c->out_end; }
const char *snapback_error(const snapback *c) { return c->text; }
size_t snapback_memory(const snapback *c) { return c->used + sizeof *c; }

#ifdef __cplusplus
}
#endif

#endif /* SNAPBACK_IMPLEMENTATION */
