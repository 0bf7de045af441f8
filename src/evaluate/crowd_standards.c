/* crowd_standards.c - floors, people, and what is asked for: RiMEA, "Guideline for microscopic
 * evacuation analysis", version 4, section 4 of the appendix. Where it leaves a number open, the
 * range follows from Weidmann's curve: 1.225 people a second and metre. Positions are read from
 * outside, and step by step. */
#include "evaluate/crowd_standards.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/status.h"
#include "evaluate/document.h"
#include "evaluate/standard_run.h"

#define STEP 0.5
#define STEPS_MOST 2000
#define STRATEGIES 5
#define MILLIMETRE 1e-3

typedef struct judge {
  const pf_standards_options *options;
  pf_standards_result *result;
  pf_document document; /* open if options->out */
  int32_t number;       /* of the test */
  pathfan_error *error;
} judge;

/* ---- Judging ---- */

/* Adds a row: the result is met if it is in low..high. */
static void tell(judge *j, const char *what, const char *unit, double low, double high,
                 double result) {
  const bool is_met = result >= low - 1e-9 && result <= high + 1e-9;
  char test[16], asked[64], got[32];
  (void)snprintf(test, sizeof test, "RiMEA %d", j->number);
  if (low == high)
    (void)snprintf(asked, sizeof asked, "%.4g%s", low, unit);
  else if (isinf(high))
    (void)snprintf(asked, sizeof asked, "%.4g%s or more", low, unit);
  else
    (void)snprintf(asked, sizeof asked, "%.4g to %.4g%s", low, high, unit);
  (void)snprintf(got, sizeof got, "%.4g%s", result, unit);
  j->result->rows++;
  j->result->met += is_met;
  fprintf(j->options->text, "%-9s %-62s %-22s %-14s %s\n", test, what, asked, got,
          is_met ? "yes" : "NO");
  fflush(j->options->text);
  if (!j->options->out) return;
  pf_document_cell(&j->document, test);
  pf_document_cell(&j->document, what);
  pf_document_cell(&j->document, asked);
  pf_document_number(&j->document, result, 3);
  pf_document_cell(&j->document, is_met ? "yes" : "no");
}

static pathfan_crowd_options options_of(const judge *j, pathfan_crowd_strategy strategy) {
  pathfan_crowd_options options;
  pathfan_crowd_options_init(&options);
  options.strategy = strategy;
  options.step_seconds = STEP;
  options.seed = j->options->seed;
  return options;
}

static pathfan_status run(const judge *j, const pf_standard_floor *floor,
                          const pathfan_crowd_options *options, pf_standard_tracks *tracks) {
  return pf_standard_run(floor, options, STEPS_MOST, tracks, j->error);
}

static double last_of(const pf_standard_tracks *t) {
  return t->arrived == t->agents ? (t->frames - 1) * t->seconds : INFINITY;
}

static int32_t count_in(const pf_standard_tracks *t, int32_t frame, pf_standard_box box) {
  int32_t count = 0;
  for (int32_t id = 0; id < t->agents; id++) {
    const pathfan_point at = pf_standard_at(t, frame, id);
    count += at.x >= box.left && at.x < box.right && at.y >= box.low && at.y < box.high;
  }
  return count;
}

static int32_t most_in(const pf_standard_tracks *t, pf_standard_box box) {
  int32_t most = 0;
  for (int32_t k = 0; k < t->frames; k++) {
    const int32_t count = count_in(t, k, box);
    most = count > most ? count : most;
  }
  return most;
}

/* Of those who come past a line x: the share that is then below y. */
static double share_below(const pf_standard_tracks *t, double x, double y) {
  int32_t all = 0, below = 0;
  for (int32_t id = 0; id < t->agents; id++)
    for (int32_t k = 0; k < t->frames; k++) {
      const pathfan_point at = pf_standard_at(t, k, id);
      if (!(at.x >= x)) continue;
      all++;
      below += at.y < y;
      break;
    }
  return (double)below / all;
}

/* People a second past x, of the middle 80%. */
static double flow_past(const pf_standard_tracks *t, double x) {
  int32_t passed = 0, from = t->agents / 10, to = t->agents - 1 - from, first = 0, last = 0;
  for (int32_t k = 1; k < t->frames; k++) {
    for (int32_t id = 0; id < t->agents; id++)
      if (pf_standard_at(t, k - 1, id).x <= x && pf_standard_at(t, k, id).x > x) passed++;
    if (passed <= from) first = k + 1;
    if (passed <= to) last = k + 1;
  }
  return (to - from) / ((last - first) * t->seconds);
}

