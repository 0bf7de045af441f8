/* request.h - requests as strangers make them, and what must hold of any answer. */
#ifndef PATHFAN_TESTS_SOAK_REQUEST_H
#define PATHFAN_TESTS_SOAK_REQUEST_H

#include "base/random.h"
#include "pathfan/query.h"

/* Random in every field, but mostly what a server is asked; ends within width x height.
 * area and corners [Size: 4] have room for what it may refer to. */
pathfan_request soak_request(pathfan_random *random, double width, double height,
                             pathfan_area *area, pathfan_point *corners);

/* What is wrong with an answer, cheaply seen; NULL: nothing. */
const char *soak_flaw(const pathfan_request *request, const pathfan_answer *answer);

/* By how much two computations of a length may differ. */
double soak_slack(double length);

#endif
