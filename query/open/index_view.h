/* index_view.h - an index as look-ups see it: pointers into the mapped file, and functions to read
 * what they point to. Nothing of the file is checked here: every part of it is checked (validate.c)
 * before its first use (generation.h). Assertions are about the callers, who ask for what there is.
 * Private to the query library.
 *
 * The functions are inline because they are what a request does most. */
#ifndef PF_QUERY_OPEN_INDEX_VIEW_H
#define PF_QUERY_OPEN_INDEX_VIEW_H

#include <assert.h>
#include <stdatomic.h>

#include "base/portable.h"
#include "format/layout.h"
#include "format/pieces.h"
#include "mesh/locate.h"
#include "mesh/mesh.h"

/* The most, in length units, by which the computed length of a path may exceed that of another path
 * of the same or a greater length: each is a sum of four rounded terms. A label's term is rounded
 * from a sum of rounded edges, and can be off by a little more than half a unit. */
#define PF_SLACK 4

typedef struct pf_table {
  const uint32_t *first; /* [Size: n + 1] where each row begins, in units of two bytes */
  int32_t chunk_count;
  const uint8_t *chunk[PF_LAYOUT_CHUNKS_MAX];
  uint64_t chunk_begin[PF_LAYOUT_CHUNKS_MAX]; /* where they begin in the table */
  uint64_t bytes;
} pf_table;

/* Regions and via sets, for all pairs of regions or in a hierarchy. */
typedef struct pf_region_sets {
  const uint8_t *section; /* NULL: the file has none */
  int32_t levels;
  int32_t count;            /* number of regions */
  const uint32_t *cuts;     /* [Size: count] */
  const uint32_t *first;    /* [Size: 2 * count + 1] in a hierarchy, where the partners of each node
                               begin; NULL: all pairs of regions have sets */
  const uint32_t *partners; /* [Size: pair_count] */
  int32_t apart;
  uint64_t pair_count;
  const uint8_t *blocks;
  const uint8_t *ids;
  uint32_t id_count;
  /* [Size: pair_count] NULL: the file has none. Their parts must be checked. */
  const uint8_t *leading;
  const uint32_t *by_default;
} pf_region_sets;

/* The number of a pair that has no via set. */
#define PF_NO_PAIR UINT64_MAX

typedef struct pf_pieces pf_pieces; /* pieces.h */

struct pf_terrain_view;

/* Immutable once its parts are good. Pointers are borrowed from the generation that has the
 * view. */
typedef struct pf_index_view {
  const char *path; /* or name, for messages */
  const pf_layout_header *header;
  int32_t n;
  int id_bytes;
  double units_per_fixed; /* length units per fixed-point unit */
  double ambiguous_cube;  /* cube of the distance, in fixed-point units, from which on a vertex may
                         lie so little off the line between two others that lengths don't show
                         it */
  const pf_layout_vertex *vertices;
  const pf_layout_wedge *wedges; /* NULL: all are quadrants */
  const pf_layout_polygon *polygons;
  const uint8_t *cones;
  uint64_t cone_bytes;
  pf_locator locator;
  uint32_t id_bits;                     /* bits of a vertex number in hubs */
  uint32_t exit_size;                   /* bytes of an exit */
  uint32_t exit_id_mask, exit_end_mask; /* the bits of its fields */
  const pf_layout_span *spans;
  const uint8_t *exits;
  const uint64_t *labels;
  const uint8_t *next_labels;
  const pf_label_gap *gaps;  /* [Size: tiles] in exits, labels and next labels */
  int32_t tile_shift;        /* log2 of the vertices per tile */
  const uint32_t *hub_first; /* [Size: n + 1] */
  const uint8_t *hubs;
  pf_table tables[PF_LAYOUT_TABLES_MAX];
  pf_region_sets regions;
  pf_listed listed;      /* its head NULL: the file has none */
  const uint8_t *onward; /* onward marks; NULL: the file has none; its part must be checked */
  const uint8_t *edges;  /* stored_edges.h; NULL: the file has none */
  uint64_t edge_bytes;
  struct pf_terrain_view *terrain; /* terrain_view.h; NULL: the map isn't a terrain */
  const pf_layout_floor *floors;   /* [Size: floor_count] */
  const pf_layout_link *links;     /* [Size: link_count] */
  const float *heights;            /* [Size: 1 + corners of the mesh] section heights; NULL: none */
  int32_t floor_count, link_count;
  const uint64_t *piece_digests, *listed_digests;
  pf_pieces *pieces;                             /* what is known of them: pieces.h */
  const atomic_uchar *vertex_state, *cell_state; /* the state of each piece */
  pf_mesh mesh;                  /* valid, as vertex_polygon is, once the mesh is loaded */
  const int32_t *vertex_polygon; /* [Size: n] a polygon that touches a vertex, in its sector */
} pf_index_view;

