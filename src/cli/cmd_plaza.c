/* cmd_plaza.c - pathfan plaza: turns an area and its entries into ways for a router that knows
 * streets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"
#include "command/options.h"
#include "draw/plaza.h"
#include "plaza/plaza.h"

#define SNAP 0.05
#define BYTES_MAX ((size_t)1 << 30) /* as of maps */

/* clang-format off */
static const char help[] =
    "usage: pathfan plaza FILE.geojson [-o FILE] [OPTIONS]\n"
    "\n"
    "Finds the exact shortest paths across a square, a park or a station hall between all its\n"
    "entries, and writes them as ways for a router that only knows streets, so that it sends people\n"
    "across, not along the border.\n"
    "FILE.geojson is a FeatureCollection, such as an extract of OpenStreetMap:\n"
    "  polygons  walkable areas, with holes; polygons whose `kind` is \"obstacle\" are cut out, and if\n"
    "            some are \"free\", all others are, too\n"
    "  lines     streets: their positions on a polygon's border are entries, named by points there;\n"
    "            crossings elsewhere are counted in a message\n"
    "  points    entries if they have the property `entry`; all of them if there is no other entry\n"
    "\n"
    "  -o, --output FILE  where the ways go: GeoJSON (.geojson, .json), or OSM XML (.osm) to be\n"
    "                     merged with the streets (GeoJSON on standard output)\n"
    "  --ways KIND        edges: a graph, each edge once, whose shortest paths are those of all\n"
    "                     pairs; pairs: one way for each pair of entries (edges)\n"
    "  --entry X,Y        another entry, in the file's coordinates; may be repeated\n"
    "  --project KIND     local: coordinates are longitude and latitude, lengths metres; none: both\n"
    "                     are in the units of a plane (local)\n"
    "  --snap R           entries off the area by at most this, metres or map units, are moved to\n"
    "                     its border (0.05)\n"
    "  --agent-radius R   ways keep this far from borders and obstacles, except where they lead\n"
    "                     straight to an entry; metres or map units (0)\n"
    "  --stretch S        leave out edges, but keep each pair's way within this times the shortest\n"
    "                     path, such as 1.01 (1)\n"
    "  --tag KEY=VALUE    a tag of ways in OSM XML, besides highway=footway and the areas' tags for\n"
    "                     access, surface and name; may be repeated\n"
    "  --first-id N       ids of new nodes and ways in OSM XML: N, N+1, ... (-1, -2, ...)\n"
    "  --strict           refuse a file with contents that have no effect, instead of counting\n"
    "                     them in a message (exit code 4)\n"
    CLI_MEMORY_HELP
    "  --svg FILE         a picture (.svg, .png)\n"
    "  -h, --help         this text\n"
    "\n"
    "Entries and corners keep the coordinates of the file, digit by digit. An entry whose id is\n"
    "node/123 or n123, or whose osm_id is 123, becomes that node in OSM XML.\n"
    "\n"
    "examples:\n"
    "  pathfan plaza square.geojson -o square.osm --svg square.svg\n"
    "  pathfan plaza station.geojson --project none --ways pairs -o lengths.geojson\n"
    "\n"
    "exit codes: 0 done, even if some entries can't be joined; 3 an entry lies off the area; 4 the\n"
    "  file is malformed; see also pathfan help\n";
/* clang-format on */

typedef struct arguments {
  const char *path, *output, *svg;
  bool pairs, on_plane, strict;
  double snap, agent_radius, stretch;
  int64_t first_id;
  uint64_t max_memory; /* bytes; 0: no limit. Held from the moment it is read */
  pathfan_point *entries;
  int32_t entry_count, entry_capacity;
  char **tags; /* KEY=VALUE, from the command line */
  int32_t tag_count, tag_capacity;
} arguments;

/* ---- The command line ---- */

static int take_ways(const cli_command *command, const cli_option *option, char *text, void *into) {
  *(bool *)into = strcmp(text, "pairs") == 0;
  return *(bool *)into || strcmp(text, "edges") == 0 ? CLI_OK
                                                     : cli_refuse_option(command, option, text);
}

static int take_project(const cli_command *command, const cli_option *option, char *text,
                        void *into) {
  *(bool *)into = strcmp(text, "none") == 0;
  return *(bool *)into || strcmp(text, "local") == 0 ? CLI_OK
                                                     : cli_refuse_option(command, option, text);
}

