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

void pf_build_end(pf_build_state *b, bool is_done) {
  pf_writer_abort(b->writer);
  pf_build_drop_content(b);
  pf_results_close(&b->results, is_done);
  for (int32_t t = 0; t < b->tree_count; t++) pf_tree_free(&b->trees[t]);
  pf_regions_free(&b->regions);
  pf_edge_list_free(&b->edges);
  pf_moves_free(&b->moves);
  pf_cones_free(&b->cones);
  pf_graph_free(&b->graph);
  pf_ground_free(&b->ground);
  void *arrays[] = {b->trees, b->build_of, b->at, b->wedge, b->rank_of, b->column_of, b->source};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
}
