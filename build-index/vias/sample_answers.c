/* sample_answers.c - does what query/choose/choose.c, query/choose/splices.c and src/mesh/loops.c
 * do with via nodes, but on trees, where lengths are known and a path is a walk to the roots: it
 * needs no labels, which don't exist yet, and takes a few microseconds. It must be right nearly
 * always, not always: its results are for samples, and used for a region (default_vias.c). Steps
 * that only matter for ties, the choice without splices and the order of equal-length paths, are
 * left out. */
#include "sample_answers.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "geometry/polyline.h"
#include "mesh/mesh.h"

/* How much of two paths may be near each other, by the length of both. */
#define NEAR_SHARE (2 * (1 - PF_DEFAULT_DISSIMILARITY) / (2 - PF_DEFAULT_DISSIMILARITY))

/* The longest paths, by the shortest: more than requests ask for by default, since their ends lie
 * elsewhere. */
#define STRETCH 1.7

/* Allows for rounding of lengths in the plane and in trees. */
#define SLACK 16.0

/* How much of one path is near the other is mostly about the same both ways. So one way decides,
 * unless it is nearer to the limit than this share of it. */
#define SURE 0.1

typedef struct pf_sample_stop {
  pf_fixed_point at;
  int32_t vertex;
  double along;  /* length of the path up to here, fixed-point steps */
  uint64_t hash; /* of its edges up to here: paths of the same hash are the same */
  int32_t leg;   /* in a part: the leg that leads here */
} stop;

typedef pf_sample_leg leg;

static double length_of(const pf_sample_way *way) {
  return way->stops[way->count - 1].along;
}

static uint64_t hash_of(const pf_sample_way *way) {
  return way->stops[way->count - 1].hash;
}

/* ---- Draft paths ---- */

static pathfan_status append(const pf_sample_answers *s, pf_sample_way *way, int32_t v) {
  const pathfan_status status = pf_grow(&way->stops, &way->capacity, way->count + 1);
  if (!status)
    way->stops[way->count++] =
        (stop){.at = pf_lift(s->graph->at[v], s->ground.fraction_bits), .vertex = v};
  return status;
}

/* Drops stops where a path goes straight on, and adds up lengths. */
static void finish(const pf_graph *graph, pf_sample_way *way) {
  stop *stops = way->stops;
  int32_t kept = 1;
  for (int32_t i = 1; i < way->count; i++) {
    if (i + 1 < way->count && !pf_turn_at(stops[kept - 1].at, stops[i].at, stops[i + 1].at))
      continue;
    stops[kept++] = stops[i];
  }
  way->count = kept;
  for (int32_t i = 1; i < kept; i++) {
    const pf_lattice_point a = graph->at[stops[i - 1].vertex], b = graph->at[stops[i].vertex];
    stops[i].along = stops[i - 1].along + pf_fixed_length(stops[i - 1].at, stops[i].at);
    stops[i].hash = stops[i - 1].hash + pf_graph_tie_hash(a, b);
  }
}

static int32_t parent(const pf_flat_tree *tree, int32_t v) {
  const uint32_t before = pf_flat_parent(tree, (uint32_t)v);
  return before == PF_FLAT_NO_PARENT ? -1 : (int32_t)before;
}

/* Traces the path by v from the first source to the second. */
static pathfan_status trace(const pf_sample_answers *s, pf_sample_way *way, int32_t v) {
  pathfan_status status = PATHFAN_OK;
  way->count = 0;
  for (int32_t x = v; x >= 0 && !status; x = parent(&s->tree[0], x)) status = append(s, way, x);
  if (status) return status;
  for (int32_t i = 0, k = way->count - 1; i < k; i++, k--) {
    const stop swap = way->stops[i];
    way->stops[i] = way->stops[k];
    way->stops[k] = swap;
  }
  for (int32_t x = parent(&s->tree[1], v); x >= 0 && !status; x = parent(&s->tree[1], x))
    status = append(s, way, x);
  if (!status) finish(s->graph, way);
  return status;
}

