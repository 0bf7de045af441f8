/* sections.h - the builder's results as sections of an index file. */
#ifndef PF_BUILD_INDEX_PIPELINE_SECTIONS_H
#define PF_BUILD_INDEX_PIPELINE_SECTIONS_H

#include "base/limits.h"
#include "build-index/sight/cone_lists.h"
#include "format/writer.h"
#include "graph/edge_list.h"
#include "build-index/labels/labels.h"
#include "build-index/vias/regions.h"
#include "space/ground.h"
#include "build-index/tables/tables.h"
#include "build-index/vias/via_sets.h"
#include "build-index/terrain/ways.h"

/* All that an index is written from. Graph, moves, tables and regions are by build numbers, the
 * mesh still by its own; cone lists and the file are by columns (order.h). */
typedef struct pf_sections {
  const pf_ground *ground;
  const pf_graph *graph;
  const pf_cone_lists *cones;
  const pf_tables *tables;
  const pf_label_lists *lists;
  const pf_regions *regions;   /* count 0: none are stored */
  const pf_via_sets *via_sets; /* of these regions */
  const pf_edge_list *edges;   /* by columns; no list: none is stored */
  const pf_ways_data *ways;    /* for a terrain */
  const int32_t *rank_of;      /* [Size: n] rank by build number */
  const int32_t *column_of;    /* [Size: n] column by build number */
  const int32_t *build_of;     /* [Size: n] build number by mesh vertex */
  const char *source;          /* the map's text */
  size_t source_bytes;
  uint64_t chunk_bytes; /* most bytes of a value with a part of a table; 0: the format's */
  const pf_limits *limits;
} pf_sections;

/* Adds all sections to the writer. Errors: those of the writer, NO_MEMORY, LIMIT, CANCELLED. */
pathfan_status pf_sections_write(const pf_sections *sections, pf_writer *writer,
                                 pathfan_error *error);

#endif
