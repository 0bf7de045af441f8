/* twin_bounds.h - whether the bounds of a pass are valid, by samples of what they must obey. */
#ifndef PF_TWIN_BOUNDS_H
#define PF_TWIN_BOUNDS_H

#include "base/random.h"
#include "weighted/pass.h"

/* Looks at random places of the intervals over which ways of at most `most` lead, and returns what
 * a way from one to another costs less than the bounds rise; NULL if there is none. Such a way runs
 * from the pass's end, along an edge, over a river or a link, or straight through a face, from the
 * place on an interval from which it is cheapest. excess: the largest rise above such costs, by the
 * rounding allowed. */
const char *twin_bounds_fault(const pf_pass *pass, double most, pf_random *random, int samples,
                              double *excess);

#endif
