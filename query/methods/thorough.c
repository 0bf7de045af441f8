/* thorough.c - the effort THOROUGH: finds what the Dissimilarity method finds (paper, section
 * 2.3.2), with labels in place of its two shortest-path trees.
 *
 * Every convex vertex n within the stretch is a candidate. One pass over the labels of n gives its
 * distances from both ends at once, and the vertices before it on the two paths: the next vertex of
 * the label that won. With these,
 *
 *   - it is known before a via-path is built whether it wraps the obstacle at n;
 *   - n is left out if the vertex before it comes by n from the other end: both lie on one plateau
 *     and have the same via-path. Only the vertex of a plateau nearest to end 0 is left.
 *
 * What remains, some ten of a thousand, is judged as all candidates are (choose.c). */
#include "thorough.h"

#include "query/open/built_with.h"

#if PATHFAN_WITH_THOROUGH
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if PF_WITH_SSE2
#include <emmintrin.h>
#endif

#include "query/paths/recover.h"
#include "query/choose/trace.h"

enum { BEFORE_NONE = -1, BEFORE_UNKNOWN = -2 };

/* The most paths of one length that are looked at; more than two are rare. */
#define CHOICES_MOST 4

/* A length and the place where it was found, in one double: length x PLACES + place. For lengths
 * below 2^42 this is an exact integer, and the lesser of two has the shorter length; if lengths are
 * equal the places differ, which shows ties. Labels are below 2^40, but a leg across a wide map
 * whose labels are short may be longer: if the limit is below 2^42 such a length is as good as
 * none, else paths are found without this. Doubles, because two of them fit one register and take a
 * minimum without a branch: this is where all the time goes. */
#define PLACES 1024.0
#ifndef PF_PLACES_KEPT /* tests use fewer: of a vertex's labels */
#define PF_PLACES_KEPT 1023
#endif
enum { PLACE_SELF = PF_PLACES_KEPT }; /* the vertex itself is the hub */

#define PLACED_FAR 0x1p52 /* longer than all, and exact when added up */

/* The two least from each end. */
typedef struct least {
  double first[2], second[2];
} least;

/* Adds a length to ways[0..1], one from each end, and enters the sums. */
static inline void consider(least *l, const double *ways, double placed) {
#if PF_WITH_SSE2
  const __m128d sum = _mm_add_pd(_mm_loadu_pd(ways), _mm_set1_pd(placed));
  const __m128d first = _mm_loadu_pd(l->first), second = _mm_loadu_pd(l->second);
  _mm_storeu_pd(l->second, _mm_min_pd(second, _mm_max_pd(first, sum)));
  _mm_storeu_pd(l->first, _mm_min_pd(first, sum));
#else
  for (int e = 0; e < 2; e++) {
    const double sum = ways[e] + placed, more = l->first[e] > sum ? l->first[e] : sum;
    if (more < l->second[e]) l->second[e] = more;
    if (sum < l->first[e]) l->first[e] = sum;
  }
#endif
}

static inline int64_t length_of(double placed) {
  return (int64_t)(placed * (1 / PLACES));
}

/* Finds the vertex before v on the path from an end, and the path's hub. */
static void unfold(const pf_index_view *view, const pf_hub_distances *distances, int e, int32_t v,
                   uint32_t place, pf_reach *r) {
  if (place == PLACE_SELF) {
    const pf_hub_distance *way = &distances->of[v];
    assert(way->length < PF_FAR);
    r->hub[e] = v;
    if (way->other >= 0)
      r->before[e] = BEFORE_UNKNOWN; /* there are two of them */
    else
      r->before[e] = way->from == v ? BEFORE_NONE : pf_before_hub(view, way->from, v);
  } else {
    const pf_label_fields l = pf_label_open(view, v, place);
    r->hub[e] = (int32_t)l.hub;
    r->before[e] = (int32_t)l.next;
  }
}

/* Finds the path to v by itself: for vertices with more labels than places, or with two paths of
 * one length, of which the first by coordinates counts, and for lengths that are too large. The
 * vertex before v stays unknown. */
static void reach_plainly(const pf_index_view *view, const pf_ends *ends, int e, int32_t v,
                          pf_reach *r) {
  r->length[e] = pf_distance_to(view, &ends->end[e].distances, v, &r->hub[e]);
  r->before[e] = BEFORE_UNKNOWN;
}

/* Finds both paths to v, except those that arrive head-on, in one pass over its labels, unless
 * lengths may be too large. */
