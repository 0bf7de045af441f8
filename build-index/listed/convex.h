/* convex.h - convex polygons in double coordinates, cut by half-planes that are widened a little.
 *
 * They stand for sets of points about which a statement must hold for all (facets.h,
 * viewers.h). So a cut may leave too much, never too little: whatever rounding does, all
 * points of the half-plane stay. A polygon may degenerate to a segment or a point, and then still
 * has corners; it has none only if no point is left. */
#ifndef PF_BUILD_INDEX_LISTED_CONVEX_H
#define PF_BUILD_INDEX_LISTED_CONVEX_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct pf_spot {
  double x, y; /* lattice */
} pf_spot;

/* Has all points between its corners. Corners are borrowed, and may coincide. */
typedef struct pf_convex {
  pf_spot *corners;
  int32_t count;
} pf_convex;

/* The points at which x*dx + y*dy >= c, where (dx, dy) is a unit vector. */
typedef struct pf_half_plane {
  double dx, dy, c;
} pf_half_plane;

/* Returns the half-plane of points p with (at - p) x along >= 0; along isn't 0. */
static inline pf_half_plane pf_half_plane_beside(pf_spot at, pf_spot along) {
  const double length = sqrt(along.x * along.x + along.y * along.y);
  const double dx = -along.y / length, dy = along.x / length;
  return (pf_half_plane){dx, dy, at.x * dx + at.y * dy};
}

/* How far a point lies inside a half-plane. */
static inline double pf_depth(pf_half_plane h, pf_spot p) {
  return p.x * h.dx + p.y * h.dy - h.c;
}

static inline double pf_spot_cross(pf_spot a, pf_spot b) {
  return a.x * b.y - a.y * b.x;
}

static inline pf_spot pf_spot_from_to(pf_spot a, pf_spot b) {
  return (pf_spot){b.x - a.x, b.y - a.y};
}

static inline double pf_convex_area(const pf_convex *c) {
  double twice = 0;
  for (int32_t i = 1; i + 1 < c->count; i++)
    twice += pf_spot_cross(pf_spot_from_to(c->corners[0], c->corners[i]),
                           pf_spot_from_to(c->corners[0], c->corners[i + 1]));
  return fabs(twice) / 2;
}

/* Cuts a polygon by a half-plane moved out by `wide`; `to` has room for one more corner than it
 * has. */
static inline void pf_convex_cut(const pf_convex *from, pf_half_plane h, double wide,
                                 pf_convex *to) {
  h.c -= wide;
  to->count = 0;
  for (int32_t i = 0; i < from->count; i++) {
    const pf_spot p = from->corners[i], q = from->corners[i + 1 < from->count ? i + 1 : 0];
    const double f = pf_depth(h, p), g = pf_depth(h, q);
    if (f >= 0) to->corners[to->count++] = p;
    if ((f >= 0) != (g >= 0)) {
      const double t = f / (f - g);
      to->corners[to->count++] = (pf_spot){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
    }
  }
}

static inline double pf_spot_distance(pf_spot a, pf_spot b) {
  const double x = a.x - b.x, y = a.y - b.y;
  return sqrt(x * x + y * y);
}

#endif
