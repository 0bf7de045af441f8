/* json.h - writes JSON text to a stream. All that pathfan writes as JSON goes this way, but what
 * jansson writes.
 *
 *   pf_json_writer w = {.out = stdout};
 *   pf_write_begin(&w, NULL, '{');
 *   pf_write_text(&w, "map", path);
 *   pf_write_number(&w, "time_us", spent);
 *   pf_write_end(&w, '}');
 *
 * A name is that of a member of an object, and needs no escapes; NULL in arrays and at the top.
 * Only the caller uses the stream: it isn't locked. Write errors show in the stream. */
#ifndef PF_BASE_JSON_H
#define PF_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

/* Objects and arrays inside each other. */
#define PF_JSON_DEPTH_MAX 32

typedef struct pf_json_writer {
  FILE *out;
  bool compact; /* as jansson writes: no blanks; numbers of non-integer type have a '.' or 'e'. Else
                   with a blank after each colon and comma but those of points */
  bool begun;   /* the innermost object or array isn't empty */
  uint8_t depth;
  uint32_t objects; /* bit i: the i-th of the begun ones is an object, not an array */
  const char *line; /* see pf_write_line */
} pf_json_writer;

/* Writes the name of a member; the caller then writes its value to w->out. */
void pf_write_name(pf_json_writer *w, const char *name);

/* Begin and end an object, '{' and '}', or an array, '[' and ']'. */
void pf_write_begin(pf_json_writer *w, const char *name, char bracket);
void pf_write_end(pf_json_writer *w, char bracket);

/* Puts `line`, a line feed and its indent or "", before the next item, in place of the blank after
 * a comma, or before the next end. */
void pf_write_line(pf_json_writer *w, const char *line);

/* Writes a number with the fewest digits that identify it; null if it isn't finite. */
void pf_write_number(pf_json_writer *w, const char *name, double value);
void pf_write_integer(pf_json_writer *w, const char *name, int64_t value);
void pf_write_bool(pf_json_writer *w, const char *name, bool value);
void pf_write_null(pf_json_writer *w, const char *name);

/* Writes a point, [x,y]. */
void pf_write_xy(pf_json_writer *w, const char *name, double x, double y);

/* Writes a text, escaped; null for NULL. Bytes that aren't UTF-8 become U+FFFD. */
void pf_write_text(pf_json_writer *w, const char *name, const char *text);

/* Writes 16 bytes as a text of hexadecimal digits. */
void pf_write_digest(pf_json_writer *w, const char *name, const uint8_t digest[16]);

/* Writes a value that is JSON already, made from format. */
void pf_write_json(pf_json_writer *w, const char *name, const char *format, ...) PF_PRINTF(3, 4);

/* GeoJSON: a collection, to which members may be added; the member "features", an array of
 * features, a line each; the end of both and of the text. */
void pf_begin_collection(pf_json_writer *w);
void pf_end_collection(pf_json_writer *w);

/* A feature: its properties follow as members, then the geometry, of which the member "coordinates"
 * follows. */
void pf_begin_feature(pf_json_writer *w);
void pf_begin_geometry(pf_json_writer *w, const char *type);
void pf_end_feature(pf_json_writer *w);

/* Closes a stream of pf_text_stream; returns its text, which the caller frees, or NULL if out of
 * memory. */
char *pf_written(FILE *out, char *const *text);

#endif
