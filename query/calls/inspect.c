/* inspect.c - decodes the content of an index for people and tests. Queries use none of this. */
#include "pathfan/inspect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "query/obstacles/obstacles.h"
#include "query/open/built_with.h"
#include "query/open/index.h"
#include "mesh/segment.h"
#include "query/open/pieces.h"
#include "query/open/radii.h"
#include "query/ends/points.h"
#include "query/methods/listed_sample.h"
#include "query/open/row_reader.h"
#include "query/open/terrain_view.h"

static uint64_t bytes_of(const pf_generation *g, pf_section_id id, int32_t table) {
  const pathfan_section *section = pf_section_find(g->reader, id, table);
  return section ? section->stored_bytes : 0;
}

/* Converts a lattice point to map units. */
static pathfan_point to_units(const pf_generation *g, pf_lattice_point at) {
  return (pathfan_point){pf_frame_x(&g->space.frame, 0, at.x),
                         pf_frame_y(&g->space.frame, 0, at.y)};
}

static void get_terrain_info(const pf_generation *g, pathfan_index_info *info) {
  if (!g->view.terrain) return;
  const pf_ways *ways = &g->view.terrain->ways;
  info->is_terrain = true;
  info->node_count = g->view.terrain->terrain.node_count;
  info->arc_count = g->view.terrain->terrain.arc_count;
  info->leg_count = (uint64_t)ways->leg_count;
  info->way_count = (uint64_t)ways->edge_count;
  info->way_labels = (uint64_t)ways->label_count;
  for (pf_section_id id = PF_SECTION_TERRAIN; pf_section_is_terrain(id); id++)
    *(id < PF_SECTION_WAYS_FIRST_LEG ? &info->terrain_bytes : &info->way_bytes) +=
        bytes_of(g, id, 0);
  info->terrain_bytes +=
      bytes_of(g, PF_SECTION_TERRAIN_LANES, 0) + bytes_of(g, PF_SECTION_TERRAIN_AREAS, 0);
}

static void get_info(const pf_generation *g, pathfan_index_info *info) {
  const pf_layout_header *h = g->view.header;
  const pathfan_provenance *p = pathfan_reader_provenance(g->reader);
  memset(info, 0, sizeof *info);
  info->generation = g->number;
  pathfan_reader_version(g->reader, &info->format_major, &info->format_minor);
  info->vertex_count = h->vertex_count;
  info->polygon_count = h->polygon_count;
  info->component_count = h->component_count;
  info->edge_count = h->edge_count;
  info->taut_edge_count = h->taut_edge_count;
  info->edge_bytes = g->view.edge_bytes;
  info->table_count = h->table_count;
  for (int32_t i = 0; i < h->table_count; i++) {
    info->tables[i].runs = (uint64_t)h->run_count[i];
    info->tables[i].bytes =
        bytes_of(g, PF_SECTION_TABLE_FIRST, i) + bytes_of(g, PF_SECTION_TABLE, i);
  }
  info->label_count = g->view.spans[g->view.n].labels;
  for (pf_section_id id = PF_SECTION_SPANS; id <= PF_SECTION_HUBS; id++)
    info->label_bytes += bytes_of(g, id, 0);
  if (g->view.regions.section) {
    const bool good = !pf_generation_need(g, PF_PART_REGIONS, NULL);
    info->region_count = good ? g->view.regions.count : -1;
    info->region_vias = good ? g->view.regions.id_count : 0;
    info->region_bytes =
        bytes_of(g, g->view.regions.first ? PF_SECTION_HIERARCHY : PF_SECTION_REGIONS, 0);
  }
  get_terrain_info(g, info);
  info->cone_count = (uint64_t)h->cone_count;
  info->cone_bytes = bytes_of(g, PF_SECTION_CONES, 0);
  if (g->view.listed.head) {
    info->listed_regions = g->view.listed.count;
    info->listed_entries = g->view.listed.head->entry_count;
    for (pf_section_id id = PF_SECTION_LISTED_FIRSTS; id <= PF_SECTION_LISTED_PIECES; id++)
      info->listed_bytes += bytes_of(g, id, 0);
  }
  info->mesh_bytes = bytes_of(g, PF_SECTION_MESH, 0) + bytes_of(g, PF_SECTION_POLYGONS, 0) +
                     bytes_of(g, PF_SECTION_LOCATOR, 0);
  info->file_bytes = pathfan_reader_file_bytes(g->reader);
  info->origin_x = h->origin_x / h->scale;
  info->origin_y = h->origin_y / h->scale;
  info->width = h->width / h->scale;
  info->height = h->height / h->scale;
  info->unit = 1 / h->scale;
  info->mesh = pf_layout_mesh_name(h->mesh_kind);
  info->fraction_bits = h->fraction_bits;
  info->length_bits = h->length_bits;
  snprintf(info->source_name, sizeof info->source_name, "%s", p->source_name);
  snprintf(info->builder, sizeof info->builder, "%s", p->builder);
  snprintf(info->options, sizeof info->options, "%s", p->options);
  memcpy(info->source_digest, p->source_digest, sizeof info->source_digest);
  info->source_bytes = p->source_bytes;
  const pf_radii *radii = pf_generation_radii(g);
  info->radius_count = radii->count;
  memcpy(info->radii, radii->list, sizeof info->radii);
  if (radii->count) info->agent_radius = radii->list[g->reader->radius];
}

