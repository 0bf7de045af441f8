/* fan.c - from polygon to polygon round a point: counter-clockwise across the edges that lead
 * to it, and where a wall ends that, clockwise from the first. */
#include "mesh/fan.h"

static pathfan_fixed direction(const pathfan_mesh *mesh, pathfan_fixed origin, int bits,
                               int32_t vertex) {
  return pathfan_fixed_from_to(origin, pathfan_lift(mesh->vertices[vertex], bits));
}

static bool same_way(pathfan_fixed a, pathfan_fixed b) {
  return (__int128)a.x * b.x + (__int128)a.y * b.y > 0;
}

/* Finds the point on the border of a round's polygon: at corner round->corner, or on
 * the edge from there on. False: inside. */
static bool find_place(pathfan_round *round) {
  const pathfan_mesh *mesh = round->mesh;
  for (uint32_t c = mesh->first_corner[round->polygon]; c < mesh->first_corner[round->polygon + 1];
       c++) {
    const pathfan_fixed a = direction(mesh, round->point, round->bits, mesh->corner_vertex[c]);
    const pathfan_fixed b =
        direction(mesh, round->point, round->bits,
                  mesh->corner_vertex[pathfan_corner_after(mesh->first_corner, round->polygon, c)]);
    round->corner = c;
    round->at_corner = !a.x && !a.y;
    if (round->at_corner || ((b.x || b.y) && !pathfan_turn(a, b) && !same_way(a, b))) return true;
  }
  return false;
}

/* Goes on across edge `corner` of the polygon; false at a wall. Left: the edge leads
 * to the point, otherwise away from it. */
static bool cross_edge(pathfan_round *round, uint32_t corner, bool left) {
  const pathfan_mesh *mesh = round->mesh;
  const int32_t next = mesh->corner_neighbour[corner];
  if (next < 0) return false;
  const int32_t end =
      mesh->corner_vertex[pathfan_corner_after(mesh->first_corner, round->polygon, corner)];
  for (uint32_t c = mesh->first_corner[next]; c < mesh->first_corner[next + 1]; c++)
    if (mesh->corner_neighbour[c] == round->polygon && mesh->corner_vertex[c] == end) {
      round->polygon = next;
      round->corner = left ? c : pathfan_corner_after(mesh->first_corner, next, c);
      return true;
    }
  return false; /* a damaged mesh */
}

void pathfan_round_begin(pathfan_round *round, const pathfan_mesh *mesh, int32_t polygon,
                         pathfan_fixed point, int bits) {
  *round = (pathfan_round){.mesh = mesh, .point = point, .bits = bits, .polygon = polygon};
  round->on_border = find_place(round);
  round->first = polygon;
  round->first_corner = round->corner;
  /* An edge has two sides. Round a corner a damaged mesh may have circles. */
  round->left = !round->on_border ? 0 : round->at_corner ? mesh->polygon_count : 1;
}

bool pathfan_round_next(pathfan_round *round) {
  if (round->left-- <= 0) return false;
  if (!round->at_corner) return cross_edge(round, round->corner, true);
  if (!round->clockwise) {
    if (cross_edge(round,
                   pathfan_corner_before(round->mesh->first_corner, round->polygon, round->corner),
                   true))
      return round->polygon != round->first;
    /* A wall: the others lie the other way from the first. */
    round->clockwise = true;
    round->polygon = round->first;
    round->corner = round->first_corner;
  }
  return cross_edge(round, round->corner, false);
}
