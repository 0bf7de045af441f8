/* place.c - where ends lie on the mesh: inside a polygon, on an edge, at a vertex. An end on a
 * river is on both banks; an end at a vertex is in all its sectors. An end within PF_NEAR of
 * an edge or vertex is on it. */
#include "terrain/place.h"

#include "terrain/leave.h"

#define SPOT_MOST 32 /* most polygons and edges near a point; more are ignored */

typedef struct edge_near {
  int32_t polygon;
  uint32_t corner;
} edge_near;

/* What a point is close to. */
typedef struct spot {
  int32_t node; /* a node of its vertex; -1: at none, and the other fields hold */
  int32_t polygons[SPOT_MOST], polygon_count;
  edge_near edges[SPOT_MOST]; /* of these polygons, walls included */
  int32_t edge_count;
} spot;

static bool is_near_edge(const pf_terrain_search *s, pf_terrain_place place, int32_t polygon,
                         uint32_t corner) {
  const pf_mesh *mesh = s->terrain->mesh;
  const uint32_t after = pf_corner_after(mesh->first_corner, polygon, corner);
  const pf_lattice_point a = mesh->vertices[mesh->corner_vertex[corner]];
  const pf_lattice_point b = mesh->vertices[mesh->corner_vertex[after]];
  const double ex = (double)b.x - a.x, ey = (double)b.y - a.y, length = sqrt(ex * ex + ey * ey);
  const double x = (double)place.at.x * s->fraction - a.x;
  const double y = (double)place.at.y * s->fraction - a.y;
  const double along = (x * ex + y * ey) / length;
  return along >= 0 && along <= length && fabs(x * ey - y * ex) <= PF_NEAR * length;
}

static int32_t node_near(const pf_terrain_search *s, pf_terrain_place place, int32_t polygon) {
  const pf_mesh *mesh = s->terrain->mesh;
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    const pf_lattice_point v = mesh->vertices[mesh->corner_vertex[c]];
    if (fabs((double)place.at.x * s->fraction - v.x) <= PF_NEAR &&
        fabs((double)place.at.y * s->fraction - v.y) <= PF_NEAR)
      return s->terrain->node[c];
  }
  return -1;
}

static void find_spot(const pf_terrain_search *s, pf_terrain_place place, spot *found) {
  const pf_mesh *mesh = s->terrain->mesh;
  *found = (spot){.node = -1, .polygons = {place.polygon}, .polygon_count = 1};
  for (int32_t i = 0; i < found->polygon_count && found->node < 0; i++) {
    const int32_t polygon = found->polygons[i];
    found->node = node_near(s, place, polygon);
    for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
      if (!is_near_edge(s, place, polygon, c) || found->edge_count == SPOT_MOST) continue;
      found->edges[found->edge_count++] = (edge_near){polygon, c};
      const int32_t beyond = mesh->corner_neighbour[c];
      bool is_new = beyond >= 0 && found->polygon_count < SPOT_MOST;
      for (int32_t k = 0; k < found->polygon_count; k++)
        is_new = is_new && found->polygons[k] != beyond;
      if (is_new) found->polygons[found->polygon_count++] = beyond;
    }
  }
}

static bool is_near(const spot *here, uint32_t corner) {
  for (int32_t i = 0; i < here->edge_count; i++)
    if (here->edges[i].corner == corner) return true;
  return false;
}

/* Lists the arcs along the edges of a spot, each once. Returns their number. */
static int32_t arcs_near(const pf_terrain_search *s, const spot *here, int32_t arcs[SPOT_MOST]) {
  int32_t count = 0;
  for (int32_t i = 0; i < here->edge_count; i++) {
    const int32_t arc = s->terrain->arc[here->edges[i].corner];
    bool is_new = arc >= 0;
    for (int32_t k = 0; k < count; k++) is_new = is_new && arcs[k] != arc;
    if (is_new) arcs[count++] = arc;
  }
  return count;
}

