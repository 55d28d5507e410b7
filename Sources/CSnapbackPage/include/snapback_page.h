#ifndef SNAPBACK_PAGE_H
#define SNAPBACK_PAGE_H

#include <stddef.h>

/* The files that snapback-web serves to a browser, by their place in files.inc. */

/* How many there are. */
size_t snapback_page_count(void);

/* The path of one as a browser asks for it, "page/index.html"; NULL beyond the last. */
const char *snapback_page_name(size_t index);

/* The text of one, which ends with a zero and has none inside; NULL beyond the last. */
const char *snapback_page_text(size_t index);

#endif
