/* route.c - followed back from a target to the start, then turned round.
 *
 * Straight ways that leave a road leave it where the line from their end, at the critical angle,
 * comes upon it; that point is rounded to the fixed-point grid, like all points of answers. Costs
 * are added up of the parts, so they belong to the points. */
#include "terrain/route.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct tracer {
  pathfan_route *route;
  const pathfan_terrain_search *s;
  const pathfan_terrain *terrain;
  pathfan_status status;
} tracer;

static double length_between(const tracer *t, pathfan_fixed_point a, pathfan_fixed_point b) {
  const double dx = (double)(b.x - a.x) * t->s->fraction, dy = (double)(b.y - a.y) * t->s->fraction;
  return sqrt(dx * dx + dy * dy);
}

static pathfan_fixed_point last_point(const tracer *t) {
  return t->route->points[t->route->point_count - 1];
}

static void add_point(tracer *t, pathfan_fixed_point at) {
  pathfan_route *r = t->route;
  if (t->status) return;
  t->status = pathfan_grow(&r->points, &r->point_capacity, (int64_t)r->point_count + 1, sizeof at);
  if (!t->status) r->points[r->point_count++] = at;
}

static void add_crossed(tracer *t, int32_t river) {
  pathfan_route *r = t->route;
  if (t->status) return;
  t->status =
      pathfan_grow(&r->crossed, &r->crossed_capacity, (int64_t)r->crossed_count + 1, sizeof river);
  if (t->status) return;
  r->crossed[r->crossed_count++] = river;
  r->parts[r->part_count - 1].cost += pathfan_river_cost(t->terrain, river);
}

/* Whether b lies straight between a and c. */
static bool is_straight(pathfan_fixed_point a, pathfan_fixed_point b, pathfan_fixed_point c) {
  const pathfan_fixed_point in = pathfan_fixed_from_to(a, b), out = pathfan_fixed_from_to(b, c);
  return !pathfan_turn(in, out) && pathfan_same_way(in, out);
}

/* Begins a part that ends, seen backwards begins, at the last point, or goes on with the last one.
 */
static void open_part(tracer *t, pathfan_part_kind kind, int32_t feature, double rate) {
  pathfan_route *r = t->route;
  const pathfan_part *last = r->part_count ? &r->parts[r->part_count - 1] : NULL;
  if (t->status || (last && last->kind == kind && last->feature == feature)) return;
  t->status =
      pathfan_grow(&r->parts, &r->part_capacity, (int64_t)r->part_count + 1, sizeof *r->parts);
  if (!t->status)
    r->parts[r->part_count++] = (pathfan_part){.kind = kind,
                                               .feature = feature,
                                               .rate = rate,
                                               .first = r->point_count - 1,
                                               .last = r->point_count - 1,
                                               .first_crossed = r->crossed_count};
}

/* A segment back from the last point. */
static void add_segment(tracer *t, pathfan_fixed_point to, pathfan_part_kind kind, int32_t feature,
                        double rate) {
  pathfan_route *r = t->route;
  const pathfan_fixed_point from = last_point(t);
  if (from.x == to.x && from.y == to.y) return;
  open_part(t, kind, feature, rate);
  if (t->status) return;
  pathfan_part *part = &r->parts[r->part_count - 1];
  const double length = length_between(t, from, to);
  part->length += length;
  part->cost += length * rate;
  if (r->point_count - 1 > part->first && is_straight(r->points[r->point_count - 2], from, to))
    r->points[r->point_count - 1] = to;
  else
    add_point(t, to);
  part->last = r->point_count - 1;
}

