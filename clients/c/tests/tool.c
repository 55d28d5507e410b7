/* The client library by lines: reads commands, does them, and answers each with lines of JSON, of
   which the last is {"code":N} with what the function returned. The tests in Python drive it.

   create LIMIT                      a connection without a socket
   connect KEY=VALUE...              path name want views rate pacing ack reconnect limit
   bytes HEX                         feeds bytes and prints the messages in them
   next MS                           waits for a message and prints it
   frame_request TIME REFRESH        presented SEQ TIME REFRESH DISCARDED
   ping ID                           resync             shm_attach          text JSON
   evaluate TIME                     the poses of all views, each by both functions
   value VIEW CHANNEL TIME           value and velocity, of a view by its handle
   shm                               the frame in the shared memory
   shm_same                          its time, and whether all numbers of all frames are that
   memory                            the bytes that the connection holds */

#define SNAPBACK_IMPLEMENTATION
#include "../snapback.h"

#include <inttypes.h>

static const char *const channels[] = {
  "left", "top", "right", "bottom", "scrollX", "scrollY", "translationX", "translationY",
  "rotation", "shear", "scaleX", "scaleY", "alpha", "red", "green", "blue", "leverX", "leverY",
  "cornerRadius", "textRed", "textGreen", "textBlue", "textAlpha", "fillAlpha", "borderRed",
  "borderGreen", "borderBlue", "borderAlpha", "borderWidth", "shadowX", "shadowY",
  "shadowOpacity", "shadowRadius"};

static void fail(const char *what) {
  fprintf(stderr, "tool: %s\n", what);
  exit(1);
}

static void print_string(const char *key, const char *text) {
  printf("\"%s\":\"", key);
  for (; *text != 0; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte < 0x20 || byte == '"' || byte == '\\') printf("\\u%04x", byte);
    else putchar(byte);
  }
  putchar('"');
}

static void print_array(const char *key, const float *values, int count) {
  int i;
  printf("\"%s\":[", key);
  for (i = 0; i < count; i++) printf("%s%.17g", i > 0 ? "," : "", (double)values[i]);
  putchar(']');
}

static void print_names(const char *key, const char *const *names, int count, uint32_t bits) {
  const char *comma = "";
  int i;
  printf("\"%s\":[", key);
  for (i = 0; i < count; i++) {
    if ((bits >> i & 1) == 0) continue;
    printf("%s\"%s\"", comma, names[i]);
    comma = ",";
  }
  putchar(']');
}

static const char *name_of(const snapback *c, uint32_t view) {
  const snapback_view *found = snapback_view_at(c, view);
  return found == NULL ? "?" : found->name;
}

static int has_any(const float *values, int count) {
  for (; count > 0; count--) {
    if (values[count - 1] != 0) return 1;
  }
  return 0;
}

static void print_state(const snapback_state *s) {
  print_array("frame", s->frame, 4);
  putchar(',');
  print_array("translation", s->translation, 2);
  printf(",\"rotation\":%.17g,", (double)s->rotation);
  print_array("scale", s->scale, 2);
  if (s->shear != 0) printf(",\"shear\":%.17g", (double)s->shear);
  printf(",\"alpha\":%.17g", (double)s->alpha);
  if (!s->visible) printf(",\"visible\":false");
  if (s->color >> 24 != 0) printf(",\"color\":\"#%06x\"", (unsigned)s->color & 0xffffff);
  putchar(',');
  print_array("toScreen", s->to_screen, 6);
  putchar(',');
  print_array("box", s->box, 4);
  printf(",\"velocity\":{");
  if (has_any(s->frame_velocity, 4)) {
    print_array("frame", s->frame_velocity, 4);
    putchar(',');
  }
  print_array("translation", s->translation_velocity, 2);
  printf(",\"rotation\":%.17g", (double)s->rotation_velocity);
  if (has_any(s->scale_velocity, 2)) {
    putchar(',');
    print_array("scale", s->scale_velocity, 2);
  }
  if (s->shear_velocity != 0) printf(",\"shear\":%.17g", (double)s->shear_velocity);
  putchar('}');
}

