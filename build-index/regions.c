/* regions.c - the Dissimilarity method (paper, section 2.3.2) between the highest
 * ranked vertices of all pairs of regions.
 *
 * The trees of these vertices are kept, 8 bytes a vertex. For a pair, the two trees tell
 * of every vertex n how long its via-path is and, by the two parents of n, whether it
 * wraps the obstacle there. Of a plateau only the end nearest to the first tree's
 * source is a candidate, and it is the plateau's highest ranked vertex that is kept:
 * it lies on the plateaus of most pairs of vertices nearby, as with the tables.
 *
 * Behind those ways come others that go where none did yet, the one with the largest share of such
 * parts first. It need not differ from each of the others as a whole: requests join parts of ways
 * to new ones (query/splices.c), and for that any part that runs elsewhere is good. */
#include "regions.h"

#include <stdlib.h>
#include <string.h>

#include "apart.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/stamp.h"
#include "format/layout.h"

/* Fewer vertices in a region find little more (docs/decisions/regions.md); more regions
 * than that would cost more than the tables on large maps. */
#define REGION_SIZE_LEAST 16
#define REGIONS_MOST 512

#define SLOTS 4

/* More of them find more ways, and each takes longer to try (docs/decisions/regions.md). */
#define APART_SLOTS 1

/* So many of the shortest candidates are asked. Open maps have thousands, of which the longer ones
 * find nothing more. */
#define APART_CANDIDATES 16

/* Of a way, what must be near none of the others. */
#define APART_LEAST 0.1

/* Wider than what requests ask for by default, since their ends lie elsewhere. */
#define STRETCH 1.7
#define DISSIMILARITY 0.6

typedef struct candidate {
  uint64_t length;
  int32_t vertex;
} candidate;

/* A vertex of a via-path and its distance from the via node, along the path. */
typedef struct step {
  int32_t vertex;
  uint32_t away;
} step;

/* Scratch of one thread. */
typedef struct worker {
  candidate *list;
  int32_t list_capacity;
  pathfan_stamp stamp; /* vertices whose `on` counts */
  uint8_t *on;         /* [Size: n] a bit for each accepted path, the highest for the new one */
  int32_t *spot;       /* [Size: n * PATHS] which of its vertices this is, of those it is on */
  step *room;          /* [Size: 2n + 1] */
  step *path;          /* the new one */
  int32_t path_count;
  pathfan_apart apart;
} worker;

enum { PATHS = SLOTS + 1, NEW = 128 }; /* the shortest one and its alternatives */
static_assert(PATHS <= 7, "a bit for each accepted path and one for the new one");

typedef struct regions_job {
  const pathfan_graph *graph;
  pathfan_tree *trees;
  const int32_t *rank_of;
  int32_t *source;             /* [Size: count] highest ranked vertex of a region */
  int32_t *other;              /* [Size: count] the one farthest from it in the region */
  pathfan_tree_entry *entries; /* [Size: count * n] */
  int shift;                   /* lengths are cut to 32 bits */
  worker *workers;
  pathfan_regions *regions;
  pathfan_done_function *done;
  void *done_context;
} regions_job;

static void keep(pathfan_tree_entry *entries, const pathfan_tree *tree, int32_t n, int shift) {
  for (int32_t v = 0; v < n; v++)
    entries[v] = (pathfan_tree_entry){tree->length[v] < 0 ? PATHFAN_TREE_FAR
                                                          : (uint32_t)(tree->length[v] >> shift),
                                      tree->parent[v]};
}

static pathfan_status grow(void *context, int64_t item, int32_t thread) {
  const regions_job *job = context;
  const int64_t n = job->graph->vertex_count;
  pathfan_tree *tree = &job->trees[thread];
  const pathfan_status status = pathfan_tree_grow(tree, job->graph, job->source[item]);
  if (!status) keep(job->entries + item * n, tree, (int32_t)n, job->shift);
  return status;
}

static bool is_taut(const pathfan_graph *graph, int32_t before, int32_t v, int32_t after) {
  const pathfan_lattice_point in = pathfan_from_to(graph->at[before], graph->at[v]);
  const pathfan_lattice_point out = pathfan_from_to(graph->at[v], graph->at[after]);
  return pathfan_is_taut(graph->wedge[v], pathfan_lift(in, 0), pathfan_lift(out, 0));
}

