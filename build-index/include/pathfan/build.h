/* pathfan/build.h - from a map to an index file, offline.
 *
 *   pathfan_build_options options;
 *   pathfan_build_options_init(&options);
 *   status = pathfan_build_index("arena.map", "arena.pathfan", &options, &report, &error);
 *
 * Also here, for tools and tests: reading scenarios and making maps. At run time an application
 * needs nothing of this, only pathfan/query.h. */
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
  PATHFAN_MESH_RECTANGLES   /* rectangles, always the largest possible next; grid maps only */
} pathfan_mesh_kind;

/* Returns "cdt", "merged", "rectangles"; for PATHFAN_MESH_DEFAULT, the kind of a mesh read from a
 * mesh file, "given". Static storage. */
PATHFAN_API const char *pathfan_mesh_kind_name(pathfan_mesh_kind kind);

/* Whether coordinates are longitude and latitude, and how they are projected to a plane. */
typedef enum pathfan_projection {
  PATHFAN_PROJECTION_NONE = 0, /* coordinates are those of a plane already */
  PATHFAN_PROJECTION_LOCAL     /* degrees become metres from the map's centre, x to the east, y to
                                  the north: transverse Mercator, WGS 84. The map is at most 6
                                  degrees wide and high */
} pathfan_projection;

/* Returns true to cancel reading a map or building an index. Called from the thread that reads or
 * builds, between stages and about ten times a second, until the map is read or the file complete.
 * Cancelling takes a fraction of a second; on maps of a million corners, and while an agent's
 * radius is applied to a hundred thousand, some seconds. */
typedef bool pathfan_cancelled_function(void *context);

typedef struct pathfan_map_options {
  const char *passable;   /* characters of free cells; default ".G" */
  double agent_radius;    /* >= 0, map units: obstacles grow by this much, and at corners, which are
                             round, by at most 2% more; default 0 */
  double unit;            /* of the lattice to which polygons are rounded, map units: a power of
                             ten is taken as it is, else the largest power of two not above it.
                             Default 0: the finest that the extent allows, about 4e-9 of it.
                             Grid maps and meshes have their own */
  pathfan_mesh_kind mesh; /* default PATHFAN_MESH_DEFAULT; a mesh from a mesh file is kept as it is;
                             RECTANGLES needs a grid map and agent_radius 0, else ARGUMENT */
  double background_rate; /* of a terrain: cost per distance off the roads, > 0; default 0: the
                             file's, or 1 */
  double wall_width;      /* > 0: lines in a map of polygons are walls of this width, map units,
                             with flat ends and mitred corners; default 0: lines are refused */
  bool skip_others;       /* leave out features that don't belong in a map, among them lines if
                             wall_width is 0 (counted in pathfan_map_info.skipped); default false:
                             they are refused */
  bool strict;            /* refuse (MALFORMED) a map with contents that have no effect
                             (pathfan_map_ignored), naming the first; default false */
  bool walkable;          /* polygons without a kind are where one may walk, as in maps of
                             pedestrians and of indoor space; default false: obstacles */
  pathfan_projection projection; /* of a map of polygons or a terrain; default NONE. With LOCAL all
                                    other lengths here are metres; pathfan_map_info has the
                                    centre */
  const char *layers;  /* for a Tiled map: names of the layers or groups that are obstacles, one per
                          line, case ignored; marks in the map are then ignored. For a mesh of
                          Detour: areas and flags that are closed, such as "area=3" and "flags=16".
                          Shorter than PATHFAN_LAYERS_BYTES; default NULL: the map's marks decide */
  uint64_t max_memory; /* about how many bytes reading may take: of polygons, all memory that grows
                          with their crossings. 0 (default): no limit, in a build the build's own */
  pathfan_cancelled_function *is_cancelled; /* may be NULL; a build uses its own instead */
  void *cancel_context;
  const char *level;   /* of GeoJSON: read the features of this level (property "level", or
                          "level_id") and those without one. Shorter than PATHFAN_LEVEL_BYTES, no
                          blanks; default NULL: a map with features of several levels is refused */
  const char *profile; /* of GeoJSON: "foot", "bicycle", "car" or "offroad": features without a kind
                          mean what their OpenStreetMap tags mean to it, costs are minutes, and
                          degrees are projected (LOCAL). Or the path of a file, NAME.json, with a
                          profile (docs/gis.md), for maps that are read from a file; an index keeps
                          its text. Default NULL: none */
  double simplify; /* of a terrain, map units, >= 0: points of roads, rivers and borders of areas
                      are left out if no piece moves or gets shorter by more than this; for each of
                      its pieces, a path's cost changes by at most twice this times the highest rate
                      beside it. Default 0: none */
  uint64_t reserved[1];
} pathfan_map_options;

