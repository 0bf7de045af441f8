/* validate.c - is every id in range, every offset ascending, every row whole?
 *
 * A digest tells that bytes are those that were written; this tells that they
 * mean something, so that look-ups need no checks of their own and a walk along
 * labels ends. One pass over each section, in the order of the file. */
#include "validate.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "format/sections.h"
#include "mesh/twins.h"
#include "row_reader.h"

static pathfan_status bad_of(const pathfan_index_view *view, pathfan_error *error,
                             pathfan_section_name section, const char *what, int64_t at) {
  return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %s: %s (at %lld)", view->path,
                      section.text, what, (long long)at);
}

static pathfan_status bad(const pathfan_index_view *view, pathfan_error *error,
                          pathfan_section_id section, const char *what, int64_t at) {
  return bad_of(view, error, pathfan_section_name_of(section, 0), what, at);
}

static bool ascending(const uint32_t *first, uint64_t count) {
  if (first[0]) return false;
  for (uint64_t i = 1; i < count; i++)
    if (first[i] < first[i - 1]) return false;
  return true;
}

/* pathfan_fraction_bits counts on vectors no longer than the map. */
static pathfan_status check_wedges(const pathfan_index_view *view, pathfan_error *error) {
  const int32_t width = view->header->width, height = view->header->height;
  for (int32_t v = 0; view->wedges && v < view->n; v++) {
    const pathfan_wedge w = pathfan_vertex_wedge(view, v);
    const pathfan_lattice_point both[2] = {w.first, w.second};
    for (int i = 0; i < 2; i++)
      if (both[i].x < -width || both[i].x > width || both[i].y < -height || both[i].y > height)
        return bad(view, error, PATHFAN_SECTION_WEDGES, "a vector longer than the map", v);
    if (pathfan_cross(w.first, w.second) <= 0)
      return bad(view, error, PATHFAN_SECTION_WEDGES, "an obstacle of half a turn or more", v);
  }
  return PATHFAN_OK;
}

static pathfan_status check_vertices(const pathfan_index_view *view, pathfan_error *error) {
  const uint32_t n = (uint32_t)view->n;
  for (uint32_t v = 0; v < n; v++) {
    const pathfan_layout_vertex *vertex = &view->vertices[v];
    if (vertex->x < 0 || vertex->y < 0 || vertex->x > view->header->width ||
        vertex->y > view->header->height)
      return bad(view, error, PATHFAN_SECTION_VERTICES, "a point off the map", v);
    if (vertex->rank >= n)
      return bad(view, error, PATHFAN_SECTION_VERTICES, "a rank out of range", v);
    if ((vertex->last_left >= n && vertex->last_left != PATHFAN_LAYOUT_NONE) ||
        (vertex->last_right >= n && vertex->last_right != PATHFAN_LAYOUT_NONE))
      return bad(view, error, PATHFAN_SECTION_VERTICES, "a neighbour out of range", v);
    if ((vertex->component_quadrant >> 2) >= (uint32_t)view->header->component_count)
      return bad(view, error, PATHFAN_SECTION_VERTICES, "a component out of range", v);
  }
  return PATHFAN_OK;
}

/* A leaf's ids: in range and in order. */
static bool cone_ids_are_sound(const pathfan_cone_leaf *leaf, int id_bytes, uint32_t n) {
  int64_t before = -1;
  for (uint32_t i = 0; i < leaf->whole_count; i++) {
    const uint32_t v = pathfan_load_id(leaf->whole, i, id_bytes);
    if (v >= n || (int64_t)v <= before) return false;
    before = v;
  }
  before = 0;
  const uint64_t ids = PATHFAN_CONES_PART_IDS * (uint64_t)leaf->part_count;
  for (uint64_t i = 0; i < ids; i += PATHFAN_CONES_PART_IDS) {
    const uint32_t v = pathfan_load_id(leaf->part, i, id_bytes);
    if (v >= n || (int64_t)v < before || pathfan_load_id(leaf->part, i + 1, id_bytes) >= n ||
        pathfan_load_id(leaf->part, i + 2, id_bytes) >= n)
      return false;
    before = v;
  }
  return true;
}

