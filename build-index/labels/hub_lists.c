/* hub_lists.c - finds the lists of all hubs, and reads them.
 *
 * Grows one tree per vertex u, now that ranks are known, as far as no vertex of higher rank is on
 * the way: every vertex reached gets a label for u or, if the path is straight, sees u (paper,
 * section 4.1.1).
 *
 * Labels take more memory than all else in a build. So a list is packed, ten bytes a label instead
 * of sixteen: the difference from the vertex before, the difference to the next vertex, both mostly
 * small since neighbours have near numbers, and the length. A batch begins with the places of its
 * hubs' lists, in bytes from its start, two for each hub and the end. */
#include "hub_lists.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "format/layout.h"
#include "graph/grove.h"

/* Hubs of a batch: many batches spread evenly over threads, few need little bookkeeping. */
enum { BATCH = 64 };

/* The most bytes of a label, and of a vertex that sees the hub. */
enum { LABEL_BYTES = 5 + 5 + 10, SEEN_BYTES = 5 };

/* Trees grown to estimate how far trees of near vertices reach. */
enum { TREES_ASKED = 16 };

typedef struct worker {
  bool *is_straight; /* [Size: n] whether the path from the source to a near vertex is straight */
  pf_hub_label *labels; /* [Size: n] */
  int32_t *seen;        /* [Size: n] */
  uint8_t *bytes;       /* of a batch, coded */
  uint64_t size, capacity;
  pf_grove grove;
} worker;

typedef struct lists_job {
  const pf_graph *graph;
  pf_tree *trees;
  const int32_t *rank_of;
  worker *workers;
} lists_job;

/* ---- Packing ---- */

static uint32_t to_unsigned(int32_t x) {
  return (uint32_t)x << 1 ^ (uint32_t)(x >> 31);
}

static int32_t to_signed(uint32_t x) {
  return (int32_t)(x >> 1) ^ -(int32_t)(x & 1);
}

static int put_length(uint8_t *at, int64_t length) {
  uint64_t value = (uint64_t)length;
  int count = 0;
  for (; value >= 128; value >>= 7) at[count++] = (uint8_t)(value | 128);
  at[count++] = (uint8_t)value;
  return count;
}

/* Reads a number from bytes that this process made or whose digest was right. */
static uint64_t get_long(const uint8_t **at) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const uint8_t byte = *(*at)++;
    value |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

static bool make_room(worker *w, uint64_t more) {
  return !pf_grow(&w->bytes, &w->capacity, w->size + more);
}

static void note_place(worker *w, int64_t number) {
  const uint32_t at = (uint32_t)w->size;
  memcpy(w->bytes + number * (int64_t)sizeof at, &at, sizeof at);
}

static void put_labels(worker *w, int32_t count) {
  int32_t before = 0;
  w->size += (uint64_t)pf_varint_put(w->bytes + w->size, (uint32_t)count);
  for (int32_t i = 0; i < count; before = w->labels[i++].vertex) {
    const pf_hub_label *l = &w->labels[i];
    assert(i ? l->vertex > before : l->vertex >= 0); /* ascending */
    assert(l->length >= 0);
    w->size += (uint64_t)pf_varint_put(w->bytes + w->size, (uint32_t)(l->vertex - before));
    w->size += (uint64_t)pf_varint_put(w->bytes + w->size, to_unsigned(l->next - l->vertex));
    w->size += (uint64_t)put_length(w->bytes + w->size, l->length);
  }
}

static void put_seen(worker *w, int32_t count) {
  int32_t before = 0;
  for (int32_t i = 1; i < count; i++) assert(w->seen[i] > w->seen[i - 1]);
  w->size += (uint64_t)pf_varint_put(w->bytes + w->size, (uint32_t)count);
  for (int32_t i = 0; i < count; before = w->seen[i++])
    w->size += (uint64_t)pf_varint_put(w->bytes + w->size, (uint32_t)(w->seen[i] - before));
}

/* ---- Finding ---- */

static int by_vertex(const void *a, const void *b) {
  return ((const pf_hub_label *)a)->vertex - ((const pf_hub_label *)b)->vertex;
}

