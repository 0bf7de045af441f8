/* pathfan/query.h - k good, different paths from an index file.
 *
 *   pathfan_index *index;
 *   pathfan_query *query;
 *   const pathfan_answer *answer;
 *   pathfan_request request;
 *   pathfan_error error;
 *
 *   if (pathfan_index_open("map.pathfan", NULL, &index, &error)) die(error.text);
 *   if (pathfan_query_create(index, &query)) die("out of memory");
 *   pathfan_request_init(&request);
 *   request.from = (pathfan_point){1, 2};
 *   request.to = (pathfan_point){300, 400};
 *   if (pathfan_query_paths(query, &request, &answer) == PATHFAN_OK)
 *     for (int i = 0; i < answer->path_count; i++) use(&answer->paths[i]);
 *   pathfan_query_free(query);
 *   pathfan_index_close(index);
 *
 * Threads: all threads may share an index. A query object holds the scratch memory of one thread:
 * create one per thread and reuse it for every request; once warm it allocates nothing, except for
 * a new list of areas to avoid that a path touches. After fork() the child may go on using the
 * indexes that it inherited, and those query objects that no other thread was using at the moment
 * of the fork; they share the file's memory with the parent.
 *
 * Pointers must not be NULL unless stated otherwise. Functions that open, create, query or reload
 * return PATHFAN_ERR_ARGUMENT for a NULL pointer; those that inspect an index or map don't check.
 *
 * Coordinates are map units, x right, y down; cell (x,y) of a grid map is the square
 * [x,x+1] x [y,y+1]. Obstacles are closed sets whose boundary may be walked. Points are rounded to
 * a fixed-point grid of 2^-fraction_bits of a unit (see pathfan_index_info); visibility is decided
 * exactly for the rounded points, which are the first and last point of every path. Maps of
 * polygons are themselves rounded to a lattice (see `unit` there); a point that this rounding puts
 * inside an obstacle, by less than a unit and a half, counts as on the obstacle's boundary.
 *
 * Words: a convex vertex is a corner of an obstacle at which paths can turn. A path is taut if it
 * turns only at such corners, round their obstacles, like a pulled string. A via node is a convex
 * vertex, and the shortest path by way of it a candidate for an alternative. An index holds labels
 * (distances of vertices), via sets (via nodes between regions of the map) and perhaps tables, the
 * paper's CVPD^1..CVPD^m (via nodes between vertices). More, and the papers: docs/glossary.md. */
#ifndef PATHFAN_QUERY_H
#define PATHFAN_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pathfan/open.h"
#include "pathfan/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pathfan_index pathfan_index; /* an open index file, shared by threads */
typedef struct pathfan_query pathfan_query; /* a query object: the scratch memory of one thread */
typedef struct pathfan_obstacles pathfan_obstacles; /* areas that change: pathfan/obstacles.h */

typedef struct pathfan_point {
  double x, y; /* map units */
} pathfan_point;

/* ---- Opening ---- */

/* Opens the index at path; options (pathfan/open.h) may be NULL for the defaults. On failure
 * *index is NULL, and error (may be NULL) names the file and section.
 * Errors: IO, NO_MEMORY, ARGUMENT, NOT_INDEX, VERSION, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_open(const char *path, const pathfan_open_options *options,
                                              pathfan_index **index, pathfan_error *error);

/* Opens an index of `bytes` bytes in memory at `data`; name stands for the path in messages. If
 * data is 64-byte aligned it is used in place, and must not change until the index is closed; if it
 * isn't, or the options ask for a private copy, it is copied and the caller may free it at once.
 * Errors: as for pathfan_index_open, without IO. */
PATHFAN_API pathfan_status pathfan_index_open_memory(const void *data, size_t bytes,
                                                     const char *name,
                                                     const pathfan_open_options *options,
                                                     pathfan_index **index, pathfan_error *error);

/* Closes the index; free its query objects first. NULL is allowed. */
PATHFAN_API void pathfan_index_close(pathfan_index *index);

/* ---- New generations ----
 *
 * A builder publishes by rename, so an open index goes on reading the file that it opened. A server
 * that wants the new file checks now and then:
 *
 *   if (pathfan_index_is_stale(index)) status = pathfan_index_reload(index, &error);
 *
 * Windows does not allow replacing a mapped file: rename the old file first, or open the index with
 * private_copy. */

/* Whether the file at the index's path is now another than the one that is open; a file that was
 * touched counts as another. False if there is no file, or for an index in memory. A relative path
 * is resolved against the current working directory. Takes about 1 us, for a private copy 3 us;
 * may be called by any thread at any time. */
