/* thumbnail.c - a small picture of a map, in the colours of svg.c. Cells are filled at once, so
 * that no seam shows between neighbours. */
#include "draw/thumbnail.h"

#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/program.h"

struct pf_thumbnail {
  cairo_surface_t *surface;
  cairo_t *cairo;
  double x, y;        /* of the upper left corner */
  double scale, down; /* down: 1, or -1 if y goes up */
};

/* Pixels of a side, at least one. */
static int pixels(double side, double scale) {
  const int count = (int)(side * scale + 0.5);
  return count < 1 ? 1 : count;
}

pf_thumbnail *pf_thumbnail_make(double x, double y, double width, double height, bool is_y_up,
                                int32_t side) {
  pf_thumbnail *picture = calloc(1, sizeof *picture);
  if (!picture) return NULL;
  const double longer = width > height ? width : height;
  picture->x = x;
  picture->y = is_y_up ? y + height : y;
  picture->down = is_y_up ? -1 : 1;
  picture->scale = longer > 0 ? side / longer : 1;
  picture->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(width, picture->scale),
                                                pixels(height, picture->scale));
  picture->cairo = cairo_create(picture->surface);
  cairo_set_source_rgb(picture->cairo, 0x39 / 255.0, 0x42 / 255.0, 0x4e / 255.0);
  cairo_paint(picture->cairo);
  cairo_set_source_rgb(picture->cairo, 0xf1 / 255.0, 0xf0 / 255.0, 0xec / 255.0);
  return picture;
}

static void line_to(pf_thumbnail *picture, const double *at) {
  cairo_line_to(picture->cairo, (at[0] - picture->x) * picture->scale,
                (at[1] - picture->y) * picture->down * picture->scale);
}

void pf_thumbnail_polygon(pf_thumbnail *picture, const double *xy, int32_t count) {
  cairo_new_sub_path(picture->cairo);
  for (int32_t i = 0; i < count; i++) line_to(picture, xy + (size_t)2 * i);
  cairo_close_path(picture->cairo);
}

/* Fills the polygons, and takes a colour; later calls have nothing left to fill. */
static void take_colour(pf_thumbnail *picture, uint32_t rgb) {
  cairo_fill(picture->cairo);
  cairo_set_source_rgb(picture->cairo, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                       (rgb & 255) / 255.0);
}

void pf_thumbnail_ground(pf_thumbnail *picture, const double *xy, int32_t count, uint32_t rgb) {
  take_colour(picture, rgb);
  pf_thumbnail_polygon(picture, xy, count);
  cairo_fill(picture->cairo);
}

void pf_thumbnail_line(pf_thumbnail *picture, const double ends[4], double width, uint32_t rgb) {
  take_colour(picture, rgb);
  cairo_set_line_width(picture->cairo, width);
  cairo_set_line_cap(picture->cairo, CAIRO_LINE_CAP_ROUND);
  for (int i = 0; i < 4; i += 2) line_to(picture, ends + i);
  cairo_stroke(picture->cairo);
}

static cairo_status_t write_part(void *stream, const unsigned char *data, unsigned int length) {
  return fwrite(data, 1, length, stream) == length ? CAIRO_STATUS_SUCCESS
                                                   : CAIRO_STATUS_WRITE_ERROR;
}

char *pf_thumbnail_png(pf_thumbnail *picture, size_t *bytes) {
  char *png = NULL;
  FILE *stream = pf_text_stream(&png, bytes);
  if (!stream) return NULL;
  cairo_fill(picture->cairo); /* if memory ran out, the surface says so below */
  bool good = cairo_surface_write_to_png_stream(picture->surface, write_part, stream) ==
              CAIRO_STATUS_SUCCESS;
  if (!pf_text_stream_close(stream, &png, bytes)) good = false;
  if (good) return png;
  free(png);
  return NULL;
}

void pf_thumbnail_free(pf_thumbnail *picture) {
  if (!picture) return;
  cairo_destroy(picture->cairo);
  cairo_surface_destroy(picture->surface);
  free(picture);
}
