/* mesh_data.c - from raw polygons to a mesh.
 *
 * Neighbours are found by a hash of directed edges. Sectors are found by turning counter-clockwise
 * round a vertex, from the polygon whose edge away from the vertex is a wall to the one whose edge
 * towards it is. A vertex with several sectors is a pinch: each sector gets its own copy of the
 * vertex, so that no search that only looks at corners can pass through it. An obstacle's vertex is
 * convex if its sector is wider than half a turn; a point has at most one such sector. */
#include "mesh/mesh_data.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/edge_table.h"
#include "mesh/twins.h"

/* ---- Neighbours ---- */

pathfan_status pf_mesh_match(pf_mesh_data *mesh, int32_t *bad_polygon) {
  const int32_t polygons = mesh->view.polygon_count;
  const uint32_t corners = mesh->first_corner[polygons];
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  pf_edge_table table = {.mask = 15};
  while (table.mask < (uint64_t)corners * 2) table.mask = table.mask * 2 + 1;
  table.corner = pf_alloc_zero(table.mask + 1, sizeof *table.corner);
  table.key = pf_alloc(table.mask + 1, sizeof *table.key);
  int32_t *owner = pf_alloc(corners, sizeof *owner);
  int32_t *neighbour = pf_resize(mesh->corner_neighbour, corners, sizeof *neighbour);
  if (neighbour) mesh->corner_neighbour = neighbour;
  if (!table.corner || !table.key || !owner || !neighbour) goto cleanup;

  for (int32_t p = 0; p < polygons; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const uint64_t key = pf_edge_key(
          mesh->corner_vertex[c], mesh->corner_vertex[pf_corner_after(mesh->first_corner, p, c)]);
      const uint64_t at = pf_edge_find(&table, key);
      if (table.corner[at]) {
        if (bad_polygon) *bad_polygon = p;
        status = PATHFAN_ERR_MALFORMED;
        goto cleanup;
      }
      table.corner[at] = c + 1;
      table.key[at] = key;
      owner[c] = p;
    }
  for (int32_t p = 0; p < polygons; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const uint64_t at = pf_edge_find(
          &table, pf_edge_key(mesh->corner_vertex[pf_corner_after(mesh->first_corner, p, c)],
                              mesh->corner_vertex[c]));
      neighbour[c] = table.corner[at] ? owner[table.corner[at] - 1] : PF_MESH_NONE;
    }
  status = PATHFAN_OK;

cleanup:
  free(table.corner);
  free(table.key);
  free(owner);
  return status;
}

/* ---- Components ---- */

static pathfan_status label_components(pf_mesh_data *mesh) {
  const int32_t count = mesh->view.polygon_count;
  int32_t *queue = pf_alloc((uint64_t)count, sizeof *queue);
  int32_t *component = pf_resize(mesh->component, (uint64_t)count, sizeof *component);
  if (component) mesh->component = component;
  if (!queue || !component) {
    free(queue);
    return PATHFAN_ERR_NO_MEMORY;
  }
  mesh->component_count = 0;
  for (int32_t i = 0; i < count; i++) component[i] = -1;
  for (int32_t seed = 0; seed < count; seed++) {
    if (component[seed] >= 0) continue;
    int32_t head = 0, tail = 0;
    queue[tail++] = seed;
    component[seed] = mesh->component_count;
    while (head < tail) {
      const int32_t polygon = queue[head++];
      for (uint32_t i = mesh->first_corner[polygon]; i < mesh->first_corner[polygon + 1]; i++) {
        const int32_t next = mesh->corner_neighbour[i];
        if (next < 0 || component[next] >= 0) continue;
        component[next] = mesh->component_count;
        queue[tail++] = next;
      }
    }
    mesh->component_count++;
  }
  free(queue);
  return PATHFAN_OK;
}

/* ---- Sectors and convex vertices ---- */

typedef struct convex_vertex {
  pf_lattice_point at;
  int32_t sector;
  pf_wedge wedge;
} convex_vertex;

typedef struct sectors {
  int32_t *twin; /* [Size: corners] see pf_mesh_twins */
  int32_t count, capacity;
  pf_lattice_point *at;  /* [Size: capacity] the position of the sector's vertex */
  int32_t *of_corner;    /* [Size: corners] sector of a corner; -1: not found yet */
  int32_t *of_vertex;    /* [Size: vertices] sector of an inner vertex, or -1 */
  convex_vertex *convex; /* [Size: capacity] */
  int32_t convex_count;
} sectors;

/* Adds the sector that begins at a wall: from `corner` of `polygon` counter-clockwise. */
static void sweep(pf_mesh_data *mesh, sectors *s, int32_t polygon, uint32_t corner) {
  const int32_t sector = s->count++;
  const pf_lattice_point at = mesh->vertices[mesh->corner_vertex[corner]];
  const pf_lattice_point right = pf_from_to(
      at,
      mesh->vertices[mesh->corner_vertex[pf_corner_after(mesh->first_corner, polygon, corner)]]);
  uint32_t last = corner;
  int32_t owner = polygon;
  s->at[sector] = at;
  for (int64_t here = corner; here >= 0 && s->of_corner[here] < 0;) {
    last = (uint32_t)here;
    owner = polygon;
    s->of_corner[last] = sector;
    const uint32_t before = pf_corner_before(mesh->first_corner, polygon, last);
    polygon = mesh->corner_neighbour[before];
    here = s->twin[before]; /* the corner at the same vertex beyond the edge that leads to it */
  }
  const pf_lattice_point left = pf_from_to(
      at, mesh->vertices[mesh->corner_vertex[pf_corner_before(mesh->first_corner, owner, last)]]);
  if (pf_cross(right, left) < 0)
    s->convex[s->convex_count++] = (convex_vertex){at, sector, {.first = left, .second = right}};
}

