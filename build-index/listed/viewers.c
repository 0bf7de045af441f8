/* viewers.c - what each vertex sees of a facet, by the rays of its leaf, and where paths from there
 * may turn on. */
#include "viewers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static pf_spot spot_of(pf_lattice_point p) {
  return (pf_spot){p.x, p.y};
}

static double least_distance(const pf_convex *c, pf_spot from) {
  double least = INFINITY;
  bool left = true, right = true;
  for (int32_t i = 0; i < c->count; i++) {
    const pf_spot a = c->corners[i], b = c->corners[i + 1 < c->count ? i + 1 : 0];
    const pf_spot d = pf_spot_from_to(a, b), v = pf_spot_from_to(a, from);
    const double square = d.x * d.x + d.y * d.y, along = d.x * v.x + d.y * v.y;
    const double t = !(square > 0) || along < 0 ? 0 : along > square ? 1 : along / square;
    const pf_spot off = {v.x - t * d.x, v.y - t * d.y};
    const double distance = off.x * off.x + off.y * off.y;
    if (distance < least) least = distance;
    left = left && pf_spot_cross(d, v) >= 0;
    right = right && pf_spot_cross(d, v) <= 0;
  }
  return c->count > 2 && (left || right) ? 0 : sqrt(least);
}

static double greatest_distance(const pf_convex *c, pf_spot from) {
  double most = 0;
  for (int32_t i = 0; i < c->count; i++) {
    const pf_spot d = pf_spot_from_to(c->corners[i], from);
    const double square = d.x * d.x + d.y * d.y;
    if (square > most) most = square;
  }
  return sqrt(most);
}

/* Finds to which w a path from some point of `part` may turn on a side. The sharpest turns come
 * first. */
static const uint64_t *open_ways(const pf_viewer_ground *g, const pf_viewer *v,
                                 const pf_convex *part, int side) {
  const pf_listed_source *s = g->source;
  const pf_layout_span *span = &s->lists->spans[v->vertex];
  const double sign = side == PF_SIDE_LEFT ? 1 : -1;
  uint32_t exit = PF_EXIT_ANY;
  for (uint32_t e = span->exits[side]; e < span->exits[side + 1]; e++) {
    const pf_spot on =
        pf_spot_from_to(v->at, spot_of(s->at[pf_exit_number(s->lists, s->id_bytes, e).next]));
    const double wide = -16 * g->wide * sqrt(on.x * on.x + on.y * on.y);
    bool is_open = false;
    for (int32_t i = 0; i < part->count && !is_open; i++)
      is_open = sign * pf_spot_cross(pf_spot_from_to(part->corners[i], v->at), on) >= wide;
    if (!is_open || e - span->exits[0] >= PF_EXIT_MOST) break;
    exit = e - span->exits[0] + 1;
  }
  return pf_label_rows_leaving(g->rows, v->vertex, exit);
}

/* Restricts what a viewer sees to the points from which its obstacle is passed on one side. */
static pf_convex passed_on(const pf_viewer_ground *g, const pf_viewer *v, const pf_convex *seen,
                           int side, pf_spot *room) {
  const double sign = side == PF_SIDE_LEFT ? 1 : -1;
  const pf_wedge wedge = g->source->wedge[v->vertex];
  const pf_spot first = {sign * wedge.first.x, sign * wedge.first.y};
  const pf_spot second = {sign * wedge.second.x, sign * wedge.second.y};
  pf_convex half = {room, 0}, both = {room + g->corners_each, 0};
  pf_convex_cut(seen, pf_half_plane_beside(v->at, first), g->wide, &half);
  pf_convex_cut(&half, pf_half_plane_beside(v->at, second), g->wide, &both);
  return both;
}

static pf_convex copy(const pf_convex *from, pf_spot *to) {
  memcpy(to, from->corners, (size_t)from->count * sizeof *to);
  return (pf_convex){to, from->count};
}

/* Measures the distances to a viewer's part, and the tangent plane of these at its centre. */
static void measure_part(pf_viewer *u, double *room, int32_t each) {
  const pf_convex *part = &u->part;
  pf_spot centre = {0, 0};
  u->to_corners = room;
  u->below = room + each;
  for (int32_t i = 0; i < part->count; i++) {
    centre.x += part->corners[i].x / part->count;
    centre.y += part->corners[i].y / part->count;
  }
  const double to_centre = pf_spot_distance(centre, u->at);
  const double scale = to_centre > 0 ? 1 / to_centre : 0;
  const pf_spot slope = {(centre.x - u->at.x) * scale, (centre.y - u->at.y) * scale};
  for (int32_t i = 0; i < part->count; i++) {
    const pf_spot off = pf_spot_from_to(centre, part->corners[i]);
    u->to_corners[i] = pf_spot_distance(part->corners[i], u->at);
    u->below[i] = to_centre + slope.x * off.x + slope.y * off.y;
  }
}

/* Describes a viewer whose rays are known. room: for corners. False: no path from the facet can
 * pass it. */