static pf_reach reach_by_labels(const pf_index_view *view, const pf_ends *ends,
                                const pf_packed_lengths *ways, int32_t v, bool large) {
  const pf_range labels = pf_labels_of(view, v);
  pf_reach r;
  if (large || labels.end - labels.begin > PLACE_SELF) {
    for (int e = 0; e < 2; e++) reach_plainly(view, ends, e, v, &r);
    return r;
  }
  least l = {{PLACED_FAR, PLACED_FAR}, {PLACED_FAR, PLACED_FAR}};
  consider(&l, ways[v].of, PLACE_SELF);
  const uint64_t *of_v = pf_labels_by(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint64_t label = of_v[i];
    consider(&l, ways[pf_label_hub(label)].of,
             (double)((pf_label_length(label) << 10) + (i - labels.begin)));
  }
  for (int e = 0; e < 2; e++) {
    r.length[e] = length_of(l.first[e]);
    if (l.first[e] >= PLACED_FAR) {
      r.length[e] = PF_FAR;
      r.hub[e] = r.before[e] = -1;
    } else if (length_of(l.second[e]) == r.length[e]) {
      reach_plainly(view, ends, e, v, &r);
    } else {
      const uint32_t place = (uint32_t)(l.first[e] - (double)r.length[e] * PLACES);
      unfold(view, &ends->end[e].distances, e, v, place, &r);
    }
  }
  return r;
}

static pf_reach reach(const pf_index_view *view, const pf_ends *ends, const pf_packed_lengths *ways,
                      int32_t v, bool large) {
  pf_reach r = reach_by_labels(view, ends, ways, v, large);
  for (int e = 0; e < 2; e++) {
    const pf_end *end = &ends->end[e];
    int32_t from;
    const int64_t arrival = pf_arrival_at(view, &end->distances, end->at, v, r.length[e], &from);
    r.head_on[e] = arrival < r.length[e];
    if (!r.head_on[e]) continue;
    r.length[e] = arrival;
    r.hub[e] = v;
    r.before[e] = from;
  }
  return r;
}

/* The state of one collection. */
typedef struct search {
  const pf_index_view *view;
  const pf_ends *ends;
  pf_reach *reach; /* of the vertices in `reached` */
  pf_stamp *reached;
  int64_t limit;
} search;

static pf_fixed_point point_before(const search *s, int e, int32_t before) {
  return before < 0 ? s->ends->end[e].at : pf_vertex_fixed(s->view, before);
}

/* Whether the vertex before v has the same via-path and stands for it. Labels know no path that
 * meets an obstacle head-on, so their lengths to a vertex whose obstacle faces an end may be too
 * large. */
static bool is_covered(const search *s, int32_t v) {
  const int32_t a = s->reach[v].before[0];
  if (a < 0 || !pf_stamp_has(s->reached, a)) return false;
  const pf_reach *r = &s->reach[a];
  return r->before[1] == v && r->length[0] + r->length[1] <= s->limit &&
         !pf_faces_end(s->view, &s->ends->end[1], a);
}

/* Whether the via-path by v is known to turn the wrong way there. */
static bool turns_wrong(const search *s, int32_t v) {
  const pf_reach *r = &s->reach[v];
  assert(pf_stamp_has(s->reached, v));
  if (r->head_on[0] || r->head_on[1]) return true;
  if (r->before[0] == BEFORE_UNKNOWN || r->before[1] == BEFORE_UNKNOWN) return false;
  return !pf_taut_at(s->view, v, point_before(s, 0, r->before[0]),
                     point_before(s, 1, r->before[1]));
}

/* Reaches every vertex that straight lines don't rule out; s->reached holds them. */
static void reach_all(const search *s, const pf_packed_lengths *packed, pf_work_limit *work_limit) {
  const pf_index_view *view = s->view;
  const pf_fixed_point from = s->ends->end[0].at, to = s->ends->end[1].at;
  const double bound = (double)s->limit / view->units_per_fixed;
  const bool large = (double)s->limit * PLACES >= PLACED_FAR;
  for (int32_t v = 0; v < view->n; v++) {
    const pf_fixed_point at = pf_vertex_fixed(view, v);
    const double ax = (double)(at.x - from.x), ay = (double)(at.y - from.y);
    const double bx = (double)(at.x - to.x), by = (double)(at.y - to.y);
    if (sqrt(ax * ax + ay * ay) + sqrt(bx * bx + by * by) > bound) continue;
    if (!pf_work_limit_spend(work_limit, 1)) return;
    pf_stamp_add(s->reached, v);
    s->reach[v] = reach(view, s->ends, packed, v, large);
  }
}

