/* sections.h - the sections of an index: one table, used by the writer, the finder, the checks and
 * the tools that inspect an index. layout.h describes their contents.
 *
 * A new section needs a row here; its records in layout.h; code that makes it
 * (build-index/pipeline/sections.c), finds it (query/open/find_sections.c), checks it
 * (query/open/validate.c) and uses it; and a place in docs/format.md and in its reader,
 * tests/format. */
#ifndef PF_FORMAT_SECTIONS_H
#define PF_FORMAT_SECTIONS_H

#include "layout.h"
#include "pathfan/format.h"

/* In the order of the file; the number of elements in brackets. */
typedef enum pf_section_id {
  PF_SECTION_HEADER = 0,    /* pf_layout_header */
  PF_SECTION_VERTICES,      /* pf_layout_vertex [n], in column order: a vertex's number is its
                                    column in every row */
  PF_SECTION_WEDGES,        /* pf_layout_wedge [n]; missing if all obstacles' corners are
                                    quadrants, as on grid maps */
  PF_SECTION_POLYGONS,      /* pf_layout_polygon [polygons + 1] */
  PF_SECTION_CONES,         /* bytes, "Cone lists"; empty when they would be too large */
  PF_SECTION_LOCATOR,       /* bytes, "Location" */
  PF_SECTION_MESH,          /* int32, "Mesh"; compressed when cone lists exist */
  PF_SECTION_SPANS,         /* pf_layout_span [n + 1] */
  PF_SECTION_EXITS,         /* bytes, "Labels" */
  PF_SECTION_LABELS,        /* uint64, "Labels" */
  PF_SECTION_NEXT_LABELS,   /* bytes, "Labels" */
  PF_SECTION_HUBS,          /* bytes, "Hubs" */
  PF_SECTION_LABEL_TILES,   /* int32 [1], "Label tiles"; missing if labels lie in one value */
  PF_SECTION_TABLE_FIRST,   /* for each table: uint32 [n + 1], where rows begin */
  PF_SECTION_TABLE,         /* for each table: bytes, "Rows" */
  PF_SECTION_REGIONS,       /* bytes, "Regions" */
  PF_SECTION_HIERARCHY,     /* bytes, "Hierarchy"; in place of regions on large maps */
  PF_SECTION_EDGES,         /* bytes, "Edges" */
  PF_SECTION_ONWARD,        /* bytes, "Onward"; missing without cone lists */
  PF_SECTION_LEADING,       /* bytes, "Leading"; missing without regions or hierarchy */
  PF_SECTION_DEFAULT_VIAS,  /* uint32, "Default vias"; missing without regions */
  PF_SECTION_LISTED_FIRSTS, /* bytes, "Listed hubs"; the three are there or missing together */
  PF_SECTION_LISTED_PAIRS,  /* bytes, "Listed hubs" */
  PF_SECTION_LISTED_PIECES, /* uint64, "Pieces" */
  /* Sections of terrains, all of them or none, those of ways only without areas; "Terrain". */
  PF_SECTION_TERRAIN,             /* pf_layout_terrain */
  PF_SECTION_TERRAIN_TWINS,       /* int32 [corners] */
  PF_SECTION_TERRAIN_CORNER_NODE, /* int32 [corners] */
  PF_SECTION_TERRAIN_CORNER_ARC,  /* int32 [corners] */
  PF_SECTION_TERRAIN_RIVERS,      /* int32 [corners] */
  PF_SECTION_TERRAIN_NODES,       /* pf_node [nodes + 1] */
  PF_SECTION_TERRAIN_FAN,         /* pf_fan [corners] */
  PF_SECTION_TERRAIN_ARC_ENDS,    /* pf_arc_end [2 arcs] */
  PF_SECTION_TERRAIN_LINKS,       /* pf_link */
  PF_SECTION_TERRAIN_ARCS,        /* pf_arc [arcs] */
  PF_SECTION_TERRAIN_FEATURES,    /* pf_feature */
  PF_SECTION_TERRAIN_NAMES,       /* text, each name ended by 0 */
  PF_SECTION_TERRAIN_RIVER_EDGES, /* int32: corners */
  PF_SECTION_WAYS_FIRST_LEG,      /* uint32 [nodes + 1], with lanes [2 nodes + 1] */
  PF_SECTION_WAYS_LEGS,           /* pf_way_leg */
  PF_SECTION_WAYS_CROSSED,        /* int32: features */
  PF_SECTION_WAYS_FIRST_EXIT,     /* uint32 [2 arcs + 1], with lanes [4 arcs + 1] */
  PF_SECTION_WAYS_EXITS,          /* pf_way_exit */
  PF_SECTION_WAYS_EDGES,          /* pf_way_edge */
  PF_SECTION_WAYS_FIRST_LABEL,    /* uint32 [nodes + 1], with lanes [2 nodes + 1] */
  PF_SECTION_WAYS_LABELS,         /* pf_way_label */
  PF_SECTION_WAYS_BY_RANK,        /* int32 [nodes] */

  PF_SECTION_IGNORED, /* pf_layout_ignored, "Ignored"; missing if all of the map has an effect */
  PF_SECTION_DOORS,   /* pf_layout_door, "Doors"; missing if there is none */
  PF_SECTION_FLOORS,  /* pf_layout_floor, "Floors and links"; missing if there is one floor */
  PF_SECTION_LINKS,   /* pf_layout_link; missing if there is none */
  PF_SECTION_TERRAIN_LANES, /* pf_lane [2 arcs]: only of terrains with one-way roads */
  PF_SECTION_TERRAIN_AREAS, /* int32 [polygons]: only of terrains with areas, which have no ways */
  PF_SECTION_HEIGHTS,       /* float, "Heights"; missing if the map is a plane */
  PF_SECTION_PIECES,        /* uint64, "Pieces" */
  PF_SECTION_SOURCE,        /* the source map's bytes, compressed */
  PF_SECTIONS
} pf_section_id;

