/* Wakes SDL's loop when the daemon has something to say, so that it can sleep until then. */

#ifndef WAKE_H
#define WAKE_H

#include <SDL.h>

typedef struct wake wake;

/* The type of the event that comes is `*type`. NULL after an error, which SDL_GetError tells. */
wake *wake_create(Uint32 *type);

/* Asks for one event when the descriptor can be read, or written if `writes`. Nothing is asked for
   if it is -1. Asking again for the same changes nothing. */
void wake_watch(wake *self, int descriptor, int writes);

void wake_destroy(wake *self);

#endif
