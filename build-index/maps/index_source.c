/* index_source.c - reads the map inside an index.
 *
 * In all formats, section source holds the map as it was read. */
#include "index_source.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/system.h"
#include "format/reader.h"
#include "format/sections.h"

pathfan_status pf_index_source_read(const char *path, size_t max_bytes, bool *is_index,
                                    pf_index_source *source, pathfan_error *error) {
  pathfan_reader *reader;
  void *text = NULL;
  *is_index = false;
#if PATHFAN_WITH_MAPPINGS
  pf_file_facts facts;
  if (!pf_path_look(path, &facts))
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't open: %s", path, strerror(errno));
  if (facts.kind != PF_FILE_REGULAR) return PATHFAN_OK; /* a pipe can be read only once */
#endif
  pathfan_status status = pf_reader_open_any(path, &reader, error);
  *is_index = status != PATHFAN_ERR_NOT_INDEX;
  if (status) {
    if (!*is_index && error) error->text[0] = 0;
    return *is_index ? status : PATHFAN_OK;
  }
  const pathfan_section *section = pf_section_find(reader, PF_SECTION_SOURCE, 0);
  const pathfan_provenance *from = pathfan_reader_provenance(reader);
  status = section ? PATHFAN_OK
                   : pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section source: missing", path);
  if (!status && section->count * section->element_size > max_bytes)
    status =
        pf_fail(error, PATHFAN_ERR_LIMIT, "%s: its map is larger than %zu bytes", path, max_bytes);
  if (!status) status = pathfan_reader_load(reader, section, &text, error);
  if (!status) {
    source->text = text;
    source->bytes = (size_t)section->count * section->element_size;
    snprintf(source->name, sizeof source->name, "%s", from->source_name);
    pathfan_map_options_of(from->options, &source->options, source->texts);
    source->radii = pf_radii_of(from->options);
  }
  pathfan_reader_close(reader);
  return status;
}

pathfan_map_options pf_index_source_options(const pf_index_source *source,
                                            const pathfan_map_options *wanted) {
  pathfan_map_options options = source->options, none;
  pathfan_map_options_init(&none);
  if (wanted->passable && strcmp(wanted->passable, none.passable) != 0)
    options.passable = wanted->passable;
  if (wanted->agent_radius > 0) options.agent_radius = wanted->agent_radius;
  if (wanted->unit > 0) options.unit = wanted->unit;
  if (wanted->background_rate > 0) options.background_rate = wanted->background_rate;
  if (wanted->wall_width > 0) options.wall_width = wanted->wall_width;
  if (wanted->layers) options.layers = wanted->layers;
  if (wanted->projection) options.projection = wanted->projection;
  if (wanted->simplify > 0) options.simplify = wanted->simplify;
  if (wanted->profile) options.profile = wanted->profile;
  if (wanted->level) options.level = wanted->level;
  if (wanted->skip_others) options.skip_others = true;
  if (wanted->walkable) options.walkable = true;
  options.strict = wanted->strict;
  if (wanted->mesh != none.mesh) options.mesh = wanted->mesh;
  options.max_memory = wanted->max_memory;
  options.is_cancelled = wanted->is_cancelled;
  options.cancel_context = wanted->cancel_context;
  return options;
}
