/* cone_lists.c - the cones that fall into a polygon, as trees of boxes.
 *
 * In an open field hundreds of vertices see a part of one polygon, and a query that looks for those
 * that see a point would have to test each. So where many do, the polygon is cut in two in the
 * middle of its box: most vertices that see a part of it see all or nothing of a half. The piece's
 * corners are tested exactly: if all are inside the view's rays, the vertex sees all of it; if all
 * are outside one ray, nothing. Otherwise it is kept as seeing a part, and queries test it again.
 *
 * Each entry is marked if a path may go on by the vertex, likewise by the piece's corners: on one
 * side or the other the path must be able to pass the obstacle and to turn to the last taut edge.
 *
 * Pieces are closed, so a point on a cut is right in either half. Where a cut meets an edge of the
 * polygon between lattice points, the points on either side stand for it: the piece grows by less
 * than a unit, and all coordinates stay integers. */
#include "cone_lists.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/layout.h"
#include "geometry/frame.h"

/* A cut is made if it saves an end anywhere, on average, at least this many tests for each byte per
 * pair of vertices that it adds to the file. Of 100, 300 and 1,000 this one takes less room than
 * leaves of at most 128 would, with no more tests (docs/decisions/cells.md). */
#ifndef PF_CONES_WORTH /* tests make every cut that spares a test */
#define PF_CONES_WORTH 300
#endif

/* The most partners of a vertex that count as pairs: all else in a file grows slower than pairs. */
#define PF_CONES_PARTNERS_MOST 4096

/* Up to this many vertices that see a part are tested as fast as the next node is found. */
#ifndef PF_CONES_PARTS_LEAST /* tests have fewer */
#define PF_CONES_PARTS_LEAST 24
#endif

/* A box of lattice points, closed. */
typedef struct box {
  int32_t low[2], high[2]; /* x, y */
} box;

/* The part of a polygon in a box: it lies within the hull of these points. */
typedef struct piece {
  box box; /* around the points */
  pf_lattice_point *points;
  int32_t count, capacity;
} piece;

/* A vertex and the vertices that bound its view; its own number: no bound. */
typedef struct viewer {
  int32_t build;                          /* the vertex's build number */
  int32_t vertex, right, left;            /* columns */
  pf_lattice_point at, to_right, to_left; /* the rays' directions; 0, 0: none */
} viewer;

typedef struct maker {
  const pf_mesh *mesh;
  const pf_graph *graph;
  double area;     /* total of the boxes around all polygons */
  int32_t polygon; /* the current one */
  int id_bytes;
  uint8_t *bytes;
  uint64_t size, capacity, most; /* most: the lists are given up beyond so many bytes */
  uint64_t onward_capacity;      /* bytes */
  uint8_t *onward;               /* a bit for each id that fits in capacity, and slack */
  int64_t count;
  viewer *viewers; /* a stack: viewers of the enclosing boxes, then of the current one */
  int32_t viewer_count, viewer_capacity;
  piece piece; /* the one cut out last */
} maker;

/* ---- Pieces of polygons ---- */

static pf_lattice_point corner_of(const box *b, int i) {
  return (pf_lattice_point){i & 1 ? b->high[0] : b->low[0], i & 2 ? b->high[1] : b->low[1]};
}

static void add_point(piece *out, int32_t x, int32_t y) {
  const int32_t at[2] = {x, y};
  for (int axis = 0; axis < 2; axis++) {
    if (!out->count || at[axis] < out->box.low[axis]) out->box.low[axis] = at[axis];
    if (!out->count || at[axis] > out->box.high[axis]) out->box.high[axis] = at[axis];
  }
  out->points[out->count++] = (pf_lattice_point){x, y};
}

static bool holds(const box *b, pf_lattice_point p) {
  return p.x >= b->low[0] && p.x <= b->high[0] && p.y >= b->low[1] && p.y <= b->high[1];
}

/* Adds the lattice points next to where the edge from p to q crosses a side of a box: x = cut for
 * axis 0, y = cut for axis 1. */
