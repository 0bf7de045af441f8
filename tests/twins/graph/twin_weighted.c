/* twin_weighted.c - see twin_weighted.h. */
#include "twin_weighted.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void twin_weighted_grid(twin_weighted *t, int32_t columns, int32_t rows, double size) {
  assert(columns <= TWIN_WEIGHTED_SIDE && rows <= TWIN_WEIGHTED_SIDE);
  memset(t, 0, sizeof *t);
  for (int32_t y = 0; y <= rows; y++)
    for (int32_t x = 0; x <= columns; x++)
      t->nodes[y * (columns + 1) + x] = (pf_xy){x * size, y * size};
  for (int32_t y = 0; y < rows; y++)
    for (int32_t x = 0; x < columns; x++) {
      const int32_t a = y * (columns + 1) + x, d = a + columns + 1;
      const int32_t face = 2 * (y * columns + x);
      const int32_t corners[2][3] = {{a, a + 1, d + 1}, {a, d + 1, d}};
      memcpy(t->corner[face], corners, sizeof corners);
      t->rate[face] = t->rate[face + 1] = 1;
    }
  t->map.node_count = (columns + 1) * (rows + 1);
  t->map.face_count = 2 * columns * rows;
}

void twin_weighted_finish(twin_weighted *t) {
  int32_t count = 0;
  for (int32_t f = 0; f < t->map.face_count; f++)
    for (int i = 0; i < 3; i++) {
      const int32_t a = t->corner[f][i], b = t->corner[f][(i + 1) % 3];
      int32_t e = 0;
      while (e < count && !(t->edges[e].node[0] == b && t->edges[e].node[1] == a)) e++;
      if (e == count)
        t->edges[count++] = (pf_weighted_edge){{a, b}, {f, -1}, -1, INFINITY, {INFINITY, INFINITY}};
      else
        t->edges[e].face[1] = f;
      t->edges[e].rate[0] = t->edges[e].rate[1] = fmin(t->edges[e].rate[0], t->rate[f]);
    }
  t->map.edge_count = count;
  t->map.nodes = t->nodes;
  t->map.edges = t->edges;
  t->map.rate = t->rate;
  t->map.links = t->links;
  if (pf_weighted_finish(&t->map)) abort();
}

static double share(pf_random *random) {
  return (double)pf_random_below(random, 1000001) / 1000000;
}

void twin_weighted_random(twin_weighted *t, uint64_t seed) {
  pf_random random = pf_random_from(seed);
  const int32_t columns = pf_random_between(&random, 1, TWIN_WEIGHTED_SIDE);
  const int32_t rows = pf_random_between(&random, 1, TWIN_WEIGHTED_SIDE);
  const int64_t kind = pf_random_below(&random, 5);
  twin_weighted_grid(t, columns, rows, 10);
  for (int32_t n = 0; n < t->map.node_count; n++) {
    t->nodes[n].x += 3 * share(&random) - 1.5;
    t->nodes[n].y += 3 * share(&random) - 1.5;
  }
  for (int32_t f = 0; f < t->map.face_count; f++)
    t->rate[f] = kind == 0   ? 1 + 4 * share(&random)
                 : kind == 1 ? pow(10, 4 * share(&random) - 2)
                 : kind == 2 ? pow(10, 6 * share(&random) - 3)
                 : kind == 3 ? (double)pf_random_between(&random, 1, 2)
                             : (f / 2 % 2 ? 3 : 1);
  if (pf_random_chance(&random, 0.3)) {
    t->links[0].from = t->links[1].to = (int32_t)pf_random_below(&random, t->map.node_count);
    t->links[0].to = t->links[1].from = (int32_t)pf_random_below(&random, t->map.node_count);
    t->links[0].cost = t->links[1].cost = 5 * share(&random);
    t->map.link_count = t->links[0].from == t->links[0].to ? 0 : 2;
  }
  twin_weighted_finish(t);
  if (pf_random_chance(&random, 0.4)) { /* roads */
    for (int32_t e = 0; e < t->map.edge_count; e++)
      if (pf_random_chance(&random, 0.2))
        t->edges[e].rate[0] = t->edges[e].rate[1] *= 0.2 + 0.7 * share(&random);
  }
  t->is_one_way = pf_random_chance(&random, 0.5);
  if (t->is_one_way) {
    for (int32_t e = 0; e < t->map.edge_count; e++)
      if (pf_random_chance(&random, 0.2))
        t->edges[e].rate[pf_random_below(&random, 2)] *= 0.2 + 0.7 * share(&random);
    t->map.link_count /= 2;
  }
  pf_weighted_map_free(&t->map); /* it depends on links and the least rate */
  if (pf_weighted_finish(&t->map)) abort();
}

