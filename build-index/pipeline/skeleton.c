/* skeleton.c - the stages that take nearly all of a build's time. A process group shares the
 * order of hubs, via sets and labels, found in batches (batches.h). If regions are few, each member
 * grows their trees for itself. Via sets come before labels, and their trees are dropped in
 * between, since on large maps both need the most memory. */
#include "skeleton.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "build-index/tables/columns.h"
#include "build-index/vias/default_vias.h"
#include "mesh/obstacles.h"
#include "geometry/frame.h"
#include "build-index/labels/hub_lists.h"
#include "build-index/labels/kept_order.h"
#include "build-index/vias/via_levels.h"

/* pf_stage_done for a stage whose results or spilled arrays may fail. */
static pathfan_status results_done(pf_build_state *b, pathfan_status status) {
  if (status == PATHFAN_ERR_IO && b->results.failure.text[0])
    return pf_fail(b->error, status, "%s", b->results.failure.text);
  status = pf_spill_failed(&b->spill, status, b->error);
  return status == PATHFAN_ERR_IO ? status : pf_stage_done(&b->stage, status);
}

/* Agrees on later batches now, since members may not reach them at the same time. */
static pathfan_status agree(pf_build_state *b) {
  const pf_batches batches = {&b->results, b->processes, b->options->threads};
  const int32_t n = b->graph.vertex_count;
  pathfan_status status = PATHFAN_OK;
  if (pf_build_has_regions(b))
    status = pf_build_has_many_regions(b)
                 ? pf_batches_agree(&batches, PF_RESULT_VIA_LEVELS,
                                    pf_via_levels_batches(pf_regions_levels(n)))
                 : pf_batches_agree(&batches, PF_RESULT_VIA_SETS, pf_regions_count(n));
  return status ? status : pf_batches_agree(&batches, PF_RESULT_LABELS, pf_hub_lists_batches(n));
}

static pathfan_status run_trees(pf_build_state *b) {
  assert(b->rank_of && !b->trees);
  const int32_t n = b->graph.vertex_count, threads = b->options->threads;
  pathfan_status status = pf_stage_begin(&b->stage, "trees", n);
  if (status) return status;
  b->trees = pf_alloc_zero((uint64_t)threads, sizeof *b->trees);
  if (!b->trees) return pf_stage_failed(&b->stage, PATHFAN_ERR_NO_MEMORY);
  for (; b->tree_count < threads && !status; b->tree_count++)
    status = pf_tree_init(&b->trees[b->tree_count], &b->graph);
  if (!status && b->options->tables)
    status = pf_moves_build(&b->graph, b->trees, threads, &b->moves, &b->limits);
  const pf_batches batches = {&b->results, b->processes, threads};
  if (!status)
    status = pf_kept_order_find(&b->graph, b->trees, &batches, &b->spill, b->rank_of, &b->limits);
  if (!status) status = agree(b);
  return results_done(b, status);
}

static pathfan_status run_columns(pf_build_state *b) {
  assert(b->tree_count == b->options->threads);
  if (!b->options->tables) { /* without rows it is enough that neighbours are side by side */
    for (int32_t v = 0; v < b->graph.vertex_count; v++) b->column_of[v] = v;
    return PATHFAN_OK;
  }
  const pathfan_status status = pf_stage_begin(&b->stage, "columns", 1);
  if (status) return status;
  return pf_stage_done(&b->stage, pf_columns_find(&b->moves, &b->trees[0], b->options->tables,
                                                  b->rank_of, b->column_of, &b->limits));
}

/* Cones are among the largest arrays; lists of them take a third of the memory. */
static pathfan_status run_cone_lists(pf_build_state *b) {
  assert(!b->cone_lists.first);
  const pf_numbering numbering = pf_build_numbering(b);
  if (pf_build_is_writer(b)) {
    pathfan_status status = pf_stage_begin(&b->stage, "cone lists", 1);
    if (!status)
      status = pf_stage_done(
          &b->stage, pf_cone_lists_build(&b->ground.mesh.view, &b->graph, &b->cones, &numbering,
                                         pf_build_cone_cap(b), &b->cone_lists, &b->limits));
    if (status) return status;
  }
  pf_cones_free(&b->cones);
  return PATHFAN_OK;
}

