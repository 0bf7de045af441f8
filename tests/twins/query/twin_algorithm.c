#include "twin_algorithm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twin_corridor.h"
#include "twin_loops.h"
#include "twin_region.h"
#include "twin_sight.h"

typedef struct end {
  pf_fixed_point at;
  uint8_t *sees, *passable, *useful; /* [Size: n] */
  double *away;                      /* [Size: n] straight, to any vertex */
  twin_track *way;                   /* [Size: n] the shortest path to each vertex */
  uint8_t *tie;                      /* [Size: n] another path is as long */
} end;

typedef struct world {
  const twin_map *map;
  const twin_dense *d;
  int bits;
  double *length; /* [Size: n * n] geometric, of canonical paths */
  double close;   /* smaller differences decide nothing */
} world;

static pf_fixed_point at(const world *w, int32_t v) {
  return pf_lift(w->d->at[v], w->bits);
}

static double apart(const world *w, pf_fixed_point a, pf_fixed_point b) {
  return ldexp(hypot((double)(b.x - a.x), (double)(b.y - a.y)), -w->bits);
}

/* Drops straight interior points. */
static void straighten(twin_track *t) {
  int32_t kept = 0;
  for (int32_t i = 0; i < t->count; i++) {
    const pf_fixed_point p = t->points[i];
    while (kept >= 2) {
      const pf_fixed_point in = pf_fixed_from_to(t->points[kept - 2], t->points[kept - 1]);
      const pf_fixed_point out = pf_fixed_from_to(t->points[kept - 1], p);
      if (pf_turn(in, out) || (__int128)in.x * out.x + (__int128)in.y * out.y < 0) break;
      kept--;
    }
    t->points[kept++] = p;
  }
  t->count = kept;
}

/* The path from the end to u and the canonical path from there to v. */
static twin_track way_by(const world *w, const end *e, int32_t u, int32_t v) {
  int32_t *path = malloc(((size_t)w->d->n + 1) * sizeof *path);
  const int32_t count = twin_path(w->d, u, v, path);
  twin_track t = {e->away[u] + w->length[twin_at(w->d, u, v)], 0, NULL};
  t.points = malloc(((size_t)count + 1) * sizeof *t.points);
  t.points[t.count++] = e->at;
  for (int32_t i = 0; i < count; i++) {
    const pf_fixed_point p = at(w, path[i]);
    if (p.x != e->at.x || p.y != e->at.y) t.points[t.count++] = p;
  }
  free(path);
  straighten(&t);
  return t;
}

static bool useful(const world *w, const end *e, int32_t u) {
  const pf_fixed_point in = pf_fixed_from_to(e->at, at(w, u));
  for (int32_t v = 0; v < w->d->n; v++) {
    if (!w->d->edge[twin_at(w->d, u, v)]) continue;
    const pf_fixed_point out = pf_fixed_from_to(at(w, u), at(w, v));
    if (twin_wraps(w->d->wedge[u], in, out) >= 0 && twin_passable(w->d->wedge[v], out)) return true;
  }
  return false;
}

static void open_end(const world *w, end *e, pf_fixed_point point) {
  const int32_t n = w->d->n;
  *e = (end){.at = point,
             .sees = calloc((size_t)n + 1, 1),
             .passable = calloc((size_t)n + 1, 1),
             .useful = calloc((size_t)n + 1, 1),
             .away = calloc((size_t)n + 1, sizeof(double)),
             .way = calloc((size_t)n + 1, sizeof(twin_track)),
             .tie = calloc((size_t)n + 1, 1)};
  for (int32_t v = 0; v < n; v++) {
    const pf_fixed_point in = pf_fixed_from_to(point, at(w, v));
    e->away[v] = apart(w, point, at(w, v));
    e->sees[v] = twin_map_sees_turning(w->map, w->bits, point, false, at(w, v), true);
    e->passable[v] = e->sees[v] && (in.x || in.y) && twin_passable(w->d->wedge[v], in);
    e->useful[v] = e->passable[v] && useful(w, e, v);
  }
  for (int32_t v = 0; v < n; v++) {
    if (e->sees[v]) {
      e->way[v] = way_by(w, e, v, v);
      continue;
    }
    for (int32_t u = 0; u < n; u++) {
      if (!e->sees[u] || w->d->length[twin_at(w->d, u, v)] < 0) continue;
      const double length = e->away[u] + w->length[twin_at(w->d, u, v)];
      if (e->way[v].points && length > e->way[v].length + w->close) continue;
      twin_track way = way_by(w, e, u, v);
      if (e->way[v].points && fabs(length - e->way[v].length) <= w->close)
        e->tie[v] |= !twin_same_points(&way, &e->way[v]);
      else
        e->tie[v] = 0;
      if (!e->way[v].points || length < e->way[v].length) {
        free(e->way[v].points);
        e->way[v] = way;
      } else {
        free(way.points);
      }
    }
  }
}

