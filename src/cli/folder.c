/* folder.c - prints a line for each map or index. */
#include "cli/folder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"

/* Replaces control characters: names of files may hold commands to a terminal. */
static char shown(char letter) {
  return (unsigned char)letter < 0x20 || letter == 0x7F ? '?' : letter;
}

static void put(const char *name) {
  for (; *name; name++) putchar(shown(*name));
}

/* Counts the letters of a name: the bytes that don't continue a UTF-8 sequence. */
static int letters(const char *name) {
  int count = 0;
  for (; *name; name++) count += ((unsigned char)*name & 0xC0) != 0x80;
  return count;
}

/* Prints a name, padded with blanks to `width` letters. */
static void put_wide(const char *name, int width) {
  put(name);
  for (int i = letters(name); i < width; i++) putchar(' ');
}

/* Reports what is wrong with an item, with its name unless the sentence has it. */
static void complain(const pathfan_folder_item *item) {
  const char *name = item->state == PATHFAN_FOLDER_FAILED ? item->map : item->file;
  const bool has_name =
      strstr(item->sentence, item->file) || (item->map && strstr(item->sentence, item->map));
  char *text;
  if (asprintf(&text, "%s%s%s", has_name ? "" : name, has_name ? "" : ": ", item->sentence) < 0) {
    cli_message("%s", pathfan_status_text(item->status));
    return;
  }
  for (char *at = text; *at; at++) *at = shown(*at);
  cli_message("%s", text);
  free(text);
}

static int32_t count_of(const pathfan_folder_list *list, pathfan_folder_state state) {
  int32_t count = 0;
  for (int32_t i = 0; i < list->count; i++) count += list->items[i].state == state;
  return count;
}

/* Returns the highest exit code of all items. */
static int code_of(const pathfan_folder_list *list) {
  int code = CLI_OK;
  for (int32_t i = 0; i < list->count; i++) {
    const int its = cli_exit_code(list->items[i].status);
    if (its > code) code = its;
  }
  return code;
}

/* Ends a list of lines and the object that ends with it. */
static void end_list(pf_json_writer *w) {
  pf_write_end(w, ']');
  pf_write_end(w, '}');
  putc('\n', w->out);
}

/* Begins an item of a list, on a line of its own, with the name of a file. */
static void begin_item(pf_json_writer *w, const char *name, const char *file) {
  pf_write_line(w, "\n  ");
  pf_write_begin(w, NULL, '{');
  pf_write_text(w, name, file);
}

static void write_count(pf_json_writer *w, const pathfan_folder_list *list, const char *name,
                        pathfan_folder_state state) {
  pf_write_integer(w, name, count_of(list, state));
}

/* Prints the end of a summary's first line: items that aren't sound, and the time taken. */
static void put_rest(const pathfan_folder_list *list, double spent) {
  const int32_t failed = count_of(list, PATHFAN_FOLDER_FAILED);
  const int32_t gone = count_of(list, PATHFAN_FOLDER_GONE);
  const int32_t pruned = count_of(list, PATHFAN_FOLDER_PRUNED);
  if (failed) printf(", %d failed", failed);
  if (gone) printf(", %d without a map", gone);
  if (pruned) printf(", %d deleted", pruned);
  printf(", %.3f s\n", spent);
}

/* ---- Building ---- */

typedef struct reporter {
  cli_progress progress;
  bool lines; /* one for each map that was built */
} reporter;

static void report(void *context, const pathfan_folder_item *item, int32_t done, int32_t total) {
  reporter *r = context;
  cli_progress_end(&r->progress);
  if (item->status) {
    complain(item);
  } else if (r->lines && item->state == PATHFAN_FOLDER_BUILT) {
    put(item->file);
    fputs(": built, ", stdout);
    if (item->facts.vertex_count) printf("%d corners, ", item->facts.vertex_count);
    printf("%" PRIu64 " bytes, %.3f s\n", item->facts.file_bytes, item->seconds);
  }
  if (!item->status && item->state == PATHFAN_FOLDER_BUILT && item->facts.ignored) {
    cli_progress_end(&r->progress);
    cli_message("%s: %" PRId64 " thing%s of the map no effect; inspect says what", item->file,
                item->facts.ignored, item->facts.ignored == 1 ? " has" : "s have");
  } else if (r->lines && item->state == PATHFAN_FOLDER_GONE) {
    put(item->file);
    fputs(": its map ", stdout);
    put(item->map);
    puts(" is gone; --prune would delete it");
  } else if (r->lines && item->state == PATHFAN_FOLDER_PRUNED) {
    put(item->file);
    fputs(": deleted, its map ", stdout);
    put(item->map);
    puts(" is gone");
  }
  if (r->lines) fflush(stdout);
  cli_progress_map(&r->progress, item->map, done, total);
}

