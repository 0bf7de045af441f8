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

/* Reads the next line that isn't blank. what: the record expected, for the message. */
static pathfan_status next_record(pf_text *text, pf_span *line, pathfan_error *error,
                                  const char *what) {
  pf_span rest, word;
  do {
    if (!pf_text_line(text, line)) {
      text->line++;
      return pf_text_fail(text, error, "the file ends where %s is expected", what);
    }
    rest = *line;
  } while (!pf_span_word(&rest, &word));
  return PATHFAN_OK;
}

static pathfan_status end_record(pf_text *text, pf_span line, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span word;
  if (!pf_span_word(&line, &word)) return PATHFAN_OK;
  return pf_text_fail(text, error, "expected nothing more on the line, found %s",
                      pf_span_quote(word, quoted));
}

/* Reads a whole number from least to most. */
static pathfan_status read_whole(pf_text *text, pf_span *line, int64_t least, int64_t most,
                                 const char *what, int32_t *value, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span word, digits;
  int64_t number = 0;
  pf_span_word(line, &word);
  digits = word;
  const bool below = least < 0 && word.length && word.at[0] == '-';
  if (below) digits = (pf_span){word.at + 1, word.length - 1};
  if (!pf_span_whole(digits, INT32_MAX, &number))
    return pf_text_fail(text, error, "expected %s, found %s", what,
                        word.length ? pf_span_quote(word, quoted) : "the end of the line");
  if (below) number = -number;
  if (number < least)
    return pf_text_fail(text, error, "%s must be %lld or more, not %d", what, (long long)least,
                        (int)number);
  if (number > most)
    return pf_text_fail(text, error, "%s is %d, but the largest there is is %lld", what,
                        (int)number, (long long)most);
  *value = (int32_t)number;
  return PATHFAN_OK;
}

static pathfan_status read_coordinate(pf_text *text, pf_span *line, const char *what, double *value,
                                      pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span word;
  if (!pf_span_word(line, &word))
    return pf_text_fail(text, error, "expected a vertex's %s, found the end of the line", what);
  if (!pf_span_number(word, value))
    return pf_text_fail(text, error, "a vertex's %s must be a finite number, not %s", what,
                        pf_span_quote(word, quoted));
  if (fabs(*value) > PF_MESH_COORDINATE_MAX)
    return pf_text_fail(text, error, "a vertex's %s is beyond 1e15: %s", what,
                        pf_span_quote(word, quoted));
  return PATHFAN_OK;
}

static pathfan_status read_header(pf_mesh_records *r, pathfan_error *error) {
  pf_text *text = &r->text;
  char quoted[PF_QUOTE_BYTES];
  pf_span line, word;
  const int64_t bytes = text->end - text->at;

  pathfan_status status = next_record(text, &line, error, "\"mesh\"");
  if (status) return status;
  pf_span_word(&line, &word);
  if (!pf_span_is(word, "mesh"))
    return pf_text_fail(text, error, "expected \"mesh\", found %s", pf_span_quote(word, quoted));
  status = end_record(text, line, error);
  if (!status) status = next_record(text, &line, error, "the version");
  if (status) return status;
  pf_span_word(&line, &word);
  if (pf_span_is(word, "3"))
    r->least = 1;
  else if (!pf_span_is(word, "2"))
    return pf_text_fail(text, error, "only meshes of version 2 or 3 can be read, found %s",
                        pf_span_quote(word, quoted));
  status = end_record(text, line, error);
  if (!status) status = next_record(text, &line, error, "the number of vertices and polygons");
  if (!status)
    status =
        read_whole(text, &line, 0, INT32_MAX, "the number of vertices", &r->vertex_count, error);
  if (!status)
    status =
        read_whole(text, &line, 0, INT32_MAX, "the number of polygons", &r->polygon_count, error);
  if (!status) status = end_record(text, line, error);
  if (!status && r->vertex_count > bytes / 4)
    status = pf_text_fail(text, error, "%d vertices don't fit into a file of %lld bytes",
                          (int)r->vertex_count, (long long)bytes);
  if (!status && r->polygon_count > bytes / 8)
    status = pf_text_fail(text, error, "%d polygons don't fit into a file of %lld bytes",
                          (int)r->polygon_count, (long long)bytes);
  return status;
}

/* Reads x y and, in version 2, if the line goes on: n and n polygons. */
static pathfan_status read_vertex(pf_mesh_records *r, int32_t v, id_list *listed,
                                  pathfan_error *error) {
  pf_text *text = &r->text;
  pf_span line, rest, word;
  int32_t count = 0, id;
  pathfan_status status = next_record(text, &line, error, "a vertex");
  if (!status) status = read_coordinate(text, &line, "x", &r->points[2 * (size_t)v], error);
  if (!status) status = read_coordinate(text, &line, "y", &r->points[2 * (size_t)v + 1], error);
  if (status) return status;
  r->vertex_line[v] = (int32_t)text->line;
  r->first_listed[v] = listed->count;
  if (r->least) return end_record(text, line, error);
  rest = line;
  if (!pf_span_word(&rest, &word)) return PATHFAN_OK;
  status =
      read_whole(text, &line, 0, INT32_MAX, "the number of polygons at a vertex", &count, error);
  for (int32_t i = 0; i < count && !status; i++) {
    status = read_whole(text, &line, PF_CLAIM_OBSTACLE, r->polygon_count - 1,
                        "a polygon at a vertex", &id, error);
    if (!status && !push(listed, id)) status = PATHFAN_ERR_NO_MEMORY;
  }
  return status ? status : end_record(text, line, error);
}

