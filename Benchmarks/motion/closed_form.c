// The limit: the closed form of a spring, its step as a matrix and a timing curve in plain C.
//
// Uses Snapback's formulas with the functions of the C library; values that depend only on the
// spring or the curve are computed once. All measured code is in this file, so that the compiler
// may inline it.
#include <math.h>

#include "engine.h"

typedef struct {
  double value, velocity;
} motion;

// x″ + 2βx′ + ω₀²x = 0
typedef struct {
  double beta, stiffness;
  double discriminant; // β² − ω₀²
  double root;         // √|discriminant|
  double slow;         // the slow decay rate of an over-damped spring
} spring;

// value and velocity, each from value and velocity
typedef struct {
  double xx, xv, vx, vv;
} matrix;

static spring make_spring(double stiffness, double damping) {
  spring s = {.beta = damping / 2, .stiffness = stiffness};
  s.discriminant = fma(s.beta, s.beta, -stiffness);
  s.root = sqrt(fabs(s.discriminant));
  s.slow = stiffness / (s.beta + s.root);
  return s;
}

// Two functions of the time, and the exponent of what they have to be multiplied by.
static inline void basis(const spring *s, double t, double *c, double *d, double *exponent) {
  double phase = s->root * t;
  if (fabs(phase) < 1e-3) {
    double square = s->discriminant * t * t;
    *c = 1 + square * (1. / 2 + square * (1. / 24));
    *d = t * (1 + square * (1. / 6 + square * (1. / 120)));
    *exponent = -s->beta * t;
  } else if (s->discriminant < 0) {
    *c = cos(phase);
    *d = sin(phase) / s->root;
    *exponent = -s->beta * t;
  } else {
    double less = phase > 0.5 ? exp(-2 * phase) - 1 : expm1(-2 * phase);
    *c = 1 + less / 2;
    *d = -less / (2 * s->root);
    *exponent = -s->slow * t;
  }
}

static inline motion state_after(const spring *s, double t, motion start) {
  double c, d, exponent;
  basis(s, t, &c, &d, &exponent);
  double value = start.value * c + (start.velocity + s->beta * start.value) * d;
  double velocity =
    start.velocity * c - (s->beta * start.velocity + s->stiffness * start.value) * d;
  double decay = exp(exponent);
  return (motion){decay * value, decay * velocity};
}

static matrix step_over(const spring *s, double t) {
  double c, d, exponent;
  basis(s, t, &c, &d, &exponent);
  double decay = exp(exponent);
  return (matrix){
    decay * (c + s->beta * d), decay * d, -s->stiffness * decay * d, decay * (c - s->beta * d)};
}

static inline motion applied(matrix m, motion old) {
  return (motion){
    m.xx * old.value + m.xv * old.velocity, m.vx * old.value + m.vv * old.velocity};
}

// Springs at their times, and their steps.

static size_t count;
static spring *springs;
static motion *starts, *states;
static double *times;
static matrix *steps;
static double *values, *velocities;

static void prepare_springs(const case_group *group) {
  count = group->count;
  springs = resized(springs, count, sizeof *springs);
  starts = resized(starts, count, sizeof *starts);
  states = resized(states, count, sizeof *states);
  times = resized(times, count, sizeof *times);
  steps = resized(steps, count, sizeof *steps);
  values = resized(values, count, sizeof *values);
  velocities = resized(velocities, count, sizeof *velocities);
  for (size_t i = 0; i < count; i++) {
    const spring_case *one = &group->cases[i];
    springs[i] = make_spring(one->stiffness, one->damping);
    starts[i] = states[i] = (motion){one->value, one->velocity};
    times[i] = one->seconds;
    steps[i] = step_over(&springs[i], cases.step);
    values[i] = one->value;
    velocities[i] = one->velocity;
  }
}

static void pass_springs(void) {
  for (size_t i = 0; i < count; i++) states[i] = state_after(&springs[i], times[i], starts[i]);
}

static void pass_own_steps(void) {
  for (size_t i = 0; i < count; i++) states[i] = applied(steps[i], states[i]);
}

static void pass_shared_step(void) {
  matrix m = steps[0];
  for (size_t i = 0; i < count; i++) states[i] = applied(m, states[i]);
}

static void advance(size_t n, double *restrict x, double *restrict v, matrix m) {
  for (size_t i = 0; i < n; i++) {
    motion new = applied(m, (motion){x[i], v[i]});
    x[i] = new.value;
    v[i] = new.velocity;
  }
}

static void pass_columns(void) {
  advance(count, values, velocities, steps[0]);
}

