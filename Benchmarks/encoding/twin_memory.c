/* Frames in shared memory, written and read as one would in C: the tables of docs/shared-memory.md. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "twin.h"

enum { HEADER = 64, SLOT = 128, SIZE = HEADER + VIEWS * SLOT };

struct slot {
  float x, y, width, height;
  float dx, dy, rotation, scale_x, scale_y, shear;
  float a, b, c, d, tx, ty;
  float rates[10];
  float alpha;
  uint32_t color, visible, zero[3];
};

struct memory {
  char magic[8];
  uint32_t version, first, stride, count;
  uint64_t epoch, sequence, time, revision;
  uint32_t flags, zero;
  struct slot slots[VIEWS];
};

_Static_assert(sizeof(struct memory) == SIZE, "as the page says");

struct view shared_views[VIEWS];
static struct memory *written;
static const struct memory *mapped;
static struct memory copy;

static void must(int holds, const char *what) {
  if (holds) return;
  perror(what);
  exit(71);
}

void shared_create(void) {
  if (written) return;
  int memory = memfd_create("twin", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  must(memory >= 0 && ftruncate(memory, SIZE) == 0, "memfd");
  written = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  must(written != MAP_FAILED, "mmap");
  must(fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0, "seal");
  mapped = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, memory, 0);
  must(mapped != MAP_FAILED, "mmap");
  close(memory);
  memcpy(written->magic, "SNAPSHM1", 8);
  written->version = 1;
  written->first = HEADER;
  written->stride = SLOT;
  written->count = VIEWS;
  written->epoch = 1;
}

static double extent(double length) { return length > 0 ? length : 0; }

static void put_slot(struct slot *s, const struct view *v) {
  s->x = (float)v->left;
  s->y = (float)v->top;
  s->width = (float)extent(v->right - v->left);
  s->height = (float)extent(v->bottom - v->top);
  s->dx = (float)v->dx;
  s->dy = (float)v->dy;
  s->rotation = (float)v->rotation;
  s->scale_x = (float)v->scale_x;
  s->scale_y = (float)v->scale_y;
  s->shear = (float)v->shear;
  s->a = (float)v->a;
  s->b = (float)v->b;
  s->c = (float)v->c;
  s->d = (float)v->d;
  s->tx = (float)v->tx;
  s->ty = (float)v->ty;
  for (int k = 0; k < 10; k++) s->rates[k] = (float)v->rates[k];
  s->alpha = (float)v->alpha;
  uint32_t color = 0xFF000000u | (uint32_t)v->red << 16 | (uint32_t)v->green << 8 | v->blue;
  s->color = v->has_color ? color : 0;
  s->visible = v->visible;
}

__attribute__((noinline)) size_t shared_publish(const uint32_t *list, uint32_t count) {
  uint64_t sequence = written->sequence;
  __atomic_store_n(&written->sequence, sequence + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  for (uint32_t i = 0; i < count; i++)
    if (list[i] < VIEWS) put_slot(&written->slots[list[i]], &views[list[i]]);
  written->time = 0;
  written->revision = 17;
  written->flags = 0;
  __atomic_store_n(&written->sequence, sequence + 2, __ATOMIC_RELEASE);
  return SIZE;
}

static void take_slot(struct view *v, const struct slot *s) {
  v->left = s->x;
  v->top = s->y;
  v->right = (double)s->x + s->width;
  v->bottom = (double)s->y + s->height;
  v->dx = s->dx;
  v->dy = s->dy;
  v->rotation = s->rotation;
  v->scale_x = s->scale_x;
  v->scale_y = s->scale_y;
  v->shear = s->shear;
  v->a = s->a;
  v->b = s->b;
  v->c = s->c;
  v->d = s->d;
  v->tx = s->tx;
  v->ty = s->ty;
  for (int k = 0; k < 10; k++) v->rates[k] = s->rates[k];
  v->alpha = s->alpha;
  v->red = (uint8_t)(s->color >> 16);
  v->green = (uint8_t)(s->color >> 8);
  v->blue = (uint8_t)s->color;
  v->has_color = s->color >> 24 != 0;
  v->visible = s->visible & 1;
}

/* The words are loaded one by one, as C asks for what another process may be writing. */
static int take_copy(void) {
  uint64_t before = __atomic_load_n(&mapped->sequence, __ATOMIC_ACQUIRE);
  if (before % 2 != 0) return 0;
  for (size_t word = 0; word < SIZE / 8; word++) {
    uint64_t value = __atomic_load_n((const uint64_t *)mapped + word, __ATOMIC_RELAXED);
    memcpy((char *)&copy + 8 * word, &value, 8);
  }
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(&mapped->sequence, __ATOMIC_RELAXED) == before;
}

__attribute__((noinline)) size_t shared_read(void) {
  for (int tries = 0; tries < 1000; tries++) {
    if (!take_copy()) continue;
    for (int i = 0; i < VIEWS; i++) take_slot(&shared_views[i], &copy.slots[i]);
    return SIZE;
  }
  return 0;
}

const unsigned char *shared_bytes(size_t *size) {
  *size = SIZE;
  return (const unsigned char *)mapped;
}
