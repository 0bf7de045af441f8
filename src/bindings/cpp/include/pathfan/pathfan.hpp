/* pathfan/pathfan.hpp - pathfan/query.h and inspect.h for C++17: objects that free themselves,
 * paths to iterate over, errors as exceptions or results.
 *
 *   pathfan::index index("map.pathfan");
 *   pathfan::query query(index);                       one per thread
 *   for (pathfan::path path : query.paths(pathfan::request({1, 2}, {300, 400})))
 *     for (pathfan_point corner : path.points) draw(corner);
 *
 * A request is a pathfan_request, all of whose fields may be set. Functions that fail throw
 * pathfan::error; index::try_open, query::try_create and query::try_paths return a result instead,
 * for programs that don't use exceptions. In a program compiled without exceptions
 * (-fno-exceptions) a throw ends the program, with the error's sentence on stderr. An answer
 * without paths is no error: its outcome says why there are none. This header is all there is; its
 * functions call those of the C headers, which document threads and costs. A moved-from object is
 * empty. */
#ifndef PATHFAN_PATHFAN_HPP
#define PATHFAN_PATHFAN_HPP

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pathfan/inspect.h"
#include "pathfan/obstacles.h"
#include "pathfan/query.h"

namespace pathfan {

/* A failure: a status and the library's sentence. */
class error : public std::runtime_error {
public:
  error(pathfan_status status, const std::string &sentence)
      : std::runtime_error(sentence.empty() ? pathfan_status_text(status) : sentence),
        status_(status) {}
  pathfan_status status() const noexcept { return status_; }

private:
  pathfan_status status_;
};

/* Throws an error, or ends the program if it is compiled without exceptions. */
[[noreturn]] inline void raise(const error &what) {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
  throw what;
#else
  std::fprintf(stderr, "%s\n", what.what());
  std::abort();
#endif
}

/* A value, or an error. value() throws the error if there is one. */
template <class T> class result {
public:
  result(T value) : value_(std::move(value)) {}
  result(error failure) : error_(std::move(failure)) {}
  explicit operator bool() const noexcept { return value_.has_value(); }
  T &value() & {
    if (error_) raise(*error_);
    return *value_;
  }
  const T &value() const & {
    if (error_) raise(*error_);
    return *value_;
  }
  T &&value() && {
    if (error_) raise(*error_);
    return std::move(*value_);
  }
  T &operator*() noexcept { return *value_; }
  T *operator->() noexcept { return &*value_; }
  const T &operator*() const noexcept { return *value_; }
  const T *operator->() const noexcept { return &*value_; }
  /* The error's; PATHFAN_OK and "" if there is a value. */
  pathfan_status status() const noexcept { return error_ ? error_->status() : PATHFAN_OK; }
  const char *what() const noexcept { return error_ ? error_->what() : ""; }

private:
  std::optional<T> value_;
  std::optional<error> error_;
};

/* The elements of an array that it doesn't own. */
template <class T> class span {
public:
  span(T *first, std::size_t count) noexcept : first_(first), count_(count) {}
  T *begin() const noexcept { return first_; }
  T *end() const noexcept { return first_ + count_; }
  T *data() const noexcept { return first_; }
  std::size_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  T &operator[](std::size_t i) const noexcept { return first_[i]; }

private:
  T *first_;
  std::size_t count_;
};

/* A request with the library's defaults. */
struct request : pathfan_request {
  request() { pathfan_request_init(this); }
  request(pathfan_point start, pathfan_point goal) : request() {
    from = start;
    to = goal;
  }
};

/* A path of an answer; valid as long as the answer. */
struct path {
  double length; /* map units */
  double cost;   /* on a terrain, or of walks and links; else the length */
  span<const pathfan_point> points;
  span<const pathfan_leg> legs; /* on a terrain, or if links may be used; else empty */
  bool is_filled;               /* as in pathfan_answer.filled */
  double gap;                   /* as in pathfan_path.gap */
};

/* Paths, shortest first; lives until the next call on its query. */
class answer {
public:
  explicit answer(const pathfan_answer *given) noexcept : it_(given) {}
  pathfan_outcome outcome() const noexcept { return it_->outcome; }
  pathfan_reason reason() const noexcept { return it_->reason; }
  std::size_t size() const noexcept { return static_cast<std::size_t>(it_->path_count); }
  bool empty() const noexcept { return it_->path_count == 0; }
  path operator[](std::size_t i) const noexcept {
    const pathfan_path &p = it_->paths[i];
    return {p.length,
            p.cost,
            {p.points, static_cast<std::size_t>(p.point_count)},
            {p.legs, static_cast<std::size_t>(p.leg_count)},
            it_->filled != nullptr && it_->filled[i],
            p.gap};
  }
  /* The C struct. */
  const pathfan_answer &get() const noexcept { return *it_; }
  const pathfan_answer *operator->() const noexcept { return it_; }

