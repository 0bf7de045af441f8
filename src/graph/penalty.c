/* penalty.c - turn-aware search: Dijkstra's algorithm over directed edges, in which an arrival goes
 * on along taut edges only. With dearer edges, a search over vertices would find hardly anything
 * but detours round a corner of the previous path, which are no paths of their own when pulled
 * tight (docs/decisions/rivals.md).
 *
 * The edges that may follow an arrival are a suffix of one of two sorted groups, by the side on
 * which the obstacle is passed (graph.h). Suffixes of a group are nested, and arrivals come in
 * order of cost. So low[v, side] is the beginning of the longest suffix relaxed so far; a later
 * arrival relaxes only the edges that its own suffix adds, and each edge is relaxed once. Arrivals
 * that would add nothing aren't even queued.
 *
 * A step is a directed edge: an edge of the graph by its number, or an edge of the overlay,
 * numbered on from there. */
#include "graph/penalty.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Keeps sums of costs finite, whatever the factor. */
#define COST_MOST 1e280

typedef struct pf_penalty_arrival {
  double cost;
  uint64_t hash;
  int32_t step;
} pf_penalty_arrival;

/* ---- The queue ---- */

static inline bool precedes(const pf_penalty_arrival *a, const pf_penalty_arrival *b) {
  return a->cost < b->cost || (a->cost == b->cost && a->hash < b->hash);
}

static pathfan_status push(pf_penalty *t, pf_penalty_arrival arrival) {
  const pathfan_status status = pf_grow(&t->queue, &t->queue_capacity, t->queue_count + 1);
  if (status) return status;
  int32_t place = t->queue_count++;
  while (place > 0) {
    const int32_t above = (place - 1) >> 2;
    if (!precedes(&arrival, &t->queue[above])) break;
    t->queue[place] = t->queue[above];
    place = above;
  }
  t->queue[place] = arrival;
  return PATHFAN_OK;
}

static pf_penalty_arrival pop(pf_penalty *t) {
  pf_penalty_arrival *queue = t->queue;
  const pf_penalty_arrival top = queue[0], last = queue[--t->queue_count];
  const int32_t count = t->queue_count;
  int32_t place = 0;
  for (int32_t child = 1; child < count; child = 4 * place + 1) {
    const int32_t end = child + 4 < count ? child + 4 : count;
    int32_t least = child;
    for (int32_t c = child + 1; c < end; c++)
      if (precedes(&queue[c], &queue[least])) least = c;
    if (!precedes(&queue[least], &last)) break;
    queue[place] = queue[least];
    place = least;
  }
  queue[place] = last;
  return top;
}

/* ---- Steps ---- */

static inline int32_t head_of(const pf_overlay *o, int32_t step) {
  const int32_t edges = o->base->graph.edge_count;
  return step < edges ? o->base->to[step] : o->edges[step - edges].to;
}

static inline int64_t length_of(const pf_overlay *o, int32_t step) {
  const int32_t edges = o->base->graph.edge_count;
  return step < edges ? o->base->weight[step] : o->edges[step - edges].weight;
}

static inline uint64_t hash_of(const pf_overlay *o, int32_t step) {
  const int32_t edges = o->base->graph.edge_count;
  return step < edges ? o->base->graph.tie_hash[step] : o->edges[step - edges].hash;
}

/* Returns the same edge the other way. */
static int32_t back(const pf_overlay *o, int32_t from, int32_t step) {
  const int32_t edges = o->base->graph.edge_count;
  if (step >= edges) return edges + ((step - edges) ^ 1); /* they come in pairs */
  const int32_t to = o->base->to[step];
  for (int32_t e = o->base->first[to]; e < o->base->first[to + 1]; e++)
    if (o->base->to[e] == from) return e;
  return step; /* an edge without its other direction: not in a sound graph */
}

/* ---- Beginning ---- */

