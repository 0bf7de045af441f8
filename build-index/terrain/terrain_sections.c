/* terrain_sections.c - adds the sections of a terrain and its ways.
 *
 * The arrays go into the file as they are: their records are those of the file
 * (terrain/stored.h). */
#include "terrain_sections.h"

#include "terrain/stored.h"
#include "terrain/terrain_data.h"

/* A section and its content. */
typedef struct filled {
  pf_section_id id;
  const void *data;
  uint64_t count;
} filled;

pathfan_status pf_terrain_sections_add(const pf_ground *ground, const pf_ways *ways,
                                       pf_add_section *add, void *context) {
  const pf_terrain_data *terrain = ground->terrain;
  const pf_terrain *t = &terrain->view;
  const int64_t *ignored = ground->ignored.count;
  const uint64_t corners = t->mesh->first_corner[t->mesh->polygon_count];
  const uint64_t nodes = (uint64_t)t->node_count, arcs = (uint64_t)t->arc_count;
  const uint64_t sides = t->lanes ? 2 : 1;
  const pf_layout_terrain head = {.background = t->background,
                                  .overlapping_roads = (int32_t)ignored[PF_IGNORED_ROAD_OVERLAP],
                                  .overlapping_rivers = (int32_t)ignored[PF_IGNORED_RIVER_OVERLAP],
                                  .useless_roads = (int32_t)ignored[PF_IGNORED_USELESS_ROAD],
                                  .lost_bridges = (int32_t)ignored[PF_IGNORED_LOST_BRIDGE],
                                  .cut_roads = (int32_t)ignored[PF_IGNORED_CUT_ROAD]};
  const filled all[] = {
      {PF_SECTION_TERRAIN, &head, 1},
      {PF_SECTION_TERRAIN_TWINS, t->twin, corners},
      {PF_SECTION_TERRAIN_CORNER_NODE, t->node, corners},
      {PF_SECTION_TERRAIN_CORNER_ARC, t->arc, corners},
      {PF_SECTION_TERRAIN_RIVERS, t->river, corners},
      {PF_SECTION_TERRAIN_NODES, t->nodes, nodes + 1},
      {PF_SECTION_TERRAIN_FAN, t->fan, t->nodes[nodes].first_fan},
      {PF_SECTION_TERRAIN_ARC_ENDS, t->arc_ends, 2 * arcs},
      {PF_SECTION_TERRAIN_LINKS, t->links, t->nodes[nodes].first_link},
      {PF_SECTION_TERRAIN_ARCS, t->arcs, arcs},
      {PF_SECTION_TERRAIN_FEATURES, t->features, (uint64_t)t->feature_count},
      {PF_SECTION_TERRAIN_NAMES, t->names, (uint64_t)terrain->name_bytes},
      {PF_SECTION_TERRAIN_RIVER_EDGES, terrain->river_edges, (uint64_t)terrain->river_edge_count},
  };
  const filled of_ways[] = {
      {PF_SECTION_WAYS_FIRST_LEG, ways->first_leg, nodes * sides + 1},
      {PF_SECTION_WAYS_LEGS, ways->legs, (uint64_t)ways->leg_count},
      {PF_SECTION_WAYS_CROSSED, ways->crossed, (uint64_t)ways->crossed_count},
      {PF_SECTION_WAYS_FIRST_EXIT, ways->first_exit, 2 * arcs * sides + 1},
      {PF_SECTION_WAYS_EXITS, ways->exits, (uint64_t)ways->exit_count},
      {PF_SECTION_WAYS_EDGES, ways->edges, (uint64_t)ways->edge_count},
      {PF_SECTION_WAYS_FIRST_LABEL, ways->first_label, nodes * sides + 1},
      {PF_SECTION_WAYS_LABELS, ways->labels, (uint64_t)ways->label_count},
      {PF_SECTION_WAYS_BY_RANK, ways->by_rank, nodes},
  };
  pathfan_status status = PATHFAN_OK;
  for (size_t i = 0; i < sizeof all / sizeof *all && !status; i++)
    status = add(context, all[i].id, all[i].data, all[i].count);
  for (size_t i = 0; i < sizeof of_ways / sizeof *of_ways && !t->area && !status; i++)
    status = add(context, of_ways[i].id, of_ways[i].data, of_ways[i].count);
  if (!status && t->lanes) status = add(context, PF_SECTION_TERRAIN_LANES, t->lanes, 2 * arcs);
  if (!status && t->area)
    status = add(context, PF_SECTION_TERRAIN_AREAS, t->area, (uint64_t)t->mesh->polygon_count);
  return status;
}
