/* pathfan/crowd.h - crowds on a map: agents walk to their goals, are slowed down where it is
 * crowded, and choose other ways by density.
 *
 *   pathfan_crowd_options options;
 *   pathfan_crowd *crowd;
 *   pathfan_crowd_options_init(&options);
 *   options.index = index;                                          pathfan/query.h
 *   options.flows = flows;
 *   options.flow_count = 3;
 *   if (pathfan_crowd_create(&options, &crowd, &error)) die(error.text);
 *   while (!pathfan_crowd_is_done(crowd) && !pathfan_crowd_step(crowd))
 *     draw(pathfan_crowd_agents(crowd, NULL, 0));
 *   pathfan_crowd_free(crowd);
 *
 * The model is that of the paper on crowds, rebuilt (docs/crowd.md): free space is cut into the
 * cells of a quadtree. What the agents in a cell take up of it is its density, and that slows them
 * down. A graph joins the centres of cells; its edges cost the time that they take at the densities
 * of now. A strategy says who looks for another way, and when. Agents are points, and walk through
 * each other: there is no avoidance.
 *
 * The same options give the same run, on every machine with the same arithmetic; one crowd belongs
 * to one thread. Units are the map's, and steps; where the law is Weidmann's, metres and seconds.
 */
#ifndef PATHFAN_CROWD_H
#define PATHFAN_CROWD_H

#include "pathfan/map.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pathfan_crowd pathfan_crowd;

/* How density D, the share of a cell that its agents take up, slows down, and what a distance d
 * into a cell costs those who plan. v0 is the free speed, f the least share of it. */
typedef enum pathfan_crowd_law {
  PATHFAN_CROWD_LINEAR = 0, /* v = v0 max(f, 1 - D); d (1 + 2 D) */
  PATHFAN_CROWD_NONLINEAR,  /* the same v; d / max(f, 1 - D): the time it takes */
  PATHFAN_CROWD_WEIDMANN    /* v = v0 max(f, 1 - exp(-1.913 (1/r - 1/5.4))), r: agents per square
                               metre; d v0 / v */
} pathfan_crowd_law;

/* Who looks for another way, and when. */
typedef enum pathfan_crowd_strategy {
  PATHFAN_CROWD_NONE = 0,    /* nobody: all take the shortest way of their flow */
  PATHFAN_CROWD_PERIODIC,    /* `replans` agents a step search, in turn */
  PATHFAN_CROWD_INITIAL,     /* all search when they start, and `replans` a step after that */
  PATHFAN_CROWD_EVENT,       /* those near to a cell on their way that has become dense */
  PATHFAN_CROWD_ALTERNATIVES /* all choose among stored paths of the index when they start, and
                                `evaluations` a step after that: nobody searches */
} pathfan_crowd_strategy;

typedef enum pathfan_crowd_search {
  PATHFAN_CROWD_ASTAR = 0,
  PATHFAN_CROWD_DIJKSTRA
} pathfan_crowd_search;

/* Names: "linear", "nonlinear", "weidmann"; "none", "periodic", "initial", "event",
 * "alternatives"; "astar", "dijkstra". Static storage. */
PATHFAN_API const char *pathfan_crowd_law_name(pathfan_crowd_law law);
PATHFAN_API const char *pathfan_crowd_strategy_name(pathfan_crowd_strategy strategy);
PATHFAN_API const char *pathfan_crowd_search_name(pathfan_crowd_search search);

/* A point, or all of a polygon. */
typedef struct pathfan_crowd_place {
  const pathfan_point *corners; /* [Size: corner_count] */
  int32_t corner_count;         /* 1: a point; else a simple polygon of >= 3 */
} pathfan_crowd_place;

typedef struct pathfan_crowd_flow {
  pathfan_crowd_place from;
  const pathfan_crowd_place *to; /* [Size: to_count] each agent goes to one of them, by plan */
  int32_t to_count;              /* >= 1 */
  int32_t agents;                /* how many start in all; 0: its share of the options' agents */
  double share;                  /* among flows without a number of their own; default 1 if 0 */
  uint64_t reserved[4];
} pathfan_crowd_flow;

