/* free_polygons.h - the free space of a mesh as polygons with holes, for files of polygons.
 *
 *   status = pf_free_polygons(&ground->mesh, &ground->frame, &polygons);
 *   ...
 *   pf_polygons_free(&polygons); */
#ifndef PF_BUILD_INDEX_MAPS_FREE_POLYGONS_H
#define PF_BUILD_INDEX_MAPS_FREE_POLYGONS_H

#include "geometry/frame.h"
#include "map/polygons.h"
#include "mesh/mesh_data.h"

/* Makes a free polygon for every component of a finished mesh, in map units: its shell,
 * counter-clockwise in file coordinates, then its holes, clockwise. No ring has a point twice, or a
 * point where it goes straight on; rings may touch in points. The result depends only on free
 * space, not on how it is cut: each ring begins at its first point by (y, x), and polygons and
 * holes are sorted the same way. Errors: NO_MEMORY, LIMIT; *polygons is empty then. */
pathfan_status pf_free_polygons(const pf_mesh_data *mesh, const pf_frame *frame,
                                pf_polygons *polygons);

#endif
