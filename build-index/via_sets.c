/* via_sets.c - each two samples of two regions are asked for ways that differ by little, by what
 * requests ask for by default, and by more, and for one that runs elsewhere. Sets that are made for
 * one theta serve no other (docs/decisions/regions.md). What more samples find comes first. */
#include "via_sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "different.h"
#include "format/layout.h"

/* In the order in which via nodes are wanted; those of the first lead. */
static const double thetas[] = {0.6, 0.8, 0.4};
enum { THETAS = 3 };

/* A vote for theta number t; each of as many samples as there are has one at most. */
#define VOTE(t) (UINT32_C(1) << 8 * (THETAS - (t)))
static_assert(PATHFAN_SAMPLES * PATHFAN_SAMPLES < 256,
              "votes for one theta are less than one for a better");

/* Via nodes of a pair: few have so many. */
enum { VIAS_MOST = 24 };

/* All that is found between two regions; if it is less than VIAS_MOST, vertices of the region's
 * own. */
enum { FOUND_MOST = PATHFAN_SAMPLES * PATHFAN_SAMPLES * (THETAS * PATHFAN_DIFFERENT_MOST + 1) };

typedef struct found {
  int32_t via;
  uint32_t votes; /* of samples, those of a theta above all of later ones */
} found;

typedef struct via_sets_job {
  const pathfan_graph *graph;
  const pathfan_regions *regions;
  pathfan_different *scratch; /* [Size: threads] */
  uint8_t *size, *leading;
  int32_t **vias; /* [Size: count] of all pairs of a region with those up to itself */
  int32_t *via_count;
} via_sets_job;

static void vote(found *list, int32_t *count, int32_t via, uint32_t votes) {
  int32_t i = 0;
  while (i < *count && list[i].via != via) i++;
  if (i == *count) list[(*count)++] = (found){via, 0};
  list[i].votes += votes;
}

static int by_votes(const void *a, const void *b) {
  const found *x = a, *y = b;
  if (x->votes != y->votes) return x->votes > y->votes ? -1 : 1;
  return (x->via > y->via) - (x->via < y->via);
}

/* The via nodes between the sources of two trees. */
static void ask(pathfan_different *d, const pathfan_flat_tree *a, int32_t from,
                const pathfan_flat_tree *b, int32_t to, found *list, int32_t *count) {
  int32_t vias[PATHFAN_DIFFERENT_MOST], elsewhere;
  if (a->length[to] == PATHFAN_FLAT_FAR || a->length[to] == 0) return;
  pathfan_different_begin(d, a, from, b, to);
  for (int t = THETAS - 1; t >= 0; t--) {
    const int32_t ways = pathfan_different_find(d, thetas[t], vias);
    for (int32_t i = 0; i < ways; i++) vote(list, count, vias[i], VOTE(t));
  }
  if (pathfan_different_elsewhere(d, &elsewhere)) vote(list, count, elsewhere, 1);
}

/* Ends that lie in one region may go round a single obstacle, of which samples tell little: as far
 * as there is room, all of the region's vertices are tried. */
static void add_own(const via_sets_job *job, int64_t region, found *list, int32_t *count) {
  for (int32_t v = 0; v < job->graph->vertex_count && *count < VIAS_MOST; v++)
    if (pathfan_region_at(job->regions, job->graph->at[v]) == region) vote(list, count, v, 0);
}

/* The via set of regions a >= b. Returns its size; *leading: how many of it lead. */
static int32_t find(const via_sets_job *job, pathfan_different *d, int64_t a, int64_t b,
                    int32_t *vias, uint8_t *leading) {
  const int64_t n = job->graph->vertex_count;
  const int32_t *of_a = job->regions->samples + a * PATHFAN_SAMPLES;
  const int32_t *of_b = job->regions->samples + b * PATHFAN_SAMPLES;
  found list[FOUND_MOST];
  int32_t count = 0;
  for (int32_t i = 0; i < PATHFAN_SAMPLES && of_a[i] >= 0; i++) {
    const pathfan_flat_tree from = pathfan_region_tree(job->regions, n, a, i);
    const int32_t partners = a == b ? i : PATHFAN_SAMPLES;
    for (int32_t k = 0; k < partners && of_b[k] >= 0; k++) {
      const pathfan_flat_tree to = pathfan_region_tree(job->regions, n, b, k);
      ask(d, &from, of_a[i], &to, of_b[k], list, &count);
    }
  }
  if (a == b) add_own(job, a, list, &count);
  if (count) qsort(list, (size_t)count, sizeof *list, by_votes);
  if (count > VIAS_MOST) count = VIAS_MOST;
  for (int32_t i = 0; i < count; i++) vias[i] = list[i].via;
  *leading = 0;
  while (*leading < count && (a == b || list[*leading].votes >= VOTE(0))) ++*leading;
  return count;
}

