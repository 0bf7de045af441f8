/* index.h - an open index: pointers into the mapped file, and when each part of
 * it was checked. Private to the query library. */
#ifndef PATHFAN_QUERY_INDEX_H
#define PATHFAN_QUERY_INDEX_H

#include <pthread.h>
#include <stdatomic.h>

#include "format/layout.h"
#include "mesh/locate.h"
#include "mesh/mesh.h"
#include "pathfan/format.h"
#include "pathfan/query.h"

#define PATHFAN_CHUNKS_MAX 64 /* of one table: 64 GiB */

typedef struct pathfan_table {
  const uint32_t *first; /* [Size: n + 1] byte of each row, halved */
  int32_t chunk_count;
  const uint8_t *chunk[PATHFAN_CHUNKS_MAX];
  uint64_t chunk_begin[PATHFAN_CHUNKS_MAX]; /* byte of the table where it starts */
  uint64_t bytes;
} pathfan_table;

/* What is checked together, the first time it is needed. */
enum {
  PATHFAN_PART_BASE = 0, /* everything but tables, mesh and source */
  PATHFAN_PART_MESH = 1,
  PATHFAN_PART_TABLE = 2, /* and the following ones */
  PATHFAN_PARTS = PATHFAN_PART_TABLE + PATHFAN_LAYOUT_TABLES_MAX
};

struct pathfan_index {
  pathfan_reader *reader;
  pathfan_open_policy policy;
  char *path;
  const pathfan_layout_header *header;
  int32_t n;
  int id_bytes, label_bytes;
  const pathfan_layout_vertex *vertices;
  const pathfan_layout_polygon *polygons;
  const uint8_t *cones;
  pathfan_locator locator;
  const uint32_t *label_first, *hub_first;
  const uint8_t *labels;
  const void *hubs;
  pathfan_table tables[PATHFAN_LAYOUT_TABLES_MAX];

  /* State of each part: 0 not looked at, 1 good, 2 bad. Guarded by lock while it
   * is being found out; the texts stay as they are afterwards. */
  atomic_int state[PATHFAN_PARTS];
  pthread_mutex_t lock;
  pathfan_error verdict[PATHFAN_PARTS];

  pathfan_mesh mesh;     /* valid once PATHFAN_PART_MESH is good */
  int32_t *mesh_content; /* decompressed, or NULL when it is mapped */
  pathfan_lattice *mesh_vertices;
};

/* Checks a part of the index the first time: digests (unless trusted) and
 * structure. Afterwards one atomic load. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_index_need(const pathfan_index *index, int part, pathfan_error *error);

/* The row of a vertex in table `table`, 0-based; the table must be checked. */
static inline const uint8_t *pathfan_table_row(const pathfan_table *table, int32_t vertex) {
  const uint64_t at = (uint64_t)table->first[vertex] * 2;
  int32_t c = 0;
  while (c + 1 < table->chunk_count && at >= table->chunk_begin[c + 1]) c++;
  return table->chunk[c] + (at - table->chunk_begin[c]);
}

static inline pathfan_lattice pathfan_vertex_at(const pathfan_index *index, int32_t v) {
  return (pathfan_lattice){index->vertices[v].x, index->vertices[v].y};
}

static inline pathfan_wedge pathfan_vertex_wedge(const pathfan_index *index, int32_t v) {
  return pathfan_quadrant_wedge((uint8_t)(index->vertices[v].place & 3));
}

static inline const uint8_t *pathfan_label_at(const pathfan_index *index, uint32_t label) {
  return index->labels + (uint64_t)label * (uint64_t)index->label_bytes;
}

static inline uint32_t pathfan_label_hub(const pathfan_index *index, const uint8_t *label) {
  return pathfan_load_id(label + PATHFAN_LENGTH_BYTES, 0, index->id_bytes);
}

static inline uint32_t pathfan_label_next(const pathfan_index *index, const uint8_t *label) {
  return pathfan_load_id(label + PATHFAN_LENGTH_BYTES, 1, index->id_bytes);
}

static inline uint32_t pathfan_label_place(const pathfan_index *index, const uint8_t *label) {
  return pathfan_load_place(label + PATHFAN_LENGTH_BYTES + 2 * index->id_bytes,
                            index->header->place_bytes);
}

/* Structural checks (validate.c). Errors: DAMAGED. */
pathfan_status pathfan_validate_base(const pathfan_index *index, pathfan_error *error);
pathfan_status pathfan_validate_mesh(const pathfan_index *index, const int32_t *content,
                                     uint64_t count, pathfan_error *error);
pathfan_status pathfan_validate_table(const pathfan_index *index, int32_t table,
                                      pathfan_error *error);

#endif
