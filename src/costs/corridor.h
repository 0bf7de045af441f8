/* corridor.h - all places on cheap ways between two ends of a terrain, for certain.
 *
 *   pf_cost_corridor corridor = {0};
 *   status = pf_cost_corridor_find(&corridor, &source, query, &wanted);
 *   ... corridor.area, corridor.ways ...
 *   pf_cost_corridor_free(&corridor); */
#ifndef PF_COSTS_CORRIDOR_H
#define PF_COSTS_CORRIDOR_H

#include "draw/contours.h"
#include "request/degrees.h"
#include "request/source.h"
#include "request/write.h"

/* Is told what the next call of the library is for: a stage, in static storage, of which the shares
 * `from` and `to` are done before and after; of `count` points. */
typedef void pf_cost_stage(void *context, const char *stage, double from, double to, size_t count);

typedef struct pf_cost_corridor_wanted {
  pathfan_point from, to;
  double limit;        /* the most that ways cost */
  double tolerance;    /* the places contained cost at most twice this more */
  int64_t cells_most;  /* where the next round would come to more, this one is the last, and the
                          tolerance becomes what its cells need; 0: 2,000,000 */
  pf_cost_stage *next; /* may be NULL */
  void *context;
} pf_cost_corridor_wanted;

/* A part of a road in the corridor. */
typedef struct pf_cost_corridor_way {
  pathfan_point ends[2];
  int32_t feature;
} pf_cost_corridor_way;

/* Contains every place through which a way of at most the limit leads. Must be zeroed first. */
typedef struct pf_cost_corridor {
  pf_contours area;           /* [Unit: map units] */
  pf_cost_corridor_way *ways; /* [Size: way_count] on bridges, in tunnels, and on roads through gaps
                             in which the area is too narrow to be seen */
  int32_t way_count, way_capacity;
  double tolerance; /* that was reached: as wanted, or more if there were too many cells */
  double gap;    /* over areas with a rate, how much more than that places at the border may cost */
  int64_t cells; /* examined */
} pf_cost_corridor;

/* Finds the corridor between two free ends; it replaces an earlier one. query: of the source.
 * Errors: those of pathfan_query_via and pathfan_query_via_roads, NO_MEMORY. */
pathfan_status pf_cost_corridor_find(pf_cost_corridor *corridor, const pf_source *source,
                                     pathfan_query *query, const pf_cost_corridor_wanted *wanted);

/* Takes its points to longitudes and latitudes. */
void pf_cost_corridor_in_degrees(pf_cost_corridor *corridor, const pf_degrees *degrees);

/* Begins the list "features" of a GeoJSON collection, which pf_end_collection ends: the area as a
 * MultiPolygon, the roads as LineStrings, and the cheapest way. within: the limit, as a share of
 * what that way costs more. */
void pf_cost_corridor_write(pf_json_writer *w, const pf_cost_corridor *corridor,
                            const pathfan_path *way, double within);

void pf_cost_corridor_free(pf_cost_corridor *corridor);

#endif