/* One polygon's cone list, bytes begin .. end - 1. Nodes come one after the other, first halves
 * first, so that each has to end where its second half, or that of one round it, begins. */
static bool cones_are_sound(const pathfan_index_view *view, uint64_t begin, uint64_t end) {
  uint64_t ends[PATHFAN_CONES_DEPTH_MOST]; /* of second halves that are still to come */
  int depth = 0;
  if (begin % PATHFAN_CONES_ALIGN || end % PATHFAN_CONES_ALIGN) return false;
  for (uint64_t at = begin, stop = end;;) {
    const uint64_t first = at + sizeof(pathfan_layout_cones);
    if (first > stop) return false;
    const pathfan_layout_cones head = pathfan_cones_at(view, at);
    if (pathfan_cones_kind_of(head) > PATHFAN_CONES_CUT_Y) return false;
    if (pathfan_cones_kind_of(head) != PATHFAN_CONES_LEAF) {
      const uint64_t second = at + pathfan_cones_second(head);
      if (second <= first || second >= stop || depth == PATHFAN_CONES_DEPTH_MOST) return false;
      ends[depth++] = stop;
      stop = second;
      at = first;
      continue;
    }
    const pathfan_cone_leaf leaf = pathfan_cone_leaf_at(view, at, head);
    if (head.parts_cut < 0 || at + pathfan_cone_leaf_bytes(&leaf, view->id_bytes) != stop ||
        !cone_ids_are_sound(&leaf, view->id_bytes, (uint32_t)view->n))
      return false;
    if (!depth) return true;
    at = stop;
    stop = ends[--depth];
  }
}

static pathfan_status check_polygons(const pathfan_index_view *view, pathfan_error *error) {
  const int32_t count = view->header->polygon_count;
  const uint64_t size = view->cone_bytes;
  if (view->polygons[count].cones != size || (count && view->polygons[0].cones))
    return bad(view, error, PATHFAN_SECTION_POLYGONS, "cone lists don't fill their section", count);
  for (int32_t p = 0; p < count; p++) {
    const pathfan_layout_polygon *polygon = &view->polygons[p];
    if (polygon->component < 0 || polygon->component >= view->header->component_count)
      return bad(view, error, PATHFAN_SECTION_POLYGONS, "a component out of range", p);
    if (polygon[1].cones < polygon->cones || polygon[1].cones > size)
      return bad(view, error, PATHFAN_SECTION_POLYGONS, "a cone list that ends before it begins",
                 p);
    if (view->header->has_cones && !cones_are_sound(view, polygon->cones, polygon[1].cones))
      return bad(view, error, PATHFAN_SECTION_CONES, "a malformed list", p);
  }
  return PATHFAN_OK;
}

static pathfan_status check_locator(const pathfan_index_view *view, pathfan_error *error) {
  const pathfan_locator *l = &view->locator;
  if (!ascending(l->first, (uint64_t)l->cell_count + 1))
    return bad(view, error, PATHFAN_SECTION_LOCATOR, "lists out of order", 0);
  for (uint32_t cell = 0; cell < l->cell_count; cell++) {
    int64_t before = -1;
    for (uint32_t i = l->first[cell]; i < l->first[cell + 1]; i++) {
      const uint32_t polygon = pathfan_load_id(l->polygon, i, l->entry_bytes);
      if ((int64_t)polygon <= before)
        return bad(view, error, PATHFAN_SECTION_LOCATOR, "entries out of order", cell);
      if (polygon >= (uint32_t)view->header->polygon_count)
        return bad(view, error, PATHFAN_SECTION_LOCATOR, "a polygon out of range", cell);
      before = polygon;
    }
  }
  return PATHFAN_OK;
}

