/* pathfan/terrain.hpp - pathfan/terrain.h for C++17: costs of many places over a terrain.
 *
 *   pathfan::field_limits limits;
 *   limits.work_limit = 100000000;
 *   pathfan::limit_fields(query, &limits);
 *   for (const pathfan_field_value &value : pathfan::field(query, goal, places)) draw(value.cost);
 *
 * Functions throw pathfan::error; try_ ones return a result. limits.go_on must not throw. Programs
 * link pathfan, pathfan-crowd or pathfan-build. */
#ifndef PATHFAN_TERRAIN_HPP
#define PATHFAN_TERRAIN_HPP

#include "pathfan/pathfan.hpp"
#include "pathfan/terrain.h"

namespace pathfan {

/* No limits, until its fields are set. */
struct field_limits : pathfan_field_limits {
  field_limits() : pathfan_field_limits() {}
};

/* As pathfan_query_limit_fields: for all calls on this query below; nullptr: none. */
inline void limit_fields(const query &of, const pathfan_field_limits *limits) {
  const pathfan_status status = pathfan_query_limit_fields(of.get(), limits);
  if (status != PATHFAN_OK) raise(error(status, pathfan_query_error(of.get())));
}

/* Returns the cheapest paths from places to a goal, as pathfan_query_field. is_free, if given, is
 * set to whether the goal is free. */
inline result<std::vector<pathfan_field_value>>
try_field(const query &of, pathfan_point goal, const std::vector<pathfan_point> &places,
          bool *is_free = nullptr) {
  std::vector<pathfan_field_value> values(places.size());
  const pathfan_status status =
      pathfan_query_field(of.get(), goal, places.data(), places.size(), values.data(), is_free);
  if (status != PATHFAN_OK) return error(status, pathfan_query_error(of.get()));
  return values;
}
inline std::vector<pathfan_field_value> field(const query &of, pathfan_point goal,
                                              const std::vector<pathfan_point> &places,
                                              bool *is_free = nullptr) {
  return try_field(of, goal, places, is_free).value();
}

/* Bounds on the cost of the cheapest path through a place; they differ only over areas with a rate.
 */
struct via_cost {
  double least, most;
};

/* Returns the costs of the cheapest paths between two ends through places, as pathfan_query_via. */
inline result<std::vector<via_cost>> try_via(const query &of, pathfan_point from, pathfan_point to,
                                             double limit,
                                             const std::vector<pathfan_point> &places) {
  static_assert(sizeof(via_cost) == sizeof(double[2]), "as the library writes them");
  std::vector<via_cost> costs(places.size());
  const pathfan_status status =
      pathfan_query_via(of.get(), from, to, limit, places.data(), places.size(),
                        reinterpret_cast<double(*)[2]>(costs.data()));
  if (status != PATHFAN_OK) return error(status, pathfan_query_error(of.get()));
  return costs;
}
inline std::vector<via_cost> via(const query &of, pathfan_point from, pathfan_point to,
                                 double limit, const std::vector<pathfan_point> &places) {
  return try_via(of, from, to, limit, places).value();
}

} // namespace pathfan

#endif
