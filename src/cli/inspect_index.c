/* inspect_index.c - shows what an index holds as a whole: its map, doors, floors and links, its
 * graph and labels, its radii, its terrain. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/inspect.h"
#include "cli/terrain.h"
#include "pathfan/floors.h"
#include "request/changes.h"
#include "request/write.h"

/* Returns the bytes of dense tables for n vertices (see help); NAN without tables to compare
 * with. */
static double dense_bytes(const pathfan_index_info *info) {
  if (!info->table_count) return NAN;
  double n = info->vertex_count, id = info->vertex_count > 65535 ? 4 : 2;
  return n * n * (info->table_count * id + 8);
}

static double per(double amount, double parts) {
  return parts > 0 ? amount / parts : 0;
}

static void write_sections(pf_json_writer *w, const pathfan_index *index) {
  pathfan_section_info section;
  pf_write_begin(w, "sections", '[');
  for (uint32_t i = 0; pathfan_index_section(index, i, &section); i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "name", section.name);
    pf_write_integer(w, "count", (int64_t)section.count);
    pf_write_integer(w, "element_size", section.element_size);
    pf_write_integer(w, "chunks", section.chunk_count);
    pf_write_integer(w, "stored_bytes", (int64_t)section.stored_bytes);
    pf_write_bool(w, "compressed", section.compressed);
    pf_write_bool(w, "hot", section.hot);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

/* Returns NAN for an unknown number: the regions are damaged. */
static double region_number(int32_t number) {
  return number < 0 ? NAN : number;
}

static void write_terrain(pf_json_writer *w, const pathfan_index *index,
                          const pathfan_index_info *info) {
  pathfan_terrain_info terrain;
  pathfan_index_terrain_info(index, &terrain);
  pf_write_begin(w, "terrain", '{');
  pf_write_integer(w, "roads", terrain.road_count);
  pf_write_integer(w, "rivers", terrain.river_count);
  pf_write_integer(w, "areas", terrain.area_count);
  pf_write_number(w, "background_rate", terrain.background_rate);
  pf_write_number(w, "least_rate", terrain.least_rate);
  pf_write_integer(w, "nodes", info->node_count);
  pf_write_integer(w, "arcs", info->arc_count);
  pf_write_integer(w, "bytes", (int64_t)info->terrain_bytes);
  pf_write_end(w, '}');
  pf_write_begin(w, "ways", '{');
  pf_write_integer(w, "legs", (int64_t)info->leg_count);
  pf_write_integer(w, "edges", (int64_t)info->way_count);
  pf_write_integer(w, "labels", (int64_t)info->way_labels);
  pf_write_number(w, "labels_per_node", per((double)info->way_labels, info->node_count));
  pf_write_integer(w, "bytes", (int64_t)info->way_bytes);
  pf_write_end(w, '}');
}

/* Shows one door of the map. */
typedef void show_door(pf_json_writer *w, const pathfan_obstacle *door);

static void print_door(pf_json_writer *w, const pathfan_obstacle *door) {
  char quoted[PF_NAME_QUOTE_BYTES];
  (void)w;
  printf("door       %s, %s\n", pf_name_quote(door->name, quoted), door->on ? "closed" : "open");
}

static void write_door(pf_json_writer *w, const pathfan_obstacle *door) {
  pf_write_begin(w, NULL, '{');
  pf_write_text(w, "name", door->name);
  pf_write_bool(w, "closed", door->on);
  pf_write_begin(w, "polygon", '[');
  for (int32_t i = 0; i < door->area.corner_count; i++)
    pf_write_point(w, NULL, door->area.corners[i]);
  pf_write_end(w, ']');
  pf_write_end(w, '}');
}

static void show_doors(pathfan_index *index, pf_json_writer *w, show_door *show) {
  pathfan_obstacles *doors;
  pathfan_obstacle door;
  if (pf_doors_of(index, &doors, NULL)) return; /* damaged, as verify tells */
  for (int32_t i = 1; pathfan_obstacles_find(doors, NULL, i, &door); i++) show(w, &door);
  pathfan_obstacles_release(doors);
}

/* ---- Floors and links ---- */

/* Writes the floors of a map that has several, and its links. */
static void write_links(pf_json_writer *w, const pathfan_query *query) {
  pathfan_floor floor;
  pathfan_link link;
  pf_write_begin(w, "floors", '[');
  for (int32_t i = 0; pathfan_query_floor(query, i, &floor); i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "name", floor.name);
    pf_write_number(w, "level", floor.level);
    pf_write_point(w, "offset", floor.offset);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  pf_write_begin(w, "links", '[');
  for (int32_t i = 0; pathfan_query_link(query, i, &link); i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "name", link.name);
    pf_write_point(w, "from", link.at[0]);
    pf_write_point(w, "to", link.at[1]);
    pf_write_number(w, "cost", link.cost);
    pf_write_number(w, "cost_back", link.back);
    pf_write_integer(w, "flags", (int64_t)link.flags);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

static void print_links(const pathfan_query *query) {
  pathfan_floor floor;
  const int32_t floors = pathfan_query_floor_count(query), links = pathfan_query_link_count(query);
  if (floors > 1) {
    printf("floors      %" PRId32 ", of the levels", floors);
    for (int32_t i = 0; pathfan_query_floor(query, i, &floor); i++)
      printf("%s%s", i ? ", " : " ", floor.name);
    putchar('\n');
  }
  if (links) printf("links       %" PRId32 "\n", links);
}

/* Shows floors and links: as JSON if w isn't NULL. */
static void show_links(pathfan_index *index, pf_json_writer *w) {
  pathfan_query *query;
  if (pathfan_query_create(index, &query)) return;
  if (w)
    write_links(w, query);
  else
    print_links(query);
  pathfan_query_free(query);
}

/* Writes what is known of the map that the index is of. */
static void write_map(pf_json_writer *w, pathfan_index *index, const pathfan_index_info *info) {
  pathfan_point centre;
  pf_write_begin(w, "map", '{');
  pf_write_text(w, "name", info->source_name);
  pf_write_integer(w, "bytes", (int64_t)info->source_bytes);
  pf_write_digest(w, "digest", info->source_digest);
  pf_write_xy(w, "origin", info->origin_x, info->origin_y);
  pf_write_number(w, "width", info->width);
  pf_write_number(w, "height", info->height);
  pf_write_number(w, "unit", info->unit);
  if (pf_source_centre(&(pf_source){.index = index}, &centre.x, &centre.y))
    pf_write_point(w, "centre", centre);
  pf_write_text(w, "mesh", info->mesh);
  pf_write_ignored(w, &(pf_source){.index = index});
  pf_write_begin(w, "doors", '[');
  show_doors(index, w, write_door);
  pf_write_end(w, ']');
  show_links(index, w);
  pf_write_end(w, '}');
}

/* Writes the visibility graph, and the tables and labels of shortest paths. */
static void write_graph(pf_json_writer *w, const pathfan_index_info *info) {
  pf_write_integer(w, "n", info->vertex_count);
  pf_write_integer(w, "edges", info->edge_count);
  pf_write_integer(w, "taut_edges", info->taut_edge_count);
  pf_write_integer(w, "edge_bytes", (int64_t)info->edge_bytes);
  pf_write_integer(w, "components", info->component_count);
  pf_write_integer(w, "polygons", info->polygon_count);
  pf_write_begin(w, "tables", '[');
  for (int32_t i = 0; i < info->table_count; i++) {
    const pathfan_table_info *table = &info->tables[i];
    pf_write_begin(w, NULL, '{');
    pf_write_integer(w, "table", i + 1);
    pf_write_integer(w, "runs", (int64_t)table->runs);
    pf_write_number(w, "runs_per_row", per((double)table->runs, info->vertex_count));
    pf_write_integer(w, "bytes", (int64_t)table->bytes);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  pf_write_begin(w, "labels", '{');
  pf_write_integer(w, "count", (int64_t)info->label_count);
  pf_write_number(w, "per_vertex", per((double)info->label_count, info->vertex_count));
  pf_write_integer(w, "bytes", (int64_t)info->label_bytes);
  pf_write_end(w, '}');
  pf_write_begin(w, "regions", '{');
  pf_write_number(w, "count", region_number(info->region_count));
  pf_write_integer(w, "vias", (int64_t)info->region_vias);
  pf_write_integer(w, "bytes", (int64_t)info->region_bytes);
  pf_write_end(w, '}');
  pf_write_begin(w, "cones", '{');
  pf_write_integer(w, "count", (int64_t)info->cone_count);
  pf_write_integer(w, "bytes", (int64_t)info->cone_bytes);
  pf_write_end(w, '}');
  pf_write_begin(w, "listed", '{');
  pf_write_integer(w, "regions", info->listed_regions);
  pf_write_integer(w, "entries", (int64_t)info->listed_entries);
  pf_write_integer(w, "bytes", (int64_t)info->listed_bytes);
  pf_write_end(w, '}');
}

/* ---- Radii ---- */

/* What the file holds for one of several radii. */
typedef struct radius_facts {
  double radius;
  int32_t vertex_count, component_count;
  uint64_t bytes; /* of its sections */
} radius_facts;

/* Adds up the sections of radius `number`: their names begin with "rN.", those of the least with no
 * prefix; the source map belongs to all. */
static uint64_t bytes_of_radius(const pathfan_index *index, int32_t number) {
  uint64_t bytes = 0;
  pathfan_section_info section;
  for (uint32_t i = 0; pathfan_index_section(index, i, &section); i++) {
    const bool is_prefixed = section.name[0] == 'r' && section.name[2] == '.';
    if ((is_prefixed ? section.name[1] - '0' : 0) == number && strcmp(section.name, "source") != 0)
      bytes += section.stored_bytes;
  }
  return bytes;
}

/* Gets radius `number`; false past the last, and if it can't be opened, as verify tells. */
static bool radius_get(const cli_index_place *at, const pathfan_index *index,
                       const pathfan_index_info *info, int32_t number, radius_facts *facts) {
  pathfan_open_options options = *at->open;
  pathfan_index *other;
  pathfan_index_info of;
  if (number >= info->radius_count) return false;
  options.radius = info->radii[number];
  if (pathfan_index_open(at->path, &options, &other, NULL)) return false;
  pathfan_index_info_get(other, &of);
  pathfan_index_close(other);
  *facts = (radius_facts){of.agent_radius, of.vertex_count, of.component_count,
                          bytes_of_radius(index, number)};
  return true;
}

static void write_radii(pf_json_writer *w, const cli_index_place *at, const pathfan_index *index,
                        const pathfan_index_info *info) {
  radius_facts facts;
  pf_write_begin(w, "radii", '[');
  for (int32_t i = 0; radius_get(at, index, info, i, &facts); i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_number(w, "radius", facts.radius);
    pf_write_integer(w, "n", facts.vertex_count);
    pf_write_integer(w, "components", facts.component_count);
    pf_write_integer(w, "bytes", (int64_t)facts.bytes);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

static void print_radii(const cli_index_place *at, const pathfan_index *index,
                        const pathfan_index_info *info) {
  radius_facts facts;
  char size[CLI_SIZE_BYTES], digits[PF_SHORTEST_BYTES];
  for (int32_t i = 0; info->radius_count > 1 && radius_get(at, index, info, i, &facts); i++)
    printf("radius %-4s %d connected part%s, %d corner%s to turn at, %s%s\n",
           pf_number_shortest(facts.radius, digits), facts.component_count,
           facts.component_count == 1 ? "" : "s", facts.vertex_count,
           facts.vertex_count == 1 ? "" : "s", cli_size(facts.bytes, size),
           facts.radius == info->agent_radius ? ": shown here" : "");
}

void cli_inspect_json(const cli_index_place *at, pathfan_index *index,
                      const pathfan_index_info *info, bool sections) {
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  pf_write_json(&w, "format", "\"%d.%d\"", info->format_major, info->format_minor);
  write_map(&w, index, info);
  write_graph(&w, info);
  pf_write_integer(&w, "mesh_bytes", (int64_t)info->mesh_bytes);
  pf_write_integer(&w, "file_bytes", (int64_t)info->file_bytes);
  pf_write_number(&w, "bytes_per_pair", cli_bytes_per_pair(info->file_bytes, info->vertex_count));
  pf_write_number(&w, "dense_bytes", dense_bytes(info));
  pf_write_number(&w, "dense_ratio", dense_bytes(info) / (double)info->file_bytes);
  pf_write_integer(&w, "fraction_bits", info->fraction_bits);
  pf_write_integer(&w, "length_bits", info->length_bits);
  pf_write_text(&w, "builder", info->builder);
  pf_write_text(&w, "options", info->options);
  pf_write_number(&w, "agent_radius", info->agent_radius);
  write_radii(&w, at, index, info);
  if (info->is_terrain) write_terrain(&w, index, info);
  if (sections) write_sections(&w, index);
  pf_write_end(&w, '}');
  putchar('\n');
}

static void print_sections_text(const pathfan_index *index) {
  pathfan_section_info section;
  printf("%ssection                     elements   size   chunks        bytes%s\n", cli_bold(),
         cli_plain());
  for (uint32_t i = 0; pathfan_index_section(index, i, &section); i++)
    printf("%-20s  %14llu  %5u  %7u  %11llu%s%s\n", section.name, (unsigned long long)section.count,
           section.element_size, section.chunk_count, (unsigned long long)section.stored_bytes,
           section.hot ? "  hot" : "", section.compressed ? "  zstd" : "");
}

/* Prints roads, rivers, and the ways between their nodes. */
static void print_terrain_text(pathfan_index *index, const pathfan_index_info *info) {
  pathfan_terrain_info terrain;
  char notes[CLI_NOTES_BYTES];
  pathfan_index_terrain_info(index, &terrain);
  printf(
      "terrain     %d road%s in %d pieces, %d river%s, %d nodes (sides of vertices), %llu bytes\n",
      terrain.road_count, terrain.road_count == 1 ? "" : "s", info->arc_count, terrain.river_count,
      terrain.river_count == 1 ? "" : "s", info->node_count,
      (unsigned long long)info->terrain_bytes);
  if (terrain.area_count)
    printf("areas       %d with a rate, over which paths are searched\n", terrain.area_count);
  if (cli_map_notes(info->source_name, &(pf_source){.index = index}, notes))
    printf("            %s\n", notes);
  printf("rates       %.8g off the roads, %.8g where it is best\n", terrain.background_rate,
         terrain.least_rate);
  if (terrain.area_count) return;
  printf(
      "ways        %llu straight legs over open ground, %llu edges between nodes, %llu labels of "
      "costs (%.2f per node), %llu bytes\n",
      (unsigned long long)info->leg_count, (unsigned long long)info->way_count,
      (unsigned long long)info->way_labels, per((double)info->way_labels, info->node_count),
      (unsigned long long)info->way_bytes);
}

/* Prints the visibility graph, for a map without roads and rivers. */
static void print_graph_text(const pathfan_index_info *info) {
  printf("edges       %lld, %lld of them taut at both ends", (long long)info->edge_count,
         (long long)info->taut_edge_count);
  if (info->edge_bytes) printf(", %llu bytes", (unsigned long long)info->edge_bytes);
  putchar('\n');
}

static void print_labels_text(const pathfan_index_info *info) {
  for (int32_t i = 0; i < info->table_count; i++)
    printf("table %d     %.2f runs per row, %llu bytes\n", i + 1,
           per((double)info->tables[i].runs, info->vertex_count),
           (unsigned long long)info->tables[i].bytes);
  printf("labels      %llu (%.2f per vertex), %llu bytes\n", (unsigned long long)info->label_count,
         per((double)info->label_count, info->vertex_count), (unsigned long long)info->label_bytes);
  if (info->region_count > 0)
    printf("regions     %d, %llu via nodes between them, %llu bytes\n", info->region_count,
           (unsigned long long)info->region_vias, (unsigned long long)info->region_bytes);
  if (info->cone_count)
    printf("cone lists  %llu entries, %llu bytes\n", (unsigned long long)info->cone_count,
           (unsigned long long)info->cone_bytes);
  else
    printf("cone lists  none: queries expand cones over the mesh\n");
  if (info->listed_regions)
    printf("hub lists   between %d regions, %llu entries, %llu bytes\n", info->listed_regions,
           (unsigned long long)info->listed_entries, (unsigned long long)info->listed_bytes);
}

/* Prints what everybody wants to know. */
static void print_facts(const pathfan_index_info *info) {
  char size[CLI_SIZE_BYTES];
  printf("map         %s, %.8g x %.8g", info->source_name, info->width, info->height);
  if (info->origin_x != 0 || info->origin_y != 0)
    printf(" from %.8g,%.8g on", info->origin_x, info->origin_y);
  printf("\nfree space  %d connected part%s", info->component_count,
         info->component_count == 1 ? "" : "s");
  if (!info->is_terrain)
    printf(", %d corner%s to turn at", info->vertex_count, info->vertex_count == 1 ? "" : "s");
  printf("\noptions     %s\n", *info->options ? info->options : "(defaults)");
  printf("size        %s\n", cli_size(info->file_bytes, size));
  printf("format      %d.%d, by %s\n", info->format_major, info->format_minor, info->builder);
}

void cli_inspect_text(const cli_index_place *at, pathfan_index *index,
                      const pathfan_index_info *info, bool sections) {
  pathfan_ignored one;
  print_facts(info);
  print_radii(at, index, info);
  for (int32_t i = 0; pathfan_index_ignored(index, i, &one); i++)
    printf("ignored     %s: %lld, %s%s\n", one.sentence, (long long)one.count,
           one.count > 1 ? "such as " : "", one.example);
  show_doors(index, NULL, print_door);
  show_links(index, NULL);
  printf("%sin detail%s\n", cli_bold(), cli_plain());
  printf("source      %llu bytes, digest ", (unsigned long long)info->source_bytes);
  for (int i = 0; i < 16; i++) printf("%02x", info->source_digest[i]);
  char x[PF_SHORTEST_BYTES], y[PF_SHORTEST_BYTES], unit[PF_SHORTEST_BYTES];
  printf("\nlattice     origin %s,%s, unit %s\n", pf_number_shortest(info->origin_x, x),
         pf_number_shortest(info->origin_y, y), pf_number_shortest(info->unit, unit));
  double longitude, latitude;
  if (pf_source_centre(&(pf_source){.index = index}, &longitude, &latitude))
    printf("metres      about longitude %.7g, latitude %.7g: +proj=tmerc +lon_0=%.7g +lat_0=%.7g "
           "+ellps=WGS84\n",
           longitude, latitude, longitude, latitude);
  if (info->is_terrain)
    print_terrain_text(index, info);
  else
    print_graph_text(info);
  printf("mesh        %s, %d cells, %llu bytes\n", info->mesh, info->polygon_count,
         (unsigned long long)info->mesh_bytes);
  if (!info->is_terrain) print_labels_text(info);
  printf("file        %llu bytes", (unsigned long long)info->file_bytes);
  if (info->vertex_count > 1)
    printf(", %.3f per vertex pair", cli_bytes_per_pair(info->file_bytes, info->vertex_count));
  if (info->vertex_count > 1 && info->table_count)
    printf("; dense tables would be %.1f times as large",
           per(dense_bytes(info), (double)info->file_bytes));
  printf("\nprecision   points 2^%d, lengths 2^%d of the lattice's unit\n", -info->fraction_bits,
         -info->length_bits);
  if (sections) print_sections_text(index);
}
