/* sight.c - one cone expansion per convex vertex gives its view and, inverted, the cone lists:
 * which vertices see into a polygon, and between which rays. A ray that bounds a view inside a
 * polygon always grazes an obstacle, so it passes through a convex vertex that the viewer sees;
 * cones are stored with those vertices instead of directions.
 *
 * If all of a polygon lies strictly behind a vertex, every path from there would turn against the
 * vertex's obstacle. The vertex can't be on a taut path from there and is left out of that
 * polygon's list. */
#include "graph/sight.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "geometry/angle.h"

/* Scratch of one thread. */
typedef struct sight {
  pathfan_visible visible;
  pathfan_cone_entry *cones;
  int32_t cone_capacity;
} sight;

typedef struct sight_job {
  const pathfan_mesh *mesh;
  const pathfan_wedge *wedge;
  const uint32_t *first_polygon; /* polygons that touch a convex vertex, as CSR */
  const int32_t *polygons;
  pathfan_vertex_sight *views;
  sight *sights; /* one per thread */
} sight_job;

typedef struct angle_context {
  const pathfan_lattice_point *at;
  pathfan_lattice_point origin;
} angle_context;

static pathfan_fixed_point direction(const angle_context *c, int32_t vertex) {
  return pathfan_lift(pathfan_from_to(c->origin, c->at[vertex]), 0);
}

static int by_angle(const void *a, const void *b, void *context) {
  return pathfan_by_angle(direction(context, *(const int32_t *)a),
                          direction(context, *(const int32_t *)b));
}

/* Returns the convex vertex that stands for a bounding ray inside a polygon, or NONE if the polygon
 * doesn't reach beyond the ray. sign: +1 right ray, -1 left ray. */
static int32_t bounding_vertex(const pathfan_mesh *mesh, const int32_t *neighbours, int32_t count,
                               int32_t viewer, int32_t polygon, int32_t ray, int sign) {
  if (ray == PATHFAN_RAY_NONE) return ray;
  const pathfan_lattice_point origin = mesh->vertices[viewer];
  const pathfan_lattice_point d = pathfan_from_to(origin, mesh->vertices[ray]);
  bool beyond = false;
  for (uint32_t i = mesh->first_corner[polygon]; i < mesh->first_corner[polygon + 1]; i++) {
    const pathfan_lattice_point c = pathfan_from_to(origin, mesh->vertices[mesh->corner_vertex[i]]);
    const int64_t cross = pathfan_cross(d, c);
    if (sign > 0 ? cross < 0 : cross > 0) beyond = true;
  }
  if (!beyond) return PATHFAN_RAY_NONE;
  if (ray < mesh->convex_count) return ray;
  for (int32_t i = 0; i < count; i++)
    if (pathfan_same_ray(pathfan_lift(d, 0),
                         pathfan_lift(pathfan_from_to(origin, mesh->vertices[neighbours[i]]), 0)))
      return neighbours[i];
  return PATHFAN_RAY_NONE; /* impossible in a sound mesh, but an index may hold another */
}

/* Whether a path coming to v from anywhere in a polygon would run into the obstacle there: whether
 * the polygon lies in the wedge opposite to the obstacle's, which is convex, so that checking
 * corners is enough. */
static bool wholly_behind(const pathfan_mesh *mesh, int32_t polygon, int32_t v,
                          pathfan_wedge wedge) {
  for (uint32_t i = mesh->first_corner[polygon]; i < mesh->first_corner[polygon + 1]; i++) {
    const pathfan_lattice_point travel =
        pathfan_from_to(mesh->vertices[mesh->corner_vertex[i]], mesh->vertices[v]);
    if (pathfan_cross(wedge.first, travel) <= 0 || pathfan_cross(travel, wedge.second) <= 0)
      return false;
  }
  return true;
}

/* Sorts the vertices that a viewer sees by angle and keeps the nearest on each ray, but not the
 * viewer itself. Returns their number. */
static int32_t keep_nearest(angle_context *angles, int32_t *list, int32_t count, int32_t viewer) {
  int32_t others = 0, kept = 0;
  for (int32_t i = 0; i < count; i++)
    if (list[i] != viewer) list[others++] = list[i];
  if (others) pathfan_sort(list, (size_t)others, sizeof *list, by_angle, angles);
  for (int32_t i = 0; i < others; i++)
    if (!kept || !pathfan_same_ray(direction(angles, list[kept - 1]), direction(angles, list[i])))
      list[kept++] = list[i];
  return kept;
}

