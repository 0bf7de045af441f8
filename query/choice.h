/* choice.h - the state of a choice among candidates. */
#ifndef PATHFAN_QUERY_CHOICE_H
#define PATHFAN_QUERY_CHOICE_H

#include "difference.h"
#include "splices.h"

/* Scratch of one thread; zero it first. */
typedef struct pathfan_choice {
  pathfan_difference difference;
  pathfan_splicer splicer;
  bool splices;          /* candidates are joined where they meet */
  bool splices_last;     /* splices are judged after all other candidates, not in order of length */
  int32_t unspliced;     /* number of tracks before the first splice that was taken; 0: none was */
  pathfan_tracks others; /* candidates that might have been taken after these but for the splice */
  bool fills;            /* tracks refused only for being near are kept in reserve */
  pathfan_tracks reserve;
} pathfan_choice;

/* Moves a track that is too near to a chosen one to the reserve, if the choice fills. Errors:
 * NO_MEMORY. */
static inline pathfan_status pathfan_choice_keep_near(pathfan_choice *choice,
                                                      pathfan_track *track) {
  pathfan_track *kept;
  if (!choice->fills) return PATHFAN_OK;
  const pathfan_status status = pathfan_tracks_next(&choice->reserve, &kept);
  if (status) return status;
  pathfan_track_swap(track, kept);
  choice->reserve.count++;
  return PATHFAN_OK;
}

static inline void pathfan_choice_free(pathfan_choice *choice) {
  pathfan_splicer_free(&choice->splicer);
  pathfan_tracks_free(&choice->others);
  pathfan_tracks_free(&choice->reserve);
}

#endif