static bool get_section(const pf_generation *g, uint32_t number, pathfan_section_info *info) {
  const pathfan_section *s = pathfan_reader_section(g->reader, number);
  if (!s) return false;
  *info = (pathfan_section_info){.count = s->count,
                                 .element_size = s->element_size,
                                 .chunk_count = s->chunk_count,
                                 .stored_bytes = s->stored_bytes,
                                 .compressed = s->codec != PATHFAN_CODEC_RAW,
                                 .hot = (s->flags & PATHFAN_SECTION_HOT) != 0};
  snprintf(info->name, sizeof info->name, "%s", s->name);
  return true;
}

static pathfan_status get_source_map(const pf_generation *g, char **text, size_t *bytes,
                                     pathfan_error *error) {
  const pathfan_section *section = pf_section_find(g->reader, PF_SECTION_SOURCE, 0);
  void *data = NULL;
  *text = NULL;
  *bytes = 0;
  if (!section) return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section source: missing", g->path);
  const pathfan_status status = pathfan_reader_load(g->reader, section, &data, error);
  if (status) return status;
  const size_t size = (size_t)(section->count * section->element_size);
  char *terminated = realloc(data, size + 1);
  if (!terminated) {
    free(data);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  terminated[size] = 0;
  *text = terminated;
  *bytes = size;
  return PATHFAN_OK;
}

/* Copies a text of the file, shown to people, without control characters. */
static bool copy_text(char *to, const char *from, size_t size) {
  memcpy(to, from, size);
  for (char *c = to; *c && c < to + size; c++)
    if ((unsigned char)*c < ' ' || *c == 127) return false;
  return to[0] && !to[size - 1];
}

static bool get_ignored(const pf_generation *g, int32_t number, pathfan_ignored *ignored) {
  const pathfan_section *section = pf_section_find(g->reader, PF_SECTION_IGNORED, 0);
  uint64_t count = 0;
  const void *data = section ? pathfan_reader_data(g->reader, section, 0, &count) : NULL;
  pf_layout_ignored kind;
  *ignored = (pathfan_ignored){.count = 0};
  if (!data || section->element_size != sizeof kind || number < 0 || (uint64_t)number >= count ||
      pathfan_reader_check(g->reader, section, NULL))
    return false;
  memcpy(&kind, (const char *)data + (size_t)number * sizeof kind, sizeof kind);
  ignored->count = kind.count;
  return copy_text(ignored->kind, kind.kind, sizeof kind.kind) &&
         copy_text(ignored->sentence, kind.sentence, sizeof kind.sentence) &&
         copy_text(ignored->example, kind.example, sizeof kind.example) && kind.count > 0;
}

/* Checks that all records of section ignored can be shown. */
static pathfan_status check_ignored(const pf_generation *g, pathfan_error *error) {
  const pathfan_section *section = pf_section_find(g->reader, PF_SECTION_IGNORED, 0);
  const uint64_t count = section ? section->count : 0;
  pathfan_ignored one;
  for (int32_t i = 0; (uint64_t)i < count; i++)
    if (!get_ignored(g, i, &one))
      return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section ignored: no text in record %d",
                     g->path, (int)i);
  return PATHFAN_OK;
}

