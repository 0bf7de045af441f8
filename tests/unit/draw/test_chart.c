/* test_chart.c - axes and charts: round ticks, all points in their places, in both kinds of
 * files. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/random.h"
#include "draw/chart.h"
#include "draw/scale.h"
#include "suite.h"
#include "twin_scratch.h"

/* ---- Axes ---- */

static void check_scale(pf_scale scale, double least, double most) {
  pf_tick ticks[PF_TICKS_MAX];
  scale.from = 400;
  scale.to = 40;
  assert_true(scale.least <= least && most <= scale.most && scale.least < scale.most);
  const int32_t count = pf_scale_ticks(&scale, ticks);
  int named = 0;
  assert_true(count >= 2 && count <= PF_TICKS_MAX);
  for (int32_t i = 0; i < count; i++) {
    const double at = pf_scale_at(&scale, ticks[i].value);
    named += ticks[i].label[0] != 0;
    assert_true(at <= 400.001 && at >= 39.999);
    if (i) assert_true(ticks[i].value > ticks[i - 1].value);
    if (i) assert_true(at < pf_scale_at(&scale, ticks[i - 1].value));
  }
  assert_true(named >= 2 && named <= 14);
  assert_true(fabs(pf_scale_at(&scale, scale.least) - 400) < 1e-6);
  assert_true(fabs(pf_scale_at(&scale, scale.most) - 40) < 1e-6);
}

static void scales_hold_their_values(void **state) {
  (void)state;
  pf_random random = pf_random_from(7);
  for (int i = 0; i < 2000; i++) {
    const double unit = pow(10, (double)pf_random_between(&random, -6, 6));
    const double a = unit * (double)pf_random_between(&random, 1, 100000) / 1000;
    const double b = a + unit * (double)pf_random_between(&random, 0, 100000) / 1000;
    check_scale(pf_scale_fit(a, b, true), a, b);
    check_scale(pf_scale_fit(-a, b, false), -a, b);
    check_scale(pf_scale_fit(a, b, false), a, b);
  }
  check_scale(pf_scale_fit(0, 0, false), 0, 0);
  check_scale(pf_scale_fit(5, 5, true), 5, 5);
}

static void ticks_are_round(void **state) {
  pf_tick ticks[PF_TICKS_MAX];
  (void)state;
  const pf_scale hundred = pf_scale_fit(5, 100, false);
  assert_int_equal(pf_scale_ticks(&hundred, ticks), 6);
  assert_string_equal(ticks[0].label, "0");
  assert_string_equal(ticks[5].label, "100");
  const pf_scale log = pf_scale_fit(0.7, 12345, true);
  const int32_t count = pf_scale_ticks(&log, ticks);
  assert_string_equal(ticks[count - 1].label, ""); /* 20,000 */
  int seen = 0;
  for (int32_t i = 0; i < count; i++)
    seen += !strcmp(ticks[i].label, "1") || !strcmp(ticks[i].label, "10") ||
            !strcmp(ticks[i].label, "1,000") || !strcmp(ticks[i].label, "10,000");
  assert_int_equal(seen, 4);
  const pf_scale whole = pf_scale_fit_whole(2, 5);
  assert_int_equal(pf_scale_ticks(&whole, ticks), 4);
  assert_string_equal(ticks[1].label, "3");
}

static void logarithms_are_even(void **state) {
  (void)state;
  pf_scale scale = pf_scale_fit(1, 10000, true);
  scale.to = 400;
  scale.from = 0;
  for (int i = 0; i <= 4; i++)
    assert_true(fabs(pf_scale_at(&scale, pow(10, i)) - 100.0 * i) < 1e-6);
}

/* ---- Charts ---- */

static char *read_file(const char *path, size_t *bytes) {
  char *text;
  pathfan_error error;
  if (pf_read_file(path, 1 << 24, &text, bytes, &error)) fail_msg("%s", error.text);
  return text;
}

static void write_chart(const pf_chart *chart) {
  pathfan_error error = {""};
  if (pf_chart_write(chart, twin_scratch("c.svg"), twin_scratch("c.png"), &error))
    fail_msg("%s", error.text);
}

/* Lists the first points of all paths filled with a colour, in order. */
static int filled(const char *svg, const char *colour, double x[], double y[], int room) {
  char wanted[64];
  int count = 0;
  snprintf(wanted, sizeof wanted, ";fill:%s", colour);
  for (const char *at = svg; (at = strstr(at, wanted)); at++) {
    const char *data = strstr(at, " d=\"M ");
    assert_non_null(data);
    assert_true(count < room);
    assert_int_equal(sscanf(data, " d=\"M %lf %lf", &x[count], &y[count]), 2);
    count++;
  }
  return count;
}

/* Style 0 of chart.c, 83.5% red; versions of cairo round differently. */
#define FIRST_COLOUR "rgb(83."

