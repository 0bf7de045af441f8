/* jobs.h - indexes built in the background, one after the other; terrains, which are searched as
 * they are, are read there. Any thread may call anything here. */
#ifndef PATHFAN_VIEWER_JOBS_H
#define PATHFAN_VIEWER_JOBS_H

#include "viewer/served_maps.h"

typedef struct pathfan_jobs pathfan_jobs;

/* Starts the thread. message may be NULL. Errors: NO_MEMORY, IO. */
pathfan_status pathfan_jobs_start(pathfan_served_maps *maps, pathfan_served_message *message,
                                  pathfan_jobs **jobs, pathfan_error *error);

/* Has the index of a map made of what lies at its map_path then; once it is, the map's
 * source has it; where that is a terrain, the map itself. A job of the map that waits already will
 * do, and one that is being built begins anew; soon: before those that wait. Returns the number of
 * the job, 0 if memory is out. */
int32_t pathfan_jobs_add(pathfan_jobs *jobs, pathfan_served_map *served, bool soon);

/* A job isn't begun, or ends soon; the map keeps the source that it has. One that is over,
 * or doesn't exist, is left alone. */
void pathfan_jobs_cancel(pathfan_jobs *jobs, int32_t number);
void pathfan_jobs_cancel_map(pathfan_jobs *jobs, const pathfan_served_map *served);

/* The share of a build that is done when `done` of `total` in a stage are, 0..1, by that of other
 * builds: it rises from stage to stage. 0: such a stage is not known, or has nothing to do. */
double pathfan_jobs_share(const char *stage, int64_t done, int64_t total);

/* The number in an id, as a description has it; 0: it is none. */
int32_t pathfan_jobs_number(const char *id);

/* What GET /api/jobs/{job} tells; NULL if there is no such job (any more). */
json_t *pathfan_jobs_describe(pathfan_jobs *jobs, int32_t number);

/* Begins nothing more, cancels what is being built, waits until that has ended, and frees.
 * NULL is fine. */
void pathfan_jobs_stop(pathfan_jobs *jobs);

#endif
