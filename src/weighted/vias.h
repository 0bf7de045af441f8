/* vias.h - places over which other ways lead than the cheapest one, and these ways.
 *
 *   status = pf_vias_find(&vias, &map, ends, most, limit);
 *   for (i = 0; i < vias.count; i++) status = pf_vias_way(&vias, i);
 *   ... vias.way, pf_vias_stop(&vias, &place, &stop) ...
 *   pf_vias_free(&vias);
 *
 * One pass from either end tells what ways over each place cost at least; those over which none
 * costs at most `most` are left out. A way over a place is traced to both ends and then let go, so
 * that it slides to where it can't be made cheaper. */
#ifndef PF_WEIGHTED_VIAS_H
#define PF_WEIGHTED_VIAS_H

#include "weighted/pass.h"
#include "weighted/way.h"

/* A place that ways may lead over. */
typedef struct pf_via {
  double bound; /* no way over it costs less */
  int32_t node; /* NONE: it is the middle of an interval */
  int32_t interval;
  pf_xy at;
  bool is_covered; /* a way runs by */
} pf_via;

/* Zero it first. */
typedef struct pf_vias {
  pf_via *list; /* by bound */
  int32_t count;
  pf_way way;      /* that of the last pf_vias_way; without one its cost is INFINITY */
  bool is_stopped; /* by the limit */
  uint64_t pairs;  /* compared */

  pf_weighted_place ends[2];
  pf_weighted_place half_ends[2][2];
  const pf_weighted_map *map;
  pf_weighted_map back; /* the map reversed */
  pf_intervals intervals;
  pf_pass pass[2];
  pf_way half;
  double *loss;
  int32_t faces[2]; /* of an edge that a place is on */
  int32_t capacity, loss_capacity;
} pf_vias;

/* Finds the places, after at most `limit` pairs (0: no limit). The faces of the ends must stay.
 * Errors: NO_MEMORY. */
pathfan_status pf_vias_find(pf_vias *vias, const pf_weighted_map *map,
                            const pf_weighted_place ends[2], double most, uint64_t limit);

/* Covers the places from number `first` on that are within `width` of a segment. */
void pf_vias_cover(pf_vias *vias, int32_t first, pf_xy a, pf_xy b, double width);

/* Finds the way over a place, cheapest among those that run over the same edges and nodes. Errors:
 * NO_MEMORY. */
pathfan_status pf_vias_way(pf_vias *vias, int32_t number);

/* Finds the stop of the last way over which ways cost most: the one that sets it apart. The place's
 * faces are valid until the next call. False: it has none but its ends. */
bool pf_vias_stop(pf_vias *vias, pf_weighted_place *place, pf_way_stop *stop);

/* Makes two ways that meet in a stop the last way, let go of there. Errors: NO_MEMORY. */
pathfan_status pf_vias_join(pf_vias *vias, const pf_way *to, pf_way_stop stop, const pf_way *from);

void pf_vias_free(pf_vias *vias);

#endif
