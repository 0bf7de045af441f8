/* skeleton.c - the stages that take nearly all of a build's time. A crew shares the order of hubs,
 * via sets and labels, found in batches (batches.h). If regions are few, each member grows their
 * trees for itself. Via sets come before labels, and their trees are dropped in between, since on
 * large maps both need the most memory. */
#include "skeleton.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "columns.h"
#include "default_vias.h"
#include "geometry/frame.h"
#include "hub_lists.h"
#include "kept_order.h"
#include "via_levels.h"

/* Sets the message for a failure of results or of spilled arrays. */
static pathfan_status results_failed(const pathfan_build_state *b, pathfan_status status) {
  if (status == PATHFAN_ERR_IO && b->results.failure.text[0])
    return pathfan_fail(b->error, status, "%s", b->results.failure.text);
  status = pathfan_spill_failed(&b->spill, status, b->error);
  return status == PATHFAN_ERR_IO ? status : pathfan_stage_failed(&b->stage, status);
}

/* Agrees on later batches now, since members may not reach them at the same time. */
static pathfan_status agree(pathfan_build_state *b) {
  const pathfan_batches batches = {&b->results, b->crew, b->options->threads};
  const int32_t n = b->graph.vertex_count;
  pathfan_status status = PATHFAN_OK;
  if (pathfan_build_has_regions(b))
    status =
        pathfan_build_has_many_regions(b)
            ? pathfan_batches_agree(&batches, PATHFAN_RESULT_VIA_LEVELS,
                                    pathfan_via_levels_batches(pathfan_regions_levels(n)))
            : pathfan_batches_agree(&batches, PATHFAN_RESULT_VIA_SETS, pathfan_regions_count(n));
  return status
             ? status
             : pathfan_batches_agree(&batches, PATHFAN_RESULT_LABELS, pathfan_hub_lists_batches(n));
}

