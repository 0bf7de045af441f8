/* thorough.c - the effort THOROUGH: what the Dissimilarity method finds (paper, section
 * 2.3.2), with labels in place of its two shortest-path trees.
 *
 * Every convex vertex n within the stretch is a candidate. One pass over the labels of
 * n gives its distance from both ends at once, and the vertices before it on the two
 * ways: the next vertex of the label that won. With these,
 *
 * - a via-path is known to wrap the obstacle at n or not before it is built;
 * - n is left out if the vertex before it comes by n from the other end: both lie on
 *   one plateau and have the same via-path. Only the vertex of a plateau nearest to
 *   end 0 is left.
 *
 * What remains, some ten of a thousand, is judged as all candidates are (choose.c). */
#include <math.h>
#include <stdlib.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "scratch.h"

enum { BEFORE_NONE = -1, BEFORE_UNKNOWN = -2 };

/* Ways of the same length that are looked at; more than two are rare. */
#define ROUTES_MOST 4

/* A length and the place where it was found, in one double: length x PLACES + place.
 * Of lengths below 2^42 this is an exact integer, and the lesser of two is the shorter
 * length; at equal lengths the places differ, which tells ties. Labels are below 2^40,
 * but a leg across a wide map whose labels are short may be longer: such a length is as
 * good as none where the limit is below 2^42; where it isn't, ways are found without
 * this. Doubles, because two of them fit one register and take a minimum without a
 * branch: this is where all the time goes. */
#define PLACES 1024.0
enum { PLACE_SELF = 1023 }; /* the vertex itself is the hub; before: labels, then hubs */

#define PLACED_FAR 0x1p52 /* longer than all, and exact when added up */

/* The least two from each end. */
typedef struct least {
  double first[2], second[2];
} least;

