/* arctangent.h - the angle of a vector, the same to the last bit on every system. */
#ifndef PF_BASE_ARCTANGENT_H
#define PF_BASE_ARCTANGENT_H

/* Returns atan2(y, x), -pi..pi, within 1 ulp, with the signs of zeros as in C's. Both are finite.
 */
double pf_arctangent(double y, double x);

#endif