/* The river along which a segment runs from a node; NONE. */
static int32_t river_along(const tracer *t, int32_t number, pathfan_fixed_point to) {
  const pathfan_mesh *mesh = t->terrain->mesh;
  const pathfan_node *node = &t->terrain->nodes[number];
  const int bits = t->s->fraction_bits;
  const pathfan_fixed_point at = pathfan_lift(node->at, bits);
  const pathfan_fixed_point way = pathfan_fixed_from_to(at, to);
  for (uint32_t i = node->first_fan; i < node[1].first_fan; i++) {
    const pathfan_fan *fan = &t->terrain->fan[i];
    const uint32_t edges[2] = {
        (uint32_t)fan->corner,
        pathfan_corner_before(mesh->first_corner, fan->polygon, (uint32_t)fan->corner)};
    for (int k = 0; k < 2; k++) {
      const int32_t river = t->terrain->river[edges[k]];
      if (river < 0) continue;
      const uint32_t other =
          k ? edges[k] : pathfan_corner_after(mesh->first_corner, fan->polygon, edges[k]);
      const pathfan_fixed_point edge =
          pathfan_fixed_from_to(at, pathfan_lift(mesh->vertices[mesh->corner_vertex[other]], bits));
      if (!pathfan_turn(edge, way) && pathfan_same_way(edge, way) &&
          length_between(t, at, to) <=
              length_between(t, at, pathfan_lift(mesh->vertices[mesh->corner_vertex[other]], bits)))
        return river;
    }
  }
  return PATHFAN_TERRAIN_NONE;
}

/* Straight back over open ground to `to`, with the rivers crossed on the way. The nodes at both
 * ends; -1: none. */
static void go_over_ground(tracer *t, pathfan_fixed_point to, int32_t from_node, int32_t to_node,
                           int32_t crossing) {
  const pathfan_fixed_point from = last_point(t);
  const double rate = t->terrain->background;
  int32_t river = PATHFAN_TERRAIN_NONE;
  if (crossing < 0 && to_node >= 0) river = river_along(t, to_node, from);
  if (crossing < 0 && river < 0 && from_node >= 0) river = river_along(t, from_node, to);
  add_segment(t, to, river >= 0 ? PATHFAN_PART_BANK : PATHFAN_PART_OFF_ROAD, river, rate);
  if (crossing >= 0) open_part(t, PATHFAN_PART_OFF_ROAD, PATHFAN_TERRAIN_NONE, rate);
  for (; crossing >= 0; crossing = t->s->crossed[crossing].before)
    add_crossed(t, t->s->crossed[crossing].river);
}

static pathfan_fixed_point on_arc(const tracer *t, const pathfan_arc *arc, double at) {
  const pathfan_lattice_point a = t->terrain->nodes[arc->node[0]].at;
  const pathfan_lattice_point b = t->terrain->nodes[arc->node[1]].at;
  const double share = at / arc->length, whole = 1 / t->s->fraction;
  if (at <= 0) return pathfan_lift(a, t->s->fraction_bits);
  if (at >= arc->length) return pathfan_lift(b, t->s->fraction_bits);
  return (pathfan_fixed_point){llrint((a.x + share * ((double)b.x - a.x)) * whole),
                               llrint((a.y + share * ((double)b.y - a.y)) * whole)};
}

/* Where a straight way that left a travel for a point did so: a distance from node[0]. */
static double left_at(const tracer *t, const pathfan_source *source, pathfan_fixed_point to) {
  const pathfan_travel *travel = &t->s->travels[source->travel];
  const pathfan_arc *arc = &t->terrain->arcs[travel->arc];
  const pathfan_lattice_point a = t->terrain->nodes[arc->node[0]].at;
  const pathfan_lattice_point b = t->terrain->nodes[arc->node[1]].at;
  const double ex = ((double)b.x - a.x) / arc->length, ey = ((double)b.y - a.y) / arc->length;
  const double x = (double)to.x * t->s->fraction - source->x;
  const double y = (double)to.y * t->s->fraction - source->y;
  const double at =
      travel->start + (source->dx * y - source->dy * x) / (source->dx * ey - source->dy * ex);
  return travel->backward ? fmin(at, travel->start) : fmax(at, travel->start);
}

/* Back along a road to where a travel began; the arrival there. */
static pathfan_arrival go_along_road(tracer *t, int32_t number, int32_t *node) {
  const pathfan_travel *travel = &t->s->travels[number];
  const pathfan_arc *arc = &t->terrain->arcs[travel->arc];
  pathfan_fixed_point to = on_arc(t, arc, travel->start);
  if (travel->by.kind == PATHFAN_ARRIVAL_START) to = t->s->start.at;
  add_segment(t, to, PATHFAN_PART_ROAD, arc->feature, arc->rate);
  *node = -1;
  if (travel->by.kind != PATHFAN_ARRIVAL_NODE) return travel->by;
  *node = travel->by.number;
  return t->s->reached[travel->by.number].by;
}

