#include "scene.h"

#include <math.h>

/**
 * SnapbackScene:
 *
 * A widget that shows the scene of Snapback's daemon.
 *
 * The scene is scaled to the largest size that fits into the widget, and centered. A child widget
 * that is assigned to a view has the place, the size and the opacity of the view at each moment;
 * all other views are drawn by their looks. Pointers and fingers on the widget touch the scene,
 * except on child widgets that handle them, such as buttons.
 *
 * The widget is connected to the daemon while it is in a window. It connects again after each loss
 * of the connection, and draws only while something moves.
 *
 * In a file of #GtkBuilder, the type of a child is the name of its view.
 */

static void buildable_init(GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(
  SnapbackScene, snapback_scene, GTK_TYPE_WIDGET,
  G_IMPLEMENT_INTERFACE(GTK_TYPE_BUILDABLE, buildable_init))

G_DEFINE_ENUM_TYPE(
  SnapbackSceneState, snapback_scene_state,
  G_DEFINE_ENUM_VALUE(SNAPBACK_SCENE_CONNECTING, "connecting"),
  G_DEFINE_ENUM_VALUE(SNAPBACK_SCENE_OPEN, "open"),
  G_DEFINE_ENUM_VALUE(SNAPBACK_SCENE_LOST, "lost"))

GParamSpec *scene_properties[PROPERTY_COUNT];
guint scene_signals[SIGNAL_COUNT];

/* ---- Time ----------------------------------------------------------------------------------- */

/* The time at which the picture will be shown. */
static guint64 shown_time(SnapbackScene *self) {
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(self));
  gint64 frame, interval, shown;
  if (self->time != 0) return self->time;
  if (clock == NULL) return snapback_now();
  frame = gdk_frame_clock_get_frame_time(clock);
  gdk_frame_clock_get_refresh_info(clock, frame, &interval, &shown);
  if (shown == 0) shown = frame + interval;
  return (guint64)shown * 1000;
}

/* Whether something moves by segments at a time or later. */
static gboolean moves_at(SnapbackScene *self, guint64 time) {
  if (self->link == NULL || self->frames_for != 0 || self->time != 0) return FALSE;
  return time < self->ahead || time < snapback_motion_end(link_daemon(self->link));
}

void scene_draw_again(SnapbackScene *self) {
  gtk_widget_queue_allocate(GTK_WIDGET(self));
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static gboolean take_tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  SnapbackScene *self = SNAPBACK_SCENE(widget);
  (void)clock;
  (void)data;
  scene_draw_again(self);
  /* This frame shows the end of the motion. */
  if (moves_at(self, shown_time(self))) return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

void scene_watch_motion(SnapbackScene *self) {
  gboolean moves = gtk_widget_get_mapped(GTK_WIDGET(self)) && moves_at(self, shown_time(self));
  if (moves && self->tick == 0) {
    self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), take_tick, NULL, NULL);
  } else if (!moves && self->tick != 0) {
    gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
    self->tick = 0;
  }
}

/* ---- Pictures ------------------------------------------------------------------------------- */

static GtkWidget *child_of(gpointer data, guint32 handle) {
  SnapbackScene *self = data;
  return handle < self->slots->len ? g_ptr_array_index(self->slots, handle) : NULL;
}

static GdkPaintable *image_of(gpointer data, guint32 handle) {
  SnapbackScene *self = data;
  return handle < self->shown->len ? g_ptr_array_index(self->shown, handle) : NULL;
}

static void draw_text(gpointer data, GtkSnapshot *snapshot, guint32 handle, const Look *look) {
  SnapbackScene *self = data;
  texts_draw(
    &self->texts, GTK_WIDGET(self), snapshot, handle,
    snapback_view_at(self->picture.daemon, handle), look);
}

