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
 * Threads: an index may be shared by all threads. A query object holds the
 * scratch of one thread: create one per thread, reuse it for every request; once
 * warm it allocates nothing. After fork() a child may go on with the indexes it has
 * inherited, and with the query objects that no other thread was using just then;
 * they share the file's memory with the parent.
 *
 * Pointers are not NULL where nothing says that they may be. What opens, creates, asks
 * and reloads answers PATHFAN_ERR_ARGUMENT to one that is; what looks inside an index or
 * map doesn't check.
 *
 * Coordinates are map units, x right, y down; cell (x,y) of a grid map is the
 * square [x,x+1] x [y,y+1]. Obstacles are closed sets whose boundary may be
 * walked. Points are rounded to a fixed-point grid, 2^-fraction_bits of a unit
 * (see pathfan_index_info); what they see is decided exactly for the rounded
 * values, which are the first and last point of every path. Maps of polygons
 * are themselves rounded to a lattice (see `unit` there); a point that this
 * rounding has put inside an obstacle, by less than a unit and a half, counts as
 * on its boundary. */
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
typedef struct pathfan_query pathfan_query; /* the scratch of one thread */

typedef struct pathfan_point {
  double x, y; /* map units */
} pathfan_point;

/* ---- Opening ---- */

/* Opens the index at path; options (pathfan/open.h) may be NULL for the defaults.
 * On failure *index is NULL and error (may be NULL) names file and section.
 * Errors: IO, NO_MEMORY, ARGUMENT, NOT_INDEX, VERSION, DAMAGED. */
PATHFAN_API pathfan_status pathfan_index_open(const char *path, const pathfan_open_options *options,
                                              pathfan_index **index, pathfan_error *error);

/* Opens an index in memory, `bytes` bytes at `data`, which must stay as they are
 * until the index is closed; name stands for the path in messages. It is used in
 * place when data is 64-byte aligned; otherwise, or if the options say so, it is
 * copied and data may go. Errors: the same, but IO. */
PATHFAN_API pathfan_status pathfan_index_open_memory(const void *data, size_t bytes,
                                                     const char *name,
                                                     const pathfan_open_options *options,
                                                     pathfan_index **index, pathfan_error *error);

/* Closes the index; its query objects must be freed before. NULL is fine. */
PATHFAN_API void pathfan_index_close(pathfan_index *index);

/* ---- New generations ----
 *
 * A builder publishes by rename, so an open index goes on with the file that it
 * opened. A server that wants the new one asks now and then:
 *
 *   if (pathfan_index_is_stale(index)) status = pathfan_index_reload(index, &error);
 *
 * Windows lets nobody replace a file that is mapped: rename the old one first, or open with
 * private_copy. */

/* Whether another file lies at the index's path now than the one it reads; one that was
 * touched counts as another. False when there is none, or for an index in memory. A
 * relative path is looked up from the folder that the process is in now. About 1 us, 3 for
 * a private copy; any thread, any time. */
PATHFAN_API bool pathfan_index_is_stale(const pathfan_index *index);

/* Opens the file that lies at the index's path now, with the same options. All threads
 * go on answering from the old generation meanwhile; once the new one is open, each
 * query object moves to it with its next request (allocating new scratch), and the old
 * one is let go when the last has moved. Every answer is of one generation, and says of
 * which. OK without effect if the index isn't stale; after any failure (IO, NO_MEMORY,
 * NOT_INDEX, VERSION, DAMAGED; ARGUMENT for an index in memory) the old one stays. Any
 * thread; reloads of one index go one after the other. */
PATHFAN_API pathfan_status pathfan_index_reload(pathfan_index *index, pathfan_error *error);

/* ---- Asking ---- */

/* Creates the scratch for one thread; `index` must outlive it.
 * Errors: NO_MEMORY (*query is NULL then). For a map without an index: pathfan/map.h. */
PATHFAN_API pathfan_status pathfan_query_create(const pathfan_index *index, pathfan_query **query);
PATHFAN_API void pathfan_query_free(pathfan_query *query);

