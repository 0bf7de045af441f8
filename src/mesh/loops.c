/* loops.c - finds where a path turns back in plain sight: nobody would walk it, however different
 * it is. Sight is tested between points of the path: its corners and ends, and points that divide
 * each leg evenly. What is decided depends neither on the direction of the path nor on what is
 * known of other paths; all that saves work is exact (docs/decisions/loops.md):
 *
 *   - Most legs make no loop with most others (loop_legs.h).
 *   - Most pairs of points are so far from each other that the part between them is no loop. All
 *     are compared without a jump, block by block, those of distant blocks not at all.
 *   - If there is a loop, it mostly shows between one of the pairs with the least distance, by the
 *     length between them.
 *   - A side of an obstacle that ends a look hides many other pairs, too, also of other paths.
 *   - A chord that is known to be free refuses every path that has both its legs. */
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

/* Boxes of points are compared with a little room for rounding. */
#define NARROWER 0x1p-12

/* A point of a leg that is rounded into an obstacle moves by this share of the chord. */
#define PULL (1.0 / 64)

/* Points in a block. */
enum { BLOCK = 8 };

enum { UNKNOWN = -2 };

void pf_loops_begin(pf_loops *l, pf_loop_ground ground, double most, double shortest) {
  assert(most == 0 || most >= 1);
  pf_loop_places_begin(&l->places, ground);
  l->most = most;
  l->spacing = shortest / POINTS;
  l->chord_count = l->side_count = l->side_next = 0;
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
  if (status) return status;
  const pf_fixed_point origin = l->point_count ? l->points[0].at : at;
  l->points[l->point_count++] = (pf_loop_point){.at = at,
                                                .x = (double)(at.x - origin.x),
                                                .y = (double)(at.y - origin.y),
                                                .along = along,
                                                .leg = leg,
                                                .polygon = UNKNOWN};
  return PATHFAN_OK;
}

/* Cuts the points into blocks of neighbours. */
static pathfan_status set_blocks(pf_loops *l) {
  const int32_t count = (l->point_count + BLOCK - 1) / BLOCK;
  const pathfan_status status = pf_grow(&l->blocks, &l->block_capacity, count);
  if (status) return status;
  l->reach = 0;
  l->block_count = count;
  for (int32_t i = 0; i < count; i++) {
    const int32_t begin = i * BLOCK, rest = l->point_count - begin;
    pf_loop_block *b = &l->blocks[i];
    *b = (pf_loop_block){begin, begin + (rest < BLOCK ? rest : BLOCK), pf_no_box()};
    for (int32_t k = begin; k < b->end; k++) pf_add_to_box(&b->box, l->points[k].x, l->points[k].y);
    for (int e = 0; e < 2; e++)
      l->reach = pf_more(l->reach, pf_more(fabs(b->box.low[e]), fabs(b->box.high[e])));
  }
  return PATHFAN_OK;
}

/* Returns the greatest distance of points along a leg. */
static double spacing_of(const pf_loops *l, const pf_loop_path *path) {
  return fmax(l->spacing, path->length / POINTS_MOST);
}

/* Finds the polygons of all points by following the path, since on a layered surface their places
 * don't tell them. One that rounding puts behind a wall is in none, and the path goes on from the
 * one before. */
static void follow_points(pf_loops *l) {
  const pf_loop_ground *ground = &l->places.ground;
  const int32_t last = l->point_count - 1;
  int32_t polygon = ground->polygon[0];
  pf_fixed_point from = l->points[0].at;
  for (int32_t i = 1; i < last; i++) {
    l->points[i].polygon = -1;
    if (polygon < 0) continue;
    const pf_mesh_stop stop =
        pf_mesh_cast(ground->mesh, from, polygon, l->points[i].at, ground->fraction_bits);
    if (stop.kind != PF_STOP_ARRIVED) continue;
    polygon = l->points[i].polygon = stop.polygon;
    from = l->points[i].at;
  }
}

static pathfan_status set_points(pf_loops *l, const pf_loop_path *path) {
  const int32_t legs = path->count - 1;
  const double spacing = spacing_of(l, path);
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
  for (int e = 0; e < 2; e++)
    if (l->places.ground.polygon[e] >= 0)
      l->points[e ? l->point_count - 1 : 0].polygon = l->places.ground.polygon[e];
  if (l->places.ground.mesh->is_layered) follow_points(l);
  return set_blocks(l);
}

