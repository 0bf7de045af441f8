/* overlay.c - attaching points to the visibility graph.
 *
 * The view of a point is found by expanding cones over the mesh. Only the nearest vertex on each
 * ray is joined, as in the graph: the farther ones are reached through it, so that a straight way
 * has a single sequence of edges. */
#include "graph/overlay.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "geometry/angle.h"
#include "geometry/tie_hash.h"
#include "mesh/fan.h"
#include "mesh/segment.h"

/* Makes room for `nodes` nodes; new ones have no edges. */
static pathfan_status fit_nodes(pf_overlay *o, int32_t nodes) {
  int32_t was = o->head_capacity;
  pathfan_status status = pf_grow(&o->head, &o->head_capacity, nodes);
  for (; !status && was < o->head_capacity; was++) o->head[was] = -1;
  return status;
}

pathfan_status pf_overlay_begin(pf_overlay *o, const pf_search_graph *base) {
  for (int32_t i = 0; i < o->edge_count; i++) o->head[o->edges[i].to] = -1;
  o->base = base;
  o->terminal_count = o->edge_count = o->end_count = o->box_count = 0;
  o->blocked = NULL;
  o->context = NULL;
  return fit_nodes(o, base->graph.vertex_count);
}

/* ---- View of a point ---- */

/* Finds the convex vertex at a point, in its sector; -1: there is none. */
static int32_t vertex_at(const pf_overlay *o, pf_fixed_point at, int32_t polygon) {
  const pf_mesh *mesh = o->base->mesh;
  const int bits = o->base->fraction_bits;
  const int64_t mask = ((int64_t)1 << bits) - 1;
  pf_fan fan;
  if ((at.x | at.y) & mask) return -1; /* off the lattice */
  pf_fan_begin(&fan, mesh, polygon, at, bits);
  do {
    for (uint32_t c = mesh->first_corner[fan.polygon]; c < mesh->first_corner[fan.polygon + 1];
         c++) {
      const int32_t v = mesh->corner_vertex[c];
      if (v >= mesh->convex_count) continue;
      const pf_fixed_point here = pf_search_graph_at(o->base, v);
      if (here.x == at.x && here.y == at.y) return v;
    }
  } while (pf_fan_next(&fan));
  return -1;
}

typedef struct angle_context {
  const pf_search_graph *base;
  pf_fixed_point origin;
} angle_context;

static pf_fixed_point direction(const angle_context *c, int32_t vertex) {
  return pf_fixed_from_to(c->origin, pf_search_graph_at(c->base, vertex));
}

static int by_angle(const void *a, const void *b, void *context) {
  return pf_by_angle(direction(context, *(const int32_t *)a),
                     direction(context, *(const int32_t *)b));
}

/* Lists the convex vertices that a point sees, the nearest on each ray, in o->visible.vertices. */
static pathfan_status find_visible(pf_overlay *o, pf_fixed_point at, int32_t polygon,
                                   int32_t *count) {
  *count = 0;
  const pathfan_status status =
      pf_visible_from_point(&o->visible, o->base->mesh, at, polygon, o->base->fraction_bits);
  if (status) return status;
  int32_t *list = o->visible.vertices;
  angle_context context = {o->base, at};
  if (o->visible.vertex_count)
    pf_sort(list, (size_t)o->visible.vertex_count, sizeof *list, by_angle, &context);
  for (int32_t i = 0; i < o->visible.vertex_count; i++)
    if (!*count ||
        !pf_same_ray(direction(&context, list[*count - 1]), direction(&context, list[i])))
      list[(*count)++] = list[i];
  return PATHFAN_OK;
}

/* ---- Joining ---- */

static pathfan_status join(pf_overlay *o, int32_t a, int32_t b) {
  const pathfan_status status = pf_grow(&o->edges, &o->edge_capacity, o->edge_count + 2);
  if (status) return status;
  const pf_fixed_point at_a = pf_overlay_at(o, a), at_b = pf_overlay_at(o, b);
  const int64_t weight = pf_search_graph_units(o->base, at_a, at_b);
  const uint64_t hash = pf_tie_hash(at_a, at_b);
  o->edges[o->edge_count] = (pf_overlay_edge){weight, hash, b, o->head[a]};
  o->head[a] = o->edge_count++;
  o->edges[o->edge_count] = (pf_overlay_edge){weight, hash, a, o->head[b]};
  o->head[b] = o->edge_count++;
  return PATHFAN_OK;
}

/* Whether a visible vertex lies on the way from `at` to `far`. */
static bool something_between(const pf_overlay *o, int32_t seen_count, pf_fixed_point at,
                              pf_fixed_point far) {
  const pf_fixed_point way = pf_fixed_from_to(at, far);
  const int64_t length = llabs(way.x) + llabs(way.y);
  for (int32_t i = 0; i < seen_count; i++) {
    const pf_fixed_point d =
        pf_fixed_from_to(at, pf_search_graph_at(o->base, o->visible.vertices[i]));
    if (pf_same_ray(way, d) && llabs(d.x) + llabs(d.y) < length) return true;
  }
  return false;
}

static pf_side side_of(const pf_terminal *terminal, pf_fixed_point d) {
  const int first = pf_turn(d, terminal->first), second = pf_turn(d, terminal->second);
  if (first >= 0 && second >= 0) return PF_SIDE_LEFT;
  return first <= 0 && second <= 0 ? PF_SIDE_RIGHT : PF_SIDE_NONE;
}

