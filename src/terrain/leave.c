/* leave.c - ways from a node: along its roads, over its rivers, and straight over open ground in
 * the directions in which a cheapest way can leave.
 *
 * These follow from one principle (Rowe's shortcut meta-heuristic): a turn pays only if the area
 * inside it can't be crossed as cheaply. Angles are those of a sector, which nothing obstructs. A
 * way that arrives
 *
 * - over ground leaves at least half a turn away, so that the turn goes round what bounds the
 *   sector (obstacle heuristic); if nothing does, it doesn't leave;
 * - by road leaves at least half a turn less C away (heuristic 1);
 * - over a link does the same, counted on the side of the link: the turn then encloses the rest of
 *   the vertex (river heuristic, unequal costs). This doesn't hold at a bridge: beside it the river
 *   isn't free;
 *
 * and every way leaves at least C away from every road there (heuristic 2).
 *
 * Bridges and tunnels have no directions here: they can't be left between their ends. */
#include "terrain/leave.h"

#include "terrain/turn.h"
#include "terrain/wave.h"

#define RANGES_MAX 64 /* most ranges of directions; beyond that fewer directions are removed */
#define LINKS_MAX 8   /* most consecutive links followed back; more remove nothing */
#define RAY 0x1p44    /* length of a ray in a direction */
/* A star has no strips, which cover the directions at the critical angle from a road. So it allows
 * directions nearer to roads, by more than the difference between a leg and one that enters the
 * road beside it. */
#define STAR_SLACK 1e-3

typedef struct range {
  double low, high;
} range;

typedef struct ranges {
  range list[RANGES_MAX];
  int32_t count;
} ranges;

/* Removes the directions more than the slack inside (low, high). */
static void forbid(ranges *r, double low, double high) {
  low += PF_ANGLE_SLACK;
  high -= PF_ANGLE_SLACK;
  if (low >= high) return;
  const int32_t count = r->count;
  for (int32_t i = 0; i < count; i++) {
    range *old = &r->list[i];
    if (low >= old->high || high <= old->low) continue;
    const bool below = old->low < low;
    const bool above = old->high > high;
    if (below && above) {
      if (r->count == RANGES_MAX) return; /* more directions are kept than needed */
      r->list[r->count++] = (range){high, old->high};
      old->high = low;
    } else if (below) {
      old->high = low;
    } else if (above) {
      old->low = high;
    } else {
      old->high = old->low - 1; /* nothing is left of it */
    }
  }
}

/* The same modulo a full turn. */
static void forbid_round(ranges *r, double low, double high) {
  forbid(r, low - 2 * M_PI, high - 2 * M_PI);
  forbid(r, low, high);
  forbid(r, low + 2 * M_PI, high + 2 * M_PI);
}

/* How a way came to a sector, links apart: its angle, and how far from that it has to leave. */
typedef struct coming {
  double angle, away;
} coming;

/* Returns the angle of a turn that saves no more than the slack: a turn saves about half its
 * squared angle times the way to the node. Which of two such ways came first is chance, so both may
 * go on. */
static double hardly_a_turn(const pf_terrain_search *s, int32_t number, double way) {
  const double saved = pf_slack(s, s->reached[number].cost) / s->terrain->background;
  return way > 0 ? sqrt(2 * saved / way) : M_PI;
}

static coming coming_of(const pf_terrain_search *s, int32_t number) {
  const pf_terrain *t = s->terrain;
  const pf_node *node = &t->nodes[number];
  const pf_arrival by = s->reached[number].by;
  pf_arm arm = {.angle = -1};
  double way = 0;
  if (by.kind == PF_ARRIVAL_GROUND) {
    const pf_wave_source *from = &s->sources[by.number];
    const bool is_point = from->travel < 0;
    way = hypot(from->x - node->at.x, from->y - node->at.y);
    arm = pf_arm_over_ground(t, number, is_point ? from->x - node->at.x : -from->dx,
                             is_point ? from->y - node->at.y : -from->dy);
  } else if (by.kind == PF_ARRIVAL_ROAD) {
    const pf_travel *travel = &s->travels[by.number];
    way = travel->backward ? travel->start : t->arcs[travel->arc].length - travel->start;
    arm = pf_arm_along(t, number, travel->arc, !travel->backward, false);
  }
  if (arm.angle < 0 || pf_is_on_either_bank(node, arm.angle)) return (coming){0, 0};
  /* If the sector goes all round, straight ways past the node see everything beyond. */
  const double slack = node->is_round ? 0 : hardly_a_turn(s, number, way);
  return (coming){arm.angle, M_PI - arm.critical - slack};
}

