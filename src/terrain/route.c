/* route.c - points without straight interior ones, parts of one kind, and rivers where they are
 * crossed. */
#include "terrain/route.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static double length_between(const pf_route_builder *t, pf_fixed_point a, pf_fixed_point b) {
  const double dx = (double)(b.x - a.x) * t->fraction, dy = (double)(b.y - a.y) * t->fraction;
  return sqrt(dx * dx + dy * dy);
}

static pf_fixed_point last_point(const pf_route_builder *t) {
  return t->route->points[t->route->point_count - 1];
}

static void add_point(pf_route_builder *t, pf_fixed_point at) {
  pf_route *r = t->route;
  if (t->status) return;
  t->status = pf_grow(&r->points, &r->point_capacity, (int64_t)r->point_count + 1);
  if (!t->status) r->points[r->point_count++] = at;
}

/* Assigns the first noted river to the last part. */
static void take_crossed(pf_route_builder *t) {
  pf_route *r = t->route;
  if (t->status) return;
  r->parts[r->part_count - 1].cost += pf_river_cost(t->terrain, r->crossed[r->crossed_count].river);
  r->crossed_count++;
  t->pending--;
}

/* Vertices of the mesh are such: without them a leg could cut the corner of an obstacle. */
static bool is_on_lattice(const pf_route_builder *t, pf_fixed_point p) {
  const int64_t below = ((int64_t)1 << t->fraction_bits) - 1;
  return !((p.x | p.y) & below);
}

/* Whether b lies straight between a and c. Adds to *off how far it is from there: then the points
 * left out before are no farther than *off from the straight line, as they were from that to b. */
static bool is_straight(const pf_route_builder *t, pf_fixed_point a, pf_fixed_point b,
                        pf_fixed_point c, double *off) {
  const pf_fixed_point in = pf_fixed_from_to(a, b), out = pf_fixed_from_to(b, c);
  if (!pf_points_along(in, out)) return false;
  if (!pf_turn(in, out)) return true;
  if (t->tolerance == 0 || is_on_lattice(t, b)) return false;
  const double dx = (double)(c.x - a.x), dy = (double)(c.y - a.y);
  *off += fabs(dx * (double)in.y - dy * (double)in.x) * t->fraction / hypot(dx, dy);
  return *off <= t->tolerance;
}

/* Begins a part at the last point, where it ends if the route is built backwards; or continues the
 * last part if kind and feature are the same. */
static void open_part(pf_route_builder *t, pf_part_kind kind, int32_t feature, double rate) {
  pf_route *r = t->route;
  const pf_part *last = r->part_count ? &r->parts[r->part_count - 1] : NULL;
  if (t->status || (last && last->kind == kind && last->feature == feature)) return;
  t->status = pf_grow(&r->parts, &r->part_capacity, (int64_t)r->part_count + 1);
  if (!t->status)
    r->parts[r->part_count++] = (pf_part){.kind = kind,
                                          .feature = feature,
                                          .rate = rate,
                                          .first = r->point_count - 1,
                                          .last = r->point_count - 1,
                                          .first_crossed = r->crossed_count};
}

/* Adds a segment from the last point. */
static void add_segment(pf_route_builder *t, pf_fixed_point to, pf_part_kind kind, int32_t feature,
                        double rate) {
  pf_route *r = t->route;
  const pf_fixed_point from = last_point(t);
  if (from.x == to.x && from.y == to.y) return;
  t->bridged = 0;
  open_part(t, kind, feature, rate);
  if (t->status) return;
  pf_part *part = &r->parts[r->part_count - 1];
  const double length = length_between(t, from, to);
  part->length += length;
  part->cost += length * rate;
  double off = t->off;
  if (r->point_count - 1 > part->first &&
      is_straight(t, r->points[r->point_count - 2], from, to, &off)) {
    r->points[r->point_count - 1] = to;
    t->off = off;
  } else {
    add_point(t, to);
    t->off = 0;
  }
  part->last = r->point_count - 1;
}

