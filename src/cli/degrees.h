/* degrees.h - requests in longitudes and latitudes to a map that was projected to metres, and their
 * answers in the same.
 *
 *   const cli_degrees degrees = cli_degrees_of(&source);
 *   code = cli_degrees_ask(&degrees, &request, &asked);   asked: in metres
 *   ... asked.request ... pathfan_query_paths ...
 *   if (asked.is_given) status = cli_degrees_answer(&degrees, answer, &shown);
 *   cli_degrees_free(&asked), cli_degrees_shown_free(&shown);
 *
 * Points are taken for longitudes and latitudes if both ends are within half a degree of the map's
 * own. As metres they would lie within half a metre of one place, far from most maps' origins. */
#ifndef PF_CLI_DEGREES_H
#define PF_CLI_DEGREES_H

#include "base/lonlat.h"
#include "request/source.h"

typedef struct cli_degrees {
  bool is_projected;
  pf_centre centre;
  double reach[2]; /* degrees */
} cli_degrees;

cli_degrees cli_degrees_of(const pf_source *source);

/* Whether a point looks like longitude and latitude. */
bool cli_degrees_fit(const cli_degrees *degrees, pathfan_point point);

/* Decides for two points: CLI_OK with *are_given, or CLI_USAGE, which is reported, if one looks
 * like degrees and the other doesn't. */
int cli_degrees_decide(const cli_degrees *degrees, pathfan_point from, pathfan_point to,
                       bool *are_given);

pathfan_point cli_degrees_to_map(const cli_degrees *degrees, pathfan_point point);
/* Rounded to 1e-9 degrees. */
pathfan_point cli_degrees_from_map(const cli_degrees *degrees, pathfan_point point);

/* A request in metres. */
typedef struct cli_degrees_asked {
  pathfan_request request;
  bool is_given; /* it was in degrees */
  pathfan_area *avoid;
  pathfan_point *corners;
} cli_degrees_asked;

/* Returns CLI_OK, or an exit code after a report. */
int cli_degrees_ask(const cli_degrees *degrees, const pathfan_request *request,
                    cli_degrees_asked *asked);
void cli_degrees_asked_free(cli_degrees_asked *asked);

/* An answer in degrees; all but its points belongs to the answer that it was made of. */
typedef struct cli_degrees_shown {
  pathfan_answer answer;
  pathfan_path *paths;
  pathfan_point *points;
} cli_degrees_shown;

/* Errors: NO_MEMORY. */
pathfan_status cli_degrees_show(const cli_degrees *degrees, const pathfan_answer *answer,
                                cli_degrees_shown *shown);
void cli_degrees_shown_free(cli_degrees_shown *shown);

#endif
