/* cmd_crowd.c - pathfan crowd: runs a crowd's scenario, or many runs for comparison. */
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/crowd_curve.h"
#include "cli/crowd_results.h"
#include "command/options.h"

/* clang-format off */
static const char help[] =
    "usage: pathfan crowd SCENARIO [OPTIONS]\n"
    "       pathfan crowd --paper|--unseen --out DIR [OPTIONS]\n"
    "       pathfan crowd --standards [--out DIR] [--seed N] [NUMBER..]\n"
    "\n"
    "Simulates a crowd that walks over a map: agents slow down where it is crowded, and re-plan by\n"
    "density (docs/crowd.md). SCENARIO is a JSON file that names a map or index, or one of the\n"
    "environments big, narrow and medium. With strategy alternatives, a map without an index gets\n"
    "one first.\n"
    "\n"
    "  --strategy S       none, periodic, initial, event or alternatives (initial)\n"
    "  --search S         astar or dijkstra (astar)\n"
    "  --law L            linear, nonlinear or weidmann (nonlinear)\n"
    "  --agents N         agents in all, of the flows without a number of their own (12000)\n"
    "  --seed N           seed of the places where they start (0)\n"
    "  --steps N          the most steps to simulate (100000)\n"
    "  --json             print the result as JSON\n"
    CLI_MEMORY_HELP
    "  --csv FILE         how many agents are present and have arrived, step by step\n"
    "  --trajectories FILE  where each agent was: id, frame, x, y, z, as PedPy and JuPedSim read it\n"
    "  --density FILE     a picture of the mean density (.svg, .png)\n"
    "  --above R          by law weidmann: instead, pictures of the highest density, and of the time\n"
    "                     above R persons a square metre\n"
    "  --seeds N          run with N seeds from --seed on, and print the result of each, with --json a\n"
    "                     line each (1)\n"
    "  --curve FILE       how many are out, second by second, over these runs: mean, least, most,\n"
    "                     percentiles 5 and 95 (.csv, .svg, .png)\n"
    "  --frames DIR       pictures during the run, frame-000000.png and so on\n"
    "  --every N          steps between lines of the CSV, frames and trajectory points (10)\n"
    "  -q, --quiet        no progress\n"
    "  -h, --help         this text\n"
    "\n"
    "Options override the scenario.\n"
    "\n"
    "Comparisons write report.html and .md, summary.csv, charts, and runs.csv, which gets a line as\n"
    "soon as a run is over. After an interruption the same command continues.\n"
    "\n"
    "  --paper            all strategies and searches in the paper's environments\n"
    "  --unseen           strategies initial and alternatives on other maps, those given or five\n"
    "                     generated ones, with three sizes of agents, laws linear and nonlinear\n"
    "  --out DIR          where the results go\n"
    "  --repeats N        runs of each combination, each with a seed of its own (1)\n"
    "  --jobs N           runs at the same time; measured times are only good with 1 (1)\n"
    "  and --agents, --seed, -q\n"
    "\n"
    "  --standards        RiMEA's tests 1, 4, 5, 6, 7, 9, 11, 12, 13 and 14, or those given,\n"
    "                     by law weidmann; with --out also a report\n"
    "\n"
    "examples:\n"
    "  pathfan crowd big --strategy alternatives --density density.svg\n"
    "  pathfan crowd --paper --unseen --out crowds --repeats 10\n"
    "  pathfan crowd --standards --out standards\n"
    "\n"
    "exit codes: 0 all have arrived; 3 some have not, after --steps or because they have no path left,\n"
    "  or a test of --standards fails; 4 a malformed scenario or map; see also pathfan help\n";
/* clang-format on */

#define NOT_GIVEN (-1)

typedef struct arguments {
  int32_t strategy, search, law, agents;
  int64_t seed, steps;
  cli_crowd_files files;
  int64_t seeds;
  const char *curve;
  bool is_json, is_quiet;
  bool paper, unseen, standards;
  const char *out;
  int64_t repeats, jobs;
  uint64_t max_memory; /* bytes; 0: no limit. Held from the moment it is read */
  bool is_of_one;      /* an option of a single run was given */
} arguments;

