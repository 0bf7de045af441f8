/* facts.c - reads provenance, header and seal of an index. */
#include "facts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "format/sections.h"
#include "pathfan/format.h"

void pf_facts_text(char *to, size_t size, const char *from) {
  const bool good = pf_is_utf8(from);
  size_t at = 0;
  for (; *from; from++) {
    const bool plain = good || !((unsigned char)*from & 0x80);
    if (at + (plain ? 1 : 4) >= size) break;
    if (plain)
      to[at++] = *from;
    else
      at += (size_t)snprintf(to + at, 5, "\\x%02x", (unsigned char)*from);
  }
  to[at] = 0;
}

/* Copies a name, which a builder wrote as the last part of a path; turns anything else into one. */
static void copy_name(char *to, size_t size, const char *from) {
  pf_facts_text(to, size, from);
  for (char *at = to; *at; at++)
    if (*at == '/') *at = '_';
  if (!*to || strcmp(to, ".") == 0 || strcmp(to, "..") == 0) strcpy(to, "_");
}

/* Reads the record in section header. Errors: DAMAGED if there is no plausible one. */
static pathfan_status read_header(const pathfan_reader *reader, const char *path,
                                  pf_layout_header *header, pathfan_error *error) {
  const pathfan_section *section = pf_section_find(reader, PF_SECTION_HEADER, 0);
  uint64_t count = 0;
  const void *data = section ? pathfan_reader_data(reader, section, 0, &count) : NULL;
  if (!data || count != 1 || section->element_size != sizeof *header)
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section header: missing or misshapen", path);
  const pathfan_status status = pathfan_reader_check(reader, section, error);
  if (status) return status;
  memcpy(header, data, sizeof *header);
  if (!(header->scale > 0) || !isfinite(header->scale) || !isfinite(header->origin_x) ||
      !isfinite(header->origin_y))
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section header: impossible numbers", path);
  return PATHFAN_OK;
}

/* Adds up what the map says that has no effect. */
static int64_t count_ignored(const pathfan_reader *reader) {
  const pathfan_section *section = pf_section_find(reader, PF_SECTION_IGNORED, 0);
  uint64_t count = 0;
  const char *data = section ? pathfan_reader_data(reader, section, 0, &count) : NULL;
  int64_t sum = 0;
  pf_layout_ignored kind;
  if (!data || section->element_size != sizeof kind || pathfan_reader_check(reader, section, NULL))
    return 0;
  for (uint64_t i = 0; i < count; i++) {
    memcpy(&kind, data + i * sizeof kind, sizeof kind);
    sum += kind.count > 0 && kind.count <= INT64_MAX - sum ? kind.count : 0;
  }
  return sum;
}

pathfan_status pf_facts_read(const char *path, pathfan_open_policy policy,
                             pathfan_index_facts *facts, pathfan_error *error) {
  const pathfan_open_options options = {.policy = policy};
  pf_layout_header header;
  pathfan_reader *reader;
  memset(facts, 0, sizeof *facts);
  pathfan_status status = pathfan_reader_open(path, &options, &reader, error);
  if (status) return status;
  status = read_header(reader, path, &header, error);
  if (!status) {
    const pathfan_provenance *p = pathfan_reader_provenance(reader);
    pathfan_reader_seal(reader, facts->seal);
    pathfan_reader_version(reader, &facts->format_major, &facts->format_minor);
    facts->file_bytes = pathfan_reader_file_bytes(reader);
    pf_facts_text(facts->builder, sizeof facts->builder, p->builder);
    pf_facts_text(facts->options, sizeof facts->options, p->options);
    copy_name(facts->map_name, sizeof facts->map_name, p->source_name);
    memcpy(facts->map_digest, p->source_digest, sizeof facts->map_digest);
    facts->map_bytes = p->source_bytes;
    facts->vertex_count = header.vertex_count;
    facts->component_count = header.component_count;
    facts->table_count = header.table_count;
    facts->origin_x = header.origin_x / header.scale;
    facts->origin_y = header.origin_y / header.scale;
    facts->width = header.width / header.scale;
    facts->height = header.height / header.scale;
    facts->unit = 1 / header.scale;
    facts->ignored = count_ignored(reader);
  }
  pathfan_reader_close(reader);
  return status;
}

bool pf_facts_equal(const pathfan_index_facts *a, const pathfan_index_facts *b) {
  return memcmp(a->seal, b->seal, sizeof a->seal) == 0 && a->file_bytes == b->file_bytes &&
         a->format_major == b->format_major && a->format_minor == b->format_minor &&
         strcmp(a->builder, b->builder) == 0 && strcmp(a->options, b->options) == 0 &&
         a->vertex_count == b->vertex_count && a->component_count == b->component_count &&
         a->table_count == b->table_count &&
         memcmp(a->map_digest, b->map_digest, sizeof a->map_digest) == 0 &&
         a->map_bytes == b->map_bytes && strcmp(a->map_name, b->map_name) == 0 &&
         a->origin_x == b->origin_x && a->origin_y == b->origin_y && a->width == b->width &&
         a->height == b->height && a->unit == b->unit && a->ignored == b->ignored;
}
