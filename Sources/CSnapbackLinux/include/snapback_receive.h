// The receiving side of a Unix socket and of shared memory. Each function returns the result of the
// system call, and -1 with errno set on failure, unless stated otherwise.

#ifndef SNAPBACK_RECEIVE_H
#define SNAPBACK_RECEIVE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Reads bytes without blocking, and up to `capacity` (at most 2) descriptors that accompany them;
/// stores their number in `count`. Further descriptors are closed.
ssize_t snapback_receive(int socket, void *bytes, size_t length, int *descriptors, int capacity,
                         int *count);

/// Whether a memory is sealed against shrinking, so that reading its mapping cannot fail.
int snapback_memory_cannot_shrink(int memory);

/// Copies `length` bytes at `from` while the sequence number at `sequence` is even and unchanged;
/// all three are multiples of 8. Returns 1, or 0 if each of `tries` attempts met a write.
int snapback_sequence_read(const void *memory, size_t sequence, size_t from, void *into,
                           size_t length, int tries);

/// Consumes one wake-up; returns 0 if there is none.
uint64_t snapback_wake_take(int end);

#endif
