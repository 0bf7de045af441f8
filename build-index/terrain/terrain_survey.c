/* terrain_survey.c - the first stages: features with their names, areas as on maps of polygons. */
#include "terrain_survey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "map/polygons_overlay.h"

void pf_survey_ignore(pf_survey *v, pf_ignored_kind kind, int32_t place, const char *name) {
  char quoted[PF_NAME_QUOTE_BYTES];
  pf_ignore(&v->ground->ignored, kind, 1, "feature %d%s", (int)place, pf_name_quote(name, quoted));
}

/* ---- Features ---- */

/* Makes room for as many as there can be. */
static pathfan_status make_room(pf_survey *v) {
  const pf_features *f = v->features;
  pf_terrain_data *t = v->terrain;
  size_t bytes = 0;
  for (int32_t i = 0; i < f->line_count; i++)
    bytes += f->lines[i].name ? strlen(f->lines[i].name) + 1 : 0;
  for (int32_t i = 0; i < f->bridge_count; i++)
    bytes += f->bridges[i].name ? strlen(f->bridges[i].name) + 1 : 0;
  for (int32_t i = 0; i < f->rated.polygon_count; i++)
    bytes += f->rated.polygons[i].name ? strlen(f->rated.polygons[i].name) + 1 : 0;
  const int64_t count = (int64_t)f->line_count + f->rated.polygon_count + f->bridge_count;
  if (bytes > INT32_MAX || count > INT32_MAX) return PATHFAN_ERR_LIMIT;
  t->features = pf_alloc((uint64_t)count, sizeof *t->features);
  t->names = pf_alloc(bytes, 1);
  v->area_feature = pf_alloc((uint64_t)f->rated.polygon_count, sizeof *v->area_feature);
  return t->features && t->names && v->area_feature ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

int32_t pf_survey_add_feature(pf_survey *v, pf_feature_kind kind, double value, int32_t place,
                              const char *name) {
  pf_terrain_data *t = v->terrain;
  t->features[t->view.feature_count] = (pf_feature){.value = value,
                                                    .kind = kind,
                                                    .place = place,
                                                    .name = name ? t->name_bytes : PF_TERRAIN_NONE,
                                                    .corner = PF_TERRAIN_NONE};
  if (name) {
    const size_t length = strlen(name) + 1;
    memcpy(t->names + t->name_bytes, name, length);
    t->name_bytes += (int32_t)length;
  }
  return t->view.feature_count++;
}

/* Adds the areas; parts of one feature are one. */
static void add_rated_features(pf_survey *v) {
  const pf_features *f = v->features;
  v->dearest = v->terrain->view.background;
  for (int32_t i = 0; i < f->rated.polygon_count; i++) {
    const pf_rated_area *area = &f->rated_areas[i];
    v->area_feature[i] = i && area[-1].place == area->place
                             ? v->area_feature[i - 1]
                             : pf_survey_add_feature(v, PF_FEATURE_AREA, area->rate, area->place,
                                                     f->rated.polygons[i].name);
    if (isfinite(area->rate)) v->dearest = fmax(v->dearest, area->rate);
  }
}

/* Bridges are added once it is known where they are. */
pathfan_status pf_survey_features(pf_survey *v) {
  const pathfan_status status = make_room(v);
  for (int32_t i = 0; i < v->features->line_count && !status; i++) {
    const pf_line *line = &v->features->lines[i];
    const pf_feature_kind kind = line->kind == PF_LINE_ROAD ? PF_FEATURE_ROAD : PF_FEATURE_RIVER;
    pf_survey_add_feature(v, kind, line->value, line->place, line->name);
  }
  if (!status) add_rated_features(v);
  return status;
}

/* ---- Areas ---- */

static pathfan_status add_ring(pf_polygons *to, pf_polygon_kind kind, const double *points,
                               int32_t count) {
  if (!count) return PATHFAN_OK;
  pathfan_status status = pf_polygons_begin(to, kind, NULL);
  if (!status) status = pf_polygons_ring(to, 0);
  for (int32_t i = 0; i < count && !status; i++)
    status = pf_polygons_point(to, points[2 * i], points[2 * i + 1]);
  return status;
}

static pathfan_status add_areas(const pf_polygons *from, pf_polygons *to) {
  pathfan_status status = PATHFAN_OK;
  to->place_is = from->place_is;
  for (int32_t p = 0; p < from->polygon_count && !status; p++) {
    status = pf_polygons_begin(to, from->polygons[p].kind, from->polygons[p].name);
    if (status) break;
    to->polygons[p].even_odd = from->polygons[p].even_odd;
    for (int32_t r = from->polygons[p].first_ring; r < pf_polygon_end(from, p) && !status; r++) {
      status = pf_polygons_ring(to, from->rings[r].place);
      for (int32_t i = from->rings[r].first_point; i < pf_ring_end(from, r) && !status; i++)
        status = pf_polygons_point(to, from->points[2 * i], from->points[2 * i + 1]);
      if (!status) pf_polygons_close_ring(to);
    }
  }
  return status;
}

/* Adds the bounding box of everything as a free polygon if there is no free one. */
static pathfan_status add_box(const pf_features *f, pf_polygons *areas) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int32_t p = 0; p < areas->polygon_count; p++)
    if (areas->polygons[p].kind == PF_POLYGON_FREE) return PATHFAN_OK;
  for (int32_t i = 0; i < 2 * areas->point_count; i++) {
    low[i % 2] = fmin(low[i % 2], areas->points[i]);
    high[i % 2] = fmax(high[i % 2], areas->points[i]);
  }
  for (int32_t i = 0; i < 2 * f->rated.point_count; i++) {
    low[i % 2] = fmin(low[i % 2], f->rated.points[i]);
    high[i % 2] = fmax(high[i % 2], f->rated.points[i]);
  }
  for (int32_t i = 0; i < 2 * f->point_count; i++) {
    low[i % 2] = fmin(low[i % 2], f->points[i]);
    high[i % 2] = fmax(high[i % 2], f->points[i]);
  }
  const double box[8] = {low[0], low[1], high[0], low[1], high[0], high[1], low[0], high[1]};
  return add_ring(areas, PF_POLYGON_FREE, box, 4);
}

