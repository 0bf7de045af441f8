/* outline.c - frees outlines. */
#include "geometry/outline.h"

#include <stdlib.h>
#include <string.h>

void pathfan_outline_free(pathfan_outline *outline) {
  free(outline->vertices);
  free(outline->edges);
  memset(outline, 0, sizeof *outline);
}
