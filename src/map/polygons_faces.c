/* polygons_faces.c - how rings cut the plane.
 *
 * All sides of all rings are arranged (arrange.c): where they meet there is now a lattice point,
 * and nothing crosses. A line then sweeps over the pieces, from row to row (plane sweep: M. de Berg
 * et al., Computational Geometry, chapter 2); between two neighbours on it lies one face. Where
 * pieces end and none begins, the faces on either side of them turn out to be one, which a
 * union-find forest of faces records.
 *
 * So whatever the rings do - cross, overlap, run back over themselves - the faces are sound. No
 * polygon is ever repaired, and none needs to be valid. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/arrange.h"
#include "map/polygons_overlay.h"

/* Points between checks whether to go on. */
#define BREATH 4096

/* A piece of a ring's side, from the lower point number to the higher. */
typedef struct piece {
  int32_t from, to, ring;
  int32_t times; /* +1: in the ring's direction; -1: against it */
  pf_lattice_point step;
} piece;

/* ---- Edges ---- */

/* Collects the sides of all rings that have an area; there is room for as many as points. */
static int32_t take_sides(const pf_polygons *placed, pf_segment *segments, int32_t *ring_of) {
  int32_t count = 0;
  for (int32_t r = 0; r < placed->ring_count; r++) {
    const int32_t first = placed->rings[r].first_point, end = pf_ring_end(placed, r);
    for (int32_t i = first; end - first >= 3 && i < end; i++) {
      const double *a = placed->points + 2 * i;
      const double *b = placed->points + 2 * (i + 1 < end ? i + 1 : first);
      segments[count] =
          (pf_segment){{(int32_t)a[0], (int32_t)a[1]}, {(int32_t)b[0], (int32_t)b[1]}};
      ring_of[count++] = r;
    }
  }
  return count;
}

/* From left to right, as they leave a point downwards. */
static int by_direction(const void *a, const void *b) {
  const piece *s = a, *t = b;
  if (s->from != t->from) return s->from < t->from ? -1 : 1;
  const int64_t turn = pf_cross(s->step, t->step);
  if (turn) return turn < 0 ? -1 : 1;
  return (s->ring > t->ring) - (s->ring < t->ring);
}

/* Merges pieces between the same points into one edge, which records how often each ring runs over
 * it; if every ring runs as often back as forth there is no edge. */
static pathfan_status merge(const piece *pieces, int32_t count, pf_faces *faces) {
  faces->edges = pf_alloc((uint64_t)count, sizeof *faces->edges);
  faces->sides = pf_alloc((uint64_t)count, sizeof *faces->sides);
  faces->first_side = pf_alloc((uint64_t)count + 1, sizeof *faces->first_side);
  if (!faces->edges || !faces->sides || !faces->first_side) return PATHFAN_ERR_NO_MEMORY;
  int32_t side_count = 0;
  for (int32_t i = 0; i < count;) {
    const piece p = pieces[i];
    const int32_t first = side_count;
    while (i < count && pieces[i].from == p.from && pieces[i].to == p.to) {
      pf_face_side side = {pieces[i].ring, 0};
      for (; i < count && pieces[i].from == p.from && pieces[i].to == p.to &&
             pieces[i].ring == side.ring;
           i++)
        side.times += pieces[i].times;
      if (side.times) faces->sides[side_count++] = side;
    }
    if (side_count == first) continue;
    faces->first_side[faces->edge_count] = first;
    faces->edges[faces->edge_count++] = (pf_face_edge){.from = p.from, .to = p.to};
  }
  faces->first_side[faces->edge_count] = side_count;
  return PATHFAN_OK;
}

/* Memory for each piece: the piece twice, as sorting takes as much again, its edge and its side.
 * The sweep and the labels need no more at any time. */
#define BYTES_OF_PIECE                                                                             \
  (2 * sizeof(piece) + sizeof(pf_face_edge) + sizeof(pf_face_side) + sizeof(int32_t))

static pathfan_status find_edges(const pf_arrangement *a, const int32_t *ring_of,
                                 int32_t side_count, const pf_limits *limits, pf_faces *faces) {
  pathfan_status status = pf_limits_take(limits, (uint64_t)a->piece_count * BYTES_OF_PIECE);
  if (status) return status;
  piece *pieces = pf_alloc((uint64_t)a->piece_count, sizeof *pieces);
  if (!pieces) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t s = 0; s < side_count; s++)
    for (int32_t i = a->first[s]; i < a->first[s + 1]; i++) {
      const pf_segment_piece p = a->pieces[i];
      const bool along = p.from < p.to;
      const int32_t from = along ? p.from : p.to, to = along ? p.to : p.from;
      pieces[i] =
          (piece){from, to, ring_of[s], along ? 1 : -1, pf_from_to(a->points[from], a->points[to])};
    }
  if (a->piece_count) qsort(pieces, (size_t)a->piece_count, sizeof *pieces, by_direction);
  status = merge(pieces, a->piece_count, faces);
  free(pieces);
  return status ? status : pf_limits_go_on(limits);
}

/* ---- The sweep ---- */

typedef struct sweep {
  pf_faces *faces;
  int32_t *line;    /* edges that the line meets, from left to right */
  int32_t *same_as; /* of a face: another that turned out to be the same, or itself */
  int32_t line_count, face_count;
} sweep;