/* generated: view printing */
static void print_text(const snapback_text *text) {
  putchar('{');
  print_string("string", text->string);
  if (text->style[0] != 0) {
    putchar(',');
    print_string("style", text->style);
  }
  putchar(',');
  printf("\"size\":%.17g", (double)text->size);
  putchar(',');
  printf("\"lineHeight\":%.17g", (double)text->line_height);
  putchar(',');
  printf("\"firstBaseline\":%.17g", (double)text->first_baseline);
  putchar(',');
  printf("\"lastBaseline\":%.17g", (double)text->last_baseline);
  putchar(',');
  printf("\"lines\":%u", (unsigned)text->lines);
  putchar('}');
}

static void print_view(const snapback *c, const snapback_view *view) {
  putchar('{');
  print_string("id", view->name);
  if (view->parent != SNAPBACK_NO_VIEW) {
    putchar(',');
    print_string("parent", name_of(c, view->parent));
  }
  putchar(',');
  printf("\"cornerRadius\":%.17g", (double)view->corner_radius);
  if (view->clips) {
    putchar(',');
    printf("\"clips\":%s", view->clips ? "true" : "false");
  }
  putchar(',');
  print_array("anchor", view->anchor, 2);
  putchar(',');
  print_state(&view->state);
  if (view->has_text) {
    putchar(',');
    printf("\"text\":");
    print_text(&view->text);
  }
  putchar('}');
}
/* end of generated */

static void print_snapshot(const snapback *c, const snapback_message *m) {
  const snapback_screen *screen = snapback_screen_of(c);
  uint32_t i;
  printf(
    "\"revision\":%" PRIu64 ",\"epoch\":%" PRIu64 ",\"screen\":{\"width\":%.17g,\"height\":%.17g,"
    "\"scale\":%.17g,\"background\":\"#%06x\"},\"views\":[",
    m->as.snapshot.revision, m->as.snapshot.epoch, (double)screen->width, (double)screen->height,
    (double)screen->scale, (unsigned)screen->background & 0xffffff);
  for (i = 0; i < m->as.snapshot.views; i++) {
    if (i > 0) putchar(',');
    print_view(c, snapback_view_at(c, i));
  }
  putchar(']');
}

static void print_rgba(const char *name, uint32_t color) {
  printf("\"%s\":\"#%06x%02x\",", name, (unsigned)color & 0xffffff, (unsigned)(color >> 24));
}

/* Prints the values of a look that can move. */
static void print_moving_look(
  uint32_t text_color, uint32_t border_color, const float *numbers, const float *offset) {
  static const char *const names[] = {
    "fillAlpha", "borderWidth", "shadowOpacity", "shadowRadius"};
  int i;
  print_rgba("textColor", text_color);
  print_rgba("borderColor", border_color);
  for (i = 0; i < 4; i++) printf("\"%s\":%.17g,", names[i], (double)numbers[i]);
  print_array("shadowOffset", offset, 2);
}

static void print_frame(const snapback *c, const snapback_message *m) {
  uint32_t i;
  printf(
    "\"revision\":%" PRIu64 ",\"computed\":%" PRIu64 ",\"views\":[", m->as.frame.revision,
    m->as.frame.computed);
  for (i = 0; i < m->as.frame.count; i++) {
    const snapback_view *view = snapback_view_at(c, m->as.frame.changed[i]);
    printf(i > 0 ? ",{" : "{");
    print_string("id", view->name);
    putchar(',');
    print_state(&view->state);
    /* The state has the radius of the snapshot if the frame has none. */
    if (view->state.corner_radius != view->corner_radius) {
      printf(",\"cornerRadius\":%.17g", (double)view->state.corner_radius);
    }
    /* No look of a vector has a text color of 0. */
    if (view->state.look.text_color != 0) {
      const snapback_moving_look *look = &view->state.look;
      const float numbers[] = {
        look->fill_alpha, look->border_width, look->shadow_opacity, look->shadow_radius};
      printf(",\"look\":{");
      print_moving_look(look->text_color, look->border_color, numbers, look->shadow_offset);
      putchar('}');
    }
    putchar('}');
  }
  putchar(']');
}

static void print_points(const char *key, const double *points) {
  printf(
    ",\"%s\":[%.17g,%.17g,%.17g,%.17g]", key, points[0], points[1], points[2], points[3]);
}

/* A number, null where it is infinite. */
static void print_number(const char *key, double value) {
  if (value > 1e308) printf(",\"%s\":null", key);
  else printf(",\"%s\":%.17g", key, value);
}

