/* The choice among random candidates (choose.h): which are taken, by how few recoveries, and that
 * each is told of once; against all orders tried plainly. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "query/choose/choose.h"
#include "query/choose/trace.h"
#include "suite.h"
#include "twin_areas.h"
#include "twin_check.h"
#include "twin_choose.h"
#include "twin_splices.h"

enum { BITS = 12, SIDE = 6, CANDIDATES = 24, JOINED = 14, AREAS = 3 };

/* Lengths in units; splices need of an index only these. */
static const pf_layout_header header = {.fraction_bits = BITS};
static const pf_index_view view = {.header = &header, .units_per_fixed = 0.25};

/* Candidates in two lists, some with the same path, and of each what it looks like. */
typedef struct round_of {
  int32_t count; /* of candidates */
  pf_track tracks[CANDIDATES];
  bool is_taut[CANDIDATES];
  int32_t recovered[CANDIDATES];
  twin_area areas[AREAS];
  int32_t area_count;
} round_of;

static pf_fixed_point grid_point(int32_t x, int32_t y) {
  return (pf_fixed_point){x * (INT64_C(1) << BITS), y * (INT64_C(1) << BITS)};
}

static twin_line line_of(const pf_track *track) {
  twin_line l = {.count = track->count};
  assert_true(track->count <= TWIN_LINE_POINTS);
  memcpy(l.points, track->points, (size_t)track->count * sizeof *l.points);
  return l;
}

/* Makes points a track, of which nothing else is known. */
static void set_track(pf_track *track, const pf_fixed_point *points, int32_t count) {
  track->simplicity = PF_SIMPLICITY_UNKNOWN;
  assert_int_equal(pf_track_set(track, points, count, BITS), PATHFAN_OK);
  const twin_line l = line_of(track);
  track->units = twin_line_units(&view, &l);
}

/* Draws a path from the left to the right by one to three points. */
static void draw(pf_random *random, pf_track *track) {
  pf_fixed_point points[5] = {grid_point(-1, SIDE / 2)};
  int32_t count = 1;
  for (int32_t i = pf_random_between(random, 1, 3); i > 0; i--) {
    const int32_t x = pf_random_between(random, 0, SIDE - 1);
    points[count++] = grid_point(x, pf_random_between(random, 0, SIDE));
  }
  points[count++] = grid_point(SIDE, SIDE / 2);
  set_track(track, points, count);
}

/* Draws discs between the points of the grid, which no path comes near to without entering. */
static void draw_areas(pf_random *random, round_of *r) {
  for (int32_t i = 0; i < r->area_count; i++)
    r->areas[i] = twin_area_circle((pathfan_point){pf_random_between(random, 0, SIDE - 1) + 0.37,
                                                   pf_random_between(random, 0, SIDE - 1) + 0.43},
                                   0.21);
}

/* Whether a path enters an area; -1: it can't be told. */
static int enters(const round_of *r, const pf_track *track) {
  int entered = 0;
  for (int32_t a = 0; a < r->area_count; a++)
    for (int32_t i = 0; i + 1 < track->count; i++) {
      const double scale = ldexp(1, -BITS);
      const pf_fixed_point p = track->points[i], q = track->points[i + 1];
      const double distance = twin_area_distance(
          &r->areas[a], (pathfan_point){(double)p.x * scale, (double)p.y * scale},
          (pathfan_point){(double)q.x * scale, (double)q.y * scale});
      if (distance == 0) return 1;
      if (distance < 4 * twin_area_margin(BITS)) entered = -1;
    }
  return entered;
}

static pathfan_status recover(const void *context, const pf_candidate *c, pf_track *track,
                              bool *taut) {
  round_of *r = *(round_of *const *)context;
  r->recovered[c->via]++;
  *taut = r->is_taut[c->via];
  return pf_track_duplicate(track, &r->tracks[c->via]);
}

/* What a trace was told: of candidates by fate, and of splices that were taken. */
typedef struct heard {
  int32_t candidates[PATHFAN_FATE_LOOPING + 1], splices;
} heard;

static void hear(void *context, const pathfan_trace_event *told) {
  heard *h = context;
  h->candidates[told->fate] += !told->spliced;
  h->splices += told->spliced && told->fate == PATHFAN_FATE_CHOSEN;
}

static void never(void *context, bool all) {
  (void)context, (void)all;
  fail_msg("nothing is withdrawn");
}

