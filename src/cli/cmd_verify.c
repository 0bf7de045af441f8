/* cmd_verify.c - pathfan verify: checks every byte of an index, then every invariant. */
#include "cli/cli.h"
#include "cli/folder.h"
#include "command/options.h"
#include "pathfan/inspect.h"

static const char help[] =
    "usage: pathfan verify INDEX [OPTIONS]\n"
    "       pathfan verify FOLDER\n"
    "\n"
    "Checks every byte of the file (sections, padding, free pages, size, trailer), then every\n"
    "invariant of its content. Prints one line; of a folder, one for each index in it and below,\n"
    "and for each that its catalogue lists.\n"
    "\n" CLI_PLACE_HELP "  -h, --help         this text\n"
    "\n"
    "example:\n"
    "  pathfan verify rooms.pathfan && echo sound\n"
    "\n"
    "exit codes: 0 sound; 5 damaged, or not an index; 1 can't be read\n";

static const cli_option all_options[] = {CLI_PLACE_OPTIONS(0), {NULL}};

/* Verifies one index; reports failures. */
static int verify_at(const char *path, const pathfan_open_options *options, uint64_t *bytes) {
  pathfan_error error = {""};
  pathfan_index *index;
  int code = cli_open_index(path, options, &index);
  if (code != CLI_OK) return code;
  const pathfan_status status = pathfan_index_verify(index, &error);
  if (status) code = cli_failure(status, error.text);
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  *bytes = info.file_bytes;
  pathfan_index_close(index);
  return code;
}

static int verify_file(const char *path, uint64_t *bytes) {
  return verify_at(path, NULL, bytes);
}

static int run(const cli_command *command, int argc, char **argv) {
  pathfan_open_options options = {0};
  uint64_t bytes;
  int code;
  if (!cli_take_options(command, argc, argv, all_options, &options, &code)) return code;
  const char *path = cli_operand(command, argc, argv, "INDEX");
  if (!path) return CLI_USAGE;
  if (cli_is_folder(path)) {
    if (options.offset || options.bytes)
      return cli_usage(command, "%s is a folder, not a pack with an index inside", path);
    return cli_folder_verify(path, verify_file);
  }
  code = verify_at(path, &options, &bytes);
  if (code == CLI_OK)
    printf("%s: sound, all %llu bytes checked\n", path, (unsigned long long)bytes);
  return code;
}

const cli_command cli_verify = {"verify", "check every byte and invariant of an index", help, run};
