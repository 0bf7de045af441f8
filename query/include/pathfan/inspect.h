/* pathfan/inspect.h - what an index holds: its extent and numbers, vertices, mesh, labels, tables.
 *
 *   pathfan_index_info info;
 *   pathfan_index_info_get(index, &info);
 *   pathfan_vertex_info vertex;
 *   if (pathfan_index_vertex(index, 0, &vertex) == PATHFAN_OK) draw(vertex.at);
 *
 * For tools and tests, and for whoever draws; asking for paths needs pathfan/query.h alone. Each
 * call looks at the generation that is current. */
#ifndef PATHFAN_INSPECT_H
#define PATHFAN_INSPECT_H

#include "pathfan/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pathfan_table_info {
  uint64_t runs;  /* run-length runs over all rows */
  uint64_t bytes; /* in the file, row index included */
} pathfan_table_info;

#define PATHFAN_TABLES_MAX 8

typedef struct pathfan_index_info {
  uint32_t generation;                /* 1, and one more with each reload that found another file */
  int32_t format_major, format_minor; /* that the file was written in */
  int32_t vertex_count;               /* n: convex vertices */
  int32_t polygon_count;              /* cells of the mesh */
  int32_t component_count;            /* connected parts of free space */
  int64_t edge_count;                 /* visibility graph, undirected, nearest vertex on each ray */
  int64_t taut_edge_count;            /* of these, taut at both ends */
  uint64_t edge_bytes;                /* of these, in the file; 0: they aren't stored */
  int32_t table_count;                /* m */
  pathfan_table_info tables[PATHFAN_TABLES_MAX];
  uint64_t label_count; /* distance labels */
  uint64_t label_bytes;
  int32_t region_count; /* 0: no via sets are stored; -1: they are damaged */
  uint64_t region_vias; /* via nodes of all pairs of regions; 0 where they are damaged */
  uint64_t region_bytes;
  bool is_terrain;     /* the next are 0 if it isn't */
  int32_t node_count;  /* sides of vertices */
  int32_t arc_count;   /* pieces of road */
  uint64_t leg_count;  /* straight ways from nodes, over open ground */
  uint64_t way_count;  /* edges that join nodes */
  uint64_t way_labels; /* costs from nodes to hubs */
  uint64_t terrain_bytes, way_bytes;
  uint64_t cone_count; /* entries of the cone lists; 0 when expansion is used instead */
  uint64_t cone_bytes;
  uint64_t mesh_bytes; /* mesh and location */
  uint64_t file_bytes;
  double origin_x, origin_y; /* least coordinates of the map, units; 0 for grid maps */
  double width, height;      /* extent of the map, units */
  double unit;               /* vertices are rounded to multiples of this from the origin; 1 for
                                grid maps */
  int32_t fraction_bits;     /* points are rounded to 2^-fraction_bits of `unit` */
  int32_t length_bits;       /* lengths are compared as integers of 2^-length_bits of `unit`;
                                below 0 on huge maps */
  const char *mesh;          /* "rectangles", "cdt", "merged", or "given": by a mesh file */
  char source_name[256];
  char builder[64];
  char options[256];
  uint8_t source_digest[16];
  uint64_t source_bytes;
  uint64_t reserved[16];
} pathfan_index_info;

PATHFAN_API void pathfan_index_info_get(const pathfan_index *index, pathfan_index_info *info);

typedef struct pathfan_section_info {
  char name[32];
  uint64_t count;
  uint32_t element_size, chunk_count;
  uint64_t stored_bytes;
  bool compressed, hot;
  uint64_t reserved[4];
} pathfan_section_info;

/* Section `number` of the file; false past the last. */
PATHFAN_API bool pathfan_index_section(const pathfan_index *index, uint32_t number,
                                       pathfan_section_info *info);

/* The source map as it was given, zero-terminated, in memory the caller frees
 * with free(). *bytes excludes the terminator. */
PATHFAN_API pathfan_status pathfan_index_source_map(const pathfan_index *index, char **text,
                                                    size_t *bytes, pathfan_error *error);

/* A convex cell of free space, counter-clockwise in file coordinates (positive
 * shoelace sum). Writes at most `capacity` corners and returns their number;
 * 0 when `polygon` is out of range or the mesh fails its check. */
