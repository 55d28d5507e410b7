// One definition per function of the C library that the model answers.
//
// Assembler names keep them apart from the prototypes of the headers. A function with variable
// arguments is defined with as many as it can have: on x86-64 and AArch64 Linux a caller passes
// integers and pointers in the same registers either way.

#define _GNU_SOURCE

#include "hooks.h"

#include <dirent.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>

#define WORD(value) ((intptr_t)(value))
#define FORWARD(call, ...) ck_forward(CK_##call, (const intptr_t[6]){__VA_ARGS__})

// X is the symbol, `call` its name in the model, R its result and A… its arguments.
#define HOOK0(R, X, call)                                                                         \
  R ck_hook_##X(void) __asm__(#X);                                                                \
  R ck_hook_##X(void) {                                                                           \
    return ck_guest ? (R)FORWARD(call, 0) : REAL(R, X, (void))();                                 \
  }
#define HOOK1(R, X, call, A)                                                                      \
  R ck_hook_##X(A a) __asm__(#X);                                                                 \
  R ck_hook_##X(A a) {                                                                            \
    return ck_guest ? (R)FORWARD(call, WORD(a)) : REAL(R, X, (A))(a);                             \
  }
#define HOOK2(R, X, call, A, B)                                                                   \
  R ck_hook_##X(A a, B b) __asm__(#X);                                                            \
  R ck_hook_##X(A a, B b) {                                                                       \
    return ck_guest ? (R)FORWARD(call, WORD(a), WORD(b)) : REAL(R, X, (A, B))(a, b);              \
  }
#define HOOK3(R, X, call, A, B, C)                                                                \
  R ck_hook_##X(A a, B b, C c) __asm__(#X);                                                       \
  R ck_hook_##X(A a, B b, C c) {                                                                  \
    return ck_guest ? (R)FORWARD(call, WORD(a), WORD(b), WORD(c))                                 \
                    : REAL(R, X, (A, B, C))(a, b, c);                                             \
  }
#define HOOK4(R, X, call, A, B, C, D)                                                             \
  R ck_hook_##X(A a, B b, C c, D d) __asm__(#X);                                                  \
  R ck_hook_##X(A a, B b, C c, D d) {                                                             \
    return ck_guest ? (R)FORWARD(call, WORD(a), WORD(b), WORD(c), WORD(d))                        \
                    : REAL(R, X, (A, B, C, D))(a, b, c, d);                                       \
  }
#define HOOK5(R, X, call, A, B, C, D, E)                                                          \
  R ck_hook_##X(A a, B b, C c, D d, E e) __asm__(#X);                                             \
  R ck_hook_##X(A a, B b, C c, D d, E e) {                                                        \
    return ck_guest ? (R)FORWARD(call, WORD(a), WORD(b), WORD(c), WORD(d), WORD(e))               \
                    : REAL(R, X, (A, B, C, D, E))(a, b, c, d, e);                                 \
  }
#define HOOK6(R, X, call, A, B, C, D, E, F)                                                       \
  R ck_hook_##X(A a, B b, C c, D d, E e, F f) __asm__(#X);                                        \
  R ck_hook_##X(A a, B b, C c, D d, E e, F f) {                                                   \
    return ck_guest ? (R)FORWARD(call, WORD(a), WORD(b), WORD(c), WORD(d), WORD(e), WORD(f))      \
                    : REAL(R, X, (A, B, C, D, E, F))(a, b, c, d, e, f);                           \
  }

// These return a pointer, NULL for an error.
#define HOOK_POINTER(X, call, A)                                                                  \
  void *ck_hook_##X(A a) __asm__(#X);                                                             \
  void *ck_hook_##X(A a) {                                                                        \
    if (!ck_guest) return REAL(void *, X, (A))(a);                                                \
    intptr_t result = FORWARD(call, WORD(a));                                                     \
    return result == -1 ? 0 : (void *)result;                                                     \
  }

