/* weighted_field.c - see weighted_field.h. A field spreads from the goal, over the ground reversed.
 */
#include "weighted_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The relative gap that fields are refined to. */
#define GAP 1e-3
/* The most pairs of intervals of a spread, but for its last round: some seconds. */
#define PAIRS_MOST 20000000

static pathfan_status find_place(pf_weighted_fields *f, const pf_space *space, pf_terrain_place at,
                                 pf_weighted_place *place) {
  const double fraction = pf_power_of_two(-space->fraction_bits);
  const pathfan_status status = pf_find_faces_near(space, at.at, at.polygon, &f->near);
  *place = (pf_weighted_place){
      {(double)at.at.x * fraction, (double)at.at.y * fraction}, f->near.list, f->near.count};
  return status;
}

/* Finds the field of ways from a place, or with side 1 to one. */
static pathfan_status spread_side(pf_weighted_fields *f, const pf_space *space, int side,
                                  pf_terrain_place end) {
  pf_weighted_place place;
  f->kept[side].field.limits = f->limits;
  if (f->kept[side].is_set && f->kept[side].end.polygon == end.polygon &&
      pf_same_point(f->kept[side].end.at, end.at))
    return PATHFAN_OK;
  f->kept[side].is_set = false;
  pathfan_status status = pf_need_weighted_ground(space, &f->ground);
  if (!status) status = find_place(f, space, end, &place);
  if (!status)
    status =
        pf_weighted_field_find(&f->kept[side].field, side ? &f->ground->reversed : &f->ground->map,
                               &place, GAP, PAIRS_MOST);
  if (status) return status;
  f->kept[side].end = end;
  f->kept[side].is_set = true;
  return PATHFAN_OK;
}

pathfan_status pf_weighted_fields_spread(pf_weighted_fields *f, const pf_space *space,
                                         pf_terrain_place goal) {
  return spread_side(f, space, 1, goal);
}

/* The road, river or area that a leg of a way to the goal runs over, along or across; NONE. */
static int32_t feature_of(const pf_weighted_ground *g, const pf_terrain *t, const pf_way *way,
                          int32_t number) {
  const pf_way_step *leg = &way->legs[number];
  switch (leg->kind) {
  case PF_WEIGHTED_GROUND: return t->area[leg->by];
  case PF_WEIGHTED_ALONG: {
    const bool backward = pf_runs_back(&g->map, leg->by, pf_way_stop_at(way, number + 1),
                                       pf_way_stop_at(way, number));
    const int32_t corner = g->corner_of[leg->by], arc = g->arc_of[2 * leg->by + backward];
    const int32_t *face = g->map.edges[leg->by].face;
    if (arc >= 0) return pf_lane_of(t, arc, backward != (t->arcs[arc].corner != corner)).feature;
    if (t->river[corner] >= 0) return t->river[corner];
    return t->area[face[1] >= 0 && g->rate[face[1]] < g->rate[face[0]] ? face[1] : face[0]];
  }
  case PF_WEIGHTED_BANK: return t->river[g->corner_of[leg->by]];
  case PF_WEIGHTED_LINK: {
    const int32_t means = g->means[leg->by];
    if (means >= 0) return t->links[means].river;
    const int32_t from = g->links[leg->by].from;
    return pf_lane_of(t, ~means, from != t->arcs[~means].node[0]).feature;
  }
  }
  return PF_TERRAIN_NONE;
}

pathfan_status pf_weighted_fields_at(pf_weighted_fields *f, const pf_space *space,
                                     pf_terrain_place at, pathfan_field_value *value) {
  pf_weighted_field *field = &f->kept[1].field;
  pf_weighted_place place;
  pf_weighted_value found;
  pathfan_status status = find_place(f, space, at, &place);
  if (!status) status = pf_weighted_field_at(field, &place, &found);
  if (status) return status;
  const pf_way *w = &field->way;
  *value = (pathfan_field_value){.cost = found.cost / space->frame.scale, .feature = -1};
  if (!isfinite(found.cost)) return PATHFAN_OK;
  value->gap = (found.cost - found.bound) / space->frame.scale;
  /* The field's way leads to the place: its last leg is where a way from there sets out. */
  for (int32_t i = w->count - 2; i >= 0 && value->heading_x == 0 && value->heading_y == 0; i--) {
    const pf_xy to = pf_way_stop_at(w, i);
    const double x = to.x - place.at.x, y = to.y - place.at.y, length = hypot(x, y);
    if (!(length > PF_NEAR)) continue;
    value->heading_x = x / length;
    value->heading_y = y / length;
  }
  for (int32_t i = w->count - 2; i >= 0 && value->feature < 0; i--)
    value->feature = pf_feature_place(space->terrain, feature_of(f->ground, space->terrain, w, i));
  return PATHFAN_OK;
}

pathfan_status pf_weighted_fields_join(pf_weighted_fields *f, const pf_space *space,
                                       pf_terrain_place from, pf_terrain_place to) {
  const pathfan_status status = spread_side(f, space, 0, from);
  return status ? status : spread_side(f, space, 1, to);
}

pathfan_status pf_weighted_fields_over(pf_weighted_fields *f, const pf_space *space,
                                       pf_terrain_place at, double limit, double costs[2]) {
  const double most = limit * space->frame.scale;
  pf_weighted_place place;
  pf_weighted_value parts[2], better;
  pathfan_status status = find_place(f, space, at, &place);
  for (int side = 0; side < 2 && !status; side++)
    status = pf_weighted_field_estimate(&f->kept[side].field, &place, &parts[side]);
  if (status) return status;
  const double bound = parts[0].bound + parts[1].bound, cost = parts[0].cost + parts[1].cost;
  const bool is_rough = bound <= most && isfinite(bound) && cost > bound + GAP * fmin(most, cost);
  for (int side = 0; side < 2 && is_rough && !status; side++) {
    status = pf_weighted_field_at(&f->kept[side].field, &place, &better);
    if (!status) parts[side].cost = fmin(parts[side].cost, better.cost);
  }
  costs[0] = bound / space->frame.scale;
  costs[1] = (parts[0].cost + parts[1].cost) / space->frame.scale;
  return status;
}

double pf_weighted_fields_node(const pf_weighted_fields *f, const pf_space *space, int side,
                               int32_t node) {
  return f->kept[side].field.pass.cost[node] / space->frame.scale;
}

void pf_weighted_fields_free(pf_weighted_fields *f) {
  for (int i = 0; i < 2; i++) pf_weighted_field_free(&f->kept[i].field);
  free(f->near.list);
  memset(f, 0, sizeof *f);
}
