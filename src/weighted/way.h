/* way.h - a way, from bounds to one that can't be made cheaper by moving its stops. */
#ifndef PF_WEIGHTED_WAY_H
#define PF_WEIGHTED_WAY_H

#include "weighted/pass.h"

/* Where a way changes: an end, a node, or a place on an edge. */
typedef struct pf_way_stop {
  int32_t node, edge; /* NONE, NONE: an end */
  double at;          /* distance along the edge */
} pf_way_stop;

/* From a stop to the next. */
typedef struct pf_way_step {
  pf_weighted_step_kind kind;
  int32_t by;
  double rate; /* GROUND; that ALONG an edge depends on the direction */
  double toll; /* BANK, LINK */
} pf_way_step;

/* Zero it first, and set map and ends. */
typedef struct pf_way {
  const pf_weighted_map *map;
  const pf_weighted_place *ends; /* [Size: 2] */
  pf_way_stop *stops;            /* [Size: count] the first is ends[0], the last ends[1] */
  pf_way_step *legs;             /* [Size: count - 1] */
  int32_t count;
  double cost;

  int32_t stop_most; /* after which traces fail; 0: a few thousand */
  uint64_t pairs;    /* of a stop and an interval that traces looked at; counted on */

  int32_t stop_capacity, leg_capacity, room_capacity;
  struct pf_way_room *room; /* one element a stop */
} pf_way;

pf_xy pf_way_stop_at(const pf_way *way, int32_t stop);

/* Finds the faces in which a stop lies or on whose border. */
void pf_way_faces(const pf_way *way, int32_t stop, const int32_t **faces, int32_t *count);

/* What a leg costs between two places. */
double pf_way_leg_cost(const pf_way *way, int32_t leg, pf_xy from, pf_xy to);

/* Returns the area between the way and the straight line from its begin, signed, by that of the
 * map: different ones for ways that cost the same on two sides of something. */
double pf_way_side(const pf_way *way);

/* Sums the cost of its legs. */
double pf_way_sum(const pf_way *way);

/* Follows the bounds of a pass back from its goal to its end. is_back: the pass began at ends[1],
 * on the way's map reversed. way->cost: of the way found; INFINITY: that failed. loss [Size:
 * intervals], unless NULL, is raised to how far a stop's cost is above its bound: together these
 * make up the gap between the way and the bound. Errors: NO_MEMORY. */
pathfan_status pf_way_trace(pf_way *way, const pf_pass *pass, bool is_back, double *loss);

/* Leaves out stops where the way between others is cheaper. Errors: NO_MEMORY. */
pathfan_status pf_way_shorten(pf_way *way);

/* Moves the stops along their edges to where the way is cheapest; the edges stay. Sets the cost.
 * Errors: NO_MEMORY. */
pathfan_status pf_way_straighten(pf_way *way);

/* Adds a way that begins where this one ends: at `stop`, and not in a place of its own. Errors:
 * NO_MEMORY. */
pathfan_status pf_way_append(pf_way *way, pf_way_stop stop, const pf_way *next);

/* Adds a way that begins where this one ends, inside a face: the way goes straight on through it.
 * Errors: NO_MEMORY. */
pathfan_status pf_way_append_through(pf_way *way, const pf_way *next);

/* Makes it the way that runs back over the map reversed: map and ends must be turned, too. */
void pf_way_turn(pf_way *way);

/* Writes the way's steps. Errors: NO_MEMORY. */
pathfan_status pf_way_steps(const pf_way *way, pf_weighted_step **steps, int32_t *capacity,
                            int32_t *count);

/* The way that a search found, as long as it isn't used again. */
const pf_way *pf_way_found(const pf_weighted_search *search);

/* Copies stops, legs and cost. Errors: NO_MEMORY. */
pathfan_status pf_way_copy(pf_way *to, const pf_way *from);

void pf_way_free(pf_way *way);

#endif