PATHFAN_API void pathfan_map_options_init(pathfan_map_options *options);

/* Size of a text of free cells' characters, with its terminator; an index doesn't keep a longer
 * one. */
#define PATHFAN_PASSABLE_BYTES 64

/* Size of a text of layers' names, with its terminator. */
#define PATHFAN_LAYERS_BYTES 128

/* Size of a level's name, with its terminator. */
#define PATHFAN_LEVEL_BYTES 64

/* Size of all three texts. */
#define PATHFAN_MAP_TEXTS_BYTES                                                                    \
  (PATHFAN_PASSABLE_BYTES + PATHFAN_LAYERS_BYTES + PATHFAN_LEVEL_BYTES)

/* Recovers how the map of an index was read from pathfan_index_info.options, the text in which a
 * build describes its options. options->passable, layers and level point into texts. Options that
 * are missing from the text, or can't be read there, get their defaults. */
PATHFAN_API void pathfan_map_options_of(const char *described, pathfan_map_options *options,
                                        char texts[PATHFAN_MAP_TEXTS_BYTES]);

/* A format of map files. */
typedef struct pathfan_map_format_info {
  const char *name;           /* for people: "GeoJSON" */
  const char *const *endings; /* of file names, without the dot, the usual one first; then NULL */
  bool is_projectable;        /* such maps may be in degrees: pathfan_map_options.projection */
  uint64_t reserved[1];
} pathfan_map_format_info;

/* Gets format `number`, from 0; false past the last. Static storage. */
PATHFAN_API bool pathfan_map_format_get(int32_t number, pathfan_map_format_info *info);

/* Returns the number of the format that text begins like; -1 if it is no map. */
PATHFAN_API int32_t pathfan_map_format_find(const char *text, size_t bytes);

/* Reads a map of any of these formats, recognized by its content, or the map inside an index of any
 * version; then options not set are those that the index was built with. Doors
 * that are closed to begin with are obstacles of the map. options may be NULL. On failure *map is
 * NULL. Free the map with pathfan_map_free (pathfan/map.h).
 * Errors: IO, NO_MEMORY, ARGUMENT, LIMIT (max_memory, and others), CANCELLED, MALFORMED (names line
 * or feature); of an index also VERSION, DAMAGED. */
PATHFAN_API pathfan_status pathfan_map_open(const char *path, const pathfan_map_options *options,
                                            pathfan_map **map, pathfan_error *error);

/* Polygons to be closed: corners of all of them as x,y pairs, one polygon after the other. */
typedef struct pathfan_closed_areas {
  const double *corners;
  const int32_t *corner_counts; /* [Size: count] of each, >= 3 */
  int32_t count;
} pathfan_closed_areas;

/* Like pathfan_map_open, of a terrain with areas that are obstacles in addition: map units, or
 * metres if it is projected. */
PATHFAN_API pathfan_status pathfan_map_open_closed(const char *path,
                                                   const pathfan_map_options *options,
                                                   const pathfan_closed_areas *closed,
                                                   pathfan_map **map, pathfan_error *error);

