/* via_set.c - each two samples of two areas are asked for ways that differ by little, by what
 * requests ask for by default, and by more, and for one that runs elsewhere. Sets that are made for
 * one theta serve no other (docs/decisions/regions.md). What more samples find comes first. */
#include "via_set.h"

#include <assert.h>
#include <stdlib.h>

/* In the order in which via nodes are wanted; those of the first lead. */
static const double thetas[] = {0.6, 0.8, 0.4};
enum { THETAS = 3 };

/* A vote for theta number t; each of as many samples as there are has one at most. */
#define VOTE(t) (UINT32_C(1) << 8 * (THETAS - (t)))
static_assert(PATHFAN_SAMPLES * PATHFAN_SAMPLES < 256,
              "votes for one theta are less than one for a better");

/* All that is found between two areas; if it is less than VIAS_MOST, vertices of the area's own. */
enum { FOUND_MOST = PATHFAN_SAMPLES * PATHFAN_SAMPLES * (THETAS * PATHFAN_DIFFERENT_MOST + 1) };
static_assert((int)FOUND_MOST >= (int)PATHFAN_VIAS_MOST, "there is room for vertices of one's own");

typedef struct found {
  int32_t via;
  uint32_t votes; /* of samples, those of a theta above all of later ones */
} found;

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
static void ask(pathfan_different *d, const pathfan_sampled *a, int32_t i, const pathfan_sampled *b,
                int32_t k, found *list, int32_t *count) {
  const pathfan_flat_tree *from = &a->tree[i], *to = &b->tree[k];
  int32_t vias[PATHFAN_DIFFERENT_MOST], elsewhere;
  const uint32_t length = from->length[b->vertex[k]];
  if (length == PATHFAN_FLAT_FAR || length == 0) return;
  pathfan_different_begin(d, from, a->vertex[i], to, b->vertex[k]);
  for (int t = THETAS - 1; t >= 0; t--) {
    const int32_t ways = pathfan_different_find(d, thetas[t], vias);
    for (int32_t w = 0; w < ways; w++) vote(list, count, vias[w], VOTE(t));
  }
  if (pathfan_different_elsewhere(d, &elsewhere)) vote(list, count, elsewhere, 1);
}

pathfan_via_set pathfan_via_set_find(pathfan_different *d, const pathfan_sampled *a,
                                     const pathfan_sampled *b, const int32_t *own,
                                     int32_t own_count, const int32_t *number_of) {
  pathfan_via_set set = {0};
  found list[FOUND_MOST];
  int32_t count = 0;
  for (int32_t i = 0; i < a->count; i++)
    for (int32_t k = 0; k < (own ? i : b->count); k++) ask(d, a, i, b, k, list, &count);
  for (int32_t i = 0; number_of && i < count; i++) list[i].via = number_of[list[i].via];
  /* Ends that lie in one region may go round a single obstacle, of which samples tell little: as
   * far as there is room, all of the region's vertices are tried. */
  for (int32_t i = 0; i < own_count && count < PATHFAN_VIAS_MOST; i++)
    vote(list, &count, own[i], 0);
  if (count) qsort(list, (size_t)count, sizeof *list, by_votes);
  set.size = count < PATHFAN_VIAS_MOST ? count : PATHFAN_VIAS_MOST;
  for (int32_t i = 0; i < set.size; i++) set.vias[i] = list[i].via;
  while (set.leading < set.size && (own || list[set.leading].votes >= VOTE(0))) set.leading++;
  return set;
}
