/* degrees.h - requests in longitudes and latitudes to a map that was projected to metres, and their
 * answers in the same.
 *
 *   const pf_degrees degrees = pf_degrees_of(&source);
 *   status = pf_degrees_ask(&degrees, &request, &asked, &wrong);   asked: in metres
 *   ... asked.request ... pathfan_query_paths ...
 *   if (asked.is_given) status = pf_degrees_show(&degrees, &asked, answer, &shown);
 *   pf_degrees_asked_free(&asked), pf_degrees_shown_free(&shown);
 *
 * Points are taken for longitudes and latitudes if both ends are within half a degree of the map's
 * own. As metres they would lie within half a metre of one place, far from most maps' origins. */
#ifndef PF_REQUEST_DEGREES_H
#define PF_REQUEST_DEGREES_H

#include "base/lonlat.h"
#include "request/complaint.h"
#include "request/source.h"

typedef struct pf_degrees {
  bool is_projected;
  pf_centre centre;
  double reach[2]; /* degrees */
} pf_degrees;

pf_degrees pf_degrees_of(const pf_source *source);

/* Whether a point looks like longitude and latitude. */
bool pf_degrees_fit(const pf_degrees *degrees, pathfan_point point);

/* Decides for two points; false, with *wrong, if one looks like degrees and the other doesn't. */
bool pf_degrees_decide(const pf_degrees *degrees, pathfan_point from, pathfan_point to,
                       bool *are_given, pf_complaint *wrong);

/* Rounded to millimetres, as the points of maps are: a vertex of the map stays one. */
pathfan_point pf_degrees_to_map(const pf_degrees *degrees, pathfan_point point);
/* Rounded to 1e-9 degrees. */
pathfan_point pf_degrees_from_map(const pf_degrees *degrees, pathfan_point point);

/* A request in metres. */
typedef struct pf_degrees_asked {
  pathfan_request request;
  bool is_given;         /* it was in degrees */
  pathfan_point ends[2]; /* as it had them */
  pathfan_area *avoid;
  pathfan_point *corners;
} pf_degrees_asked;

/* Free it in any case. Errors: ARGUMENT (*wrong says why), NO_MEMORY. */
pathfan_status pf_degrees_ask(const pf_degrees *degrees, const pathfan_request *request,
                              pf_degrees_asked *asked, pf_complaint *wrong);
void pf_degrees_asked_free(pf_degrees_asked *asked);

/* Whether all of these points are in degrees, decided as for two; and takes them to the map then.
 * False, with *wrong: some are. */
bool pf_degrees_take(const pf_degrees *degrees, pathfan_point *points, int32_t count,
                     bool *are_given, pf_complaint *wrong);

/* An answer in degrees; all but its points belongs to the answer that it was made of. */
typedef struct pf_degrees_shown {
  pathfan_answer answer;
  pathfan_path *paths;
  pathfan_point *points;
} pf_degrees_shown;

/* Ends that didn't move are shown as they were asked; asked NULL: as they are on the map. Errors:
 * NO_MEMORY. */
pathfan_status pf_degrees_show(const pf_degrees *degrees, const pf_degrees_asked *asked,
                               const pathfan_answer *answer, pf_degrees_shown *shown);
void pf_degrees_shown_free(pf_degrees_shown *shown);

#endif
