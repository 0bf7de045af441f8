/* graph.c - the visibility graph, by one cone expansion per convex vertex.
 *
 * The same expansion gives the cone lists (inverse visibility): which vertices
 * see into a polygon, and between which rays. A ray that bounds a view inside a
 * polygon always grazes an obstacle, so it passes through a convex vertex that
 * the viewer sees; cones are stored with those vertices instead of directions.
 *
 * A vertex from which no point of a polygon can be reached without turning
 * against its obstacle (all of the polygon lies strictly behind it) can't be on
 * a taut path from there and is left out of that polygon's list. */
#include "graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

/* What one vertex sees. */
typedef struct view {
  int32_t *neighbours; /* nearest on each ray, by angle; cones follow in the same block */
  pathfan_cone_entry *cones;
  int32_t neighbour_count, cone_count;
} view;

/* Scratch of one thread. */
typedef struct sight {
  pathfan_visible visible;
  int32_t *seen; /* [Size: convex_count] last viewer that listed the vertex */
  int32_t *list;
  int32_t list_capacity;
  pathfan_cone_entry *cones;
  int32_t cone_capacity;
} sight;

typedef struct graph_job {
  const pathfan_mesh *mesh;
  const uint8_t *quadrant;
  const uint32_t *first_polygon; /* polygons that touch a convex vertex, CSR */
  const int32_t *polygons;
  view *views;
  sight *sights; /* one per thread */
} graph_job;

/* Order of directions round a vertex: by angle from +x, counter-clockwise. */
static int half(pathfan_lattice d) {
  return d.y < 0 || (d.y == 0 && d.x < 0);
}

typedef struct angle_context {
  const pathfan_lattice *at;
  pathfan_lattice origin;
} angle_context;

static int by_angle(const void *a, const void *b, void *context) {
  const angle_context *c = context;
  const int32_t va = *(const int32_t *)a, vb = *(const int32_t *)b;
  const pathfan_lattice da = pathfan_from_to(c->origin, c->at[va]);
  const pathfan_lattice db = pathfan_from_to(c->origin, c->at[vb]);
  if (half(da) != half(db)) return half(da) - half(db);
  const int64_t cross = pathfan_cross(da, db);
  if (cross) return cross > 0 ? -1 : 1;
  const int64_t la = pathfan_dot(da, da), lb = pathfan_dot(db, db);
  return (la > lb) - (la < lb);
}

static bool same_ray(pathfan_lattice a, pathfan_lattice b) {
  return pathfan_cross(a, b) == 0 && pathfan_dot(a, b) > 0;
}

/* The convex vertices among a cone's corners that lie in it. */
static pathfan_status list_corners(sight *s, const pathfan_mesh *mesh, const pathfan_cone *cone,
                                   int32_t viewer, int32_t *count) {
  const pathfan_fixed origin = pathfan_lift(mesh->vertices[viewer], 0);
  for (uint32_t i = mesh->first_corner[cone->polygon]; i < mesh->first_corner[cone->polygon + 1];
       i++) {
    const int32_t v = mesh->corner_vertex[i];
    if (v >= mesh->convex_count || v == viewer || s->seen[v] == viewer) continue;
    const pathfan_fixed d = pathfan_fixed_from_to(origin, pathfan_lift(mesh->vertices[v], 0));
    if (!pathfan_cone_holds(mesh, cone, origin, 0, d)) continue;
    s->seen[v] = viewer;
    if (*count == s->list_capacity) {
      const int32_t capacity = s->list_capacity ? s->list_capacity * 2 : 256;
      int32_t *grown = pathfan_resize(s->list, (uint64_t)capacity, sizeof *grown);
      if (!grown) return PATHFAN_ERR_NO_MEMORY;
      s->list = grown;
      s->list_capacity = capacity;
    }
    s->list[(*count)++] = v;
  }
  return PATHFAN_OK;
}

/* The convex vertex that stands for a bounding ray inside a polygon, or NONE if
 * the polygon doesn't reach beyond the ray. sign: +1 right ray, -1 left ray. */
