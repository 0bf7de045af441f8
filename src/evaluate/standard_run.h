/* standard_run.h - one run of a guideline's test: a floor of boxes, people, and where they were.
 *
 *   status = pf_standard_run(&floor, &options, 2000, &tracks, &error);
 *   for (k = 0; k < tracks.frames; k++) ... pf_standard_at(&tracks, k, id) ...
 *   pf_standard_tracks_free(&tracks); */
#ifndef PF_EVALUATE_STANDARD_RUN_H
#define PF_EVALUATE_STANDARD_RUN_H

#include "pathfan/crowd.h"

#define PF_STANDARD_BOXES 8

typedef struct pf_standard_box {
  double left, low, right, high; /* metres */
} pf_standard_box;

typedef struct pf_standard_floor {
  pf_standard_box free[PF_STANDARD_BOXES], blocked[PF_STANDARD_BOXES];
  int32_t free_count, blocked_count;
  pf_standard_box from; /* a box without a surface is a point */
  pf_standard_box to[PF_STANDARD_BOXES];
  int32_t to_count;
  int32_t agents; /* all there from the beginning */
} pf_standard_floor;

/* Where all people were, read from outside. Their ids are 0, 1, 2, .. */
typedef struct pf_standard_tracks {
  double seconds; /* of a step */
  int32_t agents, frames;
  pathfan_point *at; /* [Size: frames * agents] frame 0: before the first step; NAN: not there */
  int64_t capacity;
  double *walks_at; /* [Size: agents] s: when its delay was over; NAN: hasn't arrived */
  int32_t arrived;
} pf_standard_tracks;

static inline pathfan_point pf_standard_at(const pf_standard_tracks *t, int32_t frame, int32_t id) {
  return t->at[(int64_t)frame * t->agents + id];
}

/* Runs until all have arrived, or for so many steps. options: with step_seconds;
 * law, flows, spawn and index are set here. *tracks is to be freed in any case. Errors: as
 * pathfan_build_index and pathfan_crowd_create. */
pathfan_status pf_standard_run(const pf_standard_floor *floor, const pathfan_crowd_options *options,
                               int32_t most_steps, pf_standard_tracks *tracks,
                               pathfan_error *error);

void pf_standard_tracks_free(pf_standard_tracks *tracks);

#endif
