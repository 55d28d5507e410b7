// The program's own malloc, calloc and realloc, over glibc's. Whatever is linked statically or
// dynamically ends up here, the Swift runtime included.

#include "allocation_counter.h"

#include <stddef.h>

static _Thread_local uint64_t count;

// The address sanitizer brings a malloc of its own; nothing is counted beside it.
#if !defined(__has_feature) || !__has_feature(address_sanitizer)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

uint64_t allocation_count(void) { return count; }

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  count++;
  return __libc_realloc(pointer, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  count++;
  *pointer = __libc_memalign(alignment, size);
  return *pointer ? 0 : 12;
}

#else

// A count that always grows, so that a test that counts cannot pass for the wrong reason.
uint64_t allocation_count(void) { return ++count; }

#endif
