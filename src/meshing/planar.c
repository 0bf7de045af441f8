/* planar.c - a sweep over walls (M. I. Shamos and D. Hoey, "Geometric intersection problems", FOCS
 * 1976).
 *
 * A wall is a polygon's edge without a neighbour. The number of polygons that cover a point is the
 * winding number of the walls round it: the two sides of all other edges cancel. So nothing
 * overlaps if walls meet only in shared vertices and, upwards along a vertical line, free space
 * begins and ends alternately: the covers are 0 or 1. A corner inside an edge with a neighbour
 * would be covered twice, too. The line moves from left to right, and upwards where x is the same;
 * the walls that it meets are kept in order in a treap, which is cut in three at each vertex:
 * below, ending here, above. Everything is decided by the side of a wall on which a vertex lies. */
#include "meshing/planar.h"

#include <stdlib.h>

#include "base/memory.h"

static bool before(pf_lattice_point a, pf_lattice_point b) {
  return a.x != b.x ? a.x < b.x : a.y < b.y;
}

static bool same(pf_lattice_point a, pf_lattice_point b) {
  return a.x == b.x && a.y == b.y;
}

static int order(pf_lattice_point a, pf_lattice_point b) {
  return before(b, a) - before(a, b);
}

typedef struct wall {
  pf_lattice_point low, high; /* low comes before high */
  int32_t polygon;
  bool forward; /* free space is on the left, towards +y, in the direction from low to high */
} wall;

/* Returns the side of a wall on which a point lies: > 0 is +y. */
static int64_t side(const wall *w, pf_lattice_point at) {
  return pf_cross(pf_from_to(w->low, w->high), pf_from_to(w->low, at));
}

static int64_t count_walls(const pf_mesh_data *mesh) {
  int64_t count = 0;
  for (uint32_t c = 0; c < mesh->first_corner[mesh->view.polygon_count]; c++)
    count += mesh->corner_neighbour[c] < 0;
  return count;
}

/* ---- The walls under the line ---- */

typedef struct node {
  int32_t left, right;
  uint64_t priority;
} node;

typedef struct line {
  const wall *walls;
  node *nodes; /* [Size: walls] node i is wall i */
  int32_t root;
} line;

/* Cuts a tree in two: the walls that the point lies above, or on if `on`, and the others. */
static void cut(const line *l, int32_t root, pf_lattice_point at, bool on, int32_t *under,
                int32_t *over) {
  while (root >= 0) {
    const int64_t where = side(&l->walls[root], at);
    node *n = &l->nodes[root];
    if (where > 0 || (on && where == 0)) {
      *under = root;
      under = &n->right;
      root = n->right;
    } else {
      *over = root;
      over = &n->left;
      root = n->left;
    }
  }
  *under = *over = -1;
}

static int32_t join(const line *l, int32_t under, int32_t over) {
  int32_t root = -1, *at = &root;
  while (under >= 0 && over >= 0) {
    if (l->nodes[under].priority > l->nodes[over].priority) {
      *at = under;
      at = &l->nodes[under].right;
      under = *at;
    } else {
      *at = over;
      at = &l->nodes[over].left;
      over = *at;
    }
  }
  *at = under >= 0 ? under : over;
  return root;
}

static int32_t lowest(const line *l, int32_t root) {
  while (root >= 0 && l->nodes[root].left >= 0) root = l->nodes[root].left;
  return root;
}

static int32_t highest(const line *l, int32_t root) {
  while (root >= 0 && l->nodes[root].right >= 0) root = l->nodes[root].right;
  return root;
}

/* ---- The sweep ---- */

/* Sorts walls by the vertex where they begin, and from below within one. */
static int by_low(const void *a, const void *b) {
  const wall *v = a, *w = b;
  const int first = order(v->low, w->low);
  if (first) return first;
  const int64_t turn = side(v, w->high);
  if (turn) return turn > 0 ? -1 : 1;
  return v->polygon != w->polygon ? v->polygon < w->polygon ? -1 : 1 : order(v->high, w->high);
}