/* Returns the river along which a segment runs from a node, or NONE. */
static int32_t river_along(const pf_route_builder *t, int32_t number, pf_fixed_point to) {
  const pf_mesh *mesh = t->terrain->mesh;
  const pf_node *node = &t->terrain->nodes[number];
  const int bits = t->fraction_bits;
  const pf_fixed_point at = pf_lift(node->at, bits);
  const pf_fixed_point way = pf_fixed_from_to(at, to);
  for (uint32_t i = node->first_fan; i < node[1].first_fan; i++) {
    const pf_node_corner *fan = &t->terrain->fan[i];
    const uint32_t edges[2] = {
        (uint32_t)fan->corner,
        pf_corner_before(mesh->first_corner, fan->polygon, (uint32_t)fan->corner)};
    for (int k = 0; k < 2; k++) {
      const int32_t river = t->terrain->river[edges[k]];
      if (river < 0) continue;
      const uint32_t other =
          k ? edges[k] : pf_corner_after(mesh->first_corner, fan->polygon, edges[k]);
      const pf_fixed_point edge =
          pf_fixed_from_to(at, pf_lift(mesh->vertices[mesh->corner_vertex[other]], bits));
      if (!pf_turn(edge, way) && pf_points_along(edge, way) &&
          length_between(t, at, to) <=
              length_between(t, at, pf_lift(mesh->vertices[mesh->corner_vertex[other]], bits)))
        return river;
    }
  }
  return PF_TERRAIN_NONE;
}

void pf_route_begin(pf_route_builder *t, pf_route *route, const pf_terrain *terrain,
                    int fraction_bits, pf_fixed_point at) {
  *t = (pf_route_builder){.route = route,
                          .terrain = terrain,
                          .fraction_bits = fraction_bits,
                          .fraction = pf_power_of_two(-fraction_bits)};
  route->point_count = route->part_count = route->crossed_count = 0;
  route->gap = 0;
  add_point(t, at);
}

pf_fixed_point pf_route_at(const pf_route_builder *t) {
  return last_point(t);
}

static void note_crossing(pf_route_builder *t, pf_route_crossing crossing) {
  pf_route *r = t->route;
  const int32_t at = r->crossed_count + t->pending;
  if (!t->status) t->status = pf_grow(&r->crossed, &r->crossed_capacity, (int64_t)at + 1);
  if (t->status) return;
  r->crossed[at] = crossing;
  t->pending++;
}

static void turn_crossed(pf_route_crossing *crossed, int32_t count) {
  for (int32_t i = 0, k = count - 1; i < k; i++, k--) {
    const pf_route_crossing swap = crossed[i];
    crossed[i] = crossed[k];
    crossed[k] = swap;
  }
}

double pf_route_cross(pf_route_builder *t, const pf_crossed *chain, int32_t last, bool against) {
  const int32_t before = t->pending;
  double toll = 0;
  for (int32_t c = last; c >= 0 && !t->status; c = chain[c].before)
    note_crossing(t, (pf_route_crossing){chain[c].river, PF_TERRAIN_NONE});
  if (t->status || t->pending == before) return 0;
  pf_route_crossing *noted = t->route->crossed + t->route->crossed_count + before;
  if (!against) turn_crossed(noted, t->pending - before); /* chains are read from their end */
  for (int32_t i = 0; i < t->pending - before; i++)
    toll += pf_river_cost(t->terrain, noted[i].river);
  return toll;
}

void pf_route_over_ground(pf_route_builder *t, pf_fixed_point to, int32_t from_node,
                          int32_t to_node) {
  const double rate = t->terrain->background;
  int32_t river = PF_TERRAIN_NONE;
  if (t->status) return;
  const pf_fixed_point from = last_point(t);
  if (!t->pending && to_node >= 0) river = river_along(t, to_node, from);
  if (!t->pending && river < 0 && from_node >= 0) river = river_along(t, from_node, to);
  add_segment(t, to, river >= 0 ? PF_PART_BANK : PF_PART_OFF_ROAD, river, rate);
  if (t->pending) open_part(t, PF_PART_OFF_ROAD, PF_TERRAIN_NONE, rate);
  while (t->pending && !t->status) take_crossed(t);
}

void pf_route_over(pf_route_builder *t, pf_part_kind kind, int32_t feature, double rate,
                   pf_fixed_point to) {
  if (!t->status) add_segment(t, to, kind, feature, rate);
}

