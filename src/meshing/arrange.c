/* arrange.c - snap rounding on square cells.
 *
 * Points of the result ("hot pixels") are the ends of segments, extra points, and crossings rounded
 * to the lattice. Every segment is then led through all of them whose unit square it meets, in the
 * order in which it passes them. That this leaves no new crossing is Hobby's theorem; it wants
 * squares that tile the plane, so they have their lower borders and not the upper ones.
 *
 * All is decided on integers: a crossing is a rational number, rounded exactly; whether a segment
 * meets a square is a comparison of fractions. Cells only say who might meet whom. */
#include "meshing/arrange.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "geometry/frame.h"

#define ARRANGE_MAX (INT32_C(1) << 28)

/* Items by square cells of 2^shift units. */
typedef struct cells {
  int shift;
  int32_t columns, rows;
  int32_t *first; /* [Size: columns * rows + 1] */
  int32_t *items;
} cells;

typedef struct work {
  const pathfan_segment *segments;
  int32_t count;
  cells by_cell; /* segments */
  pathfan_lattice_point *points;
  int32_t point_count, point_capacity;
  pathfan_piece *pieces;
  int32_t piece_count, piece_capacity;
  int32_t *passed; /* points that a segment passes */
  int32_t passed_count, passed_capacity;
} work;

static int by_row(const void *a, const void *b) {
  const pathfan_lattice_point *s = a, *t = b;
  if (s->y != t->y) return s->y < t->y ? -1 : 1;
  return (s->x > t->x) - (s->x < t->x);
}

/* ---- Cells ---- */

static int32_t cell_of(const cells *c, int64_t coordinate, int32_t most) {
  const int64_t cell = coordinate < 0 ? 0 : coordinate >> c->shift;
  return cell < most ? (int32_t)cell : most - 1;
}

/* Calls for each cell that a segment, made a unit wider all round, may meet. */
typedef pathfan_status visit_cell(void *context, int32_t cell);

static pathfan_status walk_cells(const cells *c, pathfan_segment s, visit_cell *visit,
                                 void *context) {
  if (s.from.y > s.to.y) s = (pathfan_segment){s.to, s.from};
  const int32_t low = cell_of(c, (int64_t)s.from.y - 1, c->rows);
  const int32_t high = cell_of(c, (int64_t)s.to.y + 1, c->rows);
  const double dx = (double)s.to.x - s.from.x, dy = (double)s.to.y - s.from.y;
  pathfan_status status = PATHFAN_OK;
  for (int32_t row = low; row <= high; row++) {
    /* Where the segment enters and leaves the row, with a unit and a half to spare. */
    double begin = s.from.x, end = s.to.x;
    if (dy > 0) {
      const double top = (double)((int64_t)row << c->shift) - 1;
      const double bottom = (double)((int64_t)(row + 1) << c->shift) + 1;
      if (top > s.from.y) begin = s.from.x + dx * ((top - s.from.y) / dy);
      if (bottom < s.to.y) end = s.from.x + dx * ((bottom - s.from.y) / dy);
    }
    const double left = (begin < end ? begin : end) - 1.5,
                 right = (begin < end ? end : begin) + 1.5;
    const int32_t last = cell_of(c, (int64_t)right, c->columns);
    for (int32_t column = cell_of(c, (int64_t)left, c->columns); column <= last && !status;
         column++)
      status = visit(context, row * c->columns + column);
  }
  return status;
}

static pathfan_status count_cell(void *context, int32_t cell) {
  int32_t *first = context;
  if (first[cell + 1] == ARRANGE_MAX) return PATHFAN_ERR_LIMIT;
  first[cell + 1]++;
  return PATHFAN_OK;
}

typedef struct filling {
  cells *cells;
  int32_t item;
} filling;

static pathfan_status fill_cell(void *context, int32_t cell) {
  filling *f = context;
  f->cells->items[f->cells->first[cell]++] = f->item;
  return PATHFAN_OK;
}

