/* stored_edges.c - lists are read front to back: once to check that they are sound, and after that
 * without checks. Nearly all steps are a byte, and nearly all edges are sound: so faults are first
 * only noticed, and then looked for. */
#include "stored_edges.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* The most edges that fit a graph, which holds both directions of each (graph/graph.c). */
#define EDGES_MOST (INT32_MAX / 4)

static const char *const out_of_range = "a list cut off, or an id out of range";

/* Returns x and y as one number. */
static inline uint64_t place_of(const pf_layout_vertex *v) {
  uint64_t place;
  memcpy(&place, &v->x, sizeof place);
  return place;
}

/* Returns why the `count` edges of v that begin at `at` are invalid, or NULL. They must have been
 * read before. */
static const char *fault_of(const pf_index_view *view, int32_t v, uint32_t count, const uint8_t *at,
                            const uint8_t *end) {
  const pf_layout_vertex *a = &view->vertices[v], *b = a;
  for (; count; count--) {
    b += pf_varint_get(&at, end);
    if (place_of(a) == place_of(b)) return "an edge of no length";
    if ((a->component_quadrant ^ b->component_quadrant) >> 2)
      return "an edge between two components";
  }
  return NULL;
}

/* Checks the list of v, and moves *list past it. Returns why it is unsound, or NULL. */
static const char *check_list(const pf_index_view *view, int32_t v, const uint8_t **list,
                              uint32_t *count) {
  const pf_layout_vertex *vertices = view->vertices;
  const uint64_t place = place_of(&vertices[v]);
  const uint32_t component = vertices[v].component_quadrant, last = (uint32_t)view->n - 1;
  const uint8_t *const end = view->edges + view->edge_bytes, *at = *list;
  uint32_t id = (uint32_t)v, step, others = 0, together = 0;
  if (!pf_varint_take(&at, end, count) || *count > last) return out_of_range;
  const uint8_t *const begin = at;
  for (uint32_t i = 0; i < *count; i++) {
    if (at < end && *at < 128)
      step = *at++;
    else if (!pf_varint_take(&at, end, &step))
      return out_of_range;
    if (step - 1 >= last - id) return out_of_range; /* 0 is, too */
    id += step;
    others |= vertices[id].component_quadrant ^ component;
    together |= place_of(&vertices[id]) == place;
  }
  *list = at;
  return together || others >> 2 ? fault_of(view, v, *count, begin, end) : NULL;
}

/* Checks all lists. Returns why one is unsound, or NULL; *vertex: its vertex. */
static const char *check_lists(const pf_index_view *view, int32_t *vertex) {
  const uint8_t *at = view->edges + PF_EDGES_HEAD_BYTES;
  uint64_t total = 0;
  for (*vertex = 0; *vertex < view->n; ++*vertex) {
    uint32_t count;
    const char *fault = check_list(view, *vertex, &at, &count);
    if (fault) return fault;
    total += count;
  }
  return total == (uint64_t)view->header->edge_count && at == view->edges + view->edge_bytes
             ? NULL
             : "not as many edges as the header says";
}

static int32_t length_bits(const pf_index_view *view) {
  int32_t bits;
  memcpy(&bits, view->edges, sizeof bits);
  return bits;
}

pathfan_status pf_stored_edges_check(const pf_index_view *view, pathfan_error *error) {
  int32_t vertex = 0;
  const char *fault = view->header->edge_count > EDGES_MOST ? "more edges than a graph holds"
                      : !pf_layout_edge_bits_are_sane(view->header, length_bits(view))
                          ? "an impossible unit of lengths"
                          : check_lists(view, &vertex);
  if (!fault) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section edges: %s (at %d)", view->path, fault,
                 vertex);
}

pathfan_status pf_stored_edges_read(const pf_index_view *view, pf_edge_list *list) {
  const uint8_t *at = view->edges + PF_EDGES_HEAD_BYTES;
  const uint8_t *const end = view->edges + view->edge_bytes;
  int32_t total = 0;
  *list = (pf_edge_list){.length_bits = length_bits(view)};
  list->first = pf_alloc((uint64_t)view->n + 1, sizeof *list->first);
  list->to = pf_alloc((uint64_t)view->header->edge_count, sizeof *list->to);
  if (!list->first || !list->to) {
    pf_edge_list_free(list);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t v = 0; v < view->n; v++) {
    int32_t id = v;
    list->first[v] = total;
    for (uint32_t count = pf_varint_get(&at, end); count; count--) {
      id += (int32_t)pf_varint_get(&at, end);
      list->to[total++] = id;
    }
  }
  list->first[view->n] = total;
  return PATHFAN_OK;
}
