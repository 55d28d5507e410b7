/* A finger drags the card of a scene that LVGL shows on a display of the screen's size: use SOCKET

   Prints the names of the views, and then `moved` if the card's object has moved to the right. */

#define SNAPBACK_IMPLEMENTATION
#include "../../clients/c/examples/lvgl/snapback-lvgl.c"

static lv_obj_t *card;
static int reads; /* how often LVGL has asked where the finger is */

static void made(void *context, const char *view, lv_obj_t *object) {
  (void)context;
  printf("%s\n", view);
  if (strcmp(view, "card") == 0) card = object;
}

static void flushed(lv_display_t *display, const lv_area_t *area, uint8_t *pixels) {
  (void)area;
  (void)pixels;
  lv_display_flush_ready(display);
}

/* Comes down at (195, 500) when there is a card, and moves to the right. */
static void read_finger(lv_indev_t *device, lv_indev_data_t *data) {
  (void)device;
  if (card && reads < 60) reads++;
  data->point.x = 195 + (reads < 20 ? 0 : 3 * (reads - 20));
  data->point.y = 500;
  data->state = reads > 10 && reads < 60 ? LV_INDEV_STATE_PRESSED : LV_INDEV_STATE_RELEASED;
}

static uint32_t milliseconds(void) { return (uint32_t)(snapback_now() / 1000000); }

int main(int count, char **words) {
  static uint8_t pixels[390 * 844 * 4];
  lv_display_t *display;
  lv_indev_t *finger;
  snapback_lvgl *scene;
  lv_area_t area;
  uint64_t deadline = snapback_now() + 10000000000u;
  int has_moved = 0;
  if (count != 2) return 64;
  lv_init();
  lv_tick_set_cb(milliseconds);
  display = lv_display_create(390, 844);
  lv_display_set_color_format(display, LV_COLOR_FORMAT_XRGB8888);
  lv_display_set_buffers(display, pixels, NULL, sizeof pixels, LV_DISPLAY_RENDER_MODE_DIRECT);
  lv_display_set_flush_cb(display, flushed);
  finger = lv_indev_create();
  lv_indev_set_type(finger, LV_INDEV_TYPE_POINTER);
  lv_indev_set_read_cb(finger, read_finger);
  scene = snapback_lvgl_create(lv_screen_active(), words[1], made, NULL);
  if (!scene) return 69;
  while (reads < 60 && snapback_now() < deadline) {
    struct timespec pause = {0, 5000000};
    lv_timer_handler();
    nanosleep(&pause, NULL);
    if (!card) continue;
    lv_obj_get_coords(card, &area);
    /* The card is 39 to 351 points from the left at rest. */
    if (area.x1 + area.x2 > 2 * (195 + 40)) has_moved = 1;
  }
  lv_timer_handler();
  if (has_moved) printf("moved\n");
  snapback_lvgl_destroy(scene);
  lv_deinit();
  return 0;
}
