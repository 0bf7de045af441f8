/* weighted_route.c - see weighted_route.h. */
#include "weighted_route.h"

#include <math.h>

/* Points that are this close to the straight line between others, by its length, lie on it: about
 * how far stops may be from their best place at no cost that could be told. */
#define STRAIGHT 1e-6

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

/* Crosses a river at a place. */
static void lay_bank(pf_weighted_layer *l, int32_t number, pf_xy place) {
  const pf_weighted_edge *edge = &l->ground->map.edges[number];
  const pf_fixed_point at = fixed_at(l, place);
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
  case PF_WEIGHTED_BANK: lay_bank(l, step->by, step->to); break;
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
  l.builder.tolerance = fmin(1, STRAIGHT * ground->map.extent);
  return l;
}

/* ---- Straight runs ---- */

static bool is_same_ground(const pf_weighted_layer *l, int32_t a, int32_t b) {
  return l->terrain->area[a] == l->terrain->area[b] && l->ground->rate[a] == l->ground->rate[b];
}

/* Whether a place on a polygon's border lies between vertices, so that the line can pass it by. */
static bool is_between_vertices(const pf_weighted_layer *l, int32_t polygon, pf_xy at,
                                double near) {
  const pf_mesh *mesh = l->terrain->mesh;
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    const pf_lattice_point vertex = mesh->vertices[mesh->corner_vertex[c]];
    if (hypot(vertex.x - at.x, vertex.y - at.y) <= 2 * near) return false;
  }
  return true;
}

/* Whether a step's end lies on the line from where it is to another place. */
static bool is_on_line(const pf_weighted_layer *l, const pf_weighted_step *step, pf_xy to) {
  const double dx = to.x - l->at.x, dy = to.y - l->at.y, length = hypot(dx, dy);
  const double vx = step->to.x - l->at.x, vy = step->to.y - l->at.y;
  const double near = STRAIGHT * length;
  if (!is_between_vertices(l, step->by, step->to, near)) return false;
  if (hypot(vx, vy) <= l->builder.tolerance) return true; /* it has hardly moved */
  return vx * dx + vy * dy >= 0 && fabs(dx * vy - dy * vx) <= near * length;
}

/* Returns the number of steps that make up one straight leg over one ground, which may cross
 * rivers. */
static int32_t straight_count(const pf_weighted_layer *l, const pf_weighted_step *steps,
                              int32_t count) {
  int32_t run = 1;
  for (; run < count && steps[0].kind == PF_WEIGHTED_GROUND; run++) {
    if (steps[run].kind == PF_WEIGHTED_BANK) continue;
    bool is_straight =
        steps[run].kind == PF_WEIGHTED_GROUND && is_same_ground(l, steps[0].by, steps[run].by);
    for (int32_t i = 0; i < run && is_straight; i++)
      is_straight = steps[i].kind == PF_WEIGHTED_BANK || is_on_line(l, &steps[i], steps[run].to);
    if (!is_straight) break;
  }
  return run;
}

void pf_weighted_route_lay(pf_weighted_layer *l, const pf_weighted_step *steps, int32_t count,
                           pf_fixed_point end) {
  for (int32_t i = 0, run; i < count; i += run) {
    run = straight_count(l, steps + i, count - i);
    pf_weighted_step step = steps[i];
    step.to = steps[i + run - 1].to;
    lay_step(l, &step, i + run == count ? end : fixed_at(l, step.to));
    for (int32_t k = i + 1; k < i + run; k++)
      if (steps[k].kind == PF_WEIGHTED_BANK) lay_bank(l, steps[k].by, steps[k].to);
  }
}

pathfan_status pf_weighted_route_end(pf_weighted_layer *l) {
  const pathfan_status status = pf_route_end(&l->builder);
  pf_way_route_sort(l->route);
  return l->status ? l->status : status;
}