static void print_term(const snapback_term *term, const snapback_key *keys) {
  static const char *const kinds[] = {
    "", "spring", "decay", "curve", "keyframes", "springCurve", "pieces"};
  static const char *const numbers[][8] = {
    {NULL}, {"x", "v", "beta", "omega2"}, {"x", "v", "lambda"},
    {"x", "delay", "repeat", "duration"}, {"x", "delay", "repeat", "duration"},
    {"x", "delay", "repeat", "duration", "beta", "omega2", "velocity"}, {"x", "error"}};
  int i;
  printf("{\"kind\":\"%s\",\"anchor\":%" PRIu64, kinds[term->kind], term->anchor);
  if (term->end == SNAPBACK_NEVER) printf(",\"end\":null");
  else printf(",\"end\":%" PRIu64, term->end);
  if (term->local < 0 || term->local > 0) print_number("local", term->local);
  if (term->rate < 1 || term->rate > 1) print_number("rate", term->rate);
  for (i = 0; i < 8 && numbers[term->kind][i] != NULL; i++) {
    print_number(numbers[term->kind][i], term->numbers[i]);
  }
  if (term->kind == SNAPBACK_CURVE) print_points("points", term->numbers + 4);
  if (term->kind == SNAPBACK_KEYFRAMES) {
    printf(",\"keys\":[");
    for (i = 0; i < term->key_count; i++) {
      const snapback_key *key = keys + term->first_key + i;
      printf(
        "%s[%.17g,%.17g,%.17g,%.17g,%.17g,%.17g]", i > 0 ? "," : "", key->time, key->value,
        key->x1, key->y1, key->x2, key->y2);
    }
    putchar(']');
  }
  if (term->kind == SNAPBACK_PIECES) {
    printf(",\"knots\":[");
    for (i = 0; i < term->key_count; i++) {
      const snapback_key *key = keys + term->first_key + i;
      printf("%s[%.17g,%.17g,%.17g]", i > 0 ? "," : "", key->time, key->value, key->velocity);
    }
    putchar(']');
  }
  if (term->flags & SNAPBACK_LATER) printf(",\"later\":true");
  if (term->flags & SNAPBACK_REVERSED) printf(",\"reversed\":true");
  if (term->flags & SNAPBACK_AUTOREVERSES) printf(",\"autoreverses\":true");
  putchar('}');
}

/* All channels that are known: after a snapshot and one segment those of the segment, in order. */
static void print_segment(const snapback *c, const snapback_message *m) {
  const char *comma = "";
  uint32_t view, number, i;
  if (m->as.segment.ahead) printf("\"ahead\":true,");
  printf("\"revision\":%" PRIu64 ",\"channels\":[", m->as.segment.revision);
  for (view = 0; view < snapback_view_count(c); view++) {
    for (number = 0; number < SNAPBACK_CHANNELS; number++) {
      snapback_channel channel;
      if (snapback_channel_at(c, view, number, &channel) != 1) continue;
      printf("%s{", comma);
      comma = ",";
      print_string("view", name_of(c, view));
      printf(
        ",\"channel\":\"%s\",\"generation\":%" PRIu64 ",\"held\":%.17g,\"velocity\":%.17g",
        channels[number], channel.generation, channel.held, channel.velocity);
      if (!channel.is_known) printf(",\"isKnown\":false");
      if (channel.has_map) {
        printf(
          ",\"map\":{\"kind\":\"tilt\",\"source\":\"%s\",\"angle\":%.17g,\"reach\":%.17g}",
          channels[channel.source], channel.angle, channel.reach);
      }
      if (channel.term_count > 0) printf(",\"terms\":[");
      for (i = 0; i < channel.term_count; i++) {
        if (i > 0) putchar(',');
        print_term(channel.terms + i, channel.keys);
      }
      printf(channel.term_count > 0 ? "]}" : "}");
    }
  }
  putchar(']');
}