static const char *strategy_name(int32_t i) {
  return pathfan_crowd_strategy_name((pathfan_crowd_strategy)i);
}
static const char *search_name(int32_t i) {
  return pathfan_crowd_search_name((pathfan_crowd_search)i);
}
static const char *law_name(int32_t i) {
  return pathfan_crowd_law_name((pathfan_crowd_law)i);
}

#define AT(member) offsetof(arguments, member)
#define OF_ONE .given = AT(is_of_one)
#define FROM_ONE "a whole number of at least 1"

static const cli_option all_options[] = {
    {"strategy", CLI_CHOICE, .at = AT(strategy), OF_ONE, .name_of = strategy_name, .names = 5},
    {"search", CLI_CHOICE, .at = AT(search), OF_ONE, .name_of = search_name, .names = 2},
    {"law", CLI_CHOICE, .at = AT(law), OF_ONE, .name_of = law_name, .names = 3},
    {"agents", CLI_COUNT, .at = AT(agents), .least = 1, .most = 10000000, .wanted = FROM_ONE},
    {"seed", CLI_INTEGER, .at = AT(seed), .most = INT64_MAX,
     .wanted = "a whole number of at least 0"},
    {"steps", CLI_INTEGER, .at = AT(steps), OF_ONE, .least = 1, .most = INT64_MAX,
     .wanted = FROM_ONE},
    {"json", CLI_SWITCH, .at = AT(is_json), OF_ONE},
    CLI_MEMORY_OPTION(AT(max_memory)),
    {"csv", CLI_TEXT, .at = AT(files.csv), OF_ONE},
    {"trajectories", CLI_TEXT, .at = AT(files.trajectories), OF_ONE},
    {"density", CLI_TEXT, .at = AT(files.density), OF_ONE},
    {"above", CLI_NUMBER, .at = AT(files.above), OF_ONE, .above = true,
     .wanted = "a number above 0"},
    {"seeds", CLI_INTEGER, .at = AT(seeds), OF_ONE, .least = 1, .most = 10000, .wanted = FROM_ONE},
    {"curve", CLI_TEXT, .at = AT(curve), OF_ONE},
    {"frames", CLI_TEXT, .at = AT(files.frames), OF_ONE},
    {"every", CLI_INTEGER, .at = AT(files.every), OF_ONE, .least = 1, .most = INT32_MAX,
     .wanted = FROM_ONE},
    {"paper", CLI_SWITCH, .at = AT(paper)},
    {"unseen", CLI_SWITCH, .at = AT(unseen)},
    {"standards", CLI_SWITCH, .at = AT(standards)},
    {"out", CLI_TEXT, .at = AT(out)},
    {"repeats", CLI_INTEGER, .at = AT(repeats), .least = 1, .most = 10000, .wanted = FROM_ONE},
    {"jobs", CLI_INTEGER, .at = AT(jobs), .least = 1, .most = 1024, .wanted = FROM_ONE},
    {"quiet", CLI_SWITCH, .letter = 'q', .at = AT(is_quiet)},
    {NULL}};

static int check_files(const cli_command *command, const arguments *given, const char *scenario) {
  const cli_crowd_files *files = &given->files;
  if (!cli_check_ending(command, "--density", files->density, ".svg .png") ||
      !cli_check_ending(command, "--curve", given->curve, ".csv .svg .png"))
    return CLI_USAGE;
  if (files->above > 0 && !files->density) return cli_usage(command, "--above goes with --density");
  if (given->seeds > 1 && (files->csv || files->trajectories || files->density || files->frames))
    return cli_usage(command, "with several --seeds the only file is that of --curve");
  const char *const outputs[] = {files->csv, files->trajectories, files->density, given->curve};
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
    const int code = cli_check_apart(outputs[i], scenario);
    if (code != CLI_OK) return code;
  }
  return CLI_OK;
}

