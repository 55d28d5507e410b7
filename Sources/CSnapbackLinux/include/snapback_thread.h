// A thread for work that would block a loop.

#ifndef SNAPBACK_THREAD_H
#define SNAPBACK_THREAD_H

/// Runs a function on a detached thread with a lower priority and all signals blocked except those
/// of its own faults; -1 with errno set if the thread cannot be created.
int snapback_thread_start(void (*run)(void *), void *context);

#endif
