/* api_study_results.c - the outcome of the study: all answers as CSV, and statistics. Only for
 * holders of the key printed at the start: participants must not know which method is which. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "viewer/server.h"
#include "viewer/study_results.h"

/* Checks the key. False after answering that there is no study, or that the key is missing or
 * wrong. */
static bool enter(pf_server *server, pf_exchange *x) {
  if (!server->study) {
    pf_exchange_fail(x, 404, "no_study",
                     "this server offers no study; it would if it were started with --study");
    return false;
  }
  const char *key = pf_exchange_argument(x, "key"), *right = server->study->key;
  size_t differ = key && strlen(key) == strlen(right) ? 0 : 1;
  for (size_t i = 0; !differ && right[i]; i++) differ |= (size_t)(key[i] ^ right[i]);
  if (differ)
    pf_exchange_fail(x, 403, "wrong_key",
                     "the results are for who has the key that pathfan view has printed");
  return !differ;
}

/* ---- CSV ---- */

/* Writes text for spreadsheets: in quotes, with quotes in it doubled. Text that begins like a
 * formula, which a reader's spreadsheet would evaluate, gets an apostrophe in front, which it
 * doesn't show. */
static void write_quoted(FILE *out, const char *text) {
  putc('"', out);
  if (*text && strchr("=+-@\t\r\n", *text)) putc('\'', out);
  for (; *text; text++) {
    if (*text == '"') putc('"', out);
    putc(*text, out);
  }
  putc('"', out);
}

static void write_head(FILE *out) {
  fputs("study,builder,participant,place,order,map,map_digest,query,from_x,from_y,to_x,to_y", out);
  for (int m = 0; m < PF_METHODS; m++) fprintf(out, ",%s", pf_study_methods[m]);
  for (int m = 0; m < PF_METHODS; m++) fprintf(out, ",%s_paths", pf_study_methods[m]);
  fputs(",seconds,time,background\r\n", out);
}

/* Writes the methods in the order of A, B and C. */
static void write_order(FILE *out, int32_t place) {
  for (int m = 0; m < PF_METHODS; m++) {
    const char *name = pf_study_methods[pf_study_method(place, m)];
    fprintf(out, "%s%s", m ? "-" : "", name);
  }
}

static void write_row(void *context, const pf_response *r) {
  FILE *out = context;
  fprintf(out, "%d,%s,%s,%d,", (int)r->study, r->builder, r->participant, (int)r->place + 1);
  write_order(out, *r->digest ? r->place : 0); /* version 1 had one order */
  putc(',', out);
  write_quoted(out, r->map);
  fprintf(out, ",%s,", r->digest);
  if (r->query != PF_QUERY_FREE) fprintf(out, "%d", r->query + 1); /* counted as on the page */
  fprintf(out, ",%.17g,%.17g,%.17g,%.17g", r->from.x, r->from.y, r->to.x, r->to.y);
  for (int m = 0; m < PF_METHODS; m++) fprintf(out, ",%d", r->ratings[m]);
  for (int m = 0; m < PF_METHODS; m++) {
    putc(',', out);
    if (r->paths[m] >= 0) fprintf(out, "%d", r->paths[m]);
  }
  putc(',', out);
  if (!isnan(r->seconds)) fprintf(out, "%.1f", r->seconds);
  fprintf(out, ",%s,", r->time);
  write_quoted(out, r->background);
  fputs("\r\n", out);
}

void pf_get_export(pf_server *server, pf_worker *worker, pf_exchange *x) {
  char *text = NULL;
  size_t bytes = 0;
  pathfan_error error = {""};
  (void)worker;
  if (!enter(server, x)) return;
  FILE *out = pf_text_stream(&text, &bytes);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (out) {
    write_head(out);
    status = pf_study_store_each(server->study->store, true, NULL, out, write_row, &error);
    if (ferror(out) | fclose(out)) status = PATHFAN_ERR_NO_MEMORY;
  }
  if (status) {
    free(text);
    pf_exchange_failed(x, status, error.text);
    return;
  }
  pf_exchange_text(x, 200, "text/csv; charset=utf-8", text, bytes);
  pf_exchange_add(x, "Content-Disposition", "attachment; filename=\"study.csv\"");
}

