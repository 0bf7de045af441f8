/* merge.c - greedy merging of convex polygons.
 *
 * Polygons are rings of corners. To join two, the edges they share, which lie on
 * one line, are cut out of their rings, and these become one. A union is convex
 * if the two corners where the rings meet are, decided on integers; a straight
 * corner stays, since a wall or a third polygon begins there. Mergeable edges
 * wait in a heap. Joining changes what is known about the edges of the new
 * polygon only, so that these go into the heap again, and an edge that has
 * changed since it was put there is thrown away when its turn comes. Ties go by
 * the coordinates of edges: the result doesn't depend on how things are numbered. */
#include "mesh/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Which edges are dissolved, and which is first. */
typedef enum pass {
  PASS_DEAD_ENDS, /* those that lead into a dead end, if the union is one too */
  PASS_LARGEST,   /* those between polygons that aren't dead ends: largest joint area */
  PASS_SMALLEST,  /* smallest joint area */
  PASS_LONGEST,   /* longest edge */
  PASS_NONE
} pass;

typedef struct candidate {
  int64_t key;  /* the smallest is first */
  uint64_t tie; /* ranks of the edge's ends, the smaller first */
  uint32_t corner;
} candidate;

typedef struct merger {
  const pathfan_mesh_data *mesh;
  pass pass;
  uint32_t *next, *previous; /* [Size: corners] in the ring; next is NONE for a corner cut out */
  uint32_t *twin;            /* [Size: corners] the same edge in the neighbour; NONE at a wall */
  int32_t *parent;           /* [Size: polygons] of a corner's old polygon, up to its new one */
  int64_t *area;             /* [Size: polygons] twice the area */
  int32_t *degree;           /* [Size: polygons] edges with a neighbour */
  int32_t *old_polygon;      /* [Size: corners] */
  int32_t *rank;             /* [Size: vertices] by (y, x) */
  candidate *heap;
  int64_t heap_count, heap_capacity;
} merger;

#define NONE UINT32_MAX

static pathfan_lattice point(const merger *m, uint32_t corner) {
  return m->mesh->vertices[m->mesh->corner_vertex[corner]];
}

static int32_t polygon_of(merger *m, uint32_t corner) {
  int32_t p = m->old_polygon[corner];
  while (m->parent[p] != p) p = m->parent[p] = m->parent[m->parent[p]];
  return p;
}

/* ---- Candidates ---- */

static bool comes_before(const candidate *a, const candidate *b) {
  return a->key != b->key ? a->key < b->key : a->tie < b->tie;
}

static pathfan_status push(merger *m, candidate entry) {
  if (m->heap_count == m->heap_capacity) {
    const int64_t capacity = m->heap_capacity ? m->heap_capacity * 2 : 1024;
    candidate *grown = pathfan_resize(m->heap, (uint64_t)capacity, sizeof *grown);
    if (!grown) return PATHFAN_ERR_NO_MEMORY;
    m->heap = grown;
    m->heap_capacity = capacity;
  }
  int64_t at = m->heap_count++;
  for (; at && comes_before(&entry, &m->heap[(at - 1) / 2]); at = (at - 1) / 2)
    m->heap[at] = m->heap[(at - 1) / 2];
  m->heap[at] = entry;
  return PATHFAN_OK;
}

static candidate pop(merger *m) {
  const candidate top = m->heap[0], last = m->heap[--m->heap_count];
  int64_t at = 0;
  for (int64_t child; (child = 2 * at + 1) < m->heap_count; at = child) {
    if (child + 1 < m->heap_count && comes_before(&m->heap[child + 1], &m->heap[child])) child++;
    if (!comes_before(&m->heap[child], &last)) break;
    m->heap[at] = m->heap[child];
  }
  m->heap[at] = last;
  return top;
}

/* The edges shared with a neighbour, in the polygon's own ring. */
typedef struct border {
  uint32_t first, last;
} border;