/* Whether there is a vertex of this number: for assertions. */
static inline bool pf_is_vertex(const pf_index_view *view, int64_t v) {
  return v >= 0 && v < view->n;
}

/* Returns the row of a vertex. The table must be checked. */
static inline const uint8_t *pf_table_row(const pf_table *table, int32_t vertex) {
  const uint64_t at = (uint64_t)table->first[vertex] * 2;
  int32_t c = 0;
  assert(at < table->bytes);
  while (c + 1 < table->chunk_count && at >= table->chunk_begin[c + 1]) c++;
  return table->chunk[c] + (at - table->chunk_begin[c]);
}

static inline pf_lattice_point pf_vertex_at(const pf_index_view *view, int32_t v) {
  assert(pf_is_vertex(view, v));
  return (pf_lattice_point){view->vertices[v].x, view->vertices[v].y};
}

static inline pf_wedge pf_vertex_wedge(const pf_index_view *view, int32_t v) {
  assert(pf_is_vertex(view, v));
  if (!view->wedges) return pf_quadrant_wedge((uint8_t)(view->vertices[v].component_quadrant & 3));
  const pf_layout_wedge *w = &view->wedges[v];
  return (pf_wedge){{w->first_x, w->first_y}, {w->second_x, w->second_y}};
}

static inline pf_layout_cones pf_cones_at(const pf_index_view *view, uint64_t at) {
  pf_layout_cones head;
  assert(at + sizeof head <= view->cone_bytes);
  memcpy(&head, view->cones + at, sizeof head);
  return head;
}

static inline pf_cones_kind pf_cones_kind_of(pf_layout_cones head) {
  return (pf_cones_kind)(head.kind_size & 3);
}

/* Returns the bytes from an inner node to its second half; the first half follows the head. */
static inline uint32_t pf_cones_second(pf_layout_cones head) {
  return head.kind_size & ~UINT32_C(3);
}

/* A leaf of a cone list: the vertices that see all of its piece, and those that see a part. */
typedef struct pf_cone_leaf {
  uint32_t whole_count, part_count;
  const uint8_t *whole, *part; /* ids */
} pf_cone_leaf;

static inline pf_cone_leaf pf_cone_leaf_at(const pf_index_view *view, uint64_t at,
                                           pf_layout_cones head) {
  const uint32_t whole = head.kind_size >> 2;
  assert(pf_cones_kind_of(head) == PF_CONES_LEAF);
  const uint8_t *ids = view->cones + at + sizeof head;
  return (pf_cone_leaf){.whole_count = whole,
                        .part_count = (uint32_t)head.parts_cut,
                        .whole = ids,
                        .part = ids + (uint64_t)whole * (uint32_t)view->id_bytes};
}

/* Returns the bytes of a leaf: head, ids, and padding zeros. */
static inline uint64_t pf_cone_leaf_bytes(const pf_cone_leaf *leaf, int id_bytes) {
  const uint64_t ids = leaf->whole_count + PF_CONES_PART_IDS * (uint64_t)leaf->part_count;
  const uint64_t align = PF_CONES_ALIGN;
  return (sizeof(pf_layout_cones) + ids * (uint64_t)id_bytes + align - 1) / align * align;
}

/* The numbers begin .. end-1. */
typedef struct pf_range {
  uint32_t begin, end;
} pf_range;

/* Returns the child of a node that a point lies in. */
static inline uint32_t pf_region_below(const pf_index_view *view, uint32_t node,
                                       pf_fixed_point at) {
  assert(node >= 1 && node < (uint32_t)view->regions.count);
  const uint32_t cut = view->regions.cuts[node];
  const int64_t own = cut & 1 ? at.y : at.x;
  return 2 * node + (own >= (int64_t)(cut >> 1) << view->header->fraction_bits);
}

