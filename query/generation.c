/* generation.c - opening: every section is found and its size held against the
 * header's counts, which costs microseconds; contents are checked when they are
 * first needed (the lazy policy), once per process, part by part. After that
 * all look-ups trust the file, because validate.c has seen every id and offset
 * in it, and a published index never changes. */
#include "generation.h"

#include <stdlib.h>
#include <string.h>

#include "base/fork.h"
#include "validate.h"

static pathfan_status damaged(const pathfan_generation *index, pathfan_error *error,
                              const char *section, const char *what) {
  return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %s: %s", index->path, section, what);
}

/* Finds a one-chunk raw section of `count` elements (UINT64_MAX: any number). */
static pathfan_status find(const pathfan_generation *index, const char *name, uint32_t element_size,
                           uint64_t count, const void *data, uint64_t *found,
                           pathfan_error *error) {
  const pathfan_section *section = pathfan_reader_find(index->reader, name);
  uint64_t here = 0;
  if (!section) return damaged(index, error, name, "missing");
  if (section->element_size != element_size || section->codec != PATHFAN_CODEC_RAW ||
      section->chunk_count != 1)
    return damaged(index, error, name, "of another form");
  if (count != UINT64_MAX && section->count != count)
    return damaged(index, error, name, "of another size than the header says");
  *(const void **)data = pathfan_reader_data(index->reader, section, 0, &here);
  if (!*(const void **)data || here != section->count)
    return damaged(index, error, name, "not readable");
  if (found) *found = section->count;
  return PATHFAN_OK;
}

