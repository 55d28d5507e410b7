// Which mutant of a build is switched on, and which of them were reached; scripts/test mutate.

#ifndef SNAPBACK_MUTANTS_H
#define SNAPBACK_MUTANTS_H

#include <stdbool.h>

/// The mutant that SNAPBACK_MUTANT names; -1 for none.
extern int snapback_mutant_selected;
/// A byte for each mutant, in the file that SNAPBACK_MUTANT_LOG names; null without one.
extern unsigned char *snapback_mutants_reached;
/// How many bytes there are.
extern long snapback_mutants_reached_count;

/// Whether this mutant is switched on. Notes that it was reached.
static inline bool snapback_mutant(int number) {
  if (number < snapback_mutants_reached_count) snapback_mutants_reached[number] = 1;
  return number == snapback_mutant_selected;
}

#endif
