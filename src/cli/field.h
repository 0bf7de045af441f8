/* field.h - fields of cheapest ways over a grid of points, and what is written of them. */
#ifndef PATHFAN_CLI_FIELD_H
#define PATHFAN_CLI_FIELD_H

#include "cli/cli.h"
#include "draw/contours.h"
#include "request/source.h"

/* Points in rows, and the cheapest ways from them. Zero first; free with cli_field_free. */
typedef struct cli_field {
  int32_t columns, rows;
  double x, y, step_x, step_y; /* of the first point; between points; map units */
  pathfan_point goal;
  pathfan_point *points;       /* [Size: columns * rows] row by row */
  pathfan_field_value *values; /* the same */
} cli_field;

/* Points in the middle of cells, which are columns x rows of the whole map; `edges`: the corners of
 * one cell fewer each way, so that the first and the last points lie on the map's border. */
void cli_field_lay(cli_field *field, const pathfan_index_info *map, int32_t columns, int32_t rows,
                   bool edges);

/* Asks for them. *goal_is_free: else there are no ways. Reports failures; returns an exit code. */
int cli_field_ask(cli_field *field, pathfan_query *query, pathfan_point goal, bool *goal_is_free);

void cli_field_free(cli_field *field);

/* A head, and a line for each point: x,y,cost,heading_x,heading_y,feature; what there isn't is
 * empty. */
void cli_field_csv(FILE *out, const cli_field *field);

/* An object with units, grid and starts. */
void cli_field_json(FILE *out, const cli_field *field, const pathfan_source *source);

/* The rings of a corridor over the grid of a field, as GeoJSON: a MultiPolygon; and the cheapest
 * way. `within`: share of its cost. */
void cli_corridor_geojson(FILE *out, const cli_field *field, const pathfan_contours *rings,
                          const pathfan_path *way, double within);

#endif
