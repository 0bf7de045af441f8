/* request.h - random requests as clients make them, and conditions that any answer must meet. */
#ifndef PF_TESTS_SOAK_REQUEST_H
#define PF_TESTS_SOAK_REQUEST_H

#include "base/random.h"
#include "pathfan/query.h"

/* A request with random fields, but mostly such as servers get; its ends lie within width x height.
 * area and corners [Size: 4] are room for what it may refer to. */
pathfan_request soak_request(pf_random *random, double width, double height, pathfan_area *area,
                             pathfan_point *corners);

/* Returns what is wrong with an answer, as far as cheap checks find it; NULL: nothing. */
const char *soak_flaw(const pathfan_request *request, const pathfan_answer *answer);

/* The most by which two computations of a length may differ. */
double soak_slack(double length);

#endif