static void print_built_json(const pathfan_folder_list *list, double spent) {
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  write_count(&w, list, "built", PATHFAN_FOLDER_BUILT);
  write_count(&w, list, "up_to_date", PATHFAN_FOLDER_CURRENT);
  write_count(&w, list, "failed", PATHFAN_FOLDER_FAILED);
  write_count(&w, list, "gone", PATHFAN_FOLDER_GONE);
  write_count(&w, list, "pruned", PATHFAN_FOLDER_PRUNED);
  pf_write_integer(&w, "left_alone", list->left_alone);
  pf_write_number(&w, "seconds", spent);
  pf_write_begin(&w, "maps", '[');
  for (int32_t i = 0; i < list->count; i++) {
    const pathfan_folder_item *item = &list->items[i];
    begin_item(&w, "map", item->map);
    pf_write_text(&w, "index", item->file);
    pf_write_text(&w, "state", pathfan_folder_state_text(item->state));
    if (item->has_facts) {
      pf_write_integer(&w, "n", item->facts.vertex_count);
      pf_write_integer(&w, "file_bytes", (int64_t)item->facts.file_bytes);
    }
    if (item->state == PATHFAN_FOLDER_BUILT) pf_write_number(&w, "seconds", item->seconds);
    if (item->status) pf_write_text(&w, "error", item->sentence);
    pf_write_end(&w, '}');
  }
  end_list(&w);
}

static void print_built_text(const char *indexes, const pathfan_folder_list *list, double spent) {
  printf("%s%s%s: %d built, %d up to date", cli_bold(), indexes, cli_plain(),
         count_of(list, PATHFAN_FOLDER_BUILT), count_of(list, PATHFAN_FOLDER_CURRENT));
  put_rest(list, spent);
  if (list->left_alone)
    printf("  %d .json, .yaml or .mesh file%s left alone: not a map by the looks of %s\n",
           list->left_alone, list->left_alone == 1 ? "" : "s",
           list->left_alone == 1 ? "it" : "them");
}

int cli_folder_build(const char *maps, const char *indexes, pathfan_folder_options *options,
                     bool quiet, bool json) {
  reporter r = {.lines = !quiet && !json};
  pathfan_folder_list list;
  pathfan_error error;
  const double began = pf_seconds();
  cli_progress_start(&r.progress, quiet);
  options->report = report;
  options->report_context = &r;
  options->build.progress = cli_progress_report;
  options->build.estimate = NULL; /* a line for each map would be too much */
  options->build.progress_context = &r.progress;
  const pathfan_status status = pathfan_build_folder(maps, indexes, options, &list, &error);
  cli_progress_end(&r.progress);
  int code = code_of(&list);
  if (!list.count && status) {
    code = cli_failure(status, error.text);
  } else {
    if (list.catalogue_status) cli_message("%s; it is made anew", list.catalogue_error.text);
    if (!list.has_catalogue) { /* mistakes in maps are reported above */
      const int its = cli_failure(status, error.text);
      if (its > code) code = its;
    }
    if (json)
      print_built_json(&list, pf_seconds() - began);
    else if (!quiet)
      print_built_text(indexes, &list, pf_seconds() - began);
  }
  pathfan_folder_free(&list);
  return code;
}

/* ---- Merging ---- */

static void report_merged(void *context, const pathfan_folder_item *item, int32_t done,
                          int32_t total) {
  reporter *r = context;
  if (item->status || item->state == PATHFAN_FOLDER_GONE || item->state == PATHFAN_FOLDER_PRUNED)
    report(r, item, done, total);
  r->progress.map[0] = 0; /* no name: hundreds of maps a second */
  cli_progress_report(&r->progress, "check", done, total);
}

