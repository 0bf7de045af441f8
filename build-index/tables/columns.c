/* columns.c - columns as a travelling salesman's cities.
 *
 * A row has a run wherever two neighbouring columns differ in it, so the total number of runs is
 * the length of a tour through all columns, where the distance of two columns is the number of rows
 * in which they differ. That distance is estimated from a sample of rows, taken more densely among
 * the high ranked vertices, whose half rows are longest. 2-opt and or-opt moves towards neighbours
 * in the visibility graph shorten the walk over the spanning tree (order.h) until none helps
 * (docs/decisions/column-order.md). */
#include "columns.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

#define SAMPLE_ROWS 96      /* more rows changed the tables by less than 1% */
#define CANDIDATES 8        /* nearest visible vertices that a vertex may be moved next to */
#define REVERSAL_MAX 25000  /* columns reversed by one move: bounds the time */
#define WILDCARD UINT16_MAX /* a cell that is not stored: differs from no other */

typedef struct tour {
  int32_t n, table_count;
  int32_t width;           /* cells of a column's sample */
  uint16_t *sample;        /* [Size: n * width] column by column */
  int32_t *near;           /* [Size: n * CANDIDATES] unused entries are -1 */
  int32_t *at, *column_of; /* vertex at a column; column of a vertex */
  int32_t *before;         /* [Size: n + 1] the gap between a column and the one before it */
} tour;

/* Counts the runs that begin between columns a and b in the sampled rows. */
static int32_t differences(const tour *t, int32_t a, int32_t b) {
  const uint16_t *x = t->sample + (int64_t)a * t->width;
  const uint16_t *y = t->sample + (int64_t)b * t->width;
  int32_t count = 0;
  for (int32_t i = 0; i < t->width; i++)
    count += (x[i] != y[i]) & (x[i] != WILDCARD) & (y[i] != WILDCARD);
  return count;
}

/* Like differences, by places; beyond either end of the tour nothing differs. */
static int32_t gap(const tour *t, int32_t p, int32_t q) {
  if (p < 0 || q < 0 || p >= t->n || q >= t->n) return 0;
  return differences(t, t->at[p], t->at[q]);
}

static void turn_round(tour *t, int32_t from, int32_t to) {
  for (int32_t p = from, q = to; p <= q; p++, q--) {
    const int32_t a = t->at[p], b = t->at[q];
    t->at[p] = b;
    t->at[q] = a;
    t->column_of[b] = p;
    t->column_of[a] = q;
  }
  for (int32_t p = from + 1, q = to; p < q; p++, q--) {
    const int32_t a = t->before[p];
    t->before[p] = t->before[q];
    t->before[q] = a;
  }
  t->before[from] = gap(t, from - 1, from);
  t->before[to + 1] = gap(t, to, to + 1);
}

/* Reverses places from..to if that saves runs. */
static bool try_reversal(tour *t, int32_t from, int32_t to) {
  if (from >= to || to - from > REVERSAL_MAX) return false;
  const int32_t now = t->before[from] + t->before[to + 1];
  int32_t then = gap(t, from - 1, to);
  if (then < now) then += gap(t, from, to + 1);
  if (then >= now) return false;
  turn_round(t, from, to);
  return true;
}

/* Moves the `length` places from `from` on to between places goal and goal + 1, as they are or
 * reversed, if that saves runs. */
static bool try_shift(tour *t, int32_t from, int32_t length, int32_t goal) {
  const int32_t to = from + length - 1;
  if (from < 0 || to >= t->n || goal < -1 || goal >= t->n) return false;
  if (goal >= from - 1 && goal <= to) return false;
  const int32_t distance = goal > to ? goal - from : to - goal;
  if (distance > REVERSAL_MAX) return false;
  const int32_t now = t->before[from] + t->before[to + 1] + t->before[goal + 1];
  const int32_t closed = gap(t, from - 1, to + 1);
  if (closed >= now) return false; /* as for most moves: the rest needn't be added up */
  int32_t straight = closed + gap(t, goal, from);
  if (straight < now) straight += gap(t, to, goal + 1);
  int32_t turned = closed + gap(t, goal, to);
  if (turned < now) turned += gap(t, from, goal + 1);
  if (straight >= now && turned >= now) return false;
  /* Exchanging two neighbouring blocks is three reversals. */
  if (goal > to) {
    turn_round(t, from, goal);
    if (straight < turned) turn_round(t, goal - length + 1, goal);
    turn_round(t, from, goal - length);
  } else {
    turn_round(t, goal + 1, to);
    if (straight < turned) turn_round(t, goal + 1, goal + length);
    turn_round(t, goal + length + 1, to);
  }
  return true;
}

/* Tries to bring v next to w. */
static bool join(tour *t, int32_t v, int32_t w) {
  const int32_t p = t->column_of[v], q = t->column_of[w];
  if (p < q) {
    if (try_reversal(t, p + 1, q) || try_reversal(t, p, q - 1)) return true;
  } else if (try_reversal(t, q + 1, p) || try_reversal(t, q, p - 1)) {
    return true;
  }
  for (int32_t length = 1; length <= 3; length++) {
    const int32_t step = length > 1 ? length - 1 : 1;
    for (int32_t back = 0; back < length; back += step)
      if (try_shift(t, p - back, length, q) || try_shift(t, p - back, length, q - 1)) return true;
  }
  return false;
}

