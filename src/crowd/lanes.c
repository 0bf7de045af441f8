/* lanes.c - lanes beside a shortest path.
 *
 * A shortest path turns at corners of walls and runs along them, so all agents on it walk in single
 * file, through the smallest cells. A lane turns farther out: each turn is moved away from the
 * corner, along the bisector, into the next free cell or the one after. Between two moved turns
 * that don't see each other the lane uses the path's own turns. */
#include "crowd/lanes.h"

#include <math.h>

#define NEAR 1e-3 /* of the smallest cells: a point this far from a turn is in the cell ahead */

static pathfan_point unit_to(pathfan_point a, pathfan_point b) {
  const double length = hypot(b.x - a.x, b.y - a.y);
  if (!(length > 0)) return (pathfan_point){0, 0};
  return (pathfan_point){(b.x - a.x) / length, (b.y - a.y) / length};
}

static bool is_open(const pf_lane_ground *g, pathfan_point a, pathfan_point b) {
  for (int32_t i = 0; i < g->avoid_count; i++) {
    const pathfan_crowd_place area = {g->avoid[i].corners, g->avoid[i].corner_count};
    if (!pf_place_lets(&area, a, b)) return false;
  }
  return pf_floor_is_open(g->floor, a, b);
}

/* Whether a point lies in a wholly free cell. */
static bool is_free(const pf_cells *cells, pathfan_point at) {
  const int32_t cell = pf_cells_at(cells, at);
  return cell >= 0 && cell < cells->square_count && pf_cell_holds(&cells->list[cell], at);
}

/* Moves a point into the number-th cell in a direction, or as far as all cells are free; *is_whole:
 * the cell was reached. Tests one point for each step of the smallest cells. */
static pathfan_point moved(const pf_cells *cells, pathfan_point at, double dx, double dy,
                           int32_t number, bool *is_whole) {
  const double reach = fmax(fabs(dx) / cells->width, fabs(dy) / cells->height);
  const int32_t most = number * (cells->side >> PF_CELLS_DEPTH_LEAST); /* of the largest */
  pathfan_point best = at;
  int32_t entered = 0;
  if (!(reach > 0)) return at;
  dx /= reach;
  dy /= reach;
  int32_t last = pf_cells_at(cells, (pathfan_point){at.x + NEAR * dx, at.y + NEAR * dy});
  for (int32_t n = 0; n <= most && entered < number; n++) {
    const pathfan_point there = {at.x + (n + 0.5) * dx, at.y + (n + 0.5) * dy};
    const int32_t cell = pf_cells_at(cells, there);
    if (cell == last) continue;
    if (!is_free(cells, there)) break;
    best = there;
    entered++;
    last = cell;
  }
  *is_whole = entered == number;
  return best;
}

static bool is_same(pathfan_point a, pathfan_point b) {
  return a.x == b.x && a.y == b.y;
}

/* Makes a lane beside a straight path: sideways at once, and back at its end. */
static int32_t beside(const pf_lane_ground *g, pathfan_point a, pathfan_point b, int32_t lane,
                      pathfan_point *points) {
  const pathfan_point way = unit_to(a, b);
  const double side = lane % 2 ? 1 : -1;
  const int32_t off = (lane + 1) / 2;
  bool is_begun = false, is_ended = false;
  const pathfan_point from =
      moved(g->cells, a, way.x - side * way.y, way.y + side * way.x, off, &is_begun);
  const pathfan_point to =
      moved(g->cells, b, -way.x - side * way.y, -way.y + side * way.x, off, &is_ended);
  if (!is_begun || !is_ended) return 0;
  if ((to.x - from.x) * way.x + (to.y - from.y) * way.y <= 0) return 0; /* too short */
  if (!is_open(g, a, from) || !is_open(g, from, to) || !is_open(g, to, b)) return 0;
  points[0] = a;
  points[1] = from;
  points[2] = to;
  points[3] = b;
  return 4;
}

int32_t pf_lane_of(const pf_lane_ground *g, const pathfan_point *path, int32_t count, int32_t lane,
                   pathfan_point *points) {
  if (count == 2) return beside(g, path[0], path[1], lane, points);
  bool is_other = false, is_whole = false;
  int32_t n = 1;
  points[0] = path[0];
  for (int32_t i = 1; i < count; i++) {
    const bool is_last = i + 1 == count;
    pathfan_point at = path[i];
    if (!is_last) {
      const pathfan_point in = unit_to(path[i - 1], at), out = unit_to(path[i + 1], at);
      is_whole = false;
      at = moved(g->cells, at, in.x + out.x, in.y + out.y, lane, &is_whole);
      if (!is_open(g, path[i], at)) at = path[i];
    }
    /* From the turn before, or else from the path's turn before. */
    if (!is_open(g, points[n - 1], at)) {
      if (!is_same(points[n - 1], path[i - 1])) points[n++] = path[i - 1];
      if (!is_open(g, path[i - 1], at)) at = path[i];
    }
    is_other = is_other || (!is_last && is_whole && !is_same(at, path[i]));
    points[n++] = at;
  }
  return is_other ? n : 0;
}
