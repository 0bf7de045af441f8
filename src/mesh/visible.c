/* visible.c - depth-first cone expansion over a mesh, as in the search of Polyanya's authors
 * (polyanya-2017, section 3) without its heuristic.
 *
 * A cone enters a polygon through an edge and leaves through every edge that its closed angle
 * meets, narrowed to that edge. As angles are closed, a cone may be a single ray: sight that
 * squeezes between two corners on opposite sides, or runs along an edge. Such rays pass mesh
 * corners where four polygons meet and would fan out exponentially, so a cone contained in an
 * earlier cone of the same polygon is dropped. Containment of angles suffices, because every cone
 * of a polygon sees it in full depth: the polygon is convex, so a ray that reaches it unhindered
 * crosses it unhindered. */
#include "mesh/visible.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/fan.h"

typedef struct pf_visible_frame {
  int32_t polygon, entry; /* entry: corner whose edge the cone came through; -1 at a start */
  int32_t right, left;
} cone_frame;

/* Whether direction d from the origin lies in a cone. */
static bool cone_holds(const pf_mesh *mesh, const pf_cone *cone, pf_fixed_point origin, int bits,
                       pf_fixed_point d) {
  if (cone->right != PF_RAY_NONE &&
      pf_turn(pf_mesh_direction(mesh, origin, bits, cone->right), d) < 0)
    return false;
  return cone->left == PF_RAY_NONE ||
         pf_turn(d, pf_mesh_direction(mesh, origin, bits, cone->left)) >= 0;
}

/* Makes room for one more cone. */
static pathfan_status grow_cones(pf_visible *visible) {
  const int32_t need = visible->cone_count + 1;
  int32_t same = visible->cone_capacity;
  const pathfan_status status = pf_grow(&visible->cones, &same, need);
  return status ? status : pf_grow(&visible->older, &visible->cone_capacity, need);
}

static pathfan_status push(pf_visible *visible, int32_t *depth, cone_frame f) {
  const pathfan_status status = pf_grow(&visible->stack, &visible->stack_capacity, *depth + 1);
  if (status) return status;
  visible->stack[(*depth)++] = f;
  return PATHFAN_OK;
}

/* Records the cone of f unless an earlier cone of the polygon contains it. *fresh: whether it was
 * recorded. */
static pathfan_status record(pf_visible *visible, const pf_mesh *mesh, pf_fixed_point origin,
                             int bits, const cone_frame *f, bool *fresh) {
  const pf_fixed_point right = pf_mesh_direction(mesh, origin, bits, f->right);
  const pf_fixed_point left = pf_mesh_direction(mesh, origin, bits, f->left);
  *fresh = false;
  for (int32_t i = visible->newest[f->polygon]; i >= 0; i = visible->older[i]) {
    const pf_cone *cone = &visible->cones[i];
    if (cone->right == PF_RAY_NONE) return PATHFAN_OK; /* visible as a whole */
    if (pf_turn(pf_mesh_direction(mesh, origin, bits, cone->right), right) >= 0 &&
        pf_turn(left, pf_mesh_direction(mesh, origin, bits, cone->left)) >= 0)
      return PATHFAN_OK;
  }
  const pathfan_status status = grow_cones(visible);
  if (status) return status;
  *fresh = true;
  visible->older[visible->cone_count] = visible->newest[f->polygon];
  visible->newest[f->polygon] = visible->cone_count;
  visible->cones[visible->cone_count++] =
      (pf_cone){.polygon = f->polygon, .right = f->right, .left = f->left};
  return PATHFAN_OK;
}

/* Narrows the cone of f to edge (a,b) seen from origin; false if they don't meet. Of two vertices
 * on one ray, prefers an obstacle's convex vertex: cone boundaries that remain must consist of
 * these. */
static bool narrow(const pf_mesh *mesh, pf_fixed_point origin, int bits, const cone_frame *f,
                   int32_t a, int32_t b, cone_frame *out) {
  const pf_fixed_point da = pf_mesh_direction(mesh, origin, bits, a);
  const pf_fixed_point db = pf_mesh_direction(mesh, origin, bits, b);
  const int facing = pf_turn(da, db);
  if (facing < 0) return false;
  if (facing == 0 && !pf_points_along(da, db)) return false; /* the edge touches the origin */
  if (f->right == PF_RAY_NONE) {
    out->right = a;
    out->left = b;
    if (facing == 0) out->right = out->left = a < b ? a : b;
    return true;
  }
  const pf_fixed_point right = pf_mesh_direction(mesh, origin, bits, f->right);
  const pf_fixed_point left = pf_mesh_direction(mesh, origin, bits, f->left);
  const int ra = pf_turn(right, da), bl = pf_turn(db, left);
  out->right = ra > 0 ? a : ra == 0 && a < mesh->convex_count ? a : f->right;
  out->left = bl > 0 ? b : bl == 0 && b < mesh->convex_count ? b : f->left;
  const pf_fixed_point new_right = ra > 0 ? da : right, new_left = bl > 0 ? db : left;
  return pf_turn(new_right, new_left) >= 0;
}

