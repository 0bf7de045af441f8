/* validate_terrain.c - checks that a terrain is one that a map could have made.
 *
 * Nearly all of a terrain follows from its mesh, from what runs along the mesh's edges, and from
 * its features. It is checked against these, one array after the other, each against those already
 * found to be good. Lengths and critical angles are exact, since the same operations give the same
 * result on every machine; other angles come from a library's arctangent, and may differ by
 * ANGLE_SLACK. */
#include "validate_terrain.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "built_with.h"
#include "format/sections.h"
#include "base/arctangent.h"
#include "terrain_view.h"

#if PATHFAN_WITH_SEARCH

#define ANGLE_SLACK 1e-9
#define NONE PF_TERRAIN_NONE

typedef struct checker {
  const pf_index_view *view;
  const pf_terrain *t;
  const pf_mesh *mesh;
  const uint32_t *first_corner;
  int32_t corner_count;
  int32_t *place;  /* [Size: corners] the corner's place in fan */
  uint8_t *is_met; /* [Size: nodes] */
  pathfan_error *error;
} checker;

static pathfan_status bad(const checker *k, pf_section_id section, const char *what, int64_t at) {
  return pf_fail(k->error, PATHFAN_ERR_DAMAGED, "%s: section %s: %s (at %lld)", k->view->path,
                 pf_section_rules[section].name, what, (long long)at);
}

static pf_lattice_point vertex_at(const checker *k, uint32_t corner) {
  return k->mesh->vertices[k->mesh->corner_vertex[corner]];
}

static bool same_point(pf_lattice_point a, pf_lattice_point b) {
  return a.x == b.x && a.y == b.y;
}

static bool is_good_rate(double rate) {
  return rate > 0 && isfinite(rate);
}

/* ---- Features ---- */

static pathfan_status check_head(const checker *k) {
  const pf_layout_terrain *head = k->view->terrain->head;
  if (!is_good_rate(head->background) || head->reserved)
    return bad(k, PF_SECTION_TERRAIN, "impossible values", 0);
  return PATHFAN_OK;
}

/* Whether a feature has a corner if, and only if, it is a bridge. */
static bool is_in_place(const checker *k, const pf_feature *feature) {
  return feature->kind == PF_FEATURE_BRIDGE
             ? feature->corner >= 0 && feature->corner < k->corner_count
             : feature->corner == NONE;
}

static pathfan_status check_features(const checker *k) {
  const int32_t bytes = k->view->terrain->name_bytes;
  if (bytes && k->t->names[bytes - 1])
    return bad(k, PF_SECTION_TERRAIN_NAMES, "a name without an end", bytes);
  for (int32_t i = 0; i < k->t->feature_count; i++) {
    const pf_feature *f = &k->t->features[i];
    const bool is_good = f->kind == PF_FEATURE_ROAD     ? is_good_rate(f->value)
                         : f->kind == PF_FEATURE_RIVER  ? f->value >= 0
                         : f->kind == PF_FEATURE_BRIDGE ? f->value == 0
                         : f->kind == PF_FEATURE_AREA   ? k->t->area && f->value > 0
                                                        : false;
    if (!is_good || (i && f[-1].kind == PF_FEATURE_BRIDGE && f->kind != f[-1].kind))
      return bad(k, PF_SECTION_TERRAIN_FEATURES, "impossible values", i);
    if (f->place < 0 || f->name < NONE || f->name >= bytes || !is_in_place(k, f))
      return bad(k, PF_SECTION_TERRAIN_FEATURES, "a number out of range", i);
  }
  return PATHFAN_OK;
}

/* Checks that grounds are areas that can be walked on. */
static pathfan_status check_areas(const checker *k) {
  for (int32_t p = 0; k->t->area && p < k->mesh->polygon_count; p++) {
    const int32_t area = k->t->area[p];
    if (area == NONE) continue;
    if (area < 0 || area >= k->t->feature_count || k->t->features[area].kind != PF_FEATURE_AREA ||
        !isfinite(k->t->features[area].value))
      return bad(k, PF_SECTION_TERRAIN_AREAS, "not an area", p);
  }
  return PATHFAN_OK;
}

