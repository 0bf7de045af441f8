/* field.h - fields of cheapest ways over a grid of points; output of fields and corridors. */
#ifndef PF_CLI_FIELD_H
#define PF_CLI_FIELD_H

#include "cli/cli.h"
#include "cli/corridor.h"
#include "request/source.h"

/* Points in rows, and the cheapest ways from them. Set it to zero first; free it with
 * cli_field_free. */
typedef struct cli_field {
  int32_t columns, rows;
  double x, y, step_x, step_y; /* of the first point; between points; map units */
  pathfan_point goal;
  pathfan_point *points;       /* [Size: columns * rows] row by row */
  pathfan_field_value *values; /* the same */
} cli_field;

/* Places the points in the centres of columns x rows cells that cover the map; with `edges`, on the
 * corners of one cell fewer each way, so that the first and last points lie on the map's border. */
void cli_field_lay(cli_field *field, const pathfan_index_info *map, int32_t columns, int32_t rows,
                   bool edges);

/* Places the points in the centres of square cells, from the map's least coordinates on: of a size
 * for which columns x rows cover the map. */
void cli_field_lay_squares(cli_field *field, const pathfan_index_info *map, int32_t columns,
                           int32_t rows);

/* Computes the ways. *goal_is_free: if false, there are none. Reports failures; returns an exit
 * code. */
int cli_field_ask(cli_field *field, pathfan_query *query, cli_field_watch *watch,
                  pathfan_point goal, bool *goal_is_free);

void cli_field_free(cli_field *field);

/* Writes a head, and a line for each point: x,y,cost,heading_x,heading_y,feature; missing values
 * are empty. */
void cli_field_csv(FILE *out, const cli_field *field);

/* Writes costs as an ESRI ASCII grid, the row of the largest y first; without a way NODATA. The
 * cells must be squares. */
void cli_field_asc(FILE *out, const cli_field *field);

/* Writes the coordinate system of a map projected to metres round a place, degrees, as .prj files
 * have it. */
void cli_field_prj(FILE *out, double longitude, double latitude);

/* Writes an object with units, grid and starts. */
void cli_field_json(FILE *out, const cli_field *field, const pf_source *source);

/* Writes the area as a GeoJSON MultiPolygon, the roads as LineStrings, and the cheapest way.
 * within: the limit and the tolerance, as shares of what that way costs. */
void cli_corridor_geojson(FILE *out, const cli_corridor *corridor, const pathfan_path *way,
                          double within);

#endif
