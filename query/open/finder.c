/* finder.c - finds one section, and checks its form and size. */
#include "finder.h"

#include "base/status.h"

pathfan_status pf_finder_damaged(const pf_finder *f, pf_section_id id, int32_t table,
                                 const char *what) {
  return pf_fail(f->error, PATHFAN_ERR_DAMAGED, "%s: section %s: %s", f->view->path,
                 pf_section_name_of(id, table).text, what);
}

pathfan_status pf_finder_missing(const pf_finder *f, pf_section_id id, int32_t table) {
  return pf_section_rules[id].need == PF_SECTION_ALWAYS ? pf_finder_damaged(f, id, table, "missing")
                                                        : PATHFAN_OK;
}

pathfan_status pf_finder_find(const pf_finder *f, pf_section_id id, int32_t table, uint64_t count,
                              const void *data, uint64_t *found) {
  const pathfan_section *section = pf_section_find(f->reader, id, table);
  uint64_t here = 0;
  if (!section) return pf_finder_missing(f, id, table);
  if (section->element_size != pf_section_rules[id].element_size ||
      section->codec != PATHFAN_CODEC_RAW || section->chunk_count != 1)
    return pf_finder_damaged(f, id, table, "of another form");
  if (count != PF_ANY_COUNT && section->count != count)
    return pf_finder_damaged(f, id, table, "of another size than the header says");
  const void *at = pathfan_reader_data(f->reader, section, 0, &here);
  if (!at || here != section->count) return pf_finder_damaged(f, id, table, "not readable");
  *(const void **)data = at;
  if (found) *found = here;
  return PATHFAN_OK;
}
