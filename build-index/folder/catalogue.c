/* catalogue.c - a catalogue of indexes: lines of text, in order.
 *
 * One index per line, so that the difference of two catalogues is that of their indexes.
 *
 * Files named in a catalogue may be deleted (--prune) and read, so a catalogue is treated as
 * untrusted text: names that lead out of the folder are refused. A file that begins as a catalogue
 * and can't be read is a damaged one, which the next build replaces; any other file of that name
 * belongs to someone else and is not touched. */
#include "catalogue.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/json.h"
#include "base/json_load.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/status.h"
#include "facts.h"
#include "list_files.h"
#include "shard.h"

/* The largest catalogue.json: a quarter of a million indexes and more. */
#define CATALOGUE_BYTES_MAX ((size_t)256 << 20)

#define VERSION_KEY "pathfan_catalogue"

/* ---- In memory ---- */

static int by_file(const void *a, const void *b) {
  return strcmp(((const pf_catalogue_entry *)a)->file, ((const pf_catalogue_entry *)b)->file);
}

static void sort(pf_catalogue *catalogue) {
  if (catalogue->count)
    qsort(catalogue->entries, (size_t)catalogue->count, sizeof *catalogue->entries, by_file);
}

pathfan_status pf_catalogue_add(pf_catalogue *catalogue, const char *file,
                                const pathfan_index_facts *facts) {
  if (pf_grow(&catalogue->entries, &catalogue->capacity, (int64_t)catalogue->count + 1))
    return PATHFAN_ERR_NO_MEMORY;
  char *copy = strdup(file);
  if (!copy) return PATHFAN_ERR_NO_MEMORY;
  catalogue->entries[catalogue->count++] = (pf_catalogue_entry){.file = copy, .facts = *facts};
  return PATHFAN_OK;
}

/* Returns a copy that JSON can hold. NULL: out of memory. */
static char *copy_text(const char *text) {
  const size_t size = 4 * strlen(text) + 1;
  char *copy = pf_alloc(size, 1);
  if (copy) pf_facts_text(copy, size, text);
  return copy;
}

static pathfan_status add_failure(pf_catalogue *catalogue, const char *file, const char *map,
                                  const char *sentence, pathfan_status status) {
  pf_catalogue_shard *shard = &catalogue->shard;
  if (pf_grow(&shard->failures, &shard->failure_capacity, (int64_t)shard->failure_count + 1))
    return PATHFAN_ERR_NO_MEMORY;
  pf_catalogue_failure *failure = &shard->failures[shard->failure_count++];
  *failure = (pf_catalogue_failure){copy_text(file), copy_text(map), copy_text(sentence), status};
  return failure->file && failure->map && failure->sentence ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

pathfan_status pf_catalogue_add_failure(pf_catalogue *catalogue, const pathfan_folder_item *item) {
  return add_failure(catalogue, item->file, item->map, item->sentence, item->status);
}

const pf_catalogue_entry *pf_catalogue_find(const pf_catalogue *catalogue, const char *file) {
  const pf_catalogue_entry key = {.file = (char *)file};
  if (!catalogue->count) return NULL;
  return bsearch(&key, catalogue->entries, (size_t)catalogue->count, sizeof key, by_file);
}

void pf_catalogue_free(pf_catalogue *catalogue) {
  for (int32_t i = 0; i < catalogue->count; i++) free(catalogue->entries[i].file);
  free(catalogue->entries);
  for (int32_t i = 0; i < catalogue->shard.failure_count; i++) {
    free(catalogue->shard.failures[i].file);
    free(catalogue->shard.failures[i].map);
    free(catalogue->shard.failures[i].sentence);
  }
  free(catalogue->shard.failures);
  *catalogue = (pf_catalogue){0};
}

/* Returns the length of the folders before the last part of a path. */
static size_t folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash + 1 - path) : 0;
}

char *pf_catalogue_map(const char *file, const char *name) {
  char *path;
  return asprintf(&path, "%.*s%s", (int)folder_length(file), file, name) < 0 ? NULL : path;
}

/* ---- From JSON ---- */

