/* cmd_field.c - pathfan field: cheapest ways to a goal from everywhere, or all places through which
 * a cheap way between two ends leads.
 *
 * Costs: costs/cost_field.h, costs/corridor.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/degrees.h"
#include "cli/field_watch.h"
#include "cli/outcome.h"
#include "cli/picture.h"
#include "cli/roads.h"
#include "cli/source.h"
#include "command/options.h"
#include "costs/corridor.h"
#include "costs/cost_field.h"
#include "draw/field.h"

/* clang-format off */
static const char help[] =
    "usage: pathfan field TERRAIN --to X,Y -o FILE [OPTIONS]\n"
    "       pathfan field TERRAIN --from X,Y --to X,Y --within N% -o FILE [OPTIONS]\n"
    "\n"
    "Computes travel costs over a terrain, a GeoJSON map with roads, rivers or areas with a rate.\n"
    "With --to: the cheapest paths from a grid of starts to that goal; for each its cost, its first\n"
    "direction, and the first road, river or area that it uses or crosses. FILE is a picture\n"
    "with an arrow for each start over a map of costs (.svg, .png), or holds the numbers (.csv, .json),\n"
    "or the costs as a raster for a GIS (.asc, ESRI's ASCII grid; of a map read by --project local\n"
    "with a .prj beside it).\n"
    "With --within: the corridor of all places on paths that cost at most N percent more than\n"
    "the cheapest. FILE is a picture with the cheapest path (.svg, .png), or holds polygons with holes\n"
    "(.geojson). It contains all of these places for certain, and none whose paths cost more than\n"
    "that by over twice the tolerance (over areas with a rate, plus their gap); bridges, tunnels\n"
    "and roads through narrow gaps are lines.\n"
    "\n"
    "  --to X,Y           the goal, in map units\n"
    "  --from X,Y         the start of a corridor\n"
    "  --within N%        how much more than the cheapest the paths of a corridor may cost\n"
    "  --tolerance N%     of a corridor, as a share of the cheapest cost (0.1%)\n"
    "  --grid N|WxH       starts of a field: W in a row, H in a column; or N along the longer side\n"
    "                     of the map, and the other side in proportion (46)\n"
    "  --max-work N       stop after so much work, as answers count it, and write nothing (no limit)\n"
    "  --max-time S       the same after so many seconds of looking for costs\n"
    "  --quiet            show no progress\n"
    "  -o, --output FILE  where the result goes\n"
    CLI_MAP_READ_HELP CLI_MEMORY_HELP
    "  -h, --help         this text\n"
    "\n"
    "examples:\n"
    "  pathfan field hills.geojson --to 950,700 --grid 46x36 -o field.svg\n"
    "  pathfan field hills.geojson --from 40,60 --to 950,700 --within 5% -o corridor.geojson\n"
    "\n"
    "exit codes: 0 done; 3 an end is blocked, no path joins the ends, or a limit\n"
    "  was reached; 4 the map is malformed;\n"
    "  see also pathfan help\n";
/* clang-format on */

#define STARTS 46       /* on the longer side, as in figure 2 of the paper */
#define TOLERANCE 0.001 /* of a corridor: less than a pixel of a picture */
#define RASTER 300      /* nodes on the longer side of a map of costs: three pixels apart */
#define SIDE_MAX 8192
#define POINTS_MAX (1 << 24)
#define WITHIN_MAX 1000

typedef struct arguments {
  pathfan_map_options map;
  const char *map_path, *output;
  pathfan_point from, to;
  bool has_from, has_to;
  double within;    /* a share; 0: not given */
  double tolerance; /* a share; 0: not given */
  cli_field_limits limits;
  int32_t columns, rows; /* 0: not given; rows 0 with columns given: in proportion */
} arguments;

/* ---- The command line ---- */

