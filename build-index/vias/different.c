/* different.c - finds via nodes of paths that differ, between the sources of two trees.
 *
 * A build evaluates a pair of trees about 100,000 times, so most vertices must be ruled out
 * cheaply.
 *
 * A vertex v is a candidate if its paths to both sources are short enough, pass its obstacle on
 * different sides as seen from each source (so that the path from source to source passes it on one
 * side) and turn towards it, and if v begins its plateau. The first two conditions are tested in
 * two passes over arrays, for all vertices.
 *
 * How much a candidate's path shares with an accepted one is found in the trees: up to v it shares
 * as much as the path to v's parent, plus the last edge if that is shared. Each vertex is evaluated
 * once, for all candidates beyond it.
 *
 * Candidates are taken in order from a heap: usually only a few of many are needed. */
#include "different.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"

/* The least share of a path that no other path may share for it to run elsewhere. */
#define ELSEWHERE_LEAST 0.1

enum { NEW = 128 };
static_assert(PF_DIFFERENT_PATHS <= 7, "a bit for each accepted path and one for the new one");

/* A vertex of a via-path and its distance from the via node, along the path. */
typedef struct pf_step {
  uint32_t vertex;
  uint32_t away;
} step;

/* ---- Lengths shared with an accepted path ---- */

/* Whether an edge is part of accepted path i. A path may reach both ends of the edge by way of a
 * third vertex instead. */
static bool is_edge_of(const pf_different *d, int32_t i, uint32_t from, uint32_t to) {
  const int32_t steps = d->spot[(int64_t)from * PF_DIFFERENT_PATHS + i] -
                        d->spot[(int64_t)to * PF_DIFFERENT_PATHS + i];
  return steps == 1 || steps == -1;
}

/* Whether an edge is part of one of the accepted paths in a set of bits. */
static bool is_shared(const pf_different *d, uint32_t paths, uint32_t from, uint32_t to) {
  if (!pf_stamp_has(&d->marked, from) || !pf_stamp_has(&d->marked, to)) return false;
  for (uint32_t both = d->on[from] & d->on[to] & paths; both; both &= both - 1)
    if (is_edge_of(d, pf_lowest_bit(both), from, to)) return true;
  return false;
}

/* Forgets all that is shared with a path, or with all of them. */
static void shared_begin(pf_different *d, int32_t path) {
  const uint32_t source[2] = {d->from, d->to};
  for (int s = 0; s < 2; s++) {
    pf_shared *shared = &d->shared[path][s];
    if (pf_stamp_wraps(&shared->now)) memset(shared->at, 0, (size_t)d->most * sizeof *shared->at);
    shared->at[source[s]] = (struct pf_shared_at){shared->now, 0};
  }
}

/* The shortest path is a path in both trees, and paths that have left it never return. So the
 * shared part ends where they leave it. */
static void shared_begin_shortest(pf_different *d) {
  shared_begin(d, 0);
  for (int s = 0; s < 2; s++)
    for (int32_t k = 0; k < d->path_count; k++) {
      const uint32_t v = d->path[k].vertex;
      d->shared[0][s].at[v] = (struct pf_shared_at){d->shared[0][s].now, d->tree[s].length[v]};
    }
}

static uint32_t shared_with_shortest(pf_different *d, int s, uint32_t v) {
  const pf_flat_tree *tree = &d->tree[s];
  pf_shared *shared = &d->shared[0][s];
  uint32_t known = v;
  while (shared->at[known].stamp != shared->now) known = pf_flat_parent(tree, known);
  const struct pf_shared_at found = shared->at[known];
  for (; v != known; v = pf_flat_parent(tree, v)) shared->at[v] = found;
  return found.length;
}

