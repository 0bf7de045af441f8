/* test_svg.c - pictures: well-formed, complete, safe to overwrite, in any locale. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "draw/svg.h"
#include "suite.h"
#include "twin_scratch.h"

static const char *path;

static int make_folder(void **state) {
  const int failed = twin_scratch_make(state);
  path = twin_scratch("a.svg");
  return failed;
}

/* Checks that only the picture is left. */
static int remove_folder(void **state) {
  const bool clean = twin_scratch_count("") == 1;
  return twin_scratch_remove(state) || !clean ? -1 : 0;
}

static char *read_picture(void) {
  char *text;
  size_t bytes;
  pathfan_error error;
  if (pf_read_file(path, 1 << 24, &text, &bytes, &error)) fail_msg("%s", error.text);
  assert_int_equal(strlen(text), bytes);
  return text;
}

static int count(const char *text, const char *part) {
  int found = 0;
  for (const char *at = text; (at = strstr(at, part)); at++) found++;
  return found;
}

/* Checks that elements are closed in order and quotes are paired. */
static void check_well_formed(const char *text) {
  char names[32][16];
  int depth = 0;
  for (const char *at = strchr(text, '<'); at; at = strchr(at, '<')) {
    const char *end = strchr(at, '>');
    assert_non_null(end);
    int quotes = 0;
    for (const char *c = at; c < end; c++) quotes += *c == '"';
    assert_int_equal(quotes % 2, 0);
    bool closing = at[1] == '/';
    const char *name = at + 1 + closing;
    size_t length = strcspn(name, " />\n");
    if (closing) {
      assert_true(depth > 0);
      depth--;
      assert_int_equal(strlen(names[depth]), length);
      assert_memory_equal(names[depth], name, length);
    } else if (end[-1] != '/') {
      assert_true(depth < 32 && length < 16);
      memcpy(names[depth], name, length);
      names[depth++][length] = 0;
    }
    at = end;
  }
  assert_int_equal(depth, 0);
}

static pf_svg *open_picture(double width, double height) {
  pf_svg *svg;
  pathfan_error error;
  if (pf_svg_open(path, width, height, &svg, &error)) fail_msg("%s", error.text);
  return svg;
}

static void draw_example(pf_svg *svg) {
  const double left[] = {0, 0, 0, 4, 2.5, 4, 2.5, 0}, right[] = {2.5, 0, 2.5, 4, 8, 4, 8, 0};
  const double first[] = {1, 1, 7, 1}, second[] = {1, 1, 4, 3, 7, 1}, third[] = {1, 1, 4, 4, 7, 1};
  pathfan_error error;
  pf_svg_free_polygon(svg, left, 4);
  pf_svg_free_polygon(svg, right, 4);
  pf_svg_path(svg, second, 3, 1, 7.5);
  pf_svg_path(svg, first, 2, 0, 6);
  pf_svg_path(svg, third, 3, 2, 8.485281);
  pf_svg_ends(svg, 1, 1, 7, 1);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
}

static void test_picture(void **state) {
  (void)state;
  draw_example(open_picture(8, 4));
  char *text = read_picture();
  check_well_formed(text);
  assert_non_null(strstr(text, "width=\"924\" height=\"506\" viewBox=\"0 0 924 506\""));
  /* One element for all free space. */
  assert_int_equal(count(text, "d=\"M0 0 0 4 2.5 4 2.5 0z\nM2.5 0 2.5 4 8 4 8 0z\n\"/>"), 1);
  /* Path 1 comes last, on top; then the legend, in order. */
  char *third = strstr(text, "M124.5 124.5 462 462 799.5 124.5");
  char *second = strstr(text, "M124.5 124.5 462 349.5 799.5 124.5");
  char *first = strstr(text, "M124.5 124.5 799.5 124.5");
  assert_true(third && second && first && third < second && second < first);
  char *legend_1 = strstr(text, "6.00"), *legend_2 = strstr(text, "7.50"),
       *legend_3 = strstr(text, "8.49");
  assert_true(legend_1 && legend_2 && legend_3 && legend_1 < legend_2 && legend_2 < legend_3);
  assert_int_equal(count(text, "1.000<"), 1);
  assert_int_equal(count(text, "1.250<"), 1);
  assert_int_equal(count(text, "1.414<"), 1);
  assert_int_equal(count(text, ">s</text>"), 1);
  assert_int_equal(count(text, ">t</text>"), 1);
  free(text);
}

