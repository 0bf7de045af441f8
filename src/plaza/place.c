/* place.c - makes a map of the area and places entries on it.
 *
 * Corners of a map lie on its lattice, but points of requests on a finer grid: an entry at a corner
 * would lie beside it, by less than a unit, and its paths would begin with a step round it. So such
 * entries are rounded to the lattice, too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "pathfan/build.h"
#include "plaza/plaza.h"

const char *pf_plaza_call(const pf_plaza *plaza, int32_t number,
                          char called[PF_PLAZA_CALLED_BYTES]) {
  const pf_plaza_entry *entry = &plaza->entries[number];
  char quoted[PF_NAME_QUOTE_BYTES], given[2][PF_SHORTEST_BYTES];
  if (entry->feature >= 0)
    snprintf(called, PF_PLAZA_CALLED_BYTES, "entry %d (feature %d%s)", (int)number,
             (int)entry->feature, pf_name_quote(entry->name, quoted));
  else
    snprintf(called, PF_PLAZA_CALLED_BYTES, "entry %d (%s,%s)", (int)number,
             pf_number_shortest(entry->given.x, given[0]),
             pf_number_shortest(entry->given.y, given[1]));
  return called;
}

/* ---- Corners ---- */

/* The lattice moves a position by less than this many units, unless polygons cross there. */
#define NEAR_UNITS 2

const pf_plaza_corner *pf_plaza_corner_at(const pf_plaza *plaza, pathfan_point at) {
  const double near = NEAR_UNITS * plaza->info.unit;
  const pf_plaza_corner *found = NULL;
  double least = near;
  int32_t low = 0, high = plaza->corner_count;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (plaza->corners[middle].at.x < at.x - near)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < plaza->corner_count && plaza->corners[low].at.x <= at.x + near; low++) {
    const pf_plaza_corner *corner = &plaza->corners[low];
    const double away = hypot(corner->at.x - at.x, corner->at.y - at.y);
    if (away > least || (found && away == least)) continue;
    least = away;
    found = corner;
  }
  return found;
}

/* ---- Entries ---- */

static double on_lattice(double value, double origin, double unit) {
  const double steps = nearbyint((value - origin) / unit);
  return fabs(steps) < 0x1p53 ? origin + steps * unit : value;
}

static pathfan_status place(pf_plaza *plaza, pf_plaza_entry *entry, double snap) {
  const pathfan_map_info *info = &plaza->info;
  const pathfan_point wanted =
      pf_plaza_corner_at(plaza, entry->at)
          ? (pathfan_point){on_lattice(entry->at.x, info->origin_x, info->unit),
                            on_lattice(entry->at.y, info->origin_y, info->unit)}
          : entry->at;
  const double anywhere = hypot(wanted.x - info->origin_x, wanted.y - info->origin_y) +
                          2 * (info->width + info->height);
  pathfan_point nearest = wanted;
  bool found = false;
  pathfan_status status = pathfan_query_nearest_free(plaza->query, wanted, snap, &nearest, &found);
  entry->is_blocked = !found;
  if (!status && !found)
    status = pathfan_query_nearest_free(plaza->query, wanted, anywhere, &nearest, &found);
  entry->away = found ? hypot(nearest.x - wanted.x, nearest.y - wanted.y) : INFINITY;
  if (!entry->is_blocked) entry->at = nearest;
  plaza->blocked_count += entry->is_blocked;
  return status;
}

/* The foot of an entry is at most this many radii off: an entry in a corner of 30 degrees is less
 * than four off. */
#define FOOT_RADII 4

/* Whether the straight line between two points stays on the area. */
static pathfan_status is_straight(pathfan_query *query, pathfan_point from, pathfan_point to,
                                  double unit, bool *is) {
  const pathfan_answer *answer;
  pathfan_request request;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  request.paths = 1;
  request.from = from;
  request.to = to;
  const pathfan_status status = pathfan_query_paths(query, &request, &answer);
  *is = !status && answer->path_count &&
        answer->paths[0].length <= hypot(to.x - from.x, to.y - from.y) + NEAR_UNITS * unit;
  return status;
}

/* Finds the foot of an entry on the map with the radius; whole: the area without it. */
static pathfan_status set_foot(pf_plaza *plaza, pf_plaza_entry *entry, pathfan_query *whole,
                               double unit) {
  bool found = false;
  pathfan_status status = pathfan_query_nearest_free(
      plaza->query, entry->at, FOOT_RADII * plaza->agent_radius, &entry->foot, &found);
  if (!status && found) status = is_straight(whole, entry->at, entry->foot, unit, &found);
  if (status || found) return status;
  entry->is_blocked = entry->is_narrow = true;
  plaza->blocked_count++;
  return PATHFAN_OK;
}

