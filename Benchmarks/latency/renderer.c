/* A renderer without a graphics processor, which uses a whole core while it is measured beside it.
 *
 *     renderer KIND SOCKET
 *
 * KIND is `relay` or `binary`. It connects as a client that draws 60 frames a second, and draws
 * pictures of a small panel without a pause: it reads what has come, and writes every pixel. It ends
 * with its connection.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { WIDTH = 1280, HEIGHT = 800, HEADER = 24, BUFFER = 1 << 16 };

static uint32_t picture[WIDTH * HEIGHT];

static int fail(const char *what) {
  perror(what);
  return 1;
}

static int connected(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  /* The file of a socket exists a moment before the socket listens. */
  for (int attempt = 0; attempt < 100; attempt++) {
    if (connect(client, (struct sockaddr *)&address, sizeof address) == 0) return client;
    usleep(10000);
  }
  return -1;
}

static int say_hello(int client) {
  static const char hello[] =
      "{\"hello\":{\"versions\":[1],\"name\":\"renderer\",\"want\":[\"frames\"],\"rate\":60}}";
  unsigned char bytes[8 + HEADER + sizeof hello] = "SNAPBK1\n";
  uint32_t length = sizeof hello - 1;
  memcpy(bytes + 8, &length, 4);
  bytes[12] = 1;
  bytes[14] = 1;
  memcpy(bytes + 8 + HEADER, hello, length);
  ssize_t whole = 8 + HEADER + length;
  return send(client, bytes, whole, 0) == whole;
}

int main(int count, char **arguments) {
  static unsigned char buffer[BUFFER];
  if (count != 3) return 64;
  int client = connected(arguments[2]);
  if (client < 0) return fail(arguments[2]);
  if (strcmp(arguments[1], "binary") == 0 && !say_hello(client)) return fail("no hello");
  for (uint32_t color = 0;; color++) {
    ssize_t length;
    while ((length = recv(client, buffer, BUFFER, MSG_DONTWAIT)) > 0) color += buffer[length - 1];
    if (length == 0 || (errno != EAGAIN && errno != EINTR)) return 0;
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) picture[y * WIDTH + x] = color + (uint32_t)(x ^ y);
    }
    /* The compiler must not leave out pixels that nothing reads. */
    __asm__ volatile("" : : "r"(picture) : "memory");
  }
}