static border border_at(const merger *m, uint32_t corner) {
  border b = {corner, corner};
  for (;;) {
    const uint32_t before = m->previous[b.first];
    if (m->twin[before] == NONE || m->twin[before] != m->next[m->twin[b.first]]) break;
    b.first = before;
    if (b.first == corner) break; /* all round: not of this world */
  }
  for (;;) {
    const uint32_t after = m->next[b.last];
    if (m->twin[after] == NONE || m->next[m->twin[after]] != m->twin[b.last]) break;
    b.last = after;
    if (b.last == corner) break;
  }
  return b;
}

/* Whether the way from a over b to c may bound a convex polygon on its left. */
static bool bends_left(pathfan_lattice a, pathfan_lattice b, pathfan_lattice c) {
  const pathfan_lattice to = pathfan_from_to(a, b), from = pathfan_from_to(b, c);
  const int64_t turn = pathfan_cross(to, from);
  return turn > 0 || (turn == 0 && pathfan_dot(to, from) > 0);
}

static bool is_convex(const merger *m, border b) {
  const uint32_t other_first = m->twin[b.last], other_last = m->twin[b.first];
  return bends_left(point(m, m->previous[b.first]), point(m, b.first),
                    point(m, m->next[m->next[other_last]])) &&
         bends_left(point(m, m->previous[other_first]), point(m, other_first),
                    point(m, m->next[m->next[b.last]]));
}

/* The entry of an edge, if the pass may dissolve it. */
static bool make_candidate(merger *m, uint32_t corner, candidate *entry) {
  if (m->next[corner] == NONE || m->twin[corner] == NONE) return false;
  const int32_t p = polygon_of(m, corner), q = polygon_of(m, m->twin[corner]);
  const border b = border_at(m, corner);
  if (p == q || !is_convex(m, b)) return false;
  const int64_t joint = m->area[p] + m->area[q];
  const bool dead = m->degree[p] == 1 || m->degree[q] == 1;
  int64_t key = 0;
  switch (m->pass) {
  case PASS_DEAD_ENDS:
    if (!dead || m->degree[p] + m->degree[q] > 3) return false;
    key = -joint;
    break;
  case PASS_LARGEST:
    if (dead) return false;
    key = -joint;
    break;
  case PASS_SMALLEST: key = joint; break;
  default: {
    const pathfan_lattice way = pathfan_from_to(point(m, b.first), point(m, m->next[b.last]));
    key = -pathfan_dot(way, way);
  }
  }
  const int32_t *vertex = m->mesh->corner_vertex;
  const int32_t r = m->rank[vertex[corner]], s = m->rank[vertex[m->next[corner]]];
  *entry = (candidate){
      key, r < s ? (uint64_t)r << 32 | (uint32_t)s : (uint64_t)s << 32 | (uint32_t)r, corner};
  return true;
}

static pathfan_status push_ring(merger *m, uint32_t corner) {
  uint32_t c = corner;
  do {
    candidate entry;
    if (make_candidate(m, c, &entry)) {
      const pathfan_status status = push(m, entry);
      if (status) return status;
    }
    c = m->next[c];
  } while (c != corner);
  return PATHFAN_OK;
}

/* ---- Joining ---- */

/* Cuts a border out of two rings. Returns a corner of the new one. */
static uint32_t join(merger *m, border b) {
  const uint32_t other_first = m->twin[b.last], other_last = m->twin[b.first];
  const uint32_t before = m->previous[b.first], after = m->next[other_last];
  const uint32_t other_before = m->previous[other_first], other_after = m->next[b.last];
  const int32_t p = polygon_of(m, b.first), q = polygon_of(m, other_first);
  int32_t edges = 0;
  for (uint32_t c = b.first;; edges++) {
    const uint32_t next = m->next[c];
    m->next[m->twin[c]] = NONE;
    m->next[c] = NONE;
    if (c == b.last) break;
    c = next;
  }
  m->next[before] = after;
  m->previous[after] = before;
  m->next[other_before] = other_after;
  m->previous[other_after] = other_before;
  m->parent[q] = p;
  m->area[p] += m->area[q];
  m->degree[p] += m->degree[q] - 2 * (edges + 1);
  return after;
}

