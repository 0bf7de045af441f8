/* held_source.c - an open index or map, and the number of its holders. */
#include "server/held_source.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/system.h"
#include "pathfan/folder.h"
#include "pathfan/inspect.h"

pf_held_source *pf_held_source_make(pathfan_index *index, pathfan_map *map) {
  pf_source source = {index, map};
  pf_held_source *held = malloc(sizeof *held);
  if (!held) {
    pf_source_close(&source);
    return NULL;
  }
  *held = (pf_held_source){.holders = 1, .source = source};
  return held;
}

const char *pf_copying_folder(void) {
  const char *place = getenv("TMPDIR");
  return place && *place ? place : "/var/tmp";
}

pf_copying pf_copying_each(void) {
  return (pf_copying){UINT64_C(128) << 20, pf_copying_folder()};
}

pathfan_status pf_index_open_served(const char *path, pf_copying copying, bool whole,
                                    pathfan_index **index, pathfan_error *error) {
  pf_file_facts facts;
  const bool is_small = pf_path_look(path, &facts) && facts.bytes <= copying.in_memory;
  const pathfan_open_options options = {.policy = whole ? PATHFAN_OPEN_EAGER : PATHFAN_OPEN_LAZY,
                                        .private_copy = is_small,
                                        .copy_folder = is_small ? NULL : copying.folder};
  return pathfan_index_open(path, &options, index, error);
}

pf_held_source *pf_held_source_of_made(const char *index_path, const char *map_path) {
  pathfan_index *index;
  pathfan_index_info info;
  if (pf_index_open_served(index_path, pf_copying_each(), false, &index, NULL)) return NULL;
  pathfan_index_info_get(index, &info);
  pathfan_index_facts facts = {.map_bytes = info.source_bytes};
  memcpy(facts.map_name, info.source_name, sizeof facts.map_name);
  memcpy(facts.map_digest, info.source_digest, sizeof facts.map_digest);
  if (pathfan_is_index_of(&facts, map_path)) return pf_held_source_make(index, NULL);
  pathfan_index_close(index);
  return NULL;
}

void pf_held_source_look(const pf_held_source *held, pf_source_facts *facts) {
  pf_source_look(&held->source, facts);
  if (!facts->indexed) facts->info.generation = held->generation;
}

pf_held_source *pf_held_source_retain(pf_held_source *held) {
  atomic_fetch_add_explicit(&held->holders, 1, memory_order_relaxed);
  return held;
}

void pf_held_source_release(pf_held_source *held) {
  if (!held || atomic_fetch_sub_explicit(&held->holders, 1, memory_order_acq_rel) > 1) return;
  pf_source_close(&held->source);
  free(held);
}

void pf_held_source_freshen(pf_held_source *held) {
  const int64_t now = (int64_t)pf_seconds();
  if (!held->source.index ||
      atomic_exchange_explicit(&held->looked, now, memory_order_relaxed) == now)
    return;
  if (pathfan_index_is_stale(held->source.index)) pathfan_index_reload(held->source.index, NULL);
}
