/* stored_edges.c - lists are read front to back, so there is one way to read them, which checks
 * all it reads; whoever wants to know only whether it is sound keeps nothing of it. */
#include "stored_edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* More than fit a graph, which holds both directions (graph/graph.c). */
#define EDGES_MOST (INT32_MAX / 4)

typedef struct list_reader {
  const pathfan_index_view *view;
  const uint8_t *at, *end;
} list_reader;

static const char *out_of_range = "a list cut off, or an id out of range";

/* Why an edge can't be one; NULL: it can. */
static const char *fault_of(const pathfan_index_view *view, int32_t v, int32_t w) {
  const pathfan_lattice_point a = pathfan_vertex_at(view, v), b = pathfan_vertex_at(view, w);
  if (a.x == b.x && a.y == b.y) return "an edge of no length";
  if (view->vertices[v].component_quadrant >> 2 != view->vertices[w].component_quadrant >> 2)
    return "an edge between two components";
  return NULL;
}

/* Reads the list of v, into `to` unless that is NULL. Returns why it is unsound, or NULL. */
static const char *read_list(list_reader *r, int32_t v, int32_t *to, uint32_t *count) {
  const uint32_t n = (uint32_t)r->view->n;
  uint32_t id = (uint32_t)v, step;
  if (!pathfan_varint_take(&r->at, r->end, count) || *count >= n) return out_of_range;
  for (uint32_t i = 0; i < *count; i++) {
    if (!pathfan_varint_take(&r->at, r->end, &step) || !step || step >= n - id) return out_of_range;
    id += step;
    const char *fault = fault_of(r->view, v, (int32_t)id);
    if (fault) return fault;
    if (to) to[i] = (int32_t)id;
  }
  return NULL;
}

/* Reads all lists; list: NULL, or arrays to fill. *vertex: whose list is unsound. */
static const char *read_all(const pathfan_index_view *view, pathfan_edge_list *list,
                            int32_t *vertex) {
  const uint64_t most = (uint64_t)view->header->edge_count;
  list_reader r = {view, view->edges + PATHFAN_EDGES_HEAD_BYTES, view->edges + view->edge_bytes};
  uint64_t total = 0;
  for (*vertex = 0; *vertex < view->n; ++*vertex) {
    uint32_t count;
    const uint8_t *begin = r.at;
    /* Counted before it is stored: arrays are as large as the header says. */
    if (!pathfan_varint_take(&begin, r.end, &count) || count > most - total) return out_of_range;
    if (list) list->first[*vertex] = (int32_t)total;
    const char *fault = read_list(&r, *vertex, list ? list->to + total : NULL, &count);
    if (fault) return fault;
    total += count;
  }
  if (list) list->first[view->n] = (int32_t)total;
  return total == most && r.at == r.end ? NULL : "not as many edges as the header says";
}

static int32_t length_bits(const pathfan_index_view *view) {
  int32_t bits;
  memcpy(&bits, view->edges, sizeof bits);
  return bits;
}

pathfan_status pathfan_stored_edges_check(const pathfan_index_view *view, pathfan_error *error) {
  int32_t vertex = 0;
  const char *fault = view->header->edge_count > EDGES_MOST ? "more edges than a graph holds"
                      : !pathfan_layout_edge_bits_are_sane(view->header, length_bits(view))
                          ? "an impossible unit of lengths"
                          : read_all(view, NULL, &vertex);
  if (!fault) return PATHFAN_OK;
  return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: section edges: %s (at %d)", view->path,
                      fault, vertex);
}

pathfan_status pathfan_stored_edges_read(const pathfan_index_view *view, pathfan_edge_list *list) {
  int32_t vertex;
  *list = (pathfan_edge_list){.length_bits = length_bits(view)};
  list->first = pathfan_alloc((uint64_t)view->n + 1, sizeof *list->first);
  list->to = pathfan_alloc((uint64_t)view->header->edge_count, sizeof *list->to);
  if (list->first && list->to) {
    (void)read_all(view, list, &vertex); /* it is sound */
    return PATHFAN_OK;
  }
  free(list->first);
  free(list->to);
  *list = (pathfan_edge_list){0};
  return PATHFAN_ERR_NO_MEMORY;
}
