/* wave.c - propagates straight ways from polygon to polygon.
 *
 * A wave is the ways of one source through one edge: a cone from a point, or a strip of parallel
 * ways from a road. Its bounds are rays through vertices, exact for cones, so that visibility is
 * decided on integers; where clip.c narrowed it, rays slightly outside the narrowed part. */
#include "terrain/wave.h"

#include <assert.h>

#include "terrain/clip.h"

/* Where a vertex lies: right of the bounds, between them, or left. */
typedef enum where { ON_RIGHT = -1, BETWEEN = 0, ON_LEFT = 1 } where;

static pf_lattice_point vertex_at(const pf_terrain_search *s, uint32_t corner) {
  const pf_mesh *mesh = s->terrain->mesh;
  return mesh->vertices[mesh->corner_vertex[corner]];
}

static pf_fixed_point vector_to(const pf_terrain_search *s, const pf_wave_source *source,
                                pf_lattice_point at) {
  return pf_fixed_from_to(source->root, pf_lift(at, s->fraction_bits));
}

static double offset_of(const pf_wave_source *source, double x, double y) {
  return source->dx * (y - source->y) - source->dy * (x - source->x);
}

static where cone_where(const pf_wave *wave, pf_fixed_point to) {
  if (pf_turn(wave->bound.cone.right, to) < 0) return ON_RIGHT;
  return pf_turn(to, wave->bound.cone.left) < 0 ? ON_LEFT : BETWEEN;
}

static where strip_where(const pf_wave *wave, double offset) {
  if (offset < wave->bound.strip.right - PF_STRIP_SLACK) return ON_RIGHT;
  return offset > wave->bound.strip.left + PF_STRIP_SLACK ? ON_LEFT : BETWEEN;
}

static where where_is(const pf_terrain_search *s, const pf_wave *wave, pf_lattice_point at) {
  const pf_wave_source *source = &s->sources[wave->source];
  return source->travel < 0 ? cone_where(wave, vector_to(s, source, at))
                            : strip_where(wave, offset_of(source, at.x, at.y));
}

/* ---- Crossing an edge ---- */

/* Returns where on an edge a bound of a wave meets it. */
static double meet_bound(const pf_terrain_search *s, const pf_wave *wave,
                         const pf_wave_source *source, const pf_edge_met *edge, bool is_left) {
  if (source->travel < 0) {
    const pf_fixed_point ray = is_left ? wave->bound.cone.left : wave->bound.cone.right;
    const double rx = (double)ray.x * s->fraction, ry = (double)ray.y * s->fraction;
    const double steep = rx * edge->ey - ry * edge->ex;
    if (steep == 0) return 0;
    return ((edge->y - source->y) * rx - (edge->x - source->x) * ry) / -steep;
  }
  const double offset = is_left ? wave->bound.strip.left : wave->bound.strip.right;
  const double steep = source->dx * edge->ey - source->dy * edge->ex;
  if (steep == 0) return 0;
  return (offset - offset_of(source, edge->x, edge->y)) / steep;
}

/* Returns a ray towards a point of the edge, rounded outwards. */
static pf_fixed_point ray_to(const pf_terrain_search *s, const pf_wave_source *source,
                             const pf_edge_met *edge, double at, int side) {
  /* Two steps of the fixed-point grid outwards along the edge, beyond rounding. */
  const double out = side * 2 * s->fraction;
  const double x = edge->x + (at + out) * edge->ex - source->x;
  const double y = edge->y + (at + out) * edge->ey - source->y;
  return (pf_fixed_point){llrint(x / s->fraction), llrint(y / s->fraction)};
}

static void meet_edge(const pf_terrain_search *s, uint32_t corner, uint32_t after,
                      pf_edge_met *edge) {
  const pf_lattice_point from = vertex_at(s, corner), to = vertex_at(s, after);
  const pf_terrain *t = s->terrain;
  const double dx = (double)to.x - from.x, dy = (double)to.y - from.y;
  *edge = (pf_edge_met){.x = from.x, .y = from.y, .length = sqrt(dx * dx + dy * dy)};
  edge->ex = dx / edge->length;
  edge->ey = dy / edge->length;
  edge->right = t->node[corner];
  edge->left = t->node[after];
  edge->arc = t->arc[corner];
  edge->turned = edge->arc >= 0 && t->arcs[edge->arc].corner != (int32_t)corner;
}

