/* visible.c - depth-first cone expansion over a mesh, as in the search of
 * Polyanya's authors (polyanya-2017, section 3) without its heuristic.
 *
 * A cone enters a polygon through an edge and leaves through every edge that
 * its closed angle meets, narrowed to that edge. Closed angles make cones of
 * one ray legal: sight that squeezes between two corners on opposite sides, or
 * runs along an edge. Such rays pass mesh corners where four polygons meet and
 * would fan out exponentially, so a cone that an earlier cone of the same
 * polygon contains is dropped. Every cone of a polygon sees it in full depth
 * (the polygon is convex, so a ray that has reached it unhindered crosses it
 * unhindered), which is why containment of angles suffices. */
#include "mesh/visible.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct pathfan_visible_frame {
  int32_t polygon, entry; /* entry: corner index of the edge it came through; -1 at a start */
  int32_t right, left;
} frame;

static pathfan_fixed direction(const pathfan_mesh *mesh, pathfan_fixed origin, int bits,
                               int32_t vertex) {
  return pathfan_fixed_from_to(origin, pathfan_lift(mesh->vertices[vertex], bits));
}

static bool same_way(pathfan_fixed a, pathfan_fixed b) {
  return (__int128)a.x * b.x + (__int128)a.y * b.y > 0;
}

bool pathfan_cone_holds(const pathfan_mesh *mesh, const pathfan_cone *cone, pathfan_fixed origin,
                        int bits, pathfan_fixed d) {
  if (cone->right != PATHFAN_RAY_NONE &&
      pathfan_turn(direction(mesh, origin, bits, cone->right), d) < 0)
    return false;
  return cone->left == PATHFAN_RAY_NONE ||
         pathfan_turn(d, direction(mesh, origin, bits, cone->left)) >= 0;
}

/* Reserves room for one more cone and, per cone, one frame per corner later. */
static pathfan_status grow_cones(pathfan_visible *visible) {
  if (visible->cone_count < visible->cone_capacity) return PATHFAN_OK;
  const int32_t capacity = visible->cone_capacity ? visible->cone_capacity * 2 : 256;
  pathfan_cone *cones = pathfan_resize(visible->cones, (uint64_t)capacity, sizeof *cones);
  if (!cones) return PATHFAN_ERR_NO_MEMORY;
  visible->cones = cones;
  int32_t *older = pathfan_resize(visible->older, (uint64_t)capacity, sizeof *older);
  if (!older) return PATHFAN_ERR_NO_MEMORY;
  visible->older = older;
  visible->cone_capacity = capacity;
  return PATHFAN_OK;
}

static pathfan_status push(pathfan_visible *visible, int32_t *depth, frame f) {
  if (*depth == visible->stack_capacity) {
    const int32_t capacity = *depth ? *depth * 2 : 256;
    frame *stack = pathfan_resize(visible->stack, (uint64_t)capacity, sizeof *stack);
    if (!stack) return PATHFAN_ERR_NO_MEMORY;
    visible->stack = stack;
    visible->stack_capacity = capacity;
  }
  visible->stack[(*depth)++] = f;
  return PATHFAN_OK;
}

/* Records the cone of f unless an earlier cone of the polygon contains it. Grows
 * an earlier cone where the two overlap or touch; *fresh says whether anything
 * new was seen. */
static pathfan_status record(pathfan_visible *visible, const pathfan_mesh *mesh,
                             pathfan_fixed origin, int bits, const frame *f, bool *fresh) {
  const pathfan_fixed right = direction(mesh, origin, bits, f->right);
  const pathfan_fixed left = direction(mesh, origin, bits, f->left);
  *fresh = false;
  for (int32_t i = visible->newest[f->polygon]; i >= 0; i = visible->older[i]) {
    const pathfan_cone *cone = &visible->cones[i];
    if (cone->right == PATHFAN_RAY_NONE) return PATHFAN_OK; /* seen whole */
    if (pathfan_turn(direction(mesh, origin, bits, cone->right), right) >= 0 &&
        pathfan_turn(left, direction(mesh, origin, bits, cone->left)) >= 0)
      return PATHFAN_OK;
  }
  const pathfan_status status = grow_cones(visible);
  if (status) return status;
  *fresh = true;
  visible->older[visible->cone_count] = visible->newest[f->polygon];
  visible->newest[f->polygon] = visible->cone_count;
  visible->cones[visible->cone_count++] =
      (pathfan_cone){.polygon = f->polygon, .right = f->right, .left = f->left};
  return PATHFAN_OK;
}

/* Narrows the cone of f to edge (a,b) seen from origin; false if they don't meet.
 * Of two vertices on one ray an obstacle's convex vertex is preferred: it is
 * what a boundary that stays must consist of. */
