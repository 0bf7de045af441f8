/* jobs.h - indexes built in the background, one after the other. Any thread may call
 * anything here. */
#ifndef PATHFAN_VIEWER_JOBS_H
#define PATHFAN_VIEWER_JOBS_H

#include "viewer/world.h"

typedef struct pathfan_jobs pathfan_jobs;

/* Starts the thread. message may be NULL. Errors: NO_MEMORY, IO. */
pathfan_status pathfan_jobs_start(pathfan_world *world, pathfan_world_message *message,
                                  pathfan_jobs **jobs, pathfan_error *error);

/* Has the index of a place made of what lies at its map_path then; once it is, the place's
 * view has it. One that waits for the same place already will do; soon: before those that
 * wait. Returns the number of the job, 0 if memory is out. */
int32_t pathfan_jobs_add(pathfan_jobs *jobs, pathfan_place *place, bool soon);

/* What GET /api/jobs/{job} tells; NULL if there is no such job (any more). */
json_t *pathfan_jobs_describe(pathfan_jobs *jobs, const char *id);
json_t *pathfan_jobs_describe_number(pathfan_jobs *jobs, int32_t number);

/* Builds nothing that hasn't been begun, waits for what has, some seconds at most, and
 * frees. A build that takes longer is left behind: it ends with the process. NULL is fine. */
void pathfan_jobs_stop(pathfan_jobs *jobs);

#endif
