/* near_spots.c - a part of the ground is closed, and its border consists of parts of walls and of
 * sides of areas, each of which ends where another one crosses it. So its point nearest to one that
 * lies elsewhere is the nearest of a whole wall or side, or a crossing. These are listed within
 * squares that grow, and tried from near to far. */
#include "near_spots.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/portable.h"
#include "mesh/walls.h"

/* The lines within reach of a point. */
typedef struct gathering {
  pf_near_spots *near;
  const pf_walkable *ground;
  pf_fixed_point from;
  double tried, reach; /* spots up to `tried` were tried before */
  int32_t area_count;
  pathfan_status status;
} gathering;

static double square_of(const gathering *g, double x, double y) {
  const double dx = x - (double)g->from.x, dy = y - (double)g->from.y;
  return dx * dx + dy * dy;
}

static void add_spot(gathering *g, pf_fixed_point at) {
  pf_near_spots *near = g->near;
  const double square = square_of(g, (double)at.x, (double)at.y);
  if (square > g->reach * g->reach || square <= g->tried * g->tried || g->status) return;
  g->status = pf_grow(&near->list, &near->capacity, (int64_t)near->count + 1);
  if (!g->status) near->list[near->count++] = (pf_near_spot){square, at};
}

/* ---- Lines ---- */

/* Returns the point of a line that is nearest. */
static pf_fixed_point nearest_of(const gathering *g, const pf_wall_line *line) {
  const double ex = (double)(line->b.x - line->a.x), ey = (double)(line->b.y - line->a.y);
  const double px = (double)(g->from.x - line->a.x), py = (double)(g->from.y - line->a.y);
  const double t = fmax(0, fmin(1, (px * ex + py * ey) / (ex * ex + ey * ey)));
  return (pf_fixed_point){line->a.x + llrint(t * ex), line->a.y + llrint(t * ey)};
}

/* Adds a line, and its nearest point as a spot unless that is known to be held. */
static void add_line(gathering *g, pf_border_line line, bool is_held) {
  pf_near_spots *near = g->near;
  const pf_fixed_point a = line.line.a, b = line.line.b;
  if (g->status || pf_same_point(a, b)) return;
  const pf_fixed_point at = nearest_of(g, &line.line);
  if (square_of(g, (double)at.x, (double)at.y) > g->reach * g->reach) return;
  line.low = a.x < b.x ? a.x : b.x;
  line.high = a.x < b.x ? b.x : a.x;
  g->status = pf_grow(&near->lines, &near->line_capacity, (int64_t)near->line_count + 1);
  if (g->status) return;
  near->lines[near->line_count++] = line;
  if (!is_held) add_spot(g, at);
}

static void add_wall(void *context, int32_t polygon, uint32_t corner) {
  gathering *g = context;
  const pf_space *space = g->ground->space;
  const pf_wall_line wall = pf_mesh_wall(space->mesh, polygon, corner, space->fraction_bits);
  add_line(g, (pf_border_line){.line = wall, .area = -1}, false);
}

/* Whether a side of a piece lies within the piece beside it, but for a common corner. */
static bool is_inside_next(const pf_area_piece *pieces, int32_t count, int32_t i, int k) {
  const pf_fixed_point *own = pieces[i].corners;
  const pf_area_piece *next = &pieces[(k == 1 ? i + 1 : i + count - 1) % count];
  if (k == 1) return pf_same_point(own[1], next->corners[0]) && pf_area_piece_holds(next, own[2]);
  return k == 3 && pf_same_point(own[0], next->corners[1]) && pf_area_piece_holds(next, own[3]);
}

/* Whether a side is an inner one of a circle, within which it lies if it ends there. */
static bool is_inside_circle(const pf_areas *areas, int k, pf_fixed_point a, pf_fixed_point b) {
  return k == 2 && areas->rings->circle >= 0 && pf_areas_hold_round(areas, a, 1) &&
         pf_areas_hold_round(areas, b, 1);
}

/* Adds the sides of an area, but those within it. */
static pathfan_status add_area(void *context, pf_obstacle *obstacle) {
  gathering *g = context;
  const pf_areas *areas = pf_obstacle_areas(obstacle);
  pf_area_piece room[PF_CIRCLE_CORNERS];
  int32_t count;
  const pf_area_piece *pieces = pf_area_pieces(areas, 0, room, &count);
  for (int32_t i = 0; i < count; i++)
    for (int k = 0; k < 4; k++) {
      const pf_fixed_point a = pieces[i].corners[k], b = pieces[i].corners[(k + 1) & 3];
      if (is_inside_next(pieces, count, i, k) || is_inside_circle(areas, k, a, b)) continue;
      const bool is_held = k && pf_areas_hold(areas, a) && pf_areas_hold(areas, b);
      const pf_fixed_point *outer = pieces[i].corners;
      add_line(
          g, (pf_border_line){.line = {a, b}, .area = g->area_count, .outer = {outer[0], outer[1]}},
          is_held);
    }
  g->area_count++;
  return g->status;
}

