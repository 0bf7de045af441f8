/* courses.h - paths to walk, as straight pieces of one cell each, shared by the agents that walk
 * them.
 *
 *   status = pf_course_make(&courses, &cells, points, ways, count, &course);     held once
 *   pf_course_hold(&courses, course);
 *   pf_course_drop(&courses, course);                       the last one recycles it
 *   pf_courses_free(&courses); */
#ifndef PF_CROWD_COURSES_H
#define PF_CROWD_COURSES_H

#include "crowd/cells.h"
#include "crowd/links.h"

typedef struct pf_course_piece {
  double end;       /* distance from the start of the course */
  pathfan_point at; /* its end */
  int32_t cell;     /* of a link the one at its end */
  int32_t way;      /* over a link (links.h), which isn't walked straight; -1: none */
  bool is_turn;     /* it ends at a point that the course was made of */
} pf_course_piece;

typedef struct pf_course {
  pf_course_piece *pieces; /* [Size: count] */
  pathfan_point start;
  int32_t count, capacity;
  double length;
  int32_t first_out; /* the piece that leaves the first cell; the last one if none does */
  int32_t holders;   /* 0: free for reuse */
  int32_t next;      /* next free course; -1: none */
  int32_t place;     /* the goal that it leads to, of the flow's; set by the caller */
} pf_course;

/* Must be zeroed first. */
typedef struct pf_courses {
  pf_course *list;
  int32_t count, capacity;
  int32_t spare; /* 1 + the first free course; 0: none */
  const pf_floor *floor;
  double off;                  /* > 0: points on walls are moved so far into free space */
  const pf_crowd_links *links; /* NULL: none */
} pf_courses;

/* Makes the course along points [Size: count >= 1]; each must see the next, or a way over a link
 * lead there. ways [Size: count]: of each point to the next, or -1; NULL: none. Errors:
 * NO_MEMORY. */
pathfan_status pf_course_make(pf_courses *courses, const pf_cells *cells,
                              const pathfan_point *points, const int32_t *ways, int32_t count,
                              int32_t *course);

static inline void pf_course_hold(pf_courses *courses, int32_t course) {
  courses->list[course].holders++;
}

void pf_course_drop(pf_courses *courses, int32_t course);

void pf_courses_free(pf_courses *courses);

#endif
