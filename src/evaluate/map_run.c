/* map_run.c - how a map is measured.
 *
 * In a pass, a method runs all its queries once, in the scenario's order, so that no query finds
 * the caches as its own last run left them. A method's passes follow each other, so that the caches
 * are warm from its own work and not from another method's; the best time of each query counts.
 * Before a pass the first query runs once more, untimed: preparations for a map at the first
 * request don't count as that request's time. Paths are copied outside the timed call and measured
 * after all passes.
 *
 * The comparison of separations.h follows, which keeps sums instead of rows.
 *
 * A method that the library refuses (ARGUMENT, or an invalid request) has no figures on this map;
 * the others go on. */
#include "evaluate/map_run.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/status.h"
#include "evaluate/baselines.h"
#include "pathfan/inspect.h"
#include "pathfan/map.h"
#include "pathfan/terrain.h"

/* Sets of k paths, for the queries that got exactly k. */
typedef struct kept {
  int32_t k;
  int64_t *place;      /* [Size: queries] first path of a query; -1: none */
  pathfan_path *paths; /* points: NULL until all are kept */
  int64_t *first;      /* of a path: its first point */
  int64_t count, room; /* paths */
  pathfan_point *points;
  int64_t point_count, point_room;
} kept;

typedef struct run {
  const pf_map_job *job;
  pathfan_index *index;
  pathfan_map *map;
  pathfan_query *by_index, *by_map;
  pathfan_scenario scenario;
  int32_t query_count; /* lines in the sample */
  pf_map_result *result;
  kept kept;
  pathfan_error *error;
  int32_t steps, step; /* passes of methods, and separations: all, and done */
} run;

