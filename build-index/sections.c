/* sections.c - turns arrays of the build into the records of format/layout.h,
 * renumbers vertices to columns on the way, and hands them to the writer. Each
 * function below writes one section, in the file's order. */
#include "sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/layout.h"

/* What several sections need. */
typedef struct scribe {
  const pathfan_sections *in;
  pathfan_writer *writer;
  pathfan_error *error;
  int32_t n;
  int32_t *vertex_at; /* [Size: n] build number of a column */
  int id_bytes, place_bytes;
  int length_shift;      /* bits that labels drop from the trees' lengths */
  uint32_t *label_count; /* [Size: n] by build number */
  uint8_t *cone_bytes;
  uint64_t cone_size;
  uint32_t *cone_first; /* [Size: polygons + 1] */
  bool has_cones;
} scribe;

static pathfan_status out_of_memory(const scribe *s) {
  return pathfan_fail(s->error, PATHFAN_ERR_NO_MEMORY, "out of memory writing the index");
}

static pathfan_status add(const scribe *s, const char *name, const void *data, uint64_t count,
                          uint32_t element_size, pathfan_codec codec) {
  const uint32_t flags =
      PATHFAN_SECTION_REQUIRED | (codec == PATHFAN_CODEC_RAW ? PATHFAN_SECTION_HOT : 0);
  return pathfan_writer_add(s->writer, name, data, count, element_size, codec, flags, NULL, 0,
                            s->error);
}

static int32_t column_of_mesh(const scribe *s, int32_t mesh_vertex) {
  return s->in->position[s->in->build_of[mesh_vertex]];
}

/* ---- Cone lists ---- */

typedef struct byte_list {
  uint8_t *bytes;
  uint64_t size, capacity;
} byte_list;

static bool put(byte_list *list, uint32_t value) {
  if (list->size + 5 > list->capacity) {
    const uint64_t capacity = list->capacity * 2 + 4096;
    uint8_t *grown = pathfan_resize(list->bytes, capacity, 1);
    if (!grown) return false;
    list->bytes = grown;
    list->capacity = capacity;
  }
  list->size += (uint64_t)pathfan_varint_put(list->bytes + list->size, value);
  return true;
}

static int by_vertex(const void *a, const void *b) {
  const pathfan_cone_entry *x = a, *y = b;
  if (x->vertex != y->vertex) return x->vertex < y->vertex ? -1 : 1;
  if (x->right != y->right) return x->right < y->right ? -1 : 1;
  return (x->left > y->left) - (x->left < y->left);
}

static bool sees_all(const pathfan_cone_entry *e) { return e->right < 0 && e->left < 0; }

/* One polygon's list; entries are renumbered and sorted already. */
static bool put_cones(byte_list *list, const pathfan_cone_entry *entries, int64_t count) {
  uint32_t whole = 0, before = 0;
  for (int64_t i = 0; i < count; i++) whole += sees_all(&entries[i]);
  if (!put(list, whole)) return false;
  for (int64_t i = 0; i < count; i++) {
    if (!sees_all(&entries[i])) continue;
    if (!put(list, (uint32_t)entries[i].vertex - before)) return false;
    before = (uint32_t)entries[i].vertex;
  }
  before = 0;
  for (int64_t i = 0; i < count; i++) {
    const pathfan_cone_entry *e = &entries[i];
    if (sees_all(e)) continue;
    const uint32_t bounds = (e->right >= 0 ? 1u : 0) | (e->left >= 0 ? 2u : 0);
    if (!put(list, ((uint32_t)e->vertex - before) << 2 | bounds)) return false;
    if (e->right >= 0 && !put(list, pathfan_zigzag(e->right - e->vertex))) return false;
    if (e->left >= 0 && !put(list, pathfan_zigzag(e->left - e->vertex))) return false;
    before = (uint32_t)e->vertex;
  }
  return true;
}

