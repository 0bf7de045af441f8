/* weighted_ground.c - see weighted_ground.h. */
#include "weighted_ground.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "terrain/frontier.h"

typedef struct maker {
  const pf_terrain *t;
  pf_weighted_ground *g;
  int32_t *owner;   /* [Size: corners] polygon of a corner */
  int32_t *edge_of; /* [Size: corners] edge along a corner's first side */
} maker;

static uint32_t after(const maker *m, int32_t corner) {
  return pf_corner_after(m->t->mesh->first_corner, m->owner[corner], (uint32_t)corner);
}

/* Whether an arc is a bridge or tunnel that leads from node[backward] to its other node. */
static bool is_apart(const pf_terrain *t, int32_t arc, int backward) {
  return t->arcs[arc].corner < 0 && isfinite(pf_lane_of(t, arc, backward).rate);
}

static void count_on(maker *m, int32_t corners) {
  const pf_mesh *mesh = m->t->mesh;
  int32_t count = 0, lanes = 0;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) m->owner[c] = p;
  for (int32_t c = 0; c < corners; c++)
    count += m->t->twin[c] < 0 || m->t->river[c] >= 0 || c < m->t->twin[c];
  for (int32_t a = 0; a < m->t->arc_count; a++)
    for (int b = 0; b < 2; b++) lanes += is_apart(m->t, a, b);
  m->g->map.edge_count = count;
  m->g->map.link_count = (int32_t)m->t->nodes[m->t->node_count].first_link + lanes;
}

/* The road along a corner's edge, from the corner on or back to it. Where no river runs along it
 * both sides have the same arc. */
static pf_lane road_along(const maker *m, int32_t corner, int backward) {
  const int32_t arc = m->t->arc[corner];
  if (arc < 0) return (pf_lane){.rate = INFINITY};
  return pf_lane_of(m->t, arc, backward != (m->t->arcs[arc].corner != corner));
}

static void make_edges(maker *m, int32_t corners) {
  const pf_terrain *t = m->t;
  pf_weighted_ground *g = m->g;
  int32_t count = 0;
  for (int32_t c = 0; c < corners; c++) {
    const int32_t twin = t->twin[c];
    const bool is_open = twin >= 0 && t->river[c] < 0;
    if (is_open && twin < c) continue;
    pf_weighted_edge *e = &g->edges[count];
    *e = (pf_weighted_edge){.node = {t->node[c], t->node[after(m, c)]},
                            .face = {m->owner[c], is_open ? m->owner[twin] : PF_WEIGHTED_NONE},
                            .bank = PF_WEIGHTED_NONE,
                            .crossing = INFINITY};
    double ground = g->rate[m->owner[c]];
    if (is_open) ground = fmin(ground, g->rate[m->owner[twin]]);
    for (int b = 0; b < 2; b++) {
      const pf_lane lane = road_along(m, c, b);
      const bool is_cheaper = lane.rate < ground;
      e->rate[b] = is_cheaper ? lane.rate : ground;
      g->arc_of[2 * count + b] = is_cheaper ? t->arc[c] : PF_TERRAIN_NONE;
    }
    g->corner_of[count] = c;
    m->edge_of[c] = count++;
  }
  for (int32_t i = 0; i < count; i++) {
    const int32_t c = g->corner_of[i];
    if (t->twin[c] < 0 || t->river[c] < 0) continue;
    g->edges[i].bank = m->edge_of[t->twin[c]];
    g->edges[i].crossing = pf_river_cost(t, t->river[c]);
  }
}

static void make_links(maker *m) {
  const pf_terrain *t = m->t;
  pf_weighted_ground *g = m->g;
  int32_t count = 0;
  for (int32_t n = 0; n < t->node_count; n++)
    for (uint32_t i = t->nodes[n].first_link; i < t->nodes[n + 1].first_link; i++) {
      g->means[count] = (int32_t)i;
      g->links[count++] = (pf_weighted_link){n, t->links[i].to, t->links[i].cost};
    }
  for (int32_t a = 0; a < t->arc_count; a++) {
    const pf_arc *arc = &t->arcs[a];
    if (arc->corner >= 0) continue;
    for (int end = 0; end < 2; end++) {
      if (!is_apart(t, a, end)) continue;
      g->means[count] = ~a;
      g->links[count++] = (pf_weighted_link){arc->node[end], arc->node[1 - end],
                                             pf_lane_of(t, a, end).rate * arc->length};
    }
  }
}

static void free_ground(void *made) {
  pf_weighted_ground *g = made;
  pf_weighted_map_free(&g->map);
  free(g->nodes);
  free(g->edges);
  free(g->links);
  free(g->rate);
  free(g->corner_of);
  free(g->arc_of);
  free(g->means);
  free(g);
}

