/* label_rows.c - joins the labels of each two vertices.
 *
 * The labels of a block of vertices are spread over rows, one for each hub; then each other vertex
 * looks up its own hubs there, for the whole block at once. The hubs that give the least sum, but
 * for rounding, also tell by which exits the ways leave either vertex: by that of its label for the
 * hub or, if it is the hub itself, in the direction in which the other's way ends. */
#include "label_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "base/parallel.h"

/* Sums of two labels that may be the least but for rounding: format's lengths are integers. */
enum { SLACK = 4 };

/* Longer than all ways; lengths are exact below. */
#define FAR 0x1p52

/* What the vertices of a block, its lanes, have for a hub. */
typedef struct hub_row {
  double length[PF_ROW_BLOCK];                  /* at least 2 * FAR: no label */
  uint8_t own[PF_ROW_BLOCK], hub[PF_ROW_BLOCK]; /* exits at the vertices and at the hub */
  uint32_t of;
} hub_row;

/* A label for a hub that a block has, too. */
typedef struct common {
  double length;
  int32_t row;
  uint32_t slot; /* pf_label_rows_slot */
} common;

typedef struct block_rows {
  hub_row *rows; /* [Size: n] */
  int32_t count;
  int32_t *number; /* [Size: n] by hub; -1: no row */
  common *list;    /* [Size: labels of a vertex + 2] */
} block_rows;

typedef struct job {
  const pf_label_lists *lists;
  const pf_lattice_point *at;
  int id_bytes;
  int32_t n;
  double unit;
  uint8_t *own_exit, *hub_exit; /* [Size: labels] */
  block_rows *blocks;           /* one per thread */
  pf_label_rows *out;
} job;

/* ---- Exits ---- */

static uint8_t exit_of(int64_t number) {
  return number < PF_EXIT_MOST ? (uint8_t)(number + 1) : PF_EXIT_ANY;
}

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
  return found < 0 ? PF_EXIT_ANY : exit_of(found);
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
      j->own_exit[label] = exit_of(number);
      j->hub_exit[label] = exit_towards(j, hub, last_before_hub(j, (uint32_t)v, label, exit.next));
    }
  }
  return PATHFAN_OK;
}

/* ---- Rows ---- */

/* Returns the row of a hub; a new one has no lengths. */
static hub_row *row_of(block_rows *b, uint32_t hub) {
  if (b->number[hub] < 0) {
    hub_row *row = &b->rows[b->count];
    for (int k = 0; k < PF_ROW_BLOCK; k++) row->length[k] = 2 * FAR;
    row->of = hub;
    b->number[hub] = b->count++;
  }
  return &b->rows[b->number[hub]];
}

/* Notes that ways from u to w leave by an exit. Other threads don't write bits of w's block. */
static void leave(const job *j, int64_t u, uint8_t exit, int64_t w) {
  const pf_label_rows *out = j->out;
  out->leaving[(out->leaving_first[u] + exit) * out->blocks + w / PF_ROW_BLOCK] |=
      UINT64_C(1) << w % PF_ROW_BLOCK;
}

/* Spreads the labels of a block's vertices over its rows, or clears these again. */
static void spread(const job *j, block_rows *b, int64_t begin, int64_t end) {
  b->count = 0;
  for (int64_t u = begin; u < end; u++) {
    const pf_layout_span *span = &j->lists->spans[u];
    const int64_t lane = u - begin;
    for (uint32_t i = span->labels; i < span[1].labels; i++) {
      hub_row *row = row_of(b, pf_label_hub(j->lists->labels[i]));
      row->length[lane] = (double)pf_label_length(j->lists->labels[i]);
      row->own[lane] = j->own_exit[i];
      row->hub[lane] = j->hub_exit[i];
    }
    row_of(b, (uint32_t)u)->length[lane] = 0;
  }
}

/* Lists a vertex's labels for hubs of a block, and itself; returns their number. */
static int32_t list_common(const job *j, const block_rows *b, int64_t w, common *list) {
  const pf_layout_span *span = &j->lists->spans[w];
  int32_t count = 0;
  list[count] = (common){0, b->number[w], 0};
  count += b->number[w] >= 0;
  for (uint32_t i = span->labels; i < span[1].labels; i++) {
    const int32_t number = b->number[pf_label_hub(j->lists->labels[i])];
    list[count] =
        (common){(double)pf_label_length(j->lists->labels[i]), number, i - span->labels + 1};
    count += number >= 0;
  }
  return count;
}

