/* passages.h - edges that lead through openings: between convex vertices, from jambs, and from any
 * point. */
#ifndef PF_QUERY_OBSTACLES_PASSAGES_H
#define PF_QUERY_OBSTACLES_PASSAGES_H

#include "breach_sight.h"
#include "obstacle.h"

/* An edge between two convex vertices through an opening, in one direction. */
typedef struct pf_passage {
  int32_t from, to;
  int64_t length;
} pf_passage;

enum { PF_LOOKOUTS = 2 };

/* What is seen through openings. */
typedef struct pf_passages {
  int32_t *seers; /* the convex vertices that may see a mouth, ascending */
  int32_t seer_count;
  pf_passage *list; /* by from, then to */
  int32_t count;
  pf_corner_view jambs; /* as corners, with all their edges */
  int32_t *lookouts;    /* [Size: 2 * PF_LOOKOUTS a mouth] vertices near it; the first half of them
                           sees its first point, the second half the other; -1: none */
  double reach;         /* how far they are from the middle of the breach's box */
} pf_passages;

/* Finds what is seen through openings. Errors: NO_MEMORY, DAMAGED; *made is NULL then. */
pathfan_status pf_passages_make(const pf_breach *breach, const pf_index_view *view, pf_look *look,
                                pf_passages **made);
void pf_passages_free(pf_passages *passages);

/* Vertices that a point sees through openings, and from which a path may pass them tautly. */
typedef struct pf_seen_through {
  int32_t *vertex;
  int64_t *length;
  int32_t count, vertex_capacity, length_capacity;
} pf_seen_through;

/* Adds those of a point. Errors: NO_MEMORY. */
pathfan_status pf_passages_look(const pf_passages *passages, const pf_breach *breach,
                                const pf_index_view *view, pf_station from, pf_seen_through *seen);

/* Returns the first passage from a vertex or, if there is none, from a later one. */
const pf_passage *pf_passages_from(const pf_passages *passages, int32_t vertex);

#endif
