/* generate_curve.c - a smooth line through places.
 *
 * Between any two points another is inserted where a cubic through the four nearest runs (N. Dyn,
 * D. Levin, J. Gregory, "A 4-point interpolatory subdivision scheme", CAGD 1987), once, and only if
 * the line bends there. The given points stay, so that lines that meet in one still do. */
#include <stdlib.h>

#include "map/generate_land.h"

/* Distance from a straight line at which a bend is worth a point, in steps. */
#define BEND 0.03

static pathfan_status add(pf_land *land, double x, double y) {
  return pf_features_point(&land->draft, pf_land_round(x, land->width),
                           pf_land_round(y, land->height));
}

pathfan_status pf_land_curve(pf_land *land, const pf_line *line, const pf_land_place *at,
                             const int32_t *places, int32_t count) {
  const double bend = BEND * land->step;
  pf_features *draft = &land->draft;
  pathfan_status status = pf_features_line(draft, line);
  for (int32_t i = 0; i < count && !status; i++) {
    const pf_land_place b = at[places[i]];
    status = add(land, b.x, b.y);
    if (status || i + 1 == count) break;
    const pf_land_place a = at[places[i ? i - 1 : i]], c = at[places[i + 1]],
                        d = at[places[i + 2 < count ? i + 2 : i + 1]];
    const double x = (b.x + c.x - a.x - d.x) / 16, y = (b.y + c.y - a.y - d.y) / 16;
    if (x * x + y * y > bend * bend) status = add(land, (b.x + c.x) / 2 + x, (b.y + c.y) / 2 + y);
  }
  if (status) return status;
  pf_line *last = &draft->lines[draft->line_count - 1];
  if (draft->point_count - last->first_point >= 2) return PATHFAN_OK;
  draft->point_count = last->first_point; /* shorter than the rounding of coordinates */
  free(last->name);
  draft->line_count--;
  return PATHFAN_OK;
}
