/* terrain_data.c - makes the nodes, arcs and links of a terrain from a mesh whose edges have roads
 * and rivers.
 *
 * A node is found by turning counter-clockwise round a vertex, from an edge that bounds a sector (a
 * wall or a river) to the next; or all round if there is none. */
#include "terrain/terrain_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/arctangent.h"
#include "mesh/twins.h"

typedef struct maker {
  pf_terrain_data *data;
  const pf_mesh *mesh;
  const pf_grade_separated *separated;
  int32_t separated_count, apart_points;
  uint32_t corner_count;
  int32_t *owner; /* [Size: corners] polygon of a corner */
  int32_t fan_count, fan_capacity;
  int32_t arc_capacity, lane_capacity, node_capacity;
  bool has_oneway;
} maker;

static uint32_t corner_after(const maker *m, int32_t corner) {
  return pf_corner_after(m->mesh->first_corner, m->owner[corner], (uint32_t)corner);
}

static uint32_t corner_before(const maker *m, int32_t corner) {
  return pf_corner_before(m->mesh->first_corner, m->owner[corner], (uint32_t)corner);
}

static pf_lattice_point vertex_of(const maker *m, uint32_t corner) {
  return m->mesh->vertices[m->mesh->corner_vertex[corner]];
}

/* ---- Nodes ---- */

/* Whether an edge can't be crossed at no cost. */
static bool is_barrier(const maker *m, int32_t corner) {
  return m->data->twin[corner] < 0 || m->data->river[corner] >= 0;
}

/* Returns the corner at the same vertex counter-clockwise, beyond the edge that leads to it. */
static int32_t turn(const maker *m, int32_t corner) {
  return m->data->twin[corner_before(m, corner)];
}

/* The angle from the first edge of a corner to its second, 0..pi. */
static double corner_angle(const maker *m, int32_t corner) {
  const pf_lattice_point at = vertex_of(m, (uint32_t)corner);
  const pf_lattice_point first = pf_from_to(at, vertex_of(m, corner_after(m, corner)));
  const pf_lattice_point last = pf_from_to(at, vertex_of(m, corner_before(m, corner)));
  return pf_arctangent((double)pf_cross(first, last), (double)pf_dot(first, last));
}

static pathfan_status add_node(maker *m, pf_node node) {
  pf_terrain *view = &m->data->view;
  const pathfan_status status =
      pf_grow(&m->data->nodes, &m->node_capacity, (int64_t)view->node_count + 2);
  if (!status) m->data->nodes[view->node_count++] = node;
  return status;
}

/* Adds the node whose sector begins with a corner's first edge. */
static pathfan_status sweep(maker *m, int32_t corner, bool is_round) {
  const pf_lattice_point at = vertex_of(m, (uint32_t)corner);
  const pf_lattice_point first = pf_from_to(at, vertex_of(m, corner_after(m, corner)));
  const int32_t number = m->data->view.node_count;
  pf_node node = {.at = at,
                  .first_fan = (uint32_t)m->fan_count,
                  .is_round = is_round,
                  .heading = pf_arctangent((double)first.y, (double)first.x)};
  pathfan_status status = PATHFAN_OK;
  for (int32_t here = corner; here >= 0 && m->data->node[here] < 0 && !status;) {
    m->data->node[here] = number;
    status = pf_grow(&m->data->fan, &m->fan_capacity, (int64_t)m->fan_count + 1);
    if (status) break;
    m->data->fan[m->fan_count++] = (pf_node_corner){here, m->owner[here], node.span};
    node.span += corner_angle(m, here);
    if (is_barrier(m, (int32_t)corner_before(m, here))) break;
    here = turn(m, here);
  }
  if (is_round) node.span = 2 * M_PI;
  return status ? status : add_node(m, node);
}

static pathfan_status make_nodes(maker *m) {
  pathfan_status status = PATHFAN_OK;
  for (uint32_t c = 0; c < m->corner_count; c++) m->data->node[c] = PF_TERRAIN_NONE;
  for (uint32_t c = 0; c < m->corner_count && !status; c++)
    if (is_barrier(m, (int32_t)c)) status = sweep(m, (int32_t)c, false);
  for (uint32_t c = 0; c < m->corner_count && !status; c++)
    if (m->data->node[c] < 0) status = sweep(m, (int32_t)c, true);
  return status;
}

typedef struct node_at {
  pf_lattice_point at;
  int32_t node;
} node_at;

static int by_place(const void *a, const void *b) {
  const node_at *s = a, *t = b;
  const int order = pf_compare_points(s->at, t->at);
  if (order) return order;
  return (s->node > t->node) - (s->node < t->node);
}

