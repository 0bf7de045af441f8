/* hub_distance.c - lengths from an end to vertices, without a search.
 *
 * Labels grouped by vertex are canonical hub labels: the shortest path from v to
 * w has one highest ranked vertex h, and both v and w know their length to it,
 * by a label or because they see it. So each end first scatters the lengths of
 * what it sees over the hubs of its visible vertices, once:
 *
 *     distance(h) = min over visible u of |end u| + d(u, h)
 *
 * After that the length to any vertex w is one pass over w's own hubs, and the
 * length between the ends one pass over the hubs that both have reached. The
 * paper evaluates d(u, w) for every visible u instead; on the largest maps that
 * took most of the time (docs/decisions/labels-by-vertex.md).
 *
 * Lengths are integers of 2^-length_bits units, each rounded once: a sum of four is
 * at most PATHFAN_SLACK / 2 units off, so everything within PATHFAN_SLACK of the
 * least may be the shortest. Those few are recovered and compared exactly. */
#include "hub_distance.h"

#include <stdlib.h>
#include <string.h>

/* Equally long ways are told apart by coordinates, never by numbers, so that an
 * answer does not depend on how vertices happen to be numbered. */
static bool precedes(const pathfan_index_view *view, int32_t a, int32_t b) {
  const pathfan_lattice_point p = pathfan_vertex_at(view, a), q = pathfan_vertex_at(view, b);
  return p.x != q.x ? p.x < q.x : p.y < q.y;
}

/* Records a distance if it is the least so far. Without branches on lengths: they would
 * be mispredicted half of the time, at the price of ten of these. */
static inline void offer(const pathfan_index_view *view, pathfan_hub_distances *d, uint32_t vertex,
                         int64_t length, int32_t from) {
  pathfan_hub_distance *known = &d->of[vertex];
  const int64_t old = known->length;
  if (length >= old - PATHFAN_SLACK && length <= old + PATHFAN_SLACK) { /* rare: a tie */
    const bool first = length != old ? length < old : precedes(view, from, known->from);
    if (first)
      *known = (pathfan_hub_distance){length, from, known->from};
    else
      known->other = from;
    return;
  }
  const bool better = length < old;
  d->reached[d->reached_count] = (int32_t)vertex;
  d->reached_count += old == PATHFAN_FAR;
  known->length = better ? length : old;
  known->from = better ? from : known->from;
  known->other = better ? -1 : known->other;
}

/* margin: distances are offered that are shorter by more than that, 0: all. */
static inline void offer_hubs(const pathfan_index_view *view, pathfan_hub_distances *d,
                              const pathfan_visible_vertex *seen, int group, int64_t margin) {
  const pathfan_lattice_point at = pathfan_vertex_at(view, seen->vertex);
  const pathfan_range hubs = pathfan_hub_groups(view, seen->vertex, group, group);
  for (uint32_t k = hubs.begin; k < hubs.end; k++) {
    const uint32_t hub = pathfan_hub_at(view, k);
    const pathfan_hub_distance *known = &d->of[hub];
    if (seen->length >= known->length) continue;
    const int64_t length = seen->length + pathfan_straight_units(view, at, hub);
    if (!margin || length + margin < known->length) offer(view, d, hub, length, seen->vertex);
  }
}

static void forget_reached(pathfan_hub_distances *d) {
  for (int32_t i = 0; i < d->reached_count; i++) d->of[d->reached[i]].length = PATHFAN_FAR;
  d->reached_count = 0;
}

