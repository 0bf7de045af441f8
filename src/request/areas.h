/* areas.h - what a request points to: areas to avoid, and names of floors.
 *
 * The reader of a list owns it: zero it first, free it when the request that points to it is done.
 * The library checks ranges and shapes. */
#ifndef PF_REQUEST_AREAS_H
#define PF_REQUEST_AREAS_H

#include <jansson.h>

#include "pathfan/query.h"

typedef struct pf_area_list {
  pathfan_area *areas; /* corners of polygons and names of floors are owned, too */
  int32_t count, capacity;
  char **floors; /* [Size: 2] of the ends; NULL: none is named */
} pf_area_list;

/* Frees what an area owns: its corners and the name of its floor. */
void pf_area_free(const pathfan_area *area);

/* Names the floor of an end of the request, 0 or 1. False: out of memory. */
bool pf_area_list_name(pf_area_list *list, pathfan_request *request, int end, const char *name);

/* Takes ownership of what the area owns, even on failure. False: out of memory. */
bool pf_area_list_add(pf_area_list *list, pathfan_area area);

/* Reads a level, which is a number or a name, as a text to be freed; NULL: it is neither, or memory
 * is out. */
char *pf_level_read(const json_t *value);

/* Reads the "circle" or the "polygon" of an object, and its "level" if it has one. False: it hasn't
 * one of them, or memory is out. On success the caller owns corners and floor. */
bool pf_area_read(const json_t *item, pathfan_area *area);

/* Reads [{"circle": [x, y, r]}, {"polygon": [[x, y], ...]}, ...], each of which may have a "level",
 * in place of the request's areas.
 * False, with nothing changed, if it isn't that or memory is out. */
bool pf_area_list_read(const json_t *json, pf_area_list *list, pathfan_request *request);

void pf_area_list_free(pf_area_list *list);

#endif
