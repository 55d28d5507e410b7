/* A connection to the daemon in the main loop of GLib. There is no thread. */

#ifndef LINK_H
#define LINK_H

#include <glib.h>

#include "snapback.h"

typedef struct Link Link;

/* Called with each message. It may close the link. */
typedef void (*LinkFunc)(const snapback_message *message, gpointer data);

/* Connects, and again after each loss, as snapback_connect does with `reconnect`. `path` may be
   NULL for the usual sockets. Returns NULL if the path is not valid. */
Link *link_open(const char *path, uint32_t want, LinkFunc func, gpointer data);

/* Ends the connection. After this call, `func` is not called. */
void link_close(Link *self);

/* Connects again and asks for other features, when the main loop is reached again. */
void link_want(Link *self, uint32_t want);

/* The connection, which may be used until the main loop is reached again. */
snapback *link_daemon(Link *self);

/* Waits for what is due now. Call it after each request. */
void link_arm(Link *self);

#endif