static int by_length(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->length != y->length) return x->length < y->length ? -1 : 1;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* The vertices whose via-paths are worth judging, by length. Errors: NO_MEMORY. */
static pathfan_status list_candidates(const regions_job *job, worker *w,
                                      const pathfan_tree_entry *a, const pathfan_tree_entry *b,
                                      uint64_t limit, int32_t *count) {
  *count = 0;
  for (int32_t v = 0; v < job->graph->vertex_count; v++) {
    const uint64_t length = (uint64_t)a[v].length + b[v].length;
    const int32_t before = a[v].parent, after = b[v].parent;
    if (length > limit || before < 0 || after < 0 || b[before].parent == v ||
        !is_taut(job->graph, before, v, after))
      continue;
    const pathfan_status status =
        pathfan_grow(&w->list, &w->list_capacity, *count + 1, sizeof *w->list);
    if (status) return status;
    w->list[(*count)++] = (candidate){length, v};
  }
  if (*count) qsort(w->list, (size_t)*count, sizeof *w->list, by_length);
  return PATHFAN_OK;
}

/* Marks a vertex as on the new path; false if it was already. */
static bool mark(worker *w, int32_t v) {
  if (pathfan_stamp_add(&w->stamp, v)) w->on[v] = 0;
  const bool fresh = !(w->on[v] & NEW);
  w->on[v] |= NEW;
  return fresh;
}

/* The via-path by v, from the source of a to that of b. False if it comes to a vertex
 * twice; w->path is as far as it got. */
static bool trace(worker *w, int32_t n, const pathfan_tree_entry *a, const pathfan_tree_entry *b,
                  int32_t v) {
  const uint32_t begin = a[v].length, middle = b[v].length;
  int32_t low = n, high = n + 1; /* it grows from the middle of the room to both sides */
  w->room[n] = (step){v, 0};
  bool simple = mark(w, v);
  for (int32_t x = v; simple && (x = a[x].parent) >= 0;) {
    simple = mark(w, x);
    w->room[--low] = (step){x, begin - a[x].length};
  }
  for (int32_t x = v; simple && (x = b[x].parent) >= 0;) {
    simple = mark(w, x);
    w->room[high++] = (step){x, middle - b[x].length};
  }
  w->path = w->room + low;
  w->path_count = high - low;
  return simple;
}

/* Whether an edge of the new path is one of accepted path i too. A path may come to both
 * ends of it by way of a third vertex. */
static bool shares(const worker *w, int32_t i, int32_t from, int32_t to) {
  if (!(w->on[from] & w->on[to] & 1 << i)) return false;
  const int32_t steps = w->spot[(int64_t)from * PATHS + i] - w->spot[(int64_t)to * PATHS + i];
  return steps == 1 || steps == -1;
}

/* Whether the path just traced differs enough from those accepted. */
static bool differs(const worker *w, uint64_t length, const uint64_t *lengths, int32_t accepted) {
  for (int32_t i = 0; i < accepted; i++) {
    uint64_t shared = 0;
    for (int32_t k = 1; k < w->path_count; k++) {
      const step *from = &w->path[k - 1], *to = &w->path[k];
      const uint32_t edge = from->away > to->away ? from->away - to->away : to->away - from->away;
      if (shares(w, i, from->vertex, to->vertex)) shared += edge;
    }
    if ((double)shared > (1 - DISSIMILARITY) * (double)(length + lengths[i] - shared)) return false;
  }
  return true;
}

/* The traced path becomes accepted path i; -1: none. */
static void settle(worker *w, int32_t i) {
  for (int32_t k = 0; k < w->path_count; k++) {
    const int32_t v = w->path[k].vertex;
    w->on[v] = (uint8_t)((w->on[v] & ~NEW) | (i < 0 ? 0 : 1 << i));
    if (i >= 0) w->spot[(int64_t)v * PATHS + i] = k;
  }
}

/* The highest ranked vertex of the plateau that begins at v. */
static int32_t best_of_plateau(const regions_job *job, const pathfan_tree_entry *a,
                               const pathfan_tree_entry *b, int32_t v) {
  int32_t best = v;
  for (int32_t x = b[v].parent; x >= 0 && a[x].parent == v; v = x, x = b[x].parent)
    if (job->rank_of[x] < job->rank_of[best]) best = x;
  return best;
}

/* The via nodes of trees a and b that the Dissimilarity method finds among the candidates; `to` is
 * the source of b. Returns how many, with the vertices by which the ways were found. */
static int32_t find_different(const regions_job *job, worker *w, const pathfan_tree_entry *a,
                              const pathfan_tree_entry *b, int32_t to, int32_t count, int32_t *via,
                              int32_t *by) {
  const int32_t n = job->graph->vertex_count;
  uint64_t lengths[PATHS] = {a[to].length};
  int32_t found = 0;
  pathfan_stamp_next(&w->stamp);
  trace(w, n, a, b, to); /* the shortest path */
  settle(w, 0);
  for (int32_t i = 0; i < count && found < SLOTS; i++) {
    const candidate *c = &w->list[i];
    const bool good = trace(w, n, a, b, c->vertex) && differs(w, c->length, lengths, found + 1);
    settle(w, good ? found + 1 : -1);
    if (!good) continue;
    via[found] = best_of_plateau(job, a, b, c->vertex);
    by[found++] = c->vertex;
    lengths[found] = c->length;
  }
  return found;
}

