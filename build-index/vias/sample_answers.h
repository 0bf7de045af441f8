/* sample_answers.h - finds which of some via nodes are used by the answer to a request with the
 * preset game between the sources of two trees.
 *
 *   status = pf_sample_answers_init(&s, graph, ground);              once per thread
 *   status = pf_sample_answers_ask(&s, ends, vias, count, &used);
 *   pf_sample_answers_free(&s); */
#ifndef PF_BUILD_INDEX_VIAS_SAMPLE_ANSWERS_H
#define PF_BUILD_INDEX_VIAS_SAMPLE_ANSWERS_H

#include "base/stamp.h"
#include "flat_tree.h"
#include "format/request_defaults.h"
#include "geometry/corridor.h"
#include "mesh/loops.h"

/* Paths of an answer, the most via nodes tried, a bit each, and the most splices. */
enum { PF_SAMPLE_PATHS = PF_DEFAULT_PATHS, PF_SAMPLE_VIAS = 64, PF_SAMPLE_SPLICES = 256 };

/* Paths that others are compared with: no path is compared with the last one of an answer. */
enum { PF_SAMPLE_RIVALS = PF_SAMPLE_PATHS - 1 };

/* A path between the sources: its vertices, except those where it goes straight on. */
typedef struct pf_sample_way {
  struct pf_sample_stop *stops;
  int32_t count, capacity;
  uint64_t vias; /* via nodes it is made of */
  int32_t turn;  /* stop at its via node; 0: it goes straight on there */
  /* For parts only: */
  int32_t head, tail; /* legs in common with path 1 at its beginning and its end */
  /* How much of it up to each stop is near each of the first `summed` rivals, fixed-point steps;
     [Size: capacity] each. */
  double *near[PF_SAMPLE_RIVALS];
  int32_t near_capacity[PF_SAMPLE_RIVALS], summed;
} pf_sample_way;

/* A leg of parts, kept with the vertex that it leads to. */
typedef struct pf_sample_leg {
  int32_t before;     /* the vertex it comes from */
  int32_t part, stop; /* the newest part that has it, and its stop there */
  int32_t next;       /* the next leg to the same vertex; -1: none */
  int32_t told;       /* for how many rivals `near` is known */
  double near[PF_SAMPLE_RIVALS];
} pf_sample_leg;

/* A path waiting to be tried: one part up to its stop `leave`, then another from its stop `enter`
 * on, which is the same vertex. */
typedef struct pf_sample_splice {
  double length;
  uint64_t hash;
  int32_t head, leave, tail, enter;
} pf_sample_splice;

/* An end of a request, and its tree. */
typedef struct pf_sample_end {
  pf_flat_tree tree;
  int32_t source;
} pf_sample_end;

/* Scratch memory of one thread; zero it first. */
typedef struct pf_sample_answers {
  const pf_graph *graph;
  pf_loop_ground ground;
  pf_flat_tree tree[2];
  int32_t source[2];
  double limit, width; /* of path lengths; of corridors */
  pf_sample_way shortest, draft;
  pf_sample_way parts[PF_SAMPLE_VIAS];
  int32_t part_count;
  pf_sample_splice splices[PF_SAMPLE_SPLICES]; /* all made so far: those waiting first, */
  int32_t waiting, splice_count;               /* the shortest of these last */
  pf_stamp met;                                /* vertices on parts, whose `last` is valid */
  int32_t *last;                               /* [Size: n] the newest leg to each vertex */
  pf_sample_leg *legs;
  int32_t leg_count, leg_capacity;
  pf_fixed_point *points;
  int32_t point_capacity;
  pf_corridor taken[PF_SAMPLE_PATHS], corridor; /* corridors of accepted paths; of the draft */
  int32_t taken_count;
  pf_loops loops;
} pf_sample_answers;

/* graph and ground are borrowed. Errors: NO_MEMORY; free it then too. */
pathfan_status pf_sample_answers_init(pf_sample_answers *s, const pf_graph *graph,
                                      pf_loop_ground ground);

/* Finds the answer. *used: a bit for each of vias[0, count) that its alternatives use, as via nodes
 * or in splices; count <= PF_SAMPLE_VIAS. The sources must differ and reach each other.
 * Errors: NO_MEMORY. */
pathfan_status pf_sample_answers_ask(pf_sample_answers *s, const pf_sample_end ends[2],
                                     const int32_t *vias, int32_t count, uint64_t *used);

void pf_sample_answers_free(pf_sample_answers *s);

#endif
