/* ground.h - a map ready for walking: its mesh, a locator for points, and its units. Made by the
 * builder from every kind of file. */
#ifndef PF_SPACE_GROUND_H
#define PF_SPACE_GROUND_H

#include "base/ignored.h"
#include "format/layout.h"
#include "geometry/frame.h"
#include "geometry/grid.h"
#include "mesh/locate.h"
#include "mesh/mesh_data.h"

struct pf_terrain_data;

typedef struct pf_ground {
  pf_frame frame;
  pf_grid grid; /* the cells of a grid map; width 0 for other maps, and if an agent's radius
                        has moved the walls off the cells */
  pf_mesh_data mesh;
  pf_layout_mesh mesh_kind;
  pf_locator locator; /* points into locator_bytes */
  void *locator_bytes;
  uint64_t locator_size;
  struct pf_terrain_data *terrain; /* roads and rivers; NULL: none */
  uint8_t *doors;                  /* [Size: door_bytes] content of section doors; NULL: none */
  uint64_t door_bytes;
  pf_layout_floor *floors; /* [Size: floor_count] content of section floors; NULL: one floor */
  pf_layout_link *links;   /* [Size: link_count] content of section links */
  int32_t floor_count, link_count;
  pf_ignored ignored;         /* what the file says that has no effect */
  int32_t skipped;            /* omitted features of the file */
  int32_t vanished;           /* rings of polygons that rounding has left without an area */
  bool is_y_up;               /* else y goes down */
  bool is_projected;          /* from degrees to metres, about this centre: */
  double longitude, latitude; /* degrees */
} pf_ground;

void pf_ground_free(pf_ground *ground);

#endif