static void print_merged_json(const pathfan_folder_list *list, double spent) {
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  pf_write_bool(&w, "merged", list->has_catalogue);
  write_count(&w, list, "indexes", PATHFAN_FOLDER_OK);
  write_count(&w, list, "gone", PATHFAN_FOLDER_GONE);
  write_count(&w, list, "pruned", PATHFAN_FOLDER_PRUNED);
  write_count(&w, list, "failed", PATHFAN_FOLDER_FAILED);
  pf_write_number(&w, "seconds", spent);
  pf_write_begin(&w, "flaws", '[');
  for (int32_t i = 0; i < list->count; i++) {
    const pathfan_folder_item *item = &list->items[i];
    if (item->state == PATHFAN_FOLDER_OK) continue;
    begin_item(&w, "file", item->file);
    pf_write_text(&w, "map", item->map);
    pf_write_text(&w, "state", pathfan_folder_state_text(item->state));
    if (item->status) pf_write_text(&w, "error", item->sentence);
    pf_write_end(&w, '}');
  }
  end_list(&w);
}

static void print_merged_text(const char *indexes, const pathfan_folder_list *list, double spent) {
  printf("%s%s%s: %s, %d index%s sound", cli_bold(), indexes, cli_plain(),
         list->has_catalogue ? "merged" : "not merged", count_of(list, PATHFAN_FOLDER_OK),
         count_of(list, PATHFAN_FOLDER_OK) == 1 ? "" : "es");
  put_rest(list, spent);
}

int cli_folder_merge(const char *indexes, pathfan_merge_options *options, bool quiet, bool json) {
  reporter r = {.lines = !quiet && !json};
  pathfan_folder_list list;
  pathfan_error error;
  const double began = pf_seconds();
  cli_progress_start(&r.progress, quiet);
  options->report = report_merged;
  options->context = &r;
  const pathfan_status status = pathfan_folder_merge(indexes, options, &list, &error);
  cli_progress_end(&r.progress);
  int code = code_of(&list);
  if (status && !code) {
    code = status == PATHFAN_ERR_ARGUMENT ? CLI_USAGE : cli_failure(status, error.text);
    if (status == PATHFAN_ERR_ARGUMENT) cli_message("%s (--shards)", error.text);
  } else {
    if (list.catalogue_status && list.has_catalogue)
      cli_message("%s; it is made anew", list.catalogue_error.text);
    if (json)
      print_merged_json(&list, pf_seconds() - began);
    else if (!quiet)
      print_merged_text(indexes, &list, pf_seconds() - began);
  }
  pathfan_folder_free(&list);
  return code;
}

/* ---- Inspecting ---- */

/* Writes the fields of the catalogue, after "file". */
static void write_facts(pf_json_writer *w, const pathfan_folder_item *item) {
  const pathfan_index_facts *f = &item->facts;
  pf_write_digest(w, "seal", f->seal);
  pf_write_integer(w, "file_bytes", (int64_t)f->file_bytes);
  pf_write_json(w, "format", "\"%d.%d\"", f->format_major, f->format_minor);
  pf_write_text(w, "builder", f->builder);
  pf_write_text(w, "options", f->options);
  pf_write_integer(w, "n", f->vertex_count);
  pf_write_integer(w, "components", f->component_count);
  pf_write_integer(w, "tables", f->table_count);
  pf_write_begin(w, "map", '{');
  pf_write_text(w, "path", item->map);
  pf_write_integer(w, "bytes", (int64_t)f->map_bytes);
  pf_write_digest(w, "digest", f->map_digest);
  pf_write_xy(w, "origin", f->origin_x, f->origin_y);
  pf_write_number(w, "width", f->width);
  pf_write_number(w, "height", f->height);
  pf_write_number(w, "unit", f->unit);
  pf_write_integer(w, "ignored", f->ignored);
  pf_write_end(w, '}');
}

static void print_list_json(const pathfan_folder_list *list) {
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  pf_write_bool(&w, "catalogue", list->has_catalogue);
  if (list->catalogue_status) pf_write_text(&w, "catalogue_error", list->catalogue_error.text);
  pf_write_begin(&w, "indexes", '[');
  for (int32_t i = 0; i < list->count; i++) {
    const pathfan_folder_item *item = &list->items[i];
    begin_item(&w, "file", item->file);
    pf_write_text(&w, "state", pathfan_folder_state_text(item->state));
    if (item->status) pf_write_text(&w, "error", item->sentence);
    if (item->has_facts) write_facts(&w, item);
    pf_write_end(&w, '}');
  }
  end_list(&w);
}

static int wider(int width, const char *text) {
  const int count = letters(text);
  return count > width ? count : width;
}

