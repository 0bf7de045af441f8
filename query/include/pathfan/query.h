/* pathfan/query.h - k good, different paths from an index file.
 *
 *   pathfan_index *index;
 *   pathfan_query *query;
 *   const pathfan_answer *answer;
 *   pathfan_request request;
 *   pathfan_error error;
 *
 *   if (pathfan_index_open("map.pathfan", NULL, &index, &error)) die(error.text);
 *   if (pathfan_query_create(index, &query)) die("out of memory");
 *   pathfan_request_init(&request);
 *   request.from = (pathfan_point){1, 2};
 *   request.to = (pathfan_point){300, 400};
 *   if (pathfan_query_paths(query, &request, &answer) == PATHFAN_OK)
 *     for (int i = 0; i < answer->path_count; i++) use(&answer->paths[i]);
 *   pathfan_query_free(query);
 *   pathfan_index_close(index);
 *
 * Threads: all threads may share an index. A query object holds the scratch memory of one thread:
 * create one per thread and reuse it for every request; once warm it allocates nothing, except for
 * a new list of areas to avoid that a path touches. After fork() the child may go on using the
 * indexes that it inherited, and those query objects that no other thread was using at the moment
 * of the fork; they share the file's memory with the parent.
 *
 * This header has the calls; it includes pathfan/path.h, request.h and answer.h for their types,
 * and places.h for questions about single places.
 *
 * Pointers must not be NULL unless stated otherwise. Functions that open, create, query or reload
 * return PATHFAN_ERR_ARGUMENT for a NULL pointer; those that inspect an index or map don't check.
 *
 * Coordinates are map units. x points right; y points down, on some maps up (is_y_up of
 * pathfan_map_info). Cell (x,y) of a grid map is the square [x,x+1] x [y,y+1]. Obstacles are closed
 * sets whose boundary may be walked. Points are rounded to a fixed-point grid of 2^-fraction_bits
 * of a unit (see pathfan_index_info); visibility is decided exactly for the rounded points, which
 * are the first and last point of every path. Maps of polygons are themselves rounded to a lattice
 * (see `unit` there); a point that this rounding puts inside an obstacle, by less than a unit and a
 * half, counts as on the obstacle's boundary.
 *
 * Words: a convex vertex is a corner of an obstacle at which paths can turn. A path is taut if it
 * turns only at such corners, round their obstacles, like a pulled string. A via node is a convex
 * vertex, and the shortest path by way of it a candidate for an alternative. An index holds labels
 * (distances of vertices), via sets (via nodes between regions of the map) and perhaps tables, the
 * paper's CVPD^1..CVPD^m (via nodes between vertices). More, and the papers: docs/glossary.md. */
#ifndef PATHFAN_QUERY_H
#define PATHFAN_QUERY_H

#include "pathfan/answer.h"
#include "pathfan/open.h"
#include "pathfan/places.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Opening ---- */

/* Opens the index at path; options (pathfan/open.h) may be NULL for the defaults. On failure
 * *index is NULL, and error (may be NULL) names the file and section.
 * Errors: IO, NO_MEMORY, ARGUMENT, NOT_INDEX, VERSION, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_open(const char *path, const pathfan_open_options *options,
                                              pathfan_index **index, pathfan_error *error);

/* Opens an index of `bytes` bytes in memory at `data`; name stands for the path in messages. If
 * data is 64-byte aligned it is used in place, and must not change until the index is closed; if it
 * isn't, or the options ask for a private copy, it is copied and the caller may free it at once.
 * Errors: as for pathfan_index_open, without IO. */
PATHFAN_API pathfan_status pathfan_index_open_memory(const void *data, size_t bytes,
                                                     const char *name,
                                                     const pathfan_open_options *options,
                                                     pathfan_index **index, pathfan_error *error);

/* Closes the index; free its query objects first. NULL is allowed. */
PATHFAN_API void pathfan_index_close(pathfan_index *index);

/* ---- New generations ----
 *
 * A builder publishes by rename, so an open index goes on reading the file that it opened. A server
 * that wants the new file checks now and then:
 *
 *   if (pathfan_index_is_stale(index)) status = pathfan_index_reload(index, &error);
 *
 * Windows does not allow replacing a mapped file: rename the old file first, or open the index with
 * private_copy. */

/* Whether the file at the index's path is now another than the one that is open; a file that was
 * touched counts as another. False if there is no file, or for an index in memory. A relative path
 * is resolved against the current working directory. Takes about 1 us, for a private copy 3 us;
 * may be called by any thread at any time. */
PATHFAN_API bool pathfan_index_is_stale(const pathfan_index *index);

