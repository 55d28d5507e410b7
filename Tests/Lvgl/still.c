/* Draws a scene with LVGL into memory: still SOCKET TIME WIDTH HEIGHT FILE.ppm

   TIME is in nanoseconds of the daemon's clock. */

#define SNAPBACK_IMPLEMENTATION
#include "../../clients/c/examples/lvgl/snapback-lvgl.c"

static void flushed(lv_display_t *display, const lv_area_t *area, uint8_t *pixels) {
  (void)area;
  (void)pixels;
  lv_display_flush_ready(display);
}

static int write_picture(const uint8_t *pixels, int width, int height, const char *path) {
  FILE *file = fopen(path, "wb");
  int place;
  if (!file) return 1;
  fprintf(file, "P6 %d %d 255\n", width, height);
  for (place = 0; place < width * height; place++) {
    /* The bytes of a pixel are blue, green, red and one that is not used. */
    const uint8_t *pixel = pixels + (size_t)place * 4;
    fputc(pixel[2], file);
    fputc(pixel[1], file);
    fputc(pixel[0], file);
  }
  return fclose(file) != 0;
}

int main(int count, char **words) {
  lv_display_t *display;
  snapback_lvgl *scene;
  uint8_t *pixels;
  uint64_t time, deadline;
  int width, height;
  if (count != 6) return 64;
  time = strtoull(words[2], NULL, 10);
  width = atoi(words[3]);
  height = atoi(words[4]);
  lv_init();
  display = lv_display_create(width, height);
  pixels = (uint8_t *)calloc((size_t)width * (size_t)height, 4);
  lv_display_set_color_format(display, LV_COLOR_FORMAT_XRGB8888);
  lv_display_set_buffers(
    display, pixels, NULL, (uint32_t)(4 * width * height), LV_DISPLAY_RENDER_MODE_DIRECT);
  lv_display_set_flush_cb(display, flushed);
  scene = snapback_lvgl_create(lv_screen_active(), words[1], NULL, NULL);
  if (!scene) return 69;
  /* The snapshot and all segments come within a moment. */
  for (deadline = snapback_now() + 500000000; snapback_now() < deadline;) {
    struct timespec pause = {0, 5000000};
    snapback_lvgl_update(scene, time);
    nanosleep(&pause, NULL);
  }
  lv_refr_now(display);
  return write_picture(pixels, width, height, words[5]);
}
