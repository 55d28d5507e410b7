/* The code of snapback.h, whose functions stay private to the library. */

#define SNAPBACK_IMPLEMENTATION
#include "snapback.h"
