#include "texts.h"

#include <math.h>

/* The daemon estimates widths without fonts. A line that is too wide by up to this factor is
   condensed; a wider one is wrapped or cut. */
#define TOO_WIDE 1.3
/* The sizes of fonts and lines in points, and the number of lines, are limited to what Pango can
   compute with. */
#define SIZE_LIMIT 1000
#define LINE_LIMIT 1000

static void unref_layout(gpointer layout) {
  if (layout != NULL) g_object_unref(layout);
}

void texts_init(Texts *self) { self->layouts = g_ptr_array_new_with_free_func(unref_layout); }

void texts_clear(Texts *self) { g_clear_pointer(&self->layouts, g_ptr_array_unref); }

void texts_forget(Texts *self) { g_ptr_array_set_size(self->layouts, 0); }

static PangoLayout *make_layout(GtkWidget *widget, const snapback_text *text) {
  PangoLayout *layout = gtk_widget_create_pango_layout(widget, text->string);
  const PangoFontDescription *font =
    pango_context_get_font_description(pango_layout_get_context(layout));
  PangoFontDescription *sized = pango_font_description_copy(font);
  PangoAttrList *attributes = pango_attr_list_new();
  pango_font_description_set_absolute_size(
    sized, CLAMP(text->size, 1, SIZE_LIMIT) * (double)PANGO_SCALE);
  pango_layout_set_font_description(layout, sized);
  pango_font_description_free(sized);
  if (text->line_height > 0) {
    pango_attr_list_insert(
      attributes,
      pango_attr_line_height_new_absolute(
        (int)lround(MIN(text->line_height, SIZE_LIMIT) * (double)PANGO_SCALE)));
  }
  pango_layout_set_attributes(layout, attributes);
  pango_attr_list_unref(attributes);
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  if (text->lines == 1) pango_layout_set_single_paragraph_mode(layout, TRUE);
  pango_layout_set_height(
    layout, text->lines > 0 ? -(int)MIN(text->lines, LINE_LIMIT) : G_MAXINT / 2);
  return layout;
}

static PangoLayout *layout_of(
  Texts *self, GtkWidget *widget, guint32 handle, const snapback_text *text
) {
  gpointer *place;
  if (self->layouts->len <= handle) g_ptr_array_set_size(self->layouts, (gint)handle + 1);
  place = &g_ptr_array_index(self->layouts, handle);
  if (*place == NULL) *place = make_layout(widget, text);
  return *place;
}

static double luminance(guint32 color) {
  static const double weights[3] = {0.0722, 0.7152, 0.2126};
  double sum = 0;
  int part;
  for (part = 0; part < 3; part++) {
    double share = (color >> (8 * part) & 255) / 255.0;
    sum += weights[part] * (share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4));
  }
  return sum;
}

/* Black or white, whichever has more contrast with a color by the formula of WCAG 2. */
static float ink_on(guint32 color) {
  double bright = luminance(color) + 0.05;
  return bright / 0.05 >= 1.05 / bright ? 0 : 1;
}

void texts_draw(
  Texts *self, GtkWidget *widget, GtkSnapshot *snapshot, guint32 handle,
  const snapback_view *view, const Look *look
) {
  PangoLayout *layout = layout_of(self, widget, handle, &view->text);
  float ink = ink_on(look->ground);
  GdkRGBA color = {ink, ink, ink, (float)look->alpha};
  double limit = look->width, width;
  int wide;
  pango_layout_set_width(layout, (int)(limit * TOO_WIDE * PANGO_SCALE));
  pango_layout_get_size(layout, &wide, NULL);
  width = wide / (double)PANGO_SCALE;
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(
    snapshot,
    &GRAPHENE_POINT_INIT(
      0, view->text.first_baseline
           - (float)(pango_layout_get_baseline(layout) / (double)PANGO_SCALE)));
  if (width > limit) gtk_snapshot_scale(snapshot, (float)(limit / width), 1);
  gtk_snapshot_append_layout(snapshot, layout, &color);
  gtk_snapshot_restore(snapshot);
}
