/* generation.h - one generation of an index, open: pointers into the mapped file, and which parts
 * of it have been checked. Private to the query library.
 *
 * The folder open/. In: an index, as a file or in memory. Out: a pf_index_view (index_view.h),
 * whose look-ups trust what they read, since each part is checked before its first use: labels,
 * cone lists and via sets piece by piece (pieces.h), everything else at once (pf_generation_need,
 * validate.h). index.h replaces a generation by the next one. It uses no other folder of query/. */
#ifndef PF_QUERY_OPEN_GENERATION_H
#define PF_QUERY_OPEN_GENERATION_H

#include <pthread.h>
#include <stdatomic.h>

#include "format/radii.h"
#include "format/sections.h"
#include "index_view.h"
#include "pathfan/format.h"
#include "pathfan/query.h"
#include "space/space.h"

/* The number of parts: PF_PART_BASE and so on (format/sections.h), and one for each table. */
#define PF_PARTS (PF_PART_TABLE + PF_LAYOUT_TABLES_MAX)

#define PF_PART_GOOD (-1) /* no status is negative */

typedef struct pf_generation {
  pathfan_reader *reader;
  struct pf_generation *file; /* the one of all radii that has the file open (radii.h) */
  _Atomic(struct pf_generation *) others[PF_LAYOUT_RADII_MAX]; /* of file: those opened, owned */
  atomic_bool knows_radii;                                     /* of file: radii are read */
  pf_radii radii;                                              /* of file */
  atomic_int holders; /* of file: the index, while this is current, query objects, obstacles */
  uint32_t number;    /* as in pathfan_index_info */
  char *path;         /* or name */
  pf_index_view view;
  pf_space space; /* of the view */

  /* The state of each part: 0 unknown, PF_PART_GOOD, or the status that it failed with. A
     check is made under the lock; the texts stay as they are afterwards. */
  atomic_int state[PF_PARTS];
  pthread_mutex_t lock;
  pathfan_error verdict[PF_PARTS];

  _Atomic(struct pf_taut_edges *) taut_edges; /* in one piece; made by query/obstacles; NULL: not
                                                 yet */

  int32_t *mesh_content; /* the mesh, if it was compressed, or NULL; its other arrays follow */
  pf_lattice_point *mesh_vertices;
  int32_t *vertex_polygon;
} pf_generation;

/* Where a generation is opened from: the file at path, or memory. */
typedef struct pf_origin {
  const char *path;   /* or name; borrowed */
  const void *memory; /* NULL: the file; borrowed */
  uint64_t bytes;     /* of memory */
  pathfan_open_options options;
} pf_origin;

/* Opens the generation that is there now, with one holder. Errors: as pathfan_index_open. On
 * failure *generation is NULL. */
pathfan_status pf_generation_open(const pf_origin *origin, uint32_t number,
                                  pf_generation **generation, pathfan_error *error);

/* Opens another radius of an open file's; `file` owns it. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_generation_open_beside(pf_generation *file, int32_t radius,
                                         pf_generation **generation, pathfan_error *error);

/* Adds a hold on a generation. */
static inline void pf_generation_retain(const pf_generation *generation) {
  atomic_fetch_add(&generation->file->holders, 1);
}

/* Releases one hold on a generation; the last release closes it, with all radii of its file. NULL
 * is fine. */
void pf_generation_release(pf_generation *generation);

/* Checks a part when it is first needed: its digests (unless trusted) and its structure. Later
 * calls take one atomic load. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pf_generation_need(const pf_generation *generation, int part, pathfan_error *error);

/* Sets the error text for a piece that was found to be DAMAGED (pieces.h). */
void pf_generation_explain(const pf_generation *generation, pathfan_error *error);

/* Checks base, mesh and terrain, which placing a point and all that follows require. Errors:
 * DAMAGED, NO_MEMORY. */
pathfan_status pf_generation_need_location(const pf_generation *generation, pathfan_error *error);

/* Checks the same and the ways of a terrain: all numbers in view.terrain->ways are in range
 * afterwards. Only eager opening and verifying check that the next node on the way to a hub has a
 * label for it, and that walks along labels end; a walk must check each of its steps. Errors:
 * DAMAGED, NO_MEMORY. */
pathfan_status pf_generation_need_ways(const pf_generation *generation, pathfan_error *error);

#endif
