/* terrain_lines.c - rounds lines to the lattice and cuts them off at the map's border; moves
 * bridges that are points to the nearest river. */
#include "terrain_lines.h"

#include <math.h>

#include "base/length.h"
#include "base/memory.h"

/* The farthest a bridge's point may lie from its river, by the map's larger side. */
#define BRIDGE_REACH 1e-5

/* ---- Lines ---- */

static pathfan_status add_segment(pf_survey *v, pf_lattice_point from, pf_lattice_point to,
                                  int32_t line) {
  if (from.x == to.x && from.y == to.y) return PATHFAN_OK;
  pathfan_status status =
      pf_grow(&v->segments, &v->segment_capacity, (int64_t)v->segment_count + 1);
  if (!status) status = pf_grow(&v->line_of, &v->line_capacity, (int64_t)v->segment_count + 1);
  if (status) return status;
  v->segments[v->segment_count] = (pf_segment){from, to};
  v->line_of[v->segment_count++] = line;
  return PATHFAN_OK;
}

static double lattice_x(const pf_survey *v, double x) {
  return x * v->ground->frame.scale - v->ground->frame.origin_x;
}

static double lattice_y(const pf_survey *v, double y) {
  return y * v->ground->frame.scale - v->ground->frame.origin_y;
}

/* Shrinks [*from, *to] to where `base + t * step` is at most `beyond` outside of 0..most. */
static void clip_axis(double base, double step, double most, double beyond, double *from,
                      double *to) {
  const double low = -beyond - base, high = most + beyond - base;
  if (step == 0) {
    if (low > 0 || high < 0) *to = *from - 1;
    return;
  }
  const double in = step > 0 ? low / step : high / step;
  const double out = step > 0 ? high / step : low / step;
  *from = fmax(*from, in);
  *to = fmin(*to, out);
}

/* Finds the part of a segment within the map's border. False: there is none. */
static bool clip_segment(const pf_frame *frame, const double from[2], const double step[2],
                         double beyond, double *begin, double *end) {
  *begin = 0;
  *end = 1;
  clip_axis(from[0], step[0], frame->width, beyond, begin, end);
  clip_axis(from[1], step[1], frame->height, beyond, begin, end);
  return *begin <= *end;
}

static int32_t round_within(double x, int32_t most) {
  const double r = nearbyint(x);
  return r < 0 ? 0 : r > most ? most : (int32_t)r;
}

/* Finds the part of a line's segment within the map's border. False: there is none. Sets *is_cut if
 * a part is cut off. An end that only rounding moves over the border isn't cut off; but a line that
 * leaves the map ends where it meets the border, or else a stub would run along the border. */
static bool place_segment(const pf_survey *v, const double *points, pf_lattice_point *from,
                          pf_lattice_point *to, bool *is_cut) {
  const pf_frame *frame = &v->ground->frame;
  const double start[2] = {lattice_x(v, points[0]), lattice_y(v, points[1])};
  const double step[2] = {lattice_x(v, points[2]) - start[0], lattice_y(v, points[3]) - start[1]};
  double begin, end;
  const bool is_near = clip_segment(frame, start, step, 0.5, &begin, &end);
  if (begin > 0 || end < 1) *is_cut = true;
  if (!is_near) return false;
  double inner, outer;
  if (clip_segment(frame, start, step, 0, &inner, &outer)) {
    if (begin > 0) begin = inner;
    if (end < 1) end = outer;
  }
  *from = (pf_lattice_point){round_within(start[0] + begin * step[0], frame->width),
                             round_within(start[1] + begin * step[1], frame->height)};
  *to = (pf_lattice_point){
      round_within(end == 1 ? lattice_x(v, points[2]) : start[0] + end * step[0], frame->width),
      round_within(end == 1 ? lattice_y(v, points[3]) : start[1] + end * step[1], frame->height)};
  return true;
}

/* Whether a line matters: a road on the ground must be cheaper than some ground, a river must
 * cost something. Bridges and tunnels always matter: they lead where nothing else does. */
static bool is_useful(const pf_survey *v, int32_t line) {
  const pf_line *l = &v->features->lines[line];
  if (l->kind == PF_LINE_RIVER) return l->value > 0;
  return l->is_apart || l->value < v->dearest;
}

static pathfan_status place_line(pf_survey *v, int32_t line) {
  const pf_features *f = v->features;
  const int32_t first = f->lines[line].first_point, end = pf_line_end(f, line);
  pf_lattice_point from, to;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = first; i + 1 < end && !status; i++) {
    if (place_segment(v, f->points + 2 * i, &from, &to, &v->is_cut[line]))
      status = add_segment(v, from, to, line);
  }
  return status;
}

/* Adds the rings of areas, which are on the lattice and within its border already. */
static pathfan_status add_borders(pf_survey *v) {
  const pf_polygons *p = &v->rated;
  pathfan_status status = PATHFAN_OK;
  for (int32_t r = 0; r < p->ring_count && !status; r++) {
    const int32_t first = p->rings[r].first_point, end = pf_ring_end(p, r);
    for (int32_t i = first; i < end && !status; i++) {
      const double *from = p->points + 2 * i, *to = p->points + 2 * (i + 1 < end ? i + 1 : first);
      status =
          add_segment(v, (pf_lattice_point){(int32_t)from[0], (int32_t)from[1]},
                      (pf_lattice_point){(int32_t)to[0], (int32_t)to[1]}, PF_SURVEY_BORDER - r);
    }
  }
  return status;
}

