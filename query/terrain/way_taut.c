/* way_taut.c - tries straight lines between places of a route.
 *
 * A way over a node can be cheapest on both sides of it, turn there as a cheapest way may, and
 * still be a detour that nobody would make: to a road that saves less than the way to it costs.
 * Then a straight line between two of its places costs much less. It may pay no more for rivers
 * than the part does: the way to a bridge isn't a detour for those who won't wade. Lines are
 * followed from polygon to polygon in doubles, a little on either side of them; where rounding
 * matters, at walls and rivers that a line only touches, it counts as blocked or as crossing them.
 */
#include "way_taut.h"

#include <math.h>

/* How many places are spread along a route, and the most points that are tried besides. */
#define SPREAD 16
#define POINTS_MOST 48
/* How far along a line its first polygon is looked for, lattice units. */
#define AHEAD 2
/* How far beside a line it is followed, on either side of it, lattice units. */
#define BESIDE 3

typedef struct spot {
  pf_fixed_point at;
  double ground; /* cost of the route up to there, without rivers */
  double least_toll,
      most_toll; /* what it paid for rivers up to there: it isn't known where in a part */
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
    const double length = hypot(ox, oy); /* several edges may be in one line */
    const double on = ((x + dx * there - a.x) * ((double)b.x - a.x) +
                       (y + dy * there - a.y) * ((double)b.y - a.y)) /
                      length;
    if (there >= *distance || on < -BESIDE || on > length + BESIDE) continue;
    *distance = there;
    best = (int32_t)c;
  }
  return best;
}

/* What the straight line from a to b costs over open ground, followed on a side of it, 1 or -1;
 * INFINITY: it is blocked, costs at least `most`, or pays more than most_toll for rivers. */
static double line_cost(const pf_space *space, pf_fixed_point a, pf_fixed_point b, int side,
                        double most, double most_toll) {
  const pf_terrain *t = space->terrain;
  const double unit = pf_power_of_two(-space->fraction_bits);
  double x = (double)a.x * unit, y = (double)a.y * unit;
  double dx = (double)(b.x - a.x) * unit, dy = (double)(b.y - a.y) * unit;
  const double whole = hypot(dx, dy);
  double cost = t->background * whole, toll = 0;
  if (!(whole > 0) || !(cost < most)) return INFINITY;
  dx /= whole;
  dy /= whole;
  x -= side * BESIDE * dy;
  y += side * BESIDE * dx;
  /* At a vertex in the polygon ahead. */
  const double ahead = fmin(AHEAD, whole / 2) / unit;
  const pf_fixed_point next = {llrint(x / unit + ahead * dx), llrint(y / unit + ahead * dy)};
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
  for (int32_t i = part->first; i < part->last; i++) {
    const pf_fixed_point p = r->points[i], q = r->points[i + 1];
    const double dx = (double)(q.x - p.x), dy = (double)(q.y - p.y), far = hypot(dx, dy) * unit;
    const double begin = s.ground;
    s.at = p;
    if (with_points) spots[count++] = s;
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

bool pf_way_is_detour(const pf_space *space, const pf_route *r, double loop) {
  spot spots[POINTS_MOST + SPREAD + 4], here = {.ground = 0};
  const double unit = pf_power_of_two(-space->fraction_bits);
  double length = 0, next = 0;
  int count = 0;
  for (int32_t i = 0; i < r->part_count; i++) {
    const pf_part *part = &r->parts[i];
    count = add_part(r, part, unit, here, &length, &next, spots, count);
    here.ground += part->length * part->rate;
    here.least_toll = here.most_toll += part->cost - part->length * part->rate;
  }
  here.at = r->points[r->point_count - 1];
  spots[count++] = here;
  for (int i = 0; i < count; i++)
    for (int k = i + 1; k < count; k++) {
      const double least_toll = spots[k].least_toll - spots[i].most_toll;
      const double most_toll = spots[k].most_toll - spots[i].least_toll;
      const double most = (spots[k].ground - spots[i].ground + least_toll) / loop;
      for (int side = -1; side <= 1; side += 2)
        if (line_cost(space, spots[i].at, spots[k].at, side, most, most_toll) < most) return true;
    }
  return false;
}