  /* Makes each path when dereferenced: an input iterator. */
  class iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = path;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = path;

    iterator(const pathfan_answer *of, std::size_t at) noexcept : of_(of), at_(at) {}
    path operator*() const noexcept { return answer(of_)[at_]; }
    iterator &operator++() noexcept {
      ++at_;
      return *this;
    }
    iterator operator++(int) noexcept { return iterator(of_, at_++); }
    bool operator==(const iterator &other) const noexcept { return at_ == other.at_; }
    bool operator!=(const iterator &other) const noexcept { return at_ != other.at_; }

  private:
    const pathfan_answer *of_;
    std::size_t at_;
  };
  iterator begin() const noexcept { return {it_, 0}; }
  iterator end() const noexcept { return {it_, size()}; }

private:
  const pathfan_answer *it_;
};

/* An open index; any number of threads may have query objects for it. */
class index {
public:
  explicit index(const std::string &file, const pathfan_open_options &options = {})
      : index(try_open(file, options).value()) {}
  /* Opens an index in memory, which must not change while the index lives. */
  index(const void *data, std::size_t bytes, const std::string &name = "index",
        const pathfan_open_options &options = {})
      : index(try_open(data, bytes, name, options).value()) {}

  static result<index> try_open(const std::string &file, const pathfan_open_options &options = {}) {
    pathfan_index *opened = nullptr;
    pathfan_error why;
    if (file.find('\0') != std::string::npos) /* C would cut the name there */
      return error(PATHFAN_ERR_ARGUMENT, "the name of a file holds a zero character");
    const pathfan_status status = pathfan_index_open(file.c_str(), &options, &opened, &why);
    if (status != PATHFAN_OK) return error(status, why.text);
    return index(opened);
  }
  static result<index> try_open(const void *data, std::size_t bytes,
                                const std::string &name = "index",
                                const pathfan_open_options &options = {}) {
    pathfan_index *opened = nullptr;
    pathfan_error why;
    const pathfan_status status =
        pathfan_index_open_memory(data, bytes, name.c_str(), &options, &opened, &why);
    if (status != PATHFAN_OK) return error(status, why.text);
    return index(opened);
  }

  pathfan_index_info info() const {
    pathfan_index_info told;
    pathfan_index_info_get(get(), &told);
    return told;
  }
  /* Contents of the map that have no effect, by kind. */
  std::vector<pathfan_ignored> ignored() const {
    std::vector<pathfan_ignored> all;
    pathfan_ignored one;
    while (pathfan_index_ignored(get(), (int32_t)all.size(), &one)) all.push_back(one);
    return all;
  }
  /* Checks every digest and structure. Throws on failure. */
  void verify() const {
    pathfan_error why;
    const pathfan_status status = pathfan_index_verify(get(), &why);
    if (status != PATHFAN_OK) raise(error(status, why.text));
  }
  bool is_stale() const { return pathfan_index_is_stale(get()); }
  /* Opens the file that is now at the path instead. Throws on failure; the old one stays then. */
  void reload() {
    pathfan_error why;
    const pathfan_status status = pathfan_index_reload(get(), &why);
    if (status != PATHFAN_OK) raise(error(status, why.text));
  }
  pathfan_index *get() const noexcept { return it_.get(); }

private:
  explicit index(pathfan_index *opened) : it_(opened) {}
  struct close {
    void operator()(pathfan_index *it) const noexcept { pathfan_index_close(it); }
  };
  std::unique_ptr<pathfan_index, close> it_;
};

/* A change of obstacles: pathfan::change::circle({70, 70}, 10, "fire"), change::close("gate"). Names
 * and corners are borrowed until it is made. */
