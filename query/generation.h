/* generation.h - one generation of an index, open: pointers into the mapped file, and
 * when each part of it was checked. Private to the query library. */
#ifndef PATHFAN_QUERY_GENERATION_H
#define PATHFAN_QUERY_GENERATION_H

#include <pthread.h>
#include <stdatomic.h>

#include "format/sections.h"
#include "index_view.h"
#include "pathfan/format.h"
#include "pathfan/query.h"
#include "space/space.h"

/* PATHFAN_PART_BASE and so on (format/sections.h), one for each table. */
#define PATHFAN_PARTS (PATHFAN_PART_TABLE + PATHFAN_LAYOUT_TABLES_MAX)

#define PATHFAN_PART_GOOD (-1) /* no status is negative */

typedef struct pathfan_generation {
  pathfan_reader *reader;
  atomic_int holders; /* the index, while it is current, and query objects */
  uint32_t number;    /* as in pathfan_index_info */
  char *path;         /* or name */
  pathfan_index_view view;
  pathfan_space space; /* of it */

  /* What is known of each part: 0 nothing, PATHFAN_PART_GOOD, or the status that it
   * failed with. Guarded by lock while it is being found out; the texts stay as they
   * are afterwards. */
  atomic_int state[PATHFAN_PARTS];
  pthread_mutex_t lock;
  pathfan_error verdict[PATHFAN_PARTS];

  int32_t *mesh_content; /* where it was compressed; the rest of the mesh stands in these */
  pathfan_lattice_point *mesh_vertices;
  int32_t *vertex_polygon;
} pathfan_generation;

/* Where a generation is opened from: the file at path, or memory. */
typedef struct pathfan_origin {
  const char *path;   /* or name; borrowed */
  const void *memory; /* NULL: the file; borrowed */
  uint64_t bytes;     /* of memory */
  pathfan_open_options options;
} pathfan_origin;

/* Opens what is there now; it has one holder. Errors: as pathfan_index_open. On failure
 * *generation is NULL. */
pathfan_status pathfan_generation_open(const pathfan_origin *origin, uint32_t number,
                                       pathfan_generation **generation, pathfan_error *error);

/* Lets go of it; the last holder closes it. NULL is fine. */
void pathfan_generation_release(pathfan_generation *generation);

/* Checks a part of it the first time: digests (unless trusted) and
 * structure. Afterwards one atomic load. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_generation_need(const pathfan_generation *generation, int part,
                                       pathfan_error *error);

/* Says what is wrong with a piece that was found to be DAMAGED (pieces.h). */
void pathfan_generation_explain(const pathfan_generation *generation, pathfan_error *error);

/* Checks base, mesh and terrain, which placing a point needs and all that follows relies on.
 * Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_generation_need_location(const pathfan_generation *generation,
                                                pathfan_error *error);

/* The same and the ways of a terrain: all numbers in view.terrain->ways are in range then. That the
 * next node on the way to a hub has a label for it, and that walks along labels end, eager opening
 * and verifying check; who walks holds each step against it. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_generation_need_ways(const pathfan_generation *generation,
                                            pathfan_error *error);

#endif