static pathfan_status shorten(tour *t, const pf_limits *limits) {
  uint8_t *settled = pf_alloc_zero((uint64_t)t->n, 1);
  if (!settled) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = PATHFAN_OK;
  bool again = true;
  for (int round = 0; round < 60 && again; round++) {
    again = false;
    for (int32_t v = 0; v < t->n && !status; v++) {
      if (settled[v]) continue;
      status = pf_limits_go_on(limits);
      settled[v] = 1;
      for (int32_t i = 0; i < CANDIDATES; i++) {
        const int32_t w = t->near[(int64_t)v * CANDIDATES + i];
        if (w < 0) break;
        if (!join(t, v, w)) continue;
        again = true;
        settled[v] = settled[w] = 0;
        for (int32_t p = t->column_of[v] - 1; p <= t->column_of[v] + 1; p++)
          if (p >= 0 && p < t->n) settled[t->at[p]] = 0;
        break;
      }
    }
  }
  free(settled);
  return status;
}

typedef struct near_sort {
  int64_t weight;
  int32_t to;
} near_sort;

static int by_weight(const void *a, const void *b) {
  const near_sort *x = a, *y = b;
  if (x->weight != y->weight) return x->weight < y->weight ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

static pathfan_status find_near(const pf_graph *graph, tour *t) {
  int32_t most = 0;
  for (int32_t v = 0; v < t->n; v++) {
    const int32_t degree = pf_graph_end(graph, v) - pf_graph_first(graph, v);
    if (degree > most) most = degree;
  }
  near_sort *list = pf_alloc((uint64_t)most, sizeof *list);
  if (!list) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < t->n; v++) {
    int32_t count = 0;
    for (int32_t e = pf_graph_first(graph, v); e < pf_graph_end(graph, v); e++)
      list[count++] = (near_sort){graph->edges[e].weight, graph->edges[e].to};
    if (count) qsort(list, (size_t)count, sizeof *list, by_weight);
    for (int32_t i = 0; i < CANDIDATES; i++)
      t->near[(int64_t)v * CANDIDATES + i] = i < count ? list[i].to : -1;
  }
  free(list);
  return PATHFAN_OK;
}

/* Fills the sample: for some u, the via ranks between u and all columns. */
static pathfan_status draw_sample(const pf_moves *moves, pf_tree *tree, const int32_t *rank_of,
                                  const int32_t *vertex_of_rank, tour *t, const pf_limits *limits) {
  const int32_t table_count = t->table_count, rows = t->width / table_count;
  pf_plateaus plateaus;
  pathfan_status status = pf_plateaus_init(&plateaus, t->n, table_count);
  for (int32_t k = 0; k < rows && !status; k++) {
    /* Row r stores n - r columns: rows are chosen for equal shares of all stored cells. */
    const double share = 1 - sqrt(1 - (k + 0.5) / rows);
    int32_t r = (int32_t)(share * t->n);
    if (r >= t->n) r = t->n - 1;
    const int32_t u = vertex_of_rank[r];
    status = pf_limits_go_on(limits);
    if (!status) status = pf_tree_grow(tree, moves->graph, u);
    if (!status) status = pf_plateaus_find(&plateaus, moves, tree, rank_of);
    for (int32_t v = 0; v < t->n && !status; v++) {
      uint16_t *cells = t->sample + (int64_t)v * t->width + k * table_count;
      for (int32_t i = 0; i < table_count; i++) {
        const pf_plateau *p = &plateaus.top[(int64_t)v * table_count + i];
        cells[i] = tree->length[v] < 0 || rank_of[v] <= r ? WILDCARD
                   : p->length                            ? (uint16_t)(1 + p->best % 65000)
                                                          : 0;
      }
    }
  }
  pf_plateaus_free(&plateaus);
  return status;
}

pathfan_status pf_columns_find(const pf_moves *moves, pf_tree *tree, int32_t table_count,
                               const int32_t *rank_of, int32_t *column_of,
                               const pf_limits *limits) {
  const pf_graph *graph = moves->graph;
  const int32_t n = graph->vertex_count;
  const int32_t rows = n < SAMPLE_ROWS ? n : SAMPLE_ROWS;
  tour t = {.n = n, .table_count = table_count, .width = rows * table_count};
  int32_t *vertex_of_rank = pf_alloc((uint64_t)n, sizeof *vertex_of_rank);
  t.sample = pf_alloc((uint64_t)n * (uint64_t)t.width, sizeof *t.sample);
  t.near = pf_alloc((uint64_t)n * CANDIDATES, sizeof *t.near);
  t.at = pf_alloc((uint64_t)n, sizeof *t.at);
  t.before = pf_alloc((uint64_t)n + 1, sizeof *t.before);
  t.column_of = column_of;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (!vertex_of_rank || !t.sample || !t.near || !t.at || !t.before) goto cleanup;
  for (int32_t v = 0; v < n; v++) {
    vertex_of_rank[rank_of[v]] = v;
    t.at[v] = t.column_of[v] = v;
  }
  status = draw_sample(moves, tree, rank_of, vertex_of_rank, &t, limits);
  if (!status) status = find_near(graph, &t);
  for (int32_t p = 0; p <= n && !status; p++) t.before[p] = gap(&t, p - 1, p);
  if (!status) status = shorten(&t, limits);

cleanup:
  free(vertex_of_rank);
  free(t.sample);
  free(t.near);
  free(t.at);
  free(t.before);
  return status;
}