/* A candidate, and how much of its way is near none taken. */
typedef struct lead {
  int32_t vertex;
  int32_t round; /* in which its share was found */
  double share;
} lead;

/* The lead with the largest share, of these the shortest; NULL: none has enough. Shares only fall
 * as more ways are taken, so those of rounds before bound them, and few have to be found again. */
static lead *most_apart(worker *w, lead *leads, int32_t count, int32_t round) {
  for (;;) {
    lead *best = &leads[0];
    for (int32_t i = 1; i < count; i++)
      if (leads[i].share > best->share) best = &leads[i];
    if (best->share < APART_LEAST) return NULL;
    if (best->round == round) return best;
    best->share = pathfan_apart_share(&w->apart, best->vertex);
    best->round = round;
  }
}

/* The via nodes of ways that go elsewhere than the shortest one and those by `by`. */
static pathfan_status find_apart(const regions_job *job, worker *w, const pathfan_tree_entry *a,
                                 const pathfan_tree_entry *b, int32_t to, int32_t count,
                                 const int32_t *by, int32_t found, int32_t *via) {
  lead leads[APART_CANDIDATES];
  if (count > APART_CANDIDATES) count = APART_CANDIDATES;
  if (found >= count) return PATHFAN_OK;
  for (int32_t i = 0; i < count; i++) leads[i] = (lead){w->list[i].vertex, -1, 1};
  pathfan_status status = pathfan_apart_begin(&w->apart, a, b, to);
  for (int32_t i = 0; i < found && !status; i++) status = pathfan_apart_take(&w->apart, by[i]);
  for (int32_t made = 0, round = 0; made < APART_SLOTS && !status; round++) {
    lead *best = most_apart(w, leads, count, round);
    if (!best) break;
    const bool good = trace(w, job->graph->vertex_count, a, b, best->vertex);
    settle(w, -1);
    best->share = 0; /* not again */
    if (!good) continue;
    via[made++] = best_of_plateau(job, a, b, best->vertex);
    status = pathfan_apart_take(&w->apart, best->vertex);
  }
  return status;
}

/* The via set of trees a and b; `to` is the source of b. */
static pathfan_status find_vias(const regions_job *job, worker *w, const pathfan_tree_entry *a,
                                const pathfan_tree_entry *b, int32_t to, int64_t pair) {
  int32_t *via = job->regions->via + pair * SLOTS;
  int32_t *apart = job->regions->apart + pair * APART_SLOTS;
  int32_t count = 0, by[SLOTS];
  for (int32_t i = 0; i < SLOTS; i++) via[i] = -1;
  for (int32_t i = 0; i < APART_SLOTS; i++) apart[i] = -1;
  if (a[to].length == PATHFAN_TREE_FAR || a[to].length == 0) return PATHFAN_OK;
  const pathfan_status status =
      list_candidates(job, w, a, b, (uint64_t)((double)a[to].length * STRETCH), &count);
  if (status) return status;
  const int32_t found = find_different(job, w, a, b, to, count, via, by);
  return find_apart(job, w, a, b, to, count, by, found, apart);
}

/* All pairs of a region with those up to itself. */
static pathfan_status pair_up(void *context, int64_t item, int32_t thread) {
  const regions_job *job = context;
  const int64_t n = job->graph->vertex_count;
  const pathfan_tree_entry *a = job->entries + item * n;
  int64_t pair = item * (item + 1) / 2;
  pathfan_status status = PATHFAN_OK;
  for (int64_t b = 0; b < item && !status; b++, pair++)
    status = find_vias(job, &job->workers[thread], a, job->entries + b * n, job->source[b], pair);
  /* Within one region: to the vertex farthest from the first. */
  pathfan_tree *tree = &job->trees[thread];
  pathfan_tree_entry *own = NULL;
  if (!status) {
    own = pathfan_alloc((uint64_t)n, sizeof *own);
    status = own ? pathfan_tree_grow(tree, job->graph, job->other[item]) : PATHFAN_ERR_NO_MEMORY;
  }
  if (!status) {
    keep(own, tree, (int32_t)n, job->shift);
    status = find_vias(job, &job->workers[thread], a, own, job->other[item], pair);
  }
  free(own);
  return status;
}

