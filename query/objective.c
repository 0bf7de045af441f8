/* objective.c - paths by what they cost (paper, section 4.2.2): out of all candidates
 * that passed the tests the one of least cost, then the one of least cost given
 * that, and so on.
 *
 * The cost of a path changes with what was taken before in one measure only, its
 * similarity to them. So the others are measured once, and similarity is brought up
 * to date by holding what remains against the newest path taken. */
#include "scratch.h"

bool pathfan_objective_is_set(const pathfan_objective *o) {
  return o->cost || o->length > 0 || o->bounded_stretch > 0 || o->similarity > 0 ||
         o->local_optimality > 0;
}

bool pathfan_objective_measures(const pathfan_objective *o) {
  return o->cost || o->length > 0 || o->bounded_stretch > 0 || o->local_optimality > 0;
}

/* Candidates as a callback sees them: in map units, in the request's direction. */
static pathfan_status show(pathfan_query *q, const pathfan_track *track, pathfan_path *path) {
  const pathfan_status status =
      pathfan_grow(&q->points, &q->point_capacity, track->count, sizeof *q->points);
  if (status) return status;
  pathfan_track_points(q, track, q->points);
  *path = (pathfan_path){track->length / q->site.frame.scale, track->count, q->points};
  return PATHFAN_OK;
}

static pathfan_status cost_of(pathfan_query *q, const pathfan_objective *o,
                              const pathfan_track *track, double *cost) {
  const pathfan_measures *m = &track->measures;
  if (!o->cost) {
    *cost = o->length * m->length_ratio + o->bounded_stretch * m->bounded_stretch +
            o->similarity * m->similarity - o->local_optimality * m->local_optimality;
    return PATHFAN_OK;
  }
  pathfan_path path;
  const pathfan_status status = show(q, track, &path);
  if (!status) *cost = o->cost(o->context, &path, m);
  return status;
}

/* Leaves out the tracks from `chosen` on that are too similar to the newest one taken. */
static void compare_with_newest(pathfan_query *q, int32_t chosen, double dissimilarity) {
  int32_t kept = chosen;
  for (int32_t i = chosen; i < q->track_count; i++) {
    pathfan_track *track = &q->tracks[i];
    const double similarity = pathfan_similarity(q, track, &q->tracks[chosen - 1]);
    if (dissimilarity > 0 && similarity > 1 - dissimilarity) {
      q->answer.candidates.too_similar++;
      continue;
    }
    track->measures.similarity = fmax(track->measures.similarity, similarity);
    pathfan_swap_tracks(track, &q->tracks[kept++]);
  }
  q->track_count = kept;
}

/* The track of least cost from `chosen` on, of equal ones the first, -1 if there is
 * none; the refused ones are left out. */
static pathfan_status find_cheapest(pathfan_query *q, const pathfan_objective *objective,
                                    int32_t chosen, int32_t *best) {
  double least = INFINITY;
  int32_t kept = chosen;
  *best = -1;
  for (int32_t i = chosen; i < q->track_count; i++) {
    double cost;
    const pathfan_status status = cost_of(q, objective, &q->tracks[i], &cost);
    if (status) return status;
    if (!(cost < INFINITY)) {
      q->answer.candidates.unfit++;
      continue;
    }
    if (cost < least) {
      least = cost;
      *best = kept;
    }
    pathfan_swap_tracks(&q->tracks[i], &q->tracks[kept++]);
  }
  q->track_count = kept;
  return PATHFAN_OK;
}

pathfan_status pathfan_choose_by_objective(pathfan_query *q, const pathfan_request *request,
                                           double dissimilarity) {
  int32_t chosen = 1;
  pathfan_sort_tracks(q, 1);
  while (chosen < request->paths && chosen < q->track_count) {
    int32_t best;
    compare_with_newest(q, chosen, dissimilarity);
    const pathfan_status status = find_cheapest(q, &request->objective, chosen, &best);
    if (status) return status;
    if (best < 0) break;
    for (; best > chosen; best--) /* the others stay in order */
      pathfan_swap_tracks(&q->tracks[best], &q->tracks[best - 1]);
    chosen++;
  }
  q->track_count = chosen;
  return PATHFAN_OK;
}
