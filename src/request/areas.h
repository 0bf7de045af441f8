/* areas.h - areas to avoid, collected for a request.
 *
 * The reader of a list owns it: zero it first, free it when the request that points to it is done.
 * The library checks ranges and shapes. */
#ifndef PF_REQUEST_AREAS_H
#define PF_REQUEST_AREAS_H

#include <jansson.h>

#include "pathfan/query.h"

typedef struct pf_area_list {
  pathfan_area *areas; /* corners of polygons are owned, too */
  int32_t count, capacity;
} pf_area_list;

/* Takes ownership of the area and its corners, even on failure. False: out of memory. */
bool pf_area_list_add(pf_area_list *list, pathfan_area area);

/* Reads the "circle" or the "polygon" of an object. False: it hasn't one of them, or memory is
 * out. On success the caller owns the corners. */
bool pf_area_read(const json_t *item, pathfan_area *area);

/* Reads [{"circle": [x, y, r]}, {"polygon": [[x, y], ...]}, ...] in place of the request's areas.
 * False, with nothing changed, if it isn't that or memory is out. */
bool pf_area_list_read(const json_t *json, pf_area_list *list, pathfan_request *request);

void pf_area_list_free(pf_area_list *list);

#endif
