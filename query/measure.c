/* measure.c - how good paths are (paper, section 2.2).
 *
 * A path's measures hang on d(x,y) for pairs of its points x before y. Two things
 * spare most of these distances:
 *
 * - A part of a shortest way is one, so the last point up to which the path is
 *   shortest from x never lies before that of the point ahead of x. Two marks
 *   that move along the path find, for every x, its first pair that isn't
 *   shortest; the shortest of these parts is what local optimality asks for.
 * - Of the other pairs those can't stretch most whose distance has a lower bound
 *   that says so: the straight line, or the distance of a neighbouring pair less
 *   the step between them.
 *
 * With an index d(x,y) comes from labels. Between two vertices it is the least sum by
 * a hub of both: one of them is spread over an array, the other one's hubs are held
 * against it. From an end it is the way (ways.c). Both leave out straight ways that
 * arrive head-on where nothing goes on; whether two points see each other is then
 * asked of the mesh. Without an index each distance takes a search, as it does from
 * points that are no convex vertices (corners of areas to avoid, centres of cells).
 *
 * Lengths of an index are rounded, and sums of doubles are: a path counts as shortest
 * if it is longer than the distance by no more than a billionth and PATHFAN_SLACK. */
#include <stdlib.h>
#include <string.h>

#include "scratch.h"
#include "mesh/segment.h"

#define RELATIVE_TOLERANCE 1e-9

static const char not_joined[] = "a path to be measured joins points that no way joins";

enum { END = -1, FREE = -2 };

/* A point of the path that is measured. */
typedef struct pathfan_stop {
  pathfan_fixed_point at;
  int32_t vertex;  /* or END, or FREE: neither an end nor a convex vertex */
  int32_t polygon; /* that touches it in its sector */
  double sum;      /* length of the path up to here, lattice units */
  double bound;    /* its distance from the row's point is no less */
} stop;

static double units_to_lattice(const pathfan_query *q, int64_t units) {
  return ldexp((double)units, -q->index->view.header->length_bits);
}

static double straight(const pathfan_query *q, pathfan_fixed_point a, pathfan_fixed_point b) {
  const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
  return ldexp(sqrt(dx * dx + dy * dy), -q->site.fraction_bits);
}

/* Whether a path of that length is as short as the distance of its ends. */
static bool is_shortest(const pathfan_query *q, double length, double distance) {
  const double rounding = q->index ? units_to_lattice(q, PATHFAN_SLACK) : 0;
  return length <= distance + RELATIVE_TOLERANCE * length + rounding;
}

/* ---- Distances with an index ---- */

