/* check_request.c - whether any client may send a request. */
#include "server/check_request.h"

#include "pathfan/inspect.h"
#include "server/limits.h"

static bool fits_terrain(const pf_source *source, const pathfan_request *request,
                         pf_complaint *wrong) {
  if (pf_source_can(source, request->algorithm)) return true;
  if (pf_source_is_terrain(source))
    return pf_complain(wrong, "algorithm %s %s", pathfan_algorithm_name(request->algorithm),
                       pf_source_refusal(source));
  return pf_complain(wrong, "algorithm terrain needs a terrain, a map with roads, rivers or rates");
}

static bool fits_tables(const pathfan_index *index, const pathfan_request *request,
                        pf_complaint *wrong) {
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  if (request->tables > info.table_count)
    return pf_complain(wrong, "\"tables\": %d: the index has %d", request->tables,
                       info.table_count);
  if (request->algorithm == PATHFAN_ALGORITHM_CVPD && !info.table_count)
    return pf_complain(wrong, "\"algorithm\": cvpd needs tables, and the index has none");
  return true;
}

const char *pf_check_request(const pf_source *source, const pathfan_request *request,
                             pf_complaint *wrong) {
  const bool is_terrain = pf_source_is_terrain(source);
  bool good = true;
  if (request->paths > PF_PATHS_MAX)
    good = pf_complain(wrong, "\"paths\" must be 1 to %d", PF_PATHS_MAX);
  else if (is_terrain || request->algorithm == PATHFAN_ALGORITHM_TERRAIN)
    good = fits_terrain(source, request, wrong);
  if (good && pathfan_algorithm_is_indexed(request->algorithm) && !source->index) {
    pf_complain(wrong, "the index of this map is still being built; other algorithms answer "
                       "without it");
    return "no_index";
  }
  if (good && source->index && !is_terrain) good = fits_tables(source->index, request, wrong);
  return good ? NULL : "invalid_request";
}

bool pf_request_searches(const pathfan_request *request, bool is_terrain) {
  return !pathfan_algorithm_is_indexed(request->algorithm) || is_terrain || request->avoid_count ||
         request->effort != PATHFAN_EFFORT_FAST;
}
