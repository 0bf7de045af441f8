/* fan.h - the polygons of a mesh round a point. */
#ifndef PF_MESH_FAN_H
#define PF_MESH_FAN_H

#include "mesh/mesh.h"

/* A walk round a point: over all polygons that touch it in the same sector.
 *
 *   pf_fan_begin(&fan, mesh, polygon, point, fraction_bits);
 *   do use(fan.polygon); while (pf_fan_next(&fan));
 */
typedef struct pf_fan {
  int32_t polygon; /* the current polygon */
  bool on_border;  /* the point lies on the border of the polygons, not inside the only one */
  bool at_corner;  /* and it is a corner there, not a point of an edge */

  /* private */
  const pf_mesh *mesh;
  pf_fixed_point point;
  int bits;
  uint32_t corner; /* the point is this corner, or on the edge that begins there */
  bool clockwise;
  int32_t first, left;
  uint32_t first_corner;
} pf_fan;

/* Starts a walk. The point must lie in or on the polygon. */
void pf_fan_begin(pf_fan *fan, const pf_mesh *mesh, int32_t polygon, pf_fixed_point point,
                  int fraction_bits);
/* Moves to the next polygon; false: there is none. */
bool pf_fan_next(pf_fan *fan);

/* Whether the current polygon continues from the point in a direction, perhaps along its border. */
bool pf_fan_leads_on(const pf_fan *fan, pf_fixed_point d);

#endif
