/* canvas_no_png.c - in place of canvas_png.c where there is no cairo. */
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
