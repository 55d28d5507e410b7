#include "mutants.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int snapback_mutant_selected = -1;
unsigned char *snapback_mutants_reached;
long snapback_mutants_reached_count;

// Before main, and before any other constructor. The file is shared memory, so processes that crash
// or are killed leave their marks too.
__attribute__((constructor(101))) static void choose_mutant(void) {
  const char *number = getenv("SNAPBACK_MUTANT");
  if (number != NULL) snapback_mutant_selected = atoi(number);
  const char *path = getenv("SNAPBACK_MUTANT_LOG");
  int file = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  struct stat status;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes != MAP_FAILED) {
      snapback_mutants_reached = bytes;
      snapback_mutants_reached_count = status.st_size;
    }
  }
  close(file);
}
