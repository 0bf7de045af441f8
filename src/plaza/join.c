/* join.c - makes a graph of paths. All segments of paths are listed once, and cut at every node
 * that lies on them; pieces that this repeats are dropped.
 *
 * The graph makes nothing shorter, as everything in it is walked on the area, and nothing longer,
 * as it contains the path of each pair. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/sort.h"
#include "base/status.h"
#include "plaza/plaza.h"

/* A segment between nodes a < b. */
typedef struct segment {
  int32_t a, b;
} segment;

typedef struct joining {
  const pf_net *net;
  int32_t *order; /* the first node at each point, by x and then y */
  int32_t order_count;
  segment *segments;
  int32_t count, capacity;
} joining;

static int compare_segments(const void *a, const void *b) {
  const segment *s = a, *t = b;
  if (s->a != t->a) return s->a < t->a ? -1 : 1;
  return (s->b > t->b) - (s->b < t->b);
}

static int compare_places(const void *a, const void *b, void *context) {
  const pf_net_node *nodes = context;
  const pf_fixed_point p = nodes[*(const int32_t *)a].fixed;
  const pf_fixed_point q = nodes[*(const int32_t *)b].fixed;
  if (p.x != q.x) return p.x < q.x ? -1 : 1;
  return (p.y > q.y) - (p.y < q.y);
}

static pathfan_status add(joining *j, int32_t from, int32_t to) {
  const pathfan_status status = pf_grow(&j->segments, &j->capacity, (int64_t)j->count + 1);
  if (!status) j->segments[j->count++] = from < to ? (segment){from, to} : (segment){to, from};
  return status;
}

static void sort_out_doubles(joining *j) {
  int32_t kept = 0;
  if (j->count) qsort(j->segments, (size_t)j->count, sizeof *j->segments, compare_segments);
  for (int32_t i = 0; i < j->count; i++)
    if (!kept || compare_segments(&j->segments[kept - 1], &j->segments[i]) != 0)
      j->segments[kept++] = j->segments[i];
  j->count = kept;
}

static pathfan_status list_segments(joining *j) {
  const pf_net *net = j->net;
  for (int32_t w = 0; w < net->way_count; w++)
    for (int32_t i = net->ways[w].first_step + 1; i < pf_net_way_end(net, w); i++) {
      const int32_t from = net->nodes[net->steps[i - 1]].first;
      const int32_t to = net->nodes[net->steps[i]].first;
      if (from != to && add(j, from, to)) return PATHFAN_ERR_NO_MEMORY;
    }
  sort_out_doubles(j);
  return PATHFAN_OK;
}

/* The position in `order` of the first node whose x isn't less. */
static int32_t first_from(const joining *j, int64_t x) {
  int32_t low = 0, high = j->order_count;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (j->net->nodes[j->order[middle]].fixed.x < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Appends the pieces of a segment between the nodes on it, which `order` has in sequence. */
static pathfan_status cut(joining *j, segment whole) {
  const pf_net_node *nodes = j->net->nodes;
  const bool forward = compare_places(&whole.a, &whole.b, (void *)nodes) < 0;
  int32_t last = forward ? whole.a : whole.b;
  const int32_t end = forward ? whole.b : whole.a;
  const pf_fixed_point p = nodes[last].fixed, q = nodes[end].fixed;
  const pf_fixed_point along = pf_fixed_from_to(p, q);
  const int64_t least = p.y < q.y ? p.y : q.y, most = p.y < q.y ? q.y : p.y;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = first_from(j, p.x); i < j->order_count && !status; i++) {
    const int32_t node = j->order[i];
    const pf_fixed_point at = nodes[node].fixed;
    if (at.x > q.x) break;
    if (at.y < least || at.y > most || node == last || node == end) continue;
    if (!pf_is_collinear(along, pf_fixed_from_to(p, at))) continue;
    status = add(j, last, node);
    last = node;
  }
  return status ? status : add(j, last, end);
}

static pathfan_status cut_all(joining *j) {
  segment *whole = j->segments;
  const int32_t count = j->count;
  pathfan_status status = PATHFAN_OK;
  j->segments = NULL;
  j->count = j->capacity = 0;
  for (int32_t i = 0; i < count && !status; i++) status = cut(j, whole[i]);
  free(whole);
  if (!status) sort_out_doubles(j);
  return status;
}

/* Adds segments between entries that coincide. */
static pathfan_status join_coinciding(joining *j) {
  for (int32_t i = 0; i < j->net->node_count; i++)
    if (j->net->nodes[i].first != i && add(j, j->net->nodes[i].first, i))
      return PATHFAN_ERR_NO_MEMORY;
  sort_out_doubles(j);
  return PATHFAN_OK;
}

static pathfan_status put_in_place(const joining *j, double step, pf_net *net) {
  pf_net_way *ways = pf_alloc((uint64_t)j->count, sizeof *ways);
  int32_t *steps = pf_alloc(2 * (uint64_t)j->count, sizeof *steps);
  if (!ways || !steps || j->count > INT32_MAX / 2) {
    free(ways);
    free(steps);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t i = 0; i < j->count; i++) {
    const segment s = j->segments[i];
    ways[i] =
        (pf_net_way){2 * i, pf_fixed_length(net->nodes[s.a].fixed, net->nodes[s.b].fixed) * step};
    steps[2 * i] = s.a;
    steps[2 * i + 1] = s.b;
  }
  free(net->ways);
  free(net->steps);
  net->ways = ways;
  net->steps = steps;
  net->way_count = net->way_capacity = j->count;
  net->step_count = net->step_capacity = 2 * j->count;
  return PATHFAN_OK;
}

pathfan_status pf_net_join(const pf_plaza *plaza, pf_net *net, pathfan_error *error) {
  joining j = {.net = net};
  j.order = pf_alloc((uint64_t)net->node_count, sizeof *j.order);
  pathfan_status status = j.order ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < net->node_count && !status; i++)
    if (net->nodes[i].first == i) j.order[j.order_count++] = i;
  if (!status) pf_sort(j.order, (size_t)j.order_count, sizeof *j.order, compare_places, net->nodes);
  if (!status) status = list_segments(&j);
  if (!status) status = cut_all(&j);
  if (!status) status = join_coinciding(&j);
  if (!status)
    status = put_in_place(&j, plaza->info.unit * pf_power_of_two(-plaza->info.fraction_bits), net);
  free(j.order);
  free(j.segments);
  return status ? pf_fail(error, status, "%s: out of memory", plaza->path) : PATHFAN_OK;
}