static pathfan_status code_cones(scribe *s) {
  const int32_t polygons = s->in->mesh->view.polygon_count;
  const pathfan_cones *cones = s->in->cones;
  byte_list list = {0};
  pathfan_cone_entry *entries = NULL;
  s->cone_first = pathfan_alloc_zero((uint64_t)polygons + 1, sizeof *s->cone_first);
  if (!s->cone_first) return out_of_memory(s);
  if (!cones->entries) return PATHFAN_OK;
  entries = pathfan_alloc((uint64_t)cones->count, sizeof *entries);
  bool ok = entries != NULL;
  int64_t begin = 0;
  for (int32_t p = 0; p < polygons && ok; p++) {
    int64_t end = begin;
    for (; end < cones->count && cones->entries[end].polygon == p; end++) {
      const pathfan_cone_entry *e = &cones->entries[end];
      entries[end - begin] = (pathfan_cone_entry){
          p, column_of_mesh(s, e->vertex),
          e->right >= 0 ? column_of_mesh(s, e->right) : PATHFAN_RAY_NONE,
          e->left >= 0 ? column_of_mesh(s, e->left) : PATHFAN_RAY_NONE};
    }
    if (end > begin) qsort(entries, (size_t)(end - begin), sizeof *entries, by_vertex);
    s->cone_first[p] = (uint32_t)list.size;
    ok = put_cones(&list, entries, end - begin);
    begin = end;
    if (list.size > s->in->cone_cap || list.size > UINT32_MAX - 4096) break;
  }
  free(entries);
  if (!ok) {
    free(list.bytes);
    return out_of_memory(s);
  }
  if (list.size > s->in->cone_cap || list.size > UINT32_MAX - 4096) {
    memset(s->cone_first, 0, ((size_t)polygons + 1) * sizeof *s->cone_first);
    free(list.bytes);
    return PATHFAN_OK;
  }
  s->cone_first[polygons] = (uint32_t)list.size;
  s->cone_bytes = list.bytes;
  s->cone_size = list.size;
  s->has_cones = true;
  return PATHFAN_OK;
}

/* ---- Small sections ---- */

static int locator_bytes(const pathfan_sections *in);

/* Labels hold lengths rounded to 40 bits: trees were grown with finer ones. */
static void choose_label_form(scribe *s) {
  const pathfan_hub *hubs = s->in->tables->hubs;
  int64_t longest = 0;
  uint32_t most = 0;
  uint32_t *count = s->label_count;
  for (int32_t h = 0; h < s->n; h++)
    for (int32_t i = 0; i < hubs[h].label_count; i++) {
      const uint32_t labels = ++count[hubs[h].labels[i].vertex];
      if (labels > most) most = labels;
      if (hubs[h].labels[i].length > longest) longest = hubs[h].labels[i].length;
    }
  while (longest >> s->length_shift >= (INT64_C(1) << (8 * PATHFAN_LENGTH_BYTES)) - 1)
    s->length_shift++;
  s->place_bytes = most < UINT8_MAX ? 1 : most < UINT16_MAX ? 2 : 4;
}

static pathfan_status write_header(scribe *s) {
  const pathfan_sections *in = s->in;
  choose_label_form(s);
  const int32_t extent = in->grid->width > in->grid->height ? in->grid->width : in->grid->height;
  pathfan_layout_header header = {
      .vertex_count = s->n,
      .polygon_count = in->mesh->view.polygon_count,
      .component_count = in->mesh->component_count,
      .mesh_vertex_count = in->mesh->view.vertex_count,
      .mesh_corner_count = (int32_t)in->mesh->first_corner[in->mesh->view.polygon_count],
      .width = in->grid->width,
      .height = in->grid->height,
      .table_count = in->tables->table_count,
      .id_bytes = s->id_bytes,
      .place_bytes = s->place_bytes,
      .length_bits = in->graph->length_bits - s->length_shift,
      .fraction_bits = pathfan_fraction_bits(extent),
      .has_cones = s->has_cones,
      .locator_bytes = locator_bytes(in),
      .edge_count = in->graph->edge_count / 2,
      .taut_edge_count = in->graph->taut_edge_count / 2,
      .cone_count = s->has_cones ? in->cones->count : 0,
  };
  memcpy(header.run_count, in->tables->run_count, sizeof header.run_count);
  return add(s, "header", &header, 1, sizeof header, PATHFAN_CODEC_RAW);
}

/* The last edge of a group is the one that turns most sharply round the obstacle. */
static uint32_t last_of(const scribe *s, int32_t build, int group) {
  const pathfan_graph *graph = s->in->graph;
  const int32_t *bound = &graph->group[PATHFAN_EDGE_GROUPS * build + group];
  if (bound[0] == bound[1]) return PATHFAN_LAYOUT_NONE;
  return (uint32_t)s->in->position[graph->edges[bound[1] - 1].to];
}

