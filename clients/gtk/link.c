#include "link.h"

#include <glib-unix.h>

/* Messages that are handled before other sources of the main loop get their turn. */
#define MESSAGE_LIMIT 256

struct Link {
  GSource source;
  snapback *daemon;
  char *path;
  uint32_t want, next_want;
  LinkFunc func;
  gpointer data;
  gpointer tag; /* of the watched descriptor, NULL without one */
  int descriptor;
};

static int connect_to(const char *path, uint32_t want, snapback **daemon) {
  snapback_options options = {0};
  options.path = path;
  options.name = "snapback-gtk";
  options.want = want;
  options.reconnect = 1;
  return snapback_connect(&options, daemon);
}

void link_arm(Link *self) {
  int descriptor = snapback_descriptor(self->daemon), wait = snapback_timeout(self->daemon);
  GIOCondition condition = G_IO_IN | G_IO_HUP | G_IO_ERR;
  if (snapback_wants_write(self->daemon)) condition |= G_IO_OUT;
  if (self->tag != NULL && descriptor != self->descriptor) {
    g_source_remove_unix_fd(&self->source, self->tag);
    self->tag = NULL;
  }
  if (self->tag != NULL) {
    g_source_modify_unix_fd(&self->source, self->tag, condition);
  } else if (descriptor >= 0) {
    self->tag = g_source_add_unix_fd(&self->source, descriptor, condition);
  }
  self->descriptor = descriptor;
  g_source_set_ready_time(
    &self->source, wait < 0 ? -1 : g_get_monotonic_time() + (gint64)wait * 1000);
}

/* Replaces the connection by one with other features. */
static void renew(Link *self) {
  snapback *daemon = NULL;
  self->want = self->next_want;
  if (connect_to(self->path, self->want, &daemon) != SNAPBACK_OK) return;
  if (self->tag != NULL) g_source_remove_unix_fd(&self->source, self->tag);
  self->tag = NULL;
  snapback_close(self->daemon);
  self->daemon = daemon;
}

static gboolean dispatch(GSource *source, GSourceFunc ignored, gpointer data) {
  Link *self = (Link *)source;
  snapback_message message;
  int count;
  (void)ignored;
  (void)data;
  for (count = 0; count < MESSAGE_LIMIT; count++) {
    if (self->want != self->next_want) renew(self);
    if (snapback_poll(self->daemon, &message) <= 0) break;
    self->func(&message, self->data);
    if (g_source_is_destroyed(source)) return G_SOURCE_REMOVE;
  }
  link_arm(self);
  /* Messages that have been read already do not make the descriptor readable. */
  if (count == MESSAGE_LIMIT) g_source_set_ready_time(source, 0);
  return G_SOURCE_CONTINUE;
}

static void finalize(GSource *source) {
  Link *self = (Link *)source;
  snapback_close(self->daemon);
  g_free(self->path);
}

static GSourceFuncs functions = {.dispatch = dispatch, .finalize = finalize};

Link *link_open(const char *path, uint32_t want, LinkFunc func, gpointer data) {
  snapback *daemon = NULL;
  Link *self;
  if (connect_to(path, want, &daemon) != SNAPBACK_OK) return NULL;
  self = (Link *)g_source_new(&functions, sizeof *self);
  g_source_set_static_name(&self->source, "Snapback");
  self->daemon = daemon;
  self->path = g_strdup(path);
  self->want = self->next_want = want;
  self->func = func;
  self->data = data;
  self->descriptor = -1;
  link_arm(self);
  g_source_attach(&self->source, NULL);
  return self;
}

void link_close(Link *self) {
  g_source_destroy(&self->source);
  g_source_unref(&self->source);
}

void link_want(Link *self, uint32_t want) {
  self->next_want = want;
  if (want != self->want) g_source_set_ready_time(&self->source, 0);
}

snapback *link_daemon(Link *self) { return self->daemon; }
