/* plateaus.c - finds all plateaus of one source, for intervals of targets at once.
 *
 * Edge (a,b) of the tree of u lies on a plateau with v exactly if the shortest path from a to v
 * begins with b. Those v are the runs of row a under that edge (moves.h). So the tree is walked
 * downwards, carrying a list of chains into each vertex b: intervals of targets v whose plateau
 * contains the edge above b, with the vertex where the plateau began and its best rank. Under every
 * tree edge (b,c) the runs of row b either continue such a chain or begin one at b; a chain that no
 * edge continues has ended at b and is a plateau. The work is proportional to the number of
 * intervals, ten to fifty times fewer than the (v, edge) pairs they stand for. */
#include "plateaus.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Targets low .. high-1 share a plateau from `start` down to the current vertex. */
typedef struct pf_chain {
  int32_t low, high;
  int32_t start;
  int32_t best;
} chain;

pathfan_status pf_plateaus_init(pf_plateaus *p, int32_t n, int32_t wanted) {
  memset(p, 0, sizeof *p);
  p->wanted = wanted;
  p->top = pf_alloc((uint64_t)n * (uint64_t)wanted, sizeof *p->top);
  p->list_begin = pf_alloc((uint64_t)n, sizeof *p->list_begin);
  p->list_end = pf_alloc((uint64_t)n, sizeof *p->list_end);
  p->child = pf_alloc((uint64_t)n, sizeof *p->child);
  p->sibling = pf_alloc((uint64_t)n, sizeof *p->sibling);
  if (p->top && p->list_begin && p->list_end && p->child && p->sibling) return PATHFAN_OK;
  pf_plateaus_free(p);
  return PATHFAN_ERR_NO_MEMORY;
}

void pf_plateaus_free(pf_plateaus *p) {
  free(p->top);
  free(p->list_begin);
  free(p->list_end);
  free(p->child);
  free(p->sibling);
  free(p->chains);
  free(p->kept);
  memset(p, 0, sizeof *p);
}

static bool longer(const pf_plateau *a, const pf_plateau *b) {
  if (a->length != b->length) return a->length > b->length;
  if (a->tie_hash != b->tie_hash) return a->tie_hash > b->tie_hash;
  return a->best < b->best;
}

/* Enters a plateau that has ended for all of its targets. */
static void enter(pf_plateaus *p, int32_t low, int32_t high, const pf_plateau *found) {
  const int32_t m = p->wanted;
  for (int32_t v = low; v < high; v++) {
    pf_plateau *top = &p->top[(int64_t)v * m];
    if (!longer(found, &top[m - 1])) continue;
    int32_t i = m - 1;
    for (; i > 0 && longer(found, &top[i - 1]); i--) top[i] = top[i - 1];
    top[i] = *found;
  }
}

/* The walk at one vertex. */
typedef struct step {
  int32_t vertex, rank;
  int64_t in, in_end; /* the chains that run into the vertex */
  int64_t top;        /* end of the chain stack */
  int32_t kept;       /* intervals of these chains that an edge continues */
} step;

/* Splits the runs under an edge from the vertex to one of rank to_rank into chains that go on and
 * chains that begin, and pushes both, in ascending order. The caller must have reserved the room.
 */
static void extend(pf_plateaus *p, step *s, const pf_vertex_run *run, const pf_vertex_run *end,
                   int32_t to_rank) {
  const chain *chains = p->chains;
  const int32_t fresh_best = s->rank < to_rank ? s->rank : to_rank;
  int64_t in = s->in;
  for (; run < end; run++) {
    int32_t low = run->low;
    while (in < s->in_end && chains[in].high <= low) in++;
    while (in < s->in_end && chains[in].low < run->high) {
      const chain c = chains[in];
      if (c.low > low) p->chains[s->top++] = (chain){low, c.low, s->vertex, fresh_best};
      if (c.low > low) low = c.low;
      const int32_t high = c.high < run->high ? c.high : run->high;
      p->chains[s->top++] = (chain){low, high, c.start, c.best < to_rank ? c.best : to_rank};
      p->kept[s->kept++] = (pf_vertex_run){low, high};
      low = high;
      if (c.high > run->high) break;
      in++;
    }
    if (low < run->high) p->chains[s->top++] = (chain){low, run->high, s->vertex, fresh_best};
  }
}

