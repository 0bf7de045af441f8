/* plaza.h - ways over an area between its entries, for routers that know streets alone.
 *
 *   status = pathfan_plaza_read(text, bytes, path, &how, &plaza, &error);     read.c
 *   status = pathfan_plaza_place(&plaza, 0.05, &error);                       place.c
 *   if (plaza.blocked_count) ... entries that lie off the area ...
 *   status = pathfan_net_find(&plaza, &net, &error);                          net.c
 *   status = pathfan_net_join(&plaza, &net, &error);                          join.c; if a graph is
 * wanted pathfan_net_geojson(stdout, &plaza, &net);                                geojson.c
 *   pathfan_net_osm(stdout, &plaza, &net, &osm);                              osm.c
 *   pathfan_net_free(&net);
 *   pathfan_plaza_free(&plaza); */
#ifndef PATHFAN_PLAZA_PLAZA_H
#define PATHFAN_PLAZA_PLAZA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "geometry/predicates.h"
#include "geometry/plane.h"
#include "pathfan/map.h"

/* More have more than two million pairs: the work of minutes, and too many ways for any router. */
#define PATHFAN_PLAZA_ENTRIES_MAX 2048

/* A degree is 111 km: a projection about the middle says little of what is wider. */
#define PATHFAN_PLAZA_DEGREES_MAX 1

/* ---- The plaza ---- */

typedef struct pathfan_plaza_options {
  bool in_degrees;              /* coordinates are longitude and latitude; else on a plane */
  const pathfan_point *entries; /* [Size: entry_count] besides the file's, in its coordinates */
  int32_t entry_count;
} pathfan_plaza_options;

typedef struct pathfan_plaza_entry {
  pathfan_point given; /* as in the file */
  pathfan_point at;    /* on the plane; once it is placed where ways begin, on the area */
  int32_t feature;     /* of the file, from 0; -1: of the options */
  char *id;            /* as JSON has it; NULL: none */
  char *name;          /* NULL: none */
  int64_t osm_node;    /* number of the node that it is; 0: none */
  double away; /* how far it was moved; of a blocked one, how far off the area it lies, INFINITY:
                  who knows */
  bool is_blocked;
} pathfan_plaza_entry;

/* A position of an area's or obstacle's border. */
typedef struct pathfan_plaza_corner {
  pathfan_point at, given;
} pathfan_plaza_corner;

typedef struct pathfan_plaza_tag {
  char *key, *value;
} pathfan_plaza_tag;

typedef struct pathfan_plaza {
  const char *path; /* of the file, for messages; the caller's */
  bool in_degrees;
  pathfan_plane plane; /* in degrees */
  double plane_error;  /* share by which lengths may be off; on a plane 0 */
  char *text;          /* the area as a map on the plane, GeoJSON */
  int32_t entry_count, entry_capacity;
  pathfan_plaza_entry *entries;
  int32_t corner_count, corner_capacity;
  pathfan_plaza_corner *corners; /* by `at`, ascending */
  int32_t tag_count, tag_capacity;
  pathfan_plaza_tag *tags; /* what all walkable areas say of who may go there, and of the ground */
  /* Once it is placed. */
  int32_t blocked_count;
  pathfan_map *map;
  pathfan_map_info info;
  pathfan_query *query;
} pathfan_plaza;

/* Reads a GeoJSON FeatureCollection: polygons, of which those of no kind are walkable unless others
 * are said to be (`kind`: free); and entries. These are the Points with a property `entry`; else
 * the positions that lines have in common with borders of areas, named by Points there; else all
 * Points. path, for messages, must stay; text may go. Errors: NO_MEMORY, LIMIT, MALFORMED (with
 * path and feature); *plaza is all zero then. */
pathfan_status pathfan_plaza_read(const char *text, size_t bytes, const char *path,
                                  const pathfan_plaza_options *options, pathfan_plaza *plaza,
                                  pathfan_error *error);

/* Makes the map, and puts all entries on it: those off the area by at most `snap` are moved, those
 * farther off are blocked. Errors: those of pathfan_map_parse. */
