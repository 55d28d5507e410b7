/* The conversation of a scene with the daemon. */

#include "scene.h"

#include <string.h>

#define ROLE_INJECT 8 /* the bit of snapback_welcome.roles */
/* The time of an event that is older than this number of milliseconds is of another clock. */
#define AGE_LIMIT 500
#define BY_SEGMENTS (SNAPBACK_SEGMENTS | SNAPBACK_SCHEDULE | SNAPBACK_EVENTS)
#define BY_FRAMES (SNAPBACK_FRAMES | SNAPBACK_EVENTS)

/* ---- Faults --------------------------------------------------------------------------------- */

static void tell_fault(SnapbackScene *self, const char *message) {
  if (g_signal_has_handler_pending(self, scene_signals[FAULT], 0, TRUE)) {
    g_signal_emit(self, scene_signals[FAULT], 0, message);
  } else {
    g_warning("SnapbackScene: %s", message);
  }
}

static void enter(SnapbackScene *self, SnapbackSceneState state, const char *reason) {
  char *text = g_strdup(reason);
  gboolean is_new = g_strcmp0(self->reason, text) != 0;
  g_object_freeze_notify(G_OBJECT(self));
  if (is_new) {
    g_free(self->reason);
    self->reason = g_strdup(text);
    g_object_notify_by_pspec(G_OBJECT(self), scene_properties[REASON]);
  }
  if (self->state != state) {
    self->state = state;
    g_object_notify_by_pspec(G_OBJECT(self), scene_properties[STATE]);
  }
  g_object_thaw_notify(G_OBJECT(self));
  if (is_new && text != NULL) tell_fault(self, text);
  g_free(text);
}

void scene_tell_missing_view(SnapbackScene *self, const char *name) {
  snapback *daemon = link_daemon(self->link);
  guint32 count = snapback_view_count(daemon), handle;
  GString *text = g_string_new(NULL);
  g_string_printf(text, "the scene has no view \"%s\" for the child widget; its views are", name);
  for (handle = 0; handle < count && handle < 10; handle++) {
    g_string_append_printf(
      text, "%s \"%s\"", handle > 0 ? "," : "", snapback_view_at(daemon, handle)->name);
  }
  if (handle < count) g_string_append(text, ", \xe2\x80\xa6");
  tell_fault(self, text->str);
  g_string_free(text, TRUE);
}

/* Reports child widgets whose views are not in the scene. */
static void tell_missing_views(SnapbackScene *self) {
  GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
  GHashTableIter each;
  gpointer name;
  guint place;
  g_hash_table_iter_init(&each, self->children);
  while (g_hash_table_iter_next(&each, &name, NULL)) {
    if (snapback_find(link_daemon(self->link), name) != SNAPBACK_NO_VIEW) continue;
    g_ptr_array_add(missing, g_strdup(name));
  }
  /* A handler of the signal may change the children, and end the connection. */
  for (place = 0; place < missing->len && self->link != NULL; place++) {
    scene_tell_missing_view(self, g_ptr_array_index(missing, place));
  }
  g_ptr_array_unref(missing);
}

/* ---- Touches -------------------------------------------------------------------------------- */

void scene_allow_touches(SnapbackScene *self) {
  touches_enable(&self->touches, self->may_inject && self->takes_touches);
}

/* The time of an event on the daemon's clock in nanoseconds, -1 for now. GDK has the lower 32 bits
   of a time in milliseconds, usually of the same clock. */
static gint64 clock_time(SnapbackScene *self, guint32 time) {
  guint64 now = snapback_now();
  guint32 age = (guint32)(now / 1000000) - time;
  guint64 result = now;
  if (self->has_replay_clock) return -1;
  if (time != 0 && age < AGE_LIMIT) result = now - (guint64)age * 1000000;
  /* The daemon refuses a time before that of the previous touch. */
  if (result < self->sent_time) result = self->sent_time;
  self->sent_time = result;
  return (gint64)result;
}

void scene_send_touch(
  gpointer data, int id, const char *phase, double x, double y, guint32 time
) {
  SnapbackScene *self = data;
  char across[G_ASCII_DTOSTR_BUF_SIZE], down[G_ASCII_DTOSTR_BUF_SIZE], text[300];
  const Fit *fit = &self->picture.fit;
  if (self->link == NULL || !(fit->zoom > 0)) return;
  g_ascii_formatd(across, sizeof across, "%.3f", CLAMP((x - fit->x) / fit->zoom, -1e6, 1e6));
  g_ascii_formatd(down, sizeof down, "%.3f", CLAMP((y - fit->y) / fit->zoom, -1e6, 1e6));
  g_snprintf(
    text, sizeof text, "[{\"id\":%d,\"phase\":\"%s\",\"x\":%s,\"y\":%s}]", id, phase, across, down);
  /* If it cannot be sent, the connection is lost, and the daemon cancels its touches. */
  snapback_inject(link_daemon(self->link), 0, text, clock_time(self, time));
  link_arm(self->link);
}

void scene_want_frames(SnapbackScene *self) {
  if (self->frames_for == self->session) return;
  self->frames_for = self->session;
  link_want(self->link, BY_FRAMES);
}

/* ---- Messages ------------------------------------------------------------------------------- */

static void take_welcome(SnapbackScene *self, const snapback_welcome *welcome) {
  self->session = welcome->session;
  self->has_replay_clock = welcome->clock != 0;
  self->may_inject = (welcome->roles & ROLE_INJECT) != 0;
  self->sent_time = 0;
  touches_forget(&self->touches);
  scene_allow_touches(self);
  if (self->frames_for != 0 && self->frames_for != welcome->session) {
    /* Another daemon, whose segments may be drawn. */
    self->frames_for = 0;
    link_want(self->link, BY_SEGMENTS);
  } else if (self->has_replay_clock || (welcome->features & SNAPBACK_SEGMENTS) == 0) {
    /* Times of a replay at another speed are not those of the display. */
    scene_want_frames(self);
  }
  enter(self, SNAPBACK_SCENE_OPEN, NULL);
}

