/* Input devices that the kernel makes for us (uinput), and fingers on them.

   Reads commands from the standard input, one a line, and answers each with one line, "ok" and
   something, or "error" and why:

     panel                   makes the panel, with slots; answers its node
     second                  makes a second one
     lists                   makes a panel that sends lists of contacts (protocol A)
     touchpad                makes a touchpad
     mouse                   makes a mouse
     keyboard                makes a keyboard; answers its node
     destroy                 takes away what was made
     use DEVICE              whose fingers the next commands move; first the panel's
     down SLOT X Y           a finger touches
     drag SLOT X Y MS        it moves on in a straight line, 125 frames a second
     both X0 Y0 X1 Y1 MS     the fingers in slots 0 and 1 move on at once
     burst N SLOT X Y        it jitters for N frames as fast as they can be written, ending there
     up SLOT                 it lifts
     key CODE                a key of the keyboard is pressed and released
     move X Y MS             the mouse moves so far in all
     button VALUE            the first button is pressed or released: that of the touchpad, if its
                             fingers are used, else the mouse's
     wheel NOTCHES           the mouse's wheel turns
     totals                  answers how many devices were made and how many events were written

   Positions are in the panel's units, all surfaces have the same. What was made goes when the
   program ends. */

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

#include "describe.h"

enum {
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

/* What has fingers on it, or is a finger on a mouse. */
enum { panel, second, lists, touchpad, surface_count };
static const char *const surface_names[surface_count] = {"panel", "second", "lists", "touchpad"};

static struct device surfaces[surface_count] = {{-1}, {-1}, {-1}, {-1}};
static struct device mouse = {-1}, keyboard = {-1};
static struct contact all_contacts[surface_count][slot_count];
/* The surface that fingers are on now. */
static int used = panel;
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

static struct contact *contacts(void) { return all_contacts[used]; }

static int contacts_down(void) {
  int count = 0;
  for (int slot = 0; slot < slot_count; slot++) count += contacts()[slot].is_down;
  return count;
}

static void add_position(int slot, int x, int y) {
  if (used != lists) {
    add(EV_ABS, ABS_MT_SLOT, slot);
    add(EV_ABS, ABS_MT_POSITION_X, x);
    add(EV_ABS, ABS_MT_POSITION_Y, y);
    /* The kernel's drivers say the first contact's place to old programs, too. */
    if (used == touchpad && slot == 0) {
      add(EV_ABS, ABS_X, x);
      add(EV_ABS, ABS_Y, y);
    }
  }
  contacts()[slot].x = x;
  contacts()[slot].y = y;
}

/* Which tool is on a touchpad, by the number of fingers. */
static void add_tools(void) {
  static const int tools[] = {BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP};
  for (int count = 1; count <= 3; count++) {
    add(EV_KEY, tools[count - 1], contacts_down() == count);
  }
}

/* Ends a frame. A list has every contact in it, or one that is empty. */
static void add_report(void) {
  for (int slot = 0; used == lists && slot < slot_count; slot++) {
    if (!contacts()[slot].is_down) continue;
    add(EV_ABS, ABS_MT_POSITION_X, contacts()[slot].x);
    add(EV_ABS, ABS_MT_POSITION_Y, contacts()[slot].y);
    add(EV_SYN, SYN_MT_REPORT, 0);
  }
  if (used == lists && contacts_down() == 0) add(EV_SYN, SYN_MT_REPORT, 0);
  add(EV_SYN, SYN_REPORT, 0);
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

/* Writes what one finger more or less on a surface is. */
static bool change(const char *what, int slot, int tracking_id) {
  contacts()[slot].is_down = tracking_id >= 0;
  if (used != lists) add(EV_ABS, ABS_MT_TRACKING_ID, tracking_id);
  add(EV_KEY, BTN_TOUCH, contacts_down() > 0);
  if (used == touchpad) add_tools();
  add_report();
  return flush_events(&surfaces[used]) ? answer_events() : answer_errno(what);
}

static bool down(int slot, int x, int y) {
  if (!is_place(slot, x, y) || contacts()[slot].is_down) return answer("error", "no such finger");
  add_position(slot, x, y);
  last_tracking_id = (last_tracking_id + 1) % 65536;
  return change("down", slot, last_tracking_id);
}

static bool up(int slot) {
  if (!is_place(slot, 0, 0) || !contacts()[slot].is_down) return answer("error", "no such finger");
  if (used != lists) add(EV_ABS, ABS_MT_SLOT, slot);
  return change("up", slot, -1);
}

/* Waits from one scan to the next. A scan that is late delays all that follow: frames that catch up
   would say that the finger jumped. */
static void wait_for_scan(void) {
  struct timespec rest = {.tv_nsec = scan_nanoseconds};
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR) continue;
}

static int scans_in(int milliseconds) { return milliseconds / 8 > 0 ? milliseconds / 8 : 1; }

/* Moves some fingers, whose slots follow each other, to places X Y each. */
static bool drag(int slot, int count, const int *goals, int milliseconds) {
  struct contact from[2];
  for (int finger = 0; finger < count; finger++) {
    if (!is_place(slot + finger, goals[2 * finger], goals[2 * finger + 1]) ||
        !contacts()[slot + finger].is_down || milliseconds > most_milliseconds) {
      return answer("error", "no such finger, or too long");
    }
    from[finger] = contacts()[slot + finger];
  }
  int steps = scans_in(milliseconds);
  for (int step = 1; step <= steps; step++) {
    wait_for_scan();
    for (int finger = 0; finger < count; finger++) {
      int x = from[finger].x + (goals[2 * finger] - from[finger].x) * step / steps;
      int y = from[finger].y + (goals[2 * finger + 1] - from[finger].y) * step / steps;
      add_position(slot + finger, x, y);
    }
    add_report();
    if (!flush_events(&surfaces[used])) return answer_errno("drag");
  }
  wait_for_scan();
  return answer_events();
}

/* Each frame differs from the one before, or the kernel would leave it out. */
static bool burst(int frames, int slot, int x, int y) {
  if (!is_place(slot, x, y) || !contacts()[slot].is_down || frames < 1 || frames > most_frames) {
    return answer("error", "no such finger, or too many frames");
  }
  int aside = x > 0 ? -1 : 1;
  for (int left = frames - 1; left >= 0; left--) {
    add_position(slot, x + aside * (left % 2), y);
    add_report();
    if (left == 0 || batch_count + 40 > batch_limit) {
      if (!flush_events(&surfaces[used])) return answer_errno("burst");
    }
  }
  return answer_events();
}

static bool move_mouse(int x, int y, int milliseconds) {
  int steps = scans_in(milliseconds > most_milliseconds ? most_milliseconds : milliseconds);
  for (int step = 1; step <= steps; step++) {
    wait_for_scan();
    add(EV_REL, REL_X, x * step / steps - x * (step - 1) / steps);
    add(EV_REL, REL_Y, y * step / steps - y * (step - 1) / steps);
    add(EV_SYN, SYN_REPORT, 0);
    if (!flush_events(&mouse)) return answer_errno("move");
  }
  return answer_events();
}

/* One event and its report. */
static bool say(const struct device *device, int type, int code, int value) {
  add(type, code, value);
  add(EV_SYN, SYN_REPORT, 0);
  return flush_events(device) ? answer_events() : answer_errno("mouse");
}

static bool press(int value) {
  return say(used == touchpad ? &surfaces[touchpad] : &mouse, EV_KEY, BTN_LEFT, value);
}

static bool use(const char *name) {
  for (int surface = 0; surface < surface_count; surface++) {
    if (strcmp(name, surface_names[surface]) == 0) {
      used = surface;
      return answer_events();
    }
  }
  return answer("error", "no such surface");
}

static bool key(int code) {
  for (int value = 1; value >= 0; value--) {
    add(EV_KEY, code, value);
    add(EV_SYN, SYN_REPORT, 0);
  }
  return flush_events(&keyboard) ? answer_events() : answer_errno("key");
}

static bool destroy_all(void) {
  for (int surface = 0; surface < surface_count; surface++) destroy(&surfaces[surface]);
  destroy(&mouse);
  destroy(&keyboard);
  memset(all_contacts, 0, sizeof all_contacts);
  used = panel;
  return answer_events();
}

/* Makes a device that a word asks for; false when it asks for none. */
static bool make(const char *word) {
  static const struct {
    const char *word;
    struct device *device;
    const char *name;
    bool (*describe)(int);
  } kinds[] = {
      {"panel", &surfaces[panel], "Snapback test panel", describe_panel},
      {"second", &surfaces[second], "Snapback second panel", describe_panel},
      {"lists", &surfaces[lists], "Snapback list panel", describe_lists},
      {"touchpad", &surfaces[touchpad], "Snapback test touchpad", describe_touchpad},
      {"mouse", &mouse, "Snapback test mouse", describe_mouse},
      {"keyboard", &keyboard, "Snapback test keyboard", describe_keyboard},
  };
  for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
    if (strcmp(word, kinds[kind].word) == 0) {
      return create(kinds[kind].device, kinds[kind].name, kinds[kind].describe);
    }
  }
  return false;
}

