/* sections.h - the sections of an index: one table, which its writer, its finder, its checks
 * and those who look inside go by. What each holds stands in layout.h.
 *
 * A new section takes a row here; its records in layout.h; who makes them
 * (build-index/sections.c), finds them (query/find_sections.c), checks them
 * (query/validate.c) and uses them; and docs/format.md with its reader, tests/format. */
#ifndef PATHFAN_FORMAT_SECTIONS_H
#define PATHFAN_FORMAT_SECTIONS_H

#include "layout.h"
#include "pathfan/format.h"

/* In the order of the file; in brackets the number of elements. */
typedef enum pathfan_section_id {
  PATHFAN_SECTION_HEADER = 0,  /* pathfan_layout_header */
  PATHFAN_SECTION_VERTICES,    /* pathfan_layout_vertex [n], in column order: the number of a
                                  vertex is its column in every row */
  PATHFAN_SECTION_WEDGES,      /* pathfan_layout_wedge [n]; missing where all obstacles' corners
                                  are quadrants, as on grid maps */
  PATHFAN_SECTION_POLYGONS,    /* pathfan_layout_polygon [polygons + 1] */
  PATHFAN_SECTION_CONES,       /* bytes, "Cone lists"; empty when they would be too large */
  PATHFAN_SECTION_LOCATOR,     /* bytes, "Location" */
  PATHFAN_SECTION_MESH,        /* int32, "Mesh"; compressed when cone lists exist */
  PATHFAN_SECTION_SPANS,       /* pathfan_layout_span [n + 1] */
  PATHFAN_SECTION_EXITS,       /* bytes, "Labels" */
  PATHFAN_SECTION_LABELS,      /* uint64, "Labels" */
  PATHFAN_SECTION_NEXT_LABELS, /* bytes, "Labels" */
  PATHFAN_SECTION_HUBS,        /* bytes, "Hubs" */
  PATHFAN_SECTION_LABEL_TILES, /* int32 [1], "Label tiles"; missing where labels lie in one value */
  PATHFAN_SECTION_TABLE_FIRST, /* for each table: uint32 [n + 1], where rows begin */
  PATHFAN_SECTION_TABLE,       /* for each table: bytes, "Rows" */
  PATHFAN_SECTION_REGIONS,     /* bytes, "Regions" */
  PATHFAN_SECTION_HIERARCHY,   /* bytes, "Hierarchy"; in place of regions on large maps */
  PATHFAN_SECTION_EDGES,       /* bytes, "Edges" */
  PATHFAN_SECTION_ONWARD,      /* bytes, "Onward"; missing without cone lists */
  PATHFAN_SECTION_LEADING,     /* bytes, "Leading"; missing without regions */
  PATHFAN_SECTION_DEFAULT_VIAS, /* uint32, "Default vias"; missing without regions */
  /* Of terrains, all of them or none; "Terrain". */
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
  PATHFAN_SECTION_IF_THERE,   /* may be missing; where it is there, readers must know it */
  PATHFAN_SECTION_EXTRA       /* may be missing; whoever doesn't know it does without */
} pathfan_section_need;

/* What is checked together, the first time that it is needed. */
enum {
  PATHFAN_PART_NONE = -1, /* each for itself: the header at once, the source when it is asked for */
  PATHFAN_PART_BASE = 0,
  PATHFAN_PART_MESH,
  PATHFAN_PART_LABELS, /* all pieces of them; queries check those that they read (query/pieces.h) */
  PATHFAN_PART_CONES,  /* the same */
  PATHFAN_PART_REGIONS,
  PATHFAN_PART_EDGES,
  PATHFAN_PART_ONWARD,
  PATHFAN_PART_LEADING,
  PATHFAN_PART_DEFAULT_VIAS,
  PATHFAN_PART_TERRAIN,
  PATHFAN_PART_WAYS,
  PATHFAN_PART_WALKS, /* no sections: that walks along the labels of ways end; queries don't need
                         it, who holds their walks against it himself */
  PATHFAN_PART_TABLE  /* and the following ones, one for each table */
};

typedef struct pathfan_section_rule {
  const char *name;      /* # stands for the number of a table, from 1 */
  uint32_t element_size; /* bytes */
  pathfan_section_need need;
  int part;
} pathfan_section_rule;

extern const pathfan_section_rule pathfan_section_rules[PATHFAN_SECTIONS];

typedef struct pathfan_section_name {
  char text[PATHFAN_SECTION_NAME_MAX + 1];
} pathfan_section_name;

/* Whether a section is one of a terrain. */
static inline bool pathfan_section_is_terrain(pathfan_section_id id) {
  return id >= PATHFAN_SECTION_TERRAIN && id <= PATHFAN_SECTION_WAYS_BY_RANK;
}

/* The minor version of the format since which there is such a section. */
static inline int pathfan_section_minor(pathfan_section_id id) {
  if (id == PATHFAN_SECTION_HIERARCHY) return 6;
  if (id == PATHFAN_SECTION_DEFAULT_VIAS) return 5;
  if (id == PATHFAN_SECTION_LABEL_TILES) return 4;
  if (id == PATHFAN_SECTION_LEADING) return 3;
  return id == PATHFAN_SECTION_ONWARD ? 2 : pathfan_section_is_terrain(id) ? 1 : 0;
}

/* The name of a section in a file; table: its number from 0, of tables only. */
pathfan_section_name pathfan_section_name_of(pathfan_section_id id, int32_t table);

/* Which section has that name, that of any of PATHFAN_LAYOUT_TABLES_MAX tables included;
 * PATHFAN_SECTIONS if none. */
pathfan_section_id pathfan_section_named(const char *name);

/* The section of an open file; NULL: it isn't there, or in a codec of a newer minor, which is the
 * same (where it is required, the file isn't opened). */
const pathfan_section *pathfan_section_find(const pathfan_reader *reader, pathfan_section_id id,
                                            int32_t table);

#endif
