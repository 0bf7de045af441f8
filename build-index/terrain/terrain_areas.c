/* terrain_areas.c - which area's ground lies where.
 *
 * Everything is triangulated along all edges, free or not, in a rectangle round the map; and from
 * outside of the map, where no area is, the triangles are visited depth first. An edge tells which
 * rings wind round its left side more often than round its right side, so the rings round the
 * triangle that is visited are known at any time, and of the areas there the uppermost. Triangles
 * of the mesh are others, since only free space is triangulated there, but their edges are the
 * same. */
#include "terrain_areas.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "meshing/cdt.h"
#include "terrain_edges.h"

/* A triangle on the way from the first one. */
typedef struct visit {
  int32_t triangle;
  int32_t side;                /* the next one to look across */
  const pf_terrain_edge *edge; /* entered across it; NULL: across no edge */
  bool from_left;
} visit;

typedef struct cover {
  pf_survey *v;
  pf_mesh_data mesh;
  int32_t *polygon_of;   /* [Size: rings] */
  int32_t *first_border; /* [Size: edges + 1] */
  int32_t *winding;      /* [Size: rings] round the triangle that is visited */
  int32_t *holes;        /* [Size: polygons] holes that wind round it */
  int32_t *rank;         /* [Size: polygons] from the lowest one */
  int32_t *uppermost; /* [Size: 2 * leaves] tree of maxima; leaf r: r if that area is there, -1 */
  int32_t leaves;
  int32_t *ranked; /* [Size: polygons] area of each rank */
  visit *stack;
  uint8_t *seen;
  bool is_free;
} cover;

typedef struct ranking {
  int32_t layer, polygon;
} ranking;

static int by_layer(const void *a, const void *b) {
  const ranking *s = a, *t = b;
  if (s->layer != t->layer) return s->layer < t->layer ? -1 : 1;
  return (s->polygon > t->polygon) - (s->polygon < t->polygon);
}

static pathfan_status rank_areas(cover *c) {
  const pf_features *f = c->v->features;
  const int32_t count = f->rated.polygon_count;
  ranking *order = pf_alloc((uint64_t)count, sizeof *order);
  if (!order) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) order[i] = (ranking){f->rated_areas[i].layer, i};
  qsort(order, (size_t)count, sizeof *order, by_layer);
  for (int32_t i = 0; i < count; i++) {
    c->rank[order[i].polygon] = i;
    c->ranked[i] = order[i].polygon;
  }
  free(order);
  return PATHFAN_OK;
}

static void set_there(cover *c, int32_t polygon, bool is_there) {
  int32_t node = c->leaves + c->rank[polygon];
  c->uppermost[node] = is_there ? c->rank[polygon] : -1;
  while ((node /= 2)) {
    const int32_t left = c->uppermost[2 * node], right = c->uppermost[2 * node + 1];
    c->uppermost[node] = left > right ? left : right;
  }
}

/* Takes a ring along as many times more. */
static void wind(cover *c, int32_t ring, int32_t times) {
  const int32_t polygon = c->polygon_of[ring];
  const int32_t shell = c->v->rated.polygons[polygon].first_ring;
  const bool was = c->winding[ring] != 0;
  c->winding[ring] += times;
  const bool is = c->winding[ring] != 0;
  if (ring != shell) c->holes[polygon] += is - was;
  set_there(c, polygon, c->winding[shell] && !c->holes[polygon]);
}

static void cross(cover *c, const pf_terrain_edge *edge, bool from_left) {
  const int32_t number = (int32_t)(edge - c->v->edges);
  for (int32_t i = c->first_border[number]; i < c->first_border[number + 1]; i++) {
    const pf_border *b = &c->v->borders[i];
    wind(c, b->ring, from_left ? -b->winding : b->winding);
  }
  if (edge->wall) c->is_free = from_left == (edge->wall < 0);
}

/* Returns the feature whose ground is there; NONE: the background's, or there is no free space. */
static int32_t area_here(const cover *c) {
  const int32_t rank = c->uppermost[1];
  return rank < 0 || !c->is_free ? PF_TERRAIN_NONE : c->v->area_feature[c->ranked[rank]];
}

static bool is_passable(const pf_survey *v, int32_t area) {
  return area < 0 || isfinite(v->terrain->features[area].value);
}

/* Finds the edge along a side of a triangle, and whether the triangle is on its left; NULL: none */
static pf_terrain_edge *edge_along(const cover *c, uint32_t corner, uint32_t after, bool *is_left) {
  const int32_t *vertex = c->mesh.view.corner_vertex;
  const int32_t points = c->v->arrangement.point_count;
  if (vertex[corner] >= points || vertex[after] >= points) return NULL;
  pf_terrain_edge *edge = pf_survey_find_edge(c->v, vertex[corner], vertex[after]);
  *is_left = edge && edge->a == vertex[corner];
  return edge;
}

