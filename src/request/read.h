/* read.h - reads a request from a JSON object: a line of `query --batch`, or one sent to the
 * viewer.
 *
 *   pathfan_request request = defaults;
 *   pathfan_area_list areas = {0};
 *   pathfan_complaint wrong;
 *   if (!pathfan_request_read(object, "id", &request, &areas, &wrong)) say(wrong.text);
 *   ...
 *   pathfan_area_list_free(&areas);
 *
 * A field that can be read but is out of range is left to the library, whose outcome is then
 * invalid_request. */
#ifndef PATHFAN_REQUEST_READ_H
#define PATHFAN_REQUEST_READ_H

#include "request/areas.h"
#include "request/complaint.h"

/* Reads a whole number of least..most, within +-2^53, written perhaps as 2.0. False, with nothing
 * changed, if it isn't one. */
bool pathfan_request_read_whole(const json_t *value, int64_t least, int64_t most, int64_t *whole);

/* Reads [x, y]. */
bool pathfan_request_read_point(const char *name, const json_t *value, pathfan_point *point,
                                pathfan_complaint *wrong);

/* Reads all fields of an object into request, whose other fields stay; "from" and "to" are
 * required. others: names of fields that the caller reads itself, separated by blanks. areas gets
 * those of "avoid". */
bool pathfan_request_read(const json_t *object, const char *others, pathfan_request *request,
                          pathfan_area_list *areas, pathfan_complaint *wrong);

#endif