/* Returns which lanes have a way by a common hub of at most some lengths. */
static uint64_t find_lanes(const hub_row *row, double length, const double most[PF_ROW_BLOCK]) {
  uint8_t is[PF_ROW_BLOCK];
  for (int k = 0; k < PF_ROW_BLOCK; k++) is[k] = row->length[k] + length <= most[k];
  return pf_pack_bytes(is);
}

/* Joins the vertices of a block, in `lanes`, with one before them. */
static void join(const job *j, const block_rows *b, int64_t begin, uint64_t lanes, int64_t w) {
  pf_label_rows *out = j->out;
  const pf_layout_span *span = &j->lists->spans[w];
  const int32_t count = list_common(j, b, w, b->list);
  double best[PF_ROW_BLOCK], most[PF_ROW_BLOCK];
  uint16_t slot[PF_ROW_BLOCK];
  uint64_t some = 0, many = 0;
  for (int k = 0; k < PF_ROW_BLOCK; k++) best[k] = FAR;
  for (int32_t i = 0; i < count; i++) {
    const double *row = b->rows[b->list[i].row].length, length = b->list[i].length;
    for (int k = 0; k < PF_ROW_BLOCK; k++) {
      const double way = row[k] + length;
      best[k] = way < best[k] ? way : best[k];
    }
  }
  for (int k = 0; k < PF_ROW_BLOCK; k++) most[k] = best[k] < FAR ? best[k] + SLACK : -1;
  for (int32_t i = 0; i < count; i++) {
    const common *c = &b->list[i];
    const hub_row *row = &b->rows[c->row];
    const uint64_t hits = find_lanes(row, c->length, most) & lanes;
    many |= c->slot < PF_ROW_MANY ? some & hits : hits;
    some |= hits;
    for (uint64_t left = hits; left; left &= left - 1) {
      const int k = pf_lowest_bit(left);
      const bool is_hub = c->slot && pf_label_hub(j->lists->labels[span->labels + c->slot - 1]) ==
                                         (uint64_t)(begin + k);
      slot[k] = (uint16_t)c->slot;
      leave(j, begin + k, is_hub ? j->hub_exit[span->labels + c->slot - 1] : row->own[k], w);
      leave(j, w, c->slot ? j->own_exit[span->labels + c->slot - 1] : row->hub[k], begin + k);
    }
  }
  for (uint64_t left = lanes; left; left &= left - 1) {
    const int k = pf_lowest_bit(left);
    const int64_t u = begin + k;
    out->length[u * out->stride + w] = out->length[w * out->stride + u] =
        best[k] < FAR ? (float)(best[k] * j->unit) : PF_ROW_FAR;
    out->slot[u * (u - 1) / 2 + w] = (some & ~many) >> k & 1 ? slot[k] : (uint16_t)PF_ROW_MANY;
  }
}

static pathfan_status fill_block(void *context, int64_t item, int32_t thread) {
  const job *j = context;
  pf_label_rows *out = j->out;
  block_rows *b = &j->blocks[thread];
  const int64_t begin =
      (out->blocks - 1 - item) * PF_ROW_BLOCK; /* those with the most work first */
  const int64_t end = begin + PF_ROW_BLOCK < j->n ? begin + PF_ROW_BLOCK : j->n;
  const uint64_t all = UINT64_MAX >> (PF_ROW_BLOCK - (end - begin));
  spread(j, b, begin, end);
  for (int64_t w = 0; w < end; w++)
    join(j, b, begin, w < begin ? all : all & ~(UINT64_MAX >> (PF_ROW_BLOCK - 1 - (w - begin))), w);
  for (int64_t u = begin; u < end; u++) {
    out->length[u * out->stride + u] = 0;
    leave(j, u, PF_EXIT_ANY, u);
    for (int64_t w = j->n; w < out->stride; w++) out->length[u * out->stride + w] = PF_ROW_FAR;
  }
  for (int32_t i = 0; i < b->count; i++) b->number[b->rows[i].of] = -1;
  return PATHFAN_OK;
}

