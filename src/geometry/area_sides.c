/* area_sides.c - the grown shape is a union of open convex pieces, and the areas' inside, which is
 * entered through pieces alone. A line enters a piece where it has crossed the last of its sides'
 * lines; it enters the union with the first piece. */
#include "geometry/area_sides.h"

#include <assert.h>

/* Side k of a piece, with free space to its left. False: rounding made it a point. */
static bool side_of(const pf_area_piece *piece, int k, pf_wall_line *wall) {
  *wall = (pf_wall_line){piece->corners[(k + 1) & 3], piece->corners[k]};
  return wall->a.x != wall->b.x || wall->a.y != wall->b.y;
}

static bool enter_piece(const pf_area_piece *piece, pf_fixed_point from, pf_fixed_point to,
                        pf_wall_entry *last) {
  bool found = false;
  for (int k = 0; k < 4; k++) {
    pf_wall_line wall;
    pf_wall_entry entry;
    if (!side_of(piece, k, &wall) || !pf_wall_crossing(&wall, from, to, &entry)) continue;
    if (!found || pf_wall_entry_compare(&entry, last) > 0) *last = entry;
    found = true;
  }
  return found;
}

bool pf_area_enter(const pf_areas *areas, int32_t ring, pf_fixed_point from, pf_fixed_point to,
                   pf_wall_entry *first) {
  pf_area_piece room[PF_CIRCLE_CORNERS];
  int32_t count;
  const pf_area_piece *pieces = pf_area_pieces(areas, ring, room, &count);
  bool found = false;
  for (int32_t i = 0; i < count; i++) {
    pf_wall_entry entry;
    if (!pf_area_piece_meets(&pieces[i], from, to) || !enter_piece(&pieces[i], from, to, &entry))
      continue;
    if (!found || pf_wall_entry_compare(&entry, first) < 0) *first = entry;
    found = true;
  }
  return found;
}

void pf_area_nearest(const pf_areas *areas, int32_t ring, pf_fixed_point point, pf_near *nearest) {
  pf_area_piece room[PF_CIRCLE_CORNERS];
  int32_t count;
  const pf_area_piece *pieces = pf_area_pieces(areas, ring, room, &count);
  bool found = false;
  for (int32_t i = 0; i < 4 * count; i++) {
    pf_wall_line wall;
    pf_near near;
    if (!side_of(&pieces[i / 4], i % 4, &wall)) continue;
    pf_wall_distance(&wall, point, &near);
    if (!found || pf_near_compare(&near, nearest) < 0) *nearest = near;
    found = true;
  }
  assert(found);
}