static void cells_free(cells *c) {
  free(c->first);
  free(c->items);
  *c = (cells){0};
}

/* About as many cells as items, over the box from 0 to the largest coordinates. */
static pathfan_status cells_make(cells *c, const pathfan_segment *items, int32_t count) {
  int32_t width = 0, height = 0;
  for (int32_t i = 0; i < count; i++) {
    const pathfan_segment s = items[i];
    width = s.from.x > width ? s.from.x : width;
    width = s.to.x > width ? s.to.x : width;
    height = s.from.y > height ? s.from.y : height;
    height = s.to.y > height ? s.to.y : height;
  }
  c->shift = 0;
  while (((int64_t)(width >> c->shift) + 1) * ((int64_t)(height >> c->shift) + 1) >
         2 * (int64_t)count + 16)
    c->shift++;
  c->columns = (width >> c->shift) + 1;
  c->rows = (height >> c->shift) + 1;
  const int32_t number = c->columns * c->rows;
  c->first = pathfan_alloc_zero((uint64_t)number + 1, sizeof *c->first);
  if (!c->first) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < count && !status; i++)
    status = walk_cells(c, items[i], count_cell, c->first);
  int64_t sum = 0;
  for (int32_t i = 0; i <= number && !status; i++) {
    sum += c->first[i];
    if (sum > ARRANGE_MAX) status = PATHFAN_ERR_LIMIT;
    c->first[i] = (int32_t)sum;
  }
  if (!status) c->items = pathfan_alloc((uint64_t)sum, sizeof *c->items);
  if (!status && !c->items) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count && !status; i++)
    status = walk_cells(c, items[i], fill_cell, &(filling){c, i});
  if (status) {
    cells_free(c);
    return status;
  }
  memmove(c->first + 1, c->first, (size_t)number * sizeof *c->first);
  c->first[0] = 0;
  return PATHFAN_OK;
}

/* ---- Points ---- */

