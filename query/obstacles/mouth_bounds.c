/* mouth_bounds.c - from a lookout, a vertex that sees an end of a mouth, no end of the request is
 * nearer to any point of the mouth than to the lookout, less the way from one to the other. */
#include "mouth_bounds.h"

#include <stdlib.h>

#include "base/memory.h"
#include "query/open/pieces.h"

/* What rounding may amount to in a bound. */
static int64_t slack_of(const pf_index_view *view) {
  return 2 * (PF_SLACK + (int64_t)view->n);
}

static int64_t no_less_than_0(int64_t units) {
  return units > 0 ? units : 0;
}

static pf_fixed_point middle_of(const pf_mouth *mouth) {
  const pf_fixed_point d = pf_fixed_from_to(mouth->at[0], mouth->at[1]);
  return (pf_fixed_point){mouth->at[0].x + d.x / 2, mouth->at[0].y + d.y / 2};
}

static int64_t half_of(const pf_index_view *view, const pf_mouth *mouth) {
  return pf_units(view, mouth->at[0], mouth->at[1]) / 2 + 2 * PF_SLACK;
}

/* Returns a bound on the straight line from a point to a mouth. */
static int64_t straight(const pf_index_view *view, const pf_mouth *mouth, pf_fixed_point at) {
  return no_less_than_0(pf_units(view, middle_of(mouth), at) - half_of(view, mouth) -
                        slack_of(view));
}

static int64_t by_lookout(const pf_index_view *view, const pf_end *end, const pf_mouth *mouth,
                          int k, int32_t v) {
  const pf_fixed_point at = pf_vertex_fixed(view, v);
  const int64_t far = pf_units(view, at, end->at);
  /* Labels don't show what an end sees head-on, or lies on. */
  const bool is_faced = pf_same_point(at, end->at) || pf_faces_end(view, end, v);
  const int64_t label = is_faced ? far : pf_end_distance(end, view, v);
  /* Without a way through the map, any bound holds; keep it small enough to be added up. */
  const int64_t units = label < PF_FAR - PF_SLACK ? label : PF_FAR / 4;
  return units - pf_units(view, at, mouth->at[k]) - 2 * half_of(view, mouth) - slack_of(view);
}

pathfan_status pf_mouth_bounds_find(pf_mouth_bounds *bounds, const pf_scene *scene,
                                    const pf_openings *openings, const pf_passages *passages) {
  const pf_index_view *view = scene->view;
  const pf_breach *breach = &openings->breach;
  pathfan_status status = PATHFAN_OK;
  for (int e = 0; e < 2 && !status; e++) {
    const pf_end *end = &scene->ends->end[e];
    status = pf_grow(&bounds->left[e], &bounds->capacity[e], (int64_t)breach->mouth_count + 1);
    for (int32_t i = 0; i < breach->mouth_count && !status; i++) {
      const pf_mouth *mouth = &breach->mouths[i];
      int64_t *left = &bounds->left[e][i];
      *left = straight(view, mouth, end->at);
      for (int k = 0; k < 2 * PF_LOOKOUTS && end->polygon >= 0 && !status; k++) {
        const int32_t v = passages->lookouts[2 * PF_LOOKOUTS * i + k];
        if (v < 0) continue;
        status = pf_touch_vertex(view, v);
        if (status) break;
        const int64_t by = by_lookout(view, end, mouth, k / PF_LOOKOUTS, v);
        if (by > *left) *left = by;
      }
    }
  }
  bounds->least = PF_FAR;
  if (scene->ends->end[0].polygon < 0 || scene->ends->end[1].polygon < 0) {
    bounds->least = 0; /* perhaps they share an opening */
    return status;
  }
  for (int32_t i = 0; i < breach->mouth_count && !status; i++)
    for (int32_t k = 0; k < breach->mouth_count; k++) {
      if (i == k) continue;
      const int64_t between = straight(view, &breach->mouths[i], middle_of(&breach->mouths[k])) -
                              half_of(view, &breach->mouths[k]);
      const int64_t sum = bounds->left[0][i] + no_less_than_0(between) + bounds->left[1][k];
      if (sum < bounds->least) bounds->least = sum;
    }
  return status;
}

void pf_mouth_bounds_free(pf_mouth_bounds *bounds) {
  free(bounds->left[0]);
  free(bounds->left[1]);
}
