/* cdt_edges.c - makes edges of the outline sides of triangles.
 *
 * An edge that is already a side is only marked. Otherwise the triangles it crosses are taken out,
 * and the holes on its left and right are filled again. Each hole is bounded by a chain of sides
 * from one end of the edge to the other. Every vertex of the chain sees some point of the edge (it
 * was a corner of a crossed triangle), so the apex of the edge's new triangle is the vertex whose
 * circle through the ends contains no other; this leaves two smaller holes of the same kind.
 * Nothing outside changes. */
#include <stdlib.h>

#include "base/memory.h"
#include "meshing/cdt_triangles.h"

/* A side of a hole. */
typedef struct rim_side {
  uint32_t inside;  /* as the removed triangle named it */
  uint32_t outside; /* the neighbour across it */
  int32_t twin;     /* if the hole lies on both sides: the rim's number on the other side; else
                       -1 */
  uint32_t now;     /* the side of the new triangle, NONE until there is one */
  uint32_t marks;   /* EDGE, FREE and INNER, as for side 0 */
} rim_side;

/* vertex[0..count] and the sides between them, rims[0..count), ordered so that the hole lies to the
 * left of the direction from vertex[0] to vertex[count]. */
typedef struct rim_chain {
  int32_t *vertex; /* [Size: capacity + 1] */
  rim_side *rims;  /* [Size: capacity] */
  int32_t count, capacity, vertex_capacity;
} rim_chain;

/* A hole still to be filled: between two vertices of a chain, and the side of the new triangle that
 * bounds it. */
typedef struct hole {
  int32_t low, high;
  uint32_t side;
} hole;

typedef struct carver {
  pf_cdt *cdt;
  uint32_t *corner; /* [Size: vertex_count + 4] a corner of a triangle at each vertex */
  rim_chain left, right;
  uint32_t *gone; /* triangles taken out */
  int32_t gone_count, gone_capacity;
  hole *holes;
  int32_t hole_capacity;
} carver;

static const pf_cdt_triangle *triangle_of(const carver *c, uint32_t side) {
  return &c->cdt->triangles[side >> 2];
}

static int32_t vertex_at(const carver *c, uint32_t corner) {
  return triangle_of(c, corner)->v[corner & 3];
}

static pf_lattice_point point_at(const carver *c, uint32_t corner) {
  return c->cdt->points[vertex_at(c, corner)];
}

static uint32_t across(const carver *c, uint32_t side) {
  return triangle_of(c, side)->across[side & 3];
}

/* Returns the corner at the same vertex in the next triangle counter-clockwise. */
static uint32_t turn(const carver *c, uint32_t corner) {
  return pf_cdt_after(across(c, pf_cdt_after(corner)));
}

static pathfan_status mark_edge(carver *c, uint32_t side) {
  pf_cdt_triangle *triangles = c->cdt->triangles;
  const uint32_t other = across(c, side);
  if (triangles[side >> 2].marks & PF_CDT_EDGE << (side & 3)) return PATHFAN_ERR_MALFORMED;
  triangles[side >> 2].marks |= (PF_CDT_EDGE | PF_CDT_FREE) << (side & 3);
  triangles[other >> 2].marks |= PF_CDT_EDGE << (other & 3);
  return PATHFAN_OK;
}

/* Marks a side that has free space on both sides, or on neither. */
static pathfan_status mark_inner(carver *c, uint32_t side) {
  pf_cdt_triangle *triangles = c->cdt->triangles;
  const uint32_t other = across(c, side);
  if (triangles[side >> 2].marks & (PF_CDT_EDGE | PF_CDT_INNER) << (side & 3))
    return PATHFAN_ERR_MALFORMED;
  triangles[side >> 2].marks |= PF_CDT_INNER << (side & 3);
  triangles[other >> 2].marks |= PF_CDT_INNER << (other & 3);
  return PATHFAN_OK;
}

/* Returns the side from a to b, or NONE. Turns round both ends in step, so that a vertex with many
 * edges costs no more than its neighbours. If there is none, *turned is an end whose triangles were
 * all visited. */
