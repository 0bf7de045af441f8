/* ways_data.h - ways that own their arrays. */
#ifndef PATHFAN_BUILD_WAYS_DATA_H
#define PATHFAN_BUILD_WAYS_DATA_H

#include "terrain/ways.h"

/* The view points into the other arrays. */
typedef struct pathfan_ways_data {
  pathfan_ways view;
  uint32_t *first_leg, *first_exit, *first_label;
  pathfan_way_leg *legs;
  pathfan_crossed *crossed;
  int32_t *by_rank;
  pathfan_way_exit *exits;
  pathfan_way_edge *edges;
  pathfan_way_label *labels;
} pathfan_ways_data;

/* Frees the arrays and zeroes the struct; fine on an all-zero one. */
void pathfan_ways_data_free(pathfan_ways_data *ways);

#endif
