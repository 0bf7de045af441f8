/* Malformed .mesh files are refused, with the line at fault. */
#include "mesh_file_fixture.h"
#include "suite.h"

#define SQUARE "mesh\n2\n4 1\n0 0\n4 0\n4 4\n0 4\n"

static void test_bad_headers(void **state) {
  (void)state;
  refuse("", 1, "the file ends where \"mesh\" is expected");
  refuse("poly\n2\n", 1, "expected \"mesh\", found \"poly\"");
  refuse("mesh 2\n1 1\n", 1, "nothing more");
  refuse("mesh\n", 2, "the file ends where the version is expected");
  refuse("mesh\n1\n3 1\n0 0\n1 0\n0 1\n3 0 1 2\n", 2,
         "only meshes of version 2 or 3 can be read, found \"1\"");
  refuse("mesh\n4\n3 1\n", 2, "only meshes of version 2 or 3 can be read, found \"4\"");
  refuse("mesh\n2\n", 3, "the file ends");
  refuse("mesh\n2\n3\n", 3, "the number of polygons");
  refuse("mesh\n2\n3 x\n", 3, "the number of polygons");
  refuse("mesh\n2\n-3 1\n", 3, "the number of vertices");
  refuse("mesh\n2\n3 1 1\n", 3, "nothing more");
  refuse("mesh\n2\n1000000000 1\n0 0\n", 3, "don't fit");
  refuse("mesh\n2\n1 1000000000\n0 0\n", 3, "don't fit");
  refuse("mesh\n2\n99999999999 1\n", 3, "the number of vertices");
}

static void test_bad_counts(void **state) {
  (void)state;
  refuse("mesh\n2\n4 1\n0 0\n4 0\n4 4\n", 7, "the file ends where a vertex");
  refuse(SQUARE, 8, "the file ends where a polygon");
  refuse(SQUARE "4 0 1 2 3\n4 0 1 2 3\n", 9, "nothing after the last of 1 polygons");
  refuse("mesh\n2\n4 1\n0 0\n4\n", 5, "y, found the end");
  refuse("mesh\n2\n4 1\n0 0 1\n4 0\n", 4, "a polygon at a vertex, found the end");
  refuse("mesh\n2\n4 1\n0 0 1 0 0\n4 0\n", 4, "nothing more");
  refuse("mesh\n2\n4 1\n0 0 1 1\n4 0\n4 4\n0 4\n4 0 1 2 3\n", 4, "the largest there is is 0");
  refuse("mesh\n2\n4 1\n0 0 1 -2\n4 0\n", 4, "a polygon at a vertex");
  refuse(SQUARE "2 0 1\n", 8, "three corners or more");
  refuse(SQUARE "4 0 1 2\n", 8, "a vertex of a polygon, found the end");
  refuse(SQUARE "4 0 1 2 4\n", 8, "the largest there is is 3");
  refuse(SQUARE "4 0 1 2 -1\n", 8, "a vertex of a polygon");
  refuse(SQUARE "4 0 1 2 3 -1\n", 8, "a neighbour of a polygon, found the end");
  refuse(SQUARE "4 0 1 2 3 -1 -1 -1 1\n", 8, "the largest there is is 0");
  refuse(SQUARE "4 0 1 2 3 -1 -1 -1 -1 -1\n", 8, "nothing more");
}

static void test_bad_numbers(void **state) {
  (void)state;
  static const char *const bad[] = {"nan", "inf", "-inf", "1e999", "0x10", "1,5", "1e", "--1"};
  char at[200];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(at, sizeof at, "mesh\n2\n3 1\n0 0\n%s 0\n0 4\n3 0 1 2\n", bad[i]);
    refuse(at, 5, "x must be a finite number");
    snprintf(at, sizeof at, "mesh\n2\n3 1\n0 0\n4 %s\n0 4\n3 0 1 2\n", bad[i]);
    refuse(at, 5, "y must be a finite number");
  }
  refuse("mesh\n2\n3 1\n0 0\n1e308 0\n0 4\n3 0 1 2\n", 5, "beyond 1e15");
  refuse("mesh\n2\n3 1\n0 0\n1 -1e308\n0 4\n3 0 1 2\n", 5, "beyond 1e15");
}