// Descriptors.
HOOK3(ssize_t, read, read, int, void *, size_t)
HOOK3(ssize_t, write, write, int, const void *, size_t)
HOOK1(int, close, close, int)
HOOK1(int, dup, dup, int)
HOOK2(int, dup2, dup2, int, int)
HOOK3(int, dup3, dup3, int, int, int)
HOOK3(int, fcntl, fcntl, int, int, intptr_t)
HOOK3(int, fcntl64, fcntl, int, int, intptr_t)
HOOK3(int, ioctl, ioctl, int, unsigned long, intptr_t)
HOOK3(int, poll, poll, void *, unsigned long, int)
HOOK4(int, ppoll, ppoll, void *, unsigned long, const void *, const void *)
HOOK2(int, pipe2, pipe2, int *, int)
HOOK2(int, flock, flock, int, int)
HOOK3(off_t, lseek, lseek, int, off_t, int)
HOOK3(off_t, lseek64, lseek, int, off_t, int)
HOOK2(int, ftruncate, ftruncate, int, off_t)
HOOK2(int, ftruncate64, ftruncate, int, off_t)
HOOK1(int, isatty, isatty, int)

// Files.
HOOK3(int, open, open, const char *, int, mode_t)
HOOK3(int, open64, open, const char *, int, mode_t)
HOOK4(int, openat, openat, int, const char *, int, mode_t)
HOOK4(int, openat64, openat, int, const char *, int, mode_t)
HOOK2(int, stat, stat, const char *, void *)
HOOK2(int, stat64, stat, const char *, void *)
HOOK2(int, lstat, lstat, const char *, void *)
HOOK2(int, lstat64, lstat, const char *, void *)
HOOK2(int, fstat, fstat, int, void *)
HOOK2(int, fstat64, fstat, int, void *)
HOOK4(int, fstatat, fstatat, int, const char *, void *, int)
HOOK4(int, fstatat64, fstatat, int, const char *, void *, int)
HOOK2(int, access, access, const char *, int)
HOOK4(int, faccessat, faccessat, int, const char *, int, int)
HOOK1(int, unlink, unlink, const char *)
HOOK1(int, rmdir, rmdir, const char *)
HOOK2(int, mkdir, mkdir, const char *, mode_t)
HOOK2(int, rename, rename, const char *, const char *)
HOOK3(ssize_t, readlink, readlink, const char *, char *, size_t)
HOOK4(ssize_t, readlinkat, readlinkat, int, const char *, char *, size_t)
HOOK1(mode_t, umask, umask, mode_t)
HOOK2(int, fchmod, fchmod, int, mode_t)
HOOK3(int, setpriority, setpriority, int, unsigned, int)
HOOK2(int, getrlimit, getrlimit, int, void *)
HOOK_POINTER(opendir, opendir, const char *)
HOOK_POINTER(readdir, readdir, void *)
HOOK_POINTER(readdir64, readdir, void *)
HOOK1(int, closedir, closedir, void *)
HOOK1(int, dirfd, dirfd, void *)

// Sockets.
HOOK3(int, socket, socket, int, int, int)
HOOK4(int, socketpair, socketpair, int, int, int, int *)
HOOK3(int, bind, bind, int, const void *, socklen_t)
HOOK2(int, listen, listen, int, int)
HOOK3(int, connect, connect, int, const void *, socklen_t)
HOOK3(int, accept, accept, int, void *, void *)
HOOK4(int, accept4, accept4, int, void *, void *, int)
HOOK4(ssize_t, send, send, int, const void *, size_t, int)
HOOK6(ssize_t, sendto, sendto, int, const void *, size_t, int, const void *, socklen_t)
HOOK3(ssize_t, sendmsg, sendmsg, int, const void *, int)
HOOK4(ssize_t, recv, recv, int, void *, size_t, int)
HOOK3(ssize_t, recvmsg, recvmsg, int, void *, int)
HOOK2(int, shutdown, shutdown, int, int)
HOOK5(int, getsockopt, getsockopt, int, int, int, void *, void *)
HOOK5(int, setsockopt, setsockopt, int, int, int, const void *, socklen_t)
HOOK3(int, getsockname, getsockname, int, void *, void *)

// Events, memory.
HOOK1(int, epoll_create1, epoll_create1, int)
HOOK4(int, epoll_ctl, epoll_ctl, int, int, int, void *)
HOOK4(int, epoll_wait, epoll_wait, int, void *, int, int)
HOOK2(int, eventfd, eventfd, unsigned, int)
HOOK2(int, timerfd_create, timerfd_create, int, int)
HOOK4(int, timerfd_settime, timerfd_settime, int, int, const void *, void *)
HOOK3(int, signalfd, signalfd, int, const void *, int)
HOOK1(int, inotify_init1, inotify_init1, int)
HOOK3(int, inotify_add_watch, inotify_add_watch, int, const char *, uint32_t)
HOOK2(int, inotify_rm_watch, inotify_rm_watch, int, int)
HOOK2(int, memfd_create, memfd_create, const char *, unsigned)
HOOK6(void *, mmap, mmap, void *, size_t, int, int, int, off_t)
HOOK6(void *, mmap64, mmap, void *, size_t, int, int, int, off_t)
HOOK2(int, munmap, munmap, void *, size_t)