/* ---- Pairs ---- */

/* Returns the square of the distance of two blocks. */
static double apart(const pf_loop_block *a, const pf_loop_block *b) {
  double squares = 0;
  for (int e = 0; e < 2; e++) {
    const double gap =
        pf_more(pf_more(b->box.low[e] - a->box.high[e], a->box.low[e] - b->box.high[e]), 0);
    squares += gap * gap;
  }
  return squares;
}

/* Lists the pairs of points of two blocks whose part is longer than `most` times (squared) their
 * distance. safe: the first leg with which each leg may make a loop; NULL: the next one. */
static pathfan_status pair_blocks(pf_loops *l, const pf_loop_block *of, const pf_loop_block *with,
                                  const int32_t *safe, double most) {
  const pf_loop_point *p = l->points;
  const int64_t room = l->pair_count + (int64_t)(of->end - of->begin) * (with->end - with->begin);
  const pathfan_status status = pf_grow(&l->pairs, &l->pair_capacity, room);
  if (status) return status;
  int32_t count = l->pair_count;
  for (int32_t a = of->begin; a < of->end; a++) {
    const int32_t leg = p[a].leg, next = l->first[safe ? safe[leg] : leg + 1];
    if (next >= with->end - 1) continue;
    for (int32_t b = with->begin; b < with->end; b++) { /* no jumps: they can't be foreseen */
      const double x = p[b].x - p[a].x, y = p[b].y - p[a].y, part = p[b].along - p[a].along;
      l->pairs[count].a = a;
      l->pairs[count].b = b;
      count += (part * part > most * (x * x + y * y)) & (b > next);
    }
  }
  l->pair_count = count;
  return PATHFAN_OK;
}

/* Lists the pairs of points that make a loop if they see each other. */
static pathfan_status list_pairs(pf_loops *l, const int32_t *safe, double most) {
  const pf_loop_point *p = l->points;
  pathfan_status status = PATHFAN_OK;
  l->pair_count = 0;
  for (int32_t i = 0; i < l->block_count; i++) {
    const pf_loop_block *of = &l->blocks[i];
    for (int32_t k = i; k < l->block_count && !status; k++) {
      const pf_loop_block *with = &l->blocks[k];
      const double longest = p[with->end - 1].along - p[of->begin].along;
      if (longest * longest > most * apart(of, with) * (1 - NARROWER))
        status = pair_blocks(l, of, with, safe, most);
    }
  }
  return status;
}

/* Gives each pair its place in the order in which they are tried. by_ratio: those with the longest
 * part, by their distance, come first; else rather the nearest ones, which nothing is between. */
static void order_pairs(pf_loops *l, bool by_ratio) {
  for (int32_t i = 0; i < l->pair_count; i++) {
    pf_loop_pair *pair = &l->pairs[i];
    const pf_loop_point *a = &l->points[pair->a], *b = &l->points[pair->b];
    const double x = b->x - a->x, y = b->y - a->y, part = b->along - a->along;
    pair->key = (x * x + y * y) / (by_ratio ? part * part : part);
    pair->turn = a->x * b->y - a->y * b->x;
  }
}

static int32_t find_first(const pf_loops *l, int32_t begin) {
  int32_t first = begin;
  double least = l->pairs[begin].key;
  for (int32_t i = begin + 1; i < l->pair_count; i++) {
    const double key = l->pairs[i].key;
    first = key < least ? i : first;
    least = key < least ? key : least;
  }
  return first;
}

/* ---- Sides of obstacles ---- */

/* A side that pairs are tried with: its ends, and how far from 0 a cross product must be for its
 * sign to be certain, also if points that are in an obstacle by rounding are moved. */
typedef struct tried_side {
  double x[2], y[2], turn, sure;
} tried_side;

