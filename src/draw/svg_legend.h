/* svg_legend.h - the legend below the map of a picture: for svg.c. */
#ifndef PATHFAN_DRAW_SVG_LEGEND_H
#define PATHFAN_DRAW_SVG_LEGEND_H

#include "draw/roads.h"
#include "draw/svg_line.h"

/* The contents and position of a legend: a line of words, then paths, the corridor and areas in
 * columns, then roads. */
typedef struct pathfan_svg_legend {
  const char *words;             /* NULL: none */
  const pathfan_svg_line *paths; /* [Size: path_count] */
  int32_t path_count;
  double separation;                /* of the corridor, map units; 0: none */
  const char *area_style;           /* attributes of areas; NULL: none */
  const pathfan_drawn_roads *roads; /* NULL: none */
  pathfan_roads_look look;
  double x, y, width; /* pixels: its upper left corner, and the width of the map above it */
} pathfan_svg_legend;

/* Pixels; the legend may be wider than the map. */
typedef struct pathfan_svg_legend_size {
  double width, height;
} pathfan_svg_legend_size;

pathfan_svg_legend_size pathfan_svg_legend_lay(const pathfan_svg_legend *legend);

/* canvas: on the same stream. */
void pathfan_svg_legend_put(const pathfan_svg_legend *legend, FILE *stream, pathfan_canvas *canvas);

#endif
