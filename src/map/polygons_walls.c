/* polygons_walls.c - turns lines of a drawing into walls with a width.
 *
 * A wall is the union of a piece for each segment, whose sides go on to the corners of its turns.
 * Their boundaries, all counterclockwise, add up to one ring: along the right side to the end and
 * back along the left one, on the inner side of a turn through the turn itself. It winds round the
 * wall and nothing else, as often as there are pieces; the arrangement does the rest.
 *
 * Drawings have corners in which independent lines end. They are as sharp as those within a line;
 * where more than two end, the outermost two make the corner. Other ends are flat. Square ends
 * would close gaps of less than a width between lines that ought to meet, but would make each door
 * that much narrower, and doors should be as wide as they are drawn.
 *
 * Sides of walls aren't decimal, as 0.1 + 0.05 isn't. They are rounded, so that a drawing in
 * decimals keeps a lattice of decimals. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/polygons.h"

/* A mitred corner lies at most this many half widths from the line's corner and is cut off square
 * there; 2 keeps all corners of 60 degrees and more. More would leave spikes at sharp corners. At
 * least 1, or the wall could be thinner there; well above sqrt(2), for right angles. */
#define MITRE_LIMIT 2.0

/* Corners are rounded to the power of ten below this share of the width: too little to be seen,
 * while plans in centimetres stay plans in micrometres. */
#define ROUNDING 1e-4

/* Walls between checks whether to go on. */
#define BREATH 256

/* Memory for a point of a line: its end, and its corners while their list grows. */
#define BYTES_OF_POINT 400

static const char doing[] = "making walls of lines";

int32_t pf_polygons_find_wall(const pf_polygons *polygons) {
  for (int32_t p = 0; p < polygons->polygon_count; p++)
    if (polygons->polygons[p].kind == PF_POLYGON_WALL) return p;
  return -1;
}

/* Copies all polygons but the walls. */
static pathfan_status copy_areas(const pf_polygons *polygons, pf_polygons *areas) {
  pathfan_status status = PATHFAN_OK;
  *areas = (pf_polygons){.place_is = polygons->place_is, .ignored = polygons->ignored};
  for (int32_t p = 0; p < polygons->polygon_count && !status; p++)
    if (polygons->polygons[p].kind != PF_POLYGON_WALL)
      status = pf_polygons_copy(polygons, p, areas);
  return status;
}

/* Replaces one list by another if all went well; otherwise frees the other. */
static void replace(pf_polygons *polygons, pf_polygons *by, pathfan_status status) {
  if (!status) {
    const pf_polygons old = *polygons;
    *polygons = *by;
    *by = old;
  }
  pf_polygons_free(by);
}

pathfan_status pf_polygons_drop_walls(pf_polygons *polygons) {
  pf_polygons areas;
  const pathfan_status status = copy_areas(polygons, &areas);
  replace(polygons, &areas, status);
  return status;
}

typedef struct vector {
  double x, y;
} vector;

/* The number of rounding steps in a map unit: a power of ten, 1 or more. */
static double rounding_of(double width) {
  double scale = 1;
  while (scale * width * ROUNDING < 1 && scale < 1e18) scale *= 10;
  return scale;
}

/* ---- Ends that are joined ---- */

/* One end of a line. */
typedef struct line_end {
  vector at, before; /* the point of the line before it */
  int32_t ring;
  int32_t is_last; /* of the line's points; else it is the first */
} line_end;

static int by_place(const line_end *a, const line_end *b) {
  if (a->at.x != b->at.x) return a->at.x < b->at.x ? -1 : 1;
  return (a->at.y > b->at.y) - (a->at.y < b->at.y);
}

static int by_place_and_line(const void *x, const void *y) {
  const line_end *a = x, *b = y;
  const int order = by_place(a, b);
  if (order) return order;
  return a->ring != b->ring ? (a->ring < b->ring ? -1 : 1) : a->is_last - b->is_last;
}

/* What is at an end of a line. */
typedef struct joint {
  bool is_joined;
  bool has_cut; /* the corner belongs to this line where it is cut off */
  vector next;  /* the point of the other line after the joint */
} joint;

typedef struct widening {
  const pf_polygons *lines;
  double half, scale;
  joint *joints; /* [Size: 2 * rings] at the first and the last point of each */
  pf_polygons *out;
  pathfan_status status;
} widening;