static pathfan_status add_point(work *w, pathfan_lattice_point at) {
  if (w->point_count >= ARRANGE_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pathfan_grow(&w->points, &w->point_capacity, (int64_t)w->point_count + 1, sizeof *w->points);
  if (!status) w->points[w->point_count++] = at;
  return status;
}

static int sign(int64_t x) {
  return (x > 0) - (x < 0);
}

/* base + step * part / whole, rounded to the nearest whole number, halves up; whole > 0. */
static int32_t along(int32_t base, int64_t step, int64_t part, int64_t whole) {
  const __int128 twice = 2 * (__int128)step * part + whole, by = 2 * (__int128)whole;
  __int128 steps = twice / by;
  if (twice % by < 0) steps--;
  return (int32_t)(base + (int64_t)steps);
}

/* The point nearest to where two segments cross, if they do so inside both. */
static pathfan_status add_crossing(work *w, pathfan_segment s, pathfan_segment t) {
  const pathfan_lattice_point d = pathfan_from_to(s.from, s.to), e = pathfan_from_to(t.from, t.to);
  const int64_t from = pathfan_cross(e, pathfan_from_to(t.from, s.from));
  const int64_t to = pathfan_cross(e, pathfan_from_to(t.from, s.to));
  if (sign(from) * sign(to) >= 0) return PATHFAN_OK;
  if (sign(pathfan_cross(d, pathfan_from_to(s.from, t.from))) *
          sign(pathfan_cross(d, pathfan_from_to(s.from, t.to))) >=
      0)
    return PATHFAN_OK;
  const int64_t part = from < 0 ? -from : from;
  const int64_t whole = part + (to < 0 ? -to : to);
  return add_point(w, (pathfan_lattice_point){along(s.from.x, d.x, part, whole),
                                              along(s.from.y, d.y, part, whole)});
}

static pathfan_status add_crossings(work *w) {
  const cells *c = &w->by_cell;
  pathfan_status status = PATHFAN_OK;
  for (int32_t cell = 0; cell < c->columns * c->rows; cell++)
    for (int32_t i = c->first[cell]; i < c->first[cell + 1]; i++)
      for (int32_t k = i + 1; k < c->first[cell + 1] && !status; k++) {
        /* In one order whichever way it is asked, or rounding would depend on it. */
        const pathfan_segment s = w->segments[c->items[i]], t = w->segments[c->items[k]];
        status = add_crossing(w, s, t);
      }
  return status;
}

static void sort_points(work *w) {
  int32_t kept = 0;
  if (w->point_count) qsort(w->points, (size_t)w->point_count, sizeof *w->points, by_row);
  for (int32_t i = 0; i < w->point_count; i++)
    if (!i || by_row(&w->points[i], &w->points[kept - 1])) w->points[kept++] = w->points[i];
  w->point_count = kept;
}

/* ---- Pieces ---- */

/* How far along a segment something begins or ends: num / den, den > 0; open: not there itself. */
typedef struct fraction {
  int64_t num, den;
  bool open;
} fraction;

static int compare(fraction a, fraction b) {
  const __int128 l = (__int128)a.num * b.den, r = (__int128)b.num * a.den;
  return (l > r) - (l < r);
}

/* Narrows [*low, *high] to where begin <= from + t * step < end. False: nowhere. */
static bool narrow(int64_t from, int64_t step, int64_t begin, int64_t end, fraction *low,
                   fraction *high) {
  if (!step) return from >= begin && from < end;
  const fraction in =
      step > 0 ? (fraction){begin - from, step, false} : (fraction){from - end, -step, true};
  const fraction out =
      step > 0 ? (fraction){end - from, step, true} : (fraction){from - begin, -step, false};
  int order = compare(in, *low);
  if (order > 0 || (!order && in.open)) *low = in;
  order = compare(out, *high);
  if (order < 0 || (!order && out.open)) *high = out;
  return true;
}

/* Whether a segment meets the unit square round a point. In half units, so that corners are whole
 * numbers. */
static bool meets(pathfan_segment s, pathfan_lattice_point at) {
  fraction low = {0, 1, false}, high = {1, 1, false};
  if (!narrow(2 * (int64_t)s.from.x, 2 * ((int64_t)s.to.x - s.from.x), 2 * (int64_t)at.x - 1,
              2 * (int64_t)at.x + 1, &low, &high) ||
      !narrow(2 * (int64_t)s.from.y, 2 * ((int64_t)s.to.y - s.from.y), 2 * (int64_t)at.y - 1,
              2 * (int64_t)at.y + 1, &low, &high))
    return false;
  const int order = compare(low, high);
  return order < 0 || (!order && !low.open && !high.open);
}

typedef struct passing {
  work *work;
  const cells *points; /* by cell */
  pathfan_segment segment;
} passing;

static pathfan_status pass_cell(void *context, int32_t cell) {
  passing *p = context;
  work *w = p->work;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = p->points->first[cell]; i < p->points->first[cell + 1] && !status; i++) {
    const int32_t point = p->points->items[i];
    if (!meets(p->segment, w->points[point])) continue;
    status = pathfan_grow(&w->passed, &w->passed_capacity, w->passed_count + 1, sizeof *w->passed);
    if (!status) w->passed[w->passed_count++] = point;
  }
  return status;
}

/* Along the segment; ties, which are side by side, by their number. */
static bool comes_before(const work *w, pathfan_segment s, int32_t a, int32_t b) {
  const pathfan_lattice_point d = pathfan_from_to(s.from, s.to);
  const int64_t to_a = pathfan_dot(d, pathfan_from_to(s.from, w->points[a]));
  const int64_t to_b = pathfan_dot(d, pathfan_from_to(s.from, w->points[b]));
  return to_a != to_b ? to_a < to_b : a < b;
}

