/* via_levels.c - finds via sets of pairs of nodes, level by level.
 *
 * The nearer the nodes of a pair, the smaller they are, and the less of the map lies between them.
 * So each level costs about the same, all together some log n times as much as one, where a set for
 * each pair of regions costs n times as much.
 *
 * On each level the samples of all nodes are chosen first. Then nodes are taken in turns, as many
 * at a time as there is memory for the trees of their partners (level_trees.h).
 *
 * For a node's pairs only the vertices that its own trees reach count. They get numbers of their
 * own, in the order of the old ones, so that the work for a pair depends on their number.
 *
 * A part of a level is a batch (batches.h). All threads work on it together, since they share the
 * trees. The next part is mostly beside it, and needs many of the same trees. */
#include "via_levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "format/layout.h"
#include "level_trees.h"
#include "via_set.h"

/* Boxes are apart if the gap is at least so many eighths of their longest side. */
#define APART 8

/* Memory of a thread, including that for different.h. */
#define BENCH_BYTES_PER_VERTEX 225

/* The memory of a thread that finds the sets of a node. */
typedef struct bench {
  int32_t *local_of; /* [Size: n] -1: not among the m vertices */
  int32_t *number_of;
  pf_lattice_point *at;
  int32_t *rank_of;     /* [Size: m], as the two before: vertices that the node's trees reach */
  uint64_t *is_reached; /* [Size: n / 64 + 1] */
  uint32_t *lengths[2],
      *arrivals[2]; /* [Size: LEVEL_SAMPLES * n] trees of the node and of a partner */
  int32_t m;
  pf_different different;
} bench;

typedef struct node_sets {
  int32_t *vias;
  uint32_t count;
} node_sets;

/* The pairs of a part of a level, with their sets. Its result is the size of each pair's set, how
 * many of each lead, and then all via nodes. */
typedef struct part {
  int32_t first, end;  /* nodes, relative to the level's `begin` */
  uint32_t first_pair; /* of the first node */
  uint64_t pair_count;
  uint8_t *size, *leading; /* [Size: pair_count] */
  node_sets *sets;         /* [Size: end - first] */
} part;

typedef struct via_levels_job {
  const pf_graph *graph;
  const pf_regions *regions;
  const pf_region_pairs *pairs;
  const int32_t *rank_of; /* [Size: n] */
  pf_level_trees trees;
  bench *benches; /* [Size: threads] */
  int32_t threads;

  part part;             /* the current one */
  int32_t first_of_turn; /* first of its nodes */
  int64_t told;          /* finished parts */
  const pf_limits *limits;
  pf_limits within_part; /* reports no progress */
} via_levels_job;

static bool tell(void *context, int64_t parts) {
  via_levels_job *job = context;
  job->told = parts;
  return !pf_limits_done(job->limits, parts);
}

/* Asks within a part whether to go on; reports no progress. */
static bool ask(void *context, int64_t items) {
  via_levels_job *job = context;
  (void)items;
  return tell(job, job->told);
}

/* ---- Sets ---- */

/* Numbers the vertices that the trees of a node reach. */
static void begin_node(const via_levels_job *job, bench *b, const pf_near_tree *nears) {
  const int32_t words = job->graph->vertex_count / 64 + 1;
  for (int32_t i = 0; i < PF_LEVEL_SAMPLES; i++)
    for (int32_t k = 0; k < nears[i].count; k++) {
      const uint32_t v = nears[i].list[k].vertex;
      b->is_reached[v / 64] |= UINT64_C(1) << v % 64;
    }
  b->m = 0;
  for (int32_t word = 0; word < words; word++)
    for (uint64_t bits = b->is_reached[word]; bits; bits &= bits - 1) {
      const int32_t v = word * 64 + pf_lowest_bit(bits);
      b->local_of[v] = b->m;
      b->number_of[b->m] = v;
      b->at[b->m] = job->graph->at[v];
      b->rank_of[b->m++] = job->rank_of[v];
    }
  pf_different_among(&b->different, b->m, b->at, b->rank_of);
}

static void end_node(bench *b) {
  for (int32_t i = 0; i < b->m; i++) {
    b->is_reached[b->number_of[i] / 64] = 0;
    b->local_of[b->number_of[i]] = -1;
  }
}

/* Makes flat trees of a node's trees, as far as `reach`; which: 0 for the node whose pairs are
 * evaluated, 1 for a partner. */