static bool is_river(const checker *k, int32_t feature) {
  return feature >= 0 && feature < k->t->feature_count &&
         k->t->features[feature].kind == PF_FEATURE_RIVER;
}

/* ---- Corners ---- */

/* Whether the edge of a corner of polygon p is that of a corner of q, the other way round. */
static bool is_twin(const checker *k, int32_t p, uint32_t corner, int32_t q, uint32_t other) {
  if (other < k->first_corner[q] || other >= k->first_corner[q + 1]) return false;
  const int32_t *vertex = k->mesh->corner_vertex;
  return vertex[other] == vertex[pf_corner_after(k->first_corner, p, corner)] &&
         vertex[corner] == vertex[pf_corner_after(k->first_corner, q, other)];
}

static pathfan_status check_twins(const checker *k) {
  for (int32_t p = 0; p < k->mesh->polygon_count; p++)
    for (uint32_t c = k->first_corner[p]; c < k->first_corner[p + 1]; c++) {
      const int32_t q = k->mesh->corner_neighbour[c], twin = k->t->twin[c];
      if (q < 0 ? twin != -1 : twin < 0 || !is_twin(k, p, c, q, (uint32_t)twin))
        return bad(k, PF_SECTION_TERRAIN_TWINS, "not the corner beyond the edge", c);
    }
  return PATHFAN_OK;
}

static pathfan_status check_rivers(const checker *k) {
  int32_t listed = 0;
  for (int32_t c = 0; c < k->corner_count; c++) {
    const int32_t river = k->t->river[c], twin = k->t->twin[c];
    if (river == NONE && (twin < 0 || k->t->river[twin] == NONE)) continue;
    if (!is_river(k, river) || twin < 0 || k->t->river[twin] != river)
      return bad(k, PF_SECTION_TERRAIN_RIVERS, "a river that isn't on both sides", c);
    if (twin < c) continue;
    if (listed == k->view->terrain->river_edge_count ||
        k->view->terrain->river_edges[listed++] != c)
      return bad(k, PF_SECTION_TERRAIN_RIVER_EDGES, "not the corners of rivers", c);
  }
  return listed == k->view->terrain->river_edge_count
             ? PATHFAN_OK
             : bad(k, PF_SECTION_TERRAIN_RIVER_EDGES, "not the corners of rivers", listed);
}

/* ---- Nodes ---- */

static pathfan_status check_lists(const checker *k) {
  const pf_node *nodes = k->t->nodes, *last = &nodes[k->t->node_count];
  const pf_node *first = &nodes[0];
  bool is_bad = first->first_fan || first->first_arc || first->first_link ||
                last->first_fan != (uint32_t)k->corner_count ||
                last->first_arc != 2 * (uint32_t)k->t->arc_count;
  for (const pf_node *n = first; n < last; n++)
    is_bad |= n[1].first_fan < n->first_fan || n[1].first_arc < n->first_arc ||
              n[1].first_link < n->first_link;
  return is_bad ? bad(k, PF_SECTION_TERRAIN_NODES, "lists out of order", 0) : PATHFAN_OK;
}

/* Whether an edge can't be crossed, or not for free. */
static bool is_barrier(const checker *k, uint32_t corner) {
  return k->t->twin[corner] < 0 || k->t->river[corner] >= 0;
}

/* Returns the angle from the first edge of a corner to its second. */
static double corner_angle(const checker *k, const pf_node_corner *fan) {
  const uint32_t corner = (uint32_t)fan->corner;
  const uint32_t after = pf_corner_after(k->first_corner, fan->polygon, corner);
  const uint32_t before = pf_corner_before(k->first_corner, fan->polygon, corner);
  const pf_lattice_point at = vertex_at(k, corner);
  const pf_lattice_point first = pf_from_to(at, vertex_at(k, after));
  const pf_lattice_point last = pf_from_to(at, vertex_at(k, before));
  return pf_arctangent((double)pf_cross(first, last), (double)pf_dot(first, last));
}