/* Evaluates the scene for the moment that will be shown. */
static void evaluate(SnapbackScene *self, int width, int height) {
  snapback *daemon = link_daemon(self->link);
  guint64 time = shown_time(self);
  int scale_factor = gtk_widget_get_scale_factor(GTK_WIDGET(self));
  gboolean is_exact = picture_evaluate(
    &self->picture, daemon, time,
    fit_screen(snapback_screen_of(daemon), width, height, scale_factor), scale_factor);
  self->is_stale = FALSE;
  if (time >= self->ahead) self->ahead = 0;
  if (!is_exact && self->has_segment) scene_want_frames(self);
}

/* Allocates a child widget the frame of its view. Widgets have whole sizes; the transform makes up
   for the rest. A widget that needs more room than its view has sticks out. */
static void allocate_child(GtkWidget *child, const Look *look) {
  double across = MAX(round(look->width), 1), down = MAX(round(look->height), 1);
  int width, height, least;
  GskTransform *transform;
  gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  width = MAX((int)across, least);
  gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &least, NULL, NULL, NULL);
  height = MAX((int)down, least);
  transform = transform_of(look->matrix);
  if (fabs(across - look->width) > 1e-3 || fabs(down - look->height) > 1e-3) {
    transform = gsk_transform_scale(
      transform, (float)(look->width / across), (float)(look->height / down));
  }
  gtk_widget_allocate(child, width, height, -1, transform);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  SnapbackScene *self = SNAPBACK_SCENE(widget);
  guint handle;
  (void)baseline;
  if (self->link != NULL) evaluate(self, width, height);
  for (handle = 0; handle < self->slots->len; handle++) {
    GtkWidget *child = g_ptr_array_index(self->slots, handle);
    const Look *look = picture_look(&self->picture, handle);
    if (child == NULL) continue;
    gtk_widget_set_child_visible(child, look != NULL && look->is_drawn);
    if (look != NULL && look->is_drawn) allocate_child(child, look);
  }
  /* A segment that was sent ahead may have begun. */
  scene_watch_motion(self);
}

/* Whether the picture is that of the present views. The connection may be another one than at the
   last evaluation. */
static gboolean has_picture(SnapbackScene *self) {
  if (self->link == NULL || self->is_stale) return FALSE;
  self->picture.daemon = link_daemon(self->link);
  return self->picture.looks->len == snapback_view_count(self->picture.daemon);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  SnapbackScene *self = SNAPBACK_SCENE(widget);
  if (has_picture(self)) picture_snapshot(&self->picture, &self->painter, snapshot);
}

static void measure(
  GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
  int *minimum_baseline, int *natural_baseline
) {
  SnapbackScene *self = SNAPBACK_SCENE(widget);
  double size = 0;
  (void)for_size;
  if (self->link != NULL) {
    const snapback_screen *screen = snapback_screen_of(link_daemon(self->link));
    size = orientation == GTK_ORIENTATION_HORIZONTAL ? screen->width : screen->height;
  }
  *minimum = 0;
  *natural = (int)ceil(CLAMP(size, 0, 1e5));
  *minimum_baseline = *natural_baseline = -1;
}

/* ---- Child widgets -------------------------------------------------------------------------- */

void scene_find_views(SnapbackScene *self) {
  snapback *daemon = link_daemon(self->link);
  guint32 count = snapback_view_count(daemon), handle;
  GtkWidget *last = NULL;
  GHashTableIter each;
  gpointer name, child;
  g_ptr_array_set_size(self->slots, 0);
  g_ptr_array_set_size(self->slots, (gint)count);
  for (handle = 0; handle < count; handle++) {
    child = g_hash_table_lookup(self->children, snapback_view_at(daemon, handle)->name);
    if (child == NULL) continue;
    g_ptr_array_index(self->slots, handle) = child;
    /* The widget of a view that is drawn later is in front. */
    gtk_widget_insert_after(child, GTK_WIDGET(self), last);
    last = child;
  }
  g_hash_table_iter_init(&each, self->children);
  while (count > 0 && g_hash_table_iter_next(&each, &name, &child)) {
    if (snapback_find(daemon, name) == SNAPBACK_NO_VIEW) gtk_widget_set_child_visible(child, FALSE);
  }
}

