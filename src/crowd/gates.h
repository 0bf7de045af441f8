/* gates.h - the narrow cross-sections of free space, which bound how many people pass a second.
 *
 *   status = pf_gates_of(&gates, &floor, &rules);
 *   for (i = 0; i < gates.count; i++) ... gates.list[i] ...
 *   pf_gates_free(&gates);
 *
 * A gate is a segment of at most PF_GATE_LONGEST between two points of walls, one of which is a
 * corner that sticks out into free space, such that the open disc over it meets no wall: the
 * locally narrowest cross-section. Doors and the borders of areas are gates by decree. */
#ifndef PF_CROWD_GATES_H
#define PF_CROWD_GATES_H

#include "crowd/floor.h"
#include "pathfan/crowd.h"

#define PF_GATE_LONGEST 6.0
#define PF_GATE_SHORTEST 0.05

typedef struct pf_gate {
  pathfan_point a, b;
  double width; /* that people can use */
  double flow;  /* persons a second */
  int32_t door; /* number of the door; -1: none */
} pf_gate;

typedef struct pf_gates {
  pf_gate *list;
  int32_t count, capacity;
} pf_gates;

/* What decides a gate's flow; lists belong to the caller. */
typedef struct pf_gate_rules {
  double specific_flow; /* persons a metre and second */
  double boundary;      /* metres at each end that nobody uses */
  const pathfan_crowd_door *doors;
  int32_t door_count;
  const pathfan_crowd_zone *zones;
  int32_t zone_count;
} pf_gate_rules;

/* *gates must be zeroed first. Errors: NO_MEMORY. */
pathfan_status pf_gates_of(pf_gates *gates, const pf_floor *floor, const pf_gate_rules *rules);

/* Where the segment from p to q crosses a gate, 0..1 from p to q; INFINITY: it doesn't. */
double pf_gate_met(const pf_gate *gate, pathfan_point p, pathfan_point q);

void pf_gates_free(pf_gates *gates);

#endif
