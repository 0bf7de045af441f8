/* main.c - pathfan: finds its way around obstacles, in k good, different ways. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "base/shortage.h"
#include "cli/cli.h"
#include "command/help.h"
#include "pathfan/format.h"
#include "pathfan/version.h"

static const cli_command *const commands[] = {
    &cli_build_index, &cli_catalogue, &cli_query, &cli_field_command, &cli_inspect,
    &cli_verify,      &cli_bench,     &cli_mesh,  &cli_make_map,      &cli_plaza,
    &cli_crowd,       &cli_evaluate,  &cli_view,  &cli_export,        &cli_serve};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
  fputs("pathfan finds k good, different paths around obstacles; the first is the shortest.\n"
        "\n"
        "usage: pathfan COMMAND [OPTIONS]\n"
        "\n",
        out);
  for (int i = 0; i < COMMAND_COUNT; i++)
    fprintf(out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
  fputs("  help         this text, or the help of one command\n"
        "\n"
        "pathfan COMMAND --help shows the options of a command, pathfan --version the version.\n"
        "\n"
        "example:\n"
        "  pathfan make-map --kind rooms --width 100 --height 80 --seed 1 -o rooms.map\n"
        "  pathfan build-index rooms.map -o rooms.pathfan\n"
        "  pathfan query rooms.pathfan --from 2,2 --to 97,77\n"
        "\n"
        "exit codes: 0 answered; 1 a file can't be read or written, or memory ran out;\n"
        "  2 wrong usage; 3 no path, or an end is blocked; 4 malformed input; 5 damaged index\n",
        out);
}

static const cli_command *find_command(const char *name) {
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (strcmp(name, commands[i]->name) == 0) return commands[i];
  return NULL;
}

static int unknown_command(const char *name) {
  int least = 3;
  const cli_command *meant = NULL;
  for (int i = 0; i < COMMAND_COUNT && strlen(name) > 2; i++) {
    const int off = cli_difference(name, commands[i]->name, 2);
    if (off < least) {
      least = off;
      meant = commands[i];
    }
  }
  if (meant)
    cli_message("there is no command '%s'; did you mean '%s'? 'pathfan help' lists all", name,
                meant->name);
  else
    cli_message("there is no command '%s'; 'pathfan help' lists them", name);
  return CLI_USAGE;
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) {
    print_help(stderr);
    return CLI_USAGE;
  }
  const char *name = argv[1];
  if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
    printf("pathfan %s (index format %d.%d)\n", pathfan_version(), PATHFAN_FORMAT_MAJOR,
           PATHFAN_FORMAT_MINOR);
    return CLI_OK;
  }
  if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
    if (argc == 2 || name[0] == '-') {
      print_help(stdout);
      return CLI_OK;
    }
    const cli_command *asked = find_command(argv[2]);
    if (!asked) return unknown_command(argv[2]);
    cli_print_help(stdout, asked);
    return CLI_OK;
  }
  const cli_command *command = find_command(name);
  if (!command) return unknown_command(name);
  return command->run(command, argc - 1, argv + 1);
}

int main(int argc, char **argv) {
  pf_program_begin(&argc, &argv);
  json_set_alloc_funcs(pf_shortage_malloc, free);
  return cli_finish(dispatch(argc, argv));
}