/* The legend explains hatching, and the message comes before it. */
static void test_areas_and_words(void **state) {
  (void)state;
  const double area[] = {3, 3, 4, 3, 4, 4};
  pathfan_error error;
  for (int areas = 0; areas < 2; areas++) {
    pf_svg *svg = open_picture(8, 4);
    if (areas) pf_svg_area(svg, area, 3);
    pf_svg_ends(svg, 1, 1, 7, 1);
    pf_svg_say(svg, "no path: a < b & c");
    assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
    char *text = read_picture();
    check_well_formed(text);
    assert_int_equal(count(text, ">area to avoid</text>"), areas);
    char *words = strstr(text, ">no path: a &lt; b &amp; c</text>");
    assert_non_null(words);
    if (areas) assert_true(words < strstr(text, ">area to avoid</text>"));
    assert_non_null(strstr(text, areas ? "height=\"532\"" : "height=\"506\""));
    free(text);
  }
}

/* Ends off the map, however far, aren't drawn, unless only rounding put them there. */
static void test_ends_off_the_map(void **state) {
  static const double far[][2] = {{9, 1}, {-0.1, 1}, {1, 4.5}, {1e308, 5}};
  pathfan_error error;
  (void)state;
  pf_svg *svg = open_picture(8, 4);
  pf_svg_ends(svg, nextafter(8, 9), 1, -1e-12, nextafter(4, 5));
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
  char *text = read_picture();
  assert_true(count(text, ">s</text>") == 1 && count(text, ">t</text>") == 1);
  free(text);
  for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
    svg = open_picture(8, 4);
    pf_svg_ends(svg, 8, 4, far[i][0], far[i][1]);
    assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
    text = read_picture();
    check_well_formed(text);
    assert_int_equal(count(text, ">s</text>"), 1);
    assert_int_equal(count(text, ">t</text>"), 0);
    assert_null(strstr(text, "inf"));
    free(text);
  }
}

/* However narrow the map is, there is room for the message. */
static void test_long_words(void **state) {
  (void)state;
  const char *words = "no path: the two points lie in parts of the map that are not connected";
  pf_svg *svg = open_picture(1, 100);
  pathfan_error error;
  double width = 0;
  pf_svg_say(svg, words);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
  char *text = read_picture();
  assert_int_equal(sscanf(strstr(text, "width="), "width=\"%lf\"", &width), 1);
  assert_true(width > 6.6 * (double)strlen(words)); /* of Helvetica, on average */
  free(text);
}

/* Draws parallel paths, except that the first half of the last one lies on the path before it. */
static void draw_comb(pf_svg *svg, int32_t paths) {
  pathfan_error error;
  for (int32_t i = 0; i < paths; i++) {
    const double side[] = {1, 0.2 * i, 7, 0.2 * i};
    const double half[] = {1, 0.2 * (i - 1), 4, 0.2 * (i - 1), 7, 3.8};
    pf_svg_path(svg, i == paths - 1 ? half : side, i == paths - 1 ? 3 : 2, i, 6);
  }
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
}

/* If colours are used twice, each path has its number on it, in a place of its own. */
static void test_badges(void **state) {
  (void)state;
  draw_comb(open_picture(8, 4), 6);
  char *text = read_picture();
  assert_int_equal(count(text, "<circle"), 0);
  free(text);
  draw_comb(open_picture(8, 4), 8);
  text = read_picture();
  check_well_formed(text);
  assert_int_equal(count(text, "<circle"), 8);
  double at[8][2];
  const char *circle = text;
  for (int i = 0; i < 8; i++) {
    circle = strstr(circle + 1, "<circle cx=\"");
    assert_int_equal(sscanf(circle, "<circle cx=\"%lf\" cy=\"%lf\"", &at[i][0], &at[i][1]), 2);
    for (int k = 0; k < i; k++)
      assert_true(hypot(at[i][0] - at[k][0], at[i][1] - at[k][1]) > 18); /* two radii */
    const char *number = strstr(circle, "<text");
    assert_int_equal(atoi(strchr(number, '>') + 1), i + 1);
    if (i < 7) assert_true(fabs(at[i][1] - (12 + 0.2 * i * 112.5)) < 0.01); /* on its path */
  }
  assert_true(at[7][0] > 12 + 4 * 112.5); /* where it is alone */
  free(text);
  /* Paths on top of each other have separate numbers too, none of them on an end. */
  pf_svg *svg = open_picture(8, 4);
  pathfan_error error;
  for (int32_t i = 0; i < 8; i++) pf_svg_path(svg, (const double[]){1, 1, 7, 1}, 2, i, 6);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
  text = read_picture();
  circle = text;
  for (int i = 0; i < 8; i++) {
    circle = strstr(circle + 1, "<circle cx=\"");
    assert_int_equal(sscanf(circle, "<circle cx=\"%lf\"", &at[i][0]), 1);
    assert_true(at[i][0] > 12 + 112.5 + 18 && at[i][0] < 12 + 7 * 112.5 - 18);
    for (int k = 0; k < i; k++) assert_true(fabs(at[i][0] - at[k][0]) > 18);
  }
  free(text);
  draw_comb(open_picture(8, 40), 65); /* too many to be legible */
  text = read_picture();
  assert_int_equal(count(text, "<circle"), 0);
  free(text);
}

