/* mesh_records.c - one record per line, with blank lines anywhere between.
 *
 * Line ends have a meaning here: a record that ends after its vertices omits its neighbours. A
 * header can't cause a larger allocation than the file's size warrants, as every vertex takes at
 * least four bytes and every polygon eight. */
#include "meshing/mesh_records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

#define BYTES_MAX INT32_MAX /* so that every count fits in an int32 */

/* A growing array of ids. */
typedef struct id_list {
  int32_t *items;
  uint32_t count, capacity;
} id_list;

static bool push(id_list *list, int32_t id) {
  if (pf_grow(&list->items, &list->capacity, (int64_t)list->count + 1)) return false;
  list->items[list->count++] = id;
  return true;
}

typedef struct reader {
  pf_mesh_records *records;
  pf_text *text; /* the records' */
  pf_span line;  /* what is left of the line */
  id_list listed, corners, claims;
  pathfan_error *error;
} reader;

static pathfan_status next_record(reader *r, const char *expected) {
  return pf_text_record(r->text, &r->line, expected, r->error);
}

static pathfan_status end_record(const reader *r) {
  return pf_text_line_ends(r->text, r->line, r->error);
}

/* Reads a whole number from least to most. */
static pathfan_status read_whole(reader *r, int64_t least, int64_t most, const char *what,
                                 int32_t *value) {
  char quoted[PF_QUOTE_BYTES];
  pf_span word, digits;
  int64_t number = 0;
  pf_span_word(&r->line, &word);
  digits = word;
  const bool below = least < 0 && word.length && word.at[0] == '-';
  if (below) digits = (pf_span){word.at + 1, word.length - 1};
  if (!pf_span_whole(digits, INT32_MAX, &number))
    return pf_text_fail(r->text, r->error, "expected %s, found %s", what,
                        word.length ? pf_span_quote(word, quoted) : "the end of the line");
  if (below) number = -number;
  if (number < least)
    return pf_text_fail(r->text, r->error, "%s must be %lld or more, not %d", what,
                        (long long)least, (int)number);
  if (number > most)
    return pf_text_fail(r->text, r->error, "%s is %d, but the largest there is is %lld", what,
                        (int)number, (long long)most);
  *value = (int32_t)number;
  return PATHFAN_OK;
}

static pathfan_status read_count(reader *r, const char *what, int32_t *count) {
  return read_whole(r, 0, INT32_MAX, what, count);
}

static pathfan_status read_coordinate(reader *r, const char *what, double *value) {
  char quoted[PF_QUOTE_BYTES];
  pf_span word;
  if (!pf_span_word(&r->line, &word))
    return pf_text_fail(r->text, r->error, "expected a vertex's %s, found the end of the line",
                        what);
  if (!pf_span_number(word, value))
    return pf_text_fail(r->text, r->error, "a vertex's %s must be a finite number, not %s", what,
                        pf_span_quote(word, quoted));
  if (fabs(*value) > PF_MESH_COORDINATE_MAX)
    return pf_text_fail(r->text, r->error, "a vertex's %s is beyond 1e15: %s", what,
                        pf_span_quote(word, quoted));
  return PATHFAN_OK;
}

/* Reads the first two lines. */
static pathfan_status read_version(reader *r) {
  char quoted[PF_QUOTE_BYTES];
  pf_span word;
  pathfan_status status = next_record(r, "\"mesh\"");
  if (status) return status;
  pf_span_word(&r->line, &word);
  if (!pf_span_is(word, "mesh")) return pf_text_expected(r->text, r->error, "\"mesh\"", word);
  status = end_record(r);
  if (!status) status = next_record(r, "the version");
  if (status) return status;
  pf_span_word(&r->line, &word);
  if (pf_span_is(word, "3"))
    r->records->least = 1;
  else if (!pf_span_is(word, "2"))
    return pf_text_fail(r->text, r->error, "only meshes of version 2 or 3 can be read, found %s",
                        pf_span_quote(word, quoted));
  return end_record(r);
}

static pathfan_status read_header(reader *r) {
  pf_mesh_records *of = r->records;
  const int64_t bytes = r->text->end - r->text->at;
  pathfan_status status = read_version(r);
  if (!status) status = next_record(r, "the number of vertices and polygons");
  if (!status) status = read_count(r, "the number of vertices", &of->vertex_count);
  if (!status) status = read_count(r, "the number of polygons", &of->polygon_count);
  if (!status) status = end_record(r);
  if (!status && of->vertex_count > bytes / 4)
    status = pf_text_fail(r->text, r->error, "%d vertices don't fit into a file of %lld bytes",
                          (int)of->vertex_count, (long long)bytes);
  if (!status && of->polygon_count > bytes / 8)
    status = pf_text_fail(r->text, r->error, "%d polygons don't fit into a file of %lld bytes",
                          (int)of->polygon_count, (long long)bytes);
  return status;
}

/* Whether a line goes on. */
static bool goes_on(pf_span line) {
  pf_span word;
  return pf_span_word(&line, &word);
}

/* Reads x y and, in version 2, if the line goes on: n and n polygons. */
static pathfan_status read_vertex(reader *r, int32_t v) {
  pf_mesh_records *of = r->records;
  int32_t count = 0, id;
  pathfan_status status = next_record(r, "a vertex");
  if (!status) status = read_coordinate(r, "x", &of->points[2 * (size_t)v]);
  if (!status) status = read_coordinate(r, "y", &of->points[2 * (size_t)v + 1]);
  if (status) return status;
  of->vertex_line[v] = (int32_t)r->text->line;
  of->first_listed[v] = r->listed.count;
  if (of->least) return end_record(r);
  if (!goes_on(r->line)) return PATHFAN_OK;
  status = read_count(r, "the number of polygons at a vertex", &count);
  for (int32_t i = 0; i < count && !status; i++) {
    status = read_whole(r, PF_CLAIM_OBSTACLE, of->polygon_count - 1, "a polygon at a vertex", &id);
    if (!status && !push(&r->listed, id)) status = PATHFAN_ERR_NO_MEMORY;
  }
  return status ? status : end_record(r);
}