/* Whether a section is one of format/layout.h; tables are, however many the header counts. */
static bool is_known(const char *name) {
  static const char *const names[] = {"header", "vertices", "wedges",  "polygons",
                                      "cones",  "locator",  "mesh",    "spans",
                                      "labels", "hubs",     "regions", "source"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return !strncmp(name, "cvpd", 4) && name[4] >= '1' &&
         name[4] <= '0' + PATHFAN_LAYOUT_TABLES_MAX && (!name[5] || !strcmp(name + 5, "-first"));
}

/* Sections of a newer minor may be there, but none that can't be done without. */
static pathfan_status check_names(const pathfan_generation *index, pathfan_error *error) {
  const pathfan_section *section;
  for (uint32_t i = 0; (section = pathfan_reader_section(index->reader, i)); i++)
    if ((section->flags & PATHFAN_SECTION_REQUIRED) && !is_known(section->name))
      return pathfan_fail(error, PATHFAN_ERR_VERSION,
                          "%s: section %s is required, and this program doesn't know it",
                          index->path, section->name);
  return PATHFAN_OK;
}

static bool sane_frame(const pathfan_layout_header *h) {
  const pathfan_frame frame = {.width = h->width, .height = h->height};
  return h->width >= 0 && h->height >= 0 && h->width <= PATHFAN_EXTENT_MAX &&
         h->height <= PATHFAN_EXTENT_MAX && h->scale >= 0x1p-900 && h->scale <= 0x1p900 &&
         isfinite(h->origin_x / h->scale) && isfinite(h->origin_y / h->scale) &&
         (h->is_rounded == 0 || h->is_rounded == 1) &&
         h->fraction_bits == pathfan_frame_fraction_bits(&frame);
}

static bool sane(const pathfan_layout_header *h) {
  return sane_frame(h) && h->vertex_count >= 0 && h->polygon_count >= 0 &&
         h->component_count >= 0 && h->mesh_vertex_count >= h->vertex_count &&
         h->mesh_corner_count >= 0 && h->table_count >= 1 &&
         h->table_count <= PATHFAN_LAYOUT_TABLES_MAX && (h->id_bytes == 2 || h->id_bytes == 4) &&
         (h->id_bytes == 4 || h->vertex_count <= 65534) &&
         (h->span_bytes == 1 || h->span_bytes == 2 || h->span_bytes == 4) &&
         h->next_label_bits >= 1 && h->next_label_bits <= 24 &&
         h->length_bits >= PATHFAN_LENGTH_BITS_LEAST &&
         h->length_bits <= pathfan_length_bits_most(h->width, h->height) &&
         h->vertex_count < 1 << 25 && /* what pathfan_load_number and pathfan_load_ids hold */
         2 * pathfan_number_bits((uint32_t)h->vertex_count) + (uint32_t)h->next_label_bits <= 64 &&
         (h->has_cones == 0 || h->has_cones == 1);
}

static pathfan_status find_table(pathfan_generation *index, int32_t i, pathfan_error *error) {
  pathfan_table *table = &index->view.tables[i];
  char name[] = "cvpd1-first";
  name[4] = (char)('1' + i);
  const pathfan_status status =
      find(index, name, 4, (uint64_t)index->view.n + 1, &table->first, NULL, error);
  if (status) return status;
  name[5] = 0;
  const pathfan_section *section = pathfan_reader_find(index->reader, name);
  if (!section) return damaged(index, error, name, "missing");
  if (section->element_size != 1 || section->codec != PATHFAN_CODEC_RAW ||
      section->chunk_count > PATHFAN_CHUNKS_MAX)
    return damaged(index, error, name, "of another form");
  table->chunk_count = (int32_t)section->chunk_count;
  for (uint32_t c = 0; c < section->chunk_count; c++) {
    uint64_t count = 0;
    table->chunk[c] = pathfan_reader_data(index->reader, section, c, &count);
    if (!table->chunk[c]) return damaged(index, error, name, "not readable");
    table->chunk_begin[c] = table->bytes;
    table->bytes += count;
  }
  return PATHFAN_OK;
}

static pathfan_status find_locator(pathfan_generation *index, pathfan_error *error) {
  const pathfan_layout_header *h = index->view.header;
  const uint8_t *bytes = NULL;
  uint64_t size = 0;
  const pathfan_status status = find(index, "locator", 1, UINT64_MAX, &bytes, &size, error);
  if (status) return status;
  if (!pathfan_locator_open(bytes, size, &index->view.locator) ||
      index->view.locator.width != h->width || index->view.locator.height != h->height)
    return damaged(index, error, "locator", "of another form or size than it says");
  return PATHFAN_OK;
}

static pathfan_status find_wedges(pathfan_generation *index, pathfan_error *error) {
  if (!pathfan_reader_find(index->reader, "wedges")) return PATHFAN_OK;
  return find(index, "wedges", sizeof *index->view.wedges, (uint64_t)index->view.n,
              &index->view.wedges, NULL, error);
}

static pathfan_status find_regions(pathfan_generation *index, pathfan_error *error) {
  const uint8_t *bytes = NULL;
  uint64_t size = 0;
  const pathfan_section *section = pathfan_reader_find(index->reader, "regions");
  if (!section || section->codec > PATHFAN_CODEC_ZSTD) return PATHFAN_OK; /* of a newer minor */
  const pathfan_status status = find(index, "regions", 1, UINT64_MAX, &bytes, &size, error);
  if (status) return status;
  const pathfan_layout_regions *r = (const void *)bytes;
  if (size < sizeof *r || r->size < 1 || r->slots < 1 || r->slots > 64 || r->count < 0 ||
      r->count != (index->view.n + (int64_t)r->size - 1) / r->size ||
      (r->id_bytes != 2 && r->id_bytes != 4) ||
      size - sizeof *r !=
          pathfan_layout_region_pairs(r->count) * (uint64_t)r->slots * (uint64_t)r->id_bytes)
    return damaged(index, error, "regions", "of another form or size than it says");
  index->view.regions = r;
  index->view.region_vias = bytes + sizeof *r;
  return PATHFAN_OK;
}

static pathfan_status find_sections(pathfan_generation *index, pathfan_error *error) {
  uint64_t labels = 0, hubs = 0;
  pathfan_status status = check_names(index, error);
  if (!status)
    status = find(index, "header", sizeof *index->view.header, 1, &index->view.header, NULL, error);
  if (!status) /* every size hangs on it, and pathfan_index_info shows it */
    status =
        pathfan_reader_check(index->reader, pathfan_reader_find(index->reader, "header"), error);
  if (status) return status;
  const pathfan_layout_header *h = index->view.header;
  if (!sane(h)) return damaged(index, error, "header", "impossible values");
  const uint64_t n = (uint64_t)h->vertex_count;
  index->view.n = h->vertex_count;
  index->view.units_per_fixed = ldexp(1, h->length_bits - h->fraction_bits);
  index->view.id_bytes = h->id_bytes;
  index->view.id_bits = pathfan_number_bits((uint32_t)n);
  index->view.label_size = pathfan_label_bytes((uint32_t)n, h->next_label_bits);
  index->view.span_size = pathfan_span_size(h->span_bytes);
  status =
      find(index, "vertices", sizeof *index->view.vertices, n, &index->view.vertices, NULL, error);
  if (!status) status = find_wedges(index, error);
  if (!status)
    status = find(index, "polygons", sizeof *index->view.polygons, (uint64_t)h->polygon_count + 1,
                  &index->view.polygons, NULL, error);
  if (!status)
    status =
        find(index, "cones", 1, UINT64_MAX, &index->view.cones, &index->view.cone_bytes, error);
  if (!status) status = find_locator(index, error);
  if (!status) status = find_regions(index, error);
  if (!status)
    status = find(index, "spans", index->view.span_size, n + 1, &index->view.spans, NULL, error);
  if (!status) status = find(index, "labels", 1, UINT64_MAX, &index->view.labels, &labels, error);
  if (!status) status = find(index, "hubs", 1, UINT64_MAX, &index->view.hubs, &hubs, error);
  if (!status) {
    uint32_t totals[2];
    memcpy(totals, index->view.spans + n * index->view.span_size, sizeof totals);
    if (labels != (uint64_t)totals[0] * index->view.label_size + PATHFAN_LABEL_SLACK)
      status = damaged(index, error, "labels", "of another size than spans say");
    else if (hubs != ((uint64_t)totals[1] * index->view.id_bits + 7) / 8 + PATHFAN_ROW_SLACK)
      status = damaged(index, error, "hubs", "of another size than spans say");
  }
  for (int32_t i = 0; i < h->table_count && !status; i++) status = find_table(index, i, error);
  static const char *const late[] = {"mesh", "source"}; /* read when they are asked for */
  for (int i = 0; i < 2 && !status; i++)
    if (!pathfan_reader_find(index->reader, late[i]))
      status = damaged(index, error, late[i], "missing");
  return status;
}

static pathfan_status check_location(const void *generation, pathfan_error *error) {
  return pathfan_generation_need_location(generation, error);
}

static pathfan_wedge wedge_at(const void *generation, int32_t vertex) {
  return pathfan_vertex_wedge(&((const pathfan_generation *)generation)->view, vertex);
}

static void open_space(pathfan_generation *index) {
  const pathfan_layout_header *h = index->view.header;
  const pathfan_frame frame = {.origin_x = h->origin_x,
                               .origin_y = h->origin_y,
                               .scale = h->scale,
                               .width = h->width,
                               .height = h->height,
                               .is_rounded = h->is_rounded};
  pathfan_space_open(&index->space, frame, &index->view.mesh, &index->view.locator,
                     &index->view.polygons->component,
                     sizeof *index->view.polygons / sizeof(int32_t));
  index->space.owner = index;
  index->space.check_location = check_location;
  index->space.wedge_at = wedge_at;
}

static pathfan_status open_reader(pathfan_generation *index, const pathfan_origin *origin,
                                  pathfan_error *error) {
  return origin->memory
             ? pathfan_reader_open_memory(origin->memory, origin->bytes, origin->path,
                                          &origin->options, &index->reader, error)
             : pathfan_reader_open(origin->path, &origin->options, &index->reader, error);
}

pathfan_status pathfan_generation_open(const pathfan_origin *origin, uint32_t number,
                                       pathfan_generation **out, pathfan_error *error) {
  *out = NULL;
  pathfan_generation *index = calloc(1, sizeof *index);
  if (!index) return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pthread_mutex_init(&index->lock, NULL);
  atomic_init(&index->holders, 1);
  index->number = number;
  index->path = strdup(origin->path);
  index->view.path = index->path;
  pathfan_status status =
      index->path ? PATHFAN_OK : pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) status = open_reader(index, origin, error);
  if (!status) status = find_sections(index, error);
  if (!status) open_space(index);
  if (!status && origin->options.policy == PATHFAN_OPEN_EAGER)
    for (int part = 0; part < PATHFAN_PART_TABLE + index->view.header->table_count && !status;
         part++)
      status = pathfan_generation_need(index, part, error);
  if (status) {
    pathfan_generation_release(index);
    return status;
  }
  *out = index;
  return PATHFAN_OK;
}

