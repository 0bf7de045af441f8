/* segment.h - whether two points of a mesh see each other, and what is between them if not. */
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

/* Where a straight way ends. */
typedef enum pf_mesh_stop_kind {
  PF_STOP_ARRIVED = 0, /* at its end */
  PF_STOP_WALL,        /* at a side of an obstacle, which it would cross */
  PF_STOP_CORNER,      /* at a corner of the mesh, behind which an obstacle lies */
  PF_STOP_LOST         /* the mesh is damaged */
} pf_mesh_stop_kind;

typedef struct pf_mesh_stop {
  pf_mesh_stop_kind kind;
  int32_t polygon; /* the last one; of an ARRIVED way one that holds its end */
  uint32_t corner; /* CORNER: of the polygon; WALL: the side begins there */
} pf_mesh_stop;

/* Follows the straight way from a point of a polygon as far as it is free; it may touch
 * obstacles. */
pf_mesh_stop pf_mesh_cast(const pf_mesh *mesh, pf_fixed_point from, int32_t from_polygon,
                          pf_fixed_point to, int fraction_bits);

#endif