static pathfan_status open_row(pathfan_query *q) {
  pathfan_measuring *m = &q->measuring;
  const size_t n = (size_t)q->index->view.n + 1;
  if (m->row) return PATHFAN_OK;
  m->reached = malloc(n * sizeof *m->reached);
  m->row = m->reached ? malloc(n * sizeof *m->row) : NULL;
  if (!m->row) {
    free(m->reached);
    m->reached = NULL;
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (size_t v = 0; v < n; v++) m->row[v] = PATHFAN_FAR;
  m->row_of = -1;
  return PATHFAN_OK;
}

static inline int64_t hub_units(const pathfan_index_view *view, pathfan_lattice_point at,
                                uint32_t hub) {
  return pathfan_length_units(pathfan_from_to(at, pathfan_vertex_at(view, (int32_t)hub)),
                              view->header->length_bits);
}

static inline void reach(pathfan_measuring *m, uint32_t hub, int64_t length) {
  m->reached[m->reached_count] = (int32_t)hub;
  m->reached_count += m->row[hub] == PATHFAN_FAR;
  m->row[hub] = length;
}

/* Spreads a vertex's distances over its hubs. */
static void set_row(pathfan_query *q, int32_t v) {
  const pathfan_index_view *view = &q->index->view;
  pathfan_measuring *m = &q->measuring;
  const pathfan_lattice_point at = pathfan_vertex_at(view, v);
  if (m->row_of == v) return;
  for (int32_t i = 0; i < m->reached_count; i++) m->row[m->reached[i]] = PATHFAN_FAR;
  m->reached_count = 0;
  reach(m, (uint32_t)v, 0);
  const pathfan_range labels = pathfan_labels_of(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint8_t *label = pathfan_label_at(view, i);
    reach(m, pathfan_label_hub(view, label), pathfan_load_length(label));
  }
  const pathfan_range hubs = pathfan_hub_groups(view, v, 0, PATHFAN_HUB_GROUPS - 1);
  for (uint32_t i = hubs.begin; i < hubs.end; i++) {
    const uint32_t hub = pathfan_hub_at(view, i);
    reach(m, hub, hub_units(view, at, hub));
  }
  m->row_of = v;
}

/* From the row's vertex to another by way of some hub. */
static int64_t row_to(const pathfan_query *q, int32_t v) {
  const pathfan_index_view *view = &q->index->view;
  const int64_t *row = q->measuring.row;
  const pathfan_lattice_point at = pathfan_vertex_at(view, v);
  int64_t least = row[v];
  const pathfan_range labels = pathfan_labels_of(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint8_t *label = pathfan_label_at(view, i);
    const int64_t length = row[pathfan_label_hub(view, label)] + pathfan_load_length(label);
    least = length < least ? length : least;
  }
  const pathfan_range hubs = pathfan_hub_groups(view, v, 0, PATHFAN_HUB_GROUPS - 1);
  for (uint32_t i = hubs.begin; i < hubs.end; i++) {
    const uint32_t hub = pathfan_hub_at(view, i);
    if (row[hub] >= least) continue;
    const int64_t length = row[hub] + hub_units(view, at, hub);
    least = length < least ? length : least;
  }
  return least;
}

/* Whether whoever comes from there runs into the obstacle at a vertex. */
static bool head_on(const pathfan_index_view *view, pathfan_fixed_point from, const stop *to) {
  return pathfan_side_of_fixed(pathfan_vertex_wedge(view, to->vertex),
                               pathfan_fixed_from_to(from, to->at)) == PATHFAN_SIDE_NONE;
}

static pathfan_status distance_by_index(pathfan_query *q, const stop *x, const stop *y,
                                        double *distance) {
  int32_t hub;
  int64_t units;
  if (x->vertex < 0) {
    units = pathfan_way_to(q, &q->ends[0], y->vertex, &hub);
  } else if (y->vertex < 0) {
    units = pathfan_way_to(q, &q->ends[1], x->vertex, &hub);
  } else {
    set_row(q, x->vertex);
    units = row_to(q, y->vertex);
  }
  const int64_t line = pathfan_units(q, x->at, y->at);
  /* Hubs leave out what is head-on at both vertices, ways what is at the one. */
  const bool sees =
      units <= line + PATHFAN_SLACK || ((x->vertex < 0 || head_on(&q->index->view, y->at, x)) &&
                                        (y->vertex < 0 || head_on(&q->index->view, x->at, y)) &&
                                        pathfan_mesh_sees(q->site.mesh, x->at, x->polygon, y->at,
                                                          y->polygon, q->site.fraction_bits));
  if (!sees && units >= PATHFAN_FAR)
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", not_joined);
  *distance = sees ? straight(q, x->at, y->at) : units_to_lattice(q, units);
  return PATHFAN_OK;
}

/* ---- Distances without ---- */

static pathfan_status distance_by_search(pathfan_query *q, const stop *x, const stop *y,
                                         double *distance) {
  const pathfan_search_mesh *mesh = q->index ? &q->index->search : &q->map->search;
  pathfan_polyanya *search = &q->polyanya;
  pathfan_status status =
      q->index ? pathfan_generation_need(q->index, PATHFAN_PART_SEARCH, &q->error) : PATHFAN_OK;
  if (!status)
    status = pathfan_polyanya_find(search, mesh, (pathfan_polyanya_end){x->at, x->polygon},
                                   (pathfan_polyanya_end){y->at, y->polygon}, 0, 0);
  if (status) return status;
  if (search->outcome != PATHFAN_POLYANYA_FOUND)
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", not_joined);
  *distance = pathfan_polyline_length(search->points, search->point_count, q->site.fraction_bits);
  return PATHFAN_OK;
}

static pathfan_status distance_between(pathfan_query *q, const stop *x, const stop *y,
                                       double *distance) {
  return q->index && x->vertex != FREE && y->vertex != FREE ? distance_by_index(q, x, y, distance)
                                                            : distance_by_search(q, x, y, distance);
}

/* ---- Between the ends ---- */

static stop end_stop(const pathfan_end *end) {
  return (stop){.at = end->at, .vertex = END, .polygon = end->polygon};
}

static pathfan_status shortest_by_index(pathfan_query *q, double *distance) {
  pathfan_meeting meeting;
  int32_t count;
  const pathfan_status status = q->ends_looked ? PATHFAN_OK : pathfan_look_both(q);
  if (status) return status;
  if (pathfan_ends_see(q)) {
    *distance = straight(q, q->ends[0].at, q->ends[1].at);
    return PATHFAN_OK;
  }
  const int64_t units = pathfan_meet(q, &meeting, 1, &count);
  if (units == PATHFAN_FAR) return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", not_joined);
  *distance = units_to_lattice(q, units);
  return PATHFAN_OK;
}

pathfan_status pathfan_measure_begin(pathfan_query *q, double shortest_path) {
  pathfan_measuring *m = &q->measuring;
  const stop s = end_stop(&q->ends[0]), t = end_stop(&q->ends[1]);
  pathfan_status status = PATHFAN_OK;
  if (q->index) status = open_row(q);
  if (!status && !q->ends_measured)
    status = q->index ? shortest_by_index(q, &m->known) : distance_by_search(q, &s, &t, &m->known);
  if (status) return status;
  q->ends_measured = true;
  m->shortest = is_shortest(q, shortest_path, m->known) ? shortest_path : m->known;
  return PATHFAN_OK;
}

/* ---- One path ---- */

/* The convex vertex at a point, or FREE. */
static int32_t vertex_at(const pathfan_query *q, pathfan_fixed_point at, int32_t *polygon) {
  const int bits = q->site.fraction_bits;
  const pathfan_lattice_point corner = {(int32_t)(at.x >> bits), (int32_t)(at.y >> bits)};
  const pathfan_fixed_point lifted = pathfan_lift(corner, bits);
  if (lifted.x == at.x && lifted.y == at.y) {
    const int32_t v = pathfan_locate_vertex(q->site.locator, q->site.mesh, corner, polygon);
    if (v >= 0) return v;
  }
  return FREE;
}

static pathfan_status open_stops(pathfan_query *q, const pathfan_track *track) {
  pathfan_measuring *m = &q->measuring;
  const pathfan_status status =
      pathfan_grow(&m->stops, &m->stop_capacity, track->count, sizeof *m->stops);
  if (status) return status;
  for (int32_t i = 0; i < track->count; i++) {
    stop *p = &m->stops[i];
    if (i == 0 || i == track->count - 1) {
      *p = end_stop(&q->ends[i != 0]);
    } else {
      *p = (stop){.at = track->points[i]};
      p->vertex = vertex_at(q, p->at, &p->polygon);
      if (p->vertex == FREE)
        p->polygon = pathfan_locate(q->site.locator, q->site.mesh, p->at, q->site.fraction_bits);
      if (p->polygon < 0) {
        const pathfan_point point = pathfan_site_point(&q->site, p->at);
        return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                            "a path to be measured is blocked at %.17g,%.17g", point.x, point.y);
      }
    }
    p->sum = i ? p[-1].sum + straight(q, p[-1].at, p->at) : 0;
  }
  return PATHFAN_OK;
}

