/* The views of the scene at one time, and how they are drawn. */

#ifndef PICTURE_H
#define PICTURE_H

#include <gtk/gtk.h>

#include "shadows.h"
#include "snapback.h"

/* The position of the scene's screen in the widget: a point is `zoom` units of the widget, and the
   corner (0, 0) is at (x, y). */
typedef struct Fit {
  double zoom, x, y;
} Fit;

/* A view at the time of the picture. */
typedef struct Look {
  double matrix[6];   /* from the view to the widget, as in the protocol */
  double width, height, radius;
  double alpha;       /* with that of the ancestors */
  guint32 clip;       /* the nearest ancestor that clips, or SNAPBACK_NO_VIEW */
  guint32 color;      /* the fill, 0xAARRGGBB; 0 without one. Its opacity is in the style */
  snapback_look style;  /* without its strings; of a view without a look, the default */
  gboolean is_drawn;  /* FALSE if nothing of it can be seen */
} Look;

typedef struct Picture {
  const snapback *daemon;
  Fit fit;
  double density;     /* the number of pixels of a point, a multiple of a quarter */
  GArray *looks;      /* a Look for each view */
  Shadows shadows;
} Picture;

/* The functions by which a picture draws child widgets, images and texts. */
typedef struct Painter {
  /* The child widget of a view, or NULL. */
  GtkWidget *(*child_of)(gpointer data, guint32 view);
  /* The image of a view, or NULL. */
  GdkPaintable *(*image_of)(gpointer data, guint32 view);
  /* Draws a text; the snapshot has the coordinates of the view. */
  void (*draw_text)(gpointer data, GtkSnapshot *snapshot, guint32 view, const Look *look);
  GtkWidget *parent;  /* of the child widgets */
  gpointer data;
} Painter;

/* Centers the screen in a widget, as large as fits, at whole pixels of the display. */
Fit fit_screen(const snapback_screen *screen, int width, int height, int scale_factor);

void picture_init(Picture *self);
void picture_clear(Picture *self);

/* Evaluates all views for `time`. `scale_factor` is the number of pixels of a unit of the widget.
   Returns FALSE if segments do not determine a view completely. O(views and their terms); allocates
   only when the number of views grows. */
gboolean picture_evaluate(
  Picture *self, snapback *daemon, guint64 time, Fit fit, int scale_factor);

/* A view; NULL if the picture has none with that handle. */
const Look *picture_look(const Picture *self, guint32 view);

/* The front view at a point of the widget that draws something or has a child, or
   SNAPBACK_NO_VIEW. O(views). */
guint32 picture_view_at(const Picture *self, const Painter *painter, double x, double y);

/* Draws all views: parents come first, later siblings are in front, and the border of a view is in
   front of the views in it. O(views); a shadow that differs from the last one gets a new texture,
   O(its pixels). */
void picture_snapshot(Picture *self, const Painter *painter, GtkSnapshot *snapshot);

/* The transform of a matrix of the protocol: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y +
   m[5]. The matrix must have an inverse. It is taken apart into a translation, a rotation, a scale
   and a shear, from which GTK knows that it is flat. */
GskTransform *transform_of(const double matrix[6]);

#endif
