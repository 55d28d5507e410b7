/* Makes a named pipe a touch panel: a library to be preloaded into a program that reads one.
 *
 * A pipe's read and wake-up cost about what the kernel's evdev takes to hand events on. What a pipe
 * lacks are the answers of a device, given here; reads and everything else go to the kernel as ever.
 * (umockdev, as in Tests/Devices, answers each read() by two round trips to another program, which
 * takes longer than all that is to be measured.)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

/* Ten units are a point of a screen of 390 by 844 points; scene.py has the same numbers. */
enum { WIDTH = 3900, HEIGHT = 8440, SLOTS = 5 };

static void set(unsigned char *bits, size_t size, unsigned number) {
  if (number / 8 < size) bits[number / 8] |= 1 << number % 8;
}

static int answer_bits(unsigned type, unsigned char *bits, size_t size) {
  static const unsigned axes[] = {ABS_X,
                                  ABS_Y,
                                  ABS_MT_SLOT,
                                  ABS_MT_POSITION_X,
                                  ABS_MT_POSITION_Y,
                                  ABS_MT_TRACKING_ID};
  memset(bits, 0, size);
  if (type == 0) {
    set(bits, size, EV_SYN);
    set(bits, size, EV_KEY);
    set(bits, size, EV_ABS);
  } else if (type == EV_KEY) {
    set(bits, size, BTN_TOUCH);
  } else if (type == EV_ABS) {
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) set(bits, size, axes[i]);
  }
  return size;
}

static int answer_axis(unsigned code, struct input_absinfo *axis) {
  memset(axis, 0, sizeof *axis);
  switch (code) {
    case ABS_X:
    case ABS_MT_POSITION_X: axis->maximum = WIDTH - 1; return 0;
    case ABS_Y:
    case ABS_MT_POSITION_Y: axis->maximum = HEIGHT - 1; return 0;
    case ABS_MT_SLOT: axis->maximum = SLOTS - 1; return 0;
    case ABS_MT_TRACKING_ID: axis->maximum = 65535; return 0;
    default: errno = EINVAL; return -1;
  }
}

/* No finger is down when the device is opened. */
static int answer_slots(int *words, size_t size) {
  int value = words[0] == ABS_MT_TRACKING_ID ? -1 : 0;
  for (size_t i = 1; i < size / sizeof words[0]; i++) words[i] = value;
  return 0;
}

static int answer(unsigned long request, void *argument) {
  static const char name[] = "Piped Panel";
  unsigned number = _IOC_NR(request);
  size_t size = _IOC_SIZE(request);
  switch (number) {
    case _IOC_NR(EVIOCGVERSION): *(int *)argument = EV_VERSION; return 0;
    case _IOC_NR(EVIOCGID):
      *(struct input_id *)argument = (struct input_id){BUS_I2C, 0x1209, 1, 0x100};
      return 0;
    case _IOC_NR(EVIOCGNAME(0)):
      strncpy(argument, name, size);
      return size < sizeof name ? size : sizeof name;
    case _IOC_NR(EVIOCGPROP(0)):
      memset(argument, 0, size);
      set(argument, size, INPUT_PROP_DIRECT);
      return size;
    case _IOC_NR(EVIOCGKEY(0)):
    case _IOC_NR(EVIOCGLED(0)):
    case _IOC_NR(EVIOCGSND(0)):
    case _IOC_NR(EVIOCGSW(0)): memset(argument, 0, size); return size;
    case _IOC_NR(EVIOCGMTSLOTS(0)): return answer_slots(argument, size);
    case _IOC_NR(EVIOCGRAB):
    case _IOC_NR(EVIOCSCLOCKID): return 0;
    case _IOC_NR(EVIOCGPHYS(0)):
    case _IOC_NR(EVIOCGUNIQ(0)): errno = ENOENT; return -1;
  }
  if (_IOC_DIR(request) == _IOC_READ && number >= 0x40 && number < 0x80)
    return answer_axis(number - 0x40, argument);
  if (_IOC_DIR(request) == _IOC_READ && number >= 0x20 && number < 0x40)
    return answer_bits(number - 0x20, argument, size);
  errno = EINVAL;
  return -1;
}

int ioctl(int descriptor, unsigned long request, ...) {
  static int (*next)(int, unsigned long, ...);
  struct stat status;
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (_IOC_TYPE(request) == 'E' && fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode))
    return answer(request, argument);
  if (!next) next = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
  return next(descriptor, request, argument);
}
