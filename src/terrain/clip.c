/* clip.c - which part of an edge straight ways may cross.
 *
 * A way can run along an edge of the mesh from either end, at the rate of a road on it, or else at
 * the background's. Where that is cheaper than coming straight from the source, nothing beyond is
 * reached best by coming straight: a way that crosses there is cheaper along the edge, and that way
 * is followed on its own. The known costs of the ends are always upper bounds, so this holds at any
 * time.
 *
 * The cost of coming straight is convex along the edge (for a cone) or linear (for a strip), that
 * along the edge is linear: the former is less on an interval. So if neither end of a part is
 * beaten, nothing between them is.
 *
 * On a road there is more: ways at less than the critical angle to it never cross it (Mitchell;
 * they enter and leave the road instead), and at the critical angle they enter it (Rowe, corollary
 * 1). */
#include "terrain/clip.h"

/* Ways along an edge: the cost is base + slope * (distance from the right end). */
typedef struct rival {
  double base, slope;
} rival;

/* The position of a source relative to an edge. */
typedef struct view {
  double cost, background;
  double foot, height; /* point: the foot's distance along the edge, and the distance from its
                          line */
  double slope;        /* strip: the cost at a distance along the edge is cost + slope * distance */
  bool is_strip;
} view;

static double cost_at(const view *v, double at) {
  if (v->is_strip) return v->cost + v->slope * at;
  const double along = at - v->foot;
  return v->cost + v->background * sqrt(v->height * v->height + along * along);
}

