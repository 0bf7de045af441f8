/* courses.h - ways to walk, in straight pieces of one cell each, shared by those who walk them.
 *
 *   status = pathfan_course_make(&courses, &cells, points, count, &course);     held once
 *   pathfan_course_hold(&courses, course);
 *   pathfan_course_drop(&courses, course);                       the last one gives it back
 *   pathfan_courses_free(&courses); */
#ifndef PATHFAN_CROWD_COURSES_H
#define PATHFAN_CROWD_COURSES_H

#include "crowd/cells.h"

typedef struct pathfan_piece {
  double end;       /* distance from the start of the course */
  pathfan_point at; /* where it ends */
  int32_t cell;
} pathfan_piece;

typedef struct pathfan_course {
  pathfan_piece *pieces; /* [Size: count] */
  pathfan_point start;
  int32_t count, capacity;
  double length;
  int32_t first_out; /* the piece that leaves the cell in which it starts; the last if none does */
  int32_t holders;   /* 0: free to be made anew */
  int32_t next;      /* of those that are free; -1 */
} pathfan_course;

/* Zero it first. */
typedef struct pathfan_courses {
  pathfan_course *list;
  int32_t count, capacity;
  int32_t spare; /* 1 + the first that is free; 0: none */
} pathfan_courses;

/* The course along points [Size: count >= 1], which see each other in order. Errors: NO_MEMORY. */
pathfan_status pathfan_course_make(pathfan_courses *courses, const pathfan_cells *cells,
                                   const pathfan_point *points, int32_t count, int32_t *course);

static inline void pathfan_course_hold(pathfan_courses *courses, int32_t course) {
  courses->list[course].holders++;
}

void pathfan_course_drop(pathfan_courses *courses, int32_t course);

void pathfan_courses_free(pathfan_courses *courses);

#endif