static void print_gesture(const snapback *c, const snapback_gesture *g) {
  static const char *const kinds[] = {
    "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll", "hover"};
  static const char *const phases[] = {"recognized", "began", "changed", "ended", "cancelled"};
  if (g->kind >= sizeof kinds / sizeof *kinds || g->phase >= sizeof phases / sizeof *phases)
    fail("a gesture of another kind or phase");
  printf("\"id\":%" PRIu64 ",", g->id);
  print_string("view", name_of(c, g->view));
  printf(",\"kind\":\"%s\",\"phase\":\"%s\",", kinds[g->kind], phases[g->phase]);
  if (g->name[0] != 0) {
    print_string("name", g->name);
    putchar(',');
  }
  print_array("location", g->location, 2);
  putchar(',');
  print_array("translation", g->translation, 2);
  putchar(',');
  print_array("velocity", g->velocity, 2);
  if (g->flags & 1) {
    printf(
      ",\"scale\":%.17g,\"scaleVelocity\":%.17g", (double)g->scale, (double)g->scale_velocity);
  }
  if (g->flags & 2) {
    printf(
      ",\"rotation\":%.17g,\"rotationVelocity\":%.17g", (double)g->rotation,
      (double)g->rotation_velocity);
  }
  if (g->flags & 4) printf(",\"injected\":true");
}

static void print_welcome(const snapback_message *m) {
  static const char *const roles[] = {"view", "view-touches", "control", "inject"};
  static const char *const features[] = {
    "frames", "segments", "gestures", "touches", "layout", "done", "devices", "measure", "ack",
    "decisions", "schedule", "events"};
  static const char *const pacings[] = {"timer", "pull", "push"};
  const snapback_welcome *w = &m->as.welcome;
  if (w->pacing > 2) fail("another pacing");
  printf(
    "\"version\":%u,\"clock\":\"%s\",\"session\":\"%016" PRIx64 "\",\"epoch\":%" PRIu64
    ",\"rate\":%.17g,\"pacing\":\"%s\",",
    (unsigned)w->version, w->clock == 0 ? "monotonic" : "replay", w->session, w->epoch, w->rate,
    pacings[w->pacing]);
  print_names("roles", roles, 4, w->roles);
  putchar(',');
  print_names("features", features, 12, w->features);
  if (w->continues) printf(",\"continues\":true");
  if (w->unacknowledged > 0) printf(",\"unacknowledged\":%u", (unsigned)w->unacknowledged);
}

static void print_layout(const snapback *c, const snapback_message *m) {
  uint32_t i;
  if (m->as.layout.transaction != 0) {
    printf("\"transaction\":%" PRIu64 ",", m->as.layout.transaction);
  }
  printf("\"views\":[");
  for (i = 0; i < m->as.layout.count; i++) {
    const snapback_layout *layout = m->as.layout.views + i;
    printf(i > 0 ? ",{" : "{");
    print_string("id", name_of(c, layout->view));
    putchar(',');
    print_array("from", layout->from, 4);
    putchar(',');
    print_array("to", layout->to, 4);
    putchar('}');
  }
  putchar(']');
}

static void print_touch(const snapback_message *m) {
  static const char *const phases[] = {"began", "moved", "ended", "cancelled"};
  uint32_t i;
  printf("\"contacts\":[");
  for (i = 0; i < m->as.touch.count; i++) {
    const snapback_contact *contact = m->as.touch.contacts + i;
    if (contact->phase > 3) fail("a contact of another phase");
    printf(
      "%s{\"id\":%" PRIu64 ",\"phase\":\"%s\",\"x\":%.17g,\"y\":%.17g%s}", i > 0 ? "," : "",
      contact->id, phases[contact->phase], (double)contact->x, (double)contact->y,
      contact->flags & 1 ? ",\"injected\":true" : "");
  }
  putchar(']');
}

static void print_looks(const snapback *c, const snapback_message *m) {
  static const char *const alignments[] = {"leading", "center", "trailing", "left", "right"};
  static const char *const places[] = {"top", "center", "bottom"};
  static const char *const truncations[] = {"tail", "middle", "head", "clip"};
  uint32_t i;
  printf("\"views\":[");
  for (i = 0; i < m->as.looks.count; i++) {
    const snapback_look *look = m->as.looks.views + i;
    const float numbers[] = {
      look->fill_alpha, look->border_width, look->shadow_opacity, look->shadow_radius};
    if (look->text_alignment > 4 || look->vertical_alignment > 2 || look->truncation > 3) {
      fail("a look of another kind");
    }
    printf(i > 0 ? ",{" : "{");
    print_string("id", name_of(c, look->view));
    putchar(',');
    print_moving_look(look->text_color, look->border_color, numbers, look->shadow_offset);
    putchar(',');
    print_rgba("shadowColor", look->shadow_color);
    printf("\"fontWeight\":%u,", (unsigned)look->font_weight);
    print_string("textAlignment", alignments[look->text_alignment]);
    putchar(',');
    print_string("verticalAlignment", places[look->vertical_alignment]);
    putchar(',');
    print_string("truncation", truncations[look->truncation]);
    if (look->image[0] != 0) {
      putchar(',');
      print_string("image", look->image);
    }
    if (look->data[0] != 0) {
      putchar(',');
      print_string("data", look->data);
    }
    putchar('}');
  }
  putchar(']');
}

