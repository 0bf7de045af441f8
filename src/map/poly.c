/* poly.c - reads two kinds of .poly files. Both have one ring on each line, as a number of points
 * and their coordinates, after a header:
 *
 *   poly, 1, N        of the Polyanya programs, on three lines: N rings. A point is free if an odd
 *                     number of them go round it.
 *   polygon 1, E O    of the Iron Harvest benchmarks, on two lines: E enclosures, then O obstacles
 *                     in them, wound either way. A point is free if more enclosures than obstacles
 *                     go round it. The topology that may follow in that format is documented
 *                     nowhere, and is refused.
 *
 * Blank lines are skipped. */
#include <math.h>

#include "base/status.h"
#include "base/text.h"
#include "map/polygons.h"

/* Reads the next line that isn't blank. */
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

/* Reads a line with one word on it. */
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

/* Fails with NO_MEMORY or LIMIT, as the lists returned it. */
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

/* Checks that nothing follows the `count` rings. */
static pathfan_status end(pathfan_text *text, int64_t count, pathfan_error *error) {
  if (pathfan_text_only_blanks_left(text)) return PATHFAN_OK;
  text->line++;
  return pathfan_text_fail(text, error, "expected nothing after %lld polygons", (long long)count);
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
  if (!status) status = end(&text, rings, error);
  if (status) pathfan_polygons_free(polygons);
  return status;
}

/* ---- Enclosures and obstacles ---- */

static pathfan_status take_count(const pathfan_text *text, pathfan_span *line, const char *name,
                                 int64_t least, int64_t *count, pathfan_error *error) {
  char quoted[PATHFAN_QUOTE_BYTES];
  pathfan_span word;
  pathfan_span_word(line, &word);
  if (pathfan_span_whole(word, INT32_MAX, count) && *count >= least) return PATHFAN_OK;
  return pathfan_text_fail(text, error, "the number of %s must be %d or more, found %s", name,
                           (int)least,
                           word.length ? pathfan_span_quote(word, quoted) : "the end of the line");
}

static pathfan_status take_counts(pathfan_text *text, int64_t counts[2], pathfan_error *error) {
  char quoted[PATHFAN_QUOTE_BYTES];
  pathfan_span line, rest, word, version, excess;
  pathfan_status status = next_line(text, &line, "\"polygon 1\"", error);
  if (status) return status;
  rest = line;
  pathfan_span_word(&rest, &word);
  pathfan_span_word(&rest, &version);
  if (!pathfan_span_is(word, "polygon") || !pathfan_span_is(version, "1") ||
      pathfan_span_word(&rest, &excess))
    return pathfan_text_fail(text, error, "expected \"polygon 1\", found %s",
                             pathfan_span_quote(line, quoted));
  status = next_line(text, &line, "the number of enclosures", error);
  if (!status) status = take_count(text, &line, "enclosures", 1, &counts[0], error);
  if (!status) status = take_count(text, &line, "obstacles", 0, &counts[1], error);
  if (!status && pathfan_span_word(&line, &excess))
    return pathfan_text_fail(text, error, "expected nothing more on the line, found %s",
                             pathfan_span_quote(excess, quoted));
  return status;
}

pathfan_status pathfan_enclosures_parse(const char *bytes, size_t length, const char *path,
                                        pathfan_polygons *polygons, pathfan_error *error) {
  pathfan_text text = pathfan_text_over(bytes, length, path);
  int64_t counts[2] = {0, 0};
  *polygons = (pathfan_polygons){.place_is = "line", .is_nested = true};
  pathfan_status status = take_counts(&text, counts, error);
  for (int64_t i = 0; i < counts[0] + counts[1] && !status; i++) {
    const bool is_free = i < counts[0];
    status = full(&text,
                  pathfan_polygons_begin(
                      polygons, is_free ? PATHFAN_POLYGON_FREE : PATHFAN_POLYGON_OBSTACLE, NULL),
                  error);
    if (!status) status = take_ring(&text, polygons, error);
  }
  if (!status) status = end(&text, counts[0] + counts[1], error);
  if (status) pathfan_polygons_free(polygons);
  return status;
}