static pathfan_status run(merger *m, pass kind) {
  const uint32_t corners = m->mesh->first_corner[m->mesh->view.polygon_count];
  pathfan_status status = PATHFAN_OK;
  candidate entry;
  m->pass = kind;
  for (uint32_t c = 0; c < corners && !status; c++)
    if (c < m->twin[c] && make_candidate(m, c, &entry)) status = push(m, entry);
  while (m->heap_count && !status) {
    const candidate top = pop(m);
    if (!make_candidate(m, top.corner, &entry) || entry.key != top.key) continue;
    status = push_ring(m, join(m, border_at(m, top.corner)));
  }
  return status;
}

/* ---- In and out ---- */

static int compare_points(pathfan_lattice a, pathfan_lattice b) {
  if (a.y != b.y) return a.y < b.y ? -1 : 1;
  return (a.x > b.x) - (a.x < b.x);
}

typedef struct placed {
  pathfan_lattice at;
  int32_t vertex;
} placed;

static int by_row(const void *a, const void *b) {
  return compare_points(((const placed *)a)->at, ((const placed *)b)->at);
}

/* Vertices at the same point get the same rank. */
static pathfan_status rank_vertices(merger *m) {
  const int32_t count = m->mesh->view.vertex_count;
  placed *sorted = pathfan_alloc((uint64_t)count, sizeof *sorted);
  if (!sorted) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < count; v++) sorted[v] = (placed){m->mesh->vertices[v], v};
  qsort(sorted, (size_t)count, sizeof *sorted, by_row);
  for (int32_t i = 0, rank = 0; i < count; i++) {
    if (i && compare_points(sorted[i - 1].at, sorted[i].at)) rank = i;
    m->rank[sorted[i].vertex] = rank;
  }
  free(sorted);
  return PATHFAN_OK;
}

/* The edge of polygon p from vertex a to b, or NONE. */
static uint32_t find_edge(const merger *m, int32_t p, int32_t a, int32_t b) {
  const int32_t *vertex = m->mesh->corner_vertex;
  for (uint32_t c = m->mesh->first_corner[p]; c < m->mesh->first_corner[p + 1]; c++)
    if (vertex[c] == a && vertex[m->next[c]] == b) return c;
  return NONE;
}

static void make_rings(merger *m) {
  const pathfan_mesh_data *mesh = m->mesh;
  for (int32_t p = 0; p < mesh->view.polygon_count; p++) {
    const uint32_t first = mesh->first_corner[p], end = mesh->first_corner[p + 1];
    m->parent[p] = p;
    m->area[p] = 0;
    m->degree[p] = 0;
    for (uint32_t c = first; c < end; c++) {
      m->next[c] = c + 1 < end ? c + 1 : first;
      m->previous[c] = c > first ? c - 1 : end - 1;
      m->old_polygon[c] = p;
      m->area[p] += pathfan_cross(pathfan_from_to(point(m, first), point(m, c)),
                                  pathfan_from_to(point(m, first), point(m, m->next[c])));
    }
  }
  for (int32_t p = 0; p < mesh->view.polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      m->twin[c] = NONE;
      if (mesh->corner_neighbour[c] >= 0)
        m->twin[c] = find_edge(m, mesh->corner_neighbour[c], mesh->corner_vertex[m->next[c]],
                               mesh->corner_vertex[c]);
      m->degree[p] += m->twin[c] != NONE;
    }
}

