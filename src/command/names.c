/* names.c - names as people type them: how far two differ, and the meaning of "-". */
#include "command/names.h"

#include <string.h>

#include "base/file.h"
#include "base/platform.h"

int cli_difference(const char *a, const char *b, int most) {
  if (!*a && !*b) return 0;
  if (most < 0) return 1;
  if (*a == *b) return cli_difference(a + 1, b + 1, most);
  int least = most + 1;
  if (*a && *b) least = 1 + cli_difference(a + 1, b + 1, most - 1);
  if (*a) {
    const int longer = 1 + cli_difference(a + 1, b, most - 1);
    if (longer < least) least = longer;
  }
  if (*b) {
    const int shorter = 1 + cli_difference(a, b + 1, most - 1);
    if (shorter < least) least = shorter;
  }
  return least;
}

const char *cli_input_path(const char *path) {
  return PATHFAN_WITH_POSIX && strcmp(path, "-") == 0 ? PF_STANDARD_INPUT : path;
}

const char *cli_output_path(const char *path) {
  return PATHFAN_WITH_POSIX && strcmp(path, "-") == 0 ? PF_STANDARD_OUTPUT : path;
}

bool cli_is_stdin(const char *path) {
  return path && strcmp(path, PF_STANDARD_INPUT) == 0;
}

bool cli_is_stdout(const char *path) {
  return path && strcmp(path, PF_STANDARD_OUTPUT) == 0;
}