/* Joins the nodes at each point in a ring. */
static pathfan_status join_nodes(maker *m) {
  const int32_t count = m->data->view.node_count;
  pf_node *nodes = m->data->nodes;
  node_at *order = pf_alloc((uint64_t)count, sizeof *order);
  if (!order) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t n = 0; n < count; n++) order[n] = (node_at){nodes[n].at, n};
  qsort(order, (size_t)count, sizeof *order, by_place);
  for (int32_t first = 0, end; first < count; first = end) {
    for (end = first + 1; end < count && order[end].at.x == order[first].at.x &&
                          order[end].at.y == order[first].at.y;)
      end++;
    for (int32_t i = first; i < end; i++)
      nodes[order[i].node].other = order[i + 1 < end ? i + 1 : first].node;
  }
  free(order);
  return PATHFAN_OK;
}

/* Adds nodes for the points of bridges and tunnels that aren't on the ground. */
static pathfan_status make_apart_nodes(maker *m) {
  const int32_t first = m->data->view.node_count;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < m->apart_points && !status; i++)
    status = add_node(m, (pf_node){.first_fan = (uint32_t)m->fan_count, .other = first + i});
  for (int32_t i = 0; i < m->separated_count && !status; i++) {
    if (m->separated[i].from < 0)
      m->data->nodes[first + ~m->separated[i].from].at = m->separated[i].at[0];
    if (m->separated[i].to < 0)
      m->data->nodes[first + ~m->separated[i].to].at = m->separated[i].at[1];
  }
  return status;
}

/* ---- Arcs ---- */

static pf_lane make_lane(const maker *m, int32_t feature, int32_t other) {
  /* Bridges and tunnels may have a higher rate than the ground; they have no critical angle. */
  const double background = m->data->view.background;
  const double rate = feature < 0 ? INFINITY : m->data->features[feature].value;
  const double cosine = rate < background ? rate / background : 1;
  return (pf_lane){.rate = rate,
                   .cosine = cosine,
                   .sine = sqrt((1 - cosine) * (1 + cosine)),
                   .feature = feature < 0 ? other : feature};
}

/* features: of the roads there and back; NONE: there is none that way. */
static pathfan_status add_arc(maker *m, int32_t from, int32_t to, int32_t corner,
                              const int32_t features[2]) {
  pf_terrain *view = &m->data->view;
  const int64_t arcs = view->arc_count;
  pathfan_status status = pf_grow(&m->data->arcs, &m->arc_capacity, arcs + 1);
  if (!status) status = pf_grow(&m->data->lanes, &m->lane_capacity, 2 * arcs + 2);
  if (status) return status;
  pf_lane *lanes = m->data->lanes + 2 * arcs;
  for (int b = 0; b < 2; b++) lanes[b] = make_lane(m, features[b], features[1 - b]);
  const pf_lane *best = &lanes[lanes[1].rate < lanes[0].rate];
  const pf_lattice_point along = pf_from_to(m->data->nodes[from].at, m->data->nodes[to].at);
  m->data->arcs[view->arc_count++] = (pf_arc){.node = {from, to},
                                              .corner = corner,
                                              .feature = best->feature,
                                              .rate = best->rate,
                                              .length = pf_lattice_length(along),
                                              .cosine = best->cosine,
                                              .sine = best->sine};
  if (best->rate < view->least) view->least = best->rate;
  m->has_oneway = m->has_oneway || lanes[0].rate != lanes[1].rate;
  return PATHFAN_OK;
}

static pathfan_status make_arcs(maker *m) {
  pf_terrain_data *data = m->data;
  pathfan_status status = PATHFAN_OK;
  for (uint32_t c = 0; c < m->corner_count; c++) data->arc[c] = PF_TERRAIN_NONE;
  for (uint32_t c = 0; c < m->corner_count && !status; c++) {
    const int32_t roads[2] = {data->road[c], data->road_back ? data->road_back[c] : data->road[c]};
    if ((roads[0] < 0 && roads[1] < 0) || data->arc[c] >= 0) continue;
    data->arc[c] = data->view.arc_count;
    /* A road has one arc for both sides, but with a river along it one for each bank. */
    if (data->twin[c] >= 0 && data->river[c] < 0) data->arc[data->twin[c]] = data->view.arc_count;
    status = add_arc(m, data->node[c], data->node[corner_after(m, (int32_t)c)], (int32_t)c, roads);
  }
  return status;
}

static int32_t apart_node(const maker *m, int32_t point) {
  return point < 0 ? m->data->view.node_count - m->apart_points + ~point : m->data->node[point];
}

