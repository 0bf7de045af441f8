/* build_options.c - the defaults of a build's options, and their limits. */
#include "build_options.h"

#include <math.h>
#include <string.h>

#include "base/reserved.h"
#include "base/status.h"
#include "base/system.h"
#include "describe.h"
#include "format/directory.h"
#include "format/layout.h"
#include "format/writer.h"

#define PF_CHUNK_STEP 65536 /* a multiple of every page size */

void pathfan_build_options_init(pathfan_build_options *options) {
#if PATHFAN_WITH_MAPPINGS
  const int32_t processors = pf_processors();
#else
  const int32_t processors = 1;
#endif
  memset(options, 0, sizeof *options);
  options->regions = true;
  options->edges = true;
  options->threads = processors < 1024 ? processors : 1;
  pathfan_map_options_init(&options->map);
  options->cone_cap = PATHFAN_CONE_CAP_DEFAULT;
  options->listed_share = PATHFAN_LISTED_SHARE_DEFAULT;
}

static pathfan_status check_radii(const pathfan_build_options *o, pathfan_error *error) {
  char text[PF_OPTIONS_MAX + 1];
  if (o->radius_count < 0 || o->radius_count > PF_LAYOUT_RADII_MAX ||
      (o->radius_count && !o->radii))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "radii: %d is not in 0..%d", o->radius_count,
                   PF_LAYOUT_RADII_MAX);
  for (int32_t i = 0; i < o->radius_count; i++)
    if (!(o->radii[i] > (i ? o->radii[i - 1] : 0)) || !isfinite(o->radii[i]))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "radii: %.8g: several radii must be above 0, each larger than the one before",
                     o->radii[i]);
  if (o->radius_count > 1 && !pf_describe_options(o, text, sizeof text))
    return pf_fail(error, PATHFAN_ERR_LIMIT,
                   "several radii, and more options than the index can keep: %.60s...", text);
  return PATHFAN_OK;
}

pathfan_status pf_build_options_check(const pathfan_build_options *o, pathfan_error *error) {
  if (!PF_KNOWS(o))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "build options: " PF_UNKNOWN_MEMBER);
  if (o->tables < 0 || o->tables > PF_LAYOUT_TABLES_MAX)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "tables: %d is not in 0..%d", o->tables,
                   PF_LAYOUT_TABLES_MAX);
  if (o->chunk_bytes % PF_CHUNK_STEP != 0 || o->chunk_bytes > PATHFAN_CHUNK_MAX)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "chunk bytes: %llu is not a multiple of 64 KiB up to 1 GiB",
                   (unsigned long long)o->chunk_bytes);
  if (o->id_bytes != 0 && o->id_bytes != 2 && o->id_bytes != 4)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "id bytes: %d is not 0, 2 or 4", o->id_bytes);
  if (!(o->listed_share >= 0) || !isfinite(o->listed_share))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "listed share: %g is not a number from 0 on",
                   o->listed_share);
  if (o->threads < 1 || o->threads > 1024)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "threads: %d is not in 1..1024", o->threads);
  return check_radii(o, error);
}
