/* weidmann.h - Weidmann's curve: how fast people walk at a density (docs/crowd.md).
 *
 * Weidmann, "Transporttechnik der Fussgaenger", 1993. Densities are persons a square metre. */
#ifndef PF_CROWD_WEIDMANN_H
#define PF_CROWD_WEIDMANN_H

#define PF_WEIDMANN_SPEED 1.34    /* m/s, that the curve is of */
#define PF_WEIDMANN_JAM 5.4       /* the greatest density */
#define PF_WEIDMANN_CRITICAL 1.75 /* the density at which most pass */
#define PF_WEIDMANN_FLOW 1.225    /* how many: persons a metre and second */
#define PF_WEIDMANN_PLANNED                                                                        \
  0.05 /* least share to plan with: jams move on, a way through one isn't as slow as its density   \
          says */

/* The share of the free speed at a density; and of those that others don't hold up: at high
 * densities as many go on as can at most. */
double pf_weidmann_share(double density);
double pf_weidmann_sent(double density);

/* The greatest flow of the curve, persons a metre and second. */
double pf_weidmann_capacity(void);

#endif