static void add_crossing(piece *out, const box *b, pf_lattice_point p, pf_lattice_point q, int axis,
                         int32_t cut) {
  const int32_t from[2] = {p.x, p.y}, to[2] = {q.x, q.y};
  const int64_t run = (int64_t)to[axis] - from[axis], done = (int64_t)cut - from[axis];
  if (!run || (done < 0) != (run < 0) || llabs(done) > llabs(run)) return;
  const int64_t rise = (int64_t)to[1 - axis] - from[1 - axis];
  const int64_t product = rise * done;
  const int64_t down = product / run - (product % run && (product < 0) != (run < 0));
  for (int64_t other = down; other <= down + (product % run != 0); other++) {
    const int32_t along = (int32_t)(from[1 - axis] + other);
    const pf_lattice_point at = {axis ? along : cut, axis ? cut : along};
    if (holds(b, at)) add_point(out, at.x, at.y);
  }
}

static bool lies_in(const pf_mesh *mesh, int32_t polygon, pf_lattice_point p) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  pf_lattice_point a = mesh->vertices[mesh->corner_vertex[end - 1]];
  for (uint32_t c = begin; c < end; c++) {
    const pf_lattice_point b = mesh->vertices[mesh->corner_vertex[c]];
    if (pf_cross(pf_from_to(a, b), pf_from_to(a, p)) < 0) return false;
    a = b;
  }
  return true;
}

/* Cuts out a polygon's piece in a box. False: out of memory. */
static bool cut_out(const pf_mesh *mesh, int32_t polygon, const box *b, piece *out) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  /* An edge gives its corner, and two points on each side of the box. */
  if (pf_grow(&out->points, &out->capacity, (int64_t)(end - begin) * 9 + 4)) return false;
  out->count = 0;
  out->box = (box){{0, 0}, {0, 0}};
  pf_lattice_point p = mesh->vertices[mesh->corner_vertex[end - 1]];
  for (uint32_t c = begin; c < end; c++) {
    const pf_lattice_point q = mesh->vertices[mesh->corner_vertex[c]];
    if (holds(b, q)) add_point(out, q.x, q.y);
    for (int axis = 0; axis < 2; axis++) {
      add_crossing(out, b, p, q, axis, b->low[axis]);
      add_crossing(out, b, p, q, axis, b->high[axis]);
    }
    p = q;
  }
  for (int i = 0; i < 4; i++) {
    const pf_lattice_point corner = corner_of(b, i);
    if (lies_in(mesh, polygon, corner)) add_point(out, corner.x, corner.y);
  }
  return true;
}

/* ---- Views of pieces ---- */

/* Finds on which sides of a ray a piece lies: the least and greatest cross product. */
static void sides_of(const piece *p, pf_lattice_point at, pf_lattice_point ray, int64_t *least,
                     int64_t *most) {
  for (int32_t i = 0; i < p->count; i++) {
    const int64_t side = pf_cross(ray, pf_from_to(at, p->points[i]));
    if (!i || side < *least) *least = side;
    if (!i || side > *most) *most = side;
  }
}

/* Whether a vertex may see something of a piece. Drops rays from *v that have all of it inside. */
static bool see(viewer *v, const piece *p) {
  int64_t least = 0, most = 0;
  if (!p->count) return false;
  sides_of(p, v->at, v->to_right, &least, &most);
  if (most < 0) return false;
  if (least >= 0) {
    v->right = v->vertex;
    v->to_right = (pf_lattice_point){0, 0};
  }
  sides_of(p, v->at, v->to_left, &least, &most);
  if (least > 0) return false;
  if (most <= 0) {
    v->left = v->vertex;
    v->to_left = (pf_lattice_point){0, 0};
  }
  return true;
}

/* Whether a path from a point of a piece may go on by a vertex with the obstacle on the side of
 * `group`. */
static bool goes_on_by(const pf_graph *graph, const viewer *v, const piece *p, int group) {
  const int32_t to = pf_graph_sharpest(graph, v->build, group);
  if (to < 0) return false;
  const pf_wedge wedge = graph->wedge[v->build];
  const pf_lattice_point rays[] = {wedge.first, wedge.second, pf_from_to(v->at, graph->at[to])};
  for (int i = 0; i < 3; i++) {
    int64_t least = 0, most = 0;
    sides_of(p, v->at, rays[i], &least, &most);
    if (group == PF_EDGES_LEFT_TAUT ? most < 0 : least > 0) return false;
  }
  return true;
}

