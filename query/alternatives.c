/* alternatives.c - Algorithm 1 of the paper, section 4.2.1: via nodes from the tables,
 * their via-paths from the labels, and the choice among them (choose.c). */
#include "scratch.h"

/* Whether an end sees a vertex head-on: no list of seen vertices tells that. */
static bool seen_head_on(const pathfan_query *q, int e, int32_t v) {
  const pathfan_index *index = q->index;
  const pathfan_fixed at = pathfan_vertex_fixed(index, v);
  const pathfan_fixed travel = pathfan_fixed_from_to(q->ends[e].at, at);
  return pathfan_side_of_fixed(pathfan_vertex_wedge(index, v), travel) == PATHFAN_SIDE_NONE &&
         pathfan_mesh_sees(&index->mesh, q->ends[e].at, q->ends[e].polygon, at,
                           index->vertex_polygon[v], index->header->fraction_bits);
}

/* Whether the two halves of a candidate are the shortest paths from its via node
 * to the ends. They are the shortest that arrive there tautly; a shorter one may
 * arrive head-on, and then the via-path proper is not taut. Few candidates come
 * this far, so the ways that settle it are spread only now. */
static bool is_via_path(pathfan_query *q, const pathfan_candidate *c) {
  int32_t hub;
  for (int e = 0; e < 2 && !q->ends_spread; e++) pathfan_spread_ends(q, &q->ends[e]);
  q->ends_spread = true;
  return !seen_head_on(q, 0, c->via) && !seen_head_on(q, 1, c->via) &&
         pathfan_way_to(q, &q->ends[0], c->via, &hub) +
                 pathfan_way_to(q, &q->ends[1], c->via, &hub) + PATHFAN_SLACK >=
             c->order;
}

static pathfan_status recover(pathfan_query *q, const pathfan_candidate *c, pathfan_track *track,
                              bool *taut) {
  *taut = !q->ends_spread || is_via_path(q, c);
  return *taut ? pathfan_recover_via(q, c, track, taut) : PATHFAN_OK;
}

pathfan_status pathfan_find_alternatives(pathfan_query *q, const pathfan_request *request) {
  const pathfan_method method = {recover, is_via_path, request->dissimilarity};
  const double bound = request->stretch * (double)q->tracks[0].units;
  const int64_t limit = bound < 0x1p61 ? (int64_t)bound : (int64_t)1 << 61;
  bool stopped = false;
  q->ends_spread = false;
  const pathfan_status status = pathfan_collect(q, request, limit, &stopped);
  return status ? status : pathfan_choose(q, &method, request, stopped);
}