static pathfan_status set_points(pf_sample_answers *s, const pf_sample_way *way) {
  const pathfan_status status = pf_grow(&s->points, &s->point_capacity, way->count);
  for (int32_t i = 0; i < way->count && !status; i++) s->points[i] = way->stops[i].at;
  return status;
}

/* ---- Via nodes ---- */

/* Whether the path by v is short enough, and taut at v. */
static bool is_fit(const pf_sample_answers *s, int32_t v) {
  const pf_flat_tree *a = &s->tree[0], *b = &s->tree[1];
  const double shortest = a->length[s->source[1]];
  const int32_t before = parent(a, v), after = parent(b, v);
  if (before < 0 || after < 0 || (double)a->length[v] + b->length[v] > STRETCH * shortest)
    return false;
  const pf_fixed_point at = pf_lift(s->graph->at[v], 0);
  return pf_is_taut(s->graph->wedge[v], pf_fixed_from_to(pf_lift(s->graph->at[before], 0), at),
                    pf_fixed_from_to(at, pf_lift(s->graph->at[after], 0)));
}

/* Sorts the fit ones of vias[0, count), shortest path first. Returns their number. */
static int32_t sort(const pf_sample_answers *s, const int32_t *vias, int32_t count,
                    int32_t *order) {
  uint64_t lengths[PF_SAMPLE_VIAS];
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    if (!is_fit(s, vias[i])) continue;
    const uint64_t length = (uint64_t)s->tree[0].length[vias[i]] + s->tree[1].length[vias[i]];
    int32_t k = kept++;
    for (; k > 0 && lengths[k - 1] > length; k--) {
      lengths[k] = lengths[k - 1];
      order[k] = order[k - 1];
    }
    lengths[k] = length;
    order[k] = i;
  }
  return kept;
}

static bool is_known(const pf_sample_answers *s, uint64_t hash) {
  if (hash == hash_of(&s->shortest)) return true;
  for (int32_t i = 0; i < s->part_count; i++)
    if (hash == hash_of(&s->parts[i])) return true;
  for (int32_t i = 0; i < s->splice_count; i++)
    if (hash == s->splices[i].hash) return true;
  return false;
}

/* Tests whether a path is simple. Both halves are shortest paths to the via node, if that is still
 * a stop. */
static pathfan_status ask_simple(pf_sample_answers *s, const pf_sample_way *way, int32_t via,
                                 bool *simple) {
  const pathfan_status status = set_points(s, way);
  int32_t at = 1;
  if (status) return status;
  while (at + 1 < way->count && way->stops[at].vertex != via) at++;
  s->draft.turn = at + 1 < way->count ? at : 0;
  *simple = at + 1 < way->count
                ? !pf_polyline_halves_meet(s->points, way->count, at, SLACK + way->count)
                : pf_polyline_is_simple(s->points, way->count);
  return PATHFAN_OK;
}

/* Makes the next of order[*next, count) whose path is simple and new the draft; *via: its number,
 * -1: there is none. */
static pathfan_status next_via(pf_sample_answers *s, const int32_t *vias, const int32_t *order,
                               int32_t count, int32_t *next, int32_t *via) {
  pathfan_status status = PATHFAN_OK;
  for (*via = -1; *via < 0 && *next < count && !status;) {
    const int32_t number = order[(*next)++];
    bool simple = false;
    status = trace(s, &s->draft, vias[number]);
    if (!status && length_of(&s->draft) <= s->limit && !is_known(s, hash_of(&s->draft)))
      status = ask_simple(s, &s->draft, vias[number], &simple);
    if (simple) *via = number;
  }
  return status;
}

/* ---- Splices ---- */

/* Where an older part and the newest one meet, and for how many stops they coincide. */
typedef struct meeting {
  int32_t a, b, count;
} meeting;

