/* soup.c - lists of points and polygons that grow. */
#include "meshing/soup.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"

pathfan_status pf_soup_point(pf_soup *s, double x, double y, double height) {
  if (s->point_count >= INT32_MAX / 3) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_grow(&s->points, &s->point_capacity, 3 * ((int64_t)s->point_count + 1));
  if (status) return status;
  double *to = s->points + 3 * (size_t)s->point_count++;
  to[0] = x;
  to[1] = y;
  to[2] = height;
  return PATHFAN_OK;
}

pathfan_status pf_soup_begin(pf_soup *s, pf_soup_place place) {
  const pathfan_status status =
      pf_grow(&s->polygons, &s->polygon_capacity, (int64_t)s->polygon_count + 1);
  if (status) return status;
  s->polygons[s->polygon_count++] = (pf_soup_polygon){s->corner_count, place};
  return PATHFAN_OK;
}

pathfan_status pf_soup_corner(pf_soup *s, int32_t point, bool is_open) {
  if (s->corner_count >= INT32_MAX / 2) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_grow(&s->corners, &s->corner_capacity, (int64_t)s->corner_count + 1);
  if (!status) s->corners[s->corner_count++] = (pf_soup_corner_data){point, is_open};
  return status;
}

pathfan_status pf_soup_link_add(pf_soup *s, const pf_soup_link *link) {
  const pathfan_status status = pf_grow(&s->links, &s->link_capacity, (int64_t)s->link_count + 1);
  if (!status) s->links[s->link_count++] = *link;
  return status;
}

/* Adds the size of a polygon's surface as seen along y and along z. */
static void add_facing(const pf_soup *s, int32_t polygon, double facing[2]) {
  const uint32_t end = pf_soup_end(s, polygon);
  double along_y = 0, along_z = 0;
  const double *a = s->points + 3 * (size_t)s->corners[end - 1].point;
  for (uint32_t c = s->polygons[polygon].first; c < end; c++) {
    const double *b = s->points + 3 * (size_t)s->corners[c].point;
    along_y += a[2] * b[0] - a[0] * b[2];
    along_z += a[0] * b[1] - a[1] * b[0];
    a = b;
  }
  facing[0] += fabs(along_y);
  facing[1] += fabs(along_z);
}

void pf_soup_turn_up(pf_soup *s) {
  double facing[2] = {0, 0};
  for (int32_t p = 0; p < s->polygon_count; p++) add_facing(s, p, facing);
  for (int32_t i = 0; i < s->point_count && facing[0] > facing[1]; i++) {
    double *at = s->points + 3 * (size_t)i;
    const double height = at[1];
    at[1] = at[2];
    at[2] = height;
  }
}

const char *pf_soup_place_text(const pf_soup *s, pf_soup_place place,
                               char buffer[PF_SOUP_PLACE_BYTES]) {
  const char *is = s->place_is ? s->place_is : "polygon";
  if (place.tile < 0)
    snprintf(buffer, PF_SOUP_PLACE_BYTES, "%s %lld", is, (long long)place.number);
  else
    snprintf(buffer, PF_SOUP_PLACE_BYTES, "%s %lld of tile %d", is, (long long)place.number,
             (int)place.tile);
  return buffer;
}

pathfan_status pf_soup_status(const char *path, pathfan_status status, pathfan_error *error) {
  return status == PATHFAN_ERR_NO_MEMORY || status == PATHFAN_ERR_LIMIT
             ? pf_fail(error, status, "%s: %s", pf_name_tail(path), pathfan_status_text(status))
             : status;
}

void pf_soup_free(pf_soup *s) {
  free(s->points);
  free(s->polygons);
  free(s->corners);
  free(s->links);
  memset(s, 0, sizeof *s);
}