static vector point_of(const pf_polygons *lines, int32_t point) {
  return (vector){lines->points[2 * point], lines->points[2 * point + 1]};
}

static void join(widening *w, const line_end *a, const line_end *b) {
  w->joints[2 * a->ring + a->is_last] = (joint){true, true, b->before};
  w->joints[2 * b->ring + b->is_last] = (joint){true, false, a->before};
}

/* Twice the area from the way back along one line to that along another: above 0, the other lies to
 * its left. */
static double turn_between(const line_end *a, const line_end *b) {
  return (a->before.x - a->at.x) * (b->before.y - b->at.y) -
         (a->before.y - a->at.y) * (b->before.x - b->at.x);
}

/* Where several ends meet there is an outer corner only if all lines lie within less than a half
 * turn: between the first and the last of them. */
static void join_outermost(widening *w, const line_end *ends, int32_t count) {
  const line_end *first = ends, *last = ends;
  for (int32_t i = 1; i < count; i++) {
    if (turn_between(first, &ends[i]) < 0) first = &ends[i];
    if (turn_between(last, &ends[i]) > 0) last = &ends[i];
  }
  if (!(turn_between(first, last) > 0)) return;
  for (int32_t i = 0; i < count; i++)
    if (turn_between(first, &ends[i]) < 0 || turn_between(last, &ends[i]) > 0) return;
  join(w, first, last);
}

/* Joins the two ends of a closed line, two that meet alone, and the outermost of several. */
static pathfan_status find_joints(widening *w) {
  const pf_polygons *lines = w->lines;
  int32_t count = 0;
  line_end *ends = pf_alloc(2 * (uint64_t)lines->ring_count, sizeof *ends);
  w->joints = pf_alloc_zero(2 * (uint64_t)lines->ring_count, sizeof *w->joints);
  if (!ends || !w->joints) {
    free(ends);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t p = 0; p < lines->polygon_count; p++)
    for (int32_t r = lines->polygons[p].first_ring; r < pf_polygon_end(lines, p); r++) {
      const int32_t first = lines->rings[r].first_point, last = pf_ring_end(lines, r) - 1;
      if (lines->polygons[p].kind != PF_POLYGON_WALL || last <= first) continue;
      ends[count++] = (line_end){point_of(lines, first), point_of(lines, first + 1), r, 0};
      ends[count++] = (line_end){point_of(lines, last), point_of(lines, last - 1), r, 1};
    }
  if (count) qsort(ends, (size_t)count, sizeof *ends, by_place_and_line);
  for (int32_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && !by_place(&ends[i], &ends[end]);) end++;
    for (int32_t k = i; k + 1 < end; k++)
      if (end - i == 2 || ends[k].ring == ends[k + 1].ring) join(w, &ends[k], &ends[k + 1]);
    if (end - i > 2) join_outermost(w, &ends[i], end - i);
  }
  free(ends);
  return PATHFAN_OK;
}

/* ---- Rings ---- */

static vector direction(vector from, vector to) {
  const double length = hypot(to.x - from.x, to.y - from.y);
  return (vector){(to.x - from.x) / length, (to.y - from.y) / length};
}

static double rounded(double scale, double x) {
  const double steps = x * scale;
  return fabs(steps) < 0x1p52 ? nearbyint(steps) / scale : x; /* else it has fewer decimals */
}

static void put(widening *w, vector at) {
  if (!w->status)
    w->status = pf_polygons_point(w->out, rounded(w->scale, at.x), rounded(w->scale, at.y));
}

/* Puts the point so far to the right of a walk, and ahead. */
static void put_beside(widening *w, vector at, vector ahead, double right, double far) {
  put(w, (vector){at.x + right * ahead.y + far * ahead.x, at.y - right * ahead.x + far * ahead.y});
}

/* Puts the outer side of a turn to the left, on the right of it: the corner, or the two where it is
 * cut off, of which only the first or the second may be wanted. */
static void put_outside(widening *w, vector at, vector in, vector out, bool first, bool second) {
  const double cosine = in.x * out.x + in.y * out.y, sine = in.x * out.y - in.y * out.x;
  const double half_cosine = sqrt(fmax(0, (1 + cosine) / 2)); /* of half the turn */
  if (half_cosine * MITRE_LIMIT >= 1) {
    put_beside(w, at, in, w->half, w->half * sine / (1 + cosine));
    return;
  }
  /* Cut off where the sides, which go on, are so far from the corner. */
  const double far = w->half * (MITRE_LIMIT - half_cosine) / sqrt(1 - half_cosine * half_cosine);
  if (first) put_beside(w, at, in, w->half, far);
  if (second) put_beside(w, at, out, w->half, -far);
}