static void answer_states(void) {
  for (size_t i = 0; i < count; i++) {
    put(states[i].value);
    put(states[i].velocity);
  }
}

static void answer_columns(void) {
  for (size_t i = 0; i < count; i++) {
    put(values[i]);
    put(velocities[i]);
  }
}

// Timing curves, each coordinate ((a·s + b)·s + c)·s.

typedef struct {
  double a, b, c;
} cubic;

typedef struct {
  cubic x, y;
  double end_slope;
} curve;

static curve *curves;
static double *fractions;
static motion *progress;

static cubic make_cubic(double first, double second) {
  double c = 3 * first, b = 3 * (second - first) - c;
  return (cubic){1 - c - b, b, c};
}

static inline double value_at(cubic p, double s) {
  return ((p.a * s + p.b) * s + p.c) * s;
}

static inline double slope_at(cubic p, double s) {
  return (3 * p.a * s + 2 * p.b) * s + p.c;
}

// Where x(s) is the fraction: a search that cannot fail, for when the quick one does.
static double searched(cubic x, double fraction) {
  double low = 0, high = 1, s = fraction;
  for (int i = 0; i < 60; i++) {
    if (value_at(x, s) < fraction) low = s;
    else high = s;
    s = (low + high) / 2;
  }
  return s;
}

static inline motion progress_at(const curve *one, double fraction, double *parameter) {
  double s = *parameter;
  if (fraction >= 1) {
    *parameter = 1;
    return (motion){1, one->end_slope};
  }
  for (int i = 0; i < 4 && s >= 0 && s <= 1; i++) {
    double error = value_at(one->x, s) - fraction, slope = slope_at(one->x, s);
    if (fabs(error) <= 1e-15) {
      *parameter = s;
      return (motion){value_at(one->y, s), slope_at(one->y, s) / fmax(slope, 1e-15)};
    }
    // The inverse function's Taylor series up to the fourth order.
    double inverse = 1 / slope, u = -error * inverse;
    double second = (3 * one->x.a * s + one->x.b) * inverse * u;
    double third = one->x.a * inverse * u * u, square = second * second;
    s += u * (1 - second + 2 * square - third - 5 * second * (square - third));
  }
  *parameter = s = searched(one->x, fraction);
  return (motion){value_at(one->y, s), slope_at(one->y, s) / fmax(slope_at(one->x, s), 1e-15)};
}

static void prepare_curves(const case_group *group) {
  (void)group;
  curves = resized(curves, cases.curve_count, sizeof *curves);
  fractions = resized(fractions, cases.frames, sizeof *fractions);
  progress = resized(progress, cases.curve_count * cases.frames, sizeof *progress);
  for (size_t i = 0; i < cases.curve_count; i++) {
    curve_case one = cases.curves[i];
    double x = one.x2 < 1 ? one.x2 : one.x1, y = one.x2 < 1 ? one.y2 : one.y1;
    curves[i] = (curve){
      make_cubic(one.x1, one.x2), make_cubic(one.y1, one.y2), (1 - y) / (1 - x)};
  }
  for (size_t i = 0; i < cases.frames; i++) fractions[i] = (double)(i + 1) / (double)cases.frames;
}

static void pass_curves(void) {
  for (size_t i = 0; i < cases.curve_count; i++) {
    double parameter = 0;
    for (size_t j = 0; j < cases.frames; j++)
      progress[i * cases.frames + j] = progress_at(&curves[i], fractions[j], &parameter);
  }
}

static void answer_curves(void) {
  for (size_t i = 0; i < cases.curve_count * cases.frames; i++) {
    put(progress[i].value);
    put(progress[i].velocity);
  }
}

int main(void) {
  static const workload all[] = {
    {"spring-under", "under", prepare_springs, pass_springs, answer_states},
    {"spring-near", "near", prepare_springs, pass_springs, answer_states},
    {"spring-critical", "critical", prepare_springs, pass_springs, answer_states},
    {"spring-over", "over", prepare_springs, pass_springs, answer_states},
    {"spring-mixed", "mixed", prepare_springs, pass_springs, answer_states},
    {"step-shared", "undamped", prepare_springs, pass_shared_step, answer_states},
    {"step-columns", "undamped", prepare_springs, pass_columns, answer_columns},
    {"step-own", "undamped", prepare_springs, pass_own_steps, answer_states},
    {"curve-warm", NULL, prepare_curves, pass_curves, answer_curves},
  };
  return converse(all, sizeof all / sizeof *all);
}