static bool goes_on(const pf_graph *graph, const viewer *v, const piece *p) {
  return goes_on_by(graph, v, p, PF_EDGES_LEFT_TAUT) ||
         goes_on_by(graph, v, p, PF_EDGES_RIGHT_TAUT);
}

static bool sees_all(const viewer *v) {
  return v->right == v->vertex && v->left == v->vertex;
}

/* Pushes onto the stack what viewers begin .. end-1 see of the current piece, in ascending order,
 * as they are. If a vertex sees all of it, its other cones, which only meet the piece on a ray, are
 * left out. False: out of memory. */
static bool sort_out(maker *m, int32_t begin, int32_t end) {
  const int32_t first = m->viewer_count;
  if (pf_grow(&m->viewers, &m->viewer_capacity, (int64_t)first + end - begin)) return false;
  for (int32_t i = begin; i < end; i++) {
    viewer v = m->viewers[i];
    if (!see(&v, &m->piece)) continue;
    int32_t *count = &m->viewer_count;
    const bool again = *count > first && m->viewers[*count - 1].vertex == v.vertex;
    if (again && sees_all(&m->viewers[*count - 1])) continue;
    if (sees_all(&v))
      while (*count > first && m->viewers[*count - 1].vertex == v.vertex) --*count;
    m->viewers[(*count)++] = v;
  }
  return true;
}

static box half_of(const box *b, int axis, bool second) {
  const int32_t cut = b->low[axis] + (b->high[axis] - b->low[axis]) / 2;
  box half = *b;
  *(second ? &half.low[axis] : &half.high[axis]) = cut;
  return half;
}

/* How many viewers see a part, and how many ids all viewers take. */
typedef struct census {
  int64_t ids, parts;
} census;

static void count_in(census *c, const viewer *v) {
  c->ids += sees_all(v) ? 1 : PF_CONES_PART_IDS;
  c->parts += !sees_all(v);
}

/* Counts what would be stored of viewers begin .. end-1 if a box were cut, in both halves together.
 * False: out of memory. */
static bool count_halves(maker *m, int32_t begin, int32_t end, const box *b, int axis, census *c) {
  *c = (census){0, 0};
  for (int h = 0; h < 2; h++) {
    const box half = half_of(b, axis, h);
    if (!cut_out(m->mesh, m->polygon, &half, &m->piece)) return false;
    for (int32_t i = begin; i < end; i++) {
      viewer v = m->viewers[i];
      if (see(&v, &m->piece)) count_in(c, &v);
    }
  }
  return true;
}

static double area_of(const box *b) {
  return ((double)b->high[0] - b->low[0]) * ((double)b->high[1] - b->low[1]);
}

/* Whether the tests that a cut spares an end that lies anywhere are worth its bytes. */
static bool is_worth(const maker *m, const box *b, census now, census halves) {
  const double n = m->mesh->convex_count, others = n - 1;
  const double most = PF_CONES_PARTNERS_MOST, pairs = n * (others < most ? others : most) / 2;
  const double spared = (double)now.parts - (double)halves.parts / 2;
  const double bytes = (double)(halves.ids - now.ids) * m->id_bytes + 2 * sizeof(pf_layout_cones);
  return spared > 0 && spared * area_of(b) / m->area >= PF_CONES_WORTH * bytes / pairs;
}

/* Chooses where to cut a box in two, if that is worth it. False: out of memory. */
static bool choose_cut(maker *m, int32_t begin, int32_t end, const box *b, pf_cones_kind *kind) {
  census now = {0, 0}, best = {0, INT64_MAX};
  for (int32_t i = begin; i < end; i++) count_in(&now, &m->viewers[i]);
  *kind = PF_CONES_LEAF;
  if (now.parts <= PF_CONES_PARTS_LEAST) return true;
  for (int axis = 0; axis < 2; axis++) {
    census halves;
    if (b->high[axis] - b->low[axis] < 2) continue;
    if (!count_halves(m, begin, end, b, axis, &halves)) return false;
    if (halves.parts >= best.parts || !is_worth(m, b, now, halves)) continue;
    best = halves;
    *kind = axis ? PF_CONES_CUT_Y : PF_CONES_CUT_X;
  }
  return true;
}

