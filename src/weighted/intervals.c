/* intervals.c - see intervals.h. */
#include "weighted/intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* How far places on two banks may be apart that are the same one, by the edge's length. */
#define SAME 1e-9

/* Adds an interval between two places of an edge, to the list that isn't in use; it is a part of
 * `before`. */
static pathfan_status add(pf_intervals *p, int32_t *count, int32_t edge, double from, double length,
                          int32_t before) {
  const pf_weighted_edge *e = &p->map->edges[edge];
  const pf_xy a = p->map->nodes[e->node[0]], b = p->map->nodes[e->node[1]];
  const double whole = pf_weighted_edge_length(p->map, edge);
  const pf_xy along = {(b.x - a.x) / whole, (b.y - a.y) / whole};
  const pathfan_status status = pf_grow(&p->other, &p->other_capacity, (int64_t)*count + 1);
  if (status) return status;
  p->other[(*count)++] = (pf_interval){.edge = edge,
                                       .face = {e->face[0], e->face[1]},
                                       .mirror = PF_WEIGHTED_NONE,
                                       .before = before,
                                       .from = from,
                                       .length = length,
                                       .at = {a.x + along.x * from, a.y + along.y * from},
                                       .along = along};
  return PATHFAN_OK;
}

static bool borders(const pf_weighted_edge *edge, const pf_weighted_place *end) {
  for (int32_t i = 0; i < end->face_count; i++)
    if (edge->face[0] == end->faces[i] || edge->face[1] == end->faces[i]) return true;
  return false;
}

/* Adds the foot of an end on an edge to its cuts, unless it is close to the edge's ends. */
static void add_foot(const pf_weighted_map *map, int32_t edge, const pf_weighted_place *end,
                     double *cuts, int32_t *count) {
  const pf_xy a = map->nodes[map->edges[edge].node[0]], b = map->nodes[map->edges[edge].node[1]];
  const double whole = pf_weighted_edge_length(map, edge);
  const double at = ((end->at.x - a.x) * (b.x - a.x) + (end->at.y - a.y) * (b.y - a.y)) / whole;
  if (!(at > 1e-6 * whole && at < (1 - 1e-6) * whole)) return;
  for (int32_t i = 0; i < *count; i++)
    if (fabs(cuts[i] - at) < 1e-6 * whole) return;
  cuts[(*count)++] = at;
}

static pathfan_status cut_edge(pf_intervals *p, int32_t edge, const pf_weighted_place ends[2],
                               double longest, int32_t *count) {
  const pf_weighted_map *map = p->map;
  const pf_weighted_edge *e = &map->edges[edge];
  const double whole = pf_weighted_edge_length(map, edge);
  const pf_weighted_edge *bank = e->bank >= 0 ? &map->edges[e->bank] : e;
  double cuts[4];
  int32_t cut_count = 1;
  pathfan_status status = PATHFAN_OK;
  cuts[0] = 0;
  for (int end = 0; end < 2; end++)
    if (borders(e, &ends[end]) || borders(bank, &ends[end]))
      add_foot(map, edge, &ends[end], cuts, &cut_count);
  if (cut_count == 3 && cuts[1] > cuts[2]) {
    const double swap = cuts[1];
    cuts[1] = cuts[2];
    cuts[2] = swap;
  }
  cuts[cut_count] = whole;
  for (int32_t i = 0; i < cut_count && !status; i++) {
    const double length = cuts[i + 1] - cuts[i];
    const int32_t parts = (int32_t)fmin(ceil(length / longest), 1000);
    for (int32_t k = 0; k < parts && !status; k++)
      status = add(p, count, edge, cuts[i] + length * k / parts, length / parts, PF_WEIGHTED_NONE);
  }
  return status;
}

/* ---- What belongs together ---- */

static bool is_after(const pf_interval *before, const pf_interval *interval, double whole) {
  return before->edge == interval->edge &&
         fabs(before->from + before->length - interval->from) <= SAME * whole;
}

/* Numbers the joints. */
static pathfan_status make_joints(pf_intervals *p) {
  const pf_weighted_map *map = p->map;
  pathfan_status status =
      pf_grow(&p->joints, &p->joint_capacity, (int64_t)map->node_count + 2 * (int64_t)p->count);
  if (!status) status = pf_grow(&p->first_of, &p->first_of_capacity, (int64_t)map->edge_count + 1);
  if (status) return status;
  for (int32_t n = 0; n < map->node_count; n++)
    p->joints[n] = (pf_joint){map->nodes[n], PF_WEIGHTED_NONE, INFINITY, PF_WEIGHTED_NONE};
  p->joint_count = map->node_count;
  memset(p->first_of, 0, ((size_t)map->edge_count + 1) * sizeof *p->first_of);
  for (int32_t i = 0; i < p->count; i++) {
    pf_interval *interval = &p->list[i];
    const pf_weighted_edge *edge = &map->edges[interval->edge];
    const double whole = pf_weighted_edge_length(map, interval->edge);
    const pf_joint between = {interval->at, PF_WEIGHTED_NONE, edge->crossing, interval->edge};
    p->first_of[interval->edge + 1]++;
    if (interval->from <= SAME * whole) {
      interval->node[0] = edge->node[0];
    } else if (i && is_after(interval - 1, interval, whole)) {
      interval->node[0] = interval[-1].node[1];
    } else {
      interval->node[0] = p->joint_count;
      p->joints[p->joint_count++] = between;
    }
    if (interval->from + interval->length >= whole * (1 - SAME)) {
      interval->node[1] = edge->node[1];
    } else {
      interval->node[1] = p->joint_count;
      p->joints[p->joint_count] = between;
      p->joints[p->joint_count++].at =
          (pf_xy){interval->at.x + interval->along.x * interval->length,
                  interval->at.y + interval->along.y * interval->length};
    }
  }
  for (int32_t e = 0; e < map->edge_count; e++) p->first_of[e + 1] += p->first_of[e];
  return PATHFAN_OK;
}

