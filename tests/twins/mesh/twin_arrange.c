#include "twin_arrange.h"

#include <stdbool.h>

typedef __int128 wide;

static int64_t cross(pf_lattice_point o, pf_lattice_point a, pf_lattice_point b) {
  return ((int64_t)a.x - o.x) * ((int64_t)b.y - o.y) - ((int64_t)a.y - o.y) * ((int64_t)b.x - o.x);
}

static int64_t dot(pf_lattice_point o, pf_lattice_point a, pf_lattice_point b) {
  return ((int64_t)a.x - o.x) * ((int64_t)b.x - o.x) + ((int64_t)a.y - o.y) * ((int64_t)b.y - o.y);
}

static bool is_same(pf_lattice_point a, pf_lattice_point b) {
  return a.x == b.x && a.y == b.y;
}

static int sign(int64_t x) {
  return (x > 0) - (x < 0);
}

/* Whether a point lies on a segment, its ends excluded. */
static bool is_inside(pf_lattice_point p, pf_lattice_point a, pf_lattice_point b) {
  return cross(a, b, p) == 0 && dot(a, b, p) > 0 && dot(b, a, p) > 0;
}

/* Whether two open segments cross, each from one side to the other. */
static bool do_cross(pf_lattice_point a, pf_lattice_point b, pf_lattice_point c,
                     pf_lattice_point d) {
  return sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 &&
         sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0;
}

/* Whether a point is farther than `twice` half units from a segment. */
static bool is_farther(pf_lattice_point p, pf_segment s, int64_t twice) {
  const int64_t length2 = dot(s.from, s.to, s.to);
  const wide reach2 = (wide)twice * twice; /* four times the square of the reach */
  if (dot(s.from, s.to, p) <= 0 || dot(s.to, s.from, p) <= 0) {
    const int64_t from = dot(p, s.from, s.from), to = dot(p, s.to, s.to);
    return 4 * (wide)(from < to ? from : to) > reach2;
  }
  /* cross^2 / length2 > reach2 / 4, without overflow: a nearer point has a cross of at most reach
   * times the length. */
  const wide c = cross(s.from, s.to, p);
  if (c > ((wide)1 << 60) || c < -((wide)1 << 60)) return true;
  return 4 * (c * c) > reach2 * length2;
}

/* ---- Points ---- */

static const char *points_fault(const pf_segment *segments, int32_t count,
                                const pf_lattice_point *extra, int32_t extra_count,
                                const pf_arrangement *a) {
  for (int32_t i = 1; i < a->point_count; i++) {
    const pf_lattice_point p = a->points[i - 1], q = a->points[i];
    if (p.y > q.y || (p.y == q.y && p.x >= q.x)) return "points out of order, or twice";
  }
  for (int32_t i = 0; i < count; i++)
    if (pf_arrangement_find(a, segments[i].from) < 0 || pf_arrangement_find(a, segments[i].to) < 0)
      return "an end is no point";
  for (int32_t i = 0; i < extra_count; i++)
    if (pf_arrangement_find(a, extra[i]) < 0) return "an extra point is missing";
  for (int32_t i = 0; i < a->point_count; i++) {
    const pf_lattice_point p = a->points[i];
    bool has_reason = false;
    for (int32_t e = 0; e < extra_count && !has_reason; e++) has_reason = is_same(p, extra[e]);
    int32_t near = 0;
    for (int32_t s = 0; s < count && !has_reason; s++) {
      has_reason = is_same(p, segments[s].from) || is_same(p, segments[s].to);
      near += !is_farther(p, segments[s], 2);
    }
    if (!has_reason && near < 2) return "a point without a reason";
  }
  return NULL;
}

/* ---- Pieces ---- */

static const char *pair_fault(const pf_arrangement *a, pf_segment_piece s, pf_segment_piece t) {
  const pf_lattice_point *p = a->points;
  const bool is_same_piece =
      (s.from == t.from && s.to == t.to) || (s.from == t.to && s.to == t.from);
  if (is_same_piece) return NULL;
  if (do_cross(p[s.from], p[s.to], p[t.from], p[t.to])) return "two pieces cross";
  if (is_inside(p[s.from], p[t.from], p[t.to]) || is_inside(p[s.to], p[t.from], p[t.to]) ||
      is_inside(p[t.from], p[s.from], p[s.to]) || is_inside(p[t.to], p[s.from], p[s.to]))
    return "a piece ends on another";
  return NULL;
}

