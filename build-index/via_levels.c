/* via_levels.c - the nearer the nodes of a pair, the smaller they are, and the less of the map lies
 * between them: so a level costs as much as another, and all together some log n times what one
 * does, where a set for each pair of regions costs n times as much.
 *
 * Of each level first the samples of its nodes are chosen. Then nodes are taken in their order,
 * which keeps neighbours together, as many at a time as there is memory for the trees of their
 * partners: trees that the next ones need too are kept, others are grown again when they are
 * needed.
 *
 * For the pairs of a node only what its own trees reach counts. These vertices get numbers of their
 * own, in the order of the old ones, so that work for a pair depends on how many they are. */
#include "via_levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/layout.h"
#include "near_tree.h"
#include "via_set.h"

/* Boxes that lie apart do so by that many eighths of their longest side. */
#define APART 8

/* Trees of nodes that are kept at a time. */
#define TREE_BYTES_LEAST (UINT64_C(64) << 20)
#define TREE_BYTES_PER_VERTEX 1000

/* What a thread needs, that for different.h included. */
#define BENCH_BYTES_PER_VERTEX 225

/* Nodes that a node's trees reach across, about; until some were grown. */
#define NODES_REACHED 200

/* What a thread needs to find the sets of a node. */
typedef struct bench {
  int32_t *local_of; /* [Size: n] -1: it isn't among them */
  int32_t *number_of;
  pathfan_lattice_point *at;
  int32_t *rank_of;     /* [Size: m], as the two before: vertices that the node's trees reach */
  uint64_t *is_reached; /* [Size: n / 64 + 1] */
  uint32_t *lengths[2], *arrivals[2]; /* [Size: SAMPLES * n] trees of the node and of a partner */
  int32_t m;
  pathfan_different different;
} bench;

typedef struct node_sets {
  int32_t *vias;
  uint32_t count;
} node_sets;

typedef struct via_levels_job {
  const pathfan_graph *graph;
  const pathfan_regions *regions;
  const pathfan_region_pairs *pairs;
  pathfan_sampler sampler;
  pathfan_tree *trees; /* [Size: threads] */
  bench *benches;      /* [Size: threads] */
  int32_t threads;
  uint64_t tree_bytes; /* that are kept, about */
  uint8_t *size, *leading;
  node_sets *sets; /* [Size: 2 * regions] of the pairs of each node */

  /* Of the level in hand, by node less `begin`. */
  int32_t begin;
  int32_t *samples;         /* [Size: SAMPLES * begin] -1: there is no other */
  pathfan_near_tree *nears; /* [Size: SAMPLES * begin] trees of these; no list: not there */
  uint32_t *users_first;    /* [Size: begin + 1] nodes of which a node is a partner */
  uint32_t *users;
  int32_t *batch_of; /* [Size: begin] the last batch that needs its trees */
  int32_t *wanted;   /* [Size: begin] nodes that are to be grown */
  int32_t wanted_count;
  int64_t kept, kept_nodes; /* bytes of trees */

  int32_t first_of_batch;
  int64_t done_before, weight;
  pathfan_done_function *done;
  void *done_context;
} via_levels_job;

static bool tell(void *context, int64_t items) {
  const via_levels_job *job = context;
  return !job->done || job->done(job->done_context, job->done_before + items * job->weight);
}

/* Asks, and tells nothing new. */
static bool tell_none(void *context, int64_t items) {
  (void)items;
  return tell(context, 0);
}

/* ---- Samples ---- */

static pathfan_status choose_samples(void *context, int64_t item, int32_t thread) {
  via_levels_job *job = context;
  const pathfan_region_span span = pathfan_region_span_of(job->regions, job->begin + (int32_t)item);
  const int32_t begin = job->regions->first[span.begin], end = job->regions->first[span.end];
  pathfan_tree *tree = &job->trees[thread];
  pathfan_sampling area;
  int64_t limit;
  pathfan_status status =
      pathfan_sampling_begin(&area, &job->sampler, job->regions->list + begin, end - begin);
  for (int32_t i = 0; i < PATHFAN_SAMPLES && !status; i++) {
    const int32_t v = pathfan_sampling_next(&area);
    job->samples[item * PATHFAN_SAMPLES + i] = v;
    if (v < 0 || i == PATHFAN_SAMPLES - 1) continue;
    status =
        pathfan_tree_grow_to(tree, job->graph, v, area.vertices, area.vertex_count, 1, 0, &limit);
    if (!status) pathfan_sampling_add(&area, tree);
  }
  pathfan_sampling_end(&area);
  return status;
}

/* ---- Trees ---- */