static pathfan_status run_edges(pf_build_state *b) {
  assert(!b->edges.first);
  if (!pf_build_has_edges(b) || !pf_build_is_writer(b)) return PATHFAN_OK;
  const pf_frame *frame = &b->ground.frame;
  const pathfan_status status = pf_stage_begin(&b->stage, "edges", 1);
  if (status) return status;
  return pf_stage_done(&b->stage,
                       pf_edges_list(&b->graph, b->column_of,
                                     pf_length_bits_most(frame->width, frame->height), &b->edges));
}

static pathfan_status run_tables(pf_build_state *b) {
  assert(!b->tables.rows);
  const pf_numbering numbering = pf_build_numbering(b);
  assert(b->options->tables == 0 || b->moves.rows);
  if (!b->options->tables) return PATHFAN_OK;
  const pathfan_status status = pf_stage_begin(&b->stage, "tables", b->graph.vertex_count);
  if (status) return status;
  return pf_stage_done(&b->stage,
                       pf_tables_build(&b->moves, &numbering, b->options->tables, b->trees,
                                       b->options->threads, &b->tables, &b->limits));
}

static pathfan_status run_labels(pf_build_state *b) {
  assert(!b->lists.spans);
  assert(!b->regions.lengths); /* dropped: both need the most memory */
  const int32_t n = b->graph.vertex_count;
  const pf_batches batches = {&b->results, b->processes, b->options->threads};
  const pf_numbering numbering = pf_build_numbering(b);
  pf_hub_lists hubs;
  pathfan_status status = pf_stage_begin(&b->stage, "labels", pf_hub_lists_batches(n));
  if (!status)
    status = results_done(
        b, pf_hub_lists_find(&b->graph, b->trees, b->rank_of, &batches, &hubs, &b->limits));
  if (status || !pf_build_is_writer(b)) return status;
  status = pf_stage_begin(&b->stage, "by vertex", n);
  if (!status) status = pf_stage_failed(&b->stage, pf_graph_forget_edges(&b->graph));
  if (status) return status;
  status = pf_label_lists_build(&b->graph, &hubs, &numbering, &b->spill, &b->lists, &b->limits,
                                b->error);
  if (status) return pf_spill_failed(&b->spill, status, b->error);
  pf_results_drop(&b->results, PF_RESULT_LABELS);
  pf_stage_end(&b->stage);
  return PATHFAN_OK;
}

/* Returns about how many bytes the file has so far. */
static uint64_t bytes_so_far(const pf_build_state *b) {
  const pf_mesh *mesh = &b->ground.mesh.view;
  const uint64_t n = (uint64_t)b->graph.vertex_count, cells = (uint64_t)mesh->polygon_count;
  const uint64_t corners = mesh->first_corner[cells];
  const uint64_t edges = b->edges.first ? (uint64_t)b->edges.first[n] : 0;
  const uint64_t id_bytes = (uint64_t)pf_build_id_bytes(b);
  uint64_t bytes = n * (sizeof(pf_layout_vertex) + sizeof(pf_layout_span)) +
                   cells * (sizeof(pf_layout_polygon) + 4) + 8 * corners + edges +
                   b->ground.locator_size + b->cone_lists.size + b->lists.exits_size +
                   b->lists.label_count * sizeof *b->lists.labels + b->lists.next_labels_size +
                   b->lists.hubs_size + b->via_sets.via_count * id_bytes +
                   b->via_sets.pair_count * (sizeof *b->via_sets.by_default + 1);
  for (int64_t i = 0; i < (int64_t)n * b->tables.table_count; i++) bytes += b->tables.rows[i].size;
  return bytes;
}

/* The lists are by columns, as is what they are made from. */
static pathfan_status find_listed(pf_build_state *b, const uint32_t *cuts, pf_lattice_point *at,
                                  pf_wedge *wedge) {
  const pf_frame *frame = &b->ground.frame;
  const int32_t n = b->graph.vertex_count;
  const pf_listed_source source = {.mesh = &b->ground.mesh.view,
                                   .cones = &b->cone_lists,
                                   .lists = &b->lists,
                                   .at = at,
                                   .wedge = wedge,
                                   .n = n,
                                   .id_bytes = pf_build_id_bytes(b),
                                   .length_bits = b->graph.length_bits - b->lists.length_shift,
                                   .extent =
                                       frame->width > frame->height ? frame->width : frame->height};
  const pf_listed_options options = {
      .bytes_most = (uint64_t)fmin(b->options->listed_share * (double)bytes_so_far(b), 0x1p62),
      .always = b->options->listed_share >= PATHFAN_LISTED_SHARE_ALWAYS,
      .levels = b->regions.levels,
      .threads = b->options->threads,
      .spill = &b->spill};
  for (int32_t v = 0; v < n; v++) {
    at[b->column_of[v]] = b->graph.at[v];
    wedge[b->column_of[v]] = b->graph.wedge[v];
  }
  return pf_listed_hubs_find(&source, cuts, &options, &b->listed, &b->limits);
}