static int32_t root_of(const sweep *s, int32_t face) {
  while (s->same_as[face] != face) face = s->same_as[face] = s->same_as[s->same_as[face]];
  return face;
}

/* Counts the edges of the line that lie to the left of a point, without those that end in it. */
static int32_t left_of(const sweep *s, pf_lattice_point at) {
  const pf_lattice_point *points = s->faces->points;
  int32_t low = 0, high = s->line_count;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    const pf_face_edge *e = &s->faces->edges[s->line[middle]];
    const pf_lattice_point from = points[e->from];
    if (pf_cross(pf_from_to(from, points[e->to]), pf_from_to(from, at)) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Moves the line over point v, where the edges [first, end) begin. */
static void pass_point(sweep *s, int32_t v, int32_t first, int32_t end) {
  pf_face_edge *edges = s->faces->edges;
  const int32_t place = left_of(s, s->faces->points[v]), coming = end - first;
  int32_t going = 0;
  while (place + going < s->line_count && edges[s->line[place + going]].to == v) going++;
  const int32_t behind = place + going;
  const int32_t left = place ? edges[s->line[place - 1]].right : 0;
  const int32_t right = behind < s->line_count ? edges[s->line[behind]].left : 0;
  memmove(s->line + place + coming, s->line + behind,
          (size_t)(s->line_count - behind) * sizeof *s->line);
  s->line_count += coming - going;
  for (int32_t e = first; e < end; e++) {
    s->line[place + e - first] = e;
    edges[e].left = e == first ? left : edges[e - 1].right;
    edges[e].right = right;
    if (e + 1 < end) edges[e].right = s->same_as[s->face_count] = s->face_count, s->face_count++;
  }
  const int32_t one = root_of(s, left), other = root_of(s, right);
  if (!coming) s->same_as[one < other ? other : one] = one < other ? one : other;
}

/* Gives each edge the faces on its left and right, numbered from 0, the outer one. */
static pathfan_status find_faces(pf_faces *faces, const pf_limits *limits) {
  sweep s = {.faces = faces, .face_count = 1};
  pathfan_status status = PATHFAN_OK;
  s.line = pf_alloc((uint64_t)faces->edge_count, sizeof *s.line);
  s.same_as = pf_alloc((uint64_t)faces->edge_count + 1, sizeof *s.same_as);
  if (!s.line || !s.same_as) status = PATHFAN_ERR_NO_MEMORY;
  if (!status) s.same_as[0] = 0;
  for (int32_t v = 0, e = 0; v < faces->point_count && !status; v++) {
    const int32_t first = e;
    while (e < faces->edge_count && faces->edges[e].from == v) e++;
    pass_point(&s, v, first, e);
    if (v % BREATH == 0) status = pf_limits_go_on(limits);
  }
  if (!status) { /* roots come before the faces merged into them */
    for (int32_t f = 0; f < s.face_count; f++) root_of(&s, f);
    for (int32_t f = 0; f < s.face_count; f++)
      s.same_as[f] = s.same_as[f] == f ? faces->count++ : s.same_as[s.same_as[f]];
    for (int32_t e = 0; e < faces->edge_count; e++) {
      faces->edges[e].left = s.same_as[faces->edges[e].left];
      faces->edges[e].right = s.same_as[faces->edges[e].right];
    }
  }
  free(s.line);
  free(s.same_as);
  return status;
}

/* ---- All of it ---- */

static pathfan_status cut(const pf_polygons *placed, const pf_limits *limits, pf_faces *faces) {
  pf_arrangement a = {0};
  int32_t side_count = 0;
  const uint64_t count = (uint64_t)placed->point_count;
  pathfan_status status = pf_limits_take(limits, count * (sizeof(pf_segment) + sizeof(int32_t)));
  if (status) return status;
  pf_segment *segments = pf_alloc(count, sizeof *segments);
  int32_t *ring_of = pf_alloc(count, sizeof *ring_of);
  if (!segments || !ring_of) status = PATHFAN_ERR_NO_MEMORY;
  if (!status) {
    side_count = take_sides(placed, segments, ring_of);
    status = pf_arrange(segments, side_count, NULL, 0, limits, &a);
  }
  if (!status) status = find_edges(&a, ring_of, side_count, limits, faces);
  free(segments);
  free(ring_of);
  faces->points = a.points;
  faces->point_count = a.point_count;
  a.points = NULL;
  pf_arrangement_free(&a);
  return status ? status : find_faces(faces, limits);
}

pathfan_status pf_faces_find(const pf_polygons *drawn, const pf_polygons *placed,
                             const pf_limits *limits, pf_faces *faces, pf_ignored *ignored,
                             pathfan_error *error) {
  *faces = (pf_faces){0};
  pathfan_status status = cut(placed, limits, faces);
  if (status == PATHFAN_ERR_NO_MEMORY)
    pf_fail(error, status, "no memory for finding where polygons meet");
  else if (status == PATHFAN_ERR_LIMIT)
    pf_fail(error, status, "the polygons' sides meet in more than 2^28 places");
  else if (status)
    pf_fail(error, status, "%s", pathfan_status_text(status));
  if (!status) status = pf_faces_label(drawn, placed, faces, ignored, error);
  if (status) pf_faces_free(faces);
  return status;
}

void pf_faces_free(pf_faces *faces) {
  free(faces->points);
  free(faces->edges);
  free(faces->sides);
  free(faces->first_side);
  free(faces->free);
  *faces = (pf_faces){0};
}
