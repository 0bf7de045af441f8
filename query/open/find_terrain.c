/* find_terrain.c - arrays are used where they are mapped. The numbers of nodes, arcs and features
 * follow from the sizes of sections; sizes that depend on each other are checked against each
 * other. */
#include "find_terrain.h"

#include "base/memory.h"
#include "base/status.h"
#include "built_with.h"
#include "terrain/stored.h"
#include "terrain_view.h"

#if PATHFAN_WITH_SEARCH
/* Finds any number of elements; a section has at most 2^30 bytes, so the number fits. */
static pathfan_status find_any(const pf_finder *f, pf_section_id id, const void *data,
                               int32_t *count) {
  uint64_t found = 0;
  const pathfan_status status = pf_finder_find(f, id, 0, PF_ANY_COUNT, data, &found);
  if (!status && found > INT32_MAX) return pf_finder_damaged(f, id, 0, "too large");
  *count = (int32_t)found;
  return status;
}

/* Finds as many elements as other sections require. */
static pathfan_status find_sized(const pf_finder *f, pf_section_id id, uint64_t count,
                                 const void *data) {
  int32_t found = 0;
  const pathfan_status status = find_any(f, id, data, &found);
  if (!status && (uint64_t)found != count)
    return pf_finder_damaged(f, id, 0, "of another size than others say");
  return status;
}

static pathfan_status find_ground(const pf_finder *f) {
  pf_terrain *t = &f->view->terrain->terrain;
  const uint64_t corners = (uint64_t)f->view->header->mesh_corner_count;
  int32_t nodes = 0;
  pathfan_status status = find_sized(f, PF_SECTION_TERRAIN, 1, &f->view->terrain->head);
  if (!status) status = find_sized(f, PF_SECTION_TERRAIN_TWINS, corners, &t->twin);
  if (!status) status = find_sized(f, PF_SECTION_TERRAIN_CORNER_NODE, corners, &t->node);
  if (!status) status = find_sized(f, PF_SECTION_TERRAIN_CORNER_ARC, corners, &t->arc);
  if (!status) status = find_sized(f, PF_SECTION_TERRAIN_RIVERS, corners, &t->river);
  if (!status) status = find_sized(f, PF_SECTION_TERRAIN_FAN, corners, &t->fan);
  if (!status) status = find_any(f, PF_SECTION_TERRAIN_NODES, &t->nodes, &nodes);
  if (!status && !nodes) status = pf_finder_damaged(f, PF_SECTION_TERRAIN_NODES, 0, "of no size");
  t->node_count = nodes - 1;
  return status;
}

static pathfan_status find_lines(const pf_finder *f) {
  pf_terrain_view *view = f->view->terrain;
  pf_terrain *t = &view->terrain;
  pathfan_status status = find_any(f, PF_SECTION_TERRAIN_ARCS, &t->arcs, &t->arc_count);
  if (!status)
    status = find_sized(f, PF_SECTION_TERRAIN_ARC_ENDS, 2 * (uint64_t)t->arc_count, &t->arc_ends);
  if (!status)
    status = find_sized(f, PF_SECTION_TERRAIN_LINKS, t->nodes[t->node_count].first_link, &t->links);
  if (!status && pf_section_find(f->reader, PF_SECTION_TERRAIN_LANES, 0))
    status = find_sized(f, PF_SECTION_TERRAIN_LANES, 2 * (uint64_t)t->arc_count, &t->lanes);
  if (!status && pf_section_find(f->reader, PF_SECTION_TERRAIN_AREAS, 0))
    status =
        find_sized(f, PF_SECTION_TERRAIN_AREAS, (uint64_t)f->view->header->polygon_count, &t->area);
  if (!status) status = find_any(f, PF_SECTION_TERRAIN_FEATURES, &t->features, &t->feature_count);
  if (!status) status = find_any(f, PF_SECTION_TERRAIN_NAMES, &t->names, &view->name_bytes);
  if (!status)
    status =
        find_any(f, PF_SECTION_TERRAIN_RIVER_EDGES, &view->river_edges, &view->river_edge_count);
  return status;
}

static pathfan_status find_ways(const pf_finder *f) {
  const pf_terrain *t = &f->view->terrain->terrain;
  const uint64_t nodes = (uint64_t)t->node_count, sides = t->lanes ? 2 : 1;
  pf_ways *w = &f->view->terrain->ways;
  if (t->lanes) {
    if (t->arc_count > INT32_MAX / 4 || t->node_count > INT32_MAX / 2)
      return pf_finder_damaged(f, PF_SECTION_TERRAIN_LANES, 0, "too large");
    w->second_node = t->node_count;
    w->second_list = 2 * t->arc_count;
  }
  int32_t labels = 0;
  pathfan_status status =
      find_sized(f, PF_SECTION_WAYS_FIRST_LEG, sides * nodes + 1, &w->first_leg);
  if (!status) status = find_any(f, PF_SECTION_WAYS_LEGS, &w->legs, &w->leg_count);
  if (!status) status = find_any(f, PF_SECTION_WAYS_CROSSED, &w->crossed, &w->crossed_count);
  if (!status)
    status = find_sized(f, PF_SECTION_WAYS_FIRST_EXIT, 2 * sides * (uint64_t)t->arc_count + 1,
                        &w->first_exit);
  if (!status) status = find_any(f, PF_SECTION_WAYS_EXITS, &w->exits, &w->exit_count);
  if (!status) status = find_any(f, PF_SECTION_WAYS_EDGES, &w->edges, &w->edge_count);
  if (!status)
    status = find_sized(f, PF_SECTION_WAYS_FIRST_LABEL, sides * nodes + 1, &w->first_label);
  if (!status) status = find_any(f, PF_SECTION_WAYS_LABELS, &w->labels, &labels);
  if (!status) status = find_sized(f, PF_SECTION_WAYS_BY_RANK, nodes, &w->by_rank);
  w->label_count = labels;
  return status;
}

static pathfan_status find_all(const pf_finder *f) {
  f->view->terrain = pf_alloc_zero(1, sizeof *f->view->terrain);
  if (!f->view->terrain) return pf_fail(f->error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  f->view->terrain->terrain.mesh = &f->view->mesh;
  f->view->terrain->terrain.scale = f->view->header->scale;
  pathfan_status status = find_ground(f);
  if (!status) status = find_lines(f);
  return status || f->view->terrain->terrain.area ? status : find_ways(f);
}
#else
static pathfan_status find_all(const pf_finder *f) {
  return pf_fail(f->error, PATHFAN_ERR_VERSION,
                 "%s: is of a terrain, and this library was built without terrains", f->view->path);
}
#endif

/* Either all of the sections are there, or none; with areas those of ways are missing. */
pathfan_status pf_find_terrain(const pf_finder *f) {
  const bool over_areas = pf_section_find(f->reader, PF_SECTION_TERRAIN_AREAS, 0);
  pf_section_id missing = PF_SECTIONS;
  bool any = over_areas;
  for (pf_section_id id = PF_SECTION_TERRAIN; pf_section_is_terrain(id); id++) {
    const bool is_there = pf_section_find(f->reader, id, 0);
    if (over_areas && id >= PF_SECTION_WAYS_FIRST_LEG) {
      if (is_there) return pf_finder_damaged(f, id, 0, "of a terrain with areas");
    } else if (!is_there && missing == PF_SECTIONS) {
      missing = id;
    }
    any = any || is_there;
  }
  if (any && missing != PF_SECTIONS) return pf_finder_damaged(f, missing, 0, "missing");
  return any ? find_all(f) : PATHFAN_OK;
}