static uint32_t find_side(const carver *c, int32_t a, int32_t b, int32_t *turned) {
  const uint32_t first_a = c->corner[a], first_b = c->corner[b];
  uint32_t at_a = first_a, at_b = first_b;
  for (;;) {
    if (vertex_at(c, pf_cdt_after(at_a)) == b) return pf_cdt_before(at_a);
    if (vertex_at(c, pf_cdt_after(at_b)) == a) return across(c, pf_cdt_before(at_b));
    at_a = turn(c, at_a);
    at_b = turn(c, at_b);
    *turned = at_a == first_a ? a : b;
    if (at_a == first_a || at_b == first_b) return PF_CDT_NONE;
  }
}

/* ---- Taking out ---- */

static pathfan_status add_rim(carver *c, rim_chain *chain, uint32_t inside, int32_t vertex) {
  pathfan_status status = pf_grow(&chain->vertex, &chain->vertex_capacity, chain->count + 2);
  if (!status) status = pf_grow(&chain->rims, &chain->capacity, chain->count + 1);
  if (status) return status;
  chain->rims[chain->count++] = (rim_side){.inside = inside,
                                           .outside = across(c, inside),
                                           .twin = -1,
                                           .now = PF_CDT_NONE,
                                           .marks = triangle_of(c, inside)->marks >> (inside & 3) &
                                                    (PF_CDT_EDGE | PF_CDT_FREE | PF_CDT_INNER)};
  chain->vertex[chain->count] = vertex;
  return PATHFAN_OK;
}

static pathfan_status take_out(carver *c, uint32_t triangle) {
  const pathfan_status status = pf_grow(&c->gone, &c->gone_capacity, c->gone_count + 1);
  if (status) return status;
  c->gone[c->gone_count++] = triangle;
  c->cdt->triangles[triangle].marks |= PF_CDT_GONE;
  return PATHFAN_OK;
}

/* Returns the corner at a whose triangle the line to b enters, or NONE if a vertex lies on the
 * line. */
static uint32_t way_out(const carver *c, int32_t a, int32_t b) {
  const pf_lattice_point from = c->cdt->points[a], to = c->cdt->points[b];
  uint32_t corner = c->corner[a];
  do {
    const int64_t right = pf_cdt_orient(from, to, point_at(c, pf_cdt_after(corner)));
    const int64_t left = pf_cdt_orient(from, to, point_at(c, pf_cdt_before(corner)));
    if (right < 0 && left > 0) return corner;
    corner = turn(c, corner);
  } while (corner != c->corner[a]);
  return PF_CDT_NONE;
}

/* Takes out the triangles between a and b; both chains lead from a to b. */
static pathfan_status open_way(carver *c, int32_t a, int32_t b) {
  const pf_lattice_point from = c->cdt->points[a], to = c->cdt->points[b];
  const uint32_t out = way_out(c, a, b);
  if (out == PF_CDT_NONE) return PATHFAN_ERR_MALFORMED;
  c->left.count = c->right.count = c->gone_count = 0;
  const uint32_t to_right = pf_cdt_after(out), to_left = pf_cdt_before(out);
  pathfan_status status = take_out(c, out >> 2);
  if (!status) status = add_rim(c, &c->left, to_right, vertex_at(c, to_left));
  if (!status) status = add_rim(c, &c->right, to_left, vertex_at(c, to_right));
  if (status) return status;
  c->left.vertex[0] = c->right.vertex[0] = a;

  for (uint32_t crossed = out;;) {
    if (triangle_of(c, crossed)->marks & (PF_CDT_EDGE | PF_CDT_INNER) << (crossed & 3))
      return PATHFAN_ERR_MALFORMED;
    /* The next triangle's corner opposite the crossed side, and its other two sides. */
    const uint32_t apex = across(c, crossed);
    const uint32_t beyond_right = pf_cdt_after(apex), beyond_left = pf_cdt_before(apex);
    const int32_t w = vertex_at(c, apex);
    const int64_t turns = pf_cdt_orient(from, to, c->cdt->points[w]);
    if (turns == 0 && w != b) return PATHFAN_ERR_MALFORMED;
    status = take_out(c, apex >> 2);
    if (!status && turns >= 0) status = add_rim(c, &c->left, beyond_left, w);
    if (!status && turns <= 0) status = add_rim(c, &c->right, beyond_right, w);
    if (status || turns == 0) return status;
    crossed = turns > 0 ? beyond_right : beyond_left;
  }
}