/* Removes directions according to how the node was reached. False: none is left. */
static bool hold_to_arrival(const pf_terrain_search *s, int32_t number, ranges *r) {
  const pf_terrain *t = s->terrain;
  const pf_node *node = &t->nodes[number];
  double turned = 0;
  int32_t first = number, lefts = 0, links = 0;
  while (s->reached[first].by.kind == PF_ARRIVAL_LINK) {
    const pf_link *link = &t->links[s->reached[first].by.crossing];
    const int32_t before = s->reached[first].by.number;
    if (!pf_link_is_ford(link) || ++links > LINKS_MAX) return true;
    lefts += link->is_left;
    if (first != number) turned += t->nodes[first].span;
    first = before;
  }
  const coming from = coming_of(s, first);
  if (from.away <= 0) return true;
  if (!links) {
    if (node->is_round && s->reached[number].by.kind == PF_ARRIVAL_GROUND) return false;
    (node->is_round ? forbid_round : forbid)(r, from.angle - from.away, from.angle + from.away);
    return true;
  }
  if (lefts && lefts != links) return true; /* links in both directions */
  turned += lefts ? t->nodes[first].span - from.angle : from.angle;
  const double rest = from.away - turned;
  if (rest <= 0) return true;
  if (lefts)
    forbid(r, -1, rest);
  else
    forbid(r, node->span - rest, node->span + 1);
  return true;
}

static void hold_to_roads(const pf_terrain_search *s, int32_t number, ranges *r) {
  const pf_terrain *t = s->terrain;
  const pf_node *node = &t->nodes[number];
  for (uint32_t i = node->first_arc; i < node[1].first_arc; i++) {
    const pf_arc_end *end = &t->arc_ends[i];
    if (end->angle < 0) continue;
    const pf_lane lane = pf_lane_of(t, end->arc, end->end);
    const double critical = pf_critical_angle(lane) - (s->is_star ? STAR_SLACK : 0);
    (node->is_round ? forbid_round : forbid)(r, end->angle - critical, end->angle + critical);
  }
}

static pf_fixed_point ray_at(double angle) {
  return (pf_fixed_point){llrint(RAY * cos(angle)), llrint(RAY * sin(angle))};
}

static pf_fixed_point vector_to(const pf_terrain_search *s, const pf_wave_source *source,
                                uint32_t corner) {
  const pf_mesh *mesh = s->terrain->mesh;
  return pf_fixed_from_to(source->root,
                          pf_lift(mesh->vertices[mesh->corner_vertex[corner]], s->fraction_bits));
}

/* Whether a polygon's two edges at a source lie on one line. */
static bool is_straight(const pf_terrain_search *s, const pf_wave_source *source, uint32_t after,
                        uint32_t before) {
  return pf_turn(vector_to(s, source, after), vector_to(s, source, before)) == 0;
}

/* Starts straight ways from a node in the directions [low, high] into a corner of its fan, whose
 * angles are fan->angle to end. */
static void leave_corner(pf_terrain_search *s, int32_t source, const pf_node *node,
                         const pf_node_corner *fan, double end, range r) {
  const uint32_t *first_corner = s->terrain->mesh->first_corner;
  const uint32_t corner = (uint32_t)fan->corner;
  const uint32_t after = pf_corner_after(first_corner, fan->polygon, corner);
  const uint32_t before = pf_corner_before(first_corner, fan->polygon, corner);
  pf_wave wave = {.source = source, .crossing = -1, .polygon = fan->polygon};
  const pf_wave_source from = s->sources[source];
  wave.bound.cone.right = r.low <= fan->angle + PF_ANGLE_SLACK ? vector_to(s, &from, after)
                                                               : ray_at(node->heading + r.low);
  wave.bound.cone.left =
      r.high >= end - PF_ANGLE_SLACK ? vector_to(s, &from, before) : ray_at(node->heading + r.high);
  if (!is_straight(s, &from, after, before)) {
    if (pf_turn(wave.bound.cone.right, wave.bound.cone.left) > 0)
      pf_sweep(s, &wave, after, before, true);
    return;
  }
  /* A cone must be narrower than half a turn: it is split in two. */
  const pf_fixed_point right = wave.bound.cone.right, left = wave.bound.cone.left;
  const pf_fixed_point beginning = vector_to(s, &from, after);
  uint32_t middle = pf_corner_after(first_corner, fan->polygon, after);
  while (pf_turn(beginning, vector_to(s, &from, middle)) <= 0)
    middle = pf_corner_after(first_corner, fan->polygon, middle);
  const pf_fixed_point cut = vector_to(s, &from, middle);
  wave.bound.cone.left = r.high < end - PF_ANGLE_SLACK && pf_turn(left, cut) > 0 ? left : cut;
  if (pf_turn(right, wave.bound.cone.left) > 0) pf_sweep(s, &wave, after, middle, true);
  wave.bound.cone.right =
      r.low > fan->angle + PF_ANGLE_SLACK && pf_turn(cut, right) > 0 ? right : cut;
  wave.bound.cone.left = left;
  if (pf_turn(wave.bound.cone.right, left) > 0) pf_sweep(s, &wave, middle, before, true);
}

