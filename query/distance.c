/* distance.c - lengths without alternatives, and the nearest free point. */
#include <string.h>

#include "scratch.h"

pathfan_status pathfan_query_distance(pathfan_query *q, pathfan_point from, pathfan_point to,
                                      double *length, pathfan_outcome *outcome) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.from = from;
  request.to = to;
  request.paths = 1;
  const pathfan_status status = pathfan_query_paths(q, &request, &answer);
  if (status) return status;
  *outcome = answer->outcome;
  if (answer->outcome == PATHFAN_OUTCOME_OK) *length = answer->paths[0].length;
  return PATHFAN_OK;
}

pathfan_status pathfan_query_distances(pathfan_query *q, pathfan_point from,
                                       const pathfan_point *to, size_t count, double *lengths,
                                       pathfan_outcome *outcomes) {
  for (size_t i = 0; i < count; i++) {
    const pathfan_status status =
        pathfan_query_distance(q, from, to[i], &lengths[i], &outcomes[i]);
    if (status) return status;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_query_nearest_free(pathfan_query *q, pathfan_point point, double radius,
                                          pathfan_point *nearest, bool *found) {
  bool blocked = true, snapped;
  q->error.text[0] = 0;
  *found = false;
  if (!isfinite(point.x) || !isfinite(point.y) || !(radius >= 0) || !isfinite(radius)) {
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "point or radius is not finite");
  }
  pathfan_status status = pathfan_index_need(q->index, PATHFAN_PART_BASE, &q->error);
  if (!status) status = pathfan_place(q, &q->ends[0], point, radius, &blocked, &snapped);
  if (status || blocked) return status;
  *found = true;
  const double scale = ldexp(1, -q->index->header->fraction_bits);
  *nearest = (pathfan_point){(double)q->ends[0].at.x * scale, (double)q->ends[0].at.y * scale};
  return PATHFAN_OK;
}
