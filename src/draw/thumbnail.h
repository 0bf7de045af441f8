/* thumbnail.h - a small picture of a map as PNG in memory.
 *
 *   picture = pf_thumbnail_make(0, 0, width, height, false, 160);
 *   for (...) pf_thumbnail_polygon(picture, xy, count);
 *   for (...) pf_thumbnail_line(picture, ends, 1, 0x4a7fb0);
 *   png = pf_thumbnail_png(picture, &bytes);
 *   pf_thumbnail_free(picture); */
#ifndef PF_DRAW_THUMBNAIL_H
#define PF_DRAW_THUMBNAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pf_thumbnail pf_thumbnail;

/* Makes an all dark picture of the part of the plane from (x, y) on, width and height in map units;
 * its longer side has `side` pixels. is_y_up: whether y goes up. NULL: out of memory. */
pf_thumbnail *pf_thumbnail_make(double x, double y, double width, double height, bool is_y_up,
                                int32_t side);

/* Adds a polygon of free space, light: x0,y0,x1,y1,... [Size: 2 * count]. */
void pf_thumbnail_polygon(pf_thumbnail *picture, const double *xy, int32_t count);

/* Colours a polygon of free space. rgb: 0xRRGGBB. Polygons without a colour must come first. */
void pf_thumbnail_ground(pf_thumbnail *picture, const double *xy, int32_t count, uint32_t rgb);

/* Draws a line between the ends x0,y0,x1,y1, of `width` pixels. rgb: 0xRRGGBB. All polygons must
 * come first. */
void pf_thumbnail_line(pf_thumbnail *picture, const double ends[4], double width, uint32_t rgb);

/* Returns the file, which the caller frees. NULL: out of memory. */
char *pf_thumbnail_png(pf_thumbnail *picture, size_t *bytes);

void pf_thumbnail_free(pf_thumbnail *picture); /* NULL is allowed */

#endif
