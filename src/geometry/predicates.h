/* predicates.h - exact integer geometry on lattice and fixed-point points.
 *
 * Topology is decided here, never by floating point. Two kinds of points: lattice points (map
 * vertices, int32, at most 2^30 apart) and fixed-point points (request points, int64, lattice units
 * times 2^fraction_bits). A difference of two fixed-point points stays below 2^62; products are
 * taken in 128 bits, which costs one more instruction than 64 on today's machines. */
#ifndef PF_GEOMETRY_PREDICATES_H
#define PF_GEOMETRY_PREDICATES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/portable.h"

#ifdef __FAST_MATH__ /* it treats NaN and infinity as numbers, and lengths differ */
#error "pathfan's answers are exact: compile it without -ffast-math and -Ofast"
#endif

typedef struct pf_lattice_point {
  int32_t x, y;
} pf_lattice_point;

typedef struct pf_fixed_point {
  int64_t x, y;
} pf_fixed_point;

/* The cross and dot product of fixed-point vectors. */
static inline pf_int128 pf_fixed_cross(pf_fixed_point a, pf_fixed_point b) {
  return pf_int128_minus(pf_int128_product(a.x, b.y), pf_int128_product(a.y, b.x));
}

static inline pf_int128 pf_fixed_dot(pf_fixed_point a, pf_fixed_point b) {
  return pf_int128_plus(pf_int128_product(a.x, b.x), pf_int128_product(a.y, b.y));
}

/* Turn from a to b: > 0 counter-clockwise in file coordinates (x right, y
 * down), 0 collinear, < 0 clockwise. */
static inline int pf_turn(pf_fixed_point a, pf_fixed_point b) {
  return pf_int128_compare(pf_int128_product(a.x, b.y), pf_int128_product(a.y, b.x));
}

/* Whether the turn is 0. It rarely is, and mostly the lower halves of the products suffice to show
 * it. */
static inline bool pf_is_collinear(pf_fixed_point a, pf_fixed_point b) {
  return (uint64_t)a.x * (uint64_t)b.y == (uint64_t)a.y * (uint64_t)b.x && !pf_turn(a, b);
}

/* The turn of lattice vectors, as the 64-bit cross product itself. */
static inline int64_t pf_cross(pf_lattice_point a, pf_lattice_point b) {
  return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static inline int64_t pf_dot(pf_lattice_point a, pf_lattice_point b) {
  return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

static inline pf_lattice_point pf_from_to(pf_lattice_point a, pf_lattice_point b) {
  return (pf_lattice_point){b.x - a.x, b.y - a.y};
}

static inline pf_fixed_point pf_fixed_from_to(pf_fixed_point a, pf_fixed_point b) {
  return (pf_fixed_point){b.x - a.x, b.y - a.y};
}

/* Compares points by y, then x. */
static inline int pf_compare_points(pf_lattice_point a, pf_lattice_point b) {
  if (a.y != b.y) return a.y < b.y ? -1 : 1;
  return (a.x > b.x) - (a.x < b.x);
}

/* The same for qsort. */
static inline int pf_by_row(const void *a, const void *b) {
  return pf_compare_points(*(const pf_lattice_point *)a, *(const pf_lattice_point *)b);
}

static inline bool pf_same_point(pf_fixed_point a, pf_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

/* Returns the turn at b of a path a, b, c: > 0 to the left, 0 straight on or back, < 0 right. */
static inline int pf_turn_at(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c) {
  return pf_turn(pf_fixed_from_to(a, b), pf_fixed_from_to(b, c));
}

/* Whether the dot product is above 0: whether collinear vectors point the same way. */
static inline bool pf_points_along(pf_fixed_point a, pf_fixed_point b) {
  return pf_int128_sign(pf_fixed_dot(a, b)) > 0;
}

static inline pf_fixed_point pf_lift(pf_lattice_point a, int fraction_bits) {
  return (pf_fixed_point){(int64_t)a.x * ((int64_t)1 << fraction_bits),
                          (int64_t)a.y * ((int64_t)1 << fraction_bits)};
}

/* Distance between two fixed-point points, fixed-point steps: the same in both directions. */
static inline double pf_fixed_length(pf_fixed_point a, pf_fixed_point b) {
  const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
  return sqrt(dx * dx + dy * dy);
}

/* Length of a lattice vector: the correctly rounded square root of an exact sum. */
static inline double pf_lattice_length(pf_lattice_point v) {
  return sqrt((double)((int64_t)v.x * v.x + (int64_t)v.y * v.y));
}

/* 2^exponent for exponents in -1022..1023, assembled from its bits. */
static inline double pf_power_of_two(int exponent) {
  const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return power;
}

/* Returns round(|v| * 2^bits), the same on all systems. Lengths are compared as integers in units
 * of 2^-bits: sums are exact and the same in either direction. */
static inline int64_t pf_length_units(pf_lattice_point v, int bits) {
  return llrint(pf_lattice_length(v) * pf_power_of_two(bits));
}

/* Fraction bits for a map whose coordinates lie in 0..extent: as many as keep the product of a
 * lattice and a fixed-point vector within int64, at most 32. */
static inline int pf_fraction_bits(int32_t extent) {
  int bits = 1; /* of a coordinate difference without its sign */
  while (((int64_t)1 << bits) <= extent) bits++;
  const int room = 61 - 2 * bits;
  return room > 32 ? 32 : room < 0 ? 0 : room;
}

#endif
