/* difference.h - when two paths differ, for one request whose path 1 is known.
 *
 *   const pathfan_difference d = pathfan_difference_of(task);
 *   status = pathfan_track_open(track);                      once its points are known
 *   if (pathfan_is_too_near(&d, track, other)) ...
 */
#ifndef PATHFAN_QUERY_DIFFERENCE_H
#define PATHFAN_QUERY_DIFFERENCE_H

#include "geometry/footprint.h"
#include "task.h"

typedef struct pathfan_difference {
  double dissimilarity; /* theta; 0: any two differ */
  double separation;    /* W, map units; 0: only parts shared to the point count */
  double width;         /* W as corridors need it */
  int fraction_bits;
} pathfan_difference;

/* Returns the difference that a task requires; its first track shows how far apart the ends are. */
pathfan_difference pathfan_difference_of(const pathfan_task *task);

/* Returns W, in map units, for a request between ends that are `distance` map units apart. */
double pathfan_separation(const pathfan_request *request, double distance);

/* Returns a difference that has only a width: separation in map units. */
pathfan_difference pathfan_difference_at(const pathfan_space *space, double separation);

/* Whether two tracks share more than theta allows, to the point. */
bool pathfan_is_too_similar(const pathfan_difference *d, const pathfan_track *a,
                            const pathfan_track *b);

/* Whether they share more than theta allows within W; both must be open if W is above 0. */
bool pathfan_is_too_near(const pathfan_difference *d, pathfan_track *a, pathfan_track *b);

/* Returns the most that two tracks of these lengths may share, to the point, without being too
 * similar. */
double pathfan_share_most(const pathfan_difference *d, double length, double other_length);

/* Decides by the footprint of a track on another one, which must be open, whether it is too near: 1
 * yes, 0 no, -1 can't be told. */
int pathfan_tell_near(const pathfan_difference *d, const pathfan_track *track,
                      const pathfan_footprint *print, const pathfan_track *other);

/* Returns the length that two open tracks share within W by all length: 0..1. */
double pathfan_track_nearness(const pathfan_difference *d, pathfan_track *a, pathfan_track *b);

/* Measures of all open tracks of an answer together. Scratch; zero it first. */
typedef struct pathfan_spread {
  double *apart; /* [Size: count] of each track, share farther than W from all others */
  bool *filled;  /* [Size: count] as in the tracks */
  double backup; /* share of the first track farther than W from at least one other */
  int32_t apart_capacity, filled_capacity, span_capacity, common_capacity;
  pathfan_span *spans, *common;
} pathfan_spread;

/* Errors: NO_MEMORY. */
pathfan_status pathfan_spread_measure(pathfan_spread *spread, const pathfan_difference *d,
                                      const pathfan_track *tracks, int32_t count);
void pathfan_spread_free(pathfan_spread *spread);

#endif
