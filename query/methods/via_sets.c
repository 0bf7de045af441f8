/* via_sets.c - two descents in a tree of regions and one look-up name the via nodes
 * (docs/decisions/regions.md); what they don't know are ways by a single vertex near by, which both
 * ends see. */
#include "methods/via_sets.h"

#include "methods/gather.h"
#include "pieces.h"

pathfan_status pathfan_collect_from_via_sets(const pathfan_task *task, int64_t limit,
                                             pathfan_stamp *tried, pathfan_candidate_list *found) {
  const pathfan_index_view *view = task->scene.view;
  const pathfan_end *end = task->scene.ends->end;
  pathfan_gather g = pathfan_gather_begin(task, limit, tried, found);
  g.status = pathfan_touch_regions(view);
  if (g.status) return g.status;
  const int32_t a = pathfan_region_of(view, end[0].at), b = pathfan_region_of(view, end[1].at);
  g.status = pathfan_touch_pair(view, a, b);
  if (g.status) return g.status;
  pathfan_gather_common(&g);
  const pathfan_range vias = pathfan_region_vias(view, a, b);
  for (uint32_t i = vias.begin; i < vias.end && !pathfan_gather_ends(&g); i++)
    pathfan_gather_via(&g, (int32_t)pathfan_region_via(view, i));
  return g.status;
}