static int by_point(const void *a, const void *b) {
  return order(*(const pf_lattice_point *)a, *(const pf_lattice_point *)b);
}

static pathfan_status found(pf_planar_flaw *flaw, const line *l, int32_t a, int32_t b,
                            pf_lattice_point at) {
  *flaw = (pf_planar_flaw){
      .polygon = a >= 0 ? l->walls[a].polygon : l->walls[b].polygon,
      .other = a >= 0 && b >= 0 ? l->walls[b].polygon : -1,
      .at = at,
  };
  return PATHFAN_ERR_MALFORMED;
}

/* Checks two walls that have become neighbours on the line; either may be -1. One must begin free
 * space and the other end it, and they must stay apart up to the vertex where the first of them
 * ends. */
static pathfan_status check_pair(const line *l, int32_t under, int32_t over, pf_lattice_point at,
                                 pf_planar_flaw *flaw) {
  const wall *u = under >= 0 ? &l->walls[under] : NULL, *o = over >= 0 ? &l->walls[over] : NULL;
  if (!u && !o) return PATHFAN_OK;
  if ((u && u->forward) != (o && !o->forward)) return found(flaw, l, under, over, at);
  if (!u || !o || same(u->high, o->high)) return PATHFAN_OK;
  if (before(u->high, o->high) ? side(o, u->high) >= 0 : side(u, o->high) <= 0)
    return found(flaw, l, under, over, before(u->high, o->high) ? u->high : o->high);
  return PATHFAN_OK;
}

/* Moves the line past a vertex where walls [first, end) begin. */
static pathfan_status pass(line *l, pf_lattice_point at, int32_t first, int32_t end,
                           pf_planar_flaw *flaw) {
  int32_t under, over, here, rest;
  cut(l, l->root, at, false, &under, &rest);
  cut(l, rest, at, true, &here, &over);
  while (here >= 0) { /* walls that end here, or have the vertex inside them */
    if (!same(l->walls[here].high, at)) return found(flaw, l, here, first < end ? first : -1, at);
    here = join(l, l->nodes[here].left, l->nodes[here].right);
  }
  int32_t last = highest(l, under);
  const int32_t above = lowest(l, over);
  for (int32_t w = first; w < end; w++) {
    if (w > first && side(&l->walls[w - 1], l->walls[w].high) == 0)
      return found(flaw, l, w - 1, w, at); /* in the same direction */
    const pathfan_status status = check_pair(l, last, w, at, flaw);
    if (status) return status;
    under = join(l, under, w);
    last = w;
  }
  l->root = join(l, under, over);
  return check_pair(l, last, above, at, flaw);
}

