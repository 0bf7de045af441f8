#include "twin_sight.h"

typedef __int128 wide;

static bool is_free(const pf_grid *grid, int64_t x, int64_t y) {
  return x >= 0 && y >= 0 && x < grid->width && y < grid->height && grid->free[y * grid->width + x];
}

unsigned twin_blocked_around(const pf_grid *grid, int64_t x, int64_t y) {
  return (is_free(grid, x, y) ? 0u : 1u) | (is_free(grid, x - 1, y) ? 0u : 2u) |
         (is_free(grid, x - 1, y - 1) ? 0u : 4u) | (is_free(grid, x, y - 1) ? 0u : 8u);
}

bool twin_is_pinch(const pf_grid *grid, int64_t x, int64_t y) {
  const unsigned blocked = twin_blocked_around(grid, x, y);
  return blocked == 5 || blocked == 10;
}

bool twin_is_convex(const pf_grid *grid, int64_t x, int64_t y, int *quadrant) {
  const unsigned blocked = twin_blocked_around(grid, x, y);
  for (int q = 0; q < 4; q++)
    if (blocked == 1u << q) {
      *quadrant = q;
      return true;
    }
  return false;
}

static int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && a < 0);
}

pf_lattice_point twin_home(const pf_grid *grid, int bits, pf_fixed_point p) {
  const int64_t unit = INT64_C(1) << bits;
  const int64_t x = floor_div(p.x, unit), y = floor_div(p.y, unit);
  const bool on_x = p.x == x * unit, on_y = p.y == y * unit;
  /* Clockwise, in file coordinates, from (+x,+y). */
  static const int offset[4][2] = {{0, 0}, {0, -1}, {-1, -1}, {-1, 0}};
  for (int i = 0; i < 4; i++) {
    if ((offset[i][0] && !on_x) || (offset[i][1] && !on_y)) continue;
    if (is_free(grid, x + offset[i][0], y + offset[i][1]))
      return (pf_lattice_point){(int32_t)(x + offset[i][0]), (int32_t)(y + offset[i][1])};
  }
  return (pf_lattice_point){-1, -1};
}

/* The cells beside an open piece of the segment, in one axis: one index if the piece lies between
 * two grid lines, two if it runs along one. */
typedef struct span {
  int64_t low, high;
} span;

/* The piece just after coordinate a, in direction d. */
static span first_span(int64_t a, int64_t d, int64_t unit) {
  const int64_t cell = floor_div(a, unit);
  if (a != cell * unit) return (span){cell, cell};
  if (d > 0) return (span){cell, cell};
  if (d < 0) return (span){cell - 1, cell - 1};
  return (span){cell - 1, cell};
}

static bool piece_is_free(const pf_grid *grid, span x, span y) {
  for (int64_t i = x.low; i <= x.high; i++)
    for (int64_t j = y.low; j <= y.high; j++)
      if (is_free(grid, i, j)) return true;
  return false;
}

/* At an end on a pinch, whether the piece touches the home of the end; true at other ends. */
static bool piece_at_end(const pf_grid *grid, int bits, pf_fixed_point p, span x, span y) {
  const int64_t unit = INT64_C(1) << bits;
  if (p.x % unit || p.y % unit || !twin_is_pinch(grid, p.x / unit, p.y / unit)) return true;
  const pf_lattice_point home = twin_home(grid, bits, p);
  return x.low <= home.x && home.x <= x.high && y.low <= home.y && home.y <= y.high;
}

bool twin_sees(const pf_grid *grid, int bits, pf_fixed_point a, pf_fixed_point b) {
  const int64_t unit = INT64_C(1) << bits;
  const int64_t dx = b.x - a.x, dy = b.y - a.y;
  if (twin_home(grid, bits, a).x < 0 || twin_home(grid, bits, b).x < 0) return false;
  if (!dx && !dy) return true;
  span x = first_span(a.x, dx, unit), y = first_span(a.y, dy, unit);
  if (!piece_at_end(grid, bits, a, x, y)) return false;
  for (;;) {
    if (!piece_is_free(grid, x, y)) return false;
    /* The next grid lines, and when they are reached: as fractions of |dx| and |dy|. */
    const int64_t line_x = (dx > 0 ? x.high + 1 : x.low) * unit;
    const int64_t line_y = (dy > 0 ? y.high + 1 : y.low) * unit;
    const wide to_x = dx > 0 ? line_x - a.x : a.x - line_x, whole_x = dx > 0 ? dx : -dx;
    const wide to_y = dy > 0 ? line_y - a.y : a.y - line_y, whole_y = dy > 0 ? dy : -dy;
    const bool x_left = dx && to_x < whole_x, y_left = dy && to_y < whole_y;
    if (!x_left && !y_left) break;
    const wide difference = !x_left ? 1 : !y_left ? -1 : to_x * whole_y - to_y * whole_x;
    int64_t corner_x = -1, corner_y = -1; /* a lattice point, if one is met here */
    if (difference <= 0) {
      corner_x = line_x / unit;
      x.low = x.high = x.low + (dx > 0 ? 1 : -1);
    }
    if (difference >= 0) {
      corner_y = line_y / unit;
      y.low = y.high = y.low + (dy > 0 ? 1 : -1);
    }
    /* Along a grid line every crossing is a lattice point. */
    if (!dx && x.low != x.high) corner_x = x.high;
    if (!dy && y.low != y.high) corner_y = y.high;
    if (corner_x >= 0 && corner_y >= 0 && twin_is_pinch(grid, corner_x, corner_y)) return false;
  }
  return piece_at_end(grid, bits, b, x, y);
}

static int sign(wide x) {
  return (x > 0) - (x < 0);
}

static int turn(pf_fixed_point a, pf_fixed_point b) {
  return sign((wide)a.x * b.y - (wide)a.y * b.x);
}

/* A direction roughly in the middle of a wedge. */
static pf_fixed_point middle(pf_wedge wedge) {
  return (pf_fixed_point){(int64_t)wedge.first.x + wedge.second.x,
                          (int64_t)wedge.first.y + wedge.second.y};
}

int twin_wraps(pf_wedge wedge, pf_fixed_point in, pf_fixed_point out) {
  /* The string spans the angle between the direction back and the one onward; it is held if the
   * obstacle is inside. Neither direction enters the obstacle, so it is inside as a whole or not at
   * all: its middle tells. */
  const pf_fixed_point back = {-in.x, -in.y}, d = middle(wedge);
  const int bend = turn(back, out);
  if (bend == 0) return (wide)in.x * out.x + (wide)in.y * out.y > 0 ? 0 : -1;
  return turn(back, d) == bend && turn(d, out) == bend ? 1 : -1;
}

/* Whether a direction points into the wedge's interior. */
static bool inside(pf_wedge wedge, pf_fixed_point d) {
  return turn(pf_lift(wedge.first, 0), d) > 0 && turn(d, pf_lift(wedge.second, 0)) > 0;
}

bool twin_passable(pf_wedge wedge, pf_fixed_point in) {
  /* Straight on must not lead into the obstacle's interior, nor may the path have come out of
   * it. */
  return !inside(wedge, in) && !inside(wedge, (pf_fixed_point){-in.x, -in.y});
}
