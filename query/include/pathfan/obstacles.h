/* pathfan/obstacles.h - areas that close and open paths in a changing world: buildings, doors,
 * fires, walls that fall.
 *
 *   pathfan_obstacles *none, *now;
 *   pathfan_change change = {.kind = PATHFAN_CHANGE_ADD_AREA, .name = "fire",
 *                            .area = {.centre = {30, 30}, .radius = 4}};
 *   if (pathfan_obstacles_create(index, &none, &error)) die(error.text);
 *   if (pathfan_obstacles_change(none, &change, 1, &now, NULL, &error)) die(error.text);
 *   request.obstacles = now;
 *   ... pathfan_query_paths(query, &request, &answer) ...
 *   pathfan_obstacles_release(now);
 *   pathfan_obstacles_release(none);
 *
 * A pathfan_obstacles is a snapshot: a set of areas that never changes. A change makes another one,
 * which shares all that stays the same: it takes some microseconds, however many areas there are.
 * What searches find out about an area is kept with it, for all snapshots that have it.
 *
 * A map may have doors (docs/maps.md): areas with names that paths go through unless the request's
 * snapshot has them closed. Each snapshot has all doors of its map; they can't be removed. A door
 * that has several polygons, or is on several floors, has an area for each, with one name: to close
 * or open one of them, by name or id, is to close or open all.
 *
 * A map may have links, too (pathfan/floors.h): stairs, lifts, one-way doors. A snapshot has all
 * links of its map, open at first; a closed one can't be used. Others can be added; those of the
 * map can't be removed. A request may use a link if its link_flags have all of the link's flags.
 *
 * An opening does the reverse: while it is open, the map has no obstacles inside it, and paths lead
 * through, exactly as if the map had been built so. In an index for an agent's radius it is where
 * the agent's centre may be, and the walls round it don't grow. Areas keep paths out of openings,
 * too. An opening lies on the map and meets a wall beside free space; a circle is the polygon of 32
 * corners round it. Only algorithms with an index support openings. Requests that may go through
 * one can't use the via nodes of the index, so alternatives take longer; with more than a few
 * openings, or large ones, build the map again. Measures don't count openings: where one is open, a
 * request with max_bounded_stretch, min_local_optimality or an objective of other measures than
 * similarity and nearness is invalid.
 *
 * A snapshot serves all radii of a file (pathfan_request.radius). The first request with a radius
 * other than the index's own prepares all areas for that radius; after that, a change prepares only
 * its own areas. An opening that meets no wall beside free space of a radius opens nothing for it.
 *
 * On a map with floors (pathfan/floors.h), an opening lies in the box of one of them.
 *
 * Areas mean what they mean in pathfan_request.avoid (pathfan/query.h). Answers depend on the set
 * of areas, not on their order or on the changes that led to it.
 *
 * Threads: any number may use one snapshot at once, and create, change, retain and release
 * snapshots while others do; no one waits. A snapshot keeps its index's generation open; the index
 * may be closed before it is released. */
#ifndef PATHFAN_OBSTACLES_H
#define PATHFAN_OBSTACLES_H

#include "pathfan/floors.h"
#include "pathfan/query.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PATHFAN_OBSTACLES_AREAS_MAX 65536     /* in a snapshot */
#define PATHFAN_OBSTACLES_CORNERS_MAX 1048576 /* of all its polygons; a circle counts 32 */
#define PATHFAN_OBSTACLES_OPENINGS_MAX 32     /* in a snapshot, of these areas */
#define PATHFAN_OBSTACLES_LINKS_MAX 256       /* in a snapshot, with those of the map */

typedef enum pathfan_change_kind {
  PATHFAN_CHANGE_ADD_AREA = 0, /* `area`, which keeps paths out */
  PATHFAN_CHANGE_REMOVE,       /* removes an area, an opening or a link that isn't the map's */
  PATHFAN_CHANGE_SET,          /* closes it or opens it: `on` */
  PATHFAN_CHANGE_ADD_OPENING,  /* `area`, in which walls are removed */
  PATHFAN_CHANGE_ADD_LINK      /* `link` */
} pathfan_change_kind;