static pathfan_status make_apart_arcs(maker *m) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < m->separated_count && !status; i++) {
    const pf_grade_separated *apart = &m->separated[i];
    if (apart->feature < 0) continue; /* a link (make_links) */
    const int32_t roads[2] = {apart->oneway < 0 ? PF_TERRAIN_NONE : apart->feature,
                              apart->oneway > 0 ? PF_TERRAIN_NONE : apart->feature};
    status =
        add_arc(m, apart_node(m, apart->from), apart_node(m, apart->to), PF_TERRAIN_NONE, roads);
  }
  return status;
}

/* Returns the angle at which an arc leaves a node, as an edge of the node's fan; -1: apart. */
static double angle_at(const maker *m, const pf_arc *arc, int end) {
  const pf_node *node = &m->data->nodes[arc->node[end]];
  const int32_t corner = arc->corner;
  if (corner < 0) return -1;
  /* The arc leaves node[0] as the first edge of its corner, node[1] as the second of the next. */
  const int32_t sought = end ? (int32_t)corner_after(m, corner) : corner;
  for (uint32_t i = node->first_fan; i < node[1].first_fan; i++)
    if (m->data->fan[i].corner == sought) {
      if (!end) return m->data->fan[i].angle;
      return i + 1 < node[1].first_fan ? m->data->fan[i + 1].angle : node->span;
    }
  return -1;
}

static pathfan_status list_arc_ends(maker *m) {
  pf_terrain_data *data = m->data;
  const int32_t nodes = data->view.node_count, arcs = data->view.arc_count;
  data->arc_ends = pf_alloc(2 * (uint64_t)arcs, sizeof *data->arc_ends);
  if (!data->arc_ends) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t n = 0; n <= nodes; n++) data->nodes[n].first_arc = 0;
  for (int32_t a = 0; a < arcs; a++)
    for (int end = 0; end < 2; end++) data->nodes[data->arcs[a].node[end] + 1].first_arc++;
  for (int32_t n = 0; n < nodes; n++) data->nodes[n + 1].first_arc += data->nodes[n].first_arc;
  for (int32_t a = arcs; a-- > 0;) /* filled backwards: each list's end becomes its start */
    for (int end = 1; end >= 0; end--) {
      const pf_arc *arc = &data->arcs[a];
      data->arc_ends[--data->nodes[arc->node[end] + 1].first_arc] =
          (pf_arc_end){a, end, angle_at(m, arc, end)};
    }
  for (int32_t n = 0; n < nodes; n++) data->nodes[n].first_arc = data->nodes[n + 1].first_arc;
  data->nodes[nodes].first_arc = 2 * (uint32_t)arcs;
  return PATHFAN_OK;
}

/* ---- Links ---- */

/* Finds the nodes on the left and right of a river that leaves a vertex along a corner's edge, and
 * the link between them. False: no link crosses it there. */
static bool link_over(const maker *m, uint32_t corner, int32_t *left, int32_t *right,
                      pf_link *link) {
  const pf_terrain_data *data = m->data;
  const int32_t river = data->river[corner];
  if (river < 0 || data->twin[corner] < 0) return false;
  *left = data->node[corner];
  *right = data->node[corner_after(m, data->twin[corner])];
  *link = (pf_link){.river = river, .bridge = data->bridge[corner]};
  if (link->bridge < 0) link->cost = pf_river_cost(&data->view, river);
  return *left != *right && isfinite(link->cost);
}

/* Finds the nodes of a bridge's end that is apart from the mesh, and of the corner at its place.
 * False: the piece is no such end, or an earlier one links the same nodes. */
static bool link_end(const maker *m, int32_t apart, int32_t *end, int32_t *ground) {
  const pf_grade_separated *a = &m->separated[apart];
  if (a->feature >= 0) return false;
  *end = apart_node(m, a->from);
  *ground = apart_node(m, a->to);
  for (int32_t i = apart - 1;
       i >= 0 && m->separated[i].feature < 0 && m->separated[i].from == a->from; i--)
    if (apart_node(m, m->separated[i].to) == *ground) return false;
  return true;
}

static void put_link(pf_terrain_data *data, int32_t from, pf_link link) {
  data->links[--data->nodes[from + 1].first_link] = link;
}

