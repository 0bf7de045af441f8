/* pipeline.c - the stages of a build, in order:
 *
 *   wait       until no other builder writes the same index; or fails if one does
 *   map        text -> mesh, convex vertices, components, location (any_map.c)
 *   sight      visibility graph and cones
 *   order      a numbering that keeps neighbours together
 *   trees      of some vertices -> ranks that need few labels; with tables, a canonical tree per
 *              vertex -> first moves
 *   columns    with tables, the order of columns with the fewest runs
 *   cone lists cones as the file holds them: a third of the bytes, so before the stages that need
 *              the most memory
 *   edges      the visibility graph's, by columns, for searches; they briefly need much memory, so
 *              they also come before these stages
 *   regions    the map cut into regions, trees of vertices that stand for them
 *   via sets   paths that differ, between any two regions
 *   default vias  which of their via nodes are tried by default; then these trees are dropped,
 *              before labels begin, since on large maps both need the most memory
 *   tables     if wanted, a whole tree per vertex -> plateaus -> coded rows
 *   labels     a tree per vertex, as far as no higher ranked vertex is on the way, batch by batch
 *              (results.h)
 *   by vertex  labels grouped by vertex; the graph's edges are freed before
 *   ways       for a terrain, instead of regions, edges and cone lists: straight ways, and labels
 *              with costs
 *   write      sections -> sealed file, verified and published
 *
 * Before each stage, and about ten times a second within the long ones, the caller is asked whether
 * the index is still wanted. Once `write` has sealed the file the caller isn't asked any more: the
 * index exists then.
 *
 * Of several radii, each goes through all stages from `map` to `write` before the next one begins;
 * the file is published with the last.
 *
 * Every stage writes each result to a place that depends on the item, not on the thread, so the
 * file is the same for any number of threads.
 *
 * A map in memory goes through the same stages, but reads and writes no file (job.h).
 *
 * The order of hubs and the batches of labels are kept in a work file if the build is to be
 * resumable or may not hold all of them in memory. All members of a process group (group of
 * processes.h) go through the stages up to labels (skeleton.c); the first alone goes on. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/status.h"
#include "base/system.h"
#include "build-index/run/build_options.h"
#include "build_state.h"
#include "build-index/run/describe.h"
#include "estimate.h"
#include "job.h"
#include "format/digest.h"
#include "map/profile_file.h"
#include "map/read.h"
#include "build-index/sight/order.h"
#include "pathfan/format.h"
#include "sections.h"
#include "skeleton.h"
#include "terrain/terrain_data.h"
#include "build-index/terrain/terrain_sections.h"

#define MEGABYTE ((uint64_t)1 << 20)

/* Returns the name to which the work file of a radius belongs; the caller frees it. */
static char *work_name(const char *index_path, int32_t radius) {
  const size_t size = strlen(index_path) + sizeof ".r0";
  char *name = malloc(size);
  if (name) snprintf(name, size, radius ? "%s.r%d" : "%s", index_path, (int)radius);
  return name;
}

/* Removes work files that earlier builds, or the radii of this one, have left. */
static void remove_work(const char *index_path) {
  for (int32_t radius = 0; radius < PF_LAYOUT_RADII_MAX; radius++) {
    char *name = work_name(index_path, radius);
    if (name) pf_results_remove_left(name);
    free(name);
  }
}

/* Makes the index's temporary file, which only one builder of an index can hold. */
static pathfan_status run_wait(pf_build_state *b, const char *index_path) {
  const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
  const pathfan_provenance unknown = {.source_name = "", .builder = "", .options = ""};
  pathfan_status status = pf_stage_begin(&b->stage, "wait", 1);
  if (!pf_build_is_writer(b)) return status;
  if (!status && pf_build_is_in_memory(b))
    return pf_writer_open_memory(index_path, &unknown, &b->writer, b->error);
  while (!status) {
    status = pf_writer_open(index_path, &unknown, &b->writer, b->error);
    if (status != PATHFAN_ERR_BUSY || !b->options->wait) break;
    nanosleep(&pause, NULL);
    status = pf_limits_go_on(&b->limits);
  }
  if (!status && !b->options->resume) remove_work(index_path);
  return status;
}

