/* way_taut.c - tries straight lines between places of a route.
 *
 * A way over a node can be cheapest on both sides of it, turn there as a cheapest way may, and
 * still be a detour that nobody would make: to a road that saves less than the way to it costs.
 * Then a straight line between two of its places off the roads is cheaper. Between places on roads
 * it may be cheaper: who keeps to a road needn't cut its bends over the fields. The line may pay no
 * more for rivers than the part does: the way to a bridge isn't a detour for those who won't wade.
 * Lines are followed from polygon to polygon in doubles; where rounding matters, at walls and
 * rivers that a line only touches, it counts as blocked or as crossing them. */
#include "way_taut.h"

#include <math.h>

/* How many places are spread along a route, and the most points that are tried besides. */
#define SPREAD 16
#define POINTS_MOST 48
/* What a line must save, by the route's cost. */
#define GAIN 1e-9
/* How far along a line its first polygon is looked for, lattice units. */
#define AHEAD 2

typedef struct spot {
  pf_fixed_point at;
  double ground; /* cost of the route up to there, without rivers */
  double least_toll,
      most_toll; /* what it paid for rivers up to there: it isn't known where in a part */
  bool is_open;  /* on open ground, or where the route leaves or reaches it */
} spot;

/* ---- Lines ---- */

/* The corner of the edge through which a line leaves a polygon; -1: none. *distance: how far from
 * its begin. `in`: the corner of the edge by which it came. */
static int32_t exit_of(const pf_mesh *mesh, int32_t polygon, int32_t in, double x, double y,
                       double dx, double dy, double *distance) {
  int32_t best = -1;
  *distance = INFINITY;
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    const pf_lattice_point a = mesh->vertices[mesh->corner_vertex[c]];
    const pf_lattice_point b =
        mesh->vertices[mesh->corner_vertex[pf_corner_after(mesh->first_corner, polygon, c)]];
    const double ox = (double)b.y - a.y, oy = (double)a.x - b.x; /* outwards */
    const double towards = ox * dx + oy * dy;
    if ((int32_t)c == in || !(towards > 0)) continue;
    const double there = (ox * (a.x - x) + oy * (a.y - y)) / towards;
    if (there >= *distance) continue;
    *distance = there;
    best = (int32_t)c;
  }
  return best;
}

/* What the straight line from a to b costs over open ground; INFINITY: it is blocked, costs at
 * least `most`, or pays more than most_toll for rivers. */
static double line_cost(const pf_space *space, pf_fixed_point a, pf_fixed_point b, double most,
                        double most_toll) {
  const pf_terrain *t = space->terrain;
  const double unit = pf_power_of_two(-space->fraction_bits);
  const double x = (double)a.x * unit, y = (double)a.y * unit;
  double dx = (double)(b.x - a.x) * unit, dy = (double)(b.y - a.y) * unit;
  const double whole = hypot(dx, dy);
  double cost = t->background * whole, toll = 0;
  if (!(whole > 0) || !(cost < most)) return INFINITY;
  dx /= whole;
  dy /= whole;
  /* At a vertex in the polygon ahead. */
  const double ahead = fmin(AHEAD, whole / 2) / unit;
  const pf_fixed_point next = {a.x + llrint(ahead * dx), a.y + llrint(ahead * dy)};
  int32_t polygon = pf_locate(space->locator, t->mesh, next, space->fraction_bits), in = -1;
  for (int32_t left = t->mesh->polygon_count; polygon >= 0 && left > 0; left--) {
    double distance;
    const int32_t corner = exit_of(t->mesh, polygon, in, x, y, dx, dy, &distance);
    if (corner < 0) return INFINITY;
    if (distance >= whole) return cost;
    if (t->twin[corner] < 0) return distance >= whole * (1 - 1e-9) ? cost : INFINITY;
    if (t->river[corner] >= 0) {
      cost += pf_river_cost(t, t->river[corner]);
      toll += pf_river_cost(t, t->river[corner]);
    }
    if (!(cost < most) || toll > most_toll + 1e-9 * cost) return INFINITY;
    in = t->twin[corner];
    polygon = t->mesh->corner_neighbour[corner];
  }
  return INFINITY;
}

/* ---- Places ---- */

/* Adds those on a part: its points but the last, and those spread over it. `before`: those of the
 * part's begin. */
static int add_part(const pf_route *r, const pf_part *part, double unit, spot before,
                    double *length, double *next, spot *spots, int count) {
  const bool with_points = r->point_count <= POINTS_MOST;
  spot s = before;
  const bool is_open = part->kind != PF_PART_ROAD;
  s.is_open |= is_open;
  for (int32_t i = part->first; i < part->last; i++) {
    const pf_fixed_point p = r->points[i], q = r->points[i + 1];
    const double dx = (double)(q.x - p.x), dy = (double)(q.y - p.y), far = hypot(dx, dy) * unit;
    const double begin = s.ground;
    s.at = p;
    if (with_points) spots[count++] = s;
    s.is_open = is_open;
    s.most_toll = before.least_toll + part->cost - part->length * part->rate;
    for (; *next < *length + far && far > 0; *next += r->length / SPREAD) {
      const double share = (*next - *length) / far;
      s.at = (pf_fixed_point){p.x + llrint(share * dx), p.y + llrint(share * dy)};
      s.ground = begin + share * far * part->rate;
      spots[count++] = s;
    }
    s.ground = begin + far * part->rate;
    *length += far;
  }
  return count;
}

bool pf_way_is_detour(const pf_space *space, const pf_route *r) {
  spot spots[POINTS_MOST + SPREAD + 4], here = {.ground = 0};
  const double unit = pf_power_of_two(-space->fraction_bits);
  double length = 0, next = 0;
  int count = 0;
  for (int32_t i = 0; i < r->part_count; i++) {
    const pf_part *part = &r->parts[i];
    count = add_part(r, part, unit, here, &length, &next, spots, count);
    here.ground += part->length * part->rate;
    here.is_open = part->kind != PF_PART_ROAD;
    here.least_toll = here.most_toll += part->cost - part->length * part->rate;
  }
  here.at = r->points[r->point_count - 1];
  spots[count++] = here;
  for (int i = 0; i < count; i++)
    for (int k = i + 1; k < count && spots[i].is_open; k++) {
      if (!spots[k].is_open) continue;
      const double least_toll = spots[k].least_toll - spots[i].most_toll;
      const double most_toll = spots[k].most_toll - spots[i].least_toll;
      const double most = spots[k].ground - spots[i].ground + least_toll - GAIN * r->cost;
      if (line_cost(space, spots[i].at, spots[k].at, most, most_toll) < most) return true;
    }
  return false;
}