static void print_list_text(const pathfan_folder_list *list) {
  int file_width = wider(0, "file"), map_width = wider(0, "map");
  for (int32_t i = 0; i < list->count; i++) {
    const pathfan_folder_item *item = &list->items[i];
    file_width = wider(file_width, item->file);
    map_width = wider(map_width, item->map ? item->map : "-");
  }
  printf("%s%-*s  %-*s  %8s  %11s  %6s  state%s\n", cli_bold(), file_width, "file", map_width,
         "map", "n", "bytes", "tables", cli_plain());
  for (int32_t i = 0; i < list->count; i++) {
    const pathfan_folder_item *item = &list->items[i];
    const char *state = pathfan_folder_state_text(item->state);
    put_wide(item->file, file_width + 2);
    put_wide(item->map ? item->map : "-", map_width + 2);
    if (item->has_facts)
      printf("%8d  %11" PRIu64 "  %6d  %s\n", item->facts.vertex_count, item->facts.file_bytes,
             item->facts.table_count, state);
    else
      printf("%8s  %11s  %6s  %s\n", "-", "-", "-", state);
  }
  if (!list->has_catalogue && !list->catalogue_status) puts("no catalogue");
}

/* Lists a folder. Returns CLI_OK, or an exit code after a message. */
static int look(const char *indexes, pathfan_folder_list *list) {
  pathfan_error error;
  const pathfan_status status = pathfan_folder_look(indexes, list, &error);
  if (status) return cli_failure(status, error.text);
  if (!list->count && !list->has_catalogue && !list->catalogue_status) {
    cli_message("%s: holds no index, in it or below", indexes);
    return CLI_SYSTEM;
  }
  return CLI_OK;
}

/* Reports what is wrong with the catalogue. A file that isn't pathfan's doesn't count. */
static int judge_catalogue(const pathfan_folder_list *list) {
  if (!list->catalogue_status) return CLI_OK;
  cli_message("%s", list->catalogue_error.text);
  return list->catalogue_status == PATHFAN_ERR_NOT_INDEX ? CLI_OK
                                                         : cli_exit_code(list->catalogue_status);
}

int cli_folder_inspect(const char *indexes, bool json) {
  pathfan_folder_list list;
  int code = look(indexes, &list);
  if (code == CLI_OK) {
    (json ? print_list_json : print_list_text)(&list);
    const int of_catalogue = judge_catalogue(&list), of_files = code_of(&list);
    code = of_files > of_catalogue ? of_files : of_catalogue;
    for (int32_t i = 0; i < list.count; i++)
      if (list.items[i].status) complain(&list.items[i]);
  }
  pathfan_folder_free(&list);
  return code;
}

/* ---- Verifying ---- */

static int verify_item(const char *indexes, const pathfan_folder_item *item,
                       int verify(const char *path, uint64_t *bytes)) {
  const bool is_changed = item->state == PATHFAN_FOLDER_CHANGED;
  int code = cli_exit_code(item->status);
  uint64_t bytes = 0;
  char *path;
  if (item->state == PATHFAN_FOLDER_TEMPORARY) {
    put(item->file);
    puts(": of a builder that is at work or was killed, not checked");
    return CLI_OK;
  }
  if (item->status) {
    put(item->file);
    printf(": %s\n", pathfan_folder_state_text(item->state));
    complain(item);
    return code;
  }
  if (asprintf(&path, "%s/%s", indexes, item->file) < 0)
    return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  code = verify(path, &bytes);
  free(path);
  put(item->file);
  if (code == CLI_OK)
    printf(": sound, all %" PRIu64 " bytes checked%s\n", bytes,
           is_changed ? "; not what the catalogue says" : "");
  else
    printf(": %s\n", code == CLI_DAMAGED ? "damaged" : "can't be checked");
  fflush(stdout);
  return code;
}

int cli_folder_verify(const char *indexes, int verify(const char *path, uint64_t *bytes)) {
  pathfan_folder_list list;
  int code = look(indexes, &list);
  int32_t bad = 0;
  if (code == CLI_OK) {
    code = judge_catalogue(&list);
    for (int32_t i = 0; i < list.count; i++) {
      const int its = verify_item(indexes, &list.items[i], verify);
      bad += its != CLI_OK;
      if (its > code) code = its;
    }
    if (bad) cli_message("%s: %d of %d indexes are not sound", indexes, bad, list.count);
  }
  pathfan_folder_free(&list);
  return code;
}