/* Takes over the radii of the index inside which the map is, unless the caller sets others. */
static void take_radii_inside(pf_build_state *b) {
  pathfan_build_options *options = &b->inside_options;
  if (options->radius_count || b->options->map.agent_radius > 0 || b->inside.radii.count < 2)
    return;
  options->radii = b->inside.radii.list;
  options->radius_count = b->inside.radii.count;
}

/* Reads the map's text. If the file is an index, reads the map inside it, and builds with that
 * index's options where the caller sets no others. */
static pathfan_status read_map_text(pf_build_state *b, const char *path, uint64_t max_memory) {
  bool is_index = false;
  const size_t most = pf_map_bytes_most(max_memory);
  b->source_name = pf_path_name(path);
  if (pf_build_is_in_memory(b))
    return pf_map_copy(b->job->map, b->job->map_bytes, path, most, &b->source, &b->source_bytes,
                       b->error);
  pathfan_status status = pf_index_source_read(path, most, &is_index, &b->inside, b->error);
  if (status) return status;
  if (!is_index) return pf_map_read(path, most, &b->source, &b->source_bytes, b->error);
  b->source = b->inside.text;
  b->source_bytes = b->inside.bytes;
  b->source_name = b->inside.name;
  b->inside_options = *b->options;
  b->inside_options.map = pf_index_source_options(&b->inside, &b->options->map);
  take_radii_inside(b);
  b->options = &b->inside_options;
  return PATHFAN_OK;
}

/* The same, with the profile that the caller wishes behind the text if it is a file. */
static pathfan_status read_source(pf_build_state *b, const char *path, uint64_t max_memory) {
  const char *profile = b->options->map.profile;
  const pathfan_status status = read_map_text(b, path, max_memory);
  if (status || !profile || !pf_profile_is_file(profile)) return status;
  return pf_profile_join(profile, pf_map_bytes_most(max_memory), &b->source, &b->source_bytes,
                         b->error);
}

/* Says for which radii the index is built, now that the options are known. */
static void list_radii(pf_build_state *b) {
  const pathfan_build_options *o = b->options;
  b->radii.count = o->radius_count;
  for (int32_t i = 0; i < o->radius_count; i++) b->radii.list[i] = o->radii[i];
}

static pathfan_status run_map(pf_build_state *b, const char *map_path) {
  assert(!b->source == !b->radius);
  pathfan_status status = pf_stage_begin(&b->stage, "map", 1);
  /* Memory that reading takes besides the map is freed before the rest begins. */
  pf_memory_limit reading = {.most = b->options->map.max_memory};
  if (!reading.most) reading.most = b->options->max_memory;
  if (!status && !b->source) {
    status = read_source(b, map_path, reading.most);
    list_radii(b);
  }
  const pf_limits limits = {pf_stage_go_on, &b->stage, &reading};
  b->map = b->options->map;
  if (b->radii.count) b->map.agent_radius = b->radii.list[b->radius];
  if (!status)
    status = pf_ground_read(b->source, b->source_bytes, map_path, &b->map, NULL, &limits,
                            &b->ground, b->error);
  if (status) return status;
  if (pf_build_is_terrain(b) && b->options->tables)
    return pf_fail(b->error, PATHFAN_ERR_ARGUMENT,
                   "%s: has roads, rivers or rates; tables are of maps without", map_path);
  /* A terrain's paths turn at nodes of its own: finding which obstacle corners see each other over
     open ground would be most of the work, and no query would use it. */
  if (b->ground.terrain) b->ground.mesh.view.convex_count = 0;
  b->report->vertex_count = b->ground.mesh.view.convex_count;
  b->report->polygon_count = b->ground.mesh.view.polygon_count;
  b->report->skipped = b->ground.skipped;
  b->report->vanished = b->ground.vanished;
  b->report->component_count = b->ground.mesh.component_count;
  pf_stage_end(&b->stage);
  return PATHFAN_OK;
}

