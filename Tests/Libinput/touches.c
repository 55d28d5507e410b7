/* Prints the touches that libinput makes of a device, a line each; of a touchpad, the movements of
 * the pointer, scrolls, pinches and swipes.
 *
 *     touches NODE
 *
 * Each line of the standard input is a number: so many bytes have been written to the device.
 * When they have arrived, libinput gets to see them, what it says is printed, and then a line
 * with a dot. The first line printed is the device's size in millimeters as libinput believes it.
 *
 * The device is a mock (see Tests/Devices): a pseudo-terminal that no udev knows. Two functions
 * that libinput calls are therefore answered here: fstat(), which has to name the number of an
 * input device, and the question whether udev is done with the device.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <libinput.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

struct udev_device;

static int device = -1;
static unsigned minor_number;

/* By this name libinput calls fstat(); on 64-bit machines the two are one. */
int fstat64(int fd, struct stat64 *status) {
  int result = syscall(SYS_newfstatat, fd, "", status, AT_EMPTY_PATH);
  if (result == 0 && fd == device) status->st_rdev = makedev(13, minor_number);
  return result;
}

int udev_device_get_is_initialized(struct udev_device *unused) {
  (void)unused;
  return 1;
}

static int open_restricted(const char *path, int flags, void *unused) {
  (void)unused;
  return device = open(path, flags);
}

static void close_restricted(int fd, void *unused) {
  (void)unused;
  close(fd);
}

/* That the recorded times lie far behind this machine's clock is no news. */
static void keep_silent(struct libinput *context, enum libinput_log_priority priority,
                        const char *format, va_list arguments) {
  (void)context, (void)priority, (void)format, (void)arguments;
}

static void print_place(const char *word, struct libinput_event_touch *touch) {
  printf("%s %d %llu %.9f %.9f\n", word, libinput_event_touch_get_slot(touch),
         (unsigned long long)libinput_event_touch_get_time_usec(touch),
         libinput_event_touch_get_x(touch), libinput_event_touch_get_y(touch));
}

static void print_end(const char *word, struct libinput_event_touch *touch) {
  printf("%s %d %llu\n", word, libinput_event_touch_get_slot(touch),
         (unsigned long long)libinput_event_touch_get_time_usec(touch));
}

static void print_pad_event(struct libinput_event *event) {
  struct libinput_event_pointer *pointer;
  struct libinput_event_gesture *gesture;
  double across = 0, down = 0;
  switch (libinput_event_get_type(event)) {
    case LIBINPUT_EVENT_POINTER_MOTION:
      pointer = libinput_event_get_pointer_event(event);
      printf("move %.9f %.9f\n", libinput_event_pointer_get_dx_unaccelerated(pointer),
             libinput_event_pointer_get_dy_unaccelerated(pointer));
      break;
    case LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
      pointer = libinput_event_get_pointer_event(event);
      if (libinput_event_pointer_has_axis(pointer, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL))
        across = libinput_event_pointer_get_scroll_value(
            pointer, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL);
      if (libinput_event_pointer_has_axis(pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
        down = libinput_event_pointer_get_scroll_value(
            pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL);
      printf("scroll %.9f %.9f\n", across, down);
      break;
    case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE:
      gesture = libinput_event_get_gesture_event(event);
      printf("swipe %.9f %.9f\n", libinput_event_gesture_get_dx_unaccelerated(gesture),
             libinput_event_gesture_get_dy_unaccelerated(gesture));
      break;
    case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
      gesture = libinput_event_get_gesture_event(event);
      printf("pinch %.9f\n", libinput_event_gesture_get_scale(gesture));
      break;
    default:
      break;
  }
}

static void print_events(struct libinput *context) {
  struct libinput_event *event;
  while ((event = libinput_get_event(context)) != NULL) {
    struct libinput_event_touch *touch;
    switch (libinput_event_get_type(event)) {
      case LIBINPUT_EVENT_TOUCH_DOWN:
        touch = libinput_event_get_touch_event(event);
        print_place("down", touch);
        break;
      case LIBINPUT_EVENT_TOUCH_MOTION:
        touch = libinput_event_get_touch_event(event);
        print_place("motion", touch);
        break;
      case LIBINPUT_EVENT_TOUCH_UP:
        touch = libinput_event_get_touch_event(event);
        print_end("up", touch);
        break;
      case LIBINPUT_EVENT_TOUCH_CANCEL:
        touch = libinput_event_get_touch_event(event);
        print_end("cancel", touch);
        break;
      default:
        print_pad_event(event);
        break;
    }
    libinput_event_destroy(event);
  }
}

/* Waits until so many bytes can be read: what is written to a terminal arrives a little later.
 * It is asked by the bare system call, because umockdev has an answer of its own to ioctl(). */
static int has_arrived(int wanted) {
  for (int tries = 0; tries < 2000; tries++) {
    int ready = 0;
    if (syscall(SYS_ioctl, device, FIONREAD, &ready) == 0 && ready >= wanted) return 1;
    usleep(tries < 50 ? 20 : 1000);
  }
  return 0;
}

int main(int count, char **arguments) {
  static const struct libinput_interface interface = {open_restricted, close_restricted};
  if (count != 2 || sscanf(arguments[1], "/dev/input/event%u", &minor_number) != 1) return 64;
  minor_number += 64;
  struct libinput *context = libinput_path_create_context(&interface, NULL);
  libinput_log_set_handler(context, keep_silent);
  struct libinput_device *added = libinput_path_add_device(context, arguments[1]);
  if (added == NULL) {
    fprintf(stderr, "touches: libinput does not take %s\n", arguments[1]);
    return 66;
  }
  double width = 0, height = 0;
  libinput_device_get_size(added, &width, &height);
  int touches = libinput_device_has_capability(added, LIBINPUT_DEVICE_CAP_TOUCH) ||
                libinput_device_has_capability(added, LIBINPUT_DEVICE_CAP_GESTURE);
  libinput_device_config_accel_set_profile(added, LIBINPUT_CONFIG_ACCEL_PROFILE_FLAT);
  printf("device %d %.9f %.9f\n", touches, width, height);
  char line[32];
  int result = 0;
  do {
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) break;
    if (!has_arrived(atoi(line))) result = 70;
    libinput_dispatch(context);
    print_events(context);
    puts(".");
  } while (result == 0);
  libinput_unref(context);
  return result;
}