/**
 * snapback_scene_set_child:
 * @self: a scene
 * @view: the name of a view
 * @child: (nullable): the widget that shows the view, or %NULL for none
 *
 * Assigns a child widget to a view, in place of the one that it has.
 *
 * The widget gets the frame, the transform and the opacity of the view. The shadow and the fill of
 * the view are drawn behind it, and the border in front of it. If the view clips its contents, the
 * widget is clipped, too. A view need not be in the present scene: its widget is hidden until a
 * scene has such a view, and the signal #SnapbackScene::fault reports it.
 */
void snapback_scene_set_child(SnapbackScene *self, const char *view, GtkWidget *child) {
  GtkWidget *before;
  g_return_if_fail(SNAPBACK_IS_SCENE(self));
  g_return_if_fail(view != NULL);
  g_return_if_fail(child == NULL || GTK_IS_WIDGET(child));
  before = g_hash_table_lookup(self->children, view);
  if (before == child) return;
  g_return_if_fail(child == NULL || gtk_widget_get_parent(child) == NULL);
  if (before != NULL) {
    g_hash_table_remove(self->children, view);
    gtk_widget_unparent(before);
  }
  g_ptr_array_set_size(self->slots, 0);
  if (child != NULL) {
    g_hash_table_insert(self->children, g_strdup(view), child);
    gtk_widget_set_child_visible(child, FALSE);
    gtk_widget_set_parent(child, GTK_WIDGET(self));
  }
  if (self->link == NULL || snapback_view_count(link_daemon(self->link)) == 0) return;
  scene_find_views(self);
  scene_draw_again(self);
  if (child != NULL && snapback_find(link_daemon(self->link), view) == SNAPBACK_NO_VIEW) {
    scene_tell_missing_view(self, view);
  }
}

/**
 * snapback_scene_get_child:
 * @self: a scene
 * @view: the name of a view
 *
 * Returns: (nullable) (transfer none): the child widget that is assigned to the view
 */
GtkWidget *snapback_scene_get_child(SnapbackScene *self, const char *view) {
  g_return_val_if_fail(SNAPBACK_IS_SCENE(self), NULL);
  g_return_val_if_fail(view != NULL, NULL);
  return g_hash_table_lookup(self->children, view);
}

/* ---- Looks ---------------------------------------------------------------------------------- */

/* The look of a view, whose strings are valid until the next message; FALSE if it has none. */
static gboolean find_look(SnapbackScene *self, guint32 handle, snapback_look *look) {
  return snapback_look_at(link_daemon(self->link), handle, 0, look) == 1;
}

void scene_find_images(SnapbackScene *self) {
  guint32 count = snapback_view_count(link_daemon(self->link)), handle;
  snapback_look look;
  g_ptr_array_set_size(self->shown, 0);
  g_ptr_array_set_size(self->shown, (gint)count);
  for (handle = 0; handle < count; handle++) {
    if (!find_look(self, handle, &look) || look.image[0] == 0) continue;
    g_ptr_array_index(self->shown, handle) = g_hash_table_lookup(self->images, look.image);
  }
}

/**
 * snapback_scene_set_image:
 * @self: a scene
 * @name: a name by which looks of views refer to an image
 * @image: (nullable): the image, or %NULL for none
 *
 * Sets the image that is drawn for views whose `image` in the scene is @name.
 */
