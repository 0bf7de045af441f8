/* validate_links.c - checks floors and links. Whether links end on free ground is known once they
 * are placed (query/links/portals.c). */
#include <math.h>

#include "base/status.h"
#include "format/sections.h"
#include "validate.h"

static pathfan_status bad(const pf_index_view *view, pathfan_error *error, pf_section_id section,
                          const char *what, int32_t at) {
  return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %s: %s (at %d)", view->path,
                 pf_section_name_of(section, 0).text, what, (int)at);
}

static bool is_finite(const double *values, int count) {
  for (int i = 0; i < count; i++)
    if (!isfinite(values[i])) return false;
  return true;
}

static bool ends(const char name[PF_LAYOUT_NAME_BYTES]) {
  return name[PF_LAYOUT_NAME_BYTES - 1] == 0;
}

static const char *fault_of_floor(const pf_layout_floor *floors, int32_t i) {
  const pf_layout_floor *f = &floors[i];
  if (!isfinite(f->level) || !is_finite(f->offset, 2)) return "a floor without a place";
  if (i && !(f[-1].level < f->level)) return "floors out of order";
  if (!is_finite(f->low, 2) || !is_finite(f->high, 2) || !(f->low[0] <= f->high[0]) ||
      !(f->low[1] <= f->high[1]))
    return "a floor without a box";
  return ends(f->name) ? NULL : "a name without an end";
}

static const char *fault_of_link(const pf_layout_link *link) {
  if (!is_finite(link->at, 4)) return "a link without a place";
  if (!(link->cost[0] >= 0) || !(link->cost[1] >= 0)) return "a cost below 0";
  return ends(link->name) ? NULL : "a name without an end";
}

pathfan_status pf_validate_links(const pf_index_view *view, pathfan_error *error) {
  for (int32_t i = 0; i < view->floor_count; i++) {
    const char *fault = fault_of_floor(view->floors, i);
    if (fault) return bad(view, error, PF_SECTION_FLOORS, fault, i);
  }
  for (int32_t i = 0; i < view->link_count; i++) {
    const char *fault = fault_of_link(&view->links[i]);
    if (fault) return bad(view, error, PF_SECTION_LINKS, fault, i);
  }
  return PATHFAN_OK;
}