static pf_sampled put_trees(const via_levels_job *job, bench *b, int which, int32_t item,
                            uint32_t reach) {
  pf_sampled sampled = {0};
  for (int32_t i = 0; i < PF_LEVEL_SAMPLES; i++) {
    const int64_t at = (int64_t)item * PF_LEVEL_SAMPLES + i;
    const int32_t v = job->trees.samples[at];
    if (v < 0 || b->local_of[v] < 0) continue;
    uint32_t *length = b->lengths[which] + (int64_t)i * b->m;
    uint32_t *arrival = b->arrivals[which] + (int64_t)i * b->m;
    pf_near_tree_put(&job->trees.nears[at], reach, b->local_of, b->m, length, arrival);
    sampled.tree[sampled.count] = (pf_flat_tree){length, arrival};
    sampled.vertex[sampled.count++] = b->local_of[v];
  }
  return sampled;
}

/* Returns the greatest distance from the sources of the trees in `from` to samples of a node. */
static uint32_t farthest(const via_levels_job *job, const bench *b, const pf_sampled *from,
                         int32_t item) {
  uint32_t most = 0;
  for (int32_t i = 0; i < PF_LEVEL_SAMPLES; i++) {
    const int32_t v = job->trees.samples[(int64_t)item * PF_LEVEL_SAMPLES + i];
    for (int32_t k = 0; k < from->count && v >= 0 && b->local_of[v] >= 0; k++) {
      const uint32_t length = from->tree[k].length[b->local_of[v]];
      if (length != PF_FLAT_FAR && length > most) most = length;
    }
  }
  return most;
}

static pf_via_set find(const via_levels_job *job, bench *b, const pf_sampled *from, int32_t item,
                       int32_t other) {
  if (item == other) {
    const pf_region_span span = pf_region_span_of(job->regions, job->trees.begin + item);
    const int32_t *first = job->regions->first;
    return pf_via_set_find(&b->different, from, from, job->regions->list + first[span.begin],
                           first[span.end] - first[span.begin], b->number_of);
  }
  const uint32_t most = farthest(job, b, from, other);
  const pf_sampled to = most ? put_trees(job, b, 1, other, pf_near_reach(most)) : (pf_sampled){0};
  return pf_via_set_find(&b->different, from, &to, NULL, 0, b->number_of);
}

/* Finds the sets of all pairs of a node. */
static pathfan_status pair_up(void *context, int64_t index, int32_t thread) {
  via_levels_job *job = context;
  const int32_t item = job->first_of_turn + (int32_t)index;
  const uint32_t begin = pf_level_pairs_begin(&job->trees, item),
                 end = pf_level_pairs_end(&job->trees, item);
  bench *b = &job->benches[thread];
  const part *p = &job->part;
  node_sets *sets = &p->sets[item - p->first];
  if (begin == end) return PATHFAN_OK;
  int32_t *vias = pf_alloc((uint64_t)(end - begin) * PF_VIAS_MOST, sizeof *vias);
  if (!vias) return PATHFAN_ERR_NO_MEMORY;
  begin_node(job, b, &job->trees.nears[(int64_t)item * PF_LEVEL_SAMPLES]);
  const pf_sampled from = put_trees(job, b, 0, item, PF_FLAT_FAR - 1);
  for (uint32_t pair = begin; pair < end; pair++) {
    const pf_via_set set = find(job, b, &from, item, pf_level_partner(&job->trees, pair));
    p->size[pair - p->first_pair] = (uint8_t)set.size;
    p->leading[pair - p->first_pair] = (uint8_t)set.leading;
    memcpy(vias + sets->count, set.vias, (size_t)set.size * sizeof *vias);
    sets->count += (uint32_t)set.size;
  }
  end_node(b);
  int32_t *kept = pf_resize(vias, sets->count, sizeof *vias);
  sets->vias = kept ? kept : vias;
  return PATHFAN_OK;
}

static pathfan_status run_turn(via_levels_job *job, int32_t end) {
  const pathfan_status status = pf_level_trees_grow(&job->trees);
  return status ? status
                : pf_parallel_for(end - job->first_of_turn, job->threads, pair_up, job,
                                  &job->within_part);
}

/* ---- Parts of levels ---- */

/* log2 of the number of parts of a level; one part for each node if these are fewer. */
#define PART_LEVELS 4

static int32_t parts_of(int32_t level) {
  return INT32_C(1) << (level < PART_LEVELS ? level : PART_LEVELS);
}

static int64_t parts_before(int32_t level) {
  int64_t count = 0;
  for (int32_t i = 0; i < level; i++) count += parts_of(i);
  return count;
}

