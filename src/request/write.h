/* write.h - writes an answer as JSON text (base/json.h): the parts common to `query --json` and the
 * viewer. Each of them orders the parts itself and adds its own.
 *
 *   pf_json_writer w = {.out = stdout};
 *   pf_write_begin(&w, NULL, '{');
 *   pf_write_answer(&w, answer, "status reason from to");
 *   pf_write_number(&w, "time_us", spent);
 *   pf_write_end(&w, '}'); */
#ifndef PF_REQUEST_WRITE_H
#define PF_REQUEST_WRITE_H

#include "base/json.h"
#include "pathfan/query.h"
#include "request/source.h"

void pf_write_point(pf_json_writer *w, const char *name, pathfan_point point);

/* Writes the named parts of an answer, separated by blanks in `names`: status, reason, from, to,
 * from_snapped, to_snapped, nearest, partial, generation, candidates, bounds, proof, work, search,
 * backup, blocked_by. Parts that tell of a separation are left out if none held, backup unless the
 * request asked for it, blocked_by if no end is blocked, nearest if the answer has none, and
 * partial if it isn't. */
void pf_write_answer(pf_json_writer *w, const pathfan_answer *answer, const char *names);

/* Writes the members of path number i of an answer: length, points; with a separation: filled
 * and, if the request asked for it, apart. */
void pf_write_path(pf_json_writer *w, const pathfan_answer *answer, int32_t i);

/* Writes a path as the coordinates of a LineString of GeoJSON. */
void pf_write_line_string(pf_json_writer *w, const pathfan_path *path);

/* Writes the members of a leg of a path of a terrain, with the rivers that the path crosses there.
 */
void pf_write_leg(pf_json_writer *w, const pathfan_leg *leg);

/* Writes an array of the legs of a path. */
void pf_write_legs(pf_json_writer *w, const char *name, const pathfan_path *path);

/* Writes a path's cost and legs, if it lies on a terrain or goes over links. */
void pf_write_costs(pf_json_writer *w, const pathfan_path *path, bool is_terrain);

/* Writes the measures of paths of an answer; nearness only if it has a separation. */
void pf_write_measures(pf_json_writer *w, const char *name, const pathfan_answer *answer,
                       const pathfan_measures *measures);

/* Writes member ignored: an array of the kinds of things of the map that have no effect, empty if
 * all have one. */
void pf_write_ignored(pf_json_writer *w, const pf_source *source);

#endif
