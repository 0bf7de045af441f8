/* polygons.c - lists of polygons, and rings made of an outline. */
#include "map/polygons.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* Keeps every index and count, and twice a count, within int32. */
#define COUNT_MAX (INT32_C(1) << 28)

pathfan_status pf_polygons_begin(pf_polygons *polygons, pf_polygon_kind kind, const char *name) {
  if (polygons->polygon_count >= COUNT_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_grow(&polygons->polygons, &polygons->polygon_capacity, polygons->polygon_count + 1);
  if (status) return status;
  char *copy = NULL;
  if (name && !(copy = strdup(name))) return PATHFAN_ERR_NO_MEMORY;
  polygons->polygons[polygons->polygon_count++] =
      (pf_polygon){.first_ring = polygons->ring_count, .kind = kind, .name = copy};
  return PATHFAN_OK;
}

pathfan_status pf_polygons_ring(pf_polygons *polygons, int32_t place) {
  if (polygons->ring_count >= COUNT_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_grow(&polygons->rings, &polygons->ring_capacity, polygons->ring_count + 1);
  if (status) return status;
  polygons->rings[polygons->ring_count++] =
      (pf_ring){.first_point = polygons->point_count, .place = place};
  return PATHFAN_OK;
}

pathfan_status pf_polygons_point(pf_polygons *polygons, double x, double y) {
  const int32_t count = polygons->point_count;
  if (count > polygons->rings[polygons->ring_count - 1].first_point &&
      polygons->points[2 * count - 2] == x && polygons->points[2 * count - 1] == y)
    return PATHFAN_OK;
  if (count >= COUNT_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_grow(&polygons->points, &polygons->point_capacity, 2 * (count + 1));
  if (status) return status;
  polygons->points[2 * count] = x;
  polygons->points[2 * count + 1] = y;
  polygons->point_count++;
  return PATHFAN_OK;
}

int32_t pf_polygons_close_ring(pf_polygons *polygons) {
  const int32_t first = polygons->rings[polygons->ring_count - 1].first_point;
  while (polygons->point_count > first + 1) {
    const double *start = polygons->points + 2 * first;
    const double *last = polygons->points + 2 * (polygons->point_count - 1);
    if (last[0] != start[0] || last[1] != start[1]) break;
    polygons->point_count--;
  }
  return polygons->point_count - first;
}

void pf_polygons_drop_ring(pf_polygons *polygons) {
  polygons->point_count = polygons->rings[--polygons->ring_count].first_point;
}

void pf_polygons_drop_polygon(pf_polygons *polygons) {
  pf_polygon *last = &polygons->polygons[polygons->polygon_count - 1];
  while (polygons->ring_count > last->first_ring) pf_polygons_drop_ring(polygons);
  free(last->name);
  polygons->polygon_count--;
}

bool pf_polygons_close_wall(pf_polygons *polygons) {
  const int32_t first = polygons->rings[polygons->ring_count - 1].first_point;
  if (polygons->point_count > first + 1) return true;
  pf_polygons_drop_polygon(polygons);
  return false;
}

pathfan_status pf_polygons_copy(const pf_polygons *from, int32_t polygon, pf_polygons *to) {
  const pf_polygon *p = &from->polygons[polygon];
  pathfan_status status = pf_polygons_begin(to, p->kind, p->name);
  if (status) return status;
  to->polygons[to->polygon_count - 1].even_odd = p->even_odd;
  to->polygons[to->polygon_count - 1].is_assumed = p->is_assumed;
  to->polygons[to->polygon_count - 1].is_closed = p->is_closed;
  to->polygons[to->polygon_count - 1].levels = p->levels;
  for (int32_t r = p->first_ring; r < pf_polygon_end(from, polygon) && !status; r++) {
    status = pf_polygons_ring(to, from->rings[r].place);
    for (int32_t i = from->rings[r].first_point; i < pf_ring_end(from, r) && !status; i++)
      status = pf_polygons_point(to, from->points[2 * i], from->points[2 * i + 1]);
  }
  return status;
}

/* Follows the edges from vertex to vertex. Where several leave a vertex any of them will do: rings
 * that cross there wind round the same points an odd number of times. */
pathfan_status pf_polygons_add_outline(pf_polygons *polygons, const pf_outline *outline,
                                       pf_polygon_kind kind, int32_t place) {
  const int32_t edge_count = outline->edge_count;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  int32_t *leaving = pf_alloc((uint64_t)outline->vertex_count, sizeof *leaving);
  int32_t *next = pf_alloc((uint64_t)edge_count, sizeof *next); /* with the same `from` */
  if (!leaving || !next) goto cleanup;
  for (int32_t v = 0; v < outline->vertex_count; v++) leaving[v] = -1;
  for (int32_t e = edge_count; e-- > 0;) {
    next[e] = leaving[outline->edges[e].from];
    leaving[outline->edges[e].from] = e;
  }
  status = pf_polygons_begin(polygons, kind, NULL);
  if (status) goto cleanup;
  polygons->polygons[polygons->polygon_count - 1].even_odd = true;
  for (int32_t start = 0; start < outline->vertex_count; start++) {
    while (leaving[start] >= 0) {
      status = pf_polygons_ring(polygons, place);
      for (int32_t at = start, edge; !status && (edge = leaving[at]) >= 0;) {
        status = pf_polygons_point(polygons, outline->vertices[at].x, outline->vertices[at].y);
        leaving[at] = next[edge];
        at = outline->edges[edge].to;
      }
      if (status) goto cleanup;
      pf_polygons_close_ring(polygons);
    }
  }
cleanup:
  free(leaving);
  free(next);
  return status;
}

pathfan_status pf_polygons_of_grid(const pf_outline *outline, pf_polygons *polygons,
                                   pathfan_error *error) {
  *polygons = (pf_polygons){0};
  const pathfan_status status = pf_polygons_add_outline(polygons, outline, PF_POLYGON_FREE, 0);
  if (status) {
    pf_polygons_free(polygons);
    pf_fail(error, status, "%s for the rings of %d edges",
            status == PATHFAN_ERR_LIMIT ? "no numbers" : "no memory", (int)outline->edge_count);
  }
  return status;
}

const char *pf_polygon_place(const pf_polygons *polygons, int32_t polygon,
                             char text[PF_PLACE_BYTES]) {
  char quoted[PF_NAME_QUOTE_BYTES];
  const pf_polygon *p = &polygons->polygons[polygon];
  snprintf(text, PF_PLACE_BYTES, "%s %d%s", polygons->place_is ? polygons->place_is : "place",
           (int)polygons->rings[p->first_ring].place, pf_name_quote(p->name, quoted));
  return text;
}

void pf_polygons_free(pf_polygons *polygons) {
  for (int32_t i = 0; i < polygons->polygon_count; i++) free(polygons->polygons[i].name);
  free(polygons->points);
  free(polygons->rings);
  free(polygons->polygons);
  memset(polygons, 0, sizeof *polygons);
}
