/* suite.c - statistics of a suite, from the rows of its maps.
 *
 * Only queries with a path count: a request between unconnected parts is answered before any method
 * begins. Percentiles are by rank (Figure 5): queries in order of A*'s expansions, ties in the
 * order of maps and lines, cut into equal parts. */
#include "evaluate/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ---- Numbers ---- */

static int ascending(const void *a, const void *b) {
  const double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

void pf_sort_numbers(double *numbers, int64_t count) {
  if (count) qsort(numbers, (size_t)count, sizeof *numbers, ascending);
}

double pf_percentile(const double *sorted, int64_t count, double share) {
  const int64_t rank = (int64_t)ceil(share * (double)count);
  return count ? sorted[rank > 0 ? rank - 1 : 0] : NAN;
}

/* A mean being computed. */
typedef struct mean {
  double sum;
  int64_t count;
} mean;

static void mean_add(mean *m, double value) {
  if (isnan(value)) return;
  m->sum += value;
  m->count++;
}

static double mean_of(const mean *m) {
  return m->count ? m->sum / (double)m->count : NAN;
}

/* ---- Measures ---- */

void pf_quality_clear(pf_quality *quality) {
  *quality = (pf_quality){
      .stretch_max = -INFINITY, .similarity_max = -INFINITY, .optimality_min = INFINITY};
}

void pf_quality_add(pf_quality *quality, const pf_measurement *at) {
  quality->queries++;
  quality->stretch_mean += at->stretch;
  quality->similarity_mean += at->similarity;
  quality->optimality_mean += at->optimality;
  quality->length_mean += at->length;
  if (at->stretch > quality->stretch_max) quality->stretch_max = at->stretch;
  if (at->similarity > quality->similarity_max) quality->similarity_max = at->similarity;
  if (at->optimality < quality->optimality_min) quality->optimality_min = at->optimality;
}

void pf_quality_finish(pf_quality *quality) {
  const double count = (double)quality->queries;
  if (!quality->queries) {
    *quality = (pf_quality){0, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    return;
  }
  quality->stretch_mean /= count;
  quality->similarity_mean /= count;
  quality->optimality_mean /= count;
  quality->length_mean /= count;
}

bool pf_compared(pf_comparison comparison, const pf_compared_method *it) {
  if (it->paths != PF_EVALUATE_PATHS || it->sampled) return false;
  if (it->family >= PF_FAMILY_PLA && it->family <= PF_FAMILY_PEN) return true;
  if (comparison == PF_COMPARE_OWN)
    return it->family == PF_FAMILY_FAST || it->family == PF_FAMILY_THOROUGH;
  return it->family <= PF_FAMILY_CVPD_ALL && it->tables <= 3;
}

/* ---- Rows ---- */

/* One query of any map. */
typedef struct row {
  const pf_query_row *query;
  const pf_measurement *at; /* [Size: methods] */
  int64_t number;           /* of all rows, in order */
  int32_t in_map;           /* its place among its map's queries */
} row;

static int by_expansions(const void *a, const void *b) {
  const row *p = a, *q = b;
  if (p->query->expanded != q->query->expanded)
    return p->query->expanded < q->query->expanded ? -1 : 1;
  return (p->number > q->number) - (p->number < q->number);
}

static int by_length(const void *a, const void *b) {
  const row *p = a, *q = b;
  if (p->query->length != q->query->length) return p->query->length < q->query->length ? -1 : 1;
  return (p->number > q->number) - (p->number < q->number);
}

/* Collects all rows with a path; the caller frees them. */
static row *collect(pf_suite *suite, int64_t *count) {
  for (int32_t m = 0; m < suite->map_count; m++) suite->queries += suite->maps[m].query_count;
  row *rows = pf_alloc((uint64_t)suite->queries, sizeof *rows);
  *count = 0;
  for (int32_t m = 0; rows && m < suite->map_count; m++) {
    const pf_map_result *map = &suite->maps[m];
    for (int32_t q = 0; q < map->query_count; q++)
      if (map->queries[q].length >= 0) {
        rows[*count] = (row){&map->queries[q], map->at + (int64_t)q * map->method_count, *count, q};
        ++*count;
      }
  }
  return rows;
}

/* Returns the beginning of part i of `parts`. */
static int64_t part(int64_t count, int i, int parts) {
  return count / parts * i + count % parts * i / parts;
}

static double mean_time(const row *rows, int64_t from, int64_t to, int32_t c) {
  mean m = {0, 0};
  for (int64_t i = from; i < to; i++) mean_add(&m, rows[i].at[c].us);
  return mean_of(&m);
}

/* ---- Figures ---- */

static void count_found(pf_suite *suite, const row *rows, int64_t count) {
  const int32_t dissim =
      pf_compared_method_find(suite->methods, PF_FAMILY_DISSIM, 0, PF_EVALUATE_PATHS);
  for (int64_t i = 0; i < count; i++)
    for (int32_t c = 0; c < suite->methods->count; c++) {
      const int32_t paths = rows[i].at[c].paths;
      if (paths < 0) continue;
      suite->at[c].asked++;
      suite->at[c].fewer += paths < rows[i].at[dissim].paths;
      suite->at[c].found[paths < 3 ? paths : 3]++;
    }
}

static void summarise_times(pf_suite *suite, const row *rows, int64_t count, double *scratch) {
  const int32_t base = pf_compared_method_default(suite->methods);
  for (int32_t c = 0; c < suite->methods->count; c++) {
    pf_method_figures *to = &suite->at[c];
    mean all = {0, 0};
    int64_t timed = 0, ratios = 0;
    for (int64_t i = 0; i < count; i++) {
      const double us = rows[i].at[c].us;
      if (isnan(us)) continue;
      mean_add(&all, us);
      scratch[timed++] = us;
    }
    to->mean_us = mean_of(&all);
    pf_sort_numbers(scratch, timed);
    to->median_us = pf_percentile(scratch, timed, 0.5);
    to->p95_us = pf_percentile(scratch, timed, 0.95);
    for (int64_t i = 0; i < count; i++) {
      const double ratio = (double)rows[i].at[c].us / (double)rows[i].at[base].us;
      if (isfinite(ratio)) scratch[ratios++] = ratio;
    }
    pf_sort_numbers(scratch, ratios);
    to->ratio_median = pf_percentile(scratch, ratios, 0.5);
  }
}

static void find_deciles(pf_suite *suite, row *rows, int64_t count) {
  if (count) qsort(rows, (size_t)count, sizeof *rows, by_length);
  for (int d = 0; d < PF_DECILES; d++) {
    const int64_t from = part(count, d, PF_DECILES), to = part(count, d + 1, PF_DECILES);
    suite->decile_queries[d] = to - from;
    suite->decile_from[d] = to > from ? rows[from].query->length : NAN;
    suite->decile_to[d] = to > from ? rows[to - 1].query->length : NAN;
    for (int32_t c = 0; c < suite->methods->count; c++)
      suite->at[c].decile_us[d] = mean_time(rows, from, to, c);
  }
}

/* Moves the rows that A* has not answered to the end: they have no rank. Computes the percentiles
 * of the others. */
static void find_percentiles(pf_suite *suite, row *rows, int64_t count) {
  int64_t ranked = 0;
  for (int64_t i = 0; i < count; i++)
    if (rows[i].query->expanded >= 0) {
      const row it = rows[i];
      rows[i] = rows[ranked];
      rows[ranked++] = it;
    }
  suite->ranked = ranked;
  if (ranked) qsort(rows, (size_t)ranked, sizeof *rows, by_expansions);
  for (int b = 0; b < PF_PERCENTILE_BINS; b++) {
    const int64_t from = part(ranked, b, PF_PERCENTILE_BINS);
    const int64_t to = part(ranked, b + 1, PF_PERCENTILE_BINS);
    suite->bin_expansions[b] = to > from ? (double)rows[to - 1].query->expanded : NAN;
    for (int32_t c = 0; c < suite->methods->count; c++)
      suite->at[c].percentile_us[b] = mean_time(rows, from, to, c);
  }
}

/* Whether all compared methods found k paths; a method absent from the whole suite isn't
 * compared. */
static bool is_common(const pf_suite *suite, pf_comparison comparison, const row *it) {
  for (int32_t c = 0; c < suite->methods->count; c++)
    if (suite->at[c].asked && pf_compared(comparison, &suite->methods->list[c]) &&
        it->at[c].paths != PF_EVALUATE_PATHS)
      return false;
  return true;
}

static void compare(pf_suite *suite, const row *rows, int64_t count) {
  for (int k = 0; k < PF_COMPARISONS; k++) {
    for (int32_t c = 0; c < suite->methods->count; c++) pf_quality_clear(&suite->at[c].quality[k]);
    for (int64_t i = 0; i < count; i++) {
      if (!is_common(suite, (pf_comparison)k, &rows[i])) continue;
      suite->common[k]++;
      for (int32_t c = 0; c < suite->methods->count; c++)
        if (suite->at[c].asked && pf_compared((pf_comparison)k, &suite->methods->list[c]))
          pf_quality_add(&suite->at[c].quality[k], &rows[i].at[c]);
    }
    for (int32_t c = 0; c < suite->methods->count; c++) pf_quality_finish(&suite->at[c].quality[k]);
  }
}

static void count_via(pf_suite *suite, const row *rows, int64_t count) {
  mean m = {0, 0};
  for (int64_t i = 0; i < count; i++) {
    const int32_t via = rows[i].query->via;
    if (via < 0) continue;
    suite->via[via <= PF_VIA_SHOWN ? via : PF_VIA_SHOWN + 1]++;
    mean_add(&m, via);
  }
  suite->via_mean = mean_of(&m);
}

/* ---- Suites ---- */

pathfan_status pf_suite_init(pf_suite *suite, const char *name,
                             const pf_compared_methods *methods) {
  *suite = (pf_suite){.name = strdup(name), .methods = methods};
  return suite->name ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

pathfan_status pf_suite_add(pf_suite *suite, pf_map_result *result) {
  const pathfan_status status = pf_grow(&suite->maps, &suite->room, suite->map_count + 1);
  if (status) {
    pf_map_result_free(result);
    return status;
  }
  suite->maps[suite->map_count++] = *result;
  suite->pairs += result->facts.convex * (result->facts.convex - 1) / 2;
  const double *fact = (const double *)(const void *)&result->facts;
  double *sum = (double *)(void *)&suite->sum, *having = (double *)(void *)&suite->having;
  for (size_t i = 0; i < sizeof result->facts / sizeof *fact; i++)
    if (!isnan(fact[i])) {
      sum[i] += fact[i];
      having[i]++;
    }
  *result = (pf_map_result){0};
  return PATHFAN_OK;
}

static void drop_rows(pf_suite *suite) {
  for (int32_t m = 0; suite->maps && m < suite->map_count; m++) pf_map_result_free(&suite->maps[m]);
  free(suite->maps);
  suite->maps = NULL;
}

pathfan_status pf_suite_finish(pf_suite *suite) {
  int64_t count;
  row *rows = collect(suite, &count);
  double *scratch = pf_alloc((uint64_t)suite->queries, sizeof *scratch);
  const bool ok = rows && scratch;
  if (ok) {
    suite->with_path = count;
    count_found(suite, rows, count);
    compare(suite, rows, count);
    count_via(suite, rows, count);
    summarise_times(suite, rows, count, scratch);
    find_deciles(suite, rows, count);
    find_percentiles(suite, rows, count);
  }
  free(rows);
  free(scratch);
  drop_rows(suite);
  return ok ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

void pf_suite_free(pf_suite *suite) {
  drop_rows(suite);
  free(suite->name);
  *suite = (pf_suite){0};
}
