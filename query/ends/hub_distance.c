/* hub_distance.c - lengths from an end to vertices, without a search.
 *
 * Labels grouped by vertex are canonical hub labels: the shortest path from v to w has one highest
 * ranked vertex h, and both v and w know their length to it, by a label or because they see it. So
 * each end first scatters, once, the lengths to its visible vertices over their hubs:
 *
 *     distance(h) = min over visible u of |end u| + d(u, h)
 *
 * After that the length to any vertex w takes one pass over w's own hubs, and the length between
 * the ends one pass over the hubs that both have reached. The paper evaluates d(u, w) for every
 * visible u instead; on the largest maps that took most of the time
 * (docs/decisions/labels-by-vertex.md).
 *
 * Lengths are integers in units of 2^-length_bits, rounded: a sum of four is at most about
 * PF_SLACK / 2 units off, so every path within PF_SLACK of the least may be the shortest.
 * Those few are recovered and compared exactly. */
#include "hub_distance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "query/open/pieces.h"

/* Ties are broken by coordinates, never by numbers, so that an answer doesn't depend on how
 * vertices are numbered. */
static bool precedes(const pf_index_view *view, int32_t a, int32_t b) {
  const pf_lattice_point p = pf_vertex_at(view, a), q = pf_vertex_at(view, b);
  return p.x != q.x ? p.x < q.x : p.y < q.y;
}

/* Records a length within the slack of the known one: rare. */
PF_COLD void pf_hub_distance_tie(const pf_index_view *view, pf_hub_distance *known, int64_t length,
                                 int32_t from) {
  const int64_t old = known->length;
  const bool first = length != old ? length < old : precedes(view, from, known->from);
  if (first)
    *known = (pf_hub_distance){length, from, known->from};
  else
    known->other = from;
}

/* Records a distance if it is the least so far. It has no branches on lengths: they would be
 * mispredicted half of the time, at ten times the cost of this. `reached`: where the next vertex is
 * listed; returns where the one after it is. */
static inline int32_t *offer_to(const pf_index_view *view, pf_hub_distance *of, int32_t *reached,
                                uint32_t vertex, int64_t length, int32_t from) {
  pf_hub_distance *known = &of[vertex];
  const int64_t old = known->length, more = length - old;
  if ((uint64_t)(more + PF_SLACK) <= 2 * PF_SLACK) {
    pf_hub_distance_tie(view, known, length, from);
    return reached;
  }
  const int64_t better = more >> 63; /* all bits, or none */
  *reached = (int32_t)vertex;
  known->length = old + (more & better);
  known->from ^= (known->from ^ from) & (int32_t)better;
  known->other |= (int32_t)better; /* -1 */
  return reached + (old == PF_FAR);
}

static inline void offer(const pf_index_view *view, pf_hub_distances *d, uint32_t vertex,
                         int64_t length, int32_t from) {
  const int32_t *end = offer_to(view, d->of, d->reached + d->reached_count, vertex, length, from);
  d->reached_count = (int32_t)(end - d->reached);
}

void pf_hub_distances_forget(pf_hub_distances *d) {
  assert(d->of && d->reached);
  for (int32_t i = 0; i < d->reached_count; i++) d->of[d->reached[i]].length = PF_FAR;
  d->reached_count = 0;
}

/* ---- Exits ---- */

/* An iterator over the exits of a visible vertex that paths from an end may take. */
typedef struct exit_iterator {
  const pf_index_view *view;
  const pf_visible_vertex *seen;
  pf_lattice_point here;
  pf_fixed_point travel; /* from the end to the vertex */
  pf_range exits;        /* that are left, sharpest turns first */
  const uint8_t *all;    /* exits of the vertex, by their numbers */
  const uint64_t *by;    /* labels of the vertex, by their numbers */
  uint32_t labels;       /* number of the vertex's first label */
  pf_range part;         /* labels of the current exit, counted from that */
  uint32_t next;         /* vertex of the current exit */
} exit_iterator;