static pathfan_status write_vertices(scribe *s) {
  const pathfan_graph *graph = s->in->graph;
  pathfan_layout_vertex *vertices = pathfan_alloc((uint64_t)s->n, sizeof *vertices);
  if (!vertices) return out_of_memory(s);
  for (int32_t c = 0; c < s->n; c++) {
    const int32_t v = s->vertex_at[c];
    vertices[c] = (pathfan_layout_vertex){
        .x = graph->at[v].x,
        .y = graph->at[v].y,
        .rank = (uint32_t)s->in->rank[v],
        .last_left = last_of(s, v, PATHFAN_EDGES_LEFT_TAUT),
        .last_right = last_of(s, v, PATHFAN_EDGES_RIGHT_TAUT),
        .place = (uint32_t)graph->component[v] << 2 | graph->quadrant[v]};
  }
  const pathfan_status status =
      add(s, "vertices", vertices, (uint64_t)s->n, sizeof *vertices, PATHFAN_CODEC_RAW);
  free(vertices);
  return status;
}

static pathfan_status write_polygons(scribe *s) {
  const int32_t count = s->in->mesh->view.polygon_count;
  pathfan_layout_polygon *polygons = pathfan_alloc((uint64_t)count + 1, sizeof *polygons);
  if (!polygons) return out_of_memory(s);
  for (int32_t p = 0; p <= count; p++)
    polygons[p] = (pathfan_layout_polygon){s->cone_first[p],
                                           p < count ? s->in->mesh->component[p] : -1};
  pathfan_status status =
      add(s, "polygons", polygons, (uint64_t)count + 1, sizeof *polygons, PATHFAN_CODEC_RAW);
  if (!status) status = add(s, "cones", s->cone_bytes, s->cone_size, 1, PATHFAN_CODEC_RAW);
  free(polygons);
  return status;
}

static int locator_bytes(const pathfan_sections *in) {
  return in->mesh->view.polygon_count <= 65534 && in->grid->width <= 65534 ? 2 : 4;
}

static pathfan_status write_locator(scribe *s) {
  const pathfan_grid *grid = s->in->grid;
  const int32_t *cell = s->in->mesh->cell_polygon;
  const int bytes = locator_bytes(s->in);
  const uint64_t head = ((uint64_t)grid->height + 1) * sizeof(uint32_t);
  uint64_t entries = 0;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0, before = -1; x < grid->width; x++) {
      const int32_t here = cell[(int64_t)y * grid->width + x];
      entries += here != before;
      before = here;
    }
  const uint64_t size = head + 2 * entries * (uint64_t)bytes;
  uint8_t *out = pathfan_alloc(size, 1);
  if (!out) return out_of_memory(s);
  uint8_t *xs = out + head, *polygons = xs + entries * (uint64_t)bytes;
  uint32_t next = 0;
  for (int32_t y = 0; y < grid->height; y++) {
    memcpy(out + (uint64_t)y * sizeof next, &next, sizeof next);
    for (int32_t x = 0, before = -1; x < grid->width; x++) {
      const int32_t here = cell[(int64_t)y * grid->width + x];
      if (here == before) continue;
      pathfan_store_id(xs, next, bytes, (uint32_t)x);
      pathfan_store_id(polygons, next++, bytes, (uint32_t)here); /* -1 is NONE */
      before = here;
    }
  }
  memcpy(out + (uint64_t)grid->height * sizeof next, &next, sizeof next);
  const pathfan_status status = add(s, "locator", out, size, 1, PATHFAN_CODEC_RAW);
  free(out);
  return status;
}

