#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

motion_cases cases;

void put(double number) {
  printf("%.17g ", number);
}

void *resized(void *array, size_t count, size_t size) {
  void *other = realloc(array, (count ? count : 1) * size);
  if (!other) {
    fputs("no memory\n", stderr);
    exit(70);
  }
  return other;
}

// One line of the cases; 0 when it is not understood.
static int take(const char *line) {
  case_group group = {0};
  spring_case s;
  curve_case c;
  if (sscanf(line, "group %31s", group.name) == 1) {
    cases.groups = resized(cases.groups, cases.group_count + 1, sizeof group);
    cases.groups[cases.group_count++] = group;
    return 1;
  }
  if (sscanf(
        line, "spring %lf %lf %lf %lf %lf %lf", &s.stiffness, &s.damping, &s.value, &s.velocity,
        &s.seconds, &s.shift) == 6) {
    if (!cases.group_count) return 0;
    case_group *last = &cases.groups[cases.group_count - 1];
    last->cases = resized(last->cases, last->count + 1, sizeof s);
    last->cases[last->count++] = s;
    return 1;
  }
  if (sscanf(line, "curve %lf %lf %lf %lf", &c.x1, &c.y1, &c.x2, &c.y2) == 4) {
    cases.curves = resized(cases.curves, cases.curve_count + 1, sizeof c);
    cases.curves[cases.curve_count++] = c;
    return 1;
  }
  return sscanf(line, "frames %zu", &cases.frames) == 1 ||
         sscanf(line, "step %lf", &cases.step) == 1 ||
         sscanf(line, "threshold %lf", &cases.threshold) == 1;
}

static const case_group *group_named(const char *name) {
  for (size_t i = 0; name && i < cases.group_count; i++)
    if (!strcmp(cases.groups[i].name, name)) return &cases.groups[i];
  return NULL;
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void run(const workload *one, long count) {
  long long start = now();
  for (long i = 0; i < count; i++) one->pass();
  printf("%lld", now() - start);
}

static void answer(const workload *one, const char *order) {
  const case_group *group = group_named(one->group);
  if (one->group && !group) {
    putchar('-');
    return;
  }
  one->prepare(group);
  if (strcmp(order, "check")) {
    run(one, atol(order));
  } else {
    one->pass();
    one->answer();
  }
}

int converse(const workload *workloads, size_t count) {
  char line[256], name[64], order[64];
  while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n"))
    if (!take(line)) {
      fprintf(stderr, "not understood: %s", line);
      return 65;
    }
  while (fgets(line, sizeof line, stdin)) {
    const workload *one = NULL;
    if (sscanf(line, "%63s %63s", name, order) != 2) return 65;
    for (size_t i = 0; i < count; i++)
      if (!strcmp(workloads[i].name, name)) one = &workloads[i];
    if (one) answer(one, order);
    else putchar('-');
    putchar('\n');
    fflush(stdout);
  }
  return 0;
}
