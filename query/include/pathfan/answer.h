/* pathfan/answer.h - the answer to a request, and the reasons for it. Part of pathfan/query.h. */
#ifndef PATHFAN_ANSWER_H
#define PATHFAN_ANSWER_H

#include "pathfan/request.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Why an answer has fewer paths than requested, if it has. */
typedef enum pathfan_reason {
  PATHFAN_REASON_COMPLETE = 0,  /* it has k paths */
  PATHFAN_REASON_NO_CANDIDATES, /* there were no other via nodes to try than those of the paths
                                   listed; a fast request tries some via nodes of the index, a
                                   thorough one all */
  PATHFAN_REASON_REJECTED,      /* all other candidates failed a test; see candidates */
  PATHFAN_REASON_WORK_LIMIT
} pathfan_reason;

/* Return the names used in JSON: "ok", "no_path", ...; "complete", ... Static storage. */
PATHFAN_API const char *pathfan_outcome_name(pathfan_outcome outcome);
PATHFAN_API const char *pathfan_reason_name(pathfan_reason reason);

/* Returns the name used in JSON: "nothing", "obstacle", "border", "area". Static storage. */
PATHFAN_API const char *pathfan_blocked_by_name(pathfan_blocked_by what);

/* What happened to the candidates: `tried` is the sum of all other counts and of the alternatives
 * in the answer. */
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

/* What happened to a candidate. */
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

/* A candidate and what happened to it. */
typedef struct pathfan_trace_event {
  pathfan_fate fate;
  bool has_via;
  bool spliced;                /* joined from two candidates that meet; it has no via node */
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
typedef pathfan_trace_event pathfan_told; /* its old name */

/* Callbacks that report what happened to each candidate, once, when the answer is known; they must
 * not use the query object. Not reported are splices discarded before their paths are made,
 * candidates that aren't judged because there are enough paths, and those on a terrain. The
 * answer's paths are the same as without a trace; counts of candidates may differ, since a short
 * cut isn't taken. pathfan-lite refuses a trace. */
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
                                    path: a closure anywhere in it leaves another path; 0 without W,
                                    or unless the request asks for it */
  uint64_t work;                 /* table look-ups, via nodes and corners of areas tried, or nodes
                                    expanded */
  pathfan_search_counts search;  /* of an online algorithm */
  uint32_t generation;           /* of the index, see pathfan_index_info; 0: of a map */
  pathfan_blocked_by blocked_by; /* what blocks the end that the outcome names; else nothing */
  double max_loop;               /* the X applied; 0: none */
  pathfan_point nearest; /* if has_nearest: of the points that can be reached from the start, the
                            one nearest to the goal, which is blocked or can't be reached. Not on
                            terrains. Takes account of areas to avoid and obstacles only if the
                            request is partial and an index answers */
  bool has_nearest;
  bool partial;     /* as requested: `to` and the paths' last points are `nearest` */
  bool gap_reached; /* path 1 is as close to the least cost as max_gap says; true on maps other than
                       terrains with areas. False: the search ended before that, at the work limit
                       (without one, at a hundred million pairs of intervals) or at the precision of
                       doubles */
  double radius;    /* if the request asks for a radius: the built one that answers; else 0 */
} pathfan_answer;

#ifdef __cplusplus
}
#endif

#endif