/* Returns how much of the path from a tree's source to v is shared. */
static uint32_t shared_of(pf_different *d, int32_t path, int s, uint32_t v) {
  const pf_flat_tree *tree = &d->tree[s];
  const uint32_t paths =
      path == PF_DIFFERENT_ALL ? (1 << PF_DIFFERENT_PATHS) - 1 : UINT32_C(1) << path;
  pf_shared *shared = &d->shared[path][s];
  int32_t count = 0;
  for (; shared->at[v].stamp != shared->now; v = pf_flat_parent(tree, v))
    d->room[count++].vertex = v;
  uint32_t length = shared->at[v].length;
  while (count) {
    const uint32_t next = d->room[--count].vertex;
    if (is_shared(d, paths, v, next)) length += tree->length[next] - tree->length[v];
    shared->at[next] = (struct pf_shared_at){shared->now, length};
    v = next;
  }
  return length;
}

static uint32_t shared_with(pf_different *d, int32_t path, uint32_t v) {
  if (!path) return shared_with_shortest(d, 0, v) + shared_with_shortest(d, 1, v);
  return shared_of(d, path, 0, v) + shared_of(d, path, 1, v);
}

static uint64_t length_by(const pf_different *d, uint32_t v) {
  return (uint64_t)d->tree[0].length[v] + d->tree[1].length[v];
}

/* Paper, equation 3. */
static bool is_similar(uint64_t shared, uint64_t a, uint64_t b, double theta) {
  return (double)shared > (1 - theta) * (double)(a + b - shared);
}

/* ---- Paths ---- */

/* Marks a vertex as on the new path. False: it was marked already. */
static bool mark(pf_different *d, uint32_t v) {
  if (pf_stamp_add(&d->marked, v)) d->on[v] = 0;
  const bool fresh = !(d->on[v] & NEW);
  d->on[v] |= NEW;
  return fresh;
}

/* Traces the path by v from the first source to the second. False: it visits a vertex twice;
 * d->path ends there. */
static bool trace(pf_different *d, uint32_t v) {
  const int32_t n = d->n;
  int32_t low = n, high = n + 1; /* the path grows from the middle of the room to both sides */
  d->room[n] = (step){v, 0};
  bool simple = mark(d, v);
  for (int s = 0; s < 2; s++) {
    const pf_flat_tree *tree = &d->tree[s];
    uint32_t x = v;
    while (simple && (x = pf_flat_parent(tree, x)) != PF_FLAT_NO_PARENT) {
      simple = mark(d, x);
      d->room[s ? high++ : --low] = (step){x, tree->length[v] - tree->length[x]};
    }
  }
  d->path = d->room + low;
  d->path_count = high - low;
  return simple;
}

/* Makes the traced path accepted path i; -1: none. */
static void settle(pf_different *d, int32_t i) {
  for (int32_t k = 0; k < d->path_count; k++) {
    const uint32_t v = d->path[k].vertex;
    d->on[v] = (uint8_t)((d->on[v] & ~NEW) | (i < 0 ? 0 : 1 << i));
    if (i >= 0) d->spot[(int64_t)v * PF_DIFFERENT_PATHS + i] = k;
  }
}

/* Makes the shortest path the only accepted one. */
static void accept_shortest(pf_different *d) {
  pf_stamp_next(&d->marked);
  trace(d, d->to);
  settle(d, 0);
}

/* ---- Candidates ---- */

/* A length and a vertex in one key, compared at once; vertices have 24 bits. */
enum { VERTEX_BITS = 24 };

static uint32_t vertex_of(uint64_t key) {
  return (uint32_t)(key & ((UINT64_C(1) << VERTEX_BITS) - 1));
}

static void sink(uint64_t *heap, int32_t count, int32_t at) {
  const uint64_t key = heap[at];
  for (int32_t child; (child = 2 * at + 1) < count; at = child) {
    child += child + 1 < count && heap[child + 1] < heap[child];
    if (heap[child] >= key) break;
    heap[at] = heap[child];
  }
  heap[at] = key;
}

/* Returns candidate number i, all before which must have been requested; -1: there is none. */
static int64_t candidate(pf_different *d, int32_t i) {
  if (i == d->ordered) {
    if (!d->waiting) return -1;
    d->order[d->ordered++] = d->heap[0];
    d->heap[0] = d->heap[--d->waiting];
    sink(d->heap, d->waiting, 0);
  }
  return vertex_of(d->order[i]);
}

