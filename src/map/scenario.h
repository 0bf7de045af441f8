/* scenario.h - reads and writes lines of MovingAI .scen files.
 *
 *   pf_text text = pf_text_over(bytes, length, "arena.map.scen");
 *   status = pf_scen_begin(&text, &error);
 *   while (!status && !(status = pf_scen_next(&text, &entry, &more, &error)) && more) ...
 *
 * To go on after malformed lines, loop until the status is OK and more is false.
 *
 * Accepted: "version 1" or "version 1.0", then lines of nine columns: bucket, map name, width,
 * height, from x, from y, to x, to y, octile length. Columns are separated by spaces or tabs; a map
 * name may contain spaces if all columns are separated by single tabs. LF or CRLF; blank lines
 * anywhere. Coordinates are any finite decimal numbers, whether or not they lie on the map. */
#ifndef PF_MAP_SCENARIO_H
#define PF_MAP_SCENARIO_H

#include "base/file.h"
#include "base/text.h"

/* A generous bound for pf_read_file: the longest benchmark has 1 MB. */
#define PF_SCEN_MAX_BYTES ((size_t)1 << 30)

typedef struct pf_scen_entry {
  int32_t bucket;        /* [Limit: >= 0] */
  pf_span map_name;      /* points into the text */
  int32_t width, height; /* [Limit: >= 1] cells */
  double from_x, from_y, to_x, to_y;
  double octile_length; /* [Limit: >= 0] cell widths; also 0 if there is no path */
} pf_scen_entry;

/* Checks the version line. Errors: MALFORMED. */
pathfan_status pf_scen_begin(pf_text *text, pathfan_error *error);

/* Reads the next line that isn't blank; text->line is its number. *more is false at the end of the
 * text. Errors: MALFORMED (*more is false then, too); the next call reads the line after it. */
pathfan_status pf_scen_next(pf_text *text, pf_scen_entry *entry, bool *more, pathfan_error *error);

/* These write one line each, tab-separated; octile_length with 8 decimals. */
void pf_scen_write_version(FILE *stream);
void pf_scen_write(FILE *stream, const pf_scen_entry *entry);

#endif
