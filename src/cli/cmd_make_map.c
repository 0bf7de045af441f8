/* cmd_make_map.c - pathfan make-map: maps from seeds, so that no map files are needed. */
#include <string.h>

#include "cli/cli.h"
#include "command/options.h"
#include "pathfan/build.h"

static const char help[] =
    "usage: pathfan make-map --kind KIND --width W --height H --seed S -o FILE [OPTIONS]\n"
    "\n"
    "Makes a MovingAI .map file; the same options give the same bytes on every machine.\n"
    "Terrains, cities and buildings are GeoJSON. A terrain has rivers, lakes, villages joined by "
    "roads,\n"
    "bridges and tracks; a city has streets, blocks with courtyards, parks, a river with bridges; "
    "a\n"
    "building has floors of rooms, stairs and a lift.\n"
    "\n"
    "  --kind KIND        rooms, caves, maze, random, terrain, city or building\n"
    "  --width W          width in cells, 1 to 16384; of a terrain in map units, of a city in "
    "metres\n"
    "  --height H         height, likewise\n"
    "  --seed S           a whole number (0)\n"
    "  --density D        caves, random: share of blocked cells (0.45, 0.2);\n"
    "                     rooms, building, maze: share of extra openings (0.3, 0.05);\n"
    "                     terrain: share of roads that no village needs (0.4);\n"
    "                     city: share of blocks with buildings (0.85)\n"
    "  --scale N          rooms, building: room size; maze: corridor width; caves: smoothing "
    "rounds;\n"
    "                     random: side of a block; terrain: distance between villages;\n"
    "                     city: distance between streets (60)\n"
    "  --floors N         of a building, 1 to 64 (3)\n"
    "  -o, --output FILE  where the map goes; -: standard output\n"
    "  --scen FILE        of maps of cells: also write a scenario of random queries that have a\n"
    "                     path\n"
    "  --queries N        number of queries in the scenario (100)\n"
    "  -h, --help         this text\n"
    "\n"
    "examples:\n"
    "  pathfan make-map --kind caves --width 200 --height 150 --seed 7 -o caves.map\n"
    "  pathfan make-map --kind terrain --width 1000 --height 800 --seed 4 -o hills.geojson\n"
    "  pathfan make-map --kind city --width 2000 --height 1500 --seed 1 -o city.geojson\n"
    "  pathfan make-map --kind building --floors 4 --width 60 --height 40 -o office.geojson\n";

#define SIDE_MAX 16384
#define QUERIES_DEFAULT 100
#define QUERIES_MAX 10000000

typedef struct arguments {
  pathfan_map_recipe recipe;
  const char *map_path, *scenario_path;
  bool kind;
  int64_t width, height, queries; /* 0: not given */
} arguments;

static int take_kind(const cli_command *command, const cli_option *option, char *text, void *into) {
  static const struct {
    const char *name;
    pathfan_map_kind kind;
  } kinds[] = {{"rooms", PATHFAN_MAP_ROOMS},      {"caves", PATHFAN_MAP_CAVES},
               {"maze", PATHFAN_MAP_MAZE},        {"random", PATHFAN_MAP_RANDOM},
               {"terrain", PATHFAN_MAP_TERRAIN},  {"city", PATHFAN_MAP_CITY},
               {"building", PATHFAN_MAP_BUILDING}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strcmp(text, kinds[i].name) != 0) continue;
    *(pathfan_map_kind *)into = kinds[i].kind;
    return CLI_OK;
  }
  return cli_refuse_option(command, option, text);
}

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"kind", CLI_OTHER, .at = AT(recipe.kind), .given = AT(kind), .take = take_kind,
     .wanted = "rooms, caves, maze, random, terrain, city or building"},
    {"width", CLI_INTEGER, .at = AT(width), .least = 1, .most = SIDE_MAX},
    {"height", CLI_INTEGER, .at = AT(height), .least = 1, .most = SIDE_MAX},
    {"seed", CLI_WHOLE, .at = AT(recipe.seed), .wanted = "a whole number"},
    {"density", CLI_NUMBER, .at = AT(recipe.density), .most = 1, .wanted = "a number from 0 to 1"},
    {"scale", CLI_COUNT, .at = AT(recipe.scale), .least = 1, .most = SIDE_MAX},
    {"floors", CLI_COUNT, .at = AT(recipe.floors), .least = 1, .most = 64},
    {"output", CLI_OUTPUT, .letter = 'o', .at = AT(map_path)},
    {"scen", CLI_OUTPUT, .at = AT(scenario_path)},
    {"queries", CLI_INTEGER, .at = AT(queries), .least = 1, .most = QUERIES_MAX},
    {NULL}};

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  pathfan_map_recipe_init(&given.recipe);
  int code;
  if (!cli_take_options(command, argc, argv, all_options, &given, &code)) return code;
  if (optind < argc) return cli_usage(command, "unexpected argument '%s'", argv[optind]);
  if (!given.kind) return cli_usage(command, "--kind is missing");
  if (!given.width || !given.height)
    return cli_usage(command, "--%s is missing", given.width ? "height" : "width");
  if (!given.map_path) return cli_usage(command, "-o FILE is missing");
  if (given.queries && !given.scenario_path)
    return cli_usage(command, "--queries needs --scen FILE");
  if (given.scenario_path && cli_is_stdout(given.map_path))
    return cli_usage(command, "a scenario is made of the map's file; name one, not -o -");
  const bool is_terrain = given.recipe.kind == PATHFAN_MAP_TERRAIN;
  const bool is_city = given.recipe.kind == PATHFAN_MAP_CITY;
  const bool is_geojson = is_terrain || is_city || given.recipe.kind == PATHFAN_MAP_BUILDING;
  if (given.scenario_path && is_geojson)
    return cli_usage(command, "--scen is for maps of cells, not for a %s",
                     is_terrain ? "terrain"
                     : is_city  ? "city"
                                : "building");
  /* pathfan recognises a map by its content, other programs by its name. */
  if (is_geojson && !cli_is_stdout(given.map_path) &&
      !cli_check_ending(command, "-o", given.map_path, ".geojson .json"))
    return CLI_USAGE;
  given.recipe.width = (int32_t)given.width;
  given.recipe.height = (int32_t)given.height;

  pathfan_error error = {""};
  pathfan_status status = pathfan_map_make(&given.recipe, given.map_path, &error);
  if (!status && given.scenario_path)
    status = pathfan_scenario_make(given.map_path, given.scenario_path,
                                   given.queries ? (int32_t)given.queries : QUERIES_DEFAULT,
                                   given.recipe.seed, &error);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

const cli_command cli_make_map = {
    "make-map", "make a map: rooms, caves, a maze, a terrain, a city, a building", help, run};
