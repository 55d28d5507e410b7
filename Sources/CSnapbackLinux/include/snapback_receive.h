// What the reading side of a Unix socket and of shared memory needs. Each function returns what the
// system call returns, and -1 with errno set on failure, unless it says otherwise.

#ifndef SNAPBACK_RECEIVE_H
#define SNAPBACK_RECEIVE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Reads bytes without waiting, and up to `capacity` (at most 2) descriptors that came beside them;
/// `count` says how many. Further ones are closed.
ssize_t snapback_receive(int socket, void *bytes, size_t length, int *descriptors, int capacity,
                         int *count);

/// Whether a memory is sealed against shrinking, so that reading what is mapped cannot fail.
int snapback_memory_cannot_shrink(int memory);

/// Copies `length` bytes at `from` while the sequence at `sequence` is even and stays the same; all
/// three are multiples of 8. 1, or 0 when a writer was at it all of `tries` times.
int snapback_sequence_read(const void *memory, size_t sequence, size_t from, void *into,
                           size_t length, int tries);

/// Takes one wake-up; 0 when there is none.
uint64_t snapback_wake_take(int end);

#endif
