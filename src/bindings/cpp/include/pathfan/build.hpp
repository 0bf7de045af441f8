/* pathfan/build.hpp - pathfan/build.h for C++17: from a map in memory to an index in memory.
 *
 *   pathfan::built made = pathfan::build(text, "arena.map");
 *   pathfan::index index = made.open();
 *
 * Options are a pathfan_build_options, all of whose fields may be set; its functions (progress,
 * cancelling) must not throw. `build` throws pathfan::error; try_build returns a result.
 * Programs link pathfan-build, which holds all of pathfan. */
#ifndef PATHFAN_BUILD_HPP
#define PATHFAN_BUILD_HPP

#include <string_view>

#include "pathfan/build.h"
#include "pathfan/pathfan.hpp"

namespace pathfan {

/* Options with the library's defaults. */
struct build_options : pathfan_build_options {
  build_options() { pathfan_build_options_init(this); }
};

/* The bytes of an index, as a file has them. */
class built {
public:
  built(void *index, std::size_t bytes, const pathfan_build_report &report)
      : bytes_(index), size_(bytes), report_(report) {}
  const void *data() const noexcept { return bytes_.get(); }
  std::size_t size() const noexcept { return size_; }
  const pathfan_build_report &report() const noexcept { return report_; }
  /* Opens it; it must live as long as the index. */
  index open(const std::string &name = "index") const { return {data(), size_, name}; }

private:
  struct free {
    void operator()(void *index) const noexcept { pathfan_build_free(index); }
  };
  std::unique_ptr<void, free> bytes_;
  std::size_t size_;
  pathfan_build_report report_;
};

/* Makes the index of a map's text, as pathfan_build_memory. name: of the map, no path. */
inline result<built> try_build(std::string_view map, const std::string &name = "map",
                               const pathfan_build_options &options = build_options()) {
  pathfan_build_report report;
  pathfan_error why;
  void *index = nullptr;
  std::size_t bytes = 0;
  const pathfan_status status =
      pathfan_build_memory(map.empty() ? "" : map.data(), map.size(), name.c_str(), &options,
                           &report, &index, &bytes, &why);
  if (status != PATHFAN_OK) return error(status, why.text);
  return built(index, bytes, report);
}

inline built build(std::string_view map, const std::string &name = "map",
                   const pathfan_build_options &options = build_options()) {
  return try_build(map, name, options).value();
}

} // namespace pathfan

#endif