/* The path to x and the canonical path from there to v. */
static twin_track go_on(const world *w, const end *e, int32_t x, int32_t v) {
  int32_t *path = malloc(((size_t)w->d->n + 1) * sizeof *path);
  const int32_t count = twin_path(w->d, x, v, path);
  twin_track t = {0, e->way[x].count, NULL};
  t.points = malloc(((size_t)count + (size_t)t.count + 1) * sizeof *t.points);
  for (int32_t i = 0; i < t.count; i++) t.points[i] = e->way[x].points[i];
  for (int32_t i = 1; i < count; i++) t.points[t.count++] = at(w, path[i]);
  free(path);
  straighten(&t);
  return t;
}

/* Marks vertices that another path, by way of another vertex, reaches in the same length. */
static void find_ties(const world *w, end *e) {
  for (int32_t v = 0; v < w->d->n; v++)
    for (int32_t x = 0; x < w->d->n && !e->tie[v]; x++) {
      if (!e->way[v].points || !e->way[x].points || w->d->length[twin_at(w->d, x, v)] < 0) continue;
      if (e->way[x].length + w->length[twin_at(w->d, x, v)] > e->way[v].length + w->close) continue;
      twin_track other = go_on(w, e, x, v);
      e->tie[v] = !twin_same_points(&other, &e->way[v]);
      free(other.points);
    }
}

static void close_end(const world *w, end *e) {
  for (int32_t v = 0; v < w->d->n; v++) free(e->way[v].points);
  free(e->sees);
  free(e->passable);
  free(e->useful);
  free(e->away);
  free(e->way);
  free(e->tie);
}

/* Joins the two paths to v. *taut: whether the result is taut there; only then are straight points
 * dropped. */
static twin_track join(const world *w, const end *s, const end *t, int32_t v, bool *taut) {
  const twin_track *a = &s->way[v], *b = &t->way[v];
  twin_track path = {a->length + b->length, 0, NULL};
  path.points = malloc(((size_t)a->count + (size_t)b->count + 1) * sizeof *path.points);
  for (int32_t i = 0; i < a->count; i++) path.points[path.count++] = a->points[i];
  for (int32_t i = b->count - 2; i >= 0; i--) path.points[path.count++] = b->points[i];
  *taut =
      a->count >= 2 && b->count >= 2 &&
      twin_wraps(w->d->wedge[v], pf_fixed_from_to(a->points[a->count - 2], a->points[a->count - 1]),
                 pf_fixed_from_to(b->points[b->count - 1], b->points[b->count - 2])) >= 0;
  if (*taut) straighten(&path);
  return path;
}