static int take_entry(const cli_command *command, const cli_option *option, char *text,
                      void *context) {
  arguments *into = context;
  pathfan_point point;
  if (!cli_read_point(text, &point)) return cli_refuse_option(command, option, text);
  if (pf_grow(&into->entries, &into->entry_capacity, (int64_t)into->entry_count + 1))
    return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  into->entries[into->entry_count++] = point;
  return CLI_OK;
}

static int take_tag(const cli_command *command, const cli_option *option, char *text,
                    void *context) {
  arguments *into = context;
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1] || !pf_is_utf8(text))
    return cli_refuse_option(command, option, text);
  if (pf_grow(&into->tags, &into->tag_capacity, (int64_t)into->tag_count + 1))
    return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  into->tags[into->tag_count++] = text;
  return CLI_OK;
}

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"output", CLI_TEXT, .letter = 'o', .at = AT(output)},
    {"ways", CLI_OTHER, .at = AT(pairs), .wanted = "edges or pairs", .take = take_ways},
    {"entry", CLI_OTHER, .wanted = "X,Y, two finite numbers", .take = take_entry},
    {"project", CLI_OTHER, .at = AT(on_plane), .wanted = "local or none", .take = take_project},
    {"snap", CLI_NUMBER, .at = AT(snap), .wanted = "0 or more"},
    {"agent-radius", CLI_NUMBER, .at = AT(agent_radius), .wanted = "0 or more"},
    {"stretch", CLI_NUMBER, .at = AT(stretch), .least = 1, .wanted = "1 or more"},
    {"tag", CLI_OTHER, .wanted = "KEY=VALUE", .take = take_tag},
    {"first-id", CLI_INTEGER, .at = AT(first_id), .least = 1, .most = INT64_C(1) << 62,
     .wanted = "a whole number above 0"},
    {"strict", CLI_SWITCH, .at = AT(strict)},
    CLI_MEMORY_OPTION(AT(max_memory)),
    {"svg", CLI_TEXT, .at = AT(svg)},
    {NULL}};

static bool is_osm(const arguments *given) {
  return given->output && pf_name_ends_in(given->output, ".osm");
}

static int check_together(const cli_command *command, const arguments *given) {
  int code = CLI_OK;
  if (!cli_check_ending(command, "-o", given->output, ".geojson .json .osm") ||
      !cli_check_ending(command, "--svg", given->svg, ".svg .png"))
    return CLI_USAGE;
  if (is_osm(given) && given->on_plane)
    return cli_usage(command, "OSM XML has longitudes and latitudes: not with --project none");
  if (given->pairs && given->stretch > 1)
    return cli_usage(command, "--stretch leaves out edges: not with --ways pairs");
  if (!is_osm(given) && (given->first_id || given->tag_count))
    return cli_usage(command, "--%s goes with OSM XML: -o FILE.osm",
                     given->first_id ? "first-id" : "tag");
  code = cli_check_apart(given->output, given->path);
  return code == CLI_OK ? cli_check_apart(given->svg, given->path) : code;
}

/* ---- Messages ---- */

static int report_blocked(const pf_plaza *plaza) {
  char called[PF_PLAZA_CALLED_BYTES];
  for (int32_t i = 0; i < plaza->entry_count; i++) {
    const double away = plaza->entries[i].away;
    if (!plaza->entries[i].is_blocked) continue;
    pf_plaza_call(plaza, i, called);
    if (plaza->entries[i].is_narrow)
      cli_message("%s: %s has no room for the agent's radius of %g", plaza->path, called,
                  plaza->agent_radius);
    else if (isfinite(away))
      cli_message("%s: %s lies off the area, or in an obstacle: %.3g%s from where one can walk; a "
                  "greater --snap allows for that",
                  plaza->path, called, away, plaza->in_degrees ? " m" : "");
    else
      cli_message("%s: %s lies far off the area", plaza->path, called);
  }
  return CLI_NO_ANSWER;
}

static void report_moved(const pf_plaza *plaza) {
  char called[PF_PLAZA_CALLED_BYTES];
  int32_t count = 0, farthest = 0;
  for (int32_t i = 0; i < plaza->entry_count; i++) {
    count += plaza->entries[i].away > 2 * plaza->info.unit;
    if (plaza->entries[i].away > plaza->entries[farthest].away) farthest = i;
  }
  if (count)
    cli_message("%s: %d %s taken to be on its border, by at most %.3g%s: %s", plaza->path,
                (int)count,
                count > 1 ? "entries lie off the area and are" : "entry lies off the area and is",
                plaza->entries[farthest].away, plaza->in_degrees ? " m" : "",
                pf_plaza_call(plaza, farthest, called));
}

