#define _GNU_SOURCE

#include "snapback_thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  void (*run)(void *);
  void *context;
} job;

static void *start(void *argument) {
  job work = *(job *)argument;
  free(argument);
  // If this is not permitted, both threads have the same priority.
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 10);
  work.run(work.context);
  return NULL;
}

int snapback_thread_start(void (*run)(void *), void *context) {
  job *work = malloc(sizeof *work);
  if (work == NULL) return -1;
  work->run = run;
  work->context = context;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The loop handles signals: the new thread starts with all of them blocked except those of its
  // own faults, whose handlers report a crash.
  static const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  sigset_t all, before;
  sigfillset(&all);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int code = pthread_create(&thread, &attributes, start, work);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (code == 0) return 0;
  free(work);
  errno = code;
  return -1;
}

// Above the priority of compositors and renderers, which is 1: the kernel does not interrupt a program
// for another one of the same real-time priority.
static const struct sched_param real_time = {.sched_priority = 2};

int snapback_real_time_permitted(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_RTPRIO, &limit) == 0 &&
         limit.rlim_cur >= (rlim_t)real_time.sched_priority;
}

int snapback_real_time_begin(void) {
  if (sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &real_time) != 0) return -1;
  // For RLIMIT_RTTIME, the kernel counts the processor time since a thread at real-time priority was
  // last woken up; a change of the priority does not reset the count. Without this wait, a loop that
  // never waits would reach the limit although it has had normal priority in between.
  const struct timespec wait = {.tv_nsec = 100000};
  nanosleep(&wait, NULL);
  return 0;
}

void snapback_real_time_end(void) {
  // Without the flag, the kernel refuses the call: only privileged threads may remove it.
  const struct sched_param normal = {.sched_priority = 0};
  sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &normal);
}