static bool narrow(const pathfan_mesh *mesh, pathfan_fixed origin, int bits, const frame *f,
                   int32_t a, int32_t b, frame *out) {
  const pathfan_fixed da = direction(mesh, origin, bits, a);
  const pathfan_fixed db = direction(mesh, origin, bits, b);
  const int facing = pathfan_turn(da, db);
  if (facing < 0) return false;
  if (facing == 0 && !same_way(da, db)) return false; /* touches the origin */
  if (f->right == PATHFAN_RAY_NONE) {
    out->right = a;
    out->left = b;
    if (facing == 0) out->right = out->left = a < b ? a : b;
    return true;
  }
  const pathfan_fixed right = direction(mesh, origin, bits, f->right);
  const pathfan_fixed left = direction(mesh, origin, bits, f->left);
  const int ra = pathfan_turn(right, da), bl = pathfan_turn(db, left);
  out->right = ra > 0 ? a : ra == 0 && a < mesh->convex_count ? a : f->right;
  out->left = bl > 0 ? b : bl == 0 && b < mesh->convex_count ? b : f->left;
  const pathfan_fixed new_right = ra > 0 ? da : right, new_left = bl > 0 ? db : left;
  return pathfan_turn(new_right, new_left) >= 0;
}

/* Unites cones of one polygon that overlap or share a ray. Lists are tiny. */
static void unite(pathfan_visible *visible, const pathfan_mesh *mesh, pathfan_fixed origin,
                  int bits) {
  for (int32_t i = 0; i < visible->cone_count; i++) {
    pathfan_cone *a = &visible->cones[i];
    if (a->polygon < 0 || a->right == PATHFAN_RAY_NONE) continue;
    bool again = true;
    while (again) {
      again = false;
      for (int32_t j = visible->newest[a->polygon]; j >= 0; j = visible->older[j]) {
        pathfan_cone *b = &visible->cones[j];
        if (j == i || b->polygon < 0) continue;
        if (b->right == PATHFAN_RAY_NONE) { /* seen whole: a adds nothing */
          again = false;
          a->polygon = -1 - a->polygon;
          break;
        }
        const pathfan_fixed ar = direction(mesh, origin, bits, a->right);
        const pathfan_fixed al = direction(mesh, origin, bits, a->left);
        const pathfan_fixed br = direction(mesh, origin, bits, b->right);
        const pathfan_fixed bl = direction(mesh, origin, bits, b->left);
        if (pathfan_turn(ar, bl) < 0 || pathfan_turn(br, al) < 0) continue; /* apart */
        if (pathfan_turn(br, ar) > 0) a->right = b->right;
        if (pathfan_turn(al, bl) > 0) a->left = b->left;
        b->polygon = -1 - b->polygon;
        again = true;
      }
      if (a->polygon < 0) break;
    }
  }
  int32_t kept = 0;
  for (int32_t i = 0; i < visible->cone_count; i++) {
    const int32_t polygon = visible->cones[i].polygon;
    visible->newest[polygon < 0 ? -1 - polygon : polygon] = -1;
    if (polygon >= 0) visible->cones[kept++] = visible->cones[i];
  }
  visible->cone_count = kept;
}

pathfan_status pathfan_visible_from(pathfan_visible *visible, const pathfan_mesh *mesh,
                                    pathfan_fixed origin, int bits, const int32_t *starts,
                                    int32_t start_count) {
  pathfan_status status = PATHFAN_OK;
  int32_t depth = 0;
  bool fresh;
  if (visible->polygon_count != mesh->polygon_count) {
    int32_t *newest =
        pathfan_resize(visible->newest, (uint64_t)mesh->polygon_count, sizeof *newest);
    if (!newest) return PATHFAN_ERR_NO_MEMORY;
    visible->newest = newest;
    visible->polygon_count = mesh->polygon_count;
    memset(newest, 0xff, (size_t)mesh->polygon_count * sizeof *newest);
  }
  visible->cone_count = 0;
  for (int32_t i = 0; i < start_count && !status; i++) {
    if (visible->newest[starts[i]] >= 0) continue; /* named twice */
    status = grow_cones(visible);
    if (status) break;
    visible->older[visible->cone_count] = -1;
    visible->newest[starts[i]] = visible->cone_count;
    visible->cones[visible->cone_count++] =
        (pathfan_cone){starts[i], PATHFAN_RAY_NONE, PATHFAN_RAY_NONE};
    status = push(visible, &depth, (frame){starts[i], -1, PATHFAN_RAY_NONE, PATHFAN_RAY_NONE});
  }
  while (depth && !status) {
    const frame f = visible->stack[--depth];
    const int32_t begin = (int32_t)mesh->first_corner[f.polygon];
    const int32_t end = (int32_t)mesh->first_corner[f.polygon + 1];
    for (int32_t i = begin; i < end && !status; i++) {
      const int32_t neighbour = mesh->corner_neighbour[i];
      if (neighbour < 0 || i == f.entry) continue;
      frame next = {.polygon = neighbour, .entry = -1};
      const int32_t a = mesh->corner_vertex[i];
      const int32_t b = mesh->corner_vertex[i + 1 < end ? i + 1 : begin];
      if (!narrow(mesh, origin, bits, &f, a, b, &next)) continue;
      status = record(visible, mesh, origin, bits, &next, &fresh);
      if (status || !fresh) continue;
      /* The edge it enters by, so as not to turn back. */
      const int32_t last = (int32_t)mesh->first_corner[neighbour + 1];
      for (int32_t j = (int32_t)mesh->first_corner[neighbour]; j < last; j++)
        if (mesh->corner_neighbour[j] == f.polygon && mesh->corner_vertex[j] == b) next.entry = j;
      status = push(visible, &depth, next);
    }
  }
  unite(visible, mesh, origin, bits);
  return status;
}

