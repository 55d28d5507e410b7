/* The shadows of views, as textures that are kept. */

#ifndef SHADOWS_H
#define SHADOWS_H

#include <gtk/gtk.h>

/* All that determines the texture of a shadow. Lengths are in points of the view. */
typedef struct ShadowKey {
  double width, height, radius;  /* of the view */
  double deviation;              /* of the Gaussian that blurs the view's shape */
  double x, y;                   /* the offset, if there is a hole */
  double density;                /* the number of pixels of a point */
  guint32 color;                 /* 0xAARRGGBB */
  gboolean has_hole;             /* nothing is drawn inside the view */
} ShadowKey;

typedef struct Shadows {
  GArray *kept;                  /* the shadow of each view that has been drawn */
} Shadows;

void shadows_init(Shadows *self);
void shadows_clear(Shadows *self);

/* Forgets the shadows of all views but the first `count`. */
void shadows_limit(Shadows *self, guint32 count);

/* Draws the shadow of a view, moved by an offset; the snapshot has the coordinates of the view. A
   new texture is made only if the key is not that of the last picture. */
void shadows_draw(
  Shadows *self, GtkSnapshot *snapshot, guint32 handle, const ShadowKey *key, double x, double y);

#endif
