// The public headers serve C++ too: this compiles and links against the C libraries.
#include <cstdio>
#include <cstring>

#include "pathfan/build.hpp"
#include "pathfan/format.h"
#include "pathfan/query.h"

// An index made in memory answers; a map that is none, and a cancelled build, are errors.
static bool builds() {
  const std::string map = "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n";
  const pathfan::built made = pathfan::build(map, "yard.map");
  pathfan::index index = made.open();
  pathfan::query query(index);
  pathfan::build_options options;
  options.is_cancelled = [](void *) { return true; };
  return made.size() == made.report().file_bytes &&
         index.info().source_name == std::string("yard.map") &&
         query.paths(pathfan::request({0.5, 0.5}, {3.5, 2.5})).size() == 2 &&
         pathfan::try_build("nothing").status() == PATHFAN_ERR_MALFORMED &&
         pathfan::try_build(map, "a/b").status() == PATHFAN_ERR_ARGUMENT &&
         pathfan::try_build(map, "yard.map", options).status() == PATHFAN_ERR_CANCELLED;
}

int main() {
  pathfan_request request;
  pathfan_build_options options;
  pathfan_reader *reader = nullptr;
  pathfan_error error;
  pathfan_request_init(&request);
  pathfan_build_options_init(&options);
  bool good = request.paths == 3 && request.stretch == 1.5 && request.dissimilarity == 0.6 &&
              options.tables == 0 && options.threads >= 1 &&
              pathfan_reader_open("", NULL, &reader, &error) != PATHFAN_OK && reader == nullptr &&
              std::strlen(error.text) > 0 && builds();
  std::puts(good ? "1 of 1 passed" : "failed");
  return good ? 0 : 1;
}
