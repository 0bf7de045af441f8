/* query_object.h - the query object: everything one thread needs to answer requests. Each part is
 * owned by the stage that fills it. Only the files that answer calls know it whole: query.c,
 * answer.c, group.c, answer_lengths.c, field.c, answer_measures.c; stages know only their parts.
 *
 * The folder calls/. In: the calls of the public headers, in map units. Out: their answers. A call
 * checks its arguments (request.h), places the ends, makes a task and has a method fill it
 * (answer.c), and converts what was found to map units. inspect.c reads indexes for people and
 * tests. It uses all other folders of query/; none of them uses it. */
#ifndef PF_QUERY_CALLS_QUERY_OBJECT_H
#define PF_QUERY_CALLS_QUERY_OBJECT_H

#include "pathfan/terrain.h"

#include "keep_out.h"
#include "query/choose/choose.h"
#include "query/links/linked_scratch.h"
#include "query/open/index.h"
#include "query/paths/scratch.h"
#include "query/places/near_spots.h"

/* Areas to avoid that a request gives on floors, moved to the plane. */
typedef struct pf_moved_areas {
  pathfan_area *list;
  pathfan_point *corners;
  int32_t capacity, corner_capacity;
} pf_moved_areas;

/* What fields may still do, and what they did since that was set. */
typedef struct pf_field_watch {
  pathfan_field_limits limits;
  uint64_t spent;
  size_t done;   /* points of the call that runs */
  bool is_spent; /* the work limit is reached */
} pf_field_watch;

struct pathfan_query {
  const pathfan_index *owner; /* the index it was created for, whose reloads it follows; or NULL */
  pf_generation *generation;  /* retained; NULL: a map without an index */
  pathfan_query *others;      /* a list of those for other radii, made when asked for; owned */
  pathfan_query *asked;       /* of others: the one that answered the last call; NULL: this one */
  const pf_space *space;      /* of the generation or of the map */
  pf_ends ends;
  pf_tracks tracks;
  pf_keep_out keep_out; /* what this request keeps out of */
  pf_meter meter;
  pf_refused_vias refused;
  pf_choice choice;
  pf_spread spread;
  pf_method_scratch methods;
  pf_near_spots near; /* scratch of placing ends among areas */
  pf_answer_buffers buffers;
  double from_height; /* of the start of the last request, on a surface */
  pf_linked linked;
  pf_moved_areas moved_areas;
  pathfan_answer answer;
  bool is_linking;  /* an answer over links is being made, which finds near points by itself */
  bool is_visiting; /* a group's visit is running: it must not use this query object */
  pf_field_watch watch;
  pathfan_error error;
};

/* Fails with PATHFAN_ERR_ARGUMENT and its error text; q may be the NULL argument. */
pathfan_status pf_refuse_null(pathfan_query *q);

/* Begins a request: clears the last error, and moves q, with new scratch, to the current generation
 * of the index unless q holds it already. Errors: NO_MEMORY, ARGUMENT (called during a visit); q
 * stays as it was. */
pathfan_status pf_query_begin(pathfan_query *q);

/* Does the same for a request with a radius: *at is the query object that answers it, q if there is
 * none for the radius. Errors: NO_MEMORY, ARGUMENT, DAMAGED. */
pathfan_status pf_query_begin_at(pathfan_query *q, double radius, pathfan_query **at);

/* Whether the index has a radius. If not, sets the error text. */
bool pf_query_has_radius(pathfan_query *q, double radius);

/* Returns the built radius that answers a request for one; 0: none is asked for, or there is none.
 */
double pf_query_radius(const pathfan_query *q, double radius);

/* Ends a request: sets the error text of a failure that has none yet. Returns the status. */
pathfan_status pf_query_end(pathfan_query *q, pathfan_status status);

static inline const pf_index_view *pf_query_view(const pathfan_query *q) {
  return q->generation ? &q->generation->view : NULL;
}

/* Returns the roads and rivers over the map; NULL: none. A library without searches opens no index
 * of a terrain. */
static inline const struct pf_terrain *pf_query_terrain(const pathfan_query *q) {
  return PATHFAN_WITH_SEARCH ? q->space->terrain : NULL;
}

static inline pf_scene pf_query_scene(pathfan_query *q) {
  return (pf_scene){q->space, pf_query_view(q), &q->ends, &q->error};
}

#endif
