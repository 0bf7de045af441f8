/* patches.h - the parts of free space in which people are counted, by Weidmann's law.
 *
 *   status = pf_patches_of(&patches, &floor, &gates, 2, zones, zone_count);
 *   patch = pf_patch_at(&patches, point);
 *   leaving = pf_patch_leave(&patches, patch, from, to);
 *   pf_patches_free(&patches);
 *
 * Free space is cut by squares and gates; each connected part of a square is a patch, or belongs to
 * one beside it if it is small. Patches depend on the map only. */
#ifndef PF_CROWD_PATCHES_H
#define PF_CROWD_PATCHES_H

#include <math.h>

#include "crowd/gates.h"

#define PF_PATCHES_MOST (1 << 22)

/* A convex piece of free space within one square, not crossed by a gate. */
typedef struct pf_fragment {
  int32_t first, count; /* of its corners */
  int32_t square, patch;
} pf_fragment;

/* The longest open side between two patches, as seen from one of them. */
typedef struct pf_open_side {
  int32_t to;   /* patch */
  int32_t gate; /* on the side; -1: none */
  pathfan_point a, b;
} pf_open_side;

typedef struct pf_patch {
  double area;
  pathfan_point centre; /* of its area */
  int32_t first, count; /* of its open sides */
  int32_t zone;         /* the area of the scenario in which it lies; -1: none */
  bool is_convex;       /* a whole square */
} pf_patch;

typedef struct pf_patches {
  const pf_gates *gates;
  double x, y, size;
  int32_t columns, rows;
  int32_t *patch_of;       /* [Size: squares] the only patch; -1: none; -2: several parts */
  int32_t *first_fragment; /* [Size: squares + 1] of squares with several parts */
  int32_t *first_gate;     /* [Size: squares + 1] */
  int32_t *gates_in;       /* numbers of gates */
  pf_fragment *fragments;
  pathfan_point *corners;
  pf_patch *list;
  int32_t count;
  pf_open_side *sides;
  int32_t fragment_count, corner_count, side_count;
} pf_patches;

/* Returns the column or row of squares of a coordinate. */
static inline int32_t pf_patches_line(double at, double origin, double size, int32_t count) {
  const double place = floor((at - origin) / size);
  return place < 0 ? 0 : place >= count ? count - 1 : (int32_t)place;
}

/* *patches must be zeroed first; gates must outlive it. Errors: NO_MEMORY; LIMIT (more than
 * PF_PATCHES_MOST squares). */
pathfan_status pf_patches_of(pf_patches *patches, const pf_floor *floor, const pf_gates *gates,
                             double size, const pathfan_crowd_zone *zones, int32_t zone_count);

/* Returns the patch at a point, or nearest to it in its square; -1: the square has none. */
int32_t pf_patch_at(const pf_patches *patches, pathfan_point at);

/* Where a straight walk leaves a patch. */
typedef struct pf_leaving {
  double share; /* 0..1 of the walk; 1: it doesn't leave */
  int32_t to;   /* patch; -1: it doesn't leave */
  int32_t gate; /* that it crosses there; -1: none. Then `to` may be the same patch */
} pf_leaving;

/* Follows the straight, free way from p, in the patch, to q. */
pf_leaving pf_patch_leave(const pf_patches *patches, int32_t patch, pathfan_point p,
                          pathfan_point q);

/* Whether a short walk crosses a gate. */
bool pf_patch_has_gate(const pf_patches *patches, pathfan_point p, pathfan_point q);

void pf_patches_free(pf_patches *patches);

#endif