/* Enters a length in front of ways[0..1], from either end. */
static inline void consider(least *l, const double *ways, double placed) {
#ifdef __SSE2__
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

/* The vertex before v on the way from an end, and the hub of the way. */
static void unfold(const pathfan_query *q, int e, int32_t v, uint32_t place, pathfan_range labels,
                   pathfan_range hubs, pathfan_reach *r) {
  const pathfan_index_view *view = &q->index->view;
  if (place == PLACE_SELF) {
    const pathfan_way *way = &q->ends[e].ways[v];
    r->hub[e] = v;
    if (way->other >= 0)
      r->before[e] = BEFORE_UNKNOWN; /* two of them */
    else
      r->before[e] = way->from == v ? BEFORE_NONE : pathfan_before_hub(view, way->from, v);
  } else if (place < labels.end - labels.begin) {
    const pathfan_label_fields l =
        pathfan_label_open(view, pathfan_label_at(view, labels.begin + place));
    r->hub[e] = (int32_t)l.hub;
    r->before[e] = (int32_t)l.next;
  } else {
    const uint32_t k = hubs.begin + place - (labels.end - labels.begin);
    r->hub[e] = r->before[e] = (int32_t)pathfan_hub_at(view, k);
  }
}

/* The way to v, by itself: for vertices with more labels than places, or with two ways
 * as long, of which the first by coordinates counts, and for lengths too large. What is
 * before v stays unknown then. */
static void reach_plainly(const pathfan_query *q, int e, int32_t v, pathfan_reach *r) {
  r->length[e] = pathfan_way_to(q, &q->ends[e], v, &r->hub[e]);
  r->before[e] = BEFORE_UNKNOWN;
}

/* Both ways to v: one pass over its labels and hubs, unless lengths may be too large. */
static pathfan_reach reach(const pathfan_query *q, int32_t v, bool large) {
  const pathfan_index_view *view = &q->index->view;
  const pathfan_both_ways *ways = q->both_ways;
  const uint64_t id_mask = (UINT64_C(1) << view->id_bits) - 1;
  const uint32_t label_size = view->label_size;
  const pathfan_lattice_point at = pathfan_vertex_at(view, v);
  const pathfan_range labels = pathfan_labels_of(view, v);
  const pathfan_range hubs =
      pathfan_hub_groups(view, v, PATHFAN_HUBS_LEFT_TAUT, PATHFAN_HUBS_RIGHT_TAUT);
  pathfan_reach r;
  const uint32_t label_count = labels.end - labels.begin;
  if (large || label_count + (hubs.end - hubs.begin) > PLACE_SELF) {
    for (int e = 0; e < 2; e++) reach_plainly(q, e, v, &r);
    return r;
  }
  least l = {{PLACED_FAR, PLACED_FAR}, {PLACED_FAR, PLACED_FAR}};
  consider(&l, ways[v].placed, PLACE_SELF);
  const uint8_t *label = pathfan_label_at(view, labels.begin);
  for (uint32_t i = 0; i < label_count; i++, label += label_size)
    consider(&l, ways[pathfan_load_ids(label) & id_mask].placed,
             (double)((pathfan_load_length(label) << 10) + i));
  for (uint32_t k = hubs.begin; k < hubs.end; k++) {
    const uint32_t h = pathfan_hub_at(view, k);
    const double *placed = ways[h].placed;
    if (placed[0] >= l.first[0] && placed[1] >= l.first[1]) continue;
    const int64_t straight = pathfan_length_units(
        pathfan_from_to(at, pathfan_vertex_at(view, (int32_t)h)), view->header->length_bits);
    consider(&l, placed, (double)((straight << 10) + label_count + (k - hubs.begin)));
  }
  for (int e = 0; e < 2; e++) {
    r.length[e] = length_of(l.first[e]);
    if (l.first[e] >= PLACED_FAR) {
      r.length[e] = PATHFAN_FAR;
      r.hub[e] = r.before[e] = -1;
    } else if (length_of(l.second[e]) == r.length[e]) {
      reach_plainly(q, e, v, &r);
    } else {
      const uint32_t place = (uint32_t)(l.first[e] - (double)r.length[e] * PLACES);
      unfold(q, e, v, place, labels, hubs, &r);
    }
  }
  return r;
}

static pathfan_fixed_point point_before(const pathfan_query *q, int e, int32_t before) {
  return before < 0 ? q->ends[e].at : pathfan_vertex_fixed(&q->index->view, before);
}

/* Whether the vertex before v has the same via-path and stands for it. Labels know of no
 * way that meets an obstacle head-on, so of a vertex whose obstacle faces an end they may
 * say too much. */
static bool is_covered(const pathfan_query *q, int32_t v, int64_t limit) {
  const int32_t a = q->reach[v].before[0];
  if (a < 0 || q->via_stamp[a] != q->via_now) return false;
  const pathfan_reach *r = &q->reach[a];
  return r->before[1] == v && r->length[0] + r->length[1] <= limit && !pathfan_faces_end(q, 1, a);
}

/* Whether the via-path by v turns the wrong way there, as far as that is known. */
static bool is_slack(const pathfan_query *q, int32_t v) {
  const pathfan_reach *r = &q->reach[v];
  if (r->before[0] == BEFORE_UNKNOWN || r->before[1] == BEFORE_UNKNOWN) return false;
  return !pathfan_taut_at(&q->index->view, v, point_before(q, 0, r->before[0]),
                          point_before(q, 1, r->before[1]));
}

/* Reaches every vertex that straight lines don't rule out; via_stamp tells which. */
static void reach_all(pathfan_query *q, int64_t limit, uint64_t work_limit, bool *stopped) {
  const pathfan_index_view *view = &q->index->view;
  const double bound = (double)limit / q->units_per_fixed;
  const bool large = (double)limit * PLACES >= PLACED_FAR;
  for (int32_t v = 0; v < view->n; v++) {
    const pathfan_fixed_point at = pathfan_vertex_fixed(view, v);
    const double ax = (double)(at.x - q->ends[0].at.x), ay = (double)(at.y - q->ends[0].at.y);
    const double bx = (double)(at.x - q->ends[1].at.x), by = (double)(at.y - q->ends[1].at.y);
    if (sqrt(ax * ax + ay * ay) + sqrt(bx * bx + by * by) > bound) continue;
    if (work_limit && q->answer.work >= work_limit) {
      *stopped = true;
      return;
    }
    q->answer.work++;
    q->via_stamp[v] = q->via_now;
    q->reach[v] = reach(q, v, large);
  }
}

/* The first time: room for all vertices. */
static pathfan_status make_room(pathfan_query *q) {
  if (q->reach && q->both_ways) return PATHFAN_OK;
  const size_t n = (size_t)q->index->view.n + 1;
  if (!q->reach) q->reach = malloc(n * sizeof *q->reach);
  if (!q->both_ways) q->both_ways = malloc(n * sizeof *q->both_ways);
  if (!q->reach || !q->both_ways) return PATHFAN_ERR_NO_MEMORY;
  for (size_t v = 0; v < n; v++) q->both_ways[v] = (pathfan_both_ways){{PLACED_FAR, PLACED_FAR}};
  return PATHFAN_OK;
}

/* Ways as long as the shortest one from an end, the usual one first. What is known of
 * ties is listed, since of two via-paths as long one may be simple and the other not. */
static int32_t list_routes(const pathfan_query *q, int e, int32_t v, pathfan_route *routes) {
  const pathfan_reach *r = &q->reach[v];
  const pathfan_end *end = &q->ends[e];
  routes[0] = (pathfan_route){r->hub[e], -1};
  if (r->before[e] != BEFORE_UNKNOWN && end->ways[r->hub[e]].other < 0) return 1;
  const int32_t count = pathfan_routes_to(q, end, v, r->length[e], routes, ROUTES_MOST);
  return count ? count : 1;
}

/* Makes a vertex a candidate, once for each pair of its ways. */
static pathfan_status add(pathfan_query *q, int32_t v) {
  const pathfan_reach *r = &q->reach[v];
  pathfan_route routes[2][ROUTES_MOST];
  int32_t counts[2];
  for (int e = 0; e < 2; e++) counts[e] = list_routes(q, e, v, routes[e]);
  const pathfan_status status =
      pathfan_grow(&q->candidates, &q->candidate_capacity,
                   q->candidate_count + counts[0] * counts[1], sizeof *q->candidates);
  for (int32_t i = 0; i < counts[0] && !status; i++)
    for (int32_t k = 0; k < counts[1]; k++)
      q->candidates[q->candidate_count++] =
          (pathfan_candidate){.order = r->length[0] + r->length[1],
                              .via = v,
                              .hubs = {routes[0][i].hub, routes[1][k].hub},
                              .from = {routes[0][i].from, routes[1][k].from}};
  return status;
}

pathfan_status pathfan_collect_all(pathfan_query *q, const pathfan_request *request, int64_t limit,
                                   bool *stopped) {
  pathfan_candidates *counts = &q->answer.candidates;
  pathfan_status status = make_room(q);
  if (status) return status;
  q->candidate_count = 0;
  pathfan_next_stamp(q);
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < q->ends[e].reached_count; i++) {
      const int32_t h = q->ends[e].reached[i];
      q->both_ways[h].placed[e] = fmin((double)q->ends[e].ways[h].length * PLACES, PLACED_FAR);
    }
  reach_all(q, limit, request->work_limit, stopped);
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < q->ends[e].reached_count; i++)
      q->both_ways[q->ends[e].reached[i]].placed[e] = PLACED_FAR;

  for (int32_t v = 0; v < q->index->view.n; v++) {
    const pathfan_reach *r = &q->reach[v];
    if (q->via_stamp[v] != q->via_now || is_covered(q, v, limit)) continue;
    counts->tried++;
    if (r->length[0] + r->length[1] > limit) {
      counts->too_long++;
    } else if (is_slack(q, v)) {
      counts->not_taut++;
    } else {
      status = add(q, v);
      if (status) return status;
    }
  }
  return PATHFAN_OK;
}
