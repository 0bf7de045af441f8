/* cmd_evaluate.c - pathfan evaluate: runs all methods over a folder of maps, and writes a
 * report. */
#include "cli/cli.h"
#include "command/options.h"
#include "command/progress.h"
#include "evaluate/evaluate.h"

#include <stdlib.h>

static const char help[] =
    "usage: pathfan evaluate DIR --out DIR [OPTIONS]\n"
    "\n"
    "Runs every method over the maps of a folder: NAME.map with NAME.map.scen beside it, in\n"
    "the folder itself or in its subfolders, which are the suites. Writes report.html, report.md,\n"
    "summary.csv, results.csv, pictures, and maps/SUITE.NAME.csv, a file for each map as soon as "
    "it\n"
    "is done. After an interruption the same command continues.\n"
    "\n"
    "often:\n"
    "  --out DIR          where the results go\n"
    "  --sample N         ask every Nth line of each scenario (1)\n"
    "  --threads N        maps evaluated at the same time (one per processor)\n" CLI_MEMORY_HELP
    "  --quiet            show no progress or summary\n"
    "  -h, --help         this text\n"
    "\n"
    "research:\n"
    "  --tables M         tables of the indexes, 1 to 8 (3)\n"
    "  --paths-sample N   ask every Nth of these lines for 2, 4 and 5 paths, too (20)\n"
    "  --passes P         passes over the quick methods; the best one counts (2)\n"
    "  --no-times         measure no times, so that equal evaluations write equal bytes\n"
    "  --keep-index       keep the indexes in DIR/index\n"
    "  --per-query FILE   also write a line for each query and method, as CSV\n"
    "\n"
    "Maps and lines that can't be used are reported and skipped (exit code 4).\n"
    "\n"
    "example:\n"
    "  pathfan evaluate movingai --out results --sample 10\n";

typedef struct arguments {
  bool quiet;
  uint64_t max_memory; /* bytes; 0: no limit. Held from the moment it is read */
  pf_evaluate_options options;
} arguments;

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"out", CLI_TEXT, .at = AT(options.out)},
    {"tables", CLI_COUNT, .at = AT(options.tables), .least = 1, .most = 8},
    {"sample", CLI_COUNT, .at = AT(options.sample), .least = 1, .most = 1000000},
    {"paths-sample", CLI_COUNT, .at = AT(options.paths_sample), .least = 1, .most = 1000000},
    {"passes", CLI_COUNT, .at = AT(options.passes), .least = 1, .most = 100},
    {"threads", CLI_COUNT, .at = AT(options.threads), .least = 1, .most = 1024},
    {"no-times", CLI_SWITCH_OFF, .at = AT(options.times)},
    {"keep-index", CLI_SWITCH, .at = AT(options.keep_indexes)},
    {"per-query", CLI_OUTPUT, .at = AT(options.per_query)},
    CLI_MEMORY_OPTION(AT(max_memory)),
    {"quiet", CLI_SWITCH, .at = AT(quiet)},
    {NULL}};

static void complain(void *context, const char *sentence) {
  cli_progress_end(context); /* the message stands on a line of its own */
  cli_message("%s", sentence);
}

static void summarise(const arguments *given, const pf_evaluate_result *result) {
  if (given->quiet) return;
  printf("%s%s/report.html%s: %d maps, %lld queries", cli_bold(), given->options.out, cli_plain(),
         result->maps, (long long)result->queries);
  if (result->reused) printf(" (%d maps from an earlier run)", result->reused);
  if (result->failed || result->flaws)
    printf("; left out: %d maps, %lld lines", result->failed, (long long)result->flaws);
  putchar('\n');
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  cli_progress progress;
  pf_evaluate_result result;
  pathfan_error error = {""};
  int code;
  pf_evaluate_options_init(&given.options);
  char *command_line =
      cli_command_line(argc, argv); /* before getopt moves the operand to the end */
  if (!cli_take_options(command, argc, argv, all_options, &given, &code)) {
    free(command_line);
    return code;
  }
  given.options.maps = cli_operand(command, argc, argv, "DIR");
  code = CLI_OK;
  if (!given.options.maps)
    code = CLI_USAGE;
  else if (!given.options.out || !*given.options.out)
    code = cli_usage(command, "--out DIR is missing");
  if (code == CLI_OK) {
    cli_progress_start(&progress, given.quiet);
    given.options.command = command_line;
    given.options.progress = cli_progress_report;
    given.options.complain = complain;
    given.options.context = &progress;
    const pathfan_status status = pf_evaluate(&given.options, &result, &error);
    cli_progress_end(&progress);
    if (status) {
      code = cli_failure(status, error.text);
    } else {
      summarise(&given, &result);
      code = result.failed || result.flaws ? CLI_MALFORMED : CLI_OK;
    }
  }
  free(command_line);
  return code;
}

const cli_command cli_evaluate = {"evaluate", "all methods over a folder of maps, with a report",
                                  help, run};
