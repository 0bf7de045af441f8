/* merge.c - greedy merging of convex polygons.
 *
 * Polygons are rings of corners. To join two, the edges they share, which lie on one line, are cut
 * out of their rings, and the rings become one. A union is convex if the two corners where the
 * rings meet are, decided on integers; a straight corner stays, since a wall or a third polygon
 * begins there. Mergeable edges wait in a heap and are evaluated again when their turn comes: an
 * edge that can't be dissolved any more is discarded; one whose turn has become later goes back.
 * One whose turn has become earlier was inserted again when that happened. Ties go by the
 * coordinates of edges, so the result doesn't depend on the numbering. */
#include "meshing/merge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Which edges a pass dissolves, and which it dissolves first. */
typedef enum pass {
  PASS_DEAD_ENDS, /* edges into a dead end, if the union is one too */
  PASS_LARGEST,   /* edges between polygons that aren't dead ends: largest joint area */
  PASS_SMALLEST,  /* smallest joint area */
  PASS_LONGEST,   /* edges between polygons that aren't dead ends: longest edge */
  PASS_NONE
} pass;

typedef struct candidate {
  int64_t key;  /* the smallest comes first */
  uint64_t tie; /* ranks of the edge's ends, the smaller one first */
  uint32_t corner;
} candidate;

/* A corner of a ring, and the edge to the next one. */
typedef struct link {
  uint32_t next, previous; /* next is NONE for a corner cut out */
  uint32_t twin;           /* the same edge in the neighbour's ring; NONE at a wall */
  int32_t polygon;         /* in the old mesh */
} link;

typedef struct region {
  int64_t area;   /* twice the area */
  int32_t parent; /* the region that it was merged into, or itself */
  int32_t degree; /* number of edges with a neighbour */
} region;

typedef struct merger {
  const pf_mesh_data *mesh;
  const uint8_t *kept; /* [Size: corners of the old mesh] edges that stay; NULL: none */
  pass pass;
  link *links;     /* [Size: corners of the old mesh] */
  region *regions; /* [Size: polygons of the old mesh] */
  int32_t *rank;   /* [Size: vertices] by (y, x) */
  candidate *heap;
  int64_t heap_count, heap_capacity;
} merger;

#define NONE UINT32_MAX

static uint32_t next(const merger *m, uint32_t corner) {
  return m->links[corner].next;
}
static uint32_t previous(const merger *m, uint32_t corner) {
  return m->links[corner].previous;
}
static uint32_t twin(const merger *m, uint32_t corner) {
  return m->links[corner].twin;
}

static pf_lattice_point point(const merger *m, uint32_t corner) {
  return m->mesh->vertices[m->mesh->corner_vertex[corner]];
}

static int32_t region_of(merger *m, uint32_t corner) {
  int32_t p = m->links[corner].polygon;
  while (m->regions[p].parent != p)
    p = m->regions[p].parent = m->regions[m->regions[p].parent].parent;
  return p;
}

/* ---- Candidates ---- */

/* Children per heap entry: four siblings share two cache lines. */
#define HEAP_WAYS 4

static bool comes_before(const candidate *a, const candidate *b) {
  return a->key != b->key ? a->key < b->key : a->tie < b->tie;
}

static pathfan_status push(merger *m, candidate entry) {
  const pathfan_status status = pf_grow(&m->heap, &m->heap_capacity, m->heap_count + 1);
  if (status) return status;
  int64_t at = m->heap_count++;
  for (; at && comes_before(&entry, &m->heap[(at - 1) / HEAP_WAYS]); at = (at - 1) / HEAP_WAYS)
    m->heap[at] = m->heap[(at - 1) / HEAP_WAYS];
  m->heap[at] = entry;
  return PATHFAN_OK;
}

static candidate pop(merger *m) {
  const candidate top = m->heap[0], last = m->heap[--m->heap_count];
  int64_t at = 0;
  for (int64_t child; (child = HEAP_WAYS * at + 1) < m->heap_count; at = child) {
    const int64_t end = child + HEAP_WAYS < m->heap_count ? child + HEAP_WAYS : m->heap_count;
    for (int64_t other = child + 1; other < end; other++)
      if (comes_before(&m->heap[other], &m->heap[child])) child = other;
    if (!comes_before(&m->heap[child], &last)) break;
    m->heap[at] = m->heap[child];
  }
  m->heap[at] = last;
  return top;
}

