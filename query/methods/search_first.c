/* search_first.c - a search of the mesh before labels are read.
 *
 * Labels take time for each vertex that the ends see: the path may turn first at any of them, and
 * in open fields there are hundreds or thousands. A search takes time for what lies between the
 * ends, and that is little there: the path is hardly longer than the straight line. Which of them
 * is faster isn't known beforehand. So a search may expand about as many nodes as it can in the
 * time that looking from the ends takes; if it doesn't end within that, labels are read as usual.
 * It isn't begun if that wouldn't suffice for a straight line across a map with as many vertices,
 * as in mazes, caves and streets (docs/decisions/search-first.md).
 *
 * The path has to be that of the labels to the last point, and nothing in an answer shows which of
 * them found it: so many requests at once, or a library without searches, give the same answers.
 * Among paths of about the same length labels choose by rules of their own; a search that meets
 * several leaves the choice to them. */
#include "search_first.h"

#include <assert.h>
#include <math.h>

#include "online.h"
#include "query/paths/recover.h"

/* Labels compare all paths within the slack of the least length, in length units, to which each leg
 * is rounded; this is well beyond. */
enum { SLACKS_WITHIN = 4 };

/* The number of vertices that may see the ends for each node that a search may expand. */
#ifndef PF_SEERS_PER_NODE /* tests use fewer */
#define PF_SEERS_PER_NODE 12
#endif

/* Whether two points of a map would be in the open if each were seen by twice as many vertices as
 * the average point. On other maps seers aren't counted, which takes a hundredth of a request. */
static bool may_be_open(const pf_index_view *view) {
  const int64_t mean = view->header->cone_count / view->mesh.polygon_count;
  return mean >= 0 && pf_is_open(view, 4 * (mean < view->n ? mean : view->n));
}

/* Finds how many nodes a search may expand; 0: it isn't begun. */
static pathfan_status find_limit(const pf_task *task, int64_t *limit) {
  const pf_scene *scene = &task->scene;
  const pf_index_view *view = scene->view;
  pf_seers seers;
  *limit = 0;
  /* The paper's method uses the index alone; a kept end is looked from once for many requests. */
  if (task->request->algorithm != PATHFAN_ALGORITHM_INDEX || !may_be_open(view) ||
      pf_ends_kept(scene->ends) >= 0)
    return PATHFAN_OK;
  const pathfan_status status = pf_ends_count_seers(scene->ends, view, &seers);
  if (status) return status;
  if (pf_is_open(view, seers.count)) *limit = seers.count / PF_SEERS_PER_NODE;
  return PATHFAN_OK;
}

static pathfan_status add_path(const pf_polyanya *s, const pf_task *task) {
  pf_track *track;
  pathfan_status status = pf_tracks_next(task->tracks, &track);
  if (!status) status = pf_recover_by_points(task->scene.view, s->points, s->point_count, track);
  if (status) return status;
  task->tracks->count = 1;
  return PATHFAN_OK;
}

pathfan_status pf_search_first(pf_method_scratch *scratch, const pf_task *task, bool *found) {
  const pf_scene *scene = &task->scene;
  const pf_end *end = scene->ends->end;
  const double within = ldexp(SLACKS_WITHIN * PF_SLACK, -scene->view->header->length_bits);
  const pf_search_mesh *mesh;
  int64_t limit;
  assert(scene->ends->state == PF_ENDS_PLACED);
  assert(task->tracks->count == 0);
  *found = false;
  pathfan_status status = find_limit(task, &limit);
  if (status || !limit) return status;
  pf_polyanya *s = &scratch->online->polyanya; /* only algorithm index has one */
  status = pf_space_need_search_mesh(scene->space, &mesh, scene->error);
  if (!status)
    status = pf_polyanya_find_only(s, mesh, (pf_polyanya_end){end[0].at, end[0].polygon},
                                   (pf_polyanya_end){end[1].at, end[1].polygon}, within,
                                   (uint64_t)limit);
  *found = !status && s->outcome == PF_POLYANYA_FOUND;
  return *found ? add_path(s, task) : status;
}
