/* sections.h - the sections of an index: one table, used by the writer, the finder, the checks and
 * the tools that inspect an index. layout.h describes their contents.
 *
 * A new section needs a row here; its records in layout.h; code that makes it
 * (build-index/sections.c), finds it (query/find_sections.c), checks it (query/validate.c) and uses
 * it; and a place in docs/format.md and in its reader, tests/format. */
#ifndef PATHFAN_FORMAT_SECTIONS_H
#define PATHFAN_FORMAT_SECTIONS_H

#include "layout.h"
#include "pathfan/format.h"

/* In the order of the file; the number of elements in brackets. */
typedef enum pathfan_section_id {
  PATHFAN_SECTION_HEADER = 0, /* pathfan_layout_header */
  PATHFAN_SECTION_VERTICES, /* pathfan_layout_vertex [n], in column order: a vertex's number is its
                               column in every row */
  PATHFAN_SECTION_WEDGES,   /* pathfan_layout_wedge [n]; missing if all obstacles' corners are
                               quadrants, as on grid maps */
  PATHFAN_SECTION_POLYGONS, /* pathfan_layout_polygon [polygons + 1] */
  PATHFAN_SECTION_CONES,    /* bytes, "Cone lists"; empty when they would be too large */
  PATHFAN_SECTION_LOCATOR,  /* bytes, "Location" */
  PATHFAN_SECTION_MESH,     /* int32, "Mesh"; compressed when cone lists exist */
  PATHFAN_SECTION_SPANS,    /* pathfan_layout_span [n + 1] */
  PATHFAN_SECTION_EXITS,    /* bytes, "Labels" */
  PATHFAN_SECTION_LABELS,   /* uint64, "Labels" */
  PATHFAN_SECTION_NEXT_LABELS,  /* bytes, "Labels" */
  PATHFAN_SECTION_HUBS,         /* bytes, "Hubs" */
  PATHFAN_SECTION_LABEL_TILES,  /* int32 [1], "Label tiles"; missing if labels lie in one value */
  PATHFAN_SECTION_TABLE_FIRST,  /* for each table: uint32 [n + 1], where rows begin */
  PATHFAN_SECTION_TABLE,        /* for each table: bytes, "Rows" */
  PATHFAN_SECTION_REGIONS,      /* bytes, "Regions" */
  PATHFAN_SECTION_HIERARCHY,    /* bytes, "Hierarchy"; in place of regions on large maps */
  PATHFAN_SECTION_EDGES,        /* bytes, "Edges" */
  PATHFAN_SECTION_ONWARD,       /* bytes, "Onward"; missing without cone lists */
  PATHFAN_SECTION_LEADING,      /* bytes, "Leading"; missing without regions or hierarchy */
  PATHFAN_SECTION_DEFAULT_VIAS, /* uint32, "Default vias"; missing without regions */
  /* Sections of terrains, all of them or none; "Terrain". */
  PATHFAN_SECTION_TERRAIN,             /* pathfan_layout_terrain */
  PATHFAN_SECTION_TERRAIN_TWINS,       /* int32 [corners] */
  PATHFAN_SECTION_TERRAIN_CORNER_NODE, /* int32 [corners] */
  PATHFAN_SECTION_TERRAIN_CORNER_ARC,  /* int32 [corners] */
  PATHFAN_SECTION_TERRAIN_RIVERS,      /* int32 [corners] */
  PATHFAN_SECTION_TERRAIN_NODES,       /* pathfan_node [nodes + 1] */
  PATHFAN_SECTION_TERRAIN_FAN,         /* pathfan_fan [corners] */
  PATHFAN_SECTION_TERRAIN_ARC_ENDS,    /* pathfan_arc_end [2 arcs] */
  PATHFAN_SECTION_TERRAIN_LINKS,       /* pathfan_link */
  PATHFAN_SECTION_TERRAIN_ARCS,        /* pathfan_arc [arcs] */
  PATHFAN_SECTION_TERRAIN_FEATURES,    /* pathfan_feature */
  PATHFAN_SECTION_TERRAIN_NAMES,       /* text, each name ended by 0 */
  PATHFAN_SECTION_TERRAIN_RIVER_EDGES, /* int32: corners */
  PATHFAN_SECTION_WAYS_FIRST_LEG,      /* uint32 [nodes + 1] */
  PATHFAN_SECTION_WAYS_LEGS,           /* pathfan_way_leg */
  PATHFAN_SECTION_WAYS_CROSSED,        /* int32: features */
  PATHFAN_SECTION_WAYS_FIRST_EXIT,     /* uint32 [2 arcs + 1] */
  PATHFAN_SECTION_WAYS_EXITS,          /* pathfan_way_exit */
  PATHFAN_SECTION_WAYS_EDGES,          /* pathfan_way_edge */
  PATHFAN_SECTION_WAYS_FIRST_LABEL,    /* uint32 [nodes + 1] */
  PATHFAN_SECTION_WAYS_LABELS,         /* pathfan_way_label */
  PATHFAN_SECTION_WAYS_BY_RANK,        /* int32 [nodes] */

  PATHFAN_SECTION_PIECES, /* uint64, "Pieces" */
  PATHFAN_SECTION_SOURCE, /* the source map's bytes, compressed */
  PATHFAN_SECTIONS
} pathfan_section_id;