static void sort_passed(work *w, pathfan_segment s) {
  for (int32_t i = 1; i < w->passed_count; i++) { /* few; long lists come nearly in order */
    const int32_t point = w->passed[i];
    int32_t k = i;
    for (; k > 0 && comes_before(w, s, point, w->passed[k - 1]); k--)
      w->passed[k] = w->passed[k - 1];
    w->passed[k] = point;
  }
}

static pathfan_status cut(work *w, const cells *points, pathfan_segment s) {
  /* Turned to run one way, so that a segment and its reverse are cut alike. */
  const bool turned = by_row(&s.from, &s.to) > 0;
  const pathfan_segment run = turned ? (pathfan_segment){s.to, s.from} : s;
  w->passed_count = 0;
  pathfan_status status = walk_cells(points, run, pass_cell, &(passing){w, points, run});
  if (status) return status;
  sort_passed(w, run);
  int32_t kept = 0; /* a point is in several cells */
  for (int32_t i = 0; i < w->passed_count; i++)
    if (!i || w->passed[i] != w->passed[kept - 1]) w->passed[kept++] = w->passed[i];
  if (kept > ARRANGE_MAX - w->piece_count) return PATHFAN_ERR_LIMIT;
  status = pathfan_grow(&w->pieces, &w->piece_capacity, (int64_t)w->piece_count + kept,
                        sizeof *w->pieces);
  for (int32_t i = 0; i + 1 < kept && !status; i++)
    w->pieces[w->piece_count++] =
        turned ? (pathfan_piece){w->passed[kept - 1 - i], w->passed[kept - 2 - i]}
               : (pathfan_piece){w->passed[i], w->passed[i + 1]};
  return status;
}

static pathfan_status cut_all(work *w, int32_t *first) {
  cells points = {0};
  pathfan_segment *squares = pathfan_alloc((uint64_t)w->point_count, sizeof *squares);
  pathfan_status status = squares ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < w->point_count && !status; i++)
    squares[i] = (pathfan_segment){w->points[i], w->points[i]};
  if (!status) status = cells_make(&points, squares, w->point_count);
  for (int32_t i = 0; i < w->count && !status; i++) {
    first[i] = w->piece_count;
    status = cut(w, &points, w->segments[i]);
  }
  first[w->count] = w->piece_count;
  cells_free(&points);
  free(squares);
  return status;
}

pathfan_status pathfan_arrange(const pathfan_segment *segments, int32_t count,
                               const pathfan_lattice_point *extra, int32_t extra_count,
                               pathfan_arrangement *a) {
  work w = {.segments = segments, .count = count};
  pathfan_status status = cells_make(&w.by_cell, segments, count);
  int32_t *first = pathfan_alloc((uint64_t)count + 1, sizeof *first);
  *a = (pathfan_arrangement){0};
  if (!first) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count && !status; i++) {
    status = add_point(&w, segments[i].from);
    if (!status) status = add_point(&w, segments[i].to);
  }
  for (int32_t i = 0; i < extra_count && !status; i++) status = add_point(&w, extra[i]);
  if (!status) status = add_crossings(&w);
  if (!status) {
    sort_points(&w);
    status = cut_all(&w, first);
  }
  cells_free(&w.by_cell);
  free(w.passed);
  *a = (pathfan_arrangement){w.point_count, w.piece_count, w.points, w.pieces, first};
  if (status) pathfan_arrangement_free(a);
  return status;
}

int32_t pathfan_arrangement_find(const pathfan_arrangement *a, pathfan_lattice_point at) {
  const pathfan_lattice_point *found =
      a->point_count ? bsearch(&at, a->points, (size_t)a->point_count, sizeof at, by_row) : NULL;
  return found ? (int32_t)(found - a->points) : -1;
}

void pathfan_arrangement_free(pathfan_arrangement *a) {
  free(a->points);
  free(a->pieces);
  free(a->first);
  *a = (pathfan_arrangement){0};
}