/* ---- People alone ---- */

static pathfan_status test_1(judge *j) {
  static const pf_standard_floor corridor = {.free = {{0, 0, 40, 2}},
                                             .free_count = 1,
                                             .from = {0.2, 1, 0.2, 1},
                                             .to = {{39.8, 1, 39.8, 1}},
                                             .to_count = 1,
                                             .agents = 1};
  pathfan_crowd_options options = options_of(j, PATHFAN_CROWD_NONE);
  pf_standard_tracks t;
  options.speed = 1.33;
  const pathfan_status status = run(j, &corridor, &options, &t);
  if (!status) tell(j, "one person, 40 m at 1.33 m/s", " s", 26, 34, last_of(&t));
  pf_standard_tracks_free(&t);
  return status;
}

/* The first moves of those whose delays are drawn, by the times that they had. */
static pathfan_status test_5(judge *j) {
  static const pf_standard_floor room = {.free = {{0, 0, 8, 5}, {8, 2, 12, 3}},
                                         .free_count = 2,
                                         .from = {0, 0, 7, 5},
                                         .to = {{11, 2, 12, 3}},
                                         .to_count = 1,
                                         .agents = 10};
  const pathfan_crowd_draw delays = {.kind = PATHFAN_CROWD_UNIFORM, .a = 10, .b = 100};
  pathfan_crowd_options options = options_of(j, PATHFAN_CROWD_NONE);
  pf_standard_tracks t;
  double farthest = 0, least = INFINITY, most = 0;
  options.start_after = &delays;
  const pathfan_status status = run(j, &room, &options, &t);
  for (int32_t id = 0; id < t.agents && !status; id++) {
    int32_t k = 1;
    while (k < t.frames && pf_standard_at(&t, k, id).x == pf_standard_at(&t, 0, id).x &&
           pf_standard_at(&t, k, id).y == pf_standard_at(&t, 0, id).y)
      k++;
    farthest = fmax(farthest, fabs(k * t.seconds - t.walks_at[id]));
    least = fmin(least, t.walks_at[id]);
    most = fmax(most, t.walks_at[id]);
  }
  if (!status) {
    tell(j, "ten people, delays of 10 to 100 s: the first to walk", " s", 10, 100, least);
    tell(j, "the last to walk", " s", 10, 100, most);
    tell(j, "farthest first move from its time (a step: 0.5 s)", " s", 0, STEP, farthest);
  }
  pf_standard_tracks_free(&t);
  return status;
}

/* How many straight lines from step to step lead through the wall, whose corner is at 10, 2. */
static int32_t through_wall(const pf_standard_tracks *t) {
  int32_t count = 0;
  for (int32_t k = 1; k < t->frames; k++)
    for (int32_t id = 0; id < t->agents; id++) {
      const pathfan_point a = pf_standard_at(t, k - 1, id), b = pf_standard_at(t, k, id);
      const double dx = b.x - a.x, dy = b.y - a.y;
      const double cut = ((10 - a.x) * dy - (2 - a.y) * dx) / hypot(dx, dy);
      count += (b.x < 10 && b.y > 2) || (a.y < 2 && b.y > 2 && cut > MILLIMETRE);
    }
  return count;
}

static pathfan_status test_6(judge *j) {
  static const pf_standard_floor corner = {.free = {{0, 0, 12, 2}, {10, 2, 12, 12}},
                                           .free_count = 2,
                                           .from = {0, 0, 6, 2},
                                           .to = {{10, 11.5, 12, 12}},
                                           .to_count = 1,
                                           .agents = 20};
  const pathfan_crowd_options options = options_of(j, PATHFAN_CROWD_NONE);
  pf_standard_tracks t;
  const pathfan_status status = run(j, &corner, &options, &t);
  if (!status) {
    tell(j, "20 people round a corner: moves through the wall", "", 0, 0, through_wall(&t));
    tell(j, "the last one round it", " s", 15, 25, last_of(&t));
  }
  pf_standard_tracks_free(&t);
  return status;
}

/* Speeds are those of the normal distribution cut off at 0.58 and 1.61, whose mean is 1.270 and
 * deviation 0.2055; three standard errors of 500. */
