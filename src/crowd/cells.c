/* cells.c - cuts free space into squares.
 *
 * Works from the bottom up: each polygon of free space is cut along the rows and columns of a
 * raster of 2^depth squares a side, which gives the free share of each square. Four free squares of
 * one parent make a free parent, down to the least depth.
 *
 * Partly free squares belong to a free cell beside them; so every agent is in a cell, and a scrap
 * of a square isn't crowded by one agent. Scraps without a free neighbour join each other up to a
 * square's area. */
#include "crowd/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "crowd/clip.h"

#define OVERFULL (1 + 1e-6) /* the share of a square is more than rounding makes it */
#define FREE (1 - 1e-7)     /* share of a square that counts as all of it */
#define MOST_POINTS 4200

typedef struct maker {
  pf_cells *cells;
  double *free; /* [Size: side * side] free share of each square */
  int32_t capacity;
} maker;

/* ---- The raster ---- */

static int32_t square_of(double at, double origin, double size, int32_t side) {
  const double place = floor((at - origin) / size);
  return place < 0 ? 0 : place >= side ? side - 1 : (int32_t)place;
}

static void add_polygon(maker *m, const pathfan_point *corners, int32_t count) {
  const pf_cells *c = m->cells;
  static _Thread_local pathfan_point row[3][MOST_POINTS];
  double low, high;
  pf_clip_bounds(corners, count, 1, &low, &high);
  const int32_t bottom = square_of(high, c->y, c->height, c->side);
  for (int32_t y = square_of(low, c->y, c->height, c->side); y <= bottom; y++) {
    int32_t size = pf_clip_axis(corners, count, 1, c->y + y * c->height, true, row[0]);
    size = pf_clip_axis(row[0], size, 1, c->y + (y + 1) * c->height, false, row[1]);
    if (size < 3) continue;
    pf_clip_bounds(row[1], size, 0, &low, &high);
    const int32_t right = square_of(high, c->x, c->width, c->side);
    for (int32_t x = square_of(low, c->x, c->width, c->side); x <= right; x++) {
      const int32_t left_size = pf_clip_axis(row[1], size, 0, c->x + x * c->width, true, row[0]);
      const int32_t part =
          pf_clip_axis(row[0], left_size, 0, c->x + (x + 1) * c->width, false, row[2]);
      m->free[y * c->side + x] += pf_clip_area(row[2], part) / (c->width * c->height);
    }
  }
}

/* ---- Squares ---- */

static pathfan_status add_cell(maker *m, pf_cell cell) {
  pf_cells *c = m->cells;
  const pathfan_status status = pf_grow(&c->list, &m->capacity, (int64_t)c->count + 1);
  if (!status) c->list[c->count++] = cell;
  return status;
}

static bool is_free(const maker *m, int32_t x, int32_t y, int32_t size) {
  for (int32_t j = y; j < y + size; j++)
    for (int32_t i = x; i < x + size; i++)
      if (m->free[j * m->cells->side + i] < FREE) return false;
  return true;
}

/* Adds the free squares of a part of the raster, as large as possible (paper, Algorithm 1). */
static pathfan_status split(maker *m, int32_t x, int32_t y, int32_t size) {
  pf_cells *c = m->cells;
  const bool is_wide = c->widest > 0 && size > 1 && size * c->width > c->widest;
  if (size <= c->side >> PF_CELLS_DEPTH_LEAST && !is_wide && is_free(m, x, y, size)) {
    const double width = size * c->width, height = size * c->height;
    for (int32_t j = y; j < y + size; j++)
      for (int32_t i = x; i < x + size; i++) c->cell[j * c->side + i] = c->count;
    return add_cell(
        m, (pf_cell){c->x + x * c->width, c->y + y * c->height, width, height, width * height});
  }
  const int32_t half = size / 2;
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < 4 && half && !status; i++)
    status = split(m, x + (i & 1) * half, y + (i >> 1) * half, half);
  return status;
}