static void test_bad_polygons(void **state) {
  (void)state;
  refuse(SQUARE "4 0 1 1 2\n", 8, "vertex 1 twice in a row");
  refuse(SQUARE "4 0 1 2 0\n", 8, "vertex 0 twice in a row");
  refuse("mesh\n2\n4 1\n0 0\n4 0\n4 4\n4.0 4\n4 0 1 2 3\n", 8, "same point twice");
  refuse("mesh\n2\n4 1\n0.1 0\n4 0\n4 4\n4.0 4\n4 0 1 2 3\n", 8, "same point twice");
  refuse(SQUARE "4 0 1 0 2\n", 8, "has no area");
  refuse("mesh\n2\n3 1\n0 0\n1 0\n3 0\n3 0 1 2\n", 7, "has no area");
  refuse("mesh\n2\n3 1\n0.1 0.1\n0.2 0.2\n0.3 0.3\n3 0 1 2\n", 7, "has no area");
  /* A dart, a bow tie, a star that turns left all the way, a spike. */
  refuse("mesh\n2\n4 1\n0 0\n4 0\n1 1\n0 4\n4 0 1 2 3\n", 8, "not convex");
  refuse("mesh\n2\n4 1\n0 0\n4 4\n4 1\n0 9\n4 0 1 2 3\n", 8, "not convex");
  refuse("mesh\n2\n5 1\n0 3\n6 3\n1 0\n3 5\n5 0\n5 0 4 3 2 1\n", 9, "not convex");
  refuse("mesh\n2\n5 1\n0 0\n4 0\n6 0\n4 4\n0 4\n6 0 2 1 3 4 0\n", 9, "twice in a row");
  refuse("mesh\n2\n5 1\n0 0\n4 0\n6 0\n4 4\n0 4\n5 0 2 1 3 4\n", 9, "not convex");
  /* A dent deeper than rounding could cause, and one on a lattice where nothing is rounded. */
  refuse("mesh\n2\n5 1\n0 0\n1 0.00001\n2 0\n2 1\n0 1\n5 0 1 2 3 4\n", 9, "not convex");
  refuse("mesh\n2\n5 1\n0 0\n5 1\n10 0\n10 10\n0 10\n5 0 1 2 3 4\n", 9, "not convex");
  /* Polygons of different orientation. */
  refuse(SQUARE "3 0 1 2\n3 0 2 3\n", 9, "nothing after");
  refuse("mesh\n2\n4 2\n0 0\n4 0\n4 4\n0 4\n3 0 1 2\n3 0 3 2\n", 9, "clockwise, those of line 8");
}

static void test_bad_meshes(void **state) {
  (void)state;
  static const char pair[] = "mesh\n2\n6 2\n0 0\n4 0\n4 4\n0 4\n8 0\n8 4\n";
  static const struct {
    const char *polygons;
    int line;
    const char *why; /* NULL: accepted */
  } pairs[] = {
      {"4 0 1 2 3 -1 -1 1 -1\n4 1 4 5 2 0 -1 -1 -1\n", 0, NULL},
      {"4 0 1 2 3 -1 -1 -1 -1\n4 1 4 5 2\n", 10, "neighbour -1 is given"},
      {"4 0 1 2 3\n4 1 4 5 2 -1 -1 -1 -1\n", 11, "neighbour -1 is given"},
      {"4 0 1 2 3 1 -1 1 -1\n4 1 4 5 2\n", 10, "neighbour 1 is given"},
      {"4 0 1 2 3 -1 -1 0 -1\n4 1 4 5 2\n", 10, "neighbour 0 is given"},
      {"4 0 1 2 3\n4 0 1 2 3\n", 11, "same side"},
      {"4 0 1 2 3\n4 0 1 5 3\n", 11, "same side"},
      {"4 0 1 2 3\n3 0 4 5\n", 11, "same side"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    char at[300];
    snprintf(at, sizeof at, "%s%s", pair, pairs[i].polygons);
    pf_frame frame;
    if (pairs[i].why) {
      refuse(at, pairs[i].line, pairs[i].why);
    } else {
      pf_mesh_data mesh = accept_text(at, &frame);
      assert_int_equal(mesh.component_count, 1);
      pf_mesh_data_free(&mesh);
    }
  }
  refuse("mesh\n2\n7 2\n0 0\n4 0\n4 4\n0 4\n3 1\n9 2\n3 3\n4 0 1 2 3\n3 4 5 6\n", 11,
         "overlaps that of line 12");
  /* One inside the other without touching; the same polygon twice with different vertex numbers. */
  refuse("mesh\n2\n6 2\n0 0\n90 0\n0 90\n10 10\n20 10\n10 20\n3 0 1 2\n3 3 4 5\n", 10, "overlaps");
  refuse("mesh\n2\n6 2\n0 0\n9 0\n0 9\n0 0\n9 0\n0 9\n3 0 1 2\n3 3 4 5\n", 11, "same side");
  /* A vertex's list of polygons. */
  refuse("mesh\n2\n4 1\n0 0 2 0 -1\n4 0\n4 4\n0 4 2 0 -1\n3 0 1 2\n", 7, "no corner there");
  refuse("mesh\n2\n6 2\n0 0 2 -1 0\n4 0\n4 4\n0 4 2 1 -1\n8 0\n8 4\n4 0 1 2 3\n4 1 4 5 2\n", 7,
         "lists polygon 1");
}

SUITE(test_mesh_file_bad) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bad_headers), cmocka_unit_test(test_bad_counts),
      cmocka_unit_test(test_bad_numbers), cmocka_unit_test(test_bad_polygons),
      cmocka_unit_test(test_bad_meshes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