static pathfan_status beyond_limit(const pf_build_state *b) {
  char limit[32];
  pf_memory_limit_text(&b->memory_limit, limit);
  if (pf_build_is_terrain(b))
    return pf_fail(b->error, PATHFAN_ERR_LIMIT,
                   "a terrain's ways would need more memory than the limit, %s", limit);
  return pf_fail(
      b->error, PATHFAN_ERR_LIMIT, "about %llu MB of memory would be needed, the limit is %s",
      (unsigned long long)((b->report->memory_estimate + MEGABYTE - 1) / MEGABYTE), limit);
}

/* Takes what the map holds from the memory limit while vertices see each other: cells, mesh,
 * locator and text. Afterwards the estimate covers it. */
static pathfan_status take_map(pf_build_state *b) {
  const pf_mesh_data *mesh = &b->ground.mesh;
  const uint64_t n = (uint64_t)mesh->view.convex_count;
  const uint64_t corners = mesh->first_corner[mesh->view.polygon_count];
  return pf_limits_take(
      &b->limits, (uint64_t)b->ground.grid.width * (uint64_t)b->ground.grid.height + corners * 20 +
                      b->ground.locator_size + b->source_bytes + n * PF_SIGHT_VERTEX_BYTES);
}

static pathfan_status sight_beyond_limit(const pf_build_state *b) {
  char limit[32];
  return pf_fail(b->error, PATHFAN_ERR_LIMIT,
                 "what the map's %d convex vertices see needs more memory than the limit, %s",
                 b->graph.vertex_count, pf_memory_limit_text(&b->memory_limit, limit));
}

static pathfan_status run_sight(pf_build_state *b, const char *index_path) {
  assert(b->source);
  assert(!b->graph.group);
  pathfan_status status = pf_stage_begin(&b->stage, "sight", b->ground.mesh.view.convex_count);
  if (status) return status;
  /* A cone takes an id of at least 2 bytes, so more cones than this can't stay below the cap. */
  const uint64_t n = (uint64_t)b->ground.mesh.view.convex_count;
  b->graph.vertex_count = (int32_t)n;
  const uint64_t cap = pf_build_cone_cap(b) / 2;
  const int64_t most = cap > (uint64_t)INT64_MAX / 64 ? INT64_MAX / 64 : (int64_t)cap;
  status = take_map(b);
  if (!status)
    status = pf_graph_build(pf_graph_mesh_of(&b->ground.mesh), b->options->threads, most, &b->graph,
                            &b->cones, &b->limits);
  if (status == PATHFAN_ERR_LIMIT && b->memory_limit.is_spent) {
    b->graph.vertex_count = (int32_t)n;
    return sight_beyond_limit(b);
  }
  if (status) return pf_stage_failed(&b->stage, status);
  pf_limits_return(&b->limits, 0);
  b->report->edge_count = b->graph.edge_count / 2;
  b->report->taut_edge_count = b->graph.taut_edge_count / 2;
  pf_stage_end(&b->stage);
  if (b->options->id_bytes == 2 && b->graph.vertex_count > PF_ID_MAX_NARROW)
    return pf_fail(b->error, PATHFAN_ERR_LIMIT, "%d vertices need ids of 4 bytes",
                   b->graph.vertex_count);

  const uint64_t limit = b->options->max_memory;
  b->report->memory_estimate = pf_estimate_memory(b, false);
  /* The number of a terrain's ways is known only once they are found. */
  if (pf_build_is_terrain(b))
    return !limit || b->report->memory_estimate <= limit ? PATHFAN_OK : beyond_limit(b);
  const bool may_spill = PATHFAN_WITH_POSIX && !pf_build_is_in_memory(b);
  uint64_t least = limit ? pf_estimate_memory(b, may_spill) : 0;
  if (least > limit && pf_build_has_listed(b)) { /* a map gets an index before it gets lists */
    b->spares_listed = true;
    b->report->memory_estimate = pf_estimate_memory(b, false);
    least = pf_estimate_memory(b, may_spill);
  }
  if (limit && b->report->memory_estimate > limit) b->report->memory_estimate = least;
  if (b->options->estimate)
    b->options->estimate(b->options->progress_context, b->report->memory_estimate);
  if (b->report->memory_estimate > limit && limit) return beyond_limit(b);
  /* What may be spilled takes of the rest as it is made: its size is a guess until then. */
  if (limit && may_spill)
    b->spill = (pf_spill){.index_path = index_path, .memory_limit = &b->memory_limit};
  return pf_limits_take(&b->limits, least);
}