/* Reads a neighbour. In version 3, 0 is none, and -n is polygon n behind a wall. */
static pathfan_status read_claim(pf_mesh_records *r, pf_span *line, int32_t *claim,
                                 pathfan_error *error) {
  const int64_t last = (int64_t)r->polygon_count - 1 + r->least;
  const pathfan_status status = read_whole(&r->text, line, r->least ? -last : PF_CLAIM_OBSTACLE,
                                           last, "a neighbour of a polygon", claim, error);
  if (status || *claim < r->least)
    *claim = PF_CLAIM_OBSTACLE;
  else
    *claim -= r->least;
  return status;
}

/* Reads, in version 3, whether the polygon is walkable; n and n vertices; and if the line goes on,
 * n neighbours. */
static pathfan_status read_polygon(pf_mesh_records *r, int32_t p, id_list *corners, id_list *claims,
                                   pathfan_error *error) {
  pf_text *text = &r->text;
  pf_span line, rest, word;
  int32_t count = 0, id, last = PF_CLAIM_NONE, free = 1;
  pathfan_status status = next_record(text, &line, error, "a polygon");
  if (status) return status;
  r->polygon_line[p] = (int32_t)text->line;
  const uint32_t first = r->first_corner[p] = corners->count;
  if (r->least)
    status = read_whole(text, &line, 0, 1, "whether a polygon is traversable", &free, error);
  if (!status)
    status =
        read_whole(text, &line, 0, INT32_MAX, "the number of corners of a polygon", &count, error);
  if (!status && count < 3)
    return pf_text_fail(text, error, "a polygon needs three corners or more, not %d", (int)count);
  for (int32_t i = 0; i < count && !status; i++) {
    status = read_whole(text, &line, r->least, (int64_t)r->vertex_count - 1 + r->least,
                        "a vertex of a polygon", &id, error);
    if (!status && !push(corners, id - r->least)) status = PATHFAN_ERR_NO_MEMORY;
  }
  if (status) return status;
  const int32_t *corner = &corners->items[first];
  for (int32_t i = 0; i < count; i++)
    if (corner[i] == corner[i + 1 < count ? i + 1 : 0])
      return pf_text_fail(text, error, "a polygon has vertex %d twice in a row",
                          (int)(corner[i] + r->least));

  /* The file gives the neighbour before each corner, the records the one after it. */
  rest = line;
  const bool given = pf_span_word(&rest, &word);
  for (int32_t i = 0; i < count && !status; i++) {
    id = PF_CLAIM_NONE;
    if (given) status = read_claim(r, &line, &id, error);
    if (i == 0)
      last = id;
    else if (!status && !push(claims, id))
      status = PATHFAN_ERR_NO_MEMORY;
  }
  if (!status && !push(claims, last)) status = PATHFAN_ERR_NO_MEMORY;
  if (!free) corners->count = claims->count = first; /* of such a polygon only the number is kept */
  return status ? status : end_record(text, line, error);
}

static pathfan_status read_records(pf_mesh_records *r, id_list *listed, id_list *corners,
                                   id_list *claims, pathfan_error *error) {
  pathfan_status status = read_header(r, error);
  if (status) return status;
  const uint64_t vertices = (uint64_t)r->vertex_count, polygons = (uint64_t)r->polygon_count;
  r->points = pf_alloc(2 * vertices, sizeof *r->points);
  r->vertex_line = pf_alloc(vertices, sizeof *r->vertex_line);
  r->first_listed = pf_alloc(vertices + 1, sizeof *r->first_listed);
  r->polygon_line = pf_alloc(polygons, sizeof *r->polygon_line);
  r->first_corner = pf_alloc(polygons + 1, sizeof *r->first_corner);
  if (!r->points || !r->vertex_line || !r->first_listed || !r->polygon_line || !r->first_corner)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < r->vertex_count && !status; v++)
    status = read_vertex(r, v, listed, error);
  for (int32_t p = 0; p < r->polygon_count && !status; p++)
    status = read_polygon(r, p, corners, claims, error);
  if (status) return status;
  r->first_listed[vertices] = listed->count;
  r->first_corner[polygons] = corners->count;

  pf_span line;
  while (pf_text_line(&r->text, &line)) {
    pf_span word;
    char quoted[PF_QUOTE_BYTES];
    if (pf_span_word(&line, &word))
      return pf_text_fail(&r->text, error,
                          "expected nothing after the last of %d polygons, found %s",
                          (int)r->polygon_count, pf_span_quote(word, quoted));
  }
  return PATHFAN_OK;
}

pathfan_status pf_mesh_records_read(const char *text, size_t bytes, const char *path,
                                    pf_mesh_records *r, pathfan_error *error) {
  id_list listed = {0}, corners = {0}, claims = {0};
  memset(r, 0, sizeof *r);
  r->text = pf_text_over(text, bytes, path);
  if (bytes > BYTES_MAX)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "%s: a mesh of more than 2 GiB", pf_name_tail(path));
  const pathfan_status status = read_records(r, &listed, &corners, &claims, error);
  r->listed = listed.items;
  r->corner = corners.items;
  r->claim = claims.items;
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
