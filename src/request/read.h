/* read.h - reads a request from a JSON object: a line of `query --batch`, or one sent to the
 * viewer.
 *
 *   pathfan_request request = defaults;
 *   pf_area_list areas = {0};
 *   pf_complaint wrong;
 *   if (!pf_request_read(object, "id", &request, &areas, &wrong)) say(wrong.text);
 *   ...
 *   pf_area_list_free(&areas);
 *
 * A field that can be read but is out of range is left to the library, whose outcome is then
 * invalid_request. */
#ifndef PF_REQUEST_READ_H
#define PF_REQUEST_READ_H

#include "request/areas.h"
#include "request/complaint.h"

/* Whether a list of words separated by blanks contains this one. */
bool pf_has_word(const char *words, const char *word);

/* Reads a whole number of least..most, within +-2^53, written perhaps as 2.0. False, with nothing
 * changed, if it isn't one. */
bool pf_request_read_whole(const json_t *value, int64_t least, int64_t most, int64_t *whole);

/* Reads [x, y]. */
bool pf_request_read_point(const char *name, const json_t *value, pathfan_point *point,
                           pf_complaint *wrong);

/* Reads all fields of an object into request, whose other fields stay; "from" and "to" are
 * required. others: names of fields that the caller reads itself, separated by blanks. areas gets
 * those of "avoid". */
bool pf_request_read(const json_t *object, const char *others, pathfan_request *request,
                     pf_area_list *areas, pf_complaint *wrong);

#endif
