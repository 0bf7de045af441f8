/* cmd_query.c - pathfan query: k good, different paths from an index, or the
 * shortest one from any map. */
#include <string.h>

#include "base/text.h"
#include "cli/terrain.h"
#include "cli/answer.h"
#include "cli/avoid.h"
#include "cli/batch.h"
#include "cli/cli.h"
#include "cli/links.h"
#include "cli/outcome.h"
#include "cli/place.h"
#include "cli/request_options.h"
#include "request/changes.h"

/* clang-format off */
static const char help[] =
    "usage: pathfan query INDEX --from X,Y --to X,Y [OPTIONS]\n"
    "       pathfan query INDEX --scen FILE [OPTIONS]\n"
    "       pathfan query INDEX --batch [OPTIONS] < LINES\n"
    "       pathfan query INDEX --to X,Y --group STARTS [OPTIONS]\n"
    "       pathfan query INDEX --from X,Y --ray X,Y | --move X,Y | --wall R | --random R\n"
    "       pathfan query MAP --algorithm polyanya ...\n"
    "       pathfan query TERRAIN ...\n"
    "\n"
    "Finds up to K paths, shortest first; any two of them differ, and none turns back in plain sight.\n"
    "On a terrain, a GeoJSON map with roads, rivers or areas with a rate, it finds the cheapest path,\n"
    "by algorithm terrain, which is the default there and needs no index. Answers give its cost and\n"
    "its legs.\n"
    "Many requests get one line each, in order; a request that can't be read gets an error in its\n"
    "place ({\"id\", \"error\", \"line\"}), and the others are still answered.\n"
    "\n"
    "often:\n"
    "  --from X,Y         the start, in map units: x to the right, y down\n"
    "  --to X,Y           the goal\n"
    "{often}"
    "  --avoid-area NAME  of a terrain: keep out of an area, by its name or the number of its feature;\n"
    "                     may be repeated\n"
    "  --obstacles FILE   obstacles to keep out of: GeoJSON polygons, or a list of changes as in\n"
    "                     --batch\n"
    "  --close NAME       close a door of the map, or an obstacle that is open; may be repeated\n"
    "  --open NAME        open a door, or an obstacle; may be repeated\n"
    "  --svg FILE         draw the map and the paths (.svg; single request)\n"
    "  --geojson FILE     write the paths as LineStrings (.geojson, .json; single request)\n"
    "  --geojson-legs FILE  write the legs of the paths of a terrain, each a LineString with its kind,\n"
    "                     road or river, rate, length and cost (.geojson, .json; single request)\n"
    "  --json             one JSON object per request; numbers have all digits needed to be exact\n"
    "  --points WHICH     how many points of each path the table shows: some or all (some)\n"
    "  --distance         print only the length of the shortest path, on a terrain the cost of the\n"
    "                     cheapest\n"
    "  -h, --help         this text\n"
    "\n"
    "instead of --to:\n"
    "  --ray X,Y          what is in the way on the straight line to there: a wall, or an obstacle\n"
    "  --move X,Y         where a unit ends up that moves straight there, and slides along walls\n"
    "  --wall R           the nearest wall or obstacle, at most R away\n"
    "  --random R         draw a point that a path of at most R leads to; with 0, of any length. The\n"
    "                     seed is that of --choose\n"
    "\n"
    "many at once:\n"
    "  --scen FILE        every line of a MovingAI scenario\n"
    "  --batch            JSON Lines on stdin: {\"id\", \"from\": [x,y], \"to\": [x,y]} and any of\n"
    "                     {fields}"
    "                     with objective as {\"length\": 1, ...} and avoid as [{\"circle\": [x,y,r]},\n"
    "                     {\"polygon\": [[x,y], ...]}], which replaces all --avoid\n"
    "                     and obstacles, changes for this request: a list of {\"circle\": [x,y,r]},\n"
    "                     {\"polygon\": ...}, both with \"name\" and \"closed\" if wanted, {\"close\": N},\n"
    "                     {\"open\": N}, {\"remove\": N}, N a name or an id. A line {\"change\": [...]}\n"
    "                     makes them for all requests after it. Lines {\"ray\": {\"from\", \"to\"}},\n"
    "                     {\"move\": ...}, {\"wall\": {\"from\", \"radius\"}}, {\"random\": {\"from\",\n"
    "                     \"radius\", \"seed\"}} and {\"check\": {\"points\", \"since\"}} ask about places;\n"
    "                     check says whether a path can still be walked\n"
    "  --group FILE       paths from every point of FILE to the same --to; or with --from, from there\n"
    "                     to every point. One point per line, x,y or x y or [x,y], blank lines and\n"
    "                     lines that begin with # ignored; or a JSON array of [x,y]\n"
    "  --choose SEED      choose one of the paths, always the same one for the same seed; request i\n"
    "                     of many uses SEED + i. In a group, the units spread over their paths, in\n"
    "                     an order that depends on the seed\n"
    "  --weights KIND     how many units of a group each path gets: equal or length (equal); length\n"
    "                     gives shorter paths more\n"
    "\n"
    "tuning:\n"
    "{tuning}"
    "  --measures         show how good the paths are: bounded stretch, local optimality, similarity\n"
    "                     to the most similar path, length ratio; and for the set, the worst of\n"
    "                     each and the mean ratio\n"
    "\n"
    "research:\n"
    "{research}"
    "\n"
    "A FILE or MAP that is read may be -, standard input; a FILE that is written may be -, standard\n"
    "output, which then replaces the table.\n"
    "\n"
    "options of an INDEX:\n"
    CLI_OPEN_HELP
    "\n"
    "options of a MAP ({maps}):\n"
    CLI_MAP_HELP CLI_MEMORY_HELP
    "\n"
    "examples:\n"
    "  pathfan query rooms.pathfan --from 2,2 --to 97,77 --paths 3 --svg paths.svg\n"
    "  pathfan query rooms.pathfan --from 2,2 --to 97,77 --avoid 30,30,8 --avoid 60,9,70,9,65,20\n"
    "  pathfan query rooms.pathfan --from 2,2 --to 97,77 --measures \\\n"
    "      --objective length=1,similarity=2 --max-bounded-stretch 1.3\n"
    "  pathfan query rooms.pathfan --to 97,77 --group squad.txt --choose 1 --weights length --json\n"
    "  pathfan query hills.geojson --from 40,60 --to 950,700 --background-rate 1.5 --svg path.svg\n"
    "\n"
    "exit codes: 0 answered (of many requests: every one); 3 a single request found no path, also\n"
    "  because of a limit, or an end is blocked; 4 one of many lines is malformed; see also pathfan help\n";
