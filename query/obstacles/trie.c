/* trie.c - a persistent radix trie. A node has at most FEW pairs in it, or a child for each value
 * of the next four bits of their keys; so its form follows from the pairs alone. A node that has
 * only one holder belongs to the set that is being changed, and is changed in place; others are
 * copied. Each node knows the box of its areas, by which segments pass most nodes. */
#include "trie.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { WAYS = 16, FEW = 16, BITS = 4, DEEPEST = 64 / BITS };

typedef struct pair {
  uint64_t key;
  pf_obstacle *obstacle;
} pair;

struct pf_trie {
  atomic_int holders;
  int32_t count;            /* pairs, also below */
  pf_fixed_point low, high; /* of their areas */
  pf_trie **child;          /* [Size: WAYS] NULL: a leaf; each may be NULL */
  pair *pairs;              /* [Size: count] of a leaf, in order */
};

static int digit_of(uint64_t key, int depth) {
  return (int)(key >> (64 - BITS * (depth + 1))) & (WAYS - 1);
}

static int compare(const pair *a, const pair *b) {
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  const int order = pf_obstacle_compare(a->obstacle, b->obstacle);
  return order ? order : (a->obstacle->id > b->obstacle->id) - (a->obstacle->id < b->obstacle->id);
}

/* ---- Nodes ---- */

static void cover(pf_trie *node, pf_fixed_point low, pf_fixed_point high) {
  if (low.x < node->low.x) node->low.x = low.x;
  if (low.y < node->low.y) node->low.y = low.y;
  if (high.x > node->high.x) node->high.x = high.x;
  if (high.y > node->high.y) node->high.y = high.y;
}

/* Sums up what lies below a node. */
static void sum_up(pf_trie *node) {
  node->low = (pf_fixed_point){INT64_MAX, INT64_MAX};
  node->high = (pf_fixed_point){INT64_MIN, INT64_MIN};
  for (int32_t i = 0; !node->child && i < node->count; i++) {
    const pf_area_ring *ring = node->pairs[i].obstacle->shape->areas.rings;
    cover(node, ring->low, ring->high);
  }
  if (!node->child) return;
  node->count = 0;
  for (int i = 0; i < WAYS; i++) {
    if (!node->child[i]) continue;
    node->count += node->child[i]->count;
    cover(node, node->child[i]->low, node->child[i]->high);
  }
}

static pf_trie *allocate(int32_t pairs) {
  const size_t bytes = pairs ? (size_t)pairs * sizeof(pair) : WAYS * sizeof(pf_trie *);
  pf_trie *node = calloc(1, sizeof *node + bytes);
  if (!node) return NULL;
  atomic_init(&node->holders, 1);
  node->count = pairs;
  if (pairs)
    node->pairs = (pair *)(void *)(node + 1);
  else
    node->child = (pf_trie **)(void *)(node + 1);
  return node;
}

pf_trie *pf_trie_retain(pf_trie *set) {
  if (set) atomic_fetch_add_explicit(&set->holders, 1, memory_order_relaxed);
  return set;
}

void pf_trie_release(pf_trie *set) {
  if (!set || atomic_fetch_sub(&set->holders, 1) > 1) return;
  for (int i = 0; set->child && i < WAYS; i++) pf_trie_release(set->child[i]);
  for (int32_t i = 0; !set->child && i < set->count; i++)
    pf_obstacle_release(set->pairs[i].obstacle);
  free(set);
}

/* Makes a leaf of `count` pairs in order; it holds their obstacles. */
static pf_trie *leaf_of(const pair *pairs, int32_t count) {
  pf_trie *leaf = allocate(count);
  for (int32_t i = 0; leaf && i < count; i++) {
    leaf->pairs[i] = pairs[i];
    pf_obstacle_retain(pairs[i].obstacle);
  }
  if (leaf) sum_up(leaf);
  return leaf;
}

/* Replaces a node by another; NULL: by none. */
static void replace(pf_trie **node, pf_trie *other) {
  pf_trie_release(*node);
  *node = other;
}

/* Makes an inner node belong to this set alone. */
static pathfan_status own(pf_trie **node) {
  if (atomic_load(&(*node)->holders) == 1) return PATHFAN_OK;
  pf_trie *copy = allocate(0);
  if (!copy) return PATHFAN_ERR_NO_MEMORY;
  for (int i = 0; i < WAYS; i++) copy->child[i] = pf_trie_retain((*node)->child[i]);
  replace(node, copy);
  sum_up(copy);
  return PATHFAN_OK;
}

/* ---- Changes ---- */

static pathfan_status add(pf_trie **node, const pair *fresh, int depth);

/* Adds to a leaf that has no room: it becomes an inner node. */
static pathfan_status split(pf_trie **leaf, const pair *fresh, int depth) {
  pf_trie *inner = allocate(0);
  pathfan_status status = inner ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i <= (*leaf)->count && !status; i++) {
    const pair *one = i < (*leaf)->count ? &(*leaf)->pairs[i] : fresh;
    status = add(&inner->child[digit_of(one->key, depth)], one, depth + 1);
  }
  if (status) {
    pf_trie_release(inner);
    return status;
  }
  sum_up(inner);
  replace(leaf, inner);
  return PATHFAN_OK;
}