static double heading_of(const checker *k, const pf_node_corner *fan) {
  const uint32_t corner = (uint32_t)fan->corner;
  const uint32_t after = pf_corner_after(k->first_corner, fan->polygon, corner);
  const pf_lattice_point way = pf_from_to(vertex_at(k, corner), vertex_at(k, after));
  return pf_arctangent((double)way.y, (double)way.x);
}

static bool is_near(double angle, double expected) {
  return fabs(angle - expected) <= ANGLE_SLACK;
}

/* Whether a node's share is sound: its corner exists, and touches the node. */
static bool is_share(const checker *k, int32_t number, const pf_node_corner *fan) {
  return fan->polygon >= 0 && fan->polygon < k->mesh->polygon_count && fan->corner >= 0 &&
         (uint32_t)fan->corner >= k->first_corner[fan->polygon] &&
         (uint32_t)fan->corner < k->first_corner[fan->polygon + 1] &&
         k->t->node[fan->corner] == number &&
         same_point(vertex_at(k, (uint32_t)fan->corner), k->t->nodes[number].at);
}

/* Whether shares begin and end where the sector does, and nothing divides them. Each must follow
 * the one before, so none comes twice: a corner has only one that precedes it. */
static bool is_sector(const checker *k, const pf_node *node, const pf_node_corner *fan,
                      int32_t count) {
  if (is_barrier(k, (uint32_t)fan->corner) != !node->is_round) return false;
  for (int32_t i = 0; i < count; i++) {
    const uint32_t before =
        pf_corner_before(k->first_corner, fan[i].polygon, (uint32_t)fan[i].corner);
    const bool is_last = i + 1 == count;
    if (i && fan[i].corner == fan[0].corner) return false;
    if (is_barrier(k, before) != (is_last && !node->is_round)) return false;
    if ((!is_last || node->is_round) && k->t->twin[before] != fan[is_last ? 0 : i + 1].corner)
      return false;
  }
  return true;
}

static bool has_angles(const checker *k, const pf_node *node, const pf_node_corner *fan,
                       int32_t count) {
  double sum = 0;
  if (fan[0].angle != 0 || !is_near(node->heading, heading_of(k, fan))) return false;
  for (int32_t i = 0; i < count; i++) {
    if (!is_near(fan[i].angle, sum) || (i && fan[i].angle < fan[i - 1].angle)) return false;
    sum += corner_angle(k, &fan[i]);
  }
  return is_near(node->span, sum) && node->span >= fan[count - 1].angle &&
         (!node->is_round || node->span == 2 * M_PI);
}

/* Whether a node is a point of a bridge or tunnel that isn't on the ground. */
static bool is_apart(const checker *k, const pf_node *node) {
  const pf_layout_header *h = k->view->header;
  return node->at.x >= 0 && node->at.y >= 0 && node->at.x <= h->width && node->at.y <= h->height &&
         !node->is_round && node->heading == 0 && node->span == 0;
}

static pathfan_status check_nodes(const checker *k) {
  for (int32_t n = 0; n < k->t->node_count; n++) {
    const pf_node *node = &k->t->nodes[n];
    const pf_node_corner *fan = &k->t->fan[node->first_fan];
    const int32_t count = (int32_t)(node[1].first_fan - node->first_fan);
    if ((node->is_round != 0 && node->is_round != 1) || node->reserved)
      return bad(k, PF_SECTION_TERRAIN_NODES, "impossible values", n);
    if (!count && !is_apart(k, node))
      return bad(k, PF_SECTION_TERRAIN_NODES, "no corner has a share in it", n);
    for (int32_t i = 0; i < count; i++) {
      if (!is_share(k, n, &fan[i]))
        return bad(k, PF_SECTION_TERRAIN_FAN, "a corner of another node",
                   (int64_t)node->first_fan + i);
      k->place[fan[i].corner] = (int32_t)node->first_fan + i;
    }
    if (!count) continue;
    if (!is_sector(k, node, fan, count))
      return bad(k, PF_SECTION_TERRAIN_FAN, "corners that are no sector", n);
    if (!has_angles(k, node, fan, count))
      return bad(k, PF_SECTION_TERRAIN_NODES, "angles that aren't its corners'", n);
  }
  return PATHFAN_OK;
}