/* Exits of one vertex lead somewhere, and its labels are all theirs. */
static const char *fault_of_exits(const pathfan_index_view *view, int32_t v) {
  const uint32_t count = view->spans[v + 1].labels - view->spans[v].labels;
  uint32_t before = 0;
  for (uint32_t e = view->spans[v].exits[0]; e < view->spans[v + 1].exits[0]; e++) {
    const pathfan_exit exit = pathfan_exit_at(view, e);
    if (exit.next >= (uint32_t)view->n || exit.next == (uint32_t)v) return "an id out of range";
    if (exit.end <= before || exit.end > count) return "ends out of order";
    before = exit.end;
  }
  return before == count ? NULL : "labels that take none";
}

/* Labels and groups of exits in order, one vertex after the other. */
static pathfan_status check_spans(const pathfan_index_view *view, pathfan_error *error) {
  uint32_t labels = 0, exits = 0;
  for (int32_t v = 0; v <= view->n; v++) {
    const pathfan_layout_span *span = &view->spans[v];
    if (span->labels < labels || (!v && span->labels))
      return bad(view, error, PATHFAN_SECTION_SPANS, "labels out of order", v);
    labels = span->labels;
    for (int g = 0; g < PATHFAN_LABEL_GROUPS; g++) {
      if (span->exits[g] < exits || (!v && !g && span->exits[g]) ||
          (v == view->n && span->exits[g] != span->exits[0]))
        return bad(view, error, PATHFAN_SECTION_SPANS, "exits out of order", v);
      exits = span->exits[g];
    }
  }
  for (int32_t v = 0; v < view->n; v++) {
    const char *fault = fault_of_exits(view, v);
    if (fault) return bad(view, error, PATHFAN_SECTION_EXITS, fault, v);
  }
  return PATHFAN_OK;
}

/* Whether lengths fall along a walk from a label on, so that it ends. A step of at
 * least one lattice unit can be lost in rounding where the unit of lengths is larger,
 * but only so many of them. */
static bool gets_nearer(const pathfan_index_view *view, pathfan_label_fields l) {
  const int bits = view->header->length_bits;
  for (int steps = bits < 0 ? 2 << -bits : 1; steps > 0; steps--) {
    if (l.next_label == PATHFAN_LAYOUT_NONE) return true;
    const pathfan_range labels = pathfan_labels_of(view, (int32_t)l.next);
    if (l.next_label >= labels.end - labels.begin) return false;
    const pathfan_label_fields after = pathfan_label_open(view, (int32_t)l.next, l.next_label);
    if (after.length != l.length) return after.length < l.length;
    l = after;
  }
  return false;
}

/* Labels begin .. end-1 of a vertex, which take one exit to `next`: each leads one step nearer to
 * its hub, where the next label or sight of the hub takes over. Of words with one hub the lesser is
 * that of the lesser length. Returns the number of the first that doesn't, or end. */
static uint32_t check_exit(const pathfan_index_view *view, int32_t v, uint32_t begin, uint32_t end,
                           uint32_t next, const char **fault) {
  const uint32_t bytes = (uint32_t)view->header->next_bytes;
  const uint32_t none = (UINT32_MAX >> (32 - 8 * bytes)) - (PATHFAN_NEXT_SPECIAL - 1);
  const pathfan_range after = pathfan_labels_of(view, (int32_t)next);
  for (uint32_t i = begin; i < end; i++) {
    const uint64_t label = view->labels[i];
    const uint32_t hub = pathfan_label_hub(label);
    const uint32_t number = pathfan_load_count(view->next_labels, i, bytes);
    *fault = "an id out of range";
    if (hub >= (uint32_t)view->n || hub == (uint32_t)v) return i;
    if (number >= none) continue;
    *fault = "the next label out of range";
    if (number >= after.end - after.begin) return i;
    *fault = "a next label that leads elsewhere";
    const uint64_t other = view->labels[after.begin + number];
    if (pathfan_label_hub(other) != hub) return i;
    if (pathfan_label_length(other) >= pathfan_label_length(label) &&
        !gets_nearer(view, pathfan_label_open(view, v, i - view->spans[v].labels)))
      return i;
  }
  return end;
}