/* Numbers vertices along the spanning tree and fixes the unit of lengths. */
static pathfan_status run_order(pf_build_state *b) {
  const uint64_t n = (uint64_t)b->graph.vertex_count;
  int32_t bits = 0;
  assert(b->graph.group);
  assert(!b->build_of);
  pathfan_status status = pf_stage_begin(&b->stage, "order", 1);
  if (status) return status;
  b->build_of = pf_alloc(n, sizeof *b->build_of);
  b->at = pf_alloc(n, sizeof *b->at);
  b->wedge = pf_alloc(n, sizeof *b->wedge);
  b->rank_of = pf_alloc(n, sizeof *b->rank_of);
  b->column_of = pf_alloc(n, sizeof *b->column_of);
  if (!b->build_of || !b->at || !b->wedge || !b->rank_of || !b->column_of)
    return pf_stage_failed(&b->stage, PATHFAN_ERR_NO_MEMORY);
  const int most = pf_length_bits_most(b->ground.frame.width, b->ground.frame.height);
  const int wanted = most < PF_LENGTH_BITS_WANTED ? most : PF_LENGTH_BITS_WANTED;
  status = pf_trees_length_bits(&b->graph, wanted, &bits);
  if (!status) status = pf_limits_go_on(&b->limits);
  if (!status) {
    pf_graph_weigh(&b->graph, bits);
    status = pf_order_spanning_tree(&b->graph, b->build_of);
  }
  if (!status) status = pf_limits_go_on(&b->limits);
  if (!status) {
    for (uint64_t v = 0; v < n; v++) {
      assert(b->build_of[v] >= 0 && (uint64_t)b->build_of[v] < n);
      b->at[b->build_of[v]] = b->graph.at[v];
      b->wedge[b->build_of[v]] = b->graph.wedge[v];
    }
    status = pf_graph_renumber(&b->graph, b->build_of, b->at, b->wedge);
  }
  if (status) return pf_stage_failed(&b->stage, status);
  pf_graph_weigh(&b->graph, bits);
  pf_stage_end(&b->stage);
  return PATHFAN_OK;
}

/* Returns what the index is made from, and how; `described` holds the options. */
static pathfan_provenance provenance_of(pf_build_state *b) {
  pathfan_provenance p = {.source_bytes = b->source_bytes,
                          .source_name = b->source_name,
                          .builder = PF_BUILDER,
                          .options = b->described};
  pf_describe_options(b->options, b->described, sizeof b->described);
  if (b->ground.is_projected)
    pf_describe_centre(b->described, sizeof b->described, b->ground.longitude, b->ground.latitude);
  pf_digest_of(b->source, b->source_bytes, p.source_digest);
  return p;
}

static pf_results_origin origin_of(const pathfan_provenance *p) {
  return (pf_results_origin){p->builder, p->options, p->source_digest};
}

/* Checks that all members of a process group have the same map and options: otherwise their
 * results would not fit together, and nothing in the index would show it. */
static pathfan_status run_agree(pf_build_state *b, const char *map_path) {
  assert(b->source);
  if (!b->processes) return PATHFAN_OK;
  const pathfan_provenance p = provenance_of(b);
  const pf_results_origin origin = origin_of(&p);
  uint8_t own[PF_DIGEST_BYTES], first[PF_DIGEST_BYTES];
  pf_results_origin_digest(&origin, own);
  memcpy(first, own, sizeof first);
  const pathfan_status status = b->processes->tell(b->processes->context, first, sizeof first);
  if (status || pf_digest_equal(first, own)) return status;
  return pf_fail(
      b->error, PATHFAN_ERR_ARGUMENT,
      "%s: isn't the map that member 0 of the process group has read, or has other options",
      map_path);
}

