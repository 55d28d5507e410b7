// Jobs in processes that all begin in the same state.

#define _GNU_SOURCE

#include "simulated_kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct question {
  uint64_t length;
  uint64_t seconds;
};

struct answer {
  uint64_t length;
  int64_t status;
};

// Moves all bytes, or fails.
static int move(ssize_t (*call)(int, void *, size_t), int descriptor, void *bytes, size_t length) {
  char *next = bytes;
  while (length > 0) {
    ssize_t count = call(descriptor, next, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return -1;
    next += count;
    length -= (size_t)count;
  }
  return 0;
}

static ssize_t send_bytes(int socket, void *bytes, size_t length) {
  return send(socket, bytes, length, MSG_NOSIGNAL);
}

static int do_job(int socket, ck_job job, void *context, void *request, struct question question) {
  int output = memfd_create("reply", MFD_CLOEXEC);
  pid_t child = fork();
  if (child == 0) {
    close(socket);
    alarm((unsigned)question.seconds);
    job(context, request, question.length, output);
    fflush(NULL);
    _exit(0);
  }
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  off_t end = lseek(output, 0, SEEK_END);
  struct answer answer = {.length = end > 0 ? (uint64_t)end : 0, .status = status};
  int result = move(send_bytes, socket, &answer, sizeof answer);
  if (result == 0 && answer.length > 0) {
    void *bytes = mmap(NULL, answer.length, PROT_READ, MAP_SHARED, output, 0);
    result = bytes == MAP_FAILED ? -1 : move(send_bytes, socket, bytes, answer.length);
    munmap(bytes, answer.length);
  }
  close(output);
  return result;
}

static _Noreturn void serve(int socket, ck_job job, void *context) {
  struct question question;
  while (move(read, socket, &question, sizeof question) == 0) {
    void *request = malloc(question.length + 1);
    if (move(read, socket, request, question.length) != 0) break;
    if (do_job(socket, job, context, request, question) != 0) break;
    free(request);
  }
  _exit(0);
}

void ck_make_workers(int count, int *sockets, ck_job job, void *context) {
  // Otherwise every worker would write the buffered output.
  fflush(NULL);
  for (int index = 0; index < count; index++) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) abort();
    pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
      for (int other = 0; other < index; other++) close(sockets[other]);
      close(pair[0]);
      serve(pair[1], job, context);
    }
    close(pair[1]);
    sockets[index] = pair[0];
  }
}

int ck_ask(int socket, const void *request, size_t length, unsigned seconds) {
  struct question question = {.length = length, .seconds = seconds};
  if (move(send_bytes, socket, &question, sizeof question) != 0) return -1;
  return move(send_bytes, socket, (void *)request, length);
}

ssize_t ck_take_reply(int socket, int *status, void **reply) {
  struct answer answer;
  *reply = NULL;
  if (move(read, socket, &answer, sizeof answer) != 0) return -1;
  *status = (int)answer.status;
  *reply = malloc(answer.length + 1);
  if (move(read, socket, *reply, answer.length) != 0) return -1;
  return (ssize_t)answer.length;
}
