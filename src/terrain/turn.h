/* turn.h - angles in the sectors of nodes, and which turns a cheapest way can make there. */
#ifndef PATHFAN_TERRAIN_TURN_H
#define PATHFAN_TERRAIN_TURN_H

#include <math.h>
#include <stdbool.h>

#include "terrain/terrain.h"

/* Angles that differ by less than this count as equal; in doubt more is searched. */
#define PATHFAN_ANGLE_SLACK 1e-10

/* A way's direction at a node: over ground, or along an arc. */
typedef struct pathfan_arm {
  double angle;    /* in the sector; < 0: unknown, and any turn is possible */
  double critical; /* C of the road along which it runs; 0: over ground */
  int32_t arc;     /* NONE: over ground */
} pathfan_arm;

/* The critical angle C of an arc. */
static inline double pathfan_critical_angle(const pathfan_arc *arc) {
  return atan2(arc->sine, arc->cosine);
}

/* Converts a direction to an angle in a node's sector. */
double pathfan_sector_angle(const pathfan_node *node, double dx, double dy);

/* Whether a direction runs along a river that ends at a node: its angle doesn't tell the bank. */
static inline bool pathfan_is_on_either_bank(const pathfan_node *node, double angle) {
  const double off = fmin(angle, node->span - angle);
  return !node->is_round && node->span > 2 * M_PI - 1e-9 && off < 1e-9;
}

pathfan_arm pathfan_arm_over_ground(const pathfan_terrain *terrain, int32_t node, double dx,
                                    double dy);
/* end: the node is arc.node[end]. */
pathfan_arm pathfan_arm_along(const pathfan_terrain *terrain, int32_t node, int32_t arc, int end);

/* Whether a cheapest way can arrive along one arm and leave along the other: heuristics 1 to 3 and
 * those for rivers and obstacles (Rowe, section 2). */
bool pathfan_can_turn(const pathfan_terrain *terrain, int32_t node, pathfan_arm a, pathfan_arm b);

/* The same for a way that arrives at nodes[0] along one arm, goes over links from each node to the
 * next, and leaves the last along the other arm. */
bool pathfan_can_cross(const pathfan_terrain *terrain, const int32_t *nodes, int32_t count,
                       pathfan_arm a, pathfan_arm b);

#endif
