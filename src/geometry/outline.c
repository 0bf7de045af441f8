/* outline.c - frees outlines. */
#include "geometry/outline.h"

#include <stdlib.h>
#include <string.h>

void pf_outline_free(pf_outline *outline) {
  free(outline->vertices);
  free(outline->edges);
  memset(outline, 0, sizeof *outline);
}
