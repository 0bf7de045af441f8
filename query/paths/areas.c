/* areas.c - tests points and paths against everything that is closed. The geometry is in
 * geometry/area.c. */
#include "areas.h"

#if PATHFAN_WITH_AREAS
bool pf_closed_meets(const pf_closed *closed, pf_fixed_point a, pf_fixed_point b) {
  return (closed->areas && pf_areas_meet(closed->areas, a, b)) ||
         (closed->places && pf_trie_meet(closed->places, a, b));
}

bool pf_closed_holds(const pf_closed *closed, pf_fixed_point at) {
  return (closed->areas && pf_areas_hold(closed->areas, at)) ||
         (closed->places && pf_trie_hold(closed->places, at));
}

bool pf_closed_shows(const pf_closed *closed, const pf_mesh *mesh, int fraction_bits,
                     const pf_fixed_point at[2], const int32_t polygon[2]) {
  return pf_breach_sees(&closed->openings->breach, mesh, fraction_bits,
                        (pf_station){at[0], polygon[0]}, (pf_station){at[1], polygon[1]});
}

bool pf_track_enters(const pf_track *track, const pf_closed *closed) {
  for (int32_t i = 0; i + 1 < track->count && pf_closed_is_any(closed); i++)
    if (pf_closed_meets(closed, track->points[i], track->points[i + 1])) return true;
  return false;
}
#endif
