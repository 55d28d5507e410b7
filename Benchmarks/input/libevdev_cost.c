/* What it costs to read frames of ten fingers: by libevdev, and by read() alone.
 *
 *     libevdev_cost NODE ROUNDS
 *
 * libevdev is shown a mock device, and then, for the events, a pipe: a pipe's read costs about what
 * the kernel's evdev takes to copy events, while the mock's pseudo-terminal takes a multiple. Prints
 * the medians over the rounds, in nanoseconds a frame: by libevdev, and by read() alone.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FRAMES = 60, FINGERS = 10, MOST = FRAMES * (3 * FINGERS + 3) };

static struct input_event events[MOST];
static int event_count;

static void add(int step, int type, int code, int value) {
  struct input_event *event = &events[event_count++];
  event->input_event_sec = step / 120;
  event->input_event_usec = step % 120 * 8333;
  event->type = type;
  event->code = code;
  event->value = value;
}

/* Ten fingers on circles, a turn in all: 33 events a frame. */
static void fill(void) {
  for (int step = 0; step < FRAMES; step++) {
    for (int finger = 0; finger < FINGERS; finger++) {
      double angle = 2 * M_PI * step / FRAMES * (1 + finger % 3) + finger;
      int x = 1000 + (300 + 50 * finger) * cos(angle), y = 2300 + (300 + 50 * finger) * sin(angle);
      add(step, EV_ABS, ABS_MT_SLOT, finger);
      add(step, EV_ABS, ABS_MT_POSITION_X, x);
      add(step, EV_ABS, ABS_MT_POSITION_Y, y);
      if (finger == 0) {
        add(step, EV_ABS, ABS_X, x);
        add(step, EV_ABS, ABS_Y, y);
      }
    }
    add(step, EV_SYN, SYN_REPORT, 0);
  }
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int read_alone(int source) {
  static struct input_event got[256];
  ssize_t length;
  int count = 0;
  while ((length = read(source, got, sizeof got)) > 0) count += length / sizeof got[0];
  return count;
}

static int read_by_libevdev(struct libevdev *evdev) {
  struct input_event event;
  int count = 0;
  while (libevdev_next_event(evdev, LIBEVDEV_READ_FLAG_NORMAL, &event) ==
         LIBEVDEV_READ_STATUS_SUCCESS)
    count++;
  return count;
}

static int compare(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return a < b ? -1 : a > b;
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  int rounds = atoi(arguments[2]), device = open(arguments[1], O_RDONLY | O_NONBLOCK);
  struct libevdev *evdev = NULL;
  int ends[2];
  double *times[2] = {calloc(rounds, sizeof(double)), calloc(rounds, sizeof(double))};
  if (device < 0 || libevdev_new_from_fd(device, &evdev) < 0) return 66;
  if (rounds < 1 || pipe2(ends, O_NONBLOCK) != 0 || libevdev_change_fd(evdev, ends[0]) != 0)
    return 70;
  fill();
  for (int round = 0; round < rounds; round++) {
    for (int way = 0; way < 2; way++) {
      if (write(ends[1], events, sizeof events) != sizeof events) return 70;
      long long start = now();
      int seen = way == 0 ? read_by_libevdev(evdev) : read_alone(ends[0]);
      times[way][round] = (double)(now() - start) / FRAMES;
      if (seen < MOST - FRAMES) return 70;
    }
  }
  for (int way = 0; way < 2; way++) {
    qsort(times[way], rounds, sizeof(double), compare);
    printf("%.0f%c", times[way][rounds / 2], way == 0 ? ' ' : '\n');
  }
  return 0;
}