static void report_ignored(const pf_plaza *plaza) {
  pathfan_ignored one;
  for (int32_t i = 0; pf_ignored_get(&plaza->ignored, i, &one); i++)
    cli_message("%s: %s: %lld, %s%s", plaza->path, one.sentence, (long long)one.count,
                one.count > 1 ? "such as " : "", one.example);
}

static bool has_ignored(const pf_plaza *plaza) {
  pathfan_ignored first;
  return pf_ignored_get(&plaza->ignored, 0, &first);
}

static void report_areas(const pf_plaza *plaza, const pf_net *net) {
  char from[PF_PLAZA_CALLED_BYTES], to[PF_PLAZA_CALLED_BYTES];
  int32_t other = 1;
  if (net->area_count > 1) {
    while (net->areas[other] == net->areas[0]) other++;
    cli_message("%s: the entries are in %d areas that no path joins: %s and %s, for example",
                plaza->path, (int)net->area_count, pf_plaza_call(plaza, 0, from),
                pf_plaza_call(plaza, other, to));
  }
  if (!net->pair_count)
    cli_message("%s: warning: there are no ways, as no area has two entries", plaza->path);
}

/* Returns "3 ways" or "1 way", valid until the fourth call after this one. */
static const char *counted(int64_t count, const char *one, const char *many) {
  static char texts[4][48];
  static int next;
  char *text = texts[next++ % 4];
  (void)snprintf(text, sizeof texts[0], "%lld %s", (long long)count, count == 1 ? one : many);
  return text;
}

static void write_sum(const arguments *given, const pf_plaza *plaza, const pf_net *net) {
  const int64_t n = plaza->entry_count;
  cli_message("%s: %s, %s: %s, %s", plaza->path, counted(n, "entry", "entries"),
              counted(net->pair_count, "pair", "pairs"),
              given->pairs ? counted(net->way_count, "way", "ways")
                           : counted(net->way_count, "edge", "edges"),
              counted(net->node_count - n, "corner", "corners"));
  if (plaza->in_degrees)
    cli_message("lengths are metres, off by at most %.2g%% (laid on a plane about %.7g,%.7g)",
                100 * plaza->plane_error, plaza->plane.middle.longitude,
                plaza->plane.middle.latitude);
}

/* ---- The picture ---- */

/* Collects the polygons of the mesh. False: out of memory. */
static bool take_free(const pf_plaza *plaza, pf_plaza_picture *picture) {
  const pathfan_map_info *info = &plaza->info;
  int64_t corners = 0;
  for (int32_t i = 0; i < info->polygon_count; i++)
    corners += pathfan_map_polygon(plaza->map, i, NULL, 0);
  pathfan_point *xy = pf_alloc((uint64_t)corners, sizeof *xy);
  int32_t *first = pf_alloc((uint64_t)info->polygon_count + 1, sizeof *first);
  picture->free_xy = (const double *)xy;
  picture->free_first = first;
  picture->free_count = info->polygon_count;
  if (!xy || !first) return false;
  first[0] = 0;
  for (int32_t i = 0; i < info->polygon_count; i++)
    first[i + 1] =
        first[i] + pathfan_map_polygon(plaza->map, i, xy + first[i], (int32_t)(corners - first[i]));
  for (int64_t i = 0; i < corners; i++)
    xy[i] = (pathfan_point){xy[i].x - info->origin_x, xy[i].y - info->origin_y};
  return true;
}

static bool take_net(const pf_plaza *plaza, const pf_net *net, pf_plaza_picture *picture) {
  double *nodes = pf_alloc(2 * (uint64_t)net->node_count, sizeof *nodes);
  int32_t *first = pf_alloc((uint64_t)net->way_count + 1, sizeof *first);
  picture->nodes = nodes;
  picture->way_first = first;
  picture->steps = net->steps;
  picture->node_count = net->node_count;
  picture->entry_count = plaza->entry_count;
  picture->way_count = net->way_count;
  if (!nodes || !first) return false;
  for (int32_t i = 0; i < net->node_count; i++) {
    nodes[2 * i] = net->nodes[i].at.x - plaza->info.origin_x;
    nodes[2 * i + 1] = net->nodes[i].at.y - plaza->info.origin_y;
  }
  for (int32_t i = 0; i < net->way_count; i++) first[i] = net->ways[i].first_step;
  first[net->way_count] = net->step_count;
  return true;
}

