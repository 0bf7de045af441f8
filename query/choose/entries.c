/* entries.c - how candidates become entries (paper, Algorithm 1, lines 17 to 22), for all methods
 * that have some. Methods differ in their candidates, in the order of these, and in how a candidate
 * becomes a path (pf_recovery).
 *
 * Candidates whose order differs only by rounding are recovered together and put into their final
 * order before any is judged, so that the outcome doesn't depend on how vertices are numbered.
 * Splices of those recovered so far (splices.c) come among them, by length.
 *
 * What a path shares with the first taken ones follows from its legs (legs.h) if these are known:
 * from sums and from parts of the path, without the geometry of all pairs of segments. If that is
 * too close to call, and for other paths, the two are compared exactly; so the result doesn't
 * depend on how it was found. */
#include "entries.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "loop_path.h"
#include "objective.h"

/* ---- Beginning, and offers ---- */

static bool wants_splices(const pathfan_request *request, const pf_difference *difference) {
  if (request->splices == PATHFAN_SPLICES_AUTO) return difference->separation > 0;
  return request->splices == PATHFAN_SPLICES_ALWAYS;
}

/* Whether a request asks for measures of every path. */
static bool is_measured(const pathfan_request *r) {
  return r->max_bounded_stretch > 0 || r->min_local_optimality > 0 ||
         pf_objective_measures(&r->objective);
}

static pathfan_status begin_loops(pf_entries *p, double shortest) {
  const pf_space *space = p->task->scene.space;
  const pf_obstacles *obstacles = NULL;
  pathfan_status status = PATHFAN_OK;
  /* Obstacles tell something about loops only in a plane. */
  if (p->task->max_loop > 0 && !space->is_layered)
    status = pf_space_need_obstacles(space, &obstacles, p->task->scene.error);
  pf_loops_begin(&p->loops, pf_loop_ground_of(&p->task->scene, &p->task->closed, obstacles),
                 p->task->max_loop, shortest * pf_power_of_two(space->fraction_bits));
  return status;
}

/* Adds an entry for the draft behind the tracks; without a candidate it is a splice. */
static pathfan_status add_entry(pf_entries *p, const pf_candidate *candidate) {
  const pathfan_status status = pf_grow(&p->of, &p->of_capacity, (int64_t)p->tracks.count + 1);
  if (status) return status;
  p->of[p->tracks.count] = (pf_entry){.same = -1, .own = -1, .rival = -1};
  p->of[p->tracks.count].candidate = candidate ? *candidate : (pf_candidate){.via = -1};
  return PATHFAN_OK;
}

pathfan_status pf_entries_begin(pf_entries *p, const pf_task *task, const pf_recovery *recovery) {
  const pathfan_request *request = task->request;
  pf_track *first;
  assert(task->tracks->count == 1);
  p->task = task;
  p->difference = pf_difference_of(task);
  /* Joins are looked for by places, which on a layered surface aren't points. */
  p->splices =
      recovery->splices && wants_splices(request, &p->difference) && !task->scene.space->is_layered;
  p->has_vias = recovery->via_at != NULL;
  p->tracks.count = p->order_count = p->closed = p->count = p->next = p->rival_count = 0;
  p->unjudged = p->recoveries = 0;
  p->stage = PF_STAGE_FIRST;
  p->refused = (pathfan_candidates){0};
  pathfan_status status = pf_tracks_next(&p->tracks, &first);
  if (!status) status = add_entry(p, NULL);
  if (!status) status = pf_track_duplicate(first, &task->tracks->list[0]);
  if (status) return status;
  p->tracks.count = 1;
  pf_known_clear(&p->known);
  status = pf_known_add(&p->known, p->tracks.list, 0);
  if (p->splices)
    pf_splicer_begin(&p->splicer, task->scene.view, first, pf_longest(request, first->units));
  if (!status) status = begin_loops(p, first->length);
  p->goes_on = recovery->goes_on;
  if (!status && p->goes_on) {
    status = pf_stamp_fit(&p->vias, task->scene.view->n);
    if (!status) status = pf_grow(&p->entry_of, &p->entry_of_capacity, task->scene.view->n);
    if (!status) pf_stamp_next(&p->vias);
  }
  if (!status && is_measured(request))
    status = pf_meter_begin(task->meter, &task->scene, first->length);
  return status ? status : pf_entries_take(p, 0);
}

static int by_number(int32_t a, int32_t b) {
  return (a > b) - (a < b);
}

/* Candidates of equal order get their final order when they are recovered; the other keys only make
 * sure that they are told of in the same order, whatever the sort. */