static uint32_t partners_begin(const via_levels_job *job, int32_t item) {
  return job->pairs->first[job->begin + item];
}

static uint32_t partners_end(const via_levels_job *job, int32_t item) {
  return job->pairs->first[job->begin + item + 1];
}

static int32_t partner(const via_levels_job *job, uint32_t pair) {
  return (int32_t)job->pairs->partners[pair] - job->begin;
}

static pathfan_status list_users(via_levels_job *job) {
  const uint32_t first = partners_begin(job, 0), end = partners_end(job, job->begin - 1);
  memset(job->users_first, 0, ((size_t)job->begin + 1) * sizeof *job->users_first);
  uint32_t *users = pathfan_resize(job->users, end - first, sizeof *users);
  if (!users) return PATHFAN_ERR_NO_MEMORY;
  job->users = users;
  for (uint32_t pair = first; pair < end; pair++) job->users_first[partner(job, pair)]++;
  for (int32_t i = 0; i < job->begin; i++) job->users_first[i + 1] += job->users_first[i];
  for (int32_t i = job->begin - 1; i >= 0; i--)
    for (uint32_t pair = partners_end(job, i); pair-- > partners_begin(job, i);)
      users[--job->users_first[partner(job, pair)]] = (uint32_t)i;
  return PATHFAN_OK;
}

/* Adds those samples of a node that lie in a component. */
static void add_targets(const via_levels_job *job, int32_t item, int32_t component,
                        int32_t *targets, int32_t *count) {
  for (int32_t i = 0; i < PATHFAN_SAMPLES; i++) {
    const int32_t v = job->samples[(int64_t)item * PATHFAN_SAMPLES + i];
    if (v >= 0 && job->graph->component[v] == component) targets[(*count)++] = v;
  }
}

static pathfan_status grow(void *context, int64_t index, int32_t thread) {
  via_levels_job *job = context;
  const int32_t item = job->wanted[index];
  const int32_t *samples = job->samples + (int64_t)item * PATHFAN_SAMPLES;
  const uint32_t begin = partners_begin(job, item), end = partners_end(job, item);
  const uint32_t of_users = job->users_first[item], users_end = job->users_first[item + 1];
  int32_t *targets = pathfan_alloc(
      ((uint64_t)(end - begin) + users_end - of_users) * PATHFAN_SAMPLES, sizeof *targets);
  int32_t count = 0;
  if (!targets) return PATHFAN_ERR_NO_MEMORY;
  const int32_t component = samples[0] < 0 ? -1 : job->graph->component[samples[0]];
  for (uint32_t pair = begin; pair < end; pair++)
    add_targets(job, partner(job, pair), component, targets, &count);
  for (uint32_t i = of_users; i < users_end; i++)
    add_targets(job, (int32_t)job->users[i], component, targets, &count);
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < PATHFAN_SAMPLES && samples[i] >= 0 && !status; i++)
    status = pathfan_near_tree_grow(&job->nears[(int64_t)item * PATHFAN_SAMPLES + i],
                                    &job->trees[thread], job->graph, samples[i], targets, count);
  free(targets);
  return status;
}

static void drop(via_levels_job *job, int32_t item) {
  for (int32_t i = 0; i < PATHFAN_SAMPLES; i++)
    pathfan_near_tree_free(&job->nears[(int64_t)item * PATHFAN_SAMPLES + i]);
}

static int64_t bytes_of(const via_levels_job *job, int32_t item) {
  int64_t bytes = 0;
  for (int32_t i = 0; i < PATHFAN_SAMPLES; i++)
    bytes += job->nears[(int64_t)item * PATHFAN_SAMPLES + i].count;
  return bytes * (int64_t)sizeof(pathfan_near_vertex);
}

/* ---- Sets ---- */

/* Gives numbers to what the trees of a node reach. */
static void begin_node(const via_levels_job *job, bench *b, const pathfan_near_tree *nears) {
  const int32_t words = job->graph->vertex_count / 64 + 1;
  for (int32_t i = 0; i < PATHFAN_SAMPLES; i++)
    for (int32_t k = 0; k < nears[i].count; k++) {
      const uint32_t v = nears[i].list[k].vertex;
      b->is_reached[v / 64] |= UINT64_C(1) << v % 64;
    }
  b->m = 0;
  for (int32_t word = 0; word < words; word++)
    for (uint64_t bits = b->is_reached[word]; bits; bits &= bits - 1) {
      const int32_t v = word * 64 + __builtin_ctzll(bits);
      b->local_of[v] = b->m;
      b->number_of[b->m] = v;
      b->at[b->m] = job->graph->at[v];
      b->rank_of[b->m++] = job->sampler.rank_of[v];
    }
  pathfan_different_among(&b->different, b->m, b->at, b->rank_of);
}

