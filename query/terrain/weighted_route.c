/* weighted_route.c - see weighted_route.h. */
#include "weighted_route.h"

#include <math.h>

/* Pieces along edges of the mesh, and those over rivers and links, by key. */
#define ALONG ((uint64_t)1 << 62)
#define OVER ((uint64_t)1 << 61)

static pf_fixed_point fixed_at(const pf_weighted_layer *l, pf_xy at) {
  const double whole = pf_power_of_two(l->fraction_bits);
  return (pf_fixed_point){llrint(at.x * whole), llrint(at.y * whole)};
}

static void add_piece(pf_weighted_layer *l, pf_way_piece piece) {
  if (!l->status) l->status = pf_way_route_add(l->route, piece);
}

static void lay_over(pf_weighted_layer *l, int32_t polygon, pf_fixed_point to) {
  const int32_t area = l->terrain->area[polygon];
  pf_route_over(&l->builder, area < 0 ? PF_PART_OFF_ROAD : PF_PART_AREA, area,
                l->ground->rate[polygon], to);
}

/* Along an edge: by road, on a bank, on the border of two grounds, or over one ground. */
static void lay_along(pf_weighted_layer *l, int32_t number, bool backward, pf_fixed_point to) {
  const pf_weighted_edge *edge = &l->ground->map.edges[number];
  const int32_t corner = l->ground->corner_of[number];
  const int32_t arc = l->ground->arc_of[2 * number + backward];
  const int32_t left = edge->face[0], right = edge->face[1];
  if (arc >= 0) {
    pf_route_along_to(&l->builder, arc, backward != (l->terrain->arcs[arc].corner != corner), to);
  } else if (l->terrain->river[corner] >= 0) {
    pf_route_over(&l->builder, PF_PART_BANK, l->terrain->river[corner], edge->rate[backward], to);
  } else if (right >= 0 && l->terrain->area[left] != l->terrain->area[right]) {
    const int32_t cheaper = l->ground->rate[right] < l->ground->rate[left] ? right : left;
    pf_route_over(&l->builder, PF_PART_BORDER, l->terrain->area[cheaper], edge->rate[backward], to);
  } else {
    lay_over(l, left, to);
  }
}

/* The piece of an edge; both banks of a river count as one. */
static void add_along(pf_weighted_layer *l, int32_t number, bool backward, pf_xy to) {
  const pf_weighted_edge *edge = &l->ground->map.edges[number];
  const bool is_turned = edge->bank >= 0 && edge->bank < number;
  const pf_xy a = l->ground->map.nodes[edge->node[is_turned]];
  const double from = hypot(l->at.x - a.x, l->at.y - a.y), end = hypot(to.x - a.x, to.y - a.y);
  add_piece(l, (pf_way_piece){ALONG | (uint64_t)(is_turned ? edge->bank : number), fmin(from, end),
                              fmax(from, end), edge->rate[backward] * fabs(end - from)});
}

static void lay_link(pf_weighted_layer *l, int32_t number) {
  const int32_t means = l->ground->means[number];
  const pf_weighted_link *link = &l->ground->map.links[number];
  const pf_fixed_point to = fixed_at(l, l->ground->map.nodes[link->to]);
  if (means < 0)
    pf_route_along_to(&l->builder, ~means, link->from != l->terrain->arcs[~means].node[0], to);
  else
    pf_route_over_river(&l->builder, &l->terrain->links[means]);
  add_piece(l, (pf_way_piece){OVER | (uint64_t)number, 0, 1, link->cost});
}

static void lay_bank(pf_weighted_layer *l, int32_t number) {
  const pf_weighted_edge *edge = &l->ground->map.edges[number];
  const pf_fixed_point at = fixed_at(l, l->at);
  pf_route_over_river(&l->builder,
                      &(pf_link){.river = l->terrain->river[l->ground->corner_of[number]],
                                 .bridge = PF_TERRAIN_NONE});
  add_piece(l, (pf_way_piece){pf_way_leg_key(at, at), 0, 1, edge->crossing});
}

static void lay_step(pf_weighted_layer *l, const pf_weighted_step *step, pf_fixed_point to) {
  switch (step->kind) {
  case PF_WEIGHTED_GROUND: {
    const double length = hypot(step->to.x - l->at.x, step->to.y - l->at.y);
    add_piece(l, (pf_way_piece){pf_way_leg_key(fixed_at(l, l->at), to), 0, 1,
                                length * l->ground->rate[step->by]});
    lay_over(l, step->by, to);
    break;
  }
  case PF_WEIGHTED_ALONG: {
    const bool backward = pf_runs_back(&l->ground->map, step->by, l->at, step->to);
    add_along(l, step->by, backward, step->to);
    lay_along(l, step->by, backward, to);
    break;
  }
  case PF_WEIGHTED_BANK: lay_bank(l, step->by); break;
  case PF_WEIGHTED_LINK: lay_link(l, step->by); break;
  }
  l->at = step->to;
}

pf_weighted_layer pf_weighted_route_begin(pf_way_route *route, const pf_space *space,
                                          const pf_weighted_ground *ground, pf_fixed_point at) {
  const double fraction = pf_power_of_two(-space->fraction_bits);
  pf_weighted_layer l = {.route = route,
                         .terrain = space->terrain,
                         .ground = ground,
                         .fraction_bits = space->fraction_bits,
                         .at = {(double)at.x * fraction, (double)at.y * fraction}};
  route->piece_count = 0;
  pf_route_begin(&l.builder, &route->route, space->terrain, space->fraction_bits, at);
  return l;
}

void pf_weighted_route_lay(pf_weighted_layer *l, const pf_weighted_step *steps, int32_t count,
                           const pf_fixed_point *end) {
  for (int32_t i = 0; i < count; i++)
    lay_step(l, &steps[i], end && i + 1 == count ? *end : fixed_at(l, steps[i].to));
}

pathfan_status pf_weighted_route_end(pf_weighted_layer *l) {
  const pathfan_status status = pf_route_end(&l->builder);
  pf_way_route_sort(l->route);
  return l->status ? l->status : status;
}
