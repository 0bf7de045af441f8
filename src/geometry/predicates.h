/* predicates.h - exact integer geometry on lattice and fixed-point points.
 *
 * Topology is decided here, never by floating point. Two kinds of points: lattice points (map
 * vertices, int32, at most 2^30 apart) and fixed-point points (request points, int64, lattice units
 * times 2^fraction_bits). A difference of two fixed-point points stays below 2^62; products are
 * taken in 128 bits, which costs one more instruction than 64 on today's machines. */
#ifndef PATHFAN_GEOMETRY_PREDICATES_H
#define PATHFAN_GEOMETRY_PREDICATES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __FAST_MATH__ /* it treats NaN and infinity as numbers, and lengths differ */
#error "pathfan's answers are exact: compile it without -ffast-math and -Ofast"
#endif

typedef struct pathfan_lattice_point {
  int32_t x, y;
} pathfan_lattice_point;

typedef struct pathfan_fixed_point {
  int64_t x, y;
} pathfan_fixed_point;

/* Turn from a to b: > 0 counter-clockwise in file coordinates (x right, y
 * down), 0 collinear, < 0 clockwise. */
static inline int pathfan_turn(pathfan_fixed_point a, pathfan_fixed_point b) {
  const __int128 l = (__int128)a.x * b.y, r = (__int128)a.y * b.x;
  return (l > r) - (l < r);
}

/* Whether the turn is 0. It rarely is, and mostly the lower halves of the products suffice to show
 * it. */
static inline bool pathfan_is_collinear(pathfan_fixed_point a, pathfan_fixed_point b) {
  return (uint64_t)a.x * (uint64_t)b.y == (uint64_t)a.y * (uint64_t)b.x && !pathfan_turn(a, b);
}

/* The turn of lattice vectors, as the 64-bit cross product itself. */
static inline int64_t pathfan_cross(pathfan_lattice_point a, pathfan_lattice_point b) {
  return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static inline int64_t pathfan_dot(pathfan_lattice_point a, pathfan_lattice_point b) {
  return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

static inline pathfan_lattice_point pathfan_from_to(pathfan_lattice_point a,
                                                    pathfan_lattice_point b) {
  return (pathfan_lattice_point){b.x - a.x, b.y - a.y};
}

static inline pathfan_fixed_point pathfan_fixed_from_to(pathfan_fixed_point a,
                                                        pathfan_fixed_point b) {
  return (pathfan_fixed_point){b.x - a.x, b.y - a.y};
}

static inline bool pathfan_same_point(pathfan_fixed_point a, pathfan_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

/* Returns the turn at b of a path a, b, c: > 0 to the left, 0 straight on or back, < 0 right. */
static inline int pathfan_turn_at(pathfan_fixed_point a, pathfan_fixed_point b,
                                  pathfan_fixed_point c) {
  return pathfan_turn(pathfan_fixed_from_to(a, b), pathfan_fixed_from_to(b, c));
}

/* Whether the dot product is above 0: whether collinear vectors point the same way. */
static inline bool pathfan_points_along(pathfan_fixed_point a, pathfan_fixed_point b) {
  return (__int128)a.x * b.x + (__int128)a.y * b.y > 0;
}

static inline pathfan_fixed_point pathfan_lift(pathfan_lattice_point a, int fraction_bits) {
  return (pathfan_fixed_point){(int64_t)a.x * ((int64_t)1 << fraction_bits),
                               (int64_t)a.y * ((int64_t)1 << fraction_bits)};
}

/* Distance between two fixed-point points, fixed-point steps: the same in both directions. */
static inline double pathfan_fixed_length(pathfan_fixed_point a, pathfan_fixed_point b) {
  const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
  return sqrt(dx * dx + dy * dy);
}

/* Length of a lattice vector: the correctly rounded square root of an exact sum. */
static inline double pathfan_lattice_length(pathfan_lattice_point v) {
  return sqrt((double)((int64_t)v.x * v.x + (int64_t)v.y * v.y));
}

/* 2^exponent for exponents in -1022..1023, assembled from its bits. */
static inline double pathfan_power_of_two(int exponent) {
  const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return power;
}

/* Returns round(|v| * 2^bits), the same on all systems. Lengths are compared as integers in units
 * of 2^-bits: sums are exact and the same in either direction. */
static inline int64_t pathfan_length_units(pathfan_lattice_point v, int bits) {
  return llrint(pathfan_lattice_length(v) * pathfan_power_of_two(bits));
}

/* Fraction bits for a map whose coordinates lie in 0..extent: as many as keep the product of a
 * lattice and a fixed-point vector within int64, at most 32. */
static inline int pathfan_fraction_bits(int32_t extent) {
  int bits = 1; /* of a coordinate difference without its sign */
  while (((int64_t)1 << bits) <= extent) bits++;
  const int room = 61 - 2 * bits;
  return room > 32 ? 32 : room < 0 ? 0 : room;
}

#endif