/* How a request is answered. */
typedef enum pathfan_algorithm {
  PATHFAN_ALGORITHM_INDEX = 0, /* labels and via sets of an index; in place of via sets its tables,
                                  where it has none */
  PATHFAN_ALGORITHM_POLYANYA,  /* search over the mesh of a map or an index: the shortest path */
  PATHFAN_ALGORITHM_ASTAR,     /* A* over the cells of a grid map (not of an index), eight
                                  directions, no corner cutting: lengths are octile, the path
                                  joins centres of cells. The yardstick of the field */
  /* The competing methods, on the visibility graph of a map or an index with both ends
     inserted (paper, sections 2.3.2 and 3.1). The first request builds that graph. */
  PATHFAN_ALGORITHM_PLATEAUS,      /* the longest branches that the trees of both ends share */
  PATHFAN_ALGORITHM_DISSIMILARITY, /* via-paths in order of length, different enough */
  PATHFAN_ALGORITHM_PENALTY,       /* shortest paths over and over, edges used growing longer */
  PATHFAN_ALGORITHM_CVPD,          /* labels and tables of an index that was built with tables: the
                                      paper's Algorithm 1 */
  PATHFAN_ALGORITHM_TERRAIN        /* search over a terrain, a map with roads and rivers: the
                                      cheapest path */
} pathfan_algorithm;

#define PATHFAN_ALGORITHM_COUNT (PATHFAN_ALGORITHM_TERRAIN + 1)

/* Names, as JSON has them: "index", "polyanya", "astar", "plateaus", "dissimilarity",
 * "penalty", "cvpd", "terrain". Static storage. */
PATHFAN_API const char *pathfan_algorithm_name(pathfan_algorithm algorithm);

/* Whether an algorithm reads an index, and searches nothing. */
static inline bool pathfan_algorithm_is_indexed(pathfan_algorithm algorithm) {
  return algorithm == PATHFAN_ALGORITHM_INDEX || algorithm == PATHFAN_ALGORITHM_CVPD;
}

/* What Polyanya can leave out, to measure what it is worth; the length of the
 * path is the same (polyanya-2017, section 3.4). */
enum {
  PATHFAN_WITHOUT_ROOT_HISTORY = 1, /* best length to each root */
  PATHFAN_WITHOUT_DEAD_ENDS = 2,    /* polygons with one neighbour are not entered */
  PATHFAN_WITHOUT_CUL_DE_SACS = 4,  /* nodes without successors are not queued */
  PATHFAN_WITHOUT_INTERMEDIATE = 8, /* a single successor is expanded at once */
  PATHFAN_WITHOUT_COMPONENTS = 16   /* no search between unconnected parts */
};

typedef enum pathfan_effort {
  PATHFAN_EFFORT_FAST = 0, /* via nodes from the CVPD^i tables (Algorithm 1) */
  PATHFAN_EFFORT_THOROUGH  /* where these give fewer than k paths, every convex vertex is tried
                              as a via node, by labels: never fewer paths than
                              PATHFAN_ALGORITHM_DISSIMILARITY finds */
} pathfan_effort;

/* What a part of a path of a terrain runs along. */
typedef enum pathfan_leg_kind {
  PATHFAN_LEG_OFF_ROAD = 0, /* over open ground */
  PATHFAN_LEG_ROAD,
  PATHFAN_LEG_BANK /* along a river, on one side of it */
} pathfan_leg_kind;

/* Names, as JSON has them: "off-road", "road", "bank". Static storage. */
PATHFAN_API const char *pathfan_leg_kind_name(pathfan_leg_kind kind);

/* A river crossed. */
typedef struct pathfan_crossing {
  const char *name;       /* the map's; NULL if it has none */
  double cost;            /* by a bridge 0 */
  int32_t feature;        /* number in the map's file, from 0 */
  int32_t bridge_feature; /* the same of the bridge, a point, by which it is crossed; -1: none */
  const char *bridge;     /* its name; NULL if it has none, or there is none */
  uint64_t reserved[2];
} pathfan_crossing;

/* A part of a path of a terrain: consecutive segments of one kind, along one feature. */
typedef struct pathfan_leg {
  pathfan_leg_kind kind;
  const char *name;    /* of the road or river that it runs along, the map's; NULL: none */
  int32_t feature;     /* its number in the map's file, from 0; -1: none */
  double rate;         /* cost per distance */
  double length;       /* map units */
  double cost;         /* crossings included */
  int32_t first, last; /* numbers of points of the path */
  int32_t crossing_count;
  const pathfan_crossing *crossings; /* [Size: crossing_count] in order */
  uint64_t reserved[4];
} pathfan_leg;