static int by_low(const void *a, const void *b) {
  const pf_vertex_run *x = a, *y = b;
  return (x->low > y->low) - (x->low < y->low);
}

/* Enters the parts of the vertex's chains that no edge continues. */
static void finish(pf_plateaus *p, const pf_tree *tree, int32_t vertex, int32_t kept) {
  int32_t next = 0;
  for (int64_t i = p->list_begin[vertex]; i < p->list_end[vertex]; i++) {
    const chain c = p->chains[i];
    const pf_plateau found = {tree->length[vertex] - tree->length[c.start],
                              tree->tie_hash[vertex] - tree->tie_hash[c.start], c.best};
    int32_t low = c.low;
    for (; next < kept && p->kept[next].low < c.high; next++) {
      if (p->kept[next].low > low) enter(p, low, p->kept[next].low, &found);
      low = p->kept[next].high;
    }
    if (low < c.high) enter(p, low, c.high, &found);
  }
}

static void hang_children(pf_plateaus *p, const pf_tree *tree) {
  for (int32_t i = 0; i < tree->count; i++) p->child[tree->order[i]] = -1;
  for (int32_t i = tree->count - 1; i > 0; i--) {
    const int32_t v = tree->order[i], parent = tree->parent[v];
    p->sibling[v] = p->child[parent];
    p->child[parent] = v;
  }
}

pathfan_status pf_plateaus_find(pf_plateaus *p, const pf_moves *moves, const pf_tree *tree,
                                const int32_t *rank_of) {
  assert(moves->rows);
  const int32_t n = moves->vertex_count;
  step s = {.top = 0};
  memset(p->top, 0, (size_t)n * (size_t)p->wanted * sizeof *p->top);
  hang_children(p, tree);
  p->list_begin[tree->source] = p->list_end[tree->source] = 0;

  for (int32_t i = 0; i < tree->count; i++) {
    const int32_t b = tree->order[i];
    const int32_t base = pf_graph_first(moves->graph, b);
    const pf_move_row *row = &moves->rows[b];
    int32_t children = 0;
    s = (step){.vertex = b,
               .rank = rank_of[b],
               .in = p->list_begin[b],
               .in_end = p->list_end[b],
               .top = s.top};
    for (int32_t c = p->child[b]; c >= 0; c = p->sibling[c], children++) {
      const int32_t edge = tree->parent_edge[c] - base;
      const pf_vertex_run *run = row->runs + row->first[edge];
      const pf_vertex_run *end = row->runs + row->first[edge + 1];
      /* Each run and each chain can be cut once by the ends of the other. */
      const int64_t room = 2 * ((end - run) + (s.in_end - s.in));
      int64_t kept_capacity = p->kept_capacity;
      if (pf_grow(&p->chains, &p->chain_capacity, s.top + room) ||
          pf_grow(&p->kept, &kept_capacity, s.kept + room))
        return PATHFAN_ERR_NO_MEMORY;
      p->kept_capacity = (int32_t)kept_capacity;
      p->list_begin[c] = s.top;
      extend(p, &s, run, end, rank_of[c]);
      p->list_end[c] = s.top;
      assert(s.top <= p->chain_capacity && s.kept <= p->kept_capacity);
    }
    if (children > 1 && s.kept > 1) qsort(p->kept, (size_t)s.kept, sizeof *p->kept, by_low);
    finish(p, tree, b, s.kept);
  }
  return PATHFAN_OK;
}
