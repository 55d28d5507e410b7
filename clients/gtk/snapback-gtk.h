/* snapback-gtk.h: SnapbackScene, a GTK 4 widget that shows the scene of Snapback's daemon. */

#ifndef SNAPBACK_GTK_H
#define SNAPBACK_GTK_H

#include <gtk/gtk.h>

G_BEGIN_DECLS

#ifndef SNAPBACK_GTK_API
#define SNAPBACK_GTK_API
#endif

/**
 * SnapbackSceneState:
 * @SNAPBACK_SCENE_CONNECTING: the widget is not in a window, or has not reached a daemon yet
 * @SNAPBACK_SCENE_OPEN: a daemon has answered
 * @SNAPBACK_SCENE_LOST: there is no connection; the widget tries again
 *
 * The state of the connection to the daemon.
 */
typedef enum {
  SNAPBACK_SCENE_CONNECTING,
  SNAPBACK_SCENE_OPEN,
  SNAPBACK_SCENE_LOST,
} SnapbackSceneState;

#define SNAPBACK_TYPE_SCENE_STATE (snapback_scene_state_get_type())
SNAPBACK_GTK_API GType snapback_scene_state_get_type(void) G_GNUC_CONST;

#define SNAPBACK_TYPE_SCENE (snapback_scene_get_type())
SNAPBACK_GTK_API G_DECLARE_FINAL_TYPE(SnapbackScene, snapback_scene, SNAPBACK, SCENE, GtkWidget)

SNAPBACK_GTK_API GtkWidget *snapback_scene_new(const char *socket);

SNAPBACK_GTK_API void snapback_scene_set_child(
  SnapbackScene *self, const char *view, GtkWidget *child);
SNAPBACK_GTK_API GtkWidget *snapback_scene_get_child(SnapbackScene *self, const char *view);

SNAPBACK_GTK_API void snapback_scene_set_image(
  SnapbackScene *self, const char *name, GdkPaintable *image);
SNAPBACK_GTK_API GdkPaintable *snapback_scene_get_image(SnapbackScene *self, const char *name);

SNAPBACK_GTK_API char *snapback_scene_get_view_data(SnapbackScene *self, const char *view);

SNAPBACK_GTK_API gboolean snapback_scene_send(
  SnapbackScene *self, const char *command, GError **error);

SNAPBACK_GTK_API void snapback_scene_set_socket(SnapbackScene *self, const char *socket);
SNAPBACK_GTK_API const char *snapback_scene_get_socket(SnapbackScene *self);

SNAPBACK_GTK_API void snapback_scene_set_touches(SnapbackScene *self, gboolean touches);
SNAPBACK_GTK_API gboolean snapback_scene_get_touches(SnapbackScene *self);

SNAPBACK_GTK_API void snapback_scene_set_time(SnapbackScene *self, guint64 time);
SNAPBACK_GTK_API guint64 snapback_scene_get_time(SnapbackScene *self);

SNAPBACK_GTK_API SnapbackSceneState snapback_scene_get_state(SnapbackScene *self);
SNAPBACK_GTK_API const char *snapback_scene_get_reason(SnapbackScene *self);

G_END_DECLS

#endif
