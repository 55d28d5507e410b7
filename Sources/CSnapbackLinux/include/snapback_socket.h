// What a Unix socket can do besides bytes: descriptors, credentials, and how much is unread; and the
// memory whose descriptor is handed over. Each function returns what the system call returns, and
// -1 with errno set on failure.

#ifndef SNAPBACK_SOCKET_H
#define SNAPBACK_SOCKET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Sends bytes with up to 2 descriptors beside the first of them.
ssize_t snapback_send_descriptors(int socket, const void *bytes, size_t length,
                                  const int *descriptors, int count);

/// How many bytes the kernel holds that the other side has not read, its own overhead included.
int snapback_unread(int socket);

/// Who connected, as the kernel knows it.
typedef struct {
  uint32_t process;
  uint32_t user;
  uint32_t group;
} snapback_peer;

int snapback_get_peer(int socket, snapback_peer *peer);
/// The groups that the other side had besides when it connected: fills them in if `capacity` is
/// large enough, and returns how many there are. 0 where the kernel does not tell.
int snapback_get_peer_groups(int socket, uint32_t *groups, int capacity);

/// A memory of `size` zero bytes that can be sealed.
int snapback_memory_create(const char *name, size_t size);
/// After this nobody can change its size, and nobody who has not mapped it yet can write it.
int snapback_memory_seal(int memory);

/// Makes two connected sockets that never block: `ends[0]` to wake with, `ends[1]` for the process
/// that waits, which cannot send anything through it.
int snapback_wake_pair(int *ends);
/// Makes the other end readable, with 8 bytes; does nothing while it still is.
void snapback_wake(int end);

/// Before and after a change of what readers of a sequence lock read: between the two the sequence
/// is odd. Only one thread may write.
void snapback_sequence_begin(void *sequence);
void snapback_sequence_end(void *sequence);

#endif
