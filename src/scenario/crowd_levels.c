/* crowd_levels.c - points of a scenario on floors: what a file names is known before its map is. */
#include "scenario/crowd_levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "pathfan/places.h"

bool pf_crowd_levels_note(pf_crowd_levels *levels, const char *where, const json_t *level,
                          pathfan_point *points, int32_t count) {
  if (pf_grow(&levels->list, &levels->capacity, (int64_t)levels->count + 1)) return false;
  pf_crowd_on_level *on = &levels->list[levels->count++];
  *on = (pf_crowd_on_level){.points = points, .count = count, .level = json_number_value(level)};
  (void)snprintf(on->where, sizeof on->where, "%s", where);
  if (json_is_string(level))
    (void)snprintf(on->name, sizeof on->name, "%s", json_string_value(level));
  return true;
}

static pathfan_status move(const pf_crowd_on_level *on, const pathfan_query *query,
                           pathfan_error *error) {
  pathfan_floor floor;
  const int32_t number = on->name[0] ? pathfan_query_floor_named(query, on->name)
                                     : pathfan_query_find_floor(query, on->level);
  if (number >= 0 && pathfan_query_floor(query, number, &floor)) {
    for (int32_t k = 0; k < on->count; k++)
      on->points[k] = pathfan_floor_to_plane(&floor, on->points[k]);
    return PATHFAN_OK;
  }
  if (on->name[0])
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "\"%s.level\": the map has no level %s", on->where,
                   on->name);
  return pf_fail(error, PATHFAN_ERR_ARGUMENT, "\"%s.level\": the map has no level %g", on->where,
                 on->level);
}

pathfan_status pf_crowd_levels_resolve(pf_crowd_levels *levels, const pathfan_index *index,
                                       pathfan_error *error) {
  pathfan_query *query;
  pathfan_floor first;
  pathfan_status status = PATHFAN_OK;
  if (!levels->count) return status;
  status = pathfan_query_create(index, &query);
  if (status) return pf_fail(error, status, "%s", pathfan_status_text(status));
  if (!pathfan_query_floor(query, 0, &first)) {
    /* Every map has a floor. Why it isn't there is told by a question that needs the same. */
    const pathfan_point origin = {0, 0};
    pathfan_checked checked;
    status = pathfan_query_check(query, &origin, 1, NULL, 0, &checked);
    if (!status && !pathfan_query_floor(query, 0, &first)) status = PATHFAN_ERR_DAMAGED;
    if (status) pf_fail(error, status, "%s", pathfan_status_text(status));
  }
  for (int32_t i = 0; i < levels->count && !status; i++)
    status = move(&levels->list[i], query, error);
  pathfan_query_free(query);
  levels->count = 0;
  return status;
}

void pf_crowd_levels_free(pf_crowd_levels *levels) {
  free(levels->list);
  memset(levels, 0, sizeof *levels);
}
