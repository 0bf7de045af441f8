/* twin_terrain.h - a terrain as plain doubles: roads, rivers, bridges, obstacles in a border;
 * written as text for the reader, and changed in ways whose effect is known.
 *
 *   twin_terrain terrain = twin_terrain_blank(10, 7, 1);
 *   twin_terrain_add(&terrain, TWIN_RIVER, 2, 2, (double[]){5, 0, 5, 6});
 *   char *text = twin_terrain_geojson(&terrain);
 *
 * Random ones: twin_terrain_random.h. Costs of paths: twin_terrain_dense.h, twin_terrain_exact.h.
 */
#ifndef PF_TWIN_TERRAIN_H
#define PF_TWIN_TERRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/query.h"

typedef enum twin_feature_kind {
  TWIN_ROAD = 0,
  TWIN_RIVER,
  TWIN_BRIDGE,
  TWIN_OBSTACLE
} twin_feature_kind;

#define TWIN_FEATURE_POINTS 16
#define TWIN_FEATURES 64

typedef struct twin_feature {
  twin_feature_kind kind;
  bool is_apart; /* a road that touches the plane only in its ends */
  int oneway;    /* road: 1, in the direction of its points only; -1, against it; 0: both ways */
  double value;  /* road: cost per distance; river: cost of a crossing, INFINITY: never */
  int32_t count; /* number of points; a bridge has one, an obstacle doesn't repeat its first */
  pathfan_point points[TWIN_FEATURE_POINTS];
} twin_feature;

typedef struct twin_terrain {
  double rate;             /* cost per distance off the roads */
  pathfan_point border[4]; /* a rectangle, in order */
  int32_t count;
  twin_feature features[TWIN_FEATURES];
  const char *kind; /* static; for messages */
  uint64_t seed;
} twin_terrain;

/* An empty terrain from (0,0) to (width,height). */
twin_terrain twin_terrain_blank(double width, double height, double rate);

/* Adds a feature from x,y pairs, leaving out points equal to the one before. Returns it, or NULL,
 * adding nothing, if fewer than two points are left of a line, three of an obstacle. Fails the test
 * if there is no room. */
twin_feature *twin_terrain_add(twin_terrain *terrain, twin_feature_kind kind, double value,
                               int32_t count, const double *xy);

/* A feature's number in the text: the border is feature 0. */
static inline int32_t twin_feature_number(int32_t feature) {
  return feature + 1;
}

/* A tenth of the border's first side: the unit for tolerances. */
double twin_terrain_unit(const twin_terrain *terrain);

/* Whether a point is strictly inside an obstacle or outside the border; within rounding of either
 * it may be true or false. */
bool twin_terrain_blocked(const twin_terrain *terrain, double x, double y);

/* Distance to the nearest side of an obstacle or of the border, or with `rivers` of a river. */
double twin_terrain_clearance(const twin_terrain *terrain, double x, double y, bool rivers);

/* Moves x,y to a x - b y + e, b x + a y + f, after mirroring y if `mirror`. Costs grow by the root
 * of a a + b b, those of crossings too. */
typedef struct twin_motion {
  double a, b, e, f;
  bool mirror;
} twin_motion;
pathfan_point twin_moved(const twin_motion *motion, pathfan_point p);
twin_terrain twin_terrain_moved(const twin_terrain *terrain, const twin_motion *motion);

/* All that the reader needs, with numbers that read back as the same doubles. The caller frees
 * it. */
char *twin_terrain_geojson(const twin_terrain *terrain);

/* Prints the terrain with two ends, to report a failure. */
void twin_terrain_show(const twin_terrain *terrain, pathfan_point from, pathfan_point to);

/* A path over a terrain, as the oracles find it. */
#define TWIN_WAY_POINTS 4000
typedef struct twin_way {
  double cost;   /* INFINITY: no path */
  int32_t count; /* number of points; 0 without a path */
  pathfan_point points[TWIN_WAY_POINTS];
} twin_way;

/* Prints name, cost and points, without straight interior points. */
void twin_way_show(const char *name, const twin_way *way);

#endif
