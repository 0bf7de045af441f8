/* wkt.c - reads well-known text (OGC 06-103r4, section 7) as a map of obstacles.
 *
 * The text is read as words: keywords, numbers, and the signs ( ) , ; each by itself. Line ends
 * count as blanks, so a statement may span several lines. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/status.h"
#include "base/text.h"
#include "map/crs.h"
#include "map/polygons.h"

/* Nesting of collections; a deeper one is an attack. */
#define DEPTH_MAX 64

typedef struct reader {
  pf_text text; /* text.line is the word's */
  pf_span word; /* the current word; empty at the end */
  const pf_wishes *wishes;
  pf_polygons *polygons;
  pathfan_error *error;
} reader;

static bool is_sign(char byte) {
  return byte == '(' || byte == ')' || byte == ',' || byte == ';';
}

static bool is_space(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f' ||
         byte == '\v';
}

static void advance(reader *r) {
  pf_text *text = &r->text;
  for (; text->at < text->end && is_space(*text->at); text->at++) text->line += *text->at == '\n';
  const char *from = text->at;
  if (text->at < text->end && is_sign(*text->at)) {
    text->at++;
  } else {
    while (text->at < text->end && !is_space(*text->at) && !is_sign(*text->at)) text->at++;
  }
  r->word = (pf_span){from, (size_t)(text->at - from)};
}

static pathfan_status expected(const reader *r, const char *what) {
  if (!r->word.length)
    return pf_text_fail(&r->text, r->error, "the text ends where %s is expected", what);
  return pf_text_expected(&r->text, r->error, what, r->word);
}

/* Fails with NO_MEMORY or LIMIT, as the lists returned it. */
static pathfan_status full(const reader *r, pathfan_status status) {
  return pf_text_status(&r->text, r->error, status);
}

static bool at_sign(const reader *r, char sign) {
  return r->word.length == 1 && r->word.at[0] == sign;
}

static bool take_sign(reader *r, char sign) {
  if (!at_sign(r, sign)) return false;
  advance(r);
  return true;
}

static bool take_keyword(reader *r, const char *keyword) {
  if (r->word.length != strlen(keyword) || strncasecmp(r->word.at, keyword, r->word.length) != 0)
    return false;
  advance(r);
  return true;
}

static bool take_empty(reader *r) {
  const int64_t line = r->text.line;
  if (!take_keyword(r, "EMPTY")) return false;
  pf_ignore(&r->polygons->ignored, PF_IGNORED_EMPTY, 1, "line %lld", (long long)line);
  return true;
}

/* Takes two numbers; a third and fourth have no effect. */
static pathfan_status take_point(reader *r, double xy[2]) {
  bool is_counted = false;
  for (int i = 0; i < 4; i++) {
    double number;
    if (i >= 2 && (at_sign(r, ',') || at_sign(r, ')'))) break;
    if (!pf_span_number(r->word, &number)) return expected(r, "a number");
    if (fabs(number) > PF_COORDINATE_MAX) {
      char shown[PF_SHORTEST_BYTES];
      return pf_text_fail(&r->text, r->error, "a coordinate of %s; %g is the limit",
                          pf_number_shortest(number, shown), PF_COORDINATE_MAX);
    }
    if (i < 2) xy[i] = number;
    if (i >= 2 && number != 0 && !is_counted) {
      is_counted = true;
      pf_ignore(&r->polygons->ignored, PF_IGNORED_HEIGHT, 1, "line %lld", (long long)r->text.line);
    }
    advance(r);
  }
  return PATHFAN_OK;
}

/* Adds points up to the bracket that closes them, as a ring. */
static pathfan_status take_points(reader *r, int32_t place, double first[2], double last[2],
                                  int64_t *count) {
  pathfan_status status = full(r, pf_polygons_ring(r->polygons, place));
  *count = 0;
  if (status) return status;
  do {
    status = take_point(r, last);
    if (!status) status = full(r, pf_polygons_point(r->polygons, last[0], last[1]));
    if (status) return status;
    if (!(*count)++) memcpy(first, last, 2 * sizeof *first);
  } while (take_sign(r, ','));
  return at_sign(r, ')') ? PATHFAN_OK : expected(r, "\",\" or \")\" after a point");
}

