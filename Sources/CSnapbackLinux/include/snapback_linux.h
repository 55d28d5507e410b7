// What Linux offers and Swift's Glibc module does not show: epoll, timerfd, signalfd, inotify,
// accept4, and the masking and grabbing of devices. Each function returns what the system call
// returns, and -1 with errno set on failure.

#ifndef SNAPBACK_LINUX_H
#define SNAPBACK_LINUX_H

#include <stdint.h>
#include <sys/types.h>

/// What a descriptor is ready for; the layout of epoll_event differs between machines.
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
/// Starts to watch (`add` not 0) or changes what a watched descriptor is watched for.
int snapback_epoll_watch(int epoll, int descriptor, uint64_t token, uint32_t events, int add);
int snapback_epoll_forget(int epoll, int descriptor);
/// Waits for at most `milliseconds` (-1: for ever) and fills in up to `capacity` of `ready`; how
/// many, or an error's number below 0.
int snapback_epoll_wait(int epoll, snapback_ready *ready, int capacity, int milliseconds);

int snapback_timer_create(void);
/// Fires once at `nanoseconds` on CLOCK_MONOTONIC; 0 disarms.
int snapback_timer_set(int timer, uint64_t nanoseconds);

/// Blocks the signals and returns a descriptor that reads them.
int snapback_signal_open(const int *signals, int count);
/// The next signal's number, 0 when there is none.
int snapback_signal_read(int descriptor);

int snapback_accept(int listener);

/// Lets a device deliver no keys but buttons (BTN_MISC to BTN_GEAR_UP); old kernels refuse.
int snapback_mask_keys(int device);

/// Takes a device for this program alone (`grab` not 0) or gives it back.
int snapback_grab(int device, int grab);
/// Gives all grabbed devices back if the caller does not say that it is done within so many
/// seconds; 0 says that it is done.
void snapback_grab_deadline(unsigned seconds);
/// Whether that has happened since this was last asked.
int snapback_grab_lost(void);

int snapback_watch_open(void);
/// Watches a directory for entries that come, go, are renamed or change permissions.
int snapback_watch_add(int watch, const char *path);
/// Reads one batch of events away; 0 when there was none.
int snapback_watch_drain(int watch);

#endif
