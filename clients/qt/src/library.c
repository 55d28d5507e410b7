/* The C client, compiled once. */
#define SNAPBACK_IMPLEMENTATION
#include "snapback.h"
