/* polygons_radius.c - the places that an agent's radius takes from free space, as polygons.
 *
 * A point of free space is too near to the outline if it lies in the band along an edge, as wide as
 * the radius, or in the fan round a corner of the blocked side, between the bands of its two edges.
 * Bands and fans of a run of edges make one polygon: the edges themselves, and back along their
 * parallels. Each band and each fan winds the same way, so that the polygon winds round whatever
 * any of them covers, and nothing else; it may cross itself. The overlay subtracts the polygons.
 *
 * A fan's arc is drawn by tangents: an arc's two ends and points that halve its angles until the
 * corner between neighbours is near enough to the circle. Nothing closer than the radius is free,
 * and parallels are exact. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/polygons_overlay.h"

/* The most that a corner of a fan lies beyond the circle, by the radius; stated in polygons.h and
 * docs/kinds.md. Directions turned by t have their tangents meet 1 / cos(t/2) radii away; their
 * product is cos(t), so it must be at least 2 / (1 + ARC_ERROR)^2 - 1. 2% makes four corners of a
 * right angle, 1% would make eight. */
#define ARC_ERROR 0.02
#define ARC_DOT (2 / ((1 + ARC_ERROR) * (1 + ARC_ERROR)) - 1)

/* Edges of a polygon: enough that few share sides, few enough that a winding coast is cut into
 * parts, which the overlay unites by halves. */
#define RUN 16

/* A direction: a vector of length 1, or the normal of an edge to its left. */
typedef struct direction {
  double x, y;
} direction;

typedef struct shrinking {
  const pf_outline *outline;
  double radius;
  const pf_limits *limits;
  int32_t *first; /* of each vertex: its first edge; edges are sorted by `from` */
  uint8_t *done;  /* of each edge */
  pf_polygons *out;
} shrinking;

static pf_lattice_point vector_of(const pf_outline *outline, int32_t edge) {
  const pf_outline_edge *e = &outline->edges[edge];
  return pf_from_to(outline->vertices[e->from], outline->vertices[e->to]);
}

static direction normal_of(const pf_outline *outline, int32_t edge) {
  const pf_lattice_point v = vector_of(outline, edge);
  const double length = pf_lattice_length(v);
  return (direction){-v.y / length, v.x / length};
}

/* Adds the point at a multiple of a direction from a vertex. */
static pathfan_status add(const shrinking *s, int32_t vertex, direction to, double times) {
  const pf_lattice_point v = s->outline->vertices[vertex];
  return pf_polygons_point(s->out, v.x + to.x * times, v.y + to.y * times);
}

/* Adds the point where the tangents of two directions meet. */
static pathfan_status add_meeting(const shrinking *s, int32_t vertex, direction a, direction b) {
  const double dot = a.x * b.x + a.y * b.y;
  return add(s, vertex, (direction){a.x + b.x, a.y + b.y}, s->radius / (1 + dot));
}

/* Adds the corners of a fan from direction a clockwise to b, which is less than half a turn. */
static pathfan_status add_fan(const shrinking *s, int32_t vertex, direction a, direction b) {
  const double dot = a.x * b.x + a.y * b.y;
  if (dot >= ARC_DOT) return add_meeting(s, vertex, a, b);
  direction middle = {a.y, -a.x}; /* a quarter */
  if (dot > -0.5) {               /* the sum isn't next to nothing */
    const double length = sqrt(2 + 2 * dot);
    middle = (direction){(a.x + b.x) / length, (a.y + b.y) / length};
  }
  const pathfan_status status = add_fan(s, vertex, a, middle);
  return status ? status : add_fan(s, vertex, middle, b);
}

/* ---- Runs ---- */

/* Whether b comes before c when turning counter-clockwise from a; all differ in direction, except
 * that none of b and c may be that of a. */
static bool is_first(pf_lattice_point a, pf_lattice_point b, pf_lattice_point c) {
  const int64_t ab = pf_cross(a, b), ac = pf_cross(a, c);
  const bool b_is_late = ab < 0, c_is_late = ac < 0; /* more than half a turn */
  if (b_is_late != c_is_late) return c_is_late;
  return pf_cross(b, c) > 0;
}

/* The edge after another round the same blocked corner: the first one counter-clockwise from the
 * way back. */
