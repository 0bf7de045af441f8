/* ways_legs.c - finds the straight legs of a terrain.
 *
 * Finds the stars in parallel, then copies them one by one into the index's arrays.
 *
 * A leg between two nodes is kept if it is in the stars of both: if one of them knows a path that
 * is as good, the leg is not needed. The first of the two nodes keeps the leg; with one-way roads
 * the one that it leaves, if it is in the star of the other one on the terrain reversed. The rivers
 * that a star's legs cross form a tree, as its search went; the trees of all nodes become one set
 * of chains. */
#include "ways_legs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "crossed.h"
#include "terrain/search.h"
#include "terrain/star.h"

/* The star of a node, kept until all stars are found. */
typedef struct found {
  pf_way_leg *legs;    /* legs into roads, then legs to nodes that it may keep */
  int32_t *lower;      /* nodes that may keep a leg to it, in ascending order */
  pf_crossed *crossed; /* rivers that the legs cross */
  int32_t leg_count, lower_count, crossed_count;
  uint64_t bytes;
} found;

/* A thread's scratch memory. */
typedef struct finder {
  pf_terrain_search search;
  pf_star star;
  pf_crossed_set crossed;
  uint64_t bytes; /* taken from the memory limit for it */
} finder;

typedef struct maker {
  const pf_terrain *terrain;
  pf_terrain reversed;
  int32_t sides; /* 2: with one-way roads */
  int fraction_bits;
  pf_ways_data *ways;
  pf_memory_limit *memory_limit;
  finder *finders; /* one per thread */
  found *found;    /* [Size: nodes * sides] by side */
} maker;

/* ---- Stars ---- */

/* Returns a copy of an array; NULL: out of memory. */
static void *copy_of(const void *from, int32_t count, size_t size) {
  void *copy = pf_alloc((uint64_t)count, size);
  if (copy && count) memcpy(copy, from, (size_t)count * size);
  return copy;
}

/* Takes from the memory limit what a thread's scratch memory has grown by. */
static pathfan_status take_scratch(const maker *m, finder *f) {
  const uint64_t bytes = pf_terrain_search_bytes(&f->search) +
                         (uint64_t)f->star.capacity * sizeof *f->star.legs +
                         pf_crossed_bytes(&f->crossed);
  const pathfan_status status = pf_memory_limit_take(m->memory_limit, bytes - f->bytes);
  if (!status) f->bytes = bytes;
  return status;
}

/* Whether a leg is the other node's to keep. */
static bool is_of_other(const maker *m, const pf_way_leg *leg, int64_t item) {
  if (leg->node < 0) return false;
  return m->sides == 2 ? item >= m->terrain->node_count : leg->node < item;
}

/* Finds the star of a node, on one side. Drops legs that are others' to keep, noting that they
 * exist. */
static pathfan_status find_star(void *context, int64_t item, int32_t thread) {
  const maker *m = context;
  finder *f = &m->finders[thread];
  pf_star *star = &f->star;
  found *to = &m->found[item];
  const int32_t nodes = m->terrain->node_count;
  const bool is_first = item < nodes;
  pathfan_status status =
      pf_star_of_node(star, &f->search, is_first ? m->terrain : &m->reversed, m->fraction_bits,
                      (int32_t)(is_first ? item : item - nodes));
  if (status) return status;
  int32_t kept = 0, lower = 0;
  for (int32_t i = 0; i < star->count; i++) lower += is_of_other(m, &star->legs[i], item);
  to->lower = pf_alloc((uint64_t)lower, sizeof *to->lower);
  if (!to->lower) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < star->count; i++)
    if (is_of_other(m, &star->legs[i], item))
      to->lower[to->lower_count++] = star->legs[i].node;
    else
      star->legs[kept++] = star->legs[i];
  pf_crossed_clear(&f->crossed);
  status = pf_crossed_take(&f->crossed, star->crossed, star->crossed_count, star->legs, kept);
  if (!status) status = take_scratch(m, f);
  to->bytes = (uint64_t)kept * sizeof *to->legs + (uint64_t)lower * sizeof *to->lower +
              (uint64_t)f->crossed.count * sizeof *to->crossed;
  if (!status) status = pf_memory_limit_take(m->memory_limit, to->bytes);
  if (status) return status;
  to->legs = copy_of(star->legs, kept, sizeof *to->legs);
  to->crossed = copy_of(f->crossed.chains, f->crossed.count, sizeof *to->crossed);
  to->leg_count = kept;
  to->crossed_count = f->crossed.count;
  return to->legs && to->crossed ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

