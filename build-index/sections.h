/* sections.h - the builder's results as sections of an index file. */
#ifndef PATHFAN_BUILD_SECTIONS_H
#define PATHFAN_BUILD_SECTIONS_H

#include "cone_lists.h"
#include "format/writer.h"
#include "graph/edge_list.h"
#include "labels.h"
#include "regions.h"
#include "space/ground.h"
#include "tables.h"
#include "via_sets.h"
#include "ways.h"

/* All that an index is written from. Graph, moves, tables and regions are by build numbers, the
 * mesh still by its own; cone lists and the file are by columns (order.h). */
typedef struct pathfan_sections {
  const pathfan_ground *ground;
  const pathfan_graph *graph;
  const pathfan_cone_lists *cones;
  const pathfan_tables *tables;
  const pathfan_label_lists *lists;
  const pathfan_regions *regions;   /* count 0: none are stored */
  const pathfan_via_sets *via_sets; /* of these regions */
  const pathfan_edge_list *edges;   /* by columns; no list: none is stored */
  const pathfan_ways_data *ways;    /* for a terrain */
  const int32_t *rank_of;           /* [Size: n] rank by build number */
  const int32_t *column_of;         /* [Size: n] column by build number */
  const int32_t *build_of;          /* [Size: n] build number by mesh vertex */
  const char *source;               /* the map's text */
  size_t source_bytes;
  uint64_t chunk_bytes;        /* most bytes of a value with a part of a table; 0: the format's */
  pathfan_done_function *done; /* asked whether to go on; counts nothing (parallel.h) */
  void *done_context;
} pathfan_sections;

/* Adds all sections to the writer. Errors: those of the writer, NO_MEMORY, LIMIT, CANCELLED. */
pathfan_status pathfan_sections_write(const pathfan_sections *sections, pathfan_writer *writer,
                                      pathfan_error *error);

#endif
