/* drawing.h - what people draw: a free rectangle, obstacles in it, roads, rivers and bridges.
 *
 * A drawing is plain data: rectangles, polygons and lines as JSON, checked when they are read. It
 * becomes a map as text: a .map when all of it are whole cells, GeoJSON in any case. */
#ifndef PATHFAN_VIEWER_DRAWING_H
#define PATHFAN_VIEWER_DRAWING_H

#include "viewer/drawing_things.h"

typedef struct pathfan_drawing {
  double x, y;            /* least coordinates, map units */
  double width, height;   /* > 0, map units */
  double background_rate; /* cost per distance off the roads, > 0; 0: none is given */
  double agent_radius; /* of whoever walks there, >= 0, map units: its index is built with that */
  json_t *obstacles;   /* [{"rect": [x, y, w, h]} or {"polygon": [[x, y], ...]}, with "name" or
                          without, ...]; owned */
  pathfan_things things;
  json_t *attribution; /* whom it is of, a string; owned. NULL: nobody is named */
} pathfan_drawing;

/* Reads {"width", "height", "obstacles"}, "origin", "background_rate", "agent_radius",
 * "attribution" and things where they are given, and whatever else. False, and nothing to free, if
 * it isn't that, or too large. */
bool pathfan_drawing_read(const json_t *object, pathfan_drawing *drawing, pathfan_complaint *wrong);

/* The drawing that a map's text is: a .map by its blocked cells, or GeoJSON that has no
 * more than a drawing can have. False, and nothing to free, if there is none. */
bool pathfan_drawing_of(const char *text, size_t bytes, pathfan_drawing *drawing);

/* The map as text, which the caller frees; *bytes excludes the final zero. Obstacles are as they
 * are drawn, whatever the radius, which only GeoJSON tells. NULL: memory is
 * out; or it can't be a .map, and wrong says why, else its text is empty. */
char *pathfan_drawing_map(const pathfan_drawing *drawing, size_t *bytes, pathfan_complaint *wrong);
char *pathfan_drawing_geojson(const pathfan_drawing *drawing, size_t *bytes);

/* As a .map where it can be, else as GeoJSON. */
char *pathfan_drawing_text(const pathfan_drawing *drawing, size_t *bytes);

/* {"width", "height", "obstacles"}, and of the rest what there is */
json_t *pathfan_drawing_json(const pathfan_drawing *drawing);

/* What tells it from others: the same drawing, the same tag. False: memory is out. */
bool pathfan_drawing_tag(const pathfan_drawing *drawing, uint64_t *tag);

void pathfan_drawing_free(pathfan_drawing *drawing);

#endif
