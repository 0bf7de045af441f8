/* terrain_json.c - roads, rivers and bridges of a terrain, and fields of the costs of ways over it,
 * as JSON.
 *
 * A map with roads has very many pieces, each between two vertices of its mesh; those of one
 * feature are written together. Pieces on a bridge or in a tunnel, one-way pieces, and all others,
 * are entries of their own; one-way ones lead from their first end to the second. */
#include "viewer/terrain_json.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"

#define CORNERS_MAX 4096 /* of the largest cell that is shown */

/* ---- Lines ---- */

static bool is_oneway(const pathfan_terrain_line *line) {
  return pf_oneway_of(line) != 0;
}

static bool is_same(const pathfan_terrain_line *a, const pathfan_terrain_line *b) {
  return a->feature == b->feature && a->is_apart == b->is_apart && is_oneway(a) == is_oneway(b);
}

/* Numbers keep the order of equal elements, which not every system's sort does. */
typedef struct numbered_line {
  pathfan_terrain_line line;
  int32_t number;
} numbered_line;

static int compare_lines(const void *a, const void *b) {
  const numbered_line *m = a, *n = b;
  if (m->line.feature != n->line.feature) return m->line.feature < n->line.feature ? -1 : 1;
  if (m->line.is_apart != n->line.is_apart) return (int)m->line.is_apart - (int)n->line.is_apart;
  if (is_oneway(&m->line) != is_oneway(&n->line)) return is_oneway(&m->line) ? 1 : -1;
  return m->number < n->number ? -1 : m->number > n->number;
}

pathfan_terrain_line *pf_terrain_lines(const pf_source *source, int32_t *count) {
  pathfan_terrain_line line;
  int32_t all = 0;
  while (pf_source_terrain_line(source, all, &line)) all++;
  pathfan_terrain_line *lines = malloc(((size_t)all + 1) * sizeof *lines);
  numbered_line *numbered = malloc(((size_t)all + 1) * sizeof *numbered);
  if (lines && numbered) {
    for (int32_t i = 0; i < all; i++) {
      pf_source_terrain_line(source, i, &numbered[i].line);
      numbered[i].number = i;
    }
    qsort(numbered, (size_t)all, sizeof *numbered, compare_lines);
    for (int32_t i = 0; i < all; i++) lines[i] = numbered[i].line;
    *count = all;
  } else {
    free(lines);
    lines = NULL;
  }
  free(numbered);
  return lines;
}

/* Writes lines of one feature, begin to end, all apart or none, all one-way or none. */
static void write_line(pf_json_writer *w, const pathfan_terrain_line *begin,
                       const pathfan_terrain_line *end) {
  static const char *const kinds[] = {"road", "river", "bridge"};
  const bool is_road = begin->kind == PATHFAN_CLASS_ROAD;
  pf_write_begin(w, NULL, '{');
  pf_write_text(w, "kind", kinds[begin->kind]);
  pf_write_integer(w, "feature", begin->feature);
  pf_write_text(w, "name", begin->name);
  if (begin->kind != PATHFAN_CLASS_BRIDGE)
    pf_write_number(w, is_road ? "rate" : "cost", begin->value);
  if (is_road) pf_write_bool(w, "apart", begin->is_apart);
  if (is_oneway(begin)) pf_write_bool(w, "oneway", true);
  pf_write_begin(w, "pieces", '[');
  for (const pathfan_terrain_line *line = begin; line < end; line++) {
    const int from = pf_oneway_of(line) < 0;
    for (int i = 0; i < 2; i++) {
      pf_write_number(w, NULL, line->ends[from ^ i].x);
      pf_write_number(w, NULL, line->ends[from ^ i].y);
    }
  }
  pf_write_end(w, ']');
  pf_write_end(w, '}');
}

/* ---- Areas ---- */

/* Writes each cell that lies in an area: the rate, the area's feature and name, x and y of each
 * corner. Cells of one area needn't follow each other. */
