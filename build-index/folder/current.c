/* current.c - compares an index with the map's bytes, not with dates: archives, version control and
 * copies set those at will. */
#include "folder/current.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "describe.h"
#include "folder/facts.h"
#include "format/digest.h"
#include "any_map.h"
#include "map/read.h"
#include "pathfan/format.h"

pathfan_intent pathfan_intent_of(const pathfan_build_options *options) {
  pathfan_intent intent;
  char text[sizeof intent.options];
  const bool whole = pathfan_describe_options(options, text, sizeof text);
  pathfan_facts_text(intent.options, sizeof intent.options, text);
  intent.is_told = whole && !options->id_bytes && !options->chunk_bytes && !options->paired_regions;
  return intent;
}

bool pathfan_is_index_of(const pathfan_index_facts *facts, const char *map_path) {
  uint8_t digest[PATHFAN_DIGEST_BYTES];
  char *text;
  size_t bytes;
  if (strcmp(facts->map_name, pathfan_path_name(map_path)) != 0 ||
      facts->map_bytes > PATHFAN_MAP_BYTES_MAX ||
      pathfan_map_read(map_path, (size_t)facts->map_bytes, &text, &bytes, NULL))
    return false;
  pathfan_digest_of(text, bytes, digest);
  free(text);
  return bytes == facts->map_bytes && pathfan_digest_equal(digest, facts->map_digest);
}

/* A file has the lowest minor version that covers its content, so a lower one than ours is fine. */
bool pathfan_is_current(const pathfan_intent *intent, const pathfan_index_facts *facts,
                        const char *map_path) {
  return intent->is_told && pathfan_describes(facts->options, intent->options) &&
         strcmp(facts->builder, PATHFAN_BUILDER) == 0 &&
         facts->format_major == PATHFAN_FORMAT_MAJOR &&
         facts->format_minor <= PATHFAN_FORMAT_MINOR && pathfan_is_index_of(facts, map_path);
}
