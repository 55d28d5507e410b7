/* snapback.h: a client of the Snapback daemon in one header, C99 and C++11.

   In one file of a program:

     #define SNAPBACK_IMPLEMENTATION
     #include "snapback.h"

   before any system header, and link with -lm. All other files only include it. It needs POSIX and
   the atomic built-ins of GCC and Clang. It speaks the binary encoding of protocol snapback/1,
   which docs/protocol-binary.md, docs/segments.md and docs/shared-memory.md specify.

   A connection is a `snapback *`, which one thread uses at a time. It owns all memory;
   snapback_close frees it. Frames allocate nothing: arrays grow and are reused. The daemon's
   messages are not trusted: every length is checked, and memory has a limit.

   Functions that return int return SNAPBACK_OK (0), a positive number where documented, or one of
   the negative codes below; snapback_error then has a message.

   Lengths are in points, y points down, angles are in radians, clockwise, times are in
   nanoseconds of the daemon's clock (CLOCK_MONOTONIC unless the welcome says otherwise), rates
   are per second. */

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
  SNAPBACK_NO_DAEMON = -1,   /* no daemon listens at any of the paths */
  SNAPBACK_CLOSED = -2,      /* the connection is closed */
  SNAPBACK_BAD_MESSAGE = -3, /* the daemon sent invalid data */
  SNAPBACK_LIMIT = -4,       /* the memory limit was reached */
  SNAPBACK_NO_MEMORY = -5,   /* the system has no more memory */
  SNAPBACK_SYSTEM = -6,      /* a system call failed */
  SNAPBACK_INVALID = -7,     /* an argument is out of range */
  SNAPBACK_FULL = -8,        /* too many bytes wait; nothing was sent */
  SNAPBACK_BUSY = -9,        /* the shared memory was being written at every attempt */
  SNAPBACK_DETACHED = -10    /* there is no shared memory */
};

/* The bits of snapback_options.want and of snapback_welcome.features. */
/* generated: features */
enum {
  SNAPBACK_FRAMES = 1,      /* Sampled states of views. */
  SNAPBACK_SEGMENTS = 2,    /* Motion in closed form. */
  SNAPBACK_GESTURES = 4,    /* Steps of gestures. */
  SNAPBACK_TOUCHES = 8,     /* All contacts. */
  SNAPBACK_LAYOUT = 16,     /* The layout rectangles that layout passes change. */
  SNAPBACK_DONE = 32,       /* Transactions that finish or settle. */
  SNAPBACK_DEVICES = 64,    /* Devices that are added and removed. */
  SNAPBACK_MEASURE = 128,   /* Requests to measure texts, for a renderer with fonts. */
  SNAPBACK_ACK = 256,       /* The client acknowledges frames; `ack` of `hello` requests it, not
     `want`. */
  SNAPBACK_DECISIONS = 512, /* Decisions about input, and their reasons; binary clients receive them
     as text. */
  SNAPBACK_SCHEDULE = 1024, /* With `segments`: segments that are sent ahead of their time. */
  SNAPBACK_EVENTS = 2048    /* Events of actions, releases, views and states. */
};
/* end of generated */

/* The times at which frames are sent. */
enum {
  SNAPBACK_TIMER = 0, /* at the rate, while something moves */
  SNAPBACK_PULL = 1,  /* one for each snapback_frame_request */
  SNAPBACK_PUSH = 2   /* immediately on input, otherwise as with the timer */
};

/* The numbers of a view's channels. */
/* generated: channels */
enum {
  SNAPBACK_LEFT, SNAPBACK_TOP, SNAPBACK_RIGHT, SNAPBACK_BOTTOM, SNAPBACK_SCROLL_X,
  SNAPBACK_SCROLL_Y, SNAPBACK_TRANSLATION_X, SNAPBACK_TRANSLATION_Y, SNAPBACK_ROTATION,
  SNAPBACK_SHEAR, SNAPBACK_SCALE_X, SNAPBACK_SCALE_Y, SNAPBACK_ALPHA, SNAPBACK_RED, SNAPBACK_GREEN,
  SNAPBACK_BLUE, SNAPBACK_LEVER_X, SNAPBACK_LEVER_Y, SNAPBACK_CORNER_RADIUS, SNAPBACK_TEXT_RED,
  SNAPBACK_TEXT_GREEN, SNAPBACK_TEXT_BLUE, SNAPBACK_TEXT_ALPHA, SNAPBACK_FILL_ALPHA,
  SNAPBACK_BORDER_RED, SNAPBACK_BORDER_GREEN, SNAPBACK_BORDER_BLUE, SNAPBACK_BORDER_ALPHA,
  SNAPBACK_BORDER_WIDTH, SNAPBACK_SHADOW_X, SNAPBACK_SHADOW_Y, SNAPBACK_SHADOW_OPACITY,
  SNAPBACK_SHADOW_RADIUS,
  SNAPBACK_CHANNELS /* the number of channels */
};
/* end of generated */

/* The types of messages. */
/* generated: messages */
enum {
  SNAPBACK_TYPE_TEXT = 1,       /* JSON, for messages without a binary form. */
  SNAPBACK_TYPE_WELCOME = 16,   /* The answer to a hello. */
  SNAPBACK_TYPE_SNAPSHOT = 18,  /* The whole scene. */
  SNAPBACK_TYPE_FRAME = 19,     /* The views that changed. */
  SNAPBACK_TYPE_SEGMENT = 20,   /* The motion of channels from a time on. */
  SNAPBACK_TYPE_GESTURE = 21,   /* A step of a gesture. */
  SNAPBACK_TYPE_LAYOUT = 22,    /* The layout rectangles that a layout pass changed. */
  SNAPBACK_TYPE_DONE = 23,      /* A transaction has finished or settled. */
  SNAPBACK_TYPE_IDLE = 24,      /* Nothing moves until new input or a new command. */
  SNAPBACK_TYPE_LAGGED = 25,    /* Events were dropped. */
  SNAPBACK_TYPE_ERROR = 26,     /* The reason for which the daemon closes the connection. */
  SNAPBACK_TYPE_PONG = 27,      /* The answer to a ping. */
  SNAPBACK_TYPE_DEVICE = 29,    /* A device was added or removed. */
  SNAPBACK_TYPE_TOUCH = 30,     /* The contacts of a touch frame. */
  SNAPBACK_TYPE_SHM = 32,       /* Shared memory to which the daemon writes the states of views. */
  SNAPBACK_TYPE_EVENT = 33,     /* An event of an action, a release, a view or a state. */
  SNAPBACK_TYPE_LOOKS = 34,     /* The looks of views, for a client whose hello has `looks` in
     `parts`. */
  SNAPBACK_TYPE_LOST = 0x10000  /* Not from the wire: the connection was lost. */
};
/* end of generated */

#define SNAPBACK_NO_VIEW UINT32_MAX
/* The end time of a motion that never ends. */
#define SNAPBACK_NEVER UINT64_MAX
/* The default memory limit of a connection, in bytes. */
#define SNAPBACK_MEMORY_LIMIT ((size_t)16 << 20)

/* ---- The scene ------------------------------------------------------------------------------ */

/* generated: scene structs */
/* The part of a view's look that can move. */
typedef struct snapback_moving_look {
  uint32_t text_color;         /* 0xAARRGGBB; the color of its text, AA is its opacity */
  uint32_t border_color;       /* 0xAARRGGBB; the color of its border */
  float fill_alpha;            /* the opacity of its fill, 0 to 1 */
  float border_width;          /* the width of its border in points, 0 or more */
  float shadow_opacity;        /* the opacity of its shadow, 0 to 1 */
  float shadow_radius;         /* the blur radius of its shadow in points, 0 or more */
  float shadow_offset[2];      /* the offset of its shadow, in points of the view */
} snapback_moving_look;

/* The state of a view in snapshots, frames and the shared memory. Numbers from the socket are
   finite; numbers in the shared memory are not checked. */
typedef struct snapback_state {
  float frame[4];              /* x, y, width, height in the parent's coordinates, in points */
  float translation[2];        /* the transform's translation as drawn, in points of the parent */
  float rotation;              /* in radians, clockwise when positive */
  float scale[2];              /* factors */
  float shear;
  float to_screen[6];          /* a, b, c, d, tx, ty: x' = a x + c y + tx, y' = b x + d y + ty */
  float alpha;                 /* opacity of the view itself, 0 to 1, without that of its
                                  ancestors */
  uint32_t color;              /* 0xAARRGGBB; AA is 0 if the view has no fill */
  uint32_t visible;            /* 0 if the view or one of its ancestors is hidden, so it is not
                                  drawn */
  float box[4];                /* x, y, width, height of the bounding box of its four corners on the
                                  screen */
  float frame_velocity[4];
  float translation_velocity[2];
  float rotation_velocity;
  float scale_velocity[2];
  float shear_velocity;
  float corner_radius;         /* the radius of its corners now, in points */
  snapback_moving_look look;   /* the part of its look that moves, while it moves; see
                                  snapback_look_at */
} snapback_state;

/* The text of a view. Strings are UTF-8 and end in a zero; a string that contains a zero is cut
   there. */
typedef struct snapback_text {
  const char *string;          /* the words */
  const char *style;           /* the text style, such as `body`; empty for a fixed font */
  float size;                  /* the font size in points */
  float line_height;           /* the height of a line */
  float first_baseline;        /* the distance from the top of the view to the first baseline */
  float last_baseline;         /* the distance from the top of the view to the last baseline */
  uint32_t lines;              /* the maximum number of lines, 0 for no limit */
} snapback_text;

/* A view. Its handle is its index in the snapshot: parents come first, later siblings are in
   front. */
typedef struct snapback_view {
  const char *name;            /* its name in the scene; the first view is "screen", the screen
                                  itself */
  uint32_t parent;             /* SNAPBACK_NO_VIEW for the first view, the screen */
  uint32_t clips;              /* 1 if its contents are clipped to its bounds and rounded corners */
  float corner_radius;         /* the radius of its corners in the snapshot, in points; `state` has
                                  the present one */
  float anchor[2];             /* the origin of its transform, as a share of its size: (0, 0) is the
                                  top left corner, (1, 1) the bottom right one */
  uint32_t has_text;           /* 1 if `text` is set, else 0 */
  snapback_text text;          /* the text that it shows */
  snapback_state state;
} snapback_view;

/* The screen. */
typedef struct snapback_screen {
  float width, height;         /* points */
  float scale;                 /* pixels per point */
  uint32_t background;         /* 0xAARRGGBB; the color behind all views */
} snapback_screen;
/* end of generated */

/* ---- Motion --------------------------------------------------------------------------------- */

typedef struct snapback_value {
  double value;
  double velocity;             /* per second */
} snapback_value;

/* generated: term structs */
/* The kinds of terms; docs/segments.md has the formulas. */
enum {
  SNAPBACK_SPRING = 1,         /* x, v, beta, omega2 */
  SNAPBACK_DECAY = 2,          /* x, v, lambda */
  SNAPBACK_CURVE = 3,          /* x, delay, repeat, duration, x1, y1, x2, y2 */
  SNAPBACK_KEYFRAMES = 4,      /* x, delay, repeat, duration, and keys */
  SNAPBACK_SPRING_CURVE = 5,   /* x, delay, repeat, duration, beta, omega2, velocity */
  SNAPBACK_PIECES = 6          /* x, error, and knots */
};