/* ---- Round a point ---- */

/* Finds the point on the border of a round's polygon: at corner round->corner, or on
 * the edge from there on. False: inside. */
static bool find_place(pathfan_round *round) {
  const pathfan_mesh *mesh = round->mesh;
  for (uint32_t c = mesh->first_corner[round->polygon]; c < mesh->first_corner[round->polygon + 1];
       c++) {
    const pathfan_fixed a = direction(mesh, round->point, round->bits, mesh->corner_vertex[c]);
    const pathfan_fixed b =
        direction(mesh, round->point, round->bits,
                  mesh->corner_vertex[pathfan_corner_after(mesh->first_corner, round->polygon, c)]);
    round->corner = c;
    round->at_corner = !a.x && !a.y;
    if (round->at_corner || ((b.x || b.y) && !pathfan_turn(a, b) && !same_way(a, b))) return true;
  }
  return false;
}

/* Goes on across edge `corner` of the polygon; false at a wall. Left: the edge leads
 * to the point, otherwise away from it. */
static bool cross_edge(pathfan_round *round, uint32_t corner, bool left) {
  const pathfan_mesh *mesh = round->mesh;
  const int32_t next = mesh->corner_neighbour[corner];
  if (next < 0) return false;
  const int32_t end =
      mesh->corner_vertex[pathfan_corner_after(mesh->first_corner, round->polygon, corner)];
  for (uint32_t c = mesh->first_corner[next]; c < mesh->first_corner[next + 1]; c++)
    if (mesh->corner_neighbour[c] == round->polygon && mesh->corner_vertex[c] == end) {
      round->polygon = next;
      round->corner = left ? c : pathfan_corner_after(mesh->first_corner, next, c);
      return true;
    }
  return false; /* a damaged mesh */
}

void pathfan_round_begin(pathfan_round *round, const pathfan_mesh *mesh, int32_t polygon,
                         pathfan_fixed point, int bits) {
  *round = (pathfan_round){.mesh = mesh, .point = point, .bits = bits, .polygon = polygon};
  round->on_border = find_place(round);
  round->first = polygon;
  round->first_corner = round->corner;
  /* An edge has two sides. Round a corner a damaged mesh may have circles. */
  round->left = !round->on_border ? 0 : round->at_corner ? mesh->polygon_count : 1;
}

bool pathfan_round_next(pathfan_round *round) {
  if (round->left-- <= 0) return false;
  if (!round->at_corner) return cross_edge(round, round->corner, true);
  if (!round->clockwise) {
    if (cross_edge(round,
                   pathfan_corner_before(round->mesh->first_corner, round->polygon, round->corner),
                   true))
      return round->polygon != round->first;
    /* A wall: the others lie the other way from the first. */
    round->clockwise = true;
    round->polygon = round->first;
    round->corner = round->first_corner;
  }
  return cross_edge(round, round->corner, false);
}

/* Whether two polygons touch a point in the same sector. */
static bool same_sector(const pathfan_mesh *mesh, int32_t a, int32_t b, pathfan_fixed point,
                        int bits) {
  if (a == b) return true;
  pathfan_round round;
  pathfan_round_begin(&round, mesh, a, point, bits);
  while (pathfan_round_next(&round))
    if (round.polygon == b) return true;
  return false;
}

/* ---- Along a segment ---- */

