/* validate.c - checks that every id is in range, every offset ascending, every row whole.
 *
 * A digest shows that bytes are those that were written; these checks show that they make sense, so
 * that look-ups need no checks of their own and a walk along labels ends. They take one pass over
 * each section, in the order of the file. */
#include "validate.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "format/sections.h"
#include "row_reader.h"

static pathfan_status bad_of(const pf_index_view *view, pathfan_error *error,
                             pf_section_name section, const char *what, int64_t at) {
  return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %s: %s (at %lld)", view->path,
                 section.text, what, (long long)at);
}

static pathfan_status bad(const pf_index_view *view, pathfan_error *error, pf_section_id section,
                          const char *what, int64_t at) {
  return bad_of(view, error, pf_section_name_of(section, 0), what, at);
}

static bool ascending(const uint32_t *first, uint64_t count) {
  uint32_t bad = first[0];
  for (uint64_t i = 1; i < count; i++) bad |= first[i] < first[i - 1];
  return !bad;
}

/* pf_fraction_bits relies on vectors no longer than the map. */
static pathfan_status check_wedges(const pf_index_view *view, pathfan_error *error) {
  const int32_t width = view->header->width, height = view->header->height;
  for (int32_t v = 0; view->wedges && v < view->n; v++) {
    const pf_wedge w = pf_vertex_wedge(view, v);
    const pf_lattice_point both[2] = {w.first, w.second};
    for (int i = 0; i < 2; i++)
      if (both[i].x < -width || both[i].x > width || both[i].y < -height || both[i].y > height)
        return bad(view, error, PF_SECTION_WEDGES, "a vector longer than the map", v);
    if (pf_cross(w.first, w.second) <= 0)
      return bad(view, error, PF_SECTION_WEDGES, "an obstacle of half a turn or more", v);
  }
  return PATHFAN_OK;
}

/* Returns what is wrong with a vertex; NULL: nothing. */
static const char *fault_of_vertex(const pf_layout_header *h, const pf_layout_vertex *vertex) {
  const uint32_t n = (uint32_t)h->vertex_count;
  if (vertex->x < 0 || vertex->y < 0 || vertex->x > h->width || vertex->y > h->height)
    return "a point off the map";
  if (vertex->rank >= n) return "a rank out of range";
  if ((vertex->last_left >= n && vertex->last_left != PF_LAYOUT_NONE) ||
      (vertex->last_right >= n && vertex->last_right != PF_LAYOUT_NONE))
    return "a neighbour out of range";
  if ((vertex->component_quadrant >> 2) >= (uint32_t)h->component_count)
    return "a component out of range";
  return NULL;
}

/* First checks all vertices without branches; looks for the fault only if there is one. With 1
 * added, NONE and the numbers below n are at most n. */
static pathfan_status check_vertices(const pf_index_view *view, pathfan_error *error) {
  const pf_layout_header *h = view->header;
  const uint32_t n = (uint32_t)view->n, width = (uint32_t)h->width, height = (uint32_t)h->height;
  const uint32_t components = (uint32_t)h->component_count;
  uint32_t bad_any = 0;
  for (uint32_t v = 0; v < n; v++) {
    const pf_layout_vertex *vertex = &view->vertices[v];
    bad_any |= ((uint32_t)vertex->x > width) | ((uint32_t)vertex->y > height) |
               (vertex->rank >= n) | (vertex->last_left + 1 > n) | (vertex->last_right + 1 > n) |
               ((vertex->component_quadrant >> 2) >= components);
  }
  for (uint32_t v = 0; v < n && bad_any; v++) {
    const char *fault = fault_of_vertex(h, &view->vertices[v]);
    if (fault) return bad(view, error, PF_SECTION_VERTICES, fault, v);
  }
  return PATHFAN_OK;
}

static pathfan_status check_polygons(const pf_index_view *view, pathfan_error *error) {
  const int32_t count = view->header->polygon_count;
  const uint64_t size = view->cone_bytes;
  if (view->polygons[count].cones != size || (count && view->polygons[0].cones))
    return bad(view, error, PF_SECTION_POLYGONS, "cone lists don't fill their section", count);
  for (int32_t p = 0; p < count; p++) {
    const pf_layout_polygon *polygon = &view->polygons[p];
    if (polygon->component < 0 || polygon->component >= view->header->component_count)
      return bad(view, error, PF_SECTION_POLYGONS, "a component out of range", p);
    if (polygon[1].cones < polygon->cones || polygon[1].cones > size)
      return bad(view, error, PF_SECTION_POLYGONS, "a cone list that ends before it begins", p);
  }
  return PATHFAN_OK;
}