/* The flags of a term. */
enum { SNAPBACK_LATER = 1, SNAPBACK_REVERSED = 2, SNAPBACK_AUTOREVERSES = 4 };

/* One motion in closed form, which adds to its channel until `end`. */
typedef struct snapback_term {
  uint8_t kind;                /* SNAPBACK_SPRING and so on */
  uint8_t flags;               /* bit 0 later, 1 reversed, 2 autoreverses */
  uint16_t key_count;          /* 0 except for keyframes and pieces */
  uint32_t first_key;          /* the index of its first key in those of the channel */
  uint64_t anchor;             /* the moment at which the term's own time is `local`, in
                                  nanoseconds */
  uint64_t end;                /* when it ends, in nanoseconds; SNAPBACK_NEVER for never */
  double local;                /* its own time at the anchor, in seconds */
  double rate;                 /* its speed */
  double numbers[8];           /* those of its kind, in their order */
} snapback_term;

/* A key of keyframes: the value reaches `value` at `time`, a fraction of the duration, along a
   Bezier curve. Or a knot of pieces: `value` and `velocity` at `time`, in seconds. */
typedef struct snapback_key {
  double time, value;
  double x1, y1, x2, y2;       /* 0 in a knot */
  double velocity;             /* 0 in a key */
} snapback_key;
/* end of generated */

/* The motion of a channel until the next segment. The pointers are valid until the next message. */
typedef struct snapback_channel {
  uint64_t generation;
  double held;                 /* constant part of the value */
  double velocity;             /* of `held`: the velocity at which a finger moves it */
  int is_known;                /* 0 if it has a part that this version cannot evaluate */
  int has_map;                 /* 1 if angle * tanh(source / reach) is added */
  uint16_t source;             /* a channel of the same view */
  double angle, reach;
  size_t term_count;
  const snapback_term *terms;
  const snapback_key *keys;
} snapback_channel;

/* The state of a view at a time, from its segments. Sums may overflow: check the range before
   converting to an integer. */
typedef struct snapback_pose {
  double frame[4];             /* x, y, width, height in the parent's coordinates */
  double translation[2];
  double rotation;
  double scale[2];
  double shear;
  double matrix[6];            /* to the screen: a, b, c, d, tx, ty */
  double alpha;                /* 0 to 1 */
  double corner_radius;        /* in points, 0 or more; draw at most half of the shorter side */
  uint32_t color;              /* 0xAARRGGBB; AA is 0 if the view has no fill */
  uint32_t visible;            /* 1 if it and all its ancestors have an opacity above 0 */
  uint32_t exact;              /* 1 if evaluated, 0 if it or an ancestor is drawn from frames */
} snapback_pose;

/* ---- Messages ------------------------------------------------------------------------------- */

/* generated: message structs */
/* The answer to a hello. */
typedef struct snapback_welcome {
  uint32_t version;            /* of the protocol: 1 */
  uint32_t roles;              /* bits: 0 view, 1 view-touches, 2 control, 3 inject */
  uint32_t features;           /* SNAPBACK_FRAMES and so on */
  uint64_t session;            /* a new one at each start of the daemon */
  uint64_t epoch;              /* starts at 1 in each session, and increases when clients have to
                                  discard their state */
  double rate;                 /* the maximum frame rate, per second */
  uint32_t clock;              /* 0 monotonic, 1 replay */
  uint32_t pacing;             /* 0 timer, 1 pull, 2 push */
  uint32_t unacknowledged;     /* the maximum number of unacknowledged frames; only with `ack` */
  int continues;               /* 1 if session and epoch are those of the last connection: only
                                  frames were missed. Otherwise gestures in progress are over. */
} snapback_welcome;

/* A step of a gesture. */
typedef struct snapback_gesture {
  uint64_t id;                 /* the gesture's number, the same in all its steps; numbers start at
                                  1 with each start of the daemon */
  uint32_t view;               /* the view of the gesture, or SNAPBACK_NO_VIEW */
  uint8_t kind;                /* 0 tap, 1 longPress, 2 pan, 3 swipe, 4 pinch, 5 rotation,
                                  6 edgePan, 7 scroll, 8 hover */
  uint8_t phase;               /* 0 recognized, 1 began, 2 changed, 3 ended, 4 cancelled */
  uint8_t flags;               /* bit 0 has a scale, 1 has a rotation, 2 injected */
  float location[2];           /* where the gesture is, in points on the screen */
  float translation[2];        /* the distance since it began, of a pan since the slop, in points of
                                  the view's parent */
  float velocity[2];           /* in points of the parent per second */
  float scale;                 /* of a pinch: the factor by which the distance between the fingers
                                  has changed since it began */
  float scale_velocity;        /* its rate per second */
  float rotation;              /* of a rotation: the angle since it began, in radians, clockwise
                                  positive */
  float rotation_velocity;     /* its rate per second */
  const char *name;            /* the name that the scene gives it; empty without one */
} snapback_gesture;

/* A view that a layout pass moved; frames are x, y, width, height in the parent's coordinates. */
typedef struct snapback_layout {
  uint32_t view;               /* the view, or SNAPBACK_NO_VIEW */
  float from[4];               /* the frame before */
  float to[4];                 /* the frame after */
} snapback_layout;

/* A finger. */
typedef struct snapback_contact {
  uint64_t id;                 /* the contact's number, the same in all messages about the
                                  contact */
  uint8_t phase;               /* 0 began, 1 moved, 2 ended, 3 cancelled */
  uint8_t flags;               /* bit 0 injected */
  float x, y;                  /* in points of the screen */
} snapback_contact;

/* The look of a view: how its text, its border and its shadow are drawn. */
typedef struct snapback_look {
  uint32_t view;               /* the view, or SNAPBACK_NO_VIEW */
  uint32_t text_color;         /* 0xAARRGGBB; the color of its text, AA is its opacity */
  uint32_t border_color;       /* 0xAARRGGBB; the color of its border */
  float fill_alpha;            /* the opacity of its fill, 0 to 1 */
  float border_width;          /* the width of its border in points; 0 for none */
  float shadow_opacity;        /* the opacity of its shadow, 0 to 1; 0 for none */
  float shadow_radius;         /* the blur radius of its shadow, in points */
  float shadow_offset[2];      /* the offset of its shadow, in points of the view */
  uint32_t shadow_color;       /* 0xAARRGGBB; the color of its shadow */
  uint16_t font_weight;        /* the weight of its font, 1 to 1000; 400 is regular and 700 bold; 0
                                  for that of the text style */
  uint8_t text_alignment;      /* 0 leading, 1 center, 2 trailing, 3 left, 4 right */
  uint8_t vertical_alignment;  /* 0 top, 1 center, 2 bottom */
  uint8_t truncation;          /* 0 tail, 1 middle, 2 head, 3 clip */
  const char *image;           /* the name of an image; empty without one */
  const char *data;            /* the scene's `data` of the view as a text in JSON; empty without
                                  it */
} snapback_look;
/* end of generated */

/* A message. Its pointers belong to the connection and are valid until the next call of poll, next,
   take or feed. Strings end in a zero. */
typedef struct snapback_message {
  uint32_t type;
  uint64_t seq;                /* of snapshots, frames, segments and idles; else 0 */
  uint64_t time;               /* the time that the message is for */
  union {
    /* generated: message bodies */
    snapback_welcome welcome;
    struct { uint64_t revision, epoch; uint32_t views; } snapshot;
    /* `changed` holds the handles of `count` views. */
    struct { uint64_t revision, computed; uint32_t count; const uint32_t *changed; } frame;
    /* With `ahead`, the segment is applied at its time, unless another one comes before. */
    struct { uint64_t revision; uint32_t channels; int ahead; } segment;
    snapback_gesture gesture;
    struct { uint64_t transaction; uint32_t count; const snapback_layout *views; } layout;
    /* `settled` is 0 for the moment `finished`. */
    struct { uint64_t id; uint8_t settled, interrupted; } done;
    struct { uint64_t dropped; } lagged;
    struct { const char *code, *message; } error;
    struct { uint64_t id; } pong;
    /* `added` is 0 for the phase `removed`. */
    struct { uint64_t id; uint8_t added; const char *name, *kind; } device;
    struct { uint32_t count; const snapback_contact *contacts; } touch;
    /* `code` is SNAPBACK_OK if snapback_shm_read can read the memory, otherwise the error. */
    struct { uint64_t size; int code; } shm;
    struct { uint8_t kind; uint64_t noticed; float velocity[2]; const char *name, *view, *at,
      *feedback; } event;
    struct { uint32_t count; const snapback_look *views; } looks;
    /* A reply, a measure or a decision: an object. */
    struct { const char *json; size_t size; } text;
    /* end of generated */
    /* The reason, and the milliseconds until the next attempt. */
    struct { int code; const char *reason; int wait; } lost;
  } as;
} snapback_message;

/* ---- Connections ---------------------------------------------------------------------------- */

/* A connection. Its contents are private. */
typedef struct snapback snapback;

/* The options of a connection. All zero selects the defaults. The library copies the strings. */
typedef struct snapback_options {
  const char *path;            /* of the socket; NULL: $SNAPBACK_SOCKET or the usual paths */
  const char *name;            /* for the daemon's log; NULL: none */
  uint32_t want;               /* SNAPBACK_FRAMES and so on; 0: frames, gestures, done, devices */
  const char *const *views;    /* names; a trailing `*` matches any suffix; NULL: all */
  size_t view_count;
  double rate;                 /* frames per second, 1 to 1000; 0: the daemon's */
  int pacing;                  /* SNAPBACK_TIMER, SNAPBACK_PULL, SNAPBACK_PUSH */
  int acknowledge;             /* 1: at most 2 frames are sent before snapback_presented */
  int reconnect;               /* 1: connects again after a loss, after 0.1 s up to 5 s */
  size_t limit;                /* bytes of memory; 0: SNAPBACK_MEMORY_LIMIT */
} snapback_options;

/* Connects and says hello; `options` may be NULL. The daemon answers with a welcome and a snapshot.
   `*result` is the connection, or NULL after an error. With `reconnect`, a missing daemon is no
   error: the first message then reports that the connection is lost. Never waits. Returns
   SNAPBACK_OK, SNAPBACK_NO_DAEMON, SNAPBACK_INVALID, SNAPBACK_NO_MEMORY or SNAPBACK_SYSTEM. */
int snapback_connect(const snapback_options *options, snapback **result);

/* Creates a connection without a socket, for bytes from another source. Returns NULL if there is no
   memory. `limit` is as in the options. */
snapback *snapback_create(size_t limit);

/* Closes and frees the connection. NULL is allowed. */
void snapback_close(snapback *connection);

/* Returns the next message without waiting: 1 after filling `message`, 0 if there is none yet, or
   an error code, after which the connection is closed. Snapshots, frames and segments have already
   been applied to the scene. Call it until it returns 0, then wait for the descriptor. */
int snapback_poll(snapback *connection, snapback_message *message);

/* Like snapback_poll, but waits up to `timeout` milliseconds; forever if it is negative. */
int snapback_next(snapback *connection, snapback_message *message, int timeout);

