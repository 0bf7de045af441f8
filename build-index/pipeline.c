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
 * before labels come, since of large maps both take most memory there is labels     a tree per
 * vertex as far as no hub is on the way -> labels; with tables, a whole one -> plateaus -> coded
 * rows, too: then the stage is called tables edges      the visibility graph's, by columns, for
 * searches ways       of a terrain, in place of regions, edges and cone lists: legs, edges and
 * labels write      sections -> sealed file, verified and published
 *
 * Before each stage, and about ten times a second within the long ones, the caller is asked
 * whether the index is still wanted. After `write` has sealed the file it isn't asked any
 * more: then the index is there.
 *
 * Every stage writes what it finds to a place that depends on the item, not on
 * the thread, so the file is the same for any number of threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"
#include "build_options.h"
#include "columns.h"
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
#include "hub_order.h"
#include "index_source.h"
#include "map/read.h"
#include "moves.h"
#include "order.h"
#include "pathfan/build.h"
#include "pathfan/format.h"
#include "regions.h"
#include "sections.h"
#include "stage.h"
#include "tables.h"
#include "terrain/terrain_data.h"
#include "terrain_sections.h"
#include "via_sets.h"
#include "ways.h"

/* Lengths are compared in units of 2^-36, 1.5e-11 of a cell: rounding moves the
 * length of a path of a hundred segments by less than 1e-9. Fewer bits are used
 * on maps so long that sums could overflow (trees.h). */
#define LENGTH_BITS_WANTED 36

/* Most vertices for ids of 2 bytes: all ones mean none, and a row can have as
 * many runs as there are vertices. */
#define ID_MAX_NARROW 65534

#define MEGABYTE ((uint64_t)1 << 20)

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
  pathfan_regions regions;
  pathfan_via_sets via_sets;
  pathfan_edge_list edges;
  pathfan_ways_data ways;
  pathfan_allowance allowance; /* of a terrain */
  pathfan_writer *writer;      /* from the start: it keeps other builders away */
} build;

static bool is_terrain(const build *b) {
  return b->ground.terrain != NULL;
}

/* Of a terrain, shortest paths round its obstacles are the index's skeleton and no more. */
static bool has_regions(const build *b) {
  return b->options->regions && !is_terrain(b);
}

static bool has_edges(const build *b) {
  return b->options->edges && !is_terrain(b);
}

