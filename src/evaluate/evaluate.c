/* evaluate.c - finds the maps that are missing, and runs several of them at a time; then reports.
 *
 * A map's file appears under its name only when it is complete, so a killed run leaves whole files,
 * and perhaps some temporary ones, which the next run removes. A file is used again if it was made
 * with the same settings from the same bytes of map and scenario. */
#include "evaluate/evaluate.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/status.h"
#include "evaluate/map_file.h"
#include "evaluate/map_run.h"
#include "evaluate/report.h"
#include "evaluate/results.h"
#include "pathfan/version.h"

#define MAP_BYTES_MAX ((size_t)1 << 30)

/* One map of the evaluation, and the work left on it. */
typedef struct item {
  const pf_map_entry *map;
  pf_map_identity identity;
  char *file, *index; /* paths */
  bool ready, failed;
  double weight, share; /* of all work; how much of it is done */
} item;

typedef struct evaluation {
  const pf_evaluate_options *options;
  pf_evaluate_result *result;
  pathfan_error *error;
  pf_compared_methods methods;
  pf_map_list maps;
  item *items;  /* [Size: maps.count] */
  item **queue; /* [Size: queue_count] the items to be run, the largest first */
  int32_t queue_count;
  double work;           /* of the queue */
  pthread_mutex_t mutex; /* guards error, shares, and the caller's functions */
  int lock;              /* file that keeps other runs away; -1 */
  uint64_t program;      /* fingerprint */
} evaluation;

void pf_evaluate_options_init(pf_evaluate_options *options) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  *options = (pf_evaluate_options){.tables = 3,
                                   .threads = processors > 0 ? (int32_t)processors : 1,
                                   .sample = 1,
                                   .paths_sample = 20,
                                   .passes = 2,
                                   .times = true};
}

static pathfan_status out_of_memory(evaluation *e) {
  return pf_fail(e->error, PATHFAN_ERR_NO_MEMORY, "out of memory");
}

static void complain(evaluation *e, const char *sentence) {
  pthread_mutex_lock(&e->mutex);
  if (e->options->complain) e->options->complain(e->options->context, sentence);
  pthread_mutex_unlock(&e->mutex);
}

/* ---- The folder of results ---- */

static pathfan_status make_folder(evaluation *e, const char *path) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return PATHFAN_OK;
  return pf_fail(e->error, PATHFAN_ERR_IO, "%s: can't make the folder: %s", path, strerror(errno));
}

/* Removes files that a killed run was writing. */
static void remove_leftovers(const char *folder) {
  DIR *directory = opendir(folder);
  for (const struct dirent *it; directory && (it = readdir(directory));) {
    const size_t length = strlen(it->d_name);
    if (length > 4 && strcmp(it->d_name + length - 4, ".tmp") == 0)
      unlinkat(dirfd(directory), it->d_name, 0);
  }
  if (directory) closedir(directory);
}

static pathfan_status open_folder(evaluation *e) {
  const char *out = e->options->out;
  char *maps = NULL, *index = NULL, *lock = NULL;
  pathfan_status status = PATHFAN_OK;
  if (asprintf(&maps, "%s/maps", out) < 0) maps = NULL;
  if (asprintf(&index, "%s/index", out) < 0) index = NULL;
  if (asprintf(&lock, "%s/.lock", out) < 0) lock = NULL;
  if (!maps || !index || !lock) status = out_of_memory(e);
  if (!status) status = make_folder(e, out);
  if (!status) status = make_folder(e, maps);
  if (!status) status = make_folder(e, index);
  if (!status) {
    e->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (e->lock < 0)
      status = pf_fail(e->error, PATHFAN_ERR_IO, "%s: can't write: %s", lock, strerror(errno));
    else if (flock(e->lock, LOCK_EX | LOCK_NB) != 0)
      status = pf_fail(e->error, PATHFAN_ERR_IO, "%s: another evaluation is writing there", out);
  }
  if (!status) {
    remove_leftovers(out);
    remove_leftovers(maps);
    remove_leftovers(index);
  }
  free(maps);
  free(index);
  free(lock);
  return status;
}

static void close_folder(evaluation *e) {
  char path[4096];
  if (e->lock < 0) return;
  snprintf(path, sizeof path, "%s/index", e->options->out);
  (void)!rmdir(path); /* stays unless empty */
  snprintf(path, sizeof path, "%s/.lock", e->options->out);
  unlink(path);
  close(e->lock);
}

