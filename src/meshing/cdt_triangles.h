/* cdt_triangles.h - the triangulation while it is being made; only for cdt*.c.
 *
 * Vertices are numbered in the order of insertion; the last four are the corners of a box round all
 * others. A triangle's corners run counter-clockwise; side i is opposite corner i. A side is named
 * by 4 * triangle + i, which also names the corner. Co-circular points are distinguished as if each
 * were moved off the circle by a different amount, larger for smaller (y, x): then the
 * triangulation is unique, and such points form a fan round the first one. */
#ifndef PF_MESHING_CDT_TRIANGLES_H
#define PF_MESHING_CDT_TRIANGLES_H

#include "base/portable.h"
#include "geometry/outline.h"
#include "pathfan/status.h"

#define PF_CDT_NONE UINT32_MAX /* the neighbour beyond a side of the box */

/* Half a cache line. */
typedef struct pf_cdt_triangle {
  int32_t v[3];
  uint32_t marks;     /* PF_CDT_EDGE << i, _FREE << i, _INNER << i for side i; others below */
  uint32_t across[3]; /* the same side as named by the neighbour */
  uint32_t unused;
} pf_cdt_triangle;

#define PF_CDT_EDGE 1u  /* the side is an edge of the outline */
#define PF_CDT_FREE 8u  /* and the triangle lies on its free side */
#define PF_CDT_GONE 64u /* being replaced */
#define PF_CDT_SEEN 128u
#define PF_CDT_INNER 256u /* << i: side i is an edge inside free space */

typedef struct pf_cdt {
  int32_t vertex_count;       /* without the box */
  pf_lattice_point *points;   /* [Size: vertex_count + 4] coordinates >= 0 */
  pf_cdt_triangle *triangles; /* [Size: 2 * vertex_count + 2] */
  uint32_t triangle_count;
} pf_cdt;

/* Finds an order of insertion that keeps walks short: order[i] is the i-th point. Errors:
 * NO_MEMORY. */
pathfan_status pf_cdt_order(const pf_lattice_point *points, int32_t count, int32_t *order);

/* Triangulates the points and the box; `triangles` must be allocated. Errors: MALFORMED if two
 * points are the same. */
pathfan_status pf_cdt_insert_points(pf_cdt *cdt);

/* Makes edges sides of triangles, and marks them. first_edge [Size: vertex_count + 1] groups the
 * edges in to [Size: first_edge[vertex_count]] by the vertex they leave; inner [Size: inner_count]
 * are the edges inside free space, inserted afterwards. Errors: NO_MEMORY; MALFORMED if edges
 * cross, pass through vertices, or occur twice. */
pathfan_status pf_cdt_insert_edges(pf_cdt *cdt, const int32_t *first_edge, const int32_t *to,
                                   const pf_outline_edge *inner, int32_t inner_count);

static inline int pf_cdt_next(int corner) {
  return corner == 2 ? 0 : corner + 1;
}
static inline int pf_cdt_previous(int corner) {
  return corner ? corner - 1 : 2;
}

/* The next or previous corner in the same triangle. */
static inline uint32_t pf_cdt_after(uint32_t side) {
  return (side & 3) == 2 ? side - 2 : side + 1;
}
static inline uint32_t pf_cdt_before(uint32_t side) {
  return side & 3 ? side - 1 : side + 2;
}

static inline void pf_cdt_link(pf_cdt_triangle *triangles, uint32_t a, uint32_t b) {
  triangles[a >> 2].across[a & 3] = b;
  if (b != PF_CDT_NONE) triangles[b >> 2].across[b & 3] = a;
}

/* Returns > 0 if a, b, c run counter-clockwise. */
static inline int64_t pf_cdt_orient(pf_lattice_point a, pf_lattice_point b, pf_lattice_point c) {
  return pf_cross(pf_from_to(a, b), pf_from_to(a, c));
}

/* The sign of the determinant of a, b and c lifted to the paraboloid: > 0 if the origin lies inside
 * the circle through a, b, c, which must run counter-clockwise. Below 2^30 the factors fit in 64
 * bits and the sum in 128. */
static inline int pf_cdt_circle(pf_lattice_point a, pf_lattice_point b, pf_lattice_point c) {
  const pf_int128 of_a = pf_int128_product(pf_dot(a, a), pf_cross(b, c));
  const pf_int128 of_b = pf_int128_product(pf_dot(b, b), pf_cross(c, a));
  const pf_int128 of_c = pf_int128_product(pf_dot(c, c), pf_cross(a, b));
  return pf_int128_sign(pf_int128_plus(pf_int128_plus(of_a, of_b), of_c));
}

/* Orders points by (y, x). */
static inline uint64_t pf_cdt_rank(pf_lattice_point a) {
  return (uint64_t)(uint32_t)a.y << 32 | (uint32_t)a.x;
}

#endif
