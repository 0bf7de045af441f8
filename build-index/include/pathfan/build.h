/* pathfan/build.h - from a map to an index file, offline.
 *
 *   pathfan_build_options options;
 *   pathfan_build_options_init(&options);
 *   status = pathfan_build_index("arena.map", "arena.pathfan", &options, &report, &error);
 *
 * Also here, for tools and tests: reading scenarios and making maps. Nothing
 * that an application needs at run time; that is pathfan/query.h. */
#ifndef PATHFAN_BUILD_H
#define PATHFAN_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pathfan/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Maps of every kind ---- */

typedef struct pathfan_map pathfan_map; /* as in pathfan/map.h */

/* How free space is cut into convex polygons (polyanya-2017, section 5). */
typedef enum pathfan_mesh_kind {
  PATHFAN_MESH_DEFAULT = 0, /* merged */
  PATHFAN_MESH_CDT,         /* constrained Delaunay triangulation */
  PATHFAN_MESH_MERGED,      /* its triangles merged: the fastest to search, the smallest index */
  PATHFAN_MESH_RECTANGLES   /* the largest rectangle first; grid maps only */
} pathfan_mesh_kind;

/* "cdt", "merged", "rectangles"; "given" of a mesh read from a mesh file, which has
 * PATHFAN_MESH_DEFAULT. Static storage. */
PATHFAN_API const char *pathfan_mesh_kind_name(pathfan_mesh_kind kind);

/* Coordinates in longitude and latitude, and the plane that they are brought into. */
typedef enum pathfan_projection {
  PATHFAN_PROJECTION_NONE = 0, /* they are those of a plane already */
  PATHFAN_PROJECTION_LOCAL     /* degrees become metres about the map's centre, x to the east, y to
                                  the north: transverse Mercator, WGS 84. The map is at most 6
                                  degrees wide and high */
} pathfan_projection;

/* Whether a map or an index is not wanted any more; called from the thread that reads or builds,
 * between stages and about ten times a second, until the map is read or the file complete. Once it
 * says true that ends within a fraction of a second; some pass on maps of a million corners, and
 * while an agent's radius is applied to a hundred thousand. */
typedef bool pathfan_cancelled_function(void *context);

typedef struct pathfan_map_options {
  const char *passable;   /* characters of free cells; default ".G" */
  double agent_radius;    /* >= 0, map units: obstacles grow by that much (mitred corners);
                             default 0 */
  double unit;            /* of the lattice to which polygons are rounded, map units: a power of
                             ten is taken as it is, else the largest power of two not above it.
                             Default 0: the finest that the extent allows, about 4e-9 of it.
                             Grid maps and meshes have their own */
  pathfan_mesh_kind mesh; /* default PATHFAN_MESH_DEFAULT; a mesh file is taken as it is, a terrain
                             has no rectangles: merged */
  double background_rate; /* of a terrain: cost per distance off the roads, > 0; default 0: what the
                             file says, or 1 */
  double wall_width;      /* > 0: lines of a map of polygons are walls so wide, map units, with flat
                             ends and mitred corners; default 0: lines are refused */
  bool skip_others;       /* features that are no map's are left out (pathfan_map_info.skipped says
                             how many), lines among them if there is no wall_width; default false:
                             they are refused */
  pathfan_projection projection; /* of a map of polygons or a terrain; default NONE. All other
                                    lengths here are in metres then. Of an index and a map
                                    (pathfan_map_info) the centre is told */
  const char *layers;  /* of a map of Tiled: names of layers or groups, one a line, in any case:
                          these are the obstacles, whatever the map says of others. Shorter than
                          PATHFAN_LAYERS_BYTES; default NULL: what the map says */
  uint64_t max_memory; /* that reading may take, bytes, about: of polygons all that grows with where
                          they cross. 0 (default): no limit; of a build, its own */
  pathfan_cancelled_function *is_cancelled; /* may be NULL; a build asks its own */
  void *cancel_context;
  uint64_t reserved[4];
} pathfan_map_options;

PATHFAN_API void pathfan_map_options_init(pathfan_map_options *options);

