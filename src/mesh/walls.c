/* walls.c - walls one by one, and round a corner; the nearest, by growing squares. */
#include "mesh/walls.h"

#include "mesh/fan.h"

pf_wall_line pf_mesh_wall(const pf_mesh *mesh, int32_t polygon, uint32_t corner, int bits) {
  const uint32_t next = pf_corner_after(mesh->first_corner, polygon, corner);
  return (pf_wall_line){pf_lift(mesh->vertices[mesh->corner_vertex[corner]], bits),
                        pf_lift(mesh->vertices[mesh->corner_vertex[next]], bits)};
}

/* Returns the cosine between a ray and a wall's outward normal: above 0 if they face each other. */
static double facing(const pf_wall_line *wall, pf_fixed_point ray) {
  const double x = (double)(wall->b.x - wall->a.x), y = (double)(wall->b.y - wall->a.y);
  const double rx = (double)ray.x, ry = (double)ray.y;
  return (y * rx - x * ry) / sqrt((x * x + y * y) * (rx * rx + ry * ry));
}

pf_wall_line pf_mesh_wall_ahead(const pf_mesh *mesh, pf_mesh_stop *stop, pf_fixed_point ray,
                                int bits) {
  const pf_fixed_point at = pf_lift(mesh->vertices[mesh->corner_vertex[stop->corner]], bits);
  const pf_mesh_stop given = *stop;
  pf_wall_line best = pf_mesh_wall(mesh, given.polygon, given.corner, bits);
  double most = -2;
  pf_fan fan;
  pf_fan_begin(&fan, mesh, given.polygon, at, bits);
  do {
    const uint32_t sides[2] = {fan.corner,
                               pf_corner_before(mesh->first_corner, fan.polygon, fan.corner)};
    for (int k = 0; k < 2; k++) {
      if (mesh->corner_neighbour[sides[k]] >= 0) continue;
      const pf_wall_line wall = pf_mesh_wall(mesh, fan.polygon, sides[k], bits);
      const double faces = facing(&wall, ray);
      if (!(faces > most)) continue;
      most = faces;
      best = wall;
      *stop = (pf_mesh_stop){given.kind, fan.polygon, sides[k]};
    }
  } while (pf_fan_next(&fan));
  return best;
}

/* ---- Straight on ---- */

enum { MOST_TURNS = 64 }; /* of a walk round a corner, and walls that are joined */

/* Moves from a wall to the next one along the obstacle, after its end or before its beginning. */
static bool next_wall(const pf_mesh *mesh, bool after, int32_t *polygon, uint32_t *corner) {
  const uint32_t *first = mesh->first_corner;
  const int32_t pivot =
      mesh->corner_vertex[after ? pf_corner_after(first, *polygon, *corner) : *corner];
  uint32_t c = *corner;
  int32_t p = *polygon;
  for (int turns = 0; turns < MOST_TURNS; turns++) {
    c = after ? pf_corner_after(first, p, c) : pf_corner_before(first, p, c);
    const int32_t beyond = mesh->corner_neighbour[c];
    if (beyond < 0) {
      *polygon = p;
      *corner = c;
      return true;
    }
    uint32_t k = first[beyond];
    while (k < first[beyond + 1] &&
           (mesh->corner_neighbour[k] != p ||
            mesh->corner_vertex[after ? pf_corner_after(first, beyond, k) : k] != pivot))
      k++;
    if (k == first[beyond + 1]) return false; /* a damaged mesh */
    p = beyond;
    c = k;
  }
  return false;
}

pf_wall_line pf_mesh_whole_wall(const pf_mesh *mesh, int32_t polygon, uint32_t corner, int bits) {
  pf_wall_line whole = pf_mesh_wall(mesh, polygon, corner, bits);
  const pf_fixed_point along = pf_fixed_from_to(whole.a, whole.b);
  for (int after = 0; after < 2; after++) {
    int32_t p = polygon;
    uint32_t c = corner;
    for (int joined = 0; joined < MOST_TURNS && next_wall(mesh, after, &p, &c); joined++) {
      const pf_wall_line next = pf_mesh_wall(mesh, p, c, bits);
      const pf_fixed_point on = pf_fixed_from_to(next.a, next.b);
      if (!pf_is_collinear(along, on) || !pf_points_along(along, on)) break;
      if (after)
        whole.b = next.b;
      else
        whole.a = next.a;
    }
  }
  return whole;
}

/* ---- The nearest ---- */

typedef struct nearest_wall {
  const pf_mesh *mesh;
  pf_fixed_point point;
  int bits;
  const void *context;
  bool (*skips)(const void *context, uint32_t corner);
  bool found;
  pf_near near;
} nearest_wall;

static void consider(void *context, int32_t polygon, uint32_t corner) {
  nearest_wall *n = context;
  const pf_wall_line wall = pf_mesh_wall(n->mesh, polygon, corner, n->bits);
  pf_near near;
  if (wall.a.x == wall.b.x && wall.a.y == wall.b.y) return; /* a forged mesh */
  if (n->context && n->skips(n->context, corner)) return;
  pf_wall_distance(&wall, n->point, &near);
  if (n->found && pf_near_compare(&near, &n->near) >= 0) return;
  n->found = true;
  n->near = near;
}

bool pf_mesh_nearest_wall(const pf_locator *locator, const pf_mesh *mesh, pf_fixed_point point,
                          double radius, int bits, const void *context,
                          bool (*skips)(const void *context, uint32_t corner), pf_near *nearest) {
  nearest_wall n = {.mesh = mesh, .point = point, .bits = bits, .context = context, .skips = skips};
  const double whole = ldexp((double)locator->width + locator->height, bits);
  for (double reach = ldexp(1, bits + locator->shift);; reach *= 2) {
    const double now = fmin(reach, radius);
    pf_locate_walls(locator, mesh, point, now, bits, &n, consider);
    if ((n.found && n.near.about <= now) || now >= radius || now >= whole) break;
  }
  if (!n.found || n.near.about > radius) return false;
  *nearest = n.near;
  return true;
}
