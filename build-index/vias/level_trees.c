/* level_trees.c - the trees that the pairs of a level need, a turn at a time.
 *
 * Nodes are taken in their order, which keeps neighbours together, as many at a time as there is
 * memory for the trees of their partners: a turn. Trees that the next turn also needs are kept,
 * others are grown again when needed. Neighbours' trees are grown side by side (grove.h), a grove
 * by one thread. */
#include "level_trees.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

/* Bytes of trees kept at a time. */
#define TREE_BYTES_LEAST (UINT64_C(64) << 20)
#define TREE_BYTES_PER_VERTEX 1000

/* About how many nodes a node's trees reach across, until some have been grown. */
#define NODES_REACHED 200

/* Returns the number of groves that so many trees make. */
static int64_t groups(int64_t trees) {
  return (trees + PF_GROVE_TREES - 1) / PF_GROVE_TREES;
}

/* ---- Samples ---- */

/* Returns how many nodes a group has: one for each tree of a grove. */
static int32_t nodes_beside(const pf_level_trees *t, int64_t group) {
  const int64_t left = t->begin - group * PF_GROVE_TREES;
  return (int32_t)(left < PF_GROVE_TREES ? left : PF_GROVE_TREES);
}

/* Chooses one more sample of each node; the last samples need no trees. */
static pathfan_status choose_next(pf_level_trees *t, pf_sampling *areas, int64_t group,
                                  int32_t nodes, int32_t number, int32_t thread) {
  int32_t sources[PF_GROVE_TREES], of[PF_GROVE_TREES], count = 0;
  pf_tree_goal goals[PF_GROVE_TREES];
  for (int32_t k = 0; k < nodes; k++) {
    const int64_t item = group * PF_GROVE_TREES + k;
    const int32_t v = pf_sampling_next(&areas[k]);
    t->samples[item * PF_LEVEL_SAMPLES + number] = v;
    if (v < 0 || number == PF_LEVEL_SAMPLES - 1) continue;
    goals[count] =
        (pf_tree_goal){.targets = areas[k].vertices, .count = areas[k].vertex_count, .factor = 1};
    of[count] = k;
    sources[count++] = v;
  }
  if (!count) return PATHFAN_OK;
  pathfan_status status = pf_grove_grow_to(&t->groves[thread], sources, goals, count);
  for (int32_t i = 0; i < count && !status; i++) {
    status = pf_grove_take_to(&t->groves[thread], i, &t->trees[thread]);
    if (!status) pf_sampling_add(&areas[of[i]], &t->trees[thread]);
  }
  return status;
}

static pathfan_status choose_samples(void *context, int64_t group, int32_t thread) {
  pf_level_trees *t = context;
  const int32_t nodes = nodes_beside(t, group);
  pf_sampling areas[PF_GROVE_TREES] = {{0}};
  pathfan_status status = PATHFAN_OK;
  for (int32_t k = 0; k < nodes && !status; k++) {
    const int32_t node = t->begin + (int32_t)group * PF_GROVE_TREES + k;
    const pf_region_span span = pf_region_span_of(t->regions, node);
    const int32_t begin = t->regions->first[span.begin], end = t->regions->first[span.end];
    status = pf_sampling_begin(&areas[k], &t->sampler, t->regions->list + begin, end - begin);
  }
  for (int32_t i = 0; i < PF_LEVEL_SAMPLES && !status; i++)
    status = choose_next(t, areas, group, nodes, i, thread);
  for (int32_t k = 0; k < nodes; k++) pf_sampling_end(&areas[k]);
  return status;
}

/* ---- Trees ---- */

static pathfan_status list_users(pf_level_trees *t) {
  const uint32_t first = pf_level_pairs_begin(t, 0), end = pf_level_pairs_end(t, t->begin - 1);
  memset(t->users_first, 0, ((size_t)t->begin + 1) * sizeof *t->users_first);
  uint32_t *users = pf_resize(t->users, end - first, sizeof *users);
  if (!users) return PATHFAN_ERR_NO_MEMORY;
  t->users = users;
  for (uint32_t pair = first; pair < end; pair++) t->users_first[pf_level_partner(t, pair)]++;
  for (int32_t i = 0; i < t->begin; i++) t->users_first[i + 1] += t->users_first[i];
  for (int32_t i = t->begin - 1; i >= 0; i--)
    for (uint32_t pair = pf_level_pairs_end(t, i); pair-- > pf_level_pairs_begin(t, i);)
      users[--t->users_first[pf_level_partner(t, pair)]] = (uint32_t)i;
  return PATHFAN_OK;
}

