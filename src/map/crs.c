/* crs.c - tells degrees from metres by a name: geographic systems of EPSG have numbers from 4001 to
 * 4999, but for those that are geocentric, which no map uses; those of OGC are called CRS84, CRS83
 * and CRS27. A few of EPSG's later ones are listed. */
#include "map/crs.h"

#include <stdlib.h>
#include <string.h>

bool pf_crs_is_geographic(const char *name) {
  static const int later[] = {6318, 6668, 6706, 7844, 9057, 10176};
  const size_t length = strlen(name);
  size_t digits = 0;
  if (strstr(name, "CRS84") || strstr(name, "CRS83") || strstr(name, "CRS27")) return true;
  while (digits < length && digits < 6 && strchr("0123456789", name[length - digits - 1])) digits++;
  const int number = digits ? atoi(name + length - digits) : 0;
  for (size_t i = 0; i < sizeof later / sizeof *later; i++)
    if (number == later[i]) return true;
  return number > 4000 && number < 5000;
}