struct change : pathfan_change {
  static change circle(pathfan_point centre, double radius, const char *name = nullptr,
                       bool is_closed = true) {
    change made(PATHFAN_CHANGE_ADD_AREA, name, 0);
    made.area.centre = centre;
    made.area.radius = radius;
    made.off = !is_closed;
    return made;
  }
  static change polygon(const std::vector<pathfan_point> &corners, const char *name = nullptr,
                        bool is_closed = true) {
    change made(PATHFAN_CHANGE_ADD_AREA, name, 0);
    made.area.corners = corners.data();
    made.area.corner_count = static_cast<int32_t>(corners.size());
    made.off = !is_closed;
    return made;
  }
  /* A polygon in which walls are removed, unless it is closed. */
  static change opening(const std::vector<pathfan_point> &corners, const char *name = nullptr,
                        bool is_closed = false) {
    change made = polygon(corners, name);
    made.kind = PATHFAN_CHANGE_ADD_OPENING;
    made.off = is_closed;
    return made;
  }
  static change close(const char *name) { return set(name, 0, true); }
  static change close(int64_t id) { return set(nullptr, id, true); }
  static change open(const char *name) { return set(name, 0, false); }
  static change open(int64_t id) { return set(nullptr, id, false); }
  static change remove(const char *name) { return change(PATHFAN_CHANGE_REMOVE, name, 0); }
  static change remove(int64_t id) { return change(PATHFAN_CHANGE_REMOVE, nullptr, id); }

private:
  change(pathfan_change_kind which, const char *called, int64_t number) : pathfan_change() {
    kind = which;
    name = called;
    id = number;
  }
  static change set(const char *name, int64_t id, bool is_closed) {
    change made(PATHFAN_CHANGE_SET, name, id);
    made.on = is_closed;
    return made;
  }
};

/* A snapshot of obstacles, which never changes; copies share it.
 *
 *   pathfan::obstacles now(index);
 *   now = now.changed({pathfan::change::circle({70, 70}, 10, "fire")});
 *   request.obstacles = now.get(); */
class obstacles {
public:
  /* That of the map's doors. Throws on failure. */
  explicit obstacles(const index &of) : obstacles(try_create(of).value()) {}
  static result<obstacles> try_create(const index &of) {
    pathfan_obstacles *made = nullptr;
    pathfan_error why;
    const pathfan_status status = pathfan_obstacles_create(of.get(), &made, &why);
    if (status != PATHFAN_OK) return error(status, why.text);
    return obstacles(made);
  }
  /* Returns the snapshot after these changes, all of them; ids, if given, gets what each is about.
   * Throws on failure. */
  obstacles changed(const std::vector<change> &changes, std::vector<int64_t> *ids = nullptr) const {
    return try_changed(changes, ids).value();
  }
  result<obstacles> try_changed(const std::vector<change> &changes,
                                std::vector<int64_t> *ids = nullptr) const {
    pathfan_obstacles *made = nullptr;
    pathfan_error why;
    std::vector<int64_t> about(changes.size());
    const std::vector<pathfan_change> given(changes.begin(), changes.end());
    const pathfan_status status = pathfan_obstacles_change(get(), given.data(), given.size(), &made,
                                                           about.data(), &why);
    if (status != PATHFAN_OK) return error(status, why.text);
    if (ids != nullptr) *ids = std::move(about);
    return obstacles(made);
  }
  /* Returns the same for an index as it is after a reload. Throws on failure. */
  obstacles rebased(const index &to) const {
    pathfan_obstacles *made = nullptr;
    pathfan_error why;
    const pathfan_status status = pathfan_obstacles_rebase(get(), to.get(), &made, &why);
    if (status != PATHFAN_OK) raise(error(status, why.text));
    return obstacles(made);
  }
  uint64_t version() const noexcept { return pathfan_obstacles_version(get()); }
  std::size_t size() const noexcept {
    return static_cast<std::size_t>(pathfan_obstacles_count(get()));
  }
  std::vector<int64_t> ids() const {
    std::vector<int64_t> all(size());
    pathfan_obstacles_ids(get(), all.data());
    return all;
  }
  /* Finds an area, an opening or a door; its name and corners live as long as the snapshot. */
  std::optional<pathfan_obstacle> find(const char *name) const { return look(name, 0); }
  std::optional<pathfan_obstacle> find(int64_t id) const { return look(nullptr, id); }
  const pathfan_obstacles *get() const noexcept { return it_.get(); }

private:
  explicit obstacles(pathfan_obstacles *made) : it_(made, pathfan_obstacles_release) {}
  std::optional<pathfan_obstacle> look(const char *name, int64_t id) const {
    pathfan_obstacle found;
    return pathfan_obstacles_find(get(), name, id, &found) ? std::optional<pathfan_obstacle>(found)
                                                           : std::nullopt;
  }
  std::shared_ptr<const pathfan_obstacles> it_;
};

/* A query object, for one thread; its index must outlive it. */
class query {
public:
  explicit query(const index &of) : query(try_create(of).value()) {}
  explicit query(const index &&of) = delete; /* it would not outlive the query object */

  static result<query> try_create(const index &&of) = delete;
  static result<query> try_create(const index &of) {
    pathfan_query *made = nullptr;
    const pathfan_status status = pathfan_query_create(of.get(), &made);
    if (status != PATHFAN_OK) return error(status, "");
    return query(made);
  }