/* clang-format on */

#define NAMES_MAX 64

/* The parsed command line. */
typedef struct arguments {
  cli_asking asking;
  pathfan_map_options map;
  pathfan_open_options open;
  pf_area_list avoid;
  pf_change_list changes;
  pathfan_obstacles *obstacles; /* with these */
  pf_place_question place;      /* asked about instead of a path */
  const char *names[NAMES_MAX]; /* of grounds to avoid */
  int name_count;
  const char *index_path, *scenario, *group, *svg, *geojson, *geojson_legs;
  bool from, to, batch, weights, algorithm;
} arguments;

static const char *weights_name(int32_t weights) {
  return pathfan_weights_name((pathfan_weights)weights);
}

static int take_points(const cli_command *command, const cli_option *option, char *text,
                       void *into) {
  *(bool *)into = strcmp(text, "all") == 0;
  return *(bool *)into || strcmp(text, "some") == 0 ? CLI_OK
                                                    : cli_refuse_option(command, option, text);
}

static int take_request(const cli_command *command, const cli_option *option, char *text,
                        void *context) {
  arguments *into = context;
  int code = CLI_OK;
  if (cli_is_request_option(option->field, "algorithm")) into->algorithm = true;
  cli_request_option(command, option->field, text, &into->asking.request, &into->avoid, &code);
  return code;
}

static int take_name(const cli_command *command, const cli_option *option, char *text,
                     void *context) {
  arguments *into = context;
  (void)option;
  if (into->name_count == NAMES_MAX)
    return cli_usage(command, "--avoid-area is given more than %d times", NAMES_MAX);
  into->names[into->name_count++] = text;
  return CLI_OK;
}