pf_fixed_point pf_point_on_arc(const pf_route_builder *t, int32_t number, double at) {
  const pf_arc *arc = &t->terrain->arcs[number];
  const pf_lattice_point a = t->terrain->nodes[arc->node[0]].at;
  const pf_lattice_point b = t->terrain->nodes[arc->node[1]].at;
  const double share = at / arc->length, whole = 1 / t->fraction;
  if (at <= 0) return pf_lift(a, t->fraction_bits);
  if (at >= arc->length) return pf_lift(b, t->fraction_bits);
  return (pf_fixed_point){llrint((a.x + share * ((double)b.x - a.x)) * whole),
                          llrint((a.y + share * ((double)b.y - a.y)) * whole)};
}

void pf_route_along_to(pf_route_builder *t, int32_t arc, int32_t backward, pf_fixed_point to) {
  const pf_lane lane = pf_lane_of(t->terrain, arc, backward);
  if (!t->status) add_segment(t, to, PF_PART_ROAD, lane.feature, lane.rate);
}

void pf_route_along(pf_route_builder *t, int32_t arc, int32_t backward, double at) {
  pf_route_along_to(t, arc, backward, pf_point_on_arc(t, arc, at));
}

void pf_route_over_river(pf_route_builder *t, const pf_link *link) {
  const pf_route_crossing crossing = {link->river, link->bridge};
  if (t->status || link->river < 0) return; /* to or from the end of a bridge that is a road */
  /* The crossing belongs to the part before, in the order of construction, or to open ground if
     there is none yet. A way that begins at a bridge crosses nothing by it. */
  if (!t->route->part_count) {
    if (link->bridge >= 0) return;
    open_part(t, PF_PART_OFF_ROAD, PF_TERRAIN_NONE, t->terrain->background);
  }
  note_crossing(t, crossing);
  if (link->bridge < 0) {
    take_crossed(t);
  } else if (!t->status) {
    t->route->crossed_count++;
    t->pending--;
    t->bridged++;
  }
}

void pf_route_end_at(pf_route_builder *t, pf_fixed_point at) {
  pf_route *r = t->route;
  if (t->status) return;
  const pf_fixed_point end = last_point(t);
  if (end.x == at.x && end.y == at.y) return;
  if (r->point_count == 1) { /* no segment yet: both ends are close to this point */
    add_segment(t, at, PF_PART_OFF_ROAD, PF_TERRAIN_NONE, t->terrain->background);
    return;
  }
  const pf_fixed_point before = r->points[r->point_count - 2];
  const double more = length_between(t, before, at) - length_between(t, before, end);
  pf_part *part = &r->parts[r->part_count - 1];
  while (part > r->parts && part->first == part->last) part--;
  part->length += more;
  part->cost += more * part->rate;
  r->points[r->point_count - 1] = at;
}

pathfan_status pf_route_end(pf_route_builder *t) {
  pf_route *route = t->route;
  route->crossed_count -= t->bridged; /* a way that ends at a bridge crosses nothing by it */
  t->bridged = 0;
  route->length = route->cost = 0;
  for (int32_t i = 0; i < route->part_count; i++) {
    route->length += route->parts[i].length;
    route->cost += route->parts[i].cost;
  }
  return t->status;
}

static void turn_points(pf_fixed_point *points, int32_t count) {
  for (int32_t i = 0, k = count - 1; i < k; i++, k--) {
    const pf_fixed_point swap = points[i];
    points[i] = points[k];
    points[k] = swap;
  }
}

void pf_route_turn(pf_route *r) {
  const int32_t last = r->point_count - 1;
  turn_points(r->points, r->point_count);
  turn_crossed(r->crossed, r->crossed_count);
  for (int32_t i = 0; i < r->part_count; i++) {
    pf_part *part = &r->parts[i];
    const int32_t end = i + 1 < r->part_count ? part[1].first_crossed : r->crossed_count;
    part->first_crossed = r->crossed_count - end;
    const int32_t first = part->first;
    part->first = last - part->last;
    part->last = last - first;
  }
  for (int32_t i = 0, k = r->part_count - 1; i < k; i++, k--) {
    const pf_part swap = r->parts[i];
    r->parts[i] = r->parts[k];
    r->parts[k] = swap;
  }
}

void pf_route_free(pf_route *route) {
  free(route->points);
  free(route->parts);
  free(route->crossed);
  memset(route, 0, sizeof *route);
}
