/* members.h - a crew (build-index/crew.h) whose members are the ranks of an MPI job.
 *
 *   pathfan_members_join -> pathfan_build_index_by_crew(..., &members->crew, ...) -> _leave
 *
 * A member that ends without calling MPI ends the job: MPI does so. */
#ifndef PATHFAN_MPI_MEMBERS_H
#define PATHFAN_MPI_MEMBERS_H

#include <stdbool.h>

#include "build-index/crew.h"

typedef struct pathfan_members pathfan_members;

/* Starts MPI; all members must call it. Returns NULL after saying why on stderr. */
pathfan_members *pathfan_members_join(int *argc, char ***argv);

const pathfan_crew *pathfan_members_crew(const pathfan_members *members);

/* After success: waits for the others, ends MPI and frees members. */
void pathfan_members_leave(pathfan_members *members);

/* After a failure: ends the whole job with an exit code. */
void pathfan_members_abort(pathfan_members *members, int code);

#endif
