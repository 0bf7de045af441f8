/* pathfan/request.h - a request: how many paths between two points, how different, and what they
 * keep out of. Part of pathfan/query.h. */
#ifndef PATHFAN_REQUEST_H
#define PATHFAN_REQUEST_H

#include "pathfan/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a request is answered. */
typedef enum pathfan_algorithm {
  PATHFAN_ALGORITHM_INDEX = 0, /* labels and via sets of an index; without via sets, its tables */
  PATHFAN_ALGORITHM_POLYANYA,  /* search over the mesh of a map or an index: the shortest path */
  PATHFAN_ALGORITHM_ASTAR,     /* A* over the cells of a grid map (not of an index), eight
                                  directions, no corner cutting: lengths are octile, the path joins
                                  centres of cells. The usual baseline */
  /* The competing methods, on the visibility graph of a map or an index with both ends
     inserted (paper, sections 2.3.2 and 3.1). The first request builds that graph. */
  PATHFAN_ALGORITHM_PLATEAUS,      /* the longest branches that the trees of both ends share */
  PATHFAN_ALGORITHM_DISSIMILARITY, /* via-paths in order of length, different enough */
  PATHFAN_ALGORITHM_PENALTY,       /* repeated shortest paths, with used edges made longer */
  PATHFAN_ALGORITHM_CVPD,          /* labels and tables of an index that was built with tables: the
                                      paper's Algorithm 1 */
  PATHFAN_ALGORITHM_TERRAIN /* search over a map with roads, rivers or rates: cheapest path */
} pathfan_algorithm;

#define PATHFAN_ALGORITHM_COUNT (PATHFAN_ALGORITHM_TERRAIN + 1)

/* Returns the name used in JSON: "index", "polyanya", "astar", "plateaus", "dissimilarity",
 * "penalty", "cvpd", "terrain". Static storage. */
PATHFAN_API const char *pathfan_algorithm_name(pathfan_algorithm algorithm);

/* Whether an algorithm answers from an index rather than by a search. */
static inline bool pathfan_algorithm_is_indexed(pathfan_algorithm algorithm) {
  return algorithm == PATHFAN_ALGORITHM_INDEX || algorithm == PATHFAN_ALGORITHM_CVPD;
}

/* Parts of Polyanya that can be switched off, to measure what each contributes; the length of the
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

/* How alternatives are chosen (paper, section 4.2.2): among all candidates within the bounds, the
 * one of least cost is taken first, then the one of least cost given that choice, and so on. Path 1
 * is the shortest in any case. */
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
  const char *floor;            /* name of the floor on which its points are, or its level as a
                                   number (pathfan/floors.h); NULL: they are in the plane */
  uint64_t reserved[3];
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
  bool bind_dissimilarity;     /* theta also applies to plateaus and penalty, whose definitions
                                  don't have it; default false */
  double separation;           /* W, map units: whatever runs within W of the other path counts as
                                  shared with it; finite, >= 0; default 0 */
  double separation_share;     /* W as a share of the shortest path's length, 0..1; default 0.02.
                                  The larger of the two applies; if both are 0, paths share only
                                  the points that they have in common (paper, section 2.2) */
  bool bind_separation;        /* W and theta also apply to plateaus and penalty; default false */
  bool fill;                   /* if W leaves fewer than k paths, go on with W = 0; the paths added
                                  so are marked (pathfan_answer.filled). Default false */
  pathfan_splices splices;     /* default PATHFAN_SPLICES_AUTO */
  double snap;                 /* map units: an end in an obstacle, in an area or off the map moves
                                  at most this far, to the nearest free point from which the other
                                  end can be reached, or, if there is none, to the nearest of any
                                  component. Ends move out of areas only if an index answers. 0 =
                                  never (default) */
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
  const struct pathfan_trace *trace; /* reports what happens to candidates; default NULL */
  double max_loop; /* X: no alternative turns back in plain sight: where two of its points see each
                      other, its part between them is at most X times their distance. >= 1; 0 = no
                      bound; default 1.5. Sight is tested from every corner and from every 24th of
                      the shortest path's length. Applies to index, dissimilarity and terrain, there
                      by cost, and to lines that pay no more for rivers than the part */
  bool bind_loop;  /* X also applies to cvpd, plateaus and penalty; default false */
  bool apart;      /* also measures pathfan_answer.apart and backup, which takes some 6% more time;
                      default false */
  const pathfan_obstacles *obstacles; /* more areas that no path touches, of the generation of the
                                         index that answers; borrowed; default NULL: none */
  bool snap_any; /* snap to the nearest free point of any component; on terrains always. Default
                    false */
  bool partial;  /* if the goal is blocked or can't be reached, answer as if it were at
                    pathfan_answer.nearest; default false */
  double radius; /* of the agent, map units: the least built radius that isn't smaller answers. 0
                    (default): the radius for which the index was opened. Calls without a request,
                    and measures, use the latter; for others see pathfan_query_at_radius */
  uint64_t link_flags; /* a link of the map can be used if these have all of its flags; default 0 */
  double from_level, to_level; /* if not NAN: `from` and `to` are points on the floors of these
                                  levels (pathfan/floors.h), and so are all points of the answer,
                                  each on the floor of its leg; if only one is NAN, it takes the
                                  value of the other. Default NAN: points are in the plane. On a
                                  surface in space they are heights: where polygons lie above each
                                  other, the one of the nearest height is meant, or without a height
                                  the highest */
  double max_gap; /* on a terrain with areas: how far the cost of path 1 may be above the least, as
                     a share of it, 1e-9 to 1; 0 = 1e-6 (default). Without effect elsewhere, where
                     the cost is the least */
  const char *const *floors; /* [Size: 2] names of the floors of `from` and `to`, which count before
                                their levels; each may be NULL. Default NULL: levels count */
  uint64_t reserved[1];
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

#ifdef __cplusplus
}
#endif

#endif
