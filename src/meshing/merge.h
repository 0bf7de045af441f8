/* merge.h - fewer, larger convex polygons from a triangulation.
 *
 * Source: polyanya-2017, section 5 (M-CDT). */
#ifndef PF_MESHING_MERGE_H
#define PF_MESHING_MERGE_H

#include "mesh/mesh_data.h"

/* Which pair of neighbours is joined next, of those whose union is convex. */
typedef enum pf_merge_rule {
  PF_MERGE_PUBLIC = 0, /* dead ends first, then the largest joint area, never into a dead
                               end: the rule of the published merged meshes */
  PF_MERGE_SMALLEST,   /* the smallest joint area */
  PF_MERGE_LONGEST     /* dead ends first, then the longest common edge, never into a dead
                               end: the fastest to search, and the smallest index */
} pf_merge_rule;

/* Merges the polygons of a finished mesh into another one, finished too, with
 * the same vertices. Errors: NO_MEMORY. */
pathfan_status pf_merge(const pf_mesh_data *mesh, pf_merge_rule rule, pf_mesh_data *merged);

/* The same, but edges marked in kept [Size: corners, both sides marked] stay, and so does every
 * vertex, even one that no wall and no such edge touches. */
pathfan_status pf_merge_around(const pf_mesh_data *mesh, pf_merge_rule rule, const uint8_t *kept,
                               pf_mesh_data *merged);

#endif
