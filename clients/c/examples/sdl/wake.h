/* Wakes SDL's loop when the daemon sends something, so that the loop can sleep until then. */

#ifndef WAKE_H
#define WAKE_H

#include <SDL.h>

typedef struct wake wake;

/* `*type` is set to the type of the posted event. Returns NULL after an error; see SDL_GetError. */
wake *wake_create(Uint32 *type);

/* Requests one event when the descriptor becomes readable or, if `writes`, writable. With -1,
   requests nothing. Repeating a request has no effect. */
void wake_watch(wake *self, int descriptor, int writes);

void wake_destroy(wake *self);

#endif
