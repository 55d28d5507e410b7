// The functions of the C library that guest code calls into the simulated kernel by.
//
// The program that links this target defines `read`, `epoll_wait`, `malloc` and the like itself.
// On a thread that runs guest code each of them goes to the model; on every other thread, and while
// the model runs, it goes to the C library.

#ifndef SIMULATED_KERNEL_H
#define SIMULATED_KERNEL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>

// Every call that the model answers, by the name of the function.
#define CK_CALLS(X)                                                                               \
  X(accept) X(accept4) X(access) X(alarm) X(bind) X(clock_gettime) X(close) X(closedir)           \
  X(connect) X(dirfd) X(dup) X(dup2) X(dup3) X(epoll_create1) X(epoll_ctl) X(epoll_wait)          \
  X(eventfd) X(exit) X(faccessat) X(fcntl) X(flock) X(fstat) X(fstatat) X(ftruncate) X(getegid)   \
  X(getenv) X(geteuid) X(getgid) X(getgrnam) X(getpid) X(getpwnam) X(getrandom) X(getsockname)    \
  X(getsockopt) X(gettid) X(getuid) X(inotify_add_watch) X(inotify_init1) X(inotify_rm_watch)     \
  X(ioctl) X(isatty) X(kill) X(listen) X(lseek) X(lstat) X(memfd_create) X(mkdir) X(mmap)         \
  X(munmap) X(open) X(openat) X(opendir) X(pipe2) X(poll) X(ppoll) X(pthread_create)              \
  X(pthread_detach) X(pthread_join) X(pthread_sigmask) X(read) X(readdir) X(readlink)             \
  X(readlinkat) X(recv) X(recvmsg) X(rename) X(rmdir) X(send) X(sendmsg) X(sendto)                \
  X(setsockopt) X(shutdown) X(sigaction) X(signal) X(signalfd) X(sigprocmask) X(socket)           \
  X(socketpair) X(stat) X(syscall) X(time) X(timerfd_create) X(timerfd_settime) X(umask)          \
  X(unlink) X(unsetenv) X(usleep) X(write) X(fchmod) X(setpriority) X(getrlimit)

enum ck_call {
#define CK_NUMBER(name) CK_##name,
  CK_CALLS(CK_NUMBER)
#undef CK_NUMBER
  CK_CALL_COUNT
};

/// The function's name.
const char *ck_name(int call);
/// The name of an error's number: "EAGAIN"; NULL for one that there is not.
const char *ck_error_name(int code);

/// Answers one call of guest code: the result, or an error's number below 0.
typedef intptr_t (*ck_model)(void *context, int call, const intptr_t *arguments);

/// Runs `body` as guest code on a thread of its own and waits until it returns (1) or leaves (0).
///
/// Its calls go to `model`. The stack of a thread that left stays as it is, for good.
int ck_run(ck_model model, void *context, void (*body)(void *), void *argument);
/// Ends the guest of the calling thread, from within the model. It never returns.
_Noreturn void ck_leave(void);
/// Whether the calling thread runs guest code, or the model on its behalf.
// The return addresses on the stack of this thread, the innermost first, relative to the start of the
// program, 0 for those in libraries; returns how many there are, at most `capacity`.
int ck_stack(uintptr_t *places, int capacity);

int ck_is_guest_thread(void);

/// Runs a signal handler and the start routine of a thread as guest code, from within the model.
void ck_call_handler(void (*handler)(int), int signal);
void *ck_call_start(void *(*start)(void *), void *argument);

/// The allocations of the calling thread's guest.
struct ck_work {
  uint64_t allocations;
  uint64_t bytes;
  /// The bytes allocated minus the bytes freed, in the sizes that the allocator gave.
  int64_t live;
};
struct ck_work ck_work_so_far(void);

// memfd_create, accept4 and pipe2, which Swift's Glibc module does not show.
int ck_memory(const char *name, unsigned flags);
int ck_accept(int listener, int flags);
int ck_pipe(int *numbers, int flags);

/// Says which call is not modeled, and aborts.
_Noreturn void ck_refuse(const char *name, const intptr_t *arguments);

/// Does a job in its own process; the bytes that it writes to `output` are the reply.
typedef void (*ck_job)(void *context, const void *request, size_t length, int output);

/// Forks `count` workers; `sockets` are where they are asked. A worker runs nothing but fork(2), so
/// each job begins in the state that this process is in now, whatever it or other jobs do later.
void ck_make_workers(int count, int *sockets, ck_job job, void *context);
/// Asks a worker to do a job within so many seconds; 0, or −1 when the worker has gone.
int ck_ask(int socket, const void *request, size_t length, unsigned seconds);
/// Waits until the job is over: the length of the reply, −1 when the worker has gone. The status
/// is that of waitpid(2). The reply is the caller's to free.
ssize_t ck_take_reply(int socket, int *status, void **reply);

#endif