/* Room for the characters of free cells; a longer list isn't told by an index. */
#define PATHFAN_PASSABLE_BYTES 64

/* Names of layers are shorter together. */
#define PATHFAN_LAYERS_BYTES 128

/* Room for the texts of options. */
#define PATHFAN_MAP_TEXTS_BYTES (PATHFAN_PASSABLE_BYTES + PATHFAN_LAYERS_BYTES)

/* How the map of an index was read, out of what the index says of its options
 * (pathfan_index_info): the inverse of what a build writes there. texts is where
 * options->passable and options->layers point to. What isn't told, or not so that it can be read,
 * is as by default. */
PATHFAN_API void pathfan_map_options_of(const char *described, pathfan_map_options *options,
                                        char texts[PATHFAN_MAP_TEXTS_BYTES]);

/* A format of maps. */
typedef struct pathfan_map_format_info {
  const char *name;           /* for people: "GeoJSON" */
  const char *const *endings; /* of file names, without the dot, the usual one first; then NULL */
  uint64_t reserved[2];
} pathfan_map_format_info;

/* Format `number`, from 0; false past the last. Static storage. */
PATHFAN_API bool pathfan_map_format_get(int32_t number, pathfan_map_format_info *info);

/* The number of the format that text begins like; -1: it is no map. */
PATHFAN_API int32_t pathfan_map_format_find(const char *text, size_t bytes);

/* Reads a map of any of these formats, told by its content; of an index, of any version, the map
 * inside, with the options that it was built with where options say nothing else. options may be
 * NULL. On failure *map is NULL. Free it with pathfan_map_free (pathfan/map.h).
 * Errors: IO, NO_MEMORY, ARGUMENT, LIMIT (max_memory, and others), CANCELLED, MALFORMED (names line
 * or feature); of an index VERSION, DAMAGED. */
PATHFAN_API pathfan_status pathfan_map_open(const char *path, const pathfan_map_options *options,
                                            pathfan_map **map, pathfan_error *error);

/* The same from a map's text in memory; name stands for the path in messages. */
PATHFAN_API pathfan_status pathfan_map_parse(const char *text, size_t bytes, const char *name,
                                             const pathfan_map_options *options, pathfan_map **map,
                                             pathfan_error *error);

/* What files the free space of a map can be written to. Meshes are written as they are cut,
 * polygons by their borders; roads, rivers and names aren't. */
typedef enum pathfan_space_file {
  PATHFAN_SPACE_FILE_MESH_2 = 0, /* Polyanya .mesh, version 2 */
  PATHFAN_SPACE_FILE_MESH_3,     /* Iron Harvest .mesh, version 3 */
  PATHFAN_SPACE_FILE_POLY,       /* Polyanya .poly: `poly`, version 1 */
  PATHFAN_SPACE_FILE_POLYGON,    /* Iron Harvest .poly: `polygon 1` */
  PATHFAN_SPACE_FILE_GEOJSON     /* free polygons with holes */
} pathfan_space_file;

/* Writes such a file (atomically), coordinates in full: read again it is the same free space, and
 * written again the same bytes. Errors: IO, NO_MEMORY, ARGUMENT, LIMIT; MALFORMED (nothing is free,
 * which files of polygons have no way to say). */
PATHFAN_API pathfan_status pathfan_map_write(const pathfan_map *map, const char *path,
                                             pathfan_space_file kind, pathfan_error *error);

/* What polyanya-2017, table 1, tells of a mesh. */
typedef struct pathfan_mesh_metrics {
  pathfan_mesh_kind kind; /* how it was made; DEFAULT if it was read from a mesh file */
  int32_t vertices, polygons, components;
  int32_t dead_ends; /* polygons with one neighbour */
  double degree;     /* mean number of neighbours of a polygon */
  double corners;    /* mean number of corners of a polygon */
  double area;       /* of free space, square units */
  uint64_t reserved[4];
} pathfan_mesh_metrics;

PATHFAN_API void pathfan_map_metrics(const pathfan_map *map, pathfan_mesh_metrics *metrics);

/* ---- Building ---- */

/* Progress of one stage; called from one thread at a time, at most about ten
 * times a second, and once with done == total. stage is static text. */
