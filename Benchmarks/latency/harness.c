/* Measures from an event's arrival at a device's node to the reading of what came of it.
 *
 *     harness KIND NODE SOCKET RATE EVENTS [WRITER READER]
 *
 * KIND is what reads NODE, a named pipe, and listens at SOCKET: `relay`, `binary` or `ndjson`
 * (Snapback, in either encoding). One thread writes RATE reports a second, each up to a tenth of
 * the period early or late at random, whether or not those before have been answered. Another one
 * waits in read(). No two of the places that are under way at a time are the same, so what is read
 * tells which report it shows; a report that was skipped is answered by the first message that shows
 * a later one. Prints one line of JSON, times in nanoseconds. WRITER and READER are the real-time
 * priorities of the two threads, 0 for none: the writer stands for the interrupt of a panel, which
 * waits for no process.
 *
 *     harness pipe NODE - RATE EVENTS
 *
 * reads the node itself: the part of the way that is neither's.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/input.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { WARM_UP = 300, MOST = 1 << 20, BUFFER = 1 << 20, HEADER = 24 };
/* Ten units of the panel are a point of the screen; panel.c describes it so. */
static const double UNITS = 10;

enum kind { RELAY, BINARY, NDJSON, PIPE };

struct place {
  int x, y;
};

static enum kind kind;
static int panel, client;
static int64_t arrivals[MOST], answers[MOST];
/* Whether a message has shown this report, and not only a later one. */
static unsigned char is_shown[MOST];
static atomic_int written;
/* Where the view was when its finger was at the place 0; known once the first message is read. */
static double offset_x, offset_y;
static atomic_int is_calibrated;
static atomic_int messages, strange, answered;
static unsigned char buffer[BUFFER];

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void sleep_until(int64_t moment) {
  struct timespec time = {moment / 1000000000, moment % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0) {}
}

static void fail(const char *what) {
  fprintf(stderr, "harness: %s\n", what);
  exit(1);
}

static int zigzag(int step, int length) {
  int at = step % (2 * length);
  return at < length ? at : 2 * length - at;
}

/* The place of a report: back and forth along both axes, in periods of their own. */
static struct place place(int index) {
  return (struct place){1000 + 3 * zigzag(index, 601), 3000 + 2 * zigzag(index, 1009)};
}

static void add(struct input_event *event, int64_t time, int type, int code, int value) {
  event->input_event_sec = time / 1000000000;
  event->input_event_usec = time % 1000000000 / 1000;
  event->type = type;
  event->code = code;
  event->value = value;
}

/* Writes a report; the first has the finger touch down. */
static void report(struct place place, int is_first) {
  struct input_event events[7];
  int64_t time = now();
  int count = 0;
  if (is_first) {
    add(&events[count++], time, EV_ABS, ABS_MT_TRACKING_ID, 1);
    add(&events[count++], time, EV_KEY, BTN_TOUCH, 1);
  }
  add(&events[count++], time, EV_ABS, ABS_MT_POSITION_X, place.x);
  add(&events[count++], time, EV_ABS, ABS_MT_POSITION_Y, place.y);
  add(&events[count++], time, EV_ABS, ABS_X, place.x);
  add(&events[count++], time, EV_ABS, ABS_Y, place.y);
  add(&events[count++], time, EV_SYN, SYN_REPORT, 0);
  ssize_t length = count * sizeof events[0];
  if (write(panel, events, length) != length) fail("a report cannot be written");
}

/* A message shows this place: it answers the last report that is there, and all before it. */
static void answer(double x, double y, int64_t time) {
  messages++;
  if (!is_calibrated) {
    /* Before the measurement all is still; the last message is what counts. */
    offset_x = x - place(0).x / UNITS;
    offset_y = y - place(0).y / UNITS;
    return;
  }
  int newest = atomic_load(&written);
  for (int index = newest; index >= answered - 1 && index >= 0; index--) {
    double dx = place(index).x / UNITS + offset_x - x, dy = place(index).y / UNITS + offset_y - y;
    if (fabs(dx) > 0.02 || fabs(dy) > 0.02) continue;
    is_shown[index] = 1;
    while (answered <= index) answers[answered++] = time;
    return;
  }
  strange++;
}

