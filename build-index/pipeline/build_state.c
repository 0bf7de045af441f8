/* build_state.c - frees what the stages of a build have made. */
#include "build_state.h"

#include <stdlib.h>

void pf_build_drop_content(pf_build_state *b) {
  pf_tables_free(&b->tables);
  pf_label_lists_free(&b->lists);
  pf_listed_hubs_free(&b->listed);
  pf_cone_lists_free(&b->cone_lists);
  pf_via_sets_free(&b->via_sets);
  pf_ways_data_free(&b->ways);
}

/* Frees the results of stages, of which the struct still tells. */
static void drop_all(pf_build_state *b, bool is_done) {
  pf_build_drop_content(b);
  pf_results_close(&b->results, is_done);
  for (int32_t t = 0; t < b->tree_count; t++) pf_tree_free(&b->trees[t]);
  pf_regions_free(&b->regions);
  pf_edge_list_free(&b->edges);
  pf_moves_free(&b->moves);
  pf_cones_free(&b->cones);
  pf_graph_free(&b->graph);
  pf_ground_free(&b->ground);
  void *arrays[] = {b->trees, b->build_of, b->at, b->wedge, b->rank_of, b->column_of};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
}

void pf_build_begin_radius(pf_build_state *b, int32_t radius) {
  drop_all(b, false);
  *b = (pf_build_state){.job = b->job,
                        .options = b->options,
                        .report = b->report,
                        .error = b->error,
                        .began = b->began,
                        .stage = b->stage,
                        .memory_limit = {.most = b->memory_limit.most},
                        .limits = b->limits,
                        .inside = b->inside,
                        .inside_options = b->inside_options,
                        .source = b->source,
                        .source_bytes = b->source_bytes,
                        .source_name = b->source_name,
                        .radii = b->radii,
                        .radius = radius,
                        .processes = b->processes,
                        .writer = b->writer};
  pf_results_init(&b->results, &b->spill);
}

void pf_build_end(pf_build_state *b, bool is_done) {
  pf_writer_abort(b->writer);
  drop_all(b, is_done);
  free(b->source);
}