static bool is_turn(const pf_lattice_point *at, uint32_t before, uint32_t v, uint32_t after,
                    uint32_t side) {
  const int64_t turn = pf_cross(pf_from_to(at[before], at[v]), pf_from_to(at[v], at[after]));
  return side == PF_FLAT_LEFT ? turn >= 0 : turn <= 0;
}

static void enter_shortest(pf_different *d, uint64_t key) {
  uint64_t *list = d->shortest;
  if (d->shortest_count == PF_DIFFERENT_SHORTEST && key >= list[d->shortest_count - 1]) return;
  int32_t k =
      d->shortest_count < PF_DIFFERENT_SHORTEST ? d->shortest_count++ : d->shortest_count - 1;
  for (; k > 0 && list[k - 1] > key; k--) list[k] = list[k - 1];
  list[k] = key;
}

/* Marks the vertices that are passed on one side by paths within the limit. */
static void mark_fit(const uint32_t *restrict a, const uint32_t *restrict b,
                     const uint32_t *restrict in, const uint32_t *restrict out, uint32_t limit,
                     uint8_t *restrict fit, int32_t n) {
  for (int32_t v = 0; v < n; v++)
    fit[v] = (uint8_t)((a[v] + b[v] <= limit) & (((in[v] | out[v]) & 3) == 3));
}

/* Adds a vertex marked by mark_fit if it is a candidate. */
static void consider(pf_different *d, uint32_t v, uint64_t shortest) {
  const pf_flat_tree *a = &d->tree[0], *b = &d->tree[1];
  const uint32_t before = pf_flat_parent(a, v), after = pf_flat_parent(b, v);
  if (pf_flat_parent(b, before) == v || !is_turn(d->at, before, v, after, a->arrival[v] & 3))
    return;
  const uint64_t length = length_by(d, v), key = length << VERTEX_BITS | v;
  enter_shortest(d, key);
  if (!is_similar(shared_with(d, 0, v), length, shortest, PF_DIFFERENT_LEAST))
    d->heap[d->waiting++] = key;
}

void pf_different_begin(pf_different *d, const pf_flat_tree *a, int32_t from, const pf_flat_tree *b,
                        int32_t to) {
  const int32_t n = d->n;
  const uint64_t shortest = a->length[to];
  const double limit = PF_DIFFERENT_STRETCH * (double)shortest;
  d->tree[0] = *a;
  d->tree[1] = *b;
  d->from = (uint32_t)from;
  d->to = (uint32_t)to;
  d->ordered = d->waiting = d->shortest_count = 0;
  accept_shortest(d);
  shared_begin_shortest(d);
  mark_fit(a->length, b->length, a->arrival, b->arrival,
           limit < PF_FLAT_FAR ? (uint32_t)limit : PF_FLAT_FAR - 1, d->fit, n);
  for (int32_t v = 0; v < n; v += 8) {
    uint64_t eight;
    memcpy(&eight, d->fit + v, 8);
    for (; eight; eight &= eight - 1)
      consider(d, (uint32_t)(v + (pf_lowest_bit(eight) >> 3)), shortest);
  }
  for (int32_t i = d->waiting / 2 - 1; i >= 0; i--) sink(d->heap, d->waiting, i);
}

/* ---- Choosing ---- */

/* Returns the highest ranked vertex of the plateau that begins at v: it lies on the plateaus of
 * most pairs of vertices nearby. */
static int32_t best_of_plateau(const pf_different *d, uint32_t v) {
  uint32_t best = v;
  for (uint32_t x = pf_flat_parent(&d->tree[1], v);
       x != PF_FLAT_NO_PARENT && pf_flat_parent(&d->tree[0], x) == v;
       v = x, x = pf_flat_parent(&d->tree[1], x))
    if (d->rank_of[x] < d->rank_of[best]) best = x;
  return (int32_t)best;
}

int32_t pf_different_name(const pf_different *d, int32_t via) {
  return best_of_plateau(d, (uint32_t)via);
}