  /* Throws on failure; ARGUMENT also means that a field is out of range. */
  answer paths(const pathfan_request &asked) { return try_paths(asked).value(); }
  result<answer> try_paths(const pathfan_request &asked) {
    const pathfan_answer *given = nullptr;
    const pathfan_status status = pathfan_query_paths(get(), &asked, &given);
    if (status != PATHFAN_OK) return failure(status);
    if (given->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) return failure(PATHFAN_ERR_ARGUMENT);
    return answer(given);
  }

  /* Returns the length of the shortest path, on a terrain the cost of the cheapest; nothing if
   * there is no path. Throws on failure. */
  std::optional<double> distance(pathfan_point from, pathfan_point to) {
    double length = 0;
    pathfan_outcome outcome;
    const pathfan_status status = pathfan_query_distance(get(), from, to, &length, &outcome);
    if (status != PATHFAN_OK) raise(failure(status));
    if (outcome == PATHFAN_OUTCOME_INVALID_REQUEST) raise(failure(PATHFAN_ERR_ARGUMENT));
    return outcome == PATHFAN_OUTCOME_OK ? std::optional<double>(length) : std::nullopt;
  }
  /* Returns the nearest free point within a radius; nothing if there is none. Throws on failure. */
  std::optional<pathfan_point> nearest_free(pathfan_point point, double radius) {
    pathfan_point nearest;
    bool found = false;
    const pathfan_status status =
        pathfan_query_nearest_free(get(), point, radius, &nearest, &found);
    if (status != PATHFAN_OK) raise(failure(status));
    return found ? std::optional<pathfan_point>(nearest) : std::nullopt;
  }
  /* As the functions of these names in pathfan/places.h. They throw on failure. */
  pathfan_hit ray(pathfan_point from, pathfan_point to, const pathfan_obstacles *among = nullptr) {
    pathfan_hit hit;
    const pathfan_status status = pathfan_query_ray(get(), from, to, among, &hit);
    if (status != PATHFAN_OK) raise(failure(status));
    return hit;
  }
  pathfan_hit wall(pathfan_point from, double radius, const pathfan_obstacles *among = nullptr) {
    pathfan_hit hit;
    const pathfan_status status = pathfan_query_wall(get(), from, radius, among, &hit);
    if (status != PATHFAN_OK) raise(failure(status));
    return hit;
  }
  pathfan_hit move(pathfan_point from, pathfan_point toward,
                   const pathfan_obstacles *among = nullptr) {
    pathfan_hit hit;
    const pathfan_status status = pathfan_query_move(get(), from, toward, among, &hit);
    if (status != PATHFAN_OK) raise(failure(status));
    return hit;
  }
  /* Returns nothing if `from` is blocked, or no draw suited. */
  std::optional<pathfan_point> random(pathfan_point from, double radius, uint64_t seed,
                                      const pathfan_obstacles *among = nullptr) {
    pathfan_point point;
    pathfan_outcome outcome;
    const pathfan_status status =
        pathfan_query_random(get(), from, radius, among, seed, &point, &outcome);
    if (status != PATHFAN_OK) raise(failure(status));
    return outcome == PATHFAN_OUTCOME_OK ? std::optional<pathfan_point>(point) : std::nullopt;
  }
  pathfan_checked check(span<const pathfan_point> points, const pathfan_obstacles *among = nullptr,
                        uint64_t since = 0) {
    pathfan_checked checked;
    const pathfan_status status = pathfan_query_check(
        get(), points.data(), static_cast<int32_t>(points.size()), among, since, &checked);
    if (status != PATHFAN_OK) raise(failure(status));
    return checked;
  }
  /* Measures each path of an answer of an index. Throws on failure. */
  std::vector<pathfan_measures> measures(const answer &of) {
    std::vector<pathfan_measures> each(of.size());
    if (of.empty()) return each;
    pathfan_measures all;
    const pathfan_status status =
        pathfan_query_measure(get(), of->paths, of->path_count, each.data(), &all);
    if (status != PATHFAN_OK) raise(failure(status));
    return each;
  }
  pathfan_query *get() const noexcept { return it_.get(); }

private:
  explicit query(pathfan_query *made) : it_(made) {}
  error failure(pathfan_status status) const { return error(status, pathfan_query_error(get())); }
  struct free {
    void operator()(pathfan_query *it) const noexcept { pathfan_query_free(it); }
  };
  std::unique_ptr<pathfan_query, free> it_;
};

} // namespace pathfan

#endif