static bool take_text(const json_t *object, const char *key, char *text, size_t size) {
  const char *value = json_string_value(json_object_get(object, key));
  return value && (size_t)snprintf(text, size, "%s", value) < size;
}

static bool take_whole(const json_t *object, const char *key, int64_t most, int64_t *value) {
  const json_t *number = json_object_get(object, key);
  *value = json_integer_value(number);
  return json_is_integer(number) && *value >= 0 && *value <= most;
}

static bool take_count(const json_t *object, const char *key, int32_t *count) {
  int64_t value;
  const bool good = take_whole(object, key, INT32_MAX, &value);
  *count = good ? (int32_t)value : 0;
  return good;
}

static bool take_bytes(const json_t *object, const char *key, uint64_t *bytes) {
  int64_t value;
  const bool good = take_whole(object, key, INT64_MAX, &value);
  *bytes = good ? (uint64_t)value : 0;
  return good;
}

static bool take_number(const json_t *number, double *value) {
  *value = json_number_value(number);
  return json_is_number(number) && isfinite(*value);
}

static bool take_digest(const json_t *object, const char *key, uint8_t digest[16]) {
  const char *text = json_string_value(json_object_get(object, key));
  if (!text || strlen(text) != 32 || strspn(text, "0123456789abcdef") != 32) return false;
  for (int i = 0; i < 16; i++) {
    const char pair[] = {text[2 * i], text[2 * i + 1], 0};
    digest[i] = (uint8_t)strtoul(pair, NULL, 16);
  }
  return true;
}

static bool take_version(const json_t *object, pathfan_index_facts *facts) {
  char text[32], again[32];
  if (!take_text(object, "format", text, sizeof text) ||
      sscanf(text, "%" SCNd32 ".%" SCNd32, &facts->format_major, &facts->format_minor) != 2)
    return false;
  snprintf(again, sizeof again, "%" PRId32 ".%" PRId32, facts->format_major, facts->format_minor);
  return strcmp(text, again) == 0;
}

/* Whether a path leads down from a folder and never up. */
static bool leads_down(const char *path) {
  if (!*path) return false;
  for (const char *part = path;;) {
    const size_t length = strcspn(part, "/");
    if (length == 0 || (length == 1 && part[0] == '.') ||
        (length == 2 && part[0] == '.' && part[1] == '.'))
      return false;
    if (!part[length]) return true;
    part += length + 1;
  }
}

/* Reads an item of "indexes". Returns NULL, or the name of a missing or impossible field. */
static const char *take_entry(const json_t *object, const char **file, pathfan_index_facts *facts) {
  const json_t *of_map = json_object_get(object, "map");
  const json_t *origin = json_object_get(of_map, "origin");
  memset(facts, 0, sizeof *facts);
  *file = json_string_value(json_object_get(object, "file"));
  const char *map = json_string_value(json_object_get(of_map, "path"));
  if (!*file || !leads_down(*file) || !pf_name_ends(*file, ".pathfan")) return "file";
  const size_t folder = folder_length(*file);
  if (!map || !leads_down(map) || folder_length(map) != folder ||
      strncmp(map, *file, folder) != 0 || strlen(map + folder) >= sizeof facts->map_name)
    return "map.path";
  strcpy(facts->map_name, map + folder);
  if (!take_digest(object, "seal", facts->seal)) return "seal";
  if (!take_bytes(object, "file_bytes", &facts->file_bytes)) return "file_bytes";
  if (!take_version(object, facts)) return "format";
  if (!take_text(object, "builder", facts->builder, sizeof facts->builder)) return "builder";
  if (!take_text(object, "options", facts->options, sizeof facts->options)) return "options";
  if (!take_count(object, "n", &facts->vertex_count)) return "n";
  if (!take_count(object, "components", &facts->component_count)) return "components";
  if (!take_count(object, "tables", &facts->table_count)) return "tables";
  if (!take_bytes(of_map, "bytes", &facts->map_bytes)) return "map.bytes";
  if (!take_digest(of_map, "digest", facts->map_digest)) return "map.digest";
  if (json_array_size(origin) != 2 || !take_number(json_array_get(origin, 0), &facts->origin_x) ||
      !take_number(json_array_get(origin, 1), &facts->origin_y))
    return "map.origin";
  if (!take_number(json_object_get(of_map, "width"), &facts->width)) return "map.width";
  if (!take_number(json_object_get(of_map, "height"), &facts->height)) return "map.height";
  if (!take_number(json_object_get(of_map, "unit"), &facts->unit)) return "map.unit";
  if (json_object_get(of_map, "ignored") && /* since format 3.7 */
      !take_whole(of_map, "ignored", INT64_MAX, &facts->ignored))
    return "map.ignored";
  return NULL;
}

