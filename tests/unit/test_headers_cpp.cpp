// The public headers serve C++ too: this compiles and links against the C libraries.
#include <cstdio>
#include <cstring>

#include "pathfan/build.h"
#include "pathfan/format.h"
#include "pathfan/query.h"

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
              std::strlen(error.text) > 0;
  std::puts(good ? "1 of 1 passed" : "failed");
  return good ? 0 : 1;
}
