/* outline.c - frees outlines; the order of their edges. */
#include "geometry/outline.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

int pf_outline_by_ends(const void *a, const void *b) {
  const pf_outline_edge *s = a, *t = b;
  if (s->from != t->from) return s->from < t->from ? -1 : 1;
  return (s->to > t->to) - (s->to < t->to);
}

void pf_outline_free(pf_outline *outline) {
  free(outline->vertices);
  free(outline->edges);
  memset(outline, 0, sizeof *outline);
}