typedef struct pathfan_path {
  double length;               /* geometric, map units */
  int32_t point_count;         /* >= 1 */
  const pathfan_point *points; /* from, convex vertices and corners of areas to avoid,
                                  to; no straight interior points */
  double cost;                 /* of a terrain; else the length */
  int32_t leg_count;           /* of a terrain, >= 1 unless from is to; else 0 */
  const pathfan_leg *legs;     /* [Size: leg_count] in order; NULL without */
  uint64_t reserved[4];
} pathfan_path;

/* How good a path is among the paths it comes with (paper, section 2.2). */
typedef struct pathfan_measures {
  double bounded_stretch;  /* longest part between two of its points, compared with the shortest
                              way between them: >= 1, small is good */
  double local_optimality; /* length of its shortest part that isn't a shortest way, by the
                              shortest distance of the ends: large is good; 1 for a shortest path */
  double similarity;       /* to the one most like it: shared length by total length, 0..1;
                              0 without others */
  double length_ratio;     /* length by the shortest: >= 1 */
  double nearness;         /* as similarity, what runs within the separation of the other path
                              being shared too: >= similarity */
  uint64_t reserved[3];
} pathfan_measures;

/* What alternatives are chosen by (paper, section 4.2.2): of all candidates within
 * the bounds the one of least cost, then the one of least cost given that, and so
 * on. Path 1 is the shortest in any case. */
typedef struct pathfan_objective {
  /* cost = length x length_ratio + bounded_stretch x bounded stretch + similarity x
     similarity to the paths chosen so far + nearness x nearness to these - local_optimality x
     local optimality; finite, >= 0. All 0 (default): by length, which is Algorithm 1 itself and
     the fastest. */
  double length, bounded_stretch, similarity, local_optimality, nearness;
  /* If not NULL, gives the cost instead; INFINITY refuses the path. Called from
     pathfan_query_paths, must not use the query object; pure, or answers won't be
     the same from run to run. Candidates come with points as in an answer. */
  double (*cost)(void *context, const pathfan_path *path, const pathfan_measures *measures);
  void *context;
  uint64_t reserved[4];
} pathfan_objective;

/* An area to keep out of: closed, its boundary belongs to it. A circle is taken as
 * the regular polygon of 32 corners round it, at these 0.5% of the radius larger. Polygons are
 * simple: they have a surface, and no two sides meet but neighbours in their common corner; the
 * first corner may be repeated at the end. Areas may overlap each other and obstacles, and lie off
 * the map, but not farther off than 2^28 times `unit` (see pathfan_index_info).
 *
 * Paths keep a distance from areas: 2^-24 times `unit`, or 16
 * steps of the fixed-point grid where these are coarser, at corners up to twice that.
 * Nothing fits between an area and a wall, or two areas, that touch or are closer than
 * that: a rectangle drawn from wall to wall closes a corridor. A point within that
 * distance counts as inside. */
typedef struct pathfan_area {
  const pathfan_point *corners; /* [Size: corner_count] of a simple polygon, either winding */
  int32_t corner_count;         /* >= 3; 0: a circle */
  pathfan_point centre;         /* of a circle */
  double radius;                /* > 0 */
  uint64_t reserved[4];
} pathfan_area;

/* How many corners the polygons of a request may have together, and how many circles there may be.
 * Limits, because areas in the way take time: docs/decisions/avoid.md. */
#define PATHFAN_AVOID_CORNERS_MAX 1024
#define PATHFAN_AVOID_CIRCLES_MAX 1024

/* Whether two candidates that meet in a vertex are joined there to a third, one's way up to it and
 * the other's from it on. It turns only where one of them does, wraps what they wrap, and costs no
 * look-up. Of algorithm index. */
typedef enum pathfan_splices {
  PATHFAN_SPLICES_AUTO = 0, /* with a separation; without, candidates are the paper's */
  PATHFAN_SPLICES_NEVER,
  PATHFAN_SPLICES_ALWAYS
} pathfan_splices;

/* Names, as JSON has them: "auto", "never", "always". Static storage. */
PATHFAN_API const char *pathfan_splices_name(pathfan_splices splices);

/* One request. pathfan_request_init fills every field but from and to. Of a terrain stretch and
 * dissimilarity are of cost, and what is of lengths or of tables makes a request invalid: avoid,
 * objective, max_bounded_stretch, min_local_optimality, fill, splices always, tables, access,
 * without. */
