/* area.h - areas that paths must keep out of: closed polygons of the fixed-point
 * grid, grown outwards by a tiny margin.
 *
 *   pathfan_areas areas = {0};
 *   pathfan_areas_begin(&areas, &frame, fraction_bits);
 *   for (...) status = pathfan_areas_add(&areas, corners, count, &is_simple);
 *   for (...) status = pathfan_areas_add_circle(&areas, x, y, radius, &is_simple);
 *   status = pathfan_areas_cluster(&areas);
 *   if (pathfan_areas_hold(&areas, point)) ... it can't be an end ...
 *   if (pathfan_areas_meet(&areas, a, b)) ... no path may go that way ...
 *   status = pathfan_areas_list_outer_corners(&areas, 0);
 *   for (i < areas.outer_corner_count) ... shortest paths round them turn at areas.outer_corners[i]
 * ... pathfan_areas_free(&areas);
 *
 * Areas may overlap each other. What is grown is an open set that holds the closed
 * areas; paths may touch it, and so keep a distance of about the margin from the areas
 * themselves. Where an area touches a wall, or another area, nothing fits between.
 *
 * Coordinates: at most 2^60 steps from 0. Decisions are exact, for the grown shapes as
 * rounded to the grid. One thread at a time may build areas; any number may ask. */
#ifndef PATHFAN_GEOMETRY_AREA_H
#define PATHFAN_GEOMETRY_AREA_H

#include "geometry/area_circle.h"
#include "pathfan/status.h"

/* By how much areas grow: 2^-24 lattice units, but 16 steps of the fixed-point grid at
 * least. It must be many times what rounding to the grid can move, 0.71 steps, and so
 * small that nobody minds: a path that turns round n corners gets at most n times
 * twice the margin longer. On lattices finer than 2^16 units across it is 16 steps,
 * less than 2^-25 of the extent. */
#define PATHFAN_AREA_MARGIN_BITS 24
#define PATHFAN_AREA_MARGIN_STEPS 16

static inline int64_t pathfan_area_margin(int fraction_bits) {
  const int64_t margin = ((int64_t)1 << fraction_bits) >> PATHFAN_AREA_MARGIN_BITS;
  return margin > PATHFAN_AREA_MARGIN_STEPS ? margin : PATHFAN_AREA_MARGIN_STEPS;
}

/* A point where shortest paths may turn round the areas, and what is closed there: the
 * wedge from direction `first` counter-clockwise to `second`, less than half a turn.
 * Overlapping areas may close more. */
typedef struct pathfan_area_corner {
  pathfan_fixed_point at, first, second;
  int32_t ring; /* of which area */
} pathfan_area_corner;

/* An open convex polygon, counter-clockwise; what is grown is the union of these and
 * of the areas. */
typedef struct pathfan_area_piece {
  pathfan_fixed_point corners[4], low, high;
} pathfan_area_piece;

/* One area, as given but for repeated and straight corners, counter-clockwise. */
typedef struct pathfan_area_ring {
  int32_t first_corner, corner_count; /* among areas->corners; pieces likewise; 0: a circle of
                                         which no corners are needed so far */
  int32_t circle;                     /* among areas->circles; -1: a polygon */
  pathfan_fixed_point low, high;      /* of what is grown, or a bit more */
} pathfan_area_ring;

/* Rings that lie together, so that most needn't be looked at one by one. */
typedef struct pathfan_area_cluster {
  pathfan_fixed_point low, high; /* of all of them */
  int32_t end;                   /* in areas->clustered; they begin where those before end */
} pathfan_area_cluster;

typedef struct pathfan_areas {
  const pathfan_frame *frame;
  int fraction_bits;
  int32_t ring_count, corner_count, circle_count, outer_corner_count;
  pathfan_area_ring *rings; /* may be put into another order, and left out at the end by
                               making ring_count less for a while, between pathfan_areas_scatter
                               and pathfan_areas_cluster */
  pathfan_area_circle *circles;
  pathfan_fixed_point *corners;
  pathfan_area_piece *pieces; /* [Size: corner_count] piece i covers the edge from corner i */
  pathfan_area_corner *outer_corners;
  int32_t ring_capacity, circle_capacity, corner_capacity, piece_capacity, outer_corner_capacity;

  /* Where there are many rings, else cluster_count is 0. */
  pathfan_area_cluster *clusters;
  int32_t *clustered; /* [Size: ring_count] numbers of rings */
  int32_t cluster_count, cluster_capacity, clustered_capacity;
} pathfan_areas;

/* Empties areas but keeps their room; all zero is fine. The frame, which circles are drawn by, is
 * kept. */
void pathfan_areas_begin(pathfan_areas *areas, const pathfan_frame *frame, int fraction_bits);

/* Adds the polygon of these corners, either winding; the first may be repeated at the
 * end. *is_simple: it has a surface and no two of its edges meet but neighbours in
 * their common corner; else nothing is added. Errors: NO_MEMORY. */
pathfan_status pathfan_areas_add(pathfan_areas *areas, const pathfan_fixed_point *corners,
                                 int32_t count, bool *is_simple);

/* Adds the polygon round a circle in map units, whose radius is above 0 and whose box is within
 * reach. Errors: NO_MEMORY. */
pathfan_status pathfan_areas_add_circle(pathfan_areas *areas, double x, double y, double radius,
                                        bool *is_simple);

/* Puts many areas in clusters, by which they are asked faster; scatter undoes it. Errors:
 * NO_MEMORY. */
pathfan_status pathfan_areas_cluster(pathfan_areas *areas);
void pathfan_areas_scatter(pathfan_areas *areas);

/* Lists the outer corners of the areas from `first` on; what any area holds is none. Errors:
 * NO_MEMORY. */
pathfan_status pathfan_areas_list_outer_corners(pathfan_areas *areas, int32_t first);

/* Whether a point is in what is grown. */
bool pathfan_areas_hold(const pathfan_areas *areas, pathfan_fixed_point point);

/* Whether the segment between two points that areas don't hold meets what is grown. */
bool pathfan_areas_meet(const pathfan_areas *areas, pathfan_fixed_point a, pathfan_fixed_point b);

/* The same for one of them. */
bool pathfan_area_meets(const pathfan_areas *areas, int32_t ring, pathfan_fixed_point a,
                        pathfan_fixed_point b);

/* Frees what areas hold and zeroes them. */
void pathfan_areas_free(pathfan_areas *areas);

#endif
