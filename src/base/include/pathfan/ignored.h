/* pathfan/ignored.h - contents of a map that have no effect, or that contradict each other: nothing
 * is skipped in silence.
 *
 *   pathfan_ignored one;
 *   for (int32_t i = 0; pathfan_map_ignored(map, i, &one); i++)       pathfan/map.h
 *     printf("%s: %lld, such as %s\n", one.sentence, (long long)one.count, one.example);
 *
 * pathfan_index_ignored (pathfan/inspect.h) does the same for the map that an index was built from.
 * docs/maps.md lists the kinds, by format. */
#ifndef PATHFAN_IGNORED_H
#define PATHFAN_IGNORED_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All things of one kind. Texts are UTF-8, without control characters. */
typedef struct pathfan_ignored {
  char kind[32];      /* a name for programs: "flat-ring" */
  char sentence[200]; /* what happened to them, for people */
  char example[200];  /* the first of them: its line or feature, and what it is */
  int64_t count;      /* how many, >= 1 */
  uint64_t reserved[2];
} pathfan_ignored;

#ifdef __cplusplus
}
#endif

#endif
