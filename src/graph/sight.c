/* sight.c - one cone expansion per convex vertex gives its view and, inverted, the cone lists:
 * which vertices see into a polygon, and between which rays. A ray that bounds a view inside a
 * polygon always grazes an obstacle, so it passes through a convex vertex that the viewer sees;
 * cones are stored with those vertices instead of directions.
 *
 * If all of a polygon lies strictly behind a vertex, every path from there would turn against the
 * vertex's obstacle. The vertex can't be on a taut path from there and is left out of that
 * polygon's list. */
#include "graph/sight.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "geometry/angle.h"

/* Scratch of one thread. */
typedef struct sight {
  pf_visible visible;
  pf_cone_entry *cones;
  int32_t cone_capacity;
} sight;

typedef struct sight_job {
  const pf_mesh *mesh;
  const pf_wedge *wedge;
  const uint32_t *first_polygon; /* polygons that touch a convex vertex, as CSR */
  const int32_t *polygons;
  pf_vertex_sight *views;
  sight *sights; /* one per thread */
  int64_t max_cones;
  _Atomic int64_t cone_count; /* found so far */
  const pf_limits *limits;
} sight_job;

typedef struct angle_context {
  const pf_lattice_point *at;
  pf_lattice_point origin;
} angle_context;

static pf_fixed_point direction(const angle_context *c, int32_t vertex) {
  return pf_lift(pf_from_to(c->origin, c->at[vertex]), 0);
}

static int by_angle(const void *a, const void *b, void *context) {
  return pf_by_angle(direction(context, *(const int32_t *)a),
                     direction(context, *(const int32_t *)b));
}

/* Returns the convex vertex that stands for a bounding ray inside a polygon, or NONE if the polygon
 * doesn't reach beyond the ray. sign: +1 right ray, -1 left ray. */
static int32_t bounding_vertex(const pf_mesh *mesh, const int32_t *neighbours, int32_t count,
                               int32_t viewer, int32_t polygon, int32_t ray, int sign) {
  if (ray == PF_RAY_NONE) return ray;
  const pf_lattice_point origin = mesh->vertices[viewer];
  const pf_lattice_point d = pf_from_to(origin, mesh->vertices[ray]);
  bool beyond = false;
  for (uint32_t i = mesh->first_corner[polygon]; i < mesh->first_corner[polygon + 1]; i++) {
    const pf_lattice_point c = pf_from_to(origin, mesh->vertices[mesh->corner_vertex[i]]);
    const int64_t cross = pf_cross(d, c);
    if (sign > 0 ? cross < 0 : cross > 0) beyond = true;
  }
  if (!beyond) return PF_RAY_NONE;
  if (ray < mesh->convex_count) return ray;
  for (int32_t i = 0; i < count; i++)
    if (pf_same_ray(pf_lift(d, 0), pf_lift(pf_from_to(origin, mesh->vertices[neighbours[i]]), 0)))
      return neighbours[i];
  return PF_RAY_NONE; /* impossible in a sound mesh, but an index may hold another */
}

/* Whether a path coming to v from anywhere in a polygon would run into the obstacle there: whether
 * the polygon lies in the wedge opposite to the obstacle's, which is convex, so that checking
 * corners is enough. */
static bool wholly_behind(const pf_mesh *mesh, int32_t polygon, int32_t v, pf_wedge wedge) {
  for (uint32_t i = mesh->first_corner[polygon]; i < mesh->first_corner[polygon + 1]; i++) {
    const pf_lattice_point travel =
        pf_from_to(mesh->vertices[mesh->corner_vertex[i]], mesh->vertices[v]);
    if (pf_cross(wedge.first, travel) <= 0 || pf_cross(travel, wedge.second) <= 0) return false;
  }
  return true;
}

/* Sorts the vertices that a viewer sees by angle and keeps the nearest on each ray, but not the
 * viewer itself. Returns their number. */
static int32_t keep_nearest(angle_context *angles, int32_t *list, int32_t count, int32_t viewer) {
  int32_t others = 0, kept = 0;
  for (int32_t i = 0; i < count; i++)
    if (list[i] != viewer) list[others++] = list[i];
  if (others) pf_sort(list, (size_t)others, sizeof *list, by_angle, angles);
  for (int32_t i = 0; i < others; i++)
    if (!kept || !pf_same_ray(direction(angles, list[kept - 1]), direction(angles, list[i])))
      list[kept++] = list[i];
  return kept;
}

/* Collects the cones of a view that paths may come from. Returns their number. */
static int32_t keep_cones(const sight_job *job, int32_t v, int32_t neighbours, sight *s) {
  const pf_mesh *mesh = job->mesh;
  int32_t kept = 0;
  for (int32_t i = 0; i < s->visible.cone_count; i++) {
    const pf_cone *cone = &s->visible.cones[i];
    if (wholly_behind(mesh, cone->polygon, v, job->wedge[v])) continue;
    s->cones[kept++] = (pf_cone_entry){
        cone->polygon, v,
        bounding_vertex(mesh, s->visible.vertices, neighbours, v, cone->polygon, cone->right, 1),
        bounding_vertex(mesh, s->visible.vertices, neighbours, v, cone->polygon, cone->left, -1)};
  }
  return kept;
}