/* Reads N%. */
static int take_share(const cli_command *command, const cli_option *option, char *text,
                      void *share) {
  char number[64];
  double value;
  const size_t length = strlen(text);
  if (length < 2 || length > sizeof number || text[length - 1] != '%')
    return cli_refuse_option(command, option, text);
  memcpy(number, text, length - 1);
  number[length - 1] = '\0';
  if (!cli_read_number(number, &value) || !(value > 0 && value <= WITHIN_MAX))
    return cli_refuse_option(command, option, text);
  *(double *)share = value / 100;
  return CLI_OK;
}

/* Reads N, or WxH. */
static int take_grid(const cli_command *command, const cli_option *option, char *text,
                     void *context) {
  arguments *into = context;
  char first[16] = "";
  int64_t w, h = 0;
  const size_t length = strcspn(text, "x");
  if (length < sizeof first) memcpy(first, text, length);
  if (!cli_read_integer(first, 2, SIDE_MAX, &w) ||
      (text[length] && !cli_read_integer(text + length + 1, 2, SIDE_MAX, &h)) || w * h > POINTS_MAX)
    return cli_usage(command,
                     "--%s must be N or WxH, each 2 to %d and together at most %d, not '%s'",
                     option->name, SIDE_MAX, POINTS_MAX, text);
  into->columns = (int32_t)w;
  into->rows = (int32_t)h;
  return CLI_OK;
}

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    CLI_MAP_OPTIONS(AT(map)),
    {"from", CLI_POINT, .at = AT(from), .given = AT(has_from), .wanted = CLI_POINT_WANTED},
    {"to", CLI_POINT, .at = AT(to), .given = AT(has_to), .wanted = CLI_POINT_WANTED},
    {"within", CLI_OTHER, .at = AT(within), .wanted = "N%, above 0 and at most 1000%",
     .take = take_share},
    {"tolerance", CLI_OTHER, .at = AT(tolerance), .wanted = "N%, above 0 and at most 1000%",
     .take = take_share},
    {"grid", CLI_OTHER, .take = take_grid},
    {"max-work", CLI_WHOLE, .at = AT(limits.work), .least = 1,
     .wanted = "a whole number, 1 or more"},
    {"max-time", CLI_NUMBER, .at = AT(limits.seconds), .above = true, .wanted = "a number above 0"},
    {"quiet", CLI_SWITCH, .at = AT(limits.quiet)},
    {"output", CLI_TEXT, .letter = 'o', .at = AT(output)},
    {NULL}};

static bool is_picture(const arguments *given) {
  return pf_name_ends_in(given->output, ".svg") || pf_name_ends_in(given->output, ".png");
}

static int check_together(const cli_command *command, const arguments *given) {
  if (!given->has_to) return cli_usage(command, "--to is missing");
  if (given->has_from != (given->within > 0))
    return cli_usage(command, "a corridor takes --from and --within, a field neither");
  if (given->tolerance > 0 && !(given->within > 0))
    return cli_usage(command, "--tolerance goes with a corridor, --within");
  if (given->columns && given->within > 0)
    return cli_usage(command, "--grid goes with a field; a corridor has a --tolerance");
  if (!given->output) return cli_usage(command, "-o FILE is missing");
  if (!cli_check_ending(command, "-o", given->output,
                        given->within > 0 ? ".svg .png .geojson" : ".svg .png .csv .json .asc"))
    return CLI_USAGE;
  return cli_check_apart(given->output, given->map_path);
}

/* ---- Asking ---- */

typedef struct asked {
  const arguments *given;
  pf_source source;
  pathfan_query *query;
  cli_field_watch *watch;
  pathfan_index_info map;
  cli_picture picture;
  pf_degrees degrees;
  bool is_in_degrees; /* what is written, too */
} asked;

static bool is_raster(const arguments *given) {
  return pf_name_ends_in(given->output, ".asc");
}

static void lay_grid(const asked *a, pf_cost_field *field) {
  int32_t columns = a->given->columns, rows = a->given->rows;
  if (!rows) pf_cost_field_proportion(&a->map, columns ? columns : STARTS, &columns, &rows);
  if (is_raster(a->given))
    pf_cost_field_lay_squares(field, &a->map, columns, rows);
  else
    pf_cost_field_lay(field, &a->map, columns, rows, false);
}

