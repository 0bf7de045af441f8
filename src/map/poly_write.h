/* poly_write.h - writes polygons as .poly files that the readers of polygons.h read. */
#ifndef PATHFAN_MAP_POLY_WRITE_H
#define PATHFAN_MAP_POLY_WRITE_H

#include <stdio.h>

#include "map/polygons.h"

/* These write polygons with holes, numbers in full: `poly 1` has all rings, `polygon 1` the shells
 * as enclosures and the holes as obstacles, wound as they are. No ring may cross another. The
 * caller checks the stream for write errors. */
void pathfan_poly_write(FILE *stream, const pathfan_polygons *polygons);
void pathfan_enclosures_write(FILE *stream, const pathfan_polygons *polygons);

#endif
