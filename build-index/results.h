/* results.h - keeps what the long stages of a build find until the index is written: in memory, or
 * in a work file beside the index, if memory is short or an interrupted build is to be resumed.
 *
 *   pathfan_results_open -> _expect, _put ... -> _ready -> _get ... -> _close
 *
 * A result has a kind and a number, and consists of some bytes. */
#ifndef PATHFAN_BUILD_RESULTS_H
#define PATHFAN_BUILD_RESULTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/parallel.h"
#include "format/digest.h"

typedef enum pathfan_result_kind {
  PATHFAN_RESULT_ORDER = 0,  /* ranks of vertices: one result */
  PATHFAN_RESULT_LABELS,     /* lists of hubs, in batches (hub_lists.h) */
  PATHFAN_RESULT_VIA_SETS,   /* of a region with the regions up to itself (via_sets.h) */
  PATHFAN_RESULT_VIA_LEVELS, /* of a part of a level (via_levels.h) */
  PATHFAN_RESULT_TREES,      /* sent from one member of a crew to another (hub_trees.c) */
  PATHFAN_RESULT_KINDS
} pathfan_result_kind;

typedef struct pathfan_result {
  bool is_there;
  const uint8_t *bytes; /* in a file: NULL until the results are ready */
  uint64_t at, size;    /* at: in the file */
} pathfan_result;

typedef struct pathfan_result_list {
  pathfan_result *list; /* [Size: count] */
  int64_t count;
} pathfan_result_list;

typedef struct pathfan_results {
  pathfan_result_list lists[PATHFAN_RESULT_KINDS];
  char *path;   /* owned; NULL: in memory */
  bool stays;   /* the file survives a build that fails or is killed */
  int fd;       /* -1: in memory */
  uint64_t end; /* of the complete records in the file */
  int32_t left; /* results left by an earlier build */
  uint8_t *map; /* the file as it was when last mapped */
  uint64_t map_bytes;
  pthread_mutex_t mutex; /* guards putting and failure */
  pathfan_error failure; /* why the file couldn't be written */
} pathfan_results;

/* What identifies a work file: results for other maps, options or builders are useless. */
typedef struct pathfan_results_origin {
  const char *builder, *options;
  const uint8_t *source_digest; /* PATHFAN_DIGEST_BYTES */
} pathfan_results_origin;

void pathfan_results_origin_digest(const pathfan_results_origin *origin,
                                   uint8_t digest[PATHFAN_DIGEST_BYTES]);

/* Keeps results in memory. Never fails. */
void pathfan_results_init(pathfan_results *results);

/* Keeps results in INDEX.work or, unless `stays`, in a file without a name (spill.h). stays: takes
 * the complete records of a file of the same origin at once. done: see parallel.h; it counts
 * nothing. Errors: IO, NO_MEMORY, CANCELLED. */
pathfan_status pathfan_results_open(pathfan_results *results, const char *index_path,
                                    const pathfan_results_origin *origin, bool stays,
                                    pathfan_done_function *done, void *done_context,
                                    pathfan_error *error);

/* Sets a kind's results to 0..count-1, dropping others that are there. Errors: NO_MEMORY. */
pathfan_status pathfan_results_expect(pathfan_results *results, pathfan_result_kind kind,
                                      int64_t count);

/* Stores a result and takes over bytes, which must be from malloc. Any thread. Errors: NO_MEMORY;
 * IO, with the reason in `failure`. */
pathfan_status pathfan_results_put(pathfan_results *results, pathfan_result_kind kind,
                                   int64_t number, uint8_t *bytes, uint64_t size);

/* Makes all results put so far readable. Errors: IO, with the reason in `failure`. */
pathfan_status pathfan_results_ready(pathfan_results *results);

static inline pathfan_result pathfan_results_get(const pathfan_results *results,
                                                 pathfan_result_kind kind, int64_t number) {
  const pathfan_result_list *of = &results->lists[kind];
  return number < of->count ? of->list[number] : (pathfan_result){0};
}

/* Lets the system drop pages of the file that were read from memory. */
void pathfan_results_relax(const pathfan_results *results);

/* Drops all results of a kind from memory; a file keeps them. */
void pathfan_results_drop(pathfan_results *results, pathfan_result_kind kind);

/* is_done: the file is no longer needed. Fine on a zeroed struct. */
void pathfan_results_close(pathfan_results *results, bool is_done);

/* Removes the work file that an earlier build may have left. */
void pathfan_results_remove_left(const char *index_path);

#endif
