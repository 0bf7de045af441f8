/* box.h - closed boxes round points and segments, sides parallel to the axes. They rule out nearly
 * all pairs before anything is computed. */
#ifndef PF_GEOMETRY_BOX_H
#define PF_GEOMETRY_BOX_H

#include "geometry/predicates.h"

typedef struct pf_box {
  pf_fixed_point low, high;
} pf_box;

/* Grows the box to contain a point. */
static inline void pf_box_add(pf_box *box, pf_fixed_point p) {
  if (p.x < box->low.x) box->low.x = p.x;
  if (p.y < box->low.y) box->low.y = p.y;
  if (p.x > box->high.x) box->high.x = p.x;
  if (p.y > box->high.y) box->high.y = p.y;
}

/* The box round points[0, count), count >= 1. */
static inline pf_box pf_box_of(const pf_fixed_point *points, int32_t count) {
  pf_box box = {points[0], points[0]};
  for (int32_t i = 1; i < count; i++) pf_box_add(&box, points[i]);
  return box;
}

/* Whether two boxes are disjoint. Without branches: for pairs that often meet. */
static inline bool pf_boxes_apart(const pf_box *a, const pf_box *b) {
  return (a->high.x < b->low.x) | (b->high.x < a->low.x) | (a->high.y < b->low.y) |
         (b->high.y < a->low.y);
}

/* Whether the box of segment cd is disjoint from a box. Without branches, too: which side the
 * segment lies on can't be predicted. */
static inline bool pf_box_misses(const pf_box *box, pf_fixed_point c, pf_fixed_point d) {
  return ((c.x > box->high.x) & (d.x > box->high.x)) | ((c.x < box->low.x) & (d.x < box->low.x)) |
         ((c.y > box->high.y) & (d.y > box->high.y)) | ((c.y < box->low.y) & (d.y < box->low.y));
}

#endif
