/* terrain_info.c - the roads and rivers of a map or an index. */
#include "pathfan/terrain.h"

#include <string.h>

#include "query/open/built_with.h"
#include "query/open/index.h"
#include "query/ends/points.h"
#if PATHFAN_WITH_SEARCH
#include "space/map.h"
#include "terrain/terrain_data.h"
#include "query/open/terrain_view.h"

/* A terrain, of a map or an index. */
typedef struct whole {
  const pf_terrain *terrain;
  const pf_space *space;
  const int32_t *river_edges;
  int32_t river_edge_count;
} whole;

static void count_all(const whole *w, pathfan_terrain_info *info) {
  const pf_terrain *t = w->terrain;
  info->background_rate = t->background;
  info->least_rate = t->least;
  info->node_count = t->node_count;
  info->arc_count = t->arc_count;
  for (int32_t a = 0; a < t->arc_count && t->lanes; a++)
    info->oneway_count += t->lanes[2 * a].rate != t->lanes[2 * a + 1].rate;
  for (int32_t i = 0; i < t->feature_count; i++) {
    const int32_t kind = t->features[i].kind;
    ++*(kind == PF_FEATURE_ROAD    ? &info->road_count
        : kind == PF_FEATURE_RIVER ? &info->river_count
        : kind == PF_FEATURE_AREA  ? &info->area_count
                                   : &info->bridge_count);
  }
}

static pathfan_point point_at(const whole *w, pf_lattice_point at) {
  return pf_point_at(w->space, pf_lift(at, w->space->fraction_bits));
}

static pathfan_point corner_at(const whole *w, int32_t corner) {
  const pf_mesh *mesh = w->terrain->mesh;
  return point_at(w, mesh->vertices[mesh->corner_vertex[corner]]);
}

/* Returns the feature that is bridge `number`, counted from the last; NONE if there are fewer. */
static int32_t bridge_from_last(const pf_terrain *t, int32_t number) {
  const int32_t feature = t->feature_count - 1 - number;
  return feature >= 0 && t->features[feature].kind == PF_FEATURE_BRIDGE ? feature : PF_TERRAIN_NONE;
}

/* The cost per distance along a piece of road there or back, over the ground if it isn't for that
 * way. */
static double rate_along(const pf_terrain *t, int32_t number, int backward) {
  const pf_arc *arc = &t->arcs[number];
  const pf_node *node = &t->nodes[arc->node[0]];
  double rate = pf_lane_of(t, number, backward).rate;
  if (arc->corner < 0) return rate;
  for (uint32_t i = node->first_fan; i < node[1].first_fan; i++) {
    if (t->fan[i].corner != arc->corner) continue;
    const int32_t beyond = t->mesh->corner_neighbour[arc->corner];
    rate = fmin(rate, pf_ground_rate(t, t->fan[i].polygon));
    if (beyond >= 0) rate = fmin(rate, pf_ground_rate(t, beyond));
  }
  return rate;
}

/* Lines are numbered in this order: arcs; edges of rivers, by a corner of the mesh each; bridges,
 * the last one first. */
static bool get_line(const whole *w, int32_t number, pathfan_terrain_line *line) {
  const pf_terrain *t = w->terrain;
  if (number < 0) return false;
  int32_t feature;
  if (number >= t->arc_count + w->river_edge_count) {
    feature = bridge_from_last(t, number - t->arc_count - w->river_edge_count);
    if (feature < 0) return false;
    const pathfan_point at = corner_at(w, t->features[feature].corner);
    *line = (pathfan_terrain_line){.kind = PATHFAN_CLASS_BRIDGE, .ends = {at, at}};
  } else if (number < t->arc_count) {
    const pf_arc *arc = &t->arcs[number];
    *line = (pathfan_terrain_line){
        .kind = PATHFAN_CLASS_ROAD,
        .is_apart = arc->corner < 0,
        .rates = {rate_along(t, number, 0), rate_along(t, number, 1)},
        .ends = {point_at(w, t->nodes[arc->node[0]].at), point_at(w, t->nodes[arc->node[1]].at)}};
    feature = arc->feature;
  } else {
    const int32_t corner = w->river_edges[number - t->arc_count];
    *line = (pathfan_terrain_line){.kind = PATHFAN_CLASS_RIVER,
                                   .ends = {corner_at(w, corner), corner_at(w, t->twin[corner])}};
    feature = t->river[corner];
  }
  line->value = t->features[feature].value;
  line->feature = t->features[feature].place;
  line->name = pf_feature_name(t, feature);
  return true;
}

