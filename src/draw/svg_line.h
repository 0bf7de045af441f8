/* svg_line.h - a path in a picture, its colour, and its entry in the legend: for svg.c. */
#ifndef PF_DRAW_SVG_LINE_H
#define PF_DRAW_SVG_LINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

typedef struct pf_svg_line {
  double *xy; /* [Size: 2 * count] pixels; owned */
  int32_t count, number;
  double length, cost; /* cost: < 0 if it is the length */
  bool filled, chosen;
  bool *is_link; /* [Size: count] whether segment i, to point i + 1, isn't walked; owned; NULL: none
                  */
} pf_svg_line;

/* Number of different colours of paths. */
#define PF_LINE_COLOURS 6

/* Returns "#rrggbb" of path `number` [Limit: >= 0]. */
const char *pf_line_colour(int32_t number);

/* Returns the distance of a point from a line; pixels. */
double pf_line_distance(const pf_svg_line *line, double x, double y);

/* Write a number, rounded, and the text after it; _fixed with all decimals. */
void pf_put_number(FILE *stream, double value, int decimals, const char *after);
void pf_put_fixed(FILE *stream, double value, int decimals, const char *after);

/* Writes ` name="value"`. */
void pf_put_attribute(FILE *stream, const char *name, double value);

/* Writes ` d="..."`. */
void pf_put_points(FILE *stream, const pf_svg_line *line);

/* Writes the element of a path. */
void pf_put_line(FILE *stream, const pf_svg_line *line);

/* Writes the style of the corridor of path 1, of this width. */
void pf_put_corridor_style(FILE *stream, double width);

/* Write lines of the legend, their left middle at x,y; ratios are to the first path. */
void pf_put_legend(FILE *stream, const pf_svg_line *line, const pf_svg_line *first, double x,
                   double y);
void pf_put_corridor_legend(FILE *stream, double separation, double x, double y);

/* The legend's words for the corridor of path 1 [Limit: separation > 0, map units]; written to
 * buffer. */
#define PF_CORRIDOR_BYTES (PF_NUMBER_BYTES + 32)
const char *pf_corridor_words(double separation, char buffer[PF_CORRIDOR_BYTES]);

#endif