/* From a step on nobody enters this polygon. Who is in it may leave. */
typedef struct pathfan_crowd_closure {
  pathfan_crowd_place area; /* a polygon */
  int64_t at_step;
  uint64_t reserved[2];
} pathfan_crowd_closure;

typedef enum pathfan_crowd_spawn {
  PATHFAN_CROWD_PER_STEP = 0, /* `per_step` agents a step, flow after flow */
  PATHFAN_CROWD_AT_ONCE,      /* all in the first step */
  PATHFAN_CROWD_KEEP          /* all in the first step, and who arrives starts again, for ever */
} pathfan_crowd_spawn;

/* Defaults that others count with. */
#define PATHFAN_CROWD_AGENTS 12000
#define PATHFAN_CROWD_PATHS 6 /* `alternatives` */
#define PATHFAN_CROWD_LANES 3

/* Numbers that are 0 where that makes no sense stand for the default in brackets. */
typedef struct pathfan_crowd_options {
  const pathfan_index *index;      /* of the map; must outlive the crowd */
  const pathfan_map *map;          /* instead of an index; strategy alternatives needs that */
  const pathfan_crowd_flow *flows; /* [Size: flow_count] copied, like closures */
  int32_t flow_count;
  const pathfan_crowd_closure *closures; /* [Size: closure_count] */
  int32_t closure_count;
  int32_t agents; /* of all flows without a number (12,000) */
  pathfan_crowd_spawn spawn;
  double per_step;     /* (3) */
  double agent_area;   /* square units (16; 1/5.4 m2 by Weidmann's law) */
  double speed;        /* v0: units a second (2; 1.34 m by Weidmann's law) */
  double step_seconds; /* (1; 0.5 by Weidmann's law) */
  double least_speed;  /* f (0.1; 0.05 by Weidmann's law) */
  double most_density; /* nobody enters a cell that would be denser then, unless nobody
                           has left it for `patience` steps; 0: no bound (0; 1 by Weidmann's law) */
  int32_t patience;    /* (8) */
  double spread;       /* who starts at a point starts this far from it at most (0: at it) */
  pathfan_crowd_law law;
  pathfan_crowd_strategy strategy;
  pathfan_crowd_search search;
  double replans;          /* a step (6 periodic, 3 initial) */
  double trigger_density;  /* of strategy event (0.5) */
  double trigger_distance; /* from the middle of the cell, units (200) */
  int32_t cooldown;        /* steps in which an agent isn't asked again (150) */
  int32_t alternatives;    /* k (6) */
  int32_t lanes;           /* of each of these, itself included: ways beside it (3) */
  double stretch;          /* of these: no longer than so many times the shortest (1.8) */
  double evaluations;      /* a step (30) */
  double gain;             /* another way is taken if it costs less by this share (0.03) */
  int32_t depth;           /* of the quadtree, 3..10; 0: 6, more where a flow finds no way */
  int32_t neighbours;      /* cells that the centre of each is joined to (8) */
  uint64_t seed;
  uint64_t reserved[12];
} pathfan_crowd_options;

PATHFAN_API void pathfan_crowd_options_init(pathfan_crowd_options *options);

/* Makes a crowd, in which no step was made yet. On failure *crowd is NULL, and the error names the
 * flow or field. Errors: ARGUMENT (also: a flow that starts in a wall, or has no way), NO_MEMORY,
 * LIMIT, DAMAGED. */
PATHFAN_API pathfan_status pathfan_crowd_create(const pathfan_crowd_options *options,
                                                pathfan_crowd **crowd, pathfan_error *error);
PATHFAN_API void pathfan_crowd_free(pathfan_crowd *crowd);

/* One step: some start; the strategy; all move; who is there is gone. Errors: NO_MEMORY, DAMAGED;
 * the crowd can only be freed then. */
PATHFAN_API pathfan_status pathfan_crowd_step(pathfan_crowd *crowd);

/* Whether nothing moves any more: all have arrived, but those whom closures leave no way (stuck,
 * kept_out). */
PATHFAN_API bool pathfan_crowd_is_done(const pathfan_crowd *crowd);

/* ---- While it runs ---- */