static pathfan_status check_labels(const pathfan_index_view *view, pathfan_error *error) {
  for (int32_t v = 0; v < view->n; v++) {
    const uint32_t first = view->spans[v].labels;
    uint32_t begin = first;
    for (uint32_t e = view->spans[v].exits[0]; e < view->spans[v + 1].exits[0]; e++) {
      const pathfan_exit exit = pathfan_exit_at(view, e);
      const char *fault;
      const uint32_t good = check_exit(view, v, begin, first + exit.end, exit.next, &fault);
      begin = first + exit.end;
      if (good < begin) return bad(view, error, PATHFAN_SECTION_LABELS, fault, good);
    }
  }
  return PATHFAN_OK;
}

static pathfan_status check_hubs(const pathfan_index_view *view, pathfan_error *error) {
  if (!ascending(view->hub_first, (uint64_t)view->n + 1))
    return bad(view, error, PATHFAN_SECTION_HUBS, "lists out of order", 0);
  for (uint32_t i = 0; i < view->hub_first[view->n]; i++)
    if (pathfan_hub_at(view, i) >= (uint32_t)view->n)
      return bad(view, error, PATHFAN_SECTION_HUBS, "an id out of range", i);
  return PATHFAN_OK;
}

pathfan_status pathfan_validate_base(const pathfan_index_view *view, pathfan_error *error) {
  pathfan_status status = check_vertices(view, error);
  if (!status) status = check_wedges(view, error);
  if (!status) status = check_polygons(view, error);
  if (!status) status = check_locator(view, error);
  if (!status) status = check_spans(view, error);
  if (!status) status = check_labels(view, error);
  if (!status) status = check_hubs(view, error);
  return status;
}

/* Each convex vertex is a corner of something. */
static pathfan_status check_convex_corners(const pathfan_index_view *view,
                                           const int32_t *corner_vertex, pathfan_error *error) {
  uint8_t *touched = calloc((size_t)view->n + 1, 1);
  if (!touched) return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int32_t i = 0; i < view->header->mesh_corner_count; i++)
    if (corner_vertex[i] < view->n) touched[corner_vertex[i]] = 1;
  pathfan_status status = PATHFAN_OK;
  for (int32_t v = 0; v < view->n && !status; v++)
    if (!touched[v])
      status = bad(view, error, PATHFAN_SECTION_MESH, "a vertex that no polygon touches", v);
  free(touched);
  return status;
}

pathfan_status pathfan_validate_mesh(const pathfan_index_view *view, const int32_t *content,
                                     uint64_t count, pathfan_error *error) {
  const pathfan_layout_header *h = view->header;
  const int32_t *vertex = content + h->polygon_count + 1;
  const int32_t *neighbour = vertex + h->mesh_corner_count;
  const int32_t *xy = neighbour + h->mesh_corner_count;
  if (content[0] != 0 || content[h->polygon_count] != h->mesh_corner_count)
    return bad(view, error, PATHFAN_SECTION_MESH, "corners don't fill their place", 0);
  for (int32_t p = 0; p < h->polygon_count; p++) {
    if (content[p + 1] < content[p] + 3 || content[p + 1] > h->mesh_corner_count)
      return bad(view, error, PATHFAN_SECTION_MESH, "a polygon of fewer than three corners", p);
  }
  for (int32_t i = 0; i < h->mesh_corner_count; i++)
    if (vertex[i] < 0 || vertex[i] >= h->mesh_vertex_count || neighbour[i] < -1 ||
        neighbour[i] >= h->polygon_count)
      return bad(view, error, PATHFAN_SECTION_MESH, "a corner out of range", i);
  for (uint64_t i = 0; i < count - (uint64_t)(xy - content); i++)
    if (xy[i] < 0 || xy[i] > (i & 1 ? h->height : h->width))
      return bad(view, error, PATHFAN_SECTION_MESH, "a vertex off the map", (int64_t)i);
  return check_convex_corners(view, vertex, error);
}

