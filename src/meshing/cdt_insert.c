/* cdt_insert.c - Delaunay triangulation, one point at a time.
 *
 * A point splits the triangle it lies in into three; then the sides opposite the point are visited
 * once round, and each that isn't locally Delaunay is flipped (Lawson). A point on a side is no
 * special case: the flat triangle it makes is flipped first, because the determinant is exact. */
#include "meshing/cdt_triangles.h"

/* Returns the triangle that contains p, on its border or inside: walks from triangle t across sides
 * that p lies beyond, which ends in any Delaunay triangulation. */
static uint32_t locate(const pf_cdt *cdt, uint32_t t, pf_lattice_point p) {
  const pf_cdt_triangle *triangle = &cdt->triangles[t];
  const pf_lattice_point *points = cdt->points;
  int side = -1;
  for (int i = 0; i < 3 && side < 0; i++)
    if (pf_cdt_orient(points[triangle->v[pf_cdt_next(i)]], points[triangle->v[pf_cdt_previous(i)]],
                      p) < 0)
      side = i;
  while (side >= 0) {
    const uint32_t entry = triangle->across[side];
    t = entry >> 2;
    triangle = &cdt->triangles[t];
    /* p lies on the inner side of the entry, so two sides are left. */
    const int i = (int)(entry & 3), next = pf_cdt_next(i), previous = pf_cdt_previous(i);
    const pf_lattice_point apex = points[triangle->v[i]];
    if (pf_cdt_orient(points[triangle->v[previous]], apex, p) < 0)
      side = next;
    else if (pf_cdt_orient(apex, points[triangle->v[next]], p) < 0)
      side = previous;
    else
      side = -1;
  }
  return t;
}

static bool same(pf_lattice_point a, pf_lattice_point b) {
  return a.x == b.x && a.y == b.y;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* Whether side ab of triangle p, a, b must be flipped, w being the corner beyond it. */
static bool flips(pf_lattice_point p, pf_lattice_point a, pf_lattice_point b, pf_lattice_point w) {
  const int circle = pf_cdt_circle(pf_from_to(p, w), pf_from_to(p, b), pf_from_to(p, a));
  if (circle) return circle > 0;
  return smaller(pf_cdt_rank(p), pf_cdt_rank(w)) < smaller(pf_cdt_rank(a), pf_cdt_rank(b));
}

/* Inserts vertex p into triangle t, which contains it. Returns a triangle at p. */
static uint32_t insert(pf_cdt *cdt, uint32_t t, int32_t p) {
  pf_cdt_triangle *triangles = cdt->triangles;
  const pf_lattice_point *points = cdt->points;
  const pf_lattice_point at = points[p];
  const pf_cdt_triangle old = triangles[t];
  const uint32_t t1 = cdt->triangle_count++, t2 = cdt->triangle_count++;
  /* p is corner 0 of all its triangles until the next point is inserted. */
  triangles[t] = (pf_cdt_triangle){.v = {p, old.v[0], old.v[1]},
                                   .across = {old.across[2], 4 * t1 + 2, 4 * t2 + 1}};
  triangles[t1] = (pf_cdt_triangle){.v = {p, old.v[1], old.v[2]},
                                    .across = {old.across[0], 4 * t2 + 2, 4 * t + 1}};
  triangles[t2] = (pf_cdt_triangle){.v = {p, old.v[2], old.v[0]},
                                    .across = {old.across[1], 4 * t + 2, 4 * t1 + 1}};
  pf_cdt_link(triangles, 4 * t, old.across[2]);
  pf_cdt_link(triangles, 4 * t1, old.across[0]);
  pf_cdt_link(triangles, 4 * t2, old.across[1]);

  for (;;) {
    pf_cdt_triangle *near = &triangles[t];
    const uint32_t beyond = near->across[0];
    if (beyond != PF_CDT_NONE) {
      const uint32_t u = beyond >> 2;
      pf_cdt_triangle *far = &triangles[u];
      const int i = (int)(beyond & 3);
      const int32_t w = far->v[i], a = near->v[1], b = near->v[2];
      if (flips(at, points[a], points[b], points[w])) {
        /* p, a, b and w, b, a become p, a, w and p, w, b. */
        const uint32_t along_a = far->across[pf_cdt_next(i)];
        const uint32_t along_b = far->across[pf_cdt_previous(i)];
        *far = (pf_cdt_triangle){.v = {p, w, b}};
        near->v[2] = w;
        pf_cdt_link(triangles, 4 * u, along_b);
        pf_cdt_link(triangles, 4 * u + 1, near->across[1]);
        pf_cdt_link(triangles, 4 * u + 2, 4 * t + 1);
        pf_cdt_link(triangles, 4 * t, along_a);
        continue;
      }
    }
    if (near->v[2] == old.v[0]) return t;
    t = near->across[1] >> 2;
  }
}

pathfan_status pf_cdt_insert_points(pf_cdt *cdt) {
  const int32_t n = cdt->vertex_count;
  cdt->triangles[0] =
      (pf_cdt_triangle){.v = {n, n + 1, n + 2}, .across = {PF_CDT_NONE, 4 + 2, PF_CDT_NONE}};
  cdt->triangles[1] =
      (pf_cdt_triangle){.v = {n, n + 2, n + 3}, .across = {PF_CDT_NONE, PF_CDT_NONE, 1}};
  cdt->triangle_count = 2;
  uint32_t t = 0;
  for (int32_t p = 0; p < n; p++) {
    const pf_lattice_point at = cdt->points[p];
    t = locate(cdt, t, at);
    for (int i = 0; i < 3; i++)
      if (same(cdt->points[cdt->triangles[t].v[i]], at)) return PATHFAN_ERR_MALFORMED;
    t = insert(cdt, t, p);
  }
  return PATHFAN_OK;
}