/* Polygons in the order of their first corners in the old mesh. */
static pathfan_status hand_over(merger *m, pathfan_mesh_data *merged) {
  const pathfan_mesh_data *mesh = m->mesh;
  const int32_t vertices = mesh->view.vertex_count;
  const uint32_t corners = mesh->first_corner[mesh->view.polygon_count];
  int32_t *number = m->degree; /* not needed any more */
  uint32_t left = 0;
  int32_t count = 0;
  for (int32_t p = 0; p < mesh->view.polygon_count; p++) {
    number[p] = -1;
    count += m->parent[p] == p;
  }
  for (uint32_t c = 0; c < corners; c++) left += m->next[c] != NONE;
  merged->vertices = pathfan_alloc((uint64_t)vertices, sizeof *merged->vertices);
  merged->first_corner = pathfan_alloc((uint64_t)count + 1, sizeof *merged->first_corner);
  merged->corner_vertex = pathfan_alloc(left, sizeof *merged->corner_vertex);
  merged->corner_neighbour = pathfan_alloc(left, sizeof *merged->corner_neighbour);
  if (!merged->vertices || !merged->first_corner || !merged->corner_vertex ||
      !merged->corner_neighbour)
    return PATHFAN_ERR_NO_MEMORY;
  if (vertices) memcpy(merged->vertices, mesh->vertices, (size_t)vertices * sizeof *mesh->vertices);
  merged->view.vertex_count = vertices;
  merged->view.polygon_count = count;

  uint32_t out = 0;
  count = 0;
  for (uint32_t first = 0; first < corners; first++) {
    if (m->next[first] == NONE || number[polygon_of(m, first)] >= 0) continue;
    merged->first_corner[count] = out;
    number[polygon_of(m, first)] = count++;
    uint32_t c = first;
    do {
      merged->corner_vertex[out] = mesh->corner_vertex[c];
      /* The neighbour has no number yet, perhaps; its name until then. */
      merged->corner_neighbour[out++] = m->twin[c] == NONE ? -1 : polygon_of(m, m->twin[c]);
      c = m->next[c];
    } while (c != first);
  }
  merged->first_corner[count] = out;
  for (uint32_t c = 0; c < out; c++)
    if (merged->corner_neighbour[c] >= 0)
      merged->corner_neighbour[c] = number[merged->corner_neighbour[c]];
  return pathfan_mesh_finish(merged);
}

pathfan_status pathfan_merge(const pathfan_mesh_data *mesh, pathfan_merge_rule rule,
                             pathfan_mesh_data *merged) {
  static const pass passes[][3] = {
      [PATHFAN_MERGE_PUBLIC] = {PASS_DEAD_ENDS, PASS_LARGEST, PASS_NONE},
      [PATHFAN_MERGE_SMALLEST] = {PASS_SMALLEST, PASS_NONE},
      [PATHFAN_MERGE_LONGEST] = {PASS_LONGEST, PASS_NONE}};
  const uint64_t polygons = (uint64_t)mesh->view.polygon_count;
  const uint64_t corners = mesh->first_corner[polygons];
  merger m = {.mesh = mesh};
  memset(merged, 0, sizeof *merged);
  m.next = pathfan_alloc(corners, sizeof *m.next);
  m.previous = pathfan_alloc(corners, sizeof *m.previous);
  m.twin = pathfan_alloc(corners, sizeof *m.twin);
  m.old_polygon = pathfan_alloc(corners, sizeof *m.old_polygon);
  m.parent = pathfan_alloc(polygons, sizeof *m.parent);
  m.area = pathfan_alloc(polygons, sizeof *m.area);
  m.degree = pathfan_alloc(polygons, sizeof *m.degree);
  m.rank = pathfan_alloc((uint64_t)mesh->view.vertex_count, sizeof *m.rank);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (m.next && m.previous && m.twin && m.old_polygon && m.parent && m.area && m.degree && m.rank)
    status = rank_vertices(&m);
  if (!status) {
    make_rings(&m);
    for (const pass *step = passes[rule]; *step != PASS_NONE && !status; step++)
      status = run(&m, *step);
    if (!status) status = hand_over(&m, merged);
  }
  free(m.next);
  free(m.previous);
  free(m.twin);
  free(m.old_polygon);
  free(m.parent);
  free(m.area);
  free(m.degree);
  free(m.rank);
  free(m.heap);
  if (status) pathfan_mesh_data_free(merged);
  return status;
}