/* Returns the region that a point lies in. The index must have regions. */
static inline int32_t pf_region_of(const pf_index_view *view, pf_fixed_point at) {
  uint32_t node = 1;
  assert(view->regions.section);
  for (int32_t level = 0; level < view->regions.levels; level++)
    node = pf_region_below(view, node, at);
  return (int32_t)node - view->regions.count;
}

/* Two nodes on one level of the tree. */
typedef struct pf_node_pair {
  uint32_t a, b;
} pf_node_pair;

/* Returns the nodes that hold the set of two regions: in a hierarchy the highest ones above them
 * that lie apart, else the regions themselves. */
static inline pf_node_pair pf_region_nodes(const pf_index_view *view, int32_t a, int32_t b) {
  const pf_region_sets *r = &view->regions;
  const pf_region_box map = {{0, 0}, {view->header->width, view->header->height}};
  pf_region_box box[2] = {map, map};
  uint32_t node[2] = {1, 1};
  const uint32_t end[2] = {(uint32_t)(a + r->count), (uint32_t)(b + r->count)};
  assert(a >= 0 && a < r->count && b >= 0 && b < r->count);
  if (!r->first) return (pf_node_pair){end[0], end[1]};
  for (int32_t level = r->levels - 1; level >= 0 && !pf_boxes_are_apart(&box[0], &box[1], r->apart);
       level--)
    for (int i = 0; i < 2; i++) {
      const int half = (int)(end[i] >> level & 1);
      pf_region_box_cut(&box[i], r->cuts[node[i]], half);
      node[i] = 2 * node[i] + (uint32_t)half;
    }
  return (pf_node_pair){node[0], node[1]};
}

/* Returns the pairs of a hierarchy that include the pair of two nodes. */
static inline pf_range pf_pairs_of(const pf_index_view *view, pf_node_pair nodes) {
  const uint32_t node = nodes.a > nodes.b ? nodes.a : nodes.b;
  assert(view->regions.first);
  assert(node >= 1 && node < 2 * (uint32_t)view->regions.count);
  return (pf_range){view->regions.first[node], view->regions.first[node + 1]};
}

/* Returns the number of the pair of two nodes; NO_PAIR if they have no set. In a hierarchy the
 * pairs that pf_pairs_of returns must be checked. */
