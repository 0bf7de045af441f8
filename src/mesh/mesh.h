/* mesh.h - a navigation mesh: convex polygons of free space that meet in edges.
 *
 * A mesh is a view of counts and const pointers, which the builder's memory and the mapped index
 * both provide. Polygons are counter-clockwise in file coordinates and may have collinear corners
 * (T-junctions): every lattice point at which a neighbour begins or ends is a corner, so each edge
 * has at most one neighbour. Polygons share a vertex only if one can walk from one to the other
 * round it: a pinch, where obstacles touch, is several vertices at one point. The convex vertices
 * of the obstacles are vertices 0..convex_count-1.
 *
 * A mesh may also be a surface in space, as seen from above. Round each vertex it covers the plane
 * once at most, so all that walks from neighbour to neighbour is as in a plane. If it is layered,
 * polygons may lie above each other, and several vertices, also convex ones, at one point. */
#ifndef PF_MESH_MESH_H
#define PF_MESH_MESH_H

#include "geometry/predicates.h"

#define PF_MESH_NONE (-1) /* the neighbour across an obstacle's edge */

typedef struct pf_mesh {
  int32_t vertex_count, convex_count, polygon_count;
  const pf_lattice_point *vertices; /* [Size: vertex_count] */
  const uint32_t *first_corner;     /* [Size: polygon_count + 1] */
  const int32_t *corner_vertex;     /* [Size: first_corner[polygon_count]] */
  const int32_t *corner_neighbour;  /* polygon across the edge that begins at this corner */
  const float *corner_height; /* [Size: corners] map units, of the polygon there; NULL: a plane */
  bool is_layered;            /* a surface, of which parts lie above each other */
} pf_mesh;

/* The direction from a fixed-point origin to a vertex of the mesh. */
static inline pf_fixed_point pf_mesh_direction(const pf_mesh *mesh, pf_fixed_point origin,
                                               int fraction_bits, int32_t vertex) {
  return pf_fixed_from_to(origin, pf_lift(mesh->vertices[vertex], fraction_bits));
}

/* The corner after or before another in its polygon. first_corner: the mesh's. */
static inline uint32_t pf_corner_after(const uint32_t *first_corner, int32_t polygon,
                                       uint32_t corner) {
  return corner + 1 < first_corner[polygon + 1] ? corner + 1 : first_corner[polygon];
}

static inline uint32_t pf_corner_before(const uint32_t *first_corner, int32_t polygon,
                                        uint32_t corner) {
  return (corner > first_corner[polygon] ? corner : first_corner[polygon + 1]) - 1;
}

/* The angle that the obstacle takes up at a convex vertex: its two edges leave the vertex along
 * first (the clockwise one, in file coordinates) and second, less than half a turn apart. Vectors
 * of any length. */
typedef struct pf_wedge {
  pf_lattice_point first, second;
} pf_wedge;

/* The wedge of a quadrant, on grid maps: 0 is (+x,+y), then counter-clockwise. */
static inline pf_wedge pf_quadrant_wedge(uint8_t quadrant) {
  static const pf_lattice_point axis[5] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  return (pf_wedge){axis[quadrant & 3], axis[(quadrant & 3) + 1]};
}

/* Returns the quadrant that a wedge is, or -1. */
static inline int pf_wedge_quadrant(pf_wedge wedge) {
  for (int q = 0; q < 4; q++) {
    const pf_wedge is = pf_quadrant_wedge((uint8_t)q);
    if (!pf_cross(wedge.first, is.first) && pf_dot(wedge.first, is.first) > 0 &&
        !pf_cross(wedge.second, is.second) && pf_dot(wedge.second, is.second) > 0)
      return q;
  }
  return -1;
}

/* The side on which a path along direction d has the obstacle when it passes or leaves a vertex. A
 * path is taut at a vertex if it arrives and leaves with the obstacle on the same side and turns to
 * that side or not at all. NONE: the path would run into the obstacle or come out of it. */
typedef enum pf_side { PF_SIDE_LEFT = 0, PF_SIDE_RIGHT = 1, PF_SIDE_NONE = 2 } pf_side;

static inline pf_side pf_side_of(pf_wedge wedge, pf_lattice_point d) {
  const int64_t first = pf_cross(d, wedge.first), second = pf_cross(d, wedge.second);
  if (first >= 0 && second >= 0) return PF_SIDE_LEFT;
  if (first <= 0 && second <= 0) return PF_SIDE_RIGHT;
  return PF_SIDE_NONE;
}

/* The same for a fixed-point direction; pf_fraction_bits keeps these products within 64
 * bits. */
static inline pf_side pf_side_of_fixed(pf_wedge wedge, pf_fixed_point d) {
  const int64_t first = d.x * wedge.first.y - d.y * wedge.first.x;
  const int64_t second = d.x * wedge.second.y - d.y * wedge.second.x;
  if (first >= 0 && second >= 0) return PF_SIDE_LEFT;
  if (first <= 0 && second <= 0) return PF_SIDE_RIGHT;
  return PF_SIDE_NONE;
}

/* Whether a path that arrives along `in` and leaves along `out` is taut at the obstacle. */
static inline bool pf_is_taut(pf_wedge wedge, pf_fixed_point in, pf_fixed_point out) {
  const pf_side side = pf_side_of_fixed(wedge, in);
  if (side == PF_SIDE_NONE || side != pf_side_of_fixed(wedge, out)) return false;
  const int turn = pf_turn(in, out);
  return side == PF_SIDE_LEFT ? turn >= 0 : turn <= 0;
}

#endif
