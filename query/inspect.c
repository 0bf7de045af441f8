/* inspect.c - what an index holds, decoded for people and tests. Nothing here is
 * on a query's way. */
#include <stdlib.h>
#include <string.h>

#include "scratch.h"

static uint64_t section_bytes(const pathfan_index *index, const char *name) {
  const pathfan_section *section = pathfan_reader_find(index->reader, name);
  return section ? section->stored_bytes : 0;
}

/* A lattice point in map units. */
static pathfan_point to_units(const pathfan_index *index, pathfan_lattice at) {
  return (pathfan_point){pathfan_frame_x(&index->site.frame, 0, at.x),
                         pathfan_frame_y(&index->site.frame, 0, at.y)};
}

void pathfan_index_info_get(const pathfan_index *index, pathfan_index_info *info) {
  const pathfan_layout_header *h = index->header;
  const pathfan_provenance *p = pathfan_reader_provenance(index->reader);
  memset(info, 0, sizeof *info);
  info->format_major = PATHFAN_FORMAT_MAJOR;
  info->format_minor = PATHFAN_FORMAT_MINOR;
  info->vertex_count = h->vertex_count;
  info->polygon_count = h->polygon_count;
  info->component_count = h->component_count;
  info->edge_count = h->edge_count;
  info->taut_edge_count = h->taut_edge_count;
  info->table_count = h->table_count;
  for (int32_t i = 0; i < h->table_count; i++) {
    char name[] = "cvpd1-first";
    name[4] = (char)('1' + i);
    info->tables[i].runs = (uint64_t)h->run_count[i];
    info->tables[i].bytes = section_bytes(index, name);
    name[5] = 0;
    info->tables[i].bytes += section_bytes(index, name);
  }
  uint32_t labels;
  memcpy(&labels, index->spans + (uint64_t)index->n * index->span_size, sizeof labels);
  info->label_count = labels;
  info->label_bytes =
      section_bytes(index, "labels") + section_bytes(index, "hubs") + section_bytes(index, "spans");
  if (index->regions) {
    info->region_size = index->regions->size;
    info->region_count = index->regions->count;
    info->region_bytes = section_bytes(index, "regions");
  }
  info->cone_count = (uint64_t)h->cone_count;
  info->cone_bytes = section_bytes(index, "cones");
  info->mesh_bytes = section_bytes(index, "mesh") + section_bytes(index, "polygons") +
                     section_bytes(index, "locator");
  info->file_bytes = pathfan_reader_file_bytes(index->reader);
  info->origin_x = h->origin_x / h->scale;
  info->origin_y = h->origin_y / h->scale;
  info->width = h->width / h->scale;
  info->height = h->height / h->scale;
  info->unit = 1 / h->scale;
  info->mesh = pathfan_layout_mesh_name(h->mesh_kind);
  info->fraction_bits = h->fraction_bits;
  info->length_bits = h->length_bits;
  info->source_name = p->source_name;
  info->builder = p->builder;
  info->options = p->options;
  memcpy(info->source_digest, p->source_digest, sizeof info->source_digest);
  info->source_bytes = p->source_bytes;
}

bool pathfan_index_section(const pathfan_index *index, uint32_t number,
                           pathfan_section_info *info) {
  const pathfan_section *s = pathfan_reader_section(index->reader, number);
  if (!s) return false;
  *info = (pathfan_section_info){.name = s->name,
                                 .count = s->count,
                                 .element_size = s->element_size,
                                 .chunk_count = s->chunk_count,
                                 .stored_bytes = s->stored_bytes,
                                 .compressed = s->codec != PATHFAN_CODEC_RAW,
                                 .hot = (s->flags & PATHFAN_SECTION_HOT) != 0};
  return true;
}