static int32_t bounding_vertex(const pathfan_mesh *mesh, const int32_t *neighbours, int32_t count,
                               int32_t viewer, int32_t polygon, int32_t ray, int sign) {
  if (ray == PATHFAN_RAY_NONE) return ray;
  const pathfan_lattice origin = mesh->vertices[viewer];
  const pathfan_lattice d = pathfan_from_to(origin, mesh->vertices[ray]);
  bool beyond = false;
  for (uint32_t i = mesh->first_corner[polygon]; i < mesh->first_corner[polygon + 1]; i++) {
    const pathfan_lattice c = pathfan_from_to(origin, mesh->vertices[mesh->corner_vertex[i]]);
    const int64_t cross = pathfan_cross(d, c);
    if (sign > 0 ? cross < 0 : cross > 0) beyond = true;
  }
  if (!beyond) return PATHFAN_RAY_NONE;
  if (ray < mesh->convex_count) return ray;
  for (int32_t i = 0; i < count; i++)
    if (same_ray(d, pathfan_from_to(origin, mesh->vertices[neighbours[i]]))) return neighbours[i];
  assert(!"a bounding ray passes a convex vertex");
  return PATHFAN_RAY_NONE;
}

/* Whether all of a polygon lies strictly behind the obstacle at v. */
static bool wholly_behind(const pathfan_mesh *mesh, int32_t polygon, int32_t v,
                          pathfan_wedge wedge) {
  for (uint32_t i = mesh->first_corner[polygon]; i < mesh->first_corner[polygon + 1]; i++) {
    const pathfan_lattice travel =
        pathfan_from_to(mesh->vertices[mesh->corner_vertex[i]], mesh->vertices[v]);
    if (pathfan_side_of(wedge, travel) != PATHFAN_SIDE_NONE) return false;
  }
  return true;
}

static pathfan_status see(void *context, int64_t item, int32_t thread) {
  const graph_job *job = context;
  const pathfan_mesh *mesh = job->mesh;
  const int32_t v = (int32_t)item;
  sight *s = &job->sights[thread];
  view *out = &job->views[v];
  const uint32_t first = job->first_polygon[v], last = job->first_polygon[v + 1];
  pathfan_status status =
      pathfan_visible_from(&s->visible, mesh, pathfan_lift(mesh->vertices[v], 0), 0,
                           job->polygons + first, (int32_t)(last - first));
  if (status) return status;

  int32_t count = 0;
  for (int32_t i = 0; i < s->visible.cone_count; i++) {
    status = list_corners(s, mesh, &s->visible.cones[i], v, &count);
    if (status) return status;
  }
  angle_context angles = {mesh->vertices, mesh->vertices[v]};
  if (count) qsort_r(s->list, (size_t)count, sizeof *s->list, by_angle, &angles);
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++)
    if (!kept || !same_ray(pathfan_from_to(angles.origin, angles.at[s->list[kept - 1]]),
                           pathfan_from_to(angles.origin, angles.at[s->list[i]])))
      s->list[kept++] = s->list[i];

  const int32_t cone_max = s->visible.cone_count;
  if (cone_max > s->cone_capacity) {
    pathfan_cone_entry *grown = pathfan_resize(s->cones, (uint64_t)cone_max * 2, sizeof *grown);
    if (!grown) return PATHFAN_ERR_NO_MEMORY;
    s->cones = grown;
    s->cone_capacity = cone_max * 2;
  }
  const pathfan_wedge wedge = pathfan_quadrant_wedge(job->quadrant[v]);
  int32_t cones = 0;
  for (int32_t i = 0; i < cone_max; i++) {
    const pathfan_cone *cone = &s->visible.cones[i];
    if (wholly_behind(mesh, cone->polygon, v, wedge)) continue;
    s->cones[cones++] = (pathfan_cone_entry){
        cone->polygon, v, bounding_vertex(mesh, s->list, kept, v, cone->polygon, cone->right, 1),
        bounding_vertex(mesh, s->list, kept, v, cone->polygon, cone->left, -1)};
  }

  out->cones = pathfan_alloc((uint64_t)cones, sizeof *out->cones);
  out->neighbours = pathfan_alloc((uint64_t)kept, sizeof *out->neighbours);
  if (!out->cones || !out->neighbours) return PATHFAN_ERR_NO_MEMORY;
  if (cones) memcpy(out->cones, s->cones, (size_t)cones * sizeof *out->cones);
  if (kept) memcpy(out->neighbours, s->list, (size_t)kept * sizeof *out->neighbours);
  out->cone_count = cones;
  out->neighbour_count = kept;
  return PATHFAN_OK;
}

