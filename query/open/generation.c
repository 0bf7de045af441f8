/* generation.c - opening takes microseconds (find_sections.c). With the lazy policy contents are
 * checked part by part when they are first needed, once per process. After that look-ups trust the
 * file, because validate.c has checked every id and offset in it, and a published index never
 * changes. */
#include "generation.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fork.h"
#include "base/status.h"
#include "find_labels.h"
#include "find_sections.h"
#include "format/reader.h"
#include "pieces.h"
#include "stored_edges.h"
#include "terrain_view.h"
#include "validate.h"
#include "validate_terrain.h"

static pathfan_status open_reader(pf_generation *g, const pf_origin *origin, pathfan_error *error) {
  return origin->memory ? pathfan_reader_open_memory(origin->memory, origin->bytes, origin->path,
                                                     &origin->options, &g->reader, error)
                        : pathfan_reader_open(origin->path, &origin->options, &g->reader, error);
}

static pathfan_status check_location(const void *generation, pathfan_error *error) {
  return pf_generation_need_location(generation, error);
}

static pf_wedge wedge_at(const void *generation, int32_t vertex) {
  return pf_vertex_wedge(&((const pf_generation *)generation)->view, vertex);
}

static pathfan_status check_edges_of(const void *generation, pathfan_error *error) {
  return pf_generation_need(generation, PF_PART_EDGES, error);
}

static pathfan_status read_edges(const void *generation, pf_edge_list *edges) {
  return pf_stored_edges_read(&((const pf_generation *)generation)->view, edges);
}

static void open_space(pf_generation *g) {
  const pf_layout_header *h = g->view.header;
  const pf_frame frame = {.origin_x = h->origin_x,
                          .origin_y = h->origin_y,
                          .scale = h->scale,
                          .width = h->width,
                          .height = h->height,
                          .is_rounded = h->is_rounded};
  pf_space_open(&g->space, frame, &g->view.mesh, &g->view.locator, &g->view.polygons->component,
                sizeof *g->view.polygons / sizeof(int32_t));
  g->space.owner = g;
  g->space.check_location = check_location;
  g->space.wedge_at = wedge_at;
  if (g->view.terrain) {
    g->space.terrain = &g->view.terrain->terrain;
    if (!g->view.terrain->terrain.area) g->space.ways = &g->view.terrain->ways;
  }
  g->space.floors = g->view.floors;
  g->space.floor_count = g->view.floor_count;
  g->space.links = g->view.links;
  g->space.link_count = g->view.link_count;
  g->space.is_surface = g->view.heights != NULL;
  g->space.is_layered = g->view.heights && g->view.heights[0] != 0;
  if (!g->view.edges) return;
  g->space.check_edges = check_edges_of;
  g->space.read_edges = read_edges;
}

static pf_generation *create(const char *path, uint32_t number) {
  pf_generation *g = calloc(1, sizeof *g);
  if (!g) return NULL;
  pthread_mutex_init(&g->lock, NULL);
  g->file = g;
  g->number = number;
  g->path = strdup(path);
  g->view.path = g->path;
  return g;
}

/* Opens what the sections of the reader's radius hold. */
static pathfan_status open_sections(pf_generation *g, pathfan_error *error) {
  const pathfan_open_policy policy = g->reader->policy;
  pathfan_status status = pf_find_sections(g->reader, &g->view, error);
  if (!status && !pf_pieces_create(&g->view, policy == PATHFAN_OPEN_TRUST))
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) open_space(g);
  if (!status && policy == PATHFAN_OPEN_EAGER)
    for (int part = 0; part < PF_PART_TABLE + g->view.header->table_count && !status; part++)
      status = pf_generation_need(g, part, error);
  return status;
}

/* Opens the sections of a radius that isn't the least; messages say which one it is. */
static pathfan_status open_radius(pf_generation *g, pathfan_error *error) {
  const size_t length = strlen(g->path), room = 40;
  if (!g->reader->radius) return open_sections(g, error);
  const pf_radii radii = pf_radii_of(pathfan_reader_provenance(g->reader)->options);
  char *path = realloc(g->path, length + room);
  if (!path) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  snprintf(path + length, room, " (radius %.8g)", radii.list[g->reader->radius]);
  g->view.path = g->path = path;
  return open_sections(g, error);
}

static void destroy(pf_generation *g);

static pathfan_status finish(pf_generation *made, pathfan_status status, pf_generation **out) {
  if (!status)
    *out = made;
  else
    destroy(made);
  return status;
}