PATHFAN_API int32_t pathfan_index_polygon(const pathfan_index *index, int32_t polygon,
                                          pathfan_point *corners, int32_t capacity);

typedef struct pathfan_vertex_info {
  pathfan_point at;
  int32_t rank;        /* its turn as a hub, 0 = the highest; all different */
  int32_t component;   /* >= 0 */
  int32_t label_count; /* distance labels of which this vertex is the v */
  uint64_t reserved[4];
} pathfan_vertex_info;

/* Errors: ARGUMENT when vertex is not in 0..n-1; DAMAGED. Vertices are
 * numbered in column order. */
PATHFAN_API pathfan_status pathfan_index_vertex(const pathfan_index *index, int32_t vertex,
                                                pathfan_vertex_info *info);

/* A distance label (paper, section 4.1.1): hub h is the highest ranked vertex of the shortest path
 * from v to h, and not co-visible with v, or such that a path can go on beyond it. */
typedef struct pathfan_label {
  int32_t vertex;     /* v */
  int32_t hub;        /* h */
  double length;      /* d(v,h), units */
  int32_t next;       /* p: the vertex after v on the path to h; h itself if v sees it */
  int32_t next_label; /* position of p's label to h among p's labels; -1: p sees h, or is h */
  uint64_t reserved[2];
} pathfan_label;

/* Label `number` of `vertex`, 0 .. label_count-1. */
PATHFAN_API pathfan_status pathfan_index_label(const pathfan_index *index, int32_t vertex,
                                               int32_t number, pathfan_label *label);

#define PATHFAN_VIA_NONE (-1)     /* "-": there is no i-th plateau */
#define PATHFAN_VIA_WILDCARD (-2) /* "*": not stored in this row */

/* A run of a row: columns [first, next run's first) hold `via`. */
typedef struct pathfan_run {
  int32_t first;
  int32_t via; /* vertex, or PATHFAN_VIA_NONE */
} pathfan_run;

/* The runs of row `vertex` of CVPD^table (1-based): at most `capacity` are
 * written, *count is how many there are. Wildcards have been absorbed. */
PATHFAN_API pathfan_status pathfan_index_row(const pathfan_index *index, int32_t table,
                                             int32_t vertex, pathfan_run *runs, int32_t capacity,
                                             int32_t *count);

typedef struct pathfan_pair_info {
  bool reachable;
  double length;                   /* d(u,v), units; when reachable */
  int32_t via[PATHFAN_TABLES_MAX]; /* highest via node of the i-th longest plateau, [i-1];
                                      PATHFAN_VIA_NONE when there is none, or no such table */
  uint64_t reserved[4];
} pathfan_pair_info;

PATHFAN_API pathfan_status pathfan_index_pair(const pathfan_index *index, int32_t u, int32_t v,
                                              pathfan_pair_info *info);

/* Via nodes worth trying between regions a and b, 0 .. region_count-1, the best first: at most
 * `capacity` are written, *count is how many there are. Errors: ARGUMENT, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_region_vias(const pathfan_index *index, int32_t a,
                                                     int32_t b, int32_t *vias, int32_t capacity,
                                                     int32_t *count);

/* How many of these, the first, are tried by requests that ask for what is usual without a
 * separation: docs/format.md, "Leading"; files before 3.3: all. Errors: ARGUMENT, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_region_leading(const pathfan_index *index, int32_t a,
                                                        int32_t b, int32_t *count);

/* Which of them are tried by requests that ask as by default: a bit for each of the first 32, the
 * lowest the first one's; those behind are tried: docs/format.md, "Default vias"; files before 3.5:
 * all. Errors: ARGUMENT, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_region_by_default(const pathfan_index *index, int32_t a,
                                                           int32_t b, uint32_t *mask);

/* The region that a point (map units) lies in; -1: there are none, they are damaged, or the point
 * is not finite. */
PATHFAN_API int32_t pathfan_index_region(const pathfan_index *index, pathfan_point point);

/* Verifies every byte of the file (pathfan_reader_verify of pathfan/format.h) and then
 * every structural invariant of the contents (ids in range, offsets monotone, runs
 * ascending, labels consistent). */
PATHFAN_API pathfan_status pathfan_index_verify(const pathfan_index *index, pathfan_error *error);

#ifdef __cplusplus
}
#endif

#endif