/* Opens the work file, if the build may be resumed. */
static pathfan_status run_results(pf_build_state *b, const char *index_path) {
  if (!pf_build_is_writer(b) || pf_build_is_terrain(b) || !b->options->resume) return PATHFAN_OK;
  const pathfan_provenance p = provenance_of(b);
  const pf_results_origin origin = origin_of(&p);
  char *name = work_name(index_path, b->radius);
  pathfan_status status = pf_stage_begin(&b->stage, "resume", 1);
  if (!status && !name) status = pf_stage_failed(&b->stage, PATHFAN_ERR_NO_MEMORY);
  if (!status) status = pf_results_open(&b->results, name, &origin, &b->limits, b->error);
  free(name);
  b->report->resumed = b->results.left;
  if (!status) pf_stage_end(&b->stage);
  return status;
}

/* A pf_add_section that only adds up bytes. */
static pathfan_status add_bytes(void *context, pf_section_id id, const void *data, uint64_t count) {
  (void)data;
  *(uint64_t *)context += count * pf_section_rules[id].element_size;
  return PATHFAN_OK;
}

static pathfan_status run_ways(pf_build_state *b) {
  if (!pf_build_is_terrain(b)) return PATHFAN_OK;
  assert(!b->ways.legs);
  const pf_terrain *terrain = &b->ground.terrain->view;
  uint64_t file_bytes = 0;
  pathfan_status status = pf_stage_begin(&b->stage, "ways", 2 * (int64_t)terrain->node_count);
  if (!status) status = pf_memory_limit_take(&b->memory_limit, b->report->memory_estimate);
  /* Over areas ways touch no vertex: the index holds the ground, and they are searched. */
  if (!status && !terrain->area)
    status = pf_ways_find(terrain, pf_frame_fraction_bits(&b->ground.frame), b->options->threads,
                          &b->limits, &b->ways);
  /* The file's pages stay in memory until all of them are written. */
  if (!status) status = pf_terrain_sections_add(&b->ground, &b->ways.view, add_bytes, &file_bytes);
  if (!status) status = pf_memory_limit_take(&b->memory_limit, file_bytes);
  b->report->memory_peak = b->memory_limit.peak;
  if (b->memory_limit.is_spent) return beyond_limit(b);
  return pf_stage_done(&b->stage, status);
}

static pathfan_status run_write(pf_build_state *b) {
  assert(b->writer);
  assert(b->build_of && b->rank_of && b->column_of);
  assert(b->lists.spans);
  pathfan_status status = pf_stage_begin(&b->stage, "write", 1);
  if (status) return status;
  const pathfan_provenance provenance = provenance_of(b);
  pf_writer_set_provenance(b->writer, &provenance);
  status = pf_sections_write(b);
  if (!status && !pf_stage_is_wanted(&b->stage)) status = PATHFAN_ERR_CANCELLED;
  if (status || !pf_build_is_last(b)) return pf_stage_done(&b->stage, status);
  pf_build_drop_content(b);
  if (pf_build_is_in_memory(b))
    status = pf_writer_commit_memory(b->writer, b->job->index, b->job->index_bytes, b->error);
  else
    status = pf_writer_commit(b->writer, b->error);
  b->writer = NULL; /* freed either way */
  if (!status) pf_stage_end(&b->stage);
  return status;
}

/* Runs the stages for one radius. */
static pathfan_status run_radius(pf_build_state *b, const char *map_path, const char *index_path) {
  pathfan_status status = run_map(b, map_path);
  if (!status) status = run_agree(b, map_path);
  if (!status) status = run_sight(b, index_path);
  if (!status) status = run_results(b, index_path);
  if (!status) status = run_order(b);
  if (!status) status = pf_skeleton_make(b);
  if (status || !pf_build_is_writer(b)) return status;
  status = run_ways(b);
  if (!status) status = run_write(b);
  return status;
}

