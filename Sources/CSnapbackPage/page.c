#include "snapback_page.h"

/* Embedding is of C23, which SwiftPM has no word for yet. */
#pragma clang diagnostic ignored "-Wc23-extensions"

struct file {
  const char *name;
  const unsigned char *text;
};

/* Each file as it is in its folder, with a zero behind it. */
static const struct file files[] = {
#include "files.inc"
};

size_t snapback_page_count(void) { return sizeof files / sizeof files[0]; }

const char *snapback_page_name(size_t index) {
  return index < snapback_page_count() ? files[index].name : NULL;
}

const char *snapback_page_text(size_t index) {
  return index < snapback_page_count() ? (const char *)files[index].text : NULL;
}
