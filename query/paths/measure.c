/* measure.c - how good paths are (paper, section 2.2).
 *
 * A path's measures depend on d(x,y) for pairs of its points x before y. Most of these distances
 * aren't needed:
 *
 *   - A part of a shortest path is one, so the last point up to which the path is shortest from x
 *     never goes back as x moves on. Two marks that move along the path find, for every x, its
 *     first pair that isn't shortest; the shortest of these parts gives local optimality.
 *   - Other pairs are skipped if a lower bound on their distance shows that they can't stretch
 * most: the straight line, or the distance of a neighbouring pair less the step between them. */
#include "measure.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/segment.h"
#include "query/ends/points.h"

pathfan_status pf_meter_begin(pf_meter *m, const pf_scene *scene, double shortest_path) {
  assert(scene->ends->number); /* 0 says that no distance is known */
  if (m->ends != scene->ends->number) {
    const pathfan_status status = pf_distance_of_ends(&m->distances, scene, &m->known);
    if (status) return status;
    m->ends = scene->ends->number;
  }
  m->shortest = pf_is_shortest(scene, shortest_path, m->known) ? shortest_path : m->known;
  return PATHFAN_OK;
}

/* Returns the convex vertex at a point of a polygon, or PF_STOP_FREE. */
static int32_t corner_at(const pf_space *space, pf_fixed_point at, int32_t polygon) {
  const pf_mesh *mesh = space->mesh;
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    const int32_t v = mesh->corner_vertex[c];
    if (v < mesh->convex_count &&
        pf_same_point(pf_lift(mesh->vertices[v], space->fraction_bits), at))
      return v;
  }
  return PF_STOP_FREE;
}

/* Returns the convex vertex at a point, or PF_STOP_FREE. */
static int32_t vertex_at(const pf_space *space, pf_fixed_point at, int32_t *polygon) {
  const int bits = space->fraction_bits;
  const pf_lattice_point corner = {(int32_t)(at.x >> bits), (int32_t)(at.y >> bits)};
  const pf_fixed_point lifted = pf_lift(corner, bits);
  if (lifted.x == at.x && lifted.y == at.y) {
    const int32_t v = pf_locate_vertex(space->locator, space->mesh, corner, polygon);
    if (v >= 0) return v;
  }
  return PF_STOP_FREE;
}

/* Finds where a stop is; on a layered surface by the way from the one before. */
static void find_place(const pf_space *space, const pf_stop *before, pf_stop *p) {
  if (space->is_layered) {
    const pf_mesh_stop stop =
        pf_mesh_cast(space->mesh, before->at, before->polygon, p->at, space->fraction_bits);
    p->polygon = stop.kind == PF_STOP_ARRIVED ? stop.polygon : -1;
    p->vertex = p->polygon < 0 ? PF_STOP_FREE : corner_at(space, p->at, p->polygon);
    return;
  }
  p->vertex = vertex_at(space, p->at, &p->polygon);
  if (p->vertex == PF_STOP_FREE)
    p->polygon = pf_locate(space->locator, space->mesh, p->at, space->fraction_bits);
}

static pf_stop end_stop(const pf_end *end) {
  return (pf_stop){.at = end->at, .vertex = PF_STOP_END, .polygon = end->polygon};
}

static pathfan_status open_stops(pf_meter *m, const pf_scene *scene, const pf_track *track) {
  const pf_space *space = scene->space;
  const pathfan_status status = pf_grow(&m->stops, &m->stop_capacity, track->count);
  if (status) return status;
  for (int32_t i = 0; i < track->count; i++) {
    pf_stop *p = &m->stops[i];
    if (i == 0 || i == track->count - 1) {
      *p = end_stop(&scene->ends->end[i != 0]);
    } else {
      *p = (pf_stop){.at = track->points[i]};
      find_place(space, &p[-1], p);
      if (p->polygon < 0) {
        const pathfan_point point = pf_point_at(space, p->at);
        return pf_fail(scene->error, PATHFAN_ERR_ARGUMENT,
                       "a path to be measured is blocked at %.17g,%.17g", point.x, point.y);
      }
    }
    p->sum = i ? p[-1].sum + pf_straight(space, p[-1].at, p->at) : 0;
  }
  return PATHFAN_OK;
}

/* What is known of a path once the pairs that begin at its first points are measured. */
typedef struct progress {
  int32_t far;    /* the last point up to which the path is shortest from the latest of them */
  double part;    /* the shortest part that isn't shortest */
  double stretch; /* the greatest */
} progress;

/* Measures the pairs that begin at x: moves `far` on from its place for the previous point, and
 * then finds the greatest stretch. */
static pathfan_status measure_row(pf_meter *m, const pf_scene *scene, int32_t count, int32_t x,
                                  progress *known) {
  pf_stop *const p = m->stops;
  assert(x >= 0 && x + 1 < count && known->far < count);
  const double step = x ? p[x].sum - p[x - 1].sum : 0;
  double distance = 0;
  int32_t y = known->far > x ? known->far : x + 1; /* a single segment is shortest */
  while (y + 1 < count) {
    const double length = p[y + 1].sum - p[x].sum;
    if (x == 0 && y + 1 == count - 1) {
      distance = m->shortest;
    } else {
      const pathfan_status status =
          pf_distance_between(&m->distances, scene, &p[x], &p[y + 1], &distance);
      if (status) return status;
    }
    if (!pf_is_shortest(scene, length, distance)) break;
    y++;
  }
  known->far = y;
  for (int32_t i = x + 1; i <= y; i++) p[i].bound = p[i].sum - p[x].sum;
  if (y + 1 == count) return PATHFAN_OK;
  known->part = fmin(known->part, p[y + 1].sum - p[x].sum);
  for (y++; y < count; y++) {
    const double length = p[y].sum - p[x].sum;
    const double by_neighbours =
        fmax(x ? p[y].bound - step : 0, p[y - 1].bound - (p[y].sum - p[y - 1].sum));
    p[y].bound = fmax(pf_straight(scene->space, p[x].at, p[y].at), by_neighbours);
    if (y == known->far + 1) {
      p[y].bound = distance; /* found above */
    } else if (x == 0 && y == count - 1) {
      p[y].bound = m->shortest;
    } else if (length > known->stretch * p[y].bound) {
      const pathfan_status status =
          pf_distance_between(&m->distances, scene, &p[x], &p[y], &p[y].bound);
      if (status) return status;
    } else {
      continue;
    }
    if (length > known->stretch * p[y].bound) known->stretch = length / p[y].bound;
  }
  return PATHFAN_OK;
}

pathfan_status pf_meter_measure(pf_meter *m, const pf_scene *scene, const pf_track *track,
                                pathfan_measures *measures) {
  assert(m->ends == scene->ends->number);
  assert(track->count);
  *measures = (pathfan_measures){.bounded_stretch = 1, .local_optimality = 1, .length_ratio = 1};
  if (pf_is_shortest(scene, track->length, m->shortest)) return PATHFAN_OK;
  measures->length_ratio = measures->bounded_stretch = track->length / m->shortest;
  progress known = {.part = track->length, .stretch = measures->bounded_stretch};
  pathfan_status status = open_stops(m, scene, track);
  for (int32_t x = 0; x + 1 < track->count && known.far + 1 < track->count && !status; x++)
    status = measure_row(m, scene, track->count, x, &known);
  measures->bounded_stretch = known.stretch;
  measures->local_optimality = known.part / m->shortest;
  return status;
}

void pf_meter_free(pf_meter *m) {
  pf_distances_free(&m->distances);
  free(m->stops);
  memset(m, 0, sizeof *m);
}
