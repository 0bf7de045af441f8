/* search_first.c - a search of the mesh before a look at the labels.
 *
 * Labels take their time for what the ends see: at each of these vertices the path may turn first,
 * and in open fields there are hundreds or thousands. A search takes its time for what lies
 * between, and there that is little: the path is hardly longer than the straight line. Which of
 * them is done sooner isn't known beforehand. So a search may expand about as many nodes as can be
 * in the time it takes to look, and where it comes to no end in that labels are asked as ever; and
 * it isn't begun where that wouldn't do for a straight line across a map of as many vertices, as in
 * mazes, caves and streets (docs/decisions/search-first.md).
 *
 * The path has to be that of the labels to the last point, and nothing in an answer tells which of
 * them found it: many requests at once, or a library without searches, answer alike. Of ways about
 * as long labels choose by rules of their own: a search that meets some leaves the choice to
 * them. */
#include "methods/search_first.h"

#include <math.h>

#include "methods/online.h"
#include "recover.h"

/* Labels compare all ways within the slack of the least length, in its units, to which each leg is
 * rounded; this is well beyond. */
enum { SLACKS_WITHIN = 4 };

/* Vertices that may see one of the ends for each node that may be expanded. */
#ifndef PATHFAN_SEERS_PER_NODE /* tests have fewer */
#define PATHFAN_SEERS_PER_NODE 12
#endif

/* Whether two points of a map that are seen by as many vertices as the average, or twice as many,
 * would be in the open: on other maps nobody is asked what he sees, which takes a hundredth of a
 * request. */
static bool may_be_open(const pathfan_index_view *view) {
  const int64_t mean = view->header->cone_count / view->mesh.polygon_count;
  return mean >= 0 && pathfan_is_open(view, 4 * (mean < view->n ? mean : view->n));
}

/* How many nodes a search may expand; 0: it isn't begun. */
static pathfan_status find_limit(const pathfan_task *task, int64_t *limit) {
  const pathfan_scene *scene = &task->scene;
  const pathfan_index_view *view = scene->view;
  pathfan_seers seers;
  *limit = 0;
  /* The paper's method is the index's alone; an end that is kept looks once for many. */
  if (task->request->algorithm != PATHFAN_ALGORITHM_INDEX || !may_be_open(view) ||
      pathfan_ends_kept(scene->ends) >= 0)
    return PATHFAN_OK;
  const pathfan_status status = pathfan_ends_count_seers(scene->ends, view, &seers);
  if (status) return status;
  if (pathfan_is_open(view, seers.count)) *limit = seers.count / PATHFAN_SEERS_PER_NODE;
  return PATHFAN_OK;
}

static pathfan_status add_path(const pathfan_polyanya *s, const pathfan_task *task) {
  pathfan_track *track;
  pathfan_status status = pathfan_tracks_next(task->tracks, &track);
  if (!status)
    status = pathfan_recover_by_points(task->scene.view, s->points, s->point_count, track);
  if (status) return status;
  task->tracks->count = 1;
  return PATHFAN_OK;
}

pathfan_status pathfan_search_first(pathfan_method_scratch *scratch, const pathfan_task *task,
                                    bool *found) {
  const pathfan_scene *scene = &task->scene;
  const pathfan_end *end = scene->ends->end;
  const double within = ldexp(SLACKS_WITHIN * PATHFAN_SLACK, -scene->view->header->length_bits);
  const pathfan_search_mesh *mesh;
  int64_t limit;
  *found = false;
  pathfan_status status = find_limit(task, &limit);
  if (status || !limit) return status;
  pathfan_polyanya *s = &scratch->online->polyanya; /* which other algorithms have none of */
  status = pathfan_space_need_search_mesh(scene->space, &mesh, scene->error);
  if (!status)
    status = pathfan_polyanya_find_only(s, mesh, (pathfan_polyanya_end){end[0].at, end[0].polygon},
                                        (pathfan_polyanya_end){end[1].at, end[1].polygon}, within,
                                        (uint64_t)limit);
  *found = !status && s->outcome == PATHFAN_POLYANYA_FOUND;
  return *found ? add_path(s, task) : status;
}