static void follow(tracer *t, pathfan_arrival by) {
  const pathfan_terrain_search *s = t->s;
  int32_t node = -1; /* where it has got to */
  while (!t->status) {
    switch (by.kind) {
    case PATHFAN_ARRIVAL_NODE:
      node = by.number;
      by = s->reached[node].by;
      break;
    case PATHFAN_ARRIVAL_LINK: {
      const int32_t river = t->terrain->links[by.crossing].river;
      /* It belongs to what follows; to nothing yet where the way ends here. */
      if (!t->route->part_count)
        open_part(t, PATHFAN_PART_OFF_ROAD, PATHFAN_TERRAIN_NONE, t->terrain->background);
      if (river >= 0) add_crossed(t, river);
      node = by.number;
      by = s->reached[node].by;
      break;
    }
    case PATHFAN_ARRIVAL_ROAD: by = go_along_road(t, by.number, &node); break;
    case PATHFAN_ARRIVAL_GROUND: {
      const pathfan_source *source = &s->sources[by.number];
      if (source->travel >= 0) {
        const pathfan_arc *arc = &t->terrain->arcs[s->travels[source->travel].arc];
        go_over_ground(t, on_arc(t, arc, left_at(t, source, last_point(t))), node, -1, by.crossing);
        by = (pathfan_arrival){PATHFAN_ARRIVAL_ROAD, source->travel, -1};
        node = -1;
      } else {
        go_over_ground(t, source->root, node, source->node, by.crossing);
        node = source->node;
        by = node >= 0 ? s->reached[node].by : (pathfan_arrival){PATHFAN_ARRIVAL_START, -1, -1};
      }
      break;
    }
    case PATHFAN_ARRIVAL_START:
      /* At a node that the start is near to, but for rounding. */
      t->route->points[t->route->point_count - 1] = s->start.at;
      return;
    case PATHFAN_ARRIVAL_NONE: return;
    }
  }
}

static void turn_points(pathfan_fixed_point *points, int32_t count) {
  for (int32_t i = 0, k = count - 1; i < k; i++, k--) {
    const pathfan_fixed_point swap = points[i];
    points[i] = points[k];
    points[k] = swap;
  }
}

void pathfan_route_turn(pathfan_route *r) {
  const int32_t last = r->point_count - 1;
  turn_points(r->points, r->point_count);
  for (int32_t i = 0, k = r->crossed_count - 1; i < k; i++, k--) {
    const int32_t swap = r->crossed[i];
    r->crossed[i] = r->crossed[k];
    r->crossed[k] = swap;
  }
  for (int32_t i = 0; i < r->part_count; i++) {
    pathfan_part *part = &r->parts[i];
    const int32_t end = i + 1 < r->part_count ? part[1].first_crossed : r->crossed_count;
    part->first_crossed = r->crossed_count - end;
    const int32_t first = part->first;
    part->first = last - part->last;
    part->last = last - first;
  }
  for (int32_t i = 0, k = r->part_count - 1; i < k; i++, k--) {
    const pathfan_part swap = r->parts[i];
    r->parts[i] = r->parts[k];
    r->parts[k] = swap;
  }
}

pathfan_status pathfan_route_trace(pathfan_route *route, const pathfan_terrain_search *s,
                                   int32_t target) {
  tracer t = {.route = route, .s = s, .terrain = s->terrain};
  route->point_count = route->part_count = route->crossed_count = 0;
  add_point(&t, s->targets[target].place.at);
  if (!t.status) follow(&t, s->targets[target].reached.by);
  if (t.status) return t.status;
  pathfan_route_turn(route);
  route->length = route->cost = 0;
  for (int32_t i = 0; i < route->part_count; i++) {
    route->length += route->parts[i].length;
    route->cost += route->parts[i].cost;
  }
  return PATHFAN_OK;
}

void pathfan_route_free(pathfan_route *route) {
  free(route->points);
  free(route->parts);
  free(route->crossed);
  memset(route, 0, sizeof *route);
}