static pathfan_status damaged(const char *name, const char *why, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: is damaged: %s", name, why);
}

static pathfan_status take_entries(const json_t *list, const char *name, pf_catalogue *catalogue,
                                   pathfan_error *error) {
  size_t i;
  const json_t *object;
  char why[80];
  if (!json_is_array(list)) return damaged(name, "it has no list of indexes", error);
  json_array_foreach(list, i, object) {
    pathfan_index_facts facts;
    const char *file, *field = take_entry(object, &file, &facts);
    if (field) {
      snprintf(why, sizeof why, "index %zu: %s is missing or impossible", i, field);
      return damaged(name, why, error);
    }
    if (pf_catalogue_add(catalogue, file, &facts))
      return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", name);
    catalogue->entries[catalogue->count - 1].gone = json_is_true(json_object_get(object, "gone"));
  }
  sort(catalogue);
  for (int32_t k = 1; k < catalogue->count; k++)
    if (by_file(&catalogue->entries[k - 1], &catalogue->entries[k]) == 0)
      return damaged(name, "it names a file twice", error);
  return PATHFAN_OK;
}

/* Reads what a shard's catalogue has in addition, if it is one. */
static pathfan_status take_shard(const json_t *object, const char *name, pf_catalogue *catalogue,
                                 pathfan_error *error) {
  pf_catalogue_shard *shard = &catalogue->shard;
  const json_t *failed = json_object_get(object, "failed"), *it;
  size_t i;
  if (!object) return PATHFAN_OK;
  if (!take_count(object, "number", &shard->number) ||
      !take_count(object, "shards", &shard->shards) || shard->number < 1 ||
      shard->number > shard->shards || shard->shards > PATHFAN_SHARDS_MAX ||
      !take_digest(object, "division", shard->division) || !json_is_array(failed))
    return damaged(name, "what it says of its shard is impossible", error);
  json_array_foreach(failed, i, it) {
    const char *file = json_string_value(json_object_get(it, "file"));
    const char *map = json_string_value(json_object_get(it, "map"));
    const char *sentence = json_string_value(json_object_get(it, "error"));
    int64_t status;
    if (!file || !map || !sentence || !take_whole(it, "status", PATHFAN_ERR_DAMAGED, &status) ||
        !status)
      return damaged(name, "a map that failed has an impossible field", error);
    if (add_failure(catalogue, file, map, sentence, (pathfan_status)status))
      return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", name);
  }
  return PATHFAN_OK;
}

/* Whether text that isn't valid JSON begins as a catalogue: an empty file does. */
static bool began_well(const char *text, size_t bytes) {
  static const char start[] = "{\"" VERSION_KEY "\":";
  const size_t length = sizeof start - 1;
  return strncmp(text, start, bytes < length ? bytes : length) == 0;
}

