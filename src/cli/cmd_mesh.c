/* cmd_mesh.c - pathfan mesh: free space as convex polygons, in numbers, as a file, as a
 * picture. */
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/options.h"
#include "draw/svg.h"
#include "pathfan/build.h"
#include "pathfan/map.h"

static const char help[] =
    "usage: pathfan mesh MAP [-o FILE.mesh] [OPTIONS]\n"
    "\n"
    "Cuts the free space of a map of any kind, or takes that of a .mesh file as it is, and\n"
    "tells what came of it. Writes it as a Polyanya .mesh file, version 2. Maps are told by\n"
    "their content: {maps}.\n"
    "\n"
    "  -o, --output FILE  where the mesh goes; without it, only the numbers are shown\n"
    "  --kind KIND        cdt: triangles; merged: larger convex polygons made of them;\n"
    "                     rectangles: of cells, .map only; all: the numbers of each (merged).\n"
    "                     A .mesh file is taken as it is: given\n" CLI_MAP_READ_HELP
    "  --svg FILE         a picture of the mesh (.svg)\n"
    "  --json             the numbers as JSON, an object a line\n"
    "  -h, --help         this text\n"
    "\n"
    "A dead end is a polygon with one neighbour; the degree is the mean number of\n"
    "neighbours of a polygon, corners that of its corners.\n"
    "\n"
    "example:\n"
    "  pathfan mesh rooms.map -o rooms.mesh --svg rooms.svg\n";

enum { OPTION_KIND = CLI_OPTION_FREE, OPTION_SVG, OPTION_JSON };

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"kind", required_argument, NULL, OPTION_KIND},
    {"passable", required_argument, NULL, CLI_OPTION_PASSABLE},
    {"agent-radius", required_argument, NULL, CLI_OPTION_AGENT_RADIUS},
    {"unit", required_argument, NULL, CLI_OPTION_UNIT},
    {"svg", required_argument, NULL, OPTION_SVG},
    {"json", no_argument, NULL, OPTION_JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0}};

typedef struct arguments {
  const char *map_path, *mesh_path, *svg_path;
  pathfan_map_options map;
  bool all, json;
} arguments;

static int take_option(const cli_command *command, int option, void *context) {
  arguments *into = context;
  int code = CLI_OK;
  if (cli_map_option(command, option, optarg, &into->map, &code)) return code;
  switch (option) {
  case 'o': into->mesh_path = optarg; return CLI_OK;
  case OPTION_KIND:
    into->all = strcmp(optarg, "all") == 0;
    if (into->all || cli_read_mesh_kind(optarg, &into->map.mesh)) return CLI_OK;
    return cli_usage(command, "--kind must be cdt, merged, rectangles or all, not '%s'", optarg);
  case OPTION_SVG: into->svg_path = optarg; return CLI_OK;
  case OPTION_JSON: into->json = true; return CLI_OK;
  }
  return CLI_OK;
}

/* ---- Numbers ---- */

static void print_json(const arguments *given, const pathfan_map *map) {
  pathfan_mesh_metrics m;
  pathfan_map_info info;
  pathfan_map_metrics(map, &m);
  pathfan_map_info_get(map, &info);
  fputs("{\"map\": ", stdout);
  cli_json_string(stdout, given->map_path);
  printf(", \"kind\": \"%s\", \"polygons\": %d, \"dead_ends\": %d", pathfan_mesh_kind_name(m.kind),
         m.polygons, m.dead_ends);
  cli_json_field(stdout, "degree", m.degree);
  cli_json_field(stdout, "corners", m.corners);
  printf(", \"vertices\": %d, \"convex_vertices\": %d, \"components\": %d", m.vertices,
         info.convex_count, m.components);
  cli_json_field(stdout, "area", m.area);
  cli_json_field(stdout, "width", info.width);
  cli_json_field(stdout, "height", info.height);
  cli_json_field(stdout, "unit", info.unit);
  fputs("}\n", stdout);
}

static void print_heading(void) {
  printf("%skind         polygons  dead ends  degree  corners   vertices  components  area%s\n",
         cli_bold(), cli_plain());
}

static void print_row(const pathfan_map *map) {
  pathfan_mesh_metrics m;
  pathfan_map_metrics(map, &m);
  printf("%-10s  %9d  %9d  %6.2f  %7.2f  %9d  %10d  %.10g\n", pathfan_mesh_kind_name(m.kind),
         m.polygons, m.dead_ends, m.degree, m.corners, m.vertices, m.components, m.area);
}

