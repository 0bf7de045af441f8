/* locate.c - a row is found by division, its run by binary search: some five
 * steps on game maps, in two cache lines. */
#include "mesh/locate.h"

#include "format/layout.h"

static int32_t entry_x(const pathfan_locator *l, uint32_t i) {
  return (int32_t)pathfan_load_id(l->x, i, l->entry_bytes);
}

static int32_t entry_polygon(const pathfan_locator *l, uint32_t i) {
  return (int32_t)pathfan_load_id(l->polygon, i, l->entry_bytes); /* NONE is -1 */
}

/* The polygon that covers cell (x,y), or -1. */
static int32_t polygon_of_cell(const pathfan_locator *l, int64_t x, int64_t y) {
  if (x < 0 || y < 0 || x >= l->width || y >= l->height) return -1;
  uint32_t low = l->first[y], high = l->first[y + 1];
  if (low == high || x < entry_x(l, low)) return -1;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (entry_x(l, middle) <= x)
      low = middle;
    else
      high = middle;
  }
  return entry_polygon(l, low);
}

int32_t pathfan_locate(const pathfan_locator *l, pathfan_fixed point, int bits) {
  const int64_t mask = ((int64_t)1 << bits) - 1;
  const int64_t x = point.x >> bits, y = point.y >> bits; /* floor */
  const bool between_columns = !(point.x & mask), between_rows = !(point.y & mask);
  int32_t polygon = polygon_of_cell(l, x, y);
  if (polygon < 0 && between_rows) polygon = polygon_of_cell(l, x, y - 1);
  if (polygon < 0 && between_rows && between_columns) polygon = polygon_of_cell(l, x - 1, y - 1);
  if (polygon < 0 && between_columns) polygon = polygon_of_cell(l, x - 1, y);
  return polygon;
}

static int64_t clamp(int64_t v, int64_t low, int64_t high) {
  return v < low ? low : v > high ? high : v;
}

bool pathfan_locate_nearest(const pathfan_locator *l, pathfan_fixed point, double radius, int bits,
                            pathfan_fixed *nearest, int32_t *polygon) {
  const int64_t unit = (int64_t)1 << bits;
  bool found = false;
  double best = radius;
  for (int32_t y = 0; y < l->height; y++) {
    const int64_t py = clamp(point.y, y * unit, (y + 1) * unit);
    const double dy = (double)py - (double)point.y; /* may not fit an int64 */
    if (fabs(dy) > best) continue;
    for (uint32_t i = l->first[y]; i < l->first[y + 1]; i++) {
      const int32_t here = entry_polygon(l, i);
      if (here < 0) continue;
      const int64_t end = i + 1 < l->first[y + 1] ? entry_x(l, i + 1) : l->width;
      const int64_t px = clamp(point.x, entry_x(l, i) * unit, end * unit);
      const double dx = (double)px - (double)point.x;
      const double distance = sqrt(dx * dx + dy * dy);
      if (distance > best || (found && distance == best)) continue;
      found = true;
      best = distance;
      *nearest = (pathfan_fixed){px, py};
      *polygon = here;
    }
  }
  return found;
}
