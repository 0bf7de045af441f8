/* pathfan/crowd.h - crowds on a map: agents walk to their goals, slow down where it is crowded, and
 * choose other ways by density.
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
 * The model is that of the paper on crowds, implemented anew (docs/crowd.md). Free space is cut
 * into the cells of a quadtree. A cell's density, the share of it that its agents take up, slows
 * them down. A graph joins the centres of cells; an edge costs the time that it takes at the
 * current densities. A strategy decides which agents look for another way, and when. Agents are
 * points and walk through each other: there is no avoidance.
 *
 * By Weidmann's law, agents are counted in squares of 2 m instead, up to 5.4 a square metre, and
 * pass doors and other narrow places one by one, at a flow by their width, first come, first
 * served. None is ever faster than its free speed.
 *
 * By this law they also use the links of an index (pathfan/floors.h), such as stairs: a link is
 * as long as its cost says, and has room and lets people through by its width.
 *
 * Doors of the index are open or shut as they were built, unless a snapshot says otherwise
 * (pathfan_crowd_set_obstacles).
 *
 * The same options give the same run on every machine with the same arithmetic. A crowd belongs to
 * one thread. Units are map units and steps; with Weidmann's law, metres and seconds. Pointers must
 * not be NULL unless stated otherwise. */
#ifndef PATHFAN_CROWD_H
#define PATHFAN_CROWD_H

#include "pathfan/map.h"
#include "pathfan/obstacles.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pathfan_crowd pathfan_crowd;

/* The speed v at density D, the share of a cell that its agents take up; and the cost, in planning,
 * of a distance d into a cell. v0 is the free speed, f the least share of it. */
typedef enum pathfan_crowd_law {
  PATHFAN_CROWD_LINEAR = 0, /* v = v0 max(f, 1 - D); cost d (1 + 2 D) */
  PATHFAN_CROWD_NONLINEAR,  /* the same v; cost d / max(f, 1 - D): the time it takes */
  PATHFAN_CROWD_WEIDMANN    /* v = v0 max(f, 1 - exp(-1.913 (1/r - 1/5.4))), r: agents per square
                               metre, where the floor is evenly filled; cost d v0 / v, v >= v0/20 */
} pathfan_crowd_law;

/* Which agents look for another way, and when. */
typedef enum pathfan_crowd_strategy {
  PATHFAN_CROWD_NONE = 0,    /* none: all take the shortest way of their flow */
  PATHFAN_CROWD_PERIODIC,    /* `replans` agents a step search, in turn */
  PATHFAN_CROWD_INITIAL,     /* each searches when it starts; later `replans` agents a step, in
                                turn */
  PATHFAN_CROWD_EVENT,       /* those near a cell on their way that has become dense search */
  PATHFAN_CROWD_ALTERNATIVES /* each chooses among stored paths of the index when it starts; later
                                `evaluations` agents a step, in turn: none searches */
} pathfan_crowd_strategy;

typedef enum pathfan_crowd_search {
  PATHFAN_CROWD_ASTAR = 0,
  PATHFAN_CROWD_DIJKSTRA
} pathfan_crowd_search;

/* Return names: "linear", "nonlinear", "weidmann"; "none", "periodic", "initial", "event",
 * "alternatives"; "astar", "dijkstra". Static storage. */
PATHFAN_API const char *pathfan_crowd_law_name(pathfan_crowd_law law);
PATHFAN_API const char *pathfan_crowd_strategy_name(pathfan_crowd_strategy strategy);
PATHFAN_API const char *pathfan_crowd_search_name(pathfan_crowd_search search);

/* A point, or the whole of a polygon. */
typedef struct pathfan_crowd_place {
  const pathfan_point *corners; /* [Size: corner_count] */
  int32_t corner_count;         /* 1: a point; else a simple polygon of >= 3 */
} pathfan_crowd_place;

/* A random number for each agent, which depends only on its id and the seed: seconds, or metres a
 * second. */
