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

/* What a property says: editors and scripts also write marks as text or numbers. False: nothing. */
static bool is_truth(const json_t *value, bool *is_true) {
  static const char *const words[2][4] = {{"false", "no", "0", "f"}, {"true", "yes", "1", "t"}};
  const char *word = json_string_value(value);
  *is_true = json_is_true(value) || json_number_value(value) != 0;
  for (int truth = 0; word && truth < 2; truth++)
    for (int i = 0; i < 4; i++)
      if (!strcasecmp(word, words[truth][i])) {
        *is_true = truth;
        return true;
      }
  return json_is_boolean(value) || json_is_number(value);
}

#define MARKS 5

static const char *const marks[MARKS] = {"walkable", "collides", "obstacle", "solid", "blocked"};

/* Returns which mark a property has the name of; MARKS: none. */
static int mark_number(const char *name) {
  int mark = 0;
  while (name && mark < MARKS && strcasecmp(name, marks[mark]) != 0) mark++;
  return name ? mark : MARKS;
}

/* Counts marks among the members of a property of a class. XML has them as a list. */
static void note_members(pf_tiled_reader *r, const char *class, const json_t *property) {
  json_t *members = json_object_get(property, "value"), *value;
  const char *name;
  char whose[100], quoted[PF_NAME_QUOTE_BYTES];
  snprintf(whose, sizeof whose, "the property%s, of a class", pf_name_quote(class, quoted));
  pf_tiled_note_marks(r, property, whose);
  if (json_is_object(members))
    json_object_foreach(members, name, value) if (mark_number(name) < MARKS)
        pf_ignore(&r->polygons->ignored, PF_IGNORED_MARK, 1, "%s of %s", name, whose);
}

void pf_tiled_note_marks(pf_tiled_reader *r, const json_t *of, const char *whose) {
  const json_t *properties = json_object_get(of, "properties");
  for (size_t i = 0; i < json_array_size(properties); i++) {
    const char *name = json_string_value(json_object_get(json_array_get(properties, i), "name"));
    if (mark_number(name) < MARKS)
      pf_ignore(&r->polygons->ignored, PF_IGNORED_MARK, 1, "%s of %s", name, whose);
  }
}

pf_tiled_mark pf_tiled_mark_of(pf_tiled_reader *r, const json_t *of) {
  const json_t *properties = json_object_get(of, "properties");
  pf_tiled_mark found = PF_TILED_UNSAID;
  for (size_t i = 0; i < json_array_size(properties); i++) {
    const json_t *property = json_array_get(properties, i);
    const char *name = json_string_value(json_object_get(property, "name"));
    const json_t *value = json_object_get(property, "value");
    const int mark = mark_number(name);
    bool is_true;
    if (mark == MARKS) {
      note_members(r, name, property);
      continue;
    }
    if (is_truth(value, &is_true)) {
      found = is_true == (mark > 0) ? PF_TILED_BLOCKS : PF_TILED_PASSES;
      continue;
    }
    char quoted[PF_QUOTE_BYTES] = "of another type";
    if (json_is_string(value))
      pf_span_quote((pf_span){json_string_value(value), json_string_length(value)}, quoted);
    pf_ignore(&r->polygons->ignored, PF_IGNORED_MARK, 1, "%s %s%s%.0d", marks[mark], quoted,
              r->line > 0 ? ", line " : "", (int)r->line);
  }
  return found;
}

bool pf_tiled_is_closed(const json_t *of) {
  const json_t *properties = json_object_get(of, "properties");
  bool is_true = false;
  for (size_t i = 0; i < json_array_size(properties); i++) {
    const json_t *property = json_array_get(properties, i);
    const char *name = json_string_value(json_object_get(property, "name"));
    if (name && !strcasecmp(name, "closed"))
      (void)is_truth(json_object_get(property, "value"), &is_true);
  }
  return is_true;
}

const json_t *pf_tiled_property(const json_t *of, const char *name) {
  const json_t *properties = json_object_get(of, "properties");
  for (size_t i = 0; i < json_array_size(properties); i++) {
    const json_t *property = json_array_get(properties, i);
    const char *its = json_string_value(json_object_get(property, "name"));
    if (its && !strcmp(its, name)) return json_object_get(property, "value");
  }
  return NULL;
}

const char *pf_tiled_text(const json_t *of, const char *name, char number[PF_SHORTEST_BYTES]) {
  const json_t *value = pf_tiled_property(of, name);
  if (json_is_number(value)) return pf_number_shortest(json_number_value(value), number);
  return json_string_length(value) ? json_string_value(value) : NULL;
}

pf_tiled_mark pf_tiled_mark_at(const pf_tiled_reader *r, int64_t gid) {
  const int64_t number = gid & PF_TILED_GID;
  return number < r->mark_count ? (pf_tiled_mark)r->marks[number] : PF_TILED_UNSAID;
}

/* ---- Shapes ---- */

pathfan_status pf_tiled_begin(pf_tiled_reader *r, pf_polygon_kind kind) {
  pathfan_status status =
      pf_polygons_begin(r->polygons, r->door ? PF_POLYGON_DOOR : kind, r->door ? r->door : r->name);
  if (!status) r->polygons->polygons[r->polygons->polygon_count - 1].is_closed = r->is_closed;
  if (!status) r->polygons->polygons[r->polygons->polygon_count - 1].levels = r->levels;
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
