// Linux functions that Swift's Glibc module does not export: epoll, timerfd, signalfd, inotify,
// accept4, the masking and grabbing of devices, and the release of memory. A function with a result
// returns that of the system call, and -1 with errno set on failure.

#ifndef SNAPBACK_LINUX_H
#define SNAPBACK_LINUX_H

#include <stdint.h>
#include <sys/types.h>

/// A descriptor and its ready events; the layout of epoll_event differs between architectures.
typedef struct {
  uint64_t token;
  uint32_t events;
} snapback_ready;

enum {
  SNAPBACK_READABLE = 1,
  SNAPBACK_WRITABLE = 2,
  SNAPBACK_CLOSED = 4,
};

int snapback_epoll_create(void);
/// Starts to watch a descriptor (`add` not 0), or changes the watched events.
int snapback_epoll_watch(int epoll, int descriptor, uint64_t token, uint32_t events, int add);
int snapback_epoll_forget(int epoll, int descriptor);
/// Waits for at most `milliseconds` (-1: forever) and fills in up to `capacity` of `ready`. Returns
/// their number, or a negative error number.
int snapback_epoll_wait(int epoll, snapback_ready *ready, int capacity, int milliseconds);

/// Returns freed memory of the C library's heap to the system.
void snapback_memory_release(void);

int snapback_timer_create(void);
/// Fires once at `nanoseconds` on CLOCK_MONOTONIC; 0 disarms.
int snapback_timer_set(int timer, uint64_t nanoseconds);

/// Blocks the signals and returns a descriptor that reads them.
int snapback_signal_open(const int *signals, int count);
/// Returns the number of the next signal; 0 if there is none.
int snapback_signal_read(int descriptor);

int snapback_accept(int listener);

/// Restricts the keys of a device to buttons (BTN_MISC to BTN_GEAR_UP); old kernels refuse.
int snapback_mask_keys(int device);

/// Grabs a device exclusively (`grab` not 0) or releases it.
int snapback_grab(int device, int grab);
/// Releases all grabbed devices unless the caller cancels it with 0 within `seconds`.
void snapback_grab_deadline(unsigned seconds);
/// Whether devices were released that way since the last call.
int snapback_grab_lost(void);

int snapback_watch_open(void);
/// Watches a directory for entries that are added, removed, renamed or change permissions.
int snapback_watch_add(int watch, const char *path);
/// Watches a directory as snapback_watch_add does, and for files that are closed after writing.
int snapback_watch_add_contents(int watch, const char *path);
/// Reads and discards one batch of events; 0 if there was none.
int snapback_watch_drain(int watch);

#endif
