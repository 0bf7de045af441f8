/* twin_terrain_parts.h - cuts a terrain into parts that meet only in their ends, by brute force.
 *
 * Vertices are ends of lines, corners, bridges, all crossings, and the points asked for; points
 * nearer to each other than the tolerance are one vertex. Where roads coincide the lower rate
 * holds, where rivers do the higher cost. */
#ifndef PF_TWIN_TERRAIN_PARTS_H
#define PF_TWIN_TERRAIN_PARTS_H

#include "twin_terrain.h"

typedef struct twin_part {
  int32_t a, b;        /* vertices */
  double rate;         /* of the road along it, from a to b; INFINITY: none that is worth it */
  double back;         /* the same, from b to a */
  double cost;         /* of the river along it, -1: none */
  bool is_wall;        /* side of an obstacle or of the border */
  bool is_blocked[2];  /* the ground to its left, seen from a to b; to its right */
  int32_t road, river; /* features; -1: none */
} twin_part;

/* A road that touches the plane only in its ends. */
typedef struct twin_leap {
  int32_t a, b;      /* vertices */
  double cost, back; /* from a to b; from b to a */
  int32_t feature;
} twin_leap;

typedef struct twin_parts {
  const twin_terrain *terrain; /* must outlive the parts */
  double unit, tolerance;
  int32_t vertex_count, part_count, leap_count, vertex_capacity, part_capacity;
  pathfan_point *vertices;
  bool *is_bridge; /* [Size: vertex_count] vertices where crossing rivers costs nothing */
  twin_part *parts;
  twin_leap leaps[TWIN_FEATURES];
} twin_parts;

/* The part's other end, seen from v; whether the part is a river or a wall. */
static inline int32_t twin_part_far(const twin_part *part, int32_t v) {
  return part->a == v ? part->b : part->a;
}
static inline bool twin_part_is_barrier(const twin_part *part) {
  return part->is_wall || part->cost >= 0;
}

/* Cuts a terrain; `points` become vertices. */
twin_parts twin_parts_make(const twin_terrain *terrain, const pathfan_point *points, int32_t count);
void twin_parts_free(twin_parts *parts);

/* The vertex at a point, within the tolerance; -1: none. */
int32_t twin_parts_vertex(const twin_parts *parts, pathfan_point p);

/* How far p lies to the left of the line from a to b. */
double twin_left_of(pathfan_point a, pathfan_point b, pathfan_point p);

/* Whether the open segments from a to b and from c to d cross, each from one side to the other. */
bool twin_cross(pathfan_point a, pathfan_point b, pathfan_point c, pathfan_point d);

#endif
