/* chains.c - chains of links in order of cost, by best-first search over sets of chains.
 *
 * All chains that begin alike and don't go on with some banned nodes are a branch, which stands
 * in a list with its best chain. The cheapest branch gives the next chain; the rest of it falls
 * into branches that leave the chain after each of its nodes (Lawler, A procedure for computing
 * the k best solutions to discrete optimization problems, Management Science 18, 1972).
 *
 * Most walks never matter, so they are measured only when a chain that has them is the cheapest
 * known. Measuring may show that it isn't; then the best chain of its branch is looked for again. A
 * branch's bound stays a lower bound all the while, since lengths only grow: so a chain whose walks
 * are measured and whose branch has the least bound is the next one.
 *
 * There are few links, so a search looks at all nodes for each that it settles. It is A*: the least
 * cost from each node to the goal by the first bounds is found once, and stays a lower bound since
 * lengths only grow. */
#include "chains.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static double *length_of(const pf_chains *c, int32_t from, int32_t to) {
  return &c->length[(int64_t)from * c->count + to];
}

static bool *is_measured(const pf_chains *c, int32_t from, int32_t to) {
  return &c->is_measured[(int64_t)from * c->count + to];
}

static pathfan_status fit(pf_chains *c, int32_t count) {
  if (count <= c->capacity) return PATHFAN_OK;
  const uint64_t pairs = (uint64_t)count * (uint64_t)count;
  void *length = pf_resize(c->length, pairs, sizeof *c->length);
  if (length) c->length = length;
  void *measured = pf_resize(c->is_measured, pairs, sizeof *c->is_measured);
  if (measured) c->is_measured = measured;
  void *reach = pf_resize(c->reach, (uint64_t)count, sizeof *c->reach);
  if (reach) c->reach = reach;
  void *rest = pf_resize(c->rest, (uint64_t)count, sizeof *c->rest);
  if (rest) c->rest = rest;
  void *before = pf_resize(c->before, (uint64_t)count, sizeof *c->before);
  if (before) c->before = before;
  void *stops = pf_resize(c->stops, (uint64_t)count, sizeof *c->stops);
  if (stops) c->stops = stops;
  void *settled = pf_resize(c->is_settled, (uint64_t)count, sizeof *c->is_settled);
  if (settled) c->is_settled = settled;
  if (!length || !measured || !reach || !rest || !before || !stops || !settled)
    return PATHFAN_ERR_NO_MEMORY;
  c->capacity = count;
  return PATHFAN_OK;
}

static pathfan_status put(pf_chains *c, int32_t node) {
  const pathfan_status status = pf_grow(&c->pool, &c->pool_capacity, (int64_t)c->pool_count + 1);
  if (!status) c->pool[c->pool_count++] = node;
  return status;
}

/* Whether a node is banned after the branch's fixed part, or has a link of that part. */
static bool is_shut(const pf_chains *c, const pf_branch *b, int32_t node, bool is_next) {
  for (int32_t i = 0; i < b->banned_count && is_next; i++)
    if (c->pool[b->banned_first + i] == node) return true;
  for (int32_t i = 1; i < b->kept; i++)
    if (c->nodes[c->pool[b->first + i]].link == c->nodes[node].link) return true;
  return false;
}

/* The cost of the first `count` nodes of a branch, added up as the search does. */
static double cost_of(const pf_chains *c, const pf_branch *b, int32_t count) {
  double cost = 0;
  for (int32_t i = 1; i < count; i++) {
    const int32_t from = c->pool[b->first + i - 1], to = c->pool[b->first + i];
    cost = cost + *length_of(c, from, to) + c->nodes[to].cost;
  }
  return cost;
}

/* Finds the least cost from each node to the goal, by the bounds that lengths begin with. */
static void find_rest(pf_chains *c) {
  for (int32_t s = 0; s < c->count; s++) {
    c->rest[s] = s == PF_CHAIN_GOAL ? 0 : INFINITY;
    c->is_settled[s] = false;
  }
  for (;;) {
    int32_t to = -1;
    for (int32_t s = 0; s < c->count; s++)
      if (!c->is_settled[s] && !isinf(c->rest[s]) && (to < 0 || c->rest[s] < c->rest[to])) to = s;
    if (to < 0) return;
    c->is_settled[to] = true;
    const double on = c->nodes[to].cost + c->rest[to];
    for (int32_t s = 0; s < c->count; s++) {
      const double rest = *length_of(c, s, to) + on;
      if (rest < c->rest[s]) c->rest[s] = rest;
    }
  }
}