/* Like pathfan_map_open, from a map's text in memory; name stands for the path in messages. */
PATHFAN_API pathfan_status pathfan_map_parse(const char *text, size_t bytes, const char *name,
                                             const pathfan_map_options *options, pathfan_map **map,
                                             pathfan_error *error);

/* The formats in which the free space of a map can be written: as the mesh that it was cut into, or
 * as polygons, its borders. Roads, rivers and names are not written. */
typedef enum pathfan_space_file {
  PATHFAN_SPACE_FILE_MESH_2 = 0, /* Polyanya .mesh, version 2 */
  PATHFAN_SPACE_FILE_MESH_3,     /* Iron Harvest .mesh, version 3 */
  PATHFAN_SPACE_FILE_POLY,       /* Polyanya .poly: `poly`, version 1 */
  PATHFAN_SPACE_FILE_POLYGON,    /* Iron Harvest .poly: `polygon 1` */
  PATHFAN_SPACE_FILE_GEOJSON     /* free polygons with holes */
} pathfan_space_file;

/* Writes the free space to a file, atomically and with full precision: read again it is the same
 * free space, and written again the same bytes. Errors: IO, NO_MEMORY, ARGUMENT, LIMIT, MALFORMED
 * (nothing is free, which a file of polygons can't express). */
PATHFAN_API pathfan_status pathfan_map_write(const pathfan_map *map, const char *path,
                                             pathfan_space_file kind, pathfan_error *error);

/* The figures of polyanya-2017, table 1. */
typedef struct pathfan_mesh_metrics {
  pathfan_mesh_kind kind; /* DEFAULT if the mesh was read from a mesh file */
  int32_t vertices, polygons, components;
  int32_t dead_ends; /* polygons with one neighbour */
  double degree;     /* mean number of neighbours of a polygon */
  double corners;    /* mean number of corners of a polygon */
  double area;       /* of free space, square map units */
  uint64_t reserved[4];
} pathfan_mesh_metrics;

PATHFAN_API void pathfan_map_metrics(const pathfan_map *map, pathfan_mesh_metrics *metrics);

/* ---- Building ---- */

/* Reports the progress of one stage. Called from one thread at a time, at most about ten times a
 * second, and once with done == total. stage is static text. */
typedef void pathfan_progress_function(void *context, const char *stage, int64_t done,
                                       int64_t total);

/* Reports how many bytes of memory the build is going to need. Called once, of several radii once
 * for each, before the expensive stages and before the comparison with max_memory. Not called for a
 * terrain, whose number of edges isn't known beforehand. */
typedef void pathfan_estimate_function(void *context, uint64_t bytes);

