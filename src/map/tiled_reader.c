/* tiled_reader.c - marks, shapes and messages. */
#include "map/tiled_reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <strings.h>

#include "base/text.h"
#include "map/tiled_xml.h"

/* ---- Sentences ---- */

pathfan_status pf_tiled_complain(const pf_tiled_reader *r, const char *format, ...) {
  char sentence[400], quoted[PF_NAME_QUOTE_BYTES], line[16] = "", layer[96] = "";
  va_list args;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  if (r->line > 0) snprintf(line, sizeof line, ":%d", (int)r->line);
  if (r->layer >= 0)
    snprintf(layer, sizeof layer, " layer %d%s:", (int)r->layer, pf_name_quote(r->name, quoted));
  return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s%s:%s %s", pf_name_tail(r->path), line, layer,
                 sentence);
}

pathfan_status pf_tiled_worded(const pf_tiled_reader *r, pathfan_status status) {
  return status ? pf_fail(r->error, status, "%s: %s", pf_name_tail(r->path),
                          pathfan_status_text(status))
                : PATHFAN_OK;
}

void pf_tiled_note_line(pf_tiled_reader *r, const json_t *of) {
  int64_t line;
  r->line = pf_tiled_count(of, PF_TILED_LINE, INT32_MAX, &line) ? (int32_t)line : 0;
}

/* ---- What blocks ---- */

bool pf_tiled_count(const json_t *object, const char *key, int64_t most, int64_t *count) {
  const double number = json_number_value(json_object_get(object, key));
  if (!(number >= 0 && number <= (double)most) || number != floor(number)) return false;
  *count = (int64_t)number;
  return json_is_number(json_object_get(object, key));
}

pf_tiled_mark pf_tiled_mark_of(const json_t *of) {
  static const char *const blocking[] = {"collides", "obstacle", "solid", "blocked"};
  const json_t *properties = json_object_get(of, "properties");
  pf_tiled_mark found = PF_TILED_UNSAID;
  for (size_t i = 0; i < json_array_size(properties); i++) {
    const json_t *property = json_array_get(properties, i);
    const char *name = json_string_value(json_object_get(property, "name"));
    const json_t *value = json_object_get(property, "value");
    if (!name || !json_is_boolean(value)) continue;
    const bool is_true = json_is_true(value);
    if (!strcasecmp(name, "walkable")) found = is_true ? PF_TILED_PASSES : PF_TILED_BLOCKS;
    for (size_t k = 0; k < sizeof blocking / sizeof *blocking; k++)
      if (!strcasecmp(name, blocking[k])) found = is_true ? PF_TILED_BLOCKS : PF_TILED_PASSES;
  }
  return found;
}

pf_tiled_mark pf_tiled_mark_at(const pf_tiled_reader *r, int64_t gid) {
  const int64_t number = gid & PF_TILED_GID;
  return number < r->mark_count ? (pf_tiled_mark)r->marks[number] : PF_TILED_UNSAID;
}

/* ---- Shapes ---- */

pathfan_status pf_tiled_begin(pf_tiled_reader *r, pf_polygon_kind kind) {
  pathfan_status status = pf_polygons_begin(r->polygons, kind, r->name);
  if (!status) status = pf_polygons_ring(r->polygons, r->layer < 0 ? 0 : r->layer);
  return pf_tiled_worded(r, status);
}

pathfan_status pf_tiled_add_box(pf_tiled_reader *r, pf_polygon_kind kind, double x, double y,
                                double width, double height) {
  const double corners[4][2] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
  pathfan_status status = pf_tiled_begin(r, kind);
  for (int i = 0; i < 4 && !status; i++)
    status = pf_tiled_worded(r, pf_polygons_point(r->polygons, corners[i][0], corners[i][1]));
  return status;
}