/* The consecutive edges shared with one neighbour, in the polygon's own ring. */
typedef struct border {
  uint32_t first, last;
} border;

static border border_at(const merger *m, uint32_t corner) {
  border b = {corner, corner};
  for (;;) {
    const uint32_t before = previous(m, b.first);
    if (twin(m, before) == NONE || twin(m, before) != next(m, twin(m, b.first))) break;
    b.first = before;
    if (b.first == corner) break; /* the whole ring: impossible in the plane */
  }
  for (;;) {
    const uint32_t after = next(m, b.last);
    if (twin(m, after) == NONE || next(m, twin(m, after)) != twin(m, b.last)) break;
    b.last = after;
    if (b.last == corner) break;
  }
  return b;
}

/* Whether a path from a through b to c may bound a convex polygon on its left. */
static bool bends_left(pf_lattice_point a, pf_lattice_point b, pf_lattice_point c) {
  const pf_lattice_point to = pf_from_to(a, b), from = pf_from_to(b, c);
  const int64_t turn = pf_cross(to, from);
  return turn > 0 || (turn == 0 && pf_dot(to, from) > 0);
}

static bool is_convex(const merger *m, border b) {
  const uint32_t other_first = twin(m, b.last), other_last = twin(m, b.first);
  return bends_left(point(m, previous(m, b.first)), point(m, b.first),
                    point(m, next(m, next(m, other_last)))) &&
         bends_left(point(m, previous(m, other_first)), point(m, other_first),
                    point(m, next(m, next(m, b.last))));
}

/* Makes the heap entry of an edge; false if the pass may not dissolve it. */
static bool make_candidate(merger *m, uint32_t corner, candidate *entry) {
  if (next(m, corner) == NONE || twin(m, corner) == NONE) return false;
  const int32_t p = region_of(m, corner), q = region_of(m, twin(m, corner));
  const border b = border_at(m, corner);
  if (p == q || !is_convex(m, b)) return false;
  /* A border of several edges has inner vertices that would be lost. */
  if (m->kept && (b.first != b.last || m->kept[corner])) return false;
  const region *in = &m->regions[p], *over = &m->regions[q];
  const int64_t joint = in->area + over->area;
  const bool dead = in->degree == 1 || over->degree == 1;
  int64_t key = 0;
  switch (m->pass) {
  case PASS_DEAD_ENDS:
    if (!dead || in->degree + over->degree > 3) return false;
    key = -joint;
    break;
  case PASS_LARGEST:
    if (dead) return false;
    key = -joint;
    break;
  case PASS_SMALLEST: key = joint; break;
  default: {
    if (dead) return false;
    const pf_lattice_point way = pf_from_to(point(m, b.first), point(m, next(m, b.last)));
    key = -pf_dot(way, way);
  }
  }
  const int32_t *vertex = m->mesh->corner_vertex;
  const int32_t r = m->rank[vertex[corner]], s = m->rank[vertex[next(m, corner)]];
  *entry = (candidate){
      key, r < s ? (uint64_t)r << 32 | (uint32_t)s : (uint64_t)s << 32 | (uint32_t)r, corner};
  return true;
}

static pathfan_status push_edge(merger *m, uint32_t corner) {
  candidate entry;
  return make_candidate(m, corner, &entry) ? push(m, entry) : PATHFAN_OK;
}

/* ---- Joining ---- */

static void close_ring(merger *m, uint32_t corner, uint32_t following) {
  m->links[corner].next = following;
  m->links[following].previous = corner;
}

/* Cuts a border out of two rings and queues the edges that may have become dissolvable, or whose
 * turn may have become earlier: the four edges at the changed corners, and in passes by largest
 * area all other edges of the ring, too. */
