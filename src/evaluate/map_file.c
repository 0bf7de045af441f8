/* map_file.c - a map's figures, written and read back.
 *
 * The report is always made from files read back, so it doesn't matter which maps were evaluated by
 * an earlier run. */
#include "evaluate/map_file.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "evaluate/csv.h"

#define FIRST_LINE "pathfan evaluate,1"
#define QUERY_COLUMNS "line,length,expanded,via"

/* Above what any search can expand, and exact in a double. */
#define EXPANDED_MAX 1e15

/* More than the table of a million queries takes, the largest that this program could have
 * written. */
#define FILE_BYTES_MAX ((size_t)4 << 30)

/* The members of a fact; then whole facts. */
#define FACT(name, decimals) #name, offsetof(pf_map_facts, name), decimals
#define OF_TABLE(i, what) "table_" #i "_" #what, offsetof(pf_map_facts, table_##what[(i)-1]), 0
#define OF_SEPARATION(i, name, decimals)                                                           \
  "separation_" #i "_" #name, offsetof(pf_map_facts, separations[(i)-1].name), decimals
/* clang-format off */
#define TABLE(i) {OF_TABLE(i, runs)}, {OF_TABLE(i, bytes)}
#define SEPARATION(i) \
  {OF_SEPARATION(i, queries, 0)}, {OF_SEPARATION(i, one, 0)}, {OF_SEPARATION(i, two, 0)}, \
  {OF_SEPARATION(i, three, 0)}, {OF_SEPARATION(i, alternatives, 0)}, \
  {OF_SEPARATION(i, apart, 6)}, {OF_SEPARATION(i, near, 0)}, {OF_SEPARATION(i, stretch, 6)}, \
  {OF_SEPARATION(i, backup, 6)}, {OF_SEPARATION(i, loop, 6)}, {OF_SEPARATION(i, loops, 0)}, \
  {OF_SEPARATION(i, long_loops, 0)}, {OF_SEPARATION(i, us, 3)}
/* clang-format on */

static const struct fact {
  const char *name;
  size_t offset;
  int decimals;
} FACTS[] = {
    {FACT(queries, 0)},
    {FACT(flaws, 0)},
    {FACT(vertices, 0)},
    {FACT(convex, 0)},
    {FACT(build_seconds, 6)},
    TABLE(1),
    TABLE(2),
    TABLE(3),
    TABLE(4),
    TABLE(5),
    TABLE(6),
    TABLE(7),
    TABLE(8),
    {FACT(region_bytes, 0)},
    {FACT(labels, 0)},
    {FACT(label_bytes, 0)},
    {FACT(cone_bytes, 0)},
    {FACT(mesh_bytes, 0)},
    {FACT(file_bytes, 0)},
    {FACT(cpd_runs, 0)},
    {FACT(cpd_bytes, 0)},
    {FACT(cpd_ns, 3)},
    {FACT(hub_labels, 0)},
    {FACT(hub_bytes, 0)},
    {FACT(hub_ns, 3)},
    {FACT(cvpd_runs, 0)},
    {FACT(cvpd_bytes, 0)},
    {FACT(dl_labels, 0)},
    {FACT(dl_bytes, 0)},
    {FACT(cvpd_ns, 3)},
    {FACT(index_ns, 3)},
    {FACT(pairs, 0)},
    {FACT(disagreements, 0)},
    SEPARATION(1),
    SEPARATION(2),
    SEPARATION(3),
    SEPARATION(4),
    SEPARATION(5),
    SEPARATION(6),
    SEPARATION(7),
    SEPARATION(8),
    SEPARATION(9),
    SEPARATION(10),
    SEPARATION(11),
    SEPARATION(12),
    SEPARATION(13),
};
#define FACT_COUNT (sizeof FACTS / sizeof *FACTS)
_Static_assert(PATHFAN_TABLES_MAX == 8, "a line for each table");
_Static_assert(PF_SEPARATIONS == 13, "lines for each separation");
_Static_assert(FACT_COUNT * sizeof(double) == sizeof(pf_map_facts), "a line for each fact");

static double *fact_of(pf_map_facts *facts, const struct fact *fact) {
  return (double *)(void *)((char *)facts + fact->offset);
}

void pf_map_facts_clear(pf_map_facts *facts) {
  for (size_t i = 0; i < FACT_COUNT; i++) *fact_of(facts, &FACTS[i]) = NAN;
}

