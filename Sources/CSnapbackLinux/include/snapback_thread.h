// A thread for work that would block a loop, and the priority of the loop's own thread.

#ifndef SNAPBACK_THREAD_H
#define SNAPBACK_THREAD_H

/// Runs a function on a detached thread with a lower priority and all signals blocked except those
/// of its own faults; -1 with errno set if the thread cannot be created.
int snapback_thread_start(void (*run)(void *), void *context);

/// Whether RLIMIT_RTPRIO permits the priority of snapback_real_time_begin.
int snapback_real_time_permitted(void);
/// Gives the calling thread real-time priority 2, which threads and processes that it starts do not
/// inherit; -1 with errno set if the kernel refuses it. Waits for 0.1 ms.
int snapback_real_time_begin(void);
/// Returns the calling thread to normal priority.
void snapback_real_time_end(void);

#endif