/* Has the reader of a file of several radii find the sections of the one that is wanted. */
static pathfan_status choose_radius(pathfan_reader *reader, double radius, pathfan_error *error) {
  int32_t number = -1;
  if (radius == 0) return PATHFAN_OK;
  const pf_radii radii = pf_radii_of(pathfan_reader_provenance(reader)->options);
  if (radius > 0) number = pf_radii_find(&radii, radius);
  if (number < 0)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: has no index for a radius of %.8g",
                   reader->path, radius);
  reader->radius = number;
  return PATHFAN_OK;
}

pathfan_status pf_generation_open(const pf_origin *origin, uint32_t number, pf_generation **out,
                                  pathfan_error *error) {
  *out = NULL;
  pf_generation *g = create(origin->path, number);
  if (!g) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  atomic_init(&g->holders, 1);
  pathfan_status status =
      g->path ? PATHFAN_OK : pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) status = open_reader(g, origin, error);
  if (!status) status = choose_radius(g->reader, origin->options.radius, error);
  if (!status) status = open_radius(g, error);
  return finish(g, status, out);
}

pathfan_status pf_generation_open_beside(pf_generation *file, int32_t radius, pf_generation **out,
                                         pathfan_error *error) {
  *out = NULL;
  pf_generation *g = create(file->path, file->number);
  if (!g) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  g->file = file;
  pathfan_status status =
      g->path ? PATHFAN_OK : pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) status = pf_reader_at_radius(file->reader, radius, &g->reader, error);
  if (!status) status = open_radius(g, error);
  return finish(g, status, out);
}

void pf_generation_release(pf_generation *g) {
  if (!g) return;
  assert(atomic_load(&g->file->holders) > 0);
  if (atomic_fetch_sub(&g->file->holders, 1) == 1) destroy(g->file);
}

static void destroy(pf_generation *g) {
  for (int i = 0; i < PF_LAYOUT_RADII_MAX; i++)
    if (atomic_load(&g->others[i])) destroy(atomic_load(&g->others[i]));
  pathfan_reader_close(g->reader);
  pthread_mutex_destroy(&g->lock);
  pf_pieces_free(&g->view);
  pf_find_labels_undo(&g->view);
  free(g->view.terrain);
  free(atomic_load(&g->taut_edges));
  free(g->mesh_content);
  free(g->mesh_vertices);
  free(g->vertex_polygon);
  pf_space_close(&g->space);
  free(g->path);
  free(g);
}

/* ---- Checks at first use ---- */

/* Checks the digests of a part's sections, as far as they are present. */
static pathfan_status check_digests(const pf_generation *g, int part, pathfan_error *error) {
  const int32_t table = part < PF_PART_TABLE ? 0 : part - PF_PART_TABLE;
  pathfan_status status = PATHFAN_OK;
  for (pf_section_id id = 0; id < PF_SECTIONS && !status; id++) {
    if (pf_section_rules[id].part != part - table) continue;
    const pathfan_section *section = pf_section_find(g->reader, id, table);
    if (section) status = pathfan_reader_check(g->reader, section, error);
  }
  return status;
}

static pathfan_status check_base(pf_generation *g, int part, pathfan_error *error) {
  const pathfan_status status = check_digests(g, part, error);
  return status ? status : pf_validate_base(&g->view, error);
}

static pathfan_status check_table(pf_generation *g, int part, pathfan_error *error) {
  const pathfan_status status = check_digests(g, part, error);
  return status ? status : pf_validate_table(&g->view, part - PF_PART_TABLE, error);
}

/* Checks all pieces of a part. */
static pathfan_status check_pieces(pf_generation *g, int part, pathfan_error *error) {
  const pathfan_status status = pf_pieces_check(&g->view, part);
  if (status) pf_generation_explain(g, error);
  return status;
}

static pathfan_status check_listed(pf_generation *g, int part, pathfan_error *error) {
  if (!g->view.listed.head) return PATHFAN_OK;
  const pathfan_status status = check_digests(g, PF_PART_LISTED_PIECES, error);
  return status ? status : check_pieces(g, part, error);
}

static pathfan_status check_labels(pf_generation *g, int part, pathfan_error *error) {
  const pathfan_status status = check_pieces(g, part, error);
  return status ? status : pf_validate_walks(&g->view, error);
}

/* Edges are checked against the vertices, which are in the base. */
static pathfan_status check_edges(pf_generation *g, int part, pathfan_error *error) {
  if (!g->view.edges) return PATHFAN_OK;
  const pathfan_status status = check_digests(g, part, error);
  return status ? status : pf_stored_edges_check(&g->view, error);
}

