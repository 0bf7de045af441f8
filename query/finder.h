/* finder.h - finds sections of an open file, and checks their form and size. Private to the query
 * library. */
#ifndef PATHFAN_QUERY_FINDER_H
#define PATHFAN_QUERY_FINDER_H

#include "format/sections.h"
#include "index_view.h"

typedef struct pathfan_finder {
  const pathfan_reader *reader;
  pathfan_index_view *view;
  pathfan_error *error;
} pathfan_finder;

#define PATHFAN_ANY_COUNT UINT64_MAX

/* Fails with DAMAGED and an error text. */
pathfan_status pathfan_finder_damaged(const pathfan_finder *f, pathfan_section_id id, int32_t table,
                                      const char *what);

/* Returns OK if the missing section is optional. Errors: DAMAGED. */
pathfan_status pathfan_finder_missing(const pathfan_finder *f, pathfan_section_id id,
                                      int32_t table);

/* Finds a raw section of one chunk with `count` elements (PATHFAN_ANY_COUNT: any number). *found:
 * their number; may be NULL. If an optional section is missing, *data and *found stay as they are.
 * Errors: DAMAGED. */
pathfan_status pathfan_finder_find(const pathfan_finder *f, pathfan_section_id id, int32_t table,
                                   uint64_t count, const void *data, uint64_t *found);

#endif
