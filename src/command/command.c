/* command.c - messages, exit codes, opening an index, stdout. */
#include "command/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/platform.h"
#include "base/program.h"
#include "base/system.h"
#include "pathfan/build.h"
#include "pathfan/map.h"

void cli_message(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("pathfan: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

void cli_print_message(const char *sentence) {
  cli_message("%s", sentence);
}

void cli_print_address(const char *address) {
  printf("%s\n", address);
  fflush(stdout);
}

int cli_usage(const cli_command *command, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "pathfan: %s: ", command->name);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\nTry 'pathfan %s --help'.\n", command->name);
  va_end(arguments);
  return CLI_USAGE;
}

static bool memory_is_limited;

void cli_limit_memory(uint64_t bytes) {
  if (!bytes) return;
  memory_is_limited = true;
  pf_program_limit_memory(bytes);
}

int cli_exit_code(pathfan_status status) {
  switch (status) {
  case PATHFAN_OK: return CLI_OK;
  case PATHFAN_ERR_IO:
  case PATHFAN_ERR_BUSY:
  case PATHFAN_ERR_NO_MEMORY:
  case PATHFAN_ERR_CANCELLED: return CLI_SYSTEM;
  /* The memory limit is too low; without one the input is larger than anything that is read. */
  case PATHFAN_ERR_LIMIT: return memory_is_limited ? CLI_SYSTEM : CLI_MALFORMED;
  case PATHFAN_ERR_ARGUMENT: return CLI_USAGE;
  case PATHFAN_ERR_MALFORMED: return CLI_MALFORMED;
  case PATHFAN_ERR_NOT_INDEX:
  case PATHFAN_ERR_VERSION:
  case PATHFAN_ERR_DAMAGED: return CLI_DAMAGED;
  }
  return CLI_SYSTEM;
}

int cli_failure(pathfan_status status, const char *sentence) {
  const bool is_refused = status == PATHFAN_ERR_NO_MEMORY && memory_is_limited;
  cli_message("%s%s", sentence && *sentence ? sentence : pathfan_status_text(status),
              is_refused ? "; --max-memory allows no more" : "");
  return cli_exit_code(status);
}

/* How much of a file tells what it is. */
#define START_BYTES 4096

/* Says what a file is that was named in place of an index: a map, or what other programs convert to
 * one. Returns the exit code; CLI_OK: it is neither. */
static int say_what_it_is(const char *path) {
  char start[START_BYTES];
  pathfan_map *map = NULL;
  pathfan_error error = {""};
  const ssize_t bytes = pf_file_start(path, start, sizeof start);
  if (bytes <= 0) return CLI_OK;
  if (pathfan_map_format_find(start, (size_t)bytes) >= 0) {
    cli_message(
        "%s: is a map: build its index first, pathfan build-index %s -o INDEX (or search "
        "the map: pathfan query --algorithm polyanya, or terrain if it has roads, rivers or rates)",
        path, path);
    return CLI_USAGE;
  }
  if (!pathfan_map_parse(start, (size_t)bytes, path, NULL, &map, &error)) pathfan_map_free(map);
  if (!strstr(error.text, "convert it: ")) return CLI_OK;
  cli_message("%s", error.text);
  return CLI_MALFORMED;
}

int cli_index_failure(pathfan_status status, const char *sentence, const char *path) {
  const int code = status == PATHFAN_ERR_NOT_INDEX ? say_what_it_is(path) : CLI_OK;
  return code ? code : cli_failure(status, sentence);
}

int cli_open_index(const char *path, const pathfan_open_options *options, pathfan_index **index) {
  pathfan_error error = {""};
  if (cli_is_stdin(cli_input_path(path))) {
    cli_message("an index can't be read from standard input: it is used where it lies; name the "
                "file");
    return CLI_USAGE;
  }
  pathfan_status status = pathfan_index_open(path, options, index, &error);
  return status ? cli_index_failure(status, error.text, path) : CLI_OK;
}

bool cli_is_folder(const char *path) {
  pf_file_facts facts;
  return pf_path_look(path, &facts) && facts.kind == PF_FILE_FOLDER;
}

int cli_check_output(const char *path) {
  pf_file_facts facts;
  if (*path == '\0') {
    cli_message("the name of the output file is empty");
    return CLI_SYSTEM;
  }
  if (pf_path_look(path, &facts) && facts.kind != PF_FILE_REGULAR) {
    cli_message("%s: not a regular file, so it can't be replaced", path);
    return CLI_SYSTEM;
  }
  return CLI_OK;
}

int cli_check_apart(const char *output, const char *input) {
  pathfan_error error = {""};
  const pathfan_status status = output ? pf_output_check(output, input, &error) : PATHFAN_OK;
  return status ? cli_failure(status, error.text) : CLI_OK;
}

int cli_finish(int code) {
  bool failed = ferror(stdout) != 0;
  errno = 0;
  if (fflush(stdout) != 0) failed = true;
  int reason = errno;
  if (fclose(stdout) != 0 && !reason) reason = errno;
  if (!failed && reason == 0) return code;
  cli_message("can't write to standard output%s%s", reason ? ": " : "",
              reason ? strerror(reason) : "");
  return code == CLI_OK ? CLI_SYSTEM : code;
}

static bool emphasis(void) {
  const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
  return !(no_color && *no_color) && term && strcmp(term, "dumb") != 0 && isatty(STDOUT_FILENO);
}

const char *cli_bold(void) {
  return emphasis() ? "\033[1m" : "";
}

const char *cli_plain(void) {
  return emphasis() ? "\033[0m" : "";
}

double cli_bytes_per_pair(uint64_t bytes, int32_t n) {
  return n > 1 ? (double)bytes / (0.5 * n * (n - 1.0)) : 0;
}

const char *cli_size(uint64_t bytes, char text[CLI_SIZE_BYTES]) {
  static const char *const units[] = {"KB", "MB", "GB", "TB"};
  double size = (double)bytes / 1024;
  int unit = 0;
  for (; size >= 1000 && unit < 3; unit++) size /= 1024;
  if (bytes < 1024)
    snprintf(text, CLI_SIZE_BYTES, "%d byte%s", (int)bytes, bytes == 1 ? "" : "s");
  else
    snprintf(text, CLI_SIZE_BYTES, size < 10 ? "%.1f %s" : "%.0f %s", size, units[unit]);
  return text;
}
