/* terrain.h - open ground with roads, rivers and obstacles, as searches walk over it.
 *
 * A terrain is a navigation mesh of free space in which every piece of road and river is an edge.
 * Rivers and obstacles divide the surroundings of a vertex into sectors, and each sector is a node:
 * at a node a path is on one side of every river there. A piece of road is an arc between two
 * nodes; if a river runs along it, there is one arc on either bank. A link leads from a sector over
 * a river into the next. Bridges and tunnels are arcs apart from the mesh.
 *
 * Lengths are lattice units, costs are lattice units times rate. Angles at a node are counted
 * counter-clockwise (file coordinates) from where its sector begins.
 *
 * Source: Rowe, Roads, rivers, and obstacles (1990), section 2; sectors replace its rules of
 * turning, docs/decisions/terrain.md. */
#ifndef PF_TERRAIN_TERRAIN_H
#define PF_TERRAIN_TERRAIN_H

#include "mesh/mesh.h"

#define PF_TERRAIN_NONE (-1)

typedef enum pf_feature_kind {
  PF_FEATURE_ROAD = 0,
  PF_FEATURE_RIVER,
  PF_FEATURE_BRIDGE, /* a point where rivers can be crossed at no cost */
  PF_FEATURE_AREA    /* ground with a rate of its own */
} pf_feature_kind;

/* A road, a river, a bridge or an area of the map. */
typedef struct pf_feature {
  double value;   /* road, area: cost per distance; river: cost of a crossing, map units, or
                     INFINITY; bridge: 0 */
  int32_t kind;   /* pf_feature_kind */
  int32_t place;  /* its number in the map's file */
  int32_t name;   /* where its name begins in names; NONE: it has no name */
  int32_t corner; /* bridge: one of the mesh's corners at its place; others: NONE */
} pf_feature;

/* A way along a piece of road in one direction. The critical angle C, at which such ways enter and
 * leave the road, has as cosine the road's rate divided by the background's. */
typedef struct pf_lane {
  double rate;         /* INFINITY: it can't be travelled that way */
  double cosine, sine; /* of C; where it can't be travelled or the ground is no dearer, C is 0 */
  int32_t feature;
  int32_t reserved;
} pf_lane;

/* A piece of road between two nodes. On maps with one-way roads rate, angle and feature are those
 * of its cheaper direction, and pf_lane_of tells those of each. */
typedef struct pf_arc {
  int32_t node[2];
  int32_t corner; /* mesh corner whose edge it is, from node[0] to node[1]; NONE: apart from the
                     mesh */
  int32_t feature;
  double rate, length;
  double cosine, sine; /* of C */
} pf_arc;

/* A link over a river into the next sector of the same vertex; or between a sector and an end of a
 * bridge or tunnel at that vertex that is equally near to all sectors. */
typedef struct pf_link {
  int32_t to;      /* node */
  int32_t river;   /* feature; NONE: it crosses no river */
  double cost;     /* over a bridge 0 */
  int32_t is_left; /* 1: it leads counter-clockwise, from the end of this sector to the start of the
                      next */
  int32_t bridge;  /* feature, a point, by which it crosses the river; NONE */
} pf_link;

/* A mesh corner that is part of a node's sector; listed counter-clockwise. */
typedef struct pf_node_corner {
  int32_t corner, polygon;
  double angle; /* of its first edge, from the start of the sector */
} pf_node_corner;

/* An end of an arc at a node. */
typedef struct pf_arc_end {
  int32_t arc;
  int32_t end;  /* the node is arc.node[end] */
  double angle; /* of its direction; < 0: it is apart from the mesh and has no direction */
} pf_arc_end;

/* A river crossed after others. Ways that begin by crossing the same rivers share the records of
 * these. */
typedef struct pf_crossed {
  int32_t river;  /* feature */
  int32_t before; /* number of the record before; NONE: it is the first */
} pf_crossed;

typedef struct pf_node {
  pf_lattice_point at;
  uint32_t first_fan, first_arc, first_link; /* each list ends where the next node's begins */
  int32_t is_round;                          /* 1: nothing bounds the sector, it goes all round */
  int32_t other; /* the next node at the same point, on the ground, in a ring; itself if alone */
  int32_t reserved;
  double heading; /* angle from the x axis to the start of the sector */
  double span;    /* angle of the sector, up to 2 pi */
} pf_node;

