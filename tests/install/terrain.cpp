/* terrain INDEX - checks that pathfan/terrain.hpp gives the costs of paths, on valley.geojson. */
#include <pathfan/terrain.hpp>

#include <cmath>
#include <cstdio>

static int failures;

static void check(bool good, const char *what) {
  if (good) return;
  std::printf("not so: %s\n", what);
  failures++;
}

static bool stop(void *context, size_t done) {
  (void)done;
  ++*static_cast<int *>(context);
  return false;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  pathfan::index index(argv[1]);
  pathfan::query query(index);
  const pathfan_point from = {0.5, 2.2}, to = {4, 4.8};
  pathfan::request request(from, to);
  request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
  request.paths = 1;
  request.max_gap = 1e-6;
  const pathfan::answer answer = query.paths(request);
  check(answer->gap_reached && answer[0].gap == 0 && !answer[0].legs.empty(), "a certain path");
  const double cost = answer[0].cost;
  bool is_free = false;
  const std::vector<pathfan_field_value> values = pathfan::field(query, to, {from, to}, &is_free);
  check(is_free && std::fabs(values[0].cost - cost) < 1e-6 && values[1].cost == 0, "its field");
  const pathfan_point corner = answer[0].points[1];
  const std::vector<pathfan::via_cost> over = pathfan::via(query, from, to, INFINITY, {corner});
  check(std::fabs(over[0].least - cost) < 1e-6 && over[0].most == over[0].least, "over a corner");

  int told = 0;
  pathfan::field_limits limits;
  limits.go_on = stop;
  limits.context = &told;
  pathfan::limit_fields(query, &limits);
  const auto stopped = pathfan::try_field(query, to, std::vector<pathfan_point>(500, from));
  check(!stopped && stopped.status() == PATHFAN_ERR_CANCELLED && told > 0, "cancelled");
  limits = pathfan::field_limits();
  limits.work_limit = 1;
  pathfan::limit_fields(query, &limits);
  check(pathfan::try_field(query, to, {from}).status() == PATHFAN_ERR_LIMIT, "a limit");
  pathfan::limit_fields(query, nullptr);
  check(pathfan::try_via(query, from, to, -1, {corner}).status() == PATHFAN_ERR_ARGUMENT,
        "no limit below 0");
  return failures != 0;
}