/* Fills a request for one way over the terrain. */
static void begin_request(pathfan_request *request, pathfan_point from, pathfan_point to) {
  pathfan_request_init(request);
  request->algorithm = PATHFAN_ALGORITHM_TERRAIN;
  request->paths = 1;
  request->from = from;
  request->to = to;
}

/* Computes a field; reports a blocked goal. */
static int ask_field(const asked *a, pf_cost_field *field, pathfan_point goal) {
  bool is_free = true;
  cli_field_watch_next(a->watch, "field", 0, 1, (size_t)field->columns * (size_t)field->rows);
  const pathfan_status status = pf_cost_field_ask(field, a->query, goal, &is_free);
  if (status) return cli_field_watch_fail(a->watch, status, a->query);
  if (is_free) return CLI_OK;
  pathfan_request request;
  begin_request(&request, goal, goal);
  cli_outcome_report(&a->source, a->query, NULL, PATHFAN_OUTCOME_GOAL_BLOCKED, &request);
  return CLI_NO_ANSWER;
}

/* ---- Pictures ---- */

/* Gives nodes without a way the mean of their neighbours with one, so that colours reach up to
 * obstacles, which are drawn over them. */
static void widen(double *values, int32_t columns, int32_t rows) {
  const double *at = values;
  double *wide = malloc((size_t)columns * (size_t)rows * sizeof *wide);
  if (!wide) return; /* only the looks suffer */
  for (int32_t y = 0; y < rows; y++)
    for (int32_t x = 0; x < columns; x++) {
      double sum = 0;
      int count = 0;
      const int64_t i = (int64_t)y * columns + x;
      for (int32_t v = y - 1; v <= y + 1 && !isfinite(at[i]); v++)
        for (int32_t u = x - 1; u <= x + 1; u++) {
          if (u < 0 || v < 0 || u >= columns || v >= rows) continue;
          const double value = at[(int64_t)v * columns + u];
          if (!isfinite(value)) continue;
          sum += value;
          count++;
        }
      wide[i] = count ? sum / count : at[i];
    }
  memcpy(values, wide, (size_t)columns * (size_t)rows * sizeof *wide);
  free(wide);
}

/* Collects the polygons of free space, relative to the map's origin. False: out of memory. */
static bool take_free(const asked *a, pf_field_picture *picture) {
  int64_t corners = 0;
  for (int32_t i = 0; i < a->map.polygon_count; i++)
    corners += pf_source_polygon(&a->source, i, NULL, 0);
  pathfan_point *xy = malloc(((size_t)corners + 1) * sizeof *xy);
  int32_t *first = malloc(((size_t)a->map.polygon_count + 1) * sizeof *first);
  picture->free_xy = (const double *)xy;
  picture->free_first = first;
  picture->free_count = a->map.polygon_count;
  if (!xy || !first) return false;
  first[0] = 0;
  for (int32_t i = 0; i < a->map.polygon_count; i++)
    first[i + 1] =
        first[i] + pf_source_polygon(&a->source, i, xy + first[i], (int32_t)(corners - first[i]));
  for (int64_t i = 0; i < corners; i++) xy[i] = cli_in_picture(&a->picture, xy[i]);
  return true;
}

/* Collects how dear the ground of each polygon is; NULL on a map without areas. False: out of
 * memory.
 */
static bool take_areas(const asked *a, pf_field_picture *picture) {
  pathfan_terrain_area area;
  pathfan_terrain_info info;
  if (!pf_source_terrain_area(&a->source, 0, &area)) return true;
  double *dearness = calloc((size_t)a->map.polygon_count + 1, sizeof *dearness);
  picture->dearness = dearness;
  if (!dearness || !pf_source_terrain_info(&a->source, &info)) return false;
  for (int32_t i = 0; pf_source_terrain_area(&a->source, i, &area); i++)
    dearness[i] = log10(area.rate / info.background_rate);
  return true;
}