/* Checks that nodes at one point form a ring: each is met once. */
static pathfan_status check_rings(const checker *k) {
  for (int32_t n = 0; n < k->t->node_count; n++) {
    const int32_t other = k->t->nodes[n].other;
    if (other < 0 || other >= k->t->node_count || k->is_met[other] ||
        !same_point(k->t->nodes[other].at, k->t->nodes[n].at))
      return bad(k, PF_SECTION_TERRAIN_NODES, "nodes at a point that are in no ring", n);
    k->is_met[other] = 1;
  }
  return PATHFAN_OK;
}

/* ---- Arcs ---- */

/* Returns the polygon of a corner, which must have a share in a node. */
static int32_t polygon_of(const checker *k, int32_t corner) {
  return k->t->fan[k->place[corner]].polygon;
}

static uint32_t after(const checker *k, int32_t corner) {
  return pf_corner_after(k->first_corner, polygon_of(k, corner), (uint32_t)corner);
}

/* Whether a way along an arc has the values that follow from its road. */
static bool is_lane(const checker *k, pf_lane lane, bool is_on_ground) {
  const pf_terrain *t = k->t;
  if (lane.feature < 0 || lane.feature >= t->feature_count ||
      t->features[lane.feature].kind != PF_FEATURE_ROAD || lane.reserved ||
      (lane.rate != t->features[lane.feature].value && !(t->lanes && isinf(lane.rate))))
    return false;
  /* Only bridges and tunnels, not entered on the way, may be no better than the ground; roads may
     be worse than the background where areas are worse still. */
  const bool is_better = lane.rate < t->background;
  const double cosine = is_better ? lane.rate / t->background : 1;
  if (!is_better && is_on_ground && !isinf(lane.rate) && !t->area) return false;
  return lane.cosine == cosine && lane.sine == sqrt((1 - cosine) * (1 + cosine));
}

/* Whether the values of an arc are those of the cheaper way along it, which must be one. */
static bool has_lanes(const checker *k, int32_t number) {
  const pf_arc *arc = &k->t->arcs[number];
  const pf_lane own = {arc->rate, arc->cosine, arc->sine, arc->feature, 0};
  if (!isfinite(arc->rate)) return false;
  if (!k->t->lanes) return is_lane(k, own, arc->corner != NONE);
  const pf_lane *both = k->t->lanes + 2 * (int64_t)number;
  const pf_lane *best = &both[both[1].rate < both[0].rate];
  return is_lane(k, both[0], arc->corner != NONE) && is_lane(k, both[1], arc->corner != NONE) &&
         own.rate == best->rate && own.cosine == best->cosine && own.sine == best->sine &&
         own.feature == best->feature;
}

static bool is_arc(const checker *k, int32_t number) {
  const pf_terrain *t = k->t;
  const pf_arc *arc = &t->arcs[number];
  for (int end = 0; end < 2; end++)
    if (arc->node[end] < 0 || arc->node[end] >= t->node_count) return false;
  return has_lanes(k, number) && arc->length > 0 &&
         arc->length ==
             pf_lattice_length(pf_from_to(t->nodes[arc->node[0]].at, t->nodes[arc->node[1]].at));
}

