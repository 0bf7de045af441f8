/* jobs.h - indexes built in the background, one at a time; terrains, which are searched directly,
 * are read there too. Any thread may call any function here. */
#ifndef PATHFAN_VIEWER_JOBS_H
#define PATHFAN_VIEWER_JOBS_H

#include "viewer/served_maps.h"

typedef struct pathfan_jobs pathfan_jobs;

/* Starts the thread. message may be NULL. Errors: NO_MEMORY, IO. */
pathfan_status pathfan_jobs_start(pathfan_served_maps *maps, pathfan_served_message *message,
                                  pathfan_jobs **jobs, pathfan_error *error);

/* Queues the build of a map's index from the file at its map_path; when done, the map's source has
 * the index or, for a terrain, the map itself. If the map has a waiting job, that is used; if it
 * has a running one, that begins anew. soon: before other waiting jobs. Returns the number of the
 * job; 0: out of memory. */
int32_t pathfan_jobs_add(pathfan_jobs *jobs, pathfan_served_map *served, bool soon);

/* Cancel a job: it doesn't begin, or ends soon; the map keeps its source. Without effect on a job
 * that is over or doesn't exist. */
void pathfan_jobs_cancel(pathfan_jobs *jobs, int32_t number);
void pathfan_jobs_cancel_map(pathfan_jobs *jobs, const pathfan_served_map *served);

/* Returns the share of a build that is done, 0..1, when `done` of `total` in a stage are, as known
 * from other builds: it rises from stage to stage. 0: the stage is unknown, or has nothing to
 * do. */
double pathfan_jobs_share(const char *stage, int64_t done, int64_t total);

/* Returns the number in an id, as in a description; 0: not such an id. */
int32_t pathfan_jobs_number(const char *id);

/* Returns the answer to GET /api/jobs/{job}; NULL: there is no such job (any more). */
json_t *pathfan_jobs_describe(pathfan_jobs *jobs, int32_t number);

/* Begins no more jobs, cancels the running one, waits for its end, and frees. NULL is fine. */
void pathfan_jobs_stop(pathfan_jobs *jobs);

#endif