pathfan_status pf_penalty_begin(pf_penalty *t, const pf_overlay *o, int32_t from, int32_t to,
                                double factor) {
  const pf_search_graph *base = o->base;
  const int32_t n = base->graph.vertex_count, edges = base->graph.edge_count;
  const int32_t steps = edges + o->edge_count;
  const bool same = t->priced == base;
  t->priced = NULL; /* until it is done */
  pathfan_status status = pf_grow(&t->cost, &t->cost_capacity, steps + 1);
  if (!status) status = pf_grow(&t->before, &t->before_capacity, steps + 1);
  if (!status) status = pf_grow(&t->low, &t->low_capacity, 2 * n + 1);
  if (!status) status = pf_grow(&t->last, &t->last_capacity, n + 1);
  if (!status) status = pf_grow(&t->taken, &t->taken_capacity, o->edge_count + 1);
  if (status) return status;
  for (int32_t e = 0; e < edges && !same; e++) t->cost[e] = (double)base->weight[e];
  for (int32_t i = 0; i < t->raised_count && same; i++)
    if (t->raised[i] < edges) t->cost[t->raised[i]] = (double)base->weight[t->raised[i]];
  for (int32_t i = 0; i < o->edge_count; i++) t->cost[edges + i] = (double)o->edges[i].weight;
  t->priced = base;
  t->raised_count = t->found_count = t->node_count = 0;
  t->fresh = false;
  t->from = from;
  t->to = to;
  t->factor = factor;
  return PATHFAN_OK;
}

/* ---- One search ---- */

/* State of one search. */
typedef struct search {
  pf_penalty *t;
  const pf_overlay *o;
  pf_fixed_point from, to;
  bool corners; /* there are corners to pass */
  pathfan_status status;
} search;

/* Marks the vertices from which the goal is one step away. */
static void mark_last_steps(search *s) {
  const pf_search_graph *base = s->o->base;
  const int32_t n = base->graph.vertex_count, to = s->t->to;
  memset(s->t->last, 0xff, (size_t)n * sizeof *s->t->last);
  if (to < n)
    for (int32_t e = base->first[to]; e < base->first[to + 1]; e++)
      s->t->last[base->to[e]] = back(s->o, to, e);
  for (int32_t i = to < n ? -1 : s->o->head[to]; i >= 0; i = s->o->edges[i].next)
    if (s->o->edges[i].to < n) s->t->last[s->o->edges[i].to] = base->graph.edge_count + (i ^ 1);
}

/* Takes a step from an arrival, or from the start (before: -1), unless it is blocked. */
static void take(search *s, int32_t before, int32_t tail, int32_t step, double cost,
                 uint64_t hash) {
  if (pf_overlay_blocked(s->o, tail, head_of(s->o, step))) return;
  s->t->before[step] = before;
  s->status =
      push(s->t, (pf_penalty_arrival){cost + s->t->cost[step], hash + hash_of(s->o, step), step});
}

/* Whether an arrival by an edge of the graph can lead anywhere new. */
static inline bool leads_on(const search *s, const pf_edge *edge) {
  return edge->side != PF_SIDE_NONE && edge->to != s->t->to && /* a last step */
         (edge->next_taut < s->t->low[2 * edge->to + edge->side] || s->t->last[edge->to] >= 0 ||
          (s->corners && s->o->head[edge->to] >= 0));
}

/* Finds the first edge of v's taut group of a side that may follow travel direction d. */
static int32_t first_allowed(const pf_graph *graph, int32_t v, pf_side side, pf_fixed_point d) {
  const int32_t *group = &graph->group[PF_EDGE_GROUPS * v];
  const int g = side == PF_SIDE_LEFT ? PF_EDGES_LEFT_TAUT : PF_EDGES_RIGHT_TAUT;
  int32_t begin = group[g], end = group[g + 1];
  while (begin < end) {
    const int32_t middle = begin + (end - begin) / 2;
    const pf_lattice_point out = pf_from_to(graph->at[v], graph->at[graph->edges[middle].to]);
    const int64_t turn = d.x * out.y - d.y * out.x;
    if (side == PF_SIDE_LEFT ? turn >= 0 : turn <= 0)
      end = middle;
    else
      begin = middle + 1;
  }
  return begin;
}