/* Polygons that touch each convex vertex. */
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

static pathfan_wedge wedge_of(const pathfan_graph *graph, int32_t v) {
  return pathfan_quadrant_wedge(graph->quadrant[v]);
}

static int group_of(const pathfan_graph *graph, int32_t v, int32_t to) {
  const pathfan_lattice d = pathfan_from_to(graph->at[v], graph->at[to]);
  const pathfan_side near = pathfan_side_of(wedge_of(graph, v), d);
  if (near == PATHFAN_SIDE_NONE) return PATHFAN_EDGES_OTHER;
  const bool taut = pathfan_side_of(wedge_of(graph, to), d) != PATHFAN_SIDE_NONE;
  if (near == PATHFAN_SIDE_LEFT) return taut ? PATHFAN_EDGES_LEFT_TAUT : PATHFAN_EDGES_LEFT_END;
  return taut ? PATHFAN_EDGES_RIGHT_TAUT : PATHFAN_EDGES_RIGHT_END;
}

typedef struct edge_sort {
  const pathfan_graph *graph;
  int32_t v;
} edge_sort;

/* LEFT groups counter-clockwise, RIGHT groups clockwise; both lie within a half
 * turn. OTHER by number. */
static int by_group(const void *a, const void *b, void *context) {
  const edge_sort *c = context;
  const pathfan_edge *ea = a, *eb = b;
  if (ea->side != eb->side) return ea->side - eb->side; /* holds the group while sorting */
  if (ea->side == PATHFAN_EDGES_OTHER) return (ea->to > eb->to) - (ea->to < eb->to);
  const pathfan_lattice origin = c->graph->at[c->v];
  const int64_t cross = pathfan_cross(pathfan_from_to(origin, c->graph->at[ea->to]),
                                      pathfan_from_to(origin, c->graph->at[eb->to]));
  const int turn = (cross > 0) - (cross < 0);
  return ea->side <= PATHFAN_EDGES_LEFT_END ? -turn : turn;
}

/* First edge in [begin,end) that may follow travel direction d on `side`. */
static int32_t first_allowed(const pathfan_graph *graph, int32_t v, int32_t begin, int32_t end,
                             pathfan_lattice d, pathfan_side side) {
  while (begin < end) {
    const int32_t middle = begin + (end - begin) / 2;
    const pathfan_lattice out = pathfan_from_to(graph->at[v], graph->at[graph->edges[middle].to]);
    const int64_t cross = pathfan_cross(d, out);
    if (side == PATHFAN_SIDE_LEFT ? cross >= 0 : cross <= 0)
      end = middle;
    else
      begin = middle + 1;
  }
  return begin;
}

/* Sorts the edges of every vertex into groups and links each to its successors. */
static void arrange(pathfan_graph *graph) {
  graph->taut_edge_count = 0;
  for (int32_t v = 0; v < graph->vertex_count; v++) {
    int32_t *group = &graph->group[PATHFAN_EDGE_GROUPS * v];
    const int32_t begin = group[0], end = group[PATHFAN_EDGE_GROUPS];
    for (int32_t e = begin; e < end; e++)
      graph->edges[e].side = group_of(graph, v, graph->edges[e].to);
    edge_sort context = {graph, v};
    if (end > begin)
      qsort_r(graph->edges + begin, (size_t)(end - begin), sizeof *graph->edges, by_group,
              &context);
    int32_t e = begin;
    for (int g = 0; g < PATHFAN_EDGE_GROUPS; g++) {
      group[g] = e;
      while (e < end && graph->edges[e].side == g) e++;
    }
    graph->taut_edge_count +=
        group[1] - group[0] + group[PATHFAN_EDGES_RIGHT_END] - group[PATHFAN_EDGES_RIGHT_TAUT];
  }
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = pathfan_graph_first(graph, v); e < pathfan_graph_end(graph, v); e++) {
      pathfan_edge *edge = &graph->edges[e];
      const pathfan_lattice d = pathfan_from_to(graph->at[v], graph->at[edge->to]);
      const pathfan_side side = pathfan_side_of(wedge_of(graph, edge->to), d);
      const int32_t *group = &graph->group[PATHFAN_EDGE_GROUPS * edge->to];
      edge->side = side;
      edge->next_taut = edge->next_end = 0;
      if (side == PATHFAN_SIDE_NONE) continue;
      const int g = side == PATHFAN_SIDE_LEFT ? PATHFAN_EDGES_LEFT_TAUT : PATHFAN_EDGES_RIGHT_TAUT;
      edge->next_taut = first_allowed(graph, edge->to, group[g], group[g + 1], d, side);
      edge->next_end = first_allowed(graph, edge->to, group[g + 1], group[g + 2], d, side);
    }
}

