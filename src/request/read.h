/* read.h - a request from a JSON object: what a line of `query --batch` holds, and what
 * the viewer is sent.
 *
 *   pathfan_request request = defaults;
 *   pathfan_area_list areas = {0};
 *   pathfan_complaint wrong;
 *   if (!pathfan_request_read(object, "id", &request, &areas, &wrong)) say(wrong.text);
 *   ...
 *   pathfan_area_list_free(&areas);
 *
 * A field that can be read but is out of range is the library's business: the outcome is
 * invalid_request then. */
#ifndef PATHFAN_REQUEST_READ_H
#define PATHFAN_REQUEST_READ_H

#include "request/areas.h"
#include "request/complaint.h"

/* A whole number of least..most, within +-2^53; 2.0 is one too. False, and nothing changed,
 * if it isn't that. */
bool pathfan_request_read_whole(const json_t *value, int64_t least, int64_t most, int64_t *whole);

/* [x, y]. */
bool pathfan_request_read_point(const char *name, const json_t *value, pathfan_point *point,
                                pathfan_complaint *wrong);

/* Reads all fields of an object into request, whose other fields stay; "from" and "to"
 * must be there. others: names of fields that are somebody else's business, between
 * blanks. areas holds those of "avoid". */
bool pathfan_request_read(const json_t *object, const char *others, pathfan_request *request,
                          pathfan_area_list *areas, pathfan_complaint *wrong);

#endif
