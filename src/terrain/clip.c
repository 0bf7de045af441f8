/* clip.c - which part of an edge straight ways may cross.
 *
 * Along an edge of the mesh one can walk from either end, on a road at its rate, else at the
 * background's. Where that is cheaper than to come straight from the source, nothing beyond is
 * reached best by coming straight: whoever crosses there does better to come along the edge, and
 * that way is followed for itself. What is known of the ends is an upper bound at any time, so this
 * holds at any time.
 *
 * The cost of coming straight is convex along the edge (a cone's) or linear (a strip's), that along
 * the edge linear: where the former is less is an interval. So two ends that aren't beaten say that
 * nothing between them is.
 *
 * On a road there is more: ways at less than the critical angle to it never cross it (Mitchell;
 * terrain with roads is entered and left there instead), and at the critical angle they enter it
 * (Rowe, corollary 1). */
#include "terrain/clip.h"

/* Ways along an edge: cost there is base + slope * (distance from the right end), from `begin` on
 * if slope > 0, up to it if slope < 0. */
typedef struct rival {
  double base, slope;
} rival;

/* Where a source is, seen from an edge. */
typedef struct view {
  double cost, background;
  double foot, height; /* of the point: distance along the edge, and from it */
  double slope;        /* strip: cost = cost + slope * distance */
  bool is_strip;
} view;

static double cost_at(const view *v, double at) {
  if (v->is_strip) return v->cost + v->slope * at;
  const double along = at - v->foot;
  return v->cost + v->background * sqrt(v->height * v->height + along * along);
}

/* Where the source is not beaten by a rival: within [*low, *high]. False: nowhere. */
static bool unbeaten(const view *v, rival r, double *low, double *high) {
  if (v->is_strip) {
    const double steep = v->slope - r.slope, room = r.base - v->cost;
    if (steep == 0) return room >= 0;
    const double at = room / steep;
    if (steep > 0)
      *high = at < *high ? at : *high;
    else
      *low = at > *low ? at : *low;
    return *low <= *high;
  }
  /* height^2 + (x - foot)^2 <= (a + b x)^2, a + b x >= 0 */
  const double a = (r.base - v->cost) / v->background, b = r.slope / v->background;
  const double square = (1 - b) * (1 + b), half = v->foot + a * b;
  const double rest = v->foot * v->foot + v->height * v->height - a * a;
  double begin = -INFINITY, end = INFINITY;
  if (square < 1e-14) { /* as steep as the ground: linear */
    if (half == 0) return rest <= 0;
    *(half > 0 ? &begin : &end) = rest / (2 * half);
  } else {
    const double root = half * half - square * rest;
    if (root < 0) return false;
    const double reach = sqrt(root);
    begin = (half - reach) / square;
    end = (half + reach) / square;
  }
  /* The squared inequality also holds on the other branch, where a + b x < 0. */
  if (b > 0 && begin < -a / b) begin = -a / b;
  if (b < 0 && end > -a / b) end = -a / b;
  *low = begin > *low ? begin : *low;
  *high = end < *high ? end : *high;
  return *low <= *high;
}

/* Leaves out of [*low, *high] what a rival beats who walks all of the edge. False: all. */
static bool hold_against(const view *v, rival r, double *low, double *high) {
  if (cost_at(v, *low) <= r.base + r.slope * *low && cost_at(v, *high) <= r.base + r.slope * *high)
    return true;
  return unbeaten(v, r, low, high);
}

/* The same of one who walks from `begin` on only, in the direction of his slope. What is left may
 * be in two parts; then it is kept whole between them. */
static bool hold_against_part(const view *v, rival r, double begin, double *low, double *high) {
  const bool rises = r.slope > 0;
  if (rises ? begin >= *high : begin <= *low) return true;
  double from = rises && begin > *low ? begin : *low, to = !rises && begin < *high ? begin : *high;
  const bool whole = from == *low && to == *high;
  const bool some = hold_against(v, r, &from, &to);
  if (whole) {
    *low = from;
    *high = to;
    return some;
  }
  if (rises)
    *high = some ? to : begin;
  else
    *low = some ? from : begin;
  return true;
}

