/* crowd_rows.c - the file only grows: a run that is killed leaves all complete lines, and perhaps a
 * part of one more, which is cut off. */
#include "evaluate/crowd_rows.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/status.h"
#include "evaluate/csv.h"

#define BYTES_MOST ((size_t)1 << 28)
#define KEY_CELLS 7
#define DECIMALS 9

static const struct measure {
  const char *name;
  size_t at; /* in pf_trial_measures */
} measures[] = {{"steps", offsetof(pf_trial_measures, steps)},
                {"arrived", offsetof(pf_trial_measures, arrived)},
                {"travel", offsetof(pf_trial_measures, travel)},
                {"step_ms", offsetof(pf_trial_measures, step_ms)},
                {"move_ms", offsetof(pf_trial_measures, move_ms)},
                {"cpu_ms", offsetof(pf_trial_measures, cpu_ms)},
                {"preparing_ms", offsetof(pf_trial_measures, preparing_ms)},
                {"building_ms", offsetof(pf_trial_measures, building_ms)},
                {"searches", offsetof(pf_trial_measures, searches)},
                {"evaluations", offsetof(pf_trial_measures, evaluations)},
                {"requests", offsetof(pf_trial_measures, requests)},
                {"changes", offsetof(pf_trial_measures, changes)},
                {"most_present", offsetof(pf_trial_measures, most_present)},
                {"present_above", offsetof(pf_trial_measures, present_above)},
                {"present_after", offsetof(pf_trial_measures, present_after)},
                {"at_once", offsetof(pf_trial_measures, at_once)}};
#define MEASURES ((int)(sizeof measures / sizeof *measures))

static double *measure_at(pf_trial_measures *all, int number) {
  return (double *)(void *)((char *)all + measures[number].at);
}

static pathfan_status no_memory(pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
}

/* Returns the cells that identify a trial; the caller frees them. */
static char *key_of(const pf_trial *t, const char *ground) {
  char area[PF_NUMBER_BYTES], *key = NULL;
  if (asprintf(&key, "%s,%s,%s,%s,%s,%d,%llu", ground, pathfan_crowd_search_name(t->search),
               pathfan_crowd_strategy_name(t->strategy), pathfan_crowd_law_name(t->law),
               pf_number_text(t->area, 6, area), t->agents, (unsigned long long)t->seed) < 0)
    return NULL;
  return key;
}

static void write_head(FILE *file) {
  fputs("environment,search,strategy,law,agent_area,agents,seed", file);
  for (int i = 0; i < MEASURES; i++) fprintf(file, ",%s", measures[i].name);
  putc('\n', file);
}

/* ---- Reading ---- */

static pathfan_status take_line(pf_trial_rows *rows, pf_text *text, pf_span line,
                                pathfan_error *error) {
  size_t key = 0;
  for (int cells = 0; key < line.length; key++)
    if (line.at[key] == ',' && ++cells == KEY_CELLS) break;
  pf_trial_measures measured;
  pf_span rest = {line.at + key + 1, key < line.length ? line.length - key - 1 : 0};
  if (key == line.length) rest.at = NULL;
  for (int i = 0; i < MEASURES; i++)
    if (!pf_csv_take(&rest, measure_at(&measured, i)))
      return pf_text_fail(text, error, "expected %d columns", KEY_CELLS + MEASURES);
  const int64_t need = (int64_t)rows->count + 1;
  if (pf_grow(&rows->keys, &rows->capacity, need) ||
      pf_grow(&rows->measured, &rows->measured_capacity, need))
    return no_memory(error);
  rows->keys[rows->count] = strndup(line.at, key);
  if (!rows->keys[rows->count]) return no_memory(error);
  rows->measured[rows->count++] = measured;
  return PATHFAN_OK;
}

static pathfan_status read_lines(pf_trial_rows *rows, const char *bytes, size_t length,
                                 pathfan_error *error) {
  char *head = NULL;
  size_t head_bytes;
  FILE *stream = pf_text_stream(&head, &head_bytes);
  if (!stream) return no_memory(error);
  write_head(stream);
  if (!pf_text_stream_close(stream, &head, &head_bytes)) {
    free(head);
    return no_memory(error);
  }
  head[head_bytes - 1] = 0;
  pf_text text = pf_text_over(bytes, length, rows->path);
  pf_span line;
  pathfan_status status = PATHFAN_OK;
  if (pf_text_line(&text, &line) && !pf_span_is(line, head))
    status = pf_text_fail(&text, error, "these aren't the columns of crowds' trials");
  free(head);
  while (!status && pf_text_line(&text, &line)) status = take_line(rows, &text, line, error);
  return status;
}

static pathfan_status io_failed(const pf_trial_rows *rows, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_IO, "%s: %s", pf_name_tail(rows->path), strerror(errno));
}

static pathfan_status open_rows(pf_trial_rows *rows, pathfan_error *error) {
  char *text = NULL;
  size_t bytes = 0;
  pathfan_status status = PATHFAN_OK;
  rows->file = fopen(rows->path, "ae");
  if (!rows->file) return io_failed(rows, error);
  status = pf_read_file(rows->path, BYTES_MOST, &text, &bytes, error);
  while (bytes && text[bytes - 1] != '\n') bytes--;
  if (!status && ftruncate(fileno(rows->file), (off_t)bytes)) status = io_failed(rows, error);
  if (!status && bytes) status = read_lines(rows, text, bytes, error);
  if (!status && !bytes) write_head(rows->file);
  if (!status && fflush(rows->file)) status = io_failed(rows, error);
  free(text);
  return status;
}

pathfan_status pf_trial_rows_open(pf_trial_rows *rows, const char *path, pathfan_error *error) {
  *rows = (pf_trial_rows){.path = strdup(path)};
  const pathfan_status status = rows->path ? open_rows(rows, error) : no_memory(error);
  if (status) pf_trial_rows_close(rows);
  return status;
}

bool pf_trial_rows_take(const pf_trial_rows *rows, pf_trial *trial, const char *ground) {
  char *key = key_of(trial, ground);
  for (int32_t i = 0; i < rows->count && key && !trial->is_measured; i++) {
    if (strcmp(rows->keys[i], key) != 0) continue;
    trial->measured = rows->measured[i];
    trial->is_measured = true;
  }
  free(key);
  return trial->is_measured;
}

/* ---- Writing ---- */

pathfan_status pf_trial_rows_add(pf_trial_rows *rows, const pf_trial *trial, const char *ground,
                                 pathfan_error *error) {
  char *key = key_of(trial, ground);
  if (!key) return no_memory(error);
  pf_trial_measures measured = trial->measured;
  fputs(key, rows->file);
  for (int i = 0; i < MEASURES; i++) {
    putc(',', rows->file);
    pf_csv_number(rows->file, *measure_at(&measured, i), DECIMALS);
  }
  putc('\n', rows->file);
  free(key);
  return fflush(rows->file) ? io_failed(rows, error) : PATHFAN_OK;
}

void pf_trial_rows_close(pf_trial_rows *rows) {
  if (rows->file) (void)fclose(rows->file);
  for (int32_t i = 0; i < rows->count; i++) free(rows->keys[i]);
  free(rows->keys);
  free(rows->measured);
  free(rows->path);
  *rows = (pf_trial_rows){.count = 0};
}