static bool is_taut(const pf_sample_way *a, const pf_sample_way *b, meeting m) {
  if (m.count > 1) return true;
  const stop *p = &a->stops[m.a], *q = &b->stops[m.b];
  const int own = pf_turn_at(p[-1].at, p->at, p[1].at);
  return own == pf_turn_at(p[-1].at, p->at, q[1].at) && own == pf_turn_at(q[-1].at, q->at, q[1].at);
}

/* Makes the splice of part a up to the meeting and part b from there on. */
static void splice(pf_sample_answers *s, int32_t a, int32_t b, meeting m) {
  const pf_sample_way *head = &s->parts[a], *tail = &s->parts[b];
  const int32_t leave = m.a + m.count - 1, enter = m.b + m.count - 1;
  const double length = head->stops[leave].along + length_of(tail) - tail->stops[enter].along;
  const uint64_t hash = head->stops[leave].hash + hash_of(tail) - tail->stops[enter].hash;
  if (s->splice_count == PF_SAMPLE_SPLICES || length > s->limit || !is_taut(head, tail, m) ||
      is_known(s, hash))
    return;
  s->splices[s->splice_count++] = s->splices[s->waiting]; /* one that no longer waits */
  int32_t k = s->waiting++;
  for (; k > 0 && s->splices[k - 1].length < length; k--) s->splices[k] = s->splices[k - 1];
  s->splices[k] = (pf_sample_splice){length, hash, a, leave, b, enter};
}

/* Makes both splices where an older part, by a leg of its own, meets the newest in its stop k. */
static void join(pf_sample_answers *s, const leg *by, int32_t newest, int32_t k) {
  const pf_sample_way *a = &s->parts[by->part], *b = &s->parts[newest];
  meeting m = {by->stop, k, 1};
  while (a->stops[m.a + m.count].vertex == b->stops[m.b + m.count].vertex)
    if (m.a + ++m.count == a->count) return; /* they coincide to the end */
  splice(s, by->part, newest, m);
  splice(s, newest, by->part, (meeting){m.b, m.a, m.count});
}

/* Returns the newest leg to a vertex; -1: none. */
static int32_t last_leg(const pf_sample_answers *s, int32_t v) {
  return pf_stamp_has(&s->met, v) ? s->last[v] : -1;
}

/* Joins the newest part to the older ones: at each of its stops, to one part for each leg there
 * that isn't its own. */
static void join_all(pf_sample_answers *s, int32_t newest) {
  const pf_sample_way *part = &s->parts[newest];
  for (int32_t k = 1; k + 1 < part->count; k++)
    for (int32_t i = last_leg(s, part->stops[k].vertex); i >= 0; i = s->legs[i].next)
      if (s->legs[i].before != part->stops[k - 1].vertex) join(s, &s->legs[i], newest, k);
}

/* Enters the leg to stop k of the newest part: one that older parts have too, or a new one. */
static int32_t enter_leg(pf_sample_answers *s, int32_t newest, int32_t k) {
  const stop *to = &s->parts[newest].stops[k];
  const int32_t before = to[-1].vertex, last = last_leg(s, to->vertex);
  int32_t i = last;
  while (i >= 0 && s->legs[i].before != before) i = s->legs[i].next;
  if (i < 0) {
    i = s->leg_count++;
    s->legs[i].before = before;
    s->legs[i].next = last;
    s->legs[i].told = 0;
    s->last[to->vertex] = i;
    pf_stamp_add(&s->met, to->vertex);
  }
  s->legs[i].part = newest;
  s->legs[i].stop = k;
  return i;
}

/* Counts the legs at both ends that a part shares with path 1, as most do. */
static void mark_ends(const pf_sample_answers *s, pf_sample_way *part) {
  const pf_sample_way *first = &s->shortest;
  const stop *own = part->stops, *stops = first->stops;
  int32_t head = 0, tail = 0;
  const int32_t most = (part->count < first->count ? part->count : first->count) - 1;
  while (head < most && own[head + 1].vertex == stops[head + 1].vertex) head++;
  while (tail < most - head &&
         own[part->count - 2 - tail].vertex == stops[first->count - 2 - tail].vertex)
    tail++;
  part->head = head;
  part->tail = tail;
}