/* Offers the ways by a visible vertex. */
static void scatter_by(const pathfan_index_view *view, const pathfan_visible_vertex *seen,
                       pathfan_hub_distances *d) {
  const uint64_t id_mask = (UINT64_C(1) << view->id_bits) - 1;
  const uint32_t label_size = view->label_size;
  offer(view, d, (uint32_t)seen->vertex, seen->length, seen->vertex);
  if (!seen->useful) return;
  /* Only paths that leave it with its obstacle on the side where it was passed. */
  offer_hubs(view, d, seen,
             seen->side == PATHFAN_SIDE_LEFT ? PATHFAN_HUBS_LEFT_TAUT : PATHFAN_HUBS_RIGHT_TAUT, 0);
  const pathfan_range labels = pathfan_label_groups(view, seen->vertex, seen->side, seen->side);
  const uint8_t *label = pathfan_label_at(view, labels.begin);
  const uint8_t *stop = pathfan_label_at(view, labels.end);
  for (; label < stop; label += label_size)
    offer(view, d, (uint32_t)(pathfan_load_ids(label) & id_mask),
          seen->length + pathfan_load_length(label), seen->vertex);
}

void pathfan_scatter(const pathfan_index_view *view, const pathfan_visible_vertices *visible,
                     pathfan_hub_distances *d) {
  forget_reached(d);
  for (int32_t i = 0; i < visible->count; i++) scatter_by(view, &visible->list[i], d);
}

/* The least that scatter_by can give, from the vertex on, to an end by one of the hubs. */
static int64_t least_onward(const pathfan_index_view *view, const pathfan_visible_vertex *seen,
                            const pathfan_hub_distances *to) {
  const uint64_t id_mask = (UINT64_C(1) << view->id_bits) - 1;
  const pathfan_lattice_point at = pathfan_vertex_at(view, seen->vertex);
  const int group =
      seen->side == PATHFAN_SIDE_LEFT ? PATHFAN_HUBS_LEFT_TAUT : PATHFAN_HUBS_RIGHT_TAUT;
  const pathfan_range hubs = pathfan_hub_groups(view, seen->vertex, group, group);
  const pathfan_range labels = pathfan_label_groups(view, seen->vertex, seen->side, seen->side);
  int64_t least = PATHFAN_FAR;
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint8_t *label = pathfan_label_at(view, i);
    const int64_t length =
        to->of[pathfan_load_ids(label) & id_mask].length + pathfan_load_length(label);
    least = length < least ? length : least;
  }
  for (uint32_t k = hubs.begin; k < hubs.end; k++) {
    const uint32_t hub = pathfan_hub_at(view, k);
    if (to->of[hub].length >= least) continue;
    const int64_t length = to->of[hub].length + pathfan_straight_units(view, at, hub);
    least = length < least ? length : least;
  }
  return least;
}

/* From a visible vertex to the other end, as far as hubs of scatter_by tell. */
static int64_t length_onward(const pathfan_index_view *view, const pathfan_visible_vertex *seen,
                             const pathfan_hub_distances *to, pathfan_onward *onward) {
  const int64_t itself = to->of[seen->vertex].length;
  const int32_t place = 2 * seen->vertex + (seen->side != PATHFAN_SIDE_LEFT);
  if (!seen->useful) return itself;
  if (pathfan_stamp_add(&onward->known, place)) onward->of[place] = least_onward(view, seen, to);
  return itself < onward->of[place] ? itself : onward->of[place];
}

/* No way by a visible vertex is shorter, but for rounding: both legs straight. */
static inline int64_t straight_by(const pathfan_index_view *view,
                                  const pathfan_visible_vertex *seen, pathfan_fixed_point goal) {
  return seen->length + pathfan_units(view, pathfan_vertex_fixed(view, seen->vertex), goal);
}

/* Beyond a bound by that much nothing is missed: twice the slack for lengths of ways, the rest for
 * straight_by. */
#define MARGIN (4 * PATHFAN_SLACK)

/* The vertices of least straight_by, ascending; returns how many. */
enum { FIRST_MOST = 3 };

static int32_t list_first(const pathfan_index_view *view, const pathfan_visible_vertices *visible,
                          pathfan_fixed_point goal, int32_t *first) {
  int64_t lengths[FIRST_MOST];
  int32_t count = 0;
  for (int32_t i = 0; i < visible->count; i++) {
    if (!visible->list[i].useful) continue;
    const int64_t length = straight_by(view, &visible->list[i], goal);
    if (count == FIRST_MOST && length >= lengths[count - 1]) continue;
    int32_t k = count < FIRST_MOST ? count++ : count - 1;
    for (; k > 0 && lengths[k - 1] > length; k--) {
      lengths[k] = lengths[k - 1];
      first[k] = first[k - 1];
    }
    lengths[k] = length;
    first[k] = i;
  }
  return count;
}

