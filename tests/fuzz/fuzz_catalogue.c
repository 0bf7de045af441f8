/* fuzz_catalogue.c - catalogue.json, and that of a shard, must survive any bytes. Accepted ones
 * must name only files below their folder, each once and in order, and must be read the same after
 * being written. */
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build-index/folder/catalogue.h"
#include "build-index/folder/shard.h"
#include "fuzz.h"

/* The path must stay in its folder, and the file's name must be an index's. */
static void check_file(const char *file) {
  const size_t length = strlen(file);
  fuzz_check(length > 8 && !strcmp(file + length - 8, ".pathfan"));
  fuzz_check(file[0] != '/' && !strstr(file, "//") && strncmp(file, "../", 3));
  fuzz_check(!strstr(file, "/../") && !strstr(file, "/./") && strncmp(file, "./", 2));
}

static void check_facts(const pf_catalogue_entry *entry) {
  const pathfan_index_facts *f = &entry->facts;
  fuzz_check(f->vertex_count >= 0 && f->component_count >= 0 && f->table_count >= 0);
  fuzz_check(isfinite(f->origin_x) && isfinite(f->origin_y) && isfinite(f->unit));
  fuzz_check(isfinite(f->width) && isfinite(f->height));
  fuzz_check(f->map_name[0] && !strchr(f->map_name, '/') && strcmp(f->map_name, ".."));
  char *map = pf_catalogue_map(entry->file, f->map_name);
  fuzz_check(map && map[0] != '/');
  free(map);
}

/* Writes a shard's catalogue, or that of all. */
static pathfan_status write_at(pf_catalogue *catalogue, const char *folder, pathfan_error *error) {
  pf_output output = {0};
  return catalogue->shard.number ? pf_catalogue_write_shard(catalogue, folder, &output, error)
                                 : pf_catalogue_write(catalogue, folder, error);
}

static void check_shard(const pf_catalogue *a, const pf_catalogue *b) {
  const pf_catalogue_shard *left = &a->shard, *right = &b->shard;
  fuzz_check(left->number >= (left->shards > 0) && left->number <= left->shards);
  fuzz_check(!memcmp(left->division, right->division, sizeof left->division));
  fuzz_check(left->failure_count == right->failure_count);
  for (int32_t i = 0; i < left->failure_count; i++) {
    fuzz_check(!strcmp(left->failures[i].file, right->failures[i].file));
    fuzz_check(!strcmp(left->failures[i].map, right->failures[i].map));
    fuzz_check(!strcmp(left->failures[i].sentence, right->failures[i].sentence));
    fuzz_check(left->failures[i].status == right->failures[i].status && left->failures[i].status);
  }
}

static void check_again(pf_catalogue *catalogue) {
  char folder[128], path[192], name[PF_SHARD_NAME_BYTES] = PATHFAN_CATALOGUE_NAME;
  struct stat before, after;
  pf_catalogue again;
  pathfan_error error = {""};
  const int32_t number = catalogue->shard.number, shards = catalogue->shard.shards;
  if (number) pf_shard_name(number, shards, name);
  snprintf(folder, sizeof folder, "%.80s/catalogue-%ld", fuzz_folder(), (long)getpid());
  snprintf(path, sizeof path, "%s/%s", folder, name);
  (void)mkdir(folder, 0700);
  fuzz_check(write_at(catalogue, folder, &error) == PATHFAN_OK);
  fuzz_check((number ? pf_catalogue_read_shard(folder, number, shards, &again, &error)
                     : pf_catalogue_read(folder, &again, &error)) == PATHFAN_OK);
  fuzz_check(again.exists && again.count == catalogue->count);
  check_shard(catalogue, &again);
  for (int32_t i = 0; i < again.count; i++) {
    fuzz_check(!strcmp(again.entries[i].file, catalogue->entries[i].file));
    fuzz_check(again.entries[i].gone == catalogue->entries[i].gone);
    fuzz_check(!memcmp(&again.entries[i].facts, &catalogue->entries[i].facts,
                       sizeof again.entries[i].facts));
  }
  /* Nothing has changed, so nothing may be written. */
  fuzz_check(stat(path, &before) == 0);
  fuzz_check(write_at(&again, folder, &error) == PATHFAN_OK);
  fuzz_check(stat(path, &after) == 0 && before.st_ino == after.st_ino);
  pf_catalogue_free(&again);
  unlink(path);
  rmdir(folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pf_catalogue catalogue;
  pathfan_error error = {""};
  char *text = malloc(size ? size : 1); /* ends where the catalogue does */
  fuzz_check(text != NULL);
  memcpy(text, data, size);
  const pathfan_status status = pf_catalogue_parse(text, size, "fuzz.json", &catalogue, &error);
  free(text);
  fuzz_check(catalogue.exists);
  if (status) {
    fuzz_check(status == PATHFAN_ERR_DAMAGED || status == PATHFAN_ERR_NOT_INDEX ||
               status == PATHFAN_ERR_VERSION);
    fuzz_check(error.text[0] && !catalogue.count && !catalogue.entries);
    return 0;
  }
  for (int32_t i = 0; i < catalogue.count; i++) {
    const pf_catalogue_entry *entry = &catalogue.entries[i];
    check_file(entry->file);
    check_facts(entry);
    fuzz_check(!i || strcmp(catalogue.entries[i - 1].file, entry->file) < 0);
    fuzz_check(pf_catalogue_find(&catalogue, entry->file) == entry);
  }
  fuzz_check(!pf_catalogue_find(&catalogue, "no such file.pathfan"));
  check_again(&catalogue);
  pf_catalogue_free(&catalogue);
  return 0;
}
