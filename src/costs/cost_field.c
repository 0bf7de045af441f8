/* cost_field.c - fields over a grid of points, as CSV, JSON, an ASCII grid. */
#include "costs/cost_field.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/text.h"
#include "request/write.h"

void pf_cost_field_proportion(const pathfan_index_info *map, int32_t longer, int32_t *columns,
                              int32_t *rows) {
  const double side = fmax(map->width, map->height);
  const int32_t other = (int32_t)lround(longer * fmin(map->width, map->height) / side);
  *columns = map->width >= map->height ? longer : other < 2 ? 2 : other;
  *rows = map->width < map->height ? longer : other < 2 ? 2 : other;
}

void pf_cost_field_lay(pf_cost_field *f, const pathfan_index_info *map, int32_t columns,
                       int32_t rows, bool edges) {
  f->columns = columns;
  f->rows = rows;
  f->step_x = map->width / (edges ? columns - 1 : columns);
  f->step_y = map->height / (edges ? rows - 1 : rows);
  f->x = map->origin_x + (edges ? 0 : f->step_x / 2);
  f->y = map->origin_y + (edges ? 0 : f->step_y / 2);
}

void pf_cost_field_lay_squares(pf_cost_field *f, const pathfan_index_info *map, int32_t columns,
                               int32_t rows) {
  f->columns = columns;
  f->rows = rows;
  f->step_x = f->step_y = fmax(map->width / columns, map->height / rows);
  f->x = map->origin_x + f->step_x / 2;
  f->y = map->origin_y + f->step_y / 2;
}

static void place_points(pf_cost_field *f) {
  for (int32_t y = 0; y < f->rows; y++)
    for (int32_t x = 0; x < f->columns; x++)
      f->points[(int64_t)y * f->columns + x] =
          (pathfan_point){f->x + x * f->step_x, f->y + y * f->step_y};
}

pathfan_status pf_cost_field_ask(pf_cost_field *f, pathfan_query *query, pathfan_point goal,
                                 bool *goal_is_free) {
  const size_t count = (size_t)f->columns * (size_t)f->rows;
  f->goal = goal;
  f->points = malloc(count * sizeof *f->points);
  f->values = malloc(count * sizeof *f->values);
  if (!f->points || !f->values) return PATHFAN_ERR_NO_MEMORY;
  place_points(f);
  return pathfan_query_field(query, goal, f->points, count, f->values, goal_is_free);
}

void pf_cost_field_free(pf_cost_field *f) {
  free(f->points);
  free(f->values);
  *f = (pf_cost_field){0};
}

static void put_csv(FILE *out, double value) {
  char digits[PF_SHORTEST_BYTES];
  fprintf(out, "%s,", pf_number_shortest(value, digits));
}

void pf_cost_field_in_degrees(pf_cost_field *f, const pf_degrees *degrees) {
  for (int64_t i = 0; i < (int64_t)f->columns * f->rows; i++)
    f->points[i] = pf_degrees_from_map(degrees, f->points[i]);
  f->goal = pf_degrees_from_map(degrees, f->goal);
  f->is_in_degrees = true;
}

void pf_cost_field_csv(FILE *out, const pf_cost_field *f) {
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

void pf_cost_field_asc(FILE *out, const pf_cost_field *f) {
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

void pf_cost_field_prj(FILE *out, double longitude, double latitude) {
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

static void write_units(pf_json_writer *w, const pf_cost_field *f, const pf_source *source) {
  double longitude, latitude;
  const bool is_projected = pf_source_centre(source, &longitude, &latitude);
  const char *x = is_projected ? "metres, to the east" : "map units, to the right";
  const char *y = is_projected                ? "metres, to the north"
                  : pf_source_is_y_up(source) ? "map units, up"
                                              : "map units, down";
  pf_write_line(w, "\n ");
  pf_write_begin(w, "units", '{');
  pf_write_text(w, "x", f->is_in_degrees ? "longitude" : x);
  pf_write_text(w, "y", f->is_in_degrees ? "latitude" : y);
  pf_write_text(w, "grid", is_projected ? "metres, to the east and north" : "as x and y");
  pf_write_text(w, "cost", "map units times rate, and what rivers cost; null: there is no path");
  pf_write_text(w, "gap", "the least cost is at least cost - gap; 0 except over areas with a rate");
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
  if (v->feature >= 0)
    pf_write_integer(w, "feature", v->feature);
  else
    pf_write_null(w, "feature");
  pf_write_end(w, '}');
}

void pf_cost_field_write(pf_json_writer *w, const pf_cost_field *f, const pf_source *source) {
  pathfan_terrain_info info;
  pf_source_terrain_info(source, &info);
  pf_write_point(w, "to", f->goal);
  pf_write_number(w, "background_rate", info.background_rate);
  write_units(w, f, source);
  pf_write_line(w, "\n ");
  pf_write_begin(w, "grid", '{');
  pf_write_integer(w, "columns", f->columns);
  pf_write_integer(w, "rows", f->rows);
  pf_write_xy(w, "first", f->x, f->y);
  pf_write_xy(w, "step", f->step_x, f->step_y);
  pf_write_end(w, '}');
  pf_write_line(w, "\n ");
  pf_write_begin(w, "starts", '[');
  for (int64_t i = 0; i < (int64_t)f->columns * f->rows; i++)
    write_start(w, f->points[i], &f->values[i]);
  pf_write_line(w, "\n ");
  pf_write_end(w, ']');
}