typedef struct pathfan_request {
  pathfan_point from, to;      /* finite */
  int32_t paths;               /* k: how many paths are wanted, >= 1; default 3 */
  int32_t tables;              /* m: CVPD^1..CVPD^m are used where tables are; 0 = all in the index
                                  (default) */
  int32_t access;              /* N: at most that many visible vertices at each end look up via
                                  nodes in tables; 0 = all (default). Path 1 is shortest whatever N
                                  is */
  double stretch;              /* epsilon: no path longer than this times the shortest; >= 1;
                                  default 1.5 */
  double dissimilarity;        /* theta: any two paths differ by at least this, 0..1; default 0.6:
                                  1 - shared length by total length, with W below */
  bool bind_dissimilarity;     /* theta binds plateaus and penalty too; by their definition it
                                  doesn't (default false) */
  double separation;           /* W: what runs within W of the other path, map units, counts as
                                  shared with it; finite, >= 0; default 0 */
  double separation_share;     /* the same as a share of the shortest path's length, 0..1; default
                                  0.02. The larger of the two holds; where both are 0, paths share
                                  what they have in common to the point (paper, section 2.2) */
  bool bind_separation;        /* it binds plateaus and penalty too, and theta with it (default
                                  false) */
  bool fill;                   /* where that leaves fewer than k, go on with W = 0; such paths are
                                  marked (default false) */
  pathfan_splices splices;     /* default PATHFAN_SPLICES_AUTO */
  double snap;                 /* a blocked end moves to the nearest free point within this many
                                  units; 0 = never (default) */
  pathfan_effort effort;       /* default PATHFAN_EFFORT_FAST */
  pathfan_algorithm algorithm; /* default PATHFAN_ALGORITHM_INDEX */
  uint32_t without;            /* PATHFAN_WITHOUT_* of Polyanya; default 0 */
  double penalty;              /* factor of PATHFAN_ALGORITHM_PENALTY, > 1; default 1.4 */
  double max_bounded_stretch;  /* of any path but the first, >= 1; 0 = no bound (default) */
  double min_local_optimality; /* of any path but the first; 0 = no bound (default) */
  pathfan_objective objective; /* of index and dissimilarity; default all zero */
  const pathfan_area *avoid;   /* [Size: avoid_count] no path touches one; default none */
  int32_t avoid_count;
  uint64_t work_limit; /* at most that many table look-ups, via nodes and corners of areas;
                          0 = no limit */
  const struct pathfan_trace *trace; /* is told what becomes of candidates; default NULL: nobody */
  uint64_t reserved[11];
} pathfan_request;

PATHFAN_API void pathfan_request_init(pathfan_request *request);

typedef enum pathfan_outcome {
  PATHFAN_OUTCOME_OK = 0,         /* at least one path */
  PATHFAN_OUTCOME_NO_PATH,        /* the ends lie in different components, or areas to avoid
                                     separate them */
  PATHFAN_OUTCOME_START_BLOCKED,  /* from is inside an obstacle or area, or off the map */
  PATHFAN_OUTCOME_GOAL_BLOCKED,   /* the same of to */
  PATHFAN_OUTCOME_WORK_LIMIT,     /* what is listed is right, more may exist */
  PATHFAN_OUTCOME_INVALID_REQUEST /* a field is out of range; pathfan_query_error says which */
} pathfan_outcome;

/* What an end is blocked by. */
typedef enum pathfan_blocked_by {
  PATHFAN_BLOCKED_BY_NOTHING = 0,
  PATHFAN_BLOCKED_BY_OBSTACLE, /* it is inside one, or beside the map's free space */
  PATHFAN_BLOCKED_BY_BORDER,   /* it lies off the map's extent */
  PATHFAN_BLOCKED_BY_AREA      /* it is inside an area to avoid, or within its distance */
} pathfan_blocked_by;

/* Why fewer paths than wanted came back, or that they did not. */
typedef enum pathfan_reason {
  PATHFAN_REASON_COMPLETE = 0,  /* k paths */
  PATHFAN_REASON_NO_CANDIDATES, /* no via node besides those of the paths listed was tried: a
                                   fast request by the index tries some, a thorough one all */
  PATHFAN_REASON_REJECTED,      /* all others failed a test; see candidates */
  PATHFAN_REASON_WORK_LIMIT
} pathfan_reason;

