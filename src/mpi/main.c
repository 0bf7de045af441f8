/* main.c - pathfan-build-mpi: the index of one huge map, made by many machines.
 *
 * Every rank reads the map and goes through the same stages; only rank 0 prints and writes
 * (build-index/run/processes.h). A failure of one ends all: the job's launcher sees to it. */

#include "base/json.h"
#include "base/program.h"
#include "command/options.h"
#include "command/progress.h"
#include "mpi/members.h"

/* clang-format off */
static const char help[] =
    "usage: mpirun [-n RANKS] pathfan-build-mpi MAP -o INDEX [OPTIONS]\n"
    "\n"
    "Makes the same index as pathfan build-index, to the byte, by many processes, on one machine\n"
    "or many. Each must be able to read MAP, rank 0 to write INDEX.\n"
    "\n"
    "  -o, --output INDEX where the index goes\n"
    "  --threads N        threads of each rank (1)\n"
    "  --max-memory SIZE  refuse if a rank would need more, e.g. 2G; of what the index is made\n"
    "                     from, what has no room goes to a file (no limit)\n"
    "  --resume           keep what is found in INDEX.work until INDEX is there; if the job ends\n"
    "                     before, the same command goes on where it was, with any number of ranks\n"
    "  --quiet            no memory estimate, no progress, no summary\n"
    "  --json             the summary as JSON\n"
    "  -h, --help         this text\n"
    "\n"
    "how the map is read:\n"
    CLI_BUILD_MAP_HELP
    "\n"
    "example:\n"
    "  mpirun -n 16 pathfan-build-mpi city.geojson -o city.pathfan --threads 8 --resume\n";
/* clang-format on */

#define THREADS_MAX 1024

typedef struct arguments {
  const char *index_path;
  bool quiet, json;
  pathfan_build_options options;
} arguments;

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"output", CLI_TEXT, .letter = 'o', .at = AT(index_path)},
    {"threads", CLI_COUNT, .at = AT(options.threads), .least = 1, .most = THREADS_MAX},
    {"resume", CLI_SWITCH, .at = AT(options.resume)},
    {"quiet", CLI_SWITCH, .at = AT(quiet)},
    {"json", CLI_SWITCH, .at = AT(json)},
    CLI_BUILD_MAP_OPTIONS(AT(options)),
    {NULL}};

/* ---- What a build reports ---- */

static void report(void *context, const char *stage, int64_t done, int64_t total) {
  cli_progress_report(context, stage, done, total);
}

static void estimate(void *context, uint64_t bytes) {
  cli_progress_estimate(context, bytes);
}

/* ---- The program ---- */

static void print_json(const arguments *given, const pathfan_build_report *r, int32_t ranks) {
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  pf_write_text(&w, "index", given->index_path);
  pf_write_integer(&w, "n", r->vertex_count);
  pf_write_integer(&w, "file_bytes", (int64_t)r->file_bytes);
  pf_write_integer(&w, "ranks", ranks);
  if (given->options.resume) pf_write_integer(&w, "resumed", r->resumed);
  pf_write_number(&w, "seconds", r->wall_seconds);
  pf_write_end(&w, '}');
  putchar('\n');
}

static void print_summary(const arguments *given, const pathfan_build_report *r, int32_t ranks) {
  char size[CLI_SIZE_BYTES];
  printf("%s: %d corners to turn at, %s, built by %d rank%s in %.1f s\n", given->index_path,
         r->vertex_count, cli_size(r->file_bytes, size), ranks, ranks == 1 ? "" : "s",
         r->wall_seconds);
  fputs("  stages: ", stdout);
  for (int32_t i = 0; i < r->stage_count; i++)
    printf("%s%s %.3f s", i ? ", " : "", r->stages[i].name, r->stages[i].wall_seconds);
  putchar('\n');
}

/* Builds; all ranks call it with the same arguments. Returns an exit code. */
static int build(const cli_command *command, const char *map_path, arguments *given,
                 pf_members *members) {
  const pf_processes *processes = pf_members_processes(members);
  const bool is_first = processes->member == 0;
  cli_progress progress;
  pathfan_build_report made = {0};
  pathfan_error error = {""};
  int code = is_first ? cli_check_output(given->index_path) : CLI_OK;
  (void)command;
  if (code) return code;
  cli_progress_start(&progress, given->quiet || !is_first);
  given->options.progress = report;
  given->options.estimate = estimate;
  given->options.progress_context = &progress;
  const pathfan_status status = pf_build_index_by_processes(
      map_path, given->index_path, &given->options, processes, &made, &error);
  cli_progress_end(&progress);
  if (status) return cli_failure(status, error.text);
  if (is_first && given->json)
    print_json(given, &made, processes->count);
  else if (is_first && !given->quiet)
    print_summary(given, &made, processes->count);
  return CLI_OK;
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  int code;
  pathfan_build_options_init(&given.options);
  given.options.threads = 1;
  given.options.wait = true; /* members of a killed job may remain for a moment */
  if (!cli_take_options(command, argc, argv, all_options, &given, &code)) return code;
  given.options.max_memory = given.options.map.max_memory;
  const char *map_path = cli_operand(command, argc, argv, "MAP");
  if (!map_path) return CLI_USAGE;
  if (!given.index_path) return cli_usage(command, "-o INDEX is missing");
  pf_members *members = pf_members_join(&argc, &argv);
  if (!members) return CLI_SYSTEM;
  code = build(command, map_path, &given, members);
  if (code)
    pf_members_abort(members, code);
  else
    pf_members_leave(members);
  return code;
}

static const cli_command build_mpi = {"pathfan-build-mpi", "", help, run};

int main(int argc, char **argv) {
  pf_program_begin(&argc, &argv);
  return cli_finish(build_mpi.run(&build_mpi, argc, argv));
}
