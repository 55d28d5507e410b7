#include "touches.h"

#include <string.h>

typedef enum { BEGINS, MOVES, ENDS, IS_CANCELLED, IS_OTHER } Step;

static Step step_of(GdkEvent *event) {
  switch (gdk_event_get_event_type(event)) {
  case GDK_BUTTON_PRESS:
    return gdk_button_event_get_button(event) == GDK_BUTTON_PRIMARY ? BEGINS : IS_OTHER;
  case GDK_BUTTON_RELEASE:
    return gdk_button_event_get_button(event) == GDK_BUTTON_PRIMARY ? ENDS : IS_OTHER;
  case GDK_TOUCH_BEGIN: return BEGINS;
  case GDK_MOTION_NOTIFY:
  case GDK_TOUCH_UPDATE: return MOVES;
  case GDK_TOUCH_END: return ENDS;
  case GDK_TOUCH_CANCEL: return IS_CANCELLED;
  default: return IS_OTHER;
  }
}

/* The touch of an event, or NULL. */
static Touch *touch_of(Touches *self, GdkEvent *event) {
  GdkEventSequence *sequence = gdk_event_get_event_sequence(event);
  GdkDevice *device = gdk_event_get_device(event);
  int place;
  for (place = 0; place < TOUCH_LIMIT; place++) {
    Touch *touch = self->touches + place;
    if (touch->is_down && touch->sequence == sequence && touch->device == device) return touch;
  }
  return NULL;
}

/* A touch that is not down, for an event that begins one; NULL if all are down. */
static Touch *free_touch(Touches *self, GdkEvent *event) {
  int place;
  for (place = 0; place < TOUCH_LIMIT; place++) {
    Touch *touch = self->touches + place;
    if (touch->is_down) continue;
    touch->sequence = gdk_event_get_event_sequence(event);
    touch->device = gdk_event_get_device(event);
    return touch;
  }
  return NULL;
}

/* The place of an event in the widget. */
static gboolean place_of(Touches *self, GdkEvent *event, double *x, double *y) {
  GtkNative *native = gtk_widget_get_native(self->widget);
  graphene_point_t place;
  double left, top;
  if (native == NULL || !gdk_event_get_position(event, x, y)) return FALSE;
  gtk_native_get_surface_transform(native, &left, &top);
  if (!gtk_widget_compute_point(
        GTK_WIDGET(native), self->widget,
        &GRAPHENE_POINT_INIT((float)(*x - left), (float)(*y - top)), &place)) {
    return FALSE;
  }
  *x = place.x;
  *y = place.y;
  return TRUE;
}

static void send(Touches *self, Touch *touch, Step step, double x, double y, guint32 time) {
  static const char *const phases[] = {"began", "moved", "ended", "cancelled"};
  touch->is_down = step == BEGINS || step == MOVES;
  self->target.send(
    self->target.data, (int)(touch - self->touches) + 1, phases[step], x, y, time);
}

static gboolean begin(Touches *self, GdkEvent *event) {
  Touch *touch = touch_of(self, event);
  double x, y;
  if (!place_of(self, event, &x, &y)) return GDK_EVENT_PROPAGATE;
  if (self->target.is_left(self->target.data, x, y)) return GDK_EVENT_PROPAGATE;
  /* A press of a pointer that is down: its release was missed. */
  if (touch != NULL) send(self, touch, IS_CANCELLED, x, y, gdk_event_get_time(event));
  touch = free_touch(self, event);
  if (touch == NULL) return GDK_EVENT_PROPAGATE;
  send(self, touch, BEGINS, x, y, gdk_event_get_time(event));
  return GDK_EVENT_STOP;
}

static gboolean take(GtkEventControllerLegacy *controller, GdkEvent *event, Touches *self) {
  Step step = step_of(event);
  Touch *touch;
  double x = 0, y = 0;
  (void)controller;
  if (!self->is_on) return GDK_EVENT_PROPAGATE;
  if (gdk_event_get_event_type(event) == GDK_GRAB_BROKEN) touches_cancel(self);
  if (step == IS_OTHER) return GDK_EVENT_PROPAGATE;
  if (step == BEGINS) return begin(self, event);
  touch = touch_of(self, event);
  if (touch == NULL) return GDK_EVENT_PROPAGATE;
  if (!place_of(self, event, &x, &y)) {
    if (step == MOVES) return GDK_EVENT_PROPAGATE;
    step = IS_CANCELLED;
  }
  send(self, touch, step, x, y, gdk_event_get_time(event));
  return GDK_EVENT_STOP;
}

void touches_init(Touches *self, GtkWidget *widget, TouchTarget target) {
  /* A gesture of GTK is for a given number of fingers. Here each finger counts for itself, so the
     events themselves are needed. */
  GtkEventController *controller = gtk_event_controller_legacy_new();
  memset(self, 0, sizeof *self);
  self->widget = widget;
  self->target = target;
  /* The scene decides before its child widgets, because a view may cover a child. */
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  g_signal_connect(controller, "event", G_CALLBACK(take), self);
  gtk_widget_add_controller(widget, controller);
}

void touches_enable(Touches *self, gboolean is_on) {
  if (!is_on) touches_cancel(self);
  self->is_on = is_on;
}

void touches_cancel(Touches *self) {
  int place;
  for (place = 0; place < TOUCH_LIMIT; place++) {
    if (self->touches[place].is_down) send(self, self->touches + place, IS_CANCELLED, 0, 0, 0);
  }
}

void touches_forget(Touches *self) { memset(self->touches, 0, sizeof self->touches); }