pathfan_status pathfan_index_source_map(const pathfan_index *index, char **text, size_t *bytes,
                                        pathfan_error *error) {
  const pathfan_section *section = pathfan_reader_find(index->reader, "source");
  void *data = NULL;
  *text = NULL;
  *bytes = 0;
  if (!section)
    return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: section source: missing", index->path);
  const pathfan_status status = pathfan_reader_load(index->reader, section, &data, error);
  if (status) return status;
  const size_t size = (size_t)(section->count * section->element_size);
  char *terminated = realloc(data, size + 1);
  if (!terminated) {
    free(data);
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  terminated[size] = 0;
  *text = terminated;
  *bytes = size;
  return PATHFAN_OK;
}

int32_t pathfan_index_polygon(const pathfan_index *index, int32_t polygon, pathfan_point *corners,
                              int32_t capacity) {
  if (pathfan_index_need(index, PATHFAN_PART_MESH, NULL)) return 0;
  return pathfan_site_polygon(&index->site, polygon, corners, capacity);
}

pathfan_status pathfan_index_vertex(const pathfan_index *index, int32_t v,
                                    pathfan_vertex_info *info) {
  if (v < 0 || v >= index->n) return PATHFAN_ERR_ARGUMENT;
  const pathfan_status status = pathfan_index_need(index, PATHFAN_PART_BASE, NULL);
  if (status) return status;
  const pathfan_layout_vertex *vertex = &index->vertices[v];
  const pathfan_range labels = pathfan_labels_of(index, v);
  *info = (pathfan_vertex_info){.at = to_units(index, pathfan_vertex_at(index, v)),
                                .rank = (int32_t)vertex->rank,
                                .component = (int32_t)(vertex->place >> 2),
                                .label_count = (int32_t)(labels.end - labels.begin)};
  return PATHFAN_OK;
}

static double between(const pathfan_index *index, int32_t a, int32_t b) {
  return pathfan_lattice_length(
             pathfan_from_to(pathfan_vertex_at(index, a), pathfan_vertex_at(index, b))) /
         index->site.frame.scale;
}

/* Geometric length in map units from v to hub, along labels from `label` on (NULL: straight). */
static double length_along(const pathfan_index *index, int32_t v, int32_t hub,
                           const uint8_t *label) {
  double length = 0;
  while (label) {
    const pathfan_label_fields l = pathfan_label_open(index, label);
    length += between(index, v, (int32_t)l.next);
    label = pathfan_label_after(index, &l);
    v = (int32_t)l.next;
  }
  return length + between(index, v, hub);
}

pathfan_status pathfan_index_label(const pathfan_index *index, int32_t v, int32_t number,
                                   pathfan_label *out) {
  pathfan_vertex_info info;
  const pathfan_status status = pathfan_index_vertex(index, v, &info);
  if (status) return status;
  if (number < 0 || number >= info.label_count) return PATHFAN_ERR_ARGUMENT;
  const uint8_t *label =
      pathfan_label_at(index, pathfan_labels_of(index, v).begin + (uint32_t)number);
  const pathfan_label_fields l = pathfan_label_open(index, label);
  *out = (pathfan_label){.vertex = v,
                         .hub = (int32_t)l.hub,
                         .length = length_along(index, v, (int32_t)l.hub, label),
                         .next = (int32_t)l.next,
                         .next_label = l.place == PATHFAN_LAYOUT_NONE ? -1 : (int32_t)l.place};
  return PATHFAN_OK;
}

static uint32_t run_start(const pathfan_row *row, uint32_t run, uint32_t n, int id_bytes) {
  if (row->small) return pathfan_load_id(row->starts, run, id_bytes);
  uint32_t block = 0;
  while (block + 1 < pathfan_row_blocks(n) &&
         pathfan_load_count(row->blocks, block + 1, row->block_bytes) <= run)
    block++;
  return block << PATHFAN_ROW_BLOCK_BITS | row->lows[run];
}

static int32_t run_via(const pathfan_row *row, uint32_t run, uint32_t n) {
  const uint32_t via = pathfan_row_via(row, run);
  return via == n ? PATHFAN_VIA_NONE : (int32_t)via;
}

pathfan_status pathfan_index_row(const pathfan_index *index, int32_t table, int32_t v,
                                 pathfan_run *runs, int32_t capacity, int32_t *count) {
  *count = 0;
  if (v < 0 || v >= index->n || table < 1 || table > index->header->table_count)
    return PATHFAN_ERR_ARGUMENT;
  const pathfan_status status = pathfan_index_need(index, PATHFAN_PART_TABLE + table - 1, NULL);
  if (status) return status;
  const uint32_t n = (uint32_t)index->n;
  const pathfan_row row =
      pathfan_row_open(pathfan_table_row(&index->tables[table - 1], v), n, index->id_bytes);
  *count = (int32_t)row.runs;
  for (uint32_t i = 0; i < row.runs && (int32_t)i < capacity; i++)
    runs[i] = (pathfan_run){(int32_t)run_start(&row, i, n, index->id_bytes), run_via(&row, i, n)};
  return PATHFAN_OK;
}

/* Column `column` of a row, whatever it holds. */
static int32_t cell(const pathfan_index *index, int32_t table, int32_t v, int32_t column) {
  const uint32_t n = (uint32_t)index->n;
  const pathfan_row row =
      pathfan_row_open(pathfan_table_row(&index->tables[table], v), n, index->id_bytes);
  uint32_t low = 0, high = row.runs;
  if (!high) return PATHFAN_VIA_WILDCARD;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (run_start(&row, middle, n, index->id_bytes) <= (uint32_t)column)
      low = middle;
    else
      high = middle;
  }
  return run_via(&row, low, n);
}

