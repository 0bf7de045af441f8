/* taut.h - makes a way taut: none of its bends can be cut, and no part of it is a detour.
 *
 *   taut.loop = 1.5;
 *   status = pf_tauten(&taut, &way);         a way that was straightened (way.h)
 *   pf_taut_free(&taut); */
#ifndef PF_WEIGHTED_TAUT_H
#define PF_WEIGHTED_TAUT_H

#include "weighted/way.h"

/* A place on a way. */
typedef struct pf_taut_spot {
  pf_xy at;
  double cost, length; /* of the way up to there; links have no length */
  double toll;         /* what it paid to cross rivers */
  int32_t leg;         /* on which it lies */
  bool is_stop;        /* it is the one at which that begins */
} pf_taut_spot;

/* Zero it first. */
typedef struct pf_taut {
  double loop;    /* a part may cost so many times the straight way, 1 or more; 0: any */
  uint64_t pairs; /* of a face and an edge that straight ways looked at; counted on */

  pf_taut_spot *stops; /* [Size: the way's stops] */
  pf_taut_spot *spots; /* between all of which straight ways are tried */
  int32_t *bends;      /* stops at which the way turns */
  pf_way line;         /* the straight way: stops between its spots */
  pf_way next;         /* the way with the straight part */
  int32_t spot_count, bend_count, stop_capacity, spot_capacity, bend_capacity;
} pf_taut;

/* Errors: NO_MEMORY. */
pathfan_status pf_tauten(pf_taut *taut, pf_way *way);

void pf_taut_free(pf_taut *taut);

#endif
