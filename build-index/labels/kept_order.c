/* kept_order.c - the ranks of vertices, found or taken from a work file.
 *
 * Only a work file outlives a build, so nothing is kept if results are in memory. */
#include "kept_order.h"

#include <string.h>

#include "base/memory.h"

static bool recall(const pf_results *results, int32_t *rank_of, uint64_t bytes) {
  const pf_result r = pf_results_get(results, PF_RESULT_ORDER, 0);
  if (!r.is_there || r.size != bytes) return false;
  memcpy(rank_of, r.bytes, bytes);
  return true;
}

static pathfan_status keep(pf_results *results, const int32_t *rank_of, uint64_t bytes) {
  if (!results->stays) return PATHFAN_OK;
  const pathfan_status status = pf_results_expect(results, PF_RESULT_ORDER, 1);
  if (status) return status;
  uint8_t *copy = pf_alloc(bytes, 1);
  if (!copy) return PATHFAN_ERR_NO_MEMORY;
  memcpy(copy, rank_of, bytes);
  return pf_results_put(results, PF_RESULT_ORDER, 0, copy, bytes);
}

pathfan_status pf_kept_order_find(const pf_graph *graph, pf_tree *trees, const pf_batches *batches,
                                  pf_spill *spill, int32_t *rank_of, const pf_limits *limits) {
  const pf_processes *processes = batches->processes;
  const uint64_t bytes = (uint64_t)graph->vertex_count * sizeof *rank_of;
  uint8_t is_known = recall(batches->results, rank_of, bytes);
  pathfan_status status = PATHFAN_OK;
  if (processes) status = processes->tell(processes->context, &is_known, 1);
  if (!status && processes && is_known)
    status = processes->tell(processes->context, rank_of, bytes);
  if (status || is_known) return status;
  status = pf_hub_order_find(graph, trees, batches->threads, spill, processes, rank_of, limits);
  return status ? status : keep(batches->results, rank_of, bytes);
}