/* Puts the right side of a turn. */
static void put_turn(widening *w, vector at, vector in, vector out) {
  const double sine = in.x * out.y - in.y * out.x, cosine = in.x * out.x + in.y * out.y;
  if (sine == 0 && cosine > 0) return; /* straight on */
  if (sine > 0) {
    put_outside(w, at, in, out, true, true);
    return;
  }
  put_beside(w, at, in, w->half, 0);
  put(w, at);
  put_beside(w, at, out, w->half, 0);
}

/* Puts the end of a walk, from its right side to its left one. Two lines that are joined share the
 * edge from the turn to its corner; where that is cut off, one of them has the cut. */
static void put_end(widening *w, vector at, vector in, const joint *j) {
  const vector out = j->is_joined ? direction(at, j->next) : in;
  const vector in_back = {-in.x, -in.y}, out_back = {-out.x, -out.y};
  const double sine = in.x * out.y - in.y * out.x;
  if (sine > 0)
    put_outside(w, at, in, out, true, j->has_cut);
  else
    put_beside(w, at, in, w->half, 0);
  if (j->is_joined) put(w, at);
  if (sine < 0)
    put_outside(w, at, out_back, in_back, j->has_cut, true); /* the turn from the other side */
  else
    put_beside(w, at, in, -w->half, 0);
}

/* Puts the right side of the line from point `first`, of all `count`, in steps of 1 or -1. */
static void put_side(widening *w, int32_t first, int32_t count, int32_t step, const joint *end) {
  vector at = point_of(w->lines, first), next = point_of(w->lines, first + step);
  vector ahead = direction(at, next);
  for (int32_t i = 2; i < count; i++) {
    const vector then = point_of(w->lines, first + i * step), out = direction(next, then);
    put_turn(w, next, ahead, out);
    next = then;
    ahead = out;
  }
  put_end(w, next, ahead, end);
}

static pathfan_status add_wall(widening *w, int32_t ring) {
  const int32_t first = w->lines->rings[ring].first_point;
  const int32_t count = pf_ring_end(w->lines, ring) - first;
  if (count < 2) return PATHFAN_OK;
  w->status = pf_polygons_begin(w->out, PF_POLYGON_OBSTACLE, NULL);
  if (!w->status) w->status = pf_polygons_ring(w->out, w->lines->rings[ring].place);
  put_side(w, first, count, 1, &w->joints[2 * ring + 1]);
  put_side(w, first + count - 1, count, -1, &w->joints[2 * ring]);
  if (!w->status) pf_polygons_close_ring(w->out);
  return w->status;
}

static pathfan_status add_walls(widening *w, const pf_limits *limits) {
  pathfan_status status = find_joints(w);
  int32_t done = 0;
  for (int32_t p = 0; p < w->lines->polygon_count && !status; p++) {
    if (w->lines->polygons[p].kind != PF_POLYGON_WALL) continue;
    for (int32_t r = w->lines->polygons[p].first_ring; r < pf_polygon_end(w->lines, p) && !status;
         r++) {
      if (done++ % BREATH == 0) status = pf_limits_go_on(limits);
      if (!status) status = add_wall(w, r);
    }
  }
  free(w->joints);
  return status;
}

pathfan_status pf_polygons_widen(pf_polygons *polygons, double width, const pf_limits *limits,
                                 pathfan_error *error) {
  pf_polygons wide = {0};
  widening w = {.lines = polygons, .half = width / 2, .scale = rounding_of(width), .out = &wide};
  if (pf_polygons_find_wall(polygons) < 0) return PATHFAN_OK;
  const uint64_t held = pf_limits_held(limits);
  pathfan_status status = pf_limits_take(limits, (uint64_t)polygons->point_count * BYTES_OF_POINT);
  if (!status) status = copy_areas(polygons, &wide);
  if (!status) status = add_walls(&w, limits);
  if (status) pf_fail(error, status, "%s: %s", doing, pathfan_status_text(status));
  pf_limits_return(limits, held);
  replace(polygons, &wide, status);
  return status;
}