/* Applies the command line, which overrides the scenario. */
static void apply(const arguments *given, pf_crowd_scenario *scenario) {
  pathfan_crowd_options *o = &scenario->options;
  if (given->strategy != NOT_GIVEN) o->strategy = (pathfan_crowd_strategy)given->strategy;
  if (given->search != NOT_GIVEN) o->search = (pathfan_crowd_search)given->search;
  if (given->law != NOT_GIVEN) o->law = (pathfan_crowd_law)given->law;
  if (given->agents != NOT_GIVEN) o->agents = given->agents;
  if (given->seed != NOT_GIVEN) o->seed = (uint64_t)given->seed;
  if (given->steps != NOT_GIVEN) scenario->max_steps = given->steps;
}

/* Says that stairs and lifts of the map aren't used, which only Weidmann's law does. */
static void note_links(const pf_crowd_scenario *scenario, const pf_crowd_ground *ground) {
  pathfan_query *query;
  if (scenario->options.law == PATHFAN_CROWD_WEIDMANN || pf_source_query(&ground->source, &query))
    return;
  const int32_t links = pathfan_query_link_count(query);
  pathfan_query_free(query);
  if (links)
    cli_message("law %s: people don't use the map's %d link%s, such as stairs; law weidmann does",
                scenario->options.law == PATHFAN_CROWD_LINEAR ? "linear" : "nonlinear", (int)links,
                links == 1 ? "" : "s");
}