static pathfan_status write_mesh(scribe *s) {
  const pathfan_mesh *mesh = &s->in->mesh->view;
  const uint64_t corners = mesh->first_corner[mesh->polygon_count];
  const uint64_t others = (uint64_t)(mesh->vertex_count - mesh->convex_count);
  const uint64_t count = (uint64_t)mesh->polygon_count + 1 + 2 * corners + 2 * others;
  int32_t *out = pathfan_alloc(count, sizeof *out), *at = out;
  if (!out) return out_of_memory(s);
  for (int32_t p = 0; p <= mesh->polygon_count; p++) *at++ = (int32_t)mesh->first_corner[p];
  for (uint64_t i = 0; i < corners; i++) {
    const int32_t v = mesh->corner_vertex[i];
    *at++ = v < mesh->convex_count ? column_of_mesh(s, v) : v;
  }
  for (uint64_t i = 0; i < corners; i++) *at++ = mesh->corner_neighbour[i];
  for (int32_t v = mesh->convex_count; v < mesh->vertex_count; v++) {
    *at++ = mesh->vertices[v].x;
    *at++ = mesh->vertices[v].y;
  }
  const pathfan_status status = add(s, "mesh", out, count, sizeof *out,
                                    s->has_cones ? PATHFAN_CODEC_ZSTD : PATHFAN_CODEC_RAW);
  free(out);
  return status;
}

/* ---- Labels and hubs ---- */

/* A label on its way from its hub's list to its vertex's. */
typedef struct label {
  int64_t length;
  int32_t hub, next;  /* columns */
  int32_t next_place; /* -1: next sees the hub */
  int32_t group;      /* pathfan_side on which the path leaves the vertex */
} label;

static pathfan_side leaving_side(const scribe *s, int32_t from_column, int32_t to_column) {
  const pathfan_graph *graph = s->in->graph;
  const int32_t from = s->vertex_at[from_column], to = s->vertex_at[to_column];
  return pathfan_side_of(pathfan_quadrant_wedge(graph->quadrant[from]),
                         pathfan_from_to(graph->at[from], graph->at[to]));
}

static int by_group_and_hub(const void *a, const void *b) {
  const label *x = a, *y = b;
  if (x->group != y->group) return x->group - y->group;
  return (x->hub > y->hub) - (x->hub < y->hub);
}

/* Place of the label for `hub` in a sorted, grouped list; -1 if there is none. */
static int32_t place_of(const label *labels, const uint32_t *group_first, int32_t hub) {
  for (int g = 0; g < 3; g++) {
    uint32_t low = group_first[g], high = group_first[g + 1];
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (labels[middle].hub < hub)
        low = middle + 1;
      else
        high = middle;
    }
    if (low < group_first[g + 1] && labels[low].hub == hub)
      return (int32_t)(low - group_first[0]);
  }
  return -1;
}

static pathfan_status transpose_labels(scribe *s, label **labels, uint32_t **first) {
  const pathfan_hub *hubs = s->in->tables->hubs;
  uint64_t total = 0;
  for (int32_t h = 0; h < s->n; h++) total += (uint64_t)hubs[h].label_count;
  if (total > UINT32_MAX / 2)
    return pathfan_fail(s->error, PATHFAN_ERR_LIMIT, "more than 2^31 distance labels");
  *first = pathfan_alloc_zero((uint64_t)3 * s->n + 3, sizeof **first);
  *labels = pathfan_alloc(total, sizeof **labels);
  if (!*first || !*labels) return out_of_memory(s);
  /* Count into first[3v + 5], so that the filling below leaves first in place. */
  for (int32_t h = 0; h < s->n; h++)
    for (int32_t i = 0; i < hubs[h].label_count; i++) {
      const int32_t v = s->in->position[hubs[h].labels[i].vertex];
      if (v + 1 < s->n) (*first)[3 * (v + 1)]++;
    }
  for (int32_t v = 1; v < s->n; v++) (*first)[3 * v] += (*first)[3 * (v - 1)];
  uint32_t *fill = pathfan_alloc((uint64_t)s->n + 1, sizeof *fill);
  if (!fill) return out_of_memory(s);
  for (int32_t v = 0; v < s->n; v++) fill[v] = (*first)[3 * v];
  for (int32_t h = 0; h < s->n; h++)
    for (int32_t i = 0; i < hubs[h].label_count; i++) {
      const pathfan_hub_label *from = &hubs[h].labels[i];
      const int32_t v = s->in->position[from->vertex], next = s->in->position[from->next];
      (*labels)[fill[v]++] = (label){from->length, s->in->position[h], next, -1,
                                     (int32_t)leaving_side(s, v, next)};
    }
  (*first)[3 * s->n] = (uint32_t)total;
  for (int32_t v = 0; v < s->n; v++) {
    label *begin = *labels + (*first)[3 * v];
    const uint32_t count = (*first)[3 * (v + 1)] - (*first)[3 * v];
    if (count) qsort(begin, count, sizeof *begin, by_group_and_hub);
    uint32_t left = 0, right = 0;
    for (uint32_t i = 0; i < count; i++) {
      left += begin[i].group == PATHFAN_SIDE_LEFT;
      right += begin[i].group == PATHFAN_SIDE_RIGHT;
    }
    (*first)[3 * v + 1] = (*first)[3 * v] + left;
    (*first)[3 * v + 2] = (*first)[3 * v] + left + right;
  }
  free(fill);
  return PATHFAN_OK;
}