/* Changes an edge to how the bank beyond sees it. */
static void cross_over(const pf_terrain_search *s, uint32_t twin, uint32_t after,
                       pf_edge_met *edge) {
  const pf_terrain *t = s->terrain;
  edge->left = t->node[twin];
  edge->right = t->node[after];
  edge->arc = t->arc[twin];
  edge->turned = edge->arc >= 0 && t->arcs[edge->arc].corner == (int32_t)twin;
}

/* Returns the point nearest to x,y on a part of an edge: its distance from the right end. */
static double nearest_on(const pf_edge_met *edge, double low, double high, double x, double y) {
  const double foot = (x - edge->x) * edge->ex + (y - edge->y) * edge->ey;
  return foot < low ? low : foot > high ? high : foot;
}

/* Lower bound of the cost from a part of an edge to the target. */
static double ahead_of(const pf_terrain_search *s, const pf_edge_met *edge, double low,
                       double high) {
  if (!s->is_goal_directed) return 0;
  const double near = nearest_on(edge, low, high, s->targets[0].x, s->targets[0].y);
  return pf_cost_ahead(s, edge->x + near * edge->ex, edge->y + near * edge->ey);
}

/* The least cost of ways from a source to a part of an edge, without tolls. */
static double least_on(const pf_terrain_search *s, const pf_wave_source *source,
                       const pf_edge_met *edge, double low, double high) {
  if (source->travel < 0) {
    const double near = nearest_on(edge, low, high, source->x, source->y);
    return pf_source_cost(s, source, edge->x + near * edge->ex, edge->y + near * edge->ey);
  }
  const double lx = edge->x + low * edge->ex, ly = edge->y + low * edge->ey;
  const double hx = edge->x + high * edge->ex, hy = edge->y + high * edge->ey;
  return fmin(pf_source_cost(s, source, lx, ly), pf_source_cost(s, source, hx, hy));
}

/* A wave that crosses an edge of its polygon. */
typedef struct passage {
  const pf_wave *wave;
  pf_wave_source source;
  uint32_t corner, after; /* of the edge */
  where right, left;      /* the edge's ends, relative to the bounds */
  pf_edge_met edge;
  pf_edge_part seen; /* between the bounds */
  pf_edge_part open; /* of that, where ways may cross */
  pf_wave next;
} passage;

/* Finds the part of an edge between the bounds of a wave. */
static void see_edge(const pf_terrain_search *s, passage *p) {
  double low = 0, high = p->edge.length;
  if (p->right == ON_RIGHT) low = meet_bound(s, p->wave, &p->source, &p->edge, false);
  if (p->left == ON_LEFT) high = meet_bound(s, p->wave, &p->source, &p->edge, true);
  low = low < 0 ? 0 : low;
  high = high > p->edge.length ? p->edge.length : high;
  /* Rounding may have reversed their order. */
  p->seen = p->open = low > high ? (pf_edge_part){high, low} : (pf_edge_part){low, high};
}

/* Narrows the part that ways may cross, given the known costs along the edge. False: nothing is
 * left. */
static bool narrow(pf_terrain_search *s, passage *p) {
  return pf_clip(s, &p->next, &p->edge, &p->open);
}

/* Takes a wave over the river along an edge: adds the toll, and narrows the part that may be
 * crossed, given the known costs of the bank beyond. False: nothing crosses. */
static bool cross_river(pf_terrain_search *s, passage *p) {
  const pf_terrain *t = s->terrain;
  const int32_t river = t->river[p->corner];
  const uint32_t twin = (uint32_t)p->next.corner;
  const double cost = pf_river_cost(t, river);
  if (!(cost < INFINITY)) return false;
  p->next.toll += cost;
  p->next.crossing = pf_add_crossed(s, river, p->next.crossing);
  cross_over(s, twin, pf_corner_after(t->mesh->first_corner, p->next.polygon, twin), &p->edge);
  return narrow(s, p);
}