typedef enum pathfan_crowd_draw_kind {
  PATHFAN_CROWD_CONSTANT = 0, /* a */
  PATHFAN_CROWD_UNIFORM,      /* a..b */
  PATHFAN_CROWD_NORMAL,       /* mean a, deviation b */
  PATHFAN_CROWD_LOGNORMAL     /* mean a and deviation b of the numbers themselves */
} pathfan_crowd_draw_kind;

typedef struct pathfan_crowd_draw {
  pathfan_crowd_draw_kind kind;
  double a, b;
  double least, most; /* drawn again outside; most 0: no bound */
  uint64_t reserved[2];
} pathfan_crowd_draw;

typedef struct pathfan_crowd_flow {
  pathfan_crowd_place from;
  const pathfan_crowd_place *to; /* [Size: to_count] each agent goes to one of them, as it plans */
  int32_t to_count;              /* >= 1 */
  int32_t agents;                /* how many start in all; 0: a share of the options' agents */
  double share;                  /* that share, relative to other flows with agents 0; 0: 1 */
  const pathfan_crowd_draw *speed;       /* by Weidmann's law; NULL: the options' */
  const pathfan_crowd_draw *start_after; /* s after it is there until it walks; NULL: likewise */
  uint64_t reserved[2];
} pathfan_crowd_flow;

/* A polygon that no agent enters from a step on. Agents inside may leave. */
typedef struct pathfan_crowd_closure {
  pathfan_crowd_place area; /* a polygon; all zero: the door's */
  int64_t at_step;
  const char *door; /* instead, a door of the index by name; else NULL */
  uint64_t reserved[1];
} pathfan_crowd_closure;

/* A door, by Weidmann's law: a gate across a way, in place of those that the map has there. */
typedef struct pathfan_crowd_door {
  pathfan_point a, b;
  double capacity;    /* persons a second; 0: by its width */
  const double *open; /* [Size: 2 * open_count] s since the run began: opens, shuts, opens again ..,
                         ascending. Otherwise it is shut: nobody passes, and when it opens all look
                         for another way. NULL: it is always open */
  int32_t open_count;
  uint64_t reserved[2];
} pathfan_crowd_door;

/* A part of the floor where people walk otherwise, by Weidmann's law: stairs. */
typedef struct pathfan_crowd_zone {
  pathfan_crowd_place area; /* a polygon */
  double speed;             /* factor of the free speed; 0: 1 */
  double flow;              /* most persons a metre and second; 0: as on the floor */
  double density;           /* most persons a square metre, up to 5.4; 0: 5.4 */
  uint64_t reserved[2];
} pathfan_crowd_zone;

/* How people use links of the index, by Weidmann's law: stairs, escalators, lifts. */
typedef struct pathfan_crowd_link {
  const char *name; /* of the links that this is about; NULL: all that no other one names */
  double length;    /* m; 0: the link's cost, in each direction */
  double speed;     /* factor of the free speed; 0: 1 */
  double width;     /* m; 0: 1.2 */
  double flow;      /* most persons a metre and second at each end; 0: `specific_flow` by `speed` */
  uint64_t reserved[2];
} pathfan_crowd_link;

typedef enum pathfan_crowd_spawn {
  PATHFAN_CROWD_PER_STEP = 0, /* `per_step` agents a step, flow after flow */
  PATHFAN_CROWD_AT_ONCE,      /* all in the first step */
  PATHFAN_CROWD_KEEP          /* all in the first step; agents that arrive start again, for ever */
} pathfan_crowd_spawn;

/* Defaults that other code uses too. */
#define PATHFAN_CROWD_AGENTS 12000
#define PATHFAN_CROWD_PATHS 6 /* `alternatives` */
#define PATHFAN_CROWD_LANES 3

