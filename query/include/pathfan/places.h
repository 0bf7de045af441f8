/* pathfan/places.h - questions about single places: what is in the way, where the nearest wall is,
 * where a pushed unit ends up. Part of pathfan/query.h.
 *
 *   pathfan_hit hit;
 *   if (pathfan_query_move(query, unit, wish, obstacles, &hit)) die(pathfan_query_error(query));
 *   unit = hit.at;                                 as far as walls let it
 *
 * All use the scratch memory of a query object, as requests do; they take some microseconds, and no
 * search unless stated otherwise. */
#ifndef PATHFAN_PLACES_H
#define PATHFAN_PLACES_H

#include "pathfan/answer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a point lies and what it sees. */
typedef struct pathfan_sight {
  bool free;
  pathfan_point used;  /* the point, rounded */
  int32_t polygon;     /* that holds it; -1 if it is blocked */
  uint32_t generation; /* of the index */
  uint64_t reserved[4];
} pathfan_sight;

/* Lists the convex vertices that a point sees and whose obstacle doesn't face it, so that a path
 * from the point could pass them, in ascending order: writes at most `capacity` and sets *count to
 * how many there are. A vertex at the point itself isn't listed. The last answer of query stays
 * valid unless the index was reloaded. Errors: ARGUMENT (not finite, a map without an index, a
 * terrain), NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_query_visible(pathfan_query *query, pathfan_point point,
                                                 pathfan_sight *sight, int32_t *vertices,
                                                 int32_t capacity, int32_t *count);

/* Finds the free point nearest to `point` (itself if free) within `radius` map units; *found: there
 * is one. The last answer of query stays valid unless the index was reloaded. */
PATHFAN_API pathfan_status pathfan_query_nearest_free(pathfan_query *query, pathfan_point point,
                                                      double radius, pathfan_point *nearest,
                                                      bool *found);

/* ---- With obstacles ----
 *
 * In the functions below, `obstacles` are areas that count as walls, too (pathfan/obstacles.h), and
 * openings, in which walls don't count. They must be of the generation of the index that answers,
 * and serve for any radius; NULL: none. For another radius than the index's own, ask the query
 * object of pathfan_query_at_radius. Points are in map units and finite, and are rounded as those
 * of requests are. A map without an index takes no obstacles. Errors: ARGUMENT (a point isn't
 * finite, obstacles of another generation; a terrain), NO_MEMORY, DAMAGED. The last answer of query
 * stays valid unless the index was reloaded; pathfan_query_random ends its life. */

/* Something in the way. */
typedef struct pathfan_hit {
  pathfan_outcome outcome; /* OK; START_BLOCKED: `from` isn't free, the rest is as if nothing was
                              found */
  bool found;              /* there is something */
  pathfan_point from;      /* the point used: rounded */
  pathfan_point at;        /* in free space: see each function */
  double distance;         /* map units: see each function */
  pathfan_point normal;    /* of length 1: points from the wall into free space; 0, 0 if nothing was
                              found */
  int64_t obstacle;        /* id of the area that it is a side of; 0: a wall of the map */
  uint32_t generation;     /* of the index; 0: of a map */
  uint64_t reserved[4];
} pathfan_hit;

/* Looks straight from one point to another, which may lie anywhere: hit->at is where a wall is in
 * the way, or `to` itself, and hit->distance how far that is. Touching a wall is no hit: a ray runs
 * along walls and passes corners that it touches, as sight does. Whether something is hit and what
 * comes first is exact; the point is rounded to one that is free and sees `from`, within two steps
 * of the fixed-point grid along each axis, or where that is too narrow farther back. Takes time in
 * proportion to the polygons passed. */
PATHFAN_API pathfan_status pathfan_query_ray(pathfan_query *query, pathfan_point from,
                                             pathfan_point to, const pathfan_obstacles *obstacles,
                                             pathfan_hit *hit);

/* Finds the nearest wall, at most `radius` map units away (INFINITY: anywhere): hit->at is its
 * nearest point, hit->distance the distance. On a wall it is 0. Of equally near points the one of
 * the least y counts, then x. */
PATHFAN_API pathfan_status pathfan_query_wall(pathfan_query *query, pathfan_point from,
                                              double radius, const pathfan_obstacles *obstacles,
                                              pathfan_hit *hit);

/* Moves a unit for one step: from one point straight towards another, which may lie anywhere, and
 * along walls in the way as long as that brings it nearer. It goes no farther than from the one
 * point to the other in all, and stops after 16 parts. hit->at is where it ends, each part of its
 * way is free, hit->distance is how far it went; hit->found: something was in the way, and `normal`
 * and `obstacle` say what was last. */
PATHFAN_API pathfan_status pathfan_query_move(pathfan_query *query, pathfan_point from,
                                              pathfan_point toward,
                                              const pathfan_obstacles *obstacles, pathfan_hit *hit);

/* Draws a point that can be reached from `from`; each with the same probability by area. radius >
 * 0: by a path of at most that many map units, 0: by any. The same seed gives the same point.
 * *outcome is OK, START_BLOCKED, or NO_PATH: of 1,000 points drawn none suited, as when an area
 * leaves next to nothing. With a radius or obstacles it takes some requests for one path. */
PATHFAN_API pathfan_status pathfan_query_random(pathfan_query *query, pathfan_point from,
                                                double radius, const pathfan_obstacles *obstacles,
                                                uint64_t seed, pathfan_point *point,
                                                pathfan_outcome *outcome);

/* Whether a path can still be walked. */
typedef struct pathfan_checked {
  int32_t leg;         /* the first one that isn't free: from points[leg] to points[leg + 1];
                          -1: the path can be walked */
  bool still_shortest; /* see below */
  pathfan_hit hit;     /* what is in the way of that leg */
  uint64_t reserved[4];
} pathfan_checked;

/* Finds out whether a path can still be walked. points: [Size: count >= 1], those of an answer or
 * any others. `since` is the version (pathfan_obstacles_version) of the obstacles that the path was
 * asked for with, 0 for none: if it was the shortest then, is free, and nothing has been opened or
 * removed since, it is still the shortest, and still_shortest says so; otherwise that isn't known.
 * `obstacles` must descend from those. Takes microseconds. */
PATHFAN_API pathfan_status pathfan_query_check(pathfan_query *query, const pathfan_point *points,
                                               int32_t count, const pathfan_obstacles *obstacles,
                                               uint64_t since, pathfan_checked *checked);

/* The same for a path of walks and links (pathfan_path.legs), whose links must be there, lead where
 * the path goes, and be open; of one that isn't, hit.obstacle is its id among the obstacles, or 0.
 * Of each leg, kind, feature, first and last count. to_level: NAN: points are in the plane;
 * otherwise they are on floors, as those of an answer to a request with levels are, each on the
 * floor of its leg's level, and the last one on that of to_level. A path without legs is checked as
 * above, in the plane. Errors also: ARGUMENT (legs that don't follow each other, or aren't walks
 * and links; a level that the map doesn't have). */
PATHFAN_API pathfan_status pathfan_query_check_legs(pathfan_query *query, const pathfan_path *path,
                                                    double to_level,
                                                    const pathfan_obstacles *obstacles,
                                                    uint64_t since, pathfan_checked *checked);

#ifdef __cplusplus
}
#endif

#endif
