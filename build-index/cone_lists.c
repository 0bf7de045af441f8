/* cone_lists.c - the cones that fall into a polygon, as trees of boxes.
 *
 * In an open field hundreds of vertices see a part of one polygon, and whoever asks
 * who sees a point would have to ask each. So a box with many is halved: of those that
 * see a part of it most see all of a half, or nothing. What a vertex sees of a box is
 * decided by the box's corners, exactly: if its view's rays have them all inside, it
 * sees all, if one ray has them all outside, nothing. Else it is kept as one that sees a
 * part, though it may not: a superset is right, whoever asks tests it again.
 *
 * Boxes are closed, so a point on a cut is right in either half. */
#include "cone_lists.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/layout.h"

/* More than that many that see a part of a box are worth halving it. Of 24, 48, 96 and 192: the
 * fewer, the less is tested, and the more bytes come through the cache
 * (docs/decisions/cells.md). */
#ifndef PATHFAN_CONES_LEAF_MOST /* tests have fewer */
#define PATHFAN_CONES_LEAF_MOST 96
#endif

/* Halves are kept if they hold, together, at most that share of twice what the whole did; else as
 * many bytes would be added as tests are saved. */
#define HALVES_SHARE 0.9

/* A box of lattice points, closed. */
typedef struct box {
  int32_t low[2], high[2]; /* x, y */
} box;

/* A vertex and what bounds its view; its own number: nothing. */
typedef struct viewer {
  int32_t vertex, right, left; /* columns */
  pathfan_lattice_point at, to_right, to_left; /* the rays' directions; 0, 0: none */
} viewer;

typedef enum extent { NOTHING, A_PART, ALL } extent;

typedef struct maker {
  int id_bytes;
  uint8_t *bytes;
  uint64_t size, capacity, most; /* more bytes than that aren't wanted */
  int64_t count;
  viewer *viewers; /* a stack: those of the boxes round the current one */
  int32_t viewer_count, viewer_capacity;
  int32_t *whole; /* those of the current box */
  int32_t whole_count, whole_capacity;
} maker;

/* ---- Views of boxes ---- */

/* Where the corners of a box lie, seen along a ray. */
static void sides_of(const box *b, pathfan_lattice_point at, pathfan_lattice_point ray,
                     int64_t *least, int64_t *most) {
  for (int i = 0; i < 4; i++) {
    const pathfan_lattice_point corner = {i & 1 ? b->high[0] : b->low[0],
                                          i & 2 ? b->high[1] : b->low[1]};
    const int64_t side = pathfan_cross(ray, pathfan_from_to(at, corner));
    if (!i || side < *least) *least = side;
    if (!i || side > *most) *most = side;
  }
}

/* How much a vertex sees of a box; rays that have all of it inside are taken from *v. */
static extent see(viewer *v, const box *b) {
  int64_t least, most;
  sides_of(b, v->at, v->to_right, &least, &most);
  if (most < 0) return NOTHING;
  if (least >= 0) {
    v->right = v->vertex;
    v->to_right = (pathfan_lattice_point){0, 0};
  }
  sides_of(b, v->at, v->to_left, &least, &most);
  if (least > 0) return NOTHING;
  if (most <= 0) {
    v->left = v->vertex;
    v->to_left = (pathfan_lattice_point){0, 0};
  }
  return v->right == v->vertex && v->left == v->vertex ? ALL : A_PART;
}

static box half_of(const box *b, int axis, bool second) {
  const int32_t cut = b->low[axis] + (b->high[axis] - b->low[axis]) / 2;
  box half = *b;
  *(second ? &half.low[axis] : &half.high[axis]) = cut;
  return half;
}

/* How many of viewers begin .. end-1 see a part only of one or the other half. */
static int64_t count_parts(const maker *m, int32_t begin, int32_t end, const box *b, int axis) {
  const box halves[2] = {half_of(b, axis, false), half_of(b, axis, true)};
  int64_t count = 0;
  for (int32_t i = begin; i < end; i++)
    for (int h = 0; h < 2; h++) {
      viewer v = m->viewers[i];
      count += see(&v, &halves[h]) == A_PART;
    }
  return count;
}

