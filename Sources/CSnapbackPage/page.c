#include "snapback_page.h"

/* The one list of the files of the page and of the client that it imports. Each is embedded as it
   is in its folder; SnapbackWebTests compare the list with the folders. */

struct file {
  const char *name;
  const unsigned char *text;
};

static const struct file files[] = {
    {"page/index.html", (const unsigned char[]){
#embed "../SnapbackWeb/Page/index.html" suffix(, 0)
                        }},
    {"page/main.js", (const unsigned char[]){
#embed "../SnapbackWeb/Page/main.js" suffix(, 0)
                     }},
    {"page/style.css", (const unsigned char[]){
#embed "../SnapbackWeb/Page/style.css" suffix(, 0)
                       }},
};

size_t snapback_page_count(void) { return sizeof files / sizeof files[0]; }

const char *snapback_page_name(size_t index) {
  return index < snapback_page_count() ? files[index].name : NULL;
}

const char *snapback_page_text(size_t index) {
  return index < snapback_page_count() ? (const char *)files[index].text : NULL;
}
