/* What latency is measured beside: a program that only hands touches on.
 *
 *     relay NODE SOCKET
 *
 * Reads the node of a device, blocked in read(), which is the quickest way to wait for one thing,
 * and sends the last 120 bytes of what came, five events, to the one client that has connected. It
 * decodes nothing, knows no view and asks no clock.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { REPORT = 120 };

static int fail(const char *what) {
  perror(what);
  return 1;
}

/* The first client of a socket at `path`. */
static int connected(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) return -1;
  if (listen(listener, 1) != 0) return -1;
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

int main(int count, char **arguments) {
  char bytes[4096];
  if (count != 3) return 64;
  int device = open(arguments[1], O_RDONLY | O_CLOEXEC);
  if (device < 0) return fail(arguments[1]);
  int client = connected(arguments[2]);
  if (client < 0) return fail(arguments[2]);
  while (1) {
    ssize_t length = read(device, bytes, sizeof bytes);
    if (length < 0) return fail("read");
    if (length < REPORT) continue;
    if (send(client, bytes + length - REPORT, REPORT, MSG_NOSIGNAL) != REPORT) return 0;
  }
}