typedef void pathfan_progress_function(void *context, const char *stage, int64_t done,
                                       int64_t total);

/* The memory that the build is going to need, bytes; called once, before the
 * expensive stages and before max_memory is held against it. Not of a terrain: how many ways there
 * are shows as they are found. */
typedef void pathfan_estimate_function(void *context, uint64_t bytes);

typedef struct pathfan_build_options {
  int32_t tables;  /* m: CVPD^1 to CVPD^m, for algorithm cvpd, 0..8; default 0 */
  bool regions;    /* store via sets between regions of the map: without them a request finds few
                      alternatives, or what tables know; default true */
  bool edges;      /* store the edges of the visibility graph: the first request that
                      searches it needn't see from every vertex, for some 0.01 bytes per
                      vertex pair; default true */
  int32_t threads; /* >= 1; default: processors online. Same bytes for any number */
  uint64_t max_memory;     /* if the estimate is above, spill what can be to files beside the index;
                              refuse up front if it is still, reading a map and of a terrain as soon
                              as more would be held; bytes; 0 = no limit */
  pathfan_map_options map; /* how the map is read */
  uint64_t cone_cap;       /* leave the cone lists out above this many bytes (queries then
                              expand cones over the mesh); default 8 bytes per vertex pair
                              or 16 MiB, whichever is more; 0 = never store them */
  int32_t id_bytes;        /* width of vertex ids in rows: 2, 4, or 0 (default) for the least that
                              holds them; 2 is enough for 65,534 vertices */
  uint64_t chunk_bytes;    /* tables and labels are cut into values of at most that many bytes, a
                              multiple of 64 KiB; 0 (default): 1 GiB. Small ones are for tests: a
                              table 32 times as large or larger is refused (LIMIT) */
  bool wait;               /* while another builder writes the same index, wait for it; default
                              false: PATHFAN_ERR_BUSY at once */
  bool resume;             /* keep what long stages find in INDEX.work until the index is there, and
                              go on from what a build of the same map, options and version that was
                              ended has left there; default false: what was left is removed */
  pathfan_progress_function *progress;      /* may be NULL */
  void *progress_context;                   /* for progress, estimate and is_cancelled */
  pathfan_estimate_function *estimate;      /* may be NULL */
  pathfan_cancelled_function *is_cancelled; /* may be NULL */
  uint64_t paired_regions; /* regions at most that each pair of them has a via set; where there are
                              more, areas far from each other have one, larger the farther they
                              are; 0 (default): 256. Small ones are for tests */
  uint64_t reserved[7];
} pathfan_build_options;

#define PATHFAN_CONE_CAP_DEFAULT UINT64_MAX

PATHFAN_API void pathfan_build_options_init(pathfan_build_options *options);

typedef struct pathfan_stage_time {
  const char *name; /* static */
  double wall_seconds;
  uint64_t reserved[2];
} pathfan_stage_time;

typedef struct pathfan_build_report {
  int32_t vertex_count, polygon_count, component_count;
  int64_t edge_count, taut_edge_count;
  uint64_t memory_estimate; /* bytes, as told before the expensive stages; of a terrain without
                               its ways */
  uint64_t file_bytes;
  double wall_seconds;
  int32_t stage_count;
  pathfan_stage_time stages[16];
  uint64_t memory_peak; /* of a terrain: the most that was held at once, bytes; else 0 */
  int32_t skipped;      /* features left out (pathfan_map_options.skip_others) */
  int32_t resumed;      /* results of long stages, batches of them, that a build which was ended had
                           left (pathfan_build_options.resume) */
  uint64_t reserved[7];
} pathfan_build_report;

/* Reads the map, builds everything, and publishes index_path atomically; an
 * old file there stays untouched unless all went well. report may be NULL.
 * Errors: BUSY, IO, NO_MEMORY, ARGUMENT (both paths lead to the map, among others), LIMIT
 * (max_memory), CANCELLED, MALFORMED (map). */
PATHFAN_API pathfan_status pathfan_build_index(const char *map_path, const char *index_path,
                                               const pathfan_build_options *options,
                                               pathfan_build_report *report, pathfan_error *error);

