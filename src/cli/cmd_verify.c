/* cmd_verify.c - pathfan verify: every byte of an index, then every invariant. */
#include "cli/folder.h"
#include "cli/options.h"
#include "pathfan/format.h"

static const char help[] =
    "usage: pathfan verify INDEX\n"
    "       pathfan verify FOLDER\n"
    "\n"
    "Checks every byte of the file (sections, padding, free pages, size, trailer) and then\n"
    "every invariant of the tables. Prints one line, or one for each index in a folder and\n"
    "below and each that its catalogue lists.\n"
    "\n"
    "  -h, --help   this text\n"
    "\n"
    "example:\n"
    "  pathfan verify rooms.pathfan && echo sound\n"
    "\n"
    "exit codes: 0 sound; 5 damaged, or not an index; 1 can't be read\n";

static const struct option long_options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};

/* Verifies one file; reports failures. */
static int verify(const char *path, uint64_t *bytes) {
  pathfan_error error = {""};
  pathfan_status status = pathfan_verify_file(path, &error);
  if (status != PATHFAN_OK) return cli_index_failure(status, error.text, path);
  pathfan_index *index;
  int code = cli_open_index(path, PATHFAN_OPEN_EAGER, &index);
  if (code != CLI_OK) return code;
  status = pathfan_index_verify(index, &error);
  if (status != PATHFAN_OK) code = cli_failure(status, error.text);
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  *bytes = info.file_bytes;
  pathfan_index_close(index);
  return code;
}

static int run(const cli_command *command, int argc, char **argv) {
  int code;
  uint64_t bytes;
  if (!cli_take_options(command, argc, argv, ":h", long_options, NULL, NULL, &code)) return code;
  const char *path = cli_operand(command, argc, argv, "INDEX");
  if (!path) return CLI_USAGE;
  if (cli_is_folder(path)) return cli_folder_verify(path, verify);
  code = verify(path, &bytes);
  if (code == CLI_OK)
    printf("%s: sound, all %llu bytes checked\n", path, (unsigned long long)bytes);
  return code;
}

const cli_command cli_verify = {"verify", "check every byte and invariant of an index", help, run};