/* Finds the lattice. Areas with a rate need room for a rectangle a unit round it
 * (terrain_areas.c). */
static pathfan_status find_frame(const pf_polygons *all, double unit, pf_survey *v) {
  pf_frame *frame = &v->ground->frame;
  const pathfan_status status = pf_polygons_frame(all, unit, frame, v->error);
  const int32_t most = PF_EXTENT_MAX - 2;
  if (status || !v->features->rated.polygon_count ||
      (frame->width <= most && frame->height <= most))
    return status;
  return unit > 0
             ? pf_fail(v->error, PATHFAN_ERR_LIMIT, "a unit of %g is too fine for this map", unit)
             : pf_polygons_frame(all, 2 / frame->scale, frame, v->error);
}

pathfan_status pf_survey_areas(pf_survey *v, const pathfan_map_options *options) {
  const pf_features *f = v->features;
  pf_polygons areas = {0}, all = {0};
  pathfan_status status = add_areas(&f->areas, &areas);
  if (!status) status = add_box(f, &areas);
  if (!status) status = add_areas(&areas, &all);
  /* Lines, like obstacles, count for which lattice holds the map exactly. */
  if (!status) status = add_ring(&all, PF_POLYGON_OBSTACLE, f->points, f->point_count);
  if (!status) status = add_ring(&all, PF_POLYGON_OBSTACLE, f->rated.points, f->rated.point_count);
  if (status) pf_fail(v->error, status, "no memory for areas");
  if (!status) status = find_frame(&all, options->unit, v);
  if (!status)
    status = pf_polygons_outline_in(&areas, &v->ground->frame,
                                    &(pf_snap_options){.agent_radius = options->agent_radius,
                                                       .limits = v->limits,
                                                       .ignored = &v->ground->ignored},
                                    &v->outline, v->error);
  if (areas.polygon_count > f->areas.polygon_count) /* the box, which nobody has drawn */
    pf_ignored_drop(&v->ground->ignored, PF_IGNORED_SWALLOWED);
  if (!status && f->rated.polygon_count)
    status = pf_polygons_place(&f->rated, &v->ground->frame, &v->rated);
  pf_polygons_free(&areas);
  pf_polygons_free(&all);
  return status;
}

void pf_survey_free(pf_survey *v) {
  pf_outline_free(&v->outline);
  pf_polygons_free(&v->rated);
  pf_arrangement_free(&v->arrangement);
  free(v->segments);
  free(v->line_of);
  free(v->extra);
  free(v->bridges);
  free(v->edges);
  free(v->borders);
  free(v->area_feature);
  free(v->point_of);
  free(v->first_corner);
  free(v->corners);
  free(v->separated);
  free(v->is_overlapped);
  free(v->is_cut);
}