/* ---- What is there already ---- */

/* FNV-1a, 64 bits: only tells whether a file has changed. */
#define FINGERPRINT_START UINT64_C(0xcbf29ce484222325)

static uint64_t fingerprint(uint64_t sum, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) sum = (sum ^ (uint8_t)bytes[i]) * UINT64_C(0x100000001b3);
  return (sum ^ count) * UINT64_C(0x100000001b3);
}

/* Computes the digest of both files of a map; one that can't be read is a fault of the map. Errors:
 * NO_MEMORY. */
static pathfan_status take_digest(evaluation *e, item *it) {
  uint64_t sum = FINGERPRINT_START;
  for (int i = 0; i < 2; i++) {
    char *path = NULL, *bytes = NULL;
    size_t count = 0;
    pathfan_error wrong = {""};
    if (asprintf(&path, "%s%s", it->map->map_path, i ? ".scen" : "") < 0) return out_of_memory(e);
    const pathfan_status status = pf_read_file(path, MAP_BYTES_MAX, &bytes, &count, &wrong);
    free(path);
    if (status == PATHFAN_ERR_NO_MEMORY) return pf_fail(e->error, status, "%s", wrong.text);
    if (status) {
      complain(e, wrong.text);
      it->failed = true;
      return PATHFAN_OK;
    }
    sum = fingerprint(sum, bytes, count);
    free(bytes);
  }
  snprintf(it->identity.digest, sizeof it->identity.digest, "%016llx", (unsigned long long)sum);
  return PATHFAN_OK;
}

/* Identifies the running program, as figures of different ones must not be mixed; 0 if the system
 * doesn't tell. Errors: NO_MEMORY. */
static pathfan_status identify_program(evaluation *e) {
  char *bytes = NULL;
  size_t count = 0;
  const pathfan_status status = pf_read_file("/proc/self/exe", MAP_BYTES_MAX, &bytes, &count, NULL);
  if (status == PATHFAN_ERR_NO_MEMORY) return out_of_memory(e);
  if (!status) e->program = fingerprint(FINGERPRINT_START, bytes, count);
  free(bytes);
  return PATHFAN_OK;
}

static void state_settings(const evaluation *e, pf_map_identity *identity) {
  const pf_evaluate_options *o = e->options;
  snprintf(identity->settings, sizeof identity->settings,
           "tables=%d sample=%d paths-sample=%d passes=%d times=%s pathfan=%s program=%016llx",
           o->tables, o->sample, o->paths_sample, o->passes, o->times ? "yes" : "no",
           PATHFAN_VERSION, (unsigned long long)e->program);
}

static pathfan_status look_at(evaluation *e, item *it) {
  pf_map_file_state state;
  pf_map_identity found;
  state_settings(e, &it->identity);
  if (asprintf(&it->file, "%s/maps/%s.csv", e->options->out, it->map->key) < 0) {
    it->file = NULL;
    return out_of_memory(e);
  }
  if (asprintf(&it->index, "%s/index/%s.pathfan", e->options->out, it->map->key) < 0) {
    it->index = NULL;
    return out_of_memory(e);
  }
  pathfan_status status = take_digest(e, it);
  if (status || it->failed) return status;
  status = pf_map_file_read(it->file, &it->identity, &e->methods, &state, &found, NULL);
  if (status) return out_of_memory(e);
  if (state == PF_MAP_FILE_OTHER_SETTINGS)
    return pf_fail(e->error, PATHFAN_ERR_ARGUMENT,
                   "%s was made with other settings (%s; now %s): choose another folder for "
                   "the results, or remove that one",
                   it->file, found.settings, it->identity.settings);
  it->ready = state == PF_MAP_FILE_READY;
  /* The time of A*, and of searches on the graph, grows with the map. */
  it->weight = (double)it->map->scenario_bytes * (1 + (double)it->map->map_bytes / 65536);
  return PATHFAN_OK;
}

static int largest_first(const void *a, const void *b) {
  const item *p = *(item *const *)a, *q = *(item *const *)b;
  if (p->weight != q->weight) return p->weight > q->weight ? -1 : 1;
  return (p > q) - (p < q);
}