/* The kinds of events by their numbers, docs/protocol.md. */
static const char *const event_kinds[] = {
  /* generated: event kinds */
  "actionBegan", "actionFinished", "actionInterrupted", "landed", "settled", "tapped", "focused",
  "feedback", "crossed", "stateChanged",
  /* end of generated */
};

static void print_event(const snapback_message *m) {
  const char *const names[] = {"name", "view", "at", "feedback"};
  const char *const values[] = {
    m->as.event.name, m->as.event.view, m->as.event.at, m->as.event.feedback};
  int i;
  if (m->as.event.kind >= sizeof event_kinds / sizeof *event_kinds) {
    fail("an event of another kind");
  }
  print_string("kind", event_kinds[m->as.event.kind]);
  putchar(',');
  print_array("velocity", m->as.event.velocity, 2);
  for (i = 0; i < 4; i++) {
    if (values[i][0] == 0) continue;
    putchar(',');
    print_string(names[i], values[i]);
  }
  if (m->as.event.noticed != 0) printf(",\"noticed\":%" PRIu64, m->as.event.noticed);
}

static void print_small(const snapback_message *m) {
  switch (m->type) {
  case SNAPBACK_TYPE_DONE:
    printf(
      "\"id\":%" PRIu64 ",\"moment\":\"%s\",\"interrupted\":%s", m->as.done.id,
      m->as.done.settled ? "settled" : "finished", m->as.done.interrupted ? "true" : "false");
    break;
  case SNAPBACK_TYPE_LAGGED: printf("\"dropped\":%" PRIu64, m->as.lagged.dropped); break;
  case SNAPBACK_TYPE_ERROR:
    print_string("code", m->as.error.code);
    putchar(',');
    print_string("message", m->as.error.message);
    break;
  case SNAPBACK_TYPE_PONG: printf("\"id\":%" PRIu64, m->as.pong.id); break;
  case SNAPBACK_TYPE_DEVICE:
    printf(
      "\"id\":%" PRIu64 ",\"phase\":\"%s\",", m->as.device.id,
      m->as.device.added ? "added" : "removed");
    print_string("name", m->as.device.name);
    putchar(',');
    print_string("kind", m->as.device.kind);
    break;
  case SNAPBACK_TYPE_SHM:
    printf("\"size\":%" PRIu64 ",\"code\":%d", m->as.shm.size, m->as.shm.code);
    break;
  default: break;
  }
}

static void print_message(const snapback *c, const snapback_message *m) {
  static const char *const names[] = {
    "welcome", "", "snapshot", "frame", "segment", "gesture", "layout", "done", "idle", "lagged",
    "error", "pong", "", "device", "touch", "", "shm", "event", "looks"};
  if (m->type == SNAPBACK_TYPE_TEXT) {
    printf("%s\n", m->as.text.json);
    return;
  }
  if (m->type == SNAPBACK_TYPE_LOST) {
    printf("{\"lost\":{\"code\":%d,\"wait\":%d,", m->as.lost.code, m->as.lost.wait);
    print_string("reason", m->as.lost.reason);
    printf("}}\n");
    return;
  }
  printf("{\"%s\":{", names[m->type - SNAPBACK_TYPE_WELCOME]);
  switch (m->type) {
  case SNAPBACK_TYPE_WELCOME: print_welcome(m); break;
  case SNAPBACK_TYPE_SNAPSHOT: print_snapshot(c, m); break;
  case SNAPBACK_TYPE_FRAME: print_frame(c, m); break;
  case SNAPBACK_TYPE_SEGMENT: print_segment(c, m); break;
  case SNAPBACK_TYPE_GESTURE: print_gesture(c, &m->as.gesture); break;
  case SNAPBACK_TYPE_LAYOUT: print_layout(c, m); break;
  case SNAPBACK_TYPE_TOUCH: print_touch(m); break;
  case SNAPBACK_TYPE_EVENT: print_event(m); break;
  case SNAPBACK_TYPE_LOOKS: print_looks(c, m); break;
  default: print_small(m);
  }
  printf("},\"header\":{\"seq\":%" PRIu64 ",\"time\":%" PRIu64 "}}\n", m->seq, m->time);
}