PATHFAN_API bool pathfan_index_is_stale(const pathfan_index *index);

/* Opens the file that is now at the index's path, with the same options. Meanwhile all threads go
 * on answering from the old generation; once the new one is open, each query object moves to it
 * with its next request (and allocates new scratch memory), and the old one is closed when the last
 * has moved. Every answer is of one generation, and says which. OK without effect if the file is
 * still the same. After any failure the old generation stays: IO, NO_MEMORY, NOT_INDEX, VERSION,
 * DAMAGED; ARGUMENT for an index in memory. May be called by any thread; reloads of one index run
 * one after the other. */
PATHFAN_API pathfan_status pathfan_index_reload(pathfan_index *index, pathfan_error *error);

/* ---- Asking ---- */

/* Creates a query object for one thread; `index` must outlive it. For a map without an index see
 * pathfan/map.h. Errors: NO_MEMORY (*query is NULL then). */
PATHFAN_API pathfan_status pathfan_query_create(const pathfan_index *index, pathfan_query **query);
PATHFAN_API void pathfan_query_free(pathfan_query *query); /* NULL is allowed */

/* How a request is answered. */
typedef enum pathfan_algorithm {
  PATHFAN_ALGORITHM_INDEX = 0, /* labels and via sets of an index; without via sets, its tables */
  PATHFAN_ALGORITHM_POLYANYA,  /* search over the mesh of a map or an index: the shortest path */
  PATHFAN_ALGORITHM_ASTAR,     /* A* over the cells of a grid map (not of an index), eight
                                  directions, no corner cutting: lengths are octile, the path
                                  joins centres of cells. The field's yardstick */
  /* The competing methods, on the visibility graph of a map or an index with both ends
     inserted (paper, sections 2.3.2 and 3.1). The first request builds that graph. */
  PATHFAN_ALGORITHM_PLATEAUS,      /* the longest branches that the trees of both ends share */
  PATHFAN_ALGORITHM_DISSIMILARITY, /* via-paths in order of length, different enough */
  PATHFAN_ALGORITHM_PENALTY,       /* repeated shortest paths, with used edges made longer */
  PATHFAN_ALGORITHM_CVPD,          /* labels and tables of an index that was built with tables: the
                                      paper's Algorithm 1 */
  PATHFAN_ALGORITHM_TERRAIN        /* search over a map with roads and rivers: cheapest path */
} pathfan_algorithm;

#define PATHFAN_ALGORITHM_COUNT (PATHFAN_ALGORITHM_TERRAIN + 1)

/* Returns the name used in JSON: "index", "polyanya", "astar", "plateaus", "dissimilarity",
 * "penalty", "cvpd", "terrain". Static storage. */
PATHFAN_API const char *pathfan_algorithm_name(pathfan_algorithm algorithm);

/* Whether an algorithm answers from an index rather than by a search. */
static inline bool pathfan_algorithm_is_indexed(pathfan_algorithm algorithm) {
  return algorithm == PATHFAN_ALGORITHM_INDEX || algorithm == PATHFAN_ALGORITHM_CVPD;
}

/* Parts of Polyanya that can be switched off, to measure what each is worth; the length of the
 * path stays the same (polyanya-2017, section 3.4). */
enum {
  PATHFAN_WITHOUT_ROOT_HISTORY = 1, /* best length to each root */
  PATHFAN_WITHOUT_DEAD_ENDS = 2,    /* polygons with one neighbour are not entered */
  PATHFAN_WITHOUT_CUL_DE_SACS = 4,  /* nodes without successors are not queued */
  PATHFAN_WITHOUT_INTERMEDIATE = 8, /* a single successor is expanded at once */
  PATHFAN_WITHOUT_COMPONENTS = 16   /* no search between unconnected parts */
};

typedef enum pathfan_effort {
  PATHFAN_EFFORT_FAST = 0, /* tries the via nodes of the via sets or tables only (Algorithm 1) */
  PATHFAN_EFFORT_THOROUGH  /* if these give fewer than k paths, tries every convex vertex as a via
                              node, by labels: never fewer paths than
                              PATHFAN_ALGORITHM_DISSIMILARITY finds */
} pathfan_effort;

/* What a leg of a path over a terrain runs along. */
typedef enum pathfan_leg_kind {
  PATHFAN_LEG_OFF_ROAD = 0, /* over open ground */
  PATHFAN_LEG_ROAD,
  PATHFAN_LEG_BANK /* along a river, on one side of it */
} pathfan_leg_kind;