static pathfan_status make_links(maker *m) {
  pf_terrain_data *data = m->data;
  const int32_t nodes = data->view.node_count;
  int32_t left, right;
  pf_link link;
  for (int32_t n = 0; n <= nodes; n++) data->nodes[n].first_link = 0;
  uint32_t count = 0;
  for (int32_t a = 0; a < m->separated_count; a++) {
    if (!link_end(m, a, &left, &right)) continue;
    data->nodes[left + 1].first_link++;
    data->nodes[right + 1].first_link++;
    count += 2;
  }
  for (uint32_t c = 0; c < m->corner_count; c++) {
    if (!link_over(m, c, &left, &right, &link)) continue;
    data->nodes[left + 1].first_link++;
    data->nodes[right + 1].first_link++;
    count += 2;
  }
  data->links = pf_alloc(count, sizeof *data->links);
  if (!data->links) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t n = 0; n < nodes; n++) data->nodes[n + 1].first_link += data->nodes[n].first_link;
  for (uint32_t c = m->corner_count; c-- > 0;) {
    if (!link_over(m, c, &left, &right, &link)) continue;
    link.to = right;
    put_link(data, left, link);
    link.to = left;
    link.is_left = 1;
    put_link(data, right, link);
  }
  for (int32_t a = m->separated_count; a-- > 0;) {
    if (!link_end(m, a, &left, &right)) continue;
    link = (pf_link){.river = PF_TERRAIN_NONE, .bridge = PF_TERRAIN_NONE};
    link.to = right;
    put_link(data, left, link);
    link.to = left;
    put_link(data, right, link);
  }
  for (int32_t n = 0; n < nodes; n++) data->nodes[n].first_link = data->nodes[n + 1].first_link;
  data->nodes[nodes].first_link = count;
  return PATHFAN_OK;
}

/* ---- Rivers ---- */

static pathfan_status list_rivers(maker *m) {
  pf_terrain_data *data = m->data;
  int32_t capacity = 0;
  pathfan_status status = PATHFAN_OK;
  for (uint32_t c = 0; c < m->corner_count && !status; c++) {
    if (data->river[c] < 0 || data->twin[c] < (int32_t)c) continue;
    status = pf_grow(&data->river_edges, &capacity, (int64_t)data->river_edge_count + 1);
    if (!status) data->river_edges[data->river_edge_count++] = (int32_t)c;
  }
  return status;
}

/* ---- All of it ---- */

static void open_view(maker *m) {
  pf_terrain_data *data = m->data;
  pf_terrain *view = &data->view;
  view->twin = data->twin;
  view->node = data->node;
  view->arc = data->arc;
  view->river = data->river;
  view->area = data->area;
  view->nodes = data->nodes;
  view->fan = data->fan;
  view->arc_ends = data->arc_ends;
  view->arcs = data->arcs;
  if (!m->has_oneway) {
    free(data->lanes);
    data->lanes = NULL;
  }
  view->lanes = data->lanes;
  view->features = data->features;
  view->names = data->names;
}

pathfan_status pf_terrain_finish(pf_terrain_data *data, const pf_grade_separated *separated,
                                 int32_t separated_count, int32_t apart_points) {
  const pf_mesh *mesh = data->view.mesh;
  maker m = {.data = data,
             .mesh = mesh,
             .separated = separated,
             .separated_count = separated_count,
             .apart_points = apart_points,
             .corner_count = mesh->first_corner[mesh->polygon_count]};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  data->view.least = data->view.background;
  for (int32_t f = 0; f < data->view.feature_count; f++)
    if (data->features[f].kind == PF_FEATURE_AREA)
      data->view.least = fmin(data->view.least, data->features[f].value);
  data->view.extent = pf_terrain_extent(mesh);
  m.owner = pf_alloc(m.corner_count, sizeof *m.owner);
  data->twin = pf_alloc(m.corner_count, sizeof *data->twin);
  data->node = pf_alloc(m.corner_count, sizeof *data->node);
  data->arc = pf_alloc(m.corner_count, sizeof *data->arc);
  if (m.owner && data->twin && data->node && data->arc) status = pf_mesh_twins(mesh, data->twin);
  if (!status) {
    for (int32_t p = 0; p < mesh->polygon_count; p++)
      for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) m.owner[c] = p;
    status = make_nodes(&m);
  }
  if (!status) status = join_nodes(&m);
  if (!status) status = make_apart_nodes(&m);
  if (!status) status = add_node(&m, (pf_node){.first_fan = (uint32_t)m.fan_count});
  if (!status) {
    data->view.node_count--; /* the last one only ends the lists */
    status = make_arcs(&m);
  }
  if (!status) status = make_apart_arcs(&m);
  if (!status) status = list_arc_ends(&m);
  open_view(&m);
  if (!status) status = make_links(&m);
  data->view.links = data->links;
  if (!status) status = list_rivers(&m);
  free(m.owner);
  return status;
}

void pf_terrain_data_free(pf_terrain_data *data) {
  free(data->twin);
  free(data->node);
  free(data->arc);
  free(data->river);
  free(data->area);
  free(data->road);
  free(data->road_back);
  free(data->bridge);
  free(data->nodes);
  free(data->fan);
  free(data->arc_ends);
  free(data->links);
  free(data->arcs);
  free(data->lanes);
  free(data->features);
  free(data->names);
  free(data->river_edges);
  memset(data, 0, sizeof *data);
}