/* ---- Nodes ---- */

static bool make_room(maker *m, uint64_t bytes) {
  if (pf_grow(&m->bytes, &m->capacity, m->size + bytes)) return false;
  const uint64_t had = m->onward_capacity;
  if (pf_grow(&m->onward, &m->onward_capacity, pf_layout_onward_bytes(m->capacity, m->id_bytes)))
    return false;
  memset(m->onward + had, 0, m->onward_capacity - had);
  return true;
}

static void put_id(maker *m, int32_t id) {
  pf_store_id(m->bytes + m->size, 0, m->id_bytes, (uint32_t)id);
  m->size += (uint64_t)m->id_bytes;
}

/* Stores the first id of an entry of the current piece, and its onward mark. */
static void put_viewer(maker *m, const viewer *v) {
  const uint64_t number = m->size / (uint32_t)m->id_bytes;
  if (goes_on(m->graph, v, &m->piece)) m->onward[number / 8] |= (uint8_t)(1 << number % 8);
  put_id(m, v->vertex);
}

static bool put_head(maker *m, pf_layout_cones head, uint64_t ids) {
  if (!make_room(m, sizeof head + ids * (uint64_t)m->id_bytes + PF_CONES_ALIGN)) return false;
  memcpy(m->bytes + m->size, &head, sizeof head);
  m->size += sizeof head;
  return true;
}

/* Stores a leaf with viewers begin .. end-1 of the current piece. False: out of memory. */
static bool put_leaf(maker *m, int32_t begin, int32_t end) {
  census c = {0, 0};
  for (int32_t i = begin; i < end; i++) count_in(&c, &m->viewers[i]);
  const uint32_t whole = (uint32_t)(end - begin - c.parts);
  for (int32_t i = begin + 1; i < end; i++)
    assert(m->viewers[i].vertex >= m->viewers[i - 1].vertex);
  if (!put_head(m, (pf_layout_cones){whole << 2, (int32_t)c.parts}, (uint64_t)c.ids)) return false;
  for (int32_t i = begin; i < end; i++)
    if (sees_all(&m->viewers[i])) put_viewer(m, &m->viewers[i]);
  for (int32_t i = begin; i < end; i++) {
    const viewer *v = &m->viewers[i];
    if (sees_all(v)) continue;
    put_viewer(m, v);
    put_id(m, v->right);
    put_id(m, v->left);
  }
  while (m->size % PF_CONES_ALIGN) m->bytes[m->size++] = 0;
  m->count += end - begin;
  assert(m->size <= m->capacity);
  return true;
}

/* Stores the tree of the polygon's piece in a box, as seen by viewers begin .. end-1. Sides are
 * halved while they are 2 or more, so PF_CONES_DEPTH_MOST is never reached. False: out of
 * memory. */