static pathfan_status fill(maker *m) {
  const pf_terrain *t = m->t;
  pf_weighted_ground *g = m->g;
  const pf_mesh *mesh = t->mesh;
  const int32_t corners = (int32_t)mesh->first_corner[mesh->polygon_count];
  m->owner = pf_alloc((uint64_t)corners, sizeof *m->owner);
  m->edge_of = pf_alloc((uint64_t)corners, sizeof *m->edge_of);
  if (!m->owner || !m->edge_of) return PATHFAN_ERR_NO_MEMORY;
  count_on(m, corners);
  g->map.node_count = t->node_count;
  g->map.face_count = mesh->polygon_count;
  const uint64_t edges = (uint64_t)g->map.edge_count, links = (uint64_t)g->map.link_count;
  g->map.nodes = g->nodes = pf_alloc((uint64_t)t->node_count, sizeof *g->nodes);
  g->map.edges = g->edges = pf_alloc(edges, sizeof *g->edges);
  g->map.links = g->links = pf_alloc(links, sizeof *g->links);
  g->map.rate = g->rate = pf_alloc((uint64_t)mesh->polygon_count, sizeof *g->rate);
  g->corner_of = pf_alloc(edges, sizeof *g->corner_of);
  g->arc_of = pf_alloc(2 * edges, sizeof *g->arc_of);
  g->means = pf_alloc(links, sizeof *g->means);
  if (!g->nodes || !g->edges || !g->links || !g->rate || !g->corner_of || !g->arc_of || !g->means)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t n = 0; n < t->node_count; n++)
    g->nodes[n] = (pf_xy){t->nodes[n].at.x, t->nodes[n].at.y};
  for (int32_t p = 0; p < mesh->polygon_count; p++) g->rate[p] = pf_ground_rate(t, p);
  make_edges(m, corners);
  make_links(m);
  pathfan_status status = pf_weighted_finish(&g->map);
  if (!status) g->reversed = pf_weighted_reversed(&g->map);
  return status;
}

static pathfan_status make_ground(const pf_space *space, void **made) {
  maker m = {.t = space->terrain, .g = pf_alloc_zero(1, sizeof *m.g)};
  *made = NULL;
  assert(!m.t->is_reversed);
  if (!m.g) return PATHFAN_ERR_NO_MEMORY;
  const pathfan_status status = fill(&m);
  free(m.owner);
  free(m.edge_of);
  if (status)
    free_ground(m.g);
  else
    *made = m.g;
  return status;
}

pathfan_status pf_need_weighted_ground(const pf_space *space, const pf_weighted_ground **ground) {
  const void *made = NULL;
  const pathfan_status status =
      pf_space_need(space, offsetof(pf_space, weighted), make_ground, free_ground, &made);
  *ground = made;
  return status;
}

/* ---- Ends ---- */

static pathfan_status add_face(pf_faces_near *near, int32_t polygon) {
  for (int32_t i = 0; i < near->count; i++)
    if (near->list[i] == polygon) return PATHFAN_OK;
  const pathfan_status status = pf_grow(&near->list, &near->capacity, (int64_t)near->count + 1);
  if (!status) near->list[near->count++] = polygon;
  return status;
}

/* Whether a point is within PF_NEAR of the edge between two vertices. */
static bool is_near(double x, double y, pf_lattice_point a, pf_lattice_point b) {
  const double ex = (double)b.x - a.x, ey = (double)b.y - a.y, length = sqrt(ex * ex + ey * ey);
  const double vx = x - a.x, vy = y - a.y, along = (vx * ex + vy * ey) / length;
  if (along < -PF_NEAR || along > length + PF_NEAR) return false;
  return fabs(vx * ey - vy * ex) <= PF_NEAR * length;
}

pathfan_status pf_find_faces_near(const pf_space *space, pf_fixed_point at, int32_t polygon,
                                  pf_faces_near *near) {
  const pf_terrain *t = space->terrain;
  const pf_mesh *mesh = t->mesh;
  const double fraction = pf_power_of_two(-space->fraction_bits);
  const double x = (double)at.x * fraction, y = (double)at.y * fraction;
  near->count = 0;
  pathfan_status status = add_face(near, polygon);
  for (int32_t i = 0; i < near->count && !status; i++) {
    const int32_t p = near->list[i];
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1] && !status; c++) {
      const pf_lattice_point a = mesh->vertices[mesh->corner_vertex[c]];
      const uint32_t next = pf_corner_after(mesh->first_corner, p, c);
      if (mesh->corner_neighbour[c] >= 0 &&
          is_near(x, y, a, mesh->vertices[mesh->corner_vertex[next]]))
        status = add_face(near, mesh->corner_neighbour[c]);
      if (fabs(x - a.x) > PF_NEAR || fabs(y - a.y) > PF_NEAR) continue;
      int32_t node = t->node[c];
      do { /* in all its sectors, also those that only meet in the vertex */
        for (uint32_t k = t->nodes[node].first_fan; k < t->nodes[node + 1].first_fan && !status;
             k++)
          status = add_face(near, t->fan[k].polygon);
        node = t->nodes[node].other;
      } while (node != t->node[c]);
    }
  }
  return status;
}
