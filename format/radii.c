/* radii.c - reads radii from a text of options: "tables=0 passable=.G agent-radius=0.3,0.5,1". */
#include "radii.h"

#include <string.h>

#include "base/text.h"

pf_radii pf_radii_of(const char *options) {
  pf_radii radii = {.count = 0};
  const char *at = strstr(options, " " PF_RADII_OPTION "=");
  if (!at) return radii;
  at += strlen(" " PF_RADII_OPTION "=");
  do {
    double radius;
    const size_t length = strcspn(at, ", ");
    if (radii.count == PF_LAYOUT_RADII_MAX || !pf_span_number((pf_span){at, length}, &radius) ||
        !(radius > (radii.count ? radii.list[radii.count - 1] : 0)))
      return (pf_radii){.count = 0};
    radii.list[radii.count++] = radius;
    at += length;
  } while (*at++ == ',');
  return radii;
}

int32_t pf_radii_find(const pf_radii *radii, double radius) {
  int32_t number = 0;
  while (number < radii->count && radii->list[number] < radius) number++;
  return number < radii->count ? number : -1;
}
