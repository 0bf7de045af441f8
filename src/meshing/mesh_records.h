/* mesh_records.h - the lines of a Polyanya .mesh file as arrays, before anybody asks
 * what they mean. */
#ifndef PATHFAN_MESHING_MESH_RECORDS_H
#define PATHFAN_MESHING_MESH_RECORDS_H

#include "base/text.h"

#define PATHFAN_CLAIM_OBSTACLE (-1)
#define PATHFAN_CLAIM_NONE (-2) /* the file doesn't say what is there */

/* A larger coordinate is taken for a mistake. A micrometre over a million
 * kilometres is within it, and no arithmetic overflows. */
#define PATHFAN_MESH_COORDINATE_MAX 1e15

typedef struct pathfan_mesh_records {
  pathfan_text text; /* for messages: set text.line and call pathfan_text_fail */
  int32_t vertex_count, polygon_count;
  double *points;         /* x,y [Size: 2 * vertex_count] at most COORDINATE_MAX in size */
  int32_t *vertex_line;   /* [Size: vertex_count] */
  int32_t *polygon_line;  /* [Size: polygon_count] */
  uint32_t *first_corner; /* [Size: polygon_count + 1] three corners or more each */
  int32_t *corner;        /* vertices [Limit: 0..vertex_count - 1], all different from the next */
  int32_t *claim;         /* polygon across the edge from this corner to the next, or OBSTACLE, or
                             NONE if the line ends before [Limit: below polygon_count] */
  uint32_t *first_listed; /* [Size: vertex_count + 1] polygons round a vertex */
  int32_t *listed;        /* polygon or OBSTACLE [Limit: below polygon_count] */
} pathfan_mesh_records;

/* Reads a text [Size: bytes]. Free the records in every case. Errors: NO_MEMORY,
 * LIMIT (2 GiB), MALFORMED. */
pathfan_status pathfan_mesh_records_read(const char *text, size_t bytes, const char *path,
                                         pathfan_mesh_records *records, pathfan_error *error);

void pathfan_mesh_records_free(pathfan_mesh_records *records);

#endif
