/* separations.c - measures the paths of a query while its answer is valid, in a pass after the
 * timed ones: nothing is copied, and measuring doesn't disturb the caches of timed passes. */
#include "evaluate/separations.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "evaluate/methods.h"

#define FAST PATHFAN_ALGORITHM_INDEX, PATHFAN_EFFORT_FAST
#define THOROUGH PATHFAN_ALGORITHM_INDEX, PATHFAN_EFFORT_THOROUGH
#define DISSIM PATHFAN_ALGORITHM_DISSIMILARITY, PATHFAN_EFFORT_FAST
#define DEFAULT PF_SEPARATION_MEASURED

/* Dissimilarity isn't filled up, which would add its own paths without separation. */
const pf_separation pf_separations[PF_SEPARATIONS] = {
    {"Fast", "0", FAST, 0, false, 0},
    {"Fast", "2%", FAST, DEFAULT, false, 0},
    {"Fast", "2% and fill", FAST, DEFAULT, true, 0},
    {"Thorough", "0", THOROUGH, 0, false, 0},
    {"Thorough", "2%", THOROUGH, DEFAULT, false, 0},
    {"Thorough", "2% and fill", THOROUGH, DEFAULT, true, 0},
    {"Dissim", "0", DISSIM, 0, false, 0},
    {"Dissim", "2%", DISSIM, DEFAULT, false, 0},
    {"Fast", "2%, loops to 2", FAST, DEFAULT, false, 2},
    {"Fast", "2%, loops to 1.75", FAST, DEFAULT, false, 1.75},
    {"Fast", "2%, loops to 1.5", FAST, DEFAULT, false, 1.5},
    {"Fast", "2%, loops to 1.25", FAST, DEFAULT, false, 1.25},
    {"Thorough", "2%, loops to 1.5", THOROUGH, DEFAULT, false, 1.5},
};

pathfan_request pf_separation_request(const pf_separation *separation) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.algorithm = separation->algorithm;
  request.effort = separation->effort;
  request.paths = PF_EVALUATE_PATHS;
  request.separation_share = separation->share;
  request.max_loop = separation->max_loop;
  request.fill = separation->fill;
  return request;
}

/* One trial of one separation. */
typedef struct run {
  const pf_separation_trial *trial;
  pathfan_request request;
  int32_t count; /* queries */
  float *us;     /* [Size: count] best times; NULL: not timed */
  bool absent;   /* the library refuses such requests */
} run;

static pathfan_status ask(run *r, int32_t q, const pathfan_answer **answer, double *us) {
  const pathfan_scenario_line *line = &r->trial->scenario->lines[(int64_t)q * r->trial->every];
  r->request.from = (pathfan_point){line->from_x, line->from_y};
  r->request.to = (pathfan_point){line->to_x, line->to_y};
  const double start = pf_seconds();
  const pathfan_status status = pathfan_query_paths(r->trial->query, &r->request, answer);
  *us = 1e6 * (pf_seconds() - start);
  r->absent = status == PATHFAN_ERR_ARGUMENT ||
              (!status && (*answer)->outcome == PATHFAN_OUTCOME_INVALID_REQUEST);
  return r->absent ? PATHFAN_OK : status;
}

/* Makes one timed pass. Preparations at a method's first request don't count: one runs before,
 * untimed. */
static pathfan_status time_pass(run *r, bool first) {
  const pathfan_answer *answer;
  double us;
  pathfan_status status = r->count ? ask(r, 0, &answer, &us) : PATHFAN_OK;
  for (int32_t q = 0; q < r->count && !status && !r->absent; q++) {
    status = ask(r, q, &answer, &us);
    if (first || us < (double)r->us[q]) r->us[q] = (float)us;
  }
  return status;
}

/* Allows for rounding in sums of roots: paths exactly at a limit keep it. */
#define SLACK 1e-9

/* Measures the paths of an answer, two or three of them. */
static pathfan_status measure(pathfan_query *query, const pathfan_answer *answer,
                              pf_separation_sums *sums) {
  const pathfan_path *paths = answer->paths;
  const double separation = PF_SEPARATION_MEASURED * paths[0].length;
  pathfan_measures each[PF_EVALUATE_PATHS], all;
  double apart[PF_EVALUATE_PATHS], backup;
  pathfan_status status =
      pathfan_query_apart(query, paths, answer->path_count, separation, apart, &backup);
  if (!status)
    status = pathfan_query_measure_at(query, paths, answer->path_count, separation, each, &all);
  if (status) return status;
  for (int32_t i = 1; i < answer->path_count; i++) {
    sums->alternatives++;
    sums->apart += apart[i];
    sums->near += each[i].nearness > 1 - answer->dissimilarity + SLACK;
    sums->stretch += paths[i].length / paths[0].length;
    sums->loop += each[i].loop;
    sums->loops += each[i].loop > PF_LOOP_COUNTED * (1 + SLACK);
    sums->long_loops += each[i].loop > PF_LONG_LOOP_COUNTED * (1 + SLACK);
  }
  sums->backup += backup;
  return PATHFAN_OK;
}

static pathfan_status measure_pass(run *r, pf_separation_sums *sums) {
  const pathfan_answer *answer;
  double us;
  pathfan_status status = PATHFAN_OK;
  *sums = (pf_separation_sums){.us = r->us ? 0 : NAN};
  for (int32_t q = 0; q < r->count && !status && !r->absent; q++) {
    status = ask(r, q, &answer, &us);
    if (status || r->absent || !answer->path_count) continue;
    sums->queries++;
    sums->one += answer->path_count == 1;
    sums->two += answer->path_count == 2;
    sums->three += answer->path_count == 3;
    if (r->us) sums->us += (double)r->us[q];
    if (answer->path_count > 1) status = measure(r->trial->query, answer, sums);
  }
  return status;
}

static void clear(pf_separation_sums *sums) {
  *sums = (pf_separation_sums){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
}

pathfan_status pf_separation_run(const pf_separation_trial *trial, const pf_separation *separation,
                                 pf_separation_sums *sums) {
  const int64_t lines = trial->scenario->count;
  run r = {.trial = trial,
           .request = pf_separation_request(separation),
           .count = (int32_t)((lines + trial->every - 1) / trial->every)};
  pathfan_status status = PATHFAN_OK;
  clear(sums);
  if (trial->passes) {
    r.us = pf_alloc((uint64_t)r.count, sizeof *r.us);
    if (!r.us) return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t pass = 0; pass < trial->passes && !status && !r.absent; pass++)
    status = time_pass(&r, pass == 0);
  if (!status && !r.absent) status = measure_pass(&r, sums);
  if (status || r.absent) clear(sums);
  free(r.us);
  return status;
}