/* Whether an arc runs along the edge of its corner. */
static bool is_along(const checker *k, int32_t number) {
  const pf_arc *arc = &k->t->arcs[number];
  if (arc->corner == NONE) return true;
  if (arc->corner < 0 || arc->corner >= k->corner_count) return false;
  return k->t->arc[arc->corner] == number && k->t->node[arc->corner] == arc->node[0] &&
         k->t->node[after(k, arc->corner)] == arc->node[1];
}

static pathfan_status check_arcs(const checker *k) {
  const pf_terrain *t = k->t;
  for (int32_t a = 0; a < t->arc_count; a++) {
    if (!is_arc(k, a)) return bad(k, PF_SECTION_TERRAIN_ARCS, "impossible values", a);
    if (!is_along(k, a)) return bad(k, PF_SECTION_TERRAIN_ARCS, "not along its edge", a);
  }
  for (int32_t c = 0; c < k->corner_count; c++) {
    const int32_t arc = t->arc[c], twin = t->twin[c];
    const bool is_shared = twin >= 0 && t->river[c] < 0; /* both sides of a road are one arc */
    if (arc == NONE && !(is_shared && t->arc[twin] != NONE)) continue;
    if (arc < 0 || arc >= t->arc_count || (is_shared && t->arc[twin] != arc) ||
        (t->arcs[arc].corner != c && !(is_shared && t->arcs[arc].corner == twin)))
      return bad(k, PF_SECTION_TERRAIN_CORNER_ARC, "not the arc of its edge", c);
  }
  return PATHFAN_OK;
}

/* Returns the angle at which an end of an arc leaves its node, from the node's fan; -1: the arc
 * isn't on the ground. */
static double end_angle(const checker *k, const pf_arc *arc, int32_t end) {
  if (arc->corner < 0) return -1;
  const pf_node *node = &k->t->nodes[arc->node[end]];
  if (!end) return k->t->fan[k->place[arc->corner]].angle;
  const uint32_t next = (uint32_t)k->place[after(k, arc->corner)] + 1;
  return next < node[1].first_fan ? k->t->fan[next].angle : node->span;
}

/* Checks ends at nodes: they ascend, so none comes twice; there are as many as all arcs have. */
static pathfan_status check_arc_ends(const checker *k) {
  for (int32_t n = 0; n < k->t->node_count; n++) {
    const pf_node *node = &k->t->nodes[n];
    int64_t before = -1;
    for (uint32_t i = node->first_arc; i < node[1].first_arc; i++) {
      const pf_arc_end *end = &k->t->arc_ends[i];
      if (end->arc < 0 || end->arc >= k->t->arc_count || (end->end != 0 && end->end != 1) ||
          k->t->arcs[end->arc].node[end->end] != n || 2 * (int64_t)end->arc + end->end <= before)
        return bad(k, PF_SECTION_TERRAIN_ARC_ENDS, "not the ends at a node", i);
      before = 2 * (int64_t)end->arc + end->end;
      if (end->angle != end_angle(k, &k->t->arcs[end->arc], end->end))
        return bad(k, PF_SECTION_TERRAIN_ARC_ENDS, "an angle that isn't its arc's", i);
    }
  }
  return PATHFAN_OK;
}

/* ---- Links ---- */

static bool is_on_ground(const pf_node *node) {
  return node->first_fan < node[1].first_fan;
}

/* Whether a link joins a sector and the end of a bridge or tunnel at the same point. */
static bool is_mouth(const checker *k, int32_t number, const pf_link *link) {
  const pf_node *nodes = k->t->nodes;
  return link->to >= 0 && link->to < k->t->node_count && link->river == NONE && link->cost == 0 &&
         !link->is_left && link->bridge == NONE &&
         is_on_ground(&nodes[link->to]) != is_on_ground(&nodes[number]) &&
         same_point(nodes[link->to].at, nodes[number].at);
}

static bool is_bridge_at(const checker *k, int32_t feature, pf_lattice_point at) {
  return feature >= 0 && feature < k->t->feature_count &&
         k->t->features[feature].kind == PF_FEATURE_BRIDGE &&
         same_point(vertex_at(k, (uint32_t)k->t->features[feature].corner), at);
}

