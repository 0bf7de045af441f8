/* field.h - what ways from a place cost everywhere, each with a lower bound.
 *
 *   status = pf_weighted_field_find(&field, &map, &from, 1e-4, limit);
 *   status = pf_weighted_field_at(&field, &place, &value);          again and again
 *   pf_weighted_field_free(&field);
 *
 * Intervals are halved until the ways to all joints cost at most a share more than the bounds. What
 * is said of a place is right whether or not that succeeds. */
#ifndef PF_WEIGHTED_FIELD_H
#define PF_WEIGHTED_FIELD_H

#include "weighted/pass.h"
#include "weighted/raise.h"
#include "weighted/upper.h"
#include "weighted/way.h"

typedef struct pf_weighted_value {
  double cost;  /* of a way; INFINITY: none was found */
  double bound; /* no way costs less; INFINITY: there is none */
} pf_weighted_value;

/* Zero it first. */
typedef struct pf_weighted_field {
  pf_pass pass;
  pf_way way; /* that of the last pf_weighted_field_at, to the place */
  uint64_t pairs;
  int32_t rounds;
  double gap;              /* wished */
  double least;            /* below this cost gaps are as of it */
  bool is_loose;           /* somewhere, still */
  const pf_limits *limits; /* is told of pairs; set it before each call; NULL: none */

  pf_intervals intervals;
  pf_raise raise;
  pf_upper upper;
  pf_way traced;
  pf_weighted_place from, at;
  int32_t *faces; /* from's */
  pf_weighted_place ends[2];
  int32_t *depth;     /* [Size: joints] legs of the ways over joints */
  uint8_t *is_needed; /* [Size: joints] on the way to one with too large a gap */
  int32_t face_capacity, depth_capacity, needed_capacity;
} pf_weighted_field;

/* Finds the costs from a place (over a map reversed: to it), with about this relative gap, by at
 * most `limit` pairs (0: no limit) and one pass. Errors: NO_MEMORY; CANCELLED, by the limits: then
 * nothing may be asked of it. */
pathfan_status pf_weighted_field_find(pf_weighted_field *field, const pf_weighted_map *map,
                                      const pf_weighted_place *from, double gap, uint64_t limit);

/* What a way to a place costs. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_weighted_field_at(pf_weighted_field *field, const pf_weighted_place *place,
                                    pf_weighted_value *value);

/* The same, found at once: the way leads over joints, and isn't straightened. Errors: CANCELLED. */
pathfan_status pf_weighted_field_estimate(pf_weighted_field *field, const pf_weighted_place *place,
                                          pf_weighted_value *value);

void pf_weighted_field_free(pf_weighted_field *field);

#endif