static bool put_tree(maker *m, int32_t begin, int32_t end, const box *b) {
  const int32_t own = m->viewer_count;
  if (!cut_out(m->mesh, m->polygon, b, &m->piece) || !sort_out(m, begin, end)) return false;
  const box tight = m->piece.box;
  const int32_t own_end = m->viewer_count;
  pf_cones_kind kind;
  bool ok = choose_cut(m, own, own_end, &tight, &kind);
  if (ok && kind == PF_CONES_LEAF) {
    ok = cut_out(m->mesh, m->polygon, b, &m->piece) && put_leaf(m, own, own_end);
  } else if (ok) {
    const int axis = kind == PF_CONES_CUT_Y;
    const box first = half_of(&tight, axis, false), second = half_of(&tight, axis, true);
    const uint64_t at = m->size;
    pf_layout_cones head = {(uint32_t)kind, first.high[axis]};
    ok = put_head(m, head, 0) && put_tree(m, own, own_end, &first);
    if (ok && m->size <= m->most) {
      head.kind_size |= (uint32_t)(m->size - at);
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

static viewer viewer_of(const pf_mesh *mesh, const pf_numbering *numbering,
                        const pf_cone_entry *e) {
  const int32_t right = e->right < 0 ? e->vertex : e->right;
  const int32_t left = e->left < 0 ? e->vertex : e->left;
  const pf_lattice_point at = mesh->vertices[e->vertex];
  return (viewer){numbering->build_of[e->vertex],
                  numbering->column_of[numbering->build_of[e->vertex]],
                  numbering->column_of[numbering->build_of[right]],
                  numbering->column_of[numbering->build_of[left]],
                  at,
                  pf_from_to(at, mesh->vertices[right]),
                  pf_from_to(at, mesh->vertices[left])};
}

static const box everywhere = {{0, 0}, {PF_EXTENT_MAX, PF_EXTENT_MAX}};

/* Stores the list of a polygon made from entries begin .. end-1. False: out of memory. */
static bool put_list(maker *m, const pf_numbering *numbering, int32_t polygon,
                     const pf_cone_entry *begin, const pf_cone_entry *end) {
  assert(m->size % PF_CONES_ALIGN == 0);
  m->polygon = polygon;
  m->viewer_count = 0;
  if (pf_grow(&m->viewers, &m->viewer_capacity, end - begin)) return false;
  for (const pf_cone_entry *e = begin; e < end; e++) assert(e->polygon == polygon);
  for (; begin < end; begin++) m->viewers[m->viewer_count++] = viewer_of(m->mesh, numbering, begin);
  if (m->viewer_count) qsort(m->viewers, (size_t)m->viewer_count, sizeof *m->viewers, by_vertex);
  return put_tree(m, 0, m->viewer_count, &everywhere);
}

pathfan_status pf_cone_lists_build(const pf_mesh *mesh, const pf_graph *graph,
                                   const pf_cones *cones, const pf_numbering *numbering,
                                   uint64_t cap, pf_cone_lists *lists, const pf_limits *limits) {
  const uint64_t addressed = UINT32_MAX - PF_CONES_ALIGN;
  const int32_t polygons = mesh->polygon_count;
  maker m = {.mesh = mesh,
             .graph = graph,
             .id_bytes = numbering->id_bytes,
             .most = cap < addressed ? cap : addressed};
  pathfan_status status = PATHFAN_OK;
  int64_t begin = 0;
  lists->first = pf_alloc_zero((uint64_t)polygons + 1, sizeof *lists->first);
  if (!lists->first) return PATHFAN_ERR_NO_MEMORY;
  if (!cones->entries) return PATHFAN_OK;
  if (!make_room(&m, 1)) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < polygons && !status; p++) {
    if (!cut_out(mesh, p, &everywhere, &m.piece)) status = PATHFAN_ERR_NO_MEMORY;
    m.area += area_of(&m.piece.box);
  }
  for (int32_t p = 0; p < polygons && !status && m.size <= m.most; p++) {
    int64_t end = begin;
    while (end < cones->count && cones->entries[end].polygon == p) end++;
    lists->first[p] = (uint32_t)m.size;
    status = put_list(&m, numbering, p, cones->entries + begin, cones->entries + end)
                 ? pf_limits_go_on(limits)
                 : PATHFAN_ERR_NO_MEMORY;
    begin = end;
  }
  free(m.viewers);
  free(m.piece.points);
  if (!status && m.size <= m.most) {
    assert(begin == cones->count); /* entries are sorted by polygon */
    lists->are_there = true;
    lists->first[polygons] = (uint32_t)m.size;
    lists->bytes = m.bytes;
    lists->size = m.size;
    lists->onward = m.onward;
    lists->count = m.count;
    return PATHFAN_OK;
  }
  free(m.bytes);
  free(m.onward);
  memset(lists->first, 0, ((size_t)polygons + 1) * sizeof *lists->first);
  return status;
}

void pf_cone_lists_free(pf_cone_lists *lists) {
  free(lists->first);
  free(lists->bytes);
  free(lists->onward);
  memset(lists, 0, sizeof *lists);
}