/* ---- Cells that fit together ---- */

static bool goes_down(pathfan_lattice_point d) {
  return d.y < 0 || (d.y == 0 && d.x < 0);
}

/* Whether a polygon is convex, counter-clockwise, goes round once and has no edge of no
 * length: it only turns to the left, and comes from going down to going up once. */
static bool is_convex(const pathfan_mesh *mesh, int32_t polygon) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  pathfan_lattice_point at = mesh->vertices[mesh->corner_vertex[end - 1]];
  pathfan_lattice_point edge = pathfan_from_to(mesh->vertices[mesh->corner_vertex[end - 2]], at);
  int rounds = 0;
  for (uint32_t c = begin; c < end; c++) {
    const pathfan_lattice_point next = mesh->vertices[mesh->corner_vertex[c]];
    const pathfan_lattice_point on = pathfan_from_to(at, next);
    const int64_t turn = pathfan_cross(edge, on);
    if (turn < 0 || (!turn && pathfan_dot(edge, on) <= 0)) return false;
    rounds += goes_down(edge) && !goes_down(on);
    at = next;
    edge = on;
  }
  return rounds == 1;
}

pathfan_status pathfan_validate_cells(const pathfan_index_view *view, const pathfan_mesh *mesh,
                                      pathfan_error *error) {
  const uint32_t corners = mesh->first_corner[mesh->polygon_count];
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    if (!is_convex(mesh, p))
      return bad(view, error, PATHFAN_SECTION_MESH, "a polygon that isn't convex", p);
  int32_t *twin = pathfan_alloc(corners, sizeof *twin);
  pathfan_status status = twin ? pathfan_mesh_twins(mesh, twin) : PATHFAN_ERR_NO_MEMORY;
  if (status) pathfan_fail(error, status, "out of memory");
  for (int32_t p = 0; p < mesh->polygon_count && !status; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1] && !status; c++) {
      const int32_t next = mesh->corner_neighbour[c], back = twin[c], v = mesh->corner_vertex[c];
      const int32_t component = view->polygons[p].component;
      if (next >= 0 && (back < 0 || mesh->corner_neighbour[back] != p || twin[back] != (int32_t)c))
        status = bad(view, error, PATHFAN_SECTION_MESH, "neighbours that don't agree", c);
      else if (next >= 0 && view->polygons[next].component != component)
        status = bad(view, error, PATHFAN_SECTION_MESH, "neighbours of two components", c);
      else if (v < view->n && (int32_t)(view->vertices[v].component_quadrant >> 2) != component)
        status = bad(view, error, PATHFAN_SECTION_MESH, "a vertex of another component", v);
    }
  free(twin);
  return status;
}

/* Runs of a small row begin at 0 and ascend. */
static bool starts_ascend(const pathfan_row *row) {
  for (uint32_t i = 0; i < row->runs; i++) {
    const uint32_t start = pathfan_row_start(row, i);
    if (start >= row->columns || (i ? start <= pathfan_row_start(row, i - 1) : start != 0))
      return false;
  }
  return true;
}

/* The same of runs in blocks. */
static bool blocks_ascend(const pathfan_row *row) {
  uint32_t before = pathfan_row_before(row, 0);
  if (before || row->lows[0]) return false;
  for (uint32_t b = 0; b < row->block_count; b++) {
    const uint32_t end = pathfan_row_before(row, b + 1);
    if (end < before || end > row->runs) return false;
    for (uint32_t i = before + 1; i < end; i++)
      if (row->lows[i] <= row->lows[i - 1]) return false;
    if (end > before && (b << PATHFAN_ROW_BLOCK_BITS | row->lows[end - 1]) >= row->columns)
      return false;
    before = end;
  }
  return true;
}

