/* Prints when an SDL program shows its frames: LD_PRELOAD=sdl_frames.so PROGRAM

   SDL has no frame clock, so this is the time at which SDL_RenderPresent returns, in microseconds.
   The program is unchanged. FRAMES_WARM_UP seconds after the first frame, it prints the times for
   FRAMES_SECONDS seconds, and ends the program. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct SDL_Renderer;

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static double option(const char *name) {
  const char *text = getenv(name);
  return text ? atof(text) * 1e6 : 0;
}

void SDL_RenderPresent(struct SDL_Renderer *renderer) {
  static void (*present)(struct SDL_Renderer *);
  static double start, warm_up, length;
  double now;
  if (!present) {
    *(void **)&present = dlsym(RTLD_NEXT, "SDL_RenderPresent");
    warm_up = option("FRAMES_WARM_UP");
    length = option("FRAMES_SECONDS");
  }
  present(renderer);
  now = microseconds();
  if (start == 0) start = now;
  if (now - start >= warm_up) printf("%.1f\n", now);
  if (now - start >= warm_up + length) {
    fflush(stdout);
    _Exit(0);
  }
}