void pathfan_generation_release(pathfan_generation *index) {
  if (!index || atomic_fetch_sub(&index->holders, 1) > 1) return;
  pathfan_reader_close(index->reader);
  pthread_mutex_destroy(&index->lock);
  free(index->mesh_content);
  free(index->mesh_vertices);
  free(index->vertex_polygon);
  pathfan_space_close(&index->space);
  free(index->path);
  free(index);
}

/* ---- Checks at first use ---- */

static pathfan_status check_digests(const pathfan_generation *index, const char *const *names,
                                    pathfan_error *error) {
  for (; *names; names++) {
    const pathfan_status status =
        pathfan_reader_check(index->reader, pathfan_reader_find(index->reader, *names), error);
    if (status) return status;
  }
  return PATHFAN_OK;
}

static pathfan_status check_base(const pathfan_generation *index, pathfan_error *error) {
  static const char *const names[] = {"vertices", "polygons", "cones", "locator",
                                      "spans",    "labels",   "hubs",  NULL};
  static const char *const wedges[] = {"wedges", NULL};
  pathfan_status status = check_digests(index, names, error);
  if (!status && index->view.wedges) status = check_digests(index, wedges, error);
  return status ? status : pathfan_validate_base(&index->view, error);
}

static pathfan_status check_table(const pathfan_generation *index, int32_t table,
                                  pathfan_error *error) {
  char first[] = "cvpd1-first", bytes[] = "cvpd1";
  first[4] = bytes[4] = (char)('1' + table);
  const char *const names[] = {first, bytes, NULL};
  const pathfan_status status = check_digests(index, names, error);
  return status ? status : pathfan_validate_table(&index->view, table, error);
}