/* Adds what the report of another radius says that isn't of the least alone. */
static void add_report(pathfan_build_report *report, const pathfan_build_report *other) {
  if (other->memory_estimate > report->memory_estimate)
    report->memory_estimate = other->memory_estimate;
  if (other->memory_peak > report->memory_peak) report->memory_peak = other->memory_peak;
  report->resumed += other->resumed;
  for (int32_t i = 0; i < other->stage_count; i++)
    for (int32_t k = 0; k < report->stage_count; k++)
      if (report->stages[k].name == other->stages[i].name)
        report->stages[k].wall_seconds += other->stages[i].wall_seconds;
}

static pathfan_status run(pf_build_state *b, const char *map_path, const char *index_path) {
  pathfan_status status = pf_build_options_check(b->options, b->error);
  if (!status && !pf_build_is_in_memory(b))
    status = pf_output_check(index_path, map_path, b->error);
  if (!status) status = run_wait(b, index_path);
  if (!status) status = run_radius(b, map_path, index_path);
  while (!status && !pf_build_is_last(b)) {
    pathfan_build_report all = *b->report;
    memset(b->report, 0, sizeof *b->report);
    pf_build_begin_radius(b, b->radius + 1);
    status = run_radius(b, map_path, index_path);
    add_report(&all, b->report);
    *b->report = all;
  }
  return status;
}

static uint64_t size_of_file(const char *path) {
#if PATHFAN_WITH_MAPPINGS
  pf_file_facts facts;
  return pf_path_look(path, &facts) ? facts.bytes : 0;
#else
  (void)path;
  return 0;
#endif
}

pathfan_status pf_build(const pf_build_job *job, const pathfan_build_options *options,
                        const pf_processes *processes, pathfan_build_report *report,
                        pathfan_error *error) {
  const char *map_path = job->map_path, *index_path = job->index_path;
  pathfan_build_options defaults;
  pathfan_build_report unused;
  pathfan_build_options_init(&defaults);
  assert(!processes || (processes->member >= 0 && processes->member < processes->count));
  pf_build_state b = {.job = job,
                      .options = options ? options : &defaults,
                      .report = report ? report : &unused,
                      .error = error,
                      .processes = processes,
                      .began = pf_seconds()};
  pf_results_init(&b.results, &b.spill);
  b.memory_limit.most = b.options->max_memory;
  b.limits = (pf_limits){pf_stage_go_on, &b.stage, &b.memory_limit};
  b.stage = (pf_stage){.options = b.options, .report = b.report, .error = error};
  if (error) error->text[0] = 0;
  memset(b.report, 0, sizeof *b.report);
  if (!map_path || !index_path) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no path was given");
  const pathfan_status status = run(&b, map_path, index_path);
  if (status == PATHFAN_ERR_CANCELLED)
    pf_fail(error, status, "%s: the build was cancelled, at stage %s", index_path, b.stage.name);
  b.report->wall_seconds = pf_seconds() - b.began;
  if (!status) b.report->file_bytes = job->map ? *job->index_bytes : size_of_file(index_path);
  pf_build_end(&b, !status);
  if (!status && b.radii.count > 1 && !job->map) remove_work(index_path);
  return status;
}

pathfan_status pf_build_index_by_processes(const char *map_path, const char *index_path,
                                           const pathfan_build_options *options,
                                           const pf_processes *processes,
                                           pathfan_build_report *report, pathfan_error *error) {
  const pf_build_job job = {.map_path = map_path, .index_path = index_path};
  return pf_build(&job, options, processes, report, error);
}

pathfan_status pathfan_build_index(const char *map_path, const char *index_path,
                                   const pathfan_build_options *options,
                                   pathfan_build_report *report, pathfan_error *error) {
  return pf_build_index_by_processes(map_path, index_path, options, NULL, report, error);
}