/* Adds what both kinds of picture have in common, and draws. */
static int draw(const asked *a, pf_field_picture *picture) {
  pf_drawn_roads roads = {0};
  pathfan_error error = {""};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  picture->width = a->map.width;
  picture->height = a->map.height;
  picture->roads = &roads;
  const pathfan_point to = cli_in_picture(&a->picture, a->given->to);
  picture->to[0] = to.x;
  picture->to[1] = to.y;
  if (take_free(a, picture) && take_areas(a, picture) &&
      cli_roads_make(&roads, &a->source, &a->picture))
    status = pf_field_draw(a->given->output, picture, &error);
  free((void *)picture->free_xy);
  free((void *)picture->free_first);
  free((void *)picture->dearness);
  cli_roads_free(&roads);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

/* Returns the costs of a field; NULL: out of memory. */
static double *costs_of(const pf_cost_field *field) {
  const size_t count = (size_t)field->columns * (size_t)field->rows;
  double *costs = malloc(count * sizeof *costs);
  for (size_t i = 0; costs && i < count; i++) costs[i] = field->values[i].cost;
  return costs;
}

/* ---- A field ---- */

static int draw_field(const asked *a, const pf_cost_field *starts) {
  pf_cost_field fine = {0};
  int32_t columns, rows;
  const int64_t count = (int64_t)starts->columns * starts->rows;
  pf_cost_field_proportion(&a->map, RASTER, &columns, &rows);
  pf_cost_field_lay(&fine, &a->map, columns, rows, true);
  if (a->picture.down < 0) { /* rows of a picture begin at the top */
    fine.y += a->map.height;
    fine.step_y = -fine.step_y;
  }
  int code = ask_field(a, &fine, a->given->to);
  double *costs = code == CLI_OK ? costs_of(&fine) : NULL;
  pf_field_arrow *arrows = malloc((size_t)count * sizeof *arrows);
  if (code == CLI_OK && (!costs || !arrows)) code = cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  if (code == CLI_OK) {
    widen(costs, columns, rows);
    for (int64_t i = 0; i < count; i++) {
      const pathfan_point at = cli_in_picture(&a->picture, starts->points[i]);
      arrows[i] = (pf_field_arrow){at.x, at.y, starts->values[i].heading_x,
                                   starts->values[i].heading_y * a->picture.down};
    }
    const pf_value_grid grid = {costs, columns, rows};
    pf_field_picture picture = {.costs = &grid,
                                .arrows = arrows,
                                .arrow_count = (int32_t)count,
                                .spacing = fmin(starts->step_x, starts->step_y)};
    code = draw(a, &picture);
  }
  free(costs);
  free(arrows);
  pf_cost_field_free(&fine);
  return code;
}

/* Writes the coordinate system of a projected map beside a raster. */
static int write_system(const asked *a) {
  double longitude, latitude;
  if (!is_raster(a->given) || !pf_source_centre(&a->source, &longitude, &latitude)) return CLI_OK;
  const size_t length = strlen(a->given->output);
  char *path = malloc(length + 1);
  if (!path) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  memcpy(path, a->given->output, length + 1);
  memcpy(path + length - 3, "prj", 3);
  pf_output output;
  pathfan_error error = {""};
  pathfan_status status = pf_output_open(&output, path, &error);
  if (!status) {
    pf_cost_field_prj(output.stream, longitude, latitude);
    status = pf_output_close(&output, &error);
  }
  free(path);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

static void put_json(FILE *out, const pf_cost_field *field, const pf_source *source) {
  pf_json_writer w = {.out = out};
  pf_write_begin(&w, NULL, '{');
  pf_cost_field_write(&w, field, source);
  pf_write_end(&w, '}');
  putc('\n', out);
}

static int write_numbers(const asked *a, pf_cost_field *field) {
  if (a->is_in_degrees && !is_raster(a->given)) pf_cost_field_in_degrees(field, &a->degrees);
  pf_output output;
  pathfan_error error = {""};
  pathfan_status status = pf_output_open(&output, a->given->output, &error);
  if (!status) {
    if (pf_name_ends_in(a->given->output, ".csv"))
      pf_cost_field_csv(output.stream, field);
    else if (is_raster(a->given))
      pf_cost_field_asc(output.stream, field);
    else
      put_json(output.stream, field, &a->source);
    status = pf_output_close(&output, &error);
  }
  return status ? cli_failure(status, error.text) : write_system(a);
}

static int show_field(const asked *a) {
  pf_cost_field field = {0};
  lay_grid(a, &field);
  int code = ask_field(a, &field, a->given->to);
  if (code == CLI_OK)
    code = is_picture(a->given) ? draw_field(a, &field) : write_numbers(a, &field);
  pf_cost_field_free(&field);
  return code;
}

/* ---- A corridor ---- */

/* Gives rings a picture's coordinates. */
static void put_in_picture(const asked *a, pf_contours *area) {
  for (int64_t i = 0; i < area->point_count; i++) {
    double *xy = &area->xy[2 * i];
    const pathfan_point at = cli_in_picture(&a->picture, (pathfan_point){xy[0], xy[1]});
    xy[0] = at.x;
    xy[1] = at.y;
  }
}

static void next_stage(void *context, const char *stage, double from, double to, size_t count) {
  cli_field_watch_next(context, stage, from, to, count);
}

/* Finds the places on ways of at most `within` above the cheapest. */
static int find_within(const asked *a, const pathfan_path *way, double within,
                       pf_cost_corridor *corridor) {
  const pf_cost_corridor_wanted wanted = {.from = a->given->from,
                                          .to = a->given->to,
                                          .limit = way->cost * (1 + within),
                                          .tolerance = way->cost * a->given->tolerance,
                                          .next = next_stage,
                                          .context = a->watch};
  const pathfan_status status = pf_cost_corridor_find(corridor, &a->source, a->query, &wanted);
  return status ? cli_field_watch_fail(a->watch, status, a->query) : CLI_OK;
}

static int draw_corridor(const asked *a, const pathfan_path *way) {
  pf_cost_corridor shades[PF_FIELD_SHADES] = {{.cells = 0}};
  pf_contours areas[PF_FIELD_SHADES];
  const pathfan_point from = cli_in_picture(&a->picture, a->given->from);
  int code = CLI_OK;
  pathfan_point *path = malloc((size_t)way->point_count * sizeof *path);
  if (!path) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  for (int32_t i = 0; i < way->point_count; i++)
    path[i] = cli_in_picture(&a->picture, way->points[i]);
  for (int i = 0; i < PF_FIELD_SHADES && code == CLI_OK; i++) {
    code = find_within(a, way, a->given->within * (i + 1) / PF_FIELD_SHADES, &shades[i]);
    put_in_picture(a, &shades[i].area);
    areas[i] = shades[i].area;
  }
  pf_field_picture picture = {.corridor = areas,
                              .least = way->cost,
                              .within = a->given->within,
                              .path = (const double *)path,
                              .path_count = way->point_count,
                              .has_from = true,
                              .from = {from.x, from.y}};
  if (code == CLI_OK) code = draw(a, &picture);
  for (int i = 0; i < PF_FIELD_SHADES; i++) pf_cost_corridor_free(&shades[i]);
  free(path);
  return code;
}

/* Writes a corridor and a way, both in degrees if the ends were given so. */
static pathfan_status put_corridor(const asked *a, FILE *out, pf_cost_corridor *corridor,
                                   const pathfan_path *way) {
  pathfan_answer answer = {.paths = way, .path_count = 1};
  pf_degrees_shown shown = {.paths = NULL};
  pathfan_status status = PATHFAN_OK;
  if (a->is_in_degrees) {
    pf_cost_corridor_in_degrees(corridor, &a->degrees);
    status = pf_degrees_show(&a->degrees, NULL, &answer, &shown);
  }
  if (!status) {
    pf_json_writer w = {.out = out};
    pf_begin_collection(&w);
    pf_cost_corridor_write(&w, corridor, a->is_in_degrees ? shown.paths : way, a->given->within);
    pf_end_collection(&w);
  }
  pf_degrees_shown_free(&shown);
  return status;
}

static int write_corridor(const asked *a, const pathfan_path *way) {
  pf_cost_corridor corridor = {0};
  pf_output output;
  pathfan_error error = {""};
  int code = find_within(a, way, a->given->within, &corridor);
  if (code == CLI_OK) {
    pathfan_status status = pf_output_open(&output, a->given->output, &error);
    if (!status) {
      status = put_corridor(a, output.stream, &corridor, way);
      const pathfan_status closed = pf_output_close(&output, &error);
      if (!status) status = closed;
    }
    if (status) code = cli_failure(status, error.text);
  }
  pf_cost_corridor_free(&corridor);
  return code;
}

static int show_corridor(const asked *a) {
  pathfan_request request;
  const pathfan_answer *answer;
  begin_request(&request, a->given->from, a->given->to);
  request.work_limit =
      a->given->limits.work; /* then the way may have a gap, and its cost is known */
  const pathfan_status status = pathfan_query_paths(a->query, &request, &answer);
  if (status) return cli_failure(status, pathfan_query_error(a->query));
  if (!answer->path_count && answer->reason == PATHFAN_REASON_WORK_LIMIT) {
    cli_message("the work limit was reached before a path was found; nothing is written");
    return CLI_NO_ANSWER;
  }
  if (!answer->path_count) {
    cli_outcome_report(&a->source, a->query, NULL, answer->outcome, &request);
    return CLI_NO_ANSWER;
  }
  if (!(answer->paths[0].cost > 0)) {
    cli_message("--within: the start is the goal, so there is no corridor");
    return CLI_USAGE;
  }
  /* Fields don't overwrite the query object's last answer. */
  const pathfan_path *way = &answer->paths[0];
  return is_picture(a->given) ? draw_corridor(a, way) : write_corridor(a, way);
}

/* Takes ends in degrees to the map. */
static int take_ends(asked *a, arguments *given) {
  a->degrees = pf_degrees_of(&a->source);
  const pathfan_point from = given->has_from ? given->from : given->to;
  const int code = cli_degrees_decide(&a->degrees, from, given->to, &a->is_in_degrees);
  if (code != CLI_OK || !a->is_in_degrees) return code;
  given->to = pf_degrees_to_map(&a->degrees, given->to);
  given->from = pf_degrees_to_map(&a->degrees, from);
  return CLI_OK;
}

static int show(arguments *given) {
  cli_field_watch watch;
  asked a = {.given = given, .watch = &watch};
  const pathfan_open_options how = {0};
  int code =
      cli_open_source(given->map_path, PATHFAN_ALGORITHM_TERRAIN, &given->map, &how, &a.source);
  if (code != CLI_OK) return code;
  if (!pf_source_is_terrain(&a.source)) {
    cli_message("%s: a field needs a terrain, a map with roads, rivers or rates", given->map_path);
    code = CLI_USAGE;
  } else {
    const pathfan_status status = pf_source_query(&a.source, &a.query);
    pf_source_facts facts;
    pf_source_look(&a.source, &facts);
    a.map = facts.info;
    a.picture = cli_picture_of(&a.source);
    code = status ? cli_failure(status, NULL) : take_ends(&a, given);
    if (code == CLI_OK) {
      cli_field_watch_start(&watch, a.query, &given->limits);
      code = given->within > 0 ? show_corridor(&a) : show_field(&a);
      cli_field_watch_end(&watch);
    }
  }
  pathfan_query_free(a.query);
  pf_source_close(&a.source);
  return code;
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  int code;
  pathfan_map_options_init(&given.map);
  if (!cli_take_options(command, argc, argv, all_options, &given, &code)) return code;
  given.map_path = cli_operand(command, argc, argv, "TERRAIN");
  if (given.map_path) given.map_path = cli_input_path(given.map_path);
  code = given.map_path ? check_together(command, &given) : CLI_USAGE;
  if (!(given.tolerance > 0)) given.tolerance = TOLERANCE;
  return code == CLI_OK ? show(&given) : code;
}

const cli_command cli_field_command = {
    "field", "draw a terrain's costs to a goal, or a corridor of cheap paths", help, run};
