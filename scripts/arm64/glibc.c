// Functions of newer versions of glibc that Debian's static Swift libraries call, implemented for
// glibc 2.36: strlcpy, which behaves as in OpenBSD, and the C23 versions of functions that parse
// numbers. The latter call the older versions, which differ only for numbers with the prefix 0b.

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long __isoc23_strtol(const char *text, char **end, int base) {
  return strtol(text, end, base);
}

long long __isoc23_strtoll(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

size_t strlcpy(char *restrict target, const char *restrict source, size_t size) {
  size_t length = strlen(source);
  if (size > 0) {
    size_t copied = length < size ? length : size - 1;
    memcpy(target, source, copied);
    target[copied] = '\0';
  }
  return length;
}
