/* Draws the scene in the terminal, 60 times a second while something moves:

     cc -O2 terminal.c -o terminal $(pkg-config --cflags --libs snapback) && ./terminal [SOCKET]

   Each view is filled with the first letter of its name. */

#define SNAPBACK_IMPLEMENTATION
#include <snapback.h>

#define COLUMNS 60
#define ROWS 32

static void draw(snapback *daemon, uint64_t time) {
  const snapback_screen *screen = snapback_screen_of(daemon);
  const snapback_pose *poses;
  char picture[ROWS][COLUMNS + 1];
  uint32_t view;
  int row, column;
  memset(picture, ' ', sizeof picture);
  for (row = 0; row < ROWS; row++) picture[row][COLUMNS] = '\n';
  if (snapback_evaluate_all(daemon, time, &poses) != 0) return;
  for (view = 1; view < snapback_view_count(daemon); view++) {
    const double *m = poses[view].matrix, *frame = poses[view].frame;
    double size = m[0] * m[3] - m[1] * m[2];
    char letter = snapback_view_at(daemon, view)->name[0];
    if (!poses[view].visible || poses[view].color >> 24 == 0) continue;
    for (row = 0; row < ROWS; row++) {
      for (column = 0; column < COLUMNS; column++) {
        /* Map the center of the character on the screen back into the view. */
        double x = (column + 0.5) * screen->width / COLUMNS - m[4];
        double y = (row + 0.5) * screen->height / ROWS - m[5];
        double u = (m[3] * x - m[2] * y) / size, v = (m[0] * y - m[1] * x) / size;
        if (u >= 0 && v >= 0 && u < frame[2] && v < frame[3]) picture[row][column] = letter;
      }
    }
  }
  printf("\033[H%.*s", (int)sizeof picture, picture[0]);
  fflush(stdout);
}

int main(int count, char **arguments) {
  snapback_options options;
  snapback_message message;
  snapback *daemon;
  int code;
  memset(&options, 0, sizeof options);
  options.path = count > 1 ? arguments[1] : NULL;
  options.want = SNAPBACK_SEGMENTS;
  if (snapback_connect(&options, &daemon) != 0) return 69;
  printf("\033[2J");
  do {
    /* While something moves, draw every 16 ms; otherwise wait for messages. */
    int wait = snapback_now() < snapback_motion_end(daemon) ? 16 : -1;
    code = snapback_next(daemon, &message, wait);
    draw(daemon, snapback_now());
  } while (code >= 0);
  fprintf(stderr, "%s\n", snapback_error(daemon));
  snapback_close(daemon);
  return 1;
}
