/* formats.c - the table of formats, and look-ups in it. */
#include "map/formats.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "map/ascii_grid.h"
#include "map/movingai.h"
#include "map/tiled.h"

/* Whether the text names a GeoJSON type that holds polygons. Folders of games are full of other
 * JSON. */
static bool names_geojson(const char *text, size_t bytes) {
  static const char *const kinds[] = {"\"FeatureCollection\"", "\"Feature\"", "\"Polygon\"",
                                      "\"MultiPolygon\"", "\"GeometryCollection\""};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (pf_bytes_find(text, bytes, kinds[i], strlen(kinds[i]))) return true;
  return false;
}

/* Requires all three keys: much else is YAML, even with images. */
static bool names_robot_map(const char *text, size_t bytes) {
  return pf_bytes_find(text, bytes, "image:", 6) && pf_bytes_find(text, bytes, "resolution:", 11) &&
         pf_bytes_find(text, bytes, "origin:", 7);
}

#define HAS(kind) (UINT64_C(1) << PF_IGNORED_##kind)
#define OF_TILED                                                                                   \
  (HAS(POINT) | HAS(FLAT_RING) | HAS(FLAT_LINE) | HAS(LINE) | HAS(MARK) | HAS(TILESET) |           \
   HAS(TEMPLATE) | HAS(HIDDEN) | HAS(IMAGE_LAYER) | HAS(PARALLAX) | HAS(ATTRIBUTE) | OF_OUTLINES)
#define OF_TERRAINS                                                                                \
  (HAS(ROAD_OVERLAP) | HAS(RIVER_OVERLAP) | HAS(USELESS_ROAD) | HAS(USELESS_RIVER) |               \
   HAS(CUT_ROAD) | HAS(LOST_BRIDGE))
#define OF_SURFACES (HAS(STEEP) | HAS(FLIPPED))
#define OF_OUTLINES (HAS(THIN_RING) | HAS(SWALLOWED) | HAS(OUTSIDE))

/* The order matters, as the first match wins: "polygon 1" begins with "polygon", and that with
 * "poly"; a Tiled map is JSON too. */
const pf_map_format pf_map_formats[] = {
    {.name = "MovingAI .map",
     .content = PF_MAP_CELLS,
     .endings = {"map"},
     .own = 1,
     .begins = {"type"},
     .parse_cells = pf_movingai_parse,
     .ignores = HAS(SWAMP_WATER)},
    {.name = "Tiled .tmj",
     .content = PF_MAP_POLYGONS,
     .endings = {"tmj"},
     .own = 1,
     .begins = {"{"},
     .holds = "\"tilewidth\"",
     .is_json = true,
     .parse_polygons = pf_tiled_parse,
     .parse_features = pf_tiled_parse_features,
     .has_layers = true,
     .ignores = OF_TILED},
    {.name = "Tiled .tmx",
     .content = PF_MAP_POLYGONS,
     .endings = {"tmx"},
     .own = 1,
     .begins = {"<?xml", "<map", "<!DOCTYPE", "<!--"},
     .holds = "tilewidth",
     .is_xml = true,
     .parse_polygons = pf_tiled_parse,
     .parse_features = pf_tiled_parse_features,
     .has_layers = true,
     .ignores = OF_TILED},
    {.name = "GeoJSON",
     .content = PF_MAP_POLYGONS,
     .endings = {"geojson", "geojsonl", "json"},
     .own = 2,
     .begins = {"{", "\x1e"},
     .is_json = true,
     .is_likely = names_geojson,
     .has_levels = true,
     .has_tags = true,
     .has_assumed = true,
     .parse_polygons = pf_geojson_parse,
     .parse_features = pf_geojson_parse_features,
     .ignores = HAS(OTHER) | HAS(LINE) | HAS(POINT) | HAS(EMPTY) | HAS(FLAT_RING) | HAS(FLAT_LINE) |
                HAS(INSIDE_OUT) | HAS(OPENING) | HAS(HEIGHT) | HAS(CRS) | HAS(DEGREES) |
                HAS(PROPERTY) | HAS(TAGS) | HAS(BARRED) | HAS(ROW) | OF_TERRAINS | OF_OUTLINES},
    {.name = "Iron Harvest .poly",
     .content = PF_MAP_POLYGONS,
     .endings = {"poly"},
     .own = 1,
     .begins = {"polygon 1"},
     .parse_polygons = pf_enclosures_parse,
     .ignores = HAS(FLAT_RING) | HAS(THIN_RING)},
    {.name = "WKT",
     .content = PF_MAP_POLYGONS,
     .endings = {"wkt"},
     .own = 1,
     .begins = {"POLYGON", "LINESTRING", "MULTIPOLYGON", "MULTILINESTRING", "GEOMETRYCOLLECTION",
                "POINT", "MULTIPOINT", "SRID="},
     .any_case = true,
     .has_assumed = true,
     .parse_polygons = pf_wkt_parse,
     .ignores = HAS(LINE) | HAS(POINT) | HAS(EMPTY) | HAS(FLAT_RING) | HAS(FLAT_LINE) |
                HAS(INSIDE_OUT) | HAS(HEIGHT) | HAS(CRS) | HAS(DEGREES) | OF_OUTLINES},
    {.name = "Polyanya .poly",
     .content = PF_MAP_POLYGONS,
     .endings = {"poly"},
     .own = 1,
     .begins = {"poly"},
     .parse_polygons = pf_poly_parse,
     .ignores = HAS(FLAT_RING) | HAS(THIN_RING) | HAS(SWALLOWED)},
    {.name = "Polyanya .mesh",
     .content = PF_MAP_MESH,
     .endings = {"mesh"},
     .begins = {"mesh"},
     .ignores = HAS(THIN_RING) | HAS(VERTEX)},
    {.name = "Detour .navmesh",
     .content = PF_MAP_DETOUR,
     .endings = {"navmesh", "bin"},
     .own = 1,
     .begins = {"TESM", "VAND", "MSET", "DNAV", "TEST\1"},
     .has_layers = true,
     .ignores = OF_SURFACES | HAS(CLOSED) | HAS(OFF_MESH) | HAS(EXCESS)},
    {.name = "OBJ",
     .content = PF_MAP_OBJ,
     .endings = {"obj"},
     .begins = {"v ", "vn ", "vt ", "o ", "g ", "mtllib ", "usemtl ", "s "},
     .holds = "\nf ",
     .ignores = OF_SURFACES | HAS(ELEMENT)},
    {.name = "PLY",
     .content = PF_MAP_PLY,
     .endings = {"ply"},
     .begins = {"ply"},
     .holds = "element face",
     .ignores = OF_SURFACES | HAS(ELEMENT)},
    {.name = "ROS map .yaml",
     .content = PF_MAP_OCCUPANCY,
     .endings = {"yaml", "yml"},
     .is_likely = names_robot_map,
     .begins = {"image:", "resolution:", "origin:", "negate:", "mode:", "occupied_thresh:",
                "free_thresh:"},
     .parse_placed = pf_occupancy_parse,
     .has_image = true,
     .ignores = HAS(UNKNOWN_GREY) | HAS(COST) | HAS(EXCESS) | HAS(KEY)},
    {.name = "ESRI ASCII grid .asc",
     .content = PF_MAP_OCCUPANCY,
     .endings = {"asc"},
     .begins = {"ncols", "nrows"},
     .any_case = true,
     .parse_placed = pf_ascii_grid_parse,
     .ignores = HAS(VALUE)},
    {0}};

