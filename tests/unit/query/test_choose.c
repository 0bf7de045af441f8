/* The choice among random candidates (choose.h): which are taken, by how few recoveries, and that
 * each is told of once; against all orders tried plainly. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "query/choose/choose.h"
#include "query/choose/trace.h"
#include "suite.h"
#include "twin_check.h"
#include "twin_choose.h"

enum { BITS = 8, SIDE = 6, CANDIDATES = 24 };

/* Candidates in two lists, some with the same path, and of each what it looks like. */
typedef struct round_of {
  pf_track tracks[CANDIDATES];
  bool is_taut[CANDIDATES];
  int32_t recovered[CANDIDATES];
} round_of;

static pf_fixed_point grid_point(int32_t x, int32_t y) {
  return (pf_fixed_point){x * (INT64_C(1) << BITS), y * (INT64_C(1) << BITS)};
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
  assert_int_equal(pf_track_set(track, points, count, BITS), PATHFAN_OK);
  track->units = llrint(ldexp(track->length, 10));
}

static pathfan_status recover(const void *context, const pf_candidate *c, pf_track *track,
                              bool *taut) {
  round_of *r = *(round_of *const *)context;
  r->recovered[c->via]++;
  *taut = r->is_taut[c->via];
  return pf_track_duplicate(track, &r->tracks[c->via]);
}

static void hear(void *context, const pathfan_trace_event *told) {
  int32_t *events = context;
  events[told->fate]++;
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
} asking;