static int take_obstacles(const cli_command *command, const cli_option *option, char *text,
                          void *into) {
  pathfan_error error;
  (void)command, (void)option;
  const pathfan_status status = pf_change_list_read_file(cli_input_path(text), into, &error);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

static int take_door(const cli_command *command, const cli_option *option, char *text, void *into) {
  (void)command;
  return pf_change_list_set(into, text, strcmp(option->name, "close") == 0)
             ? CLI_OK
             : cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
}

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"", CLI_REQUEST, .take = take_request},
    CLI_MAP_OPTIONS(AT(map)),
    CLI_OPEN_OPTIONS(AT(open)),
    {"from", CLI_POINT, .at = AT(asking.request.from), .given = AT(from),
     .wanted = CLI_POINT_WANTED},
    {"to", CLI_POINT, .at = AT(asking.request.to), .given = AT(to), .wanted = CLI_POINT_WANTED},
    {"avoid-area", CLI_OTHER, .take = take_name},
    {"obstacles", CLI_OTHER, .at = AT(changes), .take = take_obstacles},
    {"close", CLI_OTHER, .at = AT(changes), .take = take_door},
    {"open", CLI_OTHER, .at = AT(changes), .take = take_door},
    {"ray", CLI_OTHER, .at = AT(place), .wanted = CLI_POINT_WANTED, .take = cli_take_place},
    {"move", CLI_OTHER, .at = AT(place), .wanted = CLI_POINT_WANTED, .take = cli_take_place},
    {"wall", CLI_OTHER, .at = AT(place), .wanted = "a number of at least 0",
     .take = cli_take_place},
    {"random", CLI_OTHER, .at = AT(place), .wanted = "a number of at least 0",
     .take = cli_take_place},
    {"scen", CLI_INPUT, .at = AT(scenario)},
    {"batch", CLI_SWITCH, .at = AT(batch)},
    {"group", CLI_INPUT, .at = AT(group)},
    {"weights", CLI_CHOICE, .at = AT(asking.weights), .given = AT(weights),
     .wanted = "equal or length", .name_of = weights_name, .names = PATHFAN_WEIGHTS_COUNT},
    {"measures", CLI_SWITCH, .at = AT(asking.measures)},
    {"distance", CLI_SWITCH, .at = AT(asking.distance)},
    {"choose", CLI_WHOLE, .at = AT(asking.seed), .given = AT(asking.choose),
     .wanted = "a whole number"},
    {"json", CLI_SWITCH, .at = AT(asking.json)},
    {"points", CLI_OTHER, .at = AT(asking.all_points), .wanted = "some or all",
     .take = take_points},
    {"svg", CLI_OUTPUT, .at = AT(svg)},
    {"geojson", CLI_OUTPUT, .at = AT(geojson)},
    {"geojson-legs", CLI_OUTPUT, .at = AT(geojson_legs)},
    {NULL}};

/* Checks that each standard stream is used for one thing only. Returns CLI_OK or CLI_USAGE. */
static int check_streams(const cli_command *command, const arguments *given) {
  const int inputs = given->batch + cli_is_stdin(given->scenario) + cli_is_stdin(given->group) +
                     cli_is_stdin(given->index_path);
  const int files = cli_is_stdout(given->svg) + cli_is_stdout(given->geojson) +
                    cli_is_stdout(given->geojson_legs);
  if (inputs > 1)
    return cli_usage(command, "standard input can be one thing: --batch, --scen -, --group - or "
                              "the map");
  if (files && files + given->asking.json > 1)
    return cli_usage(command, "standard output can be one thing: --svg -, --geojson -, "
                              "--geojson-legs - or --json");
  if (cli_is_stdin(given->index_path) && !given->algorithm)
    return cli_usage(command,
                     "standard input can be a map, not an index: say --algorithm polyanya, "
                     "or terrain if it has roads, rivers or rates");
  return CLI_OK;
}

/* Whether the answer is written to a file, or standard output. */
static bool has_file(const arguments *given) {
  return given->svg || given->geojson || given->geojson_legs;
}

static int check_file(const cli_command *command, const arguments *given, const char *option,
                      const char *path, const char *endings) {
  const int code = cli_check_apart(path, given->index_path);
  if (code != CLI_OK || cli_is_stdout(path)) return code;
  return cli_check_ending(command, option, path, endings) ? CLI_OK : CLI_USAGE;
}

/* Checks that no option of the request has no effect. A batch's lines may have what options go
 * with. Returns CLI_OK or CLI_USAGE. */
