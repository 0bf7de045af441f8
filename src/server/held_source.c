/* held_source.c - an open index or map, and the number of its holders. */
#include "server/held_source.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
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

pf_held_source *pf_held_source_of_made(const char *index_path, const char *map_path) {
  pathfan_index *index;
  pathfan_index_info info;
  if (pathfan_index_open(index_path, NULL, &index, NULL)) return NULL;
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
  __atomic_add_fetch(&held->holders, 1, __ATOMIC_RELAXED);
  return held;
}

void pf_held_source_release(pf_held_source *held) {
  if (!held || __atomic_sub_fetch(&held->holders, 1, __ATOMIC_ACQ_REL)) return;
  pf_source_close(&held->source);
  free(held);
}

void pf_held_source_freshen(pf_held_source *held) {
  const int64_t now = (int64_t)pf_seconds();
  if (!held->source.index || __atomic_exchange_n(&held->looked, now, __ATOMIC_RELAXED) == now)
    return;
  if (pathfan_index_is_stale(held->source.index)) pathfan_index_reload(held->source.index, NULL);
}