static void draw_corridor(pf_svg *svg) {
  const double first[] = {1, 1, 7, 1}, second[] = {1, 1, 4, 3, 7, 1};
  pathfan_error error;
  pf_svg_path(svg, first, 2, 0, 6);
  pf_svg_path(svg, second, 3, 1, 7.5);
  pf_svg_path_filled(svg, 1);
  pf_svg_corridor(svg, first, 2, 1.25);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
}

/* A tiny separation is shown as a decimal, or as 0. */
static void test_narrow_corridor(void **state) {
  static const double separations[] = {1e-5, 1.2345e-7, 1e-21, 1e-70};
  static const char *const told[] = {"0.00001", "0.0000001235", "0", "0"};
  (void)state;
  for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
    const double xy[] = {1, 1, 7, 1};
    char words[64];
    pathfan_error error;
    pf_svg *svg = open_picture(8, 4);
    pf_svg_path(svg, xy, 2, 0, 6);
    pf_svg_corridor(svg, xy, 2, separations[i]);
    assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
    char *text = read_picture();
    snprintf(words, sizeof words, ">within %s of path 1<", told[i]);
    if (!strstr(text, words)) fail_msg("no %s", words);
    free(text);
  }
}

/* A corridor is drawn between free space and paths, as wide as on the map, and clipped at the map's
 * sides, with areas or without. */
static void test_corridor(void **state) {
  (void)state;
  const double area[] = {3, 3, 4, 3, 4, 4};
  for (int areas = 0; areas < 2; areas++) {
    pf_svg *svg = open_picture(8, 4);
    if (areas) pf_svg_area(svg, area, 3);
    draw_corridor(svg);
    char *text = read_picture();
    check_well_formed(text);
    char *band = strstr(text, "stroke-width=\"281.25\" d=\"M124.5 124.5 799.5 124.5\"");
    assert_non_null(band);
    assert_non_null(strstr(band, "d=\"M124.5 124.5 462 349.5 799.5 124.5\""));
    assert_int_equal(count(text, "<clipPath id=\"map\">"), 1);
    assert_int_equal(count(text, "stroke-opacity"), 2);
    assert_int_equal(count(text, ">within 1.25 of path 1</text>"), 1);
    assert_int_equal(count(text, "stroke-dasharray"), 2);
    assert_int_equal(count(text, "filled</text>"), 1);
    free(text);
  }
}

static void test_mesh_picture(void **state) {
  (void)state;
  static const double left[] = {0, 0, 0, 4, 2.5, 4, 2.5, 0}, right[] = {2.5, 0, 2.5, 4, 8, 4};
  pathfan_error error;
  pf_svg *svg = open_picture(8, 4);
  pf_svg_show_edges(svg);
  pf_svg_free_polygon(svg, left, 4);
  pf_svg_free_polygon(svg, right, 3);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
  char *text = read_picture();
  check_well_formed(text);
  assert_non_null(strstr(text, "<title>A mesh of 2 polygons</title>"));
  /* One line for all sides, equally wide on every map. */
  assert_int_equal(count(text, "stroke-width="), 1);
  assert_non_null(strstr(text, "scale(112.5)"));
  assert_non_null(strstr(text, "stroke-width=\"0.010666667\""));
  free(text);
}

static void test_odd_pictures(void **state) {
  (void)state;
  pathfan_error error;
  assert_int_equal(pf_svg_close(open_picture(1, 16384), &error), PATHFAN_OK);
  char *text = read_picture();
  check_well_formed(text);
  free(text);

  /* s = t: a path of one point and length 0. And more paths than colours. */
  pf_svg *svg = open_picture(1e-3, 1e-3);
  const double xy[] = {5e-4, 5e-4, 1e-4, 1.25e-4};
  pf_svg_path(svg, xy, 1, 0, 0);
  for (int32_t i = 1; i < 20; i++) pf_svg_path(svg, xy, 2, i, i);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_OK);
  text = read_picture();
  check_well_formed(text);
  assert_null(strstr(text, "nan"));
  assert_null(strstr(text, "inf"));
  assert_non_null(strstr(text, "M462 462 102 124.5"));
  assert_non_null(strstr(text, ">20</tspan>"));
  free(text);
}

