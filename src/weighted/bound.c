/* bound.c - see bound.h. With the slope s of u along the interval, y's foot c on its line and
 * distance p from it, the best x is c - p s / sqrt(rate^2 - s^2), kept within the interval. */
#include "weighted/bound.h"

#include <math.h>

/* Slopes this close to the rate are as good as equal to it: ways run along the interval. */
#define STEEP 1e-14

pf_ground_value pf_ground_cost(const pf_front *from, double rate, pf_xy y) {
  const double vx = y.x - from->at.x, vy = y.y - from->at.y;
  const double c = vx * from->along.x + vy * from->along.y;
  const double p = fabs(from->along.x * vy - from->along.y * vx);
  const double s = from->length > 0 ? (from->cost[1] - from->cost[0]) / from->length : 0;
  const double q = rate * rate - s * s;
  double x = q <= STEEP * rate * rate ? (s > 0 ? 0 : from->length) : c - p * s / sqrt(q);
  x = x < 0 ? 0 : x > from->length ? from->length : x;
  const double dx = vx - from->along.x * x, dy = vy - from->along.y * x;
  const double r = sqrt(dx * dx + dy * dy);
  pf_ground_value f = {.cost = from->cost[0] + s * x + rate * r, .x = x};
  if (r > 0) {
    f.slope = (pf_xy){rate * dx / r, rate * dy / r};
  } else { /* on the interval itself; of the slopes there the one along it */
    const double along = s > rate ? rate : s < -rate ? -rate : s;
    f.slope = (pf_xy){along * from->along.x, along * from->along.y};
  }
  return f;
}

double pf_ground_turn(double slope, pf_xy away, pf_xy direction, double rate) {
  const double c = pf_xy_dot(away, direction);
  const double p = fabs(away.x * direction.y - away.y * direction.x);
  const double q = rate * rate - slope * slope;
  if (q <= STEEP * rate * rate) return slope > 0 ? rate : -rate * c;
  const double x = fmax(c - p * slope / sqrt(q), 0);
  return slope * x + rate * sqrt((x - c) * (x - c) + p * p);
}

double pf_ground_support(const pf_front *from, double rate, pf_xy at, pf_xy along, double length,
                         double begin, double enough, double slack) {
  /* The tangent at x is at `base` where the line begins; base falls as x grows, and what the
     tangent is at the line's end rises. Tangents with base >= begin give bounds. */
  double low = 0, high = length, u = -INFINITY;
  double x = length;
  for (int step = 0; step < 24; step++) {
    const pf_ground_value f = pf_ground_cost(from, rate, pf_xy_on(at, along, x));
    const double slope = pf_xy_dot(f.slope, along);
    const double base = f.cost - slope * x, end = f.cost + slope * (length - x);
    if (base + slack >= begin) {
      if (end > u) u = end;
      if (x == length || u >= enough) return u;
      low = x;
    } else {
      high = x;
    }
    if (high - low < 1e-9 * length) break;
    x = low + (high - low) / 2;
  }
  const pf_ground_value f = pf_ground_cost(from, rate, at);
  if (u == -INFINITY && f.cost + slack >= begin) u = f.cost + pf_xy_dot(f.slope, along) * length;
  return u;
}