/* ---- Commands ------------------------------------------------------------------------------- */

static int take_all(snapback *c) {
  snapback_message message;
  int code;
  while ((code = snapback_take(c, &message)) == 1) print_message(c, &message);
  return code;
}

static unsigned digit(char character) {
  const char *digits = "0123456789abcdef", *found = strchr(digits, character);
  if (character == 0 || found == NULL) fail("bytes that are not hexadecimal");
  return (unsigned)(found - digits);
}

static int command_bytes(snapback *c, const char *hex) {
  size_t size = strlen(hex) / 2, i;
  unsigned char *bytes = (unsigned char *)malloc(size + 1);
  int code;
  if (bytes == NULL) fail("no memory");
  for (i = 0; i < size; i++) {
    bytes[i] = (unsigned char)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
  }
  code = snapback_feed(c, bytes, size);
  free(bytes);
  return code != 0 ? code : take_all(c);
}

/* Splits what is between commas, at most so many. */
static size_t split(char *text, const char **parts, size_t limit) {
  size_t count = 0;
  for (text = strtok(text, ","); text != NULL && count < limit; text = strtok(NULL, ",")) {
    parts[count++] = text;
  }
  return count;
}

static int command_connect(snapback **c, char *line) {
  snapback_options options;
  const char *views[16];
  char *word = line, *next, *list = NULL;
  memset(&options, 0, sizeof options);
  for (; word != NULL && *word != 0; word = next) {
    char *value = strchr(word, '=');
    next = strchr(word, ' ');
    if (next != NULL) *next++ = 0;
    if (value == NULL) fail("connect KEY=VALUE");
    *value++ = 0;
    if (strcmp(word, "path") == 0) options.path = value;
    else if (strcmp(word, "name") == 0) options.name = value;
    else if (strcmp(word, "want") == 0) options.want = (uint32_t)strtoul(value, NULL, 0);
    else if (strcmp(word, "views") == 0) list = value;
    else if (strcmp(word, "rate") == 0) options.rate = strtod(value, NULL);
    else if (strcmp(word, "pacing") == 0) options.pacing = atoi(value);
    else if (strcmp(word, "ack") == 0) options.acknowledge = atoi(value);
    else if (strcmp(word, "reconnect") == 0) options.reconnect = atoi(value);
    else if (strcmp(word, "limit") == 0) options.limit = (size_t)strtoul(value, NULL, 0);
    else fail("an option that is not known");
  }
  if (list != NULL) {
    options.views = views;
    options.view_count = split(list, views, 16);
  }
  return snapback_connect(&options, c);
}

static void print_pose(const snapback_pose *p) {
  printf(
    "{\"frame\":[%.17g,%.17g,%.17g,%.17g],\"translation\":[%.17g,%.17g],\"rotation\":%.17g,"
    "\"scale\":[%.17g,%.17g],\"shear\":%.17g,\"alpha\":%.17g,\"color\":%u,\"visible\":%u,"
    "\"cornerRadius\":%.17g,\"exact\":%u,\"toScreen\":[%.17g,%.17g,%.17g,%.17g,%.17g,%.17g]}",
    p->frame[0], p->frame[1], p->frame[2], p->frame[3], p->translation[0], p->translation[1],
    p->rotation, p->scale[0], p->scale[1], p->shear, p->alpha, (unsigned)p->color,
    (unsigned)p->visible, p->corner_radius, (unsigned)p->exact, p->matrix[0], p->matrix[1],
    p->matrix[2], p->matrix[3], p->matrix[4], p->matrix[5]);
}

static int command_evaluate(snapback *c, uint64_t time) {
  const snapback_pose *poses;
  uint32_t i;
  int code = snapback_evaluate_all(c, time, &poses);
  if (code != 0) return code;
  printf("{\"poses\":[");
  for (i = 0; i < snapback_view_count(c); i++) {
    snapback_pose alone;
    memset(&alone, 0, sizeof alone);
    if (snapback_evaluate(c, i, time, &alone) != 0) fail("a view that is there is not");
    if (memcmp(&alone, poses + i, offsetof(snapback_pose, exact) + 4) != 0) {
      fail("one view alone is elsewhere");
    }
    if (i > 0) putchar(',');
    print_pose(poses + i);
  }
  printf("],\"end\":%" PRIu64 "}\n", snapback_motion_end(c));
  return 0;
}