/* Makes the draft a part; the draft itself stays as it is. */
static pathfan_status add_part(pf_sample_answers *s, uint64_t vias) {
  const int32_t newest = s->part_count, count = s->draft.count;
  pf_sample_way *part = &s->parts[newest];
  pathfan_status status = pf_grow(&s->legs, &s->leg_capacity, s->leg_count + (int64_t)count);
  if (!status) status = pf_grow(&part->stops, &part->capacity, count);
  if (status) return status;
  memcpy(part->stops, s->draft.stops, (size_t)count * sizeof *part->stops);
  part->count = count;
  part->vias = vias;
  part->turn = s->draft.turn;
  part->summed = 0;
  mark_ends(s, part);
  s->part_count++;
  join_all(s, newest);
  for (int32_t k = 1; k < count; k++) part->stops[k].leg = enter_leg(s, newest, k);
  return PATHFAN_OK;
}

static double least_waiting(const pf_sample_answers *s) {
  return s->splices[s->waiting - 1].length;
}

/* ---- Paths ---- */

/* A path to judge: a part up to its stop `leave`, then one from its stop `enter` on. */
typedef struct made {
  const pf_sample_way *head, *tail;
  int32_t leave, enter;
  double length;
} made;

/* Takes the shortest splice off the waiting ones. */
static made take_splice(pf_sample_answers *s) {
  const pf_sample_splice *taken = &s->splices[--s->waiting];
  return (made){&s->parts[taken->head], &s->parts[taken->tail], taken->leave, taken->enter,
                taken->length};
}

/* Returns the whole newest part. */
static made newest_part(const pf_sample_answers *s) {
  const pf_sample_way *part = &s->parts[s->part_count - 1];
  return (made){part, part, part->count - 1, part->count - 1, length_of(part)};
}

static int32_t count_points(const made *path) {
  return path->leave + path->tail->count - path->enter;
}

static pathfan_status set_points_of(pf_sample_answers *s, const made *path) {
  const int32_t before = path->leave + 1, count = count_points(path);
  const pathfan_status status = pf_grow(&s->points, &s->point_capacity, count);
  for (int32_t i = 0; i < before && !status; i++) s->points[i] = path->head->stops[i].at;
  for (int32_t i = before; i < count && !status; i++)
    s->points[i] = path->tail->stops[path->enter + 1 + i - before].at;
  return status;
}

/* ---- What is near: splices have only legs of parts, and most are shared by several parts ---- */

static double near_of(pf_sample_answers *s, const stop *to, int32_t rival) {
  leg *own = &s->legs[to->leg];
  if (own->told == rival) {
    pf_corridor *other = &s->taken[rival];
    pf_corridor_leg here;
    pf_leg_set(&here, to[-1].at, to->at);
    const int32_t spans = pf_corridor_spans(&here, other, s->width, other->spans);
    own->near[rival] = pf_spans_length(other->spans, spans);
    own->told++;
  }
  return own->near[rival];
}

/* Sums up the nearness of a part's legs up to each stop. */
static pathfan_status sum_up(pf_sample_answers *s, pf_sample_way *part, int32_t rival) {
  const pathfan_status status =
      pf_grow(&part->near[rival], &part->near_capacity[rival], part->count);
  double sum = 0;
  if (status) return status;
  part->near[rival][0] = 0;
  for (int32_t k = 1; k < part->count; k++)
    part->near[rival][k] = sum += near_of(s, &part->stops[k], rival);
  part->summed = rival + 1;
  return PATHFAN_OK;
}

