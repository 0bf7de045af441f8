/* pipeline.c - the stages of a build, in order:
 *
 *   wait       until no other builder writes the same index; or that is an error
 *   map        text -> mesh, convex vertices, components, location (any_map.c)
 *   sight      visibility graph and cone lists
 *   order      a numbering that keeps neighbours together
 *   trees      of some vertices -> ranks that make for few labels; where there are tables, a
 *              canonical tree per vertex -> first moves
 *   columns    where there are tables, the order of columns with the fewest runs
 *   regions    the map cut into regions, trees of vertices that stand for them
 *   via sets   ways that differ, between any two regions
 *   default vias  which of their via nodes are tried by default; then these trees are dropped,
 *              before labels come, since of large maps both take most memory there is
 *   tables     where there are some, a whole tree per vertex -> plateaus -> coded rows
 *   labels     a tree per vertex as far as no hub is on the way, batch by batch (results.h); then
 *              labels by vertex
 *   edges      the visibility graph's, by columns, for searches
 *   ways       of a terrain, in place of regions, edges and cone lists: legs, edges and labels
 *   write      sections -> sealed file, verified and published
 *
 * Before each stage, and about ten times a second within the long ones, the caller is asked
 * whether the index is still wanted. After `write` has sealed the file it isn't asked any
 * more: then the index is there.
 *
 * Every stage writes what it finds to a place that depends on the item, not on
 * the thread, so the file is the same for any number of threads.
 *
 * The order of hubs and the batches of labels are kept in a work file if a build is to be resumed,
 * or may not hold all of them in memory. Of a crew (crew.h) all members go through the stages up to
 * labels; each grows the trees of regions for itself, all else that takes long is shared. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"
#include "build_options.h"
#include "columns.h"
#include "crew.h"
#include "default_vias.h"
#include "describe.h"
#include "edges.h"
#include "format/digest.h"
#include "format/layout.h"
#include "format/writer.h"
#include "base/file.h"
#include "base/status.h"
#include "graph/graph.h"
#include "base/allowance.h"
#include "any_map.h"
#include "hub_lists.h"
#include "index_source.h"
#include "kept_order.h"
#include "labels.h"
#include "map/read.h"
#include "moves.h"
#include "order.h"
#include "pathfan/build.h"
#include "pathfan/format.h"
#include "regions.h"
#include "results.h"
#include "sections.h"
#include "spill.h"
#include "stage.h"
#include "tables.h"
#include "terrain/terrain_data.h"
#include "terrain_sections.h"
#include "via_levels.h"
#include "ways.h"

/* Lengths are compared in units of 2^-36, 1.5e-11 of a cell: rounding moves the
 * length of a path of a hundred segments by less than 1e-9. Fewer bits are used
 * on maps so long that sums could overflow (trees.h). */
#define LENGTH_BITS_WANTED 36

/* Most vertices for ids of 2 bytes: all ones mean none, and a row can have as
 * many runs as there are vertices. */
#define ID_MAX_NARROW 65534

#define MEGABYTE ((uint64_t)1 << 20)

/* The pages of a transaction (format/writer.c), which are in memory until it ends. */
#define TRANSACTION_BYTES (36 * MEGABYTE)

typedef struct build {
  const pathfan_build_options *options;
  pathfan_build_report *report;
  pathfan_error *error;
  double began;
  pathfan_stage stage;

  pathfan_index_source inside; /* what was in an index, if that was given */
  pathfan_build_options inside_options;
  char *source;
  size_t source_bytes;
  const char *source_name;
  pathfan_ground ground;
  pathfan_graph graph;
  pathfan_cones cones;
  int32_t *build_of;            /* [Size: n] build number of a mesh vertex */
  pathfan_lattice_point *at;    /* [Size: n] by build number */
  pathfan_wedge *wedge;         /* [Size: n] by build number */
  int32_t *rank_of, *column_of; /* [Size: n] by build number */
  pathfan_tree *trees;          /* one per thread */
  int32_t tree_count;
  pathfan_moves moves;
  pathfan_tables tables;
  const pathfan_crew *crew; /* NULL: nobody else */
  pathfan_results results;
  pathfan_label_lists lists;
  pathfan_regions regions;
  pathfan_via_sets via_sets;
  pathfan_edge_list edges;
  pathfan_ways_data ways;
  pathfan_allowance allowance; /* of a terrain */
  pathfan_spill spill;         /* for what has no room in memory */
  char described[256];         /* the options */
  pathfan_writer *writer;      /* from the start: it keeps other builders away */
} build;