static int command_value(snapback *c, const char *line) {
  char name[32];
  unsigned view;
  uint64_t time;
  uint32_t number = 0;
  snapback_value result;
  int code;
  if (sscanf(line, "%u %31s %" SCNu64, &view, name, &time) != 3) fail("value VIEW CHANNEL TIME");
  while (number < SNAPBACK_CHANNELS && strcmp(channels[number], name) != 0) number++;
  code = snapback_channel_value(c, view, number, time, &result);
  if (code == 0) printf("{\"value\":[%.17g,%.17g]}\n", result.value, result.velocity);
  return code;
}

static int command_shm(snapback *c) {
  snapback_shm_frame frame;
  uint32_t i;
  int code = snapback_shm_read(c, &frame);
  if (code != 0) return code;
  printf(
    "{\"epoch\":%" PRIu64 ",\"time\":%" PRIu64 ",\"revision\":%" PRIu64
    ",\"idle\":%d,\"views\":[",
    frame.epoch, frame.time, frame.revision, frame.idle);
  for (i = 0; i < frame.count; i++) {
    printf(i > 0 ? ",{" : "{");
    print_state(frame.states + i);
    putchar('}');
  }
  printf("]}\n");
  return 0;
}

static int command_shm_same(snapback *c) {
  snapback_shm_frame frame;
  uint32_t i;
  int same = 1, k, code = snapback_shm_read(c, &frame);
  if (code != 0) return code;
  for (i = 0; i < frame.count; i++) {
    for (k = 0; k < 4; k++) same &= frame.states[i].frame[k] - (float)frame.time == 0;
  }
  printf("{\"time\":%" PRIu64 ",\"same\":%d}\n", frame.time, same);
  return 0;
}

static int command_next(snapback *c, int timeout) {
  snapback_message message;
  int code = snapback_next(c, &message, timeout);
  if (code == 1) print_message(c, &message);
  return code;
}

/* The value of a key in "KEY=VALUE" with tabs between them, NULL if it is not there. It is kept until
   the next command. */
static const char *text_of(const char *key, const char *rest) {
  static char values[16][4096];
  static int used;
  size_t length = strlen(key);
  for (; rest != NULL; rest = strchr(rest, '\t')) {
    size_t size;
    rest += *rest == '\t';
    if (strncmp(rest, key, length) != 0 || rest[length] != '=') continue;
    size = strcspn(rest + length + 1, "\t");
    if (size >= sizeof values[0]) fail("a value is too long");
    used = (used + 1) % 16;
    memcpy(values[used], rest + length + 1, size);
    values[used][size] = 0;
    return values[used];
  }
  return NULL;
}

static double number_of(const char *key, const char *rest) {
  const char *text = text_of(key, rest);
  return text == NULL ? NAN : strtod(text, NULL);
}

static int64_t integer_of(const char *key, const char *rest) {
  const char *text = text_of(key, rest);
  return text == NULL ? -1 : strtoll(text, NULL, 10);
}

static int flag_of(const char *key, const char *rest) {
  const char *text = text_of(key, rest);
  return text == NULL ? -1 : strcmp(text, "true") == 0;
}

