/* json.c - writes JSON text to a stream.
 *
 * It is written directly: building a tree first would take longer than a request, and locking
 * the stream, which only the caller uses, nearly as long. */
#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/platform.h"
#include "base/text.h"

static void put(const pf_json_writer *w, char byte) {
#if PATHFAN_WITH_WINDOWS
  putc(byte, w->out);
#else
  putc_unlocked(byte, w->out);
#endif
}

static void put_text(const pf_json_writer *w, const char *text) {
#if PATHFAN_WITH_WINDOWS
  fputs(text, w->out);
#else
  fputs_unlocked(text, w->out);
#endif
}

/* ---- Items ---- */

static inline bool is_in_object(const pf_json_writer *w) {
  return w->depth && w->objects >> (w->depth - 1) & 1;
}

/* Writes what is between two items, then the name. */
static void begin_item(pf_json_writer *w, const char *name, const char *blank) {
  assert(!name == !is_in_object(w));
  assert(w->depth || !w->begun); /* one value at the top */
  if (w->begun) put(w, ',');
  if (w->line)
    put_text(w, w->line);
  else if (w->begun && !w->compact)
    put_text(w, blank);
  w->line = NULL;
  if (name) {
    put(w, '"');
    put_text(w, name);
    put_text(w, w->compact ? "\":" : "\": ");
  }
  w->begun = true;
}

void pf_write_name(pf_json_writer *w, const char *name) {
  begin_item(w, name, " ");
}

void pf_write_begin(pf_json_writer *w, const char *name, char bracket) {
  assert(bracket == '{' || bracket == '[');
  assert(w->depth < PF_JSON_DEPTH_MAX);
  pf_write_name(w, name);
  put(w, bracket);
  w->objects &= ~(UINT32_C(1) << w->depth);
  w->objects |= (uint32_t)(bracket == '{') << w->depth;
  w->depth++;
  w->begun = false;
}

void pf_write_end(pf_json_writer *w, char bracket) {
  assert(w->depth);
  assert(bracket == (is_in_object(w) ? '}' : ']'));
  if (w->line) put_text(w, w->line);
  w->line = NULL;
  put(w, bracket);
  w->depth--;
  w->begun = true;
}

void pf_write_line(pf_json_writer *w, const char *line) {
  w->line = line;
}

/* ---- Values ---- */

static void put_number(const pf_json_writer *w, double value) {
  char digits[PF_SHORTEST_BYTES];
  if (!isfinite(value)) {
    put_text(w, "null");
    return;
  }
  put_text(w, pf_number_shortest(value, digits));
  if (w->compact && !strpbrk(digits, ".e")) put_text(w, ".0");
}

void pf_write_number(pf_json_writer *w, const char *name, double value) {
  pf_write_name(w, name);
  put_number(w, value);
}

void pf_write_integer(pf_json_writer *w, const char *name, int64_t value) {
  char digits[PF_SHORTEST_BYTES];
  pf_write_name(w, name);
  put_text(w, pf_integer_text(value, digits));
}

void pf_write_bool(pf_json_writer *w, const char *name, bool value) {
  pf_write_name(w, name);
  put_text(w, value ? "true" : "false");
}

void pf_write_null(pf_json_writer *w, const char *name) {
  pf_write_name(w, name);
  put_text(w, "null");
}

void pf_write_xy(pf_json_writer *w, const char *name, double x, double y) {
  begin_item(w, name, name ? " " : "");
  put(w, '[');
  put_number(w, x);
  put(w, ',');
  put_number(w, y);
  put(w, ']');
}

void pf_write_text(pf_json_writer *w, const char *name, const char *text) {
  if (!text) {
    pf_write_null(w, name);
    return;
  }
  pf_write_name(w, name);
  put(w, '"');
  for (int length; *text; text += length ? length : 1) {
    length = pf_utf8_length(text);
    if (!length) {
      put_text(w, "\\ufffd");
    } else if ((unsigned char)*text < ' ' || *text == 0x7F) {
      fprintf(w->out, "\\u%04x", (unsigned)*text);
    } else {
      if (*text == '"' || *text == '\\') put(w, '\\');
      for (int i = 0; i < length; i++) put(w, text[i]);
    }
  }
  put(w, '"');
}

void pf_write_digest(pf_json_writer *w, const char *name, const uint8_t digest[16]) {
  char text[33];
  for (int i = 0; i < 16; i++) snprintf(text + 2 * i, 3, "%02x", digest[i]);
  pf_write_text(w, name, text);
}

void pf_write_json(pf_json_writer *w, const char *name, const char *format, ...) {
  va_list args;
  pf_write_name(w, name);
  va_start(args, format);
  vfprintf(w->out, format, args);
  va_end(args);
}

/* ---- GeoJSON ---- */

void pf_begin_collection(pf_json_writer *w) {
  pf_write_begin(w, NULL, '{');
  pf_write_text(w, "type", "FeatureCollection");
}

void pf_end_collection(pf_json_writer *w) {
  pf_write_line(w, "\n");
  pf_write_end(w, ']');
  pf_write_end(w, '}');
  put(w, '\n');
}

void pf_begin_feature(pf_json_writer *w) {
  pf_write_line(w, "\n");
  pf_write_begin(w, NULL, '{');
  pf_write_text(w, "type", "Feature");
  pf_write_begin(w, "properties", '{');
}

void pf_begin_geometry(pf_json_writer *w, const char *type) {
  pf_write_end(w, '}');
  pf_write_begin(w, "geometry", '{');
  pf_write_text(w, "type", type);
}

void pf_end_feature(pf_json_writer *w) {
  pf_write_end(w, '}');
  pf_write_end(w, '}');
}

/* ---- In memory ---- */

char *pf_written(FILE *out, char *const *text) {
  const bool failed = ferror(out) != 0;
  if (fclose(out) == 0 && !failed) return *text;
  free(*text);
  return NULL;
}