static bool get_area(const pf_terrain *t, int32_t polygon, pathfan_terrain_area *area) {
  if (!t->area || polygon < 0 || polygon >= t->mesh->polygon_count) return false;
  *area = (pathfan_terrain_area){.rate = pf_ground_rate(t, polygon),
                                 .feature = pf_feature_place(t, t->area[polygon]),
                                 .name = pf_feature_name(t, t->area[polygon])};
  return true;
}

/* ---- Maps ---- */

static whole whole_of_map(const pathfan_map *map) {
  const pf_terrain_data *t = map->ground.terrain;
  return (whole){&t->view, &map->space, t->river_edges, t->river_edge_count};
}

bool pathfan_map_is_terrain(const pathfan_map *map) {
  return map->ground.terrain != NULL;
}

bool pathfan_map_terrain_info(const pathfan_map *map, pathfan_terrain_info *info) {
  memset(info, 0, sizeof *info);
  if (!map->ground.terrain) return false;
  const whole w = whole_of_map(map);
  const int64_t *ignored = map->ground.ignored.count;
  *info = (pathfan_terrain_info){.overlapping_roads = (int32_t)ignored[PF_IGNORED_ROAD_OVERLAP],
                                 .overlapping_rivers = (int32_t)ignored[PF_IGNORED_RIVER_OVERLAP],
                                 .useless_roads = (int32_t)ignored[PF_IGNORED_USELESS_ROAD],
                                 .lost_bridges = (int32_t)ignored[PF_IGNORED_LOST_BRIDGE],
                                 .cut_roads = (int32_t)ignored[PF_IGNORED_CUT_ROAD]};
  count_all(&w, info);
  return true;
}

bool pathfan_map_terrain_line(const pathfan_map *map, int32_t number, pathfan_terrain_line *line) {
  if (!map->ground.terrain) return false;
  const whole w = whole_of_map(map);
  return get_line(&w, number, line);
}

bool pathfan_map_terrain_area(const pathfan_map *map, int32_t polygon, pathfan_terrain_area *area) {
  return map->ground.terrain && get_area(&map->ground.terrain->view, polygon, area);
}

/* ---- Indexes ---- */

static whole whole_of_index(const pf_generation *g) {
  const pf_terrain_view *view = g->view.terrain;
  return (whole){&view->terrain, &g->space, view->river_edges, view->river_edge_count};
}

/* Whether the index is of a terrain that isn't damaged. */
static bool is_sound(const pf_generation *g) {
  return g->view.terrain && !pf_generation_need_location(g, NULL);
}

bool pathfan_index_is_terrain(const pathfan_index *index) {
  pf_generation *held = pf_index_retain(index);
  const bool is_terrain = held->view.terrain != NULL;
  pf_generation_release(held);
  return is_terrain;
}

bool pathfan_index_terrain_info(const pathfan_index *index, pathfan_terrain_info *info) {
  pf_generation *held = pf_index_retain(index);
  const bool found = is_sound(held);
  memset(info, 0, sizeof *info);
  if (found) {
    const pf_layout_terrain *head = held->view.terrain->head;
    const whole w = whole_of_index(held);
    *info = (pathfan_terrain_info){.overlapping_roads = head->overlapping_roads,
                                   .overlapping_rivers = head->overlapping_rivers,
                                   .useless_roads = head->useless_roads,
                                   .lost_bridges = head->lost_bridges,
                                   .cut_roads = head->cut_roads};
    count_all(&w, info);
  }
  pf_generation_release(held);
  return found;
}

bool pathfan_index_terrain_area(const pathfan_index *index, int32_t polygon,
                                pathfan_terrain_area *area) {
  pf_generation *held = pf_index_retain(index);
  const bool found = is_sound(held) && get_area(&held->view.terrain->terrain, polygon, area);
  pf_generation_release(held);
  return found;
}

bool pathfan_index_terrain_line(const pathfan_index *index, int32_t number,
                                pathfan_terrain_line *line) {
  pf_generation *held = pf_index_retain(index);
  bool found = is_sound(held);
  if (found) {
    const whole w = whole_of_index(held);
    found = get_line(&w, number, line);
  }
  pf_generation_release(held);
  return found;
}
#endif