static inline uint32_t entry_at(const pf_locator *l, uint64_t i, int bytes) {
  uint16_t narrow;
  uint32_t wide;
  if (bytes == 2) {
    memcpy(&narrow, (const char *)l->polygon + 2 * i, sizeof narrow);
    return narrow;
  }
  memcpy(&wide, (const char *)l->polygon + 4 * i, sizeof wide);
  return wide;
}

/* Whether entries are in range, and each exceeds the one before except where a list begins: those
 * that don't are counted, in all and at the beginnings of lists. */
static inline bool entries_are_sound(const pf_locator *l, uint32_t polygons, int bytes) {
  const uint32_t count = l->first[l->cell_count];
  uint32_t bad = 0, falls = 0, begins = 0;
  for (uint32_t i = 0; i < count; i++) bad |= entry_at(l, i, bytes) >= polygons;
  for (uint32_t i = 1; i < count; i++) falls += entry_at(l, i, bytes) <= entry_at(l, i - 1, bytes);
  for (uint32_t cell = 1; cell < l->cell_count; cell++) {
    const uint32_t i = l->first[cell];
    begins += i > l->first[cell - 1] && i && i < count &&
              entry_at(l, i, bytes) <= entry_at(l, i - 1, bytes);
  }
  return !bad && falls == begins;
}

static pathfan_status check_locator(const pf_index_view *view, pathfan_error *error) {
  const pf_locator *l = &view->locator;
  const uint32_t polygons = (uint32_t)view->header->polygon_count;
  if (!ascending(l->first, (uint64_t)l->cell_count + 1))
    return bad(view, error, PF_SECTION_LOCATOR, "lists out of order", 0);
  /* All ones mean no polygon, in either width. */
  const uint32_t narrow = polygons < UINT16_MAX ? polygons : UINT16_MAX;
  if (l->entry_bytes == 2 ? entries_are_sound(l, narrow, 2) : entries_are_sound(l, polygons, 4))
    return PATHFAN_OK;
  for (uint32_t i = 0; i < l->first[l->cell_count]; i++)
    if (pf_load_id(l->polygon, i, l->entry_bytes) >= polygons)
      return bad(view, error, PF_SECTION_LOCATOR, "a polygon out of range", i);
  return bad(view, error, PF_SECTION_LOCATOR, "entries out of order", 0);
}

/* Checks that labels and groups of exits are in order, one vertex after the other. */
static pathfan_status check_spans(const pf_index_view *view, pathfan_error *error) {
  const pf_layout_span *spans = view->spans, *last = &spans[view->n];
  uint32_t labels = spans[0].labels;
  uint32_t exits =
      spans[0].exits[0] | (last->exits[0] ^ last->exits[1]) | (last->exits[0] ^ last->exits[2]);
  for (int32_t v = 0; v < view->n; v++) {
    const pf_layout_span *s = &spans[v];
    labels |= s[1].labels < s->labels;
    exits |=
        (s->exits[1] < s->exits[0]) | (s->exits[2] < s->exits[1]) | (s[1].exits[0] < s->exits[2]);
  }
  if (labels) return bad(view, error, PF_SECTION_SPANS, "labels out of order", 0);
  return exits ? bad(view, error, PF_SECTION_SPANS, "exits out of order", 0) : PATHFAN_OK;
}

/* Whether lengths fall along a walk from a label on, so that it ends. If the unit of lengths is
 * larger than the lattice's, rounding may hide steps of one lattice unit or more, but only so many
 * in a row. */
static bool gets_nearer(const pf_index_view *view, pf_label_fields l) {
  const int bits = view->header->length_bits;
  for (int steps = bits < 0 ? 2 << -bits : 1; steps > 0; steps--) {
    if (l.next_label == PF_LAYOUT_NONE) return true;
    const pf_range labels = pf_labels_of(view, (int32_t)l.next);
    if (l.next_label >= labels.end - labels.begin) return false;
    const pf_label_fields after = pf_label_open(view, (int32_t)l.next, l.next_label);
    if (after.length != l.length) return after.length < l.length;
    l = after;
  }
  return false;
}

/* Checks labels begin .. end-1 of a vertex, which take one exit to `next`: each must lead one step
 * nearer to its hub, from where the next label goes on, or the hub is seen. Returns the number of
 * the first that doesn't, or end. */