static int32_t next_of(const shrinking *s, int32_t edge) {
  const pf_lattice_point ahead = vector_of(s->outline, edge), back = {-ahead.x, -ahead.y};
  const int32_t vertex = s->outline->edges[edge].to;
  int32_t best = s->first[vertex];
  for (int32_t e = best + 1; e < s->first[vertex + 1]; e++)
    if (is_first(back, vector_of(s->outline, e), vector_of(s->outline, best))) best = e;
  return best;
}

/* Whether the parallels of two edges at a corner of free space meet within their halves. */
static bool parallels_meet(const shrinking *s, int32_t edge, int32_t next) {
  const pf_lattice_point a = vector_of(s->outline, edge), b = vector_of(s->outline, next);
  const double la = pf_lattice_length(a), lb = pf_lattice_length(b);
  /* radius * tan(half the turn) */
  const double reach = s->radius * (double)pf_cross(a, b) / (la * lb + (double)pf_dot(a, b));
  return reach >= 0 && reach <= la / 2 && reach <= lb / 2;
}

/* Adds the corner of the parallels between two edges of a run. */
static pathfan_status add_corner(const shrinking *s, int32_t edge, int32_t next) {
  const int32_t vertex = s->outline->edges[edge].to;
  const direction a = normal_of(s->outline, edge), b = normal_of(s->outline, next);
  if (pf_cross(vector_of(s->outline, edge), vector_of(s->outline, next)) < 0)
    return add_fan(s, vertex, a, b);
  if (parallels_meet(s, edge, next)) return add_meeting(s, vertex, a, b);
  pathfan_status status = add(s, vertex, a, s->radius);
  if (!status) status = add(s, vertex, a, 0);
  return status ? status : add(s, vertex, b, s->radius);
}

/* Adds the polygon of a run: there along the parallels, and back along the edges. */
static pathfan_status add_run(const shrinking *s, const int32_t *run, int32_t count) {
  const pf_outline *outline = s->outline;
  const int32_t last = run[count - 1], after = next_of(s, last);
  pathfan_status status = pf_polygons_begin(s->out, PF_POLYGON_OBSTACLE, NULL);
  if (!status) status = pf_polygons_ring(s->out, PF_NOT_DRAWN);
  if (!status) status = add(s, outline->edges[run[0]].from, normal_of(outline, run[0]), s->radius);
  for (int32_t i = 0; i + 1 < count && !status; i++) status = add_corner(s, run[i], run[i + 1]);
  const int32_t end = outline->edges[last].to;
  const direction a = normal_of(outline, last), b = normal_of(outline, after);
  const bool turns = pf_cross(vector_of(outline, last), vector_of(outline, after)) < 0;
  if (turns && !status) status = add_fan(s, end, a, b);
  if (!status) status = add(s, end, turns ? b : a, s->radius);
  if (!status) status = add(s, end, a, 0);
  for (int32_t i = count; i-- > 0 && !status;) status = add(s, outline->edges[run[i]].from, a, 0);
  return status;
}

static pathfan_status add_runs(const shrinking *s) {
  int32_t run[RUN];
  pathfan_status status = PATHFAN_OK;
  for (int32_t start = 0; start < s->outline->edge_count && !status; start++) {
    int32_t count = 0;
    const int32_t before = s->out->point_count;
    for (int32_t e = start; !s->done[e] && count < RUN; e = next_of(s, e)) {
      s->done[e] = 1;
      run[count++] = e;
    }
    if (count) status = add_run(s, run, count);
    if (!status) {
      const uint64_t points = (uint64_t)(s->out->point_count - before);
      status = pf_limits_take(s->limits, points * 2 * sizeof *s->out->points);
    }
    if (!status) status = pf_limits_go_on(s->limits);
  }
  return status;
}

pathfan_status pf_outline_margin(const pf_outline *outline, double radius, const pf_limits *limits,
                                 pf_polygons *margin) {
  const uint64_t edges = (uint64_t)outline->edge_count;
  const uint64_t vertices = (uint64_t)outline->vertex_count;
  shrinking s = {.outline = outline, .radius = radius, .limits = limits, .out = margin};
  s.first = pf_alloc_zero(vertices + 1, sizeof *s.first);
  s.done = pf_alloc_zero(edges, 1);
  pathfan_status status = s.first && s.done ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t e = 0; e < outline->edge_count && !status; e++)
    s.first[outline->edges[e].from + 1]++;
  for (int32_t v = 0; v < outline->vertex_count && !status; v++) s.first[v + 1] += s.first[v];
  if (!status) status = add_runs(&s);
  free(s.first);
  free(s.done);
  return status;
}
