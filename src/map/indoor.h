/* indoor.h - plans of buildings as IMDF and OpenStreetMap's indoor tagging have them, rewritten as
 * features of our own kinds: free, wall, obstacle and link.
 *
 *   status = pf_indoor_rewrite(r, features, &plan);       plan: NULL if it is no such file
 *   for each i: pf_indoor_place(plan, i) is the feature's number in the file
 *   json_decref(plan);
 *
 * IMDF (one collection of its features, with those of type level): units are free, or obstacles by
 * category; fixtures and kiosks are obstacles; relationships of stairs, lifts and the like are
 * links; the levels' ordinals are levels. OpenStreetMap: `indoor` room, corridor and area are free,
 * wall and column obstacles; highway=steps and elevator, stairs=yes and room=stairs or elevator on
 * several levels are links; `level` and `repeat_on` are levels.
 *
 * Units of IMDF and rooms of OpenStreetMap have walls along their borders, except where an opening
 * lies, or a door of its `width` (0.9 m). */
#ifndef PF_MAP_INDOOR_H
#define PF_MAP_INDOOR_H

#include "map/geojson_reader.h"

/* How wide walls of a plan are, metres, unless something else is asked for. */
#define PF_INDOOR_WALL 0.1

/* Errors: NO_MEMORY, MALFORMED (a feature is on a level that isn't there, a link leads nowhere). */
pathfan_status pf_indoor_rewrite(pf_geojson_reader *r, const json_t *features, json_t **plan);

/* Returns the number in the file of what feature i of a plan was made of. */
int32_t pf_indoor_place(const json_t *plan, size_t i);

#endif