static pathfan_status test_7(judge *j) {
  static const pf_standard_floor field = {.free = {{0, 0, 200, 60}},
                                          .free_count = 1,
                                          .from = {0, 0, 50, 60},
                                          .to = {{198, 0, 200, 60}},
                                          .to_count = 1,
                                          .agents = 500};
  const pathfan_crowd_draw speeds = {
      .kind = PATHFAN_CROWD_NORMAL, .a = 1.34, .b = 0.26, .least = 0.58, .most = 1.61};
  pathfan_crowd_options options = options_of(j, PATHFAN_CROWD_NONE);
  pf_standard_tracks t;
  double sum = 0, squares = 0, least = INFINITY, most = 0;
  options.speeds = &speeds;
  const pathfan_status status = pf_standard_run(&field, &options, 60, &t, j->error);
  for (int32_t id = 0; id < t.agents && !status; id++) {
    double speed = 0; /* the fastest move: nobody near */
    for (int32_t k = 1; k < t.frames; k++) {
      const pathfan_point a = pf_standard_at(&t, k - 1, id), b = pf_standard_at(&t, k, id);
      const double move = hypot(b.x - a.x, b.y - a.y) / t.seconds;
      if (move > speed) speed = move;
    }
    sum += speed;
    squares += speed * speed;
    least = fmin(least, speed);
    most = fmax(most, speed);
  }
  if (!status) {
    const double n = t.agents, mean = sum / n;
    tell(j, "500 people, speeds by age: mean", " m/s", 1.27 - 0.028, 1.27 + 0.028, mean);
    tell(j, "deviation", " m/s", 0.2055 - 0.02, 0.2055 + 0.02,
         sqrt((squares - n * mean * mean) / (n - 1)));
    tell(j, "slowest", " m/s", 0.58, 1.27, least);
    tell(j, "fastest", " m/s", 1.27, 1.61, most);
  }
  pf_standard_tracks_free(&t);
  return status;
}

/* ---- Many people ---- */

/* The mean of the moves of those in the middle of a corridor, from 10 to 30 s. */
static pathfan_status test_4(judge *j) {
  static const double densities[] = {0.5, 1, 2, 3}, wanted[] = {1.298, 1.058, 0.605, 0.331},
                      off[] = {0.05, 0.08, 0.12, 0.12};
  pf_standard_floor corridor = {.free = {{0, 0, 300, 10}},
                                .free_count = 1,
                                .from = {0, 0, 300, 10},
                                .to = {{296, 0, 300, 10}},
                                .to_count = 1};
  const pathfan_crowd_options options = options_of(j, PATHFAN_CROWD_NONE);
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < 4 && !status; i++) {
    char what[80];
    double sum = 0;
    int32_t moves = 0;
    pf_standard_tracks t;
    corridor.agents = (int32_t)(3000 * densities[i]);
    status = pf_standard_run(&corridor, &options, 60, &t, j->error);
    for (int32_t k = 20; k + 1 < t.frames && !status; k++)
      for (int32_t id = 0; id < t.agents; id++) {
        const pathfan_point a = pf_standard_at(&t, k, id), b = pf_standard_at(&t, k + 1, id);
        if (!(a.x >= 150 && a.x < 250) || isnan(b.x)) continue;
        sum += (b.x - a.x) / t.seconds;
        moves++;
      }
    (void)snprintf(what, sizeof what, "corridor of 300 x 10 m, %g people a square metre: speed",
                   densities[i]);
    if (!status)
      tell(j, what, " m/s", wanted[i] * (1 - off[i]), wanted[i] * (1 + off[i]), sum / moves);
    pf_standard_tracks_free(&t);
  }
  return status;
}

/* A hall of 30 x 20 m with four doors of 1 m. */
static pf_standard_floor hall_with(int32_t doors, int32_t agents, double right) {
  pf_standard_floor hall = {.free = {{0, 0, 30, 20},
                                     {9.5, -1, 10.5, 0},
                                     {19.5, -1, 20.5, 0},
                                     {9.5, 20, 10.5, 21},
                                     {19.5, 20, 20.5, 21}},
                            .free_count = 5,
                            .from = {0.5, 0.5, right, 19.5},
                            .to = {{9.5, -1, 10.5, -0.6},
                                   {19.5, -1, 20.5, -0.6},
                                   {9.5, 20.6, 10.5, 21},
                                   {19.5, 20.6, 20.5, 21}},
                            .to_count = doors,
                            .agents = agents};
  return hall;
}