static pathfan_status find_work(evaluation *e) {
  pathfan_status status = pf_maps_find(e->options->maps, &e->maps, e->error);
  if (status) return status;
  e->result->without_lines = e->maps.without_lines;
  if (!e->maps.count)
    return pf_fail(e->error, PATHFAN_ERR_ARGUMENT,
                   "%s: there is no NAME.map with NAME.map.scen in it or in its folders",
                   e->options->maps);
  e->items = pf_alloc_zero((uint64_t)e->maps.count, sizeof *e->items);
  e->queue = pf_alloc((uint64_t)e->maps.count, sizeof *e->queue);
  if (!e->items || !e->queue) return out_of_memory(e);
  status = open_folder(e);
  for (int32_t i = 0; i < e->maps.count && !status; i++) {
    e->items[i].map = &e->maps.entries[i];
    status = look_at(e, &e->items[i]);
    e->result->reused += e->items[i].ready;
    if (e->items[i].ready || e->items[i].failed) continue;
    e->queue[e->queue_count++] = &e->items[i];
    e->work += e->items[i].weight;
  }
  if (!status && e->queue_count)
    qsort(e->queue, (size_t)e->queue_count, sizeof *e->queue, largest_first);
  return status;
}

/* ---- Running ---- */

/* A map being run on one thread. */
typedef struct worker {
  evaluation *e;
  item *it;
} worker;

/* Progress is reported in so many parts of the work. */
#define PROGRESS_PARTS 100000

static void report_progress(void *context, double share) {
  const worker *w = context;
  evaluation *e = w->e;
  pthread_mutex_lock(&e->mutex);
  double done = 0;
  w->it->share = share;
  for (int32_t i = 0; i < e->queue_count; i++) done += e->queue[i]->share * e->queue[i]->weight;
  if (e->options->progress)
    e->options->progress(e->options->context, "maps", (int64_t)(PROGRESS_PARTS * done / e->work),
                         PROGRESS_PARTS);
  pthread_mutex_unlock(&e->mutex);
}

static void complain_of_line(void *context, const char *sentence) {
  complain(((const worker *)context)->e, sentence);
}

/* Whether an error is the machine's, which ends the evaluation. */
static bool is_fatal(pathfan_status status) {
  return status == PATHFAN_ERR_IO || status == PATHFAN_ERR_NO_MEMORY;
}

static pathfan_status run_map(void *context, int64_t number, int32_t thread) {
  evaluation *e = context;
  worker w = {e, e->queue[number]};
  pf_map_result result;
  pathfan_error wrong = {""};
  const pf_map_job job = {.options = e->options,
                          .methods = &e->methods,
                          .map = w.it->map,
                          .index_path = w.it->index,
                          .progress = report_progress,
                          .complain = complain_of_line,
                          .context = &w};
  (void)thread;
  pathfan_status status = pf_map_run(&job, &result, &wrong);
  /* First, so that a killed evaluation leaves no index of a map that is done. */
  if (!e->options->keep_indexes) unlink(w.it->index);
  if (!status)
    status =
        pf_map_file_write(w.it->file, w.it->map, &w.it->identity, &e->methods, &result, &wrong);
  pf_map_result_free(&result);
  if (status && !is_fatal(status)) {
    complain(e, wrong.text);
    w.it->failed = true;
    status = PATHFAN_OK;
  }
  if (status) {
    pthread_mutex_lock(&e->mutex);
    if (e->error) *e->error = wrong;
    pthread_mutex_unlock(&e->mutex);
  } else {
    w.it->ready = !w.it->failed;
    report_progress(&w, 1);
  }
  return status;
}

/* ---- Adding up ---- */

/* The tables for other programs. queries: all zero unless they are wanted. */
typedef struct tables {
  pf_output maps, queries;
} tables;

static pathfan_status open_tables(evaluation *e, tables *to) {
  char *path = NULL;
  if (asprintf(&path, "%s/results.csv", e->options->out) < 0) return out_of_memory(e);
  pathfan_status status = pf_output_open(&to->maps, path, e->error);
  free(path);
  if (!status && e->options->per_query)
    status = pf_output_open(&to->queries, e->options->per_query, e->error);
  if (!status) pf_results_columns(to->maps.stream);
  if (!status && e->options->per_query) pf_results_query_columns(to->queries.stream);
  return status;
}

/* Keeps the tables, or drops them after an error. Returns the first error. */
static pathfan_status close_tables(evaluation *e, tables *of, pathfan_status status) {
  if (!status) status = pf_output_close(&of->maps, e->error);
  if (!status) return pf_output_close(&of->queries, e->error);
  pf_output_discard(&of->maps);
  pf_output_discard(&of->queries);
  return status;
}

