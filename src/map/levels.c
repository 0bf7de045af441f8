/* levels.c - levels as texts name them. */
#include "map/levels.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* Finds or adds a level; an empty set if that can't be. */
static pf_level_set level_of(pf_levels *l, pf_span name) {
  double value;
  if (!name.length || name.length >= PF_LEVEL_BYTES) return 0;
  if (!pf_span_number(name, &value)) value = NAN;
  for (int32_t i = 0; i < l->count; i++)
    if (l->value[i] == value || pf_span_is(name, l->name[i])) return UINT64_C(1) << i;
  if (l->count == PF_LEVELS_MAX) return 0;
  memcpy(l->name[l->count], name.at, name.length);
  l->name[l->count][name.length] = 0;
  l->value[l->count] = value;
  return UINT64_C(1) << l->count++;
}

/* Whether a name is a range of whole numbers, and no number itself. */
static bool is_range(pf_span name, double *from, double *to) {
  if (pf_span_number(name, from)) return false;
  for (size_t i = 1; i + 1 < name.length; i++)
    if (name.at[i] == '-' && pf_span_number((pf_span){name.at, i}, from) &&
        pf_span_number((pf_span){name.at + i + 1, name.length - i - 1}, to)) {
      const double low = fmin(*from, *to), high = fmax(*from, *to);
      *from = low;
      *to = high;
      return low == trunc(low) && high == trunc(high);
    }
  return false;
}

static pf_level_set levels_of_part(pf_levels *l, pf_span part) {
  char number[PF_SHORTEST_BYTES];
  pf_level_set all = 0;
  double from, to;
  if (!is_range(part, &from, &to)) return level_of(l, part);
  for (double at = from; at <= to; at++) {
    pf_number_shortest(at, number);
    const pf_level_set one = level_of(l, (pf_span){number, strlen(number)});
    if (!one) return 0;
    all |= one;
  }
  return all;
}

pf_level_set pf_levels_of(pf_levels *l, const char *text) {
  pf_level_set all = 0;
  for (const char *at = text; at; at = strchr(at, ';') ? strchr(at, ';') + 1 : NULL) {
    while (*at == ' ') at++;
    const pf_level_set part = levels_of_part(l, (pf_span){at, strcspn(at, "; ")});
    if (!part) return 0;
    all |= part;
  }
  return all;
}

/* Whether level a comes before level b. */
static bool is_lower(const pf_levels *l, int32_t a, int32_t b) {
  if (isnan(l->value[a]) || isnan(l->value[b])) return isnan(l->value[b]) && !isnan(l->value[a]);
  return l->value[a] < l->value[b];
}

void pf_levels_sort(const pf_levels *l, int32_t *order) {
  for (int32_t i = 0; i < l->count; i++) {
    int32_t at = i;
    for (; at > 0 && is_lower(l, i, order[at - 1]); at--) order[at] = order[at - 1];
    order[at] = i;
  }
}
