/* drawing_things.h - the things of a drawing besides its obstacles: roads, rivers, bridges, areas.
 *
 * Plain data, like the rest of a drawing: lists of JSON, checked when they are read. */
#ifndef PF_VIEWER_DRAWING_THINGS_H
#define PF_VIEWER_DRAWING_THINGS_H

#include <stdio.h>

#include "base/json.h"
#include "request/read.h"

/* Lists, owned; NULL: none. Names are optional everywhere. */
typedef struct pf_things {
  json_t *roads;   /* [{"line": [[x, y], ...], "rate": > 0, "bridge": true, "tunnel": true,
                      "oneway": true, "name"}]; the marks are optional */
  json_t *rivers;  /* [{"line", "cost": >= 0, or null: never crossed, "name"}] */
  json_t *bridges; /* [{"point": [x, y], "name"}]: crossing rivers there costs nothing */
  json_t *areas; /* [{"polygon": [[x, y], ...], "rate": > 0, or null: not to be walked on, "name"}];
                    where they overlap, the later one holds */
} pf_things;

/* Reads the optional members "roads", "rivers", "bridges" and "areas" of a drawing. Adds the number
 * of things to *count, and of their points to *corners. False, with nothing to free, if one is
 * invalid. */
bool pf_things_read(const json_t *drawing, pf_things *things, size_t *count, size_t *corners,
                    pf_complaint *wrong);

bool pf_things_are_there(const pf_things *things);

/* Sets the members of a drawing's JSON whose lists aren't empty. */
void pf_things_put(const pf_things *things, json_t *drawing);

/* Adds a feature of GeoJSON to the lists in a drawing's JSON. False: it is of another kind, or not
 * such a feature; the range of its numbers is checked when the drawing is read. */
bool pf_things_take(const json_t *feature, json_t *drawing);

/* Writes the things as features of GeoJSON. */
void pf_things_write(pf_json_writer *w, const pf_things *things);

void pf_things_free(pf_things *things);

/* Whether a coordinate may be of something drawn: on the map, or off it but not far. */
bool pf_is_drawable(double value);

/* Whether a list holds such points only, and at least so many. */
bool pf_are_points(const json_t *points, size_t least);

/* Whether a thing's name is a string or absent. */
bool pf_may_be_named(const json_t *thing);

/* Writes corners as the coordinates of a polygon of one ring. */
void pf_write_ring(pf_json_writer *w, const json_t *corners);

/* Write members of GeoJSON: a string, which may be NULL for none; a number with 17 digits. */
void pf_write_string(pf_json_writer *w, const char *name, const json_t *string);
void pf_write_exactly(pf_json_writer *w, const char *name, double value);

#endif