static int check_effects(const cli_command *command, const arguments *given) {
  const pathfan_request *r = &given->asking.request;
  pathfan_request plain;
  pathfan_request_init(&plain);
  if (given->place.kind && (r->paths != plain.paths || r->partial || r->snap > 0))
    return cli_usage(command, "--ray, --move, --wall and --random find no path: without --paths, "
                              "--partial and --snap");
  if (given->batch) return CLI_OK;
  if (r->snap_any && !(r->snap > 0))
    return cli_usage(command, "--snap-any goes with --snap, which says how far");
  if (r->penalty != plain.penalty && r->algorithm != PATHFAN_ALGORITHM_PENALTY)
    return cli_usage(command, "--penalty goes with --algorithm penalty");
  if (r->without && r->algorithm != PATHFAN_ALGORITHM_POLYANYA)
    return cli_usage(command, "--without goes with --algorithm polyanya");
  return CLI_OK;
}

/* Checks that the options go together. Returns CLI_OK, or an exit code after reporting that they
 * don't. */
static int check_together(const cli_command *command, const arguments *given) {
  const bool ends = given->from || given->to, single = ends && !given->group;
  if (ends + given->batch + (given->scenario != NULL) != 1)
    return cli_usage(command, "give one of: --from and --to; --group and one of these; --scen; "
                              "--batch");
  if (given->group && (!ends || (given->from && given->to)))
    return cli_usage(command, "--group goes with --to, or with --from, which all have in common");
  const pathfan_request *r = &given->asking.request;
  if (given->place.kind && cli_has_levels(r))
    return cli_usage(command, "--ray, --move, --wall and --random are asked in the plane: without "
                              "levels");
  if (given->place.kind) {
    const bool is_alone = given->from && !given->to && !given->group && !has_file(given) &&
                          !given->asking.distance && !given->asking.measures;
    if (!is_alone)
      return cli_usage(command, "--ray, --move, --wall and --random go with --from, and take the "
                                "place of --to");
    const int code = check_effects(command, given);
    return code == CLI_OK ? check_streams(command, given) : code;
  }
  if (given->name_count && given->group)
    return cli_usage(command, "--avoid-area goes with single requests, --scen and --batch");
  if (single && !(given->from && given->to))
    return cli_usage(command, "--%s is missing", given->from ? "to" : "from");
  if (!single && has_file(given))
    return cli_usage(command, "--svg and --geojson show a single request (--from and --to)");
  if (given->weights && !(given->group && given->asking.choose))
    return cli_usage(command, "--weights goes with --group and --choose");
  if (given->asking.request.avoid_count &&
      given->asking.request.algorithm == PATHFAN_ALGORITHM_ASTAR)
    return cli_usage(command, "--avoid: algorithm astar can't keep out of areas");
  if (given->asking.distance && (has_file(given) || given->asking.choose || given->asking.measures))
    return cli_usage(command, "--distance finds no path that could be shown, chosen or measured");
  int code = check_effects(command, given);
  if (code == CLI_OK) code = check_streams(command, given);
  if (code == CLI_OK) code = check_file(command, given, "--svg", given->svg, ".svg");
  if (code == CLI_OK)
    code = check_file(command, given, "--geojson", given->geojson, ".geojson .json");
  if (code == CLI_OK)
    code = check_file(command, given, "--geojson-legs", given->geojson_legs, ".geojson .json");
  return code;
}

/* Explains an outcome other than OK. found: a path, even so. Returns the exit code. */
static int report(const cli_asking *asking, pathfan_outcome outcome, bool found) {
  pf_degrees_asked asked;
  if (outcome == PATHFAN_OUTCOME_OK) return CLI_OK;
  if (outcome == PATHFAN_OUTCOME_WORK_LIMIT && found) {
    cli_message("the work limit was reached: what is listed is right, more may exist");
    return CLI_OK;
  }
  cli_closed closed = {0};
  if (cli_degrees_ask(&asking->degrees, &asking->request, &asked) == CLI_OK) {
    pathfan_request request = asked.request;
    if (cli_closes(asking, &request))
      (void)cli_close(asking->path, asking->map, &asking->named, &request, &closed);
    if (!asked.request.avoid_count) {
      asked.request.avoid = asking->named.areas;
      asked.request.avoid_count = asking->named.count;
    }
    cli_outcome_report(&asking->source, asking->query, closed.query, outcome, &asked.request);
  }
  cli_closed_free(&closed);
  pf_degrees_asked_free(&asked);
  return cli_outcome_code(outcome);
}