static bool is_terrain(const build *b) {
  return b->ground.terrain != NULL;
}

/* Of a terrain, shortest paths round its obstacles are the index's skeleton and no more. */
static bool has_regions(const build *b) {
  return b->options->regions && !is_terrain(b);
}

/* So many that areas larger than these have via sets, too. */
static bool has_many_regions(const build *b) {
  return pathfan_regions_are_many(b->graph.vertex_count, b->options->paired_regions);
}

/* The one who writes. */
static bool is_writer(const build *b) {
  return !b->crew || b->crew->member == 0;
}

static int id_bytes_of(const build *b) {
  if (b->options->id_bytes) return b->options->id_bytes;
  return b->graph.vertex_count <= ID_MAX_NARROW ? 2 : 4;
}

static bool has_edges(const build *b) {
  return b->options->edges && !is_terrain(b);
}

/* Makes the index's temporary file, which no other builder of the same can have. */
static pathfan_status run_wait(build *b, const char *index_path) {
  const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
  const pathfan_provenance unknown = {.source_name = "", .builder = "", .options = ""};
  pathfan_status status = pathfan_stage_begin(&b->stage, "wait", 1);
  if (!is_writer(b)) return status;
  while (!status) {
    status = pathfan_writer_open(index_path, &unknown, &b->writer, b->error);
    if (status != PATHFAN_ERR_BUSY || !b->options->wait) break;
    nanosleep(&pause, NULL);
    status = pathfan_go_on(pathfan_stage_go_on, &b->stage, 0);
  }
  if (!status && !b->options->resume) pathfan_results_remove_left(index_path);
  return status;
}

/* The map's text, or that of the map inside an index, which is built as that was. */
static pathfan_status read_source(build *b, const char *path) {
  const char *slash = strrchr(path, '/');
  bool is_index;
  pathfan_status status = pathfan_index_source_read(path, &is_index, &b->inside, b->error);
  if (status) return status;
  if (!is_index) {
    b->source_name = slash ? slash + 1 : path;
    return pathfan_map_read(path, PATHFAN_MAP_BYTES_MAX, &b->source, &b->source_bytes, b->error);
  }
  b->source = b->inside.text;
  b->source_bytes = b->inside.bytes;
  b->source_name = b->inside.name;
  b->inside_options = *b->options;
  b->inside_options.map = pathfan_index_source_options(&b->inside, &b->options->map);
  b->options = &b->inside_options;
  return PATHFAN_OK;
}

