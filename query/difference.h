/* difference.h - when two ways differ, for one request whose path 1 is known.
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
  double separation;    /* W, map units; 0: only what is shared to the point counts */
  double width;         /* the same as corridors have it */
  int fraction_bits;
} pathfan_difference;

/* That of a task: its first track says how far apart the ends are. */
pathfan_difference pathfan_difference_of(const pathfan_task *task);

/* W of a request between ends that are `distance` apart, map units. */
double pathfan_separation(const pathfan_request *request, double distance);

/* A difference that is a width alone: separation in map units. */
pathfan_difference pathfan_difference_at(const pathfan_space *space, double separation);

/* Whether two tracks share more than theta allows, to the point. */
bool pathfan_is_too_similar(const pathfan_difference *d, const pathfan_track *a,
                            const pathfan_track *b);

/* The same with W; tracks must be open where W is above 0. */
bool pathfan_is_too_near(const pathfan_difference *d, pathfan_track *a, pathfan_track *b);

/* What two tracks of these lengths may share at most, to the point, for not being too similar. */
double pathfan_share_most(const pathfan_difference *d, double length, double other_length);

/* Whether a track is too near to another one that is open, told by the footprint on it: 1 yes, 0
 * no, -1 it can't be told. */
int pathfan_tell_near(const pathfan_difference *d, const pathfan_track *track,
                      const pathfan_footprint *print, const pathfan_track *other);

/* Shared length of two open tracks by all length, with W: 0..1. */
double pathfan_track_nearness(const pathfan_difference *d, pathfan_track *a, pathfan_track *b);

/* What an answer of open tracks says beyond its paths. Scratch; zero it first. */
typedef struct pathfan_spread {
  double *apart; /* [Size: count] of each track, share farther than W from all others */
  bool *filled;  /* [Size: count] what the tracks say */
  double backup; /* share of the first farther than W from at least one other */
  int32_t apart_capacity, filled_capacity, span_capacity, common_capacity;
  pathfan_span *spans, *common;
} pathfan_spread;

/* Errors: NO_MEMORY. */
pathfan_status pathfan_spread_measure(pathfan_spread *spread, const pathfan_difference *d,
                                      const pathfan_track *tracks, int32_t count);
void pathfan_spread_free(pathfan_spread *spread);

#endif