/* Reports moved ends and a partial answer on stderr, where no table tells of them. */
static void report_moved(const pathfan_answer *answer) {
  const bool is_moved[] = {answer->from_snapped, answer->to_snapped};
  const pathfan_point at[] = {answer->from, answer->to};
  for (int e = 0; e < 2; e++)
    if (is_moved[e])
      cli_message("the %s was blocked and moved to %.8g,%.8g", e ? "goal" : "start", at[e].x,
                  at[e].y);
  if (answer->partial)
    cli_message("no path leads to the goal; the reachable point nearest to it is %.8g,%.8g",
                answer->to.x, answer->to.y);
}

static int ask_distance(const arguments *given) {
  char digits[PF_SHORTEST_BYTES];
  cli_distance distance;
  int code = cli_ask_distance(&given->asking, &given->asking.request, &distance);
  if (code != CLI_OK) return code;
  if (given->asking.json)
    cli_distance_json(stdout, "0", &given->asking, &distance);
  else if (distance.is_known)
    puts(pf_number_shortest(distance.length, digits));
  if (!given->asking.json) report_moved(&distance.of);
  if (distance.is_gap_missed)
    cli_message("the work limit was reached: the least cost may be as low as %.8g",
                distance.length - distance.gap);
  return report(&given->asking, distance.outcome, distance.is_known);
}

/* Draws an answer in map units. */
static int draw(const char *path, const cli_asking *asking, const cli_reply *reply) {
  pf_degrees_asked asked;
  int code = cli_degrees_ask(&asking->degrees, &asking->request, &asked);
  cli_asking on_map = *asking;
  cli_reply drawn = *reply;
  on_map.request = asked.request;
  drawn.answer = reply->on_map;
  if (code == CLI_OK) code = cli_answer_svg(path, &on_map, &drawn);
  pf_degrees_asked_free(&asked);
  return code;
}

static int ask_paths(const arguments *given) {
  const cli_asking *asking = &given->asking;
  cli_reply reply = {NULL};
  int code = cli_ask_paths(asking, &asking->request, 0, &reply);
  const pathfan_answer *answer = reply.answer;
  if (code == CLI_OK && asking->json)
    cli_answer_json(stdout, "0", &reply);
  else if (code == CLI_OK && answer->path_count && !cli_is_stdout(given->svg) &&
           !cli_is_stdout(given->geojson) && !cli_is_stdout(given->geojson_legs))
    cli_answer_text(stdout, asking, &reply);
  if (code != CLI_OK) {
    cli_reply_free(&reply);
    return code;
  }
  if (given->svg) {
    int drawn = draw(given->svg, asking, &reply);
    if (drawn != CLI_OK) code = drawn;
  }
  if (given->geojson) {
    int written = cli_answer_geojson(given->geojson, &reply, false);
    if (written != CLI_OK) code = written;
  }
  if (given->geojson_legs) {
    int written = cli_answer_geojson(given->geojson_legs, &reply, true);
    if (written != CLI_OK) code = written;
  }
  if (answer->outcome == PATHFAN_OUTCOME_NO_PATH) report_moved(answer);
  const int told = report(asking, answer->outcome, answer->path_count);
  if (code == CLI_OK) code = told;
  cli_reply_free(&reply);
  return code;
}

/* Makes the obstacles that the map and the options name. */
static int make_obstacles(arguments *given) {
  const pathfan_index *index = given->asking.source.index;
  pathfan_error error;
  if (!index && !given->changes.count) return CLI_OK;
  if (given->changes.count && given->asking.is_terrain) {
    cli_message("--obstacles, --close and --open are not for terrains: --avoid closes areas there");
    return CLI_USAGE;
  }
  if (!index) {
    cli_message("--obstacles, --close and --open need an index; --avoid closes areas without");
    return CLI_USAGE;
  }
  pf_complaint wrong;
  if (!pf_change_list_to_map(&given->changes, &given->asking.degrees, &wrong)) {
    cli_message("--obstacles: %s", wrong.text);
    return CLI_USAGE;
  }
  const pathfan_status status =
      given->changes.count
          ? pf_change_list_apply(&given->changes, index, NULL, &given->obstacles, NULL, &error)
          : pf_doors_of(index, &given->obstacles, &error);
  if (status) return cli_failure(status, error.text);
  given->asking.request.obstacles = given->obstacles;
  bool is_open = false;
  if (given->asking.measures && !given->batch && pf_has_openings(given->obstacles, &is_open))
    return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  if (is_open) cli_message("--" PF_NOT_MEASURED);
  return is_open ? CLI_USAGE : CLI_OK;
}

