// Shared by the C engines of the motion benchmark: the cases, and the protocol for them.
//
// An engine reads the cases from its standard input, up to a line "end"; cases.py says what they
// are. Then it answers lines:
//
//   NAME check    one pass over the workload, and every number that it computed
//   NAME COUNT    the nanoseconds that COUNT passes take
//
// with "-" when it has no such workload. A pass covers every case of a group once and leaves its
// results in memory. Each line starts from the cases again.
#ifndef MOTION_ENGINE_H
#define MOTION_ENGINE_H

#include <stddef.h>

// A spring on a unit mass, its start, a time in seconds, and how far its target moves then.
typedef struct {
  double stiffness, damping, value, velocity, seconds, shift;
} spring_case;

typedef struct {
  char name[32];
  size_t count;
  spring_case *cases;
} case_group;

// A cubic timing curve from (0, 0) to (1, 1).
typedef struct {
  double x1, y1, x2, y2;
} curve_case;

typedef struct {
  case_group *groups;
  size_t group_count;
  curve_case *curves;
  size_t curve_count;
  size_t frames;    // fractions 1/frames…1 of each curve
  double step;      // seconds of a shared step
  double threshold; // distance at rest
} motion_cases;

typedef struct {
  const char *name;
  const char *group;                        // whose springs it is about; NULL for none
  void (*prepare)(const case_group *group); // not measured
  void (*pass)(void);                       // measured
  void (*answer)(void);                     // puts the results of a pass
} workload;

extern motion_cases cases;

// One number of an answer.
void put(double number);

// A larger or smaller array of `count` elements; ends the program when there is no memory.
void *resized(void *array, size_t count, size_t size);

// Reads the cases, then answers until the input ends; the exit code.
int converse(const workload *workloads, size_t count);

#endif
