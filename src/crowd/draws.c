/* draws.c - numbers of agents by distribution. Each comes from a generator of its own, so that it
 * doesn't depend on what else was drawn. Normal numbers by Box and Muller. */
#include "crowd/draws.h"

#include <math.h>

#include "base/random.h"

#define TRIES 1000 /* after which the bound itself is taken */
#define PI 3.14159265358979323846

bool pf_draw_is_valid(const pathfan_crowd_draw *d) {
  const double numbers[] = {d->a, d->b, d->least, d->most};
  for (int i = 0; i < 4; i++)
    if (!(numbers[i] >= 0 && numbers[i] <= 1e9)) return false;
  if ((int)d->kind < 0 || d->kind > PATHFAN_CROWD_LOGNORMAL) return false;
  if (d->kind == PATHFAN_CROWD_UNIFORM && d->b < d->a) return false;
  if (d->kind == PATHFAN_CROWD_LOGNORMAL && d->a <= 0) return false;
  return !(d->most > 0) || d->least <= d->most;
}

static double chance(pf_random *r) {
  return ((double)(pf_random_bits(r) >> 11) + 0.5) * 0x1p-53; /* never 0 */
}

static double normal(pf_random *r) {
  const double u = chance(r), v = chance(r);
  return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

static double draw(const pathfan_crowd_draw *d, pf_random *r) {
  if (d->kind == PATHFAN_CROWD_UNIFORM) return d->a + chance(r) * (d->b - d->a);
  if (d->kind == PATHFAN_CROWD_NORMAL) return d->a + d->b * normal(r);
  if (d->kind == PATHFAN_CROWD_CONSTANT) return d->a;
  const double square = log(1 + d->b * d->b / (d->a * d->a));
  return exp(log(d->a) - square / 2 + sqrt(square) * normal(r));
}

double pf_draw_of(const pathfan_crowd_draw *d, uint64_t seed, int32_t id, int purpose) {
  pf_random of_seed = pf_random_from(seed ^ 0x5ca1ab1eu);
  pf_random r =
      pf_random_from(pf_random_bits(&of_seed) + 4 * (uint64_t)(uint32_t)id + (uint64_t)purpose);
  const double most = d->most > 0 ? d->most : INFINITY;
  for (int i = 0; i < TRIES; i++) {
    const double number = draw(d, &r);
    if (number >= d->least && number <= most) return number;
  }
  return fmin(fmax(d->a, d->least), most);
}