static void end_node(bench *b) {
  for (int32_t i = 0; i < b->m; i++) {
    b->is_reached[b->number_of[i] / 64] = 0;
    b->local_of[b->number_of[i]] = -1;
  }
}

/* The trees of a node, as far as `reach`; which: 0 for that whose pairs are asked. */
static pathfan_sampled put_trees(const via_levels_job *job, bench *b, int which, int32_t item,
                                 uint32_t reach) {
  pathfan_sampled sampled = {0};
  for (int32_t i = 0; i < PATHFAN_SAMPLES; i++) {
    const int64_t at = (int64_t)item * PATHFAN_SAMPLES + i;
    const int32_t v = job->samples[at];
    if (v < 0 || b->local_of[v] < 0) continue;
    uint32_t *length = b->lengths[which] + (int64_t)i * b->m;
    uint32_t *arrival = b->arrivals[which] + (int64_t)i * b->m;
    pathfan_near_tree_put(&job->nears[at], reach, b->local_of, b->m, length, arrival);
    sampled.tree[sampled.count] = (pathfan_flat_tree){length, arrival};
    sampled.vertex[sampled.count++] = b->local_of[v];
  }
  return sampled;
}

/* How far the samples of a node are from those of the one whose trees these are, at most. */
static uint32_t farthest(const via_levels_job *job, const bench *b, const pathfan_sampled *from,
                         int32_t item) {
  uint32_t most = 0;
  for (int32_t i = 0; i < PATHFAN_SAMPLES; i++) {
    const int32_t v = job->samples[(int64_t)item * PATHFAN_SAMPLES + i];
    for (int32_t k = 0; k < from->count && v >= 0 && b->local_of[v] >= 0; k++) {
      const uint32_t length = from->tree[k].length[b->local_of[v]];
      if (length != PATHFAN_FLAT_FAR && length > most) most = length;
    }
  }
  return most;
}

static pathfan_via_set find(const via_levels_job *job, bench *b, const pathfan_sampled *from,
                            int32_t item, int32_t other) {
  if (item == other) {
    const pathfan_region_span span = pathfan_region_span_of(job->regions, job->begin + item);
    const int32_t *first = job->regions->first;
    return pathfan_via_set_find(&b->different, from, from, job->regions->list + first[span.begin],
                                first[span.end] - first[span.begin], b->number_of);
  }
  const uint32_t most = farthest(job, b, from, other);
  const pathfan_sampled to =
      most ? put_trees(job, b, 1, other, pathfan_near_reach(most)) : (pathfan_sampled){0};
  return pathfan_via_set_find(&b->different, from, &to, NULL, 0, b->number_of);
}

/* All pairs of a node. */
static pathfan_status pair_up(void *context, int64_t index, int32_t thread) {
  via_levels_job *job = context;
  const int32_t item = job->first_of_batch + (int32_t)index;
  const uint32_t begin = partners_begin(job, item), end = partners_end(job, item);
  bench *b = &job->benches[thread];
  node_sets *sets = &job->sets[job->begin + item];
  if (begin == end) return PATHFAN_OK;
  int32_t *vias = pathfan_alloc((uint64_t)(end - begin) * PATHFAN_VIAS_MOST, sizeof *vias);
  if (!vias) return PATHFAN_ERR_NO_MEMORY;
  begin_node(job, b, &job->nears[(int64_t)item * PATHFAN_SAMPLES]);
  const pathfan_sampled from = put_trees(job, b, 0, item, PATHFAN_FLAT_FAR - 1);
  for (uint32_t pair = begin; pair < end; pair++) {
    const pathfan_via_set set = find(job, b, &from, item, partner(job, pair));
    job->size[pair] = (uint8_t)set.size;
    job->leading[pair] = (uint8_t)set.leading;
    memcpy(vias + sets->count, set.vias, (size_t)set.size * sizeof *vias);
    sets->count += (uint32_t)set.size;
  }
  end_node(b);
  int32_t *kept = pathfan_resize(vias, sets->count, sizeof *vias);
  sets->vias = kept ? kept : vias;
  return PATHFAN_OK;
}

/* ---- Batches ---- */

static void want(via_levels_job *job, int32_t item, int32_t batch, int64_t *nodes) {
  *nodes += job->batch_of[item] != batch;
  job->batch_of[item] = batch;
}

