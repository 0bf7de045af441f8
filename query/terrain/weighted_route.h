/* weighted_route.h - ways over ground with rates as routes: what they run over, and at what cost.
 *
 *   pf_weighted_layer layer = pf_weighted_route_begin(&route, space, ground, start);
 *   pf_weighted_route_lay(&layer, steps, count, goal);
 *   status = pf_weighted_route_end(&layer); */
#ifndef PF_QUERY_TERRAIN_WEIGHTED_ROUTE_H
#define PF_QUERY_TERRAIN_WEIGHTED_ROUTE_H

#include "way_routes.h"
#include "weighted_ground.h"

typedef struct pf_weighted_layer {
  pf_route_builder builder;
  pf_way_route *route;
  const pf_terrain *terrain;
  const pf_weighted_ground *ground;
  int fraction_bits;
  pf_xy at; /* where it is */
  pathfan_status status;
} pf_weighted_layer;

pf_weighted_layer pf_weighted_route_begin(pf_way_route *route, const pf_space *space,
                                          const pf_weighted_ground *ground, pf_fixed_point at);

/* Lays steps, those straight on over one ground as one; the last one leads to `end`. */
void pf_weighted_route_lay(pf_weighted_layer *layer, const pf_weighted_step *steps, int32_t count,
                           pf_fixed_point end);

/* Errors: NO_MEMORY. */
pathfan_status pf_weighted_route_end(pf_weighted_layer *layer);

#endif
