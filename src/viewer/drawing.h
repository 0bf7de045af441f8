/* drawing.h - drawings by users: a free rectangle, obstacles in it, roads, rivers, bridges, areas.
 *
 * A drawing is plain data: rectangles, polygons and lines as JSON, checked when they are read. It
 * can be turned into the text of a map: a .map if it consists of whole cells, GeoJSON in any
 * case. */
#ifndef PF_VIEWER_DRAWING_H
#define PF_VIEWER_DRAWING_H

#include "viewer/drawing_things.h"

typedef struct pf_drawing {
  double x, y;            /* least coordinates, map units */
  double width, height;   /* > 0, map units */
  double background_rate; /* cost per distance off the roads, > 0; 0: not given */
  double agent_radius;    /* of those who walk there, >= 0, map units: its index is built with it */
  json_t *obstacles;      /* [{"rect": [x, y, w, h]} or {"polygon": [[x, y], ...]}, with or without
                             "name", ...]; owned */
  pf_things things;
  json_t *attribution; /* whom to credit, a string; owned. NULL: nobody is named */
} pf_drawing;

/* Reads {"width", "height", "obstacles"} and, if given, "origin", "background_rate",
 * "agent_radius", "attribution" and things; ignores other members. False, with nothing to free, if
 * it isn't a drawing or is too large. */
bool pf_drawing_read(const json_t *object, pf_drawing *drawing, pf_complaint *wrong);

/* Makes a drawing from a map's text: from the blocked cells of a .map, or from GeoJSON without
 * anything that a drawing can't have. False, with nothing to free, if that isn't possible. */
bool pf_drawing_of(const char *text, size_t bytes, pf_drawing *drawing);

/* Return the map as text, which the caller frees; *bytes excludes the final zero. Obstacles are
 * written as drawn, without the radius, which only GeoJSON states. NULL: out of memory (wrong's
 * text is empty), or it can't be a .map (wrong says why). */
char *pf_drawing_map(const pf_drawing *drawing, size_t *bytes, pf_complaint *wrong);
char *pf_drawing_geojson(const pf_drawing *drawing, size_t *bytes);

/* Returns a .map if possible, else GeoJSON. */
char *pf_drawing_text(const pf_drawing *drawing, size_t *bytes);

/* Returns {"width", "height", "obstacles"}, and other members that are set. */
json_t *pf_drawing_json(const pf_drawing *drawing);

/* Computes a tag, the same for equal drawings. False: out of memory. */
bool pf_drawing_tag(const pf_drawing *drawing, uint64_t *tag);

void pf_drawing_free(pf_drawing *drawing);

#endif