/* A field that is 0 gets the default in brackets, if it has one. */
typedef struct pathfan_crowd_options {
  const pathfan_index *index;      /* of the map; must outlive the crowd */
  const pathfan_map *map;          /* instead of an index, which strategy alternatives needs */
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
  double least_speed;  /* f (0.1; 0.005 by Weidmann's law) */
  double most_density; /* no agent enters a cell that would then be denser, unless none has left
                           it for `patience` steps; 0: no bound (0). Not by Weidmann's law, whose
                           bound is 5.4 a square metre */
  int32_t patience;    /* (8) */
  double spread;       /* agents that start at a point start at most this far from it (0: at it) */
  pathfan_crowd_law law;
  pathfan_crowd_strategy strategy;
  pathfan_crowd_search search;
  double replans;          /* agents that search in a step (6 periodic, 3 initial) */
  double trigger_density;  /* above it a cell is dense, strategy event (0.5) */
  double trigger_distance; /* from the cell's centre, map units: agents within it search (200) */
  int32_t cooldown;        /* least steps between two searches of an agent, strategy event (150) */
  int32_t alternatives;    /* k (6) */
  int32_t lanes;           /* ways side by side for each alternative, itself included (3) */
  double stretch;          /* no alternative is longer than this times the shortest path (1.8) */
  double evaluations;      /* agents that choose in a step, strategy alternatives (30) */
  double gain;             /* another way is taken if it costs less by this share (0.03) */
  int32_t depth;           /* of the quadtree, 3..10; 0: 6, or more if a flow finds no way */
  int32_t neighbours;      /* number of cells that each cell's centre is joined to (8) */
  uint64_t seed;
  /* By Weidmann's law; ARGUMENT otherwise. Lists are copied. */
  double patch;                    /* side of the squares in which agents are counted, m (2) */
  double specific_flow;            /* most persons a metre and second that pass a gate (1.225) */
  double boundary;                 /* metres at each end of a gate that nobody uses (0) */
  const pathfan_crowd_door *doors; /* [Size: door_count] */
  const pathfan_crowd_zone *zones; /* [Size: zone_count] */
  int32_t door_count, zone_count;
  const pathfan_crowd_draw *speeds;      /* NULL: all have `speed` */
  const pathfan_crowd_draw *start_after; /* NULL: at once */
  const pathfan_crowd_link *links;       /* [Size: link_count] copied */
  int32_t link_count;
  uint64_t link_flags; /* which links may be used, as in a request */
  uint64_t reserved[1];
} pathfan_crowd_options;

PATHFAN_API void pathfan_crowd_options_init(pathfan_crowd_options *options);

/* Creates a crowd, before its first step. On failure *crowd is NULL, and error (may be NULL) names
 * the flow or field. Errors: ARGUMENT (also: a flow starts in a wall, or has no way to a goal),
 * NO_MEMORY, LIMIT, DAMAGED. */
PATHFAN_API pathfan_status pathfan_crowd_create(const pathfan_crowd_options *options,
                                                pathfan_crowd **crowd, pathfan_error *error);
PATHFAN_API void pathfan_crowd_free(pathfan_crowd *crowd);

/* Starts the agents that are due in the next step without moving any, so that they can be seen
 * where they start. Otherwise the step does it. Errors: as of pathfan_crowd_step. */
PATHFAN_API pathfan_status pathfan_crowd_start(pathfan_crowd *crowd);

/* Makes one step: some agents start, the strategy runs, all move, and those that have arrived
 * leave. Errors: NO_MEMORY, DAMAGED; after them the crowd can only be freed. */
PATHFAN_API pathfan_status pathfan_crowd_step(pathfan_crowd *crowd);

/* Whether nothing moves any more: all agents have arrived, except those whom closures leave no way
 * (stuck and kept_out in pathfan_crowd_statistics). */
PATHFAN_API bool pathfan_crowd_is_done(const pathfan_crowd *crowd);

/* ---- While it runs ---- */

/* Closes a polygon: no agent enters it from the next step on. Errors: ARGUMENT (it has no area),
 * NO_MEMORY. */
PATHFAN_API pathfan_status pathfan_crowd_close(pathfan_crowd *crowd, pathfan_crowd_place area);

/* From the next step on, closes to agents the areas and links that a snapshot has closed (doors,
 * buildings, fires, lifts), and opens those that only the previous snapshot had closed. Links that
 * it adds aren't used. The crowd holds the snapshot, and its requests to the index use it, too.
 * Errors: ARGUMENT (no index, or an open opening, which crowds don't support), NO_MEMORY. */
