/* places.h - questions about single places (pathfan/places.h) as JSON, in batches and requests:
 *
 *   {"ray": {"from": [x, y], "to": [x, y]}}          what is in the way
 *   {"move": {"from": [x, y], "to": [x, y]}}         where a unit ends up
 *   {"wall": {"from": [x, y], "radius": R}}          the nearest wall; R may be missing
 *   {"random": {"from": [x, y], "radius": R, "seed": N}}  a reachable point; both may be missing
 *   {"check": {"points": [[x, y], ...], "since": V}} whether a path can be walked; V may be
 * missing. Over links with "legs" as in answers, and "to_level" if the points are on floors
 *
 * Such an object may also have "radius", that of the agent, as in requests, and "obstacles", which
 * whoever reads it takes.
 *
 *   pf_place_question place;
 *   if (pf_place_is_asked(object) && pf_place_read(object, "id obstacles", 0, &place, &wrong))
 *     if (!(status = pf_place_ask(&place, query, obstacles, &error))) pf_place_write(&place,
 * &writer); pf_place_free(&place); */
#ifndef PF_REQUEST_PLACES_H
#define PF_REQUEST_PLACES_H

#include <jansson.h>

#include "pathfan/floors.h"
#include "pathfan/query.h"
#include "request/complaint.h"
#include "request/degrees.h"
#include "request/write.h"

typedef enum pf_place_kind {
  PF_PLACE_NONE = 0,
  PF_PLACE_RAY,
  PF_PLACE_MOVE,
  PF_PLACE_WALL,
  PF_PLACE_RANDOM,
  PF_PLACE_CHECK
} pf_place_kind;

/* A question, and what it was answered by. All zero: none. */
typedef struct pf_place_question {
  pf_place_kind kind;
  pathfan_point from, to;
  double radius;       /* WALL: INFINITY, RANDOM: 0 if nothing else is said */
  double agent_radius; /* 0: the least of the index */
  uint64_t seed, since;
  pathfan_point *points; /* [Size: count] of CHECK; owned */
  pathfan_leg *legs;     /* [Size: leg_count] of its path; NULL: none */
  int32_t leg_count;
  char to_floor[PATHFAN_NAME_BYTES]; /* name of the floor of the last point; "": to_level */
  double to_level;                   /* NAN: points are in the plane */
  int32_t count;

  const pf_degrees *degrees; /* in which it is asked and answered; NULL: in map units */

  pathfan_hit hit;
  pathfan_checked checked;
  pathfan_point drawn;
  pathfan_outcome outcome; /* of RANDOM */
} pf_place_question;

/* Whether an object asks such a question. */
bool pf_place_is_asked(const json_t *object);

/* Reads one. others: names of further members, separated by blanks. agent_radius: if it says
 * nothing. False: wrong says why. */
bool pf_place_read(const json_t *object, const char *others, double agent_radius,
                   pf_place_question *place, pf_complaint *wrong);

/* Takes its points to the map if they look like longitude and latitude; the answer's points are
 * then alike, while distances, radii and normals stay those of the map. degrees must stay as long
 * as the question. False: wrong says why. */
bool pf_place_to_map(pf_place_question *place, const pf_degrees *degrees, pf_complaint *wrong);

/* Asks it. Errors: those of the library. */
pathfan_status pf_place_ask(pf_place_question *place, pathfan_query *query,
                            const pathfan_obstacles *obstacles, pathfan_error *error);

/* Writes the members of the answer. */
void pf_place_write(const pf_place_question *place, pf_json_writer *w);

void pf_place_free(pf_place_question *place);

#endif