static pathfan_status out_of_memory(const run *r) {
  return pf_fail(r->error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", r->job->map->map_path);
}

/* ---- Keeping paths until they are measured ---- */

static pathfan_status kept_begin(run *r, int32_t k) {
  if (!r->kept.place) r->kept.place = pf_alloc((uint64_t)r->query_count, sizeof *r->kept.place);
  if (!r->kept.place) return out_of_memory(r);
  for (int32_t q = 0; q < r->query_count; q++) r->kept.place[q] = -1;
  r->kept.k = k;
  r->kept.count = r->kept.point_count = 0;
  return PATHFAN_OK;
}

static void kept_free(kept *all) {
  free(all->place);
  free(all->paths);
  free(all->first);
  free(all->points);
}

static bool make_room(kept *all, int64_t paths) {
  int64_t same = all->room;
  return !pf_grow(&all->paths, &same, all->count + paths) &&
         !pf_grow(&all->first, &all->room, all->count + paths);
}

static pathfan_status keep(run *r, int32_t q, const pathfan_answer *answer) {
  kept *all = &r->kept;
  if (answer->path_count != all->k) return PATHFAN_OK;
  if (!make_room(all, all->k)) return out_of_memory(r);
  all->place[q] = all->count;
  for (int32_t i = 0; i < all->k; i++) {
    const pathfan_path *path = &answer->paths[i];
    if (pf_grow(&all->points, &all->point_room, all->point_count + path->point_count))
      return out_of_memory(r);
    all->first[all->count] = all->point_count;
    all->paths[all->count++] =
        (pathfan_path){.length = path->length, .point_count = path->point_count};
    for (int32_t p = 0; p < path->point_count; p++)
      all->points[all->point_count++] = path->points[p];
  }
  return PATHFAN_OK;
}

/* ---- Asking ---- */

static pf_measurement *cell(const run *r, int32_t q, int32_t c) {
  return &r->result->at[(int64_t)q * r->result->method_count + c];
}

static const pathfan_scenario_line *line_of(const run *r, int32_t q) {
  return &r->scenario.lines[(int64_t)q * r->job->options->sample];
}

/* Runs one query. *absent: the library refuses such requests. */
static pathfan_status ask(run *r, const pf_compared_method *who, int32_t q,
                          const pathfan_answer **answer, double *us, bool *absent) {
  pathfan_query *query = who->on_map ? r->by_map : r->by_index;
  pathfan_request request = pf_compared_method_request(who);
  request.from = (pathfan_point){line_of(r, q)->from_x, line_of(r, q)->from_y};
  request.to = (pathfan_point){line_of(r, q)->to_x, line_of(r, q)->to_y};
  const double start = pf_seconds();
  const pathfan_status status = pathfan_query_paths(query, &request, answer);
  *us = 1e6 * (pf_seconds() - start);
  *absent = status == PATHFAN_ERR_ARGUMENT ||
            (!status && (*answer)->outcome == PATHFAN_OUTCOME_INVALID_REQUEST);
  if (*absent || !status) return PATHFAN_OK;
  return pf_fail(r->error, status, "%s: %s: %s", r->job->map->map_path, who->name,
                 pathfan_query_error(query));
}

/* Takes the facts about the query itself from the methods that know them. */
static void note_query(run *r, int32_t q, const pf_compared_method *who, int32_t via_from,
                       int32_t c, const pathfan_answer *answer) {
  pf_query_row *row = &r->result->queries[q];
  row->line = line_of(r, q)->line;
  if (who->is_default && answer->path_count) row->length = answer->paths[0].length;
  if (who->family == PF_FAMILY_ASTAR) row->expanded = answer->search.expanded;
  if (c == via_from) row->via = answer->candidates.tried;
}

static bool is_measured(const pf_compared_method *who) {
  return who->paths == PF_EVALUATE_PATHS && !who->sampled;
}

/* Makes one pass of a method; the first pass also keeps paths. */
static pathfan_status pass_over(run *r, int32_t c, bool first) {
  const pf_compared_methods *all = r->job->methods;
  const pf_compared_method *who = &all->list[c];
  const int32_t tables = r->job->options->tables;
  const int32_t via_from =
      pf_compared_method_find(all, PF_FAMILY_CVPD_ALL, tables < 3 ? tables : 3, PF_EVALUATE_PATHS);
  const bool measured = first && is_measured(who);
  const pathfan_answer *answer;
  double us;
  bool absent = false;
  pathfan_status status = measured ? kept_begin(r, who->paths) : PATHFAN_OK;
  if (!status && r->query_count) status = ask(r, who, 0, &answer, &us, &absent);
  for (int32_t q = 0; q < r->query_count && !status && !absent; q += who->every) {
    pf_measurement *to = cell(r, q, c);
    status = ask(r, who, q, &answer, &us, &absent);
    if (status || absent) break;
    if (r->job->options->times && (first || us < (double)to->us)) to->us = (float)us;
    if (!first) continue;
    to->paths = answer->path_count;
    note_query(r, q, who, via_from, c, answer);
    if (measured) status = keep(r, q, answer);
  }
  return status;
}

/* Measures the paths that the first pass kept. */
static pathfan_status measure(run *r, int32_t c) {
  kept *all = &r->kept;
  for (int64_t i = 0; i < all->count; i++) all->paths[i].points = all->points + all->first[i];
  for (int32_t q = 0; q < r->query_count; q++) {
    pathfan_measures of_all;
    pf_measurement *to = cell(r, q, c);
    if (all->place[q] < 0) continue;
    const pathfan_path *paths = &all->paths[all->place[q]];
    const pathfan_status status = pathfan_query_measure(r->by_index, paths, all->k, NULL, &of_all);
    if (status)
      return pf_fail(r->error, status, "%s: %s: paths of line %d can't be measured: %s",
                     r->job->map->map_path, r->job->methods->list[c].name, line_of(r, q)->line,
                     pathfan_query_error(r->by_index));
    double length = 0;
    for (int32_t i = 0; i < all->k; i++) length += paths[i].length / all->k;
    to->stretch = (float)of_all.bounded_stretch;
    to->similarity = (float)of_all.similarity;
    to->optimality = (float)of_all.local_optimality;
    to->length = (float)length;
  }
  return PATHFAN_OK;
}

static int32_t passes_of(const run *r, int32_t c) {
  return r->job->options->times ? r->job->methods->list[c].passes : 1;
}

static pathfan_status ask_all(run *r) {
  const pf_compared_methods *all = r->job->methods;
  r->steps = PF_SEPARATIONS;
  for (int32_t c = 0; c < all->count; c++) r->steps += passes_of(r, c);
  for (int32_t c = 0; c < all->count; c++) {
    pathfan_status status = PATHFAN_OK;
    for (int32_t pass = 0; pass < passes_of(r, c) && !status; pass++) {
      status = pass_over(r, c, pass == 0);
      r->job->progress(r->job->context, (double)++r->step / r->steps);
    }
    if (!status && is_measured(&all->list[c])) status = measure(r, c);
    if (status) return status;
  }
  return PATHFAN_OK;
}

static pathfan_status try_separations(run *r) {
  const pf_evaluate_options *options = r->job->options;
  const pf_separation_trial trial = {.query = r->by_index,
                                     .scenario = &r->scenario,
                                     .every = options->sample,
                                     .passes = options->times ? options->passes : 0};
  for (int32_t s = 0; s < PF_SEPARATIONS; s++) {
    const pf_separation *it = &pf_separations[s];
    const pathfan_status status = pf_separation_run(&trial, it, &r->result->facts.separations[s]);
    if (status == PATHFAN_ERR_NO_MEMORY) return out_of_memory(r);
    if (status)
      return pf_fail(r->error, status, "%s: %s, separation %s: %s", r->job->map->map_path,
                     it->method, it->asked, pathfan_query_error(r->by_index));
    r->job->progress(r->job->context, (double)++r->step / r->steps);
  }
  return PATHFAN_OK;
}

/* ---- The map ---- */

static pathfan_status read_scenario(run *r) {
  char *path = NULL;
  pathfan_error wrong = {""};
  if (asprintf(&path, "%s.scen", r->job->map->map_path) < 0) return out_of_memory(r);
  pathfan_status status = pathfan_scenario_read(path, &r->scenario, &wrong);
  free(path);
  if (status && !(status == PATHFAN_ERR_MALFORMED && r->scenario.flaw_count))
    return pf_fail(r->error, status, "%s", wrong.text);
  if (status) r->job->complain(r->job->context, wrong.text);
  const int32_t step = r->job->options->sample;
  r->query_count = (int32_t)(((int64_t)r->scenario.count + step - 1) / step);
  return PATHFAN_OK;
}

static pathfan_status prepare(run *r, pathfan_build_report *report) {
  const pf_map_job *job = r->job;
  const pathfan_open_options open = {.policy = PATHFAN_OPEN_EAGER};
  pathfan_build_options build;
  pathfan_build_options_init(&build);
  build.tables = job->options->tables;
  build.threads = 1; /* the other processors run other maps */
  pathfan_status status = pathfan_map_open(job->map->map_path, NULL, &r->map, r->error);
  if (!status && pathfan_map_is_terrain(r->map))
    return pf_fail(
        r->error, PATHFAN_ERR_ARGUMENT,
        "%s: has roads, rivers or rates, which the methods compared don't support: left out",
        job->map->map_path);
  if (!status)
    status = pathfan_build_index(job->map->map_path, job->index_path, &build, report, r->error);
  if (!status) status = pathfan_index_open(job->index_path, &open, &r->index, r->error);
  if (!status && (pathfan_query_create(r->index, &r->by_index) ||
                  pathfan_query_create_online(r->map, &r->by_map)))
    status = out_of_memory(r);
  return status;
}

static void state_facts(const run *r, const pathfan_build_report *report) {
  pf_map_facts *facts = &r->result->facts;
  pathfan_index_info info;
  pathfan_map_info map;
  pathfan_index_info_get(r->index, &info);
  pathfan_map_info_get(r->map, &map);
  facts->queries = r->query_count;
  facts->flaws = r->scenario.flaw_count;
  facts->vertices = map.vertex_count;
  facts->convex = info.vertex_count;
  if (r->job->options->times) facts->build_seconds = report->wall_seconds;
  for (int32_t i = 0; i < info.table_count; i++) {
    facts->table_runs[i] = (double)info.tables[i].runs;
    facts->table_bytes[i] = (double)info.tables[i].bytes;
  }
  facts->region_bytes = (double)info.region_bytes;
  facts->labels = (double)info.label_count;
  facts->label_bytes = (double)info.label_bytes;
  facts->cone_bytes = (double)info.cone_bytes;
  facts->mesh_bytes = (double)info.mesh_bytes;
  facts->file_bytes = (double)info.file_bytes;
}

pathfan_status pf_map_run(const pf_map_job *job, pf_map_result *result, pathfan_error *error) {
  run r = {.job = job, .result = result, .error = error};
  pathfan_build_report report;
  *result = (pf_map_result){0};
  pathfan_status status = read_scenario(&r);
  if (!status) status = prepare(&r, &report);
  if (!status && pf_map_result_init(result, r.query_count, job->methods->count))
    status = out_of_memory(&r);
  if (!status) {
    state_facts(&r, &report);
    status = ask_all(&r);
  }
  if (!status) status = try_separations(&r);
  if (!status) {
    status = pf_baselines_run(r.index, r.map, job->options->times, &result->facts);
    if (status)
      pf_fail(error, status, "%s: baselines: %s", job->map->map_path, pathfan_status_text(status));
  }
  kept_free(&r.kept);
  pathfan_query_free(r.by_index);
  pathfan_query_free(r.by_map);
  pathfan_map_free(r.map);
  pathfan_index_close(r.index);
  pathfan_scenario_free(&r.scenario);
  return status;
}
