#include <stddef.h>
#include <libevdev/libevdev.h>

// Ends libevdev's messages. Swift does not call the function itself, because its type has a va_list,
// on which the compiler of Swift 6.3.1 crashes for ARM64.
static inline void snapback_silence_libevdev(void) {
  libevdev_set_log_function(NULL, NULL);
}
