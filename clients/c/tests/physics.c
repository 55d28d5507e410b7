/* The formulas against the tables of Tests/Fixtures/physics, computed with 60 digits: physics
   FOLDER. An error is in units of the largest of 1, the number and, of a spring, its start. */

#define SNAPBACK_IMPLEMENTATION
#include "../snapback.h"

static int passed, failed;

static double larger(double left, double right) { return left > right ? left : right; }

static void check(const char *table, int row, double found, double expected, double unit) {
  double error = fabs(found - expected) / larger(1, larger(fabs(expected), unit));
  if (error <= 1e-9) {
    passed++;
    return;
  }
  failed++;
  printf("FAILED  %s row %d: %.17g, expected %.17g\n", table, row, found, expected);
}

static void spring(const double *n, int row) {
  double beta = n[2] / (2 * n[0]), omega2 = n[1] / n[0];
  snapback_value found = snapback_spring(n[3], n[4], beta, omega2, n[5]);
  check("spring", row, found.value, n[6], fabs(n[3]));
  check("spring", row, found.velocity, n[7], fabs(n[4]));
}

static void bezier(const double *n, int row) {
  snapback_value found = snapback_bezier(n[0], n[1], n[2], n[3], n[4]);
  /* Where the curve is steep the y is no better known than the fraction. */
  check("bezier", row, found.value, n[6], n[7] * 1e-6);
  if (fabs(n[7]) < 1e3) check("bezier slope", row, found.velocity, n[7], n[7] * n[7] * 1e-3);
}

/* A term asked at its own time. */
static snapback_value term(uint8_t kind, double seconds, const double *numbers, int count) {
  snapback_term term;
  memset(&term, 0, sizeof term);
  term.kind = kind;
  term.end = SNAPBACK_NEVER;
  term.local = seconds;
  term.rate = 1;
  memcpy(term.numbers, numbers, (size_t)count * sizeof(double));
  return snapback_term_value(&term, NULL, 0);
}

static void decay(const double *n, int row) {
  double numbers[3];
  snapback_value found;
  numbers[0] = n[1];
  numbers[1] = n[2];
  numbers[2] = -1000 * log(n[0]);
  found = term(SNAPBACK_DECAY, n[3], numbers, 3);
  check("decay", row, found.value, n[4], 0);
  check("decay", row, found.velocity, n[5], 0);
}

/* The knots of the table pieces_knots, by case; each case has a range of them. */
static snapback_key knots[512];
static uint32_t knot_count, first_knots[17];

static void knot(const double *n, int row) {
  snapback_key *key = knots + knot_count;
  size_t place = (size_t)n[0];
  if (knot_count == 512 || place >= 16) {
    check("knots", row, n[0], -1, 0);
    return;
  }
  memset(key, 0, sizeof *key);
  key->time = n[1];
  key->value = n[2];
  key->velocity = n[3];
  first_knots[place + 1] = ++knot_count;
}

/* Pieces of some knots asked at their own time. */
static snapback_value pieces(double x, uint32_t first, uint32_t count, double seconds) {
  snapback_term term;
  memset(&term, 0, sizeof term);
  term.kind = SNAPBACK_PIECES;
  term.end = SNAPBACK_NEVER;
  term.local = seconds;
  term.rate = 1;
  term.numbers[0] = x;
  term.first_key = first;
  term.key_count = (uint16_t)count;
  return snapback_term_value(&term, knots, 0);
}

static void piece(const double *n, int row) {
  size_t place = (size_t)n[0];
  uint32_t first = first_knots[place];
  snapback_value found = pieces(n[1], first, first_knots[place + 1] - first, n[2]);
  check("pieces", row, found.value, n[3], 0);
  check("pieces rate", row, found.velocity, n[4], 0);
}

static void read_table(
  const char *folder, const char *name, int first, void (*row)(const double *, int)) {
  char path[1024], line[1024];
  FILE *file;
  int number = 1;
  snprintf(path, sizeof path, "%s/%s.csv", folder, name);
  file = fopen(path, "r");
  if (file == NULL || fgets(line, sizeof line, file) == NULL) {
    printf("FAILED  %s cannot be read\n", path);
    failed++;
    return;
  }
  while (fgets(line, sizeof line, file) != NULL) {
    double numbers[16];
    char *at = line;
    int i;
    number++;
    for (i = 0; i < first; i++) at = strchr(at, ',') + 1;
    for (i = 0; i < 16; i++) {
      numbers[i] = strtod(at, &at);
      if (*at == ',') at++;
    }
    row(numbers, number);
  }
  fclose(file);
}

/* Knots whose times do not rise give some number, and nothing outside of them is read: the
   sanitizers look. */
static void check_order(double first, double second, double third) {
  uint32_t count;
  knots[0].time = first;
  knots[1].time = second;
  knots[2].time = third;
  for (count = 1; count <= 3; count++) {
    pieces(1, 0, count, first);
    pieces(1, 0, count, second);
    pieces(1, 0, count, 0.5);
  }
}

/* What cannot be in a table. */
static void check_edges(void) {
  double spring[4] = {2, 3, 1, 1}, curve[8] = {4, 0, HUGE_VAL, 0, 0.3, 0, 0.7, 1};
  double odd[] = {0, -1, 1e300, -1e300, HUGE_VAL, -HUGE_VAL, NAN, 1e-300};
  size_t i, j, k;
  check("before", 0, term(SNAPBACK_SPRING, -1, spring, 4).value, 2, 0);
  check("before", 1, term(SNAPBACK_SPRING, -1, spring, 4).velocity, 0, 0);
  check("no time", 0, term(SNAPBACK_CURVE, 1, curve, 8).value, 0, 0);
  check("unknown", 0, term(9, 1, curve, 8).value, 0, 0);
  check("no knots", 0, pieces(1, 0, 0, 0.5).value, 0, 0);
  /* Whatever the numbers are, it comes to an end. */
  for (i = 0; i < 8; i++) {
    for (j = 0; j < 8; j++) {
      for (k = 0; k < 8; k++) {
        double all[8] = {odd[i], odd[j], odd[k], odd[i], odd[j], odd[k], odd[i], odd[j]};
        uint8_t kind;
        for (kind = 1; kind <= 5; kind++) term(kind, odd[k], all, 8);
        snapback_bezier(odd[i], odd[j], odd[k], odd[i], 0.5);
        check_order(odd[i], odd[j], odd[k]);
        passed++;
      }
    }
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 64;
  read_table(arguments[1], "spring_reference", 0, spring);
  read_table(arguments[1], "decay", 0, decay);
  read_table(arguments[1], "bezier", 1, bezier);
  read_table(arguments[1], "pieces_knots", 0, knot);
  read_table(arguments[1], "pieces", 0, piece);
  check_edges();
  printf("physics: %d passed, %d failed\n", passed, failed);
  return failed > 0 || passed < 1000;
}