/* Names, as JSON has them: "ok", "no_path", ...; "complete", ... Static storage. */
PATHFAN_API const char *pathfan_outcome_name(pathfan_outcome outcome);
PATHFAN_API const char *pathfan_reason_name(pathfan_reason reason);

/* Names, as JSON has them: "nothing", "obstacle", "border", "area". Static storage. */
PATHFAN_API const char *pathfan_blocked_by_name(pathfan_blocked_by what);

/* What became of candidates: the alternatives given and all but `tried` add up to `tried`. */
typedef struct pathfan_candidates {
  int32_t tried, not_taut, too_long, too_similar, not_simple;
  int32_t unfit;    /* outside max_bounded_stretch or min_local_optimality, refused by cost */
  int32_t entering; /* touch an area to avoid */
  int32_t too_near; /* different enough to the point, but not with the separation */
  int32_t unjudged; /* not looked at any more, since there were k paths */
  int32_t reserved[7];
} pathfan_candidates;

/* ---- Why these paths ---- */

/* What became of a candidate. */
typedef enum pathfan_fate {
  PATHFAN_FATE_CHOSEN = 0, /* it is a path of the answer */
  PATHFAN_FATE_TOO_LONG,   /* the rest as pathfan_candidates has them */
  PATHFAN_FATE_NOT_TAUT,
  PATHFAN_FATE_TOO_SIMILAR,
  PATHFAN_FATE_TOO_NEAR,
  PATHFAN_FATE_NOT_SIMPLE,
  PATHFAN_FATE_UNFIT,
  PATHFAN_FATE_ENTERING,
  PATHFAN_FATE_KNOWN /* it makes a path that another via node has made before */
} pathfan_fate;

/* Names, as JSON has them: "chosen", "too_long", ... Static storage. */
PATHFAN_API const char *pathfan_fate_name(pathfan_fate fate);

/* A candidate on which it was decided. */
typedef struct pathfan_told {
  pathfan_fate fate;
  bool has_via;
  bool spliced;                /* joined of two candidates that meet; it has no via node */
  bool filled;                 /* taken without regard to W */
  pathfan_point via;           /* its via node */
  int32_t rival;               /* of what is too similar or too near: to which path, counted as they
                                  were chosen, path 1 being 0; -1: to several, or none */
  int32_t point_count;         /* 0: it fell out before its path was made */
  const pathfan_point *points; /* [Size: point_count] in the request's direction */
  double length;               /* of these, map units; 0 without */
  uint64_t reserved[4];
} pathfan_told;

/* Who is told, in order, while the request is answered; must not use the query object. Neither
 * is told of splices that fall out before their paths are made, of what isn't judged since there
 * are enough, nor on a terrain. The paths of the answer are the same as without a trace; candidates
 * may be counted otherwise, since a short cut isn't taken. pathfan-lite refuses a trace. */
typedef struct pathfan_trace {
  void (*tell)(void *context, const pathfan_told *told); /* points live until it returns */
  /* A choice begins anew: what was told of candidates with points holds no longer, nor, if `all`,
     what was told of the others. */
  void (*forget)(void *context, bool all);
  void *context; /* of both */
  uint64_t reserved[4];
} pathfan_trace;

/* What showed that path 1 is the shortest. */
typedef enum pathfan_proof {
  PATHFAN_PROOF_INDEX = 0, /* the index: its labels, or its mesh where that is sooner asked */
  PATHFAN_PROOF_SEARCH     /* an online search */
} pathfan_proof;

/* Names, as JSON has them: "index", "search". Static storage. */
PATHFAN_API const char *pathfan_proof_name(pathfan_proof proof);

/* What an online search did. */
typedef struct pathfan_search_counts {
  int64_t expanded;  /* nodes taken from the queue and expanded */
  int64_t generated; /* nodes made, the pruned ones not counted */
  int64_t pruned;    /* nodes not made or not queued, by any of PATHFAN_WITHOUT_* */
  uint64_t reserved[1];
} pathfan_search_counts;

