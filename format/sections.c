/* sections.c - the table of sections, and their names, with those of tables and radii. */
#include "sections.h"

#include <string.h>

#include "reader.h"

#define OF_TERRAIN(name, bytes, part)                                                              \
  { name, bytes, PF_SECTION_IF_THERE, part }

const pf_section_rule pf_section_rules[PF_SECTIONS] = {
    [PF_SECTION_HEADER] = {"header", sizeof(pf_layout_header), PF_SECTION_ALWAYS, PF_PART_NONE},
    [PF_SECTION_VERTICES] = {"vertices", sizeof(pf_layout_vertex), PF_SECTION_ALWAYS, PF_PART_BASE},
    [PF_SECTION_WEDGES] = {"wedges", sizeof(pf_layout_wedge), PF_SECTION_IF_THERE, PF_PART_BASE},
    [PF_SECTION_POLYGONS] = {"polygons", sizeof(pf_layout_polygon), PF_SECTION_ALWAYS,
                             PF_PART_BASE},
    [PF_SECTION_CONES] = {"cones", 1, PF_SECTION_ALWAYS, PF_PART_CONES},
    [PF_SECTION_LOCATOR] = {"locator", 1, PF_SECTION_ALWAYS, PF_PART_BASE},
    [PF_SECTION_MESH] = {"mesh", sizeof(int32_t), PF_SECTION_ALWAYS, PF_PART_MESH},
    [PF_SECTION_SPANS] = {"spans", sizeof(pf_layout_span), PF_SECTION_ALWAYS, PF_PART_BASE},
    [PF_SECTION_EXITS] = {"exits", 1, PF_SECTION_ALWAYS, PF_PART_LABELS},
    [PF_SECTION_LABELS] = {"labels", sizeof(uint64_t), PF_SECTION_ALWAYS, PF_PART_LABELS},
    [PF_SECTION_NEXT_LABELS] = {"next-labels", 1, PF_SECTION_ALWAYS, PF_PART_LABELS},
    [PF_SECTION_HUBS] = {"hubs", 1, PF_SECTION_ALWAYS, PF_PART_LABELS},
    [PF_SECTION_LABEL_TILES] = {"label-tiles", sizeof(int32_t), PF_SECTION_IF_THERE, PF_PART_NONE},
    [PF_SECTION_TABLE_FIRST] = {"cvpd#-first", sizeof(uint32_t), PF_SECTION_ALWAYS, PF_PART_TABLE},
    [PF_SECTION_TABLE] = {"cvpd#", 1, PF_SECTION_ALWAYS, PF_PART_TABLE},
    [PF_SECTION_REGIONS] = {"regions", 1, PF_SECTION_EXTRA, PF_PART_REGIONS},
    [PF_SECTION_HIERARCHY] = {"hierarchy", 1, PF_SECTION_EXTRA, PF_PART_REGIONS},
    [PF_SECTION_EDGES] = {"edges", 1, PF_SECTION_EXTRA, PF_PART_EDGES},
    [PF_SECTION_ONWARD] = {"onward", 1, PF_SECTION_EXTRA, PF_PART_ONWARD},
    [PF_SECTION_LEADING] = {"leading", 1, PF_SECTION_EXTRA, PF_PART_LEADING},
    [PF_SECTION_DEFAULT_VIAS] = {"default-vias", sizeof(uint32_t), PF_SECTION_EXTRA,
                                 PF_PART_DEFAULT_VIAS},
    [PF_SECTION_LISTED_FIRSTS] = {"listed-firsts", 1, PF_SECTION_EXTRA, PF_PART_LISTED},
    [PF_SECTION_LISTED_PAIRS] = {"listed-pairs", 1, PF_SECTION_EXTRA, PF_PART_LISTED},
    [PF_SECTION_LISTED_PIECES] = {"listed-pieces", sizeof(uint64_t), PF_SECTION_EXTRA,
                                  PF_PART_LISTED_PIECES},
    [PF_SECTION_TERRAIN] = OF_TERRAIN("terrain", sizeof(pf_layout_terrain), PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_TWINS] = OF_TERRAIN("terrain-twins", sizeof(int32_t), PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_CORNER_NODE] =
        OF_TERRAIN("terrain-corner-node", sizeof(int32_t), PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_CORNER_ARC] =
        OF_TERRAIN("terrain-corner-arc", sizeof(int32_t), PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_RIVERS] = OF_TERRAIN("terrain-rivers", sizeof(int32_t), PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_NODES] =
        OF_TERRAIN("terrain-nodes", PF_TERRAIN_NODE_BYTES, PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_FAN] = OF_TERRAIN("terrain-fan", PF_TERRAIN_FAN_BYTES, PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_ARC_ENDS] =
        OF_TERRAIN("terrain-arc-ends", PF_TERRAIN_ARC_END_BYTES, PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_LINKS] =
        OF_TERRAIN("terrain-links", PF_TERRAIN_LINK_BYTES, PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_ARCS] = OF_TERRAIN("terrain-arcs", PF_TERRAIN_ARC_BYTES, PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_FEATURES] =
        OF_TERRAIN("terrain-features", PF_TERRAIN_FEATURE_BYTES, PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_NAMES] = OF_TERRAIN("terrain-names", 1, PF_PART_TERRAIN),
    [PF_SECTION_TERRAIN_RIVER_EDGES] =
        OF_TERRAIN("terrain-river-edges", sizeof(int32_t), PF_PART_TERRAIN),
    [PF_SECTION_WAYS_FIRST_LEG] = OF_TERRAIN("ways-first-leg", sizeof(uint32_t), PF_PART_WAYS),
    [PF_SECTION_WAYS_LEGS] = OF_TERRAIN("ways-legs", PF_WAYS_LEG_BYTES, PF_PART_WAYS),
    [PF_SECTION_WAYS_CROSSED] = OF_TERRAIN("ways-crossed", PF_WAYS_CROSSED_BYTES, PF_PART_WAYS),
    [PF_SECTION_WAYS_FIRST_EXIT] = OF_TERRAIN("ways-first-exit", sizeof(uint32_t), PF_PART_WAYS),
    [PF_SECTION_WAYS_EXITS] = OF_TERRAIN("ways-exits", PF_WAYS_EXIT_BYTES, PF_PART_WAYS),
    [PF_SECTION_WAYS_EDGES] = OF_TERRAIN("ways-edges", PF_WAYS_EDGE_BYTES, PF_PART_WAYS),
    [PF_SECTION_WAYS_FIRST_LABEL] = OF_TERRAIN("ways-first-label", sizeof(uint32_t), PF_PART_WAYS),
    [PF_SECTION_WAYS_LABELS] = OF_TERRAIN("ways-labels", PF_WAYS_LABEL_BYTES, PF_PART_WAYS),
    [PF_SECTION_WAYS_BY_RANK] = OF_TERRAIN("ways-by-rank", sizeof(int32_t), PF_PART_WAYS),
    [PF_SECTION_IGNORED] = {"ignored", sizeof(pf_layout_ignored), PF_SECTION_EXTRA, PF_PART_NONE},
    [PF_SECTION_DOORS] = {"doors", sizeof(pf_layout_door), PF_SECTION_EXTRA, PF_PART_NONE},
    [PF_SECTION_FLOORS] = {"floors", sizeof(pf_layout_floor), PF_SECTION_EXTRA, PF_PART_LINKS},
    [PF_SECTION_LINKS] = {"links", sizeof(pf_layout_link), PF_SECTION_EXTRA, PF_PART_LINKS},
    [PF_SECTION_TERRAIN_LANES] = {"terrain-lanes", PF_TERRAIN_LANE_BYTES, PF_SECTION_IF_THERE,
                                  PF_PART_TERRAIN},
    [PF_SECTION_TERRAIN_AREAS] = {"terrain-areas", sizeof(int32_t), PF_SECTION_IF_THERE,
                                  PF_PART_TERRAIN},
    [PF_SECTION_HEIGHTS] = {"heights", sizeof(float), PF_SECTION_IF_THERE, PF_PART_MESH},
    [PF_SECTION_PIECES] = {"pieces", sizeof(uint64_t), PF_SECTION_ALWAYS, PF_PART_BASE},
    [PF_SECTION_SOURCE] = {"source", 1, PF_SECTION_ALWAYS, PF_PART_NONE},
};