static uint32_t check_exit(const pf_index_view *view, int32_t v, uint32_t begin, uint32_t end,
                           uint32_t next, const char **fault) {
  const uint32_t bytes = (uint32_t)view->header->next_bytes;
  const uint32_t none = (UINT32_MAX >> (32 - 8 * bytes)) - (PF_NEXT_SPECIAL - 1);
  const pf_range after = pf_labels_of(view, (int32_t)next);
  for (uint32_t i = begin; i < end; i++) {
    const uint64_t label = pf_labels_by(view, v)[i];
    const uint32_t number = pf_next_stored(view, v, i);
    if (number >= none) continue;
    *fault = "the next label out of range";
    if (number >= after.end - after.begin) return i;
    *fault = "a next label that leads elsewhere";
    const uint64_t other = pf_labels_by(view, (int32_t)next)[after.begin + number];
    if (pf_label_hub(other) != pf_label_hub(label)) return i;
    if (pf_label_length(other) >= pf_label_length(label) &&
        !gets_nearer(view, pf_label_open(view, v, i - view->spans[v].labels)))
      return i;
  }
  return end;
}

pathfan_status pf_validate_walks(const pf_index_view *view, pathfan_error *error) {
  for (int32_t v = 0; v < view->n; v++) {
    const uint32_t first = view->spans[v].labels;
    uint32_t begin = first;
    for (uint32_t e = view->spans[v].exits[0]; e < view->spans[v + 1].exits[0]; e++) {
      const pf_exit exit = pf_exit_at(view, v, e);
      const char *fault;
      const uint32_t good = check_exit(view, v, begin, first + exit.end, exit.next, &fault);
      begin = first + exit.end;
      if (good < begin) return bad(view, error, PF_SECTION_LABELS, fault, good);
    }
  }
  return PATHFAN_OK;
}

pathfan_status pf_validate_base(const pf_index_view *view, pathfan_error *error) {
  pathfan_status status = check_vertices(view, error);
  if (!status) status = check_wedges(view, error);
  if (!status) status = check_polygons(view, error);
  if (!status) status = check_locator(view, error);
  if (!status) status = check_spans(view, error);
  return status;
}

/* Whether all corners are in range. Without branches, so that compilers take several at once. */
static bool corners_are_sound(const int32_t *vertex, const int32_t *neighbour, int32_t count,
                              int32_t vertices, int32_t polygons) {
  bool bad = false;
  for (int32_t i = 0; i < count; i++)
    bad |= ((uint32_t)vertex[i] >= (uint32_t)vertices) |
           ((uint32_t)neighbour[i] + 1 > (uint32_t)polygons);
  return !bad;
}

pathfan_status pf_validate_mesh(const pf_index_view *view, const int32_t *content, uint64_t count,
                                pathfan_error *error) {
  const pf_layout_header *h = view->header;
  const int32_t *vertex = content + h->polygon_count + 1;
  const int32_t *neighbour = vertex + h->mesh_corner_count;
  const int32_t *xy = neighbour + h->mesh_corner_count;
  if (content[0] != 0 || content[h->polygon_count] != h->mesh_corner_count)
    return bad(view, error, PF_SECTION_MESH, "corners don't fill their place", 0);
  for (int32_t p = 0; p < h->polygon_count; p++) {
    if (content[p + 1] < content[p] + 3 || content[p + 1] > h->mesh_corner_count)
      return bad(view, error, PF_SECTION_MESH, "a polygon of fewer than three corners", p);
  }
  if (!corners_are_sound(vertex, neighbour, h->mesh_corner_count, h->mesh_vertex_count,
                         h->polygon_count))
    return bad(view, error, PF_SECTION_MESH, "a corner out of range", 0);
  for (uint64_t i = 0; i < count - (uint64_t)(xy - content); i++)
    if (xy[i] < 0 || xy[i] > (i & 1 ? h->height : h->width))
      return bad(view, error, PF_SECTION_MESH, "a vertex off the map", (int64_t)i);
  return PATHFAN_OK;
}

/* ---- Cells that fit together ---- */

static bool goes_down(pf_lattice_point d) {
  return (d.y < 0) | ((d.y == 0) & (d.x < 0));
}

/* Whether a polygon is convex, counter-clockwise, goes round once and has no edge of length 0: it
 * only turns left, and changes once from going down to going up. */