pathfan_status pf_catalogue_parse(const char *text, size_t bytes, const char *name,
                                  pf_catalogue *catalogue, pathfan_error *error) {
  json_error_t flaw;
  int64_t version;
  *catalogue = (pf_catalogue){.exists = true};
  json_t *root = pf_json_load(text, bytes, JSON_REJECT_DUPLICATES, &flaw);
  if (!root && pf_shortage_seen())
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", name);
  pathfan_status status;
  if (!root && began_well(text, bytes))
    status = damaged(name, bytes ? flaw.text : "it is empty", error);
  else if (!json_object_get(root, VERSION_KEY))
    status = pf_fail(error, PATHFAN_ERR_NOT_INDEX, "%s: is no catalogue of indexes", name);
  else if (!take_whole(root, VERSION_KEY, INT64_MAX, &version) || version < 1)
    status = damaged(name, "its version is impossible", error);
  else if (version > PATHFAN_CATALOGUE_VERSION)
    status = pf_fail(error, PATHFAN_ERR_VERSION,
                     "%s: is of version %" PRId64 ", this program knows version %d", name, version,
                     PATHFAN_CATALOGUE_VERSION);
  else
    status = take_shard(json_object_get(root, "shard"), name, catalogue, error);
  if (!status) status = take_entries(json_object_get(root, "indexes"), name, catalogue, error);
  json_decref(root);
  if (status) {
    pf_catalogue_free(catalogue);
    catalogue->exists = true;
  }
  return status;
}

/* Reads the catalogue `name` of a shard, or of none: 0. */
static pathfan_status read_named(const char *indexes, const char *name, int32_t number,
                                 int32_t shards, pf_catalogue *catalogue, pathfan_error *error) {
  char *text = NULL, *path = pf_join(indexes, name);
  size_t bytes;
  pathfan_status status = PATHFAN_OK;
  struct stat info;
  *catalogue = (pf_catalogue){0};
  if (!path) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", indexes);
  const bool is_there = stat(path, &info) == 0;
  catalogue->exists = is_there || errno != ENOENT;
  if (is_there && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) { /* reading would block */
    status = pf_fail(error, PATHFAN_ERR_NOT_INDEX, "%s: is no regular file, so no catalogue", path);
  } else if (catalogue->exists) {
    status = pf_read_file(path, CATALOGUE_BYTES_MAX, &text, &bytes, error);
    if (!status) status = pf_catalogue_parse(text, bytes, path, catalogue, error);
    if (!status && (catalogue->shard.number != number || catalogue->shard.shards != shards)) {
      pf_catalogue_free(catalogue);
      catalogue->exists = true;
      status = damaged(
          path, number ? "it isn't of the shard that its name says" : "it is a shard's", error);
    }
  }
  free(text);
  free(path);
  return status;
}

pathfan_status pf_catalogue_read(const char *indexes, pf_catalogue *catalogue,
                                 pathfan_error *error) {
  return read_named(indexes, PATHFAN_CATALOGUE_NAME, 0, 0, catalogue, error);
}

pathfan_status pf_catalogue_read_shard(const char *indexes, int32_t number, int32_t shards,
                                       pf_catalogue *catalogue, pathfan_error *error) {
  char name[PF_SHARD_NAME_BYTES];
  return read_named(indexes, pf_shard_name(number, shards, name), number, shards, catalogue, error);
}

/* ---- To JSON ---- */

static json_t *digest_text(const uint8_t digest[16]) {
  char text[33];
  for (int i = 0; i < 16; i++) snprintf(text + 2 * i, 3, "%02x", digest[i]);
  return json_string(text);
}

static json_t *entry_json(const pf_catalogue_entry *entry) {
  const pathfan_index_facts *f = &entry->facts;
  char format[32], *map = pf_catalogue_map(entry->file, f->map_name);
  if (!map) return NULL;
  snprintf(format, sizeof format, "%" PRId32 ".%" PRId32, f->format_major, f->format_minor);
  json_t *json =
      json_pack("{s:s, s:o, s:I, s:s, s:s, s:s, s:i, s:i, s:i, "
                "s:{s:s, s:I, s:o, s:[f, f], s:f, s:f, s:f, s:I}}",
                "file", entry->file, "seal", digest_text(f->seal), "file_bytes",
                (json_int_t)f->file_bytes, "format", format, "builder", f->builder, "options",
                f->options, "n", f->vertex_count, "components", f->component_count, "tables",
                f->table_count, "map", "path", map, "bytes", (json_int_t)f->map_bytes, "digest",
                digest_text(f->map_digest), "origin", f->origin_x, f->origin_y, "width", f->width,
                "height", f->height, "unit", f->unit, "ignored", (json_int_t)f->ignored);
  if (entry->gone) json_object_set_new(json, "gone", json_true());
  free(map);
  return json;
}

