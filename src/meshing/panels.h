/* panels.h - polygons of a surface on the lattice, on their way to a mesh. */
#ifndef PF_MESHING_PANELS_H
#define PF_MESHING_PANELS_H

#include "geometry/predicates.h"
#include "meshing/soup.h"

typedef struct pf_panel_corner {
  int32_t point;
  float height; /* of this polygon's corner: joined polygons may differ */
  bool is_open; /* the edge that begins here: see pf_soup_corner_data */
} pf_panel_corner;

/* Polygons are convex and counter-clockwise. */
typedef struct pf_panels {
  pf_lattice_point *at; /* [Size: point_count] */
  int32_t point_count;
  uint32_t *first;          /* [Size: count + 1] corner */
  pf_panel_corner *corners; /* [Size: first[count]] */
  int32_t *source;          /* [Size: count] polygon of the soup */
  int32_t count;
  uint32_t first_capacity, corner_capacity;
  int32_t source_capacity;
} pf_panels;

static inline uint32_t pf_panels_end(const pf_panels *f) {
  return f->first ? f->first[f->count] : 0;
}

/* Appends a polygon. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_panels_add(pf_panels *panels, const pf_panel_corner *ring, uint32_t count,
                             int32_t source);

/* Joins open edges that lie along each other and have no neighbour: of all pairs those nearest in
 * height first, each part of an edge once. Corners are added where one edge ends inside another;
 * points at the ends of shared parts become one. neighbour [Size: corners]: below 0 for an edge
 * without one. *joined: how many pairs. Errors: NO_MEMORY; LIMIT: thousands of edges lie along each
 * other. */
pathfan_status pf_panels_join(pf_panels *panels, const int32_t *neighbour, const pf_soup_join *join,
                              int32_t *joined);

void pf_panels_free(pf_panels *panels);

#endif