/* What is asked, and what answers it. */
typedef struct asking {
  pathfan_request request;
  pf_space space;
  pf_ends ends;
  pf_answer_buffers buffers;
  pf_work_limit work_limit;
  pf_refused_vias refused;
  pf_choice choice;
  pf_tracks tracks;
  pf_finding finding;
  pf_areas areas;
} asking;

static pf_task task_of(asking *a) {
  return (pf_task){.request = &a->request,
                   .scene = {.space = &a->space, .ends = &a->ends, .view = &view},
                   .dissimilarity = a->request.dissimilarity,
                   .separates = true,
                   .closed = {.areas = &a->areas},
                   .buffers = &a->buffers,
                   .work_limit = &a->work_limit,
                   .refused = &a->refused,
                   .choice = &a->choice,
                   .tracks = &a->tracks,
                   .finding = &a->finding};
}

/* Offers the candidates, those of stage 0 first, and those of stage 1 if they are too few. Returns
 * how many were offered. */
static int32_t run(asking *a, const round_of *r, int32_t early) {
  const pf_task task = task_of(a);
  pf_recovery recovery = {.context = &r, .recover = recover, .splices = true};
  pf_candidate lists[2][CANDIDATES];
  pf_candidate_list list[2] = {{.list = lists[0]}, {.list = lists[1]}};
  int32_t count = 0, offered = early;
  for (int32_t i = 0; i < r->count; i++) {
    pf_candidate_list *own = &list[i >= early];
    own->list[own->count++] = (pf_candidate){
        .order = r->tracks[i].units, .via = i, .stage = i < early ? PF_STAGE_FIRST : PF_STAGE_SET};
  }
  assert_int_equal(pf_choice_begin(&task, &recovery), PATHFAN_OK);
  assert_int_equal(pf_choice_offer(&task, &recovery, &list[0], &count), PATHFAN_OK);
  assert_int_equal(pf_choice_settle(&task, &count), PATHFAN_OK);
  if (count < a->request.paths) {
    recovery.stage = PF_STAGE_SET;
    offered = r->count;
    assert_int_equal(pf_choice_offer(&task, &recovery, &list[1], &count), PATHFAN_OK);
  }
  assert_int_equal(pf_choice_end(&task, false), PATHFAN_OK);
  assert_int_equal(pf_choice_tell(&task), PATHFAN_OK);
  return offered;
}

/* ---- All paths, found plainly ---- */

/* A path that may be chosen. It is judged by order: its length, or that of the candidate which
 * completes a splice, if that is longer. */
typedef struct choice {
  const pf_track *track;
  int64_t order;
  int stage;
  bool is_splice;
} choice;

typedef struct listing {
  int32_t count;
  choice list[TWIN_CHOOSE_MOST];
  pf_track splices[TWIN_CHOOSE_MOST]; /* [Size: splice_count] */
  int32_t splice_count;
  twin_splices joined;
} listing;

static bool precedes(const choice *a, const choice *b) {
  const int64_t more = b->order - a->order;
  if (more > PF_SLACK || more < -PF_SLACK) return more > 0;
  return pf_track_compare(a->track, b->track) < 0;
}

static choice *find_choice(listing *l, const pf_track *track) {
  for (int32_t i = 0; i < l->count; i++)
    if (pf_track_same_points(track, l->list[i].track)) return &l->list[i];
  return NULL;
}

/* Adds a choice, in order behind path 1. */
static void add_choice(listing *l, choice c) {
  int32_t at = l->count++;
  assert_true(l->count <= TWIN_CHOOSE_MOST);
  for (; at > 1 && precedes(&c, &l->list[at - 1]); at--) l->list[at] = l->list[at - 1];
  l->list[at] = c;
}

/* Lists a round's taut candidates from number `begin` on, in order. */
static int32_t sort_candidates(const round_of *r, int32_t begin, int32_t end, choice *sorted) {
  int32_t count = 0;
  for (int32_t i = begin; i < end; i++) {
    const choice own = {.track = &r->tracks[i], .order = r->tracks[i].units};
    int32_t at = count;
    if (!r->is_taut[i]) continue;
    for (count++; at > 0 && precedes(&own, &sorted[at - 1]); at--) sorted[at] = sorted[at - 1];
    sorted[at] = own;
  }
  return count;
}

/* Joins a candidate to those before, and adds the new splices that aren't candidates of the same
 * list. */