static int32_t get_polygon(const pf_generation *g, int32_t polygon, pathfan_point *corners,
                           int32_t capacity) {
  if (pf_generation_need_location(g, NULL)) return 0;
  return pf_polygon_corners(&g->space, polygon, corners, capacity);
}

static pathfan_status get_vertex(const pf_generation *g, int32_t v, pathfan_vertex_info *info) {
  if (v < 0 || v >= g->view.n) return PATHFAN_ERR_ARGUMENT;
  pathfan_status status = pf_generation_need(g, PF_PART_BASE, NULL);
  if (!status) status = pf_generation_need(g, PF_PART_LABELS, NULL);
  if (status) return status;
  const pf_layout_vertex *vertex = &g->view.vertices[v];
  const pf_range labels = pf_labels_of(&g->view, v);
  *info = (pathfan_vertex_info){.at = to_units(g, pf_vertex_at(&g->view, v)),
                                .rank = (int32_t)vertex->rank,
                                .component = (int32_t)(vertex->component_quadrant >> 2),
                                .label_count = (int32_t)(labels.end - labels.begin)};
  return PATHFAN_OK;
}

static double between(const pf_generation *g, int32_t a, int32_t b) {
  return pf_lattice_length(pf_from_to(pf_vertex_at(&g->view, a), pf_vertex_at(&g->view, b))) /
         g->space.frame.scale;
}

/* Returns the length in map units from v to hub, along labels from `number` on (NONE: straight). */
static double length_along(const pf_generation *g, int32_t v, int32_t hub, uint32_t number) {
  double length = 0;
  while (number != PF_LAYOUT_NONE) {
    const pf_label_fields l = pf_label_open(&g->view, v, number);
    length += between(g, v, (int32_t)l.next);
    v = (int32_t)l.next;
    number = l.next_label;
  }
  return v == hub ? length : length + between(g, v, hub);
}

static pathfan_status get_label(const pf_generation *g, int32_t v, int32_t number,
                                pathfan_label *out) {
  pathfan_vertex_info info;
  const pathfan_status status = get_vertex(g, v, &info);
  if (status) return status;
  if (number < 0 || number >= info.label_count) return PATHFAN_ERR_ARGUMENT;
  const pf_label_fields l = pf_label_open(&g->view, v, (uint32_t)number);
  *out = (pathfan_label){.vertex = v,
                         .hub = (int32_t)l.hub,
                         .length = length_along(g, v, (int32_t)l.hub, (uint32_t)number),
                         .next = (int32_t)l.next,
                         .next_label = l.next_label == PF_LAYOUT_NONE ? -1 : (int32_t)l.next_label};
  return PATHFAN_OK;
}

/* Translates a value of a row: `columns` means "-". */
static int32_t via_of(const pf_row *row, uint32_t via) {
  return via == row->columns ? PATHFAN_VIA_NONE : (int32_t)via;
}

