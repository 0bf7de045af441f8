/* ways_data.h - ways that own their arrays. */
#ifndef PF_BUILD_INDEX_TERRAIN_WAYS_DATA_H
#define PF_BUILD_INDEX_TERRAIN_WAYS_DATA_H

#include "terrain/ways.h"

/* The view points into the other arrays. */
typedef struct pf_ways_data {
  pf_ways view;
  uint32_t *first_leg, *first_exit, *first_label;
  pf_way_leg *legs;
  pf_crossed *crossed;
  int32_t *by_rank;
  pf_way_exit *exits;
  pf_way_edge *edges;
  pf_way_label *labels;
} pf_ways_data;

/* Frees the arrays and zeroes the struct; fine on an all-zero one. */
void pf_ways_data_free(pf_ways_data *ways);

#endif