/* Sets the bounds of a cone beyond an edge: exact where nothing narrowed it. False: nothing is
 * left. */
static bool bound_cone(const pf_terrain_search *s, passage *p) {
  const pf_wave_source *source = &p->source;
  pf_fixed_point right = p->right == ON_RIGHT ? p->wave->bound.cone.right
                                              : vector_to(s, source, vertex_at(s, p->corner));
  pf_fixed_point left =
      p->left == ON_LEFT ? p->wave->bound.cone.left : vector_to(s, source, vertex_at(s, p->after));
  if (p->open.low > p->seen.low) {
    const pf_fixed_point ray = ray_to(s, source, &p->edge, p->open.low, -1);
    if (pf_turn(right, ray) > 0) right = ray;
  }
  if (p->open.high < p->seen.high) {
    const pf_fixed_point ray = ray_to(s, source, &p->edge, p->open.high, 1);
    if (pf_turn(ray, left) > 0) left = ray;
  }
  p->next.bound.cone.right = right;
  p->next.bound.cone.left = left;
  return pf_turn(right, left) > 0;
}

/* The same for a strip. One that only touches a vertex is dropped: it would go round the vertex and
 * back. */
static bool bound_strip(passage *p) {
  const pf_edge_met *edge = &p->edge;
  const double low =
      offset_of(&p->source, edge->x + p->open.low * edge->ex, edge->y + p->open.low * edge->ey);
  const double high =
      offset_of(&p->source, edge->x + p->open.high * edge->ex, edge->y + p->open.high * edge->ey);
  p->next.bound.strip.right = fmax(p->wave->bound.strip.right, low);
  p->next.bound.strip.left = fmin(p->wave->bound.strip.left, high);
  return p->next.bound.strip.left - p->next.bound.strip.right > PF_STRIP_SLACK;
}

/* Propagates a wave beyond an edge of its polygon. right, left: the positions of the edge's ends
 * relative to the bounds. */
static void cross_edge(pf_terrain_search *s, const pf_wave *wave, uint32_t corner, uint32_t after,
                       where right, where left) {
  const pf_terrain *t = s->terrain;
  const int32_t twin = t->twin[corner];
  if (right == ON_LEFT || left == ON_RIGHT) return;
  if (twin < 0 && t->arc[corner] < 0) return;
  passage p = {.wave = wave,
               .source = s->sources[wave->source],
               .corner = corner,
               .after = after,
               .right = right,
               .left = left,
               .next = {.toll = wave->toll,
                        .source = wave->source,
                        .crossing = wave->crossing,
                        .polygon = t->mesh->corner_neighbour[corner],
                        .corner = twin}};
  meet_edge(s, corner, after, &p.edge);
  see_edge(s, &p);
  if (!narrow(s, &p)) return;
  if (twin < 0) return; /* a wall, with a road that clip.c let ways enter */
  if (t->river[corner] >= 0 && !cross_river(s, &p)) return;
  assert(p.seen.low <= p.open.low && p.open.low <= p.open.high && p.open.high <= p.seen.high);
  const double cost = least_on(s, &p.source, &p.edge, p.open.low, p.open.high) + p.next.toll;
  const double ahead = ahead_of(s, &p.edge, p.open.low, p.open.high);
  assert(cost >= -s->slack); /* less than 0 by rounding alone, beside the start */
  assert(ahead >= 0);
  if (pf_is_beaten(s, cost, ahead)) return;
  if (p.source.travel < 0 ? bound_cone(s, &p) : bound_strip(&p))
    pf_queue_wave(s, &p.next, cost + ahead);
}

/* ---- Sweeping a polygon ---- */

/* Whether a point is on a ray, or within `near` of it. */
static bool is_beside(pf_fixed_point ray, pf_fixed_point to, double near) {
  const double rx = (double)ray.x, ry = (double)ray.y, x = (double)to.x, y = (double)to.y;
  return rx * x + ry * y >= 0 && fabs(rx * y - ry * x) <= near * sqrt(rx * rx + ry * ry);
}

/* Whether a point lies behind the road that ways leave: none gets there, though a strip's slack may
 * include it. */
