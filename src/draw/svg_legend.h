/* svg_legend.h - the legend below the map of a picture: for svg.c. */
#ifndef PF_DRAW_SVG_LEGEND_H
#define PF_DRAW_SVG_LEGEND_H

#include "draw/roads.h"
#include "draw/svg_line.h"

/* Ground of a rate, and its colour. */
typedef struct pf_svg_rate {
  double rate;
  unsigned colour;
} pf_svg_rate;

#define PF_SVG_RATES 6

/* The contents and position of a legend: a line of words, then paths, the corridor, areas and
 * grounds in columns, then roads. */
typedef struct pf_svg_legend {
  const char *words;        /* NULL: none */
  const pf_svg_line *paths; /* [Size: path_count] */
  int32_t path_count;
  double separation;        /* of the corridor, map units; 0: none */
  const char *area_style;   /* attributes of areas; NULL: none */
  const char *area_words;   /* what areas are called */
  const pf_svg_rate *rates; /* [Size: rate_count], at most PF_SVG_RATES */
  int32_t rate_count;
  const pf_drawn_roads *roads; /* NULL: none */
  pf_roads_look look;
  double x, y, width; /* pixels: its upper left corner, and the width of the map above it */
} pf_svg_legend;

/* Pixels; the legend may be wider than the map. */
typedef struct pf_svg_legend_size {
  double width, height;
} pf_svg_legend_size;

pf_svg_legend_size pf_svg_legend_lay(const pf_svg_legend *legend);

/* canvas: on the same stream. */
void pf_svg_legend_put(const pf_svg_legend *legend, FILE *stream, pf_canvas *canvas);

#endif