static int by_order(const void *a, const void *b) {
  const pf_candidate *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  int way = by_number(x->via, y->via);
  for (int e = 0; e < 2 && !way; e++) {
    way = by_number(x->hubs[e], y->hubs[e]);
    if (!way) way = by_number(x->from[e], y->from[e]);
  }
  return way;
}

/* Sorts candidates; a few are sorted in less time than a call of qsort takes. */
static void sort(pf_candidate *list, int32_t count) {
  enum { FEW = 32 };
  if (count > FEW) qsort(list, (size_t)count, sizeof *list, by_order);
  for (int32_t i = 1; i < count && count <= FEW; i++) {
    const pf_candidate moved = list[i];
    int32_t k = i;
    for (; k > 0 && by_order(&moved, &list[k - 1]) < 0; k--) list[k] = list[k - 1];
    list[k] = moved;
  }
}

void pf_entries_offer(pf_entries *p, const pf_recovery *recovery, pf_candidate_list *candidates) {
  assert(recovery->stage >= p->stage);
  p->unjudged += p->count - p->next;
  if (p->stage < recovery->stage) pf_splicer_go_on(&p->splicer);
  p->stage = recovery->stage;
  p->recovery[p->stage] = *recovery;
  p->list = candidates->list;
  p->count = candidates->count;
  p->next = p->closed = p->part_at = p->parts_before = 0;
  sort(p->list, p->count);
}

void pf_entries_evaluate_anew(pf_entries *p) {
  p->unjudged = p->count = p->next = 0;
  for (int32_t e = 1; e < p->tracks.count; e++) p->of[e].is_stale = p->of[e].is_void;
}

/* ---- Feeding ---- */

/* Makes the draft an entry that is void. */
static void enter_void(pf_entries *p, pathfan_fate fate) {
  pf_entry *of = &p->of[p->tracks.count++];
  of->is_void = true;
  of->own = (int8_t)fate;
}

/* Whether an entry is judged before another one: by length, if their order differs only by
 * rounding. A path that isn't a true via-path may be much shorter than its order says. */
static bool precedes(const pf_entries *p, int32_t entry, int32_t other) {
  const int64_t more = p->of[other].order - p->of[entry].order;
  if (more > PF_SLACK || more < -PF_SLACK) return more > 0;
  return pf_track_compare(&p->tracks.list[entry], &p->tracks.list[other]) < 0;
}

/* Makes the draft an entry, in order from place `first` on, unless its path is known. */
static pathfan_status enter(pf_entries *p, int32_t first) {
  pf_track *list = p->tracks.list;
  const int32_t e = p->tracks.count, known = pf_known_find(&p->known, list, &list[e]);
  if (known >= 0) {
    if (list[e].stage < list[known].stage) list[known].stage = list[e].stage;
    if (pf_entries_is_splice(p, e)) return PATHFAN_OK; /* other parts gave it, too */
    enter_void(p, PATHFAN_FATE_KNOWN);
    p->of[e].same = p->of[known].same;
    p->of[known].same = e;
    return PATHFAN_OK;
  }
  pathfan_status status = pf_grow(&p->order, &p->order_capacity, (int64_t)p->order_count + 1);
  if (!status) status = pf_known_add(&p->known, list, e);
  if (status) return status;
  p->tracks.count++;
  int32_t at = first, end = p->order_count++;
  while (at < end) {
    const int32_t middle = end - 1 - (end - 1 - at) / 2; /* most belong behind all */
    if (precedes(p, e, p->order[middle]))
      end = middle;
    else
      at = middle + 1;
  }
  memmove(p->order + at + 1, p->order + at, (size_t)(p->order_count - 1 - at) * sizeof *p->order);
  p->order[at] = e;
  p->closed = at < p->closed ? p->closed + 1 : at + 1;
  return PATHFAN_OK;
}

/* Whether a candidate of the last stage was recovered in an earlier one. */
static bool is_recovered(const pf_entries *p, const pf_candidate *c) {
  if (!p->goes_on || p->stage != PF_STAGE_ALL || !pf_stamp_has(&p->vias, c->via)) return false;
  const pf_candidate *own = &p->of[p->entry_of[c->via]].candidate;
  return own->order == c->order && !memcmp(own->hubs, c->hubs, sizeof own->hubs) &&
         !memcmp(own->from, c->from, sizeof own->from);
}

/* Cuts the draft at its via node: the halves of a via-path are shortest. Round areas to avoid and
 * through openings they may be longer. */
static void set_cut(pf_entries *p, pf_track *track, pf_fixed_point via) {
  if (p->task->max_loop == 0 || pf_closed_is_any(&p->task->closed) || p->task->closed.openings ||
      p->task->scene.space->is_layered)
    return;
  for (int32_t i = 1; i + 1 < track->count && !track->cuts; i++)
    if (pf_same_point(track->points[i], via)) track->cut[track->cuts++] = i;
}

