/* entries.h - all candidates of one request: each is recovered once, and judged by itself and
 * against another one once, whatever is chosen from them (selection.h).
 *
 *   status = pf_entries_begin(&entries, task, &recovery);      path 1 becomes entry 0
 *   pf_entries_offer(&entries, &recovery, &candidates);                 again and again
 *   status = pf_entries_feed(&entries, at);       order[at] is the next entry, if at < order_count
 *   status = pf_entries_judge_alone(&entries, entry, &fate);
 *   status = pf_entries_compare(&entries, entry, taken, separated, &fate);
 *
 * Candidates come in stages. Within a stage they come by order, as do those of one stage after the
 * other if each goes on where the last one ended; so they are recovered only when it is their turn.
 * Those of a later stage may also come before entries that are there already. */
#ifndef PF_QUERY_CHOOSE_ENTRIES_H
#define PF_QUERY_CHOOSE_ENTRIES_H

#include "base/stamp.h"
#include "difference.h"
#include "mesh/loops.h"
#include "query/paths/candidates.h"
#include "query/paths/task.h"
#include "splices.h"

/* The number of taken entries that verdicts are kept about; about others they are found anew. */
#define PF_ENTRIES_RIVALS 16

/* How candidates become paths, and what holds for them. */
typedef struct pf_recovery {
  const void *context; /* of all functions below */
  /* Builds a candidate's path in a track. *taut: whether it wraps the obstacle at the via node.
     Errors: NO_MEMORY. */
  pathfan_status (*recover)(const void *context, const pf_candidate *candidate, pf_track *track,
                            bool *taut);
  /* Whether a candidate is a via-path: both halves are shortest paths. Called for candidates that
     passed everything but measures; NULL: all are. */
  bool (*is_proper)(const void *context, const pf_candidate *candidate);
  /* Returns where a candidate's via node is; NULL: candidates have none. */
  pf_fixed_point (*via_at)(const void *context, const pf_candidate *candidate);
  bool splices;    /* tracks can be joined: they know their lengths in units of an index */
  bool goes_on;    /* further offers follow, the last of them of PF_STAGE_ALL */
  bool one_by_one; /* candidates are found with regard to those before: an objective can't choose */
  pf_via_stage stage; /* of the candidates offered, or the greatest of these */
  int64_t reach; /* candidates up to this order are offered; so no longer splice is an entry yet.
                    0: no bound */
} pf_recovery;

/* A candidate or a splice. Its path is the track of the same number. */
typedef struct pf_entry {
  int64_t order; /* the candidate's; of a splice its length in units, but at least the order of the
                    candidate that completes it */
  pf_candidate candidate; /* via: -1: it is a splice */
  pf_fixed_point via;     /* place of the via node, if it has one */
  int32_t same;  /* an entry that is void since its candidate has the same path; -1: none */
  bool is_void;  /* it never is in `order`: not taut, or the path is known. `own` says which */
  bool is_stale; /* void, and its via node was evaluated again since */
  pf_via_stage offered; /* the stage of the offer that it came with */
  int8_t own;   /* pathfan_fate: CHOSEN: nothing speaks against the path itself; -1: not known */
  int8_t rival; /* its place in `against`; -1: none */
  uint8_t against[PF_ENTRIES_RIVALS];
  pf_fixed_point chord[2]; /* of a LOOPING one */
} pf_entry;

/* Scratch of one thread; zero it first. */
typedef struct pf_entries {
  const pf_task *task;
  pf_difference difference;
  pf_loops loops;
  pf_splicer splicer;
  bool splices;          /* candidates are joined where they meet */
  bool has_vias;         /* candidates have via nodes */
  pf_tracks tracks;      /* of all entries */
  pf_known_tracks known; /* entries that aren't void */
  pf_entry *of;          /* [Size: tracks.count] the entries */
  int32_t *order;        /* [Size: order_count] entries that aren't void, in the order of judging */
  int32_t closed;        /* no entry comes before this place in `order` any more */
  int32_t of_capacity, order_count, order_capacity;
  pf_recovery recovery[PF_STAGES];
  pf_via_stage stage; /* of the list */
  pf_candidate *list; /* [Size: count] offered last, borrowed; those before `next` are entries */
  int32_t count, next;
  int32_t rival_count;
  pathfan_candidates refused;    /* splices that were refused at once */
  int32_t unjudged;              /* candidates of earlier lists that never became entries */
  int32_t part_at, parts_before; /* simple candidates in order[0 .. part_at) */
  bool goes_on;                  /* the recovery's */
  pf_stamp vias;                 /* then: those of entries that came before that stage */
  int32_t *entry_of;             /* [Size: entry_of_capacity] their entries */
  int32_t entry_of_capacity;
  int32_t recoveries; /* as many as candidates at most */
} pf_entries;

/* Begins without candidates. The task's only track is entry 0, too. recovery: of the first offer.
 * Errors: NO_MEMORY. */
pathfan_status pf_entries_begin(pf_entries *entries, const pf_task *task,
                                const pf_recovery *recovery);

/* Offers candidates, which are sorted; the list must stay until the next one is offered. What is
 * left of the list before is never recovered. */
void pf_entries_offer(pf_entries *entries, const pf_recovery *recovery,
                      pf_candidate_list *candidates);

/* Announces that the next candidates stand for all via nodes: what was found out of via nodes
 * without a path, or with a known one, is found out again. */
void pf_entries_evaluate_anew(pf_entries *entries);

/* Recovers what may come before or at place `at` of the order, if anything is left. Errors:
 * NO_MEMORY, and those of recovery. */
pathfan_status pf_entries_feed(pf_entries *entries, int32_t at);

/* Finds what speaks against an entry by itself; CHOSEN: nothing. Errors: NO_MEMORY, and those of
 * measures. */
pathfan_status pf_entries_judge_alone(pf_entries *entries, int32_t entry, pathfan_fate *fate);

/* Makes an entry one that others are compared with. Errors: NO_MEMORY. */
pathfan_status pf_entries_take(pf_entries *entries, int32_t entry);

/* Compares an entry with one that was taken: TOO_SIMILAR, TOO_NEAR if separated, or CHOSEN.
 * Errors: NO_MEMORY. */
pathfan_status pf_entries_compare(pf_entries *entries, int32_t entry, int32_t taken, bool separated,
                                  pathfan_fate *fate);

static inline bool pf_entries_is_splice(const pf_entries *entries, int32_t entry) {
  return entries->of[entry].candidate.via < 0;
}

/* The number of candidates and splices that aren't entries. */
static inline int32_t pf_entries_left(const pf_entries *entries) {
  return entries->count - entries->next + entries->unjudged +
         (entries->splices ? entries->splicer.wait_count : 0);
}

void pf_entries_free(pf_entries *entries);

#endif
