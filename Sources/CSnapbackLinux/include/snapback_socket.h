// Unix socket functions other than reading and writing bytes: descriptors, credentials, and the
// number of unread bytes; and the memory whose descriptor is sent. Each function returns the result
// of the system call, and -1 with errno set on failure.

#ifndef SNAPBACK_SOCKET_H
#define SNAPBACK_SOCKET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Sends bytes with up to 2 descriptors that accompany the first byte.
ssize_t snapback_send_descriptors(int socket, const void *bytes, size_t length,
                                  const int *descriptors, int count);

/// The number of bytes that the peer has not read, including the kernel's overhead.
int snapback_unread(int socket);

/// The credentials of the peer, as the kernel recorded them.
typedef struct {
  uint32_t process;
  uint32_t user;
  uint32_t group;
} snapback_peer;

int snapback_get_peer(int socket, snapback_peer *peer);
/// Copies the supplementary groups of the peer at the time it connected if `capacity` is large
/// enough, and returns their number; 0 if the kernel does not report them.
int snapback_get_peer_groups(int socket, uint32_t *groups, int capacity);

/// Creates a memory of `size` zero bytes that can be sealed.
int snapback_memory_create(const char *name, size_t size);
/// Seals the memory: its size can no longer change, and new mappings cannot be writable.
int snapback_memory_seal(int memory);

/// Creates two connected nonblocking sockets: `ends[0]` wakes, `ends[1]` is for the waiting
/// process, which cannot send anything through it.
int snapback_wake_pair(int *ends);
/// Makes the other end readable, with 8 bytes; does nothing while it is still readable.
void snapback_wake(int end);

/// Call before and after a change of data that a sequence lock protects; in between, the sequence
/// number is odd. Only one thread may write.
void snapback_sequence_begin(void *sequence);
void snapback_sequence_end(void *sequence);

#endif