/* Reads a neighbour. In version 3, 0 is none, and -n is polygon n behind a wall. */
static pathfan_status read_claim(reader *r, int32_t *claim) {
  const int32_t least = r->records->least;
  const int64_t last = (int64_t)r->records->polygon_count - 1 + least;
  const pathfan_status status =
      read_whole(r, least ? -last : PF_CLAIM_OBSTACLE, last, "a neighbour of a polygon", claim);
  if (status || *claim < least)
    *claim = PF_CLAIM_OBSTACLE;
  else
    *claim -= least;
  return status;
}

/* Reads, in version 3, whether the polygon is walkable; n and n vertices; and if the line goes on,
 * n neighbours. */
static pathfan_status read_polygon(reader *r, int32_t p) {
  pf_mesh_records *of = r->records;
  int32_t count = 0, id, last = PF_CLAIM_NONE, free = 1;
  pathfan_status status = next_record(r, "a polygon");
  if (status) return status;
  of->polygon_line[p] = (int32_t)r->text->line;
  const uint32_t first = of->first_corner[p] = r->corners.count;
  if (of->least) status = read_whole(r, 0, 1, "whether a polygon is traversable", &free);
  if (!status) status = read_count(r, "the number of corners of a polygon", &count);
  if (!status && count < 3)
    return pf_text_fail(r->text, r->error, "a polygon needs three corners or more, not %d",
                        (int)count);
  for (int32_t i = 0; i < count && !status; i++) {
    status = read_whole(r, of->least, (int64_t)of->vertex_count - 1 + of->least,
                        "a vertex of a polygon", &id);
    if (!status && !push(&r->corners, id - of->least)) status = PATHFAN_ERR_NO_MEMORY;
  }
  if (status) return status;
  const int32_t *corner = &r->corners.items[first];
  for (int32_t i = 0; i < count; i++)
    if (corner[i] == corner[i + 1 < count ? i + 1 : 0])
      return pf_text_fail(r->text, r->error, "a polygon has vertex %d twice in a row",
                          (int)(corner[i] + of->least));

  /* The file gives the neighbour before each corner, the records the one after it. */
  const bool given = goes_on(r->line);
  for (int32_t i = 0; i < count && !status; i++) {
    id = PF_CLAIM_NONE;
    if (given) status = read_claim(r, &id);
    if (i == 0)
      last = id;
    else if (!status && !push(&r->claims, id))
      status = PATHFAN_ERR_NO_MEMORY;
  }
  if (!status && !push(&r->claims, last)) status = PATHFAN_ERR_NO_MEMORY;
  /* Of such a polygon only the number is kept. */
  if (!free) r->corners.count = r->claims.count = first;
  return status ? status : end_record(r);
}

static pathfan_status read_records(reader *r) {
  pf_mesh_records *of = r->records;
  pathfan_status status = read_header(r);
  if (status) return status;
  const uint64_t vertices = (uint64_t)of->vertex_count, polygons = (uint64_t)of->polygon_count;
  of->points = pf_alloc(2 * vertices, sizeof *of->points);
  of->vertex_line = pf_alloc(vertices, sizeof *of->vertex_line);
  of->first_listed = pf_alloc(vertices + 1, sizeof *of->first_listed);
  of->polygon_line = pf_alloc(polygons, sizeof *of->polygon_line);
  of->first_corner = pf_alloc(polygons + 1, sizeof *of->first_corner);
  if (!of->points || !of->vertex_line || !of->first_listed || !of->polygon_line ||
      !of->first_corner)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < of->vertex_count && !status; v++) status = read_vertex(r, v);
  for (int32_t p = 0; p < of->polygon_count && !status; p++) status = read_polygon(r, p);
  if (status) return status;
  of->first_listed[vertices] = r->listed.count;
  of->first_corner[polygons] = r->corners.count;

  while (pf_text_line(r->text, &r->line)) {
    pf_span word;
    char quoted[PF_QUOTE_BYTES];
    if (pf_span_word(&r->line, &word))
      return pf_text_fail(r->text, r->error,
                          "expected nothing after the last of %d polygons, found %s",
                          (int)of->polygon_count, pf_span_quote(word, quoted));
  }
  return PATHFAN_OK;
}

pathfan_status pf_mesh_records_read(const char *text, size_t bytes, const char *path,
                                    pf_mesh_records *records, pathfan_error *error) {
  reader r = {.records = records, .text = &records->text, .error = error};
  memset(records, 0, sizeof *records);
  records->text = pf_text_over(text, bytes, path);
  if (bytes > BYTES_MAX)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "%s: a mesh of more than 2 GiB", pf_name_tail(path));
  const pathfan_status status = read_records(&r);
  records->listed = r.listed.items;
  records->corner = r.corners.items;
  records->claim = r.claims.items;
  return status;
}

void pf_mesh_records_free(pf_mesh_records *r) {
  free(r->points);
  free(r->vertex_line);
  free(r->polygon_line);
  free(r->first_corner);
  free(r->corner);
  free(r->claim);
  free(r->first_listed);
  free(r->listed);
  memset(r, 0, sizeof *r);
}