/* Narrows a part to where the source isn't beaten by a rival. False: nowhere. */
static bool unbeaten(const view *v, rival r, pf_edge_part *part) {
  if (v->is_strip) {
    const double steep = v->slope - r.slope, room = r.base - v->cost;
    if (steep == 0) return room >= 0;
    const double at = room / steep;
    if (steep > 0)
      part->high = at < part->high ? at : part->high;
    else
      part->low = at > part->low ? at : part->low;
    return part->low <= part->high;
  }
  /* height^2 + (x - foot)^2 <= (a + b x)^2, a + b x >= 0 */
  const double a = (r.base - v->cost) / v->background, b = r.slope / v->background;
  const double square = (1 - b) * (1 + b), half = v->foot + a * b;
  const double rest = v->foot * v->foot + v->height * v->height - a * a;
  double begin = -INFINITY, end = INFINITY;
  if (square < 1e-14) { /* as steep as the ground: the inequality is linear */
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
  part->low = begin > part->low ? begin : part->low;
  part->high = end < part->high ? end : part->high;
  return part->low <= part->high;
}

/* Removes from a part what is beaten by a rival along the whole edge. False: nothing is
 * left. */
static bool hold_against(const view *v, rival r, pf_edge_part *part) {
  if (cost_at(v, part->low) <= r.base + r.slope * part->low &&
      cost_at(v, part->high) <= r.base + r.slope * part->high)
    return true;
  return unbeaten(v, r, part);
}

/* The same for a rival that runs only from `begin` on, in the direction of its slope. If two parts
 * are left, the gap between them stays. */
static bool hold_against_part(const view *v, rival r, double begin, pf_edge_part *part) {
  const bool rises = r.slope > 0;
  if (rises ? begin >= part->high : begin <= part->low) return true;
  const bool whole = rises ? begin <= part->low : begin >= part->high;
  if (whole) return hold_against(v, r, part);
  pf_edge_part ahead = *part;
  *(rises ? &ahead.low : &ahead.high) = begin;
  const bool some = hold_against(v, r, &ahead);
  if (rises)
    part->high = some ? ahead.high : begin;
  else
    part->low = some ? ahead.low : begin;
  return true;
}

static view view_of(const pf_terrain_search *s, const pf_wave *wave, const pf_edge_met *edge) {
  const pf_wave_source *source = &s->sources[wave->source];
  view v = {.background = s->terrain->background, .is_strip = source->travel >= 0};
  const double dx = source->x - edge->x, dy = source->y - edge->y;
  if (v.is_strip) {
    v.cost = pf_source_cost(s, source, edge->x, edge->y) + wave->toll;
    v.slope = v.background * (source->dx * edge->ex + source->dy * edge->ey);
  } else {
    v.cost = source->cost + wave->toll;
    v.foot = dx * edge->ex + dy * edge->ey;
    v.height = fabs(edge->ex * dy - edge->ey * dx);
  }
  return v;
}

/* Ways along the road on an edge to its left or right end. */
static pf_lane lane_to(const pf_terrain_search *s, const pf_edge_met *edge, bool to_left) {
  return pf_lane_of(s->terrain, edge->arc, to_left == edge->turned);
}

/* Queues a travel that begins where ways meet a road at the critical angle, unless it is beaten. */
static void enter(pf_terrain_search *s, const view *v, const pf_wave *wave, const pf_edge_met *edge,
                  double at, bool to_left) {
  const double length = s->terrain->arcs[edge->arc].length;
  const double begin = edge->turned ? length - at : at;
  const pf_lane lane = lane_to(s, edge, to_left);
  const pf_travel travel = {.start = begin,
                            .cost = v->cost + v->background * v->height / lane.sine,
                            .by = {PF_ARRIVAL_GROUND, wave->source, wave->crossing},
                            .arc = edge->arc,
                            .backward = to_left == edge->turned,
                            .next = -1};
  if (travel.cost >= pf_arc_cost(s, edge->arc, begin) - pf_slack(s, travel.cost)) return;
  const double ahead = pf_cost_ahead(s, edge->x + at * edge->ex, edge->y + at * edge->ey);
  if (!pf_is_beaten(s, travel.cost, ahead)) pf_queue_travel(s, &travel, travel.cost + ahead);
}

/* Lets ways enter the road on an edge, and narrows the part where they may cross it. False: none
 * crosses. */
static bool meet_road(pf_terrain_search *s, const view *v, const pf_wave *wave,
                      const pf_edge_met *edge, pf_edge_part *part) {
  const pf_lane to_right = lane_to(s, edge, false), to_left = lane_to(s, edge, true);
  if (v->is_strip) /* they enter only where ways from a vertex do */
    return s->keeps_all || (v->slope <= (to_left.cosine + PF_ANGLE_SLACK) * v->background &&
                            -v->slope <= (to_right.cosine + PF_ANGLE_SLACK) * v->background);
  if (v->height == 0) return false; /* they run along it */
  const pf_edge_part met = *part;
  if (to_right.sine > 0) {
    const double reach = v->height * to_right.cosine / to_right.sine, at = v->foot - reach;
    const double slack = PF_STRIP_SLACK + PF_ANGLE_SLACK * reach;
    if (at >= met.low - slack && at <= met.high + slack && at > 0)
      enter(s, v, wave, edge, at < edge->length ? at : edge->length, false);
    if (!s->keeps_all && at - slack > part->low) part->low = at - slack;
  }
  if (to_left.sine > 0) {
    const double reach = v->height * to_left.cosine / to_left.sine, at = v->foot + reach;
    const double slack = PF_STRIP_SLACK + PF_ANGLE_SLACK * reach;
    if (at >= met.low - slack && at <= met.high + slack && at < edge->length)
      enter(s, v, wave, edge, at > 0 ? at : 0, true);
    if (!s->keeps_all && at + slack < part->high) part->high = at + slack;
  }
  return part->low <= part->high;
}

bool pf_clip(pf_terrain_search *s, const pf_wave *wave, const pf_edge_met *edge,
             pf_edge_part *part) {
  const view v = view_of(s, wave, edge);
  const bool has_road = edge->arc >= 0;
  const double ground = s->terrain->background;
  const double to_left = has_road ? pf_rate_beside(s->terrain, edge->arc, edge->turned) : ground;
  const double to_right = has_road ? pf_rate_beside(s->terrain, edge->arc, !edge->turned) : ground;
  if (has_road && !meet_road(s, &v, wave, edge, part)) return false;
  const double right = s->reached[edge->right].cost, left = s->reached[edge->left].cost;
  const double slack = pf_slack(s, v.cost);
  if (right < INFINITY && !hold_against(&v, (rival){right + slack, to_left}, part)) return false;
  if (left < INFINITY &&
      !hold_against(&v, (rival){left + slack + to_right * edge->length, -to_right}, part))
    return false;
  if (!has_road) return true;
  for (int32_t t = s->first_travel[edge->arc]; t >= 0; t = s->travels[t].next) {
    const pf_travel *travel = &s->travels[t];
    const bool is_leftward = (bool)travel->backward == edge->turned;
    const double begin = edge->turned ? edge->length - travel->start : travel->start;
    const double slope = is_leftward ? to_left : -to_right;
    const rival r = {travel->cost + slack - slope * begin, slope};
    if (!hold_against_part(&v, r, begin, part)) return false;
  }
  return true;
}
