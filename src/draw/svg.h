/* svg.h - a picture of a map and paths as an SVG file.
 *
 *   status = pathfan_svg_open("answer.svg", 512, 512, &svg, &error);
 *   for (...) pathfan_svg_free_polygon(svg, xy, count);
 *   pathfan_svg_corridor(svg, xy, count, 3.5);
 *   for (...) pathfan_svg_path(svg, xy, count, number, length);
 *   pathfan_svg_ends(svg, from_x, from_y, to_x, to_y);
 *   status = pathfan_svg_close(svg, &error);
 *
 * For a picture of a mesh, call pathfan_svg_show_edges instead of drawing paths.
 * The longer side of the map is 900 px; a legend below tells each path's number,
 * length and ratio to path 1. Colours of paths are a colour-blind-safe series;
 * path 1 is drawn last, on top, and where paths coincide the later ones show on
 * both sides of it. Trouble on the way is remembered and reported by close. */
#ifndef PATHFAN_DRAW_SVG_H
#define PATHFAN_DRAW_SVG_H

#include <stdint.h>

#include "draw/roads.h"
#include "pathfan/status.h"

typedef struct pathfan_svg pathfan_svg;

/* width, height: extent of the map in map units [Limit: > 0, finite]; its
 * origin is (0,0), y points down. Written to a temporary file beside path and
 * renamed by close; path may also be a pipe or device. Errors: ARGUMENT, IO,
 * NO_MEMORY; *svg is NULL then. */
pathfan_status pathfan_svg_open(const char *path, double width, double height, pathfan_svg **svg,
                                pathfan_error *error);

/* A polygon of free space: xy = x0,y0,x1,y1,... [Size: 2 * count]. All of them
 * must have the same winding. */
void pathfan_svg_free_polygon(pathfan_svg *svg, const double *xy, int32_t count);

/* An area to keep out of, hatched, as the legend says: a polygon like the above, of either winding,
 * or a circle. What lies off the map isn't shown. Above free space, below paths. */
void pathfan_svg_area(pathfan_svg *svg, const double *xy, int32_t count);
void pathfan_svg_round_area(pathfan_svg *svg, double x, double y, double radius);

/* What lies within `separation` map units of path 1, whose points these are: a pale band under
 * the paths, cut off at the sides of the map, and a line of the legend. At most once. */
void pathfan_svg_corridor(pathfan_svg *svg, const double *xy, int32_t count, double separation);

/* Also draws the sides of the free polygons. */
void pathfan_svg_show_edges(pathfan_svg *svg);

/* Path number `number` (0 = the shortest), with its length for the legend. xy is
 * copied. Paths may come in any order. */
void pathfan_svg_path(pathfan_svg *svg, const double *xy, int32_t count, int32_t number,
                      double length);

/* Path number `number` was filled in: it is dashed, and the legend says so. */
void pathfan_svg_path_filled(pathfan_svg *svg, int32_t number);

/* Path number `number` was chosen among them: the legend says so. */
void pathfan_svg_path_chosen(pathfan_svg *svg, int32_t number);

/* What path number `number` costs, for the legend; the ratio is of costs then. */
void pathfan_svg_path_cost(pathfan_svg *svg, int32_t number, double cost);

/* Roads and rivers, above areas, below paths, with lines of the legend. At most once; they stay
 * until the picture is closed. */
void pathfan_svg_roads(pathfan_svg *svg, const pathfan_drawn_roads *roads);

/* A line of words below the map, which stay the caller's until the picture is closed: why there is
 * no path. */
void pathfan_svg_say(pathfan_svg *svg, const char *words);

/* The two ends; one that is off the map isn't shown. */
void pathfan_svg_ends(pathfan_svg *svg, double from_x, double from_y, double to_x, double to_y);

/* Writes everything and frees svg, also on failure. NULL is fine. Errors: IO,
 * NO_MEMORY, ARGUMENT (a coordinate wasn't finite); the file is not there then,
 * or still the old one. */
pathfan_status pathfan_svg_close(pathfan_svg *svg, pathfan_error *error);

/* Gives up: writes no file and frees svg. NULL is fine. */
void pathfan_svg_discard(pathfan_svg *svg);

#endif
