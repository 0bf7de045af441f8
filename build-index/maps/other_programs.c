/* other_programs.c - a table of files and of the commands that convert them. Commands are of
 * Debian's gdal-bin and osmium-tool; tests/maps/conversions.sh and tests/cli/test_gis.sh try each.
 * GeoJSON has one layer: -nln puts all layers of a file into it. */
#include "other_programs.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define LOOKED_AT 4096 /* bytes */

#define ALL_LAYERS "ogr2ogr -f GeoJSON map.geojson %s -nln map"
#define OSM                                                                                        \
  "osmium export %s -o map.geojson, for --profile foot and the like; for buildings alone: "        \
  "ogr2ogr "                                                                                       \
  "-f GeoJSON map.geojson %s multipolygons -where \"building IS NOT NULL\""

static const struct other {
  const char *name;
  const char *begins; /* NULL: anything */
  size_t begin_bytes;
  const char *holds;   /* among the bytes looked at; NULL: nothing more */
  const char *command; /* %s: the file */
} others[] = {{"a GeoPackage", "SQLite format 3", 15, NULL, ALL_LAYERS},
              {"a shapefile", "\0\0\x27\x0a", 4, NULL, ALL_LAYERS},
              {"KML", "<", 1, "<kml", ALL_LAYERS},
              {"GPX", "<", 1, "<gpx", ALL_LAYERS},
              {"OpenStreetMap's XML", "<", 1, "<osm", OSM},
              {"OpenStreetMap's PBF", NULL, 0, "OSMHeader", OSM},
              {"a DXF drawing", NULL, 0, "SECTION", ALL_LAYERS},
              {"packed by gzip", "\x1f\x8b", 2, NULL, "gunzip -k %s"},
              {0}};

/* Writes a path as a word of a shell. */
static void write_word(const char *path, char word[PF_OTHER_PROGRAMS_BYTES]) {
  static const char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+,-";
  const bool is_plain = path[strspn(path, plain)] == 0;
  size_t at = 0;
  if (!is_plain) word[at++] = '\'';
  for (; *path && at + 6 < PF_OTHER_PROGRAMS_BYTES; path++) {
    if (*path == '\'') {
      memcpy(word + at, "'\\'", 3);
      at += 3;
    }
    word[at++] = *path;
  }
  if (!is_plain) word[at++] = '\'';
  word[at] = 0;
}

bool pf_other_programs_tell(const char *text, size_t bytes, const char *path,
                            char sentence[PF_OTHER_PROGRAMS_BYTES]) {
  char word[PF_OTHER_PROGRAMS_BYTES];
  if (bytes > LOOKED_AT) bytes = LOOKED_AT;
  for (const struct other *o = others; o->name; o++) {
    if (o->begins && (bytes < o->begin_bytes || memcmp(text, o->begins, o->begin_bytes) != 0))
      continue;
    if (o->holds && !pf_bytes_find(text, bytes, o->holds, strlen(o->holds))) continue;
    write_word(path, word);
    int at = snprintf(sentence, PF_OTHER_PROGRAMS_BYTES,
                      "is %s, which isn't read; convert it: ", o->name);
    for (const char *rest = o->command; *rest && at < PF_OTHER_PROGRAMS_BYTES;) {
      const char *file = strstr(rest, "%s");
      const int before = file ? (int)(file - rest) : (int)strlen(rest);
      at += snprintf(sentence + at, PF_OTHER_PROGRAMS_BYTES - (size_t)at, "%.*s%s", before, rest,
                     file ? word : "");
      rest += before + (file ? 2 : 0);
    }
    return true;
  }
  return false;
}
