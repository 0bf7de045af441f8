/* poly_write.h - writes polygons as .poly files that the readers of polygons.h read. */
#ifndef PF_MAP_POLY_WRITE_H
#define PF_MAP_POLY_WRITE_H

#include <stdio.h>

#include "map/polygons.h"

/* These write polygons with holes, numbers in full: `poly 1` has all rings, `polygon 1` the shells
 * as enclosures and the holes as obstacles, wound as they are. No ring may cross another. The
 * caller checks the stream for write errors. */
void pf_poly_write(FILE *stream, const pf_polygons *polygons);
void pf_enclosures_write(FILE *stream, const pf_polygons *polygons);

#endif
