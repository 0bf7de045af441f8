/* layout.h - the contents of an index's sections: plain little-endian records.
 * Builder and query library meet here and nowhere else. sections.h lists the sections.
 *
 * An id is a vertex number of id_bytes bytes: 2 while n <= 65,534, else 4. All ones stand for
 * "none". */
#ifndef PF_FORMAT_LAYOUT_H
#define PF_FORMAT_LAYOUT_H

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/portable.h"

#define PF_LAYOUT_TABLES_MAX 8
#define PF_LAYOUT_RADII_MAX 8     /* radii of agents in one file */
#define PF_LAYOUT_CHUNKS_MAX 64   /* per table */
#define PF_LAYOUT_NONE UINT32_MAX /* "none", read from an id of any width */

typedef struct pf_layout_header {
  int32_t vertex_count; /* n */
  int32_t polygon_count;
  int32_t component_count;
  int32_t mesh_vertex_count; /* the n convex ones included */
  int32_t mesh_corner_count;
  int32_t width, height;     /* lattice units; the map covers [0,width] x [0,height] */
  int32_t table_count;       /* m */
  int32_t id_bytes;          /* 2 or 4 */
  int32_t end_bytes;         /* bytes of an exit's end: 1, 2 or 4 */
  int32_t next_bytes;        /* bytes of a next label: 1, 2 or 4 */
  int32_t length_bits;       /* lengths are integers of 2^-length_bits units, below 2^40 */
  int32_t fraction_bits;     /* points are rounded to 2^-fraction_bits lattice units */
  int32_t has_cones;         /* 0: queries expand cones over the mesh */
  int32_t mesh_kind;         /* pf_layout_mesh */
  int32_t is_rounded;        /* 1: the map was rounded to the lattice, 0: it lies on it */
  double scale;              /* lattice units in a map unit: a power of two or of ten */
  double origin_x, origin_y; /* lattice units: point n stands for (origin + n) / scale */
  int64_t edge_count;        /* undirected */
  int64_t taut_edge_count;   /* undirected */
  int64_t cone_count;        /* entries of all leaves */
  int64_t run_count[PF_LAYOUT_TABLES_MAX];
} pf_layout_header;
static_assert(sizeof(pf_layout_header) == 16 * 4 + 6 * 8 + 8 * 8 &&
                  offsetof(pf_layout_header, scale) ==
                      offsetof(pf_layout_header, is_rounded) + sizeof(int32_t),
              "no padding");

/* How the mesh was made. For people only: queries ignore it. */
typedef enum pf_layout_mesh {
  PF_LAYOUT_MESH_GIVEN = 0, /* read from a mesh file */
  PF_LAYOUT_MESH_CDT,
  PF_LAYOUT_MESH_MERGED,
  PF_LAYOUT_MESH_RECTANGLES
} pf_layout_mesh;

static inline const char *pf_layout_mesh_name(int32_t kind) {
  static const char *const names[] = {"given", "cdt", "merged", "rectangles"};
  return kind >= 0 && kind <= PF_LAYOUT_MESH_RECTANGLES ? names[kind] : "unknown";
}

/* Lengths are counted in 2^-length_bits lattice units. length_bits is negative when paths are so
 * long (more than 2^40 units) that their lengths need all bits of a label. */
#define PF_LENGTH_BITS_LEAST (-8)

/* The largest length_bits for a map of that size: two ways across it and a path stay below 2^61. */
static inline int pf_length_bits_most(int32_t width, int32_t height) {
  int bits = 48;
  while ((int64_t)(width > height ? width : height) >> (58 - bits)) bits--;
  return bits;
}

/* A convex vertex. last_left: the neighbour to which a path passing with the obstacle on its left
 * can turn most sharply and go on from there; NONE if there is none. A path passing in direction d
 * can go on from here exactly if that neighbour is not to the right of d. last_right: the same,
 * mirrored. */
