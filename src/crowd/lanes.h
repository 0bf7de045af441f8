/* lanes.h - lanes beside a shortest path, for agents that find it crowded.
 *
 *   count = pf_lane_of(&ground, path, path_count, 1, lane);
 *   if (count) ... the lane's points ... */
#ifndef PF_CROWD_LANES_H
#define PF_CROWD_LANES_H

#include "crowd/cells.h"
#include "crowd/places.h"

typedef struct pf_lane_ground {
  const pf_floor *floor;
  const pf_cells *cells;
  const pathfan_area *avoid; /* [Size: avoid_count] closed areas */
  int32_t avoid_count;
} pf_lane_ground;

/* Makes lane 1, 2.. of a path [Size: count >= 2]: that many cells away from the walls that it turns
 * round, or to alternate sides of a straight path. Writes at most 2 * count + 2 points with the
 * same ends, of which each sees the next; returns how many, or 0 if there is no such lane. */
int32_t pf_lane_of(const pf_lane_ground *ground, const pathfan_point *path, int32_t count,
                   int32_t lane, pathfan_point *points);

#endif
