/* canvas_no_png.c - replaces canvas_png.c in a build without cairo. */
#include "draw/canvas.h"

bool pathfan_canvas_has_png(void) {
  return false;
}

pathfan_canvas *pathfan_canvas_png(double width, double height, double zoom) {
  (void)width, (void)height, (void)zoom;
  return NULL;
}

bool pathfan_canvas_write_png(pathfan_canvas *canvas, FILE *stream) {
  (void)canvas, (void)stream;
  return false;
}