/* Adds how much of a part from one stop to another is near a rival. */
static pathfan_status add_near(pf_sample_answers *s, const pf_sample_way *of, int32_t from,
                               int32_t to, int32_t rival, double *near) {
  pf_sample_way *part = &s->parts[of - s->parts];
  pathfan_status status = PATHFAN_OK;
  if (from == to) return PATHFAN_OK;
  if (part->summed == rival) status = sum_up(s, part, rival);
  if (!status) *near += part->near[rival][to] - part->near[rival][from];
  return status;
}

/* ---- Choosing ---- */

static int32_t lesser(int32_t a, int32_t b) {
  return a < b ? a : b;
}

/* Whether the legs that a path shares with path 1 at its beginning and end suffice for the two to
 * be near: mostly they do. */
static bool is_much_shortest(const pf_sample_answers *s, const made *path) {
  const pf_sample_way *first = &s->shortest;
  const int32_t head = lesser(path->leave, path->head->head);
  const int32_t tail = lesser(path->tail->count - 1 - path->enter, path->tail->tail);
  const double length = length_of(first);
  const double shared =
      first->stops[head].along + length - first->stops[first->count - 1 - tail].along;
  return head + tail < first->count && 2 * shared > NEAR_SHARE * (path->length + length) + SLACK;
}

/* Tests exactly whether a path is near an accepted one. */
static pathfan_status ask_near(pf_sample_answers *s, const made *path, int32_t rival,
                               bool *is_near) {
  pf_corridor *own = &s->corridor, *other = &s->taken[rival];
  pathfan_status status = set_points_of(s, path);
  if (!status) status = pf_corridor_set(own, s->points, count_points(path));
  if (status) return status;
  const double most = NEAR_SHARE * (double)(own->steps + other->steps);
  *is_near = pf_corridors_share(own, other, s->width, (int64_t)most);
  return PATHFAN_OK;
}

/* Tests the same by the path's legs if these are decisive. */
static pathfan_status tell_near(pf_sample_answers *s, const made *path, int32_t rival,
                                bool *is_near) {
  const double most = NEAR_SHARE * (path->length + s->taken[rival].length);
  double near = 0;
  *is_near = true;
  if (!rival && is_much_shortest(s, path)) return PATHFAN_OK;
  pathfan_status status = add_near(s, path->head, 0, path->leave, rival, &near);
  if (!status) status = add_near(s, path->tail, path->enter, path->tail->count - 1, rival, &near);
  if (status) return status;
  *is_near = 2 * near > most;
  return fabs(2 * near - most) > SURE * most ? PATHFAN_OK : ask_near(s, path, rival, is_near);
}

/* Accepts the path of s->points[0, count) into the answer. */
static pathfan_status take(pf_sample_answers *s, int32_t count) {
  assert(s->taken_count < PF_SAMPLE_PATHS);
  return pf_corridor_set(&s->taken[s->taken_count++], s->points, count);
}

/* Tests whether a path turns back in plain sight; its points are set. */
static pathfan_status ask_loop(pf_sample_answers *s, const made *path, bool *good) {
  const pf_sample_way *head = path->head, *tail = path->tail;
  const bool is_splice = head != tail;
  pf_loop_path p = {.points = s->points, .count = count_points(path), .length = path->length};
  bool found = false;
  if (head->turn && tail->turn) { /* else a piece may not be shortest */
    if (head->turn < path->leave || !is_splice) p.cut[p.cuts++] = head->turn;
    if (is_splice) p.cut[p.cuts++] = path->leave;
    if (is_splice && tail->turn > path->enter)
      p.cut[p.cuts++] = path->leave + tail->turn - path->enter;
  }
  const pathfan_status status = pf_loops_find(&s->loops, &p, &found);
  *good = !found;
  return status;
}

