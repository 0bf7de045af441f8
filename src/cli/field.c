/* field.c - fields over a grid of points, as CSV, JSON, GeoJSON. */
#include "cli/field.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "cli/json.h"

void cli_field_lay(cli_field *f, const pathfan_index_info *map, int32_t columns, int32_t rows,
                   bool edges) {
  f->columns = columns;
  f->rows = rows;
  f->step_x = map->width / (edges ? columns - 1 : columns);
  f->step_y = map->height / (edges ? rows - 1 : rows);
  f->x = map->origin_x + (edges ? 0 : f->step_x / 2);
  f->y = map->origin_y + (edges ? 0 : f->step_y / 2);
}

static void place_points(cli_field *f) {
  for (int32_t y = 0; y < f->rows; y++)
    for (int32_t x = 0; x < f->columns; x++)
      f->points[(int64_t)y * f->columns + x] =
          (pathfan_point){f->x + x * f->step_x, f->y + y * f->step_y};
}

int cli_field_ask(cli_field *f, pathfan_query *query, pathfan_point goal, bool *goal_is_free) {
  const size_t count = (size_t)f->columns * (size_t)f->rows;
  f->goal = goal;
  f->points = malloc(count * sizeof *f->points);
  f->values = malloc(count * sizeof *f->values);
  if (!f->points || !f->values) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  place_points(f);
  const pathfan_status status =
      pathfan_query_field(query, goal, f->points, count, f->values, goal_is_free);
  return status == PATHFAN_OK ? CLI_OK : cli_failure(status, pathfan_query_error(query));
}

void cli_field_free(cli_field *f) {
  free(f->points);
  free(f->values);
  *f = (cli_field){0};
}

static void put_csv(FILE *out, double value) {
  char digits[PF_SHORTEST_BYTES];
  fprintf(out, "%s,", pf_number_shortest(value, digits));
}

void cli_field_csv(FILE *out, const cli_field *f) {
  fputs("x,y,cost,heading_x,heading_y,feature\n", out);
  for (int64_t i = 0; i < (int64_t)f->columns * f->rows; i++) {
    const pathfan_field_value *v = &f->values[i];
    put_csv(out, f->points[i].x);
    put_csv(out, f->points[i].y);
    if (isfinite(v->cost)) {
      put_csv(out, v->cost);
      put_csv(out, v->heading_x);
      put_csv(out, v->heading_y);
    } else {
      fputs(",,,", out);
    }
    if (v->feature >= 0) fprintf(out, "%" PRId32, v->feature);
    putc('\n', out);
  }
}

void cli_field_json(FILE *out, const cli_field *f, const pf_source *source) {
  pathfan_terrain_info info;
  pf_source_terrain_info(source, &info);
  fputs("{\"to\": ", out);
  cli_json_point(out, f->goal);
  cli_json_field(out, "background_rate", info.background_rate);
  fputs(",\n \"units\": {\"x\": \"map units, to the right\", \"y\": \"map units, down\", \"cost\": "
        "\"map units times rate, and what rivers cost; null: there is no way\", \"heading\": "
        "\"unit vector of the first step; [0,0] at the goal\", \"feature\": \"first road or river "
        "of the way, its number in the map's file, from 0; null: none\"},\n",
        out);
  fprintf(out,
          " \"grid\": {\"columns\": %" PRId32 ", \"rows\": %" PRId32 ", \"first\": ", f->columns,
          f->rows);
  cli_json_point(out, (pathfan_point){f->x, f->y});
  fputs(", \"step\": ", out);
  cli_json_point(out, (pathfan_point){f->step_x, f->step_y});
  fputs("},\n \"starts\": [", out);
  for (int64_t i = 0; i < (int64_t)f->columns * f->rows; i++) {
    const pathfan_field_value *v = &f->values[i];
    fprintf(out, "%s\n  {\"x\": ", i ? "," : "");
    cli_json_number(out, f->points[i].x);
    cli_json_field(out, "y", f->points[i].y);
    cli_json_field(out, "cost", v->cost);
    fputs(", \"heading\": ", out);
    if (isfinite(v->cost))
      cli_json_point(out, (pathfan_point){v->heading_x, v->heading_y});
    else
      fputs("null", out);
    if (v->feature >= 0)
      fprintf(out, ", \"feature\": %" PRId32 "}", v->feature);
    else
      fputs(", \"feature\": null}", out);
  }
  fputs("\n ]}\n", out);
}

/* ---- Corridors ---- */

/* Writes ten digits: a tenth of a millionth of the grid is finer than the interpolation. */
static void put_position(FILE *out, const cli_field *f, const double *xy) {
  fprintf(out, "[%.10g,%.10g]", f->x + xy[0] * f->step_x, f->y + xy[1] * f->step_y);
}

/* Writes a ring closed and reversed: RFC 7946 has areas counter-clockwise with y up. */
static void put_ring(FILE *out, const cli_field *f, const pf_contours *rings, int32_t ring) {
  const int32_t first = rings->first[ring], last = rings->first[ring + 1] - 1;
  putc('[', out);
  for (int32_t i = last; i >= first; i--) {
    put_position(out, f, &rings->xy[2 * (int64_t)i]);
    putc(',', out);
  }
  put_position(out, f, &rings->xy[2 * (int64_t)last]);
  putc(']', out);
}

void cli_corridor_geojson(FILE *out, const cli_field *f, const pf_contours *rings,
                          const pathfan_path *way, double within) {
  fputs("{\"type\": \"FeatureCollection\", \"features\": [\n{\"type\": \"Feature\", "
        "\"properties\": {\"part\": \"corridor\"",
        out);
  cli_json_field(out, "within", within);
  cli_json_field(out, "cost", way->cost * (1 + within));
  fputs("}, \"geometry\": {\"type\": \"MultiPolygon\", \"coordinates\": [", out);
  bool any = false;
  for (int32_t ring = 0; ring < rings->ring_count; ring++) {
    if (rings->outer[ring] >= 0) continue;
    fputs(any ? ",\n [" : "\n [", out);
    any = true;
    put_ring(out, f, rings, ring);
    for (int32_t hole = 0; hole < rings->ring_count; hole++)
      if (rings->outer[hole] == ring) {
        fputs(",\n  ", out);
        put_ring(out, f, rings, hole);
      }
    putc(']', out);
  }
  fputs("]}},\n{\"type\": \"Feature\", \"properties\": {\"part\": \"way\"", out);
  cli_json_field(out, "cost", way->cost);
  cli_json_field(out, "length", way->length);
  fputs("}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [", out);
  if (way->point_count == 1) { /* a LineString has at least two positions */
    cli_json_point(out, way->points[0]);
    putc(',', out);
  }
  for (int32_t i = 0; i < way->point_count; i++) {
    if (i) putc(',', out);
    cli_json_point(out, way->points[i]);
  }
  fputs("]}}\n]}\n", out);
}
