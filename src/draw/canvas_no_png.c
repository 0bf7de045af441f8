/* canvas_no_png.c - replaces canvas_png.c in a build without cairo. */
#include "draw/canvas.h"

bool pf_canvas_has_png(void) {
  return false;
}

pf_canvas *pf_canvas_png(double width, double height, double zoom) {
  (void)width, (void)height, (void)zoom;
  return NULL;
}

bool pf_canvas_write_png(pf_canvas *canvas, FILE *stream) {
  (void)canvas, (void)stream;
  return false;
}
