/* loops.c - finds where a path turns back in plain sight: nobody would walk it, however different
 * it is. Sight is tested between points of the path: its corners and ends, and points that divide
 * each leg evenly. What is decided depends neither on the direction of the path nor on what is
 * known of other paths; all that saves work is exact (docs/decisions/loops.md):
 *
 *   - A part whose legs all point into a sector of angle phi < 180 degrees is at most 1/cos(phi/2)
 *     times as long as its chord. So a path that doesn't turn far has no loop, and a leg can make
 *     one only with legs from a certain one on.
 *   - The halves of a via-path are shortest paths: their points see each other along them or not at
 *     all. So only pairs on both sides of the via node count; in general, of different pieces.
 *   - Most pairs of legs are so far from each other that the part between them is no loop.
 *   - A side of an obstacle that ended one look mostly ends the next ones.
 *   - A path that contains a part with a loop has it, too. */
#include "mesh/loops.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/segment.h"

/* Points per length of the shortest path; fewer miss more loops. And the most points on a path
 * besides its corners, if that is many times as long. */
#define POINTS 24
#define POINTS_MOST 192

/* Ties, as in lengths of paths, are no loops. */
#define SLACK 0x1p-40

/* Ratios of measures this near to 1 are 1: points are rounded to the grid. */
#define STRAIGHT 1e-9

/* The sector of the first test is a little narrower than it could be: points on legs are rounded to
 * the grid, so that a chord's direction may differ from its legs'. */
#define NARROWER 0x1p-12

/* A point of a leg that is rounded into an obstacle moves by this share of the chord. */
#define PULL (1.0 / 64)

enum { UNKNOWN_POLYGON = -2 };

void pf_loops_begin(pf_loops *l, pf_loop_ground ground, double most, double shortest) {
  assert(most == 0 || most >= 1);
  l->ground = ground;
  l->most = most;
  l->spacing = shortest / POINTS;
  l->known_count = l->side_count = l->side_next = l->side_last = 0;
}

/* ---- Legs ---- */

typedef struct vector {
  double x, y;
} vector;

static inline vector leg_of(const pf_loop_path *path, int32_t i) {
  const pf_fixed_point *p = path->points + i;
  return (vector){(double)(p[1].x - p[0].x), (double)(p[1].y - p[0].y)};
}

static inline double cross(vector a, vector b) {
  return a.x * b.y - a.y * b.x;
}

static inline double dot(vector a, vector b) {
  return a.x * b.x + a.y * b.y;
}

/* The directions of consecutive legs: all lie between right and left, less than 180 degrees apart.
 */
typedef struct sector {
  vector right, left;
} sector;

/* Adds a direction; false: the sector is as wide as the angle of this cosine, or wider. */
static bool widen(sector *s, vector way, double cosine) {
  const double by_left = cross(s->left, way), by_right = cross(s->right, way);
  if (by_left > 0 && by_right >= 0)
    s->left = way;
  else if (by_right < 0 && by_left <= 0)
    s->right = way;
  else if (by_left > 0 || by_right < 0 || (by_left == 0 && dot(s->left, way) < 0))
    return false;
  const double across = dot(s->left, s->right);
  const double squares = cosine * cosine * dot(s->left, s->left) * dot(s->right, s->right);
  return cosine < 0 ? across > 0 || across * across < squares
                    : across > 0 && across * across > squares;
}

/* Finds for each leg the first one with which it may make a loop. Returns whether there is any. */
static bool find_safe_legs(pf_loops *l, const pf_loop_path *path) {
  const double most = fmax(l->most * (1 - NARROWER), 1);
  const double cosine = 2 / (most * most) - 1; /* of the widest sector without a loop */
  const int32_t legs = path->count - 1;
  int32_t cut = 0; /* the next one */
  bool any = false;
  for (int32_t i = 0; i < legs; i++) {
    const vector way = leg_of(path, i);
    sector s = {way, way};
    int32_t k = i + 1;
    while (k < legs && widen(&s, leg_of(path, k), cosine)) k++;
    if (i == 0 && k == legs) return false;
    while (cut < path->cuts && path->cut[cut] <= i) cut++;
    const int32_t piece_end = cut < path->cuts ? path->cut[cut] : path->cuts ? legs : 0;
    if (piece_end > k) k = piece_end;
    l->safe[i] = k;
    any |= k < legs;
  }
  return any;
}

