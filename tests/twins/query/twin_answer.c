#include "twin_answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "twin_check.h"
#include "twin_corridor.h"
#include "twin_loops.h"

twin_track twin_track_of(const pathfan_path *path, int bits) {
  twin_track t = {path->length, path->point_count, NULL};
  t.points = malloc((size_t)t.count * sizeof *t.points);
  assert_non_null(t.points);
  for (int32_t i = 0; i < t.count; i++) {
    const double x = ldexp(path->points[i].x, bits), y = ldexp(path->points[i].y, bits);
    assert_true(x == rint(x) && y == rint(y));
    t.points[i] = (pf_fixed_point){(int64_t)x, (int64_t)y};
  }
  return t;
}

static void report(const twin_map *map, const pathfan_answer *answer, const char *what,
                   int32_t at) {
  for (int32_t i = 0; i < answer->path_count; i++) {
    fprintf(stderr, "path %d, %.17g:", i + 1, answer->paths[i].length);
    for (int32_t k = 0; k < answer->paths[i].point_count; k++)
      fprintf(stderr, " %.17g,%.17g", answer->paths[i].points[k].x, answer->paths[i].points[k].y);
    fprintf(stderr, "\n");
  }
  twin_fail(map, "path %d: %s", at + 1, what);
}

/* Checks by plain geometry what the answer says about how far its paths keep apart. For maps whose
 * unit is a cell. */
static void check_spread(int bits, const pathfan_request *request, const pathfan_answer *answer,
                         const twin_track *tracks) {
  const int32_t count = answer->path_count, pieces = 400;
  const pathfan_candidates *c = &answer->candidates;
  const double separation = answer->separation;
  /* A path of n turns leaves and enters corridors at most so often; each time half a piece is
     miscounted. */
  double rough = 1e-6;
  if (c->tried)
    assert_int_equal(c->tried, c->not_taut + c->too_long + c->too_similar + c->not_simple +
                                   c->unfit + c->entering + c->too_near + c->looping + c->unjudged +
                                   count - 1);
  if (separation <= 0) {
    assert_null(answer->apart);
    assert_null(answer->filled);
    return;
  }
  for (int32_t i = 0; i < count; i++) rough += 2.0 * tracks[i].count * count / pieces;
  assert_true(separation ==
              fmax(request->separation, request->separation_share * answer->paths[0].length));
  assert_false(answer->filled[0]);
  assert_true(request->apart ? answer->apart != NULL : !answer->apart && answer->backup == 0);
  for (int32_t i = 0; i < count; i++) {
    assert_true(request->fill || !answer->filled[i]);
    if (count == 1 || tracks[i].count < 2) continue;
    if (request->apart)
      assert_true(fabs(answer->apart[i] - twin_apart(tracks, count, i, separation, bits, false,
                                                     pieces)) <= fmin(rough, 0.15));
    for (int32_t k = 0; k < i; k++)
      if (!answer->filled[i] && !answer->filled[k])
        assert_true(twin_nearness(&tracks[i], &tracks[k], separation, bits) <=
                    1 - request->dissimilarity + 1e-9);
  }
  if (count > 1 && request->apart)
    assert_true(fabs(answer->backup - twin_apart(tracks, count, 0, separation, bits, true,
                                                 pieces)) <= fmin(rough, 0.15));
}

void twin_check_answer(const twin_map *map, int bits, const pathfan_request *request,
                       const pathfan_answer *answer) {
  const int32_t count = answer->path_count;
  twin_track *tracks = calloc((size_t)count + 1, sizeof *tracks);
  assert_true(count >= 1 && count <= request->paths);
  for (int32_t i = 0; i < count; i++) {
    tracks[i] = twin_track_of(&answer->paths[i], bits);
    const pathfan_point *points = answer->paths[i].points;
    const pathfan_point first = points[0], last = points[tracks[i].count - 1];
    const char *trouble = twin_check_track(map, bits, &tracks[i]);
    if (!trouble && (first.x != answer->from.x || first.y != answer->from.y ||
                     last.x != answer->to.x || last.y != answer->to.y))
      trouble = "other ends";
    if (!trouble && i && tracks[i].length < tracks[i - 1].length) trouble = "out of order";
    if (!trouble && tracks[i].length > tracks[0].length * request->stretch * (1 + 1e-9))
      trouble = "too long";
    if (!trouble && i && answer->max_loop > 0 && !request->avoid_count) { /* areas hide points */
      bool close;
      if (twin_has_loop(map, bits, &tracks[i], tracks[0].length, answer->max_loop, &close) &&
          !close)
        trouble = "turns back in plain sight";
    }
    for (int32_t k = 0; k < i && !trouble; k++) {
      if (twin_similarity(&tracks[i], &tracks[k], bits) > 1 - request->dissimilarity + 1e-9)
        trouble = "too similar";
      if (twin_same_points(&tracks[i], &tracks[k])) trouble = "there before";
    }
    if (trouble) report(map, answer, trouble, i);
  }
  check_spread(bits, request, answer, tracks);
  for (int32_t i = 0; i < count; i++) free(tracks[i].points);
  free(tracks);
  assert_true((answer->reason == PATHFAN_REASON_COMPLETE) == (count == request->paths));
}
