/* courses.c - follows a segment from square to square of the raster, by whether it meets the next
 * column or the next row first; squares of one cell make one piece. Segments run along walls, and
 * so between squares: on a side of a square without free space a segment stays in its last cell. */
#include "crowd/courses.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define ON_SIDE 1e-6 /* of a square: distance that counts as on its side */

/* Adds a piece up to a point; one of no length is joined to the piece before, or else to the
 * next. */
static pathfan_status add_piece(pf_course *c, const pf_cells *cells, pathfan_point at, double end,
                                int32_t cell) {
  const double before = c->count ? c->pieces[c->count - 1].end : 0;
  if (end - before <= ON_SIDE * cells->width) {
    if (!c->count || c->pieces[c->count - 1].way >= 0) return PATHFAN_OK;
    c->pieces[c->count - 1].end = end;
    c->pieces[c->count - 1].at = at;
    return PATHFAN_OK;
  }
  const pathfan_status status = pf_grow(&c->pieces, &c->capacity, (int64_t)c->count + 1);
  if (!status) c->pieces[c->count++] = (pf_course_piece){end, at, cell, -1, false};
  return status;
}

/* One axis: the current square, the direction, and where along the segment (0 to 1) the next square
 * begins. */
typedef struct axis {
  int32_t square, step;
  double next, each;
} axis;

static axis axis_of(double from, double to, double origin, double size, int32_t side) {
  const double place = (from - origin) / size, span = (to - from) / size;
  axis a = {.square = (int32_t)floor(place),
            .step = span > 0 ? 1 : -1,
            .next = INFINITY,
            .each = INFINITY};
  if (span < 0 && place == floor(place)) a.square--; /* on a line: the square ahead counts */
  a.square = a.square < 0 ? 0 : a.square >= side ? side - 1 : a.square;
  if (span != 0) {
    a.each = 1 / fabs(span);
    a.next = (a.square + (span > 0) - place) / span;
  }
  return a;
}

/* The cell of a square; if it has none and the point is on its side, the cell beside it. */
static int32_t cell_of(const pf_cells *cells, int32_t column, int32_t row, pathfan_point at) {
  const int32_t here = cells->cell[row * cells->side + column];
  if (here >= 0) return here;
  const double x = (at.x - cells->x) / cells->width - column;
  const double y = (at.y - cells->y) / cells->height - row;
  const int32_t beside = x < ON_SIDE ? column - 1 : x > 1 - ON_SIDE ? column + 1 : column;
  const int32_t below = y < ON_SIDE ? row - 1 : y > 1 - ON_SIDE ? row + 1 : row;
  const int32_t places[3][2] = {{beside, row}, {column, below}, {beside, below}};
  for (int i = 0; i < 3; i++) {
    const int32_t u = places[i][0], v = places[i][1];
    if (u < 0 || v < 0 || u >= cells->side || v >= cells->side) continue;
    if (cells->cell[v * cells->side + u] >= 0) return cells->cell[v * cells->side + u];
  }
  return -1;
}

static pathfan_status follow(pf_course *c, const pf_cells *cells, pathfan_point from,
                             pathfan_point to, double before, int32_t *cell) {
  const double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
  axis x = axis_of(from.x, to.x, cells->x, cells->width, cells->side);
  axis y = axis_of(from.y, to.y, cells->y, cells->height, cells->side);
  pathfan_status status = PATHFAN_OK;
  double last = 0;
  for (int32_t steps = 0; steps <= 2 * cells->side && !status; steps++) {
    const double middle = (last + fmin(fmin(x.next, y.next), 1)) / 2;
    const int32_t here = cell_of(cells, x.square, y.square,
                                 (pathfan_point){from.x + middle * dx, from.y + middle * dy});
    if (here >= 0 && here != *cell) {
      if (*cell >= 0 && last > 0)
        status = add_piece(c, cells, (pathfan_point){from.x + last * dx, from.y + last * dy},
                           before + last * length, *cell);
      *cell = here;
    }
    axis *ahead = x.next < y.next ? &x : &y;
    if (!(ahead->next < 1)) break;
    last = fmax(last, ahead->next);
    ahead->square += ahead->step;
    ahead->next += ahead->each;
    if (ahead->square < 0 || ahead->square >= cells->side) break;
  }
  if (!status) status = add_piece(c, cells, to, before + length, *cell);
  return status;
}

/* Adds the single piece of a course that goes nowhere. */
static pathfan_status add_only(pf_course *c, pathfan_point at, double end, int32_t cell) {
  const pathfan_status status = pf_grow(&c->pieces, &c->capacity, 1);
  if (!status) c->pieces[c->count++] = (pf_course_piece){end, at, cell, -1, true};
  return status;
}

/* Adds a way over a link. */
static pathfan_status add_way(pf_course *c, int32_t way, pathfan_point to, double end,
                              int32_t cell) {
  const pathfan_status status = pf_grow(&c->pieces, &c->capacity, (int64_t)c->count + 1);
  if (!status) c->pieces[c->count++] = (pf_course_piece){end, to, cell, way, true};
  return status;
}

static pathfan_point place_of(const pf_courses *courses, pathfan_point at) {
  return courses->off > 0 ? pf_floor_off_walls(courses->floor, at, courses->off) : at;
}

pathfan_status pf_course_make(pf_courses *courses, const pf_cells *cells,
                              const pathfan_point *points, const int32_t *ways, int32_t count,
                              int32_t *number) {
  pathfan_status status = PATHFAN_OK;
  if (courses->spare) {
    *number = courses->spare - 1;
    courses->spare = courses->list[*number].next + 1;
  } else {
    status = pf_grow(&courses->list, &courses->capacity, (int64_t)courses->count + 1);
    if (status) return status;
    *number = courses->count++;
    courses->list[*number] = (pf_course){.count = 0};
  }
  pf_course *c = &courses->list[*number];
  pathfan_point at = place_of(courses, points[0]);
  int32_t cell = pf_cells_at(cells, at);
  double before = 0;
  c->start = at;
  c->place = -1;
  c->count = 0;
  c->holders = 1;
  for (int32_t i = 0; i + 1 < count && !status; i++) {
    const pathfan_point next = place_of(courses, points[i + 1]);
    if (ways && ways[i] >= 0) {
      if (!c->count) status = add_only(c, at, before, cell); /* nobody starts on a link */
      before += pf_way_length(courses->links, ways[i]);
      cell = pf_cells_at(cells, next);
      if (!status) status = add_way(c, ways[i], next, before, cell);
    } else {
      status = follow(c, cells, at, next, before, &cell);
      before += hypot(next.x - at.x, next.y - at.y);
    }
    at = next;
    if (!status && c->count) c->pieces[c->count - 1].is_turn = true;
  }
  if (!status && !c->count) status = add_only(c, at, before, cell);
  if (status) {
    pf_course_drop(courses, *number);
    return status;
  }
  c->length = c->pieces[c->count - 1].end;
  c->first_out = 0;
  while (c->first_out + 1 < c->count && c->pieces[c->first_out + 1].cell == c->pieces[0].cell)
    c->first_out++;
  return PATHFAN_OK;
}

void pf_course_drop(pf_courses *courses, int32_t number) {
  pf_course *c = &courses->list[number];
  assert(c->holders > 0);
  if (--c->holders) return;
  c->next = courses->spare - 1;
  courses->spare = number + 1;
}

void pf_courses_free(pf_courses *courses) {
  for (int32_t i = 0; i < courses->count; i++) free(courses->list[i].pieces);
  free(courses->list);
  memset(courses, 0, sizeof *courses);
}