/* Finds the mesh's numbers: mapped or, if the file holds them compressed, read into memory. */
static pathfan_status open_mesh(pf_generation *g, const int32_t **numbers, uint64_t *count,
                                pathfan_error *error) {
  const pf_layout_header *h = g->view.header;
  const pathfan_section *section = pf_section_find(g->reader, PF_SECTION_MESH, 0);
  void *content = NULL;
  pathfan_status status = PATHFAN_OK;
  *count = (uint64_t)h->polygon_count + 1 + 2 * (uint64_t)h->mesh_corner_count +
           2 * (uint64_t)(h->mesh_vertex_count - h->vertex_count);
  if (section->element_size != pf_section_rules[PF_SECTION_MESH].element_size ||
      section->count != *count)
    return pf_fail(error, PATHFAN_ERR_DAMAGED,
                   "%s: section mesh: of another size than the header says", g->path);
  if (section->codec == PATHFAN_CODEC_RAW && section->chunk_count == 1) {
    *numbers = pathfan_reader_data(g->reader, section, 0, NULL);
    return pathfan_reader_check(g->reader, section, error);
  }
  free(g->mesh_content); /* from an attempt that ran out of memory */
  g->mesh_content = NULL;
  status = pathfan_reader_load(g->reader, section, &content, error);
  *numbers = g->mesh_content = content;
  return status;
}

/* Collects the places of all vertices of the mesh; the convex ones have a section of their own. */
static void place_vertices(const pf_generation *g, const int32_t *others,
                           pf_lattice_point *vertices) {
  const pf_layout_header *h = g->view.header;
  for (int32_t v = 0; v < h->vertex_count; v++) vertices[v] = pf_vertex_at(&g->view, v);
  memcpy(vertices + h->vertex_count, others,
         (size_t)(h->mesh_vertex_count - h->vertex_count) * sizeof *vertices);
}

/* Finds the first polygon that touches each vertex. Only convex vertices need one, but testing for
 * them would take longer. */
static pathfan_status find_polygons(const pf_generation *g, const pf_mesh *mesh, int32_t *polygon,
                                    pathfan_error *error) {
  for (int32_t v = 0; v < mesh->convex_count; v++) polygon[v] = -1;
  for (int32_t p = mesh->polygon_count - 1; p >= 0; p--)
    for (uint32_t i = mesh->first_corner[p]; i < mesh->first_corner[p + 1]; i++)
      polygon[mesh->corner_vertex[i]] = p;
  for (int32_t v = 0; v < mesh->convex_count; v++)
    if (polygon[v] < 0)
      return pf_fail(error, PATHFAN_ERR_DAMAGED,
                     "%s: section mesh: a vertex that no polygon touches (at %d)", g->path, v);
  return PATHFAN_OK;
}

/* Checks the heights of a surface. */
static pathfan_status check_heights(const pf_generation *g, pathfan_error *error) {
  const float *heights = g->view.heights;
  const int64_t count = (int64_t)g->view.header->mesh_corner_count + 1;
  if (!heights) return PATHFAN_OK;
  const pathfan_section *section = pf_section_find(g->reader, PF_SECTION_HEIGHTS, 0);
  const pathfan_status status = pathfan_reader_check(g->reader, section, error);
  for (int64_t i = 0; i < count && !status; i++)
    if (!isfinite(heights[i]) || (!i && heights[i] != 0 && heights[i] != 1))
      return pf_fail(error, PATHFAN_ERR_DAMAGED,
                     "%s: section heights: a number that is no height (at %lld)", g->path,
                     (long long)i);
  return status;
}

static pathfan_status load_mesh(pf_generation *g, int part, pathfan_error *error) {
  (void)part;
  const pf_layout_header *h = g->view.header;
  const int32_t *c = NULL;
  uint64_t count = 0;
  pathfan_status status = open_mesh(g, &c, &count, error);
  if (!status) status = pf_validate_mesh(&g->view, c, count, error);
  if (status) return status;
  pf_lattice_point *vertices = malloc(((size_t)h->mesh_vertex_count + 1) * sizeof *vertices);
  int32_t *vertex_polygon = malloc(((size_t)h->mesh_vertex_count + 1) * sizeof *vertex_polygon);
  const pf_mesh mesh = {.vertex_count = h->mesh_vertex_count,
                        .convex_count = h->vertex_count,
                        .polygon_count = h->polygon_count,
                        .vertices = vertices,
                        .first_corner = (const uint32_t *)c,
                        .corner_vertex = c + h->polygon_count + 1,
                        .corner_neighbour = c + h->polygon_count + 1 + h->mesh_corner_count,
                        .corner_height = g->view.heights ? g->view.heights + 1 : NULL,
                        .is_layered = g->view.heights && g->view.heights[0] != 0};
  if (!vertices || !vertex_polygon) status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) {
    place_vertices(g, mesh.corner_neighbour + h->mesh_corner_count, vertices);
    status = find_polygons(g, &mesh, vertex_polygon, error);
  }
  if (!status) status = pf_validate_cells(&g->view, &mesh, error);
  if (!status) status = check_heights(g, error);
  if (status) {
    free(vertices);
    free(vertex_polygon);
    return status;
  }
  g->mesh_vertices = vertices;
  g->view.vertex_polygon = g->vertex_polygon = vertex_polygon;
  g->view.mesh = mesh;
  return PATHFAN_OK;
}

