#include "texts.h"

#include <math.h>
#include <string.h>

/* The daemon estimates widths without fonts. A line that is too wide by up to this factor is
   condensed; a wider one is wrapped or shortened. */
#define TOO_WIDE 1.3
/* The sizes of fonts and lines in points, and the number of lines, are limited to what Pango can
   compute with. */
#define SIZE_LIMIT 1000
#define LINE_LIMIT 1000

/* A text that is laid out for a view of a width, in a number of rows. */
typedef struct Entry {
  PangoLayout *layout;  /* NULL before the first picture */
  double width;
  int rows;
  double left;          /* where the layout begins in the view */
  double across;        /* the factor by which it is condensed */
} Entry;

static void clear_entry(gpointer entry) { g_clear_object(&((Entry *)entry)->layout); }

void texts_init(Texts *self) {
  self->entries = g_array_new(FALSE, TRUE, sizeof(Entry));
  g_array_set_clear_func(self->entries, clear_entry);
}

void texts_clear(Texts *self) { g_clear_pointer(&self->entries, g_array_unref); }

void texts_forget(Texts *self) { g_array_set_size(self->entries, 0); }

/* Whether Pango exchanges left and right, as it does in a text that is written from right to left.
   The first paragraph decides for all. */
static gboolean exchanges_sides(PangoLayout *layout) {
  const PangoLayoutLine *line = pango_layout_get_line_readonly(layout, 0);
  return line != NULL && line->resolved_dir == PANGO_DIRECTION_RTL;
}

static PangoLayout *make_layout(
  GtkWidget *widget, const snapback_text *text, const snapback_look *style
) {
  static const PangoEllipsizeMode modes[] = {
    PANGO_ELLIPSIZE_END, PANGO_ELLIPSIZE_MIDDLE, PANGO_ELLIPSIZE_START, PANGO_ELLIPSIZE_NONE};
  static const PangoAlignment alignments[] = {
    PANGO_ALIGN_LEFT, PANGO_ALIGN_CENTER, PANGO_ALIGN_RIGHT, PANGO_ALIGN_LEFT, PANGO_ALIGN_RIGHT};
  static const PangoAlignment exchanged[] = {
    PANGO_ALIGN_LEFT, PANGO_ALIGN_CENTER, PANGO_ALIGN_RIGHT, PANGO_ALIGN_RIGHT, PANGO_ALIGN_LEFT};
  PangoLayout *layout = gtk_widget_create_pango_layout(widget, text->string);
  const PangoFontDescription *font =
    pango_context_get_font_description(pango_layout_get_context(layout));
  PangoFontDescription *sized = pango_font_description_copy(font);
  PangoAttrList *attributes = pango_attr_list_new();
  pango_font_description_set_absolute_size(
    sized, CLAMP(text->size, 1, SIZE_LIMIT) * (double)PANGO_SCALE);
  if (style->font_weight != 0) {
    pango_font_description_set_weight(sized, (PangoWeight)style->font_weight);
  } else if (strcmp(text->style, "headline") == 0) {
    /* The only text style whose weight is not regular, docs/layout.md. */
    pango_font_description_set_weight(sized, PANGO_WEIGHT_SEMIBOLD);
  }
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
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  if (style->truncation < G_N_ELEMENTS(modes)) {
    pango_layout_set_ellipsize(layout, modes[style->truncation]);
  }
  if (style->text_alignment < G_N_ELEMENTS(alignments)) {
    pango_layout_set_alignment(
      layout, (exchanges_sides(layout) ? exchanged : alignments)[style->text_alignment]);
  }
  if (text->lines == 1) pango_layout_set_single_paragraph_mode(layout, TRUE);
  return layout;
}

/* The number of rows that a text may have in a view of a height. */
static int rows_in(const snapback_text *text, double height) {
  double rows = text->lines > 0 ? MIN(text->lines, LINE_LIMIT) : LINE_LIMIT;
  if (text->line_height > 0) {
    /* A view that has the height of its lines has it up to the rounding of numbers. */
    rows = MIN(rows, MAX(floor(height / (double)text->line_height + 0.01), 1));
  }
  return (int)rows;
}

static double width_of(PangoLayout *layout) {
  int width;
  pango_layout_get_size(layout, &width, NULL);
  return width / (double)PANGO_SCALE;
}

static int units(double length) { return (int)MIN(length * PANGO_SCALE, G_MAXINT / 2); }

