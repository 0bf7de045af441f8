/* label_rows.c - joins the labels of each two vertices.
 *
 * The labels of one vertex are spread over a row by their hubs; then each other vertex looks up its
 * own hubs there. The hubs that give the least sum, but for rounding, also tell by which exits the
 * ways leave either vertex: by that of its label for the hub or, if it is the hub itself, in the
 * direction in which the other's way ends. */
#include "label_rows.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

/* Sums of two labels that may be the least but for rounding: format's lengths are integers. */
enum { SLACK = 4 };

#define FAR (INT64_MAX / 4)

/* The most labels of a vertex whose sums are kept for a second look. */
enum { SUMS_AT_ONCE = 512 };

typedef struct row {
  int64_t *length;    /* [Size: n] to a hub; FAR: no label */
  uint8_t *own, *hub; /* [Size: n] exits at this vertex and at the hub */
} row;

typedef struct job {
  const pf_label_lists *lists;
  const pf_lattice_point *at;
  int id_bytes;
  int32_t n;
  double unit;
  uint8_t *own_exit, *hub_exit; /* [Size: labels] */
  row *rows;                    /* one per thread */
  pf_label_rows *out;
} job;

/* ---- Exits ---- */

/* Returns the number of the exit of a hub that leads to vertex `to`, by direction. */
static uint8_t exit_towards(const job *j, uint32_t hub, uint32_t to) {
  const pf_layout_span *span = &j->lists->spans[hub];
  const pf_lattice_point d = pf_from_to(j->at[hub], j->at[to]);
  int found = -1;
  for (uint32_t e = span->exits[0]; e < span[1].exits[0]; e++) {
    const uint32_t next = pf_exit_number(j->lists, j->id_bytes, e).next;
    const pf_lattice_point on = pf_from_to(j->at[hub], j->at[next]);
    if (pf_cross(d, on) != 0 || pf_dot(d, on) <= 0) continue;
    if (found >= 0) return PF_EXIT_ANY;
    found = (int)(e - span->exits[0]);
  }
  return found < 0 || found >= PF_EXIT_ANY ? PF_EXIT_ANY : (uint8_t)found;
}

static uint32_t next_label(const pf_label_lists *l, uint32_t label) {
  return pf_load_count(l->next_labels, label, (uint32_t)l->next_bytes);
}

/* Returns the last vertex before the hub on the way of a label, which leaves v for `next`. */
static uint32_t last_before_hub(const job *j, uint32_t v, uint32_t label, uint32_t next) {
  const pf_label_lists *l = j->lists;
  const uint32_t none = UINT32_MAX >> (32 - 8 * l->next_bytes);
  const uint32_t hub = (uint32_t)(l->labels[label] & ((UINT64_C(1) << PF_HUB_BITS) - 1));
  for (;;) {
    const uint32_t down = none - next_label(l, label);
    if (down == PF_NEXT_STRAIGHT || next == hub) return v;
    if (down == PF_NEXT_SEES) return next;
    v = next;
    label = l->spans[v].labels + (none - down);
    uint32_t e = l->spans[v].exits[0];
    while (pf_exit_number(l, j->id_bytes, e).end <= none - down) e++;
    next = pf_exit_number(l, j->id_bytes, e).next;
  }
}

static pathfan_status find_exits(void *context, int64_t v, int32_t thread) {
  const job *j = context;
  const pf_layout_span *span = &j->lists->spans[v];
  uint32_t label = span->labels;
  (void)thread;
  for (uint32_t e = span->exits[0]; e < span[1].exits[0]; e++) {
    const pf_exit_of exit = pf_exit_number(j->lists, j->id_bytes, e);
    const uint32_t number = e - span->exits[0];
    for (; label < span->labels + exit.end; label++) {
      const uint32_t hub = (uint32_t)pf_label_hub(j->lists->labels[label]);
      j->own_exit[label] = number < PF_EXIT_ANY ? (uint8_t)number : PF_EXIT_ANY;
      j->hub_exit[label] = exit_towards(j, hub, last_before_hub(j, (uint32_t)v, label, exit.next));
    }
  }
  return PATHFAN_OK;
}