pathfan_status pathfan_plaza_place(pathfan_plaza *plaza, double snap, pathfan_error *error);

/* What entry `number` is called in messages: by its number, feature and name. */
#define PATHFAN_PLAZA_CALLED_BYTES 128
const char *pathfan_plaza_call(const pathfan_plaza *plaza, int32_t number,
                               char called[PATHFAN_PLAZA_CALLED_BYTES]);

/* Adds a tag, or gives one another value. Errors: NO_MEMORY. */
pathfan_status pathfan_plaza_tag_set(pathfan_plaza *plaza, const char *key, const char *value);

/* Fine for all-zero ones. */
void pathfan_plaza_free(pathfan_plaza *plaza);

/* ---- Ways ---- */

/* An entry, or a corner of obstacles where ways turn. */
typedef struct pathfan_net_node {
  pathfan_point at;
  pathfan_fixed_point fixed; /* the same on the fixed-point grid, from the map's origin on */
  int32_t first;             /* the first node there: another one where entries coincide */
} pathfan_net_node;

typedef struct pathfan_net_way {
  int32_t first_step; /* its nodes are steps [first_step, next way's first_step), two or more */
  double length;      /* metres, or map units */
} pathfan_net_way;

typedef struct pathfan_net_pair {
  int32_t from, to;
} pathfan_net_pair;

typedef struct pathfan_net {
  int32_t node_count, node_capacity;
  pathfan_net_node *nodes; /* entries first, by their numbers */
  int32_t way_count, way_capacity;
  pathfan_net_way *ways;
  int32_t step_count, step_capacity;
  int32_t *steps;      /* nodes */
  int32_t apart_count; /* pairs of entries that no way joins */
  int32_t apart_capacity;
  pathfan_net_pair *apart;
  /* Where nodes are found by their places. */
  int32_t *slots; /* [Size: slot_count, a power of two] -1: free */
  int32_t slot_count;
} pathfan_net;

static inline int32_t pathfan_net_way_end(const pathfan_net *net, int32_t way) {
  return way + 1 < net->way_count ? net->ways[way + 1].first_step : net->step_count;
}

/* The shortest ways of all pairs of entries, by their numbers: of entry 0 to 1, 2, ..., of 1 to 2,
 * ... Errors: NO_MEMORY, LIMIT; *net is all zero then. */
pathfan_status pathfan_net_find(const pathfan_plaza *plaza, pathfan_net *net, pathfan_error *error);

/* In place of the ways of pairs puts what they are made of: segments between two nodes with no node
 * between, each once, from the node of the lesser number to the other, ascending. The shortest ways
 * of that graph are those of the pairs. Entries that coincide are joined by segments of length 0.
 * Errors: NO_MEMORY. */
pathfan_status pathfan_net_join(const pathfan_plaza *plaza, pathfan_net *net, pathfan_error *error);

/* Fine for all-zero ones. */
void pathfan_net_free(pathfan_net *net);

/* ---- What is written of them ---- */

/* The position of the file that the map has at a point of its lattice; NULL: none, for polygons
 * cross there. */
const pathfan_plaza_corner *pathfan_plaza_corner_at(const pathfan_plaza *plaza, pathfan_point at);

/* A node in the file's coordinates: digit by digit as the file has it if it is an entry or one of
 * its positions. */
void pathfan_net_place(const pathfan_plaza *plaza, const pathfan_net *net, int32_t node,
                       char x[static 32], char y[static 32]);

/* A FeatureCollection with a LineString for each way: from and to, numbers of nodes, entries being
 * the first; from_id and to_id, where the file has one; length. And the pairs that are apart. */
void pathfan_net_geojson(FILE *out, const pathfan_plaza *plaza, const pathfan_net *net);

/* OSM XML, of a plaza in degrees: nodes but those that are OSM's already, a way for each way. New
 * nodes and ways have the numbers first_id, first_id + 1, ...; 0: -1, -2, ... */
void pathfan_net_osm(FILE *out, const pathfan_plaza *plaza, const pathfan_net *net,
                     int64_t first_id);

#endif