/* A few vertices of either end in the way of the straight line give a length at once, and most
 * others are ruled out by it: on open maps nearly all (docs/decisions/labels-by-vertex.md). */
int64_t pathfan_scatter_within(const pathfan_index_view *view, pathfan_outlook own,
                               pathfan_outlook other, pathfan_hub_distances *d) {
  int32_t own_first[FIRST_MOST], other_first[FIRST_MOST];
  const int32_t own_count = list_first(view, own.visible, other.at, own_first);
  const int32_t other_count = list_first(view, other.visible, own.at, other_first);
  int64_t bound = PATHFAN_FAR;
  forget_reached(d);
  for (int32_t i = 0; i < own_count; i++) scatter_by(view, &own.visible->list[own_first[i]], d);
  for (int32_t i = 0; i < other_count; i++) {
    const pathfan_visible_vertex *seen = &other.visible->list[other_first[i]];
    const int64_t length = seen->length + least_onward(view, seen, d);
    bound = length < bound ? length : bound;
  }
  for (int32_t i = 0; i < own.visible->count; i++) {
    const pathfan_visible_vertex *seen = &own.visible->list[i];
    bool done = false;
    for (int32_t k = 0; k < own_count; k++) done = done || own_first[k] == i;
    if (!done && straight_by(view, seen, other.at) <= bound + MARGIN) scatter_by(view, seen, d);
  }
  return bound;
}

int64_t pathfan_scatter_cost(const pathfan_index_view *view,
                             const pathfan_visible_vertices *visible) {
  int64_t labels = 0;
  for (int32_t i = 0; i < visible->count; i++) {
    const pathfan_visible_vertex *seen = &visible->list[i];
    if (!seen->useful) continue;
    const pathfan_range group = pathfan_label_groups(view, seen->vertex, seen->side, seen->side);
    labels += group.end - group.begin;
  }
  return labels;
}

void pathfan_scatter_near(const pathfan_index_view *view, pathfan_outlook own,
                          pathfan_fixed_point other, int64_t most, pathfan_hub_distances *d) {
  forget_reached(d);
  for (int32_t i = 0; i < own.visible->count; i++) {
    const pathfan_visible_vertex *seen = &own.visible->list[i];
    if (straight_by(view, seen, other) <= most + MARGIN) scatter_by(view, seen, d);
  }
}

/* Ways that are longer than the shortest by more than that have no part in what is promised: a hub
 * that is as near has its distance from a vertex by which the path is as short. */
pathfan_status pathfan_scatter_towards(const pathfan_index_view *view, pathfan_outlook own,
                                       pathfan_fixed_point other, const pathfan_hub_distances *to,
                                       int64_t bound, pathfan_onward *onward,
                                       pathfan_hub_distances *d, int32_t *meetings) {
  const pathfan_visible_vertices *visible = own.visible;
  int64_t least = bound;
  pathfan_status status =
      pathfan_grow(&onward->of, &onward->capacity, 2 * (int64_t)view->n, sizeof *onward->of);
  if (!status) status = pathfan_stamp_fit(&onward->known, 2 * (int64_t)view->n);
  if (status) return status;
  if (!onward->known.now) pathfan_stamp_next(&onward->known);
  for (int32_t i = 0; i < visible->count; i++) {
    const pathfan_visible_vertex *seen = &visible->list[i];
    if (straight_by(view, seen, other) > least + MARGIN) continue;
    const int64_t length = seen->length + length_onward(view, seen, to, onward);
    least = length < least ? length : least;
  }
  const int64_t most = least + 2 * PATHFAN_SLACK;
  forget_reached(d);
  for (int32_t i = 0; i < visible->count; i++) {
    const pathfan_visible_vertex *seen = &visible->list[i];
    if (straight_by(view, seen, other) <= least + MARGIN &&
        seen->length + length_onward(view, seen, to, onward) <= most)
      scatter_by(view, seen, d);
  }
  *meetings = 0;
  for (int32_t i = 0; i < d->reached_count; i++)
    *meetings += d->of[d->reached[i]].length + to->of[d->reached[i]].length <= most;
  return PATHFAN_OK;
}

