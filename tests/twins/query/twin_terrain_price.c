/* twin_terrain_price.c - makes the points vertices, and cuts each segment at the vertices it
 * passes. From stretch to stretch, the cost of being in each sector of the vertex between is
 * carried on. */
#include "twin_terrain_price.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "twin_terrain_sectors.h"

typedef struct pricing {
  const twin_parts *parts;
  const twin_sectors *sectors;
  const pathfan_point *points;
  int32_t count;
  double *costs; /* of each sector, for each point */
} pricing;

static double *costs_at(const pricing *p, int32_t i) {
  return p->costs + (size_t)i * (size_t)p->sectors->count;
}

static void lower(double *cost, double to) {
  if (to < *cost) *cost = to;
}

static double distance(pathfan_point a, pathfan_point b) {
  return hypot(b.x - a.x, b.y - a.y);
}

/* Goes round a vertex, over the barriers between its sectors. */
static void go_round(const pricing *p, int32_t v, double *costs) {
  const int32_t first = p->sectors->first[v], end = p->sectors->first[v + 1];
  for (int32_t times = first; times < end; times++)
    for (int32_t i = first; i < end; i++) {
      const int32_t before = twin_sector_before(p->sectors, i);
      if (p->sectors->list[i].is_blocked || p->sectors->list[before].is_blocked) continue;
      lower(&costs[before], costs[i] + p->sectors->list[i].over);
      lower(&costs[i], costs[before] + p->sectors->list[i].over);
    }
}

static int32_t part_between(const twin_parts *parts, int32_t u, int32_t v) {
  for (int32_t i = 0; i < parts->part_count; i++)
    if ((parts->parts[i].a == u && parts->parts[i].b == v) ||
        (parts->parts[i].a == v && parts->parts[i].b == u))
      return i;
  return -1;
}

/* Goes from u to v, with no vertex between them. */
static void go_straight(const pricing *p, int32_t u, int32_t v, const double *from, double *to) {
  const pathfan_point a = p->parts->vertices[u], b = p->parts->vertices[v];
  const int32_t joint = part_between(p->parts, u, v);
  const double ground = p->parts->terrain->rate;
  const twin_part *part = joint < 0 ? NULL : &p->parts->parts[joint];
  const double rate = part ? fmin(ground, part->a == u ? part->rate : part->back) : ground;
  if (joint >= 0 && twin_part_is_barrier(&p->parts->parts[joint])) {
    int32_t at_u[2], at_v[2];
    twin_sectors_beside(p->sectors, u, joint, at_u);
    twin_sectors_beside(p->sectors, v, joint, at_v);
    for (int side = 0; side < 2; side++)
      if (!p->sectors->list[at_u[side]].is_blocked)
        lower(&to[at_v[1 - side]], from[at_u[side]] + rate * distance(a, b));
    return;
  }
  const int32_t leaves = twin_sector_towards(p->sectors, u, b.x - a.x, b.y - a.y);
  const int32_t enters = twin_sector_towards(p->sectors, v, a.x - b.x, a.y - b.y);
  if (p->sectors->list[leaves].is_blocked || p->sectors->list[enters].is_blocked) return;
  lower(&to[enters], from[leaves] + rate * distance(a, b) + twin_flight(p->sectors, a, b, joint));
}

/* The first vertex that the segment from u to v passes; v if there is none before it. */
static int32_t next_vertex(const twin_parts *parts, int32_t u, int32_t v) {
  const pathfan_point a = parts->vertices[u], b = parts->vertices[v];
  const double length = distance(a, b);
  double least = length - parts->tolerance;
  int32_t next = v;
  for (int32_t w = 0; w < parts->vertex_count; w++) {
    const pathfan_point q = parts->vertices[w];
    const double along = ((q.x - a.x) * (b.x - a.x) + (q.y - a.y) * (b.y - a.y)) / length;
    if (along <= parts->tolerance || along >= least) continue;
    if (fabs(twin_left_of(a, b, q)) > parts->tolerance) continue;
    least = along;
    next = w;
  }
  return next;
}

static void go_segment(const pricing *p, int32_t i, double *here, double *there) {
  const int32_t goal = twin_parts_vertex(p->parts, p->points[i + 1]);
  int32_t v = twin_parts_vertex(p->parts, p->points[i]);
  for (int32_t s = 0; s < p->sectors->count; s++) here[s] = costs_at(p, i)[s];
  while (v != goal) {
    const int32_t next = next_vertex(p->parts, v, goal);
    go_round(p, v, here);
    for (int32_t s = 0; s < p->sectors->count; s++) there[s] = INFINITY;
    go_straight(p, v, next, here, there);
    for (int32_t s = 0; s < p->sectors->count; s++) here[s] = there[s];
    v = next;
  }
  for (int32_t s = 0; s < p->sectors->count; s++) lower(&costs_at(p, i + 1)[s], here[s]);
}

/* Takes roads that touch the plane only in their ends, where the path has all their points. */
static void go_leaps(const pricing *p, int32_t i) {
  for (int32_t j = 0; j < 2 * p->parts->leap_count; j++) {
    const twin_leap *leap = &p->parts->leaps[j / 2];
    const twin_feature *f = &p->parts->terrain->features[leap->feature];
    const int32_t last = f->count - 1;
    bool same = i + last < p->count;
    for (int32_t k = 0; k <= last && same; k++)
      same = distance(f->points[j % 2 ? last - k : k], p->points[i + k]) <= p->parts->tolerance;
    if (!same) continue;
    const int32_t u = j % 2 ? leap->b : leap->a, v = j % 2 ? leap->a : leap->b;
    double least = INFINITY;
    for (int32_t s = p->sectors->first[u]; s < p->sectors->first[u + 1]; s++)
      lower(&least, costs_at(p, i)[s]);
    for (int32_t s = p->sectors->first[v]; s < p->sectors->first[v + 1]; s++)
      lower(&costs_at(p, i + last)[s], least + (j % 2 ? leap->back : leap->cost));
  }
}

double twin_terrain_price(const twin_terrain *terrain, const pathfan_point *points, int32_t count,
                          double *length) {
  twin_parts parts = twin_parts_make(terrain, points, count);
  twin_sectors sectors = twin_sectors_make(&parts);
  pricing p = {.parts = &parts, .sectors = &sectors, .points = points, .count = count};
  const size_t room = (size_t)(count + 2) * (size_t)sectors.count;
  double least = INFINITY, sum = 0;
  p.costs = malloc(room * sizeof *p.costs);
  assert_non_null(p.costs);
  for (size_t i = 0; i < room; i++) p.costs[i] = INFINITY;
  for (int32_t i = 0; i < count; i++) {
    const int32_t v = twin_parts_vertex(&parts, points[i]);
    for (int32_t s = sectors.first[v]; !i && s < sectors.first[v + 1]; s++)
      if (!sectors.list[s].is_blocked) p.costs[s] = 0;
    go_round(&p, v, costs_at(&p, i));
    for (int32_t s = sectors.first[v]; i + 1 == count && s < sectors.first[v + 1]; s++)
      lower(&least, costs_at(&p, i)[s]);
    if (i + 1 == count) break;
    sum += distance(points[i], points[i + 1]);
    go_segment(&p, i, costs_at(&p, count), costs_at(&p, count + 1));
    go_leaps(&p, i);
  }
  if (length) *length = sum;
  free(p.costs);
  twin_sectors_free(&sectors);
  twin_parts_free(&parts);
  return least;
}
