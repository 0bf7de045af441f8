/* pathfan/inspect.h - what an index holds: its extent and numbers, vertices, mesh, labels, tables.
 *
 *   pathfan_index_info info;
 *   pathfan_index_info_get(index, &info);
 *   pathfan_vertex_info vertex;
 *   if (pathfan_index_vertex(index, 0, &vertex) == PATHFAN_OK) draw(vertex.at);
 *
 * For tools, tests and drawing; queries for paths need pathfan/query.h only. Each call inspects the
 * generation that is current. */
#ifndef PATHFAN_INSPECT_H
#define PATHFAN_INSPECT_H

#include "pathfan/ignored.h"
#include "pathfan/query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pathfan_table_info {
  uint64_t runs;  /* run-length runs over all rows */
  uint64_t bytes; /* in the file, row index included */
} pathfan_table_info;

#define PATHFAN_TABLES_MAX 8
#define PATHFAN_RADII_MAX 8

typedef struct pathfan_index_info {
  uint32_t generation;                /* 1, and one more for each reload that found another file */
  int32_t format_major, format_minor; /* the version that the file was written in */
  int32_t vertex_count;               /* n: convex vertices */
  int32_t polygon_count;              /* cells of the mesh */
  int32_t component_count;            /* connected parts of free space */
  int64_t edge_count;                 /* visibility graph, undirected, nearest vertex on each ray */
  int64_t taut_edge_count;            /* how many of these edges are taut at both ends */
  uint64_t edge_bytes;                /* size of the edges in the file; 0: they aren't stored */
  int32_t table_count;                /* m */
  pathfan_table_info tables[PATHFAN_TABLES_MAX];
  uint64_t label_count; /* distance labels */
  uint64_t label_bytes;
  int32_t region_count; /* 0: no via sets are stored; -1: they are damaged */
  uint64_t region_vias; /* via nodes of all pairs of regions; 0 if they are damaged */
  uint64_t region_bytes;
  bool is_terrain;     /* if not, all fields up to way_bytes are 0 */
  int32_t node_count;  /* sides of vertices */
  int32_t arc_count;   /* pieces of road */
  uint64_t leg_count;  /* straight ways from nodes, over open ground */
  uint64_t way_count;  /* edges that join nodes */
  uint64_t way_labels; /* costs from nodes to hubs */
  uint64_t terrain_bytes, way_bytes;
  uint64_t cone_count; /* entries of the cone lists; 0: none, queries expand cones instead */
  uint64_t cone_bytes;
  uint64_t mesh_bytes; /* mesh and location */
  uint64_t file_bytes;
  double origin_x, origin_y; /* least coordinates of the map, map units; 0 for grid maps */
  double width, height;      /* extent of the map, map units */
  double unit;               /* map units; vertices are rounded to multiples of it from the origin;
                                1 for grid maps */
  int32_t fraction_bits;     /* points are rounded to 2^-fraction_bits of `unit` */
  int32_t length_bits;       /* lengths are compared as integers of 2^-length_bits of `unit`;
                                below 0 on huge maps */
  const char *mesh;          /* "rectangles", "cdt", "merged", or "given" (by a mesh file) */
  char source_name[256];     /* file name of the map, without folders */
  char builder[64];          /* name and version */
  char options[256];         /* the build options that shape the content */
  uint8_t source_digest[16]; /* XXH3-128 of the map's bytes */
  uint64_t source_bytes;     /* size of the map */
  int32_t listed_regions;    /* regions between which hubs are listed for single paths; 0: none */
  uint64_t listed_entries, listed_bytes;
  double agent_radius;  /* that the index was opened for, map units; 0: built without */
  int32_t radius_count; /* radii that the file holds; 0: built without. All counts above are of
                           agent_radius, file_bytes of all */
  double radii[PATHFAN_RADII_MAX]; /* [Size: radius_count] ascending, map units */
  uint64_t reserved[3];
} pathfan_index_info;

PATHFAN_API void pathfan_index_info_get(const pathfan_index *index, pathfan_index_info *info);

/* As pathfan_section in pathfan/format.h. */
typedef struct pathfan_section_info {
  char name[32];
  uint64_t count; /* elements */
  uint32_t element_size, chunk_count;
  uint64_t stored_bytes; /* in the file, after compression */
  bool compressed, hot;  /* hot: read by queries */
  uint64_t reserved[4];
} pathfan_section_info;

/* Gets section `number` of the file, from 0; false past the last. */
PATHFAN_API bool pathfan_index_section(const pathfan_index *index, uint32_t number,
                                       pathfan_section_info *info);

/* Gets the source map as it was given, zero-terminated, in memory that the caller frees with
 * pathfan_free, or free() without an allocator. *bytes excludes the terminator. Errors: NO_MEMORY,
 * VERSION (this library was built without zstd), DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_source_map(const pathfan_index *index, char **text,
                                                    size_t *bytes, pathfan_error *error);

/* Gets kind `number`, from 0, of the contents of the source map that have no effect; false past the
 * last, and if the section is damaged. */
