/* Outlines of random sets of cells, cut out of the plane like mosaics: a place is inside if its
 * cell was added, whatever the sizes of the cells beside it; areas that touch in a point are rings
 * of their own; failed allocations leak nothing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "draw/dissolve.h"
#include "failing_allocations.h"
#include "suite.h"

/* The plane's part 0 <= x, y <= 8 below or above the oblique line y = x / 2 + 2, in rectangles. */
typedef struct mosaic {
  pf_dissolve sides;
  pf_contours rings;
  struct {
    double x, y;
    bool is_in;
  } probes[512];
  int probe_count;
} mosaic;

static double oblique(double x) {
  return x / 2 + 2;
}

static bool add_sides(mosaic *m, const double (*c)[2], int count) {
  for (int i = 0; i < count; i++) {
    const double *a = c[i], *b = c[i + 1 < count ? i + 1 : 0];
    const bool is_oblique = a[0] != b[0] && a[1] != b[1];
    if (pf_dissolve_add(&m->sides, a, b, is_oblique ? 7 : -1)) return false;
  }
  return true;
}

/* Fills columns of different widths below and above the line, and halves some. */
static bool fill(mosaic *m, pf_random *random) {
  m->probe_count = 0;
  for (int above = 0; above < 2; above++)
    for (double x = 0, width; x < 8; x += width) {
      width = fmin(8 - x, 1 + (double)pf_random_below(random, 3));
      const double low = above ? oblique(x) : 0, high = above ? 8 : oblique(x);
      const double low_end = above ? oblique(x + width) : 0;
      const double high_end = above ? 8 : oblique(x + width);
      const double middle = above ? 6.5 : 1;
      for (int half = 0; half < 2; half++) {
        const double cell[4][2] = {{x, half ? middle : low},
                                   {x + width, half ? middle : low_end},
                                   {x + width, half ? high_end : middle},
                                   {x, half ? high : middle}};
        const bool is_in = pf_random_below(random, 2);
        if (is_in && !add_sides(m, cell, 4)) return false;
        m->probes[m->probe_count].x = x + width / 2;
        m->probes[m->probe_count].y = (cell[0][1] + cell[1][1] + cell[2][1] + cell[3][1]) / 4;
        m->probes[m->probe_count++].is_in = is_in;
      }
    }
  return true;
}

static bool is_in_ring(const pf_contours *c, int32_t ring, double x, double y) {
  bool inside = false;
  const int32_t first = c->first[ring], end = c->first[ring + 1];
  for (int32_t i = first, j = end - 1; i < end; j = i++) {
    const double *a = &c->xy[2 * (int64_t)i], *b = &c->xy[2 * (int64_t)j];
    if ((a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
      inside = !inside;
  }
  return inside;
}

static double area_of(const pf_contours *c, int32_t ring) {
  double sum = 0;
  const int32_t first = c->first[ring], end = c->first[ring + 1];
  for (int32_t i = first, j = end - 1; i < end; j = i++)
    sum += c->xy[2 * (int64_t)j] * c->xy[2 * (int64_t)i + 1] -
           c->xy[2 * (int64_t)i] * c->xy[2 * (int64_t)j + 1];
  return sum / 2;
}

static void check(const mosaic *m) {
  const pf_contours *c = &m->rings;
  for (int i = 0; i < m->probe_count; i++) {
    int areas = 0, holes = 0;
    for (int32_t ring = 0; ring < c->ring_count; ring++)
      if (is_in_ring(c, ring, m->probes[i].x, m->probes[i].y))
        ++*(c->outer[ring] < 0 ? &areas : &holes);
    assert_int_equal(areas - holes, m->probes[i].is_in);
  }
  for (int32_t ring = 0; ring < c->ring_count; ring++) {
    assert_true((area_of(c, ring) > 0) == (c->outer[ring] >= 0));
    /* No point twice. */
    for (int32_t i = c->first[ring]; i < c->first[ring + 1]; i++)
      for (int32_t k = c->first[ring]; k < i; k++)
        assert_true(c->xy[2 * i] != c->xy[2 * k] || c->xy[2 * i + 1] != c->xy[2 * k + 1]);
  }
}

static void test_mosaics(void **state) {
  (void)state;
  pf_random random = pf_random_from(1);
  mosaic m = {.probe_count = 0};
  int rings = 0;
  for (int i = 0; i < 400; i++) {
    assert_true(fill(&m, &random));
    assert_int_equal(pf_dissolve_trace(&m.sides, &m.rings), PATHFAN_OK);
    check(&m);
    rings += m.rings.ring_count;
  }
  assert_true(rings > 800);
  pf_dissolve_free(&m.sides);
  pf_contours_free(&m.rings);
}

static void test_touching(void **state) {
  (void)state;
  static const double two[2][4][2] = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                                      {{1, 1}, {2, 1}, {2, 2}, {1, 2}}};
  mosaic m = {.probe_count = 0};
  for (int i = 0; i < 2; i++) assert_true(add_sides(&m, two[i], 4));
  assert_int_equal(pf_dissolve_trace(&m.sides, &m.rings), PATHFAN_OK);
  assert_int_equal(m.rings.ring_count, 2);
  assert_int_equal(m.rings.point_count, 8);
  assert_int_equal(pf_dissolve_trace(&m.sides, &m.rings), PATHFAN_OK);
  assert_int_equal(m.rings.ring_count, 0);
  pf_dissolve_free(&m.sides);
  pf_contours_free(&m.rings);
}

static void test_memory(void **state) {
  (void)state;
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      pf_random random = pf_random_from(2);
      mosaic m = {.probe_count = 0};
      begin_shortage(&s);
      const bool done = fill(&m, &random) && pf_dissolve_trace(&m.sides, &m.rings) == PATHFAN_OK;
      end_shortage();
      if (done) check(&m);
      pf_dissolve_free(&m.sides);
      pf_contours_free(&m.rings);
    }
    assert_true(s.failed > 5);
  }
}

SUITE(test_dissolve_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_mosaics),
                                     cmocka_unit_test(test_touching),
                                     cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