typedef struct pf_layout_vertex {
  int32_t x, y;  /* lattice */
  uint32_t rank; /* its turn as a hub, 0 the highest; unique */
  uint32_t last_left, last_right;
  uint32_t component_quadrant; /* component << 2 | quadrant of the obstacle (mesh/mesh.h), 0
                                  if there are wedges */
} pf_layout_vertex;
static_assert(sizeof(pf_layout_vertex) == 24, "no padding");

/* The obstacle at a convex vertex, between two vectors, counter-clockwise from first to second,
 * less than half a turn. */
typedef struct pf_layout_wedge {
  int32_t first_x, first_y, second_x, second_y; /* lattice */
} pf_layout_wedge;
static_assert(sizeof(pf_layout_wedge) == 16, "no padding");

/* A polygon of the mesh; its cone list is bytes [cones, next polygon's cones). */
typedef struct pf_layout_polygon {
  uint32_t cones;
  int32_t component;
} pf_layout_polygon;
static_assert(sizeof(pf_layout_polygon) == 8, "no padding");

/* ---- Bytes ---- */

static inline uint32_t pf_load_id(const void *ids, uint64_t i, int id_bytes) {
  if (id_bytes == 2) {
    uint16_t id;
    memcpy(&id, (const char *)ids + 2 * i, 2);
    return id == UINT16_MAX ? PF_LAYOUT_NONE : id;
  }
  uint32_t id;
  memcpy(&id, (const char *)ids + 4 * i, 4);
  return id;
}

static inline void pf_store_id(void *ids, uint64_t i, int id_bytes, uint32_t id) {
  const uint16_t narrow = (uint16_t)id; /* NONE becomes all ones */
  if (id_bytes == 2)
    memcpy((char *)ids + 2 * i, &narrow, 2);
  else
    memcpy((char *)ids + 4 * i, &id, 4);
}

/* ---- Location ----
 * A head, then first[cells + 1], uint32, then polygons as ids of entry_bytes. Each cell is a square
 * of 2^shift lattice units; cells go row by row, (width >> shift) + 1 to a row, (height >> shift) +
 * 1 rows. Entries first[i] .. first[i+1]-1 are the polygons that meet cell i, borders included, and
 * perhaps some more; in ascending order. */
typedef struct pf_layout_locator {
  int32_t width, height; /* lattice units */
  int32_t shift;
  int32_t entry_bytes; /* 2 or 4 */
  uint32_t entry_count;
  uint32_t reserved; /* 0 */
} pf_layout_locator;
static_assert(sizeof(pf_layout_locator) == 24, "no padding");

/* ---- Cone lists ----
 * The convex vertices that see into a polygon and that a path coming from there can pass tautly. A
 * polygon's list is a tree of nodes, each for a box. The root is for the polygon's box and is
 * mostly a leaf; where too many vertices see only a part of a box, the box is cut in two. A look-up
 * walks to the leaf of its point; on a cut either half is right. Nodes begin at multiples of
 * PF_CONES_ALIGN bytes, with a head. An inner node's head is followed by the node of the half
 * with the smaller coordinates, then by that of the other half; a leaf's by:
 *
 *   whole   ids of vertices that see all of the box, ascending
 *   part    three ids each: a vertex that sees a part of the box, the vertex on the ray that bounds
 *           its view on the right, and the one on the left; itself for no ray. Ascending by the
 *           first, which may occur several times with disjoint cones; none that is in whole
 *   zeros   to the next node */
enum { PF_CONES_ALIGN = 4, PF_CONES_DEPTH_MOST = 64, PF_CONES_PART_IDS = 3 };

typedef enum pf_cones_kind {
  PF_CONES_LEAF = 0,
  PF_CONES_CUT_X, /* inner node, cut at an x */
  PF_CONES_CUT_Y
} pf_cones_kind;

