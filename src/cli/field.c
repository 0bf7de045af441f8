/* field.c - fields over a grid of points, as CSV, JSON, an ASCII grid; corridors as GeoJSON. */
#include "cli/field.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/text.h"
#include "request/write.h"

void cli_field_lay(cli_field *f, const pathfan_index_info *map, int32_t columns, int32_t rows,
                   bool edges) {
  f->columns = columns;
  f->rows = rows;
  f->step_x = map->width / (edges ? columns - 1 : columns);
  f->step_y = map->height / (edges ? rows - 1 : rows);
  f->x = map->origin_x + (edges ? 0 : f->step_x / 2);
  f->y = map->origin_y + (edges ? 0 : f->step_y / 2);
}

void cli_field_lay_squares(cli_field *f, const pathfan_index_info *map, int32_t columns,
                           int32_t rows) {
  f->columns = columns;
  f->rows = rows;
  f->step_x = f->step_y = fmax(map->width / columns, map->height / rows);
  f->x = map->origin_x + f->step_x / 2;
  f->y = map->origin_y + f->step_y / 2;
}

static void place_points(cli_field *f) {
  for (int32_t y = 0; y < f->rows; y++)
    for (int32_t x = 0; x < f->columns; x++)
      f->points[(int64_t)y * f->columns + x] =
          (pathfan_point){f->x + x * f->step_x, f->y + y * f->step_y};
}