/* Nobody enters a polygon from the next step on. Errors: ARGUMENT (it has no surface), NO_MEMORY.
 */
PATHFAN_API pathfan_status pathfan_crowd_close(pathfan_crowd *crowd, pathfan_crowd_place area);

/* Changes the strategy from the next step on, to `replans` of the options or, if that was 0, its
 * own. Errors: ARGUMENT (alternatives without an index). */
PATHFAN_API pathfan_status pathfan_crowd_set_strategy(pathfan_crowd *crowd,
                                                      pathfan_crowd_strategy strategy);

/* ---- Looking ---- */

typedef struct pathfan_crowd_agent {
  int32_t id; /* 0, 1, 2.. in the order in which they start */
  int32_t flow;
  int32_t cell;
  double x, y;
  double speed; /* share of the free one, as dense as it is there; 0: he finds no way any more */
  uint64_t reserved[2];
} pathfan_crowd_agent;

/* Writes at most `capacity` of the agents that are present; returns how many there are. */
PATHFAN_API int32_t pathfan_crowd_agents(const pathfan_crowd *crowd, pathfan_crowd_agent *agents,
                                         int32_t capacity);

/* A cell of the quadtree that is free, with scraps of free space beside it; or scraps alone. */
typedef struct pathfan_crowd_cell {
  double x, y, width, height; /* of the square; 0 width: scraps */
  double area;                /* free, of all that belongs to it */
  double density;             /* now */
  bool is_closed;
  uint64_t reserved[2];
} pathfan_crowd_cell;

PATHFAN_API int32_t pathfan_crowd_cell_count(const pathfan_crowd *crowd);
/* Errors: ARGUMENT (no such cell). */
PATHFAN_API pathfan_status pathfan_crowd_cell_get(const pathfan_crowd *crowd, int32_t cell,
                                                  pathfan_crowd_cell *info);
/* The cell at a point; -1: there is none. */
PATHFAN_API int32_t pathfan_crowd_cell_at(const pathfan_crowd *crowd, pathfan_point at);

typedef struct pathfan_crowd_statistics {
  int64_t step;   /* how many were made */
  int32_t agents; /* that will have started in all; -1: without end */
  int32_t started, arrived, present;
  int32_t stuck; /* of those present: a closure leaves them no way */
  int32_t most_present;
  double mean_present; /* over steps */
  double mean_travel;  /* steps from start to goal, mean over flows of their means */
  int64_t searches;    /* made, the first of each flow included */
  int64_t evaluations; /* of sets of stored paths */
  int64_t requests;    /* to the index, for these */
  int64_t changes;     /* agents that took another way */
  double mean_step_ms; /* starting, strategy and searches */
  double mean_move_ms; /* moving, densities */
  double preparing_ms; /* pathfan_crowd_create */
  int64_t kept_out;    /* will never start: closures leave their flow no way */
  uint64_t reserved[7];
} pathfan_crowd_statistics;

PATHFAN_API void pathfan_crowd_statistics_get(const pathfan_crowd *crowd,
                                              pathfan_crowd_statistics *statistics);

typedef struct pathfan_crowd_flow_statistics {
  int32_t agents, started, arrived; /* agents: -1: without end */
  double mean_travel;               /* steps; 0 if nobody has arrived */
  uint64_t reserved[4];
} pathfan_crowd_flow_statistics;

/* Errors: ARGUMENT (no such flow). */
PATHFAN_API pathfan_status pathfan_crowd_flow_get(const pathfan_crowd *crowd, int32_t flow,
                                                  pathfan_crowd_flow_statistics *statistics);

/* ---- Environments ---- */

/* One of the three that the paper describes, 1920 x 1080: "big", "narrow", "medium". */
typedef struct pathfan_crowd_environment {
  const char *name;
  const char *geojson; /* the map: free space and its obstacles */
  const pathfan_crowd_flow *flows;
  int32_t flow_count; /* 3 */
  uint64_t reserved[4];
} pathfan_crowd_environment;

/* By name; NULL: there is none of this name. Static storage. */
PATHFAN_API const pathfan_crowd_environment *pathfan_crowd_environment_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
