/* Bytes that no daemon would send: fuzz SECONDS SEED FILE...

   Takes the messages of the files, changes some of their bytes, lengths and numbers, and feeds them
   in pieces. Nothing may crash (build it with the sanitizers), hang, or need more memory than the
   limit; what a scene then has is walked through and evaluated. The shared memory too is made of
   changed bytes. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define SNAPBACK_IMPLEMENTATION
#include "../snapback.h"

enum { FILES = 256, SIZE = 1 << 16, LIMIT = 200000 };

static unsigned char *files[FILES];
static size_t sizes[FILES];
static int file_count;
static uint64_t state;
static unsigned long messages, refused, read_memories;
static double sum;

/* xorshift64*; Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016. */
static uint64_t draw(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 2685821657736338717u;
}

static size_t below(size_t count) { return count == 0 ? 0 : (size_t)(draw() % count); }

static void fail(const char *what) {
  printf("FAILED  fuzz: %s\n", what);
  exit(1);
}

static void read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || file_count == FILES) fail(path);
  files[file_count] = (unsigned char *)malloc(SIZE);
  if (files[file_count] == NULL) fail("no memory");
  sizes[file_count] = fread(files[file_count], 1, SIZE, file);
  file_count++;
  fclose(file);
}

/* One change: a bit, a byte, a number at the end of its range, a cut, or a part of another file. */
static size_t change(unsigned char *bytes, size_t size) {
  static const uint64_t numbers[] = {
    0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, UINT64_MAX, (uint64_t)0x7ff << 52,
    (uint64_t)0x7ff8 << 48, (uint64_t)0xfff << 52, 0x7f800000, 0x7fc00000, 1u << 31};
  size_t at = below(size), width = (size_t)1 << below(4), other = below((size_t)file_count);
  if (size == 0) return 0;
  switch (below(6)) {
  case 0: bytes[at] ^= (unsigned char)(1u << below(8)); break;
  case 1: bytes[at] = (unsigned char)draw(); break;
  case 2:
  case 3:
    if (at + width > size) break;
    snapback__set(bytes + at, numbers[below(sizeof numbers / sizeof *numbers)], (int)width);
    break;
  case 4: return at;
  default:
    width = below(sizes[other]);
    if (at + width > SIZE) break;
    memcpy(bytes + at, files[other] + sizes[other] - width, width);
    if (at + width > size) size = at + width;
  }
  return size;
}

static void look(snapback *c) {
  const snapback_pose *poses;
  uint32_t i;
  uint64_t time = below(2) ? draw() : snapback_motion_end(c) - below(5000000000u);
  if (snapback_evaluate_all(c, time, &poses) == 0) {
    for (i = 0; i < snapback_view_count(c); i++) {
      const snapback_view *view = snapback_view_at(c, i);
      sum += poses[i].matrix[4] + (double)strlen(view->name);
      if (view->has_text) sum += (double)(strlen(view->text.string) + strlen(view->text.style));
    }
  }
  if (snapback_find(c, "card") >= snapback_view_count(c)
    && snapback_find(c, "card") != SNAPBACK_NO_VIEW) {
    fail("a view that is not there was found");
  }
}

/* Strings of a message have to be readable to their end. */
static void look_at(const snapback *c, const snapback_message *m) {
  uint32_t i;
  messages++;
  if (m->type == SNAPBACK_TYPE_TEXT) sum += (double)strlen(m->as.text.json);
  if (m->type == SNAPBACK_TYPE_GESTURE) sum += (double)strlen(m->as.gesture.name);
  if (m->type == SNAPBACK_TYPE_ERROR) {
    sum += (double)(strlen(m->as.error.code) + strlen(m->as.error.message));
  }
  if (m->type == SNAPBACK_TYPE_DEVICE) {
    sum += (double)(strlen(m->as.device.name) + strlen(m->as.device.kind));
  }
  for (i = 0; m->type == SNAPBACK_TYPE_FRAME && i < m->as.frame.count; i++) {
    if (snapback_view_at(c, m->as.frame.changed[i]) == NULL) fail("a view of a frame is not there");
  }
  for (i = 0; m->type == SNAPBACK_TYPE_LAYOUT && i < m->as.layout.count; i++) {
    sum += m->as.layout.views[i].to[3];
  }
  for (i = 0; m->type == SNAPBACK_TYPE_TOUCH && i < m->as.touch.count; i++) {
    sum += m->as.touch.contacts[i].x;
  }
}

