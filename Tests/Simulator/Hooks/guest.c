// Guest code: its thread, its allocations, and how its calls reach the model.

#define _GNU_SOURCE

#include "hooks.h"

#include <execinfo.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

_Thread_local int ck_guest;

struct guest {
  ck_model model;
  void *context;
  void (*body)(void *);
  void *argument;
  sem_t over;
  int has_returned;
};

static _Thread_local struct guest *current;

const char *ck_name(int call) {
  static const char *const names[] = {
#define CK_NAME(name) #name,
      CK_CALLS(CK_NAME)
#undef CK_NAME
  };
  return names[call];
}

const char *ck_error_name(int code) { return strerrorname_np(code); }

int ck_memory(const char *name, unsigned flags) { return memfd_create(name, flags); }

int ck_accept(int listener, int flags) { return accept4(listener, NULL, NULL, flags); }

int ck_pipe(int *numbers, int flags) { return pipe2(numbers, flags); }

intptr_t ck_forward(int call, const intptr_t *arguments) {
  int saved = errno;
  ck_guest = 0;
  intptr_t result = current->model(current->context, call, arguments);
  ck_guest = 1;
  if (result < 0 && result >= -4095) {
    errno = (int)-result;
    return -1;
  }
  errno = saved;
  return result;
}

static void *run_thread(void *argument) {
  struct guest *guest = argument;
  current = guest;
  ck_guest = 1;
  guest->body(guest->argument);
  ck_guest = 0;
  guest->has_returned = 1;
  sem_post(&guest->over);
  return NULL;
}

int ck_run(ck_model model, void *context, void (*body)(void *), void *argument) {
  enum { STACK = 64 << 20 };
  // Left in place when the guest leaves: its thread still has it.
  struct guest *guest = calloc(1, sizeof *guest);
  *guest = (struct guest){
      .model = model, .context = context, .body = body, .argument = argument};
  sem_init(&guest->over, 0, 0);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, run_thread, guest) != 0) abort();
  pthread_attr_destroy(&attributes);
  while (sem_wait(&guest->over) != 0) {}
  if (!guest->has_returned) {
    pthread_detach(thread);
    return 0;
  }
  pthread_join(thread, NULL);
  sem_destroy(&guest->over);
  free(guest);
  return 1;
}

void ck_leave(void) {
  sem_post(&current->over);
  for (;;) pause();
}

int ck_stack(uintptr_t *places, int capacity) {
  enum { DEEPEST = 256 };
  void *frames[DEEPEST];
  int count = backtrace(frames, capacity < DEEPEST ? capacity : DEEPEST);
  Dl_info own, other;
  if (!dladdr((void *)ck_stack, &own)) return 0;
  for (int index = 0; index < count; index++) {
    int is_own = dladdr(frames[index], &other) && other.dli_fbase == own.dli_fbase;
    places[index] = is_own ? (uintptr_t)frames[index] - (uintptr_t)own.dli_fbase : 0;
  }
  return count;
}

int ck_is_guest_thread(void) { return current != NULL; }

void ck_call_handler(void (*handler)(int), int signal) {
  ck_guest = 1;
  handler(signal);
  ck_guest = 0;
}

void *ck_call_start(void *(*start)(void *), void *argument) {
  ck_guest = 1;
  void *result = start(argument);
  ck_guest = 0;
  return result;
}

void ck_refuse(const char *name, const intptr_t *arguments) {
  ck_guest = 0;
  fprintf(stderr, "simulated kernel: guest code calls %s, which is not modeled; arguments:", name);
  for (int index = 0; index < 6; index++) fprintf(stderr, " %#lx", (long)arguments[index]);
  fprintf(stderr, "\n");
  abort();
}

// The standard library would seed sets per process and by the address of their storage, so their
// order of iteration would differ from run to run.
struct hashing_parameters {
  uint64_t seed0, seed1;
  bool deterministic;
};

__attribute__((constructor)) static void make_hashing_deterministic(void) {
  struct hashing_parameters *parameters = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  if (parameters) *parameters = (struct hashing_parameters){.deterministic = true};
}

// Allocations. The address sanitizer brings a malloc of its own; nothing is counted beside it.
static _Thread_local struct ck_work work;

struct ck_work ck_work_so_far(void) { return work; }

#if !defined(__has_feature) || !__has_feature(address_sanitizer)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *pointer);

static void *counted(void *pointer, size_t size) {
  if (ck_guest && pointer) {
    work.allocations++;
    work.bytes += size;
    work.live += (int64_t)malloc_usable_size(pointer);
  }
  return pointer;
}

static void uncounted(void *pointer) {
  if (ck_guest && pointer) work.live -= (int64_t)malloc_usable_size(pointer);
}

void *malloc(size_t size) { return counted(__libc_malloc(size), size); }

void *calloc(size_t number, size_t size) {
  return counted(__libc_calloc(number, size), number * size);
}

void *realloc(void *pointer, size_t size) {
  uncounted(pointer);
  return counted(__libc_realloc(pointer, size), size);
}

void *reallocarray(void *pointer, size_t number, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(number, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(pointer, bytes);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  *pointer = counted(__libc_memalign(alignment, size), size);
  return *pointer ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size), size);
}

void free(void *pointer) {
  uncounted(pointer);
  __libc_free(pointer);
}

#endif
