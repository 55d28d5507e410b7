/* The boxes of moving.py without Snapback, for the plain animations in C. */
#ifndef BOXES_H
#define BOXES_H

#include <math.h>

enum { BOX_COUNT = 24, BOX_COLUMNS = 4, BOX_SIDE = 60, BOX_STEP = 90, BOX_WAY = 30 };

#define BOX_DURATION 0.8

/* The position of the left side of a box after some seconds, in points. */
static double box_x(int place, double seconds) {
  double way = (1 - cos(3.14159265358979 * seconds / BOX_DURATION)) / 2;
  return 15 + place % BOX_COLUMNS * BOX_STEP + BOX_WAY * way;
}

static double box_y(int place) { return 150 + place / BOX_COLUMNS * BOX_STEP; }

#endif