static void mark(cover *c, int32_t triangle) {
  const pf_mesh *mesh = &c->mesh.view;
  bool is_left;
  for (uint32_t i = mesh->first_corner[triangle]; i < mesh->first_corner[triangle + 1]; i++) {
    pf_terrain_edge *edge =
        edge_along(c, i, pf_corner_after(mesh->first_corner, triangle, i), &is_left);
    if (edge) edge->area[!is_left] = area_here(c);
  }
}

/* Visits all triangles. `free space` in the result of a blocked triangle is told by the walls. */
static void visit_all(cover *c) {
  const pf_mesh *mesh = &c->mesh.view;
  int32_t depth = 0, first = 0;
  /* A triangle at a corner of the rectangle is outside of the map. */
  for (int32_t t = 0; t < mesh->polygon_count; t++)
    for (uint32_t i = mesh->first_corner[t]; i < mesh->first_corner[t + 1]; i++)
      if (mesh->corner_vertex[i] == c->v->arrangement.point_count) first = t;
  c->stack[depth++] = (visit){.triangle = first};
  c->seen[first] = 1;
  mark(c, first);
  while (depth) {
    visit *here = &c->stack[depth - 1];
    const uint32_t from = mesh->first_corner[here->triangle];
    if (here->side == (int32_t)(mesh->first_corner[here->triangle + 1] - from)) {
      if (here->edge) cross(c, here->edge, !here->from_left);
      depth--;
      continue;
    }
    const uint32_t corner = from + (uint32_t)here->side++;
    const int32_t next = mesh->corner_neighbour[corner];
    if (next < 0 || c->seen[next]) continue;
    visit *there = &c->stack[depth++];
    *there = (visit){.triangle = next};
    there->edge = edge_along(c, corner, pf_corner_after(mesh->first_corner, here->triangle, corner),
                             &there->from_left);
    if (there->edge) cross(c, there->edge, there->from_left);
    c->seen[next] = 1;
    mark(c, next);
  }
}

static pathfan_status triangulate(cover *c) {
  const pf_survey *v = c->v;
  const int32_t points = v->arrangement.point_count;
  pf_lattice_point *vertices = pf_alloc((uint64_t)points + 4, sizeof *vertices);
  pf_outline_edge *lines = pf_alloc((uint64_t)v->edge_count, sizeof *lines);
  pathfan_status status = vertices && lines ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) {
    /* Moved by a unit, so that the rectangle, a unit from the map, begins at 0. */
    const int32_t right = v->ground->frame.width + 2, top = v->ground->frame.height + 2;
    pf_outline_edge box[4];
    for (int32_t i = 0; i < points; i++)
      vertices[i] =
          (pf_lattice_point){v->arrangement.points[i].x + 1, v->arrangement.points[i].y + 1};
    vertices[points] = (pf_lattice_point){0, 0};
    vertices[points + 1] = (pf_lattice_point){right, 0};
    vertices[points + 2] = (pf_lattice_point){right, top};
    vertices[points + 3] = (pf_lattice_point){0, top};
    for (int32_t i = 0; i < 4; i++) box[i] = (pf_outline_edge){points + i, points + (i + 1) % 4};
    for (int32_t i = 0; i < v->edge_count; i++)
      lines[i] = (pf_outline_edge){v->edges[i].a, v->edges[i].b};
    status = pf_cdt_build_with(
        &(pf_outline){
            .vertex_count = points + 4, .edge_count = 4, .vertices = vertices, .edges = box},
        lines, v->edge_count, &c->mesh);
  }
  free(vertices);
  free(lines);
  return status;
}