static pathfan_status join(merger *m, border b) {
  const uint32_t other_first = twin(m, b.last), other_last = twin(m, b.first);
  const uint32_t before = previous(m, b.first), after = next(m, other_last);
  const uint32_t other_before = previous(m, other_first), other_after = next(m, b.last);
  const int32_t p = region_of(m, b.first), q = region_of(m, other_first);
  m->regions[q].parent = p;
  m->regions[p].area += m->regions[q].area;
  m->regions[p].degree += m->regions[q].degree;
  for (uint32_t c = b.first, following; c != other_after; c = following) {
    following = next(m, c);
    m->links[twin(m, c)].next = m->links[c].next = NONE;
    m->regions[p].degree -= 2;
  }
  close_ring(m, before, after);
  close_ring(m, other_before, other_after);

  pathfan_status status = push_edge(m, before);
  if (!status) status = push_edge(m, after);
  if (m->pass == PASS_SMALLEST || m->pass == PASS_LONGEST) {
    if (!status) status = push_edge(m, other_before);
    if (!status) status = push_edge(m, other_after);
  } else {
    for (uint32_t c = next(m, after); c != before && !status; c = next(m, c))
      status = push_edge(m, c);
  }
  return status;
}

static pathfan_status run(merger *m, pass kind) {
  const uint32_t corners = m->mesh->first_corner[m->mesh->view.polygon_count];
  pathfan_status status = PATHFAN_OK;
  m->pass = kind;
  for (uint32_t c = 0; c < corners && !status; c++)
    if (c < twin(m, c)) status = push_edge(m, c);
  while (m->heap_count && !status) {
    candidate entry;
    const candidate top = pop(m);
    if (!make_candidate(m, top.corner, &entry)) continue;
    if (entry.key == top.key)
      status = join(m, border_at(m, top.corner));
    else if (entry.key > top.key)
      status = push(m, entry);
  }
  return status;
}

/* ---- In and out ---- */

typedef struct placed {
  pf_lattice_point at;
  int32_t vertex;
} placed;

static int by_row(const void *a, const void *b) {
  return pf_compare_points(((const placed *)a)->at, ((const placed *)b)->at);
}

/* Ranks vertices by (y, x); those at the same point get the same rank. */
static pathfan_status rank_vertices(merger *m) {
  const int32_t count = m->mesh->view.vertex_count;
  placed *sorted = pf_alloc((uint64_t)count, sizeof *sorted);
  if (!sorted) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < count; v++) sorted[v] = (placed){m->mesh->vertices[v], v};
  qsort(sorted, (size_t)count, sizeof *sorted, by_row);
  for (int32_t i = 0, rank = 0; i < count; i++) {
    if (i && pf_compare_points(sorted[i - 1].at, sorted[i].at)) rank = i;
    m->rank[sorted[i].vertex] = rank;
  }
  free(sorted);
  return PATHFAN_OK;
}

/* Returns the edge of polygon p from vertex a to b, or NONE. */
static uint32_t find_edge(const merger *m, int32_t p, int32_t a, int32_t b) {
  const int32_t *vertex = m->mesh->corner_vertex;
  for (uint32_t c = m->mesh->first_corner[p]; c < m->mesh->first_corner[p + 1]; c++)
    if (vertex[c] == a && vertex[next(m, c)] == b) return c;
  return NONE;
}

static void make_rings(merger *m) {
  const pf_mesh_data *mesh = m->mesh;
  for (int32_t p = 0; p < mesh->view.polygon_count; p++) {
    const uint32_t first = mesh->first_corner[p], end = mesh->first_corner[p + 1];
    m->regions[p] = (region){.parent = p};
    for (uint32_t c = first; c < end; c++) {
      m->links[c].next = c + 1 < end ? c + 1 : first;
      m->links[c].previous = c > first ? c - 1 : end - 1;
      m->links[c].polygon = p;
      m->regions[p].area += pf_cross(pf_from_to(point(m, first), point(m, c)),
                                     pf_from_to(point(m, first), point(m, next(m, c))));
    }
  }
  for (int32_t p = 0; p < mesh->view.polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      m->links[c].twin = NONE;
      if (mesh->corner_neighbour[c] >= 0)
        m->links[c].twin = find_edge(m, mesh->corner_neighbour[c], mesh->corner_vertex[next(m, c)],
                                     mesh->corner_vertex[c]);
      m->regions[p].degree += twin(m, c) != NONE;
    }
}

