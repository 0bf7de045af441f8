/* via_sets.c - two descents in a tree of regions and one look-up name the via nodes
 * (docs/decisions/regions.md); what they don't know are ways by a single vertex near by, which both
 * ends see. */
#include "methods/via_sets.h"

#include "methods/gather.h"
#include "objective.h"
#include "pieces.h"

/* What requests ask for by default, but for the separation. */
#define LEADING_THETA_LEAST 0.5
#define LEADING_THETA_MOST 0.7
#define LEADING_STRETCH_MOST 1.6
enum { LEADING_PATHS_MOST = 3 };

/* Whether via nodes of ways that differ by 0.6 are enough: nobody asks for fewer or more, for
 * splices, of which others are parts, or for what may refuse them. */
static bool is_led(const pathfan_task *task) {
  const pathfan_request *r = task->request;
  const bool is_apart = task->separates && (r->separation > 0 || r->separation_share > 0);
  return task->dissimilarity >= LEADING_THETA_LEAST && task->dissimilarity <= LEADING_THETA_MOST &&
         r->stretch <= LEADING_STRETCH_MOST && r->paths <= LEADING_PATHS_MOST &&
         r->effort == PATHFAN_EFFORT_FAST && !is_apart && r->splices != PATHFAN_SPLICES_ALWAYS &&
         !pathfan_objective_is_set(&r->objective) && !r->max_bounded_stretch &&
         !r->min_local_optimality && !task->areas->ring_count && !task->areas->circle_count;
}

pathfan_status pathfan_collect_from_via_sets(const pathfan_task *task, int64_t limit,
                                             pathfan_stamp *tried, pathfan_candidate_list *found) {
  const pathfan_index_view *view = task->scene.view;
  const pathfan_end *end = task->scene.ends->end;
  pathfan_gather g = pathfan_gather_begin(task, limit, tried, found);
  g.status = pathfan_touch_regions(view);
  if (g.status) return g.status;
  const int32_t a = pathfan_region_of(view, end[0].at), b = pathfan_region_of(view, end[1].at);
  const bool led = is_led(task);
  uint64_t pair;
  g.status = pathfan_touch_pair(view, pathfan_region_nodes(view, a, b), &pair);
  if (!g.status && led)
    g.status = pathfan_generation_need(task->generation, PATHFAN_PART_LEADING, task->scene.error);
  if (g.status) return g.status;
  const pathfan_range vias = led ? pathfan_pair_leading(view, pair) : pathfan_pair_vias(view, pair);
  pathfan_gather_common(&g);
  for (uint32_t i = vias.begin; i < vias.end && !pathfan_gather_ends(&g); i++)
    pathfan_gather_via(&g, (int32_t)pathfan_region_via(view, i));
  return g.status;
}