pathfan_status pf_map_result_init(pf_map_result *result, int32_t queries, int32_t methods) {
  const uint64_t cells = (uint64_t)queries * (uint64_t)methods;
  *result = (pf_map_result){.query_count = queries, .method_count = methods};
  pf_map_facts_clear(&result->facts);
  result->queries = pf_alloc((uint64_t)queries, sizeof *result->queries);
  result->at = pf_alloc(cells, sizeof *result->at);
  if (!result->queries || !result->at) {
    pf_map_result_free(result);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t i = 0; i < queries; i++) result->queries[i] = (pf_query_row){0, -1, -1, -1};
  for (uint64_t i = 0; i < cells; i++)
    result->at[i] = (pf_measurement){-1, NAN, NAN, NAN, NAN, NAN};
  return PATHFAN_OK;
}

void pf_map_result_free(pf_map_result *result) {
  free(result->queries);
  free(result->at);
  *result = (pf_map_result){0};
}

/* ---- Writing ---- */

/* Whether a method has columns of measures, besides time and paths: sampled ones haven't. */
static bool is_measured(const pf_compared_method *it) {
  return it->paths == PF_EVALUATE_PATHS && !it->sampled;
}

static void write_columns(FILE *stream, const pf_compared_methods *all) {
  fputs(QUERY_COLUMNS, stream);
  for (int32_t c = 0; c < all->count; c++) {
    const char *name = all->list[c].name;
    fprintf(stream, ",%s us,%s paths", name, name);
    if (is_measured(&all->list[c]))
      fprintf(stream, ",%s BS,%s Sim,%s LO,%s length", name, name, name, name);
  }
  putc('\n', stream);
}

static void comma_and(FILE *stream, double value, int decimals) {
  putc(',', stream);
  pf_csv_number(stream, value, decimals);
}

static void write_row(FILE *stream, const pf_compared_methods *all, const pf_query_row *query,
                      const pf_measurement *at) {
  fprintf(stream, "%d", query->line);
  comma_and(stream, query->length < 0 ? NAN : query->length, 6);
  comma_and(stream, query->expanded < 0 ? NAN : (double)query->expanded, 0);
  comma_and(stream, query->via < 0 ? NAN : query->via, 0);
  for (int32_t c = 0; c < all->count; c++) {
    comma_and(stream, at[c].us, 3);
    comma_and(stream, at[c].paths < 0 ? NAN : at[c].paths, 0);
    if (!is_measured(&all->list[c])) continue;
    comma_and(stream, at[c].stretch, 6);
    comma_and(stream, at[c].similarity, 6);
    comma_and(stream, at[c].optimality, 6);
    comma_and(stream, at[c].length, 4);
  }
  putc('\n', stream);
}

pathfan_status pf_map_file_write(const char *path, const pf_map_entry *map,
                                 const pf_map_identity *identity,
                                 const pf_compared_methods *methods, const pf_map_result *result,
                                 pathfan_error *error) {
  pf_output output;
  pathfan_status status = pf_output_open(&output, path, error);
  if (status) return status;
  FILE *stream = output.stream;
  fputs(FIRST_LINE "\nsuite,", stream);
  pf_csv_text(stream, map->suite);
  fputs("\nmap,", stream);
  pf_csv_text(stream, map->name);
  fprintf(stream, "\nsettings,%s\ndigest,%s\n", identity->settings, identity->digest);
  pf_map_facts facts = result->facts;
  for (size_t i = 0; i < FACT_COUNT; i++) {
    fputs(FACTS[i].name, stream);
    comma_and(stream, *fact_of(&facts, &FACTS[i]), FACTS[i].decimals);
    putc('\n', stream);
  }
  putc('\n', stream);
  write_columns(stream, methods);
  for (int32_t q = 0; q < result->query_count; q++)
    write_row(stream, methods, &result->queries[q], result->at + (int64_t)q * result->method_count);
  return pf_output_close(&output, error);
}

/* ---- Reading ---- */

/* Reads the value of a head line NAME,VALUE. False: the line has another name. */
static bool head_line(pf_text *text, const char *name, pf_span *value) {
  const size_t length = strlen(name);
  pf_span line;
  if (!pf_text_line(text, &line) || line.length <= length || line.at[length] != ',' ||
      memcmp(line.at, name, length) != 0)
    return false;
  *value = (pf_span){line.at + length + 1, line.length - length - 1};
  return true;
}

static bool copy(pf_span from, char *to, size_t size) {
  if (from.length >= size) return false;
  memcpy(to, from.at, from.length);
  to[from.length] = 0;
  return true;
}

