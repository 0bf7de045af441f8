/* pathfan/terrain.h - terrains: open ground with roads, rivers, obstacles and areas with a rate,
 * where paths have a cost.
 *
 *   status = pathfan_map_open("valley.geojson", NULL, &map, &error);           pathfan/build.h
 *   if (pathfan_map_is_terrain(map)) request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
 *   status = pathfan_query_paths(query, &request, &answer);
 *   ... answer->paths[0].cost, .legs ...
 *   status = pathfan_query_field(query, goal, points, count, values, &goal_is_free);
 *   pathfan_query_limit_fields(query, &limits);                    such calls may take seconds
 *
 * The cost of a path is distance times rate, on a road the road's rate, elsewhere that of the area
 * there or the background's; plus the cost of crossing rivers. */
#ifndef PATHFAN_TERRAIN_H
#define PATHFAN_TERRAIN_H

#include "pathfan/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a map has roads, rivers or areas with a rate. The functions about a map or an index may
 * be called by any number of threads at once. */
PATHFAN_API bool pathfan_map_is_terrain(const pathfan_map *map);

typedef struct pathfan_terrain_info {
  double background_rate; /* cost per distance off the roads */
  double least_rate;      /* the least of all rates, the background's and areas' included */
  int32_t road_count, river_count; /* features of the map's file */
  int32_t node_count, arc_count;   /* nodes: sides of vertices; arcs: pieces of road */
  /* How many features were affected by conflicts resolved when the map was read. */
  int32_t overlapping_roads;  /* where roads overlap, the lower rate holds */
  int32_t overlapping_rivers; /* where rivers overlap, the higher cost holds */
  int32_t useless_roads;      /* at or above the rate of any ground, and no bridges: left out */
  int32_t lost_bridges;       /* points on no river: left out */
  int32_t cut_roads;          /* partly or wholly inside obstacles, or off the map */
  int32_t bridge_count;       /* points of rivers where they are crossed at no cost */
  int32_t area_count;   /* features: areas with a rate, those that can't be walked on included */
  int32_t oneway_count; /* pieces of road that ways back can't use, or at another rate */
  uint64_t reserved[5];
} pathfan_terrain_info;

/* Fills in *info; returns false, and zeroes *info, if the map isn't a terrain. */
PATHFAN_API bool pathfan_map_terrain_info(const pathfan_map *map, pathfan_terrain_info *info);

typedef enum pathfan_line_class {
  PATHFAN_CLASS_ROAD = 0,
  PATHFAN_CLASS_RIVER,
  PATHFAN_CLASS_BRIDGE /* a point where rivers are crossed at no cost: both ends are this point */
} pathfan_line_class;

/* A piece of a road or river, or a bridge. */
typedef struct pathfan_terrain_line {
  pathfan_line_class kind;
  bool is_apart;         /* a road on a bridge or in a tunnel */
  pathfan_point ends[2]; /* map units */
  double value;          /* rate of a road; cost of crossing a river, or INFINITY; 0 of a bridge */
  int32_t feature;       /* its number in the map's file, from 0 */
  const char *name;      /* its name in the map, valid as long as the map; NULL if it has none */
  double rates[2]; /* of a road from ends[0] to ends[1], and back; where it is one-way, that of
                      the ground beside it; INFINITY: a bridge or tunnel, not that way */
} pathfan_terrain_line;

/* Gets piece or bridge `number`, from 0; false past the last. For drawing. */
PATHFAN_API bool pathfan_map_terrain_line(const pathfan_map *map, int32_t number,
                                          pathfan_terrain_line *line);

/* The ground of a polygon of the mesh (pathfan_map_polygon). */
typedef struct pathfan_terrain_area {
  double rate;      /* cost per distance */
  int32_t feature;  /* the area's number in the map's file, from 0; -1: it is the background */
  const char *name; /* the area's name, valid as long as the map; NULL if it has none */
  uint64_t reserved[2];
} pathfan_terrain_area;

/* Gets the ground of a polygon, numbered from 0; false past the last, or if the map has no areas
 * with a rate. For drawing. */
PATHFAN_API bool pathfan_map_terrain_area(const pathfan_map *map, int32_t polygon,
                                          pathfan_terrain_area *area);

/* Whether an index is of a terrain, and its facts, lines and grounds, by polygon as of
 * pathfan_index_polygon. All but the first also return false if its terrain is damaged. Names are
 * valid until the index is reloaded or closed. */
PATHFAN_API bool pathfan_index_is_terrain(const pathfan_index *index);
PATHFAN_API bool pathfan_index_terrain_info(const pathfan_index *index, pathfan_terrain_info *info);
PATHFAN_API bool pathfan_index_terrain_area(const pathfan_index *index, int32_t polygon,
                                            pathfan_terrain_area *area);
