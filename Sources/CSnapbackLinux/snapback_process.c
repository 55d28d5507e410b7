#define _GNU_SOURCE

#include "snapback_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Missing from older headers; the number is the same on all architectures.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

// The descriptor of the socket in the program, and a number above all descriptors of the program.
enum { PASSED = 3, FREE = 10 };
// The descriptors that are closed one by one on kernels without close_range, before 5.9.
enum { CLOSE_LIMIT = 65536 };

// The variables with which a service manager addresses this process, and not its children.
static const char *const own[] = {"LISTEN_PID=",    "LISTEN_FDS=",   "LISTEN_FDNAMES=",
                                  "NOTIFY_SOCKET=", "WATCHDOG_PID=", "WATCHDOG_USEC="};

static int is_own(const char *variable) {
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (strncmp(variable, own[i], strlen(own[i])) == 0) return 1;
  }
  return 0;
}

// The environment of the program. `listen_pid` has room for the id, which only the child knows.
static char **environment(char *listen_pid) {
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **variables = calloc(count + 3, sizeof *variables);
  if (variables == NULL) return NULL;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (!is_own(environ[i])) variables[kept++] = environ[i];
  }
  variables[kept++] = "LISTEN_FDS=1";
  variables[kept] = listen_pid;
  return variables;
}

static void append_number(char *text, pid_t number) {
  char digits[16];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  text += strlen(text);
  while (count > 0) *text++ = digits[--count];
  *text = '\0';
}

static void close_all(unsigned first, unsigned last) {
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
  for (unsigned descriptor = first; descriptor <= last && descriptor < CLOSE_LIMIT; descriptor++) {
    close((int)descriptor);
  }
}

// Becomes the program; returns only if that fails. Other threads may have held locks at the fork, so
// the child calls only functions that are safe in signal handlers.
static void become(char *const *arguments, char **variables, char *listen_pid, int socket,
                   int report, pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return;
  // If the parent has ended before the call, the signal never comes.
  if (getppid() != parent) _exit(1);
  int null = open("/dev/null", O_RDWR);
  if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(socket, PASSED) < 0) return;
  close_all(PASSED + 1, (unsigned)report - 1);
  close_all((unsigned)report + 1, ~0u);
  append_number(listen_pid, getpid());
  execve(arguments[0], arguments, variables);
}

// Returns the error number that the child has sent; 0 if exec has closed the pipe.
static int reported(int pipe) {
  int code = 0;
  ssize_t count;
  do {
    count = read(pipe, &code, sizeof code);
  } while (count < 0 && errno == EINTR);
  return count == (ssize_t)sizeof code ? code : 0;
}

static void close_open(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

pid_t snapback_process_start(char *const *arguments, int socket) {
  char listen_pid[32] = "LISTEN_PID=";
  char **variables = environment(listen_pid);
  if (variables == NULL) return -1;
  int ends[2] = {-1, -1};
  int passed = -1;
  int report = -1;
  pid_t child = -1;
  // The child replaces the descriptors 0, 1 and 3, so both of these get higher numbers.
  if (pipe2(ends, O_CLOEXEC) == 0 && (passed = fcntl(socket, F_DUPFD_CLOEXEC, FREE)) >= 0 &&
      (report = fcntl(ends[1], F_DUPFD_CLOEXEC, FREE)) >= 0) {
    pid_t parent = getpid();
    child = fork();
    if (child == 0) {
      become(arguments, variables, listen_pid, passed, report, parent);
      int code = errno;
      _exit(write(report, &code, sizeof code) < 0 ? 1 : 127);
    }
  }
  int code = errno;
  close_open(passed);
  close_open(report);
  close_open(ends[1]);
  if (child > 0 && (code = reported(ends[0])) != 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    child = -1;
  }
  close_open(ends[0]);
  free(variables);
  errno = code;
  return child;
}
