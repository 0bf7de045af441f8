/* fan.c - walks from polygon to polygon round a point: counter-clockwise across the edges that lead
 * to it, and, where a wall ends that, clockwise from the first polygon. */
#include "mesh/fan.h"

/* Finds the point on the border of a fan's polygon: at corner fan->corner, or on the edge that
 * begins there. False: inside. */
static bool find_place(pf_fan *fan) {
  const pf_mesh *mesh = fan->mesh;
  for (uint32_t c = mesh->first_corner[fan->polygon]; c < mesh->first_corner[fan->polygon + 1];
       c++) {
    const pf_fixed_point a = pf_mesh_direction(mesh, fan->point, fan->bits, mesh->corner_vertex[c]);
    const pf_fixed_point b = pf_mesh_direction(
        mesh, fan->point, fan->bits,
        mesh->corner_vertex[pf_corner_after(mesh->first_corner, fan->polygon, c)]);
    fan->corner = c;
    fan->at_corner = !a.x && !a.y;
    if (fan->at_corner || ((b.x || b.y) && pf_is_collinear(a, b) && !pf_points_along(a, b)))
      return true;
  }
  return false;
}

/* Moves across edge `corner` of the polygon; false at a wall. left: the edge leads to the point,
 * otherwise away from it. */
static bool cross_edge(pf_fan *fan, uint32_t corner, bool left) {
  const pf_mesh *mesh = fan->mesh;
  const int32_t next = mesh->corner_neighbour[corner];
  if (next < 0) return false;
  const int32_t end =
      mesh->corner_vertex[pf_corner_after(mesh->first_corner, fan->polygon, corner)];
  for (uint32_t c = mesh->first_corner[next]; c < mesh->first_corner[next + 1]; c++)
    if (mesh->corner_neighbour[c] == fan->polygon && mesh->corner_vertex[c] == end) {
      fan->polygon = next;
      fan->corner = left ? c : pf_corner_after(mesh->first_corner, next, c);
      return true;
    }
  return false; /* a damaged mesh */
}

void pf_fan_begin(pf_fan *fan, const pf_mesh *mesh, int32_t polygon, pf_fixed_point point,
                  int bits) {
  *fan = (pf_fan){.mesh = mesh, .point = point, .bits = bits, .polygon = polygon};
  fan->on_border = find_place(fan);
  fan->first = polygon;
  fan->first_corner = fan->corner;
  /* An edge has two sides. Round a corner a damaged mesh may have cycles. */
  fan->left = !fan->on_border ? 0 : fan->at_corner ? mesh->polygon_count : 1;
}

bool pf_fan_next(pf_fan *fan) {
  if (fan->left-- <= 0) return false;
  if (!fan->at_corner) return cross_edge(fan, fan->corner, true);
  if (!fan->clockwise) {
    if (cross_edge(fan, pf_corner_before(fan->mesh->first_corner, fan->polygon, fan->corner), true))
      return fan->polygon != fan->first;
    /* A wall: the remaining polygons lie clockwise of the first. */
    fan->clockwise = true;
    fan->polygon = fan->first;
    fan->corner = fan->first_corner;
  }
  return cross_edge(fan, fan->corner, false);
}

bool pf_fan_leads_on(const pf_fan *fan, pf_fixed_point d) {
  const pf_mesh *mesh = fan->mesh;
  if (!fan->on_border) return true;
  const pf_lattice_point at = mesh->vertices[mesh->corner_vertex[fan->corner]];
  const pf_lattice_point next = mesh->vertices[mesh->corner_vertex[pf_corner_after(
      mesh->first_corner, fan->polygon, fan->corner)]];
  const pf_fixed_point right = pf_lift(pf_from_to(at, next), 0);
  if (!fan->at_corner) return pf_turn(right, d) >= 0;
  const pf_lattice_point before = mesh->vertices[mesh->corner_vertex[pf_corner_before(
      mesh->first_corner, fan->polygon, fan->corner)]];
  const pf_fixed_point left = pf_lift(pf_from_to(at, before), 0);
  return pf_turn(right, d) >= 0 && pf_turn(d, left) >= 0;
}