typedef struct pathfan_answer {
  pathfan_outcome outcome;
  pathfan_reason reason;
  pathfan_point from, to; /* the values used: rounded, perhaps snapped */
  bool from_snapped, to_snapped;
  int32_t path_count; /* paths, shortest first; the first is exactly shortest */
  const pathfan_path *paths;
  pathfan_candidates candidates;
  pathfan_proof proof;           /* of path 1 */
  double stretch;                /* epsilon that held */
  double dissimilarity;          /* theta that held; 0: none */
  double separation;             /* W that held, map units; 0: none */
  const double *apart;           /* with W, of each path: share of its length farther than W from
                                    every other path, 0..1; 1 without others. NULL without W */
  const bool *filled;            /* the same: whether it was filled in, without regard to W */
  double backup;                 /* share of path 1 farther than W from at least one other path: so
                                    much of it can be closed, at any one place, and a way is left; 0 without W */
  uint64_t work;                 /* table look-ups, via nodes and corners spent, or nodes
                                    expanded */
  pathfan_search_counts search;  /* of an online algorithm */
  uint32_t generation;           /* of the index, see pathfan_index_info; 0: of a map */
  pathfan_blocked_by blocked_by; /* the end that the outcome names; else nothing */
} pathfan_answer;

/* Answers a request (paper, Algorithm 1). *answer belongs to query and lives
 * until its next call. Identical from run to run, thread to thread, and with
 * from and to swapped but for direction.
 * Returns OK whenever an answer was made, whatever its outcome (also for an
 * invalid request); NO_MEMORY if scratch could not grow (the query stays
 * usable); DAMAGED if a table first used now fails its check (*error text via
 * pathfan_query_error). */
PATHFAN_API pathfan_status pathfan_query_paths(pathfan_query *query, const pathfan_request *request,
                                               const pathfan_answer **answer);

/* The sentence of the last failed call on query, or what is wrong with a request whose
 * outcome was INVALID_REQUEST; "" if the last call did well. */
PATHFAN_API const char *pathfan_query_error(const pathfan_query *query);

/* A seeded choice of one path of an answer: the same for the same seed and
 * answer, each path about equally often over seeds. -1 if it has no path.
 * (The paper's motive: units that are not predictable.) */
PATHFAN_API int32_t pathfan_answer_choose(const pathfan_answer *answer, uint64_t seed);

/* ---- Groups ---- */

/* What the paths of a unit weigh. */
typedef enum pathfan_weights {
  PATHFAN_WEIGHTS_EQUAL = 0,
  PATHFAN_WEIGHTS_LENGTH /* 1 / length: the units of each way then go about as far in sum */
} pathfan_weights;

#define PATHFAN_WEIGHTS_COUNT (PATHFAN_WEIGHTS_LENGTH + 1)

/* Names: "equal", "length". Static storage. */
PATHFAN_API const char *pathfan_weights_name(pathfan_weights weights);

#define PATHFAN_SHARED_PATHS_MAX 16 /* paths after these are given to nobody */

/* How units spread over their paths: a path gets as many as its weight says of all weights of the
 * unit, and the units that take one are spread over the list. Each unit takes the path that is
 * owed most, so which one that is hangs on the seed, the unit and those before it in the list, and
 * is the same from run to run. Over any part of the list that stands together, path i is taken
 * about as often as the units' weights sum up to: of two paths less than one unit off, of more
 * less than two. Zero first; the same struct goes on with a list that is asked in parts. */
typedef struct pathfan_shares {
  uint64_t seed; /* where the turns begin */
  pathfan_weights weights;
  /* If not NULL, gives the weight of path `number` (0-based) instead, in any unit. What isn't
     finite or not above 0 counts as 0: nobody takes that path, but if all are 0 the first. Must
     not use the query object. */
  double (*weight)(void *context, const pathfan_path *path, int32_t number);
  void *context;
  bool begun;                            /* the library's: the turns have begun */
  double owed[PATHFAN_SHARED_PATHS_MAX]; /* the library's: units that a path should have had */
  uint64_t reserved[4];
} pathfan_shares;

/* Requests that have one end in common: many starts and one goal, or the reverse. */
typedef struct pathfan_group {
  pathfan_request request;     /* of every unit, but for one end, which may be anything */
  bool has_one_start;          /* request.from is common; default request.to */
  const pathfan_point *points; /* [Size: count] the other ends; NULL if there are none */
  size_t count;
  pathfan_shares *shares; /* a path is chosen for every unit; NULL: none (default) */
  uint64_t reserved[4];
} pathfan_group;

