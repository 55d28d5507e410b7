#define _GNU_SOURCE

#include "snapback_thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
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