/* Begins with the exits that leave the vertex with its obstacle on the side where it was passed. */
static inline exit_iterator exits_from(const pf_index_view *view, pf_fixed_point end,
                                       const pf_visible_vertex *seen) {
  const int32_t v = seen->vertex;
  assert(pf_is_touched(view, v));
  assert(seen->side == PF_SIDE_LEFT || seen->side == PF_SIDE_RIGHT);
  const pf_range exits = pf_exit_group(view, v, seen->side);
  const uint32_t begin = pf_group_begin(view, v, exits);
  return (exit_iterator){.view = view,
                         .seen = seen,
                         .here = pf_vertex_at(view, v),
                         .travel = pf_fixed_from_to(end, pf_vertex_fixed(view, v)),
                         .exits = exits,
                         .all = pf_exits_by(view, v),
                         .by = pf_labels_by(view, v),
                         .labels = view->spans[v].labels,
                         .part = {begin, begin}};
}

/* Moves on to the next exit. False: none is left, or none of those left is taut. */
static inline bool next_exit(exit_iterator *w) {
  if (w->exits.begin == w->exits.end) return false;
  const pf_exit exit = pf_exit_in(w->view, w->all, w->exits.begin++);
  const pf_lattice_point on = pf_from_to(w->here, pf_vertex_at(w->view, (int32_t)exit.next));
  const int64_t turn = w->travel.x * on.y - w->travel.y * on.x;
  if (w->seen->side == PF_SIDE_LEFT ? turn < 0 : turn > 0) return false;
  assert(exit.end > w->part.end); /* an exit has labels */
  w->part = (pf_range){w->part.end, exit.end};
  w->next = exit.next;
  return true;
}

/* Offers to their hubs the lengths that labels begin .. end-1 of the vertex give. */
static inline void offer_labels(const exit_iterator *w, pf_hub_distances *d, uint32_t begin,
                                uint32_t end) {
  const pf_index_view *view = w->view;
  const uint64_t *labels = w->by;
  const int64_t length = w->seen->length;
  const int32_t from = w->seen->vertex;
  pf_hub_distance *of = d->of;
  int32_t *reached = d->reached + d->reached_count;
  for (uint32_t i = begin; i < end; i++)
    reached = offer_to(view, of, reached, pf_label_hub(labels[i]),
                       length + pf_label_length(labels[i]), from);
  d->reached_count = (int32_t)(reached - d->reached);
}

/* Offers the paths by a visible vertex. */
static void scatter_by(const pf_index_view *view, pf_fixed_point end, const pf_visible_vertex *seen,
                       pf_hub_distances *d) {
  offer(view, d, (uint32_t)seen->vertex, seen->length, seen->vertex);
  if (!seen->useful) return;
  exit_iterator w = exits_from(view, end, seen);
  const uint32_t begin = w.labels + w.part.begin;
  while (next_exit(&w)) continue;
  offer_labels(&w, d, begin, w.labels + w.part.end);
}

void pf_scatter(const pf_index_view *view, pf_end *own) {
  const pf_fixed_point at = own->at;
  pf_hub_distances_forget(&own->distances);
  for (int32_t i = 0; i < own->visible.count; i++)
    scatter_by(view, at, &own->visible.list[i], &own->distances);
}

void pf_scatter_dead_end(const pf_index_view *view, pf_end *own, const pf_visible_vertex *seen) {
  assert(!seen->useful);
  offer(view, &own->distances, (uint32_t)seen->vertex, seen->length, seen->vertex);
}

/* Returns the least length from the vertex, by the labels of the current exit, to an end. */
static inline int64_t least_by_exit(const exit_iterator *w, const pf_hub_distances *to) {
  const uint64_t *labels = w->by;
  int64_t least = PF_FAR;
  for (uint32_t i = w->labels + w->part.begin; i < w->labels + w->part.end; i++) {
    const uint64_t label = labels[i];
    const int64_t length = to->of[pf_label_hub(label)].length + pf_label_length(label);
    least = length < least ? length : least;
  }
  return least;
}

