/* finder.h - finds sections of an open file, and checks their form and size. Private to the query
 * library. */
#ifndef PF_QUERY_OPEN_FINDER_H
#define PF_QUERY_OPEN_FINDER_H

#include "format/sections.h"
#include "index_view.h"

typedef struct pf_finder {
  const pathfan_reader *reader;
  pf_index_view *view;
  pathfan_error *error;
} pf_finder;

#define PF_ANY_COUNT UINT64_MAX

/* Fails with DAMAGED and an error text. */
pathfan_status pf_finder_damaged(const pf_finder *f, pf_section_id id, int32_t table,
                                 const char *what);

/* Returns OK if the missing section is optional. Errors: DAMAGED. */
pathfan_status pf_finder_missing(const pf_finder *f, pf_section_id id, int32_t table);

/* Finds a raw section of one chunk with `count` elements (PF_ANY_COUNT: any number). *found:
 * their number; may be NULL. If an optional section is missing, *data and *found stay as they are.
 * Errors: DAMAGED. */
pathfan_status pf_finder_find(const pf_finder *f, pf_section_id id, int32_t table, uint64_t count,
                              const void *data, uint64_t *found);

#endif