static pathfan_status write_labels(scribe *s) {
  label *labels = NULL;
  uint32_t *first = NULL;
  uint8_t *out = NULL;
  const uint32_t size = (uint32_t)pathfan_label_bytes(s->id_bytes, s->place_bytes);
  pathfan_status status = transpose_labels(s, &labels, &first);
  if (!status) {
    const uint64_t total = first[3 * s->n];
    out = pathfan_alloc_zero(total * size + 8, 1);
    if (!out) status = out_of_memory(s);
    for (uint64_t i = 0; i < total && !status; i++) {
      const label *l = &labels[i];
      uint8_t *at = out + i * size;
      const int32_t place = place_of(labels, &first[3 * l->next], l->hub);
      const int64_t half = s->length_shift ? INT64_C(1) << (s->length_shift - 1) : 0;
      const int64_t length = (l->length + half) >> s->length_shift;
      memcpy(at, &length, PATHFAN_LENGTH_BYTES);
      at += PATHFAN_LENGTH_BYTES;
      pathfan_store_id(at, 0, s->id_bytes, (uint32_t)l->hub);
      pathfan_store_id(at, 1, s->id_bytes, (uint32_t)l->next);
      memcpy(at + 2 * s->id_bytes, &place, (size_t)s->place_bytes); /* -1 is all ones */
    }
    if (!status)
      status = add(s, "label-first", first, (uint64_t)3 * s->n + 1, sizeof *first,
                   PATHFAN_CODEC_RAW);
    if (!status) status = add(s, "labels", out, total, size, PATHFAN_CODEC_RAW);
  }
  free(labels);
  free(first);
  free(out);
  return status;
}

/* The group of hub h among v's, both columns; -1 if it is not stored. */
static int hub_group(const scribe *s, int32_t v, int32_t h) {
  /* Seen from h, leaving for v: the obstacle changes sides, NONE stays NONE. */
  const bool passable = leaving_side(s, h, v) != PATHFAN_SIDE_NONE;
  switch (leaving_side(s, v, h)) {
  case PATHFAN_SIDE_LEFT: return passable ? PATHFAN_HUBS_LEFT_TAUT : PATHFAN_HUBS_LEFT_END;
  case PATHFAN_SIDE_RIGHT: return passable ? PATHFAN_HUBS_RIGHT_TAUT : PATHFAN_HUBS_RIGHT_END;
  default: return passable ? PATHFAN_HUBS_OTHER_TAUT : -1;
  }
}

static pathfan_status write_hubs(scribe *s) {
  enum { GROUPS = PATHFAN_HUB_GROUPS };
  const pathfan_hub *hubs = s->in->tables->hubs;
  uint64_t total = 0;
  for (int32_t h = 0; h < s->n; h++) total += (uint64_t)hubs[h].seen_count;
  uint32_t *first = pathfan_alloc_zero((uint64_t)GROUPS * s->n + 3, sizeof *first);
  uint8_t *ids = pathfan_alloc_zero(total + 1, (size_t)s->id_bytes);
  pathfan_status status = first && ids ? PATHFAN_OK : out_of_memory(s);
  if (!status) {
    /* Hubs in column order fill every group ascending. */
    for (int32_t c = 0; c < s->n; c++) {
      const pathfan_hub *hub = &hubs[s->vertex_at[c]];
      for (int32_t i = 0; i < hub->seen_count; i++) {
        const int32_t v = s->in->position[hub->seen[i]];
        const int group = hub_group(s, v, c);
        if (group >= 0) first[GROUPS * v + group + 2]++;
      }
    }
    for (int32_t g = 0; g <= GROUPS * s->n; g++) first[g + 1] += first[g];
    for (int32_t c = 0; c < s->n; c++) {
      const pathfan_hub *hub = &hubs[s->vertex_at[c]];
      for (int32_t i = 0; i < hub->seen_count; i++) {
        const int32_t v = s->in->position[hub->seen[i]];
        const int group = hub_group(s, v, c);
        if (group < 0) continue;
        uint32_t *slot = &first[GROUPS * v + group + 1];
        pathfan_store_id(ids, (*slot)++, s->id_bytes, (uint32_t)c);
      }
    }
    status = add(s, "hub-first", first, (uint64_t)GROUPS * s->n + 1, sizeof *first,
                 PATHFAN_CODEC_RAW);
    if (!status)
      status = add(s, "hubs", ids, first[GROUPS * s->n], (uint32_t)s->id_bytes, PATHFAN_CODEC_RAW);
  }
  free(first);
  free(ids);
  return status;
}