/* Accepts a path if it differs from those accepted; is_simple: that is known. *good: accepted. */
static pathfan_status judge(pf_sample_answers *s, const made *path, bool is_simple, bool *good) {
  pathfan_status status = PATHFAN_OK;
  *good = false;
  for (int32_t i = 0; i < s->taken_count && !status; i++) {
    bool is_near;
    status = tell_near(s, path, i, &is_near);
    if (is_near) return status;
  }
  if (!status) status = set_points_of(s, path);
  if (status) return status;
  *good = is_simple || pf_polyline_is_simple(s->points, count_points(path));
  if (*good) status = ask_loop(s, path, good);
  return !status && *good ? take(s, count_points(path)) : status;
}

/* Accepts path 1, and sets the limits that depend on its length. */
static pathfan_status begin(pf_sample_answers *s) {
  s->part_count = s->waiting = s->splice_count = s->leg_count = s->taken_count = 0;
  pf_stamp_next(&s->met);
  pathfan_status status = trace(s, &s->shortest, s->source[1]);
  if (!status) status = set_points(s, &s->shortest);
  if (status) return status;
  s->limit = STRETCH * length_of(&s->shortest);
  pf_loops_begin(&s->loops, s->ground, PF_GAME_MAX_LOOP, length_of(&s->shortest));
  s->width = pf_corridor_width(PF_DEFAULT_SEPARATION_SHARE * length_of(&s->shortest));
  return take(s, s->shortest.count);
}

pathfan_status pf_sample_answers_ask(pf_sample_answers *s, const pf_sample_end ends[2],
                                     const int32_t *vias, int32_t count, uint64_t *used) {
  int32_t order[PF_SAMPLE_VIAS], next = 0, via = -1;
  bool is_part = false; /* the draft is a part, waiting to be judged */
  assert(count >= 0 && count <= PF_SAMPLE_VIAS);
  assert(ends[0].source != ends[1].source);
  for (int i = 0; i < 2; i++) {
    s->tree[i] = ends[i].tree;
    s->source[i] = ends[i].source;
  }
  *used = 0;
  pathfan_status status = begin(s);
  count = sort(s, vias, count, order);
  while (!status && s->taken_count < PF_SAMPLE_PATHS) {
    bool good = false;
    if (via < 0) status = next_via(s, vias, order, count, &next, &via);
    if (status || (via < 0 && !s->waiting)) break;
    const bool is_via = via >= 0 && (!s->waiting || length_of(&s->draft) <= least_waiting(s));
    if (is_via && !is_part) { /* its splices may be shorter than it is */
      status = add_part(s, UINT64_C(1) << via);
      is_part = true;
      continue;
    }
    const made path = is_via ? newest_part(s) : take_splice(s);
    if (is_via) {
      via = -1;
      is_part = false;
    }
    status = judge(s, &path, is_via, &good);
    if (good) *used |= path.head->vias | path.tail->vias;
  }
  return status;
}

/* ---- Scratch ---- */

pathfan_status pf_sample_answers_init(pf_sample_answers *s, const pf_graph *graph,
                                      pf_loop_ground ground) {
  s->graph = graph;
  s->ground = ground;
  s->last = pf_alloc((uint64_t)graph->vertex_count, sizeof *s->last);
  return s->last ? pf_stamp_fit(&s->met, graph->vertex_count) : PATHFAN_ERR_NO_MEMORY;
}

void pf_sample_answers_free(pf_sample_answers *s) {
  for (int i = 0; i < PF_SAMPLE_VIAS; i++) {
    free(s->parts[i].stops);
    for (int rival = 0; rival < PF_SAMPLE_RIVALS; rival++) free(s->parts[i].near[rival]);
  }
  for (int i = 0; i < PF_SAMPLE_PATHS; i++) pf_corridor_free(&s->taken[i]);
  pf_corridor_free(&s->corridor);
  pf_stamp_free(&s->met);
  free(s->shortest.stops);
  free(s->draft.stops);
  free(s->last);
  free(s->legs);
  free(s->points);
  pf_loops_free(&s->loops);
  *s = (pf_sample_answers){0};
}