/* Does what a line says, and answers; false when it says nothing that is known. */
static bool obey(const char *line) {
  char word[16], name[16];
  if (sscanf(line, "use %15s", name) == 1) return use(name);
  int n[5];
  int count = sscanf(line, "%15s %d %d %d %d %d", word, &n[0], &n[1], &n[2], &n[3], &n[4]) - 1;
  if (count == 0 && make(word)) return true;
  if (count == 0 && strcmp(word, "destroy") == 0) return destroy_all();
  if (count == 0 && strcmp(word, "totals") == 0) {
    return answer("ok", "%ld %ld", devices_made, events_written);
  }
  if (count == 3 && strcmp(word, "down") == 0) return down(n[0], n[1], n[2]);
  if (count == 4 && strcmp(word, "drag") == 0) return drag(n[0], 1, &n[1], n[3]);
  if (count == 5 && strcmp(word, "both") == 0) return drag(0, 2, n, n[4]);
  if (count == 4 && strcmp(word, "burst") == 0) return burst(n[0], n[1], n[2], n[3]);
  if (count == 1 && strcmp(word, "up") == 0) return up(n[0]);
  if (count == 1 && strcmp(word, "key") == 0) return key(n[0]);
  if (count == 3 && strcmp(word, "move") == 0) return move_mouse(n[0], n[1], n[2]);
  if (count == 1 && strcmp(word, "button") == 0) return press(n[0]);
  if (count == 1 && strcmp(word, "wheel") == 0) return say(&mouse, EV_REL, REL_WHEEL, n[0]);
  return false;
}

int main(void) {
  char line[128];
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (!obey(line)) answer("error", "what is meant is not clear");
  }
  return EXIT_SUCCESS;
}