/* Where to cut a box in two, if that helps. */
static pathfan_cones_kind choose_cut(const maker *m, int32_t begin, int32_t end, const box *b) {
  if (end - begin <= PATHFAN_CONES_LEAF_MOST) return PATHFAN_CONES_LEAF;
  pathfan_cones_kind kind = PATHFAN_CONES_LEAF;
  int64_t least = (int64_t)(HALVES_SHARE * 2 * (end - begin));
  for (int axis = 0; axis < 2; axis++) {
    if (b->high[axis] - b->low[axis] < 2) continue;
    const int64_t parts = count_parts(m, begin, end, b, axis);
    if (parts > least) continue;
    least = parts - 1; /* the first of two that are as good */
    kind = axis ? PATHFAN_CONES_CUT_Y : PATHFAN_CONES_CUT_X;
  }
  return kind;
}

/* ---- Nodes ---- */

static bool make_room(maker *m, uint64_t bytes) {
  if (m->size + bytes <= m->capacity) return true;
  const uint64_t capacity = (m->size + bytes) * 2 + 4096;
  uint8_t *grown = pathfan_resize(m->bytes, capacity, 1);
  if (!grown) return false;
  m->bytes = grown;
  m->capacity = capacity;
  return true;
}

static void put_id(maker *m, int32_t id) {
  pathfan_store_id(m->bytes + m->size, 0, m->id_bytes, (uint32_t)id);
  m->size += (uint64_t)m->id_bytes;
}

/* A node without its halves: `whole`, and of a leaf viewers begin .. end-1. */
static bool put_node(maker *m, pathfan_layout_cones head, int32_t begin, int32_t end) {
  const uint64_t ids = (uint64_t)m->whole_count + PATHFAN_CONES_PART_IDS * (uint64_t)(end - begin);
  if (!make_room(m, sizeof head + ids * (uint64_t)m->id_bytes + PATHFAN_CONES_ALIGN)) return false;
  memcpy(m->bytes + m->size, &head, sizeof head);
  m->size += sizeof head;
  for (int32_t i = 0; i < m->whole_count; i++) put_id(m, m->whole[i]);
  for (int32_t i = begin; i < end; i++) {
    put_id(m, m->viewers[i].vertex);
    put_id(m, m->viewers[i].right);
    put_id(m, m->viewers[i].left);
  }
  while (m->size % PATHFAN_CONES_ALIGN) m->bytes[m->size++] = 0;
  m->count += m->whole_count + (end - begin);
  return true;
}

/* What of viewers begin .. end-1 see all of a box goes into `whole`, those that see a part to the
 * top of the stack. */
static bool sort_out(maker *m, int32_t begin, int32_t end, const box *b) {
  const int64_t count = end - begin;
  if (pathfan_grow(&m->viewers, &m->viewer_capacity, m->viewer_count + count, sizeof *m->viewers) ||
      pathfan_grow(&m->whole, &m->whole_capacity, count, sizeof *m->whole))
    return false;
  m->whole_count = 0;
  for (int32_t i = begin; i < end; i++) {
    viewer v = m->viewers[i];
    const extent sees = see(&v, b);
    if (sees == A_PART) m->viewers[m->viewer_count++] = v;
    if (sees == ALL && (!m->whole_count || m->whole[m->whole_count - 1] != v.vertex))
      m->whole[m->whole_count++] = v.vertex;
  }
  return true;
}

/* The node of a box, and those of its halves. */
static bool put_tree(maker *m, int32_t begin, int32_t end, const box *b) {
  const int32_t own = m->viewer_count;
  if (!sort_out(m, begin, end, b)) return false;
  const int32_t own_end = m->viewer_count;
  const pathfan_cones_kind kind = choose_cut(m, own, own_end, b);
  const uint32_t whole_kind = (uint32_t)m->whole_count << 2 | (uint32_t)kind;
  bool ok;
  if (kind == PATHFAN_CONES_LEAF) {
    const pathfan_layout_cones head = {whole_kind, (uint32_t)(own_end - own), 0};
    ok = put_node(m, head, own, own_end);
  } else {
    const int axis = kind == PATHFAN_CONES_CUT_Y;
    const box first = half_of(b, axis, false), second = half_of(b, axis, true);
    const uint64_t at = m->size;
    pathfan_layout_cones head = {whole_kind, 0, first.high[axis]};
    ok = put_node(m, head, own, own) && put_tree(m, own, own_end, &first);
    if (ok && m->size <= m->most) {
      head.rest = (uint32_t)(m->size - at);
      memcpy(m->bytes + at, &head, sizeof head);
      ok = put_tree(m, own, own_end, &second);
    }
  }
  m->viewer_count = own;
  return ok;
}

