/* off_mesh.c - places the ends of off-mesh connections. */
#include "off_mesh.h"

#include <math.h>

#include "base/length.h"
#include "base/status.h"
#include "base/text.h"
#include "space/space.h"

/* Places the ends of a link; false: one isn't near the ground. */
static bool place(const pf_soup_link *from, const pf_space *space, pf_layout_link *link) {
  for (int e = 0; e < 2; e++) {
    const double *asked = from->at[e];
    pf_fixed_point at;
    int32_t polygon;
    bool snapped;
    const pf_scope where = {.floor = -1, .has_height = true, .height = asked[2]};
    if (!pf_space_place_on(space, &where, asked[0], asked[1], from->reach, &at, &polygon, &snapped))
      return false;
    link->at[2 * e] = pf_frame_x(&space->frame, space->fraction_bits, at.x);
    link->at[2 * e + 1] = pf_frame_y(&space->frame, space->fraction_bits, at.y);
    link->height[e] = (float)pf_mesh_height(space->mesh, polygon, at, space->fraction_bits);
  }
  const double length = pf_length(link->at[2] - link->at[0], link->at[3] - link->at[1]);
  link->cost[0] = length;
  link->cost[1] = from->is_oneway ? INFINITY : length;
  link->flags = from->flags;
  return true;
}

pathfan_status pf_off_mesh_take(const pf_soup *soup, const char *path, pf_ground *ground,
                                pathfan_error *error) {
  pf_space space;
  char text[PF_SOUP_PLACE_BYTES];
  if (!soup->link_count) return PATHFAN_OK;
  pf_space_open(&space, ground->frame, &ground->mesh.view, &ground->locator, ground->mesh.component,
                1);
  ground->links = pf_alloc_zero((uint64_t)soup->link_count, sizeof *ground->links);
  pathfan_status status = ground->links ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < soup->link_count && !status; i++) {
    const pf_soup_link *from = &soup->links[i];
    if (place(from, &space, &ground->links[ground->link_count]))
      ground->link_count++;
    else
      pf_ignore(&ground->ignored, PF_IGNORED_OFF_MESH, 1, "%s",
                pf_soup_place_text(soup, from->place, text));
  }
  pf_space_close(&space);
  if (!status && ground->link_count > PF_LAYOUT_LINKS_MAX)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "%s: more than %d off-mesh connections",
                   pf_name_tail(path), PF_LAYOUT_LINKS_MAX);
  return pf_soup_status(path, status, error);
}