static void all_points_are_drawn(void **state) {
  (void)state;
  double x[] = {1, 2, 3, 4, 5, 6}, rising[] = {1, 10, NAN, 0, 1000, 10000}, other[] = {5, 5, 5};
  const pf_chart_series series[] = {{"rising", x, rising, 6, 0}, {"flat", x, other, 3, 1}};
  const pf_chart chart = {.title = "t",
                          .x_label = "x",
                          .y_label = "y",
                          .log_y = true,
                          .series = series,
                          .series_count = 2};
  double px[16], py[16];
  size_t bytes;
  write_chart(&chart);
  char *svg = read_file(twin_scratch("c.svg"), &bytes);
  assert_non_null(strstr(svg, "<svg "));
  assert_non_null(strstr(svg, "viewBox=\"0 0 860 460\""));
  assert_non_null(strstr(svg, "</svg>"));
  /* Four of six points (NAN and 0 have no logarithm), and one in the legend. */
  assert_int_equal(filled(svg, FIRST_COLOUR, px, py, 16), 5);
  const double step = (px[3] - px[0]) / 5; /* places 1, 2, 5, 6 */
  assert_true(step > 10);
  assert_true(fabs(px[1] - px[0] - step) < 0.1 && fabs(px[2] - px[0] - 4 * step) < 0.1);
  assert_true(py[0] > py[1] && py[1] > py[2] && py[2] > py[3]); /* y grows downwards */
  assert_true(fabs((py[0] - py[1]) - (py[2] - py[3])) < 0.1);   /* a decade each */
  assert_true(px[4] > px[3]);                                   /* the legend, at the right */
  free(svg);
}

static void png_has_twice_the_size(void **state) {
  (void)state;
  static const unsigned char signature[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  double x[] = {0, 1}, y[] = {0, 1};
  const pf_chart_series series[] = {{"a", x, y, 2, 5}};
  const pf_chart chart = {.title = "t",
                          .x_label = "x",
                          .y_label = "y",
                          .zero_y = true,
                          .series = series,
                          .series_count = 1};
  size_t bytes, again;
  write_chart(&chart);
  char *png = read_file(twin_scratch("c.png"), &bytes);
  const unsigned char *at = (const unsigned char *)png;
  assert_true(bytes > 1000);
  assert_memory_equal(at, signature, sizeof signature);
  assert_memory_equal(at + 12, "IHDR", 4);
  assert_int_equal(at[18] << 8 | at[19], 2 * PF_CHART_WIDTH);
  assert_int_equal(at[22] << 8 | at[23], 2 * PF_CHART_HEIGHT);
  write_chart(&chart);
  char *same = read_file(twin_scratch("c.png"), &again);
  assert_int_equal(bytes, again);
  assert_memory_equal(png, same, bytes);
  free(png);
  free(same);
}

static void every_style_is_its_own(void **state) {
  (void)state;
  double x[] = {0, 1}, y[] = {1, 2};
  char *before = NULL;
  size_t length = 0;
  for (int32_t style = 0; style < PF_CHART_STYLES; style++) {
    const pf_chart_series series[] = {{"a", x, y, 2, style}};
    const pf_chart chart = {
        .title = "t", .x_label = "x", .y_label = "y", .series = series, .series_count = 1};
    size_t bytes;
    write_chart(&chart);
    char *png = read_file(twin_scratch("c.png"), &bytes);
    assert_true(!before || bytes != length || memcmp(png, before, bytes) != 0);
    free(before);
    before = png;
    length = bytes;
  }
  free(before);
}

static void nothing_to_draw_is_fine(void **state) {
  (void)state;
  double x[] = {1}, y[] = {NAN};
  const pf_chart_series series[] = {{"a", x, y, 1, 0}};
  const pf_chart chart = {.title = "",
                          .x_label = "",
                          .y_label = "",
                          .log_y = true,
                          .series = series,
                          .series_count = 1};
  double px[4], py[4];
  size_t bytes;
  write_chart(&chart);
  char *svg = read_file(twin_scratch("c.svg"), &bytes);
  assert_int_equal(filled(svg, FIRST_COLOUR, px, py, 4), 1); /* the legend's */
  free(svg);
}

static void bad_paths_are_told(void **state) {
  (void)state;
  const pf_chart chart = {.title = "t", .x_label = "x", .y_label = "y"};
  pathfan_error error = {""};
  assert_int_equal(pf_chart_write(&chart, "/no/such/folder/c.svg", NULL, &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "/no/such/folder/c.svg"));
  if (access("/dev/full", W_OK) == 0)
    assert_int_equal(pf_chart_write(&chart, NULL, "/dev/full", &error), PATHFAN_ERR_IO);
}

SUITE(test_chart) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scales_hold_their_values), cmocka_unit_test(ticks_are_round),
      cmocka_unit_test(logarithms_are_even),      cmocka_unit_test(all_points_are_drawn),
      cmocka_unit_test(png_has_twice_the_size),   cmocka_unit_test(every_style_is_its_own),
      cmocka_unit_test(nothing_to_draw_is_fine),  cmocka_unit_test(bad_paths_are_told)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
