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

/* Reads a line with one word on it. */
static pathfan_status take_word(pf_text *text, const char *expected, pf_span *word,
                                pathfan_error *error) {
  pf_span line, rest, excess;
  pathfan_status status = pf_text_record(text, &line, expected, error);
  if (status) return status;
  rest = line;
  pf_span_word(&rest, word);
  if (pf_span_word(&rest, &excess)) return pf_text_expected(text, error, expected, line);
  return PATHFAN_OK;
}

static pathfan_status take_header(pf_text *text, int64_t *rings, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span word;
  pathfan_status status = take_word(text, "\"poly\"", &word, error);
  if (status) return status;
  if (!pf_span_is(word, "poly")) return pf_text_expected(text, error, "\"poly\"", word);
  status = take_word(text, "the version", &word, error);
  if (status) return status;
  if (!pf_span_is(word, "1"))
    return pf_text_fail(text, error, "only version 1 can be read, found %s",
                        pf_span_quote(word, quoted));
  status = take_word(text, "the number of polygons", &word, error);
  if (status) return status;
  if (!pf_span_whole(word, INT32_MAX, rings) || *rings < 1)
    return pf_text_fail(text, error, "the number of polygons must be 1 or more, found %s",
                        pf_span_quote(word, quoted));
  return PATHFAN_OK;
}

static pathfan_status take_coordinate(const pf_text *text, pf_span *line, int64_t number,
                                      int64_t count, double *value, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span word;
  if (!pf_span_word(line, &word))
    return pf_text_fail(text, error, "expected %lld coordinates, found %lld",
                        (long long)(2 * count), (long long)number);
  if (!pf_span_number(word, value) || fabs(*value) > PF_COORDINATE_MAX)
    return pf_text_fail(text, error, "expected a number of at most %g, found %s", PF_COORDINATE_MAX,
                        pf_span_quote(word, quoted));
  return PATHFAN_OK;
}

/* Takes a ring; one without three different points is left out: *is_flat then. */
static pathfan_status take_ring(pf_text *text, pf_polygons *polygons, bool *is_flat,
                                pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span line, word;
  int64_t count;
  pathfan_status status = pf_text_record(text, &line, "a polygon", error);
  if (status) return status;
  pf_span_word(&line, &word);
  if (!pf_span_whole(word, INT32_MAX, &count) || count < 3)
    return pf_text_fail(text, error, "a polygon must have 3 points or more, found %s",
                        pf_span_quote(word, quoted));
  const int32_t place = text->line < INT32_MAX ? (int32_t)text->line : INT32_MAX;
  status = pf_text_status(text, error, pf_polygons_ring(polygons, place));
  for (int64_t i = 0; i < count && !status; i++) {
    double x, y;
    status = take_coordinate(text, &line, 2 * i, count, &x, error);
    if (!status) status = take_coordinate(text, &line, 2 * i + 1, count, &y, error);
    if (!status) status = pf_text_status(text, error, pf_polygons_point(polygons, x, y));
  }
  if (status) return status;
  if (pf_span_word(&line, &word))
    return pf_text_fail(text, error, "expected nothing after %lld points, found %s",
                        (long long)count, pf_span_quote(word, quoted));
  *is_flat = pf_polygons_close_ring(polygons) < 3;
  if (!*is_flat) return PATHFAN_OK;
  pf_polygons_drop_ring(polygons);
  pf_ignore(&polygons->ignored, PF_IGNORED_FLAT_RING, 1, "line %lld", (long long)text->line);
  return PATHFAN_OK;
}

/* Checks that nothing follows the `count` rings. */
static pathfan_status end(pf_text *text, int64_t count, pathfan_error *error) {
  if (pf_text_only_blanks_left(text)) return PATHFAN_OK;
  text->line++;
  return pf_text_fail(text, error, "expected nothing after %lld polygons", (long long)count);
}

pathfan_status pf_poly_parse(const char *bytes, size_t length, const char *path,
                             const pf_wishes *wishes, pf_polygons *polygons, pathfan_error *error) {
  pf_text text = pf_text_over(bytes, length, path);
  int64_t rings;
  bool is_flat;
  (void)wishes;
  *polygons = (pf_polygons){.place_is = "line"};
  pathfan_status status = take_header(&text, &rings, error);
  if (!status)
    status = pf_text_status(&text, error, pf_polygons_begin(polygons, PF_POLYGON_FREE, NULL));
  if (!status) polygons->polygons[0].even_odd = true;
  for (int64_t i = 0; i < rings && !status; i++)
    status = take_ring(&text, polygons, &is_flat, error);
  if (!status) status = end(&text, rings, error);
  if (!status && !polygons->ring_count)
    status = pf_text_fail(&text, error, "no polygon has an area");
  if (status) pf_polygons_free(polygons);
  return status;
}

/* ---- Enclosures and obstacles ---- */

static pathfan_status take_count(const pf_text *text, pf_span *line, const char *name,
                                 int64_t least, int64_t *count, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span word;
  pf_span_word(line, &word);
  if (pf_span_whole(word, INT32_MAX, count) && *count >= least) return PATHFAN_OK;
  return pf_text_fail(text, error, "the number of %s must be %d or more, found %s", name,
                      (int)least,
                      word.length ? pf_span_quote(word, quoted) : "the end of the line");
}

static pathfan_status take_counts(pf_text *text, int64_t counts[2], pathfan_error *error) {
  pf_span line, rest, word, version, excess;
  pathfan_status status = pf_text_record(text, &line, "\"polygon 1\"", error);
  if (status) return status;
  rest = line;
  pf_span_word(&rest, &word);
  pf_span_word(&rest, &version);
  if (!pf_span_is(word, "polygon") || !pf_span_is(version, "1") || pf_span_word(&rest, &excess))
    return pf_text_expected(text, error, "\"polygon 1\"", line);
  status = pf_text_record(text, &line, "the number of enclosures", error);
  if (!status) status = take_count(text, &line, "enclosures", 1, &counts[0], error);
  if (!status) status = take_count(text, &line, "obstacles", 0, &counts[1], error);
  return status ? status : pf_text_line_ends(text, line, error);
}

pathfan_status pf_enclosures_parse(const char *bytes, size_t length, const char *path,
                                   const pf_wishes *wishes, pf_polygons *polygons,
                                   pathfan_error *error) {
  pf_text text = pf_text_over(bytes, length, path);
  int64_t counts[2] = {0, 0};
  bool is_flat = false;
  (void)wishes;
  *polygons = (pf_polygons){.place_is = "line", .is_nested = true};
  pathfan_status status = take_counts(&text, counts, error);
  for (int64_t i = 0; i < counts[0] + counts[1] && !status; i++) {
    const bool is_free = i < counts[0];
    status = pf_text_status(
        &text, error,
        pf_polygons_begin(polygons, is_free ? PF_POLYGON_FREE : PF_POLYGON_OBSTACLE, NULL));
    if (!status) status = take_ring(&text, polygons, &is_flat, error);
    if (!status && is_flat) pf_polygons_drop_polygon(polygons);
  }
  if (!status) status = end(&text, counts[0] + counts[1], error);
  if (!status && !polygons->ring_count)
    status = pf_text_fail(&text, error, "no polygon has an area");
  if (status) pf_polygons_free(polygons);
  return status;
}
