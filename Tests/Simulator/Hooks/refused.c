// Functions of the C library that reach the kernel and that the model does not answer. Guest code
// that calls one is stopped with its name; other code gets the C library's.

#define _GNU_SOURCE

#include "hooks.h"

#define REFUSED(X)                                                                                \
  intptr_t ck_refused_##X(intptr_t a, intptr_t b, intptr_t c, intptr_t d, intptr_t e, intptr_t f) \
      __asm__(#X);                                                                                \
  intptr_t ck_refused_##X(intptr_t a, intptr_t b, intptr_t c, intptr_t d, intptr_t e,             \
                          intptr_t f) {                                                           \
    if (ck_guest) ck_refuse(#X, (const intptr_t[6]){a, b, c, d, e, f});                           \
    return REAL(intptr_t, X, (intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t))(       \
        a, b, c, d, e, f);                                                                        \
  }

// Streams, of which every other function of theirs needs one that is open.
REFUSED(fopen)
REFUSED(fopen64)
REFUSED(fdopen)
REFUSED(popen)
// Files and descriptors.
REFUSED(chmod)
REFUSED(chown)
REFUSED(copy_file_range)
REFUSED(fchown)
REFUSED(fdatasync)
REFUSED(fstatfs)
REFUSED(fstatfs64)
REFUSED(fsync)
REFUSED(get_current_dir_name)
REFUSED(link)
REFUSED(mkdirat)
REFUSED(mkdtemp)
REFUSED(mkostemp)
REFUSED(mkstemp)
REFUSED(name_to_handle_at)
REFUSED(pipe)
REFUSED(pread)
REFUSED(pread64)
REFUSED(pwrite)
REFUSED(pwrite64)
REFUSED(readv)
REFUSED(renameat)
REFUSED(renameat2)
REFUSED(scandir)
REFUSED(select)
REFUSED(sendfile)
REFUSED(statfs)
REFUSED(statfs64)
REFUSED(statx)
REFUSED(symlink)
REFUSED(tcgetattr)
REFUSED(tcsetattr)
REFUSED(truncate)
REFUSED(unlinkat)
REFUSED(writev)
// Sockets and events.
REFUSED(epoll_create)
REFUSED(epoll_pwait)
REFUSED(getaddrinfo)
REFUSED(getnameinfo)
REFUSED(getpeername)
REFUSED(if_indextoname)
REFUSED(inotify_init)
REFUSED(recvfrom)
REFUSED(recvmmsg)
REFUSED(sendmmsg)
REFUSED(timerfd_gettime)
// Memory that is shared or protected.
REFUSED(mremap)
REFUSED(shm_open)
REFUSED(shm_unlink)
// Processes, threads that wait for each other, the time.
REFUSED(_exit)
REFUSED(chdir)
REFUSED(clock_nanosleep)
REFUSED(execve)
REFUSED(fork)
REFUSED(getgroups)
REFUSED(getppid)
REFUSED(getrlimit64)
REFUSED(getrusage)
REFUSED(gettimeofday)
REFUSED(nanosleep)
REFUSED(pause)
REFUSED(posix_spawn)
REFUSED(prctl)
REFUSED(pthread_cond_timedwait)
REFUSED(pthread_cond_wait)
REFUSED(pthread_kill)
REFUSED(raise)
REFUSED(sched_setscheduler)
REFUSED(sem_open)
REFUSED(sem_timedwait)
REFUSED(sem_wait)
REFUSED(setitimer)
REFUSED(setrlimit)
REFUSED(setrlimit64)
REFUSED(sigqueue)
REFUSED(sigtimedwait)
REFUSED(sigwait)
REFUSED(sigwaitinfo)
REFUSED(sleep)
REFUSED(timer_create)
REFUSED(wait)
REFUSED(waitid)
REFUSED(waitpid)