void twin_weighted_flatten(twin_weighted *t) {
  for (int32_t n = 0; n < t->map.node_count; n++) t->nodes[n].y *= 0.01;
  pf_weighted_map_free(&t->map);
  if (pf_weighted_finish(&t->map)) abort();
}

pf_weighted_place twin_weighted_point(const twin_weighted *t, pf_random *random, int32_t *face) {
  *face = (int32_t)pf_random_below(random, t->map.face_count);
  double a = share(random), b = share(random);
  if (a + b > 1) {
    a = 1 - a;
    b = 1 - b;
  }
  const pf_xy *p = &t->nodes[t->corner[*face][0]], *q = &t->nodes[t->corner[*face][1]];
  const pf_xy *r = &t->nodes[t->corner[*face][2]];
  return (pf_weighted_place){
      {p->x + a * (q->x - p->x) + b * (r->x - p->x), p->y + a * (q->y - p->y) + b * (r->y - p->y)},
      face,
      1};
}

/* ---- The graph: nodes, points on edges, both ends ---- */

typedef struct graph {
  const twin_weighted *t;
  const pf_weighted_place *ends[2];
  int points;
  int32_t count;
} graph;

static int32_t edge_of(const graph *g, int32_t v) {
  const int32_t inner = v - g->t->map.node_count;
  return inner < 0 || inner >= g->t->map.edge_count * g->points ? -1 : inner / g->points;
}