static bool is_convex(const pf_mesh *mesh, int32_t polygon) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  pf_lattice_point at = mesh->vertices[mesh->corner_vertex[end - 1]];
  pf_lattice_point edge = pf_from_to(mesh->vertices[mesh->corner_vertex[end - 2]], at);
  bool bad = false, was_down = goes_down(edge);
  int rounds = 0;
  for (uint32_t c = begin; c < end; c++) {
    const pf_lattice_point next = mesh->vertices[mesh->corner_vertex[c]];
    const pf_lattice_point on = pf_from_to(at, next);
    const int64_t turn = pf_cross(edge, on);
    const bool is_down = goes_down(on);
    bad |= (turn < 0) | ((turn == 0) & (pf_dot(edge, on) <= 0));
    rounds += was_down & !is_down;
    was_down = is_down;
    at = next;
    edge = on;
  }
  return !bad && rounds == 1;
}

/* Whether cell q has the edge from `from` to `to`, and cell p beyond it. Corners form a circle: the
 * last one comes before the first. */
static bool has_edge(const pf_mesh *mesh, int32_t q, int32_t p, int32_t from, int32_t to) {
  const uint32_t begin = mesh->first_corner[q], end = mesh->first_corner[q + 1];
  uint32_t before = end - 1;
  for (uint32_t c = begin; c < end; before = c++)
    if (mesh->corner_vertex[before] == from && mesh->corner_vertex[c] == to)
      return mesh->corner_neighbour[before] == p;
  return false;
}

/* Returns `number`, or `other` if is_none, which has all bits set or none. */
static inline int32_t take_or(int32_t number, int32_t is_none, int32_t other) {
  return (number & ~is_none) | (other & is_none);
}

/* An edge of a cell, to be found in its neighbour. */
typedef struct shared_edge {
  int32_t polygon;
  uint32_t corner;
} shared_edge;

/* Whether all edges of a list are found; if not, *corner is one that isn't. Makes *apart nonzero if
 * one is between two components. */
static bool are_there(const pf_index_view *view, const pf_mesh *mesh, const shared_edge *list,
                      int count, uint32_t *corner, int32_t *apart) {
  for (int i = 0; i < count; i++) {
    const int32_t p = list[i].polygon;
    const uint32_t c = *corner = list[i].corner;
    const int32_t q = mesh->corner_neighbour[c];
    *apart |= view->polygons[p].component ^ view->polygons[q].component;
    if (!has_edge(mesh, q, p, mesh->corner_vertex[pf_corner_after(mesh->first_corner, p, c)],
                  mesh->corner_vertex[c]))
      return false;
  }
  return true;
}

/* How many edges wait to be looked for: nearly half of all do, unpredictably. */
enum { WAITING = 128 };

/* Looks for each edge between two cells in the one with fewer corners, or with the lower number, so
 * that a cell with thousands isn't searched thousands of times. So the smaller cell has each edge
 * of the larger one. That it has no others follows from their numbers, as no two corners of a cell
 * have the same vertex: each edge of the larger cell has another one opposite. */
static pathfan_status check_edges(const pf_index_view *view, const pf_mesh *mesh,
                                  pathfan_error *error) {
  const uint32_t *first = mesh->first_corner;
  shared_edge waiting[WAITING] = {{0, 0}};
  int count = 0;
  uint32_t corner = 0;
  int32_t apart = 0;
  int64_t more = 0; /* edges towards a smaller cell, less those towards a larger one */
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    const uint32_t size = first[p + 1] - first[p];
    for (uint32_t c = first[p]; c < first[p + 1]; c++) {
      const int32_t q = mesh->corner_neighbour[c], is_wall = q >> 31;
      const int32_t cell = take_or(q, is_wall, p);
      const uint32_t its = first[cell + 1] - first[cell];
      const int is_larger = (its < size) | ((its == size) & (cell < p));
      more += 2 * is_larger - 1 - is_wall; /* 0 at a wall */
      waiting[count] = (shared_edge){p, c};
      count += is_larger;
      if (count < WAITING) continue;
      if (!are_there(view, mesh, waiting, count, &corner, &apart))
        return bad(view, error, PF_SECTION_MESH, "neighbours that don't agree", corner);
      count = 0;
    }
  }
  if (!are_there(view, mesh, waiting, count, &corner, &apart) || more)
    return bad(view, error, PF_SECTION_MESH, "neighbours that don't agree", corner);
  return apart ? bad(view, error, PF_SECTION_MESH, "neighbours of two components", 0) : PATHFAN_OK;
}