static pathfan_status collect_edges(const pathfan_mesh *mesh, const view *views,
                                    pathfan_graph *graph) {
  int64_t edges = 0;
  const int32_t n = mesh->convex_count;
  for (int32_t v = 0; v < n; v++) edges += views[v].neighbour_count;
  if (edges > INT32_MAX / 2 || n > INT32_MAX / 8) return PATHFAN_ERR_LIMIT;
  graph->vertex_count = n;
  graph->edge_count = (int32_t)edges;
  graph->group = pathfan_alloc_zero((uint64_t)PATHFAN_EDGE_GROUPS * n + 1, sizeof *graph->group);
  graph->edges = pathfan_alloc_zero((uint64_t)edges, sizeof *graph->edges);
  graph->tie = pathfan_alloc_zero((uint64_t)edges, sizeof *graph->tie);
  if (!graph->group || !graph->edges || !graph->tie) return PATHFAN_ERR_NO_MEMORY;
  int32_t e = 0;
  for (int32_t v = 0; v < n; v++) {
    graph->group[PATHFAN_EDGE_GROUPS * v] = e;
    for (int32_t i = 0; i < views[v].neighbour_count; i++)
      graph->edges[e++].to = views[v].neighbours[i];
  }
  graph->group[PATHFAN_EDGE_GROUPS * n] = e;
  return PATHFAN_OK;
}

