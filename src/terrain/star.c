/* star.c - a search in which straight ways begin only at the root. Along roads and over rivers at
 * vertices it goes on as usual, since straight ways must be compared with these. It ends when no
 * straight way is left. */
#include "terrain/star.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "terrain/search.h"

static int by_end(const void *a, const void *b) {
  const pf_way_leg *s = a, *t = b;
  if (s->node != t->node) return s->node < t->node ? -1 : 1;
  if (s->arc != t->arc) return s->arc < t->arc ? -1 : 1;
  if (s->backward != t->backward) return s->backward - t->backward;
  return (s->at > t->at) - (s->at < t->at);
}

static pathfan_status add(pf_star *star, pf_way_leg leg) {
  const pathfan_status status = pf_grow(&star->legs, &star->capacity, (int64_t)star->count + 1);
  if (!status) star->legs[star->count++] = leg;
  return status;
}

/* Whether an arrival is straight from the root, or at the root place itself. */
static bool is_own(const pf_terrain_search *s, pf_arrival_kind kind) {
  return kind == PF_ARRIVAL_GROUND || (kind == PF_ARRIVAL_START && s->root < 0);
}

static pathfan_status gather(pf_star *star, const pf_terrain_search *s) {
  pathfan_status status = PATHFAN_OK;
  star->count = 0;
  star->crossed = s->crossed;
  star->crossed_count = s->crossed_count;
  for (int32_t i = 0; i < s->touched_count && !status; i++) {
    const pf_reached *reached = &s->reached[s->touched[i]];
    if (is_own(s, reached->by.kind))
      status = add(star, (pf_way_leg){.node = s->touched[i],
                                      .arc = PF_TERRAIN_NONE,
                                      .crossed = reached->by.crossing,
                                      .cost = reached->cost});
  }
  for (int32_t i = 0; i < s->touched_arc_count && !status; i++)
    for (int32_t t = s->first_travel[s->touched_arcs[i]]; t >= 0 && !status;
         t = s->travels[t].next) {
      const pf_travel *travel = &s->travels[t];
      if (is_own(s, travel->by.kind))
        status = add(star, (pf_way_leg){.node = PF_TERRAIN_NONE,
                                        .arc = travel->arc,
                                        .backward = travel->backward,
                                        .crossed = travel->by.crossing,
                                        .at = travel->start,
                                        .cost = travel->cost});
    }
  if (!status && star->count) qsort(star->legs, (size_t)star->count, sizeof *star->legs, by_end);
  star->straight = (pf_way_leg){.node = PF_TERRAIN_NONE,
                                .arc = PF_TERRAIN_NONE,
                                .crossed = PF_TERRAIN_NONE,
                                .cost = INFINITY};
  if (s->target_count && s->targets[0].reached.by.kind == PF_ARRIVAL_GROUND) {
    star->straight.cost = s->targets[0].reached.cost;
    star->straight.crossed = s->targets[0].reached.by.crossing;
  }
  return status;
}

pathfan_status pf_star_of_node(pf_star *star, pf_terrain_search *s, const pf_terrain *terrain,
                               int fraction_bits, int32_t node) {
  const pathfan_status status = pf_terrain_search_star(s, terrain, fraction_bits, node);
  return status ? status : gather(star, s);
}

pathfan_status pf_star_of_place(pf_star *star, pf_terrain_search *s, const pf_terrain *terrain,
                                int fraction_bits, pf_terrain_place from, pf_terrain_place to) {
  const pathfan_status status = pf_terrain_search_star_from(s, terrain, fraction_bits, from, to);
  return status ? status : gather(star, s);
}

void pf_star_free(pf_star *star) {
  free(star->legs);
  memset(star, 0, sizeof *star);
}
