/* ignored.c - the kinds of things that readers leave without effect, with their counts. */
#include "base/ignored.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const struct {
  const char *name, *sentence;
} kinds[PF_IGNORED_KINDS] = {
    [PF_IGNORED_OTHER] = {"other", "features that can't be part of a map are left out"},
    [PF_IGNORED_LINE] = {"line", "lines are left out, as there is no --wall-width"},
    [PF_IGNORED_POINT] = {"point", "points bound no area and are left out"},
    [PF_IGNORED_EMPTY] = {"empty", "geometries without a point are left out"},
    [PF_IGNORED_FLAT_RING] = {"flat-ring",
                              "rings of less than 3 different points have no area and are left "
                              "out"},
    [PF_IGNORED_FLAT_LINE] = {"flat-line", "lines that repeat one point are left out"},
    [PF_IGNORED_THIN_RING] = {"thin-ring",
                              "outlines thinner than the lattice's unit vanish; a feature far from "
                              "all others makes the unit large, as does --unit"},
    [PF_IGNORED_SWALLOWED] = {"swallowed", "free polygons inside obstacles stay blocked"},
    [PF_IGNORED_OUTSIDE] = {"outside", "obstacles outside all free polygons, or of which holes "
                                       "leave nothing, and doors off the map "
                                       "have no effect"},
    [PF_IGNORED_INSIDE_OUT] = {"inside-out",
                               "polygons are obstacles, as the file doesn't say more; if they are "
                               "where one may walk, --walkable reads them so"},
    [PF_IGNORED_OPENING] = {"opening",
                            "openings of IMDF have no effect: units that share a border are open "
                            "to each other along all of it"},
    [PF_IGNORED_HEIGHT] = {"height", "third and further coordinates have no effect"},
    [PF_IGNORED_CRS] = {"crs", "a coordinate system that the file names has no effect"},
    [PF_IGNORED_DEGREES] = {"degrees",
                            "the file's coordinate system is in degrees, which are taken for a "
                            "plane, so that lengths are wrong; --project local makes metres of "
                            "them"},
    [PF_IGNORED_PROPERTY] = {"property", "properties that have no effect on their feature"},
    [PF_IGNORED_SWAMP_WATER] = {"swamp-water",
                                "cells of swamp (S) and water (W) are blocked, unless --passable "
                                "lists them"},
    [PF_IGNORED_UNKNOWN_GREY] = {"unknown-grey",
                                 "pixels of grey 205, which map_saver writes for unknown, are "
                                 "blocked, though free_thresh would free them"},
    [PF_IGNORED_COST] = {"cost",
                         "pixels between free_thresh and occupied_thresh, which are costs in the "
                         "modes scale and raw, are blocked"},
    [PF_IGNORED_EXCESS] = {"excess", "bytes after the pixels of an image have no effect"},
    [PF_IGNORED_KEY] = {"key", "names of the YAML that maps of robots don't have"},
    [PF_IGNORED_MARK] = {"mark", "properties that mark what blocks have no effect if they are "
                                 "neither true nor false, or of the map, a tileset or a class"},
    [PF_IGNORED_TILESET] = {"tileset", "tilesets in files of their own aren't there, so that marks "
                                       "and shapes of their tiles aren't known"},
    [PF_IGNORED_TEMPLATE] =
        {"template",
         "templates of objects aren't read: what only they say of an object isn't known"},
    [PF_IGNORED_HIDDEN] = {"hidden", "layers and objects that are hidden block all the same"},
    [PF_IGNORED_IMAGE_LAYER] = {"image-layer", "images of layers that block have no effect"},
    [PF_IGNORED_PARALLAX] = {"parallax", "the parallax of layers that block has no effect"},
    [PF_IGNORED_ATTRIBUTE] =
        {"attribute",
         "attributes that move or scale what blocks, or types of layers, are not known"},
    [PF_IGNORED_VALUE] = {"value",
                          "values of cells other than 0 and 1 mean no more than 1: a cell is free "
                          "unless it is 0 or has no data"},
    [PF_IGNORED_VERTEX] = {"vertex", "vertices that no polygon has have no effect"},
    [PF_IGNORED_ELEMENT] = {"element", "elements other than vertices and polygons are left out"},
    [PF_IGNORED_CLOSED] = {"closed",
                           "polygons and off-mesh connections without flags are left out, as no "
                           "agent of Detour passes them"},
    [PF_IGNORED_STEEP] = {"steep", "polygons that have no area as seen from above are left out"},
    [PF_IGNORED_FLIPPED] = {"flipped",
                            "polygons that wind the other way round than most are turned round"},
    [PF_IGNORED_OFF_MESH] = {"off-mesh",
                             "off-mesh connections with an end that isn't near the mesh are left "
                             "out"},
    [PF_IGNORED_CROSSING] = {"crossing",
                             "lines cross a border between two of their positions, and make no "
                             "entry there; one that both share makes one"},
    [PF_IGNORED_OFF_AREA] = {"off-area",
                             "lines touch borders where one can't walk, and make no entry there"},
    [PF_IGNORED_APART] = {"apart", "lines that touch no border make no entry"},
    [PF_IGNORED_ROAD_OVERLAP] = {"road-overlap",
                                 "roads have no effect where they lie on others of a lower rate, "
                                 "or of the same"},
    [PF_IGNORED_RIVER_OVERLAP] = {"river-overlap",
                                  "rivers have no effect where they lie on others of a higher "
                                  "cost, or of the same"},
    [PF_IGNORED_USELESS_ROAD] = {"useless-road",
                                 "roads no better than the ground beside them are left out: rates "
                                 "are costs per distance, the lower the better; --background-rate "
                                 "says what the ground costs"},
    [PF_IGNORED_USELESS_RIVER] = {"useless-river", "rivers that cost nothing are left out"},
    [PF_IGNORED_CUT_ROAD] = {"cut-road",
                             "roads are cut where they run through obstacles or off the map"},
    [PF_IGNORED_LOST_BRIDGE] = {"lost-bridge", "bridges on no river are left out"},
    [PF_IGNORED_TAGS] = {"tags", "features whose tags mean nothing to the profile are left out"},
    [PF_IGNORED_BARRED] = {"barred", "ways that are closed, or not for the profile, are left out"},
    [PF_IGNORED_ROW] = {"row", "rows of the profile fit no feature"},
};