/* Takes the answer to unit i: the very one that pathfan_query_paths gives to it alone. chosen: the
 * path that it takes; -1: it has none, or no shares were asked for. The answer lives until this
 * returns. Of the query object it may ask the error (what is wrong with an INVALID_REQUEST), and
 * have the paths measured. False: no more units. */
typedef bool (*pathfan_visit)(void *context, size_t i, const pathfan_answer *answer,
                              int32_t chosen);

/* Answers all units in order. With PATHFAN_ALGORITHM_INDEX the common end is placed, seen from and
 * measured from once; other algorithms do all of it for each unit. Memory doesn't hang on the
 * number of units. All answers are of one generation. Returns OK also when visit said false, or
 * there were no units. Errors: as of pathfan_query_paths, those of a unit after the visits of the
 * ones before. */
PATHFAN_API pathfan_status pathfan_query_group(pathfan_query *query, const pathfan_group *group,
                                               pathfan_visit visit, void *context);

/* Measures a set of paths between the same two points, either way round: an answer's, or
 * others whose points are free. each: [Size: count], may be NULL; *all: the worst of each
 * measure over the set, the mean of length_ratio. Distances come from the index, without
 * one, and from points that are neither ends nor convex vertices, from searches. They are
 * those of the map: areas to avoid count for nothing. Lengths that differ by less than a
 * billionth, or than the index tells apart, count as equal. Similarity takes paths for
 * simple. Uses scratch of the query object; its last answer stays as it is. Errors:
 * ARGUMENT (no paths, a point is blocked or not reachable, ends differ, a terrain), NO_MEMORY,
 * DAMAGED. */
PATHFAN_API pathfan_status pathfan_query_measure(pathfan_query *query, const pathfan_path *paths,
                                                 int32_t count, pathfan_measures *each,
                                                 pathfan_measures *all);

/* The same with nearness at a separation of W map units, finite and >= 0, where
 * pathfan_query_measure has 2% of the shortest path's length. Errors: the same. */
PATHFAN_API pathfan_status pathfan_query_measure_at(pathfan_query *query, const pathfan_path *paths,
                                                    int32_t count, double separation,
                                                    pathfan_measures *each, pathfan_measures *all);

/* How far a set of paths keeps apart at a separation, as the answer of a request with it says of
 * its own: apart of each [Size: count], and backup of the set, by its first path. For paths that
 * were asked for without, or come from elsewhere. The rest is as of pathfan_query_measure_at. */
PATHFAN_API pathfan_status pathfan_query_apart(pathfan_query *query, const pathfan_path *paths,
                                               int32_t count, double separation, double *apart,
                                               double *backup);

/* Length of the shortest path, of a terrain the cost of the cheapest: that of path 1 of
 * pathfan_query_paths, to the last bit. The path is recovered for it, and where an index knows
 * several as short up to 64 of them; only the points aren't handed out. Areas to avoid are the
 * business of pathfan_query_paths. *length is set when *outcome is PATHFAN_OUTCOME_OK. */
PATHFAN_API pathfan_status pathfan_query_distance(pathfan_query *query, pathfan_point from,
                                                  pathfan_point to, double *length,
                                                  pathfan_outcome *outcome);

/* Lengths from one point to many [Size: count]; outcomes[i] says whether lengths[i] was set.
 * With an index the work at `from` is done once, but of a terrain; without one each length is a
 * search. */
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

/* The convex vertices that a point of an index sees and whose obstacle doesn't face it, so
 * that somebody coming from it could pass them: ascending, at most `capacity` are written,
 * *count is how many there are. The vertex where the point stands isn't among them. The
 * last answer of query stays as it is. Errors: ARGUMENT (not finite, a map without an
 * index, a terrain), NO_MEMORY, DAMAGED. */
PATHFAN_API pathfan_status pathfan_query_visible(pathfan_query *query, pathfan_point point,
                                                 pathfan_sight *sight, int32_t *vertices,
                                                 int32_t capacity, int32_t *count);

/* The free point nearest to `point` (itself when free), if one lies within
 * `radius` units: *found says so. */
PATHFAN_API pathfan_status pathfan_query_nearest_free(pathfan_query *query, pathfan_point point,
                                                      double radius, pathfan_point *nearest,
                                                      bool *found);

#ifdef __cplusplus
}
#endif

#endif
