/* via_set.c - chooses the via nodes of a set among those named.
 *
 * Each pair of samples of two areas is asked for paths that differ by what requests ask for by
 * default, by more and by less, by so little that they are only worth having as parts of splices,
 * and for one that runs elsewhere. Sets made for one theta don't serve another
 * (docs/decisions/regions.md). Via nodes named most come first. */
#include "via_set.h"

#include <assert.h>
#include <stdlib.h>

/* In order of preference; via nodes of the first lead. */
static const double thetas[PF_VIA_THETAS] = {0.6, 0.8, 0.4, 0.15};
enum { ELSEWHERE = PF_VIA_THETAS };

static_assert(PF_SAMPLE_PAIRS < 256, "votes fit into a byte");

/* Step from one pair of samples to the next: coprime to all possible numbers of pairs. */
#define STRIDE 7

/* ---- Asking ---- */

static void vote(pf_named *named, int32_t via, int kind) {
  int32_t i = 0;
  while (i < named->count && named->list[i].via != via) i++;
  if (i == named->count) named->list[named->count++] = (pf_named_via){.via = via};
  named->list[i].votes[kind]++;
}

/* Votes for the via nodes between the sources of two trees. */
static void ask(pf_different *d, const pf_sampled *a, int32_t i, const pf_sampled *b, int32_t k,
                pf_named *named) {
  const pf_flat_tree *from = &a->tree[i], *to = &b->tree[k];
  int32_t vias[PF_DIFFERENT_MOST], elsewhere;
  const uint32_t length = from->length[b->vertex[k]];
  if (length == PF_FLAT_FAR || length == 0) return;
  pf_different_begin(d, from, a->vertex[i], to, b->vertex[k]);
  for (int t = PF_VIA_THETAS - 1; t >= 0; t--) {
    const int32_t ways = pf_different_find(d, thetas[t], vias);
    for (int32_t w = 0; w < ways; w++) vote(named, vias[w], t);
  }
  if (pf_different_elsewhere(d, &elsewhere)) vote(named, elsewhere, ELSEWHERE);
}

void pf_via_ask_all(pf_different *d, const pf_sampled *a, const pf_sampled *b, bool within,
                    const int32_t *number_of, pf_named *named) {
  named->count = 0;
  for (int32_t i = 0; i < a->count; i++)
    for (int32_t k = 0; k < (within ? i : b->count); k++) ask(d, a, i, b, k, named);
  for (int32_t i = 0; number_of && i < named->count; i++)
    named->list[i].via = number_of[named->list[i].via];
}

int32_t pf_sample_pair(uint64_t turn, int32_t i, int32_t all) {
  return (int32_t)((turn + STRIDE * (uint64_t)i) % (uint64_t)all);
}

void pf_via_ask_some(pf_different *d, const pf_sampled *a, const pf_sampled *b, uint64_t turn,
                     int32_t asked, pf_named *named) {
  const int32_t all = a->count * b->count;
  named->count = 0;
  for (int32_t i = 0; i < asked && i < all; i++) {
    const int32_t pair = pf_sample_pair(turn, i, all);
    ask(d, a, pair % a->count, b, pair / a->count, named);
  }
}

/* ---- Choosing ---- */

/* Leading via nodes first, then those with the most weight for the most wanted kind. */
static int by_weight(const void *a, const void *b) {
  const pf_weighed_via *x = a, *y = b;
  for (int kind = 0; kind < PF_VIA_KINDS; kind++)
    if (x->weight[kind] != y->weight[kind]) return x->weight[kind] > y->weight[kind] ? -1 : 1;
  return (x->via > y->via) - (x->via < y->via);
}

/* Drops via nodes with too little weight, and clears the weight for 0.6 of those that don't lead.
 * Returns how many are left. */
static int32_t keep(pf_weighed_via *list, int32_t count, pf_via_least least) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    int32_t all = 0;
    for (int kind = 0; kind < PF_VIA_KINDS; kind++) all += list[i].weight[kind];
    if (all < least.kept) continue;
    list[kept] = list[i];
    if (list[kept].weight[0] < least.leading) list[kept].weight[0] = 0;
    kept++;
  }
  return kept;
}

/* Paths between ends in one region may go round a single obstacle, which samples rarely show: so
 * all of the region's vertices are tried while there is room. */
static int32_t fill(pf_weighed_via *list, int32_t count, const int32_t *own, int32_t own_count) {
  for (int32_t i = 0; i < own_count && count < PF_VIAS_MOST; i++) {
    int32_t k = 0;
    while (k < count && list[k].via != own[i]) k++;
    if (k == count) list[count++] = (pf_weighed_via){.via = own[i]};
  }
  return count;
}

pf_via_set pf_via_set_choose(pf_weighed_via *list, int32_t count, pf_via_least least,
                             const int32_t *own, int32_t own_count) {
  pf_via_set set = {0};
  count = fill(list, keep(list, count, least), own, own_count);
  if (count) qsort(list, (size_t)count, sizeof *list, by_weight);
  set.size = count < PF_VIAS_MOST ? count : PF_VIAS_MOST;
  for (int32_t i = 0; i < set.size; i++) set.vias[i] = list[i].via;
  while (set.leading < set.size && (own_count || list[set.leading].weight[0])) set.leading++;
  return set;
}

pf_via_set pf_via_set_find(pf_different *d, const pf_sampled *a, const pf_sampled *b,
                           const int32_t *own, int32_t own_count, const int32_t *number_of) {
  pf_named named;
  pf_weighed_via list[PF_NAMED_MOST + PF_VIAS_MOST];
  pf_via_ask_all(d, a, b, own != NULL, number_of, &named);
  for (int32_t i = 0; i < named.count; i++) {
    list[i].via = named.list[i].via;
    for (int kind = 0; kind < PF_VIA_KINDS; kind++)
      list[i].weight[kind] = named.list[i].votes[kind];
  }
  return pf_via_set_choose(list, named.count, (pf_via_least){1, 1}, own, own_count);
}
