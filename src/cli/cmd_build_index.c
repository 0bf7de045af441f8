/* cmd_build_index.c - pathfan build-index: builds an index file from a map. */
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/terrain.h"
#include "command/options.h"
#include "command/progress.h"
#include "pathfan/build.h"
#include "request/write.h"

/* clang-format off */
static const char help[] =
    "usage: pathfan build-index MAP -o INDEX [OPTIONS]\n"
    "       pathfan build-index FOLDER -o INDEXES [OPTIONS]\n"
    "\n"
    "Reads a map and writes an index that answers queries. The kind of a map is recognised by its\n"
    "content: {maps}.\n"
    "MAP may be -, standard input. GeoJSON with roads, rivers or areas with a rate is a terrain,\n"
    "whose paths have costs.\n"
    "An existing INDEX stays as it is until the new one is complete. MAP may also be an index: the\n"
    "map inside it is built again, with the same options.\n"
    "\n"
    "Given a folder, it makes an index of each map in it and below: FOLDER/a/b.map becomes\n"
    "INDEXES/a/b.pathfan. Indexes that are up to date stay, a map that fails doesn't keep the\n"
    "others from being built, and INDEXES/catalogue.json lists them all.\n"
    "\n"
    "often:\n"
    "  -o, --output INDEX where the index goes, or the folder of indexes\n"
    "  --max-memory SIZE  stay within this memory, e.g. 2G: spill data to files beside INDEX, or fail\n"
    "                     if that isn't enough (no limit)\n"
    "  --threads N        threads (one per processor); the file is the same for any N\n"
    "  --force            of a folder: rebuild indexes that are up to date, too\n"
    "  --prune            of a folder: delete indexes in the catalogue whose map is gone\n"
    "  --shard K/N        of a folder: build the K-th of N parts, for `pathfan catalogue` to merge;\n"
    "                     the others may be built at the same time, here or on other machines\n"
    "  --resume           keep intermediate results in INDEX.work until INDEX is complete; if the\n"
    "                     build is killed, the same command continues it\n"
    "  --wait             wait while another process writes the same index (else that is an error)\n"
    "  --quiet            show no memory estimate, progress or summary\n"
    "  --json             the summary as JSON\n"
    "  -h, --help         this text\n"
    "\n"
    "how the map is read:\n"
    CLI_BUILD_MAP_HELP
    "\n"
    "tuning:\n"
    "  --no-regions       leave out the via sets between regions of the map: a smaller file, fewer\n"
    "                     paths\n"
    "  --no-edges         leave out the edges of the visibility graph: a smaller file, a slower\n"
    "                     first request with areas\n"
    "  --cone-cap SIZE    leave out cone lists that would be larger; 0: always\n"
    "                     (8 bytes per vertex pair, at least 16M)\n"
    "  --listed-share X   lists of hubs, which make single paths faster, may take this share of\n"
    "                     the bytes of everything else (0.8; 0: none)\n"
    "\n"
    "research:\n"
    "  --tables M         tables of via nodes for --algorithm cvpd, the paper's method, 0 to 8 (0)\n"
    "\n"
    "SIZE is in bytes, or has a suffix K, M, G or T.\n"
    "\n"
    "examples:\n"
    "  pathfan build-index rooms.map -o rooms.pathfan --threads 2\n"
    "  pathfan build-index campus.geojson -o campus.pathfan --agent-radius 0.4\n"
    "  pathfan build-index assets/maps -o assets/indexes\n"
    "  pathfan build-index assets/maps -o assets/indexes --shard 2/7\n";
/* clang-format on */

/* Shorter stages aren't listed [Unit: s]: the map gave them no work. */
#define STAGE_SHOWN 0.0005

#define RADIUS_BYTES 40 /* of " for radius R" */

/* More threads than this are a typing error. */
#define THREADS_MAX 1024

typedef struct arguments {
  const char *index_path;
  bool quiet, json, force, prune;
  int32_t shard, shards; /* 0: all */
  pathfan_build_options options;
} arguments;

