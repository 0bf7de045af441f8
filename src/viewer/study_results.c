/* study_results.c - sums up responses by participant, in whole numbers; then sums up the
 * participants that count, by kind of query and by map. */
#include "viewer/study_results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

#define ROWS (PF_CATEGORIES + PF_STUDY_MAPS)

/* Sums of the ratings of a method. */
typedef struct ratings {
  int64_t count, sum, squares;
} ratings;

typedef struct subject {
  char participant[40];
  ratings rows[ROWS][PF_METHODS];
  uint32_t given[PF_STUDY_MAPS]; /* bit q: pre-defined query q of the map is rated */
  bool own[PF_STUDY_MAPS];
} subject;

typedef struct gathering {
  const pf_study *study;
  subject *subjects;
  int32_t count, capacity;
  pathfan_status status;
} gathering;

static void add_rating(ratings *to, int64_t rating) {
  to->count++;
  to->sum += rating;
  to->squares += rating * rating;
}

/* Returns the subject of a participant, the last one or a new one: responses come by
 * participant. */
static subject *subject_of(gathering *g, const char *participant) {
  if (g->count && strcmp(g->subjects[g->count - 1].participant, participant) == 0)
    return &g->subjects[g->count - 1];
  g->status = pf_grow(&g->subjects, &g->capacity, g->count + 1);
  if (g->status) return NULL;
  subject *s = &g->subjects[g->count++];
  memset(s, 0, sizeof *s);
  snprintf(s->participant, sizeof s->participant, "%s", participant);
  return s;
}

static void add_response(void *context, const pf_response *r) {
  gathering *g = context;
  subject *s = g->status ? NULL : subject_of(g, r->participant);
  if (!s) return;
  const bool is_own = r->query == PF_QUERY_FREE;
  const pf_study_map *map = pf_study_find(g->study, r->map);
  const int at = map ? (int)(map - g->study->maps) : 0;
  for (int m = 0; m < PF_METHODS; m++) {
    add_rating(&s->rows[is_own ? PF_CATEGORY_USER : PF_CATEGORY_PREDEFINED][m], r->ratings[m]);
    add_rating(&s->rows[PF_CATEGORY_ALL][m], r->ratings[m]);
    if (map) add_rating(&s->rows[PF_CATEGORIES + at][m], r->ratings[m]);
  }
  if (!map) return;
  if (is_own)
    s->own[at] = true;
  else
    s->given[at] |= 1u << r->query;
}

static bool is_complete(const gathering *g, const subject *s) {
  for (int32_t i = 0; i < g->study->map_count; i++)
    if (!s->own[i] || s->given[i] != (1u << g->study->maps[i].query_count) - 1) return false;
  return true;
}

/* Sums up one row. means: room for PF_METHODS of each subject. */
static void sum_up(const gathering *g, int row, bool only_complete, double *means,
                   pf_study_row *into) {
  ratings all[PF_METHODS] = {{0}};
  int32_t subjects = 0;
  memset(into, 0, sizeof *into);
  for (int32_t i = 0; i < g->count; i++) {
    const subject *s = &g->subjects[i];
    if (!s->rows[row][0].count || (only_complete && !is_complete(g, s))) continue;
    for (int m = 0; m < PF_METHODS; m++) {
      const ratings *of = &s->rows[row][m];
      all[m].count += of->count;
      all[m].sum += of->sum;
      all[m].squares += of->squares;
      means[subjects * PF_METHODS + m] = (double)of->sum / (double)of->count;
    }
    subjects++;
  }
  into->responses = all[0].count;
  for (int m = 0; m < PF_METHODS; m++) {
    const double n = (double)all[m].count;
    const double spread = n * (double)all[m].squares - (double)all[m].sum * (double)all[m].sum;
    into->means[m] = n > 0 ? (double)all[m].sum / n : (double)NAN;
    into->sds[m] = n > 1 ? sqrt(spread / (n * (n - 1))) : (double)NAN;
    into->of_participants[m] = pf_sample_mean_of(means + m, subjects, PF_METHODS);
  }
  into->has_anova = pf_anova_of(means, subjects, PF_METHODS, &into->anova) &&
                    pf_pairs_of(means, subjects, PF_METHODS, into->pairs);
}

pathfan_status pf_study_results_of(const pf_study *study, bool only_complete,
                                   pf_study_results *results, pathfan_error *error) {
  gathering g = {.study = study};
  double *means = NULL;
  memset(results, 0, sizeof *results);
  pathfan_status status = pf_study_store_each(study->store, false, NULL, &g, add_response, error);
  if (!status) {
    means = pf_alloc((uint64_t)g.count * PF_METHODS + 1, sizeof *means);
    status = means ? g.status : PATHFAN_ERR_NO_MEMORY;
    if (status) pf_fail(error, status, "out of memory");
  }
  for (int32_t i = 0; i < g.count; i++) {
    const bool complete = is_complete(&g, &g.subjects[i]);
    results->complete += complete;
    results->participants += complete || !only_complete;
  }
  for (int row = 0; row < ROWS && !status; row++)
    sum_up(&g, row, only_complete, means,
           row < PF_CATEGORIES ? &results->rows[row] : &results->maps[row - PF_CATEGORIES]);
  free(means);
  free(g.subjects);
  return status;
}