/* ---- Points ---- */

/* Returns the point at part m of `parts` of a leg: the same, whichever end the leg begins with. */
static pf_fixed_point divide(pf_fixed_point a, pf_fixed_point b, int32_t m, int32_t parts) {
  if (b.x < a.x || (b.x == a.x && b.y < a.y)) return divide(b, a, parts - m, parts);
  const double share = (double)m / parts;
  return (pf_fixed_point){a.x + llrint((double)(b.x - a.x) * share),
                          a.y + llrint((double)(b.y - a.y) * share)};
}

static pathfan_status append_point(pf_loops *l, pf_fixed_point at, double along, int32_t leg) {
  const pathfan_status status = pf_grow(&l->points, &l->point_capacity, l->point_count + 1);
  if (!status) l->points[l->point_count++] = (pf_loop_point){at, along, UNKNOWN_POLYGON, leg};
  return status;
}

static pathfan_status set_points(pf_loops *l, const pf_loop_path *path) {
  const int32_t legs = path->count - 1;
  const double spacing = fmax(l->spacing, path->length / POINTS_MOST);
  const pf_fixed_point *p = path->points;
  pathfan_status status = pf_grow(&l->first, &l->first_capacity, path->count);
  double along = 0;
  l->point_count = 0;
  for (int32_t i = 0; i < legs && !status; i++) {
    const double length = pf_fixed_length(p[i], p[i + 1]);
    const int32_t parts = (int32_t)fmax(ceil(length / spacing), 1);
    l->first[i] = l->point_count;
    for (int32_t m = 0; m < parts && !status; m++)
      status = append_point(l, m ? divide(p[i], p[i + 1], m, parts) : p[i],
                            along + length * m / parts, i);
    along += length;
  }
  if (!status) status = append_point(l, p[legs], along, legs - 1);
  if (status) return status;
  l->first[legs] = l->point_count - 1;
  if (l->ground.polygon[0] >= 0) l->points[0].polygon = l->ground.polygon[0];
  if (l->ground.polygon[1] >= 0) l->points[l->point_count - 1].polygon = l->ground.polygon[1];
  return PATHFAN_OK;
}

/* ---- Pairs ---- */

/* Returns the square of the distance from a point to the box of a leg. */
static double to_box(pf_fixed_point at, pf_fixed_point a, pf_fixed_point b) {
  const int64_t low_x = a.x < b.x ? a.x : b.x, high_x = a.x < b.x ? b.x : a.x;
  const int64_t low_y = a.y < b.y ? a.y : b.y, high_y = a.y < b.y ? b.y : a.y;
  const int64_t x = at.x < low_x ? low_x - at.x : at.x > high_x ? at.x - high_x : 0;
  const int64_t y = at.y < low_y ? low_y - at.y : at.y > high_y ? at.y - high_y : 0;
  return (double)x * (double)x + (double)y * (double)y;
}

/* Lists the pairs of a point with points of a leg whose part is longer than `most` times (squared)
 * their distance. */
static pathfan_status pair_with_leg(pf_loops *l, const pf_loop_path *path, int32_t a, int32_t leg,
                                    double most) {
  const pf_loop_point *p = l->points;
  const int32_t begin = l->first[leg], end = l->first[leg + 1];
  const double longest = p[end].along - p[a].along;
  if (longest * longest <=
      most * to_box(p[a].at, path->points[leg], path->points[leg + 1]) * (1 - NARROWER))
    return PATHFAN_OK;
  for (int32_t b = begin + 1; b <= end; b++) {
    const double x = (double)(p[b].at.x - p[a].at.x), y = (double)(p[b].at.y - p[a].at.y);
    const double part = p[b].along - p[a].along, apart = x * x + y * y;
    if (part * part <= most * apart) continue;
    const pathfan_status status = pf_grow(&l->pairs, &l->pair_capacity, l->pair_count + 1);
    if (status) return status;
    l->pairs[l->pair_count++] = (pf_loop_pair){a, b, apart > 0 ? part * part / apart : INFINITY};
  }
  return PATHFAN_OK;
}

