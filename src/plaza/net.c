/* net.c - the shortest paths between all entries of an area, each found by Polyanya over the area's
 * mesh, and exact. They turn at corners of obstacles, which are few: these are numbered as they
 * come, and found again by position. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "plaza/plaza.h"

typedef struct search {
  const pf_plaza *plaza;
  pf_net *net;
} search;

/* ---- Nodes ---- */

/* Relative to the map's origin, so that no digits are lost if that is far off. */
static pf_fixed_point fixed_of(const pathfan_map_info *info, pathfan_point at) {
  const double steps = pf_power_of_two(info->fraction_bits) / info->unit;
  return (pf_fixed_point){llrint((at.x - info->origin_x) * steps),
                          llrint((at.y - info->origin_y) * steps)};
}

static int32_t *slot_of(const pf_net *net, pf_fixed_point at) {
  const uint32_t last = (uint32_t)net->slot_count - 1;
  uint32_t i = (uint32_t)pf_mix((uint64_t)at.x ^ pf_mix((uint64_t)at.y)) & last;
  for (; net->slots[i] >= 0; i = (i + 1) & last) {
    const pf_fixed_point here = net->nodes[net->slots[i]].fixed;
    if (here.x == at.x && here.y == at.y) break;
  }
  return &net->slots[i];
}

/* Makes room for another node, keeping at least twice as many slots as nodes. */
static pathfan_status make_room(pf_net *net) {
  pathfan_status status = pf_grow(&net->nodes, &net->node_capacity, (int64_t)net->node_count + 1);
  if (status || 2 * ((int64_t)net->node_count + 1) <= net->slot_count) return status;
  if (net->slot_count > INT32_MAX / 2) return PATHFAN_ERR_NO_MEMORY;
  const int32_t count = net->slot_count ? 2 * net->slot_count : 64;
  int32_t *slots = pf_alloc((uint64_t)count, sizeof *slots);
  if (!slots) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) slots[i] = -1;
  free(net->slots);
  net->slots = slots;
  net->slot_count = count;
  for (int32_t i = 0; i < net->node_count; i++) {
    int32_t *slot = slot_of(net, net->nodes[i].fixed);
    if (*slot < 0) *slot = i;
  }
  return PATHFAN_OK;
}

static pathfan_status add_node(const search *s, pathfan_point at, bool again, int32_t *node) {
  pf_net *net = s->net;
  const pathfan_status status = make_room(net);
  if (status) return status;
  const pf_fixed_point fixed = fixed_of(&s->plaza->info, at);
  int32_t *slot = slot_of(net, fixed);
  if (*slot >= 0 && !again) {
    *node = *slot;
    return PATHFAN_OK;
  }
  *node = net->node_count++;
  if (*slot < 0) *slot = *node;
  net->nodes[*node] = (pf_net_node){at, fixed, *slot};
  return PATHFAN_OK;
}

/* ---- Paths ---- */

/* Appends a node to the last way, unless it ends there. */
static void add_step(pf_net *net, int32_t node) {
  const int32_t first = net->ways[net->way_count - 1].first_step;
  if (net->step_count == first || net->steps[net->step_count - 1] != node)
    net->steps[net->step_count++] = node;
}

/* How far the foot of an entry is from it. */
static double leg_of(const search *s, int32_t entry) {
  const pathfan_point at = s->plaza->entries[entry].at, foot = s->plaza->entries[entry].foot;
  return hypot(foot.x - at.x, foot.y - at.y);
}

/* Adds the way of two entries, by the path between their feet; NULL: they coincide. */
static pathfan_status add_way(const search *s, int32_t from, int32_t to, const pathfan_path *path) {
  pf_net *net = s->net;
  const int32_t points = path ? path->point_count : 0;
  const int64_t most = (int64_t)net->step_count + points + 4;
  pathfan_status status = pf_grow(&net->ways, &net->way_capacity, (int64_t)net->way_count + 1);
  if (!status) status = pf_grow(&net->steps, &net->step_capacity, most);
  if (status) return status;
  const double length = path ? leg_of(s, from) + path->length + leg_of(s, to) : 0;
  net->ways[net->way_count++] = (pf_net_way){net->step_count, length};
  add_step(net, from);
  if (path) add_step(net, net->feet[from]);
  for (int32_t i = 1; i + 1 < points && !status; i++) {
    int32_t node;
    status = add_node(s, path->points[i], false, &node);
    if (!status) add_step(net, node);
  }
  if (path) add_step(net, net->feet[to]);
  add_step(net, to);
  return status;
}