static bool read_identity(pf_text *text, pf_map_identity *found) {
  pf_span value;
  return pf_text_line(text, &value) && pf_span_is(value, FIRST_LINE) &&
         head_line(text, "suite", &value) && head_line(text, "map", &value) &&
         head_line(text, "settings", &value) &&
         copy(value, found->settings, sizeof found->settings) &&
         head_line(text, "digest", &value) && copy(value, found->digest, sizeof found->digest);
}

static bool read_facts(pf_text *text, pf_map_facts *facts) {
  pf_span line;
  for (size_t i = 0; i < FACT_COUNT; i++)
    if (!head_line(text, FACTS[i].name, &line) || !pf_csv_take(&line, fact_of(facts, &FACTS[i])))
      return false;
  return pf_text_line(text, &line) && line.length == 0 && /* the empty line */
         pf_text_line(text, &line) && line.length > 0;    /* the columns' names */
}

static bool take_float(pf_span *line, float *value) {
  double number;
  if (!pf_csv_take(line, &number)) return false;
  *value = (float)number;
  return true;
}

/* Reads a whole number in 0..most; -1 for an empty field. */
static bool take_whole(pf_span *line, double most, int64_t *value) {
  double number;
  if (!pf_csv_take(line, &number) || number < 0 || number > most) return false;
  *value = isnan(number) ? -1 : (int64_t)number;
  return true;
}

static bool read_row(pf_span line, const pf_compared_methods *all, pf_query_row *query,
                     pf_measurement *at) {
  int64_t number, via, paths;
  if (!take_whole(&line, INT32_MAX, &number) || number < 0 || !pf_csv_take(&line, &query->length) ||
      !take_whole(&line, EXPANDED_MAX, &query->expanded) || !take_whole(&line, INT32_MAX, &via))
    return false;
  if (isnan(query->length)) query->length = -1;
  query->line = (int32_t)number;
  query->via = (int32_t)via;
  for (int32_t c = 0; c < all->count; c++) {
    if (!take_float(&line, &at[c].us) || !take_whole(&line, INT32_MAX, &paths)) return false;
    at[c].paths = (int32_t)paths;
    if (is_measured(&all->list[c]) &&
        !(take_float(&line, &at[c].stretch) && take_float(&line, &at[c].similarity) &&
          take_float(&line, &at[c].optimality) && take_float(&line, &at[c].length)))
      return false;
  }
  return line.at == NULL;
}

/* Reads everything after the identity. good: the file is complete. Errors: NO_MEMORY. */
static pathfan_status read_result(pf_text *text, const pf_compared_methods *methods,
                                  pf_map_result *result, bool *good) {
  pf_map_facts facts;
  pf_span line;
  *good = false;
  if (!read_facts(text, &facts) || !(facts.queries >= 0 && facts.queries <= INT32_MAX))
    return PATHFAN_OK;
  /* A line has at least two bytes: a file shorter than its head says is refused at once. */
  if (facts.queries * 2 > (double)(text->end - text->at)) return PATHFAN_OK;
  const pathfan_status status = pf_map_result_init(result, (int32_t)facts.queries, methods->count);
  if (status) return status;
  result->facts = facts;
  for (int32_t q = 0; q < result->query_count; q++)
    if (!pf_text_line(text, &line) || !read_row(line, methods, &result->queries[q],
                                                result->at + (int64_t)q * result->method_count))
      return PATHFAN_OK;
  *good = pf_text_only_blanks_left(text);
  return PATHFAN_OK;
}

pathfan_status pf_map_file_read(const char *path, const pf_map_identity *wanted,
                                const pf_compared_methods *methods, pf_map_file_state *state,
                                pf_map_identity *found, pf_map_result *result) {
  char *bytes = NULL;
  size_t length = 0;
  pf_map_result unused = {0};
  *state = PF_MAP_FILE_ABSENT;
  if (result) *result = unused;
  pathfan_status status = pf_read_file(path, FILE_BYTES_MAX, &bytes, &length, NULL);
  if (status) return status == PATHFAN_ERR_NO_MEMORY ? status : PATHFAN_OK;
  pf_text text = pf_text_over(bytes, length, path);
  if (!read_identity(&text, found)) {
    status = PATHFAN_OK;
  } else if (strcmp(found->settings, wanted->settings) != 0) {
    *state = PF_MAP_FILE_OTHER_SETTINGS;
  } else if (!*wanted->digest || strcmp(found->digest, wanted->digest) == 0) {
    bool good;
    status = read_result(&text, methods, result ? result : &unused, &good);
    if (!status && good) *state = PF_MAP_FILE_READY;
  }
  pf_map_result_free(&unused);
  free(bytes);
  return status;
}
