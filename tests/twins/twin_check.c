#include "twin_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "twin_corridor.h"
#include "twin_region.h"
#include "twin_sight.h"

typedef __int128 wide;

static bool same(pf_fixed_point a, pf_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

static double apart(pf_fixed_point a, pf_fixed_point b, int bits) {
  return ldexp(hypot((double)(b.x - a.x), (double)(b.y - a.y)), -bits);
}

twin_track twin_track_of(const pathfan_path *path, int bits) {
  twin_track t = {path->length, path->point_count, NULL};
  t.points = malloc((size_t)t.count * sizeof *t.points);
  assert_non_null(t.points);
  for (int32_t i = 0; i < t.count; i++) {
    const double x = ldexp(path->points[i].x, bits), y = ldexp(path->points[i].y, bits);
    assert_true(x == rint(x) && y == rint(y));
    t.points[i] = (pf_fixed_point){(int64_t)x, (int64_t)y};
  }
  return t;
}

double twin_track_length(const twin_track *track, int bits) {
  double sum = 0;
  for (int32_t i = track->count - 1; i > 0; i--)
    sum += apart(track->points[i - 1], track->points[i], bits);
  return sum;
}

/* Cramer's rule: computes the parameters of the crossing of lines a-b and c-d, as numerators over a
 * positive denominator. Compares collinear segments by projection. */
static bool segments_touch(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c, pf_fixed_point d) {
  const wide rx = b.x - a.x, ry = b.y - a.y, sx = d.x - c.x, sy = d.y - c.y;
  const wide qx = c.x - a.x, qy = c.y - a.y;
  wide below = rx * sy - ry * sx, t = qx * sy - qy * sx, u = qx * ry - qy * rx;
  if (below == 0) {
    if (u != 0) return false; /* parallel */
    const wide whole = rx * rx + ry * ry;
    wide c_at = qx * rx + qy * ry, d_at = (qx + sx) * rx + (qy + sy) * ry;
    if (c_at > d_at) {
      const wide swap = c_at;
      c_at = d_at;
      d_at = swap;
    }
    return d_at >= 0 && c_at <= whole;
  }
  if (below < 0) {
    below = -below;
    t = -t;
    u = -u;
  }
  return t >= 0 && t <= below && u >= 0 && u <= below;
}

const char *twin_check_track(const twin_map *map, int bits, const twin_track *track) {
  const pf_fixed_point *p = track->points;
  const int64_t unit = INT64_C(1) << bits;
  if (track->count < 1) return "no points";
  for (int32_t i = 0; i + 1 < track->count; i++) {
    if (same(p[i], p[i + 1])) return "a point comes twice in a row";
    if (!twin_map_sees_turning(map, bits, p[i], i > 0, p[i + 1], i + 2 < track->count))
      return "a segment isn't free";
  }
  for (int32_t i = 1; i + 1 < track->count; i++) {
    pf_wedge wedge;
    if (p[i].x % unit || p[i].y % unit) return "an interior point off the lattice";
    if (!twin_map_convex(map, p[i].x / unit, p[i].y / unit, &wedge))
      return "an interior point is no convex vertex";
    const int wraps =
        twin_wraps(wedge, pf_fixed_from_to(p[i - 1], p[i]), pf_fixed_from_to(p[i], p[i + 1]));
    if (wraps == 0) return "a straight interior point";
    if (wraps < 0) return "not taut";
  }
  for (int32_t i = 0; i < track->count; i++)
    for (int32_t j = 0; j < i; j++)
      if (same(p[i], p[j])) return "a point comes twice";
  for (int32_t i = 0; i + 1 < track->count; i++)
    for (int32_t j = i + 2; j + 1 < track->count; j++)
      if (segments_touch(p[i], p[i + 1], p[j], p[j + 1])) return "not simple";
  if (fabs(twin_track_length(track, bits) - track->length) > 1e-9 * (1 + track->length))
    return "another length";
  return NULL;
}

/* ---- Similarity ---- */

static bool lies_on(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  const wide x = p.x, y = p.y;
  if ((b.x - a.x) * (y - a.y) != (b.y - a.y) * (x - a.x)) return false;
  return (x - a.x) * (x - b.x) <= 0 && (y - a.y) * (y - b.y) <= 0;
}

/* Length of the pieces of segment a-b, cut at other's points, that lie on other. */
static double shared_of_segment(pf_fixed_point a, pf_fixed_point b, const twin_track *other,
                                int bits) {
  pf_fixed_point *cuts = malloc(((size_t)other->count + 2) * sizeof *cuts);
  int32_t count = 0;
  double sum = 0;
  assert_non_null(cuts);
  cuts[count++] = a;
  cuts[count++] = b;
  for (int32_t i = 0; i < other->count; i++)
    if (lies_on(a, b, other->points[i])) cuts[count++] = other->points[i];
  for (int32_t i = 1; i < count; i++) /* by distance from a */
    for (int32_t j = i; j > 0 && llabs(cuts[j].x - a.x) + llabs(cuts[j].y - a.y) <
                                     llabs(cuts[j - 1].x - a.x) + llabs(cuts[j - 1].y - a.y);
         j--) {
      const pf_fixed_point swap = cuts[j];
      cuts[j] = cuts[j - 1];
      cuts[j - 1] = swap;
    }
  for (int32_t i = 0; i + 1 < count; i++) {
    for (int32_t k = 0; k + 1 < other->count; k++)
      if (lies_on(other->points[k], other->points[k + 1], cuts[i]) &&
          lies_on(other->points[k], other->points[k + 1], cuts[i + 1])) {
        sum += apart(cuts[i], cuts[i + 1], bits);
        break;
      }
  }
  free(cuts);
  return sum;
}

double twin_similarity(const twin_track *a, const twin_track *b, int bits) {
  double shared = 0;
  for (int32_t i = 0; i + 1 < a->count; i++)
    shared += shared_of_segment(a->points[i], a->points[i + 1], b, bits);
  return shared / (twin_track_length(a, bits) + twin_track_length(b, bits) - shared);
}

bool twin_same_points(const twin_track *a, const twin_track *b) {
  if (a->count != b->count) return false;
  for (int32_t i = 0; i < a->count; i++)
    if (!same(a->points[i], b->points[i])) return false;
  return true;
}

/* ---- Answers ---- */

static void report(const twin_map *map, const pathfan_answer *answer, const char *what,
                   int32_t at) {
  for (int32_t i = 0; i < answer->path_count; i++) {
    fprintf(stderr, "path %d, %.17g:", i + 1, answer->paths[i].length);
    for (int32_t k = 0; k < answer->paths[i].point_count; k++)
      fprintf(stderr, " %.17g,%.17g", answer->paths[i].points[k].x, answer->paths[i].points[k].y);
    fprintf(stderr, "\n");
  }
  twin_fail(map, "path %d: %s", at + 1, what);
}

/* Checks by plain geometry what the answer says about how far its paths keep apart. For maps whose
 * unit is a cell. */
static void check_spread(int bits, const pathfan_request *request, const pathfan_answer *answer,
                         const twin_track *tracks) {
  const int32_t count = answer->path_count, pieces = 400;
  const pathfan_candidates *c = &answer->candidates;
  const double separation = answer->separation;
  /* A path of n turns leaves and enters corridors at most so often; each time half a piece is
     miscounted. */
  double rough = 1e-6;
  if (c->tried)
    assert_int_equal(c->tried, c->not_taut + c->too_long + c->too_similar + c->not_simple +
                                   c->unfit + c->entering + c->too_near + c->unjudged + count - 1);
  if (separation <= 0) {
    assert_null(answer->apart);
    assert_null(answer->filled);
    return;
  }
  for (int32_t i = 0; i < count; i++) rough += 2.0 * tracks[i].count * count / pieces;
  assert_true(separation ==
              fmax(request->separation, request->separation_share * answer->paths[0].length));
  assert_false(answer->filled[0]);
  for (int32_t i = 0; i < count; i++) {
    assert_true(request->fill || !answer->filled[i]);
    if (count == 1 || tracks[i].count < 2) continue;
    assert_true(fabs(answer->apart[i] - twin_apart(tracks, count, i, separation, bits, false,
                                                   pieces)) <= fmin(rough, 0.15));
    for (int32_t k = 0; k < i; k++)
      if (!answer->filled[i] && !answer->filled[k])
        assert_true(twin_nearness(&tracks[i], &tracks[k], separation, bits) <=
                    1 - request->dissimilarity + 1e-9);
  }
  if (count > 1)
    assert_true(fabs(answer->backup - twin_apart(tracks, count, 0, separation, bits, true,
                                                 pieces)) <= fmin(rough, 0.15));
}

void twin_check_answer(const twin_map *map, int bits, const pathfan_request *request,
                       const pathfan_answer *answer) {
  const int32_t count = answer->path_count;
  twin_track *tracks = calloc((size_t)count + 1, sizeof *tracks);
  assert_true(count >= 1 && count <= request->paths);
  for (int32_t i = 0; i < count; i++) {
    tracks[i] = twin_track_of(&answer->paths[i], bits);
    const pathfan_point *points = answer->paths[i].points;
    const pathfan_point first = points[0], last = points[tracks[i].count - 1];
    const char *trouble = twin_check_track(map, bits, &tracks[i]);
    if (!trouble && (first.x != answer->from.x || first.y != answer->from.y ||
                     last.x != answer->to.x || last.y != answer->to.y))
      trouble = "other ends";
    if (!trouble && i && tracks[i].length < tracks[i - 1].length) trouble = "out of order";
    if (!trouble && tracks[i].length > tracks[0].length * request->stretch * (1 + 1e-9))
      trouble = "too long";
    for (int32_t k = 0; k < i && !trouble; k++) {
      if (twin_similarity(&tracks[i], &tracks[k], bits) > 1 - request->dissimilarity + 1e-9)
        trouble = "too similar";
      if (twin_same_points(&tracks[i], &tracks[k])) trouble = "there before";
    }
    if (trouble) report(map, answer, trouble, i);
  }
  check_spread(bits, request, answer, tracks);
  for (int32_t i = 0; i < count; i++) free(tracks[i].points);
  free(tracks);
  assert_true((answer->reason == PATHFAN_REASON_COMPLETE) == (count == request->paths));
}
