/* segment.c - follows a straight line from polygon to polygon. */
#include "mesh/segment.h"

#include "base/portable.h"
#include "mesh/fan.h"

/* Whether two polygons touch a point in the same sector. */
static bool same_sector(const pf_mesh *mesh, int32_t a, int32_t b, pf_fixed_point point, int bits) {
  if (a == b) return true;
  pf_fan fan;
  pf_fan_begin(&fan, mesh, a, point, bits);
  while (pf_fan_next(&fan))
    if (fan.polygon == b) return true;
  return false;
}

/* Returns the polygon that contains direction d from a point of `polygon`; -1: none. */
static int32_t polygon_ahead(const pf_mesh *mesh, int32_t polygon, pf_fixed_point point, int bits,
                             pf_fixed_point d) {
  pf_fan fan;
  pf_fan_begin(&fan, mesh, polygon, point, bits);
  do {
    if (pf_fan_leads_on(&fan, d)) return fan.polygon;
  } while (pf_fan_next(&fan));
  return -1;
}

/* Where a ray leaves a polygon. */
typedef struct way_out {
  int32_t corner;
  bool at_corner; /* it leaves there; otherwise between corner and the next one. corner -1:
                     nowhere */
} way_out;

/* Finds where a ray leaves a polygon. The polygon is counter-clockwise, so its border passes from
 * the right of the ray to the left there. If corners lie on the ray's line instead, the ray leaves
 * at the farthest. */
static way_out leave(const pf_mesh *mesh, int32_t polygon, pf_fixed_point from, pf_fixed_point ray,
                     int bits) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  way_out out = {-1, true};
  pf_int128 farthest = pf_int128_of(0);
  pf_fixed_point to = pf_mesh_direction(mesh, from, bits, mesh->corner_vertex[end - 1]);
  int before = pf_turn(ray, to);
  for (uint32_t c = begin; c < end; c++) {
    to = pf_mesh_direction(mesh, from, bits, mesh->corner_vertex[c]);
    const int side = pf_turn(ray, to);
    if (before < 0 && side > 0) return (way_out){(int32_t)(c > begin ? c : end) - 1, false};
    if (side == 0) {
      const pf_int128 ahead = pf_fixed_dot(ray, to);
      if (out.corner < 0 || pf_int128_compare(ahead, farthest) > 0) {
        out.corner = (int32_t)c;
        farthest = ahead;
      }
    }
    before = side;
  }
  return out;
}

/* Follows the ray from polygon to polygon. It leaves each of them across an edge, or at a corner:
 * there it goes on in a polygon of the same sector that contains its direction, if there is one. It
 * gets farther with each polygon, so no polygon comes twice, and no set of visited ones is
 * needed. */
static inline pf_mesh_stop follow(const pf_mesh *mesh, pf_fixed_point from, int32_t polygon,
                                  pf_fixed_point to, int bits) {
  const pf_fixed_point ray = pf_fixed_from_to(from, to);
  const pf_int128 whole = pf_fixed_dot(ray, ray);
  for (int32_t left = mesh->polygon_count; left > 0; left--) {
    const way_out out = leave(mesh, polygon, from, ray, bits);
    if (out.corner < 0) break;
    pf_mesh_stop stop = {PF_STOP_ARRIVED, polygon, (uint32_t)out.corner};
    const pf_lattice_point corner = mesh->vertices[mesh->corner_vertex[out.corner]];
    const pf_fixed_point at = pf_lift(corner, bits);
    if (out.at_corner) {
      if (pf_int128_compare(pf_fixed_dot(ray, pf_fixed_from_to(from, at)), whole) >= 0) return stop;
      stop.kind = PF_STOP_CORNER;
      polygon = polygon_ahead(mesh, polygon, at, bits, ray);
    } else {
      const pf_lattice_point next = mesh->vertices[mesh->corner_vertex[pf_corner_after(
          mesh->first_corner, polygon, (uint32_t)out.corner)]];
      const pf_fixed_point side = pf_lift(pf_from_to(corner, next), 0);
      if (pf_turn(side, pf_fixed_from_to(at, to)) >= 0) return stop;
      stop.kind = PF_STOP_WALL;
      polygon = mesh->corner_neighbour[out.corner];
    }
    if (polygon < 0) return stop;
  }
  return (pf_mesh_stop){PF_STOP_LOST, -1, 0};
}

pf_mesh_sight pf_mesh_look(const pf_mesh *mesh, pf_fixed_point from, int32_t from_polygon,
                           pf_fixed_point to, int32_t to_polygon, int bits,
                           pf_lattice_point edge[2]) {
  int32_t polygon = from_polygon;
  if (from.x != to.x || from.y != to.y) {
    polygon = polygon_ahead(mesh, from_polygon, from, bits, pf_fixed_from_to(from, to));
    if (polygon < 0) return PF_SIGHT_BLOCKED;
    const pf_mesh_stop stop = follow(mesh, from, polygon, to, bits);
    if (stop.kind == PF_STOP_WALL) {
      edge[0] = mesh->vertices[mesh->corner_vertex[stop.corner]];
      edge[1] = mesh->vertices[mesh->corner_vertex[pf_corner_after(mesh->first_corner, stop.polygon,
                                                                   stop.corner)]];
      return PF_SIGHT_CROSSED;
    }
    if (stop.kind) return PF_SIGHT_BLOCKED;
    polygon = stop.polygon;
  }
  return same_sector(mesh, polygon, to_polygon, to, bits) ? PF_SIGHT_FREE : PF_SIGHT_BLOCKED;
}

pf_mesh_stop pf_mesh_cast(const pf_mesh *mesh, pf_fixed_point from, int32_t from_polygon,
                          pf_fixed_point to, int bits) {
  if (from.x == to.x && from.y == to.y) return (pf_mesh_stop){PF_STOP_ARRIVED, from_polygon, 0};
  const int32_t polygon = polygon_ahead(mesh, from_polygon, from, bits, pf_fixed_from_to(from, to));
  if (polygon >= 0) return follow(mesh, from, polygon, to, bits);
  /* It leads out of free space at once: from a corner, or through the side that `from` is on. */
  pf_fan fan;
  pf_fan_begin(&fan, mesh, from_polygon, from, bits);
  return (pf_mesh_stop){fan.at_corner ? PF_STOP_CORNER : PF_STOP_WALL, fan.polygon, fan.corner};
}

bool pf_mesh_sees(const pf_mesh *mesh, pf_fixed_point from, int32_t from_polygon, pf_fixed_point to,
                  int32_t to_polygon, int bits) {
  pf_lattice_point edge[2];
  return pf_mesh_look(mesh, from, from_polygon, to, to_polygon, bits, edge) == PF_SIGHT_FREE;
}