/* ---- Rows ---- */

/* Up to two exits; more count as any. */
typedef struct exits {
  uint8_t one, two;
  int count;
} exits;

static void add_exit(exits *e, uint8_t exit) {
  if (e->count && (exit == e->one || exit == e->two)) return;
  if (!e->count)
    e->one = e->two = exit;
  else if (e->count == 1)
    e->two = exit;
  else
    e->one = e->two = PF_EXIT_ANY;
  e->count++;
}

static void put(const job *j, int64_t u, int64_t w, int64_t best, exits of_u, exits of_w) {
  pf_label_rows *out = j->out;
  const int64_t there = u * out->stride + w, back = w * out->stride + u;
  out->length[there] = out->length[back] =
      best >= FAR / 2 ? PF_ROW_FAR : (float)((double)best * j->unit);
  out->exit[0][there] = of_u.one;
  out->exit[1][there] = of_u.two;
  out->exit[0][back] = of_w.one;
  out->exit[1][back] = of_w.two;
}

/* Joins vertex u, whose labels are spread over a row, with one before it. */
static void join(const job *j, const row *r, int64_t u, int64_t w, int64_t *sums) {
  const pf_layout_span *span = &j->lists->spans[w];
  const uint64_t *labels = j->lists->labels + span->labels;
  const uint32_t count = span[1].labels - span->labels;
  int64_t best = r->length[w];
  exits of_u = {0}, of_w = {0};
  for (uint32_t i = 0; i < count; i++) {
    sums[i] = r->length[pf_label_hub(labels[i])] + pf_label_length(labels[i]);
    best = sums[i] < best ? sums[i] : best;
  }
  if (best < FAR / 2) {
    const int64_t most = best + SLACK;
    if (r->length[w] <= most) {
      add_exit(&of_u, r->own[w]);
      add_exit(&of_w, r->hub[w]);
    }
    for (uint32_t i = 0; i < count; i++) {
      if (sums[i] > most) continue;
      const uint32_t hub = pf_label_hub(labels[i]);
      add_exit(&of_u, hub == u ? j->hub_exit[span->labels + i] : r->own[hub]);
      add_exit(&of_w, j->own_exit[span->labels + i]);
    }
  }
  put(j, u, w, best, of_u, of_w);
}

static pathfan_status fill_row(void *context, int64_t u, int32_t thread) {
  const job *j = context;
  const row *r = &j->rows[thread];
  const pf_layout_span *span = &j->lists->spans[u];
  int64_t few[SUMS_AT_ONCE], *sums = few, *many = NULL;
  uint32_t most = 0;
  for (int64_t w = 0; w < u; w++) {
    const uint32_t count = j->lists->spans[w + 1].labels - j->lists->spans[w].labels;
    if (count > most) most = count;
  }
  if (most > SUMS_AT_ONCE) sums = many = pf_alloc(most, sizeof *many);
  if (!sums) return PATHFAN_ERR_NO_MEMORY;
  for (uint32_t i = span->labels; i < span[1].labels; i++) {
    const uint32_t hub = pf_label_hub(j->lists->labels[i]);
    r->length[hub] = pf_label_length(j->lists->labels[i]);
    r->own[hub] = j->own_exit[i];
    r->hub[hub] = j->hub_exit[i];
  }
  r->length[u] = 0;
  for (int64_t w = 0; w < u; w++) join(j, r, u, w, sums);
  const exits any = {PF_EXIT_ANY, PF_EXIT_ANY, 1};
  put(j, u, u, 0, any, any);
  for (int64_t w = j->n; w < j->out->stride; w++)
    j->out->length[u * j->out->stride + w] = PF_ROW_FAR;
  for (uint32_t i = span->labels; i < span[1].labels; i++)
    r->length[pf_label_hub(j->lists->labels[i])] = FAR;
  r->length[u] = FAR;
  free(many);
  return PATHFAN_OK;
}