/* Reads "K/N". */
static int take_shard(const cli_command *command, const cli_option *option, char *text,
                      void *context) {
  arguments *into = context;
  char first[8] = "";
  int64_t shard, shards;
  const size_t length = strcspn(text, "/");
  if (length < sizeof first) memcpy(first, text, length);
  if (!text[length] || !cli_read_integer(text + length + 1, 1, PATHFAN_SHARDS_MAX, &shards) ||
      !cli_read_integer(first, 1, shards, &shard))
    return cli_refuse_option(command, option, text);
  into->shard = (int32_t)shard;
  into->shards = (int32_t)shards;
  return CLI_OK;
}

#define AT(member) offsetof(arguments, member)
static const cli_option all_options[] = {
    {"output", CLI_TEXT, .letter = 'o', .at = AT(index_path)},
    {"force", CLI_SWITCH, .at = AT(force)},
    {"prune", CLI_SWITCH, .at = AT(prune)},
    {"shard", CLI_OTHER, .wanted = "K/N, such as 1/4 to 4/4", .take = take_shard},
    {"resume", CLI_SWITCH, .at = AT(options.resume)},
    {"wait", CLI_SWITCH, .at = AT(options.wait)},
    {"tables", CLI_COUNT, .at = AT(options.tables), .most = 8},
    {"threads", CLI_COUNT, .at = AT(options.threads), .least = 1, .most = THREADS_MAX},
    CLI_BUILD_MAP_OPTIONS(AT(options)),
    {"no-regions", CLI_SWITCH_OFF, .at = AT(options.regions)},
    {"no-edges", CLI_SWITCH_OFF, .at = AT(options.edges)},
    {"cone-cap", CLI_SIZE, .at = AT(options.cone_cap), .wanted = "a size such as 64M"},
    {"listed-share", CLI_NUMBER, .at = AT(options.listed_share)},
    {"quiet", CLI_SWITCH, .at = AT(quiet)},
    {"json", CLI_SWITCH, .at = AT(json)},
    {NULL}};

static void print_json(const arguments *given, const pathfan_build_report *report,
                       const pf_source *source) {
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  pf_write_text(&w, "index", given->index_path);
  pf_write_integer(&w, "n", report->vertex_count);
  pf_write_integer(&w, "edges", report->edge_count);
  pf_write_integer(&w, "taut_edges", report->taut_edge_count);
  pf_write_integer(&w, "components", report->component_count);
  pf_write_integer(&w, "polygons", report->polygon_count);
  pf_write_integer(&w, "file_bytes", (int64_t)report->file_bytes);
  pf_write_number(&w, "bytes_per_pair",
                  cli_bytes_per_pair(report->file_bytes, report->vertex_count));
  pf_write_integer(&w, "memory_estimate", (int64_t)report->memory_estimate);
  if (report->memory_peak) pf_write_integer(&w, "memory_peak", (int64_t)report->memory_peak);
  if (given->options.resume) pf_write_integer(&w, "resumed", report->resumed);
  pf_write_number(&w, "seconds", report->wall_seconds);
  pf_write_begin(&w, "stages", '[');
  for (int32_t i = 0; i < report->stage_count; i++) {
    pf_write_begin(&w, NULL, '{');
    pf_write_text(&w, "name", report->stages[i].name);
    pf_write_number(&w, "seconds", report->stages[i].wall_seconds);
    pf_write_end(&w, '}');
  }
  pf_write_end(&w, ']');
  pf_write_ignored(&w, source);
  pf_write_end(&w, '}');
  putchar('\n');
}

static void print_stages(const pathfan_build_report *report) {
  for (int32_t i = 0; i < report->stage_count; i++)
    if (report->stages[i].wall_seconds >= STAGE_SHOWN)
      printf("%s %.3f s, ", report->stages[i].name, report->stages[i].wall_seconds);
  printf("all %.3f s\n", report->wall_seconds);
}