/* A few messages, most of them after a good snapshot. */
static void converse(int snapshot) {
  static unsigned char bytes[SIZE];
  snapback *c = snapback_create(LIMIT);
  snapback_message message;
  size_t turns = 1 + below(6);
  int code = 0;
  if (c == NULL) fail("no memory");
  if (below(4) > 0) code = snapback_feed(c, files[snapshot], sizes[snapshot]);
  while (turns-- > 0 && code >= 0) {
    size_t file = below((size_t)file_count), size = sizes[file], at = 0, changes = below(5);
    memcpy(bytes, files[file], size);
    while (changes-- > 0) size = change(bytes, size);
    while (at < size && code >= 0) {
      size_t piece = 1 + below(size - at);
      code = snapback_feed(c, bytes + at, piece);
      at += piece;
      while (code >= 0 && (code = snapback_take(c, &message)) == 1) look_at(c, &message);
    }
    look(c);
  }
  refused += code < 0;
  if (snapback_memory(c) > LIMIT + sizeof *c) fail("it needs more memory than the limit");
  snapback_close(c);
}

static void share(void) {
#ifdef __linux__
  static unsigned char bytes[4096];
  snapback *c = snapback_create(LIMIT);
  snapback_shm_frame frame;
  size_t size = 64 + 128 * below(6), said = size, changes = below(4), i;
  int fd = memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING), code;
  if (fd < 0 || c == NULL) fail("no memory file");
  for (i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)draw();
  memcpy(bytes, "SNAPSHM1", 8);
  snapback__set(bytes + 8, 1, 4);
  snapback__set(bytes + 12, 64, 4);
  snapback__set(bytes + 16, 128, 4);
  snapback__set(bytes + 20, (size - 64) / 128, 4);
  snapback__set(bytes + 32, 2 * below(100), 8);
  while (changes-- > 0) change(bytes + 8, 56);
  if (below(8) == 0) said = (size_t)draw() >> below(64);
  if (write(fd, bytes, size) != (ssize_t)size) fail("no room");
  if (below(8) > 0) fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
  code = snapback_shm_open(c, fd, -1, said);
  if (code == 0) code = snapback_shm_read(c, &frame);
  if (code == 0) {
    read_memories++;
    for (i = 0; i < frame.count; i++) sum += frame.states[i].box[2];
  }
  snapback_close(c);
#endif
}

int main(int count, char **arguments) {
  uint64_t end, runs = 0;
  int i, snapshot = 0;
  if (count < 4) return 64;
  end = snapback_now() + (uint64_t)atoi(arguments[1]) * 1000000000u;
  state = strtoull(arguments[2], NULL, 0) * 2 + 1;
  for (i = 3; i < count; i++) {
    if (strstr(arguments[i], "/snapshot.bin") != NULL) snapshot = file_count;
    read_file(arguments[i]);
  }
  for (; snapback_now() < end; runs++) {
    converse(snapshot);
    if (runs % 8 == 0) share();
  }
  for (i = 0; i < file_count; i++) free(files[i]);
  printf(
    "fuzz: seed %s, %lu conversations, %lu messages read, %lu ended refused, %lu memories read\n",
    arguments[2], (unsigned long)runs, messages, refused, read_memories);
  if (messages == 0 || refused == 0) fail("nothing was tried");
  printf("fuzz: 1 passed, 0 failed%s\n", sum > 1e308 ? " " : "");
  return 0;
}