static pathfan_status check_regions(const pathfan_generation *index, pathfan_error *error) {
  static const char *const names[] = {"regions", NULL};
  if (!index->view.regions) return PATHFAN_OK;
  const pathfan_status status = check_digests(index, names, error);
  return status ? status : pathfan_validate_regions(&index->view, error);
}

/* The mesh is read once, into memory: the file holds it compressed, without the
 * convex vertices, which stand in their own section. */
static pathfan_status load_mesh(pathfan_generation *index, pathfan_error *error) {
  const pathfan_layout_header *h = index->view.header;
  const pathfan_section *section = pathfan_reader_find(index->reader, "mesh");
  const uint64_t count = (uint64_t)h->polygon_count + 1 + 2 * (uint64_t)h->mesh_corner_count +
                         2 * (uint64_t)(h->mesh_vertex_count - h->vertex_count);
  void *content = NULL;
  if (section->element_size != 4 || section->count != count)
    return damaged(index, error, "mesh", "of another size than the header says");
  pathfan_status status = pathfan_reader_load(index->reader, section, &content, error);
  if (status) return status;
  const int32_t *c = content;
  pathfan_lattice_point *vertices = malloc(((size_t)h->mesh_vertex_count + 1) * sizeof *vertices);
  int32_t *vertex_polygon = malloc(((size_t)h->vertex_count + 1) * sizeof *vertex_polygon);
  if (!vertices || !vertex_polygon)
    status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) status = pathfan_validate_mesh(&index->view, c, count, error);
  const pathfan_mesh mesh = {.vertex_count = h->mesh_vertex_count,
                             .convex_count = h->vertex_count,
                             .polygon_count = h->polygon_count,
                             .vertices = vertices,
                             .first_corner = (const uint32_t *)content,
                             .corner_vertex = c + h->polygon_count + 1,
                             .corner_neighbour = c + h->polygon_count + 1 + h->mesh_corner_count};
  if (!status) {
    const int32_t *rest = mesh.corner_neighbour + h->mesh_corner_count;
    for (int32_t v = 0; v < h->vertex_count; v++) vertices[v] = pathfan_vertex_at(&index->view, v);
    for (int32_t v = h->vertex_count; v < h->mesh_vertex_count; v++, rest += 2)
      vertices[v] = (pathfan_lattice_point){rest[0], rest[1]};
    status = pathfan_validate_cells(&index->view, &mesh, error);
  }
  if (status) {
    free(content);
    free(vertices);
    free(vertex_polygon);
    return status;
  }
  for (int32_t p = h->polygon_count - 1; p >= 0; p--)
    for (int32_t i = c[p]; i < c[p + 1]; i++)
      if (mesh.corner_vertex[i] < h->vertex_count) vertex_polygon[mesh.corner_vertex[i]] = p;
  index->mesh_content = content;
  index->mesh_vertices = vertices;
  index->view.vertex_polygon = index->vertex_polygon = vertex_polygon;
  index->view.mesh = mesh;
  return PATHFAN_OK;
}

