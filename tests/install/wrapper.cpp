/* wrapper INDEX - checks that the C++ header gives the results of the C headers, and throws their
 * errors. */
#include <pathfan/pathfan.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <thread>

static int failures;

static void check(bool good, const char *what) {
  if (good) return;
  std::printf("not so: %s\n", what);
  failures++;
}

template <class Call> static bool throws(pathfan_status status, const char *words, Call call) {
  try {
    call();
  } catch (const pathfan::error &e) {
    return e.status() == status && std::strstr(e.what(), words);
  }
  return false;
}

static double sum(const pathfan::index &index) {
  pathfan::query query(index);
  double total = 0;
  for (pathfan::path path : query.paths(pathfan::request({2, 2}, {37, 27}))) total += path.length;
  return total;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  pathfan::index index(argv[1]);
  index.verify();
  pathfan::query query(index);
  pathfan::request request({2, 2}, {37, 27});
  request.paths = 2;

  const pathfan::answer answer = query.paths(request);
  check(answer.size() == 2 && !answer.empty(), "two paths");
  check(answer.outcome() == PATHFAN_OUTCOME_OK, "an outcome");
  const pathfan::path first = answer[0];
  check(first.points.size() >= 2 && first.points[0].x == 2, "points from the start");
  check(first.length == answer->paths[0].length && first.legs.empty(), "the path of the C header");
  const std::vector<pathfan::path> kept(answer.begin(), answer.end());
  check(kept.size() == 2 && kept[1].length == answer[1].length, "algorithms take answers");
  check((*std::min_element(answer.begin(), answer.end(),
                           [](pathfan::path a, pathfan::path b) { return a.length > b.length; }))
                .length == answer[1].length,
        "the longest of them");
  check(query.measures(answer).at(0).length_ratio == 1, "measures");
  const double length = first.length;
  check(query.distance({2, 2}, {37, 27}) == length, "the distance is that of path 1");
  check(!query.distance({2, 2}, {-500, -500}), "no distance to nowhere");
  check(query.nearest_free({2, 2}, 1)->x == 2, "a free point is its own nearest");
  check(!query.nearest_free({-500, 2}, 1), "nothing is near to nowhere");
  check(throws(PATHFAN_ERR_ARGUMENT, "radius a number of at least 0",
               [&] {
                 query.nearest_free({2, 2}, -1);
               }),
        "a radius below 0");

  const pathfan::obstacles none(index);
  const pathfan::obstacles fire = none.changed({pathfan::change::circle({20, 15}, 2, "fire")});
  const pathfan_hit ray = query.ray({2, 2}, {-50, 2});
  check(ray.found && ray.obstacle == 0 && ray.normal.x > 0, "a ray ends at the map's border");
  check(query.wall({2, 2}, INFINITY).found, "there is a nearest wall");
  check(query.move({2, 2}, ray.at).at.x == ray.at.x, "a move along a free way");
  check(query.random({2, 2}, 0, 7, fire.get()).has_value(), "a random point");
  check(!query.random({-500, 2}, 0, 7), "no random point from nowhere");
  const std::vector<pathfan_point> line = {{2, 2}, ray.at};
  check(query.check({line.data(), line.size()}, none.get()).leg == -1, "a free path");

  request.to = {-500, -500};
  check(query.paths(request).empty(), "an answer without paths is no error");
  check(query.measures(query.paths(request)).empty(), "and has no measures");
  request.to.x = std::nan("");
  check(throws(PATHFAN_ERR_ARGUMENT, "to must be two finite", [&] { query.paths(request); }),
        "NaN");
  check(throws(PATHFAN_ERR_ARGUMENT, "to must be two finite",
               [&] { query.distance(request.from, request.to); }),
        "a distance to NaN");
  request.to.x = 37;
  request.stretch = 0;
  check(throws(PATHFAN_ERR_ARGUMENT, "stretch", [&] { query.paths(request); }), "a bad stretch");
  const auto refused = query.try_paths(request);
  check(!refused && refused.status() == PATHFAN_ERR_ARGUMENT, "the same without exceptions");
  check(std::strstr(refused.what(), "stretch") != nullptr, "and its sentence");
  check(throws(PATHFAN_ERR_IO, "nowhere", [] { pathfan::index("nowhere"); }), "no file");
  const std::string cut = std::string(argv[1]) + '\0' + "more";
  check(throws(PATHFAN_ERR_ARGUMENT, "zero character", [&] { pathfan::index whole(cut); }),
        "a name that C would cut off");
  const auto again = pathfan::index::try_open(argv[1]);
  check(again && again->info().vertex_count > 0 && &*again == &again.value(), "const results");
  auto missing = pathfan::index::try_open("nowhere");
  check(!missing && missing.status() == PATHFAN_ERR_IO, "no file, without exceptions");
  check(throws(PATHFAN_ERR_NOT_INDEX, "here", [] { pathfan::index("12345", 5, "here"); }),
        "no index");

  using pathfan::change;
  pathfan::request round({2, 2}, {37, 27});
  round.paths = 1;
  const pathfan_point near{(first.points[0].x + first.points[1].x) / 2,
                           (first.points[0].y + first.points[1].y) / 2};
  std::vector<int64_t> ids;
  const pathfan::obstacles nothing(index);
  const pathfan::obstacles wall = nothing.changed(
      {change::circle(near, 1, "wall"), change::polygon({{0, 0}, {1, 0}, {0, 1}}, nullptr, false)},
      &ids);
  check(nothing.size() == 0 && wall.size() == 2 && wall.version() == 1, "two obstacles");
  check(ids == wall.ids() && ids.size() == 2, "and their numbers");
  check(wall.find("wall")->id == ids[0] && wall.find("wall")->on, "found by name");
  check(!wall.find(ids[1])->on && !wall.find("fire"), "found by number, or not at all");
  round.obstacles = wall.get();
  check(query.paths(round)[0].length > length, "a longer way");
  pathfan::obstacles now = wall; /* shares it */
  now = now.changed({change::open("wall"), change::close(ids[1])});
  round.obstacles = now.get();
  check(query.paths(round)[0].length == length, "open again");
  check(now.changed({change::remove("wall"), change::remove(ids[1])}).size() == 0, "all gone");
  check(throws(PATHFAN_ERR_ARGUMENT, "no area named fire",
               [&] { wall.changed({change::remove("fire")}); }),
        "an unknown name");
  const pathfan::index other(argv[1]);
  pathfan::query of_other(other);
  check(throws(PATHFAN_ERR_ARGUMENT, "rebase", [&] { of_other.paths(round); }), "of another index");
  const pathfan::obstacles rebased = wall.rebased(other);
  round.obstacles = rebased.get();
  check(of_other.paths(round)[0].length > length, "rebased");

  pathfan::index moved = std::move(index);
  double there = 0;
  std::thread thread([&] { there = sum(moved); });
  thread.join();
  check(there > 2 * length && there == sum(moved), "an index is shared");
  check(moved.info().vertex_count > 0 && !moved.is_stale(), "what it holds");
  moved.reload();
  return failures > 0;
}