static pathfan_status worker_init(worker *w, const regions_job *job) {
  const uint64_t n = (uint64_t)job->graph->vertex_count;
  pathfan_status status = pathfan_apart_init(&w->apart, job->graph, job->shift);
  if (!status) status = pathfan_stamp_fit(&w->stamp, (int64_t)n);
  w->on = pathfan_alloc_zero(n, 1);
  w->spot = pathfan_alloc(n * PATHS, sizeof *w->spot);
  w->room = pathfan_alloc(2 * n + 1, sizeof *w->room);
  return !status && w->on && w->spot && w->room ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

static void worker_free(worker *w) {
  free(w->list);
  pathfan_stamp_free(&w->stamp);
  free(w->on);
  free(w->spot);
  pathfan_apart_free(&w->apart);
  free(w->room);
}

/* The highest ranked vertex of each region. */
static void choose_sources(regions_job *job, const int32_t *column_of) {
  for (int32_t r = 0; r < job->regions->count; r++) job->source[r] = job->other[r] = -1;
  for (int32_t v = 0; v < job->graph->vertex_count; v++) {
    int32_t *best = &job->source[column_of[v] / job->regions->size];
    if (*best < 0 || job->rank_of[v] < job->rank_of[*best]) *best = v;
  }
}

/* The farthest vertices from them, each within its region. */
static void choose_others(regions_job *job, const int32_t *column_of) {
  const int64_t n = job->graph->vertex_count;
  for (int32_t v = 0; v < n; v++) {
    const int32_t r = column_of[v] / job->regions->size;
    const pathfan_tree_entry *entries = job->entries + r * n;
    int32_t *best = &job->other[r];
    if (*best < 0) *best = job->source[r];
    if (entries[v].length != PATHFAN_TREE_FAR && entries[v].length > entries[*best].length)
      *best = v;
  }
}

static int32_t region_size(int32_t n) {
  const int32_t size = (n + REGIONS_MOST - 1) / REGIONS_MOST;
  return size < REGION_SIZE_LEAST ? REGION_SIZE_LEAST : size;
}

int32_t pathfan_regions_count(int32_t n) {
  return (n + region_size(n) - 1) / region_size(n);
}

/* What is finished of the second loop comes after all of the first. */
static bool paired_up(void *context, int64_t items) {
  const regions_job *job = context;
  return job->done(job->done_context, job->regions->count + items);
}

pathfan_status pathfan_regions_find(const pathfan_graph *graph, pathfan_tree *trees,
                                    int32_t threads, const int32_t *rank_of,
                                    const int32_t *column_of, pathfan_regions *regions,
                                    pathfan_done_function *done, void *done_context) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  regions_job job = {.graph = graph,
                     .trees = trees,
                     .rank_of = rank_of,
                     .regions = regions,
                     /* No path is longer than 2^61 (trees.h): half of that is cut off at most. */
                     .shift = 61 - 32,
                     .done = done,
                     .done_context = done_context};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  memset(regions, 0, sizeof *regions);
  if (!n) return PATHFAN_OK;
  regions->size = region_size(graph->vertex_count);
  regions->count = pathfan_regions_count(graph->vertex_count);
  regions->slots = SLOTS;
  regions->apart_slots = APART_SLOTS;
  const uint64_t count = (uint64_t)regions->count;
  const uint64_t pairs = pathfan_layout_region_pairs(regions->count);
  regions->via = pathfan_alloc(pairs * SLOTS, sizeof *regions->via);
  regions->apart = pathfan_alloc(pairs * APART_SLOTS, sizeof *regions->apart);
  job.source = pathfan_alloc(count, sizeof *job.source);
  job.other = pathfan_alloc(count, sizeof *job.other);
  job.entries = pathfan_alloc(count * n, sizeof *job.entries);
  job.workers = pathfan_alloc_zero((uint64_t)threads, sizeof *job.workers);
  if (!regions->via || !regions->apart || !job.source || !job.other || !job.entries || !job.workers)
    goto cleanup;
  status = PATHFAN_OK;
  for (int32_t t = 0; t < threads && !status; t++) status = worker_init(&job.workers[t], &job);
  choose_sources(&job, column_of);
  if (!status)
    status = pathfan_parallel_for(regions->count, threads, grow, &job, done, done_context);
  if (!status) choose_others(&job, column_of);
  if (!status)
    status =
        pathfan_parallel_for(regions->count, threads, pair_up, &job, done ? paired_up : NULL, &job);

cleanup:
  for (int32_t t = 0; job.workers && t < threads; t++) worker_free(&job.workers[t]);
  free(job.workers);
  free(job.source);
  free(job.other);
  free(job.entries);
  if (status) pathfan_regions_free(regions);
  return status;
}

void pathfan_regions_free(pathfan_regions *regions) {
  free(regions->via);
  free(regions->apart);
  memset(regions, 0, sizeof *regions);
}