static void gather_lines(gathering *g) {
  const pf_walkable *ground = g->ground;
  const pf_space *space = ground->space;
  g->near->line_count = 0;
  pf_locate_walls(space->locator, space->mesh, g->from, g->reach, space->fraction_bits, g,
                  add_wall);
  for (int32_t i = 0; ground->breach && i < ground->breach->wall_count; i++) {
    const pf_fixed_point *at = ground->breach->walls[i].at;
    add_line(g, (pf_border_line){.line = {at[0], at[1]}, .area = -1}, false);
  }
  if (!g->status)
    g->status = pf_trie_walk_near(ground->places, g->from, g->from, 2 * g->reach + 4, g, add_area);
}

/* ---- Crossings ---- */

static double cross(pf_fixed_point a, pf_fixed_point b) {
  return pf_int128_double(pf_fixed_cross(a, b));
}

static bool is_share(double part) {
  return part >= 0 && part <= 1;
}

/* Adds the crossing of two lines, which may touch, to the spots. */
static void add_crossing(gathering *g, const pf_wall_line *one, const pf_wall_line *other) {
  const pf_fixed_point d = pf_fixed_from_to(one->a, one->b),
                       e = pf_fixed_from_to(other->a, other->b);
  const pf_fixed_point gap = pf_fixed_from_to(one->a, other->a);
  const double whole = cross(d, e); /* 0: NaN is no share */
  const double share = cross(gap, e) / whole;
  if (!is_share(share) || !is_share(cross(gap, d) / whole)) return;
  add_spot(g, (pf_fixed_point){one->a.x + llrint(share * (double)d.x),
                               one->a.y + llrint(share * (double)d.y)});
}

static int by_low(const void *a, const void *b) {
  const pf_border_line *one = a, *other = b;
  return (one->low > other->low) - (one->low < other->low);
}

/* Whether nothing but a common corner is a border where two sides cross: those of one piece, and of
 * pieces that end in one point. */
static bool are_joined(const pf_border_line *a, const pf_border_line *b) {
  return a->area == b->area &&
         (pf_same_point(a->outer[0], b->outer[0]) || pf_same_point(a->outer[1], b->outer[0]) ||
          pf_same_point(a->outer[0], b->outer[1]));
}

static void add_crossings(gathering *g) {
  pf_border_line *lines = g->near->lines;
  const int32_t count = g->near->line_count;
  if (count) qsort(lines, (size_t)count, sizeof *lines, by_low);
  for (int32_t i = 0; i < count && !g->status; i++) {
    const pf_border_line *one = &lines[i];
    const int64_t low = one->line.a.y < one->line.b.y ? one->line.a.y : one->line.b.y;
    const int64_t high = one->line.a.y < one->line.b.y ? one->line.b.y : one->line.a.y;
    for (int32_t k = i + 1; k < count && lines[k].low <= one->high; k++) {
      const pf_wall_line *other = &lines[k].line;
      const bool is_beside =
          (other->a.y < low && other->b.y < low) || (other->a.y > high && other->b.y > high);
      const bool are_walls = one->area < 0 && lines[k].area < 0;
      if (!is_beside && !are_walls && !are_joined(one, &lines[k]))
        add_crossing(g, &one->line, other);
    }
  }
}

/* ---- Trying ---- */

static int by_distance(const void *a, const void *b) {
  const pf_near_spot *one = a, *other = b;
  if (one->square != other->square) return one->square < other->square ? -1 : 1;
  if (one->at.y != other->at.y) return one->at.y < other->at.y ? -1 : 1;
  return (one->at.x > other->at.x) - (one->at.x < other->at.x);
}

static pathfan_status try_list(const gathering *g, void *context, pf_spot_taker takes,
                               pf_position *spot, bool *found) {
  pf_near_spots *near = g->near;
  pathfan_status status = PATHFAN_OK;
  if (near->count) qsort(near->list, (size_t)near->count, sizeof *near->list, by_distance);
  for (int32_t i = 0; i < near->count && !status && !*found; i++) {
    if (i && pf_same_point(near->list[i].at, near->list[i - 1].at)) continue;
    if (!pf_trie_hold_round(g->ground->places, near->list[i].at, PF_STAND_REACH) &&
        pf_walkable_stand(g->ground, NULL, near->list[i].at, spot))
      status = takes(context, *spot, found);
  }
  return status;
}

/* Returns how far a point is from the farthest corner of the map, or more. */
static double reach_of_map(const pf_space *space, pf_fixed_point at) {
  const pf_locator *l = space->locator;
  const double width = ldexp(l->width, space->fraction_bits);
  const double height = ldexp(l->height, space->fraction_bits);
  return fabs((double)at.x) + width + fabs((double)at.y) + height;
}

pathfan_status pf_near_spots_try(pf_near_spots *near, const pf_walkable *ground, pf_fixed_point at,
                                 double radius, void *context, pf_spot_taker takes,
                                 pf_position *spot, bool *found) {
  const pf_space *space = ground->space;
  const double most = fmin(radius, reach_of_map(space, at));
  gathering g = {.near = near, .ground = ground, .from = at, .tried = -1};
  *found = false;
  for (double reach = ldexp(1, space->fraction_bits + space->locator->shift);; reach *= 2) {
    g.reach = fmin(reach, most);
    g.area_count = near->count = 0;
    gather_lines(&g);
    if (!g.status) add_crossings(&g);
    if (!g.status) g.status = try_list(&g, context, takes, spot, found);
    if (g.status || *found || g.reach >= most) return g.status;
    g.tried = g.reach;
  }
}

void pf_near_spots_free(pf_near_spots *near) {
  free(near->lines);
  free(near->list);
}