/* Leaves out the entries at borders of obstacles off the area that only lines make. */
static void leave_out(pf_plaza *plaza) {
  int32_t kept = 0;
  for (int32_t i = 0; i < plaza->entry_count; i++) {
    pf_plaza_entry *entry = &plaza->entries[i];
    if (!entry->is_blocked || !entry->is_street) {
      plaza->entries[kept++] = *entry;
      continue;
    }
    pf_ignore(&plaza->ignored, PF_IGNORED_OFF_AREA, 1, "feature %d at %.9g,%.9g",
              (int)entry->feature, entry->given.x, entry->given.y);
    free(entry->id);
    free(entry->name);
    plaza->blocked_count--;
  }
  plaza->entry_count = kept;
}

/* Makes the map that paths are found on. */
static pathfan_status make_map(pf_plaza *plaza, double radius, pathfan_error *error) {
  pathfan_map_options options;
  pathfan_map_options_init(&options);
  options.agent_radius = radius;
  pathfan_status status = pathfan_map_parse(plaza->text, strlen(plaza->text), plaza->path, &options,
                                            &plaza->map, error);
  if (status) return status;
  pathfan_map_info_get(plaza->map, &plaza->info);
  status = pathfan_query_create_online(plaza->map, &plaza->query);
  return status ? pf_fail(error, status, "%s: out of memory", plaza->path) : PATHFAN_OK;
}

/* Takes over what the map's reader has counted, except what the plaza's reader made: empty
 * geometries instead of streets and points, and metres of degrees. */
static void take_ignored(pf_plaza *plaza) {
  pathfan_ignored one;
  for (int32_t i = 0; pathfan_map_ignored(plaza->map, i, &one); i++)
    for (int kind = 0; kind < PF_IGNORED_KINDS; kind++)
      if (strcmp(pf_ignored_name((pf_ignored_kind)kind), one.kind) == 0 &&
          kind != PF_IGNORED_EMPTY && !(kind == PF_IGNORED_DEGREES && plaza->in_degrees))
        pf_ignore(&plaza->ignored, (pf_ignored_kind)kind, one.count, "%s", one.example);
}

/* Replaces the map by that with the radius, and finds the feet of entries. */
static pathfan_status set_feet(pf_plaza *plaza, pathfan_error *error) {
  pathfan_map *whole_map = plaza->map;
  pathfan_query *whole = plaza->query;
  const double unit = plaza->info.unit;
  plaza->map = NULL;
  plaza->query = NULL;
  pathfan_status status = make_map(plaza, plaza->agent_radius, error);
  for (int32_t i = 0; i < plaza->entry_count && !status; i++) {
    if (plaza->entries[i].is_blocked) continue;
    status = set_foot(plaza, &plaza->entries[i], whole, unit);
    if (status) pf_fail(error, status, "%s: %s", plaza->path, pathfan_status_text(status));
  }
  pathfan_query_free(whole);
  pathfan_map_free(whole_map);
  return status;
}

pathfan_status pf_plaza_place(pf_plaza *plaza, double snap, pathfan_error *error) {
  pathfan_status status = make_map(plaza, 0, error);
  if (status) return status;
  take_ignored(plaza);
  for (int32_t i = 0; i < plaza->entry_count && !status; i++) {
    status = place(plaza, &plaza->entries[i], snap);
    plaza->entries[i].foot = plaza->entries[i].at;
  }
  if (status)
    return pf_fail(error, status, "%s: %s", plaza->path, pathfan_query_error(plaza->query));
  if (plaza->agent_radius > 0) status = set_feet(plaza, error);
  if (status) return status;
  leave_out(plaza);
  return plaza->entry_count
             ? PATHFAN_OK
             : pf_fail(error, PATHFAN_ERR_MALFORMED,
                       "%s: has no entries: its lines touch only borders where one can't walk",
                       plaza->path);
}

void pf_plaza_free(pf_plaza *plaza) {
  for (int32_t i = 0; i < plaza->entry_count; i++) {
    free(plaza->entries[i].id);
    free(plaza->entries[i].name);
  }
  for (int32_t i = 0; i < plaza->tag_count; i++) {
    free(plaza->tags[i].key);
    free(plaza->tags[i].value);
  }
  free(plaza->entries);
  free(plaza->corners);
  free(plaza->tags);
  free(plaza->text);
  pathfan_query_free(plaza->query);
  pathfan_map_free(plaza->map);
  *plaza = (pf_plaza){0};
}