void snapback_scene_set_image(SnapbackScene *self, const char *name, GdkPaintable *image) {
  g_return_if_fail(SNAPBACK_IS_SCENE(self));
  g_return_if_fail(name != NULL);
  g_return_if_fail(image == NULL || GDK_IS_PAINTABLE(image));
  g_ptr_array_set_size(self->shown, 0);
  if (image != NULL) {
    g_hash_table_insert(self->images, g_strdup(name), g_object_ref(image));
  } else {
    g_hash_table_remove(self->images, name);
  }
  if (self->link == NULL) return;
  scene_find_images(self);
  scene_draw_again(self);
}

/**
 * snapback_scene_get_image:
 * @self: a scene
 * @name: a name by which looks of views refer to an image
 *
 * Returns: (nullable) (transfer none): the image with the name
 */
GdkPaintable *snapback_scene_get_image(SnapbackScene *self, const char *name) {
  g_return_val_if_fail(SNAPBACK_IS_SCENE(self), NULL);
  g_return_val_if_fail(name != NULL, NULL);
  return g_hash_table_lookup(self->images, name);
}

/**
 * snapback_scene_get_view_data:
 * @self: a scene
 * @view: the name of a view
 *
 * Gets the `data` of a view in the scene. The signal #SnapbackScene::looks reports when it may be
 * another one.
 *
 * Returns: (nullable) (transfer full): the data as a text in JSON; %NULL if the view has none
 */
char *snapback_scene_get_view_data(SnapbackScene *self, const char *view) {
  snapback_look look;
  guint32 handle;
  g_return_val_if_fail(SNAPBACK_IS_SCENE(self), NULL);
  g_return_val_if_fail(view != NULL, NULL);
  if (self->link == NULL) return NULL;
  handle = snapback_find(link_daemon(self->link), view);
  if (handle == SNAPBACK_NO_VIEW || !find_look(self, handle, &look)) return NULL;
  return look.data[0] != 0 ? g_strdup(look.data) : NULL;
}

static GtkBuildableIface *parent_buildable;

static void add_child(
  GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type
) {
  if (type != NULL && GTK_IS_WIDGET(child)) {
    snapback_scene_set_child(SNAPBACK_SCENE(buildable), type, GTK_WIDGET(child));
  } else if (GTK_IS_WIDGET(child)) {
    g_warning("SnapbackScene: a child needs a type, which is the name of its view");
  } else {
    parent_buildable->add_child(buildable, builder, child, type);
  }
}

static void buildable_init(GtkBuildableIface *iface) {
  parent_buildable = g_type_interface_peek_parent(iface);
  iface->add_child = add_child;
}

/* ---- Touches -------------------------------------------------------------------------------- */

/* Whether a widget handles pointers itself. */
static gboolean has_gesture(GtkWidget *widget) {
  GListModel *controllers = gtk_widget_observe_controllers(widget);
  gboolean result = FALSE;
  guint place;
  for (place = 0; place < g_list_model_get_n_items(controllers) && !result; place++) {
    GObject *controller = g_list_model_get_item(controllers, place);
    result = GTK_IS_GESTURE(controller) || GTK_IS_EVENT_CONTROLLER_LEGACY(controller);
    g_object_unref(controller);
  }
  g_object_unref(controllers);
  return result;
}

/* Whether a touch at a point is left to a child widget: one that handles pointers itself, such as a
   button, and is not covered by another view there. */
static gboolean is_left(gpointer data, double x, double y) {
  SnapbackScene *self = data;
  GtkWidget *widget = gtk_widget_pick(GTK_WIDGET(self), x, y, GTK_PICK_DEFAULT);
  GtkWidget *child = NULL;
  gboolean is_wanted = FALSE;
  guint32 handle;
  for (; widget != NULL && widget != GTK_WIDGET(self); widget = gtk_widget_get_parent(widget)) {
    is_wanted = is_wanted || has_gesture(widget);
    child = widget;
  }
  if (!is_wanted || !has_picture(self)) return is_wanted;
  handle = picture_view_at(&self->picture, &self->painter, x, y);
  /* Views in the child's view belong to it. */
  while (handle != SNAPBACK_NO_VIEW && child_of(self, handle) != child) {
    handle = snapback_view_at(self->picture.daemon, handle)->parent;
  }
  return handle != SNAPBACK_NO_VIEW;
}

