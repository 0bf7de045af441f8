/* areas.h - what is closed to the paths of a request: areas that come with it, and obstacles. */
#ifndef PF_QUERY_PATHS_AREAS_H
#define PF_QUERY_PATHS_AREAS_H

#include "geometry/area.h"
#include "query/obstacles/openings.h"
#include "query/obstacles/trie.h"
#include "query/open/built_with.h"
#include "tracks.h"

/* Borrowed; all NULL: nothing is closed. */
typedef struct pf_closed {
  const pf_areas *areas;
  const pf_trie *places;       /* obstacles by place */
  const pf_openings *openings; /* in which the map's walls aren't; areas there are closed */
} pf_closed;

static inline bool pf_closed_is_any(const pf_closed *closed) {
  return PATHFAN_WITH_AREAS && (closed->places || (closed->areas && closed->areas->ring_count));
}

#if PATHFAN_WITH_AREAS
/* Whether the segment between two points that aren't in an area meets one. */
bool pf_closed_meets(const pf_closed *closed, pf_fixed_point a, pf_fixed_point b);

/* Whether a point lies in an area. */
bool pf_closed_holds(const pf_closed *closed, pf_fixed_point at);

/* Whether two points see each other through openings, of which there are some; polygons: that
 * contain them, -1: none does. */
bool pf_closed_shows(const pf_closed *closed, const pf_mesh *mesh, int fraction_bits,
                     const pf_fixed_point at[2], const int32_t polygon[2]);

/* Whether a track touches any area. */
bool pf_track_enters(const pf_track *track, const pf_closed *closed);
#else
static inline bool pf_closed_meets(const pf_closed *closed, pf_fixed_point a, pf_fixed_point b) {
  (void)closed, (void)a, (void)b;
  return false;
}

static inline bool pf_closed_holds(const pf_closed *closed, pf_fixed_point at) {
  (void)closed, (void)at;
  return false;
}

static inline bool pf_closed_shows(const pf_closed *closed, const pf_mesh *mesh, int fraction_bits,
                                   const pf_fixed_point at[2], const int32_t polygon[2]) {
  (void)closed, (void)mesh, (void)fraction_bits, (void)at, (void)polygon;
  return false;
}

static inline bool pf_track_enters(const pf_track *track, const pf_closed *closed) {
  (void)track, (void)closed;
  return false;
}
#endif

#endif
