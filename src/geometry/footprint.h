/* footprint.h - what ways have of one path and near it, leg by leg.
 *
 *   pathfan_footprint_set(&print, &leg, &path, width);
 *   pathfan_footprint_add(&way, &print);                      of each leg of a way
 *
 * Ways that are made of the same legs are told by sums: what is shared and what a way has near the
 * path add up as they are. What the path has near a way doesn't, for several legs may be near the
 * same of it: so that is told by parts of the path, from below and from above. */
#ifndef PATHFAN_GEOMETRY_FOOTPRINT_H
#define PATHFAN_GEOMETRY_FOOTPRINT_H

#include "geometry/corridor.h"

/* Equal parts of the path, as many as a word has bits. */
#define PATHFAN_FOOTPRINT_PARTS 64

/* Of a leg or of several; lengths in fixed-point steps. Zero is that of none. */
typedef struct pathfan_footprint {
  int64_t steps, near;       /* length, and what of it is near the path, each leg's rounded */
  uint64_t covered, touched; /* parts of the path: all of which is near; of which not nothing is,
                                both but for a millionth of a part */
} pathfan_footprint;

/* Length that a segment has in common with a path, to the point. Fixed-point steps. */
double pathfan_leg_shared(pathfan_fixed_point from, pathfan_fixed_point to,
                          const pathfan_corridor *path);

/* Makes it that of a leg. path: its spans are room. width: widened, as corridors have it. */
void pathfan_footprint_set(pathfan_footprint *print, const pathfan_corridor_leg *leg,
                           pathfan_corridor *path, double width);

/* Of its own first and last legs, so many, as far as it is known at once: the parts that these
 * touch are not, and those that they cover are but their own. */
pathfan_footprint pathfan_footprint_of_ends(const pathfan_corridor *path, int32_t head,
                                            int32_t tail);

static inline void pathfan_footprint_add(pathfan_footprint *sum, const pathfan_footprint *print) {
  sum->steps += print->steps;
  sum->near += print->near;
  sum->covered |= print->covered;
  sum->touched |= print->touched;
}

/* What the path has near a way, fixed-point steps: at least and at most. */
void pathfan_footprint_bounds(const pathfan_footprint *way, const pathfan_corridor *path,
                              double *least, double *most);

#endif