/* Whether a round's polygon goes on from the point in direction d. */
static bool leads_on(const pathfan_round *round, pathfan_fixed d) {
  const pathfan_mesh *mesh = round->mesh;
  const pathfan_lattice at = mesh->vertices[mesh->corner_vertex[round->corner]];
  const pathfan_lattice next = mesh->vertices[mesh->corner_vertex[pathfan_corner_after(
      mesh->first_corner, round->polygon, round->corner)]];
  const pathfan_fixed right = pathfan_lift(pathfan_from_to(at, next), 0);
  if (!round->at_corner) return pathfan_turn(right, d) >= 0;
  const pathfan_lattice before = mesh->vertices[mesh->corner_vertex[pathfan_corner_before(
      mesh->first_corner, round->polygon, round->corner)]];
  const pathfan_fixed left = pathfan_lift(pathfan_from_to(at, before), 0);
  return pathfan_turn(right, d) >= 0 && pathfan_turn(d, left) >= 0;
}

/* The polygon in which one goes on from a point of `polygon` in direction d; -1: none. */
static int32_t polygon_ahead(const pathfan_mesh *mesh, int32_t polygon, pathfan_fixed point,
                             int bits, pathfan_fixed d) {
  pathfan_round round;
  pathfan_round_begin(&round, mesh, polygon, point, bits);
  if (!round.on_border) return polygon;
  do {
    if (leads_on(&round, d)) return round.polygon;
  } while (pathfan_round_next(&round));
  return -1;
}

/* Where a ray leaves a polygon. */
typedef struct way_out {
  int32_t corner;
  bool at_corner; /* there, else between it and the next one; corner -1: nowhere */
} way_out;

/* The polygon is on the right of the ray where the border comes up to its line, and
 * on the left where it goes down: counter-clockwise, the border passes from the right
 * to the left where the ray leaves. If corners lie on the line instead, it leaves at
 * the farthest. */
static way_out leave(const pathfan_mesh *mesh, int32_t polygon, pathfan_fixed from,
                     pathfan_fixed ray, int bits) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  way_out out = {-1, true};
  __int128 farthest = 0;
  pathfan_fixed to = direction(mesh, from, bits, mesh->corner_vertex[end - 1]);
  int before = pathfan_turn(ray, to);
  for (uint32_t c = begin; c < end; c++) {
    to = direction(mesh, from, bits, mesh->corner_vertex[c]);
    const int side = pathfan_turn(ray, to);
    if (before < 0 && side > 0) return (way_out){(int32_t)(c > begin ? c : end) - 1, false};
    if (side == 0) {
      const __int128 ahead = (__int128)ray.x * to.x + (__int128)ray.y * to.y;
      if (out.corner < 0 || ahead > farthest) {
        out.corner = (int32_t)c;
        farthest = ahead;
      }
    }
    before = side;
  }
  return out;
}

/* Follows the ray from polygon to polygon. It leaves each of them across an edge, or
 * at a corner: there it goes on in a polygon of the same sector that holds its
 * direction, if there is one. It gets farther with each polygon, so that none comes
 * twice, and nothing needs to be remembered. */
bool pathfan_mesh_sees(const pathfan_mesh *mesh, pathfan_fixed from, int32_t from_polygon,
                       pathfan_fixed to, int32_t to_polygon, int bits) {
  const pathfan_fixed ray = pathfan_fixed_from_to(from, to);
  const __int128 whole = (__int128)ray.x * ray.x + (__int128)ray.y * ray.y;
  if (!whole) return same_sector(mesh, from_polygon, to_polygon, from, bits);
  int32_t polygon = polygon_ahead(mesh, from_polygon, from, bits, ray);
  for (int32_t left = mesh->polygon_count; polygon >= 0 && left > 0; left--) {
    const way_out out = leave(mesh, polygon, from, ray, bits);
    if (out.corner < 0) return false; /* a damaged mesh */
    const pathfan_lattice corner = mesh->vertices[mesh->corner_vertex[out.corner]];
    const pathfan_fixed at = pathfan_lift(corner, bits);
    if (out.at_corner) {
      const pathfan_fixed way = pathfan_fixed_from_to(from, at);
      if ((__int128)ray.x * way.x + (__int128)ray.y * way.y >= whole)
        return same_sector(mesh, polygon, to_polygon, to, bits);
      polygon = polygon_ahead(mesh, polygon, at, bits, ray);
    } else {
      const pathfan_lattice next = mesh->vertices[mesh->corner_vertex[pathfan_corner_after(
          mesh->first_corner, polygon, (uint32_t)out.corner)]];
      const pathfan_fixed edge = pathfan_lift(pathfan_from_to(corner, next), 0);
      if (pathfan_turn(edge, pathfan_fixed_from_to(at, to)) >= 0)
        return same_sector(mesh, polygon, to_polygon, to, bits);
      polygon = mesh->corner_neighbour[out.corner];
    }
  }
  return false;
}

void pathfan_visible_free(pathfan_visible *visible) {
  free(visible->cones);
  free(visible->stack);
  free(visible->newest);
  free(visible->older);
  memset(visible, 0, sizeof *visible);
}
