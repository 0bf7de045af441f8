/* weighted_field.h - fields of cheapest ways over a terrain with areas.
 *
 *   status = pf_weighted_fields_spread(&fields, space, goal);
 *   status = pf_weighted_fields_at(&fields, space, place, &value);          again and again
 *   pf_weighted_fields_free(&fields); */
#ifndef PF_QUERY_TERRAIN_WEIGHTED_FIELD_H
#define PF_QUERY_TERRAIN_WEIGHTED_FIELD_H

#include "pathfan/terrain.h"
#include "terrain/place.h"
#include "weighted/field.h"
#include "weighted_ground.h"

/* The last of each kind is kept. Zero it first. */
typedef struct pf_weighted_fields {
  struct {
    pf_weighted_field field;
    pf_terrain_place end;
    bool is_set;
  } kept[2]; /* of ways from a place, and to one */
  const pf_weighted_ground *ground;
  pf_faces_near near;
  const pf_limits *limits; /* is told of pairs; set it before each call; NULL: none */
} pf_weighted_fields;

/* Finds what ways to a free goal cost. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_weighted_fields_spread(pf_weighted_fields *fields, const pf_space *space,
                                         pf_terrain_place goal);

/* The way from a free place to the goal of the last spread. Errors: NO_MEMORY,
 * CANCELLED. */
pathfan_status pf_weighted_fields_at(pf_weighted_fields *fields, const pf_space *space,
                                     pf_terrain_place place, pathfan_field_value *value);

/* Finds what ways from a free place, and to another one, cost. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_weighted_fields_join(pf_weighted_fields *fields, const pf_space *space,
                                       pf_terrain_place from, pf_terrain_place to);

/* What the cheapest way between these over a free place costs at least, and at most: closely if
 * that may be up to `limit`. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_weighted_fields_over(pf_weighted_fields *fields, const pf_space *space,
                                       pf_terrain_place at, double limit, double costs[2]);

/* What ways from the one to a node cost at least, or with side 1 from there to the other (the goal
 * of the last spread), map units. */
double pf_weighted_fields_node(const pf_weighted_fields *fields, const pf_space *space, int side,
                               int32_t node);

void pf_weighted_fields_free(pf_weighted_fields *fields);

#endif
