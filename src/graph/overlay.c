/* overlay.c - attaching points to the visibility graph.
 *
 * The view of a point is found by expanding cones over the mesh. Only the nearest vertex on each
 * ray is joined, as in the graph: the farther ones are reached through it, so that a straight way
 * has a single sequence of edges. */
#include "graph/overlay.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/sort.h"
#include "geometry/angle.h"
#include "mesh/fan.h"
#include "mesh/segment.h"

/* Makes room for `nodes` nodes; new ones have no edges. */
static pathfan_status fit_nodes(pathfan_overlay *o, int32_t nodes) {
  int32_t was = o->head_capacity;
  pathfan_status status = pathfan_grow(&o->head, &o->head_capacity, nodes, sizeof *o->head);
  for (; !status && was < o->head_capacity; was++) o->head[was] = -1;
  return status;
}

pathfan_status pathfan_overlay_begin(pathfan_overlay *o, const pathfan_search_graph *base) {
  for (int32_t i = 0; i < o->edge_count; i++) o->head[o->edges[i].to] = -1;
  o->base = base;
  o->terminal_count = o->edge_count = o->end_count = o->box_count = 0;
  o->blocked = NULL;
  o->context = NULL;
  return fit_nodes(o, base->graph.vertex_count);
}

/* ---- View of a point ---- */

/* Finds the convex vertex at a point, in its sector; -1: there is none. */
static int32_t vertex_at(const pathfan_overlay *o, pathfan_fixed_point at, int32_t polygon) {
  const pathfan_mesh *mesh = o->base->mesh;
  const int bits = o->base->fraction_bits;
  const int64_t mask = ((int64_t)1 << bits) - 1;
  pathfan_fan fan;
  if ((at.x | at.y) & mask) return -1; /* off the lattice */
  pathfan_fan_begin(&fan, mesh, polygon, at, bits);
  do {
    for (uint32_t c = mesh->first_corner[fan.polygon]; c < mesh->first_corner[fan.polygon + 1];
         c++) {
      const int32_t v = mesh->corner_vertex[c];
      if (v >= mesh->convex_count) continue;
      const pathfan_fixed_point here = pathfan_search_graph_at(o->base, v);
      if (here.x == at.x && here.y == at.y) return v;
    }
  } while (pathfan_fan_next(&fan));
  return -1;
}

typedef struct angle_context {
  const pathfan_search_graph *base;
  pathfan_fixed_point origin;
} angle_context;

static pathfan_fixed_point direction(const angle_context *c, int32_t vertex) {
  return pathfan_fixed_from_to(c->origin, pathfan_search_graph_at(c->base, vertex));
}

static int by_angle(const void *a, const void *b, void *context) {
  return pathfan_by_angle(direction(context, *(const int32_t *)a),
                          direction(context, *(const int32_t *)b));
}

/* Lists the convex vertices that a point sees, the nearest on each ray, in o->visible.vertices. */
static pathfan_status find_visible(pathfan_overlay *o, pathfan_fixed_point at, int32_t polygon,
                                   int32_t *count) {
  *count = 0;
  const pathfan_status status =
      pathfan_visible_from_point(&o->visible, o->base->mesh, at, polygon, o->base->fraction_bits);
  if (status) return status;
  int32_t *list = o->visible.vertices;
  angle_context context = {o->base, at};
  if (o->visible.vertex_count)
    pathfan_sort(list, (size_t)o->visible.vertex_count, sizeof *list, by_angle, &context);
  for (int32_t i = 0; i < o->visible.vertex_count; i++)
    if (!*count ||
        !pathfan_same_ray(direction(&context, list[*count - 1]), direction(&context, list[i])))
      list[(*count)++] = list[i];
  return PATHFAN_OK;
}

/* ---- Joining ---- */

/* Returns an edge's tie hash: the same in both directions, a function of coordinates only; 40 bits,
 * as the graph's (graph.h). */
static uint64_t edge_tie_hash(pathfan_fixed_point a, pathfan_fixed_point b) {
  if (b.x < a.x || (b.x == a.x && b.y < a.y)) {
    const pathfan_fixed_point swap = a;
    a = b;
    b = swap;
  }
  uint64_t hash = pathfan_mix((uint64_t)a.x + UINT64_C(0x9e3779b97f4a7c15));
  hash = pathfan_mix(hash + (uint64_t)a.y);
  hash = pathfan_mix(hash + (uint64_t)b.x);
  return pathfan_mix(hash + (uint64_t)b.y) >> 24;
}

static pathfan_status join(pathfan_overlay *o, int32_t a, int32_t b) {
  const pathfan_status status =
      pathfan_grow(&o->edges, &o->edge_capacity, o->edge_count + 2, sizeof *o->edges);
  if (status) return status;
  const pathfan_fixed_point at_a = pathfan_overlay_at(o, a), at_b = pathfan_overlay_at(o, b);
  const int64_t weight = pathfan_search_graph_units(o->base, at_a, at_b);
  const uint64_t hash = edge_tie_hash(at_a, at_b);
  o->edges[o->edge_count] = (pathfan_overlay_edge){weight, hash, b, o->head[a]};
  o->head[a] = o->edge_count++;
  o->edges[o->edge_count] = (pathfan_overlay_edge){weight, hash, a, o->head[b]};
  o->head[b] = o->edge_count++;
  return PATHFAN_OK;
}

/* Whether a visible vertex lies on the way from `at` to `far`. */
static bool something_between(const pathfan_overlay *o, int32_t seen_count, pathfan_fixed_point at,
                              pathfan_fixed_point far) {
  const pathfan_fixed_point way = pathfan_fixed_from_to(at, far);
  const int64_t length = llabs(way.x) + llabs(way.y);
  for (int32_t i = 0; i < seen_count; i++) {
    const pathfan_fixed_point d =
        pathfan_fixed_from_to(at, pathfan_search_graph_at(o->base, o->visible.vertices[i]));
    if (pathfan_same_ray(way, d) && llabs(d.x) + llabs(d.y) < length) return true;
  }
  return false;
}

