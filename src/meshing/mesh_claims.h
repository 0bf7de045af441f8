/* mesh_claims.h - what the lines of a .mesh file say of neighbours, held against a mesh that was
 * made of their polygons.
 *
 *   status = pathfan_mesh_claims_check(&records, &origins, &frame, &mesh, &error); */
#ifndef PATHFAN_MESHING_MESH_CLAIMS_H
#define PATHFAN_MESHING_MESH_CLAIMS_H

#include "geometry/frame.h"
#include "mesh/mesh_data.h"
#include "meshing/mesh_records.h"

/* What of the records the mesh was made of, and where each of them went. */
typedef struct pathfan_mesh_origins {
  const int32_t *point;   /* [Size: records' vertices] the mesh's vertex; -1: no polygon has it */
  const uint8_t *dropped; /* [Size: records' polygons] 1: no area is left of it */
  const int32_t *source;  /* [Size: mesh's polygons] the record each comes from, ascending */
  const int32_t *claim;   /* [Size: mesh's corners] as in records */
  int32_t point_count;
} pathfan_mesh_origins;

/* Whether neighbours across edges, and polygons round vertices, are those of the mesh, which has
 * been matched. Uses the records' place for messages. Errors: NO_MEMORY, MALFORMED (with path and
 * line). */
pathfan_status pathfan_mesh_claims_check(pathfan_mesh_records *records,
                                         const pathfan_mesh_origins *origins,
                                         const pathfan_frame *frame, const pathfan_mesh_data *mesh,
                                         pathfan_error *error);

#endif