/* ---- Life of the widget --------------------------------------------------------------------- */

static void root(GtkWidget *widget) {
  GTK_WIDGET_CLASS(snapback_scene_parent_class)->root(widget);
  scene_connect(SNAPBACK_SCENE(widget));
}

static void unroot(GtkWidget *widget) {
  scene_disconnect(SNAPBACK_SCENE(widget));
  GTK_WIDGET_CLASS(snapback_scene_parent_class)->unroot(widget);
}

static void map(GtkWidget *widget) {
  GTK_WIDGET_CLASS(snapback_scene_parent_class)->map(widget);
  scene_draw_again(SNAPBACK_SCENE(widget));
}

static void unmap(GtkWidget *widget) {
  SnapbackScene *self = SNAPBACK_SCENE(widget);
  touches_cancel(&self->touches);
  GTK_WIDGET_CLASS(snapback_scene_parent_class)->unmap(widget);
  scene_watch_motion(self);
}

static void css_changed(GtkWidget *widget, GtkCssStyleChange *change) {
  GTK_WIDGET_CLASS(snapback_scene_parent_class)->css_changed(widget, change);
  /* The font may be another one. */
  texts_forget(&SNAPBACK_SCENE(widget)->texts);
}

static void dispose(GObject *object) {
  SnapbackScene *self = SNAPBACK_SCENE(object);
  GtkWidget *child;
  if (self->children != NULL) {
    g_ptr_array_set_size(self->slots, 0);
    g_hash_table_remove_all(self->children);
  }
  while ((child = gtk_widget_get_first_child(GTK_WIDGET(self))) != NULL) gtk_widget_unparent(child);
  g_clear_pointer(&self->link, link_close);
  G_OBJECT_CLASS(snapback_scene_parent_class)->dispose(object);
}

static void finalize(GObject *object) {
  SnapbackScene *self = SNAPBACK_SCENE(object);
  g_hash_table_unref(self->children);
  g_hash_table_unref(self->images);
  g_ptr_array_unref(self->shown);
  g_ptr_array_unref(self->slots);
  picture_clear(&self->picture);
  texts_clear(&self->texts);
  g_free(self->socket);
  g_free(self->reason);
  g_free(self->said);
  G_OBJECT_CLASS(snapback_scene_parent_class)->finalize(object);
}

static void set_property(GObject *object, guint number, const GValue *value, GParamSpec *spec) {
  SnapbackScene *self = SNAPBACK_SCENE(object);
  switch (number) {
  case SOCKET: snapback_scene_set_socket(self, g_value_get_string(value)); break;
  case TOUCHES: snapback_scene_set_touches(self, g_value_get_boolean(value)); break;
  case TIME: snapback_scene_set_time(self, g_value_get_uint64(value)); break;
  default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, number, spec);
  }
}

static void get_property(GObject *object, guint number, GValue *value, GParamSpec *spec) {
  SnapbackScene *self = SNAPBACK_SCENE(object);
  switch (number) {
  case SOCKET: g_value_set_string(value, self->socket); break;
  case STATE: g_value_set_enum(value, self->state); break;
  case REASON: g_value_set_string(value, self->reason); break;
  case TOUCHES: g_value_set_boolean(value, self->takes_touches); break;
  case TIME: g_value_set_uint64(value, self->time); break;
  default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, number, spec);
  }
}

