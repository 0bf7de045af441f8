/* site.h - where requests are placed: the mesh of an index or of a map, and what
 * its units are. */
#ifndef PATHFAN_QUERY_SITE_H
#define PATHFAN_QUERY_SITE_H

#include "geometry/frame.h"
#include "mesh/locate.h"
#include "pathfan/query.h"

typedef struct pathfan_site {
  pathfan_frame frame;
  int fraction_bits;
  double steps; /* of the fixed-point grid in a map unit */
  const pathfan_locator *locator;
  const pathfan_mesh *mesh;
} pathfan_site;

static inline pathfan_site pathfan_site_of(pathfan_frame frame, const pathfan_locator *locator,
                                           const pathfan_mesh *mesh) {
  const int bits = pathfan_frame_fraction_bits(&frame);
  return (pathfan_site){.frame = frame,
                        .fraction_bits = bits,
                        .steps = ldexp(frame.scale, bits),
                        .locator = locator,
                        .mesh = mesh};
}

/* Rounds a point to the fixed grid, perhaps snaps it, finds its polygon. False,
 * and *polygon is -1, when it lies in none. */
bool pathfan_site_place(const pathfan_site *site, pathfan_point point, double snap,
                        pathfan_fixed_point *at, int32_t *polygon, bool *snapped);

/* A point of the fixed grid in map units. */
static inline pathfan_point pathfan_site_point(const pathfan_site *site, pathfan_fixed_point p) {
  return (pathfan_point){pathfan_frame_x(&site->frame, site->fraction_bits, p.x),
                         pathfan_frame_y(&site->frame, site->fraction_bits, p.y)};
}

/* The corners of a polygon in map units: at most `capacity` are written, their
 * number is returned; 0 when there is no such polygon. */
int32_t pathfan_site_polygon(const pathfan_site *site, int32_t polygon, pathfan_point *corners,
                             int32_t capacity);

#endif
