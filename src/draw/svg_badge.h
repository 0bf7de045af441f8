/* svg_badge.h - numbers on paths, where there are more of them than colours: for svg.c. */
#ifndef PATHFAN_DRAW_SVG_BADGE_H
#define PATHFAN_DRAW_SVG_BADGE_H

#include <stdint.h>
#include <stdio.h>

#include "draw/svg_line.h"

/* The number of each path, as the legend has it, where it is farthest from the others. Nothing, if
 * colours tell paths apart, or where there are too many for numbers to help. */
void pathfan_put_badges(FILE *stream, const pathfan_svg_line *paths, int32_t count);

#endif