static pathfan_side side_of(const pathfan_terminal *terminal, pathfan_fixed_point d) {
  const int first = pathfan_turn(d, terminal->first), second = pathfan_turn(d, terminal->second);
  if (first >= 0 && second >= 0) return PATHFAN_SIDE_LEFT;
  return first <= 0 && second <= 0 ? PATHFAN_SIDE_RIGHT : PATHFAN_SIDE_NONE;
}

pathfan_side pathfan_overlay_side(const pathfan_overlay *o, int32_t node, pathfan_fixed_point d) {
  const int32_t n = o->base->graph.vertex_count;
  return node < n ? pathfan_side_of_fixed(o->base->wedge[node], d)
                  : side_of(&o->terminals[node - n], d);
}

/* Whether a path may pass a terminal towards a point, or coming from there: it neither runs into
 * the closed wedge at the terminal nor comes out of it. */
static bool may_pass(const pathfan_terminal *terminal, pathfan_fixed_point point) {
  return side_of(terminal, pathfan_fixed_from_to(terminal->at, point)) != PATHFAN_SIDE_NONE;
}

/* The most terminals in a box: as many as a circle has corners. */
enum { BOXED = 32 };

/* Ensures that the last box can take the next terminal. A box never shrinks. */
static pathfan_status next_box(pathfan_overlay *o, pathfan_fixed_point at) {
  const int32_t count = o->box_count;
  const int32_t begin = count > 1 ? o->boxes[count - 2].end : 0;
  if (count && !o->is_apart && o->terminal_count - begin < BOXED) return PATHFAN_OK;
  const pathfan_status status =
      pathfan_grow(&o->boxes, &o->box_capacity, count + 1, sizeof *o->boxes);
  if (status) return status;
  o->boxes[o->box_count++] = (pathfan_terminal_box){at, at, o->terminal_count};
  o->is_apart = false;
  return PATHFAN_OK;
}

static pathfan_status append(pathfan_overlay *o, const pathfan_terminal *terminal) {
  const pathfan_fixed_point at = terminal->at;
  pathfan_status status = pathfan_grow(&o->terminals, &o->terminal_capacity, o->terminal_count + 1,
                                       sizeof *o->terminals);
  if (!status) status = next_box(o, at);
  if (status) return status;
  pathfan_terminal_box *box = &o->boxes[o->box_count - 1];
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
static bool lies_aside(const pathfan_terminal *terminal, const pathfan_terminal_box *box) {
  int before = 0, behind = 0;
  for (int corner = 0; corner < 4; corner++) {
    const pathfan_fixed_point p = {corner & 1 ? box->low.x : box->high.x,
                                   corner & 2 ? box->low.y : box->high.y};
    const pathfan_fixed_point d = pathfan_fixed_from_to(terminal->at, p);
    const int first = pathfan_turn(d, terminal->first), second = pathfan_turn(d, terminal->second);
    before += first < 0 && second > 0;
    behind += first > 0 && second < 0;
    if (before <= corner && behind <= corner) return false;
  }
  return true;
}

static pathfan_status attach(pathfan_overlay *o, pathfan_terminal terminal, int32_t *node) {
  const pathfan_fixed_point at = terminal.at;
  const int32_t polygon = terminal.polygon;
  const int32_t me = pathfan_overlay_count(o);
  int32_t seen = 0;
  *node = vertex_at(o, at, polygon);
  if (*node >= 0) return PATHFAN_OK; /* it is a node already */
  pathfan_status status = find_visible(o, at, polygon, &seen);
  if (!status) status = fit_nodes(o, me + 1);
  if (!status) status = append(o, &terminal);
  if (status) return status;
  o->head[me] = -1;
  for (int32_t i = 0; i < seen && !status; i++)
    if (may_pass(&terminal, pathfan_search_graph_at(o->base, o->visible.vertices[i])))
      status = join(o, me, o->visible.vertices[i]);
  for (int32_t box = 0, i = 0; box < o->box_count && !status; box++) {
    if (lies_aside(&terminal, &o->boxes[box])) i = o->boxes[box].end;
    for (; i < o->boxes[box].end && i + 1 < o->terminal_count && !status; i++) {
      const pathfan_terminal *other = &o->terminals[i];
      if (may_pass(&terminal, other->at) && may_pass(other, at) &&
          pathfan_mesh_sees(o->base->mesh, at, polygon, other->at, other->polygon,
                            o->base->fraction_bits) &&
          !something_between(o, seen, at, other->at))
        status = join(o, me, o->base->graph.vertex_count + i);
    }
  }
  *node = me;
  return status;
}

pathfan_status pathfan_overlay_attach(pathfan_overlay *o, pathfan_fixed_point at, int32_t polygon,
                                      int32_t *node) {
  return attach(o, (pathfan_terminal){.at = at, .polygon = polygon}, node);
}

pathfan_status pathfan_overlay_attach_corner(pathfan_overlay *o, pathfan_fixed_point at,
                                             int32_t polygon, pathfan_fixed_point first,
                                             pathfan_fixed_point second, int32_t *node) {
  return attach(o, (pathfan_terminal){at, polygon, first, second}, node);
}

void pathfan_overlay_free(pathfan_overlay *o) {
  free(o->terminals);
  free(o->edges);
  free(o->head);
  free(o->boxes);
  pathfan_visible_free(&o->visible);
  memset(o, 0, sizeof *o);
}
