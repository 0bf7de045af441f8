/* twin_answer.h - checks answers, by the map alone. */
#ifndef PF_TWIN_ANSWER_H
#define PF_TWIN_ANSWER_H

#include "pathfan/query.h"
#include "twin_maps.h"
#include "twin_track.h"

/* The points of an answer's path; fails the test if they aren't on the fixed-point grid. */
twin_track twin_track_of(const pathfan_path *path, int bits);

/* Checks every path of an answer, their order, their stretch relative to the first, and their
 * dissimilarity; fails the test if something is wrong. */
void twin_check_answer(const twin_map *map, int bits, const pathfan_request *request,
                       const pathfan_answer *answer);

#endif