/* Returns the name used in JSON: "off-road", "road", "bank". Static storage. */
PATHFAN_API const char *pathfan_leg_kind_name(pathfan_leg_kind kind);

/* A river crossed. */
typedef struct pathfan_crossing {
  const char *name;       /* the river's name in the map; NULL if it has none */
  double cost;            /* 0 by a bridge */
  int32_t feature;        /* the river's number in the map's file, from 0 */
  int32_t bridge_feature; /* number of the bridge (a point feature) that is used; -1: none */
  const char *bridge;     /* the bridge's name; NULL if it has none, or there is no bridge */
  uint64_t reserved[2];
} pathfan_crossing;

/* A part of a path over a terrain: consecutive segments of one kind, along one feature. */
typedef struct pathfan_leg {
  pathfan_leg_kind kind;
  const char *name;    /* of the road or river that it runs along, from the map; NULL: none */
  int32_t feature;     /* that road's or river's number in the map's file, from 0; -1: none */
  double rate;         /* cost per distance */
  double length;       /* map units */
  double cost;         /* crossings included */
  int32_t first, last; /* the leg runs from points[first] to points[last] of the path */
  int32_t crossing_count;
  const pathfan_crossing *crossings; /* [Size: crossing_count] in order */
  uint64_t reserved[4];
} pathfan_leg;

typedef struct pathfan_path {
  double length;               /* geometric, map units */
  int32_t point_count;         /* >= 1 */
  const pathfan_point *points; /* [Size: point_count] from, convex vertices and corners of areas to
                                  avoid, to; no interior point at which the path goes straight on */
  double cost;                 /* on a terrain; else the length */
  int32_t leg_count;           /* on a terrain, >= 1 unless from equals to; else 0 */
  const pathfan_leg *legs;     /* [Size: leg_count] in order; NULL if there are none */
  uint64_t reserved[4];
} pathfan_path;

/* How good a path is within its set of paths (paper, section 2.2). */
typedef struct pathfan_measures {
  double bounded_stretch;  /* the greatest ratio, over pairs of the path's points, of the path's
                              length between them to their distance: >= 1, small is good */
  double local_optimality; /* length of the shortest part of the path that isn't a shortest way,
                              divided by the distance of the ends: large is good; 1 for a shortest
                              path */
  double similarity;       /* to the most similar other path: shared length divided by the length
                              of their union, 0..1; 0 without others */
  double length_ratio;     /* length divided by the shortest path's: >= 1 */
  double nearness;         /* like similarity, but whatever runs within the separation of the other
                              path counts as shared: >= similarity */
  double loop;             /* the greatest ratio, over pairs of points of the path that see each
                              other, of the path's length between them to their distance: >= 1, above
                              1 where it turns back in plain sight. Of pathfan_query_measure; 0 in an
                              objective's callback */
  uint64_t reserved[2];
} pathfan_measures;

/* What alternatives are chosen by (paper, section 4.2.2): among all candidates within the bounds,
 * the one of least cost is taken first, then the one of least cost given that choice, and so on.
 * Path 1 is the shortest in any case. */
typedef struct pathfan_objective {
  /* Weights: finite, >= 0. cost = length x length_ratio + bounded_stretch x bounded stretch +
     similarity x similarity to the paths chosen so far + nearness x nearness to them -
     local_optimality x local optimality. All 0 (default): by length, which is Algorithm 1 itself
     and the fastest. */
  double length, bounded_stretch, similarity, local_optimality, nearness;
  /* If not NULL, returns the cost instead; INFINITY refuses the path. Called from
     pathfan_query_paths with candidates whose points are as in an answer; must not use the query
     object. Must be a pure function, or answers differ from run to run. */
  double (*cost)(void *context, const pathfan_path *path, const pathfan_measures *measures);
  void *context; /* passed to cost */
  uint64_t reserved[4];
} pathfan_objective;

/* An area to keep out of. It is closed: its boundary belongs to it. A circle is replaced by the
 * regular polygon of 32 corners drawn round it, whose corners lie 0.5% of the radius outside.
 * Polygons must be simple: with a surface, and no two sides may meet except neighbours in their
 * common corner; the first corner may be repeated at the end. Areas may overlap each other and
 * obstacles, and lie off the map, but by no more than 2^28 times `unit` (see pathfan_index_info).
 *
 * Paths keep a distance from areas: 2^-24 times `unit`, or 16 steps of the fixed-point grid if that
 * is more; at corners up to twice that. No path fits between an area and a wall, or between two
 * areas, that touch or are closer than that: a rectangle drawn from wall to wall closes a corridor.
 * A point within that distance counts as inside. An area keeps out the middle of the agent: where
 * an index was built with a radius, draw it larger by that. */