/* All pairs of a region with those up to itself: the last regions, which have most, first. */
static pathfan_status pair_up(void *context, int64_t item, int32_t thread) {
  const via_sets_job *job = context;
  const int64_t a = job->regions->count - 1 - item;
  uint8_t *size = job->size + pathfan_layout_region_pairs((int32_t)a);
  uint8_t *leading = job->leading + pathfan_layout_region_pairs((int32_t)a);
  int32_t *vias = pathfan_alloc((uint64_t)(a + 1) * VIAS_MOST, sizeof *vias), count = 0;
  if (!vias) return PATHFAN_ERR_NO_MEMORY;
  for (int64_t b = 0; b <= a; b++) {
    const int32_t here = find(job, &job->scratch[thread], a, b, vias + count, &leading[b]);
    size[b] = (uint8_t)here;
    count += here;
  }
  int32_t *kept = pathfan_resize(vias, (uint64_t)count, sizeof *vias);
  job->vias[a] = kept ? kept : vias;
  job->via_count[a] = count;
  return PATHFAN_OK;
}

static pathfan_status gather(const via_sets_job *job, pathfan_via_sets *sets) {
  for (int32_t a = 0; a < sets->count; a++) sets->via_count += (uint64_t)job->via_count[a];
  sets->vias = pathfan_alloc(sets->via_count, sizeof *sets->vias);
  if (!sets->vias) return PATHFAN_ERR_NO_MEMORY;
  int32_t *at = sets->vias;
  for (int32_t a = 0; a < sets->count; at += job->via_count[a], a++)
    if (job->via_count[a]) memcpy(at, job->vias[a], (size_t)job->via_count[a] * sizeof *at);
  return PATHFAN_OK;
}

pathfan_status pathfan_via_sets_find(const pathfan_graph *graph, const pathfan_regions *regions,
                                     int32_t threads, const int32_t *rank_of,
                                     pathfan_via_sets *sets, pathfan_done_function *done,
                                     void *done_context) {
  const uint64_t count = (uint64_t)regions->count;
  via_sets_job job = {.graph = graph, .regions = regions};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  memset(sets, 0, sizeof *sets);
  sets->count = regions->count;
  if (!count) return PATHFAN_OK;
  sets->size = pathfan_alloc(pathfan_layout_region_pairs(regions->count), sizeof *sets->size);
  sets->leading = pathfan_alloc(pathfan_layout_region_pairs(regions->count), sizeof *sets->leading);
  job.size = sets->size;
  job.leading = sets->leading;
  job.vias = pathfan_alloc_zero(count, sizeof *job.vias);
  job.via_count = pathfan_alloc_zero(count, sizeof *job.via_count);
  job.scratch = pathfan_alloc_zero((uint64_t)threads, sizeof *job.scratch);
  if (sets->size && sets->leading && job.vias && job.via_count && job.scratch) status = PATHFAN_OK;
  for (int32_t t = 0; t < threads && !status; t++)
    status = pathfan_different_init(&job.scratch[t], graph, rank_of);
  if (!status)
    status = pathfan_parallel_for(regions->count, threads, pair_up, &job, done, done_context);
  if (!status) status = gather(&job, sets);
  for (int32_t t = 0; job.scratch && t < threads; t++) pathfan_different_free(&job.scratch[t]);
  for (uint64_t a = 0; job.vias && a < count; a++) free(job.vias[a]);
  free(job.scratch);
  free(job.vias);
  free(job.via_count);
  if (status) pathfan_via_sets_free(sets);
  return status;
}

void pathfan_via_sets_free(pathfan_via_sets *sets) {
  free(sets->size);
  free(sets->leading);
  free(sets->by_default);
  free(sets->vias);
  memset(sets, 0, sizeof *sets);
}
