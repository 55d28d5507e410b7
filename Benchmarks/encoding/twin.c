/* Writes the same frame of a hundred views as Snapback's binary encoder, as one would in C, and puts
 * it into shared memory and reads it there.
 *
 * Reads lines "WORKLOAD COUNT" (binary, publish or read) and answers with nanoseconds; a COUNT of 0
 * answers with the bytes of one frame, or of the numbers that were read, in hexadecimal. The numbers
 * are those of EncodingScene.swift. */

#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct view views[VIEWS];
uint32_t news[VIEWS];
unsigned char out[VIEWS * 140 + 64];

static double number(int view, int k) { return (view * 131 + k * 29) % 2003 / 16.0 - 60; }
static double magnitude(double x) { return x < 0 ? -x : x; }
static double least(double x, double y) { return y < x ? y : x; }
static double most(double x, double y) { return y >= x ? y : x; }

static void make(void) {
  for (int i = 0; i < VIEWS; i++) {
    struct view *v = &views[i];
    v->left = number(i, 0);
    v->top = number(i, 1);
    v->right = v->left + (magnitude(number(i, 2)) + 1);
    v->bottom = v->top + (magnitude(number(i, 3)) + 1);
    v->dx = number(i, 4);
    v->dy = number(i, 5);
    v->rotation = number(i, 6) / 64;
    v->shear = number(i, 9) / 64;
    v->scale_x = number(i, 7);
    v->scale_y = number(i, 8);
    v->alpha = 0.5;
    v->red = (uint8_t)i;
    v->green = 64;
    v->blue = (uint8_t)(255 - i);
    v->has_color = v->visible = 1;
    v->a = number(i, 10) / 64;
    v->b = number(i, 11) / 64;
    v->c = number(i, 12) / 64;
    v->d = number(i, 13) / 64;
    v->tx = number(i, 14);
    v->ty = number(i, 15);
    for (int k = 0; k < 10; k++) v->rates[k] = number(i, 17 + k);
    v->rates[6] /= 64;
    v->rates[9] /= 64;
    news[i] = i;
  }
}

static unsigned char *put16(unsigned char *p, uint16_t n) { return memcpy(p, &n, 2), p + 2; }
static unsigned char *put32(unsigned char *p, uint32_t n) { return memcpy(p, &n, 4), p + 4; }
static unsigned char *put64(unsigned char *p, uint64_t n) { return memcpy(p, &n, 8), p + 8; }

static unsigned char *put(unsigned char *p, double number) {
  float f = (float)number;
  return memcpy(p, &f, 4), p + 4;
}

static unsigned char *put_view(unsigned char *p, const struct view *v, uint32_t handle) {
  int moves = 0;
  for (int k = 0; k < 10; k++) moves |= v->rates[k] != 0;
  double width = most(0, v->right - v->left), height = most(0, v->bottom - v->top);
  double x1 = v->a * width, x2 = v->c * height, y1 = v->b * width, y2 = v->d * height;
  double left = v->tx + least(0, x1) + least(0, x2), top = v->ty + least(0, y1) + least(0, y2);
  double right = v->tx + most(0, x1) + most(0, x2);
  double bottom = v->ty + most(0, y1) + most(0, y2);
  p = put16(put16(put32(p, handle), (uint16_t)(31 | (moves ? 32 : 0))), 0);
  p = put(put(put(put(p, v->left), v->top), width), height);
  p = put(put(put(p, v->dx), v->dy), v->rotation);
  p = put(put(put(p, v->scale_x), v->scale_y), v->shear);
  p = put(put(put(put(put(put(p, v->a), v->b), v->c), v->d), v->tx), v->ty);
  p = put(p, least(most(v->alpha, 0), 1));
  uint32_t color = 0xFF000000u | (uint32_t)v->red << 16 | (uint32_t)v->green << 8 | v->blue;
  p = put32(put32(p, v->has_color ? color : 0), v->visible);
  p = put(put(put(put(p, left), top), right - left), bottom - top);
  if (moves)
    for (int k = 0; k < 10; k++) p = put(p, v->rates[k]);
  return p;
}

__attribute__((noinline)) size_t write_frame(const uint32_t *list, uint32_t count) {
  unsigned char *p = out + 24;
  p = put64(put64(p, 17), 0);
  unsigned char *head = p;
  p += 8;
  for (uint32_t i = 0; i < count; i++) {
    if (list[i] < VIEWS) p = put_view(p, &views[list[i]], list[i]);
  }
  put32(put32(head, count), 0);
  size_t size = (size_t)(p - out);
  put64(put64(put32(put32(out, (uint32_t)(size - 24)), 19 | 1 << 16), 1), 0);
  return size;
}

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

enum workload { BINARY, PUBLISH, READ, NONE };

static enum workload named(const char *name) {
  static const char *const names[] = {"binary", "publish", "read"};
  for (int i = 0; i < NONE; i++)
    if (strcmp(name, names[i]) == 0) return (enum workload)i;
  return NONE;
}

/* One pass, and what follows the last; functions of their own, so that callgrind can be told. */
__attribute__((noinline)) size_t measure_pass(enum workload workload) {
  switch (workload) {
    case BINARY: return write_frame(news, VIEWS);
    case PUBLISH: return shared_publish(news, VIEWS);
    default: return shared_read();
  }
}

__attribute__((noinline)) long long measure_end(void) { return now(); }

static void print(const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
}

/* The numbers of a view that was read, in the order in which EncodingBench.swift tells them. */
static void print_view(const struct view *v) {
  print(&v->left, 11 * sizeof(double));
  uint8_t color[] = {v->red, v->green, v->blue, v->has_color, v->visible};
  print(color, sizeof color);
  print(&v->a, 6 * sizeof(double));
  print(v->rates, sizeof v->rates);
}

static void show(enum workload workload, size_t size) {
  size_t length = size;
  if (workload == BINARY) print(out, length);
  if (workload == PUBLISH) print(shared_bytes(&length), size);
  if (workload == READ)
    for (int i = 0; i < VIEWS; i++) print_view(&shared_views[i]);
  putchar('\n');
}

int main(void) {
  char name[32];
  long count;
  make();
  shared_create();
  while (scanf("%31s %ld", name, &count) == 2) {
    enum workload workload = named(name);
    if (workload == READ) shared_publish(news, VIEWS);
    size_t size = workload == NONE ? 1 : measure_pass(workload);
    if (workload == NONE) {
      puts("-");
    } else if (count == 0) {
      show(workload, size);
    } else {
      long long start = now();
      for (long i = 0; i < count; i++) {
        size += measure_pass(workload);
        __asm__ volatile("" : : "r"(out), "r"(views), "r"(shared_views) : "memory");
      }
      printf("%lld\n", measure_end() - start);
    }
    fflush(stdout);
    if (size == 0) return 1;
  }
  return 0;
}
