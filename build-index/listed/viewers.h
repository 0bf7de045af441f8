/* viewers.h - the vertices that see a facet, and what they see of it. Vertices are columns.
 *
 *   ground = (pf_viewer_ground){..., .capacity = pf_viewers_most(&facets, &source)};
 *   if (!pf_viewers_init(&viewers, &ground)) ...                         zero it first
 *   pf_viewers_list(&viewers, &ground, facet, &polygon, &viewed);       again and again
 *   gap = pf_viewers_gap(&viewers, &ground, u, v);
 *   pf_viewers_free(&viewers); */
#ifndef PF_BUILD_INDEX_LISTED_VIEWERS_H
#define PF_BUILD_INDEX_LISTED_VIEWERS_H

#include <assert.h>
#include <string.h>

#include "arrivals.h"
#include "facets.h"
#include "label_rows.h"
#include "listed_source.h"

/* The ids of vertices that see all of a facet, or a part of it. */
typedef struct pf_facet_leaf {
  uint32_t whole_count, part_count;
  const uint8_t *whole, *part;
} pf_facet_leaf;

static inline pf_facet_leaf pf_facet_leaf_at(const pf_listed_source *s, uint64_t at) {
  pf_layout_cones head;
  memcpy(&head, s->cones->bytes + at, sizeof head);
  const uint32_t whole = head.kind_size >> 2;
  const uint8_t *ids = s->cones->bytes + at + sizeof head;
  assert((head.kind_size & 3) == PF_CONES_LEAF);
  return (pf_facet_leaf){whole, (uint32_t)head.parts_cut, ids,
                         ids + (uint64_t)whole * (uint32_t)s->id_bytes};
}

static inline int32_t pf_facet_leaf_id(const pf_listed_source *s, const uint8_t *ids, uint64_t i) {
  return (int32_t)pf_load_id(ids, i, s->id_bytes);
}

/* A vertex that sees a facet or a part of it, between two rays. */
typedef struct pf_viewer {
  int32_t vertex;
  int32_t first; /* its number among the region's first vertices */
  bool sees_all; /* the whole facet */
  bool has_right, has_left;
  pf_spot at, right, left; /* vectors along the rays */
  pf_convex part;          /* the points that it sees and from which its obstacle is passed */
  double *to_corners;      /* [Size: part.count] distances */
  double *below;           /* [Size: part.count] lower bounds on these, linear over `part` */
  float least, most;       /* the distance to the points of `part`, and of the facet */
  const float *row;
  const uint64_t *open[2]; /* by side, bits by w: whether a path from `part` may turn on to w */
} pf_viewer;

/* What viewers are made of. */
typedef struct pf_viewer_ground {
  const pf_label_rows *rows;
  const pf_listed_source *source;
  int32_t capacity;     /* viewers of a facet at most */
  int32_t corners_each; /* of a polygon */
  double wide;          /* pf_listed_wide */
} pf_viewer_ground;

/* Of the region whose facets are viewed. */
typedef struct pf_viewed {
  const int32_t *number;         /* [Size: n] of a vertex among the region's first vertices */
  pf_arrival_range (*travel)[2]; /* of these, by pf_side: directions are added */
  double *seen; /* the integral, over the region, of the number of vertices seen: areas are added */
} pf_viewed;

/* The viewers of one facet. Scratch of one thread. */
typedef struct pf_viewers {
  pf_viewer *list; /* [Size: count] */
  int32_t count;
  float *gap; /* [Size: capacity^2] what pf_viewers_gap returns; NAN: not yet */
  pf_spot *corners;
  double *distances;
} pf_viewers;

/* Returns the most viewers of a facet. */
int32_t pf_viewers_most(const pf_facets *facets, const pf_listed_source *source);

/* False: out of memory; what was allocated can be freed. */
bool pf_viewers_init(pf_viewers *viewers, const pf_viewer_ground *ground);
void pf_viewers_free(pf_viewers *viewers);

/* Lists the viewers of a facet. */
void pf_viewers_list(pf_viewers *viewers, const pf_viewer_ground *ground, const pf_facet *facet,
                     const pf_convex *polygon, const pf_viewed *of);

/* Returns the greatest value of |sv| - |su| over the part that viewer u sees; INFINITY if v doesn't
 * see all of that. */
float pf_viewers_gap(pf_viewers *viewers, const pf_viewer_ground *ground, int32_t u, int32_t v);

#endif
