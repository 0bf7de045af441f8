/* difference.h - when two paths differ, for one request whose path 1 is known.
 *
 *   const pf_difference d = pf_difference_of(task);
 *   status = pf_track_open(track);                      once its points are known
 *   if (pf_is_too_near(&d, track, other)) ...
 */
#ifndef PF_QUERY_CHOOSE_DIFFERENCE_H
#define PF_QUERY_CHOOSE_DIFFERENCE_H

#include "geometry/footprint.h"
#include "query/paths/task.h"

typedef struct pf_difference {
  double dissimilarity; /* theta; 0: any two differ */
  double separation;    /* W, map units; 0: only parts shared to the point count */
  double width;         /* W as corridors need it */
  int fraction_bits;
} pf_difference;

/* Returns the difference that a task requires; its first track shows how far apart the ends are. */
pf_difference pf_difference_of(const pf_task *task);

/* Returns W, in map units, for a request between ends that are `distance` map units apart. */
double pf_separation(const pathfan_request *request, double distance);

/* Returns a difference that has only a width: separation in map units. */
pf_difference pf_difference_at(const pf_space *space, double separation);

/* Whether two tracks share more than theta allows, to the point. */
bool pf_is_too_similar(const pf_difference *d, const pf_track *a, const pf_track *b);

/* Whether they share more than theta allows within W; both must be open if W is above 0. */
bool pf_is_too_near(const pf_difference *d, pf_track *a, pf_track *b);

/* Returns the most that two tracks of these lengths may share, to the point, without being too
 * similar. */
double pf_share_most(const pf_difference *d, double length, double other_length);

/* Decides by the footprint of a track on another one, which must be open, whether it is too near: 1
 * yes, 0 no, -1 can't be told. */
int pf_report_near(const pf_difference *d, const pf_track *track, const pf_footprint *print,
                   const pf_track *other);

/* Returns the length that two open tracks share within W by all length: 0..1. */
double pf_track_nearness(const pf_difference *d, pf_track *a, pf_track *b);

/* Measures of all open tracks of an answer together. Scratch; zero it first. */
typedef struct pf_spread {
  double *apart; /* [Size: count] of each track, share farther than W from all others */
  double backup; /* share of the first track farther than W from at least one other */
  int32_t apart_capacity, span_capacity, common_capacity;
  pf_leg_span *spans, *common;
} pf_spread;

/* Errors: NO_MEMORY. */
pathfan_status pf_spread_measure(pf_spread *spread, const pf_difference *d, const pf_track *tracks,
                                 int32_t count);
void pf_spread_free(pf_spread *spread);

#endif