static bool is_behind(const pf_terrain_search *s, const pf_wave_source *source, double x,
                      double y) {
  if (source->travel < 0) return false;
  const pf_arc *arc = &s->terrain->arcs[s->travels[source->travel].arc];
  const pf_lattice_point a = s->terrain->nodes[arc->node[0]].at;
  const pf_lattice_point b = s->terrain->nodes[arc->node[1]].at;
  const double ex = ((double)b.x - a.x) / arc->length, ey = ((double)b.y - a.y) / arc->length;
  const double height = ex * (y - a.y) - ey * (x - a.x);
  return ex * source->dy > ey * source->dx ? height < -PF_NEAR : height > PF_NEAR;
}

static bool sees_target(const pf_terrain_search *s, const pf_wave *wave, const pf_target *target) {
  const pf_wave_source *source = &s->sources[wave->source];
  if (source->travel >= 0) {
    const double offset = offset_of(source, target->x, target->y);
    const double slack = target->is_near_edge ? PF_NEAR : PF_STRIP_SLACK;
    return offset >= wave->bound.strip.right - slack && offset <= wave->bound.strip.left + slack &&
           !is_behind(s, source, target->x, target->y);
  }
  const pf_fixed_point to = pf_fixed_from_to(source->root, target->place.at);
  if (cone_where(wave, to) == BETWEEN) return true;
  const double near = PF_NEAR / s->fraction;
  return target->is_near_edge && (is_beside(wave->bound.cone.right, to, near) ||
                                  is_beside(wave->bound.cone.left, to, near));
}

/* Whether a target is on the very road that ways leave: then it is reached along the road. */
static bool is_on_road(const pf_terrain_search *s, const pf_wave_source *source, int32_t target) {
  if (source->travel < 0 || !s->targets[target].is_near_edge) return false;
  for (int32_t i = 0; i < s->on_arc_count; i++)
    if (s->on_arcs[i].target == target && s->on_arcs[i].number == s->travels[source->travel].arc)
      return true;
  return false;
}

static void reach_targets(pf_terrain_search *s, const pf_wave *wave) {
  const pf_wave_source *source = &s->sources[wave->source];
  for (int32_t i = s->first_target[wave->polygon]; i >= 0; i = s->in_polygons[i].next) {
    const int32_t number = s->in_polygons[i].target;
    const pf_target *target = &s->targets[number];
    if (!sees_target(s, wave, target) || is_on_road(s, source, number)) continue;
    pf_reach_target(s, number, pf_source_cost(s, source, target->x, target->y) + wave->toll,
                    (pf_arrival){PF_ARRIVAL_GROUND, wave->source, wave->crossing});
  }
}

static void reach_corner(pf_terrain_search *s, const pf_wave *wave, uint32_t corner) {
  const pf_lattice_point at = vertex_at(s, corner);
  const pf_wave_source *source = &s->sources[wave->source];
  if (is_behind(s, source, at.x, at.y)) return;
  pf_reach_node(s, s->terrain->node[corner], pf_source_cost(s, source, at.x, at.y) + wave->toll,
                (pf_arrival){PF_ARRIVAL_GROUND, wave->source, wave->crossing});
}

void pf_sweep(pf_terrain_search *s, const pf_wave *wave, uint32_t first, uint32_t last,
              bool with_ends) {
  const uint32_t *first_corner = s->terrain->mesh->first_corner;
  assert(wave->source >= 0 && wave->source < s->source_count);
  assert(first >= first_corner[wave->polygon] && first < first_corner[wave->polygon + 1]);
  assert(last >= first_corner[wave->polygon] && last < first_corner[wave->polygon + 1]);
  if (s->first_target[wave->polygon] >= 0) reach_targets(s, wave);
  where right = where_is(s, wave, vertex_at(s, first));
  if (with_ends && right == BETWEEN) reach_corner(s, wave, first);
  for (uint32_t corner = first; corner != last;) {
    const uint32_t after = pf_corner_after(first_corner, wave->polygon, corner);
    const where left = where_is(s, wave, vertex_at(s, after));
    if (left == BETWEEN && (with_ends || after != last)) reach_corner(s, wave, after);
    cross_edge(s, wave, corner, after, right, left);
    corner = after;
    right = left;
  }
}