/* Marks may have any value: the data that they refer to is checked by itself. */
static pathfan_status check_marks(pf_generation *g, int part, pathfan_error *error) {
  return check_digests(g, part, error);
}

/* A terrain is checked against its mesh. */
static pathfan_status check_terrain(pf_generation *g, int part, pathfan_error *error) {
  if (!g->view.terrain) return PATHFAN_OK;
  const pathfan_status status = check_digests(g, part, error);
  return status ? status : pf_validate_terrain(&g->view, error);
}

static pathfan_status check_links(pf_generation *g, int part, pathfan_error *error) {
  const pathfan_status status = check_digests(g, part, error);
  return status ? status : pf_validate_links(&g->view, error);
}

static pathfan_status check_ways(pf_generation *g, int part, pathfan_error *error) {
  if (!g->space.ways) return PATHFAN_OK;
  const pathfan_status status = check_digests(g, part, error);
  return status ? status : pf_validate_ways(&g->view, error);
}

static pathfan_status check_walks(pf_generation *g, int part, pathfan_error *error) {
  (void)part;
  return g->space.ways ? pf_validate_way_walks(&g->view, error) : PATHFAN_OK;
}

static pathfan_status (*const check_part[])(pf_generation *, int, pathfan_error *) = {
    [PF_PART_BASE] = check_base,           [PF_PART_MESH] = load_mesh,
    [PF_PART_LABELS] = check_labels,       [PF_PART_CONES] = check_pieces,
    [PF_PART_REGIONS] = check_pieces,      [PF_PART_EDGES] = check_edges,
    [PF_PART_ONWARD] = check_marks,        [PF_PART_LEADING] = check_marks,
    [PF_PART_DEFAULT_VIAS] = check_marks,  [PF_PART_LISTED] = check_listed,
    [PF_PART_LISTED_PIECES] = check_marks, [PF_PART_TERRAIN] = check_terrain,
    [PF_PART_WAYS] = check_ways,           [PF_PART_WALKS] = check_walks,
    [PF_PART_LINKS] = check_links,         [PF_PART_TABLE] = check_table, /* all tables */
};

pathfan_status pf_generation_need(const pf_generation *const_g, int part, pathfan_error *error) {
  /* It is immutable to its users; only this function fills it in. */
  pf_generation *g = (pf_generation *)const_g;
  assert(part >= 0 && part < PF_PARTS);
  int state = atomic_load_explicit(&g->state[part], memory_order_acquire);
  if (state == PF_PART_GOOD) return PATHFAN_OK;
  pf_fork_hold();
  pthread_mutex_lock(&g->lock);
  pathfan_status status = PATHFAN_OK;
  state = atomic_load_explicit(&g->state[part], memory_order_acquire);
  if (state > 0) {
    status = (pathfan_status)state;
  } else if (state == 0) {
    pathfan_error *verdict = &g->verdict[part];
    verdict->text[0] = 0;
    status = check_part[part < PF_PART_TABLE ? part : PF_PART_TABLE](g, part, verdict);
    /* Lack of memory may pass; damage doesn't. */
    if (status != PATHFAN_ERR_NO_MEMORY)
      atomic_store_explicit(&g->state[part], status ? (int)status : PF_PART_GOOD,
                            memory_order_release);
  }
  if (status && error) *error = g->verdict[part];
  pthread_mutex_unlock(&g->lock);
  pf_fork_release();
  return status;
}

void pf_generation_explain(const pf_generation *g, pathfan_error *error) {
  pf_pieces_explain(&g->view, g->reader, error);
}

pathfan_status pf_generation_need_location(const pf_generation *g, pathfan_error *error) {
  pathfan_status status = pf_generation_need(g, PF_PART_BASE, error);
  if (!status) status = pf_generation_need(g, PF_PART_MESH, error);
  if (!status && (g->view.floor_count || g->view.link_count))
    status = pf_generation_need(g, PF_PART_LINKS, error);
  return status || !g->view.terrain ? status : pf_generation_need(g, PF_PART_TERRAIN, error);
}

pathfan_status pf_generation_need_ways(const pf_generation *g, pathfan_error *error) {
  const pathfan_status status = pf_generation_need_location(g, error);
  return status ? status : pf_generation_need(g, PF_PART_WAYS, error);
}