/* Makes the index's temporary file, which no other builder of the same can have. */
static pathfan_status run_wait(build *b, const char *index_path) {
  const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
  const pathfan_provenance unknown = {.source_name = "", .builder = "", .options = ""};
  pathfan_status status = pathfan_stage_begin(&b->stage, "wait", 1);
  while (!status) {
    status = pathfan_writer_open(index_path, &unknown, &b->writer, b->error);
    if (status != PATHFAN_ERR_BUSY || !b->options->wait) break;
    nanosleep(&pause, NULL);
    status = pathfan_go_on(pathfan_stage_go_on, &b->stage, 0);
  }
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

/* What the stages after sight will hold at once, from the sizes known by then.
 * Runs per row grow slowly with n; 200 first-move runs and 500 bytes of row per
 * table were not reached on any game map. */
static uint64_t estimate_memory(const build *b) {
  const uint64_t n = (uint64_t)b->graph.vertex_count, m = (uint64_t)b->options->tables;
  const uint64_t threads = (uint64_t)b->options->threads;
  const uint64_t runs = n < 200 ? n : 200;
  const uint64_t row = n < 500 ? n : 500;
  const uint64_t cells = (uint64_t)b->ground.grid.width * (uint64_t)b->ground.grid.height;
  const uint64_t corners = b->ground.mesh.first_corner[b->ground.mesh.view.polygon_count];
  /* A cone as it was found, and what it takes coded, at most 11 bytes on any map with ids of 2,
   * while its list grows. */
  const uint64_t id_bytes = b->options->id_bytes ? (uint64_t)b->options->id_bytes
                            : n <= ID_MAX_NARROW ? 2
                                                 : 4;
  const uint64_t cone = sizeof(pathfan_cone_entry) + 16 * id_bytes;
  const uint64_t via_sets =
      has_regions(b) ? (uint64_t)pathfan_regions_count((int32_t)n) * PATHFAN_SAMPLES * n * 8 +
                           threads * n * 160
                     : 0;
  const uint64_t labels = n * (n < 100 ? n : 100) * 40; /* after them */
  return cells + corners * 20 + b->ground.locator_size + b->source_bytes +
         (uint64_t)b->graph.edge_count * 36 +
         (b->cones.entries ? (uint64_t)b->cones.count * cone : 0) +
         threads * n * (40 + 24 * m + 100) + n * runs * sizeof(pathfan_interval) + n * m * row * 2 +
         (via_sets > labels ? via_sets : labels) +
         (has_edges(b) ? (uint64_t)b->graph.edge_count * 60 : 0) + (UINT64_C(4) << 20);
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

static pathfan_status run_sight(build *b) {
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

  b->report->memory_estimate = estimate_memory(b);
  /* How many ways a terrain has shows when they are there. */
  if (b->options->estimate && !is_terrain(b))
    b->options->estimate(b->options->progress_context, b->report->memory_estimate);
  const uint64_t limit = b->options->max_memory;
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
  if (!status)
    status = pathfan_hub_order_find(&b->graph, b->trees, threads, b->rank_of, pathfan_stage_go_on,
                                    &b->stage);
  if (status) return pathfan_stage_failed(&b->stage, status);
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
  const int32_t n = b->graph.vertex_count;
  const int id_bytes = b->options->id_bytes ? b->options->id_bytes : n <= ID_MAX_NARROW ? 2 : 4;
  pathfan_status status =
      pathfan_stage_begin(&b->stage, b->options->tables ? "tables" : "labels", n);
  if (!status)
    status = pathfan_stage_failed(
        &b->stage, pathfan_tables_build(&b->graph, &b->moves, b->trees, b->options->threads,
                                        b->options->tables, id_bytes, b->rank_of, b->column_of,
                                        &b->tables, pathfan_stage_go_on, &b->stage));
  if (status) return status;
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
}

static pathfan_status run_regions(build *b) {
  const int32_t threads = b->options->threads;
  if (!has_regions(b)) return PATHFAN_OK;
  const int32_t count = pathfan_regions_count(b->graph.vertex_count);
  pathfan_status status = pathfan_stage_begin(&b->stage, "regions", count);
  if (!status)
    status = pathfan_stage_failed(&b->stage, pathfan_regions_make(&b->graph, b->trees, threads,
                                                                  b->rank_of, &b->regions,
                                                                  pathfan_stage_go_on, &b->stage));
  if (status) return status;
  pathfan_stage_end(&b->stage);
  status = pathfan_stage_begin(&b->stage, "via sets", count);
  if (!status)
    status = pathfan_stage_failed(&b->stage, pathfan_via_sets_find(&b->graph, &b->regions, threads,
                                                                   b->rank_of, &b->via_sets,
                                                                   pathfan_stage_go_on, &b->stage));
  if (status) return status;
  pathfan_stage_end(&b->stage);
  status = pathfan_stage_begin(&b->stage, "default vias", count);
  if (!status)
    status = pathfan_stage_failed(
        &b->stage, pathfan_default_vias_find(&b->graph, &b->regions,
                                             pathfan_frame_fraction_bits(&b->ground.frame), threads,
                                             &b->via_sets, pathfan_stage_go_on, &b->stage));
  if (status) return status;
  pathfan_regions_drop_trees(&b->regions); /* the largest thing there is */
  pathfan_stage_end(&b->stage);
  return PATHFAN_OK;
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
  char options[256];
  pathfan_status status = pathfan_stage_begin(&b->stage, "write", 1);
  if (status) return status;
  pathfan_describe_options(b->options, options, sizeof options);
  if (b->ground.is_projected)
    pathfan_describe_centre(options, sizeof options, b->ground.longitude, b->ground.latitude);
  pathfan_provenance provenance = {.source_bytes = b->source_bytes,
                                   .source_name = b->source_name,
                                   .builder = PATHFAN_BUILDER,
                                   .options = options};
  pathfan_digest_of(b->source, b->source_bytes, provenance.source_digest);
  pathfan_sections sections = {.ground = &b->ground,
                               .graph = &b->graph,
                               .cones = &b->cones,
                               .tables = &b->tables,
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
  if (!status) status = run_sight(b);
  if (!status) status = run_order(b);
  if (!status) status = run_trees(b);
  if (!status) status = run_columns(b);
  if (!status) status = run_regions(b);
  if (!status) status = run_tables(b);
  /* Not needed any more, and as large as all sections together. */
  pathfan_moves_free(&b->moves);
  if (!status) status = run_edges(b);
  if (!status) status = run_ways(b);
  if (!status) status = run_write(b);
  return status;
}

pathfan_status pathfan_build_index(const char *map_path, const char *index_path,
                                   const pathfan_build_options *options,
                                   pathfan_build_report *report, pathfan_error *error) {
  pathfan_build_options defaults;
  pathfan_build_report unused;
  pathfan_build_options_init(&defaults);
  build b = {.options = options ? options : &defaults,
             .report = report ? report : &unused,
             .error = error,
             .began = pathfan_seconds()};
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
