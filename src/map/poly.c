/* poly.c - .poly files, version 1, as the Polyanya programs write them: a header,
 * then one ring on each line, as a number of points and their coordinates. Free is
 * what an odd number of the rings go round.
 *
 * Blank lines are passed over. */
#include <math.h>

#include "base/status.h"
#include "base/text.h"
#include "map/polygons.h"

/* The next line that isn't blank. */
static pathfan_status next_line(pathfan_text *text, pathfan_span *line, const char *expected,
                                pathfan_error *error) {
  pathfan_span rest, word;
  while (pathfan_text_line(text, line)) {
    rest = *line;
    if (pathfan_span_word(&rest, &word)) return PATHFAN_OK;
  }
  text->line++;
  return pathfan_text_fail(text, error, "the file ends where %s is expected", expected);
}

/* A line with one word on it. */
static pathfan_status take_word(pathfan_text *text, const char *expected, pathfan_span *word,
                                pathfan_error *error) {
  char quoted[PATHFAN_QUOTE_BYTES];
  pathfan_span line, rest, excess;
  pathfan_status status = next_line(text, &line, expected, error);
  if (status) return status;
  rest = line;
  pathfan_span_word(&rest, word);
  if (pathfan_span_word(&rest, &excess))
    return pathfan_text_fail(text, error, "expected %s, found %s", expected,
                             pathfan_span_quote(line, quoted));
  return PATHFAN_OK;
}

static pathfan_status take_header(pathfan_text *text, int64_t *rings, pathfan_error *error) {
  char quoted[PATHFAN_QUOTE_BYTES];
  pathfan_span word;
  pathfan_status status = take_word(text, "\"poly\"", &word, error);
  if (status) return status;
  if (!pathfan_span_is(word, "poly"))
    return pathfan_text_fail(text, error, "expected \"poly\", found %s",
                             pathfan_span_quote(word, quoted));
  status = take_word(text, "the version", &word, error);
  if (status) return status;
  if (!pathfan_span_is(word, "1"))
    return pathfan_text_fail(text, error, "only version 1 can be read, found %s",
                             pathfan_span_quote(word, quoted));
  status = take_word(text, "the number of polygons", &word, error);
  if (status) return status;
  if (!pathfan_span_whole(word, INT32_MAX, rings) || *rings < 1)
    return pathfan_text_fail(text, error, "the number of polygons must be 1 or more, found %s",
                             pathfan_span_quote(word, quoted));
  return PATHFAN_OK;
}

/* NO_MEMORY and LIMIT as the lists return them. */
static pathfan_status full(const pathfan_text *text, pathfan_status status, pathfan_error *error) {
  return status ? pathfan_fail(error, status, "%s:%lld: %s", pathfan_name_tail(text->name),
                               (long long)text->line, pathfan_status_text(status))
                : PATHFAN_OK;
}

static pathfan_status take_coordinate(const pathfan_text *text, pathfan_span *line, int64_t number,
                                      int64_t count, double *value, pathfan_error *error) {
  char quoted[PATHFAN_QUOTE_BYTES];
  pathfan_span word;
  if (!pathfan_span_word(line, &word))
    return pathfan_text_fail(text, error, "expected %lld coordinates, found %lld",
                             (long long)(2 * count), (long long)number);
  if (!pathfan_span_number(word, value) || fabs(*value) > PATHFAN_COORDINATE_MAX)
    return pathfan_text_fail(text, error, "expected a number of at most %g, found %s",
                             PATHFAN_COORDINATE_MAX, pathfan_span_quote(word, quoted));
  return PATHFAN_OK;
}

static pathfan_status take_ring(pathfan_text *text, pathfan_polygons *polygons,
                                pathfan_error *error) {
  char quoted[PATHFAN_QUOTE_BYTES];
  pathfan_span line, word;
  int64_t count;
  pathfan_status status = next_line(text, &line, "a polygon", error);
  if (status) return status;
  pathfan_span_word(&line, &word);
  if (!pathfan_span_whole(word, INT32_MAX, &count) || count < 3)
    return pathfan_text_fail(text, error, "a polygon must have 3 points or more, found %s",
                             pathfan_span_quote(word, quoted));
  const int32_t place = text->line < INT32_MAX ? (int32_t)text->line : INT32_MAX;
  status = full(text, pathfan_polygons_ring(polygons, place), error);
  for (int64_t i = 0; i < count && !status; i++) {
    double x, y;
    status = take_coordinate(text, &line, 2 * i, count, &x, error);
    if (!status) status = take_coordinate(text, &line, 2 * i + 1, count, &y, error);
    if (!status) status = full(text, pathfan_polygons_point(polygons, x, y), error);
  }
  if (status) return status;
  if (pathfan_span_word(&line, &word))
    return pathfan_text_fail(text, error, "expected nothing after %lld points, found %s",
                             (long long)count, pathfan_span_quote(word, quoted));
  if (pathfan_polygons_close_ring(polygons) < 3)
    return pathfan_text_fail(text, error, "the polygon has less than 3 different points");
  return PATHFAN_OK;
}

pathfan_status pathfan_poly_parse(const char *bytes, size_t length, const char *path,
                                  pathfan_polygons *polygons, pathfan_error *error) {
  pathfan_text text = pathfan_text_over(bytes, length, path);
  int64_t rings;
  *polygons = (pathfan_polygons){.place_is = "line"};
  pathfan_status status = take_header(&text, &rings, error);
  if (!status)
    status = full(&text, pathfan_polygons_begin(polygons, PATHFAN_POLYGON_FREE, NULL), error);
  if (!status) polygons->polygons[0].even_odd = true;
  for (int64_t i = 0; i < rings && !status; i++) status = take_ring(&text, polygons, error);
  if (!status && !pathfan_text_only_blanks_left(&text)) {
    text.line++;
    status =
        pathfan_text_fail(&text, error, "expected nothing after %lld polygons", (long long)rings);
  }
  if (status) pathfan_polygons_free(polygons);
  return status;
}