static void leave_over_ground(pf_terrain_search *s, int32_t number) {
  const pf_terrain *t = s->terrain;
  const pf_node *node = &t->nodes[number];
  const uint32_t first = node->first_fan, end = node[1].first_fan;
  ranges r = {.list = {{0, node->span}}, .count = 1};
  if (first == end) return;
  if (!s->keeps_all) {
    if (!hold_to_arrival(s, number, &r)) return;
    hold_to_roads(s, number, &r);
  }
  /* Where a road goes straight on, only the slack is left: the strips on its two sides meet
     there. */
  const bool is_on_road = node->is_round && s->reached[number].by.kind == PF_ARRIVAL_ROAD;
  int32_t source = -1;
  for (int32_t i = 0; i < r.count; i++) {
    const bool is_thin = r.list[i].high - r.list[i].low <= 2 * PF_ANGLE_SLACK + 1e-12;
    if (is_thin && is_on_road) continue;
    for (uint32_t f = first; f < end && !s->status; f++) {
      const double begins = t->fan[f].angle, ends = f + 1 < end ? t->fan[f + 1].angle : node->span;
      if (r.list[i].high <= begins || r.list[i].low >= ends) continue;
      if (source < 0)
        source = pf_add_source(s, &(pf_wave_source){.x = node->at.x,
                                                    .y = node->at.y,
                                                    .cost = s->reached[number].cost,
                                                    .root = pf_lift(node->at, s->fraction_bits),
                                                    .node = number,
                                                    .travel = -1});
      if (!s->status) leave_corner(s, source, node, &t->fan[f], ends, r.list[i]);
    }
  }
}

static void reach_end(pf_terrain_search *s, int32_t source, uint32_t corner) {
  const pf_mesh *mesh = s->terrain->mesh;
  const pf_lattice_point at = mesh->vertices[mesh->corner_vertex[corner]];
  pf_reach_node(s, s->terrain->node[corner], pf_source_cost(s, &s->sources[source], at.x, at.y),
                (pf_arrival){PF_ARRIVAL_GROUND, source, -1});
}

void pf_leave_point(pf_terrain_search *s, int32_t source, int32_t polygon, uint32_t corner) {
  const pf_wave_source from = s->sources[source];
  const uint32_t after = pf_corner_after(s->terrain->mesh->first_corner, polygon, corner);
  pf_wave wave = {.source = source, .crossing = -1, .polygon = polygon};
  wave.bound.cone.right = vector_to(s, &from, corner);
  wave.bound.cone.left = vector_to(s, &from, after);
  if (pf_turn(wave.bound.cone.right, wave.bound.cone.left) > 0) {
    pf_sweep(s, &wave, corner, after, true);
    return;
  }
  /* The point is in line with the edge: straight ways reach both its ends. */
  reach_end(s, source, corner);
  reach_end(s, source, after);
}

