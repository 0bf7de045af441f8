/* features.c - lists of areas, roads, rivers and bridges. */
#include "map/features.h"

#include <string.h>

#include "base/memory.h"

/* As for polygons: keeps every index and count, and twice a count, within int32. */
#define COUNT_MAX (INT32_C(1) << 28)

pathfan_status pf_features_area(pf_features *features, pf_rated_area area, const char *name) {
  const int32_t number = features->rated.polygon_count;
  pathfan_status status =
      pf_grow(&features->rated_areas, &features->rated_capacity, (int64_t)number + 1);
  if (!status) status = pf_polygons_begin(&features->rated, PF_POLYGON_FREE, name);
  if (!status) features->rated_areas[number] = area;
  return status;
}

pathfan_status pf_features_line(pf_features *features, const pf_line *line) {
  if (features->line_count >= COUNT_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_grow(&features->lines, &features->line_capacity, features->line_count + 1);
  if (status) return status;
  char *copy = NULL;
  if (line->name && !(copy = strdup(line->name))) return PATHFAN_ERR_NO_MEMORY;
  pf_line *added = &features->lines[features->line_count++];
  *added = *line;
  added->first_point = features->point_count;
  added->name = copy;
  return PATHFAN_OK;
}

pathfan_status pf_features_point(pf_features *features, double x, double y) {
  const int32_t count = features->point_count;
  if (count > features->lines[features->line_count - 1].first_point &&
      features->points[2 * count - 2] == x && features->points[2 * count - 1] == y)
    return PATHFAN_OK;
  if (count >= COUNT_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_grow(&features->points, &features->point_capacity, 2 * (count + 1));
  if (status) return status;
  features->points[2 * count] = x;
  features->points[2 * count + 1] = y;
  features->point_count++;
  return PATHFAN_OK;
}

bool pf_features_close_line(pf_features *features) {
  pf_line *last = &features->lines[features->line_count - 1];
  if (features->point_count > last->first_point + 1) return true;
  features->point_count = last->first_point;
  free(last->name);
  features->line_count--;
  return false;
}

pathfan_status pf_features_bridge(pf_features *features, double x, double y, int32_t place,
                                  const char *name) {
  if (features->bridge_count >= COUNT_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_grow(&features->bridges, &features->bridge_capacity, features->bridge_count + 1);
  if (status) return status;
  char *copy = NULL;
  if (name && !(copy = strdup(name))) return PATHFAN_ERR_NO_MEMORY;
  features->bridges[features->bridge_count++] =
      (pf_bridge){.x = x, .y = y, .place = place, .name = copy};
  return PATHFAN_OK;
}

pathfan_status pf_features_link(pf_features *features, const pf_map_link *link) {
  if (features->link_count >= COUNT_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status =
      pf_grow(&features->links, &features->link_capacity, features->link_count + 1);
  if (status) return status;
  char *copy = NULL;
  if (link->name && !(copy = strdup(link->name))) return PATHFAN_ERR_NO_MEMORY;
  features->links[features->link_count] = *link;
  features->links[features->link_count++].name = copy;
  return PATHFAN_OK;
}

void pf_features_free(pf_features *features) {
  for (int32_t i = 0; i < features->line_count; i++) free(features->lines[i].name);
  for (int32_t i = 0; i < features->bridge_count; i++) free(features->bridges[i].name);
  for (int32_t i = 0; i < features->link_count; i++) free(features->links[i].name);
  free(features->links);
  free(features->lines);
  free(features->points);
  free(features->bridges);
  free(features->rated_areas);
  pf_polygons_free(&features->areas);
  pf_polygons_free(&features->rated);
  memset(features, 0, sizeof *features);
}
