/* Input devices that the kernel makes for us (uinput), and fingers on them.

   Reads commands from the standard input, one a line, and answers each with one line, "ok" and
   something, or "error" and why:

     panel                   makes the panel; answers its node
     keyboard                makes a keyboard; answers its node
     destroy                 takes away what was made
     down SLOT X Y           a finger touches
     drag SLOT X Y MS        it moves on in a straight line, 125 frames a second
     burst N SLOT X Y        it jitters for N frames as fast as they can be written, ending there
     up SLOT                 it lifts
     key CODE                a key of the keyboard is pressed and released
     totals                  answers how many devices were made and how many events were written

   Positions are in the panel's units. What was made goes when the program ends. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
  slot_count = 10,
  width = 1080,
  height = 2340,
  units_per_mm = 16,
  most_frames = 1000000,
  most_milliseconds = 60000,
  /* Events that are collected before they are written; a frame has fewer. */
  batch_limit = 240,
};

/* Between two frames of a panel that scans 125 times a second. */
static const long scan_nanoseconds = 8000000;

struct device {
  int file; /* -1 when it is not there. */
};

struct contact {
  bool is_down;
  int x, y;
};

static struct device panel = {-1}, keyboard = {-1};
static struct contact contacts[slot_count];
static int last_tracking_id;
static long devices_made, events_written;

static struct input_event batch[batch_limit];
static size_t batch_count;

static bool answer(const char *word, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints an answer; true, so that a command can return it. */
static bool answer(const char *word, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("%s ", word);
  vprintf(format, arguments);
  putchar('\n');
  fflush(stdout);
  va_end(arguments);
  return true;
}

static bool answer_events(void) { return answer("ok", "%ld", events_written); }

static bool answer_errno(const char *what) {
  return answer("error", "%s: %s", what, strerror(errno));
}

/* Writes the collected events; the kernel stamps them. False when the device does not take them. */
static bool flush_events(const struct device *device) {
  size_t size = batch_count * sizeof batch[0];
  bool is_written = write(device->file, batch, size) == (ssize_t)size;
  if (is_written) events_written += (long)batch_count;
  batch_count = 0;
  return is_written;
}

static void add(int type, int code, int value) {
  batch[batch_count++] =
      (struct input_event){.type = (__u16)type, .code = (__u16)code, .value = value};
}

static void add_position(int slot, int x, int y) {
  add(EV_ABS, ABS_MT_SLOT, slot);
  add(EV_ABS, ABS_MT_POSITION_X, x);
  add(EV_ABS, ABS_MT_POSITION_Y, y);
  contacts[slot].x = x;
  contacts[slot].y = y;
}

static void add_report(void) { add(EV_SYN, SYN_REPORT, 0); }

static int contacts_down(void) {
  int count = 0;
  for (int slot = 0; slot < slot_count; slot++) count += contacts[slot].is_down;
  return count;
}

/* Finds the node of a device that has been made: the folder in /sys holds one named eventN. */
static bool find_node(const struct device *device, char *node, size_t size) {
  char name[64], folder[128];
  if (ioctl(device->file, UI_GET_SYSNAME(sizeof name), name) < 0) return false;
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
  DIR *entries = opendir(folder);
  if (entries == NULL) return false;
  bool is_found = false;
  for (struct dirent *entry; !is_found && (entry = readdir(entries)) != NULL;) {
    if (strncmp(entry->d_name, "event", 5) != 0) continue;
    snprintf(node, size, "/dev/input/%s", entry->d_name);
    is_found = true;
  }
  closedir(entries);
  return is_found;
}

static void destroy(struct device *device) {
  if (device->file < 0) return;
  ioctl(device->file, UI_DEV_DESTROY);
  close(device->file);
  device->file = -1;
}

static bool set_axis(int file, int code, int maximum, int resolution) {
  struct uinput_abs_setup axis = {
      .code = (__u16)code, .absinfo = {.maximum = maximum, .resolution = resolution}};
  return ioctl(file, UI_ABS_SETUP, &axis) == 0;
}

static bool describe_panel(int file) {
  return ioctl(file, UI_SET_EVBIT, EV_KEY) == 0 && ioctl(file, UI_SET_EVBIT, EV_ABS) == 0 &&
         ioctl(file, UI_SET_KEYBIT, BTN_TOUCH) == 0 &&
         ioctl(file, UI_SET_PROPBIT, INPUT_PROP_DIRECT) == 0 &&
         set_axis(file, ABS_MT_SLOT, slot_count - 1, 0) &&
         set_axis(file, ABS_MT_POSITION_X, width - 1, units_per_mm) &&
         set_axis(file, ABS_MT_POSITION_Y, height - 1, units_per_mm) &&
         set_axis(file, ABS_MT_TRACKING_ID, 65535, 0);
}

static bool describe_keyboard(int file) {
  if (ioctl(file, UI_SET_EVBIT, EV_KEY) < 0) return false;
  for (int code = KEY_ESC; code <= KEY_F12; code++) {
    if (ioctl(file, UI_SET_KEYBIT, code) < 0) return false;
  }
  return true;
}

static bool create(struct device *device, const char *name, bool (*describe)(int)) {
  if (device->file >= 0) return answer("error", "there is one already");
  int file = open("/dev/uinput", O_RDWR | O_CLOEXEC);
  if (file < 0) return answer_errno("/dev/uinput");
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 1, .product = 1}};
  snprintf(setup.name, sizeof setup.name, "%s", name);
  if (!describe(file) || ioctl(file, UI_DEV_SETUP, &setup) < 0 ||
      ioctl(file, UI_DEV_CREATE) < 0) {
    answer_errno("the kernel makes no device");
    close(file);
    return true;
  }
  device->file = file;
  char node[300];
  if (!find_node(device, node, sizeof node)) {
    answer_errno("the device has no node");
    destroy(device);
    return true;
  }
  devices_made++;
  return answer("ok", "%s", node);
}