static bool row_is_sound(const pathfan_index_view *view, const uint8_t *at, uint64_t size) {
  const uint32_t n = (uint32_t)view->n;
  const int bytes = view->id_bytes;
  if (size < 2 * (uint64_t)bytes) return false;
  const uint32_t runs = pathfan_load_id(at, 0, bytes), values = pathfan_load_id(at, 1, bytes);
  if (runs > n || values > runs || (runs && !values)) return false;
  const pathfan_row row = pathfan_row_open(at, n, bytes);
  if ((uint64_t)(row.end - at) > size || size - (uint64_t)(row.end - at) > 1) return false;
  for (uint32_t i = 0; i < values; i++)
    if (pathfan_load_number(row.vias, i, row.via_bits) > n) return false;
  for (uint32_t i = 0; i < runs; i++)
    if (pathfan_load_number(row.numbers, i, row.number_bits) >= values) return false;
  return !runs || (row.small ? starts_ascend(&row) : blocks_ascend(&row));
}

/* Via sets one after the other, to the end. */
static pathfan_status check_blocks(const pathfan_index_view *view, pathfan_error *error) {
  const pathfan_region_sets *r = &view->regions;
  const uint64_t pairs = pathfan_layout_region_pairs(r->count);
  uint32_t at = 0;
  for (uint64_t pair = 0; pair < pairs; pair++) {
    const uint8_t *block = r->blocks + pair / PATHFAN_BLOCK_PAIRS * PATHFAN_BLOCK_BYTES;
    const uint32_t in_block = pair % PATHFAN_BLOCK_PAIRS;
    uint32_t first;
    memcpy(&first, block, 4);
    const uint32_t begin = in_block ? first + block[3 + in_block] : first;
    const uint32_t end = first + block[4 + in_block];
    if (begin != at || end < begin || end > r->id_count)
      return bad(view, error, PATHFAN_SECTION_REGIONS, "via sets out of order", (int64_t)pair);
    at = end;
  }
  return at == r->id_count ? PATHFAN_OK
                           : bad(view, error, PATHFAN_SECTION_REGIONS,
                                 "more via nodes than pairs name", (int64_t)at);
}

pathfan_status pathfan_validate_regions(const pathfan_index_view *view, pathfan_error *error) {
  const pathfan_region_sets *r = &view->regions;
  for (int32_t node = 1; node < r->count; node++)
    if (r->cuts[node] >> 1 > PATHFAN_REGION_CUT_NONE)
      return bad(view, error, PATHFAN_SECTION_REGIONS, "a cut off the map", node);
  for (uint32_t i = 0; i < r->id_count; i++)
    if (pathfan_region_via(view, i) >= (uint32_t)view->n)
      return bad(view, error, PATHFAN_SECTION_REGIONS, "a via node out of range", i);
  return check_blocks(view, error);
}

pathfan_status pathfan_validate_table(const pathfan_index_view *view, int32_t number,
                                      pathfan_error *error) {
  const pathfan_table *table = &view->tables[number];
  const pathfan_section_name name = pathfan_section_name_of(PATHFAN_SECTION_TABLE, number);
  if (!ascending(table->first, (uint64_t)view->n + 1) ||
      (uint64_t)table->first[view->n] * 2 + PATHFAN_ROW_SLACK != table->bytes)
    return bad_of(view, error, name, "rows out of order", 0);
  for (int32_t u = 0; u < view->n; u++) {
    const uint64_t begin = (uint64_t)table->first[u] * 2, end = (uint64_t)table->first[u + 1] * 2;
    int32_t c = 0;
    while (c + 1 < table->chunk_count && begin >= table->chunk_begin[c + 1]) c++;
    const uint64_t chunk_end =
        c + 1 < table->chunk_count ? table->chunk_begin[c + 1] : table->bytes;
    if (end + (c + 1 < table->chunk_count ? 0 : PATHFAN_ROW_SLACK) > chunk_end)
      return bad_of(view, error, name, "a row that straddles chunks", u);
    if (!row_is_sound(view, table->chunk[c] + (begin - table->chunk_begin[c]), end - begin))
      return bad_of(view, error, name, "a malformed row", u);
  }
  return PATHFAN_OK;
}