typedef struct pathfan_area {
  const pathfan_point *corners; /* [Size: corner_count] of a simple polygon, either winding */
  int32_t corner_count;         /* >= 3; 0: a circle */
  pathfan_point centre;         /* of a circle */
  double radius;                /* of a circle, > 0 */
  uint64_t reserved[4];
} pathfan_area;

/* Limits per request: corners of all polygons together, and number of circles. They exist because
 * areas in the way take time: docs/decisions/avoid.md. */
#define PATHFAN_AVOID_CORNERS_MAX 1024
#define PATHFAN_AVOID_CIRCLES_MAX 1024

/* Whether two candidates that meet in a vertex are spliced into a third one: the first one's way to
 * that vertex, and the second one's way from it on. A splice turns only where one of the two turns,
 * goes round the same obstacles, and costs no look-up. For algorithm index only. */
typedef enum pathfan_splices {
  PATHFAN_SPLICES_AUTO = 0, /* if there is a separation; without one, candidates are the paper's */
  PATHFAN_SPLICES_NEVER,
  PATHFAN_SPLICES_ALWAYS
} pathfan_splices;

/* Returns the name used in JSON: "auto", "never", "always". Static storage. */
PATHFAN_API const char *pathfan_splices_name(pathfan_splices splices);

/* One request. pathfan_request_init sets every field except from and to. On a terrain stretch and
 * dissimilarity are of cost, and fields that are about lengths or tables make a request invalid:
 * avoid, objective, max_bounded_stretch, min_local_optimality, fill, splices always, tables,
 * access, without. */
typedef struct pathfan_request {
  pathfan_point from, to;      /* finite */
  int32_t paths;               /* k: how many paths are wanted, >= 1; default 3 */
  int32_t tables;              /* m: tables CVPD^1..CVPD^m are used, if any; 0 = all (default) */
  int32_t access;              /* N: at each end at most this many visible vertices look up via
                                  nodes in tables; 0 = all (default). Path 1 is always shortest */
  double stretch;              /* epsilon: no path is longer than this times the shortest; >= 1;
                                  default 1.5 */
  double dissimilarity;        /* theta: any two paths differ by at least this, 0..1; default 0.6.
                                  They differ by 1 - similarity, or with W by 1 - nearness (see
                                  pathfan_measures) */
  bool bind_dissimilarity;     /* theta also binds plateaus and penalty, which by definition it
                                  doesn't (default false) */
  double separation;           /* W, map units: whatever runs within W of the other path counts as
                                  shared with it; finite, >= 0; default 0 */
  double separation_share;     /* W as a share of the shortest path's length, 0..1; default 0.02.
                                  The larger of the two applies; if both are 0, paths share only
                                  the points that they have in common (paper, section 2.2) */
  bool bind_separation;        /* W and theta bind plateaus and penalty too; default false */
  bool fill;                   /* if W leaves fewer than k paths, go on with W = 0; the paths so
                                  added are marked (pathfan_answer.filled; default false) */
  pathfan_splices splices;     /* default PATHFAN_SPLICES_AUTO */
  double snap;                 /* an end in an obstacle or off the map moves to the nearest free
                                  point within this many map units from which the other end can be
                                  reached, or if there is none to that of any component; not out
                                  of areas; 0 = never (default) */
  pathfan_effort effort;       /* default PATHFAN_EFFORT_FAST */
  pathfan_algorithm algorithm; /* default PATHFAN_ALGORITHM_INDEX */
  uint32_t without;            /* PATHFAN_WITHOUT_* of Polyanya; default 0 */
  double penalty;              /* factor of PATHFAN_ALGORITHM_PENALTY, > 1; default 1.4 */
  double max_bounded_stretch;  /* of any path but the first, >= 1; 0 = no bound (default) */
  double min_local_optimality; /* of any path but the first; 0 = no bound (default) */
  pathfan_objective objective; /* for index, cvpd and dissimilarity; default all zero */
  const pathfan_area *avoid;   /* [Size: avoid_count] no path touches any of these; default none */
  int32_t avoid_count;
  uint64_t work_limit; /* the most work, as pathfan_answer.work counts it; 0 = no limit (default) */
  const struct pathfan_trace *trace; /* is told what becomes of candidates; default NULL */
  double max_loop; /* X: no alternative turns back in plain sight: where two of its points see
                      each other, its part between them is at most X times their distance. >= 1;
                      0 = no bound; default 1.5. Sight is tested from every corner and from
                      every 24th of the shortest path's length. Binds index and dissimilarity;
                      without effect on a terrain */
  bool bind_loop;  /* X also binds cvpd, plateaus and penalty; default false */
  bool apart;      /* also measures pathfan_answer.apart and backup, which takes some 6% more time;
                      default false */
  const pathfan_obstacles *obstacles; /* more areas that no path touches, of the generation of the
                                         index that answers; borrowed; default NULL: none */
  bool snap_any; /* snap to the nearest free point of any component; on terrains always. Default
                    false */
  bool partial;  /* if the goal is blocked or in another component, answer as if it were at
                    pathfan_answer.nearest; default false */
  uint64_t reserved[7];
} pathfan_request;