static pathfan_status make_room(cover *c) {
  const pf_polygons *rated = &c->v->rated;
  const uint64_t rings = (uint64_t)rated->ring_count, polygons = (uint64_t)rated->polygon_count;
  for (c->leaves = 1; c->leaves < rated->polygon_count;) c->leaves *= 2;
  c->polygon_of = pf_alloc(rings, sizeof *c->polygon_of);
  c->winding = pf_alloc_zero(rings, sizeof *c->winding);
  c->first_border = pf_alloc_zero((uint64_t)c->v->edge_count + 1, sizeof *c->first_border);
  c->holes = pf_alloc_zero(polygons, sizeof *c->holes);
  c->rank = pf_alloc(polygons, sizeof *c->rank);
  c->ranked = pf_alloc(polygons, sizeof *c->ranked);
  c->uppermost = pf_alloc(2 * (uint64_t)c->leaves, sizeof *c->uppermost);
  c->stack = pf_alloc((uint64_t)c->mesh.view.polygon_count, sizeof *c->stack);
  c->seen = pf_alloc_zero((uint64_t)c->mesh.view.polygon_count, sizeof *c->seen);
  if (!c->polygon_of || !c->winding || !c->first_border || !c->holes || !c->rank || !c->ranked ||
      !c->uppermost || !c->stack || !c->seen)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < rated->polygon_count; p++)
    for (int32_t r = rated->polygons[p].first_ring; r < pf_polygon_end(rated, p); r++)
      c->polygon_of[r] = p;
  for (int32_t i = 0; i < 2 * c->leaves; i++) c->uppermost[i] = -1;
  for (int32_t i = 0; i < c->v->border_count; i++) c->first_border[c->v->borders[i].edge + 1]++;
  for (int32_t e = 0; e < c->v->edge_count; e++) c->first_border[e + 1] += c->first_border[e];
  return rank_areas(c);
}

/* Makes walls round what can't be walked on, and removes edges that separate nothing. */
static void settle_edges(pf_survey *v) {
  int32_t kept = 0;
  for (int32_t i = 0; i < v->edge_count; i++) {
    pf_terrain_edge e = v->edges[i];
    const bool was_wall = e.wall != 0;
    bool is_free[2];
    for (int side = 0; side < 2; side++) {
      const bool was_free = e.wall == 0 || (e.wall > 0) == (side == 0);
      is_free[side] = was_free && is_passable(v, e.area[side]);
      if (!is_free[side]) e.area[side] = PF_TERRAIN_NONE;
    }
    e.wall = (int32_t)is_free[0] - (int32_t)is_free[1];
    if (!e.wall && !is_free[0]) {
      for (int b = 0; b < 2 && !was_wall; b++)
        if (e.road[b] >= 0) v->is_cut[e.road[b]] = true;
      continue;
    }
    if (e.wall || pf_has_road(&e) || e.river >= 0 || e.area[0] != e.area[1]) v->edges[kept++] = e;
  }
  v->edge_count = kept;
}

pathfan_status pf_survey_cover(pf_survey *v) {
  cover c = {.v = v};
  if (!v->rated.polygon_count) return PATHFAN_OK;
  const uint64_t held = pf_limits_held(v->limits);
  pathfan_status status = pf_limits_take(v->limits, (uint64_t)v->arrangement.point_count *
                                                        (PF_MESH_BYTES_PER_VERTEX + sizeof(visit)));
  if (!status) status = triangulate(&c);
  if (!status) status = pf_limits_go_on(v->limits);
  if (!status) status = make_room(&c);
  if (!status) {
    visit_all(&c);
    settle_edges(v);
  }
  pf_limits_return(v->limits, held);
  pf_mesh_data_free(&c.mesh);
  free(c.polygon_of);
  free(c.first_border);
  free(c.winding);
  free(c.holes);
  free(c.rank);
  free(c.ranked);
  free(c.uppermost);
  free(c.stack);
  free(c.seen);
  free(v->borders);
  v->borders = NULL;
  v->border_count = v->border_capacity = 0;
  return status;
}

pathfan_status pf_survey_grounds(pf_survey *v) {
  const pf_mesh *mesh = &v->ground->mesh.view;
  if (!v->rated.polygon_count) return PATHFAN_OK;
  int32_t *area = v->terrain->area = pf_alloc((uint64_t)mesh->polygon_count, sizeof *area);
  int32_t *stack = pf_alloc((uint64_t)mesh->polygon_count, sizeof *stack);
  const int32_t unknown = PF_TERRAIN_NONE - 1;
  int32_t depth = 0;
  if (!area || !stack) {
    free(stack);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    area[p] = unknown;
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const uint32_t after = pf_corner_after(mesh->first_corner, p, c);
      const int32_t from = v->point_of[mesh->corner_vertex[c]];
      const pf_terrain_edge *e =
          pf_survey_find_edge(v, from, v->point_of[mesh->corner_vertex[after]]);
      if (e) area[p] = e->area[e->a != from];
    }
    if (area[p] != unknown) stack[depth++] = p;
  }
  while (depth) { /* no edge lies between polygons of one area */
    const int32_t p = stack[--depth];
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const int32_t next = mesh->corner_neighbour[c];
      if (next < 0 || area[next] != unknown) continue;
      area[next] = area[p];
      stack[depth++] = next;
    }
  }
  free(stack);
  return PATHFAN_OK;
}