typedef struct pathfan_build_options {
  int32_t tables;  /* m: CVPD^1 to CVPD^m, for algorithm cvpd, 0..8; default 0 */
  bool regions;    /* store via sets between regions of the map; without them a request finds few
                      alternatives, or those of the tables; default true */
  bool edges;      /* store the edges of the visibility graph, some 0.01 bytes per vertex pair, so
                      that the first request that searches it needn't compute them; default true */
  int32_t threads; /* >= 1; default: processors online. Any number gives the same bytes */
  uint64_t max_memory;     /* bytes; 0 = no limit. If the estimate is higher, the build spills what
                              it can to files beside the index; if it is still higher, the build is
                              refused before the expensive stages. Reading a map, and building a
                              terrain, fail as soon as they would need more */
  pathfan_map_options map; /* how the map is read */
  uint64_t cone_cap;       /* leave out the cone lists if they take more bytes than this (queries
                              then expand cones over the mesh); default 8 bytes per vertex pair
                              or 16 MiB, whichever is more; 0 = never store them */
  int32_t id_bytes;        /* width of vertex ids in rows: 2, 4, or 0 (default) for the least that
                              holds them; 2 is enough for 65,534 vertices */
  uint64_t chunk_bytes;    /* tables and labels are cut into values of at most this many bytes, a
                              multiple of 64 KiB; 0 (default): 1 GiB. Small values are for tests: a
                              table 32 times as large or larger is refused (LIMIT) */
  bool wait;               /* if another builder is writing the same index, wait for it; default
                              false: PATHFAN_ERR_BUSY at once */
  bool resume;             /* keep the results of long stages in INDEX.work until the index is
                              complete, and go on from those that an interrupted build of the same
                              map, options and version left there; default false: remove them */
  pathfan_progress_function *progress;      /* may be NULL */
  void *progress_context;                   /* for progress, estimate and is_cancelled */
  pathfan_estimate_function *estimate;      /* may be NULL */
  pathfan_cancelled_function *is_cancelled; /* may be NULL */
  uint64_t paired_regions; /* up to this many regions, each pair of them has a via set; if there are
                              more, pairs of areas have one, the larger the farther apart they lie;
                              0 (default): 256. Small numbers are for tests */
  double listed_share;     /* how many bytes the lists of hubs between two regions may take, as a
                              share of all other bytes; they make single paths faster. Maps that
                              gain little from them get none: open and huge ones. Default 0.8; 0:
                              none; a million or more: for any map, for tests */
  const double *radii;     /* [Size: radius_count] radii of agents, map units, > 0, ascending: the
                              file gets an index for each (pathfan_request.radius), and each stage
                              runs once for each. Default none: the one radius of
                              map.agent_radius */
  int32_t radius_count;    /* 0..8 */
  uint64_t reserved[4];
} pathfan_build_options;

#define PATHFAN_CONE_CAP_DEFAULT UINT64_MAX
#define PATHFAN_LISTED_SHARE_DEFAULT 0.8
#define PATHFAN_LISTED_SHARE_ALWAYS 1e6

PATHFAN_API void pathfan_build_options_init(pathfan_build_options *options);

typedef struct pathfan_stage_time {
  const char *name; /* static */
  double wall_seconds;
  uint64_t reserved[2];
} pathfan_stage_time;

/* With several radii, counts are of the least, memory is the most of any, and times are added up.
 */
typedef struct pathfan_build_report {
  int32_t vertex_count, polygon_count, component_count;
  int64_t edge_count, taut_edge_count;
  uint64_t memory_estimate; /* bytes, as reported before the expensive stages; of a terrain without
                               its ways */
  uint64_t file_bytes;
  double wall_seconds;
  int32_t stage_count;
  pathfan_stage_time stages[16];
  uint64_t memory_peak; /* of a terrain: the most memory held at once, bytes; else 0 */
  int32_t skipped;      /* features left out (pathfan_map_options.skip_others) */
  int32_t resumed;      /* batches of results taken over from an interrupted build
                           (pathfan_build_options.resume) */
  int32_t vanished;     /* as pathfan_map_info.vanished */
  uint64_t reserved[6];
} pathfan_build_report;

/* Reads the map, builds its index, and publishes it at index_path atomically; if anything fails, an
 * old file there stays untouched. report may be NULL. Errors: BUSY, IO, NO_MEMORY, ARGUMENT (among
 * others: both paths lead to the map), LIMIT (max_memory), CANCELLED, MALFORMED (map). */
PATHFAN_API pathfan_status pathfan_build_index(const char *map_path, const char *index_path,
                                               const pathfan_build_options *options,
                                               pathfan_build_report *report, pathfan_error *error);

/* Makes the index of a map in memory, as pathfan_build_index makes that of a file of this name: the
 * same bytes. *index: [Size: *index_bytes], for pathfan_index_open_memory; the caller frees it by
 * pathfan_build_free. No file is read or written: those that the map names, such as its image or
 * tilesets, are not looked for, and with max_memory nothing is spilled. The map must not be an
 * index. Errors: as above, but resume is refused (ARGUMENT); *index is NULL then. */
