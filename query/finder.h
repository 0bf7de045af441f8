/* finder.h - sections of an open file, held against what is known of their form and size. Private
 * to the query library. */
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

/* DAMAGED, and the sentence. */
pathfan_status pathfan_finder_damaged(const pathfan_finder *f, pathfan_section_id id, int32_t table,
                                      const char *what);

/* What follows from a section not being there. Errors: DAMAGED. */
pathfan_status pathfan_finder_missing(const pathfan_finder *f, pathfan_section_id id,
                                      int32_t table);

/* Finds a raw section of one chunk and of `count` elements (PATHFAN_ANY_COUNT: any number, *found,
 * which may be NULL). *data stays as it is where the section is missing and may be. Errors:
 * DAMAGED. */
pathfan_status pathfan_finder_find(const pathfan_finder *f, pathfan_section_id id, int32_t table,
                                   uint64_t count, const void *data, uint64_t *found);

#endif
