/* drawing_things.h - what runs over a drawing besides its obstacles: roads, rivers, bridges.
 *
 * Plain data, as the rest of a drawing: lists of JSON, checked when they are read. */
#ifndef PATHFAN_VIEWER_DRAWING_THINGS_H
#define PATHFAN_VIEWER_DRAWING_THINGS_H

#include <stdio.h>

#include "request/read.h"

/* Lists, owned; NULL: none. A name may be left out everywhere. */
typedef struct pathfan_things {
  json_t *roads;  /* [{"line": [[x, y], ...], "rate": > 0, "bridge": true, "tunnel": true, "name"}];
                     bridge and tunnel may be left out */
  json_t *rivers; /* [{"line", "cost": >= 0 or null, never crossed, "name"}] */
  json_t *bridges; /* [{"point": [x, y], "name"}]: rivers there cost nothing */
} pathfan_things;

/* Reads members "roads", "rivers" and "bridges" of a drawing, which may be left out. *count grows
 * by what there is, *corners by its points. False, and nothing to free, if one isn't that. */
bool pathfan_things_read(const json_t *drawing, pathfan_things *things, size_t *count,
                         size_t *corners, pathfan_complaint *wrong);

bool pathfan_things_are_there(const pathfan_things *things);

/* Sets the members of a drawing's JSON that have something. */
void pathfan_things_put(const pathfan_things *things, json_t *drawing);

/* Adds a feature of GeoJSON to the lists in the JSON of a drawing. False: it is of another kind,
 * or not as such a feature is; what its numbers may be is told when the drawing is read. */
bool pathfan_things_take(const json_t *feature, json_t *drawing);

/* Writes them as features of GeoJSON, each after a comma and an end of line. */
void pathfan_things_write(const pathfan_things *things, FILE *out);

void pathfan_things_free(pathfan_things *things);

/* Whether a coordinate may be of something drawn: off the map too, but not far off. */
bool pathfan_is_drawable(double value);

/* Whether a list holds such points, as many at least. */
bool pathfan_are_points(const json_t *points, size_t least);

/* Whether something has a name, a string, or none. */
bool pathfan_may_be_named(const json_t *thing);

/* Writes `, "name": ...` if something has one. */
void pathfan_write_thing_name(const json_t *thing, FILE *out);

#endif
