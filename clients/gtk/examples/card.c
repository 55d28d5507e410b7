/* The card of configs/scenes/card.json5, with a label on it. */
#include <snapback-gtk.h>

static void open_window(GtkApplication *app) {
  GtkWidget *window = gtk_application_window_new(app);
  GtkWidget *scene = snapback_scene_new(NULL);
  snapback_scene_set_child(SNAPBACK_SCENE(scene), "card", gtk_label_new("Flick me"));
  gtk_window_set_title(GTK_WINDOW(window), "Card");
  gtk_window_set_default_size(GTK_WINDOW(window), 390, 844);
  gtk_window_set_child(GTK_WINDOW(window), scene);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
  GtkApplication *app = gtk_application_new("org.example.Card", G_APPLICATION_NON_UNIQUE);
  int result;
  g_signal_connect(app, "activate", G_CALLBACK(open_window), NULL);
  result = g_application_run(G_APPLICATION(app), count, arguments);
  g_object_unref(app);
  return result;
}