typedef struct pf_layout_cones {
  uint32_t kind_size; /* leaf: number of ids in whole << 2; inner: bytes from here to the second
                         half, plus pf_cones_kind */
  int32_t parts_cut;  /* leaf: entries of part; inner: coordinate of the cut, lattice */
} pf_layout_cones;
static_assert(sizeof(pf_layout_cones) == 8, "no padding");

/* ---- Onward ----
 * A bit for each id of the section of cone lists, in its order, low bits first; heads and zeros
 * count as the ids that would fit there. The bit of an entry of a leaf is that of its first id: 1
 * if a taut edge may go on by that vertex from some point of the leaf's piece of the polygon;
 * otherwise the vertex is a dead end for all of these points. A reader that doesn't know the
 * section assumes all ones. PF_ONWARD_SLACK zero bytes follow, so that bits can be read eight
 * bytes at a time. */
enum { PF_ONWARD_SLACK = 8 };

static inline uint64_t pf_layout_onward_bytes(uint64_t cone_bytes, int id_bytes) {
  return (cone_bytes / (uint32_t)id_bytes + 7) / 8 + PF_ONWARD_SLACK;
}

/* ---- Varints ----
 * 7 bits a byte, low ones first; the high bit is set if more follow. */

/* Reads a varint; returns 0 past `end`. */
static inline uint32_t pf_varint_get(const uint8_t **at, const uint8_t *end) {
  uint32_t value = 0;
  if (*at < end && **at < 128) return *(*at)++; /* the common case */
  for (unsigned shift = 0; *at < end && shift < 35; shift += 7) {
    const uint8_t byte = *(*at)++;
    value |= (uint32_t)(byte & 127) << (shift < 32 ? shift : 31);
    if (byte < 128) return value;
  }
  return value;
}

/* Reads a varint from unchecked bytes. False unless it is whole, has five bytes at most, and fits
 * in 32 bits. */
static inline bool pf_varint_take(const uint8_t **at, const uint8_t *end, uint32_t *value) {
  const uint8_t *begin = *at;
  *value = pf_varint_get(at, end);
  return *at > begin && (*at)[-1] < (*at - begin < 5 ? 128 : 16);
}

/* Writes a varint of at most 5 bytes; returns their number. */
static inline int pf_varint_put(uint8_t *at, uint32_t value) {
  int count = 0;
  for (; value >= 128; value >>= 7) at[count++] = (uint8_t)(value | 128);
  at[count++] = (uint8_t)value;
  return count;
}

/* ---- Mesh ----
 * int32: first corner of each polygon [polygons + 1]; vertex of each corner; neighbour across the
 * edge from each corner to the next (-1: obstacle); then x, y of the mesh vertices beyond the n
 * convex ones. See mesh/mesh.h. */

/* ---- Spans ----
 * One record per vertex plus one: where its labels begin, and the three groups of its exits. The
 * last group ends where the next vertex begins. */
enum { PF_LABEL_GROUPS = 3 /* by pf_side */ };

typedef struct pf_layout_span {
  uint32_t labels;                 /* number of its first label */
  uint32_t exits[PF_LABEL_GROUPS]; /* number of the first exit of each group */
} pf_layout_span;
static_assert(sizeof(pf_layout_span) == 16, "no padding");

/* ---- Labels (paper, section 4.1.1) ----
 * A label of v: hub h, the highest ranked vertex of the shortest path from v to h, h not v; and the
 * length, rounded. The paper groups labels by hub; here they are grouped by v, because a query
 * needs all labels of the few vertices it sees (docs/decisions/labels-by-vertex.md). Hubs that v
 * sees have labels too, if a path can go on beyond them. Groups: labels that leave v with its
 * obstacle on the left, on the right, and the others. In a group labels are ordered by the
 * direction in which they leave, the sharpest turns round the obstacle first: so the labels that a
 * path arriving from somewhere can take come first. A label is one word, the length above the hub.
 *
 * Exits: for each direction in which labels of v leave, the next vertex on the way and the end of
 * the labels that take it, counted from v's first: an id and end_bytes. If the way to a hub is
 * straight, the hub is no nearer than that vertex.
 *
 * Next labels, next_bytes each, have a section of their own because only recovery reads them: the
 * number, counted from the next vertex's first label, of its label for the same hub. All ones: the
 * way is straight from v on, and the next vertex is the hub; one less: the next vertex sees the
 * hub. PF_LABEL_SLACK zero bytes follow the last exit and the last next label. */
