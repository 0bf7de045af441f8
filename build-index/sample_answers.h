/* sample_answers.h - how requests are answered by default (pathfan_request_init) between the
 * sources of two trees, by the via nodes of a set: of which of them the answer is made.
 *
 *   status = pathfan_sample_answers_init(&s, graph, fraction_bits);              once a thread
 *   status = pathfan_sample_answers_ask(&s, &a, from, &b, to, vias, count, &used);
 *   pathfan_sample_answers_free(&s);
 */
#ifndef PATHFAN_BUILD_SAMPLE_ANSWERS_H
#define PATHFAN_BUILD_SAMPLE_ANSWERS_H

#include "base/stamp.h"
#include "flat_tree.h"
#include "geometry/corridor.h"

/* Paths that are asked for, and via nodes that are tried at most: a bit each. */
enum { PATHFAN_SAMPLE_PATHS = 3, PATHFAN_SAMPLE_VIAS = 32, PATHFAN_SAMPLE_SPLICES = 256 };

/* Paths that others are compared with: who completes an answer is compared no more. */
enum { PATHFAN_SAMPLE_RIVALS = PATHFAN_SAMPLE_PATHS - 1 };

/* A way between the sources: its vertices, those left out where it goes straight on. */
typedef struct pathfan_sample_way {
  struct pathfan_sample_stop *stops;
  int32_t count, capacity;
  uint32_t vias; /* that it is made of */
  /* Of a part: */
  int32_t head, tail; /* legs that are path 1's first and last ones, too */
  /* What of it up to each stop is near the first rivals, [Size: capacity] each, fixed-point steps;
     of the first `summed` of them. */
  double *near[PATHFAN_SAMPLE_RIVALS];
  int32_t near_capacity[PATHFAN_SAMPLE_RIVALS], summed;
} pathfan_sample_way;

/* A leg of parts, at the vertex that it leads to. */
typedef struct pathfan_sample_leg {
  int32_t before;     /* the vertex from which it comes */
  int32_t part, stop; /* the newest part that has it, and the number of its stop there */
  int32_t next;       /* another one that leads there; -1: none */
  int32_t told;       /* of how many rivals it is known what it has */
  double near[PATHFAN_SAMPLE_RIVALS];
} pathfan_sample_leg;

/* A way that waits: one part up to its stop `leave`, another one from its stop `enter` on, which is
 * the same vertex. */
typedef struct pathfan_sample_splice {
  double length;
  uint64_t hash;
  int32_t head, leave, tail, enter;
} pathfan_sample_splice;

/* Scratch of one thread; zero it first. */
typedef struct pathfan_sample_answers {
  const pathfan_graph *graph;
  int fraction_bits;
  pathfan_flat_tree tree[2];
  int32_t source[2];
  double limit, width; /* of lengths; of corridors */
  pathfan_sample_way shortest, draft;
  pathfan_sample_way parts[PATHFAN_SAMPLE_VIAS];
  int32_t part_count;
  pathfan_sample_splice splices[PATHFAN_SAMPLE_SPLICES]; /* made so far; first those that wait, */
  int32_t waiting, splice_count;                         /* the shortest last of these */
  pathfan_stamp met; /* vertices that parts come by, where `last` counts */
  int32_t *last;     /* [Size: n] the newest leg to a vertex */
  pathfan_sample_leg *legs;
  int32_t leg_count, leg_capacity;
  pathfan_fixed_point *points;
  int32_t point_capacity;
  pathfan_corridor taken[PATHFAN_SAMPLE_PATHS], corridor; /* of the paths; of the draft */
  int32_t taken_count;
} pathfan_sample_answers;

/* Errors: NO_MEMORY; free it then, too. */
pathfan_status pathfan_sample_answers_init(pathfan_sample_answers *s, const pathfan_graph *graph,
                                           int fraction_bits);

/* *used: a bit for each of vias[0, count) that alternatives are made of, as via nodes or by
 * splices; count <= PATHFAN_SAMPLE_VIAS. The sources aren't one, and reach each other. Errors:
 * NO_MEMORY. */
pathfan_status pathfan_sample_answers_ask(pathfan_sample_answers *s, const pathfan_flat_tree *a,
                                          int32_t from, const pathfan_flat_tree *b, int32_t to,
                                          const int32_t *vias, int32_t count, uint32_t *used);

void pathfan_sample_answers_free(pathfan_sample_answers *s);

#endif