pf_side pf_overlay_side(const pf_overlay *o, int32_t node, pf_fixed_point d) {
  const int32_t n = o->base->graph.vertex_count;
  return node < n ? pf_side_of_fixed(o->base->wedge[node], d) : side_of(&o->terminals[node - n], d);
}

/* Whether a path may pass a terminal towards a point, or coming from there: it neither runs into
 * the closed wedge at the terminal nor comes out of it. */
static bool may_pass(const pf_terminal *terminal, pf_fixed_point point) {
  return side_of(terminal, pf_fixed_from_to(terminal->at, point)) != PF_SIDE_NONE;
}

/* The most terminals in a box: as many as a circle has corners. */
enum { BOXED = 32 };

/* Ensures that the last box can take the next terminal. A box never shrinks. */
static pathfan_status next_box(pf_overlay *o, pf_fixed_point at) {
  const int32_t count = o->box_count;
  const int32_t begin = count > 1 ? o->boxes[count - 2].end : 0;
  if (count && !o->is_apart && o->terminal_count - begin < BOXED) return PATHFAN_OK;
  const pathfan_status status = pf_grow(&o->boxes, &o->box_capacity, count + 1);
  if (status) return status;
  o->boxes[o->box_count++] = (pf_terminal_box){at, at, o->terminal_count};
  o->is_apart = false;
  return PATHFAN_OK;
}

static pathfan_status append(pf_overlay *o, const pf_terminal *terminal) {
  const pf_fixed_point at = terminal->at;
  pathfan_status status = pf_grow(&o->terminals, &o->terminal_capacity, o->terminal_count + 1);
  if (!status) status = next_box(o, at);
  if (status) return status;
  pf_terminal_box *box = &o->boxes[o->box_count - 1];
  if (at.x < box->low.x) box->low.x = at.x;
  if (at.y < box->low.y) box->low.y = at.y;
  if (at.x > box->high.x) box->high.x = at.x;
  if (at.y > box->high.y) box->high.y = at.y;
  o->terminals[o->terminal_count++] = *terminal;
  box->end = o->terminal_count;
  return PATHFAN_OK;
}

/* Whether a path that passes a terminal can't come from or go to anything in a box: all of the box
 * lies to one side, between the two sectors through which paths pass. The regions between them are
 * convex, so checking the box's corners is enough. */
static bool lies_aside(const pf_terminal *terminal, const pf_terminal_box *box) {
  int before = 0, behind = 0;
  for (int corner = 0; corner < 4; corner++) {
    const pf_fixed_point p = {corner & 1 ? box->low.x : box->high.x,
                              corner & 2 ? box->low.y : box->high.y};
    const pf_fixed_point d = pf_fixed_from_to(terminal->at, p);
    const int first = pf_turn(d, terminal->first), second = pf_turn(d, terminal->second);
    before += first < 0 && second > 0;
    behind += first > 0 && second < 0;
    if (before <= corner && behind <= corner) return false;
  }
  return true;
}

static pathfan_status attach(pf_overlay *o, pf_terminal terminal, int32_t *node) {
  const pf_fixed_point at = terminal.at;
  const int32_t polygon = terminal.polygon;
  const int32_t me = pf_overlay_count(o);
  int32_t seen = 0;
  *node = vertex_at(o, at, polygon);
  if (*node >= 0) return PATHFAN_OK; /* it is a node already */
  pathfan_status status = find_visible(o, at, polygon, &seen);
  if (!status) status = fit_nodes(o, me + 1);
  if (!status) status = append(o, &terminal);
  if (status) return status;
  o->head[me] = -1;
  for (int32_t i = 0; i < seen && !status; i++)
    if (may_pass(&terminal, pf_search_graph_at(o->base, o->visible.vertices[i])))
      status = join(o, me, o->visible.vertices[i]);
  for (int32_t box = 0, i = 0; box < o->box_count && !status; box++) {
    if (lies_aside(&terminal, &o->boxes[box])) i = o->boxes[box].end;
    for (; i < o->boxes[box].end && i + 1 < o->terminal_count && !status; i++) {
      const pf_terminal *other = &o->terminals[i];
      if (may_pass(&terminal, other->at) && may_pass(other, at) &&
          pf_mesh_sees(o->base->mesh, at, polygon, other->at, other->polygon,
                       o->base->fraction_bits) &&
          !something_between(o, seen, at, other->at))
        status = join(o, me, o->base->graph.vertex_count + i);
    }
  }
  *node = me;
  return status;
}

pathfan_status pf_overlay_attach(pf_overlay *o, pf_fixed_point at, int32_t polygon, int32_t *node) {
  return attach(o, (pf_terminal){.at = at, .polygon = polygon}, node);
}

pathfan_status pf_overlay_attach_corner(pf_overlay *o, pf_fixed_point at, int32_t polygon,
                                        pf_fixed_point first, pf_fixed_point second,
                                        int32_t *node) {
  return attach(o, (pf_terminal){at, polygon, first, second}, node);
}

void pf_overlay_free(pf_overlay *o) {
  free(o->terminals);
  free(o->edges);
  free(o->head);
  free(o->boxes);
  pf_visible_free(&o->visible);
  memset(o, 0, sizeof *o);
}