/* Goes on by overlay edges from v, reached by a step along d with the closed wedge on `side`: to
 * corners, and from corners anywhere. Few nodes have such edges, so each edge has a mark of its own
 * that it was taken, by the arrival that came first. */
static void go_on_by_overlay(search *s, const pf_penalty_arrival *arrival, int32_t v, pf_side side,
                             pf_fixed_point d) {
  pf_penalty *t = s->t;
  const pf_overlay *o = s->o;
  const int32_t n = o->base->graph.vertex_count, edges = o->base->graph.edge_count;
  for (int32_t i = o->head[v]; i >= 0 && !s->status; i = o->edges[i].next) {
    const int32_t to = o->edges[i].to;
    if (t->taken[i] || to == t->from || (to == t->to && v < n)) continue; /* see t->last */
    const pf_fixed_point out = pf_fixed_from_to(pf_overlay_at(o, v), pf_overlay_at(o, to));
    const int turn = pf_turn(d, out);
    if (pf_overlay_side(o, v, out) != side || (side == PF_SIDE_LEFT ? turn < 0 : turn > 0))
      continue;
    t->taken[i] = true;
    take(s, arrival->step, v, edges + i, arrival->cost, arrival->hash);
  }
}

/* Goes on from v, reached by a step along d with the obstacle on `side`. */
static void go_on(search *s, const pf_penalty_arrival *arrival, int32_t v, pf_side side,
                  int32_t next, pf_fixed_point d) {
  pf_penalty *t = s->t;
  const pf_graph *graph = &s->o->base->graph;
  int32_t *low = &t->low[2 * v + (int32_t)side];
  for (int32_t e = next; e < *low && !s->status; e++)
    if (leads_on(s, &graph->edges[e])) take(s, arrival->step, v, e, arrival->cost, arrival->hash);
  if (next < *low) *low = next;
  if (s->corners) go_on_by_overlay(s, arrival, v, side, d);
  if (t->last[v] < 0 || s->status) return;
  const pf_fixed_point out = pf_fixed_from_to(pf_search_graph_at(s->o->base, v), s->to);
  const int turn = pf_turn(d, out);
  if (pf_side_of_fixed(graph->wedge[v], out) != side ||
      (side == PF_SIDE_LEFT ? turn < 0 : turn > 0))
    return;
  take(s, arrival->step, v, t->last[v], arrival->cost, arrival->hash);
  t->last[v] = -1;
}

static void arrive(search *s, const pf_penalty_arrival *arrival) {
  const pf_search_graph *base = s->o->base;
  const pf_graph *graph = &base->graph;
  const int32_t step = arrival->step, before = s->t->before[step], v = head_of(s->o, step);
  if (v == s->t->from) return; /* all its edges were taken at once, and no path comes back */
  const pf_fixed_point here = pf_overlay_at(s->o, v);
  const pf_fixed_point tail = before < 0 ? s->from : pf_overlay_at(s->o, head_of(s->o, before));
  const pf_fixed_point d = pf_fixed_from_to(tail, here);
  if (v >= graph->vertex_count) { /* a corner of an area */
    const pf_side side = pf_overlay_side(s->o, v, d);
    if (side != PF_SIDE_NONE) go_on_by_overlay(s, arrival, v, side, d);
    return;
  }
  if (step < graph->edge_count) {
    const pf_edge *edge = &graph->edges[step];
    if (edge->side == PF_SIDE_NONE) return;
    go_on(s, arrival, v, (pf_side)edge->side, edge->next_taut, d);
    return;
  }
  const pf_side side = pf_side_of_fixed(graph->wedge[v], d);
  if (side != PF_SIDE_NONE) go_on(s, arrival, v, side, first_allowed(graph, v, side, d), d);
}

