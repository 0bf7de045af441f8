/* table.c - the rows. Only this file names all methods: one that isn't named here isn't linked. */
#include "table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "query/open/built_with.h"
#include "index_paths.h"
#if PATHFAN_WITH_AREAS
#include "among_areas.h"
#define AROUND(find) find
#else
#define AROUND(find) NULL
#endif
#if PATHFAN_WITH_SEARCH
#include "online.h"
#include "penalty.h"
#include "query/terrain/terrain.h"
#include "trees.h"
#include "query/terrain/ways.h"
#define SEARCH(find) find
#else
#define SEARCH(find) NULL
#endif

enum {
  INDEX = PF_NEEDS_INDEX | PF_USES_INDEX_SCRATCH,
  ONLINE = PF_USES_ONLINE_SCRATCH,
  GRAPH = PF_USES_GRAPH_SCRATCH
};

#if PATHFAN_WITH_SEARCH
/* Over areas an index holds no ways, only the ground that is searched. */
static pathfan_status find_on_terrain(pf_method_scratch *scratch, const pf_task *task) {
  return task->scene.space->ways ? pf_find_by_ways(scratch, task)
                                 : pf_find_by_terrain(scratch, task);
}
#endif

static const pf_method methods[] = {
    {.algorithm = PATHFAN_ALGORITHM_INDEX,
     .name = "index",
     .uses = INDEX | ONLINE | PF_USES_TERRAIN_SCRATCH,
     .chooses = true,
     .find = pf_find_by_index,
     .find_around = AROUND(pf_find_among_areas),
     .find_ways = SEARCH(find_on_terrain)},
    {.algorithm = PATHFAN_ALGORITHM_CVPD,
     .name = "cvpd",
     .uses = INDEX | PF_NEEDS_TABLES,
     .chooses = true,
     .find = pf_find_by_index,
     .find_around = AROUND(pf_find_among_areas)},
    {.algorithm = PATHFAN_ALGORITHM_POLYANYA,
     .name = "polyanya",
     .uses = ONLINE,
     .find = SEARCH(pf_find_by_polyanya),
     .find_around = SEARCH(pf_find_by_polyanya)},
    {.algorithm = PATHFAN_ALGORITHM_ASTAR,
     .name = "astar",
     .uses = ONLINE | PF_NEEDS_CELLS,
     .find = SEARCH(pf_find_by_astar)},
    {.algorithm = PATHFAN_ALGORITHM_PLATEAUS,
     .name = "plateaus",
     .uses = GRAPH,
     .is_unbound = true,
     .find = SEARCH(pf_find_by_trees),
     .find_around = SEARCH(pf_find_by_trees)},
    {.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY,
     .name = "dissimilarity",
     .uses = GRAPH,
     .chooses = true,
     .find = SEARCH(pf_find_by_trees),
     .find_around = SEARCH(pf_find_by_trees)},
    {.algorithm = PATHFAN_ALGORITHM_PENALTY,
     .name = "penalty",
     .uses = GRAPH,
     .is_unbound = true,
     .find = SEARCH(pf_find_by_penalty),
     .find_around = SEARCH(pf_find_by_penalty)},
    {.algorithm = PATHFAN_ALGORITHM_TERRAIN,
     .name = "terrain",
     .uses = PF_USES_TERRAIN_SCRATCH | PF_NEEDS_TERRAIN,
     .find = SEARCH(pf_find_by_terrain),
     .find_ways = SEARCH(pf_find_by_terrain)},
};

const pf_method *pf_method_of(pathfan_algorithm algorithm) {
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (methods[i].algorithm == algorithm) return &methods[i];
  return NULL;
}

const char *pathfan_algorithm_name(pathfan_algorithm algorithm) {
  const pf_method *method = pf_method_of(algorithm);
  return method ? method->name : "unknown";
}

/* Allocates *part, zeroed, if it is wanted and missing. False: out of memory. */
static bool make(bool wanted, void *part, size_t size) {
  void **at = part;
  assert(size);
  if (wanted && !*at) *at = pf_alloc_zero(1, size);
  return !wanted || *at;
}

pathfan_status pf_method_prepare(const pf_method *method, bool has_areas,
                                 pf_method_scratch *scratch) {
  const bool by_index = method->uses & PF_USES_INDEX_SCRATCH;
  bool ok = make(by_index, &scratch->index, sizeof *scratch->index);
#if PATHFAN_WITH_AREAS
  ok = ok && make(has_areas && by_index, &scratch->around, sizeof *scratch->around);
#endif
#if PATHFAN_WITH_SEARCH
  ok = ok && make(method->uses & PF_USES_ONLINE_SCRATCH, &scratch->online, sizeof *scratch->online);
  ok = ok && make((has_areas && !by_index) || (method->uses & PF_USES_GRAPH_SCRATCH),
                  &scratch->graph, sizeof *scratch->graph);
  ok = ok &&
       make(method->uses & PF_USES_TERRAIN_SCRATCH, &scratch->terrain, sizeof *scratch->terrain);
  ok = ok && make(method->find_ways == find_on_terrain, &scratch->ways, sizeof *scratch->ways);
#endif
  (void)has_areas;
  return ok ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

void pf_method_scratch_free(pf_method_scratch *scratch) {
  if (scratch->index) pf_index_scratch_free(scratch->index);
  free(scratch->index);
#if PATHFAN_WITH_AREAS
  if (scratch->around) pf_around_scratch_free(scratch->around);
  free(scratch->around);
#endif
#if PATHFAN_WITH_SEARCH
  if (scratch->online) pf_online_scratch_free(scratch->online);
  if (scratch->graph) pf_graph_scratch_free(scratch->graph);
  free(scratch->online);
  if (scratch->terrain) pf_terrain_scratch_free(scratch->terrain);
  if (scratch->ways) pf_ways_scratch_free(scratch->ways);
  free(scratch->graph);
  free(scratch->terrain);
  free(scratch->ways);
#endif
  memset(scratch, 0, sizeof *scratch);
}