static void join(listing *l, const choice *c, const choice *of_list, int32_t count) {
  const twin_line line = line_of(c->track);
  const int32_t before = l->joined.splice_count;
  twin_splices_add(&l->joined, &line);
  for (int32_t i = before; i < l->joined.splice_count; i++) {
    const twin_line *made = &l->joined.splices[i];
    pf_track *track = &l->splices[l->splice_count];
    set_track(track, made->points, made->count);
    assert_int_equal(track->count, made->count);
    bool known = find_choice(l, track) != NULL;
    for (int32_t k = 0; k < count; k++)
      known = known || pf_track_same_points(track, of_list[k].track);
    if (known) continue;
    l->splice_count++;
    add_choice(l, (choice){.track = track,
                           .order = track->units > c->order ? track->units : c->order,
                           .stage = c->stage,
                           .is_splice = true});
  }
}

/* Lists the paths of the first `offered` candidates, and their splices. */
static void list_paths(listing *l, round_of *r, const pf_track *first, int32_t offered,
                       int32_t early, bool splices) {
  choice sorted[CANDIDATES];
  l->count = l->splice_count = l->joined.part_count = l->joined.splice_count = 0;
  l->joined.view = &view;
  l->joined.limit = INT64_MAX;
  add_choice(l, (choice){.track = first});
  for (int stage = 0; stage < 2; stage++) {
    const int32_t begin = stage ? early : 0, end = stage ? offered : early;
    const int32_t count = sort_candidates(r, begin, end, sorted);
    for (int32_t i = 0; i < count; i++) {
      choice *known = find_choice(l, sorted[i].track);
      sorted[i].stage = stage;
      if (known) continue;
      add_choice(l, sorted[i]);
      if (splices && pf_track_is_simple((pf_track *)sorted[i].track))
        join(l, &sorted[i], sorted, count);
    }
  }
}

/* Finds out what can be chosen beside what. Returns false if that can't be told. */
static bool compare_all(listing *l, const round_of *r, const pf_difference *d, twin_choices *c) {
  c->count = l->count;
  for (int32_t i = 0; i < l->count; i++) {
    pf_track *track = (pf_track *)l->list[i].track;
    const int entered = enters(r, track);
    if (entered < 0) return false;
    c->is_good[i] = i == 0 || (pf_track_is_simple(track) && !entered);
    c->shorter[i] = 0;
    c->is_splice[i] = l->list[i].is_splice;
    c->stage[i] = l->list[i].stage;
    assert_int_equal(pf_track_open(track), PATHFAN_OK);
  }
  for (int32_t i = 0; i < l->count; i++)
    for (int32_t k = 0; k < l->count; k++) {
      pf_track *a = (pf_track *)l->list[i].track, *b = (pf_track *)l->list[k].track;
      if (i == k) continue;
      c->shorter[i] += pf_track_compare(b, a) < 0;
      c->similar[i][k] = pf_is_too_similar(d, a, b);
      c->near[i][k] = pf_is_too_near(d, a, b);
      c->similarity[i][k] = pf_track_similarity(a, b, BITS);
      c->nearness[i][k] = pf_track_nearness(d, a, b);
    }
  return true;
}

/* ---- Comparing ---- */

static int32_t sum_of(const pathfan_candidates *c) {
  return c->too_long + c->not_taut + c->too_similar + c->too_near + c->not_simple + c->unfit +
         c->entering + c->looping + c->unjudged;
}

/* What was compared. */
typedef struct tally {
  int32_t asked, late, spliced, entering, by_cost;
} tally;

static void check(asking *a, round_of *r, const pf_track *first, int32_t early, tally *t) {
  static listing l;
  static twin_choices c;
  heard h = {.splices = 0};
  int32_t told = 0, recovered = 0;
  pathfan_trace trace = {.tell = hear, .forget = never, .context = &h};
  pf_track *copy;
  const twin_wish wish = {a->request.paths, a->request.fill, a->request.objective.similarity,
                          a->request.objective.nearness};
  a->request.trace = &trace;
  a->finding = (pf_finding){0};
  a->tracks.count = a->refused.count = 0;
  assert_int_equal(pf_tracks_next(&a->tracks, &copy), PATHFAN_OK);
  assert_int_equal(pf_track_duplicate(copy, first), PATHFAN_OK);
  a->tracks.count = 1;
  memset(r->recovered, 0, sizeof r->recovered);
  const int32_t offered = run(a, r, early);
  const pf_entries *entries = &a->choice.entries;
  list_paths(&l, r, first, offered, early, entries->splices);
  assert_true(entries->splicer.splices.count + 2 < PF_SPLICES_MOST);
  for (int32_t i = 0; i < r->count; i++) {
    assert_true(r->recovered[i] <= (i < offered));
    recovered += r->recovered[i];
  }
  for (int f = 0; f <= PATHFAN_FATE_LOOPING; f++) told += h.candidates[f];
  assert_int_equal(a->finding.candidates.tried,
                   sum_of(&a->finding.candidates) + a->tracks.count - 1);
  assert_int_equal(h.candidates[PATHFAN_FATE_CHOSEN] + h.splices, a->tracks.count - 1);
  assert_int_equal(entries->recoveries, recovered);
  assert_true(told <= recovered && told >= recovered - a->finding.candidates.unjudged);
  if (a->tracks.count < a->request.paths) assert_int_equal(told, r->count); /* each once */
  if (!compare_all(&l, r, &entries->difference, &c)) return;
  const twin_chosen chosen = twin_choose(&c, &wish);
  assert_int_equal(a->tracks.count, chosen.count);
  for (int32_t i = 0; i < a->tracks.count; i++) {
    bool found = false;
    for (int32_t k = 0; k < c.count; k++)
      found = found ||
              (chosen.is_taken[k] && pf_track_same_points(l.list[k].track, &a->tracks.list[i]));
    assert_true(found);
  }
  t->asked++;
  t->late += offered > early && chosen.count > 1;
  t->spliced += h.splices > 0;
  t->entering += a->finding.candidates.entering > 0;
  t->by_cost += wish.similarity + wish.nearness > 0 && chosen.count > 2;
}

