// libadwaita's spring animations, as the installed library computes them.
//
// A frame of an AdwAnimation is one call of its class's calculate_value, which also leaves the
// velocity in the animation and notifies of it. From version 1.3 on there are public functions
// for value and velocity, but each of them computes both, so the class's function is the faster
// way. Its declaration is private; it has been as below since version 1.0.
//
// Nothing is shown: without a widget an animation does not play, but it can be evaluated.
#include <adwaita.h>
#include <math.h>

#include "engine.h"

struct _AdwAnimationClass {
  GObjectClass parent_class;
  guint (*estimate_duration)(AdwAnimation *self);
  double (*calculate_value)(AdwAnimation *self, guint milliseconds);
};

typedef struct {
  double value, velocity, duration;
} result;

static size_t count;
static AdwAnimation **old, **new;
static const spring_case *springs;
static guint *times;
static result *results;
static double turn;

static void ignore(double value, gpointer data) {
  (void)value;
  (void)data;
}

// It ends where it comes within `epsilon`; later its value is the target.
static AdwAnimation *animation(const spring_case *one, double epsilon) {
  g_autoptr(AdwSpringParams) params = adw_spring_params_new_full(one->damping, 1, one->stiffness);
  // The animation takes the target over.
  return g_object_new(
    ADW_TYPE_SPRING_ANIMATION, "target", adw_callback_animation_target_new(ignore, NULL, NULL),
    "value-from", one->value, "value-to", 0.0, "spring-params", params, "initial-velocity",
    one->velocity, "epsilon", epsilon, NULL);
}

static void prepare(const case_group *group) {
  for (size_t i = 0; i < count; i++) {
    g_object_unref(old[i]);
    g_object_unref(new[i]);
  }
  count = group->count;
  springs = group->cases;
  old = resized(old, count, sizeof *old);
  new = resized(new, count, sizeof *new);
  times = resized(times, count, sizeof *times);
  results = resized(results, count, sizeof *results);
  for (size_t i = 0; i < count; i++) {
    old[i] = animation(&springs[i], 0.001);
    new[i] = animation(&springs[i], cases.threshold);
    times[i] = (guint)lround(1000 * springs[i].seconds);
  }
  turn = 0;
}

static inline result evaluated(AdwAnimation *one, guint milliseconds) {
  double value = ADW_ANIMATION_GET_CLASS(one)->calculate_value(one, milliseconds);
  return (result){value, adw_spring_animation_get_velocity(ADW_SPRING_ANIMATION(one)), 0};
}

static void pass_springs(void) {
  for (size_t i = 0; i < count; i++) results[i] = evaluated(old[i], times[i]);
}

// The three properties that a new target changes; each of them triggers a new duration estimate.
static void pass_retarget(void) {
  for (size_t i = 0; i < count; i++) {
    result at = evaluated(old[i], times[i]);
    AdwSpringAnimation *next = ADW_SPRING_ANIMATION(new[i]);
    // A property that is set to what it is would do nothing, so every other pass is elsewhere.
    adw_spring_animation_set_value_from(next, at.value + turn);
    adw_spring_animation_set_value_to(next, springs[i].shift + turn);
    adw_spring_animation_set_initial_velocity(next, at.velocity + turn);
    at.duration = adw_spring_animation_get_estimated_duration(next) / 1000.0;
    results[i] = at;
  }
  turn = 1 - turn;
}

static void answer_springs(void) {
  for (size_t i = 0; i < count; i++) {
    put(results[i].value);
    put(results[i].velocity);
  }
}

static void answer_retarget(void) {
  for (size_t i = 0; i < count; i++) {
    put(results[i].value - springs[i].shift);
    put(results[i].velocity);
    put(results[i].duration);
  }
}

int main(void) {
  static const workload all[] = {
    {"spring-under", "under", prepare, pass_springs, answer_springs},
    {"spring-near", "near", prepare, pass_springs, answer_springs},
    {"spring-critical", "critical", prepare, pass_springs, answer_springs},
    {"spring-over", "over", prepare, pass_springs, answer_springs},
    {"spring-mixed", "mixed", prepare, pass_springs, answer_springs},
    {"retarget-under", "under", prepare, pass_retarget, answer_retarget},
    {"retarget-near", "near", prepare, pass_retarget, answer_retarget},
    {"retarget-critical", "critical", prepare, pass_retarget, answer_retarget},
    {"retarget-over", "over", prepare, pass_retarget, answer_retarget},
  };
  return converse(all, sizeof all / sizeof *all);
}
