/* cost_field.h - the cheapest ways over a terrain from a grid of points to a goal.
 *
 *   pf_cost_field field = {0};
 *   pf_cost_field_lay(&field, &info, columns, rows, false);
 *   status = pf_cost_field_ask(&field, query, goal, &goal_is_free);
 *   ... field.points, field.values ... pf_cost_field_csv(out, &field) ...
 *   pf_cost_field_free(&field); */
#ifndef PF_COSTS_COST_FIELD_H
#define PF_COSTS_COST_FIELD_H

#include <stdio.h>

#include "request/degrees.h"
#include "request/source.h"
#include "request/write.h"

/* Points in rows, and the cheapest ways from them. Set it to zero first; free it with
 * pf_cost_field_free. */
typedef struct pf_cost_field {
  int32_t columns, rows;
  double x, y, step_x, step_y; /* of the first point; between points; map units */
  pathfan_point goal;
  bool is_in_degrees;          /* goal and points */
  pathfan_point *points;       /* [Size: columns * rows] row by row */
  pathfan_field_value *values; /* the same */
} pf_cost_field;

/* Computes a grid with `longer` nodes on the map's longer side, at least two on the other. */
void pf_cost_field_proportion(const pathfan_index_info *map, int32_t longer, int32_t *columns,
                              int32_t *rows);

/* Places the points in the centres of columns x rows cells that cover the map; with `edges`, on the
 * corners of one cell fewer each way, so that the first and last points lie on the map's border. */
void pf_cost_field_lay(pf_cost_field *field, const pathfan_index_info *map, int32_t columns,
                       int32_t rows, bool edges);

/* Places the points in the centres of square cells, from the map's least coordinates on: of a size
 * for which columns x rows cover the map. */
void pf_cost_field_lay_squares(pf_cost_field *field, const pathfan_index_info *map, int32_t columns,
                               int32_t rows);

/* Computes the ways. *goal_is_free: if false, there are none. Errors: those of pathfan_query_field.
 */
pathfan_status pf_cost_field_ask(pf_cost_field *field, pathfan_query *query, pathfan_point goal,
                                 bool *goal_is_free);

/* Takes its points and its goal to longitudes and latitudes. */
void pf_cost_field_in_degrees(pf_cost_field *field, const pf_degrees *degrees);

void pf_cost_field_free(pf_cost_field *field);

/* Writes a head, and a line for each point: x,y,cost,heading_x,heading_y,feature; missing values
 * are empty. */
void pf_cost_field_csv(FILE *out, const pf_cost_field *field);

/* Writes costs as an ESRI ASCII grid, the row of the largest y first; without a way NODATA. The
 * cells must be squares. */
void pf_cost_field_asc(FILE *out, const pf_cost_field *field);

/* Writes the coordinate system of a map projected to metres round a place, degrees, as .prj files
 * have it. */
void pf_cost_field_prj(FILE *out, double longitude, double latitude);

/* Writes members of an object: the goal, units, grid and starts. */
void pf_cost_field_write(pf_json_writer *w, const pf_cost_field *field, const pf_source *source);

#endif
