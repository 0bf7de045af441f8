/* shard.c - gives maps, longest first, each to the shard that has the least work: no shard takes
 * more than a third longer than in the best division (Graham, Bounds on multiprocessing timing
 * anomalies, 1969), if the estimate of a map's work is right.
 *
 * The estimate uses file sizes only, so that every shard, on any machine, divides the same way
 * without reading maps; docs/decisions/shards.md has figures. Ties go by name, and to the first of
 * the shards. */
#include "shard.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "list_files.h"
#include "format/digest.h"

const char *pf_shard_name(int32_t number, int32_t shards, char name[PF_SHARD_NAME_BYTES]) {
  snprintf(name, PF_SHARD_NAME_BYTES, "catalogue.%" PRId32 "-of-%" PRId32 ".json", number, shards);
  return name;
}

bool pf_shard_is_name(const char *name, int32_t *number, int32_t *shards) {
  char again[PF_SHARD_NAME_BYTES];
  return sscanf(name, "catalogue.%6" SCNd32 "-of-%6" SCNd32 ".json", number, shards) == 2 &&
         *number >= 1 && *number <= *shards && *shards <= PATHFAN_SHARDS_MAX &&
         strcmp(pf_shard_name(*number, *shards, again), name) == 0;
}

/* Any build takes some milliseconds: as long as so many bytes of cells. */
#define BYTES_OF_NONE 1024

/* A map to be given to a shard. */
typedef struct portion {
  int32_t item; /* index in the list */
  uint64_t bytes, work;
  int32_t shard; /* from 1 */
} portion;

/* Estimates the work of a map, without unit: its bytes, plus the constant work of any build. Powers
 * of bytes divided the game maps of dao worse: free cells would tell more than all cells, but maps
 * aren't read here. */
static uint64_t guess_work(uint64_t bytes) {
  const uint64_t most = (uint64_t)1 << 40; /* so that no sum overflows */
  return (bytes < most ? bytes : most) + BYTES_OF_NONE;
}

static int by_work(const void *a, const void *b) {
  const portion *left = a, *right = b;
  if (left->work != right->work) return left->work > right->work ? -1 : 1;
  return left->item < right->item ? -1 : 1;
}

static int by_item(const void *a, const void *b) {
  return ((const portion *)a)->item < ((const portion *)b)->item ? -1 : 1;
}

/* Finds the size of a map; 0 if it can't be read. */
static pathfan_status measure(const char *maps, const pathfan_folder_item *item, uint64_t *bytes) {
  struct stat info;
  char *path = pf_join(maps, item->map);
  if (!path) return PATHFAN_ERR_NO_MEMORY;
  *bytes = stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
  free(path);
  return PATHFAN_OK;
}

/* Gives each portion to a shard; leaves them in the list's order. */
static void deal(portion *portions, int32_t count, uint64_t *loads, int32_t shards) {
  if (!count) return;
  qsort(portions, (size_t)count, sizeof *portions, by_work);
  for (int32_t i = 0; i < count; i++) {
    int32_t least = 0;
    for (int32_t s = 1; s < shards; s++)
      if (loads[s] < loads[least]) least = s;
    loads[least] += portions[i].work;
    portions[i].shard = least + 1;
  }
  qsort(portions, (size_t)count, sizeof *portions, by_item);
}

static void digest_division(const char *options, int32_t shards, const pathfan_folder_list *list,
                            const portion *portions, int32_t count, uint8_t division[16]) {
  char text[64];
  pf_digest digest;
  pf_digest_start(&digest);
  pf_digest_add(&digest, options, strlen(options) + 1);
  pf_digest_add(&digest, text, (uint64_t)snprintf(text, sizeof text, "%" PRId32, shards));
  for (int32_t i = 0; i < count; i++) {
    const char *map = list->items[portions[i].item].map;
    pf_digest_add(&digest, map, strlen(map) + 1);
    pf_digest_add(&digest, text,
                  (uint64_t)snprintf(text, sizeof text, "%" PRIu64 " %" PRId32 "\n",
                                     portions[i].bytes, portions[i].shard));
  }
  pf_digest_finish(&digest, division);
}

/* Removes the maps of other shards from the list. */
static void keep_own(pathfan_folder_list *list, const portion *portions, int32_t count,
                     int32_t number) {
  int32_t kept = 0, next = 0;
  for (int32_t i = 0; i < list->count; i++) {
    const bool is_portion = next < count && portions[next].item == i;
    if (is_portion && portions[next].shard != number) {
      free(list->items[i].file);
      free(list->items[i].map);
      free(list->items[i].sentence);
    } else {
      list->items[kept++] = list->items[i];
    }
    next += is_portion;
  }
  list->count = kept;
}

pathfan_status pf_shard_divide(const char *maps, const char *options, int32_t number,
                               int32_t shards, pathfan_folder_list *list, uint8_t division[16],
                               pathfan_error *error) {
  portion *portions = pf_alloc((uint64_t)list->count + 1, sizeof *portions);
  uint64_t *loads = pf_alloc_zero((uint64_t)shards, sizeof *loads);
  pathfan_status status = portions && loads ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  int32_t count = 0;
  for (int32_t i = 0; i < list->count && !status; i++) {
    if (list->items[i].state == PATHFAN_FOLDER_GONE) continue;
    portion *p = &portions[count++];
    *p = (portion){.item = i};
    status = measure(maps, &list->items[i], &p->bytes);
    p->work = guess_work(p->bytes);
  }
  if (!status) {
    deal(portions, count, loads, shards);
    digest_division(options, shards, list, portions, count, division);
    keep_own(list, portions, count, number);
  }
  free(portions);
  free(loads);
  if (status) return pf_fail(error, status, "%s: out of memory", pf_name_tail(maps));
  return PATHFAN_OK;
}
