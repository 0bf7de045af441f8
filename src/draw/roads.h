/* roads.h - draws the roads and rivers of a terrain, and their legend.
 *
 *   pf_roads_draw(canvas, &roads, &place, PF_ROADS_ON_GROUND);
 *   rows = pf_roads_legend(canvas, &roads, x, y, width, PF_ROADS_ON_GROUND);
 *
 * The faster a road, the wider and darker its line; the costlier a river, the wider; one that can't
 * be crossed is nearly black. Arrowheads show the direction of one-way roads. Bridges and tunnels
 * have a casing, and lie on top; so do rings, where rivers are crossed at no cost. Paths along
 * these hide the casing: there bridges are drawn on the path as dashes, and rings again on top. */
#ifndef PF_DRAW_ROADS_H
#define PF_DRAW_ROADS_H

#include <stdbool.h>
#include <stdint.h>

#include "draw/canvas.h"

/* A piece of a road or river, or a point where rivers are crossed at no cost. */
typedef struct pf_drawn_line {
  double ends[4]; /* x0,y0,x1,y1; map units */
  double value;   /* rate of a road, cost of crossing a river or INFINITY */
  int32_t feature;
  bool is_river, is_apart;
  bool is_point; /* both ends are the point */
  int8_t oneway; /* of a road: 1 from its first end to the other only, -1 the other way; 0 both */
} pf_drawn_line;

typedef struct pf_drawn_roads {
  const pf_drawn_line *lines; /* [Size: count], contiguous for each feature */
  int32_t count;
  double background_rate; /* off the roads */
  bool has_obstacles;     /* whether the legend shows them */
} pf_drawn_roads;

/* The placement of map units in a picture. */
typedef struct pf_placing {
  double origin_x, origin_y; /* map units */
  double x, y;               /* pixels of the origin */
  double scale;              /* pixels per map unit */
} pf_placing;

static inline double pf_placed_x(const pf_placing *place, double x) {
  return place->x + (x - place->origin_x) * place->scale;
}

static inline double pf_placed_y(const pf_placing *place, double y) {
  return place->y + (y - place->origin_y) * place->scale;
}

typedef enum pf_roads_look {
  PF_ROADS_ON_GROUND = 0, /* on pale ground: dark */
  PF_ROADS_ON_COLOURS     /* on a map of colours: white, with a dark casing */
} pf_roads_look;

void pf_roads_draw(pf_canvas *canvas, const pf_drawn_roads *roads, const pf_placing *place,
                   pf_roads_look look);

/* Draws a piece of a bridge or tunnel again, as dashes on a path that hides it; a point as its
 * ring. */
void pf_roads_draw_on_path(pf_canvas *canvas, const pf_drawn_roads *roads,
                           const pf_drawn_line *bridge, const pf_placing *place);

/* Draws legend entries, in columns of a block [Unit: pixels] whose upper left corner is x,y. canvas
 * may be NULL. Returns the number of rows of PF_LEGEND_ROW pixels. */
int32_t pf_roads_legend(pf_canvas *canvas, const pf_drawn_roads *roads, double x, double y,
                        double width, pf_roads_look look);

/* Pixels. */
#define PF_LEGEND_ROW 26
#define PF_LEGEND_SAMPLE 36
#define PF_LEGEND_BETWEEN 9  /* between a sample and its words */
#define PF_LEGEND_LETTER 7.6 /* average width, in a wide font */

#endif
