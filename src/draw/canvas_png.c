/* canvas_png.c - a canvas of pixels, by cairo. Builds without cairo use canvas_no_png.c. */
#include "draw/canvas.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>

typedef struct png_canvas {
  pf_canvas base;
  cairo_surface_t *surface;
  cairo_t *cairo;
} png_canvas;

static cairo_t *cairo_of(pf_canvas *canvas) {
  return ((png_canvas *)canvas)->cairo;
}

static void set_colour(cairo_t *cairo, uint32_t colour, double opacity) {
  cairo_set_source_rgba(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                        (colour & 255) / 255.0, opacity);
}

static void png_move(pf_canvas *canvas, double x, double y) {
  cairo_move_to(cairo_of(canvas), x, y);
}

static void png_line(pf_canvas *canvas, double x, double y) {
  cairo_line_to(cairo_of(canvas), x, y);
}

static void png_close(pf_canvas *canvas) {
  cairo_close_path(cairo_of(canvas));
}

static void png_circle(pf_canvas *canvas, double x, double y, double radius) {
  cairo_new_sub_path(cairo_of(canvas));
  cairo_arc(cairo_of(canvas), x, y, radius, 0, 2 * M_PI);
  cairo_close_path(cairo_of(canvas));
}

static void png_stroke(pf_canvas *canvas, const pf_pen *pen) {
  cairo_t *cairo = cairo_of(canvas);
  set_colour(cairo, pen->colour, pen->opacity > 0 ? pen->opacity : 1);
  cairo_set_line_width(cairo, pen->width);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cairo, pen->is_blunt ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_dash(cairo, &pen->dash, pen->dash > 0, 0);
  cairo_stroke(cairo);
}

static void png_fill(pf_canvas *canvas, uint32_t colour, double opacity) {
  set_colour(cairo_of(canvas), colour, opacity);
  cairo_set_fill_rule(cairo_of(canvas), CAIRO_FILL_RULE_EVEN_ODD);
  cairo_fill(cairo_of(canvas));
}

static void png_clip(pf_canvas *canvas) {
  cairo_save(cairo_of(canvas));
  cairo_set_fill_rule(cairo_of(canvas), CAIRO_FILL_RULE_WINDING);
  cairo_clip(cairo_of(canvas));
}

static void png_unclip(pf_canvas *canvas) {
  cairo_restore(cairo_of(canvas));
}

static void png_text(pf_canvas *canvas, double x, double y, const pf_text_style *words,
                     const char *text) {
  cairo_t *cairo = cairo_of(canvas);
  cairo_text_extents_t extents;
  cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         words->is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, words->size);
  set_colour(cairo, words->colour, 1);
  cairo_text_extents(cairo, text, &extents);
  cairo_move_to(cairo, x - words->align * extents.x_advance, y);
  cairo_show_text(cairo, text);
  cairo_new_path(cairo);
}

static void png_free(pf_canvas *canvas) {
  cairo_destroy(cairo_of(canvas));
  cairo_surface_destroy(((png_canvas *)canvas)->surface);
  free(canvas);
}

static const pf_canvas_kind png_kind = {png_move, png_line, png_close,  png_circle, png_stroke,
                                        png_fill, png_clip, png_unclip, png_text,   png_free};

bool pf_canvas_has_png(void) {
  return true;
}

pf_canvas *pf_canvas_png(double width, double height, double zoom) {
  png_canvas *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->base.kind = &png_kind;
  c->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width * zoom),
                                          (int)ceil(height * zoom));
  c->cairo = cairo_create(c->surface);
  cairo_scale(c->cairo, zoom, zoom);
  set_colour(c->cairo, 0xffffff, 1);
  cairo_paint(c->cairo);
  return &c->base;
}

static cairo_status_t write_part(void *stream, const unsigned char *data, unsigned int length) {
  return fwrite(data, 1, length, stream) == length ? CAIRO_STATUS_SUCCESS
                                                   : CAIRO_STATUS_WRITE_ERROR;
}

/* If memory ran out, the status says so here. */
bool pf_canvas_write_png(pf_canvas *canvas, FILE *stream) {
  return cairo_status(cairo_of(canvas)) == CAIRO_STATUS_SUCCESS &&
         cairo_surface_write_to_png_stream(((png_canvas *)canvas)->surface, write_part, stream) ==
             CAIRO_STATUS_SUCCESS;
}