PATHFAN_API void pathfan_request_init(pathfan_request *request);

/* Named sets of the fields that say which paths are worth having. */
typedef enum pathfan_preset {
  PATHFAN_PRESET_GAME = 0, /* the defaults */
  PATHFAN_PRESET_DISTINCT, /* the defaults with a dissimilarity of 0.8: fewer, farther apart */
  PATHFAN_PRESET_PAPER     /* as in the paper: no separation, no splices, loops allowed */
} pathfan_preset;

#define PATHFAN_PRESET_COUNT (PATHFAN_PRESET_PAPER + 1)

/* Sets dissimilarity, separation, separation_share, splices, max_loop, max_bounded_stretch and
 * min_local_optimality as the preset has them, and leaves the other fields. False, without effect:
 * there is no such preset. */
PATHFAN_API bool pathfan_request_preset(pathfan_request *request, pathfan_preset preset);

/* Returns the name: "game", "distinct", "paper". Static storage. */
PATHFAN_API const char *pathfan_preset_name(pathfan_preset preset);

typedef enum pathfan_outcome {
  PATHFAN_OUTCOME_OK = 0,         /* at least one path */
  PATHFAN_OUTCOME_NO_PATH,        /* the ends lie in unconnected parts, or areas separate them */
  PATHFAN_OUTCOME_START_BLOCKED,  /* from is inside an obstacle or area, or off the map */
  PATHFAN_OUTCOME_GOAL_BLOCKED,   /* to is inside an obstacle or area, or off the map */
  PATHFAN_OUTCOME_WORK_LIMIT,     /* the paths listed are correct, but more may exist */
  PATHFAN_OUTCOME_INVALID_REQUEST /* a field is out of range; pathfan_query_error says which */
} pathfan_outcome;

/* What blocks an end. */
typedef enum pathfan_blocked_by {
  PATHFAN_BLOCKED_BY_NOTHING = 0,
  PATHFAN_BLOCKED_BY_OBSTACLE, /* the end is inside one, or beside the map's free space */
  PATHFAN_BLOCKED_BY_BORDER,   /* the end lies off the map's extent */
  PATHFAN_BLOCKED_BY_AREA      /* the end is inside an area to avoid, or within its distance */
} pathfan_blocked_by;

/* Why an answer has fewer paths than wanted, if it has. */
typedef enum pathfan_reason {
  PATHFAN_REASON_COMPLETE = 0,  /* it has k paths */
  PATHFAN_REASON_NO_CANDIDATES, /* no via nodes were tried but those of the paths listed; a fast
                                   request by the index tries some via nodes, a thorough one all */
  PATHFAN_REASON_REJECTED,      /* all other candidates failed a test; see candidates */
  PATHFAN_REASON_WORK_LIMIT
} pathfan_reason;

/* Return the names used in JSON: "ok", "no_path", ...; "complete", ... Static storage. */
PATHFAN_API const char *pathfan_outcome_name(pathfan_outcome outcome);
PATHFAN_API const char *pathfan_reason_name(pathfan_reason reason);

/* Returns the name used in JSON: "nothing", "obstacle", "border", "area". Static storage. */
PATHFAN_API const char *pathfan_blocked_by_name(pathfan_blocked_by what);

/* What became of the candidates: `tried` is the sum of all other counts and of the alternatives in
 * the answer. */
typedef struct pathfan_candidates {
  int32_t tried, not_taut, too_long, too_similar, not_simple;
  int32_t unfit;    /* outside max_bounded_stretch or min_local_optimality, or refused by cost */
  int32_t entering; /* touch an area to avoid */
  int32_t too_near; /* different enough without the separation, but not with it */
  int32_t unjudged; /* not examined, since there were k paths already */
  int32_t looping;  /* turn back in plain sight (pathfan_request.max_loop) */
  int32_t reserved[6];
} pathfan_candidates;

