/* weighted.h - least-cost ways over ground whose cost per distance changes from face to face (the
 * weighted region problem), with a certificate: a lower bound of the least cost.
 *
 *   pf_weighted_map map = {.node_count = ..., .nodes = ..., .edges = ..., ...};
 *   status = pf_weighted_finish(&map);                     once; any number of threads may use it
 *   pf_weighted_search search = {0};                       the scratch of one thread, kept
 *   status = pf_weighted_find(&search, &map, &from, &to, &(pf_weighted_wishes){.gap = 1e-6});
 *   ... search.found, .cost, .bound, .steps ...
 *   pf_weighted_search_free(&search);
 *
 * The map: convex faces, and edges between them. An edge has a node at each end. Nodes are places
 * at the same point if a river or an obstacle parts them. Along an edge ways cost its own rate in
 * their direction: the least of its faces', or a road's. Beside a river there is an edge on each
 * bank, which can be crossed to the other one anywhere at a price. Links lead from node to node at
 * a price, one way: over a river at a vertex, over a bridge, through a tunnel.
 *
 * Ways that lead to a place are found as ways from there over the map reversed
 * (pf_weighted_reversed). Rates of edges and ends of links are those of a view, the map or the map
 * reversed, and read by functions alone.
 *
 * The method: docs/decisions/weighted.md. Costs and coordinates in any unit. */
#ifndef PF_WEIGHTED_WEIGHTED_H
#define PF_WEIGHTED_WEIGHTED_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pathfan/status.h"

#define PF_WEIGHTED_NONE (-1)

typedef struct pf_xy {
  double x, y;
} pf_xy;

typedef struct pf_weighted_edge {
  int32_t node[2];
  int32_t face[2]; /* on its left and right; NONE: a wall, or the river beside which it runs */
  int32_t bank;    /* the edge on the river's other bank, which runs the other way; NONE */
  double crossing; /* cost of a way from it to the other bank, >= 0; INFINITY: can't be crossed */
  double rate[2];  /* from node[0] to node[1], and back; > 0, finite, at most that of its faces */
} pf_weighted_edge;

typedef struct pf_weighted_link {
  int32_t from, to;
  double cost; /* >= 0 */
} pf_weighted_link;

/* Arrays belong to whoever sets them; those below `made` are made by pf_weighted_finish. */
typedef struct pf_weighted_map {
  int32_t node_count, edge_count, face_count, link_count;
  const pf_xy *nodes;
  const pf_weighted_edge *edges;
  const double *rate; /* [Size: face_count] > 0, finite */
  const pf_weighted_link *links;
  /* made */
  double least;         /* of all rates, links by their distance included */
  double extent;        /* the larger side of the nodes' box */
  bool is_reversed;     /* this is the view of ways that run the other way */
  uint32_t *first_link; /* [Size: node_count + 1] links by the node they leave */
  int32_t *links_from;
  uint32_t *first_link_to; /* the same, by the node they lead to */
  int32_t *links_to;
  uint32_t *first_face; /* [Size: node_count + 1] faces round nodes, each once */
  int32_t *faces_at;
  uint32_t *first_edge; /* [Size: face_count + 1] edges round faces */
  int32_t *edges_in;
} pf_weighted_map;

/* Makes what searches need. Errors: NO_MEMORY; the map is as before then. */
pathfan_status pf_weighted_finish(pf_weighted_map *map);

/* Frees what pf_weighted_finish made; fine for an all-zero map. */
void pf_weighted_map_free(pf_weighted_map *map);

/* Returns a map seen from the other end of all ways. It refers to the same arrays. */
static inline pf_weighted_map pf_weighted_reversed(const pf_weighted_map *map) {
  pf_weighted_map r = *map;
  r.is_reversed = !map->is_reversed;
  r.first_link = map->first_link_to;
  r.links_from = map->links_to;
  r.first_link_to = map->first_link;
  r.links_to = map->links_from;
  return r;
}

static inline double pf_weighted_edge_length(const pf_weighted_map *map, int32_t edge) {
  const pf_xy a = map->nodes[map->edges[edge].node[0]], b = map->nodes[map->edges[edge].node[1]];
  return hypot(b.x - a.x, b.y - a.y);
}

/* The cost per distance along an edge from node[backward] to its other node. */
static inline double pf_rate_along(const pf_weighted_map *map, int32_t edge, int backward) {
  return map->edges[edge].rate[backward != map->is_reversed];
}

/* Whether a straight way along an edge runs back to node[0]. */
static inline bool pf_runs_back(const pf_weighted_map *map, int32_t edge, pf_xy from, pf_xy to) {
  const pf_xy a = map->nodes[map->edges[edge].node[0]], b = map->nodes[map->edges[edge].node[1]];
  return (b.x - a.x) * (to.x - from.x) + (b.y - a.y) * (to.y - from.y) < 0;
}

/* The node at which a link begins, and to which it leads. */
static inline int32_t pf_link_begin(const pf_weighted_map *map, int32_t link) {
  return map->is_reversed ? map->links[link].to : map->links[link].from;
}

static inline int32_t pf_link_end(const pf_weighted_map *map, int32_t link) {
  return map->is_reversed ? map->links[link].from : map->links[link].to;
}

/* An end: a point, and all faces that it lies in, or on whose border. */
typedef struct pf_weighted_place {
  pf_xy at;
  const int32_t *faces; /* [Size: face_count] */
  int32_t face_count;
} pf_weighted_place;

typedef enum pf_weighted_step_kind {
  PF_WEIGHTED_GROUND = 0, /* straight through a face */
  PF_WEIGHTED_ALONG,      /* along an edge at its rate */
  PF_WEIGHTED_BANK,       /* over the river beside an edge, from that edge to the other bank */
  PF_WEIGHTED_LINK
} pf_weighted_step_kind;

typedef struct pf_weighted_step {
  pf_weighted_step_kind kind;
  int32_t by; /* face, edge, edge, link */
  pf_xy to;
} pf_weighted_step;

/* Limits are told of pairs at least this often: about each millisecond. */
#define PF_PAIRS_TOLD 4096

typedef struct pf_weighted_wishes {
  double gap;     /* relative: (cost - bound) / cost, 1e-12 or more */
  uint64_t limit; /* most pairs of intervals that are compared; 0: no limit */
} pf_weighted_wishes;

struct pf_weighted_scratch;

/* Zero it first. */
typedef struct pf_weighted_search {
  bool found;     /* there is a way, and these are: */
  bool is_proven; /* the wished gap is reached; without a way: that there is none */
  double cost;    /* of the way; an upper bound of the least cost */
  double bound;   /* a lower bound of the least cost, also if no way was found */
  int32_t step_count;
  pf_weighted_step *steps;   /* [Size: step_count] from the first end to the second */
  uint64_t pairs;            /* compared */
  int32_t rounds, intervals; /* intervals of edges that may still be crossed by a cheaper way */

  int32_t step_capacity;
  struct pf_weighted_scratch *scratch;
} pf_weighted_search;

/* Finds a path between two places. The result doesn't depend on what the search was used for
 * before. Where costs are the same both ways, so is the path back. Errors: NO_MEMORY. */
pathfan_status pf_weighted_find(pf_weighted_search *search, const pf_weighted_map *map,
                                const pf_weighted_place *from, const pf_weighted_place *to,
                                const pf_weighted_wishes *wishes);

void pf_weighted_search_free(pf_weighted_search *search);

#endif