/* Adds what leaves by sharper exits. */
static void sum_up_exits(const job *j, int64_t u) {
  const pf_label_rows *out = j->out;
  const pf_layout_span *span = &j->lists->spans[u];
  for (uint32_t exit = 1; exit < out->leaving_first[u + 1] - out->leaving_first[u]; exit++) {
    uint64_t *bits = out->leaving + (out->leaving_first[u] + exit) * out->blocks;
    const uint32_t number = span->exits[0] + exit - 1;
    const bool is_sharpest =
        number == span->exits[0] || number == span->exits[1] || number == span->exits[2];
    const uint64_t *from =
        is_sharpest ? out->leaving + out->leaving_first[u] * out->blocks : bits - out->blocks;
    for (int32_t i = 0; i < out->blocks; i++) bits[i] |= from[i];
  }
}

static pathfan_status bound_row(void *context, int64_t u, int32_t thread) {
  const job *j = context;
  pf_label_rows *out = j->out;
  (void)thread;
  sum_up_exits(j, u);
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
  out->leaving_first = pf_alloc_zero(n + 1, sizeof *out->leaving_first);
  if (!out->leaving_first) return false;
  uint32_t labels_most = 0;
  for (int32_t v = 0; v < j->n; v++) {
    const pf_layout_span *span = &j->lists->spans[v];
    const uint32_t exits = span[1].exits[0] - span->exits[0];
    out->leaving_first[v + 1] =
        out->leaving_first[v] + 1 + (exits < PF_EXIT_MOST ? exits : PF_EXIT_MOST);
    if (span[1].labels - span->labels > labels_most) labels_most = span[1].labels - span->labels;
  }
  const uint64_t leaving = (uint64_t)out->leaving_first[j->n] * (uint64_t)out->blocks;
  if (!pf_spill_array_make(&out->arrays[0], spill, cells * sizeof *out->length) ||
      !pf_spill_array_make(&out->arrays[1], spill, leaving * sizeof *out->leaving) ||
      !pf_spill_array_make(&out->arrays[2], spill, n * (n - 1) / 2 * sizeof *out->slot))
    return false;
  out->length = out->arrays[0].at;
  out->leaving = out->arrays[1].at;
  out->slot = out->arrays[2].at;
  out->least = pf_alloc(n * (uint64_t)out->blocks, sizeof *out->least);
  out->most = pf_alloc(n * (uint64_t)out->blocks, sizeof *out->most);
  j->own_exit = pf_alloc(labels, 1);
  j->hub_exit = pf_alloc(labels, 1);
  j->blocks = pf_alloc_zero((uint64_t)threads, sizeof *j->blocks);
  if (!out->least || !out->most || !j->own_exit || !j->hub_exit || !j->blocks) return false;
  for (int32_t t = 0; t < threads; t++) {
    block_rows *b = &j->blocks[t];
    b->rows = pf_alloc(n, sizeof *b->rows);
    b->number = pf_alloc(n, sizeof *b->number);
    b->list = pf_alloc((uint64_t)labels_most + 2, sizeof *b->list);
    if (!b->rows || !b->number || !b->list) return false;
    for (int32_t v = 0; v < j->n; v++) b->number[v] = -1;
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
  if (!status) status = pf_parallel_for(rows->blocks, threads, fill_block, &j, limits);
  if (!status) status = pf_parallel_for(n, threads, bound_row, &j, NULL);
  for (int64_t i = 0; !status && i < (int64_t)n * rows->blocks; i++)
    if (rows->most[i] > rows->longest) rows->longest = rows->most[i];
  for (int32_t t = 0; j.blocks && t < threads; t++) {
    free(j.blocks[t].rows);
    free(j.blocks[t].number);
    free(j.blocks[t].list);
  }
  free(j.blocks);
  free(j.own_exit);
  free(j.hub_exit);
  if (status) pf_label_rows_free(rows);
  return status;
}

void pf_label_rows_keep_slots(pf_label_rows *rows) {
  pf_spill_array_free(&rows->arrays[0]);
  pf_spill_array_free(&rows->arrays[1]);
  free(rows->leaving_first);
  free(rows->least);
  free(rows->most);
  rows->leaving_first = NULL;
  rows->leaving = NULL;
  rows->least = rows->most = rows->length = NULL;
}

void pf_label_rows_free(pf_label_rows *rows) {
  pf_label_rows_keep_slots(rows);
  pf_spill_array_free(&rows->arrays[2]);
  memset(rows, 0, sizeof *rows);
}
