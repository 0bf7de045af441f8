/* sights.c - what a point sees, for showing it. */
#include "scratch.h"

pathfan_status pathfan_query_visible(pathfan_query *q, pathfan_point point, pathfan_sight *sight,
                                     int32_t *vertices, int32_t capacity, int32_t *count) {
  bool snapped;
  if (!q || !sight || !count || (capacity > 0 && !vertices)) return pathfan_refuse_null(q);
  pathfan_end *end = &q->ends[0];
  *sight = (pathfan_sight){.used = point, .polygon = -1};
  *count = 0;
  pathfan_status status = pathfan_query_begin(q);
  if (status) return status;
  if (!q->index)
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                        "a map without an index has no vertices to be seen");
  if (!isfinite(point.x) || !isfinite(point.y))
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "the point is not finite");
  pathfan_forget_ends(q);
  sight->generation = q->index->number;
  status = pathfan_generation_need_location(q->index, &q->error);
  if (status || !pathfan_site_place(&q->site, point, 0, &end->at, &end->polygon, &snapped))
    return status;
  sight->free = true;
  sight->used = pathfan_site_point(&q->site, end->at);
  sight->polygon = end->polygon;
  status = pathfan_look(q, end);
  if (status == PATHFAN_ERR_NO_MEMORY) return pathfan_fail(&q->error, status, "out of memory");
  if (status) return status;
  for (int32_t i = 0; i < end->seen_count && i < capacity; i++) vertices[i] = end->seen[i].vertex;
  *count = end->seen_count;
  return PATHFAN_OK;
}
