/* svg.h - a picture of a map and paths as an SVG file.
 *
 * Open, add free polygons, then paths and marks, close. Colours of paths are a
 * colour-blind-safe series; path 1 is drawn last, on top. Write errors are
 * remembered and reported by close. */
#ifndef PATHFAN_DRAW_SVG_H
#define PATHFAN_DRAW_SVG_H

#include <stdint.h>

#include "pathfan/status.h"

typedef struct pathfan_svg pathfan_svg;

/* width, height: extent of the map in map units. Written to a temporary file
 * beside path and renamed by close. */
pathfan_status pathfan_svg_open(const char *path, double width, double height, pathfan_svg **svg,
                                pathfan_error *error);

/* A polygon of free space: xy = x0,y0,x1,y1,... [Size: 2 * count]. */
void pathfan_svg_free_polygon(pathfan_svg *svg, const double *xy, int32_t count);

/* Path number `number` (0 = the shortest), with its length for the legend. */
void pathfan_svg_path(pathfan_svg *svg, const double *xy, int32_t count, int32_t number,
                      double length);

/* The two ends. */
void pathfan_svg_ends(pathfan_svg *svg, double from_x, double from_y, double to_x, double to_y);

pathfan_status pathfan_svg_close(pathfan_svg *svg, pathfan_error *error);

#endif