enum { PF_LENGTH_BYTES = 5, PF_HUB_BITS = 24, PF_LABEL_SLACK = 8 };

/* Special values of next labels, counted down from all ones. */
enum { PF_NEXT_STRAIGHT = 0, PF_NEXT_SEES, PF_NEXT_SPECIAL };

/* The fields of a label. */
typedef struct pf_label_fields {
  int64_t length;
  uint32_t hub, next;
  uint32_t next_label; /* PF_LAYOUT_NONE: next is the hub or sees it */
} pf_label_fields;

static inline int64_t pf_label_length(uint64_t label) {
  return (int64_t)(label >> PF_HUB_BITS);
}

static inline uint32_t pf_label_hub(uint64_t label) {
  return (uint32_t)(label & ((UINT64_C(1) << PF_HUB_BITS) - 1));
}

/* ---- Label tiles ----
 * Exits, labels and next labels that are too large for one value lie in several, one after the
 * other. Values begin only at the beginning of a tile: 2^shift consecutive vertices, perhaps fewer
 * in the last tile. The section holds shift, int32, at least PF_TILE_SHIFT_LEAST so that no
 * piece lies in two tiles. A reader that doesn't know the section can't read such a file; the
 * section is missing if each of the three lies in one value. */
enum { PF_TILE_SHIFT_LEAST = 3, PF_TILE_SHIFT_NONE = 31 };

/* Bytes between values before a tile: how much farther the tile's data lies than in a contiguous
 * section. All 0 if there is one tile. */
typedef struct pf_label_gap {
  int64_t exits, labels, next_labels;
} pf_label_gap;

/* ---- Hubs ----
 * The ways that labels leave out: for each vertex h the vertices v of lower rank that see it, pass
 * their own obstacle when leaving for it, and arrive head-on, so that no path goes on beyond h.
 * uint32 [n + 1], the number of the first one of each h, then their ids, each list ascending, in as
 * few bits as number n things; PF_ROW_SLACK zero bytes follow. A straight way that neither
 * passes v's obstacle nor goes on beyond h is of no use and isn't stored. */

/* ---- Regions ----
 * Via sets between regions of the plane. A head; then, uint32, the nodes of a complete tree of
 * `levels` levels in order, numbers 1 .. 2^levels - 1 after an unused one; then blocks of pairs;
 * then ids of id_bytes.
 *
 * A node is a lattice coordinate, shifted left by one, plus 1 if it is of y. Points before it are
 * below node 2i, the others below 2i + 1. A point that reaches node 2^levels + r is in region r.
 *
 * Pair a >= b of regions has number a(a+1)/2 + b. A block has PF_BLOCK_PAIRS of them: the
 * number of the first id, uint32, then the end of each pair's ids, counted from there, a byte each.
 * The ids are via nodes worth trying between any two points of the regions, the best first.
 * Sections leading and default-vias tell which of them serve which requests. */
enum { PF_BLOCK_PAIRS = 8, PF_BLOCK_BYTES = 12, PF_REGION_LEVELS_MAX = 12 };

/* A cut so far off that all points lie before it. */
#define PF_REGION_CUT_NONE (UINT32_C(1) << 29)

typedef struct pf_layout_regions {
  int32_t levels;
  int32_t id_bytes; /* 2 or 4 */
} pf_layout_regions;
static_assert(sizeof(pf_layout_regions) == 8, "no padding");