/* Returns a lower bound, but for rounding, on the length of paths by the current exit: straight to
 * its vertex, and straight on from there. */
static inline int64_t straight_on(const exit_iterator *w, pf_fixed_point goal) {
  const pf_fixed_point next = pf_vertex_fixed(w->view, (int32_t)w->next);
  return w->seen->length + pf_units(w->view, pf_vertex_fixed(w->view, w->seen->vertex), next) +
         pf_units(w->view, next, goal);
}

/* Reading an exit with fewer labels is faster than bounding it. */
enum { LABELS_FEW = 8 };

static inline bool is_beyond(const exit_iterator *w, pf_fixed_point goal, int64_t most) {
  return w->part.end - w->part.begin >= LABELS_FEW && straight_on(w, goal) > most;
}

/* Returns a lower bound, but for rounding, on paths by a visible vertex: both legs straight. */
static inline int64_t straight_by(const pf_index_view *view, const pf_visible_vertex *seen,
                                  pf_fixed_point goal) {
  return seen->length + pf_units(view, pf_vertex_fixed(view, seen->vertex), goal);
}

/* Added to a bound so that rounding hides no path: twice the slack for path lengths, the rest for
 * straight_by. */
#define MARGIN (4 * PF_SLACK)

/* Offers the paths by those exits of a visible vertex that may be within `most` to the goal; skips
 * those within `near`, unless that is negative. */
static void offer_exits(const pf_index_view *view, pf_end *own, const pf_visible_vertex *seen,
                        pf_fixed_point goal, int64_t near, int64_t most) {
  if (!seen->useful) return;
  for (exit_iterator w = exits_from(view, own->at, seen); next_exit(&w);)
    if (!is_beyond(&w, goal, most + MARGIN) && (near < 0 || is_beyond(&w, goal, near + MARGIN)))
      offer_labels(&w, &own->distances, w.labels + w.part.begin, w.labels + w.part.end);
}

/* Offers a visible vertex, and those paths by its exits that may be within `most`. */
static void offer_near(const pf_index_view *view, pf_end *own, const pf_visible_vertex *seen,
                       pf_fixed_point goal, int64_t most) {
  offer(view, &own->distances, (uint32_t)seen->vertex, seen->length, seen->vertex);
  offer_exits(view, own, seen, goal, -1, most);
}

/* From this many visible vertices on, FIRST_MOST of them give the first bound, else FIRST_FEW. */
#ifndef PF_VISIBLE_MANY /* tests use 0 */
#define PF_VISIBLE_MANY 500
#endif
enum { FIRST_MOST = 6, FIRST_FEW = 3 };

/* Lists the useful vertices of least straight_by, ascending; returns their number. */
static int32_t list_first(const pf_index_view *view, const pf_visible_vertices *visible,
                          pf_fixed_point goal, int32_t *first) {
  const int32_t most = visible->count < PF_VISIBLE_MANY ? FIRST_FEW : FIRST_MOST;
  int64_t lengths[FIRST_MOST];
  int32_t count = 0;
  for (int32_t i = 0; i < visible->count; i++) {
    if (!visible->list[i].useful) continue;
    const int64_t length = straight_by(view, &visible->list[i], goal);
    if (count == most && length >= lengths[count - 1]) continue;
    int32_t k = count < most ? count++ : count - 1;
    for (; k > 0 && lengths[k - 1] > length; k--) {
      lengths[k] = lengths[k - 1];
      first[k] = first[k - 1];
    }
    lengths[k] = length;
    first[k] = i;
  }
  return count;
}

/* The few vertices of either end that are closest to the straight line give a length at once; it
 * rules out most others, on open maps nearly all (docs/decisions/labels-by-vertex.md). */
