/* hub_trees.c - grows and keeps the trees of a round.
 *
 * A tree's nodes are stored in depth-first order, so a branch is a run of nodes. All nodes of a
 * round lie in a few large blocks, which may be spilled.
 *
 * A process group grows some trees at a time and sends them to member 0. Only member 0 keeps
 * them; it counts their nodes as if it had grown them a few at a time, and tells the others how to
 * go on. So the trees of a round are the same for any number of members. */
#include "hub_trees.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "build-index/run/batches.h"

/* A round grows no more trees once they have NODES_MOST nodes, 24 bytes each, and NODES_PER_VERTEX
 * per vertex. If that isn't the first round, hubs cover too little for few trees to tell the next
 * one: the remaining vertices are ranked by betweenness in the trees of the first. */
#define NODES_MOST (INT64_C(8) << 20)
enum { NODES_PER_VERTEX = 96 };

/* Nodes allocated at a time, unless a tree has more. */
enum { NODES_AT_ONCE = 1 << 18 };

/* Trees grown before nodes are counted. */
enum { TREES_AT_ONCE = 64 };

/* Trees in a batch sent between members of a process group, one if the map has more than
 * LARGE_TREE vertices; and the most times TREES_AT_ONCE that members are told of at once. */
enum { TREES_OF_BATCH = 8, LARGE_TREE = 1 << 16, CHUNKS_MOST = 64 };

/* A vertex's place among a tree's nodes. */
typedef struct pf_hub_place {
  int32_t here, next; /* next: its next child's place */
  int32_t size;
} place;

/* ---- Trees ---- */

static pf_hub_node *take_nodes(pf_hub_trees *t, uint64_t count) {
  pf_spill_array *last = t->block_count ? &t->blocks[t->block_count - 1] : NULL;
  if (t->nodes_left < count) {
    const uint64_t nodes = count > NODES_AT_ONCE ? count : NODES_AT_ONCE;
    if (pf_grow(&t->blocks, &t->block_capacity, t->block_count + 1)) return NULL;
    last = &t->blocks[t->block_count];
    if (!pf_spill_array_make(last, t->spill, nodes * sizeof(pf_hub_node))) return NULL;
    t->block_count++;
    t->nodes_left = nodes;
  }
  pf_hub_node *nodes =
      (pf_hub_node *)last->at + (last->bytes / sizeof(pf_hub_node) - t->nodes_left);
  t->nodes_left -= count;
  return nodes;
}

static pathfan_status keep(pf_hub_trees *t, const pf_tree *tree, place *places, pf_hub_tree *out) {
  const int32_t count = tree->count;
  pthread_mutex_lock(&t->mutex);
  out->nodes = take_nodes(t, (uint64_t)count);
  pthread_mutex_unlock(&t->mutex);
  out->count = count;
  if (!out->nodes) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t k = 0; k < count; k++) places[tree->order[k]].size = 1;
  for (int32_t k = count - 1; k > 0; k--)
    places[tree->parent[tree->order[k]]].size += places[tree->order[k]].size;
  for (int32_t k = 0; k < count; k++) {
    const int32_t v = tree->order[k];
    place *own = &places[v], *parent = k ? &places[tree->parent[v]] : NULL;
    own->here = parent ? parent->next : 0;
    own->next = own->here + 1;
    if (parent) parent->next += own->size;
    assert(!parent || own->here > parent->here);
    assert(own->here + own->size <= count);
    out->nodes[own->here] =
        (pf_hub_node){v, parent ? own->here - parent->here : 0, own->size, own->size};
  }
  return PATHFAN_OK;
}

static int32_t common_divisor(int32_t a, int32_t b) {
  return b ? common_divisor(b, a % b) : a;
}

/* Returns a step near the golden section of count, and coprime to it: neighbours on the map have
 * near numbers, so any number of sources is spread over the whole map. */
static int32_t stride_of(int32_t count) {
  int32_t stride = (int32_t)(count * 0.6180339887498949);
  while (stride > 1 && common_divisor(count, stride) > 1) stride--;
  return stride > 1 ? stride : 1;
}

/* Grows tree `number` of the round. */
static pathfan_status grow_one(pf_hub_trees *t, int64_t number, int32_t thread, pf_hub_tree *out) {
  const int32_t n = t->graph->vertex_count;
  pf_tree *tree = &t->scratch[thread];
  const int64_t at = number * t->stride % t->open_count;
  assert(t->rank_of[t->open[at]] == n);
  const pathfan_status status = pf_tree_grow_near(tree, t->graph, t->open[at], t->rank_of, n);
  return status ? status : keep(t, tree, t->places + (int64_t)thread * n, out);
}