/* Lists the pairs of points that make a loop if they see each other. safe: NULL: of all legs. */
static pathfan_status list_pairs(pf_loops *l, const pf_loop_path *path, const int32_t *safe,
                                 double most) {
  const int32_t legs = path->count - 1;
  pathfan_status status = PATHFAN_OK;
  l->pair_count = 0;
  for (int32_t i = 0; i < legs; i++)
    for (int32_t a = l->first[i] + (i > 0); a <= l->first[i + 1]; a++)
      for (int32_t k = safe ? safe[i] : i + 1; k < legs && !status; k++)
        status = pair_with_leg(l, path, a, k, most);
  return status;
}

/* ---- Sight ---- */

static void keep_side(pf_loops *l, const pf_lattice_point edge[2], int bits) {
  const int32_t i = l->side_next;
  for (int e = 0; e < 2; e++) {
    l->sides[i][e] = pf_lift(edge[e], bits);
    l->side_x[e][i] = (double)l->sides[i][e].x;
    l->side_y[e][i] = (double)l->sides[i][e].y;
  }
  if (l->side_count < PF_LOOP_SIDES) l->side_count++;
  l->side_last = i;
  l->side_next = (i + 1) % PF_LOOP_SIDES;
}

/* Whether a segment crosses a side of an obstacle, inside both. */
static bool crosses(const pf_fixed_point side[2], pf_fixed_point a, pf_fixed_point b) {
  return pf_turn_at(a, b, side[0]) * pf_turn_at(a, b, side[1]) < 0 &&
         pf_turn_at(side[0], side[1], a) * pf_turn_at(side[0], side[1], b) < 0;
}

/* Whether a known side of an obstacle hides two points from each other. Doubles pick the sides that
 * may; if they are wrong, the points are looked at. */
static bool are_hidden(pf_loops *l, pf_fixed_point a, pf_fixed_point b) {
  const int32_t count = l->side_count;
  if (count && crosses(l->sides[l->side_last], a, b)) return true;
  const double ax = (double)a.x, ay = (double)a.y, x = (double)b.x - ax, y = (double)b.y - ay;
  double apart[PF_LOOP_SIDES]; /* below 0: the chord's line passes between the side's ends */
  for (int32_t i = 0; i < count; i++)
    apart[i] = (x * (l->side_y[0][i] - ay) - y * (l->side_x[0][i] - ax)) *
               (x * (l->side_y[1][i] - ay) - y * (l->side_x[1][i] - ax));
  for (int32_t i = 0; i < count; i++)
    if (apart[i] < 0 && crosses(l->sides[i], a, b)) {
      l->side_last = i;
      return true;
    }
  return false;
}

/* Finds the polygon of a point, and moves a blocked one towards `other`; false: it stays blocked.
 */
static bool settle(const pf_loop_ground *ground, pf_loop_point *point, pf_fixed_point other,
                   pf_fixed_point *at, int32_t *polygon) {
  if (point->polygon == UNKNOWN_POLYGON)
    point->polygon = pf_locate(ground->locator, ground->mesh, point->at, ground->fraction_bits);
  *at = point->at;
  *polygon = point->polygon;
  if (*polygon >= 0) return true;
  at->x += llrint((double)(other.x - at->x) * PULL);
  at->y += llrint((double)(other.y - at->y) * PULL);
  *polygon = pf_locate(ground->locator, ground->mesh, *at, ground->fraction_bits);
  return *polygon >= 0;
}

/* Whether the points of a pair see each other. */
static bool see(pf_loops *l, const pf_loop_pair *pair) {
  const pf_loop_ground *ground = &l->ground;
  pf_loop_point *a = &l->points[pair->a], *b = &l->points[pair->b];
  pf_fixed_point from, to;
  int32_t from_polygon, to_polygon;
  pf_lattice_point edge[2];
  if (!settle(ground, a, b->at, &from, &from_polygon) ||
      !settle(ground, b, a->at, &to, &to_polygon))
    return false;
  if (are_hidden(l, from, to)) return false;
  const pf_mesh_sight sight =
      pf_mesh_look(ground->mesh, from, from_polygon, to, to_polygon, ground->fraction_bits, edge);
  if (sight == PF_SIGHT_CROSSED) keep_side(l, edge, ground->fraction_bits);
  return sight == PF_SIGHT_FREE && !(ground->hides && ground->hides(ground->context, from, to));
}

