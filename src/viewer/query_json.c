/* query_json.c - runs a request, and writes its answer as JSON.
 *
 * Measures ask the library about the paths that the query object holds; plateaus ask it for
 * distances, which overwrite those paths. So measures come first, then the paths are copied, then
 * come plateaus. */
#include "viewer/query_json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

void pf_reply_free(pf_reply *r) {
  if (r->paths && r->answer.path_count) free((pathfan_point *)r->paths[0].points);
  free(r->paths);
  free(r->apart);
  free(r->filled);
  free(r->each);
  free(r->plateaus);
  pf_trace_log_free(&r->log);
}

/* Copies the paths of an answer, so that r->answer owns them. */
static pathfan_status copy_paths(pf_reply *r) {
  const int32_t count = r->answer.path_count;
  size_t all = 0, at = 0;
  for (int32_t i = 0; i < count; i++) all += (size_t)r->answer.paths[i].point_count;
  pathfan_point *points = malloc((all + 1) * sizeof *points);
  r->paths = malloc(((size_t)count + 1) * sizeof *r->paths);
  if (!points || !r->paths) {
    free(points);
    free(r->paths);
    r->paths = NULL;
    return PATHFAN_ERR_NO_MEMORY;
  }
  if (!count) free(points);
  for (int32_t i = 0; i < count; i++) {
    r->paths[i] = r->answer.paths[i];
    r->paths[i].points = points + at;
    for (int32_t k = 0; k < r->paths[i].point_count; k++)
      points[at++] = r->answer.paths[i].points[k];
  }
  r->answer.paths = r->paths;
  return PATHFAN_OK;
}

/* Copies the values that an answer with a separation has for each path. */
static pathfan_status copy_spread(pf_reply *r) {
  const size_t count = (size_t)r->answer.path_count;
  if (!count || !r->answer.filled) return PATHFAN_OK;
  assert(r->answer.apart);
  r->apart = malloc(count * sizeof *r->apart);
  r->filled = malloc(count * sizeof *r->filled);
  if (!r->apart || !r->filled) return PATHFAN_ERR_NO_MEMORY;
  memcpy(r->apart, r->answer.apart, count * sizeof *r->apart);
  memcpy(r->filled, r->answer.filled, count * sizeof *r->filled);
  r->answer.apart = r->apart;
  r->answer.filled = r->filled;
  return PATHFAN_OK;
}

/* Measures the paths of the query object's last answer. Paths without measures are still an
 * answer. */
static pathfan_status measure(pathfan_query *query, pf_reply *r) {
  const int32_t count = r->answer.path_count;
  r->each = malloc((size_t)count * sizeof *r->each);
  if (!r->each) return PATHFAN_ERR_NO_MEMORY;
  pathfan_query *of;
  pathfan_status status = pathfan_query_at_radius(query, r->answer.radius, &of);
  if (!status)
    status = pathfan_query_measure_at(of, r->answer.paths, count, r->answer.separation, r->each,
                                      &r->all);
  if (!status) return PATHFAN_OK;
  free(r->each);
  r->each = NULL;
  return status == PATHFAN_ERR_ARGUMENT ? PATHFAN_OK : status;
}

static pathfan_status find_plateaus(pathfan_query *query, const pathfan_index *index, pf_reply *r) {
  pathfan_index_info info;
  r->plateaus = malloc((size_t)r->answer.path_count * sizeof *r->plateaus);
  if (!r->plateaus) return PATHFAN_ERR_NO_MEMORY;
  const pathfan_status status =
      pf_find_plateaus(query, index, r->paths, r->answer.path_count, r->plateaus);
  pathfan_index_info_get(index, &info);
  if (info.generation == r->answer.generation) return status;
  free(r->plateaus); /* of another generation */
  r->plateaus = NULL;
  return status;
}

pathfan_status pf_reply_ask(pathfan_query *query, const pf_source *source, uint32_t generation,
                            const pathfan_request *request, unsigned wants, pf_reply *r) {
  const bool measures = (wants & PF_WANTS_MEASURES) != 0;
  const pathfan_answer *answer;
  pathfan_request asked = *request;
  asked.apart = true; /* the page shows it */
  *r = (pf_reply){.is_terrain = pf_source_is_terrain(source)};
  if (wants & PF_WANTS_TRACE) {
    pf_trace_log_begin(&r->log);
    asked.trace = &r->log.trace;
  }
  const double began = pf_seconds();
  pathfan_status status = pathfan_query_paths(query, &asked, &answer);
  r->spent = 1e6 * (pf_seconds() - began);
  if (!status) status = r->log.status;
  if (status) return status;
  r->answer = *answer;
  if (source->map) r->answer.generation = generation;
  if (measures && answer->path_count && !r->is_terrain) status = measure(query, r);
  if (!status) status = copy_paths(r);
  if (!status) status = copy_spread(r);
  /* Plateaus are looked up in the index as it was opened. */
  if (!status && measures && source->index && r->answer.path_count && !r->is_terrain &&
      !r->answer.paths[0].leg_count && r->answer.radius == 0)
    status = find_plateaus(query, source->index, r);
  return status;
}

/* Writes a path's via node and plateau; p: NULL if unknown. */
static void write_plateau(pf_json_writer *w, const pf_path_plateau *p) {
  if (p && p->vertex >= 0) {
    pf_write_begin(w, "via", '{');
    pf_write_integer(w, "vertex", p->vertex);
    pf_write_point(w, "at", p->info.at);
    pf_write_integer(w, "rank", p->info.rank);
    pf_write_end(w, '}');
  } else {
    pf_write_null(w, "via");
  }
  if (p && p->first >= 0) {
    pf_write_begin(w, "plateau", '[');
    pf_write_integer(w, NULL, p->first);
    pf_write_integer(w, NULL, p->last);
    pf_write_end(w, ']');
  } else {
    pf_write_null(w, "plateau");
  }
}

/* Writes measures; NULL: there are none. */
static void write_measures(pf_json_writer *w, const pathfan_answer *answer,
                           const pathfan_measures *measures) {
  if (measures)
    pf_write_measures(w, "measures", answer, measures);
  else
    pf_write_null(w, "measures");
}

void pf_reply_write(pf_json_writer *w, const pf_reply *r, bool hide) {
  const pathfan_answer *answer = &r->answer;
  pf_write_begin(w, NULL, '{');
  pf_write_answer(w, answer,
                  "status blocked_by reason from to from_snapped to_snapped nearest partial radius "
                  "generation");
  pf_write_begin(w, "paths", '[');
  for (int32_t i = 0; i < answer->path_count; i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_path(w, answer, i);
    pf_write_costs(w, &answer->paths[i], r->is_terrain);
    write_plateau(w, r->plateaus ? &r->plateaus[i] : NULL);
    write_measures(w, answer, r->each ? &r->each[i] : NULL);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  write_measures(w, answer, r->each ? &r->all : NULL);
  if (!hide) {
    pf_write_answer(w, answer, "proof");
    pf_write_number(w, "time_us", r->spent);
    pf_write_answer(w, answer, "work candidates bounds backup gap_reached");
    if (r->log.trace.context) pf_trace_log_write(w, "trace", &r->log);
  }
  pf_write_end(w, '}');
}