/* Measures the pairs that begin at x: moves *far, the last point up to which the path
 * is shortest from x, on from where it was for the point before, and then looks for
 * the greatest stretch. */
static pathfan_status measure_row(pathfan_query *q, int32_t count, int32_t x, int32_t *far,
                                  double *part, double *stretch) {
  stop *const p = q->measuring.stops;
  const double step = x ? p[x].sum - p[x - 1].sum : 0;
  double distance = 0;
  int32_t y = *far > x ? *far : x + 1; /* a segment is shortest */
  while (y + 1 < count) {
    const double length = p[y + 1].sum - p[x].sum;
    if (x == 0 && y + 1 == count - 1) {
      distance = q->measuring.shortest;
    } else {
      const pathfan_status status = distance_between(q, &p[x], &p[y + 1], &distance);
      if (status) return status;
    }
    if (!is_shortest(q, length, distance)) break;
    y++;
  }
  *far = y;
  for (int32_t i = x + 1; i <= y; i++) p[i].bound = p[i].sum - p[x].sum;
  if (y + 1 == count) return PATHFAN_OK;
  *part = fmin(*part, p[y + 1].sum - p[x].sum);
  for (y++; y < count; y++) {
    const double length = p[y].sum - p[x].sum;
    const double by_neighbours =
        fmax(x ? p[y].bound - step : 0, p[y - 1].bound - (p[y].sum - p[y - 1].sum));
    p[y].bound = fmax(straight(q, p[x].at, p[y].at), by_neighbours);
    if (y == *far + 1) {
      p[y].bound = distance; /* from above */
    } else if (x == 0 && y == count - 1) {
      p[y].bound = q->measuring.shortest;
    } else if (length > *stretch * p[y].bound) {
      const pathfan_status status = distance_between(q, &p[x], &p[y], &p[y].bound);
      if (status) return status;
    } else {
      continue;
    }
    if (length > *stretch * p[y].bound) *stretch = length / p[y].bound;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_measure_track(pathfan_query *q, const pathfan_track *track,
                                     pathfan_measures *measures) {
  const double shortest = q->measuring.shortest;
  *measures = (pathfan_measures){.bounded_stretch = 1, .local_optimality = 1, .length_ratio = 1};
  if (is_shortest(q, track->length, shortest)) return PATHFAN_OK;
  measures->length_ratio = measures->bounded_stretch = track->length / shortest;
  double part = track->length;
  /* Only now, for what is yet to be recovered had better be (pathfan_spread_ends). */
  if (q->index) pathfan_spread_ends(q);
  pathfan_status status = open_stops(q, track);
  for (int32_t x = 0, far = 0; x + 1 < track->count && far + 1 < track->count && !status; x++)
    status = measure_row(q, track->count, x, &far, &part, &measures->bounded_stretch);
  measures->local_optimality = part / shortest;
  return status;
}

double pathfan_similarity(const pathfan_query *q, const pathfan_track *a, const pathfan_track *b) {
  const double shared =
      pathfan_polyline_shared(a->points, a->count, b->points, b->count, q->site.fraction_bits);
  const double all = a->length + b->length - shared;
  return all > 0 ? shared / all : 1;
}

/* ---- Sets of paths ---- */

/* The two ends of a set of paths, as its first path gives them. */
typedef struct given_ends {
  pathfan_fixed_point from, to;
  bool turned; /* they are ends 1 and 0 of the query object */
} given_ends;

static bool same_point(pathfan_fixed_point a, pathfan_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

static bool place(const pathfan_query *q, pathfan_point point, int bits, pathfan_fixed_point *at) {
  return pathfan_frame_place(&q->site.frame, bits, point.x, point.y, at);
}

/* The ends of the paths become those of the query object, unless they are already. */
static pathfan_status place_ends(pathfan_query *q, const pathfan_path *path, given_ends *given) {
  const pathfan_point from = path->points[0], to = path->points[path->point_count - 1];
  pathfan_end *const ends = q->ends;
  bool snapped;
  if (!place(q, from, q->site.fraction_bits, &given->from) ||
      !place(q, to, q->site.fraction_bits, &given->to))
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                        "an end of a path to be measured lies off the map");
  if (q->ends_placed) { /* not placed again: they may have been moved to where they are */
    given->turned = !same_point(given->from, ends[0].at);
    if (same_point(given->from, ends[given->turned].at) &&
        same_point(given->to, ends[!given->turned].at))
      return PATHFAN_OK;
  }
  pathfan_forget_ends(q);
  const pathfan_status status =
      q->index ? pathfan_generation_need_location(q->index, &q->error) : PATHFAN_OK;
  if (status) return status;
  if (!pathfan_site_place(&q->site, from, 0, &ends[0].at, &ends[0].polygon, &snapped) ||
      !pathfan_site_place(&q->site, to, 0, &ends[1].at, &ends[1].polygon, &snapped))
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                        "an end of a path to be measured is blocked");
  if (pathfan_ends_outcome(q, false, false))
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", not_joined);
  given->turned = pathfan_order_ends(q);
  q->ends_placed = true;
  return PATHFAN_OK;
}

/* An interior point of a path. Where the fixed grid is finer than doubles can tell, a
 * point of the lattice is still one. */
static bool place_inside(const pathfan_query *q, pathfan_point point, pathfan_fixed_point *at) {
  pathfan_fixed_point on_lattice;
  if (!place(q, point, q->site.fraction_bits, at) || !place(q, point, 0, &on_lattice) ||
      on_lattice.x < 0 || on_lattice.y < 0 || on_lattice.x > PATHFAN_EXTENT_MAX ||
      on_lattice.y > PATHFAN_EXTENT_MAX)
    return false;
  const pathfan_fixed_point lifted = pathfan_lift(
      (pathfan_lattice_point){(int32_t)on_lattice.x, (int32_t)on_lattice.y}, q->site.fraction_bits);
  const pathfan_point same = pathfan_site_point(&q->site, lifted);
  if (same.x == point.x && same.y == point.y) *at = lifted;
  return true;
}

/* A path as a track from end 0 to end 1. */
static pathfan_status to_track(pathfan_query *q, const pathfan_path *path, const given_ends *given,
                               pathfan_track *track) {
  const int bits = q->site.fraction_bits;
  const int32_t last = path->point_count - 1;
  const pathfan_status status =
      pathfan_grow(&track->points, &track->capacity, last + 1, sizeof *track->points);
  if (status) return status;
  pathfan_fixed_point from, to;
  if (!place(q, path->points[0], bits, &from) || !same_point(from, given->from) ||
      !place(q, path->points[last], bits, &to) || !same_point(to, given->to))
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                        "paths to be measured together differ in their ends");
  track->points[0] = q->ends[0].at;
  track->points[last] = q->ends[1].at;
  for (int32_t i = 1; i < last; i++)
    if (!place_inside(q, path->points[i], &track->points[given->turned ? last - i : i]))
      return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "a path to be measured leaves the map");
  track->count = last + 1;
  track->length = pathfan_polyline_length(track->points, track->count, bits);
  return PATHFAN_OK;
}

