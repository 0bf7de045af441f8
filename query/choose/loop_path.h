/* loop_path.h - tracks and scenes as the search for loops takes them (mesh/loops.h). */
#ifndef PF_QUERY_CHOOSE_LOOP_PATH_H
#define PF_QUERY_CHOOSE_LOOP_PATH_H

#include "mesh/loops.h"
#include "query/ends/scene.h"
#include "query/paths/areas.h"

static inline bool pf_loop_areas_hide(const void *closed, pf_fixed_point a, pf_fixed_point b) {
  return pf_closed_meets(closed, a, b);
}

static inline bool pf_loop_openings_show(const void *closed, const pf_loop_ground *ground,
                                         const pf_fixed_point at[2], const int32_t polygon[2]) {
  return pf_closed_shows(closed, ground->mesh, ground->fraction_bits, at, polygon);
}

/* All is borrowed; closed and obstacles may be NULL. */
static inline pf_loop_ground pf_loop_ground_of(const pf_scene *scene, const pf_closed *closed,
                                               const pf_obstacles *obstacles) {
  const pf_space *space = scene->space;
  const pf_end *end = scene->ends->end;
  return (pf_loop_ground){.mesh = space->mesh,
                          .locator = space->locator,
                          .fraction_bits = space->fraction_bits,
                          .polygon = {end[0].polygon, end[1].polygon},
                          .obstacles = obstacles,
                          .hides = closed && pf_closed_is_any(closed) ? pf_loop_areas_hide : NULL,
                          .sees = closed && closed->openings ? pf_loop_openings_show : NULL,
                          .context = closed};
}

/* Borrows the track's points. Nothing is known of its pieces. */
static inline pf_loop_path pf_loop_path_of(const pf_track *track, int fraction_bits) {
  return (pf_loop_path){.points = track->points,
                        .count = track->count,
                        .length = track->length * pf_power_of_two(fraction_bits)};
}

#endif
