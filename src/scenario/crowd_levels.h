/* crowd_levels.h - points of a scenario that lie on a floor of the map.
 *
 *   ok = pf_crowd_levels_note(&levels, "flows[0].from", level, corners, count);   while reading
 *   status = pf_crowd_levels_resolve(&levels, index, &error);      once the index is open
 *   pf_crowd_levels_free(&levels); */
#ifndef PF_SCENARIO_CROWD_LEVELS_H
#define PF_SCENARIO_CROWD_LEVELS_H

#include "pathfan/floors.h"

#include <jansson.h>

typedef struct pf_crowd_on_level {
  char where[100];
  char name[PATHFAN_NAME_BYTES]; /* "": `level` says which */
  double level;
  pathfan_point *points; /* [Size: count] the scenario's; on their floor until they are resolved */
  int32_t count;
} pf_crowd_on_level;

typedef struct pf_crowd_levels {
  pf_crowd_on_level *list;
  int32_t count, capacity;
} pf_crowd_levels;

/* Notes that points are on a level: a number, or a floor's name. `points` stay the caller's. False:
 * out of memory. */
bool pf_crowd_levels_note(pf_crowd_levels *levels, const char *where, const json_t *level,
                          pathfan_point *points, int32_t count);

/* Moves all points into the plane of an index's floors, and forgets them. Errors: ARGUMENT (a level
 * that the map hasn't), NO_MEMORY, DAMAGED. */
pathfan_status pf_crowd_levels_resolve(pf_crowd_levels *levels, const pathfan_index *index,
                                       pathfan_error *error);

void pf_crowd_levels_free(pf_crowd_levels *levels);

#endif
