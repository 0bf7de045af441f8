/* svg.h - a picture of a map and paths as an SVG file.
 *
 *   status = pf_svg_open("answer.svg", 512, 512, &svg, &error);
 *   for (...) pf_svg_free_polygon(svg, xy, count);
 *   pf_svg_corridor(svg, xy, count, 3.5);
 *   for (...) pf_svg_path(svg, xy, count, number, length);
 *   pf_svg_ends(svg, from_x, from_y, to_x, to_y);
 *   status = pf_svg_close(svg, &error);
 *
 * For a picture of a mesh, call pf_svg_show_edges instead of drawing paths. The longer side of
 * the map is 900 px; a legend below gives each path's number, length and ratio to path 1. Colours
 * of paths are a colour-blind-safe series; path 1 is drawn last, on top, and where paths coincide
 * the later ones show on both sides of it. Errors on the way are kept and reported by close. */
#ifndef PF_DRAW_SVG_H
#define PF_DRAW_SVG_H

#include <stdint.h>

#include "draw/roads.h"
#include "pathfan/status.h"

typedef struct pf_svg pf_svg;

/* Begins a picture. width, height: extent of the map in map units [Limit: > 0, finite]; its origin
 * is (0,0), y points down. Writes to a temporary file beside path, which close renames; path may
 * also be a pipe or device. Errors: ARGUMENT, IO, NO_MEMORY; *svg is NULL then. */
pathfan_status pf_svg_open(const char *path, double width, double height, pf_svg **svg,
                           pathfan_error *error);

/* Draws a polygon of free space: xy = x0,y0,x1,y1,... [Size: 2 * count]. All of them must have the
 * same winding. */
void pf_svg_free_polygon(pf_svg *svg, const double *xy, int32_t count);

/* Colours a polygon of free space by what ground costs there: dear 0: as free space, to 1: green,
 * down to -1, cheaper than usual: yellow. The rate is for the legend, which shows some of them. */
void pf_svg_ground(pf_svg *svg, const double *xy, int32_t count, double rate, double dear);

/* Returns its colour, 0xRRGGBB. */
unsigned pf_svg_ground_colour(double dear);

/* Sets what the legend says of the areas below, a constant; "area to avoid" if not called. */
void pf_svg_area_words(pf_svg *svg, const char *words);

/* Draws an area to avoid, hatched, with an entry in the legend: a polygon as above, of either
 * winding, or a circle. Parts off the map aren't shown. Above free space, below paths. */
void pf_svg_area(pf_svg *svg, const double *xy, int32_t count);
void pf_svg_round_area(pf_svg *svg, double x, double y, double radius);

/* Draws the corridor of path 1, whose points these are: a pale band of everything within
 * `separation` map units under the paths, clipped at the sides of the map, and a line of the
 * legend. At most once. */
void pf_svg_corridor(pf_svg *svg, const double *xy, int32_t count, double separation);

/* Also draws the sides of the free polygons. */
void pf_svg_show_edges(pf_svg *svg);

/* Draws path number `number` (0 = the shortest); its length is for the legend. xy is copied. Paths
 * may come in any order. */
void pf_svg_path(pf_svg *svg, const double *xy, int32_t count, int32_t number, double length);

/* Marks path number `number` as filled: it is dashed, and the legend says so. */
void pf_svg_path_filled(pf_svg *svg, int32_t number);

/* Marks path number `number` as the chosen one in the legend. */
void pf_svg_path_chosen(pf_svg *svg, int32_t number);

/* Sets the cost of path number `number` for the legend, whose ratio is then of costs. */
void pf_svg_path_cost(pf_svg *svg, int32_t number, double cost);

/* Draws roads and rivers, above areas, below paths, with lines of the legend. At most once; they
 * must stay until the picture is closed. */
void pf_svg_roads(pf_svg *svg, const pf_drawn_roads *roads);

/* Marks the segment of path number `number` that begins at its point `first` as a link, which isn't
 * walked: it is drawn as thin dashes, and is no part of the corridor. */
void pf_svg_path_link(pf_svg *svg, int32_t number, int32_t first);

/* Puts a line of words below the map, such as why there is no path. They belong to the caller and
 * must stay until the picture is closed. */
void pf_svg_say(pf_svg *svg, const char *words);

/* Draws the two ends; one that is off the map isn't shown. */
void pf_svg_ends(pf_svg *svg, double from_x, double from_y, double to_x, double to_y);

/* Writes everything and frees svg, also on failure. NULL is allowed. Errors: IO, NO_MEMORY,
 * ARGUMENT (a coordinate wasn't finite); then there is no file, or still the old one. */
pathfan_status pf_svg_close(pf_svg *svg, pathfan_error *error);

/* Writes no file and frees svg. NULL is allowed. */
void pf_svg_discard(pf_svg *svg);

#endif
