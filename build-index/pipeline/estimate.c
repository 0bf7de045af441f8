/* estimate.c - estimates the memory of a build.
 *
 * Adds what is held throughout and the largest of the stages that follow each other. Runs per row
 * grow slowly with n; no game map reached 200 first-move runs or 500 bytes of row per table. */
#include "estimate.h"

#include <math.h>

#include "graph/grove.h"
#include "build-index/labels/hub_order.h"
#include "build-index/vias/via_levels.h"

/* The pages of a transaction (format/writer.c), which stay in memory until it ends. */
#define TRANSACTION_BYTES (UINT64_C(36) << 20)

static uint64_t larger(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

/* Labels of a vertex, about: more than on any game map, cave or city. */
static uint64_t labels_of_vertex(uint64_t n) {
  return 40 + (uint64_t)sqrt((double)n);
}

/* Bytes of a pair of regions while answers vote, but those of the sets. */
enum { PAIR_BYTES = 200 };

/* Bytes of a label in its batch and in the lists, and of its number while these are made. */
enum { BATCH_BYTES = 11, LIST_BYTES = 10, NUMBER_BYTES = 2 };

static uint64_t bytes_of_via_sets(const pf_build_state *b) {
  const int32_t n = b->graph.vertex_count, threads = b->options->threads;
  if (!pf_build_has_regions(b)) return 0;
  if (pf_build_has_many_regions(b)) return pf_via_levels_bytes(n, threads);
  const uint64_t regions = (uint64_t)pf_regions_count(n);
  return (uint64_t)n * (regions * PF_SAMPLES * 8 + (uint64_t)threads * 180) +
         pf_layout_region_pairs((int32_t)regions) * PAIR_BYTES;
}

uint64_t pf_estimate_memory(const pf_build_state *b, bool spills) {
  const uint64_t n = (uint64_t)b->graph.vertex_count, m = (uint64_t)b->options->tables;
  const uint64_t threads = (uint64_t)b->options->threads;
  const uint64_t runs = n < 200 ? n : 200;
  const uint64_t row = n < 500 ? n : 500;
  const uint64_t cells = (uint64_t)b->ground.grid.width * (uint64_t)b->ground.grid.height;
  const uint64_t corners = b->ground.mesh.first_corner[b->ground.mesh.view.polygon_count];
  const uint64_t always = cells + corners * 20 + b->ground.locator_size + b->source_bytes +
                          threads * n * (40 + 24 * m + 20) +
                          (m ? n * runs * sizeof(pf_vertex_run) + n * m * row * 2 : 0);
  const uint64_t graph = (uint64_t)b->graph.edge_count * 36; /* until all trees have been grown */
  const uint64_t order = spills ? 0 : pf_hub_order_bytes((int32_t)n);
  const uint64_t via_sets = bytes_of_via_sets(b);
  const uint64_t labels = n * labels_of_vertex(n);
  const uint64_t growing = n * 150 + (spills ? 0 : labels * BATCH_BYTES);
  const uint64_t turning = growing + (spills ? 0 : labels * (LIST_BYTES + NUMBER_BYTES));
  /* A coded cone takes at most 11 bytes on any map with ids of 2 bytes, and half as much again
   * while its list grows. */
  const uint64_t cones = b->cones.entries ? (uint64_t)b->cones.count : 0;
  const uint64_t coded = cones * 6 * (uint64_t)pf_build_id_bytes(b);
  const uint64_t listing = cones * (sizeof *b->cones.entries + 8 * (uint64_t)pf_build_id_bytes(b));
  /* Edges briefly make a search graph, then stay as a list. Lists are held throughout; the pages of
   * a transaction come on top when all is written. */
  const uint64_t edges = pf_build_has_edges(b) ? (uint64_t)b->graph.edge_count : 0;
  const uint64_t kept = coded + edges * 2;
  const uint64_t content = kept + labels * LIST_BYTES;
  const uint64_t pages = content < TRANSACTION_BYTES ? content : TRANSACTION_BYTES;
  const uint64_t writing = (spills ? 0 : labels * LIST_BYTES) + n * 200 + pages;
  const uint64_t groves = pf_grove_pays(&b->graph) ? threads * pf_grove_bytes((int32_t)n) : 0;
  const uint64_t before =
      larger(order + cones * sizeof *b->cones.entries, larger(listing, coded + edges * 80));
  const uint64_t trees = kept + groves + larger(via_sets, growing);
  const uint64_t listed = pf_build_has_listed(b)
                              ? pf_listed_hubs_bytes((int32_t)n, b->options->threads, spills) +
                                    (spills ? 0 : labels * LIST_BYTES)
                              : 0;
  const uint64_t after = kept + larger(larger(turning, listed), writing);
  return always + larger(graph + larger(before, trees), after) + (UINT64_C(4) << 20);
}
