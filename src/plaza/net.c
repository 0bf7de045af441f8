/* net.c - the shortest paths between all entries, each found by Polyanya over the area's mesh, and
 * exact. They turn at corners of obstacles, which are few: these are numbered as they come, and
 * found again by position. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static pathfan_status add_way(const search *s, int32_t from, int32_t to, const pathfan_path *path) {
  pf_net *net = s->net;
  const int64_t most = (int64_t)net->step_count + path->point_count + 1;
  pathfan_status status = pf_grow(&net->ways, &net->way_capacity, (int64_t)net->way_count + 1);
  if (!status) status = pf_grow(&net->steps, &net->step_capacity, most);
  if (status) return status;
  net->ways[net->way_count++] = (pf_net_way){net->step_count, path->length};
  net->steps[net->step_count++] = from;
  for (int32_t i = 1; i + 1 < path->point_count && !status; i++)
    status = add_node(s, path->points[i], false, &net->steps[net->step_count++]);
  net->steps[net->step_count++] = to;
  return status;
}

static pathfan_status find_way(const search *s, pathfan_request *request, int32_t from,
                               int32_t to) {
  pf_net *net = s->net;
  const pathfan_answer *answer;
  request->from = net->nodes[from].at;
  request->to = net->nodes[to].at;
  pathfan_status status = pathfan_query_paths(s->plaza->query, request, &answer);
  if (status) return status;
  if (answer->path_count) return add_way(s, from, to, &answer->paths[0]);
  status = pf_grow(&net->apart, &net->apart_capacity, (int64_t)net->apart_count + 1);
  if (!status) net->apart[net->apart_count++] = (pf_net_pair){from, to};
  return status;
}

pathfan_status pf_net_find(const pf_plaza *plaza, pf_net *net, pathfan_error *error) {
  const search s = {plaza, net};
  pathfan_status status = PATHFAN_OK;
  pathfan_request request;
  *net = (pf_net){0};
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  request.paths = 1;
  for (int32_t i = 0; i < plaza->entry_count && !status; i++) {
    int32_t node;
    status = add_node(&s, plaza->entries[i].at, true, &node);
  }
  for (int32_t i = 0; i < plaza->entry_count && !status; i++)
    for (int32_t j = i + 1; j < plaza->entry_count && !status; j++)
      status = find_way(&s, &request, i, j);
  if (!status) return PATHFAN_OK;
  pf_net_free(net);
  return pf_fail(error, status, "%s: %s", plaza->path, pathfan_status_text(status));
}

void pf_net_free(pf_net *net) {
  free(net->nodes);
  free(net->ways);
  free(net->steps);
  free(net->apart);
  free(net->slots);
  *net = (pf_net){0};
}
