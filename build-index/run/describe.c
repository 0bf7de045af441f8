/* describe.c - options: their defaults, to text, and back; used to build an index, and to compare
 * an index with what would be built now (folder/current.c). */
#include "describe.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "map/profile_file.h"
#include "format/layout.h"
#include "format/radii.h"

void pathfan_map_options_init(pathfan_map_options *options) {
  *options = (pathfan_map_options){.passable = ".G"};
}

static_assert((int)PATHFAN_MESH_DEFAULT == PF_LAYOUT_MESH_GIVEN &&
                  (int)PATHFAN_MESH_CDT == PF_LAYOUT_MESH_CDT &&
                  (int)PATHFAN_MESH_MERGED == PF_LAYOUT_MESH_MERGED &&
                  (int)PATHFAN_MESH_RECTANGLES == PF_LAYOUT_MESH_RECTANGLES,
              "the file's kinds of mesh are those of the public header");

const char *pathfan_mesh_kind_name(pathfan_mesh_kind kind) {
  return pf_layout_mesh_name((int32_t)kind);
}

static void add(char *text, size_t size, size_t *used, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const size_t at = *used < size ? *used : size;
  const int length = vsnprintf(at < size ? text + at : NULL, size - at, format, arguments);
  va_end(arguments);
  *used += length > 0 ? (size_t)length : 0;
}

static void add_number(char *text, size_t size, size_t *used, const char *name, double value) {
  char digits[PF_SHORTEST_BYTES];
  add(text, size, used, " %s=%s", name, pf_number_shortest(value, digits));
}

/* Appends the layers as one word, whatever the names contain: commas separate lines, and blanks,
 * commas and percent signs are written by their character codes. */
static void add_layers(char *text, size_t size, size_t *used, const char *name,
                       const char *layers) {
  add(text, size, used, " %s=", name);
  for (const char *c = layers; *c; c++)
    if (*c == '\n')
      add(text, size, used, ",");
    else if ((unsigned char)*c <= ' ' || *c == ',' || *c == '%')
      add(text, size, used, "%%%02x", (unsigned)(unsigned char)*c);
    else
      add(text, size, used, "%c", *c);
}

static void add_radii(char *text, size_t size, size_t *used, const pathfan_build_options *options) {
  char digits[PF_SHORTEST_BYTES];
  for (int32_t i = 0; i < options->radius_count; i++)
    add(text, size, used, i ? ",%s" : " " PF_RADII_OPTION "=%s",
        pf_number_shortest(options->radii[i], digits));
}

bool pf_describe_options(const pathfan_build_options *options, char *text, size_t size) {
  const pathfan_map_options *map = &options->map;
  size_t used = 0;
  add(text, size, &used, "tables=%d passable=%s", options->tables,
      map->passable ? map->passable : ".G");
  if (options->radius_count)
    add_radii(text, size, &used, options);
  else if (map->agent_radius > 0)
    add_number(text, size, &used, PF_RADII_OPTION, map->agent_radius);
  if (map->unit > 0) add_number(text, size, &used, "unit", map->unit);
  if (map->mesh != PATHFAN_MESH_DEFAULT)
    add(text, size, &used, " mesh=%s", pathfan_mesh_kind_name(map->mesh));
  if (map->background_rate > 0)
    add_number(text, size, &used, "background-rate", map->background_rate);
  if (map->wall_width > 0) add_number(text, size, &used, "wall-width", map->wall_width);
  if (map->skip_others) add(text, size, &used, " others=skipped");
  if (map->walkable) add(text, size, &used, " polygons=walkable");
  if (map->layers) add_layers(text, size, &used, "layers", map->layers);
  if (map->level) add_layers(text, size, &used, "level", map->level);
  if (map->simplify > 0) add_number(text, size, &used, "simplify", map->simplify);
  if (map->profile)
    add(text, size, &used, " profile=%s",
        pf_profile_is_file(map->profile) ? PF_PROFILE_OWN : map->profile);
  if (map->projection == PATHFAN_PROJECTION_LOCAL) add(text, size, &used, " project=local");
  if (!options->regions) add(text, size, &used, " regions=none");
  if (!options->edges) add(text, size, &used, " edges=none");
  if (options->cone_cap != PATHFAN_CONE_CAP_DEFAULT)
    add(text, size, &used, " cone-cap=%llu", (unsigned long long)options->cone_cap);
  if (options->listed_share != PATHFAN_LISTED_SHARE_DEFAULT)
    add_number(text, size, &used, "listed-share", options->listed_share);
  return used < size;
}

