/* arctangent.c - atan2 by additions, multiplications and divisions of doubles alone.
 *
 * Indexes of terrains hold angles, and C libraries' atan2 differ in the last bit; these operations
 * don't, as IEEE 754 rounds each of them correctly and -ffp-contract=off keeps them apart.
 *
 * With r the smaller coordinate by the larger one and c = k / 16 the nearest to it, atan(r) =
 * atan(c) + atan((r - c) / (1 + r c)). The table has atan(c); the rest is at most 1/32, and its
 * series short. r and the rest are quotients with their errors, and sums are of two doubles, so the
 * result is nearly always the double next to the true one. */
#include "base/arctangent.h"

#include <math.h>
#include <stdbool.h>

/* A sum of two doubles, the second within half an ulp of the first. */
typedef struct pair {
  double high, low;
} pair;

static const pair PI = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
static const pair HALF_PI = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/* atan(k / 16) */
static const pair TABLE[17] = {
    {0, 0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/* Returns a * b - rounded, where rounded is the product as a double (Dekker 1971, Veltkamp). */
static double product_error(double a, double b, double rounded) {
  const double split = 0x1p27 + 1;
  const double wide_a = split * a, wide_b = split * b;
  const double a0 = wide_a - (wide_a - a), b0 = wide_b - (wide_b - b);
  const double a1 = a - a0, b1 = b - b0;
  return a1 * b1 - (rounded - a0 * b0 - a1 * b0 - a0 * b1);
}

/* Returns a sum; |a.high| >= |b.high|. */
static pair add(pair a, pair b) {
  const double high = a.high + b.high;
  return (pair){high, b.high - (high - a.high) + a.low + b.low};
}

/* Returns atan(small / large), 0 < small <= large, both neither huge nor tiny. */
static pair of_quotient(double small, double large) {
  const double r = small / large, back = r * large;
  const double r_error = (small - back - product_error(r, large, back)) / large;
  const int k = (int)(16 * r + 0.5);
  const double c = k / 16.0, above = r - c; /* exact */
  const double rc = r * c, below = 1 + rc;
  const double below_error = rc - (below - 1) + product_error(r, c, rc) + r_error * c;
  const double t = above / below, again = t * below;
  const double t_error =
      (above - again - product_error(t, below, again) + r_error - t * below_error) / below;
  const double s = t * t;
  const double beyond =
      t * s * (-1.0 / 3 + s * (1.0 / 5 + s * (-1.0 / 7 + s * (1.0 / 9 + s * (-1.0 / 11)))));
  return add(TABLE[k], (pair){t, t_error + beyond});
}

double pf_arctangent(double y, double x) {
  const bool is_steep = fabs(y) > fabs(x), is_behind = signbit(x);
  double small = is_steep ? fabs(x) : fabs(y), large = is_steep ? fabs(y) : fabs(x);
  pair angle = {0, 0};
  if (small <= large * 0x1p-60 || large == 0) {
    angle.high = large > 0 ? small / large : 0; /* below half an ulp of any other term */
  } else {
    /* so that no product or error is out of range; exact */
    const double scale = large > 0x1p500 ? 0x1p-600 : large < 0x1p-400 ? 0x1p600 : 1;
    angle = of_quotient(small * scale, large * scale);
  }
  if (is_steep)
    angle = add(HALF_PI, is_behind ? angle : (pair){-angle.high, -angle.low});
  else if (is_behind)
    angle = add(PI, (pair){-angle.high, -angle.low});
  return copysign(angle.high + angle.low, y);
}
