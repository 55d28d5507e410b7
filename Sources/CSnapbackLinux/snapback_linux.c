#define _GNU_SOURCE

#include "snapback_linux.h"

#include <errno.h>
#include <linux/input.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int snapback_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int snapback_epoll_watch(int epoll, int descriptor, uint64_t token, uint32_t events, int add) {
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  event.events = ((events & SNAPBACK_READABLE) ? EPOLLIN : 0) |
                 ((events & SNAPBACK_WRITABLE) ? EPOLLOUT : 0);
  event.data.u64 = token;
  return epoll_ctl(epoll, add ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

int snapback_epoll_forget(int epoll, int descriptor) {
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
}

int snapback_epoll_wait(int epoll, snapback_ready *ready, int capacity, int milliseconds) {
  struct epoll_event events[64];
  int limit = capacity < 64 ? capacity : 64;
  int count = epoll_wait(epoll, events, limit, milliseconds);
  for (int i = 0; i < count; i++) {
    ready[i].token = events[i].data.u64;
    ready[i].events = ((events[i].events & EPOLLIN) ? SNAPBACK_READABLE : 0) |
                      ((events[i].events & EPOLLOUT) ? SNAPBACK_WRITABLE : 0) |
                      ((events[i].events & (EPOLLHUP | EPOLLERR)) ? SNAPBACK_CLOSED : 0);
  }
  return count < 0 ? -errno : count;
}

void snapback_memory_release(void) { malloc_trim(0); }

int snapback_timer_create(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

int snapback_timer_set(int timer, uint64_t nanoseconds) {
  struct itimerspec when;
  memset(&when, 0, sizeof when);
  when.it_value.tv_sec = (time_t)(nanoseconds / 1000000000u);
  when.it_value.tv_nsec = (long)(nanoseconds % 1000000000u);
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

int snapback_signal_open(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  if (sigprocmask(SIG_BLOCK, &set, NULL) != 0) return -1;
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int snapback_signal_read(int descriptor) {
  struct signalfd_siginfo info;
  ssize_t count = read(descriptor, &info, sizeof info);
  if (count == (ssize_t)sizeof info) return (int)info.ssi_signo;
  return count < 0 && errno != EAGAIN ? -1 : 0;
}

int snapback_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int snapback_watch_open(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

enum {
  ENTRIES = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF |
            IN_ONLYDIR
};

int snapback_watch_add(int watch, const char *path) {
  return inotify_add_watch(watch, path, ENTRIES);
}

int snapback_watch_add_contents(int watch, const char *path) {
  return inotify_add_watch(watch, path, ENTRIES | IN_CLOSE_WRITE | IN_MOVE_SELF);
}

int snapback_watch_drain(int watch) {
  char buffer[4096];
  ssize_t count = read(watch, buffer, sizeof buffer);
  if (count < 0) return errno == EAGAIN ? 0 : -1;
  return count > 0;
}

int snapback_mask_keys(int device) {
  unsigned char codes[(KEY_CNT + 7) / 8];
  memset(codes, 0, sizeof codes);
  for (int code = BTN_MISC; code <= BTN_GEAR_UP; code++) codes[code / 8] |= 1 << (code % 8);
  struct input_mask mask = {
      .type = EV_KEY, .codes_size = sizeof codes, .codes_ptr = (uint64_t)(uintptr_t)codes};
  return ioctl(device, EVIOCSMASK, &mask);
}

// The grabbed devices, accessible to a signal handler.
enum { GRAB_LIMIT = 64 };
static volatile int grabbed[GRAB_LIMIT];
static volatile sig_atomic_t grabbed_count;
static volatile sig_atomic_t grabs_lost;

static void release_all(int signal) {
  (void)signal;
  int code = errno;
  for (int i = 0; i < grabbed_count; i++) ioctl(grabbed[i], EVIOCGRAB, 0);
  grabs_lost = grabbed_count > 0;
  grabbed_count = 0;
  errno = code;
}

// Blocks the handler while the list changes.
static void hold_alarm(int hold) {
  sigset_t alarm_set;
  sigemptyset(&alarm_set);
  sigaddset(&alarm_set, SIGALRM);
  sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &alarm_set, NULL);
}

static void forget_grab(int device) {
  for (int i = 0; i < grabbed_count; i++) {
    if (grabbed[i] == device) grabbed[i] = grabbed[--grabbed_count];
  }
}

int snapback_grab(int device, int grab) {
  hold_alarm(1);
  forget_grab(device);
  int result = -1;
  int code = EMFILE;
  if (!grab || grabbed_count < GRAB_LIMIT) {
    result = ioctl(device, EVIOCGRAB, grab);
    code = errno;
  }
  if (grab && result == 0) {
    grabbed[grabbed_count] = device;
    grabbed_count++;
  }
  hold_alarm(0);
  errno = code;
  return result;
}

void snapback_grab_deadline(unsigned seconds) {
  static int is_installed;
  if (!is_installed) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = release_all;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    is_installed = 1;
  }
  alarm(seconds);
}

int snapback_grab_lost(void) {
  int lost = grabs_lost;
  grabs_lost = 0;
  return lost;
}