static pathfan_status see(void *context, int64_t item, int32_t thread) {
  const sight_job *job = context;
  const pathfan_mesh *mesh = job->mesh;
  const int32_t v = (int32_t)item;
  sight *s = &job->sights[thread];
  pathfan_vertex_sight *out = &job->views[v];
  const uint32_t first = job->first_polygon[v], last = job->first_polygon[v + 1];
  pathfan_status status =
      pathfan_visible_from(&s->visible, mesh, pathfan_lift(mesh->vertices[v], 0), 0,
                           job->polygons + first, (int32_t)(last - first));
  if (status) return status;

  status = pathfan_visible_list_vertices(&s->visible, mesh, pathfan_lift(mesh->vertices[v], 0), 0);
  if (status) return status;
  angle_context angles = {mesh->vertices, mesh->vertices[v]};
  const int32_t kept = keep_nearest(&angles, s->visible.vertices, s->visible.vertex_count, v);

  const int32_t cone_max = s->visible.cone_count;
  status = pathfan_grow(&s->cones, &s->cone_capacity, cone_max, sizeof *s->cones);
  if (status) return status;
  int32_t cones = 0;
  for (int32_t i = 0; i < cone_max; i++) {
    const pathfan_cone *cone = &s->visible.cones[i];
    if (wholly_behind(mesh, cone->polygon, v, job->wedge[v])) continue;
    s->cones[cones++] = (pathfan_cone_entry){
        cone->polygon, v,
        bounding_vertex(mesh, s->visible.vertices, kept, v, cone->polygon, cone->right, 1),
        bounding_vertex(mesh, s->visible.vertices, kept, v, cone->polygon, cone->left, -1)};
  }

  out->polygon = job->polygons[first];
  out->cones = pathfan_alloc((uint64_t)cones, sizeof *out->cones);
  out->neighbours = pathfan_alloc((uint64_t)kept, sizeof *out->neighbours);
  if (!out->cones || !out->neighbours) return PATHFAN_ERR_NO_MEMORY;
  if (cones) memcpy(out->cones, s->cones, (size_t)cones * sizeof *out->cones);
  if (kept) memcpy(out->neighbours, s->visible.vertices, (size_t)kept * sizeof *out->neighbours);
  out->cone_count = cones;
  out->neighbour_count = kept;
  return PATHFAN_OK;
}

/* Lists the polygons that touch each convex vertex. */
static pathfan_status touch_lists(const pathfan_mesh *mesh, uint32_t **first, int32_t **polygons) {
  const int32_t n = mesh->convex_count;
  *first = pathfan_alloc_zero((uint64_t)n + 2, sizeof **first);
  if (!*first) return PATHFAN_ERR_NO_MEMORY;
  const uint32_t corners = mesh->first_corner[mesh->polygon_count];
  for (uint32_t i = 0; i < corners; i++)
    if (mesh->corner_vertex[i] < n) (*first)[mesh->corner_vertex[i] + 2]++;
  for (int32_t v = 0; v <= n; v++) (*first)[v + 1] += (*first)[v];
  *polygons = pathfan_alloc((*first)[n + 1], sizeof **polygons);
  if (!*polygons) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t i = mesh->first_corner[p]; i < mesh->first_corner[p + 1]; i++) {
      const int32_t v = mesh->corner_vertex[i];
      if (v < n) (*polygons)[(*first)[v + 1]++] = p;
    }
  return PATHFAN_OK;
}

pathfan_status pathfan_sight_all(const pathfan_mesh *mesh, const pathfan_wedge *wedge,
                                 int32_t threads, pathfan_vertex_sight *views,
                                 pathfan_done_function *done, void *done_context) {
  const int32_t n = mesh->convex_count;
  uint32_t *first_polygon = NULL;
  int32_t *polygons = NULL;
  sight_job job = {.mesh = mesh, .wedge = wedge, .views = views};
  pathfan_status status = touch_lists(mesh, &first_polygon, &polygons);
  if (status) goto cleanup;
  job.first_polygon = first_polygon;
  job.polygons = polygons;
  status = PATHFAN_ERR_NO_MEMORY;
  job.sights = pathfan_alloc_zero((uint64_t)threads, sizeof *job.sights);
  if (!job.sights) goto cleanup;
  status = pathfan_parallel_for(n, threads, see, &job, done, done_context);

cleanup:
  for (int32_t t = 0; job.sights && t < threads; t++) {
    pathfan_visible_free(&job.sights[t].visible);
    free(job.sights[t].cones);
  }
  free(job.sights);
  free(first_polygon);
  free(polygons);
  return status;
}

void pathfan_views_free(pathfan_vertex_sight *views, int32_t count) {
  for (int32_t v = 0; views && v < count; v++) {
    free(views[v].neighbours);
    free(views[v].cones);
  }
  free(views);
}

/* A counting sort by polygon; vertices come in order. */
pathfan_status pathfan_cones_collect(const pathfan_mesh *mesh, const pathfan_vertex_sight *views,
                                     int64_t max_cones, pathfan_cones *cones) {
  cones->count = 0;
  for (int32_t v = 0; v < mesh->convex_count; v++) cones->count += views[v].cone_count;
  if (cones->count > max_cones) return PATHFAN_OK;
  int64_t *next = pathfan_alloc_zero((uint64_t)mesh->polygon_count + 1, sizeof *next);
  cones->entries = pathfan_alloc((uint64_t)cones->count, sizeof *cones->entries);
  if (!next || !cones->entries) {
    free(next);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t v = 0; v < mesh->convex_count; v++)
    for (int32_t i = 0; i < views[v].cone_count; i++) next[views[v].cones[i].polygon + 1]++;
  for (int32_t p = 0; p < mesh->polygon_count; p++) next[p + 1] += next[p];
  for (int32_t v = 0; v < mesh->convex_count; v++)
    for (int32_t i = 0; i < views[v].cone_count; i++)
      cones->entries[next[views[v].cones[i].polygon]++] = views[v].cones[i];
  free(next);
  return PATHFAN_OK;
}

void pathfan_cones_free(pathfan_cones *cones) {
  free(cones->entries);
  memset(cones, 0, sizeof *cones);
}
