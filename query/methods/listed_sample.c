/* listed_sample.c - compares lists of hubs with looking from the ends, for some pairs of points.
 *
 * That lists lack no hub can't be seen from the file (docs/format.md, "Listed hubs"): it follows
 * from how they were made. A lack shows as a length that is too large. */
#include "listed_sample.h"

#include "base/random.h"
#include "base/status.h"
#include "query/ends/points.h"

enum { PAIRS = 1000, CORNERS_MOST = 64 };

/* Returns a point within a cell of the mesh: each cell, however large, is as likely. */
static pathfan_point draw_point(const pf_space *space, pf_random *random) {
  pathfan_point corners[CORNERS_MOST], at = {0, 0};
  const int32_t cell = (int32_t)pf_random_below(random, space->mesh->polygon_count);
  const int32_t all = pf_polygon_corners(space, cell, corners, CORNERS_MOST);
  const int32_t count = all < CORNERS_MOST ? all : CORNERS_MOST;
  double weight[CORNERS_MOST], sum = 0;
  for (int32_t i = 0; i < count; i++) sum += weight[i] = 1 + (double)pf_random_below(random, 1000);
  for (int32_t i = 0; i < count; i++) {
    at.x += corners[i].x * weight[i] / sum;
    at.y += corners[i].y * weight[i] / sum;
  }
  return at;
}

/* Places two ends; returns whether hubs decide the path between them. */
static bool draw_ends(pf_ends *ends, const pf_space *space, pf_random *random,
                      pathfan_point at[2]) {
  bool free = true;
  pf_ends_forget(ends);
  for (int e = 0; e < 2; e++) {
    at[e] = draw_point(space, random);
    free = pf_ends_place(ends, e, space, at[e], 0).is_free && free;
  }
  if (!free || pf_ends_outcome(ends, space, false, false) || pf_ends_are_one(ends)) return false;
  pf_ends_order(ends);
  return !pf_ends_see(ends, space);
}

static int64_t least_of(const pf_ends *ends) {
  pf_meeting one;
  int32_t count;
  return pf_join_hubs(&ends->end[0].distances, &ends->end[1].distances, &one, 1, &count);
}

static pathfan_status compare(pf_ends *ends, const pf_index_view *view, const pathfan_point at[2],
                              pathfan_error *error) {
  bool found;
  pathfan_status status = pf_ends_find_listed(ends, view, &found);
  if (status || !found) return status;
  const int64_t listed = least_of(ends);
  status = pf_ends_scatter(ends, view);
  if (!status && least_of(ends) != listed)
    status = pf_fail(error, PATHFAN_ERR_DAMAGED,
                     "%s: section listed-firsts: the lists lack the shortest path from %.17g,%.17g "
                     "to %.17g,%.17g",
                     view->path, at[0].x, at[0].y, at[1].x, at[1].y);
  return status;
}

pathfan_status pf_listed_sample_check(const pf_index_view *view, const pf_space *space,
                                      pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  pf_random random = pf_random_from(1);
  pf_ends ends = {.number = 0};
  if (!view->listed.head) return PATHFAN_OK;
  if (!pf_ends_init(&ends, view->n))
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int i = 0; i < PAIRS && !status; i++) {
    pathfan_point at[2];
    if (draw_ends(&ends, space, &random, at)) status = compare(&ends, view, at, error);
  }
  pf_ends_free(&ends);
  return status;
}