static void take_snapshot(SnapbackScene *self) {
  self->has_segment = FALSE;
  self->ahead = 0;
  self->is_stale = TRUE;
  texts_forget(&self->texts);
  g_ptr_array_set_size(self->shown, 0);
  scene_find_views(self);
  gtk_widget_queue_resize(GTK_WIDGET(self));
  scene_draw_again(self);
  tell_missing_views(self);
}

static void take_looks(SnapbackScene *self) {
  texts_forget(&self->texts);
  scene_find_images(self);
  scene_draw_again(self);
  g_signal_emit(self, scene_signals[LOOKS], 0);
}

static void take_segment(SnapbackScene *self, const snapback_message *message) {
  self->has_segment = TRUE;
  self->ahead = message->as.segment.ahead ? message->time : 0;
  scene_draw_again(self);
  scene_watch_motion(self);
}

/* The kinds of events by their numbers, docs/protocol.md. */
static const char *const event_kinds[] = {
  /* generated: event kinds */
  "actionBegan", "actionFinished", "actionInterrupted", "landed", "settled", "tapped", "focused",
  "feedback", "crossed", "stateChanged",
  /* end of generated */
};

static void take_event(SnapbackScene *self, const snapback_message *message) {
  const char *kind;
  if (message->as.event.kind >= G_N_ELEMENTS(event_kinds)) return;
  kind = event_kinds[message->as.event.kind];
  g_signal_emit(
    self, scene_signals[EVENT], g_quark_from_static_string(kind), kind, message->as.event.name,
    message->as.event.view, message->as.event.at);
}

static void take_loss(SnapbackScene *self, const char *reason) {
  touches_forget(&self->touches);
  self->may_inject = FALSE;
  scene_allow_touches(self);
  enter(self, SNAPBACK_SCENE_LOST, self->said != NULL ? self->said : reason);
  g_clear_pointer(&self->said, g_free);
}

static void take_message(const snapback_message *message, gpointer data) {
  SnapbackScene *self = g_object_ref(data);
  switch (message->type) {
  case SNAPBACK_TYPE_WELCOME: take_welcome(self, &message->as.welcome); break;
  case SNAPBACK_TYPE_SNAPSHOT: take_snapshot(self); break;
  case SNAPBACK_TYPE_LOOKS: take_looks(self); break;
  case SNAPBACK_TYPE_SEGMENT: take_segment(self, message); break;
  case SNAPBACK_TYPE_FRAME: scene_draw_again(self); break;
  case SNAPBACK_TYPE_EVENT: take_event(self, message); break;
  case SNAPBACK_TYPE_TEXT:
    g_signal_emit(self, scene_signals[REPLY], 0, message->as.text.json);
    break;
  case SNAPBACK_TYPE_ERROR:
    g_free(self->said);
    self->said = g_strdup(message->as.error.message);
    break;
  case SNAPBACK_TYPE_LOST: take_loss(self, message->as.lost.reason); break;
  default: break;
  }
  g_object_unref(self);
}

/* ---- The connection ------------------------------------------------------------------------- */

void scene_disconnect(SnapbackScene *self) {
  if (self->tick != 0) gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
  self->tick = 0;
  touches_forget(&self->touches);
  self->may_inject = FALSE;
  scene_allow_touches(self);
  self->picture.daemon = NULL;
  g_array_set_size(self->picture.looks, 0);
  g_ptr_array_set_size(self->slots, 0);
  g_ptr_array_set_size(self->shown, 0);
  texts_forget(&self->texts);
  g_clear_pointer(&self->said, g_free);
  g_clear_pointer(&self->link, link_close);
  self->frames_for = self->session = self->ahead = 0;
  self->has_segment = FALSE;
  enter(self, SNAPBACK_SCENE_CONNECTING, NULL);
}

void scene_connect(SnapbackScene *self) {
  scene_disconnect(self);
  self->link = link_open(self->socket, BY_SEGMENTS, take_message, self);
  if (self->link == NULL) {
    char *reason = g_strdup_printf(
      "\"%s\" cannot be the path of a socket; it has 1 to 107 bytes", self->socket);
    enter(self, SNAPBACK_SCENE_LOST, reason);
    g_free(reason);
  }
}

/**
 * snapback_scene_send:
 * @self: a scene
 * @command: a command of docs/control.md, as JSON: `{"run":{"action":"open"}}`
 * @error: return location for an error
 *
 * Sends a command to the daemon, which needs the role `control`. With an `id`, the signal
 * #SnapbackScene::reply gets the reply.
 *
 * Returns: whether the command was sent; otherwise @error is set
 */
gboolean snapback_scene_send(SnapbackScene *self, const char *command, GError **error) {
  int code = SNAPBACK_CLOSED;
  g_return_val_if_fail(SNAPBACK_IS_SCENE(self), FALSE);
  g_return_val_if_fail(command != NULL, FALSE);
  if (self->link != NULL) {
    code = snapback_send_text(link_daemon(self->link), command, strlen(command));
    link_arm(self->link);
  }
  if (code == SNAPBACK_OK) return TRUE;
  if (code == SNAPBACK_CLOSED) {
    g_set_error_literal(
      error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED,
      "the command was not sent, because the scene is not connected to a daemon");
  } else {
    g_set_error(
      error, G_IO_ERROR, G_IO_ERROR_FAILED, "the command was not sent: %s",
      snapback_error(link_daemon(self->link)));
  }
  return FALSE;
}