static void install_properties(GObjectClass *class) {
  const GParamFlags writable =
    G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  /**
   * SnapbackScene:socket:
   *
   * The path of the daemon's socket; %NULL for the usual ones.
   */
  scene_properties[SOCKET] = g_param_spec_string("socket", NULL, NULL, NULL, writable);
  /**
   * SnapbackScene:state:
   *
   * The state of the connection.
   */
  scene_properties[STATE] = g_param_spec_enum(
    "state", NULL, NULL, SNAPBACK_TYPE_SCENE_STATE, SNAPBACK_SCENE_CONNECTING, readable);
  /**
   * SnapbackScene:reason:
   *
   * Why there is no connection; %NULL if there is one.
   */
  scene_properties[REASON] = g_param_spec_string("reason", NULL, NULL, NULL, readable);
  /**
   * SnapbackScene:touches:
   *
   * Whether pointers and fingers on the widget touch the scene, if the daemon allows this client
   * to inject touches.
   */
  scene_properties[TOUCHES] = g_param_spec_boolean("touches", NULL, NULL, TRUE, writable);
  /**
   * SnapbackScene:time:
   *
   * The moment that is drawn, in nanoseconds of the daemon's clock; 0 for the moment at which the
   * display will show the picture. For tests and films.
   */
  scene_properties[TIME] = g_param_spec_uint64("time", NULL, NULL, 0, G_MAXUINT64, 0, writable);
  g_object_class_install_properties(class, PROPERTY_COUNT, scene_properties);
}

