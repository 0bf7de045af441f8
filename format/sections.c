/* sections.c - the table of sections, and their names, with those of tables. */
#include "sections.h"

#define OF_TERRAIN(name, bytes, part)                                                              \
  { name, bytes, PATHFAN_SECTION_IF_THERE, part }

const pathfan_section_rule pathfan_section_rules[PATHFAN_SECTIONS] = {
    [PATHFAN_SECTION_HEADER] = {"header", sizeof(pathfan_layout_header), PATHFAN_SECTION_ALWAYS,
                                PATHFAN_PART_NONE},
    [PATHFAN_SECTION_VERTICES] = {"vertices", sizeof(pathfan_layout_vertex), PATHFAN_SECTION_ALWAYS,
                                  PATHFAN_PART_BASE},
    [PATHFAN_SECTION_WEDGES] = {"wedges", sizeof(pathfan_layout_wedge), PATHFAN_SECTION_IF_THERE,
                                PATHFAN_PART_BASE},
    [PATHFAN_SECTION_POLYGONS] = {"polygons", sizeof(pathfan_layout_polygon),
                                  PATHFAN_SECTION_ALWAYS, PATHFAN_PART_BASE},
    [PATHFAN_SECTION_CONES] = {"cones", 1, PATHFAN_SECTION_ALWAYS, PATHFAN_PART_CONES},
    [PATHFAN_SECTION_LOCATOR] = {"locator", 1, PATHFAN_SECTION_ALWAYS, PATHFAN_PART_BASE},
    [PATHFAN_SECTION_MESH] = {"mesh", sizeof(int32_t), PATHFAN_SECTION_ALWAYS, PATHFAN_PART_MESH},
    [PATHFAN_SECTION_SPANS] = {"spans", sizeof(pathfan_layout_span), PATHFAN_SECTION_ALWAYS,
                               PATHFAN_PART_BASE},
    [PATHFAN_SECTION_EXITS] = {"exits", 1, PATHFAN_SECTION_ALWAYS, PATHFAN_PART_LABELS},
    [PATHFAN_SECTION_LABELS] = {"labels", sizeof(uint64_t), PATHFAN_SECTION_ALWAYS,
                                PATHFAN_PART_LABELS},
    [PATHFAN_SECTION_NEXT_LABELS] = {"next-labels", 1, PATHFAN_SECTION_ALWAYS, PATHFAN_PART_LABELS},
    [PATHFAN_SECTION_HUBS] = {"hubs", 1, PATHFAN_SECTION_ALWAYS, PATHFAN_PART_LABELS},
    [PATHFAN_SECTION_LABEL_TILES] = {"label-tiles", sizeof(int32_t), PATHFAN_SECTION_IF_THERE,
                                     PATHFAN_PART_NONE},
    [PATHFAN_SECTION_TABLE_FIRST] = {"cvpd#-first", sizeof(uint32_t), PATHFAN_SECTION_ALWAYS,
                                     PATHFAN_PART_TABLE},
    [PATHFAN_SECTION_TABLE] = {"cvpd#", 1, PATHFAN_SECTION_ALWAYS, PATHFAN_PART_TABLE},
    [PATHFAN_SECTION_REGIONS] = {"regions", 1, PATHFAN_SECTION_EXTRA, PATHFAN_PART_REGIONS},
    [PATHFAN_SECTION_HIERARCHY] = {"hierarchy", 1, PATHFAN_SECTION_EXTRA, PATHFAN_PART_REGIONS},
    [PATHFAN_SECTION_EDGES] = {"edges", 1, PATHFAN_SECTION_EXTRA, PATHFAN_PART_EDGES},
    [PATHFAN_SECTION_ONWARD] = {"onward", 1, PATHFAN_SECTION_EXTRA, PATHFAN_PART_ONWARD},
    [PATHFAN_SECTION_LEADING] = {"leading", 1, PATHFAN_SECTION_EXTRA, PATHFAN_PART_LEADING},
    [PATHFAN_SECTION_DEFAULT_VIAS] = {"default-vias", sizeof(uint32_t), PATHFAN_SECTION_EXTRA,
                                      PATHFAN_PART_DEFAULT_VIAS},
    [PATHFAN_SECTION_TERRAIN] =
        OF_TERRAIN("terrain", sizeof(pathfan_layout_terrain), PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_TWINS] =
        OF_TERRAIN("terrain-twins", sizeof(int32_t), PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_CORNER_NODE] =
        OF_TERRAIN("terrain-corner-node", sizeof(int32_t), PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_CORNER_ARC] =
        OF_TERRAIN("terrain-corner-arc", sizeof(int32_t), PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_RIVERS] =
        OF_TERRAIN("terrain-rivers", sizeof(int32_t), PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_NODES] =
        OF_TERRAIN("terrain-nodes", PATHFAN_TERRAIN_NODE_BYTES, PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_FAN] =
        OF_TERRAIN("terrain-fan", PATHFAN_TERRAIN_FAN_BYTES, PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_ARC_ENDS] =
        OF_TERRAIN("terrain-arc-ends", PATHFAN_TERRAIN_ARC_END_BYTES, PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_LINKS] =
        OF_TERRAIN("terrain-links", PATHFAN_TERRAIN_LINK_BYTES, PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_ARCS] =
        OF_TERRAIN("terrain-arcs", PATHFAN_TERRAIN_ARC_BYTES, PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_FEATURES] =
        OF_TERRAIN("terrain-features", PATHFAN_TERRAIN_FEATURE_BYTES, PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_NAMES] = OF_TERRAIN("terrain-names", 1, PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_TERRAIN_RIVER_EDGES] =
        OF_TERRAIN("terrain-river-edges", sizeof(int32_t), PATHFAN_PART_TERRAIN),
    [PATHFAN_SECTION_WAYS_FIRST_LEG] =
        OF_TERRAIN("ways-first-leg", sizeof(uint32_t), PATHFAN_PART_WAYS),
    [PATHFAN_SECTION_WAYS_LEGS] =
        OF_TERRAIN("ways-legs", PATHFAN_WAYS_LEG_BYTES, PATHFAN_PART_WAYS),
    [PATHFAN_SECTION_WAYS_CROSSED] =
        OF_TERRAIN("ways-crossed", PATHFAN_WAYS_CROSSED_BYTES, PATHFAN_PART_WAYS),
    [PATHFAN_SECTION_WAYS_FIRST_EXIT] =
        OF_TERRAIN("ways-first-exit", sizeof(uint32_t), PATHFAN_PART_WAYS),
    [PATHFAN_SECTION_WAYS_EXITS] =
        OF_TERRAIN("ways-exits", PATHFAN_WAYS_EXIT_BYTES, PATHFAN_PART_WAYS),
    [PATHFAN_SECTION_WAYS_EDGES] =
        OF_TERRAIN("ways-edges", PATHFAN_WAYS_EDGE_BYTES, PATHFAN_PART_WAYS),
    [PATHFAN_SECTION_WAYS_FIRST_LABEL] =
        OF_TERRAIN("ways-first-label", sizeof(uint32_t), PATHFAN_PART_WAYS),
    [PATHFAN_SECTION_WAYS_LABELS] =
        OF_TERRAIN("ways-labels", PATHFAN_WAYS_LABEL_BYTES, PATHFAN_PART_WAYS),
    [PATHFAN_SECTION_WAYS_BY_RANK] = OF_TERRAIN("ways-by-rank", sizeof(int32_t), PATHFAN_PART_WAYS),
    [PATHFAN_SECTION_PIECES] = {"pieces", sizeof(uint64_t), PATHFAN_SECTION_ALWAYS,
                                PATHFAN_PART_BASE},
    [PATHFAN_SECTION_SOURCE] = {"source", 1, PATHFAN_SECTION_ALWAYS, PATHFAN_PART_NONE},
};

