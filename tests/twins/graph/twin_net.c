#include "twin_net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twin_region.h"

static bool same(pf_fixed_point a, pf_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

/* Whether w lies strictly between a and b. */
static bool between(pf_fixed_point a, pf_fixed_point w, pf_fixed_point b) {
  const pf_fixed_point in = pf_fixed_from_to(a, w), out = pf_fixed_from_to(w, b);
  return !same(a, w) && !same(w, b) && !pf_turn(in, out) &&
         (__int128)in.x * out.x + (__int128)in.y * out.y > 0;
}

twin_net twin_net_make(const twin_map *map, const twin_dense *d, int bits,
                       const pf_fixed_point *points, int32_t point_count, int32_t *node) {
  twin_net net = {.n = d->n, .count = d->n, .bits = bits, .wedge = d->wedge};
  net.at = malloc(((size_t)d->n + (size_t)point_count + 1) * sizeof *net.at);
  for (int32_t v = 0; v < d->n; v++) net.at[v] = pf_lift(d->at[v], bits);
  for (int32_t i = 0; i < point_count; i++) {
    node[i] = -1;
    for (int32_t v = 0; v < d->n; v++)
      if (same(points[i], net.at[v]) &&
          twin_map_sees_turning(map, bits, points[i], false, net.at[v], true))
        node[i] = v;
    if (node[i] >= 0) continue;
    node[i] = net.count;
    net.at[net.count++] = points[i];
  }
  const size_t all = (size_t)net.count * (size_t)net.count + 1;
  uint8_t *sees = calloc(all, 1);
  net.edge = calloc(all, 1);
  net.length = calloc(all, sizeof *net.length);
  for (int32_t a = 0; a < net.count; a++)
    for (int32_t b = 0; b < net.count; b++)
      sees[twin_net_place(&net, a, b)] =
          a != b && twin_map_sees_turning(map, bits, net.at[a], a < net.n, net.at[b], b < net.n);
  for (int32_t a = 0; a < net.count; a++)
    for (int32_t b = 0; b < net.count; b++) {
      bool edge = sees[twin_net_place(&net, a, b)];
      for (int32_t w = 0; w < net.n && edge; w++)
        edge = !(sees[twin_net_place(&net, a, w)] && between(net.at[a], net.at[w], net.at[b]));
      const pf_fixed_point way = pf_fixed_from_to(net.at[a], net.at[b]);
      net.edge[twin_net_place(&net, a, b)] = edge;
      net.length[twin_net_place(&net, a, b)] = ldexp(hypot((double)way.x, (double)way.y), -bits);
    }
  free(sees);
  return net;
}

void twin_net_free(twin_net *net) {
  free(net->at);
  free(net->edge);
  free(net->length);
  memset(net, 0, sizeof *net);
}

double *twin_net_lengths(const twin_net *net, int32_t root, bool leaves) {
  double *length = malloc(((size_t)net->count + 1) * sizeof *length);
  for (int32_t v = 0; v < net->count; v++) length[v] = v == root ? 0 : INFINITY;
  for (bool changed = true; changed;) {
    changed = false;
    for (int32_t a = 0; a < net->count; a++) {
      if (isinf(length[a]) || (leaves && a >= net->n && a != root)) continue;
      for (int32_t b = 0; b < net->count; b++) {
        if (!net->edge[twin_net_place(net, a, b)]) continue;
        const double by = length[a] + net->length[twin_net_place(net, a, b)];
        if (by < length[b]) length[b] = by, changed = true;
      }
    }
  }
  return length;
}