static bool is_place(int slot, int x, int y) {
  return slot >= 0 && slot < slot_count && x >= 0 && x < width && y >= 0 && y < height;
}

static bool down(int slot, int x, int y) {
  if (!is_place(slot, x, y) || contacts[slot].is_down) return answer("error", "no such finger");
  add_position(slot, x, y);
  last_tracking_id = (last_tracking_id + 1) % 65536;
  add(EV_ABS, ABS_MT_TRACKING_ID, last_tracking_id);
  contacts[slot].is_down = true;
  if (contacts_down() == 1) add(EV_KEY, BTN_TOUCH, 1);
  add_report();
  return flush_events(&panel) ? answer_events() : answer_errno("down");
}

static bool up(int slot) {
  if (!is_place(slot, 0, 0) || !contacts[slot].is_down) return answer("error", "no such finger");
  add(EV_ABS, ABS_MT_SLOT, slot);
  add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  contacts[slot].is_down = false;
  if (contacts_down() == 0) add(EV_KEY, BTN_TOUCH, 0);
  add_report();
  return flush_events(&panel) ? answer_events() : answer_errno("up");
}

/* Waits from one scan to the next. A scan that is late delays all that follow: frames that catch up
   would say that the finger jumped. */
static void wait_for_scan(void) {
  struct timespec rest = {.tv_nsec = scan_nanoseconds};
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR) continue;
}

static bool drag(int slot, int x, int y, int milliseconds) {
  if (!is_place(slot, x, y) || !contacts[slot].is_down || milliseconds > most_milliseconds) {
    return answer("error", "no such finger, or too long");
  }
  int from_x = contacts[slot].x, from_y = contacts[slot].y;
  int steps = milliseconds / 8 > 0 ? milliseconds / 8 : 1;
  for (int step = 1; step <= steps; step++) {
    wait_for_scan();
    add_position(slot, from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps);
    add_report();
    if (!flush_events(&panel)) return answer_errno("drag");
  }
  wait_for_scan();
  return answer_events();
}

/* Each frame differs from the one before, or the kernel would leave it out. */
static bool burst(int frames, int slot, int x, int y) {
  if (!is_place(slot, x, y) || !contacts[slot].is_down || frames < 1 || frames > most_frames) {
    return answer("error", "no such finger, or too many frames");
  }
  int aside = x > 0 ? -1 : 1;
  for (int left = frames - 1; left >= 0; left--) {
    add_position(slot, x + aside * (left % 2), y);
    add_report();
    if (left == 0 || batch_count + 4 > batch_limit) {
      if (!flush_events(&panel)) return answer_errno("burst");
    }
  }
  return answer_events();
}

static bool key(int code) {
  for (int value = 1; value >= 0; value--) {
    add(EV_KEY, code, value);
    add_report();
  }
  return flush_events(&keyboard) ? answer_events() : answer_errno("key");
}

static bool destroy_all(void) {
  destroy(&panel);
  destroy(&keyboard);
  memset(contacts, 0, sizeof contacts);
  return answer_events();
}

/* Does what a line says, and answers; false when it says nothing that is known. */
static bool obey(const char *line) {
  char word[16];
  int n[4], count = sscanf(line, "%15s %d %d %d %d", word, &n[0], &n[1], &n[2], &n[3]) - 1;
  if (count == 0 && strcmp(word, "panel") == 0) {
    return create(&panel, "Snapback test panel", describe_panel);
  }
  if (count == 0 && strcmp(word, "keyboard") == 0) {
    return create(&keyboard, "Snapback test keyboard", describe_keyboard);
  }
  if (count == 0 && strcmp(word, "destroy") == 0) return destroy_all();
  if (count == 0 && strcmp(word, "totals") == 0) {
    return answer("ok", "%ld %ld", devices_made, events_written);
  }
  if (count == 3 && strcmp(word, "down") == 0) return down(n[0], n[1], n[2]);
  if (count == 4 && strcmp(word, "drag") == 0) return drag(n[0], n[1], n[2], n[3]);
  if (count == 4 && strcmp(word, "burst") == 0) return burst(n[0], n[1], n[2], n[3]);
  if (count == 1 && strcmp(word, "up") == 0) return up(n[0]);
  if (count == 1 && strcmp(word, "key") == 0) return key(n[0]);
  return false;
}

int main(void) {
  char line[128];
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (!obey(line)) answer("error", "what is meant is not clear");
  }
  return EXIT_SUCCESS;
}
