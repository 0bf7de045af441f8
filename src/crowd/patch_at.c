/* patch_at.c - the patch of a point, and where a walk leaves it, by the gates and fragments of the
 * squares that it crosses. */
#include "crowd/patches.h"
#include "crowd/places.h"

/* The least share of a walk that counts as part of it. */
#define AHEAD 1e-7

/* How far inside a fragment a point lies, at least; < 0: outside. */
static double depth_in(const pf_patches *p, const pf_fragment *f, pathfan_point at) {
  double least = INFINITY;
  for (int32_t i = 0; i < f->count; i++) {
    const pathfan_point a = p->corners[f->first + i];
    const pathfan_point b = p->corners[f->first + (i + 1 < f->count ? i + 1 : 0)];
    const double length = hypot(b.x - a.x, b.y - a.y);
    if (length > 0) least = fmin(least, pf_place_turn(a, b, at) / length);
  }
  return least;
}

static int32_t in_square(const pf_patches *p, int32_t square, pathfan_point at) {
  if (p->patch_of[square] != -2) return p->patch_of[square];
  double best = -INFINITY;
  int32_t patch = -1;
  for (int32_t i = p->first_fragment[square]; i < p->first_fragment[square + 1]; i++) {
    const double depth = depth_in(p, &p->fragments[i], at);
    if (!(depth > best)) continue;
    best = depth;
    patch = p->fragments[i].patch;
    if (depth > 0) break;
  }
  return patch;
}

int32_t pf_patch_at(const pf_patches *p, pathfan_point at) {
  const int32_t x = pf_patches_line(at.x, p->x, p->size, p->columns);
  const int32_t y = pf_patches_line(at.y, p->y, p->size, p->rows);
  return in_square(p, y * p->columns + x, at);
}

/* Where a walk leaves the interval of a square on one axis. */
static double end_of(double from, double by, double origin, double size, int32_t line) {
  if (by == 0) return INFINITY;
  return (origin + (line + (by > 0)) * size - from) / by;
}

pf_leaving pf_patch_leave(const pf_patches *p, int32_t patch, pathfan_point from,
                          pathfan_point to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  double t = 0;
  int32_t crossed = -1; /* the gate at t */
  /* A walk crosses few squares before it is out of the patch; the bound is for rounding. */
  for (int steps = 0; steps < 64 && t < 1; steps++) {
    const double ahead = t + AHEAD;
    const int32_t x = pf_patches_line(from.x + ahead * dx, p->x, p->size, p->columns);
    const int32_t y = pf_patches_line(from.y + ahead * dy, p->y, p->size, p->rows);
    const int32_t square = y * p->columns + x;
    double end = fmin(end_of(from.x, dx, p->x, p->size, x), end_of(from.y, dy, p->y, p->size, y));
    int32_t gate = -1;
    if (end <= ahead) end = ahead; /* at the border of the map */
    end = fmin(end, 1);
    for (int32_t i = p->first_gate[square]; i < p->first_gate[square + 1]; i++) {
      const int32_t number = p->gates_in[i];
      const double met = pf_gate_met(&p->gates->list[number], from, to);
      /* A gate on the square's side is met at its end; one from its corner where it begins. */
      if (number == crossed || met < t - AHEAD || met > end + AHEAD) continue;
      end = fmax(t, fmin(end, met));
      gate = number;
    }
    if (gate >= 0 && crossed < 0 && end <= t + AHEAD) {
      crossed = gate;
      continue;
    }
    const double middle = fmax((t + end) / 2, t + AHEAD / 2);
    const int32_t here =
        in_square(p, square, (pathfan_point){from.x + middle * dx, from.y + middle * dy});
    if (crossed >= 0 || (here >= 0 && here != patch))
      return (pf_leaving){t, here >= 0 ? here : patch, crossed};
    t = end;
    crossed = gate;
  }
  return (pf_leaving){1, -1, -1};
}

bool pf_patch_has_gate(const pf_patches *p, pathfan_point from, pathfan_point to) {
  const int32_t right = pf_patches_line(fmax(from.x, to.x), p->x, p->size, p->columns);
  const int32_t bottom = pf_patches_line(fmax(from.y, to.y), p->y, p->size, p->rows);
  for (int32_t y = pf_patches_line(fmin(from.y, to.y), p->y, p->size, p->rows); y <= bottom; y++)
    for (int32_t x = pf_patches_line(fmin(from.x, to.x), p->x, p->size, p->columns); x <= right;
         x++) {
      const int32_t square = y * p->columns + x;
      for (int32_t i = p->first_gate[square]; i < p->first_gate[square + 1]; i++)
        if (isfinite(pf_gate_met(&p->gates->list[p->gates_in[i]], from, to))) return true;
    }
  return false;
}