pathfan_status pf_survey_lines(pf_survey *v) {
  const pf_features *f = v->features;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < v->outline.edge_count && !status; i++)
    status = add_segment(v, v->outline.vertices[v->outline.edges[i].from],
                         v->outline.vertices[v->outline.edges[i].to], PF_SURVEY_WALL);
  if (!status) status = add_borders(v);
  for (int32_t line = 0; line < f->line_count && !status; line++) {
    const pf_line *l = &f->lines[line];
    const bool is_road = l->kind == PF_LINE_ROAD;
    if (!is_useful(v, line))
      pf_survey_ignore(v, is_road ? PF_IGNORED_USELESS_ROAD : PF_IGNORED_USELESS_RIVER, l->place,
                       l->name);
    else if (!l->is_apart)
      status = place_line(v, line);
  }
  return status;
}

/* ---- Bridges over rivers ---- */

/* Finds the point of a segment nearest to another point. Returns the distance. */
static double nearest_on(pf_segment s, double x, double y, pf_lattice_point *at) {
  const double dx = (double)s.to.x - s.from.x, dy = (double)s.to.y - s.from.y;
  const double t = ((x - s.from.x) * dx + (y - s.from.y) * dy) / (dx * dx + dy * dy);
  const double u = t < 0 ? 0 : t > 1 ? 1 : t;
  const double nx = s.from.x + u * dx, ny = s.from.y + u * dy;
  *at = (pf_lattice_point){(int32_t)nearbyint(nx), (int32_t)nearbyint(ny)};
  return pf_length(nx - x, ny - y);
}

pathfan_status pf_survey_bridges(pf_survey *v) {
  const pf_frame *frame = &v->ground->frame;
  const double reach =
      fmax(1, BRIDGE_REACH * (frame->width > frame->height ? frame->width : frame->height));
  pathfan_status status = PATHFAN_OK;
  for (int32_t b = 0; b < v->features->bridge_count && !status; b++) {
    const double x = lattice_x(v, v->features->bridges[b].x);
    const double y = lattice_y(v, v->features->bridges[b].y);
    double least = reach;
    pf_lattice_point best = {0, 0}, at;
    bool found = false;
    for (int32_t i = 0; i < v->segment_count; i++) {
      if (v->line_of[i] < 0 || v->features->lines[v->line_of[i]].kind != PF_LINE_RIVER) continue;
      const double off = nearest_on(v->segments[i], x, y, &at);
      if (off > least || (found && off == least)) continue;
      least = off;
      best = at;
      found = true;
    }
    status = pf_limits_go_on(v->limits);
    if (status) break;
    if (!found) {
      pf_survey_ignore(v, PF_IGNORED_LOST_BRIDGE, v->features->bridges[b].place,
                       v->features->bridges[b].name);
      continue;
    }
    status = pf_grow(&v->bridges, &v->bridge_capacity, (int64_t)v->bridge_count + 1);
    if (!status) v->bridges[v->bridge_count++] = (pf_placed_bridge){best, b};
    if (!status) status = pf_grow(&v->extra, &v->extra_capacity, (int64_t)v->extra_count + 1);
    if (!status) v->extra[v->extra_count++] = best;
  }
  return status;
}

/* ---- Bridges and tunnels off the ground ---- */

static pathfan_status add_apart(pf_survey *v, pf_lattice_point at, int32_t line) {
  const pf_separated_point *last =
      v->separated_count ? &v->separated[v->separated_count - 1] : NULL;
  if (last && last->line == line && last->at.x == at.x && last->at.y == at.y) return PATHFAN_OK;
  const pathfan_status status =
      pf_grow(&v->separated, &v->separated_capacity, (int64_t)v->separated_count + 1);
  if (!status)
    v->separated[v->separated_count++] =
        (pf_separated_point){.at = at, .line = line, .joint = PF_TERRAIN_NONE};
  return status;
}

pathfan_status pf_survey_separated(pf_survey *v) {
  const pf_features *f = v->features;
  pathfan_status status = PATHFAN_OK;
  for (int32_t line = 0; line < f->line_count && !status; line++) {
    if (!f->lines[line].is_apart || !is_useful(v, line)) continue;
    const int32_t before = v->separated_count;
    const int32_t first = f->lines[line].first_point, end = pf_line_end(f, line);
    pf_lattice_point from = {0, 0}, to = {0, 0};
    for (int32_t i = first; i + 1 < end && !status; i++) {
      if (!place_segment(v, f->points + 2 * i, &from, &to, &v->is_cut[line])) continue;
      status = add_apart(v, from, line);
      if (!status) status = add_apart(v, to, line);
    }
    if (v->separated_count - before < 2) {
      v->separated_count = before; /* no point, or only one */
      continue;
    }
    v->separated[before].is_end = v->separated[v->separated_count - 1].is_end = true;
    for (int32_t i = before; i < v->separated_count && !status; i++) {
      if (!v->separated[i].is_end) continue;
      status = pf_grow(&v->extra, &v->extra_capacity, (int64_t)v->extra_count + 1);
      if (!status) v->extra[v->extra_count++] = v->separated[i].at;
    }
  }
  return status;
}
