/* pathfan/floors.h - the floors of a building, and links: ways that aren't walked, such as stairs,
 * lifts, jumps and bridges over the way below.
 *
 *   request.from = (pathfan_point){3, 4};
 *   request.from_level = 0;
 *   request.to = (pathfan_point){3, 4};
 *   request.to_level = 2;
 *
 * The floors of a map lie beside each other in one plane, so that no two of them meet. All points
 * of pathfan/query.h are points of that plane, except those of requests with levels and of their
 * answers: a point on a floor is in the plane where its floor's offset moves it. The first floor,
 * and that of a map of one floor, has the offset 0.
 *
 * A link joins two points of the plane, at a cost for each direction. A request may use all links
 * whose flags it has (pathfan_request.link_flags). If it may use one, each path of the answer has
 * legs (pathfan_leg) of the kinds walk and link, and its cost, by which paths are ordered and
 * stretch is measured, is the length of its walks and the cost of its links. Path 1 is exactly the
 * cheapest. Alternatives differ in their walks and links, each link counting by its cost; bounds on
 * single paths (max_loop, max_bounded_stretch, min_local_optimality) and an objective hold for each
 * walk.
 *
 * A map made of polygons in space, such as a navigation mesh of Detour, is a surface of one floor,
 * which may lie above itself. Levels of requests and legs are heights there, in map units: where
 * polygons lie above each other, the one of the nearest height is meant, and without a level the
 * highest. Points stay where they are, and paths have heights (pathfan_path).
 *
 * Links and floors are part of the map (docs/floors.md). A terrain has none. */
#ifndef PATHFAN_FLOORS_H
#define PATHFAN_FLOORS_H

#include "pathfan/query.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PATHFAN_NAME_BYTES 64 /* of a floor or link, with its end */

typedef struct pathfan_floor {
  char name[PATHFAN_NAME_BYTES]; /* UTF-8; the level as a number if the map has no name for it */
  double level;                  /* floors come in ascending order of it */
  pathfan_point offset;          /* map units: from a point on the floor to it in the plane */
  pathfan_point low, high;       /* the floor's box in the plane */
  uint64_t reserved[4];
} pathfan_floor;

typedef struct pathfan_link {
  char name[PATHFAN_NAME_BYTES]; /* UTF-8; "": none */
  pathfan_point at[2];           /* its first and its second end, in the plane */
  int32_t floor[2];              /* on which these are */
  double cost;      /* from the first end to the second, map units; INFINITY: it can't be
                       used in that direction */
  double back;      /* the same from the second to the first */
  uint64_t flags;   /* which a request must have to use it */
  double height[2]; /* of its ends, on a surface in space; else 0 */
  uint64_t reserved[2];
} pathfan_link;

/* Floors and links of a query object's map, in the generation of its index that answered last. */

/* Returns how many floors it has, 1 or more. */
PATHFAN_API int32_t pathfan_query_floor_count(const pathfan_query *query);

/* Describes a floor. A map that names no floors has one, "0", of level 0. False: there is none of
 * this number, or the index is damaged. */
PATHFAN_API bool pathfan_query_floor(const pathfan_query *query, int32_t number,
                                     pathfan_floor *floor);

/* Returns the number of the floor of a level; -1: there is none. */
PATHFAN_API int32_t pathfan_query_find_floor(const pathfan_query *query, double level);

/* Returns the number of the floor of a name, or of a level written as a number; -1: there is none.
 */
PATHFAN_API int32_t pathfan_query_floor_named(const pathfan_query *query, const char *name);

/* Returns the number of the floor in whose box a point of the plane lies; -1: none. */
PATHFAN_API int32_t pathfan_query_floor_at(const pathfan_query *query, pathfan_point point);

/* Returns how many links it has. */
PATHFAN_API int32_t pathfan_query_link_count(const pathfan_query *query);

/* Describes a link. False: there is none of this number, or the index is damaged. */
PATHFAN_API bool pathfan_query_link(const pathfan_query *query, int32_t number, pathfan_link *link);

static inline pathfan_point pathfan_floor_to_plane(const pathfan_floor *floor,
                                                   pathfan_point on_floor) {
  pathfan_point point = {on_floor.x + floor->offset.x, on_floor.y + floor->offset.y};
  return point;
}

static inline pathfan_point pathfan_floor_from_plane(const pathfan_floor *floor,
                                                     pathfan_point in_plane) {
  pathfan_point point = {in_plane.x - floor->offset.x, in_plane.y - floor->offset.y};
  return point;
}

#ifdef __cplusplus
}
#endif

#endif
