#include "twin_terrain_sectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int by_angle(const void *left, const void *right) {
  const twin_sector *a = left, *b = right;
  return (a->angle > b->angle) - (a->angle < b->angle);
}

/* Lists the sectors of v; returns how many. */
static int32_t list_sectors(const twin_parts *parts, int32_t v, twin_sector *list) {
  const pathfan_point at = parts->vertices[v];
  int32_t count = 0;
  for (int32_t i = 0; i < parts->part_count; i++) {
    const twin_part *part = &parts->parts[i];
    if ((part->a != v && part->b != v) || !twin_part_is_barrier(part)) continue;
    const pathfan_point far = parts->vertices[twin_part_far(part, v)];
    const double over = part->is_wall ? INFINITY : parts->is_bridge[v] ? 0 : part->cost;
    list[count++] = (twin_sector){v, i, atan2(far.y - at.y, far.x - at.x), over,
                                  part->is_blocked[part->a == v ? 0 : 1]};
  }
  qsort(list, (size_t)count, sizeof *list, by_angle);
  if (!count)
    list[count++] = (twin_sector){v, -1, 0, 0, twin_terrain_blocked(parts->terrain, at.x, at.y)};
  return count;
}

twin_sectors twin_sectors_make(const twin_parts *parts) {
  twin_sectors s = {.parts = parts};
  s.first = calloc((size_t)parts->vertex_count + 1, sizeof *s.first);
  s.list = calloc((size_t)(2 * parts->part_count + parts->vertex_count + 1), sizeof *s.list);
  assert_true(s.first && s.list);
  for (int32_t v = 0; v < parts->vertex_count; v++) {
    s.count += list_sectors(parts, v, s.list + s.count);
    s.first[v + 1] = s.count;
  }
  return s;
}

void twin_sectors_free(twin_sectors *sectors) {
  free(sectors->first);
  free(sectors->list);
  memset(sectors, 0, sizeof *sectors);
}

int32_t twin_sector_before(const twin_sectors *sectors, int32_t sector) {
  const int32_t v = sectors->list[sector].vertex;
  return sector > sectors->first[v] ? sector - 1 : sectors->first[v + 1] - 1;
}

int32_t twin_sector_towards(const twin_sectors *sectors, int32_t v, double dx, double dy) {
  const double angle = atan2(dy, dx);
  int32_t sector = sectors->first[v + 1] - 1;
  for (int32_t i = sectors->first[v]; i < sectors->first[v + 1]; i++)
    if (sectors->list[i].angle <= angle) sector = i;
  return sector;
}

void twin_sectors_beside(const twin_sectors *sectors, int32_t v, int32_t part, int32_t beside[2]) {
  for (int32_t i = sectors->first[v]; i < sectors->first[v + 1]; i++)
    if (sectors->list[i].part == part) {
      beside[0] = i;
      beside[1] = twin_sector_before(sectors, i);
      return;
    }
  fail_msg("part %d doesn't come to vertex %d", (int)part, (int)v);
}

double twin_flight(const twin_sectors *sectors, pathfan_point a, pathfan_point b, int32_t leave) {
  const twin_parts *parts = sectors->parts;
  const double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy), near = parts->tolerance;
  double sum = 0;
  for (int32_t v = 0; v < parts->vertex_count; v++) {
    const double x = parts->vertices[v].x - a.x, y = parts->vertices[v].y - a.y;
    const double along = (x * dx + y * dy) / length;
    if (along > near && along < length - near && fabs(dx * y - dy * x) <= near * length)
      return INFINITY;
  }
  for (int32_t i = 0; i < parts->part_count && sum < INFINITY; i++) {
    const twin_part *part = &parts->parts[i];
    if (i == leave || !twin_part_is_barrier(part)) continue;
    if (twin_cross(a, b, parts->vertices[part->a], parts->vertices[part->b]))
      sum += part->is_wall ? INFINITY : part->cost;
  }
  return sum;
}