static tried_side side_at(const pf_loops *l, int32_t i) {
  tried_side s = {{l->side_x[0][i], l->side_x[1][i]}, {l->side_y[0][i], l->side_y[1][i]}, 0, 0};
  double reach = l->reach;
  for (int e = 0; e < 2; e++) reach = pf_more(reach, pf_more(fabs(s.x[e]), fabs(s.y[e])));
  s.turn = s.x[0] * s.y[1] - s.y[0] * s.x[1];
  s.sure = reach * reach * 0x1p-48 + reach * 8;
  return s;
}

/* Whether the side hides two points from each other for certain: the chord's ends are on both sides
 * of it, its ends on both sides of the chord. turn: the chord's cross product; to_a, to_b: a
 * point's with the ends of the side, and with the side. */
static inline bool hides(const tried_side *s, double turn, const double to_a[3],
                         const double to_b[3]) {
  const double first = turn - to_b[0] + to_a[0], last = turn - to_b[1] + to_a[1];
  const double high = pf_more(first, last), low = pf_less(first, last);
  const double left = pf_more(to_a[2], to_b[2]), right = pf_less(to_a[2], to_b[2]);
  return (int)(pf_less(high, -low) > s->sure) &
         (pf_less(left, -right) > (left - right) * PULL + 2 * s->sure);
}

static inline void turn_to(const tried_side *s, double x, double y, double turn[3]) {
  turn[0] = s->x[0] * y - s->y[0] * x;
  turn[1] = s->x[1] * y - s->y[1] * x;
  turn[2] = turn[1] - turn[0] + s->turn;
}

/* Removes the pairs from number `begin` on that the side hides from each other. All are of the
 * same two blocks. */
static void drop_hidden(pf_loops *l, const tried_side *s, int32_t begin) {
  pf_loop_point *p = l->points;
  int32_t kept = begin;
  for (int e = 0; e < 2; e++) {
    const int32_t point = e ? l->pairs[begin].b : l->pairs[begin].a;
    const pf_loop_block *block = &l->blocks[point / BLOCK];
    for (int32_t i = block->begin; i < block->end; i++) turn_to(s, p[i].x, p[i].y, p[i].turn);
  }
  for (int32_t i = begin; i < l->pair_count; i++) {
    const pf_loop_pair pair = l->pairs[i];
    l->pairs[kept] = pair;
    kept += !hides(s, pair.turn, p[pair.a].turn, p[pair.b].turn);
  }
  l->pair_count = kept;
}

/* Returns a known side that hides two points from each other; -1: there is none. */
static int32_t find_hiding(const pf_loops *l, const pf_loop_pair *pair) {
  const pf_loop_point *a = &l->points[pair->a], *b = &l->points[pair->b];
  const double x = b->x - a->x, y = b->y - a->y;
  double between[PF_LOOP_SIDES]; /* below 0: the chord's line passes between the side's ends */
  for (int32_t i = 0; i < l->side_count; i++)
    between[i] = (x * (l->side_y[0][i] - a->y) - y * (l->side_x[0][i] - a->x)) *
                 (x * (l->side_y[1][i] - a->y) - y * (l->side_x[1][i] - a->x));
  for (int32_t i = 0; i < l->side_count; i++) {
    if (between[i] >= 0) continue;
    const tried_side s = side_at(l, i);
    double to_a[3], to_b[3];
    turn_to(&s, a->x, a->y, to_a);
    turn_to(&s, b->x, b->y, to_b);
    if (hides(&s, pair->turn, to_a, to_b)) return i;
  }
  return -1;
}

/* Keeps a side. Returns its number. */
static int32_t keep_side(pf_loops *l, const pf_lattice_point edge[2]) {
  const int32_t i = l->side_next;
  const pf_fixed_point origin = l->points[0].at;
  for (int e = 0; e < 2; e++) {
    const pf_fixed_point end = pf_lift(edge[e], l->places.ground.fraction_bits);
    l->side_x[e][i] = (double)(end.x - origin.x);
    l->side_y[e][i] = (double)(end.y - origin.y);
  }
  if (l->side_count < PF_LOOP_SIDES) l->side_count++;
  l->side_next = (i + 1) % PF_LOOP_SIDES;
  return i;
}

/* ---- Sight ---- */

/* Finds the polygon of a point, and moves a blocked one towards `other`; false: it stays blocked.
 */