static inline uint64_t pf_layout_region_pairs(int32_t count) {
  return (uint64_t)count * ((uint64_t)count + 1) / 2;
}

/* Returns the number of the pair of two regions, in any order. */
static inline uint64_t pf_layout_region_pair(int32_t a, int32_t b) {
  return a > b ? pf_layout_region_pairs(a) + (uint64_t)b : pf_layout_region_pairs(b) + (uint64_t)a;
}

static inline uint64_t pf_layout_pair_blocks(uint64_t pairs) {
  return (pairs + PF_BLOCK_PAIRS - 1) / PF_BLOCK_PAIRS;
}

/* ---- Hierarchy ----
 * Replaces regions on maps with so many that a set for each pair would be too many. A head; then,
 * uint32: a tree of cuts as that of regions; where the partners of each node begin, [2 * regions +
 * 1], by node number: those of the tree from 1 on, region r as regions + r, and the end; the
 * partners; then blocks of pairs and ids, as those of regions.
 *
 * A node has a box: the map's, cut by the nodes above. Two nodes of one level have a set if their
 * boxes are apart or they are regions, and no two nodes above them have a set; so any two regions
 * have one set in common, that of themselves or of nodes that they lie in. The set is stored with
 * the node of the larger number, and the other node is its partner; partners ascend. */
enum { PF_HIERARCHY_LEVELS_MAX = 22, PF_HIERARCHY_APART_MAX = 1 << 16 };

typedef struct pf_layout_hierarchy {
  int32_t levels;
  int32_t id_bytes;    /* 2 or 4 */
  int32_t apart;       /* at least 1: pf_boxes_are_apart */
  uint32_t pair_count; /* partners of all nodes */
} pf_layout_hierarchy;
static_assert(sizeof(pf_layout_hierarchy) == 16, "no padding");

/* The points between two coordinates in x and in y, lattice. */
typedef struct pf_region_box {
  int32_t low[2], high[2];
} pf_region_box;

/* Reduces a box to its half on one side of a node's cut: half 0 before the cut, 1 behind it. */
static inline void pf_region_box_cut(pf_region_box *box, uint32_t cut, int half) {
  const int32_t at = (int32_t)(cut >> 1), axis = (int32_t)(cut & 1);
  int32_t *side = half ? &box->low[axis] : &box->high[axis];
  *side = at < box->low[axis] ? box->low[axis] : at > box->high[axis] ? box->high[axis] : at;
}

/* Whether the gap between two boxes, in x or in y, is at least `apart` eighths of the longest side
 * of either, and not 0. */
static inline bool pf_boxes_are_apart(const pf_region_box *a, const pf_region_box *b,
                                      int32_t apart) {
  int64_t gap = 0, side = 0;
  for (int i = 0; i < 2; i++) {
    const int64_t before = (int64_t)b->low[i] - a->high[i],
                  behind = (int64_t)a->low[i] - b->high[i];
    const int64_t of_a = (int64_t)a->high[i] - a->low[i], of_b = (int64_t)b->high[i] - b->low[i];
    const int64_t between = before > behind ? before : behind, longer = of_a > of_b ? of_a : of_b;
    if (between > gap) gap = between;
    if (longer > side) side = longer;
  }
  return gap > 0 && 8 * gap >= apart * side;
}

/* ---- Leading ----
 * A byte for each pair of regions or of a hierarchy, in their order: how many of its via nodes,
 * from the first on, are of ways between samples that differ from the shortest and from each other
 * by 0.6 without a separation; all of them for a region with itself. A reader that doesn't know the
 * section, or a request for other ways, tries all. */

/* ---- Default vias ----
 * A uint32 for each pair of regions, in their order: which of its first 30 via nodes, the first one
 * in the lowest bit, occur in answers to default requests between samples of these regions and of
 * those beside them; all of them for a region with itself. The two highest bits are a number: how
 * many paths these answers have, except for a few that have more; 0: not known. A reader that
 * doesn't know the section, or a request with other settings, tries all. */
