/* segment.h - whether two points of a mesh see each other. */
#ifndef PF_MESH_SEGMENT_H
#define PF_MESH_SEGMENT_H

#include "mesh/mesh.h"

/* Whether the segment between two points is free; it may touch obstacles. from_polygon and
 * to_polygon must contain the points, each in its sector. */
bool pf_mesh_sees(const pf_mesh *mesh, pf_fixed_point from, int32_t from_polygon, pf_fixed_point to,
                  int32_t to_polygon, int fraction_bits);

/* What stands between two points. */
typedef enum pf_mesh_sight {
  PF_SIGHT_FREE = 0, /* nothing: they see each other */
  PF_SIGHT_CROSSED,  /* the segment crosses a side of an obstacle inside both */
  PF_SIGHT_BLOCKED   /* an obstacle whose corner it meets */
} pf_mesh_sight;

/* Like pf_mesh_sees. edge: the side, if the result is CROSSED. */
pf_mesh_sight pf_mesh_look(const pf_mesh *mesh, pf_fixed_point from, int32_t from_polygon,
                           pf_fixed_point to, int32_t to_polygon, int fraction_bits,
                           pf_lattice_point edge[2]);

#endif
