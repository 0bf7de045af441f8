/* twin_corridor.h - measures how much of a path runs within a width of another, written plainly. */
#ifndef PF_TWIN_CORRIDOR_H
#define PF_TWIN_CORRIDOR_H

#include "twin_track.h"

/* Length of the part of a within `width` of b, all in lattice units. Cuts every segment of a
 * wherever its distance from an end or a side of a segment of b may equal the width, and tests the
 * middle of each piece. Widths are widened as documented (geometry/corridor.h). */
double twin_near(const twin_track *a, const twin_track *b, double width, int bits);

/* Shared length divided by all length, where near parts count as shared; with width 0,
 * twin_similarity. */
double twin_nearness(const twin_track *a, const twin_track *b, double width, int bits);

/* The share of list[own]'s length farther than the width from all other tracks; with `from_one`,
 * from at least one of them. Samples the middles of `pieces` equal parts. */
double twin_apart(const twin_track *list, int32_t count, int32_t own, double width, int bits,
                  bool from_one, int32_t pieces);

#endif
