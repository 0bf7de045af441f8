/* locate_build.h - builds the lists of polygons by which points are located (mesh/locate.h). */
#ifndef PF_MESHING_LOCATE_BUILD_H
#define PF_MESHING_LOCATE_BUILD_H

#include "mesh/mesh.h"
#include "pathfan/status.h"

/* Makes the bytes; the caller frees them with free(). entry_bytes: 2, 4, or 0 for the smaller that
 * suffices. Errors: NO_MEMORY, LIMIT (2^32 entries). */
pathfan_status pf_locator_build(const pf_mesh *mesh, int32_t width, int32_t height, int entry_bytes,
                                void **bytes, uint64_t *size);

#endif