/* Opens the file that is now at the index's path, with the same options. Meanwhile all threads go
 * on answering from the old generation; once the new one is open, each query object moves to it
 * with its next request (and allocates new scratch memory), and the old one is closed when the last
 * has moved. Every answer is of one generation, and says which. OK without effect if the file is
 * still the same. After any failure the old generation stays: IO, NO_MEMORY, NOT_INDEX, VERSION,
 * DAMAGED; ARGUMENT for an index in memory. May be called by any thread; reloads of one index run
 * one after the other. */
PATHFAN_API pathfan_status pathfan_index_reload(pathfan_index *index, pathfan_error *error);

/* ---- Asking ---- */

/* Creates a query object for one thread; `index` must outlive it. For a map without an index see
 * pathfan/map.h. Errors: NO_MEMORY (*query is NULL then). */
PATHFAN_API pathfan_status pathfan_query_create(const pathfan_index *index, pathfan_query **query);
PATHFAN_API void pathfan_query_free(pathfan_query *query); /* NULL is allowed */

/* Finds the query object that answers requests with that radius (pathfan_request.radius): it
 * measures their paths, and finds distances and sight for such agents. *other is query itself if
 * its index was opened for that radius; otherwise it belongs to query, and must not be freed. Valid
 * until the next call on query after a reload. Errors: NO_MEMORY, DAMAGED, ARGUMENT (the index has
 * no such radius). */
PATHFAN_API pathfan_status pathfan_query_at_radius(pathfan_query *query, double radius,
                                                   pathfan_query **other);

/* Answers a request (paper, Algorithm 1). *answer belongs to query and lives until its next call.
 * Answers are identical from run to run and from thread to thread, and, except for direction, with
 * from and to swapped. Returns OK whenever there is an answer, whatever its outcome (also for an
 * invalid request); otherwise *answer is NULL. Errors: ARGUMENT for a NULL pointer, or if the
 * index, map or library lacks something that the algorithm needs; NO_MEMORY if scratch memory could
 * not grow (the query object stays usable); DAMAGED if a part of the index fails its check at first
 * use. pathfan_query_error has details. */
PATHFAN_API pathfan_status pathfan_query_paths(pathfan_query *query, const pathfan_request *request,
                                               const pathfan_answer **answer);

/* Returns a sentence about the last failed call on query, or about what is wrong with a request
 * whose outcome was INVALID_REQUEST; "" if the last call succeeded. query may be NULL: a call that
 * was given none failed for that reason. */
PATHFAN_API const char *pathfan_query_error(const pathfan_query *query);

/* Chooses one path of an answer by a seed: always the same one for the same seed and answer, each
 * path about equally often over seeds. Returns its number, -1 if the answer has no path. (The
 * paper's motive: units that are not predictable.) */
PATHFAN_API int32_t pathfan_answer_choose(const pathfan_answer *answer, uint64_t seed);

/* ---- Groups ---- */

/* How the paths of a unit are weighted. */
typedef enum pathfan_weights {
  PATHFAN_WEIGHTS_EQUAL = 0,
  PATHFAN_WEIGHTS_LENGTH /* 1 / length: the units on any path together travel about equally far */
} pathfan_weights;

#define PATHFAN_WEIGHTS_COUNT (PATHFAN_WEIGHTS_LENGTH + 1)

/* Returns the name: "equal", "length". Static storage. */
PATHFAN_API const char *pathfan_weights_name(pathfan_weights weights);

#define PATHFAN_SHARED_PATHS_MAX 16 /* no unit takes a path after these */

/* How units spread over their paths. A path gets units in proportion to its weight among the
 * weights of the unit's paths, and the units that take one path are spread over the list. Each unit
 * takes the path that is owed most; so its path depends on the seed, the unit and the units before
 * it in the list, and is the same from run to run. Over any contiguous part of the list, the number
 * of units that take path i differs from the sum of its weights, as shares of each unit's weights,
 * by at most one unit with two paths, and by at most two with more. Zero the struct before use;
 * pass it again to go on with a list that is asked in parts. */
typedef struct pathfan_shares {
  uint64_t seed; /* the paths that the first units take depend on it */
  pathfan_weights weights;
  /* If not NULL, returns the weight of path `number` (0-based) of any unit instead. A weight that
     isn't finite or not above 0 counts as 0: no unit takes that path, unless all are 0: then the
     first path is taken. Must not use the query object. */
  double (*weight)(void *context, const pathfan_path *path, int32_t number);
  void *context;                         /* passed to weight */
  bool begun;                            /* private: owed is set up */
  double owed[PATHFAN_SHARED_PATHS_MAX]; /* private: units that each path should still get */
  uint64_t reserved[4];
} pathfan_shares;