static twin_track find_shortest(const world *w, const end *s, const end *t, bool *tie) {
  twin_track best = {INFINITY, 0, NULL};
  *tie = false;
  if (twin_map_sees(w->map, w->bits, s->at, t->at)) {
    best = (twin_track){apart(w, s->at, t->at), 2, malloc(2 * sizeof *best.points)};
    best.points[0] = s->at;
    best.points[1] = t->at;
    return best;
  }
  for (int32_t v = 0; v < w->d->n; v++) {
    bool taut;
    if (!t->sees[v] || !s->way[v].points) continue;
    twin_track path = join(w, s, t, v, &taut);
    if (!taut || path.length > best.length + w->close) {
      free(path.points);
      continue;
    }
    if (fabs(path.length - best.length) <= w->close)
      *tie |= s->tie[v] || !twin_same_points(&path, &best);
    else
      *tie = s->tie[v];
    if (path.length < best.length) {
      free(best.points);
      best = path;
    } else {
      free(path.points);
    }
  }
  return best;
}

/* Lists the vertices of end e that look up via nodes. */
static int32_t choose_gates(const world *w, const end *e, const end *other, double limit,
                            int32_t access, int32_t *gates, bool *ambiguous) {
  int32_t count = 0;
  for (int32_t v = 0; v < w->d->n; v++) {
    const double estimate = e->away[v] + other->away[v];
    if (!e->useful[v] || estimate > limit) continue;
    int32_t i = count++;
    for (; i > 0 && e->away[gates[i - 1]] + other->away[gates[i - 1]] > estimate; i--)
      gates[i] = gates[i - 1];
    gates[i] = v;
  }
  if (!access || count <= access) return count;
  const int32_t last = gates[access - 1], first_out = gates[access];
  if (e->away[first_out] + other->away[first_out] - e->away[last] - other->away[last] < w->close)
    *ambiguous = true;
  return access;
}

/* Marks the via nodes of the first m tables, between the gates of both ends. */
static void find_by_tables(const world *w, const end *s, const end *t, double limit,
                           const pathfan_request *r, int32_t m, uint8_t *via, bool *ambiguous) {
  const int32_t n = w->d->n;
  int32_t *from = malloc(((size_t)n + 1) * sizeof *from),
          *to = malloc(((size_t)n + 1) * sizeof *to);
  twin_plateau plateaus[8];
  const int32_t from_count = choose_gates(w, s, t, limit, r->access, from, ambiguous);
  const int32_t to_count = choose_gates(w, t, s, limit, r->access, to, ambiguous);
  for (int32_t i = 0; i < from_count; i++)
    for (int32_t j = 0; j < to_count; j++) {
      const int32_t u = from[i], v = to[j];
      if (u == v || w->d->length[twin_at(w->d, u, v)] < 0) continue;
      const double straight = s->away[u] + apart(w, at(w, u), at(w, v)) + t->away[v];
      if (straight > limit) continue; /* documented in query/tables/tables.c */
      const int32_t count = twin_plateaus(w->d, u, v, plateaus, m);
      for (int32_t k = 0; k < m && k < count; k++) via[plateaus[k].best] = 1;
    }
  free(from);
  free(to);
}

/* Whether leading via nodes are enough: a request about as by default, but without a separation. */
static bool leading_suffice(const pathfan_request *r) {
  return r->separation == 0 && r->separation_share == 0 && r->dissimilarity >= 0.5 &&
         r->dissimilarity <= 0.7 && r->stretch <= 1.6 && r->paths <= 3 &&
         r->effort == PATHFAN_EFFORT_FAST && r->splices != PATHFAN_SPLICES_ALWAYS;
}

static void find_by_sets(const world *w, const end *s, const end *t, const pathfan_request *r,
                         const twin_via_sets *sets, uint8_t *via) {
  const twin_via_set *set = twin_via_set_of(sets, twin_via_sets_region(sets, s->at, w->bits),
                                            twin_via_sets_region(sets, t->at, w->bits));
  const int32_t count = leading_suffice(r) ? set->leading : set->count;
  for (int32_t k = 0; k < count; k++) via[set->via[k]] = 1;
}

/* Marks what a fast request with too few paths tries besides: the rest of the set, and on a small
 * map, with a separation, vertices at which obstacles have obtuse angles. */