/* The descriptor to wait for, -1 while there is none. It changes after a reconnection. */
int snapback_descriptor(const snapback *connection);

/* Whether to wait for the descriptor to be writable as well, because unsent bytes are waiting. */
int snapback_wants_write(const snapback *connection);

/* The milliseconds until snapback_poll must be called to reconnect, -1 for never. */
int snapback_timeout(const snapback *connection);

/* A message for the last error code; never NULL, valid until the next call. */
const char *snapback_error(const snapback *connection);

/* The bytes of memory that the connection holds. */
size_t snapback_memory(const snapback *connection);

/* CLOCK_MONOTONIC now, in nanoseconds. */
uint64_t snapback_now(void);

/* Adds bytes from the daemon that were read elsewhere; snapback_take returns their messages. Take
   all messages before you feed more. Returns SNAPBACK_OK, SNAPBACK_LIMIT or SNAPBACK_NO_MEMORY. */
int snapback_feed(snapback *connection, const void *bytes, size_t size);

/* Returns the next complete message from the fed bytes: 1, 0 if there is none yet, or an error
   code, after which there are no more messages. */
int snapback_take(snapback *connection, snapback_message *message);

/* ---- Requests ------------------------------------------------------------------------------- */

/* These functions return SNAPBACK_OK, SNAPBACK_CLOSED, SNAPBACK_FULL (more than 2 MiB wait; try
   again later), SNAPBACK_LIMIT or SNAPBACK_NO_MEMORY. The next call of poll or next sends the bytes
   that the socket does not accept at once. */

/* Sends a message of docs/protocol.md: one JSON object of `size` bytes, which are not checked. A
   command with an "id" is answered by a text message with that id. */
int snapback_send_text(snapback *connection, const char *json, size_t size);

/* With pull pacing: requests the frame that will be shown at `time`. `refresh` is the display's
   refresh interval in ns, 0 if unknown or variable. */
int snapback_frame_request(snapback *connection, uint64_t time, uint64_t refresh);

/* Reports that a frame was shown at `time`; with `discarded`, that a later one replaced it. */
int snapback_presented(
  snapback *connection, uint64_t seq, uint64_t time, uint64_t refresh, int discarded);

/* Requests a pong with the same id. */
int snapback_ping(snapback *connection, uint64_t id);

/* Requests a snapshot. */
int snapback_resync(snapback *connection);

/* Requests shared memory, which is ready when a message of SNAPBACK_TYPE_SHM has code 0. Request it
   again after each welcome. */
int snapback_shm_attach(snapback *connection);

/* ---- Commands ------------------------------------------------------------------------------- */

/* The commands of docs/control.md. The reply has `id` and arrives as a text message; there is no
   reply if `id` is 0. Strings are UTF-8. */

/* generated: commands */
/* Returns the data that `snapback status` prints: views, motion, layout, clients, devices. */
int snapback_status(snapback *connection, uint64_t id);

/* Returns the constraints and bindings of the running scene, or those of one view, each with its
   state. `view`: the name of the view; without it, all constraints and bindings; NULL to leave it
   out. */
int snapback_inspect(snapback *connection, uint64_t id, const char *view);

/* Returns the document of the running scene as a text in JSON, and the scene's epoch. */
int snapback_document(snapback *connection, uint64_t id);

/* Changes the running scene in one transaction, or refuses all changes. The reply has the
   `transaction`. `changes`: the changes to make, as one transaction, as JSON. `animate`: the
   animation of the changes; without it, they take effect at once, as JSON; NULL to leave it out.
   `controlled`: whether the transaction can be paused, scrubbed and reversed; needs `animate`; -1
   to leave it out. */
int snapback_change(
  snapback *connection, uint64_t id, const char *changes, const char *animate, int controlled);

/* Runs the next step of an action of the scene. The reply has its `transaction`. `action`: the name
   of an action that the scene declares. */
int snapback_run(snapback *connection, uint64_t id, const char *action);

/* Pauses, continues, reverses, scrubs or stops a controlled transaction. `transaction`: a
   controlled transaction that is running. `action`: the operation: "pause", "continue", "reverse",
   "scrub" or "stop". `fraction`: with `scrub`: the fraction to show; the transaction is then
   paused; NAN to leave it out. `at`: with `stop`: the state to stop in; `current` by default:
   "current", "start" or "end"; NULL to leave it out. `linearly`: with `scrub`: whether the fraction
   is a fraction of each value's distance instead of the duration; true by default; -1 to leave it
   out. `animate`: with `continue`: the animation of the remaining distance; without it, the
   transaction keeps its own, as JSON; NULL to leave it out. */
int snapback_animation(
  snapback *connection, uint64_t id, int64_t transaction, const char *action, double fraction,
  const char *at, int linearly, const char *animate);

/* Replaces the running scene. The value is a document, not a path. `scene`: the document, as JSON.
   `animate`: the animation of views that both scenes have, as JSON; NULL to leave it out. */
int snapback_load(snapback *connection, uint64_t id, const char *scene, const char *animate);

/* Merges a part of a scene into the running scene. A key whose value is null is removed. `scene`:
   the part to merge, as JSON. `animate`: the animation, as JSON; NULL to leave it out. */
int snapback_patch(snapback *connection, uint64_t id, const char *scene, const char *animate);

/* Moves one side of a constraint to another view or attribute. Without `view` and `attribute`,
   nothing changes; the reply lists the alternatives. `constraint`: the constraint. `side`: the left
   or the right side of the rule: "first" or "second". `view`: the new item: a view, a guide, or
   `card.margins` and the like; NULL to leave it out. `attribute`: the new attribute; NULL to leave
   it out. `term`: the index of the item on the right side, if there are several; -1 to leave it
   out. `animate`: the animation, as JSON; NULL to leave it out. */
int snapback_retarget(
  snapback *connection, uint64_t id, const char *constraint, const char *side, const char *view,
  const char *attribute, int64_t term, const char *animate);

/* Answers a `measure` message with the size of the text, in points. `request`: the number of the
   `measure`. `width`: the width of the widest line. `height`: the height of all lines.
   `first_baseline`: the distance from the top to the first baseline; NAN to leave it out.
   `last_baseline`: the distance from the last baseline to the bottom; NAN to leave it out. */
int snapback_measured(
  snapback *connection, uint64_t id, int64_t request, double width, double height,
  double first_baseline, double last_baseline);

/* Sets the speed and the reduction of all motions, like `motion` in the daemon's configuration.
   `rate`: the speed of all motions; 1 is normal; NAN to leave it out. `reduced`: whether motion is
   reduced; -1 to leave it out. `instant`: whether motions end at once; -1 to leave it out. */
int snapback_motion(snapback *connection, uint64_t id, double rate, int reduced, int instant);

/* Sets the rotation of the picture on its panel: 0, 90, 180 or 270 degrees clockwise. `rotation`:
   degrees clockwise. */
int snapback_rotate(snapback *connection, uint64_t id, int64_t rotation);

/* Injects touches: objects with `id`, `phase` ("began", "moved", "ended" or "cancelled"), and `x`
   and `y` in points of the screen. `touches`: the touches of one moment, as JSON. `time`:
   nanoseconds of the daemon's clock; now by default; -1 to leave it out. */
int snapback_inject(snapback *connection, uint64_t id, const char *touches, int64_t time);
/* end of generated */

/* ---- Queries -------------------------------------------------------------------------------- */

/* The number of views in the last snapshot. */
uint32_t snapback_view_count(const snapback *connection);

/* The view with a handle, NULL if there is none. Valid until the next snapshot. */
const snapback_view *snapback_view_at(const snapback *connection, uint32_t handle);

/* The handle of the view with a name, SNAPBACK_NO_VIEW if there is none. O(views). */
uint32_t snapback_find(const snapback *connection, const char *name);

/* The screen; all zero before the first snapshot. */
const snapback_screen *snapback_screen_of(const snapback *connection);

/* Gets the motion of a channel: returns 1, or 0 if the channel is at its default value, which
   `channel` then holds. Returns SNAPBACK_INVALID if there is no such view or channel. */
int snapback_channel_at(
  const snapback *connection, uint32_t view, uint32_t number, snapback_channel *channel);

/* The value of a channel at a time, and its rate of change, including the velocity of a finger.
   O(terms). Returns SNAPBACK_INVALID if there is no such view or channel. Parts of a later version
   count as 0. */
int snapback_channel_value(
  const snapback *connection, uint32_t view, uint32_t number, uint64_t time,
  snapback_value *result);

/* Evaluates a view at a time; use the time at which the picture will be shown. Views without
   segments are as in their last frame. O(ancestors and their terms). Returns SNAPBACK_OK or
   SNAPBACK_INVALID. */
int snapback_evaluate(
  snapback *connection, uint32_t view, uint64_t time, snapback_pose *pose);

/* Evaluates all views at once, in order. `*poses` has snapback_view_count elements and is valid
   until the next evaluation or snapshot. O(views and their terms). */
int snapback_evaluate_all(snapback *connection, uint64_t time, const snapback_pose **poses);

/* The look of a view at a time: that of the last looks message and frame, with the values of the
   channels that have a segment. Its strings are valid until the next looks message or snapshot.
   O(terms). Returns 1, 0 if the view has no look, SNAPBACK_INVALID or an error code. */
int snapback_look_at(snapback *connection, uint32_t view, uint64_t time, snapback_look *look);

/* The time after which nothing moves: the latest end of all terms. 0 if nothing moves,
   SNAPBACK_NEVER if a motion never ends. O(moving channels). */
uint64_t snapback_motion_end(const snapback *connection);

/* ---- Formulas ------------------------------------------------------------------------------- */

/* The state of a damped spring `seconds` after it was at x with velocity v: x'' + 2 beta x' +
   omega2 x = 0. Before that, it rests at x. */
snapback_value snapback_spring(double x, double v, double beta, double omega2, double seconds);

/* The y of a cubic Bezier curve from (0, 0) to (1, 1) where its x is `fraction`, and its slope
   dy/dx within 1e6 up or down; CSS Easing Functions, level 1. Exactly 0 and 1 at the ends. */
snapback_value snapback_bezier(double x1, double y1, double x2, double y2, double fraction);

/* The value that a term adds at a time. `keys` are those of its channel. */
snapback_value snapback_term_value(
  const snapback_term *term, const snapback_key *keys, uint64_t time);

/* ---- Shared memory -------------------------------------------------------------------------- */

/* A frame of the shared memory. */
typedef struct snapback_shm_frame {
  uint64_t epoch;              /* compare it with the snapshot's before using handles */
  uint64_t time, revision;
  int idle;                    /* 1: nothing moves */
  uint32_t count;
  const snapback_state *states; /* by handle; valid until the next read */
} snapback_shm_frame;

/* Reads the current frame from the memory. Never waits: after 1000 attempts it returns
   SNAPBACK_BUSY. Returns SNAPBACK_DETACHED without a memory. O(views). */
int snapback_shm_read(snapback *connection, snapback_shm_frame *frame);

/* The descriptor that becomes readable with each frame, -1 without a memory. Reading a frame makes
   it unreadable again. */
int snapback_shm_descriptor(const snapback *connection);

