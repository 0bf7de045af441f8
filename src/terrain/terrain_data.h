/* terrain_data.h - a terrain that owns its arrays, and how it is made from a mesh with roads and
 * rivers.
 *
 *   pf_terrain_data terrain = {0};
 *   ... fill mesh, features, names, background, scale; road, river and bridge of corners ...
 *   status = pf_terrain_finish(&terrain, aparts, apart_count, apart_points);
 *   ... terrain.view is ready ...
 *   pf_terrain_data_free(&terrain);
 */
#ifndef PF_TERRAIN_TERRAIN_DATA_H
#define PF_TERRAIN_TERRAIN_DATA_H

#include "pathfan/status.h"
#include "terrain/terrain.h"

/* A piece of a bridge or tunnel, from one of its points to another. A point is a corner of the
 * mesh, in whose node the piece ends, or, as a negative number ~n, point n of those apart from the
 * mesh. */
typedef struct pf_grade_separated {
  int32_t from, to;
  int32_t oneway;  /* 1: it leads from `from` to `to` only; -1: back only; 0: both ways */
  int32_t feature; /* NONE: no piece; `from` is apart from the mesh, but at the place of `to` */
  pf_lattice_point at[2];
} pf_grade_separated;

typedef struct pf_terrain_data {
  pf_terrain view; /* points into the arrays below */
  int32_t *twin, *node, *arc, *river, *area;
  int32_t *road; /* [Size: corners] feature of the road along the edge, for ways from the corner
                    to the next; NONE. Only for pf_terrain_finish */
  int32_t *road_back; /* the same, for ways back; NULL: the same road. Only for pf_terrain_finish */
  int32_t *bridge; /* [Size: corners] feature by which rivers are crossed at its vertex; NONE. Only
                      for pf_terrain_finish */
  pf_node *nodes;
  pf_node_corner *fan;
  pf_arc_end *arc_ends;
  pf_link *links;
  pf_arc *arcs;
  pf_lane *lanes;
  pf_feature *features;
  char *names;
  int32_t name_bytes;
  int32_t *river_edges; /* [Size: river_edge_count] a corner for each river edge of the mesh */
  int32_t river_edge_count;
} pf_terrain_data;

/* Makes nodes, arcs and links. aparts [Size: apart_count] refers to apart_points points apart from
 * the mesh. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_terrain_finish(pf_terrain_data *data, const pf_grade_separated *separated,
                                 int32_t separated_count, int32_t apart_points);

/* Frees the arrays and zeroes the struct; fine for all-zero ones. */
void pf_terrain_data_free(pf_terrain_data *data);

#endif