static bool settle(pf_loops *l, pf_loop_point *point, pf_fixed_point other, pf_fixed_point *at,
                   int32_t *polygon) {
  const pf_loop_ground *ground = &l->places.ground;
  if (point->polygon == UNKNOWN) point->polygon = pf_polygon_at(&l->places, point->at);
  *at = point->at;
  *polygon = point->polygon;
  if (*polygon >= 0) return true;
  if (ground->mesh->is_layered) return false;
  at->x += llrint((double)(other.x - at->x) * PULL);
  at->y += llrint((double)(other.y - at->y) * PULL);
  *polygon = pf_locate(ground->locator, ground->mesh, *at, ground->fraction_bits);
  return *polygon >= 0;
}

/* Looks from one point of a pair to the other. */
static pf_mesh_sight look(pf_loops *l, const pf_loop_pair *pair, pf_lattice_point edge[2]) {
  const pf_loop_ground *ground = &l->places.ground;
  pf_loop_point *a = &l->points[pair->a], *b = &l->points[pair->b];
  pf_fixed_point from, to;
  int32_t from_polygon, to_polygon;
  const bool from_is_settled = settle(l, a, b->at, &from, &from_polygon);
  const bool is_settled = settle(l, b, a->at, &to, &to_polygon) && from_is_settled;
  if (ground->sees) {
    const pf_fixed_point at[2] = {a->at, b->at};
    const int32_t polygon[2] = {a->polygon, b->polygon};
    if (ground->sees(ground->context, ground, at, polygon))
      return ground->hides && ground->hides(ground->context, at[0], at[1]) ? PF_SIGHT_BLOCKED
                                                                           : PF_SIGHT_FREE;
  }
  if (!is_settled) return PF_SIGHT_BLOCKED;
  pf_mesh_sight sight =
      pf_mesh_look(ground->mesh, from, from_polygon, to, to_polygon, ground->fraction_bits, edge);
  if (ground->sees && sight == PF_SIGHT_CROSSED)
    sight = PF_SIGHT_BLOCKED; /* the side may be open */
  const bool is_free = sight == PF_SIGHT_FREE;
  return is_free && ground->hides && ground->hides(ground->context, from, to) ? PF_SIGHT_BLOCKED
                                                                              : sight;
}

/* Tries a pair, number k. *side: a known side that hides its points from each other; -1: none is
 * known. Returns whether they see each other. */
static bool try_pair(pf_loops *l, int32_t k, int32_t *side) {
  pf_lattice_point edge[2];
  *side = find_hiding(l, &l->pairs[k]);
  if (*side >= 0) return false;
  const pf_mesh_sight sight = look(l, &l->pairs[k], edge);
  /* On a layered surface a side hides nothing on other layers. */
  if (sight == PF_SIGHT_CROSSED && !l->places.ground.mesh->is_layered) *side = keep_side(l, edge);
  return sight == PF_SIGHT_FREE;
}

static void drop_pair(pf_loops *l, int32_t k) {
  l->pairs[k] = l->pairs[--l->pair_count];
}

/* Returns the first of the pairs at the end of the list that are of the same two blocks. */
static int32_t begin_of_blocks(const pf_loops *l) {
  int32_t begin = l->pair_count - 1;
  const int32_t a = l->pairs[begin].a / BLOCK, b = l->pairs[begin].b / BLOCK;
  while (begin > 0 && l->pairs[begin - 1].a / BLOCK == a && l->pairs[begin - 1].b / BLOCK == b)
    begin--;
  return begin;
}

/* Finds a pair whose points see each other; -1: there is none. in_order: the first one. */
static int32_t find_free(pf_loops *l, bool in_order) {
  enum { FEW = 4 }; /* mostly one of these sees each other, or none does */
  int32_t side;
  for (int32_t n = 0; l->pair_count && (n < FEW || in_order); n++) {
    const int32_t k = find_first(l, 0);
    if (try_pair(l, k, &side)) return k;
    l->pairs[k].key = INFINITY;
    if (in_order) drop_pair(l, k);
  }
  while (l->pair_count) {
    const int32_t begin = begin_of_blocks(l);
    while (l->pair_count > begin) {
      const int32_t k = find_first(l, begin);
      if (try_pair(l, k, &side)) return k;
      drop_pair(l, k);
      if (side < 0 || l->pair_count == begin) continue;
      const tried_side s = side_at(l, side);
      drop_hidden(l, &s, begin);
    }
  }
  return -1;
}