static pf_xy at(const graph *g, int32_t v) {
  const int32_t e = edge_of(g, v);
  if (v < g->t->map.node_count) return g->t->nodes[v];
  if (e < 0) return g->ends[v - (g->count - 2)]->at;
  const pf_xy a = g->t->nodes[g->t->edges[e].node[0]], b = g->t->nodes[g->t->edges[e].node[1]];
  const double part = ((v - g->t->map.node_count) % g->points + 1.0) / (g->points + 1);
  return (pf_xy){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

static bool is_on_edge(const graph *g, int32_t v, int32_t e) {
  const pf_weighted_edge *edge = &g->t->edges[e];
  return edge_of(g, v) == e || v == edge->node[0] || v == edge->node[1];
}

static bool is_in(const graph *g, int32_t v, int32_t f) {
  if (v >= g->count - 2) return g->ends[v - (g->count - 2)]->faces[0] == f;
  const int32_t e = edge_of(g, v);
  if (e >= 0) return g->t->edges[e].face[0] == f || g->t->edges[e].face[1] == f;
  return g->t->corner[f][0] == v || g->t->corner[f][1] == v || g->t->corner[f][2] == v;
}

static double rate_along(const twin_weighted *t, int32_t e, pf_xy from, pf_xy to) {
  const pf_xy a = t->nodes[t->edges[e].node[0]];
  const bool is_back = hypot(to.x - a.x, to.y - a.y) < hypot(from.x - a.x, from.y - a.y);
  return t->edges[e].rate[is_back];
}

static double step(const graph *g, int32_t u, int32_t v) {
  const pf_xy a = at(g, u), b = at(g, v);
  const double apart = hypot(a.x - b.x, a.y - b.y);
  double best = INFINITY;
  for (int32_t f = 0; f < g->t->map.face_count; f++)
    if (is_in(g, u, f) && is_in(g, v, f)) best = fmin(best, g->t->rate[f] * apart);
  for (int32_t e = 0; e < g->t->map.edge_count; e++)
    if (is_on_edge(g, u, e) && is_on_edge(g, v, e))
      best = fmin(best, rate_along(g->t, e, a, b) * apart);
  for (int32_t l = 0; l < g->t->map.link_count; l++)
    if (g->t->links[l].from == u && g->t->links[l].to == v) best = fmin(best, g->t->links[l].cost);
  return best;
}

double twin_weighted_cost(const twin_weighted *t, const pf_weighted_place *from,
                          const pf_weighted_place *to, int points) {
  graph g = {t, {from, to}, points, t->map.node_count + t->map.edge_count * points + 2};
  double *cost = malloc((size_t)g.count * sizeof *cost);
  bool *done = calloc((size_t)g.count, sizeof *done);
  if (!cost || !done) abort();
  for (int32_t v = 0; v < g.count; v++) cost[v] = INFINITY;
  cost[g.count - 2] = 0;
  for (;;) {
    int32_t u = -1;
    for (int32_t v = 0; v < g.count; v++)
      if (!done[v] && isfinite(cost[v]) && (u < 0 || cost[v] < cost[u])) u = v;
    if (u < 0 || u == g.count - 1) break;
    done[u] = true;
    for (int32_t v = 0; v < g.count; v++)
      if (!done[v]) cost[v] = fmin(cost[v], cost[u] + step(&g, u, v));
  }
  const double best = cost[g.count - 1];
  free(cost);
  free(done);
  return best;
}

/* ---- Ways ---- */

/* Whether a point lies in a triangle, or within rounding of it. */
static bool holds(const twin_weighted *t, int32_t f, pf_xy p) {
  for (int i = 0; i < 3; i++) {
    const pf_xy a = t->nodes[t->corner[f][i]], b = t->nodes[t->corner[f][(i + 1) % 3]];
    if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < -1e-9) return false;
  }
  return true;
}

static bool lies_on(const twin_weighted *t, int32_t e, pf_xy p) {
  const pf_xy a = t->nodes[t->edges[e].node[0]], b = t->nodes[t->edges[e].node[1]];
  return hypot(p.x - a.x, p.y - a.y) + hypot(p.x - b.x, p.y - b.y) <=
         hypot(b.x - a.x, b.y - a.y) + 1e-9;
}

const char *twin_weighted_fault(const twin_weighted *t, const pf_weighted_search *search,
                                const pf_weighted_place *from, const pf_weighted_place *to) {
  pf_xy here = from->at;
  double cost = 0;
  for (int32_t i = 0; i < search->step_count; i++) {
    const pf_weighted_step *s = &search->steps[i];
    const double apart = hypot(s->to.x - here.x, s->to.y - here.y);
    if (s->kind == PF_WEIGHTED_GROUND) {
      if (!holds(t, s->by, here) || !holds(t, s->by, s->to)) return "a leg isn't in its face";
      cost += t->rate[s->by] * apart;
    } else if (s->kind == PF_WEIGHTED_ALONG) {
      if (!lies_on(t, s->by, here) || !lies_on(t, s->by, s->to)) return "a leg isn't on its edge";
      cost += rate_along(t, s->by, here, s->to) * apart;
    } else if (s->kind == PF_WEIGHTED_LINK) {
      const pf_xy a = t->nodes[t->links[s->by].from], b = t->nodes[t->links[s->by].to];
      if (hypot(a.x - here.x, a.y - here.y) > 1e-9 || hypot(b.x - s->to.x, b.y - s->to.y) > 1e-9)
        return "a leg isn't where its link is";
      cost += t->links[s->by].cost;
    } else {
      return "a leg crosses a river, of which there is none";
    }
    here = s->to;
  }
  if (here.x != to->at.x || here.y != to->at.y) return "it doesn't end at its end";
  return fabs(cost - search->cost) <= 1e-12 * (1 + cost) ? NULL
                                                         : "its legs don't add up to its cost";
}