/* ---- Lists ---- */

static int by_vertex(const void *a, const void *b) {
  const viewer *x = a, *y = b;
  if (x->vertex != y->vertex) return x->vertex < y->vertex ? -1 : 1;
  if (x->right != y->right) return x->right < y->right ? -1 : 1;
  return (x->left > y->left) - (x->left < y->left);
}

static box box_of(const pathfan_mesh *mesh, int32_t polygon) {
  const pathfan_lattice_point any = mesh->vertices[mesh->corner_vertex[mesh->first_corner[polygon]]];
  box b = {{any.x, any.y}, {any.x, any.y}};
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    const pathfan_lattice_point p = mesh->vertices[mesh->corner_vertex[c]];
    const int32_t at[2] = {p.x, p.y};
    for (int axis = 0; axis < 2; axis++) {
      if (at[axis] < b.low[axis]) b.low[axis] = at[axis];
      if (at[axis] > b.high[axis]) b.high[axis] = at[axis];
    }
  }
  return b;
}

static viewer viewer_of(const pathfan_mesh *mesh, pathfan_cone_numbers numbers,
                        const pathfan_cone_entry *e) {
  const int32_t right = e->right < 0 ? e->vertex : e->right;
  const int32_t left = e->left < 0 ? e->vertex : e->left;
  const pathfan_lattice_point at = mesh->vertices[e->vertex];
  return (viewer){numbers.column_of[numbers.build_of[e->vertex]],
                  numbers.column_of[numbers.build_of[right]],
                  numbers.column_of[numbers.build_of[left]],
                  at,
                  pathfan_from_to(at, mesh->vertices[right]),
                  pathfan_from_to(at, mesh->vertices[left])};
}

/* The list of a polygon out of entries begin .. end-1. */
static bool put_list(maker *m, const pathfan_mesh *mesh, pathfan_cone_numbers numbers,
                     const pathfan_cone_entry *begin, const pathfan_cone_entry *end,
                     int32_t polygon) {
  const box b = box_of(mesh, polygon);
  m->viewer_count = 0;
  if (pathfan_grow(&m->viewers, &m->viewer_capacity, end - begin, sizeof *m->viewers)) return false;
  for (; begin < end; begin++) m->viewers[m->viewer_count++] = viewer_of(mesh, numbers, begin);
  if (m->viewer_count)
    qsort(m->viewers, (size_t)m->viewer_count, sizeof *m->viewers, by_vertex);
  return put_tree(m, 0, m->viewer_count, &b);
}

pathfan_status pathfan_cone_lists_build(const pathfan_mesh *mesh, const pathfan_cones *cones,
                                        pathfan_cone_numbers numbers, uint64_t cap,
                                        pathfan_cone_lists *lists) {
  const uint64_t addressed = UINT32_MAX - PATHFAN_CONES_ALIGN;
  maker m = {.id_bytes = numbers.id_bytes, .most = cap < addressed ? cap : addressed};
  int64_t begin = 0;
  bool ok = true;
  lists->first = pathfan_alloc_zero((uint64_t)mesh->polygon_count + 1, sizeof *lists->first);
  if (!lists->first) return PATHFAN_ERR_NO_MEMORY;
  if (!cones->entries) return PATHFAN_OK;
  for (int32_t p = 0; p < mesh->polygon_count && ok && m.size <= m.most; p++) {
    int64_t end = begin;
    while (end < cones->count && cones->entries[end].polygon == p) end++;
    lists->first[p] = (uint32_t)m.size;
    ok = put_list(&m, mesh, numbers, cones->entries + begin, cones->entries + end, p);
    begin = end;
  }
  free(m.viewers);
  free(m.whole);
  if (ok && m.size <= m.most) {
    lists->are_there = true;
    lists->first[mesh->polygon_count] = (uint32_t)m.size;
    lists->bytes = m.bytes;
    lists->size = m.size;
    lists->count = m.count;
    return PATHFAN_OK;
  }
  free(m.bytes);
  memset(lists->first, 0, ((size_t)mesh->polygon_count + 1) * sizeof *lists->first);
  return ok ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

void pathfan_cone_lists_free(pathfan_cone_lists *lists) {
  free(lists->first);
  free(lists->bytes);
  memset(lists, 0, sizeof *lists);
}