/* Prints a line for everybody, then details for researchers. */
static void print_text(const arguments *given, const pathfan_build_report *report) {
  const char *index_path = given->index_path;
  char size[CLI_SIZE_BYTES], radius[RADIUS_BYTES] = "";
  if (given->options.radius_count)
    snprintf(radius, sizeof radius, " for radius %.8g", given->options.radii[0]);
  printf("%s%s%s: %d corner%s to turn at%s, %d connected part%s, %s, built in %.1f s\n", cli_bold(),
         index_path, cli_plain(), report->vertex_count, report->vertex_count == 1 ? "" : "s",
         radius, report->component_count, report->component_count == 1 ? "" : "s",
         cli_size(report->file_bytes, size), report->wall_seconds);
  printf("  in detail: %lld edges of the visibility graph, %lld of them taut; %d cells; %llu bytes",
         (long long)report->edge_count, (long long)report->taut_edge_count, report->polygon_count,
         (unsigned long long)report->file_bytes);
  if (report->vertex_count > 1)
    printf(", %.3f per vertex pair", cli_bytes_per_pair(report->file_bytes, report->vertex_count));
  fputs("\n  stages: ", stdout);
  print_stages(report);
}

/* Does the same for a terrain, from the contents of its index. */
static void print_terrain(const char *index_path, const pathfan_build_report *report,
                          const pathfan_terrain_info *terrain, const pathfan_index_info *index) {
  char size[CLI_SIZE_BYTES];
  char areas[48] = "", ways[200] = "";
  if (terrain->area_count)
    snprintf(areas, sizeof areas, ", %d area%s", terrain->area_count,
             terrain->area_count == 1 ? "" : "s");
  else
    snprintf(ways, sizeof ways,
             "  %llu straight legs over open ground, %llu edges between nodes, %llu labels of what "
             "ways cost\n",
             (unsigned long long)index->leg_count, (unsigned long long)index->way_count,
             (unsigned long long)index->way_labels);
  printf("%s%s%s: %d road%s, %d river%s%s, ground in %d connected part%s, %s, built in %.1f s\n",
         cli_bold(), index_path, cli_plain(), terrain->road_count,
         terrain->road_count == 1 ? "" : "s", terrain->river_count,
         terrain->river_count == 1 ? "" : "s", areas, report->component_count,
         report->component_count == 1 ? "" : "s", cli_size(report->file_bytes, size),
         report->wall_seconds);
  printf("  in detail: %d cells of ground, %d nodes (sides of vertices), %d pieces of road\n%s"
         "  %llu bytes, %llu of them the terrain, %llu ways; %llu MB of memory at most\n"
         "  stages: ",
         report->polygon_count, index->node_count, index->arc_count, ways,
         (unsigned long long)report->file_bytes, (unsigned long long)index->terrain_bytes,
         (unsigned long long)index->way_bytes,
         (unsigned long long)((report->memory_peak >> 20) + 1));
  print_stages(report);
}

/* Counts the map's connected parts without an agent's radius; 0: unknown. */
static int32_t parts_without_radius(const char *map_path, const pathfan_build_options *options) {
  pathfan_map_options without = options->map;
  pathfan_map_info info = {0};
  pathfan_map *map;
  without.agent_radius = 0;
  if (pathfan_map_open(map_path, &without, &map, NULL)) return 0;
  pathfan_map_info_get(map, &info);
  pathfan_map_free(map);
  return info.component_count;
}

/* Warns of an index for a radius that has other connected parts than the map without it. */
static void warn_of_radius(const char *map_path, double radius, int32_t parts, int32_t before) {
  if (!parts && before)
    cli_message("%s: agent radius %.8g leaves no free space", map_path, radius);
  else if (before && before < parts)
    cli_message("%s: agent radius %.8g parts the free space: %d parts, %d without it", map_path,
                radius, parts, before);
}

/* Warns of an index that can answer nothing, or less than expected: it is built all the same. */
static void warn_of_space(const char *map_path, const arguments *given,
                          const pathfan_build_report *report, bool is_terrain) {
  const pathfan_build_options *options = &given->options;
  const double radius = options->map.agent_radius;
  const int32_t before = radius > 0 && (report->component_count != 1 || options->radius_count)
                             ? parts_without_radius(map_path, options)
                             : 0;
  if (!report->component_count && !before && !is_terrain) /* which says more itself */
    cli_message("%s: the map has no free space%s", map_path,
                pf_name_ends_in(map_path, "json")
                    ? ": polygons are obstacles, unless their property \"kind\" is \"free\""
                    : "");
  if (!options->radius_count) warn_of_radius(map_path, radius, report->component_count, before);
  for (int32_t i = 0; i < options->radius_count; i++) {
    const pathfan_open_options how = {.radius = options->radii[i]};
    pathfan_index_info info;
    pathfan_index *index;
    if (pathfan_index_open(given->index_path, &how, &index, NULL)) continue;
    pathfan_index_info_get(index, &info);
    pathfan_index_close(index);
    warn_of_radius(map_path, how.radius, info.component_count, before);
  }
}

