/* generation.h - one generation of an index, open: pointers into the mapped file, and
 * when each part of it was checked. Private to the query library. */
#ifndef PATHFAN_QUERY_GENERATION_H
#define PATHFAN_QUERY_GENERATION_H

#include <pthread.h>
#include <stdatomic.h>

#include "format/layout.h"
#include "mesh/locate.h"
#include "mesh/mesh.h"
#include "pathfan/format.h"
#include "pathfan/query.h"
#include "graph/search_graph.h"
#include "search/search_mesh.h"
#include "site.h"

#define PATHFAN_CHUNKS_MAX PATHFAN_LAYOUT_CHUNKS_MAX

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
  PATHFAN_PART_REGIONS = 2,
  PATHFAN_PART_TABLE = 3,                                               /* and the following ones */
  PATHFAN_PART_SEARCH = PATHFAN_PART_TABLE + PATHFAN_LAYOUT_TABLES_MAX, /* made from the mesh */
  PATHFAN_PART_NET,                                                     /* the same */
  PATHFAN_PARTS
};

#define PATHFAN_PART_GOOD (-1) /* no status is negative */

typedef struct pathfan_generation {
  pathfan_reader *reader;
  atomic_int holders; /* the index, while it is current, and query objects */
  uint32_t number;    /* as in pathfan_index_info */
  char *path;         /* or name */
  const pathfan_layout_header *header;
  int32_t n;
  int id_bytes;
  pathfan_site site;
  const pathfan_layout_vertex *vertices;
  const pathfan_layout_wedge *wedges; /* NULL: quadrants */
  const pathfan_layout_polygon *polygons;
  const uint8_t *cones;
  pathfan_locator locator;
  uint32_t id_bits;    /* of a vertex in labels and hubs */
  uint32_t label_size; /* bytes of a record */
  uint32_t span_size;
  const uint8_t *spans, *labels, *hubs;
  pathfan_table tables[PATHFAN_LAYOUT_TABLES_MAX];
  const pathfan_layout_regions *regions; /* NULL: the file has no via sets */
  const uint8_t *region_vias;            /* [Size: pairs * slots] ids */

  /* What is known of each part: 0 nothing, PATHFAN_PART_GOOD, or the status that it
   * failed with. Guarded by lock while it is being found out; the texts stay as they
   * are afterwards. */
  atomic_int state[PATHFAN_PARTS];
  pthread_mutex_t lock;
  pathfan_error verdict[PATHFAN_PARTS];

  pathfan_mesh mesh;     /* valid once PATHFAN_PART_MESH is good */
  int32_t *mesh_content; /* decompressed, or NULL when it is mapped */
  pathfan_lattice *mesh_vertices;
  int32_t *vertex_polygon;    /* [Size: n] a polygon that touches a vertex, in its sector */
  pathfan_search_mesh search; /* valid once PATHFAN_PART_SEARCH is good */
  pathfan_search_graph *net;  /* there once PATHFAN_PART_NET is good */
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
void pathfan_generation_drop(pathfan_generation *generation);

/* Checks a part of it the first time: digests (unless trusted) and
 * structure. Afterwards one atomic load. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_generation_need(const pathfan_generation *index, int part,
                                       pathfan_error *error);

/* Checks base and mesh, which placing a point needs and all that follows relies on.
 * Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_generation_need_location(const pathfan_generation *index,
                                                pathfan_error *error);

/* The row of a vertex in table `table`, 0-based; the table must be checked. */
static inline const uint8_t *pathfan_table_row(const pathfan_table *table, int32_t vertex) {
  const uint64_t at = (uint64_t)table->first[vertex] * 2;
  int32_t c = 0;
  while (c + 1 < table->chunk_count && at >= table->chunk_begin[c + 1]) c++;
  return table->chunk[c] + (at - table->chunk_begin[c]);
}

/* A via node of a pair of regions, slot 0 .. slots-1; NONE when there are no more. */
static inline uint32_t pathfan_region_via(const pathfan_generation *index, int32_t a, int32_t b,
                                          int32_t slot) {
  const pathfan_layout_regions *r = index->regions;
  const uint64_t pair = a > b ? pathfan_layout_region_pairs(a) + (uint64_t)b
                              : pathfan_layout_region_pairs(b) + (uint64_t)a;
  return pathfan_load_id(index->region_vias, pair * (uint64_t)r->slots + (uint64_t)slot,
                         r->id_bytes);
}

static inline pathfan_lattice pathfan_vertex_at(const pathfan_generation *index, int32_t v) {
  return (pathfan_lattice){index->vertices[v].x, index->vertices[v].y};
}

static inline pathfan_wedge pathfan_vertex_wedge(const pathfan_generation *index, int32_t v) {
  if (!index->wedges) return pathfan_quadrant_wedge((uint8_t)(index->vertices[v].place & 3));
  const pathfan_layout_wedge *w = &index->wedges[v];
  return (pathfan_wedge){{w->first_x, w->first_y}, {w->second_x, w->second_y}};
}

/* Numbers begin .. end-1. */
typedef struct pathfan_range {
  uint32_t begin, end;
} pathfan_range;

/* Groups first .. last of a vertex, out of `groups` whose relative ends begin at
 * place `ends` of its span; at: byte of the span with the first number. */
static inline pathfan_range pathfan_groups(const pathfan_generation *index, int32_t v, uint32_t at,
                                           uint32_t ends, int groups, int first, int last) {
  const uint8_t *span = index->spans + (uint64_t)v * index->span_size;
  const uint32_t bytes = (uint32_t)index->header->span_bytes;
  uint32_t base, next;
  memcpy(&base, span + at, 4);
  memcpy(&next, span + index->span_size + at, 4);
  return (pathfan_range){
      first ? base + pathfan_load_count(span + 8, ends + (uint32_t)first - 1, bytes) : base,
      last < groups - 1 ? base + pathfan_load_count(span + 8, ends + (uint32_t)last, bytes) : next};
}

/* Labels of groups first .. last (pathfan_side) of a vertex. */
static inline pathfan_range pathfan_label_groups(const pathfan_generation *index, int32_t v,
                                                 int first, int last) {
  return pathfan_groups(index, v, 0, 0, PATHFAN_LABEL_GROUPS, first, last);
}

static inline pathfan_range pathfan_labels_of(const pathfan_generation *index, int32_t v) {
  return pathfan_label_groups(index, v, 0, PATHFAN_LABEL_GROUPS - 1);
}

/* Hubs of groups first .. last (PATHFAN_HUBS_*) of a vertex. */
static inline pathfan_range pathfan_hub_groups(const pathfan_generation *index, int32_t v,
                                               int first, int last) {
  return pathfan_groups(index, v, 4, PATHFAN_LABEL_GROUPS - 1, PATHFAN_HUB_GROUPS, first, last);
}

static inline uint32_t pathfan_hub_at(const pathfan_generation *index, uint32_t i) {
  return pathfan_load_number(index->hubs, i, index->id_bits);
}

static inline const uint8_t *pathfan_label_at(const pathfan_generation *index, uint32_t label) {
  return index->labels + (uint64_t)label * index->label_size;
}

static inline uint32_t pathfan_label_hub(const pathfan_generation *index, const uint8_t *label) {
  return (uint32_t)(pathfan_load_ids(label) & ((UINT64_C(1) << index->id_bits) - 1));
}

static inline pathfan_label_fields pathfan_label_open(const pathfan_generation *index,
                                                      const uint8_t *label) {
  const uint64_t ids = pathfan_load_ids(label), one = 1;
  const uint64_t id_mask = (one << index->id_bits) - 1;
  const uint64_t place_mask = (one << index->header->place_bits) - 1;
  const uint64_t place = ids >> (2 * index->id_bits) & place_mask;
  return (pathfan_label_fields){.length = pathfan_load_length(label),
                                .hub = (uint32_t)(ids & id_mask),
                                .next = (uint32_t)(ids >> index->id_bits & id_mask),
                                .place =
                                    place == place_mask ? PATHFAN_LAYOUT_NONE : (uint32_t)place};
}

/* The label that goes on where l ends; NULL when its next vertex sees the hub. */
static inline const uint8_t *pathfan_label_after(const pathfan_generation *index,
                                                 const pathfan_label_fields *l) {
  if (l->place == PATHFAN_LAYOUT_NONE) return NULL;
  return pathfan_label_at(index, pathfan_labels_of(index, (int32_t)l->next).begin + l->place);
}

/* Structural checks (validate.c). Errors: DAMAGED. */
pathfan_status pathfan_validate_base(const pathfan_generation *index, pathfan_error *error);
pathfan_status pathfan_validate_mesh(const pathfan_generation *index, const int32_t *content,
                                     uint64_t count, pathfan_error *error);
/* Whether the cells of a mesh whose ids are in range are convex and agree with their
 * neighbours: then whoever walks over it gets on. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_validate_cells(const pathfan_generation *index, const pathfan_mesh *mesh,
                                      pathfan_error *error);
pathfan_status pathfan_validate_regions(const pathfan_generation *index, pathfan_error *error);
pathfan_status pathfan_validate_table(const pathfan_generation *index, int32_t table,
                                      pathfan_error *error);

#endif