/* Attaches a memory from another source. Takes ownership of both descriptors, even after an error;
   the second may be -1. The connection attaches memory from its daemon by itself. Returns
   SNAPBACK_OK, SNAPBACK_SYSTEM, or SNAPBACK_BAD_MESSAGE if the contents do not fit the size or the
   memory can shrink. */
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

/* ---- Storage -------------------------------------------------------------------------------- */

enum {
  SNAPBACK__HEADER = 24,
  SNAPBACK__READ = 65536,      /* maximum bytes per read */
  SNAPBACK__TURNS = 16,        /* maximum reads per call of poll */
  SNAPBACK__FDS = 4,           /* maximum descriptors that wait for their message */
  SNAPBACK__ATTEMPTS = 1000,   /* to read the shared memory */
  SNAPBACK__FIRST_WAIT = 100,  /* ms until the first reconnection; doubles */
  SNAPBACK__LAST_WAIT = 5000,
  SNAPBACK__SLOT = 120,        /* the known bytes of a slot */
  SNAPBACK__VIEW_CHANNELS = SNAPBACK_CORNER_RADIUS + 1  /* those of looks follow */
};
#define SNAPBACK__OUTBOUND ((size_t)2 << 20)
#define SNAPBACK__NONE UINT32_MAX

/* A buffer that grows and is reused. */
typedef struct snapback__array {
  void *at;
  size_t capacity;             /* bytes */
} snapback__array;

/* A channel that is not at its default. */
typedef struct snapback__record {
  double held, velocity;
  uint64_t generation;
  uint32_t motion;             /* SNAPBACK__NONE if it is constant */
} snapback__record;

/* The terms and the map of a channel; reused for another channel when this one comes to rest. */
typedef struct snapback__motion {
  snapback__array terms, keys;
  uint32_t term_count, key_count, next_free;
  uint16_t source;
  uint8_t has_map, is_known, is_used;
  double angle, reach;
} snapback__motion;

/* The state of a view that its children need in addition to its pose. */
typedef struct snapback__place {
  double left, top, scroll_x, scroll_y;
} snapback__place;

