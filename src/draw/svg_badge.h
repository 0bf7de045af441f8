/* svg_badge.h - numbers on paths, if there are more paths than colours: for svg.c. */
#ifndef PF_DRAW_SVG_BADGE_H
#define PF_DRAW_SVG_BADGE_H

#include <stdint.h>
#include <stdio.h>

#include "draw/svg_line.h"

/* Puts the legend's number on each path, where it is farthest from the others. Puts none if colours
 * tell paths apart, or if there are too many paths for numbers to help. */
void pf_put_badges(FILE *stream, const pf_svg_line *paths, int32_t count);

#endif
