/* levels.h - the levels of a building that a map names, and on which of them a thing is.
 *
 *   pf_levels levels = {0};
 *   set = pf_levels_of(&levels, "0;1-3");
 *   pf_levels_sort(&levels, order); */
#ifndef PF_MAP_LEVELS_H
#define PF_MAP_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

#define PF_LEVELS_MAX 64
#define PF_LEVEL_BYTES 64 /* of a name, with its end */

/* A set of levels: bit i is that of the i-th level that was named. */
typedef uint64_t pf_level_set;

typedef struct pf_levels {
  int32_t count;
  char name[PF_LEVELS_MAX][PF_LEVEL_BYTES];
  double value[PF_LEVELS_MAX]; /* the name as a number; NAN if it is none */
} pf_levels;

/* Returns the levels that a text names: one, or several between semicolons, each a name or a range
 * of whole numbers such as -1-2, as OpenStreetMap has them, either way round. New ones are added;
 * numbers that are equal are one level. 0: there is none, or it is too long, or there are too many.
 */
pf_level_set pf_levels_of(pf_levels *levels, const char *text);

/* Writes the levels from low to high: by number, those that are none after them in the order in
 * which they were named. order: [Size: count] */
void pf_levels_sort(const pf_levels *levels, int32_t *order);

#endif
