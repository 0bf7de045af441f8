/* panels.c - a list of polygons that grows. */
#include "meshing/panels.h"

#include <string.h>

pathfan_status pf_panels_add(pf_panels *f, const pf_panel_corner *ring, uint32_t count,
                             int32_t source) {
  const uint32_t end = pf_panels_end(f);
  if (count > INT32_MAX - end) return PATHFAN_ERR_LIMIT;
  pathfan_status status = pf_grow(&f->first, &f->first_capacity, (int64_t)f->count + 2);
  if (!status) status = pf_grow(&f->source, &f->source_capacity, (int64_t)f->count + 1);
  if (!status) status = pf_grow(&f->corners, &f->corner_capacity, (int64_t)end + count);
  if (status) return status;
  memcpy(&f->corners[end], ring, count * sizeof *ring);
  f->first[f->count] = end;
  f->source[f->count++] = source;
  f->first[f->count] = end + count;
  return PATHFAN_OK;
}

void pf_panels_free(pf_panels *f) {
  free(f->at);
  free(f->first);
  free(f->corners);
  free(f->source);
  memset(f, 0, sizeof *f);
}
