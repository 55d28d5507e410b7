#define _GNU_SOURCE

#include "snapback_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// Unknown to kernels before 5.1 and missing from older headers.
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif
#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

enum { DESCRIPTOR_LIMIT = 2 };

ssize_t snapback_send_descriptors(int socket, const void *bytes, size_t length,
                                  const int *descriptors, int count) {
  if (count < 1 || count > DESCRIPTOR_LIMIT) {
    errno = EINVAL;
    return -1;
  }
  union {
    char bytes[CMSG_SPACE(DESCRIPTOR_LIMIT * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  memset(&control, 0, sizeof control);
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
  memcpy(CMSG_DATA(header), descriptors, (size_t)count * sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int snapback_unread(int socket) {
  int bytes = 0;
  return ioctl(socket, SIOCOUTQ, &bytes) == 0 ? bytes : -1;
}

int snapback_get_peer(int socket, snapback_peer *peer) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
  peer->process = (uint32_t)credentials.pid;
  peer->user = credentials.uid;
  peer->group = credentials.gid;
  return 0;
}

int snapback_get_peer_groups(int socket, uint32_t *groups, int capacity) {
  socklen_t length = (socklen_t)((size_t)capacity * sizeof *groups);
  int result = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length);
  if (result != 0 && errno != ERANGE) return 0;
  // With ERANGE, `length` is the required size.
  return (int)(length / sizeof *groups);
}

int snapback_memory_create(const char *name, size_t size) {
  int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  if (ftruncate(memory, (off_t)size) == 0) return memory;
  int code = errno;
  close(memory);
  errno = code;
  return -1;
}

int snapback_memory_seal(int memory) {
  return fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL);
}

int snapback_wake_pair(int *ends) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return -1;
  shutdown(ends[0], SHUT_RD);
  return 0;
}

void snapback_wake(int end) {
  // One unread wake-up is enough, so the queue never grows.
  if (snapback_unread(end) != 0) return;
  uint64_t one = 1;
  while (send(end, &one, sizeof one, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno == EINTR) {
  }
}

void snapback_sequence_begin(void *sequence) {
  uint64_t *value = sequence;
  __atomic_store_n(value, __atomic_load_n(value, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
  // The sequence must become odd before any later write is visible.
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

void snapback_sequence_end(void *sequence) {
  uint64_t *value = sequence;
  __atomic_store_n(value, __atomic_load_n(value, __ATOMIC_RELAXED) + 1, __ATOMIC_RELEASE);
}