/* ---- Tables ---- */

static pathfan_status write_table(scribe *s, int32_t table) {
  const pathfan_coded_row *rows = s->in->tables->rows + (int64_t)table * s->n;
  char first_name[32], name[32];
  uint64_t total = 0;
  for (int32_t u = 0; u < s->n; u++) total += rows[u].size;
  if (total / 2 > UINT32_MAX)
    return pathfan_fail(s->error, PATHFAN_ERR_LIMIT, "a table larger than 8 GiB");
  uint32_t *first = pathfan_alloc((uint64_t)s->n + 1, sizeof *first);
  uint64_t *cuts = pathfan_alloc((uint64_t)s->n + 1, sizeof *cuts);
  uint8_t *bytes = pathfan_alloc_zero(total + PATHFAN_ROW_SLACK, 1);
  pathfan_status status = first && cuts && bytes ? PATHFAN_OK : out_of_memory(s);
  if (!status) {
    uint64_t at = 0;
    for (int32_t c = 0; c < s->n; c++) {
      const pathfan_coded_row *row = &rows[s->vertex_at[c]];
      first[c] = (uint32_t)(at / 2);
      cuts[c] = at;
      memcpy(bytes + at, row->bytes, row->size);
      at += row->size;
    }
    first[s->n] = (uint32_t)(at / 2);
    snprintf(first_name, sizeof first_name, "cvpd%d-first", table + 1);
    snprintf(name, sizeof name, "cvpd%d", table + 1);
    status = add(s, first_name, first, (uint64_t)s->n + 1, sizeof *first, PATHFAN_CODEC_RAW);
    if (!status)
      status = pathfan_writer_add(s->writer, name, bytes, total + PATHFAN_ROW_SLACK, 1, PATHFAN_CODEC_RAW,
                                  PATHFAN_SECTION_REQUIRED | PATHFAN_SECTION_HOT, cuts,
                                  (uint64_t)s->n, s->error);
  }
  free(first);
  free(cuts);
  free(bytes);
  return status;
}

pathfan_status pathfan_sections_write(const pathfan_sections *in, pathfan_writer *writer,
                                      pathfan_error *error) {
  scribe s = {.in = in,
              .writer = writer,
              .error = error,
              .n = in->graph->vertex_count,
              .id_bytes = in->tables->id_bytes};
  s.vertex_at = pathfan_alloc((uint64_t)s.n, sizeof *s.vertex_at);
  pathfan_status status = s.vertex_at ? PATHFAN_OK : out_of_memory(&s);
  for (int32_t v = 0; v < s.n && !status; v++) s.vertex_at[in->position[v]] = v;
  s.label_count = pathfan_alloc_zero((uint64_t)s.n, sizeof *s.label_count);
  if (!s.label_count) status = out_of_memory(&s);
  if (!status) status = code_cones(&s);
  if (!status) status = write_header(&s);
  if (!status) status = write_vertices(&s);
  if (!status) status = write_polygons(&s);
  if (!status) status = write_locator(&s);
  if (!status) status = write_mesh(&s);
  if (!status) status = write_labels(&s);
  if (!status) status = write_hubs(&s);
  for (int32_t i = 0; i < in->tables->table_count && !status; i++) status = write_table(&s, i);
  if (!status)
    status = add(&s, "source", in->source, in->source_bytes, 1, PATHFAN_CODEC_ZSTD);
  free(s.vertex_at);
  free(s.label_count);
  free(s.cone_bytes);
  free(s.cone_first);
  return status;
}
