/* splices.h - joins candidates that meet.
 *
 *   pf_splicer_begin(&splicer, view, path_1, limit);
 *   status = pf_splicer_add(&splicer, track, counts, work_limit);     as they are recovered
 *   if (pf_splicer_least(&splicer) <= length) status = pf_splicer_take(&splicer, track);
 */
#ifndef PF_QUERY_CHOOSE_SPLICES_H
#define PF_QUERY_CHOOSE_SPLICES_H

#include <assert.h>

#include "base/work_limit.h"
#include "legs.h"

/* The most candidates that a caller should join, the shortest: work grows with their square, and
 * long ones give little. */
#define PF_SPLICER_PARTS 64

/* The most splices that are made, and again after pf_splicer_go_on. */
#define PF_SPLICES_MOST 256

/* Point `index` of part number `part`. */
typedef struct pf_splicer_place {
  pf_fixed_point at;
  int32_t part, index;
  int32_t leg;        /* number of the leg that ends there */
  int32_t slot, next; /* in the table, and the place before it in this slot; -1: none */
  int32_t other; /* the last place before it in this slot at which another leg ends; -1: none */
} pf_splicer_place;

/* Scratch of one thread; zero it first. */
typedef struct pf_splicer {
  const pf_index_view *view;
  int64_t limit;               /* the greatest length, in units */
  const pf_fixed_point *first; /* [Size: first_count] points of path 1, borrowed */
  int32_t first_count;
  pf_tracks parts;          /* candidates */
  pf_legs legs;             /* of all parts */
  pf_splicer_place *places; /* of all their points but the ends */
  int32_t *heads; /* [Size: slots] the last place of each slot; any value if that place doesn't
                     exist or is in another slot */
  int32_t place_count, place_capacity, slots;
  pf_tracks splices; /* all that were made */
  int32_t *waiting;  /* [Size: wait_count] the others, the shortest last */
  int32_t wait_count, wait_capacity, splices_most;
} pf_splicer;

/* Begins without parts and splices. The points of path 1 are borrowed. limit: in units. */
void pf_splicer_begin(pf_splicer *splicer, const pf_index_view *view, const pf_track *path_1,
                      int64_t limit);

/* Allows as many splices more as from the beginning. */
static inline void pf_splicer_go_on(pf_splicer *s) {
  s->splices_most = s->splices.count + PF_SPLICES_MOST;
}

/* Joins a candidate's track to those added before, where they meet; counts the splices tried and
 * those refused at once. Errors: NO_MEMORY. */
pathfan_status pf_splicer_add(pf_splicer *splicer, pf_track *track, pathfan_candidates *counts,
                              pf_work_limit *work_limit);

/* Returns the length of the shortest splice that waits, in units; INT64_MAX if none does. */
static inline int64_t pf_splicer_least(const pf_splicer *s) {
  return s->wait_count ? s->splices.list[s->waiting[s->wait_count - 1]].units : INT64_MAX;
}

/* Copies the shortest splice that waits to a draft; it no longer waits. Errors: NO_MEMORY. */
static inline pathfan_status pf_splicer_take(pf_splicer *s, pf_track *draft) {
  assert(s->wait_count > 0);
  return pf_track_duplicate(draft, &s->splices.list[s->waiting[--s->wait_count]]);
}

void pf_splicer_free(pf_splicer *splicer);

#endif