_Static_assert(PATHFAN_LAYOUT_TABLES_MAX <= 9, "a table's number is one digit");

pathfan_section_name pathfan_section_name_of(pathfan_section_id id, int32_t table) {
  pathfan_section_name name = {{0}};
  const char *from = pathfan_section_rules[id].name;
  for (size_t i = 0; from[i]; i++) name.text[i] = from[i] == '#' ? (char)('1' + table) : from[i];
  return name;
}

static bool is_number(char c) {
  return c >= '1' && c < '1' + PATHFAN_LAYOUT_TABLES_MAX;
}

pathfan_section_id pathfan_section_named(const char *name) {
  for (pathfan_section_id id = 0; id < PATHFAN_SECTIONS; id++) {
    const char *pattern = pathfan_section_rules[id].name, *at = name;
    while (*at && (*pattern == '#' ? is_number(*at) : *at == *pattern)) at++, pattern++;
    if (!*at && !*pattern) return id;
  }
  return PATHFAN_SECTIONS;
}

const pathfan_section *pathfan_section_find(const pathfan_reader *reader, pathfan_section_id id,
                                            int32_t table) {
  const pathfan_section *section =
      pathfan_reader_find(reader, pathfan_section_name_of(id, table).text);
  return section && section->codec > PATHFAN_CODEC_ZSTD ? NULL : section;
}