/* ---- Why these paths ---- */

/* What became of a candidate. */
typedef enum pathfan_fate {
  PATHFAN_FATE_CHOSEN = 0, /* it is a path of the answer */
  PATHFAN_FATE_TOO_LONG,   /* this and the next ones as in pathfan_candidates */
  PATHFAN_FATE_NOT_TAUT,
  PATHFAN_FATE_TOO_SIMILAR,
  PATHFAN_FATE_TOO_NEAR,
  PATHFAN_FATE_NOT_SIMPLE,
  PATHFAN_FATE_UNFIT,
  PATHFAN_FATE_ENTERING,
  PATHFAN_FATE_KNOWN,  /* its path is the same as that of an earlier via node */
  PATHFAN_FATE_LOOPING /* as in pathfan_candidates */
} pathfan_fate;

/* Returns the name used in JSON: "chosen", "too_long", ... Static storage. */
PATHFAN_API const char *pathfan_fate_name(pathfan_fate fate);

/* A candidate and its fate. */
typedef struct pathfan_trace_event {
  pathfan_fate fate;
  bool has_via;
  bool spliced;                /* joined of two candidates that meet; it has no via node */
  bool filled;                 /* chosen without regard to W */
  pathfan_point via;           /* its via node, if has_via */
  int32_t rival;               /* the path that it is too similar or too near to, numbered in the
                                  order in which paths were chosen, path 1 being 0; -1: several
                                  paths, or none */
  int32_t point_count;         /* 0: it was discarded before its path was made */
  const pathfan_point *points; /* [Size: point_count] in the request's direction */
  double length;               /* of the path, map units; 0 if it has no points */
  pathfan_point loop[2];       /* of a LOOPING one: two points of its path that see each other, in
                                  the request's direction, with too long a part between them */
} pathfan_trace_event;
typedef pathfan_trace_event pathfan_told; /* its name before 0.1.0 */

/* Callbacks that hear what became of candidates, of each once, when the answer is known; they must
 * not use the query object. Splices discarded before their paths are made are not told, nor
 * candidates that aren't judged because there are enough paths, nor any on a terrain. The answer's
 * paths are the same as without a trace; counts of candidates may differ, since a short cut isn't
 * taken. pathfan-lite refuses a trace. */
typedef struct pathfan_trace {
  void (*tell)(void *context, const pathfan_trace_event *told); /* points live until it returns */
  void (*forget)(void *context, bool all);                      /* never called; may be NULL */
  void *context;                                                /* passed to both */
  uint64_t reserved[4];
} pathfan_trace;

/* What showed that path 1 is the shortest. */
typedef enum pathfan_proof {
  PATHFAN_PROOF_INDEX = 0, /* the index: its labels, or its mesh where that is quicker */
  PATHFAN_PROOF_SEARCH     /* an online search */
} pathfan_proof;

/* Returns the name used in JSON: "index", "search". Static storage. */
PATHFAN_API const char *pathfan_proof_name(pathfan_proof proof);

/* What an online search did. */
typedef struct pathfan_search_counts {
  int64_t expanded;  /* nodes taken from the queue and expanded */
  int64_t generated; /* nodes made, without the pruned ones */
  int64_t pruned;    /* nodes not made or not queued, by any of PATHFAN_WITHOUT_* */
  uint64_t reserved[1];
} pathfan_search_counts;

typedef struct pathfan_answer {
  pathfan_outcome outcome;
  pathfan_reason reason;
  pathfan_point from, to; /* the points used: rounded, perhaps snapped */
  bool from_snapped, to_snapped;
  int32_t path_count;
  const pathfan_path *paths; /* [Size: path_count] shortest first; the first is exactly shortest */
  pathfan_candidates candidates;
  pathfan_proof proof;           /* of path 1 */
  double stretch;                /* the epsilon applied */
  double dissimilarity;          /* the theta applied; 0: none */
  double separation;             /* the W applied, map units; 0: none */
  const double *apart;           /* [Size: path_count] share of each path's length that is farther
                                    than W from every other path, 0..1; 1 without other paths. NULL
                                    without W, or unless the request asks for it */
  const bool *filled;            /* [Size: path_count] whether each path was added without regard
                                    to W. NULL without W */
  double backup;                 /* share of path 1 that is farther than W from at least one other
                                    path: a closure anywhere in it leaves a way; 0 without W, or
                                    unless the request asks for it */
  uint64_t work;                 /* table look-ups, via nodes and corners of areas tried, or nodes
                                    expanded */
  pathfan_search_counts search;  /* of an online algorithm */
  uint32_t generation;           /* of the index, see pathfan_index_info; 0: of a map */
  pathfan_blocked_by blocked_by; /* what blocks the end that the outcome names; else nothing */
  double max_loop;               /* the X applied; 0: none */
  pathfan_point nearest; /* if has_nearest: of the points that can be reached from the start, the
                            one nearest to the goal, which is blocked or in another component. Not
                            on terrains; areas to avoid and obstacles of requests aren't regarded */
  bool has_nearest;
  bool partial; /* the request wanted it: `to` and the paths' last points are `nearest` */
} pathfan_answer;