/* Recovers a candidate. */
static pathfan_status recover(pf_entries *p, const pf_candidate *c, int32_t first) {
  const pf_recovery *r = &p->recovery[p->stage];
  pf_track *track;
  bool taut = true;
  if (is_recovered(p, c)) return PATHFAN_OK;
  pathfan_status status = pf_tracks_next(&p->tracks, &track);
  if (!status) status = add_entry(p, c);
  if (status) return status;
  const int32_t e = p->tracks.count;
  pf_entry *of = &p->of[e];
  of->order = c->order;
  of->offered = r->stage;
  if (r->via_at) of->via = r->via_at(r->context, c);
  track->count = 0;
  p->recoveries++;
  status = r->recover(r->context, c, track, &taut);
  track->stage = c->stage;
  if (status) return status;
  if (!taut) {
    enter_void(p, PATHFAN_FATE_NOT_TAUT);
    return PATHFAN_OK;
  }
  if (r->via_at) set_cut(p, track, of->via);
  status = enter(p, first);
  if (!status && p->goes_on && r->stage < PF_STAGE_ALL && !p->of[e].is_void) {
    pf_stamp_add(&p->vias, c->via);
    p->entry_of[c->via] = e;
  }
  return status;
}

/* Whether a track doesn't meet itself. On a layered surface one that does as seen from above
 * needn't: there only loops are looked for. */
static bool is_simple(const pf_entries *p, pf_track *track) {
  return p->task->scene.space->is_layered || pf_track_is_simple(track);
}

/* Whether the entry at a place is among the shortest candidates, which are joined. */
static bool is_part(pf_entries *p, int32_t at) {
  for (; p->part_at < at; p->part_at++) {
    const int32_t entry = p->order[p->part_at];
    p->parts_before +=
        !pf_entries_is_splice(p, entry) && pf_track_is_simple(&p->tracks.list[entry]);
  }
  return p->parts_before < PF_SPLICER_PARTS;
}

/* Joins the entries of a group, those from number `begin` on, to those before. */
static pathfan_status join_group(pf_entries *p, int32_t begin, int32_t first) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = first; i < p->order_count && !status; i++) {
    pf_track *track = &p->tracks.list[p->order[i]];
    if (p->order[i] >= begin && pf_track_is_simple(track) && is_part(p, i))
      status = pf_splicer_add(&p->splicer, track, &p->refused, p->task->work_limit);
  }
  return status;
}

static int64_t next_order(const pf_entries *p) {
  return p->next < p->count ? p->list[p->next].order : INT64_MAX;
}

static int64_t next_splice(const pf_entries *p) {
  const int64_t least = p->splices ? pf_splicer_least(&p->splicer) : INT64_MAX;
  const int64_t reach = p->recovery[p->stage].reach;
  return reach && least > reach ? INT64_MAX : least;
}

/* Makes the waiting splices that aren't longer than `most` entries. Those shorter than a part of
 * the group, which begins with order `least`, come with it. */
static pathfan_status add_splices(pf_entries *p, int64_t least, int64_t most, int32_t first) {
  pf_track *track;
  pathfan_status status = PATHFAN_OK;
  while (p->splicer.wait_count && next_splice(p) <= most && !status) {
    status = pf_tracks_next(&p->tracks, &track);
    if (!status) status = add_entry(p, NULL);
    if (status) return status;
    const int64_t own = pf_splicer_least(&p->splicer);
    p->of[p->tracks.count].order = own > least ? own : least;
    status = pf_splicer_take(&p->splicer, track);
    if (!status) status = enter(p, first);
  }
  return status;
}

/* Whether something is left that may come before the entry at a place. */
static bool may_precede(const pf_entries *p, int32_t at) {
  const int64_t candidate = next_order(p), splice = next_splice(p);
  if (candidate == INT64_MAX && splice == INT64_MAX) return false;
  if (at == p->order_count) return true;
  const int64_t own = p->of[p->order[at]].order;
  return at >= p->closed && (candidate - PF_SLACK <= own || splice <= own);
}

/* Recovers a group: candidates or splices of about the same length. */
static pathfan_status feed_group(pf_entries *p, int32_t at) {
  const int32_t begin = p->tracks.count;
  int64_t least = 0, most = next_splice(p);
  pathfan_status status = PATHFAN_OK;
  p->closed = at;
  if (p->next < p->count && next_order(p) - PF_SLACK <= most) {
    least = next_order(p);
    do {
      most = next_order(p);
      status = recover(p, &p->list[p->next++], at);
    } while (!status && p->next < p->count && next_order(p) - most <= PF_SLACK);
    if (!status && p->splices) status = join_group(p, begin, at);
  }
  if (!status && p->splices) status = add_splices(p, least, most + PF_SLACK, at);
  return status;
}

