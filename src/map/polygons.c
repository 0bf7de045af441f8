/* polygons.c - lists of polygons, and rings made of an outline. */
#include "map/polygons.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* Keeps every index and count, and twice a count, within int32. */
#define COUNT_MAX (INT32_C(1) << 28)

static pathfan_status make_room(void **array, int32_t count, int32_t *capacity, size_t size) {
  if (count < *capacity) return PATHFAN_OK;
  if (count >= COUNT_MAX) return PATHFAN_ERR_LIMIT;
  const int32_t larger = *capacity < 8 ? 8 : *capacity < COUNT_MAX / 2 ? 2 * *capacity : COUNT_MAX;
  void *new = pathfan_resize(*array, (uint64_t)larger, size);
  if (!new) return PATHFAN_ERR_NO_MEMORY;
  *array = new;
  *capacity = larger;
  return PATHFAN_OK;
}

pathfan_status pathfan_polygons_begin(pathfan_polygons *polygons, pathfan_polygon_kind kind,
                                      const char *name) {
  void *array = polygons->polygons;
  const pathfan_status status = make_room(&array, polygons->polygon_count,
                                          &polygons->polygon_capacity, sizeof(pathfan_polygon));
  polygons->polygons = array;
  if (status) return status;
  char *copy = NULL;
  if (name && !(copy = strdup(name))) return PATHFAN_ERR_NO_MEMORY;
  polygons->polygons[polygons->polygon_count++] =
      (pathfan_polygon){.first_ring = polygons->ring_count, .kind = kind, .name = copy};
  return PATHFAN_OK;
}

pathfan_status pathfan_polygons_ring(pathfan_polygons *polygons, int32_t place) {
  void *array = polygons->rings;
  const pathfan_status status =
      make_room(&array, polygons->ring_count, &polygons->ring_capacity, sizeof(pathfan_ring));
  polygons->rings = array;
  if (status) return status;
  polygons->rings[polygons->ring_count++] =
      (pathfan_ring){.first_point = polygons->point_count, .place = place};
  return PATHFAN_OK;
}

pathfan_status pathfan_polygons_point(pathfan_polygons *polygons, double x, double y) {
  const int32_t count = polygons->point_count;
  if (count > polygons->rings[polygons->ring_count - 1].first_point &&
      polygons->points[2 * count - 2] == x && polygons->points[2 * count - 1] == y)
    return PATHFAN_OK;
  void *array = polygons->points;
  const pathfan_status status =
      make_room(&array, count, &polygons->point_capacity, 2 * sizeof(double));
  polygons->points = array;
  if (status) return status;
  polygons->points[2 * count] = x;
  polygons->points[2 * count + 1] = y;
  polygons->point_count++;
  return PATHFAN_OK;
}

int32_t pathfan_polygons_close_ring(pathfan_polygons *polygons) {
  const int32_t first = polygons->rings[polygons->ring_count - 1].first_point;
  while (polygons->point_count > first + 1) {
    const double *start = polygons->points + 2 * first;
    const double *last = polygons->points + 2 * (polygons->point_count - 1);
    if (last[0] != start[0] || last[1] != start[1]) break;
    polygons->point_count--;
  }
  return polygons->point_count - first;
}

void pathfan_polygons_close_wall(pathfan_polygons *polygons) {
  const int32_t first = polygons->rings[polygons->ring_count - 1].first_point;
  if (polygons->point_count > first + 1) return;
  polygons->point_count = first;
  polygons->ring_count--;
  free(polygons->polygons[--polygons->polygon_count].name);
}

pathfan_status pathfan_polygons_copy(const pathfan_polygons *from, int32_t polygon,
                                     pathfan_polygons *to) {
  const pathfan_polygon *p = &from->polygons[polygon];
  pathfan_status status = pathfan_polygons_begin(to, p->kind, p->name);
  if (status) return status;
  to->polygons[to->polygon_count - 1].even_odd = p->even_odd;
  for (int32_t r = p->first_ring; r < pathfan_polygon_end(from, polygon) && !status; r++) {
    status = pathfan_polygons_ring(to, from->rings[r].place);
    for (int32_t i = from->rings[r].first_point; i < pathfan_ring_end(from, r) && !status; i++)
      status = pathfan_polygons_point(to, from->points[2 * i], from->points[2 * i + 1]);
  }
  return status;
}

pathfan_status pathfan_polygons_set_aside(pathfan_polygons *polygons, const char *sentence) {
  if (polygons->other_count >= COUNT_MAX) return PATHFAN_ERR_LIMIT;
  if (!polygons->first_other && !(polygons->first_other = strdup(sentence)))
    return PATHFAN_ERR_NO_MEMORY;
  polygons->other_count++;
  return PATHFAN_OK;
}

/* Follows the edges from vertex to vertex. Where several leave a vertex any of them will do: rings
 * that cross there wind round the same points an odd number of times. */
pathfan_status pathfan_polygons_add_outline(pathfan_polygons *polygons,
                                            const pathfan_outline *outline,
                                            pathfan_polygon_kind kind, int32_t place) {
  const int32_t edge_count = outline->edge_count;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  int32_t *leaving = pathfan_alloc((uint64_t)outline->vertex_count, sizeof *leaving);
  int32_t *next = pathfan_alloc((uint64_t)edge_count, sizeof *next); /* with the same `from` */
  if (!leaving || !next) goto cleanup;
  for (int32_t v = 0; v < outline->vertex_count; v++) leaving[v] = -1;
  for (int32_t e = edge_count; e-- > 0;) {
    next[e] = leaving[outline->edges[e].from];
    leaving[outline->edges[e].from] = e;
  }
  status = pathfan_polygons_begin(polygons, kind, NULL);
  if (status) goto cleanup;
  polygons->polygons[polygons->polygon_count - 1].even_odd = true;
  for (int32_t start = 0; start < outline->vertex_count; start++) {
    while (leaving[start] >= 0) {
      status = pathfan_polygons_ring(polygons, place);
      for (int32_t at = start, edge; !status && (edge = leaving[at]) >= 0;) {
        status = pathfan_polygons_point(polygons, outline->vertices[at].x, outline->vertices[at].y);
        leaving[at] = next[edge];
        at = outline->edges[edge].to;
      }
      if (status) goto cleanup;
      pathfan_polygons_close_ring(polygons);
    }
  }
cleanup:
  free(leaving);
  free(next);
  return status;
}

pathfan_status pathfan_polygons_of_grid(const pathfan_outline *outline, pathfan_polygons *polygons,
                                        pathfan_error *error) {
  *polygons = (pathfan_polygons){0};
  const pathfan_status status =
      pathfan_polygons_add_outline(polygons, outline, PATHFAN_POLYGON_FREE, 0);
  if (status) {
    pathfan_polygons_free(polygons);
    pathfan_fail(error, status, "%s for the rings of %d edges",
                 status == PATHFAN_ERR_LIMIT ? "no numbers" : "no memory",
                 (int)outline->edge_count);
  }
  return status;
}

void pathfan_polygons_free(pathfan_polygons *polygons) {
  for (int32_t i = 0; i < polygons->polygon_count; i++) free(polygons->polygons[i].name);
  free(polygons->points);
  free(polygons->rings);
  free(polygons->polygons);
  free(polygons->first_other);
  memset(polygons, 0, sizeof *polygons);
}