static bool describe(const pf_viewer_ground *g, pf_viewer *v, const pf_convex *facet, pf_spot *room,
                     const pf_viewed *of) {
  const int32_t each = g->corners_each;
  pf_convex seen = *facet, cut = {room + each, 0};
  if (v->has_right) {
    pf_convex_cut(&seen, pf_half_plane_beside(v->at, v->right), g->wide, &cut);
    seen = cut;
    cut.corners = room + 2 * (int64_t)each;
  }
  if (v->has_left) {
    pf_convex_cut(&seen, pf_half_plane_beside(v->at, (pf_spot){-v->left.x, -v->left.y}), g->wide,
                  &cut);
    seen = cut;
  }
  if (!seen.count) return false;
  pf_convex side[2];
  v->open[0] = v->open[1] = pf_label_rows_leaving(g->rows, v->vertex, PF_EXIT_ANY);
  v->least = INFINITY;
  for (int k = 0; k < 2; k++) {
    pf_arrival_range *travel = &of->travel[v->first][k];
    side[k] = passed_on(g, v, &seen, k, room + (3 + 2 * (int64_t)k) * each);
    if (!side[k].count) continue;
    for (int32_t i = 0; i < side[k].count; i++)
      pf_arrival_range_add(travel, pf_spot_from_to(side[k].corners[i], v->at), g->wide);
    v->open[k] = open_ways(g, v, &side[k], k);
    const float least = (float)least_distance(&side[k], v->at);
    if (least < v->least) v->least = least;
  }
  if (!side[0].count && !side[1].count) return false;
  if (side[0].count && side[1].count)
    v->part = copy(&seen, room);
  else
    v->part = copy(side[0].count ? &side[0] : &side[1], room);
  *of->seen += pf_convex_area(&v->part);
  v->most = v->sees_all ? (float)greatest_distance(facet, v->at) : INFINITY;
  v->row = g->rows->length + (int64_t)v->vertex * g->rows->stride;
  return true;
}

/* Whether a viewer sees a point: as queries test it, but for rounding, in doubt not. */
static bool is_between(const pf_viewer *v, pf_spot p) {
  const pf_spot d = pf_spot_from_to(v->at, p);
  return (!v->has_right || pf_spot_cross(v->right, d) >= 0) &&
         (!v->has_left || pf_spot_cross(v->left, d) <= 0);
}

static bool sees(const pf_viewer *v, const pf_convex *c) {
  for (int32_t i = 0; i < c->count; i++)
    if (!is_between(v, c->corners[i])) return false;
  return true;
}

void pf_viewers_list(pf_viewers *s, const pf_viewer_ground *g, const pf_facet *facet,
                     const pf_convex *polygon, const pf_viewed *of) {
  const pf_listed_source *source = g->source;
  const pf_facet_leaf l = pf_facet_leaf_at(source, facet->leaf);
  s->count = 0;
  for (uint64_t i = 0; i < (uint64_t)l.whole_count + l.part_count; i++) {
    const bool is_part = i >= l.whole_count;
    const uint64_t id = is_part ? PF_CONES_PART_IDS * (i - l.whole_count) : i;
    pf_viewer *v = &s->list[s->count];
    v->vertex = pf_facet_leaf_id(source, is_part ? l.part : l.whole, id);
    v->first = of->number[v->vertex];
    v->at = spot_of(source->at[v->vertex]);
    v->has_right = v->has_left = false;
    if (is_part) {
      const int32_t right = pf_facet_leaf_id(source, l.part, id + 1),
                    left = pf_facet_leaf_id(source, l.part, id + 2);
      v->has_right = right != v->vertex;
      v->has_left = left != v->vertex;
      v->right = pf_spot_from_to(v->at, spot_of(source->at[right]));
      v->left = pf_spot_from_to(v->at, spot_of(source->at[left]));
    }
    v->sees_all = sees(v, polygon);
    if (!describe(g, v, polygon, s->corners + (int64_t)s->count * 7 * g->corners_each, of))
      continue;
    measure_part(v, s->distances + (int64_t)s->count * 2 * g->corners_each, g->corners_each);
    s->count++;
  }
  for (int32_t i = 0; i < s->count; i++)
    for (int32_t k = 0; k < s->count; k++) s->gap[(int64_t)i * g->capacity + k] = NAN;
}

/* INFINITY: v doesn't see all of what u sees. */
static float gap_of(const pf_viewer *u, const pf_viewer *v) {
  const pf_convex *part = &u->part;
  if (!v->sees_all && !sees(v, part)) return INFINITY;
  double at_corners = -INFINITY, by_plane = -INFINITY;
  for (int32_t i = 0; i < part->count; i++) {
    const double to_v = pf_spot_distance(part->corners[i], v->at);
    const double here = to_v - u->to_corners[i], plane = to_v - u->below[i];
    at_corners = here > at_corners ? here : at_corners;
    by_plane = plane > by_plane ? plane : by_plane;
  }
  return (float)(at_corners < 0 ? at_corners : by_plane);
}

float pf_viewers_gap(pf_viewers *s, const pf_viewer_ground *g, int32_t u, int32_t v) {
  float *gap = &s->gap[(int64_t)u * g->capacity + v];
  if (isnan(*gap)) *gap = gap_of(&s->list[u], &s->list[v]);
  return *gap;
}

int32_t pf_viewers_most(const pf_facets *facets, const pf_listed_source *source) {
  int64_t most = 1;
  for (int64_t p = 0; p < facets->count; p++) {
    const pf_facet_leaf l = pf_facet_leaf_at(source, facets->list[p].leaf);
    if ((int64_t)l.whole_count + l.part_count + 1 > most)
      most = (int64_t)l.whole_count + l.part_count + 1;
  }
  return (int32_t)most;
}

bool pf_viewers_init(pf_viewers *s, const pf_viewer_ground *g) {
  const uint64_t capacity = (uint64_t)g->capacity;
  s->list = pf_alloc(capacity, sizeof *s->list);
  s->gap = pf_alloc(capacity * capacity, sizeof *s->gap);
  s->corners = pf_alloc(capacity * 7 * (uint64_t)g->corners_each, sizeof *s->corners);
  s->distances = pf_alloc(capacity * 2 * (uint64_t)g->corners_each, sizeof *s->distances);
  return s->list && s->gap && s->corners && s->distances;
}

void pf_viewers_free(pf_viewers *s) {
  free(s->list);
  free(s->gap);
  free(s->corners);
  free(s->distances);
}
