/* nearest.c - the nearest free point. */
#include "scratch.h"

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
