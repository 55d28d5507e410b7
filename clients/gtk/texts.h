/* The texts of views, laid out with the fonts of the widget. */

#ifndef TEXTS_H
#define TEXTS_H

#include "picture.h"

typedef struct Texts {
  GArray *entries; /* a layout for each view that has been drawn */
} Texts;

void texts_init(Texts *self);
void texts_clear(Texts *self);

/* Forgets all layouts, after a snapshot or looks, or when the fonts have changed. */
void texts_forget(Texts *self);

/* Draws the text of a view in the view's coordinates. */
void texts_draw(
  Texts *self, GtkWidget *widget, GtkSnapshot *snapshot, guint32 handle,
  const snapback_view *view, const Look *look);

#endif
