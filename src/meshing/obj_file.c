/* obj_file.c - reads Wavefront OBJ line by line. Texture coordinates, normals, groups and materials
 * say nothing about where one may walk. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "meshing/soup.h"

typedef struct obj {
  pf_text text;
  pf_soup *soup;
  pf_ignored *ignored;
  pathfan_error *error;
} obj;

static pathfan_status read_point(obj *o, pf_span line) {
  double at[3];
  pf_span word = {0};
  for (int axis = 0; axis < 3; axis++)
    if (!pf_span_word(&line, &word) || !pf_span_number(word, &at[axis]) ||
        fabs(at[axis]) > PF_SOUP_COORDINATE_MAX)
      return pf_text_expected(&o->text, o->error, "a vertex of three numbers", word);
  return pf_soup_point(o->soup, at[0], at[1], at[2]);
}

/* Reads the number of a vertex: from 1, or if negative back from the last one read. What follows a
 * slash is about its looks. */
static bool read_number(const obj *o, pf_span word, int32_t *point) {
  const char *slash = memchr(word.at, '/', word.length);
  pf_span number = {word.at, slash ? (size_t)(slash - word.at) : word.length};
  const bool is_back = number.length && *number.at == '-';
  int64_t value;
  if (is_back) number = (pf_span){number.at + 1, number.length - 1};
  if (!pf_span_whole(number, o->soup->point_count, &value) || value < 1) return false;
  *point = (int32_t)(is_back ? o->soup->point_count - value : value - 1);
  return true;
}

static pathfan_status read_face(obj *o, pf_span line) {
  pf_span word;
  int32_t count = 0, point;
  pathfan_status status = pf_soup_begin(o->soup, (pf_soup_place){o->text.line, -1});
  for (; pf_span_word(&line, &word) && !status; count++) {
    if (!read_number(o, word, &point))
      return pf_text_expected(&o->text, o->error, "the number of a vertex above", word);
    status = pf_soup_corner(o->soup, point, true);
  }
  if (!status && count < 3)
    return pf_text_fail(&o->text, o->error, "a polygon has three corners or more");
  return status;
}

static pathfan_status read_line(obj *o, pf_span line) {
  static const char *const bare[] = {"l", "p", "curv", "curv2", "surf"};
  pf_span word;
  if (line.length && line.at[line.length - 1] == '\\')
    return pf_text_fail(&o->text, o->error, "a line that goes on in the next one isn't read");
  if (!pf_span_word(&line, &word) || *word.at == '#') return PATHFAN_OK;
  if (pf_span_is(word, "v")) return read_point(o, line);
  if (pf_span_is(word, "f")) return read_face(o, line);
  for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
    if (pf_span_is(word, bare[i]))
      pf_ignore(o->ignored, PF_IGNORED_ELEMENT, 1, "'%s' in line %lld", bare[i],
                (long long)o->text.line);
  return PATHFAN_OK;
}

pathfan_status pf_obj_parse(const char *text, size_t bytes, const char *path, pf_soup *soup,
                            pf_ignored *ignored, pathfan_error *error) {
  obj o = {pf_text_over(text, bytes, path), soup, ignored, error};
  pf_span line;
  pathfan_status status = PATHFAN_OK;
  soup->place_is = "line";
  while (!status && pf_text_line(&o.text, &line)) status = read_line(&o, line);
  if (status) return pf_soup_status(path, status, error);
  if (!soup->polygon_count) return pf_text_fail(&o.text, error, "there is no polygon: no line f");
  pf_soup_turn_up(soup);
  return PATHFAN_OK;
}