typedef enum pf_section_need {
  PF_SECTION_ALWAYS = 0, /* every file has it */
  PF_SECTION_IF_THERE,   /* may be missing; if present, readers must know it */
  PF_SECTION_EXTRA       /* may be missing; a reader that doesn't know it does without */
} pf_section_need;

/* Sections checked together, at first use. */
enum {
  PF_PART_NONE = -1, /* checked singly: the header at once, the source at first use */
  PF_PART_BASE = 0,
  PF_PART_MESH,
  PF_PART_LABELS, /* all pieces; queries check those that they read (query/open/pieces.h) */
  PF_PART_CONES,  /* likewise */
  PF_PART_REGIONS,
  PF_PART_EDGES,
  PF_PART_ONWARD,
  PF_PART_LEADING,
  PF_PART_DEFAULT_VIAS,
  PF_PART_LISTED, /* all pieces; queries check those that they read */
  PF_PART_LISTED_PIECES,
  PF_PART_LINKS, /* floors, too */
  PF_PART_TERRAIN,
  PF_PART_WAYS,
  PF_PART_WALKS, /* no sections: checks that walks along the labels of ways end; queries don't
                         need it, since each checks its own walks */
  PF_PART_TABLE  /* and the numbers after it, one for each table */
};

typedef struct pf_section_rule {
  const char *name;      /* # stands for a table's number, from 1 */
  uint32_t element_size; /* bytes */
  pf_section_need need;
  int part;
} pf_section_rule;

extern const pf_section_rule pf_section_rules[PF_SECTIONS];

typedef struct pf_section_name {
  char text[PATHFAN_SECTION_NAME_MAX + 1];
} pf_section_name;

/* Whether a section belongs to a terrain. */
static inline bool pf_section_is_terrain(pf_section_id id) {
  return id >= PF_SECTION_TERRAIN && id <= PF_SECTION_WAYS_BY_RANK;
}

/* Whether all radii of a file share a section. */
static inline bool pf_section_is_shared(pf_section_id id) {
  return id == PF_SECTION_IGNORED || id == PF_SECTION_DOORS || id == PF_SECTION_SOURCE;
}

/* Returns the minor version of the format that introduced a section. */
static inline int pf_section_minor(pf_section_id id) {
  if (id >= PF_SECTION_LISTED_FIRSTS && id <= PF_SECTION_LISTED_PIECES) return 8;
  if (id == PF_SECTION_TERRAIN_LANES) return 12;
  if (id == PF_SECTION_TERRAIN_AREAS) return 14;
  if (id == PF_SECTION_FLOORS || id == PF_SECTION_LINKS) return 11;
  if (id == PF_SECTION_HEIGHTS) return 13;
  if (id == PF_SECTION_DOORS) return 9;
  if (id == PF_SECTION_IGNORED) return 7;
  if (id == PF_SECTION_HIERARCHY) return 6;
  if (id == PF_SECTION_DEFAULT_VIAS) return 5;
  if (id == PF_SECTION_LABEL_TILES) return 4;
  if (id == PF_SECTION_LEADING) return 3;
  return id == PF_SECTION_ONWARD ? 2 : pf_section_is_terrain(id) ? 1 : 0;
}

/* The minor version that introduced files of several radii. */
#define PF_RADII_MINOR 10

/* Returns the name of a section in a file. table: its number from 0, only for tables. */
pf_section_name pf_section_name_of(pf_section_id id, int32_t table);

/* Returns the name of a section of a radius, by its number: "rN." and the name, without the prefix
 * for radius 0 and for shared sections. */
pf_section_name pf_section_name_at(int32_t radius, pf_section_id id, int32_t table);

/* Returns the number of the radius that a section with this name is of; 0 also if it is shared. */
int32_t pf_section_radius(const char *name);

/* Finds the section with that name, be it of any of PF_LAYOUT_TABLES_MAX tables and
 * PF_LAYOUT_RADII_MAX radii; PF_SECTIONS if none. */
pf_section_id pf_section_named(const char *name);

/* Finds a section of the radius that the reader reads (reader.h). NULL if it is missing or in a
 * codec of a newer minor, which amounts to the same (a file that requires it isn't opened). */
const pathfan_section *pf_section_find(const pathfan_reader *reader, pf_section_id id,
                                       int32_t table);

#endif