PATHFAN_API pathfan_status pathfan_build_memory(const void *map, size_t bytes, const char *name,
                                                const pathfan_build_options *options,
                                                pathfan_build_report *report, void **index,
                                                size_t *index_bytes, pathfan_error *error);

/* Frees an index that pathfan_build_memory made. NULL is allowed. */
PATHFAN_API void pathfan_build_free(void *index);

/* ---- Scenarios ---- */

typedef struct pathfan_scenario_line {
  int32_t number; /* 0-based, counting all lines that aren't blank, malformed ones included */
  int32_t line;   /* 1-based line of the file */
  int32_t bucket;
  double from_x, from_y, to_x, to_y;
  double octile_length; /* the file's last column: no corner cutting, not Euclidean */
  uint64_t reserved[2];
} pathfan_scenario_line;

/* A line that can't be read. */
typedef struct pathfan_scenario_flaw {
  int32_t number, line; /* as in pathfan_scenario_line */
  char *sentence;       /* what is wrong, without file and line */
  uint64_t reserved[2];
} pathfan_scenario_flaw;

/* Each line after the version line that isn't blank is in `lines` or in `flaws`, in order. */
typedef struct pathfan_scenario {
  int32_t count;
  pathfan_scenario_line *lines;
  int32_t flaw_count;
  pathfan_scenario_flaw *flaws;
  char *map_name;                /* of the first good line; NULL if there is none */
  int32_t map_width, map_height; /* of the first good line, cells */
  uint64_t reserved[2];
} pathfan_scenario;

/* Reads a MovingAI .scen file. If some lines are malformed the others are read nevertheless: the
 * result is MALFORMED, error names the first such line and their number, and *scenario holds all
 * good lines and the flaws. After any other error *scenario is empty, also if the version line is
 * MALFORMED. Free it in every case. Errors: IO, NO_MEMORY, LIMIT (1 GiB), MALFORMED. */
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
  PATHFAN_MAP_CITY,      /* streets, blocks, courtyards, parks, a river: GeoJSON */
  PATHFAN_MAP_BUILDING   /* floors of rooms, stairs, a lift: GeoJSON */
} pathfan_map_kind;

typedef struct pathfan_map_recipe {
  pathfan_map_kind kind;
  int32_t width, height; /* cells, 1..16384; terrain: map units; city: metres */
  uint64_t seed;         /* the same recipe gives the same bytes on every machine */
  double density;        /* caves, random: share of blocked cells, 0..1, default 0.45 / 0.2;
                            rooms, maze: share of extra openings, default 0.3 / 0.05;
                            terrain: share of extra roads, default 0.4; city: share of
                            blocks that are built on, default 0.85; < 0 = default */
  int32_t scale;         /* rooms: room size; maze: corridor width; caves: smoothing rounds;
                            random: side of a block; terrain: distance between villages (the
                            terrain may have about 16,384 squares of that side at most); city:
                            distance between streets, 20..300, default 60; 0 = default */
  int32_t floors;        /* of a building, 1..64, default 3; density and scale as of rooms */
  uint64_t reserved[6];
} pathfan_map_recipe;

PATHFAN_API void pathfan_map_recipe_init(pathfan_map_recipe *recipe);

/* Makes a map and writes it atomically: a MovingAI .map file, or GeoJSON for a terrain or a city.
 * Errors: IO, NO_MEMORY, ARGUMENT. */
PATHFAN_API pathfan_status pathfan_map_make(const pathfan_map_recipe *recipe, const char *path,
                                            pathfan_error *error);

/* Writes a scenario of `count` random reachable queries for a MovingAI map; the last column holds
 * octile lengths without corner cutting. Errors: IO, NO_MEMORY, ARGUMENT (among others: both paths
 * lead to the map), MALFORMED (map). */
PATHFAN_API pathfan_status pathfan_scenario_make(const char *map_path, const char *path,
                                                 int32_t count, uint64_t seed,
                                                 pathfan_error *error);

#ifdef __cplusplus
}
#endif

#endif