/* ---- The picture ---- */

/* Polygon `number` as the picture has it, which begins at (0,0), into *corners, which
 * grows as needed. Returns the number of corners; -1 without memory. */
static int32_t take_corners(const pathfan_map *map, const pathfan_map_info *info, int32_t number,
                            pathfan_point **corners, int32_t *capacity) {
  int32_t count = pathfan_map_polygon(map, number, *corners, *capacity);
  if (count > *capacity) {
    pathfan_point *more = realloc(*corners, (size_t)count * sizeof *more);
    if (!more) return -1;
    *corners = more;
    *capacity = count;
    count = pathfan_map_polygon(map, number, more, count);
  }
  for (int32_t i = 0; i < count; i++) {
    (*corners)[i].x -= info->origin_x;
    (*corners)[i].y -= info->origin_y;
  }
  return count;
}

_Static_assert(sizeof(pathfan_point) == 2 * sizeof(double), "points are drawn as x,y doubles");

static int draw(const char *path, const pathfan_map *map) {
  pathfan_map_info info;
  pathfan_error error = {""};
  pathfan_svg *svg;
  pathfan_point *corners = NULL;
  int32_t capacity = 0, count = 0;
  pathfan_map_info_get(map, &info);
  if (info.width <= 0 || info.height <= 0) {
    cli_message("there is nothing to draw: the mesh is empty");
    return CLI_MALFORMED;
  }
  pathfan_status status = pathfan_svg_open(path, info.width, info.height, &svg, &error);
  if (status != PATHFAN_OK) return cli_failure(status, error.text);
  pathfan_svg_show_edges(svg);
  for (int32_t i = 0; i < info.polygon_count && count >= 0; i++) {
    count = take_corners(map, &info, i, &corners, &capacity);
    if (count >= 0) pathfan_svg_free_polygon(svg, (const double *)corners, count);
  }
  free(corners);
  if (count < 0) {
    pathfan_svg_discard(svg);
    return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  }
  status = pathfan_svg_close(svg, &error);
  return status == PATHFAN_OK ? CLI_OK : cli_failure(status, error.text);
}

/* ---- The command ---- */

static int show(const arguments *given, const pathfan_map *map, bool first) {
  pathfan_error error = {""};
  if (given->mesh_path) {
    const pathfan_status status = pathfan_map_write_mesh(map, given->mesh_path, &error);
    if (status != PATHFAN_OK) return cli_failure(status, error.text);
  }
  const int code = given->svg_path ? draw(given->svg_path, map) : CLI_OK;
  if (code != CLI_OK) return code;
  if (given->json) {
    print_json(given, map);
  } else {
    if (first) print_heading();
    print_row(map);
  }
  return CLI_OK;
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  int code;
  pathfan_map_options_init(&given.map);
  if (!cli_take_options(command, argc, argv, ":ho:", long_options, take_option, &given, &code))
    return code;
  given.map_path = cli_operand(command, argc, argv, "MAP");
  if (!given.map_path) return CLI_USAGE;
  if (given.all && (given.mesh_path || given.svg_path))
    return cli_usage(command, "--kind all shows numbers only; a file holds one kind");
  code = cli_check_apart(given.mesh_path, given.map_path);
  if (code == CLI_OK) code = cli_check_apart(given.svg_path, given.map_path);
  if (code == CLI_OK && !cli_check_ending(command, "--svg", given.svg_path, ".svg"))
    code = CLI_USAGE;

  for (int kind = PATHFAN_MESH_CDT; kind <= PATHFAN_MESH_RECTANGLES && code == CLI_OK; kind++) {
    pathfan_map *map;
    pathfan_map_info info;
    pathfan_mesh_metrics metrics;
    pathfan_error error = {""};
    if (given.all) given.map.mesh = (pathfan_mesh_kind)kind;
    const pathfan_status status = pathfan_map_open(given.map_path, &given.map, &map, &error);
    if (status != PATHFAN_OK) return cli_failure(status, error.text);
    code = show(&given, map, kind == PATHFAN_MESH_CDT);
    pathfan_map_info_get(map, &info);
    pathfan_map_metrics(map, &metrics);
    pathfan_map_free(map);
    if (!given.all || metrics.kind == PATHFAN_MESH_DEFAULT) break;
    if (kind == PATHFAN_MESH_MERGED && !info.is_grid) break; /* no rectangles of these */
  }
  return code;
}

const cli_command cli_mesh = {"mesh", "cut free space into convex polygons; write a .mesh file",
                              help, run};
