/* polygons_fixture.h - outlines of polygons, for the suites test_polygons and
 * test_polygon_meaning. */
#ifndef PF_TESTS_POLYGONS_FIXTURE_H
#define PF_TESTS_POLYGONS_FIXTURE_H

#include "map/polygons.h"
#include "twin_maps.h"
#include "twin_polygons.h"

static inline double uniform(pf_random *random, double from, double to) {
  return from + (to - from) * ((double)(pf_random_bits(random) >> 11) * 0x1p-53);
}

static inline void outline_of(const pf_polygons *polygons, double unit, double radius,
                              pf_frame *frame, pf_outline *outline) {
  pathfan_error error = {{0}};
  const pf_snap_options options = {.unit = unit, .agent_radius = radius};
  const pathfan_status status = pf_polygons_outline(polygons, &options, frame, outline, &error);
  if (status) fail_msg("status %d: %s", (int)status, error.text);
}

static inline bool outline_is_free(const pf_frame *frame, const pf_outline *outline, double x,
                                   double y) {
  const int w = twin_outline_winding(outline, x * frame->scale - frame->origin_x,
                                     y * frame->scale - frame->origin_y);
  assert_true(w == 0 || w == 1);
  return w == 1;
}

static inline void add_ring(pf_polygons *polygons, int count, const double *xy) {
  assert_int_equal(pf_polygons_ring(polygons, polygons->polygon_count - 1), PATHFAN_OK);
  for (int i = 0; i < count; i++)
    assert_int_equal(pf_polygons_point(polygons, xy[2 * i], xy[2 * i + 1]), PATHFAN_OK);
  pf_polygons_close_ring(polygons);
}

#endif