/* ---- Scraps ---- */

/* The cell beside a square that its scraps may join; -1: none. */
static int32_t cell_beside(const maker *m, int32_t x, int32_t y) {
  static const int step[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const pf_cells *c = m->cells;
  const double square = c->width * c->height;
  int32_t best = -1;
  for (int i = 0; i < 4; i++) {
    const int32_t u = x + step[i][0], v = y + step[i][1];
    if (u < 0 || v < 0 || u >= c->side || v >= c->side) continue;
    const int32_t cell = c->cell[v * c->side + u];
    if (cell < 0 || (cell >= c->square_count && c->list[cell].area >= square)) continue;
    if (best < 0 || cell < best) best = cell;
  }
  return best;
}

/* Gives scraps to cells, from square to square. */
static pathfan_status give_scraps(maker *m) {
  pf_cells *c = m->cells;
  const double square = c->width * c->height;
  const int32_t count = c->side * c->side;
  int32_t *given = pf_alloc((uint64_t)count, sizeof *given); /* in this round: to which cell */
  pathfan_status status = given ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (bool goes_on = true; goes_on && !status;) {
    int32_t first = -1;
    goes_on = false;
    for (int32_t i = 0; i < count; i++) {
      given[i] = -1;
      if (c->cell[i] >= 0 || m->free[i] <= 0) continue;
      given[i] = cell_beside(m, i % c->side, i / c->side);
      if (given[i] >= 0)
        goes_on = true;
      else if (first < 0)
        first = i;
    }
    for (int32_t i = 0; i < count; i++)
      if (given[i] >= 0) {
        c->cell[i] = given[i];
        c->list[given[i]].area += m->free[i] * square;
      }
    if (goes_on || first < 0) continue;
    c->cell[first] = c->count;
    status =
        add_cell(m, (pf_cell){c->x + first % c->side * c->width, c->y + first / c->side * c->height,
                              0, 0, m->free[first] * square});
    goes_on = true;
  }
  free(given);
  return status;
}

pathfan_status pf_cells_of(pf_cells *c, const pf_floor *f, int32_t depth, double widest) {
  maker m = {.cells = c};
  c->side = 1 << depth;
  c->x = f->x;
  c->y = f->y;
  c->width = f->width / c->side;
  c->height = f->height / c->side;
  c->widest = widest;
  if (widest > 0) c->width = c->height = fmax(f->width, f->height) / c->side;
  const uint64_t count = (uint64_t)c->side * (uint64_t)c->side;
  m.free = pf_alloc_zero(count, sizeof *m.free);
  c->cell = pf_alloc(count, sizeof *c->cell);
  pathfan_status status = m.free && c->cell ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) {
    memset(c->cell, -1, (size_t)count * sizeof *c->cell);
    for (int32_t p = 0; p < f->polygon_count; p++)
      add_polygon(&m, f->corners + f->first[p], f->first[p + 1] - f->first[p]);
    for (uint64_t i = 0; i < count; i++) c->is_layered = c->is_layered || m.free[i] > OVERFULL;
    status = split(&m, 0, 0, c->side);
  }
  c->square_count = c->count;
  if (!status) status = give_scraps(&m);
  free(m.free);
  return status;
}

int32_t pf_cells_at(const pf_cells *c, pathfan_point at) {
  const double x = (at.x - c->x) / c->width, y = (at.y - c->y) / c->height;
  if (!(x >= 0 && y >= 0 && x <= c->side && y <= c->side)) return -1;
  const int32_t column = x < c->side ? (int32_t)x : c->side - 1;
  const int32_t row = y < c->side ? (int32_t)y : c->side - 1;
  return c->cell[row * c->side + column];
}

void pf_cells_free(pf_cells *c) {
  free(c->list);
  free(c->cell);
  memset(c, 0, sizeof *c);
}