static pathfan_status test_9(judge *j) {
  pathfan_status status = PATHFAN_OK;
  for (int s = 0; s < STRATEGIES && !status; s++) {
    const pathfan_crowd_strategy strategy = (pathfan_crowd_strategy)s;
    const pathfan_crowd_options options = options_of(j, strategy);
    double seconds[2] = {0, 0};
    char what[80];
    for (int i = 0; i < 2 && !status; i++) {
      const pf_standard_floor hall = hall_with(i ? 2 : 4, 1000, 29.5);
      pf_standard_tracks t;
      status = run(j, &hall, &options, &t);
      (void)snprintf(what, sizeof what, "1,000 people, %s doors of 1 m, strategy %s",
                     i ? "two" : "four", pathfan_crowd_strategy_name(strategy));
      seconds[i] = last_of(&t);
      if (!status) tell(j, what, " s", i ? 408 : 204, i ? 470 : 245, seconds[i]);
      pf_standard_tracks_free(&t);
    }
    if (!status) tell(j, "two doors by four", "", 1.8, 2.2, seconds[1] / seconds[0]);
  }
  return status;
}

static pathfan_status test_11(judge *j) {
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < 2 && !status; i++) {
    const pf_standard_floor hall = hall_with(2, 300, 9.5);
    const pathfan_crowd_options options =
        options_of(j, i ? PATHFAN_CROWD_ALTERNATIVES : PATHFAN_CROWD_NONE);
    pf_standard_tracks t;
    int32_t near = 0;
    status = run(j, &hall, &options, &t);
    for (int32_t id = 0; id < t.agents && !status; id++) {
      pathfan_point last = {0, 0};
      for (int32_t k = 0; k < t.frames && !(last.y < 0); k++)
        if (!isnan(pf_standard_at(&t, k, id).x)) last = pf_standard_at(&t, k, id);
      near += last.x < 15;
    }
    if (!status)
      tell(j,
           i ? "300 people, alternatives: share of the near door"
             : "300 people, no strategy: share of the near door",
           "", i ? 0.5 : 1, i ? 0.95 : 1, near / 300.0);
    pf_standard_tracks_free(&t);
  }
  return status;
}

static pathfan_status test_12(judge *j) {
  static const pf_standard_floor rooms = {
      .free = {{0, 0, 10, 10}, {10, 4.5, 15, 5.5}, {15, 0, 25, 10}, {25, 4.5, 26, 5.5}},
      .free_count = 4,
      .from = {0, 0, 9, 10},
      .to = {{25.5, 4.5, 26, 5.5}},
      .to_count = 1,
      .agents = 150};
  const pathfan_crowd_options options = options_of(j, PATHFAN_CROWD_NONE);
  pf_standard_tracks t;
  const pathfan_status status = run(j, &rooms, &options, &t);
  if (!status) {
    tell(j, "150 people, two rooms: most before the first bottleneck", "/m2", 2, 5.4,
         most_in(&t, (pf_standard_box){8, 4, 10, 6}) / 4.0);
    tell(j, "most before the second one", "/m2", 0, 2,
         most_in(&t, (pf_standard_box){22, 4, 24, 6}) / 4.0);
    tell(j, "the last one out", " s", 122, 150, last_of(&t));
  }
  pf_standard_tracks_free(&t);
  return status;
}

/* Stairs up, by IMO MSC.1/Circ.1533: 0.67 of the speed, 0.88 people a second and metre. */
static pathfan_status test_13(judge *j) {
  static const pf_standard_floor floor = {.free = {{0, 0, 10, 10}, {10, 4, 46, 6}},
                                          .free_count = 2,
                                          .from = {0, 0, 9, 10},
                                          .to = {{44, 4, 46, 6}},
                                          .to_count = 1,
                                          .agents = 150};
  static const pathfan_point stairs[] = {{30, 3}, {40, 3}, {40, 7}, {30, 7}};
  static const pf_standard_box foot = {24, 4, 30, 6};
  const pathfan_crowd_zone zone = {.area = {stairs, 4}, .speed = 0.67, .flow = 0.88};
  pathfan_crowd_options options = options_of(j, PATHFAN_CROWD_NONE);
  pf_standard_tracks t;
  options.zones = &zone;
  options.zone_count = 1;
  const pathfan_status status = run(j, &floor, &options, &t);
  if (!status) {
    const int32_t early = count_in(&t, 60, foot), late = count_in(&t, 120, foot);
    tell(j, "150 people, room, corridor, stairs up: most before the exit", "/m2", 2, 5.4,
         most_in(&t, (pf_standard_box){8, 4, 10, 6}) / 4.0);
    tell(j, "before the stairs after 60 s, by those after 30 s", "", 1.2, INFINITY,
         (double)late / early);
    tell(j, "flow up the stairs", " P/(m s)", 0.88 * 0.95, 0.88 * 1.05, flow_past(&t, 31) / 2);
  }
  pf_standard_tracks_free(&t);
  return status;
}

