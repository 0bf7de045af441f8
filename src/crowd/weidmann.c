/* weidmann.c - Weidmann's curve, v = v0 (1 - exp(-1.913 (1/r - 1/5.4))). */
#include "crowd/weidmann.h"

#include <math.h>

#define STEEP 1.913

double pf_weidmann_share(double density) {
  if (!(density > 0)) return 1;
  return fmax(0, 1 - exp(-STEEP * (1 / density - 1 / PF_WEIDMANN_JAM)));
}

double pf_weidmann_capacity(void) {
  return PF_WEIDMANN_CRITICAL * PF_WEIDMANN_SPEED * pf_weidmann_share(PF_WEIDMANN_CRITICAL);
}

double pf_weidmann_sent(double density) {
  return density <= PF_WEIDMANN_CRITICAL ? pf_weidmann_share(density)
                                         : pf_weidmann_capacity() / (density * PF_WEIDMANN_SPEED);
}