typedef enum pathfan_section_need {
  PATHFAN_SECTION_ALWAYS = 0, /* every file has it */
  PATHFAN_SECTION_IF_THERE,   /* may be missing; if present, readers must know it */
  PATHFAN_SECTION_EXTRA       /* may be missing; a reader that doesn't know it does without */
} pathfan_section_need;

/* Sections checked together, at first use. */
enum {
  PATHFAN_PART_NONE = -1, /* checked singly: the header at once, the source at first use */
  PATHFAN_PART_BASE = 0,
  PATHFAN_PART_MESH,
  PATHFAN_PART_LABELS, /* all pieces; queries check those that they read (query/pieces.h) */
  PATHFAN_PART_CONES,  /* likewise */
  PATHFAN_PART_REGIONS,
  PATHFAN_PART_EDGES,
  PATHFAN_PART_ONWARD,
  PATHFAN_PART_LEADING,
  PATHFAN_PART_DEFAULT_VIAS,
  PATHFAN_PART_TERRAIN,
  PATHFAN_PART_WAYS,
  PATHFAN_PART_WALKS, /* no sections: checks that walks along the labels of ways end; queries don't
                         need it, since each checks its own walks */
  PATHFAN_PART_TABLE  /* and the numbers after it, one for each table */
};

typedef struct pathfan_section_rule {
  const char *name;      /* # stands for a table's number, from 1 */
  uint32_t element_size; /* bytes */
  pathfan_section_need need;
  int part;
} pathfan_section_rule;

extern const pathfan_section_rule pathfan_section_rules[PATHFAN_SECTIONS];

typedef struct pathfan_section_name {
  char text[PATHFAN_SECTION_NAME_MAX + 1];
} pathfan_section_name;

/* Whether a section belongs to a terrain. */
static inline bool pathfan_section_is_terrain(pathfan_section_id id) {
  return id >= PATHFAN_SECTION_TERRAIN && id <= PATHFAN_SECTION_WAYS_BY_RANK;
}

/* Returns the minor version of the format that introduced a section. */
static inline int pathfan_section_minor(pathfan_section_id id) {
  if (id == PATHFAN_SECTION_HIERARCHY) return 6;
  if (id == PATHFAN_SECTION_DEFAULT_VIAS) return 5;
  if (id == PATHFAN_SECTION_LABEL_TILES) return 4;
  if (id == PATHFAN_SECTION_LEADING) return 3;
  return id == PATHFAN_SECTION_ONWARD ? 2 : pathfan_section_is_terrain(id) ? 1 : 0;
}

/* Returns the name of a section in a file. table: its number from 0, only for tables. */
pathfan_section_name pathfan_section_name_of(pathfan_section_id id, int32_t table);

/* Finds the section with that name, be it of any of PATHFAN_LAYOUT_TABLES_MAX tables;
 * PATHFAN_SECTIONS if none. */
pathfan_section_id pathfan_section_named(const char *name);

/* Finds a section of an open file. NULL if it is missing or in a codec of a newer minor, which
 * amounts to the same (a file that requires it isn't opened). */
const pathfan_section *pathfan_section_find(const pathfan_reader *reader, pathfan_section_id id,
                                            int32_t table);

#endif