static int32_t place_of(const reader *r) {
  return r->text.line < INT32_MAX ? (int32_t)r->text.line : INT32_MAX;
}

/* Takes a ring; one without three different points is left out: *is_flat then. */
static pathfan_status take_ring(reader *r, bool *is_flat) {
  const int32_t place = place_of(r);
  double first[2], last[2];
  int64_t count;
  if (!take_sign(r, '(')) return expected(r, "\"(\" before the points of a ring");
  const pathfan_status status = take_points(r, place, first, last, &count);
  if (status) return status;
  if (count > 2 && (last[0] != first[0] || last[1] != first[1]))
    return pf_text_fail(&r->text, r->error,
                        "the ring is not closed: its first and last points differ");
  *is_flat = pf_polygons_close_ring(r->polygons) < 3;
  if (*is_flat) {
    pf_polygons_drop_ring(r->polygons);
    pf_ignore(&r->polygons->ignored, PF_IGNORED_FLAT_RING, 1, "line %d", (int)place);
  }
  advance(r);
  return PATHFAN_OK;
}

static pathfan_status take_line(reader *r) {
  const int32_t place = place_of(r);
  double first[2], last[2];
  int64_t count;
  if (take_empty(r)) return PATHFAN_OK;
  if (!take_sign(r, '(')) return expected(r, "\"(\" before the points of a line");
  pathfan_status status = full(r, pf_polygons_begin(r->polygons, PF_POLYGON_WALL, NULL));
  if (!status) status = take_points(r, place, first, last, &count);
  if (status) return status;
  if (count < 2) return pf_text_fail(&r->text, r->error, "a line of 1 point; it has at least 2");
  if (!pf_polygons_close_wall(r->polygons))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_FLAT_LINE, 1, "line %d", (int)place);
  advance(r);
  return PATHFAN_OK;
}

static pathfan_status take_polygon(reader *r) {
  if (take_empty(r)) return PATHFAN_OK;
  if (!take_sign(r, '(')) return expected(r, "\"(\" before the rings of a polygon");
  bool has_shell = true, is_flat = false;
  pathfan_status status =
      full(r, pf_polygons_begin(r->polygons,
                                r->wishes->walkable ? PF_POLYGON_FREE : PF_POLYGON_OBSTACLE, NULL));
  if (status) return status;
  const int32_t number = r->polygons->polygon_count - 1;
  do {
    status = take_ring(r, &is_flat);
    if (is_flat && r->polygons->ring_count == r->polygons->polygons[number].first_ring)
      has_shell = false;
  } while (!status && take_sign(r, ','));
  if (!status && !take_sign(r, ')')) status = expected(r, "\",\" or \")\" after a ring");
  if (status) return status;
  r->polygons->polygons[number].is_assumed = true;
  if (!has_shell) pf_polygons_drop_polygon(r->polygons);
  return PATHFAN_OK;
}

/* Reads a point in brackets, or EMPTY. Points bound no area and are left out, like those of
 * GeoJSON.
 */
static pathfan_status pass_point(reader *r) {
  double xy[2];
  if (take_empty(r)) return PATHFAN_OK;
  if (!take_sign(r, '(')) return expected(r, "\"(\" before a point");
  const pathfan_status status = take_point(r, xy);
  return status || take_sign(r, ')') ? status : expected(r, "\")\" after a point");
}

/* Reads points, each of which may have brackets of its own or be EMPTY. */
static pathfan_status pass_points(reader *r) {
  double xy[2];
  pathfan_status status;
  if (take_empty(r)) return PATHFAN_OK;
  if (!take_sign(r, '(')) return expected(r, "\"(\" before a point");
  do {
    if (take_empty(r)) continue;
    status = at_sign(r, '(') ? pass_point(r) : take_point(r, xy);
    if (status) return status;
  } while (take_sign(r, ','));
  return take_sign(r, ')') ? PATHFAN_OK : expected(r, "\",\" or \")\" after a point");
}

