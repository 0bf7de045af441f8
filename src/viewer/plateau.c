/* plateau.c - finds a path's plateau.
 *
 * Point i of a path from s to t is on the branch of t's tree if the rest of the path is a shortest
 * one to t, and on that of s's tree if the part before it is a shortest one from s. The rest stays
 * shortest from some point on, and the part before is shortest up to some point; so the plateau
 * lies between the first point of the one kind and the last of the other. */
#include "viewer/plateau.h"

#include <math.h>
#include <stdlib.h>

/* Lengths that differ by less than this share of the path count as equal: rounding. */
#define SAME 1e-9

/* Finds the plateau of one path; lengths and outcomes have room for its points. */
static pathfan_status mark(pathfan_query *query, const pathfan_path *path, double *lengths,
                           pathfan_outcome *outcomes, pf_path_plateau *plateau) {
  const int32_t count = path->point_count;
  const double slack = SAME * (path->length + 1);
  double part = 0;
  *plateau = (pf_path_plateau){.first = -1, .last = -1, .vertex = -1};
  pathfan_status status = pathfan_query_distances(query, path->points[0], path->points,
                                                  (size_t)count, lengths, outcomes);
  if (status) return status;
  int32_t last = -1;
  for (int32_t i = 0; i < count; i++) {
    if (i)
      part += hypot(path->points[i].x - path->points[i - 1].x,
                    path->points[i].y - path->points[i - 1].y);
    if (outcomes[i] || part > lengths[i] + slack) break;
    last = i;
  }
  status = pathfan_query_distances(query, path->points[count - 1], path->points, (size_t)count,
                                   lengths, outcomes);
  if (status) return status;
  int32_t first = count;
  part = 0;
  for (int32_t i = count; i-- > 0;) {
    if (i + 1 < count)
      part += hypot(path->points[i].x - path->points[i + 1].x,
                    path->points[i].y - path->points[i + 1].y);
    if (outcomes[i] || part > lengths[i] + slack) break;
    first = i;
  }
  if (first <= last) {
    plateau->first = first;
    plateau->last = last;
  }
  return PATHFAN_OK;
}

/* Finds the highest ranked vertex of each plateau, in one walk over all vertices. */
static void name(const pathfan_index *index, const pathfan_path *paths, int32_t count,
                 pf_path_plateau *plateaus) {
  pathfan_vertex_info info;
  for (int32_t v = 0; !pathfan_index_vertex(index, v, &info); v++)
    for (int32_t i = 0; i < count; i++) {
      pf_path_plateau *p = &plateaus[i];
      if (p->vertex >= 0 && p->info.rank < info.rank) continue;
      for (int32_t k = p->first; k >= 0 && k <= p->last; k++)
        if (paths[i].points[k].x == info.at.x && paths[i].points[k].y == info.at.y) {
          p->vertex = v;
          p->info = info;
        }
    }
}

pathfan_status pf_find_plateaus(pathfan_query *query, const pathfan_index *index,
                                const pathfan_path *paths, int32_t count,
                                pf_path_plateau *plateaus) {
  int32_t most = 0;
  for (int32_t i = 0; i < count; i++)
    if (paths[i].point_count > most) most = paths[i].point_count;
  double *lengths = malloc(((size_t)most + 1) * sizeof *lengths);
  pathfan_outcome *outcomes = malloc(((size_t)most + 1) * sizeof *outcomes);
  pathfan_status status = lengths && outcomes ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count && !status; i++)
    status = mark(query, &paths[i], lengths, outcomes, &plateaus[i]);
  if (!status) name(index, paths, count, plateaus);
  free(lengths);
  free(outcomes);
  return status;
}
