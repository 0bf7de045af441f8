/* terrain_map.c - turns features into a terrain, stage by stage:
 *
 *   features     their names and values (terrain_survey.h)
 *   polygons     to an outline on the lattice, as for any map of polygons; areas with a rate as
 * rings lines        to the same lattice, cut off at the map's border (terrain_lines.h) arrangement
 * outline, roads and rivers cut where they meet (map/arrange.h) edges        pieces that lie on
 * each other merged into one (terrain_edges.h) cover        which area's ground is on either side
 * of each edge (terrain_areas.h) mesh         free space triangulated along the edges; its corners
 * marked with what is there separated    bridges and tunnels, of which the mesh has the ends only
 * (separated_ends.h) */
#include "terrain_map.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "separated_ends.h"
#include "terrain_areas.h"
#include "terrain_edges.h"
#include "terrain_lines.h"

/* Sets a message for stages that only return a status. */
static pathfan_status failed(const pf_survey *v, pathfan_status status) {
  if (status == PATHFAN_ERR_NO_MEMORY)
    return pf_fail(v->error, status, "no memory for %d points of roads and rivers",
                   (int)v->features->point_count);
  return pf_fail(v->error, status, "making the terrain: %s", pathfan_status_text(status));
}

static void count_ignored(pf_survey *v) {
  for (int32_t i = 0; i < v->features->line_count; i++) {
    const pf_line *line = &v->features->lines[i];
    const bool is_road = line->kind == PF_LINE_ROAD;
    if (v->is_overlapped[i])
      pf_survey_ignore(v, is_road ? PF_IGNORED_ROAD_OVERLAP : PF_IGNORED_RIVER_OVERLAP, line->place,
                       line->name);
    /* Rivers are, too, by the lakes into which they run: there nobody misses them. */
    if (v->is_cut[i] && is_road) pf_survey_ignore(v, PF_IGNORED_CUT_ROAD, line->place, line->name);
  }
}

/* Rates that are this many times higher or lower than the background's are typing errors, or meant
 * to be infinite. */
#define RATE_RATIO_MAX 1e6

static pathfan_status check_rates(const pf_survey *v, const pathfan_map_options *options) {
  const double background = v->terrain->view.background;
  for (int32_t i = 0; i < v->features->rated.polygon_count; i++) {
    const pf_rated_area *area = &v->features->rated_areas[i];
    if (!isfinite(area->rate)) {
      if (options->agent_radius > 0)
        return pf_fail(v->error, PATHFAN_ERR_ARGUMENT,
                       "feature %d is an area that can't be walked on, and doesn't grow by an "
                       "agent's radius; make it an obstacle",
                       (int)area->place);
    } else if (area->rate > RATE_RATIO_MAX * background ||
               area->rate * RATE_RATIO_MAX < background) {
      return pf_fail(v->error, PATHFAN_ERR_LIMIT,
                     "feature %d has a rate of %g; from %g to %g are possible beside a background "
                     "rate of %g",
                     (int)area->place, area->rate, background / RATE_RATIO_MAX,
                     background * RATE_RATIO_MAX, background);
    }
  }
  return PATHFAN_OK;
}

static pathfan_status survey_all(pf_survey *v, const pathfan_map_options *options) {
  pathfan_status status = check_rates(v, options);
  if (status) return status;
  status = pf_survey_features(v);
  if (status) return failed(v, status);
  status = pf_survey_areas(v, options);
  if (status) return status;
  v->ground->frame.is_rounded = 1; /* where lines cross, if nowhere else */
  v->terrain->view.scale = v->ground->frame.scale;
  status = pf_survey_lines(v);
  if (!status) status = pf_survey_bridges(v);
  if (!status) status = pf_survey_separated(v);
  if (!status)
    status = pf_arrange(v->segments, v->segment_count, v->extra, v->extra_count, v->limits,
                        &v->arrangement);
  if (!status) status = pf_survey_edges(v);
  if (!status) status = pf_survey_cover(v);
  if (!status) status = pf_survey_mesh(v, options->mesh != PATHFAN_MESH_CDT);
  if (!status) status = pf_survey_grounds(v);
  if (!status) status = pf_survey_finish(v);
  if (status) return failed(v, status);
  count_ignored(v);
  return PATHFAN_OK;
}

pathfan_status pf_terrain_read(const pf_features *features, const pathfan_map_options *options,
                               const pf_limits *limits, pf_ground *ground, pathfan_error *error) {
  const uint64_t lines = (uint64_t)features->line_count;
  pf_survey v = {.features = features, .ground = ground, .limits = limits, .error = error};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  ground->terrain = v.terrain = pf_alloc_zero(1, sizeof *v.terrain);
  v.is_overlapped = pf_alloc_zero(lines, sizeof *v.is_overlapped);
  v.is_cut = pf_alloc_zero(lines, sizeof *v.is_cut);
  if (v.terrain && v.is_overlapped && v.is_cut) {
    v.terrain->view.background =
        options->background_rate > 0 ? options->background_rate : features->background_rate;
    ground->mesh_kind = PF_LAYOUT_MESH_CDT;
    status = survey_all(&v, options);
  } else {
    failed(&v, status);
  }
  pf_survey_free(&v);
  return status;
}
