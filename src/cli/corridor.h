/* corridor.h - all places on cheap ways between two ends of a terrain, for certain.
 *
 *   cli_corridor corridor = {0};
 *   int code = cli_corridor_find(&corridor, &source, query, &wanted);
 *   ... corridor.area, corridor.ways ...
 *   cli_corridor_free(&corridor); */
#ifndef PF_CLI_CORRIDOR_H
#define PF_CLI_CORRIDOR_H

#include "cli/field_watch.h"
#include "draw/contours.h"
#include "request/source.h"

typedef struct cli_corridor_wanted {
  pathfan_point from, to;
  double limit;     /* the most that ways cost */
  double tolerance; /* the places contained cost at most twice this more */
  cli_field_watch *watch;
} cli_corridor_wanted;

/* A part of a road in the corridor. */
typedef struct cli_corridor_way {
  pathfan_point ends[2];
  int32_t feature;
} cli_corridor_way;

/* Contains every place through which a way of at most the limit leads. Must be zeroed first. */
typedef struct cli_corridor {
  pf_contours area;       /* [Unit: map units] */
  cli_corridor_way *ways; /* [Size: way_count] on bridges, in tunnels, and on roads through gaps in
                             which the area is too narrow to be seen */
  int32_t way_count, way_capacity;
  double tolerance; /* that was reached: as wanted, or more if there were too many cells */
  double gap;    /* over areas with a rate, how much more than that places at the border may cost */
  int64_t cells; /* examined */
} cli_corridor;

/* Finds the corridor between two free ends; it replaces an earlier one. query: of the source.
 * Reports failures; returns an exit code. */
int cli_corridor_find(cli_corridor *corridor, const pf_source *source, pathfan_query *query,
                      const cli_corridor_wanted *wanted);

void cli_corridor_free(cli_corridor *corridor);

#endif