/* Writes the polygons in the order of their first corners in the old mesh. */
static pathfan_status hand_over(merger *m, pf_mesh_data *merged) {
  const pf_mesh_data *mesh = m->mesh;
  const int32_t vertices = mesh->view.vertex_count;
  const uint32_t corners = mesh->first_corner[mesh->view.polygon_count];
  uint32_t left = 0;
  int32_t count = 0;
  for (int32_t p = 0; p < mesh->view.polygon_count; p++) {
    m->regions[p].degree = -1; /* from here on the new number */
    count += m->regions[p].parent == p;
  }
  for (uint32_t c = 0; c < corners; c++) left += next(m, c) != NONE;
  merged->vertices = pf_alloc((uint64_t)vertices, sizeof *merged->vertices);
  merged->first_corner = pf_alloc((uint64_t)count + 1, sizeof *merged->first_corner);
  merged->corner_vertex = pf_alloc(left, sizeof *merged->corner_vertex);
  merged->corner_neighbour = pf_alloc(left, sizeof *merged->corner_neighbour);
  if (!merged->vertices || !merged->first_corner || !merged->corner_vertex ||
      !merged->corner_neighbour)
    return PATHFAN_ERR_NO_MEMORY;
  if (vertices) memcpy(merged->vertices, mesh->vertices, (size_t)vertices * sizeof *mesh->vertices);
  merged->view.vertex_count = vertices;
  merged->view.polygon_count = count;

  uint32_t out = 0;
  count = 0;
  for (uint32_t first = 0; first < corners; first++) {
    if (next(m, first) == NONE) continue;
    int32_t *number = &m->regions[region_of(m, first)].degree;
    if (*number >= 0) continue;
    merged->first_corner[count] = out;
    *number = count++;
    uint32_t c = first;
    do {
      const link *at = &m->links[c];
      merged->corner_vertex[out] = mesh->corner_vertex[c];
      /* The neighbour may have no number yet: its region until then. */
      merged->corner_neighbour[out++] = at->twin == NONE ? -1 : region_of(m, at->twin);
      c = at->next;
    } while (c != first);
  }
  merged->first_corner[count] = out;
  assert(out <= m->mesh->first_corner[m->mesh->view.polygon_count]);
  for (uint32_t c = 0; c < out; c++) {
    int32_t *neighbour = &merged->corner_neighbour[c];
    if (*neighbour >= 0) *neighbour = m->regions[*neighbour].degree;
  }
  return pf_mesh_finish(merged);
}

pathfan_status pf_merge(const pf_mesh_data *mesh, pf_merge_rule rule, pf_mesh_data *merged) {
  return pf_merge_around(mesh, rule, NULL, merged);
}

pathfan_status pf_merge_around(const pf_mesh_data *mesh, pf_merge_rule rule, const uint8_t *kept,
                               pf_mesh_data *merged) {
  static const pass passes[][3] = {[PF_MERGE_PUBLIC] = {PASS_DEAD_ENDS, PASS_LARGEST, PASS_NONE},
                                   [PF_MERGE_SMALLEST] = {PASS_SMALLEST, PASS_NONE},
                                   [PF_MERGE_LONGEST] = {PASS_DEAD_ENDS, PASS_LONGEST, PASS_NONE}};
  const uint64_t polygons = (uint64_t)mesh->view.polygon_count;
  const uint64_t corners = mesh->first_corner[polygons];
  merger m = {.mesh = mesh, .kept = kept};
  memset(merged, 0, sizeof *merged);
  m.links = pf_alloc(corners, sizeof *m.links);
  m.regions = pf_alloc(polygons, sizeof *m.regions);
  m.rank = pf_alloc((uint64_t)mesh->view.vertex_count, sizeof *m.rank);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (m.links && m.regions && m.rank) status = rank_vertices(&m);
  if (!status) {
    make_rings(&m);
    for (const pass *step = passes[rule]; *step != PASS_NONE && !status; step++)
      status = run(&m, *step);
    if (!status) status = hand_over(&m, merged);
  }
  free(m.links);
  free(m.regions);
  free(m.rank);
  free(m.heap);
  if (status) pf_mesh_data_free(merged);
  return status;
}
