/* poly_write.h - polygons as .poly files, which the readers of polygons.h take. */
#ifndef PATHFAN_MAP_POLY_WRITE_H
#define PATHFAN_MAP_POLY_WRITE_H

#include <stdio.h>

#include "map/polygons.h"

/* Write polygons with holes, numbers in full: `poly 1` all rings, `polygon 1` shells as enclosures
 * and holes as obstacles, wound as they are. No ring may cross another. The caller looks for write
 * errors of the stream. */
void pathfan_poly_write(FILE *stream, const pathfan_polygons *polygons);
void pathfan_enclosures_write(FILE *stream, const pathfan_polygons *polygons);

#endif