static pathfan_status get_row(const pf_generation *g, int32_t table, int32_t v, pathfan_run *runs,
                              int32_t capacity, int32_t *count) {
  *count = 0;
  if (v < 0 || v >= g->view.n || table < 1 || table > g->view.header->table_count)
    return PATHFAN_ERR_ARGUMENT;
  const pathfan_status status = pf_generation_need(g, PF_PART_TABLE + table - 1, NULL);
  if (status) return status;
  const pf_row row = pf_row_of(&g->view, table - 1, v);
  *count = (int32_t)row.runs;
  for (uint32_t i = 0; i < row.runs && (int32_t)i < capacity; i++)
    runs[i] = (pathfan_run){(int32_t)pf_row_start(&row, i), via_of(&row, pf_row_via(&row, i))};
  return PATHFAN_OK;
}

/* Returns the value in column `column` of a row. */
static int32_t cell(const pf_generation *g, int32_t table, int32_t v, int32_t column) {
  const pf_row row = pf_row_of(&g->view, table, v);
  return row.runs ? via_of(&row, pf_row_at(&row, (uint32_t)column)) : PATHFAN_VIA_WILDCARD;
}

/* Returns the length from v to hub, if v is hub or has a label for it; else INFINITY. */
static double told_length(const pf_generation *g, int32_t v, int32_t hub) {
  if (v == hub) return 0;
  const uint32_t label = pf_find_label(&g->view, v, (uint32_t)hub);
  return label == PF_LAYOUT_NONE ? INFINITY : length_along(g, v, hub, label);
}

/* Returns the shorter of a length and that from u to v by way of a hub of u. */
static double shorter_by(const pf_generation *g, int32_t u, int32_t v, int32_t hub, double length) {
  return fmin(length, told_length(g, u, hub) + told_length(g, v, hub));
}

/* Returns the length from v to the via node in table 1; a vertex without a label for it sees it. */
static double length_to(const pf_generation *g, int32_t v, int32_t hub) {
  return v == hub ? 0 : length_along(g, v, hub, pf_find_label(&g->view, v, (uint32_t)hub));
}

static double length_by(const pf_generation *g, int32_t u, int32_t v, int32_t hub) {
  return hub < 0 ? INFINITY : length_to(g, u, hub) + length_to(g, v, hub);
}

/* Returns the length between vertices that don't see each other: both know their way to the highest
 * ranked vertex of the shortest path between them, which may be one of them. */
static double length_by_labels(const pf_generation *g, int32_t u, int32_t v) {
  const pf_range labels = pf_labels_of(&g->view, u);
  const uint64_t *label = pf_labels_by(&g->view, u);
  double length = shorter_by(g, u, v, u, INFINITY);
  for (uint32_t i = labels.begin; i < labels.end; i++)
    length = shorter_by(g, u, v, (int32_t)pf_label_hub(label[i]), length);
  return length;
}

static bool see_each_other(const pf_generation *g, int32_t u, int32_t v) {
  return pf_mesh_sees(&g->view.mesh, pf_vertex_fixed(&g->view, u), g->view.vertex_polygon[u],
                      pf_vertex_fixed(&g->view, v), g->view.vertex_polygon[v],
                      g->view.header->fraction_bits);
}

static pathfan_status get_pair(const pf_generation *g, int32_t u, int32_t v,
                               pathfan_pair_info *info) {
  memset(info, 0, sizeof *info);
  for (int i = 0; i < PATHFAN_TABLES_MAX; i++) info->via[i] = PATHFAN_VIA_NONE;
  if (u < 0 || v < 0 || u >= g->view.n || v >= g->view.n) return PATHFAN_ERR_ARGUMENT;
  pathfan_status status = pf_generation_need(g, PF_PART_BASE, NULL);
  if (!status) status = pf_generation_need(g, PF_PART_LABELS, NULL);
  if (!status && !g->view.header->table_count) status = pf_generation_need_location(g, NULL);
  for (int32_t t = 0; t < g->view.header->table_count && !status; t++)
    status = pf_generation_need(g, PF_PART_TABLE + t, NULL);
  if (status) return status;
  info->reachable =
      g->view.vertices[u].component_quadrant >> 2 == g->view.vertices[v].component_quadrant >> 2;
  if (!info->reachable || u == v) return PATHFAN_OK;
  const bool u_owns = g->view.vertices[u].rank < g->view.vertices[v].rank;
  for (int32_t t = 0; t < g->view.header->table_count; t++)
    info->via[t] = u_owns ? cell(g, t, u, v) : cell(g, t, v, u);
  if (g->view.header->table_count)
    info->length = length_by(g, u, v, info->via[0]);
  else
    info->length = see_each_other(g, u, v) ? between(g, u, v) : length_by_labels(g, u, v);
  return isfinite(info->length) ? PATHFAN_OK : PATHFAN_ERR_DAMAGED;
}

