/* dump.c - prints all that the query library reads from an index, as JSON Lines, for
 * test_reader.py: what `pathfan inspect` shows of single vertices, rows and pairs, for all of them
 * at once.
 *
 *   format-dump INDEX            vertices, rows, pairs, cells, regions
 *   format-dump INDEX source     the source map, unchanged
 *   format-dump --sections       the table of sections; needs no index */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/sections.h"
#include "pathfan/inspect.h"
#include "pathfan/query.h"

static void fail(const char *what) {
  fprintf(stderr, "format-dump: %s\n", what);
  exit(1);
}

static void dump_vertex(const pathfan_index *index, int32_t v) {
  pathfan_vertex_info info;
  pathfan_label label;
  if (pathfan_index_vertex(index, v, &info)) fail("a vertex can't be read");
  printf("{\"vertex\": %d, \"at\": [%.17g, %.17g], \"rank\": %d, \"component\": %d, \"labels\": [",
         v, info.at.x, info.at.y, info.rank, info.component);
  for (int32_t i = 0; i < info.label_count; i++) {
    if (pathfan_index_label(index, v, i, &label)) fail("a label can't be read");
    printf("%s[%d, %.17g, %d, %d]", i ? ", " : "", label.hub, label.length, label.next,
           label.next_label);
  }
  puts("]}");
}

static void dump_row(const pathfan_index *index, int32_t table, int32_t v, int32_t n) {
  pathfan_run *runs = malloc((size_t)n * sizeof *runs);
  int32_t count;
  if (!runs || pathfan_index_row(index, table, v, runs, n, &count)) fail("a row can't be read");
  printf("{\"row\": %d, \"table\": %d, \"runs\": [", v, table);
  for (int32_t i = 0; i < count; i++)
    printf("%s[%d, %d]", i ? ", " : "", runs[i].first, runs[i].via);
  puts("]}");
  free(runs);
}

static void dump_pair(const pathfan_index *index, int32_t u, int32_t v, int32_t tables) {
  pathfan_pair_info info;
  if (pathfan_index_pair(index, u, v, &info)) fail("a pair can't be read");
  printf("{\"pair\": [%d, %d], \"reachable\": %s, \"length\": %.17g, \"via\": [", u, v,
         info.reachable ? "true" : "false", info.length);
  for (int32_t i = 0; i < tables; i++) printf("%s%d", i ? ", " : "", info.via[i]);
  puts("]}");
}

static void dump_cell(const pathfan_index *index, int32_t cell) {
  pathfan_point corners[4096];
  const int32_t count = pathfan_index_polygon(index, cell, corners, 4096);
  if (count < 3 || count > 4096) fail("a cell can't be read");
  printf("{\"cell\": %d, \"corners\": [", cell);
  for (int32_t i = 0; i < count; i++)
    printf("%s[%.17g, %.17g]", i ? ", " : "", corners[i].x, corners[i].y);
  puts("]}");
}

static void dump_regions(const pathfan_index *index, int32_t a, int32_t b) {
  int32_t vias[255], count, leading;
  uint32_t by_default;
  if (pathfan_index_region_vias(index, a, b, vias, 255, &count) ||
      pathfan_index_region_leading(index, a, b, &leading) ||
      pathfan_index_region_by_default(index, a, b, &by_default))
    fail("regions can't be read");
  printf("{\"regions\": [%d, %d], \"leading\": %d, \"by_default\": %u, \"via\": [", a, b, leading,
         by_default);
  for (int32_t i = 0; i < count; i++) printf("%s%d", i ? ", " : "", vias[i]);
  puts("]}");
}

/* Prints the regions of points on and round the map: 0.1 makes some that aren't on the lattice. */
static void dump_places(const pathfan_index *index, const pathfan_index_info *info) {
  for (int x = -1; x <= 31; x++)
    for (int y = -1; y <= 31; y++) {
      const pathfan_point at = {info->origin_x + info->width * x / 30 + 0.1 * (y % 2),
                                info->origin_y + info->height * y / 30 + 0.1 * (x % 3)};
      printf("{\"place\": [%.17g, %.17g], \"region\": %d}\n", at.x, at.y,
             pathfan_index_region(index, at));
    }
}

static void dump_source(const pathfan_index *index) {
  char *text;
  size_t bytes;
  pathfan_error error;
  if (pathfan_index_source_map(index, &text, &bytes, &error)) fail(error.text);
  fwrite(text, 1, bytes, stdout);
  free(text);
}

static void dump_all(const pathfan_index *index) {
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  const int32_t n = info.vertex_count;
  for (int32_t v = 0; v < n; v++) dump_vertex(index, v);
  for (int32_t i = 1; i <= info.table_count; i++)
    for (int32_t v = 0; v < n; v++) dump_row(index, i, v, n);
  for (int32_t u = 0; u < n; u++)
    for (int32_t v = 0; v < n; v++) dump_pair(index, u, v, info.table_count);
  for (int32_t c = 0; c < info.polygon_count; c++) dump_cell(index, c);
  for (int32_t a = 0; a < info.region_count; a++)
    for (int32_t b = 0; b < info.region_count; b++) dump_regions(index, a, b);
  if (info.region_count) dump_places(index, &info);
}

static void dump_sections(void) {
  static const char *const needs[] = {"yes", "if it is there", "no"};
  for (int i = 0; i < PF_SECTIONS; i++) {
    const pf_section_rule *rule = &pf_section_rules[i];
    printf("{\"name\": \"%s\", \"element\": %u, \"required\": \"%s\"}\n", rule->name,
           rule->element_size, needs[rule->need]);
  }
}

int main(int argc, char **argv) {
  pathfan_index *index;
  pathfan_error error;
  if (argc < 2) fail("usage: format-dump INDEX [source] | --sections");
  if (!strcmp(argv[1], "--sections")) {
    dump_sections();
    return 0;
  }
  if (pathfan_index_open(argv[1], NULL, &index, &error)) fail(error.text);
  if (argc == 3 && !strcmp(argv[2], "source"))
    dump_source(index);
  else
    dump_all(index);
  pathfan_index_close(index);
  return 0;
}