static void set_out(search *s) {
  const pf_search_graph *base = s->o->base;
  const int32_t n = base->graph.vertex_count, from = s->t->from;
  for (int32_t v = 0; v < n; v++) {
    const int32_t *group = &base->graph.group[PF_EDGE_GROUPS * v];
    s->t->low[2 * v + PF_SIDE_LEFT] = group[PF_EDGES_LEFT_TAUT + 1];
    s->t->low[2 * v + PF_SIDE_RIGHT] = group[PF_EDGES_RIGHT_TAUT + 1];
  }
  mark_last_steps(s);
  if (s->corners) memset(s->t->taken, 0, (size_t)s->o->edge_count * sizeof *s->t->taken);
  for (int32_t e = from < n ? base->first[from] : 0, end = from < n ? base->first[from + 1] : 0;
       e < end && !s->status; e++)
    take(s, -1, from, e, 0, 0);
  for (int32_t i = s->o->head[from]; i >= 0 && !s->status; i = s->o->edges[i].next)
    if (s->corners || s->o->edges[i].to < n || s->o->edges[i].to == s->t->to)
      take(s, -1, from, base->graph.edge_count + i, 0, 0);
}

/* ---- Paths found ---- */

/* Whether the list of steps at `at` in t->found occurs before it as well. */
static bool was_found(const pf_penalty *t, int32_t at) {
  const int32_t size = t->found[at];
  for (int32_t i = 0; i < at; i += t->found[i] + 1)
    if (t->found[i] == size &&
        !memcmp(&t->found[i + 1], &t->found[at + 1], (size_t)size * sizeof *t->found))
      return true;
  return false;
}

static void raise(pf_penalty *t, int32_t step) {
  t->cost[step] *= t->factor;
  if (t->cost[step] > COST_MOST) t->cost[step] = COST_MOST;
  t->raised[t->raised_count++] = step;
}

/* Lists the nodes of the path that ends with step `last`, and makes its edges dearer. */
static pathfan_status keep(pf_penalty *t, const pf_overlay *o, int32_t last) {
  int32_t count = 0;
  for (int32_t step = last; step >= 0; step = t->before[step]) count++;
  const int32_t at = t->found_count;
  pathfan_status status = pf_grow(&t->nodes, &t->node_capacity, count + 1);
  if (!status) status = pf_grow(&t->found, &t->found_capacity, at + count + 1);
  if (!status) status = pf_grow(&t->raised, &t->raised_capacity, t->raised_count + 2 * count);
  if (status) return status;
  t->found[at] = count;
  t->length = 0;
  t->nodes[0] = t->from;
  for (int32_t step = last, i = count; step >= 0; step = t->before[step], i--) {
    t->found[at + i] = step;
    t->nodes[i] = head_of(o, step);
    t->length += length_of(o, step);
  }
  for (int32_t i = 1; i <= count; i++) {
    const int32_t step = t->found[at + i], other = back(o, t->nodes[i - 1], step);
    raise(t, step);
    if (other != step) raise(t, other);
  }
  t->node_count = count + 1;
  t->fresh = !was_found(t, at);
  if (t->fresh) t->found_count += count + 1;
  return PATHFAN_OK;
}

pathfan_status pf_penalty_next(pf_penalty *t, const pf_overlay *o, pf_work_limit *work_limit) {
  search s = {.t = t,
              .o = o,
              .from = pf_overlay_at(o, t->from),
              .to = pf_overlay_at(o, t->to),
              .corners = o->terminal_count > o->end_count};
  t->node_count = 0;
  t->queue_count = 0;
  t->fresh = false;
  set_out(&s);
  while (t->queue_count && !s.status) {
    const pf_penalty_arrival arrival = pop(t);
    if (head_of(o, arrival.step) == t->to) return keep(t, o, arrival.step);
    if (!pf_work_limit_spend(work_limit, 1)) break;
    arrive(&s, &arrival);
  }
  return s.status;
}

void pf_penalty_free(pf_penalty *t) {
  free(t->nodes);
  free(t->cost);
  free(t->raised);
  free(t->before);
  free(t->low);
  free(t->last);
  free(t->taken);
  free(t->queue);
  free(t->found);
  memset(t, 0, sizeof *t);
}
