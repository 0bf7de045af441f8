/* metrics.h - the measures of a mesh given in polyanya-2017, table 1. */
#ifndef PF_MESHING_METRICS_H
#define PF_MESHING_METRICS_H

#include "geometry/frame.h"
#include "mesh/mesh_data.h"

typedef struct pf_mesh_measure {
  int32_t vertices; /* one for each sector round a pinch */
  int32_t polygons;
  int32_t components; /* polygons joined only in a point aren't connected */
  int32_t dead_ends;  /* polygons with one neighbour */
  double degree;      /* mean number of neighbours of a polygon, each counted once; 0 without
                         polygons */
  double corners;     /* mean number of corners of a polygon, collinear ones included */
  double area;        /* of free space, map units squared */
} pf_mesh_measure;

/* Measures a finished mesh. Allocates nothing. */
pf_mesh_measure pf_mesh_measure_of(const pf_mesh_data *mesh, const pf_frame *frame);

#endif