PATHFAN_API bool pathfan_index_ignored(const pathfan_index *index, int32_t number,
                                       pathfan_ignored *ignored);

/* Writes the corners of a convex polygon of the mesh, at most `capacity`, counter-clockwise in file
 * coordinates (positive shoelace sum). Returns how many it has; 0 if `polygon` is out of range or
 * the mesh fails its check. */
PATHFAN_API int32_t pathfan_index_polygon(const pathfan_index *index, int32_t polygon,
                                          pathfan_point *corners, int32_t capacity);

typedef struct pathfan_vertex_info {
  pathfan_point at;
  int32_t rank;        /* its turn as a hub, 0 = the highest; no two vertices have the same */
  int32_t component;   /* >= 0 */
  int32_t label_count; /* number of its distance labels: those with this vertex as v */
  uint64_t reserved[4];
} pathfan_vertex_info;

/* Gets a convex vertex; they are numbered in column order. Errors: ARGUMENT if vertex isn't in
 * 0..n-1; NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_vertex(const pathfan_index *index, int32_t vertex,
                                                pathfan_vertex_info *info);

/* A distance label (paper, section 4.1.1). Hub h is the highest ranked vertex of the shortest path
 * from v to h. If v and h are co-visible, v has this label only if a path can go on beyond h. */
typedef struct pathfan_label {
  int32_t vertex;     /* v */
  int32_t hub;        /* h */
  double length;      /* d(v,h), map units */
  int32_t next;       /* p: the vertex after v on the path to h; h itself if v sees it */
  int32_t next_label; /* number of p's label to h among p's labels; -1: p sees h, or is h */
  uint64_t reserved[2];
} pathfan_label;

/* Gets label `number`, 0 .. label_count-1, of `vertex`. Errors: ARGUMENT, NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_label(const pathfan_index *index, int32_t vertex,
                                               int32_t number, pathfan_label *label);

#define PATHFAN_VIA_NONE (-1)     /* "-": there is no i-th plateau */
#define PATHFAN_VIA_WILDCARD (-2) /* "*": not stored in this row */

/* A run of a row: all columns from `first` up to, not including, the next run's hold `via`. */
typedef struct pathfan_run {
  int32_t first;
  int32_t via; /* vertex, or PATHFAN_VIA_NONE */
} pathfan_run;

/* Writes the runs of row `vertex` of CVPD^table (1-based), at most `capacity`; *count is how many
 * there are. Wildcards belong to the run before them. Errors: ARGUMENT, NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_row(const pathfan_index *index, int32_t table,
                                             int32_t vertex, pathfan_run *runs, int32_t capacity,
                                             int32_t *count);

/* Two convex vertices u and v. */
typedef struct pathfan_pair_info {
  bool reachable;
  double length;                   /* d(u,v), map units, if reachable */
  int32_t via[PATHFAN_TABLES_MAX]; /* [i-1]: via node of the i-th longest plateau;
                                      PATHFAN_VIA_NONE: no such plateau, or no such table */
  uint64_t reserved[4];
} pathfan_pair_info;

/* Errors: ARGUMENT (a vertex isn't in 0..n-1), NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_pair(const pathfan_index *index, int32_t u, int32_t v,
                                              pathfan_pair_info *info);

/* Writes the via set of regions a and b, 0 .. region_count-1: via nodes worth trying between them,
 * best first, at most `capacity`; *count is how many there are. Errors: ARGUMENT, NO_MEMORY,
 * DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_region_vias(const pathfan_index *index, int32_t a,
                                                     int32_t b, int32_t *vias, int32_t capacity,
                                                     int32_t *count);

/* Counts the leading via nodes: how many of that set, from the first, are tried by requests that
 * have the usual bounds but no separation (docs/format.md, "Leading"). All in files before 3.3.
 * Errors: ARGUMENT, NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_region_leading(const pathfan_index *index, int32_t a,
                                                        int32_t b, int32_t *count);

/* Gets which via nodes of that set are tried first by requests with default fields: one bit for
 * each of the first 30, the lowest for the first; those after the 30th are all tried. The two
 * highest bits are a number: a request that finds this many paths with them tries no others; 0: not
 * known (docs/format.md, "Default vias"). All bits are set in files before 3.5. Errors: ARGUMENT,
 * NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_region_by_default(const pathfan_index *index, int32_t a,
                                                           int32_t b, uint32_t *mask);

/* Returns the region that a point (map units) lies in; -1 if there are none, they are damaged, or
 * the point isn't finite. */
PATHFAN_API int32_t pathfan_index_region(const pathfan_index *index, pathfan_point point);

/* Verifies every byte of the file (pathfan_reader_verify in pathfan/format.h) and then every
 * structural invariant of the contents (ids in range, offsets monotone, runs ascending, labels
 * consistent); and, unless the library is built without searches, that lists of hubs give the
 * lengths of paths between a thousand pairs of points. Errors: NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_verify(const pathfan_index *index, pathfan_error *error);

#ifdef __cplusplus
}
#endif

#endif