static pathfan_status draw(const char *path, const pf_plaza *plaza, const pf_net *net,
                           pathfan_error *error) {
  pf_plaza_picture picture = {.width = plaza->info.width, .height = plaza->info.height};
  const bool taken = take_free(plaza, &picture) && take_net(plaza, net, &picture);
  const pathfan_status status =
      taken ? pf_plaza_draw(path, &picture, error) : PATHFAN_ERR_NO_MEMORY;
  free((void *)picture.free_xy);
  free((void *)picture.free_first);
  free((void *)picture.nodes);
  free((void *)picture.way_first);
  return status;
}

/* ---- The work ---- */

static void write_ways(FILE *out, const arguments *given, const pf_plaza *plaza,
                       const pf_net *net) {
  if (is_osm(given))
    pf_net_osm(out, plaza, net, given->first_id);
  else
    pf_net_geojson(out, plaza, net);
}

static pathfan_status write_all(const arguments *given, const pf_plaza *plaza, const pf_net *net,
                                pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  if (given->svg) status = draw(given->svg, plaza, net, error);
  if (status) return status;
  if (!given->output) {
    write_ways(stdout, given, plaza, net);
    return PATHFAN_OK;
  }
  pf_output output;
  status = pf_output_open(&output, given->output, error);
  if (status) return status;
  write_ways(output.stream, given, plaza, net);
  return pf_output_close(&output, error);
}

/* Adds highway=footway to the areas' tags, then the command line's, which override both. */
static pathfan_status set_tags(const arguments *given, pf_plaza *plaza) {
  pathfan_status status = pf_plaza_tag_set(plaza, "highway", "footway");
  for (int32_t i = 0; i < given->tag_count && !status; i++) {
    char *key = strdup(given->tags[i]);
    char *equals = key ? strchr(key, '=') : NULL;
    if (equals) {
      *equals = '\0';
      status = pf_plaza_tag_set(plaza, key, equals + 1);
    } else {
      status = PATHFAN_ERR_NO_MEMORY;
    }
    free(key);
  }
  return status;
}

static int find_ways(const arguments *given, pf_plaza *plaza) {
  pathfan_error error = {""};
  pf_net net = {0};
  report_moved(plaza);
  pathfan_status status = set_tags(given, plaza);
  if (!status) status = pf_net_find(plaza, &net, &error);
  double worst = 1;
  if (!status && !given->pairs) status = pf_net_join(plaza, &net, &error);
  if (!status && given->stretch > 1)
    status = pf_net_thin(plaza, given->stretch, &net, &worst, &error);
  if (!status) status = write_all(given, plaza, &net, &error);
  if (!status) {
    report_areas(plaza, &net);
    write_sum(given, plaza, &net);
    if (given->stretch > 1)
      cli_message("%s: ways are at most %.3g%% longer than the shortest", plaza->path,
                  100 * (worst - 1));
  }
  pf_net_free(&net);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

static int show(const arguments *given) {
  const pf_plaza_options options = {!given->on_plane, given->entries, given->entry_count,
                                    given->snap, given->agent_radius};
  pf_plaza plaza = {0};
  pathfan_error error = {""};
  char *text = NULL;
  size_t bytes = 0;
  pathfan_status status = pf_read_file(given->path, BYTES_MAX, &text, &bytes, &error);
  if (!status) status = pf_plaza_read(text, bytes, given->path, &options, &plaza, &error);
  free(text);
  if (!status) status = pf_plaza_place(&plaza, given->snap, &error);
  if (!status) report_ignored(&plaza);
  int code = status                                 ? cli_failure(status, error.text)
             : given->strict && has_ignored(&plaza) ? CLI_MALFORMED
             : plaza.blocked_count                  ? report_blocked(&plaza)
                                                    : find_ways(given, &plaza);
  pf_plaza_free(&plaza);
  return code;
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {.snap = SNAP, .stretch = 1};
  int code;
  if (cli_take_options(command, argc, argv, all_options, &given, &code)) {
    given.path = cli_operand(command, argc, argv, "FILE.geojson");
    code = given.path ? check_together(command, &given) : CLI_USAGE;
    if (code == CLI_OK) code = show(&given);
  }
  free(given.entries);
  free(given.tags);
  return code;
}

const cli_command cli_plaza = {
    "plaza", "shortest paths across an area between its entries, for routers: GeoJSON, OSM XML",
    help, run};
