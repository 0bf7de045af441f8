/* obstacle.h - one area of a set of obstacles (obstacles.h): its shape, and what is seen from its
 * corners.
 *
 * Immutable and counted; snapshots share it. The view from its corners is made by the first search
 * that goes round it, which may run on any thread. */
#ifndef PF_QUERY_OBSTACLES_OBSTACLE_H
#define PF_QUERY_OBSTACLES_OBSTACLE_H

#include <stdatomic.h>

#include "geometry/area.h"
#include "pathfan/query.h"
#include "query/ends/visible_vertices.h"
#include "space/space.h"

/* A point where shortest paths may turn round the area, and the vertices that a path may come from
 * or go to: edges begin .. end - 1 of the view. */
typedef struct pf_view_corner {
  pf_fixed_point at, first, second; /* as of a pf_area_corner */
  double unit[2][2];                /* first and second, of length 1 */
  int32_t polygon;
  int32_t begin, end;
  const struct pf_corner_view *view;
} pf_view_corner;

/* The corners of an area, whatever other areas there are; those that don't lie in free space of the
 * map have polygon -1 and no edges. */
typedef struct pf_corner_view {
  pf_areas areas; /* the shape's, drawn: a circle has its corners */
  pf_view_corner *corners;
  int32_t count;
  int32_t *vertex; /* [Size: edges] */
  int64_t *length; /* [Size: edges] length units */
} pf_corner_view;

typedef struct pf_shape {
  atomic_int holders;
  pf_areas areas; /* this one alone */
  bool aside;     /* it meets no free space: nothing can touch it */
  uint64_t place; /* a key, with PF_SAME_BITS zeros at its end; near shapes have near keys */
  _Atomic(pf_corner_view *) view;
  pathfan_area given; /* in map units, with its own corners */
} pf_shape;

#define PF_SAME_BITS 14

typedef struct pf_obstacle {
  atomic_int holders;
  int64_t id;
  bool on;         /* else it keeps nothing out; an opening: else walls are removed */
  bool is_door;    /* of the map */
  bool is_opening; /* of walls */
  bool is_idle;    /* an opening that opens nothing for this radius */
  int32_t floor;   /* number of that on which its area was given; -1: in the plane */
  pf_shape *shape;
  char *name; /* NULL: none */
} pf_obstacle;

#define PF_AVOID "avoid: " /* begins sentences about areas */

/* Adds an area in map units to `areas`, which must have begun for the space. If it is invalid,
 * *flaw becomes a sentence that says why, after PF_AVOID, and nothing is added. Errors: NO_MEMORY.
 */
pathfan_status pf_area_take(pf_areas *areas, const pf_space *space, const pathfan_area *area,
                            const char **flaw);

/* Whether an area meets no polygon of the mesh, so that no path can touch it: it lies off the map
 * or inside an obstacle. The space's location must be good. */
bool pf_area_is_aside(const pf_areas *areas, int32_t ring, const pf_space *space);

/* What a door's area grows by, lattice units. Free space in a door, and the walls beside it, are
 * rounded when the index is built: corners and crossings by up to 0.71 units, what lies beyond the
 * border by half a unit more. The door as drawn, grown, covers what may lie between. */
#define PF_DOOR_UNITS 3

/* Makes an obstacle of an area with one holder; name may be NULL. A door grows by more than other
 * areas. *flaw: as above; *obstacle is NULL then. Errors: NO_MEMORY. */
pathfan_status pf_obstacle_create(const pf_space *space, const pathfan_area *area, const char *name,
                                  int64_t id, bool is_door, pf_obstacle **obstacle,
                                  const char **flaw);

/* Makes one like another, but on or off, with the same shape. Errors: NO_MEMORY. */
pathfan_status pf_obstacle_switch(const pf_obstacle *obstacle, bool on, pf_obstacle **other);

/* Returns an obstacle's key by place. Many of the same shape don't have the same one. */
static inline uint64_t pf_obstacle_place(const pf_obstacle *obstacle) {
  return obstacle->shape->place | ((uint64_t)obstacle->id & ((1 << PF_SAME_BITS) - 1));
}

void pf_obstacle_retain(pf_obstacle *obstacle);
void pf_obstacle_release(pf_obstacle *obstacle); /* NULL is fine */

/* Compares the shapes of two obstacles: < 0, 0 if they are the same, > 0. */
int pf_obstacle_compare(const pf_obstacle *a, const pf_obstacle *b);

/* What looking from corners needs; scratch of one thread, zero it first. */
typedef struct pf_look {
  pf_visible sight;
  pf_visible_vertices seen;
} pf_look;

void pf_look_free(pf_look *look);

/* Finds the view from an obstacle's corners; the obstacle keeps it. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_obstacle_need_view(const pf_obstacle *obstacle, const pf_space *space,
                                     const pf_index_view *view, pf_look *look,
                                     const pf_corner_view **corners);

/* Returns the areas to ask about an obstacle, drawn if that was done. */
static inline const pf_areas *pf_obstacle_areas(const pf_obstacle *obstacle) {
  const pf_shape *shape = obstacle->shape;
  const pf_corner_view *view = atomic_load_explicit(&shape->view, memory_order_acquire);
  return view ? &view->areas : &shape->areas;
}

/* ---- Corners: inline, since searches ask for every pair ---- */

/* Makes a corner without edges; `view` gets it. */
static inline pf_view_corner pf_view_corner_of(pf_fixed_point at, pf_fixed_point first,
                                               pf_fixed_point second, int32_t polygon,
                                               const pf_corner_view *view) {
  const pf_fixed_point origin = {0, 0};
  const double one = pf_fixed_length(origin, first), other = pf_fixed_length(origin, second);
  return (pf_view_corner){.at = at,
                          .first = first,
                          .second = second,
                          .unit = {{(double)first.x / one, (double)first.y / one},
                                   {(double)second.x / other, (double)second.y / other}},
                          .polygon = polygon,
                          .view = view};
}

/* The side on which a path along d has the area when it passes a corner. */
static inline pf_side pf_corner_side(const pf_view_corner *corner, pf_fixed_point d) {
  const int first = pf_turn(d, corner->first), second = pf_turn(d, corner->second);
  if (first >= 0 && second >= 0) return PF_SIDE_LEFT;
  return first <= 0 && second <= 0 ? PF_SIDE_RIGHT : PF_SIDE_NONE;
}

/* False: paths that pass a corner neither come from nor go to any point within `reach` of the one
 * that is x, y off the corner. Rules out most; the margin is more than rounding amounts to. */
static inline bool pf_corner_may_pass(const pf_view_corner *corner, double x, double y,
                                      double reach) {
  const double first = x * corner->unit[0][1] - y * corner->unit[0][0];
  const double second = x * corner->unit[1][1] - y * corner->unit[1][0];
  const double margin = reach + 0x1p-40 * (fabs(x) + fabs(y));
  return !((first < -margin && second > margin) || (first > margin && second < -margin));
}

/* Whether a path may pass a corner towards a point, or coming from there. */
static inline bool pf_corner_passes(const pf_view_corner *corner, pf_fixed_point point) {
  return pf_corner_side(corner, pf_fixed_from_to(corner->at, point)) != PF_SIDE_NONE;
}

#endif
