/* nearest.c - the nearest free point. */
#include "scratch.h"

pathfan_status pathfan_query_nearest_free(pathfan_query *q, pathfan_point point, double radius,
                                          pathfan_point *nearest, bool *found) {
  bool snapped;
  if (!q || !nearest || !found) return pathfan_refuse_null(q);
  *found = false;
  pathfan_status status = pathfan_query_begin(q);
  if (status) return status;
  if (!isfinite(point.x) || !isfinite(point.y) || !(radius >= 0) || !isfinite(radius))
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "point or radius is not finite");
  if (q->index) status = pathfan_generation_need_location(q->index, &q->error);
  if (status) return status;
  *found =
      pathfan_site_place(&q->site, point, radius, &q->ends[0].at, &q->ends[0].polygon, &snapped);
  if (*found) *nearest = pathfan_site_point(&q->site, q->ends[0].at);
  return PATHFAN_OK;
}