static pf_task task_of(asking *a) {
  return (pf_task){.request = &a->request,
                   .scene = {.space = &a->space, .ends = &a->ends},
                   .dissimilarity = a->request.dissimilarity,
                   .separates = true,
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
  pf_recovery recovery = {.context = &r, .recover = recover};
  pf_candidate lists[2][CANDIDATES];
  pf_candidate_list list[2] = {{.list = lists[0]}, {.list = lists[1]}};
  int32_t count = 0, offered = early;
  for (int32_t i = 0; i < CANDIDATES; i++) {
    pf_candidate_list *own = &list[i >= early];
    own->list[own->count++] = (pf_candidate){
        .order = r->tracks[i].units, .via = i, .stage = i < early ? PF_STAGE_FIRST : PF_STAGE_SET};
  }
  assert_int_equal(pf_choice_begin(&task, &recovery), PATHFAN_OK);
  assert_int_equal(pf_choice_offer(&task, &recovery, &list[0], &count), PATHFAN_OK);
  assert_int_equal(pf_choice_settle(&task, &count), PATHFAN_OK);
  if (count < a->request.paths) {
    recovery.stage = PF_STAGE_SET;
    offered = CANDIDATES;
    assert_int_equal(pf_choice_offer(&task, &recovery, &list[1], &count), PATHFAN_OK);
  }
  assert_int_equal(pf_choice_end(&task, false), PATHFAN_OK);
  assert_int_equal(pf_choice_tell(&task), PATHFAN_OK);
  return offered;
}

/* Lists the paths of the first `offered` candidates: `of` gets the candidate of each. */
static twin_choices choices_of(round_of *r, pf_track *first, const pf_difference *d,
                               int32_t offered, int32_t early, pf_track **of) {
  twin_choices c = {.count = 1, .is_good = {true}};
  of[0] = first;
  for (int32_t i = 0; i < offered; i++) {
    pf_track *own = &r->tracks[i];
    int32_t known = 0, at = c.count;
    while (known < c.count && !pf_track_same_points(own, of[known])) known++;
    if (!r->is_taut[i] || known < c.count) continue;
    for (; at > 1 && pf_track_compare(own, of[at - 1]) < 0; at--) {
      of[at] = of[at - 1];
      c.is_good[at] = c.is_good[at - 1];
      c.stage[at] = c.stage[at - 1];
    }
    of[at] = own;
    c.is_good[at] = pf_track_is_simple(own);
    c.stage[at] = i >= early;
    c.count++;
  }
  for (int32_t i = 0; i < c.count; i++) assert_int_equal(pf_track_open(of[i]), PATHFAN_OK);
  for (int32_t i = 0; i < c.count; i++)
    for (int32_t k = 0; k < c.count; k++) {
      c.similar[i][k] = i != k && pf_is_too_similar(d, of[i], of[k]);
      c.near[i][k] = i != k && pf_is_too_near(d, of[i], of[k]);
    }
  return c;
}

static int32_t sum_of(const pathfan_candidates *c) {
  return c->too_long + c->not_taut + c->too_similar + c->too_near + c->not_simple + c->unfit +
         c->entering + c->looping + c->unjudged;
}

static void check(asking *a, round_of *r, pf_track *first, int32_t early, int32_t *late) {
  int32_t events[PATHFAN_FATE_LOOPING + 1] = {0}, told = 0, recovered = 0;
  pathfan_trace trace = {.tell = hear, .forget = never, .context = events};
  pf_track *of[CANDIDATES + 1], *copy;
  a->request.trace = &trace;
  a->finding = (pf_finding){0};
  a->tracks.count = a->refused.count = 0;
  assert_int_equal(pf_tracks_next(&a->tracks, &copy), PATHFAN_OK);
  assert_int_equal(pf_track_duplicate(copy, first), PATHFAN_OK);
  a->tracks.count = 1;
  memset(r->recovered, 0, sizeof r->recovered);
  const int32_t offered = run(a, r, early);
  const twin_choices c = choices_of(r, first, &a->choice.entries.difference, offered, early, of);
  const twin_chosen chosen = twin_choose(&c, a->request.paths, a->request.fill);
  assert_int_equal(a->tracks.count, chosen.count);
  for (int32_t i = 0, k = 0; i < c.count; i++)
    if (chosen.is_taken[i]) assert_true(pf_track_same_points(of[i], &a->tracks.list[k++]));
  for (int32_t i = 0; i < CANDIDATES; i++) {
    assert_true(r->recovered[i] <= (i < offered));
    recovered += r->recovered[i];
  }
  for (int f = 0; f <= PATHFAN_FATE_LOOPING; f++) told += events[f];
  assert_int_equal(a->finding.candidates.tried, sum_of(&a->finding.candidates) + chosen.count - 1);
  assert_int_equal(events[PATHFAN_FATE_CHOSEN], chosen.count - 1);
  assert_int_equal(a->choice.entries.recoveries, recovered);
  assert_true(told <= recovered && told >= recovered - a->finding.candidates.unjudged);
  if (chosen.count < a->request.paths) assert_int_equal(told, CANDIDATES); /* each once */
  *late += offered > early && chosen.count > 1;
}

static void test_random(void **state) {
  (void)state;
  static asking a;
  static round_of r;
  pf_track first = {0};
  pf_random random = pf_random_from(1);
  int32_t late = 0;
  a.space = (pf_space){.fraction_bits = BITS, .frame = {.scale = 1}};
  for (int round = 0; round < 30 * twin_scaled(10); round++) {
    const pf_fixed_point straight[2] = {grid_point(-1, SIDE / 2), grid_point(SIDE, SIDE / 2)};
    assert_int_equal(pf_track_set(&first, straight, 2, BITS), PATHFAN_OK);
    first.units = llrint(ldexp(first.length, 10));
    for (int32_t i = 0; i < CANDIDATES; i++) {
      draw(&random, &r.tracks[i]);
      r.is_taut[i] = pf_random_below(&random, 6) > 0;
    }
    const int32_t early = pf_random_between(&random, 0, CANDIDATES);
    pathfan_request_init(&a.request);
    a.request.stretch = 100;
    a.request.max_loop = 0;
    for (int32_t paths = 2; paths <= 8; paths += 2)
      for (int fill = 0; fill < 2; fill++) {
        a.request.paths = paths;
        a.request.fill = fill;
        a.request.dissimilarity = pf_random_below(&random, 2) ? 0.6 : 0.8;
        a.request.separation_share = pf_random_below(&random, 3) ? 0.1 : 0;
        check(&a, &r, &first, early, &late);
      }
  }
  if (twin_is_whole()) assert_true(late > 100);
  for (int32_t i = 0; i < CANDIDATES; i++) {
    free(r.tracks[i].points);
    pf_corridor_free(&r.tracks[i].corridor);
  }
  free(first.points);
  pf_corridor_free(&first.corridor);
  free(a.refused.list);
  free(a.buffers.points);
  pf_tracks_free(&a.tracks);
  pf_choice_free(&a.choice);
}

SUITE(test_choose) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
