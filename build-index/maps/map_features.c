/* map_features.c - the steps from features as drawn to those of a map, in the order of
 * pf_map_features_prepare. */
#include "map_features.h"

#include <math.h>

#include "base/status.h"
#include "floors.h"
#include "map/projection.h"
#include "map/simplify.h"

double pf_map_features_wall_width(const pf_map_features *f) {
  return f->options->wall_width > 0 ? f->options->wall_width : f->features->wall_width;
}

/* Leaves out features that aren't part of a map; or fails if that isn't allowed. */
static pathfan_status leave_out_others(const pf_map_features *f, pf_polygons *areas) {
  const int64_t count = areas->ignored.count[PF_IGNORED_OTHER];
  if (count && !f->options->skip_others)
    return pf_fail(f->flaw, PATHFAN_ERR_MALFORMED, "%s; --skip-others leaves such features out",
                   areas->ignored.example[PF_IGNORED_OTHER]);
  f->ground->skipped += (int32_t)count;
  return PATHFAN_OK;
}

static pathfan_status project(const pf_map_features *f) {
  pf_ground *ground = f->ground;
  pf_centre centre;
  if (f->options->projection == PATHFAN_PROJECTION_NONE &&
      !(f->features->is_timed && pf_features_are_degrees(f->features)))
    return PATHFAN_OK;
  const pathfan_status status = pf_features_project(f->features, &centre, f->flaw);
  if (status) return status;
  ground->is_projected = ground->is_y_up = true;
  ground->longitude = centre.longitude;
  ground->latitude = centre.latitude;
  return PATHFAN_OK;
}

static void widen(double box[4], const double *points, int32_t count) {
  for (int32_t i = 0; i < 2 * count; i++) {
    box[i % 2] = fmin(box[i % 2], points[i]);
    box[2 + i % 2] = fmax(box[2 + i % 2], points[i]);
  }
}

static pathfan_status add_polygon(pf_polygons *to, pf_polygon_kind kind, const double *points,
                                  int32_t count) {
  pathfan_status status = pf_polygons_begin(to, kind, NULL);
  if (!status) status = pf_polygons_ring(to, 0);
  for (int32_t i = 0; i < count && !status; i++)
    status = pf_polygons_point(to, points[2 * i], points[2 * i + 1]);
  return status;
}

/* Free space that a map doesn't draw is a box round all that it has; areas that are closed don't
 * widen it. */
static pathfan_status draw_free(pf_features *features) {
  const pf_polygons *areas = &features->areas;
  double box[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int32_t i = 0; i < areas->polygon_count; i++)
    if (areas->polygons[i].kind == PF_POLYGON_FREE) return PATHFAN_OK;
  widen(box, areas->points, areas->point_count);
  widen(box, features->rated.points, features->rated.point_count);
  widen(box, features->points, features->point_count);
  const double corners[8] = {box[0], box[1], box[2], box[1], box[2], box[3], box[0], box[3]};
  return add_polygon(&features->areas, PF_POLYGON_FREE, corners, 4);
}

/* Adds the areas that are closed to a terrain's obstacles. */
static pathfan_status close_areas(const pf_map_features *f) {
  const pathfan_closed_areas *closed = f->closed;
  if (!closed || !closed->count || !pf_features_are_terrain(f->features)) return PATHFAN_OK;
  pathfan_status status = draw_free(f->features);
  const double *corners = closed->corners;
  for (int32_t i = 0; i < closed->count && !status; i++) {
    status =
        add_polygon(&f->features->areas, PF_POLYGON_OBSTACLE, corners, closed->corner_counts[i]);
    corners += 2 * closed->corner_counts[i];
  }
  return status;
}

/* Leaves out points of lines and borders. */
static pathfan_status simplify(const pf_map_features *f) {
  int32_t left_out;
  if (!(f->options->simplify > 0) || !pf_features_are_terrain(f->features)) return PATHFAN_OK;
  return pf_features_simplify(f->features, f->options->simplify, f->limits, &left_out);
}

/* Widens lines into walls, or treats them like other features. */
static pathfan_status build_walls(pf_map_features *f, pf_polygons *areas) {
  const int32_t wall = pf_polygons_find_wall(areas);
  if (wall < 0) return PATHFAN_OK;
  if (!(pf_map_features_wall_width(f) > 0)) {
    char quoted[PF_NAME_QUOTE_BYTES];
    const pf_polygon *line = &areas->polygons[wall];
    if (f->options->skip_others) {
      const int32_t before = areas->polygon_count;
      char place[PF_PLACE_BYTES];
      pf_polygon_place(areas, wall, place);
      const pathfan_status status = pf_polygons_drop_walls(areas);
      pf_ignore(&areas->ignored, PF_IGNORED_LINE, before - areas->polygon_count, "%s", place);
      f->ground->skipped += before - areas->polygon_count;
      return status;
    }
    return pf_fail(f->flaw, PATHFAN_ERR_MALFORMED,
                   "%s %d%s is a line, which bounds no area; --wall-width W makes lines "
                   "walls so wide, --skip-others leaves them out",
                   areas->place_is, (int)areas->rings[line->first_ring].place,
                   pf_name_quote(line->name, quoted));
  }
  f->has_walls = true;
  return pf_polygons_widen(areas, pf_map_features_wall_width(f), f->limits, f->flaw);
}

static pathfan_status widen_floor(void *f, pf_polygons *areas) {
  return build_walls(f, areas);
}

/* Lays out the floors of a map that has several; widens walls. */
static pathfan_status build_floors(pf_map_features *f) {
  pf_polygons *areas = &f->features->areas;
  if (areas->levels.count < 2) return build_walls(f, areas);
  if (pf_features_are_terrain(f->features))
    return pf_fail(f->flaw, PATHFAN_ERR_MALFORMED,
                   "a map with roads, rivers or areas with a rate can't have several levels; "
                   "--level chooses one");
  return pf_floors_lay_out(areas, widen_floor, f, f->ground, f->flaw);
}

pathfan_status pf_map_features_prepare(pf_map_features *f) {
  pf_polygons *areas = &f->features->areas;
  const bool is_terrain = pf_features_are_terrain(f->features);
  pathfan_status status = leave_out_others(f, areas);
  if (!status) status = project(f);
  if (!status && !is_terrain) pf_polygons_look_inside_out(areas);
  if (!status) status = simplify(f);
  if (!status) status = close_areas(f);
  if (!status) status = build_floors(f);
  if (!status && !areas->polygon_count && !is_terrain)
    return pf_fail(f->flaw, PATHFAN_ERR_MALFORMED,
                   "there is no polygon in it, and so no area at all");
  return status;
}
