/* The parts of a scene that its files share. */

#ifndef SCENE_H
#define SCENE_H

#include "snapback-gtk.h"

#include "link.h"
#include "picture.h"
#include "texts.h"
#include "touches.h"

struct _SnapbackScene {
  GtkWidget parent_instance;

  char *socket;
  char *reason;
  char *said;           /* the daemon's reason for closing the connection, or NULL */
  SnapbackSceneState state;
  Link *link;           /* NULL while the widget is not in a window */
  guint64 frames_for;   /* the session of a daemon whose segments cannot be drawn, or 0 */
  guint64 session;
  gboolean has_replay_clock, has_segment, may_inject, takes_touches;
  guint64 sent_time;    /* of the last touch, in nanoseconds */

  GHashTable *children; /* the child widgets by the names of their views */
  GHashTable *images;   /* the images by the names in looks */
  GPtrArray *shown;     /* the images by the handles of their views, or NULL */
  GPtrArray *slots;     /* the child widgets by the handles of their views */
  Picture picture;
  gboolean is_stale;    /* the picture is of an earlier snapshot */
  Painter painter;
  Texts texts;
  Touches touches;

  guint64 time;         /* the injected time, or 0 */
  guint64 ahead;        /* when a segment that was sent ahead begins, or 0 */
  guint tick;
};

enum { SOCKET = 1, STATE, REASON, TOUCHES, TIME, PROPERTY_COUNT };
extern GParamSpec *scene_properties[PROPERTY_COUNT];

enum { FAULT, EVENT, REPLY, LOOKS, SIGNAL_COUNT };
extern guint scene_signals[SIGNAL_COUNT];

/* ---- session.c ------------------------------------------------------------------------------ */

/* Connects to the socket of the scene, after the end of an earlier connection. */
void scene_connect(SnapbackScene *self);

/* Ends the connection, and forgets what it has brought. */
void scene_disconnect(SnapbackScene *self);

/* Asks for frames instead of segments, until another daemon answers. */
void scene_want_frames(SnapbackScene *self);

/* Takes pointers if the daemon and the property `touches` allow it. */
void scene_allow_touches(SnapbackScene *self);

/* Sends a touch: `send` of a TouchTarget. */
void scene_send_touch(
  gpointer data, int id, const char *phase, double x, double y, guint32 time);

/* Reports that the scene does not have the view of a child widget. */
void scene_tell_missing_view(SnapbackScene *self, const char *name);

/* ---- scene.c -------------------------------------------------------------------------------- */

/* Finds the views of the child widgets in the scene of a snapshot. */
void scene_find_views(SnapbackScene *self);

/* Finds the images of the views in the looks that have come. */
void scene_find_images(SnapbackScene *self);

/* Evaluates and draws the scene in the next frame of the display. */
void scene_draw_again(SnapbackScene *self);

/* Asks for frames of the display while something moves, and only then. */
void scene_watch_motion(SnapbackScene *self);

#endif