static pathfan_status run_trees(pathfan_build_state *b) {
  const int32_t n = b->graph.vertex_count, threads = b->options->threads;
  pathfan_status status = pathfan_stage_begin(&b->stage, "trees", n);
  if (status) return status;
  b->trees = pathfan_alloc_zero((uint64_t)threads, sizeof *b->trees);
  if (!b->trees) return pathfan_stage_failed(&b->stage, PATHFAN_ERR_NO_MEMORY);
  for (; b->tree_count < threads && !status; b->tree_count++)
    status = pathfan_tree_init(&b->trees[b->tree_count], &b->graph);
  if (!status && b->options->tables)
    status = pathfan_moves_build(&b->graph, b->trees, threads, &b->moves, pathfan_stage_go_on,
                                 &b->stage);
  const pathfan_batches batches = {&b->results, b->crew, threads};
  if (!status)
    status = pathfan_kept_order_find(&b->graph, b->trees, &batches, &b->spill, b->rank_of,
                                     pathfan_stage_go_on, &b->stage);
  if (!status) status = agree(b);
  if (status) return results_failed(b, status);
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

static pathfan_status run_columns(pathfan_build_state *b) {
  if (!b->options->tables) { /* without rows it is enough that neighbours are side by side */
    for (int32_t v = 0; v < b->graph.vertex_count; v++) b->column_of[v] = v;
    return PATHFAN_OK;
  }
  pathfan_status status = pathfan_stage_begin(&b->stage, "columns", 1);
  if (!status)
    status = pathfan_stage_failed(
        &b->stage, pathfan_columns_find(&b->graph, &b->moves, &b->trees[0], b->options->tables,
                                        b->rank_of, b->column_of, pathfan_stage_go_on, &b->stage));
  if (status) return status;
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

/* Cones are among the largest arrays; lists of them take a third of the memory. */
static pathfan_status run_cone_lists(pathfan_build_state *b) {
  const pathfan_cone_numbers numbers = {b->column_of, b->build_of, pathfan_build_id_bytes(b)};
  if (pathfan_build_is_writer(b)) {
    pathfan_status status = pathfan_stage_begin(&b->stage, "cone lists", 1);
    if (!status)
      status = pathfan_stage_failed(
          &b->stage, pathfan_cone_lists_build(&b->ground.mesh.view, &b->graph, &b->cones, numbers,
                                              pathfan_build_cone_cap(b), &b->cone_lists,
                                              pathfan_stage_go_on, &b->stage));
    if (status) return status;
    pathfan_stage_end(&b->stage);
  }
  pathfan_cones_free(&b->cones);
  return PATHFAN_OK;
}

static pathfan_status run_edges(pathfan_build_state *b) {
  if (!pathfan_build_has_edges(b) || !pathfan_build_is_writer(b)) return PATHFAN_OK;
  const pathfan_frame *frame = &b->ground.frame;
  pathfan_status status = pathfan_stage_begin(&b->stage, "edges", 1);
  if (!status)
    status = pathfan_stage_failed(
        &b->stage,
        pathfan_edges_list(&b->graph, b->column_of,
                           pathfan_length_bits_most(frame->width, frame->height), &b->edges));
  if (status) return status;
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

static pathfan_status run_tables(pathfan_build_state *b) {
  const int32_t n = b->graph.vertex_count, tables = b->options->tables;
  pathfan_status status = tables ? pathfan_stage_begin(&b->stage, "tables", n) : PATHFAN_OK;
  if (!status)
    status = pathfan_stage_failed(
        &b->stage, pathfan_tables_build(&b->graph, &b->moves, b->trees, b->options->threads, tables,
                                        pathfan_build_id_bytes(b), b->rank_of, b->column_of,
                                        &b->tables, pathfan_stage_go_on, &b->stage));
  if (!status && tables) pathfan_stage_end(&b->stage);
  return status;
}

static pathfan_status run_labels(pathfan_build_state *b) {
  const int32_t n = b->graph.vertex_count;
  const pathfan_batches batches = {&b->results, b->crew, b->options->threads};
  pathfan_hub_lists hubs;
  pathfan_status status = pathfan_stage_begin(&b->stage, "labels", pathfan_hub_lists_batches(n));
  if (!status)
    status = results_failed(b, pathfan_hub_lists_find(&b->graph, b->trees, b->rank_of, &batches,
                                                      &hubs, pathfan_stage_go_on, &b->stage));
  if (!status) pathfan_stage_end(&b->stage);
  if (status || !pathfan_build_is_writer(b)) return status;
  status = pathfan_stage_begin(&b->stage, "by vertex", n);
  if (!status) status = pathfan_stage_failed(&b->stage, pathfan_graph_forget_edges(&b->graph));
  if (status) return status;
  status =
      pathfan_label_lists_build(&b->graph, &hubs, pathfan_build_id_bytes(b), b->column_of,
                                &b->spill, &b->lists, pathfan_stage_go_on, &b->stage, b->error);
  if (status) return pathfan_spill_failed(&b->spill, status, b->error);
  pathfan_results_drop(&b->results, PATHFAN_RESULT_LABELS);
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

static pathfan_status run_via_sets(pathfan_build_state *b) {
  const bool many = pathfan_build_has_many_regions(b);
  const pathfan_batches batches = {&b->results, b->crew, b->options->threads};
  const pathfan_via_levels_options levels = {.width = b->ground.frame.width,
                                             .height = b->ground.frame.height};
  pathfan_status status =
      pathfan_stage_begin(&b->stage, "via sets",
                          many ? pathfan_via_levels_batches(b->regions.levels) : b->regions.count);
  if (status) return status;
  status =
      many ? pathfan_via_levels_find(&b->graph, &levels, &b->regions, b->trees, b->rank_of,
                                     &batches, &b->via_sets, pathfan_stage_go_on, &b->stage)
           : pathfan_via_sets_find(&b->graph, &b->regions, &batches, b->rank_of, PATHFAN_PAIRS_FEW,
                                   &b->via_sets, pathfan_stage_go_on, &b->stage);
  if (status) return results_failed(b, status);
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

/* Marks via sets of pairs of regions only: those of larger areas are all tried. */
static pathfan_status run_default_vias(pathfan_build_state *b) {
  if (pathfan_build_has_many_regions(b) || !pathfan_build_is_writer(b)) return PATHFAN_OK;
  pathfan_status status = pathfan_stage_begin(&b->stage, "default vias", b->regions.count);
  if (!status)
    status = pathfan_stage_failed(
        &b->stage, pathfan_default_vias_find(&b->graph, &b->regions,
                                             pathfan_frame_fraction_bits(&b->ground.frame),
                                             b->options->threads, PATHFAN_PAIRS_FEW, &b->via_sets,
                                             pathfan_stage_go_on, &b->stage));
  if (!status) pathfan_stage_end(&b->stage);
  return status;
}

static pathfan_status run_regions(pathfan_build_state *b) {
  const int32_t threads = b->options->threads;
  if (!pathfan_build_has_regions(b)) return PATHFAN_OK;
  const int32_t count = pathfan_regions_count(b->graph.vertex_count);
  pathfan_status status = pathfan_stage_begin(&b->stage, "regions", count);
  if (!status)
    status = pathfan_stage_failed(&b->stage,
                                  pathfan_regions_make(&b->graph, b->trees, threads, b->rank_of,
                                                       b->options->paired_regions, &b->regions,
                                                       pathfan_stage_go_on, &b->stage));
  if (status) return status;
  pathfan_stage_end(&b->stage);
  status = run_via_sets(b);
  if (!status) status = run_default_vias(b);
  pathfan_regions_drop_trees(&b->regions); /* large, and labels are about to need the memory */
  return status;
}

pathfan_status pathfan_skeleton_make(pathfan_build_state *b) {
  pathfan_status status = run_trees(b);
  if (!status) status = run_columns(b);
  if (!status) status = run_cone_lists(b);
  if (!status) status = run_edges(b);
  if (!status) status = run_regions(b);
  if (!status) status = run_tables(b);
  if (!status) status = run_labels(b);
  /* No longer needed, and large. */
  pathfan_moves_free(&b->moves);
  return status;
}