/* All cones, by polygon and then vertex: a counting sort, vertices come in order. */
static pathfan_status collect_cones(const pathfan_mesh *mesh, const view *views, int64_t max_cones,
                                    pathfan_cones *cones) {
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

pathfan_status pathfan_graph_build(const pathfan_mesh *mesh, const uint8_t *quadrant,
                                   const int32_t *polygon_component, int32_t threads,
                                   int64_t max_cones, pathfan_graph *graph, pathfan_cones *cones) {
  const int32_t n = mesh->convex_count;
  uint32_t *first_polygon = NULL;
  int32_t *polygons = NULL;
  graph_job job = {.mesh = mesh, .quadrant = quadrant};
  memset(graph, 0, sizeof *graph);
  memset(cones, 0, sizeof *cones);
  graph->at = mesh->vertices;
  graph->quadrant = quadrant;

  pathfan_status status = touch_lists(mesh, &first_polygon, &polygons);
  if (status) goto cleanup;
  job.first_polygon = first_polygon;
  job.polygons = polygons;
  status = PATHFAN_ERR_NO_MEMORY;
  job.views = pathfan_alloc_zero((uint64_t)n, sizeof *job.views);
  job.sights = pathfan_alloc_zero((uint64_t)threads, sizeof *job.sights);
  graph->component = pathfan_alloc((uint64_t)n, sizeof *graph->component);
  if (!job.views || !job.sights || !graph->component) goto cleanup;
  for (int32_t t = 0; t < threads; t++) {
    job.sights[t].seen = pathfan_alloc((uint64_t)n, sizeof *job.sights[t].seen);
    if (!job.sights[t].seen) goto cleanup;
    memset(job.sights[t].seen, 0xff, (size_t)n * sizeof *job.sights[t].seen);
  }
  for (int32_t v = 0; v < n; v++)
    graph->component[v] = polygon_component[polygons[first_polygon[v]]];

  status = pathfan_parallel_for(n, threads, see, &job, NULL, NULL);
  if (!status) status = collect_edges(mesh, job.views, graph);
  if (!status) status = collect_cones(mesh, job.views, max_cones, cones);
  if (!status) arrange(graph);

cleanup:
  for (int32_t v = 0; job.views && v < n; v++) {
    free(job.views[v].neighbours);
    free(job.views[v].cones);
  }
  for (int32_t t = 0; job.sights && t < threads; t++) {
    pathfan_visible_free(&job.sights[t].visible);
    free(job.sights[t].seen);
    free(job.sights[t].list);
    free(job.sights[t].cones);
  }
  free(job.views);
  free(job.sights);
  free(first_polygon);
  free(polygons);
  if (status) {
    pathfan_graph_free(graph);
    pathfan_cones_free(cones);
  }
  return status;
}

pathfan_status pathfan_graph_renumber(pathfan_graph *graph, const int32_t *position,
                                      const pathfan_lattice *at, const uint8_t *quadrant) {
  const int32_t n = graph->vertex_count;
  int32_t *group = pathfan_alloc_zero((uint64_t)PATHFAN_EDGE_GROUPS * n + 1, sizeof *group);
  pathfan_edge *edges = pathfan_alloc((uint64_t)graph->edge_count, sizeof *edges);
  int32_t *component = pathfan_alloc((uint64_t)n, sizeof *component);
  int32_t *old_of = pathfan_alloc((uint64_t)n, sizeof *old_of);
  if (!group || !edges || !component || !old_of) {
    free(group);
    free(edges);
    free(component);
    free(old_of);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t v = 0; v < n; v++) old_of[position[v]] = v;
  int32_t out = 0;
  for (int32_t v = 0; v < n; v++) {
    const int32_t old = old_of[v];
    component[v] = graph->component[old];
    group[PATHFAN_EDGE_GROUPS * v] = out;
    for (int32_t e = pathfan_graph_first(graph, old); e < pathfan_graph_end(graph, old); e++) {
      edges[out] = graph->edges[e];
      edges[out++].to = position[graph->edges[e].to];
    }
  }
  group[PATHFAN_EDGE_GROUPS * n] = out;
  free(old_of);
  free(graph->group);
  free(graph->edges);
  free(graph->component);
  graph->group = group;
  graph->edges = edges;
  graph->component = component;
  graph->at = at;
  graph->quadrant = quadrant;
  arrange(graph);
  return PATHFAN_OK;
}

static uint64_t mix(uint64_t x) { /* the finaliser of splitmix64 */
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* The same for both directions, and a function of coordinates only, so that
 * numbering does not choose between equally long paths. 40 bits: sums over any path
 * stay below 2^64, and comparing sums must not depend on a common part. */
static uint64_t edge_hash(pathfan_lattice a, pathfan_lattice b) {
  const uint64_t pa = (uint64_t)(uint32_t)a.x << 32 | (uint32_t)a.y;
  const uint64_t pb = (uint64_t)(uint32_t)b.x << 32 | (uint32_t)b.y;
  const uint64_t low = pa < pb ? pa : pb, high = pa < pb ? pb : pa;
  return mix(mix(low + UINT64_C(0x9e3779b97f4a7c15)) + high) >> 24;
}

void pathfan_graph_weigh(pathfan_graph *graph, int32_t bits) {
  graph->length_bits = bits;
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = pathfan_graph_first(graph, v); e < pathfan_graph_end(graph, v); e++) {
      const pathfan_lattice a = graph->at[v], b = graph->at[graph->edges[e].to];
      graph->edges[e].weight = pathfan_length_units(pathfan_from_to(a, b), bits);
      graph->tie[e] = edge_hash(a, b);
    }
}

void pathfan_graph_free(pathfan_graph *graph) {
  free(graph->group);
  free(graph->edges);
  free(graph->tie);
  free(graph->component);
  memset(graph, 0, sizeof *graph);
}

void pathfan_cones_free(pathfan_cones *cones) {
  free(cones->entries);
  memset(cones, 0, sizeof *cones);
}