PATHFAN_API pathfan_status pathfan_crowd_set_obstacles(pathfan_crowd *crowd,
                                                       const pathfan_obstacles *obstacles);

/* Changes the strategy from the next step on. `replans` stays as given in the options or, if that
 * was 0, becomes the new strategy's default. Errors: ARGUMENT (alternatives without an index). */
PATHFAN_API pathfan_status pathfan_crowd_set_strategy(pathfan_crowd *crowd,
                                                      pathfan_crowd_strategy strategy);

/* ---- Looking ---- */

typedef struct pathfan_crowd_agent {
  int32_t id; /* 0, 1, 2.. in the order in which they start */
  int32_t flow;
  int32_t cell;
  double x, y;
  double speed; /* share of the free speed at the cell's density; 0: stuck, no way is left */
  int32_t link; /* the index's number of the link that it is on, while x and y are at the nearer
                   end; -1: none */
  uint64_t reserved[1];
} pathfan_crowd_agent;

/* Writes at most `capacity` of the agents that are present (agents may be NULL if it is 0); returns
 * how many are present. */
PATHFAN_API int32_t pathfan_crowd_agents(const pathfan_crowd *crowd, pathfan_crowd_agent *agents,
                                         int32_t capacity);

/* A free square of the quadtree, with the scraps of free space beside it; or only scraps. */
typedef struct pathfan_crowd_cell {
  double x, y, width, height; /* of the square; width 0: only scraps */
  double area;                /* free area of the whole cell */
  double density;             /* current */
  bool is_closed;
  uint64_t reserved[2];
} pathfan_crowd_cell;

PATHFAN_API int32_t pathfan_crowd_cell_count(const pathfan_crowd *crowd);
/* Errors: ARGUMENT (no such cell). */
PATHFAN_API pathfan_status pathfan_crowd_cell_get(const pathfan_crowd *crowd, int32_t cell,
                                                  pathfan_crowd_cell *info);
/* Returns the cell at a point; -1 if there is none. */
PATHFAN_API int32_t pathfan_crowd_cell_at(const pathfan_crowd *crowd, pathfan_point at);

typedef struct pathfan_crowd_statistics {
  int64_t step;   /* number of steps made */
  int32_t agents; /* how many start in all; -1: without end */
  int32_t started, arrived, present;
  int32_t stuck; /* how many present agents closures leave no way */
  int32_t most_present;
  double mean_present; /* over steps */
  double mean_travel;  /* steps from start to goal, mean over flows of their means */
  int64_t searches;    /* the first of each flow included */
  int64_t evaluations; /* choices among stored paths */
  int64_t requests;    /* to the index, for these paths */
  int64_t changes;     /* how often an agent took another way */
  double mean_step_ms; /* time per step for starting, strategy and searches */
  double mean_move_ms; /* time per step for moving and densities */
  double preparing_ms; /* time of pathfan_crowd_create */
  int64_t kept_out;    /* agents that never start, since closures leave their flow no way */
  int64_t waiting;     /* agents due to start for whom there is no room yet; Weidmann's law */
  uint64_t reserved[6];
} pathfan_crowd_statistics;

PATHFAN_API void pathfan_crowd_statistics_get(const pathfan_crowd *crowd,
                                              pathfan_crowd_statistics *statistics);

typedef struct pathfan_crowd_flow_statistics {
  int32_t agents, started, arrived; /* agents is -1 if they start without end */
  double mean_travel;               /* steps; 0 if none has arrived */
  uint64_t reserved[4];
} pathfan_crowd_flow_statistics;

/* Errors: ARGUMENT (no such flow). */
PATHFAN_API pathfan_status pathfan_crowd_flow_get(const pathfan_crowd *crowd, int32_t flow,
                                                  pathfan_crowd_flow_statistics *statistics);

/* An agent that has come to its goal. */
typedef struct pathfan_crowd_arrival {
  int32_t id;
  int32_t place; /* number of the goal, of its flow's; -1: not known */
  double egress; /* s, by Weidmann's law, otherwise steps, since the run began */
  double travel; /* the same, since it began to walk */
  uint64_t reserved[1];
} pathfan_crowd_arrival;

