/* members.h - a process group (build-index/run/processes.h) whose members are the ranks of an MPI
 * job.
 *
 *   pf_members_join -> pf_build_index_by_processes(..., &members->processes, ...) -> _leave
 *
 * A member that ends without calling MPI ends the job: MPI does so. */
#ifndef PF_MPI_MEMBERS_H
#define PF_MPI_MEMBERS_H

#include <stdbool.h>

#include "build-index/run/processes.h"

typedef struct pf_members pf_members;

/* Starts MPI; all members must call it. Returns NULL after saying why on stderr. */
pf_members *pf_members_join(int *argc, char ***argv);

const pf_processes *pf_members_processes(const pf_members *members);

/* After success: waits for the others, ends MPI and frees members. */
void pf_members_leave(pf_members *members);

/* After a failure: ends the whole job with an exit code. */
void pf_members_abort(pf_members *members, int code);

#endif