static pathfan_status add_map(evaluation *e, item *it, pf_suite *suite, const tables *to) {
  pf_map_file_state state;
  pf_map_identity found;
  pf_map_result map;
  pathfan_status status =
      pf_map_file_read(it->file, &it->identity, &e->methods, &state, &found, &map);
  if (!status && state == PF_MAP_FILE_READY) {
    e->result->maps++;
    e->result->queries += map.query_count;
    e->result->flaws += (int64_t)map.facts.flaws;
    status = pf_results_map(to->maps.stream, it->map, &e->methods, &map);
    if (!status && to->queries.stream)
      pf_results_queries(to->queries.stream, it->map, &e->methods, &map);
    if (!status) return pf_suite_add(suite, &map) ? out_of_memory(e) : PATHFAN_OK;
  } else if (!status) {
    status = pf_fail(e->error, PATHFAN_ERR_IO, "%s: can't be read any more", it->file);
  }
  pf_map_result_free(&map);
  return status == PATHFAN_ERR_NO_MEMORY ? out_of_memory(e) : status;
}

/* Adds up the maps of each suite. suites: [Size: maps.count], all zero. */
static pathfan_status add_up(evaluation *e, const tables *to, pf_suite *suites,
                             int32_t *suite_count) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < e->maps.count && !status; i++) {
    const char *name = e->maps.entries[i].suite;
    if (!e->items[i].ready) continue;
    const bool begins = !*suite_count || strcmp(suites[*suite_count - 1].name, name) != 0;
    if (begins && *suite_count && pf_suite_finish(&suites[*suite_count - 1]))
      return out_of_memory(e);
    if (begins && pf_suite_init(&suites[(*suite_count)++], name, &e->methods))
      return out_of_memory(e);
    status = add_map(e, &e->items[i], &suites[*suite_count - 1], to);
  }
  if (!status && *suite_count && pf_suite_finish(&suites[*suite_count - 1]))
    return out_of_memory(e);
  return status;
}

static pathfan_status conclude(evaluation *e) {
  tables to = {0};
  int32_t suite_count = 0;
  pf_suite *suites = pf_alloc_zero((uint64_t)e->maps.count, sizeof *suites);
  pathfan_status status = suites ? PATHFAN_OK : out_of_memory(e);
  if (!status) status = open_tables(e, &to);
  if (!status) status = add_up(e, &to, suites, &suite_count);
  status = close_tables(e, &to, status);
  for (int32_t i = 0; i < e->maps.count; i++) e->result->failed += e->items[i].failed;
  const pf_report report = {e->options, &e->methods, e->result, suites, suite_count};
  if (!status) status = pf_report_write(&report, e->error);
  for (int32_t s = 0; s < suite_count; s++) pf_suite_free(&suites[s]);
  free(suites);
  return status;
}

/* ---- All of it ---- */

static pathfan_status check_options(const pf_evaluate_options *o, pathfan_error *error) {
  if (!o->maps || !o->out)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no folder of maps, or none for the results");
  if (o->tables < 1 || o->tables > PATHFAN_TABLES_MAX || o->threads < 1 || o->sample < 1 ||
      o->paths_sample < 1 || o->passes < 1 || o->passes > 100)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "an option is out of range");
  return PATHFAN_OK;
}

pathfan_status pf_evaluate(const pf_evaluate_options *options, pf_evaluate_result *result,
                           pathfan_error *error) {
  evaluation e = {.options = options, .result = result, .error = error, .lock = -1};
  if (error) error->text[0] = 0;
  *result = (pf_evaluate_result){0};
  pathfan_status status = check_options(options, error);
  if (status) return status;
  pthread_mutex_init(&e.mutex, NULL);
  pf_compared_methods_list(options, &e.methods);
  status = identify_program(&e);
  if (!status) status = find_work(&e);
  if (!status) status = pf_parallel_for(e.queue_count, options->threads, run_map, &e, NULL);
  if (!status) status = conclude(&e);
  close_folder(&e);
  for (int32_t i = 0; e.items && i < e.maps.count; i++) {
    free(e.items[i].file);
    free(e.items[i].index);
  }
  free(e.items);
  free(e.queue);
  pf_maps_free(&e.maps);
  pthread_mutex_destroy(&e.mutex);
  return status;
}
