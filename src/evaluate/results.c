/* results.c - figures of single maps and of single queries, in more detail than the report. */
#include "evaluate/results.h"

#include <math.h>

#include "base/memory.h"
#include "evaluate/csv.h"

void pf_results_columns(FILE *stream) {
  fputs("suite,map,convex,method,k,queries,mean us,median us,none,1,2,3 or more,measured,BS mean,"
        "BS max,Sim mean,Sim max,LO mean,LO min,length mean\n",
        stream);
}

static void comma_and(FILE *stream, double value, int decimals) {
  putc(',', stream);
  pf_csv_number(stream, value, decimals);
}

static void line(FILE *stream, const pf_map_entry *map, const pf_compared_method *who,
                 const pf_map_result *result, int32_t c, double *times) {
  int64_t asked = 0, found[4] = {0}, timed = 0;
  double sum = 0;
  pf_quality quality;
  pf_quality_clear(&quality);
  for (int32_t q = 0; q < result->query_count; q++) {
    const pf_measurement *at = &result->at[(int64_t)q * result->method_count + c];
    if (result->queries[q].length < 0 || at->paths < 0) continue;
    asked++;
    found[at->paths < 3 ? at->paths : 3]++;
    if (!isnan(at->us)) sum += times[timed++] = at->us;
    if (!isnan(at->stretch)) pf_quality_add(&quality, at);
  }
  if (!asked) return;
  pf_quality_finish(&quality);
  pf_sort_numbers(times, timed);
  pf_csv_text(stream, map->suite);
  putc(',', stream);
  pf_csv_text(stream, map->name);
  comma_and(stream, result->facts.convex, 0);
  fprintf(stream, ",%s,%d,%lld", who->name, who->paths, (long long)asked);
  comma_and(stream, timed ? sum / (double)timed : NAN, 4);
  comma_and(stream, pf_percentile(times, timed, 0.5), 3);
  for (int i = 0; i < 4; i++) fprintf(stream, ",%lld", (long long)found[i]);
  fprintf(stream, ",%lld", (long long)quality.queries);
  comma_and(stream, quality.stretch_mean, 6);
  comma_and(stream, quality.stretch_max, 6);
  comma_and(stream, quality.similarity_mean, 6);
  comma_and(stream, quality.similarity_max, 6);
  comma_and(stream, quality.optimality_mean, 6);
  comma_and(stream, quality.optimality_min, 6);
  comma_and(stream, quality.length_mean, 4);
  putc('\n', stream);
}

pathfan_status pf_results_map(FILE *stream, const pf_map_entry *map,
                              const pf_compared_methods *methods, const pf_map_result *result) {
  double *times = pf_alloc((uint64_t)result->query_count, sizeof *times);
  if (!times) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t c = 0; c < methods->count; c++)
    line(stream, map, &methods->list[c], result, c, times);
  free(times);
  return PATHFAN_OK;
}

void pf_results_query_columns(FILE *stream) {
  fputs("suite,map,line,shortest,method,k,us,paths,BS,Sim,LO,length\n", stream);
}

void pf_results_queries(FILE *stream, const pf_map_entry *map, const pf_compared_methods *methods,
                        const pf_map_result *result) {
  for (int64_t i = 0; i < (int64_t)result->query_count * result->method_count; i++) {
    const pf_query_row *query = &result->queries[i / result->method_count];
    const pf_compared_method *who = &methods->list[i % result->method_count];
    const pf_measurement *at = &result->at[i];
    if (at->paths < 0) continue;
    pf_csv_text(stream, map->suite);
    putc(',', stream);
    pf_csv_text(stream, map->name);
    fprintf(stream, ",%d", query->line);
    comma_and(stream, query->length < 0 ? NAN : query->length, 6);
    fprintf(stream, ",%s,%d", who->name, who->paths);
    comma_and(stream, at->us, 3);
    fprintf(stream, ",%d", at->paths);
    comma_and(stream, at->stretch, 6);
    comma_and(stream, at->similarity, 6);
    comma_and(stream, at->optimality, 6);
    comma_and(stream, at->length, 4);
    putc('\n', stream);
  }
}