static json_t *shard_json(const pf_catalogue_shard *shard) {
  json_t *failed = json_array();
  for (int32_t i = 0; i < shard->failure_count; i++) {
    const pf_catalogue_failure *f = &shard->failures[i];
    json_t *one = json_pack("{s:s, s:s, s:i, s:s}", "file", f->file, "map", f->map, "status",
                            (int)f->status, "error", f->sentence);
    if (json_array_append_new(failed, one) != 0) { /* either is NULL */
      json_decref(failed);
      return NULL;
    }
  }
  return json_pack("{s:i, s:i, s:o, s:o}", "number", shard->number, "shards", shard->shards,
                   "division", digest_text(shard->division), "failed", failed);
}

/* Writes a value and frees it; NULL: out of memory. Returns whether it is written. */
static bool write_value(pf_json_writer *w, const char *name, json_t *value) {
  pf_write_name(w, name);
  const bool good =
      value && json_dumpf(value, w->out, JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17)) == 0;
  json_decref(value);
  return good;
}

/* Returns the text of the file, which the caller frees. NULL: out of memory. */
static char *catalogue_text(const pf_catalogue *catalogue, size_t *bytes) {
  char *text = NULL;
  pf_json_writer w = {.out = pf_text_stream(&text, bytes)};
  if (!w.out) return NULL;
  bool good = true;
  pf_write_begin(&w, NULL, '{');
  pf_write_integer(&w, VERSION_KEY, PATHFAN_CATALOGUE_VERSION);
  if (catalogue->shard.number) good = write_value(&w, "shard", shard_json(&catalogue->shard));
  pf_write_begin(&w, "indexes", '[');
  for (int32_t i = 0; i < catalogue->count && good; i++) {
    pf_write_line(&w, "\n");
    good = write_value(&w, NULL, entry_json(&catalogue->entries[i]));
  }
  pf_write_line(&w, "\n");
  pf_write_end(&w, ']');
  pf_write_end(&w, '}');
  putc('\n', w.out);
  char *all = pf_written(w.out, &text);
  if (good) return all;
  free(all);
  return NULL;
}

static bool holds_already(const char *path, const char *text, size_t bytes) {
  char *old = NULL;
  size_t old_bytes;
  const bool same = !pf_read_file(path, CATALOGUE_BYTES_MAX, &old, &old_bytes, NULL) &&
                    old_bytes == bytes && memcmp(old, text, bytes) == 0;
  free(old);
  return same;
}

/* Writes the catalogue `name`. output: opened for it, or all zero. */
static pathfan_status write_named(pf_catalogue *catalogue, const char *indexes, const char *name,
                                  pf_output *output, pathfan_error *error) {
  size_t bytes;
  sort(catalogue);
  char *path = pf_join(indexes, name);
  char *text = path ? catalogue_text(catalogue, &bytes) : NULL;
  pathfan_status status = PATHFAN_OK;
  if (!text) {
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for the catalogue", indexes);
  } else if (!holds_already(path, text, bytes)) {
    if (!output->stream) status = pf_output_open(output, path, error);
    if (!status) fwrite(text, 1, bytes, output->stream);
    if (!status) status = pf_output_close(output, error);
  }
  pf_output_discard(output);
  free(text);
  free(path);
  return status;
}

pathfan_status pf_catalogue_write(pf_catalogue *catalogue, const char *indexes,
                                  pathfan_error *error) {
  pf_output output = {0};
  return write_named(catalogue, indexes, PATHFAN_CATALOGUE_NAME, &output, error);
}

pathfan_status pf_catalogue_write_shard(pf_catalogue *catalogue, const char *indexes,
                                        pf_output *output, pathfan_error *error) {
  char name[PF_SHARD_NAME_BYTES];
  pf_shard_name(catalogue->shard.number, catalogue->shard.shards, name);
  return write_named(catalogue, indexes, name, output, error);
}