enum { PF_DEFAULT_VIAS_BITS = 30 };

/* ---- Ignored ----
 * One record for each kind of thing that the map says and that has no effect: its name, a sentence
 * and its first example, UTF-8 that zeros fill up, at least one, and how many there are, at
 * least 1. Only shown to people; checked when it is asked for. */
typedef struct pf_layout_ignored {
  char kind[32], sentence[200], example[200];
  int64_t count;
} pf_layout_ignored;
static_assert(sizeof(pf_layout_ignored) == 32 + 200 + 200 + 8, "no padding");

/* ---- Doors ----
 * Areas of the map that paths go through, and that can be closed by name. For each: a record, its
 * corners (x and y in map units, as doubles), and its name, which zeros fill up to a multiple of 16
 * bytes, at least one. Sizes are counted in records. Checked when obstacles are made. */
typedef struct pf_layout_door {
  int32_t corner_count; /* 3 or more; each takes as much as a record */
  int32_t name_size;    /* as many records as the name takes, 1 or more */
  int32_t is_closed;    /* 1: to begin with */
  int32_t reserved;     /* 0 */
} pf_layout_door;
static_assert(sizeof(pf_layout_door) == 2 * sizeof(double), "a corner takes as much as a record");

/* ---- Floors and links ----
 * The floors of a building lie beside each other in one plane, each moved by its offset. Names are
 * UTF-8 that zeros fill up, at least one. */
enum { PF_LAYOUT_NAME_BYTES = 64 };
typedef struct pf_layout_floor {
  double level;           /* ascending from floor to floor, all different */
  double offset[2];       /* x and y in the plane, less those on the floor; map units */
  double low[2], high[2]; /* the floor's box in the plane; no two boxes meet */
  double reserved;        /* 0 */
  char name[PF_LAYOUT_NAME_BYTES];
} pf_layout_floor;
static_assert(sizeof(pf_layout_floor) == 64 + PF_LAYOUT_NAME_BYTES, "no padding");

/* A way between two points of the plane that isn't a walk: stairs, a lift, a jump. */
typedef struct pf_layout_link {
  double at[4];   /* x and y of its first end, x and y of its second; map units, on free ground */
  double cost[2]; /* from the first end to the second, and back: map units, >= 0; INFINITY: it
                     can't be used in that direction */
  uint64_t flags;
  float height[2]; /* of its ends, map units; 0 in a plane */
  char name[PF_LAYOUT_NAME_BYTES];
} pf_layout_link;
static_assert(sizeof(pf_layout_link) == 64 + PF_LAYOUT_NAME_BYTES, "no padding");
enum { PF_LAYOUT_FLOORS_MAX = 64, PF_LAYOUT_LINKS_MAX = 256 };

/* ---- Listed hubs ----
 * Hubs by which the shortest paths between two regions go, and the vertices at which these paths
 * first turn. The plane is cut like that of section regions, but deeper; the first
 * `district_levels` of the levels cut it into districts, each of 2^(levels - district_levels)
 * consecutive regions, which share a table of hubs. A hub's place in the table is its slot. Section
 * listed-firsts holds a head; then
 *
 *   entries        of entry_bytes, region by region, slot by slot; then zeros to a multiple
 *                  of 8 bytes, at least PF_LISTED_SLACK of them
 *   cuts           uint32 [regions], as those of section regions
 *   spans          pf_layout_listed_span [regions + 1]
 *   district hubs  uint32 [districts + 1]: number of each district's first hub
 *   ends           uint16 for each region and slot of its district: the end of the slot's
 *                  entries, counted from the region's first
 *   firsts         ids of first vertices, region by region, ascending
 *   hubs           ids, district by district, ascending
 *
 * An entry has the number of a first vertex among its region's, in the low entry_bytes - 5 bytes,
 * and above it the length of that vertex's label for the hub; 0 if it is the hub.
 *
 * Section listed-pairs holds pairs of districts, numbered like pairs of regions, in blocks of
 * PF_BLOCK_PAIRS: the number of the first record, uint32, then the end of each pair's records,
 * counted from there, uint16. Then records, of 2 * slot_bits bits each, low bits first: the slot of
 * a hub in the table of the district with the larger number, and that in the other's.
 * PF_LISTED_SLACK zero bytes follow.
 *
 * Paths between two points that don't see each other, and that lie on none of the cuts, may be
 * found from these hubs alone, unless the only record of their pair has slots of all ones: then it
 * isn't listed. A reader that doesn't know the sections finds the same paths. */