static void free_found(found *f) {
  free(f->legs);
  free(f->lower);
  free(f->crossed);
  memset(f, 0, sizeof *f);
}

/* ---- Legs ---- */

static bool has_leg_to_lower(const found *f, int32_t node) {
  int32_t low = 0, high = f->lower_count;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (f->lower[middle] < node)
      low = middle + 1;
    else
      high = middle;
  }
  return low < f->lower_count && f->lower[low] == node;
}

/* Drops the legs of a node that the other node doesn't have. */
static void drop_one_sided(const maker *m, int32_t node) {
  found *f = &m->found[node];
  const int32_t others = m->sides == 2 ? m->terrain->node_count : 0;
  int32_t kept = 0;
  for (int32_t i = 0; i < f->leg_count; i++)
    if (f->legs[i].node < 0 || has_leg_to_lower(&m->found[others + f->legs[i].node], node))
      f->legs[kept++] = f->legs[i];
  f->leg_count = kept;
}

static pathfan_status collect_legs(maker *m) {
  pf_ways_data *w = m->ways;
  const int32_t n = m->terrain->node_count * m->sides;
  pf_crossed_set crossed = {.memory_limit = m->memory_limit};
  int64_t legs = 0;
  for (int32_t v = 0; v < n; v++) {
    drop_one_sided(m, v);
    legs += m->found[v].leg_count;
  }
  if (legs > INT32_MAX / 4) return PATHFAN_ERR_LIMIT;
  pathfan_status status = pf_memory_limit_take(
      m->memory_limit, (uint64_t)legs * sizeof *w->legs + ((uint64_t)n + 1) * sizeof *w->first_leg);
  if (status) return status;
  w->first_leg = pf_alloc((uint64_t)n + 1, sizeof *w->first_leg);
  w->legs = pf_alloc((uint64_t)legs, sizeof *w->legs);
  if (!w->first_leg || !w->legs) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n && !status; v++) {
    found *f = &m->found[v];
    w->first_leg[v] = (uint32_t)w->view.leg_count;
    status = pf_crossed_take(&crossed, f->crossed, f->crossed_count, f->legs, f->leg_count);
    if (f->leg_count)
      memcpy(w->legs + w->view.leg_count, f->legs, (size_t)f->leg_count * sizeof *w->legs);
    w->view.leg_count += f->leg_count;
    pf_memory_limit_release(m->memory_limit, f->bytes);
    free_found(f);
  }
  w->first_leg[n] = (uint32_t)w->view.leg_count;
  assert(status || w->view.leg_count == legs);
  w->crossed = pf_crossed_hand_over(&crossed, &w->view.crossed_count);
  return status;
}

pathfan_status pf_ways_find_legs(const pf_terrain *terrain, int fraction_bits, int32_t threads,
                                 const pf_limits *limits, pf_ways_data *ways) {
  const int32_t sides = terrain->lanes ? 2 : 1, n = terrain->node_count * sides;
  maker m = {.terrain = terrain,
             .reversed = pf_reversed(terrain),
             .sides = sides,
             .fraction_bits = fraction_bits,
             .ways = ways,
             .memory_limit = pf_limits_memory(limits)};
  const uint64_t bytes = (uint64_t)n * sizeof *m.found;
  pathfan_status status = pf_limits_take(limits, bytes);
  if (status) return status;
  status = PATHFAN_ERR_NO_MEMORY;
  m.finders = pf_alloc_zero((uint64_t)threads, sizeof *m.finders);
  m.found = pf_alloc_zero((uint64_t)n, sizeof *m.found);
  if (m.finders && m.found) status = pf_parallel_for(n, threads, find_star, &m, limits);
  for (int32_t t = 0; t < threads && m.finders; t++) {
    pf_terrain_search_free(&m.finders[t].search);
    pf_star_free(&m.finders[t].star);
    pf_crossed_free(&m.finders[t].crossed);
    pf_memory_limit_release(m.memory_limit, m.finders[t].bytes);
  }
  if (!status) status = collect_legs(&m);
  for (int32_t v = 0; v < n && m.found; v++) free_found(&m.found[v]);
  free(m.finders);
  free(m.found);
  pf_memory_limit_release(m.memory_limit, bytes);
  return status;
}
