/* current.c - tells whether an index is up to date.
 *
 * Compares an index with the map's bytes, not with dates: archives, version control and copies set
 * those at will. */
#include "current.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "build-index/run/describe.h"
#include "facts.h"
#include "format/digest.h"
#include "build-index/maps/any_map.h"
#include "map/profile_file.h"
#include "map/read.h"
#include "pathfan/format.h"

/* A small map may be larger when packed. */
#define GZIP_BYTES 4096

pf_intent pf_intent_of(const pathfan_build_options *options) {
  pf_intent intent;
  char text[sizeof intent.options];
  const bool is_profile_told = !options->map.profile || !pf_profile_is_file(options->map.profile);
  const bool whole = pf_describe_options(options, text, sizeof text) && is_profile_told;
  pf_facts_text(intent.options, sizeof intent.options, text);
  intent.is_told = whole && !options->id_bytes && !options->chunk_bytes && !options->paired_regions;
  return intent;
}

bool pathfan_is_index_of(const pathfan_index_facts *facts, const char *map_path) {
  uint8_t digest[PF_DIGEST_BYTES];
  char *text;
  size_t bytes;
  if (strcmp(facts->map_name, pf_path_name(map_path)) != 0 || facts->map_bytes > PF_MAP_BYTES_MAX ||
      pf_map_read(map_path, (size_t)facts->map_bytes + GZIP_BYTES, &text, &bytes, NULL))
    return false;
  pf_digest_of(text, bytes, digest);
  free(text);
  return bytes == facts->map_bytes && pf_digest_equal(digest, facts->map_digest);
}

/* A file has the lowest minor version that covers its content, so a lower one than ours is fine. */
bool pf_is_current(const pf_intent *intent, const pathfan_index_facts *facts,
                   const char *map_path) {
  return intent->is_told && pf_describes(facts->options, intent->options) &&
         strcmp(facts->builder, PF_BUILDER) == 0 && facts->format_major == PATHFAN_FORMAT_MAJOR &&
         facts->format_minor <= PATHFAN_FORMAT_MINOR && pathfan_is_index_of(facts, map_path);
}