/* Whether a link crosses a river that bounds a sector, on either side, to the sector beyond. */
static bool is_crossing(const checker *k, int32_t number, const pf_link *link) {
  const pf_terrain *t = k->t;
  const pf_node *node = &t->nodes[number];
  if (!is_on_ground(node)) return false;
  const pf_node_corner *side = &t->fan[link->is_left ? node[1].first_fan - 1 : node->first_fan];
  const uint32_t edge =
      link->is_left ? pf_corner_before(k->first_corner, side->polygon, (uint32_t)side->corner)
                    : (uint32_t)side->corner;
  const int32_t river = t->river[edge], twin = t->twin[edge];
  if (river < 0 || link->river != river) return false;
  const int32_t to = link->is_left ? t->node[twin] : t->node[after(k, twin)];
  if (link->to != to || to == number) return false;
  if (link->bridge == NONE) return link->cost == pf_river_cost(t, river) && isfinite(link->cost);
  return link->cost == 0 && is_bridge_at(k, link->bridge, node->at);
}

/* Checks links; at most one on each side crosses a river. */
static pathfan_status check_links(const checker *k) {
  for (int32_t n = 0; n < k->t->node_count; n++) {
    int32_t sides = 0;
    for (uint32_t i = k->t->nodes[n].first_link; i < k->t->nodes[n + 1].first_link; i++) {
      const pf_link *link = &k->t->links[i];
      if (is_mouth(k, n, link)) continue;
      if ((link->is_left != 0 && link->is_left != 1) || sides >> link->is_left & 1 ||
          !is_crossing(k, n, link))
        return bad(k, PF_SECTION_TERRAIN_LINKS, "not over a river of its sector", i);
      sides |= 1 << link->is_left;
    }
  }
  return PATHFAN_OK;
}

/* ---- All of it ---- */

static void set_rest(const pf_index_view *view) {
  pf_terrain *t = &view->terrain->terrain;
  t->least = t->background;
  for (int32_t a = 0; a < t->arc_count; a++) t->least = fmin(t->least, t->arcs[a].rate);
  for (int32_t p = 0; t->area && p < t->mesh->polygon_count; p++)
    t->least = fmin(t->least, pf_ground_rate(t, p));
  t->extent = pf_terrain_extent(t->mesh);
}

static pathfan_status check_all(const checker *k) {
  pathfan_status status = check_features(k);
  if (!status) status = check_areas(k);
  if (!status) status = check_twins(k);
  if (!status) status = check_rivers(k);
  if (!status) status = check_lists(k);
  if (!status) status = check_nodes(k);
  if (!status) status = check_rings(k);
  if (!status) status = check_arcs(k);
  if (!status) status = check_arc_ends(k);
  return status ? status : check_links(k);
}

pathfan_status pf_validate_terrain(const pf_index_view *view, pathfan_error *error) {
  checker k = {.view = view,
               .t = &view->terrain->terrain,
               .mesh = &view->mesh,
               .first_corner = view->mesh.first_corner,
               .corner_count = view->header->mesh_corner_count,
               .error = error};
  pathfan_status status = check_head(&k);
  if (status) return status;
  view->terrain->terrain.background = view->terrain->head->background;
  k.place = pf_alloc((uint64_t)k.corner_count, sizeof *k.place);
  k.is_met = pf_alloc_zero((uint64_t)k.t->node_count, sizeof *k.is_met);
  if (!k.place || !k.is_met) status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) status = check_all(&k);
  if (!status) set_rest(view);
  free(k.place);
  free(k.is_met);
  return status;
}
#else
pathfan_status pf_validate_terrain(const pf_index_view *view, pathfan_error *error) {
  (void)view; /* no terrain can be open */
  (void)error;
  return PATHFAN_OK;
}
#endif
