/* pathfan/path.h - points and paths, and how good paths are. Part of pathfan/query.h. */
#ifndef PATHFAN_PATH_H
#define PATHFAN_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pathfan/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pathfan_index pathfan_index; /* an open index file, shared by threads */
typedef struct pathfan_query pathfan_query; /* a query object: the scratch memory of one thread */
typedef struct pathfan_obstacles pathfan_obstacles; /* areas that change: pathfan/obstacles.h */

typedef struct pathfan_point {
  double x, y; /* map units */
} pathfan_point;

/* What a leg of a path runs along, over a terrain or where a map has links. */
typedef enum pathfan_leg_kind {
  PATHFAN_LEG_OFF_ROAD = 0, /* over open ground */
  PATHFAN_LEG_ROAD,
  PATHFAN_LEG_BANK,  /* along a river, on one side of it */
  PATHFAN_LEG_WALK,  /* where a map has links: a walk */
  PATHFAN_LEG_LINK,  /* a link (pathfan/floors.h) */
  PATHFAN_LEG_AREA,  /* over an area with a rate of its own */
  PATHFAN_LEG_BORDER /* along the border of two grounds, at the lower rate; its feature is the
                        cheaper area */
} pathfan_leg_kind;

/* Returns the name used in JSON: "off-road", "road", "bank", "walk", "link", "area", "border".
 * Static storage. */
PATHFAN_API const char *pathfan_leg_kind_name(pathfan_leg_kind kind);

/* A river crossed. */
typedef struct pathfan_crossing {
  const char *name;       /* the river's name in the map; NULL if it has none */
  double cost;            /* 0 by a bridge */
  int32_t feature;        /* the river's number in the map's file, from 0 */
  int32_t bridge_feature; /* number of the bridge (a point feature) that is used; -1: none */
  const char *bridge;     /* the bridge's name; NULL if it has none, or there is no bridge */
  uint64_t reserved[2];
} pathfan_crossing;

/* A part of a path over a terrain or over links: consecutive segments of one kind, along one
 * feature. */
typedef struct pathfan_leg {
  pathfan_leg_kind kind;
  const char *name;    /* of the road, river, area or link, from the map; NULL: none */
  int32_t feature;     /* the road's, river's or area's number in the map's file, from 0, or the
                          link's number (pathfan_query_link); -1: none */
  double rate;         /* cost per distance */
  double length;       /* map units; 0 of a link */
  double cost;         /* crossings included */
  int32_t first, last; /* the leg runs from points[first] to points[last] of the path */
  int32_t crossing_count;
  const pathfan_crossing *crossings; /* [Size: crossing_count] in order */
  double level;      /* of the floor on which it begins, if the map has floors; else 0 */
  const char *floor; /* its name; NULL: the map has no floors */
  uint64_t reserved[2];
} pathfan_leg;

typedef struct pathfan_path {
  double length;               /* geometric, map units */
  int32_t point_count;         /* >= 1 */
  const pathfan_point *points; /* [Size: point_count] from, convex vertices and corners of areas to
                                  avoid, to; no interior point at which a walk goes straight on */
  double cost;                 /* on a terrain, or of walks and links; else the length */
  int32_t leg_count;           /* on a terrain, or if the request may use links of the map: >= 1
                                  unless from equals to; else 0 */
  const pathfan_leg *legs;     /* [Size: leg_count] in order; NULL if there are none */
  double gap; /* on a terrain with areas: the least cost (for an alternative, the least through a
                 place on it) is proven to lie in cost - gap .. cost; else 0 */
  const double *heights; /* [Size: point_count] of the points, on a surface in space
                            (pathfan/floors.h); else NULL */
  uint64_t reserved[2];
} pathfan_path;

/* How good a path is within its set of paths (paper, section 2.2). */
typedef struct pathfan_measures {
  double bounded_stretch;  /* the greatest ratio, over pairs of the path's points, of the path's
                              length between them to their distance: >= 1, small is good */
  double local_optimality; /* length of the shortest part of the path that isn't a shortest way,
                              divided by the distance of the ends: large is good; 1 for a shortest
                              path */
  double similarity;       /* to the most similar other path: shared length divided by the length
                              of their union, 0..1; 0 without others */
  double length_ratio;     /* length divided by the shortest path's: >= 1 */
  double nearness;         /* like similarity, but whatever runs within the separation of the other
                              path counts as shared: >= similarity */
  double loop;             /* the greatest ratio, over pairs of points of the path that see each
                              other, of the path's length between them to their distance: >= 1,
                              above 1 where it turns back in plain sight. Set by
                              pathfan_query_measure; 0 in an objective's callback */
  uint64_t reserved[2];
} pathfan_measures;

#ifdef __cplusplus
}
#endif

#endif