static pathfan_status see(void *context, int64_t item, int32_t thread) {
  sight_job *job = context;
  const pf_mesh *mesh = job->mesh;
  const int32_t v = (int32_t)item;
  sight *s = &job->sights[thread];
  pf_vertex_sight *out = &job->views[v];
  const uint32_t first = job->first_polygon[v], last = job->first_polygon[v + 1];
  pathfan_status status = pf_visible_from(&s->visible, mesh, pf_lift(mesh->vertices[v], 0), 0,
                                          job->polygons + first, (int32_t)(last - first));
  if (status) return status;

  status = pf_visible_list_vertices(&s->visible, mesh, pf_lift(mesh->vertices[v], 0), 0);
  if (status) return status;
  angle_context angles = {mesh->vertices, mesh->vertices[v]};
  const int32_t kept = keep_nearest(&angles, s->visible.vertices, s->visible.vertex_count, v);

  out->polygon = job->polygons[first];
  out->neighbour_count = kept;
  if (job->max_cones >= 0) {
    status = pf_grow(&s->cones, &s->cone_capacity, s->visible.cone_count);
    if (status) return status;
    out->cone_count = keep_cones(job, v, kept, s);
  }
  const int64_t all = atomic_fetch_add(&job->cone_count, out->cone_count) + out->cone_count;
  const int32_t cones = all <= job->max_cones ? out->cone_count : 0;
  status = pf_limits_take(job->limits, (uint64_t)kept * PF_SIGHT_NEIGHBOUR_BYTES +
                                           (uint64_t)cones * PF_SIGHT_CONE_BYTES);
  if (status) return status;
  out->neighbours = pf_alloc((uint64_t)kept, sizeof *out->neighbours);
  if (!out->neighbours) return PATHFAN_ERR_NO_MEMORY;
  if (kept) memcpy(out->neighbours, s->visible.vertices, (size_t)kept * sizeof *out->neighbours);
  if (!cones) return PATHFAN_OK;
  out->cones = pf_alloc((uint64_t)cones, sizeof *out->cones);
  if (!out->cones) return PATHFAN_ERR_NO_MEMORY;
  memcpy(out->cones, s->cones, (size_t)cones * sizeof *out->cones);
  return PATHFAN_OK;
}

/* Lists the polygons that touch each convex vertex. */
static pathfan_status touch_lists(const pf_mesh *mesh, uint32_t **first, int32_t **polygons) {
  const int32_t n = mesh->convex_count;
  *first = pf_alloc_zero((uint64_t)n + 2, sizeof **first);
  if (!*first) return PATHFAN_ERR_NO_MEMORY;
  const uint32_t corners = mesh->first_corner[mesh->polygon_count];
  for (uint32_t i = 0; i < corners; i++)
    if (mesh->corner_vertex[i] < n) (*first)[mesh->corner_vertex[i] + 2]++;
  for (int32_t v = 0; v <= n; v++) (*first)[v + 1] += (*first)[v];
  *polygons = pf_alloc((*first)[n + 1], sizeof **polygons);
  if (!*polygons) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t i = mesh->first_corner[p]; i < mesh->first_corner[p + 1]; i++) {
      const int32_t v = mesh->corner_vertex[i];
      if (v < n) (*polygons)[(*first)[v + 1]++] = p;
    }
  return PATHFAN_OK;
}

pathfan_status pf_sight_all(const pf_mesh *mesh, const pf_wedge *wedge, int32_t threads,
                            int64_t max_cones, pf_vertex_sight *views, const pf_limits *limits) {
  const int32_t n = mesh->convex_count;
  uint32_t *first_polygon = NULL;
  int32_t *polygons = NULL;
  sight_job job = {
      .mesh = mesh, .wedge = wedge, .views = views, .max_cones = max_cones, .limits = limits};
  pathfan_status status = touch_lists(mesh, &first_polygon, &polygons);
  if (status) goto cleanup;
  job.first_polygon = first_polygon;
  job.polygons = polygons;
  status = PATHFAN_ERR_NO_MEMORY;
  job.sights = pf_alloc_zero((uint64_t)threads, sizeof *job.sights);
  if (!job.sights) goto cleanup;
  status = pf_parallel_for(n, threads, see, &job, limits);

cleanup:
  for (int32_t t = 0; job.sights && t < threads; t++) {
    pf_visible_free(&job.sights[t].visible);
    free(job.sights[t].cones);
  }
  free(job.sights);
  free(first_polygon);
  free(polygons);
  return status;
}

void pf_views_free(pf_vertex_sight *views, int32_t count) {
  for (int32_t v = 0; views && v < count; v++) {
    free(views[v].neighbours);
    free(views[v].cones);
  }
  free(views);
}

/* A counting sort by polygon; vertices come in order. */
pathfan_status pf_cones_collect(const pf_mesh *mesh, const pf_vertex_sight *views,
                                int64_t max_cones, pf_cones *cones) {
  cones->count = 0;
  for (int32_t v = 0; v < mesh->convex_count; v++) cones->count += views[v].cone_count;
  if (cones->count > max_cones) return PATHFAN_OK;
  int64_t *next = pf_alloc_zero((uint64_t)mesh->polygon_count + 1, sizeof *next);
  cones->entries = pf_alloc((uint64_t)cones->count, sizeof *cones->entries);
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

void pf_cones_free(pf_cones *cones) {
  free(cones->entries);
  memset(cones, 0, sizeof *cones);
}