enum {
  PF_LISTED_LEVELS_MAX = 16,
  PF_LISTED_SLOT_BITS_MAX = 12,
  PF_LISTED_BLOCK_BYTES = 4 + 2 * PF_BLOCK_PAIRS,
  PF_LISTED_SLACK = 4
};

typedef struct pf_layout_listed {
  int32_t levels;
  int32_t district_levels; /* at most levels */
  int32_t id_bytes;        /* 2 or 4 */
  int32_t entry_bytes;     /* 6 or 7 */
  int32_t slot_bits;
  uint32_t entry_count, first_count, hub_count;
} pf_layout_listed;
static_assert(sizeof(pf_layout_listed) == 32, "no padding");

/* Where the first vertices and the entries of a region begin. */
typedef struct pf_layout_listed_span {
  uint32_t first, entry;
} pf_layout_listed_span;
static_assert(sizeof(pf_layout_listed_span) == 8, "no padding");

/* Returns the bytes of all entries and of what follows them. */
static inline uint64_t pf_layout_entries_bytes(uint64_t count, int32_t entry_bytes) {
  return (count * (uint32_t)entry_bytes + PF_LISTED_SLACK + 7) / 8 * 8;
}

/* Returns the bytes of all records and of what follows them. */
static inline uint64_t pf_layout_records_bytes(uint64_t count, int32_t slot_bits) {
  return (2 * count * (uint32_t)slot_bits + 7) / 8 + PF_LISTED_SLACK;
}

/* ---- Pieces ----
 * Digests, uint64, one for each run of so many consecutive vertices, cells or blocks
 * (format/pieces.h). Pieces are small, because a request reads only a few lists, but large enough
 * that their digests take a hundredth of their size. Those of listed hubs have a section of their
 * own, listed-pieces: one of heads, cuts, spans and district hubs, one for each district, one for
 * each run of blocks of pairs. */
enum {
  PF_PIECE_VERTICES = 8,
  PF_PIECE_CELLS = 8,
  PF_PIECE_BLOCKS = 16,
  PF_PIECE_LISTED_BLOCKS = 8
};

/* ---- Edges ----
 * The visibility graph, for searches: int32 length_bits, the unit of their lengths being
 * 2^-length_bits lattice units; then a list for each vertex in varints: the number of its edges to
 * vertices of greater numbers, and these, ascending, each as the difference from the one before,
 * the first from the vertex itself. */
enum { PF_EDGES_HEAD_BYTES = 4 };

/* Whether sums of such lengths stay far from overflow on a map with that header. Labels bound the
 * length of a path: from each of its ends to the vertex in its middle there is a label, or the way
 * is straight. */
static inline bool pf_layout_edge_bits_are_sane(const pf_layout_header *h, int32_t bits) {
  if (bits < -8 || bits > 52) return false;
  const double half = ldexp(1, 8 * PF_LENGTH_BYTES - h->length_bits);
  return 2 * (half + h->width + h->height) * ldexp(1, bits) <= 0x1p58;
}

/* ---- Terrain ----
 * In an index of a terrain: roads and rivers over its mesh, and ways. Each section is an array from
 * src/terrain/terrain.h or src/terrain/ways.h, whose records are those of the file
 * (src/terrain/stored.h asserts their sizes), little-endian, reserved fields 0. */
