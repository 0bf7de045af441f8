/* mesh_records.h - the lines of a .mesh file, version 2 or 3, as arrays, before they are
 * interpreted. Everything is counted from 0 here, in the file from `least`. */
#ifndef PF_MESHING_MESH_RECORDS_H
#define PF_MESHING_MESH_RECORDS_H

#include <stdbool.h>

#include "base/text.h"

#define PF_CLAIM_OBSTACLE (-1)
#define PF_CLAIM_NONE (-2) /* the file gives no neighbour */

/* A larger coordinate is rejected as a mistake. A micrometre over a million kilometres is within
 * it, and no arithmetic overflows. */
#define PF_MESH_COORDINATE_MAX 1e15

typedef struct pf_mesh_records {
  pf_text text;  /* for messages: set text.line and call pf_text_fail */
  int32_t least; /* the number of the first vertex and polygon: 0, or 1 in version 3 */
  int32_t vertex_count, polygon_count;
  double *points;         /* x,y [Size: 2 * vertex_count] at most COORDINATE_MAX in size */
  int32_t *vertex_line;   /* [Size: vertex_count] */
  int32_t *polygon_line;  /* [Size: polygon_count] */
  uint32_t *first_corner; /* [Size: polygon_count + 1] at least three corners each; none if the
                             polygon isn't walkable */
  int32_t *corner;        /* vertices [Limit: 0..vertex_count - 1], each different from the next */
  int32_t *claim;         /* polygon across the edge that begins at this corner, or OBSTACLE, or
                             NONE if the line ends before [Limit: below polygon_count] */
  uint32_t *first_listed; /* [Size: vertex_count + 1] polygons round a vertex */
  int32_t *listed;        /* polygon or OBSTACLE [Limit: below polygon_count] */
} pf_mesh_records;

/* Reads a text [Size: bytes]. The caller must free the records in any case. Errors: NO_MEMORY,
 * LIMIT (2 GiB), MALFORMED. */
pathfan_status pf_mesh_records_read(const char *text, size_t bytes, const char *path,
                                    pf_mesh_records *records, pathfan_error *error);

/* Whether a polygon isn't walkable. */
static inline bool pf_mesh_record_is_blocked(const pf_mesh_records *records, int32_t polygon) {
  return records->first_corner[polygon] == records->first_corner[polygon + 1];
}

void pf_mesh_records_free(pf_mesh_records *records);

#endif