static uint64_t scramble(uint64_t z) {
  z = (z + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

pathfan_status pf_planar_check(const pf_mesh_data *mesh, pf_planar_flaw *flaw) {
  const int64_t count = count_walls(mesh);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  line l = {.root = -1};
  wall *walls = pf_alloc((uint64_t)count, sizeof *walls);
  pf_lattice_point *ends = pf_alloc(2 * (uint64_t)count, sizeof *ends);
  l.nodes = pf_alloc((uint64_t)count, sizeof *l.nodes);
  l.walls = walls;
  if (!walls || !ends || !l.nodes) goto cleanup;

  int64_t at = 0;
  for (int32_t p = 0; p < mesh->view.polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      if (mesh->corner_neighbour[c] >= 0) continue;
      const pf_lattice_point from = mesh->vertices[mesh->corner_vertex[c]];
      const pf_lattice_point to =
          mesh->vertices[mesh->corner_vertex[pf_corner_after(mesh->first_corner, p, c)]];
      const bool forward = before(from, to);
      ends[2 * at] = from;
      ends[2 * at + 1] = to;
      walls[at++] = (wall){forward ? from : to, forward ? to : from, p, forward};
    }
  qsort(walls, (size_t)count, sizeof *walls, by_low);
  qsort(ends, 2 * (size_t)count, sizeof *ends, by_point);
  for (int64_t i = 0; i < count; i++) l.nodes[i] = (node){-1, -1, scramble((uint64_t)i)};

  status = PATHFAN_OK;
  int32_t begun = 0;
  for (int64_t i = 0; i < 2 * count && !status; i++) {
    if (i > 0 && same(ends[i], ends[i - 1])) continue;
    const int32_t first = begun;
    while (begun < count && same(walls[begun].low, ends[i])) begun++;
    status = pass(&l, ends[i], first, begun, flaw);
  }

cleanup:
  free(walls);
  free(ends);
  free(l.nodes);
  return status;
}

/* ---- T-junctions ---- */

/* A wall as a piece of its supporting line. */
typedef struct piece {
  pf_lattice_point direction; /* of the line, primitive, from low to high */
  int64_t offset;             /* cross(direction, any point of the line) */
  pf_lattice_point low, high;
  int32_t low_vertex, high_vertex;
  int32_t polygon;
  uint32_t corner;
  bool forward;
} piece;

static int32_t common_divisor(int32_t a, int32_t b) {
  while (b) {
    const int32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static int compare_lines(const piece *a, const piece *b) {
  const int direction = order(a->direction, b->direction);
  return direction ? direction : (a->offset > b->offset) - (a->offset < b->offset);
}

static int by_line(const void *a, const void *b) {
  const piece *p = a, *q = b;
  int sign = compare_lines(p, q);
  if (!sign) sign = order(p->low, q->low);
  if (!sign) sign = order(p->high, q->high);
  return sign ? sign : p->corner < q->corner ? -1 : 1;
}

typedef struct stop {
  pf_lattice_point at;
  int32_t vertex;
} stop;

static int by_stop(const void *a, const void *b) {
  return order(((const stop *)a)->at, ((const stop *)b)->at);
}

/* A vertex to be inserted into the edge that a corner begins, as the rank-th one there. */
typedef struct inset {
  uint32_t corner;
  int32_t rank, vertex;
} inset;

typedef struct insets {
  inset *items;
  int64_t count, capacity;
} insets;

static pathfan_status add(insets *in, inset item) {
  const pathfan_status status = pf_grow(&in->items, &in->capacity, in->count + 1);
  if (!status) in->items[in->count++] = item;
  return status;
}

/* Finds the ends of pieces of one line that lie inside others. Pieces with free space on the same
 * side must not overlap, so each end lies inside at most one piece per side, and the work stays
 * linear apart from the sort. */
static pathfan_status split_line(const piece *pieces, int64_t count, stop *stops, insets *in,
                                 int32_t *polygon) {
  const piece *latest[2] = {NULL, NULL};
  int64_t kept = 0;
  for (int64_t i = 0; i < count; i++) {
    const piece *p = &pieces[i], **previous = &latest[p->forward];
    if (*previous && before(p->low, (*previous)->high)) {
      *polygon = p->polygon;
      return PATHFAN_ERR_MALFORMED;
    }
    *previous = p;
    stops[2 * i] = (stop){p->low, p->low_vertex};
    stops[2 * i + 1] = (stop){p->high, p->high_vertex};
  }
  qsort(stops, 2 * (size_t)count, sizeof *stops, by_stop);
  for (int64_t i = 0; i < 2 * count; i++)
    if (!kept || !same(stops[kept - 1].at, stops[i].at)) stops[kept++] = stops[i];

  int64_t from = 0; /* pieces are sorted by low */
  for (int64_t i = 0; i < count; i++) {
    const piece *p = &pieces[i];
    while (before(stops[from].at, p->low)) from++;
    int64_t to = from + 1;
    while (before(stops[to].at, p->high)) to++;
    for (int64_t k = 1; k < to - from; k++) {
      const int32_t vertex = stops[p->forward ? from + k : to - k].vertex;
      const pathfan_status status = add(in, (inset){p->corner, (int32_t)k, vertex});
      if (status) return status;
    }
  }
  return PATHFAN_OK;
}

static int by_inset(const void *a, const void *b) {
  const inset *i = a, *j = b;
  if (i->corner != j->corner) return i->corner < j->corner ? -1 : 1;
  return (i->rank > j->rank) - (i->rank < j->rank);
}

static pathfan_status put_insets(pf_mesh_data *mesh, const insets *in, pf_planar_splits *splits) {
  const uint32_t corners = mesh->first_corner[mesh->view.polygon_count];
  const uint64_t total = corners + (uint64_t)in->count;
  if (total > INT32_MAX) return PATHFAN_ERR_LIMIT;
  int32_t *vertex = pf_alloc(total, sizeof *vertex);
  uint32_t *from = pf_alloc(total, sizeof *from);
  if (!vertex || !from) {
    free(vertex);
    free(from);
    return PATHFAN_ERR_NO_MEMORY;
  }
  uint32_t at = 0;
  int64_t next = 0;
  for (int32_t p = 0; p < mesh->view.polygon_count; p++) {
    const uint32_t begin = mesh->first_corner[p], end = mesh->first_corner[p + 1];
    mesh->first_corner[p] = at;
    for (uint32_t c = begin; c < end; c++) {
      vertex[at] = mesh->corner_vertex[c];
      from[at++] = c;
      for (; next < in->count && in->items[next].corner == c; next++) {
        vertex[at] = in->items[next].vertex;
        from[at++] = c;
      }
    }
  }
  mesh->first_corner[mesh->view.polygon_count] = at;
  free(mesh->corner_vertex);
  mesh->corner_vertex = vertex;
  *splits = (pf_planar_splits){(int32_t)in->count, from};
  return PATHFAN_OK;
}

pathfan_status pf_planar_split(pf_mesh_data *mesh, pf_planar_splits *splits, int32_t *polygon) {
  const int64_t count = count_walls(mesh);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  insets in = {0};
  *splits = (pf_planar_splits){0};
  piece *pieces = pf_alloc((uint64_t)count, sizeof *pieces);
  stop *stops = pf_alloc(2 * (uint64_t)count, sizeof *stops);
  if (!pieces || !stops) goto cleanup;

  int64_t at = 0;
  for (int32_t p = 0; p < mesh->view.polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      if (mesh->corner_neighbour[c] >= 0) continue;
      int32_t a = mesh->corner_vertex[c],
              b = mesh->corner_vertex[pf_corner_after(mesh->first_corner, p, c)];
      const bool forward = before(mesh->vertices[a], mesh->vertices[b]);
      if (!forward) {
        const int32_t swap = a;
        a = b;
        b = swap;
      }
      piece *q = &pieces[at++];
      *q = (piece){.low = mesh->vertices[a],
                   .high = mesh->vertices[b],
                   .low_vertex = a,
                   .high_vertex = b,
                   .polygon = p,
                   .corner = c,
                   .forward = forward};
      const pf_lattice_point way = pf_from_to(q->low, q->high);
      const int32_t unit = common_divisor(way.x, way.y < 0 ? -way.y : way.y);
      q->direction = (pf_lattice_point){way.x / unit, way.y / unit};
      q->offset = pf_cross(q->direction, q->low);
    }
  qsort(pieces, (size_t)count, sizeof *pieces, by_line);
  status = PATHFAN_OK;
  for (int64_t i = 0, end; i < count && !status; i = end) {
    for (end = i + 1; end < count && compare_lines(&pieces[i], &pieces[end]) == 0;) end++;
    if (end - i > 1) status = split_line(&pieces[i], end - i, stops, &in, polygon);
  }
  if (!status && in.count) {
    qsort(in.items, (size_t)in.count, sizeof *in.items, by_inset);
    status = put_insets(mesh, &in, splits);
  }

cleanup:
  free(pieces);
  free(stops);
  free(in.items);
  return status;
}