static void write_areas(pf_json_writer *w, const pf_source *source) {
  pathfan_point corners[CORNERS_MAX];
  pathfan_terrain_area area;
  if (!pf_source_terrain_area(source, 0, &area)) return;
  pf_write_begin(w, "areas", '[');
  for (int32_t i = 0; pf_source_terrain_area(source, i, &area); i++) {
    const int32_t count = area.feature < 0 ? 0 : pf_source_polygon(source, i, corners, CORNERS_MAX);
    if (count < 3 || count > CORNERS_MAX) continue;
    pf_write_begin(w, NULL, '{');
    pf_write_integer(w, "feature", area.feature);
    pf_write_text(w, "name", area.name);
    pf_write_number(w, "rate", area.rate);
    pf_write_begin(w, "cell", '[');
    for (int32_t k = 0; k < count; k++) {
      pf_write_number(w, NULL, corners[k].x);
      pf_write_number(w, NULL, corners[k].y);
    }
    pf_write_end(w, ']');
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

void pf_write_terrain(FILE *out, const pf_source *source, uint32_t generation,
                      double background_rate, const pathfan_terrain_line *lines, int32_t count) {
  pf_json_writer w = {.out = out, .compact = true};
  pf_write_begin(&w, NULL, '{');
  pf_write_integer(&w, "generation", generation);
  pf_write_number(&w, "background_rate", background_rate);
  pf_write_begin(&w, "lines", '[');
  for (int32_t i = 0, next; i < count; i = next) {
    for (next = i + 1; next < count && is_same(&lines[i], &lines[next]);) next++;
    write_line(&w, &lines[i], &lines[next]);
  }
  pf_write_end(&w, ']');
  write_areas(&w, source);
  pf_write_end(&w, '}');
}

/* ---- Fields ---- */

pathfan_status pf_ask_field(pathfan_query *query, const pf_source_facts *facts,
                            pf_field_answer *f) {
  const pathfan_index_info *map = &facts->info;
  const int32_t count = f->columns * f->rows;
  pathfan_point *points = malloc((size_t)count * sizeof *points);
  f->values = malloc((size_t)count * sizeof *f->values);
  if (!points || !f->values) {
    free(points);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t i = 0; i < count; i++)
    points[i] = (pathfan_point){map->origin_x + (i % f->columns + 0.5) * map->width / f->columns,
                                map->origin_y + (i / f->columns + 0.5) * map->height / f->rows};
  const double began = pf_seconds();
  const pathfan_status status =
      pathfan_query_field(query, f->goal, points, (size_t)count, f->values, &f->goal_is_free);
  f->spent = 1e6 * (pf_seconds() - began);
  free(points);
  return status;
}

/* Writes one array of the values; member tells which. */
static void write_values(pf_json_writer *w, const char *name, const pathfan_field_value *values,
                         int32_t count, char member) {
  pf_write_begin(w, name, '[');
  for (int32_t i = 0; i < count; i++) {
    const pathfan_field_value *v = &values[i];
    const bool reached = isfinite(v->cost);
    switch (member) {
    case 'c': pf_write_number(w, NULL, v->cost); break;
    case 'h': {
      const bool goes = reached && (v->heading_x != 0 || v->heading_y != 0);
      pf_write_number(w, NULL, goes ? atan2(v->heading_y, v->heading_x) : (double)NAN);
      break;
    }
    default:
      if (v->feature < 0)
        pf_write_null(w, NULL);
      else
        pf_write_integer(w, NULL, v->feature);
    }
  }
  pf_write_end(w, ']');
}

void pf_write_field(FILE *out, const pf_field_answer *f) {
  pf_json_writer w = {.out = out, .compact = true};
  const int32_t count = f->columns * f->rows;
  pf_write_begin(&w, NULL, '{');
  pf_write_integer(&w, "generation", f->generation);
  pf_write_point(&w, "goal", f->goal);
  pf_write_bool(&w, "free", f->goal_is_free);
  pf_write_integer(&w, "columns", f->columns);
  pf_write_integer(&w, "rows", f->rows);
  pf_write_number(&w, "time_us", f->spent);
  write_values(&w, "cost", f->values, count, 'c');
  write_values(&w, "heading", f->values, count, 'h');
  write_values(&w, "feature", f->values, count, 'f');
  pf_write_end(&w, '}');
}
