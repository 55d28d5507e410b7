// A thread for work that would hold up a loop.

#ifndef SNAPBACK_THREAD_H
#define SNAPBACK_THREAD_H

/// Runs a function on a detached thread with all signals blocked and a lower priority; -1 with errno
/// set when there can be no thread.
int snapback_thread_start(void (*run)(void *), void *context);

#endif
