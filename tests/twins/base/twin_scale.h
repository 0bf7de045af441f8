/* twin_scale.h - how many maps and requests suites try, and how long they may take. */
#ifndef PF_TWIN_SCALE_H
#define PF_TWIN_SCALE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* count times the environment's PATHFAN_TEST_SCALE, at least 1. The default is 1; under the address
 * sanitizer it is 0.2, and 0.4 for the _harm variant: damaged bytes, hostile requests, failing
 * allocations. */
int twin_scaled(int count);
int twin_scaled_harm(int count);

/* Whether the scale is at least 1, so that rare cases can be expected to occur. */
bool twin_is_whole(void);

/* Seconds for alarm(): a test that isn't done by then hangs. Not a check of speed: even on a slow,
 * busy machine a good test takes a fraction of it. */
#define TWIN_PATIENCE 600

#endif