/* Requests that share one end: many starts and one goal, or the reverse. */
typedef struct pathfan_group {
  pathfan_request request;     /* of every unit, except for the end that differs: it is ignored */
  bool has_one_start;          /* request.from is shared; default: request.to is */
  const pathfan_point *points; /* [Size: count] the other ends; may be NULL if count is 0 */
  size_t count;
  pathfan_shares *shares; /* a path is chosen for every unit; NULL: none is (default) */
  uint64_t reserved[4];
} pathfan_group;

/* Called with the answer to unit i, which equals that of pathfan_query_paths for it alone and lives
 * until the call returns. chosen: the path that the unit takes; -1: the answer has none, or the
 * group has no shares. May use the query object only for pathfan_query_error (what is wrong with an
 * INVALID_REQUEST) and to measure the paths. Returns false to stop: no more units. */
typedef bool (*pathfan_visit)(void *context, size_t i, const pathfan_answer *answer,
                              int32_t chosen);

/* Answers all units in order. With PATHFAN_ALGORITHM_INDEX the shared end is placed, and its view
 * and distances computed, only once; other algorithms repeat this for each unit. Memory does not
 * depend on the number of units. All answers are of one generation. Returns OK also if visit
 * stopped it, or there are no units. Errors: as for pathfan_query_paths; those of a unit come after
 * the visits of all units before it. */
PATHFAN_API pathfan_status pathfan_query_group(pathfan_query *query, const pathfan_group *group,
                                               pathfan_visit visit, void *context);

/* Measures a set of paths between the same two points, in either direction: those of an answer, or
 * any others whose points are free. each: [Size: count], may be NULL; *all: the worst of each
 * measure over the set, but the mean of length_ratio. Distances come from the index; without one,
 * and at points that are neither ends nor convex vertices, from searches. They ignore areas to
 * avoid. Lengths that differ by less than a billionth, or by less than the index resolves, count as
 * equal. Similarity assumes that paths are simple. Paths over links are given with their legs, all
 * in one direction. Then each walk is measured alone, and the worst of a path counts; lengths of
 * whole paths are costs, length_ratio is relative to the cheapest given path, and a shared link
 * counts by its cost. Points of paths with legs may be on floors, others are in the plane. Uses
 * scratch memory of the query object; its last answer stays valid. Errors: ARGUMENT (no paths, a
 * blocked or unreachable point, different ends, impossible legs, a terrain), NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_query_measure(pathfan_query *query, const pathfan_path *paths,
                                                 int32_t count, pathfan_measures *each,
                                                 pathfan_measures *all);

/* Like pathfan_query_measure, but with nearness at a separation of W map units, finite and >= 0,
 * instead of 2% of the shortest path's length. Errors: the same. */
PATHFAN_API pathfan_status pathfan_query_measure_at(pathfan_query *query, const pathfan_path *paths,
                                                    int32_t count, double separation,
                                                    pathfan_measures *each, pathfan_measures *all);

/* Computes what share of each path keeps apart from the others at a separation, as pathfan_answer
 * does for requests with a separation: apart [Size: count] of each path, and *backup of the first.
 * For paths that were requested without one, or come from elsewhere. Otherwise like
 * pathfan_query_measure_at. */
PATHFAN_API pathfan_status pathfan_query_apart(pathfan_query *query, const pathfan_path *paths,
                                               int32_t count, double separation, double *apart,
                                               double *backup);

/* Finds the length of the shortest path, on a terrain the cost of the cheapest. It equals that of
 * path 1 of pathfan_query_paths to the last bit, because the path is recovered here, too (with an
 * index up to 64 paths that tie); only its points aren't returned. Areas to avoid need
 * pathfan_query_paths. *length is set if *outcome is PATHFAN_OUTCOME_OK. */
PATHFAN_API pathfan_status pathfan_query_distance(pathfan_query *query, pathfan_point from,
                                                  pathfan_point to, double *length,
                                                  pathfan_outcome *outcome);

/* Finds the lengths from one point to many [Size: count]; lengths[i] is set if outcomes[i] is
 * PATHFAN_OUTCOME_OK. With an index the work at `from` is done once, except on a terrain; without
 * one each length takes a search. */
PATHFAN_API pathfan_status pathfan_query_distances(pathfan_query *query, pathfan_point from,
                                                   const pathfan_point *to, size_t count,
                                                   double *lengths, pathfan_outcome *outcomes);

#ifdef __cplusplus
}
#endif

#endif