static pathfan_status need_regions(const pf_generation *g, int32_t a, int32_t b) {
  const int32_t count = g->view.regions.count;
  return !g->view.regions.section || a < 0 || b < 0 || a >= count || b >= count
             ? PATHFAN_ERR_ARGUMENT
             : pf_generation_need(g, PF_PART_REGIONS, NULL);
}

static uint64_t pair_of(const pf_generation *g, int32_t a, int32_t b) {
  return pf_pair_of(&g->view, pf_region_nodes(&g->view, a, b));
}

static pathfan_status get_region_vias(const pf_generation *g, int32_t a, int32_t b, int32_t *vias,
                                      int32_t capacity, int32_t *count) {
  *count = 0;
  const pathfan_status status = need_regions(g, a, b);
  if (status) return status;
  const pf_range range = pf_pair_vias(&g->view, pair_of(g, a, b));
  for (uint32_t i = range.begin; i < range.end; i++) {
    if (*count < capacity) vias[*count] = (int32_t)pf_region_via(&g->view, i);
    (*count)++;
  }
  return PATHFAN_OK;
}

static pathfan_status get_region_leading(const pf_generation *g, int32_t a, int32_t b,
                                         int32_t *count) {
  *count = 0;
  pathfan_status status = need_regions(g, a, b);
  if (!status) status = pf_generation_need(g, PF_PART_LEADING, NULL);
  if (status) return status;
  const pf_range range = pf_pair_leading(&g->view, pair_of(g, a, b));
  *count = (int32_t)(range.end - range.begin);
  return PATHFAN_OK;
}

static pathfan_status get_region_by_default(const pf_generation *g, int32_t a, int32_t b,
                                            uint32_t *mask) {
  *mask = 0;
  pathfan_status status = need_regions(g, a, b);
  if (!status) status = pf_generation_need(g, PF_PART_DEFAULT_VIAS, NULL);
  if (!status) *mask = pf_pair_by_default(&g->view, pair_of(g, a, b));
  return status;
}

static int32_t get_region(const pf_generation *g, pathfan_point point) {
  pf_fixed_point at;
  if (!g->view.regions.section || pf_generation_need(g, PF_PART_REGIONS, NULL) ||
      !pf_frame_place(&g->space.frame, g->space.fraction_bits, point.x, point.y, &at))
    return -1;
  return pf_region_of(&g->view, at);
}

/* Verifies what the sections of one radius hold. */
static pathfan_status verify_sections(const pf_generation *g, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  for (int part = 0; part < PF_PART_TABLE + g->view.header->table_count && !status; part++)
    status = pf_generation_need(g, part, error);
  if (!status && !pf_pieces_agree(&g->view)) /* trusted so far */
    status = pf_fail(error, PATHFAN_ERR_DAMAGED,
                     "%s: section pieces: a digest that differs from the content's", g->path);
  return status;
}