static pathfan_status run_map(build *b, const char *map_path) {
  pathfan_status status = pathfan_stage_begin(&b->stage, "map", 1);
  if (!status) status = read_source(b, map_path);
  /* What reading takes besides the map is gone before the rest begins. */
  pathfan_allowance reading = {.most = b->options->map.max_memory};
  if (!reading.most) reading.most = b->options->max_memory;
  const pathfan_permit permit = {pathfan_stage_go_on, &b->stage, &reading};
  if (!status)
    status = pathfan_ground_read(b->source, b->source_bytes, map_path, &b->options->map, &permit,
                                 &b->ground, b->error);
  if (status) return status;
  if (is_terrain(b) && b->options->tables)
    return pathfan_fail(b->error, PATHFAN_ERR_ARGUMENT,
                        "%s: has roads or rivers; tables are of maps without", map_path);
  /* A terrain's ways turn at nodes of its own: what obstacles' corners see of each other over open
     ground would be most of the work, and never asked. */
  if (b->ground.terrain) b->ground.mesh.view.convex_count = 0;
  b->report->vertex_count = b->ground.mesh.view.convex_count;
  b->report->polygon_count = b->ground.mesh.view.polygon_count;
  b->report->skipped = b->ground.skipped;
  b->report->component_count = b->ground.mesh.component_count;
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

static uint64_t cone_cap(const build *b) {
  const uint64_t n = (uint64_t)b->graph.vertex_count;
  if (is_terrain(b)) return 0;
  if (b->options->cone_cap != PATHFAN_CONE_CAP_DEFAULT) return b->options->cone_cap;
  const uint64_t by_pairs = n * n / 2 * 8;
  return by_pairs > (UINT64_C(16) << 20) ? by_pairs : UINT64_C(16) << 20;
}

static uint64_t larger(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

/* Labels of a vertex, about: more than on any game map, and than on caves and cities. */
static uint64_t labels_of_vertex(uint64_t n) {
  return 40 + (uint64_t)sqrt((double)n);
}

/* Bytes of a label: in its batch, in the lists, and its number while these are made. */
enum { BATCH_BYTES = 11, LIST_BYTES = 10, NUMBER_BYTES = 2 };

static uint64_t bytes_of_via_sets(const build *b) {
  const int32_t n = b->graph.vertex_count, threads = b->options->threads;
  if (!has_regions(b)) return 0;
  if (has_many_regions(b)) return pathfan_via_levels_bytes(n, threads);
  return (uint64_t)n *
         ((uint64_t)pathfan_regions_count(n) * PATHFAN_SAMPLES * 8 + (uint64_t)threads * 160);
}

/* What the stages after sight will hold at once, from the sizes known by then: what is there all
 * the time, and of the stages that follow each other the one that takes most. Runs per row grow
 * slowly with n; 200 first-move runs and 500 bytes of row per table were not reached on any game
 * map. spills: what can be is. */
static uint64_t estimate_memory(const build *b, bool spills) {
  const uint64_t n = (uint64_t)b->graph.vertex_count, m = (uint64_t)b->options->tables;
  const uint64_t threads = (uint64_t)b->options->threads;
  const uint64_t runs = n < 200 ? n : 200;
  const uint64_t row = n < 500 ? n : 500;
  const uint64_t cells = (uint64_t)b->ground.grid.width * (uint64_t)b->ground.grid.height;
  const uint64_t corners = b->ground.mesh.first_corner[b->ground.mesh.view.polygon_count];
  const uint64_t always =
      cells + corners * 20 + b->ground.locator_size + b->source_bytes +
      (uint64_t)b->graph.edge_count * 36 +
      (b->cones.entries ? (uint64_t)b->cones.count * sizeof *b->cones.entries : 0) +
      threads * n * (40 + 24 * m + 20) +
      (m ? n * runs * sizeof(pathfan_interval) + n * m * row * 2 : 0);
  const uint64_t order = spills ? 0 : pathfan_hub_order_bytes((int32_t)n);
  const uint64_t via_sets = bytes_of_via_sets(b);
  const uint64_t labels = n * labels_of_vertex(n);
  const uint64_t turning =
      (spills ? 0 : labels * (BATCH_BYTES + LIST_BYTES + NUMBER_BYTES)) + n * 150;
  /* Edges make a search graph for a moment; then a coded cone takes at most 11 bytes on any map
   * with ids of 2, while its list grows, and the pages of a transaction are there. Lists all the
   * time. */
  const uint64_t edges = has_edges(b) ? (uint64_t)b->graph.edge_count : 0;
  const uint64_t cones =
      b->cones.entries ? (uint64_t)b->cones.count * 16 * (uint64_t)id_bytes_of(b) : 0;
  const uint64_t content = edges * 2 + cones + labels * LIST_BYTES;
  const uint64_t pages = content < TRANSACTION_BYTES ? content : TRANSACTION_BYTES;
  const uint64_t writing =
      (spills ? 0 : labels * LIST_BYTES) + n * 200 + larger(edges * 80, edges * 2 + cones + pages);
  return always + larger(larger(order, via_sets), larger(turning, writing)) + (UINT64_C(4) << 20);
}

static pathfan_status beyond_limit(const build *b) {
  char limit[32];
  pathfan_allowance_told(&b->allowance, limit);
  if (is_terrain(b))
    return pathfan_fail(b->error, PATHFAN_ERR_LIMIT,
                        "a terrain's ways would need more memory than the limit, %s", limit);
  return pathfan_fail(
      b->error, PATHFAN_ERR_LIMIT, "about %llu MB of memory would be needed, the limit is %s",
      (unsigned long long)((b->report->memory_estimate + MEGABYTE - 1) / MEGABYTE), limit);
}

static pathfan_status run_sight(build *b, const char *index_path) {
  pathfan_status status = pathfan_stage_begin(&b->stage, "sight", b->ground.mesh.view.convex_count);
  if (status) return status;
  /* A cone takes an id of 2 bytes at least; more than the cap can't be wanted. */
  const uint64_t n = (uint64_t)b->ground.mesh.view.convex_count;
  b->graph.vertex_count = (int32_t)n;
  const uint64_t cap = cone_cap(b) / 2;
  const int64_t most = cap > (uint64_t)INT64_MAX / 64 ? INT64_MAX / 64 : (int64_t)cap;
  status = pathfan_stage_failed(
      &b->stage, pathfan_graph_build(&b->ground.mesh.view, b->ground.mesh.wedge,
                                     b->ground.mesh.component, 1, b->options->threads, most,
                                     &b->graph, &b->cones, pathfan_stage_go_on, &b->stage));
  if (status) return status;
  b->report->edge_count = b->graph.edge_count / 2;
  b->report->taut_edge_count = b->graph.taut_edge_count / 2;
  pathfan_stage_end(&b->stage);
  if (b->options->id_bytes == 2 && b->graph.vertex_count > ID_MAX_NARROW)
    return pathfan_fail(b->error, PATHFAN_ERR_LIMIT, "%d vertices need ids of 4 bytes",
                        b->graph.vertex_count);

  const uint64_t limit = b->options->max_memory;
  b->report->memory_estimate = estimate_memory(b, false);
  if (limit && b->report->memory_estimate > limit && !is_terrain(b)) {
    b->spill.index_path = index_path;
    b->report->memory_estimate = estimate_memory(b, true);
  }
  /* How many ways a terrain has shows when they are there. */
  if (b->options->estimate && !is_terrain(b))
    b->options->estimate(b->options->progress_context, b->report->memory_estimate);
  if (!limit || b->report->memory_estimate <= limit) return PATHFAN_OK;
  return beyond_limit(b);
}

/* Numbers vertices along the spanning tree and fixes the unit of lengths. */
static pathfan_status run_order(build *b) {
  const uint64_t n = (uint64_t)b->graph.vertex_count;
  int32_t bits = 0;
  pathfan_status status = pathfan_stage_begin(&b->stage, "order", 1);
  if (status) return status;
  b->build_of = pathfan_alloc(n, sizeof *b->build_of);
  b->at = pathfan_alloc(n, sizeof *b->at);
  b->wedge = pathfan_alloc(n, sizeof *b->wedge);
  b->rank_of = pathfan_alloc(n, sizeof *b->rank_of);
  b->column_of = pathfan_alloc(n, sizeof *b->column_of);
  if (!b->build_of || !b->at || !b->wedge || !b->rank_of || !b->column_of)
    return pathfan_stage_failed(&b->stage, PATHFAN_ERR_NO_MEMORY);
  const int most = pathfan_length_bits_most(b->ground.frame.width, b->ground.frame.height);
  status = pathfan_trees_length_bits(&b->graph,
                                     most < LENGTH_BITS_WANTED ? most : LENGTH_BITS_WANTED, &bits);
  if (!status) status = pathfan_go_on(pathfan_stage_go_on, &b->stage, 0);
  if (!status) {
    pathfan_graph_weigh(&b->graph, bits);
    status = pathfan_order_spanning_tree(&b->graph, b->build_of);
  }
  if (!status) status = pathfan_go_on(pathfan_stage_go_on, &b->stage, 0);
  if (!status) {
    for (uint64_t v = 0; v < n; v++) {
      b->at[b->build_of[v]] = b->graph.at[v];
      b->wedge[b->build_of[v]] = b->graph.wedge[v];
    }
    status = pathfan_graph_renumber(&b->graph, b->build_of, b->at, b->wedge);
  }
  if (status) return pathfan_stage_failed(&b->stage, status);
  pathfan_graph_weigh(&b->graph, bits);
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

/* Says what has gone wrong with results, or with what is spilled. */
static pathfan_status results_failed(const build *b, pathfan_status status) {
  if (status == PATHFAN_ERR_IO && b->results.failure.text[0])
    return pathfan_fail(b->error, status, "%s", b->results.failure.text);
  status = pathfan_spill_failed(&b->spill, status, b->error);
  return status == PATHFAN_ERR_IO ? status : pathfan_stage_failed(&b->stage, status);
}

/* What the index is made from, and how; `described` holds the options. */
static pathfan_provenance provenance_of(build *b) {
  pathfan_provenance p = {.source_bytes = b->source_bytes,
                          .source_name = b->source_name,
                          .builder = PATHFAN_BUILDER,
                          .options = b->described};
  pathfan_describe_options(b->options, b->described, sizeof b->described);
  if (b->ground.is_projected)
    pathfan_describe_centre(b->described, sizeof b->described, b->ground.longitude,
                            b->ground.latitude);
  pathfan_digest_of(b->source, b->source_bytes, p.source_digest);
  return p;
}

/* Opens the work file, if there is to be one. */
static pathfan_status run_results(build *b, const char *index_path) {
  const bool resume = b->options->resume;
  if (!is_writer(b) || is_terrain(b) || (!resume && !b->spill.index_path)) return PATHFAN_OK;
  const pathfan_provenance p = provenance_of(b);
  const pathfan_results_origin origin = {p.builder, p.options, p.source_digest};
  pathfan_status status = resume ? pathfan_stage_begin(&b->stage, "resume", 1) : PATHFAN_OK;
  if (!status)
    status = pathfan_results_open(&b->results, index_path, &origin, resume, pathfan_stage_go_on,
                                  &b->stage, b->error);
  b->report->resumed = b->results.left;
  if (!status && resume) pathfan_stage_end(&b->stage);
  return status;
}

/* What there is to do later, when all members may not come to it at once. */
static pathfan_status agree(build *b) {
  const pathfan_batches batches = {&b->results, b->crew, b->options->threads};
  const int32_t n = b->graph.vertex_count;
  pathfan_status status = PATHFAN_OK;
  if (has_regions(b) && !has_many_regions(b))
    status = pathfan_batches_agree(&batches, PATHFAN_RESULT_VIA_SETS, pathfan_regions_count(n));
  return status
             ? status
             : pathfan_batches_agree(&batches, PATHFAN_RESULT_LABELS, pathfan_hub_lists_batches(n));
}

static pathfan_status run_trees(build *b) {
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

static pathfan_status run_columns(build *b) {
  if (!b->options->tables) { /* who has no rows is content with neighbours side by side */
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

static pathfan_status run_tables(build *b) {
  const int32_t n = b->graph.vertex_count, tables = b->options->tables;
  pathfan_status status = tables ? pathfan_stage_begin(&b->stage, "tables", n) : PATHFAN_OK;
  if (!status)
    status = pathfan_stage_failed(
        &b->stage, pathfan_tables_build(&b->graph, &b->moves, b->trees, b->options->threads, tables,
                                        id_bytes_of(b), b->rank_of, b->column_of, &b->tables,
                                        pathfan_stage_go_on, &b->stage));
  if (!status && tables) pathfan_stage_end(&b->stage);
  return status;
}

static pathfan_status run_labels(build *b) {
  const int32_t n = b->graph.vertex_count;
  const pathfan_batches batches = {&b->results, b->crew, b->options->threads};
  pathfan_hub_lists hubs;
  pathfan_status status = pathfan_stage_begin(&b->stage, "labels", pathfan_hub_lists_batches(n));
  if (!status)
    status = results_failed(b, pathfan_hub_lists_find(&b->graph, b->trees, b->rank_of, &batches,
                                                      &hubs, pathfan_stage_go_on, &b->stage));
  if (!status) pathfan_stage_end(&b->stage);
  if (status || !is_writer(b)) return status;
  status = pathfan_stage_begin(&b->stage, "by vertex", n);
  if (!status)
    status = pathfan_label_lists_build(&b->graph, &hubs, id_bytes_of(b), b->column_of, &b->spill,
                                       &b->lists, pathfan_stage_go_on, &b->stage, b->error);
  if (status) return pathfan_spill_failed(&b->spill, status, b->error);
  pathfan_results_drop(&b->results, PATHFAN_RESULT_LABELS);
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

/* Of levels there are no batches: of a crew the writer alone finds them. */
static pathfan_status run_via_sets(build *b) {
  const bool many = has_many_regions(b);
  const pathfan_batches batches = {&b->results, b->crew, b->options->threads};
  const pathfan_via_levels_options levels = {.width = b->ground.frame.width,
                                             .height = b->ground.frame.height,
                                             .threads = b->options->threads};
  if (many && !is_writer(b)) return PATHFAN_OK;
  pathfan_status status = pathfan_stage_begin(
      &b->stage, "via sets", many ? pathfan_via_levels_total(&b->regions) : b->regions.count);
  if (status) return status;
  status = many ? pathfan_via_levels_find(&b->graph, &levels, &b->regions, b->trees, b->rank_of,
                                          &b->via_sets, pathfan_stage_go_on, &b->stage)
                : pathfan_via_sets_find(&b->graph, &b->regions, &batches, b->rank_of, &b->via_sets,
                                        pathfan_stage_go_on, &b->stage);
  if (status) return results_failed(b, status);
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

/* Of pairs of regions: those of larger areas are all tried. */
static pathfan_status run_default_vias(build *b) {
  if (has_many_regions(b) || !is_writer(b)) return PATHFAN_OK;
  pathfan_status status = pathfan_stage_begin(&b->stage, "default vias", b->regions.count);
  if (!status)
    status = pathfan_stage_failed(
        &b->stage, pathfan_default_vias_find(
                       &b->graph, &b->regions, pathfan_frame_fraction_bits(&b->ground.frame),
                       b->options->threads, &b->via_sets, pathfan_stage_go_on, &b->stage));
  if (!status) pathfan_stage_end(&b->stage);
  return status;
}

static pathfan_status run_regions(build *b) {
  const int32_t threads = b->options->threads;
  if (!has_regions(b)) return PATHFAN_OK;
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
  pathfan_regions_drop_trees(&b->regions); /* the largest thing there is */
  return status;
}

static pathfan_status run_edges(build *b) {
  if (!has_edges(b)) return PATHFAN_OK;
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

/* A pathfan_add_section that only adds up. */
static pathfan_status add_bytes(void *context, pathfan_section_id id, const void *data,
                                uint64_t count) {
  (void)data;
  *(uint64_t *)context += count * pathfan_section_rules[id].element_size;
  return PATHFAN_OK;
}

static pathfan_status run_ways(build *b) {
  if (!is_terrain(b)) return PATHFAN_OK;
  const pathfan_terrain *terrain = &b->ground.terrain->view;
  uint64_t file_bytes = 0;
  pathfan_status status = pathfan_stage_begin(&b->stage, "ways", 2 * (int64_t)terrain->node_count);
  if (!status) status = pathfan_allowance_take(&b->allowance, b->report->memory_estimate);
  if (!status)
    status = pathfan_ways_find(terrain, pathfan_frame_fraction_bits(&b->ground.frame),
                               b->options->threads, &b->ways, &b->allowance, pathfan_stage_go_on,
                               &b->stage);
  /* Its pages are in memory until all of them are written. */
  if (!status)
    status = pathfan_terrain_sections_add(b->ground.terrain, &b->ways.view, add_bytes, &file_bytes);
  if (!status) status = pathfan_allowance_take(&b->allowance, file_bytes);
  b->report->memory_peak = b->allowance.peak;
  if (b->allowance.is_spent) return beyond_limit(b);
  if (status) return pathfan_stage_failed(&b->stage, status);
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

static pathfan_status run_write(build *b) {
  pathfan_status status = pathfan_stage_begin(&b->stage, "write", 1);
  if (status) return status;
  const pathfan_provenance provenance = provenance_of(b);
  pathfan_sections sections = {.ground = &b->ground,
                               .graph = &b->graph,
                               .cones = &b->cones,
                               .tables = &b->tables,
                               .lists = &b->lists,
                               .regions = &b->regions,
                               .via_sets = &b->via_sets,
                               .edges = &b->edges,
                               .ways = &b->ways,
                               .rank_of = b->rank_of,
                               .column_of = b->column_of,
                               .build_of = b->build_of,
                               .source = b->source,
                               .source_bytes = b->source_bytes,
                               .cone_cap = cone_cap(b),
                               .chunk_bytes = b->options->chunk_bytes,
                               .done = pathfan_stage_go_on,
                               .done_context = &b->stage};
  pathfan_writer_set_provenance(b->writer, &provenance);
  status = pathfan_sections_write(&sections, b->writer, b->error);
  if (!status && !pathfan_stage_is_wanted(&b->stage)) status = PATHFAN_ERR_CANCELLED;
  if (status) return status;
  status = pathfan_writer_commit(b->writer, b->error);
  b->writer = NULL; /* freed either way */
  if (!status) pathfan_stage_end(&b->stage);
  return status;
}

static pathfan_status run(build *b, const char *map_path, const char *index_path) {
  pathfan_status status = pathfan_build_options_check(b->options, b->error);
  if (!status) status = pathfan_output_check(index_path, map_path, b->error);
  if (!status) status = run_wait(b, index_path);
  if (!status) status = run_map(b, map_path);
  if (!status) status = run_sight(b, index_path);
  if (!status) status = run_results(b, index_path);
  if (!status) status = run_order(b);
  if (!status) status = run_trees(b);
  if (!status) status = run_columns(b);
  if (!status) status = run_regions(b);
  if (!status) status = run_tables(b);
  if (!status) status = run_labels(b);
  /* Not needed any more, and as large as all sections together. */
  pathfan_moves_free(&b->moves);
  if (status || !is_writer(b)) return status;
  status = run_edges(b);
  if (!status) status = run_ways(b);
  if (!status) status = run_write(b);
  return status;
}

pathfan_status pathfan_build_index_by_crew(const char *map_path, const char *index_path,
                                           const pathfan_build_options *options,
                                           const pathfan_crew *crew, pathfan_build_report *report,
                                           pathfan_error *error) {
  pathfan_build_options defaults;
  pathfan_build_report unused;
  pathfan_build_options_init(&defaults);
  build b = {.options = options ? options : &defaults,
             .report = report ? report : &unused,
             .error = error,
             .crew = crew,
             .began = pathfan_seconds()};
  pathfan_results_init(&b.results);
  b.allowance.most = b.options->max_memory;
  b.stage = (pathfan_stage){.options = b.options, .report = b.report, .error = error};
  if (error) error->text[0] = 0;
  memset(b.report, 0, sizeof *b.report);
  if (!map_path || !index_path)
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "no path was given");
  const pathfan_status status = run(&b, map_path, index_path);
  if (status == PATHFAN_ERR_CANCELLED)
    pathfan_fail(error, status, "%s: the build was cancelled, at stage %s", index_path,
                 b.stage.name);
  b.report->wall_seconds = pathfan_seconds() - b.began;
  if (!status) {
    FILE *file = fopen(index_path, "rb");
    if (file && !fseek(file, 0, SEEK_END)) b.report->file_bytes = (uint64_t)ftell(file);
    if (file) fclose(file);
  }
  pathfan_writer_abort(b.writer);
  for (int32_t t = 0; t < b.tree_count; t++) pathfan_tree_free(&b.trees[t]);
  free(b.trees);
  pathfan_tables_free(&b.tables);
  pathfan_label_lists_free(&b.lists);
  pathfan_results_close(&b.results, status == PATHFAN_OK);
  pathfan_regions_free(&b.regions);
  pathfan_via_sets_free(&b.via_sets);
  pathfan_edge_list_free(&b.edges);
  pathfan_ways_data_free(&b.ways);
  pathfan_moves_free(&b.moves);
  pathfan_cones_free(&b.cones);
  pathfan_graph_free(&b.graph);
  pathfan_ground_free(&b.ground);
  free(b.build_of);
  free(b.at);
  free(b.wedge);
  free(b.rank_of);
  free(b.column_of);
  free(b.source);
  return status;
}

pathfan_status pathfan_build_index(const char *map_path, const char *index_path,
                                   const pathfan_build_options *options,
                                   pathfan_build_report *report, pathfan_error *error) {
  return pathfan_build_index_by_crew(map_path, index_path, options, NULL, report, error);
}