/* Finds sides that have the hole on both sides. Meanwhile the removed triangles hold the numbers of
 * their rims. */
static void find_twins(carver *c, rim_chain *chain) {
  pf_cdt_triangle *triangles = c->cdt->triangles;
  for (int32_t i = 0; i < chain->count; i++)
    triangles[chain->rims[i].inside >> 2].across[chain->rims[i].inside & 3] = (uint32_t)i;
  for (int32_t i = 0; i < chain->count; i++) {
    const uint32_t outside = chain->rims[i].outside;
    if (outside != PF_CDT_NONE && triangles[outside >> 2].marks & PF_CDT_GONE)
      chain->rims[i].twin = (int32_t)triangles[outside >> 2].across[outside & 3];
  }
}

/* ---- Filling ---- */

/* Whether the circle through a, b, c, counter-clockwise, contains d. */
static bool holds(pf_lattice_point a, pf_lattice_point b, pf_lattice_point c, pf_lattice_point d) {
  const int circle = pf_cdt_circle(pf_from_to(d, a), pf_from_to(d, b), pf_from_to(d, c));
  if (circle) return circle > 0;
  /* The first of the four is slightly lower on the paraboloid than the others. */
  const uint64_t ra = pf_cdt_rank(a), rb = pf_cdt_rank(b), rc = pf_cdt_rank(c), rd = pf_cdt_rank(d);
  if (rd < ra && rd < rb && rd < rc) return true;
  if (ra < rb && ra < rc) return pf_cdt_orient(d, b, c) < 0;
  if (rb < rc) return pf_cdt_orient(a, d, c) < 0;
  return pf_cdt_orient(a, b, d) < 0;
}

static int32_t choose_apex(const carver *c, const rim_chain *chain, int32_t low, int32_t high) {
  const pf_lattice_point *points = c->cdt->points;
  const int32_t *vertex = chain->vertex;
  const pf_lattice_point a = points[vertex[low]], b = points[vertex[high]];
  int32_t apex = -1;
  for (int32_t i = low + 1; i < high; i++) {
    if (vertex[i] == vertex[low] || vertex[i] == vertex[high]) continue;
    if (apex < 0 ||
        (vertex[i] != vertex[apex] && holds(a, b, points[vertex[apex]], points[vertex[i]])))
      apex = i;
  }
  return apex;
}

/* Closes rim `number` with a side of a new triangle. */
static void close_rim(carver *c, rim_chain *chain, int32_t number, uint32_t side) {
  rim_side *rim = &chain->rims[number];
  pf_cdt_triangle *triangles = c->cdt->triangles;
  rim->now = side;
  triangles[side >> 2].marks |= rim->marks << (side & 3);
  if (rim->twin < 0)
    pf_cdt_link(triangles, side, rim->outside);
  else if (chain->rims[rim->twin].now != PF_CDT_NONE)
    pf_cdt_link(triangles, side, chain->rims[rim->twin].now);
}

/* Fills the hole between a chain and the straight line from its first vertex to its last; *base is
 * the side along that line. A hole of n sides keeps at most n holes waiting. */