// The process, and the time.
HOOK2(int, clock_gettime, clock_gettime, clockid_t, void *)
HOOK1(time_t, time, time, void *)
HOOK1(unsigned, alarm, alarm, unsigned)
HOOK1(int, usleep, usleep, unsigned)
HOOK0(uid_t, getuid, getuid)
HOOK0(uid_t, geteuid, geteuid)
HOOK0(gid_t, getgid, getgid)
HOOK0(gid_t, getegid, getegid)
HOOK0(pid_t, getpid, getpid)
HOOK0(pid_t, gettid, gettid)
HOOK3(ssize_t, getrandom, getrandom, void *, size_t, unsigned)
HOOK_POINTER(getenv, getenv, const char *)
HOOK_POINTER(secure_getenv, getenv, const char *)
HOOK1(int, unsetenv, unsetenv, const char *)
HOOK_POINTER(getpwnam, getpwnam, const char *)
HOOK_POINTER(getgrnam, getgrnam, const char *)
HOOK3(int, sigprocmask, sigprocmask, int, const void *, void *)
HOOK2(void *, signal, signal, int, void *)
HOOK2(int, kill, kill, pid_t, int)

void ck_hook_exit(int code) __asm__("exit");
void ck_hook_exit(int code) {
  if (ck_guest) FORWARD(exit, code);
  REAL(void, exit, (int))(code);
  __builtin_unreachable();
}

// The crash handlers of the language's runtime, whose calls go to the real kernel.
static void (*crash_handlers[_NSIG])(int, siginfo_t *, void *);

static void handle_crash(int number, siginfo_t *information, void *context) {
  ck_guest = 0;
  crash_handlers[number](number, information, context);
}

int ck_hook_sigaction(int number, const struct sigaction *new, struct sigaction *old)
    __asm__("sigaction");
int ck_hook_sigaction(int number, const struct sigaction *new, struct sigaction *old) {
  if (ck_guest) return (int)FORWARD(sigaction, number, WORD(new), WORD(old));
  struct sigaction wrapped;
  int is_crash = number == SIGSEGV || number == SIGILL || number == SIGTRAP ||
                 number == SIGABRT || number == SIGBUS || number == SIGFPE;
  if (is_crash && new && (new->sa_flags & SA_SIGINFO)) {
    crash_handlers[number] = new->sa_sigaction;
    wrapped = *new;
    wrapped.sa_sigaction = handle_crash;
    new = &wrapped;
  }
  return REAL(int, sigaction, (int, const struct sigaction *, struct sigaction *))(
      number, new, old);
}

// Threads. These return the error's number.
#define HOOK_THREAD(X, parameters, arguments, ...)                                                \
  int ck_hook_##X parameters __asm__(#X);                                                         \
  int ck_hook_##X parameters {                                                                    \
    if (!ck_guest) return REAL(int, X, parameters) arguments;                                     \
    int saved = errno;                                                                            \
    int code = FORWARD(X, __VA_ARGS__) == 0 ? 0 : errno;                                          \
    errno = saved;                                                                                \
    return code;                                                                                  \
  }
HOOK_THREAD(pthread_create, (void *thread, const void *attributes, void *start, void *argument),
            (thread, attributes, start, argument), WORD(thread), WORD(attributes), WORD(start),
            WORD(argument))
HOOK_THREAD(pthread_join, (uintptr_t thread, void **result), (thread, result), WORD(thread),
            WORD(result))
HOOK_THREAD(pthread_detach, (uintptr_t thread), (thread), WORD(thread))
HOOK_THREAD(pthread_sigmask, (int how, const void *new, void *old), (how, new, old), WORD(how),
            WORD(new), WORD(old))

// A lock that waits and a thread's own number are no business of the model.
long ck_hook_syscall(long number, long a, long b, long c, long d, long e, long f)
    __asm__("syscall");
long ck_hook_syscall(long number, long a, long b, long c, long d, long e, long f) {
  if (!ck_guest || number == SYS_futex) {
    return REAL(long, syscall, (long, long, long, long, long, long, long))(
        number, a, b, c, d, e, f);
  }
  return FORWARD(syscall, number, a, b, c, d, e);
}