/* A command of docs/control.md: its name, its number, and its keys, with tabs between them. */
static int command_command(snapback *c, char *line) {
  const char *name = strtok(line, "\t"), *number = strtok(NULL, "\t"), *rest = strtok(NULL, "");
  uint64_t id = number == NULL ? 0 : strtoull(number, NULL, 10);
  if (name == NULL) fail("command NAME ID KEY=VALUE");
  /* generated: command calls */
  if (strcmp(name, "status") == 0) {
    return snapback_status(c, id);
  }
  if (strcmp(name, "inspect") == 0) {
    return snapback_inspect(c, id, text_of("view", rest));
  }
  if (strcmp(name, "document") == 0) {
    return snapback_document(c, id);
  }
  if (strcmp(name, "change") == 0) {
    return snapback_change(c, id, text_of("changes", rest), text_of("animate", rest),
      flag_of("controlled", rest));
  }
  if (strcmp(name, "run") == 0) {
    return snapback_run(c, id, text_of("action", rest));
  }
  if (strcmp(name, "animation") == 0) {
    return snapback_animation(c, id, integer_of("transaction", rest), text_of("do", rest),
      number_of("fraction", rest), text_of("at", rest), flag_of("linearly", rest),
      text_of("animate", rest));
  }
  if (strcmp(name, "load") == 0) {
    return snapback_load(c, id, text_of("scene", rest), text_of("animate", rest));
  }
  if (strcmp(name, "patch") == 0) {
    return snapback_patch(c, id, text_of("scene", rest), text_of("animate", rest));
  }
  if (strcmp(name, "retarget") == 0) {
    return snapback_retarget(c, id, text_of("constraint", rest), text_of("side", rest),
      text_of("view", rest), text_of("attribute", rest), integer_of("term", rest),
      text_of("animate", rest));
  }
  if (strcmp(name, "measured") == 0) {
    return snapback_measured(c, id, integer_of("request", rest), number_of("width", rest),
      number_of("height", rest), number_of("firstBaseline", rest), number_of("lastBaseline", rest));
  }
  if (strcmp(name, "motion") == 0) {
    return snapback_motion(c, id, number_of("rate", rest), flag_of("reduced", rest),
      flag_of("instant", rest));
  }
  if (strcmp(name, "rotate") == 0) {
    return snapback_rotate(c, id, integer_of("rotation", rest));
  }
  if (strcmp(name, "inject") == 0) {
    return snapback_inject(c, id, text_of("touches", rest), integer_of("time", rest));
  }
  /* end of generated */
  fail("no such command");
  return SNAPBACK_INVALID;
}

static int command(snapback **c, const char *name, char *line) {
  unsigned long long a = 0, b = 0, d = 0;
  int flag = 0;
  if (strcmp(name, "create") == 0 || strcmp(name, "connect") == 0) {
    snapback_close(*c);
    *c = NULL;
    if (name[1] == 'o') return command_connect(c, line);
    *c = snapback_create((size_t)strtoul(line, NULL, 0));
    return *c == NULL ? SNAPBACK_NO_MEMORY : SNAPBACK_OK;
  }
  if (*c == NULL) return SNAPBACK_CLOSED;
  if (strcmp(name, "bytes") == 0) return command_bytes(*c, line);
  sscanf(line, "%llu %llu %llu %d", &a, &b, &d, &flag);
  if (strcmp(name, "next") == 0) return command_next(*c, atoi(line));
  if (strcmp(name, "frame_request") == 0) return snapback_frame_request(*c, a, b);
  if (strcmp(name, "presented") == 0) return snapback_presented(*c, a, b, d, flag);
  if (strcmp(name, "ping") == 0) return snapback_ping(*c, a);
  if (strcmp(name, "resync") == 0) return snapback_resync(*c);
  if (strcmp(name, "command") == 0) return command_command(*c, line);
  if (strcmp(name, "shm_attach") == 0) return snapback_shm_attach(*c);
  if (strcmp(name, "text") == 0) return snapback_send_text(*c, line, strlen(line));
  if (strcmp(name, "evaluate") == 0) return command_evaluate(*c, a);
  if (strcmp(name, "value") == 0) return command_value(*c, line);
  if (strcmp(name, "shm_same") == 0) return command_shm_same(*c);
  if (strcmp(name, "shm") == 0) return command_shm(*c);
  if (strcmp(name, "memory") == 0) return printf("%lu\n", (unsigned long)snapback_memory(*c)) < 0;
  fail("a command that is not known");
  return 0;
}

int main(void) {
  snapback *c = NULL;
  size_t size = 32 << 20;
  char *line = (char *)malloc(size);
  while (line != NULL && fgets(line, (int)size, stdin) != NULL) {
    char *rest;
    int code;
    line[strcspn(line, "\n")] = 0;
    rest = strchr(line, ' ');
    if (rest != NULL) *rest++ = 0;
    else rest = line + strlen(line);
    code = command(&c, line, rest);
    printf("{\"code\":%d", code);
    if (code < 0 && c != NULL) {
      putchar(',');
      print_string("error", snapback_error(c));
    }
    printf("}\n");
    fflush(stdout);
  }
  snapback_close(c);
  free(line);
  return 0;
}
