/* finder.c - finds one section, and checks its form and size. */
#include "finder.h"

#include "base/status.h"

pathfan_status pathfan_finder_damaged(const pathfan_finder *f, pathfan_section_id id, int32_t table,
                                      const char *what) {
  return pathfan_fail(f->error, PATHFAN_ERR_DAMAGED, "%s: section %s: %s", f->view->path,
                      pathfan_section_name_of(id, table).text, what);
}

pathfan_status pathfan_finder_missing(const pathfan_finder *f, pathfan_section_id id,
                                      int32_t table) {
  return pathfan_section_rules[id].need == PATHFAN_SECTION_ALWAYS
             ? pathfan_finder_damaged(f, id, table, "missing")
             : PATHFAN_OK;
}

pathfan_status pathfan_finder_find(const pathfan_finder *f, pathfan_section_id id, int32_t table,
                                   uint64_t count, const void *data, uint64_t *found) {
  const pathfan_section *section = pathfan_section_find(f->reader, id, table);
  uint64_t here = 0;
  if (!section) return pathfan_finder_missing(f, id, table);
  if (section->element_size != pathfan_section_rules[id].element_size ||
      section->codec != PATHFAN_CODEC_RAW || section->chunk_count != 1)
    return pathfan_finder_damaged(f, id, table, "of another form");
  if (count != PATHFAN_ANY_COUNT && section->count != count)
    return pathfan_finder_damaged(f, id, table, "of another size than the header says");
  const void *at = pathfan_reader_data(f->reader, section, 0, &here);
  if (!at || here != section->count) return pathfan_finder_damaged(f, id, table, "not readable");
  *(const void **)data = at;
  if (found) *found = here;
  return PATHFAN_OK;
}