void pf_go_along(pf_terrain_search *s, int32_t number) {
  const pf_travel travel = s->travels[number];
  const pf_arc *arc = &s->terrain->arcs[travel.arc];
  const int32_t end = arc->node[1 - travel.backward];
  const double way = travel.backward ? travel.start : arc->length - travel.start;
  const double rate = pf_lane_of(s->terrain, travel.arc, travel.backward).rate;
  for (int32_t i = 0; i < s->on_arc_count; i++) {
    const pf_target_at *there = &s->on_arcs[i];
    const double ahead = travel.backward ? travel.start - there->at : there->at - travel.start;
    if (there->number == travel.arc && ahead >= 0)
      pf_reach_target(s, there->target, travel.cost + rate * ahead,
                      (pf_arrival){PF_ARRIVAL_ROAD, number, -1});
  }
  /* Ways leave the road up to where arriving from the other end is as cheap. */
  const double back = pf_rate_beside(s->terrain, travel.arc, !travel.backward);
  const double rest = (s->reached[end].cost - travel.cost + back * way) / (rate + back);
  const double reach = rest < way ? rest : way;
  pf_reach_node(s, end, travel.cost + rate * way, (pf_arrival){PF_ARRIVAL_ROAD, number, -1});
  if (reach <= 0 || s->is_star) return;
  if (travel.backward)
    pf_leave_road(s, number, travel.start - reach, travel.start);
  else
    pf_leave_road(s, number, travel.start, travel.start + reach);
}

/* A star needs only the costs of nodes: its ways don't leave roads, nor are they traced back along
 * them. */
static void relax_roads(pf_terrain_search *s, int32_t number) {
  const pf_terrain *t = s->terrain;
  const double cost = s->reached[number].cost;
  for (uint32_t i = t->nodes[number].first_arc; i < t->nodes[number + 1].first_arc; i++) {
    const pf_arc *arc = &t->arcs[t->arc_ends[i].arc];
    const double rate = pf_lane_of(t, t->arc_ends[i].arc, t->arc_ends[i].end).rate;
    pf_reach_node(s, arc->node[1 - t->arc_ends[i].end], cost + rate * arc->length,
                  (pf_arrival){PF_ARRIVAL_ROAD, -1, -1});
  }
}

/* Whether a node was reached along an arc from its other end, so that going back gains nothing. It
 * isn't enough that the other end would do as well: then each end would leave the arc to the
 * other. */
static bool comes_along(const pf_terrain_search *s, int32_t number, int32_t arc, int32_t other) {
  const pf_arrival by = s->reached[number].by;
  if (by.kind != PF_ARRIVAL_ROAD) return false;
  const pf_travel *travel = &s->travels[by.number];
  return travel->arc == arc && travel->by.kind == PF_ARRIVAL_NODE && travel->by.number == other;
}

static void leave_along_roads(pf_terrain_search *s, int32_t number) {
  const pf_terrain *t = s->terrain;
  const pf_node *node = &t->nodes[number];
  const double cost = s->reached[number].cost;
  for (uint32_t i = node->first_arc; i < node[1].first_arc && !s->status; i++) {
    const pf_arc_end *end = &t->arc_ends[i];
    const pf_arc *arc = &t->arcs[end->arc];
    const int32_t other = arc->node[1 - end->end];
    if (isinf(pf_lane_of(t, end->arc, end->end).rate)) continue;
    const double back = pf_lane_of(t, end->arc, 1 - end->end).rate;
    if (comes_along(s, number, end->arc, other) ||
        s->reached[other].cost + back * arc->length < cost)
      continue;
    const pf_travel travel = {.start = end->end ? arc->length : 0,
                              .cost = cost,
                              .by = {PF_ARRIVAL_NODE, number, -1},
                              .arc = end->arc,
                              .backward = end->end,
                              .next = -1};
    const int32_t added = pf_add_travel(s, &travel);
    if (!s->status) pf_go_along(s, added);
  }
}

static void leave_over_links(pf_terrain_search *s, int32_t number) {
  const pf_terrain *t = s->terrain;
  const pf_node *node = &t->nodes[number];
  for (uint32_t i = node->first_link; i < node[1].first_link; i++)
    pf_reach_node(s, t->links[i].to, s->reached[number].cost + t->links[i].cost,
                  (pf_arrival){PF_ARRIVAL_LINK, number, (int32_t)i});
}

void pf_leave_node(pf_terrain_search *s, int32_t node) {
  for (int32_t i = 0; i < s->at_node_count; i++)
    if (s->at_nodes[i].number == node)
      pf_reach_target(s, s->at_nodes[i].target, s->reached[node].cost,
                      (pf_arrival){PF_ARRIVAL_NODE, node, -1});
  if (s->is_star)
    relax_roads(s, node);
  else
    leave_along_roads(s, node);
  leave_over_links(s, node);
  if (!s->is_star || node == s->root) leave_over_ground(s, node);
}