static const char *segment_fault(const pf_arrangement *a, pf_segment s, int32_t first,
                                 int32_t end) {
  if (is_same(s.from, s.to)) return first == end ? NULL : "pieces of a point";
  if (first == end) return "a segment is missing";
  if (!is_same(a->points[a->pieces[first].from], s.from) ||
      !is_same(a->points[a->pieces[end - 1].to], s.to))
    return "pieces don't lead from end to end";
  for (int32_t i = first; i < end; i++) {
    const pf_segment_piece piece = a->pieces[i];
    if (piece.from == piece.to) return "a piece of no length";
    if (i > first && a->pieces[i - 1].to != piece.from) return "pieces don't meet";
    if (is_farther(a->points[piece.from], s, 2) || is_farther(a->points[piece.to], s, 2))
      return "a piece lies off its segment";
    if (dot(s.from, s.to, a->points[piece.from]) > dot(s.from, s.to, a->points[piece.to]))
      return "pieces go back";
  }
  return NULL;
}

/* Points that a segment passes by less than half a unit must be points of its pieces. */
static const char *passed_fault(const pf_arrangement *a, pf_segment s, int32_t first, int32_t end) {
  for (int32_t i = 0; i < a->point_count; i++) {
    if (is_farther(a->points[i], s, 1)) continue;
    /* At exactly half a unit either is right. */
    const wide c = cross(s.from, s.to, a->points[i]);
    const int64_t length2 = dot(s.from, s.to, s.to);
    if (4 * c * c == length2 || dot(s.from, s.to, a->points[i]) < 0 ||
        dot(s.to, s.from, a->points[i]) < 0)
      continue;
    bool found = false;
    for (int32_t k = first; k < end && !found; k++)
      found = a->pieces[k].from == i || a->pieces[k].to == i;
    if (!found) return "a segment passes a point";
  }
  return NULL;
}

/* Each piece of a segment that lies on another one on the same line must be a piece of both. */
static const char *overlap_fault(const pf_arrangement *a, const pf_segment *segments, int32_t s,
                                 int32_t t) {
  const pf_segment u = segments[s], v = segments[t];
  if (is_same(u.from, u.to) || is_same(v.from, v.to)) return NULL;
  if (cross(u.from, u.to, v.from) || cross(u.from, u.to, v.to)) return NULL;
  for (int32_t i = a->first[s]; i < a->first[s + 1]; i++) {
    const pf_segment_piece p = a->pieces[i];
    const pf_lattice_point from = a->points[p.from], to = a->points[p.to];
    if (cross(u.from, u.to, from) || cross(u.from, u.to, to)) continue;
    if (dot(v.from, v.to, from) < 0 || dot(v.to, v.from, from) < 0 || dot(v.from, v.to, to) < 0 ||
        dot(v.to, v.from, to) < 0)
      continue;
    bool found = false;
    for (int32_t k = a->first[t]; k < a->first[t + 1] && !found; k++) {
      const pf_segment_piece q = a->pieces[k];
      found = (q.from == p.from && q.to == p.to) || (q.from == p.to && q.to == p.from);
    }
    if (!found) return "an overlap isn't shared";
  }
  return NULL;
}

const char *twin_arrange_fault(const pf_segment *segments, int32_t count,
                               const pf_lattice_point *extra, int32_t extra_count,
                               const pf_arrangement *a) {
  const char *fault = points_fault(segments, count, extra, extra_count, a);
  if (!fault && (a->first[0] != 0 || a->first[count] != a->piece_count)) fault = "lists of pieces";
  for (int32_t s = 0; s < count && !fault; s++) {
    fault = segment_fault(a, segments[s], a->first[s], a->first[s + 1]);
    if (!fault && !is_same(segments[s].from, segments[s].to))
      fault = passed_fault(a, segments[s], a->first[s], a->first[s + 1]);
    for (int32_t t = 0; t < count && !fault; t++)
      if (s != t) fault = overlap_fault(a, segments, s, t);
  }
  for (int32_t i = 0; i < a->piece_count && !fault; i++)
    for (int32_t k = 0; k < i && !fault; k++) fault = pair_fault(a, a->pieces[i], a->pieces[k]);
  return fault;
}
