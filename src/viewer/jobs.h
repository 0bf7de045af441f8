/* jobs.h - indexes built in the background, one at a time; terrains, which are searched directly,
 * are read there too. Any thread may call any function here. */
#ifndef PF_VIEWER_JOBS_H
#define PF_VIEWER_JOBS_H

#include "viewer/served_maps.h"

typedef struct pf_jobs pf_jobs;

/* Starts the thread. message may be NULL. Errors: NO_MEMORY, IO. */
pathfan_status pf_jobs_start(pf_served_maps *maps, pf_served_message *message, pf_jobs **jobs,
                             pathfan_error *error);

/* Queues the build of a map's index from the file at its map_path; when done, the map's source has
 * the index or, for a terrain, the map itself. If the map has a waiting job, that is used; if it
 * has a running one, that begins anew. soon: before other waiting jobs. Returns the number of the
 * job; 0: out of memory. */
int32_t pf_jobs_add(pf_jobs *jobs, pf_served_map *served, bool soon);

/* Cancel a job: it doesn't begin, or ends soon; the map keeps its source. Without effect on a job
 * that is over or doesn't exist. */
void pf_jobs_cancel(pf_jobs *jobs, int32_t number);
void pf_jobs_cancel_map(pf_jobs *jobs, const pf_served_map *served);

/* Returns the number in an id, as in a description; 0: not such an id. */
int32_t pf_jobs_number(const char *id);

/* Returns the answer to GET /api/jobs/{job}; NULL: there is no such job (any more). */
json_t *pf_jobs_describe(pf_jobs *jobs, int32_t number);

/* Begins no more jobs, cancels the running one, waits for its end, and frees. NULL is allowed. */
void pf_jobs_stop(pf_jobs *jobs);

#endif
