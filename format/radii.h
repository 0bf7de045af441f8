/* radii.h - the radii of agents that an index was built for, as the options in its directory list
 * them. */
#ifndef PF_FORMAT_RADII_H
#define PF_FORMAT_RADII_H

#include "layout.h"

/* Least first, map units; none if the index was built without a radius. */
typedef struct pf_radii {
  double list[PF_LAYOUT_RADII_MAX];
  int32_t count;
} pf_radii;

/* The word of the options before the radii, which commas separate. */
#define PF_RADII_OPTION "agent-radius"

/* Reads the radii in a text of options; none if there are none, or another builder wrote them in
 * another way. */
pf_radii pf_radii_of(const char *options);

/* Returns the number of the least that isn't smaller than `radius`; -1 if there is none. */
int32_t pf_radii_find(const pf_radii *radii, double radius);

#endif