/* Nodes that have to be there for the pairs of one, which so far aren't. */
static int64_t needed_by(const via_levels_job *job, int32_t item, int32_t batch) {
  int64_t nodes = job->batch_of[item] != batch;
  for (uint32_t pair = partners_begin(job, item); pair < partners_end(job, item); pair++)
    nodes += partner(job, pair) != item && job->batch_of[partner(job, pair)] != batch;
  return nodes;
}

/* The nodes of a batch from `first` on, as many as there is memory for. Returns where it ends. */
static int32_t choose_batch(via_levels_job *job, int32_t first, int32_t batch) {
  const int64_t n = job->graph->vertex_count, across = NODES_REACHED * n / job->begin;
  const int64_t guess = (across < n ? across : n) * PATHFAN_SAMPLES * 12;
  const int64_t each = job->kept_nodes ? job->kept / job->kept_nodes : guess;
  int64_t nodes = 0;
  int32_t item = first;
  for (; item < job->begin; item++) {
    if (partners_begin(job, item) == partners_end(job, item)) continue;
    if (nodes && (uint64_t)((nodes + needed_by(job, item, batch)) * each) > job->tree_bytes) break;
    want(job, item, batch, &nodes);
    for (uint32_t pair = partners_begin(job, item); pair < partners_end(job, item); pair++)
      want(job, partner(job, pair), batch, &nodes);
  }
  return item;
}

/* Drops trees that a batch doesn't need, and lists those that it needs and that aren't there. */
static void turn_over(via_levels_job *job, int32_t batch) {
  job->wanted_count = 0;
  for (int32_t item = 0; item < job->begin; item++) {
    if (job->batch_of[item] != batch)
      drop(job, item);
    else if (!job->nears[(int64_t)item * PATHFAN_SAMPLES].list)
      job->wanted[job->wanted_count++] = item;
  }
}

static pathfan_status run_batch(via_levels_job *job, int32_t end, int32_t batch) {
  turn_over(job, batch);
  pathfan_status status =
      pathfan_parallel_for(job->wanted_count, job->threads, grow, job, tell_none, job);
  if (status) return status;
  for (int32_t i = 0; i < job->wanted_count; i++) job->kept += bytes_of(job, job->wanted[i]);
  job->kept_nodes += job->wanted_count;
  status = pathfan_parallel_for(end - job->first_of_batch, job->threads, pair_up, job, tell, job);
  job->done_before += (end - job->first_of_batch) * job->weight;
  return status;
}

static pathfan_status run_level(via_levels_job *job) {
  if (partners_begin(job, 0) == partners_end(job, job->begin - 1)) return PATHFAN_OK;
  job->kept = job->kept_nodes = 0;
  memset(job->batch_of, 0xff, (size_t)job->begin * sizeof *job->batch_of);
  pathfan_status status =
      pathfan_parallel_for(job->begin, job->threads, choose_samples, job, tell_none, job);
  if (!status) status = list_users(job);
  int32_t end;
  for (int32_t first = 0, batch = 0; first < job->begin && !status; first = end, batch++) {
    job->first_of_batch = first;
    end = choose_batch(job, first, batch);
    status = run_batch(job, end, batch);
  }
  for (int32_t item = 0; item < job->begin; item++) drop(job, item);
  return status;
}

/* ---- All of them ---- */

static pathfan_status bench_init(bench *b, const pathfan_graph *graph) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  b->local_of = pathfan_alloc(n, sizeof *b->local_of);
  b->number_of = pathfan_alloc(n, sizeof *b->number_of);
  b->at = pathfan_alloc(n, sizeof *b->at);
  b->rank_of = pathfan_alloc(n, sizeof *b->rank_of);
  b->is_reached = pathfan_alloc_zero(n / 64 + 1, sizeof *b->is_reached);
  bool ok = b->local_of && b->number_of && b->at && b->rank_of && b->is_reached;
  for (int i = 0; i < 2; i++) {
    b->lengths[i] = pathfan_alloc(n * PATHFAN_SAMPLES, sizeof *b->lengths[i]);
    b->arrivals[i] = pathfan_alloc(n * PATHFAN_SAMPLES, sizeof *b->arrivals[i]);
    ok = ok && b->lengths[i] && b->arrivals[i];
  }
  if (!ok) return PATHFAN_ERR_NO_MEMORY;
  memset(b->local_of, 0xff, n * sizeof *b->local_of);
  return pathfan_different_init(&b->different, graph->vertex_count);
}