static void find_sectors(pf_mesh_data *mesh, sectors *s) {
  const int32_t polygons = mesh->view.polygon_count;
  for (int32_t p = 0; p < polygons; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++)
      if (mesh->corner_neighbour[c] < 0) sweep(mesh, s, p, c);
  /* The remaining corners have free space all round. */
  for (uint32_t c = 0; c < mesh->first_corner[polygons]; c++) {
    if (s->of_corner[c] >= 0) continue;
    const int32_t v = mesh->corner_vertex[c];
    if (s->of_vertex[v] < 0) {
      s->at[s->count] = mesh->vertices[v];
      s->of_vertex[v] = s->count++;
    }
    s->of_corner[c] = s->of_vertex[v];
  }
}

static int by_row(const void *a, const void *b) {
  const convex_vertex *v = a, *w = b;
  const int place = pf_compare_points(v->at, w->at);
  return place ? place : (v->sector > w->sector) - (v->sector < w->sector);
}

/* Turns sectors into vertices: the convex ones sorted by (y, x), the others by the old vertex they
 * stand at, then in the order found. */
static pathfan_status renumber(pf_mesh_data *mesh, sectors *s) {
  const uint32_t corners = mesh->first_corner[mesh->view.polygon_count];
  const int32_t old_count = mesh->view.vertex_count;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  int32_t *number = pf_alloc((uint64_t)s->count, sizeof *number);
  int32_t *old_of = pf_alloc((uint64_t)s->count, sizeof *old_of);
  int32_t *first = pf_alloc_zero((uint64_t)old_count + 1, sizeof *first);
  pf_lattice_point *vertices = pf_alloc((uint64_t)s->count, sizeof *vertices);
  pf_wedge *wedge = pf_alloc((uint64_t)s->convex_count, sizeof *wedge);
  if (!number || !old_of || !first || !vertices || !wedge) goto cleanup;

  for (uint32_t c = 0; c < corners; c++) old_of[s->of_corner[c]] = mesh->corner_vertex[c];
  memset(number, 0xff, (size_t)s->count * sizeof *number);
  qsort(s->convex, (size_t)s->convex_count, sizeof *s->convex, by_row);
  for (int32_t i = 0; i < s->convex_count; i++) {
    number[s->convex[i].sector] = i;
    wedge[i] = s->convex[i].wedge;
  }
  for (int32_t i = 0; i < s->count; i++)
    if (number[i] < 0) first[old_of[i] + 1]++;
  for (int32_t v = 0; v < old_count; v++) first[v + 1] += first[v];
  for (int32_t i = 0; i < s->count; i++)
    if (number[i] < 0) number[i] = s->convex_count + first[old_of[i]]++;
  for (int32_t i = 0; i < s->count; i++) vertices[number[i]] = s->at[i];
  for (uint32_t c = 0; c < corners; c++) mesh->corner_vertex[c] = number[s->of_corner[c]];
  free(mesh->vertices);
  free(mesh->wedge);
  mesh->vertices = vertices;
  mesh->wedge = wedge;
  mesh->view.vertex_count = s->count;
  mesh->view.convex_count = s->convex_count;
  vertices = NULL;
  wedge = NULL;
  status = PATHFAN_OK;

cleanup:
  free(number);
  free(old_of);
  free(first);
  free(vertices);
  free(wedge);
  return status;
}

pathfan_status pf_mesh_finish(pf_mesh_data *mesh) {
  const uint32_t corners = mesh->first_corner[mesh->view.polygon_count];
  sectors s = {.capacity = (int32_t)corners};
  mesh->view.vertices = mesh->vertices;
  mesh->view.first_corner = mesh->first_corner;
  mesh->view.corner_vertex = mesh->corner_vertex;
  mesh->view.corner_neighbour = mesh->corner_neighbour;
  mesh->view.corner_height = mesh->corner_height;
  pathfan_status status = label_components(mesh);
  if (status) return status;
  s.twin = pf_alloc(corners, sizeof *s.twin);
  s.at = pf_alloc((uint64_t)s.capacity, sizeof *s.at);
  s.convex = pf_alloc((uint64_t)s.capacity, sizeof *s.convex);
  s.of_corner = pf_alloc(corners, sizeof *s.of_corner);
  s.of_vertex = pf_alloc((uint64_t)mesh->view.vertex_count, sizeof *s.of_vertex);
  status = s.twin ? pf_mesh_twins(&mesh->view, s.twin) : PATHFAN_ERR_NO_MEMORY;
  if (!status && s.at && s.convex && s.of_corner && s.of_vertex) {
    memset(s.of_corner, 0xff, (size_t)corners * sizeof *s.of_corner);
    memset(s.of_vertex, 0xff, (size_t)mesh->view.vertex_count * sizeof *s.of_vertex);
    find_sectors(mesh, &s);
    status = renumber(mesh, &s);
  } else {
    status = PATHFAN_ERR_NO_MEMORY;
  }
  mesh->view.vertices = mesh->vertices;
  free(s.twin);
  free(s.at);
  free(s.convex);
  free(s.of_corner);
  free(s.of_vertex);
  return status;
}

void pf_mesh_data_free(pf_mesh_data *mesh) {
  free(mesh->vertices);
  free(mesh->first_corner);
  free(mesh->corner_vertex);
  free(mesh->corner_neighbour);
  free(mesh->corner_height);
  free(mesh->wedge);
  free(mesh->component);
  memset(mesh, 0, sizeof *mesh);
}
