/* Sends the pointer, pens and fingers on a widget as touches of the scene. */

#ifndef TOUCHES_H
#define TOUCHES_H

#include <gtk/gtk.h>

/* The daemon refuses more contacts of a client. */
#define TOUCH_LIMIT 10

typedef struct Touch {
  gboolean is_down;
  GdkDevice *device;          /* compared only */
  GdkEventSequence *sequence; /* NULL for a pointer; compared only */
} Touch;

/* How touches reach the scene. */
typedef struct TouchTarget {
  /* Whether a touch that begins at a point of the widget is left to a child widget. */
  gboolean (*is_left)(gpointer data, double x, double y);
  /* Sends a touch: its id from 1 to TOUCH_LIMIT, its phase, its place in the widget, and the time
     of the event in milliseconds, as GDK has it. */
  void (*send)(gpointer data, int id, const char *phase, double x, double y, guint32 time);
  gpointer data;
} TouchTarget;

typedef struct Touches {
  GtkWidget *widget;
  TouchTarget target;
  gboolean is_on;
  Touch touches[TOUCH_LIMIT];
} Touches;

/* Adds an event controller to the widget. Touches are off at first. */
void touches_init(Touches *self, GtkWidget *widget, TouchTarget target);

/* Starts or stops sending touches. */
void touches_enable(Touches *self, gboolean is_on);

/* Cancels all touches that are down. */
void touches_cancel(Touches *self);

/* Forgets all touches, after a connection whose touches the daemon has cancelled. */
void touches_forget(Touches *self);

#endif
