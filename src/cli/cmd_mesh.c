/* cmd_mesh.c - pathfan mesh: free space as convex polygons, in numbers, as a picture, and in files
 * of several kinds. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/json.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "command/options.h"
#include "draw/svg.h"
#include "pathfan/build.h"
#include "pathfan/map.h"

static const char help[] =
    "usage: pathfan mesh MAP [-o FILE] [OPTIONS]\n"
    "       pathfan mesh INDEX [-o FILE] [OPTIONS]\n"
    "\n"
    "Cuts the free space of a map of any kind, or of the map inside an index, into convex\n"
    "polygons (a .mesh file is taken as it is), shows the numbers of this mesh, and writes it as "
    "a\n"
    "file of another kind. The kind of a map is recognised by its content:\n"
    "{maps}.\n"
    "\n"
    "  -o, --output FILE  where the free space is written; without it, only the numbers are shown\n"
    "  --format FORMAT    format of FILE (by its ending):\n"
    "                     mesh2: the mesh, Polyanya's version 2 (.mesh)\n"
    "                     mesh3: the mesh, version 3, of the Iron Harvest benchmarks\n"
    "                     geojson: free polygons with holes (.geojson, .json)\n"
    "                     poly: their rings, Polyanya's (.poly)\n"
    "                     polygon: enclosures and obstacles, `polygon 1`, of Iron Harvest\n"
    "                     Roads, rivers and names aren't written\n"
    "  --kind KIND        cdt: triangles; merged: larger convex polygons made of them;\n"
    "                     rectangles: .map only; all: the numbers of each (merged).\n"
    "                     A .mesh file stays as it is: given\n" CLI_MAP_READ_HELP CLI_MEMORY_HELP
    "  --svg FILE         a picture of the mesh (.svg)\n"
    "  --json             the numbers as JSON, one object per line\n"
    "  -h, --help         this text\n"
    "\n"
    "MAP may be -, standard input; FILE may be -, standard output, which replaces the numbers.\n"
    "\n"
    "A dead end is a polygon with one neighbour; degree is the mean number of neighbours of a\n"
    "polygon, corners the mean number of its corners.\n"
    "\n"
    "example:\n"
    "  pathfan mesh rooms.map -o rooms.mesh --svg rooms.svg\n"
    "  pathfan mesh rooms.pathfan -o rooms.geojson\n";

/* The kinds of files; an ending stands for the first kind that has it. */
static const struct {
  const char *name, *endings[2];
  pathfan_space_file kind;
} formats[] = {{"mesh2", {".mesh"}, PATHFAN_SPACE_FILE_MESH_2},
               {"mesh3", {NULL}, PATHFAN_SPACE_FILE_MESH_3},
               {"geojson", {".geojson", ".json"}, PATHFAN_SPACE_FILE_GEOJSON},
               {"poly", {".poly"}, PATHFAN_SPACE_FILE_POLY},
               {"polygon", {NULL}, PATHFAN_SPACE_FILE_POLYGON}};
enum { FORMATS = sizeof formats / sizeof *formats };

typedef struct arguments {
  const char *map_path, *output_path, *svg_path;
  pathfan_map_options map;
  pathfan_space_file format;
  bool formatted, all, json, is_file_only; /* only: standard output is the file, or the picture */
} arguments;

static int take_format(const cli_command *command, const cli_option *option, char *text,
                       void *into) {
  for (int i = 0; i < FORMATS; i++)
    if (strcmp(text, formats[i].name) == 0) {
      *(pathfan_space_file *)into = formats[i].kind;
      return CLI_OK;
    }
  return cli_refuse_option(command, option, text);
}

static int take_kind(const cli_command *command, const cli_option *option, char *text, void *into) {
  arguments *given = into;
  given->all = strcmp(text, "all") == 0;
  return given->all ? CLI_OK : cli_take_mesh_kind(command, option, text, &given->map.mesh);
}

static bool ending_format(const char *path, pathfan_space_file *format) {
  const size_t length = strlen(path);
  for (int i = 0; i < FORMATS; i++)
    for (int k = 0; k < 2 && formats[i].endings[k]; k++) {
      const size_t ending = strlen(formats[i].endings[k]);
      if (length < ending || strcasecmp(path + length - ending, formats[i].endings[k]) != 0)
        continue;
      *format = formats[i].kind;
      return true;
    }
  return false;
}

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"output", CLI_OUTPUT, .letter = 'o', .at = AT(output_path)},
    {"format", CLI_OTHER, .at = AT(format), .given = AT(formatted), .take = take_format,
     .wanted = "mesh2, mesh3, geojson, poly or polygon"},
    {"kind", CLI_OTHER, .wanted = "cdt, merged, rectangles or all", .take = take_kind},
    CLI_MAP_READ_OPTIONS(AT(map)),
    {"svg", CLI_OUTPUT, .at = AT(svg_path)},
    {"json", CLI_SWITCH, .at = AT(json)},
    {NULL}};

/* ---- Numbers ---- */