/* Draws what a round consists of. */
static void begin_round(asking *a, round_of *r, pf_random *random, bool splices) {
  bool is_simple;
  r->count = splices ? JOINED : CANDIDATES;
  r->area_count = pf_random_below(random, 2) ? 0 : AREAS;
  for (int32_t i = 0; i < r->count; i++) {
    draw(random, &r->tracks[i]);
    r->is_taut[i] = pf_random_below(random, 6) > 0;
  }
  draw_areas(random, r);
  pf_areas_begin(&a->areas, &a->space.frame, BITS);
  for (int32_t i = 0; i < r->area_count; i++)
    assert_int_equal(pf_areas_add_circle(&a->areas, r->areas[i].centre.x, r->areas[i].centre.y,
                                         r->areas[i].radius, &is_simple),
                     PATHFAN_OK);
  assert_int_equal(pf_areas_cluster(&a->areas), PATHFAN_OK);
  pathfan_request_init(&a->request);
  a->request.stretch = 100;
  a->request.max_loop = 0;
  a->request.splices = splices ? PATHFAN_SPLICES_ALWAYS : PATHFAN_SPLICES_NEVER;
  if (pf_random_below(random, 3)) return;
  a->request.objective.similarity = pf_random_below(random, 3);
  a->request.objective.nearness = pf_random_below(random, 3);
}

static void test_random(void **state) {
  (void)state;
  static asking a;
  static round_of r;
  static const pf_fixed_point straight[2] = {{-(1 << BITS), SIDE / 2 * (1 << BITS)},
                                             {SIDE * (1 << BITS), SIDE / 2 * (1 << BITS)}};
  pf_track first = {0};
  pf_random random = pf_random_from(1);
  tally t = {0};
  a.space = (pf_space){.fraction_bits = BITS, .frame = {.scale = 1}};
  set_track(&first, straight, 2);
  for (int round = 0; round < 30 * twin_scaled(20); round++) {
    begin_round(&a, &r, &random, round % 2);
    const int32_t early = pf_random_between(&random, 0, r.count);
    for (int32_t paths = 2; paths <= 8; paths += 2)
      for (int fill = 0; fill < 2; fill++) {
        a.request.paths = paths;
        a.request.fill = fill;
        a.request.dissimilarity = pf_random_below(&random, 2) ? 0.6 : 0.8;
        a.request.separation_share = pf_random_below(&random, 3) ? 0.1 : 0;
        check(&a, &r, &first, early, &t);
      }
  }
  print_message("%d requests: %d with candidates of both lists, %d with splices, %d with areas "
                "entered, %d by an objective\n",
                t.asked, t.late, t.spliced, t.entering, t.by_cost);
  if (twin_is_whole())
    assert_true(t.late > 100 && t.spliced > 100 && t.entering > 100 && t.by_cost > 100);
  for (int32_t i = 0; i < CANDIDATES; i++) {
    free(r.tracks[i].points);
    pf_corridor_free(&r.tracks[i].corridor);
  }
  free(first.points);
  pf_corridor_free(&first.corridor);
  free(a.refused.list);
  free(a.buffers.points);
  pf_areas_free(&a.areas);
  pf_tracks_free(&a.tracks);
  pf_choice_free(&a.choice);
}

SUITE(test_choose) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