PATHFAN_API bool pathfan_index_terrain_line(const pathfan_index *index, int32_t number,
                                            pathfan_terrain_line *line);

/* How far pathfan_query_field, pathfan_query_field_roads, pathfan_query_via and
 * pathfan_query_via_roads may go. Zero it first. */
typedef struct pathfan_field_limits {
  uint64_t work_limit; /* the most work of all these calls together, as pathfan_answer.work counts
                          it, from when it is set; 0: no limit */
  bool (*go_on)(void *context, size_t done); /* called many times a second with how many of a call's
                                                points are done; false cancels the call. Must not
                                                call the query. May be NULL */
  void *context;
  uint64_t reserved[4];
} pathfan_field_limits;

/* Sets limits, which are copied, until they are set again; NULL: none, as at first. Where one is
 * reached the calls fail, with LIMIT or CANCELLED; what they set then means nothing. Errors:
 * ARGUMENT. */
PATHFAN_API pathfan_status pathfan_query_limit_fields(pathfan_query *query,
                                                      const pathfan_field_limits *limits);

/* The cheapest path from a point to the goal of a field. */
typedef struct pathfan_field_value {
  double cost; /* INFINITY: there is no path, or the point is blocked */
  double heading_x,
      heading_y;   /* unit vector of the path's first step; 0, 0 at the goal or without a path */
  int32_t feature; /* the first road or river that the path uses, crosses or goes round, or area
                      that it runs over: its number in the map's file; -1: none */
  double gap;      /* the least cost is at least cost - gap; 0 but over areas with a rate */
  uint64_t reserved[1];
} pathfan_field_value;

/* Finds the cheapest paths from points [Size: count] to a goal, by one search for all, and sets
 * values [Size: count]. *goal_is_free (may be NULL) is false if the goal is blocked, and then there
 * are no paths. Over areas with a rate costs are those of paths found, and refined until most are
 * within 0.1% of the least; each has its gap. query must be of a terrain. Its last answer stays
 * valid unless the index was reloaded. Errors: ARGUMENT (a point is not finite, no terrain),
 * NO_MEMORY, DAMAGED, LIMIT, CANCELLED. */
PATHFAN_API pathfan_status pathfan_query_field(pathfan_query *query, pathfan_point goal,
                                               const pathfan_point *points, size_t count,
                                               pathfan_field_value *values, bool *goal_is_free);

/* Finds the costs of the cheapest paths from the ends of the pieces of road to a goal; over areas
 * with a rate, lower bounds of these costs. costs: [Size: count] of the pieces that
 * pathfan_map_terrain_line and pathfan_index_terrain_line number from 0, [0] and [1] from their
 * ends; INFINITY: there is no path, or the goal is blocked. On a bridge or in a tunnel an end is
 * above or below the ground. query must be of a terrain with arc_count >= count. Its last answer
 * stays valid unless the index was reloaded. Errors: ARGUMENT (too many, the goal is not finite, no
 * terrain), NO_MEMORY, DAMAGED, LIMIT, CANCELLED. */
PATHFAN_API pathfan_status pathfan_query_field_roads(pathfan_query *query, pathfan_point goal,
                                                     double (*costs)[2], int32_t count);

/* Finds the costs of the cheapest paths from one point through each of others [Size: count] to a
 * third: costs [Size: count], [0] a lower and [1] an upper bound, which differ only over areas with
 * a rate; both INFINITY: there is no path, or an end or the point is blocked. Paths dearer than
 * `limit` needn't be told apart: [0] may be anything above it then. query must be of a terrain. Its
 * last answer stays valid unless the index was reloaded. Errors: ARGUMENT (a point is not finite,
 * no terrain, limit isn't above 0), NO_MEMORY, DAMAGED, LIMIT, CANCELLED. */
PATHFAN_API pathfan_status pathfan_query_via(pathfan_query *query, pathfan_point from,
                                             pathfan_point to, double limit,
                                             const pathfan_point *points, size_t count,
                                             double (*costs)[2]);

/* Finds the costs of the cheapest paths from a point to both ends of the pieces of road, costs
 * [0..1], and from these to another point, costs [2..3], at least: costs [Size: count] of the
 * pieces that pathfan_map_terrain_line and pathfan_index_terrain_line number from 0; INFINITY:
 * there is no path, or the point is blocked. On a bridge or in a tunnel an end is above or below
 * the ground. limit, query, errors: as of pathfan_query_via; ARGUMENT, too, if there are fewer
 * pieces. */
PATHFAN_API pathfan_status pathfan_query_via_roads(pathfan_query *query, pathfan_point from,
                                                   pathfan_point to, double limit,
                                                   double (*costs)[4], int32_t count);

#ifdef __cplusplus
}
#endif

#endif