/* Checks that corners are of their cell's component; if there is only one, all are. */
static pathfan_status check_components(const pf_index_view *view, const pf_mesh *mesh,
                                       pathfan_error *error) {
  int32_t other = 0;
  if (view->header->component_count == 1 || !view->n) return PATHFAN_OK;
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    const uint32_t component = (uint32_t)view->polygons[p].component;
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const int32_t v = mesh->corner_vertex[c];
      const int32_t is_flat = (view->n - 1 - v) >> 31; /* not a convex vertex */
      const uint32_t its = view->vertices[take_or(v, is_flat, 0)].component_quadrant >> 2;
      other |= (int32_t)(its ^ component) & ~is_flat;
    }
  }
  return other ? bad(view, error, PF_SECTION_MESH, "a vertex of another component", 0) : PATHFAN_OK;
}

pathfan_status pf_validate_cells(const pf_index_view *view, const pf_mesh *mesh,
                                 pathfan_error *error) {
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    if (!is_convex(mesh, p))
      return bad(view, error, PF_SECTION_MESH, "a polygon that isn't convex", p);
  const pathfan_status status = check_edges(view, mesh, error);
  return status ? status : check_components(view, mesh, error);
}

/* Whether the runs of a small row begin at 0 and ascend. */
static bool starts_ascend(const pf_row *row) {
  for (uint32_t i = 0; i < row->runs; i++) {
    const uint32_t start = pf_row_start(row, i);
    if (start >= row->columns || (i ? start <= pf_row_start(row, i - 1) : start != 0)) return false;
  }
  return true;
}

/* Whether runs in blocks do. */
static bool blocks_ascend(const pf_row *row) {
  uint32_t before = pf_row_before(row, 0);
  if (before || row->lows[0]) return false;
  for (uint32_t b = 0; b < row->block_count; b++) {
    const uint32_t end = pf_row_before(row, b + 1);
    if (end < before || end > row->runs) return false;
    for (uint32_t i = before + 1; i < end; i++)
      if (row->lows[i] <= row->lows[i - 1]) return false;
    if (end > before && (b << PF_ROW_BLOCK_BITS | row->lows[end - 1]) >= row->columns) return false;
    before = end;
  }
  return true;
}

static bool row_is_sound(const pf_index_view *view, const uint8_t *at, uint64_t size) {
  const uint32_t n = (uint32_t)view->n;
  const int bytes = view->id_bytes;
  if (size < 2 * (uint64_t)bytes) return false;
  const uint32_t runs = pf_load_id(at, 0, bytes), values = pf_load_id(at, 1, bytes);
  if (runs > n || values > runs || (runs && !values)) return false;
  const pf_row row = pf_row_open(at, n, bytes);
  if ((uint64_t)(row.end - at) > size || size - (uint64_t)(row.end - at) > 1) return false;
  for (uint32_t i = 0; i < values; i++)
    if (pf_load_number(row.vias, i, row.via_bits) > n) return false;
  for (uint32_t i = 0; i < runs; i++)
    if (pf_load_number(row.numbers, i, row.number_bits) >= values) return false;
  return !runs || (row.small ? starts_ascend(&row) : blocks_ascend(&row));
}

pathfan_status pf_validate_table(const pf_index_view *view, int32_t number, pathfan_error *error) {
  const pf_table *table = &view->tables[number];
  const pf_section_name name = pf_section_name_of(PF_SECTION_TABLE, number);
  if (!ascending(table->first, (uint64_t)view->n + 1) ||
      (uint64_t)table->first[view->n] * 2 + PF_ROW_SLACK != table->bytes)
    return bad_of(view, error, name, "rows out of order", 0);
  for (int32_t u = 0; u < view->n; u++) {
    const uint64_t begin = (uint64_t)table->first[u] * 2, end = (uint64_t)table->first[u + 1] * 2;
    int32_t c = 0;
    while (c + 1 < table->chunk_count && begin >= table->chunk_begin[c + 1]) c++;
    const uint64_t chunk_end =
        c + 1 < table->chunk_count ? table->chunk_begin[c + 1] : table->bytes;
    if (end + (c + 1 < table->chunk_count ? 0 : PF_ROW_SLACK) > chunk_end)
      return bad_of(view, error, name, "a row that straddles chunks", u);
    if (!row_is_sound(view, table->chunk[c] + (begin - table->chunk_begin[c]), end - begin))
      return bad_of(view, error, name, "a malformed row", u);
  }
  return PATHFAN_OK;
}
