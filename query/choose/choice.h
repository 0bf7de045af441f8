/* choice.h - the state of a choice among candidates. */
#ifndef PF_QUERY_CHOOSE_CHOICE_H
#define PF_QUERY_CHOOSE_CHOICE_H

#include "difference.h"
#include "mesh/loops.h"
#include "splices.h"

/* Scratch of one thread; zero it first. */
typedef struct pf_choice {
  pf_difference difference;
  pf_splicer splicer;
  pf_loops loops;
  bool splices;      /* candidates are joined where they meet */
  bool splices_last; /* splices are judged after all other candidates, not in order of length */
  int32_t unspliced; /* number of tracks before the first splice that was taken; 0: none was */
  pf_tracks others;  /* candidates that might have been taken after these but for the splice */
  bool fills;        /* tracks refused only for being near are kept in reserve */
  pf_tracks reserve;
} pf_choice;

/* Moves a track that is too near to a chosen one to the reserve, if the choice fills. Errors:
 * NO_MEMORY. */
static inline pathfan_status pf_choice_keep_near(pf_choice *choice, pf_track *track) {
  pf_track *kept;
  if (!choice->fills) return PATHFAN_OK;
  const pathfan_status status = pf_tracks_next(&choice->reserve, &kept);
  if (status) return status;
  pf_track_swap(track, kept);
  choice->reserve.count++;
  return PATHFAN_OK;
}

static inline void pf_choice_free(pf_choice *choice) {
  pf_splicer_free(&choice->splicer);
  pf_loops_free(&choice->loops);
  pf_tracks_free(&choice->others);
  pf_tracks_free(&choice->reserve);
}

#endif
