#define _POSIX_C_SOURCE 200809L

#include "wake.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

/* SDL waits only for its own events. This thread waits for the descriptor and posts an SDL event;
   it never touches the connection. */
struct wake {
  SDL_Thread *thread;
  SDL_mutex *lock;
  SDL_cond *asked;
  int alarm[2]; /* a pipe that ends the wait early */
  int descriptor, events, is_over;
  Uint32 type;
};

static int wait_for_news(void *context) {
  wake *self = context;
  char bytes[64];
  SDL_LockMutex(self->lock);
  while (!self->is_over) {
    struct pollfd watched[2];
    SDL_Event event;
    if (self->descriptor < 0) {
      SDL_CondWait(self->asked, self->lock);
      continue;
    }
    watched[0].fd = self->alarm[0];
    watched[0].events = POLLIN;
    watched[1].fd = self->descriptor;
    watched[1].events = (short)self->events;
    watched[0].revents = watched[1].revents = 0;
    SDL_UnlockMutex(self->lock);
    poll(watched, 2, -1);
    SDL_LockMutex(self->lock);
    while (read(self->alarm[0], bytes, sizeof bytes) > 0) continue;
    if (watched[1].revents == 0 || watched[1].fd != self->descriptor) continue;
    self->descriptor = -1;
    SDL_zero(event);
    event.type = self->type;
    SDL_PushEvent(&event);
  }
  SDL_UnlockMutex(self->lock);
  return 0;
}

wake *wake_create(Uint32 *type) {
  wake *self = SDL_calloc(1, sizeof *self);
  if (!self) return NULL;
  *type = self->type = SDL_RegisterEvents(1);
  self->descriptor = -1;
  self->lock = SDL_CreateMutex();
  self->asked = SDL_CreateCond();
  if (pipe(self->alarm) != 0) self->alarm[0] = self->alarm[1] = -1;
  fcntl(self->alarm[0], F_SETFL, O_NONBLOCK);
  fcntl(self->alarm[1], F_SETFL, O_NONBLOCK);
  self->thread = SDL_CreateThread(wait_for_news, "news", self);
  if (self->thread && self->alarm[0] >= 0) return self;
  wake_destroy(self);
  SDL_SetError("there is no thread to wait for the daemon");
  return NULL;
}

static void tell(wake *self) {
  SDL_CondSignal(self->asked);
  /* A full pipe ends the wait as well. */
  if (write(self->alarm[1], "", 1) < 0) return;
}

void wake_watch(wake *self, int descriptor, int writes) {
  int events = writes ? POLLIN | POLLOUT : POLLIN;
  SDL_LockMutex(self->lock);
  if (descriptor != self->descriptor || events != self->events) {
    self->descriptor = descriptor;
    self->events = events;
    tell(self);
  }
  SDL_UnlockMutex(self->lock);
}

void wake_destroy(wake *self) {
  if (!self) return;
  SDL_LockMutex(self->lock);
  self->is_over = 1;
  tell(self);
  SDL_UnlockMutex(self->lock);
  if (self->thread) SDL_WaitThread(self->thread, NULL);
  if (self->alarm[0] >= 0) close(self->alarm[0]);
  if (self->alarm[1] >= 0) close(self->alarm[1]);
  SDL_DestroyCond(self->asked);
  SDL_DestroyMutex(self->lock);
  SDL_free(self);
}
