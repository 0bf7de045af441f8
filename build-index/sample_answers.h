/* sample_answers.h - finds which via nodes of a set are used by the answer to a request with
 * default options (pathfan_request_init) between the sources of two trees.
 *
 *   status = pathfan_sample_answers_init(&s, graph, fraction_bits);              once per thread
 *   status = pathfan_sample_answers_ask(&s, &a, from, &b, to, vias, count, &used);
 *   pathfan_sample_answers_free(&s); */
#ifndef PATHFAN_BUILD_SAMPLE_ANSWERS_H
#define PATHFAN_BUILD_SAMPLE_ANSWERS_H

#include "base/stamp.h"
#include "flat_tree.h"
#include "geometry/corridor.h"

/* Paths of an answer, and the most via nodes tried: a bit each. */
enum { PATHFAN_SAMPLE_PATHS = 3, PATHFAN_SAMPLE_VIAS = 32, PATHFAN_SAMPLE_SPLICES = 256 };

/* Paths that others are compared with: no path is compared with the last one of an answer. */
enum { PATHFAN_SAMPLE_RIVALS = PATHFAN_SAMPLE_PATHS - 1 };

/* A path between the sources: its vertices, except those where it goes straight on. */
typedef struct pathfan_sample_way {
  struct pathfan_sample_stop *stops;
  int32_t count, capacity;
  uint32_t vias; /* via nodes it is made of */
  /* For parts only: */
  int32_t head, tail; /* legs in common with path 1 at its beginning and its end */
  /* How much of it up to each stop is near each of the first `summed` rivals, fixed-point steps;
     [Size: capacity] each. */
  double *near[PATHFAN_SAMPLE_RIVALS];
  int32_t near_capacity[PATHFAN_SAMPLE_RIVALS], summed;
} pathfan_sample_way;

/* A leg of parts, kept with the vertex that it leads to. */
typedef struct pathfan_sample_leg {
  int32_t before;     /* the vertex it comes from */
  int32_t part, stop; /* the newest part that has it, and its stop there */
  int32_t next;       /* the next leg to the same vertex; -1: none */
  int32_t told;       /* for how many rivals `near` is known */
  double near[PATHFAN_SAMPLE_RIVALS];
} pathfan_sample_leg;

/* A path waiting to be tried: one part up to its stop `leave`, then another from its stop `enter`
 * on, which is the same vertex. */
typedef struct pathfan_sample_splice {
  double length;
  uint64_t hash;
  int32_t head, leave, tail, enter;
} pathfan_sample_splice;

/* Scratch memory of one thread; zero it first. */
typedef struct pathfan_sample_answers {
  const pathfan_graph *graph;
  int fraction_bits;
  pathfan_flat_tree tree[2];
  int32_t source[2];
  double limit, width; /* of path lengths; of corridors */
  pathfan_sample_way shortest, draft;
  pathfan_sample_way parts[PATHFAN_SAMPLE_VIAS];
  int32_t part_count;
  pathfan_sample_splice splices[PATHFAN_SAMPLE_SPLICES]; /* all made so far: those waiting first, */
  int32_t waiting, splice_count;                         /* the shortest of these last */
  pathfan_stamp met; /* vertices on parts, whose `last` is valid */
  int32_t *last;     /* [Size: n] the newest leg to each vertex */
  pathfan_sample_leg *legs;
  int32_t leg_count, leg_capacity;
  pathfan_fixed_point *points;
  int32_t point_capacity;
  pathfan_corridor taken[PATHFAN_SAMPLE_PATHS],
      corridor; /* corridors of accepted paths; of the draft */
  int32_t taken_count;
} pathfan_sample_answers;

/* Errors: NO_MEMORY; free it then too. */
pathfan_status pathfan_sample_answers_init(pathfan_sample_answers *s, const pathfan_graph *graph,
                                           int fraction_bits);

/* Finds the answer. *used: a bit for each of vias[0, count) that its alternatives use, as via nodes
 * or in splices; count <= PATHFAN_SAMPLE_VIAS. The sources must differ and reach each other.
 * Errors: NO_MEMORY. */
pathfan_status pathfan_sample_answers_ask(pathfan_sample_answers *s, const pathfan_flat_tree *a,
                                          int32_t from, const pathfan_flat_tree *b, int32_t to,
                                          const int32_t *vias, int32_t count, uint32_t *used);

void pathfan_sample_answers_free(pathfan_sample_answers *s);

#endif
