/* members.h - a crew (build-index/crew.h) whose members are the ranks of an MPI job.
 *
 *   pathfan_members_join -> pathfan_build_index_by_crew(..., &members->crew, ...) -> _leave
 *
 * A member that ends without a word ends the job: MPI has it so. */
#ifndef PATHFAN_MPI_MEMBERS_H
#define PATHFAN_MPI_MEMBERS_H

#include <stdbool.h>

#include "build-index/crew.h"

typedef struct pathfan_members pathfan_members;

/* Starts MPI. NULL after saying why on stderr. All members call it. */
pathfan_members *pathfan_members_join(int *argc, char ***argv);

const pathfan_crew *pathfan_members_crew(const pathfan_members *members);

/* All is well: waits for the others, ends MPI and frees. */
void pathfan_members_leave(pathfan_members *members);

/* Nothing is: ends the whole job with an exit code. */
void pathfan_members_abort(pathfan_members *members, int code);

#endif
