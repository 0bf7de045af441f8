/* areas.h - areas to keep out of, gathered for a request.
 *
 * Whoever reads them owns them: zero first, free when the request that points to them is
 * done. Ranges and shapes are the library's business. */
#ifndef PATHFAN_REQUEST_AREAS_H
#define PATHFAN_REQUEST_AREAS_H

#include <jansson.h>

#include "pathfan/query.h"

typedef struct pathfan_area_list {
  pathfan_area *areas; /* corners of polygons are owned too */
  int32_t count;
} pathfan_area_list;

/* Takes the area and its corners over, be it to free them; false when memory is out. */
bool pathfan_area_list_add(pathfan_area_list *list, pathfan_area area);

/* Reads [{"circle": [x, y, r]}, {"polygon": [[x, y], ...]}, ...] in place of what request
 * has. False, and nothing changed, if it isn't that. */
bool pathfan_area_list_read(const json_t *json, pathfan_area_list *list, pathfan_request *request);

void pathfan_area_list_free(pathfan_area_list *list);

#endif