/* ---- Loops ---- */

/* Returns where a leg is in a path from leg `from` on; -1: nowhere. */
static int32_t find_leg(const pf_loop_path *path, const pf_fixed_point leg[2], int32_t from) {
  for (int32_t i = from; i + 1 < path->count; i++)
    if (pf_same_point(path->points[i], leg[0]) && pf_same_point(path->points[i + 1], leg[1]))
      return i;
  return -1;
}

/* Whether the path has a chord that is known to be free, and its part is too long. */
static bool has_known(pf_loops *l, const pf_loop_path *path) {
  for (int32_t n = 0; n < l->chord_count; n++) {
    const pf_loop_chord *c = &l->chords[n];
    const int32_t begin = find_leg(path, c->leg[0], 0);
    const int32_t end = begin < 0 ? -1 : find_leg(path, c->leg[1], begin + 1);
    if (end < 0) continue;
    double part = pf_fixed_length(c->end[0], c->leg[0][1]);
    for (int32_t i = begin + 1; i < end; i++)
      part += pf_fixed_length(path->points[i], path->points[i + 1]);
    part += pf_fixed_length(c->leg[1][0], c->end[1]);
    if (part * part <= l->most * l->most * (1 + 2 * SLACK) * c->squares) continue;
    memcpy(l->chord, c->end, sizeof l->chord);
    return true;
  }
  return false;
}

/* Keeps the chord of a pair whose points see each other. */
static void keep_chord(pf_loops *l, const pf_loop_path *path, const pf_loop_pair *pair) {
  const pf_loop_point *a = &l->points[pair->a], *b = &l->points[pair->b];
  const double x = b->x - a->x, y = b->y - a->y;
  const int32_t last = pair->b == l->first[b->leg] ? b->leg - 1 : b->leg; /* b may end a leg */
  pf_loop_chord c = {.end = {a->at, b->at}, .squares = x * x + y * y};
  memcpy(l->chord, c.end, sizeof l->chord);
  memcpy(c.leg[0], path->points + a->leg, sizeof c.leg[0]);
  memcpy(c.leg[1], path->points + last, sizeof c.leg[1]);
  if (l->chord_count < PF_LOOP_CHORDS) l->chords[l->chord_count++] = c;
}

pathfan_status pf_loops_find(pf_loops *l, const pf_loop_path *path, bool *found) {
  const int32_t legs = path->count - 1;
  const bool is_usual = spacing_of(l, path) == l->spacing; /* points are those of other paths */
  *found = false;
  if (l->most == 0 || legs < 2) return PATHFAN_OK;
  *found = is_usual && has_known(l, path);
  if (*found) return PATHFAN_OK;
  bool any;
  pathfan_status status = pf_loop_legs_find(&l->legs, path, l->most, &l->places, &any);
  if (status || !any) return status;
  status = set_points(l, path);
  if (!status) status = list_pairs(l, l->legs.safe, l->most * l->most * (1 + SLACK));
  if (status) return status;
  order_pairs(l, false);
  const int32_t k = find_free(l, false);
  *found = k >= 0;
  if (*found) keep_chord(l, path, &l->pairs[k]);
  if (*found && !is_usual) l->chord_count--;
  return PATHFAN_OK;
}

pathfan_status pf_loops_measure(pf_loops *l, const pf_loop_path *path, double *ratio) {
  *ratio = 1;
  if (path->count < 3) return PATHFAN_OK;
  pathfan_status status = set_points(l, path);
  if (!status) status = list_pairs(l, NULL, 1 + 2 * STRAIGHT);
  if (status) return status;
  order_pairs(l, true);
  const int32_t k = find_free(l, true);
  if (k >= 0) *ratio = 1 / sqrt(l->pairs[k].key);
  return PATHFAN_OK;
}

void pf_loops_free(pf_loops *l) {
  free(l->points);
  free(l->first);
  pf_loop_legs_free(&l->legs);
  free(l->blocks);
  free(l->pairs);
  memset(l, 0, sizeof *l);
}