/* Unites cones of one polygon that overlap or share a ray. Lists are short. */
static void unite(pf_visible *visible, const pf_mesh *mesh, pf_fixed_point origin, int bits) {
  for (int32_t i = 0; i < visible->cone_count; i++) {
    pf_cone *a = &visible->cones[i];
    if (a->polygon < 0 || a->right == PF_RAY_NONE) continue;
    bool again = true;
    while (again) {
      again = false;
      for (int32_t j = visible->newest[a->polygon]; j >= 0; j = visible->older[j]) {
        pf_cone *b = &visible->cones[j];
        if (j == i || b->polygon < 0) continue;
        if (b->right == PF_RAY_NONE) { /* visible as a whole: a adds nothing */
          a->polygon = -1 - a->polygon;
          break;
        }
        const pf_fixed_point ar = pf_mesh_direction(mesh, origin, bits, a->right);
        const pf_fixed_point al = pf_mesh_direction(mesh, origin, bits, a->left);
        const pf_fixed_point br = pf_mesh_direction(mesh, origin, bits, b->right);
        const pf_fixed_point bl = pf_mesh_direction(mesh, origin, bits, b->left);
        if (pf_turn(ar, bl) < 0 || pf_turn(br, al) < 0) continue; /* disjoint */
        if (pf_turn(br, ar) > 0) a->right = b->right;
        if (pf_turn(al, bl) > 0) a->left = b->left;
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

pathfan_status pf_visible_from(pf_visible *visible, const pf_mesh *mesh, pf_fixed_point origin,
                               int bits, const int32_t *starts, int32_t start_count) {
  pathfan_status status = PATHFAN_OK;
  int32_t depth = 0;
  bool fresh;
  if (visible->polygon_count != mesh->polygon_count) {
    int32_t *newest = pf_resize(visible->newest, (uint64_t)mesh->polygon_count, sizeof *newest);
    if (!newest) return PATHFAN_ERR_NO_MEMORY;
    visible->newest = newest;
    visible->polygon_count = mesh->polygon_count;
    memset(newest, 0xff, (size_t)mesh->polygon_count * sizeof *newest);
  }
  visible->cone_count = 0;
  for (int32_t i = 0; i < start_count && !status; i++) {
    if (visible->newest[starts[i]] >= 0) continue; /* listed twice */
    status = grow_cones(visible);
    if (status) break;
    visible->older[visible->cone_count] = -1;
    visible->newest[starts[i]] = visible->cone_count;
    visible->cones[visible->cone_count++] = (pf_cone){starts[i], PF_RAY_NONE, PF_RAY_NONE};
    status = push(visible, &depth, (cone_frame){starts[i], -1, PF_RAY_NONE, PF_RAY_NONE});
  }
  while (depth && !status) {
    const cone_frame f = visible->stack[--depth];
    const int32_t begin = (int32_t)mesh->first_corner[f.polygon];
    const int32_t end = (int32_t)mesh->first_corner[f.polygon + 1];
    for (int32_t i = begin; i < end && !status; i++) {
      const int32_t neighbour = mesh->corner_neighbour[i];
      if (neighbour < 0 || i == f.entry) continue;
      cone_frame next = {.polygon = neighbour, .entry = -1};
      const int32_t a = mesh->corner_vertex[i];
      const int32_t b = mesh->corner_vertex[i + 1 < end ? i + 1 : begin];
      if (!narrow(mesh, origin, bits, &f, a, b, &next)) continue;
      status = record(visible, mesh, origin, bits, &next, &fresh);
      if (status || !fresh) continue;
      /* The edge through which the cone enters, so that it doesn't turn back. */
      const int32_t last = (int32_t)mesh->first_corner[neighbour + 1];
      for (int32_t j = (int32_t)mesh->first_corner[neighbour]; j < last; j++)
        if (mesh->corner_neighbour[j] == f.polygon && mesh->corner_vertex[j] == b) next.entry = j;
      status = push(visible, &depth, next);
    }
  }
  unite(visible, mesh, origin, bits);
  return status;
}

pathfan_status pf_visible_list_vertices(pf_visible *visible, const pf_mesh *mesh,
                                        pf_fixed_point origin, int bits) {
  visible->vertex_count = 0;
  pathfan_status status = pf_stamp_fit(&visible->listed, mesh->convex_count);
  if (status) return status;
  pf_stamp_next(&visible->listed);
  for (int32_t i = 0; i < visible->cone_count; i++) {
    const pf_cone *cone = &visible->cones[i];
    for (uint32_t c = mesh->first_corner[cone->polygon]; c < mesh->first_corner[cone->polygon + 1];
         c++) {
      const int32_t v = mesh->corner_vertex[c];
      if (v >= mesh->convex_count || pf_stamp_has(&visible->listed, v)) continue;
      if (!cone_holds(mesh, cone, origin, bits, pf_mesh_direction(mesh, origin, bits, v))) continue;
      pf_stamp_add(&visible->listed, v);
      status = pf_grow(&visible->vertices, &visible->vertex_capacity, visible->vertex_count + 1);
      if (status) return status;
      visible->vertices[visible->vertex_count++] = v;
    }
  }
  return PATHFAN_OK;
}

pathfan_status pf_visible_from_point(pf_visible *visible, const pf_mesh *mesh, pf_fixed_point point,
                                     int32_t polygon, int bits) {
  pathfan_status status;
  pf_fan fan;
  int32_t count = 0;
  pf_fan_begin(&fan, mesh, polygon, point, bits);
  do {
    status = pf_grow(&visible->starts, &visible->start_capacity, count + 1);
    if (status) return status;
    visible->starts[count++] = fan.polygon;
  } while (pf_fan_next(&fan));
  status = pf_visible_from(visible, mesh, point, bits, visible->starts, count);
  return status ? status : pf_visible_list_vertices(visible, mesh, point, bits);
}

void pf_visible_free(pf_visible *visible) {
  free(visible->starts);
  free(visible->vertices);
  pf_stamp_free(&visible->listed);
  free(visible->cones);
  free(visible->stack);
  free(visible->newest);
  free(visible->older);
  memset(visible, 0, sizeof *visible);
}