/* Reports what was built; also a terrain's contents, and what was resolved in the map, if the index
 * can be opened now. Even if it can't, it is there and complete. */
static void print_report(const char *map_path, const arguments *given,
                         const pathfan_build_report *report) {
  pathfan_index *index;
  pathfan_terrain_info terrain;
  const bool is_open = !pathfan_index_open(given->index_path, NULL, &index, NULL);
  const bool is_terrain = is_open && pathfan_index_terrain_info(index, &terrain);
  warn_of_space(map_path, given, report, is_terrain);
  if (is_open) cli_warn_map(map_path, &(pf_source){.index = index});
  if (given->json) {
    print_json(given, report, &(pf_source){.index = index});
  } else if (!given->quiet && is_terrain) {
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    print_terrain(given->index_path, report, &terrain, &info);
  } else if (!given->quiet) {
    print_text(given, report);
  }
  pathfan_index_close(index);
}

/* Whether path is named like an index, by mistake for a folder of indexes. */
static bool is_index_name(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && strcmp(dot, ".pathfan") == 0;
}

static int build_folder(const cli_command *command, const char *maps, const arguments *given) {
  pathfan_folder_options options;
  if (*given->index_path == '\0') return cli_check_output(given->index_path);
  if (is_index_name(given->index_path) && !cli_is_folder(given->index_path))
    return cli_usage(command, "%s is a folder, so -o must name one too, not an index as %s", maps,
                     given->index_path);
  if (given->shards && given->prune)
    return cli_usage(command, "a shard doesn't know what is gone: pathfan catalogue takes --prune");
  pathfan_folder_options_init(&options);
  options.build = given->options;
  options.force = given->force;
  options.prune = given->prune;
  options.shard = given->shard;
  options.shards = given->shards;
  return cli_folder_build(maps, given->index_path, &options, given->quiet, given->json);
}

static int run(const cli_command *command, int argc, char **argv) {
  arguments given = {0};
  pathfan_build_options_init(&given.options);
  int code;
  if (!cli_take_options(command, argc, argv, all_options, &given, &code)) return code;
  given.options.max_memory = given.options.map.max_memory;
  const char *map_path = cli_operand(command, argc, argv, "MAP");
  if (!map_path) return CLI_USAGE;
  map_path = cli_input_path(map_path);
  if (!given.index_path) return cli_usage(command, "-o INDEX is missing");
  if (cli_is_stdout(cli_output_path(given.index_path)))
    return cli_usage(command, "an index can't go to standard output: it is written in many places "
                              "and checked before it is there; name a file");
  if (cli_is_folder(map_path)) return build_folder(command, map_path, &given);
  if (given.force || given.prune || given.shards)
    return cli_usage(command, "--%s goes with a folder of maps",
                     given.force   ? "force"
                     : given.prune ? "prune"
                                   : "shard");
  code = cli_check_output(given.index_path);
  if (code != CLI_OK) return code;

  cli_progress progress;
  cli_progress_start(&progress, given.quiet);
  given.options.progress = cli_progress_report;
  given.options.estimate = cli_progress_estimate;
  given.options.progress_context = &progress;
  pathfan_build_report report = {0};
  pathfan_error error = {""};
  pathfan_status status =
      pathfan_build_index(map_path, given.index_path, &given.options, &report, &error);
  cli_progress_end(&progress);
  if (status) return cli_failure(status, error.text);
  print_report(map_path, &given, &report);
  return CLI_OK;
}

const cli_command cli_build_index = {"build-index",
                                     "make the index of a map, or of a folder of maps", help, run};
