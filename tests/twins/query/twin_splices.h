/* twin_splices.h - the splices of paths, by comparing every pair of them point by point
 * (query/choose/splices.h). */
#ifndef TWIN_SPLICES_H
#define TWIN_SPLICES_H

#include "query/choose/splices.h"

enum { TWIN_LINE_POINTS = 20, TWIN_LINES = 80, TWIN_SPLICES = 4096 };

typedef struct twin_line {
  pf_fixed_point points[TWIN_LINE_POINTS];
  int32_t count;
} twin_line;

/* Set view and limit; all else is zero at first. */
typedef struct twin_splices {
  const pf_index_view *view; /* only its units are used */
  int64_t limit;             /* units */
  twin_line parts[TWIN_LINES], splices[TWIN_SPLICES];
  int32_t part_count, splice_count; /* in the order in which they are made */
  pathfan_candidates counts;
} twin_splices;

int64_t twin_line_units(const pf_index_view *view, const twin_line *line);

/* Joins a path to all that were added before, wherever it meets them. */
void twin_splices_add(twin_splices *splices, const twin_line *line);

#endif