static void bench_free(bench *b) {
  pathfan_different_free(&b->different);
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

static pathfan_status gather(const via_levels_job *job, pathfan_via_sets *sets) {
  const int64_t nodes = 2 * (int64_t)sets->count;
  for (int64_t i = 1; i < nodes; i++) sets->via_count += job->sets[i].count;
  sets->vias = pathfan_alloc(sets->via_count, sizeof *sets->vias);
  if (!sets->vias) return PATHFAN_ERR_NO_MEMORY;
  int32_t *at = sets->vias;
  for (int64_t i = 1; i < nodes; at += job->sets[i].count, i++)
    if (job->sets[i].count) memcpy(at, job->sets[i].vias, job->sets[i].count * sizeof *at);
  return PATHFAN_OK;
}

/* What trees that are kept may take. */
static uint64_t tree_bytes(int32_t n) {
  const uint64_t bytes = (uint64_t)n * TREE_BYTES_PER_VERTEX;
  return bytes > TREE_BYTES_LEAST ? bytes : TREE_BYTES_LEAST;
}

static pathfan_status run(via_levels_job *job, const int32_t *rank_of, pathfan_via_sets *sets) {
  const uint64_t regions = (uint64_t)sets->count;
  sets->pair_count = sets->pairs.first[2 * regions];
  sets->size = job->size = pathfan_alloc(sets->pair_count, 1);
  sets->leading = job->leading = pathfan_alloc(sets->pair_count, 1);
  job->pairs = &sets->pairs;
  job->sets = pathfan_alloc_zero(2 * regions, sizeof *job->sets);
  job->benches = pathfan_alloc_zero((uint64_t)job->threads, sizeof *job->benches);
  job->samples = pathfan_alloc(regions * PATHFAN_SAMPLES, sizeof *job->samples);
  job->nears = pathfan_alloc_zero(regions * PATHFAN_SAMPLES, sizeof *job->nears);
  job->users_first = pathfan_alloc(regions + 1, sizeof *job->users_first);
  job->batch_of = pathfan_alloc(regions, sizeof *job->batch_of);
  job->wanted = pathfan_alloc(regions, sizeof *job->wanted);
  if (!job->size || !job->leading || !job->sets || !job->benches || !job->samples || !job->nears ||
      !job->users_first || !job->batch_of || !job->wanted)
    return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = pathfan_sampler_init(&job->sampler, job->graph, rank_of);
  for (int32_t t = 0; t < job->threads && !status; t++)
    status = bench_init(&job->benches[t], job->graph);
  for (int32_t level = 0; level <= job->regions->levels && !status; level++) {
    job->begin = INT32_C(1) << level;
    job->weight = sets->count >> level;
    job->done_before = (int64_t)level * sets->count;
    status = run_level(job);
  }
  return status ? status : gather(job, sets);
}

/* Sets are some 150 bytes a vertex, in pieces and then in one. */
uint64_t pathfan_via_levels_bytes(int32_t n, int32_t threads) {
  return tree_bytes(n) + (uint64_t)n * (300 + (uint64_t)threads * BENCH_BYTES_PER_VERTEX);
}

int64_t pathfan_via_levels_total(const pathfan_regions *regions) {
  return (int64_t)(regions->levels + 1) * regions->count;
}

pathfan_status pathfan_via_levels_find(const pathfan_graph *graph,
                                       const pathfan_via_levels_options *options,
                                       const pathfan_regions *regions, pathfan_tree *trees,
                                       const int32_t *rank_of, pathfan_via_sets *sets,
                                       pathfan_done_function *done, void *done_context) {
  const int32_t threads = options->threads;
  via_levels_job job = {.graph = graph,
                        .regions = regions,
                        .trees = trees,
                        .threads = threads,
                        .tree_bytes = options->tree_bytes,
                        .done = done,
                        .done_context = done_context};
  memset(sets, 0, sizeof *sets);
  sets->count = regions->count;
  sets->pairs.apart = options->apart ? options->apart : APART;
  if (!job.tree_bytes) job.tree_bytes = tree_bytes(graph->vertex_count);
  pathfan_status status = pathfan_region_pairs_list(regions->cuts, regions->levels, options->width,
                                                    options->height, &sets->pairs);
  if (!status) status = run(&job, rank_of, sets);
  for (int32_t t = 0; job.benches && t < threads; t++) bench_free(&job.benches[t]);
  for (int64_t i = 0; job.sets && i < 2 * (int64_t)sets->count; i++) free(job.sets[i].vias);
  for (int64_t i = 0; job.nears && i < (int64_t)sets->count * PATHFAN_SAMPLES; i++)
    pathfan_near_tree_free(&job.nears[i]);
  pathfan_sampler_free(&job.sampler);
  free(job.sets);
  free(job.benches);
  free(job.samples);
  free(job.nears);
  free(job.users_first);
  free(job.users);
  free(job.batch_of);
  free(job.wanted);
  if (status) pathfan_via_sets_free(sets);
  return status;
}
