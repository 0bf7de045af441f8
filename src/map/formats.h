/* formats.h - the formats of maps, each said once: how files are called and begin, who reads
 * them. A new format is its reader, src/map/NAME.c, and a row in formats.c; help, messages
 * and which files of a folder are maps follow from the table. */
#ifndef PATHFAN_MAP_FORMATS_H
#define PATHFAN_MAP_FORMATS_H

#include "map/features.h"
#include "map/layers.h"

/* What a file holds. */
typedef enum pathfan_map_content {
  PATHFAN_MAP_CELLS = 0, /* a grid of them: parse_cells */
  PATHFAN_MAP_POLYGONS,  /* parse_polygons, or parse_layers */
  PATHFAN_MAP_OCCUPANCY, /* cells somewhere in the world: map/occupancy.h */
  PATHFAN_MAP_MESH       /* free space cut already: meshing/mesh_file.h */
} pathfan_map_content;

typedef struct pathfan_map_format {
  const char *name; /* for people. NULL ends the table */
  pathfan_map_content content;

  /* Endings of file names, without the dot, the usual one first; then NULL. Who has one of
   * the first `own` is such a map; files of other programs have the others too, and are
   * looked into. */
  const char *endings[4];
  int32_t own;

  /* Text begins with one of these, after white space; then NULL. */
  const char *begins[8];
  bool any_case; /* in small or capital letters */
  /* and has this in it, too; NULL: nothing more */
  const char *holds;
  bool is_json, is_xml; /* is parsed as such, which takes memory */

  /* Whether a file that is looked into is likely to be such a map, from its first bytes, of
   * which it is known that they begin so. NULL: it is. */
  bool (*is_likely)(const char *text, size_t bytes);

  pathfan_status (*parse_cells)(const char *text, size_t bytes, const char *name,
                                const char *passable, pathfan_grid *grid, pathfan_error *error);
  pathfan_status (*parse_polygons)(const char *text, size_t bytes, const char *path,
                                   pathfan_polygons *polygons, pathfan_error *error);
  /* In its place, of maps made of layers, some of which may be chosen. */
  pathfan_status (*parse_layers)(const char *text, size_t bytes, const char *path,
                                 const pathfan_layer_wishes *wishes, pathfan_polygons *polygons,
                                 pathfan_error *error);
  /* The same with roads and rivers; NULL: it has none. */
  pathfan_status (*parse_features)(const char *text, size_t bytes, const char *path,
                                   pathfan_features *features, pathfan_error *error);
} pathfan_map_format;

extern const pathfan_map_format pathfan_map_formats[];

/* The format that text begins like; NULL: none. */
const pathfan_map_format *pathfan_map_format_of(const char *text, size_t bytes);

/* Whether a file with this ending, without the dot, is a map; *look: only if it looks like
 * one. */
bool pathfan_map_has_ending(const char *ending, bool *look);

/* Whether a file that is looked into is likely to be a map, from its first bytes. */
bool pathfan_map_is_likely(const char *text, size_t bytes);

#endif
