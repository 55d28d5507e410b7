/* The times of GTK's frame clock while boxes move: gtk_frames snapback|plain WARM_UP SECONDS

   After WARM_UP seconds, it prints the time of each frame in microseconds for SECONDS seconds.
   `snapback` shows the scene of $SNAPBACK_SOCKET with the widget of clients/gtk; `plain` is a
   widget that draws the same boxes itself. */

#include "boxes.h"

#include <snapback-gtk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
  int is_plain;
  gint64 warm_up, length, start;
} run;

static run options;

typedef struct Plain { GtkWidget parent; gint64 start; } Plain;
typedef struct PlainClass { GtkWidgetClass parent; } PlainClass;
GType plain_get_type(void);
G_DEFINE_TYPE(Plain, plain, GTK_TYPE_WIDGET)

static void plain_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  Plain *self = (Plain *)widget;
  GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
  gint64 now = gdk_frame_clock_get_frame_time(clock);
  GdkRGBA blue = {0.04f, 0.52f, 1, 1}, black = {0.11f, 0.11f, 0.12f, 1};
  int place;
  if (self->start == 0) self->start = now;
  gtk_snapshot_append_color(
    snapshot, &black, &GRAPHENE_RECT_INIT(
      0, 0, (float)gtk_widget_get_width(widget), (float)gtk_widget_get_height(widget)));
  for (place = 0; place < BOX_COUNT; place++) {
    double x = box_x(place, (double)(now - self->start) / 1e6);
    graphene_rect_t box = GRAPHENE_RECT_INIT((float)x, (float)box_y(place), BOX_SIDE, BOX_SIDE);
    GskRoundedRect round;
    gsk_rounded_rect_init_from_rect(&round, &box, 12);
    gtk_snapshot_push_rounded_clip(snapshot, &round);
    gtk_snapshot_append_color(snapshot, &blue, &box);
    gtk_snapshot_pop(snapshot);
  }
}

static void plain_class_init(PlainClass *class) {
  GTK_WIDGET_CLASS(class)->snapshot = plain_snapshot;
}

static void plain_init(Plain *self) { (void)self; }

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  gint64 now = gdk_frame_clock_get_frame_time(clock);
  (void)data;
  if (options.start == 0) options.start = now;
  if (now - options.start >= options.warm_up) printf("%" G_GINT64_FORMAT "\n", now);
  if (now - options.start >= options.warm_up + options.length) {
    SnapbackSceneState state = options.is_plain
      ? SNAPBACK_SCENE_OPEN : snapback_scene_get_state(SNAPBACK_SCENE(widget));
    fflush(stdout);
    if (state != SNAPBACK_SCENE_OPEN) fprintf(stderr, "gtk_frames: no daemon answers\n");
    exit(state != SNAPBACK_SCENE_OPEN);
  }
  if (options.is_plain) gtk_widget_queue_draw(widget);
  return G_SOURCE_CONTINUE;
}

static void open_window(GtkApplication *app) {
  GtkWidget *window = gtk_application_window_new(app);
  GtkWidget *content = options.is_plain ? g_object_new(plain_get_type(), NULL)
                                        : snapback_scene_new(NULL);
  gtk_window_set_default_size(GTK_WINDOW(window), 390, 844);
  gtk_window_set_child(GTK_WINDOW(window), content);
  gtk_window_present(GTK_WINDOW(window));
  gtk_widget_add_tick_callback(content, tick, NULL, NULL);
}

int main(int count, char **arguments) {
  GtkApplication *app;
  if (count != 4) {
    fprintf(stderr, "usage: gtk_frames snapback|plain WARM_UP SECONDS\n");
    return 64;
  }
  options.is_plain = strcmp(arguments[1], "plain") == 0;
  options.warm_up = (gint64)(atof(arguments[2]) * 1e6);
  options.length = (gint64)(atof(arguments[3]) * 1e6);
  app = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
  g_signal_connect(app, "activate", G_CALLBACK(open_window), NULL);
  return g_application_run(G_APPLICATION(app), 1, arguments);
}