static void test_failures(void **state) {
  (void)state;
  pathfan_error error;
  pf_svg *svg;
  assert_int_equal(pf_svg_open(path, 0, 1, &svg, &error), PATHFAN_ERR_ARGUMENT);
  assert_null(svg);
  assert_int_equal(pf_svg_open(path, 1, NAN, &svg, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pf_svg_open(path, INFINITY, 1, &svg, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pf_svg_open("/nowhere/a.svg", 1, 1, &svg, &error), PATHFAN_ERR_IO);
  assert_null(svg);
  assert_int_equal(pf_svg_open("/dev/full", 1, 1, &svg, &error), PATHFAN_OK);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "/dev/full"));

  /* A failed or discarded picture leaves the old file, and no other file behind. */
  draw_example(open_picture(8, 4));
  char *old = read_picture();
  const double bad[] = {0, 0, 1, 0, 1, NAN};
  svg = open_picture(2, 2);
  pf_svg_free_polygon(svg, bad, 3);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_ERR_ARGUMENT);
  svg = open_picture(2, 2);
  pf_svg_path(svg, bad, 3, 0, 1);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_ERR_ARGUMENT);
  svg = open_picture(2, 2);
  pf_svg_corridor(svg, bad, 2, NAN);
  assert_int_equal(pf_svg_close(svg, &error), PATHFAN_ERR_ARGUMENT);
  svg = open_picture(2, 2);
  pf_svg_ends(svg, 0, 0, NAN, 0);
  assert_int_equal(pf_svg_close(svg, NULL), PATHFAN_ERR_ARGUMENT);
  pf_svg_discard(open_picture(2, 2));
  pf_svg_discard(NULL);
  assert_int_equal(pf_svg_close(NULL, &error), PATHFAN_OK);
  char *now = read_picture();
  assert_string_equal(now, old);
  assert_int_equal(twin_scratch_count(""), 1);
  free(old);
  free(now);
}

static void test_locale(void **state) {
  (void)state;
  draw_example(open_picture(8, 4));
  char *plain = read_picture();
  const char *names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
  size_t i = 0;
  while (i < 4 && !setlocale(LC_ALL, names[i])) i++;
  if (i < 4) {
    draw_example(open_picture(8, 4));
    char *local = read_picture();
    assert_string_equal(local, plain);
    free(local);
    setlocale(LC_ALL, "C");
  }
  free(plain);
  if (i == 4) suite_lacks("locale with decimal commas");
}

/* Ground is coloured by what it costs, above free space and below all else. */
static void test_grounds(void **state) {
  (void)state;
  const double square[8] = {1, 1, 2, 1, 2, 2, 1, 2};
  pf_svg *svg = open_picture(8, 4);
  pf_svg_free_polygon(svg, (const double[8]){0, 0, 8, 0, 8, 4, 0, 4}, 4);
  pf_svg_ground(svg, square, 4, 2, 0);
  pf_svg_ground(svg, square, 4, 20, 1);
  pf_svg_ground(svg, square, 4, 0.2, -1);
  pf_svg_ground(svg, square, 2, 9, 1); /* no surface */
  assert_int_equal(pf_svg_close(svg, NULL), PATHFAN_OK);
  char *text = read_picture();
  assert_non_null(strstr(text, "<path fill=\"#f1f0ec\" d=\"M1 1 2 1 2 2 1 2z\"/>\n"
                               "<path fill=\"#6f9362\" d=\"M1 1 2 1 2 2 1 2z\"/>\n"
                               "<path fill=\"#f2df9a\" d=\"M1 1 2 1 2 2 1 2z\"/>\n</g>"));
  const char *cheap = strstr(text, "ground of rate 0.2"), *dear = strstr(text, "ground of rate 20");
  assert_true(cheap && dear && cheap < dear && !strstr(text, "ground of rate 9"));
  free(text);
  svg = open_picture(8, 4);
  for (int i = 0; i <= 40; i++) pf_svg_ground(svg, square, 4, 40 - i, 0); /* some of them */
  assert_int_equal(pf_svg_close(svg, NULL), PATHFAN_OK);
  text = read_picture();
  int shown = 0;
  for (const char *at = text; (at = strstr(at, "ground of rate")); at++) shown++;
  assert_true(shown == 6 && strstr(text, "ground of rate 0<") &&
              strstr(text, "ground of rate 40<"));
  free(text);
  svg = open_picture(8, 4);
  pf_svg_ground(svg, square, 4, 3, 1.5);
  assert_int_equal(pf_svg_close(svg, NULL), PATHFAN_ERR_ARGUMENT);
}

SUITE(test_svg) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grounds),         cmocka_unit_test(test_picture),
      cmocka_unit_test(test_corridor),        cmocka_unit_test(test_mesh_picture),
      cmocka_unit_test(test_odd_pictures),    cmocka_unit_test(test_failures),
      cmocka_unit_test(test_locale),          cmocka_unit_test(test_areas_and_words),
      cmocka_unit_test(test_narrow_corridor), cmocka_unit_test(test_ends_off_the_map),
      cmocka_unit_test(test_long_words),      cmocka_unit_test(test_badges),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
