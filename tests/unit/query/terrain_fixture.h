/* terrain_fixture.h - compares the library's answers on terrains with known ones, for the suites
 * test_terrain*. */
#ifndef PF_TESTS_TERRAIN_FIXTURE_H
#define PF_TESTS_TERRAIN_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "twin_maps.h"
#include "twin_terrain_ask.h"
#include "twin_terrain_exact.h"
#include "twin_terrain_random.h"

/* Relative tolerance of costs: ends are rounded to the grid. */
#define FORMULA_SLACK 1e-8
/* Relative tolerance where lines cross: they are bent to the lattice. */
#define COST_SLACK 1e-6

#define LINE(terrain, kind, value, ...)                                                            \
  twin_terrain_add(terrain, kind, value, sizeof((double[]){__VA_ARGS__}) / (2 * sizeof(double)),   \
                   (double[]){__VA_ARGS__})

/* Asks there and back: both answers must cost the same, go through the same points, and be sound.
 * *answer, that of the way back, lives until the next question. */
static inline double ask_both_ways(const twin_guide *guide, pathfan_point a, pathfan_point b,
                                   bool priced, const pathfan_answer **answer) {
  pathfan_point points[1000];
  const double cost = twin_guide_ask(guide, a, b, answer);
  const char *fault = twin_guide_fault(guide, *answer, priced);
  const int32_t count = (*answer)->path_count ? (*answer)->paths[0].point_count : 0;
  assert_true(count <= 1000);
  if (count) memcpy(points, (*answer)->paths[0].points, (size_t)count * sizeof *points);
  if (!fault) {
    const double back = twin_guide_ask(guide, b, a, answer);
    fault = twin_guide_fault(guide, *answer, false);
    if (!fault && !(back == cost)) fault = "another cost backwards";
    if (!fault && count && (*answer)->paths[0].point_count != count)
      fault = "another number of points backwards";
    for (int32_t i = 0; i < count && !fault; i++) {
      const pathfan_point p = (*answer)->paths[0].points[count - 1 - i];
      if (p.x != points[i].x || p.y != points[i].y) fault = "other points backwards";
    }
  }
  if (!fault) return cost;
  twin_terrain_show(guide->terrain, a, b);
  twin_guide_show(*answer);
  fail_msg("%s", fault);
  return cost;
}

/* Asks both ways; the cost must be `expected` within `slack`. */
static inline void check_cost(const twin_guide *guide, pathfan_point a, pathfan_point b,
                              double expected, double slack, bool priced) {
  const pathfan_answer *answer;
  const double cost = ask_both_ways(guide, a, b, priced, &answer);
  const double difference = twin_guide_difference(guide, cost, expected);
  if (fabs(difference) <= slack) return;
  twin_terrain_show(guide->terrain, a, b);
  twin_guide_show(answer);
  fail_msg("cost %.12g, not %.12g: %g more", cost, expected, difference);
}

/* Checks the cost of a single request on a terrain. */
static inline void check_once(const twin_terrain *t, double ax, double ay, double bx, double by,
                              double expected) {
  twin_guide guide = twin_guide_make(t, NULL);
  check_cost(&guide, (pathfan_point){ax, ay}, (pathfan_point){bx, by}, expected, FORMULA_SLACK,
             true);
  twin_guide_free(&guide);
}

/* As check_once, where prices don't cover the effects of bridges and tunnels on each other and on
 * their ends. */
static inline void check_bridges(const twin_terrain *t, double ax, double ay, double bx, double by,
                                 double expected) {
  twin_guide guide = twin_guide_make(t, NULL);
  check_cost(&guide, (pathfan_point){ax, ay}, (pathfan_point){bx, by}, expected, FORMULA_SLACK,
             false);
  twin_guide_free(&guide);
}

#endif