int32_t pf_different_list(pf_different *d, int32_t most, int32_t *vias) {
  int32_t count = 0;
  int64_t next;
  while (count < most && (next = candidate(d, count)) >= 0) vias[count++] = (int32_t)next;
  return count;
}

/* Whether v's path is similar to an accepted one: the shortest is tested first, since most is known
 * of it, then the last, with which it shares most. */
static bool is_similar_to_any(pf_different *d, uint32_t v, uint64_t length, const uint64_t *lengths,
                              int32_t accepted, double theta) {
  if (is_similar(shared_with(d, 0, v), length, lengths[0], theta)) return true;
  for (int32_t i = accepted - 1; i > 0; i--)
    if (is_similar(shared_with(d, i, v), length, lengths[i], theta)) return true;
  return false;
}

int32_t pf_different_find(pf_different *d, double theta, int32_t *vias) {
  uint64_t lengths[PF_DIFFERENT_PATHS] = {d->tree[0].length[d->to]};
  int32_t found = 0;
  int64_t next;
  accept_shortest(d);
  for (int32_t i = 0; found < PF_DIFFERENT_MOST && (next = candidate(d, i)) >= 0; i++) {
    const uint32_t v = (uint32_t)next;
    const uint64_t length = length_by(d, v);
    if (is_similar_to_any(d, v, length, lengths, found + 1, theta)) continue;
    const bool good = trace(d, v);
    settle(d, good ? found + 1 : -1);
    if (!good) continue;
    vias[found++] = best_of_plateau(d, v);
    lengths[found] = length;
    shared_begin(d, found);
  }
  return found;
}

int32_t pf_different_elsewhere(pf_different *d, int32_t *via) {
  double most = ELSEWHERE_LEAST;
  int64_t best = -1;
  shared_begin(d, PF_DIFFERENT_ALL);
  for (int32_t i = 0; i < d->shortest_count; i++) {
    const uint32_t v = vertex_of(d->shortest[i]);
    const double share = 1 - (double)shared_with(d, PF_DIFFERENT_ALL, v) / (double)length_by(d, v);
    if (share <= most) continue;
    most = share;
    best = v;
  }
  if (best < 0) return 0;
  *via = best_of_plateau(d, (uint32_t)best);
  return 1;
}

/* ---- Scratch ---- */

pathfan_status pf_different_init(pf_different *d, int32_t most) {
  const uint64_t n = (uint64_t)most;
  pathfan_status status = pf_stamp_fit(&d->marked, most);
  d->most = most;
  d->fit = pf_alloc_zero(n + 8, 1);
  d->order = pf_alloc(n, sizeof *d->order);
  d->heap = pf_alloc(n, sizeof *d->heap);
  d->on = pf_alloc_zero(n, 1);
  d->spot = pf_alloc(n * PF_DIFFERENT_PATHS, sizeof *d->spot);
  d->room = pf_alloc(2 * n + 1, sizeof *d->room);
  for (int i = 0; i <= PF_DIFFERENT_PATHS; i++)
    for (int s = 0; s < 2 && !status; s++) {
      d->shared[i][s].at = pf_alloc_zero(n, sizeof *d->shared[i][s].at);
      if (!d->shared[i][s].at) status = PATHFAN_ERR_NO_MEMORY;
    }
  const bool ok = d->fit && d->order && d->heap && d->on && d->spot && d->room;
  return !status && ok ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

void pf_different_among(pf_different *d, int32_t n, const pf_lattice_point *at,
                        const int32_t *rank_of) {
  assert(n <= d->most);
  d->n = n;
  d->at = at;
  d->rank_of = rank_of;
  memset(d->fit + n, 0, 8); /* read eight bytes at a time */
}

void pf_different_free(pf_different *d) {
  for (int i = 0; i <= PF_DIFFERENT_PATHS; i++)
    for (int s = 0; s < 2; s++) free(d->shared[i][s].at);
  pf_stamp_free(&d->marked);
  free(d->fit);
  free(d->order);
  free(d->heap);
  free(d->on);
  free(d->spot);
  free(d->room);
  memset(d, 0, sizeof *d);
}