pathfan_status pathfan_generation_need(const pathfan_generation *const_index, int part,
                                       pathfan_error *error) {
  /* It is immutable to its users; this is the one place that fills in. */
  pathfan_generation *index = (pathfan_generation *)const_index;
  int state = atomic_load_explicit(&index->state[part], memory_order_acquire);
  if (state == PATHFAN_PART_GOOD) return PATHFAN_OK;
  pathfan_fork_hold();
  pthread_mutex_lock(&index->lock);
  pathfan_status status = PATHFAN_OK;
  state = atomic_load_explicit(&index->state[part], memory_order_acquire);
  if (state > 0) {
    status = (pathfan_status)state;
  } else if (state == 0) {
    pathfan_error *verdict = &index->verdict[part];
    verdict->text[0] = 0;
    status = part == PATHFAN_PART_BASE      ? check_base(index, verdict)
             : part == PATHFAN_PART_REGIONS ? check_regions(index, verdict)
             : part == PATHFAN_PART_MESH    ? load_mesh(index, verdict)
                                         : check_table(index, part - PATHFAN_PART_TABLE, verdict);
    /* Out of memory may pass; damage does not. */
    if (status != PATHFAN_ERR_NO_MEMORY)
      atomic_store_explicit(&index->state[part], status ? (int)status : PATHFAN_PART_GOOD,
                            memory_order_release);
  }
  if (status && error) *error = index->verdict[part];
  pthread_mutex_unlock(&index->lock);
  pathfan_fork_release();
  return status;
}

pathfan_status pathfan_generation_need_location(const pathfan_generation *index,
                                                pathfan_error *error) {
  const pathfan_status status = pathfan_generation_need(index, PATHFAN_PART_BASE, error);
  return status ? status : pathfan_generation_need(index, PATHFAN_PART_MESH, error);
}