static pathfan_status grow(void *context, int64_t item, int32_t thread) {
  pf_hub_trees *t = context;
  const int64_t number = t->count + item;
  return grow_one(t, number, thread, &t->list[number]);
}

/* Returns the number of nodes after which a round grows no more trees. */
static int64_t nodes_most(int32_t n) {
  const int64_t by_vertices = (int64_t)n * NODES_PER_VERTEX;
  return by_vertices > NODES_MOST ? by_vertices : NODES_MOST;
}

int64_t pf_hub_trees_nodes(int32_t n, int32_t trees) {
  /* Counts the first round: trees of later rounds are small. */
  const int64_t first = (int64_t)trees * n, most = nodes_most(n);
  return first < most ? first : most + (int64_t)TREES_AT_ONCE * n / 2;
}

/* Grows as many trees as wanted, unless they have too many nodes. */
static pathfan_status grow_alone(pf_hub_trees *t, int32_t wanted) {
  const int64_t most = nodes_most(t->graph->vertex_count);
  int64_t nodes = 0;
  while (t->count < wanted && nodes < most) {
    const int32_t before = t->count;
    const int32_t more = wanted - before < TREES_AT_ONCE ? wanted - before : TREES_AT_ONCE;
    const pathfan_status status = pf_parallel_for(more, t->threads, grow, t, t->limits);
    t->count += more; /* on failure, too: they are dropped later */
    if (status) return status;
    for (int32_t i = before; i < t->count; i++) nodes += t->list[i].count;
  }
  return PATHFAN_OK;
}

/* ---- By a process group ---- */

/* The trees that a series of batches grows. */
typedef struct tree_batches {
  pf_hub_trees *all;
  int32_t count; /* of trees */
  int32_t each;  /* trees of each batch but the last */
} tree_batches;

/* A tree is sent as its number of nodes, then three numbers for each node. */
enum { NODE_NUMBERS = 3 };

static pathfan_status pack(const pf_hub_tree *trees, int32_t count, uint8_t **bytes,
                           uint64_t *size) {
  uint64_t numbers = 0;
  for (int32_t i = 0; i < count; i++) numbers += 1 + (uint64_t)trees[i].count * NODE_NUMBERS;
  int32_t *at = pf_alloc(numbers, sizeof *at);
  *bytes = (uint8_t *)at;
  *size = numbers * sizeof *at;
  if (!at) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) {
    *at++ = trees[i].count;
    for (int32_t k = 0; k < trees[i].count; k++) {
      *at++ = trees[i].nodes[k].vertex;
      *at++ = trees[i].nodes[k].up;
      *at++ = trees[i].nodes[k].size;
    }
  }
  return PATHFAN_OK;
}

static pathfan_status unpack(pf_hub_trees *t, const uint8_t *bytes, pf_hub_tree *trees,
                             int32_t count) {
  const int32_t *at = (const int32_t *)bytes;
  for (int32_t i = 0; i < count; i++) {
    trees[i].count = *at++;
    trees[i].nodes = take_nodes(t, (uint64_t)trees[i].count);
    if (!trees[i].nodes) return PATHFAN_ERR_NO_MEMORY;
    for (int32_t k = 0; k < trees[i].count; k++, at += NODE_NUMBERS)
      trees[i].nodes[k] = (pf_hub_node){at[0], at[1], at[2], at[2]};
  }
  return PATHFAN_OK;
}

/* Grows the trees of a batch in blocks of their own, freed once the trees are packed. */
static pathfan_status grow_batch(void *context, int64_t batch, int32_t thread, uint8_t **bytes,
                                 uint64_t *size) {
  const tree_batches *of = context;
  pf_hub_trees own = *of->all;
  pf_hub_tree trees[TREES_OF_BATCH] = {{0}};
  const int32_t first = (int32_t)batch * of->each, left = of->count - first;
  const int32_t count = left < of->each ? left : of->each;
  pathfan_status status = PATHFAN_OK;
  pthread_mutex_init(&own.mutex, NULL);
  own.spill = NULL;
  own.blocks = NULL;
  own.block_count = own.block_capacity = 0;
  own.nodes_left = 0;
  for (int32_t i = 0; i < count && !status; i++)
    status = grow_one(&own, own.count + first + i, thread, &trees[i]);
  if (!status) status = pack(trees, count, bytes, size);
  for (int32_t i = 0; i < own.block_count; i++) pf_spill_array_free(&own.blocks[i]);
  free(own.blocks);
  pthread_mutex_destroy(&own.mutex);
  return status;
}