static pathfan_status take_geometry(reader *r, int depth) {
  enum { POLYGON, LINE, POINT, MULTIPOINT, MULTIPOLYGON, MULTILINE, COLLECTION, TYPES };
  static const char *const names[TYPES] = {"POLYGON",           "LINESTRING",   "POINT",
                                           "MULTIPOINT",        "MULTIPOLYGON", "MULTILINESTRING",
                                           "GEOMETRYCOLLECTION"};
  int type = 0;
  if (depth > DEPTH_MAX)
    return pf_text_fail(&r->text, r->error, "more than %d collections in each other", DEPTH_MAX);
  while (type < TYPES && !take_keyword(r, names[type])) type++;
  if (type == TYPES)
    return expected(r, "POLYGON, LINESTRING, POINT, MULTIPOLYGON, MULTILINESTRING, MULTIPOINT or "
                       "GEOMETRYCOLLECTION");
  if (!take_keyword(r, "Z") && !take_keyword(r, "M")) take_keyword(r, "ZM");
  if (type == POINT || type == MULTIPOINT)
    pf_ignore(&r->polygons->ignored, PF_IGNORED_POINT, 1, "line %lld", (long long)r->text.line);
  if (type == POLYGON) return take_polygon(r);
  if (type == LINE) return take_line(r);
  if (type == POINT) return pass_point(r);
  if (type == MULTIPOINT) return pass_points(r);
  if (take_empty(r)) return PATHFAN_OK;
  if (!take_sign(r, '(')) return expected(r, "\"(\" or EMPTY");
  pathfan_status status;
  do {
    status = type == COLLECTION  ? take_geometry(r, depth + 1)
             : type == MULTILINE ? take_line(r)
                                 : take_polygon(r);
  } while (!status && take_sign(r, ','));
  if (!status && !take_sign(r, ')')) status = expected(r, "\",\" or \")\"");
  return status;
}

/* Takes the coordinate system that PostGIS writes before a geometry: SRID=25832; */
static pathfan_status take_srid(reader *r) {
  static const char begin[] = "SRID=";
  const size_t length = sizeof begin - 1;
  char number[16], quoted[PF_QUOTE_BYTES];
  if (r->word.length <= length || strncasecmp(r->word.at, begin, length) != 0) return PATHFAN_OK;
  const size_t digits = r->word.length - length;
  snprintf(number, sizeof number, "%.*s", (int)digits, r->word.at + length);
  pf_ignore(&r->polygons->ignored,
            pf_crs_is_geographic(number) ? PF_IGNORED_DEGREES : PF_IGNORED_CRS, 1, "line %lld: %s",
            (long long)r->text.line, pf_span_quote(r->word, quoted));
  advance(r);
  return take_sign(r, ';') ? PATHFAN_OK : expected(r, "\";\" after the SRID");
}

pathfan_status pf_wkt_parse(const char *bytes, size_t length, const char *path,
                            const pf_wishes *wishes, pf_polygons *polygons, pathfan_error *error) {
  static const pf_wishes none;
  reader r = {.text = pf_text_over(bytes, length, path),
              .wishes = wishes ? wishes : &none,
              .polygons = polygons,
              .error = error};
  pathfan_status status = PATHFAN_OK;
  *polygons = (pf_polygons){.place_is = "line"};
  r.text.line = 1;
  advance(&r);
  while (!status && r.word.length) {
    if (take_sign(&r, ';')) continue;
    status = take_srid(&r);
    if (!status) status = take_geometry(&r, 1);
  }
  if (!status && !polygons->polygon_count)
    status = pf_text_fail(&r.text, error, "there is no polygon in it, and so no area at all");
  if (status) pf_polygons_free(polygons);
  return status;
}
