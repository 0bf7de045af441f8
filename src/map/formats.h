/* formats.h - one table of all map formats: how their files are named, how they begin, and which
 * function reads them. To add a format, write its reader, src/map/NAME.c, and add a row in
 * formats.c; help, messages and which files of a folder are maps follow from the table. */
#ifndef PF_MAP_FORMATS_H
#define PF_MAP_FORMATS_H

#include "map/features.h"
#include "map/occupancy.h"
#include "map/wishes.h"

/* The contents of a file. */
typedef enum pf_map_content {
  PF_MAP_CELLS = 0, /* a grid of cells: parse_cells */
  PF_MAP_POLYGONS,  /* parse_polygons */
  PF_MAP_OCCUPANCY, /* cells somewhere in the world: parse_placed */
  PF_MAP_MESH,      /* free space already cut into polygons: meshing/mesh_file.h */
  PF_MAP_DETOUR,    /* polygons in space: meshing/soup.h */
  PF_MAP_OBJ,
  PF_MAP_PLY
} pf_map_content;

typedef struct pf_map_format {
  const char *name; /* for people; NULL ends the table */
  pf_map_content content;

  /* Endings of file names, without the dot, the usual one first; then NULL. A file with one of the
   * first `own` endings is such a map; other programs use the remaining ones too, so such files are
   * looked into. */
  const char *endings[4];
  int32_t own;

  /* The text begins with one of these, after white space; then NULL. */
  const char *begins[12];
  bool any_case; /* whether begins match in either case */
  /* the text must also contain this; NULL: nothing more */
  const char *holds;
  bool is_json, is_xml; /* parsed as JSON or XML, which takes memory */

  /* Whether a file that is looked into is likely to be such a map, judged by its first bytes, which
   * already match `begins`. NULL: always. */
  bool (*is_likely)(const char *text, size_t bytes);

  /* Each counts what has no effect, in a list or in ignored of the polygons. */
  pathfan_status (*parse_cells)(const char *text, size_t bytes, const char *name,
                                const char *passable, pf_grid *grid, pf_ignored *ignored,
                                pathfan_error *error);
  pathfan_status (*parse_placed)(const char *text, size_t bytes, const char *path,
                                 const pf_limits *limits, pf_grid *grid, pf_placement *placement,
                                 pf_ignored *ignored, pathfan_error *error);
  pathfan_status (*parse_polygons)(const char *text, size_t bytes, const char *path,
                                   const pf_wishes *wishes, pf_polygons *polygons,
                                   pathfan_error *error);
  /* The same with roads and rivers; NULL if the format has none. */
  pathfan_status (*parse_features)(const char *text, size_t bytes, const char *path,
                                   const pf_wishes *wishes, pf_features *features,
                                   pathfan_error *error);

  bool has_image;   /* in a file of its own: map/occupancy.h */
  bool has_layers;  /* some of which may be chosen: pf_wishes.layers */
  bool has_levels;  /* of which one may be chosen: pf_wishes.level */
  bool has_tags;    /* of OpenStreetMap: pf_wishes.profile */
  bool has_assumed; /* polygons whose kind isn't said: pf_wishes.walkable */
  uint64_t ignores; /* bits of pf_ignored_kind: what the reader may count */
} pf_map_format;

extern const pf_map_format pf_map_formats[];

/* Whether a reader of the format may have counted this. */
bool pf_map_format_counts(const pf_map_format *format, const pf_ignored *ignored);

/* Returns the format that matches the beginning of a text, or NULL. */
const pf_map_format *pf_map_format_of(const char *text, size_t bytes);

/* Whether files with this ending (without the dot) may be maps; *look: whether their content
 * decides. */
bool pf_map_has_ending(const char *ending, bool *look);

/* Whether a file that is looked into is likely to be a map, judged by its first bytes. */
bool pf_map_is_likely(const char *text, size_t bytes);

#endif