/* ---- Scenarios ---- */

typedef struct pathfan_scenario_line {
  int32_t number; /* 0-based, over the lines that aren't blank, good or not */
  int32_t line;   /* 1-based line of the file */
  int32_t bucket;
  double from_x, from_y, to_x, to_y;
  double octile_length; /* the file's last column: no corner cutting, not Euclidean */
  uint64_t reserved[2];
} pathfan_scenario_line;

/* A line that can't be read. */
typedef struct pathfan_scenario_flaw {
  int32_t number, line; /* as above */
  char *sentence;       /* what is wrong, without file and line */
  uint64_t reserved[2];
} pathfan_scenario_flaw;

/* Every line after the version that isn't blank is in one of the two, in order. */
typedef struct pathfan_scenario {
  int32_t count;
  pathfan_scenario_line *lines;
  int32_t flaw_count;
  pathfan_scenario_flaw *flaws;
  char *map_name;                /* as the first good line has it; NULL where there is none */
  int32_t map_width, map_height; /* the same: cells */
  uint64_t reserved[2];
} pathfan_scenario;

/* Reads a MovingAI .scen file. A malformed line doesn't keep the others from
 * being read: the result is MALFORMED, error names the first one and says how
 * many there are, and *scenario holds all good lines and the flaws. It is empty
 * after any other error, MALFORMED because of the version line included.
 * Free it in every case. Errors: IO, NO_MEMORY, LIMIT (1 GiB), MALFORMED. */
PATHFAN_API pathfan_status pathfan_scenario_read(const char *path, pathfan_scenario *scenario,
                                                 pathfan_error *error);
PATHFAN_API void pathfan_scenario_free(pathfan_scenario *scenario);

/* ---- Making maps ---- */

typedef enum pathfan_map_kind {
  PATHFAN_MAP_ROOMS = 0, /* rectangular rooms joined by doors */
  PATHFAN_MAP_CAVES,     /* cellular automaton */
  PATHFAN_MAP_MAZE,      /* perfect maze with some extra openings */
  PATHFAN_MAP_RANDOM,    /* scattered blocked cells */
  PATHFAN_MAP_TERRAIN,   /* open ground with roads, rivers and lakes: GeoJSON */
  PATHFAN_MAP_CITY       /* streets, blocks, courtyards, parks, a river: GeoJSON */
} pathfan_map_kind;

typedef struct pathfan_map_recipe {
  pathfan_map_kind kind;
  int32_t width, height; /* cells, 1..16384; terrain: map units; city: metres */
  uint64_t seed;         /* the same recipe gives the same bytes on every machine */
  double density;        /* caves, random: share of blocked cells, 0..1; default 0.45 / 0.2.
                            rooms, maze: share of extra openings, default 0.3 / 0.05;
                            terrain: share of extra roads, default 0.4; city: share of
                            blocks that are built on, default 0.85; < 0 = default */
  int32_t scale;         /* rooms: room size; maze: corridor width; caves: smoothing
                            rounds; random: side of a block; terrain: distance between
                            villages, its area in squares of that at most 16,384 or so;
                            city: between streets, 20..300, default 60;
                            0 = default */
  uint64_t reserved[6];
} pathfan_map_recipe;

PATHFAN_API void pathfan_map_recipe_init(pathfan_map_recipe *recipe);

/* Writes a MovingAI .map file, of a terrain or a city GeoJSON (atomically). Errors: IO, NO_MEMORY,
 * ARGUMENT. */
PATHFAN_API pathfan_status pathfan_map_make(const pathfan_map_recipe *recipe, const char *path,
                                            pathfan_error *error);

/* Writes a scenario of `count` random reachable queries for a map (the last
 * column holds octile lengths without corner cutting). Errors: IO, NO_MEMORY, ARGUMENT
 * (both paths lead to the map, among others), MALFORMED (map). */
PATHFAN_API pathfan_status pathfan_scenario_make(const char *map_path, const char *path,
                                                 int32_t count, uint64_t seed,
                                                 pathfan_error *error);

#ifdef __cplusplus
}
#endif

#endif
