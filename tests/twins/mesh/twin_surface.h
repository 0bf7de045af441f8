/* twin_surface.h - surfaces of cells in layers above each other, joined by ramps; as files of other
 * programs; and what is visible and how far on them, slowly and obviously.
 *
 * Points are whole sixteenths of a cell, so everything is exact but the lengths. */
#ifndef PF_TWIN_SURFACE_H
#define PF_TWIN_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"

enum {
  TWIN_SURFACE_LAYERS = 3,
  TWIN_SURFACE_SIDE = 9,
  TWIN_SURFACE_CELLS = TWIN_SURFACE_LAYERS * TWIN_SURFACE_SIDE * TWIN_SURFACE_SIDE,
  TWIN_SURFACE_UNIT = 16, /* of a cell */
  TWIN_SURFACE_RISE = 3   /* from layer to layer, cells */
};

/* Cell (x, y) of a layer is number (layer * SIDE + y) * SIDE + x. */
typedef struct twin_surface {
  bool is_free[TWIN_SURFACE_CELLS];
  bool goes_up[TWIN_SURFACE_CELLS]; /* beyond its right side is a cell of the next layer */
} twin_surface;

/* A point in a cell, or on its border. */
typedef struct twin_surface_point {
  int32_t x, y, cell; /* cell -1: nowhere */
} twin_surface_point;

/* A set of cells. */
typedef struct twin_surface_set {
  bool has[TWIN_SURFACE_CELLS];
  int32_t list[TWIN_SURFACE_CELLS], count;
} twin_surface_set;

void twin_surface_draw(twin_surface *surface, pf_random *random);

/* A random point inside a free cell. */
twin_surface_point twin_surface_draw_point(const twin_surface *surface, pf_random *random);

/* The height of the surface at a point of a cell, cells. */
double twin_surface_height(const twin_surface *surface, twin_surface_point at);

/* All cells round a point that one can walk to round it, from those that are in the set. */
void twin_surface_round(const twin_surface *surface, int32_t x, int32_t y, twin_surface_set *set);

/* Follows the straight way from a point that lies in all cells of a set, which becomes the set of
 * the cells that contain its end; false: it is blocked. */
bool twin_surface_follow(const twin_surface *surface, int32_t x, int32_t y, int32_t to_x,
                         int32_t to_y, twin_surface_set *set);

/* The lengths of shortest paths, cells, from one point to another; INFINITY: there is none. */
typedef struct twin_surface_graph twin_surface_graph;
twin_surface_graph *twin_surface_graph_make(const twin_surface *surface);
double twin_surface_length(const twin_surface_graph *graph, twin_surface_point from,
                           twin_surface_point to);
void twin_surface_graph_free(twin_surface_graph *graph);

/* Writes the surface as OBJ or PLY: cells, or rows of them, as polygons with vertices of their own
 * or shared ones, up to some clockwise. The caller frees the text. */
typedef enum twin_surface_form {
  TWIN_SURFACE_OBJ_Y, /* y is up */
  TWIN_SURFACE_OBJ_Z,
  TWIN_SURFACE_PLY,
  TWIN_SURFACE_PLY_LITTLE,
  TWIN_SURFACE_PLY_BIG,
  TWIN_SURFACE_FORMS
} twin_surface_form;
char *twin_surface_soup(const twin_surface *surface, twin_surface_form form, pf_random *random,
                        size_t *bytes);

/* An off-mesh connection between two points. */
typedef struct twin_surface_jump {
  twin_surface_point at[2];
  bool both_ways;
  uint16_t flags;
} twin_surface_jump;

/* How a navigation mesh of Detour is written. */
typedef struct twin_surface_tiling {
  int32_t side;                   /* of a tile, cells; 0: one tile, without the head of a set */
  bool wide;                      /* references of 64 bits */
  float cell;                     /* size of a cell */
  float origin[2];                /* of the whole */
  const twin_surface_jump *jumps; /* [Size: jump_count] */
  int32_t jump_count;
} twin_surface_tiling;
char *twin_surface_detour(const twin_surface *surface, const twin_surface_tiling *tiling,
                          size_t *bytes);

#endif
