/* inspect.c - parts of an index, decoded. */
#include "cli/inspect.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "cli/json.h"

/* Prints a via node as JSON; null if there is no plateau. */
static void json_via(int32_t via) {
  if (via >= 0)
    printf("%d", via);
  else
    fputs("null", stdout);
}

static void text_via(int32_t via) {
  if (via >= 0)
    printf("%d", via);
  else
    putchar(via == PATHFAN_VIA_WILDCARD ? '*' : '-');
}

/* ---- A row ---- */

static void print_runs(const pathfan_run *runs, int32_t count, int32_t columns, bool json) {
  for (int32_t i = 0; i < count; i++) {
    int32_t last = (i + 1 < count ? runs[i + 1].first : columns) - 1;
    if (json) {
      printf("%s{\"first\": %d, \"last\": %d, \"via\": ", i ? ", " : "", runs[i].first, last);
      json_via(runs[i].via);
      putchar('}');
    } else {
      printf("  %d..%d ", runs[i].first, last);
      text_via(runs[i].via);
    }
  }
}

int cli_inspect_row(const pathfan_index *index, const pathfan_index_info *info, int32_t vertex,
                    int32_t table, bool json) {
  int32_t first = table ? table : 1, last = table ? table : info->table_count;
  /* A row has at most one run per column. */
  pathfan_run *runs = malloc((size_t)info->vertex_count * sizeof *runs);
  if (!runs) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  pathfan_status status = PATHFAN_OK;
  if (json) printf("{\"vertex\": %d, \"tables\": [", vertex);
  for (int32_t i = first; i <= last; i++) {
    int32_t count = 0;
    status = pathfan_index_row(index, i, vertex, runs, info->vertex_count, &count);
    if (status != PATHFAN_OK) break;
    if (json)
      printf("%s{\"table\": %d, \"runs\": [", i > first ? ", " : "", i);
    else
      printf("table %d, %d run%s:", i, count, count == 1 ? "" : "s");
    print_runs(runs, count, info->vertex_count, json);
    fputs(json ? "]}" : "\n", stdout);
  }
  if (json && status == PATHFAN_OK) fputs("]}\n", stdout);
  free(runs);
  return status == PATHFAN_OK ? CLI_OK : cli_failure(status, NULL);
}

/* ---- A vertex ---- */

static void print_label(const pathfan_label *label, int32_t number, bool json) {
  if (json) {
    printf("%s{\"hub\": %d", number ? ", " : "", label->hub);
    cli_json_field(stdout, "length", label->length);
    printf(", \"next\": %d, \"next_label\": ", label->next);
    json_via(label->next_label);
    putchar('}');
  } else {
    printf("%6d  %12.4f  %6d  ", label->hub, label->length, label->next);
    if (label->next_label >= 0)
      printf("%d\n", label->next_label);
    else
      puts(label->next == label->hub ? "(is the hub)" : "(sees the hub)");
  }
}

int cli_inspect_vertex(const pathfan_index *index, int32_t vertex, bool json) {
  pathfan_vertex_info info;
  pathfan_status status = pathfan_index_vertex(index, vertex, &info);
  if (status != PATHFAN_OK) return cli_failure(status, NULL);
  if (json) {
    printf("{\"vertex\": %d, \"at\": ", vertex);
    cli_json_point(stdout, info.at);
    printf(", \"rank\": %d, \"component\": %d, \"labels\": [", info.rank, info.component);
  } else {
    printf("vertex %d at %.8g,%.8g, rank %d, component %d, %d label%s\n", vertex, info.at.x,
           info.at.y, info.rank, info.component, info.label_count,
           info.label_count == 1 ? "" : "s");
    if (info.label_count)
      printf("%s   hub        length    next  its label%s\n", cli_bold(), cli_plain());
  }
  for (int32_t i = 0; i < info.label_count && status == PATHFAN_OK; i++) {
    pathfan_label label;
    status = pathfan_index_label(index, vertex, i, &label);
    if (status == PATHFAN_OK) print_label(&label, i, json);
  }
  if (json && status == PATHFAN_OK) fputs("]}\n", stdout);
  return status == PATHFAN_OK ? CLI_OK : cli_failure(status, NULL);
}

/* ---- A pair ---- */

int cli_inspect_pair(const pathfan_index *index, const pathfan_index_info *info, int32_t u,
                     int32_t v, bool json) {
  pathfan_pair_info pair;
  pathfan_status status = pathfan_index_pair(index, u, v, &pair);
  if (status != PATHFAN_OK) return cli_failure(status, NULL);
  if (json) {
    printf("{\"u\": %d, \"v\": %d, \"reachable\": %s", u, v, cli_json_bool(pair.reachable));
    cli_json_field(stdout, "length", pair.reachable ? pair.length : NAN);
    fputs(", \"via\": [", stdout);
    for (int32_t i = 0; i < info->table_count; i++) {
      if (i) fputs(", ", stdout);
      json_via(pair.reachable ? pair.via[i] : PATHFAN_VIA_NONE);
    }
    fputs("]}\n", stdout);
  } else if (!pair.reachable) {
    printf("%d and %d lie in parts of the map that are not connected\n", u, v);
  } else {
    char digits[PF_SHORTEST_BYTES];
    printf("%d to %d: length %s, via nodes", u, v, pf_number_shortest(pair.length, digits));
    for (int32_t i = 0; i < info->table_count; i++) {
      printf(" %d: ", i + 1);
      text_via(pair.via[i]);
    }
    putchar('\n');
  }
  return CLI_OK;
}