/* Sorts the vertices that a tree of near vertices has reached; touches no others, since there are
 * many trees. */
static void sort_out(const pf_graph *graph, const pf_tree *tree, worker *w, int32_t *labels,
                     int32_t *seen) {
  const int32_t u = tree->source;
  *labels = *seen = 0;
  for (int32_t k = 1; k < tree->count; k++) {
    const int32_t v = tree->order[k], parent = tree->parent[v];
    w->is_straight[v] = parent == u || (w->is_straight[parent] &&
                                        pf_cross(pf_from_to(graph->at[u], graph->at[parent]),
                                                 pf_from_to(graph->at[u], graph->at[v])) == 0);
    if (w->is_straight[v])
      w->seen[(*seen)++] = v;
    else
      w->labels[(*labels)++] = (pf_hub_label){tree->length[v], v, parent};
  }
  if (*labels) qsort(w->labels, (size_t)*labels, sizeof *w->labels, by_vertex);
  if (*seen) qsort(w->seen, (size_t)*seen, sizeof *w->seen, pf_by_number);
}

static int32_t batch_size(int32_t n, int64_t batch) {
  const int64_t left = n - batch * BATCH;
  assert(left > 0);
  return (int32_t)(left < BATCH ? left : BATCH);
}

/* Grows the tree of hub number i of a batch, together with those of the next ones. */
static pathfan_status grow_next(const lists_job *job, worker *w, pf_tree *tree, int32_t first,
                                int32_t i, int32_t count) {
  const int32_t number = i % PF_GROVE_TREES, u = first + i;
  if (!number) {
    int32_t sources[PF_GROVE_TREES], source_count = 0;
    for (; source_count < PF_GROVE_TREES && i + source_count < count; source_count++)
      sources[source_count] = u + source_count;
    const pathfan_status status = pf_grove_grow(&w->grove, sources, source_count);
    if (status) return status;
  }
  return pf_grove_take_near(&w->grove, number, job->rank_of, job->rank_of[u], tree);
}

static pathfan_status find_batch(void *context, int64_t batch, int32_t thread, uint8_t **bytes,
                                 uint64_t *size) {
  const lists_job *job = context;
  worker *w = &job->workers[thread];
  pf_tree *tree = &job->trees[thread];
  const int32_t first = (int32_t)(batch * BATCH);
  const int32_t count = batch_size(job->graph->vertex_count, batch);
  w->size = 0;
  const uint64_t places = (2 * (uint64_t)count + 1) * sizeof(uint32_t);
  if (!make_room(w, places)) return PATHFAN_ERR_NO_MEMORY;
  w->size = places;
  for (int32_t i = 0; i < count; i++) {
    int32_t labels, seen;
    const pathfan_status status = grow_next(job, w, tree, first, i, count);
    if (status) return status;
    sort_out(job->graph, tree, w, &labels, &seen);
    if (!make_room(w, (uint64_t)labels * LABEL_BYTES + (uint64_t)seen * SEEN_BYTES + 16))
      return PATHFAN_ERR_NO_MEMORY;
    note_place(w, 2 * (int64_t)i);
    put_labels(w, labels);
    note_place(w, 2 * (int64_t)i + 1);
    put_seen(w, seen);
    if (w->size > UINT32_MAX) return PATHFAN_ERR_LIMIT;
  }
  note_place(w, 2 * (int64_t)count);
  *bytes = pf_alloc(w->size, 1);
  *size = w->size;
  if (!*bytes) return PATHFAN_ERR_NO_MEMORY;
  memcpy(*bytes, w->bytes, w->size);
  return PATHFAN_OK;
}

int64_t pf_hub_lists_batches(int32_t vertex_count) {
  return ((int64_t)vertex_count + BATCH - 1) / BATCH;
}

/* Whether trees of near vertices reach so much that growing whole ones side by side takes less
 * time; estimated from a few trees. */
