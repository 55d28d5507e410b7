/* What the devices of inject.c are: their axes, keys and properties. */

#include <linux/uinput.h>
#include <stdbool.h>
#include <sys/ioctl.h>

enum { slot_count = 10, width = 1080, height = 2340, units_per_mm = 16 };

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

static bool set_keys(int file, const int *codes) {
  if (ioctl(file, UI_SET_EVBIT, EV_KEY) < 0) return false;
  for (; *codes != 0; codes++) {
    if (ioctl(file, UI_SET_KEYBIT, *codes) < 0) return false;
  }
  return true;
}

static bool describe_lists(int file) {
  return set_keys(file, (int[]){BTN_TOUCH, 0}) && ioctl(file, UI_SET_EVBIT, EV_ABS) == 0 &&
         ioctl(file, UI_SET_PROPBIT, INPUT_PROP_DIRECT) == 0 &&
         set_axis(file, ABS_MT_POSITION_X, width - 1, units_per_mm) &&
         set_axis(file, ABS_MT_POSITION_Y, height - 1, units_per_mm);
}

static bool describe_touchpad(int file) {
  return set_keys(
             file, (int[]){BTN_TOUCH, BTN_LEFT, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP,
                           BTN_TOOL_TRIPLETAP, 0}) &&
         ioctl(file, UI_SET_EVBIT, EV_ABS) == 0 &&
         ioctl(file, UI_SET_PROPBIT, INPUT_PROP_POINTER) == 0 &&
         set_axis(file, ABS_X, width - 1, units_per_mm) &&
         set_axis(file, ABS_Y, height - 1, units_per_mm) &&
         set_axis(file, ABS_MT_SLOT, slot_count - 1, 0) &&
         set_axis(file, ABS_MT_POSITION_X, width - 1, units_per_mm) &&
         set_axis(file, ABS_MT_POSITION_Y, height - 1, units_per_mm) &&
         set_axis(file, ABS_MT_TRACKING_ID, 65535, 0);
}

static bool describe_mouse(int file) {
  return set_keys(file, (int[]){BTN_LEFT, BTN_RIGHT, 0}) &&
         ioctl(file, UI_SET_EVBIT, EV_REL) == 0 && ioctl(file, UI_SET_RELBIT, REL_X) == 0 &&
         ioctl(file, UI_SET_RELBIT, REL_Y) == 0 && ioctl(file, UI_SET_RELBIT, REL_WHEEL) == 0;
}

static bool describe_keyboard(int file) {
  if (ioctl(file, UI_SET_EVBIT, EV_KEY) < 0) return false;
  for (int code = KEY_ESC; code <= KEY_F12; code++) {
    if (ioctl(file, UI_SET_KEYBIT, code) < 0) return false;
  }
  return true;
}