/* ---- Loops ---- */

/* Whether the path contains a part that is known to have a loop. */
static bool has_known(pf_loops *l, const pf_loop_path *path) {
  for (int32_t n = 0; n < l->known_count; n++) {
    const int32_t count = l->known[n].count;
    for (int32_t i = 0; i + count <= path->count; i++)
      if (memcmp(path->points + i, l->known[n].corners, (size_t)count * sizeof *path->points) ==
          0) {
        memcpy(l->chord, l->known[n].chord, sizeof l->chord);
        return true;
      }
  }
  return false;
}

/* Keeps the part of the path whose points of a pair see each other, and their chord. */
static void keep_loop(pf_loops *l, const pf_loop_path *path, const pf_loop_pair *pair) {
  const int32_t begin = l->points[pair->a].leg, count = l->points[pair->b].leg + 2 - begin;
  l->chord[0] = l->points[pair->a].at;
  l->chord[1] = l->points[pair->b].at;
  if (count > PF_LOOP_CORNERS || l->known_count == PF_LOOPS_KNOWN) return;
  memcpy(l->known[l->known_count].corners, path->points + begin,
         (size_t)count * sizeof *path->points);
  memcpy(l->known[l->known_count].chord, l->chord, sizeof l->chord);
  l->known[l->known_count++].count = count;
}

/* Returns the pair that is tried n-th: the worst one first, then some that are spread over the
 * list, since most loops show in many pairs, then all, one leg after the other, since neighbours
 * are hidden by the same side. */
static int32_t pair_at(const pf_loops *l, int32_t worst, int32_t n) {
  enum { SPREAD = 8 };
  if (n == 0) return worst;
  if (n <= SPREAD) return (int32_t)((int64_t)l->pair_count * (2 * n - 1) / (2 * SPREAD));
  return n - SPREAD - 1;
}

static int32_t find_worst(const pf_loops *l) {
  int32_t worst = 0;
  for (int32_t i = 1; i < l->pair_count; i++)
    if (l->pairs[i].ratio > l->pairs[worst].ratio) worst = i;
  return worst;
}

pathfan_status pf_loops_find(pf_loops *l, const pf_loop_path *path, bool *found) {
  const int32_t legs = path->count - 1;
  *found = false;
  if (l->most == 0 || legs < 2) return PATHFAN_OK;
  *found = has_known(l, path);
  if (*found) return PATHFAN_OK;
  pathfan_status status = pf_grow(&l->safe, &l->safe_capacity, legs);
  if (status || !find_safe_legs(l, path)) return status;
  status = set_points(l, path);
  if (!status) status = list_pairs(l, path, l->safe, l->most * l->most * (1 + SLACK));
  if (status || !l->pair_count) return status;
  const int32_t worst = find_worst(l);
  for (int32_t n = 0, k; (k = pair_at(l, worst, n)) < l->pair_count && !*found; n++) {
    *found = see(l, &l->pairs[k]);
    if (*found) keep_loop(l, path, &l->pairs[k]);
  }
  return PATHFAN_OK;
}

static int by_ratio(const void *a, const void *b) {
  const pf_loop_pair *x = a, *y = b;
  if (x->ratio != y->ratio) return x->ratio > y->ratio ? -1 : 1;
  return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

pathfan_status pf_loops_measure(pf_loops *l, const pf_loop_path *path, double *ratio) {
  *ratio = 1;
  if (path->count < 3) return PATHFAN_OK;
  pathfan_status status = set_points(l, path);
  if (!status) status = list_pairs(l, path, NULL, 1 + 2 * STRAIGHT);
  if (status || !l->pair_count) return status;
  qsort(l->pairs, (size_t)l->pair_count, sizeof *l->pairs, by_ratio);
  for (int32_t i = 0; i < l->pair_count; i++)
    if (see(l, &l->pairs[i])) {
      *ratio = sqrt(l->pairs[i].ratio);
      break;
    }
  return PATHFAN_OK;
}

void pf_loops_free(pf_loops *l) {
  free(l->points);
  free(l->first);
  free(l->safe);
  free(l->pairs);
  memset(l, 0, sizeof *l);
}