/* Distance from node[0] of an arc to a point on it. */
static double along(const pf_terrain_search *s, int32_t number, pf_fixed_point at) {
  const pf_arc *arc = &s->terrain->arcs[number];
  const pf_lattice_point from = s->terrain->nodes[arc->node[0]].at;
  const double dx = (double)at.x * s->fraction - from.x, dy = (double)at.y * s->fraction - from.y;
  return fmin(sqrt(dx * dx + dy * dy), arc->length);
}

/* ---- Targets ---- */

static void add_at(pf_terrain_search *s, pf_target_at **list, int32_t *count, int32_t *capacity,
                   pf_target_at at) {
  if (pf_search_grow(s, list, capacity, (int64_t)*count + 1)) (*list)[(*count)++] = at;
}

void pf_place_target(pf_terrain_search *s, int32_t target) {
  const pf_terrain_place place = s->targets[target].place;
  if (place.polygon < 0) return;
  int32_t arcs[SPOT_MOST];
  spot here;
  find_spot(s, place, &here);
  if (here.node >= 0) { /* a vertex is reached with any of its nodes */
    int32_t node = here.node;
    do {
      add_at(s, &s->at_nodes, &s->at_node_count, &s->at_node_capacity,
             (pf_target_at){target, node, -1, 0});
      node = s->terrain->nodes[node].other;
    } while (node != here.node);
    return;
  }
  s->targets[target].is_near_edge = here.edge_count > 0;
  for (int32_t i = 0; i < here.polygon_count && !s->status; i++) {
    const int32_t polygon = here.polygons[i];
    add_at(s, &s->in_polygons, &s->in_polygon_count, &s->in_polygon_capacity,
           (pf_target_at){target, polygon, s->first_target[polygon], 0});
    if (!s->status) s->first_target[polygon] = s->in_polygon_count - 1;
  }
  const int32_t count = arcs_near(s, &here, arcs);
  for (int32_t i = 0; i < count; i++)
    add_at(s, &s->on_arcs, &s->on_arc_count, &s->on_arc_capacity,
           (pf_target_at){target, arcs[i], -1, along(s, arcs[i], place.at)});
}

/* ---- The start ---- */

/* Starts straight ways from the start through all edges of a polygon except those it is on. */
static void leave_start(pf_terrain_search *s, int32_t source, int32_t polygon, const spot *here) {
  const pf_mesh *mesh = s->terrain->mesh;
  for (uint32_t corner = mesh->first_corner[polygon]; corner < mesh->first_corner[polygon + 1];
       corner++)
    if (!is_near(here, corner)) pf_leave_point(s, source, polygon, corner);
}

static void start_on_arc(pf_terrain_search *s, int32_t arc) {
  for (int32_t backward = 0; backward < 2; backward++) {
    if (isinf(pf_lane_of(s->terrain, arc, backward).rate)) continue;
    const pf_travel travel = {.start = along(s, arc, s->start.at),
                              .by = {PF_ARRIVAL_START, -1, -1},
                              .arc = arc,
                              .backward = backward,
                              .next = -1};
    pf_queue_travel(s, &travel, 0);
  }
}

void pf_place_start(pf_terrain_search *s) {
  int32_t arcs[SPOT_MOST];
  spot here;
  find_spot(s, s->start, &here);
  if (here.node >= 0) {
    int32_t node = here.node;
    do {
      pf_reach_node(s, node, 0, (pf_arrival){PF_ARRIVAL_START, -1, -1});
      node = s->terrain->nodes[node].other;
    } while (node != here.node);
    return;
  }
  const int32_t source =
      pf_add_source(s, &(pf_wave_source){.x = (double)s->start.at.x * s->fraction,
                                         .y = (double)s->start.at.y * s->fraction,
                                         .root = s->start.at,
                                         .node = -1,
                                         .travel = -1});
  for (int32_t i = 0; i < here.polygon_count && !s->status; i++)
    leave_start(s, source, here.polygons[i], &here);
  const int32_t count = arcs_near(s, &here, arcs);
  for (int32_t i = 0; i < count && !s->status; i++) start_on_arc(s, arcs[i]);
}