static inline uint64_t pf_pair_of(const pf_index_view *view, pf_node_pair nodes) {
  const pf_region_sets *r = &view->regions;
  const uint32_t count = (uint32_t)r->count;
  if (!r->first)
    return pf_layout_region_pair((int32_t)(nodes.a - count), (int32_t)(nodes.b - count));
  const uint32_t other = nodes.a > nodes.b ? nodes.b : nodes.a;
  const pf_range all = pf_pairs_of(view, nodes);
  uint32_t begin = all.begin, end = all.end;
  while (begin < end) {
    const uint32_t middle = begin + (end - begin) / 2;
    if (r->partners[middle] < other)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin < all.end && r->partners[begin] == other ? begin : PF_NO_PAIR;
}

/* Returns the numbers of a pair's via nodes, best first. */
static inline pf_range pf_pair_vias(const pf_index_view *view, uint64_t pair) {
  if (pair == PF_NO_PAIR) return (pf_range){0, 0};
  assert(pair < view->regions.pair_count);
  const uint8_t *block = view->regions.blocks + pair / PF_BLOCK_PAIRS * PF_BLOCK_BYTES;
  const uint32_t in_block = pair % PF_BLOCK_PAIRS;
  uint32_t first;
  memcpy(&first, block, 4);
  return (pf_range){in_block ? first + block[3 + in_block] : first, first + block[4 + in_block]};
}

/* Returns the numbers of a pair's leading via nodes; all of them if the file doesn't say. */
static inline pf_range pf_pair_leading(const pf_index_view *view, uint64_t pair) {
  pf_range all = pf_pair_vias(view, pair);
  if (!view->regions.leading || pair == PF_NO_PAIR) return all;
  const uint32_t end = all.begin + view->regions.leading[pair];
  if (end < all.end) all.end = end;
  return all;
}

/* Returns which via nodes of a pair requests try by default: a bit each, the lowest for the first.
 * The file says nothing of those beyond PF_DEFAULT_VIAS_BITS; what is above these bits is how many
 * paths answers have, 0: not known. All bits are set if it says nothing at all. */
static inline uint32_t pf_pair_by_default(const pf_index_view *view, uint64_t pair) {
  if (!view->regions.by_default || pair == PF_NO_PAIR) return UINT32_MAX;
  assert(pair < view->regions.pair_count);
  return view->regions.by_default[pair];
}

static inline uint32_t pf_region_via(const pf_index_view *view, uint32_t number) {
  assert(number < view->regions.id_count);
  return pf_load_id(view->regions.ids, number, view->id_bytes);
}

/* ---- Listed hubs ---- */

/* Returns the region of listed hubs that a point lies in; -1 if it lies on a cut. The index must
 * have them. */
static inline int32_t pf_listed_region_of(const pf_index_view *view, pf_fixed_point at) {
  const pf_listed *l = &view->listed;
  const int bits = view->header->fraction_bits;
  uint32_t node = 1, on_cut = 0;
  assert(l->head);
  for (int32_t level = 0; level < l->head->levels; level++) {
    const uint32_t cut = l->cuts[node];
    const int64_t along = cut & 1 ? at.y : at.x, at_cut = (int64_t)(cut >> 1) << bits;
    on_cut |= along == at_cut;
    node = 2 * node + (along >= at_cut);
  }
  return on_cut ? -1 : (int32_t)node - l->count;
}

/* Returns the numbers of the records of a pair of districts. */
static inline pf_range pf_listed_records(const pf_listed *l, uint64_t pair) {
  const uint32_t block = (uint32_t)(pair / PF_BLOCK_PAIRS), in_block = pair % PF_BLOCK_PAIRS;
  const uint32_t first = pf_listed_block_first(l, block);
  assert(pair < l->pair_count);
  return (pf_range){in_block ? first + pf_listed_block_end(l, block, in_block - 1) : first,
                    first + pf_listed_block_end(l, block, in_block)};
}

/* The slots of a record: first that of the district with the larger number. */
typedef struct pf_listed_slots {
  uint32_t of[2];
} pf_listed_slots;

static inline pf_listed_slots pf_listed_record(const pf_listed *l, uint32_t record) {
  const uint32_t bits = (uint32_t)l->head->slot_bits, mask = (UINT32_C(1) << bits) - 1;
  const uint64_t at = 2 * (uint64_t)record * bits;
  uint32_t four;
  memcpy(&four, l->records + at / 8, 4);
  four >>= at % 8;
  return (pf_listed_slots){{four & mask, four >> bits & mask}};
}

/* Returns a slot that is none: the only record of a pair that isn't listed has two of them. */
static inline uint32_t pf_listed_no_slot(const pf_listed *l) {
  return (UINT32_C(1) << l->head->slot_bits) - 1;
}

/* An entry: a first vertex, by its number among its region's, and the length from there to the
 * hub. */
typedef struct pf_listed_entry {
  uint32_t number;
  int64_t length;
} pf_listed_entry;

static inline pf_listed_entry pf_listed_entry_at(const pf_listed *l, uint32_t i) {
  const uint32_t bytes = (uint32_t)l->head->entry_bytes;
  const int bits = 8 * ((int)bytes - PF_LENGTH_BYTES);
  uint64_t eight;
  memcpy(&eight, l->entries + (uint64_t)i * bytes, 8);
  return (pf_listed_entry){
      (uint32_t)eight & ((UINT32_C(1) << bits) - 1),
      (int64_t)(eight << (64 - 8 * bytes) >> (64 - 8 * bytes + (uint32_t)bits))};
}

/* Returns the numbers of the entries of a region for a slot of its district. */
static inline pf_range pf_listed_entries(const pf_listed *l, int32_t region, uint32_t slot) {
  const uint32_t district = (uint32_t)region / l->each;
  const uint32_t hub = l->first_hub[district], slots = l->first_hub[district + 1] - hub;
  const uint16_t *end =
      l->ends + (uint64_t)hub * l->each + (uint64_t)((uint32_t)region % l->each) * slots + slot;
  const uint32_t first = l->spans[region].entry;
  assert(slot < slots);
  return (pf_range){slot ? first + end[-1] : first, first + *end};
}

static inline int32_t pf_listed_hub(const pf_listed *l, uint32_t district, uint32_t slot) {
  return (int32_t)pf_load_id(l->hubs, (uint64_t)l->first_hub[district] + slot, l->id_bytes);
}

/* ---- Labels ---- */

/* Returns how many bytes farther the data of a vertex lies than if each section were contiguous. */
static inline const pf_label_gap *pf_gap_of(const pf_index_view *view, int32_t v) {
  assert(pf_is_vertex(view, v));
  return &view->gaps[v >> view->tile_shift];
}

/* Returns the labels of a vertex, indexed by their numbers in the section (pf_labels_of). */
static inline const uint64_t *pf_labels_by(const pf_index_view *view, int32_t v) {
  return (const uint64_t *)((const char *)view->labels + pf_gap_of(view, v)->labels);
}

/* Returns the numbers of a vertex's labels in the section. */
static inline pf_range pf_labels_of(const pf_index_view *view, int32_t v) {
  assert(pf_is_vertex(view, v));
  return (pf_range){view->spans[v].labels, view->spans[v + 1].labels};
}

/* Whether a vertex has a label of this number, counted from its first: for assertions. */
static inline bool pf_has_label(const pf_index_view *view, int32_t v, uint32_t number) {
  const pf_range labels = pf_labels_of(view, v);
  return number < labels.end - labels.begin;
}

/* Returns the numbers of a vertex's exits in a group (pf_side). */
static inline pf_range pf_exit_group(const pf_index_view *view, int32_t v, int group) {
  const pf_layout_span *span = &view->spans[v];
  assert(pf_is_vertex(view, v));
  assert(group >= 0 && group < PF_LABEL_GROUPS);
  return (pf_range){span->exits[group],
                    group < PF_LABEL_GROUPS - 1 ? span->exits[group + 1] : span[1].exits[0]};
}

/* A direction in which labels leave a vertex. */
typedef struct pf_exit {
  uint32_t next; /* vertex */
  uint32_t end;  /* one past its last label, counted from the vertex's first */
} pf_exit;

/* Sets what is needed to read exits, from the header. */
static inline void pf_view_exits(pf_index_view *view, const uint8_t *exits) {
  const int end_bytes = view->header->end_bytes;
  view->exits = exits;
  view->exit_size = (uint32_t)(view->id_bytes + end_bytes);
  view->exit_id_mask = UINT32_MAX >> (32 - 8 * view->id_bytes);
  view->exit_end_mask = UINT32_MAX >> (32 - 8 * end_bytes);
}

/* Returns the exits of a vertex, indexed by their numbers in the section. */
static inline const uint8_t *pf_exits_by(const pf_index_view *view, int32_t v) {
  return view->exits + pf_gap_of(view, v)->exits;
}

/* Returns exit number i of the section; exits: those of its vertex, from pf_exits_by. */
static inline pf_exit pf_exit_in(const pf_index_view *view, const uint8_t *exits, uint32_t i) {
  const uint8_t *at = exits + (uint64_t)i * view->exit_size;
  uint32_t next, end;
  memcpy(&next, at, 4);
  memcpy(&end, at + view->id_bytes, 4);
  return (pf_exit){next & view->exit_id_mask, end & view->exit_end_mask};
}

/* Returns exit number i of the section, which is one of vertex v. */
static inline pf_exit pf_exit_at(const pf_index_view *view, int32_t v, uint32_t i) {
  assert(i >= view->spans[v].exits[0] && i < view->spans[v + 1].exits[0]);
  return pf_exit_in(view, pf_exits_by(view, v), i);
}

/* Returns where a group's labels begin, counted from the vertex's first; exits: the group's. */
static inline uint32_t pf_group_begin(const pf_index_view *view, int32_t v, pf_range exits) {
  return exits.begin > view->spans[v].exits[0] ? pf_exit_at(view, v, exits.begin - 1).end : 0;
}

/* Returns the next vertex by a vertex's label `number`, counted from the vertex's first. */
#ifdef __wasm__ /* clang 14 miscompiles a loop that this is inlined into */
PF_NO_INLINE
#endif
static inline uint32_t pf_next_of_label(const pf_index_view *view, int32_t v, uint32_t number) {
  const uint8_t *at = pf_exits_by(view, v) + (uint64_t)view->spans[v].exits[0] * view->exit_size;
  uint32_t next, end;
  assert(pf_has_label(view, v, number)); /* so an exit ends behind it */
  for (;; at += view->exit_size) {       /* ten steps or so, which read nothing but `end` */
    memcpy(&end, at + view->id_bytes, 4);
    if ((end & view->exit_end_mask) > number) break;
  }
  memcpy(&next, at, 4);
  return next & view->exit_id_mask;
}

/* Returns the stored next label of label number i of the section, which is one of vertex v. */
static inline uint32_t pf_next_stored(const pf_index_view *view, int32_t v, uint32_t i) {
  return pf_load_count(view->next_labels + pf_gap_of(view, v)->next_labels, i,
                       (uint32_t)view->header->next_bytes);
}

/* Where a label leads, found without reading the label itself. */
typedef struct pf_label_way {
  uint32_t next;       /* PF_LAYOUT_NONE: the hub */
  uint32_t next_label; /* among its labels; PF_LAYOUT_NONE: it sees the hub, or is it */
} pf_label_way;

/* Returns where a vertex's label `number`, counted from the vertex's first, leads. */
static inline pf_label_way pf_way_of_label(const pf_index_view *view, int32_t v, uint32_t number) {
  const uint32_t bytes = (uint32_t)view->header->next_bytes;
  assert(pf_has_label(view, v, number));
  const uint32_t next_label = pf_next_stored(view, v, view->spans[v].labels + number);
  const uint32_t down = (UINT32_MAX >> (32 - 8 * bytes)) - next_label;
  return (pf_label_way){.next = down == PF_NEXT_STRAIGHT ? PF_LAYOUT_NONE
                                                         : pf_next_of_label(view, v, number),
                        .next_label = down < PF_NEXT_SPECIAL ? PF_LAYOUT_NONE : next_label};
}

/* Returns the label itself, and where it leads. */
static inline pf_label_fields pf_label_open(const pf_index_view *view, int32_t v, uint32_t number) {
  assert(pf_has_label(view, v, number));
  const uint64_t label = pf_labels_by(view, v)[view->spans[v].labels + number];
  const pf_label_way way = pf_way_of_label(view, v, number);
  const uint32_t hub = pf_label_hub(label);
  return (pf_label_fields){.length = pf_label_length(label),
                           .hub = hub,
                           .next = way.next == PF_LAYOUT_NONE ? hub : way.next,
                           .next_label = way.next_label};
}

/* Returns the number of a vertex's label for a hub; PF_LAYOUT_NONE if it has none. */
static inline uint32_t pf_find_label(const pf_index_view *view, int32_t v, uint32_t hub) {
  const uint64_t *labels = pf_labels_by(view, v);
  const uint64_t *begin = labels + view->spans[v].labels;
  const uint64_t *end = labels + view->spans[v + 1].labels;
  for (const uint64_t *at = begin; at < end; at++)
    if (pf_label_hub(*at) == hub) return (uint32_t)(at - begin);
  return PF_LAYOUT_NONE;
}

/* Returns the numbers, in hubs, of the vertices whose path to v is straight and arrives head-on. */
static inline pf_range pf_head_on_to(const pf_index_view *view, int32_t v) {
  assert(pf_is_vertex(view, v));
  return (pf_range){view->hub_first[v], view->hub_first[v + 1]};
}

static inline uint32_t pf_head_on_at(const pf_index_view *view, uint32_t i) {
  assert(i < view->hub_first[view->n]);
  return pf_load_number(view->hubs, i, view->id_bits);
}

static inline pf_fixed_point pf_vertex_fixed(const pf_index_view *view, int32_t v) {
  return pf_lift(pf_vertex_at(view, v), view->header->fraction_bits);
}

/* Returns the length of the segment from a lattice point to a vertex, length units. */
static inline int64_t pf_straight_units(const pf_index_view *view, pf_lattice_point from,
                                        uint32_t vertex) {
  return pf_length_units(pf_from_to(from, pf_vertex_at(view, (int32_t)vertex)),
                         view->header->length_bits);
}

/* Returns the length of the segment between two fixed-point points, length units. */
static inline int64_t pf_units(const pf_index_view *view, pf_fixed_point a, pf_fixed_point b) {
  return llrint(pf_fixed_length(a, b) * view->units_per_fixed);
}

#endif