static pathfan_status run_listed_hubs(pf_build_state *b) {
  assert(!b->listed.firsts);
  if (!pf_build_has_listed(b) || !b->cone_lists.are_there || !pf_build_is_writer(b))
    return PATHFAN_OK;
  const int32_t levels = b->regions.levels + PF_LISTED_DEEPER;
  const uint64_t n = (uint64_t)b->graph.vertex_count;
  pf_regions tree;
  pathfan_status status = pf_stage_begin(&b->stage, "listed hubs", INT64_C(1) << levels);
  if (status) return status;
  pf_lattice_point *at = pf_alloc(n, sizeof *at);
  pf_wedge *wedge = pf_alloc(n, sizeof *wedge);
  status = at && wedge ? pf_regions_cut(&b->graph, levels, &tree) : PATHFAN_ERR_NO_MEMORY;
  if (!status) {
    status = find_listed(b, tree.cuts, at, wedge);
    pf_regions_free(&tree);
  }
  free(at);
  free(wedge);
  return results_done(b, status);
}

static pathfan_status run_via_sets(pf_build_state *b) {
  assert(!b->via_sets.count);
  const bool many = pf_build_has_many_regions(b);
  const pf_batches batches = {&b->results, b->processes, b->options->threads};
  const pf_via_levels_options levels = {.width = b->ground.frame.width,
                                        .height = b->ground.frame.height};
  pathfan_status status = pf_stage_begin(
      &b->stage, "via sets", many ? pf_via_levels_batches(b->regions.levels) : b->regions.count);
  if (status) return status;
  status = many ? pf_via_levels_find(&b->regions, &levels, b->trees, b->rank_of, &batches,
                                     &b->via_sets, &b->limits)
                : pf_via_sets_find(&b->regions, &batches, b->rank_of, PF_PAIRS_FEW, &b->via_sets,
                                   &b->limits);
  return results_done(b, status);
}

/* Marks via sets of pairs of regions only: those of larger areas are all tried. */
static pathfan_status run_default_vias(pf_build_state *b) {
  if (pf_build_has_many_regions(b) || !pf_build_is_writer(b)) return PATHFAN_OK;
  pathfan_status status = pf_stage_begin(&b->stage, "default vias", b->regions.count);
  if (status) return status;
  pf_obstacles obstacles = {0};
  status = pf_obstacles_find(&obstacles, &b->ground.mesh.view);
  const pf_loop_ground ground = {.mesh = &b->ground.mesh.view,
                                 .locator = &b->ground.locator,
                                 .obstacles = &obstacles,
                                 .fraction_bits = pf_frame_fraction_bits(&b->ground.frame),
                                 .polygon = {-1, -1}};
  if (!status)
    status = pf_default_vias_find(&b->regions, ground, b->rank_of, b->options->threads,
                                  PF_PAIRS_FEW, &b->via_sets, &b->limits);
  pf_obstacles_free(&obstacles);
  return pf_stage_done(&b->stage, status);
}

static pathfan_status run_regions(pf_build_state *b) {
  assert(!b->regions.count);
  const int32_t threads = b->options->threads;
  if (!pf_build_has_regions(b)) return PATHFAN_OK;
  const int32_t count = pf_regions_count(b->graph.vertex_count);
  pathfan_status status = pf_stage_begin(&b->stage, "regions", count);
  if (!status)
    status = pf_stage_done(&b->stage,
                           pf_regions_make(&b->graph, b->trees, threads, b->rank_of,
                                           b->options->paired_regions, &b->regions, &b->limits));
  if (!status) status = run_via_sets(b);
  if (!status) status = run_default_vias(b);
  pf_regions_drop_trees(&b->regions); /* large, and labels are about to need the memory */
  return status;
}

pathfan_status pf_skeleton_make(pf_build_state *b) {
  pathfan_status status = run_trees(b);
  if (!status) status = run_columns(b);
  if (!status) status = run_cone_lists(b);
  if (!status) status = run_edges(b);
  if (!status) status = run_regions(b);
  if (!status) status = run_tables(b);
  if (!status) status = run_labels(b);
  if (!status) status = run_listed_hubs(b);
  /* No longer needed, and large. */
  pf_moves_free(&b->moves);
  return status;
}