/* The label of v for hub, or NULL. */
static const uint8_t *label_for(const pathfan_index *index, int32_t v, int32_t hub) {
  const pathfan_range labels = pathfan_labels_of(index, v);
  for (uint32_t i = labels.begin; i < labels.end; i++)
    if (pathfan_label_hub(index, pathfan_label_at(index, i)) == (uint32_t)hub)
      return pathfan_label_at(index, i);
  return NULL;
}

pathfan_status pathfan_index_pair(const pathfan_index *index, int32_t u, int32_t v,
                                  pathfan_pair_info *info) {
  memset(info, 0, sizeof *info);
  for (int i = 0; i < PATHFAN_TABLES_MAX; i++) info->via[i] = PATHFAN_VIA_NONE;
  if (u < 0 || v < 0 || u >= index->n || v >= index->n) return PATHFAN_ERR_ARGUMENT;
  pathfan_status status = pathfan_index_need(index, PATHFAN_PART_BASE, NULL);
  for (int32_t t = 0; t < index->header->table_count && !status; t++)
    status = pathfan_index_need(index, PATHFAN_PART_TABLE + t, NULL);
  if (status) return status;
  info->reachable = index->vertices[u].place >> 2 == index->vertices[v].place >> 2;
  if (!info->reachable || u == v) return PATHFAN_OK;
  const bool u_owns = index->vertices[u].rank < index->vertices[v].rank;
  for (int32_t t = 0; t < index->header->table_count; t++)
    info->via[t] = u_owns ? cell(index, t, u, v) : cell(index, t, v, u);
  const int32_t hub = info->via[0];
  if (hub < 0) return PATHFAN_ERR_DAMAGED;
  info->length = (u == hub ? 0 : length_along(index, u, hub, label_for(index, u, hub))) +
                 (v == hub ? 0 : length_along(index, v, hub, label_for(index, v, hub)));
  return PATHFAN_OK;
}

pathfan_status pathfan_index_region_vias(const pathfan_index *index, int32_t a, int32_t b,
                                         int32_t *vias, int32_t capacity, int32_t *count) {
  const pathfan_layout_regions *r = index->regions;
  *count = 0;
  if (!r || a < 0 || b < 0 || a >= r->count || b >= r->count) return PATHFAN_ERR_ARGUMENT;
  const pathfan_status status = pathfan_index_need(index, PATHFAN_PART_REGIONS, NULL);
  if (status) return status;
  for (int32_t slot = 0; slot < r->slots; slot++) {
    const uint32_t via = pathfan_region_via(index, a, b, slot);
    if (via == PATHFAN_LAYOUT_NONE) break;
    if (*count < capacity) vias[*count] = (int32_t)via;
    (*count)++;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_index_verify(const pathfan_index *index, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  for (uint32_t i = 0; i < pathfan_reader_section_count(index->reader) && !status; i++)
    status = pathfan_reader_check(index->reader, pathfan_reader_section(index->reader, i), error);
  for (int part = 0; part < PATHFAN_PART_TABLE + index->header->table_count && !status; part++)
    status = pathfan_index_need(index, part, error);
  if (status) return status;
  char *text;
  size_t bytes;
  status = pathfan_index_source_map(index, &text, &bytes, error);
  free(text);
  return status;
}