void pf_expand_wave(pf_terrain_search *s, const pf_wave *wave) {
  const uint32_t after =
      pf_corner_after(s->terrain->mesh->first_corner, wave->polygon, (uint32_t)wave->corner);
  pf_sweep(s, wave, after, (uint32_t)wave->corner, false);
}

/* ---- From a road ---- */

/* A side of a road that ways leave: the polygon there, its corner at the road, and the river
 * crossed to get there. */
typedef struct road_side {
  uint32_t corner;
  int32_t polygon;
  bool is_left; /* of the arc */
  double toll;
  int32_t crossing;
} road_side;

/* Queues the ways that leave an arc into the polygon on one side. */
static void leave_side(pf_terrain_search *s, int32_t travel, const road_side *to, double begin,
                       double end) {
  const pf_terrain *t = s->terrain;
  const pf_travel *along = &s->travels[travel];
  const pf_arc *arc = &t->arcs[along->arc];
  const pf_lattice_point a = t->nodes[arc->node[0]].at, b = t->nodes[arc->node[1]].at;
  const double ex = ((double)b.x - a.x) / arc->length, ey = ((double)b.y - a.y) / arc->length;
  const double way = along->backward ? -1 : 1, side = to->is_left ? 1 : -1;
  const pf_lane lane = pf_lane_of(t, along->arc, along->backward);
  const pf_wave_source source = {.x = a.x + along->start * ex,
                                 .y = a.y + along->start * ey,
                                 .cost = along->cost,
                                 .node = -1,
                                 .travel = travel,
                                 .dx = way * ex * lane.cosine - side * ey * lane.sine,
                                 .dy = way * ey * lane.cosine + side * ex * lane.sine};
  const double at_begin = offset_of(&source, a.x + begin * ex, a.y + begin * ey);
  const double at_end = offset_of(&source, a.x + end * ex, a.y + end * ey);
  const double first = along->backward ? end : begin;
  const double cost = pf_source_cost(s, &source, a.x + first * ex, a.y + first * ey) + to->toll;
  /* From the point nearest to the target at which any of the ways begins. */
  const pf_edge_met edge = {.x = a.x, .y = a.y, .ex = ex, .ey = ey};
  const double ahead = ahead_of(s, &edge, begin, end);
  if (pf_is_beaten(s, cost, ahead)) return;
  const pf_wave wave = {
      .bound.strip = {.right = fmin(at_begin, at_end), .left = fmax(at_begin, at_end)},
      .toll = to->toll,
      .source = pf_add_source(s, &source),
      .crossing = to->crossing,
      .polygon = to->polygon,
      .corner = (int32_t)to->corner};
  if (!s->status) pf_queue_wave(s, &wave, cost + ahead);
}

void pf_leave_road(pf_terrain_search *s, int32_t travel, double from, double to) {
  const pf_terrain *t = s->terrain;
  const pf_arc *arc = &t->arcs[s->travels[travel].arc];
  if (arc->corner < 0 || from >= to) return;
  const uint32_t corner = (uint32_t)arc->corner;
  const int32_t twin = t->twin[corner], river = t->river[corner];
  int32_t polygon = -1;
  if (twin >= 0) {
    road_side right = {
        .corner = (uint32_t)twin, .polygon = t->mesh->corner_neighbour[corner], .crossing = -1};
    polygon = t->mesh->corner_neighbour[twin];
    if (river >= 0) {
      right.toll = pf_river_cost(t, river);
      if (right.toll < INFINITY) right.crossing = pf_add_crossed(s, river, -1);
    }
    if (right.toll < INFINITY) leave_side(s, travel, &right, from, to);
  } else {
    /* A wall on the other side: the polygon is found in the fan of the arc's first node. */
    const pf_node *node = &t->nodes[arc->node[0]];
    for (uint32_t i = node->first_fan; i < node[1].first_fan && polygon < 0; i++)
      if (t->fan[i].corner == arc->corner) polygon = t->fan[i].polygon;
  }
  const road_side left = {.corner = corner, .polygon = polygon, .is_left = true, .crossing = -1};
  if (polygon >= 0) leave_side(s, travel, &left, from, to);
}
