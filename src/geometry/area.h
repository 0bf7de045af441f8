/* area.h - areas that paths must keep out of: closed polygons on the fixed-point grid, grown
 * outwards by a tiny margin.
 *
 *   pf_areas areas = {0};
 *   pf_areas_begin(&areas, &frame, fraction_bits);
 *   for (...) status = pf_areas_add(&areas, corners, count, &is_simple);
 *   for (...) status = pf_areas_add_circle(&areas, x, y, radius, &is_simple);
 *   status = pf_areas_cluster(&areas);
 *   if (pf_areas_hold(&areas, point)) ... it can't be an end ...
 *   if (pf_areas_meet(&areas, a, b)) ... no path may go that way ...
 *   status = pf_areas_list_outer_corners(&areas, 0);
 *   for (i < areas.outer_corner_count) ... shortest paths turn at areas.outer_corners[i]
 *   pf_areas_free(&areas);
 *
 * Areas may overlap. The grown shape is an open set that contains the closed areas; paths may touch
 * it, and so keep about the margin away from the areas themselves. Where an area touches a wall or
 * another area, nothing fits between.
 *
 * Coordinates are at most 2^60 steps from 0. Decisions are exact for the grown shapes as rounded to
 * the grid. Only one thread at a time may build areas; any number may query them. */
#ifndef PF_GEOMETRY_AREA_H
#define PF_GEOMETRY_AREA_H

#include "geometry/area_circle.h"
#include "pathfan/status.h"

/* The margin by which areas grow: 2^-24 lattice units, but at least 16 steps of the fixed-point
 * grid. It must be many times the 0.71 steps by which rounding to the grid moves a point, and small
 * enough not to matter: a path that turns round n corners gets longer by at most 2 n margins. On
 * lattices finer than 2^16 units across it is 16 steps, less than 2^-25 of the extent. */
#define PF_AREA_MARGIN_BITS 24
#define PF_AREA_MARGIN_STEPS 16

static inline int64_t pf_area_margin(int fraction_bits) {
  const int64_t margin = ((int64_t)1 << fraction_bits) >> PF_AREA_MARGIN_BITS;
  return margin > PF_AREA_MARGIN_STEPS ? margin : PF_AREA_MARGIN_STEPS;
}

/* A point where shortest paths may turn round the areas, and the wedge closed there: from direction
 * `first` counter-clockwise to `second`, less than half a turn. Overlapping areas may close
 * more. */
typedef struct pf_area_corner {
  pf_fixed_point at, first, second;
  int32_t ring; /* the area it belongs to */
} pf_area_corner;

/* An open convex polygon, counter-clockwise; the grown shape is the union of the pieces and the
 * areas. */
typedef struct pf_area_piece {
  pf_fixed_point corners[4], low, high;
} pf_area_piece;

/* One area as given, without repeated and straight corners, counter-clockwise. */
typedef struct pf_area_ring {
  int32_t first_corner, corner_count; /* in areas->corners; likewise for pieces. corner_count 0: a
                                         circle whose corners haven't been needed so far */
  int32_t circle;                     /* index into areas->circles; -1: a polygon */
  pf_fixed_point low, high;           /* bounding box of the grown shape, or slightly larger */
} pf_area_ring;

/* Rings that lie close together, so that most needn't be tested one by one. */
typedef struct pf_area_cluster {
  pf_fixed_point low, high; /* bounding box of all its rings */
  int32_t end;              /* in areas->clustered; they begin where the cluster before ends */
} pf_area_cluster;

typedef struct pf_areas {
  const pf_frame *frame;
  int fraction_bits;
  int64_t margin; /* steps by which polygons grow that are added from now on: as pf_area_margin
                     says, or more */
  int32_t ring_count, corner_count, circle_count, outer_corner_count;
  pf_area_ring *rings; /* between pf_areas_scatter and pf_areas_cluster the caller
                               may reorder them, and hide the last ones by a lower ring_count */
  pf_area_circle *circles;
  pf_fixed_point *corners;
  pf_area_piece *pieces; /* [Size: corner_count] piece i covers the edge from corner i */
  pf_area_corner *outer_corners;
  int32_t ring_capacity, circle_capacity, corner_capacity, piece_capacity, outer_corner_capacity;

  /* Used if there are many rings; else cluster_count is 0. */
  pf_area_cluster *clusters;
  int32_t *clustered; /* [Size: ring_count] numbers of rings */
  int32_t cluster_count, cluster_capacity, clustered_capacity;
} pf_areas;

/* Empties areas but keeps their memory; all zero is fine. Keeps a pointer to the frame, by which
 * circles are drawn. */
void pf_areas_begin(pf_areas *areas, const pf_frame *frame, int fraction_bits);

/* Adds the polygon with these corners, of either winding; the first may be repeated at the end.
 * *is_simple: it has a positive area and no two of its edges meet except neighbours in their common
 * corner; otherwise nothing is added. Errors: NO_MEMORY. */
pathfan_status pf_areas_add(pf_areas *areas, const pf_fixed_point *corners, int32_t count,
                            bool *is_simple);

/* Adds the polygon round a circle in map units. The radius must be above 0 and the circle's box
 * within reach. Errors: NO_MEMORY. */
pathfan_status pf_areas_add_circle(pf_areas *areas, double x, double y, double radius,
                                   bool *is_simple);

/* Adds area `ring` of others that began for the same frame. Errors: NO_MEMORY. */
pathfan_status pf_areas_add_copy(pf_areas *areas, const pf_areas *others, int32_t ring);

/* Gives back memory that isn't used, and the list of outer corners. */
void pf_areas_trim(pf_areas *areas);

/* Groups many areas into clusters, which speeds up queries; pf_areas_scatter undoes it.
 * Errors: NO_MEMORY. */
pathfan_status pf_areas_cluster(pf_areas *areas);
void pf_areas_scatter(pf_areas *areas);

/* Lists the outer corners of the areas from `first` on, except those inside any area. Errors:
 * NO_MEMORY. */
pathfan_status pf_areas_list_outer_corners(pf_areas *areas, int32_t first);

/* Whether a point is inside the grown shape. */
bool pf_areas_hold(const pf_areas *areas, pf_fixed_point point);

/* Whether an area surely contains a point and all that is up to `reach` steps from it by each
 * coordinate. */
bool pf_areas_hold_round(const pf_areas *areas, pf_fixed_point point, int64_t reach);

/* Whether the segment between two points outside the grown shape meets it. */
bool pf_areas_meet(const pf_areas *areas, pf_fixed_point a, pf_fixed_point b);

/* The same for one area. */
bool pf_area_meets(const pf_areas *areas, int32_t ring, pf_fixed_point a, pf_fixed_point b);

/* Returns the pieces of an area, [Size: *count]; `room` is for those of a circle that isn't
 * drawn. */
const pf_area_piece *pf_area_pieces(const pf_areas *areas, int32_t ring,
                                    pf_area_piece room[PF_CIRCLE_CORNERS], int32_t *count);

/* Whether a point is inside a piece. */
bool pf_area_piece_holds(const pf_area_piece *piece, pf_fixed_point point);

/* Whether the segment between two points outside a piece meets it. */
bool pf_area_piece_meets(const pf_area_piece *piece, pf_fixed_point a, pf_fixed_point b);

/* Frees what areas hold and zeroes them. */
void pf_areas_free(pf_areas *areas);

#endif