static pathfan_status add_to_leaf(pf_trie **leaf, const pair *fresh) {
  const pf_trie *old = *leaf;
  const int32_t had = old ? old->count : 0;
  pf_trie *more = allocate(had + 1);
  if (!more) return PATHFAN_ERR_NO_MEMORY;
  int32_t at = 0;
  for (; at < had && compare(&old->pairs[at], fresh) < 0; at++) more->pairs[at] = old->pairs[at];
  more->pairs[at] = *fresh;
  for (; at < had; at++) more->pairs[at + 1] = old->pairs[at];
  for (int32_t i = 0; i <= had; i++) pf_obstacle_retain(more->pairs[i].obstacle);
  sum_up(more);
  replace(leaf, more);
  return PATHFAN_OK;
}

static pathfan_status add(pf_trie **node, const pair *fresh, int depth) {
  if (!*node || !(*node)->child)
    return !*node || (*node)->count < FEW || depth == DEEPEST ? add_to_leaf(node, fresh)
                                                              : split(node, fresh, depth);
  pathfan_status status = own(node);
  if (!status) status = add(&(*node)->child[digit_of(fresh->key, depth)], fresh, depth + 1);
  if (!status) sum_up(*node);
  return status;
}

pathfan_status pf_trie_add(pf_trie **set, uint64_t key, pf_obstacle *obstacle) {
  const pair fresh = {key, obstacle};
  return add(set, &fresh, 0);
}

/* Lists the pairs below a node except one; returns the end of the list. */
static pair *list_others(const pf_trie *node, const pf_obstacle *but, uint64_t key, pair *out) {
  for (int i = 0; node && node->child && i < WAYS; i++)
    out = list_others(node->child[i], but, key, out);
  for (int32_t i = 0; node && !node->child && i < node->count; i++)
    if (node->pairs[i].key != key || node->pairs[i].obstacle != but) *out++ = node->pairs[i];
  return out;
}

static pathfan_status remove_from(pf_trie **node, uint64_t key, const pf_obstacle *obstacle,
                                  int depth) {
  assert(*node);
  if ((*node)->child && (*node)->count > FEW + 1) {
    pathfan_status status = own(node);
    if (!status)
      status = remove_from(&(*node)->child[digit_of(key, depth)], key, obstacle, depth + 1);
    if (!status) sum_up(*node);
    return status;
  }
  pf_trie *fewer = NULL;
  pair *room = malloc((size_t)(*node)->count * sizeof *room); /* a leaf may be as deep as can be */
  if (!room) return PATHFAN_ERR_NO_MEMORY;
  const int32_t count = (int32_t)(list_others(*node, obstacle, key, room) - room);
  assert(count == (*node)->count - 1);
  if (count) fewer = leaf_of(room, count);
  free(room);
  if (count && !fewer) return PATHFAN_ERR_NO_MEMORY;
  replace(node, fewer);
  return PATHFAN_OK;
}

pathfan_status pf_trie_remove(pf_trie **set, uint64_t key, const pf_obstacle *obstacle) {
  return remove_from(set, key, obstacle, 0);
}

/* ---- Asking ---- */

pf_obstacle *pf_trie_find(const pf_trie *set, uint64_t key, const void *context,
                          bool (*is)(const void *context, const pf_obstacle *obstacle)) {
  for (int depth = 0; set && set->child; depth++) set = set->child[digit_of(key, depth)];
  for (int32_t i = 0; set && i < set->count; i++)
    if (set->pairs[i].key == key && is(context, set->pairs[i].obstacle))
      return set->pairs[i].obstacle;
  return NULL;
}

/* reach < 0: of the point alone. */
static const pf_obstacle *hold(const pf_trie *set, pf_fixed_point p, int64_t reach) {
  const pf_obstacle *found = NULL;
  if (!set || p.x < set->low.x || p.x > set->high.x || p.y < set->low.y || p.y > set->high.y)
    return NULL;
  for (int i = 0; set->child && i < WAYS && !found; i++) found = hold(set->child[i], p, reach);
  for (int32_t i = 0; !set->child && i < set->count && !found; i++) {
    const pf_areas *areas = pf_obstacle_areas(set->pairs[i].obstacle);
    if (reach < 0 ? pf_areas_hold(areas, p) : pf_areas_hold_round(areas, p, reach))
      found = set->pairs[i].obstacle;
  }
  return found;
}

const pf_obstacle *pf_trie_hold(const pf_trie *set, pf_fixed_point point) {
  return hold(set, point, -1);
}

const pf_obstacle *pf_trie_hold_round(const pf_trie *set, pf_fixed_point point, int64_t reach) {
  return hold(set, point, reach);
}

/* A segment: its ends, and its direction in numbers that rule out most boxes. */
typedef struct segment {
  pf_fixed_point a, b;
  double x, y; /* from a to b */
} segment;

