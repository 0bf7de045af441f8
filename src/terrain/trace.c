/* trace.c - follows a way back from a target to the start, then reverses it.
 *
 * Straight ways that leave a road do so where the line from their end, at the critical angle, meets
 * the road; that point is rounded to the fixed-point grid, like all points of answers. Costs are
 * summed over the parts, so they belong to the rounded points. */
#include "terrain/trace.h"

#include <math.h>

typedef struct tracer {
  pf_route_builder builder;
  const pf_terrain_search *s;
  const pf_terrain *terrain;
} tracer;

/* Goes straight back over open ground to `to`, and over the rivers crossed. from_node, to_node: the
 * nodes at the ends; -1: none. */
static void go_over_ground(tracer *t, pf_fixed_point to, int32_t from_node, int32_t to_node,
                           int32_t crossing) {
  pf_route_cross(&t->builder, t->s->crossed, crossing, true);
  pf_route_over_ground(&t->builder, to, from_node, to_node);
}

/* Returns where on its arc a straight way to `to` left a travel: a distance from node[0]. */
static double left_at(const tracer *t, const pf_wave_source *source, pf_fixed_point to) {
  const pf_travel *travel = &t->s->travels[source->travel];
  const pf_arc *arc = &t->terrain->arcs[travel->arc];
  const pf_lattice_point a = t->terrain->nodes[arc->node[0]].at;
  const pf_lattice_point b = t->terrain->nodes[arc->node[1]].at;
  const double ex = ((double)b.x - a.x) / arc->length, ey = ((double)b.y - a.y) / arc->length;
  const double x = (double)to.x * t->s->fraction - source->x;
  const double y = (double)to.y * t->s->fraction - source->y;
  const double at =
      travel->start + (source->dx * y - source->dy * x) / (source->dx * ey - source->dy * ex);
  return travel->backward ? fmin(at, travel->start) : fmax(at, travel->start);
}

/* Goes back along a road to where a travel began; returns the arrival there. */
static pf_arrival go_along_road(tracer *t, int32_t number, int32_t *node) {
  const pf_travel *travel = &t->s->travels[number];
  if (travel->by.kind == PF_ARRIVAL_START)
    pf_route_along_to(&t->builder, travel->arc, travel->backward, t->s->start.at);
  else
    pf_route_along(&t->builder, travel->arc, travel->backward, travel->start);
  *node = -1;
  if (travel->by.kind != PF_ARRIVAL_NODE) return travel->by;
  *node = travel->by.number;
  return t->s->reached[travel->by.number].by;
}

static void follow(tracer *t, pf_arrival by) {
  const pf_terrain_search *s = t->s;
  int32_t node = -1; /* the node that the route has reached; -1: none */
  while (!t->builder.status) {
    switch (by.kind) {
    case PF_ARRIVAL_NODE:
      node = by.number;
      by = s->reached[node].by;
      break;
    case PF_ARRIVAL_LINK:
      pf_route_over_river(&t->builder, &t->terrain->links[by.crossing]);
      node = by.number;
      by = s->reached[node].by;
      break;
    case PF_ARRIVAL_ROAD: by = go_along_road(t, by.number, &node); break;
    case PF_ARRIVAL_GROUND: {
      const pf_wave_source *source = &s->sources[by.number];
      if (source->travel >= 0) {
        const double at = left_at(t, source, pf_route_at(&t->builder));
        const int32_t arc = s->travels[source->travel].arc;
        go_over_ground(t, pf_point_on_arc(&t->builder, arc, at), node, -1, by.crossing);
        by = (pf_arrival){PF_ARRIVAL_ROAD, source->travel, -1};
        node = -1;
      } else {
        go_over_ground(t, source->root, node, source->node, by.crossing);
        node = source->node;
        by = node >= 0 ? s->reached[node].by : (pf_arrival){PF_ARRIVAL_START, -1, -1};
      }
      break;
    }
    case PF_ARRIVAL_START: pf_route_end_at(&t->builder, s->start.at); return;
    case PF_ARRIVAL_NONE: return;
    }
  }
}

pathfan_status pf_route_trace(pf_route *route, const pf_terrain_search *s, int32_t target) {
  tracer t = {.s = s, .terrain = s->terrain};
  pf_route_begin(&t.builder, route, s->terrain, s->fraction_bits, s->targets[target].place.at);
  if (!t.builder.status) follow(&t, s->targets[target].reached.by);
  const pathfan_status status = pf_route_end(&t.builder);
  if (!status) pf_route_turn(route);
  return status;
}