_Static_assert(PF_LAYOUT_TABLES_MAX <= 9, "a table's number is one digit");
_Static_assert(PF_LAYOUT_RADII_MAX <= 10, "a radius' number is one digit");

pf_section_name pf_section_name_of(pf_section_id id, int32_t table) {
  pf_section_name name = {{0}};
  const char *from = pf_section_rules[id].name;
  for (size_t i = 0; from[i]; i++) name.text[i] = from[i] == '#' ? (char)('1' + table) : from[i];
  return name;
}

#define PREFIX_LENGTH 3 /* "r1." */

pf_section_name pf_section_name_at(int32_t radius, pf_section_id id, int32_t table) {
  const pf_section_name name = pf_section_name_of(id, table);
  if (!radius || pf_section_is_shared(id)) return name;
  pf_section_name prefixed = {{'r', (char)('0' + radius), '.'}};
  memcpy(prefixed.text + PREFIX_LENGTH, name.text, sizeof name.text - PREFIX_LENGTH);
  return prefixed;
}

int32_t pf_section_radius(const char *name) {
  const bool is_prefixed =
      name[0] == 'r' && name[1] >= '1' && name[1] < '0' + PF_LAYOUT_RADII_MAX && name[2] == '.';
  return is_prefixed ? name[1] - '0' : 0;
}

static bool is_number(char c) {
  return c >= '1' && c < '1' + PF_LAYOUT_TABLES_MAX;
}

pf_section_id pf_section_named(const char *name) {
  const bool is_prefixed = pf_section_radius(name) > 0;
  if (is_prefixed) name += PREFIX_LENGTH;
  for (pf_section_id id = 0; id < PF_SECTIONS; id++) {
    const char *pattern = pf_section_rules[id].name, *at = name;
    while (*at && (*pattern == '#' ? is_number(*at) : *at == *pattern)) at++, pattern++;
    if (!*at && !*pattern) return is_prefixed && pf_section_is_shared(id) ? PF_SECTIONS : id;
  }
  return PF_SECTIONS;
}

const pathfan_section *pf_section_find(const pathfan_reader *reader, pf_section_id id,
                                       int32_t table) {
  const pathfan_section *section =
      pathfan_reader_find(reader, pf_section_name_at(reader->radius, id, table).text);
  return section && section->codec > PATHFAN_CODEC_ZSTD ? NULL : section;
}
