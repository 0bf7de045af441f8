/* turn.h - angles in the sectors of nodes, and which turns a cheapest way can make there. */
#ifndef PF_TERRAIN_TURN_H
#define PF_TERRAIN_TURN_H

#include <math.h>
#include <stdbool.h>

#include "base/arctangent.h"
#include "terrain/terrain.h"

/* Angles that differ by less than this count as equal; in doubt more is searched. */
#define PF_ANGLE_SLACK 1e-10

/* A way's direction at a node: over ground, or along an arc. */
typedef struct pf_arm {
  double angle;    /* in the sector; < 0: unknown, and any turn is possible */
  double critical; /* C of the road along which it runs; 0: over ground */
  int32_t arc;     /* NONE: over ground */
} pf_arm;

/* The critical angle C of a way along an arc. */
static inline double pf_critical_angle(pf_lane lane) {
  return pf_arctangent(lane.sine, lane.cosine);
}

/* Converts a direction to an angle in a node's sector. */
double pf_sector_angle(const pf_node *node, double dx, double dy);

/* Whether a direction runs along a river that ends at a node: its angle doesn't tell the bank. */
static inline bool pf_is_on_either_bank(const pf_node *node, double angle) {
  const double off = fmin(angle, node->span - angle);
  return !node->is_round && node->span > 2 * M_PI - 1e-9 && off < 1e-9;
}

pf_arm pf_arm_over_ground(const pf_terrain *terrain, int32_t node, double dx, double dy);
/* end: the node is arc.node[end]. is_leaving: the way goes from there to the other end. */
pf_arm pf_arm_along(const pf_terrain *terrain, int32_t node, int32_t arc, int end, bool is_leaving);

/* Whether a cheapest way can arrive along arm a and leave along arm b: heuristics 1 to 3 and
 * those for rivers and obstacles (Rowe, section 2). */
bool pf_can_turn(const pf_terrain *terrain, int32_t node, pf_arm a, pf_arm b);

/* The same for a way that arrives at nodes[0] along one arm, goes over links from each node to the
 * next, and leaves the last along the other arm. */
bool pf_can_cross(const pf_terrain *terrain, const int32_t *nodes, int32_t count, pf_arm a,
                  pf_arm b);

#endif