static void print_json(const arguments *given, const pathfan_map *map) {
  pathfan_mesh_metrics m;
  pathfan_map_info info;
  pathfan_map_metrics(map, &m);
  pathfan_map_info_get(map, &info);
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  pf_write_text(&w, "map", given->map_path);
  pf_write_text(&w, "kind", pathfan_mesh_kind_name(m.kind));
  pf_write_integer(&w, "polygons", m.polygons);
  pf_write_integer(&w, "dead_ends", m.dead_ends);
  pf_write_number(&w, "degree", m.degree);
  pf_write_number(&w, "corners", m.corners);
  pf_write_integer(&w, "vertices", m.vertices);
  pf_write_integer(&w, "convex_vertices", info.convex_count);
  pf_write_integer(&w, "components", m.components);
  pf_write_number(&w, "area", m.area);
  pf_write_number(&w, "width", info.width);
  pf_write_number(&w, "height", info.height);
  pf_write_number(&w, "unit", info.unit);
  pf_write_end(&w, '}');
  putchar('\n');
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

/* Reads polygon `number`, in the picture's coordinates, which begin at (0,0), into *corners, which
 * grows as needed. Returns the number of corners; -1: out of memory. */
static int32_t take_corners(const pathfan_map *map, const pathfan_map_info *info, int32_t number,
                            pathfan_point **corners, int32_t *capacity) {
  int32_t count = pathfan_map_polygon(map, number, *corners, *capacity);
  if (count > *capacity) {
    if (pf_grow(corners, capacity, count)) return -1;
    count = pathfan_map_polygon(map, number, *corners, *capacity);
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
  pf_svg *svg;
  pathfan_point *corners = NULL;
  int32_t capacity = 0, count = 0;
  pathfan_map_info_get(map, &info);
  if (info.width <= 0 || info.height <= 0) {
    cli_message("there is nothing to draw: the mesh is empty");
    return CLI_MALFORMED;
  }
  pathfan_status status = pf_svg_open(path, info.width, info.height, &svg, &error);
  if (status) return cli_failure(status, error.text);
  pf_svg_show_edges(svg);
  for (int32_t i = 0; i < info.polygon_count && count >= 0; i++) {
    count = take_corners(map, &info, i, &corners, &capacity);
    if (count >= 0) pf_svg_free_polygon(svg, (const double *)corners, count);
  }
  free(corners);
  if (count < 0) {
    pf_svg_discard(svg);
    return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  }
  status = pf_svg_close(svg, &error);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

/* ---- The command ---- */

static int show(const arguments *given, const pathfan_map *map, bool first) {
  pathfan_error error = {""};
  if (given->output_path) {
    const pathfan_status status = pathfan_map_write(map, given->output_path, given->format, &error);
    if (status) return cli_failure(status, error.text);
  }
  const int code = given->svg_path ? draw(given->svg_path, map) : CLI_OK;
  if (code != CLI_OK) return code;
  if (given->is_file_only) return CLI_OK;
  if (given->json) {
    print_json(given, map);
  } else {
    if (first) print_heading();
    print_row(map);
  }
  return CLI_OK;
}

static int check_format(const cli_command *command, arguments *given) {
  if (given->formatted && !given->output_path)
    return cli_usage(command, "--format goes with --output");
  if (!given->output_path || given->formatted || ending_format(given->output_path, &given->format))
    return CLI_OK;
  given->format = PATHFAN_SPACE_FILE_MESH_2;
  if (cli_is_stdout(given->output_path)) return CLI_OK;
  return cli_usage(command,
                   "'%s' doesn't end in .mesh, .geojson, .json or .poly: --format says what it "
                   "is to be",
                   given->output_path);
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  int code;
  pathfan_map_options_init(&given.map);
  if (!cli_take_options(command, argc, argv, all_options, &given, &code)) return code;
  given.map_path = cli_operand(command, argc, argv, "MAP");
  if (!given.map_path) return CLI_USAGE;
  given.map_path = cli_input_path(given.map_path);
  given.is_file_only = cli_is_stdout(given.output_path) || cli_is_stdout(given.svg_path);
  if (given.is_file_only &&
      given.json + cli_is_stdout(given.output_path) + cli_is_stdout(given.svg_path) > 1)
    return cli_usage(command, "standard output can be one thing: -o -, --svg - or --json");
  if (given.all && cli_is_stdin(given.map_path))
    return cli_usage(command, "--kind all reads the map more than once; name a file");
  if (given.all && (given.output_path || given.svg_path))
    return cli_usage(command, "--kind all shows numbers only; a file holds one kind");
  code = cli_check_apart(given.output_path, given.map_path);
  if (code == CLI_OK) code = cli_check_apart(given.svg_path, given.map_path);
  if (code == CLI_OK && !cli_is_stdout(given.svg_path) &&
      !cli_check_ending(command, "--svg", given.svg_path, ".svg"))
    code = CLI_USAGE;
  if (code == CLI_OK) code = check_format(command, &given);

  for (int kind = PATHFAN_MESH_CDT; kind <= PATHFAN_MESH_RECTANGLES && code == CLI_OK; kind++) {
    pathfan_map *map;
    pathfan_map_info info;
    pathfan_mesh_metrics metrics;
    pathfan_error error = {""};
    if (given.all) given.map.mesh = (pathfan_mesh_kind)kind;
    const pathfan_status status = pathfan_map_open(given.map_path, &given.map, &map, &error);
    if (status) return cli_failure(status, error.text);
    code = show(&given, map, kind == PATHFAN_MESH_CDT);
    pathfan_map_info_get(map, &info);
    pathfan_map_metrics(map, &metrics);
    pathfan_map_free(map);
    if (!given.all || metrics.kind == PATHFAN_MESH_DEFAULT) break;
    if (kind == PATHFAN_MESH_MERGED && !info.is_grid) break; /* rectangles need a grid */
  }
  return code;
}

const cli_command cli_mesh = {
    "mesh", "cut free space into convex polygons; write it as other files", help, run};