/* Settles the node of least cost to the goal that isn't settled; -1: none can be reached. */
static int32_t settle_next(pf_chains *c) {
  int32_t best = -1;
  double least = INFINITY;
  for (int32_t s = 0; s < c->count; s++) {
    if (c->is_settled[s]) continue;
    const double through = c->reach[s] + c->rest[s];
    if (isinf(through) || through > least ||
        (through == least && best >= 0 && c->stops[s] >= c->stops[best]))
      continue;
    least = through;
    best = s;
  }
  if (best >= 0) c->is_settled[best] = true;
  return best;
}

/* Offers ways over `from`, which is settled, to all nodes. */
static void go_on_from(pf_chains *c, const pf_branch *b, int32_t from, bool is_first) {
  for (int32_t to = 1; to < c->count; to++) {
    if (c->is_settled[to] || (is_first && is_shut(c, b, to, true))) continue;
    const double cost = c->reach[from] + *length_of(c, from, to) + c->nodes[to].cost;
    const int32_t stops = c->stops[from] + 1;
    if (cost < c->reach[to] || (cost == c->reach[to] && stops < c->stops[to])) {
      c->reach[to] = cost;
      c->stops[to] = stops;
      c->before[to] = from;
    }
  }
}

/* Writes the chain found to the pool, after the branch's fixed part. */
static pathfan_status write_chain(pf_chains *c, pf_branch *b) {
  const int32_t first = c->pool_count, last = c->pool[b->first + b->kept - 1];
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < b->kept && !status; i++) status = put(c, c->pool[b->first + i]);
  const int32_t from = c->pool_count;
  for (int32_t s = PF_CHAIN_GOAL; s != last && !status; s = c->before[s]) status = put(c, s);
  for (int32_t i = from, k = c->pool_count - 1; i < k; i++, k--) {
    const int32_t swap = c->pool[i];
    c->pool[i] = c->pool[k];
    c->pool[k] = swap;
  }
  b->first = first;
  b->count = c->pool_count - first;
  return status;
}

/* Finds the best chain of a branch by the lengths known so far; its bound is INFINITY if there is
 * none. */
static pathfan_status search(pf_chains *c, pf_branch *b) {
  const int32_t last = c->pool[b->first + b->kept - 1];
  for (int32_t s = 0; s < c->count; s++) {
    c->reach[s] = INFINITY;
    c->stops[s] = 0;
    c->is_settled[s] = s == PF_CHAIN_START || is_shut(c, b, s, false);
  }
  c->reach[last] = cost_of(c, b, b->kept);
  c->is_settled[last] = true;
  go_on_from(c, b, last, true);
  for (int32_t s = settle_next(c); s >= 0 && s != PF_CHAIN_GOAL; s = settle_next(c))
    go_on_from(c, b, s, false);
  /* No part of a set of chains has a lower bound than the set. */
  b->bound = fmax(b->bound, c->reach[PF_CHAIN_GOAL]);
  return isinf(b->bound) ? PATHFAN_OK : write_chain(c, b);
}

static pathfan_status add_branch(pf_chains *c, pf_branch branch) {
  pathfan_status status = search(c, &branch);
  if (status || isinf(branch.bound)) return status;
  status = pf_grow(&c->branches, &c->branch_capacity, (int64_t)c->branch_count + 1);
  if (!status) c->branches[c->branch_count++] = branch;
  return status;
}

pathfan_status pf_chains_begin(pf_chains *c, const pf_chain_node *nodes, int32_t count,
                               const pf_walks *walks) {
  assert(count >= 2 && nodes[PF_CHAIN_START].link < 0 && nodes[PF_CHAIN_GOAL].link < 0);
  pathfan_status status = fit(c, count);
  c->nodes = nodes;
  c->count = count;
  c->walks = *walks;
  c->branch_count = c->pool_count = 0;
  if (status) return status;
  for (int32_t from = 0; from < count; from++)
    for (int32_t to = 0; to < count; to++) {
      const bool is_walk = from != PF_CHAIN_GOAL && to != PF_CHAIN_START && from != to &&
                           !(from == PF_CHAIN_START && to == PF_CHAIN_GOAL);
      *length_of(c, from, to) = is_walk ? walks->least(walks->context, from, to) : INFINITY;
      *is_measured(c, from, to) = false;
    }
  find_rest(c);
  c->has_given = false;
  status = put(c, PF_CHAIN_START);
  return status ? status : add_branch(c, (pf_branch){.first = 0, .count = 1, .kept = 1});
}

