#include "request.h"

#include <math.h>
#include <string.h>

/* A random number in 0..1. */
static double share(pf_random *random) {
  return (double)pf_random_below(random, 1 << 30) / (1 << 30);
}

/* True once in `rarity` times. */
static bool rarely(pf_random *random, int rarity) {
  return pf_random_below(random, rarity) == 0;
}

static pathfan_point some_point(pf_random *random, double width, double height) {
  pathfan_point p = {share(random) * width, share(random) * height};
  if (rarely(random, 4)) p = (pathfan_point){floor(p.x) + 0.5, floor(p.y) + 0.5};
  if (rarely(random, 8)) p = (pathfan_point){floor(p.x), floor(p.y)};
  return p;
}

static double some_cost(void *context, const pathfan_path *path, const pathfan_measures *measures) {
  (void)context;
  return path->length + 10 * measures->similarity;
}

pathfan_request soak_request(pf_random *random, double width, double height, pathfan_area *area,
                             pathfan_point *corners) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = some_point(random, width, height);
  r.to = some_point(random, width, height);
  r.snap = rarely(random, 8) ? 0 : 2;
  if (rarely(random, 3)) r.paths = (int32_t)pf_random_between(random, 1, 8);
  if (rarely(random, 4)) r.stretch = 1 + share(random);
  if (rarely(random, 4)) r.dissimilarity = share(random);
  if (rarely(random, 6)) r.tables = pf_random_between(random, 0, 5);
  if (rarely(random, 6)) r.access = pf_random_between(random, 0, 9);
  if (rarely(random, 20)) r.effort = PATHFAN_EFFORT_THOROUGH;
  if (rarely(random, 20)) r.max_bounded_stretch = 1 + share(random);
  if (rarely(random, 20)) r.min_local_optimality = share(random);
  if (rarely(random, 50)) r.work_limit = (uint64_t)pf_random_between(random, 1, 2000);
  if (rarely(random, 60)) r.bind_dissimilarity = true;
  if (rarely(random, 20)) r.objective.similarity = r.objective.length = 1;
  if (rarely(random, 40)) r.objective.cost = some_cost;
  if (rarely(random, 20)) {
    r.objective = (pathfan_objective){0}; /* not all algorithms take one */
    static const pathfan_algorithm others[] = {
        PATHFAN_ALGORITHM_POLYANYA, PATHFAN_ALGORITHM_POLYANYA,      PATHFAN_ALGORITHM_POLYANYA,
        PATHFAN_ALGORITHM_PLATEAUS, PATHFAN_ALGORITHM_DISSIMILARITY, PATHFAN_ALGORITHM_PENALTY};
    r.algorithm = others[pf_random_below(random, sizeof others / sizeof others[0])];
  }
  if (rarely(random, 50)) {
    const pathfan_point at = some_point(random, width, height);
    *area = (pathfan_area){.centre = at, .radius = 0.3 + 2 * share(random)};
    if (rarely(random, 2)) {
      const double w = 0.5 + 3 * share(random), h = 0.5 + 3 * share(random);
      const pathfan_point box[] = {at, {at.x + w, at.y}, {at.x + w, at.y + h}, {at.x, at.y + h}};
      memcpy(corners, box, sizeof box);
      *area = (pathfan_area){.corners = corners, .corner_count = 4};
    }
    r.avoid = area;
    r.avoid_count = 1;
  }
  if (rarely(random, 500)) r.stretch = 0.5; /* invalid */
  if (rarely(random, 500)) r.to.x = NAN;
  return r;
}

static bool same_point(pathfan_point a, pathfan_point b) {
  return a.x == b.x && a.y == b.y;
}

/* Covers rounding of sums of lengths, and of lengths to length units. */
double soak_slack(double length) {
  return 1e-6 + 1e-9 * length;
}

static const char *path_flaw(const pathfan_answer *a, int32_t i) {
  const pathfan_path *p = &a->paths[i];
  double sum = 0;
  if (p->point_count < 1 || !same_point(p->points[0], a->from) ||
      !same_point(p->points[p->point_count - 1], a->to))
    return "a path doesn't lead from the one end to the other";
  for (int32_t k = 1; k < p->point_count; k++) {
    if (same_point(p->points[k - 1], p->points[k])) return "a path has a point twice";
    sum += hypot(p->points[k].x - p->points[k - 1].x, p->points[k].y - p->points[k - 1].y);
  }
  if (!(fabs(sum - p->length) <= soak_slack(sum))) return "a length isn't that of its segments";
  if (i && p->length < a->paths[i - 1].length - soak_slack(sum)) return "paths are not in order";
  if (p->length > a->stretch * a->paths[0].length + soak_slack(sum)) return "a path is too long";
  return NULL;
}

const char *soak_flaw(const pathfan_request *r, const pathfan_answer *a) {
  const char *flaw = NULL;
  const bool valid = r->stretch >= 1 && isfinite(r->to.x);
  if ((a->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) != !valid)
    return valid ? "a good request is refused" : "a bad request is answered";
  if (a->outcome == PATHFAN_OUTCOME_OK && a->path_count < 1) return "ok without a path";
  if (a->path_count > r->paths) return "more paths than wanted";
  if (a->outcome == PATHFAN_OUTCOME_OK && a->path_count < r->paths &&
      a->reason == PATHFAN_REASON_COMPLETE)
    return "complete with fewer paths than wanted";
  for (int32_t i = 0; i < a->path_count && !flaw; i++) flaw = path_flaw(a, i);
  return flaw;
}