static pathfan_status bound_row(void *context, int64_t u, int32_t thread) {
  const job *j = context;
  pf_label_rows *out = j->out;
  (void)thread;
  for (int32_t b = 0; b < out->blocks; b++) {
    const float *length = out->length + u * out->stride + (int64_t)b * PF_ROW_BLOCK;
    float least = PF_ROW_FAR, most = 0;
    for (int i = 0; i < PF_ROW_BLOCK; i++) {
      least = length[i] < least ? length[i] : least;
      most = length[i] < PF_ROW_FAR && length[i] > most ? length[i] : most;
    }
    out->least[u * out->blocks + b] = least;
    out->most[u * out->blocks + b] = most;
  }
  return PATHFAN_OK;
}

/* ---- All of it ---- */

static bool make(job *j, int32_t threads, pf_spill *spill) {
  pf_label_rows *out = j->out;
  const uint64_t n = (uint64_t)j->n, labels = j->lists->label_count;
  out->n = j->n;
  out->blocks = (j->n + PF_ROW_BLOCK - 1) / PF_ROW_BLOCK;
  out->stride = (int64_t)out->blocks * PF_ROW_BLOCK;
  const uint64_t cells = n * (uint64_t)out->stride;
  if (!pf_spill_array_make(&out->arrays[0], spill, cells * sizeof *out->length) ||
      !pf_spill_array_make(&out->arrays[1], spill, cells) ||
      !pf_spill_array_make(&out->arrays[2], spill, cells))
    return false;
  out->length = out->arrays[0].at;
  out->exit[0] = out->arrays[1].at;
  out->exit[1] = out->arrays[2].at;
  out->least = pf_alloc(n * (uint64_t)out->blocks, sizeof *out->least);
  out->most = pf_alloc(n * (uint64_t)out->blocks, sizeof *out->most);
  j->own_exit = pf_alloc(labels, 1);
  j->hub_exit = pf_alloc(labels, 1);
  j->rows = pf_alloc_zero((uint64_t)threads, sizeof *j->rows);
  if (!out->least || !out->most || !j->own_exit || !j->hub_exit || !j->rows) return false;
  for (int32_t t = 0; t < threads; t++) {
    row *r = &j->rows[t];
    *r = (row){pf_alloc(n, sizeof *r->length), pf_alloc(n, 1), pf_alloc(n, 1)};
    if (!r->length || !r->own || !r->hub) return false;
    for (int32_t v = 0; v < j->n; v++) r->length[v] = FAR;
  }
  return true;
}

pathfan_status pf_label_rows_make(const pf_label_lists *lists, const pf_lattice_point *at,
                                  int id_bytes, int length_bits, int32_t n, int32_t threads,
                                  pf_spill *spill, pf_label_rows *rows, const pf_limits *limits) {
  job j = {.lists = lists,
           .at = at,
           .id_bytes = id_bytes,
           .n = n,
           .unit = ldexp(1, -length_bits),
           .out = rows};
  memset(rows, 0, sizeof *rows);
  pathfan_status status = make(&j, threads, spill) ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) status = pf_parallel_for(n, threads, find_exits, &j, NULL);
  if (!status) status = pf_parallel_for(n, threads, fill_row, &j, limits);
  if (!status) status = pf_parallel_for(n, threads, bound_row, &j, NULL);
  for (int64_t i = 0; !status && i < (int64_t)n * rows->blocks; i++)
    if (rows->most[i] > rows->longest) rows->longest = rows->most[i];
  for (int32_t t = 0; j.rows && t < threads; t++) {
    free(j.rows[t].length);
    free(j.rows[t].own);
    free(j.rows[t].hub);
  }
  free(j.rows);
  free(j.own_exit);
  free(j.hub_exit);
  if (status) pf_label_rows_free(rows);
  return status;
}

void pf_label_rows_free(pf_label_rows *rows) {
  for (int i = 0; i < 3; i++) pf_spill_array_free(&rows->arrays[i]);
  free(rows->least);
  free(rows->most);
  memset(rows, 0, sizeof *rows);
}
