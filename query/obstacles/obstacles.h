/* obstacles.h - what a snapshot of obstacles (pathfan/obstacles.h) consists of, for stages that ask
 * it.
 *
 * The folder obstacles/. In: changes of a set of areas, and two ends. Out: snapshots that share
 * what stays the same (trie.h, obstacle.h), and the shortest way between the ends that touches no
 * area, or all ways within a stretch (bypass.h), by the taut edges of the visibility graph
 * (taut_edges.h). It uses ends/ and open/. */
#ifndef PF_QUERY_OBSTACLES_OBSTACLES_H
#define PF_QUERY_OBSTACLES_OBSTACLES_H

#include "pathfan/obstacles.h"
#include "openings.h"
#include "query/open/index.h"
#include "trie.h"

struct pathfan_obstacles {
  atomic_int holders;
  pf_generation *generation; /* retained */
  struct pf_lineage *lineage;
  pf_trie *by_id;        /* all */
  pf_trie *by_name;      /* those that have one */
  pf_trie *places;       /* those that keep something out, by place */
  pf_openings *openings; /* those that are open; NULL: none */
  uint64_t version;
  uint64_t opened;    /* the version in which something opened last; 0: never */
  int32_t area_count; /* of everything */
  int32_t opening_count;
  int64_t corner_count;
};

/* Checks the doors of the map, whether they are asked for or not. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pf_doors_check(const pf_generation *generation, pathfan_error *error);

/* Makes a snapshot of areas that differs from `base` (NULL: from one without areas) by those of a
 * list, which must be valid. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_obstacles_with(pf_generation *generation, const pathfan_obstacles *base,
                                 const pathfan_area *areas, int32_t count, pathfan_obstacles **to,
                                 pathfan_error *error);

#endif