typedef struct pf_layout_terrain {
  double background; /* rate off the roads */
  /* Numbers of features resolved when the map was read; for people. */
  int32_t overlapping_roads, overlapping_rivers, useless_roads, lost_bridges, cut_roads;
  int32_t reserved;
} pf_layout_terrain;
static_assert(sizeof(pf_layout_terrain) == 32, "no padding");

/* Record sizes, bytes. */
enum {
  PF_TERRAIN_NODE_BYTES = 48,
  PF_TERRAIN_FAN_BYTES = 16,
  PF_TERRAIN_ARC_END_BYTES = 16,
  PF_TERRAIN_LINK_BYTES = 24,
  PF_TERRAIN_ARC_BYTES = 48,
  PF_TERRAIN_LANE_BYTES = 32,
  PF_TERRAIN_FEATURE_BYTES = 24,
  PF_WAYS_LEG_BYTES = 32,
  PF_WAYS_CROSSED_BYTES = 8,
  PF_WAYS_EXIT_BYTES = 24,
  PF_WAYS_EDGE_BYTES = 32,
  PF_WAYS_LABEL_BYTES = 16
};

/* ---- Rows (paper, sections 4.1.1 and 4.1.2) ----
 * Row u of CVPD^i holds for each column v of lower rank, in the same component, the highest ranked
 * vertex of the i-th longest plateau between u and v, NONE for "-". All other columns are
 * wildcards, taken by the run before (or the first run). cvpdI-first[u] * 2 is the byte where the
 * row begins:
 *
 *   runs, values   two ids: numbers of runs and of distinct values
 *   value ids      [values], packed in as few bits as number n + 1 things; n is "-"
 *   if the row is small (pf_row_is_small): starts: columns [runs], as ids
 *   otherwise: block: for each block of 256 columns the number of runs that start before it,
 *     1, 2 or 4 bytes each by the number of runs; then the low byte of each run's column
 *   value numbers  [runs], as few bits each as number the values, low bits first
 *   up to one byte so that the next row starts at an even address
 *
 * A row without runs is all wildcards. PF_ROW_SLACK zero bytes follow the last row, so that
 * bits can be read four bytes at a time and low bytes sixteen at a time. */

enum { PF_ROW_BLOCK_BITS = 8, PF_ROW_SLACK = 16 };

static inline uint32_t pf_row_blocks(uint32_t columns) {
  return (columns + 255) >> PF_ROW_BLOCK_BITS;
}

/* Returns how many bytes hold any number up to count. */
static inline uint32_t pf_count_bytes(uint32_t count) {
  return count < 256 ? 1 : count < 65536 ? 2 : 4;
}

/* Returns how many bits number `values` different things, at most 25. */
static inline uint32_t pf_number_bits(uint32_t values) {
  return values <= 1 ? 0 : (uint32_t)pf_highest_bit(values - 1) + 1;
}

static inline bool pf_row_is_small(uint32_t runs, uint32_t columns, int id_bytes) {
  return (uint64_t)runs * (uint32_t)id_bytes <=
         (uint64_t)pf_row_blocks(columns) * pf_count_bytes(runs) + runs;
}

/* Reads four bytes whatever the width, because a branch on the width would be mispredicted from row
 * to row. Counts never end a section. */
static inline uint32_t pf_load_count(const uint8_t *counts, uint32_t i, uint32_t bytes) {
  uint32_t four;
  memcpy(&four, counts + (uint64_t)i * bytes, 4);
  return four & (UINT32_MAX >> (32 - 8 * bytes));
}

static inline uint32_t pf_load_number(const uint8_t *numbers, uint32_t i, uint32_t bits) {
  const uint64_t at = (uint64_t)i * bits;
  uint32_t four;
  memcpy(&four, numbers + (at >> 3), 4);
  return (four >> (at & 7)) & ((UINT32_C(1) << bits) - 1);
}

#endif
