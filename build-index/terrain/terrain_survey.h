/* terrain_survey.h - a map of lines and areas on its way to a terrain: what each stage leaves for
 * the later ones (terrain_map.c has them in order).
 *
 *   pf_survey v = {.features = features, .ground = ground, .terrain = terrain, ...};
 *   status = pf_survey_features(&v);
 *   if (!status) status = pf_survey_areas(&v, options);
 *   ... lines, edges, bridges and tunnels ...
 *   pf_survey_free(&v); */
#ifndef PF_BUILD_INDEX_TERRAIN_TERRAIN_SURVEY_H
#define PF_BUILD_INDEX_TERRAIN_TERRAIN_SURVEY_H

#include "map/features.h"
#include "map/arrange.h"
#include "pathfan/build.h"
#include "space/ground.h"
#include "terrain/terrain_data.h"

#define PF_SURVEY_WALL (-1) /* instead of a line: part of the outline */
/* Instead of a line: ring r of an area's border is PF_SURVEY_BORDER - r. */
#define PF_SURVEY_BORDER (-2)

/* What runs between two points of the arrangement. */
typedef struct pf_terrain_edge {
  int32_t a, b;    /* points, a < b */
  int32_t wall;    /* > 0: free space on the left of a -> b, < 0: of b -> a */
  int32_t road[2]; /* lines, for ways from a to b and back; NONE */
  int32_t river;   /* line; NONE */
  int32_t area[2]; /* features on the left and on the right of a -> b; NONE: the background, or
                      no free space */
  bool is_found;   /* in the mesh */
} pf_terrain_edge;

static inline bool pf_has_road(const pf_terrain_edge *edge) {
  return edge->road[0] >= 0 || edge->road[1] >= 0;
}

/* A ring of an area that runs along an edge. */
typedef struct pf_border {
  int32_t edge, ring;
  int32_t winding; /* how much more often the ring winds round what is left of the edge */
} pf_border;

/* A point of a bridge or tunnel. */
typedef struct pf_separated_point {
  pf_lattice_point at;
  int32_t line;
  bool is_end;
  int32_t joint; /* number among the points that are off the ground; NONE: on the ground */
} pf_separated_point;

/* A point at which rivers can be crossed at no cost. */
typedef struct pf_placed_bridge {
  pf_lattice_point at;
  int32_t number; /* among the features' bridges */
} pf_placed_bridge;

typedef struct pf_survey {
  const pf_features *features;
  pf_ground *ground;
  pf_terrain_data *terrain;
  const pf_limits *limits; /* may be NULL */
  pathfan_error *error;
  bool *is_overlapped, *is_cut; /* [Size: lines] to be counted */
  int32_t *area_feature;        /* [Size: rated polygons] their features; parts of one share it */
  double dearest;               /* the highest rate of any ground */
  /* From polygons: free space; areas on the lattice. */
  pf_outline outline;
  pf_polygons rated;
  /* From lines: all segments, to be cut where they meet, and other points that become vertices. */
  pf_segment *segments;
  int32_t *line_of; /* of each segment */
  int32_t segment_count, segment_capacity, line_capacity;
  pf_lattice_point *extra;
  int32_t extra_count, extra_capacity;
  pf_placed_bridge *bridges;
  int32_t bridge_count, bridge_capacity;
  pf_separated_point *separated; /* line by line */
  int32_t separated_count, separated_capacity;
  /* From edges: */
  pf_arrangement arrangement;
  pf_terrain_edge *edges;
  int32_t edge_count;
  pf_border *borders; /* by edge; forgotten once the edges know their areas */
  int32_t border_count, border_capacity;
  /* From the mesh: */
  int32_t *point_of;     /* [Size: mesh vertices] their points in the arrangement */
  int32_t *first_corner; /* [Size: points + 1] where each point's corners begin */
  int32_t *corners;      /* [Size: mesh corners] by point */
} pf_survey;

/* Makes room for features and names, and adds the roads and rivers, numbered like the lines.
 * Errors: NO_MEMORY, LIMIT. */
pathfan_status pf_survey_features(pf_survey *v);

/* Adds a feature; there must be room. Returns its number. */
int32_t pf_survey_add_feature(pf_survey *v, pf_feature_kind kind, double value, int32_t place,
                              const char *name);

/* Counts a feature that has no effect, or not all of it, in ground->ignored. name may be NULL. */
void pf_survey_ignore(pf_survey *v, pf_ignored_kind kind, int32_t place, const char *name);

/* Finds the frame that suits areas and lines, and the outline of free space in it. Sets v->error on
 * failure. Errors: NO_MEMORY, ARGUMENT, LIMIT, MALFORMED, as of pf_polygons_outline. */
pathfan_status pf_survey_areas(pf_survey *v, const pathfan_map_options *options);

/* Frees all that the survey owns. */
void pf_survey_free(pf_survey *v);

#endif
