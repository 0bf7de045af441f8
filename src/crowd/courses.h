/* courses.h - paths to walk, as straight pieces of one cell each, shared by the agents that walk
 * them.
 *
 *   status = pathfan_course_make(&courses, &cells, points, count, &course);     held once
 *   pathfan_course_hold(&courses, course);
 *   pathfan_course_drop(&courses, course);                       the last one recycles it
 *   pathfan_courses_free(&courses); */
#ifndef PATHFAN_CROWD_COURSES_H
#define PATHFAN_CROWD_COURSES_H

#include "crowd/cells.h"

typedef struct pathfan_piece {
  double end;       /* distance from the start of the course */
  pathfan_point at; /* its end */
  int32_t cell;
} pathfan_piece;

typedef struct pathfan_course {
  pathfan_piece *pieces; /* [Size: count] */
  pathfan_point start;
  int32_t count, capacity;
  double length;
  int32_t first_out; /* the piece that leaves the first cell; the last one if none does */
  int32_t holders;   /* 0: free for reuse */
  int32_t next;      /* next free course; -1: none */
} pathfan_course;

/* Must be zeroed first. */
typedef struct pathfan_courses {
  pathfan_course *list;
  int32_t count, capacity;
  int32_t spare; /* 1 + the first free course; 0: none */
} pathfan_courses;

/* Makes the course along points [Size: count >= 1]; each must see the next. Errors: NO_MEMORY. */
pathfan_status pathfan_course_make(pathfan_courses *courses, const pathfan_cells *cells,
                                   const pathfan_point *points, int32_t count, int32_t *course);

static inline void pathfan_course_hold(pathfan_courses *courses, int32_t course) {
  courses->list[course].holders++;
}

void pathfan_course_drop(pathfan_courses *courses, int32_t course);

void pathfan_courses_free(pathfan_courses *courses);

#endif