static pathfan_status grow_chunk(pf_hub_trees *t, int32_t more) {
  const int32_t each = t->graph->vertex_count > LARGE_TREE ? 1 : TREES_OF_BATCH;
  tree_batches of = {t, more, each};
  const int64_t count = (more + each - 1) / each;
  pf_results results;
  pf_results_init(&results, NULL);
  const pf_batches batches = {&results, t->processes, t->threads};
  pathfan_status status = pf_results_expect(&results, PF_RESULT_TREES, count);
  if (!status)
    status = pf_batches_find(&batches, PF_RESULT_TREES, count, grow_batch, &of, t->limits);
  for (int64_t b = 0; b < count && !status && !t->processes->member; b++) {
    const int32_t first = (int32_t)b * each, left = more - first;
    status = unpack(t, pf_results_get(&results, PF_RESULT_TREES, b).bytes,
                    t->list + t->count + first, left < each ? left : each);
  }
  pf_results_close(&results, true);
  return status;
}

/* Returns how many trees come next: as many as grow_alone grows at once, or many times that if they
 * are small. 0: none. */
static int32_t next_chunk(const pf_hub_trees *t, int32_t wanted, int64_t nodes, int64_t most) {
  const int32_t left = wanted - t->count;
  if (nodes >= most) return 0;
  const int64_t each = t->count ? nodes / t->count + 1 : most;
  int64_t chunks = (most - nodes) / 4 / (each * TREES_AT_ONCE);
  if (chunks > CHUNKS_MOST) chunks = CHUNKS_MOST;
  const int64_t more = chunks > 1 ? chunks * TREES_AT_ONCE : TREES_AT_ONCE;
  return (int32_t)(more < left ? more : left);
}

/* Grows the same trees as grow_alone. Member 0 counts nodes and tells the others how to go on. */
static pathfan_status grow_by_processes(pf_hub_trees *t, int32_t wanted) {
  const int64_t most = nodes_most(t->graph->vertex_count);
  int64_t nodes = 0;
  for (;;) {
    int32_t more = next_chunk(t, wanted, nodes, most);
    pathfan_status status = t->processes->tell(t->processes->context, &more, sizeof more);
    if (status || !more) return status;
    status = grow_chunk(t, more);
    if (status) return status;
    const int32_t end = t->count + more;
    if (t->processes->member) t->count = end;
    while (t->count < end && nodes < most) { /* as if they had come one chunk at a time */
      const int32_t left = end - t->count;
      const int32_t chunk_end = t->count + (left < TREES_AT_ONCE ? left : TREES_AT_ONCE);
      while (t->count < chunk_end) nodes += t->list[t->count++].count;
    }
    if (!t->processes->member && end > t->count)
      memset(t->list + t->count, 0, (size_t)(end - t->count) * sizeof *t->list);
  }
}

/* ---- A round ---- */

void pf_hub_trees_begin(pf_hub_trees *t) {
  assert(!t->count); /* the last round is dropped */
  t->open_count = 0;
  for (int32_t v = 0; v < t->graph->vertex_count; v++)
    if (t->rank_of[v] == t->graph->vertex_count) t->open[t->open_count++] = v;
  t->stride = stride_of(t->open_count);
}

pathfan_status pf_hub_trees_grow(pf_hub_trees *t, int32_t wanted) {
  assert(t->stride); /* a round has begun */
  assert(wanted <= t->open_count);
  return t->processes ? grow_by_processes(t, wanted) : grow_alone(t, wanted);
}

void pf_hub_trees_drop(pf_hub_trees *t) {
  for (int32_t i = 0; i < t->block_count; i++) pf_spill_array_free(&t->blocks[i]);
  t->block_count = 0;
  t->nodes_left = 0;
  if (t->count) memset(t->list, 0, (size_t)t->count * sizeof *t->list);
  t->count = 0;
}

pathfan_status pf_hub_trees_init(pf_hub_trees *t) {
  const uint64_t n = (uint64_t)t->graph->vertex_count;
  pthread_mutex_init(&t->mutex, NULL);
  t->open = pf_alloc(n, sizeof *t->open);
  t->places = pf_alloc((uint64_t)t->threads * n, sizeof *t->places);
  t->list = pf_alloc_zero(n, sizeof *t->list);
  return t->open && t->places && t->list ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

void pf_hub_trees_free(pf_hub_trees *t) {
  pf_hub_trees_drop(t);
  free(t->open);
  free(t->places);
  free(t->list);
  free(t->blocks);
  pthread_mutex_destroy(&t->mutex);
}
