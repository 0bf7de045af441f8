/* obstacles.h - snapshots of obstacles (pathfan/obstacles.h) for stages that ask them: checks of
 * doors, private snapshots, and those of other radii.
 *
 * The folder obstacles/. In: changes of a set of areas, and two ends. Out: snapshots that share
 * what stays the same (trie.h, obstacle.h), and the shortest way between the ends that touches no
 * area, or all ways within a stretch (bypass.h), by the taut edges of the visibility graph
 * (taut_edges.h). It uses ends/ and open/. */
#ifndef PF_QUERY_OBSTACLES_OBSTACLES_H
#define PF_QUERY_OBSTACLES_OBSTACLES_H

#include "query/open/index.h"
#include "snapshot.h"

/* Finds what a snapshot is for a generation of the same file, of any radius: the same areas, and
 * the same openings, of which some may open nothing there. *at lives as long as the snapshot; NULL:
 * the generation is of another file. Errors: NO_MEMORY, DAMAGED, and ARGUMENT and LIMIT if the
 * other radius can't have an area. */
pathfan_status pf_obstacles_at(const pathfan_obstacles *obstacles, pf_generation *generation,
                               const pathfan_obstacles **at, pathfan_error *error);

/* Checks the doors of the map, whether they are asked for or not. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pf_doors_check(const pf_generation *generation, pathfan_error *error);

/* Makes a snapshot of areas that differs from `base` (NULL: from one without areas) by those of a
 * list, which must be valid. Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_obstacles_with(pf_generation *generation, const pathfan_obstacles *base,
                                 const pathfan_area *areas, int32_t count, pathfan_obstacles **to,
                                 pathfan_error *error);

#endif
