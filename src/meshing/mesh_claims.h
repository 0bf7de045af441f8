/* mesh_claims.h - checks the neighbours given in a .mesh file against the mesh made of its
 * polygons.
 *
 *   status = pf_mesh_claims_check(&records, &origins, &frame, &mesh, &error);
 */
#ifndef PF_MESHING_MESH_CLAIMS_H
#define PF_MESHING_MESH_CLAIMS_H

#include "geometry/frame.h"
#include "mesh/mesh_data.h"
#include "meshing/mesh_records.h"

/* How the mesh corresponds to the records. */
typedef struct pf_mesh_origins {
  const int32_t *point;   /* [Size: records' vertices] the mesh's vertex; -1: no polygon uses it */
  const uint8_t *dropped; /* [Size: records' polygons] 1: it has no area left */
  const int32_t *source;  /* [Size: mesh's polygons] the record of each polygon, in ascending
                             order */
  const int32_t *claim;   /* [Size: mesh's corners] the claim about its edge, as in records */
  int32_t point_count;
} pf_mesh_origins;

/* Checks that the given neighbours across edges, and polygons round vertices, are those of the
 * mesh, which must have been matched. Uses the records' text position for messages. Errors:
 * NO_MEMORY, MALFORMED (with path and line). */
pathfan_status pf_mesh_claims_check(pf_mesh_records *records, const pf_mesh_origins *origins,
                                    const pf_frame *frame, const pf_mesh_data *mesh,
                                    pathfan_error *error);

#endif