/* Leaves the rest of a text on its last row, which the view cuts. */
static void cut(Entry *self) {
  const char *text = pango_layout_get_text(self->layout);
  PangoAlignment alignment = pango_layout_get_alignment(self->layout);
  gboolean begins_right = (alignment == PANGO_ALIGN_RIGHT) != exchanges_sides(self->layout);
  GString *lines = g_string_new(NULL);
  int row, start = 0;
  for (row = 0; row < self->rows; row++) {
    PangoLayoutLine *line = pango_layout_get_line_readonly(self->layout, row);
    start = line->start_index;
    if (row + 1 < self->rows) {
      g_string_append_len(lines, text + start, line->length);
      g_string_append_c(lines, '\n');
    }
  }
  for (text += start; *text != 0; text++) g_string_append_c(lines, *text == '\n' ? ' ' : *text);
  pango_layout_set_text(self->layout, lines->str, -1);
  g_string_free(lines, TRUE);
  pango_layout_set_width(self->layout, -1);
  if (alignment == PANGO_ALIGN_CENTER) {
    self->left = (self->width - width_of(self->layout)) / 2;
  } else if (begins_right) {
    self->left = self->width - width_of(self->layout);
  }
}

/* Lays a text out in the width and the rows of an entry. */
static void arrange(Entry *self, const snapback_text *text) {
  PangoLayout *layout = self->layout;
  double wide;
  self->left = 0;
  self->across = 1;
  if (pango_layout_get_ellipsize(layout) == PANGO_ELLIPSIZE_NONE) {
    pango_layout_set_text(layout, text->string, -1);
    pango_layout_set_width(layout, units(self->width));
    if (pango_layout_get_line_count(layout) > self->rows) cut(self);
    return;
  }
  /* The height of another half of a line makes up for rounding. */
  pango_layout_set_height(
    layout, text->line_height > 0 ? units((self->rows + 0.5) * (double)text->line_height)
                                  : -self->rows);
  pango_layout_set_width(layout, units(self->width * TOO_WIDE));
  wide = width_of(layout);
  if (wide > self->width) self->across = self->width / wide;
  /* Lines begin by their alignment in the width that they have then. */
  pango_layout_set_width(layout, units(MAX(wide, self->width)));
}

static const Entry *entry_of(
  Texts *self, GtkWidget *widget, guint32 handle, const snapback_text *text, const Look *look
) {
  int rows = rows_in(text, look->height);
  Entry *entry;
  if (self->entries->len <= handle) g_array_set_size(self->entries, handle + 1);
  entry = &g_array_index(self->entries, Entry, handle);
  if (entry->layout != NULL && entry->width == look->width && entry->rows == rows) return entry;
  if (entry->layout == NULL) entry->layout = make_layout(widget, text, &look->style);
  entry->width = look->width;
  entry->rows = rows;
  arrange(entry, text);
  return entry;
}

/* How far all lines are moved down in a view that is higher than they are. */
static double moved_down(const Entry *entry, const snapback_text *text, const Look *look) {
  int count = pango_layout_get_line_count(entry->layout);
  double room = MAX(look->height - count * (double)text->line_height, 0);
  return room * (look->style.vertical_alignment == 1   ? 0.5
                 : look->style.vertical_alignment == 2 ? 1
                                                       : 0);
}

void texts_draw(
  Texts *self, GtkWidget *widget, GtkSnapshot *snapshot, guint32 handle,
  const snapback_view *view, const Look *look
) {
  const snapback_text *text = &view->text;
  const Entry *entry = entry_of(self, widget, handle, text, look);
  guint32 ink = look->style.text_color;
  GdkRGBA color = {
    (float)((ink >> 16 & 255) / 255.0), (float)((ink >> 8 & 255) / 255.0),
    (float)((ink & 255) / 255.0), (float)((ink >> 24) / 255.0 * look->alpha)};
  gboolean is_cut = pango_layout_get_ellipsize(entry->layout) == PANGO_ELLIPSIZE_NONE;
  double baseline = pango_layout_get_baseline(entry->layout) / (double)PANGO_SCALE;
  double top = (double)text->first_baseline - baseline + moved_down(entry, text, look);
  if (is_cut) {
    gtk_snapshot_push_clip(
      snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)look->width, (float)look->height));
  }
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)entry->left, (float)top));
  if (entry->across < 1) gtk_snapshot_scale(snapshot, (float)entry->across, 1);
  gtk_snapshot_append_layout(snapshot, entry->layout, &color);
  gtk_snapshot_restore(snapshot);
  if (is_cut) gtk_snapshot_pop(snapshot);
}