/* Whether a segment may enter a box. The margin is more than rounding amounts to, and decides
 * nothing. */
static bool may_enter(const segment *s, pf_fixed_point low, pf_fixed_point high) {
  if (!((s->a.x < high.x || s->b.x < high.x) && (s->a.x > low.x || s->b.x > low.x) &&
        (s->a.y < high.y || s->b.y < high.y) && (s->a.y > low.y || s->b.y > low.y)))
    return false;
  const double left = (double)low.x - (double)s->a.x, right = (double)high.x - (double)s->a.x;
  const double top = (double)low.y - (double)s->a.y, bottom = (double)high.y - (double)s->a.y;
  const double middle = s->x * (top + bottom) - s->y * (left + right);
  const double reach = fabs(s->x) * (bottom - top) + fabs(s->y) * (right - left);
  const double size =
      fabs(s->x) * (fabs(top) + fabs(bottom)) + fabs(s->y) * (fabs(left) + fabs(right));
  return fabs(middle) <= reach + 0x1p-40 * size;
}

static const pf_obstacle *meet(const pf_trie *node, const segment *s) {
  const pf_obstacle *found = NULL;
  if (!may_enter(s, node->low, node->high)) return NULL;
  for (int i = 0; node->child && i < WAYS && !found; i++)
    if (node->child[i]) found = meet(node->child[i], s);
  for (int32_t i = 0; !node->child && i < node->count && !found; i++) {
    const pf_areas *areas = pf_obstacle_areas(node->pairs[i].obstacle);
    if (may_enter(s, areas->rings->low, areas->rings->high) && pf_area_meets(areas, 0, s->a, s->b))
      found = node->pairs[i].obstacle;
  }
  return found;
}

const pf_obstacle *pf_trie_meet(const pf_trie *set, pf_fixed_point a, pf_fixed_point b) {
  const segment s = {a, b, (double)(b.x - a.x), (double)(b.y - a.y)};
  return set ? meet(set, &s) : NULL;
}

pathfan_status pf_trie_walk(const pf_trie *set, void *context,
                            pathfan_status (*each)(void *context, pf_obstacle *obstacle)) {
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; set && set->child && i < WAYS && !status; i++)
    status = pf_trie_walk(set->child[i], context, each);
  for (int32_t i = 0; set && !set->child && i < set->count && !status; i++)
    status = each(context, set->pairs[i].obstacle);
  return status;
}

/* Returns the distance of a point from a box. */
static double distance_to(pf_fixed_point low, pf_fixed_point high, pf_fixed_point p) {
  const double x = p.x < low.x ? (double)(low.x - p.x) : p.x > high.x ? (double)(p.x - high.x) : 0;
  const double y = p.y < low.y ? (double)(low.y - p.y) : p.y > high.y ? (double)(p.y - high.y) : 0;
  return sqrt(x * x + y * y);
}

static bool is_near(pf_fixed_point low, pf_fixed_point high, pf_fixed_point a, pf_fixed_point b,
                    double most) {
  return distance_to(low, high, a) + distance_to(low, high, b) <= most;
}

pathfan_status pf_trie_walk_near(const pf_trie *set, pf_fixed_point a, pf_fixed_point b,
                                 double most, void *context,
                                 pathfan_status (*each)(void *context, pf_obstacle *obstacle)) {
  pathfan_status status = PATHFAN_OK;
  if (!set || !is_near(set->low, set->high, a, b, most)) return PATHFAN_OK;
  for (int i = 0; set->child && i < WAYS && !status; i++)
    status = pf_trie_walk_near(set->child[i], a, b, most, context, each);
  for (int32_t i = 0; !set->child && i < set->count && !status; i++) {
    const pf_area_ring *ring = set->pairs[i].obstacle->shape->areas.rings;
    if (is_near(ring->low, ring->high, a, b, most)) status = each(context, set->pairs[i].obstacle);
  }
  return status;
}

static pathfan_status walk_line(const pf_trie *node, const segment *s, void *context,
                                pathfan_status (*each)(void *context, pf_obstacle *obstacle)) {
  pathfan_status status = PATHFAN_OK;
  if (!node || !may_enter(s, node->low, node->high)) return PATHFAN_OK;
  for (int i = 0; node->child && i < WAYS && !status; i++)
    status = walk_line(node->child[i], s, context, each);
  for (int32_t i = 0; !node->child && i < node->count && !status; i++) {
    const pf_area_ring *ring = node->pairs[i].obstacle->shape->areas.rings;
    if (may_enter(s, ring->low, ring->high)) status = each(context, node->pairs[i].obstacle);
  }
  return status;
}

pathfan_status pf_trie_walk_line(const pf_trie *set, pf_fixed_point a, pf_fixed_point b,
                                 void *context,
                                 pathfan_status (*each)(void *context, pf_obstacle *obstacle)) {
  const segment s = {a, b, (double)(b.x - a.x), (double)(b.y - a.y)};
  return walk_line(set, &s, context, each);
}
