/* wide.c - multiplies limb by limb, as on paper. */
#include "geometry/wide.h"

#include "base/portable.h"

pf_wide pf_wide_times(const pf_wide *a, const pf_wide *b) {
  pf_wide product = {{0}};
  for (int i = 0; i < PF_WIDE_LIMBS; i++) {
    uint64_t carry = 0;
    for (int k = 0; k + i < PF_WIDE_LIMBS && a->limb[i]; k++) {
      uint64_t high;
      const uint64_t low = pf_times(a->limb[i], b->limb[k], &high);
      const uint64_t sum = low + product.limb[i + k];
      product.limb[i + k] = sum + carry;
      carry = high + (sum < low) + (sum + carry < sum);
    }
  }
  return product;
}

int pf_ratio_compare(const pf_ratio *a, const pf_ratio *b) {
  const pf_wide left = pf_wide_times(&a->top, &b->bottom);
  const pf_wide right = pf_wide_times(&b->top, &a->bottom);
  for (int i = PF_WIDE_LIMBS - 1; i >= 0; i--)
    if (left.limb[i] != right.limb[i]) return left.limb[i] < right.limb[i] ? -1 : 1;
  return 0;
}