pathfan_status pf_entries_feed(pf_entries *p, int32_t at) {
  pathfan_status status = PATHFAN_OK;
  assert(at <= p->order_count);
  while (!status && may_precede(p, at)) status = feed_group(p, at);
  return status;
}

/* ---- Judging ---- */

static bool is_proper(const pf_entries *p, int32_t entry) {
  if (pf_entries_is_splice(p, entry)) return true;
  for (int32_t e = entry; e >= 0; e = p->of[e].same) {
    const pf_recovery *r = &p->recovery[p->of[e].offered];
    if (!r->is_proper || r->is_proper(r->context, &p->of[e].candidate)) return true;
  }
  return false;
}

/* Measures a track as far as the request needs it; *good: whether it is within the bounds. */
static pathfan_status measure(const pf_task *task, pf_track *track, bool *good) {
  const pathfan_request *r = task->request;
  pathfan_measures *m = &track->measures;
  memset(m, 0, sizeof *m);
  *good = true;
  if (!is_measured(r)) return PATHFAN_OK;
  const pathfan_status status = pf_meter_measure(task->meter, &task->scene, track, m);
  *good = (r->max_bounded_stretch == 0 || m->bounded_stretch <= r->max_bounded_stretch) &&
          m->local_optimality >= r->min_local_optimality;
  return status;
}

/* Whether a track turns back in plain sight. */
static pathfan_status find_loop(pf_entries *p, int32_t entry, bool *found) {
  const pf_track *track = &p->tracks.list[entry];
  *found = false;
  if (p->task->max_loop == 0) return PATHFAN_OK;
  pf_loop_path path = pf_loop_path_of(track, p->task->scene.space->fraction_bits);
  path.cuts = track->cuts;
  memcpy(path.cut, track->cut, sizeof path.cut);
  const pathfan_status status = pf_loops_find(&p->loops, &path, found);
  memcpy(p->of[entry].chord, p->loops.chord, sizeof p->loops.chord);
  return status;
}

/* The slowest test comes last. */
static pathfan_status find_own(pf_entries *p, int32_t entry, pathfan_fate *fate) {
  pf_track *track = &p->tracks.list[entry];
  bool loops, good = true;
  pathfan_status status = PATHFAN_OK;
  *fate = PATHFAN_FATE_CHOSEN;
  if (!is_simple(p, track)) {
    *fate = PATHFAN_FATE_NOT_SIMPLE;
  } else if (pf_track_enters(track, &p->task->closed)) {
    *fate = PATHFAN_FATE_ENTERING;
  } else if (!is_proper(p, entry)) {
    *fate = PATHFAN_FATE_NOT_TAUT;
  } else {
    status = find_loop(p, entry, &loops);
    if (!status && !loops) status = measure(p->task, track, &good);
    if (loops)
      *fate = PATHFAN_FATE_LOOPING;
    else if (!good)
      *fate = PATHFAN_FATE_UNFIT;
  }
  return status;
}

pathfan_status pf_entries_judge_alone(pf_entries *p, int32_t entry, pathfan_fate *fate) {
  pathfan_status status = PATHFAN_OK;
  *fate = (pathfan_fate)p->of[entry].own;
  if (p->of[entry].own < 0) status = find_own(p, entry, fate);
  if (status || p->of[entry].own >= 0) return status;
  p->of[entry].own = (int8_t)*fate;
  /* A path that its via node doesn't make a via-path may come again by another one. */
  if (*fate == PATHFAN_FATE_NOT_TAUT) pf_known_drop(&p->known, p->tracks.list, entry);
  return PATHFAN_OK;
}

pathfan_status pf_entries_take(pf_entries *p, int32_t entry) {
  if (p->of[entry].rival < 0 && p->rival_count < PF_ENTRIES_RIVALS)
    p->of[entry].rival = (int8_t)p->rival_count++;
  return p->difference.separation > 0 ? pf_track_open(&p->tracks.list[entry]) : PATHFAN_OK;
}

void pf_entries_free(pf_entries *p) {
  pf_tracks_free(&p->tracks);
  pf_known_free(&p->known);
  pf_splicer_free(&p->splicer);
  pf_loops_free(&p->loops);
  pf_stamp_free(&p->vias);
  free(p->entry_of);
  free(p->of);
  free(p->order);
}