/* Finds the path between the feet of two entries; *path is NULL if there is none. */
static pathfan_status find_path(const search *s, int32_t from, int32_t to,
                                const pathfan_path **path) {
  const pathfan_answer *answer;
  pathfan_request request;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  request.paths = 1;
  request.from = s->plaza->entries[from].foot;
  request.to = s->plaza->entries[to].foot;
  const pathfan_status status = pathfan_query_paths(s->plaza->query, &request, &answer);
  *path = !status && answer->path_count ? &answer->paths[0] : NULL;
  return status;
}

static pathfan_status find_way(const search *s, int32_t from, int32_t to) {
  const pathfan_path *path;
  if (s->net->nodes[from].first == s->net->nodes[to].first) return add_way(s, from, to, NULL);
  const pathfan_status status = find_path(s, from, to, &path);
  assert(status || path); /* they are in the same area */
  return status ? status : add_way(s, from, to, path);
}

/* ---- Areas ---- */

typedef struct area {
  int32_t first; /* its first entry */
  int32_t entry_count;
} area;

/* Sets the area of an entry: that from whose first entry a path leads to it, or a new one. A query
 * without a path costs little, as ends in different components are found to be so at once. */
static pathfan_status set_area(const search *s, area *areas, int32_t entry) {
  pf_net *net = s->net;
  const pathfan_path *path = NULL;
  int32_t number = 0;
  for (; number < net->area_count; number++) {
    const pathfan_status status = find_path(s, areas[number].first, entry, &path);
    if (status) return status;
    if (path) break;
  }
  if (number == net->area_count) areas[net->area_count++] = (area){entry, 0};
  net->pair_count += areas[number].entry_count++;
  net->areas[entry] = number;
  return areas[number].entry_count > PF_PLAZA_AREA_ENTRIES_MAX ? PATHFAN_ERR_LIMIT : PATHFAN_OK;
}

static pathfan_status find_areas(const search *s, pathfan_error *error) {
  const int32_t count = s->plaza->entry_count;
  char called[PF_PLAZA_CALLED_BYTES];
  area *areas = pf_alloc((uint64_t)count, sizeof *areas);
  s->net->areas = pf_alloc((uint64_t)count, sizeof *s->net->areas);
  pathfan_status status = areas && s->net->areas ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count && !status; i++) {
    status = set_area(s, areas, i);
    if (status == PATHFAN_ERR_LIMIT &&
        areas[s->net->areas[i]].entry_count > PF_PLAZA_AREA_ENTRIES_MAX)
      pf_fail(error, status, "%s: the area with %s has more than %d entries", s->plaza->path,
              pf_plaza_call(s->plaza, areas[s->net->areas[i]].first, called),
              PF_PLAZA_AREA_ENTRIES_MAX);
  }
  free(areas);
  return status;
}

pathfan_status pf_net_find(const pf_plaza *plaza, pf_net *net, pathfan_error *error) {
  const search s = {plaza, net};
  pathfan_error why = {""};
  pathfan_status status = PATHFAN_OK;
  *net = (pf_net){0};
  for (int32_t i = 0; i < plaza->entry_count && !status; i++) {
    int32_t node;
    status = add_node(&s, plaza->entries[i].at, true, &node);
  }
  net->feet = pf_alloc((uint64_t)plaza->entry_count, sizeof *net->feet);
  if (!status && !net->feet) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < plaza->entry_count && !status; i++) {
    net->feet[i] = i;
    if (leg_of(&s, i) > 0) status = add_node(&s, plaza->entries[i].foot, false, &net->feet[i]);
  }
  if (!status) status = find_areas(&s, &why);
  for (int32_t i = 0; i < plaza->entry_count && !status; i++)
    for (int32_t j = i + 1; j < plaza->entry_count && !status; j++)
      if (net->areas[i] == net->areas[j]) status = find_way(&s, i, j);
  if (!status) return PATHFAN_OK;
  pf_net_free(net);
  return why.text[0] ? pf_fail(error, status, "%s", why.text)
                     : pf_fail(error, status, "%s: %s", plaza->path, pathfan_status_text(status));
}

void pf_net_free(pf_net *net) {
  free(net->nodes);
  free(net->ways);
  free(net->steps);
  free(net->areas);
  free(net->feet);
  free(net->slots);
  *net = (pf_net){0};
}