static view view_of(const pathfan_terrain_search *s, int32_t number, double toll,
                    const pathfan_edge_met *edge) {
  const pathfan_source *source = &s->sources[number];
  view v = {.background = s->terrain->background, .is_strip = source->travel >= 0};
  const double dx = source->x - edge->x, dy = source->y - edge->y;
  if (v.is_strip) {
    v.cost = pathfan_source_cost(s, source, edge->x, edge->y) + toll;
    v.slope = v.background * (source->dx * edge->ex + source->dy * edge->ey);
  } else {
    v.cost = source->cost + toll;
    v.foot = dx * edge->ex + dy * edge->ey;
    v.height = fabs(edge->ex * dy - edge->ey * dx);
  }
  return v;
}

/* Queues a travel that begins where ways meet a road at the critical angle. */
static void enter(pathfan_terrain_search *s, const view *v, int32_t source, int32_t crossing,
                  const pathfan_edge_met *edge, double at, bool to_left) {
  const pathfan_arc *arc = &s->terrain->arcs[edge->arc];
  const double begin = edge->turned ? arc->length - at : at;
  const pathfan_travel travel = {.start = begin,
                                 .cost = v->cost + v->background * v->height / arc->sine,
                                 .by = {PATHFAN_ARRIVAL_GROUND, source, crossing},
                                 .arc = edge->arc,
                                 .backward = to_left == edge->turned,
                                 .next = -1};
  if (travel.cost >= pathfan_arc_cost(s, edge->arc, begin) - pathfan_slack(s, travel.cost)) return;
  const double ahead = pathfan_cost_ahead(s, edge->x + at * edge->ex, edge->y + at * edge->ey);
  if (!pathfan_is_beaten(s, travel.cost, ahead))
    pathfan_queue_travel(s, &travel, travel.cost + ahead);
}

/* Ways that come upon a road. False: none crosses. */
static bool meet_road(pathfan_terrain_search *s, const view *v, int32_t source, int32_t crossing,
                      const pathfan_edge_met *edge, double *low, double *high) {
  const pathfan_arc *arc = &s->terrain->arcs[edge->arc];
  if (v->is_strip) /* they enter only where others do, from a vertex */
    return s->keeps_all || fabs(v->slope) <= (arc->cosine + PATHFAN_ANGLE_SLACK) * v->background;
  if (v->height == 0) return false; /* they run along it */
  const double reach = v->height * arc->cosine / arc->sine;
  const double slack = PATHFAN_STRIP_SLACK + PATHFAN_ANGLE_SLACK * reach;
  const double right = v->foot - reach, left = v->foot + reach;
  if (right >= *low - slack && right <= *high + slack && right > 0)
    enter(s, v, source, crossing, edge, right < edge->length ? right : edge->length, false);
  if (left >= *low - slack && left <= *high + slack && left < edge->length)
    enter(s, v, source, crossing, edge, left > 0 ? left : 0, true);
  if (s->keeps_all) return true;
  if (right - slack > *low) *low = right - slack;
  if (left + slack < *high) *high = left + slack;
  return *low <= *high;
}

bool pathfan_clip(pathfan_terrain_search *s, int32_t source, double toll, int32_t crossing,
                  const pathfan_edge_met *edge, double *low, double *high) {
  const view v = view_of(s, source, toll, edge);
  const bool has_road = edge->arc >= 0;
  const double rate = has_road ? s->terrain->arcs[edge->arc].rate : s->terrain->background;
  if (has_road && !meet_road(s, &v, source, crossing, edge, low, high)) return false;
  const double right = s->reached[edge->right].cost, left = s->reached[edge->left].cost;
  const double slack = pathfan_slack(s, v.cost);
  if (right < INFINITY && !hold_against(&v, (rival){right + slack, rate}, low, high)) return false;
  if (left < INFINITY &&
      !hold_against(&v, (rival){left + slack + rate * edge->length, -rate}, low, high))
    return false;
  if (!has_road) return true;
  for (int32_t t = s->first_travel[edge->arc]; t >= 0; t = s->travels[t].next) {
    const pathfan_travel *travel = &s->travels[t];
    const bool to_left = (bool)travel->backward == edge->turned;
    const double begin = edge->turned ? edge->length - travel->start : travel->start;
    const double slope = to_left ? rate : -rate;
    const rival r = {travel->cost + slack - slope * begin, slope};
    if (!hold_against_part(&v, r, begin, low, high)) return false;
  }
  return true;
}