/* Measures the walks of a branch's chain, until one shows that the chain costs more than the
 * branch's bound: *is_dearer. */
static pathfan_status measure(pf_chains *c, const pf_branch *b, bool *is_dearer) {
  *is_dearer = cost_of(c, b, b->count) > b->bound; /* by what other chains have shown */
  for (int32_t i = 1; i < b->count && !*is_dearer; i++) {
    const int32_t from = c->pool[b->first + i - 1], to = c->pool[b->first + i];
    double length;
    if (*is_measured(c, from, to)) continue;
    const pathfan_status status = c->walks.measure(c->walks.context, from, to, &length);
    if (status) return status;
    *is_measured(c, from, to) = true;
    *length_of(c, from, to) = fmax(length, *length_of(c, from, to));
    *is_dearer = cost_of(c, b, b->count) > b->bound;
  }
  return PATHFAN_OK;
}

/* Replaces a branch by those of all its other chains. */
static pathfan_status divide(pf_chains *c, pf_branch b) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t kept = b.kept; kept < b.count && !status; kept++) {
    const int32_t first = c->pool_count;
    for (int32_t i = 0; i < b.banned_count && kept == b.kept && !status; i++)
      status = put(c, c->pool[b.banned_first + i]);
    if (!status) status = put(c, c->pool[b.first + kept]);
    if (status) break;
    status = add_branch(c, (pf_branch){.bound = b.bound,
                                       .first = b.first,
                                       .count = b.count,
                                       .kept = kept,
                                       .banned_first = first,
                                       .banned_count = c->pool_count - first});
  }
  return status;
}

/* Whether a chain uses a link there and back, which lower bounds may allow. */
static bool uses_twice(const pf_chains *c, const pf_branch *b) {
  for (int32_t i = 1; i + 1 < b->count; i++)
    for (int32_t k = i + 1; k + 1 < b->count; k++)
      if (c->nodes[c->pool[b->first + i]].link == c->nodes[c->pool[b->first + k]].link) return true;
  return false;
}

/* Takes the branch of least bound from the list. */
static pf_branch take_best(pf_chains *c) {
  int32_t best = 0;
  for (int32_t i = 1; i < c->branch_count; i++) {
    const pf_branch *a = &c->branches[i], *b = &c->branches[best];
    if (a->bound < b->bound || (a->bound == b->bound && a->count < b->count)) best = i;
  }
  const pf_branch taken = c->branches[best];
  c->branches[best] = c->branches[--c->branch_count];
  return taken;
}

pathfan_status pf_chains_next(pf_chains *c, double most, const pf_chain **chain) {
  *chain = NULL;
  if (c->has_given) { /* the last chain's other ones, which nobody may ask for */
    c->has_given = false;
    const pathfan_status status = divide(c, c->given);
    if (status) return status;
  }
  while (c->branch_count) {
    const pf_branch b = take_best(c);
    bool is_dearer;
    if (b.bound > most) {
      c->branch_count = 0;
      return PATHFAN_OK;
    }
    pathfan_status status = measure(c, &b, &is_dearer);
    if (!status && is_dearer) status = add_branch(c, b);
    if (status) return status;
    if (is_dearer) continue;
    if (uses_twice(c, &b)) {
      status = divide(c, b);
      if (status) return status;
      continue;
    }
    c->given = b;
    c->has_given = true;
    c->chain = (pf_chain){&c->pool[b.first], b.count, b.bound};
    *chain = &c->chain;
    return PATHFAN_OK;
  }
  return PATHFAN_OK;
}

void pf_chains_free(pf_chains *c) {
  free(c->length);
  free(c->is_measured);
  free(c->branches);
  free(c->pool);
  free(c->reach);
  free(c->rest);
  free(c->before);
  free(c->stops);
  free(c->is_settled);
  memset(c, 0, sizeof *c);
}