static pathfan_status ask_trees(const lists_job *job, bool *side_by_side) {
  const int32_t n = job->graph->vertex_count;
  int64_t reached = 0;
  *side_by_side = false;
  if (!pf_grove_pays(job->graph)) return PATHFAN_OK;
  for (int32_t i = 0; i < TREES_ASKED; i++) {
    const int32_t u = (int32_t)((2 * i + 1) * (int64_t)n / (2 * TREES_ASKED));
    const pathfan_status status =
        pf_tree_grow_near(&job->trees[0], job->graph, u, job->rank_of, job->rank_of[u]);
    if (status) return status;
    reached += job->trees[0].reached_count;
  }
  *side_by_side = reached * 2 > (int64_t)n * TREES_ASKED;
  return PATHFAN_OK;
}

static pathfan_status worker_init(worker *w, const pf_graph *graph, bool side_by_side) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  w->is_straight = pf_alloc(n, sizeof *w->is_straight);
  w->labels = pf_alloc(n, sizeof *w->labels);
  w->seen = pf_alloc(n, sizeof *w->seen);
  if (!w->is_straight || !w->labels || !w->seen) return PATHFAN_ERR_NO_MEMORY;
  return pf_grove_init(&w->grove, graph, side_by_side);
}

pathfan_status pf_hub_lists_find(const pf_graph *graph, pf_tree *trees, const int32_t *rank_of,
                                 const pf_batches *batches, pf_hub_lists *lists,
                                 const pf_limits *limits) {
  lists_job job = {graph, trees, rank_of, NULL};
  bool side_by_side;
  const int32_t threads = batches->threads;
  pathfan_status status = PATHFAN_OK;
  *lists = (pf_hub_lists){batches->results};
  job.workers = pf_alloc_zero((uint64_t)threads, sizeof *job.workers);
  if (!job.workers) return PATHFAN_ERR_NO_MEMORY;
  status = ask_trees(&job, &side_by_side);
  for (int32_t t = 0; t < threads && !status; t++)
    status = worker_init(&job.workers[t], graph, side_by_side);
  if (!status)
    status = pf_batches_find(batches, PF_RESULT_LABELS, pf_hub_lists_batches(graph->vertex_count),
                             find_batch, &job, limits);
  for (int32_t t = 0; t < threads; t++) {
    free(job.workers[t].is_straight);
    free(job.workers[t].labels);
    free(job.workers[t].seen);
    free(job.workers[t].bytes);
    pf_grove_free(&job.workers[t].grove);
  }
  free(job.workers);
  return status;
}

/* ---- Reading ---- */

/* Starts reading a list of a hub: list 0 has its labels, list 1 the vertices that see it. */
static pf_hub_reader begin(const pf_hub_lists *lists, int32_t hub, int list) {
  const pf_result r = pf_results_get(lists->results, PF_RESULT_LABELS, hub / BATCH);
  uint32_t place;
  assert(r.is_there && r.bytes);
  memcpy(&place, r.bytes + (2 * (hub % BATCH) + list) * (int64_t)sizeof place, sizeof place);
  pf_hub_reader read = {.at = r.bytes + place};
  read.left = (int32_t)get_long(&read.at);
  return read;
}

pf_hub_reader pf_hub_labels(const pf_hub_lists *lists, int32_t hub) {
  return begin(lists, hub, 0);
}

pf_hub_reader pf_hub_viewers(const pf_hub_lists *lists, int32_t hub) {
  return begin(lists, hub, 1);
}

int32_t pf_hub_peek(const pf_hub_reader *read) {
  const uint8_t *at = read->at;
  return read->left ? read->vertex + (int32_t)get_long(&at) : INT32_MAX;
}

bool pf_hub_next_label(pf_hub_reader *read, pf_hub_label *label) {
  if (!read->left) return false;
  read->left--;
  label->vertex = read->vertex += (int32_t)get_long(&read->at);
  label->next = label->vertex + to_signed((uint32_t)get_long(&read->at));
  label->length = (int64_t)get_long(&read->at);
  return true;
}

bool pf_hub_next_viewer(pf_hub_reader *read, int32_t *vertex) {
  if (!read->left) return false;
  read->left--;
  *vertex = read->vertex += (int32_t)get_long(&read->at);
  return true;
}