/* Returns the name of the profile in static storage, NULL if there is none. */
static const char *profile_of(pf_span word) {
  char name[16];
  if (!word.length || word.length >= sizeof name) return NULL;
  memcpy(name, word.at, word.length);
  name[word.length] = 0;
  if (!strcmp(name, PF_PROFILE_OWN)) return PF_PROFILE_OWN; /* it stands behind the map's text */
  const pf_profile *profile = pf_profile_named(name);
  return profile ? pf_profile_name(profile) : NULL;
}

#define CENTRE " centre="

void pf_describe_centre(char *text, size_t size, double longitude, double latitude) {
  char digits[2][PF_SHORTEST_BYTES];
  size_t used = strlen(text);
  add(text, size, &used, CENTRE "%s,%s", pf_number_shortest(longitude, digits[0]),
      pf_number_shortest(latitude, digits[1]));
}

bool pf_describes(const char *text, const char *options) {
  const size_t length = strlen(options);
  return strncmp(text, options, length) == 0 &&
         (!text[length] || strncmp(text + length, CENTRE, strlen(CENTRE)) == 0);
}

/* Returns the value of " name=VALUE" among the words of text; empty if there is none. */
static pf_span value_of(const char *text, const char *name) {
  pf_span words = {text, strlen(text)}, word;
  const size_t length = strlen(name);
  while (pf_span_word(&words, &word))
    if (word.length > length && word.at[length] == '=' && strncmp(word.at, name, length) == 0)
      return (pf_span){word.at + length + 1, word.length - length - 1};
  return (pf_span){"", 0};
}

static double number_of(const char *text, const char *name) {
  double number;
  return pf_span_number(value_of(text, name), &number) && number > 0 ? number : 0;
}

/* The inverse of add_layers. False: not such a text. */
static bool take_layers(pf_span words, char *layers, size_t size) {
  size_t count = 0;
  for (size_t i = 0; i < words.length; i++, count++) {
    const char c = words.at[i];
    unsigned number = 0;
    if (count + 1 >= size) return false;
    if (c == '%') {
      char digits[3] = {0};
      for (int k = 0; k < 2 && i + 1 < words.length; k++) digits[k] = words.at[++i];
      if (sscanf(digits, "%2x", &number) != 1 || !number || number > UCHAR_MAX) return false;
    }
    layers[count] = c == '%' ? (char)number : (char)(c == ',' ? '\n' : c);
  }
  layers[count] = 0;
  return count > 0;
}

void pathfan_map_options_of(const char *described, pathfan_map_options *options,
                            char texts[PATHFAN_MAP_TEXTS_BYTES]) {
  char *passable = texts, *layers = texts + PATHFAN_PASSABLE_BYTES;
  char *level = layers + PATHFAN_LAYERS_BYTES;
  pathfan_map_options_init(options);
  const pf_span cells = value_of(described, "passable");
  if (cells.length && cells.length < PATHFAN_PASSABLE_BYTES) {
    memcpy(passable, cells.at, cells.length);
    passable[cells.length] = 0;
    options->passable = passable;
  }
  if (take_layers(value_of(described, "layers"), layers, PATHFAN_LAYERS_BYTES))
    options->layers = layers;
  if (take_layers(value_of(described, "level"), level, PATHFAN_LEVEL_BYTES)) options->level = level;
  options->agent_radius = pf_radii_of(described).list[0];
  options->unit = number_of(described, "unit");
  options->background_rate = number_of(described, "background-rate");
  options->wall_width = number_of(described, "wall-width");
  options->skip_others = pf_span_is(value_of(described, "others"), "skipped");
  options->walkable = pf_span_is(value_of(described, "polygons"), "walkable");
  options->simplify = number_of(described, "simplify");
  options->profile = profile_of(value_of(described, "profile"));
  if (pf_span_is(value_of(described, "project"), "local"))
    options->projection = PATHFAN_PROJECTION_LOCAL;
  const pf_span mesh = value_of(described, "mesh");
  for (int kind = PATHFAN_MESH_CDT; kind <= PATHFAN_MESH_RECTANGLES; kind++)
    if (pf_span_is(mesh, pathfan_mesh_kind_name((pathfan_mesh_kind)kind)))
      options->mesh = (pathfan_mesh_kind)kind;
}