static pathfan_status verify_radii(const pf_generation *g, pathfan_error *error) {
  const pf_radii *radii = pf_generation_radii(g);
  const pathfan_section *section;
  pf_generation *other;
  pathfan_status status = PATHFAN_OK;
  for (uint32_t i = 0; (section = pathfan_reader_section(g->reader, i)) && !status; i++)
    if (pf_section_radius(section->name) && pf_section_radius(section->name) >= radii->count)
      status = pf_fail(error, PATHFAN_ERR_DAMAGED,
                       "%s: section %s: is of a radius that the options don't name", g->path,
                       section->name);
  for (int32_t i = 0; i < radii->count && !status; i++) {
    status = pf_generation_at_radius(g->file, i, &other, error);
    if (!status) status = verify_sections(other, error);
  }
  return status || radii->count ? status : verify_sections(g, error);
}

static pathfan_status verify(const pf_generation *g, pathfan_error *error) {
  pathfan_status status = pathfan_reader_verify(g->reader, error);
  if (!status) status = verify_radii(g, error);
  if (!status) status = check_ignored(g, error);
#if PATHFAN_WITH_SEARCH
  if (!status) status = pf_listed_sample_check(&g->view, &g->space, error);
#endif
#if PATHFAN_WITH_AREAS
  if (!status) status = pf_doors_check(g, error);
#endif
  if (status || !PATHFAN_WITH_ZSTD) return status;
  char *text;
  size_t bytes;
  status = get_source_map(g, &text, &bytes, error);
  free(text);
  return status;
}

/* ---- The same for an index, whatever its generation is now ---- */

/* Releases a generation; returns the result found in it. */
static int release(pf_generation *held, int result) {
  pf_generation_release(held);
  return result;
}

void pathfan_index_info_get(const pathfan_index *index, pathfan_index_info *info) {
  pf_generation *held = pf_index_retain(index);
  get_info(held, info);
  pf_generation_release(held);
}

bool pathfan_index_section(const pathfan_index *index, uint32_t number,
                           pathfan_section_info *info) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_section(held, number, info));
}

bool pathfan_index_ignored(const pathfan_index *index, int32_t number, pathfan_ignored *ignored) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_ignored(held, number, ignored));
}

pathfan_status pathfan_index_source_map(const pathfan_index *index, char **text, size_t *bytes,
                                        pathfan_error *error) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_source_map(held, text, bytes, error));
}

int32_t pathfan_index_polygon(const pathfan_index *index, int32_t polygon, pathfan_point *corners,
                              int32_t capacity) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_polygon(held, polygon, corners, capacity));
}

pathfan_status pathfan_index_vertex(const pathfan_index *index, int32_t vertex,
                                    pathfan_vertex_info *info) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_vertex(held, vertex, info));
}

pathfan_status pathfan_index_label(const pathfan_index *index, int32_t vertex, int32_t number,
                                   pathfan_label *label) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_label(held, vertex, number, label));
}

pathfan_status pathfan_index_row(const pathfan_index *index, int32_t table, int32_t vertex,
                                 pathfan_run *runs, int32_t capacity, int32_t *count) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_row(held, table, vertex, runs, capacity, count));
}

pathfan_status pathfan_index_pair(const pathfan_index *index, int32_t u, int32_t v,
                                  pathfan_pair_info *info) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_pair(held, u, v, info));
}

pathfan_status pathfan_index_region_vias(const pathfan_index *index, int32_t a, int32_t b,
                                         int32_t *vias, int32_t capacity, int32_t *count) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_region_vias(held, a, b, vias, capacity, count));
}

pathfan_status pathfan_index_region_leading(const pathfan_index *index, int32_t a, int32_t b,
                                            int32_t *count) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_region_leading(held, a, b, count));
}

pathfan_status pathfan_index_region_by_default(const pathfan_index *index, int32_t a, int32_t b,
                                               uint32_t *mask) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_region_by_default(held, a, b, mask));
}

int32_t pathfan_index_region(const pathfan_index *index, pathfan_point point) {
  pf_generation *held = pf_index_retain(index);
  return release(held, get_region(held, point));
}

pathfan_status pathfan_index_verify(const pathfan_index *index, pathfan_error *error) {
  pf_generation *held = pf_index_retain(index);
  return release(held, verify(held, error));
}