int64_t pf_scatter_within(const pf_index_view *view, pf_end *own, const pf_end *other) {
  int32_t own_first[FIRST_MOST], other_first[FIRST_MOST];
  const int32_t own_count = list_first(view, &own->visible, other->at, own_first);
  const int32_t other_count = list_first(view, &other->visible, own->at, other_first);
  int64_t bound = PF_FAR;
  assert(own != other);
  pf_hub_distances_forget(&own->distances);
  for (int32_t i = 0; i < own_count; i++)
    scatter_by(view, own->at, &own->visible.list[own_first[i]], &own->distances);
  for (int32_t i = 0; i < other_count; i++) {
    const pf_visible_vertex *seen = &other->visible.list[other_first[i]];
    for (exit_iterator w = exits_from(view, other->at, seen); next_exit(&w);) {
      const int64_t length = seen->length + least_by_exit(&w, &own->distances);
      bound = length < bound ? length : bound;
    }
  }
  for (int32_t i = 0; i < own->visible.count; i++) {
    const pf_visible_vertex *seen = &own->visible.list[i];
    bool done = false;
    for (int32_t k = 0; k < own_count; k++) done = done || own_first[k] == i;
    if (!done && straight_by(view, seen, other->at) <= bound + MARGIN)
      offer_near(view, own, seen, other->at, bound);
  }
  return bound;
}

void pf_scatter_farther(const pf_index_view *view, pf_end *own, pf_fixed_point other, int64_t near,
                        int64_t most) {
  assert(near <= most);
  for (int32_t i = 0; i < own->visible.count; i++) {
    const pf_visible_vertex *seen = &own->visible.list[i];
    const int64_t least = straight_by(view, seen, other);
    if (least <= near + MARGIN)
      offer_exits(view, own, seen, other, near, most);
    else if (least <= most + MARGIN)
      offer_near(view, own, seen, other, most);
  }
}

void pf_scatter_near(const pf_index_view *view, pf_end *own, pf_fixed_point other, int64_t most) {
  pf_hub_distances_forget(&own->distances);
  pf_scatter_farther(view, own, other, -PF_FAR, most);
}

/* Returns the least length from a visible vertex by its taut exits to the other end; PF_FAR if
 * it is clearly more than `bound`. */
static int64_t least_onward(const pf_index_view *view, const pf_end *own,
                            const pf_visible_vertex *seen, const pf_end *other, pf_onward *onward,
                            int64_t bound) {
  int64_t least = other->distances.of[seen->vertex].length;
  if (!seen->useful) return least;
  for (exit_iterator w = exits_from(view, own->at, seen); next_exit(&w);) {
    const int32_t exit = (int32_t)w.exits.begin - 1;
    if (!pf_stamp_has(&onward->known, exit)) {
      if (is_beyond(&w, other->at, bound + MARGIN)) continue;
      pf_stamp_add(&onward->known, exit);
      onward->of[exit] = least_by_exit(&w, &other->distances);
    }
    least = onward->of[exit] < least ? onward->of[exit] : least;
  }
  return least;
}

static pathfan_status make_room(pf_onward *onward, int64_t exits, int64_t visible) {
  pathfan_status status = pf_grow(&onward->of, &onward->capacity, exits);
  if (!status) status = pf_grow(&onward->by, &onward->by_capacity, visible);
  if (!status) status = pf_stamp_fit(&onward->known, exits);
  if (!status && !onward->known.now) pf_stamp_next(&onward->known);
  return status;
}

/* Visible vertices by which paths are longer than `most` can be skipped: a hub within it has its
 * distance from a vertex by which the path is as short. */
