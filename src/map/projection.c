/* projection.c - see projection.h. */
#include "map/projection.h"

#include <math.h>

#include "base/length.h"
#include "base/status.h"

/* Centres are multiples of this part of a degree. */
#define STEPS_PER_DEGREE 10000

static double in_steps(double value, double steps) {
  return nearbyint(value * steps) / steps + 0.0; /* -0 is 0 */
}

typedef struct box {
  double low[2], high[2];
} box;

static void widen(box *b, double x, double y) {
  *b = (box){{fmin(b->low[0], x), fmin(b->low[1], y)}, {fmax(b->high[0], x), fmax(b->high[1], y)}};
}

/* Adds `turn` degrees to all longitudes below 0, and finds the box. */
static box turn_and_measure(pf_features *f, double turn) {
  box b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  double *const lists[] = {f->areas.points, f->rated.points, f->points};
  const int32_t counts[] = {f->areas.point_count, f->rated.point_count, f->point_count};
  for (int l = 0; l < 3; l++)
    for (int32_t i = 0; i < counts[l]; i++) {
      double *p = lists[l] + 2 * i;
      if (p[0] < 0) p[0] += turn;
      widen(&b, p[0], p[1]);
    }
  for (int32_t i = 0; i < f->bridge_count; i++) {
    if (f->bridges[i].x < 0) f->bridges[i].x += turn;
    widen(&b, f->bridges[i].x, f->bridges[i].y);
  }
  return b;
}

/* The longitude of a map's eastern end if it goes on beyond the antimeridian: the greatest below 0,
 * and the least of the others. */
static void find_gap(const pf_features *f, double *east, double *west) {
  const double *const lists[] = {f->areas.points, f->rated.points, f->points};
  const int32_t counts[] = {f->areas.point_count, f->rated.point_count, f->point_count};
  *east = -INFINITY;
  *west = INFINITY;
  for (int l = 0; l < 3; l++)
    for (int32_t i = 0; i < counts[l]; i++) {
      const double x = lists[l][2 * i];
      *(x < 0 ? east : west) = x < 0 ? fmax(*east, x) : fmin(*west, x);
    }
}

/* Finds the box of a map. If it is cut at the antimeridian, its halves are joined: longitudes go on
 * beyond 180. */
static box box_of(pf_features *f) {
  const box b = turn_and_measure(f, 0);
  double east, west;
  find_gap(f, &east, &west);
  const bool is_cut = b.low[0] >= -180 && b.high[0] <= 180 && b.high[0] - b.low[0] > 180 &&
                      east + 360 - west <= PF_DEGREES_WIDE;
  return is_cut ? turn_and_measure(f, 360) : b;
}

static pathfan_status check_box(const box *b, pathfan_error *error) {
  const double wide = b->high[0] - b->low[0], high = b->high[1] - b->low[1];
  if (!(b->low[0] >= -180 && b->high[0] <= 360 && b->low[1] >= -90 && b->high[1] <= 90))
    return pf_fail(error, PATHFAN_ERR_MALFORMED,
                   "coordinates from %.9g,%.9g to %.9g,%.9g are not longitudes and latitudes, "
                   "which --project local needs",
                   b->low[0], b->low[1], b->high[0], b->high[1]);
  if (wide > PF_DEGREES_WIDE || high > PF_DEGREES_WIDE)
    return pf_fail(error, PATHFAN_ERR_LIMIT,
                   "the map is %.4g degrees wide and %.4g high; --project local takes %d at "
                   "most, over which lengths on a plane are right to 1 in 1,000",
                   wide, high, PF_DEGREES_WIDE);
  if (fmax(fabs(b->low[1]), fabs(b->high[1])) > PF_DEGREES_NORTH)
    return pf_fail(error, PATHFAN_ERR_LIMIT,
                   "the map reaches latitude %.4g; --project local goes up to %d",
                   fabs(b->low[1]) > fabs(b->high[1]) ? b->low[1] : b->high[1], PF_DEGREES_NORTH);
  return PATHFAN_OK;
}

static void project_all(const pf_centre *centre, double *points, int32_t count) {
  for (int32_t i = 0; i < count; i++)
    pf_project(centre, points[2 * i], points[2 * i + 1], points + 2 * i);
}

bool pf_features_are_degrees(pf_features *features) {
  const box b = turn_and_measure(features, 0);
  return b.low[0] >= -180 && b.high[0] <= 180 && b.low[1] >= -90 && b.high[1] <= 90;
}

/* A length in degrees becomes one in metres, as the way between both ends does. */
static void project_link(const pf_centre *centre, pf_map_link *link) {
  const double before = pf_length(link->at[2] - link->at[0], link->at[3] - link->at[1]);
  project_all(centre, link->at, 2);
  const double after = pf_length(link->at[2] - link->at[0], link->at[3] - link->at[1]);
  for (int way = 0; way < 2 && link->is_length && before > 0; way++)
    link->cost[way] *= after / before;
}

pathfan_status pf_features_project(pf_features *features, pf_centre *centre, pathfan_error *error) {
  const box b = box_of(features);
  *centre = (pf_centre){0};
  if (!(b.low[0] <= b.high[0])) return PATHFAN_OK; /* no points at all */
  const pathfan_status status = check_box(&b, error);
  if (status) return status;
  *centre = (pf_centre){in_steps(b.low[0] + (b.high[0] - b.low[0]) / 2, STEPS_PER_DEGREE),
                        in_steps(b.low[1] + (b.high[1] - b.low[1]) / 2, STEPS_PER_DEGREE)};
  project_all(centre, features->areas.points, features->areas.point_count);
  project_all(centre, features->rated.points, features->rated.point_count);
  project_all(centre, features->points, features->point_count);
  for (int32_t i = 0; i < features->bridge_count; i++) {
    double at[2];
    pf_project(centre, features->bridges[i].x, features->bridges[i].y, at);
    features->bridges[i].x = at[0];
    features->bridges[i].y = at[1];
  }
  for (int32_t i = 0; i < features->link_count; i++) project_link(centre, &features->links[i]);
  if (centre->longitude > 180) centre->longitude -= 360;
  return PATHFAN_OK;
}