static pathfan_status begin_part(via_levels_job *job, int32_t level, int32_t number) {
  const int32_t begin = INT32_C(1) << level, nodes = begin / parts_of(level);
  part *p = &job->part;
  *p = (part){.first = number * nodes, .end = (number + 1) * nodes};
  p->first_pair = job->pairs->first[begin + p->first];
  p->pair_count = job->pairs->first[begin + p->end] - p->first_pair;
  if (p->pair_count && job->trees.begin != begin) {
    const pathfan_status status = pf_level_trees_begin(&job->trees, level);
    if (status) return status;
  }
  p->size = pf_alloc(p->pair_count, 1);
  p->leading = pf_alloc(p->pair_count, 1);
  p->sets = pf_alloc_zero((uint64_t)nodes, sizeof *p->sets);
  return p->size && p->leading && p->sets ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

static pathfan_status pack(const part *p, uint8_t **bytes, uint64_t *size) {
  uint64_t count = 0;
  for (int32_t i = 0; i < p->end - p->first; i++) count += p->sets[i].count;
  *size = 2 * p->pair_count + count * sizeof *p->sets->vias;
  uint8_t *at = *bytes = pf_alloc(*size, 1);
  if (!at) return PATHFAN_ERR_NO_MEMORY;
  if (p->pair_count) memcpy(at, p->size, p->pair_count);
  if (p->pair_count) memcpy(at + p->pair_count, p->leading, p->pair_count);
  at += 2 * p->pair_count;
  for (int32_t i = 0; i < p->end - p->first; i++) {
    const uint64_t part_bytes = p->sets[i].count * sizeof *p->sets->vias;
    if (part_bytes) memcpy(at, p->sets[i].vias, part_bytes);
    at += part_bytes;
  }
  return PATHFAN_OK;
}

static void end_part(part *p) {
  for (int32_t i = 0; p->sets && i < p->end - p->first; i++) free(p->sets[i].vias);
  free(p->size);
  free(p->leading);
  free(p->sets);
  *p = (part){0};
}

/* Finds a batch; all threads work on it, so batches run one at a time. */
static pathfan_status run_part(void *context, int64_t batch, int32_t thread, uint8_t **bytes,
                               uint64_t *size) {
  via_levels_job *job = context;
  int32_t level = 0;
  (void)thread;
  while (parts_before(level + 1) <= batch) level++;
  pathfan_status status = begin_part(job, level, (int32_t)(batch - parts_before(level)));
  int32_t end;
  for (int32_t at = job->part.first; job->part.pair_count && at < job->part.end && !status;
       at = end) {
    job->first_of_turn = at;
    end = pf_level_trees_choose(&job->trees, at, job->part.end);
    status = run_turn(job, end);
  }
  if (!status) status = pack(&job->part, bytes, size);
  end_part(&job->part);
  return status;
}

/* ---- All of them ---- */

static pathfan_status bench_init(bench *b, const pf_graph *graph) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  b->local_of = pf_alloc(n, sizeof *b->local_of);
  b->number_of = pf_alloc(n, sizeof *b->number_of);
  b->at = pf_alloc(n, sizeof *b->at);
  b->rank_of = pf_alloc(n, sizeof *b->rank_of);
  b->is_reached = pf_alloc_zero(n / 64 + 1, sizeof *b->is_reached);
  bool ok = b->local_of && b->number_of && b->at && b->rank_of && b->is_reached;
  for (int i = 0; i < 2; i++) {
    b->lengths[i] = pf_alloc(n * PF_LEVEL_SAMPLES, sizeof *b->lengths[i]);
    b->arrivals[i] = pf_alloc(n * PF_LEVEL_SAMPLES, sizeof *b->arrivals[i]);
    ok = ok && b->lengths[i] && b->arrivals[i];
  }
  if (!ok) return PATHFAN_ERR_NO_MEMORY;
  memset(b->local_of, 0xff, n * sizeof *b->local_of);
  return pf_different_init(&b->different, graph->vertex_count);
}

static void bench_free(bench *b) {
  pf_different_free(&b->different);
  free(b->local_of);
  free(b->number_of);
  free(b->at);
  free(b->rank_of);
  free(b->is_reached);
  for (int i = 0; i < 2; i++) {
    free(b->lengths[i]);
    free(b->arrivals[i]);
  }
}

