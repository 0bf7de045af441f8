/* query_object.h - the query object: everything one thread needs to answer, each part owned by the
 * stage that fills it. Known whole to those who answer calls: query.c, answer.c, group.c,
 * distances.c, measure_paths.c; stages know their parts. */
#ifndef PATHFAN_QUERY_QUERY_OBJECT_H
#define PATHFAN_QUERY_QUERY_OBJECT_H

#include "choice.h"
#include "index.h"
#include "methods/scratch.h"

struct pathfan_query {
  const pathfan_index *owner;     /* what it was created for, whose reloads it follows; or NULL */
  pathfan_generation *generation; /* held; NULL: a map without an index */
  const pathfan_space *space;     /* of either */
  pathfan_ends ends;
  pathfan_tracks tracks;
  pathfan_areas areas; /* to keep out of, of this request */
  pathfan_meter meter;
  pathfan_choice choice;
  pathfan_spread spread;
  pathfan_method_scratch methods;
  pathfan_room room;
  pathfan_answer answer;
  bool is_visiting; /* a group's visit is called: it must not ask */
  pathfan_error error;
};

/* PATHFAN_ERR_ARGUMENT and its sentence; q may be what is NULL. */
pathfan_status pathfan_refuse_null(pathfan_query *q);

/* What every request begins with: forgets the last error, and moves to the current
 * generation of the index, with new scratch, when that isn't the one q holds.
 * Errors: NO_MEMORY, ARGUMENT (a visit asks); q stays as it was. */
pathfan_status pathfan_query_begin(pathfan_query *q);

/* What a request ends with: says why it failed where nobody has done so. Returns the status. */
pathfan_status pathfan_query_end(pathfan_query *q, pathfan_status status);

static inline const pathfan_index_view *pathfan_query_view(const pathfan_query *q) {
  return q->generation ? &q->generation->view : NULL;
}

static inline pathfan_scene pathfan_query_scene(pathfan_query *q) {
  return (pathfan_scene){q->space, pathfan_query_view(q), &q->ends, &q->error};
}

#endif
