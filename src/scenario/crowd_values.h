/* crowd_values.h - values of which a crowd's scenario consists: places, distributions, lists.
 *
 * Each function reads one JSON value into what the scenario owns (pf_crowd_scenario_free). False:
 * reader->wrong names the place and what it must be, or reader->is_out is set. What was read before
 * stays in the scenario, so that it can be freed. */
#ifndef PF_SCENARIO_CROWD_VALUES_H
#define PF_SCENARIO_CROWD_VALUES_H

#include "pathfan/crowd.h"
#include "request/complaint.h"
#include "scenario/crowd_levels.h"

#include <jansson.h>

#define PF_CROWD_MOST_ITEMS 10000 /* of a list of flows, goals, doors, areas, closures */

typedef struct pf_crowd_reader {
  struct pf_crowd_scenario *scenario;
  pathfan_crowd_options *options; /* the scenario's */
  pf_crowd_levels *levels;        /* the scenario's */
  bool wants_index;               /* something was read that only an index knows */
  pf_complaint wrong;
  bool is_out; /* of memory */
} pf_crowd_reader;

/* Complains that "what" must be so, and returns false. */
bool pf_crowd_complain(pf_crowd_reader *r, const char *what, const char *must);

/* A place: [x, y], {"point": [x, y]} or {"polygon": [[x, y], ...]}, the latter two also with a
 * "level"; corners: [[x, y], ...], the list alone. */
bool pf_crowd_take_place(pf_crowd_reader *r, const char *where, const json_t *value,
                         pathfan_crowd_place *place);
bool pf_crowd_take_corners(pf_crowd_reader *r, const char *where, const json_t *value,
                           pathfan_crowd_place *place);

/* Notes that points are on the level that a value says: a number or a name. */
bool pf_crowd_take_level(pf_crowd_reader *r, const char *where, const json_t *value,
                         const pathfan_point *points, int32_t count);

/* A distribution: a number or {"normal": [mean, deviation], "least": l, "most": m} and the like. */
bool pf_crowd_take_draw(pf_crowd_reader *r, const char *where, const json_t *value,
                        const pathfan_crowd_draw **into);

/* A list in two steps, since the scenario must own it before it is filled: allocates count zeroed
 * items, 1 to PF_CROWD_MOST_ITEMS (NULL: complained, or out of memory), then reads them with take
 * from an array of as many, counting each in *taken before it is read; list may be NULL. */
typedef bool pf_crowd_take(pf_crowd_reader *r, const char *where, const json_t *value, void *item);
void *pf_crowd_new_list(pf_crowd_reader *r, const char *where, size_t count, size_t size,
                        const char *must);
bool pf_crowd_fill_list(pf_crowd_reader *r, const char *where, const json_t *value, void *list,
                        size_t size, int32_t *taken, pf_crowd_take *take);

#endif