/* Joins intervals and joints on two banks that are at the same place. */
static void join_banks(pf_intervals *p) {
  for (int32_t i = 0; i < p->count; i++) {
    pf_interval *interval = &p->list[i];
    const pf_weighted_edge *edge = &p->map->edges[interval->edge];
    if (edge->bank < 0 || !isfinite(edge->crossing)) continue;
    const double whole = pf_weighted_edge_length(p->map, interval->edge);
    for (int32_t k = p->first_of[edge->bank]; k < p->first_of[edge->bank + 1]; k++) {
      const pf_interval *there = &p->list[k];
      const double begin = whole - there->from - there->length, end = whole - there->from;
      const bool is_begin = fabs(begin - interval->from) <= SAME * whole;
      const bool is_end = fabs(end - interval->from - interval->length) <= SAME * whole;
      if (is_begin && is_end) interval->mirror = k;
      if (is_begin && p->joints[interval->node[0]].edge >= 0)
        p->joints[interval->node[0]].mirror = there->node[1];
      if (is_end && p->joints[interval->node[1]].edge >= 0)
        p->joints[interval->node[1]].mirror = there->node[0];
    }
  }
}

/* Lists intervals by joint and by face. */
static pathfan_status list_intervals(pf_intervals *p) {
  const int32_t faces = p->map->face_count;
  pathfan_status status = pf_grow(&p->first_at, &p->first_at_capacity, (int64_t)p->joint_count + 1);
  if (!status) status = pf_grow(&p->first_in, &p->first_in_capacity, (int64_t)faces + 1);
  if (!status) status = pf_grow(&p->at, &p->at_capacity, 2 * (int64_t)p->count);
  if (!status) status = pf_grow(&p->in, &p->in_capacity, 2 * (int64_t)p->count);
  if (!status) status = pf_grow(&p->is_marked, &p->marked_capacity, p->count);
  if (!status) status = pf_grow(&p->is_dead, &p->dead_capacity, p->count);
  if (status) return status;
  memset(p->first_at, 0, ((size_t)p->joint_count + 1) * sizeof *p->first_at);
  memset(p->first_in, 0, ((size_t)faces + 1) * sizeof *p->first_in);
  for (int32_t i = 0; i < p->count; i++)
    for (int k = 0; k < 2; k++) {
      p->first_at[p->list[i].node[k]]++;
      if (p->list[i].face[k] >= 0) p->first_in[p->list[i].face[k]]++;
    }
  for (int32_t n = 0; n < p->joint_count; n++) p->first_at[n + 1] += p->first_at[n];
  for (int32_t f = 0; f < faces; f++) p->first_in[f + 1] += p->first_in[f];
  for (int32_t i = p->count; i-- > 0;) /* filled backwards: ends become starts */
    for (int k = 1; k >= 0; k--) {
      p->at[--p->first_at[p->list[i].node[k]]] = i;
      if (p->list[i].face[k] >= 0) p->in[--p->first_in[p->list[i].face[k]]] = i;
    }
  memset(p->is_marked, 0, (size_t)p->count);
  memset(p->is_dead, 0, (size_t)p->count);
  return PATHFAN_OK;
}

/* Makes the other list the one in use. */
static pathfan_status take_over(pf_intervals *p, int32_t count) {
  pf_interval *list = p->list;
  const int32_t capacity = p->capacity;
  p->list = p->other;
  p->capacity = p->other_capacity;
  p->other = list;
  p->other_capacity = capacity;
  p->count = count;
  pathfan_status status = make_joints(p);
  if (!status) join_banks(p);
  if (!status) status = list_intervals(p);
  return status;
}

pathfan_status pf_intervals_begin(pf_intervals *p, const pf_weighted_map *map,
                                  const pf_weighted_place ends[2], double longest) {
  int32_t count = 0;
  pathfan_status status = PATHFAN_OK;
  p->map = map;
  for (int32_t e = 0; e < map->edge_count && !status; e++)
    status = cut_edge(p, e, ends, longest, &count);
  return status ? status : take_over(p, count);
}

pathfan_status pf_intervals_refine(pf_intervals *p, double least) {
  int32_t count = 0;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < p->count; i++)
    if (p->is_marked[i] && p->list[i].mirror >= 0) p->is_marked[p->list[i].mirror] = 2;
  for (int32_t i = 0; i < p->count && !status; i++) {
    const pf_interval *interval = &p->list[i];
    if (p->is_dead[i]) continue;
    if (!p->is_marked[i] || interval->length < least) {
      status = add(p, &count, interval->edge, interval->from, interval->length, i);
      continue;
    }
    const double half = interval->length / 2;
    status = add(p, &count, interval->edge, interval->from, half, i);
    if (!status) status = add(p, &count, interval->edge, interval->from + half, half, i);
  }
  return status ? status : take_over(p, count);
}

void pf_intervals_free(pf_intervals *p) {
  free(p->list);
  free(p->other);
  free(p->joints);
  free(p->first_at);
  free(p->at);
  free(p->first_in);
  free(p->in);
  free(p->first_of);
  free(p->is_marked);
  free(p->is_dead);
  memset(p, 0, sizeof *p);
}
