/* results.h - keeps what the long stages of a build find until the index is written: in memory, or
 * in a work file beside the index, if an interrupted build is to be resumed, and from the moment on
 * at which the memory limit has no room left.
 *
 *   pf_results_open -> _expect, _put ... -> _ready -> _get ... -> _close
 *
 * A result has a kind and a number, and consists of some bytes. */
#ifndef PF_BUILD_INDEX_RUN_RESULTS_H
#define PF_BUILD_INDEX_RUN_RESULTS_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "build-index/run/spill.h"
#include "format/digest.h"

typedef enum pf_result_kind {
  PF_RESULT_ORDER = 0,  /* ranks of vertices: one result */
  PF_RESULT_LABELS,     /* lists of hubs, in batches (hub_lists.h) */
  PF_RESULT_VIA_SETS,   /* of a region with the regions up to itself (via_sets.h) */
  PF_RESULT_VIA_LEVELS, /* of a part of a level (via_levels.h) */
  PF_RESULT_TREES,      /* sent from one member of a process group to another (hub_trees.c) */
  PF_RESULT_KINDS
} pf_result_kind;

typedef struct pf_result {
  bool is_there;
  const uint8_t *bytes; /* in a file: NULL until the results are ready */
  uint64_t at, size;    /* at: in the file; 0: in memory */
} pf_result;

typedef struct pf_result_list {
  pf_result *list; /* [Size: count] */
  int64_t count;
} pf_result_list;

typedef struct pf_results {
  pf_result_list lists[PF_RESULT_KINDS];
  const pf_spill *spill; /* where results go for which there is no memory; NULL: nowhere */
  char *path;            /* owned; NULL: in memory */
  bool stays;            /* the file survives a build that fails or is killed */
  int fd;                /* -1: in memory */
  uint64_t end;          /* of the complete records in the file */
  int32_t left;          /* results left by an earlier build */
  uint8_t *map;          /* the file as it was when last mapped */
  uint64_t map_bytes;
  pthread_mutex_t mutex; /* guards putting and failure */
  pathfan_error failure; /* why the file couldn't be written */
} pf_results;

/* What identifies a work file: results for other maps, options or builders are useless. */
typedef struct pf_results_origin {
  const char *builder, *options;
  const uint8_t *source_digest; /* PF_DIGEST_BYTES */
} pf_results_origin;

void pf_results_origin_digest(const pf_results_origin *origin, uint8_t digest[PF_DIGEST_BYTES]);

/* Keeps results in memory, and where spill says (NULL: all in memory). Never fails. */
void pf_results_init(pf_results *results, const pf_spill *spill);

/* Keeps results in INDEX.work, and takes the complete records of a file of the same origin at once.
 * Errors: IO, NO_MEMORY, CANCELLED. */
pathfan_status pf_results_open(pf_results *results, const char *index_path,
                               const pf_results_origin *origin, const pf_limits *limits,
                               pathfan_error *error);

/* Sets a kind's results to 0..count-1, dropping others that are there. Errors: NO_MEMORY. */
pathfan_status pf_results_expect(pf_results *results, pf_result_kind kind, int64_t count);

/* Stores a result and takes over bytes, which must be from malloc. Any thread. Errors: NO_MEMORY;
 * IO, with the reason in `failure`. */
pathfan_status pf_results_put(pf_results *results, pf_result_kind kind, int64_t number,
                              uint8_t *bytes, uint64_t size);

/* Makes all results put so far readable. Errors: IO, with the reason in `failure`. */
pathfan_status pf_results_ready(pf_results *results);

static inline pf_result pf_results_get(const pf_results *results, pf_result_kind kind,
                                       int64_t number) {
  assert(kind < PF_RESULT_KINDS);
  assert(number >= 0);
  const pf_result_list *of = &results->lists[kind];
  return number < of->count ? of->list[number] : (pf_result){0};
}

/* Lets the system drop pages of the file that were read from memory. */
void pf_results_relax(const pf_results *results);

/* Drops all results of a kind from memory; a file keeps them. */
void pf_results_drop(pf_results *results, pf_result_kind kind);

/* is_done: the file is no longer needed. Fine on a zeroed struct. */
void pf_results_close(pf_results *results, bool is_done);

/* Removes the work file that an earlier build may have left. */
void pf_results_remove_left(const char *index_path);

#endif
