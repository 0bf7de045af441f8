/* polygons_inside_out.c - guesses whether polygons whose kind isn't said are where one may walk:
 * rooms hang together by their borders, buildings mostly don't. A wrong guess costs a message. */
#include <math.h>

#include "map/polygons.h"

/* More polygons, or points of them, aren't compared with each other. */
#define LOOKED_AT 32
#define LOOKED_AT_POINTS 2000

/* Whether two segments meet, within rounding. */
static bool meet(const double *a, const double *b, const double *c, const double *d) {
  const double u[2] = {b[0] - a[0], b[1] - a[1]}, v[2] = {d[0] - c[0], d[1] - c[1]};
  const double from_c = u[0] * (c[1] - a[1]) - u[1] * (c[0] - a[0]);
  const double from_d = u[0] * (d[1] - a[1]) - u[1] * (d[0] - a[0]);
  const double from_a = v[0] * (a[1] - c[1]) - v[1] * (a[0] - c[0]);
  const double from_b = v[0] * (b[1] - c[1]) - v[1] * (b[0] - c[0]);
  return fmin(from_c, from_d) <= 0 && fmax(from_c, from_d) >= 0 && fmin(from_a, from_b) <= 0 &&
         fmax(from_a, from_b) >= 0 && fmin(a[0], b[0]) <= fmax(c[0], d[0]) &&
         fmin(c[0], d[0]) <= fmax(a[0], b[0]) && fmin(a[1], b[1]) <= fmax(c[1], d[1]) &&
         fmin(c[1], d[1]) <= fmax(a[1], b[1]);
}

/* Whether the shells of two polygons meet. */
static bool shells_meet(const pf_polygons *p, int32_t one, int32_t other) {
  const int32_t r = p->polygons[one].first_ring, s = p->polygons[other].first_ring;
  const int32_t r_first = p->rings[r].first_point, r_end = pf_ring_end(p, r);
  const int32_t s_first = p->rings[s].first_point, s_end = pf_ring_end(p, s);
  for (int32_t i = r_first; i < r_end; i++)
    for (int32_t j = s_first; j < s_end; j++)
      if (meet(p->points + 2 * i, p->points + 2 * (i + 1 < r_end ? i + 1 : r_first),
               p->points + 2 * j, p->points + 2 * (j + 1 < s_end ? j + 1 : s_first)))
        return true;
  return false;
}

/* Whether all polygons hang together by their borders. */
static bool are_joined(const pf_polygons *p) {
  bool is_joined[LOOKED_AT] = {true};
  int32_t reached[LOOKED_AT] = {0}, count = 1;
  for (int32_t next = 0; next < count; next++)
    for (int32_t other = 0; other < p->polygon_count; other++)
      if (!is_joined[other] && shells_meet(p, reached[next], other)) {
        is_joined[other] = true;
        reached[count++] = other;
      }
  return count == p->polygon_count;
}

void pf_polygons_look_inside_out(pf_polygons *polygons) {
  char place[PF_PLACE_BYTES];
  if (!polygons->polygon_count || polygons->polygon_count > LOOKED_AT ||
      polygons->point_count > LOOKED_AT_POINTS || polygons->ignored.count[PF_IGNORED_INSIDE_OUT])
    return;
  for (int32_t p = 0; p < polygons->polygon_count; p++)
    if (polygons->polygons[p].kind != PF_POLYGON_OBSTACLE || !polygons->polygons[p].is_assumed)
      return;
  if (are_joined(polygons))
    pf_ignore(&polygons->ignored, PF_IGNORED_INSIDE_OUT, polygons->polygon_count, "%s",
              pf_polygon_place(polygons, 0, place));
}