/* Fills q->tracks with the paths. */
static pathfan_status open_tracks(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                  const given_ends *given) {
  for (q->track_count = 0; q->track_count < count; q->track_count++) {
    pathfan_track *track;
    pathfan_status status = pathfan_next_track(q, &track);
    if (!status) status = to_track(q, &paths[q->track_count], given, track);
    if (status) return status;
  }
  return PATHFAN_OK;
}

static pathfan_status measure_tracks(pathfan_query *q, pathfan_measures *each,
                                     pathfan_measures *all) {
  pathfan_measures worst = {.bounded_stretch = 1, .local_optimality = INFINITY};
  double least = INFINITY;
  for (int32_t i = 0; i < q->track_count; i++) least = fmin(least, q->tracks[i].length);
  pathfan_status status = pathfan_measure_begin(q, least);
  for (int32_t i = 0; i < q->track_count && !status; i++) {
    pathfan_measures one;
    status = pathfan_measure_track(q, &q->tracks[i], &one);
    for (int32_t j = 0; j < q->track_count; j++)
      if (j != i)
        one.similarity = fmax(one.similarity, pathfan_similarity(q, &q->tracks[i], &q->tracks[j]));
    worst.bounded_stretch = fmax(worst.bounded_stretch, one.bounded_stretch);
    worst.local_optimality = fmin(worst.local_optimality, one.local_optimality);
    worst.similarity = fmax(worst.similarity, one.similarity);
    worst.length_ratio += one.length_ratio / q->track_count;
    if (each) each[i] = one;
  }
  if (!status) *all = worst;
  return status;
}

pathfan_status pathfan_query_measure(pathfan_query *q, const pathfan_path *paths, int32_t count,
                                     pathfan_measures *each, pathfan_measures *all) {
  if (!q || !paths || !all) return pathfan_refuse_null(q);
  q->error.text[0] = 0;
  if (count < 1) return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "no path to be measured");
  for (int32_t i = 0; i < count; i++)
    if (paths[i].point_count < 1 || !paths[i].points)
      return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "a path to be measured has no points");
  given_ends given = {0};
  pathfan_status status = place_ends(q, &paths[0], &given);
  if (!status) status = open_tracks(q, paths, count, &given);
  if (!status) status = measure_tracks(q, each, all);
  q->track_count = 0;
  if (status == PATHFAN_ERR_NO_MEMORY) pathfan_fail(&q->error, status, "out of memory");
  return status;
}

void pathfan_measuring_free(pathfan_measuring *m) {
  free(m->row);
  free(m->reached);
  free(m->stops);
}
