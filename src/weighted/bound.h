/* bound.h - what ways through a face cost from an interval of an edge, along which costs are known
 * to be no less than a linear function.
 *
 * f(y) = min over x on the interval of u(x) + rate |x y|. It is convex in y, so each of its
 * tangents is below it everywhere. The best x is where the way leaves by Snell's law; or an end of
 * the interval. Nothing else knows how distances through a face are weighed. */
#ifndef PF_WEIGHTED_BOUND_H
#define PF_WEIGHTED_BOUND_H

#include "weighted/weighted.h"

/* A straight line segment with a cost at either end; length 0: a point. */
typedef struct pf_front {
  pf_xy at, along; /* where it begins; unit vector, whatever it is for a point */
  double length;
  double cost[2];
} pf_front;

typedef struct pf_ground_value {
  double cost; /* f(y) */
  double x;    /* where the way leaves the interval, 0..length */
  pf_xy slope; /* of f at y */
} pf_ground_value;

/* f and its gradient. */
pf_ground_value pf_ground_cost(const pf_front *from, double rate, pf_xy y);

/* The least change of cost per distance along `direction`, a unit vector, from a point at which the
 * interval begins that leaves it along `away` and along which costs change by `slope` per distance:
 * min over x >= 0 of slope x + rate |x away - direction|. */
double pf_ground_turn(double slope, pf_xy away, pf_xy direction, double rate);

/* The greatest u such that the line from cost `begin` at `at` to u at the distance `length` in a
 * direction lies below f; no less than what is found if the search ends early, which it does if u
 * exceeds `enough`. `slack` is what rounding may add to begin. */
double pf_ground_support(const pf_front *from, double rate, pf_xy at, pf_xy along, double length,
                         double begin, double enough, double slack);

static inline pf_xy pf_xy_on(pf_xy at, pf_xy along, double distance) {
  return (pf_xy){at.x + along.x * distance, at.y + along.y * distance};
}

static inline double pf_xy_dot(pf_xy a, pf_xy b) {
  return a.x * b.x + a.y * b.y;
}

#endif
