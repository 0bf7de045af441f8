/* off_mesh.h - off-mesh connections of navigation meshes become links. */
#ifndef PF_BUILD_INDEX_MAPS_OFF_MESH_H
#define PF_BUILD_INDEX_MAPS_OFF_MESH_H

#include "meshing/soup.h"
#include "space/ground.h"

/* Writes the links of a soup to ground->links, whose mesh and locator are ready. An end moves to
 * the ground nearest to it, of several layers to that nearest in height, by at most the link's
 * reach; links with an end that can't are counted in ground->ignored. A link costs the distance of
 * its ends as seen from above. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_off_mesh_take(const pf_soup *soup, const char *path, pf_ground *ground,
                                pathfan_error *error);

#endif
