/* turn.c - applies the rules of leave.c, which are there directions that remain, to a given turn.
 * Alternatives (query/terrain/way_chain.c) are two cheapest ways joined, so each of these obeys the
 * rules except where they meet. */
#include "terrain/turn.h"

double pf_sector_angle(const pf_node *node, double dx, double dy) {
  double angle = pf_arctangent(dy, dx) - node->heading;
  if (angle < 0) angle += 2 * M_PI;
  if (angle < 0) angle += 2 * M_PI;
  if (angle <= node->span) return angle;
  return angle - node->span < 2 * M_PI - angle ? node->span : 0; /* rounding, at its border */
}

pf_arm pf_arm_over_ground(const pf_terrain *terrain, int32_t number, double dx, double dy) {
  const pf_node *node = &terrain->nodes[number];
  const double angle = pf_sector_angle(node, dx, dy);
  return (pf_arm){pf_is_on_either_bank(node, angle) ? -1 : angle, 0, PF_TERRAIN_NONE};
}

pf_arm pf_arm_along(const pf_terrain *terrain, int32_t number, int32_t arc, int end,
                    bool is_leaving) {
  const pf_node *node = &terrain->nodes[number];
  for (uint32_t i = node->first_arc; i < node[1].first_arc; i++) {
    const pf_arc_end *at = &terrain->arc_ends[i];
    if (at->arc != arc || at->end != end) continue;
    const bool is_told = at->angle >= 0 && !pf_is_on_either_bank(node, at->angle);
    const pf_lane lane = pf_lane_of(terrain, arc, is_leaving ? end : !end);
    return (pf_arm){is_told ? at->angle : -1, pf_critical_angle(lane), arc};
  }
  return (pf_arm){-1, 0, arc};
}

/* The angle between two angles of a node, on the side that nothing obstructs. */
static double between(const pf_node *node, double a, double b) {
  const double angle = fabs(a - b);
  return node->is_round && angle > M_PI ? 2 * M_PI - angle : angle;
}

/* Heuristic 2: whether a way over open ground is far enough from every road that leads its way. */
static bool clears_roads(const pf_terrain *terrain, const pf_node *node, double angle,
                         bool is_leaving) {
  for (uint32_t i = node->first_arc; i < node[1].first_arc; i++) {
    const pf_arc_end *at = &terrain->arc_ends[i];
    if (at->angle < 0) continue;
    if (between(node, angle, at->angle) <
        pf_critical_angle(pf_lane_of(terrain, at->arc, is_leaving ? at->end : !at->end)) -
            PF_ANGLE_SLACK)
      return false;
  }
  return true;
}

static bool is_clear(const pf_terrain *terrain, const pf_node *node, pf_arm arm, bool is_leaving) {
  return arm.arc >= 0 || clears_roads(terrain, node, arm.angle, is_leaving);
}

bool pf_can_turn(const pf_terrain *terrain, int32_t number, pf_arm a, pf_arm b) {
  const pf_node *node = &terrain->nodes[number];
  if (a.angle < 0 || b.angle < 0) return true;
  if (between(node, a.angle, b.angle) < M_PI - a.critical - b.critical - PF_ANGLE_SLACK)
    return false;
  return is_clear(terrain, node, a, false) && is_clear(terrain, node, b, true);
}

/* Returns the cheapest link from a node to another, or NULL. */
static const pf_link *link_between(const pf_terrain *terrain, int32_t from, int32_t to) {
  const pf_link *best = NULL;
  for (uint32_t i = terrain->nodes[from].first_link; i < terrain->nodes[from + 1].first_link; i++) {
    const pf_link *link = &terrain->links[i];
    if (link->to == to && (!best || link->cost < best->cost)) best = link;
  }
  return best;
}

/* Returns the link over the river on one side of a node, or NULL. */
static const pf_link *link_on(const pf_terrain *terrain, int32_t node, bool is_left) {
  for (uint32_t i = terrain->nodes[node].first_link; i < terrain->nodes[node + 1].first_link; i++)
    if (pf_link_is_ford(&terrain->links[i]) && (terrain->links[i].is_left != 0) == is_left)
      return &terrain->links[i];
  return NULL;
}

/* A passage round a vertex on one side, from one node to another. */
typedef struct detour {
  double cost;    /* INFINITY: there is none */
  double between; /* total angle of the sectors passed through */
} detour;

static detour go_round(const pf_terrain *terrain, int32_t from, int32_t to, bool is_left) {
  detour d = {0, 0};
  for (int32_t node = from; node != to;) {
    const pf_link *link = link_on(terrain, node, is_left);
    if (!link || link->to == from) return (detour){INFINITY, 0};
    if (node != from) d.between += terrain->nodes[node].span;
    d.cost += link->cost;
    node = link->to;
  }
  return d;
}

/* Lists the nodes that an arm can belong to: two if it runs along a river. Returns their number. */
static int banks_of(const pf_terrain *terrain, int32_t number, pf_arm arm, int32_t banks[2]) {
  const double span = terrain->nodes[number].span;
  banks[0] = number;
  if (arm.angle > PF_ANGLE_SLACK && arm.angle < span - PF_ANGLE_SLACK) return 1;
  const pf_link *link = link_on(terrain, number, arm.angle > span / 2);
  if (!link) return 1;
  banks[1] = link->to;
  return 2;
}

/* Whether nothing cheaper than `paid` leads from one arm to the other. */
static bool is_cheapest(const pf_terrain *terrain, int32_t from, int32_t to, double paid, pf_arm a,
                        pf_arm b) {
  int32_t before[2], after[2];
  const int before_count = banks_of(terrain, from, a, before);
  const int after_count = banks_of(terrain, to, b, after);
  for (int i = 0; i < before_count; i++)
    for (int k = 0; k < after_count; k++)
      for (int side = 0; side < 2; side++)
        if (go_round(terrain, before[i], after[k], side).cost < paid) return false;
  return true;
}

bool pf_can_cross(const pf_terrain *terrain, const int32_t *nodes, int32_t count, pf_arm a,
                  pf_arm b) {
  const int32_t from = nodes[0], to = nodes[count - 1];
  const pf_node *first = &terrain->nodes[from], *last = &terrain->nodes[to];
  double paid = 0;
  if (a.angle < 0 || b.angle < 0) return true;
  if (!is_clear(terrain, first, a, false) || !is_clear(terrain, last, b, true)) return false;
  for (int32_t i = 0; i + 1 < count; i++) {
    const pf_link *link = link_between(terrain, nodes[i], nodes[i + 1]);
    if (!link || !pf_link_is_ford(link)) return true; /* next to a bridge the river isn't free */
    paid += link->cost;
  }
  if (!is_cheapest(terrain, from, to, paid, a, b)) return false;
  /* On each side where the crossing costs the same, the angle inside the turn must be large
     enough. */
  for (int side = 0; side < 2; side++) {
    const detour round = go_round(terrain, from, to, side);
    const double inside =
        round.between + (side ? first->span - a.angle + b.angle : a.angle + last->span - b.angle);
    if (round.cost == paid && inside < M_PI - a.critical - b.critical - PF_ANGLE_SLACK)
      return false;
  }
  return true;
}