/* Answers a request (paper, Algorithm 1). *answer belongs to query and lives until its next call.
 * Answers are identical from run to run and from thread to thread, and, except for direction, with
 * from and to swapped. Returns OK whenever there is an answer, whatever its outcome (also for an
 * invalid request); otherwise *answer is NULL. Errors: ARGUMENT for a NULL pointer, or if the
 * index, map or library lacks something that the algorithm needs; NO_MEMORY if scratch memory could
 * not grow (the query object stays usable); DAMAGED if a part of the index fails its check at first
 * use. pathfan_query_error has details. */
PATHFAN_API pathfan_status pathfan_query_paths(pathfan_query *query, const pathfan_request *request,
                                               const pathfan_answer **answer);

/* Returns a sentence about the last failed call on query, or about what is wrong with a request
 * whose outcome was INVALID_REQUEST; "" if the last call succeeded. query may be NULL, as that of a
 * call that failed for being given none. */
PATHFAN_API const char *pathfan_query_error(const pathfan_query *query);

/* Chooses one path of an answer by a seed: always the same one for the same seed and answer, each
 * path about equally often over seeds. Returns its number, -1 if the answer has no path. (The
 * paper's motive: units that are not predictable.) */
PATHFAN_API int32_t pathfan_answer_choose(const pathfan_answer *answer, uint64_t seed);

/* ---- Groups ---- */

/* How the paths of a unit are weighted. */
typedef enum pathfan_weights {
  PATHFAN_WEIGHTS_EQUAL = 0,
  PATHFAN_WEIGHTS_LENGTH /* 1 / length: the units on any path together travel about equally far */
} pathfan_weights;

#define PATHFAN_WEIGHTS_COUNT (PATHFAN_WEIGHTS_LENGTH + 1)

/* Returns the name: "equal", "length". Static storage. */
PATHFAN_API const char *pathfan_weights_name(pathfan_weights weights);

#define PATHFAN_SHARED_PATHS_MAX 16 /* no unit takes a path after these */

/* How units spread over their paths. A path gets units in proportion to its weight among the
 * weights of the unit's paths, and the units that take one path are spread over the list. Each unit
 * takes the path that is owed most; so its path depends on the seed, the unit and the units before
 * it in the list, and is the same from run to run. Over any contiguous part of the list, path i is
 * taken about as often as its weights, as shares of each unit's weights, add up to: with two paths
 * within one unit, with more within two. Zero the struct before use; pass it again to go on with a
 * list that is asked in parts. */
typedef struct pathfan_shares {
  uint64_t seed; /* the paths that the first units take depend on it */
  pathfan_weights weights;
  /* If not NULL, returns the weight of path `number` (0-based) of any unit instead. A weight that
     isn't finite or not above 0 counts as 0: no unit takes that path, unless all are 0: then the
     first path is taken. Must not use the query object. */
  double (*weight)(void *context, const pathfan_path *path, int32_t number);
  void *context;                         /* passed to weight */
  bool begun;                            /* private: owed is set up */
  double owed[PATHFAN_SHARED_PATHS_MAX]; /* private: units that each path should still get */
  uint64_t reserved[4];
} pathfan_shares;

/* Requests that share one end: many starts and one goal, or the reverse. */
typedef struct pathfan_group {
  pathfan_request request;     /* of every unit, except for the end that differs: it is ignored */
  bool has_one_start;          /* request.from is shared; default: request.to is */
  const pathfan_point *points; /* [Size: count] the other ends; may be NULL if count is 0 */
  size_t count;
  pathfan_shares *shares; /* a path is chosen for every unit; NULL: none is (default) */
  uint64_t reserved[4];
} pathfan_group;

/* Called with the answer to unit i, which equals that of pathfan_query_paths for it alone and lives
 * until the call returns. chosen: the path that the unit takes; -1: the answer has none, or the
 * group has no shares. May use the query object only for pathfan_query_error (what is wrong with an
 * INVALID_REQUEST) and to measure the paths. Returns false to stop: no more units. */
