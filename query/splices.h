/* splices.h - candidates that meet, joined to others.
 *
 *   pathfan_splicer_begin(&splicer, view, limit);
 *   status = pathfan_splicer_add(&splicer, track, counts, budget);     as they are recovered
 *   if (pathfan_splicer_least(&splicer) <= length) pathfan_splicer_take(&splicer, track);
 */
#ifndef PATHFAN_QUERY_SPLICES_H
#define PATHFAN_QUERY_SPLICES_H

#include "base/budget.h"
#include "index_view.h"
#include "tracks.h"

/* Candidates that are joined: the work grows with their square, and long ones give little. */
#define PATHFAN_SPLICER_PARTS 64

/* Point `index` of part number `part`. */
typedef struct pathfan_splicer_place {
  pathfan_fixed_point at;
  int32_t part, index;
  int32_t slot, next; /* of the table, and the place there before it; -1: none */
} pathfan_splicer_place;

/* Scratch of one thread; zero it first. */
typedef struct pathfan_splicer {
  const pathfan_index_view *view;
  int64_t limit;                 /* of length, in units */
  pathfan_tracks parts;          /* candidates */
  pathfan_splicer_place *places; /* all of their points but the ends */
  int32_t *heads;                /* [Size: slots] the last place of a slot; anything, if that place
                                    isn't there or of another slot */
  int32_t place_count, place_capacity, slots;
  pathfan_tracks splices; /* that wait; the shortest is the last */
  int32_t made;
} pathfan_splicer;

/* Forgets all; limit: in units. */
void pathfan_splicer_begin(pathfan_splicer *splicer, const pathfan_index_view *view, int64_t limit);

/* Joins a candidate's track to those added before, where they meet; counts what is tried, and what
 * falls out at once. Errors: NO_MEMORY. */
pathfan_status pathfan_splicer_add(pathfan_splicer *splicer, const pathfan_track *track,
                                   pathfan_candidates *counts, pathfan_budget *budget);

/* Length of the shortest splice that waits, in units; INT64_MAX: there is none. */
static inline int64_t pathfan_splicer_least(const pathfan_splicer *s) {
  return s->splices.count ? s->splices.list[s->splices.count - 1].units : INT64_MAX;
}

/* Swaps that one with a draft; it waits no longer. */
static inline void pathfan_splicer_take(pathfan_splicer *s, pathfan_track *draft) {
  pathfan_track_swap(draft, &s->splices.list[--s->splices.count]);
}

void pathfan_splicer_free(pathfan_splicer *splicer);

#endif