/* Adds the samples of a node that lie in a component. */
static void add_targets(const pf_level_trees *t, int32_t item, int32_t component, int32_t *targets,
                        int32_t *count) {
  for (int32_t i = 0; i < PF_LEVEL_SAMPLES; i++) {
    const int32_t v = t->samples[(int64_t)item * PF_LEVEL_SAMPLES + i];
    if (v >= 0 && t->graph->component[v] == component) targets[(*count)++] = v;
  }
}

/* Lists the targets of a node's trees: the samples of its partners. */
static pathfan_status aim(const pf_level_trees *t, int32_t item, int32_t **list,
                          pf_tree_goal *goal) {
  const uint32_t begin = pf_level_pairs_begin(t, item), end = pf_level_pairs_end(t, item);
  const uint32_t of_users = t->users_first[item], users_end = t->users_first[item + 1];
  int32_t *targets = *list = pf_alloc(
      ((uint64_t)(end - begin) + users_end - of_users) * PF_LEVEL_SAMPLES, sizeof *targets);
  if (!targets) return PATHFAN_ERR_NO_MEMORY;
  const int32_t component = t->graph->component[t->samples[(int64_t)item * PF_LEVEL_SAMPLES]];
  *goal = (pf_tree_goal){.targets = targets};
  for (uint32_t pair = begin; pair < end; pair++)
    add_targets(t, pf_level_partner(t, pair), component, targets, &goal->count);
  for (uint32_t i = of_users; i < users_end; i++)
    add_targets(t, (int32_t)t->users[i], component, targets, &goal->count);
  return PATHFAN_OK;
}

/* Grows the trees of a grove. */
static pathfan_status grow(void *context, int64_t group, int32_t thread) {
  pf_level_trees *t = context;
  const int64_t first = group * PF_GROVE_TREES;
  const int64_t left = t->wanted_count - first;
  const int32_t count = (int32_t)(left < PF_GROVE_TREES ? left : PF_GROVE_TREES);
  int32_t sources[PF_GROVE_TREES], *targets[PF_GROVE_TREES] = {NULL};
  pf_near_tree *nears[PF_GROVE_TREES];
  pf_tree_goal goals[PF_GROVE_TREES];
  pathfan_status status = PATHFAN_OK;
  for (int32_t k = 0; k < count && !status; k++) {
    const int32_t number = t->wanted[first + k], item = number / PF_LEVEL_SAMPLES;
    sources[k] = t->samples[number];
    assert(sources[k] >= 0);
    nears[k] = &t->nears[number];
    if (k && t->wanted[first + k - 1] / PF_LEVEL_SAMPLES == item)
      goals[k] = goals[k - 1];
    else
      status = aim(t, item, &targets[k], &goals[k]);
  }
  if (!status)
    status =
        pf_near_trees_grow(nears, &t->groves[thread], &t->trees[thread], sources, goals, count);
  for (int32_t k = 0; k < count; k++) free(targets[k]);
  return status;
}

static void drop(pf_level_trees *t, int32_t item) {
  for (int32_t i = 0; i < PF_LEVEL_SAMPLES; i++)
    pf_near_tree_free(&t->nears[(int64_t)item * PF_LEVEL_SAMPLES + i]);
}

/* ---- Turns ---- */

static void want(pf_level_trees *t, int32_t item, int64_t *nodes) {
  *nodes += t->turn_of[item] != t->turn;
  t->turn_of[item] = t->turn;
}

/* Counts the nodes needed for the pairs of one node that the turn doesn't have yet. */
static int64_t needed_by(const pf_level_trees *t, int32_t item) {
  int64_t nodes = t->turn_of[item] != t->turn;
  for (uint32_t pair = pf_level_pairs_begin(t, item); pair < pf_level_pairs_end(t, item); pair++)
    nodes += pf_level_partner(t, pair) != item && t->turn_of[pf_level_partner(t, pair)] != t->turn;
  return nodes;
}

int32_t pf_level_trees_choose(pf_level_trees *t, int32_t first, int32_t end) {
  assert(t->begin); /* a level has begun */
  assert(first <= end && end <= t->begin);
  const int64_t n = t->graph->vertex_count, across = NODES_REACHED * n / t->begin;
  const int64_t guess = (across < n ? across : n) * PF_LEVEL_SAMPLES * 12;
  const int64_t each = t->kept_nodes ? t->kept / t->kept_nodes : guess;
  int64_t nodes = 0;
  int32_t item = first;
  t->turn++;
  for (; item < end; item++) {
    if (pf_level_pairs_begin(t, item) == pf_level_pairs_end(t, item)) continue;
    if (nodes && (uint64_t)((nodes + needed_by(t, item)) * each) > t->bytes) break;
    want(t, item, &nodes);
    for (uint32_t pair = pf_level_pairs_begin(t, item); pair < pf_level_pairs_end(t, item); pair++)
      want(t, pf_level_partner(t, pair), &nodes);
  }
  return item;
}