int cli_field_ask(cli_field *f, pathfan_query *query, cli_field_watch *watch, pathfan_point goal,
                  bool *goal_is_free) {
  const size_t count = (size_t)f->columns * (size_t)f->rows;
  f->goal = goal;
  f->points = malloc(count * sizeof *f->points);
  f->values = malloc(count * sizeof *f->values);
  if (!f->points || !f->values) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  place_points(f);
  cli_field_watch_next(watch, "field", 0, 1, count);
  const pathfan_status status =
      pathfan_query_field(query, goal, f->points, count, f->values, goal_is_free);
  return status ? cli_field_watch_fail(watch, status, query) : CLI_OK;
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

#define NODATA (-9999)

void cli_field_asc(FILE *out, const cli_field *f) {
  char digits[PF_SHORTEST_BYTES];
  assert(f->step_x == f->step_y);
  fprintf(out, "ncols %" PRId32 "\nnrows %" PRId32 "\n", f->columns, f->rows);
  fprintf(out, "xllcorner %s\n", pf_number_shortest(f->x - f->step_x / 2, digits));
  fprintf(out, "yllcorner %s\n", pf_number_shortest(f->y - f->step_y / 2, digits));
  fprintf(out, "cellsize %s\n", pf_number_shortest(f->step_x, digits));
  fprintf(out, "NODATA_value %d\n", NODATA);
  for (int32_t y = f->rows; y-- > 0;)
    for (int32_t x = 0; x < f->columns; x++) {
      const double cost = f->values[(int64_t)y * f->columns + x].cost;
      fputs(pf_number_shortest(isfinite(cost) ? cost : NODATA, digits), out);
      putc(x + 1 < f->columns ? ' ' : '\n', out);
    }
}

void cli_field_prj(FILE *out, double longitude, double latitude) {
  char first[PF_SHORTEST_BYTES], second[PF_SHORTEST_BYTES];
  fprintf(out,
          "PROJCS[\"Local_Transverse_Mercator\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\","
          "SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],PRIMEM[\"Greenwich\",0.0],"
          "UNIT[\"Degree\",0.0174532925199433]],PROJECTION[\"Transverse_Mercator\"],"
          "PARAMETER[\"False_Easting\",0.0],PARAMETER[\"False_Northing\",0.0],"
          "PARAMETER[\"Central_Meridian\",%s],PARAMETER[\"Scale_Factor\",1.0],"
          "PARAMETER[\"Latitude_Of_Origin\",%s],UNIT[\"Meter\",1.0]]\n",
          pf_number_shortest(longitude, first), pf_number_shortest(latitude, second));
}

static void write_units(pf_json_writer *w) {
  pf_write_line(w, "\n ");
  pf_write_begin(w, "units", '{');
  pf_write_text(w, "x", "map units, to the right");
  pf_write_text(w, "y", "map units, down");
  pf_write_text(w, "cost", "map units times rate, and what rivers cost; null: there is no path");
  pf_write_text(w, "gap", "the least cost is at least cost - gap; 0 but over areas with a rate");
  pf_write_text(w, "heading", "unit vector of the first step; [0,0] at the goal");
  pf_write_text(
      w, "feature",
      "first road, river or area of the path, its number in the map's file, from 0; null: none");
  pf_write_end(w, '}');
}

static void write_start(pf_json_writer *w, pathfan_point at, const pathfan_field_value *v) {
  pf_write_line(w, "\n  ");
  pf_write_begin(w, NULL, '{');
  pf_write_number(w, "x", at.x);
  pf_write_number(w, "y", at.y);
  pf_write_number(w, "cost", v->cost);
  pf_write_number(w, "gap", v->gap);
  if (isfinite(v->cost))
    pf_write_xy(w, "heading", v->heading_x, v->heading_y);
  else
    pf_write_null(w, "heading");
  pf_write_number(w, "feature", v->feature >= 0 ? v->feature : NAN);
  pf_write_end(w, '}');
}

void cli_field_json(FILE *out, const cli_field *f, const pf_source *source) {
  pathfan_terrain_info info;
  pf_json_writer w = {.out = out};
  pf_source_terrain_info(source, &info);
  pf_write_begin(&w, NULL, '{');
  pf_write_point(&w, "to", f->goal);
  pf_write_number(&w, "background_rate", info.background_rate);
  write_units(&w);
  pf_write_line(&w, "\n ");
  pf_write_begin(&w, "grid", '{');
  pf_write_integer(&w, "columns", f->columns);
  pf_write_integer(&w, "rows", f->rows);
  pf_write_xy(&w, "first", f->x, f->y);
  pf_write_xy(&w, "step", f->step_x, f->step_y);
  pf_write_end(&w, '}');
  pf_write_line(&w, "\n ");
  pf_write_begin(&w, "starts", '[');
  for (int64_t i = 0; i < (int64_t)f->columns * f->rows; i++)
    write_start(&w, f->points[i], &f->values[i]);
  pf_write_line(&w, "\n ");
  pf_write_end(&w, ']');
  pf_write_end(&w, '}');
  putc('\n', out);
}

/* ---- Corridors ---- */

static void write_position(pf_json_writer *w, const double *xy) {
  pf_write_line(w, "");
  pf_write_xy(w, NULL, xy[0], xy[1]);
}

/* Writes a ring closed and reversed: RFC 7946 has areas counter-clockwise with y up. */
static void write_ring(pf_json_writer *w, const pf_contours *rings, int32_t ring) {
  const int32_t first = rings->first[ring], last = rings->first[ring + 1] - 1;
  pf_write_begin(w, NULL, '[');
  for (int32_t i = last; i >= first; i--) write_position(w, &rings->xy[2 * (int64_t)i]);
  write_position(w, &rings->xy[2 * (int64_t)last]);
  pf_write_end(w, ']');
}

/* Writes the area inside one outer ring, with its holes. */
static void write_area(pf_json_writer *w, const pf_contours *rings, int32_t outer) {
  pf_write_line(w, "\n ");
  pf_write_begin(w, NULL, '[');
  write_ring(w, rings, outer);
  for (int32_t hole = 0; hole < rings->ring_count; hole++) {
    if (rings->outer[hole] != outer) continue;
    pf_write_line(w, "\n  ");
    write_ring(w, rings, hole);
  }
  pf_write_end(w, ']');
}

static void write_way(pf_json_writer *w, const cli_corridor_way *way) {
  pf_begin_feature(w);
  pf_write_text(w, "part", "corridor-way");
  pf_write_number(w, "feature", way->feature);
  pf_begin_geometry(w, "LineString");
  pf_write_begin(w, "coordinates", '[');
  for (int end = 0; end < 2; end++) pf_write_xy(w, NULL, way->ends[end].x, way->ends[end].y);
  pf_write_end(w, ']');
  pf_end_feature(w);
}

void cli_corridor_geojson(FILE *out, const cli_corridor *corridor, const pathfan_path *way,
                          double within) {
  const pf_contours *rings = &corridor->area;
  pf_json_writer w = {.out = out};
  pf_begin_collection(&w);
  pf_write_begin(&w, "features", '[');
  pf_begin_feature(&w);
  pf_write_text(&w, "part", "corridor");
  pf_write_number(&w, "within", within);
  pf_write_number(&w, "cost", way->cost * (1 + within));
  pf_write_number(&w, "tolerance", corridor->tolerance / way->cost);
  pf_write_number(&w, "gap", corridor->gap / way->cost);
  pf_write_integer(&w, "cells", corridor->cells);
  pf_write_bool(&w, "certain", true);
  pf_begin_geometry(&w, "MultiPolygon");
  pf_write_begin(&w, "coordinates", '[');
  for (int32_t ring = 0; ring < rings->ring_count; ring++)
    if (rings->outer[ring] < 0) write_area(&w, rings, ring);
  pf_write_end(&w, ']');
  pf_end_feature(&w);
  for (int32_t i = 0; i < corridor->way_count; i++) write_way(&w, &corridor->ways[i]);
  pf_begin_feature(&w);
  pf_write_text(&w, "part", "way");
  pf_write_number(&w, "cost", way->cost);
  pf_write_number(&w, "length", way->length);
  pf_begin_geometry(&w, "LineString");
  pf_write_line_string(&w, way);
  pf_end_feature(&w);
  pf_end_collection(&w);
}