pathfan_status pf_scatter_towards(const pf_index_view *view, pf_end *own, const pf_end *other,
                                  int64_t bound, pf_onward *onward, int32_t *meetings) {
  const pf_visible_vertices *visible = &own->visible;
  const pf_hub_distances *to = &other->distances;
  pf_hub_distances *d = &own->distances;
  assert(own != other);
  assert(bound <= PF_FAR);
  const pathfan_status status = make_room(onward, view->spans[view->n].exits[0], visible->count);
  if (status) return status;
  int64_t least = bound;
  for (int32_t i = 0; i < visible->count; i++) {
    const pf_visible_vertex *seen = &visible->list[i];
    onward->by[i] = PF_FAR;
    if (straight_by(view, seen, other->at) > least + MARGIN) continue;
    onward->by[i] = seen->length + least_onward(view, own, seen, other, onward, least);
    least = onward->by[i] < least ? onward->by[i] : least;
  }
  const int64_t most = least + 2 * PF_SLACK;
  pf_hub_distances_forget(d);
  for (int32_t i = 0; i < visible->count; i++)
    if (onward->by[i] <= most) scatter_by(view, own->at, &visible->list[i], d);
  *meetings = 0;
  for (int32_t i = 0; i < d->reached_count; i++)
    *meetings += d->of[d->reached[i]].length + to->of[d->reached[i]].length <= most;
  return PATHFAN_OK;
}

void pf_onward_free(pf_onward *onward) {
  free(onward->of);
  free(onward->by);
  pf_stamp_free(&onward->known);
}

/* The least of the lengths offered, kept by selection instead of branches. */
typedef struct least_way {
  int64_t length;
  uint32_t hub, last; /* of the first and the last offer of this length */
} least_way;

static inline void consider(least_way *l, int64_t length, uint32_t hub) {
  l->last = length <= l->length ? hub : l->last;
  l->hub = length < l->length ? hub : l->hub;
  l->length = length < l->length ? length : l->length;
}

/* Returns, of the hubs that give the same length, the first by coordinates. */
PF_COLD static int32_t break_tie(const pf_index_view *view, const pf_hub_distances *d, int32_t v,
                                 least_way l) {
  const pf_range labels = pf_labels_of(view, v);
  const uint64_t *label = pf_labels_by(view, v);
  int32_t hub = (int32_t)l.hub;
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint32_t h = pf_label_hub(label[i]);
    if (d->of[h].length + pf_label_length(label[i]) == l.length && precedes(view, (int32_t)h, hub))
      hub = (int32_t)h;
  }
  return hub;
}

static int64_t settle(const pf_index_view *view, const pf_hub_distances *d, int32_t v, least_way l,
                      int32_t *hub) {
  *hub = l.last != l.hub && l.length < PF_FAR ? break_tie(view, d, v, l) : (int32_t)l.hub;
  return l.length < PF_FAR ? l.length : PF_FAR;
}

int64_t pf_distance_to(const pf_index_view *view, const pf_hub_distances *d, int32_t v,
                       int32_t *hub) {
  assert(pf_is_touched(view, v));
  least_way l = {d->of[v].length, (uint32_t)v, (uint32_t)v};
  const pf_range labels = pf_labels_of(view, v);
  const uint64_t *label = pf_labels_by(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint32_t h = pf_label_hub(label[i]);
    consider(&l, d->of[h].length + pf_label_length(label[i]), h);
  }
  return settle(view, d, v, l, hub);
}

void pf_distances_to(const pf_index_view *view, const pf_hub_distances *const d[2], int32_t v,
                     int64_t lengths[2], int32_t hubs[2]) {
  assert(pf_is_touched(view, v));
  const pf_hub_distance *const one = d[0]->of, *const two = d[1]->of;
  least_way a = {one[v].length, (uint32_t)v, (uint32_t)v};
  least_way b = {two[v].length, (uint32_t)v, (uint32_t)v};
  const pf_range labels = pf_labels_of(view, v);
  const uint64_t *label = pf_labels_by(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint32_t h = pf_label_hub(label[i]);
    const int64_t length = pf_label_length(label[i]);
    consider(&a, one[h].length + length, h);
    consider(&b, two[h].length + length, h);
  }
  lengths[0] = settle(view, d[0], v, a, &hubs[0]);
  lengths[1] = settle(view, d[1], v, b, &hubs[1]);
}

