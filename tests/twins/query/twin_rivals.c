#include "twin_rivals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twin_sight.h"

/* The task of any of the three methods. */
typedef struct task {
  const twin_map *map;
  const twin_net *net;
  const pathfan_request *r;
  int32_t s, t;
  double limit, theta, close; /* theta 0: none; close: smaller differences decide nothing */
  twin_answer *answer;
} task;

/* ---- Tracks ---- */

/* The track along nodes, without straight interior points. */
static twin_track track_of(const task *k, const int32_t *nodes, int32_t count) {
  twin_track t = {0, 0, malloc(((size_t)count + 1) * sizeof *t.points)};
  for (int32_t i = 0; i < count; i++) {
    const pf_fixed_point p = k->net->at[nodes[i]];
    while (t.count >= 2) {
      const pf_fixed_point in = pf_fixed_from_to(t.points[t.count - 2], t.points[t.count - 1]);
      const pf_fixed_point out = pf_fixed_from_to(t.points[t.count - 1], p);
      if (pf_turn(in, out) || (__int128)in.x * out.x + (__int128)in.y * out.y < 0) break;
      t.count--;
    }
    t.points[t.count++] = p;
  }
  t.length = twin_track_length(&t, k->net->bits);
  return t;
}

/* Accepts a track, or frees it. */
static void judge(const task *k, twin_track track) {
  twin_answer *a = k->answer;
  const char *trouble = twin_check_track(k->map, k->net->bits, &track);
  bool good = !trouble;
  for (int32_t i = 0; i < a->count && good; i++) {
    good = !twin_same_points(&track, &a->tracks[i]);
    if (!good || k->theta == 0) continue;
    const double excess = twin_similarity(&track, &a->tracks[i], k->net->bits) - (1 - k->theta);
    if (fabs(excess) < 1e-9) a->ambiguous = true;
    good = excess <= 0;
  }
  if (good)
    a->tracks[a->count++] = track;
  else
    free(track.points);
}

/* ---- Trees ---- */

typedef struct tree {
  double *length;
  int32_t *parent; /* -1: root or not reached */
  uint8_t *tie;    /* another parent does as well, here or nearer the root */
} tree;

static tree tree_of(const task *k, int32_t root) {
  const twin_net *net = k->net;
  tree t = {twin_net_lengths(net, root, true), malloc(((size_t)net->count + 1) * sizeof(int32_t)),
            calloc((size_t)net->count + 1, 1)};
  for (int32_t b = 0; b < net->count; b++) {
    t.parent[b] = -1;
    for (int32_t a = 0; a < net->count && b != root && t.length[b] < INFINITY; a++) {
      if (!net->edge[twin_net_place(net, a, b)] || (a >= net->n && a != root)) continue;
      const double by = t.length[a] + net->length[twin_net_place(net, a, b)];
      if (by > t.length[b] + k->close) continue;
      t.tie[b] |= t.parent[b] >= 0;
      if (t.parent[b] < 0 || by == t.length[b]) t.parent[b] = a;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int32_t b = 0; b < net->count; b++)
      if (t.parent[b] >= 0 && t.tie[t.parent[b]] && !t.tie[b]) t.tie[b] = 1, changed = true;
  }
  return t;
}

static void tree_free(tree *t) {
  free(t->length);
  free(t->parent);
  free(t->tie);
}

static twin_track via_track(const task *k, const tree *from, const tree *to, int32_t v) {
  int32_t *nodes = malloc((2 * (size_t)k->net->count + 2) * sizeof *nodes), count = 0;
  for (int32_t u = v; u >= 0; u = from->parent[u]) nodes[count++] = u;
  for (int32_t i = 0; i < count / 2; i++) {
    const int32_t swap = nodes[i];
    nodes[i] = nodes[count - 1 - i];
    nodes[count - 1 - i] = swap;
  }
  for (int32_t u = to->parent[v]; u >= 0; u = to->parent[u]) nodes[count++] = u;
  const twin_track track = track_of(k, nodes, count);
  free(nodes);
  return track;
}

typedef struct candidate {
  double order;
  twin_track track;
} candidate;

static int by_order(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  return (x->order > y->order) - (x->order < y->order);
}

/* Judges candidates in their order. If two of them are nearly equal in it, the answer is
 * ambiguous. */
