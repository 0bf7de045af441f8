/* footprint.h - what a path's alternatives share with it and have near it, leg by leg.
 *
 *   pf_footprint_set(&print, &leg, &path, width);
 *   pf_footprint_add(&way, &print);                      for each leg of a way
 *
 * Ways made of the same legs are evaluated by sums: the shared length, and the length a way has
 * near the path, simply add up. The length that the path has near a way doesn't, since several legs
 * may be near the same part of the path: so it is bounded, from below and above, by parts of the
 * path. */
#ifndef PF_GEOMETRY_FOOTPRINT_H
#define PF_GEOMETRY_FOOTPRINT_H

#include "geometry/corridor.h"

/* The number of equal parts of the path: as many as a word has bits. */
#define PF_FOOTPRINT_PARTS 64

/* The footprint of one or several legs; lengths in fixed-point steps. All zero: of none. */
typedef struct pf_footprint {
  int64_t steps, near;       /* length, and its part near the path, each rounded leg by leg */
  uint64_t covered, touched; /* parts of the path, one bit each: near throughout; near somewhere.
                                Both ignore a millionth of a part */
} pf_footprint;

/* Length that a segment exactly shares with a path, fixed-point steps. */
double pf_leg_shared(pf_fixed_point from, pf_fixed_point to, const pf_corridor *path);

/* Computes the footprint of a leg. path: its spans are used as scratch. width: widened
 * (corridor.h). */
void pf_footprint_set(pf_footprint *print, const pf_corridor_leg *leg, pf_corridor *path,
                      double width);

/* Returns the footprint of the path's own first `head` and last `tail` legs, as far as it is known
 * without a search: `covered` has only parts on these legs, `touched` has all parts. */
pf_footprint pf_footprint_of_ends(const pf_corridor *path, int32_t head, int32_t tail);

static inline void pf_footprint_add(pf_footprint *sum, const pf_footprint *print) {
  sum->steps += print->steps;
  sum->near += print->near;
  sum->covered |= print->covered;
  sum->touched |= print->touched;
}

/* Lower and upper bound of the length that the path has near a way, fixed-point steps. */
void pf_footprint_bounds(const pf_footprint *way, const pf_corridor *path, double *least,
                         double *most);

#endif
