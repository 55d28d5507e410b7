/* A compositor without a display that shows the shell of docs/wlroots.md, for scripts/test wlroots.

   usage: compositor SOCKET

   As soon as it has connected to a second daemon, it drags the panel upwards with a finger. It
   prints a line for each picture: the nanoseconds for which a picture would be drawn now, the top
   edge of the panel then in points of the scene, that of its node in pixels, the height of the finger
   in points, -1 before it touches and after its lift, and the top edge of the panel for the time
   before the picture was drawn. SHELL is the file with the code of the page. */
#include SHELL

#include <inttypes.h>

#include <wlr/backend/headless.h>
#include <wlr/render/allocator.h>
#include <wlr/render/wlr_renderer.h>

#define WIDTH 800
#define HEIGHT 1600
/* Milliseconds: between two moves of the finger, and at the end of the program after the lift. */
#define STEP 10
#define REST 3000
#define STEPS 30
/* Pixels of the output: where the finger touches, and how far it moves with each step. */
#define START 1500
#define WAY -8

static struct shell *shell;
static struct wl_display *display;
static struct wl_event_source *clock_source;
static int step = -1, losses;
/* The nanoseconds for which a picture would have been drawn before the shell drew. */
static uint64_t before_drawing;

static uint32_t milliseconds(void) { return (uint32_t)(snapback_now() / 1000000); }

static double finger(void) { return START + WAY * (step < STEPS ? step : STEPS); }

static int move(void *data) {
  (void)data;
  if (step == STEPS + 1) {
    wl_display_terminate(display);
    return 0;
  }
  if (step < 0) {
    /* A shell that has a scene and no connection has lost its first daemon. */
    if (shell->count > 0 && shell->socket == NULL) losses = 1;
    wl_event_source_timer_update(clock_source, STEP);
    if (losses == 0 || !shell->may_inject) return 0;
  }
  step++;
  shell_touch(
    shell, 3, step == 0 ? "began" : step <= STEPS ? "moved" : "ended", WIDTH / 2, finger());
  shell_touch_frame(shell, milliseconds());
  wl_event_source_timer_update(clock_source, step <= STEPS ? STEP : REST);
  return 0;
}

/* Called before the shell draws. */
static void note(struct wl_listener *listener, void *data) {
  (void)listener;
  (void)data;
  if (shell != NULL) before_drawing = next_presentation(shell);
}

/* Called after the shell has drawn. */
static void print(struct wl_listener *listener, void *data) {
  uint32_t panel = snapback_find(shell->daemon, "panel");
  uint64_t time = next_presentation(shell);
  snapback_pose before, pose;
  (void)listener;
  (void)data;
  if (panel == SNAPBACK_NO_VIEW) return;
  snapback_evaluate(shell->daemon, panel, before_drawing, &before);
  snapback_evaluate(shell->daemon, panel, time, &pose);
  printf(
    "%" PRIu64 " %.9f %d %.3f %.9f\n", time, pose.matrix[5], shell->nodes[panel]->node.state.y,
    step >= 0 && step <= STEPS ? finger() * 400 / WIDTH : -1, before.matrix[5]);
}

int main(int count, char **arguments) {
  struct wlr_backend *backend;
  struct wlr_renderer *renderer;
  struct wlr_output *output;
  struct wlr_scene *scene = wlr_scene_create();
  struct wl_listener start = {.notify = note}, frame = {.notify = print};
  if (count != 2) return 64;
  setvbuf(stdout, NULL, _IOLBF, 0);
  display = wl_display_create();
  backend = wlr_headless_backend_create(display);
  renderer = wlr_renderer_autocreate(backend);
  output = wlr_headless_add_output(backend, WIDTH, HEIGHT);
  wlr_output_init_render(output, wlr_allocator_autocreate(backend, renderer), renderer);
  if (wlr_backend_get_presentation_clock(backend) != CLOCK_MONOTONIC) return 70;
  wl_signal_add(&output->events.frame, &start);
  shell = shell_create(wl_display_get_event_loop(display), scene, output, arguments[1]);
  if (shell == NULL) return 69;
  wl_signal_add(&output->events.frame, &frame);
  wlr_backend_start(backend);
  wlr_output_enable(output, true);
  wlr_output_commit(output);
  clock_source = wl_event_loop_add_timer(wl_display_get_event_loop(display), move, NULL);
  move(NULL);
  wl_display_run(display);
  wl_event_source_remove(clock_source);
  shell_destroy(shell);
  wl_list_remove(&start.link);
  wl_list_remove(&frame.link);
  wl_display_destroy(display);
  return 0;
}
