/* selection.h - k paths out of the entries of a request. A selection is an order of the entries:
 * each is taken in turn if nothing speaks against it and it differs from all that were taken
 * before.
 *
 *   pf_selection_begin(&selection);                      and its order
 *   status = pf_select(&entries, &selection);               goes on where it ended
 *   selection.taken[0 .. count)                          entries; 0, path 1, is the first */
#ifndef PF_QUERY_CHOOSE_SELECTION_H
#define PF_QUERY_CHOOSE_SELECTION_H

#include "entries.h"

/* What happened to an entry. */
typedef struct pf_judgement {
  int8_t fate;   /* pathfan_fate; -1: none yet */
  bool filled;   /* judged without the separation, after it was too near to a path */
  int32_t rival; /* place in `taken` of the path that it is too similar or too near to; -1: none */
} pf_judgement;

/* Zero it first. */
typedef struct pf_selection {
  /* The order. Within each part of it entries come by length. */
  pf_via_stage first; /* entries up to this stage come before the others */
  bool splices_last;  /* splices come after all candidates; an objective chooses without them */
  bool fills;         /* at last come those that are too near, and only have to be dissimilar */
  bool unseparated;   /* this holds for all */

  int32_t *taken;         /* [Size: count] in the order in which they were taken */
  pf_judgement *verdicts; /* [Size: verdict_count] of each entry */
  int32_t *judged;        /* [Size: judged_count] in this order; -1: judged again later */
  int32_t count, taken_capacity, verdict_count, verdict_capacity, judged_count, judged_capacity;
  int32_t *left; /* [Size: left_count] what an objective may still choose */
  int32_t left_count, left_capacity;
  int32_t at;     /* place in the order of entries where it goes on */
  int32_t strict; /* how many were taken before any was filled in */
} pf_selection;

/* Begins with path 1 alone, in the order of entries. */
void pf_selection_begin(pf_selection *selection);

/* Goes on until there are as many paths as the request wants, or no more entries. Only a selection
 * in the order of entries may be called again, after more candidates were offered. Errors:
 * NO_MEMORY, and those of recovery and measures. */
pathfan_status pf_select(pf_entries *entries, pf_selection *selection);

/* For selections by an objective (objective.h): */

/* Makes room for verdicts on all entries. Errors: NO_MEMORY. */
pathfan_status pf_selection_fit(pf_selection *selection, const pf_entries *entries);

/* Judges an entry beside path 1, or beside all that were taken, and by itself. Errors: as for
 * pf_select. */
pathfan_status pf_selection_judge(pf_selection *selection, pf_entries *entries, int32_t entry,
                                  bool beside_first, pf_judgement *verdict);

/* Notes a verdict; an entry that is CHOSEN is taken. Errors: NO_MEMORY. */
pathfan_status pf_selection_note(pf_selection *selection, pf_entries *entries, int32_t entry,
                                 pf_judgement verdict);

/* Fills in entries that were too near. Errors: as for pf_select. */
pathfan_status pf_selection_fill(pf_selection *selection, pf_entries *entries);

void pf_selection_free(pf_selection *selection);

#endif