static void find_further(const world *w, const end *s, const end *t, const pathfan_request *r,
                         const twin_via_sets *sets, uint8_t *via) {
  enum { SMALL_MAP = 128 };
  const twin_via_set *set = twin_via_set_of(sets, twin_via_sets_region(sets, s->at, w->bits),
                                            twin_via_sets_region(sets, t->at, w->bits));
  for (int32_t k = 0; k < set->count; k++) via[set->via[k]] = 1;
  if (r->separation == 0 && r->separation_share == 0) return;
  for (int32_t v = 0; v < w->d->n && w->d->n <= SMALL_MAP; v++)
    if (pf_dot(w->d->wedge[v].first, w->d->wedge[v].second) < 0) via[v] = 1;
}

static bool asks_tables(const pathfan_request *r, const twin_via_sets *sets) {
  return r->algorithm == PATHFAN_ALGORITHM_CVPD || !sets || !sets->count;
}

static void find_via_nodes(const world *w, const end *s, const end *t, double limit,
                           const pathfan_request *r, int32_t m, const twin_via_sets *sets,
                           uint8_t *via, bool *ambiguous) {
  if (asks_tables(r, sets))
    find_by_tables(w, s, t, limit, r, m, via, ambiguous);
  else
    find_by_sets(w, s, t, r, sets, via);
  for (int32_t v = 0; v < w->d->n; v++)
    if (s->passable[v] && t->passable[v]) via[v] = 1;
}

typedef struct candidate {
  twin_track track;
  bool tie, taut, taken; /* taken: the answer owns the points */
} candidate;

static int by_length(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  return (x->track.length > y->track.length) - (x->track.length < y->track.length);
}

static void choose(const world *w, const pathfan_request *r, double limit, candidate *list,
                   int32_t count, twin_answer *answer) {
  const double separation = fmax(r->separation, r->separation_share * answer->shortest);
  qsort(list, (size_t)count, sizeof *list, by_length);
  for (int32_t i = 0; i < count && answer->count < r->paths; i++) {
    candidate *c = &list[i];
    bool accept = c->taut;
    if (c->tie || fabs(c->track.length - limit) < w->close) answer->ambiguous = true;
    if (c->track.length > limit || !c->taut) continue;
    for (int32_t k = 0; k < count; k++)
      if (k != i && fabs(list[k].track.length - c->track.length) < w->close &&
          (list[k].tie || (list[k].taut && !twin_same_points(&list[k].track, &c->track))))
        answer->ambiguous = true;
    bool listed = false;
    for (int32_t k = 0; k < answer->count; k++)
      listed = listed || twin_same_points(&c->track, &answer->tracks[k]);
    if (listed) continue;
    for (int32_t k = 0; k < answer->count; k++) {
      const double excess = twin_nearness(&c->track, &answer->tracks[k], separation, w->bits) -
                            (1 - r->dissimilarity);
      if (fabs(excess) < 1e-9) answer->ambiguous = true;
      accept = accept && excess <= 0;
    }
    const char *trouble = twin_check_track(w->map, w->bits, &c->track);
    assert_true(!trouble || !strcmp(trouble, "not simple") ||
                !strcmp(trouble, "a point comes twice"));
    if (!accept || trouble) continue;
    if (r->max_loop > 0 && (r->algorithm != PATHFAN_ALGORITHM_CVPD || r->bind_loop)) {
      bool close;
      const bool loops =
          twin_has_loop(w->map, w->bits, &c->track, answer->shortest, r->max_loop, &close);
      if (close) answer->ambiguous = true;
      if (loops) continue;
    }
    answer->tracks[answer->count++] = c->track;
    c->taken = true;
  }
}

double twin_close(const twin_dense *dense) {
  double extent = 100;
  for (int32_t v = 0; v < dense->n; v++)
    extent = fmax(extent, fmax(dense->at[v].x, dense->at[v].y));
  return 1e-10 * extent;
}