/* Answers the requests of the command line. */
static int answer(const cli_command *command, arguments *given) {
  cli_asking *asking = &given->asking;
  pathfan_algorithm *algorithm = &asking->request.algorithm;
  int code = given->algorithm ? cli_open_source(given->index_path, *algorithm, &given->map,
                                                &given->open, &asking->source)
                              : cli_open_any(given->index_path, algorithm, &given->map,
                                             &given->open, &asking->source);
  if (code != CLI_OK) return code;
  asking->is_terrain = pf_source_is_terrain(&asking->source);
  if (given->geojson_legs && !asking->is_terrain)
    code = cli_usage(command, "--geojson-legs needs a terrain, a map with roads, rivers or rates");
  if (code == CLI_OK && asking->source.index)
    code = cli_check_tables(command, asking->source.index, &asking->request);
  if (code == CLI_OK && asking->is_terrain && asking->measures) {
    cli_message(
        "--measures are of lengths; paths over a terrain, which are chosen by cost, have none");
    code = CLI_USAGE;
  }
  asking->degrees = pf_degrees_of(&asking->source);
  if (code == CLI_OK) code = make_obstacles(given);
  const char *flaw =
      code == CLI_OK && asking->is_terrain ? cli_closed_flaw(&asking->request) : NULL;
  if (flaw) {
    cli_message("%s", flaw);
    code = CLI_USAGE;
  }
  if (code == CLI_OK && given->name_count && !asking->is_terrain)
    code = cli_usage(command, "--avoid-area needs a terrain with areas; --close closes doors");
  for (int i = 0; i < given->name_count && code == CLI_OK; i++)
    code = cli_avoid_named(&asking->source, given->names[i], &asking->named);
  asking->path = given->index_path;
  asking->map = &given->map;
  asking->uncertainty = cli_uncertainty(&asking->source, &given->map);
  if (code == CLI_OK) {
    pathfan_status status = pf_source_query(&asking->source, &asking->query);
    if (status)
      code = cli_failure(status, NULL);
    else if (given->group && cli_closes(asking, &asking->request))
      code =
          cli_usage(command, "on a terrain --avoid goes with single requests, --scen and --batch");
    else if (!given->batch && /* each line of a batch has its own fields */
             !cli_closes(asking, &asking->request))
      code = cli_check_request(asking->query, &asking->request);
    if (code != CLI_OK)
      ;
    else if (given->batch)
      code = cli_batch(asking);
    else if (given->scenario)
      code = cli_scenario(asking, given->scenario, given->index_path);
    else if ((given->group || given->place.kind) &&
             pf_degrees_fit(&asking->degrees,
                            given->to ? asking->request.to : asking->request.from))
      code = cli_usage(command, "groups and questions about places are asked in metres, east and "
                                "north of the map's centre");
    else if (given->group)
      code = cli_group(asking, given->group, given->from);
    else if (given->place.kind)
      code = cli_ask_place(asking, &given->place);
    else if (asking->distance)
      code = ask_distance(given);
    else
      code = ask_paths(given);
  }
  pathfan_query_free(asking->query);
  pathfan_obstacles_release(given->obstacles);
  pf_source_close(&asking->source);
  return code;
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  int code;
  pathfan_request_init(&given.asking.request);
  given.asking.request.apart = true; /* all that is written shows it */
  pathfan_map_options_init(&given.map);
  if (cli_take_options(command, argc, argv, all_options, &given, &code)) {
    given.index_path = cli_operand(command, argc, argv, "INDEX or MAP");
    if (given.index_path) given.index_path = cli_input_path(given.index_path);
    code = given.index_path ? check_together(command, &given) : CLI_USAGE;
    if (code == CLI_OK) code = answer(command, &given);
  }
  pf_area_list_free(&given.avoid);
  pf_area_list_free(&given.asking.named);
  pf_change_list_free(&given.changes);
  return code;
}

const cli_command cli_query = {"query", "find paths: one request, a scenario, a batch or a group",
                               help, run};