static pathfan_status test_14(judge *j) {
  static const pf_standard_floor floor = {.free = {{0, 0, 60, 40}},
                                          .free_count = 1,
                                          .blocked = {{20, 0, 40, 18}, {20, 20, 40, 34}},
                                          .blocked_count = 2,
                                          .from = {0, 8, 16, 30},
                                          .to = {{56, 16, 60, 22}},
                                          .to_count = 1,
                                          .agents = 500};
  double seconds = 0;
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < 2 && !status; i++) {
    const pathfan_crowd_options options =
        options_of(j, i ? PATHFAN_CROWD_ALTERNATIVES : PATHFAN_CROWD_NONE);
    pf_standard_tracks t;
    status = run(j, &floor, &options, &t);
    if (!status) {
      tell(j,
           i ? "500 people, a short path and a wide one, alternatives: share of short"
             : "500 people, a short path and a wide one, no strategy: share of short",
           "", i ? 0.2 : 1, i ? 0.8 : 1, share_below(&t, 30, 27));
      tell(j, "the last one there", " s", i ? 0 : 204, i ? seconds : 260, last_of(&t));
      seconds = last_of(&t);
    }
    pf_standard_tracks_free(&t);
  }
  return status;
}

/* ---- All of them ---- */

typedef pathfan_status test_function(judge *j);

static const struct {
  int32_t number;
  test_function *run;
} tests[] = {{1, test_1}, {4, test_4},   {5, test_5},   {6, test_6},   {7, test_7},
             {9, test_9}, {11, test_11}, {12, test_12}, {13, test_13}, {14, test_14}};

#define TESTS ((int32_t)(sizeof tests / sizeof *tests))

static bool is_wanted(const pf_standards_options *options, int32_t number) {
  for (int32_t i = 0; i < options->count; i++)
    if (options->numbers[i] == number) return true;
  return !options->count;
}

static pathfan_status check(const pf_standards_options *options, pathfan_error *error) {
  for (int32_t i = 0; i < options->count; i++) {
    int32_t k = 0;
    while (k < TESTS && tests[k].number != options->numbers[i]) k++;
    if (k == TESTS)
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "there is no test %d: there are RiMEA's 1, 4 to 7, 9, 11 to 14",
                     options->numbers[i]);
  }
  return PATHFAN_OK;
}

pathfan_status pf_standards(const pf_standards_options *options, pf_standards_result *result,
                            pathfan_error *error) {
  static const char *const columns[] = {"test", "what", "asked for", "result", "met"};
  judge j = {.options = options, .result = result, .error = error};
  memset(result, 0, sizeof *result);
  pathfan_status status = check(options, error);
  if (status) return status;
  if (options->out) {
    if (mkdir(options->out, 0777) && errno != EEXIST)
      return pf_fail(error, PATHFAN_ERR_IO, "%.300s: can't make the folder: %s", options->out,
                     strerror(errno));
    status = pf_document_open(&j.document, options->out, "Crowds: RiMEA's tests", error);
    if (status) return status;
    pf_document_text(&j.document,
                     "Law weidmann, steps of %g s, seed %llu. Judged by positions only. Out of "
                     "scope: 2 and 3 (stairs keep their speed: areas have a factor), 8 (it varies "
                     "parameters, and asks for no result), 10 (assigned exits: flows have goals), "
                     "15 (a crossing without a number that is asked for).",
                     STEP, (unsigned long long)options->seed);
    pf_document_table(&j.document, "standards", 5, columns);
  }
  for (int32_t i = 0; i < TESTS && !status; i++) {
    j.number = tests[i].number;
    if (is_wanted(options, j.number)) status = tests[i].run(&j);
  }
  if (!options->out) return status;
  if (status) {
    pf_document_discard(&j.document);
    return status;
  }
  pf_document_table_end(&j.document);
  pf_document_text(&j.document, "%d of %d are met.", result->met, result->rows);
  return pf_document_close(&j.document, error);
}