static double real(const unsigned char *bytes) {
  float value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

static uint32_t word(const unsigned char *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

static uint16_t half(const unsigned char *bytes) {
  uint16_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

/* The state of the one view of a frame that moves. */
static void take_frame(const unsigned char *payload, size_t length, int64_t time) {
  static const size_t sizes[6] = {16, 24, 24, 12, 16, 40};
  size_t at = 24;
  if (length < at) fail("a frame is too short");
  for (uint32_t rest = word(payload + 16); rest > 0; rest--) {
    if (at + 8 > length) fail("a frame ends within a view");
    uint16_t mask = half(payload + at + 4);
    size_t transform = at + 8 + (mask & 1 ? sizes[0] : 0);
    at += 8;
    for (int bit = 0; bit < 6; bit++) at += mask >> bit & 1 ? sizes[bit] : 0;
    if (at > length) fail("a frame ends within a view");
    if (mask & 2) answer(real(payload + transform), real(payload + transform + 4), time);
  }
}

static size_t take_binary(size_t filled, int64_t time) {
  size_t at = 0;
  while (filled - at >= HEADER) {
    size_t length = word(buffer + at);
    if (length > BUFFER - HEADER) fail("a message is too long");
    if (filled - at < HEADER + length) break;
    uint16_t type = half(buffer + at + 4);
    if (type == 26) fail("the daemon says error");
    if (type == 19) take_frame(buffer + at + HEADER, length, time);
    at += HEADER + length;
  }
  return at;
}

static size_t take_lines(size_t filled, int64_t time) {
  static const char head[] = "{\"frame\":", key[] = "\"translation\":[";
  size_t at = 0;
  unsigned char *end;
  while ((end = memchr(buffer + at, '\n', filled - at)) != NULL) {
    *end = 0;
    char *line = (char *)buffer + at;
    if (strncmp(line, "{\"error\"", 8) == 0) fail(line);
    char *found = strncmp(line, head, sizeof head - 1) == 0 ? strstr(line, key) : NULL;
    if (found) {
      char *comma;
      double x = strtod(found + sizeof key - 1, &comma), y = strtod(comma + 1, NULL);
      answer(x, y, time);
    }
    at = end + 1 - buffer;
  }
  return at;
}

/* The relay sends five events; a pipe may hold several reports, and the last counts. */
static size_t take_events(size_t filled, int64_t time) {
  struct input_event events[5];
  size_t at = filled - filled % sizeof events;
  if (at == 0) return 0;
  memcpy(events, buffer + at - sizeof events, sizeof events);
  if (events[4].type != EV_SYN) fail("a report does not end in its end");
  answer(events[0].value / UNITS, events[1].value / UNITS, time);
  return at;
}

static void *listen_for_answers(void *unused) {
  (void)unused;
  size_t filled = 0;
  while (1) {
    ssize_t count = read(client, buffer + filled, BUFFER - filled);
    int64_t time = now();
    if (count <= 0) return NULL;
    filled += count;
    size_t taken = kind == BINARY   ? take_binary(filled, time)
                   : kind == NDJSON ? take_lines(filled, time)
                                    : take_events(filled, time);
    memmove(buffer, buffer + taken, filled - taken);
    filled -= taken;
    if (filled == BUFFER) fail("a message is too long");
  }
}

static void say_hello(void) {
  static const char hello[] =
      "{\"hello\":{\"versions\":[1],\"name\":\"bench\",\"want\":[\"frames\"],"
      "\"rate\":1000,\"pacing\":\"push\"}}";
  unsigned char bytes[8 + HEADER + sizeof hello] = "SNAPBK1\n";
  uint32_t length = sizeof hello - 1;
  memcpy(bytes + 8, &length, 4);
  bytes[12] = 1;
  bytes[14] = 1;
  memcpy(bytes + 8 + HEADER, hello, length);
  size_t start = kind == BINARY ? 0 : 8 + HEADER, end = 8 + HEADER + length;
  if (kind == NDJSON) bytes[end++] = '\n';
  if (send(client, bytes + start, end - start, 0) != (ssize_t)(end - start)) fail("no hello");
}

static int connected(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int client = socket(AF_UNIX, SOCK_STREAM, 0);
  if (strlen(path) >= sizeof address.sun_path) fail("the path is too long");
  strcpy(address.sun_path, path);
  if (connect(client, (struct sockaddr *)&address, sizeof address) != 0) fail("cannot connect");
  return client;
}

/* Gives a thread a real-time priority; 0 leaves it as it is. */
static void prioritize(pthread_t thread, const char *text) {
  struct sched_param parameters = {.sched_priority = atoi(text)};
  if (parameters.sched_priority == 0) return;
  if (pthread_setschedparam(thread, SCHED_RR, &parameters) != 0) fail("no real-time priority");
}

static int compare(const void *one, const void *other) {
  int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
  return (a > b) - (a < b);
}

/* The value below which so many of a thousand lie. */
static long long share(const int64_t *sorted, int count, int thousandth) {
  return sorted[(int64_t)(count - 1) * thousandth / 1000];
}

static void tell(int events) {
  static int64_t times[MOST];
  double sum = 0;
  int count = 0, skipped = 0;
  for (int index = WARM_UP; index < events; index++) {
    times[count++] = answers[index] - arrivals[index];
    sum += times[count - 1];
    skipped += !is_shown[index];
  }
  qsort(times, count, sizeof times[0], compare);
  printf(
      "{\"events\":%d,\"messages\":%d,\"skipped\":%d,\"mean\":%.0f,\"p50\":%lld,\"p95\":%lld,"
      "\"p99\":%lld,\"most\":%lld}\n",
      count, messages, skipped, sum / count, share(times, count, 500), share(times, count, 950),
      share(times, count, 990), share(times, count, 1000));
}

/* Waits until a message has come, and then none for 0.3 s; on a busy machine, they come late. */
static void settle(void) {
  for (int wait = 0, before = -1; wait < 100 && (messages == 0 || messages != before); wait++) {
    before = messages;
    usleep(300000);
  }
  if (messages == 0) fail("no message shows the finger");
}

static void measure(double rate, int events) {
  int64_t period = 1e9 / rate, start = now() + period;
  srand(1);
  for (int index = 1; index < events; index++) {
    int64_t early = (int64_t)(rand() % 2001 - 1000) * period / 10000;
    sleep_until(start + index * period + early);
    arrivals[index] = now();
    atomic_store(&written, index);
    report(place(index), 0);
  }
}

int main(int count, char **arguments) {
  static const char *const kinds[] = {"relay", "binary", "ndjson", "pipe"};
  pthread_t reader;
  if (count != 6 && count != 8) return 64;
  while (strcmp(arguments[1], kinds[kind]) != 0) {
    if (++kind > PIPE) return 64;
  }
  double rate = atof(arguments[4]);
  int events = atoi(arguments[5]) + WARM_UP;
  if (rate < 1 || events <= WARM_UP || events > MOST) return 64;
  prctl(PR_SET_TIMERSLACK, 1);
  /* A pipe that is open for reading here, too, never ends for those who read it. */
  panel = open(arguments[2], O_RDWR);
  if (panel < 0) fail("the node cannot be opened");
  client = kind == PIPE ? panel : connected(arguments[3]);
  if (kind == BINARY || kind == NDJSON) say_hello();
  if (pthread_create(&reader, NULL, listen_for_answers, NULL) != 0) fail("no thread");
  if (count == 8) {
    prioritize(pthread_self(), arguments[6]);
    prioritize(reader, arguments[7]);
  }
  usleep(200000);
  /* A finger touches down, moves until it is a pan, and holds still at the first place. */
  for (int step = 40; step >= 0; step--) {
    struct place there = place(0);
    report((struct place){there.x + 10 * step, there.y}, step == 40 && kind != PIPE);
    usleep(8000);
  }
  settle();
  atomic_store(&is_calibrated, 1);
  answered = 1;
  measure(rate, events);
  for (int wait = 0; wait < 1000 && answered < events; wait++) usleep(10000);
  if (answered < events) fail("the last report was never shown");
  if (strange > 0) fprintf(stderr, "harness: %d messages show no report\n", strange);
  tell(events);
  return strange > 0;
}
