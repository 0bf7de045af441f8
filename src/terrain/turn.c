/* turn.c - see leave.c, which has the rules as directions. */
#include "terrain/turn.h"

double pathfan_sector_angle(const pathfan_node *node, double dx, double dy) {
  double angle = atan2(dy, dx) - node->heading;
  if (angle < 0) angle += 2 * M_PI;
  if (angle < 0) angle += 2 * M_PI;
  if (angle <= node->span) return angle;
  return angle - node->span < 2 * M_PI - angle ? node->span : 0; /* rounding, at its border */
}

pathfan_arm pathfan_arm_over_ground(const pathfan_terrain *terrain, int32_t number, double dx,
                                    double dy) {
  const pathfan_node *node = &terrain->nodes[number];
  const double angle = pathfan_sector_angle(node, dx, dy);
  return (pathfan_arm){pathfan_is_on_either_bank(node, angle) ? -1 : angle, 0,
                       PATHFAN_TERRAIN_NONE};
}

pathfan_arm pathfan_arm_along(const pathfan_terrain *terrain, int32_t number, int32_t arc,
                              int end) {
  const pathfan_node *node = &terrain->nodes[number];
  for (uint32_t i = node->first_arc; i < node[1].first_arc; i++) {
    const pathfan_arc_end *at = &terrain->arc_ends[i];
    if (at->arc != arc || at->end != end) continue;
    const bool is_told = at->angle >= 0 && !pathfan_is_on_either_bank(node, at->angle);
    return (pathfan_arm){is_told ? at->angle : -1, pathfan_critical_angle(&terrain->arcs[arc]),
                         arc};
  }
  return (pathfan_arm){-1, 0, arc};
}

/* Between two angles of a node, on the side that nothing obstructs. */
static double between(const pathfan_node *node, double a, double b) {
  const double angle = fabs(a - b);
  return node->is_round && angle > M_PI ? 2 * M_PI - angle : angle;
}

/* Heuristic 2: who is on open ground there is far enough from every road. */
static bool clears_roads(const pathfan_terrain *terrain, const pathfan_node *node, double angle) {
  for (uint32_t i = node->first_arc; i < node[1].first_arc; i++) {
    const pathfan_arc_end *at = &terrain->arc_ends[i];
    if (at->angle < 0) continue;
    if (between(node, angle, at->angle) <
        pathfan_critical_angle(&terrain->arcs[at->arc]) - PATHFAN_ANGLE_SLACK)
      return false;
  }
  return true;
}

bool pathfan_can_turn(const pathfan_terrain *terrain, int32_t number, pathfan_arm a,
                      pathfan_arm b) {
  const pathfan_node *node = &terrain->nodes[number];
  if (a.angle < 0 || b.angle < 0) return true;
  if (between(node, a.angle, b.angle) < M_PI - a.critical - b.critical - PATHFAN_ANGLE_SLACK)
    return false;
  return (a.arc >= 0 || clears_roads(terrain, node, a.angle)) &&
         (b.arc >= 0 || clears_roads(terrain, node, b.angle));
}
