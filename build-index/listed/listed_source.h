/* listed_source.h - what the stages of listed hubs read of a build. */
#ifndef PF_BUILD_INDEX_LISTED_LISTED_SOURCE_H
#define PF_BUILD_INDEX_LISTED_LISTED_SOURCE_H

#include "build-index/labels/labels.h"
#include "build-index/sight/cone_lists.h"
#include "geometry/predicates.h"
#include "mesh/mesh.h"

/* Vertices are columns. */
typedef struct pf_listed_source {
  const pf_mesh *mesh;
  const pf_cone_lists *cones;
  const pf_label_lists *lists;
  const pf_lattice_point *at; /* [Size: n] */
  const pf_wedge *wedge;      /* [Size: n] */
  int32_t n;
  int id_bytes;
  int length_bits; /* of labels */
  double extent;   /* the longer side of the map, lattice units */
} pf_listed_source;

/* How far polygons are widened, lattice units. */
static inline double pf_listed_wide(const pf_listed_source *source) {
  return source->extent * 0x1p-44;
}

#endif