void pathfan_onward_free(pathfan_onward *onward) {
  free(onward->of);
  pathfan_stamp_free(&onward->known);
}

/* Of ways as long the one that can be gone on is kept: whether a via-path is found must
 * not hang on when this runs. */
void pathfan_scatter_arrivals(const pathfan_index_view *view,
                              const pathfan_visible_vertices *visible, pathfan_hub_distances *d) {
  for (int32_t i = 0; i < visible->count; i++) {
    const pathfan_visible_vertex *seen = &visible->list[i];
    offer_hubs(view, d, seen,
               seen->side == PATHFAN_SIDE_LEFT ? PATHFAN_HUBS_LEFT_END : PATHFAN_HUBS_RIGHT_END,
               PATHFAN_SLACK);
  }
}

/* The least of what is offered, and how often it was offered: by selection, not by
 * branches. */
typedef struct least {
  int64_t length;
  uint32_t hub;
  uint32_t others; /* that were as long */
} least;

static inline void consider(least *l, int64_t length, uint32_t hub) {
  const bool less = length < l->length;
  l->others = less ? 0 : l->others + (length == l->length);
  l->hub = less ? hub : l->hub;
  l->length = less ? length : l->length;
}

int64_t pathfan_distance_to(const pathfan_index_view *view, const pathfan_hub_distances *d,
                            int32_t v, int32_t *hub) {
  const uint64_t id_mask = (UINT64_C(1) << view->id_bits) - 1;
  const uint32_t label_size = view->label_size;
  const pathfan_lattice_point at = pathfan_vertex_at(view, v);
  least l = {d->of[v].length, (uint32_t)v, 0};
  const pathfan_range labels = pathfan_labels_of(view, v);
  const uint8_t *const first = pathfan_label_at(view, labels.begin);
  const uint8_t *const stop = pathfan_label_at(view, labels.end);
  for (const uint8_t *label = first; label < stop; label += label_size) {
    const uint32_t h = (uint32_t)(pathfan_load_ids(label) & id_mask);
    consider(&l, d->of[h].length + pathfan_load_length(label), h);
  }
  /* The path comes through the hub, so only hubs that can be passed matter. */
  const pathfan_range hubs =
      pathfan_hub_groups(view, v, PATHFAN_HUBS_LEFT_TAUT, PATHFAN_HUBS_RIGHT_TAUT);
  for (uint32_t k = hubs.begin; k < hubs.end; k++) {
    const uint32_t h = pathfan_hub_at(view, k);
    if (d->of[h].length < l.length)
      consider(&l, d->of[h].length + pathfan_straight_units(view, at, h), h);
  }
  *hub = (int32_t)l.hub;
  if (l.length >= PATHFAN_FAR) return PATHFAN_FAR;
  if (l.others) { /* rare: the first by coordinates */
    for (const uint8_t *label = first; label < stop; label += label_size) {
      const uint32_t h = (uint32_t)(pathfan_load_ids(label) & id_mask);
      if (d->of[h].length + pathfan_load_length(label) == l.length &&
          precedes(view, (int32_t)h, *hub))
        *hub = (int32_t)h;
    }
    for (uint32_t k = hubs.begin; k < hubs.end; k++) {
      const uint32_t h = pathfan_hub_at(view, k);
      if (d->of[h].length < l.length &&
          d->of[h].length + pathfan_straight_units(view, at, h) == l.length &&
          precedes(view, (int32_t)h, *hub))
        *hub = (int32_t)h;
    }
  }
  return l.length;
}

