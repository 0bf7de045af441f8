/* vias.h - places over which other ways lead than the cheapest one, and these ways.
 *
 *   status = pf_vias_find(&vias, &map, ends, most, limit);
 *   for (i = 0; i < vias.count; i++) status = pf_vias_way(&vias, i);
 *   status = pf_vias_tauten(&vias);
 *   ... vias.way, pf_vias_apart(&vias, &apart) ...
 *   pf_vias_free(&vias);
 *
 * One pass from either end tells what ways over each place cost at least; those over which none
 * costs at most `most` are left out. A way over a place is traced to both ends and then let go, so
 * that it slides to where it can't be made cheaper over the same edges; made taut it can't be made
 * cheaper by any straight way. */
#ifndef PF_WEIGHTED_VIAS_H
#define PF_WEIGHTED_VIAS_H

#include "weighted/taut.h"

/* A place that ways may lead over. */
typedef struct pf_via {
  double bound; /* no way over it costs less */
  int32_t node; /* NONE: it is the middle of an interval */
  int32_t interval;
  pf_xy at;
  bool is_covered; /* a way runs by */
  bool is_lowest;  /* along its edge, or among the intervals that meet in the node */
} pf_via;

/* A place on the last way: the one that sets it apart. Its faces are valid until the next call. */
typedef struct pf_via_apart {
  pf_weighted_place place;
  pf_way_stop stop; /* NONE, NONE: it is inside a face */
  double bound;     /* no way over it costs less */
} pf_via_apart;

/* Zero it first. */
typedef struct pf_vias {
  pf_via *list; /* by bound */
  int32_t count;
  pf_way way;      /* the last one; without one its cost is INFINITY */
  bool is_stopped; /* by the limit */
  uint64_t pairs;  /* compared */

  pf_weighted_place ends[2];
  pf_weighted_place half_ends[2][2];
  const pf_weighted_map *map;
  pf_weighted_map back; /* the map reversed */
  pf_intervals intervals;
  pf_pass pass[2];
  pf_way half;
  pf_taut taut;
  double most;
  int32_t faces[2]; /* of an edge that a place is on */
  int32_t capacity;
} pf_vias;

/* Finds the places, after at most `limit` pairs (0: no limit). The faces of the ends must stay.
 * Errors: NO_MEMORY. */
pathfan_status pf_vias_find(pf_vias *vias, const pf_weighted_map *map,
                            const pf_weighted_place ends[2], double most, uint64_t limit);

/* Covers the places that are within `width` of a segment. */
void pf_vias_cover(pf_vias *vias, pf_xy a, pf_xy b, double width);

/* Finds the way over a place, cheapest among those that run over the same edges and nodes. Errors:
 * NO_MEMORY. */
pathfan_status pf_vias_way(pf_vias *vias, int32_t number);

/* Makes the last way taut. Errors: NO_MEMORY. */
pathfan_status pf_vias_tauten(pf_vias *vias);

/* Finds the place in the middle of a leg of the last way over which ways cost most. False: there is
 * none. */
bool pf_vias_apart(pf_vias *vias, pf_via_apart *apart);

/* Makes two ways that meet in such a place the last way, let go of there and taut. Errors:
 * NO_MEMORY. */
pathfan_status pf_vias_join(pf_vias *vias, const pf_way *to, pf_way_stop stop, const pf_way *from);

void pf_vias_free(pf_vias *vias);

#endif
