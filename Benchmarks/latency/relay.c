/* What latency is measured beside: a program that only hands touches on.
 *
 *     relay NODE SOCKET [CLIENTS]
 *
 * Reads the node of a device, blocked in read(), which is the quickest way to wait for one thing,
 * and sends the last 120 bytes of what came, five events, to the clients that have connected, 1 by
 * default. It decodes nothing, knows no view and asks no clock.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { REPORT = 120, MOST = 8 };

static int fail(const char *what) {
  perror(what);
  return 1;
}

/* Makes a socket at `path`, and waits for so many clients. */
static int connect_clients(const char *path, int *clients, int count) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) return -1;
  if (listen(listener, MOST) != 0) return -1;
  for (int i = 0; i < count; i++) {
    clients[i] = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (clients[i] < 0) return -1;
  }
  return 0;
}

int main(int count, char **arguments) {
  /* As much as a pipe holds: a read that returns a part of it would end within a report. */
  static char bytes[1 << 16];
  int clients[MOST], client_count = count > 3 ? atoi(arguments[3]) : 1;
  if (count < 3 || count > 4 || client_count < 1 || client_count > MOST) return 64;
  int device = open(arguments[1], O_RDONLY | O_CLOEXEC);
  if (device < 0) return fail(arguments[1]);
  if (connect_clients(arguments[2], clients, client_count) != 0) return fail(arguments[2]);
  while (1) {
    ssize_t length = read(device, bytes, sizeof bytes);
    if (length < 0) return fail("read");
    if (length < REPORT) continue;
    for (int i = 0; i < client_count; i++) {
      if (send(clients[i], bytes + length - REPORT, REPORT, MSG_NOSIGNAL) != REPORT) return 0;
    }
  }
}