typedef struct pf_terrain {
  const pf_mesh *mesh;
  double background; /* rate off the roads */
  double least;      /* least of all rates */
  double scale;      /* lattice units per map unit */
  double extent;     /* largest coordinate, lattice units */
  int32_t node_count, arc_count, feature_count;
  /* By corner of the mesh. */
  const int32_t *twin; /* corner beyond the edge; -1: wall */
  const int32_t *node;
  const int32_t *arc;   /* along the edge, on this side; NONE */
  const int32_t *river; /* feature along the edge; NONE */
  /* By polygon of the mesh: the feature, an area, whose ground it is; NONE: the background. NULL:
     the map has none. Searches by waves (search.h) are for maps without areas. */
  const int32_t *area;

  const pf_node *nodes; /* [Size: node_count + 1] the last one only ends the lists */
  const pf_node_corner *fan;
  const pf_arc_end *arc_ends;
  const pf_link *links;
  const pf_arc *arcs;
  /* [Size: 2 * arc_count] of each arc from node[0] to node[1], and back. NULL: no road is one-way,
     and ways cost the same in both directions. */
  const pf_lane *lanes;
  bool is_reversed;           /* all lanes are those of the other direction */
  const pf_feature *features; /* bridges come last */
  const char *names;          /* one after the other, each ended by 0 */
} pf_terrain;

/* Returns the way along an arc from node[backward] to its other node. */
static inline pf_lane pf_lane_of(const pf_terrain *terrain, int32_t number, int32_t backward) {
  const pf_arc *arc = &terrain->arcs[number];
  if (terrain->lanes) return terrain->lanes[2 * number + (backward != terrain->is_reversed)];
  return (pf_lane){
      .rate = arc->rate, .cosine = arc->cosine, .sine = arc->sine, .feature = arc->feature};
}

/* The rate along an arc of the mesh: of the road, or of the ground beside it. */
static inline double pf_rate_beside(const pf_terrain *terrain, int32_t arc, int32_t backward) {
  const double rate = pf_lane_of(terrain, arc, backward).rate;
  return rate < terrain->background ? rate : terrain->background;
}

/* The terrain with all one-way roads turned round: ways over it are the ways over the other one,
 * seen from their other end. It refers to the same arrays. */
static inline pf_terrain pf_reversed(const pf_terrain *terrain) {
  pf_terrain reversed = *terrain;
  reversed.is_reversed = !terrain->is_reversed;
  return reversed;
}

/* Returns the greatest coordinate of a mesh; in whole numbers, since GCC 12 for arm64 can't compile
 * the greatest of doubles here. */
static inline double pf_terrain_extent(const pf_mesh *mesh) {
  int32_t most = 0;
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    if (mesh->vertices[v].x > most) most = mesh->vertices[v].x;
    if (mesh->vertices[v].y > most) most = mesh->vertices[v].y;
  }
  return most;
}

static inline const char *pf_feature_name(const pf_terrain *terrain, int32_t feature) {
  if (feature < 0 || terrain->features[feature].name < 0) return NULL;
  return terrain->names + terrain->features[feature].name;
}

/* Whether a link crosses a river at its price: not by a bridge, nor to or from the end of one. */
static inline bool pf_link_is_ford(const pf_link *link) {
  return link->river >= 0 && link->bridge < 0;
}

/* Returns the number of a feature in the map's file; NONE for none. */
static inline int32_t pf_feature_place(const pf_terrain *terrain, int32_t feature) {
  return feature < 0 ? PF_TERRAIN_NONE : terrain->features[feature].place;
}

/* The cost per distance of a polygon's ground. */
static inline double pf_ground_rate(const pf_terrain *terrain, int32_t polygon) {
  const int32_t area = terrain->area ? terrain->area[polygon] : PF_TERRAIN_NONE;
  return area < 0 ? terrain->background : terrain->features[area].value;
}

/* The cost of crossing a river, lattice units. */
static inline double pf_river_cost(const pf_terrain *terrain, int32_t feature) {
  return terrain->features[feature].value * terrain->scale;
}

#endif
