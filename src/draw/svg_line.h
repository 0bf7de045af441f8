/* svg_line.h - a path in a picture, its colour, and its entry in the legend: for svg.c. */
#ifndef PATHFAN_DRAW_SVG_LINE_H
#define PATHFAN_DRAW_SVG_LINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

typedef struct pathfan_svg_line {
  double *xy; /* [Size: 2 * count] pixels; owned */
  int32_t count, number;
  double length, cost; /* cost: < 0 if it is the length */
  bool filled, chosen;
} pathfan_svg_line;

/* Number of different colours of paths. */
#define PATHFAN_LINE_COLOURS 6

/* Returns "#rrggbb" of path `number` [Limit: >= 0]. */
const char *pathfan_line_colour(int32_t number);

/* Returns the distance of a point from a line; pixels. */
double pathfan_line_distance(const pathfan_svg_line *line, double x, double y);

/* Write a number, rounded, and the text after it; _fixed with all decimals. */
void pathfan_put_number(FILE *stream, double value, int decimals, const char *after);
void pathfan_put_fixed(FILE *stream, double value, int decimals, const char *after);

/* Writes ` name="value"`. */
void pathfan_put_attribute(FILE *stream, const char *name, double value);

/* Writes ` d="..."`. */
void pathfan_put_points(FILE *stream, const pathfan_svg_line *line);

/* Writes the element of a path. */
void pathfan_put_line(FILE *stream, const pathfan_svg_line *line);

/* Writes the style of the corridor of path 1, of this width. */
void pathfan_put_corridor_style(FILE *stream, double width);

/* Write lines of the legend, their left middle at x,y; ratios are to the first path. */
void pathfan_put_legend(FILE *stream, const pathfan_svg_line *line, const pathfan_svg_line *first,
                        double x, double y);
void pathfan_put_corridor_legend(FILE *stream, double separation, double x, double y);

/* The legend's words for the corridor of path 1 [Limit: separation > 0, map units]; written to
 * buffer. */
#define PATHFAN_CORRIDOR_BYTES (PATHFAN_NUMBER_BYTES + 32)
const char *pathfan_corridor_words(double separation, char buffer[PATHFAN_CORRIDOR_BYTES]);

#endif