/* Makes room for all vertices, the first time. */
static pathfan_status make_room(pf_thorough_scratch *scratch, int32_t vertices) {
  if (scratch->reach && scratch->packed) return PATHFAN_OK;
  const size_t n = (size_t)vertices + 1;
  if (!scratch->reach) scratch->reach = malloc(n * sizeof *scratch->reach);
  if (!scratch->packed) scratch->packed = malloc(n * sizeof *scratch->packed);
  if (!scratch->reach || !scratch->packed) return PATHFAN_ERR_NO_MEMORY;
  for (size_t v = 0; v < n; v++) scratch->packed[v] = (pf_packed_lengths){{PLACED_FAR, PLACED_FAR}};
  return PATHFAN_OK;
}

/* Lists paths as long as the shortest one from an end, the usual one first. Known ties are listed,
 * since one of two via-paths of the same length may be simple and the other not. */
static int32_t list_choices(const search *s, int e, int32_t v, pf_hub_choice *choices) {
  const pf_reach *r = &s->reach[v];
  const pf_hub_distances *distances = &s->ends->end[e].distances;
  choices[0] = (pf_hub_choice){r->hub[e], -1};
  if (r->before[e] != BEFORE_UNKNOWN && distances->of[r->hub[e]].other < 0) return 1;
  const int32_t count = pf_hub_choices(s->view, distances, v, r->length[e], choices, CHOICES_MOST);
  return count ? count : 1;
}

/* Makes a vertex a candidate, once for each pair of its paths. */
static pathfan_status add(const search *s, int32_t v, pf_candidate_list *found) {
  const pf_reach *r = &s->reach[v];
  pf_hub_choice choices[2][CHOICES_MOST];
  int32_t counts[2];
  pathfan_status status = PATHFAN_OK;
  for (int e = 0; e < 2; e++) counts[e] = list_choices(s, e, v, choices[e]);
  for (int32_t i = 0; i < counts[0] && !status; i++)
    for (int32_t k = 0; k < counts[1] && !status; k++)
      status =
          pf_candidate_add(found, (pf_candidate){.order = r->length[0] + r->length[1],
                                                 .via = v,
                                                 .hubs = {choices[0][i].hub, choices[1][k].hub},
                                                 .from = {choices[0][i].from, choices[1][k].from},
                                                 .stage = PF_STAGE_ALL});
  return status;
}

pathfan_status pf_collect_from_all(const pf_task *task, int64_t limit, pf_thorough_scratch *scratch,
                                   pf_stamp *tried, pf_candidate_list *found) {
  const pf_index_view *view = task->scene.view;
  const pf_ends *ends = task->scene.ends;
  pathfan_status status = make_room(scratch, view->n);
  if (!status) status = pf_generation_need(task->generation, PF_PART_LABELS, task->scene.error);
  if (status) return status;
  const search s = {view, ends, scratch->reach, tried, limit};
  assert(ends->state == PF_ENDS_SCATTERED);
  assert(tried->capacity > view->n);
  found->count = 0;
  pf_stamp_next(tried);
  pf_refuse_anew(task);
  for (int e = 0; e < 2; e++) {
    const pf_hub_distances *d = &ends->end[e].distances;
    for (int32_t i = 0; i < d->reached_count; i++) {
      const int32_t h = d->reached[i];
      scratch->packed[h].of[e] = fmin((double)d->of[h].length * PLACES, PLACED_FAR);
    }
  }
  reach_all(&s, scratch->packed, task->work_limit);
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < ends->end[e].distances.reached_count; i++)
      scratch->packed[ends->end[e].distances.reached[i]].of[e] = PLACED_FAR;

  for (int32_t v = 0; v < view->n && !status; v++) {
    const pf_reach *r = &scratch->reach[v];
    if (!pf_stamp_has(tried, v) || is_covered(&s, v)) continue;
    const int64_t length = r->length[0] + r->length[1];
    if (length > limit && length < PF_FAR)
      pf_refuse_via(task, PATHFAN_FATE_TOO_LONG, pf_vertex_fixed(view, v));
    else if (length > limit || turns_wrong(&s, v))
      pf_refuse_via(task, PATHFAN_FATE_NOT_TAUT, pf_vertex_fixed(view, v));
    else
      status = add(&s, v, found);
  }
  return status;
}

void pf_thorough_scratch_free(pf_thorough_scratch *scratch) {
  free(scratch->packed);
  free(scratch->reach);
  memset(scratch, 0, sizeof *scratch);
}
#endif