/* Adds to the shortest path those by way of the vertices marked in via. */
static void choose_among(const world *w, const end *ends, const uint8_t *via,
                         const pathfan_request *request, double limit, twin_answer *answer) {
  const int32_t n = w->d->n;
  candidate *list = calloc((size_t)n + 1, sizeof *list);
  int32_t count = 0;
  for (int32_t v = 0; v < n; v++) {
    if (!via[v] || !ends[0].way[v].points || !ends[1].way[v].points) continue;
    candidate *c = &list[count];
    c->track = join(w, &ends[0], &ends[1], v, &c->taut);
    c->tie = ends[0].tie[v] || ends[1].tie[v];
    if (c->taut || c->tie)
      count++;
    else
      free(c->track.points);
  }
  choose(w, request, limit, list, count, answer);
  for (int32_t i = 0; i < count; i++)
    if (!list[i].taken) free(list[i].track.points);
  free(list);
}

twin_answer twin_alternatives(const twin_map *map, const twin_dense *dense, int bits,
                              pf_fixed_point s, pf_fixed_point t, const pathfan_request *request,
                              int32_t tables, const twin_via_sets *sets) {
  world w = {map, dense, bits, NULL, twin_close(dense)};
  const int32_t n = dense->n;
  twin_answer answer = {.tracks = calloc((size_t)request->paths + 1, sizeof(twin_track))};
  end ends[2];
  w.length = calloc((size_t)n * (size_t)n + 1, sizeof *w.length);
  for (int32_t u = 0; u < n; u++)
    for (int32_t v = 0; v < n; v++)
      for (int32_t x = v; dense->parent[twin_at(dense, u, x)] >= 0;) {
        const int32_t before = dense->parent[twin_at(dense, u, x)];
        w.length[twin_at(dense, u, v)] += apart(&w, at(&w, before), at(&w, x));
        x = before;
      }
  open_end(&w, &ends[0], s);
  open_end(&w, &ends[1], t);
  find_ties(&w, &ends[0]);
  find_ties(&w, &ends[1]);
  twin_track shortest = find_shortest(&w, &ends[0], &ends[1], &answer.ambiguous);
  answer.shortest = shortest.length;
  if (shortest.points) answer.tracks[answer.count++] = shortest;
  if (shortest.points && request->paths > 1) {
    const double limit = shortest.length * request->stretch;
    uint8_t *via = calloc((size_t)n + 1, 1);
    find_via_nodes(&w, &ends[0], &ends[1], limit, request, tables, sets, via, &answer.ambiguous);
    choose_among(&w, ends, via, request, limit, &answer);
    const bool is_thorough = request->effort == PATHFAN_EFFORT_THOROUGH;
    if (answer.count < request->paths && (is_thorough || !asks_tables(request, sets))) {
      /* More vertices, unless that gives fewer: then these come last. */
      uint8_t *more = calloc((size_t)n + 1, 1);
      twin_answer all = answer;
      all.tracks = calloc((size_t)request->paths + 1, sizeof(twin_track));
      all.tracks[0] = shortest;
      all.count = 1;
      memcpy(more, via, (size_t)n);
      if (is_thorough)
        memset(more, 1, (size_t)n);
      else
        find_further(&w, &ends[0], &ends[1], request, sets, more);
      choose_among(&w, ends, more, request, limit, &all);
      for (int32_t v = 0; v < n; v++) more[v] = more[v] && !via[v];
      choose_among(&w, ends, more, request, limit, &answer);
      twin_answer *less = all.count >= answer.count ? &answer : &all;
      const bool ambiguous = answer.ambiguous || all.ambiguous;
      for (int32_t i = 1; i < less->count; i++) free(less->tracks[i].points);
      free(less->tracks);
      if (less == &answer) answer = all;
      answer.ambiguous = ambiguous;
      free(more);
    }
    free(via);
  }
  close_end(&w, &ends[0]);
  close_end(&w, &ends[1]);
  free(w.length);
  return answer;
}

void twin_answer_free(twin_answer *answer) {
  for (int32_t i = 0; i < answer->count; i++) free(answer->tracks[i].points);
  free(answer->tracks);
  memset(answer, 0, sizeof *answer);
}