/* An end sees u if the distance to u is that of the straight line. */
int64_t pf_arrival_at(const pf_index_view *view, const pf_hub_distances *d, pf_fixed_point end,
                      int32_t v, int64_t bound, int32_t *from) {
  const pf_range hubs = pf_head_on_to(view, v);
  const pf_fixed_point at = pf_vertex_fixed(view, v);
  int64_t least = PF_FAR;
  assert(pf_is_touched(view, v));
  if (d->of[v].length < bound + PF_SLACK) bound = d->of[v].length - PF_SLACK;
  for (uint32_t k = hubs.begin; k < hubs.end; k++) {
    const int32_t u = (int32_t)pf_head_on_at(view, k);
    if (d->of[u].length >= bound) continue;
    const pf_fixed_point by = pf_vertex_fixed(view, u);
    const int64_t length =
        d->of[u].length + pf_straight_units(view, pf_vertex_at(view, u), (uint32_t)v);
    if (length >= bound || d->of[u].length > pf_units(view, end, by) + PF_SLACK ||
        !pf_is_taut(pf_vertex_wedge(view, u), pf_fixed_from_to(end, by), pf_fixed_from_to(by, at)))
      continue;
    least = bound = length;
    *from = u;
  }
  return least;
}

static int32_t add_choices(const pf_hub_distances *d, uint32_t hub, pf_hub_choice *choices,
                           int32_t count, int32_t capacity) {
  const pf_hub_distance *known = &d->of[hub];
  if (count < capacity) choices[count++] = (pf_hub_choice){(int32_t)hub, known->from};
  if (count < capacity && known->other >= 0)
    choices[count++] = (pf_hub_choice){(int32_t)hub, known->other};
  return count;
}

int32_t pf_hub_choices(const pf_index_view *view, const pf_hub_distances *d, int32_t v,
                       int64_t length, pf_hub_choice *choices, int32_t capacity) {
  int32_t count = 0;
  assert(pf_is_touched(view, v));
  if (d->of[v].length == length) count = add_choices(d, (uint32_t)v, choices, count, capacity);
  const pf_range labels = pf_labels_of(view, v);
  const uint64_t *label = pf_labels_by(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint32_t h = pf_label_hub(label[i]);
    if (d->of[h].length + pf_label_length(label[i]) == length)
      count = add_choices(d, h, choices, count, capacity);
  }
  return count;
}

/* Drops meetings that have turned out too long since they were listed. */
static int32_t prune(pf_meeting *list, int32_t count, int64_t best) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++)
    if (list[i].length <= best + PF_SLACK) list[kept++] = list[i];
  return kept;
}

int64_t pf_join_hubs(const pf_hub_distances *a, const pf_hub_distances *b, pf_meeting *list,
                     int32_t capacity, int32_t *count) {
  const pf_hub_distances *fewer = a->reached_count <= b->reached_count ? a : b;
  const pf_hub_distances *other = fewer == a ? b : a;
  int64_t best = PF_FAR - PF_SLACK - 1;
  int32_t kept = 0;
  assert(a != b);
  assert(capacity > 0);
  for (int32_t i = 0; i < fewer->reached_count; i++) {
    const int32_t h = fewer->reached[i];
    const int64_t length = other->of[h].length + fewer->of[h].length;
    if (length > best + PF_SLACK) continue;
    if (length < best) best = length;
    if (kept == capacity) kept = prune(list, kept, best);
    if (kept < capacity) list[kept++] = (pf_meeting){length, h};
  }
  *count = prune(list, kept, best);
  return kept ? best : PF_FAR;
}

bool pf_hub_distances_init(pf_hub_distances *d, int32_t n) {
  d->of = malloc(((size_t)n + 1) * sizeof *d->of);
  d->reached = malloc(((size_t)n + 1) * sizeof *d->reached);
  for (int32_t v = 0; d->of && v <= n; v++) d->of[v] = (pf_hub_distance){PF_FAR, -1, -1};
  return d->of && d->reached;
}

void pf_hub_distances_free(pf_hub_distances *d) {
  free(d->of);
  free(d->reached);
  memset(d, 0, sizeof *d);
}
