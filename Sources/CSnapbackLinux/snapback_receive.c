#define _GNU_SOURCE

#include "snapback_receive.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { RECEIVED_LIMIT = 2 };

ssize_t snapback_receive(int socket, void *bytes, size_t length, int *descriptors, int capacity,
                         int *count) {
  union {
    // Room for more descriptors than the caller takes; the kernel closes those that do not fit.
    char bytes[CMSG_SPACE(2 * RECEIVED_LIMIT * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = length};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  *count = 0;
  ssize_t got = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (got < 0) return got;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t there = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < there; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
      if (*count < capacity && *count < RECEIVED_LIMIT) {
        descriptors[(*count)++] = descriptor;
      } else {
        close(descriptor);
      }
    }
  }
  return got;
}

int snapback_memory_cannot_shrink(int memory) {
  int seals = fcntl(memory, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) != 0;
}

int snapback_sequence_read(const void *memory, size_t sequence, size_t from, void *into,
                           size_t length, int tries) {
  const uint64_t *counter = (const uint64_t *)((const char *)memory + sequence);
  const uint64_t *source = (const uint64_t *)((const char *)memory + from);
  for (int attempt = 0; attempt < tries; attempt++) {
    uint64_t before = __atomic_load_n(counter, __ATOMIC_ACQUIRE);
    if (before % 2 != 0) continue;
    for (size_t word = 0; word < length / sizeof(uint64_t); word++) {
      uint64_t value = __atomic_load_n(source + word, __ATOMIC_RELAXED);
      memcpy((char *)into + word * sizeof value, &value, sizeof value);
    }
    // The copy must be complete before the sequence is read again.
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (__atomic_load_n(counter, __ATOMIC_RELAXED) == before) return 1;
  }
  return 0;
}

uint64_t snapback_wake_take(int end) {
  uint64_t value = 0;
  return read(end, &value, sizeof value) == (ssize_t)sizeof value ? value : 0;
}
