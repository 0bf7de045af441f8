/* plaza.h - paths over an area between its entries, for routers that know streets only.
 *
 *   status = pf_plaza_read(text, bytes, path, &how, &plaza, &error);     read.c
 *   status = pf_plaza_place(&plaza, 0.05, &error);                       place.c
 *   if (plaza.blocked_count) ... entries that lie off the area ...
 *   status = pf_net_find(&plaza, &net, &error);                          net.c
 *   status = pf_net_join(&plaza, &net, &error);       for a graph only:  join.c
 *   status = pf_net_thin(&plaza, 1.01, &net, &worst, &error);  leaves out: thin.c
 *   pf_net_geojson(stdout, &plaza, &net);                                geojson.c
 *   pf_net_osm(stdout, &plaza, &net, &osm);                              osm.c
 *   pf_net_free(&net);
 *   pf_plaza_free(&plaza); */
#ifndef PF_PLAZA_PLAZA_H
#define PF_PLAZA_PLAZA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/ignored.h"
#include "geometry/predicates.h"
#include "geometry/plane.h"
#include "pathfan/map.h"

/* More entries of one area have over two million pairs: minutes of work, and too many paths for any
 * router. */
#define PF_PLAZA_AREA_ENTRIES_MAX 2048
#define PF_PLAZA_ENTRIES_MAX 16384 /* of all areas */

/* A degree is 111 km: a projection about the middle is too inaccurate for wider areas. */
#define PF_PLAZA_DEGREES_MAX 1

/* ---- The plaza ---- */

typedef struct pf_plaza_options {
  bool in_degrees;              /* coordinates are longitude and latitude; otherwise on a plane */
  const pathfan_point *entries; /* [Size: entry_count] besides the file's, in its coordinates */
  int32_t entry_count;
  double snap; /* as for pf_plaza_place: lines' positions so near to a border may be on it */
  double agent_radius; /* paths keep so far from borders and obstacles, but where they lead to an
                          entry; metres, or map units */
} pf_plaza_options;

typedef struct pf_plaza_entry {
  pathfan_point given; /* as in the file or the options */
  pathfan_point at;    /* on the plane; once placed, a point of the area */
  pathfan_point foot;  /* once placed: the nearest point that is the radius off everything, straight
                          from `at`; the same without a radius */
  int32_t feature;     /* of the file, from 0; -1: from the options */
  char *id;            /* as JSON; NULL: none */
  char *name;          /* NULL: none */
  int64_t osm_node;    /* number of the OSM node that it is; 0: none */
  double away; /* distance it was moved by; if blocked, its distance from the area, INFINITY:
                  unknown */
  bool is_blocked;
  bool is_narrow; /* blocked as there is no such foot near it */
  bool is_street; /* where a line has a position on a border, and no marked Point */
} pf_plaza_entry;

/* A position of an area's or obstacle's border. */
typedef struct pf_plaza_corner {
  pathfan_point at, given;
} pf_plaza_corner;

typedef struct pf_plaza_tag {
  char *key, *value;
} pf_plaza_tag;

typedef struct pf_plaza {
  const char *path; /* of the file, for messages; the caller's */
  bool in_degrees;
  pf_plane plane;     /* if in degrees */
  double plane_error; /* share by which lengths may be off; 0 on a plane */
  double agent_radius;
  char *text; /* the area as a map on the plane, GeoJSON */
  int32_t entry_count, entry_capacity;
  pf_plaza_entry *entries;
  int32_t corner_count, corner_capacity;
  pf_plaza_corner *corners; /* by `at`, ascending */
  int32_t tag_count, tag_capacity;
  pf_plaza_tag *tags; /* tags about access and ground that all walkable areas share */
  pf_ignored ignored; /* what the file says that has no effect; whole once placed */
  /* Set once placed. */
  int32_t blocked_count;
  pathfan_map *map;
  pathfan_map_info info;
  pathfan_query *query;
} pf_plaza;

/* Reads a GeoJSON FeatureCollection of polygons and entries. Polygons without a kind are walkable,
 * unless some have `kind` free: then they are obstacles. Entries are the positions of lines on
 * borders of areas, named by Points there, and the Points with a property `entry` or of kind
 * "entry"; without either, all Points. Where lines cross a border elsewhere is counted. path, for
 * messages, must stay valid; text needn't. Errors: NO_MEMORY, LIMIT, MALFORMED (with path and
 * feature); *plaza is all zero then. */
pathfan_status pf_plaza_read(const char *text, size_t bytes, const char *path,
                             const pf_plaza_options *options, pf_plaza *plaza,
                             pathfan_error *error);