/* Writes at most `capacity` of the arrivals of a flow, in their order (arrivals may be NULL if it
 * is 0); returns how many there are. None are kept of agents that start again (spawn KEEP), or of a
 * flow that doesn't exist. */
PATHFAN_API int32_t pathfan_crowd_arrivals(const pathfan_crowd *crowd, int32_t flow,
                                           pathfan_crowd_arrival *arrivals, int32_t capacity);

/* A narrow place, by Weidmann's law. */
typedef struct pathfan_crowd_gate {
  pathfan_point a, b;
  double width;    /* m that people can use */
  double capacity; /* persons a second */
  int32_t door;    /* number in the options; -1: of the map */
  int32_t waiting, most_waiting;
  int64_t passed;
  int64_t passed_queueing; /* of these, in steps before and after which others waited */
  double seconds_queueing; /* how long such steps took together */
  double longest_wait;     /* s, of those that have passed */
  uint64_t reserved[2];
} pathfan_crowd_gate;

PATHFAN_API int32_t pathfan_crowd_gate_count(const pathfan_crowd *crowd);
/* Errors: ARGUMENT (no such gate). */
PATHFAN_API pathfan_status pathfan_crowd_gate_get(const pathfan_crowd *crowd, int32_t gate,
                                                  pathfan_crowd_gate *info);

/* A link, by Weidmann's law. */
typedef struct pathfan_crowd_link_use {
  int32_t link; /* number in the index */
  pathfan_point at[2];
  double length[2];    /* m, from at[0] to at[1], and back; INFINITY: not that way */
  double width;        /* m */
  double capacity;     /* persons a second at each end */
  int32_t room;        /* how many people it holds */
  int32_t on, most_on; /* how many are on it */
  int32_t waiting[2];  /* at each end, to get on or off */
  int32_t most_waiting[2];
  int64_t passed[2]; /* who got on at each end */
  uint64_t reserved[2];
} pathfan_crowd_link_use;

/* Returns the number of links that agents may use. */
PATHFAN_API int32_t pathfan_crowd_link_count(const pathfan_crowd *crowd);
/* Errors: ARGUMENT (no such link). */
PATHFAN_API pathfan_status pathfan_crowd_link_get(const pathfan_crowd *crowd, int32_t number,
                                                  pathfan_crowd_link_use *use);

/* A part of the floor in which agents are counted, by Weidmann's law. */
typedef struct pathfan_crowd_patch {
  double area;    /* m2 */
  double density; /* agents a square metre */
  int32_t agents;
  uint64_t reserved[2];
} pathfan_crowd_patch;

PATHFAN_API int32_t pathfan_crowd_patch_count(const pathfan_crowd *crowd);
/* Errors: ARGUMENT (no such patch). */
PATHFAN_API pathfan_status pathfan_crowd_patch_get(const pathfan_crowd *crowd, int32_t patch,
                                                   pathfan_crowd_patch *info);

/* Patches consist of convex pieces. */
PATHFAN_API int32_t pathfan_crowd_piece_count(const pathfan_crowd *crowd);
/* Writes at most `capacity` corners of a piece (corners may be NULL if it is 0), and its patch.
 * Returns the number of its corners; 0: there is no such piece. */
PATHFAN_API int32_t pathfan_crowd_piece_get(const pathfan_crowd *crowd, int32_t piece,
                                            int32_t *patch, pathfan_point *corners,
                                            int32_t capacity);

/* ---- Environments ---- */

/* One of the paper's three environments, 1920 x 1080: "big", "narrow", "medium". */
typedef struct pathfan_crowd_environment {
  const char *name;
  const char *geojson; /* the map: free space and its obstacles */
  const pathfan_crowd_flow *flows;
  int32_t flow_count; /* 3 */
  uint64_t reserved[4];
} pathfan_crowd_environment;

/* Finds an environment by name; NULL if there is none. Static storage. */
PATHFAN_API const pathfan_crowd_environment *pathfan_crowd_environment_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