static int32_t add_choices(const pathfan_hub_distances *d, uint32_t hub,
                           pathfan_hub_choice *choices, int32_t count, int32_t capacity) {
  const pathfan_hub_distance *known = &d->of[hub];
  if (count < capacity) choices[count++] = (pathfan_hub_choice){(int32_t)hub, known->from};
  if (count < capacity && known->other >= 0)
    choices[count++] = (pathfan_hub_choice){(int32_t)hub, known->other};
  return count;
}

int32_t pathfan_hub_choices(const pathfan_index_view *view, const pathfan_hub_distances *d,
                            int32_t v, int64_t length, pathfan_hub_choice *choices,
                            int32_t capacity) {
  const pathfan_lattice_point at = pathfan_vertex_at(view, v);
  int32_t count = 0;
  if (d->of[v].length == length) count = add_choices(d, (uint32_t)v, choices, count, capacity);
  const pathfan_range labels = pathfan_labels_of(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint8_t *label = pathfan_label_at(view, i);
    const uint32_t h = pathfan_label_hub(view, label);
    if (d->of[h].length + pathfan_load_length(label) == length)
      count = add_choices(d, h, choices, count, capacity);
  }
  const pathfan_range hubs =
      pathfan_hub_groups(view, v, PATHFAN_HUBS_LEFT_TAUT, PATHFAN_HUBS_RIGHT_TAUT);
  for (uint32_t k = hubs.begin; k < hubs.end; k++) {
    const uint32_t h = pathfan_hub_at(view, k);
    if (d->of[h].length < length && d->of[h].length + pathfan_straight_units(view, at, h) == length)
      count = add_choices(d, h, choices, count, capacity);
  }
  return count;
}

/* Drops what has turned out too long since it was listed. */
static int32_t prune(pathfan_meeting *list, int32_t count, int64_t best) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++)
    if (list[i].length <= best + PATHFAN_SLACK) list[kept++] = list[i];
  return kept;
}

int64_t pathfan_join_hubs(const pathfan_hub_distances *a, const pathfan_hub_distances *b,
                          pathfan_meeting *list, int32_t capacity, int32_t *count) {
  const pathfan_hub_distances *fewer = a->reached_count <= b->reached_count ? a : b;
  const pathfan_hub_distances *other = fewer == a ? b : a;
  int64_t best = PATHFAN_FAR - PATHFAN_SLACK - 1;
  int32_t kept = 0;
  for (int32_t i = 0; i < fewer->reached_count; i++) {
    const int32_t h = fewer->reached[i];
    const int64_t length = other->of[h].length + fewer->of[h].length;
    if (length > best + PATHFAN_SLACK) continue;
    if (length < best) best = length;
    if (kept == capacity) kept = prune(list, kept, best);
    if (kept < capacity) list[kept++] = (pathfan_meeting){length, h};
  }
  *count = prune(list, kept, best);
  return kept ? best : PATHFAN_FAR;
}

bool pathfan_hub_distances_init(pathfan_hub_distances *d, int32_t n) {
  d->of = malloc(((size_t)n + 1) * sizeof *d->of);
  d->reached = malloc(((size_t)n + 1) * sizeof *d->reached);
  for (int32_t v = 0; d->of && v <= n; v++) d->of[v] = (pathfan_hub_distance){PATHFAN_FAR, -1, -1};
  return d->of && d->reached;
}

void pathfan_hub_distances_copy(const pathfan_hub_distances *from, pathfan_hub_distances *to) {
  forget_reached(to);
  for (int32_t i = 0; i < from->reached_count; i++) {
    const int32_t v = from->reached[i];
    to->reached[i] = v;
    to->of[v] = from->of[v];
  }
  to->reached_count = from->reached_count;
}

void pathfan_hub_distances_free(pathfan_hub_distances *d) {
  free(d->of);
  free(d->reached);
  memset(d, 0, sizeof *d);
}