/* One change. Zero it first. */
typedef struct pathfan_change {
  pathfan_change_kind kind;
  const char *name;  /* ADD_AREA: the new area's name, which no other may have; NULL: none; so for
                        ADD_OPENING and ADD_LINK, whose link's own name counts if this is NULL.
                        REMOVE, SET: the area's or link's name, which a door and several links of
                        the map may have: then all are meant; NULL: by id */
  int64_t id;        /* REMOVE, SET: the area's, if name is NULL */
  pathfan_area area; /* ADD_AREA, ADD_OPENING; copied */
  bool on;           /* SET: an area keeps paths out; the walls of an opening stand again; a link
                        can't be used */
  bool off;          /* ADD_AREA: it keeps nothing out until it is SET; ADD_OPENING: its walls stand
                        until then; ADD_LINK: it can't be used until then */
  const pathfan_link *link;  /* ADD_LINK: its ends, costs, flags and name; copied. The ends must be
                                on free ground, of any floors: its `floor` doesn't count */
  const char *const *floors; /* ADD_LINK: [Size: 2] names of the floors on which its ends are, or
                                their levels as numbers; NULL: they are points of the plane */
  uint64_t reserved[6];
} pathfan_change;

/* Makes a snapshot for the generation of the index that is current: the doors of its map, closed or
 * open as the map has them, and nothing else. Errors: ARGUMENT for a NULL pointer or a terrain,
 * NO_MEMORY, DAMAGED; *obstacles is NULL then, and error (may be NULL) says why. */
PATHFAN_API pathfan_status pathfan_obstacles_create(const pathfan_index *index,
                                                    pathfan_obstacles **obstacles,
                                                    pathfan_error *error);

/* Makes a snapshot that differs from another by `count` changes, made in order: all of them or, on
 * failure, none. `from` stays as it is. ids: [Size: count] gets the id of the area that each change
 * is about; may be NULL. Ids are above 0, and never used again among snapshots that descend from
 * one pathfan_obstacles_create. Errors: ARGUMENT (an unknown name or id, a name that is used, an
 * invalid area), LIMIT (too many areas or corners), NO_MEMORY; *to is NULL then, and error (may be
 * NULL) names the change. */
PATHFAN_API pathfan_status pathfan_obstacles_change(const pathfan_obstacles *from,
                                                    const pathfan_change *changes, size_t count,
                                                    pathfan_obstacles **to, int64_t *ids,
                                                    pathfan_error *error);

/* Makes the same snapshot for the current generation of an index: after a reload, or for another
 * index of the same map. Ids and version stay; doors are those of the new map, each open or closed
 * as the door of the same name was. Errors: as for the two functions above. */
PATHFAN_API pathfan_status pathfan_obstacles_rebase(const pathfan_obstacles *from,
                                                    const pathfan_index *index,
                                                    pathfan_obstacles **to, pathfan_error *error);

/* Adds a holder, who must release the snapshot, too; returns its argument. NULL is allowed. */
PATHFAN_API const pathfan_obstacles *pathfan_obstacles_retain(const pathfan_obstacles *obstacles);

/* Removes a holder: create, change, rebase and retain each add one. The last release frees the
 * snapshot. NULL is allowed. */
PATHFAN_API void pathfan_obstacles_release(const pathfan_obstacles *obstacles);

/* Returns how many changes led to a snapshot, one after the other. */
PATHFAN_API uint64_t pathfan_obstacles_version(const pathfan_obstacles *obstacles);

/* Returns the number of areas, also of those that are off. */
PATHFAN_API int32_t pathfan_obstacles_count(const pathfan_obstacles *obstacles);

/* Writes the ids of all areas in rising order. ids: [Size: pathfan_obstacles_count] */
PATHFAN_API void pathfan_obstacles_ids(const pathfan_obstacles *obstacles, int64_t *ids);

/* What a snapshot knows of an area. */
typedef struct pathfan_obstacle {
  int64_t id;
  const char *name;  /* NULL: none; lives as long as the snapshot */
  pathfan_area area; /* in the plane; its corners live as long as the snapshot */
  bool on;           /* it is closed */
  bool is_door;      /* of the map */
  bool is_opening;   /* of walls */
  uint64_t reserved[4];
} pathfan_obstacle;

/* Finds an area by its name or, if that is NULL, by its id. False: there is none, *obstacle is
 * unset. */
PATHFAN_API bool pathfan_obstacles_find(const pathfan_obstacles *obstacles, const char *name,
                                        int64_t id, pathfan_obstacle *obstacle);

/* A link of a snapshot. */
typedef struct pathfan_obstacle_link {
  pathfan_link link; /* its number here is `feature` in legs of paths */
  int64_t id;
  bool on;        /* it is closed: it can't be used */
  bool is_of_map; /* else it was added */
  uint64_t reserved[4];
} pathfan_obstacle_link;

/* Returns the number of links, also of closed ones. */
PATHFAN_API int32_t pathfan_obstacles_link_count(const pathfan_obstacles *obstacles);

/* Describes a link: those of the map come first, in its order. False: there is none of this number.
 */
PATHFAN_API bool pathfan_obstacles_link(const pathfan_obstacles *obstacles, int32_t number,
                                        pathfan_obstacle_link *link);

#ifdef __cplusplus
}
#endif

#endif