/* Drops trees that this turn doesn't need, and lists those it needs that are missing. Returns the
 * number of nodes they belong to. */
static int32_t turn_over(pf_level_trees *t) {
  int32_t nodes = 0;
  t->wanted_count = 0;
  for (int32_t item = 0; item < t->begin; item++) {
    const int32_t first = item * PF_LEVEL_SAMPLES;
    if (t->turn_of[item] != t->turn) drop(t, item);
    if (t->turn_of[item] != t->turn || t->nears[first].list) continue;
    for (int32_t i = first; i < first + PF_LEVEL_SAMPLES && t->samples[i] >= 0; i++)
      t->wanted[t->wanted_count++] = i;
    nodes++;
  }
  return nodes;
}

pathfan_status pf_level_trees_grow(pf_level_trees *t) {
  assert(t->turn); /* a turn is chosen */
  const int32_t nodes = turn_over(t);
  const pathfan_status status =
      pf_parallel_for(groups(t->wanted_count), t->threads, grow, t, t->limits);
  if (status) return status;
  for (int32_t i = 0; i < t->wanted_count; i++)
    t->kept += t->nears[t->wanted[i]].count * (int64_t)sizeof(pf_near_vertex);
  t->kept_nodes += nodes;
  return PATHFAN_OK;
}

/* ---- Levels ---- */

static void drop_all(pf_level_trees *t) {
  for (int32_t item = 0; item < t->begin; item++) drop(t, item);
}

pathfan_status pf_level_trees_begin(pf_level_trees *t, int32_t level) {
  drop_all(t);
  t->begin = INT32_C(1) << level;
  assert(t->begin <= t->regions->count);
  t->kept = t->kept_nodes = 0;
  t->turn = 0;
  memset(t->turn_of, 0, (size_t)t->begin * sizeof *t->turn_of);
  const pathfan_status status =
      pf_parallel_for(groups(t->begin), t->threads, choose_samples, t, t->limits);
  return status ? status : list_users(t);
}

uint64_t pf_level_trees_usual_bytes(int32_t n) {
  const uint64_t bytes = (uint64_t)n * TREE_BYTES_PER_VERTEX;
  return bytes > TREE_BYTES_LEAST ? bytes : TREE_BYTES_LEAST;
}

pathfan_status pf_level_trees_init(pf_level_trees *t, const pf_graph *graph, const int32_t *rank_of,
                                   bool side_by_side) {
  const uint64_t regions = (uint64_t)t->regions->count;
  t->graph = graph;
  if (!t->bytes) t->bytes = pf_level_trees_usual_bytes(graph->vertex_count);
  t->samples = pf_alloc(regions * PF_LEVEL_SAMPLES, sizeof *t->samples);
  t->nears = pf_alloc_zero(regions * PF_LEVEL_SAMPLES, sizeof *t->nears);
  t->users_first = pf_alloc(regions + 1, sizeof *t->users_first);
  t->turn_of = pf_alloc(regions, sizeof *t->turn_of);
  t->wanted = pf_alloc(regions * PF_LEVEL_SAMPLES, sizeof *t->wanted);
  t->groves = pf_alloc_zero((uint64_t)t->threads, sizeof *t->groves);
  if (!t->samples || !t->nears || !t->users_first || !t->turn_of || !t->wanted || !t->groves)
    return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = pf_sampler_init(&t->sampler, graph, rank_of);
  t->sampler.one_component = true; /* a node's trees have the same targets */
  for (int32_t i = 0; i < t->threads && !status; i++)
    status = pf_grove_init(&t->groves[i], graph, side_by_side);
  return status;
}

void pf_level_trees_free(pf_level_trees *t) {
  for (int32_t i = 0; t->groves && i < t->threads; i++) pf_grove_free(&t->groves[i]);
  if (t->nears) drop_all(t);
  pf_sampler_free(&t->sampler);
  free(t->samples);
  free(t->nears);
  free(t->groves);
  free(t->users_first);
  free(t->users);
  free(t->turn_of);
  free(t->wanted);
  memset(t, 0, sizeof *t);
}
