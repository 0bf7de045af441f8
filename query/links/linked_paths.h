/* linked_paths.h - paths made of walks and links, and the choice of some that differ.
 *
 *   pf_linked_paths_begin(&paths, steps);
 *   status = pf_linked_path_begin(&paths);                          a path
 *   status = pf_linked_path_walk(&paths, points, count, turned, length);
 *   status = pf_linked_path_link(&paths, link, back, cost);            and so on
 *   status = pf_linked_path_end(&paths);
 *   status = pf_linked_paths_choose(&paths, below, wanted);         of those that cost less
 *
 * Two paths share what runs within the separation of the other one, as other paths do
 * (choose/difference.h); a link that both use is shared by its cost. */
#ifndef PF_QUERY_LINKS_LINKED_PATHS_H
#define PF_QUERY_LINKS_LINKED_PATHS_H

#include "query/choose/difference.h"

/* A part of a path: a walk, or a link. */
typedef struct pf_linked_part {
  int32_t first, last; /* points of the path: a walk's, or the two ends of a link */
  int32_t link;        /* its number; -1: a walk */
  bool back;           /* from the link's second end to its first */
  double cost;         /* map units; a walk's length */
} pf_linked_part;

/* A path; its points are those of the track of the same number. */
typedef struct pf_linked_path {
  double cost, length; /* map units; length: of all walks */
  int32_t first_part, part_count;
  bool is_judged, is_too_near;
} pf_linked_path;

/* Scratch of one thread; zero it first. */
typedef struct pf_linked_paths {
  pf_difference difference;
  double steps;           /* of the fixed-point grid in a map unit */
  pf_tracks tracks;       /* [Size: tracks.count] their points; their corridors have walks only */
  pf_linked_path *of;     /* [Size: tracks.count] */
  pf_linked_part *parts;  /* of all paths */
  int32_t *order;         /* [Size: tracks.count] paths by cost, of equal ones the first found */
  int32_t *taken;         /* [Size: taken_count] in the order of choice */
  bool *filled;           /* [Size: taken_count] */
  pf_fixed_point *points; /* of the path being made */
  bool awaits_walk;       /* its last part is a link whose far end isn't among them yet */
  int32_t of_capacity, part_count, part_capacity, order_capacity, taken_count, taken_capacity,
      filled_capacity, point_count, point_capacity;
  int32_t too_similar, too_near; /* how many were refused */
} pf_linked_paths;

/* Begins without paths. The difference must be set before paths are chosen. */
void pf_linked_paths_begin(pf_linked_paths *paths, double steps);

/* Errors of all: NO_MEMORY. */
pathfan_status pf_linked_path_begin(pf_linked_paths *paths);
/* Goes along points, the last one first if turned, from where the path has come to; a walk of one
 * point goes nowhere. length: map units. */
pathfan_status pf_linked_path_walk(pf_linked_paths *paths, const pf_fixed_point *points,
                                   int32_t count, bool turned, double length);
/* Uses a link; a walk must follow, which begins at its other end. cost: map units. */
pathfan_status pf_linked_path_link(pf_linked_paths *paths, int32_t link, bool back, double cost);
pathfan_status pf_linked_path_end(pf_linked_paths *paths);

/* Returns what two paths share by what both have, 0..1; near: within the separation. */
double pf_linked_paths_similarity(pf_linked_paths *paths, int32_t a, int32_t b, bool near);

/* Takes, in order of cost, paths that cost less than `below` and differ from all taken ones, until
 * there are `wanted`. Each path is judged once. */
pathfan_status pf_linked_paths_choose(pf_linked_paths *paths, double below, int32_t wanted);

/* Takes some that were too near, if they are dissimilar without regard to the separation. */
pathfan_status pf_linked_paths_fill(pf_linked_paths *paths, int32_t wanted);

void pf_linked_paths_free(pf_linked_paths *paths);

#endif