static void install_signals(GType type) {
  /**
   * SnapbackScene::fault:
   * @self: the scene
   * @message: one line about what is wrong
   *
   * Emitted when the connection is lost or refused, and when a child widget is assigned to a view
   * that the scene does not have. Without a handler, the message is a warning of GLib.
   */
  scene_signals[FAULT] = g_signal_new(
    "fault", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  /**
   * SnapbackScene::event:
   * @self: the scene
   * @kind: the kind of the event, such as `tapped`, which is also the detail of the signal
   * @name: the name of the action, the gesture or the state; empty without one
   * @view: the name of the view; empty without one
   * @at: the name of the place, or the new value of the state; empty without one
   *
   * Emitted for each event of the scene, as docs/protocol.md describes them.
   */
  scene_signals[EVENT] = g_signal_new(
    "event", type, G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0, NULL, NULL, NULL, G_TYPE_NONE, 4,
    G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
  /**
   * SnapbackScene::reply:
   * @self: the scene
   * @json: the reply
   *
   * Emitted for each reply to a command that had an `id`.
   */
  scene_signals[REPLY] = g_signal_new(
    "reply", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  /**
   * SnapbackScene::looks:
   * @self: the scene
   *
   * Emitted when the looks of all views have come: after the scene, and when a variation changes
   * an image, data, or how a text is drawn.
   */
  scene_signals[LOOKS] = g_signal_new(
    "looks", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void snapback_scene_class_init(SnapbackSceneClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->dispose = dispose;
  object->finalize = finalize;
  object->set_property = set_property;
  object->get_property = get_property;
  widget->root = root;
  widget->unroot = unroot;
  widget->map = map;
  widget->unmap = unmap;
  widget->css_changed = css_changed;
  widget->measure = measure;
  widget->size_allocate = size_allocate;
  widget->snapshot = snapshot;
  install_properties(object);
  install_signals(G_TYPE_FROM_CLASS(class));
  gtk_widget_class_set_css_name(widget, "snapback-scene");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void snapback_scene_init(SnapbackScene *self) {
  self->takes_touches = TRUE;
  self->children = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  self->images = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
  self->shown = g_ptr_array_new();
  self->slots = g_ptr_array_new();
  picture_init(&self->picture);
  texts_init(&self->texts);
  self->painter = (Painter){child_of, image_of, draw_text, GTK_WIDGET(self), self};
  touches_init(
    &self->touches, GTK_WIDGET(self), (TouchTarget){is_left, scene_send_touch, self});
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect(self, "notify::scale-factor", G_CALLBACK(gtk_widget_queue_allocate), NULL);
}

/* ---- Properties ----------------------------------------------------------------------------- */

/**
 * snapback_scene_new:
 * @socket: (nullable): the path of the daemon's socket, or %NULL for the usual ones
 *
 * Returns: a scene, which connects to the daemon when it is in a window
 */
GtkWidget *snapback_scene_new(const char *socket) {
  return g_object_new(SNAPBACK_TYPE_SCENE, "socket", socket, NULL);
}

/**
 * snapback_scene_set_socket: (set-property socket)
 * @self: a scene
 * @socket: (nullable): the path of the daemon's socket, or %NULL for the usual ones
 *
 * Sets the socket, and connects to it if the widget is in a window.
 */
void snapback_scene_set_socket(SnapbackScene *self, const char *socket) {
  g_return_if_fail(SNAPBACK_IS_SCENE(self));
  if (g_strcmp0(socket, self->socket) == 0) return;
  g_free(self->socket);
  self->socket = g_strdup(socket);
  if (gtk_widget_get_root(GTK_WIDGET(self)) != NULL) scene_connect(self);
  g_object_notify_by_pspec(G_OBJECT(self), scene_properties[SOCKET]);
}

/**
 * snapback_scene_get_socket: (get-property socket)
 * @self: a scene
 *
 * Returns: (nullable): the path of the daemon's socket
 */
const char *snapback_scene_get_socket(SnapbackScene *self) {
  g_return_val_if_fail(SNAPBACK_IS_SCENE(self), NULL);
  return self->socket;
}

/**
 * snapback_scene_set_touches: (set-property touches)
 * @self: a scene
 * @touches: whether pointers and fingers touch the scene
 */
void snapback_scene_set_touches(SnapbackScene *self, gboolean touches) {
  g_return_if_fail(SNAPBACK_IS_SCENE(self));
  touches = touches != FALSE;
  if (touches == self->takes_touches) return;
  self->takes_touches = touches;
  scene_allow_touches(self);
  g_object_notify_by_pspec(G_OBJECT(self), scene_properties[TOUCHES]);
}

/**
 * snapback_scene_get_touches: (get-property touches)
 * @self: a scene
 *
 * Returns: whether pointers and fingers touch the scene
 */
gboolean snapback_scene_get_touches(SnapbackScene *self) {
  g_return_val_if_fail(SNAPBACK_IS_SCENE(self), FALSE);
  return self->takes_touches;
}

/**
 * snapback_scene_set_time: (set-property time)
 * @self: a scene
 * @time: a moment in nanoseconds of the daemon's clock, or 0
 *
 * Draws one moment until another one is set; 0 draws by the clock of the display again.
 */
void snapback_scene_set_time(SnapbackScene *self, guint64 time) {
  g_return_if_fail(SNAPBACK_IS_SCENE(self));
  if (time == self->time) return;
  self->time = time;
  scene_draw_again(self);
  scene_watch_motion(self);
  g_object_notify_by_pspec(G_OBJECT(self), scene_properties[TIME]);
}

/**
 * snapback_scene_get_time: (get-property time)
 * @self: a scene
 *
 * Returns: the moment that is drawn, or 0 for that of the display
 */
guint64 snapback_scene_get_time(SnapbackScene *self) {
  g_return_val_if_fail(SNAPBACK_IS_SCENE(self), 0);
  return self->time;
}

/**
 * snapback_scene_get_state: (get-property state)
 * @self: a scene
 *
 * Returns: the state of the connection
 */
SnapbackSceneState snapback_scene_get_state(SnapbackScene *self) {
  g_return_val_if_fail(SNAPBACK_IS_SCENE(self), SNAPBACK_SCENE_CONNECTING);
  return self->state;
}

/**
 * snapback_scene_get_reason: (get-property reason)
 * @self: a scene
 *
 * Returns: (nullable): why there is no connection, or %NULL if there is one
 */
const char *snapback_scene_get_reason(SnapbackScene *self) {
  g_return_val_if_fail(SNAPBACK_IS_SCENE(self), NULL);
  return self->reason;
}