void pf_ignore(pf_ignored *ignored, pf_ignored_kind kind, int64_t count, const char *format, ...) {
  if (!ignored) return;
  char *example = ignored->example[kind];
  if (count > 0 && !ignored->count[kind]) {
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(example, PF_EXAMPLE_BYTES, format, args);
    va_end(args);
    if (length >= (int)PF_EXAMPLE_BYTES) /* cut between two characters */
      for (size_t at = strlen(example); at && !pf_is_utf8(example);) example[--at] = 0;
    for (char *c = example; *c; c++)
      if ((unsigned char)*c < ' ' || *c == 127) *c = ' ';
  }
  ignored->count[kind] += count > 0 ? count : 0;
}

void pf_ignored_add(pf_ignored *to, const pf_ignored *from) {
  for (int kind = 0; kind < PF_IGNORED_KINDS; kind++)
    pf_ignore(to, (pf_ignored_kind)kind, from->count[kind], "%s", from->example[kind]);
}

void pf_ignored_drop(pf_ignored *ignored, pf_ignored_kind kind) {
  ignored->count[kind] = 0;
}

const char *pf_ignored_name(pf_ignored_kind kind) {
  return kinds[kind].name;
}

bool pf_ignored_get(const pf_ignored *ignored, int32_t number, pathfan_ignored *one) {
  for (int kind = 0; kind < PF_IGNORED_KINDS; kind++) {
    if (!ignored->count[kind] || number-- > 0) continue;
    *one = (pathfan_ignored){.count = ignored->count[kind]};
    snprintf(one->kind, sizeof one->kind, "%s", kinds[kind].name);
    snprintf(one->sentence, sizeof one->sentence, "%s", kinds[kind].sentence);
    memcpy(one->example, ignored->example[kind], sizeof one->example);
    return true;
  }
  return false;
}