static pathfan_status fill(carver *c, rim_chain *chain, uint32_t *base) {
  pf_cdt_triangle *triangles = c->cdt->triangles;
  const pathfan_status status = pf_grow(&c->holes, &c->hole_capacity, chain->count + 1);
  if (status) return status;
  int32_t waiting = 0;
  c->holes[waiting++] = (hole){0, chain->count, PF_CDT_NONE};
  while (waiting) {
    const hole h = c->holes[--waiting];
    if (h.high == h.low + 1) {
      close_rim(c, chain, h.low, h.side);
      continue;
    }
    const int32_t apex = choose_apex(c, chain, h.low, h.high);
    if (apex < 0 || !c->gone_count) return PATHFAN_ERR_MALFORMED;
    const uint32_t t = c->gone[--c->gone_count];
    triangles[t] =
        (pf_cdt_triangle){.v = {chain->vertex[h.low], chain->vertex[h.high], chain->vertex[apex]}};
    for (uint32_t i = 0; i < 3; i++) c->corner[triangles[t].v[i]] = 4 * t + i;
    if (h.side == PF_CDT_NONE)
      *base = 4 * t + 2;
    else
      pf_cdt_link(triangles, 4 * t + 2, h.side);
    c->holes[waiting++] = (hole){apex, h.high, 4 * t};
    c->holes[waiting++] = (hole){h.low, apex, 4 * t + 1};
  }
  return PATHFAN_OK;
}

static void reverse(rim_chain *chain) {
  for (int32_t i = 0, j = chain->count; i < j; i++, j--) {
    const int32_t vertex = chain->vertex[i];
    chain->vertex[i] = chain->vertex[j];
    chain->vertex[j] = vertex;
  }
  for (int32_t i = 0, j = chain->count - 1; i < j; i++, j--) {
    const rim_side rim = chain->rims[i];
    chain->rims[i] = chain->rims[j];
    chain->rims[j] = rim;
  }
}

/* Makes the line from a to b a side, which is *side of the triangle to its left. */
static pathfan_status carve(carver *c, int32_t a, int32_t b, uint32_t *side) {
  uint32_t other = PF_CDT_NONE;
  pathfan_status status = open_way(c, a, b);
  if (status) return status;
  reverse(&c->right);
  find_twins(c, &c->left);
  find_twins(c, &c->right);
  status = fill(c, &c->left, side);
  if (!status) status = fill(c, &c->right, &other);
  if (!status) pf_cdt_link(c->cdt->triangles, *side, other);
  return status;
}

static pathfan_status insert_edge(carver *c, int32_t a, int32_t b, uint32_t *side) {
  int32_t turned = a;
  pathfan_status status = PATHFAN_OK;
  *side = find_side(c, a, b, &turned);
  if (*side == PF_CDT_NONE) {
    /* Carves from the end with fewer triangles; *side is the side as seen from a. */
    status = turned == a ? carve(c, a, b, side) : carve(c, b, a, side);
    if (!status && turned != a) *side = across(c, *side);
  }
  return status;
}

pathfan_status pf_cdt_insert_edges(pf_cdt *cdt, const int32_t *first_edge, const int32_t *to,
                                   const pf_outline_edge *inner, int32_t inner_count) {
  carver c = {.cdt = cdt};
  pathfan_status status = PATHFAN_OK;
  uint32_t side;
  c.corner = pf_alloc((uint64_t)cdt->vertex_count + 4, sizeof *c.corner);
  if (!c.corner) status = PATHFAN_ERR_NO_MEMORY;
  for (uint32_t t = 0; t < cdt->triangle_count && !status; t++)
    for (uint32_t i = 0; i < 3; i++) c.corner[cdt->triangles[t].v[i]] = 4 * t + i;
  for (int32_t v = 0; v < cdt->vertex_count && !status; v++)
    for (int32_t i = first_edge[v]; i < first_edge[v + 1] && !status; i++) {
      status = insert_edge(&c, v, to[i], &side);
      if (!status) status = mark_edge(&c, side);
    }
  for (int32_t i = 0; i < inner_count && !status; i++) {
    status = insert_edge(&c, inner[i].from, inner[i].to, &side);
    if (!status) status = mark_inner(&c, side);
  }
  free(c.corner);
  free(c.left.vertex);
  free(c.left.rims);
  free(c.right.vertex);
  free(c.right.rims);
  free(c.gone);
  free(c.holes);
  return status;
}