static bool begins(const char *text, size_t bytes, const char *word, bool any_case) {
  const size_t length = strlen(word);
  if (bytes < length) return false;
  return any_case ? !strncasecmp(text, word, length) : !strncmp(text, word, length);
}

/* Skips a byte order mark, white space, and what YAML may begin with: comments and "---". */
static void skip_blanks(const char **text, size_t *bytes) {
  const size_t mark = pf_mark_bytes(*text, *bytes);
  *text += mark;
  *bytes -= mark;
  bool in_comment = false;
  for (; *bytes && **text; (*text)++, (*bytes)--) {
    in_comment =
        (in_comment && **text != '\n') || **text == '#' || begins(*text, *bytes, "---", false);
    if (!in_comment && !strchr(" \t\r\n", **text)) break;
  }
}

const pf_map_format *pf_map_format_of(const char *text, size_t bytes) {
  if (pf_is_utf16(text, bytes)) return NULL;
  skip_blanks(&text, &bytes);
  for (const pf_map_format *f = pf_map_formats; f->name; f++)
    for (const char *const *word = f->begins; *word; word++)
      if (begins(text, bytes, *word, f->any_case) &&
          (!f->holds || pf_bytes_find(text, bytes, f->holds, strlen(f->holds))))
        return f;
  return NULL;
}

bool pf_map_format_counts(const pf_map_format *format, const pf_ignored *ignored) {
  for (int kind = 0; kind < PF_IGNORED_KINDS; kind++)
    if (ignored->count[kind] && !(format->ignores >> kind & 1)) return false;
  return true;
}

bool pf_map_has_ending(const char *ending, bool *look) {
  for (const pf_map_format *f = pf_map_formats; f->name; f++)
    for (int32_t i = 0; f->endings[i]; i++)
      if (strcasecmp(ending, f->endings[i]) == 0) {
        *look = i >= f->own;
        return true;
      }
  return false;
}

bool pf_map_is_likely(const char *text, size_t bytes) {
  const pf_map_format *f = pf_map_format_of(text, bytes);
  return f && f->endings[f->own] && (!f->is_likely || f->is_likely(text, bytes));
}
