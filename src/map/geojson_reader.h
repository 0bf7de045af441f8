/* geojson_reader.h - shared by the parts of the reader of GeoJSON: the map being assembled, the
 * feature being read, and messages about it. For geojson*.c only. */
#ifndef PF_MAP_GEOJSON_READER_H
#define PF_MAP_GEOJSON_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "map/features.h"
#include "map/polygons.h"

typedef enum pf_geojson_kind {
  PF_GEOJSON_OBSTACLE = 0,
  PF_GEOJSON_FREE,
  PF_GEOJSON_DOOR,
  PF_GEOJSON_ROAD, /* from here on only if a terrain is wanted */
  PF_GEOJSON_RIVER,
  PF_GEOJSON_BRIDGE,
  PF_GEOJSON_LINK,
  PF_GEOJSON_AREA,
  PF_GEOJSON_KINDS
} pf_geojson_kind;

/* Their names, as features give them. */
extern const char *const pf_geojson_kinds[PF_GEOJSON_KINDS];

typedef struct pf_geojson_reader {
  const char *path;
  const pf_wishes *wishes; /* never NULL */
  pf_polygons *polygons;   /* free space and obstacles; what is ignored */
  pf_polygons *into;       /* where rings go: polygons, or those with a rate */
  pf_features *features;   /* NULL: only areas are allowed */
  pathfan_error *error;
  int32_t feature;
  char level[PF_QUOTE_BYTES]; /* of the first feature that has one, for messages; "" if none had */
  bool met_level;             /* a feature is on the wished level */
  bool has_background;
  const char *unit; /* "rate" or "speed": what the first road or area has; NULL: none had */
  char unit_of[PF_NAME_QUOTE_BYTES + 20]; /* that one, for messages */
  char called[PF_NAME_QUOTE_BYTES + 20];  /* feature 3 "High Street", for messages */
  const char *part; /* "ring", "line" or "point": the part being read, for messages */
  int64_t number;   /* number of that part in its feature, for messages */
  bool has_kind;
  pf_geojson_kind kind;
  bool is_other;  /* the feature was set aside */
  bool is_closed; /* a door is, to begin with */
  bool is_solid;  /* an obstacle also if areas without a kind are walkable */
  const char *name;
  char number_name[PF_SHORTEST_BYTES]; /* holds a name that is a number */
  pf_line line;                        /* attributes of the feature's lines */
  pf_map_link link;                    /* attributes of the feature as a link */
  bool has_cost;                       /* the link does */
  pf_level_set levels;                 /* of the feature, if all levels are read; empty: all */
  pf_rated_area area;                  /* attributes of the feature's areas */
} pf_geojson_reader;

/* Fails with MALFORMED: "town.geojson: " and the sentence. */
pathfan_status pf_geojson_complain(const pf_geojson_reader *r, const char *format, ...)
    PF_PRINTF(2, 3);

/* Returns the status of a list, with a sentence unless it is OK. */
pathfan_status pf_geojson_worded(const pf_geojson_reader *r, pathfan_status status);

/* Sets the feature aside, and returns OK; the sentence says why it doesn't belong to a map. */
pathfan_status pf_geojson_set_aside(pf_geojson_reader *r, const char *format, ...) PF_PRINTF(2, 3);

/* Returns a string in quotes, shortened and printable, in the buffer. */
const char *pf_geojson_quote(const json_t *string, char buffer[PF_QUOTE_BYTES]);

/* Sets the feature's designation for messages, from its number and name; name may be NULL. */
void pf_geojson_call_feature(pf_geojson_reader *r, const char *name);

#endif
