/* cdt_triangles.h - the triangulation while it is being made; for cdt*.c only.
 *
 * Vertices are numbered in the order of insertion; the last four are the corners
 * of a box round all others. A triangle's corners run counter-clockwise; side i
 * lies opposite corner i. A side is named by 4 * triangle + i, which also names
 * the corner. Co-circular points are told apart as if each were moved off the
 * circle by an amount of its own that grows the smaller (y, x) is: then there is
 * one triangulation only, in which such points make a fan round the first one. */
#ifndef PATHFAN_MESHING_CDT_TRIANGLES_H
#define PATHFAN_MESHING_CDT_TRIANGLES_H

#include "geometry/outline.h"
#include "pathfan/status.h"

#define PATHFAN_CDT_NONE UINT32_MAX /* across the sides of the box */

/* Two to a cache line. */
typedef struct pathfan_cdt_triangle {
  int32_t v[3];
  uint32_t marks;     /* PATHFAN_CDT_EDGE << i, _FREE << i, _INNER << i for side i; others below */
  uint32_t across[3]; /* the same side as the neighbour names it */
  uint32_t unused;
} pathfan_cdt_triangle;

#define PATHFAN_CDT_EDGE 1u  /* the side is an edge of the outline */
#define PATHFAN_CDT_FREE 8u  /* and the triangle lies on its free side */
#define PATHFAN_CDT_GONE 64u /* being replaced */
#define PATHFAN_CDT_SEEN 128u
#define PATHFAN_CDT_INNER 256u /* << i: the side is an edge inside free space */

typedef struct pathfan_cdt {
  int32_t vertex_count;            /* without the box */
  pathfan_lattice_point *points;   /* [Size: vertex_count + 4] coordinates >= 0 */
  pathfan_cdt_triangle *triangles; /* [Size: 2 * vertex_count + 2] */
  uint32_t triangle_count;
} pathfan_cdt;

/* The order in which points are best inserted: order[i] is the i-th one. Errors:
 * NO_MEMORY. */
pathfan_status pathfan_cdt_order(const pathfan_lattice_point *points, int32_t count,
                                 int32_t *order);

/* Triangulates the points and the box; triangles has room. Errors: MALFORMED if
 * two points are the same. */
pathfan_status pathfan_cdt_insert_points(pathfan_cdt *cdt);

/* Makes edges sides of triangles, and marks them. first_edge [Size: vertex_count
 * + 1] groups them by the vertex they leave; to [Size: first_edge[vertex_count]]; then those
 * inside free space, inner [Size: inner_count].
 * Errors: NO_MEMORY; MALFORMED if edges cross, pass through vertices, or are
 * there twice. */
pathfan_status pathfan_cdt_insert_edges(pathfan_cdt *cdt, const int32_t *first_edge,
                                        const int32_t *to, const pathfan_outline_edge *inner,
                                        int32_t inner_count);

static inline int pathfan_cdt_next(int corner) {
  return corner == 2 ? 0 : corner + 1;
}
static inline int pathfan_cdt_previous(int corner) {
  return corner ? corner - 1 : 2;
}

/* The next corner, or the one before it, in the same triangle. */
static inline uint32_t pathfan_cdt_after(uint32_t side) {
  return (side & 3) == 2 ? side - 2 : side + 1;
}
static inline uint32_t pathfan_cdt_before(uint32_t side) {
  return side & 3 ? side - 1 : side + 2;
}

static inline void pathfan_cdt_link(pathfan_cdt_triangle *triangles, uint32_t a, uint32_t b) {
  triangles[a >> 2].across[a & 3] = b;
  if (b != PATHFAN_CDT_NONE) triangles[b >> 2].across[b & 3] = a;
}

/* > 0 if a, b, c run counter-clockwise. */
static inline int64_t pathfan_cdt_orient(pathfan_lattice_point a, pathfan_lattice_point b,
                                         pathfan_lattice_point c) {
  return pathfan_cross(pathfan_from_to(a, b), pathfan_from_to(a, c));
}

/* The determinant of a, b and c lifted to the paraboloid: > 0 if the origin lies
 * inside the circle through a, b, c, which run counter-clockwise. Below 2^30 the
 * factors fit 64 bits and the sum fits 128. */
static inline __int128 pathfan_cdt_circle(pathfan_lattice_point a, pathfan_lattice_point b,
                                          pathfan_lattice_point c) {
  return (__int128)pathfan_dot(a, a) * pathfan_cross(b, c) +
         (__int128)pathfan_dot(b, b) * pathfan_cross(c, a) +
         (__int128)pathfan_dot(c, c) * pathfan_cross(a, b);
}

/* Orders points by (y, x). */
static inline uint64_t pathfan_cdt_rank(pathfan_lattice_point a) {
  return (uint64_t)(uint32_t)a.y << 32 | (uint32_t)a.x;
}

#endif