static void choose(const task *k, candidate *list, int32_t count) {
  qsort(list, (size_t)count, sizeof *list, by_order);
  for (int32_t i = 0; i < count; i++) {
    for (int32_t j = 0; j < i; j++)
      if (k->answer->count < k->r->paths && fabs(list[i].order - list[j].order) < k->close &&
          list[j].track.points && !twin_same_points(&list[i].track, &list[j].track))
        k->answer->ambiguous = true;
  }
  for (int32_t i = 0; i < count; i++)
    if (k->answer->count < k->r->paths)
      judge(k, list[i].track);
    else
      free(list[i].track.points);
}

static void answer_by_trees(task *k) {
  const twin_net *net = k->net;
  tree from = tree_of(k, k->s), to = tree_of(k, k->t);
  candidate *list = calloc((size_t)net->count + 1, sizeof *list);
  int32_t count = 0;
  k->answer->shortest = from.length[k->t];
  if (from.length[k->t] < INFINITY) {
    k->limit = k->r->stretch * from.length[k->t];
    k->answer->ambiguous |= from.tie[k->t];
    k->answer->tracks[k->answer->count++] = via_track(k, &from, &to, k->t);
    for (int32_t v = 0; v < net->count; v++) {
      const double length = from.length[v] + to.length[v];
      if (!(length <= k->limit + k->close)) continue;
      if (fabs(length - k->limit) <= k->close || from.tie[v] || to.tie[v])
        k->answer->ambiguous = true;
      if (k->r->algorithm == PATHFAN_ALGORITHM_DISSIMILARITY) {
        if (v >= net->n) continue;
        list[count++] = (candidate){length, via_track(k, &from, &to, v)};
        continue;
      }
      /* A plateau: the longest run of edges from v on that both trees share. */
      const int32_t before = from.parent[v];
      if (before >= 0 && to.parent[before] == v) continue;
      int32_t last = v;
      double run = 0;
      for (int32_t next; next = to.parent[last], next >= 0 && from.parent[next] == last;
           last = next)
        run += net->length[twin_net_place(net, last, next)];
      if (last != v) list[count++] = (candidate){-run, via_track(k, &from, &to, v)};
    }
  }
  choose(k, list, count);
  free(list);
  tree_free(&from);
  tree_free(&to);
}

/* ---- Penalty ---- */

/* A search whose states are directed edges, by their places in the matrix. */
typedef struct hunt {
  const task *k;
  const double *cost;
  double *best;
  int32_t *before; /* the node before the edge; -1: none */
  uint8_t *open, *tie;
} hunt;

static void reach(hunt *h, int32_t from, int32_t a, int32_t b, double cost, bool tie) {
  const size_t at = twin_net_place(h->k->net, a, b);
  cost += h->cost[at];
  if (h->best[at] < INFINITY && fabs(cost - h->best[at]) <= h->k->close * 10) {
    h->tie[at] |= h->before[at] != from || tie;
    return;
  }
  if (cost > h->best[at]) return;
  h->best[at] = cost;
  h->before[at] = from;
  h->tie[at] = tie;
  h->open[at] = 1;
}

/* Writes the cheapest path to nodes [Size: count * count + 2]; returns how many, 0 if there is
 * none. */
