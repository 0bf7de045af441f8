/* inspect.c - parts of an index, decoded. */
#include "cli/inspect.h"

#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/text.h"
#include "request/write.h"

/* Writes a via node; null if there is no plateau. */
static void write_via(pf_json_writer *w, const char *name, int32_t via) {
  if (via >= 0)
    pf_write_integer(w, name, via);
  else
    pf_write_null(w, name);
}

static void text_via(int32_t via) {
  if (via >= 0)
    printf("%d", via);
  else
    putchar(via == PATHFAN_VIA_WILDCARD ? '*' : '-');
}

/* Ends an object that ends with a list. */
static void end_list(pf_json_writer *w) {
  pf_write_end(w, ']');
  pf_write_end(w, '}');
  putc('\n', w->out);
}

/* ---- A row ---- */

/* The runs of a vertex in one table. */
typedef struct row {
  const pathfan_run *runs;
  int32_t count, columns, table;
} row;

static int32_t last_of(const row *r, int32_t i) {
  return (i + 1 < r->count ? r->runs[i + 1].first : r->columns) - 1;
}

static void write_row(pf_json_writer *w, const row *r) {
  pf_write_begin(w, NULL, '{');
  pf_write_integer(w, "table", r->table);
  pf_write_begin(w, "runs", '[');
  for (int32_t i = 0; i < r->count; i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_integer(w, "first", r->runs[i].first);
    pf_write_integer(w, "last", last_of(r, i));
    write_via(w, "via", r->runs[i].via);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  pf_write_end(w, '}');
}

static void print_row(const row *r) {
  printf("table %d, %d run%s:", r->table, r->count, r->count == 1 ? "" : "s");
  for (int32_t i = 0; i < r->count; i++) {
    printf("  %d..%d ", r->runs[i].first, last_of(r, i));
    text_via(r->runs[i].via);
  }
  putchar('\n');
}

int cli_inspect_row(const pathfan_index *index, const pathfan_index_info *info, int32_t vertex,
                    int32_t table, bool json) {
  int32_t first = table ? table : 1, last = table ? table : info->table_count;
  pf_json_writer w = {.out = stdout};
  /* A row has at most one run per column. */
  pathfan_run *runs = malloc((size_t)info->vertex_count * sizeof *runs);
  if (!runs) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  pathfan_status status = PATHFAN_OK;
  if (json) {
    pf_write_begin(&w, NULL, '{');
    pf_write_integer(&w, "vertex", vertex);
    pf_write_begin(&w, "tables", '[');
  }
  for (int32_t i = first; i <= last; i++) {
    row r = {.runs = runs, .columns = info->vertex_count, .table = i};
    status = pathfan_index_row(index, i, vertex, runs, info->vertex_count, &r.count);
    if (status) break;
    if (json)
      write_row(&w, &r);
    else
      print_row(&r);
  }
  if (json && !status) end_list(&w);
  free(runs);
  return status ? cli_failure(status, NULL) : CLI_OK;
}

/* ---- A vertex ---- */

static void write_label(pf_json_writer *w, const pathfan_label *label) {
  pf_write_begin(w, NULL, '{');
  pf_write_integer(w, "hub", label->hub);
  pf_write_number(w, "length", label->length);
  pf_write_integer(w, "next", label->next);
  write_via(w, "next_label", label->next_label);
  pf_write_end(w, '}');
}

static void print_label(const pathfan_label *label) {
  printf("%6d  %12.4f  %6d  ", label->hub, label->length, label->next);
  if (label->next_label >= 0)
    printf("%d\n", label->next_label);
  else
    puts(label->next == label->hub ? "(is the hub)" : "(sees the hub)");
}

int cli_inspect_vertex(const pathfan_index *index, int32_t vertex, bool json) {
  pf_json_writer w = {.out = stdout};
  pathfan_vertex_info info;
  pathfan_status status = pathfan_index_vertex(index, vertex, &info);
  if (status) return cli_failure(status, NULL);
  if (json) {
    pf_write_begin(&w, NULL, '{');
    pf_write_integer(&w, "vertex", vertex);
    pf_write_point(&w, "at", info.at);
    pf_write_integer(&w, "rank", info.rank);
    pf_write_integer(&w, "component", info.component);
    pf_write_begin(&w, "labels", '[');
  } else {
    printf("vertex %d at %.8g,%.8g, rank %d, component %d, %d label%s\n", vertex, info.at.x,
           info.at.y, info.rank, info.component, info.label_count,
           info.label_count == 1 ? "" : "s");
    if (info.label_count)
      printf("%s   hub        length    next  its label%s\n", cli_bold(), cli_plain());
  }
  for (int32_t i = 0; i < info.label_count; i++) {
    pathfan_label label;
    status = pathfan_index_label(index, vertex, i, &label);
    if (status) break;
    if (json)
      write_label(&w, &label);
    else
      print_label(&label);
  }
  if (json && !status) end_list(&w);
  return status ? cli_failure(status, NULL) : CLI_OK;
}

/* ---- A pair ---- */

int cli_inspect_pair(const pathfan_index *index, const pathfan_index_info *info, int32_t u,
                     int32_t v, bool json) {
  pathfan_pair_info pair;
  pathfan_status status = pathfan_index_pair(index, u, v, &pair);
  if (status) return cli_failure(status, NULL);
  if (json) {
    pf_json_writer w = {.out = stdout};
    pf_write_begin(&w, NULL, '{');
    pf_write_integer(&w, "u", u);
    pf_write_integer(&w, "v", v);
    pf_write_bool(&w, "reachable", pair.reachable);
    pf_write_number(&w, "length", pair.reachable ? pair.length : NAN);
    pf_write_begin(&w, "via", '[');
    for (int32_t i = 0; i < info->table_count; i++)
      write_via(&w, NULL, pair.reachable ? pair.via[i] : PATHFAN_VIA_NONE);
    end_list(&w);
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