/* ---- Results ---- */

static json_t *pack_interval(const pf_sample_mean *i) {
  return json_pack("{s:i,s:o,s:o,s:o,s:o}", "participants", (int)i->count, "mean",
                   pf_json_number(i->mean), "sd", pf_json_number(i->sd), "low",
                   pf_json_number(i->low), "high", pf_json_number(i->high));
}

static json_t *pack_pair(const pf_pair *p) {
  return json_pack("{s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:o}", "a", pf_study_methods[p->a], "b",
                   pf_study_methods[p->b], "difference", pf_json_number(p->difference.mean), "low",
                   pf_json_number(p->difference.low), "high", pf_json_number(p->difference.high),
                   "t", pf_json_number(p->t), "p", pf_json_number(p->p), "holm",
                   pf_json_number(p->holm));
}

static json_t *pack_anova(const pf_study_row *row) {
  const pf_anova *a = &row->anova;
  if (!row->has_anova) return json_null();
  json_t *pairs = json_array();
  for (int i = 0; i < PF_PAIRS; i++) json_array_append_new(pairs, pack_pair(&row->pairs[i]));
  return json_pack("{s:o,s:f,s:f,s:o,s:o,s:o,s:o,s:i,s:o}", "f", pf_json_number(a->f), "df1",
                   a->df1, "df2", a->df2, "p", pf_json_number(a->p), "eta", pf_json_number(a->eta),
                   "epsilon", pf_json_number(a->epsilon), "p_corrected",
                   pf_json_number(a->p_corrected), "subjects", (int)a->subjects, "pairs", pairs);
}

/* name: the row's name, in member `is`. */
static json_t *pack_row(const pf_study_row *row, const char *is, const char *name) {
  json_t *packed = json_pack("{s:s,s:I}", is, name, "responses", (json_int_t)row->responses);
  json_t *sds = json_object(), *participants = json_object();
  for (int m = 0; m < PF_METHODS; m++) {
    const char *method = pf_study_methods[m];
    json_object_set_new(packed, method, pf_json_number(row->means[m]));
    json_object_set_new(sds, method, pf_json_number(row->sds[m]));
    json_object_set_new(participants, method, pack_interval(&row->of_participants[m]));
  }
  json_object_set_new(packed, "sd", sds);
  json_object_set_new(packed, "by_participant", participants);
  json_object_set_new(packed, "anova", pack_anova(row));
  return packed;
}

void pf_get_results(pf_server *server, pf_worker *worker, pf_exchange *x) {
  static const char *const categories[] = {"pre-defined", "user-selected", "all"};
  pf_study_results results;
  pathfan_error error = {""};
  (void)worker;
  if (!enter(server, x)) return;
  const char *who = pf_exchange_argument(x, "who");
  const pathfan_status status =
      pf_study_results_of(server->study, who && strcmp(who, "complete") == 0, &results, &error);
  if (status) {
    pf_exchange_failed(x, status, error.text);
    return;
  }
  json_t *table = json_array(), *maps = json_array();
  for (int c = 0; c < PF_CATEGORIES; c++)
    json_array_append_new(table, pack_row(&results.rows[c], "category", categories[c]));
  for (int32_t i = 0; i < server->study->map_count; i++)
    json_array_append_new(maps, pack_row(&results.maps[i], "map", server->study->maps[i].id));
  const int64_t others = pf_study_store_others(server->study->store);
  pf_exchange_json(x, 200,
                   json_pack("{s:i,s:I,s:i,s:i,s:o,s:o}", "study",
                             (int)pf_study_store_number(server->study->store), "other_responses",
                             (json_int_t)(others > 0 ? others : 0), "participants",
                             (int)results.participants, "complete", (int)results.complete, "table",
                             table, "maps", maps));
}