struct snapback {
  size_t limit, used;
  int code;                    /* the reason why there is no connection */
  char text[256];
  /* Received bytes, and bytes that wait to be sent. */
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
  /* The looks of the last message, and their strings. */
  snapback__array looks, look_text;
  uint32_t look_count;
  int has_segments;
  /* The text of the command being written. */
  snapback__array command;
  /* The payload of the segment that was sent ahead of its time, empty if there is none, and where
     its channels start. */
  snapback__array ahead;
  size_t ahead_size, ahead_start;
  uint32_t ahead_count;
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

/* Makes room for `need` bytes in total and keeps the contents. */
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

/* Reads numbers from a message. Past its end, reads return 0 and set `failed`. */
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

/* Numbers on the wire must be finite. */
static float snapback__f32(snapback__reader *r) {
  uint32_t bits = snapback__u32(r);
  if ((bits & 0x7f800000u) == 0x7f800000u) r->failed = 1;
  return snapback__float(bits);
}

static void snapback__f32s(snapback__reader *r, float *values, int count) {
  int i;
  for (i = 0; i < count; i++) values[i] = snapback__f32(r);
}

/* NaN is always invalid; +infinity is valid where a motion may last forever. */
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

static void snapback__f64s(snapback__reader *r, double *values, int count) {
  int i;
  for (i = 0; i < count; i++) values[i] = snapback__f64(r);
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

/* Copies a string to `*used`, in memory with room for the whole message, and appends a zero. */
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

/* Makes room for `count` items of `size` bytes; each has at least `least` bytes in the message. */
static int snapback__make_items(
  snapback *c, const snapback__reader *r, uint32_t count, size_t least, size_t size,
  const char *what) {
  if (r->failed || (uint64_t)count * least > snapback__left(r)) return snapback__bad(c, r, what);
  return snapback__reserve(c, &c->items, count * size);
}

/* ---- Records -------------------------------------------------------------------------------- */

/* Each of these functions reads a record. The one for a state reads it over an old one: fields that
   are absent keep their values, except that velocities become 0. */

/* generated: record readers */
/* The bytes that records have at least. */
enum {
  SNAPBACK__STATE_BYTES = 8, SNAPBACK__VIEW_BYTES = 30, SNAPBACK__LAYOUT_CHANGE_BYTES = 40,
  SNAPBACK__CONTACT_BYTES = 24, SNAPBACK__LOOK_BYTES = 52, SNAPBACK__CHANNEL_BYTES = 32,
  SNAPBACK__TERM_BYTES = 40, SNAPBACK__KEY_BYTES = 48, SNAPBACK__KNOT_BYTES = 24
};

static void snapback__read_moving_look(snapback__reader *r, snapback_moving_look *moving_look) {
  moving_look->text_color = snapback__u32(r);
  moving_look->border_color = snapback__u32(r);
  moving_look->fill_alpha = snapback__f32(r);
  moving_look->border_width = snapback__f32(r);
  moving_look->shadow_opacity = snapback__f32(r);
  moving_look->shadow_radius = snapback__f32(r);
  snapback__f32s(r, moving_look->shadow_offset, 2);
}

/* Returns whether all of it is known; otherwise, the rest cannot be located. */
static int snapback__read_state(snapback__reader *r, uint32_t *handle, snapback_state *state) {
  uint16_t mask;
  *handle = snapback__u32(r);
  mask = snapback__u16(r);
  snapback__bytes(r, 2);
  if (mask & 1) snapback__f32s(r, state->frame, 4);
  if (mask & 2) {
    snapback__f32s(r, state->translation, 2);
    state->rotation = snapback__f32(r);
    snapback__f32s(r, state->scale, 2);
    state->shear = snapback__f32(r);
  }
  if (mask & 4) snapback__f32s(r, state->to_screen, 6);
  if (mask & 8) {
    state->alpha = snapback__f32(r);
    state->color = snapback__u32(r);
    state->visible = snapback__u32(r) & 1;
  }
  if (mask & 16) snapback__f32s(r, state->box, 4);
  if (mask & 32) {
    snapback__f32s(r, state->frame_velocity, 4);
    snapback__f32s(r, state->translation_velocity, 2);
    state->rotation_velocity = snapback__f32(r);
    snapback__f32s(r, state->scale_velocity, 2);
    state->shear_velocity = snapback__f32(r);
  } else {
    memset(state->frame_velocity, 0, sizeof state->frame_velocity);
    memset(state->translation_velocity, 0, sizeof state->translation_velocity);
    state->rotation_velocity = 0;
    memset(state->scale_velocity, 0, sizeof state->scale_velocity);
    state->shear_velocity = 0;
  }
  if ((mask & 192) == 128) state->corner_radius = snapback__f32(r);
  if ((mask & 320) == 256) snapback__read_moving_look(r, &state->look);
  return (mask & ~447u) == 0;
}

static void snapback__read_text(snapback *c, snapback__reader *r, snapback_text *text) {
  text->string = snapback__string(r, &c->names, &c->names_used);
  text->style = snapback__string(r, &c->names, &c->names_used);
  text->size = snapback__f32(r);
  text->line_height = snapback__f32(r);
  text->first_baseline = snapback__f32(r);
  text->last_baseline = snapback__f32(r);
  text->lines = snapback__u32(r);
}

/* Returns whether all of it is known; otherwise, the rest cannot be located. */
static int snapback__read_view(
  snapback *c, snapback__reader *r, uint32_t *handle, snapback_view *view) {
  uint32_t flags;
  view->parent = snapback__u32(r);
  flags = snapback__u32(r);
  view->clips = flags & 1;
  view->has_text = flags >> 1 & 1;
  view->corner_radius = snapback__f32(r);
  snapback__f32s(r, view->anchor, 2);
  if (!snapback__read_state(r, handle, &view->state)) return 0;
  view->state.corner_radius = view->corner_radius;
  view->name = snapback__string(r, &c->names, &c->names_used);
  if (view->has_text) snapback__read_text(c, r, &view->text);
  else view->text.string = view->text.style = "";
  return 1;
}

static void snapback__read_screen(snapback__reader *r, snapback_screen *screen) {
  screen->width = snapback__f32(r);
  screen->height = snapback__f32(r);
  screen->scale = snapback__f32(r);
  screen->background = snapback__u32(r);
}

static void snapback__read_layout_change(
  snapback *c, snapback__reader *r, snapback_layout *layout) {
  layout->view = snapback__u32(r);
  if (layout->view >= c->view_count) layout->view = SNAPBACK_NO_VIEW;
  snapback__bytes(r, 4);
  snapback__f32s(r, layout->from, 4);
  snapback__f32s(r, layout->to, 4);
}

static void snapback__read_contact(snapback__reader *r, snapback_contact *contact) {
  contact->id = snapback__u64(r);
  contact->phase = snapback__u8(r);
  contact->flags = snapback__u8(r);
  snapback__bytes(r, 2);
  contact->x = snapback__f32(r);
  contact->y = snapback__f32(r);
  snapback__bytes(r, 4);
}

static void snapback__read_look(snapback *c, snapback__reader *r, snapback_look *look) {
  look->view = snapback__u32(r);
  if (look->view >= c->view_count) look->view = SNAPBACK_NO_VIEW;
  look->text_color = snapback__u32(r);
  look->border_color = snapback__u32(r);
  look->fill_alpha = snapback__f32(r);
  look->border_width = snapback__f32(r);
  look->shadow_opacity = snapback__f32(r);
  look->shadow_radius = snapback__f32(r);
  snapback__f32s(r, look->shadow_offset, 2);
  look->shadow_color = snapback__u32(r);
  look->font_weight = snapback__u16(r);
  look->text_alignment = snapback__u8(r);
  look->vertical_alignment = snapback__u8(r);
  look->truncation = snapback__u8(r);
  snapback__bytes(r, 3);
  look->image = snapback__string(r, &c->scratch, &c->scratch_used);
  look->data = snapback__string(r, &c->scratch, &c->scratch_used);
}

static void snapback__read_term(snapback__reader *r, uint32_t *size, snapback_term *term) {
  term->kind = snapback__u8(r);
  term->flags = snapback__u8(r);
  term->key_count = snapback__u16(r);
  *size = snapback__u32(r);
  term->anchor = snapback__u64(r);
  term->end = snapback__u64(r);
  term->local = snapback__f64(r);
  term->rate = snapback__f64(r);
}

/* Reads the numbers of a kind of term. Returns 0 if the kind is unknown. */
static int snapback__read_numbers(snapback__reader *r, int kind, double *numbers) {
  switch (kind) {
  case SNAPBACK_SPRING:
    snapback__f64s(r, numbers, 4);
    return 1;
  case SNAPBACK_DECAY:
    snapback__f64s(r, numbers, 3);
    return 1;
  case SNAPBACK_CURVE:
    snapback__f64s(r, numbers, 2);
    numbers[2] = snapback__f64_or_infinity(r);
    numbers[3] = snapback__f64_or_infinity(r);
    snapback__f64s(r, numbers + 4, 4);
    return 1;
  case SNAPBACK_KEYFRAMES:
    snapback__f64s(r, numbers, 2);
    numbers[2] = snapback__f64_or_infinity(r);
    numbers[3] = snapback__f64_or_infinity(r);
    return 1;
  case SNAPBACK_SPRING_CURVE:
    snapback__f64s(r, numbers, 2);
    numbers[2] = snapback__f64_or_infinity(r);
    numbers[3] = snapback__f64_or_infinity(r);
    snapback__f64s(r, numbers + 4, 3);
    return 1;
  case SNAPBACK_PIECES:
    snapback__f64s(r, numbers, 2);
    return 1;
  default: return 0;
  }
}

static void snapback__read_key(snapback__reader *r, snapback_key *key) {
  key->time = snapback__f64(r);
  key->value = snapback__f64(r);
  key->x1 = snapback__f64(r);
  key->y1 = snapback__f64(r);
  key->x2 = snapback__f64(r);
  key->y2 = snapback__f64(r);
  key->velocity = 0;
}

static void snapback__read_knot(snapback__reader *r, snapback_key *key) {
  key->time = snapback__f64(r);
  key->value = snapback__f64(r);
  key->velocity = snapback__f64(r);
  key->x1 = key->y1 = key->x2 = key->y2 = 0;
}
/* end of generated */

/* ---- Messages about the scene --------------------------------------------------------------- */

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

/* Makes room for all storage that depends on the number of views. */
static int snapback__make_room(snapback *c, size_t views, size_t text) {
  int code = snapback__reserve(c, &c->views, views * sizeof(snapback_view));
  if (code == 0) code = snapback__reserve(c, &c->names, text);
  if (code == 0) code = snapback__reserve(c, &c->chain, views * sizeof(uint32_t));
  if (code == 0) {
    code = snapback__reserve(c, &c->slots, views * SNAPBACK_CHANNELS * sizeof(uint32_t));
  }
  return code;
}

/* Reads the views of a snapshot. */
static int snapback__snapshot_views(snapback *c, snapback__reader *r, snapback_message *m) {
  uint32_t count = m->as.snapshot.views, i, handle;
  int code;
  c->view_count = 0;
  c->look_count = 0;
  c->names_used = 0;
  snapback__forget_segments(c);
  if (r->failed || count > snapback__left(r) / SNAPBACK__VIEW_BYTES) {
    return snapback__bad(c, r, "snapshot");
  }
  code = snapback__make_room(c, count, r->size);
  if (code != 0) return code;
  for (i = 0; i < count; i++) {
    snapback_view *view = snapback__views(c) + i;
    memset(view, 0, sizeof *view);
    view->state.scale[0] = view->state.scale[1] = 1;
    view->state.to_screen[0] = view->state.to_screen[3] = 1;
    if (!snapback__read_view(c, r, &handle, view)) return snapback__bad(c, r, "snapshot");
    if (r->failed || handle != i) return snapback__bad(c, r, "snapshot");
    if (i == 0 ? view->parent != SNAPBACK_NO_VIEW : view->parent >= i) {
      return snapback__bad(c, r, "snapshot");
    }
  }
  c->view_count = count;
  if (count > 0) memset(c->slots.at, 0xff, (size_t)count * SNAPBACK_CHANNELS * sizeof(uint32_t));
  c->epoch = m->as.snapshot.epoch;
  c->wait = 0;
  return 1;
}

/* Reads the states of a frame over those of the views. */
static int snapback__frame_views(snapback *c, snapback__reader *r, snapback_message *m) {
  uint32_t count = m->as.frame.count, i, handle = 0, *changed;
  int code = snapback__make_items(c, r, count, SNAPBACK__STATE_BYTES, sizeof *changed, "frame");
  if (code != 0) return code;
  m->as.frame.count = 0;
  changed = (uint32_t *)c->items.at;
  m->as.frame.changed = changed;
  for (i = 0; i < count; i++) {
    snapback_state ignored, *state = &ignored;
    int is_whole;
    memset(&ignored, 0, sizeof ignored);
    if (snapback__left(r) >= 4) handle = (uint32_t)snapback__number(r->at + r->offset, 4);
    if (handle < c->view_count) state = &snapback__views(c)[handle].state;
    is_whole = snapback__read_state(r, &handle, state);
    if (r->failed) return snapback__bad(c, r, "frame");
    if (state != &ignored) changed[m->as.frame.count++] = handle;
    if (!is_whole) break;
  }
  return 1;
}

/* Keeps the looks of a message, with their strings. The values that can move are in the states of
   the views, because frames replace them there. */
static int snapback__keep_looks(snapback *c, const snapback_message *m) {
  uint32_t count = m->as.looks.count, i;
  size_t size = 0;
  char *text;
  snapback_look *looks;
  int code;
  c->look_count = 0;
  for (i = 0; i < count; i++) {
    size += strlen(m->as.looks.views[i].image) + strlen(m->as.looks.views[i].data) + 2;
  }
  code = snapback__reserve(c, &c->looks, count * sizeof(snapback_look));
  if (code == 0) code = snapback__reserve(c, &c->look_text, size);
  if (code != 0) return code;
  looks = (snapback_look *)c->looks.at;
  text = (char *)c->look_text.at;
  for (i = 0; i < count; i++) {
    snapback_look *look = looks + c->look_count;
    snapback_moving_look *moving;
    *look = m->as.looks.views[i];
    if (look->view == SNAPBACK_NO_VIEW) continue;
    size = strlen(look->image) + 1;
    look->image = (char *)memcpy(text, look->image, size);
    text += size;
    size = strlen(look->data) + 1;
    look->data = (char *)memcpy(text, look->data, size);
    text += size;
    moving = &snapback__views(c)[look->view].state.look;
    moving->text_color = look->text_color;
    moving->border_color = look->border_color;
    moving->fill_alpha = look->fill_alpha;
    moving->border_width = look->border_width;
    moving->shadow_opacity = look->shadow_opacity;
    moving->shadow_radius = look->shadow_radius;
    memcpy(moving->shadow_offset, look->shadow_offset, sizeof moving->shadow_offset);
    c->look_count++;
  }
  return SNAPBACK_OK;
}

/* ---- Segments ------------------------------------------------------------------------------- */

/* Takes an unused motion, whose buffers are reused. */
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

/* Adds a term to a motion; ignores bytes beyond the term's own. */
static int snapback__add_term(snapback *c, snapback__reader *r, snapback__motion *motion) {
  snapback_term term;
  snapback__reader own = *r;
  uint32_t size, width, i;
  int code, is_pieces;
  memset(&term, 0, sizeof term);
  snapback__read_term(&own, &size, &term);
  if (size < SNAPBACK__TERM_BYTES || size > snapback__left(r)) return SNAPBACK_BAD_MESSAGE;
  r->offset += size;
  own.size = r->offset;
  if (!snapback__read_numbers(&own, term.kind, term.numbers)) {
    motion->is_known = 0;
    return SNAPBACK_OK;
  }
  is_pieces = term.kind == SNAPBACK_PIECES;
  if (term.kind != SNAPBACK_KEYFRAMES && !is_pieces) term.key_count = 0;
  width = is_pieces ? SNAPBACK__KNOT_BYTES : SNAPBACK__KEY_BYTES;
  if (own.failed || snapback__left(&own) / width < term.key_count) return SNAPBACK_BAD_MESSAGE;
  term.first_key = motion->key_count;
  motion->key_count += term.key_count;
  code = snapback__reserve(c, &motion->keys, (size_t)motion->key_count * sizeof(snapback_key));
  if (code != 0) return code;
  for (i = 0; i < term.key_count; i++) {
    snapback_key *key = (snapback_key *)motion->keys.at + term.first_key + i;
    if (is_pieces) snapback__read_knot(&own, key);
    else snapback__read_key(&own, key);
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
    int code = snapback__add_term(c, r, motion);
    if (code != 0) return code;
  }
  return r->failed ? SNAPBACK_BAD_MESSAGE : SNAPBACK_OK;
}

/* Finds or creates the record of a channel. */
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

/* Reads the channels of a segment; stores them only if `is_applied`. */
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

/* Reads the channels of a segment, or keeps them until its time. */
static int snapback__segment_channels(snapback *c, snapback__reader *r, snapback_message *m) {
  uint32_t count = m->as.segment.channels;
  size_t start = r->offset;
  int code;
  if (r->failed || count > snapback__left(r) / SNAPBACK__CHANNEL_BYTES) {
    return snapback__bad(c, r, "segment");
  }
  c->ahead_size = 0;
  if (m->as.segment.ahead) {
    code = snapback__reserve(c, &c->ahead, r->size);
    if (code != 0) return code;
    memcpy(c->ahead.at, r->at, r->size);
  }
  code = snapback__channels(c, r, count, !m->as.segment.ahead);
  if (code == 1 && m->as.segment.ahead) {
    c->ahead_size = r->size;
    c->ahead_start = start;
    c->ahead_count = count;
    c->ahead_time = m->time;
  }
  return code;
}

/* Applies the segment that was sent ahead of its time once it is due. */
static int snapback__advance(snapback *c, uint64_t time) {
  snapback__reader r;
  int code;
  if (c->ahead_size == 0 || time < c->ahead_time) return SNAPBACK_OK;
  memset(&r, 0, sizeof r);
  r.at = (const unsigned char *)c->ahead.at;
  r.size = c->ahead_size;
  r.offset = c->ahead_start;
  c->ahead_size = 0;
  code = snapback__channels(c, &r, c->ahead_count, 1);
  return code == 1 ? SNAPBACK_OK : code;
}

/* ---- Other messages ------------------------------------------------------------------------- */

/* Compares a welcome with the one before. */
static int snapback__welcome(snapback *c, snapback__reader *r, snapback_welcome *welcome) {
  if (r->failed) return snapback__bad(c, r, "welcome");
  welcome->continues =
    c->was_welcomed && c->session == welcome->session && c->epoch == welcome->epoch;
  c->was_welcomed = 1;
  c->session = welcome->session;
  c->epoch = welcome->epoch;
  return 1;
}

static void snapback__take_descriptors(snapback *c, snapback_message *m) {
  int i, memory = c->fd_count > 0 ? c->fds[0] : -1, event = c->fd_count > 1 ? c->fds[1] : -1;
  c->fd_count = c->fd_count > 2 ? c->fd_count - 2 : 0;
  for (i = 0; i < c->fd_count; i++) c->fds[i] = c->fds[i + 2];
  m->as.shm.code = snapback_shm_open(c, memory, event, m->as.shm.size);
}

/* Reads the rest of a message as text. Checks only that it could be an object. */
static int snapback__text_json(snapback *c, snapback__reader *r, snapback_message *m) {
  char *to = (char *)c->scratch.at;
  if (r->size < 2 || r->at[0] != '{' || r->at[r->size - 1] != '}') r->failed = 1;
  if (!snapback__is_utf8(r->at, r->size)) r->failed = 1;
  if (r->size > 0) memcpy(to, r->at, r->size);
  to[r->size] = 0;
  m->as.text.json = to;
  m->as.text.size = r->size;
  return 1;
}

/* generated: message readers */
static int snapback__read_welcome(snapback__reader *r, snapback_message *m) {
  m->as.welcome.version = snapback__u16(r);
  m->as.welcome.roles = snapback__u16(r);
  m->as.welcome.features = snapback__u32(r);
  m->as.welcome.session = snapback__u64(r);
  m->as.welcome.epoch = snapback__u64(r);
  m->as.welcome.rate = snapback__f64(r);
  m->as.welcome.clock = snapback__u8(r);
  m->as.welcome.pacing = snapback__u8(r);
  snapback__bytes(r, 2);
  m->as.welcome.unacknowledged = snapback__u32(r);
  return 1;
}

static int snapback__read_snapshot(snapback *c, snapback__reader *r, snapback_message *m) {
  m->as.snapshot.revision = snapback__u64(r);
  m->as.snapshot.epoch = snapback__u64(r);
  snapback__read_screen(r, &c->screen);
  m->as.snapshot.views = snapback__u32(r);
  snapback__bytes(r, 4);
  return snapback__snapshot_views(c, r, m);
}

static int snapback__read_frame(snapback *c, snapback__reader *r, snapback_message *m) {
  m->as.frame.revision = snapback__u64(r);
  m->as.frame.computed = snapback__u64(r);
  m->as.frame.count = snapback__u32(r);
  snapback__bytes(r, 4);
  return snapback__frame_views(c, r, m);
}

static int snapback__read_segment(snapback *c, snapback__reader *r, snapback_message *m) {
  m->as.segment.revision = snapback__u64(r);
  m->as.segment.channels = snapback__u32(r);
  m->as.segment.ahead = snapback__u32(r) & 1;
  return snapback__segment_channels(c, r, m);
}

static int snapback__read_gesture(snapback *c, snapback__reader *r, snapback_message *m) {
  m->as.gesture.id = snapback__u64(r);
  m->as.gesture.view = snapback__u32(r);
  if (m->as.gesture.view >= c->view_count) m->as.gesture.view = SNAPBACK_NO_VIEW;
  m->as.gesture.kind = snapback__u8(r);
  m->as.gesture.phase = snapback__u8(r);
  m->as.gesture.flags = snapback__u8(r);
  snapback__bytes(r, 1);
  snapback__f32s(r, m->as.gesture.location, 2);
  snapback__f32s(r, m->as.gesture.translation, 2);
  snapback__f32s(r, m->as.gesture.velocity, 2);
  m->as.gesture.scale = snapback__f32(r);
  m->as.gesture.scale_velocity = snapback__f32(r);
  m->as.gesture.rotation = snapback__f32(r);
  m->as.gesture.rotation_velocity = snapback__f32(r);
  m->as.gesture.name = snapback__string(r, &c->scratch, &c->scratch_used);
  return 1;
}

static int snapback__read_layout(snapback *c, snapback__reader *r, snapback_message *m) {
  snapback_layout *items;
  uint32_t i;
  int code;
  m->as.layout.transaction = snapback__u64(r);
  m->as.layout.count = snapback__u32(r);
  snapback__bytes(r, 4);
  code = snapback__make_items(
    c, r, m->as.layout.count, SNAPBACK__LAYOUT_CHANGE_BYTES, sizeof *items, "layout");
  if (code != 0) return code;
  m->as.layout.views = items = (snapback_layout *)c->items.at;
  for (i = 0; i < m->as.layout.count; i++) snapback__read_layout_change(c, r, items + i);
  return 1;
}

static int snapback__read_done(snapback__reader *r, snapback_message *m) {
  m->as.done.id = snapback__u64(r);
  m->as.done.settled = snapback__u8(r) == 1;
  m->as.done.interrupted = snapback__u8(r) & 1;
  return 1;
}

static int snapback__read_device(snapback *c, snapback__reader *r, snapback_message *m) {
  m->as.device.id = snapback__u64(r);
  m->as.device.added = snapback__u8(r) == 1;
  snapback__bytes(r, 7);
  m->as.device.name = snapback__string(r, &c->scratch, &c->scratch_used);
  m->as.device.kind = snapback__string(r, &c->scratch, &c->scratch_used);
  return 1;
}

static int snapback__read_touch(snapback *c, snapback__reader *r, snapback_message *m) {
  snapback_contact *items;
  uint32_t i;
  int code;
  m->as.touch.count = snapback__u32(r);
  snapback__bytes(r, 4);
  code = snapback__make_items(
    c, r, m->as.touch.count, SNAPBACK__CONTACT_BYTES, sizeof *items, "touch");
  if (code != 0) return code;
  m->as.touch.contacts = items = (snapback_contact *)c->items.at;
  for (i = 0; i < m->as.touch.count; i++) snapback__read_contact(r, items + i);
  return 1;
}

static int snapback__read_event(snapback *c, snapback__reader *r, snapback_message *m) {
  m->as.event.kind = snapback__u8(r);
  snapback__bytes(r, 7);
  m->as.event.noticed = snapback__u64(r);
  snapback__f32s(r, m->as.event.velocity, 2);
  m->as.event.name = snapback__string(r, &c->scratch, &c->scratch_used);
  m->as.event.view = snapback__string(r, &c->scratch, &c->scratch_used);
  m->as.event.at = snapback__string(r, &c->scratch, &c->scratch_used);
  m->as.event.feedback = snapback__string(r, &c->scratch, &c->scratch_used);
  return 1;
}

static int snapback__read_looks(snapback *c, snapback__reader *r, snapback_message *m) {
  snapback_look *items;
  uint32_t i;
  int code;
  m->as.looks.count = snapback__u32(r);
  snapback__bytes(r, 4);
  code = snapback__make_items(
    c, r, m->as.looks.count, SNAPBACK__LOOK_BYTES, sizeof *items, "looks");
  if (code != 0) return code;
  m->as.looks.views = items = (snapback_look *)c->items.at;
  for (i = 0; i < m->as.looks.count; i++) snapback__read_look(c, r, items + i);
  return 1;
}

/* Reads a message. Returns 1, 0 for an unknown type, or an error code. */
static int snapback__read_body(snapback *c, snapback__reader *r, snapback_message *m) {
  switch (m->type) {
  case SNAPBACK_TYPE_TEXT: return snapback__text_json(c, r, m);
  case SNAPBACK_TYPE_WELCOME: return snapback__read_welcome(r, m);
  case SNAPBACK_TYPE_SNAPSHOT: return snapback__read_snapshot(c, r, m);
  case SNAPBACK_TYPE_FRAME: return snapback__read_frame(c, r, m);
  case SNAPBACK_TYPE_SEGMENT: return snapback__read_segment(c, r, m);
  case SNAPBACK_TYPE_GESTURE: return snapback__read_gesture(c, r, m);
  case SNAPBACK_TYPE_LAYOUT: return snapback__read_layout(c, r, m);
  case SNAPBACK_TYPE_DONE: return snapback__read_done(r, m);
  case SNAPBACK_TYPE_IDLE: return 1;
  case SNAPBACK_TYPE_LAGGED:
    m->as.lagged.dropped = snapback__u64(r);
    return 1;
  case SNAPBACK_TYPE_ERROR:
    m->as.error.code = snapback__string(r, &c->scratch, &c->scratch_used);
    m->as.error.message = snapback__string(r, &c->scratch, &c->scratch_used);
    return 1;
  case SNAPBACK_TYPE_PONG:
    m->as.pong.id = snapback__u64(r);
    return 1;
  case SNAPBACK_TYPE_DEVICE: return snapback__read_device(c, r, m);
  case SNAPBACK_TYPE_TOUCH: return snapback__read_touch(c, r, m);
  case SNAPBACK_TYPE_SHM:
    m->as.shm.size = snapback__u64(r);
    return 1;
  case SNAPBACK_TYPE_EVENT: return snapback__read_event(c, r, m);
  case SNAPBACK_TYPE_LOOKS: return snapback__read_looks(c, r, m);
  default: return 0;
  }
}

static int snapback__is_known(uint32_t type) {
  switch (type) {
  case SNAPBACK_TYPE_TEXT:
  case SNAPBACK_TYPE_WELCOME:
  case SNAPBACK_TYPE_SNAPSHOT:
  case SNAPBACK_TYPE_FRAME:
  case SNAPBACK_TYPE_SEGMENT:
  case SNAPBACK_TYPE_GESTURE:
  case SNAPBACK_TYPE_LAYOUT:
  case SNAPBACK_TYPE_DONE:
  case SNAPBACK_TYPE_IDLE:
  case SNAPBACK_TYPE_LAGGED:
  case SNAPBACK_TYPE_ERROR:
  case SNAPBACK_TYPE_PONG:
  case SNAPBACK_TYPE_DEVICE:
  case SNAPBACK_TYPE_TOUCH:
  case SNAPBACK_TYPE_SHM:
  case SNAPBACK_TYPE_EVENT:
  case SNAPBACK_TYPE_LOOKS:
    return 1;
  default: return 0;
  }
}
/* end of generated */

static int snapback__read_message(snapback *c, snapback__reader *r, snapback_message *m) {
  int code;
  c->scratch_used = 0;
  code = snapback__reserve(c, &c->scratch, r->size + 2);
  if (code != 0) return code;
  code = snapback__read_body(c, r, m);
  if (m->type == SNAPBACK_TYPE_WELCOME) code = snapback__welcome(c, r, &m->as.welcome);
  if (code == 1 && r->failed) {
    char what[32];
    snprintf(what, sizeof what, "message of type %u", (unsigned)m->type);
    return snapback__bad(c, r, what);
  }
  if (m->type == SNAPBACK_TYPE_SHM) snapback__take_descriptors(c, m);
  if (code == 1 && m->type == SNAPBACK_TYPE_LOOKS) {
    int kept = snapback__keep_looks(c, m);
    if (kept != 0) return kept;
  }
  return code;
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

/* Makes room for `size` more received bytes. */
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
  /* Without this bound, a decayed motion would be 0 times infinity after an infinite time. */
  if (s > 1e150) s = 1e150;
  if (root * s < 1e-3) {
    double q = d * s * s;
    c = 1 + q * (0.5 + q / 24);
    sine = s * (1 + q * (1.0 / 6 + q / 120));
  } else if (d < 0) {
    c = cos(root * s);
    sine = sin(root * s) / root;
  } else {
    /* Uses the two decay rates, because cosh overflows where e^(-beta s) is 0. */
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
  /* NaN becomes the lower bound. */
  return value > high ? high : value > low ? value : low;
}

/* The slope at the start of a curve: toward the first control point that differs from the start. */
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
  /* x rises with s: uses Newton's steps while they halve the error and stay in the bracket;
     otherwise bisects. */
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

/* The index of the first of `count` keys or knots whose time is above `time`, or the last index. */
static uint32_t snapback__first_above(const snapback_key *keys, uint32_t count, double time) {
  uint32_t low = 0, high = count - 1;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (keys[middle].time > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/* The progress of keys at a fraction of the duration between 0 and 1, and its rate by that
   fraction. */
static snapback_value snapback__keyframes(
  const snapback_key *keys, uint32_t count, double fraction) {
  uint32_t low = snapback__first_above(keys, count, fraction);
  double start = 0, from = 0, span, way;
  snapback_value part;
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

/* p of docs/segments.md: the progress including delay, repeats and reversed runs. */
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

/* h of docs/segments.md: the value of pieces between knots, and its rate. */
static snapback_value snapback__pieces(const snapback_key *knots, uint32_t count, double s) {
  const snapback_key *first = knots, *last;
  double span, u, way, v, w, a, b;
  if (count == 0) return snapback__pair(0, 0);
  last = knots + count - 1;
  if (!(s >= first->time)) return snapback__pair(first->value, 0);
  if (!(s < last->time)) return snapback__pair(last->value, 0);
  last = knots + snapback__first_above(knots, count, s);
  first = last - 1;
  span = last->time - first->time;
  u = (s - first->time) / span;
  way = last->value - first->value;
  v = first->velocity * span;
  w = last->velocity * span;
  a = v + w - 2 * way;
  b = 3 * way - 2 * v - w;
  return snapback__pair(
    first->value + u * (v + u * (b + u * a)), (v + u * (2 * b + u * 3 * a)) / span);
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
  case SNAPBACK_PIECES:
    result = snapback__pieces(
      term->key_count > 0 ? keys + term->first_key : NULL, term->key_count, s);
    result.value *= n[0];
    result.velocity *= n[0];
    break;
  default: return snapback__pair(0, 0);
  }
  result.velocity *= term->rate;
  return result;
}

/* ---- Evaluation ----------------------------------------------------------------------------- */

/* The record of a channel, NULL if it is at its default. The view must exist. */
static const snapback__record *snapback__find_record(
  const snapback *c, uint32_t view, uint32_t number) {
  uint32_t slot = ((uint32_t *)c->slots.at)[(size_t)view * SNAPBACK_CHANNELS + number];
  return slot == SNAPBACK__NONE ? NULL : (snapback__record *)c->records.at + slot;
}

static double snapback__default(uint32_t number) {
  return number >= SNAPBACK_SCALE_X && number <= SNAPBACK_ALPHA ? 1 : 0;
}

/* Value and velocity without the map; sets `motion` if there are terms or a map. */
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

/* Value and velocity of a channel; sets `*is_known` to 0 if a part of it is unknown. */
static snapback_value snapback__value(
  const snapback *c, uint32_t view, uint32_t number, uint64_t time, int *is_known) {
  const snapback__motion *motion, *ignored;
  snapback_value sum = snapback__own_value(c, view, number, time, &motion);
  if (motion == NULL) return sum;
  if (!motion->is_known) *is_known = 0;
  if (motion->has_map) {
    /* Ignores the map of the source: no channel is mapped from a mapped one. */
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

/* Copies the state of the last snapshot or frame. */
static void snapback__pose_from_state(const snapback_state *s, snapback_pose *pose) {
  int i;
  for (i = 0; i < 4; i++) pose->frame[i] = s->frame[i];
  for (i = 0; i < 2; i++) pose->translation[i] = s->translation[i];
  for (i = 0; i < 2; i++) pose->scale[i] = s->scale[i];
  for (i = 0; i < 6; i++) pose->matrix[i] = s->to_screen[i];
  pose->rotation = s->rotation;
  pose->shear = s->shear;
  pose->alpha = snapback__clamp(s->alpha, 0, 1);
  pose->corner_radius = s->corner_radius;
  pose->color = s->color;
  pose->visible = s->visible && s->alpha > 0;
  pose->exact = 0;
}

/* Computes the matrix of a view: toScreen(parent), then the position of the anchor and the
   translation, then rotation, shear and scale about the anchor. */
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

/* Adds the shift of the lever by scale and shear, minus its rotated value, to the translation, so
   that the grabbed point stays under the finger. */
static void snapback__add_lever(snapback_pose *pose, double x, double y) {
  double c = cos(pose->rotation), s = sin(pose->rotation);
  double gx = pose->scale[0] * x + pose->shear * pose->scale[1] * y, gy = pose->scale[1] * y;
  pose->translation[0] += gx - (c * gx - s * gy);
  pose->translation[1] += gy - (s * gx + c * gy);
}

/* Whether segments determine the whole view. With a filter, some views have no segments. */
static int snapback__has_segments(const snapback *c, uint32_t view) {
  uint32_t number;
  if (!c->has_segments) return 0;
  for (number = 0; c->is_filtered && snapback__find_record(c, view, number) == NULL; number++) {
    if (number + 1 == SNAPBACK__VIEW_CHANNELS) return 0;
  }
  return 1;
}

/* Evaluates a view from the pose and place of its parent; both are NULL for the first view. */
static void snapback__evaluate(
  const snapback *c, uint32_t handle, uint64_t time, const snapback_pose *parent,
  const snapback__place *origin, snapback_pose *pose, snapback__place *place) {
  const snapback_view *view = snapback__views(c) + handle;
  double v[SNAPBACK__VIEW_CHANNELS], left = 0, top = 0;
  int is_known = snapback__has_segments(c, handle);
  uint32_t i;
  for (i = 0; is_known && i < SNAPBACK__VIEW_CHANNELS; i++) {
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
  /* Without a segment, the radius is that of the snapshot. */
  if (snapback__find_record(c, handle, SNAPBACK_CORNER_RADIUS) != NULL) {
    pose->corner_radius = snapback__clamp(v[SNAPBACK_CORNER_RADIUS], 0, HUGE_VAL);
  }
  if (pose->color >> 24 != 0) {
    pose->color = 0xff000000u | snapback__byte(v[SNAPBACK_RED]) << 16
      | snapback__byte(v[SNAPBACK_GREEN]) << 8 | snapback__byte(v[SNAPBACK_BLUE]);
  }
  /* In segments, hidden views have an opacity of 0, so the opacity determines visibility. */
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
  /* Each parent precedes its child, so the chain has at most as many entries as there are views. */
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

/* The value of a channel of a look, without motion. */
static double snapback__look_value(const snapback_moving_look *look, uint32_t number) {
  switch (number) {
  case SNAPBACK_TEXT_RED: return look->text_color >> 16 & 255;
  case SNAPBACK_TEXT_GREEN: return look->text_color >> 8 & 255;
  case SNAPBACK_TEXT_BLUE: return look->text_color & 255;
  case SNAPBACK_TEXT_ALPHA: return (look->text_color >> 24) / 255.0;
  case SNAPBACK_FILL_ALPHA: return (double)look->fill_alpha;
  case SNAPBACK_BORDER_RED: return look->border_color >> 16 & 255;
  case SNAPBACK_BORDER_GREEN: return look->border_color >> 8 & 255;
  case SNAPBACK_BORDER_BLUE: return look->border_color & 255;
  case SNAPBACK_BORDER_ALPHA: return (look->border_color >> 24) / 255.0;
  case SNAPBACK_BORDER_WIDTH: return (double)look->border_width;
  case SNAPBACK_SHADOW_X: return (double)look->shadow_offset[0];
  case SNAPBACK_SHADOW_Y: return (double)look->shadow_offset[1];
  case SNAPBACK_SHADOW_OPACITY: return (double)look->shadow_opacity;
  case SNAPBACK_SHADOW_RADIUS: return (double)look->shadow_radius;
  default: return snapback__default(number);
  }
}

int snapback_look_at(snapback *c, uint32_t view, uint64_t time, snapback_look *look) {
  const snapback_look *looks = (const snapback_look *)c->looks.at;
  const snapback_moving_look *moving;
  double v[SNAPBACK_CHANNELS];
  uint32_t place = 0, i;
  int code = snapback__advance(c, time), is_known = 1;
  if (code != 0) return code;
  memset(look, 0, sizeof *look);
  look->image = look->data = "";
  if (view >= c->view_count) return snapback__fail(c, SNAPBACK_INVALID, "there is no such view");
  while (place < c->look_count && looks[place].view != view) place++;
  if (place == c->look_count) return 0;
  *look = looks[place];
  moving = &snapback__views(c)[view].state.look;
  for (i = SNAPBACK__VIEW_CHANNELS; i < SNAPBACK_CHANNELS; i++) {
    v[i] = snapback__look_value(moving, i);
    if (snapback__find_record(c, view, i) == NULL) continue;
    v[i] = snapback__value(c, view, i, time, &is_known).value;
  }
  look->text_color = snapback__byte(v[SNAPBACK_TEXT_ALPHA] * 255) << 24
    | snapback__byte(v[SNAPBACK_TEXT_RED]) << 16 | snapback__byte(v[SNAPBACK_TEXT_GREEN]) << 8
    | snapback__byte(v[SNAPBACK_TEXT_BLUE]);
  look->border_color = snapback__byte(v[SNAPBACK_BORDER_ALPHA] * 255) << 24
    | snapback__byte(v[SNAPBACK_BORDER_RED]) << 16 | snapback__byte(v[SNAPBACK_BORDER_GREEN]) << 8
    | snapback__byte(v[SNAPBACK_BORDER_BLUE]);
  look->fill_alpha = (float)snapback__clamp(v[SNAPBACK_FILL_ALPHA], 0, 1);
  look->border_width = (float)snapback__clamp(v[SNAPBACK_BORDER_WIDTH], 0, HUGE_VAL);
  look->shadow_opacity = (float)snapback__clamp(v[SNAPBACK_SHADOW_OPACITY], 0, 1);
  look->shadow_radius = (float)snapback__clamp(v[SNAPBACK_SHADOW_RADIUS], 0, HUGE_VAL);
  look->shadow_offset[0] = (float)v[SNAPBACK_SHADOW_X];
  look->shadow_offset[1] = (float)v[SNAPBACK_SHADOW_Y];
  return 1;
}

int snapback_channel_at(
  const snapback *c, uint32_t view, uint32_t number, snapback_channel *channel) {
  const snapback__record *record;
  memset(channel, 0, sizeof *channel);
  if (view >= c->view_count || number >= SNAPBACK_CHANNELS) return SNAPBACK_INVALID;
  record = snapback__find_record(c, view, number);
  channel->is_known = 1;
  channel->held = snapback__default(number);
  if (number == SNAPBACK_CORNER_RADIUS) {
    channel->held = snapback__views(c)[view].state.corner_radius;
  }
  if (number >= SNAPBACK__VIEW_CHANNELS) {
    channel->held = snapback__look_value(&snapback__views(c)[view].state.look, number);
  }
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

/* Whether the memory is sealed against shrinking, which would kill a reader with a signal. */
static int snapback__cannot_shrink(int fd) {
#ifdef __linux__
  int seals = fcntl(fd, 1034); /* F_GET_SEALS, which POSIX hides */
  return seals >= 0 && (seals & 2) != 0; /* F_SEAL_SHRINK */
#else
  return fd >= 0;
#endif
}

/* Checks a memory and returns the error, or NULL. Sets everything but the event descriptor. */
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

/* Loads a word of the memory atomically, because the daemon may be writing it. */
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

/* Converts the words of a slot, read consistently, to a state. If bit 1 of word 28 is 0, the radius
   is that of the snapshot, which the caller sets. */
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
  s->corner_radius = snapback__float(words[29]);
  for (i = 0; i < 2; i++) {
    /* The bounds of the sum are the sums of the bounds of both products. */
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
      snapback_state *state = (snapback_state *)c->shm_states.at + k;
      snapback__slot(copy + k * words, state);
      if ((copy[k * words + 28] & 2) == 0) {
        state->corner_radius = k < c->view_count ? snapback__views(c)[k].corner_radius : 0;
      }
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

/* Writes as much as the socket accepts. Errors are detected by the next read. */
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

/* ---- Commands ------------------------------------------------------------------------------- */

/* Writes a command into snapback.command; after a failure, the functions do nothing. */
typedef struct snapback__writer {
  snapback *c;
  size_t size;
  int code;
} snapback__writer;

static void snapback__write(snapback__writer *w, const char *text, size_t size) {
  if (w->code == 0) w->code = snapback__reserve(w->c, &w->c->command, w->size + size);
  if (w->code != 0) return;
  memcpy((char *)w->c->command.at + w->size, text, size);
  w->size += size;
}

static void snapback__write_text(snapback__writer *w, const char *text) {
  snapback__write(w, text, strlen(text));
}

/* Writes a byte as it stands in a JSON string, with a zero after it. */
static void snapback__escape(char text, char *escaped, size_t size) {
  unsigned char byte = (unsigned char)text;
  if (byte < 0x20) snprintf(escaped, size, "\\u%04x", byte);
  else snprintf(escaped, size, byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
}

/* Writes a JSON string. */
static void snapback__write_quoted(snapback__writer *w, const char *text) {
  snapback__write(w, "\"", 1);
  for (; *text != 0; text++) {
    char escaped[8];
    snapback__escape(*text, escaped, sizeof escaped);
    snapback__write_text(w, escaped);
  }
  snapback__write(w, "\"", 1);
}

static snapback__writer snapback__command(snapback *c, const char *name, uint64_t id) {
  snapback__writer w;
  char number[32];
  w.c = c;
  w.size = 0;
  w.code = 0;
  snapback__write_text(&w, "{");
  snapback__write_quoted(&w, name);
  snapback__write_text(&w, ":{");
  if (id != 0) {
    snprintf(number, sizeof number, "\"id\":%llu", (unsigned long long)id);
    snapback__write_text(&w, number);
  }
  return w;
}

/* Begins a member and returns whether it has a value. Omitting a required value is an error. */
static int snapback__write_key(snapback__writer *w, const char *key, int is_there, int is_needed) {
  if (!is_there) {
    if (is_needed && w->code == 0) {
      w->code = snapback__fail(w->c, SNAPBACK_INVALID, "an argument of a command is missing");
    }
    return 0;
  }
  if (w->code == 0 && ((char *)w->c->command.at)[w->size - 1] != '{') snapback__write_text(w, ",");
  snapback__write_quoted(w, key);
  snapback__write_text(w, ":");
  return 1;
}

static void snapback__write_string(
  snapback__writer *w, const char *key, const char *text, int is_needed) {
  if (snapback__write_key(w, key, text != NULL, is_needed)) snapback__write_quoted(w, text);
}

static void snapback__write_json(
  snapback__writer *w, const char *key, const char *json, int is_needed) {
  if (snapback__write_key(w, key, json != NULL, is_needed)) snapback__write_text(w, json);
}

static void snapback__write_boolean(
  snapback__writer *w, const char *key, int value, int is_needed) {
  if (snapback__write_key(w, key, value >= 0, is_needed)) {
    snapback__write_text(w, value != 0 ? "true" : "false");
  }
}

static void snapback__write_integer(
  snapback__writer *w, const char *key, int64_t value, int is_needed) {
  char number[32];
  snprintf(number, sizeof number, "%lld", (long long)value);
  if (snapback__write_key(w, key, value >= 0, is_needed)) snapback__write_text(w, number);
}

/* The decimal separator must be a point, regardless of the locale. */
static void snapback__write_number(
  snapback__writer *w, const char *key, double value, int is_needed) {
  char number[64];
  size_t from, to = 0;
  if (!snapback__write_key(w, key, isfinite(value), is_needed)) return;
  snprintf(number, sizeof number, "%.17g", value);
  for (from = 0; number[from] != 0; from++) {
    if (strchr("0123456789+-e", number[from]) != NULL) number[to++] = number[from];
    else if (to > 0 && number[to - 1] != '.') number[to++] = '.';
  }
  number[to] = 0;
  snapback__write_text(w, number);
}

static int snapback__send_command(snapback__writer *w) {
  snapback__write_text(w, "}}");
  if (w->code != 0) return w->code;
  return snapback_send_text(w->c, (const char *)w->c->command.at, w->size);
}

/* generated: command definitions */
int snapback_status(snapback *c, uint64_t id) {
  snapback__writer w = snapback__command(c, "status", id);
  return snapback__send_command(&w);
}

int snapback_inspect(snapback *c, uint64_t id, const char *view) {
  snapback__writer w = snapback__command(c, "inspect", id);
  snapback__write_string(&w, "view", view, 0);
  return snapback__send_command(&w);
}

int snapback_document(snapback *c, uint64_t id) {
  snapback__writer w = snapback__command(c, "document", id);
  return snapback__send_command(&w);
}

int snapback_change(
  snapback *c, uint64_t id, const char *changes, const char *animate, int controlled) {
  snapback__writer w = snapback__command(c, "change", id);
  snapback__write_json(&w, "changes", changes, 1);
  snapback__write_json(&w, "animate", animate, 0);
  snapback__write_boolean(&w, "controlled", controlled, 0);
  return snapback__send_command(&w);
}

int snapback_run(snapback *c, uint64_t id, const char *action) {
  snapback__writer w = snapback__command(c, "run", id);
  snapback__write_string(&w, "action", action, 1);
  return snapback__send_command(&w);
}

int snapback_animation(
  snapback *c, uint64_t id, int64_t transaction, const char *action, double fraction,
  const char *at, int linearly, const char *animate) {
  snapback__writer w = snapback__command(c, "animation", id);
  snapback__write_integer(&w, "transaction", transaction, 1);
  snapback__write_string(&w, "do", action, 1);
  snapback__write_number(&w, "fraction", fraction, 0);
  snapback__write_string(&w, "at", at, 0);
  snapback__write_boolean(&w, "linearly", linearly, 0);
  snapback__write_json(&w, "animate", animate, 0);
  return snapback__send_command(&w);
}

int snapback_load(snapback *c, uint64_t id, const char *scene, const char *animate) {
  snapback__writer w = snapback__command(c, "load", id);
  snapback__write_json(&w, "scene", scene, 1);
  snapback__write_json(&w, "animate", animate, 0);
  return snapback__send_command(&w);
}

int snapback_patch(snapback *c, uint64_t id, const char *scene, const char *animate) {
  snapback__writer w = snapback__command(c, "patch", id);
  snapback__write_json(&w, "scene", scene, 1);
  snapback__write_json(&w, "animate", animate, 0);
  return snapback__send_command(&w);
}

int snapback_retarget(
  snapback *c, uint64_t id, const char *constraint, const char *side, const char *view,
  const char *attribute, int64_t term, const char *animate) {
  snapback__writer w = snapback__command(c, "retarget", id);
  snapback__write_string(&w, "constraint", constraint, 1);
  snapback__write_string(&w, "side", side, 1);
  snapback__write_string(&w, "view", view, 0);
  snapback__write_string(&w, "attribute", attribute, 0);
  snapback__write_integer(&w, "term", term, 0);
  snapback__write_json(&w, "animate", animate, 0);
  return snapback__send_command(&w);
}

int snapback_measured(
  snapback *c, uint64_t id, int64_t request, double width, double height, double first_baseline,
  double last_baseline) {
  snapback__writer w = snapback__command(c, "measured", id);
  snapback__write_integer(&w, "request", request, 1);
  snapback__write_number(&w, "width", width, 1);
  snapback__write_number(&w, "height", height, 1);
  snapback__write_number(&w, "firstBaseline", first_baseline, 0);
  snapback__write_number(&w, "lastBaseline", last_baseline, 0);
  return snapback__send_command(&w);
}

int snapback_motion(snapback *c, uint64_t id, double rate, int reduced, int instant) {
  snapback__writer w = snapback__command(c, "motion", id);
  snapback__write_number(&w, "rate", rate, 0);
  snapback__write_boolean(&w, "reduced", reduced, 0);
  snapback__write_boolean(&w, "instant", instant, 0);
  return snapback__send_command(&w);
}

int snapback_rotate(snapback *c, uint64_t id, int64_t rotation) {
  snapback__writer w = snapback__command(c, "rotate", id);
  snapback__write_integer(&w, "rotation", rotation, 1);
  return snapback__send_command(&w);
}

int snapback_inject(snapback *c, uint64_t id, const char *touches, int64_t time) {
  snapback__writer w = snapback__command(c, "inject", id);
  snapback__write_json(&w, "touches", touches, 1);
  snapback__write_integer(&w, "time", time, 0);
  return snapback__send_command(&w);
}
/* end of generated */

/* ---- Hello ---------------------------------------------------------------------------------- */

/* Appends text to the outgoing bytes, where the hello is composed. */
static int snapback__put(snapback *c, const char *text) {
  return snapback__append(c, text, strlen(text));
}

static int snapback__put_string(snapback *c, const char *text) {
  int code = snapback__put(c, "\"");
  for (; code == 0 && *text != 0; text++) {
    char escaped[8];
    snapback__escape(*text, escaped, sizeof escaped);
    code = snapback__put(c, escaped);
  }
  return code == 0 ? snapback__put(c, "\"") : code;
}

/* generated: feature names */
static const char *const snapback__wants[] = {
  "frames", "segments", "gestures", "touches", "layout", "done", "devices", "measure", "",
  "decisions", "schedule", "events",
};
/* end of generated */

static int snapback__put_wants(snapback *c, uint32_t want) {
  const char *comma = "";
  int bit, code = snapback__put(c, ",\"want\":[");
  int count = (int)(sizeof snapback__wants / sizeof snapback__wants[0]);
  for (bit = 0; bit < count && code == 0; bit++) {
    if ((want >> bit & 1) == 0 || snapback__wants[bit][0] == 0) continue;
    code = snapback__put(c, comma);
    if (code == 0) code = snapback__put_string(c, snapback__wants[bit]);
    comma = ",";
  }
  return code == 0 ? snapback__put(c, "]") : code;
}

static int snapback__put_hello(snapback *c, const snapback_options *options) {
  static const char *const pacings[] = {"timer", "pull", "push"};
  char number[48];
  size_t i;
  /* `parts` are those of a state's record that this library reads beyond the first six. */
  int code = snapback__put(
    c, "{\"hello\":{\"versions\":[1],\"parts\":[\"cornerRadius\",\"looks\"]");
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
    /* Formatted by hand, because printf uses the decimal separator of the locale. */
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

/* Creates the first bytes of every connection: the encoding, then the hello as text. */
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
  /* `hello` takes over the memory, which stays counted for the connection's lifetime. */
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

/* Connects to the first path that answers and says hello. */
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

/* Closes the connection with `code` and the current error text. */
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

/* Keeps the descriptors that came with bytes, up to the number that a message can have. */
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

/* Reads once: returns 1 after reading bytes, 0 if there are none now, or an error code. */
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
  free(c->looks.at);
  free(c->look_text.at);
  free(c->slots.at);
  free(c->records.at);
  free(c->motions.at);
  free(c->poses.at);
  free(c->places.at);
  free(c->chain.at);
  free(c->ahead.at);
  free(c->command.at);
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