typedef bool (*pathfan_visit)(void *context, size_t i, const pathfan_answer *answer,
                              int32_t chosen);

/* Answers all units in order. With PATHFAN_ALGORITHM_INDEX the shared end is placed, and its view
 * and distances computed, only once; other algorithms repeat this for each unit. Memory does not
 * depend on the number of units. All answers are of one generation. Returns OK also if visit
 * stopped it, or there are no units. Errors: as for pathfan_query_paths; those of a unit come after
 * the visits of all units before it. */
PATHFAN_API pathfan_status pathfan_query_group(pathfan_query *query, const pathfan_group *group,
                                               pathfan_visit visit, void *context);

/* Measures a set of paths between the same two points, in either direction: those of an answer, or
 * any others whose points are free. each: [Size: count], may be NULL; *all: the worst of each
 * measure over the set, but the mean of length_ratio. Distances come from the index, or from
 * searches if there is none, and at points that are neither ends nor convex vertices; they ignore
 * areas to avoid. Lengths that differ by less than a billionth, or by less than the index
 * resolves, count as equal. Similarity assumes that paths are simple. Uses scratch memory of the
 * query object; its last answer stays valid. Errors: ARGUMENT (no paths, a point is blocked or not
 * reachable, ends differ, a terrain), NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_query_measure(pathfan_query *query, const pathfan_path *paths,
                                                 int32_t count, pathfan_measures *each,
                                                 pathfan_measures *all);

/* Like pathfan_query_measure, but with nearness at a separation of W map units, finite and >= 0,
 * instead of 2% of the shortest path's length. Errors: the same. */
PATHFAN_API pathfan_status pathfan_query_measure_at(pathfan_query *query, const pathfan_path *paths,
                                                    int32_t count, double separation,
                                                    pathfan_measures *each, pathfan_measures *all);

/* Computes how far a set of paths keeps apart at a separation, as pathfan_answer does for requests
 * with a separation: apart [Size: count] of each path, and *backup of the first. For paths that
 * were requested without one, or come from elsewhere. Otherwise like pathfan_query_measure_at. */
PATHFAN_API pathfan_status pathfan_query_apart(pathfan_query *query, const pathfan_path *paths,
                                               int32_t count, double separation, double *apart,
                                               double *backup);

/* Finds the length of the shortest path, on a terrain the cost of the cheapest: to the last bit
 * that of path 1 of pathfan_query_paths. For this the path is recovered, with an index up to 64
 * paths that tie; only their points aren't returned. Areas to avoid need pathfan_query_paths.
 * *length is set if *outcome is PATHFAN_OUTCOME_OK. */
PATHFAN_API pathfan_status pathfan_query_distance(pathfan_query *query, pathfan_point from,
                                                  pathfan_point to, double *length,
                                                  pathfan_outcome *outcome);

/* Finds the lengths from one point to many [Size: count]; lengths[i] is set if outcomes[i] is
 * PATHFAN_OUTCOME_OK. With an index the work at `from` is done once, except on a terrain; without
 * one each length takes a search. */
PATHFAN_API pathfan_status pathfan_query_distances(pathfan_query *query, pathfan_point from,
                                                   const pathfan_point *to, size_t count,
                                                   double *lengths, pathfan_outcome *outcomes);

/* Where a point lies and what it sees. */
typedef struct pathfan_sight {
  bool free;
  pathfan_point used;  /* the point, rounded */
  int32_t polygon;     /* that holds it; -1 if it is blocked */
  uint32_t generation; /* of the index */
  uint64_t reserved[4];
} pathfan_sight;

/* Lists the convex vertices that a point sees and whose obstacle doesn't face it, so that a path
 * from the point could pass them, in ascending order: writes at most `capacity` and sets *count to
 * how many there are. A vertex at the point itself isn't listed. The last answer of query stays
 * valid unless the index was reloaded. Errors: ARGUMENT (not finite, a map without an index, a
 * terrain), NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_query_visible(pathfan_query *query, pathfan_point point,
                                                 pathfan_sight *sight, int32_t *vertices,
                                                 int32_t capacity, int32_t *count);

/* Finds the free point nearest to `point` (itself if free) within `radius` map units; *found: there
 * is one. The last answer of query stays valid unless the index was reloaded. */
PATHFAN_API pathfan_status pathfan_query_nearest_free(pathfan_query *query, pathfan_point point,
                                                      double radius, pathfan_point *nearest,
                                                      bool *found);

#ifdef __cplusplus
}
#endif

#endif