/* Makes the map and places all entries on it: those off the area by at most `snap` are moved, those
 * farther off are blocked, or left out and counted if a line alone makes them. Errors: those of
 * pathfan_map_parse; MALFORMED (no entry is left). */
pathfan_status pf_plaza_place(pf_plaza *plaza, double snap, pathfan_error *error);

/* Returns the designation of entry `number` in messages: its number, feature and name. */
#define PF_PLAZA_CALLED_BYTES 128
const char *pf_plaza_call(const pf_plaza *plaza, int32_t number,
                          char called[PF_PLAZA_CALLED_BYTES]);

/* Adds a tag, or changes its value. Errors: NO_MEMORY. */
pathfan_status pf_plaza_tag_set(pf_plaza *plaza, const char *key, const char *value);

/* All-zero ones are allowed. */
void pf_plaza_free(pf_plaza *plaza);

/* ---- Paths ---- */

/* An entry, or a corner of obstacles where paths turn. */
typedef struct pf_net_node {
  pathfan_point at;
  pf_fixed_point fixed; /* the same on the fixed-point grid, relative to the map's origin */
  int32_t first;        /* the first node at that point: another one if entries coincide */
} pf_net_node;

typedef struct pf_net_way {
  int32_t first_step; /* its nodes: steps [first_step, next way's first_step), at least two */
  double length;      /* metres, or map units */
} pf_net_way;

typedef struct pf_net {
  int32_t node_count, node_capacity;
  pf_net_node *nodes; /* entries first, by their numbers */
  int32_t way_count, way_capacity;
  pf_net_way *ways;
  int32_t step_count, step_capacity;
  int32_t *steps; /* nodes */
  int32_t *areas; /* [Size: entries] the connected area of each, numbered as they first appear */
  int32_t *feet;  /* [Size: entries] the node of its foot: itself without a radius */
  int32_t area_count;
  int64_t pair_count; /* of entries of the same area */
  /* Hash table of nodes by position. */
  int32_t *slots; /* [Size: slot_count, a power of two] -1: free */
  int32_t slot_count;
} pf_net;

static inline int32_t pf_net_way_end(const pf_net *net, int32_t way) {
  return way + 1 < net->way_count ? net->ways[way + 1].first_step : net->step_count;
}

/* Finds the shortest paths of all pairs of entries in the same connected area, in order of their
 * numbers: from entry 0 to 1, 2, ..., from 1 to 2, ... Errors: NO_MEMORY, LIMIT (an area's
 * entries); *net is all zero then. */
pathfan_status pf_net_find(const pf_plaza *plaza, pf_net *net, pathfan_error *error);

/* Replaces the paths of pairs by their parts: segments between two nodes with no node between, each
 * once, from the node of the lesser number to the other, ascending. The shortest paths of that
 * graph are those of the pairs. Segments of length 0 join entries that coincide. Errors:
 * NO_MEMORY. */
pathfan_status pf_net_join(const pf_plaza *plaza, pf_net *net, pathfan_error *error);

/* Leaves out segments of a joined graph as long as no pair's way is longer than its shortest one by
 * more than the factor `stretch`, 1 or more, and corners that no segment has then. *worst: the
 * largest factor that there is. Errors: NO_MEMORY; the graph is as before then. */
pathfan_status pf_net_thin(const pf_plaza *plaza, double stretch, pf_net *net, double *worst,
                           pathfan_error *error);

/* All-zero ones are allowed. */
void pf_net_free(pf_net *net);

/* ---- Output ---- */

/* Returns the position in the file that became a point of the map's lattice. NULL: none, as
 * polygons cross there. */
const pf_plaza_corner *pf_plaza_corner_at(const pf_plaza *plaza, pathfan_point at);

/* Writes a node in the file's coordinates: with the file's digits if it is an entry or one of the
 * file's positions. */
void pf_net_place(const pf_plaza *plaza, const pf_net *net, int32_t node, char x[static 32],
                  char y[static 32]);

/* Writes a FeatureCollection with a LineString for each way: from and to, numbers of nodes, entries
 * first; from_id and to_id, if the file has them; length. Lists the area of each entry. */
void pf_net_geojson(FILE *out, const pf_plaza *plaza, const pf_net *net);

/* Writes OSM XML, for a plaza in degrees: nodes except those that OSM already has, and a way for
 * each way. New nodes and ways are numbered first_id, first_id + 1, ...; if it is 0: -1, -2, ... */
void pf_net_osm(FILE *out, const pf_plaza *plaza, const pf_net *net, int64_t first_id);

#endif