static int32_t cheapest(const task *k, const double *cost, int32_t *nodes, bool *tie) {
  const twin_net *net = k->net;
  const size_t all = (size_t)net->count * (size_t)net->count;
  hunt h = {k,
            cost,
            malloc((all + 1) * sizeof(double)),
            malloc((all + 1) * sizeof(int32_t)),
            calloc(all + 1, 1),
            calloc(all + 1, 1)};
  int32_t count = 0;
  double found = INFINITY;
  for (size_t i = 0; i < all; i++) h.best[i] = INFINITY, h.before[i] = -1;
  for (int32_t b = 0; b < net->count; b++)
    if (net->edge[twin_net_place(net, k->s, b)]) reach(&h, -1, k->s, b, 0, false);
  *tie = false;
  for (;;) {
    size_t least = all;
    for (size_t i = 0; i < all; i++)
      if (h.open[i] && (least == all || h.best[i] < h.best[least])) least = i;
    if (least == all || h.best[least] > found + 10 * k->close) break;
    h.open[least] = 0;
    const int32_t a = (int32_t)(least / (size_t)net->count);
    const int32_t b = (int32_t)(least % (size_t)net->count);
    if (b == k->t) {
      *tie |= found < INFINITY || h.tie[least];
      if (found < INFINITY) continue;
      found = h.best[least];
      int32_t x = a, y = b;
      nodes[count++] = y;
      while (x >= 0) {
        nodes[count++] = x;
        const int32_t before = h.before[twin_net_place(net, x, y)];
        y = x;
        x = before;
      }
      continue;
    }
    if (b >= net->n || b == k->s) continue;
    for (int32_t c = 0; c < net->count; c++)
      if (net->edge[twin_net_place(net, b, c)] &&
          twin_passable(net->wedge[b], pf_fixed_from_to(net->at[a], net->at[b])) &&
          twin_wraps(net->wedge[b], pf_fixed_from_to(net->at[a], net->at[b]),
                     pf_fixed_from_to(net->at[b], net->at[c])) >= 0)
        reach(&h, a, b, c, h.best[least], h.tie[least]);
  }
  for (int32_t i = 0; i < count / 2; i++) {
    const int32_t swap = nodes[i];
    nodes[i] = nodes[count - 1 - i];
    nodes[count - 1 - i] = swap;
  }
  free(h.best);
  free(h.before);
  free(h.open);
  free(h.tie);
  return count;
}

enum { ROUNDS_PER_PATH = 20 }; /* as query/methods/penalty.c documents it */

static void answer_by_penalty(task *k) {
  const twin_net *net = k->net;
  const size_t all = (size_t)net->count * (size_t)net->count;
  double *cost = malloc((all + 1) * sizeof *cost);
  int32_t *nodes = malloc((all + 2) * sizeof *nodes);
  twin_answer *answer = k->answer;
  memcpy(cost, net->length, all * sizeof *cost);
  answer->shortest = INFINITY;
  for (int round = 0; round < ROUNDS_PER_PATH * k->r->paths && answer->count < k->r->paths;
       round++) {
    bool tie;
    const int32_t count = cheapest(k, cost, nodes, &tie);
    if (!count) break;
    if (tie) answer->ambiguous = true;
    twin_track track = track_of(k, nodes, count);
    if (!round) {
      answer->shortest = track.length;
      k->limit = k->r->stretch * track.length;
      answer->tracks[answer->count++] = track;
    } else {
      if (fabs(track.length - k->limit) <= k->close) answer->ambiguous = true;
      if (track.length > k->limit) {
        free(track.points);
        break;
      }
      judge(k, track);
    }
    if (answer->ambiguous) break; /* rounding decides all that follows */
    for (int32_t i = 0; i + 1 < count; i++) {
      cost[twin_net_place(net, nodes[i], nodes[i + 1])] *= k->r->penalty;
      cost[twin_net_place(net, nodes[i + 1], nodes[i])] *= k->r->penalty;
    }
  }
  free(cost);
  free(nodes);
}

static int by_length(const void *a, const void *b) {
  const twin_track *x = a, *y = b;
  return (x->length > y->length) - (x->length < y->length);
}

twin_answer twin_rivals(const twin_map *map, const twin_net *net, int32_t s, int32_t t,
                        const pathfan_request *r) {
  twin_answer answer = {.tracks = calloc((size_t)r->paths + 1, sizeof(twin_track))};
  task k = {.map = map, .net = net, .r = r, .s = s, .t = t, .answer = &answer};
  double extent = 100;
  for (int32_t v = 0; v < net->count; v++)
    extent = fmax(extent, ldexp((double)(net->at[v].x > net->at[v].y ? net->at[v].x : net->at[v].y),
                                -net->bits));
  k.close = 1e-10 * extent;
  k.theta = r->algorithm == PATHFAN_ALGORITHM_DISSIMILARITY || r->bind_dissimilarity
                ? r->dissimilarity
                : 0;
  if (r->algorithm == PATHFAN_ALGORITHM_PENALTY)
    answer_by_penalty(&k);
  else
    answer_by_trees(&k);
  qsort(answer.tracks, (size_t)answer.count, sizeof *answer.tracks, by_length);
  for (int32_t i = 0; i + 1 < answer.count; i++) /* their order is uncertain */
    if (answer.tracks[i + 1].length - answer.tracks[i].length < k.close) answer.ambiguous = true;
  return answer;
}
