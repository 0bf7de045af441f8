/* no_exceptions INDEX - uses the C++ header in a program compiled without exceptions. */
#include <pathfan/pathfan.hpp>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

static void check(bool good, const char *what) {
  if (good) return;
  std::printf("not so: %s\n", what);
  failures++;
}

/* Whether abort() ends a child that opens a missing file by a call that would throw. */
static bool is_ended() {
  const pid_t child = fork();
  if (child == 0) {
    pathfan::index missing("nowhere");
    _exit(0);
  }
  int how = 0;
  return child > 0 && waitpid(child, &how, 0) == child && WIFSIGNALED(how) &&
         WTERMSIG(how) == SIGABRT;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const auto missing = pathfan::index::try_open("nowhere");
  check(!missing && missing.status() == PATHFAN_ERR_IO, "no file");
  check(std::strstr(missing.what(), "nowhere") != nullptr, "its sentence");
  auto index = pathfan::index::try_open(argv[1]);
  if (!index) return std::puts(index.what()), 1;
  auto query = pathfan::query::try_create(*index);
  if (!query) return std::puts(query.what()), 1;
  auto answer = query->try_paths(pathfan::request({2, 2}, {37, 27}));
  check(answer && answer->size() == 3, "three paths");
  check(is_ended(), "what would be thrown ends the program");
  return failures > 0;
}