/* Joins the parts, whose pairs follow each other. */
static pathfan_status gather(const pf_results *results, int64_t parts, pf_via_sets *sets) {
  uint64_t bytes = 0, pair = 0;
  for (int64_t i = 0; i < parts; i++)
    bytes += pf_results_get(results, PF_RESULT_VIA_LEVELS, i).size;
  sets->via_count = (bytes - 2 * sets->pair_count) / sizeof *sets->vias;
  sets->size = pf_alloc(sets->pair_count, 1);
  sets->leading = pf_alloc(sets->pair_count, 1);
  sets->vias = pf_alloc(sets->via_count, sizeof *sets->vias);
  if (!sets->size || !sets->leading || !sets->vias) return PATHFAN_ERR_NO_MEMORY;
  uint8_t *at = (uint8_t *)sets->vias;
  for (int32_t level = 0; parts_before(level) < parts; level++)
    for (int32_t i = 0; i < parts_of(level); i++) {
      const int32_t begin = INT32_C(1) << level, nodes = begin / parts_of(level);
      const uint64_t pairs = sets->pairs.first[begin + (i + 1) * nodes] - pair;
      const pf_result r = pf_results_get(results, PF_RESULT_VIA_LEVELS, parts_before(level) + i);
      if (pairs) memcpy(sets->size + pair, r.bytes, pairs);
      if (pairs) memcpy(sets->leading + pair, r.bytes + pairs, pairs);
      if (r.size > 2 * pairs) memcpy(at, r.bytes + 2 * pairs, r.size - 2 * pairs);
      at += r.size - 2 * pairs;
      pair += pairs;
    }
  return PATHFAN_OK;
}

static pathfan_status make(via_levels_job *job, bool side_by_side) {
  job->benches = pf_alloc_zero((uint64_t)job->threads, sizeof *job->benches);
  if (!job->benches) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = PATHFAN_OK;
  for (int32_t t = 0; t < job->threads && !status; t++)
    status = bench_init(&job->benches[t], job->graph);
  return status ? status : pf_level_trees_init(&job->trees, job->graph, job->rank_of, side_by_side);
}

/* Sets take some 150 bytes a vertex, first in pieces, then as a whole. */
uint64_t pf_via_levels_bytes(int32_t n, int32_t threads) {
  return pf_level_trees_usual_bytes(n) + (uint64_t)n * 300 +
         (uint64_t)threads * (uint64_t)n * BENCH_BYTES_PER_VERTEX;
}

int64_t pf_via_levels_batches(int32_t levels) {
  return parts_before(levels + 1);
}

pathfan_status pf_via_levels_find(const pf_regions *regions, const pf_via_levels_options *options,
                                  pf_tree *trees, const int32_t *rank_of, const pf_batches *batches,
                                  pf_via_sets *sets, const pf_limits *limits) {
  const pf_graph *graph = regions->graph;
  const int32_t threads = batches->threads;
  const int64_t parts = pf_via_levels_batches(regions->levels);
  /* Threads share a part, so batches run one at a time. */
  const pf_batches one_by_one = {batches->results, batches->processes, 1};
  via_levels_job job = {.graph = graph,
                        .regions = regions,
                        .pairs = &sets->pairs,
                        .rank_of = rank_of,
                        .trees = {.regions = regions,
                                  .pairs = &sets->pairs,
                                  .trees = trees,
                                  .threads = threads,
                                  .bytes = options->tree_bytes,
                                  .limits = &job.within_part},
                        .threads = threads,
                        .limits = limits,
                        .within_part = {.done = ask, .done_context = &job}};
  const pf_limits by_part = {.done = tell, .done_context = &job};
  memset(sets, 0, sizeof *sets);
  sets->count = regions->count;
  sets->pairs.apart = options->apart ? options->apart : APART;
  pathfan_status status = pf_region_pairs_list(regions->cuts, regions->levels, options->width,
                                               options->height, &sets->pairs);
  if (!status) sets->pair_count = sets->pairs.first[2 * (uint64_t)sets->count];
  if (!status) status = make(&job, options->side_by_side || pf_grove_pays(graph));
  if (!status)
    status = pf_batches_find(&one_by_one, PF_RESULT_VIA_LEVELS, parts, run_part, &job, &by_part);
  if (!status && (!batches->processes || !batches->processes->member))
    status = gather(batches->results, parts, sets);
  if (!status) pf_results_drop(batches->results, PF_RESULT_VIA_LEVELS);
  for (int32_t t = 0; job.benches && t < threads; t++) bench_free(&job.benches[t]);
  pf_level_trees_free(&job.trees);
  free(job.benches);
  if (status) pf_via_sets_free(sets);
  return status;
}