/* Makes a crowd and runs it to its end. *has_arrived: all of it has. */
static int run_crowd(const arguments *given, const pf_crowd_scenario *scenario,
                     const pf_crowd_ground *ground, cli_crowd_curve *curve, bool *has_arrived) {
  pathfan_error error = {""};
  cli_crowd_run run = {
      .scenario = scenario, .ground = ground, .files = &given->files, .is_quiet = given->is_quiet};
  const pathfan_status status = pathfan_crowd_create(&scenario->options, &run.crowd, &error);
  if (!status && !given->is_quiet) note_links(scenario, ground);
  /* The invalid argument is in the scenario, so that is malformed. */
  int code = status == PATHFAN_ERR_ARGUMENT ? cli_failure(PATHFAN_ERR_MALFORMED, error.text)
             : status                       ? cli_failure(status, error.text)
                                            : cli_crowd_run_all(&run);
  if (code == CLI_OK && given->curve &&
      !cli_crowd_curve_add(curve, run.crowd, scenario->options.flow_count))
    code = cli_failure(PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (code == CLI_OK) {
    if (given->is_json)
      cli_crowd_json(&run);
    else if (given->seeds > 1)
      cli_crowd_line(&run);
    else
      cli_crowd_print(&run);
    *has_arrived = cli_crowd_has_arrived(&run);
    if (!*has_arrived)
      cli_message("%d of %d have arrived after %lld steps", run.end.arrived, cli_crowd_wanted(&run),
                  (long long)run.end.step);
  }
  pathfan_crowd_free(run.crowd);
  return code;
}

/* Runs with all seeds, and writes the curve over them. */
static int run_seeds(const arguments *given, pf_crowd_scenario *scenario) {
  pf_crowd_ground ground;
  pathfan_error error = {""};
  cli_crowd_curve curve = {.has_units = scenario->options.law == PATHFAN_CROWD_WEIDMANN};
  if (given->files.above > 0 && !curve.has_units)
    return cli_failure(PATHFAN_ERR_ARGUMENT, "--above needs law weidmann, which has metres");
  if (given->curve && scenario->options.spawn == PATHFAN_CROWD_KEEP)
    return cli_failure(PATHFAN_ERR_ARGUMENT, "--curve needs a crowd that ends");
  pathfan_status status = pf_crowd_ground_open(scenario, &ground, &error);
  if (status) return cli_failure(status, error.text);
  bool have_arrived = true;
  int code = CLI_OK;
  for (int64_t i = 0; i < given->seeds && code == CLI_OK; i++) {
    bool has_arrived = false;
    code = run_crowd(given, scenario, &ground, &curve, &has_arrived);
    have_arrived = have_arrived && has_arrived;
    scenario->options.seed++;
  }
  if (code == CLI_OK && given->curve) {
    status = cli_crowd_curve_write(&curve, given->curve, &error);
    if (status) code = cli_failure(status, error.text);
  }
  cli_crowd_curve_free(&curve);
  pf_crowd_ground_close(&ground);
  return code == CLI_OK && !have_arrived ? CLI_NO_ANSWER : code;
}

static int run_one(const cli_command *command, const arguments *given, int argc, char **argv) {
  pf_crowd_scenario scenario;
  pathfan_error error = {""};
  const char *path = cli_operand(command, argc, argv, "SCENARIO");
  if (!path) return CLI_USAGE;
  if (cli_is_stdin(cli_input_path(path)))
    return cli_usage(command, "a scenario names files beside it; name its file, not -");
  int code = check_files(command, given, path);
  if (code != CLI_OK) return code;
  if (!pf_crowd_scenario_of(path, &scenario)) {
    const pathfan_status status = pf_crowd_scenario_read(path, NULL, &scenario, &error);
    if (status) return cli_failure(status, error.text);
  }
  apply(given, &scenario);
  code = run_seeds(given, &scenario);
  pf_crowd_scenario_free(&scenario);
  return code;
}

static int run_many(const cli_command *command, const arguments *given, int argc, char **argv,
                    const char *command_line) {
  const cli_crowd_experiment experiment = {
      .paper = given->paper,
      .unseen = given->unseen,
      .is_quiet = given->is_quiet,
      .out = given->out,
      .command_line = command_line,
      .maps = (const char *const *)argv + optind,
      .map_count = argc - optind,
      .agents = given->agents == NOT_GIVEN ? 0 : given->agents,
      .repeats = (int32_t)given->repeats,
      .jobs = (int32_t)given->jobs,
      .seed = given->seed == NOT_GIVEN ? 0 : (uint64_t)given->seed,
  };
  if (!given->paper && !given->unseen)
    return cli_usage(command, "--out, --repeats and --jobs are for --paper and --unseen");
  if (!given->out || !*given->out) return cli_usage(command, "--out DIR is missing");
  if (given->is_of_one)
    return cli_usage(
        command, "--paper and --unseen take --agents and --seed, and no other options of a crowd");
  if (experiment.map_count && !given->unseen)
    return cli_usage(command, "unexpected argument '%s'", argv[optind]);
  return cli_crowd_trials(&experiment);
}

static int run_standards(const cli_command *command, const arguments *given, int argc,
                         char **argv) {
  int32_t numbers[CLI_STANDARDS_MOST], count = 0;
  if (given->is_of_one || given->paper || given->unseen || given->agents != NOT_GIVEN ||
      given->repeats > 1 || given->jobs > 1)
    return cli_usage(command, "--standards takes --out, --seed and numbers of tests only");
  for (int i = optind; i < argc; i++) {
    int64_t number;
    if (count == CLI_STANDARDS_MOST || !cli_read_integer(argv[i], 1, 99, &number))
      return cli_usage(command, "'%s' is not the number of a test", argv[i]);
    numbers[count++] = (int32_t)number;
  }
  return cli_crowd_standards(given->out, given->seed == NOT_GIVEN ? 0 : (uint64_t)given->seed,
                             numbers, count);
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {.strategy = NOT_GIVEN,
                     .search = NOT_GIVEN,
                     .law = NOT_GIVEN,
                     .agents = NOT_GIVEN,
                     .seed = NOT_GIVEN,
                     .steps = NOT_GIVEN,
                     .files = {.every = 10},
                     .seeds = 1,
                     .repeats = 1,
                     .jobs = 1};
  int code;
  char *command_line = cli_command_line(argc, argv); /* before getopt moves operands to the end */
  if (cli_take_options(command, argc, argv, all_options, &given, &code)) {
    const bool is_many =
        given.paper || given.unseen || given.out || given.repeats > 1 || given.jobs > 1;
    code = given.standards ? run_standards(command, &given, argc, argv)
           : is_many       ? run_many(command, &given, argc, argv, command_line)
                           : run_one(command, &given, argc, argv);
  }
  free(command_line);
  return code;
}

const cli_command cli_crowd = {"crowd", "let a crowd walk over a map, and choose paths by density",
                               help, run};
